//! Subtraction games: a heap, and a finite set of numbers that may be taken.
//!
//! The problem: who wins a heap of n, what is its nimber, how many heaps up to
//! n are lost, and when do the answers repeat?
//!
//! The theorem: the values of a finite subtraction game are periodic from some
//! heap on (S. W. Golomb, *A mathematical investigation of games of "take-away"*,
//! 1966). A heap's value is a function of the values of the `s_max` heaps before
//! it, which have finitely many states. So a state that comes again *proves* the
//! period. Nothing here is called a period for any lesser reason.
//!
//! A second one, for misère play: a heap of n is worth under misère play what
//! `n - s_min` is worth under normal play, and heaps below `s_min` are won. For
//! in both games the heaps before that point are of no use as options, and from
//! there on each is lost when no option is.
//!
//! The methods:
//!
//! - Outcomes take one bit a heap, and 64 heaps a step (`blocks`). A move of 64
//!   or more brings bits of finished words, shifted; smaller moves act
//!   inside the word. Cost: n / 64 steps of one word operation a large move and a
//!   few for each lost heap. This needs no period and is fast without one.
//! - With all moves below 64, the last outcomes fit into one register
//!   (`register`): a step is three operations, and the register is the state.
//! - Nimbers are read from a window of the last `s_max` (`window`); a mex looks
//!   at one cell a move.
//! - A repeated state is found by R. P. Brent's algorithm (1980) in a small
//!   multiple of preperiod + period steps and room for one copy of the state
//!   (`cycle`). On the way to a far heap the walk jumps over whole cycles as
//!   soon as one is proved.
//!
//! Looks and bytes are limited: a walk is made only as far as they go, and
//! refused before it starts where it is plain that they do not suffice.
//!
//! When not to use it: with a large move and no short period, a heap of 10^12 is
//! out of reach, and said to be ([`TooFar`]). Periods can be exponential in the
//! largest move. For infinite sets of moves see [`super::all_but`].
//!
//! ```
//! use zug_solve::impartial::subtraction::{Period, Subtraction};
//! use zug_values::{Nimber, Outcome, Play};
//!
//! let game = Subtraction::new([1, 3, 4])?;
//! let far = 7_000_000_000_000_002;
//! assert_eq!(game.outcome(far, Play::Normal)?, Outcome::Loss);
//! assert_eq!(game.winning_moves(far + 2, Play::Normal)?, [4]);
//! assert_eq!(game.outcome(far, Play::Misere)?, Outcome::Win);
//! assert_eq!(game.nimber(far + 3)?, Nimber(3));
//! let seven = Period { preperiod: 0, period: 7 };
//! assert_eq!(game.outcome_period(1000), Some(seven));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocks;
mod cycle;
mod register;
mod ring;
mod small;
mod window;

use zug_values::{Nimber, Outcome, Play};

use blocks::Blocks;
use cycle::{Allowance, Copying, Machine, Repeat, Size};
use register::Register;
pub(super) use ring::Ring;
pub(super) use small::Small;
use window::Window;
use zug_job::{Job, Progress, Refusal, Stopped};

use crate::impartial::taken::Taken;

/// Why a set of moves makes no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubtractionError {
    /// A move that takes nothing: play would not end.
    #[error("a move must take at least 1")]
    TakesNothing,
}

/// A heap that is not reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TooFar {
    /// Not within the looks allowed.
    #[error("a heap of {heap} is too far: no period was found within {looks} looks at a move")]
    Looks {
        /// The heap asked about.
        heap: u64,
        /// The looks that were allowed.
        looks: u64,
    },
    /// Not within the bytes allowed. The state is as long as the largest move,
    /// and is held twice where a period has to be found.
    #[error("a heap of {heap} is too far: it {}", Taken(stopped))]
    Memory {
        /// The heap asked about.
        heap: u64,
        /// What was refused: the bytes that it takes in all.
        #[source]
        stopped: Stopped,
    },
}

