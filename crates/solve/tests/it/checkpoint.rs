//! Runs that end at any moment go on from their checkpoints, and find what one run finds.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use zug_game::Game;
use zug_solve::checkpoint::{Checkpoints, Event, Keeper, Moment};
use zug_solve::strong::tiers::Memory;
use zug_solve::strong::tiers::store::{Block, Kind, Reader, Store, StoreError, Stream, Writer};
use zug_solve::strong::{Method, Positions, Solution};
use zug_solve::{Budget, CancelToken, Error, Job};
use zug_testkit::games::graph_game::{GraphGame, Node, any_games};
use zug_testkit::games::tic_tac_toe::TicTacToe;
use zug_testkit::graph_oracle;
use zug_values::{Outcome, Turn, Value};

/// A store that outlives the runs of a test, and a process that ends after some writes.
#[derive(Debug)]
struct Mortal {
    memory: Memory,
    /// The number of writes until the process ends.
    left: AtomicU64,
    cancel: CancelToken,
    events: std::sync::Mutex<Vec<Event>>,
    /// Whether checkpoints are written.
    writes: bool,
}

impl Mortal {
    fn new() -> Self {
        Self {
            memory: Memory::new(&Budget::unlimited()),
            left: AtomicU64::new(u64::MAX),
            cancel: CancelToken::default(),
            events: std::sync::Mutex::default(),
            writes: true,
        }
    }

    /// The next process with the same store, which ends after this number of writes.
    fn again(self: Arc<Self>, left: u64) -> Arc<Self> {
        let before = Arc::into_inner(self).unwrap();
        Arc::new(Self {
            memory: before.memory,
            left: AtomicU64::new(left),
            cancel: CancelToken::default(),
            events: std::sync::Mutex::default(),
            writes: before.writes,
        })
    }

    fn step(&self) -> Result<(), StoreError> {
        let less = |left: u64| left.checked_sub(1);
        let stepped = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        stepped.map(drop).map_err(|_| {
            self.cancel.cancel();
            StoreError::failed("the process ended")
        })
    }

    fn has(&self, is_it: impl Fn(&Event) -> bool) -> bool {
        self.events.lock().unwrap().iter().any(is_it)
    }
}

impl Keeper for Mortal {
    fn store(&self) -> &dyn Store {
        self
    }

    fn is_due(&self, _: Moment, _: u64) -> bool {
        self.writes
    }

    fn tell(&self, event: &Event) {
        self.events.lock().unwrap().push(event.clone());
    }
}

impl Store for Mortal {
    fn create(&self, stream: Stream) -> Result<Box<dyn Writer + '_>, StoreError> {
        self.step()?;
        Ok(Box::new(MortalWriter {
            store: self,
            writer: self.memory.create(stream)?,
        }))
    }

    fn open(&self, stream: Stream) -> Result<Option<Arc<dyn Reader>>, StoreError> {
        self.memory.open(stream)
    }

    fn remove(&self, stream: Stream) -> Result<(), StoreError> {
        self.step()?;
        self.memory.remove(stream)
    }

    fn held_bytes(&self) -> u64 {
        self.memory.held_bytes()
    }
}

struct MortalWriter<'a> {
    store: &'a Mortal,
    writer: Box<dyn Writer + 'a>,
}

impl Writer for MortalWriter<'_> {
    fn write(&mut self, block: Block, bytes: &[u8]) -> Result<(), StoreError> {
        self.store.step()?;
        self.writer.write(block, bytes)
    }

    fn finish(self: Box<Self>, note: u64) -> Result<(), StoreError> {
        self.store.step()?;
        self.writer.finish(note)
    }
}

/// How a run solves.
#[derive(Clone, Copy, Debug)]
struct Run {
    method: Method,
    threads: usize,
}

/// Solves the game as far as the process lives.
fn solve(game: &GraphGame, store: &Arc<Mortal>, run: Run) -> Result<Solution<u16>, Error> {
    let threads = NonZeroUsize::new(run.threads).unwrap();
    let mut job = Job::default().with_threads(threads);
    job.cancel = store.cancel.clone();
    let checkpoints = Checkpoints::new(store.clone(), 1);
    let roots = [game.start()];
    let positions = Positions::explore_with(game, roots, run.method, &checkpoints, &job)?;
    match run.method {
        Method::Replaying => positions.solve_replaying(game, run.method, &job),
        method => positions.solve(game, method, &job),
    }
}

fn all(solution: &Solution<u16>) -> Vec<(u16, Value)> {
    solution.iter().collect()
}

