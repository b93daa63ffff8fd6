//! The search of one position against the table of all positions.

use std::num::NonZeroUsize;

use zug::{
    AnswerBy, Begins, Engine, Error, MovesAsked, Outcome, Plan, Play, Problem, Reply, Request,
    Scope, SearchReason, Searched, SolveOptions, answer,
};
use zug_testkit::{all_or, todays};

use crate::values::values;

/// Searches some positions of a game, spread over all of them, and compares with the table.
/// Returns the number of comparisons.
fn compare(request: &Request, most: usize, with_remoteness: &[bool]) -> usize {
    let problem = Problem::new(request).unwrap();
    let options = SolveOptions::default().with_memory(256 << 20);
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let positions = values(&solution);
    let mut compared = 0;
    for (position, value) in positions.iter().step_by(positions.len().div_ceil(most)) {
        let problem = problem.clone().at(*position);
        let place = || problem.print(position);
        let engines = [
            (None, 1),
            (Some(Engine::ProofNumbers), 1),
            (Some(Engine::ProofNumbers), 2),
        ];
        let all = |remoteness| engines.map(|engine| (remoteness, engine));
        for (remoteness, (engine, threads)) in with_remoteness.iter().copied().flat_map(all) {
            let options = options.clone().with_remoteness(remoteness);
            let options = options.with_engine(engine);
            let options = options.with_threads(NonZeroUsize::new(threads).unwrap());
            let searched = problem.search(&options).unwrap();
            compared += 1;
            assert_eq!(searched.worth.outcome(), value.outcome(), "{}", place());
            let plies = value.remoteness().filter(|_| remoteness);
            assert_eq!(searched.worth.remoteness(), plies, "{}", place());
            let moves = solution.moves(position).unwrap();
            assert_eq!(searched.moves.len(), moves.len());
            for told in searched.moves {
                let known = moves
                    .iter()
                    .find(|of| of.position == told.position)
                    .unwrap();
                assert_eq!(told.outcome, known.value.outcome(), "{}", place());
                if told.remoteness.is_some() {
                    assert_eq!(told.value(), Some(known.value), "{}", place());
                }
            }
        }
    }
    compared
}

#[test]
fn a_search_says_what_the_table_says() {
    // Games in which play ends. Positions by the interpreter and by machine code, impartial
    // ones, misère ones, moves that keep the turn, symmetries that swap the players.
    let ending = [
        ("subtraction", &[("n", "21")][..]),
        ("nim", &[("piles", "[3, 4, 5]")]),
        ("kayles", &[("n", "9")]),
        ("hexapawn", &[]),
        ("tic-tac-toe", &[]),
        ("misere-tic-tac-toe", &[]),
        ("connect-four", &[("width", "4"), ("height", "4")]),
        ("domineering", &[]),
        ("reversi", &[]),
        ("kalah", &[]),
        ("kalah", &[("pits", "2"), ("seeds", "3")]),
        ("kalah", &[("pits", "4"), ("seeds", "1")]),
        ("sim", &[]),
        ("breakthrough", &[]),
        ("clobber", &[("width", "3")]),
        ("dots-and-boxes", &[]),
        ("dawsons-kayles", &[]),
        ("number-game", &[]),
        ("furlo-rublo", &[]),
    ];
    for (name, settings) in todays(4, ending) {
        let mut request = Request::catalogue(name).unwrap();
        for (parameter, value) in settings {
            request = request.set(*parameter, *value);
        }
        // Much is derived from the rules of Kalah before each search.
        let most = if name == "kalah" {
            all_or(3, 12)
        } else {
            all_or(6, 25)
        };
        let compared = compare(&request, most, &[false, true]);
        assert!(compared > 10, "{name}: {compared}");
    }
}

#[test]
fn where_play_goes_round_a_search_says_what_the_table_says() {
    let both = &[false, true][..];
    for (name, with_remoteness) in [
        ("pong-hau-ki", both),
        ("mu-torere", &[false]),
        ("three-mens-morris", &[false]),
        ("dodgem", &[false]),
        ("awari", &[false]),
    ] {
        let request = Request::catalogue(name).unwrap();
        let most = all_or(4, 10);
        assert!(compare(&request, most, with_remoteness) > 5, "{name}");
    }
}

