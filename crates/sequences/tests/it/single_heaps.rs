//! The engines for heaps against plain mex and plain win-or-lose over all
//! smaller heaps.

use proptest::prelude::*;
use zug_sequences::all_but::{AllBut, AllButError};
use zug_sequences::intervals::{self, Run};
use zug_sequences::subtraction::{Period, Subtraction, SubtractionError, TooFar};
use zug_sequences::{Budget, Job, Progress, Refusal, Stopped};
use zug_values::{Nimber, Outcome, Play};

/// The nimbers of the sizes `0..=n`, by definition.
fn nimbers(n: usize, is_option: impl Fn(usize, usize) -> bool) -> Vec<Nimber> {
    let mut nimbers: Vec<u32> = Vec::new();
    for x in 0..=n {
        let options: Vec<u32> = (0..x)
            .filter(|&y| is_option(x, y))
            .map(|y| nimbers[y])
            .collect();
        nimbers.push((0..=x as u32).find(|v| !options.contains(v)).unwrap());
    }
    nimbers.into_iter().map(Nimber).collect()
}

/// The outcomes of the heaps `0..=n` of a subtraction game, by definition.
fn outcomes(n: u64, moves: &[u64], play: Play) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for heap in 0..=n {
        let mut fits = moves.iter().filter(|&&take| take <= heap).peekable();
        let is_won = match (fits.peek(), play) {
            (None, Play::Normal) => false,
            (None, Play::Misere) => true,
            _ => fits.any(|take| outcomes[(heap - take) as usize] == Outcome::Loss),
        };
        outcomes.push(if is_won { Outcome::Win } else { Outcome::Loss });
    }
    outcomes
}

/// The least period that the second half of a sequence shows, and where it
/// begins; of a sequence long enough it is the true one.
fn seen_period<T: PartialEq>(values: &[T]) -> Option<Period> {
    (1..=values.len() / 4).find_map(|period| {
        let last_exception = (0..values.len() - period)
            .rev()
            .find(|&n| values[n] != values[n + period]);
        let preperiod = last_exception.map_or(0, |n| n + 1);
        (preperiod <= values.len() / 2).then_some(Period {
            preperiod: preperiod as u64,
            period: period as u64,
        })
    })
}

/// All sets of numbers from 1 to `largest`, the empty one too.
fn sets(largest: u32) -> impl Iterator<Item = Vec<u64>> {
    (0..1u32 << largest).map(move |set| {
        (1..=u64::from(largest))
            .filter(|take| set >> (take - 1) & 1 == 1)
            .collect()
    })
}

/// Everything that the engine says of a game, against the definition.
fn check_subtraction(moves: &[u64], n: u64) {
    let game = Subtraction::new(moves.iter().copied()).unwrap();
    for play in [Play::Normal, Play::Misere] {
        let known = outcomes(n, moves, play);
        let table: Vec<Outcome> = game.outcomes(n, play).unwrap().iter().collect();
        assert_eq!(table, known, "{moves:?} {play:?}");
        let mut lost = 0;
        let mut by_heap = Vec::new();
        for heap in 0..=n {
            let what = || format!("{moves:?} {play:?} {heap}");
            let outcome = known[heap as usize];
            assert_eq!(game.outcome(heap, play).unwrap(), outcome, "{}", what());
            lost += u64::from(heap > 0 && outcome == Outcome::Loss);
            assert_eq!(game.lost_from_1_to(heap, play).unwrap(), lost, "{}", what());
            let mut winning: Vec<u64> = moves
                .iter()
                .copied()
                .filter(|&take| take <= heap)
                .filter(|&take| known[(heap - take) as usize] == Outcome::Loss)
                .collect();
            winning.sort_unstable();
            winning.dedup();
            let found = game.winning_moves(heap, play).unwrap();
            assert_eq!(found, winning, "{}", what());
            by_heap.push(winning);
        }
        // One walk past all of them, or with strides of about a block.
        for stride in [1, 30, 64, 101] {
            let heaps: Vec<u64> = (0..=n).step_by(stride).collect();
            let found = game.winning_moves_of(&heaps, play).unwrap();
            let known: Vec<Vec<u64>> = by_heap.iter().step_by(stride).cloned().collect();
            assert_eq!(found, known, "{moves:?} {play:?} {stride}");
        }
        assert_eq!(game.winning_moves_of(&[], play), Ok(vec![]));
    }
    let known = nimbers(n as usize, |x, y| moves.contains(&((x - y) as u64)));
    let stream: Vec<Nimber> = game.nimbers(n).unwrap().collect();
    assert_eq!(stream, known, "{moves:?}");
    for (heap, &nimber) in known.iter().enumerate() {
        assert_eq!(
            game.nimber(heap as u64).unwrap(),
            nimber,
            "{moves:?} {heap}"
        );
    }
}

