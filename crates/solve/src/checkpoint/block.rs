//! Numbers of a few bytes each as a block: all lowest bytes, then all second ones, and so on.
//!
//! Neighbours in order of discovery are alike in their high bytes, which a compressor sees best
//! where these stand side by side.

/// The bytes of a block before they are compressed, about: what the store's compressor has room
/// for.
pub(super) const BYTES: usize = 1 << 16;

/// Puts items of `width` bytes each, that stand one behind the other, behind what `planes` has.
pub(super) fn put(items: &[u8], width: usize, planes: &mut Vec<u8>) {
    for byte in 0..width {
        planes.extend(items.iter().skip(byte).step_by(width));
    }
}

/// Puts the items of planes in the place of what `items` had; the number of bytes must be a
/// multiple of the width.
pub(super) fn take(planes: &[u8], width: usize, items: &mut Vec<u8>) {
    let count = planes.len() / width;
    items.clear();
    items.resize(count * width, 0);
    for (byte, plane) in planes.chunks_exact(count.max(1)).enumerate() {
        for (item, from) in items.iter_mut().skip(byte).step_by(width).zip(plane) {
            *item = *from;
        }
    }
}

/// The number of bytes, 1, 2 or 4, that a number takes.
pub(super) fn width_of(largest: u32) -> usize {
    match largest {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    }
}

/// Puts numbers of `width` bytes each, which are enough for each number, behind what `planes` has.
pub(super) fn put_numbers(
    numbers: &[u32],
    width: usize,
    items: &mut Vec<u8>,
    planes: &mut Vec<u8>,
) {
    items.clear();
    for number in numbers {
        items.extend_from_slice(&number.to_le_bytes()[..width]);
    }
    put(items, width, planes);
}

/// The numbers of planes.
pub(super) fn numbers(planes: &[u8], width: usize, items: &mut Vec<u8>) -> Vec<u32> {
    take(planes, width, items);
    let number = |item: &[u8]| {
        let mut whole = [0; 4];
        whole[..width].copy_from_slice(item);
        u32::from_le_bytes(whole)
    };
    items.chunks_exact(width).map(number).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_read_back_as_they_were_put(numbers in prop::collection::vec(
            prop_oneof![0u32..300, Just(65_535), Just(65_536), any::<u32>()], 0..100)
        ) {
            let width = width_of(numbers.iter().copied().max().unwrap_or(0));
            let (mut items, mut planes) = (Vec::new(), vec![7]);
            put_numbers(&numbers, width, &mut items, &mut planes);
            prop_assert_eq!(planes.len(), 1 + width * numbers.len());
            prop_assert_eq!(super::numbers(&planes[1..], width, &mut items), numbers);
        }
    }
}
