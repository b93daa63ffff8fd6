//! What ends a job before it is done: memory, the probe, the caller, the rules.

use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::{Arc, Mutex};

use zug_game::{Fault, Game, Players, Step};
use zug_solve::positions::{floor_bytes, probe, worst_case_bytes};
use zug_solve::strong::{Method, Options, solve, solve_with};
use zug_solve::{Budget, CancelToken, Error, Job, Phase, Progress, Refuser, Threads};
use zug_testkit::games::subtraction::Subtraction;
use zug_testkit::games::tic_tac_toe::TicTacToe;

const METHODS: [Method; 2] = [Method::Auto, Method::Retrograde];

fn by(method: Method) -> Options {
    Options::default().with_method(method)
}

fn threads(count: usize) -> Threads {
    NonZeroUsize::new(count).expect("a thread").into()
}

/// How far the job got. It must have been cancelled.
fn cancelled<T>(result: Result<T, Error>) -> Progress {
    match result {
        Err(Error::Stopped(stopped)) if stopped.is_cancelled() => stopped.reached,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it was not cancelled"),
    }
}

/// A job that is cancelled as soon as `wanted` holds for its progress.
fn cancelled_at(wanted: impl Fn(&Progress) -> bool + Send + Sync + 'static) -> Job {
    let cancel = CancelToken::default();
    let token = cancel.clone();
    let watch = move |progress: &Progress| {
        if wanted(progress) {
            token.cancel();
        }
    };
    Job::default().with_cancel(cancel).with_watch(watch)
}

fn playouts(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).expect("a playout")
}

#[test]
fn a_job_ends_within_its_budget_or_is_refused() {
    let game = TicTacToe::square(3, 3);
    for method in METHODS {
        for threads in [1, 3].map(threads) {
            let mut refused = 0;
            let mut solved = 0;
            for kib in (4..400).step_by(4) {
                let budget = Budget::of_bytes(kib * 1024);
                let job = Job::default()
                    .with_budget(budget.clone())
                    .with_threads(threads);
                match solve_with(&game, [0], by(method), &job) {
                    Ok(solution) => {
                        solved += 1;
                        assert_eq!(solution.len(), 5478);
                        assert_eq!(solution.held_bytes(), budget.used());
                        assert_eq!(solution.peak_bytes(), budget.peak());
                    }
                    Err(Error::Stopped(stopped)) => {
                        let Progress {
                            phase, positions, ..
                        } = stopped.reached;
                        let refusal = stopped.refusal().unwrap();
                        refused += 1;
                        assert_eq!(refusal.by, Refuser::Budget);
                        assert!(refusal.in_use + refusal.needed > budget.limit());
                        assert!((1..=5478).contains(&positions));
                        assert!(phase == Phase::Discovering || positions == 5478);
                        assert_eq!(budget.used(), 0, "all is given back");
                    }
                    Err(other) => panic!("{other}"),
                }
                assert!(budget.peak() <= budget.limit());
            }
            assert!(refused > 10 && solved > 10, "{refused} {solved}");
        }
    }
}

#[test]
fn the_peak_lies_between_the_bounds_that_are_published() {
    let heap = Subtraction {
        coins: 70_000,
        take: (1..=20).collect(),
    };
    let board = TicTacToe::square(4, 4);
    // Two crosses and two noughts are on the board.
    let opening = 1 << 0 | 1 << 10 | 1 << (32 + 5) | 1 << (32 + 3);
    for method in METHODS {
        let job = Job::default;
        for (positions, edges, key, peak) in [
            {
                let s = solve_with(&board, [opening], by(method), &job()).unwrap();
                (s.len() as u64, s.edges(), 8, s.peak_bytes())
            },
            {
                let s = solve_with(&heap, 0..=70_000, by(method), &job()).unwrap();
                (s.len() as u64, s.edges(), 4, s.peak_bytes())
            },
        ] {
            assert!(peak >= floor_bytes(positions, key), "{peak}");
            assert!(peak <= worst_case_bytes(positions, edges, key), "{peak}");
        }
    }
}

#[test]
fn a_hopeless_job_is_refused_before_the_work() {
    let game = TicTacToe::square(5, 5);
    let job = Job::default().with_budget(Budget::of_bytes(4 << 20));
    let options = Options::default().with_probe(playouts(2000));
    let Err(Error::TooLarge {
        positions,
        bytes,
        budget,
    }) = solve_with(&game, [0], options, &job)
    else {
        panic!("5 x 5 does not fit 4 MiB");
    };
    assert!(positions > 250_000 && bytes > budget);
    // Nothing but the playouts was in memory.
    assert!(job.budget.peak() < 4 << 20);
}

