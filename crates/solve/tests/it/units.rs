//! Units: in any order, in shards of any size and after streams were deleted, they solve what one
//! machine solves.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex};

use zug_game::{Game, Graded};
use zug_solve::strong::tiers::store::{Kind, Reader, Store, StoreCost, StoreError, Stream, Writer};
use zug_solve::strong::tiers::units::{self, Joined, Levels, Needs, Unit, Units};
use zug_solve::strong::tiers::{self, Besides, Key, Memory, TierTable};
use zug_solve::table::Table;
use zug_solve::{Budget, Job};
use zug_testkit::random::Random;

use crate::tiers::{Heaps, entries};
use crate::tiers_besides::{
    TwoHeaps, end, gains, gains_are_right, nimbers_are_right, of_ends, of_gains, scores_are_right,
};

/// Streams in memory, with a list of those that are complete.
#[derive(Debug)]
struct Shared {
    memory: Memory,
    there: Mutex<HashSet<Stream>>,
}

impl Shared {
    fn new() -> Self {
        Self {
            memory: Memory::new(&Budget::unlimited()),
            there: Mutex::default(),
        }
    }

    fn needs(&self, levels: Levels, kinds: Vec<Kind>) -> Needs {
        let there = self.there.lock().unwrap().clone();
        let shards = (levels.first..levels.end).filter_map(|tier| {
            let shards = units::shards(&self.memory, tier).unwrap()?;
            Some((tier, shards))
        });
        let shards: BTreeMap<u32, u32> = shards.collect();
        Needs::new(levels, kinds, there, shards)
    }

    fn bytes(&self, stream: Stream) -> Vec<Vec<u8>> {
        let reader = self.memory.open(stream).unwrap().unwrap();
        let blocks = 0..reader.blocks().len();
        blocks
            .map(|block| {
                let mut bytes = Vec::new();
                reader.read(block, &mut bytes).unwrap();
                bytes
            })
            .collect()
    }
}

impl Store for Shared {
    fn create(&self, stream: Stream) -> Result<Box<dyn Writer + '_>, StoreError> {
        // Whoever begins a stream finishes it in these tests.
        self.there.lock().unwrap().insert(stream);
        self.memory.create(stream)
    }

    fn open(&self, stream: Stream) -> Result<Option<Arc<dyn Reader>>, StoreError> {
        self.memory.open(stream)
    }

    fn remove(&self, stream: Stream) -> Result<(), StoreError> {
        self.there.lock().unwrap().remove(&stream);
        self.memory.remove(stream)
    }

    fn held_bytes(&self) -> u64 {
        self.memory.held_bytes()
    }

    fn cost(&self) -> StoreCost {
        self.memory.cost()
    }
}

/// A finished store, in which all shards of a tier are one stream.
#[derive(Debug)]
struct Whole(Shared);

impl Store for Whole {
    fn create(&self, _: Stream) -> Result<Box<dyn Writer + '_>, StoreError> {
        Err(StoreError::failed("all is written"))
    }

    fn open(&self, stream: Stream) -> Result<Option<Arc<dyn Reader>>, StoreError> {
        let Some(shards) = units::shards(&self.0, stream.tier).unwrap() else {
            return Ok(None);
        };
        let mut readers = Vec::new();
        for shard in 0..shards {
            let keys = self.0.open(Stream::keys(stream.tier).of_shard(shard))?;
            let reader = self.0.open(stream.of_shard(shard))?;
            let Some((keys, reader)) = keys.zip(reader) else {
                return Ok(None);
            };
            if keys.blocks().len() != reader.blocks().len() {
                // Nimbers or scores were left out.
                return Ok(None);
            }
            readers.push(reader);
        }
        let joined = Joined::new(stream.kind, readers, &Budget::unlimited())?;
        Ok(Some(Arc::new(joined)))
    }

    fn remove(&self, _: Stream) -> Result<(), StoreError> {
        Ok(())
    }

    fn held_bytes(&self) -> u64 {
        0
    }
}

