//! Who wins where play never ends, read from what a solver found.
//!
//! **Problem.** The rules may say `win A if endless`. To a solver the positions from which neither
//! player can force an end that wins are draws, and all its methods, its tables and its certificates
//! keep them as such.
//!
//! **Theorem.** Let A win endless play, and B be the other player. Rules without draws: from a
//! position where B cannot force a win, A can go on to another such position (where A moves, some
//! move leads to one; where B moves, all do). So A never loses: play ends with a win of A, or never.
//! All positions that are draws to the solver are won by A. Rules with draws: A prefers any win to a
//! draw, and B a draw to endless play. B can force a draw or better exactly where B can force a win
//! by the rules in which every draw is a win of B. So two games are solved, and a position that is a
//! draw to the solver of the first is a draw if B wins it in the second, and else a win of A.
//!
//! This is the usual theory of games of reachability and safety: E. Zermelo (1913), D. König (1927),
//! L. Kalmár (1928).
//!
//! **Cost.** Who is to move in each position that is a draw to the solver; where the rules have
//! draws, solving twice, and two look-ups.

use std::ops::ControlFlow;

use zug_solve::table::{Entry, Unreadable};
use zug_values::{Outcome, Plies, Turn, Value};

use super::{AnySolved, Solution, Solved};
use crate::subject::Subject;

impl Solution {
    /// The solution of a problem with halves ([`crate::Problem::halves`]): this one is of the first half, and
    /// `drawn` of the second.
    ///
    /// # Panics
    ///
    /// They are of two games.
    #[must_use]
    pub fn with_draws_won(mut self, drawn: Self) -> Self {
        assert_eq!(self.id, drawn.id, "halves are of one game");
        match (&mut self.inner, drawn.inner) {
            (AnySolved::Narrow(of), AnySolved::Narrow(drawn)) => of.drawn = Some(Box::new(drawn)),
            (AnySolved::Wide(of), AnySolved::Wide(drawn)) => of.drawn = Some(Box::new(drawn)),
            (AnySolved::Widest(of), AnySolved::Widest(drawn)) => of.drawn = Some(Box::new(drawn)),
            (AnySolved::Rust(of), AnySolved::Rust(drawn)) => of.drawn = Some(Box::new(drawn)),
            _ => unreachable!("the same positions have the same width"),
        }
        self
    }
}

impl<G: Subject> Solved<G> {
    /// The value of a position of which the solver found `found`; `over` is how the rules end the
    /// game there, where that is known.
    pub(super) fn read(
        &self,
        position: &G::Position,
        found: Value,
        over: Option<Outcome>,
    ) -> Result<Value, Unreadable> {
        let Some(mover_wins) = self.game.mover_wins_endless(position) else {
            return Ok(found);
        };
        if found != Value::Draw || over.is_some() {
            return Ok(found);
        }
        let lost = if mover_wins {
            Outcome::Loss
        } else {
            Outcome::Win
        };
        match &self.drawn {
            // A position that the second game does not have is one in which a move ended the game
            // drawn.
            Some(drawn)
                if drawn
                    .found(*position)?
                    .is_none_or(|value| value.outcome() == lost) =>
            {
                Ok(Value::Draw)
            }
            None if self.game.has_draws_beside_endless() => Err(Unreadable::new(
                "it does not tell the draws of these rules from play that never ends",
            )),
            _ => Ok(found.read(mover_wins)),
        }
    }

    /// What a move is worth to the player who makes it by the rules in which every draw is won by the
    /// player who loses endless play; `None` if these rules were not solved. Whoever takes the best one
    /// of the moves that hold a draw comes to its end.
    pub(super) fn draw_by(
        &self,
        from: G::Position,
        to: G::Position,
        turn: Turn,
    ) -> Result<Option<Value>, Unreadable> {
        let Some(drawn) = &self.drawn else {
            return Ok(None);
        };
        let found = drawn.found(to)?.map(|after| after.before(turn));
        Ok(Some(found.unwrap_or_else(|| {
            // The move ended the game drawn.
            match self.game.mover_wins_endless(&from) {
                Some(true) => Value::Loss(Plies(1)),
                _ => Value::Win(Plies(1)),
            }
        })))
    }

    /// The entries with their values as [`Solved::read`] gives them; `None` if these are the values
    /// that the solver found.
    pub(super) fn read_entries(
        &self,
        entries: &[Entry<G::Position>],
    ) -> Result<Option<Vec<Entry<G::Position>>>, Unreadable> {
        if self.game.endless().is_none() {
            return Ok(None);
        }
        let read = entries.iter().map(|entry| {
            let value = self.read(entry.position(), entry.value(), entry.finished())?;
            Ok(match entry.finished() {
                Some(outcome) => Entry::of_finished(*entry.position(), outcome),
                None => Entry::new(*entry.position(), value),
            })
        });
        read.collect::<Result<_, Unreadable>>().map(Some)
    }

    /// Hands on all entries of the table with their values as [`Solved::read`] gives them, until
    /// `take` breaks off.
    pub(super) fn each_read(
        &self,
        take: &mut dyn FnMut(&Entry<G::Position>) -> ControlFlow<()>,
    ) -> Result<(), Unreadable> {
        let mut unreadable = Ok(());
        self.stored.table().each_block(&mut |block| {
            // A block of a table in memory may be all of it.
            block.chunks(PART).try_for_each(|part| {
                let read = match self.read_entries(part) {
                    Ok(read) => read,
                    Err(why) => {
                        unreadable = Err(why);
                        return ControlFlow::Break(());
                    }
                };
                read.as_deref()
                    .unwrap_or(part)
                    .iter()
                    .try_for_each(&mut *take)
            })
        })?;
        unreadable
    }
}

/// The number of entries that are read at once.
const PART: usize = 4096;
