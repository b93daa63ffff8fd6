//! Blocks of outcomes: two bits a position, four positions a byte.
//!
//! Draws are of two kinds, for which see [`zug_solve::table::Entry::finished`]: the rules end
//! the game level, or neither player can force an end.

use super::Malformed;
use crate::cell::Ending;

/// Appends the bytes of a block.
pub(crate) fn encode(endings: impl Iterator<Item = Ending>, out: &mut Vec<u8>) {
    let mut byte = 0;
    let mut place = 0;
    for ending in endings {
        byte |= (ending as u8) << (2 * place);
        place += 1;
        if place == 4 {
            out.push(byte);
            (byte, place) = (0, 0);
        }
    }
    if place != 0 {
        out.push(byte);
    }
}

/// The number of bytes that a block of so many outcomes takes.
pub(crate) const fn bytes_of(count: usize) -> usize {
    count.div_ceil(4)
}

/// Whether these bytes are a block of `count` outcomes.
pub(crate) fn check(count: usize, bytes: &[u8]) -> Result<(), Malformed> {
    let unused = match (count % 4, bytes.last()) {
        (0, _) | (_, None) => 0,
        (used, Some(last)) => last >> (2 * used),
    };
    if bytes.len() == bytes_of(count) && unused == 0 {
        Ok(())
    } else {
        Err(Malformed)
    }
}

/// The outcome at a place of a block that was checked.
pub(crate) fn get(bytes: &[u8], place: usize) -> Ending {
    match bytes[place / 4] >> (2 * (place % 4)) & 3 {
        0 => Ending::Loss,
        1 => Ending::Win,
        2 => Ending::DrawByPlay,
        _ => Ending::FinishedDraw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_as_they_were_written() {
        use Ending::{DrawByPlay, FinishedDraw, Loss, Win};
        let all = [Win, FinishedDraw, Loss, DrawByPlay, Win, FinishedDraw, Win];
        for count in 0..=all.len() {
            let mut bytes = Vec::new();
            encode(all[..count].iter().copied(), &mut bytes);
            check(count, &bytes).unwrap();
            let read: Vec<Ending> = (0..count).map(|place| get(&bytes, place)).collect();
            assert_eq!(read, all[..count]);
            assert_eq!(check(count + 4, &bytes), Err(Malformed));
        }
        assert_eq!(check(3, &[0xff]), Err(Malformed));
    }
}
