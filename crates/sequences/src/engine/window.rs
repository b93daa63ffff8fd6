//! Subtraction sets: the window of the last nimbers decides the next.
//!
//! The problem: the nimbers of the heaps of a finite subtraction game, in order, and a
//! proof from where on they repeat.
//!
//! The theorem: the nimbers are periodic from some heap on (S. W. Golomb, *A
//! mathematical investigation of games of "take-away"*, 1966). The next nimber is a
//! function of the last `s_max` nimbers, the window. So two equal windows of heaps that
//! all exist prove that the nimbers between them repeat for ever.
//!
//! The method: 64 heaps at a time, and for these heaps one nimber after the other
//! (`sets`). The heaps with nimber 0 are the lost ones. Consider only the heaps that
//! have no nimber below v: those with nimber v are lost in the game on these heaps
//! alone, since the smallest of them has nimber v, and a heap that can move to it has
//! another nimber. So the outcomes of [`crate::subtraction`] are worked out
//! again for each v. The words of the heaps with nimber v, shifted by the moves, are
//! words of heaps that do not have it. Heaps that are closer to each other than the
//! least move are no options of each other and are dealt with together. With more than
//! 64 moves there would be too many shifts for each nimber: then each heap looks at one
//! heap a move (`values`).
//!
//! A repeated window is found by R. P. Brent's algorithm of 1980 with a stride
//! (`repeat`), and is compared in full.
//!
//! Cost: for 64 heaps, four operations for each move and each nimber that occurs,
//! and five for each heap, fewer where the least move is 16 or more. A bit a heap
//! for each nimber that occurs; with more than 64 moves 2 or 4 bytes a heap.
//!
//! When not to use it: to learn who wins a single far heap, see
//! [`crate::subtraction`], which keeps outcomes only, and no more of them than
//! it needs.
//!
//! ```
//! use zug_heaps::TakeSet;
//! use zug_sequences::Repetition;
//! use zug_sequences::engine::{Engine, window::Window};
//!
//! let mut window = Window::new(&TakeSet::new([2, 5, 7])?, 1 << 20);
//! while window.proof().is_none() {
//!     window.step(10_000)?;
//! }
//! let proved = window.proof().map(|proof| proof.repetition);
//! assert_eq!(proved, Some(Repetition::new(0, 22, 0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod repeat;
mod sets;
mod values;

use zug_heaps::TakeSet;

use super::{Engine, EngineKind, Stop};
use crate::{PeriodTheorem, Proof, Repetition, Statistics};
use repeat::Search;
use sets::Sets;
use values::Values;

/// A multiplier without a pattern, for marks: 2^64 / golden ratio, odd.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

/// With more moves than this, each heap looks at one heap a move.
const MOST_SHIFTS: usize = 64;
/// The number of blocks of 64 heaps in one call: a few milliseconds.
const BLOCKS_A_STEP: u64 = 1 << 9;
/// This number of blocks is worked out even where fewer heaps are asked for: it takes no time, and
/// shows the period of most small sets.
const FEWEST_BLOCKS: u64 = 8;

/// The engine for a finite subtraction game.
#[derive(Clone, Debug)]
pub struct Window {
    moves: TakeSet,
    memory: u64,
    kept: Kept,
    /// The number of heaps worked out: whole blocks.
    worked_out: u64,
    /// The number of heaps asked for, at most `worked_out`.
    known: u64,
    search: Search,
    found: Option<Repetition>,
}

#[derive(Clone, Debug)]
enum Kept {
    Sets(Sets),
    Short(Values<u16>),
    Long(Values<u32>),
}

/// A way to keep nimbers, which works out 64 heaps at a time.
trait Blocks {
    /// Works out the next 64 heaps. The error is the number of bytes needed, if they
    /// are more than `memory`; then nothing has changed.
    fn block(&mut self, memory: u64) -> Result<(), u64>;

    /// A number that depends only on the nimbers of the 64 heaps before `end`. Other
    /// nimbers seldom have it.
    fn mark(&self, end: u64) -> u64;

    /// Whether the `heaps` heaps before `end` have the nimbers of those before `other`.
    fn same(&self, end: u64, other: u64, heaps: u64) -> bool;

    fn read(&self, from: u64, out: &mut [u32]);

    fn bytes(&self) -> u64;
}

impl Kept {
    fn blocks(&self) -> &dyn Blocks {
        match self {
            Self::Sets(sets) => sets,
            Self::Short(values) => values,
            Self::Long(values) => values,
        }
    }