/// From `preperiod` on, heaps that differ by `period` have the same value. Both
/// are the least possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first heap from which the period holds.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
}

/// A subtraction game.
///
/// Without any move it is still a game: nobody can ever move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtraction {
    /// Invariant: increasing, and none is 0.
    moves: Vec<u64>,
    looks: u64,
    bytes: u64,
}

impl Subtraction {
    /// The looks that one answer may take, if the caller says nothing else: enough for a heap
    /// of 10^9 with a thousand moves, which is a minute.
    pub const LOOKS: u64 = 1 << 34;

    /// The bytes that one answer may take, if the caller says nothing else: enough for any heap
    /// up to 2 * 10^9, or to 6 * 10^7 for nimbers.
    pub const BYTES: u64 = 1 << 28;

    /// The game in which these numbers may be taken, in any order, perhaps
    /// repeated.
    ///
    /// # Errors
    ///
    /// A move takes nothing.
    pub fn new(moves: impl IntoIterator<Item = u64>) -> Result<Self, SubtractionError> {
        let mut moves: Vec<u64> = moves.into_iter().collect();
        moves.sort_unstable();
        moves.dedup();
        if moves.first() == Some(&0) {
            return Err(SubtractionError::TakesNothing);
        }
        Ok(Self {
            moves,
            looks: Self::LOOKS,
            bytes: Self::BYTES,
        })
    }

    /// The same game with other than [`Self::LOOKS`] for an answer.
    ///
    /// A look takes one to five nanoseconds. With all moves below 64, a heap's outcome takes
    /// one look. Else 64 heaps take one, and one more for each move above 63; and for its
    /// nimber a heap takes one for each move.
    #[must_use]
    pub fn with_looks(self, looks: u64) -> Self {
        Self { looks, ..self }
    }

    /// The same game with what is left of the job's budget now for each answer, instead of
    /// [`Self::BYTES`].
    #[must_use]
    pub fn within(self, job: &Job) -> Self {
        let bytes = job.budget.left();
        Self { bytes, ..self }
    }

    /// The numbers that may be taken, increasing, each once.
    pub fn moves(&self) -> &[u64] {
        &self.moves
    }

    /// Who wins a heap of n.
    pub fn outcome(&self, n: u64, play: Play) -> Result<Outcome, TooFar> {
        let winning = self.winning_moves(n, play)?;
        Ok(self.outcome_by(n, play, &winning))
    }

    /// Who wins a heap of n, from its winning moves.
    pub fn outcome_by(&self, n: u64, play: Play, winning_moves: &[u64]) -> Outcome {
        // Without a heap of normal play n is won, though it has no move.
        if winning_moves.is_empty() && self.as_normal(n, play).is_some() {
            Outcome::Loss
        } else {
            Outcome::Win
        }
    }

    /// The numbers to take from a heap of n in order to win, increasing.
    pub fn winning_moves(&self, n: u64, play: Play) -> Result<Vec<u64>, TooFar> {
        let mut of_one = self.winning_moves_of(&[n], play)?;
        Ok(of_one.pop().unwrap_or_default())
    }

    /// The same for several heaps, which must not fall, in one walk.
    ///
    /// # Panics
    ///
    /// If a heap is smaller than the one before.
    pub fn winning_moves_of(&self, heaps: &[u64], play: Play) -> Result<Vec<Vec<u64>>, TooFar> {
        assert!(heaps.is_sorted(), "the heaps must not fall");
        let Some(&asked) = heaps.last() else {
            return Ok(Vec::new());
        };
        let largest = self.as_normal(asked, play).unwrap_or(0);
        let mut walk = self.walk(largest, asked)?;
        let winning = heaps.iter().map(|&heap| {
            // Where the two games are one, they have the same winning moves: a
            // move below the least heap of normal play leaves a won heap of
            // misère play.
            let Some(heap) = self.as_normal(heap, play) else {
                return Ok(Vec::new());
            };
            walk.go_to(heap).ok_or(self.too_many_looks(asked))?;
            let takes = self.moves_within(heap).iter().copied();
            Ok(takes.filter(|&take| walk.wins(take)).collect())
        });
        winning.collect()
    }