#[test]
fn every_set_of_moves_within_7_is_solved_as_defined() {
    let mut games = 0;
    for moves in sets(7) {
        check_subtraction(&moves, 200);
        games += 1;
    }
    assert_eq!(games, 128);
}

#[test]
fn moves_around_the_width_of_a_word_are_solved_as_defined() {
    let near = [1, 2, 62, 63, 64, 65, 66, 127, 128, 129, 192, 200];
    for (place, &a) in near.iter().enumerate() {
        check_subtraction(&[a], 460);
        for &b in &near[..place] {
            check_subtraction(&[a, b], 460);
        }
    }
    check_subtraction(&[129, 2, 64, 63, 2, 1], 460);
    // More moves than a word has bits.
    let many: Vec<u64> = (10..90).collect();
    check_subtraction(&many, 400);
}

#[test]
fn the_periods_of_every_set_within_7_are_the_least() {
    for moves in sets(7) {
        let game = Subtraction::new(moves.iter().copied()).unwrap();
        let known = outcomes(400, &moves, Play::Normal);
        let period = game.outcome_period(1 << 10);
        assert_eq!(period, seen_period(&known), "{moves:?}");
        assert!(period.is_some());
        let known = nimbers(400, |x, y| moves.contains(&((x - y) as u64)));
        let period = game.nimber_period(1 << 10);
        assert_eq!(period, seen_period(&known), "{moves:?}");
        assert!(period.is_some());
    }
}

#[test]
fn periods_with_large_moves_are_the_least() {
    let mut with_preperiod = 0;
    for a in 1..=6 {
        for b in 64..=80 {
            for moves in [vec![a, b], vec![a, a + 2, b], vec![a, b, 2 * b + 3]] {
                let game = Subtraction::new(moves.iter().copied()).unwrap();
                let known = outcomes(9000, &moves, Play::Normal);
                let period = game.outcome_period(1 << 20).unwrap();
                assert_eq!(Some(period), seen_period(&known), "{moves:?}");
                with_preperiod += u32::from(period.preperiod > 0);
            }
        }
    }
    assert!(with_preperiod > 10, "{with_preperiod}");
}

#[test]
fn a_period_out_of_reach_is_not_claimed() {
    let game = Subtraction::new([1, 3, 4]).unwrap();
    assert_eq!(game.outcome_period(6), None);
    assert_eq!(game.nimber_period(6), None);
    let period = Period {
        preperiod: 0,
        period: 7,
    };
    assert_eq!(game.outcome_period(100), Some(period));
    // 2^63 heaps by the jump; without steps to prove it, no answer.
    let far = 1 << 63;
    assert!(game.outcome(far, Play::Normal).is_ok());
    let hurried = game.with_looks(6);
    assert_eq!(
        hurried.outcome(far, Play::Normal).unwrap_err().to_string(),
        "a heap of 9223372036854775808 is too far: no period was found \
         within 6 looks at a move"
    );
    assert!(hurried.lost_from_1_to(far, Play::Normal).is_err());
    assert!(hurried.nimber(far).is_err());
    // A nimber takes a look at each move that fits.
    assert!(hurried.nimber(3).is_ok());
    assert!(hurried.nimber(4).is_err());
    let large = Subtraction::new([5, 100]).unwrap().with_looks(18);
    assert!(large.outcome(1 << 40, Play::Misere).is_err());
}

