//! All splits in two, many at a time: the engine for codes and splits for which nothing
//! better is known.
//!
//! The problem: the nimbers of the heaps of a finite octal code (R. K. Guy and
//! C. A. B. Smith, *The G-values of various games*, 1956), or of a game that splits
//! a heap in two. The nimber of n is the mex of the nimbers of n - k and of the
//! xors of all pairs that add up to n - k, for the few numbers k of the rules.
//!
//! The method: a mex asks little of most pairs. For each smaller value one pair
//! suffices, and a sample of the pairs has nearly all of these values. For the value
//! itself the mex needs that *no* pair has it, and so each pair is only compared with
//! that value. For each sum s of two heaps a table says for each value that some pair
//! has it, that no pair has it, or that this is unknown. The pairs of a sample are
//! marked one by one, as long as that pays. Then the least values that are left are
//! compared with all other pairs, sixteen pairs at a time or more. The mex is the first
//! value that no pair has, once a pair is found for each smaller value. Nothing is left
//! to chance: the sample only saves time. Half of the pairs are looked at, as (a, b) is
//! (b, a).
//!
//! The table of a sum serves all heaps of which a move can leave that sum. Sixteen
//! heaps are worked out together: their pairs without one of the fifteen smallest heaps
//! do not depend on each other, so the nimbers are read from memory once for all
//! sixteen.
//!
//! Cost: n²/4 pairs for n heaps and each sum. With samples, about 4 pairs a nanosecond
//! in all where nimbers are many and spread (0.007 at a million heaps), and more where
//! they are few. Bytes: 4 a heap, of which 2 are needed only while room is made or a
//! period is looked for; and one for each value for each of the last sums.
//!
//! When not to use it: where most nimbers are among a few common ones, the sparse
//! engine looks at few pairs only. This engine cannot do codes that leave three heaps,
//! nor codes with a tail.
//!
//! ```
//! use zug_heaps::{Breaking, HeapGame};
//! use zug_sequences::engine::{Engine, dense::Dense};
//!
//! let treblecross: Breaking = "0.007".parse()?;
//! let mut dense = Dense::new(&HeapGame::Breaking(treblecross), 1 << 20)?;
//! while dense.known() < 20 {
//!     dense.step(20)?;
//! }
//! let mut nimbers = [0; 8];
//! assert!(dense.read(12, &mut nimbers));
//! assert_eq!(nimbers, [1, 1, 0, 4, 3, 3, 3, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use pulp::Arch;
use zug_heaps::{Breaking, HeapGame};

use super::{Engine, EngineKind, Stop, copy_kept, moves};
use crate::Proof;
use crate::proof::guy_smith;
use kernel::{Query, SOUGHT};
use sums::{ABSENT, HEAD, PRESENT, Sums, UNKNOWN};

mod kernel;
mod sums;

/// The pairs that one step looks at, if these are more than one batch of heaps has.
const PAIRS_A_STEP: usize = 1 << 23;

/// The least value that 16 bits cannot hold.
const TOO_LARGE: usize = 1 << 16;

/// The engine that looks at all splits; see the module.
#[derive(Clone, Debug)]
pub struct Dense {
    moves: Moves,
    /// The code of the game, if it has one; the theorem about periods asks for it.
    code: Option<Breaking>,
    nimbers: Vec<u16>,
    sums: Sums,
    /// `left[v]` is `PRESENT` if a move from the heap at hand is known to leave the
    /// value v.
    left: Vec<u8>,
    /// About sixteen times the mean of the last nimbers.
    typical: usize,
    /// The most bytes that may be held.
    memory: u64,
    proof: Option<Proof>,
    /// A period is looked for when this many heaps are known.
    next_look: usize,
    arch: Arch,
    queries: Vec<Query>,
    scratch: Vec<u16>,
}

/// Why saved bytes are not a state of this engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// Each heap takes two bytes.
    #[error("{bytes} bytes are no whole number of nimbers")]
    Length {
        /// The number of saved bytes.
        bytes: usize,
    },
    /// The engine cannot do this game, or the memory does not suffice for the saved
    /// heaps.
    #[error(transparent)]
    Stop(#[from] Stop),
}

