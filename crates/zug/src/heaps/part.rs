//! Some heaps of a game that a notation describes, as a part of a sum: `0.77(12)`, `wythoff(3, 5)`.

use std::collections::BTreeSet;
use std::fmt;

use zug_heaps::{HeapGame, PairGame};

use crate::part_names::in_part;

use super::moves::{moves_of_heap, name};

/// Some heaps of a game that a notation describes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapPart {
    /// The game as the expression writes it.
    pub(crate) written: String,
    pub(crate) rules: HeapRules,
    pub(crate) heaps: Vec<u64>,
}

/// The rules of a game on heaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum HeapRules {
    /// A move changes one heap.
    One(HeapGame),
    /// A move may change both of two heaps.
    Two(PairGame),
}

/// The largest of two heaps whose moves are listed.
const LARGEST_PAIR: u64 = 10_000;

impl HeapPart {
    /// The heaps `heaps` of the game that `written` names; `None` if the text is no game on heaps.
    #[must_use]
    pub fn of(written: &str, heaps: Vec<u64>) -> Option<Self> {
        let one = || Some(HeapRules::One(written.parse().ok()?));
        let two = || Some(HeapRules::Two(written.parse().ok()?));
        let rules = match heaps.len() {
            2 => two().or_else(one),
            _ => one(),
        };
        Some(Self {
            written: written.to_owned(),
            rules: rules?,
            heaps,
        })
    }

    /// The game and the heaps, if a move changes one heap.
    pub(crate) fn as_one(&self) -> Option<(&HeapGame, &[u64])> {
        match &self.rules {
            HeapRules::One(game) => Some((game, &self.heaps)),
            HeapRules::Two(_) => None,
        }
    }

    /// Other heaps of the same game, as an expression writes them.
    pub(crate) fn written_with(&self, heaps: &[u64]) -> String {
        let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
        format!("{}({})", self.written, heaps.join(", "))
    }

    /// The name of the move that leaves these heaps in the place of one.
    pub(crate) fn name_of(&self, at: usize, left: &[u64]) -> String {
        in_part(self.heaps.len(), at, name(self.heaps[at], left))
    }

    /// Every move by its name, with the heaps after it, `None` where no counter is left; nothing at all if
    /// there are too many moves to list them.
    pub(crate) fn moves(&self) -> Option<Vec<(String, Option<Self>)>> {
        let with = |heaps: Vec<u64>| {
            (!heaps.is_empty()).then(|| Self {
                heaps,
                ..self.clone()
            })
        };
        let mut moves = Vec::new();
        match &self.rules {
            HeapRules::One(game) => {
                for at in 0..self.heaps.len() {
                    for left in moves_of_heap(game, self.heaps[at])? {
                        let name = self.name_of(at, &left);
                        let mut heaps = self.heaps.clone();
                        heaps.splice(at..=at, left);
                        moves.push((name, with(heaps)));
                    }
                }
            }
            HeapRules::Two(game) => {
                let [a, b] = self.pair();
                if a.max(b) > LARGEST_PAIR {
                    return None;
                }
                let mut left = BTreeSet::new();
                game.options(a, b, &mut |x, y| {
                    left.insert((x, y));
                });
                let named = left.into_iter().map(|(x, y)| {
                    let name = Self::name_of_pair([a, b], [x, y]);
                    (name, with(vec![x, y]))
                });
                moves.extend(named);
            }
        }
        Some(moves)
    }

    /// The name of a move from two heaps to two others.
    pub(crate) fn name_of_pair([a, b]: [u64; 2], [x, y]: [u64; 2]) -> String {
        format!("{a},{b} to {x},{y}")
    }

    /// The two heaps.
    pub(crate) fn pair(&self) -> [u64; 2] {
        match self.heaps[..] {
            [a, b] => [a, b],
            _ => unreachable!("a game on two heaps is only read with two heaps"),
        }
    }
}

impl fmt::Display for HeapPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written_with(&self.heaps))
    }
}
