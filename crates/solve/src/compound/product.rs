//! The product game: all parts as one game, solved like any other.
//!
//! A position tells the position of every part and, for partizan parts, whose turn it is.
//! This game is what a compound *means*: the theorems of this folder are tested against
//! it, and it answers where none of them holds. Its turns are written as they are defined:
//! in `One` a move in one part, in `Some` in one or more, in `NotAll` in one or more but
//! not in all, in `All` in every part. A player who has no turn is stuck.
//!
//! Cost: the number of positions is the product of the numbers of positions of the parts
//! (twice that for partizan parts). In `Some` and `NotAll` the number of turns of a
//! position is about the product of the numbers of options of the parts. Hence for small
//! parts only. Turns are told one by one and are not kept. The positions that they lead to
//! are counted from the parts, and charged before they are listed.
//! [`Question::solve`] refuses, before the work, what cannot fit into the budget.

use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;

use zug_game::{Fault, Game, Player, Players, Step};
use zug_job::{Budget, Job, Phase, Refusal};
use zug_values::Outcome;

use super::choice::Choice;
use super::kind::Compound;
use super::part::Part;
use super::question::Question;
use crate::error::Error;
use crate::positions::{MAX_WITH_MOVES, PositionId, floor_bytes_with_edges, refuse_if_too_large};
use crate::strong::{self, Method, Options, Solution};

/// Several parts played at once, as one game.
///
/// A position is a number: the sum, over all parts, of the number of the part's position
/// times the weight of the part; for partizan parts 1 is added where Second is to move.
#[derive(Clone, Debug)]
pub struct Product {
    question: Question,
    /// The weight of each part in the number of a position.
    weights: Vec<u64>,
    impartial: bool,
}

impl Product {
    /// The game that the question is about. It starts in the position that the parts are in.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyPositions`] if 64 bits cannot number the positions.
    pub fn new(question: Question) -> Result<Self, Error> {
        let parts = question.parts();
        let impartial = parts.iter().all(Part::is_impartial);
        // The lowest digit tells the mover; an impartial game has no such digit.
        let mut weights = Vec::with_capacity(parts.len());
        let mut size = if impartial { 1u64 } else { 2 };
        for part in parts {
            weights.push(size);
            size = size
                .checked_mul(part.positions() as u64)
                .ok_or(Error::TooManyPositions {
                    limit: MAX_WITH_MOVES as u64,
                })?;
        }
        Ok(Self {
            question,
            weights,
            impartial,
        })
    }

    /// The number of the position in which part `n` is in the position `places[n]`, and
    /// `mover` is to move.
    ///
    /// # Panics
    ///
    /// If there are fewer places than parts.
    #[must_use]
    pub fn position(&self, places: &[PositionId], mover: Player) -> u64 {
        let turn = u64::from(!self.impartial && mover == Player::Second);
        let digits = self.weights.iter().enumerate();
        turn + digits
            .map(|(n, weight)| places[n].index() as u64 * weight)
            .sum::<u64>()
    }

    /// The position that part `n` is in.
    ///
    /// # Panics
    ///
    /// If there are at most `n` parts.
    #[must_use]
    pub fn place(&self, position: u64, n: usize) -> PositionId {
        let digit = position / self.weights[n] % self.question.parts()[n].positions() as u64;
        PositionId::new(digit as usize)
    }

    /// Calls `visit` with every legal turn and the position after it, until `visit` breaks
    /// off. In a turn the parts that move are in order.
    ///
    /// Cost: at most one look at each part for each turn. No turn is kept.
    pub fn each_turn(
        &self,
        position: u64,
        mut visit: impl FnMut(&[Choice], u64) -> ControlFlow<()>,
    ) {
        let (least, most) = self.moved();
        let movable = self.movable(position);
        if movable.len() < least {
            return;
        }
        let mut after = if self.impartial {
            position
        } else {
            position ^ 1
        };
        let mut turn: Vec<Choice> = Vec::new();
        // For each movable part so far, 0 if it stays, or k if it moves to its k-th option.
        // A stack, and no recursion, as the number of parts has no bound.
        let mut done: Vec<usize> = Vec::with_capacity(movable.len());
        let mut next = 0;
        loop {
            let action = if let Some(of) = movable.get(done.len()) {
                let to_come = movable.len() - done.len() - 1;
                let first = usize::from(turn.len() + to_come < least);
                let last = if turn.len() < most {
                    of.options.len()
                } else {
                    0
                };
                Some(next.max(first)).filter(|&action| action <= last)
            } else {
                if turn.len() >= least && visit(&turn, after).is_break() {
                    return;
                }
                None
            };
            if let Some(action) = action {
                if action > 0 {
                    let of = &movable[done.len()];
                    let to = self.question.parts()[of.part].option(of.options.start + action - 1);
                    after -= of.from;
                    after += to.index() as u64 * self.weights[of.part];
                    turn.push(Choice { part: of.part, to });
                }
                done.push(action);
                next = 0;
            } else {
                let Some(action) = done.pop() else { return };
                if action > 0
                    && let Some(Choice { part, to }) = turn.pop()
                {
                    after -= to.index() as u64 * self.weights[part];
                    after += movable[done.len()].from;
                }
                next = action + 1;
            }
        }
    }

