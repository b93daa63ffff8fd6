//! The one place that knows addresses: it calls machine code, and frees it.
#![expect(unsafe_code, reason = "machine code is called through its address")]

use std::fmt;
use std::marker::PhantomData;
use std::mem::{ManuallyDrop, MaybeUninit, offset_of};
use std::ops::Range;
use std::ptr::null_mut;

use cranelift_jit::JITModule;
use cranelift_module::FuncId;
use zug_game::{Expanded, Seen, Step, U256};
use zug_program::Word;
use zug_program::layout::number;
use zug_values::Outcome;

/// A word that machine code works on. It takes one, two or four of the machine's words of 64 bits.
pub trait Machine: Word {
    /// The number of words of 64 bits.
    const WORDS: usize = Self::BITS as usize / 64;
    /// The number of bytes of a successor.
    const STEP: usize = size_of::<Step<Self>>();
    /// The offset of the turn in a successor; that of the position is 0.
    const TURN: usize = offset_of!(Step<Self>, turn);
}

/// The number of bytes from a successor's turn to the number of its ground move, which
/// machine code writes where a search asks for it: what stands there in a successor is never
/// read.
pub(crate) const PLACE_AFTER_TURN: i32 = 4;

/// The number of bytes from a successor's turn to what is seen of it ([`Seen`]), in the same way.
pub(crate) const SEEN_AFTER_TURN: i32 = 1;

/// What machine code writes where it sees nothing of a successor.
const NOTHING_SEEN: u8 = 0;
/// What it writes where the game goes on, and no move wins at once.
const SEEN_QUIET: u8 = 1;

impl Machine for u64 {}

impl Machine for u128 {}

impl Machine for U256 {}

/// Every compiled function is of this type; `rounds::signature` tells its parameters.
type Function = unsafe extern "C" fn(
    from: *const u8,
    end: *const u8,
    out: *mut u8,
    room: *const u8,
    notes: *mut i64,
    tables: *const i64,
) -> i64;

/// A note of this or more is the number of successors, or the rank.
pub(crate) const GOES_ON: i64 = number::GOES_ON;
/// The note that a check failed. It is below the notes of all outcomes.
pub(crate) const FAULTED: i64 = -number::of_outcome(Outcome::Draw) - 1;

/// The note that the game is over.
pub(crate) fn over(outcome: Outcome) -> i64 {
    -number::of_outcome(outcome)
}

/// The outcome that a note tells, if the game is over.
#[inline]
pub(crate) fn ended(note: i64) -> Option<Outcome> {
    number::outcome(-note)
}

/// The functions of a module, all of the same signature.
pub(crate) struct Functions<T> {
    /// Writes the successors of each position, and notes their number.
    pub(crate) expand: T,
    /// Puts the least image in the place of the position of each step.
    pub(crate) least_image: Option<T>,
    /// Notes the order of each position's stabiliser.
    pub(crate) stabiliser: Option<T>,
    /// Notes the rank of each position.
    pub(crate) rank: Option<T>,
    /// Writes the position of each rank.
    pub(crate) unrank: Option<T>,
    /// Writes the successors of each quiet position, and what is seen of them; notes their number.
    pub(crate) quiet: Option<T>,
    /// Notes whether and how the game is over in each position.
    pub(crate) outcome: Option<T>,
    /// Notes the number of moves of each position.
    pub(crate) count: Option<T>,
    /// Notes the number of moves of each position that win at once.
    pub(crate) wins: Option<T>,
    /// The same for the program whose moves are loosened.
    pub(crate) threats: Option<T>,
}

impl<T> Functions<T> {
    pub(crate) fn map<U>(self, mut to: impl FnMut(T) -> U) -> Functions<U> {
        Functions {
            expand: to(self.expand),
            least_image: self.least_image.map(&mut to),
            stabiliser: self.stabiliser.map(&mut to),
            rank: self.rank.map(&mut to),
            unrank: self.unrank.map(&mut to),
            quiet: self.quiet.map(&mut to),
            outcome: self.outcome.map(&mut to),
            count: self.count.map(&mut to),
            wins: self.wins.map(&mut to),
            threats: self.threats.map(&mut to),
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
            quiet: self.quiet.transpose()?,
            outcome: self.outcome.transpose()?,
            count: self.count.transpose()?,
            wins: self.wins.transpose()?,
            threats: self.threats.transpose()?,
        })
    }
}

