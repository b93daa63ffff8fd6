//! Some heaps of a game that a notation describes, as a part of a sum: `0.77(12)`, `wythoff(3, 5)`.

use std::fmt;

use zug_heaps::{HeapGame, PairGame};

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
