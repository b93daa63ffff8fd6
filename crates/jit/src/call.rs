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
    /// `code` is a function of the module that [`Compiled::new`] was given; `out`
    /// has room for all that this function writes, and `tables` are those that it
    /// was made for.
    #[doc(hidden)]
    unsafe fn call(self, code: *const u8, out: *mut u8, tables: *const i64) -> i64;
}

impl Machine for u64 {
    unsafe fn call(self, code: *const u8, out: *mut u8, tables: *const i64) -> i64 {
        type Function = unsafe extern "C" fn(u64, *mut u8, *const i64) -> i64;
        // SAFETY: the code was compiled with this signature (`build::signature`).
        let function = unsafe { std::mem::transmute::<*const u8, Function>(code) };
        // SAFETY: the caller's promise.
        unsafe { function(self, out, tables) }
    }
}

impl Machine for u128 {
    unsafe fn call(self, code: *const u8, out: *mut u8, tables: *const i64) -> i64 {
        type Function = unsafe extern "C" fn(u64, u64, *mut u8, *const i64) -> i64;
        let (low, high) = (self as u64, (self >> 64) as u64);
        // SAFETY: the code was compiled with this signature (`build::signature`).
        let function = unsafe { std::mem::transmute::<*const u8, Function>(code) };
        // SAFETY: the caller's promise.
        unsafe { function(low, high, out, tables) }
    }
}

/// What machine code gives back: this or more is the number of successors, or the
/// rank.
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

/// The functions of a module, each of the one signature.
pub(crate) struct Functions<T> {
    /// Of a position: its successors are written, their number is given back.
    pub(crate) expand: T,
    /// Of a position: the least image is written.
    pub(crate) least_image: Option<T>,
    /// Of a position: the number of images that are the position is given back.
    pub(crate) same_images: Option<T>,
    /// Of a position: its rank is given back.
    pub(crate) rank: Option<T>,
    /// Of a rank: the position is written.
    pub(crate) unrank: Option<T>,
}

impl<T> Functions<T> {
    pub(crate) fn map<U>(self, mut to: impl FnMut(T) -> U) -> Functions<U> {
        Functions {
            expand: to(self.expand),
            least_image: self.least_image.map(&mut to),
            same_images: self.same_images.map(&mut to),
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
            same_images: self.same_images.transpose()?,
            rank: self.rank.transpose()?,
            unrank: self.unrank.transpose()?,
        })
    }
}

/// Machine code of one game.
pub(crate) struct Compiled<W> {
    /// Holds the code; freed when this is dropped.
    module: ManuallyDrop<JITModule>,
    code: Functions<*const u8>,
    code_bytes: usize,
    tables: Box<[i64]>,
    /// A position has no more successors.
    most: usize,
    /// Ranks are below this.
    size: u128,
    words: PhantomData<fn(W)>,
}

// SAFETY: the code and the tables are never written again once they are there, and
// the module is only touched when all owners are gone.
unsafe impl<W> Send for Compiled<W> {}
// SAFETY: the same.
unsafe impl<W> Sync for Compiled<W> {}

impl<W> Compiled<W> {
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
            code: functions.map(|function| module.get_finalized_function(function)),
            module: ManuallyDrop::new(module),
            code_bytes,
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
        } = &self.code;
        [least_image.is_some(), rank.is_some() && unrank.is_some()]
    }

    /// Bytes of machine code.
    pub(crate) fn code_bytes(&self) -> usize {
        self.code_bytes
    }
}

impl<W: Machine> Compiled<W> {
    /// The position that a function makes of a word.
    fn position(&self, code: *const u8, from: W) -> W {
        let mut made = W::default();
        let out = (&raw mut made).cast();
        // SAFETY: the code lives as long as the module, which this owns; it writes
        // one position, for which there is room, and any bits are one.
        unsafe { from.call(code, out, self.tables.as_ptr()) };
        made
    }

    /// The number that a function makes of a position.
    fn number(&self, code: *const u8, position: W) -> i64 {
        let mut nothing = 0u8;
        // SAFETY: the code lives as long as the module, which this owns, and writes
        // nothing.
        unsafe { position.call(code, &raw mut nothing, self.tables.as_ptr()) }
    }
}

impl<W: Machine> Native<W> for Compiled<W> {
    fn expand(&self, position: W, out: &mut Vec<Step<W>>) -> Expanded {
        out.reserve(self.most);
        let free = out.spare_capacity_mut().as_mut_ptr().cast();
        // SAFETY: the code lives as long as the module, which this owns; it writes
        // at most `most` successors, for which there is room, and reads the tables
        // it was made for.
        let status = unsafe { position.call(self.code.expand, free, self.tables.as_ptr()) };
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

    fn canonical(&self, position: W) -> Option<W> {
        let code = self.code.least_image?;
        Some(self.position(code, position))
    }

    fn same_images(&self, position: W) -> Option<usize> {
        let count = self.number(self.code.same_images?, position);
        usize::try_from(count).ok()
    }

    fn rank(&self, position: W) -> Option<u128> {
        let rank = self.number(self.code.rank?, position);
        u128::try_from(rank).ok()
    }

    fn unrank(&self, rank: u128) -> Option<W> {
        let code = self.code.unrank?;
        (rank < self.size).then(|| self.position(code, W::narrow(rank)))
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
