//! Games whose moves leave other games, `becomes row(i) + row(n - i)`: a position is a game of the file
//! with the values of its parameters, and nothing else.
//!
//! The plain evaluator works out the moves, so that this is the definition of `becomes`.

use std::sync::Arc;

use zug_job::Job;

use super::notation::{counts_of_texts, plain_text, template_text};
use super::{Error, parameters};
use crate::check::GameTypes;
use crate::domain::part::Part;
use crate::domain::value::Value;
use crate::evaluate::{Eval, Evaluator, NoValue, fault};
use crate::syntax::ast::{Becomes, File, LeftGame};
use crate::text::span::Span;

/// The games of a file whose moves leave other games.
#[derive(Clone, Debug)]
pub struct LeftGames {
    file: Arc<File>,
    types: Arc<[GameTypes]>,
    job: Job,
    start: LeftPosition,
}

/// A game with the values of its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LeftPosition {
    /// The place of the game in the file.
    game: usize,
    /// The values of its parameters, in the order of its header.
    values: Box<[Value]>,
}

impl LeftPosition {
    /// The place of the game in the file, and the values of its parameters.
    pub(super) fn parts(&self) -> (usize, &[Value]) {
        (self.game, &self.values)
    }
}

/// A move, with the games that it leaves.
struct WrittenMove {
    /// Its notation, and its full name.
    texts: [String; 2],
    /// Where the rules declare it.
    declared: Span,
    left: Vec<LeftPosition>,
}

/// The largest number of moves that one declaration gives a position.
const MOST_MOVES: usize = 1 << 20;

