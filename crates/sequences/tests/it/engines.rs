//! The engines for heap games other than octal codes, against nimbers by
//! definition.

use zug_heaps::{Breaking, HeapGame, Parts, Splitting, TakeSet};
use zug_sequences::engine::histogram::Histogram;
use zug_sequences::engine::window::Window;
use zug_sequences::engine::xor_sets::XorSets;
use zug_sequences::engine::{Engine, naive};
use zug_sequences::subtraction::Subtraction;
use zug_sequences::{EngineKind, PeriodTheorem, Proof, Repetition, Statistics, Stop};

const MEMORY: u64 = 1 << 30;

/// Goes on until so many heaps are known.
fn work(engine: &mut dyn Engine, heaps: u64) {
    while engine.known() < heaps {
        let before = engine.known();
        engine.step(heaps).unwrap();
        assert!(engine.known() > before);
    }
    assert_eq!(engine.known(), heaps);
}

fn read(engine: &dyn Engine) -> Vec<u32> {
    let mut nimbers = vec![0; engine.known() as usize];
    assert!(engine.read(0, &mut nimbers));
    nimbers
}

/// Runs an engine on a game to so many heaps, in two goes, and compares all that
/// it says with nimbers by definition, which go on to `far`. What is proved must
/// hold for these, and nothing less may hold.
fn check(game: &HeapGame, engine: &mut dyn Engine, heaps: u64, far: u64) -> Option<Proof> {
    let known = naive::nimbers(game, far);
    check_known(&known, game, engine, heaps)
}

fn check_known(
    known: &[u32],
    game: &HeapGame,
    engine: &mut dyn Engine,
    heaps: u64,
) -> Option<Proof> {
    work(engine, heaps / 3);
    assert_eq!(read(engine), known[..heaps as usize / 3], "{game:?}");
    work(engine, heaps);
    assert_eq!(read(engine), known[..heaps as usize], "{game:?}");
    assert!(!engine.read(heaps, &mut [0]), "{game:?}");
    assert!(engine.read(heaps, &mut []), "{game:?}");
    let mut middle = vec![0; heaps as usize / 2];
    assert!(engine.read(heaps / 4, &mut middle));
    assert_eq!(middle[..], known[heaps as usize / 4..][..middle.len()]);
    let mut counted = Statistics::default();
    engine.add_to_statistics(0, heaps / 5, &mut counted);
    engine.add_to_statistics(heaps / 5, heaps / 5 + 7, &mut counted);
    engine.add_to_statistics(heaps / 5 + 7, heaps, &mut counted);
    let mut statistics = Statistics::default();
    for (heap, &nimber) in (0..heaps).zip(known) {
        statistics.add(heap, nimber);
    }
    assert_eq!(counted, statistics, "{game:?}");
    let proof = engine.proof();
    if let Some(proof) = proof {
        holds(proof.repetition, known, game);
    }
    proof
}

/// That a repetition holds as far as is known, and that it is the least one.
fn holds(repetition: Repetition, known: &[u32], game: &HeapGame) {
    let found = repetition;
    let (preperiod, period, saltus) = (found.preperiod(), found.period(), found.saltus());
    let is_exact = |n: u64| {
        let later = u64::from(known[(n + period) as usize]);
        later == u64::from(known[n as usize]) + saltus
    };
    let last = (known.len() as u64).saturating_sub(period);
    assert!(last > preperiod, "{game:?}: {repetition:?} is not tested");
    assert!(
        (preperiod..last).all(is_exact),
        "{game:?}: {repetition:?} is wrong"
    );
    assert!(
        preperiod == 0 || !is_exact(preperiod - 1),
        "{game:?}: {repetition:?} begins earlier"
    );
    let cycle = &known[preperiod as usize..];
    for shorter in (1..period).filter(|shorter| period % shorter == 0) {
        let differ =
            |n: u64| i64::from(cycle[(n + shorter) as usize]) - i64::from(cycle[n as usize]);
        let more = (cycle.len() as u64 - shorter).min(period);
        assert!(
            (1..more).any(|n| differ(n) != differ(0)),
            "{game:?}: {repetition:?} has the period {shorter}"
        );
    }
}

