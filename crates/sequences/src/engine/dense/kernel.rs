//! Tells whether pairs of heaps have certain values: the loop in which the time goes.
//!
//! For the pairs (a, s - a) one heap is read forwards and one backwards. The heaps are
//! read in tiles; the backward heaps of a tile are copied once in reverse, for all sums
//! that are asked about, so that both are read forwards from the first-level cache. The
//! loops are plain: [`pulp::Arch::dispatch`] compiles them for each kind of processor,
//! and the compiler makes vectors of them.
#![allow(
    clippy::inline_always,
    reason = "only what is inlined is compiled for that kind of processor"
)]

use pulp::{Arch, NullaryFnOnce};

/// The heaps in a tile. The forward and the reversed part fit into the first-level
/// cache.
const TILE: usize = 2048;

/// The number of values that a query may ask for: they share the loads of the nimbers.
pub(super) const SOUGHT: usize = 4;

/// A question: which of the values `sought` do the pairs of heaps have that add up to
/// `sum`?
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) sum: usize,
    /// The smaller heap of the first pair.
    pub(super) from: usize,
    /// One more than the smaller heap of the last pair.
    pub(super) to: usize,
    /// The first `live` values are those that no pair so far has. Behind them come the
    /// values found; further entries are not used.
    pub(super) sought: [u16; SOUGHT],
    /// The number of values in `sought` that were not found so far.
    pub(super) live: usize,
}

/// Answers all queries. Their sums must increase.
///
/// For the least `from` and the largest sum of all queries, the heap `sum - from` must
/// be known.
pub(super) fn answer(arch: Arch, nimbers: &[u16], queries: &mut [Query], scratch: &mut Vec<u16>) {
    for near in queries.chunk_by_mut(|one, next| next.sum - one.sum <= 1) {
        for near in near.chunks_mut(TILE / 4) {
            arch.dispatch(Pass {
                nimbers,
                queries: near,
                scratch,
            });
        }
    }
}

/// One pass over the heaps for queries whose sums are close to each other.
struct Pass<'a> {
    nimbers: &'a [u16],
    queries: &'a mut [Query],
    scratch: &'a mut Vec<u16>,
}

impl NullaryFnOnce for Pass<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Some((lowest, highest)) = self.queries.first().zip(self.queries.last()) else {
            return;
        };
        let (lowest, highest) = (lowest.sum, highest.sum);
        let mut at = self.queries.iter().map(|q| q.from).min().unwrap_or(0);
        let last = self.queries.iter().map(|q| q.to).max().unwrap_or(0);
        while at < last && self.queries.iter().any(|query| query.live > 0) {
            let end = last.min(at + TILE);
            // The partners of the heaps at..end, for all sums from the highest down to
            // the lowest.
            let partners = (highest - lowest + (end - at)).min(highest + 1 - at);
            let top = highest + 1 - at;
            self.scratch.clear();
            self.scratch
                .extend(self.nimbers[top - partners..top].iter().rev());
            for query in &mut *self.queries {
                let (from, to) = (at.max(query.from), end.min(query.to));
                if query.live > 0 && from < to {
                    let first = highest - query.sum + (from - at);
                    let partners = &self.scratch[first..first + (to - from)];
                    query.look(&self.nimbers[from..to], partners);
                }
            }
            at = end;
        }
    }
}

impl Query {
    /// Moves each value that a pair has behind the values that are still sought.
    #[inline(always)]
    fn look(&mut self, heaps: &[u16], partners: &[u16]) {
        let [a, b, c, d] = self.sought;
        let least = match self.live {
            1 => padded(least(heaps, partners, [a])),
            2 => padded(least(heaps, partners, [a, b])),
            3 => padded(least(heaps, partners, [a, b, c])),
            _ => least(heaps, partners, [a, b, c, d]),
        };
        for place in (0..self.live).rev() {
            if least[place] == 0 {
                self.live -= 1;
                // A rotation and not a swap, so that the least value stays in front.
                self.sought[place..=self.live].rotate_left(1);
            }
        }
    }
}

#[inline(always)]
fn padded<const N: usize>(few: [u16; N]) -> [u16; SOUGHT] {
    let mut all = [u16::MAX; SOUGHT];
    all[..N].copy_from_slice(&few);
    all
}

/// For each value the least of (heap xor partner) xor value over all pairs: 0 where a
/// pair has the value.
#[inline(always)]
fn least<const N: usize>(heaps: &[u16], partners: &[u16], values: [u16; N]) -> [u16; N] {
    let mut least = [u16::MAX; N];
    for (&heap, &partner) in heaps.iter().zip(partners) {
        for (least, value) in least.iter_mut().zip(values) {
            *least = (*least).min(heap ^ partner ^ value);
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_exactly_where_a_pair_has_it() {
        // Each of a few pairs has a high bit of its own, and so a value of its own.
        let mut nimbers = vec![0u16; 3 * TILE];
        for (place, nimber) in nimbers.iter_mut().enumerate() {
            *nimber = (place % 7) as u16;
        }
        let marked = [20, TILE - 1, TILE, TILE + 5, 2 * TILE - 1];
        for (bit, &place) in marked.iter().enumerate() {
            nimbers[place] = 8 << bit;
        }
        for arch in [Arch::Scalar, Arch::new()] {
            let mut queries: Vec<Query> = (3 * TILE - 20..3 * TILE)
                .flat_map(|sum| (1..=SOUGHT).map(move |live| (sum, live)))
                .map(|(sum, live)| Query {
                    sum,
                    from: 21 - (sum % 3),
                    to: sum / 2 + 1,
                    sought: [8 | 1, 16 | 2, 256, 64],
                    live,
                })
                .collect();
            let asked = queries.clone();
            answer(arch, &nimbers, &mut queries, &mut Vec::new());
            for (query, asked) in queries.iter().zip(asked) {
                for (place, &value) in query.sought[..asked.live].iter().enumerate() {
                    let is_found = (query.from..query.to)
                        .any(|small| nimbers[small] ^ nimbers[query.sum - small] == value);
                    assert_eq!(is_found, place >= query.live, "{query:?} {value}");
                }
                let mut values = query.sought;
                let mut expected = asked.sought;
                values.sort_unstable();
                expected.sort_unstable();
                assert_eq!(values, expected);
            }
        }
    }
}
