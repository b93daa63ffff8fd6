//! A tier of numbers as streams of a [`store`](crate::strong::tiers::store).
//!
//! | stream | a block holds |
//! |---|---|
//! | numbers | which numbers of a span of 4096 play can reach: their places in the span, two bytes each, if the span has fewer than 256 such numbers; else a bit for each place |
//! | slots | the slot of each of these numbers ([`super::slots`]), all in one, two or four bytes |
//!
//! The first key of a block is its first number. A span without such a number has no block.
//! The note of the numbers is how many there are, and that of the slots the number of moves
//! between the positions.
//!
//! Cost: a pass over the bits or the slots. What a store has is not believed without a look:
//! each block must have as many numbers as the store says, of this tier, and slots of values.

use std::ops::Range;
use std::sync::Arc;

use zug_game::U256;
use zug_job::{Budget, Job, Phase, Progress};

use super::bits::{Bits, One, WORD, Window};
use super::known::{Cell, Cells, Known, add_to, for_each_cell};
use super::slots::ABSENT;
use crate::error::Error;
use crate::strong::tiers::store::{Block, Reader, Store, StoreError, Stream};

/// The number of numbers of a span.
pub(super) const SPAN: usize = 1 << 12;

/// The number of numbers of a span from which a block has bits.
const MANY: usize = SPAN / 16;

/// What is read is not what this solver writes.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("a block of {0} is not what the solver wrote")]
struct Strange(Stream);

/// The spans that have numbers of a tier, by their places.
fn spans(window: &Window) -> Range<u64> {
    let span = SPAN as u64;
    window.base() / span..window.numbers().end.div_ceil(span)
}

/// Writes which positions of a tier were found, and returns their number.
pub(super) fn write_numbers(
    store: &dyn Store,
    tier: u32,
    found: (&Bits, &Window),
    job: &Job,
) -> Result<u64, Error> {
    let mut writer = store.create(Stream::numbers(tier))?;
    let positions = write_found(&mut |block, bytes| writer.write(block, bytes), found, job)?;
    writer.finish(positions)?;
    Ok(positions)
}

/// Takes a block with its bytes.
pub(super) type TakeBlock<'t> = dyn FnMut(Block, &[u8]) -> Result<(), StoreError> + 't;

/// Hands on the blocks that say which positions of a tier were found, and returns the number of these positions.
pub(super) fn write_found(
    take: &mut TakeBlock<'_>,
    (found, window): (&Bits, &Window),
    job: &Job,
) -> Result<u64, Error> {
    const WORDS: usize = SPAN / WORD;
    let (mut positions, mut bytes) = (0, Vec::with_capacity(SPAN / 8));
    for span in spans(window) {
        job.go_on(|| Progress::at(Phase::Discovering, positions))?;
        let words = span as usize * WORDS..(span as usize + 1) * WORDS;
        let words = words.map(|place| found.word_within(window, place));
        let count: u32 = words.clone().map(u64::count_ones).sum();
        if count == 0 {
            continue;
        }
        bytes.clear();
        let mut first = None;
        for (place, mut word) in (0u16..).zip(words) {
            let place = place * WORD as u16;
            if word != 0 {
                first.get_or_insert(place + word.trailing_zeros() as u16);
            }
            if count as usize >= MANY {
                bytes.extend_from_slice(&word.to_le_bytes());
                continue;
            }
            while word != 0 {
                let place = place + word.trailing_zeros() as u16;
                bytes.extend_from_slice(&place.to_le_bytes());
                word &= word - 1;
            }
        }
        let first = span * SPAN as u64 + u64::from(first.unwrap_or(0));
        let block = Block {
            first: first.into(),
            count,
        };
        take(block, &bytes)?;
        positions += u64::from(count);
    }
    Ok(positions)
}

