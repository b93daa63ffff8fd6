//! Nimbers by the parts that a board falls into, where moves give moves, against the definition on whole boards.

use std::collections::HashMap;
use std::fmt::Write;

use zug::{AnswerBy, Outcome, Problem, Reply, Request, SolveOptions, TheoremPlan};
use zug_game::{Boards, Game, Notation, Step};
use zug_job::Job;
use zug_lang::{AnyGame, Reference, Rules, RulesGame, Settings, Word};
use zug_solve::impartial::NimberSearch;
use zug_testkit::all_or;
use zug_testkit::random::Random;
use zug_values::{Mex, Nimber};

/// A piece moves onto a neighbour of the other colour and takes it; either player may move any piece.
const CLOBBER: &str = "\
game either_clobber(width = 3, height = 3)
impartial
type cells = grid(width, height)
type stones = {white, black}
board[(x, y) in cells]: stones? = white if (x + y) % 2 == 0 else black
let others = {white: black, black: white}
move take(c in cells, d in [(1, 0), (0, 1), (-1, 0), (0, -1)], own in stones, to = c + d) if board[c] == own and
        to in cells and board[to] == others[own]:
    board[to] = own
    board[c] = none
";

/// The nimber of a position by the definition, or that play goes round.
fn by_definition(
    game: &Reference<'_>,
    position: zug_game::U256,
    known: &mut HashMap<zug_game::U256, Option<Nimber>>,
) -> Result<Nimber, GoesRound> {
    match known.get(&position) {
        Some(Some(nimber)) => return Ok(*nimber),
        Some(None) => return Err(GoesRound),
        None => {}
    }
    known.insert(position, None);
    let mut steps: Vec<Step<zug_game::U256>> = Vec::new();
    game.expand(&position, &mut steps).unwrap();
    let mut mex = Mex::default();
    for step in steps {
        mex.insert(by_definition(game, step.position, known)?);
    }
    let nimber = mex.take();
    known.insert(position, Some(nimber));
    Ok(nimber)
}

/// Play can come back to a position.
#[derive(Debug)]
struct GoesRound;

/// How many positions were compared, and how many fell apart; `None` if the game does not tell its parts.
fn compare(text: &str, settings: &Settings) -> Option<(usize, usize)> {
    fn of<W: Word>(game: &RulesGame<W>) -> Option<(usize, usize)> {
        let reference = Reference::new(game.instance());
        let mut known = HashMap::new();
        let goes_round = by_definition(&reference, reference.start(), &mut known).is_err();
        let parts = game.separation()?;
        let mut search = NimberSearch::new(parts.clone(), &Job::default());
        let (mut compared, mut split) = (0, 0);
        for (position, nimber) in known {
            let board = parts.of_board(game.board(&W::narrow(position)));
            split += usize::from(board.len() > 1);
            compared += 1;
            let found = search.nimber(board.clone()).unwrap();
            match nimber {
                Some(nimber) => {
                    assert_eq!(found, Some(nimber), "{}", reference.print(&position));
                    for other in 0..4 {
                        let has = search.has_nimber(board.clone(), Nimber(other)).unwrap();
                        assert_eq!(has, Some(nimber == Nimber(other)));
                    }
                }
                None => assert!(goes_round),
            }
        }
        Some((compared, split))
    }
    let rules = Rules::read(text).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    match rules.instance(settings).unwrap().game().unwrap() {
        AnyGame::Narrow(game) => of(&game),
        AnyGame::Wide(game) => of(&game),
        AnyGame::Widest(game) => of(&game),
    }
}

fn of_size(width: u32, height: u32) -> Settings {
    let of = [("width", width), ("height", height)];
    of.map(|(name, size)| (name, size.to_string()))
        .into_iter()
        .collect()
}

#[test]
fn boards_on_which_moves_give_moves_have_the_nimbers_of_the_definition() {
    let sizes = [(3, 3), (4, 2), (5, 2), (9, 1), (4, 3)];
    for (width, height) in sizes.into_iter().take(all_or(4, 5)) {
        let (compared, split) = compare(CLOBBER, &of_size(width, height)).unwrap();
        assert!(
            split > 0 && compared > 10,
            "{width} by {height}: {compared}, {split}"
        );
    }
}

