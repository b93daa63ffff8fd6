//! The front of heap games: reading by a proved period, counting, saving.

use proptest::prelude::*;
use zug_heaps::{HeapGame, Splitting};
use zug_sequences::engine::naive;
use zug_sequences::{Budget, Job};
use zug_sequences::{EngineKind, ResumeError, Saved, Sequence, SequenceOptions, Statistics, Stop};

fn game(code: &str) -> HeapGame {
    HeapGame::Breaking(code.parse().unwrap())
}

/// The definition works a heap at a time, so the front has something to do.
fn options() -> SequenceOptions {
    SequenceOptions::default().with_method(EngineKind::Naive)
}

/// As much memory as the tests need, or more.
fn job() -> Job {
    Job::default().with_budget(Budget::of_bytes(1 << 33))
}

/// Works until so many heaps are known, or a period is proved.
fn worked_out(game: &HeapGame, to: u64) -> Sequence {
    worked_out_by(game, to, options())
}

fn worked_out_by(game: &HeapGame, to: u64, options: SequenceOptions) -> Sequence {
    let mut sequence = Sequence::new(game, options, &job()).unwrap();
    while sequence.known() < to && sequence.proof().is_none() {
        sequence.step(to).unwrap();
    }
    sequence.prove();
    sequence
}

fn counted(nimbers: &[u32], from: u64) -> Statistics {
    let mut statistics = Statistics::default();
    for (heap, &nimber) in (from..).zip(nimbers) {
        statistics.add(heap, nimber);
    }
    statistics
}

#[test]
fn terms_by_the_period_are_those_worked_out() {
    for code in ["0.77", "0.137", "0.07", "0.3333", "0.6", "0.15", "4.7"] {
        let game = game(code);
        let expected = naive::nimbers(&game, 700);
        let sequence = worked_out(&game, 700);
        for from in [0, 1, 60, 300, 699] {
            let mut terms = vec![0; 700 - from];
            if sequence.terms(from as u64, &mut terms) {
                let terms: Vec<u32> = terms.iter().map(|&term| term as u32).collect();
                assert_eq!(terms, expected[from..], "{code} from {from}");
                let mut nimbers = vec![0; 700 - from];
                assert!(sequence.read(from as u64, &mut nimbers));
                assert_eq!(nimbers, expected[from..], "{code} from {from}");
            } else {
                assert!(
                    sequence.proof().is_none() && sequence.known() < 700,
                    "{code}"
                );
            }
        }
    }
}

#[test]
fn a_period_ends_the_work_early() {
    let sequence = worked_out(&game("0.77"), u64::MAX);
    assert!(sequence.known() < 250, "{}", sequence.known());
    let repetition = sequence.proof().unwrap().repetition;
    assert_eq!((repetition.preperiod(), repetition.period()), (71, 12));
    assert!(sequence.tells(0..u64::MAX));
    // 10^18 = 4 mod 12, as is 76.
    assert_eq!(
        sequence.nimber(1_000_000_000_000_000_000),
        sequence.nimber(76)
    );
}

#[test]
fn heaps_that_are_not_known_are_not_told() {
    let sequence = worked_out(&game("0.007"), 100);
    assert!(sequence.proof().is_none());
    assert!(sequence.tells(0..100) && sequence.tells(5..5) && sequence.tells(900..900));
    assert!(!sequence.tells(0..101) && !sequence.tells(100..101));
    assert_eq!(sequence.nimber(100), None);
    assert!(!sequence.terms(99, &mut [0, 0]) && !sequence.read(99, &mut [0, 0]));
    assert!(!sequence.read(u64::MAX, &mut [0, 0]));
    assert_eq!(sequence.statistics_of(0..101), None);
}

#[test]
fn counts_of_any_heaps_are_those_of_the_terms() {
    let game = game("0.77");
    let expected = naive::nimbers(&game, 1000);
    let sequence = worked_out(&game, 1000);
    assert!(sequence.known() < 1000);
    let known = sequence.known();
    let edges = [
        0,
        1,
        50,
        70,
        71,
        72,
        83,
        84,
        known - 1,
        known,
        known + 1,
        500,
        999,
        1000,
    ];
    for &from in &edges {
        for &to in edges.iter().filter(|&&to| to >= from) {
            let expected = counted(&expected[from as usize..to as usize], from);
            assert_eq!(
                sequence.statistics_of(from..to),
                Some(expected),
                "{from}..{to}"
            );
        }
    }
    let many = sequence
        .statistics_of(0..1_000_000_000_000_000_000)
        .unwrap();
    assert_eq!(many.heaps, 1_000_000_000_000_000_000);
    assert_eq!(many.counts.iter().sum::<u64>(), many.heaps);
    assert_eq!(many.largest, counted(&expected, 0).largest);
}

