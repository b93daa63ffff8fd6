//! All positions of a game of the catalogue within reach, with the answers that
//! its rules give when they are played out.

use std::collections::{BTreeSet, HashMap};

use zug_catalogue::find;
use zug_game::{Game, Notation};
use zug_lang::{AnyGame, Rules, RulesGame, Settings, Word};
use zug_testkit::oracle::{nimber, solve};
use zug_values::{Nimber, Outcome, Play};

/// What the rules say of one position.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The position as the rules print it.
    pub(crate) position: String,
    /// The mover's outcome.
    pub(crate) outcome: Outcome,
    /// The nimber of an impartial game in normal play.
    pub(crate) nimber: Option<Nimber>,
    /// The names of the moves that win.
    pub(crate) winning: BTreeSet<String>,
}

/// The answers for the roots, in their order, and for all within their reach.
/// Without roots, from the start.
pub(crate) fn answers(
    game: &str,
    parameters: &[(&str, String)],
    play: Play,
    roots: &[String],
) -> Vec<Answer> {
    let settings: Settings = parameters.iter().cloned().collect();
    let settings = settings.play(play);
    let rules = Rules::read(find(game).unwrap().source).unwrap();
    match rules.instance(&settings).unwrap().game().unwrap() {
        AnyGame::Narrow(game) => played_out(&game, roots),
        AnyGame::Wide(game) => played_out(&game, roots),
        AnyGame::Widest(game) => played_out(&game, roots),
    }
}

fn played_out<W: Word>(game: &RulesGame<W>, roots: &[String]) -> Vec<Answer> {
    let mut begin: Vec<W> = roots.iter().map(|root| game.parse(root).unwrap()).collect();
    if begin.is_empty() {
        begin.push(game.start());
    }
    let solved = solve(game, begin);
    let values: HashMap<W, _> = solved
        .positions
        .iter()
        .copied()
        .zip(solved.values.iter().copied())
        .collect();
    let has_nimbers = game.is_impartial() && game.stuck() == Outcome::Loss;
    let mut nimbers = HashMap::new();
    let mut moves = Vec::new();
    let answer = |&position: &W| {
        moves.clear();
        game.moves(&position, &mut moves).unwrap();
        let wins = |choice| {
            let step = game.play(&position, choice).unwrap();
            values[&step.position].before(step.turn).outcome() == Outcome::Win
        };
        Answer {
            position: game.print(&position),
            outcome: values[&position].outcome(),
            nimber: has_nimbers.then(|| nimber(game, position, &mut nimbers)),
            winning: moves
                .iter()
                .filter(|choice| wins(choice))
                .map(|choice| game.move_name(&position, choice))
                .collect(),
        }
    };
    solved.positions.iter().map(answer).collect()
}

/// The numbers of an array as it is printed: `pile=304` or `pile=[3;12;4]`.
pub(crate) fn array(position: &str) -> Vec<u32> {
    let (_, text) = position.split_once('=').unwrap();
    if let Some(list) = text.strip_prefix('[') {
        let list = list.strip_suffix(']').unwrap().split(';');
        list.map(|number| number.trim().parse().unwrap()).collect()
    } else {
        text.chars()
            .map(|digit| digit.to_digit(10).unwrap())
            .collect()
    }
}
