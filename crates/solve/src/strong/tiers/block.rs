//! A block of keys in few bytes.
//!
//! The first key stands beside the block; each further key is its difference to the key
//! before. Zeros at the low end of all differences are left out, and a difference has one of
//! four widths in bytes, those by which the block is shortest. This is the byte-aligned code
//! of Stepanov, Gangolli, Rose, Ernst and Oberoi (*SIMD-based decoding of posting lists*,
//! 2011) with widths of its own for each block.
//!
//! | bytes | hold |
//! |---|---|
//! | 1 | the number of low bits left out |
//! | 4 | the four widths in bytes, ascending |
//! | a quarter for each difference | its width, by two bits, the lowest first |
//! | the rest | the differences, the lowest byte first |
//!
//! Cost: on Connect Four about 2 bytes a key; 1 to 2 nanoseconds to write or read a key.

use super::key::Key;

/// The number of keys in each block but the last of a tier.
pub(super) const BLOCK: usize = 2048;

/// The bytes before the widths of the differences.
const HEAD: usize = 5;

/// A difference has fewer bytes than this number.
const KINDS: usize = 33;

/// Puts the code of the keys, which ascend strictly, in the place of what `bytes` held.
pub(super) fn write<K: Key>(keys: &[K], bytes: &mut Vec<u8>) {
    bytes.clear();
    let differences = || keys.windows(2).map(|pair| pair[1].minus(pair[0]));
    let all = differences().fold(K::default(), K::or).to_bits();
    let shift = if all == 0 { 0 } else { all.trailing_zeros() };
    let mut lengths = [0; KINDS];
    for difference in differences() {
        lengths[width_of(difference, shift)] += 1;
    }
    let widths = best_widths(&lengths);
    let choices: [u8; KINDS] = std::array::from_fn(|needed| {
        let choice = widths.iter().position(|&width| width >= needed);
        choice.unwrap_or(0) as u8
    });
    bytes.push(shift as u8);
    bytes.extend(widths.map(|width| width as u8));
    let control = bytes.len();
    let mut at = control + keys.len().saturating_sub(1).div_ceil(4);
    // The last difference is written with all its bytes.
    bytes.resize(at + keys.len() * widths[3] + K::BYTES, 0);
    for (place, difference) in differences().enumerate() {
        let choice = choices[width_of(difference, shift)];
        bytes[control + place / 4] |= choice << (2 * (place % 4));
        difference.shifted_down(shift).store(bytes, at);
        at += widths[usize::from(choice)];
    }
    bytes.truncate(at);
}

/// The number of bytes of a difference without its low bits, at least 1.
#[inline]
fn width_of<K: Key>(difference: K, shift: u32) -> usize {
    (difference.bits().saturating_sub(shift).div_ceil(8) as usize).max(1)
}

/// The four widths, ascending, by which the differences take the fewest bytes; `lengths`
/// has the number of differences that need each width.
fn best_widths(lengths: &[usize; KINDS]) -> [usize; 4] {
    let last = (1..KINDS)
        .rev()
        .find(|&width| lengths[width] > 0)
        .unwrap_or(1);
    let mut best = ([1, 1, 1, last], usize::MAX);
    for a in 1..=last {
        for b in a..=last {
            for c in b..=last {
                let widths = [a, b, c, last];
                let bytes = |needed: usize| {
                    let width = widths.iter().find(|&&width| width >= needed);
                    lengths[needed] * width.copied().unwrap_or(last)
                };
                let all = (1..=last).map(bytes).sum();
                if all < best.1 {
                    best = (widths, all);
                }
            }
        }
    }
    best.0
}

/// A block does not hold the keys that it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a block of keys is damaged")]
pub(super) struct Damaged;

