//! Values of positions and of expressions in which play can go round.

use zug_job::Job;
use zug_lang::{RulesGame, Word};
use zug_partizan::{AnyValue, Arena, NoNames, PartizanError, ReadFault, Stopper, Style};
use zug_solve::partizan::{NoValue, values_around};
use zug_values::Outcome;

use crate::error::Error;
use crate::partizan::{refuse_other_ends, values};
use crate::problem::{Position, Problem};
use crate::subject::{AnyGame, for_rules};

/// A value in which play can go round. All values are texts in the notation of `zug value`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoopyWorth {
    /// The value.
    pub value: String,
    /// The value with braces for all that is no number.
    pub form: String,
    /// The onside: as good for Left as the value is if she wins all play that never ends.
    pub onside: String,
    /// The offside: as good for Left as the value is if Right wins all play that never ends.
    pub offside: String,
    /// What Left gets if she begins, and Right if he does.
    pub begins: [Outcome; 2],
}

impl LoopyWorth {
    pub(crate) fn of(arena: &mut Arena, value: AnyValue) -> Result<Self, PartizanError> {
        let sides = value.sides();
        let mut side = |stopper: Stopper| arena.text_of_any(stopper.into());
        let (onside, offside) = (side(sides.onside)?, side(sides.offside)?);
        Ok(Self {
            value: arena.text_of_any(value)?,
            form: arena.write_any(value, Style::Braces)?,
            onside,
            offside,
            begins: arena.outcomes(value)?,
        })
    }

    /// Who wins if Left begins, and if Right does, in words.
    #[must_use]
    pub fn who(&self) -> [&'static str; 2] {
        const LEFT: &str = "Left wins";
        const RIGHT: &str = "Right wins";
        let [left, right] = self.begins;
        let in_words = |outcome: Outcome, begins, other| match outcome {
            Outcome::Win => begins,
            Outcome::Draw => "nobody wins: play never ends",
            Outcome::Loss => other,
        };
        [in_words(left, LEFT, RIGHT), in_words(right, RIGHT, LEFT)]
    }

    /// The value in LaTeX, for mathematics mode.
    ///
    /// # Errors
    ///
    /// Braces are nested too deep; the caller cancelled, or the memory does not suffice.
    pub fn latex(&self, job: &Job) -> Result<String, Error> {
        let mut arena = Arena::new(job)?;
        let value = arena.read_any(&self.value, &mut NoNames);
        let value = value.map_err(|error| match error.fault {
            ReadFault::Value(error) => error,
            _ => PartizanError::TooLarge("the text"),
        })?;
        Ok(arena.write_any(value, Style::Latex)?)
    }
}

/// The values of positions of a game, in their order. At most `most` boards are looked at where play can go round.
///
/// # Errors
///
/// The positions have no values that could be worked out; the caller cancelled, or the memory does not suffice.
pub(crate) fn any_values(
    problem: &Problem,
    positions: &[Position],
    most: usize,
    arena: &mut Arena,
    job: &Job,
) -> Result<Vec<AnyValue>, Error> {
    match values(problem, positions, arena, job) {
        Err(error) if is_cyclic(&error) => around(problem, positions, most, arena, job),
        found => Ok(found?.into_iter().map(AnyValue::Short).collect()),
    }
}

/// Whether an error says that play can go round.
fn is_cyclic(error: &Error) -> bool {
    matches!(error, Error::NoPartizanValue(why) if matches!(**why, NoValue::Cyclic))
}

fn around(
    problem: &Problem,
    positions: &[Position],
    most: usize,
    arena: &mut Arena,
    job: &Job,
) -> Result<Vec<AnyValue>, Error> {
    refuse_other_ends(problem)?;
    for_rules!(
        &problem.game, AnyGame,
        game => in_game(problem, game, positions, most, arena, job),
        else Err(NoValue::Result.into())
    )
}

fn in_game<W: Word>(
    problem: &Problem,
    game: &RulesGame<W>,
    positions: &[Position],
    most: usize,
    arena: &mut Arena,
    job: &Job,
) -> Result<Vec<AnyValue>, Error> {
    use zug_game::Boards as _;
    let boards = positions.iter();
    let boards = boards.map(|of| game.board(&W::narrow(problem.bits(of))));
    let boards: Vec<_> = boards.collect();
    Ok(values_around(game, &boards, most, arena, job)?)
}
