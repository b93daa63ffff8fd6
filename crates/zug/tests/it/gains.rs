//! Games whose moves gain points: all positions beside plain recursion by the rules as they are
//! written, and beside the same games with what was gained in their positions.

use std::collections::HashMap;
use std::ops::ControlFlow;

use zug::{
    Beside, Engine, Error, Extent, GainsLack, Merging, Method, MovesAsked, Outcome, Plan, Position,
    Problem, ProofCheck, ProofClaim, Purpose, Request, Scope, Solution, SolveError, SolveOptions,
    Tree, TreeLimits, explain_solved,
};
use zug_game::{Game, U256};
use zug_lang::{Reference, Rules};
use zug_testkit::{all_or, random, summing};
use zug_values::{Turn, Value};

use crate::scores::ScoredDisk;

const DEQUE: &str = "\
game deque(row = [10, 80, 90, 30])
players Left, Right
let n = len(row)

from: 0..n = 0
to:   0..n = n

move first if from < to:
    gain row[from]
    from += 1

move last if from < to:
    to -= 1
    gain row[to]

symmetry swap
";

const DOTS_AND_BOXES: &str = "\
game dots_and_boxes(width = 2, height = 2)
players A, B
type spots = grid(2*width + 1, 2*height + 1)
let boxes = [(2*x + 1, 2*y + 1) for x in 0..width-1 for y in 0..height-1]
let sides = [(1, 0), (0, 1), (-1, 0), (0, -1)]

drawn[spots]: bool = false

let full(box) = all(drawn[box + d] for d in sides)

move line((x, y) in spots) if (x + y) % 2 == 1 and not drawn[x, y] \"{x},{y}\":
    drawn[x, y] = true
    for d in sides if (x, y) + d in boxes:
        if full((x, y) + d):
            gain 1
            again

symmetry spots: all
symmetry swap
";

/// The names of parameters with their values.
type Settings<'a> = &'a [(&'a str, &'a str)];

fn problem(rules: &str, settings: Settings<'_>) -> Problem {
    let request = Request::rules(rules, "rules.zug");
    let request = settings
        .iter()
        .fold(request, |request, (name, value)| request.set(*name, *value));
    Problem::new(&request).unwrap()
}

fn solved(rules: &str, settings: Settings<'_>) -> (Problem, Solution) {
    let problem = problem(rules, settings);
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    (problem, solution)
}

/// The score of the first position.
fn score(rules: &str, settings: Settings<'_>) -> i64 {
    let (problem, solution) = solved(rules, settings);
    solution.score(&problem.root()).unwrap().unwrap()
}

#[test]
fn deque_is_worth_what_the_contest_says() {
    // AtCoder Educational DP Contest, problem L, with its samples.
    let ten = "[1000000000, 1, 1000000000, 1, 1000000000, 1, 1000000000, 1, 1000000000, 1]";
    for (row, expected) in [
        ("[10, 80, 90, 30]", 10),
        ("[10, 100, 10]", -80),
        ("[10]", 10),
        (ten, 4_999_999_995),
        ("[4, 2, 9, 7, 1, 5]", 2),
    ] {
        assert_eq!(score(DEQUE, &[("row", row)]), expected, "{row}");
    }
}