#[test]
fn the_looks_of_one_walk_are_counted_together() {
    let game = Subtraction::new([1, 3, 1 << 20]).unwrap();
    let heaps = [1 << 21, 3 << 20, 1 << 22];
    let within = |looks| {
        let game = game.clone().with_looks(looks);
        game.winning_moves_of(&heaps, Play::Normal)
    };
    // A step by blocks takes two looks, and one comes after each heap.
    let steps = (1 << 16) - 2;
    assert!(within(2 * steps).is_ok());
    let error = TooFar::Looks {
        heap: 1 << 22,
        looks: 2 * steps - 1,
    };
    assert_eq!(within(2 * steps - 1), Err(error));
}

#[test]
fn a_far_walk_ends_when_it_is_cancelled() {
    fn is_cancelled<T>(answer: Result<T, TooFar>) -> bool {
        answer.is_err_and(|error| Stopped::behind(&error).is_some_and(Stopped::is_cancelled))
    }
    // The period of these moves, each divided by 100,000, is 502,587: so no period shows
    // for half a minute.
    let moves = [5, 11, 45, 51, 56].map(|take| 100_000 * take);
    let job = Job::default();
    let game = Subtraction::new(moves).unwrap().with_looks(1 << 40);
    let game = game.within(&job);
    let far = 1 << 50;
    let ends = |walk: &(dyn Fn() -> bool + Sync)| {
        std::thread::scope(|threads| {
            job.cancel.reset();
            let is_cancelled = threads.spawn(walk);
            std::thread::sleep(std::time::Duration::from_millis(20));
            assert!(!is_cancelled.is_finished());
            job.cancel.cancel();
            assert!(is_cancelled.join().unwrap());
        });
    };
    ends(&|| is_cancelled(game.outcome(far, Play::Normal)));
    ends(&|| is_cancelled(game.lost_from_1_to(far, Play::Misere)));
    ends(&|| is_cancelled(game.nimber(far)));
    ends(&|| is_cancelled(game.outcomes(1 << 34, Play::Normal)));
    ends(&|| game.outcome_period(u64::MAX).is_none());
    ends(&|| game.nimber_period(u64::MAX).is_none());
    job.cancel.reset();
    assert!(game.outcome(1 << 20, Play::Normal).is_ok());
}

#[test]
fn a_window_too_long_for_memory_is_refused() {
    let game = Subtraction::new([1, 1 << 60]).unwrap();
    let far = 1 << 60;
    let bytes = |error: TooFar| match error {
        TooFar::Stopped { heap, stopped } => {
            let refusal = stopped.refusal().unwrap();
            assert_eq!((heap, refusal.budget), (far, Subtraction::BYTES));
            refusal.needed
        }
        other => panic!("{other}"),
    };
    // 2^54 words of outcomes, or 2^60 nimbers, and one more.
    let error = game.outcome(far, Play::Normal).unwrap_err();
    assert_eq!(bytes(error), 1 << 58);
    let error = game.lost_from_1_to(far, Play::Normal).unwrap_err();
    assert_eq!(bytes(error), 1 << 58);
    let error = game.outcomes(far, Play::Normal).unwrap_err();
    assert!(bytes(error) > 1 << 58);
    assert_eq!(bytes(game.nimber(far).unwrap_err()), 1 << 63);
    assert_eq!(bytes(game.nimbers(far).err().unwrap()), 1 << 63);
    assert_eq!(game.outcome_period(far), None);
    assert_eq!(game.nimber_period(far), None);
    // Where the large move does not fit, it does not matter.
    let below = game.outcome((1 << 60) - 1, Play::Normal);
    assert_eq!(below, Ok(Outcome::Win));
    assert!(game.nimbers(far - 1).is_ok());
    // The largest heap there is makes no number overflow.
    assert!(game.outcomes(u64::MAX, Play::Normal).is_err());
    assert!(game.nimber(u64::MAX).is_err());
    let none = Subtraction::new([]).unwrap();
    assert!(none.nimbers(u64::MAX).is_ok());
    assert_eq!(none.outcome(u64::MAX, Play::Misere), Ok(Outcome::Win));
}

