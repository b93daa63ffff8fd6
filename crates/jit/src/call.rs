//! The one place that knows addresses: calls machine code, and lets go of it.
#![expect(unsafe_code, reason = "machine code is called through its address")]

use std::fmt;
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, offset_of};

use cranelift_jit::JITModule;
use cranelift_module::FuncId;
use zug_game::Step;
use zug_lang::{Expanded, Native, Word};
use zug_values::Outcome;

/// A word that machine code works on: one or two of the machine's own.
pub trait Machine: Word {
    /// Words of 64 bits.
    const WORDS: usize = Self::BITS as usize / 64;
    /// Bytes of a successor.
    const STEP: usize = size_of::<Step<Self>>();
    /// Where in a successor the turn is; the position is at 0.
    const TURN: usize = offset_of!(Step<Self>, turn);

    /// Calls the code at this address.
    ///
    /// # Safety
    ///
    /// `code` is what [`Compiled::new`] was given; `out` has room for as many
    /// successors as a position can have, and `tables` are those that the code was
    /// made for.
    #[doc(hidden)]
    unsafe fn call(self, code: *const u8, out: *mut Step<Self>, tables: *const i64) -> i64;
}

impl Machine for u64 {
    unsafe fn call(self, code: *const u8, out: *mut Step<Self>, tables: *const i64) -> i64 {
        type Function = unsafe extern "C" fn(u64, *mut Step<u64>, *const i64) -> i64;
        // SAFETY: the code was compiled with this signature (`build::signature`).
        let function = unsafe { std::mem::transmute::<*const u8, Function>(code) };
        // SAFETY: the caller's promise.
        unsafe { function(self, out, tables) }
    }
}

impl Machine for u128 {
    unsafe fn call(self, code: *const u8, out: *mut Step<Self>, tables: *const i64) -> i64 {
        type Function = unsafe extern "C" fn(u64, u64, *mut Step<u128>, *const i64) -> i64;
        let (low, high) = (self as u64, (self >> 64) as u64);
        // SAFETY: the code was compiled with this signature (`build::signature`).
        let function = unsafe { std::mem::transmute::<*const u8, Function>(code) };
        // SAFETY: the caller's promise.
        unsafe { function(low, high, out, tables) }
    }
}

/// What machine code gives back: this or more is the number of successors.
pub(crate) const GOES_ON: i64 = 0;
/// A check failed.
pub(crate) const FAULTED: i64 = -4;

/// The status that says the game is over.
pub(crate) fn over(outcome: Outcome) -> i64 {
    match outcome {
        Outcome::Win => -1,
        Outcome::Loss => -2,
        Outcome::Draw => -3,
    }
}

/// Machine code of one game.
pub(crate) struct Compiled<W> {
    /// Holds the code; freed when this is dropped.
    module: ManuallyDrop<JITModule>,
    code: *const u8,
    code_bytes: usize,
    tables: Box<[i64]>,
    /// A position has no more successors.
    most: usize,
    words: PhantomData<fn(W)>,
}

// SAFETY: the code and the tables are never written again once they are there, and
// the module is only touched when all owners are gone.
unsafe impl<W> Send for Compiled<W> {}
// SAFETY: the same.
unsafe impl<W> Sync for Compiled<W> {}

impl<W> Compiled<W> {
    /// A function of a module whose definitions are final. It writes no more than
    /// `most` successors, and reads no more than these tables.
    pub(crate) fn new(
        module: JITModule,
        function: FuncId,
        code_bytes: usize,
        tables: Box<[i64]>,
        most: usize,
    ) -> Self {
        Self {
            code: module.get_finalized_function(function),
            module: ManuallyDrop::new(module),
            code_bytes,
            tables,
            most,
            words: PhantomData,
        }
    }

    /// Bytes of machine code.
    pub(crate) fn code_bytes(&self) -> usize {
        self.code_bytes
    }
}

impl<W: Machine> Native<W> for Compiled<W> {
    fn expand(&self, position: W, out: &mut Vec<Step<W>>) -> Expanded {
        out.reserve(self.most);
        let free = out.spare_capacity_mut().as_mut_ptr().cast::<Step<W>>();
        // SAFETY: the code lives as long as the module, which this owns; it writes
        // at most `most` successors, for which there is room, and reads the tables
        // it was made for.
        let status = unsafe { position.call(self.code, free, self.tables.as_ptr()) };
        match status {
            GOES_ON.. => {
                let length = out.len() + (status as usize).min(self.most);
                // SAFETY: so many were written, each whole: a position of any bits
                // and a turn of 0 or 1.
                unsafe { out.set_len(length) };
                Expanded::GoesOn
            }
            -1 => Expanded::Over(Outcome::Win),
            -2 => Expanded::Over(Outcome::Loss),
            -3 => Expanded::Over(Outcome::Draw),
            _ => Expanded::Faulted,
        }
    }
}

impl<W> fmt::Debug for Compiled<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compiled")
            .field("code_bytes", &self.code_bytes)
            .finish_non_exhaustive()
    }
}

impl<W> Drop for Compiled<W> {
    fn drop(&mut self) {
        // SAFETY: the module is taken once, here; nobody can call the code any more.
        unsafe { ManuallyDrop::take(&mut self.module).free_memory() };
    }
}