/// How far machine code came in a block of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The number of positions that are done.
    pub done: usize,
    /// Whether a check failed in the next position.
    pub faulted: bool,
}

/// The machine code of one program, without the interpreter to ask where it gives up.
pub struct Code<W> {
    /// Holds the code, which is freed when this is dropped.
    module: ManuallyDrop<JITModule>,
    functions: Functions<*const u8>,
    bytes: usize,
    tables: Box<[i64]>,
    /// The most successors of a position.
    most: usize,
    /// The number of ranks.
    size: u128,
    words: PhantomData<fn(W)>,
}

// SAFETY: the code and the tables are never written again once they are there, and
// the module is only touched when all owners are gone.
unsafe impl<W> Send for Code<W> {}
// SAFETY: as for `Send`.
unsafe impl<W> Sync for Code<W> {}

impl<W> Code<W> {
    /// The code of a module whose definitions are final. Its functions write at most `most`
    /// successors of a position, or one position of a rank; they read only these tables, and
    /// are right for ranks below `size`.
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

    /// Whether there is code for symmetries, and whether there is code for ranks.
    pub(crate) fn parts(&self) -> [bool; 2] {
        let Functions {
            least_image,
            rank,
            unrank,
            ..
        } = &self.functions;
        [least_image.is_some(), rank.is_some() && unrank.is_some()]
    }

    /// The most successors of a position.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// The number of bytes of machine code.
    #[must_use]
    pub fn code_bytes(&self) -> usize {
        self.bytes
    }
}