#[test]
fn memory_bounds_the_state_and_the_copy_that_finds_a_period() {
    // 1000 words of outcomes, rounded up to a power of two.
    let within = |bytes, looks| {
        let game = Subtraction::new([2, 64_000]).unwrap();
        let job = Job::default().with_budget(Budget::of_bytes(bytes));
        game.with_looks(looks).within(&job)
    };
    let (near, far) = (1 << 20, 1 << 60);
    let known = within(1 << 20, 1 << 20).outcome(near, Play::Normal);
    assert!(known.is_ok());
    // Room for the state alone is room for a heap near enough to walk to.
    assert_eq!(within(8192, 1 << 20).outcome(near, Play::Normal), known);
    let refused = |heap, budget, needed| {
        let refusal = Refusal::in_all(budget, needed);
        let stopped = Stopped::out_of_memory(refusal, Progress::default());
        TooFar::Stopped { heap, stopped }
    };
    let error = refused(near, 8191, 8192);
    assert_eq!(
        within(8191, 1 << 20).outcome(near, Play::Normal),
        Err(error)
    );
    // A far one needs a period, and so a copy.
    let error = refused(far, 16_383, 16_384);
    assert_eq!(
        within(16_383, 1 << 20).outcome(far, Play::Normal),
        Err(error)
    );
    assert!(within(16_384, 1 << 20).outcome(far, Play::Normal).is_ok());
    // With too few looks to wait for one, memory is not what lacks.
    let error = TooFar::Looks {
        heap: far,
        looks: 8000,
    };
    assert_eq!(within(8192, 8000).outcome(far, Play::Normal), Err(error));
}

#[test]
fn far_heaps_are_as_their_period_says() {
    let games = [
        vec![1, 3, 4],
        vec![2, 5, 9, 40],
        vec![3, 7, 100],
        vec![64, 300],
    ];
    for moves in games {
        let game = Subtraction::new(moves.iter().copied()).unwrap();
        let Period { preperiod, period } = game.outcome_period(1 << 16).unwrap();
        let values = game.nimber_period(1 << 16).unwrap();
        let in_cycle = |n: u64, at: Period| at.preperiod + (n - at.preperiod) % at.period;
        let table = game.outcomes(preperiod + period, Play::Normal).unwrap();
        let first_cycle = game.nimbers(values.preperiod + values.period);
        let nimbers: Vec<Nimber> = first_cycle.unwrap().collect();
        let lost_in = |range: std::ops::Range<u64>| {
            let heaps = range.filter(|&n| table.get(n) == Outcome::Loss);
            heaps.count() as u64
        };
        for n in (0..50).map(|k| (1 << 50) + 12_345 * k) {
            let outcome = table.get(in_cycle(n, Period { preperiod, period }));
            assert_eq!(game.outcome(n, Play::Normal).unwrap(), outcome);
            let misere = game.outcome(n + moves[0], Play::Misere).unwrap();
            assert_eq!(misere, outcome);
            let near = in_cycle(n, values) as usize;
            assert_eq!(game.nimber(n).unwrap(), nimbers[near], "{moves:?} {n}");
            let cycles = (n - preperiod) / period;
            let rest = (n - preperiod) % period;
            let lost =
                lost_in(0..preperiod + rest) + cycles * lost_in(preperiod..preperiod + period);
            // The heap 0 is lost, and so is n or not.
            let up_to_n = lost - 1 + u64::from(outcome == Outcome::Loss);
            assert_eq!(game.lost_from_1_to(n, Play::Normal).unwrap(), up_to_n);
        }
    }
}

