//! Compares the sparse engine with all pairs, whatever is called rare and on every
//! vectors.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use super::*;
use crate::engine::naive;
use std::num::NonZeroUsize;

use zug_job::{Budget, Job, Threads};

/// Pseudo-random numbers, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        (self.0 >> 33) % bound
    }
}

/// The nimbers of the heaps `0..terms`, from all pairs of each sum.
fn by_pairs(moves: &Moves, terms: u64) -> Vec<u32> {
    let mut nimbers: Vec<u32> = Vec::new();
    let mut seen = vec![u64::MAX; 1 << 12];
    for heap in 0..terms {
        let mut see = |nimber: u32| seen[nimber as usize] = heap;
        if moves.ends.contains(&heap) {
            see(0);
        }
        for take in moves.singles.iter().filter(|&&take| take < heap) {
            see(nimbers[(heap - take) as usize]);
        }
        for rest in moves
            .splits
            .iter()
            .filter_map(|take| heap.checked_sub(*take))
        {
            for small in 1..=rest / 2 {
                if 2 * small < rest || moves.equal_too {
                    see(nimbers[small as usize] ^ nimbers[(rest - small) as usize]);
                }
            }
        }
        let mex = seen.iter().position(|&last| last != heap).unwrap();
        nimbers.push(mex as u32);
    }
    nimbers
}

/// Works out the heaps `0..terms` and compares them with `expected`; stops early if a
/// rare nimber has no byte.
fn check(mut sparse: Sparse, expected: &[u32]) {
    let terms = expected.len() as u64;
    while sparse.known() < terms {
        match sparse.step(terms) {
            Ok(()) => {}
            Err(Stop::Nimber { .. }) => break,
            Err(stop) => panic!("{stop}"),
        }
    }
    let known = sparse.known().min(terms) as usize;
    let mut nimbers = vec![0; known];
    assert!(sparse.read(0, &mut nimbers));
    let wrong = (0..known).find(|&heap| nimbers[heap] != expected[heap]);
    assert_eq!(wrong, None, "{:?} {:?}", sparse.moves, sparse.trail.space());

    let (mut fast, mut slow) = (Statistics::default(), Statistics::default());
    for (from, to) in [(0, known / 3), (known / 3, known)] {
        sparse.add_to_statistics(from as u64, to as u64, &mut fast);
    }
    for (heap, &nimber) in (0..).zip(&nimbers) {
        slow.add(heap, nimber);
    }
    assert_eq!(fast, slow);
}

fn random_game(random: &mut Random) -> (HeapGame, Moves) {
    loop {
        let digits = (0..2 + random.below(5)).map(|_| random.below(8) as u8);
        let mut digits: Vec<u8> = digits.collect();
        digits[0] &= 4;
        // One game in eight has a move that takes a large number.
        if random.below(8) == 0 {
            digits.resize(60 + random.below(100) as usize, 0);
            digits.push(1 + random.below(7) as u8);
        }
        let code = zug_heaps::Breaking::new(digits, Vec::new()).unwrap();
        let game = HeapGame::Breaking(code);
        if let Some(moves) = Moves::of(&game).filter(Moves::has_splits) {
            return (game, moves);
        }
    }
}

#[test]
fn nimbers_are_right_whatever_is_called_rare() {
    let mut random = Random(1);
    for _ in 0..150 {
        let (_, moves) = random_game(&mut random);
        let expected = by_pairs(&moves, 700);
        let known = 1 + random.below(200) as usize;
        let parity = moves.split_parity().filter(|_| random.below(2) == 0);
        let mask = (1 + random.below(63) as u32) | (u32::MAX << random.below(9).max(1));
        let space = Space::new(mask, parity);
        for vectors in Vectors::all() {
            let terms = terms();
            let first = &expected[..known];
            if let Ok(sparse) = Sparse::in_space(moves.clone(), terms, space, vectors, first) {
                check(sparse, &expected);
            }
        }
    }
}

#[test]
fn nimbers_are_right_where_the_best_digits_are_taken() {
    let mut random = Random(2);
    for _ in 0..60 {
        let (game, moves) = random_game(&mut random);
        let expected = by_pairs(&moves, 3000);
        let known = 100 + random.below(400) as usize;
        let terms = terms();
        if let Ok(sparse) = Sparse::on(&game, terms, &expected[..known]) {
            check(sparse, &expected);
        }
    }
}

/// Games with few rare heaps, of all kinds: with and without the heap's parity, one
/// and two splits, moves that leave one heap, and Grundy's.
/// 0.161 and 4.604 have nimbers with indices above 64.
const SPARSE: [&str; 10] = [
    "0.106", "0.16", "0.56", "0.104", "0.127", "0.454", "0.354", "0.161", "4.604", "grundy",
];

#[test]
fn nimbers_of_sparse_games_are_right_with_every_kind_of_vectors() {
    for code in SPARSE {
        let game: HeapGame = code.parse().unwrap();
        let expected = by_pairs(&Moves::of(&game).unwrap(), 12_000);
        for vectors in Vectors::all() {
            let terms = terms();
            let mut sparse = Sparse::on(&game, terms, &expected[..2000]).unwrap();
            sparse.vectors = vectors;
            sparse.witnesses = Witnesses::new(vectors, &sparse.moves, &sparse.trail);
            check(sparse, &expected);
        }
    }
}

