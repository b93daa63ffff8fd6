//! Blocks of whole numbers: remoteness, and nimbers.
//!
//! A block begins with a byte that says how many bytes a number takes (1, 2 or 4, by the
//! largest number of the block) and whether numbers are halved. Then come the lowest bytes of
//! all numbers, then the next ones, and so on: bytes of one kind side by side compress better.
//!
//! Remoteness is halved where a win takes an odd number of plies and a loss an even one, as in
//! all games whose turns alternate: the outcome tells the lost bit. A block in which that does
//! not hold is not halved. A draw has no remoteness and gets the number before it, which costs
//! the compressor least.

use super::Malformed;
use crate::cell::Ending;

/// The bit of the first byte that says that numbers are halved.
const HALVED: u8 = 0x80;

/// The largest number of bytes that a block of so many numbers takes.
pub(crate) const fn most_bytes(count: usize) -> usize {
    1 + 4 * count
}

/// Appends the bytes of a block of numbers.
pub(crate) fn encode(numbers: &[u32], out: &mut Vec<u8>) {
    encode_as(numbers, 0, out);
}

/// Appends the bytes of a block of remotenesses of positions with these outcomes.
pub(crate) fn encode_plies(plies: &mut [u32], endings: &[Ending], out: &mut Vec<u8>) {
    let mut before = 0;
    let mut is_halved = true;
    for (plies, ending) in plies.iter_mut().zip(endings) {
        match ending {
            Ending::Win => is_halved &= *plies % 2 == 1,
            Ending::Loss => is_halved &= *plies % 2 == 0,
            Ending::DrawByPlay | Ending::FinishedDraw => *plies = before,
        }
        before = *plies;
    }
    if is_halved {
        for plies in &mut *plies {
            *plies /= 2;
        }
    }
    encode_as(plies, if is_halved { HALVED } else { 0 }, out);
}

fn encode_as(numbers: &[u32], flags: u8, out: &mut Vec<u8>) {
    encode_wide(numbers, flags, out);
}

/// Appends the bytes of a block of numbers, of which one that does not fit into 32 bits takes 8 bytes:
/// only blocks of scores have such numbers.
pub(super) fn encode_wide<N: Copy + Ord + Into<u64>>(numbers: &[N], flags: u8, out: &mut Vec<u8>) {
    let largest = numbers.iter().max().map_or(0, |largest| (*largest).into());
    let width = match largest {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xffff_ffff => 4,
        _ => 8,
    };
    out.push(width | flags);
    for plane in 0..width {
        let byte = |number: &N| ((*number).into() >> (8 * plane)) as u8;
        out.extend(numbers.iter().map(byte));
    }
}

/// Whether these bytes are a block of `count` numbers.
pub(crate) fn check(count: usize, bytes: &[u8]) -> Result<(), Malformed> {
    let (first, planes) = bytes.split_first().ok_or(Malformed)?;
    let width = usize::from(first & !HALVED);
    if matches!(width, 1 | 2 | 4) && planes.len() == width * count {
        Ok(())
    } else {
        Err(Malformed)
    }
}

/// Takes the bytes of blocks of `count` numbers apart, one behind the other, and checks each.
pub(crate) fn split<const N: usize>(
    mut bytes: &[u8],
    count: usize,
) -> Result<[&[u8]; N], Malformed> {
    let mut blocks = [bytes; N];
    for block in &mut blocks {
        let first = bytes.first().ok_or(Malformed)?;
        let length = 1 + usize::from(first & !HALVED) * count;
        (*block, bytes) = bytes.split_at_checked(length).ok_or(Malformed)?;
        check(count, block)?;
    }
    if bytes.is_empty() {
        Ok(blocks)
    } else {
        Err(Malformed)
    }
}

/// The number at a place of a block of `count` numbers that was checked.
pub(crate) fn get(bytes: &[u8], count: usize, place: usize) -> u32 {
    get_wide(bytes, count, place) as u32
}

/// As [`get`], of a block that [`encode_wide`] wrote.
pub(super) fn get_wide(bytes: &[u8], count: usize, place: usize) -> u64 {
    let width = usize::from(bytes[0] & !HALVED);
    (0..width).fold(0, |number, plane| {
        number | u64::from(bytes[1 + plane * count + place]) << (8 * plane)
    })
}

/// The remoteness at a place of a block of `count` remotenesses that was checked, of a
/// position with this outcome. Of a draw it says nothing.
pub(crate) fn get_plies(bytes: &[u8], count: usize, place: usize, ending: Ending) -> u32 {
    let number = get(bytes, count, place);
    if bytes[0] & HALVED == 0 {
        return number;
    }
    // A block of full width that is halved has numbers below 2^31.
    number.wrapping_mul(2) | u32::from(ending == Ending::Win)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_width_are_read_as_they_were_written() {
        for largest in [0, 1, 255, 256, 65_535, 65_536, u32::MAX] {
            let numbers = [largest, 0, largest / 2, 7.min(largest)];
            let mut bytes = Vec::new();
            encode(&numbers, &mut bytes);
            assert!(bytes.len() <= most_bytes(numbers.len()));
            check(numbers.len(), &bytes).unwrap();
            for (place, &number) in numbers.iter().enumerate() {
                assert_eq!(get(&bytes, numbers.len(), place), number);
            }
            assert_eq!(check(numbers.len() + 1, &bytes), Err(Malformed));
        }
        assert_eq!(check(0, &[]), Err(Malformed));
        assert_eq!(check(1, &[3, 0, 0, 0]), Err(Malformed));
    }

    #[test]
    fn remoteness_is_read_as_it_was_written_whatever_its_parity() {
        use Ending::{DrawByPlay, FinishedDraw, Loss, Win};
        let alternating = [
            (Win, 5),
            (Loss, 4),
            (DrawByPlay, 0),
            (Loss, 0),
            (Win, u32::MAX),
        ];
        let keeping_turns = [(FinishedDraw, 0), (Win, 4), (Loss, 3), (Win, 1)];
        for cells in [&alternating[..], &keeping_turns] {
            let mut plies: Vec<u32> = cells.iter().map(|cell| cell.1).collect();
            let endings: Vec<Ending> = cells.iter().map(|cell| cell.0).collect();
            let mut bytes = Vec::new();
            encode_plies(&mut plies, &endings, &mut bytes);
            check(cells.len(), &bytes).unwrap();
            for (place, &(ending, plies)) in cells.iter().enumerate() {
                if matches!(ending, Win | Loss) {
                    assert_eq!(get_plies(&bytes, cells.len(), place, ending), plies);
                }
            }
        }
    }
}