#[test]
fn setups_that_are_no_game_are_refused() {
    let error = Subtraction::new([3, 0, 1]).unwrap_err();
    assert_eq!(error, SubtractionError::TakesNothing);
    assert_eq!(
        AllBut::new([2, 0]).unwrap_err(),
        AllButError::ForbidsNothing
    );
}

#[test]
fn every_forbidden_set_within_6_is_solved_as_defined() {
    for forbidden in sets(6) {
        let known = nimbers(200, |x, y| !forbidden.contains(&((x - y) as u64)));
        let forbidden: Vec<u32> = forbidden.iter().map(|&take| take as u32).collect();
        let mut game = AllBut::new(forbidden.iter().copied()).unwrap();
        // It grows in uneven steps, also to what it reaches already.
        for n in [0, 3, 2, 50, 200] {
            game.grow(n);
        }
        let found: Vec<Nimber> = (0..=200).map(|n| game.get(n).unwrap()).collect();
        assert_eq!(found, known, "{forbidden:?}");
        assert_eq!(game.get(201), None);
    }
}

#[test]
fn forbidding_1_to_3_gives_runs_of_4_and_other_sets_let_the_mex_fall() {
    let mut game = AllBut::new([1, 2, 3]).unwrap();
    game.grow(30);
    let values: Vec<u32> = (0..=30).map(|n| game.get(n).unwrap().0).collect();
    assert!(values.iter().enumerate().all(|(n, &v)| v as usize == n / 4));
    let mut game = AllBut::new([1, 5, 6]).unwrap();
    game.grow(100);
    assert!((1..=100).any(|n| game.get(n) < game.get(n - 1)));
}

/// Every pair of a least and a largest option that never falls, up to size n.
fn all_intervals(n: usize, visit: &mut impl FnMut(&[(u64, u64)])) {
    fn extend(n: usize, so_far: &mut Vec<(u64, u64)>, visit: &mut impl FnMut(&[(u64, u64)])) {
        let size = so_far.len() as u64;
        if so_far.len() > n {
            visit(so_far);
            return;
        }
        let (lo, hi) = *so_far.last().unwrap();
        for lo in lo..size {
            for hi in lo.max(hi)..size {
                so_far.push((lo, hi));
                extend(n, so_far, visit);
                so_far.pop();
            }
        }
    }
    // Size 0 has no move, size 1 only that to 0.
    extend(n, &mut vec![(0, 0), (0, 0)], visit);
}

fn check_intervals(first: u64, options: &[(u64, u64)]) {
    let at = |x: u64| options[x as usize];
    let last = options.len() as u64 - 1;
    let known = nimbers(last as usize, |x, y| {
        let (lo, hi) = at(x as u64);
        x as u64 >= first && (lo..=hi).contains(&(y as u64))
    });
    let runs = intervals::runs(first, |x| at(x).0, |x| at(x).1, last).unwrap();
    let found: Vec<Nimber> = (0..=last).map(|x| runs.nimber(x)).collect();
    assert_eq!(found, known, "{options:?}");
    assert_eq!(runs.as_slice()[0].first, 0);
    for pair in runs.as_slice().windows(2) {
        assert!(pair[0].first < pair[1].first && pair[0].nimber != pair[1].nimber);
    }
}

#[test]
fn every_game_of_intervals_up_to_size_7_is_solved_as_defined() {
    let mut games = 0;
    all_intervals(7, &mut |options| {
        check_intervals(1, options);
        games += 1;
    });
    assert!(games > 10_000, "{games}");
}