/// All sets of numbers from 1 to `largest`, the empty one too.
fn sets(largest: u64) -> impl Iterator<Item = Vec<u64>> {
    (0..1u64 << largest).map(move |set| {
        (1..=largest)
            .filter(|take| set >> (take - 1) & 1 == 1)
            .collect()
    })
}

/// A small generator, so that a failure comes again.
struct Random(u64);

impl Random {
    /// Below so many.
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        (self.0 >> 33) % most
    }

    /// So many numbers from `least` up to `largest`, increasing, each once.
    fn set(&mut self, count: u64, least: u64, largest: u64) -> Vec<u64> {
        let mut set: Vec<u64> = (0..count)
            .map(|_| least + self.below(largest - least + 1))
            .collect();
        set.sort_unstable();
        set.dedup();
        set
    }
}

fn set(numbers: &[u64]) -> TakeSet {
    TakeSet::new(numbers.iter().copied()).unwrap()
}

fn check_window(moves: Vec<u64>, heaps: u64, far: u64) -> Option<Proof> {
    let mut window = Window::new(&set(&moves), MEMORY);
    let proof = check(
        &HeapGame::subtraction(moves).unwrap(),
        &mut window,
        heaps,
        far,
    );
    assert!(proof.is_none_or(|proof| proof.theorem == PeriodTheorem::Window));
    proof
}

#[test]
fn subtraction_sets_within_7_are_worked_out_and_their_periods_proved() {
    let mut games = 0;
    for moves in sets(7) {
        // The longest period here is 14; 64 windows are put by at 192, and all
        // are met again soon.
        assert!(check_window(moves, 333, 1000).is_some());
        games += 1;
    }
    assert_eq!(games, 128);
}

#[test]
fn subtraction_sets_around_the_width_of_a_word_are_worked_out() {
    let near = [1, 2, 5, 17, 62, 63, 64, 65, 66, 127, 128, 129, 192, 200];
    let mut proved = 0;
    for (place, &a) in near.iter().enumerate() {
        for (middle, &b) in near[..=place].iter().enumerate() {
            for &c in &near[..=middle] {
                let mut moves = vec![c, b, a];
                moves.dedup();
                proved += u32::from(check_window(moves, 2500, 5500).is_some());
            }
        }
    }
    assert!(proved > 300, "{proved}");
}

#[test]
fn random_subtraction_sets_are_worked_out() {
    let mut random = Random(1);
    let mut proved = 0;
    for round in 0..150 {
        let least = [1, 4, 9, 16, 30, 70][round % 6];
        let count = 1 + random.below(9);
        let moves = random.set(count, least, 200);
        proved += u32::from(check_window(moves, 3000, 8000).is_some());
    }
    assert!(proved > 50, "{proved}");
    // As many moves as are shifted, and more.
    for count in [64, 65, 80] {
        let moves: Vec<u64> = (10..10 + count).collect();
        assert!(check_window(moves, 2000, 5000).is_some());
        check_window(random.set(2 * count, 1, 300), 900, 1200);
    }
}

#[test]
fn moves_in_any_order_and_twice_are_the_same_game() {
    let mut window = Window::new(&set(&[4, 1, 3, 4]), MEMORY);
    work(&mut window, 100);
    assert_eq!(
        read(&window),
        naive::nimbers(&HeapGame::subtraction([1, 3, 4]).unwrap(), 100)
    );
    assert_eq!(window.method(), EngineKind::Window);
}

#[test]
fn subtraction_sets_with_long_periods_have_them() {
    // By random search; the outcomes by the other engine.
    for (moves, period, preperiod) in [
        (vec![5, 11, 45, 51, 56], 502_587, 360),
        (vec![5, 13, 25, 37, 45, 50], 52_182, 255),
    ] {
        let mut window = Window::new(&set(&moves), MEMORY);
        while window.proof().is_none() {
            window.step(u64::MAX).unwrap();
        }
        let repetition = Repetition::new(preperiod, period, 0);
        assert_eq!(window.proof().unwrap().repetition, repetition);
        let outcomes = Subtraction::new(moves).unwrap();
        let outcomes = outcomes.outcome_period(1 << 24).unwrap();
        assert_eq!(outcomes.period, period);
    }
}

