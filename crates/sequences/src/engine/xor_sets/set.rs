//! Sets of nimbers as bits, and xors of whole sets.

/// A set of nimbers. Invariant: the number of words is a power of two, or 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    words: Vec<u64>,
}

impl Set {
    /// The empty set, with room for the nimbers below 64 times `words`, a power of two.
    pub(super) fn with_words(words: usize) -> Self {
        Self {
            words: vec![0; words],
        }
    }

    pub(super) fn insert(&mut self, nimber: u32) {
        self.words[nimber as usize / 64] |= 1 << (nimber % 64);
    }

    /// Adds the members of `other`, which must not have more words.
    pub(super) fn union(&mut self, other: &Self) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Makes room for the nimbers below 64 times `words`.
    pub(super) fn widen(&mut self, words: usize) {
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    /// The least nimber that is not in the set.
    pub(super) fn mex(&self) -> u32 {
        let full = self.words.iter().take_while(|&&word| word == u64::MAX);
        let full = full.count();
        let rest = self.words.get(full).map_or(0, |word| word.trailing_ones());
        64 * full as u32 + rest
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub(super) fn bytes(&self) -> u64 {
        (size_of::<Self>() + 8 * self.words.capacity()) as u64
    }

    /// Adds the members of `other`, each xored with a nimber. `other` must not have
    /// more words.
    pub(super) fn union_xored(&mut self, other: &Self, nimber: u32) {
        let (far, near) = (nimber as usize / 64, nimber % 64);
        for (place, &word) in other.words.iter().enumerate() {
            self.words[place ^ far] |= xored(word, near);
        }
    }
}

/// Takes a word as a set of numbers below 64, and returns the set of these numbers,
/// each xored with `number`.
fn xored(word: u64, number: u32) -> u64 {
    // For bit i of the number, bits of the word that are 2^i apart change places.
    const LOWER: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    (0..6)
        .filter(|bit| number >> bit & 1 == 1)
        .fold(word, |word, bit| {
            let (lower, by) = (LOWER[bit], 1 << bit);
            (word & lower) << by | word >> by & lower
        })
}

/// The union of sets, each xored with a nimber. Sets whose nimbers have the same last
/// six bits are united first, because these differ only in the order of the words; then
/// the bits of the words are put in order once for all such sets.
#[derive(Clone, Debug, Default)]
pub(super) struct Union {
    /// 64 rows, each with as many words as the result.
    rows: Vec<u64>,
    words: usize,
}

impl Union {
    /// Empties the union. The result will have `words` words, a power of two.
    pub(super) fn start(&mut self, words: usize) {
        self.words = words;
        self.rows.clear();
        self.rows.resize(64 * words, 0);
    }

    pub(super) fn add(&mut self, set: &Set, nimber: u32) {
        let row = (nimber % 64) as usize * self.words;
        let far = nimber as usize / 64;
        let row = &mut self.rows[row..row + self.words];
        for (place, word) in set.words.iter().enumerate() {
            row[place ^ far] |= word;
        }
    }

    /// The union of all sets that were added.
    pub(super) fn finish(&self) -> Set {
        let mut all = Set::with_words(self.words);
        for (near, row) in (0..).zip(self.rows.chunks_exact(self.words)) {
            for (word, &more) in all.words.iter_mut().zip(row) {
                if more != 0 {
                    *word |= xored(more, near);
                }
            }
        }
        all
    }

    pub(super) fn bytes(&self) -> u64 {
        8 * self.rows.capacity() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xor_with_a_number_moves_each_bit_to_its_place() {
        for number in 0..64 {
            for bit in 0..64 {
                assert_eq!(xored(1 << bit, number), 1 << (bit ^ number));
            }
            assert_eq!(
                xored(xored(0x0123_4567_89AB_CDEF, number), number),
                0x0123_4567_89AB_CDEF
            );
        }
    }

    #[test]
    fn a_union_of_xored_sets_has_each_member_xored() {
        let members = [0, 5, 63, 64, 100, 255];
        let mut set = Set::with_words(4);
        for member in members {
            set.insert(member);
        }
        let mut union = Union::default();
        union.start(8);
        let (mut known, mut direct) = (Set::with_words(8), Set::with_words(8));
        for nimber in [0, 1, 77, 300, 301, 511] {
            union.add(&set, nimber);
            direct.union_xored(&set, nimber);
            for member in members {
                known.insert(member ^ nimber);
            }
        }
        assert_eq!(union.finish(), known);
        assert_eq!(direct, known);
    }
}
