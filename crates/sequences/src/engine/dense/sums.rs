//! What is known about the values of the pairs of heaps that add up to s.

use std::collections::VecDeque;
use std::ops::Range;

use pulp::Arch;

use super::kernel::{Query, answer};

/// The number of heaps that are worked out together. It is also the number of smallest
/// heaps whose pairs wait until the other pairs are known.
pub(super) const HEAD: usize = 16;

/// The number of pairs that are always marked one by one.
const SAMPLE: usize = 256;

/// Marking the pairs of a sample goes on as long as `missing * end > WORTH * to`: the
/// cost of comparing all pairs with the missing values against that of marking half as
/// many pairs again, which finds a good part of these values. The factor was found by
/// trial.
const WORTH: usize = 160;

/// It is not known whether a pair has the value.
pub(super) const UNKNOWN: u8 = 0;
/// No pair has the value, but perhaps a pair with a heap below [`HEAD`].
pub(super) const ABSENT: u8 = 1;
/// A pair has the value.
pub(super) const PRESENT: u8 = 2;

/// What is known about the values of the pairs of heaps, both at least 1, that add up
/// to one number.
#[derive(Clone, Debug)]
struct Sum {
    /// What is known of each value: [`UNKNOWN`], [`ABSENT`] or [`PRESENT`].
    marks: Vec<u8>,
    /// The values of the pairs with a smaller heap in `HEAD..sampled` are marked.
    sampled: usize,
    /// The values of the pairs with a smaller heap below [`HEAD`] are marked.
    has_head: bool,
}

/// The tables of the sums that the next heaps need, one sum after the other.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// The sum that `tables[0]` is about.
    first: usize,
    tables: VecDeque<Sum>,
    /// Tables to use again.
    spare: Vec<Vec<u8>>,
    /// Whether both heaps of a pair may be equal.
    pub(super) equal: bool,
    /// All nimbers are below this; it is a power of 2, and so all xors are below it
    /// too.
    pub(super) width: usize,
}

impl Sums {
    pub(super) fn new(equal: bool) -> Self {
        Self {
            first: 0,
            tables: VecDeque::new(),
            spare: Vec::new(),
            equal,
            width: 64,
        }
    }

    /// One more than the smaller heap of the last pair that adds up to `sum`.
    fn pairs_end(&self, sum: usize) -> usize {
        if self.equal || sum == 0 {
            sum / 2 + 1
        } else {
            (sum - 1) / 2 + 1
        }
    }

    /// The sums that have a table; the end of the range is the sum whose table comes
    /// next.
    pub(super) fn range(&self) -> Range<usize> {
        self.first..self.first + self.tables.len()
    }

    /// Drops the tables of the sums below `from`.
    pub(super) fn forget(&mut self, from: usize) {
        while self.first < from
            && let Some(sum) = self.tables.pop_front()
        {
            self.first += 1;
            self.spare.push(sum.marks);
        }
        if self.tables.is_empty() {
            self.first = from;
        }
    }

    /// Begins the table of the next sum with a sample of its pairs.
    ///
    /// The sample ends when marking more pairs would cost more than looking for the
    /// values that are missing. `others[v]` is [`PRESENT`] where the value v is not
    /// asked about; values from `others.len()` on are not needed.
    pub(super) fn begin(&mut self, nimbers: &[u16], others: &[u8]) {
        let sum = self.range().end;
        let mut marks = self.spare.pop().unwrap_or_default();
        marks.clear();
        marks.resize(self.width, UNKNOWN);
        let end = self.pairs_end(sum);
        let mut from = (sum + 1).saturating_sub(nimbers.len()).max(1);
        let mut to = end.min(HEAD + SAMPLE);
        loop {
            mark(&mut marks, nimbers, sum, from, to);
            let missing = marks.iter().zip(others);
            let missing: usize = missing
                .map(|(&mark, &other)| usize::from((mark | other) & PRESENT == 0))
                .sum();
            if to >= end || missing * end <= WORTH * to {
                break;
            }
            (from, to) = (to, end.min(to + to / 2));
        }
        self.tables.push_back(Sum {
            marks,
            sampled: to.max(HEAD),
            has_head: false,
        });
    }

    /// Marks the values of the pairs with a heap below [`HEAD`]. All smaller heaps must
    /// be known.
    pub(super) fn mark_head(&mut self, nimbers: &[u16], sum: usize) {
        let end = self.pairs_end(sum).min(HEAD);
        let known = &mut self.tables[sum - self.first];
        if !known.has_head {
            known.has_head = true;
            mark(&mut known.marks, nimbers, sum, 1, end);
        }
    }

    /// What is known of each value below the width, for one sum.
    pub(super) fn marks(&self, sum: usize) -> &[u8] {
        &self.tables[sum - self.first].marks
    }

    /// A new query for a sum: over the pairs that are not marked yet, and with no value
    /// sought so far.
    pub(super) fn query(&self, sum: usize) -> Query {
        Query {
            sum,
            from: self.tables[sum - self.first].sampled,
            to: self.pairs_end(sum),
            sought: Default::default(),
            live: 0,
        }
    }

    /// Answers the queries and marks the values that they found, or did not find.
    pub(super) fn look_up(
        &mut self,
        arch: Arch,
        nimbers: &[u16],
        queries: &mut Vec<Query>,
        scratch: &mut Vec<u16>,
    ) {
        let asked: Vec<usize> = queries.iter().map(|query| query.live).collect();
        answer(arch, nimbers, queries, scratch);
        for (query, asked) in queries.drain(..).zip(asked) {
            let known = &mut self.tables[query.sum - self.first];
            let (absent, present) = query.sought[..asked].split_at(query.live);
            for (values, found) in [(absent, ABSENT), (present, PRESENT)] {
                for &value in values {
                    known.marks[usize::from(value)] = found;
                }
            }
        }
    }

    /// Makes room for nimbers below `width`.
    pub(super) fn widen(&mut self, width: usize) {
        self.width = width;
        self.spare.clear();
        for sum in &mut self.tables {
            sum.marks.resize(width, UNKNOWN);
        }
    }
}

/// Marks the values of the pairs with a smaller heap in `from..to`.
fn mark(marks: &mut [u8], nimbers: &[u16], sum: usize, from: usize, to: usize) {
    if from < to {
        let partners = nimbers[sum + 1 - to..=sum - from].iter().rev();
        for (heap, partner) in nimbers[from..to].iter().zip(partners) {
            marks[usize::from(heap ^ partner)] = PRESENT;
        }
    }
}