#[test]
fn a_sample_in_little_memory_tells_less_and_nothing_wrong() {
    let small = TicTacToe::square(3, 3);
    let large = TicTacToe::square(5, 5);
    let (mut few, mut told) = (0, 0);
    for kib in [20, 40, 80, 160, 320, 640, 1280] {
        let job = Job::default().with_budget(Budget::of_bytes(kib << 10));
        if let Ok(bound) = probe(&small, &[0], playouts(2000), &job) {
            assert!(bound.positions <= 5478, "{kib}: {}", bound.positions);
            few += 1;
        }
        assert!(job.budget.used() == 0 && job.budget.peak() <= kib << 10);
        if let Ok(bound) = probe(&large, &[0], playouts(2000), &job) {
            told += u32::from(bound.positions > 100_000);
            assert!(bound.positions < 3u64.pow(25));
        }
    }
    assert!(few > 3 && told > 2, "{few} {told}");
}

#[test]
fn a_job_that_fits_is_not_refused_by_the_probe() {
    let game = TicTacToe::square(3, 3);
    for count in [1, 2, 3, 100, 2000, 20_000] {
        // A sample of 20,000 playouts does not fit, and so says nothing.
        let job = Job::default().with_budget(Budget::of_bytes(4 << 20));
        let options = Options::default().with_probe(playouts(count));
        let solution = solve_with(&game, [0], options, &job).unwrap();
        assert_eq!(solution.len(), 5478);
    }
}

/// Tracks that begin in one place. A playout goes along a track to its end, so that two
/// playouts on one track meet at every ply.
struct Tracks {
    tracks: u32,
    length: u32,
}

impl Game for Tracks {
    type Position = (u32, u32);
    type Move = (u32, u32);
    fn start(&self) -> (u32, u32) {
        (0, 0)
    }
    fn players(&self) -> Players<Self> {
        Players::Impartial
    }
    fn moves(&self, &(track, at): &(u32, u32), out: &mut Vec<(u32, u32)>) -> Result<(), Fault> {
        if at == 0 {
            out.extend((0..self.tracks).map(|track| (track, 1)));
        } else if at < self.length {
            out.push((track, at + 1));
        }
        Ok(())
    }
    fn play(&self, _: &(u32, u32), to: &(u32, u32)) -> Result<Step<(u32, u32)>, Fault> {
        Ok(Step::passing(*to))
    }
    fn move_name(&self, _: &(u32, u32), to: &(u32, u32)) -> String {
        format!("{to:?}")
    }
}

#[test]
fn the_bound_never_exceeds_the_truth() {
    let job = Job::default();
    for (side, k, truth) in [(3, 3, 5478), (4, 4, 9_722_011)] {
        let game = TicTacToe::square(side, k);
        for count in [2, 10, 100, 500, 2000, 8000] {
            let bound = probe(&game, &[0], playouts(count), &job).unwrap();
            assert!(bound.positions <= truth, "{side} {count} {bound:?}");
        }
    }
    for coins in [1, 10, 1000] {
        let game = Subtraction {
            coins,
            take: vec![1, 2, 3],
        };
        let bound = probe(&game, &[coins], playouts(1000), &job).unwrap();
        assert!(bound.positions <= u64::from(coins) + 1, "{bound:?}");
    }
    for (tracks, length) in [(1, 100), (30, 100), (1000, 40), (20_000, 200)] {
        let game = Tracks { tracks, length };
        for count in [4, 60, 1000] {
            let bound = probe(&game, &[(0, 0)], playouts(count), &job).unwrap();
            let truth = u64::from(tracks * length + 1);
            assert!(bound.positions <= truth, "{tracks} {length} {bound:?}");
        }
    }
}

#[test]
fn the_bound_is_of_use_for_a_large_game() {
    let game = TicTacToe::square(5, 5);
    let few = probe(&game, &[0], playouts(2000), &Job::default()).unwrap();
    let many = probe(&game, &[0], playouts(20_000), &Job::default()).unwrap();
    assert!(few.positions > 300_000, "{few:?}");
    assert!(many.positions > 10_000_000, "{many:?}");
    assert_eq!(few.playouts, 2000);
    assert!(few.expanded <= 2000 * 26);
    let again = probe(&game, &[0], playouts(2000), &Job::default()).unwrap();
    assert_eq!(few, again);
}

/// Play that goes round among a few positions for ever.
struct Round {
    positions: u32,
}

impl Game for Round {
    type Position = u32;
    type Move = u32;
    fn start(&self) -> u32 {
        0
    }
    fn players(&self) -> Players<Self> {
        Players::Impartial
    }
    fn moves(&self, _: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
        out.extend([1, 2]);
        Ok(())
    }
    fn play(&self, at: &u32, step: &u32) -> Result<Step<u32>, Fault> {
        Ok(Step::passing((at + step) % self.positions))
    }
    fn move_name(&self, _: &u32, step: &u32) -> String {
        format!("{step}")
    }
}

#[test]
fn a_sample_ends_once_it_has_met_few_positions_many_times() {
    for positions in [1, 2, 30, 500] {
        let game = Round { positions };
        let bound = probe(&game, &[0], playouts(1_000_000), &Job::default()).unwrap();
        assert!(bound.positions <= u64::from(positions), "{bound:?}");
        // Each position 16 times, and the pair of playouts that was under way.
        assert!(
            bound.expanded <= 16 * u64::from(positions) + 4 * 256,
            "{bound:?}"
        );
    }
}

