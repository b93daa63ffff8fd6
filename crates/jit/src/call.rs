//! The one place that knows addresses: calls machine code, and lets go of it.
#![expect(unsafe_code, reason = "machine code is called through its address")]

use std::fmt;
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, MaybeUninit, offset_of};
use std::ops::Range;
use std::ptr::null_mut;

use cranelift_jit::JITModule;
use cranelift_module::FuncId;
use zug_game::{Expanded, Step};
use zug_program::Word;
use zug_program::layout::number;
use zug_values::Outcome;

/// A word that machine code works on: one or two of the machine's own.
pub trait Machine: Word {
    /// Words of 64 bits.
    const WORDS: usize = Self::BITS as usize / 64;
    /// Bytes of a successor.
    const STEP: usize = size_of::<Step<Self>>();
    /// Where in a successor the turn is; the position is at 0.
    const TURN: usize = offset_of!(Step<Self>, turn);
}

impl Machine for u64 {}

impl Machine for u128 {}

/// What every function is, see `rounds::signature`.
type Function = unsafe extern "C" fn(
    from: *const u8,
    end: *const u8,
    out: *mut u8,
    room: *const u8,
    notes: *mut i64,
    tables: *const i64,
) -> i64;

/// What machine code notes: this or more is the number of successors, or the rank.
pub(crate) const GOES_ON: i64 = number::GOES_ON;
/// A check failed.
pub(crate) const FAULTED: i64 = -4;

/// The note that the game is over.
pub(crate) fn over(outcome: Outcome) -> i64 {
    -number::of_outcome(outcome)
}

/// The outcome that a note tells, if the game is over.
fn ended(note: i64) -> Option<Outcome> {
    number::outcome(-note)
}

/// The functions of a module, each of the one signature.
pub(crate) struct Functions<T> {
    /// Of positions: their successors go out, their number is noted.
    pub(crate) expand: T,
    /// Of successors: the least image is put in the place of the position.
    pub(crate) least_image: Option<T>,
    /// Of positions: the order of the stabiliser is noted.
    pub(crate) stabiliser: Option<T>,
    /// Of positions: the rank is noted.
    pub(crate) rank: Option<T>,
    /// Of ranks: the position goes out.
    pub(crate) unrank: Option<T>,
}

impl<T> Functions<T> {
    pub(crate) fn map<U>(self, mut to: impl FnMut(T) -> U) -> Functions<U> {
        Functions {
            expand: to(self.expand),
            least_image: self.least_image.map(&mut to),
            stabiliser: self.stabiliser.map(&mut to),
            rank: self.rank.map(&mut to),
            unrank: self.unrank.map(&mut to),
        }
    }
}

impl<T, E> Functions<Result<T, E>> {
    pub(crate) fn all(self) -> Result<Functions<T>, E> {
        Ok(Functions {
            expand: self.expand?,
            least_image: self.least_image.transpose()?,
            stabiliser: self.stabiliser.transpose()?,
            rank: self.rank.transpose()?,
            unrank: self.unrank.transpose()?,
        })
    }
}

/// How far machine code came in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The number of positions that are done.
    pub done: usize,
    /// Whether a check failed in the next position.
    pub faulted: bool,
}

/// The machine code of one program, without the interpreter to ask where it gives up.
pub struct Code<W> {
    /// Holds the code; freed when this is dropped.
    module: ManuallyDrop<JITModule>,
    functions: Functions<*const u8>,
    bytes: usize,
    tables: Box<[i64]>,
    /// The most successors of a position.
    most: usize,
    /// Ranks are below this.
    size: u128,
    words: PhantomData<fn(W)>,
}

// SAFETY: the code and the tables are never written again once they are there, and
// the module is only touched when all owners are gone.
unsafe impl<W> Send for Code<W> {}
// SAFETY: the same.
unsafe impl<W> Sync for Code<W> {}

