//! Loopy nimbers by the façade, against the plain solution of sums in which all parts are one game.

use std::collections::BTreeSet;

use zug::{
    AnswerBy, Compound, Extent, Infinity, LoopyNimber, Nimber, Outcome, PartMove, Play, Problem,
    Request, SolveOptions, Sum, SumWorth, Worth, answer, explain,
};
use zug_testkit::games::token::{Whole, graph, rules};
use zug_testkit::games::two_tables::{Dice, Table};
use zug_testkit::{all_or, graph_oracle, todays};

const EVERYTHING: usize = 100_000;

fn token(graph: &Table, start: u16) -> Request {
    Request::rules(rules(graph), "token").set("start", start.to_string())
}

fn sum(parts: Vec<(String, Request)>) -> SumWorth {
    let options = SolveOptions::default();
    let sum = Sum::new(parts, Compound::One, None, &options).unwrap();
    sum.solve(EVERYTHING, &options).unwrap()
}

/// The turns of a sum, as the number of a part with the node that its token goes to; a move of Nim is
/// the number of counters that are taken.
fn turns(turns: &[Vec<PartMove>]) -> BTreeSet<(usize, u16)> {
    let single = turns.iter().map(|turn| {
        let node = turn[0].name.trim_start_matches("to ");
        (turn[0].part, node.parse().unwrap())
    });
    single.collect()
}

fn heap(most: u16) -> Table {
    (0..=most).map(|heap| (0..heap).collect()).collect()
}

/// Compares a sum of tokens, and of a heap of Nim besides if there is one, with its plain solution.
fn check(graphs: &[&Table], at: [u16; 3], counters: Option<u16>) -> Outcome {
    let heap = heap(counters.unwrap_or_default());
    let mut tables = graphs.to_vec();
    tables.extend(counters.map(|_| &heap));
    let whole = Whole(tables);
    let values = graph_oracle::values(&whole, &[at]);
    let about = || format!("{graphs:?} {at:?}");
    let mut parts = Vec::new();
    for (number, graph) in graphs.iter().enumerate() {
        parts.push((number.to_string(), token(graph, at[number])));
    }
    parts.extend(counters.map(|counters| {
        let nim = Request::catalogue("nim").unwrap();
        ("nim".to_owned(), nim.set("piles", format!("[{counters}]")))
    }));
    let worth = sum(parts);
    let outcome = values[&at].outcome();
    assert_eq!(worth.outcome(), Some(outcome), "{}", about());
    let loopy = worth.worth.as_ref().and_then(Worth::loopy_nimber);
    assert_eq!(
        loopy.map(|loopy| loopy.outcome()),
        Some(outcome),
        "{}",
        about()
    );
    assert!(
        !worth.more_turns && !worth.more_drawing_turns,
        "{}",
        about()
    );
    let leaving = |left| -> BTreeSet<(usize, u16)> {
        let moves = whole.leaving(&at, left, &values).into_iter();
        moves
            .map(|(part, to)| match counters {
                Some(counters) if part == graphs.len() => (part, counters - to),
                _ => (part, to),
            })
            .collect()
    };
    let (winning, drawing) = match outcome {
        Outcome::Win => (leaving(Outcome::Loss), BTreeSet::new()),
        Outcome::Draw => (BTreeSet::new(), leaving(Outcome::Draw)),
        Outcome::Loss => (BTreeSet::new(), BTreeSet::new()),
    };
    assert_eq!(turns(&worth.turns), winning, "{}", about());
    assert_eq!(turns(&worth.drawing_turns), drawing, "{}", about());
    outcome
}

#[test]
fn sums_of_tokens_are_what_their_plain_solution_says() {
    let mut dice = Dice(1966);
    let mut met = [0, 0, 0];
    for round in 0..all_or(600, 3_000) {
        let graphs = [graph(&mut dice), graph(&mut dice), graph(&mut dice)];
        let at = [0, 1, 2].map(|part: usize| dice.below(graphs[part].len() as u16));
        let two = [&graphs[0], &graphs[1]];
        let outcome = match round % 3 {
            0 => check(&two, [at[0], at[1], 0], None),
            1 => {
                let counters = dice.below(4);
                check(&two, [at[0], at[1], counters], Some(counters))
            }
            _ => check(&[&graphs[0], &graphs[1], &graphs[2]], at, None),
        };
        met[outcome as usize] += 1;
    }
    assert!(met.iter().min() > Some(&20), "{met:?}");
}

/// Several tokens on one graph, as one sum that is written as rules.
fn tokens(graph: &Table, starts: [u16; 3]) -> Request {
    let [one, two, three] = starts;
    let text = format!(
        "{}\ngame tokens(starts = [{one}, {two}, {three}])\nsum token(s) for s in starts\n",
        rules(graph)
    );
    Request::rules(text, "tokens")
}

