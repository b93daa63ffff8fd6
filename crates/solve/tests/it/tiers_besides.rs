//! Nimbers and scores tier by tier: those that are worked out from kept moves, whatever the threads, the memory, and the
//! place where work was broken off.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use proptest::prelude::*;
use zug_game::{Fault, Game, Graded, Players, Step};
use zug_solve::positions::Graph;
use zug_solve::strong::tiers::store::{Kind, Store, Stream};
use zug_solve::strong::tiers::{self, Besides, End, Gains, Memory, Scores, TierTable};
use zug_solve::table::Table;
use zug_solve::{Budget, Error, Job, NoNimber, impartial, scores};
use zug_values::{Nimber, Outcome};

use crate::tiers::Failing;

/// Two heaps, from one of which a player takes counters, at most `most` at once. The game is over when no counter is left.
#[derive(Clone, Debug)]
pub(crate) struct TwoHeaps {
    sizes: [u8; 2],
    most: u8,
    stuck: Outcome,
    /// Whether whoever takes one counter moves again.
    pub(crate) keeps: bool,
    /// Whether the score says who wins, and not who is stuck.
    pub(crate) by_score: bool,
    /// What a counter counts in the score of the player who moves last.
    pub(crate) points: i64,
}

impl TwoHeaps {
    pub(crate) fn new(sizes: [u8; 2], most: u8) -> Self {
        Self {
            sizes,
            most,
            stuck: Outcome::Loss,
            keeps: false,
            by_score: false,
            points: 1,
        }
    }

    /// The score at the end: it depends on who took the first heap, which the position remembers.
    fn score(&self, position: u32) -> i64 {
        let last = i64::from(position >> 16);
        self.points * (last - i64::from(self.most) / 2)
    }
}

impl Game for TwoHeaps {
    type Position = u32;
    type Move = [u8; 2];

    /// A byte for each heap, and above them the number of counters that were taken last.
    fn start(&self) -> u32 {
        u32::from(self.sizes[0]) | u32::from(self.sizes[1]) << 8
    }

    fn players(&self) -> Players<Self> {
        Players::Impartial
    }

    fn stuck(&self) -> Outcome {
        self.stuck
    }

    fn result(&self, position: &u32) -> Result<Option<Outcome>, Fault> {
        let by_score = self.by_score && *position as u16 == 0;
        Ok(by_score.then(|| Outcome::of_score(self.score(*position))))
    }

    fn moves(&self, position: &u32, out: &mut Vec<[u8; 2]>) -> Result<(), Fault> {
        for heap in 0..2 {
            let left = (position >> (8 * heap)) as u8;
            out.extend((1..=left.min(self.most)).map(|take| [heap, take]));
        }
        Ok(())
    }

    fn play(&self, position: &u32, [heap, take]: &[u8; 2]) -> Result<Step<u32>, Fault> {
        let left = (position & 0xffff) - (u32::from(*take) << (8 * heap));
        let last = if self.points == 0 {
            0
        } else {
            u32::from(*take) << 16
        };
        let turn = if self.keeps && *take == 1 {
            Step::keeping
        } else {
            Step::passing
        };
        Ok(turn(left | last))
    }

    fn move_name(&self, _: &u32, [heap, take]: &[u8; 2]) -> String {
        format!("{heap}: {take}")
    }
}

impl Graded for TwoHeaps {
    fn levels(&self) -> u32 {
        self.sizes.iter().map(|&heap| u32::from(heap)).sum::<u32>() + 1
    }

    fn level(&self, position: &u32) -> u32 {
        (self.levels() - 1).saturating_sub((position & 255) + (position >> 8 & 255))
    }

    fn longest_climb(&self) -> u32 {
        self.most.into()
    }
}

fn in_store(
    game: &TwoHeaps,
    besides: Besides<'_, u32>,
    store: Arc<dyn Store>,
    job: &Job,
) -> Result<TierTable<u32>, Error> {
    let levels = game.clone();
    let level = move |position: &u32| levels.level(position);
    tiers::solve_besides(game, game.start(), level, store, Some(besides), job)
}

fn in_memory(
    game: &TwoHeaps,
    besides: Besides<'_, u32>,
    threads: usize,
) -> Result<TierTable<u32>, Error> {
    let job = Job::default().with_threads(NonZeroUsize::new(threads).unwrap());
    in_store(game, besides, Arc::new(Memory::new(&job.budget)), &job)
}

