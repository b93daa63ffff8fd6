//! Theorems say what the positions say, in every position of small games.

use std::collections::BTreeSet;

use zug::{
    AnswerBy, Error, Outcome, Play, Problem, Reply, Request, SolveOptions, Theorem, TheoremPlan,
    answer,
};

use crate::values::values;

/// How far a theorem names winning moves without looking at the others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Names {
    /// All that win.
    All,
    /// Some that win, if any does.
    Some,
    /// None.
    None,
}

fn request(game: &str, settings: &[(&str, &str)], play: Option<Play>) -> Request {
    let mut request = Request::catalogue(game).unwrap();
    for (name, value) in settings {
        request = request.set(*name, *value);
    }
    request.settings.play = play;
    request
}

/// Compares in every position that is not finished; how many there were.
fn agree(game: &str, settings: &[(&str, &str)], play: Option<Play>, names: Names) -> usize {
    let options = SolveOptions::default();
    let request = request(game, settings, play);
    let problem = Problem::new(&request).unwrap();
    let solution = problem.solve(&options).unwrap();
    let mut compared = 0;
    for (position, value) in values(&solution) {
        let text = problem.print(&position);
        let told = format!("{game} {settings:?} {play:?}: {text}");
        let at = request.clone().at(text);
        let moves = solution.moves_in_order(&position).unwrap();
        let Some(theorem) = Theorem::of(&at, &options).unwrap() else {
            assert!(moves.is_empty(), "no theorem: {told}");
            continue;
        };
        assert_eq!(theorem.outcome(), value.outcome(), "{told}");
        if let (Some(a), Some(b)) = (theorem.nimber(), solution.nimber(&position).unwrap()) {
            assert_eq!(a, b, "{told}");
        }
        assert!(!theorem.why().is_empty(), "{told}");
        let claimed = theorem.moves().unwrap();
        let expected: Vec<(String, Outcome)> = moves
            .iter()
            .map(|answer| (answer.name.clone(), answer.value.outcome()))
            .collect();
        let claimed: Vec<(String, Outcome)> = claimed
            .into_iter()
            .map(|claimed| (claimed.name, claimed.outcome))
            .collect();
        assert_eq!(claimed, expected, "{told}");

        let wins =
            |(name, outcome): &(String, Outcome)| (*outcome == Outcome::Win).then(|| name.clone());
        let winning: BTreeSet<String> = expected.iter().filter_map(wins).collect();
        let named = if moves.is_empty() {
            Some(BTreeSet::new())
        } else {
            let named = theorem.named_moves();
            if let Some(named) = &named {
                assert!(!named.all || named.moves.len() == winning.len(), "{told}");
            }
            named.map(|named| {
                named
                    .moves
                    .into_iter()
                    .map(|claimed| claimed.name)
                    .collect()
            })
        };
        match (named, names) {
            (Some(named), Names::All) => assert_eq!(named, winning, "{told}"),
            (Some(named), Names::Some) => {
                assert!(named.is_subset(&winning), "{told}");
                assert_eq!(named.is_empty(), winning.is_empty(), "{told}");
            }
            (named, Names::None) => assert!(moves.is_empty() || named.is_none(), "{told}"),
            (None, _) => panic!("no moves are named: {told}"),
        }
        compared += 1;
    }
    compared
}

const NORMAL: Option<Play> = Some(Play::Normal);
const MISERE: Option<Play> = Some(Play::Misere);

#[test]
fn nim_is_xor_and_bouton_knows_misere() {
    for piles in ["[6]", "[3, 4, 5]", "[1, 1, 1, 2]"] {
        for play in [NORMAL, MISERE] {
            assert!(agree("nim", &[("piles", piles)], play, Names::All) > 5);
        }
    }
}

#[test]
fn heaps_go_by_the_window_of_their_last_outcomes() {
    for take in ["{1, 3, 4}", "{2, 5}", "{3}", "{1, 2, 40}"] {
        for play in [NORMAL, MISERE] {
            let settings = [("n", "30"), ("take", take)];
            assert!(agree("subtraction", &settings, play, Names::All) > 5);
        }
    }
    let settings = [("n", "40"), ("take", "{1, 3, 8}")];
    assert!(agree("bachet", &settings, None, Names::All) > 30);
}

