//! The tier solver over a store on disk, ended at every moment: it goes on and finds the same.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use zug_game::{Fault, Game, Graded, Players, Step};
use zug_job::{Budget, Job};
use zug_solve::strong::tiers::store::{Block, Reader, Store, StoreError, Stream, Writer as Writes};
use zug_solve::strong::tiers::{self, Memory, TierTable};
use zug_solve::table::{Entry, Table};
use zug_tablebase::{TierStore, Writer};

use crate::sample::identity;

/// Take one, three or four coins from one of two heaps; whoever takes the last one wins.
#[derive(Clone)]
pub(crate) struct Coins(pub(crate) u32);

impl Game for Coins {
    type Position = u64;
    type Move = (u32, u64);

    fn start(&self) -> u64 {
        u64::from(self.0) << 32 | u64::from(self.0)
    }

    fn players(&self) -> Players<Self> {
        Players::Impartial
    }

    fn moves(&self, heaps: &u64, out: &mut Vec<(u32, u64)>) -> Result<(), Fault> {
        for heap in [0, 32] {
            let coins = heaps >> heap & 0xffff_ffff;
            out.extend(
                [1, 3, 4]
                    .into_iter()
                    .filter(|&take| take <= coins)
                    .map(|take| (heap, take)),
            );
        }
        Ok(())
    }

    fn play(&self, heaps: &u64, &(heap, take): &(u32, u64)) -> Result<Step<u64>, Fault> {
        Ok(Step::passing(heaps - (take << heap)))
    }

    fn move_name(&self, _: &u64, (_, take): &(u32, u64)) -> String {
        format!("take {take}")
    }
}

fn level_of(coins: u32, heaps: u64) -> u32 {
    2 * coins - (heaps as u32 + (heaps >> 32) as u32)
}

impl Graded for Coins {
    fn levels(&self) -> u32 {
        2 * self.0 + 1
    }

    fn level(&self, heaps: &u64) -> u32 {
        level_of(self.0, *heaps)
    }

    fn longest_climb(&self) -> u32 {
        4
    }
}

/// A store that fails when so many writes were made.
#[derive(Debug)]
struct Failing {
    store: TierStore,
    left: AtomicU32,
}

/// The process ends here, in the tests.
#[derive(Debug)]
struct Ended;

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the process ended")
    }
}

impl std::error::Error for Ended {}

impl Failing {
    fn step(&self) -> Result<(), StoreError> {
        let left = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            });
        left.map(drop).map_err(|_| StoreError::failed(Ended))
    }
}

struct FailingWriter<'s> {
    store: &'s Failing,
    writer: Box<dyn Writes + 's>,
}

impl Store for Failing {
    fn create(&self, stream: Stream) -> Result<Box<dyn Writes + '_>, StoreError> {
        self.step()?;
        let writer = self.store.create(stream)?;
        Ok(Box::new(FailingWriter {
            store: self,
            writer,
        }))
    }

    fn open(&self, stream: Stream) -> Result<Option<Arc<dyn Reader>>, StoreError> {
        self.store.open(stream)
    }

    fn remove(&self, stream: Stream) -> Result<(), StoreError> {
        self.store.remove(stream)
    }

    fn held_bytes(&self) -> u64 {
        self.store.held_bytes()
    }
}

impl Writes for FailingWriter<'_> {
    fn write(&mut self, block: Block, bytes: &[u8]) -> Result<(), StoreError> {
        self.store.step()?;
        self.writer.write(block, bytes)
    }

    fn finish(self: Box<Self>, note: u64) -> Result<(), StoreError> {
        self.store.step()?;
        self.writer.finish(note)
    }
}

fn solve(store: Arc<dyn Store>) -> Result<TierTable<u64>, zug_solve::Error> {
    let game = Coins(20);
    let level = |heaps: &u64| level_of(20, *heaps);
    tiers::solve(&game, game.start(), level, store, &Job::default())
}

fn entries(table: &TierTable<u64>) -> Vec<Entry<u64>> {
    let entry = |place| table.entry(place).unwrap().unwrap();
    (0..table.len()).map(entry).collect()
}

fn store(folder: &Path) -> TierStore {
    let writer = Writer::new(folder, &identity()).unwrap();
    TierStore::new(writer, &Budget::unlimited()).unwrap()
}

#[test]
fn work_that_ends_at_any_moment_goes_on_and_finds_the_same() {
    let known = entries(&solve(Arc::new(Memory::new(&Budget::unlimited()))).unwrap());
    for between in [1, 2, 3, 5, 7, 11, 50, 1000] {
        let folder = tempfile::tempdir().unwrap();
        let mut runs = 0;
        loop {
            runs += 1;
            assert!(runs < 1000, "the work does not go on");
            let failing = Failing {
                store: store(folder.path()),
                // Three steps finish the smallest stream.
                left: AtomicU32::new(between + 2),
            };
            if solve(Arc::new(failing)).is_ok() {
                break;
            }
        }
        assert!(runs > 1 || between == 1000);
        let store = Arc::new(store(folder.path()));
        let table = solve(store.clone()).unwrap();
        assert_eq!(entries(&table), known);
        store.finish(table.counts().unwrap(), None, false).unwrap();
        drop((table, store));
        let finished = TierStore::open_of(folder.path(), &identity(), &Budget::unlimited());
        let table = solve(Arc::new(finished.unwrap())).unwrap();
        assert_eq!(entries(&table), known);
    }
}
