//! Subtraction games: a heap, and a finite set of numbers that may be taken.
//!
//! The problem: who wins a heap of n, what is its nimber, how many heaps up to n are
//! lost, and from where on do outcomes and nimbers repeat?
//!
//! The theorem: outcomes and nimbers of a finite subtraction game are periodic from
//! some heap on (S. W. Golomb, *A mathematical investigation of games of "take-away"*,
//! 1966). The outcome or nimber of a heap is a function of those of the `s_max` heaps
//! before it, which have finitely many states. So a state that comes again *proves* the
//! period. Nothing here is called a period for any lesser reason.
//!
//! A second theorem, for misère play: a heap of n has under misère play the outcome of
//! `n - s_min` under normal play, and heaps below `s_min` are won. The reason: in both
//! games no option below that point is a lost heap, and from there on a heap is lost
//! exactly if none of its options is.
//!
//! The methods:
//!
//! - Outcomes take one bit a heap, and one step for 64 heaps (`blocks`). A move of 64
//!   or more brings bits of finished words, shifted; smaller moves act inside the word.
//!   Cost: n / 64 steps of one word operation for each large move and a few for each
//!   lost heap. This needs no period and is fast without one.
//! - With all moves below 64, the last outcomes fit into one register (`register`): a
//!   step is three operations, and the register is the state.
//! - Nimbers are read from a window of the last `s_max` nimbers (`nimbers`); a mex looks
//!   at one cell for each move.
//! - A repeated state is found by R. P. Brent's algorithm (1980) in a small
//!   multiple of preperiod + period steps and room for one copy of the state
//!   (`cycle`). On the way to a far heap the walk jumps over whole cycles as
//!   soon as one is proved.
//!
//! Looks and bytes are limited. A walk goes only as far as the limits allow, and is
//! refused before it starts if it is plain that they do not suffice.
//!
//! When not to use it: with a large move and no short period, a heap of 10^12 cannot be
//! reached, and is refused as [`TooFar`]. Periods can be exponential in the largest
//! move. For infinite sets of moves see [`super::all_but`].
//!
//! ```
//! use zug_sequences::subtraction::{Period, Subtraction};
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
mod nimbers;

use std::ops::ControlFlow;

use zug_values::{Nimber, Outcome, Play};

use blocks::Blocks;
use cycle::{Allowance, Automaton, Copying, Ended, Repeat, Size};
use nimbers::Nimbers;
use register::Register;
pub(super) use ring::Ring;
pub(super) use small::Small;
use zug_job::{CancelToken, Job, Progress, Refusal, Stopped};

use crate::taken::Taken;

/// Why a set of moves does not make a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubtractionError {
    /// A move takes nothing: play would not end.
    #[error("a move must take at least 1")]
    TakesNothing,
}

/// A heap that cannot be answered within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TooFar {
    /// The heap needs more looks than are allowed.
    #[error("a heap of {heap} is too far: no period was found within {looks} looks at a move")]
    Looks {
        /// The heap asked about.
        heap: u64,
        /// The looks that were allowed.
        looks: u64,
    },
    /// The heap needs more bytes than are allowed, or the caller cancelled. The state is
    /// as long as the largest move, and is held twice where a period has to be found.
    #[error("a heap of {heap} is too far: it {}", Taken(stopped))]
    Stopped {
        /// The heap asked about.
        heap: u64,
        /// Why the walk ended; of memory that was refused, with the bytes that the heap
        /// takes in all.
        #[source]
        stopped: Stopped,
    },
}

/// From `preperiod` on, heaps that differ by `period` have the same outcome or nimber.
/// Both numbers are the least possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first heap from which on the period holds.
    pub preperiod: u64,
    /// The length of the period.
    pub period: u64,
}

/// A subtraction game.
///
/// A set without any move is a game too: nobody can ever move.
#[derive(Clone, Debug)]
pub struct Subtraction {
    /// Invariant: increasing, and no move is 0.
    moves: Vec<u64>,
    looks: u64,
    bytes: u64,
    cancel: CancelToken,
}

impl Subtraction {
    /// The looks that one answer may take, unless the caller sets other limits: enough
    /// for a heap of 10^9 with a thousand moves, which takes a minute.
    pub const LOOKS: u64 = 1 << 34;

    /// The bytes that one answer may take, unless the caller sets other limits: enough
    /// for any heap up to 2 * 10^9, or up to 6 * 10^7 for nimbers.
    pub const BYTES: u64 = 1 << 28;

