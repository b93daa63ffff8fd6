//! One table of games, run on every engine for heaps, against the definition and
//! against known answers.

use proptest::prelude::*;
use zug_heaps::{Breaking, HeapGame, Parts, Splitting};
use zug_sequences::Job;
use zug_sequences::engine::dense::{Dense, LoadError};
use zug_sequences::engine::sparse::Sparse;
use zug_sequences::engine::{Engine, naive};
use zug_sequences::proof::guy_smith;
use zug_sequences::subtraction::Subtraction;
use zug_sequences::{EngineKind, Keep, PeriodTheorem, Proof, Sequence, SequenceOptions, Stop};
use zug_testkit::{all_or, heap_rows};

const MEMORY: u64 = 1 << 30;

/// The engine for a game, if it can do it.
type Make = fn(&HeapGame) -> Option<Box<dyn Engine>>;

/// Every engine that knows games which split a heap in two.
const ENGINES: &[(&str, Make)] = &[("dense", |game| {
    Some(Box::new(Dense::new(game, MEMORY).ok()?))
})];

fn code(text: &str) -> HeapGame {
    HeapGame::Breaking(text.parse().unwrap())
}

fn split_in_two(parts: Parts) -> HeapGame {
    HeapGame::Splitting(Splitting::new(2, Some(2), parts).unwrap())
}

/// The nimbers of the heaps `0..terms`; `step` heaps are asked for at a time.
fn by_engine(engine: &mut dyn Engine, terms: usize, step: usize) -> Vec<u32> {
    while engine.known() < terms as u64 {
        let to = (engine.known() + step as u64).min(terms as u64);
        let before = engine.known();
        engine.step(to).unwrap();
        assert!(before < engine.known() && engine.known() <= to);
    }
    let mut nimbers = vec![0; terms];
    assert!(engine.read(0, &mut nimbers));
    nimbers
}

/// A second oracle, for longer sequences: the pairs of each sum, one by one.
fn by_pairs(digits: &[u8], terms: usize) -> Vec<u32> {
    let mut nimbers: Vec<u32> = Vec::new();
    let mut seen = vec![0; 1 << 16];
    for n in 0..terms {
        let stamp = n as u32 + 1;
        for (take, digit) in digits.iter().enumerate().take(n + 1) {
            let rest = n - take;
            if digit & 1 != 0 && rest == 0 {
                seen[0] = stamp;
            }
            if digit & 2 != 0 && rest > 0 {
                seen[nimbers[rest] as usize] = stamp;
            }
            if digit & 4 != 0 {
                for small in 1..=rest / 2 {
                    seen[(nimbers[small] ^ nimbers[rest - small]) as usize] = stamp;
                }
            }
        }
        nimbers.push(seen.iter().position(|&seen| seen != stamp).unwrap() as u32);
    }
    nimbers
}

/// All 1,024 codes 0.abc and 4.abc, as digits.
fn short_codes() -> impl Iterator<Item = Vec<u8>> {
    (0..1024).map(|number: u32| {
        let digit = |place: u32| (number >> (3 * place) & 7) as u8;
        let first = if number < 512 { 0 } else { 4 };
        vec![first, digit(2), digit(1), digit(0)]
    })
}

fn breaking(digits: &[u8]) -> Breaking {
    Breaking::new(digits.to_vec(), Vec::new()).unwrap()
}

#[test]
fn pairs_agree_with_the_definition_on_all_codes_of_three_digits() {
    for digits in short_codes() {
        let game = HeapGame::Breaking(breaking(&digits));
        assert_eq!(
            by_pairs(&digits, 150),
            naive::nimbers(&game, 150),
            "{digits:?}"
        );
    }
}

#[test]
fn every_engine_agrees_with_pairs_on_all_codes_of_three_digits() {
    let terms = all_or(1000, 2000);
    for digits in short_codes() {
        let game = HeapGame::Breaking(breaking(&digits));
        let expected = by_pairs(&digits, terms);
        for (name, make) in ENGINES {
            let nimbers = by_engine(&mut *make(&game).unwrap(), terms, terms);
            assert_eq!(nimbers, expected, "{name} {digits:?}");
        }
        check_sparse(&game, &expected);
    }
}

