//! What is played in `zug play`: rules with positions, or a sum of heaps and of games that moves leave.

use anyhow::Result;
use zug::{Outcome, PlayedMove, PlayedPart, PlayedSum, Player, Position, Problem, Turn};

use crate::adviser::{Adviser, Choice};

/// What is played: how a position is shown, and whose turn it is.
pub(crate) trait Board {
    type Position: Clone + PartialEq;

    /// The position that play begins with.
    fn start(&self) -> Self::Position;

    /// The names of the players; `None` in an impartial game.
    fn players(&self) -> Option<[String; 2]>;

    /// The player to move in a position; `Player::First` in an impartial game.
    fn mover(&self, position: &Self::Position) -> Player;

    /// The position as a person sees it, with the end of the last line.
    fn shown(&self, position: &Self::Position) -> String;

    /// The position on one line.
    fn print(&self, position: &Self::Position) -> String;

    /// Whether the name of a move begins with the number of its part.
    fn names_parts(&self) -> bool;

    /// The points that the player to move gets where the game is over; `None` unless moves gain points.
    fn points_at_end(&self, position: &Self::Position) -> Result<Option<i64>>;

    /// The player who wins if play never ends; `None` if nobody does.
    fn endless(&self) -> Option<Player> {
        None
    }
}

impl Board for Problem {
    type Position = Position;

    fn start(&self) -> Position {
        self.root()
    }

    fn players(&self) -> Option<[String; 2]> {
        Self::players(self)
    }

    fn mover(&self, position: &Position) -> Player {
        Self::mover(self, position)
    }

    fn shown(&self, position: &Position) -> String {
        match self.picture(position) {
            Some(picture) => picture,
            None => Self::print(self, position) + "\n",
        }
    }

    fn print(&self, position: &Position) -> String {
        Self::print(self, position)
    }

    fn names_parts(&self) -> bool {
        Self::names_parts(self)
    }

    fn points_at_end(&self, position: &Position) -> Result<Option<i64>> {
        if !self.has_gains() {
            return Ok(None);
        }
        Ok(Some(self.final_score(position)?.unwrap_or_default()))
    }

    fn endless(&self) -> Option<Player> {
        Self::endless(self)
    }
}

impl Board for PlayedSum {
    type Position = Vec<PlayedPart>;

    fn start(&self) -> Vec<PlayedPart> {
        Self::start(self).to_vec()
    }

    fn players(&self) -> Option<[String; 2]> {
        None
    }

    fn mover(&self, _: &Vec<PlayedPart>) -> Player {
        Player::First
    }

    fn shown(&self, parts: &Vec<PlayedPart>) -> String {
        match &self.texts(parts)[..] {
            [] => "nothing is left\n".to_owned(),
            [only] => format!("{only}\n"),
            texts => {
                let lines = texts.iter().enumerate();
                let lines = lines.map(|(place, text)| format!("{:>3}: {text}\n", place + 1));
                lines.collect()
            }
        }
    }

    fn print(&self, parts: &Vec<PlayedPart>) -> String {
        self.texts(parts).join(" + ")
    }

    fn names_parts(&self) -> bool {
        Self::start(self).len() > 1
    }

    fn points_at_end(&self, _: &Vec<PlayedPart>) -> Result<Option<i64>> {
        Ok(None)
    }
}

/// A sum each of whose moves is known to win or to lose.
pub(crate) struct Summed<'a>(pub(crate) &'a PlayedSum);

impl Summed<'_> {
    fn choice(of: PlayedMove) -> Choice<Vec<PlayedPart>> {
        Choice {
            name: of.name,
            position: of.after,
            turn: Turn::Passes,
            gain: 0,
        }
    }

    /// The moves, those that win first.
    fn best_first(&self, parts: &[PlayedPart]) -> Result<Vec<PlayedMove>> {
        let mut moves = self.0.moves(parts)?;
        moves.sort_by_key(|of| of.outcome != Outcome::Win);
        Ok(moves)
    }
}

impl Adviser for Summed<'_> {
    type Position = Vec<PlayedPart>;

    fn finished(&self, parts: &Vec<PlayedPart>) -> Result<Option<Outcome>> {
        Ok(self.0.moves(parts)?.is_empty().then(|| self.0.stuck()))
    }

    fn moves(&self, parts: &Vec<PlayedPart>) -> Result<Vec<Choice<Vec<PlayedPart>>>> {
        let moves = self.0.moves(parts)?.into_iter();
        Ok(moves.map(Self::choice).collect())
    }

    fn best(
        &mut self,
        parts: &Vec<PlayedPart>,
    ) -> Result<Option<(Choice<Vec<PlayedPart>>, String)>> {
        let best = self.best_first(parts)?.into_iter().next();
        Ok(best.map(|of| (Self::choice(of), String::new())))
    }

    fn hints(&mut self, parts: &Vec<PlayedPart>) -> Result<Vec<(String, String)>> {
        let moves = self.best_first(parts)?.into_iter();
        let told = moves.map(|of| {
            let word = match of.outcome {
                Outcome::Win => "win",
                Outcome::Draw => "draw",
                Outcome::Loss => "loss",
            };
            (of.name, word.to_owned())
        });
        Ok(told.collect())
    }
}
