//! Moves taken back are the moves, turned round: for every position before and
//! after, as often.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod small;

use std::collections::{HashMap, HashSet, VecDeque};

use zug_game::{Game, Notation, Orbits, PerfectIndex, Retractable, Step, Symmetric};
use zug_lang::{AnyGame, Retraction, RulesGame, Word};
use zug_values::Turn;

/// Games of up to so many states are looked at in all their states.
const ALL_STATES: u128 = 200_000;

/// Else so many positions within reach.
const WITHIN_REACH: usize = 60_000;

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
    assert_eq!(forward.len(), back.len());
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

fn check<W: Word>(name: &str, game: &RulesGame<W>) -> Option<String> {
    let began = std::time::Instant::now();
    let retraction: Retraction<W> = match game.retraction() {
        Ok(retraction) => retraction,
        Err(refused) => {
            let moves: usize = game.ground_moves().iter().sum();
            println!("{name}: {} of {moves} moves refused; {}", refused.len(), refused[0]);
            return None;
        }
    };
    let made = began.elapsed();
    let states = game.size();
    let (positions, kind) = if states <= ALL_STATES {
        let all = (0..states).map(|rank| game.unrank(rank).unwrap());
        (all.collect(), "states")
    } else {
        (within_reach(game), "positions within reach")
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
    println!(
        "{name}: {:?} moves, {:?} un-moves in {made:?}, {} {kind}",
        game.ground_moves(),
        retraction.unmoves(),
        positions.len()
    );
    Some(name.to_owned())
}

#[test]
fn moves_taken_back_are_the_moves_turned_round() {
    let mut retractable = Vec::new();
    for (name, game) in small::games() {
        retractable.extend(match &game {
            AnyGame::Narrow(game) => check(name, game),
            AnyGame::Wide(game) => check(name, game),
        });
    }
    println!("{retractable:?}");
}