#[test]
fn meetings_tell_about_how_many_positions_there_are() {
    let few = probe(
        &TicTacToe::square(3, 3),
        &[0],
        playouts(1000),
        &Job::default(),
    );
    assert!((100..=5478).contains(&few.unwrap().likely));
    let many = probe(
        &TicTacToe::square(5, 5),
        &[0],
        playouts(1000),
        &Job::default(),
    );
    let many = many.unwrap();
    assert!(many.likely > many.positions && many.likely > 1_000_000);
}

#[test]
fn a_cancelled_job_says_how_far_it_got() {
    let game = TicTacToe::square(4, 4);
    for threads in [1, 3].map(threads) {
        let job = cancelled_at(|progress| progress.positions > 20_000).with_threads(threads);
        let progress = cancelled(solve(&game, [0], &job));
        assert_eq!(progress.phase, Phase::Discovering);
        assert!(
            (20_000..2_000_000).contains(&progress.positions),
            "{progress:?}"
        );
    }
}

#[test]
fn taking_up_many_roots_is_told_and_can_be_cancelled() {
    let game = Subtraction {
        coins: 1_000_000,
        take: vec![1],
    };
    let job = cancelled_at(|progress| progress.positions > 100_000);
    let progress = cancelled(solve(&game, 0..=1_000_000, &job));
    assert!(progress.positions < 200_000, "{progress:?}");
}

#[test]
fn every_phase_is_told_and_can_be_cancelled() {
    // Some moves lead to smaller numbers, so that an order is looked for.
    let game = Subtraction {
        coins: 1000,
        take: vec![1, 3],
    };
    for (method, phases) in [
        (
            Method::Auto,
            vec![Phase::Discovering, Phase::Ordering, Phase::Solving],
        ),
        (
            Method::Retrograde,
            vec![Phase::Discovering, Phase::Reversing, Phase::Solving],
        ),
    ] {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let noted = seen.clone();
        let watch = move |progress: &Progress| noted.lock().unwrap().push(progress.phase);
        let job = Job::default().with_watch(watch);
        solve_with(&game, [1000], by(method), &job).unwrap();
        let mut told = seen.lock().unwrap().clone();
        told.dedup();
        assert_eq!(told, phases);
        for pair in phases.windows(2) {
            // A job that is cancelled in the last report of a phase stops in the next phase.
            let last = pair[0];
            let job = cancelled_at(move |progress| progress.phase == last);
            cancelled(solve_with(&game, [1000], by(method), &job));
        }
    }
}

#[test]
fn every_pass_over_positions_or_edges_tells_now_and_then() {
    const COINS: u64 = 1_000_000;
    let game = Subtraction {
        coins: COINS as u32,
        take: vec![1, 3],
    };
    for (method, phase, passes) in [
        // One pass looks for the positions that no move leads to, one for all others.
        (Method::Auto, Phase::Ordering, 2),
        (Method::Retrograde, Phase::Reversing, 1),
        // One pass looks for the first level, one goes through the levels, one sets draws.
        (Method::Retrograde, Phase::Solving, 3),
    ] {
        let told = Arc::new(Mutex::new(0));
        let count = told.clone();
        let watch = move |progress: &Progress| {
            if progress.phase == phase {
                *count.lock().unwrap() += 1;
            }
        };
        let job = Job::default().with_watch(watch);
        solve_with(&game, [COINS as u32], by(method), &job).unwrap();
        let (told, positions) = (*told.lock().unwrap(), COINS / (1 << 16));
        let edges = if phase == Phase::Solving {
            0
        } else {
            2 * COINS / (1 << 18)
        };
        assert!(told >= passes * positions + edges, "{phase:?} {told}");
    }
}

#[test]
fn a_fault_of_the_rules_comes_through_and_is_always_the_first() {
    struct Faulty;
    impl Game for Faulty {
        type Position = u32;
        type Move = u32;
        fn start(&self) -> u32 {
            0
        }
        fn players(&self) -> Players<Self> {
            Players::Impartial
        }
        fn moves(&self, n: &u32, _: &mut Vec<u32>) -> Result<(), Fault> {
            if *n >= 3000 && n.is_multiple_of(500) {
                return Err(Fault::new(n.to_string()));
            }
            Ok(())
        }
        fn play(&self, _: &u32, n: &u32) -> Result<Step<u32>, Fault> {
            Ok(Step::passing(*n))
        }
        fn move_name(&self, _: &u32, n: &u32) -> String {
            n.to_string()
        }
    }
    for threads in [1, 2, 5].map(threads) {
        let job = Job::default().with_threads(threads);
        let error = solve(&Faulty, 0..100_000, &job).unwrap_err();
        assert_eq!(error, Error::Fault(Fault::new("3000")));
    }
}