const RUNS: [Run; 5] = [
    Run {
        method: Method::Retrograde,
        threads: 1,
    },
    Run {
        method: Method::Retrograde,
        threads: 3,
    },
    Run {
        method: Method::Retracting,
        threads: 1,
    },
    Run {
        method: Method::Replaying,
        threads: 1,
    },
    Run {
        method: Method::Auto,
        threads: 2,
    },
];

/// A way of some hundred positions to a lost one, so that there are many levels; every second
/// position has a move back, too.
fn long_way() -> GraphGame {
    let count: u16 = 600;
    let moves = |n: u16| match (count - 1 - n) % 2 {
        0 => vec![(n + 1, Turn::Passes)],
        _ => vec![(n.saturating_sub(2), Turn::Passes), (n + 1, Turn::Passes)],
    };
    let ways = (0..count - 1).map(|n| Node::Moves(moves(n)));
    let end = Node::Finished(Outcome::Loss);
    GraphGame {
        nodes: ways.chain([end]).collect(),
    }
}

/// Ends processes after this number of writes each until one is done. Processes solve in turn by
/// the runs. Returns the number of processes.
fn goes_on(game: &GraphGame, runs: &[Run], writes: u64) -> usize {
    let expected = graph_oracle::values(game, &[game.start()]);
    let mut store = Arc::new(Mortal::new());
    // A process that could write a little more each time ends some day.
    for (number, run) in runs.iter().cycle().enumerate() {
        store = store.again(writes + number as u64 / 8);
        match solve(game, &store, *run) {
            Ok(solution) => {
                assert_eq!(solution.len(), expected.len());
                for (position, value) in all(&solution) {
                    assert_eq!(expected[&position], value, "{position} by {run:?}");
                }
                return number + 1;
            }
            Err(Error::Stopped(stopped)) if stopped.is_cancelled() => {}
            Err(other) => panic!("{other}"),
        }
    }
    unreachable!("there is no end of runs")
}

#[test]
fn a_run_that_ends_at_any_moment_goes_on_and_finds_the_same() {
    let game = long_way();
    for run in RUNS {
        let mut most = 0;
        for writes in [0, 5, 7, 12, 40, 101] {
            most = most.max(goes_on(&game, &[run], writes));
        }
        assert!(most > 3, "{run:?} was never ended");
    }
}

#[test]
fn a_run_goes_on_from_the_checkpoints_of_another_method() {
    let game = long_way();
    for writes in [8, 13, 14, 15, 60, 61, 62] {
        assert!(goes_on(&game, &RUNS, writes) > 1);
    }
}

proptest! {
    #[test]
    fn any_game_goes_on_from_its_checkpoints(
        game in any_games(40), run in 0..RUNS.len(), writes in 0..40_u64
    ) {
        goes_on(&game, &RUNS[run..=run], writes);
        goes_on(&game, &RUNS, writes);
    }
}

#[test]
fn a_run_that_goes_on_expands_nothing_and_knows_the_values_up_to_its_level() {
    let game = long_way();
    let run = RUNS[0];
    let whole = {
        let store = Arc::new(Mortal::new());
        let solution = solve(&game, &store, run).unwrap();
        assert!(store.has(|event| matches!(event, Event::Written)));
        assert!(!store.has(|event| matches!(event, Event::Unwritten(_))));
        let store = store.again(u64::MAX);
        assert_eq!(all(&solve(&game, &store, run).unwrap()), all(&solution));
        let expanded = |event: &Event| matches!(event, Event::Found { positions, expanded } if positions == expanded);
        assert!(store.has(expanded));
        let known =
            |event: &Event| matches!(event, Event::Solved { remoteness } if *remoteness > 590);
        assert!(store.has(known));
        all(&solution)
    };
    assert_eq!(whole.len(), 600);
}

#[test]
fn a_checkpoint_of_another_game_or_of_other_symmetries_is_not_gone_on_with() {
    let run = RUNS[0];
    let one = long_way();
    let mut other = long_way();
    // The moves of the first position are compared.
    other.nodes[0] = Node::Moves(vec![(2, Turn::Passes), (599, Turn::Passes)]);
    let store = Arc::new(Mortal::new());
    solve(&one, &store, run).unwrap();
    let store = store.again(u64::MAX);
    let found = solve(&other, &store, run).unwrap();
    assert!(store.has(|event| matches!(event, Event::Unfit)));
    assert!(!store.has(|event| matches!(event, Event::Solved { .. })));
    let expected = graph_oracle::values(&other, &[0]);
    assert!(all(&found).iter().all(|(at, value)| expected[at] == *value));

    let store = store.again(u64::MAX);
    let checkpoints = Checkpoints::new(store.clone(), 2);
    let job = Job::default();
    let positions = Positions::explore_with(&other, [0], run.method, &checkpoints, &job).unwrap();
    assert_eq!(positions.len(), expected.len());
    assert!(store.has(|event| matches!(event, Event::Unfit)));
}

