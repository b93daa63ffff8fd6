//! From positions to their numbers, and from numbers back to positions, row by row.

use zug_game::DenseIndex;
use zug_program::Word;

use super::fold::Fold;
use super::order::{Agreeing, Place};
use super::swap::Swap;
use super::{ABSENT, MaterialIndex, OUT_OF_REACH};

impl MaterialIndex {
    /// The number of a position; [`ABSENT`] if its material is not within reach, or does not agree
    /// with what stands beside the board.
    #[inline]
    fn rank<W: Word>(&self, position: W) -> u64 {
        let (mut low, mut high) = (self.low.word(position), self.high.word(position));
        let mut beside = self.rest.rank(position);
        if let Some(swap) = &self.swap
            && swap.is_seconds(position)
        {
            low = swap.low.image(&self.low, low);
            high = swap.high.image(&self.high, high);
            beside = self.rest.count + swap.to_first(beside);
        }
        let of_low = self.low.material(low, &self.contents);
        let of_high = self.high.material(high, &self.contents);
        let material = self.places[((of_low + of_high) >> 32) as usize];
        if material == OUT_OF_REACH {
            return ABSENT;
        }
        let place = material as usize * self.states + of_high as u32 as usize;
        let first = self.first(place, beside);
        if first == ABSENT {
            return ABSENT;
        }
        let group = &self.groups[place];
        let mut in_low = self.low.place(low, &self.contents);
        let mut in_high = self.high.place(high, &self.contents);
        if let Some(fold) = &self.fold {
            let filling = u64::from(self.high.starts[group.high as usize]) + in_high;
            let canonical = fold.high(filling as usize);
            let first = self.low.starts[group.low as usize] as usize;
            let images = fold.images(canonical.way, first);
            in_low = u64::from(fold.image(images + in_low as usize));
            in_high = u64::from(canonical.place);
        }
        first + in_high * group.row + in_low
    }

    /// The group that has the board of a number, and the content beside it, which the second part of a
    /// folded tier counts on.
    fn place_of(&self, number: u64) -> Place {
        if let Some(agreeing) = &self.agreeing {
            return agreeing.place_of(number);
        }
        let behind = self.starts.partition_point(|start| start.first <= number);
        let start = self.starts[behind - 1];
        let beside = (number - start.first) / start.boards;
        let board = number - beside * start.boards;
        let end = self.starts.get(behind).map(|start| start.group);
        let groups = &self.in_order[start.group..end.unwrap_or(self.in_order.len())];
        let first = |place: &u32| self.groups[*place as usize].first;
        let behind = groups.partition_point(|place| first(place) <= board);
        let group = groups[behind - 1];
        Place {
            first: self.first(group as usize, beside),
            group,
            beside,
        }
    }

    /// Hands on the numbers by rows: for each row that has some of the numbers, the row and
    /// those numbers. Numbers are below the size, and best in rising order.
    pub(super) fn each_row<'n>(
        &self,
        mut numbers: &'n [u64],
        mut take: impl FnMut(&Row, &'n [u64]),
    ) {
        let mut row = Row::default();
        while let Some(&number) = numbers.first() {
            if !row.goes_on(number) {
                row.enter(self, number);
            }
            let end = row.first + row.len;
            let count = numbers
                .iter()
                .position(|number| !(row.first..end).contains(number))
                .unwrap_or(numbers.len());
            let (here, behind) = numbers.split_at(count);
            take(&row, here);
            numbers = behind;
        }
    }
}

/// The positions that have the same high half and the same content beside the board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    /// The number of the first position.
    pub(super) first: u64,
    /// The number of positions.
    pub(super) len: u64,
    /// The place of the group.
    pub(super) group: usize,
    /// The number of the first position of the group with the same content beside the
    /// board.
    pub(super) group_first: u64,
    /// The number of positions of the group.
    pub(super) group_len: u64,
    /// The place of the high half among those fillings of its material that have numbers.
    pub(super) high: u64,
    /// The content beside the board, by its number. In the second part of a folded tier it is
    /// that of the images.
    pub(super) rest: u64,
    /// Whether the positions are in the second part of a folded tier. Then the row is that of their
    /// images.
    pub(super) is_second: bool,
}

