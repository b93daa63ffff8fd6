//! Tiers: the same answers as plain solving, on any number of threads and from any place
//! where work was broken off; and errors where a game or a store breaks its promise.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use zug_game::{Fault, Game, Graded, Players, Step};
use zug_solve::strong::tiers::store::{Block, Reader, Store, StoreError, Stream, Writer};
use zug_solve::strong::tiers::{self, Memory, TierTable};
use zug_solve::table::{Entry, Table};
use zug_solve::{Budget, Error, Job, strong};
use zug_values::{Outcome, Plies, Value};

/// Counters are taken from a few heaps, at most `most` at once and from one heap. Each heap
/// has a byte of the position; the bit above them is that of the player to move, who moves
/// again after taking the third counter of a heap.
#[derive(Clone, Debug)]
pub(crate) struct Heaps {
    sizes: Vec<u8>,
    most: u8,
    /// The level of a position less the true one, for one position.
    wrong: Option<(u64, u32)>,
}

impl Heaps {
    pub(crate) fn new(heaps: &[u8], most: u8) -> Self {
        Self {
            sizes: heaps.to_vec(),
            most,
            wrong: None,
        }
    }

    fn turn(&self) -> u32 {
        8 * self.sizes.len() as u32
    }
}

impl Game for Heaps {
    type Position = u64;
    type Move = u64;

    fn start(&self) -> u64 {
        let heaps = self.sizes.iter().rev();
        heaps.fold(0, |position, &heap| position << 8 | u64::from(heap))
    }

    fn players(&self) -> Players<Self> {
        Players::Unnamed
    }

    fn result(&self, position: &u64) -> Result<Option<Outcome>, Fault> {
        // Some positions with one counter in each heap are finished.
        let ones = (0..self.sizes.len()).all(|heap| position >> (8 * heap) & 255 == 1);
        Ok(ones.then_some(Outcome::Draw))
    }

    fn moves(&self, position: &u64, out: &mut Vec<u64>) -> Result<(), Fault> {
        for heap in 0..self.sizes.len() {
            let left = position >> (8 * heap) & 255;
            out.extend((1..=left.min(self.most.into())).map(|take| take << (8 * heap)));
        }
        Ok(())
    }

    fn play(&self, position: &u64, take: &u64) -> Result<Step<u64>, Fault> {
        let after = position - take;
        let heap = take.trailing_zeros() / 8;
        Ok(if after >> (8 * heap) & 255 == 3 {
            Step::keeping(after)
        } else {
            Step::passing(after ^ 1 << self.turn())
        })
    }

    fn move_name(&self, _: &u64, take: &u64) -> String {
        take.to_string()
    }
}

impl Graded for Heaps {
    fn levels(&self) -> u32 {
        self.sizes.iter().map(|&heap| u32::from(heap)).sum::<u32>() + 1
    }

    fn level(&self, position: &u64) -> u32 {
        let heaps = (0..self.sizes.len()).map(|heap| (position >> (8 * heap) & 255) as u32);
        let level = (self.levels() - 1).saturating_sub(heaps.sum());
        match self.wrong {
            Some((at, less)) if at == *position => level - less,
            _ => level,
        }
    }

    fn longest_climb(&self) -> u32 {
        self.most.into()
    }
}

pub(crate) fn solve_in(
    game: &Heaps,
    store: Arc<dyn Store>,
    job: &Job,
) -> Result<TierTable<u64>, Error> {
    let levels = game.clone();
    tiers::solve(game, game.start(), move |p| levels.level(p), store, job)
}

fn solve(game: &Heaps, threads: usize) -> Result<TierTable<u64>, Error> {
    let job = Job::default().with_threads(NonZeroUsize::new(threads).unwrap());
    solve_in(game, Arc::new(Memory::new(&job.budget)), &job)
}

