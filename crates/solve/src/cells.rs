//! An array of numbers that are nearly always small.
//!
//! Remotenesses, numbers of moves and nimbers nearly always fit into a byte, but some do
//! not. Each segment starts with one byte for a number, and goes to two or four when one of
//! its numbers needs them; other segments stay as they are. Cost: 1, 2 or 4 bytes for a
//! number, and one branch an access.

use std::ops::Range;

use zug_job::{Budget, Charge, Refusal, bytes_of};

use crate::segments::{SEGMENT, locate, next_capacity};

/// A growing array of numbers below 2^32, charged to a budget.
#[derive(Debug)]
pub(crate) struct Cells {
    /// Invariant: all but the last hold exactly `SEGMENT` numbers.
    segments: Vec<Segment>,
    charge: Charge,
}

#[derive(Debug)]
enum Segment {
    Bytes(Vec<u8>),
    Halves(Vec<u16>),
    Words(Vec<u32>),
}

impl Cells {
    pub(crate) fn new(budget: &Budget) -> Self {
        Self {
            segments: Vec::new(),
            charge: budget.open(),
        }
    }

    /// `count` zeros.
    pub(crate) fn zeros(count: usize, budget: &Budget) -> Result<Self, Refusal> {
        let mut cells = Self::new(budget);
        let mut left = count;
        while left > 0 {
            let here = left.min(SEGMENT);
            let mut zeros = Vec::new();
            cells.charge.regrow(&mut zeros, here)?;
            zeros.resize(here, 0u8);
            cells.segments.push(Segment::Bytes(zeros));
            left -= here;
        }
        Ok(cells)
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
    pub(crate) fn get(&self, index: usize) -> u32 {
        let (segment, place) = locate(index);
        match &self.segments[segment] {
            Segment::Bytes(cells) => u32::from(cells[place]),
            Segment::Halves(cells) => u32::from(cells[place]),
            Segment::Words(cells) => cells[place],
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, index: usize, number: u32) -> Result<(), Refusal> {
        let (segment, place) = locate(index);
        let segment = &mut self.segments[segment];
        if let Segment::Bytes(cells) = segment
            && let Ok(number) = u8::try_from(number)
        {
            cells[place] = number;
            return Ok(());
        }
        segment.widen(number, &mut self.charge)?;
        match segment {
            Segment::Bytes(cells) => cells[place] = number as u8,
            Segment::Halves(cells) => cells[place] = number as u16,
            Segment::Words(cells) => cells[place] = number,
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn push(&mut self, number: u32) -> Result<(), Refusal> {
        if let Some(Segment::Bytes(cells)) = self.segments.last_mut()
            && let Ok(number) = u8::try_from(number)
            && cells.len() < cells.capacity().min(SEGMENT)
        {
            cells.push(number);
            return Ok(());
        }
        self.push_grown(number)
    }

    fn push_grown(&mut self, number: u32) -> Result<(), Refusal> {
        if self
            .segments
            .last()
            .is_none_or(|last| last.len() == SEGMENT)
        {
            self.segments.push(Segment::Bytes(Vec::new()));
        }
        let count = self.segments.len();
        if let Some(last) = self.segments.last_mut() {
            if last.len() == last.capacity() {
                last.grow(next_capacity(count, last.capacity()), &mut self.charge)?;
            }
            last.widen(number, &mut self.charge)?;
            match last {
                Segment::Bytes(cells) => cells.push(number as u8),
                Segment::Halves(cells) => cells.push(number as u16),
                Segment::Words(cells) => cells.push(number),
            }
        }
        Ok(())
    }

    /// The largest number; 0 if there is none.
    pub(crate) fn largest(&self) -> u32 {
        let largest = self.segments.iter().map(Segment::largest);
        largest.max().unwrap_or(0)
    }

    /// The sum of a range that lies within one segment.
    pub(crate) fn sum(&self, range: Range<usize>) -> u64 {
        if range.is_empty() {
            return 0;
        }
        let (segment, start) = locate(range.start);
        let places = start..start + range.len();
        match &self.segments[segment] {
            Segment::Bytes(cells) => cells[places].iter().map(|&n| u64::from(n)).sum(),
            Segment::Halves(cells) => cells[places].iter().map(|&n| u64::from(n)).sum(),
            Segment::Words(cells) => cells[places].iter().map(|&n| u64::from(n)).sum(),
        }
    }
}

impl Segment {
    fn len(&self) -> usize {
        match self {
            Self::Bytes(cells) => cells.len(),
            Self::Halves(cells) => cells.len(),
            Self::Words(cells) => cells.len(),
        }
    }

    fn largest(&self) -> u32 {
        let largest = match self {
            Self::Bytes(cells) => cells.iter().max().map(|&n| u32::from(n)),
            Self::Halves(cells) => cells.iter().max().map(|&n| u32::from(n)),
            Self::Words(cells) => cells.iter().max().copied(),
        };
        largest.unwrap_or(0)
    }

    fn capacity(&self) -> usize {
        match self {
            Self::Bytes(cells) => cells.capacity(),
            Self::Halves(cells) => cells.capacity(),
            Self::Words(cells) => cells.capacity(),
        }
    }

    fn grow(&mut self, capacity: usize, charge: &mut Charge) -> Result<(), Refusal> {
        match self {
            Self::Bytes(cells) => charge.regrow(cells, capacity),
            Self::Halves(cells) => charge.regrow(cells, capacity),
            Self::Words(cells) => charge.regrow(cells, capacity),
        }
    }

    /// Makes every cell wide enough for this number.
    fn widen(&mut self, number: u32, charge: &mut Charge) -> Result<(), Refusal> {
        let wider = match self {
            Self::Bytes(cells) if number > u32::from(u16::MAX) => {
                Self::Words(widened(cells, charge)?)
            }
            Self::Bytes(cells) if number > u32::from(u8::MAX) => {
                Self::Halves(widened(cells, charge)?)
            }
            Self::Halves(cells) if number > u32::from(u16::MAX) => {
                Self::Words(widened(cells, charge)?)
            }
            _ => return Ok(()),
        };
        *self = wider;
        Ok(())
    }
}

/// A copy in wider cells. Both blocks are charged while the copy is made; then the charge of
/// the old block is given back, as the caller drops it at once.
fn widened<A: Copy, B: From<A>>(cells: &Vec<A>, charge: &mut Charge) -> Result<Vec<B>, Refusal> {
    let mut wide: Vec<B> = Vec::new();
    charge.regrow(&mut wide, cells.capacity())?;
    wide.extend(cells.iter().map(|&cell| B::from(cell)));
    charge.shrink(bytes_of::<A>(cells.capacity()));
    Ok(wide)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_the_segment_of_a_large_number_widens() {
        let budget = Budget::unlimited();
        let mut cells = Cells::zeros(3 * SEGMENT, &budget).unwrap();
        assert_eq!(budget.used(), 3 * SEGMENT as u64);
        cells.set(SEGMENT + 5, 70_000).unwrap();
        assert_eq!(budget.used(), 6 * SEGMENT as u64);
        cells.set(5, 256).unwrap();
        assert_eq!(budget.used(), 7 * SEGMENT as u64);
        assert_eq!(cells.get(SEGMENT + 5), 70_000);
        assert_eq!((cells.get(5), cells.get(4)), (256, 0));
        // The narrow block and the wide block were there together.
        assert_eq!(budget.peak(), 8 * SEGMENT as u64);
    }

    #[test]
    fn a_refused_widening_leaves_all_as_it_was() {
        let budget = Budget::of_bytes(250);
        let mut cells = Cells::zeros(100, &budget).unwrap();
        cells.set(3, 255).unwrap();
        assert!(cells.set(3, 256).is_err());
        assert_eq!((cells.get(3), budget.used()), (255, 100));
    }

    proptest! {
        #[test]
        fn cells_are_a_vector(numbers in prop::collection::vec(
            prop_oneof![0u32..300, Just(65_535), Just(65_536), any::<u32>()], 0..200)
        ) {
            let budget = Budget::unlimited();
            let mut pushed = Cells::new(&budget);
            let mut set = Cells::zeros(numbers.len(), &budget).unwrap();
            for (index, &number) in numbers.iter().enumerate() {
                pushed.push(number).unwrap();
                set.set(index, number).unwrap();
            }
            prop_assert_eq!(pushed.len(), numbers.len());
            for (index, &number) in numbers.iter().enumerate() {
                prop_assert_eq!(pushed.get(index), number);
                prop_assert_eq!(set.get(index), number);
            }
            let sum: u64 = numbers.iter().map(|&n| u64::from(n)).sum();
            prop_assert_eq!(pushed.sum(0..numbers.len()), sum);
            drop((pushed, set));
            prop_assert_eq!(budget.used(), 0);
        }
    }
}