    /// The number of turns of a position, worked out from the parts; `u64::MAX` if it is
    /// larger than that.
    #[must_use]
    pub fn count_turns(&self, position: u64) -> u64 {
        let movable = self.movable(position);
        // The number of options of all parts, of ways in which each part moves or stays, and
        // of ways in which every part moves.
        let (mut one, mut any, mut all) = (0u128, 1u128, 1u128);
        for of in &movable {
            let options = of.options.len() as u128;
            one += options;
            any = any.saturating_mul(1 + options);
            all = all.saturating_mul(options);
        }
        if movable.len() < self.question.parts().len() {
            all = 0;
        }
        let count = match self.question.compound() {
            Compound::One => one,
            Compound::Some => any - 1,
            Compound::NotAll => (any - 1).saturating_sub(all),
            Compound::All => all,
        };
        u64::try_from(count).unwrap_or(u64::MAX)
    }

    /// The least and the largest number of parts that a turn moves.
    fn moved(&self) -> (usize, usize) {
        let count = self.question.parts().len();
        match self.question.compound() {
            Compound::One => (1, 1),
            Compound::Some => (1, count),
            Compound::NotAll => (1, count - 1),
            Compound::All => (count, count),
        }
    }

    /// The parts that the mover can move.
    fn movable(&self, position: u64) -> Vec<Movable> {
        let mover = self.mover(&position);
        let parts = self.question.parts().iter().enumerate().map(|(part, of)| {
            let place = self.place(position, part);
            Movable {
                part,
                from: place.index() as u64 * self.weights[part],
                options: of.option_range(place, mover),
            }
        });
        parts.filter(|of| !of.options.is_empty()).collect()
    }

    /// The position after a turn.
    ///
    /// # Panics
    ///
    /// If the turn moves a part that the product does not have.
    #[must_use]
    pub fn after(&self, position: u64, turn: &[Choice]) -> u64 {
        let mut after = position;
        for &Choice { part, to } in turn {
            after -= self.weights[part] * self.place(position, part).index() as u64;
            after += self.weights[part] * to.index() as u64;
        }
        if self.impartial { after } else { after ^ 1 }
    }

    /// The number of positions that play reaches, and the number of turns in all of them;
    /// `None` where they do not follow from the parts. A number larger than `u64::MAX` is
    /// told as `u64::MAX`.
    ///
    /// In `One`, `Some` and `NotAll` with at least two impartial parts, the parts can be
    /// moved one by one to any of their positions, so that all combinations are reached.
    /// For partizan parts the order of the turns may forbid some combinations.
    ///
    /// # Errors
    ///
    /// The budget refuses 5 bytes for each position of a part.
    pub fn size(&self, budget: &Budget) -> Result<Option<Size>, Refusal> {
        if !self.impartial
            || self.question.compound() == Compound::All
            || self.question.parts().len() == 1
        {
            return Ok(None);
        }
        // The products, over the parts, of their number of positions, of their number of
        // options, and of the sum of the two.
        let (mut places, mut moves, mut either) = (1u128, 1u128, 1u128);
        // The number of turns that move one part.
        let mut single = 0u128;
        for part in self.question.parts() {
            let (positions, options) = part.reach(budget)?;
            let (positions, options) = (positions as u128, options as u128);
            single = single
                .saturating_mul(positions)
                .saturating_add(places.saturating_mul(options));
            places = places.saturating_mul(positions);
            moves = moves.saturating_mul(options);
            either = either.saturating_mul(positions + options);
        }
        let some = either.saturating_sub(places);
        let turns = match self.question.compound() {
            Compound::One => single,
            Compound::Some => some,
            Compound::NotAll => some.saturating_sub(moves),
            Compound::All => return Ok(None),
        };
        let narrow = |count| u64::try_from(count).unwrap_or(u64::MAX);
        Ok(Some(Size {
            positions: narrow(places),
            turns: narrow(turns),
        }))
    }

    /// The value of every position that play can reach, within the budget.
    pub(crate) fn solve(&self, method: Method, job: &Job) -> Result<Solution<u64>, Error> {
        self.refuse_if_hopeless(job)?;
        let options = Options::default().with_method(method);
        let within = Within {
            product: self,
            budget: &job.budget,
            refused: OnceLock::new(),
        };
        let solved = strong::solve_with(&within, [self.start()], options, job);
        // The rules of a product cannot break: a fault stands for a refusal.
        solved.map_err(|error| match error {
            Error::Fault(_) => within.refused.into_inner().unwrap_or(error),
            other => other,
        })
    }

    /// Refuses, before the work, positions and turns that cannot fit.
    fn refuse_if_hopeless(&self, job: &Job) -> Result<(), Error> {
        let budget = &job.budget;
        // The turns of a position all lead to different positions.
        let from_start = self.count_turns(self.start());
        refuse_positions(from_start, 0, budget)?;
        let size = self.size(budget);
        match size.map_err(|refusal| Error::out_of_memory(refusal, Phase::Discovering, 0))? {
            Some(Size { positions, turns }) => refuse_positions(positions, turns, budget),
            None => Ok(()),
        }
    }
}