pub(crate) fn entries<P: Copy>(table: &impl Table<Position = P>) -> Vec<Entry<P>> {
    let mut all = Vec::new();
    let read = table.each_block(&mut |block| {
        all.extend_from_slice(block);
        ControlFlow::Continue(())
    });
    read.unwrap();
    all
}

pub(crate) fn is_right(game: &Heaps, table: &TierTable<u64>) {
    let plain = strong::solve(game, [game.start()], &Job::default()).unwrap();
    let mut all = entries(table);
    for (place, entry) in all.iter().enumerate() {
        let position = entry.position();
        assert_eq!(table.find(position).unwrap(), Some(entry.value()));
        assert_eq!(table.place(position).unwrap(), Some(place as u64));
        assert_eq!(table.entry(place as u64).unwrap(), Some(*entry));
    }
    assert_eq!(table.entry(all.len() as u64).unwrap(), None);
    assert_eq!(table.find(&(game.start() + 1)).unwrap(), None);
    all.sort_by_key(|entry| *entry.position());
    let mut expected = entries(&plain);
    expected.sort_by_key(|entry| *entry.position());
    assert_eq!(all, expected);
    assert_eq!(
        (table.len(), table.edges()),
        (plain.len() as u64, plain.edges())
    );
    assert_eq!(table.tiers().sum::<u64>(), table.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn tiers_are_what_plain_solving_finds(
        heaps in prop::collection::vec(0u8..12, 1..5),
        most in 1u8..4,
        threads in 1usize..5,
    ) {
        let game = Heaps::new(&heaps, most);
        is_right(&game, &solve(&game, threads).unwrap());
    }
}

#[test]
fn a_long_game_has_wide_cells() {
    // The players take one counter at a time: a remoteness above 125 takes two bytes.
    let game = Heaps::new(&[200, 2], 1);
    is_right(&game, &solve(&game, 1).unwrap());
    let game = Heaps::new(&[0, 250], 1);
    let table = solve(&game, 2).unwrap();
    is_right(&game, &table);
    assert_eq!(
        table.find(&game.start()).unwrap(),
        Some(Value::Win(Plies(250)))
    );
}

#[test]
fn a_large_game_is_solved_on_any_number_of_threads() {
    let game = Heaps::new(&[40, 40, 40], 3);
    let alone = solve(&game, 1).unwrap();
    is_right(&game, &alone);
    assert_eq!(alone.len(), 2 * 41 * 41 * 41 - 8);
    for threads in [2, 4] {
        assert_eq!(entries(&solve(&game, threads).unwrap()), entries(&alone));
    }
}

#[test]
fn a_level_that_is_not_climbed_is_an_error() {
    let position = Heaps::new(&[4, 4], 2).start() - 2;
    for (most, less) in [(2, 1), (2, 2), (1, 1)] {
        for turn in [0, 1 << 16] {
            let mut game = Heaps::new(&[4, 4], most);
            let position = if most == 1 { position + 1 } else { position };
            let at = position ^ turn;
            game.wrong = Some((at, less.min(game.level(&at))));
            let reached = strong::solve(&game, [game.start()], &Job::default()).unwrap();
            let Some(_) = reached.value(&at) else {
                continue;
            };
            let refused = solve(&game, 1).unwrap_err();
            assert!(matches!(refused, Error::Level { .. }), "{refused}");
        }
    }
}

/// A store in memory that fails at the write or finish with a certain number, and may keep
/// what was finished before.
#[derive(Debug)]
pub(crate) struct Failing {
    memory: Memory,
    pub(crate) left: AtomicU64,
}

impl Failing {
    pub(crate) fn after(writes: u64) -> Arc<Self> {
        Arc::new(Self {
            memory: Memory::new(&Budget::unlimited()),
            left: AtomicU64::new(writes),
        })
    }

    fn count(&self) -> Result<(), StoreError> {
        let left = |left: u64| left.checked_sub(1);
        let counted = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
        counted
            .map(|_| ())
            .map_err(|_| StoreError::failed("the disk is full"))
    }
}

impl Store for Failing {
    fn create(&self, stream: Stream) -> Result<Box<dyn Writer + '_>, StoreError> {
        let writer = self.memory.create(stream)?;
        Ok(Box::new(FailingWriter {
            store: self,
            writer,
        }))
    }

    fn open(&self, stream: Stream) -> Result<Option<Arc<dyn Reader>>, StoreError> {
        self.memory.open(stream)
    }

    fn remove(&self, stream: Stream) -> Result<(), StoreError> {
        self.memory.remove(stream)
    }

    fn held_bytes(&self) -> u64 {
        self.memory.held_bytes()
    }
}