impl Row {
    /// Goes to the row of a number if that is in the same group.
    #[inline]
    fn goes_on(&mut self, number: u64) -> bool {
        let within = number.wrapping_sub(self.group_first);
        if within >= self.group_len {
            return false;
        }
        if number.wrapping_sub(self.first) >= self.len {
            self.high = within / self.len;
            self.first = self.group_first + self.high * self.len;
        }
        true
    }

    /// Goes to the row of a number.
    #[cold]
    fn enter(&mut self, index: &MaterialIndex, number: u64) {
        assert!(
            number < index.size,
            "a number is below the size of the index"
        );
        let place = index.place_of(number);
        self.group = place.group as usize;
        self.group_first = place.first;
        let group = &index.groups[self.group];
        let beside = place.beside;
        self.is_second = beside >= index.rest.count;
        self.rest = beside - index.beside(self.is_second, 0);
        self.group_len = group.boards;
        self.len = group.row;
        (self.first, self.high) = (self.group_first, 0);
        let is_within = self.goes_on(number);
        debug_assert!(is_within, "a number is in the group that was found for it");
    }
}

impl<W: Word> DenseIndex<W> for MaterialIndex {
    fn size(&self) -> u64 {
        self.size
    }

    fn number(&self, position: &W) -> Option<u64> {
        let number = self.rank(*position);
        (number != ABSENT).then_some(number)
    }

    fn positions(&self, numbers: &[u64], out: &mut Vec<W>) {
        self.each_row(numbers, |row, numbers| {
            let group = &self.groups[row.group];
            let mut high = self.high.words[self.high_filling(group, row.high)];
            let low = self.low.words_of(group.low as usize);
            let low = numbers
                .iter()
                .map(|number| low[(number - row.first) as usize]);
            match &self.swap {
                Some(swap) if row.is_second => {
                    high = swap.high.image(&self.high, high);
                    let above = self.high.bits::<W>(high) | swap.seconds(row.rest, &self.rest);
                    let low = low.map(|low| swap.low.image(&self.low, low));
                    out.extend(low.map(|low| above | self.low.bits(low)));
                }
                _ => {
                    let above = self.high.bits::<W>(high) | self.rest.word(row.rest);
                    out.extend(low.map(|low| above | self.low.bits(low)));
                }
            }
        });
    }

    fn bytes(&self) -> u64 {
        let tables = size_of_val(&self.places[..])
            + size_of_val(&self.groups[..])
            + self.low.bytes()
            + self.high.bytes()
            + self.agreeing.as_ref().map_or(0, Agreeing::bytes)
            + self.swap.as_ref().map_or(0, Swap::bytes)
            + self.fold.as_ref().map_or(0, Fold::bytes);
        tables as u64
    }

    fn symmetries(&self) -> u32 {
        self.fold.as_ref().map_or(1, Fold::order)
    }

    fn orbit_sizes(&self, numbers: &[u64], sizes: &mut Vec<u32>) {
        let Some(fold) = &self.fold else {
            sizes.extend(numbers.iter().map(|_| 1));
            return;
        };
        self.each_row(numbers, |row, numbers| {
            let group = &self.groups[row.group];
            let way = fold.high(self.high_filling(group, row.high)).way;
            let first = self.low.starts[group.low as usize] as usize;
            match fold.stabilisers(way) {
                None => sizes.extend(numbers.iter().map(|_| fold.order())),
                Some(stabilisers) => sizes.extend(numbers.iter().map(|number| {
                    let place = (number - row.first) as usize;
                    fold.order() / u32::from(stabilisers[first + place])
                })),
            }
        });
    }
}
