//! A ring of five cells. A player marks an empty cell that is not beside a mark of
//! their own; a mark between two of the opponent's keeps the turn. Whoever is stuck
//! has lost, but a full ring is a draw.
//!
//! Partizan, with every power: the ring can be turned and mirrored, every state has a
//! rank, moves can be taken back, and a board has options for either player.

use zug_game::{
    Boards, Fault, Game, Notation, NotationError, PerfectIndex, Player, Players, Retractable, Step,
    Symmetric,
};
use zug_values::{Outcome, Turn};

/// The number of cells.
pub(crate) const CELLS: usize = 5;

/// The marks in the cells, in order round the ring.
pub(crate) type Marks = [Option<Player>; CELLS];

/// The marks, and the player to move.
pub(crate) type Position = (Marks, Player);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring;

impl Ring {
    /// The marks on both sides of a cell.
    fn beside(marks: &Marks, cell: usize) -> [Option<Player>; 2] {
        [marks[(cell + 1) % CELLS], marks[(cell + CELLS - 1) % CELLS]]
    }

    /// Whether a player may have marked, or may mark, this cell.
    fn allows(marks: &Marks, cell: usize, player: Player) -> bool {
        !Self::beside(marks, cell).contains(&Some(player))
    }

    /// What a mark of this player in this cell does to the turn.
    fn turn(marks: &Marks, cell: usize, player: Player) -> Turn {
        if Self::beside(marks, cell) == [Some(player.opponent()); 2] {
            Turn::Kept
        } else {
            Turn::Passes
        }
    }

    /// All states, whether or not play can reach them.
    pub(crate) fn states() -> impl Iterator<Item = Position> {
        (0..Self.size()).map(|rank| Self.unrank(rank).unwrap())
    }

    /// The player to move after a move.
    fn next(player: Player, turn: Turn) -> Player {
        match turn {
            Turn::Passes => player.opponent(),
            Turn::Kept => player,
        }
    }
}

impl Game for Ring {
    type Position = Position;
    /// The cell that is marked.
    type Move = usize;

    fn start(&self) -> Position {
        ([None; CELLS], Player::First)
    }

    fn players(&self) -> Players<Self> {
        Players::Partizan(|_, (_, mover)| *mover)
    }

    fn result(&self, (marks, _): &Position) -> Result<Option<Outcome>, Fault> {
        let full = !marks.contains(&None);
        Ok(full.then_some(Outcome::Draw))
    }

    fn moves(&self, (marks, mover): &Position, out: &mut Vec<usize>) -> Result<(), Fault> {
        let empty = (0..CELLS).filter(|&cell| marks[cell].is_none());
        out.extend(empty.filter(|&cell| Self::allows(marks, cell, *mover)));
        Ok(())
    }

    fn play(&self, (marks, mover): &Position, cell: &usize) -> Result<Step<Position>, Fault> {
        let mut after = *marks;
        after[*cell] = Some(*mover);
        let turn = Self::turn(marks, *cell, *mover);
        Ok(Step {
            position: (after, Self::next(*mover, turn)),
            turn,
        })
    }

    fn move_name(&self, _: &Position, cell: &usize) -> String {
        cell.to_string()
    }
}

impl PerfectIndex for Ring {
    fn size(&self) -> u128 {
        2 * 3_u128.pow(CELLS as u32)
    }

    fn rank(&self, (marks, mover): &Position) -> u128 {
        let digit = |mark: &Option<Player>| match mark {
            None => 0,
            Some(Player::First) => 1,
            Some(Player::Second) => 2,
        };
        let marks = marks.iter().fold(0, |rank, mark| 3 * rank + digit(mark));
        2 * marks + u128::from(*mover == Player::Second)
    }

    fn unrank(&self, mut rank: u128) -> Option<Position> {
        if rank >= self.size() {
            return None;
        }
        let mover = [Player::First, Player::Second][(rank % 2) as usize];
        rank /= 2;
        let mut marks = [None; CELLS];
        for mark in marks.iter_mut().rev() {
            *mark = [None, Some(Player::First), Some(Player::Second)][(rank % 3) as usize];
            rank /= 3;
        }
        Some((marks, mover))
    }
}

impl Symmetric for Ring {
    fn order(&self) -> usize {
        2 * CELLS
    }

    /// Turned by `element % CELLS` cells; mirrored before if `element` is larger.
    fn image(&self, (marks, mover): &Position, element: usize) -> Position {
        let mut image = *marks;
        if element >= CELLS {
            image.reverse();
        }
        image.rotate_right(element % CELLS);
        (image, *mover)
    }

    fn canonical(&self, position: &Position) -> Position {
        let images = (0..self.order()).map(|element| self.image(position, element));
        images.min_by_key(|image| self.rank(image)).unwrap()
    }
}

impl Retractable for Ring {
    fn predecessors(
        &self,
        (marks, mover): &Position,
        out: &mut Vec<Step<Position>>,
    ) -> Result<(), Fault> {
        for cell in 0..CELLS {
            let Some(player) = marks[cell] else { continue };
            let turn = Self::turn(marks, cell, player);
            if Self::allows(marks, cell, player) && Self::next(player, turn) == *mover {
                let mut before = *marks;
                before[cell] = None;
                out.push(Step {
                    position: (before, player),
                    turn,
                });
            }
        }
        Ok(())
    }
}

impl Boards for Ring {
    type Board = Marks;

    fn board(&self, (marks, _): &Position) -> Marks {
        *marks
    }

    fn options(
        &self,
        marks: &Marks,
        player: Player,
        out: &mut Vec<Step<Marks>>,
    ) -> Result<Option<Outcome>, Fault> {
        if !marks.contains(&None) {
            return Ok(Some(Outcome::Draw));
        }
        let before = out.len();
        for cell in 0..CELLS {
            if marks[cell].is_none() && Self::allows(marks, cell, player) {
                let mut after = *marks;
                after[cell] = Some(player);
                out.push(Step {
                    position: after,
                    turn: Self::turn(marks, cell, player),
                });
            }
        }
        Ok((out.len() == before).then(|| self.stuck()))
    }
}

impl Notation for Ring {
    fn print(&self, (marks, mover): &Position) -> String {
        let letter = |mark: &Option<Player>| match mark {
            None => '.',
            Some(Player::First) => 'a',
            Some(Player::Second) => 'b',
        };
        let marks: String = marks.iter().map(letter).collect();
        format!("{marks} {mover}")
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let found = Self::states().find(|state| self.print(state) == text);
        found.ok_or_else(|| NotationError::new(format!("{text} is no ring of five cells")))
    }
}