pub(crate) fn nimbers_are_right(game: &TwoHeaps, table: &TierTable<u32>) {
    let job = Job::default();
    let graph = Graph::explore(game, [game.start()], &job).unwrap();
    let nimbers = impartial::nimbers(&graph, &job).unwrap();
    assert_eq!(table.len(), graph.len() as u64);
    for (place, nimber) in nimbers.iter().enumerate() {
        let position = graph.position(zug_solve::positions::PositionId::new(place));
        assert_eq!(table.nimber(&position).unwrap(), Some(nimber), "{position}");
        assert_eq!(table.score(&position).unwrap(), None);
    }
    assert!(!table.has_scores());
    assert_eq!(table.nimber(&(game.start() + 1)).unwrap(), None);
}

pub(crate) fn scores_are_right(game: &TwoHeaps, table: &TierTable<u32>) {
    let job = Job::default();
    let graph = Graph::explore(game, [game.start()], &job).unwrap();
    let plain = scores::scores(&graph, |position| Ok(game.score(*position)), &job).unwrap();
    for (place, score) in plain.iter().enumerate() {
        let position = graph.position(zug_solve::positions::PositionId::new(place));
        assert_eq!(table.score(&position).unwrap(), Some(score), "{position}");
        assert_eq!(table.nimber(&position).unwrap(), None);
    }
    assert!(table.has_scores());
    assert_eq!(table.score(&(game.start() + 1)).unwrap(), None);
}

pub(crate) fn end(game: &TwoHeaps) -> impl Fn(&u32) -> Result<i64, Fault> + Sync {
    |position| Ok(game.score(*position))
}

pub(crate) fn of_ends<'a>(end: &'a End<'a, u32>) -> Besides<'a, u32> {
    Besides::Scores(Scores { end, gains: None })
}

/// What moves gain, if taking a number of counters gains as many points, and from the second heap costs as many.
pub(crate) fn gains(game: &TwoHeaps) -> impl Fn(&u32, &mut Vec<i64>) -> Result<(), Fault> + Sync {
    |position, out| {
        let mut moves = Vec::new();
        game.moves(position, &mut moves)?;
        let signs = [game.points, -game.points];
        out.extend(
            moves
                .iter()
                .map(|&[heap, take]| signs[usize::from(heap)] * i64::from(take)),
        );
        Ok(())
    }
}

/// What is attained in a game whose moves gain points, and the values of its positions.
pub(crate) fn gains_are_right(game: &TwoHeaps, table: &TierTable<u32>) {
    let job = Job::default();
    let graph = Graph::explore(game, [game.start()], &job).unwrap();
    let (end, gains) = (|position: &u32| Ok(game.score(*position)), gains(game));
    let (values, gained) = scores::gains(graph, end, gains, &job).unwrap();
    assert_eq!(
        (table.len(), table.edges()),
        (values.len() as u64, values.edges())
    );
    for place in 0..values.len() {
        let entry = Table::entry(&values, place as u64).unwrap().unwrap();
        let position = *entry.position();
        let attained = gained.get(zug_solve::positions::PositionId::new(place));
        assert_eq!(
            table.score(&position).unwrap(),
            Some(attained.score),
            "{position}"
        );
        assert_eq!(
            table.plies(&position).unwrap(),
            Some(attained.plies),
            "{position}"
        );
        let place = table.place(&position).unwrap().unwrap();
        assert_eq!(table.entry(place).unwrap(), Some(entry));
    }
    assert_eq!(table.counts().unwrap(), Table::counts(&values).unwrap());
    assert!(table.has_scores());
}

pub(crate) fn of_gains<'a>(end: &'a End<'a, u32>, gains: &'a Gains<'a, u32>) -> Besides<'a, u32> {
    let gains = Some(gains);
    Besides::Scores(Scores { end, gains })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn nimbers_and_scores_are_those_of_kept_moves(
        sizes in prop::array::uniform2(0u8..14),
        most in 1u8..9,
        points in prop::sample::select(vec![0, 1, 60, 30_000]),
        threads in 1usize..5,
    ) {
        let mut game = TwoHeaps::new(sizes, most);
        game.points = points;
        nimbers_are_right(&game, &in_memory(&game, Besides::Nimbers, threads).unwrap());
        scores_are_right(&game, &in_memory(&game, of_ends(&end(&game)), threads).unwrap());
        game.by_score = true;
        let of_both = |game: &TwoHeaps| {
            let (end, gains) = (end(game), gains(game));
            in_memory(game, of_gains(&end, &gains), threads).unwrap()
        };
        gains_are_right(&game, &of_both(&game));
        game.keeps = true;
        gains_are_right(&game, &of_both(&game));
        scores_are_right(&game, &in_memory(&game, of_ends(&end(&game)), threads).unwrap());
    }
}