/// The numbers that moves take, as indices.
#[derive(Clone, Debug)]
struct Moves {
    /// The numbers that may be taken if nothing is left.
    all: Vec<usize>,
    /// The numbers that may be taken if one heap is left.
    one: Vec<usize>,
    /// The numbers that may be taken if two heaps are left. Increasing.
    two: Vec<usize>,
}

impl Moves {
    fn of(moves: &moves::Moves) -> Self {
        let numbers = |takes: &[u64]| takes.iter().map(|&take| take as usize).collect();
        Self {
            all: numbers(&moves.ends),
            one: numbers(&moves.singles),
            two: numbers(&moves.splits),
        }
    }

    /// The sums of two heaps that a move from n may leave, from the largest down.
    fn sums(&self, n: usize) -> impl Iterator<Item = usize> {
        self.two.iter().map_while(move |&take| n.checked_sub(take))
    }

    /// The least and the largest number that is taken before a split.
    fn two_range(&self) -> Option<(usize, usize)> {
        self.two.first().copied().zip(self.two.last().copied())
    }
}

impl Dense {
    /// A new engine, which knows no heap yet. It holds at most `memory` bytes.
    pub fn new(game: &HeapGame, memory: u64) -> Result<Self, Stop> {
        let method = EngineKind::Dense;
        let moves = moves::Moves::of(game).ok_or(Stop::Unsuited { method })?;
        let code = match game {
            HeapGame::Breaking(code) => Some(code.clone()),
            _ => None,
        };
        Ok(Self {
            sums: Sums::new(moves.equal_too),
            moves: Moves::of(&moves),
            code,
            nimbers: Vec::new(),
            left: Vec::new(),
            typical: 0,
            memory,
            proof: None,
            next_look: 64,
            arch: Arch::new(),
            queries: Vec::new(),
            scratch: Vec::new(),
        })
    }

    /// Restores the engine from what [`Engine::save`] gave for the same game. The saved
    /// nimbers are trusted.
    pub fn load(game: &HeapGame, memory: u64, saved: &[u8]) -> Result<Self, LoadError> {
        let (nimbers, rest) = saved.as_chunks::<2>();
        if !rest.is_empty() {
            let bytes = saved.len();
            return Err(LoadError::Length { bytes });
        }
        let nimbers = nimbers.iter().map(|&nimber| u16::from_le_bytes(nimber));
        Ok(Self::after(game, memory, nimbers)?)
    }

    /// The engine that already knows the first heaps of the game. Their nimbers are
    /// trusted.
    pub(super) fn after(
        game: &HeapGame,
        memory: u64,
        nimbers: impl ExactSizeIterator<Item = u16> + Clone,
    ) -> Result<Self, Stop> {
        let mut dense = Self::new(game, memory)?;
        let largest = nimbers.clone().max();
        let width = largest.map_or(0, |largest| usize::from(largest) + 1);
        if width > dense.sums.width {
            dense.sums.widen(width.next_power_of_two());
        }
        if nimbers.len() > 0 {
            dense.make_room(nimbers.len(), nimbers.len())?;
        }
        dense.nimbers.extend(nimbers);
        dense.look_for_period();
        Ok(dense)
    }

    /// The bytes that are held besides the nimbers, when the tables have `width`
    /// values.
    fn other_bytes(&self, width: usize) -> u64 {
        let tables = self.moves.two_range().map_or(0, |(least, most)| {
            // One table more is held while the newest is begun.
            (most - least + HEAD + 1) as u64
        });
        // For each move, a query and the number of values that it asked for; and a
        // tile.
        let query = HEAD * (size_of::<Query>() + size_of::<usize>());
        let takes = self.moves.all.len() + self.moves.one.len();
        let takes = 9 * takes + (9 + 2 * query) * self.moves.two.len();
        tables * (width + 64) as u64 + (width + takes + (1 << 14)) as u64
    }

