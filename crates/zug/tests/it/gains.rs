//! Games whose moves gain points: all positions beside plain recursion by the rules as they are
//! written, and beside the same games with what was gained in their positions.

use std::collections::HashMap;

use zug::{
    Error, Extent, GainsLack, Merging, Method, Outcome, Plan, Problem, Request, Solution,
    SolveOptions, Tree, TreeLimits, explain_solved,
};
use zug_game::{Game, U256};
use zug_lang::{Reference, Rules};
use zug_testkit::{all_or, random};
use zug_values::Turn;

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

const KALAH: &str = "\
game kalah(pits = 3, seeds = 2)
players A, B
type cups = 0..2*pits-1

let total = 2 * pits * seeds
let pit = {A: [i for i in 0..pits-1], B: [i + pits for i in 0..pits-1]}
let at(i) = pit[me][i] if i < pits else pit[other][i - pits - 1]

cup[cups]: 0..total = seeds

let over = all(cup[pit[me][i]] == 0 for i in 0..pits-1)

move sow(i in 0..pits-1) if cup[pit[me][i]] > 0 \"{i + 1}\":
    let n = cup[pit[me][i]]
    cup[pit[me][i]] = 0
    for j in 1..n:
        let k = (i + j) % (2*pits + 1)
        if k == pits:
            gain 1
        else:
            cup[at(k)] += 1
    let last = (i + n) % (2*pits + 1)
    if last == pits:
        again
    elif last < pits:
        let opposite = pit[other][pits - 1 - last]
        if cup[at(last)] == 1 and cup[opposite] > 0:
            gain cup[opposite] + 1
            cup[opposite] = 0
            cup[at(last)] = 0

score -sum(cup[pit[other][i]] for i in 0..pits-1) if over
symmetry swap cups: c -> (c + pits) % (2*pits)
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
    let cases: &[(&str, &str, Settings<'_>)] = &[
        (DEQUE, "coins-in-a-row", &[("row", row)]),
        (
            DOTS_AND_BOXES,
            "dots-and-boxes-by-margin",
            &[("width", "2"), ("height", "2")],
        ),
        (
            DOTS_AND_BOXES,
            "dots-and-boxes-by-margin",
            &[("width", "3"), ("height", "1")],
        ),
        (KALAH, "kalah-by-margin", &[("pits", "2"), ("seeds", "3")]),
        (KALAH, "kalah-by-margin", &[("pits", "3"), ("seeds", "2")]),
    ];
    for (rules, name, settings) in cases {
        let (gaining, solution) = solved(rules, settings);
        let request = Request::catalogue(name).unwrap();
        let request = settings
            .iter()
            .fold(request, |request, (name, value)| request.set(*name, *value));
        let summing = Problem::new(&request).unwrap();
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
    let wanted = all_or(150, 10_000);
    let (mut compared, mut positions) = (0, 0);
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
            let certificate = solution.verify_with(extent, &options).unwrap();
            assert_eq!(certificate.positions, known.len() as u64, "{source}");
        }
        compared += 1;
        positions += known.len();
        if compared == wanted {
            break;
        }
    }
    println!("{compared} games with {positions} positions");
    assert!(positions > 5 * compared);
}

#[test]
fn what_a_game_that_gains_has_not_is_refused() {
    let options = SolveOptions::default();
    let problem = problem(DEQUE, &[]);
    let lacks = |error: Error, lack: GainsLack| {
        assert!(matches!(error, Error::Gains(of) if of == lack), "{error}");
    };
    lacks(problem.search(&options).unwrap_err(), GainsLack::Search);
    let searched = problem.with_search(&options, |_| Ok::<_, Error>(()));
    lacks(searched.unwrap_err(), GainsLack::Search);
    for method in [
        Method::Retrograde,
        Method::Tiers,
        Method::Dense,
        Method::Retracting,
    ] {
        let options = options.clone().with_method(method);
        lacks(problem.solve(&options).unwrap_err(), GainsLack::Method);
    }
    let around = "game g\nplayers A, B\nx: 0..1 = 0\nmove m:\n    x = 1 - x\n    gain 1\n";
    let around = Problem::new(&Request::rules(around, "g.zug")).unwrap();
    let error = around.solve(&options).unwrap_err();
    assert!(matches!(error, Error::EndlessScores { .. }), "{error}");
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
    let plan = Plan::of_problem(problem, &SolveOptions::default());
    assert!(plan.search().is_none());
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