#[test]
fn threads_say_what_one_thread_says() {
    // Large enough that the other threads help, and that the tables grow under them.
    let by_numbers = Some(Engine::ProofNumbers);
    let large = [
        ("connect-four", [("width", "5"), ("height", "5")], None),
        ("domineering", [("width", "7"), ("height", "6")], None),
        (
            "connect-four",
            [("width", "5"), ("height", "4")],
            by_numbers,
        ),
        ("clobber", [("width", "5"), ("height", "4")], by_numbers),
    ];
    for (name, settings, engine) in todays(4, large) {
        let request = settings.iter().fold(
            Request::catalogue(name).unwrap(),
            |request, (parameter, value)| request.set(*parameter, *value),
        );
        let problem = Problem::new(&request).unwrap();
        let by = |threads| {
            let threads = NonZeroUsize::new(threads).unwrap();
            let options = SolveOptions::default().with_memory(64 << 20);
            let options = options.with_threads(threads).with_engine(engine);
            problem.search(&options).unwrap()
        };
        let (alone, together) = (by(1), by(3));
        assert!(alone.nodes > 1 << 16, "{name}: {} nodes", alone.nodes);
        assert_eq!(alone.worth, together.worth, "{name}");
        let outcomes = |of: &Searched| {
            let moves = of.moves.iter();
            moves
                .map(|of| (of.name.clone(), of.outcome))
                .collect::<Vec<_>>()
        };
        assert_eq!(outcomes(&alone), outcomes(&together), "{name}");
    }
}

#[test]
fn a_game_too_large_for_the_memory_is_searched_instead() {
    let request = Request::catalogue("connect-four").unwrap();
    let request = request.set("width", "6").set("height", "4");
    let options = SolveOptions::default().with_memory(16 << 20);
    let plan = Plan::of(&request, &options).unwrap();
    assert!(matches!(
        &plan,
        Plan::Positions {
            in_turns: Some(_),
            ..
        }
    ));
    let reply = plan.run(&options).unwrap();
    let Reply::Searched { searched, .. } = &reply else {
        panic!("the positions take more than 16 MiB");
    };
    assert_eq!(searched.worth.outcome(), Outcome::Loss); // J. Tromp
    assert_eq!(searched.moves.len(), 6);
    // Whoever asks for the positions is told that they do not fit.
    let positions = options.clone().with_answer_by(AnswerBy::Positions);
    let Err(Error::Solve(refused)) = answer(&request, &positions) else {
        panic!("the positions take more than 16 MiB");
    };
    assert!(refused.is_too_large());
    let every = request.with_scope(Scope::Everywhere);
    let search = options.with_answer_by(AnswerBy::Search);
    assert!(matches!(
        Plan::of(&every, &search),
        Err(Error::SearchOfEveryState)
    ));
}

/// The move that is told alone is one of the best.
#[test]
fn one_move_that_is_asked_for_is_one_of_the_best() {
    for (name, settings) in [
        ("tic-tac-toe", &[][..]),
        ("reversi", &[("n", "4")]),
        ("domineering", &[("width", "4"), ("height", "3")]),
        ("connect-four", &[("width", "4"), ("height", "4")]),
        ("dodgem", &[("n", "3")]),
    ] {
        let request = settings.iter().fold(
            Request::catalogue(name).unwrap(),
            |request, &(parameter, value)| request.set(parameter, value),
        );
        let problem = Problem::new(&request).unwrap();
        for remoteness in [false, true] {
            let options = SolveOptions::default().with_remoteness(remoteness);
            let all = problem.search(&options).unwrap();
            let one = problem
                .search(&options.with_moves(MovesAsked::One))
                .unwrap();
            let [best] = &one.moves[..] else {
                panic!("{name}: {:?}", one.moves);
            };
            assert_eq!(one.worth, all.worth, "{name}");
            assert_eq!(one.more_moves, all.moves.len() > 1);
            let same = all.moves.iter().find(|of| of.name == best.name).unwrap();
            assert_eq!((best, best.outcome), (same, all.worth.outcome()), "{name}");
            assert_eq!(best.remoteness, all.worth.remoteness(), "{name}");
        }
    }
}