    /// The game in which the numbers `moves` may be taken. They may come in any order
    /// and repeat.
    ///
    /// # Errors
    ///
    /// [`SubtractionError::TakesNothing`] if a move is 0.
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
            cancel: CancelToken::default(),
        })
    }

    /// The game with `looks` looks for each answer, instead of [`Self::LOOKS`].
    ///
    /// A look takes one to five nanoseconds. For outcomes with all moves below 64, one
    /// heap takes one look; with a larger move, 64 heaps take one look, and one more
    /// for each move above 63. For nimbers, one heap takes one look for each move.
    #[must_use]
    pub fn with_looks(self, looks: u64) -> Self {
        Self { looks, ..self }
    }

    /// The game in which each answer may take the bytes that are left now of the job's
    /// budget, instead of [`Self::BYTES`], and ends within some milliseconds when the job
    /// is cancelled.
    #[must_use]
    pub fn within(self, job: &Job) -> Self {
        Self {
            bytes: job.budget.left(),
            cancel: job.cancel.clone(),
            ..self
        }
    }

    /// The numbers that may be taken, increasing, each of them once.
    pub fn moves(&self) -> &[u64] {
        &self.moves
    }

    /// The outcome of a heap of n.
    pub fn outcome(&self, n: u64, play: Play) -> Result<Outcome, TooFar> {
        let winning = self.winning_moves(n, play)?;
        Ok(self.outcome_by(n, play, &winning))
    }

    /// The outcome of a heap of n, given its winning moves.
    pub fn outcome_by(&self, n: u64, play: Play, winning_moves: &[u64]) -> Outcome {
        // Below the least move misère play has won heaps that have no winning move.
        if winning_moves.is_empty() && self.as_normal(n, play).is_some() {
            Outcome::Loss
        } else {
            Outcome::Win
        }
    }

    /// The numbers that a winning move takes from a heap of n, increasing.
    pub fn winning_moves(&self, n: u64, play: Play) -> Result<Vec<u64>, TooFar> {
        let mut of_one = self.winning_moves_of(&[n], play)?;
        Ok(of_one.pop().unwrap_or_default())
    }

    /// The winning moves of several heaps in one walk; `heaps` must not decrease.
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
            // Where misère play equals normal play on a smaller heap, both have the
            // same winning moves: any further move leaves a heap below the least move,
            // which is won in misère play.
            let Some(heap) = self.as_normal(heap, play) else {
                return Ok(Vec::new());
            };
            walk.go_to(heap).map_err(|ended| self.ended(ended, asked))?;
            let takes = self.moves_within(heap).iter().copied();
            Ok(takes.filter(|&take| walk.wins(take)).collect())
        });
        winning.collect()
    }

    /// The number of lost heaps among those of 1 to n.
    pub fn lost_from_1_to(&self, n: u64, play: Play) -> Result<u64, TooFar> {
        let Some(largest) = self.as_normal(n, play) else {
            return Ok(0);
        };
        let mut walk = self.walk(largest, n)?;
        let lost = walk
            .count_to(largest)
            .map_err(|ended| self.ended(ended, n))?;
        // The empty heap is always lost under normal play, and is not counted. Under
        // misère play it is won, and the empty heap of normal play stands for a heap of
        // 1 or more.
        Ok((lost - u128::from(play == Play::Normal)) as u64)
    }

    /// The outcomes of the heaps `0..=n`, which take n / 8 bytes.
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
        let mut lost = Vec::with_capacity(words as usize);
        let walked = cycle::walk(words, blocks.looks(), &self.cancel, |_| {
            blocks.advance();
            lost.push(blocks.last());
            ControlFlow::<()>::Continue(())
        });
        walked.map_err(|ended| self.ended(ended, n))?;
        Ok(Outcomes {
            largest: n,
            first,
            lost,
        })
    }

    /// The preperiod and period of the outcomes under normal play, if their proof is
    /// found within `most_steps`. (Under misère play the period is the same, and the
    /// preperiod is larger by at most the least move.)
    ///
    /// With a move above 63 a step is 64 heaps, and the proof takes up to 24 bytes a
    /// step. Returns `None` if that is more than the limits allow, or if the job is
    /// cancelled.
    pub fn outcome_period(&self, most_steps: u64) -> Option<Period> {
        match Register::new(&self.moves) {
            Some(register) => {
                let repeat = cycle::first_repeat(&register, most_steps, &self.cancel)?;
                Some(self.period(repeat))
            }
            None => self.period_of_blocks(most_steps),
        }
    }

    /// The nimber of a heap of n, under normal play. A step is always one heap.
    pub fn nimber(&self, n: u64) -> Result<Nimber, TooFar> {
        let moves = self.moves_within(n);
        let mut allowed = self.allowance(Nimbers::size(moves), n, n)?;
        let mut walk = Nimbers::new(moves);
        cycle::run(&mut walk, n, &mut allowed).map_err(|ended| self.ended(ended, n))?;
        Ok(walk.advance())
    }

    /// The nimbers of the heaps `0..=n` in order, under normal play. Each is worked out
    /// when it is asked for, from a window that takes 4 to 8 bytes for each heap up to
    /// the largest move.
    pub fn nimbers(&self, n: u64) -> Result<impl Iterator<Item = Nimber>, TooFar> {
        let moves = self.moves_within(n);
        self.fits(Nimbers::size(moves).bytes, n)?;
        let mut walk = Nimbers::new(moves);
        Ok((0..=n).map(move |_| walk.advance()))
    }

    /// The preperiod and period of the nimbers under normal play, if their proof is
    /// found within `most_steps`, each of one heap, and within the bytes allowed.
    pub fn nimber_period(&self, most_steps: u64) -> Option<Period> {
        let moves = &self.moves[..];
        self.may_prove(Nimbers::size(moves), most_steps)?;
        let repeat = cycle::first_repeat(&Nimbers::new(moves), most_steps, &self.cancel)?;
        Some(self.period(repeat))
    }

    /// The heap that has under normal play the outcome of n under `play`; `None` if
    /// there is no such heap, and then n is won.
    fn as_normal(&self, n: u64, play: Play) -> Option<u64> {
        match play {
            Play::Normal => Some(n),
            Play::Misere => n.checked_sub(*self.moves.first()?),
        }
    }

    fn moves_within(&self, n: u64) -> &[u64] {
        &self.moves[..self.moves.partition_point(|&take| take <= n)]
    }

    /// Why a walk to this heap ended before it was there.
    fn ended(&self, ended: Ended, heap: u64) -> TooFar {
        match ended {
            Ended::Looks => TooFar::Looks {
                heap,
                looks: self.looks,
            },
            Ended::Cancelled => TooFar::Stopped {
                heap,
                stopped: Stopped::cancelled(Progress::default()),
            },
        }
    }

    /// Refuses a number of bytes that is not allowed, before they are taken.
    fn fits(&self, needed: u64, heap: u64) -> Result<(), TooFar> {
        if needed > self.bytes {
            let refusal = Refusal::in_all(self.bytes, needed);
            // The heap is refused before any heap is looked at, so nothing was reached.
            let stopped = Stopped::out_of_memory(refusal, Progress::default());
            return Err(TooFar::Stopped { heap, stopped });
        }
        Ok(())
    }

    /// What an automaton of this size may use for a walk of `steps` steps.
    fn allowance(&self, size: Size, steps: u64, asked: u64) -> Result<Allowance, TooFar> {
        self.fits(size.bytes, asked)?;
        let Self { looks, bytes, .. } = *self;
        let two = size.bytes.saturating_mul(2);
        let copy = if two <= bytes {
            Copying::Allowed
        } else {
            Copying::TooLarge
        };
        // Only a period can help here. To find one takes a copy of the automaton, and
        // looks enough to wait for its first copy.
        let most = looks / size.looks;
        if steps > most && cycle::steps_before_copy(size.weight) < most {
            self.fits(two, asked)?;
        }
        let cancel = self.cancel.clone();
        Ok(Allowance {
            looks,
            cancel,
            copy,
        })
    }

    /// A walk that can reach `heap`, a heap of normal play. `asked` is the heap that an
    /// error names.
    fn walk(&self, heap: u64, asked: u64) -> Result<Walk, TooFar> {
        let moves = self.moves_within(heap);
        if let Some(register) = Register::new(moves) {
            let allowed = Allowance {
                looks: self.looks,
                cancel: self.cancel.clone(),
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

    /// `Some` if a period may be proved with four automata of this size, the most that
    /// are held at once.
    fn may_prove(&self, size: Size, most_steps: u64) -> Option<()> {
        let is_near = cycle::steps_before_copy(size.weight) < most_steps;
        (is_near && size.bytes.saturating_mul(4) <= self.bytes).then_some(())
    }

    /// The state before heap k is made of the `s_max` heaps before it. If k is the
    /// first heap whose state comes again a period later, then k and all heaps above
    /// are periodic, and so are the heaps of the state. The heap just below these is
    /// not, or the state before k would have come again too.
    fn period(&self, repeat: Repeat) -> Period {
        let largest = self.moves.last().copied().unwrap_or(0);
        Period {
            preperiod: repeat.start.saturating_sub(largest),
            period: repeat.length,
        }
    }

    /// The state of the blocks repeats after a common multiple of 64 and the period.
    /// The period is the least divisor of that number by which one whole cycle is
    /// periodic.
    fn period_of_blocks(&self, most_steps: u64) -> Option<Period> {
        let moves = &self.moves[..];
        self.may_prove(Blocks::size(moves), most_steps)?;
        let repeat = cycle::first_repeat(&Blocks::new(moves), most_steps, &self.cancel)?;
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

/// A walk over the outcomes of normal play, up to some largest heap.
enum Walk {
    /// One heap at a time: `at` is the next heap.
    Singly {
        register: Register,
        at: u64,
        allowed: Allowance,
    },
    /// 64 heaps at a time: `done` blocks are worked out, and heap `at` is in the last
    /// of these.
    ByBlocks {
        blocks: Blocks,
        at: u64,
        done: u64,
        allowed: Allowance,
    },
}

impl Walk {
    /// Goes to a heap, which must not be below the last one.
    fn go_to(&mut self, heap: u64) -> Result<(), Ended> {
        self.pass(heap).map(|_| ())
    }

    /// The number of lost heaps up to `heap`, which must be the first heap that the
    /// walk goes to.
    fn count_to(&mut self, heap: u64) -> Result<u128, Ended> {
        let below = u128::from(self.pass(heap)?);
        let rest = match self {
            Self::Singly { register, .. } => register.step(),
            Self::ByBlocks { blocks, at, .. } => {
                let up_to_heap = u64::MAX >> (63 - *at % 64);
                u64::from((blocks.last() & up_to_heap).count_ones())
            }
        };
        Ok(below + u128::from(rest))
    }

    /// Whether taking `take` from the heap that the walk is at leaves a lost heap.
    fn wins(&self, take: u64) -> bool {
        match self {
            Self::Singly { register, .. } => register.was_lost(take),
            // Heap `at` itself is `64 - at % 64` before the end of its block.
            Self::ByBlocks { blocks, at, .. } => blocks.was_lost(64 - at % 64 + take),
        }
    }

    /// Goes to `heap`, and returns the number of lost heaps passed on the way; by
    /// blocks, of those in the whole blocks passed.
    fn pass(&mut self, heap: u64) -> Result<u64, Ended> {
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
                    return Ok(0);
                }
                let passed = cycle::run(blocks, block - *done, allowed)?;
                blocks.advance();
                *done = block + 1;
                Ok(passed)
            }
        }
    }
}

/// The outcomes of the heaps from 0 to some n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    largest: u64,
    /// Bit i of `lost` belongs to heap `first + i`, and heaps below `first` are won. If
    /// `first` is `None`, all heaps are won.
    first: Option<u64>,
    lost: Vec<u64>,
}

impl Outcomes {
    /// The outcome of a heap.
    ///
    /// # Panics
    ///
    /// If the heap is larger than the largest one asked for.
    pub fn get(&self, heap: u64) -> Outcome {
        if self.is_lost(heap) {
            Outcome::Loss
        } else {
            Outcome::Win
        }
    }

    /// The outcomes of all heaps, in order.
    pub fn iter(&self) -> impl Iterator<Item = Outcome> {
        (0..=self.largest).map(|heap| self.get(heap))
    }

    fn is_lost(&self, heap: u64) -> bool {
        assert!(heap <= self.largest, "the heap {heap} was not asked for");
        self.first
            .and_then(|first| heap.checked_sub(first))
            .is_some_and(|bit| self.lost[(bit / 64) as usize] >> (bit % 64) & 1 == 1)
    }

    /// Whether each heap of the range has the outcome of the heap that is `by` larger.
    /// The range must begin and end at multiples of 64. Only for normal play.
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

/// The prime divisors of a number, increasing.
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
