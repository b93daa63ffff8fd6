//! All-but games: a histogram of all nimbers so far, and arithmetic periods.
//!
//! The problem: the nimbers of the heaps of a game in which any number may be taken but
//! finitely many, in order, and a proof from where on a period adds a constant to them.
//! Codes like 0.1023(3), in which every number from some number on is allowed, are the
//! same game except for some small heaps, of which the code says whether they may be
//! taken whole.
//!
//! The theorem: all-but games are arithmetic periodic (*Winning Ways*, chapter 4;
//! A. N. Siegel, *Combinatorial Game Theory*, 2013, chapter IV). Here is the
//! criterion that this engine uses, with its proof.
//!
//! Let m be the largest forbidden number, or the number of the last digit before the
//! tail of a code, if that is larger. A heap n > m may always be taken whole. Let f(n)
//! be the least nimber that no heap below n has. The heaps below n have exactly the
//! nimbers below f(n), because a mex is at most the first nimber not given out so far.
//!
//! 1. Two heaps a < b with b > m and the same nimber differ by a forbidden number,
//!    or a would be an option of b. So b - a <= m.
//! 2. The nimber of n > m is the least v below f(n) such that n can move to no heap
//!    with nimber v, or f(n) if there is none. Some heap below n has this v, and
//!    all that do must be among the last m.
//! 3. By 1, whether a heap further back has the nimber of one of the last m heaps can
//!    be seen in the last 2m nimbers, as soon as n > 2m, when the last m heaps are
//!    above m.
//! 4. So the nimber of n, less f(n), is a function of the last 2m nimbers, each less
//!    f(n): the *state*. Then the next state is a function of the state.
//!
//! Therefore, if the states of two heaps n and n + p above 2m are equal, and s is f(n +
//! p) - f(n), then from n - 2m on the nimber of i + p is the nimber of i plus s. The
//! number of states is finite: by 1 the first heap with the nimber of i is no earlier
//! than i - m, so that nimber is at least f(i - m), and f rises by at most 1 a heap. So
//! a period always comes, though it may be long.
//!
//! Conversely, f rises for ever, since by 1 no nimber comes more than m + 1 times
//! above m. So an arithmetic period of the nimbers is one of the states, and the
//! least period of the states is the least of the nimbers.
//!
//! The method: [`AllBut`] works out the nimbers. A state that comes again is found by
//! R. P. Brent's algorithm of 1980. Each state has a fingerprint, and states with equal
//! fingerprints are compared in full.
//!
//! Cost: two steps a heap for each forbidden number, and a few more; 8 bytes a heap.
//!
//! When not to use it: for codes with a digit of 4 or more, see
//! [`super::xor_sets`].
//!
//! ```
//! use zug_heaps::TakeSet;
//! use zug_sequences::Repetition;
//! use zug_sequences::engine::{Engine, histogram::Histogram};
//!
//! let mut histogram = Histogram::new(&TakeSet::new([1, 3, 7])?, 1 << 20);
//! while histogram.proof().is_none() {
//!     histogram.step(10_000)?;
//! }
//! let proved = histogram.proof().map(|proof| proof.repetition);
//! assert_eq!(proved, Some(Repetition::new(0, 2, 1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use zug_heaps::{Breaking, HeapGame, TakeSet};

use super::{Engine, EngineKind, Stop, copy_kept};
use crate::all_but::AllBut;
use crate::subtraction::Ring;
use crate::{PeriodTheorem, Proof, Repetition};

/// The number of heaps in one call: a few milliseconds if few numbers are forbidden.
const HEAPS_A_STEP: u64 = 1 << 15;

/// The engine for all-but games.
#[derive(Clone, Debug)]
pub struct Histogram {
    table: AllBut,
    memory: u64,
    /// The number of heaps in a state: twice m, as the module calls it.
    window: u64,
    /// For each of the last nimbers, its difference to the nimber before.
    steps: Ring<u32>,
    earlier: Option<Earlier>,
    next: u64,
    found: Option<Proof>,
}

/// A state that was put by to compare later states with.
#[derive(Clone, Copy, Debug)]
struct Earlier {
    /// The heap that comes after the state.
    heap: u64,
    /// The least nimber that no heap before `heap` had.
    missing: u32,
    fingerprint: u64,
}

impl Histogram {
    /// The engine for the game in which any number but `forbidden` may be taken, which
    /// knows no heap yet and may hold `memory` bytes.
    pub fn new(forbidden: &TakeSet, memory: u64) -> Self {
        Self::with_whole(forbidden, Vec::new(), memory)
    }

