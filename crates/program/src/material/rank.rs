//! From positions to their numbers, and from numbers back to positions, row by row.

use zug_game::DenseIndex;

use crate::word::Word;

use super::{MOST_CHUNKS, MaterialIndex, OUT_OF_REACH, half};

/// What stands in the place of a number where a position has none.
const ABSENT: u64 = u64::MAX;

impl MaterialIndex {
    /// The number of a position; [`ABSENT`] if its material is not within reach.
    #[inline]
    fn rank<W: Word>(&self, position: W) -> u64 {
        let mut contents = [0usize; 2 * MOST_CHUNKS];
        let (low, high) = (&self.low.chunks[..], &self.high.chunks[..]);
        let mut places = contents.iter_mut();
        let mut note = |chunks: &[half::Chunk]| {
            let mut material = 0;
            for (chunk, place) in chunks.iter().zip(&mut places) {
                *place = chunk.content(position);
                material += self.contents[*place];
            }
            material
        };
        let (of_low, of_high) = (note(low), note(high));
        let material = self.places[((of_low + of_high) >> 32) as usize];
        if material == OUT_OF_REACH {
            return ABSENT;
        }
        let mut contents = contents.iter();
        let mut place = |chunks: &[half::Chunk]| {
            let (mut state, mut place) = (0, 0);
            for (chunk, content) in chunks.iter().zip(&mut contents) {
                place += u64::from(chunk.terms[state][*content]);
                state += self.contents[*content] as u32 as usize;
            }
            place
        };
        let (in_low, in_high) = (place(low), place(high));
        let group = &self.groups[material as usize * self.states + of_high as u32 as usize];
        let board = group.first + in_high * group.row + in_low;
        self.rest.rank(position) * group.beside + board
    }

    /// The content beside the board of a number, and the place in `groups` of the group that
    /// has its board.
    fn group_of(&self, number: u64) -> (u64, usize) {
        let behind = self.starts.partition_point(|start| start.first <= number);
        let start = self.starts[behind - 1];
        let rest = (number - start.first) / start.boards;
        let board = number - rest * start.boards;
        let end = self.starts.get(behind).map(|start| start.group);
        let groups = &self.in_order[start.group..end.unwrap_or(self.in_order.len())];
        let first = |place: &u32| self.groups[*place as usize].first;
        let behind = groups.partition_point(|place| first(place) <= board);
        (rest, groups[behind - 1] as usize)
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
    /// The place of the high half among the fillings of its material.
    pub(super) high: u64,
    /// The content beside the board, by its number.
    pub(super) rest: u64,
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
        (self.rest, self.group) = index.group_of(number);
        let group = &index.groups[self.group];
        self.group_first = group.first + self.rest * group.beside;
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
            let high = self.high.words_of(group.high as usize)[row.high as usize];
            let above = W::of_low(high) << self.high.shift | self.rest.word(row.rest);
            let low = self.low.words_of(group.low as usize);
            out.extend(numbers.iter().map(|number| {
                let low = low[(number - row.first) as usize];
                above | W::of_low(low) << self.low.shift
            }));
        });
    }

    fn bytes(&self) -> u64 {
        let tables = size_of_val(&self.places[..])
            + size_of_val(&self.groups[..])
            + self.low.bytes()
            + self.high.bytes();
        tables as u64
    }
}
