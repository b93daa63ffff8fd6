//! Sets of numbers as people write them, with ranges for neighbouring numbers.

/// From this many neighbouring numbers on, a range is shorter: `1, 2, 3` is written out.
const SHORTEST: usize = 4;

/// A piece of a set of numbers as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A number by itself.
    One(u64),
    /// All numbers from the first to the last, which are at least four.
    Stretch(u64, u64),
}

/// The pieces of an increasing set, in order.
pub(crate) fn pieces(numbers: &[u64]) -> Vec<Piece> {
    numbers
        .chunk_by(|&number, &next| number.checked_add(1) == Some(next))
        .flat_map(|chunk| match chunk {
            [first, .., last] if chunk.len() >= SHORTEST => vec![Piece::Stretch(*first, *last)],
            few => few.iter().copied().map(Piece::One).collect(),
        })
        .collect()
}