    /// How many of the heaps of 1 to n are lost.
    pub fn lost_from_1_to(&self, n: u64, play: Play) -> Result<u64, TooFar> {
        let Some(largest) = self.as_normal(n, play) else {
            return Ok(0);
        };
        let mut walk = self.walk(largest, n)?;
        let lost = walk.count_to(largest).ok_or(self.too_many_looks(n))?;
        // The empty heap is always lost under normal play. Under misère play it
        // is won, and the heap of normal play that is empty is one of 1 or more.
        Ok((lost - u128::from(play == Play::Normal)) as u64)
    }

    /// The outcomes of the heaps `0..=n`, one by one: n / 8 bytes.
    pub fn outcomes(&self, n: u64, play: Play) -> Result<Outcomes, TooFar> {
        let first = match play {
            Play::Normal => Some(0),
            Play::Misere => self.moves.first().copied(),
        };
        let last = self.as_normal(n, play);
        let words = last.map_or(0, |last| last / 64 + 1);
        let moves = self.moves_within(last.unwrap_or(0));
        self.fits(Blocks::size(moves).bytes.saturating_add(8 * words), n)?;
        let mut blocks = Blocks::new(moves);
        let lost = (0..words)
            .map(|_| {
                blocks.advance();
                blocks.last()
            })
            .collect();
        Ok(Outcomes {
            largest: n,
            first,
            lost,
        })
    }

    /// The preperiod and period of the outcomes under normal play, if their
    /// proof is found within so many steps. (Under misère play the period is the
    /// same, and the preperiod at most the least move longer.)
    ///
    /// With a move above 63 a step is 64 heaps, and the proof takes up to 24 bytes
    /// a step. There is none if it takes more bytes than are allowed.
    pub fn outcome_period(&self, most_steps: u64) -> Option<Period> {
        match Register::new(&self.moves) {
            Some(register) => {
                let repeat = cycle::first_repeat(&register, most_steps)?;
                Some(self.period(repeat))
            }
            None => self.period_of_blocks(most_steps),
        }
    }

    /// The nimber of a heap of n, under normal play. A step is one heap, whatever
    /// the moves.
    pub fn nimber(&self, n: u64) -> Result<Nimber, TooFar> {
        let moves = self.moves_within(n);
        let mut allowed = self.allowance(Window::size(moves), n, n)?;
        let mut window = Window::new(moves);
        cycle::run(&mut window, n, &mut allowed).ok_or(self.too_many_looks(n))?;
        Ok(window.advance())
    }

    /// The nimbers of the heaps `0..=n` in order, under normal play: each as it is
    /// asked for, from a window of 4 to 8 bytes for each heap up to the largest
    /// move.
    pub fn nimbers(&self, n: u64) -> Result<impl Iterator<Item = Nimber>, TooFar> {
        let moves = self.moves_within(n);
        self.fits(Window::size(moves).bytes, n)?;
        let mut window = Window::new(moves);
        Ok((0..=n).map(move |_| window.advance()))
    }

    /// The preperiod and period of the nimbers under normal play, if their proof
    /// is found within so many steps of one heap, and within the bytes allowed.
    pub fn nimber_period(&self, most_steps: u64) -> Option<Period> {
        let moves = &self.moves[..];
        self.may_prove(Window::size(moves), most_steps)?;
        let repeat = cycle::first_repeat(&Window::new(moves), most_steps)?;
        Some(self.period(repeat))
    }

    /// The heap of normal play that n of this play is worth; without one, n is
    /// won.
    fn as_normal(&self, n: u64, play: Play) -> Option<u64> {
        match play {
            Play::Normal => Some(n),
            Play::Misere => n.checked_sub(*self.moves.first()?),
        }
    }