impl<W> Code<W> {
    /// Functions of a module whose definitions are final. They write no more than
    /// `most` successors, or one position, read no more than these tables, and are
    /// right for ranks below `size`.
    pub(crate) fn new(
        module: JITModule,
        functions: Functions<FuncId>,
        code_bytes: usize,
        tables: Box<[i64]>,
        most: usize,
        size: u128,
    ) -> Self {
        Self {
            functions: functions.map(|function| module.get_finalized_function(function)),
            module: ManuallyDrop::new(module),
            bytes: code_bytes,
            tables,
            most,
            size,
            words: PhantomData,
        }
    }

    /// Whether there is code for symmetries, and for ranks.
    pub(crate) fn parts(&self) -> [bool; 2] {
        let Functions {
            least_image,
            rank,
            unrank,
            ..
        } = &self.functions;
        [least_image.is_some(), rank.is_some() && unrank.is_some()]
    }

    /// Bytes of machine code.
    #[must_use]
    pub fn code_bytes(&self) -> usize {
        self.bytes
    }
}

impl<W: Machine> Code<W> {
    /// Calls a function for the items between two addresses. What it gives back is how
    /// many notes it made, with all bits turned over where the next round failed.
    ///
    /// # Safety
    ///
    /// `code` is a function of the module, and between the addresses are such items as it
    /// goes through; if it writes into them, nobody else sees them. There is a note for
    /// each if it makes notes. If it writes to `out`, nobody else sees that, and there is
    /// enough of it for each round that begins with `out` up to `room`.
    unsafe fn call<T>(
        &self,
        code: *const u8,
        items: Range<*const T>,
        out: *mut u8,
        room: *const u8,
        notes: *mut i64,
    ) -> i64 {
        if items.is_empty() {
            return 0;
        }
        // SAFETY: the code was compiled with this signature (`rounds::signature`).
        let function = unsafe { std::mem::transmute::<*const u8, Function>(code) };
        let (from, end) = (items.start.cast(), items.end.cast());
        let tables = self.tables.as_ptr();
        // SAFETY: the code lives as long as the module, which this owns, and reads the
        // tables it was made for; there is an item. The rest is the caller's promise.
        unsafe { function(from, end, out, room, notes, tables) }
    }

    /// Has notes made of positions.
    fn note(&self, code: *const u8, positions: &[W], notes: &mut [i64]) {
        assert_eq!(positions.len(), notes.len(), "each position has a note");
        let items = positions.as_ptr_range();
        // SAFETY: a function of positions that writes notes alone, of which there are
        // enough.
        unsafe { self.call(code, items, null_mut(), ANYWHERE, notes.as_mut_ptr()) };
    }

    /// Expands some of the first [`NOTES`] positions.
    fn expand_some(
        &self,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        ends: &mut [Expanded],
    ) -> Reached {
        let mut notes = [const { MaybeUninit::uninit() }; NOTES];
        let positions = &positions[..positions.len().min(NOTES)];
        out.reserve(self.most);
        let free = out.spare_capacity_mut();
        let room = free[free.len() - self.most..].as_ptr().cast();
        let free = free.as_mut_ptr().cast();
        let items = positions.as_ptr_range();
        // SAFETY: a function of positions that writes at most `most` successors of each,
        // and begins where there is room for as many; each has a note.
        let came = unsafe {
            self.call(
                self.functions.expand,
                items,
                free,
                room,
                notes.as_mut_ptr().cast(),
            )
        };
        let faulted = came < 0;
        let done = if faulted { !came } else { came } as usize;
        let mut length = out.len();
        for (end, note) in ends[..done].iter_mut().zip(&notes) {
            // SAFETY: so many notes were made.
            let note = unsafe { note.assume_init() };
            *end = if let Some(outcome) = ended(note) {
                Expanded::Over(outcome)
            } else {
                let successors = usize::try_from(note).unwrap_or(0);
                length += successors;
                Expanded::GoesOn(successors as u32)
            };
        }
        // SAFETY: so many were written, each whole: a position of any bits and a turn of
        // 0 or 1.
        unsafe { out.set_len(length.min(out.capacity())) };
        Reached { done, faulted }
    }
}