#[test]
fn a_saved_sequence_goes_on_as_if_it_had_not_been() {
    let game = game("0.07");
    let whole = worked_out(&game, 400);
    for at in [0, 1, 63, 64, 150] {
        let before = worked_out(&game, at);
        let bytes = before.save().unwrap().to_bytes();
        let saved = Saved::from_bytes(bytes).unwrap();
        let mut sequence = Sequence::resume(&game, options(), saved, &job()).unwrap();
        assert_eq!(sequence.known(), at);
        assert_eq!(sequence.proof(), before.proof());
        while sequence.known() < 400 && sequence.proof().is_none() {
            sequence.step(400).unwrap();
        }
        sequence.prove();
        assert_eq!(
            sequence.proof().map(|proof| proof.repetition),
            whole.proof().map(|proof| proof.repetition)
        );
        let (mut one, mut other) = ([0; 400], [0; 400]);
        assert!(sequence.read(0, &mut one) && whole.read(0, &mut other));
        assert_eq!(one, other);
        assert_eq!(sequence.statistics_of(0..400), whole.statistics_of(0..400));
    }
}

#[test]
fn what_was_saved_of_another_game_is_refused() {
    let saved = worked_out(&game("0.77"), 20).save().unwrap();
    assert_eq!(
        Sequence::resume(&game("0.7"), options(), saved.clone(), &job()).err(),
        Some(ResumeError::OtherGame {
            saved: "0.77".to_owned(),
            asked: "0.7".to_owned()
        })
    );
    let dense = options().with_method(EngineKind::Dense);
    assert_eq!(
        Sequence::resume(&game("0.77"), dense, saved.clone(), &job()).err(),
        Some(ResumeError::OtherMethod {
            saved: EngineKind::Naive,
            asked: EngineKind::Dense
        })
    );
    let unreadable = ResumeError::Unreadable {
        method: EngineKind::Naive,
    };
    let others = [
        Saved {
            engine: vec![0xff],
            ..saved.clone()
        },
        Saved {
            known: 19,
            ..saved.clone()
        },
        Saved {
            statistics: Statistics::default(),
            ..saved
        },
    ];
    for saved in others {
        let resumed = Sequence::resume(&game("0.77"), options(), saved, &job());
        assert_eq!(resumed.err().as_ref(), Some(&unreadable));
    }
}

#[test]
fn memory_is_refused_before_it_is_taken() {
    let small = Job::default().with_budget(Budget::of_bytes(4 * 1000));
    let mut sequence = Sequence::new(&game("0.007"), options(), &small).unwrap();
    let stop = loop {
        if let Err(stop) = sequence.step(u64::MAX) {
            break stop;
        }
        assert!(sequence.bytes() <= small.budget.limit());
    };
    let Stop::Memory { heap, stopped } = stop else {
        panic!("{stop}");
    };
    let refusal = stopped.refusal().unwrap();
    assert!(refusal.needed > refusal.budget && refusal.budget == 4000);
    assert_eq!(stopped.reached.positions, heap);
    // What is known by then stays good.
    assert_eq!(heap, sequence.known());
    assert!(sequence.tells(0..heap));
}

#[test]
fn where_no_period_is_ever_proved_too_many_heaps_are_refused_at_once() {
    let grundy = Sequence::new(&HeapGame::Splitting(Splitting::GRUNDY), options(), &job()).unwrap();
    assert_eq!(grundy.admit(1 << 33), Ok(()));
    assert!(matches!(
        grundy.admit((1 << 33) + 1),
        Err(Stop::Memory { .. })
    ));
    // Of these a period is proved.
    for periodic in [
        game("0.77"),
        "split(3)".parse().unwrap(),
        "split(2..4)".parse().unwrap(),
    ] {
        let sequence = Sequence::new(&periodic, SequenceOptions::default(), &job()).unwrap();
        assert_eq!(sequence.admit(u64::MAX), Ok(()), "{periodic}");
        let sequence = worked_out_by(&periodic, u64::MAX, SequenceOptions::default());
        assert!(sequence.tells(0..1 << 40), "{periodic}");
    }
}

proptest! {
    #[test]
    fn bytes_that_were_never_saved_are_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let with_magic = [&b"ZUGHEAPS\x01\0\0\0"[..], &bytes].concat();
        prop_assert!(Saved::from_bytes(bytes).is_err());
        prop_assert!(Saved::from_bytes(with_magic).is_err());
    }
}