/// Appends the `count` keys of a block. The bytes are made longer, so that all differences
/// can be read in one piece.
///
/// # Errors
///
/// The bytes are not the code of that number of ascending keys.
pub(super) fn read<K: Key>(
    first: K,
    count: usize,
    bytes: &mut Vec<u8>,
    keys: &mut Vec<K>,
) -> Result<(), Damaged> {
    let length = bytes.len();
    let further = count.checked_sub(1).ok_or(Damaged)?;
    bytes.resize(length + K::BYTES, 0);
    let head: &[u8; HEAD] = bytes.first_chunk().ok_or(Damaged)?;
    let shift = u32::from(head[0]);
    let widths = [1, 2, 3, 4].map(|place| usize::from(head[place]));
    if shift >= 8 * K::BYTES as u32 || widths.iter().any(|width| !(1..=K::BYTES).contains(width)) {
        return Err(Damaged);
    }
    let mut at = HEAD + further.div_ceil(4);
    let control = bytes.get(HEAD..at).ok_or(Damaged)?;
    let mut key = first;
    let mut ascends = true;
    keys.push(key);
    for place in 0..further {
        let choice = usize::from(control[place / 4] >> (2 * (place % 4)) & 3);
        let difference = K::load(bytes, at, widths[choice]).ok_or(Damaged)?;
        at += widths[choice];
        let next = key.plus(difference.shifted(shift));
        ascends &= key < next;
        key = next;
        keys.push(key);
    }
    if ascends && at == length {
        Ok(())
    } else {
        Err(Damaged)
    }
}

#[cfg(test)]
mod tests {
    use zug_game::U256;

    use super::*;
    use proptest::prelude::*;

    fn survives<K: Key>(keys: &[K]) -> usize {
        let (mut bytes, mut back) = (Vec::new(), Vec::new());
        write(keys, &mut bytes);
        let length = bytes.len();
        read(keys[0], keys.len(), &mut bytes, &mut back).unwrap();
        assert_eq!(back, keys);
        length
    }

    proptest! {
        #[test]
        fn keys_read_back_as_they_were_written(
            mut numbers in prop::collection::vec(
                prop_oneof![0u128..1000, any::<u32>().prop_map(u128::from), any::<u128>()],
                1..300,
            ),
            shift in 0u32..9,
        ) {
            numbers.sort_unstable();
            numbers.dedup();
            survives(&numbers);
            let mut narrow: Vec<u64> = numbers.iter().map(|&n| (n as u64) >> 9 << shift).collect();
            narrow.sort_unstable();
            narrow.dedup();
            survives(&narrow);
            let wide = |n: &u128| U256::from_words(n >> 64, n << 70);
            let mut wide: Vec<U256> = numbers.iter().map(wide).collect();
            wide.sort_unstable();
            wide.dedup();
            survives(&wide);
        }

        #[test]
        fn damage_is_an_error_or_other_ascending_keys(
            mut keys in prop::collection::vec(any::<u64>(), 2..50),
            at in any::<prop::sample::Index>(),
            flip in 1u8..,
            cut in any::<prop::sample::Index>(),
        ) {
            keys.sort_unstable();
            keys.dedup();
            let mut whole = Vec::new();
            write(&keys, &mut whole);
            let mut flipped = whole.clone();
            let place = at.index(flipped.len());
            flipped[place] ^= flip;
            let mut back = Vec::new();
            if read(keys[0], keys.len(), &mut flipped, &mut back).is_ok() {
                prop_assert!(back.is_sorted_by(|a, b| a < b) && back.len() == keys.len());
            }
            let mut short = whole[..cut.index(whole.len())].to_vec();
            prop_assert!(read(keys[0], keys.len(), &mut short, &mut Vec::new()).is_err());
        }
    }

    #[test]
    fn neighbours_take_a_byte_and_a_quarter() {
        let keys: Vec<u64> = (0..2048).map(|n| n * 64 + 5).collect();
        assert_eq!(survives(&keys), 5 + 512 + 2047);
        assert_eq!(survives(&[7u64]), 5);
    }
}