impl<W: Machine> Code<W> {
    /// Calls a function for the items between two addresses. Returns the number of notes that
    /// it made; if the next round failed, with all bits of that number inverted.
    ///
    /// # Safety
    ///
    /// `code` is a function of the module, and the items are of the type that it works on. If
    /// the function writes into the items, nobody else sees them. If it makes notes, there is
    /// room for one note of each item. If it writes to `out`, nobody else sees that memory,
    /// and there is room for the output of each round that begins to write at `room` or
    /// before.
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
        // tables it was made for; there is at least one item. The caller promises the rest.
        unsafe { function(from, end, out, room, notes, tables) }
    }

    /// Calls a function that makes a note of each position.
    fn note(&self, code: *const u8, positions: &[W], notes: &mut [i64]) {
        assert_eq!(positions.len(), notes.len(), "each position has a note");
        let items = positions.as_ptr_range();
        // SAFETY: a function of positions that writes nothing but notes, and there is room
        // for a note of each position.
        unsafe { self.call(code, items, null_mut(), ANYWHERE, notes.as_mut_ptr()) };
    }

    /// Makes a note of each of the first positions, as far as there is room, by a function that the
    /// code may have: the number of moves or 0 where the game goes on, and below 0 where it is over
    /// ([`ended`]). Returns the notes before the first position in which a check failed; none if
    /// there is no such function.
    fn note_until_fault<'n>(
        &self,
        code: Option<*const u8>,
        all: &[W],
        room: &'n mut Notes,
    ) -> &'n [i64] {
        let Some(code) = code else { return &[] };
        let some = &all[..all.len().min(room.len())];
        // SAFETY: a function of positions that writes nothing but notes, and there is room
        // for a note of each position.
        let came = unsafe {
            self.call(
                code,
                some.as_ptr_range(),
                null_mut(),
                ANYWHERE,
                room.as_mut_ptr().cast(),
            )
        };
        let done = if came < 0 { !came } else { came } as usize;
        let made: *const [MaybeUninit<i64>] = &raw const room[..done];
        // SAFETY: the first `done` notes were made.
        unsafe { &*(made as *const [i64]) }
    }

    /// Notes whether and how the game is over in each position, as `note_until_fault` says.
    pub(crate) fn outcome_notes<'n>(&self, positions: &[W], room: &'n mut Notes) -> &'n [i64] {
        self.note_until_fault(self.functions.outcome, positions, room)
    }

    /// Notes the number of moves of each position, as `note_until_fault` says.
    pub(crate) fn count_notes<'n>(&self, positions: &[W], room: &'n mut Notes) -> &'n [i64] {
        self.note_until_fault(self.functions.count, positions, room)
    }

    /// Notes the number of moves of each position that win at once, as `note_until_fault` says.
    pub(crate) fn win_notes<'n>(&self, positions: &[W], room: &'n mut Notes) -> &'n [i64] {
        self.note_until_fault(self.functions.wins, positions, room)
    }

    /// Notes the number of moves of each position that would win at once if the moves were
    /// loosened, as `note_until_fault` says.
    pub(crate) fn threat_notes<'n>(&self, positions: &[W], room: &'n mut Notes) -> &'n [i64] {
        self.note_until_fault(self.functions.threats, positions, room)
    }

    /// Whether there is code for [`Code::threat_notes`].
    pub(crate) fn counts_threats(&self) -> bool {
        self.functions.threats.is_some()
    }

    /// Appends the successors of a position, and beside each the number of its ground move.
    /// The code must have been made for a search. Returns `None`, and appends nothing, where a
    /// check failed.
    pub(crate) fn expand_placed(
        &self,
        position: W,
        out: &mut Vec<Step<W>>,
        places: &mut Vec<u32>,
    ) -> Option<Expanded> {
        self.expand_one(self.functions.expand, position, out, places)
    }

    /// As [`Code::expand_placed`], of a quiet position; appends what is seen of each successor too.
    /// Returns false, and appends nothing, where no such code was made.
    pub(crate) fn expand_quiet(
        &self,
        position: W,
        out: &mut Vec<Step<W>>,
        places: &mut Vec<u32>,
        seen: &mut Vec<Seen>,
    ) -> bool {
        let first = out.len();
        let code = self.functions.quiet;
        let ended = code.and_then(|code| self.expand_one(code, position, out, places));
        if ended.is_none() {
            return false;
        }
        // SAFETY: the function that wrote the successors writes that beside each of them.
        let notes = out[first..].iter().map(|step| unsafe { seen_beside(step) });
        seen.extend(notes.map(|note| match note {
            NOTHING_SEEN => Seen::Nothing,
            SEEN_QUIET => Seen::Quiet,
            _ => Seen::WinAtOnce,
        }));
        true
    }

    /// Appends the successors of a position, and beside each the number of its ground move, by
    /// calling `code`, a function that writes both. Returns `None`, and appends nothing, where a
    /// check failed.
    #[inline]
    fn expand_one(
        &self,
        code: *const u8,
        position: W,
        out: &mut Vec<Step<W>>,
        places: &mut Vec<u32>,
    ) -> Option<Expanded> {
        let first = out.len();
        let mut ends = [Expanded::GoesOn(0)];
        if self.expand_some(code, &[position], out, &mut ends).faulted {
            return None;
        }
        // SAFETY: the function that wrote the successors writes the number beside each of them.
        let numbers = out[first..]
            .iter()
            .map(|step| unsafe { place_beside(step) });
        places.extend(numbers);
        Some(ends[0])
    }

    /// Expands some of the first [`NOTES`] positions by calling `code`, a function that writes
    /// successors.
    fn expand_some(
        &self,
        code: *const u8,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        ends: &mut [Expanded],
    ) -> Reached {
        let mut notes: Notes = NO_NOTES;
        let positions = &positions[..positions.len().min(NOTES)];
        out.reserve(self.most);
        let free = out.spare_capacity_mut();
        let room = free[free.len() - self.most..].as_ptr().cast();
        let free = free.as_mut_ptr().cast();
        let items = positions.as_ptr_range();
        // SAFETY: a function of positions that writes at most `most` successors of each
        // position, and begins a round only where there is room for `most`; there is room
        // for a note of each position.
        let came = unsafe { self.call(code, items, free, room, notes.as_mut_ptr().cast()) };
        let faulted = came < 0;
        let done = if faulted { !came } else { came } as usize;
        let mut length = out.len();
        for (end, note) in ends[..done].iter_mut().zip(&notes) {
            // SAFETY: the first `done` notes were made.
            let note = unsafe { note.assume_init() };
            *end = if let Some(outcome) = ended(note) {
                Expanded::Over(outcome)
            } else {
                let successors = usize::try_from(note).unwrap_or(0);
                length += successors;
                Expanded::GoesOn(successors as u32)
            };
        }
        // SAFETY: this number of successors was written, each of them whole: any bits are a
        // position, and the turn is 0 or 1.
        unsafe { out.set_len(length.min(out.capacity())) };
        Reached { done, faulted }
    }
}

