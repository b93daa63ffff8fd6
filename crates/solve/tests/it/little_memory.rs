//! Tiers in little memory: a whole solve is right in any budget, or it is refused. What is
//! refused before the work could not have been done, and what is not refused can be done in
//! little more.

use std::sync::Arc;

use zug_solve::strong::tiers::store::Store;
use zug_solve::strong::tiers::{Extent, Memory, TierTable};
use zug_solve::table::Table;
use zug_solve::{Budget, Error, Job};
use zug_testkit::all_or;

use crate::tiers::{Failing, Heaps, entries, solve_in};

/// The bytes that a thread takes beside twice the least, for buffers that are not worth a formula.
const MORE: u64 = 512 << 10;

/// Games of some ten thousand positions; in all but the first one a move climbs several levels.
fn games() -> [Heaps; 4] {
    [
        Heaps::new(&[30, 30, 30], 1),
        Heaps::new(&[30, 30, 30], 3),
        Heaps::new(&[40, 40, 20], 7),
        Heaps::new(&[120, 120], 30),
    ]
}

/// A store whose memory is not that of the job, as a store on disk.
fn elsewhere(_: &Budget) -> Arc<dyn Store> {
    Failing::after(u64::MAX)
}

fn in_memory(budget: &Budget) -> Arc<dyn Store> {
    Arc::new(Memory::new(budget))
}

fn extent(table: &TierTable<u64>) -> Extent {
    let largest_tier = table.tiers().max().unwrap();
    let mut extent = Extent::default();
    (extent.positions, extent.largest_tier) = (table.len(), largest_tier);
    extent
}

/// Solves a game in this many bytes; returns the most that were charged.
fn solve_in_bytes(
    game: &Heaps,
    store: fn(&Budget) -> Arc<dyn Store>,
    (bytes, threads): (u64, usize),
) -> Result<(TierTable<u64>, u64), Error> {
    let job = Job::default()
        .with_budget(Budget::of_bytes(bytes))
        .with_threads(std::num::NonZeroUsize::new(threads).unwrap());
    let solved = solve_in(game, store(&job.budget), &job);
    assert!(job.budget.peak() <= bytes);
    Ok((solved?, job.budget.peak()))
}

#[test]
fn no_run_takes_less_than_the_least_and_little_more_suffices() {
    for game in games() {
        for store in [elsewhere, in_memory] {
            let (whole, _) = solve_in_bytes(&game, store, (u64::MAX, 1)).unwrap();
            let expected = entries(&whole);
            let cost = store(&Budget::unlimited()).cost();
            let least = extent(&whole).least_bytes::<u64>(cost);
            let mut solved = 0;
            let few = (1..=8).step_by(all_or(2, 1));
            let few = few.map(|quarters| least * quarters / 4);
            let some = (1..4).map(|more| 2 * least + more * MORE);
            for (bytes, threads) in few.chain(some).flat_map(|bytes| [(bytes, 1), (bytes, 2)]) {
                match solve_in_bytes(&game, store, (bytes, threads)) {
                    Ok((table, peak)) => {
                        assert!(peak >= least, "{peak} of {bytes}, and not {least}");
                        assert_eq!(entries(&table), expected);
                        solved += 1;
                    }
                    Err(refused) => {
                        assert!(refused.is_too_large(), "{refused}");
                        let suffices = 2 * least + threads as u64 * MORE;
                        assert!(
                            bytes < suffices,
                            "{game:?} {bytes} in {threads}: {refused:?}"
                        );
                    }
                }
            }
            assert!(solved > all_or(2, 3), "{solved} of a least of {least}");
        }
    }
}

#[test]
fn what_can_never_fit_is_refused_at_once_with_the_numbers() {
    let game = Heaps::new(&[30, 30, 30], 3);
    let (whole, _) = solve_in_bytes(&game, elsewhere, (u64::MAX, 1)).unwrap();
    let nothing = Extent::default();
    let buffers = nothing.least_bytes::<u64>(elsewhere(&Budget::unlimited()).cost());
    let refused = solve_in_bytes(&game, elsewhere, (buffers - 1, 1)).unwrap_err();
    let at_once = Error::TooLarge {
        positions: 0,
        bytes: buffers,
        budget: buffers - 1,
    };
    assert_eq!(refused, at_once);
    // What is in use before counts too.
    let job = Job::default().with_budget(Budget::of_bytes(2 * buffers));
    let _held = job.budget.charge(buffers + 1).unwrap();
    let refused = solve_in(&game, elsewhere(&job.budget), &job).unwrap_err();
    let at_once = Error::TooLarge {
        positions: 0,
        bytes: 2 * buffers + 1,
        budget: 2 * buffers,
    };
    assert_eq!(refused, at_once);
    // Once all positions are found, it is known what their values take: they are refused before
    // any of them is looked for.
    let store = elsewhere(&Budget::unlimited());
    let job = Job::default();
    let table = solve_in(&game, store, &job).unwrap();
    assert_eq!(extent(&table), extent(&whole));
}

#[test]
fn a_tier_that_would_take_too_many_passes_is_refused_with_the_numbers() {
    let extent = Extent {
        largest_tier: 33 << 7,
        ..Extent::default()
    };
    assert_eq!(extent.refuse_many_passes::<u64>(33 << 5, 0), Ok(()));
    let refused = Error::TooManyPasses {
        passes: 33,
        most: 32,
        bytes: 33 << 5,
        budget: 1 << 10,
    };
    assert_eq!(
        extent.refuse_many_passes::<u64>(1 << 10, 0),
        Err(refused.clone())
    );
    // What is taken by other things is not free for keys.
    let beside = Error::TooManyPasses {
        passes: 33,
        most: 32,
        bytes: 500 + (33 << 5),
        budget: 500 + (1 << 10),
    };
    let taken = extent.refuse_many_passes::<u64>(500 + (1 << 10), 500);
    assert_eq!(taken, Err(beside));
}
