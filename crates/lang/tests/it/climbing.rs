//! Levels that every move climbs: found in rules, kept by symmetries, and the tiers that are
//! solved by them.

use std::num::NonZeroUsize;
use std::sync::Arc;

use zug_game::{Game, Graded, Orbits, Symmetric};
use zug_lang::{AnyGame, Climbing, Rules, RulesGame, Settings, Word};
use zug_solve::strong::tiers::{self, Key, Memory, TierTable};
use zug_solve::table::{Entry, Table};
use zug_solve::{Job, strong};
use zug_testkit::all_or;
use zug_testkit::random;

use crate::small;

/// Random games of more positions are left to their first part.
const MOST: usize = 5_000;

/// The games of the catalogue whose rules show levels, with what a level counts where that
/// is plain.
const CLIMBING: [&str; 7] = [
    "breakthrough",
    "connect-four",
    "hexapawn",
    "kalah",
    "kalah-by-margin",
    "sim",
    "tic-tac-toe",
];

fn solve<G: Graded<Position: Key> + Sync>(
    game: &G,
    level: impl Fn(&G::Position) -> u32 + Send + Sync + 'static,
    threads: usize,
) -> Result<TierTable<G::Position>, zug_solve::Error> {
    let job = Job::default().with_threads(NonZeroUsize::new(threads).unwrap());
    let store = Arc::new(Memory::new(&job.budget));
    tiers::solve(game, game.start(), level, store, &job)
}

fn entries<P: Ord + Copy>(table: &impl Table<Position = P>) -> Vec<Entry<P>> {
    let mut all = Vec::new();
    let read = table.each_block(&mut |block| {
        all.extend_from_slice(block);
        std::ops::ControlFlow::Continue(())
    });
    read.unwrap();
    all.sort_unstable_by_key(|entry| *entry.position());
    all
}

/// The tiers of a game hold what plain solving finds, with any number of threads.
fn solved_alike<G>(
    name: &str,
    game: &G,
    level: impl Fn(&G::Position) -> u32 + Send + Sync + Clone + 'static,
) where
    G: Graded<Position: Key> + Sync,
{
    let plain = strong::solve(game, [game.start()], &Job::default());
    for &threads in all_or(&[3][..], &[1, 3]) {
        let table = match (solve(game, level.clone(), threads), &plain) {
            (Ok(table), Ok(_)) => table,
            // Both meet a fault of the rules, not always in one position first.
            (Err(zug_solve::Error::Fault(_)), Err(zug_solve::Error::Fault(_))) => continue,
            (one, other) => panic!("{name}: {:?} {:?}", one.err(), other.as_ref().err()),
        };
        let plain = plain.as_ref().unwrap();
        assert_eq!(table.len(), plain.len() as u64, "{name}");
        assert_eq!(table.edges(), plain.edges(), "{name}");
        let all = entries(&table);
        assert_eq!(all, entries(plain), "{name}");
        for entry in &all {
            assert_eq!(
                table.find(entry.position()).unwrap(),
                Some(entry.value()),
                "{name}"
            );
        }
    }
}

fn climbing<W: Word>(game: &RulesGame<W>) -> Option<Climbing<W>> {
    game.climbing(&Job::default()).unwrap()
}

fn check<W: Word + Key>(name: &str, game: &RulesGame<W>) -> bool {
    let Some(alone) = climbing(game) else {
        return false;
    };
    solved_alike(name, &alone, alone.level_of_position());
    // Once more with the symmetries that leave the start as it is.
    let fixing = game.fixing(game.start());
    if fixing.order() > 1
        && let Some(symmetric) = climbing(&fixing)
    {
        let level = symmetric.level_of_position();
        solved_alike(name, &Orbits::new(&symmetric), level);
    }
    true
}

#[test]
fn tiers_of_the_catalogue_are_what_plain_solving_finds() {
    let (mut climb, mut all) = (Vec::new(), Vec::new());
    for (name, game) in small::games_of_today(3) {
        all.push(name);
        let climbs = match &game {
            AnyGame::Narrow(game) => check(name, game),
            AnyGame::Wide(game) => check(name, game),
            AnyGame::Widest(game) => check(name, game),
        };
        if climbs {
            climb.push(name);
        }
    }
    println!("{climb:?}");
    for name in CLIMBING {
        let is_asked = all.contains(&name);
        assert_eq!(climb.contains(&name), is_asked, "{name}: {climb:?}");
    }
}