    fn moves_within(&self, n: u64) -> &[u64] {
        &self.moves[..self.moves.partition_point(|&take| take <= n)]
    }

    fn too_many_looks(&self, heap: u64) -> TooFar {
        TooFar::Looks {
            heap,
            looks: self.looks,
        }
    }

    /// Refuses bytes that are not allowed before they are taken.
    fn fits(&self, needed: u64, heap: u64) -> Result<(), TooFar> {
        if needed > self.bytes {
            let refusal = Refusal::in_all(self.bytes, needed);
            // It is refused before the first heap is looked at.
            let stopped = Stopped::out_of_memory(refusal, Progress::default());
            return Err(TooFar::Memory { heap, stopped });
        }
        Ok(())
    }

    /// What a machine of this size may take, for a walk of so many steps.
    fn allowance(&self, size: Size, steps: u64, asked: u64) -> Result<Allowance, TooFar> {
        self.fits(size.bytes, asked)?;
        let Self { looks, bytes, .. } = *self;
        let two = size.bytes.saturating_mul(2);
        let copy = if two <= bytes {
            Copying::Allowed
        } else {
            Copying::TooLarge
        };
        // Only a period can help, and that is for a copy to find, if there are
        // looks enough to wait for one.
        let most = looks / size.looks;
        if steps > most && cycle::steps_before_copy(size.weight) < most {
            self.fits(two, asked)?;
        }
        Ok(Allowance { looks, copy })
    }

    /// A walk that will reach this heap of normal play; `asked` is for the error.
    fn walk(&self, heap: u64, asked: u64) -> Result<Walk, TooFar> {
        let moves = self.moves_within(heap);
        if let Some(register) = Register::new(moves) {
            let allowed = Allowance {
                looks: self.looks,
                copy: Copying::Allowed,
            };
            return Ok(Walk::Singly {
                register,
                at: 0,
                allowed,
            });
        }
        let allowed = self.allowance(Blocks::size(moves), heap / 64, asked)?;
        Ok(Walk::ByBlocks {
            blocks: Blocks::new(moves),
            at: 0,
            done: 0,
            allowed,
        })
    }

    /// Whether a period may be proved with four machines of this size, the most
    /// that are held at once.
    fn may_prove(&self, size: Size, most_steps: u64) -> Option<()> {
        let is_near = cycle::steps_before_copy(size.weight) < most_steps;
        (is_near && size.bytes.saturating_mul(4) <= self.bytes).then_some(())
    }

    /// The state before heap k is made of the `s_max` heaps before. When it is
    /// first the same as a period later, k and all above are periodic, and so
    /// are the heaps in the window; the heap just below the window is not, or
    /// the state before would have been the same too.
    fn period(&self, repeat: Repeat) -> Period {
        let largest = self.moves.last().copied().unwrap_or(0);
        Period {
            preperiod: repeat.start.saturating_sub(largest),
            period: repeat.length,
        }
    }

    /// A block's state repeats after a common multiple of 64 and the period:
    /// the period is its least divisor by which one whole cycle is periodic.
    fn period_of_blocks(&self, most_steps: u64) -> Option<Period> {
        let moves = &self.moves[..];
        self.may_prove(Blocks::size(moves), most_steps)?;
        let repeat = cycle::first_repeat(&Blocks::new(moves), most_steps)?;
        let (start, cycle) = (64 * repeat.start, 64 * repeat.length);
        let outcomes = self.outcomes(start + 2 * cycle, Play::Normal).ok()?;
        let mut period = cycle;
        for prime in prime_divisors(cycle) {
            while period % prime == 0 && outcomes.repeats(start..start + cycle, period / prime) {
                period /= prime;
            }
        }
        let mut preperiod = start;
        while preperiod > 0
            && outcomes.is_lost(preperiod - 1) == outcomes.is_lost(preperiod - 1 + period)
        {
            preperiod -= 1;
        }
        Some(Period { preperiod, period })
    }
}

