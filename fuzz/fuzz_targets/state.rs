//! Law of going on from the state of a sequence: no file makes that panic, and what is known after a
//! state was checked whole is what is known without one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zug::heaps::resume;
use zug_heaps::HeapGame;
use zug_job::{Budget, Job};
use zug_sequences::{Saved, Sequence, SequenceOptions};

/// The most heaps that are compared.
const MOST: u64 = 1 << 10;

fuzz_target!(|bytes: &[u8]| {
    let Ok(saved) = Saved::from_bytes(bytes.to_vec()) else { return };
    let Ok(game) = saved.game.parse::<HeapGame>() else { return };
    let job = Job::default().with_budget(Budget::of_bytes(64 << 20));
    let options = SequenceOptions::default();
    let Ok((sequence, checked)) = resume(&game, options, saved, &job) else { return };
    let known = sequence.known().min(MOST);
    let mut other = Sequence::new(&game, options, &job).expect("the game has a method");
    while other.known() < known && other.proof().is_none() {
        if other.step(known).is_err() {
            return;
        }
    }
    if checked.is_whole() {
        for heap in 0..known {
            assert_eq!(sequence.nimber(heap), other.nimber(heap), "heap {heap} of {game}");
        }
    }
});
