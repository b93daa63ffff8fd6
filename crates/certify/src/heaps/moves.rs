//! The moves from a heap: what they leave, and how many there are.

use zug_heaps::{Breaking, HeapGame};

/// How the moves of a game are found.
#[derive(Debug)]
pub(super) enum Moves<'a> {
    /// By the code, whose moves leave at most two heaps.
    AtMostTwo(&'a Breaking),
    /// By the definition of the rules.
    Any(&'a HeapGame),
}

/// Returns the code of a game, if it has no tail and its moves leave at most two heaps.
pub(super) fn at_most_two(game: &HeapGame) -> Option<&Breaking> {
    match game {
        HeapGame::Breaking(code)
            if code.tail().is_empty() && code.digits().iter().all(|&digit| digit < 8) =>
        {
            Some(code)
        }
        _ => None,
    }
}

/// The largest number that a code takes before its tail.
pub(super) fn most_taken(code: &Breaking) -> u64 {
    code.digits().len() as u64 - 1
}

impl<'a> Moves<'a> {
    pub(super) fn new(game: &'a HeapGame) -> Self {
        at_most_two(game).map_or(Self::Any(game), Self::AtMostTwo)
    }

    /// Calls `visit` with the nimber of what each move from a heap leaves. `nimbers` has the
    /// nimbers of all smaller heaps.
    pub(super) fn each(&self, heap: u64, nimbers: &[u32], visit: &mut impl FnMut(u32)) {
        match self {
            Self::AtMostTwo(code) => {
                for (take, digit) in code.digits().iter().enumerate() {
                    let Some(rest) = (heap as usize).checked_sub(take) else {
                        break;
                    };
                    if digit & 1 != 0 && rest == 0 {
                        visit(0);
                    }
                    if digit & 2 != 0 && rest > 0 {
                        visit(nimbers[rest]);
                    }
                    if digit & 4 != 0 && rest > 1 {
                        let smaller = &nimbers[1..=rest / 2];
                        let larger = nimbers[rest - rest / 2..rest].iter().rev();
                        for (one, other) in smaller.iter().zip(larger) {
                            visit(one ^ other);
                        }
                    }
                }
            }
            Self::Any(game) => game.options(heap, &mut |heaps| {
                let nimbers = heaps.iter().map(|&heap| nimbers[heap as usize]);
                visit(nimbers.fold(0, |sum, nimber| sum ^ nimber));
            }),
        }
    }
}

/// An upper bound on the number of moves from a heap, for all heaps of a game.
#[derive(Debug)]
pub(crate) enum MoveCount {
    /// At most this number from every heap.
    Constant(f64),
    /// At most one for each counter of the heap.
    EachCounter,
    /// A code. For each number of heaps from 0 to 3 that may be left: the number of takes
    /// before the tail that leave it, and whether a take of the tail does.
    Code([(f64, bool); 4]),
    /// The moves split a heap into at least and at most these numbers of heaps.
    Splits(u32, Option<u32>),
}

/// A split into more heaps than this is counted as a split into any number of heaps.
const FEW_PARTS: u32 = 16;

impl MoveCount {
    pub(crate) fn of(game: &HeapGame) -> Self {
        match game {
            HeapGame::Breaking(code) => Self::Code([0, 1, 2, 3].map(|left| {
                let leaves = |digit: &&u8| **digit >> left & 1 != 0;
                let takes = code.digits().iter().filter(leaves).count();
                (takes as f64, code.tail().iter().any(|digit| leaves(&digit)))
            })),
            HeapGame::Subtraction(takes) => Self::Constant(takes.as_slice().len() as f64),
            HeapGame::AllBut(_) | HeapGame::Leaving(_) | HeapGame::Listed(_) => Self::EachCounter,
            HeapGame::Splitting(splitting) => Self::Splits(splitting.fewest(), splitting.most()),
        }
    }

    /// The bound for this heap.
    pub(crate) fn at(&self, heap: u64) -> f64 {
        let size = heap as f64;
        match *self {
            Self::Constant(moves) => moves,
            Self::EachCounter => size,
            Self::Code(ref takes) => (0..)
                .zip(takes)
                .filter(|(_, takes)| **takes != (0.0, false))
                .map(|(left, &(takes, by_tail))| {
                    let takes = takes + if by_tail { size } else { 0.0 };
                    takes.min(size + 1.0) * ways(heap, left)
                })
                .sum(),
            Self::Splits(fewest, Some(most)) if most <= FEW_PARTS => {
                (fewest..=most).map(|parts| ways(heap, parts)).sum()
            }
            // A heap of n has less than e^(π√(2n/3)) partitions (G. H. Hardy and S.
            // Ramanujan 1918).
            Self::Splits(..) => (std::f64::consts::PI * (size / 1.5).sqrt()).exp(),
        }
    }
}

/// An upper bound on the number of ways to split a heap into at most `parts` nonempty heaps.
///
/// With 0, 1, 2… added to them in order of size, the heaps are all different, so that each
/// of their orders is another way to cut a longer row.
fn ways(heap: u64, parts: u32) -> f64 {
    let cuts = heap as f64 + f64::from(parts * parts.saturating_sub(1) / 2) - 1.0;
    (1..parts).fold(1.0, |ways, part| {
        let part = f64::from(part);
        ways * (cuts - part + 1.0).max(1.0) / (part * (part + 1.0))
    })
}