#[test]
fn tiers_of_random_rules_are_what_plain_solving_finds() {
    let mut climb = 0;
    for (seed, rules) in random::Asked::or_else(all_or(200, 600), 1500).rules() {
        let Ok(rules) = Rules::read(&rules) else {
            continue;
        };
        let Ok(instance) = rules.instance(&Settings::default()) else {
            continue;
        };
        let Ok(game) = instance.game() else { continue };
        let name = format!("the random game {seed}");
        climb += usize::from(match &game {
            AnyGame::Narrow(game) if is_small(game) => check(&name, game),
            AnyGame::Wide(game) if is_small(game) => check(&name, game),
            AnyGame::Widest(game) if is_small(game) => check(&name, game),
            _ => false,
        });
    }
    println!("{climb} games climb");
    assert!(climb > 0);
}

/// Whether play reaches few positions.
fn is_small<W: Word>(game: &RulesGame<W>) -> bool {
    let mut seen = std::collections::HashSet::from([game.start()]);
    let mut waiting = vec![game.start()];
    let mut steps = Vec::new();
    while let Some(position) = waiting.pop() {
        steps.clear();
        if game.expand(&position, &mut steps).is_ok() {
            let next = steps.iter().map(|step| step.position);
            waiting.extend(next.filter(|position| seen.insert(*position)));
        }
        if seen.len() > MOST {
            return false;
        }
    }
    true
}

/// The rules of the catalogue under this name, with these parameters.
fn of_catalogue(name: &str, settings: &[(&str, &str)]) -> AnyGame {
    let mut entries = zug_catalogue::entries().iter();
    let entry = entries.find(|entry| entry.name == name).unwrap();
    let rules = Rules::read(entry.source).unwrap();
    let settings: Settings = settings.iter().copied().collect();
    rules.instance(&settings).unwrap().game().unwrap()
}

fn level_count(game: &AnyGame) -> Option<u32> {
    match game {
        AnyGame::Narrow(game) => climbing(game).map(|climbing| climbing.levels()),
        AnyGame::Wide(game) => climbing(game).map(|climbing| climbing.levels()),
        AnyGame::Widest(game) => climbing(game).map(|climbing| climbing.levels()),
    }
}

#[test]
fn seeds_climb_towards_stores() {
    for (pits, seeds) in [("1", "1"), ("1", "5"), ("2", "3"), ("3", "2"), ("4", "1")] {
        let game = of_catalogue("kalah", &[("pits", pits), ("seeds", seeds)]);
        let name = format!("kalah with {pits} pits and {seeds} seeds");
        let climbs = match &game {
            AnyGame::Narrow(game) => check(&name, game),
            AnyGame::Wide(game) => check(&name, game),
            AnyGame::Widest(game) => check(&name, game),
        };
        assert!(climbs, "{name}");
    }
    for seeds in ["3", "4"] {
        let game = of_catalogue("kalah", &[("pits", "6"), ("seeds", seeds)]);
        assert!(level_count(&game).is_some());
    }
    // Here seeds go round for ever.
    assert_eq!(level_count(&of_catalogue("awari", &[])), None);
}

#[test]
fn what_is_gained_elsewhere_may_cost_what_came_before() {
    // A pile is emptied into the other one, which only loses counters at home: neither falls with
    // every move, and how much goes over is what the pile held.
    let rules = "game piles(n = 5)
players A, B
left:  0..n = n
right: 0..n = 0
home:  0..n = 0

move over if left > 0 and right == 0:
    right += left
    left = 0

move home(k in 1..2) if right >= k:
    right -= k
    home += k
";
    let rules = Rules::read(rules).unwrap();
    let instance = rules.instance(&Settings::default()).unwrap();
    let AnyGame::Narrow(game) = instance.game().unwrap() else {
        panic!("it is a small game");
    };
    assert!(check("piles", &game));
}