/// Does all units, those that are ready at a time in random order. For some rounds, up to this
/// number, some stream is deleted behind each.
fn solve_by_units<G: Graded<Position: Key> + Sync>(
    game: &G,
    besides: Option<Besides<'_, G::Position>>,
    shard: u64,
    random: &mut Random,
    deleting: usize,
) -> Shared {
    let store = Shared::new();
    let units = Units::new(game, game.start(), &store, shard).unwrap();
    let units = units.with_besides(besides);
    for round in 0.. {
        let needs = store.needs(units.levels(), units.kinds());
        for stream in needs.unneeded() {
            store.remove(stream).unwrap();
        }
        let mut ready: Vec<Unit> = needs.ready().collect();
        if needs.all_done() {
            assert!(ready.is_empty());
            break;
        }
        while !ready.is_empty() {
            let unit = ready.swap_remove(random.place(ready.len()));
            assert!(needs.is_ready(unit) && needs.is_known(unit) && !needs.is_done(unit));
            units.make(unit, &Job::default()).unwrap();
        }
        if round < deleting {
            let there = store.there.lock().unwrap().clone();
            let mut there: Vec<Stream> = there.into_iter().collect();
            there.sort();
            store.remove(there[random.place(there.len())]).unwrap();
        }
    }
    let left = store.there.lock().unwrap().clone();
    let is_left = |stream: &Stream| matches!(stream.kind, Kind::Run | Kind::Answers);
    assert!(!left.iter().any(is_left));
    store
}

fn are_as_on_one_machine(game: &Heaps, shard: u64, random: &mut Random, deleting: usize) {
    let level = |game: &Heaps| {
        let levels = game.clone();
        move |position: &u64| levels.level(position)
    };
    let job = Job::default();
    let alone = Arc::new(Memory::new(&job.budget));
    let expected = tiers::solve(game, game.start(), level(game), alone.clone(), &job).unwrap();
    let store = solve_by_units(game, None, shard, random, deleting);
    let units = Units::new(game, game.start(), &store, shard).unwrap();
    let levels = units.levels();
    let needs = store.needs(levels, units.kinds());
    let shards: Vec<(u32, u32)> = needs.shards().collect();
    let counted = units::counted(&store, shards.iter().copied()).unwrap();
    assert_eq!(counted.kept, expected.counts().unwrap());
    assert_eq!(Some(counted.orbits), expected.orbit_counts());
    for tier in levels.first..levels.end {
        if units::shards(&store, tier).unwrap() != Some(1) {
            continue;
        }
        // A tier in one shard has the bytes of one machine.
        for stream in [Stream::keys(tier), Stream::values(tier)] {
            let reader = alone.open(stream).unwrap().unwrap();
            for (block, bytes) in store.bytes(stream).into_iter().enumerate() {
                let mut expected = Vec::new();
                reader.read(block, &mut expected).unwrap();
                assert_eq!(bytes, expected, "{stream}");
            }
        }
    }
    let whole = Arc::new(Whole(store));
    let table = tiers::solve(game, game.start(), level(game), whole, &job).unwrap();
    assert_eq!(entries(&table), entries(&expected));
    assert_eq!(table.edges(), expected.edges());
    let find = |table: &dyn Table<Position = u64>| {
        let all = entries(&expected);
        let found = all
            .iter()
            .step_by(7)
            .map(|entry| table.find(entry.position()).unwrap());
        found.collect::<Vec<_>>()
    };
    assert_eq!(find(&table), find(&expected));
}

#[test]
fn units_in_any_order_solve_what_one_machine_solves() {
    let mut random = Random(1);
    for (heaps, most) in [
        (&[0_u8][..], 1),
        (&[5], 2),
        (&[4, 6, 5], 1),
        (&[3, 9, 7], 3),
        (&[5, 5, 4, 3], 2),
    ] {
        let game = Heaps::new(heaps, most);
        for shard in [1_000_000, 60, 9, 1] {
            are_as_on_one_machine(&game, shard, &mut random, 0);
        }
    }
}