#[test]
fn gains_are_worth_what_a_sum_in_the_position_is() {
    let row = "[7, 1, 1, 9, 2, 8, 3, 3]";
    let kalah = Request::catalogue("kalah-by-margin").unwrap();
    let kalah = &*kalah.source;
    let cases: &[(&str, &str, Settings<'_>)] = &[
        (DEQUE, summing::COINS, &[("row", row)]),
        (
            DOTS_AND_BOXES,
            summing::BOXES,
            &[("width", "2"), ("height", "2")],
        ),
        (
            DOTS_AND_BOXES,
            summing::BOXES,
            &[("width", "3"), ("height", "1")],
        ),
        (kalah, summing::KALAH, &[("pits", "2"), ("seeds", "3")]),
        (kalah, summing::KALAH, &[("pits", "3"), ("seeds", "2")]),
    ];
    for (rules, summing, settings) in cases {
        let (gaining, solution) = solved(rules, settings);
        let summing = problem(summing, settings);
        let name = summing.name().to_owned();
        let summed = summing.solve(&SolveOptions::default()).unwrap();
        let (counts, more) = (solution.counts().unwrap(), summed.counts().unwrap());
        assert!(counts.positions < more.positions, "{name}");
        // Along a line of play the scores differ by what was gained before it.
        let (mut here, mut there) = (gaining.root(), summing.root());
        let mut ahead = 0;
        for step in 0.. {
            let (ours, theirs) = (
                solution.moves_in_order(&here).unwrap(),
                summed.moves_in_order(&there).unwrap(),
            );
            let scores = [&ours, &theirs].map(|moves| {
                let all = moves.iter().map(|of| (of.name.clone(), of.score.unwrap()));
                all.collect::<Vec<_>>()
            });
            let [gained, all] = scores;
            let gained: Vec<_> = gained
                .into_iter()
                .map(|(name, score)| (name, score + ahead))
                .collect();
            assert_eq!(gained, all, "{name} after {step} moves");
            let Some(place) = (!ours.is_empty()).then(|| step * 7 % ours.len()) else {
                break;
            };
            ahead += ours[place].gain.unwrap();
            if ours[place].turn == Turn::Passes {
                ahead = -ahead;
            }
            (here, there) = (ours[place].position, theirs[place].position);
        }
        solution.verify().unwrap();
    }
}

/// The score of a position by plain recursion with the plain evaluator; `None` where play comes back
/// to a position or the rules break.
fn by_definition(
    rules: &Reference<'_>,
    position: U256,
    known: &mut HashMap<U256, Option<i64>>,
) -> Option<i64> {
    if let Some(&known) = known.get(&position) {
        return known;
    }
    if known.len() > 2000 {
        return None;
    }
    known.insert(position, None);
    let moves = rules.gaining(position).ok()?;
    let mut best = None;
    for (step, gain) in &moves {
        let after = by_definition(rules, step.position, known)?;
        best = best.max(Some(match step.turn {
            Turn::Passes => gain - after,
            Turn::Kept => gain + after,
        }));
    }
    let score = match best {
        Some(best) => best,
        None => rules.score(position).ok()??,
    };
    known.insert(position, Some(score));
    Some(score)
}

#[test]
fn random_games_that_gain_are_worth_what_plain_recursion_says() {
    let wanted = all_or(60, 10_000);
    let (mut compared, mut positions) = (0, 0);
    let (mut searched, mut at_once) = (0, 0);
    let written = random::Asked::or_else(1_000_000, 3000);
    let sources = written
        .rules()
        .flat_map(|(seed, source)| [source, random::symmetric_game(seed)]);
    for source in sources {
        if !source.contains(" gain ") {
            continue;
        }
        let Ok(rules) = Rules::read(&source) else {
            continue;
        };
        let Ok(instance) = rules.instance(&zug_lang::Settings::default()) else {
            continue;
        };
        if !instance.has_gains() {
            continue;
        }
        let reference = Reference::new(&instance);
        let mut known = HashMap::new();
        let Some(score) = by_definition(&reference, reference.start(), &mut known) else {
            continue;
        };
        let Ok(problem) = Problem::new(&Request::rules(source.clone(), "random.zug")) else {
            continue;
        };
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let root = problem.root();
        assert_eq!(solution.score(&root).unwrap(), Some(score), "{source}");
        let table = Solution::of_table(&problem, ScoredDisk::of(&solution));
        searched += usize::from(is_found_by_search(&problem, &solution, &table, &source));
        at_once += usize::from(all_states_are_right(&source, &reference));
        let moves = solution.moves_in_order(&root).unwrap();
        let best = moves.iter().map(|of| of.score.unwrap()).max();
        assert!(best.is_none_or(|best| best == score), "{source}");
        let value = solution.value(&root).unwrap().unwrap();
        assert_eq!(value.outcome(), Outcome::of_score(score), "{source}");
        let best = solution.moves(&root).unwrap();
        assert!(
            best.first().is_none_or(|first| first.value == value),
            "{source}"
        );
        for extent in [Extent::All, Extent::Sample(3)] {
            let options = SolveOptions::default();
            for solution in [&solution, &table] {
                let certificate = solution.verify_with(extent, &options).unwrap();
                assert_eq!(certificate.positions, known.len() as u64, "{source}");
            }
        }
        compared += 1;
        positions += known.len();
        if compared == wanted {
            break;
        }
    }
    println!(
        "{compared} games with {positions} positions, {searched} searched, {at_once} of all states"
    );
    // On some days the games are small, and few have all of their states within reach.
    assert!(positions > 2 * compared);
    assert!(
        searched > compared / 2 && at_once >= all_or(0, 1),
        "{searched} {at_once}"
    );
}

/// Compares a search by each engine with the solution and with a table of it. Returns false if it has
/// no answer, as moves gain too many points for it.
fn is_found_by_search(
    problem: &Problem,
    solution: &Solution,
    table: &Solution,
    source: &str,
) -> bool {
    let root = problem.root();
    let moves = |solution: &Solution| {
        let moves = solution.moves_in_order(&root).unwrap();
        let mut told: Vec<_> = moves
            .into_iter()
            .map(|of| (of.name, of.score, of.gain))
            .collect();
        told.sort();
        told
    };
    let wanted = moves(solution);
    assert_eq!(
        solution.moves(&root).unwrap(),
        table.moves(&root).unwrap(),
        "{source}"
    );
    let proof = SolveOptions::default().with_proof(true);
    for (options, leaves) in [
        (SolveOptions::default(), None),
        (SolveOptions::default(), Some(table)),
        (
            SolveOptions::default().with_engine(Some(Engine::ProofNumbers)),
            None,
        ),
        (proof.clone().with_moves(MovesAsked::One), None),
    ] {
        let beside = match leaves {
            Some(leaves) => Beside::default().with_leaves(leaves),
            None => Beside::default(),
        };
        let searched = match problem.search_with(&options, beside) {
            Ok(searched) => searched,
            // No level is known.
            Err(Error::Gains(GainsLack::Proof)) => continue,
            Err(Error::Solve(SolveError::GainsTooLarge { .. } | SolveError::Score { .. })) => {
                return false;
            }
            Err(error) => panic!("{error}: {source}"),
        };
        assert_eq!(searched.score, solution.score(&root).unwrap(), "{source}");
        let mut told: Vec<_> = searched
            .moves
            .iter()
            .map(|of| (of.name.clone(), of.score, of.gain))
            .collect();
        told.sort();
        match &searched.proof {
            None => assert_eq!(told, wanted, "{source}"),
            Some(found) => {
                assert!(told.iter().all(|of| wanted.contains(of)), "{source}");
                let claim = searched.claim();
                let proves = |claim: &ProofClaim| {
                    let mut check = ProofCheck::new(problem, found.len() as u64, &proof).unwrap();
                    for (position, bounds) in found.entries() {
                        check.add(position, bounds).unwrap();
                    }
                    check.run(claim)
                };
                proves(&claim).unwrap_or_else(|error| panic!("{error}: {source}"));
                let score = searched.score.unwrap();
                assert!(proves(&ProofClaim::Score(score + 1)).is_err(), "{source}");
                assert!(proves(&ProofClaim::Score(score - 1)).is_err(), "{source}");
            }
        }
    }
    true
}

/// Compares the scores of all states with those by plain recursion. Returns false if there are too
/// many states, or if the rules break in one of these.
fn all_states_are_right(source: &str, reference: &Reference<'_>) -> bool {
    let request = Request::rules(source, "random.zug").with_scope(Scope::Everywhere);
    let problem = Problem::new(&request).unwrap();
    if problem.states().is_none_or(|states| states > 2000) {
        return false;
    }
    let Ok(solution) = problem.solve(&SolveOptions::default()) else {
        return false;
    };
    let mut known = HashMap::new();
    let mut states = 0;
    let mut compare = |position: Position, value: Value| {
        states += 1;
        let score = by_definition(reference, position.to_bits(), &mut known);
        assert_eq!(score, solution.score(&position).unwrap(), "{source}");
        let outcome = score.map(Outcome::of_score);
        assert_eq!(outcome, Some(value.outcome()), "{source}");
        ControlFlow::Continue(())
    };
    solution.each_value(&mut compare).unwrap();
    for extent in [Extent::All, Extent::Sample(3)] {
        let options = SolveOptions::default();
        let certificate = solution.verify_with(extent, &options).unwrap();
        assert_eq!(Some(u128::from(certificate.positions)), problem.states());
        assert_eq!(certificate.entries, states);
    }
    true
}

#[test]
fn what_a_game_that_gains_has_not_is_refused() {
    let options = SolveOptions::default();
    let problem = problem(DEQUE, &[]);
    let lacks = |error: Error, lack: GainsLack| {
        assert!(matches!(error, Error::Gains(of) if of == lack), "{error}");
    };
    let remoteness = options.clone().with_remoteness(true);
    let error = problem.search(&remoteness).unwrap_err();
    lacks(error, GainsLack::Remoteness);
    let searched = problem.with_search(&remoteness, |_| Ok::<_, Error>(()));
    lacks(searched.unwrap_err(), GainsLack::Remoteness);
    for method in [Method::Retrograde, Method::Dense, Method::Retracting] {
        let options = options.clone().with_method(method);
        lacks(problem.solve(&options).unwrap_err(), GainsLack::Method);
    }
    let around = "game g\nplayers A, B\nx: 0..1 = 0\nmove m:\n    x = 1 - x\n    gain 1\n";
    let around = Problem::new(&Request::rules(around, "g.zug")).unwrap();
    let error = around.solve(&options).unwrap_err();
    assert!(matches!(error, Error::EndlessScores { .. }), "{error}");
    let error = around.search(&options).unwrap_err();
    assert!(matches!(error, Error::Solve(_)), "{error}");
    let error = around
        .search(&options.clone().with_proof(true))
        .unwrap_err();
    lacks(error, GainsLack::Proof);
    // A search has scores of up to two thousand points.
    let many = self::problem(DEQUE, &[("row", "[4000, 1, 4000, 1]")]);
    let error = many.search(&options).unwrap_err();
    let too_large = matches!(error, Error::Solve(SolveError::GainsTooLarge { .. }));
    assert!(too_large, "{error}");
}

/// The tree of the rules, and the one in which each position stands once.
fn trees(rules: &str, problem: &Problem, solution: &Solution) -> [Tree; 2] {
    let limits = TreeLimits::default();
    let request = Request::rules(rules, "rules.zug");
    let merging = Merging::of(&request, problem).unwrap();
    [
        Tree::new(problem, solution, &limits).unwrap(),
        Tree::merged(problem, solution, &limits, &merging).unwrap(),
    ]
}

#[test]
fn the_tree_and_the_explanation_count_what_moves_gain() {
    let rules = &DEQUE.replace("[10, 80, 90, 30]", "[1, 5, 2]");
    let (problem, solution) = solved(rules, &[]);
    let lines = explain_solved(&problem, &solution, None).unwrap();
    assert!(lines.iter().any(|line| line.contains("-2")), "{lines:?}");
    for tree in trees(rules, &problem, &solution) {
        assert!(tree.has_scores);
        assert_eq!(tree.root.minimax, Some(-2));
        let best = tree.root.branches.iter().filter(|branch| branch.best);
        let names: Vec<&str> = best.map(|branch| &*branch.name).collect();
        assert_eq!(names, ["first +1", "last +2"]);
    }
}

#[test]
fn moves_to_one_position_that_gain_more_or_less_are_told_apart() {
    let rules = "\
game one
players A, B
left: 0..1 = 1

move take(k in 1..3) if left > 0:
    gain 2 * k - 3
    left = 0
";
    let (problem, solution) = solved(rules, &[]);
    let moves = solution.moves(&problem.root()).unwrap();
    let told: Vec<_> = moves.iter().map(|of| (of.score, of.gain)).collect();
    let twice = |gain| (Some(gain), Some(gain));
    assert_eq!(told, [twice(3), twice(1), twice(-1)]);
    for tree in trees(rules, &problem, &solution) {
        let best = tree.root.branches.iter().filter(|branch| branch.best);
        let best: Vec<_> = best.map(|branch| branch.moves.clone()).collect();
        assert_eq!(best, [["take 3"]]);
    }
}

#[test]
fn an_assessment_and_a_line_of_a_search_count_what_moves_gain() {
    let kalah = Request::catalogue("kalah-by-margin").unwrap();
    for (rules, settings) in [
        (DEQUE, &[("row", "[7, 1, 1, 9, 2, 8, 3, 3]")][..]),
        (DOTS_AND_BOXES, &[]),
        (&*kalah.source, &[]),
    ] {
        let (problem, solution) = solved(rules, settings);
        let root = problem.root();
        let options = SolveOptions::default();
        for purpose in [Purpose::AllMoves, Purpose::BestMove] {
            let (assessed, line) = problem
                .with_search(&options, |search| {
                    let assessed = search.assess(&root, purpose)?;
                    let line = search.line(&root, assessed.known, 100)?;
                    Ok::<_, Error>((assessed, line))
                })
                .unwrap();
            assert!(assessed.complete);
            assert_eq!(assessed.known.score(), solution.score(&root).unwrap());
            let moves = solution.moves_in_order(&root).unwrap();
            for of in &assessed.moves {
                let same = moves.iter().find(|one| one.name == of.legal.name).unwrap();
                assert_eq!(Some(of.legal.gain), same.gain);
                let (least, most) = of.known.score_bounds();
                assert!(least.is_none_or(|least| Some(least) <= same.score));
                assert!(most.is_none_or(|most| Some(most) >= same.score));
                if purpose == Purpose::AllMoves {
                    assert_eq!(of.known.score(), same.score);
                }
            }
            // The line keeps the score of the position to the end.
            let (mut at, mut mine, mut ahead) = (root, true, 0);
            for name in &line.0 {
                let moves = solution.moves_in_order(&at).unwrap();
                let made = moves.into_iter().find(|of| of.name == *name).unwrap();
                ahead += if mine { 1 } else { -1 } * made.gain.unwrap();
                mine = mine == (made.turn == Turn::Kept);
                at = made.position;
            }
            assert!(line.1);
            let end = solution.score(&at).unwrap().unwrap();
            let end = if mine { end } else { -end };
            assert_eq!(Some(ahead + end), assessed.known.score());
        }
    }
}

#[test]
fn a_large_game_is_searched_in_turns_with_its_positions() {
    let settings = [("width", "3"), ("height", "3")];
    let problem = problem(DOTS_AND_BOXES, &settings);
    let plan = Plan::of_problem(problem, &SolveOptions::default());
    let search = plan.search().expect("a search takes turns");
    assert!(search.scores);
}
