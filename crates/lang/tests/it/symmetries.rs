//! Declared symmetries are proved from the rules, or nothing uses them.

use std::collections::{BTreeMap, HashMap, HashSet};

use zug_game::{Game, Notation, Orbits, PerfectIndex, Step, Symmetric, U256};
use zug_lang::{AnyGame, Reference, Rules, RulesGame, Settings, Word};
use zug_solve::{Job, strong};
use zug_testkit::random::{self, FalseIn};
use zug_testkit::{all_or, oracle};
use zug_values::Value;

/// What is said of the declared symmetries of a game that are not used.
fn left_out(game: &AnyGame) -> Vec<String> {
    let notes = match game {
        AnyGame::Narrow(game) => game.symmetries_left_out(),
        AnyGame::Wide(game) => game.symmetries_left_out(),
        AnyGame::Widest(game) => game.symmetries_left_out(),
    };
    notes.into_iter().map(|note| note.label).collect()
}

/// The games of the catalogue with a symmetry that is true and that cannot be proved yet: chips
/// that burst one after the other, and a group that is looked for from the first man on.
const NOT_PROVED: [&str; 2] = ["critical-mass", "lines-of-action"];

#[test]
fn the_symmetries_of_the_catalogue_are_proved() {
    let mut declaring = 0;
    let mut unproved = Vec::new();
    for entry in zug_catalogue::entries() {
        let rules = Rules::read(entry.source).unwrap();
        if !entry.source.contains("\nsymmetry ") {
            continue;
        }
        let instance = rules.instance(&Settings::default()).unwrap();
        let game = instance.game().unwrap();
        declaring += 1;
        if !left_out(&game).is_empty() {
            unproved.push(entry.name);
        }
    }
    assert!(declaring > 50, "{declaring}");
    assert_eq!(unproved, NOT_PROVED);
}

/// The number of states of a game that are looked at: all of a small game, else states that are
/// spread over all states, most of which play does not reach.
const STATES: u128 = 200;

/// What the plain evaluator says of a position: how the game is over, or where moves lead.
/// `None` where the rules fault.
fn told(rules: &Reference<'_>, position: U256) -> Option<(String, Vec<Gaining>)> {
    let over = rules.expand(&position, &mut Vec::new()).ok()?;
    let score = rules.score(position).ok()?;
    Some((format!("{over:?} {score:?}"), rules.gaining(position).ok()?))
}

/// A step, and what its move gains.
type Gaining = (Step<U256>, i64);

fn in_order(mut steps: Vec<Gaining>) -> Vec<Gaining> {
    steps.sort_by_key(|(step, gain)| (step.position, format!("{:?}", step.turn), *gain));
    steps.dedup();
    steps
}

/// Compares what the plain evaluator says of states with what it says of each image, all
/// products of declared symmetries included. Returns the number of symmetries; `None`
/// if there are none.
fn hold_in_states<W: Word>(game: &RulesGame<W>) -> Option<usize> {
    let game = game.with_declared_symmetry();
    if game.order() == 1 {
        return None;
    }
    let rules = Reference::new(game.instance());
    let step = usize::try_from(game.size().div_ceil(STATES)).ok()?;
    for rank in (0..game.size()).step_by(step) {
        let position = game.unrank(rank)?;
        let here = told(&rules, position.widen());
        for element in 1..game.order() {
            let image = |position: U256| game.image(&W::narrow(position), element).widen();
            let expected = here.clone().map(|(over, steps)| {
                let images = steps.into_iter().map(|(step, gain)| {
                    let position = image(step.position);
                    (Step { position, ..step }, gain)
                });
                (over, in_order(images.collect()))
            });
            let there = told(&rules, image(position.widen()));
            let there = there.map(|(over, steps)| (over, in_order(steps)));
            assert_eq!(there, expected, "{}", game.print(&position));
        }
    }
    Some(game.order())
}

#[test]
fn symmetries_that_are_used_hold_in_states_that_play_does_not_reach() {
    let (mut compared, mut left, mut refused) = (0, 0, 0);
    let asked = random::Asked::or_else(all_or(120, 2_000), u64::MAX);
    for seed in asked.first..asked.first + asked.games {
        let source = random::symmetric_game(seed);
        let Ok(rules) = Rules::read(&source) else {
            continue;
        };
        let Ok(instance) = rules.instance(&Settings::default()) else {
            continue;
        };
        let Ok(game) = instance.game() else {
            refused += 1;
            continue;
        };
        left += usize::from(!left_out(&game).is_empty());
        let symmetries = match &game {
            AnyGame::Narrow(game) => hold_in_states(game),
            AnyGame::Wide(game) => hold_in_states(game),
            AnyGame::Widest(game) => hold_in_states(game),
        };
        compared += usize::from(symmetries.is_some());
    }
    println!("{compared} games with symmetries in use, {left} left out, {refused} refused");
    assert!(compared >= all_or(10, 20), "{compared}");
    assert!(left + refused >= 1, "{left} and {refused}");
}

/// The inputs of which a false answer was once told: a symmetry that is false where play does not
/// come from the start, one that is false in positions that `--all` asks about, one that is
/// false in rare positions alone. And one that is false as the least of two numbers is not the same
/// when the piles are exchanged.
#[test]
fn a_symmetry_that_is_false_somewhere_is_not_used() {
    for source in [
        include_str!("../../../../testdata/symmetries/from.zug"),
        include_str!("../../../../testdata/symmetries/all.zug"),
        include_str!("../../../../testdata/symmetries/rare.zug"),
        include_str!("../../../../testdata/symmetries/least.zug"),
    ] {
        let rules = Rules::read(source).unwrap();
        let game = rules
            .instance(&Settings::default())
            .unwrap()
            .game()
            .unwrap();
        assert_eq!(left_out(&game).len(), 1, "{source}");
    }
}