/// The sparse engine from a few heaps on; it may stop where it is of no use.
fn check_sparse(game: &HeapGame, expected: &[u32]) {
    let first = &expected[..expected.len() / 8];
    let Ok(mut sparse) = Sparse::new(game, Keep::All, &Job::default(), first) else {
        return;
    };
    let terms = expected.len() as u64;
    while sparse.known() < terms {
        match sparse.step(terms) {
            Ok(()) => {}
            Err(Stop::Nimber { .. }) => break,
            Err(stop) => panic!("{game}: {stop}"),
        }
    }
    let known = expected.len().min(sparse.known() as usize);
    let mut nimbers = vec![0; known];
    assert!(sparse.read(0, &mut nimbers));
    assert!(nimbers == expected[..known], "{game}");
}

#[test]
fn the_engine_chosen_agrees_with_pairs_where_it_changes() {
    for text in [
        "0.106", "0.16", "0.6", "0.127", "0.45", "4.44", "0.36", "0.007",
    ] {
        let digits = text.parse::<Breaking>().unwrap();
        let expected = by_pairs(digits.digits(), 9000);
        let mut sequence =
            Sequence::new(&code(text), SequenceOptions::default(), &Job::default()).unwrap();
        while sequence.known() < 9000 {
            sequence.step(9000).unwrap();
        }
        let mut nimbers = vec![0; 9000];
        assert!(sequence.read(0, &mut nimbers));
        assert!(nimbers == expected, "{text}");
    }
}

#[test]
fn every_engine_agrees_with_pairs_where_nimbers_are_large() {
    // Many rare values, so that a sample misses some.
    for (text, terms) in [
        ("0.007", 20_000),
        ("0.0007", 9000),
        ("4.0007", 6000),
        ("0.6", 9000),
    ] {
        let digits = text.parse::<Breaking>().unwrap();
        let expected = by_pairs(digits.digits(), terms);
        for (name, make) in ENGINES {
            let nimbers = by_engine(&mut *make(&code(text)).unwrap(), terms, terms);
            assert_eq!(nimbers, expected, "{name} {text}");
        }
    }
}

#[test]
#[ignore = "10^10 pairs"]
fn every_engine_agrees_with_pairs_on_200000_heaps_of_treblecross() {
    let expected = by_pairs(&[0, 0, 0, 7], 200_000);
    for (name, make) in ENGINES {
        let nimbers = by_engine(&mut *make(&code("0.007")).unwrap(), 200_000, 200_000);
        assert!(nimbers == expected, "{name}");
    }
}

#[test]
fn every_engine_agrees_with_the_definition_on_splits_in_two() {
    for parts in [Parts::Any, Parts::Distinct, Parts::NotAllEqual] {
        let game = split_in_two(parts);
        let expected = naive::nimbers(&game, 3000);
        for (name, make) in ENGINES {
            let nimbers = by_engine(&mut *make(&game).unwrap(), 3000, 3000);
            assert_eq!(nimbers, expected, "{name} {parts:?}");
        }
    }
}

#[test]
fn it_does_not_matter_how_many_heaps_are_asked_for_at_a_time() {
    for game in [code("0.007"), code("4.0407"), split_in_two(Parts::Distinct)] {
        for (name, make) in ENGINES {
            let expected = by_engine(&mut *make(&game).unwrap(), 2500, 2500);
            for step in [1, 2, 15, 16, 17, 100] {
                let nimbers = by_engine(&mut *make(&game).unwrap(), 2500, step);
                assert_eq!(nimbers, expected, "{name} {game:?} by {step}");
            }
        }
    }
}

