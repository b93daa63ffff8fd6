//! Moves taken back are the moves, turned round: for every position before and
//! after, as often.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod oracle;
mod small;

use std::collections::{HashMap, HashSet, VecDeque};

use zug_game::{Game, Notation, Orbits, PerfectIndex, Retractable, Step, Symmetric};
use zug_lang::{AnyGame, Retraction, RulesGame, Word};
use zug_solve::strong::Explored;
use zug_solve::{Method, Options};
use zug_values::Turn;

/// Games of up to so many states are looked at in all their states.
const ALL_STATES: u128 = 200_000;

/// Else so many positions within reach.
const WITHIN_REACH: usize = 60_000;

/// Games with fewer positions within reach are solved.
const SOLVED: usize = 20_000;

/// States of which the neighbours are looked at.
const SPREAD: u128 = 3_000;

/// The moves between some positions: from, to, and what becomes of the turn.
type Moves<W> = HashMap<(W, W, bool), u32>;

fn add<W: Word>(moves: &mut Moves<W>, from: W, to: W, turn: Turn) {
    *moves.entry((from, to, turn == Turn::Kept)).or_default() += 1;
}

/// Compares both ways on these positions; the moves of one that faults do not
/// count. Moves whose one end is not among them are left out.
fn the_law_holds<G>(game: &G, positions: &[G::Position], name: impl Fn(&G::Position) -> String)
where
    G: Retractable,
    G::Position: Word,
{
    let all: HashSet<G::Position> = positions.iter().copied().collect();
    let mut faulty = HashSet::new();
    let (mut forward, mut back) = (Moves::new(), Moves::new());
    let mut steps: Vec<Step<G::Position>> = Vec::new();
    for &position in positions {
        steps.clear();
        if game.expand(&position, &mut steps).is_err() {
            faulty.insert(position);
            continue;
        }
        for step in &steps {
            if all.contains(&step.position) {
                add(&mut forward, position, step.position, step.turn);
            }
        }
    }
    for &position in positions {
        steps.clear();
        game.predecessors(&position, &mut steps).unwrap();
        for step in &steps {
            if all.contains(&step.position) && !faulty.contains(&step.position) {
                add(&mut back, step.position, position, step.turn);
            }
        }
    }
    for (way, count) in &forward {
        let found = back.get(way).copied().unwrap_or_default();
        let (from, to, _) = way;
        assert_eq!(found, *count, "{} to {}", name(from), name(to));
    }
    assert!(!forward.is_empty());
    assert_eq!(forward.len(), back.len());
}

/// The law near states that are spread over all of them: what follows such a state
/// has it before it, and what is before it has it after it, as often.
fn near<W: Word>(game: &Retraction<W>, rules: &RulesGame<W>, name: impl Fn(&W) -> String) {
    let mut steps = Vec::new();
    let states = (0..SPREAD).map(|n: u128| {
        let spread = n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        rules.unrank((spread >> 1) % rules.size()).unwrap()
    });
    let count = |steps: &[Step<W>], position: W, turn: Turn| {
        let same = |step: &&Step<W>| step.position == position && step.turn == turn;
        steps.iter().filter(same).count()
    };
    for state in states {
        steps.clear();
        if game.expand(&state, &mut steps).is_ok() {
            for step in &steps {
                let mut before = Vec::new();
                game.predecessors(&step.position, &mut before).unwrap();
                let found = count(&before, state, step.turn);
                assert_eq!(
                    found,
                    count(&steps, step.position, step.turn),
                    "{}",
                    name(&state)
                );
            }
        }
        steps.clear();
        game.predecessors(&state, &mut steps).unwrap();
        for step in &steps {
            let mut after = Vec::new();
            if game.expand(&step.position, &mut after).is_ok() {
                let found = count(&after, state, step.turn);
                assert_eq!(
                    found,
                    count(&steps, step.position, step.turn),
                    "{}",
                    name(&state)
                );
            }
        }
    }
}

/// Solved with no move kept every position is worth what the oracle says.
fn solved_alike<W: Word>(retraction: &Retraction<W>, game: &RulesGame<W>) {
    if within_reach(game).len() >= SOLVED {
        return;
    }
    let options = Options {
        method: Method::Retracting,
        ..Options::default()
    };
    let expected = oracle::solve(game, [game.start()]);
    let solve = |explored: Explored<W>| explored.solve(retraction, &options).unwrap();
    let solution = solve(Explored::explore(retraction, [game.start()], &options).unwrap());
    assert_eq!(solution.len(), expected.positions.len());
    assert_eq!(solution.edges(), expected.moves as u64);
    // With the symmetries that keep the start.
    let fixing = game.fixing(game.start()).retraction().unwrap();
    let orbits = Orbits::new(&fixing);
    let canonical = Explored::explore(&orbits, [orbits.start()], &options).unwrap();
    let canonical = canonical.solve(&orbits, &options).unwrap();
    for (position, value) in expected.positions.iter().zip(&expected.values) {
        assert_eq!(solution.value(position), Some(*value));
        let image = fixing.canonical(position);
        assert_eq!(canonical.value(&image), Some(*value));
    }
}

fn within_reach<G: Game>(game: &G) -> Vec<G::Position> {
    let mut found = vec![game.start()];
    let mut seen: HashSet<_> = found.iter().copied().collect();
    let mut queue = VecDeque::from(found.clone());
    let mut steps = Vec::new();
    while let Some(position) = queue.pop_front() {
        steps.clear();
        game.expand(&position, &mut steps).unwrap();
        for step in &steps {
            if found.len() < WITHIN_REACH && seen.insert(step.position) {
                found.push(step.position);
                queue.push_back(step.position);
            }
        }
    }
    found
}

fn check<W: Word>(name: &str, game: &RulesGame<W>) {
    let retraction = game
        .retraction()
        .unwrap_or_else(|refused| panic!("{name}: {}", refused[0]));
    let states = game.size();
    let positions = if states <= ALL_STATES {
        let all = (0..states).map(|rank| game.unrank(rank).unwrap());
        all.collect()
    } else {
        within_reach(game)
    };
    the_law_holds(&retraction, &positions, |position| game.print(position));
    // The same of the orbits, with all that is declared.
    let orbits = Orbits::new(&retraction);
    let mut canonical: Vec<W> = positions.iter().map(|p| game.canonical(p)).collect();
    canonical.sort_unstable();
    canonical.dedup();
    if game.order() > 1 {
        the_law_holds(&orbits, &canonical, |position| game.print(position));
    }
    solved_alike(&retraction, game);
    near(&retraction, game, |position| game.print(position));
}

/// There is none in the catalogue, where it is small, whose moves cannot be taken
/// back.
#[test]
fn moves_taken_back_are_the_moves_turned_round() {
    for (name, game) in small::games() {
        match &game {
            AnyGame::Narrow(game) => check(name, game),
            AnyGame::Wide(game) => check(name, game),
        }
    }
}