    /// Makes room for at least `at_least` heaps, and for up to `to` if there is memory.
    fn make_room(&mut self, at_least: usize, to: usize) -> Result<(), Stop> {
        let held = self.nimbers.capacity();
        let other = self.other_bytes(self.sums.width);
        // Twice the nimbers: a copy of fewer heaps is held while room is made, and the
        // theorem takes as much.
        let needed = 4 * at_least as u64 + other;
        let allowed = self.memory;
        if needed > allowed {
            return Err(Stop::memory(at_least as u64 - 1, needed, allowed));
        }
        if at_least > held {
            let most = ((allowed - other) / 4) as usize;
            let wanted = at_least.max(to.min(held.saturating_mul(2).max(1024)));
            self.nimbers
                .reserve_exact(wanted.min(most) - self.nimbers.len());
        }
        Ok(())
    }

    /// Works out the next heaps below `to`, at most [`HEAD`] heaps.
    fn batch(&mut self, to: usize) -> Result<(), Stop> {
        let known = self.nimbers.len();
        let count = HEAD.min(to - known);
        self.make_room(known + count, to)?;
        self.begin_sums(known, count);
        // Guesses the nimbers of the batch from all pairs without one of the smallest
        // heaps. The guesses are seldom wrong, and what the queries find out holds in
        // any case.
        loop {
            for heap in known..known + count {
                self.left_by(heap);
                let least = self.least(0);
                self.ask(heap, least);
            }
            if self.queries.is_empty() {
                break;
            }
            self.look_up();
        }
        for _ in 0..count {
            let nimber = self.next()?;
            self.typical = (15 * self.typical + 16 * usize::from(nimber)) / 16;
            self.nimbers.push(nimber);
        }
        Ok(())
    }

    /// Begins the tables of the sums that the next `count` heaps need.
    fn begin_sums(&mut self, known: usize, count: usize) {
        let Some((least, most)) = self.moves.two_range() else {
            return;
        };
        self.sums.forget(known.saturating_sub(most));
        while self.sums.range().end + least < known + count {
            let heap = self.sums.range().end + least;
            self.left_by(heap);
            let likely = (self.typical / 16 + 1).min(self.left.len());
            self.sums.begin(&self.nimbers, &self.left[..likely]);
        }
    }

    /// Gathers in `left` the values that moves from n are known to leave. Heaps below n
    /// may not be known yet.
    fn left_by(&mut self, heap: usize) {
        self.left.clear();
        self.left.resize(self.sums.width, 0);
        for sum in self.moves.sums(heap) {
            if self.sums.range().contains(&sum) {
                for (left, &mark) in self.left.iter_mut().zip(self.sums.marks(sum)) {
                    *left |= mark & PRESENT;
                }
            }
        }
        if self.moves.all.binary_search(&heap).is_ok() {
            self.left[0] = PRESENT;
        }
        for take in self.moves.one.iter().take_while(|&&take| take < heap) {
            if let Some(&nimber) = self.nimbers.get(heap - take) {
                self.left[usize::from(nimber)] = PRESENT;
            }
        }
    }

    /// The least value from `from` on that is not marked in `left`.
    fn least(&self, from: usize) -> usize {
        // Skips whole blocks of marked values; the compiler makes vectors of the loop.
        let skipped = self.left[from..].chunks_exact(64);
        let full =
            skipped.take_while(|block| block.iter().fold(PRESENT, |all, &left| all & left) != 0);
        let from = from + 64 * full.count();
        let place = self.left[from..].iter().position(|&left| left != PRESENT);
        place.map_or(self.left.len(), |place| from + place)
    }

    /// Adds queries for the least value that n may have, and for a few more values, if
    /// it is unknown for some sum. `left` must have been gathered for n.
    fn ask(&mut self, heap: usize, least: usize) {
        let width = self.sums.width;
        let is_absent = |sum| self.sums.marks(sum)[least] == ABSENT;
        if least == width || self.moves.sums(heap).all(is_absent) {
            return;
        }
        let mut values = [least; SOUGHT];
        let mut found = 1;
        while found < SOUGHT {
            let value = self.least(values[found - 1] + 1);
            if value == width {
                break;
            }
            values[found] = value;
            found += 1;
        }
        for sum in self.moves.sums(heap) {
            let marks = self.sums.marks(sum);
            let mut query = self.sums.query(sum);
            for &value in values[..found]
                .iter()
                .filter(|&&value| marks[value] == UNKNOWN)
            {
                query.sought[query.live] = value as u16;
                query.live += 1;
            }
            if query.live > 0 {
                self.queries.push(query);
            }
        }
    }

