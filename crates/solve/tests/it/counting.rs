//! Counts of the moves that are left, beside the definition of who wins.

use std::collections::HashMap;

use proptest::prelude::*;
use zug_solve::shrinking::{MoveCount, MoveSet};
use zug_values::Outcome;

/// A partizan game whose moves only ever become fewer: for each move the moves that it takes away.
/// First's moves have the lower numbers, Second's the higher ones.
#[derive(Clone, Debug)]
struct Partizan {
    takes: Vec<MoveSet<1>>,
    of_first: usize,
}

impl Partizan {
    /// In which move n takes away move m if `takes` says so.
    fn new(of_first: usize, moves: usize, takes: impl Fn(usize, usize) -> bool) -> Self {
        let taken = |of| {
            let all = 0..moves;
            all.filter(|&other| of == other || takes(of, other))
                .collect()
        };
        Self {
            takes: (0..moves).map(taken).collect(),
            of_first,
        }
    }

    /// Whether the player to move wins, by the definition: some move leads to a position in which
    /// the opponent does not win.
    fn wins(
        &self,
        left: MoveSet<1>,
        first_moves: bool,
        known: &mut HashMap<(MoveSet<1>, bool), bool>,
    ) -> bool {
        if let Some(&wins) = known.get(&(left, first_moves)) {
            return wins;
        }
        let own = left
            .iter()
            .filter(|number| (*number < self.of_first) == first_moves);
        let mut wins = false;
        for number in own {
            let after = left.without(self.takes[number]);
            wins |= !self.wins(after, !first_moves, known);
        }
        known.insert((left, first_moves), wins);
        wins
    }

    /// Compares the count with the definition in every position that play from all moves reaches,
    /// whoever moves. Returns in how many of how many the count tells who wins.
    fn agree(&self) -> [usize; 2] {
        let count = MoveCount::new(&self.takes, self.of_first).unwrap();
        let mut known = HashMap::new();
        let all = (0..self.takes.len()).collect();
        self.wins(all, true, &mut known);
        self.wins(all, false, &mut known);
        let mut told = 0;
        for ((left, first_moves), wins) in &known {
            if let Some(outcome) = count.count(*left, *first_moves).outcome {
                assert_eq!(outcome == Outcome::Win, *wins, "{left:?} {first_moves}");
                assert_ne!(outcome, Outcome::Draw);
                told += 1;
            }
        }
        [told, known.len()]
    }
}

proptest! {
    #[test]
    fn a_count_tells_nothing_that_is_not_so(
        of_first in 0..7usize,
        of_second in 0..7usize,
        takes in prop::collection::vec(0..4u8, 144),
        dense in 1..4u8,
    ) {
        let moves = of_first + of_second;
        // Also moves that take others away and are not taken away by them.
        Partizan::new(of_first, moves, |one, other| takes[one * 12 + other] < dense).agree();
    }
}

/// Domineering on a board of this size.
fn domineering(width: usize, height: usize) -> Partizan {
    let cell = |x: usize, y: usize| y * width + x;
    let upright = (0..width).flat_map(|x| (1..height).map(move |y| [cell(x, y - 1), cell(x, y)]));
    let flat = (1..width).flat_map(|x| (0..height).map(move |y| [cell(x - 1, y), cell(x, y)]));
    let of_first = upright.clone().count();
    let dominoes: Vec<_> = upright.chain(flat).collect();
    Partizan::new(of_first, dominoes.len(), |one, other| {
        dominoes[one]
            .iter()
            .any(|cell| dominoes[other].contains(cell))
    })
}

#[test]
fn a_count_tells_more_than_half_of_domineering() {
    for (width, height) in [(1, 4), (4, 1), (2, 5), (3, 3), (4, 3), (4, 4), (5, 4)] {
        let [told, all] = domineering(width, height).agree();
        assert!(told * 2 > all, "{width} {height}: {told} of {all}");
    }
}

#[test]
fn moves_that_are_none_or_too_many_are_refused() {
    let one = || (0..1).collect();
    assert!(MoveCount::<1>::new(&[one()], 1).is_some());
    // It does not take itself away.
    assert!(MoveCount::<1>::new(&[MoveSet::default()], 1).is_none());
    // There is no second move.
    assert!(MoveCount::<1>::new(&[(0..2).collect()], 1).is_none());
    let many: Vec<MoveSet<1>> = (0..65).map(|_| MoveSet::default()).collect();
    assert!(MoveCount::new(&many, 1).is_none());
}