/// Rules with few fields, in which moves ask for some and write some.
fn random_rules(random: &mut Random) -> String {
    let fields = 4 + random.place(4);
    let mut text = String::from("game random\nimpartial\n");
    for field in 0..fields {
        writeln!(text, "f{field}: 0..2 = {}", random.place(3)).unwrap();
    }
    for number in 0..5 + random.place(9) {
        let first = random.place(fields);
        let second = (first + 1 + random.place(2)) % fields;
        let from = 1 + random.place(2);
        write!(text, "move m{number}() if f{first} == {from}").unwrap();
        if second != first && random.place(3) > 0 {
            write!(text, " and f{second} == {}", random.place(3)).unwrap();
        }
        // Mostly fields only become smaller, so that play ends; another one may become larger by it.
        let to = if random.place(60) == 0 {
            2
        } else {
            random.place(from)
        };
        writeln!(text, ":\n    f{first} = {to}").unwrap();
        if random.place(3) == 0 {
            writeln!(text, "    f{second} = 0").unwrap();
        }
    }
    text
}

#[test]
fn random_boards_have_the_nimbers_of_the_definition() {
    let (mut told, mut split) = (0, 0);
    for seed in 0..all_or(400, 10_000) {
        let text = random_rules(&mut Random(seed));
        if let Some((_, fell_apart)) = compare(&text, &Settings::default()) {
            told += 1;
            split += usize::from(fell_apart > 0);
        }
    }
    assert!(told > 300 && split > 50, "{told} games, {split} fell apart");
}

/// What a theorem says of the start of Clobber in which both players have all moves, and of each move.
fn by_theorem(request: &Request) -> (Outcome, Vec<Outcome>) {
    let options = SolveOptions::default().with_answer_by(AnswerBy::Theorem);
    let plan = TheoremPlan::of(request, &options).unwrap().unwrap();
    assert_eq!(
        plan.name(),
        "the nimbers of parts that no move ties together, added up"
    );
    let theorem = plan.apply(&options).unwrap().unwrap();
    let moves = theorem.moves().unwrap();
    let moves = moves.iter().map(|of| of.outcome);
    (theorem.outcome(), moves.collect())
}

#[test]
fn a_theorem_tells_who_wins_and_every_move() {
    for &(width, height) in all_or(&[(3, 3), (4, 3)][..], &[(3, 3), (4, 3), (4, 4)]) {
        let request = Request::rules(CLOBBER, "either.zug");
        let request = request
            .set("width", width.to_string())
            .set("height", height.to_string());
        let problem = Problem::new(&request).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let moves = solution.moves(&problem.root()).unwrap();
        let moves: Vec<Outcome> = moves.iter().map(|of| of.value.outcome()).collect();
        let (outcome, by_parts) = by_theorem(&request);
        assert_eq!(
            Some(outcome),
            solution
                .value(&problem.root())
                .unwrap()
                .map(zug::Value::outcome)
        );
        let count = |all: &[Outcome]| all.iter().filter(|of| **of == Outcome::Win).count();
        assert_eq!(
            (count(&by_parts), by_parts.len()),
            (count(&moves), moves.len())
        );
    }
}

#[test]
fn play_that_goes_round_has_no_nimber_by_parts() {
    let round = "game round\nimpartial\na: 0..1 = 0\nb: 0..1 = 0\nmove up if a == 0:\n    a = 1\n\
                 move down if a == 1:\n    a = 0\nmove take if b == 0:\n    b = 1\n";
    let options = SolveOptions::default().with_answer_by(AnswerBy::Theorem);
    let plan = TheoremPlan::of(&Request::rules(round, "round.zug"), &options);
    assert!(plan.unwrap().unwrap().apply(&options).is_err());
    let request = Request::rules(round, "round.zug");
    let reply = zug::Plan::of(&request, &SolveOptions::default()).unwrap();
    let reply = reply.run(&SolveOptions::default()).unwrap();
    assert!(matches!(reply, Reply::Positions { .. }));
}
