//! Who knows the moves of a game that is played: solved positions, or a search.

use std::time::Duration;

use anyhow::Result;
use zug::{
    Assessment, Error, Known, KnownMove, KnownSoFar, LegalMove, Outcome, Phase, Position, Progress,
    Purpose, Searcher, Solution, Stopped, Turn, Value, points,
};

use crate::clock::Clock;

/// A move that can be made.
#[derive(Clone, Debug)]
pub(crate) struct Choice<P> {
    pub(crate) name: String,
    /// The position after the move.
    pub(crate) position: P,
    pub(crate) turn: Turn,
    /// The points that the player who makes the move gains by it.
    pub(crate) gain: i64,
}

impl From<LegalMove> for Choice<Position> {
    fn from(legal: LegalMove) -> Self {
        Self {
            name: legal.name,
            position: legal.position,
            turn: legal.turn,
            gain: legal.gain,
        }
    }
}

/// Tells the moves of positions, and which are good.
pub(crate) trait Adviser {
    /// A position of the game that is played.
    type Position;

    /// How the game ends for the player to move if it is over here; `None` if it goes on.
    fn finished(&self, position: &Self::Position) -> Result<Option<Outcome>>;

    /// The legal moves, in the order of the rules.
    fn moves(&self, position: &Self::Position) -> Result<Vec<Choice<Self::Position>>>;

    /// The best move, as far as is known, and what the person is told of it behind its name;
    /// `None` where there is no move.
    fn best(
        &mut self,
        position: &Self::Position,
    ) -> Result<Option<(Choice<Self::Position>, String)>>;

    /// Each move by its name with what it is worth to the player who makes it, the best first.
    fn hints(&mut self, position: &Self::Position) -> Result<Vec<(String, String)>>;
}

/// Solved positions: each move is the best.
pub(crate) struct Solved<'a>(pub(crate) &'a Solution);

impl Adviser for Solved<'_> {
    type Position = Position;

    fn finished(&self, position: &Position) -> Result<Option<Outcome>> {
        Ok(self.0.finished(position)?)
    }

    fn moves(&self, position: &Position) -> Result<Vec<Choice<Position>>> {
        let moves = self.0.moves_in_order(position)?.into_iter();
        Ok(moves.map(|of| LegalMove::from(of).into()).collect())
    }

    fn best(&mut self, position: &Position) -> Result<Option<(Choice<Position>, String)>> {
        let best = self.0.moves(position)?.into_iter().next();
        Ok(best.map(|best| (LegalMove::from(best).into(), String::new())))
    }

    fn hints(&mut self, position: &Position) -> Result<Vec<(String, String)>> {
        let moves = self.0.moves(position)?.into_iter();
        Ok(moves.map(|of| (of.name.clone(), of.told())).collect())
    }
}

/// A search within a time: a move is the best as far as is proved by then.
pub(crate) struct Searching<'a, 's> {
    pub(crate) search: &'a mut Searcher<'s>,
    pub(crate) clock: &'a Clock,
    /// The time that one search may take.
    pub(crate) time: Duration,
}

impl Searching<'_, '_> {
    /// What is proved within the time.
    ///
    /// # Errors
    ///
    /// A signal stopped it; the rules break.
    fn assess(&mut self, position: &Position, purpose: Purpose) -> Result<Assessment> {
        let search = &mut *self.search;
        let assess = || search.assess(position, purpose);
        let assessed = self.clock.within(self.time, assess)??;
        if self.clock.is_stopped() {
            return Err(stopped(assessed.known, &assessed.moves, assessed.nodes).into());
        }
        Ok(assessed)
    }
}

/// The error of a search that a signal stopped, when this much was known of the position.
pub(crate) fn stopped(known: Known, moves: &[KnownMove], nodes: u64) -> Error {
    let moves = moves.iter().filter(|of| of.known.outcome().is_some());
    let known = KnownSoFar {
        position: known,
        moves: moves.map(|of| (of.legal.name.clone(), of.known)).collect(),
    };
    Error::SearchStopped {
        stopped: Stopped::cancelled(Progress::at(Phase::Searching, nodes)),
        known: Box::new(known),
    }
}

impl Adviser for Searching<'_, '_> {
    type Position = Position;

    fn finished(&self, position: &Position) -> Result<Option<Outcome>> {
        Ok(self.search.finished(position)?)
    }

    fn moves(&self, position: &Position) -> Result<Vec<Choice<Position>>> {
        let moves = self.search.moves(position)?.into_iter();
        Ok(moves.map(Choice::from).collect())
    }

    fn best(&mut self, position: &Position) -> Result<Option<(Choice<Position>, String)>> {
        let moves = self.search.moves(position)?;
        if let [only] = &moves[..] {
            return Ok(Some((only.clone().into(), ", the only move".to_owned())));
        }
        let assessed = self.assess(position, Purpose::BestMove)?;
        let best = assessed.moves.into_iter().next();
        Ok(best.map(|best| (best.legal.into(), of_best(best.known))))
    }

    fn hints(&mut self, position: &Position) -> Result<Vec<(String, String)>> {
        let assessed = self.assess(position, Purpose::AllMoves)?;
        let moves = assessed.moves.into_iter();
        Ok(moves
            .map(|of| (of.legal.name, of.known.to_string()))
            .collect())
    }
}

/// What the person is told of a move that was played, behind its name.
fn of_best(known: Known) -> String {
    if let Some(score) = known.score() {
        return format!(", which scores {}", points(score));
    }
    if let (Some(outcome), within) = (known.outcome(), known.within()) {
        let wins = match outcome {
            Outcome::Win => "wins",
            Outcome::Draw => return ", which draws".to_owned(),
            Outcome::Loss => "loses",
        };
        return match within {
            Some(plies) if known.value().is_some() => format!(", which {wins} in {plies}"),
            Some(plies) => format!(", which {wins} within {plies}"),
            None if known.value().is_some_and(Value::is_endless) => {
                format!(", which {wins}: play never ends")
            }
            None => format!(", which {wins}"),
        };
    }
    match (known.at_least(), known.at_most()) {
        (Outcome::Draw, _) => ", which draws at least; whether it wins is not known".to_owned(),
        (_, Outcome::Draw) => ", which does not win; whether it draws is not known".to_owned(),
        _ => match known.no_win_within().min(known.no_loss_within()).0 {
            0 => "; who wins then is not known".to_owned(),
            plies => format!("; who wins then is not known: nobody within {plies} moves"),
        },
    }
}
