//! Codes and splits that leave any number of heaps, by sets of xors.
//!
//! The problem: the nimbers of the heaps of hexadecimal codes, of codes with a tail
//! such as Lasker's Nim 4.(3), and of games in which a heap is split into three or
//! more.
//!
//! The method: let S(j, m) be the set of the xors of all ways to leave m counters in j
//! heaps. The nimbers of the options of n are a union of such sets. A way to leave m in
//! j heaps has a smallest heap a of at most m / j, so S(j, m) is the union of the S(j -
//! 1, m - a), each member xored with the nimber of a. A set is a row of bits. To xor
//! all its members with v is to put its words in another order, and the bits of each
//! word in another: both are a few operations. So a split in three costs a heap n V /
//! 64 and not n² / 12 (V being the largest nimber). A code with a tail needs unions of
//! all S(j, m) so far, which grow as m does. For splits into distinct heaps the sizes
//! are put in one after the other.
//!
//! Periods are proved by the criteria stated at the top of `arithmetic.rs`; Lasker's
//! Nim and many hexadecimal codes satisfy them.
//!
//! Cost, with V the largest nimber so far: n / 2 operations a heap for splits in two;
//! for each further heap n V / (64 j); for distinct heaps n V / 64. V / 8 bytes a heap
//! for each number of heaps left from 2 on but the last (for distinct heaps, for each
//! number, and for up to twice as many counters as are known), and 4 bytes for a
//! nimber. Memory that is not allowed is refused before it is taken.
//!
//! When not to use it: octal codes and Grundy's game have faster engines, and so have
//! games that leave at most one heap ([`super::window`], [`super::histogram`]).
//!
//! ```
//! use zug_heaps::{Breaking, HeapGame};
//! use zug_sequences::Repetition;
//! use zug_sequences::engine::{Engine, xor_sets::XorSets};
//!
//! let lasker = HeapGame::Breaking(Breaking::new(vec![4], vec![3])?);
//! let mut engine = XorSets::new(&lasker, 1 << 20)?;
//! while engine.known() < 100 {
//!     engine.step(100)?;
//! }
//! let proved = engine.proof().map(|proof| proof.repetition);
//! assert_eq!(proved, Some(Repetition::new(1, 4, 4)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod set;
mod ways;

use zug_heaps::{Breaking, HeapGame, Parts, Splitting};

use super::{Engine, EngineKind, Stop, copy_kept};
use crate::Proof;
use crate::proof::arithmetic;
use set::Set;
use ways::{Distinct, Sizes, Top, Ways};

/// The number of operations in one call: some milliseconds.
const WORK_A_STEP: u64 = 1 << 22;
/// A period is first looked for at this many heaps, then at twice as many, and so on.
const FIRST_LOOK: u64 = 64;

/// The engine for a code, or for a splitting game.
#[derive(Clone, Debug)]
pub struct XorSets {
    game: HeapGame,
    memory: u64,
    nimbers: Vec<u32>,
    largest: u32,
    rules: Rules,
    /// A period is looked for when this many heaps are known.
    next_look: u64,
    found: Option<Proof>,
}

#[derive(Clone, Debug)]
enum Rules {
    Code(Code),
    Splits {
        fewest: u64,
        most: u64,
        ways: Ways,
    },
    Distinct {
        fewest: u64,
        most: u64,
        ways: Distinct,
    },
}

impl XorSets {
    /// A new engine, which knows no heap yet. `memory` is in bytes.
    ///
    /// # Errors
    ///
    /// [`Stop::Unsuited`] if the game is neither a code nor a splitting game.
    pub fn new(game: &HeapGame, memory: u64) -> Result<Self, Stop> {
        let rules = match game {
            HeapGame::Breaking(code) => Rules::Code(Code::new(code)),
            HeapGame::Splitting(splitting) => splits(splitting),
            _ => {
                return Err(Stop::Unsuited {
                    method: EngineKind::XorSets,
                });
            }
        };
        Ok(Self {
            game: game.clone(),
            memory,
            nimbers: Vec::new(),
            largest: 0,
            rules,
            next_look: FIRST_LOOK,
            found: None,
        })
    }

