//! A vector in segments: it grows without copying what it holds.
//!
//! A `Vec` that doubles takes three times the bytes of its items while it is copied, and
//! up to half of its room is empty afterwards. Here only the first segment doubles, up to
//! [`SEGMENT`] items; after that a segment is added. Less than one segment is empty. Cost
//! of an access: that of a `Vec` and one look into a small table.

use std::ops::Range;

use zug_job::{Budget, Charge, Refusal, bytes_of};

const BITS: u32 = 18;

/// The number of items in a full segment.
pub(crate) const SEGMENT: usize = 1 << BITS;

/// The segment that an index is in, and the place in the segment.
#[inline]
pub(crate) fn locate(index: usize) -> (usize, usize) {
    (index >> BITS, index & (SEGMENT - 1))
}

/// The capacity that the last segment gets when it is full at `capacity`, or 0 if it is new.
/// `segments` is the number of segments, the last one included.
pub(crate) fn next_capacity(segments: usize, capacity: usize) -> usize {
    const FIRST: usize = 32;
    if segments > 1 {
        SEGMENT
    } else {
        (capacity * 2).clamp(FIRST, SEGMENT)
    }
}

/// A growing array of small items, charged to a budget.
#[derive(Debug)]
pub(crate) struct Segments<T> {
    /// Invariant: all but the last hold exactly `SEGMENT` items.
    segments: Vec<Vec<T>>,
    charge: Charge,
}

impl<T: Copy> Segments<T> {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self {
            segments: Vec::new(),
            charge: budget.open(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self.segments.last() {
            Some(last) => (self.segments.len() - 1) * SEGMENT + last.len(),
            None => 0,
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.charge.bytes()
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) -> Result<(), Refusal> {
        if let Some(last) = self.segments.last_mut()
            && last.len() < last.capacity().min(SEGMENT)
        {
            last.push(item);
            return Ok(());
        }
        self.push_grown(item)
    }

    #[cold]
    fn push_grown(&mut self, item: T) -> Result<(), Refusal> {
        if self
            .segments
            .last()
            .is_none_or(|last| last.len() == SEGMENT)
        {
            self.segments.push(Vec::new());
        }
        let count = self.segments.len();
        if let Some(last) = self.segments.last_mut() {
            let capacity = next_capacity(count, last.capacity());
            self.charge.regrow(last, capacity)?;
            last.push(item);
        }
        Ok(())
    }

    /// Adds some items behind all others. Where memory is refused, some of them were added.
    pub(crate) fn extend(&mut self, mut items: &[T]) -> Result<(), Refusal> {
        while let Some((first, rest)) = items.split_first() {
            self.push(*first)?;
            items = rest;
            if let Some(last) = self.segments.last_mut() {
                let room = last.capacity().min(SEGMENT) - last.len();
                let (fitting, rest) = items.split_at(room.min(items.len()));
                last.extend_from_slice(fitting);
                items = rest;
            }
        }
        Ok(())
    }

    /// Lets go of all but the first `count` items.
    pub(crate) fn cut_off(&mut self, count: usize) {
        while self.len() > count {
            let first = (self.segments.len() - 1) * SEGMENT;
            if let Some(mut last) = self.segments.pop() {
                if first >= count {
                    self.charge.shrink(bytes_of::<T>(last.capacity()));
                } else {
                    last.truncate(count - first);
                    self.segments.push(last);
                }
            }
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> T {
        let (segment, place) = locate(index);
        self.segments[segment][place]
    }

    /// The items of a range, in order, as one slice for each segment.
    #[inline]
    pub(crate) fn slices(&self, range: Range<usize>) -> impl Iterator<Item = &[T]> {
        let mut next = range.start;
        std::iter::from_fn(move || {
            if next >= range.end {
                return None;
            }
            let (segment, place) = locate(next);
            let end = (place + range.end - next).min(SEGMENT);
            next += end - place;
            Some(&self.segments[segment][place..end])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_over_segments_is_the_items_in_order() {
        let budget = Budget::unlimited();
        let mut numbers = Segments::new(&budget);
        for n in 0..3 * SEGMENT as u32 - 5 {
            numbers.push(n).unwrap();
        }
        let range = SEGMENT - 3..2 * SEGMENT + 2;
        let read: Vec<u32> = numbers.slices(range.clone()).flatten().copied().collect();
        assert!(
            read.iter()
                .copied()
                .eq(range.start as u32..range.end as u32)
        );
        assert_eq!(numbers.get(2 * SEGMENT), 2 * SEGMENT as u32);
        assert_eq!(budget.used(), 3 * 4 * SEGMENT as u64);
        assert_eq!(numbers.slices(7..7).count(), 0);
    }

    #[test]
    fn a_refused_push_leaves_all_as_it_was() {
        let budget = Budget::of_bytes(4 * 32);
        let mut numbers = Segments::new(&budget);
        for n in 0..32u32 {
            numbers.push(n).unwrap();
        }
        assert!(numbers.push(32).is_err());
        assert_eq!((numbers.len(), numbers.get(31)), (32, 31));
        assert_eq!(budget.peak(), 128);
    }
}
