//! Whether a nimber is the mex of what the moves leave.

use std::fmt;

use zug_heaps::HeapGame;

use super::flaw::HeapFlaw;
use super::moves::{Looks, Moves};

/// To make a move by the definition of the rules takes so many times as long.
const BY_DEFINITION: f64 = 10.0;

/// Most games have fewer nimbers than these.
const FEW: usize = 256;

/// Checks claimed nimbers heap by heap, as [`super::certify_nimbers`] does at once:
/// for a caller who tells of progress, or may want to stop.
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
    looks: Looks,
    nimbers: &'a [u32],
    /// For each nimber, the last heap that was seen to leave it.
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
    /// Looks at no heap yet, but at what the nimbers are: no play is so long that
    /// they could be much larger than their heaps.
    pub fn new(game: &'a HeapGame, nimbers: &'a [u32]) -> Result<Self, HeapFlaw> {
        // Play from n makes at most n - 1 splits and then takes n times: no nimber is
        // larger than the longest play, and no table for one need be.
        let too_large = |&(heap, &nimber): &(usize, &u32)| u64::from(nimber) > 2 * heap as u64;
        if let Some((heap, &nimber)) = nimbers.iter().enumerate().find(too_large) {
            let heap = heap as u64;
            return Err(HeapFlaw::TooLarge { heap, nimber });
        }
        let largest = nimbers.iter().max().copied().unwrap_or(0) as usize;
        Ok(Self {
            moves: Moves::new(game),
            looks: Looks::of(game),
            nimbers,
            // A xor of nimbers is below the same power of 2.
            left: vec![u64::MAX; (largest + 1).next_power_of_two().max(FEW)],
        })
    }

    /// How much work a look at this heap is: its moves, or somewhat more, where there
    /// is a fast way to them; else several times as much. Perhaps infinite.
    pub fn work(&self, heap: u64) -> f64 {
        let each = match self.moves {
            Moves::AtMostTwo(_) => 1.0,
            Moves::Any(_) => BY_DEFINITION,
        };
        self.looks.at(heap) * each
    }

    /// Checks the nimber of this heap by those of the smaller ones.
    ///
    /// # Panics
    ///
    /// If no nimber of this heap is claimed.
    pub fn heap(&mut self, heap: u64) -> Result<(), HeapFlaw> {
        let (nimbers, left) = (self.nimbers, &mut self.left);
        let nimber = nimbers[heap as usize];
        if let Ok(left) = <&mut [u64; FEW]>::try_from(&mut left[..]) {
            // The mask changes nothing, and spares the question whether it would.
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
