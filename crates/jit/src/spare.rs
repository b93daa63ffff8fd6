//! A buffer for successors that a thread uses again and again.
//!
//! Where a search has no code for a question, successors answer it, and a buffer for each position
//! would be asked of the allocator. It counts the bytes of the whole process, so that threads which
//! all ask get in each other's way.

use std::any::Any;
use std::cell::RefCell;

use zug_game::Step;

thread_local! {
    /// Buffers that are not in use: as many as were in use at once.
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

/// Does the work with an empty buffer.
pub(crate) fn with_steps<W: 'static, T>(work: impl FnOnce(&mut Vec<Step<W>>) -> T) -> T {
    let spare = SPARE.with_borrow_mut(Vec::pop);
    // One of another width of words goes.
    let spare = spare.and_then(|spare| spare.downcast::<Vec<Step<W>>>().ok());
    let mut steps = spare.unwrap_or_default();
    let done = work(&mut steps);
    steps.clear();
    SPARE.with_borrow_mut(|spare| spare.push(steps));
    done
}