    fn blocks_mut(&mut self) -> &mut dyn Blocks {
        match self {
            Self::Sets(sets) => sets,
            Self::Short(values) => values,
            Self::Long(values) => values,
        }
    }
}

impl Window {
    /// The engine for the game in which the numbers `moves` may be taken, which knows no
    /// heap yet and may hold `memory` bytes.
    pub fn new(moves: &TakeSet, memory: u64) -> Self {
        let takes = moves.as_slice();
        let kept = if takes.len() <= MOST_SHIFTS {
            Kept::Sets(Sets::new(takes))
        } else if u16::try_from(takes.len()).is_ok() {
            Kept::Short(Values::new(takes))
        } else {
            Kept::Long(Values::new(takes))
        };
        Self {
            search: Search::new(moves.largest().unwrap_or(0)),
            moves: moves.clone(),
            memory,
            kept,
            worked_out: 0,
            known: 0,
            found: None,
        }
    }

    /// Restores the engine from what [`Engine::save`] gave for these moves; `None` if
    /// the bytes are something else, or more than the memory allows.
    ///
    /// The saved nimbers are trusted; a period is proved again from them.
    pub fn restore(moves: &TakeSet, memory: u64, saved: &[u8]) -> Option<Self> {
        let mut window = Self::new(moves, memory);
        let (known, words) = saved.split_first_chunk::<8>()?;
        let known = u64::from_le_bytes(*known);
        let blocks = known.div_ceil(64);
        let Kept::Sets(sets) = &mut window.kept else {
            return None;
        };
        if words.len() as u64 > memory {
            return None;
        }
        sets.restore(blocks, words)?;
        // The last block has heaps beyond the known ones, which nobody who checks these looks at:
        // it is worked out again.
        let whole = known / 64;
        sets.truncate(usize::try_from(whole).ok()?);
        for block in 1..=whole {
            window.search_at(64 * block);
        }
        window.worked_out = 64 * whole;
        window.known = window.worked_out;
        if known > 0 {
            window.step(known).ok()?;
        }
        Some(window)
    }

    /// Looks whether the window before this heap equals an earlier one.
    fn search_at(&mut self, end: u64) {
        if self.found.is_none() {
            self.found = self.search.look(self.kept.blocks(), end);
        }
    }
}

impl Engine for Window {
    fn method(&self) -> EngineKind {
        EngineKind::Window
    }

    fn known(&self) -> u64 {
        self.known
    }

    fn step(&mut self, to: u64) -> Result<(), Stop> {
        let until = (to.div_ceil(64).max(FEWEST_BLOCKS).saturating_mul(64))
            .min(self.worked_out.saturating_add(64 * BLOCKS_A_STEP));
        while self.worked_out < until {
            let memory = self.memory.saturating_sub(self.search.bytes());
            if let Err(needed) = self.kept.blocks_mut().block(memory) {
                if self.worked_out >= to {
                    break;
                }
                self.known = self.known.max(to.min(self.worked_out));
                return Err(Stop::memory(
                    self.worked_out,
                    needed.saturating_add(self.search.bytes()),
                    self.memory,
                ));
            }
            self.worked_out += 64;
            self.search_at(self.worked_out);
        }
        self.known = self.known.max(to.min(self.worked_out));
        Ok(())
    }

    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        let kept = from
            .checked_add(out.len() as u64)
            .is_some_and(|end| end <= self.known);
        if kept {
            self.kept.blocks().read(from, out);
        }
        kept
    }

    fn add_to_statistics(&self, from: u64, to: u64, statistics: &mut Statistics) {
        match &self.kept {
            Kept::Sets(sets) => sets.add_to_statistics(from, to, statistics),
            Kept::Short(values) => values.add_to_statistics(from, to, statistics),
            Kept::Long(values) => values.add_to_statistics(from, to, statistics),
        }
    }

    fn proof(&self) -> Option<Proof> {
        let repetition = self.found?;
        let largest = self.moves.largest().unwrap_or(0);
        // The heaps of the window from the preperiod on, and of the window a period
        // later.
        let heaps = repetition.preperiod + repetition.period + largest;
        Some(Proof {
            repetition,
            theorem: PeriodTheorem::Window,
            checked_to: heaps - 1,
        })
    }

    fn save(&self) -> Option<Vec<u8>> {
        match &self.kept {
            Kept::Sets(sets) => {
                let mut saved = self.known.to_le_bytes().to_vec();
                sets.save(self.known.div_ceil(64), &mut saved);
                Some(saved)
            }
            _ => None,
        }
    }

    fn bytes(&self) -> u64 {
        self.kept.blocks().bytes() + self.search.bytes()
    }
}
