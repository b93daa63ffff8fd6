//! What the moves from a heap leave.

use zug_heaps::{Breaking, HeapGame};

/// The moves of a game, for looking at all of them.
#[derive(Debug)]
pub(super) enum Moves<'a> {
    /// A code that leaves at most two heaps.
    AtMostTwo(&'a Breaking),
    /// By the definition of the rules.
    Any(&'a HeapGame),
}

/// The code of a game, if it ends and leaves at most two heaps.
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

    /// Calls `visit` with the nimber of what each move leaves.
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

/// How many moves the heaps of a game have, or somewhat more.
#[derive(Debug)]
pub(super) enum Looks {
    /// Always so many.
    Same(f64),
    /// One for each counter.
    EachCounter,
    /// For each number of heaps that may be left: by how many takes before the tail,
    /// and whether by a take of the tail.
    Code([(f64, bool); 4]),
    /// Into so many heaps, at least and at most.
    Splits(u32, Option<u32>),
}

/// With more heaps than these a split is counted as if there were no most.
const FEW_PARTS: u32 = 16;

impl Looks {
    pub(super) fn of(game: &HeapGame) -> Self {
        match game {
            HeapGame::Breaking(code) => Self::Code([0, 1, 2, 3].map(|left| {
                let leaves = |digit: &&u8| **digit >> left & 1 != 0;
                let takes = code.digits().iter().filter(leaves).count();
                (takes as f64, code.tail().iter().any(|digit| leaves(&digit)))
            })),
            HeapGame::Subtraction(takes) => Self::Same(takes.as_slice().len() as f64),
            HeapGame::AllBut(_) | HeapGame::Leaving(_) => Self::EachCounter,
            HeapGame::Splitting(splitting) => Self::Splits(splitting.fewest(), splitting.most()),
        }
    }

    pub(super) fn at(&self, heap: u64) -> f64 {
        let size = heap as f64;
        match *self {
            Self::Same(looks) => looks,
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

/// In how many ways a heap can be left in so many nonempty ones, or in fewer of
/// them: with 0, 1, 2… added, the parts are different, and in any order they are one
/// of the ways to cut a longer row.
fn ways(heap: u64, parts: u32) -> f64 {
    let cuts = heap as f64 + f64::from(parts * parts.saturating_sub(1) / 2) - 1.0;
    (1..parts).fold(1.0, |ways, part| {
        let part = f64::from(part);
        ways * (cuts - part + 1.0).max(1.0) / (part * (part + 1.0))
    })
}