/// A part that the mover can move.
struct Movable {
    part: usize,
    /// What the position that the part is in adds to the number of the product's position.
    from: u64,
    /// The places of the part's options in its table.
    options: Range<usize>,
}

/// Refuses this number of positions and edges if they cannot fit.
fn refuse_positions(positions: u64, edges: u64, budget: &Budget) -> Result<(), Error> {
    if positions > MAX_WITH_MOVES as u64 {
        let limit = MAX_WITH_MOVES as u64;
        return Err(Error::TooManyPositions { limit });
    }
    let bytes = floor_bytes_with_edges(positions, edges, size_of::<u64>());
    refuse_if_too_large(positions, bytes, budget)
}

/// How large a product is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Size {
    /// The number of positions that play can reach.
    pub positions: u64,
    /// The number of turns in all these positions.
    pub turns: u64,
}

impl Game for Product {
    type Position = u64;
    type Move = Vec<Choice>;

    fn start(&self) -> u64 {
        let places: Vec<PositionId> = self.question.parts().iter().map(Part::position).collect();
        self.position(&places, self.question.mover())
    }

    fn players(&self) -> Players<Self> {
        if self.impartial {
            return Players::Impartial;
        }
        Players::Partizan(|_, position| {
            if position.is_multiple_of(2) {
                Player::First
            } else {
                Player::Second
            }
        })
    }

    fn stuck(&self) -> Outcome {
        self.question.convention().stuck()
    }

    /// Lists all turns; [`Product::each_turn`] tells them without keeping them.
    fn moves(&self, position: &u64, out: &mut Vec<Vec<Choice>>) -> Result<(), Fault> {
        self.each_turn(*position, |turn, _| {
            out.push(turn.to_vec());
            ControlFlow::Continue(())
        });
        Ok(())
    }

    fn play(&self, position: &u64, turn: &Vec<Choice>) -> Result<Step<u64>, Fault> {
        Ok(Step::passing(self.after(*position, turn)))
    }

    fn move_name(&self, _: &u64, turn: &Vec<Choice>) -> String {
        let names = turn
            .iter()
            .map(|choice| format!("part {} to {}", choice.part, choice.to.index()));
        names.collect::<Vec<_>>().join(", ")
    }

    fn expand(&self, position: &u64, out: &mut Vec<Step<u64>>) -> Result<Option<Outcome>, Fault> {
        let before = out.len();
        self.each_turn(*position, |_, after| {
            out.push(Step::passing(after));
            ControlFlow::Continue(())
        });
        Ok((out.len() == before).then(|| self.stuck()))
    }
}

/// A product whose turns are charged before they are listed.
///
/// A solver charges the successors of a position when they have been listed. Here that may
/// be too late, as a position may have millions of turns.
struct Within<'a> {
    product: &'a Product,
    budget: &'a Budget,
    /// The refusal that a fault stands for.
    refused: OnceLock<Error>,
}

impl Within<'_> {
    /// Makes room in `out` for all turns of a position. The room is charged only until it is
    /// taken; the solver charges what it keeps.
    fn make_room(&self, position: u64, out: &mut Vec<Step<u64>>) -> Result<(), Error> {
        let turns = self.product.count_turns(position);
        refuse_positions(turns, 0, self.budget)?;
        let turns = turns as usize;
        if out.capacity() - out.len() >= turns {
            return Ok(());
        }
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Discovering, 0);
        let bytes = (out.len() + turns) * size_of::<Step<u64>>();
        let charge = self.budget.charge(bytes as u64).map_err(refused)?;
        let taken = self.budget.attempt(|| out.try_reserve_exact(turns));
        taken.map_err(|_| refused(charge.refused_by_machine(bytes as u64)))
    }
}

impl Game for Within<'_> {
    type Position = u64;
    type Move = Vec<Choice>;

    fn start(&self) -> u64 {
        self.product.start()
    }

    fn players(&self) -> Players<Self> {
        let below = self.product.players();
        below.told_by(|within, position| within.product.mover(position))
    }

    fn stuck(&self) -> Outcome {
        self.product.stuck()
    }

    fn moves(&self, position: &u64, out: &mut Vec<Vec<Choice>>) -> Result<(), Fault> {
        self.product.moves(position, out)
    }

    fn play(&self, position: &u64, turn: &Vec<Choice>) -> Result<Step<u64>, Fault> {
        self.product.play(position, turn)
    }

    fn move_name(&self, position: &u64, turn: &Vec<Choice>) -> String {
        self.product.move_name(position, turn)
    }

    fn expand(&self, position: &u64, out: &mut Vec<Step<u64>>) -> Result<Option<Outcome>, Fault> {
        self.make_room(*position, out).map_err(|error| {
            let fault = Fault::new(error.to_string());
            // Where several threads are refused, the first refusal is told.
            let _ = self.refused.set(error);
            fault
        })?;
        self.product.expand(position, out)
    }
}
