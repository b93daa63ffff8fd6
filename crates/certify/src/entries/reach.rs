//! Whether play reaches every position that a claim lists.
//!
//! While the positions are checked, each move marks the position that it leads to, if that
//! one has a larger number. Where all positions but the roots are marked, all are reached: by
//! induction, the position that a mark came from is reached, as its number is smaller. So it
//! is in a table in the order of discovery, or tier by tier. A table in any other order
//! leaves positions without a mark. Then play is followed from the roots in passes over the
//! numbers, until a pass finds nothing new: each pass follows what is reached and was not
//! followed before.
//!
//! Cost: a bit for each position. Where passes are needed, two bits more, and one more
//! expansion of each position.

use std::sync::atomic::{AtomicU64, Ordering};

use zug_game::Scored;
use zug_job::{Charge, Job, Refusal};

use crate::claim::Claim;
use crate::flaw::Flaw;

use super::{CHUNK, Check, Checked, expand, out_of_memory};

/// A set of positions of a claim: a bit for each place of each number.
#[derive(Debug)]
pub(super) struct Reached {
    words: Vec<AtomicU64>,
    most_positions: u64,
    /// All memory that the set takes.
    _charge: Charge,
}

impl Reached {
    /// The empty set, with room for all positions of a claim.
    pub(super) fn new<C: Claim<Position: std::fmt::Debug>>(
        claim: &C,
        job: &Job,
    ) -> Checked<Self, C> {
        let bits = claim.numbers().saturating_mul(claim.most_positions());
        let words = bits.div_ceil(64);
        let refused = |refusal: Refusal| out_of_memory(refusal, claim.numbers());
        let mut charge = job.budget.open();
        let mut set = Vec::new();
        let count = usize::try_from(words).unwrap_or(usize::MAX);
        charge.regrow(&mut set, count).map_err(refused)?;
        set.resize_with(count, AtomicU64::default);
        Ok(Self {
            words: set,
            most_positions: claim.most_positions(),
            _charge: charge,
        })
    }

    /// The set without any room: a mark leaves it empty.
    pub(super) fn without_room(job: &Job) -> Self {
        Self {
            words: Vec::new(),
            most_positions: 0,
            _charge: job.budget.open(),
        }
    }

    /// The bytes that the set takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.words.len() * size_of::<AtomicU64>()) as u64
    }

    /// The index of the word of a position, and its bit in the word.
    fn bit(&self, number: u64, place: u64) -> (usize, u64) {
        let bit = number * self.most_positions + place;
        ((bit / 64) as usize, 1 << (bit % 64))
    }

    /// Adds a position, and says whether it is new.
    pub(super) fn mark(&self, number: u64, place: u64) -> bool {
        let (word, bit) = self.bit(number, place);
        let word = self.words.get(word);
        word.is_some_and(|word| word.fetch_or(bit, Ordering::Relaxed) & bit == 0)
    }

    pub(super) fn has(&self, number: u64, place: u64) -> bool {
        let (word, bit) = self.bit(number, place);
        self.words[word].load(Ordering::Relaxed) & bit != 0
    }

    /// Whether a position with a number from `first` to below `end` is in this set, and may
    /// not be in the set `followed`.
    fn may_have_new(&self, followed: &Self, first: u64, end: u64) -> bool {
        let ((from, _), (to, _)) = (self.bit(first, 0), self.bit(end, 0));
        let words = from..self.words.len().min(to + 1);
        let pairs = self.words[words.clone()].iter().zip(&followed.words[words]);
        let mut pairs = pairs
            .map(|(this, other)| (this.load(Ordering::Relaxed), other.load(Ordering::Relaxed)));
        pairs.any(|(this, other)| this & !other != 0)
    }
}

impl<J, Q, C> Check<'_, '_, J, Q, C>
where
    J: Scored,
    Q: Scored<Position = J::Position> + Sync,
    C: Claim<Position = J::Position> + Sync,
{
    /// Checks that each position is a root or is reached from one.
    pub(super) fn all_are_reached(&self) -> Checked<(), C> {
        if self.first_outside(&self.reached)?.is_none() {
            return Ok(());
        }
        self.all_are_followed(Reached::new(self.claim, self.job)?)
    }

    /// Checks that each position is a root, in a set, or reached from one of these.
    pub(super) fn all_are_followed(&self, from: Reached) -> Checked<(), C> {
        let reached = self.follow(from)?;
        match self.first_outside(&reached)? {
            Some(position) => Err(Flaw::Unreached { position }.into()),
            None => Ok(()),
        }
    }

    /// The first position listed that is neither in a set nor a root.
    pub(super) fn first_outside(&self, set: &Reached) -> Checked<Option<J::Position>, C> {
        let mut listed = Vec::new();
        for number in 0..self.end {
            if number.is_multiple_of(CHUNK) {
                self.go_on()?;
            }
            self.entry(number, &mut listed)?;
            for (place, &position) in (0..).zip(&listed) {
                if !set.has(number, place) && !self.terms.roots.contains(&position) {
                    return Ok(Some(position));
                }
            }
        }
        Ok(None)
    }

    /// The positions that play reaches from the roots and from these positions.
    fn follow(&self, reached: Reached) -> Checked<Reached, C> {
        let followed = Reached::new(self.claim, self.job)?;
        let mut others = Vec::new();
        for root in self.terms.roots {
            if let Some(root) = self.find(root, &mut others)? {
                reached.mark(root.number, root.place);
            }
        }
        while self.follow_once(&reached, &followed)? {}
        Ok(reached)
    }

    /// Follows the moves from each position that is reached and was not followed before, in
    /// the order of their numbers. Returns whether that reached a position that was passed by.
    fn follow_once(&self, reached: &Reached, followed: &Reached) -> Checked<bool, C> {
        let (mut listed, mut others, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        let mut passed_by = false;
        let numbers = self.end;
        for first in (0..numbers).step_by(CHUNK as usize) {
            let end = (first + CHUNK).min(numbers);
            self.go_on()?;
            if !reached.may_have_new(followed, first, end) {
                continue;
            }
            for number in first..end {
                self.entry(number, &mut listed)?;
                for (place, &position) in (0..).zip(&listed) {
                    if !reached.has(number, place) || !followed.mark(number, place) {
                        continue;
                    }
                    let broken = |fault| Flaw::Fault { position, fault };
                    expand(self.quick, &position, &mut steps).map_err(broken)?;
                    for step in &steps {
                        if let Some(after) = self.find(&step.position, &mut others)? {
                            let is_new = reached.mark(after.number, after.place);
                            passed_by |= is_new && (after.number, after.place) <= (number, place);
                        }
                    }
                }
            }
        }
        Ok(passed_by)
    }
}