#[test]
fn forbidden_takes_go_by_a_histogram() {
    for forbidden in ["{1, 2, 3}", "{2}", "{1, 4}"] {
        let settings = [("piles", "[4, 5, 3]"), ("forbidden", forbidden)];
        assert!(agree("forbidden-take-away", &settings, NORMAL, Names::All) > 5);
    }
}

#[test]
fn furlo_and_rublo_go_by_runs() {
    let settings = [("piles", "[16, 20, 90]")];
    assert!(agree("furlo-rublo", &settings, NORMAL, Names::Some) > 30);
}

#[test]
fn rows_of_pins_are_heaps_of_a_code() {
    for n in ["1", "2", "7", "10"] {
        let settings = [("n", n)];
        agree("kayles", &settings, NORMAL, Names::All);
        agree("dawsons-kayles", &settings, NORMAL, Names::All);
    }
    let settings = [("n", "14")];
    assert!(agree("dawsons-kayles", &settings, NORMAL, Names::All) > 100);
    let misere = request("kayles", &[], MISERE);
    let theorem = Theorem::of(&misere, &SolveOptions::default()).unwrap();
    assert!(theorem.is_none());
}

#[test]
fn long_rows_of_pins_need_no_position() {
    let request = request("kayles", &[("n", "4000")], None);
    let Reply::Theorem(theorem) = answer(&request, &SolveOptions::default()).unwrap() else {
        panic!("no position of that row fits");
    };
    // 4000 = 76 + 12 · 327, and 76 is worth 1 by the table of Guy and Smith.
    assert_eq!(theorem.nimber(), Some(zug::Nimber(1)));
    let named = theorem.named_moves().unwrap();
    assert!(
        named.all
            && named
                .moves
                .iter()
                .any(|claimed| claimed.name == "2000-2001")
    );
}

#[test]
fn wythoffs_game_goes_by_the_golden_ratio() {
    for (first, second) in [("0", "0"), ("5", "8"), ("7", "7")] {
        for play in [NORMAL, MISERE] {
            let settings = [("first", first), ("second", second)];
            let compared = agree("wythoff", &settings, play, Names::All);
            assert!(compared > 30 || first == "0");
        }
    }
    let (first, second) = ("1618033988749894848", "2618033988749894848");
    let far = request("wythoff", &[("first", first), ("second", second)], None);
    let Reply::Theorem(theorem) = answer(&far, &SolveOptions::default()).unwrap() else {
        panic!("no table of that size fits");
    };
    assert_eq!(theorem.outcome(), Outcome::Loss);
}