impl LeftGames {
    pub(super) fn of(start: &Part, types: &[GameTypes]) -> Self {
        let values = start.parameter_values().into_iter().map(|(_, value)| value);
        Self {
            file: start.file.clone(),
            types: types.into(),
            job: start.job.clone(),
            start: LeftPosition {
                game: start.game,
                values: values.collect(),
            },
        }
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// The position that play begins with.
    #[must_use]
    pub fn start(&self) -> &LeftPosition {
        &self.start
    }

    /// The game that play begins with, with another number as its parameter; `None` if the game has not just one
    /// parameter, which is a whole number.
    #[must_use]
    pub fn with_number(&self, number: i64) -> Option<LeftPosition> {
        self.number(&self.start)?;
        Some(LeftPosition {
            game: self.start.game,
            values: [Value::Int(number)].into(),
        })
    }

    /// The parameter of a position, if it is a position of the game that play begins with, which has just one
    /// parameter, and if that is a whole number.
    #[must_use]
    pub fn number(&self, position: &LeftPosition) -> Option<i64> {
        match &position.values[..] {
            [Value::Int(number)] if position.game == self.start.game => Some(*number),
            _ => None,
        }
    }

    /// A position as a person writes it: `row(5)`.
    #[must_use]
    pub fn text(&self, position: &LeftPosition) -> String {
        let name = &self.file.games[position.game].name.text;
        let values: Vec<String> = position.values.iter().map(Value::written).collect();
        if values.is_empty() {
            name.to_string()
        } else {
            format!("{name}({})", values.join(", "))
        }
    }

    /// The games that each move of a position leaves.
    ///
    /// # Errors
    ///
    /// The rules break, a parameter has a value that the rules do not allow, or the job was interrupted.
    pub fn moves(&self, position: &LeftPosition) -> Result<Vec<Vec<LeftPosition>>, Error> {
        let moves = self.written_moves(position)?.into_iter();
        Ok(moves.map(|written| written.left).collect())
    }

    /// The moves of a position by their names, each with the games that it leaves.
    ///
    /// # Errors
    ///
    /// As for [`LeftGames::moves`].
    pub fn named_moves(
        &self,
        position: &LeftPosition,
    ) -> Result<Vec<(String, Vec<LeftPosition>)>, Error> {
        let moves = self.written_moves(position)?;
        // A name that two moves have says too little.
        let counts = counts_of_texts(moves.iter().map(|written| &written.texts));
        let alone = moves.iter().map(|written| counts[&*written.texts[0]] == 1);
        let alone: Vec<bool> = alone.collect();
        let named = alone.into_iter().zip(moves);
        let named = named.map(|(alone, WrittenMove { texts, left, .. })| {
            let [short, full] = texts;
            let name = if alone { short } else { full };
            (name, left)
        });
        Ok(named.collect())
    }

    /// Says of a fault in the game `left` by which move it comes from the game `from`.
    #[must_use]
    pub fn of_move(&self, error: Error, from: &LeftPosition, left: &LeftPosition) -> Error {
        let Error::Rules(fault) = error else {
            return error;
        };
        let moves = self.written_moves(from).unwrap_or_default();
        let by = moves.iter().find(|written| written.left.contains(left));
        let Some(WrittenMove {
            texts: [_, name],
            declared,
            ..
        }) = by
        else {
            return fault.into();
        };
        let (from, left) = (self.text(from), self.text(left));
        let label = format!("`{name}` in {from} leaves {left}");
        fault.related(*declared, label).into()
    }

    /// The moves of a position, with the games that they leave.
    fn written_moves(&self, position: &LeftPosition) -> Result<Vec<WrittenMove>, Error> {
        let part = self.part(position)?;
        let mut moves = Vec::new();
        for decl in &part.decl().moves {
            let Some(becomes) = &decl.becomes else {
                continue;
            };
            let mut evaluator = Evaluator::new(&part);
            let mut found = Vec::new();
            evaluator.choices(&decl.parameters, &mut Vec::new(), &mut |this, chosen| {
                if let Some(guard) = &decl.guard
                    && !this.bool(guard)?
                {
                    return Ok(());
                }
                if found.len() == MOST_MOVES {
                    let message = format!("more than {MOST_MOVES} moves");
                    return Err(fault(message, decl.name.span));
                }
                let full = plain_text(part.decl(), decl, chosen);
                let short = match &decl.notation {
                    Some(template) => template_text(this, part.decl(), template)?,
                    None => full.clone(),
                };
                found.push(([short, full], arguments(this, becomes)?));
                Ok(())
            })?;
            for (texts, arguments) in found {
                let games = becomes.parts.iter().zip(arguments);
                let left = games.map(|(game, values)| self.left(game, values));
                moves.push(WrittenMove {
                    texts,
                    declared: decl.name.span,
                    left: left.collect::<Result<_, Error>>()?,
                });
            }
        }
        Ok(moves)
    }

    /// The position that a move leaves: a game with these values of its first parameters.
    fn left(&self, left: &LeftGame, values: Vec<Value>) -> Result<LeftPosition, Error> {
        let game = self.file.place_of(&left.game);
        let game = game.expect("the rules were checked: there is such a game");
        let parameters = &self.file.games[game].parameters;
        let is_plain = values.len() == parameters.len()
            && parameters.iter().all(|parameter| parameter.ty.is_none());
        if is_plain {
            let values = values.into();
            return Ok(LeftPosition { game, values });
        }
        let names = parameters.iter().map(|parameter| &parameter.name.text);
        let mut part = Part::new(&self.file, game, &self.job);
        part.parameters = names.cloned().zip(values).collect();
        parameters::fill(&mut part, &self.types[game], &[]).map_err(|error| match error {
            Error::Rules(fault) => fault.related(left.game.span, "for this game").into(),
            other => other,
        })?;
        let values = part.parameter_values().into_iter().map(|(_, value)| value);
        Ok(LeftPosition {
            game,
            values: values.collect(),
        })
    }

    /// The game of a position, ready to be evaluated.
    fn part(&self, position: &LeftPosition) -> Result<Part, Error> {
        let mut part = Part::new(&self.file, position.game, &self.job);
        let names = self.file.games[position.game].parameters.iter();
        let names = names.map(|parameter| parameter.name.text.clone());
        part.parameters = names.zip(position.values.iter().cloned()).collect();
        parameters::require(&part)?;
        Ok(part)
    }
}

/// The values of the parameters of each game that a move leaves.
fn arguments<'a>(evaluator: &mut Evaluator<'a>, becomes: &'a Becomes) -> Eval<Vec<Vec<Value>>> {
    let parts = becomes.parts.iter();
    let values = parts.map(|part| {
        let arguments = part.arguments.iter();
        let values = arguments.map(|argument| evaluator.eval(argument));
        values.collect::<Result<Vec<Value>, NoValue>>()
    });
    values.collect()
}