#[test]
fn a_gap_is_refused_where_it_is_met_and_not_noticed_inside_a_run() {
    // From 9 to 11 nothing is between the ends.
    let lo = |x: u64| if x < 9 { 0 } else { 6 };
    let hi = |x: u64| match x {
        0..9 => 2,
        9..12 => 5,
        _ => 6,
    };
    // At 9 the interval leaves the runs of 0, 1 and 2: it is looked at.
    let runs = intervals::runs(3, lo, hi, 20);
    assert_eq!(runs.unwrap_err().size, 9);
    // Here the only run below is that of 0, so nothing seems to change at 9.
    let lo = |x: u64| if x < 9 { 0 } else { 2 };
    let hi = |x: u64| if x < 12 { 1 } else { 2 };
    let runs = intervals::runs(5, lo, hi, 20).unwrap();
    assert_eq!(runs.nimber(8), Nimber(1));
    assert_eq!(runs.nimber(9), Nimber(1), "as if it had an option");
}

#[test]
fn an_empty_interval_is_refused() {
    let error = intervals::runs(2, |x| x - 1, |x| x - 2, 10).unwrap_err();
    assert_eq!((error.size, error.lo, error.hi), (2, 1, 0));
    assert!(intervals::runs(1, |_| 0, |x| x, 10).is_err());
    assert_eq!(
        intervals::runs(7, |_| 9, |_| 0, 6)
            .unwrap()
            .as_slice()
            .len(),
        1
    );
}

#[test]
fn the_least_size_of_a_nimber_is_found_in_a_range() {
    let runs = intervals::runs(1, |x| x / 3, |x| x / 2, 400).unwrap();
    for lo in 0..=400 {
        for hi in [lo, (lo + 7).min(400), 400] {
            for nimber in (0..4).map(Nimber) {
                let known = (lo..=hi).find(|&x| runs.nimber(x) == nimber);
                assert_eq!(runs.find(nimber, lo, hi), known, "{lo}..={hi} {nimber}");
            }
        }
    }
    let run = Run {
        first: 0,
        nimber: Nimber(0),
    };
    assert_eq!(runs.as_slice()[0], run);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn subtraction_games_are_solved_as_defined(
        moves in prop::collection::vec(prop_oneof![1u64..12, 1u64..64, 50u64..300], 1..9),
    ) {
        let n = 700;
        for play in [Play::Normal, Play::Misere] {
            let known = outcomes(n, &moves, play);
            let game = Subtraction::new(moves.iter().copied()).unwrap();
            let found: Vec<Outcome> = game.outcomes(n, play).unwrap().iter().collect();
            prop_assert_eq!(&found, &known);
            for heap in (0..=n).step_by(13) {
                let outcome = game.outcome(heap, play).unwrap();
                prop_assert_eq!(outcome, known[heap as usize]);
                let lost = known[..=heap as usize].iter().skip(1);
                let lost = lost.filter(|&&outcome| outcome == Outcome::Loss).count();
                prop_assert_eq!(game.lost_from_1_to(heap, play).unwrap(), lost as u64);
            }
        }
    }

    #[test]
    fn forbidden_sets_are_solved_as_defined(
        forbidden in prop::collection::vec(1u32..150, 0..12),
    ) {
        let known = nimbers(250, |x, y| !forbidden.contains(&((x - y) as u32)));
        let mut game = AllBut::new(forbidden).unwrap();
        game.grow(250);
        let found: Vec<Nimber> = (0..=250).map(|n| game.get(n).unwrap()).collect();
        prop_assert_eq!(found, known);
    }

    #[test]
    fn games_of_intervals_are_solved_as_defined(
        steps in prop::collection::vec((0u64..4, 0u64..4), 20..200),
    ) {
        let mut options = vec![(0, 0), (0, 0)];
        for (up, further) in steps {
            let size = options.len() as u64;
            let (lo, hi) = *options.last().unwrap();
            // `lo` and `hi` go up by chance, within what is allowed.
            let hi = (hi + further).min(size - 1);
            options.push(((lo + up / 2).min(hi), hi));
        }
        check_intervals(1, &options);
    }
}
