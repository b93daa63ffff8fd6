//! A sum that is played move by move: heaps of games by their notation, or the games that moves leave.
//!
//! A position is the list of its parts. Who wins is asked of `Sum` where the parts are heaps, so that misère
//! play is known as far as it is there; games that moves leave are answered by their nimbers.

use std::cell::RefCell;
use std::collections::HashSet;

use zug_lang::LeftPosition;
use zug_solve::compound::Compound;
use zug_values::{NimSum, Nimber, Outcome, Play};

use crate::error::Error;
use crate::expression::Expression;
use crate::heaps::HeapPart;
use crate::left_games::LeftNimbersOf;
use crate::options::SolveOptions;
use crate::part_names::in_part;
use crate::request::Request;
use crate::sum::Shelf;

/// A sum that is played move by move.
///
/// ```
/// use zug::{Expression, Outcome, PlayedSum, SolveOptions};
///
/// let expression: Expression = "0.77(3)".parse()?;
/// let played = PlayedSum::of_heaps(&expression, None, &SolveOptions::default())?.unwrap();
/// let moves = played.moves(played.start())?;
/// let winning: Vec<&str> = moves
///     .iter()
///     .filter(|of| of.outcome == Outcome::Win)
///     .map(|of| &*of.name)
///     .collect();
/// assert_eq!(winning, ["3 to 1+1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PlayedSum {
    rules: RulesOf,
    start: Vec<PlayedPart>,
    play: Play,
    options: SolveOptions,
}

#[derive(Debug)]
enum RulesOf {
    Heaps(RefCell<Shelf>),
    Left(Box<LeftNimbersOf>),
}

/// A part of a sum that is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedPart(Piece);

/// Invariant: the parts of one sum are all heaps, or all games that moves leave.
const ONE_KIND: &str = "a part of another sum";

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Heaps(HeapPart),
    Left(LeftPosition),
}

/// A move in one part of a sum, with what it gives the player who makes it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayedMove {
    /// The move as a person writes it, with the number of its part where there are several.
    pub name: String,
    /// The parts of the sum after the move.
    pub after: Vec<PlayedPart>,
    /// What the player who makes the move gets.
    pub outcome: Outcome,
}

impl PlayedSum {
    /// The sum of an expression all of whose parts are games on heaps by their notation; `None` for any other
    /// expression.
    ///
    /// # Errors
    ///
    /// Some heap has too many moves to be listed; who wins is not known, as in misère play of different games.
    pub fn of_heaps(
        expression: &Expression,
        play: Option<Play>,
        options: &SolveOptions,
    ) -> Result<Option<Self>, Error> {
        let parts = expression.parts.iter();
        let heaps: Option<Vec<&HeapPart>> = parts.map(|named| named.as_heaps()).collect();
        let Some(heaps) = heaps else { return Ok(None) };
        for part in &heaps {
            listed(part)?;
        }
        let heaps = heaps.into_iter().cloned();
        let played = Self {
            rules: RulesOf::Heaps(RefCell::default()),
            start: heaps.map(|part| PlayedPart(Piece::Heaps(part))).collect(),
            play: play.unwrap_or_default(),
            options: options.clone(),
        };
        played.moves(&played.start)?;
        Ok(Some(played))
    }

    /// The game of rules whose moves leave other games; `None` for any other rules.
    ///
    /// # Errors
    ///
    /// Faulty rules, a setting that does not fit, misère play.
    pub fn of_left(request: &Request, options: &SolveOptions) -> Result<Option<Self>, Error> {
        let Some(games) = LeftNimbersOf::request(request, &options.job())? else {
            return Ok(None);
        };
        Ok(Some(Self {
            start: vec![PlayedPart(Piece::Left(games.start().clone()))],
            rules: RulesOf::Left(games.into()),
            play: Play::Normal,
            options: options.clone(),
        }))
    }

    /// The parts that play begins with.
    #[must_use]
    pub fn start(&self) -> &[PlayedPart] {
        &self.start
    }

    /// What the player to move gets where no move is left.
    #[must_use]
    pub fn stuck(&self) -> Outcome {
        match self.play {
            Play::Normal => Outcome::Loss,
            Play::Misere => Outcome::Win,
        }
    }

    /// The parts as a person writes them.
    #[must_use]
    pub fn texts(&self, parts: &[PlayedPart]) -> Vec<String> {
        let texts = parts.iter().map(|part| match (&part.0, &self.rules) {
            (Piece::Left(position), RulesOf::Left(games)) => games.text(position),
            (Piece::Heaps(part), RulesOf::Heaps(_)) => part.to_string(),
            _ => unreachable!("{ONE_KIND}"),
        });
        texts.collect()
    }

