//! Blocks of scores.
//!
//! A block begins with a byte that says how many bytes a number takes: 1, or 2 where a number of
//! the block is above 255, 4 where one is above 65,535, or 8 where one is above 2^32 − 1. Then come the lowest bytes of all
//! numbers, then the next ones, and so on.
//!
//! A number is a score without its sign, because the outcome of the position tells the sign: the
//! player to move wins with a score above 0 and loses with one below 0. So a table cannot
//! contradict itself. A draw has the score 0, whatever number stands in its place: an encoder
//! writes the number before it there, which costs the compressor least.

use zug_values::Outcome;

use super::{Malformed, numbers};
use crate::cell::Ending;

/// The largest number of bytes that a block of `count` scores takes.
pub(crate) const fn most_bytes(count: usize) -> usize {
    1 + 8 * count
}

/// Whether a position that ends so can have this score.
pub(crate) fn agree(score: i64, ending: Ending) -> bool {
    let outcome = match ending {
        Ending::Loss => Outcome::Loss,
        Ending::Win => Outcome::Win,
        Ending::DrawByPlay | Ending::FinishedDraw => Outcome::Draw,
    };
    score != i64::MIN && Outcome::of_score(score) == outcome
}

/// Appends the bytes of a block of scores, each of which agrees with the ending of its position.
/// `room` is room for the numbers.
pub(crate) fn encode(
    scores: impl Iterator<Item = (i64, Ending)>,
    room: &mut Vec<u64>,
    out: &mut Vec<u8>,
) {
    room.clear();
    let mut before = 0;
    room.extend(scores.map(|(score, ending)| {
        debug_assert!(agree(score, ending), "{score} is no score of {ending:?}");
        if score != 0 {
            before = score.unsigned_abs();
        }
        before
    }));
    numbers::encode_wide(room, 0, out);
}

/// Whether these bytes are a block of `count` numbers that take as few bytes as [`encode`] gives
/// them. That a number is a score, [`get`] sees.
pub(crate) fn check(count: usize, bytes: &[u8]) -> Result<(), Malformed> {
    let (&width, planes) = bytes.split_first().ok_or(Malformed)?;
    let is_well_formed = match width {
        1 => planes.len() == count,
        // An encoder takes two bytes for a number only where some number is above 255, whose
        // highest byte is not 0.
        2 => planes.len() == 2 * count && planes[count..].iter().any(|&high| high != 0),
        // And four bytes only where some number is above 65,535.
        4 => planes.len() == 4 * count && planes[2 * count..].iter().any(|&high| high != 0),
        // And eight bytes only where some number takes more than 32 bits.
        8 => planes.len() == 8 * count && planes[4 * count..].iter().any(|&high| high != 0),
        _ => false,
    };
    if is_well_formed {
        Ok(())
    } else {
        Err(Malformed)
    }
}

/// The score at a place of a block of `count` scores that was checked, of a position that ends so.
pub(crate) fn get(
    bytes: &[u8],
    count: usize,
    place: usize,
    ending: Ending,
) -> Result<i64, Malformed> {
    let number = || match i64::try_from(numbers::get_wide(bytes, count, place)) {
        Ok(0) | Err(_) => Err(Malformed),
        Ok(number) => Ok(number),
    };
    match ending {
        Ending::Loss => Ok(-number()?),
        Ending::Win => number(),
        Ending::DrawByPlay | Ending::FinishedDraw => Ok(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Ending::{DrawByPlay, FinishedDraw, Loss, Win};

    fn ending(score: i64) -> Ending {
        match score {
            ..0 => Loss,
            0 => DrawByPlay,
            1.. => Win,
        }
    }

    fn encoded(scores: &[i64]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let pairs = scores.iter().map(|&score| (score, ending(score)));
        encode(pairs, &mut Vec::new(), &mut bytes);
        assert!(bytes.len() <= most_bytes(scores.len()));
        bytes
    }

    #[test]
    fn every_score_is_read_as_it_was_written() {
        let mut all: Vec<i64> = (-0x7fff..=0x7fff).collect();
        let large = [
            0x8000,
            0xffff,
            0x1_0000,
            1 << 31,
            1 << 32,
            1 << 60,
            i64::MAX,
        ];
        all.extend(large.iter().flat_map(|&score| [score, -score]));
        for scores in all.chunks(997) {
            let (count, bytes) = (scores.len(), encoded(scores));
            check(count, &bytes).unwrap();
            for (place, &score) in scores.iter().enumerate() {
                assert_eq!(get(&bytes, count, place, ending(score)), Ok(score));
            }
            let width = match scores.iter().map(|score| score.unsigned_abs()).max() {
                None | Some(..256) => 1,
                Some(..0x1_0000) => 2,
                Some(..0x1_0000_0000) => 4,
                Some(_) => 8,
            };
            assert_eq!(bytes.len(), 1 + count * width);
        }
        check(0, &encoded(&[])).unwrap();
    }

    #[test]
    fn bytes_that_are_no_scores_are_malformed() {
        let bytes = encoded(&[3, -300, 0]);
        assert_eq!(check(3, &bytes), Ok(()));
        for count in [0, 1, 2, 4, 6] {
            assert_eq!(check(count, &bytes), Err(Malformed), "{count}");
        }
        for length in 0..bytes.len() {
            assert_eq!(check(3, &bytes[..length]), Err(Malformed), "{length}");
        }
        // Widths that no block has, and more bytes than the numbers need.
        for width in [0, 3, 4, 0x81, 0x82] {
            let bytes = [&[width], &bytes[1..]].concat();
            assert_eq!(check(3, &bytes), Err(Malformed), "{width}");
        }
        assert_eq!(check(2, &[2, 7, 8, 0, 0]), Err(Malformed));
        assert_eq!(check(1, &[4, 7, 8, 0, 0]), Err(Malformed));
        // A winner has more than 0, and a score takes at most 64 bits.
        let plane = [0, 0, 0xff];
        let bytes = [&[8], &*[plane; 7].concat(), &[0, 0x80, 0x7f]].concat();
        check(3, &bytes).unwrap();
        for (place, largest) in [Err(Malformed), Err(Malformed), Ok(i64::MAX)]
            .into_iter()
            .enumerate()
        {
            assert_eq!(get(&bytes, 3, place, Win), largest);
            assert_eq!(get(&bytes, 3, place, Loss), largest.map(|score| -score));
            assert_eq!(get(&bytes, 3, place, FinishedDraw), Ok(0));
        }
    }

    #[test]
    fn a_score_agrees_with_the_outcome_of_its_sign_alone() {
        for score in [-i64::MAX, -1, 0, 1, i64::MAX] {
            for of in [Loss, Win, DrawByPlay, FinishedDraw] {
                let is_its = match of {
                    FinishedDraw => score == 0,
                    _ => of == ending(score),
                };
                assert_eq!(agree(score, of), is_its, "{score} {of:?}");
            }
        }
        assert!(!agree(i64::MIN, Loss));
    }
}