#[test]
fn pairs_agree_with_the_definition() {
    for code in SPARSE {
        let game: HeapGame = code.parse().unwrap();
        let by_pairs = by_pairs(&Moves::of(&game).unwrap(), 300);
        assert_eq!(by_pairs, naive::nimbers(&game, 300), "{code}");
    }
}

/// Terms without limits, by which every heap is kept.
fn terms() -> Terms {
    Terms::new(Keep::All, &Job::default())
}

fn engine(code: &str, terms: Terms) -> Sparse {
    let game: HeapGame = code.parse().unwrap();
    let first = by_pairs(&Moves::of(&game).unwrap(), 2000);
    Sparse::on(&game, terms, &first).unwrap()
}

fn advance(sparse: &mut Sparse, to: u64) {
    while sparse.known() < to {
        sparse.step(to).unwrap();
    }
}

#[test]
fn refused_threads_are_done_without() {
    const HEAPS: u64 = 1_000_000;
    let nimbers = |threads| {
        let terms = Terms { threads, ..terms() };
        let mut engine = engine("0.106", terms);
        advance(&mut engine, HEAPS);
        let mut nimbers = vec![0; HEAPS as usize];
        assert!(engine.read(0, &mut nimbers));
        nimbers
    };
    let alone = nimbers(Threads::default());
    assert!(nimbers(Threads::from(NonZeroUsize::MAX).refused()) == alone);
}

#[test]
fn threads_and_windows_change_nothing() {
    const HEAPS: u64 = 4_000_000;
    let mut one = engine("0.106", terms());
    advance(&mut one, HEAPS);
    let mut expected = vec![0; 100_000];
    assert!(one.read(HEAPS - 100_000, &mut expected));
    let memory = 8 << 20;
    let mut window = engine(
        "0.106",
        Terms {
            threads: NonZeroUsize::new(2).unwrap().into(),
            memory,
            keep: Keep::Window,
        },
    );
    let mut most = 0;
    while window.known() < HEAPS {
        window.step(HEAPS).unwrap();
        most = most.max(window.bytes());
    }
    assert!(most < memory, "{most}");
    assert!(window.trail.base() > 0);
    let mut nimbers = vec![0; 100_000];
    assert!(window.read(HEAPS - 100_000, &mut nimbers));
    assert!(nimbers == expected);
    assert!(!window.read(700_000, &mut nimbers));
    assert!(!window.read(0, &mut [0]));
}

#[test]
fn what_was_saved_goes_on_as_if_nothing_had_happened() {
    for (code, keep) in [
        ("0.106", Keep::All),
        ("0.16", Keep::Window),
        ("grundy", Keep::All),
    ] {
        let job = Job::default().with_budget(Budget::of_bytes(8 << 20));
        let terms = Terms::new(keep, &job);
        let game: HeapGame = code.parse().unwrap();
        let end = if code == "grundy" { 12_000 } else { 2_500_000 };
        let mut whole = engine(code, terms);
        advance(&mut whole, end / 2);
        let bytes = whole.save().unwrap();
        let mut resumed = Sparse::restore(&game, terms, &bytes).unwrap();
        assert_eq!(resumed.known(), whole.known());
        assert_eq!(resumed.rares(), whole.rares());
        advance(&mut whole, end);
        advance(&mut resumed, end);
        let (mut a, mut b) = (vec![0; 10_000], vec![0; 10_000]);
        assert!(whole.read(end - 10_000, &mut a));
        assert!(resumed.read(end - 10_000, &mut b));
        assert!(a == b, "{code}");
        for cut in [0, 1, bytes.len() / 2] {
            assert!(Sparse::restore(&game, terms, &bytes[..cut]).is_none());
        }
    }
}

#[test]
fn memory_is_refused_before_it_is_taken() {
    let job = Job::default().with_budget(Budget::of_bytes(2 << 20));
    let terms = Terms::new(Keep::All, &job);
    let mut sparse = engine("0.106", terms);
    let stop = loop {
        match sparse.step(100_000_000) {
            Ok(()) => assert!(sparse.bytes() <= 2 << 20),
            Err(stop) => break stop,
        }
    };
    let Stop::Memory { stopped, .. } = stop else {
        panic!("{stop}");
    };
    assert_eq!(stopped.refusal().unwrap().budget, 2 << 20);
    let known = sparse.known();
    assert!(known > 200_000, "{known}");
    assert!(sparse.read(known - 1, &mut [0]));
}

#[test]
fn periods_are_proved_by_a_state_that_comes_again() {
    for (code, preperiod, period) in [("0.16", 105_351, 149_459), ("0.127", 46_578, 4)] {
        let mut sparse = engine(code, terms());
        while sparse.proof().is_none() {
            sparse.step(2_000_000).unwrap();
            assert!(sparse.known() < 2_000_000, "{code}");
        }
        let proof = sparse.proof().unwrap();
        assert_eq!(proof.theorem, PeriodTheorem::RepeatedState);
        let Repetition {
            preperiod: e,
            period: p,
            ..
        } = proof.repetition;
        assert_eq!((e, p), (preperiod, period), "{code}");
        assert!(proof.checked_to < sparse.known());
    }
}