/// Writes the slots of the positions of a tier, between which there are `moves` moves. `found` has
/// the positions.
pub(super) fn write_slots(
    store: &dyn Store,
    tier: u32,
    (known, found): (&Known, &Bits),
    moves: u64,
    job: &Job,
) -> Result<(), Error> {
    let window = known.window();
    let mut writer = store.create(Stream::slots(tier))?;
    let (mut numbers, mut slots) = (Vec::with_capacity(SPAN), Vec::with_capacity(SPAN));
    let (mut bytes, mut positions) = (Vec::with_capacity(SPAN), 0);
    for span in spans(window) {
        job.go_on(|| Progress::at(Phase::Solving, positions))?;
        let begin = (span * SPAN as u64).max(window.numbers().start);
        let end = ((span + 1) * SPAN as u64).min(window.numbers().end);
        numbers.clear();
        slots.clear();
        known.read(begin..end, found, &mut numbers, &mut slots);
        if let Some(first) = numbers.first() {
            bytes.clear();
            for slot in &slots {
                bytes.extend_from_slice(&slot.to_le_bytes()[..known.width()]);
            }
            let block = Block {
                first: U256::from(*first),
                count: numbers.len() as u32,
            };
            writer.write(block, &bytes)?;
            positions += u64::from(block.count);
        }
    }
    writer.finish(moves)?;
    Ok(())
}

/// Which positions of a tier were found, as a store has it.
#[derive(Clone, Debug)]
pub(super) struct StoredNumbers {
    stream: Stream,
    reader: Arc<dyn Reader>,
}

impl StoredNumbers {
    /// The stream of a tier; `None` if the store does not have it.
    pub(super) fn open(store: &dyn Store, tier: u32) -> Result<Option<Self>, StoreError> {
        let stream = Stream::numbers(tier);
        let reader = store.open(stream)?;
        Ok(reader.map(|reader| Self { stream, reader }))
    }

    /// The positions of a tier that this reader of another stream has.
    pub(super) fn of(stream: Stream, reader: Arc<dyn Reader>) -> Self {
        Self { stream, reader }
    }

    /// The number of positions.
    pub(super) fn positions(&self) -> u64 {
        self.reader.note()
    }

    fn strange(&self) -> StoreError {
        StoreError::failed(Strange(self.stream))
    }

    /// The block that has a number if any has.
    fn block_of(&self, number: u64) -> Option<usize> {
        let blocks = self.reader.blocks();
        let behind = blocks.partition_point(|block| block.first <= u128::from(number));
        let place = behind.checked_sub(1)?;
        let first = blocks[place].first.as_u64();
        (first / SPAN as u64 == number / SPAN as u64).then_some(place)
    }

    /// Puts the numbers of a block into `numbers`, in rising order.
    pub(super) fn read(
        &self,
        window: &Window,
        block: usize,
        bytes: &mut Vec<u8>,
        numbers: &mut Vec<u64>,
    ) -> Result<(), StoreError> {
        let Block { first, count } = self.reader.blocks()[block];
        let first = u64::try_from(first).map_err(|_| self.strange())?;
        self.reader.read(block, bytes)?;
        numbers.clear();
        let base = first / SPAN as u64 * SPAN as u64;
        if (count as usize) < MANY {
            let (places, _) = bytes.as_chunks();
            let places = places.iter().map(|place| u16::from_le_bytes(*place));
            numbers.extend(places.map(|place| base + u64::from(place)));
        } else {
            for (place, byte) in (base..).step_by(8).zip(&*bytes) {
                let mut byte = *byte;
                while byte != 0 {
                    numbers.push(place + u64::from(byte.trailing_zeros()));
                    byte &= byte - 1;
                }
            }
        }
        let is_right = numbers.len() == count as usize
            && numbers.first() == Some(&first)
            && numbers.is_sorted_by(|one, next| one < next)
            && numbers
                .iter()
                .all(|number| window.numbers().contains(number));
        is_right.then_some(()).ok_or_else(|| self.strange())
    }

    /// Adds the numbers to a set of all numbers.
    pub(super) fn read_into(
        &self,
        (found, window): (&Bits, &Window),
        job: &Job,
    ) -> Result<(), Error> {
        let (mut bytes, mut numbers) = (Vec::new(), Vec::new());
        for block in 0..self.reader.blocks().len() {
            job.go_on(|| Progress::at(Phase::Discovering, 0))?;
            self.read(window, block, &mut bytes, &mut numbers)?;
            for number in &numbers {
                found.insert::<One>(*number as usize);
            }
        }
        Ok(())
    }
}