    /// All moves of the parts, in their order.
    ///
    /// # Errors
    ///
    /// The rules break, the memory does not suffice, or the caller cancelled; who wins is not known.
    pub fn moves(&self, parts: &[PlayedPart]) -> Result<Vec<PlayedMove>, Error> {
        if parts.is_empty() {
            return Ok(Vec::new());
        }
        match &self.rules {
            RulesOf::Heaps(shelf) => self.moves_of_heaps(parts, &mut shelf.borrow_mut()),
            RulesOf::Left(games) => moves_of_left(parts, games),
        }
    }

    fn moves_of_heaps(
        &self,
        parts: &[PlayedPart],
        shelf: &mut Shelf,
    ) -> Result<Vec<PlayedMove>, Error> {
        let heaps = parts.iter().map(|part| match &part.0 {
            Piece::Heaps(heaps) => heaps,
            Piece::Left(_) => unreachable!("{ONE_KIND}"),
        });
        let named = heaps
            .clone()
            .map(|part| (part.to_string(), part.clone().into()));
        let sum = shelf.sum(
            named.collect(),
            Compound::One,
            Some(self.play),
            &self.options,
        )?;
        let worth = sum.solve(usize::MAX, &self.options)?;
        if worth.outcome().is_none() || worth.more_turns {
            return Err(Error::NotPlayed {
                sum: self.texts(parts).join(" + "),
                why: worth.why.join("; "),
            });
        }
        let turns = worth.turns.iter().filter_map(|turn| turn.first());
        let winning: HashSet<(usize, &str)> = turns.map(|of| (of.part, &*of.name)).collect();
        let mut moves = Vec::new();
        for (place, part) in heaps.enumerate() {
            for (name, after) in listed(part)? {
                let outcome = if winning.contains(&(place, &*name)) {
                    Outcome::Win
                } else {
                    Outcome::Loss
                };
                let after = after.map(|after| PlayedPart(Piece::Heaps(after)));
                moves.push(PlayedMove {
                    name: in_part(parts.len(), place, name),
                    after: spliced(parts, place, after),
                    outcome,
                });
            }
        }
        Ok(moves)
    }
}

/// The moves of parts that are games which moves leave.
fn moves_of_left(parts: &[PlayedPart], games: &LeftNimbersOf) -> Result<Vec<PlayedMove>, Error> {
    let positions = parts.iter().map(|part| match &part.0 {
        Piece::Left(position) => position,
        Piece::Heaps(_) => unreachable!("{ONE_KIND}"),
    });
    let positions: Vec<&LeftPosition> = positions.collect();
    let nimbers = positions.iter().map(|position| games.nimber(position));
    let nimbers: Vec<Nimber> = nimbers.collect::<Result<_, _>>()?;
    let total = NimSum(&nimbers).total();
    let mut moves = Vec::new();
    for (place, position) in positions.iter().enumerate() {
        for (name, left) in games.moves(position)? {
            let there = left.iter().map(|position| games.nimber(position));
            let there: Vec<Nimber> = there.collect::<Result<_, _>>()?;
            let rest = total + nimbers[place] + NimSum(&there).total();
            let mut pieces = Vec::with_capacity(left.len());
            for position in left {
                // A game without a move is left out: nobody needs to see it.
                if !games.moves(&position)?.is_empty() {
                    pieces.push(PlayedPart(Piece::Left(position)));
                }
            }
            moves.push(PlayedMove {
                name: in_part(parts.len(), place, name),
                after: spliced(parts, place, pieces),
                outcome: rest.outcome().flipped(),
            });
        }
    }
    Ok(moves)
}

/// The parts after a move that leaves others in the place of one.
fn spliced(
    parts: &[PlayedPart],
    place: usize,
    left: impl IntoIterator<Item = PlayedPart>,
) -> Vec<PlayedPart> {
    let mut after = parts.to_vec();
    after.splice(place..=place, left);
    after
}

/// Every move of some heaps by its name, with what it leaves; nothing is left where no counter is.
fn listed(part: &HeapPart) -> Result<Vec<(String, Option<HeapPart>)>, Error> {
    let too_many = || Error::MovesTooMany {
        part: part.to_string(),
    };
    part.moves().ok_or_else(too_many)
}
