//! Moves and un-moves by the numbers of a material index.
//!
//! Where each move changes the same cells from the same contents to the same contents wherever
//! it is legal, and a test of bits decides whether it is ([`StepGuard::Test`]), positions need
//! not be made of numbers, or numbers of positions: see `links`. Un-moves are the moves with
//! the test turned round. They may lead to positions in which the game is over; whoever asks
//! for predecessors by number knows which these are.
//!
//! Whether the game is over in a position often is a question of its material; else the rules
//! are asked.
//!
//! Cost: some operations a move. Memory: four bytes for each filling of the low half of the
//! board and each move that it allows, and eight for each of the high half, for each content
//! beside the board, and as much for un-moves. When not to use it: where moves are no constant
//! steps, or where much stands beside the board.

use std::sync::Arc;

use zug_game::{Expanded, Numbers, Predecessors, Successors};
use zug_job::{Job, Why};
use zug_values::Turn;

use super::links::{Edge, FromRow, Links};
use super::results::{Ending, ending, has_ended, side};
use super::{MaterialIndex, Row};
use crate::residual::Residual;
use crate::steps::{ConstantStep, StepGuard, constant_steps, fixed_by_guard};

/// The moves and un-moves of a game by the numbers of its material index.
#[derive(Debug)]
pub struct IndexedMoves {
    index: Arc<MaterialIndex>,
    /// For each content beside the board the moves, first those that pass the turn, then those
    /// that keep it.
    forward: Vec<[Links; 2]>,
    /// For each content beside the board the un-moves.
    back: Vec<[Links; 2]>,
    /// For each content beside the board and each material what becomes of the positions.
    endings: Vec<Ending>,
}

/// What positions are expanded with.
#[derive(Default)]
struct Expanding {
    from: FromRow,
    /// The places in the row of the positions in which the game goes on.
    going_on: Vec<u64>,
    /// The number of moves of each of those positions.
    moves: Vec<u32>,
    /// Those places as bits.
    bits: Vec<u64>,
    /// The numbers that moves concerning the low half lead to.
    after: Numbers,
    /// What becomes of a position whose mover is stuck.
    stuck: Vec<Expanded>,
}

impl Expanding {
    /// Marks the places of the positions in which the game goes on, in a row of `len`.
    fn mark_places(&mut self, len: u64) {
        let bits = u64::from(u64::BITS);
        self.bits.clear();
        self.bits.resize(len.div_ceil(bits) as usize, 0);
        for place in &self.going_on {
            self.bits[(place / bits) as usize] |= 1 << (place % bits);
        }
    }
}

/// What a move does to the turn, in the order of links.
const TURNS: [Turn; 2] = [Turn::Passes, Turn::Kept];

/// Why moves cannot go by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoMoves {
    /// A move is no constant step that a test of bits decides.
    #[error("a move depends on more than a few fixed cells")]
    MoveDepends,
    /// Too much stands beside the board, or there are too many moves.
    #[error("there is too much beside the board for lists of moves")]
    TooLarge,
    /// The job was cancelled, or its memory was used up.
    #[error(transparent)]
    Interrupted(Why),
}

/// The largest number of contents beside the board.
const MOST_BESIDE: u64 = 64;