/// No address is beyond this.
const ANYWHERE: *const u8 = std::ptr::without_provenance(usize::MAX);

/// Positions that are expanded in one call.
const NOTES: usize = 64;

impl<W: Machine> Code<W> {
    /// Appends every successor of the first position in the order of the rules, then
    /// of the next, as long as `out` has room: one at least is done unless a check
    /// fails. Of each, `ends` tells what became of it.
    ///
    /// # Panics
    ///
    /// There are fewer `ends` than positions.
    pub fn expand(
        &self,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        ends: &mut [Expanded],
    ) -> Reached {
        let mut reached = self.expand_some(positions, out, ends);
        while reached.done < positions.len()
            && !reached.faulted
            && out.capacity() - out.len() >= self.most
        {
            let done = reached.done;
            reached = self.expand_some(&positions[done..], out, &mut ends[done..]);
            reached.done += done;
        }
        reached
    }

    /// Puts the least image in the place of each position that a step leads to; returns
    /// false, with all as it was, if that was not compiled.
    pub fn canonical(&self, steps: &mut [Step<W>]) -> bool {
        let Some(code) = self.functions.least_image else {
            return false;
        };
        let steps = steps.as_mut_ptr_range();
        let items = steps.start.cast_const()..steps.end.cast_const();
        // SAFETY: a function of steps that writes into them, and nobody else sees them.
        unsafe { self.call(code, items, null_mut(), ANYWHERE, null_mut()) };
        true
    }

    /// Writes the order of each position's stabiliser; returns false, with all as it was,
    /// if that was not compiled.
    ///
    /// # Panics
    ///
    /// There are not as many orders as positions.
    pub fn stabilisers(&self, positions: &[W], orders: &mut [u64]) -> bool {
        assert_eq!(positions.len(), orders.len(), "each position has an order");
        let Some(code) = self.functions.stabiliser else {
            return false;
        };
        let (items, notes) = (positions.as_ptr_range(), orders.as_mut_ptr().cast());
        // SAFETY: a function of positions that writes notes alone, none of them negative,
        // of which there are enough: an `i64` is as large as a `u64`.
        unsafe { self.call(code, items, null_mut(), ANYWHERE, notes) };
        true
    }

    /// Writes the rank of each position, negative where the fields hold no state;
    /// returns false, with all as it was, if that was not compiled.
    ///
    /// # Panics
    ///
    /// There are not as many ranks as positions.
    pub fn rank(&self, positions: &[W], ranks: &mut [i64]) -> bool {
        let Some(code) = self.functions.rank else {
            return false;
        };
        self.note(code, positions, ranks);
        true
    }

    /// Writes the position of each rank; returns false, with all as it was, if that was
    /// not compiled, or some rank belongs to no position.
    ///
    /// # Panics
    ///
    /// There are not as many positions as ranks.
    pub fn unrank(&self, ranks: &[u64], positions: &mut [W]) -> bool {
        assert_eq!(ranks.len(), positions.len(), "each rank has a position");
        let Some(code) = self.functions.unrank else {
            return false;
        };
        if ranks.iter().any(|&rank| u128::from(rank) >= self.size) {
            return false;
        }
        let (items, out) = (ranks.as_ptr_range(), positions.as_mut_ptr().cast());
        // SAFETY: a function of ranks that writes one position of each, and there are as
        // many.
        unsafe { self.call(code, items, out, ANYWHERE, null_mut()) };
        true
    }
}

impl<W> fmt::Debug for Code<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code")
            .field("code_bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

impl<W> Drop for Code<W> {
    fn drop(&mut self) {
        // SAFETY: the module is taken once, here; nobody can call the code any more.
        unsafe { ManuallyDrop::take(&mut self.module).free_memory() };
    }
}