    /// The engine for a code whose digits are at most 3, and all 3 from some digit on;
    /// `None` for any other code.
    pub fn of_code(code: &Breaking, memory: u64) -> Option<Self> {
        let is_all_but = !code.tail().is_empty()
            && code.tail().iter().all(|&digit| digit == 3)
            && code.digits()[0] == 0
            && code.digits().iter().all(|&digit| digit <= 3);
        if !is_all_but {
            return None;
        }
        let digits = (1..).zip(&code.digits()[1..]);
        let forbidden = digits
            .filter(|&(_, digit)| digit & 2 == 0)
            .map(|(take, _)| take);
        let forbidden = TakeSet::new(forbidden).ok()?;
        let whole = code.digits().iter().map(|digit| digit & 1 == 1).collect();
        Some(Self::with_whole(&forbidden, whole, memory))
    }

    /// The engine for a game that is all-but, or a code that is so; `None` for any
    /// other.
    pub fn of(game: &HeapGame, memory: u64) -> Option<Self> {
        match game {
            HeapGame::AllBut(forbidden) => Some(Self::new(forbidden, memory)),
            HeapGame::Breaking(code) => Self::of_code(code, memory),
            _ => None,
        }
    }

    fn with_whole(forbidden: &TakeSet, whole: Vec<bool>, memory: u64) -> Self {
        let largest = forbidden.largest().unwrap_or(0);
        let exceptions = largest.max((whole.len() as u64).saturating_sub(1));
        let window = exceptions.saturating_mul(2);
        // A ring that does not fit is not needed: so long a state will not come again.
        let ring = if Ring::<u32>::bytes(window) <= memory / 4 {
            window
        } else {
            0
        };
        Self {
            table: AllBut::of(forbidden).with_whole(whole),
            memory,
            window,
            steps: Ring::new(ring as usize),
            earlier: None,
            next: if ring == window {
                window.saturating_add(1)
            } else {
                u64::MAX
            },
            found: None,
        }
    }

    /// The nimbers of the state before `heap`.
    fn state(&self, heap: u64) -> &[u32] {
        &self.table.nimbers()[(heap - self.window) as usize..heap as usize]
    }

    /// Looks whether the state came before, and puts it by when that is due.
    fn look(&mut self) {
        let heap = self.known();
        if self.found.is_some() || heap < self.next && self.earlier.is_none() {
            return;
        }
        let missing = self.table.missing();
        // The steps do not say how far below the missing nimber the nimbers are, and
        // the first step leads into the window from outside: so states with equal
        // fingerprints are compared in full.
        let fingerprint = self.steps.fingerprint();
        if let Some(earlier) = self.earlier
            && earlier.fingerprint == fingerprint
        {
            let more = missing - earlier.missing;
            let states = self.state(heap).iter().zip(self.state(earlier.heap));
            if states.clone().all(|(&now, &then)| now == then + more) {
                self.found = Some(self.proof_of(earlier.heap, heap - earlier.heap, more));
                return;
            }
        }
        if heap >= self.next {
            self.earlier = Some(Earlier {
                heap,
                missing,
                fingerprint,
            });
            self.next = heap.saturating_mul(2);
        }
    }

    /// The proof, given that the state before `heap` came again `period` heaps later,
    /// and not sooner.
    fn proof_of(&self, heap: u64, period: u64, saltus: u32) -> Proof {
        let nimbers = self.table.nimbers();
        let (start, later) = ((heap - self.window) as usize, period as usize);
        let before = (0..start)
            .rev()
            .take_while(|&n| nimbers[n + later] == nimbers[n] + saltus)
            .count();
        let preperiod = (start - before) as u64;
        Proof {
            repetition: Repetition {
                preperiod,
                period,
                saltus: u64::from(saltus),
            },
            theorem: PeriodTheorem::Arithmetic,
            // The last heap of the second of the two equal states.
            checked_to: (heap + period).saturating_sub(1),
        }
    }
}

impl Engine for Histogram {
    fn method(&self) -> EngineKind {
        EngineKind::Histogram
    }

    fn known(&self) -> u64 {
        self.table.nimbers().len() as u64
    }

    fn step(&mut self, to: u64) -> Result<(), Stop> {
        let until = to.min(self.known().saturating_add(HEAPS_A_STEP));
        while self.known() < until {
            if self.known() >= u64::from(u32::MAX) {
                // The table counts in 32 bits.
                return Err(Stop::Nimber { heap: self.known() });
            }
            let needed =
                self.table.bytes_to_push() + Ring::<u32>::bytes(self.steps.window() as u64);
            if needed > self.memory {
                return Err(Stop::memory(self.known(), needed, self.memory));
            }
            let before = self.table.nimbers().last().copied().unwrap_or(0);
            self.table.push();
            let nimber = self.table.nimbers().last().copied().unwrap_or(0);
            self.steps.push(nimber.wrapping_sub(before));
            self.look();
        }
        Ok(())
    }

    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        copy_kept(self.table.nimbers(), from, out)
    }

    fn proof(&self) -> Option<Proof> {
        self.found
    }

    fn bytes(&self) -> u64 {
        self.table.bytes() + Ring::<u32>::bytes(self.steps.window() as u64)
    }
}