impl IndexedMoves {
    /// The moves of a program by the numbers of its index.
    ///
    /// # Errors
    ///
    /// The moves do not all go by numbers, their lists would be too large, or the job was
    /// interrupted.
    pub fn new(program: &Residual, index: Arc<MaterialIndex>, job: &Job) -> Result<Self, NoMoves> {
        let beside = index.rest.count;
        if beside > MOST_BESIDE {
            return Err(NoMoves::TooLarge);
        }
        let steps = steps(program)?;
        let mut edges = Vec::new();
        for from in 0..beside {
            edges.extend(edges_from(program, &index, &steps, from)?);
        }
        let links = |edges: &[Edge]| -> Result<Vec<[Links; 2]>, NoMoves> {
            (0..beside)
                .map(|from| {
                    let [passing, kept] = TURNS.map(|turn| {
                        let is_one = |edge: &&Edge| edge.from == from && edge.turn == turn;
                        let edges: Vec<Edge> = edges.iter().filter(is_one).copied().collect();
                        Links::new(&index, &edges, job)
                    });
                    Ok([passing?, kept?])
                })
                .collect()
        };
        let forward = links(&edges)?;
        let turned: Vec<Edge> = edges.into_iter().map(Edge::turned_round).collect();
        let back = links(&turned)?;
        let endings = (0..beside)
            .flat_map(|from| {
                let rest = index.rest.word(from);
                let of = |counts| ending(program, &index.board, counts, rest);
                index.materials.iter().map(of).collect::<Vec<_>>()
            })
            .collect();
        Ok(Self {
            index,
            forward,
            back,
            endings,
        })
    }

    /// Whether each player has moves that undo others of their own, all moves being such as go
    /// by numbers: then play can go round in a circle, and does so in most games.
    #[must_use]
    pub fn can_go_round(program: &Residual) -> bool {
        let undoes = |step: &ConstantStep, other: &ConstantStep| {
            step.delta == other.delta
                && step.mask == other.mask
                && step.pattern ^ other.pattern == step.delta & step.mask
        };
        steps(program).is_ok_and(|sides| {
            sides.iter().all(|steps| {
                let mut pairs = steps
                    .iter()
                    .flat_map(|step| steps.iter().map(move |of| (step, of)));
                pairs.any(|(step, other)| undoes(step, other))
            })
        })
    }

    /// The bytes that the lists take, beside the index.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let links = self.forward.iter().chain(&self.back).flatten();
        links.map(|links| links.bytes() as u64).sum()
    }

    /// Appends what becomes of each position to `ends`, and hands on the numbers of all
    /// successors. The numbers are in rising order. `ask` is asked what becomes of the positions
    /// of some numbers, where their material does not tell it.
    ///
    /// # Errors
    ///
    /// Those of `ask`.
    pub fn expand<E>(
        &self,
        numbers: &[u64],
        ends: &mut Vec<Expanded>,
        mut ask: impl FnMut(&[u64], &mut Vec<Expanded>) -> Result<(), E>,
        after: &mut impl Successors,
    ) -> Result<(), E> {
        let mut own = Expanding::default();
        let mut failed = None;
        self.index.each_row(numbers, |row, numbers| {
            if failed.is_none() {
                let row = self.expand_row(row, numbers, &mut own, ends, &mut ask, after);
                failed = row.err();
            }
        });
        failed.map_or(Ok(()), Err)
    }

    #[inline]
    fn expand_row<E>(
        &self,
        row: &Row,
        numbers: &[u64],
        own: &mut Expanding,
        ends: &mut Vec<Expanded>,
        ask: &mut impl FnMut(&[u64], &mut Vec<Expanded>) -> Result<(), E>,
        after: &mut impl Successors,
    ) -> Result<(), E> {
        let group = &self.index.groups[row.group];
        let first_end = ends.len();
        let place = row.rest as usize * self.index.materials.len() + group.material as usize;
        own.going_on.clear();
        match self.endings[place] {
            Ending::Over(outcome) => {
                ends.extend(numbers.iter().map(|_| Expanded::Over(outcome)));
                return Ok(());
            }
            Ending::Asked => {
                ask(numbers, ends)?;
                let goes_on = |(_, end): &(&u64, &Expanded)| matches!(end, Expanded::GoesOn(_));
                let going_on = numbers.iter().zip(&ends[first_end..]).filter(goes_on);
                own.going_on
                    .extend(going_on.map(|(number, _)| number - row.first));
            }
            Ending::GoesOn => {
                ends.extend(numbers.iter().map(|_| Expanded::GoesOn(0)));
                own.going_on
                    .extend(numbers.iter().map(|number| number - row.first));
            }
        }
        own.moves.clear();
        own.moves.resize(own.going_on.len(), 0);
        for links in &self.forward[row.rest as usize] {
            if links.is_empty() {
                continue;
            }
            links.enter(&self.index, row, &mut own.from);
            if !own.from.whole.is_empty() {
                own.mark_places(row.len);
                for base in &own.from.whole {
                    after.row(*base, &own.bits);
                }
            }
            let whole = own.from.whole.len() as u32;
            let first = self.index.low.starts[group.low as usize] as usize;
            own.after.clear();
            for (place, moves) in own.going_on.iter().zip(&mut own.moves) {
                let before = own.after.len();
                links.each(first, *place, &own.from, &mut own.after);
                *moves += whole + (own.after.len() - before) as u32;
            }
            let numbers = own.after.as_slice().iter();
            numbers.for_each(|number| after.number(*number));
        }
        let mut moves = own.moves.iter();
        for (end, number) in ends[first_end..].iter_mut().zip(numbers) {
            if let Expanded::GoesOn(_) = end {
                *end = Expanded::GoesOn(moves.next().copied().unwrap_or(0));
                if matches!(end, Expanded::GoesOn(0)) {
                    // The rules say what becomes of a player who is stuck.
                    own.stuck.clear();
                    ask(&[*number], &mut own.stuck)?;
                    *end = own.stuck[0];
                }
            }
        }
        Ok(())
    }

    /// Puts the numbers of positions from which a move leads to one of these positions into
    /// `before`, each once for each move. The game may be over in some. The numbers are in
    /// rising order.
    pub fn predecessors(&self, numbers: &[u64], before: &mut Predecessors) {
        let mut from = FromRow::default();
        let mut places = Vec::new();
        self.index.each_row(numbers, |row, numbers| {
            let group = &self.index.groups[row.group];
            let first = self.index.low.starts[group.low as usize] as usize;
            places.clear();
            places.extend(numbers.iter().map(|number| number - row.first));
            for (links, turn) in self.back[row.rest as usize].iter().zip(TURNS) {
                if links.is_empty() {
                    continue;
                }
                let before = before.by(turn);
                links.enter(&self.index, row, &mut from);
                Links::whole(&from, &places, before);
                for place in &places {
                    links.each(first, *place, &from, before);
                }
            }
        });
    }
}