#[test]
fn large_nimbers_are_found_some_at_a_time() {
    // A heap from which any number is taken has its size as its nimber, and the two together reach 127.
    let mut game = TwoHeaps::new([100, 70], 100);
    game.points = 0;
    let table = in_memory(&game, Besides::Nimbers, 2).unwrap();
    nimbers_are_right(&game, &table);
    assert_eq!(
        table.nimber(&game.start()).unwrap(),
        Some(Nimber(100) + Nimber(70))
    );
    let smaller = TwoHeaps::new([100, 27], 100);
    assert_eq!(table.nimber(&smaller.start()).unwrap(), Some(Nimber(127)));
}

#[test]
fn a_store_gets_no_nimbers_where_none_are_defined() {
    let none = |change: &dyn Fn(&mut TwoHeaps)| {
        let (job, mut game) = (Job::default(), TwoHeaps::new([5, 4], 3));
        change(&mut game);
        let store = Arc::new(Memory::new(&job.budget));
        let refused = in_store(&game, Besides::Nimbers, store.clone(), &job).unwrap_err();
        for tier in 0..game.levels() {
            assert!(
                store
                    .open(Stream::new(tier, Kind::Nimbers))
                    .unwrap()
                    .is_none()
            );
        }
        refused
    };
    assert_eq!(
        none(&|game| game.stuck = Outcome::Win),
        NoNimber::Result.into()
    );
    assert_eq!(none(&|game| game.keeps = true), NoNimber::KeptTurn.into());
}

#[test]
fn a_score_of_more_than_32_bits_is_refused() {
    let mut game = TwoHeaps::new([5, 4], 3);
    game.points = 1 << 31;
    let refused = in_memory(&game, of_ends(&end(&game)), 1).unwrap_err();
    assert!(matches!(refused, Error::Score { .. }), "{refused}");
    // Ten levels leave room for scores up to 2^31 / 11.
    game.points = 1 << 27;
    in_memory(&game, of_ends(&end(&game)), 1).unwrap();
    let refused = in_memory(&game, of_gains(&end(&game), &gains(&game)), 1).unwrap_err();
    assert!(matches!(refused, Error::Score { .. }), "{refused}");
}

#[test]
fn work_goes_on_wherever_it_was_broken_off() {
    let plain = TwoHeaps::new([5, 4], 3);
    let scored = TwoHeaps {
        by_score: true,
        ..plain.clone()
    };
    let (end, gains) = (end(&scored), gains(&scored));
    for (game, besides) in [
        (&plain, Besides::Nimbers),
        (&scored, of_ends(&end)),
        (&scored, of_gains(&end, &gains)),
    ] {
        for writes in 0.. {
            let store = Failing::after(writes);
            let first = in_store(game, besides, store.clone(), &Job::default());
            store.left.store(u64::MAX, Ordering::Relaxed);
            let table = in_store(game, besides, store, &Job::default()).unwrap();
            match besides {
                Besides::Nimbers => nimbers_are_right(game, &table),
                Besides::Scores(Scores { gains: None, .. }) => scores_are_right(game, &table),
                Besides::Scores(_) => gains_are_right(game, &table),
            }
            if first.is_ok() {
                // Each tier has three streams, and each of these is written and finished.
                assert!(writes > 50, "{writes}");
                break;
            }
        }
    }
}

#[test]
fn a_budget_that_does_not_suffice_is_an_error_and_never_exceeded() {
    let mut game = TwoHeaps::new([200, 200], 30);
    game.points = 0;
    let job = Job::default();
    let table = in_store(
        &game,
        Besides::Nimbers,
        Arc::new(Memory::new(&job.budget)),
        &job,
    )
    .unwrap();
    nimbers_are_right(&game, &table);
    let peak = job.budget.peak();
    let (mut refused, mut solved) = (0, 0);
    for part in [1, 4, 16, 32, 64, 96, 128] {
        let job = Job::default().with_budget(Budget::of_bytes(peak * part / 128));
        match in_store(
            &game,
            Besides::Nimbers,
            Arc::new(Memory::new(&job.budget)),
            &job,
        ) {
            Ok(table) => {
                nimbers_are_right(&game, &table);
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