/// A walk over the heaps of normal play, as outcomes, up to some largest heap.
enum Walk {
    /// Heap by heap: `at` is the next one.
    Singly {
        register: Register,
        at: u64,
        allowed: Allowance,
    },
    /// By 64: the blocks before `done` are worked out, and `at` is in the last of
    /// these.
    ByBlocks {
        blocks: Blocks,
        at: u64,
        done: u64,
        allowed: Allowance,
    },
}

impl Walk {
    /// Goes to a heap, not below the last one; `None` if the looks do not suffice.
    fn go_to(&mut self, heap: u64) -> Option<()> {
        self.pass(heap).map(|_| ())
    }

    /// How many heaps up to this one are lost; the first that the walk goes to.
    fn count_to(&mut self, heap: u64) -> Option<u128> {
        let below = u128::from(self.pass(heap)?);
        let rest = match self {
            Self::Singly { register, .. } => register.step(),
            Self::ByBlocks { blocks, at, .. } => {
                let up_to_heap = u64::MAX >> (63 - *at % 64);
                u64::from((blocks.last() & up_to_heap).count_ones())
            }
        };
        Some(below + u128::from(rest))
    }

    /// Whether taking so many from the heap that it is at leaves a lost one.
    fn wins(&self, take: u64) -> bool {
        match self {
            Self::Singly { register, .. } => register.was_lost(take),
            // The heap itself is so far from the end of its block.
            Self::ByBlocks { blocks, at, .. } => blocks.was_lost(64 - at % 64 + take),
        }
    }

    /// How many lost heaps, or those of whole blocks, are passed on the way.
    fn pass(&mut self, heap: u64) -> Option<u64> {
        match self {
            Self::Singly {
                register,
                at,
                allowed,
            } => {
                let steps = heap - *at;
                *at = heap;
                cycle::run(register, steps, allowed)
            }
            Self::ByBlocks {
                blocks,
                at,
                done,
                allowed,
            } => {
                *at = heap;
                let block = heap / 64;
                if block < *done {
                    return Some(0);
                }
                let passed = cycle::run(blocks, block - *done, allowed)?;
                blocks.advance();
                *done = block + 1;
                Some(passed)
            }
        }
    }
}

/// The outcomes of the heaps from 0 to some n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    largest: u64,
    /// Bit i of `lost` belongs to heap `first + i`, and heaps below are won; all
    /// are if there is none.
    first: Option<u64>,
    lost: Vec<u64>,
}

impl Outcomes {
    /// The outcome of a heap.
    ///
    /// # Panics
    ///
    /// If the heap is larger than asked for.
    pub fn get(&self, heap: u64) -> Outcome {
        if self.is_lost(heap) {
            Outcome::Loss
        } else {
            Outcome::Win
        }
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = Outcome> {
        (0..=self.largest).map(|heap| self.get(heap))
    }

    fn is_lost(&self, heap: u64) -> bool {
        assert!(heap <= self.largest, "the heap {heap} was not asked for");
        self.first
            .and_then(|first| heap.checked_sub(first))
            .is_some_and(|bit| self.lost[(bit / 64) as usize] >> (bit % 64) & 1 == 1)
    }

    /// Whether each heap of the range, a whole number of words from a whole
    /// word on, is worth what the one `by` larger is worth. Normal play only.
    fn repeats(&self, range: std::ops::Range<u64>, by: u64) -> bool {
        let (words, shift) = ((by / 64) as usize, by % 64);
        ((range.start / 64) as usize..(range.end / 64) as usize).all(|word| {
            let low = self.lost[word + words] >> shift;
            let high = match shift {
                0 => 0,
                _ => self.lost[word + words + 1] << (64 - shift),
            };
            self.lost[word] == low | high
        })
    }
}

/// Increasing.
pub(super) fn prime_divisors(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    primes.extend((number > 1).then_some(number));
    primes
}