struct FailingWriter<'a> {
    store: &'a Failing,
    writer: Box<dyn Writer + 'a>,
}

impl Writer for FailingWriter<'_> {
    fn write(&mut self, block: Block, bytes: &[u8]) -> Result<(), StoreError> {
        self.store.count()?;
        self.writer.write(block, bytes)
    }

    fn finish(self: Box<Self>, note: u64) -> Result<(), StoreError> {
        self.store.count()?;
        self.writer.finish(note)
    }
}

#[test]
fn work_goes_on_from_the_last_complete_stream_wherever_it_was_broken_off() {
    for most in [1, 3] {
        let game = Heaps::new(&[5, 4, 2], most);
        let whole = entries(&solve(&game, 1).unwrap());
        for writes in 0.. {
            let store = Failing::after(writes);
            match solve_in(&game, store.clone(), &Job::default()) {
                Ok(table) => {
                    assert_eq!(entries(&table), whole);
                    assert!(writes > 20);
                    break;
                }
                Err(Error::Store(failed)) => {
                    assert!(failed.to_string().contains("the disk is full"));
                }
                Err(other) => panic!("{other}"),
            }
            store.left.store(u64::MAX, Ordering::Relaxed);
            let table = solve_in(&game, store, &Job::default()).unwrap();
            assert_eq!(entries(&table), whole);
            is_right(&game, &table);
        }
    }
}

#[test]
fn a_budget_that_does_not_suffice_is_an_error_and_never_exceeded() {
    let game = Heaps::new(&[30, 30, 30], 3);
    let job = Job::default();
    let table = solve_in(&game, Arc::new(Memory::new(&job.budget)), &job).unwrap();
    let (peak, expected) = (job.budget.peak(), entries(&table));
    let (mut refused, mut solved) = (0, 0);
    for part in [1, 2, 4, 8, 16, 32, 64, 128] {
        let job = Job::default().with_budget(Budget::of_bytes(peak * part / 128));
        match solve_in(&game, Arc::new(Memory::new(&job.budget)), &job) {
            Ok(table) => {
                assert_eq!(entries(&table), expected);
                solved += 1;
            }
            Err(error) => {
                assert!(error.is_too_large(), "{error}");
                refused += 1;
            }
        }
        assert!(job.budget.peak() <= job.budget.limit());
    }
    assert!(refused > 0 && solved > 1, "{refused} {solved}");
}

#[test]
fn a_cancelled_job_stops() {
    let game = Heaps::new(&[40, 40, 40], 3);
    for tells in 0..40 {
        let told = AtomicU64::new(0);
        let cancel = zug_solve::CancelToken::default();
        let token = cancel.clone();
        let job = Job::default()
            .with_cancel(cancel)
            .with_watch(move |_: &zug_solve::Progress| {
                if told.fetch_add(1, Ordering::Relaxed) == 10 * tells {
                    token.cancel();
                }
            });
        match solve_in(&game, Arc::new(Memory::new(&job.budget)), &job) {
            Ok(_) => assert!(tells > 5),
            Err(Error::Stopped(stopped)) => assert!(stopped.is_cancelled()),
            Err(other) => panic!("{other}"),
        }
    }
}