    fn look_up(&mut self) {
        self.queries.sort_unstable_by_key(|query| query.sum);
        self.sums.look_up(
            self.arch,
            &self.nimbers,
            &mut self.queries,
            &mut self.scratch,
        );
    }

    /// The nimber of the next heap.
    fn next(&mut self) -> Result<u16, Stop> {
        let heap = self.nimbers.len();
        if let Some(sum) = self.moves.sums(heap).next() {
            self.sums.mark_head(&self.nimbers, sum);
        }
        loop {
            self.left_by(heap);
            let value = self.least(0);
            if value == TOO_LARGE {
                return Err(Stop::Nimber { heap: heap as u64 });
            }
            if value == self.sums.width {
                self.widen(2 * value, heap)?;
                return Ok(value as u16);
            }
            self.ask(heap, value);
            if self.queries.is_empty() {
                return Ok(value as u16);
            }
            self.look_up();
        }
    }

    /// Widens the tables to `width` values, for a nimber that has no place in them.
    fn widen(&mut self, width: usize, heap: usize) -> Result<(), Stop> {
        let needed = 4 * self.nimbers.capacity() as u64 + self.other_bytes(width);
        let allowed = self.memory;
        if needed > allowed {
            return Err(Stop::memory(heap as u64, needed, allowed));
        }
        self.sums.widen(width);
        Ok(())
    }

    fn look_for_period(&mut self) {
        let known = self.nimbers.len();
        self.next_look = known + known / 8 + 64;
        if let Some(code) = &self.code
            && self.proof.is_none()
        {
            self.proof = guy_smith::proof(code, &self.nimbers);
        }
    }
}

impl Engine for Dense {
    fn method(&self) -> EngineKind {
        EngineKind::Dense
    }

    fn known(&self) -> u64 {
        self.nimbers.len() as u64
    }

    /// A period is looked for whenever the number of known heaps has grown by an
    /// eighth, and when all heaps asked for are known. One look takes linear time.
    fn step(&mut self, to: u64) -> Result<(), Stop> {
        let to = usize::try_from(to).unwrap_or(usize::MAX);
        let mut looked_at = 0;
        while self.nimbers.len() < to && looked_at < PAIRS_A_STEP {
            let before = self.nimbers.len();
            self.batch(to)?;
            let known = self.nimbers.len();
            looked_at += (known - before) * (known + 1000) / 2 * self.moves.two.len().max(1);
            if known >= self.next_look || known == to {
                self.look_for_period();
            }
        }
        Ok(())
    }

    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        copy_kept(&self.nimbers, from, out)
    }

    fn proof(&self) -> Option<Proof> {
        self.proof
    }

    /// Two bytes for each heap, little-endian.
    fn save(&self) -> Option<Vec<u8>> {
        let nimbers = self.nimbers.iter();
        Some(nimbers.flat_map(|nimber| nimber.to_le_bytes()).collect())
    }

    fn bytes(&self) -> u64 {
        2 * self.nimbers.capacity() as u64 + self.other_bytes(self.sums.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::naive;

    fn nimbers(arch: Arch, game: &HeapGame, terms: u64) -> Vec<u32> {
        let mut dense = Dense::new(game, 1 << 30).unwrap();
        dense.arch = arch;
        while dense.known() < terms {
            dense.step(terms).unwrap();
        }
        let mut nimbers = vec![0; terms as usize];
        assert!(dense.read(0, &mut nimbers));
        nimbers
    }

    #[test]
    fn every_kind_of_processor_gives_the_same_nimbers() {
        for text in ["0.007", "0.77", "4.0407", "0.6"] {
            let game = HeapGame::Breaking(text.parse().unwrap());
            let portable = nimbers(Arch::Scalar, &game, 6000);
            assert_eq!(portable[..1500], naive::nimbers(&game, 1500), "{text}");
            assert_eq!(portable, nimbers(Arch::new(), &game, 6000), "{text}");
        }
    }
}