#[test]
fn green_hackenbush_goes_by_fusion_and_colons() {
    let pictures = [
        "[(0, 1), (1, 2), (1, 3), (3, 4), (0, 5), (5, 6), (6, 7), (7, 5)]",
        "[(0, 0), (0, 1), (0, 1), (1, 1), (1, 2)]",
        "[(0, 1), (0, 1), (1, 0), (0, 2)]",
        "[(5, 0), (5, 9), (9, 5), (9, 9), (9, 0), (0, 7)]",
    ];
    for edges in pictures {
        assert!(agree("green-hackenbush", &[("edges", edges)], NORMAL, Names::All) > 5);
    }
    // All pictures of at most three edges between three nodes.
    let kinds = ["(0, 0)", "(0, 1)", "(0, 2)", "(1, 1)", "(2, 1)", "(2, 2)"];
    let mut compared = 0;
    for (a, one) in kinds.iter().enumerate() {
        for (b, two) in kinds.iter().enumerate().skip(a) {
            for three in &kinds[b..] {
                let edges = format!("[{one}, {two}, {three}]");
                let stands = [("edges", edges.as_str())];
                if Problem::new(&request("green-hackenbush", &stands, None)).is_ok() {
                    agree("green-hackenbush", &stands, NORMAL, Names::All);
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 29);
    assert!(is_refused("green-hackenbush", MISERE));
    // An edge that stands on nothing is cut by the rules, and so the theorem is silent.
    let floating = request("green-hackenbush", &[("edges", "[(0, 1), (1, 2)]")], None);
    let floating = floating.at("stands=.#");
    assert!(
        Theorem::of(&floating, &SolveOptions::default())
            .unwrap()
            .is_none()
    );
}

/// Whether no theorem answers the start of a game under this convention.
fn is_refused(game: &str, play: Option<Play>) -> bool {
    let asked = request(game, &[], play);
    Theorem::of(&asked, &SolveOptions::default())
        .unwrap()
        .is_none()
}

#[test]
fn a_picture_of_a_thousand_edges_is_answered() {
    // A stalk of 500 edges, each third node with a loop, and 400 edges on the ground.
    let stalk = (0..500).map(|node| format!("({node}, {})", node + 1));
    let loops = (1..=100).map(|place| format!("({0}, {0})", 3 * place));
    let others = (0..400).map(|node| format!("(0, {})", 1000 + node));
    let edges: Vec<String> = stalk.chain(loops).chain(others).collect();
    let edges = format!("[{}]", edges.join(", "));
    let asked = request("green-hackenbush", &[("edges", &edges)], None);
    let Reply::Theorem(theorem) = answer(&asked, &SolveOptions::default()).unwrap() else {
        panic!("a thousand edges fit into no word");
    };
    let mut worth = 0_u32;
    for node in (0..500).rev() {
        worth += 1;
        worth ^= u32::from(node > 0 && node % 3 == 0 && node <= 300);
    }
    assert_eq!(theorem.nimber(), Some(zug::Nimber(worth)));
    assert!(!theorem.named_moves().unwrap().moves.is_empty());
}

#[test]
fn treblecross_goes_by_runs_of_free_cells() {
    for n in ["3", "4", "7", "8"] {
        for play in [NORMAL, MISERE] {
            assert!(agree("treblecross", &[("n", n)], play, Names::All) > 3);
        }
    }
    let long = request("treblecross", &[("n", "3000")], None);
    let Reply::Theorem(theorem) = answer(&long, &SolveOptions::default()).unwrap() else {
        panic!("a strip of 3000 cells fits into no word");
    };
    assert_eq!((theorem.nimber(), theorem.heap()), (None, None));
    let named = theorem.named_moves().unwrap();
    assert_eq!(named.moves.is_empty(), theorem.outcome() == Outcome::Loss);
}

#[test]
fn fibonacci_nim_goes_by_sums_of_fibonacci_numbers() {
    for n in ["2", "13", "20"] {
        assert!(agree("fibonacci-nim", &[("n", n)], NORMAL, Names::All) > 1);
        // Under misère play the pattern in the catalogue answers.
        assert!(agree("fibonacci-nim", &[("n", n)], MISERE, Names::All) > 1);
    }
    let far = request("fibonacci-nim", &[("n", "1000000000000000000")], None);
    let Reply::Theorem(theorem) = answer(&far, &SolveOptions::default()).unwrap() else {
        panic!("no table of that size fits");
    };
    let named = theorem.named_moves().unwrap();
    assert!(named.all && theorem.outcome() == Outcome::Win);
    assert_eq!(named.moves[0].name, "2");
}

#[test]
fn euclid_goes_by_the_golden_ratio() {
    for (first, second) in [("31", "12"), ("13", "21"), ("9", "9"), ("1", "1")] {
        for play in [NORMAL, MISERE] {
            let settings = [("first", first), ("second", second)];
            assert!(agree("euclid", &settings, play, Names::All) > 0);
        }
    }
    let (first, second) = ("1000000000000000000", "618033988749894849");
    let far = request("euclid", &[("first", first), ("second", second)], None);
    let Reply::Theorem(theorem) = answer(&far, &SolveOptions::default()).unwrap() else {
        panic!("no table of that size fits");
    };
    assert_eq!(theorem.outcome(), Outcome::Loss);
}

#[test]
fn coins_in_a_circle_are_rows_once_one_is_taken() {
    for n in ["1", "2", "3", "4", "5", "8", "9"] {
        assert!(agree("coins-in-a-circle", &[("n", n)], NORMAL, Names::All) > 0);
    }
    assert!(is_refused("coins-in-a-circle", MISERE));
    let far = request("coins-in-a-circle", &[("n", "1000000000")], None);
    let Reply::Theorem(theorem) = answer(&far, &SolveOptions::default()).unwrap() else {
        panic!("a circle of that size fits into no word");
    };
    assert_eq!(theorem.nimber(), Some(zug::Nimber(0)));
}

#[test]
fn node_kayles_on_paths_and_cycles_is_dawsons_chess() {
    let graphs = [
        ("9", "[(i, i + 1) for i in 0..7]"),
        ("9", "[(i, (i + 1) % 9) for i in 0..8]"),
        (
            "10",
            "[(0, 4), (4, 2), (2, 0), (1, 3), (3, 1), (5, 6), (6, 7), (7, 8), (9, 9)]",
        ),
    ];
    for (nodes, edges) in graphs {
        let settings = [("nodes", nodes), ("edges", edges)];
        assert!(agree("node-kayles", &settings, NORMAL, Names::All) > 5);
    }
    assert!(is_refused("node-kayles", MISERE));
    // Three edges at one node.
    let star = [("nodes", "4"), ("edges", "[(0, 1), (0, 2), (0, 3)]")];
    let star = request("node-kayles", &star, None);
    assert!(
        Theorem::of(&star, &SolveOptions::default())
            .unwrap()
            .is_none()
    );
    let path = request("node-kayles", &[("nodes", "2000")], None);
    let Reply::Theorem(theorem) = answer(&path, &SolveOptions::default()).unwrap() else {
        panic!("a path of that length fits into no word");
    };
    assert!(theorem.nimber().is_some());
}

#[test]
fn powers_go_by_exponents() {
    for n in ["1", "9", "10"] {
        let start = request("powers", &[("n", n)], None);
        let problem = Problem::new(&start).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        for (position, value) in values(&solution) {
            let at = start.clone().at(problem.print(&position));
            let theorem = Theorem::of(&at, &SolveOptions::default()).unwrap().unwrap();
            assert_eq!(theorem.outcome(), value.outcome());
            assert_eq!(theorem.nimber(), solution.nimber(&position).unwrap());
        }
        let theorem = Theorem::of(&start, &SolveOptions::default())
            .unwrap()
            .unwrap();
        let winning: BTreeSet<String> = solution
            .moves_in_order(&problem.root())
            .unwrap()
            .into_iter()
            .filter(|answer| answer.value.outcome() == Outcome::Win)
            .map(|answer| answer.name)
            .collect();
        let named = theorem.named_moves().unwrap().moves;
        let named: BTreeSet<String> = named.into_iter().map(|claimed| claimed.name).collect();
        assert_eq!(named, winning);
    }
}

#[test]
fn northcott_is_nim_in_disguise() {
    for rows in ["[(1, 5)]", "[(4, 5), (1, 2)]", "[(5, 1), (2, 4)]"] {
        let settings = [("columns", "5"), ("rows", rows)];
        assert!(agree("northcott", &settings, NORMAL, Names::Some) > 10);
    }
}

#[test]
fn the_number_game_goes_by_layers() {
    for rounds in ["1", "3"] {
        let settings = [("rounds", rounds)];
        assert!(agree("number-game", &settings, None, Names::None) > 5);
    }
}

#[test]
fn roxor_adds_up_its_stones() {
    for piles in ["[2, 1, 0, 1]", "[1, 0, 2, 1, 1]", "[3, 2]"] {
        assert!(agree("roxor", &[("piles", piles)], NORMAL, Names::All) > 3);
    }
}

#[test]
fn stones_in_order_are_a_staircase() {
    for piles in ["[3, 5, 9]", "[2, 2, 4, 5]", "[7]"] {
        let settings = [("piles", piles)];
        assert!(agree("stone-game-strategist", &settings, NORMAL, Names::All) > 5);
    }
}

#[test]
fn cakes_go_by_parity() {
    for cakes in ["[2, 3, 5]", "[3, 3, 3, 2]", "[6]"] {
        // Where many amounts win, as with three largest cakes, they are not named.
        let request = request("cake-party", &[("cakes", cakes)], None);
        let problem = Problem::new(&request).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        for (position, value) in values(&solution) {
            let at = request.clone().at(problem.print(&position));
            let theorem = Theorem::of(&at, &SolveOptions::default()).unwrap().unwrap();
            assert_eq!(theorem.outcome(), value.outcome());
            let nimber = theorem.nimber();
            assert!(nimber.is_none() || nimber == solution.nimber(&position).unwrap());
        }
    }
}

#[test]
fn the_calendar_goes_by_parity() {
    let settings = [("start", "(1999, 2, 27)")];
    assert!(agree("calendar", &settings, None, Names::All) > 900);
    let other_goal = request("calendar", &[("goal", "(2001, 11, 3)")], None);
    let theorem = Theorem::of(&other_goal, &SolveOptions::default()).unwrap();
    assert!(theorem.is_none());
}

#[test]
fn on_a_chess_board_of_any_size_one_mirrors() {
    for n in 2..=4 {
        let request = request("vasya-chess", &[("n", &n.to_string())], None);
        let reply = answer(&request, &SolveOptions::default()).unwrap();
        let Reply::Positions {
            problem,
            solution,
            theorem: Some(theorem),
        } = reply
        else {
            panic!("both answer for n = {n}");
        };
        let moves = solution.moves(&problem.root()).unwrap();
        for named in theorem.winning_moves().unwrap().moves {
            let known = moves
                .iter()
                .find(|answer| answer.name == named.name)
                .unwrap();
            assert_eq!(
                known.value.outcome(),
                Outcome::Win,
                "n = {n}: {}",
                named.name
            );
        }
    }
    let huge = request("vasya-chess", &[("n", "1000000000")], None);
    let Reply::Theorem(theorem) = answer(&huge, &SolveOptions::default()).unwrap() else {
        panic!("no position of that board fits");
    };
    assert_eq!(theorem.outcome(), Outcome::Win);
    let named = theorem.winning_moves().unwrap().moves;
    assert_eq!(named.len(), 1);
    assert_eq!(named[0].name, "1,2");
}

#[test]
fn a_sum_splits_into_its_parts() {
    let settings = [("n", "5"), ("at", "[(3, 4), (4, 4), (2, 1)]")];
    assert!(agree("knights", &settings, NORMAL, Names::All) > 50);
}

#[test]
fn a_split_is_not_planned_where_a_part_is_too_large_for_it() {
    let options = SolveOptions::default();
    let refusal = |piles| {
        let request = request("nim", &[("piles", piles)], None);
        let planned = TheoremPlan::of(&request, &options).map(|_| ());
        let solved = Theorem::of(&request, &options).map(|_| ());
        let message = |result: Result<(), Error>| result.map_err(|error| error.to_string());
        (message(planned), message(solved))
    };
    let (planned, solved) = refusal("[10000000000, 1]");
    assert_eq!(planned, solved);
    assert!(planned.unwrap_err().contains("too many values"));
    assert_eq!(refusal("[10, 1]"), (Ok(()), Ok(())));
}

#[test]
fn misere_sums_do_not_split() {
    let request = request("knights", &[], MISERE);
    let theorem = Theorem::of(&request, &SolveOptions::default()).unwrap();
    assert!(theorem.is_none());
}

#[test]
fn other_rules_have_no_theorem() {
    // A rule more, and nothing of what is known of the game need hold.
    let source = zug_catalogue::find("nim").unwrap().source;
    let changed = source.replace("if k <= stones", "if k <= stones and k != 2");
    assert_ne!(source, changed);
    let request = Request::rules(changed, "mine");
    let theorem = Theorem::of(&request, &SolveOptions::default()).unwrap();
    assert_eq!(
        theorem.map(|theorem| theorem.name().to_owned()),
        Some("the nimbers of the 3 parts, added up".to_owned())
    );
    let asked = SolveOptions::default().with_answer_by(AnswerBy::Theorem);
    let none = Theorem::of(&Request::catalogue("kalah").unwrap(), &asked);
    assert!(matches!(none, Err(Error::NoTheorem)));
}

#[test]
fn a_theorem_answers_where_no_position_fits() {
    let options = SolveOptions::default();
    let knights = format!("[{}]", vec!["(7, 7)"; 60].join(", "));
    let request = request("knights", &[("at", &knights)], None);
    assert!(Problem::new(&request).is_err());
    let Reply::Theorem(theorem) = answer(&request, &options).unwrap() else {
        panic!("sixty boards of 64 cells have no table");
    };
    assert_eq!(theorem.outcome(), Outcome::Loss);
    assert_eq!(theorem.position(), None);
}

#[test]
fn few_positions_are_looked_at_beside_a_theorem_and_many_are_not() {
    let options = SolveOptions::default();
    let few = answer(&request("nim", &[], None), &options).unwrap();
    assert!(matches!(
        few,
        Reply::Positions {
            theorem: Some(_),
            ..
        }
    ));
    let many = request("nim", &[("piles", "[500, 600, 700]")], None);
    let many = answer(&many, &options).unwrap();
    assert!(matches!(many, Reply::Theorem(_)));
    // These are 60,701 positions, which would fit, with 21 million moves.
    let moves = request("nim", &[("piles", "[600, 100]")], None);
    let moves = answer(&moves, &options).unwrap();
    assert!(matches!(moves, Reply::Theorem(_)));
}