/// The constant steps of each side. A move that is never legal is left out.
fn steps(program: &Residual) -> Result<Vec<Vec<ConstantStep>>, NoMoves> {
    let sides = program.sides.iter().zip(constant_steps(program));
    let of_side = sides.map(|(side, steps)| {
        let mut of_side = Vec::new();
        for (ground, step) in side.moves.iter().zip(steps) {
            match step {
                Some(step) if step.guard == StepGuard::Test => of_side.push(step),
                None if fixed_by_guard(program, ground).is_none() => {}
                _ => return Err(NoMoves::MoveDepends),
            }
        }
        Ok(of_side)
    });
    of_side.collect()
}

/// The moves from positions with this content beside the board.
fn edges_from(
    program: &Residual,
    index: &MaterialIndex,
    steps: &[Vec<ConstantStep>],
    from: u64,
) -> Result<Vec<Edge>, NoMoves> {
    let rest: u128 = index.rest.word(from);
    if has_ended(&program.layout, rest) {
        return Ok(Vec::new());
    }
    let of_board = index.board.whole_mask();
    let mut edges = Vec::new();
    for step in &steps[side(program, rest)] {
        let (mask, pattern) = (step.mask & !of_board, step.pattern & !of_board);
        if rest & mask != pattern {
            continue;
        }
        if step.delta & of_board & !step.mask != 0 {
            return Err(NoMoves::MoveDepends);
        }
        edges.push(Edge {
            from,
            to: index.rest.rank(rest ^ (step.delta & !of_board)),
            turn: step.turn,
            mask: step.mask & of_board,
            pattern: step.pattern & of_board,
            delta: step.delta & of_board,
        });
    }
    Ok(edges)
}
