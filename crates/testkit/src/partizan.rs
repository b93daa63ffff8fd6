//! Partizan games whose moves only ever become fewer, and who wins them by the definition.

use std::collections::HashMap;

use proptest::prelude::*;
use zug_solve::shrinking::MoveSet;
use zug_values::Outcome;

/// A partizan game whose moves only ever become fewer: for each move the moves that it takes away.
/// First's moves have the lower numbers, Second's the higher ones.
#[derive(Clone, Debug)]
pub struct Partizan {
    takes: Vec<MoveSet<1>>,
    of_first: usize,
}

impl Partizan {
    /// In which move n takes away move m if `takes` says so.
    pub fn new(of_first: usize, moves: usize, takes: impl Fn(usize, usize) -> bool) -> Self {
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

    pub fn takes(&self) -> &[MoveSet<1>] {
        &self.takes
    }

    pub fn of_first(&self) -> usize {
        self.of_first
    }

    /// The moves of one player.
    pub fn moves(&self, left: MoveSet<1>, of_first: bool) -> impl Iterator<Item = usize> {
        left.iter()
            .filter(move |number| (*number < self.of_first) == of_first)
    }

    pub fn after(&self, left: MoveSet<1>, number: usize) -> MoveSet<1> {
        left.without(self.takes[number])
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
        let mut wins = false;
        for number in self.moves(left, first_moves) {
            wins |= !self.wins(self.after(left, number), !first_moves, known);
        }
        known.insert((left, first_moves), wins);
        wins
    }

    /// Who wins in every position that play from all moves reaches, whoever moves first.
    pub fn solved(&self) -> HashMap<(MoveSet<1>, bool), bool> {
        let mut known = HashMap::new();
        let all = (0..self.takes.len()).collect();
        self.wins(all, true, &mut known);
        self.wins(all, false, &mut known);
        known
    }
}

/// Compares what tells of some positions who wins with the definition, in every position that play
/// from all moves reaches, whoever moves. Returns of how many of how many it tells.
pub fn agree(game: &Partizan, tell: impl Fn(MoveSet<1>, bool) -> Option<Outcome>) -> [usize; 2] {
    let known = game.solved();
    let mut told = 0;
    for ((left, first_moves), wins) in &known {
        if let Some(outcome) = tell(*left, *first_moves) {
            let right = if *wins { Outcome::Win } else { Outcome::Loss };
            assert_eq!(outcome, right, "{left:?} {first_moves}");
            told += 1;
        }
    }
    [told, known.len()]
}

/// Random games of up to six moves for each player. A move may take others away that do not take it
/// away.
pub fn random_games() -> impl Strategy<Value = Partizan> {
    let takes = prop::collection::vec(0..4u8, 144);
    let parts = (0..7usize, 0..7usize, takes, 1..4u8);
    parts.prop_map(|(of_first, of_second, takes, dense)| {
        Partizan::new(of_first, of_first + of_second, |one, other| {
            takes[one * 12 + other] < dense
        })
    })
}

/// Boards of Domineering on which a count of moves should tell of more than half of the positions
/// who wins.
pub const BOARDS: [(usize, usize); 7] = [(1, 4), (4, 1), (2, 5), (3, 3), (4, 3), (4, 4), (5, 4)];

/// The cells of each domino on a board of this size, by their numbers: the upright ones, which First
/// places, and then the flat ones.
pub fn dominoes(width: usize, height: usize) -> [Vec<[usize; 2]>; 2] {
    let cell = |x: usize, y: usize| y * width + x;
    let upright = (0..width).flat_map(|x| (1..height).map(move |y| [cell(x, y - 1), cell(x, y)]));
    let flat = (1..width).flat_map(|x| (0..height).map(move |y| [cell(x - 1, y), cell(x, y)]));
    [upright.collect(), flat.collect()]
}

/// Domineering on a board of this size.
pub fn domineering(width: usize, height: usize) -> Partizan {
    let of_players = dominoes(width, height);
    let of_first = of_players[0].len();
    let dominoes = of_players.concat();
    Partizan::new(of_first, dominoes.len(), |one, other| {
        dominoes[one]
            .iter()
            .any(|cell| dominoes[other].contains(cell))
    })
}

/// A game on a board of this size in which a move takes a cell for the player, and the cells
/// beside it from both players' moves as `takes_beside` says, which is told whether the two moves
/// are the same player's.
fn colouring(width: usize, height: usize, takes_beside: impl Fn(bool) -> bool) -> Partizan {
    let cells = width * height;
    let is_beside = |one: usize, other: usize| {
        let (x, y) = (one % width, one / width);
        let (of_x, of_y) = (other % width, other / width);
        x.abs_diff(of_x) + y.abs_diff(of_y) == 1
    };
    Partizan::new(cells, 2 * cells, |one, other| {
        let (cell, of) = (one % cells, other % cells);
        let is_own = (one < cells) == (other < cells);
        cell == of || is_beside(cell, of) && takes_beside(is_own)
    })
}

/// Col: a player takes a free cell that is not beside another cell of that player.
pub fn col(width: usize, height: usize) -> Partizan {
    colouring(width, height, |is_own| is_own)
}

/// Snort: a player takes a free cell that is not beside a cell of the opponent.
pub fn snort(width: usize, height: usize) -> Partizan {
    colouring(width, height, |is_own| !is_own)
}