/// The numbers and the slots of a tier, as a store has them.
#[derive(Clone, Debug)]
pub(super) struct StoredSlots {
    window: Window,
    stream: Stream,
    numbers: StoredNumbers,
    reader: Arc<dyn Reader>,
}

/// A block as it was read.
#[derive(Debug, Default)]
pub(super) struct ReadBlock {
    /// The numbers, in rising order.
    pub(super) numbers: Vec<u64>,
    /// Their slots.
    pub(super) slots: Vec<u32>,
    /// The number of bytes that each slot had.
    width: usize,
    bytes: Vec<u8>,
}

impl StoredSlots {
    /// The streams of a tier; `None` if the store does not have both.
    pub(super) fn open(
        store: &dyn Store,
        tier: u32,
        window: &Window,
    ) -> Result<Option<Self>, StoreError> {
        let stream = Stream::slots(tier);
        let Some(numbers) = StoredNumbers::open(store, tier)? else {
            return Ok(None);
        };
        let reader = store.open(stream)?;
        Ok(reader.map(|reader| Self {
            window: window.clone(),
            stream,
            numbers,
            reader,
        }))
    }

    /// The number of moves between the positions.
    pub(super) fn moves(&self) -> u64 {
        self.reader.note()
    }

    /// The number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.numbers.reader.blocks().len()
    }

    /// The block that has a number if any has.
    pub(super) fn block_of(&self, number: u64) -> Option<usize> {
        self.numbers.block_of(number)
    }

    /// Reads a block.
    pub(super) fn read(&self, block: usize, into: &mut ReadBlock) -> Result<(), StoreError> {
        let ReadBlock {
            numbers,
            slots,
            width,
            bytes,
        } = into;
        self.numbers.read(&self.window, block, bytes, numbers)?;
        self.reader.read(block, bytes)?;
        slots.clear();
        *width = bytes.len() / numbers.len();
        let slot = |cell: &[u8]| {
            let mut whole = [0; 4];
            whole[..cell.len()].copy_from_slice(cell);
            u32::from_le_bytes(whole)
        };
        if matches!(width, 1 | 2 | 4) {
            slots.extend(bytes.chunks_exact(*width).map(slot));
        }
        // A slot with all bits set would be that of a position without a value.
        let values = ABSENT + 1..u32::MAX >> (u32::BITS - 8 * (*width as u32).clamp(1, 4));
        let is_right = self.reader.blocks().get(block) == self.numbers.reader.blocks().get(block)
            && slots.len() == numbers.len()
            && slots.len() * *width == bytes.len()
            && slots.iter().all(|slot| values.contains(slot));
        is_right.then_some(()).ok_or_else(|| self.strange())
    }

    fn strange(&self) -> StoreError {
        StoreError::failed(Strange(self.stream))
    }

    /// Reads all slots.
    pub(super) fn known(&self, budget: &Budget, job: &Job) -> Result<Known, Error> {
        let mut block = ReadBlock::default();
        if self.blocks() > 0 {
            self.read(0, &mut block)?;
        }
        let width = block.width;
        Known::filled(&self.window, width, budget.open(), |cells| {
            let mut counts = Vec::new();
            for place in 0..self.blocks() {
                job.go_on(|| Progress::at(Phase::Solving, 0))?;
                self.read(place, &mut block)?;
                if block.width != width {
                    return Err(self.strange().into());
                }
                put(cells, &self.window, &block);
                for slot in &block.slots {
                    add_to(&mut counts, *slot, 1);
                }
            }
            Ok(counts)
        })
    }
}

/// Puts the slots of a block into their cells.
fn put(cells: &mut Cells, window: &Window, block: &ReadBlock) {
    for_each_cell!(cells, cells => {
        for (number, slot) in block.numbers.iter().zip(&block.slots) {
            cells[window.slot(*number)] = Cell::of(*slot);
        }
    });
}
