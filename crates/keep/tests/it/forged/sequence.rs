//! Forged states of sequences.

use zug::heaps::{NotResumed, SequenceFacts, resume};
use zug_heaps::HeapGame;
use zug_sequences::{EngineKind, Job, Saved, Sequence, SequenceOptions};

use super::Random;

/// The number of forgeries of each state.
const EACH: usize = 500;

/// Codes and sets whose heaps are worked out by the methods that can be saved.
const GAMES: [(&str, EngineKind, u64); 5] = [
    ("0.77", EngineKind::Naive, 90),
    ("0.77", EngineKind::Dense, 200),
    ("0.137", EngineKind::Dense, 120),
    ("{1,3,4}", EngineKind::Window, 100),
    ("0.07", EngineKind::Sparse, 6000),
];

fn worked_out(sequence: &mut Sequence, to: u64) {
    while sequence.known() < to && sequence.proof().is_none() {
        sequence.step(to).unwrap();
    }
    sequence.prove();
}

/// A state in which one thing is changed.
fn forged(saved: &Saved, random: &mut Random) -> Saved {
    let mut saved = saved.clone();
    let statistics = &mut saved.statistics;
    match random.below(8) {
        0 => saved.known = random.other_number(saved.known as i64) as u64,
        1 => statistics.heaps = random.other_number(statistics.heaps as i64) as u64,
        2 => {
            let place = random.below(statistics.counts.len());
            statistics.counts[place] += 1;
        }
        3 => statistics.uncounted += 1,
        4 => {
            statistics.largest = statistics
                .largest
                .map(|(nimber, heap)| (nimber + random.below(2) as u32, heap + 1));
        }
        5 => {
            let place = random.below(saved.engine.len());
            saved.engine[place] ^= 1 << random.below(8);
        }
        // Two nimbers, perhaps, change places: all counts stay as they are.
        _ => {
            let pairs = saved.engine.len() / 2;
            let (one, other) = (2 * random.below(pairs), 2 * random.below(pairs));
            saved.engine.swap(one, other);
            saved.engine.swap(one + 1, other + 1);
        }
    }
    saved
}

#[test]
fn a_forged_state_is_refused_or_what_is_told_of_it_is_true() {
    let (job, mut random) = (Job::default(), Random(1956));
    let (mut refused, mut wrong, mut passed) = (0, 0, 0);
    for (code, method, terms) in GAMES {
        let game: HeapGame = code.parse().unwrap();
        let options = SequenceOptions::default().with_method(method);
        let mut whole = Sequence::new(&game, options, &job).unwrap();
        worked_out(&mut whole, terms);
        let saved = whole.save().expect("the method can be saved");
        let known = saved.known;
        let told = |sequence: &Sequence, checked| {
            let (code, time) = (game.to_string(), std::time::Duration::ZERO);
            let facts = SequenceFacts::new(code, 0..known, sequence, None, time);
            facts.with_resumed(checked)
        };
        let honest = format!("{:?}", told(&whole, None));
        let mut nimbers = vec![0; known as usize];
        assert!(whole.read(0, &mut nimbers), "{code}");
        let (_, checked) = resume(&game, options, saved.clone(), &job).unwrap();
        assert!(checked.is_whole(), "{code} by {method}");
        for _ in 0..EACH {
            let lie = forged(&saved, &mut random);
            let bytes = lie.to_bytes();
            let read = Saved::from_bytes(bytes).unwrap();
            let (mut sequence, checked) = match resume(&game, options, read, &job) {
                Ok(resumed) => resumed,
                Err(why) => {
                    refused += 1;
                    wrong += u64::from(matches!(why, NotResumed::Flaw(_)));
                    continue;
                }
            };
            assert!(checked.is_whole(), "{code}");
            passed += 1;
            worked_out(&mut sequence, known);
            let mut found = vec![0; known as usize];
            assert!(sequence.read(0, &mut found) && found == nimbers, "{code}");
            let facts = format!("{:?}", told(&sequence, Some(checked)));
            assert_eq!(facts, honest, "{code} by {method}: {lie:?}");
        }
    }
    println!("{refused} refused, {wrong} of these for a nimber, {passed} true");
    assert!(wrong > 100, "{wrong} of {refused}");
    assert!(passed > 10 && refused > 1500, "{refused} and {passed}");
}