#[test]
fn known_sequences_are_found() {
    let mut checked = 0;
    for row in heap_rows::sequences().sequence {
        let game = row.game();
        let expected = row.terms();
        assert_eq!(naive::nimbers(&game, 300), expected[..300], "{game:?}");
        for (name, make) in ENGINES {
            if let Some(mut engine) = make(&game) {
                let nimbers = by_engine(&mut *engine, expected.len(), expected.len());
                assert_eq!(nimbers, expected, "{name} {game:?}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 13 * ENGINES.len(), "{checked}");
}

#[test]
fn known_sequences_are_found_by_the_engine_chosen() {
    for row in heap_rows::sequences().sequence {
        let expected = row.terms();
        let mut sequence =
            Sequence::new(&row.game(), SequenceOptions::default(), &Job::default()).unwrap();
        let terms = expected.len() as u64;
        while sequence.known() < terms {
            sequence.step(terms).unwrap();
        }
        let mut nimbers = vec![0; expected.len()];
        assert!(sequence.read(0, &mut nimbers));
        assert_eq!(nimbers, expected, "{}", row.game());
    }
}

/// What the theorem asks for: the last heap to be known.
fn bound(row: &heap_rows::PeriodRow) -> u64 {
    let most = row.breaking().most_taken().unwrap();
    2 * row.preperiod + 2 * row.period + most
}

fn same(proof: Option<Proof>, row: &heap_rows::PeriodRow) {
    let proof = proof.unwrap_or_else(|| panic!("no proof of {row:?}"));
    let found = proof.repetition;
    assert_eq!(
        (found.preperiod(), found.period(), found.saltus()),
        (row.preperiod, row.period, 0),
        "{row:?}"
    );
}

/// The theorem proves the row, and not from one heap less than it asks for.
fn check_row(row: &heap_rows::PeriodRow) {
    let code = row.breaking();
    let last = bound(row);
    for (name, make) in ENGINES {
        let game = HeapGame::Breaking(code.clone());
        let mut engine = make(&game).unwrap();
        let nimbers = by_engine(&mut *engine, last as usize + 1, last as usize + 1);
        let proof = guy_smith::proof(&code, &nimbers);
        same(proof, row);
        assert_eq!(proof.unwrap().checked_to, last, "{name} {row:?}");
        assert_eq!(
            guy_smith::proof(&code, &nimbers[..last as usize]),
            None,
            "{name} {row:?}"
        );
        if engine.method() == EngineKind::Dense {
            assert_eq!(engine.proof(), proof, "{name} {row:?}");
        }
        let largest = nimbers.iter().max().copied();
        assert_eq!(largest, Some(row.largest), "{name} {row:?}");
        if let Some(heap) = row.first_largest {
            let first = nimbers.iter().position(|&nimber| nimber == row.largest);
            assert_eq!(first, Some(heap as usize), "{name} {row:?}");
        }
    }
}

fn row(code: &str) -> heap_rows::PeriodRow {
    let mut rows = heap_rows::periods().period.into_iter();
    rows.find(|row| row.code.as_deref() == Some(code)).unwrap()
}

#[test]
fn known_periods_are_proved() {
    let rows = heap_rows::periods().period;
    let near = rows.iter().filter(|row| bound(row) < 20_000);
    assert_eq!(near.map(check_row).count(), rows.len() - 6);
}

#[test]
fn octal_0_127_has_period_4_from_46578() {
    check_row(&row("0.127"));
}

#[test]
#[ignore = "half a million heaps"]
fn octal_0_16_has_period_149459_from_105351() {
    check_row(&row("0.16"));
}

#[test]
#[ignore = "two thirds of a million heaps"]
fn octal_0_56_has_period_144_from_326640() {
    check_row(&row("0.56"));
}

/// By the engine chosen, whatever it needs.
fn check_by_sequence(row: &heap_rows::PeriodRow) {
    let mut sequence =
        Sequence::new(&row.game(), SequenceOptions::default(), &Job::default()).unwrap();
    // The window of a subtraction set is another theorem's.
    let last = match row.code {
        Some(_) => bound(row),
        None => 2_000_000,
    };
    while sequence.proof().is_none() && sequence.known() <= last {
        sequence.step(last + 1).unwrap();
    }
    same(sequence.prove(), row);
    let statistics = sequence.statistics();
    let (largest, heap) = statistics.largest.unwrap();
    assert_eq!(largest, row.largest, "{row:?}");
    assert!(
        row.first_largest.is_none_or(|first| first == heap),
        "{row:?}"
    );
}

#[test]
fn the_engine_chosen_proves_known_periods() {
    for row in heap_rows::periods().period {
        if row.preperiod + row.period < 1_000_000 {
            check_by_sequence(&row);
        }
    }
}

#[test]
fn octal_0_354_has_period_1180_from_10061916() {
    check_by_sequence(&row("0.354"));
}

#[test]
#[ignore = "hundreds of millions of heaps"]
fn octal_0_454_has_period_60620715_from_160949019() {
    check_by_sequence(&row("0.454"));
}

#[test]
#[ignore = "hundreds of millions of heaps"]
fn octal_0_104_has_period_11770282_from_197769598() {
    check_by_sequence(&row("0.104"));
}

#[test]
fn known_periods_of_outcomes_are_found() {
    for row in heap_rows::periods().outcomes {
        let game = Subtraction::new(row.take.iter().copied()).unwrap();
        let period = game.outcome_period(u64::MAX).unwrap();
        assert_eq!(period.period, row.period, "{row:?}");
    }
}

/// The definition of what [`guy_smith::proof`] gives.
fn least_proved(most_taken: usize, nimbers: &[u32]) -> Option<(u64, u64)> {
    (1..nimbers.len()).find_map(|period| {
        let mut pairs = nimbers.iter().zip(&nimbers[period..]);
        let last_exception = pairs.rposition(|(a, b)| a != b);
        let preperiod = last_exception.map_or(0, |heap| heap + 1);
        let is_known = 2 * preperiod + 2 * period + most_taken < nimbers.len();
        is_known.then_some((preperiod as u64, period as u64))
    })
}

#[test]
fn a_period_is_proved_from_the_first_heap_that_suffices_on() {
    for digits in short_codes() {
        let code = breaking(&digits);
        let nimbers = by_pairs(&digits, 120);
        for known in 0..=nimbers.len() {
            let proof = guy_smith::proof(&code, &nimbers[..known]);
            let found =
                proof.map(|proof| (proof.repetition.preperiod(), proof.repetition.period()));
            let most_taken = code.most_taken().unwrap() as usize;
            let expected = least_proved(most_taken, &nimbers[..known]);
            assert_eq!(found, expected, "{digits:?} {known}");
            assert!(proof.is_none_or(|proof| proof.theorem == PeriodTheorem::GuySmith));
        }
    }
}

#[test]
fn what_is_proved_holds_on() {
    for digits in short_codes() {
        let nimbers = by_pairs(&digits, 600);
        if let Some(proof) = guy_smith::proof(&breaking(&digits), &nimbers[..200]) {
            for heap in 0..600 {
                let (same, more) = proof.repetition.reduce(heap);
                let nimber = nimbers[same as usize] + more as u32;
                assert_eq!(nimbers[heap as usize], nimber, "{digits:?} {heap}");
            }
        }
    }
}

#[test]
fn the_theorem_is_silent_where_it_does_not_hold() {
    // Hexadecimal, and without end; all nimbers look periodic.
    let three_heaps = Breaking::new(vec![0, 8], Vec::new()).unwrap();
    let endless = Breaking::new(vec![0, 3], vec![3]).unwrap();
    assert_eq!(guy_smith::proof(&three_heaps, &[0u32; 100]), None);
    assert_eq!(guy_smith::proof(&endless, &[0u32; 100]), None);
    assert_eq!(guy_smith::proof(&breaking(&[0, 7]), &[0u32; 0]), None);
}

#[test]
fn dense_refuses_what_it_cannot_do() {
    let unsuited = Stop::Unsuited {
        method: EngineKind::Dense,
    };
    let in_three = Splitting::new(2, Some(3), Parts::Any).unwrap();
    for game in [
        code("0.8"),
        HeapGame::Breaking(Breaking::new(vec![4, 3], vec![3]).unwrap()),
        HeapGame::Splitting(in_three),
        HeapGame::subtraction([1, 2]).unwrap(),
        HeapGame::all_but([1, 2]).unwrap(),
    ] {
        assert_eq!(Dense::new(&game, MEMORY).unwrap_err(), unsuited, "{game:?}");
    }
}

#[test]
fn dense_refuses_memory_before_it_is_taken_and_keeps_what_it_knows() {
    let allowed = 40_000;
    let mut dense = Dense::new(&code("0.07"), allowed).unwrap();
    let stop = loop {
        if let Err(stop) = dense.step(1_000_000) {
            break stop;
        }
    };
    let known = dense.known();
    assert!(known > 1000, "{known}");
    let Stop::Memory { heap, stopped } = stop else {
        panic!("{stop}");
    };
    let needed = stopped.refusal().unwrap().needed;
    assert!(
        (known..known + 16).contains(&heap) && needed > allowed,
        "{stop}"
    );
    assert!(dense.bytes() <= allowed);
    let mut nimbers = vec![0; known as usize];
    assert!(dense.read(0, &mut nimbers));
    assert_eq!(nimbers, naive::nimbers(&code("0.07"), known));
    assert!(!dense.read(1, &mut nimbers));
    assert!(!dense.read(u64::MAX, &mut nimbers));
    assert!(matches!(
        Dense::new(&code("0.07"), 0).unwrap().step(1),
        Err(Stop::Memory { heap: 0, .. })
    ));
}

#[test]
fn dense_goes_on_from_what_it_saved() {
    for game in [
        code("0.007"),
        code("0.1067"),
        code("4.0407"),
        split_in_two(Parts::Distinct),
    ] {
        let expected = by_engine(&mut Dense::new(&game, MEMORY).unwrap(), 1500, 1500);
        for saved_at in [0, 1, 5, 17, 100, 1000] {
            let mut dense = Dense::new(&game, MEMORY).unwrap();
            by_engine(&mut dense, saved_at, 7);
            let mut again = Dense::load(&game, MEMORY, &dense.save().unwrap()).unwrap();
            assert_eq!(again.known(), saved_at as u64);
            assert_eq!(
                by_engine(&mut again, 1500, 1500),
                expected,
                "{game:?} {saved_at}"
            );
        }
    }
}

#[test]
fn saved_bytes_that_are_cut_are_refused() {
    let game = code("0.007");
    let cut = Dense::load(&game, MEMORY, &[0, 0, 1]);
    assert_eq!(cut.unwrap_err(), LoadError::Length { bytes: 3 });
    let stop = Dense::load(&game, 20_000, &vec![0; 100_000]).unwrap_err();
    assert!(
        matches!(stop, LoadError::Stop(Stop::Memory { .. })),
        "{stop}"
    );
}

#[test]
fn a_nimber_of_more_than_16_bits_is_refused() {
    // One counter to 65,536 may be taken, so a heap of n is worth n.
    let mut digits = vec![3; 65_537];
    digits[0] = 0;
    let game = HeapGame::Breaking(breaking(&digits));
    let saved: Vec<u8> = (0..u16::MAX).flat_map(u16::to_le_bytes).collect();
    let mut dense = Dense::load(&game, MEMORY, &saved).unwrap();
    dense.step(65_536).unwrap();
    let mut last = [0];
    assert!(dense.read(65_535, &mut last));
    assert_eq!(last, [65_535]);
    assert_eq!(dense.step(65_537), Err(Stop::Nimber { heap: 65_536 }));
    assert_eq!(dense.known(), 65_536);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_engine_agrees_with_pairs_on_longer_codes(
        first in prop::sample::select(vec![0u8, 4]),
        rest in prop::collection::vec(0u8..8, 1..40),
        step in 1usize..2000,
    ) {
        let digits = [vec![first], rest].concat();
        let expected = by_pairs(&digits, 1500);
        for (name, make) in ENGINES {
            let game = HeapGame::Breaking(breaking(&digits));
            let nimbers = by_engine(&mut *make(&game).unwrap(), 1500, step);
            prop_assert_eq!(&nimbers, &expected, "{}", name);
        }
    }
}
