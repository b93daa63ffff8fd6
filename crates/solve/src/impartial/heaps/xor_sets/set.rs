//! Sets of nimbers as bits, and xors of whole sets.

/// A set of nimbers. Invariant: as many words as a power of two, or none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    words: Vec<u64>,
}

impl Set {
    /// With room for the nimbers below 64 times so many words, a power of two.
    pub(super) fn with_words(words: usize) -> Self {
        Self {
            words: vec![0; words],
        }
    }

    pub(super) fn insert(&mut self, nimber: u32) {
        self.words[nimber as usize / 64] |= 1 << (nimber % 64);
    }

    /// Adds the members of a set that is no larger.
    pub(super) fn union(&mut self, other: &Self) {
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Makes room for the nimbers below 64 times so many words.
    pub(super) fn widen(&mut self, words: usize) {
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    /// The least nimber that is missing.
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

    /// Adds the members of a set, which is no larger, each xored with a nimber.
    pub(super) fn union_xored(&mut self, other: &Self, nimber: u32) {
        let (far, near) = (nimber as usize / 64, nimber % 64);
        for (place, &word) in other.words.iter().enumerate() {
            self.words[place ^ far] |= xored(word, near);
        }
    }
}

/// A word as a set of numbers below 64, each xored with one of these.
fn xored(word: u64, number: u32) -> u64 {
    // Bit i of a number: bits of the word change places 2^i apart.
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

/// Collects sets, each xored with a nimber: those whose nimbers have the same last
/// six bits are united first, for then only the order of the words differs, and
/// the bits of the words are put in order once for all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Union {
    /// 64 rows of as many words as the result has.
    rows: Vec<u64>,
    words: usize,
}

impl Union {
    /// Nothing so far; there will be so many words, a power of two.
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

    /// All that was added.
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