#[test]
fn checkpoints_whose_numbers_do_not_fit_together_are_refused() {
    let game = long_way();
    let changed = |kind: Kind, tier: u32, change: fn(&mut Vec<u8>)| {
        let store = Arc::new(Mortal::new());
        solve(&game, &store, RUNS[0]).unwrap();
        let stream = Stream::new(tier, kind);
        let reader = store.memory.open(stream).unwrap().unwrap();
        let mut writer = store.memory.create(stream).unwrap();
        for (place, block) in reader.blocks().iter().enumerate() {
            let mut bytes = Vec::new();
            reader.read(place, &mut bytes).unwrap();
            change(&mut bytes);
            writer.write(*block, &bytes).unwrap();
        }
        writer.finish(reader.note()).unwrap();
        let store = store.again(u64::MAX);
        solve(&game, &store, RUNS[0]).map(|solution| all(&solution))
    };
    let is_refused = |kind, tier, change: fn(&mut Vec<u8>)| {
        let refused = changed(kind, tier, change).unwrap_err();
        assert!(matches!(refused, Error::Store(_)), "{kind:?}: {refused}");
        assert!(refused.to_string().contains("checkpoint"), "{refused}");
    };
    // A position twice, and fewer positions than were told.
    is_refused(Kind::Found, 1, |bytes| {
        bytes.fill(0);
    });
    is_refused(Kind::Found, 1, |bytes| {
        bytes.pop();
    });
    // A number of moves more, and a width that no number has.
    is_refused(Kind::Degrees, 1, |bytes| {
        if let Some(last) = bytes.last_mut() {
            *last += 1;
        }
    });
    is_refused(Kind::Degrees, 1, |bytes| bytes[0] = 3);
    // A move to a position that was not found.
    is_refused(Kind::Moves, 1, |bytes| bytes.fill(0xff));
    // A value of a later level, and more moves open than a position has.
    for number in 0..2 {
        let whole = changed(Kind::Levels, number, |_| {}).unwrap();
        assert_eq!(whole.len(), 600);
    }
    let last = 0;
    let refused = [last, 1 - last].map(|number| {
        changed(Kind::Levels, number, |bytes| {
            let width = bytes[0];
            bytes[2..][..usize::from(width)].fill(0xff);
        })
        .is_err()
    });
    assert!(refused.contains(&true));
}

#[test]
fn a_store_that_fails_does_not_end_the_work() {
    /// A store that fails but does not end the process.
    #[derive(Debug)]
    struct Full(Mortal);
    impl Keeper for Full {
        fn store(&self) -> &dyn Store {
            &self.0
        }
        fn is_due(&self, _: Moment, _: u64) -> bool {
            true
        }
        fn tell(&self, event: &Event) {
            self.0.tell(event);
        }
    }
    let game = long_way();
    let expected = graph_oracle::values(&game, &[0]);
    for writes in [0, 3, 8, 50] {
        let full = Arc::new(Full(Mortal {
            left: AtomicU64::new(writes),
            ..Mortal::new()
        }));
        let (checkpoints, job) = (Checkpoints::new(full.clone(), 1), Job::default());
        let method = Method::Retrograde;
        let found = Positions::explore_with(&game, [0], method, &checkpoints, &job).unwrap();
        let solution = found.solve(&game, method, &job).unwrap();
        assert!(
            all(&solution)
                .iter()
                .all(|(at, value)| expected[at] == *value)
        );
        assert!(full.0.has(|event| matches!(event, Event::Unwritten(_))));
    }
}

#[test]
fn little_memory_is_taken_for_what_it_is() {
    // A budget that suffices without checkpoints suffices with them.
    let game = TicTacToe::square(3, 3);
    for kibibytes in [64_u64, 256, 512, 1024, 4096] {
        let job = || Job::default().with_budget(Budget::of_bytes(kibibytes << 10));
        let method = Method::Replaying;
        let without = Positions::explore(&game, [game.start()], method, &job());
        let store = Arc::new(Mortal::new());
        let checkpoints = Checkpoints::new(store, 1);
        let roots = [game.start()];
        let with = Positions::explore_with(&game, roots, method, &checkpoints, &job());
        assert_eq!(without.is_ok(), with.is_ok(), "{kibibytes} KiB");
    }
}
