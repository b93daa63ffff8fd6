//! Which nimbers are common and which are rare.
//!
//! A mask picks binary digits of a nimber. The parity of the number of picked digits
//! that are set, perhaps with the parity of the heap added, says to which class the
//! nimber of that heap belongs. The xor of two nimbers of one class is rare, of two
//! different classes common.

use super::super::moves::Moves;

/// The classes of nimbers.
///
/// Any mask but 0 gives right nimbers; a good mask makes few heaps rare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Space {
    /// Invariant: not 0. All digits are set that are above those of the nimbers by
    /// which the mask was chosen: otherwise a new power of two would be rare for no
    /// reason.
    mask: u32,
    /// `Some` if the parity of the heap counts: then the parity of the number that
    /// splits take.
    heap: Option<u64>,
    /// The place of the lowest digit of the mask; an index leaves this digit out.
    lowest: u32,
}

impl Space {
    pub(super) fn new(mask: u32, heap: Option<u64>) -> Self {
        assert!(mask != 0, "a space tells nimbers apart");
        Self {
            mask,
            heap,
            lowest: mask.trailing_zeros(),
        }
    }

    /// The space in which most heaps of the latter half of `0..nimbers.len()` are
    /// common, and the number of heaps there that are rare. The former half is left out
    /// because small heaps are not typical.
    ///
    /// A Walsh-Hadamard transform of the frequencies of the nimbers gives for all masks
    /// at once how many heaps have even and odd parity: `digits << digits` steps.
    pub(super) fn best(moves: &Moves, nimbers: &[u32]) -> (Self, u64) {
        let half = nimbers.len() / 2;
        let (from, nimbers) = (half as u64, &nimbers[half..]);
        let largest = nimbers.iter().copied().max().unwrap_or(0);
        let digits = (u32::BITS - largest.leading_zeros()).max(1);
        // For each mask, the number of even heaps less that of odd ones: without and
        // with the parity of the heap.
        let mut plain = vec![0i64; 1 << digits];
        let mut turned = plain.clone();
        let split = moves.split_parity();
        for (heap, &nimber) in (from..).zip(nimbers) {
            plain[nimber as usize] += 1;
            let odd = (heap + split.unwrap_or(0)) % 2 == 1;
            turned[nimber as usize] += if odd { -1 } else { 1 };
        }
        let heaps = nimbers.len() as i64;
        let mut best = (Self::new(u32::MAX, None), i64::MIN);
        let kinds = [(plain, None), (turned, split)];
        for (mut sums, heap) in kinds.into_iter().take(1 + usize::from(split.is_some())) {
            transform(&mut sums);
            for (mask, difference) in sums.iter().enumerate().skip(1) {
                let odd = (heaps - difference) / 2;
                if odd > best.1 {
                    let above = u32::MAX << digits;
                    best = (Self::new(mask as u32 | above, heap), odd);
                }
            }
        }
        (best.0, (heaps - best.1.max(0)) as u64)
    }

    pub(super) fn mask(self) -> u32 {
        self.mask
    }

    /// The parity of the number that splits take, if the parity of the heap counts.
    pub(super) fn heap_parity(self) -> Option<u64> {
        self.heap
    }

    /// Whether this nimber of this heap is common.
    pub(super) fn is_common(self, nimber: u32, heap: u64) -> bool {
        (nimber & self.mask).count_ones() % 2 == 1 ^ self.turn(heap)
    }

    /// Returns 1 if the parity of the heap swaps the classes, otherwise 0.
    fn turn(self, heap: u64) -> u32 {
        self.heap.map_or(0, |split| ((heap ^ split) & 1) as u32)
    }

    /// The nimber without the lowest digit of the mask: index, class and heap together
    /// tell the nimber. The index of a xor is the xor of the indices, and within one
    /// class indices are in the order of the nimbers.
    pub(super) fn index(self, nimber: u32) -> u32 {
        let below = (1 << self.lowest) - 1;
        // Two shifts: 32 places at once are too many if the lowest digit is 31.
        (nimber >> self.lowest >> 1) << self.lowest | nimber & below
    }

    /// The nimber of a heap with this index and class.
    pub(super) fn nimber(self, index: u32, is_common: bool, heap: u64) -> u32 {
        let below = (1 << self.lowest) - 1;
        let without = (index & !below) << 1 | index & below;
        let has_digit = self.is_common(without, heap) != is_common;
        without | u32::from(has_digit) << self.lowest
    }

    /// The number of rare nimbers below the common nimber with this index; their
    /// indices are all those below that number.
    pub(super) fn rares_below(self, common: u32, heap: u64) -> u32 {
        let nimber = self.nimber(common, true, heap);
        let digit = nimber >> self.lowest & 1;
        ((common >> self.lowest) + digit) << self.lowest
    }

    /// Whether heaps at a distance `by` have their classes swapped.
    pub(super) fn turns_after(self, by: u64) -> bool {
        self.heap.is_some() && by % 2 == 1
    }
}

/// The Walsh-Hadamard transform, in place.
fn transform(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for block in sums.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spaces() -> impl Iterator<Item = Space> {
        (1..64).flat_map(|mask| [None, Some(0), Some(1)].map(|heap| Space::new(mask, heap)))
    }

    #[test]
    fn index_and_class_tell_the_nimber() {
        for space in spaces() {
            for (nimber, heap) in (0..64).flat_map(|nimber| [(nimber, 6), (nimber, 7)]) {
                let is_common = space.is_common(nimber, heap);
                assert_eq!(space.nimber(space.index(nimber), is_common, heap), nimber);
            }
        }
    }

    #[test]
    fn indices_add_up_like_nimbers() {
        for space in spaces() {
            for (a, b) in (0..32).flat_map(|a| (0..32).map(move |b| (a, b))) {
                assert_eq!(space.index(a ^ b), space.index(a) ^ space.index(b));
            }
        }
    }

    #[test]
    fn rares_below_a_common_are_the_first_indices() {
        for space in spaces() {
            for (common, heap) in (0..64).flat_map(|common| [(common, 6), (common, 7)]) {
                if !space.is_common(common, heap) {
                    continue;
                }
                let mut below: Vec<u32> = (0..common)
                    .filter(|&nimber| !space.is_common(nimber, heap))
                    .map(|nimber| space.index(nimber))
                    .collect();
                below.sort_unstable();
                let told: Vec<u32> = (0..space.rares_below(space.index(common), heap)).collect();
                assert_eq!(told, below, "{space:?} {common} {heap}");
            }
        }
    }
}