#[test]
fn shards_of_many_blocks_and_wide_values_are_solved_as_on_one_machine() {
    let mut random = Random(2);
    // A remoteness above 125 takes two bytes, in some shards of a tier and not in others.
    are_as_on_one_machine(&Heaps::new(&[200, 2], 1), 2, &mut random, 0);
    are_as_on_one_machine(&Heaps::new(&[40, 40, 40], 3), 700, &mut random, 0);
    are_as_on_one_machine(&Heaps::new(&[30, 30, 30, 3], 1), 10_000, &mut random, 0);
}

#[test]
fn a_stream_that_is_deleted_is_made_again() {
    for seed in 0..20 {
        let game = Heaps::new(&[4, 6, 5], 1 + seed as u8 % 3);
        are_as_on_one_machine(&game, 12, &mut Random(seed), 60);
    }
}

#[test]
fn the_streams_do_not_depend_on_order_or_threads() {
    let game = Heaps::new(&[6, 6, 6], 2);
    let [one, two] = [3, 4].map(|seed| solve_by_units(&game, None, 25, &mut Random(seed), 0));
    let there = one.there.lock().unwrap().clone();
    assert_eq!(there, *two.there.lock().unwrap());
    for stream in there {
        assert_eq!(one.bytes(stream), two.bytes(stream), "{stream}");
    }
}

/// The table that units make.
fn by_units(
    game: &TwoHeaps,
    besides: Besides<'_, u32>,
    shard: u64,
    (random, deleting): (&mut Random, usize),
) -> TierTable<u32> {
    let store = solve_by_units(game, Some(besides), shard, random, deleting);
    let levels = game.clone();
    let level = move |position: &u32| levels.level(position);
    let whole = Arc::new(Whole(store));
    tiers::solve(game, game.start(), level, whole, &Job::default()).unwrap()
}

#[test]
fn units_find_nimbers_and_scores() {
    let mut random = Random(5);
    for (sizes, most, points) in [
        ([0, 0], 1, 1),
        ([7, 5], 3, 1),
        ([6, 4], 6, 60),
        ([33, 2], 33, 30_000),
        ([5, 5], 2, 1 << 20),
    ] {
        for (shard, deleting) in [(1_000_000, 0), (9, 5)] {
            let mut game = TwoHeaps::new(sizes, most);
            game.points = points;
            let mut solve = |game: &TwoHeaps, besides: Besides<'_, u32>| {
                by_units(game, besides, shard, (&mut random, deleting))
            };
            nimbers_are_right(&game, &solve(&game, Besides::Nimbers));
            scores_are_right(&game, &solve(&game, of_ends(&end(&game))));
            game.by_score = true;
            game.keeps = points == 60;
            scores_are_right(&game, &solve(&game, of_ends(&end(&game))));
            gains_are_right(&game, &solve(&game, of_gains(&end(&game), &gains(&game))));
        }
    }
}

#[test]
fn what_is_not_defined_of_some_position_is_left_out() {
    let mut random = Random(6);
    let mut game = TwoHeaps::new([5, 4], 3);
    let alone = |game: &TwoHeaps| {
        let (levels, job) = (game.clone(), Job::default());
        let level = move |position: &u32| levels.level(position);
        let memory = Arc::new(Memory::new(&job.budget));
        tiers::solve(game, game.start(), level, memory, &job).unwrap()
    };
    let mut are_left_out = |game: &TwoHeaps, besides: Besides<'_, u32>| {
        for shard in [1_000_000, 3] {
            let table = by_units(game, besides, shard, (&mut random, 0));
            assert_eq!(entries(&table), entries(&alone(game)));
            assert_eq!(table.nimber(&game.start()).unwrap(), None);
            assert!(!table.has_scores());
        }
    };
    game.keeps = true;
    are_left_out(&game, Besides::Nimbers);
    // A score of the last player who took three counters does not fit.
    game.points = i64::from(i32::MAX);
    are_left_out(&game, of_ends(&end(&game)));
}