    /// The number of words of a set that has room for any xor of the nimbers so far.
    fn words(&self) -> usize {
        (self.largest as usize / 64 + 1).next_power_of_two()
    }

    fn bytes_to_push(&self) -> u64 {
        let (counters, words) = (self.nimbers.len() as u64, self.words());
        let sets = match &self.rules {
            Rules::Code(code) => code.bytes() + code.bytes_of_next(counters, words),
            Rules::Splits { ways, .. } => ways.bytes() + ways.bytes_of_next(counters, words),
            Rules::Distinct { ways, .. } => ways.bytes_to(counters, words),
        };
        // While the nimbers double, the old block is held too; and there is the set of
        // the options.
        sets.saturating_add(12 * (counters + 16) + 16 * words as u64)
    }

    fn push(&mut self) {
        let words = self.words();
        let counters = self.nimbers.len() as u64;
        let nimber = match &mut self.rules {
            Rules::Code(code) => code.options(&self.nimbers, words).mex(),
            Rules::Splits { fewest, most, ways } => {
                ways.push(&self.nimbers, words);
                let mut options = Set::with_words(words);
                for heaps in *fewest..=(*most).min(counters) {
                    if let Some(set) = ways.get(heaps, counters) {
                        options.union(set);
                    }
                }
                options.mex()
            }
            Rules::Distinct { fewest, most, ways } => {
                ways.reach(counters, &self.nimbers, words);
                let mut options = Set::with_words(words);
                for heaps in *fewest..=(*most).min(counters) {
                    match ways.get(heaps, counters) {
                        Some(set) => options.union(set),
                        None => break,
                    }
                }
                options.mex()
            }
        };
        self.nimbers.push(nimber);
        self.largest = self.largest.max(nimber);
        let words = self.words();
        match &mut self.rules {
            Rules::Splits { ways, .. } => ways.push_single(counters, nimber, words),
            Rules::Distinct { ways, .. } if counters > 0 => ways.put(counters, nimber, words),
            Rules::Distinct { .. } | Rules::Code(_) => {}
        }
    }

    /// The approximate number of operations that the next heap takes.
    fn work(&self) -> u64 {
        let (counters, words) = (self.nimbers.len() as u64, self.words() as u64);
        let levels = match &self.rules {
            Rules::Code(code) => code.most_heaps,
            Rules::Splits { most, .. } | Rules::Distinct { most, .. } => (*most).min(counters),
        };
        (counters + 64) * words * levels.max(1)
    }
}

impl Engine for XorSets {
    fn method(&self) -> EngineKind {
        EngineKind::XorSets
    }

    fn known(&self) -> u64 {
        self.nimbers.len() as u64
    }

    fn step(&mut self, to: u64) -> Result<(), Stop> {
        let mut work = 0u64;
        while self.known() < to && work < WORK_A_STEP {
            let needed = self.bytes_to_push();
            if needed > self.memory {
                return Err(Stop::memory(self.known(), needed, self.memory));
            }
            if self.largest >= 1 << 31 {
                return Err(Stop::Nimber { heap: self.known() });
            }
            work = work.saturating_add(self.work());
            self.push();
            if self.known() == self.next_look && self.found.is_none() {
                self.found = arithmetic::proof(&self.game, &self.nimbers);
                self.next_look = self.next_look.saturating_mul(2);
            }
        }
        Ok(())
    }

    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        copy_kept(&self.nimbers, from, out)
    }

    fn proof(&self) -> Option<Proof> {
        self.found
    }

    fn bytes(&self) -> u64 {
        let sets = match &self.rules {
            Rules::Code(code) => code.bytes(),
            Rules::Splits { ways, .. } => ways.bytes(),
            Rules::Distinct { ways, .. } => ways.bytes(),
        };
        sets + 4 * self.nimbers.capacity() as u64
    }
}

