//! The same rules in another notation: `0.33` is `{1,2}`, and `0.(3)` is Nim.

use crate::{Breaking, HeapGame, Parts};

/// A set is also written as a code if its largest number is at most this.
const LONGEST_CODE: u64 = 24;

/// The most numbers that are written out as a set.
const MOST_TAKES: i64 = 1 << 20;

impl HeapGame {
    /// The same rules in other notations: as a set of numbers that may be taken, or that
    /// may not be taken, if the rules can be written so; as a code, if it is short.
    ///
    /// ```
    /// let game: zug_heaps::HeapGame = "0.33".parse()?;
    /// let others: Vec<String> = game.same_rules().iter().map(ToString::to_string).collect();
    /// assert_eq!(others, ["{1,2}"]);
    /// # Ok::<(), zug_heaps::NotationError>(())
    /// ```
    pub fn same_rules(&self) -> Vec<Self> {
        let plain = self.plain();
        let code = plain.code();
        let mut others = vec![plain];
        others.extend(code);
        others.retain(|other| other != self);
        others
    }

    /// The game in a common form: games whose rules are easily seen to be the same have the
    /// same form.
    pub(crate) fn plain(&self) -> Self {
        match self {
            Self::Breaking(breaking) => subtraction(breaking),
            Self::Splitting(splitting) => {
                let (fewest, most) = (splitting.fewest(), splitting.most());
                let first = match (splitting.parts(), fewest, most) {
                    (Parts::Any, 2, Some(2)) => Some(0b0100),
                    (Parts::Any, 3, Some(3)) => Some(0b1000),
                    (Parts::Any, 2, Some(3)) => Some(0b1100),
                    _ => None,
                };
                if let Some(code) = first.and_then(|first| code(vec![first], Vec::new())) {
                    return code;
                }
                // Two heaps that are not all equal are distinct.
                let is_distinct =
                    (splitting.parts(), fewest, most) == (Parts::NotAllEqual, 2, Some(2));
                is_distinct.then(|| Self::Splitting(splitting.clone().with_parts(Parts::Distinct)))
            }
            Self::Leaving(leaving) => {
                // The least number that may be taken; 1 is no condition.
                let fewest = match leaving.hi.below() {
                    Some(fewest) => Some(fewest.max(1)),
                    None => leaving.hi.bounds_nothing().then_some(1),
                };
                let most = leaving.lo.below();
                let any = leaving.lo.as_constant().is_some_and(|least| least <= 0);
                match (fewest, most) {
                    (Some(fewest), Some(most)) if most.saturating_sub(fewest) < MOST_TAKES => {
                        Self::subtraction((fewest..=most).map(|take| take as u64)).ok()
                    }
                    (Some(fewest), None) if any && fewest <= MOST_TAKES => {
                        Self::all_but(1..fewest as u64).ok()
                    }
                    _ => None,
                }
            }
            Self::Subtraction(_) | Self::AllBut(_) | Self::Listed(_) => None,
        }
        .unwrap_or_else(|| self.clone())
    }

    /// The code of a game that is written as a set of takes, if the code is short.
    fn code(&self) -> Option<Self> {
        let (numbers, allowed, tail) = match self {
            Self::Subtraction(takes) => (takes, 3, vec![0]),
            Self::AllBut(forbidden) => (forbidden, 0, vec![3]),
            _ => return None,
        };
        let most = numbers.largest().unwrap_or(0);
        if most > LONGEST_CODE {
            return None;
        }
        let mut digits = vec![0];
        digits.extend((1..=most).map(|take| {
            if numbers.contains(take) {
                allowed
            } else {
                3 - allowed
            }
        }));
        code(digits, tail)
    }
}

fn code(digits: Vec<u8>, tail: Vec<u8>) -> Option<HeapGame> {
    Breaking::new(digits, tail).ok().map(HeapGame::Breaking)
}

/// The game of a code as a set of takes, if all digits are 0 or 3.
fn subtraction(breaking: &Breaking) -> Option<HeapGame> {
    let takes_of = |wanted: u8| {
        let takes = (1..).zip(breaking.digits().iter().skip(1));
        let takes = takes.filter(move |&(_, &digit)| digit == wanted);
        takes.map(|(take, _)| take)
    };
    let plain = breaking.digits().iter().all(|digit| [0, 3].contains(digit));
    match breaking.tail() {
        _ if !plain => None,
        [] => HeapGame::subtraction(takes_of(3)).ok(),
        [3] => HeapGame::all_but(takes_of(0)).ok(),
        _ => None,
    }
}