/// Games with more states than this are not solved from all states.
const MOST_STATES: u128 = 20_000;

/// The value of each position within reach of the roots, by the oracle on the plain evaluator, which
/// knows of no symmetry; `None` where the rules fault on the way.
fn by_the_oracle(rules: &Reference<'_>, roots: &[U256]) -> Option<HashMap<U256, Value>> {
    let (mut seen, mut waiting) = (HashSet::new(), roots.to_vec());
    while let Some(position) = waiting.pop() {
        if !seen.insert(position) {
            continue;
        }
        let (_, steps) = told(rules, position)?;
        waiting.extend(steps.into_iter().map(|(step, _)| step.position));
    }
    let solved = oracle::solve(rules, roots.iter().copied());
    Some(solved.positions.into_iter().zip(solved.values).collect())
}

/// Solves the game with the symmetries that it uses, and compares each position with what the oracle
/// says without any: from the start, where the symmetries are those that keep it, and from all
/// states. Returns the number of values compared.
fn is_solved_alike<W: Word>(game: &RulesGame<W>) -> usize {
    let rules = Reference::new(game.instance());
    let start = [game.start()];
    let mut compared = solved_alike_from(&rules, &game.fixing(start[0]), &start);
    if game.size() <= MOST_STATES {
        let states: Vec<W> = (0..game.size())
            .filter_map(|rank| game.unrank(rank))
            .collect();
        compared += solved_alike_from(&rules, &game.with_declared_symmetry(), &states);
    }
    compared
}

fn solved_alike_from<W: Word>(rules: &Reference<'_>, game: &RulesGame<W>, roots: &[W]) -> usize {
    let wide: Vec<U256> = roots.iter().map(|root| root.widen()).collect();
    let Some(expected) = by_the_oracle(rules, &wide) else {
        return 0;
    };
    let kept = roots.iter().map(|root| game.canonical(root));
    let solution = strong::solve(&Orbits::new(game), kept, &Job::default()).unwrap();
    for (position, value) in &expected {
        let position = W::narrow(*position);
        let found = solution.value(&game.canonical(&position));
        assert_eq!(found, Some(*value), "{}", game.print(&position));
    }
    expected.len()
}

/// What became of the random games of one sort.
#[derive(Debug, Default)]
struct Tally {
    /// Games whose declared symmetries are used, some or all.
    used: usize,
    /// Games of which a declared symmetry is left out.
    left_out: usize,
    /// Games that are refused, since a sample of play meets a position in which a symmetry is false.
    refused: usize,
    /// Values compared with the oracle's.
    values: usize,
}

#[test]
fn games_with_false_symmetries_are_solved_as_without_any() {
    let asked = random::Asked::or_else(all_or(250, 2_000), u64::MAX);
    let mut tallies: BTreeMap<FalseIn, Tally> = BTreeMap::new();
    for seed in asked.first..asked.first + asked.games {
        let false_in = FalseIn::ALL[(seed % 5) as usize];
        let tally = tallies.entry(false_in).or_default();
        let source = random::falsely_symmetric_game(seed, false_in);
        let rules = Rules::read(&source).unwrap_or_else(|why| panic!("{why}\n{source}"));
        let Ok(game) = rules.instance(&Settings::default()).unwrap().game() else {
            tally.refused += 1;
            continue;
        };
        tally.left_out += usize::from(!left_out(&game).is_empty());
        let (order, values) = match &game {
            AnyGame::Narrow(game) => (game.declared_order(), is_solved_alike(game)),
            AnyGame::Wide(game) => (game.declared_order(), is_solved_alike(game)),
            AnyGame::Widest(game) => (game.declared_order(), is_solved_alike(game)),
        };
        tally.used += usize::from(order > 1);
        tally.values += values;
    }
    println!("{tallies:#?}");
    for (false_in, tally) in &tallies {
        assert!(tally.values > 400, "{false_in:?}: {tally:?}");
        if *false_in == FalseIn::Nothing {
            assert!(tally.used > 2 * tally.left_out, "{tally:?}");
        } else {
            assert!(
                tally.left_out + tally.refused > 5,
                "{false_in:?}: {tally:?}"
            );
        }
    }
}

/// To compare numbers the proof changes their signs, and the least integer has no opposite among the
/// integers of 64 bits.
#[test]
fn the_least_integer_may_be_the_least_or_the_largest_of_several() {
    let source = "\
game extremes
players A, B
type t = 0..1
a[t]: 0..3 = 0

let least = -9223372036854775807 - 1
let high(n) = [least, 1, 2, 3][n]
let low(n) = [3, 2, 9223372036854775807, least][n]

move up(i in t) if a[i] < 3:
    a[i] += 1

win me if max(high(a[0]), least, high(a[1])) == 2
win other if min(low(a[0]), low(a[1]), least) == least and a[0] + a[1] == 4

symmetry t: i -> 1 - i
";
    let rules = Rules::read(source).unwrap();
    let game = rules.instance(&Settings::default()).unwrap().game();
    let AnyGame::Narrow(game) = game.unwrap() else {
        panic!("a small state");
    };
    assert_eq!(game.symmetries_left_out().len(), 0);
    assert_eq!(game.order(), 2);
    assert!(is_solved_alike(&game) > 16);
}
