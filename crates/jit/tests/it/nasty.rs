//! Machine code says what the interpreter says, on rules that lean on what is hard
//! and on random ones.
//!
//! Other random games each day; `ZUG_RANDOM_GAMES` sets how many, and
//! `ZUG_RANDOM_FIRST` where to begin. What differs is made smaller before it is
//! shown; put it into `crates/lang/tests/games`, and it is asked for ever.
//!
//! ```text
//! ZUG_RANDOM_GAMES=100000 cargo test --release -p zug-jit --test it nasty -- --nocapture
//! ```
//!
//! Valgrind sees what generated code reads and writes, which sanitizers do not:
//!
//! ```text
//! export CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=\
//! "valgrind --smc-check=all-non-file --error-exitcode=1"
//! ZUG_RANDOM_GAMES=300 cargo test -p zug-jit --test it nasty
//! ```

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use zug_testkit::all_or;
use zug_testkit::random::{self, Asked};

use crate::beside::{Met, compare, compare_sharing};

/// At most this number of positions of a game is compared.
const MOST: usize = 200;

/// What was met, unless the two differ.
fn play(source: &str) -> Option<Result<Met, String>> {
    catch_unwind(AssertUnwindSafe(|| compare(source, &[], MOST))).ok()
}

/// The rules made smaller, as long as the two differ.
fn shrink(source: &str) -> String {
    random::shrink(source, |source| play(source).is_none())
}

#[test]
fn nasty_games_run_as_interpreted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lang/tests/games");
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    for entry in entries {
        let path = entry.expect("the folder can be read").path();
        let source = std::fs::read_to_string(&path).expect("the rules can be read");
        let met = compare(&source, &[], all_or(500, 2000)).expect("rules that make a game");
        assert!(met.positions >= 3, "{} shows little", path.display());
    }
}

#[test]
fn where_moves_break_patterns_nothing_is_seen_behind_them() {
    let source = include_str!("../../../lang/tests/games/patterns_with_gaps.zug");
    let met = compare(source, &[], 2000).expect("rules that make a game");
    let [seen, asked] = met.quiet_seen;
    assert!(met.wins_found > 0 && asked > 20 && seen == 0, "{met:?}");
}

#[test]
fn games_on_random_graphs_run_as_interpreted() {
    let mut compared = 0;
    for seed in 0..all_or(2, 8) {
        for source in zug_testkit::graphs::rules(seed) {
            // A game whose program is too long for machine code is passed over: rules that make
            // sets of elements that can fault are so long.
            match compare(&source, &[], MOST) {
                Ok(met) => compared += met.positions,
                Err(why) => assert!(why.ends_with(" operations"), "{why}\n{source}"),
            }
        }
    }
    assert!(compared > all_or(80, 500), "{compared} positions");
}

#[test]
fn random_games_run_as_interpreted() {
    let asked = Asked::or_else(all_or(300, 1600), 2000);
    let games = asked.games;
    let (mut met, mut compared, mut refused) = (Met::default(), 0_u64, 0_u64);
    for (seed, source) in asked.rules() {
        match play(&source) {
            Some(Ok(one)) => {
                compared += 1;
                met.positions += one.positions;
                met.faults += one.faults;
                met.ended += one.ended;
                met.left += one.left;
                met.imaged += one.imaged;
                met.not_imaged += one.not_imaged;
                met.ranked += one.ranked;
                met.wins_found += one.wins_found;
                met.quiet_seen[0] += one.quiet_seen[0];
            }
            Some(Err(_)) => refused += 1,
            None => panic!("game {seed}, made smaller:\n{}", shrink(&source)),
        }
    }
    println!("{games} games, {compared} compared, {refused} refused; {met:?}");
    if games >= 100 {
        assert!(refused < compared, "too many random games are refused");
        assert!(
            met.positions as u64 > 5 * compared,
            "the games are too short"
        );
        assert!(
            met.imaged > 0 && met.ranked > 0,
            "maps are not met: {met:?}"
        );
        assert!(
            met.wins_found > 0,
            "no game finds its winning moves: {met:?}"
        );
        assert!(met.left < met.positions / 10, "too much is left: {met:?}");
    }
}

#[test]
fn random_games_run_as_interpreted_where_fields_share_bits() {
    let (mut positions, mut sharing, mut left) = (0, 0, 0);
    for (seed, source) in Asked::or_else(1200, 800).rules() {
        let together = 2 + seed as usize % 4;
        let compared = catch_unwind(AssertUnwindSafe(|| {
            compare_sharing(&source, &[], together, MOST)
        }));
        match compared.ok() {
            Some(Ok(Some(met))) => {
                sharing += 1;
                positions += met.positions;
                left += met.left;
            }
            Some(_) => {}
            None => panic!("game {seed}, {together} together:\n{source}"),
        }
    }
    println!("{sharing} games share bits, {positions} positions, {left} left");
    assert!(sharing > 50 && positions > 500 && left < positions / 10);
}

#[test]
fn values_leave_the_range_of_fields_that_share_bits_as_interpreted() {
    let mut faults = 0;
    for source in zug_testkit::faults::rules() {
        for together in [3, 5, 6] {
            let met = compare_sharing(&source, &[], together, MOST).unwrap();
            faults += met.expect("its fields share bits").faults;
        }
    }
    assert!(faults > 300, "{faults} faults");
}

#[test]
fn the_rest_of_the_least_number_is_that_of_the_interpreter() {
    let source = "game least\nimpartial\nlet least = -9223372036854775807 - 1\n\n\
                  x: 0..2 = 2\ny: 0..2 = 0\n\n\
                  move go(to in 0..2) if x > 0 and (least + 2 - x) % (y - 1) == 0:\n    \
                  y = to\n    x -= 1\n";
    let met = compare(source, &[], 100).unwrap();
    assert!(met.positions > 4 && met.faults > 0, "{met:?}");
}
