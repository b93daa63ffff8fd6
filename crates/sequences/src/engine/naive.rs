//! Nimbers by definition: the mex of the xor of the heaps that each option leaves.
//!
//! This is the oracle. It is never optimised. Cost: all options of all heaps, so n² for
//! a game that splits in two and n³ for one that splits in three; 4 bytes a heap.
//!
//! ```
//! use zug_heaps::{Breaking, HeapGame};
//! use zug_sequences::engine::naive;
//!
//! let kayles: Breaking = "0.77".parse()?;
//! let nimbers = naive::nimbers(&HeapGame::Breaking(kayles), 8);
//! assert_eq!(nimbers, [0, 1, 2, 3, 1, 4, 3, 2]);
//! # Ok::<(), zug_heaps::BreakingError>(())
//! ```

use zug_heaps::HeapGame;
use zug_values::Mex;

use super::{Engine, EngineKind, Stop, copy_kept};

/// The nimbers of the heaps `0..terms`.
pub fn nimbers(game: &HeapGame, terms: u64) -> Vec<u32> {
    let mut naive = Naive::new(game.clone());
    while naive.known() < terms {
        naive.push();
    }
    naive.nimbers
}

/// The engine that works by definition.
#[derive(Clone, Debug)]
pub struct Naive {
    game: HeapGame,
    nimbers: Vec<u32>,
    /// The most bytes that may be held.
    memory: u64,
}

/// Room is made for at least this many heaps at a time.
const LEAST_ROOM: usize = 64;

impl Naive {
    /// A new engine, which knows no heap yet and has no limit on memory.
    pub fn new(game: HeapGame) -> Self {
        Self::within(game, u64::MAX)
    }

    /// A new engine, which knows no heap yet and takes at most `memory` bytes.
    pub fn within(game: HeapGame, memory: u64) -> Self {
        Self {
            game,
            nimbers: Vec::new(),
            memory,
        }
    }

    /// Restores the engine from what [`Engine::save`] gave; `None` if the bytes are
    /// something else.
    pub(crate) fn restore(game: HeapGame, memory: u64, bytes: &[u8]) -> Option<Self> {
        Some(Self {
            nimbers: postcard::from_bytes(bytes).ok()?,
            game,
            memory,
        })
    }

    fn push(&mut self) {
        let mut mex = Mex::default();
        let nimbers = &self.nimbers;
        self.game.options(nimbers.len() as u64, &mut |heaps| {
            let nimber = heaps
                .iter()
                .fold(0, |sum, &heap| sum ^ nimbers[heap as usize]);
            mex.insert(zug_values::Nimber(nimber));
        });
        self.nimbers.push(mex.take().0);
    }

    /// Makes room for one heap more, or refuses before memory is taken.
    fn make_room(&mut self) -> Result<(), Stop> {
        let old = self.nimbers.capacity();
        if self.nimbers.len() < old {
            return Ok(());
        }
        let more = old.max(LEAST_ROOM);
        // The old block is held while it is copied to the new one.
        let needed = 4 * (2 * old + more) as u64;
        if needed > self.memory {
            return Err(Stop::memory(self.known(), needed, self.memory));
        }
        self.nimbers.reserve_exact(more);
        Ok(())
    }
}

impl Engine for Naive {
    fn method(&self) -> EngineKind {
        EngineKind::Naive
    }

    fn known(&self) -> u64 {
        self.nimbers.len() as u64
    }

    fn step(&mut self, to: u64) -> Result<(), Stop> {
        if self.known() < to {
            self.make_room()?;
            self.push();
        }
        Ok(())
    }

    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        copy_kept(&self.nimbers, from, out)
    }

    fn save(&self) -> Option<Vec<u8>> {
        postcard::to_allocvec(&self.nimbers).ok()
    }

    fn bytes(&self) -> u64 {
        4 * self.nimbers.capacity() as u64
    }
}