#[test]
fn a_sum_that_is_written_as_rules_is_what_its_positions_say() {
    let mut dice = Dice(1975);
    let mut loopy = 0;
    for _ in 0..all_or(60, 600) {
        let graph = graph(&mut dice);
        let starts = [0; 3].map(|_: u16| dice.below(graph.len() as u16));
        let request = tokens(&graph, starts);
        // Both answer, and contradict each other nowhere: neither in numbers nor in sets of ∞.
        let options = SolveOptions::default();
        let both = answer(&request, &options).unwrap();
        let theorem = both.theorem().expect("a sum is split");
        loopy += usize::from(theorem.name().contains("loopy"));
        let verified = both
            .verify(&request, Extent::All, &options)
            .unwrap()
            .unwrap();
        let agreement = verified.agreement.expect("a theorem applies");
        assert_eq!(
            agreement.positions, verified.certificate.positions,
            "{graph:?}"
        );
        assert!(!explain(&both).unwrap().is_empty());
        let alone = options.with_answer_by(AnswerBy::Theorem);
        let alone = answer(&request, &alone).unwrap();
        let (both, alone) = (both.worth().unwrap(), alone.worth().unwrap());
        assert_eq!(
            both.loopy_nimber(),
            alone.loopy_nimber(),
            "{graph:?} {starts:?}"
        );
        assert_eq!(both.outcome(), alone.outcome());
        // As one part of a larger sum it is worth the same.
        let parts = vec![
            ("tokens".to_owned(), request),
            ("token".to_owned(), token(&graph, starts[0])),
        ];
        let (worth, one) = (
            sum(parts),
            sum(vec![("token".to_owned(), token(&graph, starts[0]))]),
        );
        let of = |worth: &SumWorth| worth.worth.as_ref().and_then(Worth::loopy_nimber).unwrap();
        assert_eq!(of(&worth), both.loopy_nimber().unwrap() + of(&one));
    }
    assert!(loopy > 20, "{loopy}");
}

/// A token that goes from 2 to 1, or stays, and from 1 to 0.
fn waiting() -> Table {
    vec![vec![], vec![0], vec![1, 2]]
}

#[test]
fn a_position_and_its_moves_have_loopy_nimbers() {
    let problem = Problem::new(&token(&waiting(), 2)).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let root = problem.root();
    let infinity = Infinity::new([Nimber(1)]).unwrap();
    assert_eq!(solution.nimber(&root).unwrap(), None);
    assert_eq!(
        solution.loopy_nimber(&root).unwrap(),
        Some(infinity.clone().into())
    );
    let worth = solution.worth(&root).unwrap().unwrap();
    assert_eq!(worth.infinity(), Some(&infinity));
    assert_eq!(worth.outcome(), Outcome::Draw);
    let moves = solution.moves_in_order(&root).unwrap();
    let after: Vec<Option<LoopyNimber>> = moves.iter().map(|of| of.after.loopy_nimber()).collect();
    assert_eq!(after, [Some(Nimber(1).into()), Some(infinity.into())]);
    // Where whoever is stuck wins there are none.
    let misere = token(&waiting(), 2).with_play(Some(Play::Misere));
    let problem = Problem::new(&misere).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    assert_eq!(solution.loopy_nimber(&problem.root()).unwrap(), None);
    assert!(!problem.defines_nimbers());
}

#[test]
fn the_explanation_gives_the_loopy_nimber_by_those_of_the_options() {
    let told = |graph: &Table, start| {
        let reply = answer(&token(graph, start), &SolveOptions::default()).unwrap();
        explain(&reply).unwrap()[1].clone()
    };
    assert_eq!(
        told(&waiting(), 2),
        "Nimber ∞(1): options are worth 1, ∞(1); the least number that is missing is 0, and from \
         some option no move leads to 0."
    );
    let reverting = vec![vec![], vec![0], vec![1, 3], vec![2, 0, 1]];
    assert_eq!(
        told(&reverting, 2),
        "Nimber 0: options are worth 1, 2; the least number that is missing is 0, and each option \
         worth more than 0, or ∞, has a move back to 0."
    );
}

#[test]
fn a_row_of_northcott_does_not_stand_for_a_heap_beside_play_that_goes_round() {
    let northcott = Request::catalogue("northcott")
        .unwrap()
        .set("rows", "[(1, 4)]");
    let parts = vec![
        ("northcott".to_owned(), northcott),
        ("token".to_owned(), token(&waiting(), 2)),
    ];
    // The product of both parts answers.
    let worth = sum(parts);
    assert!(
        worth.why[0].starts_with("no theorem holds"),
        "{:?}",
        worth.why
    );
}

#[test]
fn where_no_theorem_is_known_for_parts_that_go_round_the_reason_says_so() {
    let circle: Table = (0..200)
        .map(|node| vec![(node + 1) % 200, node / 2])
        .collect();
    let options = SolveOptions::default();
    let part = |number: u16| (number.to_string(), token(&circle, 100 + number));
    for (compound, play) in [
        (Compound::NotAll, Play::Normal),
        (Compound::One, Play::Misere),
        (Compound::Some, Play::Misere),
    ] {
        let parts = (0..6).map(part).collect();
        let sum = Sum::new(parts, compound, Some(play), &options).unwrap();
        let worth = sum.solve(EVERYTHING, &options).unwrap();
        assert_eq!(worth.outcome(), None);
        let about = format!("under `{compound}` in {play} play");
        assert!(
            worth.why.iter().any(|line| line.contains(&about)),
            "{:?}",
            worth.why
        );
    }
}

#[test]
fn every_small_catalogue_game_in_which_play_goes_round_has_its_loopy_nimbers() {
    let mut looping = Vec::new();
    for entry in todays(3, zug_catalogue::entries()) {
        let request = Request::catalogue(entry.name).unwrap();
        let problem = Problem::new(&request).unwrap();
        let is_small = problem.states().is_some_and(|states| states <= 1 << 16);
        if !problem.defines_nimbers() || !is_small {
            continue;
        }
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        if solution.nimber(&problem.root()).unwrap().is_some() {
            continue;
        }
        looping.push(entry.name);
        assert!(solution.loopy_nimber(&problem.root()).unwrap().is_some());
        let twice = sum(vec![
            ("one".to_owned(), request.clone()),
            ("two".to_owned(), request),
        ]);
        assert!(
            twice
                .worth
                .is_some_and(|worth| worth.loopy_nimber().is_some())
        );
    }
    // In each impartial game of the catalogue play ends, or the rules end it by a winner.
    assert_eq!(looping, [""; 0]);
}
