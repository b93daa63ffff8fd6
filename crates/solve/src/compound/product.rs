//! The product game: all parts as one game, solved like any other.
//!
//! A position is where every part is, and whose turn it is where that matters.
//! This is what a compound *means*; the theorems of this folder are tested
//! against it, and it answers where none of them holds. Its turns are written as
//! they are defined: in `One` a move in one part, in `Some` in one or more, in
//! `NotAll` in one or more but not in all, in `All` in every part. Who has no turn is stuck.
//!
//! Cost: the number of positions is the product of those of the parts (twice that
//! for partizan parts), and in `Some` and `NotAll` a position has as many turns as the
//! product of what each part can do. Hence for small parts only. Turns are told one
//! by one and never kept, but for the positions that they lead to; these are counted
//! from the parts and charged before they are listed. [`super::solve`] refuses
//! before the work what cannot fit into the budget.

use std::ops::{ControlFlow, Range};
use std::sync::OnceLock;

use zug_game::{Fault, Game, Player, Players, Step};
use zug_job::{Budget, Job, Phase, Refusal};
use zug_values::{Outcome, Play};

use super::kind::{Choice, Compound};
use super::part::Part;
use crate::error::Error;
use crate::positions::{MAX_POSITIONS, PositionId, floor_bytes};
use crate::strong::{self, Method, Options, Solution};

/// Several parts played at once, as one game.
#[derive(Clone, Debug)]
pub struct Product {
    parts: Vec<Part>,
    mover: Player,
    compound: Compound,
    convention: Play,
    /// Part n counts `weights[n]` in the number of a position.
    weights: Vec<u64>,
    impartial: bool,
}

impl Product {
    /// The parts where they stand, with `mover` to move.
    ///
    /// # Errors
    ///
    /// [`Error::NoParts`]; [`Error::TooManyPositions`] if 64 bits cannot number
    /// the positions.
    pub fn new(
        parts: &[Part],
        mover: Player,
        compound: Compound,
        convention: Play,
    ) -> Result<Self, Error> {
        if parts.is_empty() {
            return Err(Error::NoParts);
        }
        let impartial = parts.iter().all(Part::is_impartial);
        // The lowest digit is the mover's, of an impartial game always 0.
        let mut weights = Vec::with_capacity(parts.len());
        let mut size = if impartial { 1u64 } else { 2 };
        for part in parts {
            weights.push(size);
            size = size
                .checked_mul(part.positions() as u64)
                .ok_or(Error::TooManyPositions {
                    limit: MAX_POSITIONS as u64,
                })?;
        }
        Ok(Self {
            parts: parts.to_vec(),
            mover,
            compound,
            convention,
            weights,
            impartial,
        })
    }

    /// The number of the position in which the parts stand like this.
    ///
    /// # Panics
    ///
    /// If there are fewer places than parts.
    pub fn position(&self, places: &[PositionId], mover: Player) -> u64 {
        let turn = u64::from(!self.impartial && mover == Player::Second);
        let digits = self.weights.iter().enumerate();
        turn + digits
            .map(|(n, weight)| places[n].index() as u64 * weight)
            .sum::<u64>()
    }

    /// Where part `n` stands.
    pub fn place(&self, position: u64, n: usize) -> PositionId {
        let digit = position / self.weights[n] % self.parts[n].positions() as u64;
        PositionId::new(digit as usize)
    }