/// A count of the moves that are left ends a search of who wins, and not one of how soon.
#[test]
fn moves_that_are_counted_change_no_answer() {
    for (width, height) in [(4, 4), (5, 4), (4, 5)] {
        let request = Request::catalogue("domineering").unwrap();
        let request = request
            .set("width", width.to_string())
            .set("height", height.to_string());
        let problem = Problem::new(&request).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let searched = problem.search(&SolveOptions::default()).unwrap();
        assert_eq!(
            searched.moves.len(),
            solution.moves(&problem.root()).unwrap().len()
        );
        for of in &searched.moves {
            let value = solution.value(&of.position).unwrap().unwrap();
            assert_eq!(
                of.outcome,
                value.outcome().flipped(),
                "{width} {height} {}",
                of.name
            );
        }
        let timed = SolveOptions::default().with_remoteness(true);
        let timed = problem.search(&timed).unwrap();
        assert_eq!(
            timed.worth.value(),
            solution.value(&problem.root()).unwrap()
        );
        assert!(
            searched.nodes < timed.nodes,
            "{} {}",
            searched.nodes,
            timed.nodes
        );
        let proof = problem
            .search(&SolveOptions::default().with_proof(true))
            .unwrap();
        assert!(proof.proof.is_some());
    }
}

/// Whoever lights the first two lamps wins. Of `n` lamps a move can switch `used`.
const LAMPS: &str = r#"
game lamps(n = 70, used = 70)
players A, B

lit[i in 0..n-1]: bool = i == 0

move toggle(i in 0..used-1) "{i}":
    lit[i] = not lit[i]

win other if lit[0] and lit[1]
"#;

/// In a game of a vast number of states that play comes back to, a search of one best move takes turns
/// with finding all positions, but few positions are solved before it begins.
#[test]
fn where_states_are_vast_a_search_of_one_move_takes_turns() {
    let lamps = |used: &str| Request::rules(LAMPS, "lamps.zug").set("used", used);
    let takes_turns = |request: &Request, options: &SolveOptions| {
        let plan = Plan::of(request, options).unwrap();
        plan.search_reasons().contains(&SearchReason::OneMoveAlone)
    };
    // A sample of play refuses the positions, or more are found than are found first.
    for probe in [true, false] {
        let options = SolveOptions::default().with_memory(256 << 20);
        let options = options.with_probe(probe);
        assert!(takes_turns(&lamps("70"), &options));
        let reply = answer(&lamps("70"), &options).unwrap();
        let Reply::Searched { searched, .. } = &reply else {
            panic!("all positions were found");
        };
        assert_eq!(searched.worth.outcome(), Outcome::Win);
        assert_eq!(searched.moves[0].name, "1");
        // All moves were asked for, and the search stopped at one: the answer says so.
        assert!(searched.more_moves && searched.left_moves_unvalued());
        let limited = options.clone().with_moves(MovesAsked::One);
        let reply = answer(&lamps("70"), &limited).unwrap();
        let Reply::Searched { searched, .. } = &reply else {
            panic!("all positions were found");
        };
        assert!(searched.more_moves && !searched.left_moves_unvalued());
        // All positions where they are fewer than that, though a plan does not know it.
        assert!(takes_turns(&lamps("12"), &options));
        let reply = answer(&lamps("12"), &options).unwrap();
        let Reply::Positions { solution, .. } = &reply else {
            panic!("a few positions were not solved");
        };
        let root = Problem::new(&lamps("12")).unwrap().root();
        let value = solution.value(&root).unwrap().unwrap();
        assert_eq!(value.outcome(), Outcome::Win);
    }
    // What a search cannot tell is not searched for.
    let positions = SolveOptions::default().with_answer_by(AnswerBy::Positions);
    assert!(!takes_turns(&lamps("70"), &positions));
    // A few positions are found while planning, and nothing is searched.
    assert!(!takes_turns(&lamps("8"), &SolveOptions::default()));
    // In a game of fewer states all moves are valued.
    let fewer = lamps("8").set("n", "60");
    assert!(!takes_turns(
        &fewer,
        &SolveOptions::default().with_memory(1 << 20)
    ));
}