fn splits(splitting: &Splitting) -> Rules {
    let fewest = u64::from(splitting.fewest());
    // If the rules set no upper limit, the last level is for `fewest` heaps or more.
    let (most, top) = match splitting.most() {
        Some(most) => (u64::from(most), Top::Exactly),
        None => (fewest, Top::AtLeast),
    };
    let sizes = match splitting.parts() {
        Parts::Any => Sizes::Any,
        Parts::NotAllEqual => Sizes::NotAllEqual,
        Parts::Distinct => {
            return Rules::Distinct {
                fewest,
                most,
                ways: Distinct::new(most, top),
            };
        }
    };
    Rules::Splits {
        fewest,
        most,
        ways: Ways::new(most, top, sizes, 0),
    }
}

/// A code, and the sets of xors of smaller numbers of counters.
#[derive(Clone, Debug)]
struct Code {
    digits: Vec<u8>,
    tail: Vec<u8>,
    /// The most heaps that a move leaves.
    most_heaps: u64,
    ways: Ways,
    /// `unions[c][j - 1]` is the union of the sets so far for j heaps and for numbers
    /// of counters that are c modulo the period of the tail.
    unions: Vec<Vec<Set>>,
}

impl Code {
    fn new(code: &Breaking) -> Self {
        let (digits, tail) = (code.digits().to_vec(), code.tail().to_vec());
        let most = digits.iter().chain(&tail).max();
        let most_heaps = most.and_then(|digit| digit.checked_ilog2()).unwrap_or(0);
        let most_heaps = u64::from(most_heaps);
        let kept = digits.len() as u64;
        Self {
            unions: vec![vec![Set::default(); most_heaps as usize]; tail.len()],
            ways: Ways::new(most_heaps, Top::Exactly, Sizes::Any, kept),
            digits,
            tail,
            most_heaps,
        }
    }

    /// The nimbers of the options of the next heap.
    fn options(&mut self, nimbers: &[u32], words: usize) -> Set {
        let heap = nimbers.len() as u64;
        self.ways.push(nimbers, words);
        let mut options = Set::with_words(words);
        for (take, &digit) in (0..=heap).zip(&self.digits) {
            let left = heap - take;
            if digit & 1 == 1 && left == 0 {
                options.insert(0);
            }
            if digit & 2 == 2 && left > 0 {
                options.insert(nimbers[left as usize]);
            }
            for heaps in (2..=self.most_heaps).filter(|heaps| digit >> heaps & 1 == 1) {
                if let Some(set) = self.ways.get(heaps, left) {
                    options.union(set);
                }
            }
        }
        let Some(left) = heap.checked_sub(self.digits.len() as u64) else {
            return options;
        };
        if self.tail.is_empty() {
            return options;
        }
        // The number of counters left when the tail begins is new: its sets are added
        // to the unions.
        let period = self.tail.len() as u64;
        let unions = &mut self.unions[(left % period) as usize];
        for (heaps, union) in (1..).zip(unions) {
            union.widen(words);
            if heaps == 1 && left > 0 {
                union.insert(nimbers[left as usize]);
            }
            if heaps >= 2
                && let Some(set) = self.ways.get(heaps, left)
            {
                union.union(set);
            }
        }
        for (more, &digit) in (0..=left).zip(&self.tail) {
            let unions = &self.unions[((left - more) % period) as usize];
            for (heaps, union) in (1..).zip(unions) {
                if digit >> heaps & 1 == 1 {
                    options.union(union);
                }
            }
        }
        if self.tail[(left % period) as usize] & 1 == 1 {
            options.insert(0);
        }
        options
    }

    fn bytes_of_next(&self, counters: u64, words: usize) -> u64 {
        let unions = self.unions.len() as u64 * self.most_heaps * 8 * words as u64;
        self.ways.bytes_of_next(counters, words) + unions
    }

    fn bytes(&self) -> u64 {
        let unions: u64 = self.unions.iter().flatten().map(Set::bytes).sum();
        self.ways.bytes() + unions
    }
}