    /// Shows every legal turn, with the parts that move in order, and the position
    /// after it; until `visit` breaks off.
    ///
    /// Cost: one look at each part a turn, at most. No turn is kept.
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
        // What each part does: 0 is to stay, k is its k-th option. An explicit
        // stack, as there is no bound to the number of parts.
        let mut done: Vec<usize> = Vec::with_capacity(movable.len());
        let mut next = 0;
        loop {
            let way = if let Some(of) = movable.get(done.len()) {
                let to_come = movable.len() - done.len() - 1;
                let first = usize::from(turn.len() + to_come < least);
                let last = if turn.len() < most {
                    of.options.len()
                } else {
                    0
                };
                Some(next.max(first)).filter(|&way| way <= last)
            } else {
                if turn.len() >= least && visit(&turn, after).is_break() {
                    return;
                }
                None
            };
            if let Some(way) = way {
                if way > 0 {
                    let of = &movable[done.len()];
                    let to = self.parts[of.part].option(of.options.start + way - 1);
                    after -= of.from;
                    after += to.index() as u64 * self.weights[of.part];
                    turn.push(Choice { part: of.part, to });
                }
                done.push(way);
                next = 0;
            } else {
                let Some(way) = done.pop() else { return };
                if way > 0
                    && let Some(Choice { part, to }) = turn.pop()
                {
                    after -= to.index() as u64 * self.weights[part];
                    after += movable[done.len()].from;
                }
                next = way + 1;
            }
        }
    }

    /// How many turns there are, without a look at them; no more than
    /// `u64::MAX`.
    #[must_use]
    pub fn count_turns(&self, position: u64) -> u64 {
        let movable = self.movable(position);
        // Options of one part, ways to move or stay, ways to move all.
        let (mut one, mut any, mut all) = (0u128, 1u128, 1u128);
        for of in &movable {
            let options = of.options.len() as u128;
            one += options;
            any = any.saturating_mul(1 + options);
            all = all.saturating_mul(options);
        }
        if movable.len() < self.parts.len() {
            all = 0;
        }
        let count = match self.compound {
            Compound::One => one,
            Compound::Some => any - 1,
            Compound::NotAll => (any - 1).saturating_sub(all),
            Compound::All => all,
        };
        u64::try_from(count).unwrap_or(u64::MAX)
    }

    /// The least and the largest number of parts that a turn moves.
    fn moved(&self) -> (usize, usize) {
        let count = self.parts.len();
        match self.compound {
            Compound::One => (1, 1),
            Compound::Some => (1, count),
            Compound::NotAll => (1, count - 1),
            Compound::All => (count, count),
        }
    }

    /// The parts that the mover can move.
    fn movable(&self, position: u64) -> Vec<Movable> {
        let mover = self.mover(&position);
        let parts = self.parts.iter().enumerate().map(|(part, of)| {
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
    pub fn after(&self, position: u64, turn: &[Choice]) -> u64 {
        let mut after = position;
        for &Choice { part, to } in turn {
            after -= self.weights[part] * self.place(position, part).index() as u64;
            after += self.weights[part] * to.index() as u64;
        }
        if self.impartial { after } else { after ^ 1 }
    }

    /// How many positions play reaches, and how many turns there are in all of
    /// them, where that is plain; both no more than `u64::MAX`.
    ///
    /// Where the players have the same moves, the parts can be moved one by one to
    /// any of their positions: all combinations are reached. For partizan parts
    /// the order of the turns may forbid some, and in `All`, or with one part, the
    /// parts do not move one by one.
    ///
    /// # Errors
    ///
    /// The budget refuses a mark for each position of a part.
    pub fn size(&self, budget: &Budget) -> Result<Option<Size>, Refusal> {
        if !self.impartial || self.compound == Compound::All || self.parts.len() == 1 {
            return Ok(None);
        }
        // Products of the parts' positions, of their options, and of both.
        let (mut places, mut moves, mut either) = (1u128, 1u128, 1u128);
        // Turns that move in one part.
        let mut single = 0u128;
        for part in &self.parts {
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
        let turns = match self.compound {
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
        // No rule can break here: a fault stands for a refusal.
        solved.map_err(|error| match error {
            Error::Fault(_) => within.refused.into_inner().unwrap_or(error),
            other => other,
        })
    }

    /// Refuses, before the work, positions and turns that cannot fit.
    fn refuse_if_hopeless(&self, job: &Job) -> Result<(), Error> {
        let budget = &job.budget;
        // No two turns of a position lead to the same one.
        let from_start = self.count_turns(self.start());
        refuse_positions(from_start, 0, budget)?;
        let size = self.size(budget);
        match size.map_err(|refusal| Error::out_of_memory(refusal, Phase::Discovering, 0))? {
            // One edge a position is counted in the floor.
            Some(Size { positions, turns }) => {
                refuse_positions(positions, turns.saturating_sub(positions), budget)
            }
            None => Ok(()),
        }
    }
}

/// A part that the mover can move.
struct Movable {
    part: usize,
    /// What its place counts in the number of the position.
    from: u64,
    /// Where its options stand in its table.
    options: Range<usize>,
}

/// Refuses so many positions, and edges beyond one for each, if they cannot fit.
fn refuse_positions(positions: u64, more_edges: u64, budget: &Budget) -> Result<(), Error> {
    if positions > MAX_POSITIONS as u64 {
        let limit = MAX_POSITIONS as u64;
        return Err(Error::TooManyPositions { limit });
    }
    let floor = floor_bytes(positions, size_of::<u64>());
    let bytes = floor.saturating_add(more_edges.saturating_mul(4));
    let budget = budget.limit();
    if bytes > budget {
        return Err(Error::TooLarge {
            positions,
            bytes,
            budget,
        });
    }
    Ok(())
}

/// How large a product is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Positions that play can reach.
    pub positions: u64,
    /// Turns in all of them.
    pub turns: u64,
}

impl Game for Product {
    type Position = u64;
    type Move = Vec<Choice>;

    fn start(&self) -> u64 {
        let places: Vec<PositionId> = self.parts.iter().map(Part::position).collect();
        self.position(&places, self.mover)
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
        self.convention.stuck()
    }

    /// All turns at once; [`Product::each_turn`] keeps none.
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
/// A solver can charge what a position leads to only when it has been told, which
/// here may be too late: few positions may have millions of turns each.
struct Within<'a> {
    product: &'a Product,
    budget: &'a Budget,
    /// Why a position was not expanded.
    refused: OnceLock<Error>,
}

impl Within<'_> {
    /// Room in `out` for all turns of a position. What it takes is charged while
    /// it is taken; the solver charges what it keeps.
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
            // Of several threads the first is heard.
            let _ = self.refused.set(error);
            fault
        })?;
        self.product.expand(position, out)
    }
}
