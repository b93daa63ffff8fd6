//! Checks that a nimber is the mex of what the moves leave.

use std::fmt;

use zug_heaps::HeapGame;

use super::flaw::HeapFlaw;
use super::moves::{MoveCount, Moves};

/// How many times as long a move takes that is made by the definition of the rules.
const BY_DEFINITION: f64 = 10.0;

/// The length of the table of nimbers that suffices for most games.
const FEW: usize = 256;

/// Checks claimed nimbers heap by heap, so that a caller can show progress or stop.
///
/// Cost: the moves of the heaps looked at, somewhat more than a nanosecond each for a code
/// whose moves leave at most two heaps; 8 bytes for each value below a power of 2 above the
/// largest nimber.
///
/// ```
/// use zug_certify::heaps::{HeapFlaw, NimberCheck};
///
/// // Take one or two: the nimbers repeat 0, 1, 2. The last one here is wrong.
/// let game = "{1,2}".parse()?;
/// let mut check = NimberCheck::new(&game, &[0, 1, 2, 0, 2])?;
/// for heap in 0..4 {
///     check.heap(heap)?;
/// }
/// let flaw = HeapFlaw::Left { heap: 4, nimber: 2 };
/// assert_eq!(check.heap(4), Err(flaw));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NimberCheck<'a> {
    moves: Moves<'a>,
    move_count: MoveCount,
    nimbers: &'a [u32],
    /// For each nimber, the last heap that was checked and has a move which leaves it.
    left: Vec<u64>,
}

impl fmt::Debug for NimberCheck<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NimberCheck")
            .field("moves", &self.moves)
            .field("heaps", &self.nimbers.len())
            .finish_non_exhaustive()
    }
}

impl<'a> NimberCheck<'a> {
    /// A check of these nimbers, those of the heaps from 0 on.
    ///
    /// # Errors
    ///
    /// [`HeapFlaw::TooLarge`] if a nimber is larger than the longest play from its heap. No
    /// other flaw is looked for yet.
    pub fn new(game: &'a HeapGame, nimbers: &'a [u32]) -> Result<Self, HeapFlaw> {
        // Play from n makes at most n - 1 splits and takes at most n times, and no nimber is
        // larger than the longest play.
        let too_large = |&(heap, &nimber): &(usize, &u32)| u64::from(nimber) > 2 * heap as u64;
        if let Some((heap, &nimber)) = nimbers.iter().enumerate().find(too_large) {
            let heap = heap as u64;
            return Err(HeapFlaw::TooLarge { heap, nimber });
        }
        let largest = nimbers.iter().max().copied().unwrap_or(0) as usize;
        Ok(Self {
            moves: Moves::new(game),
            move_count: MoveCount::of(game),
            nimbers,
            // A xor of nimbers is below each power of 2 that the nimbers are below.
            left: vec![u64::MAX; (largest + 1).next_power_of_two().max(FEW)],
        })
    }

    /// An upper bound on the work of checking this heap, in moves of the fast kind; it may be
    /// infinite. A move that is made by the definition of the rules counts as several.
    #[must_use]
    pub fn work(&self, heap: u64) -> f64 {
        let each = match self.moves {
            Moves::AtMostTwo(_) => 1.0,
            Moves::Any(_) => BY_DEFINITION,
        };
        self.move_count.at(heap) * each
    }

    /// Checks the nimber of this heap by the nimbers claimed for the smaller heaps.
    ///
    /// # Errors
    ///
    /// [`HeapFlaw::Left`] or [`HeapFlaw::NotLeft`].
    ///
    /// # Panics
    ///
    /// If no nimber of this heap is claimed.
    pub fn heap(&mut self, heap: u64) -> Result<(), HeapFlaw> {
        let (nimbers, left) = (self.nimbers, &mut self.left);
        let nimber = nimbers[heap as usize];
        if let Ok(left) = <&mut [u64; FEW]>::try_from(&mut left[..]) {
            // A nimber is below `FEW` here, which the remainder shows to the compiler.
            let mut leave = |nimber| left[nimber as usize % FEW] = heap;
            self.moves.each(heap, nimbers, &mut leave);
        } else {
            let mut leave = |nimber| left[nimber as usize] = heap;
            self.moves.each(heap, nimbers, &mut leave);
        }
        if left[nimber as usize] == heap {
            return Err(HeapFlaw::Left { heap, nimber });
        }
        let smaller = &left[..nimber as usize];
        if let Some(missing) = smaller.iter().position(|&seen| seen != heap) {
            let missing = missing as u32;
            return Err(HeapFlaw::NotLeft {
                heap,
                nimber,
                missing,
            });
        }
        Ok(())
    }
}