#[test]
fn a_window_goes_on_from_where_it_was_saved() {
    for (moves, at) in [
        (vec![2, 5, 7], 1000),
        (vec![1, 100, 171], 777),
        (vec![5, 11, 45, 51, 56], 5000),
        (vec![], 10),
        (vec![3], 0),
    ] {
        let mut window = Window::new(&set(&moves), MEMORY);
        work(&mut window, at);
        let saved = window.save().unwrap();
        let mut again = Window::restore(&set(&moves), MEMORY, &saved).unwrap();
        assert_eq!(again.known(), at);
        assert_eq!(again.proof(), window.proof());
        assert_eq!(again.save(), Some(saved.clone()));
        work(&mut again, at + 5000);
        work(&mut window, at + 5000);
        assert_eq!(read(&again), read(&window));
        assert_eq!(again.proof(), window.proof());
        // What was not saved so is refused.
        if at > 0 {
            assert!(Window::restore(&set(&moves), MEMORY, &saved[..saved.len() - 1]).is_none());
            assert!(Window::restore(&set(&moves), MEMORY, &saved[..8]).is_none());
            let mut broken = saved.clone();
            broken[9] ^= 4;
            assert!(Window::restore(&set(&moves), MEMORY, &broken).is_none());
            assert!(Window::restore(&set(&moves), 7, &saved).is_none());
        }
        assert!(Window::restore(&set(&moves), MEMORY, &[]).is_none());
    }
    assert!(Window::restore(&set(&[3]), MEMORY, &[255; 8]).is_none());
}

