//! Materials, and numbers for them.

/// How many cells hold each kind of piece, in ascending order of the value by which a cell
/// holds the kind.
pub(super) type Counts = Vec<u32>;

/// The largest number of materials in one numbering.
const MOST_MATERIALS: usize = 1 << 20;

/// Numbers for materials with at most a given number of pieces of each kind.
///
/// The number of a material is the sum of the numbers of its parts. The first kind is not
/// counted, as it takes the cells that are left.
#[derive(Debug)]
pub(super) struct Numbering {
    /// The largest number of pieces of each kind.
    most: Counts,
    /// What a piece of each kind adds to the number.
    weights: Vec<u32>,
    /// The number of numbers.
    pub(super) count: usize,
}

impl Numbering {
    /// Returns the numbering of materials with at most `most` pieces of each kind, or `None`
    /// if there are too many.
    pub(super) fn new(most: Counts) -> Option<Self> {
        let mut weights = vec![0; most.len()];
        let mut count = 1usize;
        for (weight, most) in weights.iter_mut().zip(&most).skip(1) {
            *weight = count as u32;
            count = count.checked_mul(*most as usize + 1)?;
            if count > MOST_MATERIALS {
                return None;
            }
        }
        Some(Self {
            most,
            weights,
            count,
        })
    }

    /// The number of kinds of pieces.
    pub(super) fn kinds(&self) -> usize {
        self.most.len()
    }

    /// The number of a material. It is the material's own only if no kind has more pieces
    /// than the numbering allows.
    pub(super) fn number(&self, counts: &[u32]) -> u32 {
        let digits = counts.iter().zip(&self.weights);
        digits.map(|(count, weight)| count * weight).sum()
    }

    /// Whether no kind has more pieces than the numbering allows.
    pub(super) fn has(&self, counts: &[u32]) -> bool {
        let kinds = counts.iter().zip(&self.most).skip(1);
        kinds.into_iter().all(|(count, most)| count <= most)
    }

    /// The material of a number on this many cells; `None` if its pieces need more cells.
    pub(super) fn counts(&self, number: u32, cells: u32) -> Option<Counts> {
        let digit = |(weight, most): (&u32, &u32)| match weight {
            0 => 0,
            weight => number / weight % (most + 1),
        };
        let mut counts: Counts = self.weights.iter().zip(&self.most).map(digit).collect();
        counts[0] = cells.checked_sub(counts.iter().sum())?;
        Some(counts)
    }
}

/// The number of ways to put these pieces on as many cells: the multinomial coefficient.
/// `None` if it is 2^63 or more.
pub(super) fn fillings(counts: &[u32]) -> Option<u64> {
    let mut cells = 0;
    let mut product = 1u128;
    for &count in counts {
        for place in 1..=count {
            cells += 1;
            // Exact at each step: it is a binomial coefficient times what was there.
            product = product.checked_mul(u128::from(cells as u32))? / u128::from(place);
        }
    }
    let product = u64::try_from(product).ok()?;
    (product >> 63 == 0).then_some(product)
}
