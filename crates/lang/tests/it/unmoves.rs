//! Random rules with un-moves: a position is a predecessor of every position that its
//! moves lead to, and a move of every predecessor leads to the position.
//!
//! The random games are others each day; `ZUG_RANDOM_GAMES` and `ZUG_RANDOM_FIRST` act
//! as in `nasty.rs`.

use std::collections::{HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};

use zug_game::{Game, Notation, Retractable, Step};
use zug_lang::{AnyGame, Rules, RulesGame, Settings, Word};
use zug_testkit::random::{self, Asked};

/// The most positions of a game that are checked.
const MOST: usize = 15;

/// The number of moves that were found again in the other direction.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    games: usize,
    moves: usize,
    before: usize,
}

/// Returns how often a step occurs among others.
fn times<W: Word>(step: Step<W>, among: &[Step<W>]) -> usize {
    among.iter().filter(|other| **other == step).count()
}

/// Returns the moves of a position; `None` if the rules fault there.
fn moves_of<W: Word>(game: &RulesGame<W>, position: W) -> Option<Vec<Step<W>>> {
    let mut steps = Vec::new();
    game.expand(&position, &mut steps).ok()?;
    Some(steps)
}

/// Makes the un-moves of the game, if that is possible, and compares both directions.
fn compare<W: Word>(game: &RulesGame<W>) -> Met {
    let mut met = Met::default();
    let Ok(back) = game.retraction() else {
        return met;
    };
    met.games = 1;
    let mut seen = HashSet::from([game.start()]);
    let mut queue = VecDeque::from([game.start()]);
    let mut looked = 0;
    while let Some(position) = queue.pop_front() {
        looked += 1;
        let mut before = Vec::new();
        back.predecessors(&position, &mut before)
            .expect("un-moves do not fault");
        for step in &before {
            // A position in which some move faults does not count.
            let Some(steps) = moves_of(game, step.position) else {
                continue;
            };
            let forth = times(Step { position, ..*step }, &steps);
            let text = game.print(&position);
            let from = game.print(&step.position);
            assert_eq!(times(*step, &before), forth, "{text} after {from}");
            met.before += 1;
        }
        let Some(steps) = moves_of(game, position) else {
            continue;
        };
        for step in &steps {
            let mut before = Vec::new();
            back.predecessors(&step.position, &mut before)
                .expect("un-moves do not fault");
            let text = game.print(&position);
            let to = game.print(&step.position);
            let back = times(Step { position, ..*step }, &before);
            assert_eq!(back, times(*step, &steps), "{text} before {to}");
            met.moves += 1;
            if looked < MOST && seen.insert(step.position) {
                queue.push_back(step.position);
            }
        }
    }
    met
}

/// Reads rules and compares; `None` if they make no game.
fn play(source: &str) -> Option<Met> {
    let game = Rules::read(source).ok()?.instance(&Settings::default());
    Some(match game.ok()?.game().ok()? {
        AnyGame::Narrow(game) => compare(&game),
        AnyGame::Wide(game) => compare(&game),
        AnyGame::Widest(game) => compare(&game),
    })
}

#[test]
fn random_games_go_back_as_they_go_on() {
    // Longer rules have too many un-moves.
    let asked = Asked::or_else(1500, 1000);
    let games = asked.games;
    let mut met = Met::default();
    for (seed, source) in asked.rules() {
        let Ok(one) = catch_unwind(AssertUnwindSafe(|| play(&source))) else {
            let differs = |source: &str| catch_unwind(AssertUnwindSafe(|| play(source))).is_err();
            let smaller = random::shrink(&source, differs);
            panic!("game {seed}, made smaller:\n{smaller}");
        };
        let one = one.unwrap_or_default();
        met.games += one.games;
        met.moves += one.moves;
        met.before += one.before;
    }
    println!("{games} games; {met:?}");
    if games >= 1000 {
        assert!(met.games as u64 > games / 4, "few games go back: {met:?}");
        assert!(met.moves > 1000 && met.before > 1000, "{met:?}");
    }
}