/// The number of the ground move that leads to a successor.
///
/// # Safety
///
/// The function that wrote the successor also wrote that number, behind the turn.
#[inline]
unsafe fn place_beside<W: Machine>(step: &Step<W>) -> u32 {
    const { assert!(W::TURN + 8 <= W::STEP, "the number fits behind the turn") };
    let at = W::TURN + PLACE_AFTER_TURN as usize;
    let step = std::ptr::from_ref(step).cast::<u8>();
    // SAFETY: the four bytes are inside of the successor, and were written.
    u32::from_ne_bytes(unsafe { step.add(at).cast::<[u8; 4]>().read() })
}

/// What machine code wrote that is seen of a successor.
///
/// # Safety
///
/// The function that wrote the successor also wrote the byte that tells what it sees.
#[inline]
unsafe fn seen_beside<W: Machine>(step: &Step<W>) -> u8 {
    let at = W::TURN + SEEN_AFTER_TURN as usize;
    let step = std::ptr::from_ref(step).cast::<u8>();
    // SAFETY: the byte is inside of the successor, before the number of its move, and was written.
    unsafe { step.add(at).read() }
}

/// No address is beyond this one.
const ANYWHERE: *const u8 = std::ptr::without_provenance(usize::MAX);

/// The most positions that are expanded or noted in one call.
pub(crate) const NOTES: usize = 64;

/// Room for the notes of some positions.
pub(crate) type Notes = [MaybeUninit<i64>; NOTES];

/// Room for notes before any of them is made.
pub(crate) const NO_NOTES: Notes = [const { MaybeUninit::uninit() }; NOTES];

impl<W: Machine> Code<W> {
    /// Appends every successor of the first position in the order of the rules, then every
    /// successor of the next position, as long as `out` has room. At least one position is
    /// done unless a check fails. Writes to `ends` what became of each position.
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
        let code = self.functions.expand;
        let mut reached = self.expand_some(code, positions, out, ends);
        while reached.done < positions.len()
            && !reached.faulted
            && out.capacity() - out.len() >= self.most
        {
            let done = reached.done;
            reached = self.expand_some(code, &positions[done..], out, &mut ends[done..]);
            reached.done += done;
        }
        reached
    }

    /// Puts the least image in the place of each position that a step leads to. Returns
    /// false, and changes nothing, if that was not compiled.
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

    /// Writes the order of each position's stabiliser. Returns false, and writes nothing, if
    /// that was not compiled.
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
        // SAFETY: a function of positions that writes nothing but notes, and there is room
        // for a note of each position: an `i64` is as large as a `u64`. No note is negative.
        unsafe { self.call(code, items, null_mut(), ANYWHERE, notes) };
        true
    }

    /// Writes the rank of each position; a negative number where the fields hold no state.
    /// Returns false, and writes nothing, if that was not compiled.
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

    /// Writes the position of each rank. Returns false, and writes nothing, if that was not
    /// compiled, or if a rank belongs to no position.
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
        // SAFETY: a function of ranks that writes one position of each rank, and there is
        // room for as many positions.
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