/// Whichever of solving all positions and searching one ends first tells the outcome and the number of
/// moves, the outcome of every move and the number of moves of the best ones: the same as the other.
#[test]
fn what_ends_first_tells_what_the_table_of_all_positions_tells() {
    let mut by_search = 0;
    for (name, settings) in [
        ("connect-four", &[("width", "5"), ("height", "4")][..]),
        ("connect-four", &[("width", "4"), ("height", "5")]),
        ("domineering", &[("width", "5"), ("height", "5")]),
        ("kalah", &[("pits", "3"), ("seeds", "3")]),
        ("hex", &[("size", "4")]),
        ("dodgem", &[("n", "4")]),
        ("kalah-by-margin", &[("pits", "3"), ("seeds", "3")]),
        ("breakthrough", &[]),
    ] {
        let request = settings.iter().fold(
            Request::catalogue(name).unwrap(),
            |request, &(parameter, value)| request.set(parameter, value),
        );
        let options = SolveOptions::default();
        let reply = answer(&request, &options).unwrap();
        let Reply::Searched { problem, searched } = &reply else {
            continue;
        };
        by_search += 1;
        let solution = problem.solve(&options).unwrap();
        let root = problem.root();
        let score = solution.score(&root).unwrap();
        assert_eq!(searched.score, score, "{name}");
        let value = solution.value(&root).unwrap().unwrap();
        assert_eq!(searched.worth.outcome(), value.outcome(), "{name}");
        assert!(!searched.more_moves, "{name}");
        let moves = solution.moves(&root).unwrap();
        assert_eq!(searched.moves.len(), moves.len(), "{name}");
        for of in &moves {
            let told = searched.moves.iter().find(|told| told.name == of.name);
            let told = told.unwrap();
            if told.outcome == value.outcome() || told.score.is_some() {
                assert_eq!(told.told(), of.told(), "{name} {}", of.name);
            } else {
                assert_eq!(told.outcome, of.value.outcome(), "{name} {}", of.name);
            }
        }
        if score.is_none() {
            assert_eq!(searched.worth.value(), Some(value), "{name}");
        }
    }
    assert!(by_search >= 3, "{by_search} games were searched");
}

/// Only solved positions tell nimbers: an impartial game is searched only if they do not fit.
#[test]
fn where_positions_tell_more_a_search_waits_for_them() {
    let options = SolveOptions::default();
    let begins = |request: &Request, options: &SolveOptions| {
        let plan = Plan::of(request, options).unwrap();
        assert!(matches!(plan, Plan::Positions { .. }));
        plan.begins()
    };
    let chomp = Request::rules(
        "game piles(n = 40)\nimpartial\na: 0..n = n\nb: 0..n = n\nc: 0..n = n\n\
         move left(k in 1..2) if a >= k \"l{k}\":\n    a -= k\n\
         move middle if b > 0 and a < b \"m\":\n    b -= 1\n    a = 0\n\
         move right if c > 0 \"r\":\n    c -= 1\n    b = min(b, c)\n",
        "piles.zug",
    );
    assert_eq!(begins(&chomp, &options), None);
    let little = options.clone().with_memory(1 << 20);
    assert_eq!(begins(&chomp, &little), Some(Begins::IfTooMany));
    let misere = chomp.with_play(Some(Play::Misere));
    assert!(matches!(
        begins(&misere, &options),
        Some(Begins::AfterPositions(_))
    ));
}