/// Works until memory is refused: never more is held than is allowed.
fn refused(engine: &mut dyn Engine, memory: u64) {
    loop {
        assert!(engine.bytes() <= memory, "{} of {memory}", engine.bytes());
        match engine.step(u64::MAX) {
            Ok(()) => assert!(engine.known() < 10_000_000),
            Err(Stop::Memory { heap, stopped }) => {
                let refusal = stopped.refusal().unwrap();
                assert_eq!(heap, engine.known());
                assert!(refusal.needed > refusal.budget && refusal.budget == memory);
                assert!(heap > 10, "{:?} {heap} {memory}", engine.method());
                // What is known stays good.
                let mut nimbers = vec![0; engine.known() as usize];
                assert!(engine.read(0, &mut nimbers));
                return;
            }
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn memory_is_refused_before_it_is_taken() {
    for memory in [20_000, 100_000, 300_000] {
        refused(&mut Window::new(&set(&[5, 11, 45, 51, 56]), memory), memory);
        refused(&mut Window::new(&set(&[1, 7, 1000]), memory), memory);
        let many: Vec<u64> = (1..100).collect();
        refused(&mut Window::new(&set(&many), memory), memory);
        refused(&mut Window::new(&set(&[1, 1 << 60]), memory), memory);
        refused(&mut Histogram::new(&set(&[1, 5, 30]), memory), memory);
        refused(&mut Histogram::new(&set(&[1, 5, 1 << 60]), memory), memory);
        let splits = |parts, most| HeapGame::Splitting(Splitting::new(2, most, parts).unwrap());
        for game in [
            code(vec![0, 8], vec![]),
            code(vec![4], vec![3]),
            code(vec![0, 12], vec![13]),
            splits(Parts::Any, None),
            splits(Parts::Any, Some(3)),
            splits(Parts::Any, Some(u32::MAX)),
            splits(Parts::NotAllEqual, None),
            splits(Parts::Distinct, None),
            splits(Parts::Distinct, Some(u32::MAX)),
        ] {
            refused(&mut XorSets::new(&game, memory).unwrap(), memory);
        }
    }
}

#[test]
fn more_moves_than_sixteen_bits_count_are_worked_out() {
    let moves: Vec<u64> = (1..=70_000).collect();
    let mut window = Window::new(&set(&moves), MEMORY);
    work(&mut window, 300);
    assert!(read(&window).into_iter().eq(0..300));
    assert_eq!(window.save(), None);
}

#[test]
fn sets_of_xors_are_for_codes_and_splits() {
    for game in [
        HeapGame::subtraction([1]).unwrap(),
        HeapGame::all_but([1]).unwrap(),
    ] {
        let error = XorSets::new(&game, MEMORY).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the xor-sets method is not for this game"
        );
        assert!(Histogram::of(&game, MEMORY).is_some() == matches!(game, HeapGame::AllBut(_)));
    }
}

#[test]
fn a_large_move_costs_nothing_before_it_fits() {
    let mut window = Window::new(&set(&[1, 3, 4, 1 << 50]), 1 << 20);
    work(&mut window, 10_000);
    let small = naive::nimbers(&HeapGame::subtraction([1, 3, 4]).unwrap(), 10_000);
    assert_eq!(read(&window), small);
    // And no period is claimed that it would break.
    assert_eq!(window.proof(), None);
}

/// Nimbers by a ring of the last ones and stamps for the mex: what one would
/// write first.
fn by_ring(moves: &[u64], heaps: u64) -> u64 {
    let largest = *moves.last().unwrap() as usize;
    let mask = (largest + 1).next_power_of_two() - 1;
    // Heaps below 0 stamp a cell that is never looked at.
    let mut ring = vec![moves.len() as u32 + 1; mask + 1];
    let mut stamps = vec![u64::MAX; moves.len() + 2];
    let moves: Vec<usize> = moves.iter().map(|&take| take as usize).collect();
    let mut sum = 0;
    for heap in 0..heaps as usize {
        for &take in &moves {
            let nimber = ring[heap.wrapping_sub(take) & mask];
            stamps[nimber as usize] = heap as u64;
        }
        let mut mex = 0;
        while stamps[mex] == heap as u64 {
            mex += 1;
        }
        ring[heap & mask] = mex as u32;
        sum += mex as u64;
    }
    sum
}

#[test]
#[ignore = "measures; run alone, with --nocapture, perhaps under callgrind"]
fn windows_beside_a_ring() {
    let sets: [&[u64]; 11] = [
        &[1, 3, 4],
        &[2, 5, 7],
        &[3, 5, 8],
        &[4, 9, 16, 23, 31],
        &[5, 11, 45, 51, 56],
        &[16, 25, 37, 49, 61],
        &[20, 33, 47],
        &[40, 61, 77, 90],
        &[64, 100, 130, 171],
        &[1, 100, 1000],
        &[3, 50, 77, 120, 200, 333, 480, 600, 801, 999],
    ];
    let which = std::env::var("SET").ok().map(|set| set.parse().unwrap());
    let side = std::env::var("SIDE").unwrap_or_default();
    let heaps: u64 = std::env::var("HEAPS").map_or(1 << 22, |heaps| heaps.parse().unwrap());
    for (place, moves) in sets.iter().enumerate() {
        if which.is_some_and(|which: usize| which != place) {
            continue;
        }
        let start = std::time::Instant::now();
        let mut sum = None;
        if side != "window" {
            sum = Some(by_ring(moves, heaps));
        }
        let ring = start.elapsed();
        let start = std::time::Instant::now();
        let mut ours = None;
        let mut statistics = Statistics::default();
        if side != "ring" {
            let mut window = Window::new(&set(moves), 1 << 32);
            work(&mut window, heaps);
            window.add_to_statistics(0, heaps, &mut statistics);
            ours = Some(
                (0..)
                    .zip(&statistics.counts)
                    .map(|(v, n)| v * n)
                    .sum::<u64>(),
            );
        }
        let window = start.elapsed();
        if let (Some(sum), Some(ours)) = (sum, ours) {
            assert_eq!(sum, ours);
        }
        println!(
            "{moves:?}: ring {ring:.1?}, window {window:.1?}, {:.1} times",
            ring.as_secs_f64() / window.as_secs_f64()
        );
    }
}

fn check_histogram(game: &HeapGame, heaps: u64, far: u64) -> Option<Proof> {
    let mut histogram = Histogram::of(game, MEMORY).unwrap();
    let proof = check(game, &mut histogram, heaps, far);
    assert!(proof.is_none_or(|proof| proof.theorem == PeriodTheorem::Arithmetic));
    proof
}

#[test]
fn all_but_sets_within_6_are_worked_out_and_their_periods_proved() {
    let mut games = 0;
    for forbidden in sets(6) {
        let proof = check_histogram(&HeapGame::all_but(forbidden).unwrap(), 300, 900);
        let proof = proof.unwrap();
        assert!(proof.repetition.saltus() > 0 && proof.checked_to < 300);
        games += 1;
    }
    assert_eq!(games, 64);
}

#[test]
fn random_all_but_sets_are_worked_out() {
    let mut random = Random(2);
    let (mut proved, mut with_preperiod) = (0, 0);
    for _ in 0..60 {
        let count = 1 + random.below(6);
        let forbidden = random.set(count, 1, 20);
        let proof = check_histogram(&HeapGame::all_but(forbidden).unwrap(), 800, 1500);
        proved += u32::from(proof.is_some());
        with_preperiod += u32::from(proof.is_some_and(|proof| proof.repetition.preperiod() > 0));
    }
    assert!(proved > 30, "{proved}");
    assert!(with_preperiod > 1, "{with_preperiod}");
}

#[test]
fn codes_that_end_in_threes_are_all_but_games() {
    let mut proved = 0;
    for first in 0..4 {
        for second in 0..4 {
            for third in 0..4 {
                for fourth in 0..4 {
                    let digits = vec![0, first, second, third, fourth];
                    let code = Breaking::new(digits, vec![3]).unwrap();
                    let game = HeapGame::Breaking(code);
                    let proof = check_histogram(&game, 250, 600);
                    proved += u32::from(proof.is_some());
                }
            }
        }
    }
    assert!(proved > 250, "{proved}");
    for (digits, tail) in [
        (vec![4], vec![3]),
        (vec![0, 4], vec![3]),
        (vec![0], vec![3, 1]),
    ] {
        let code = Breaking::new(digits, tail).unwrap();
        assert!(Histogram::of_code(&code, MEMORY).is_none());
    }
    assert!(Histogram::of_code(&"0.333".parse().unwrap(), MEMORY).is_none());
}

/// What is seen and proved of some games: how many there are of each.
#[derive(Debug, Default)]
struct Tally {
    games: u32,
    periodic: u32,
    arithmetic: u32,
    /// The last nimbers look arithmetic periodic, and nothing is proved.
    unproved: u32,
}

impl Tally {
    fn check(&mut self, game: &HeapGame, heaps: u64, far: u64) {
        // The far nimbers, by which proofs are judged, are the engine's own: up to
        // `heaps` they are those by definition.
        let mut long = XorSets::new(game, MEMORY).unwrap();
        work(&mut long, far);
        let long = read(&long);
        assert_eq!(
            long[..heaps as usize],
            naive::nimbers(game, heaps),
            "{game:?}"
        );
        let mut engine = XorSets::new(game, MEMORY).unwrap();
        let proof = check_known(&long, game, &mut engine, far / 2);
        self.games += 1;
        let Some(proof) = proof else {
            self.unproved += u32::from(looks_arithmetic(&long[..far as usize / 2]));
            return;
        };
        assert_eq!(proof.theorem, PeriodTheorem::Arithmetic);
        assert!(proof.checked_to < far / 2);
        if proof.repetition.saltus() == 0 {
            self.periodic += 1;
        } else {
            self.arithmetic += 1;
        }
    }
}

/// Whether the last two thirds have some period.
fn looks_arithmetic(nimbers: &[u32]) -> bool {
    (1..nimbers.len() / 6).any(|period| {
        let adds = |n: usize| i64::from(nimbers[n + period]) - i64::from(nimbers[n]);
        let last = nimbers.len() - period;
        (nimbers.len() / 3..last).all(|n| adds(n) == adds(last - 1))
    })
}

fn code(digits: Vec<u8>, tail: Vec<u8>) -> HeapGame {
    HeapGame::Breaking(Breaking::new(digits, tail).unwrap())
}

#[test]
fn hexadecimal_codes_of_two_digits_are_worked_out() {
    let mut tally = Tally::default();
    for first in 0..16 {
        for second in 0..16 {
            tally.check(&code(vec![0, first, second], vec![]), 64, 512);
        }
    }
    for split in [4, 8, 12] {
        for first in 0..16 {
            tally.check(&code(vec![split, first], vec![]), 64, 512);
        }
    }
    assert_eq!(tally.games, 256 + 48);
    assert!(tally.periodic > 70 && tally.arithmetic > 80, "{tally:?}");
    // 8.2 and 8.6.
    assert_eq!(tally.unproved, 2);
}

#[test]
fn random_codes_are_worked_out() {
    let mut random = Random(3);
    let mut tally = Tally::default();
    for _ in 0..80 {
        let mut digits = vec![4 * random.below(4) as u8];
        digits.extend((0..3 + random.below(3)).map(|_| random.below(16) as u8));
        tally.check(&code(digits, vec![]), 50, 300);
    }
    assert!(tally.arithmetic > 20, "{tally:?}");
}

#[test]
fn codes_without_end_are_worked_out() {
    let mut tally = Tally::default();
    for split in [0, 4, 8, 12] {
        for tail in 1..16 {
            tally.check(&code(vec![split], vec![tail]), 40, 300);
        }
        for tail in 1..8 {
            for first in 0..8 {
                tally.check(&code(vec![split, first], vec![tail]), 40, 300);
            }
        }
    }
    let mut random = Random(4);
    for _ in 0..60 {
        let mut digits = vec![4 * random.below(4) as u8];
        digits.extend((0..random.below(4)).map(|_| random.below(16) as u8));
        let tail = (0..=random.below(3)).map(|_| random.below(16) as u8);
        tally.check(&code(digits, tail.collect()), 36, 200);
    }
    assert!(tally.periodic > 20 && tally.arithmetic > 250, "{tally:?}");
}

#[test]
fn splits_are_worked_out() {
    let mut tally = Tally::default();
    for (fewest, most, heaps) in [
        (2, Some(2), 80),
        (3, Some(3), 70),
        (4, Some(4), 50),
        (2, Some(3), 70),
        (3, Some(5), 40),
        (2, Some(40), 34),
        (2, None, 36),
        (3, None, 36),
        (4, None, 36),
    ] {
        for parts in [Parts::Any, Parts::Distinct, Parts::NotAllEqual] {
            let splitting = Splitting::new(fewest, most, parts).unwrap();
            tally.check(&HeapGame::Splitting(splitting), heaps, 160);
        }
    }
    // Splits into 2; and into 3, into 4, into 3 to 5; all of any sizes.
    assert_eq!((tally.periodic, tally.arithmetic), (1, 3), "{tally:?}");
}

/// The repetition that is proved within so many heaps.
fn proved(game: &HeapGame, heaps: u64) -> Option<(u64, u64, u64)> {
    let mut engine = XorSets::new(game, MEMORY).unwrap();
    work(&mut engine, heaps);
    let found = engine.proof()?.repetition;
    let (preperiod, period, saltus) = (found.preperiod(), found.period(), found.saltus());
    Some((preperiod, period, saltus))
}

#[test]
fn laskers_nim_has_saltus_4_and_period_4() {
    // Winning Ways, chapter 4: 4k + 1 and 4k + 2 are worth themselves, 4k + 3 and
    // 4k + 4 each other's size.
    let lasker = code(vec![4], vec![3]);
    let mut engine = XorSets::new(&lasker, MEMORY).unwrap();
    work(&mut engine, 1000);
    for (heap, nimber) in (0..).zip(read(&engine)) {
        let known = match heap % 4 {
            3 => heap + 1,
            0 if heap > 0 => heap - 1,
            _ => heap,
        };
        assert_eq!(nimber, known);
    }
    assert_eq!(proved(&lasker, 200), Some((1, 4, 4)));
}

#[test]
fn some_codes_have_the_arithmetic_periods_that_are_known() {
    let of = |text: &str| HeapGame::Breaking(text.parse().unwrap());
    assert_eq!(proved(&of("0.8"), 200), Some((1, 3, 1)));
    assert_eq!(proved(&of("0.C"), 200), Some((1, 2, 1)));
    // A saltus that is no power of two.
    assert_eq!(proved(&of("0.3F"), 200), Some((0, 6, 3)));
    // Octal codes are periodic by the same theorem (Guy and Smith 1956): Kayles.
    assert_eq!(proved(&of("0.77"), 300), Some((71, 12, 0)));
}
