//! What a sum is worth by partizan values: canonical forms of its parts, added up.

use zug_game::Player;
use zug_job::{Job, Stopped};
use zug_partizan::{AnyValue, Arena, Form};
use zug_solve::partizan::NoValue;
use zug_values::{Nimber, Outcome, Play};

use crate::error::Error;
use crate::loopy_value::{LoopyWorth, any_values};
use crate::options::SolveOptions;
use crate::partizan::{
    PartizanWorth, ValuedMove, cheap, outcome, temperatures, value_and_moves, values,
};

use super::kind::Kind;
use super::moves::Leaving;
use super::{FoundTurns, PartWorth, Sum, SumWorth};

/// The most boards of a part in which play can go round whose values are worked out without being asked for.
const MOST_AROUND: usize = 3_000;

/// What a kind of part is worth.
struct Valued {
    form: Form,
    /// The moves of the player to move, with the values behind them; `None` for a heap, or where single moves
    /// are no turns of that player, or were not asked about.
    moves: Option<Vec<ValuedMove>>,
}

impl Sum {
    /// Whether partizan values can be asked for, and say more than nimbers: a turn moves in one part, whoever
    /// cannot move loses, and in some part the players have different moves.
    pub(super) fn may_have_forms(&self) -> bool {
        self.compound == zug_solve::compound::Compound::One
            && self.play == Play::Normal
            && self.is_partizan()
    }

    /// The partizan value of the sum. At most `most` boards of a part are looked at where play can go round.
    ///
    /// # Errors
    ///
    /// Play is misère, or a part has no value; a value is too large; the caller cancelled, or the memory does
    /// not suffice.
    pub(crate) fn any_value(
        &self,
        most: usize,
        arena: &mut Arena,
        job: &Job,
    ) -> Result<AnyValue, Error> {
        if self.play != Play::Normal {
            return Err(NoValue::Result.into());
        }
        let mut sum = AnyValue::Short(Form::ZERO);
        for (_, kind) in self.in_order() {
            let of_part = any_value(kind, most, arena, job)?;
            sum = arena.sum_of_any(sum, of_part)?;
        }
        Ok(sum)
    }

    /// Adds the values of the parts and of the whole, where play can go round in some part, as far as they cost
    /// little.
    pub(super) fn add_loopy_values(
        &self,
        worth: &mut SumWorth,
        options: &SolveOptions,
    ) -> Result<(), Error> {
        let job = cheap(options);
        match self.with_loopy_values(worth, &job) {
            Err(error) if options.cancel.is_cancelled() => Err(error),
            _ => Ok(()),
        }
    }

    fn with_loopy_values(&self, worth: &mut SumWorth, job: &Job) -> Result<(), Error> {
        let mut arena = Arena::new(job)?;
        let mut sum = AnyValue::Short(Form::ZERO);
        let mut texts = Vec::with_capacity(self.parts.len());
        for (_, kind) in self.in_order() {
            let value = any_value(kind, MOST_AROUND, &mut arena, job)?;
            texts.push(arena.text_of_any(value)?);
            sum = arena.sum_of_any(sum, value)?;
        }
        let loopy = LoopyWorth::of(&mut arena, sum)?;
        for (part, text) in worth.parts.iter_mut().zip(texts) {
            part.value = Some(text);
        }
        if worth.worth.is_none() {
            let [left, right] = loopy.begins;
            let outcome = match self.mover {
                Player::First => left,
                Player::Second => right,
            };
            worth.worth = Some(outcome.into());
            worth.why = vec![
                "the values of the parts, added up, say who wins (J. H. Conway, 1978)".to_owned(),
            ];
            worth.more_turns = outcome == Outcome::Win;
            worth.more_drawing_turns = outcome == Outcome::Draw;
        }
        worth.loopy_value = Some(loopy);
        Ok(())
    }

    /// What the sum is worth by the values of its parts, or only who wins where they do not fit into the memory;
    /// `None` if a part has no value.
    pub(super) fn by_forms(&self, most: usize, job: &Job) -> Result<Option<SumWorth>, Error> {
        let mut arena = Arena::new(job)?;
        let mut of_kind = Vec::with_capacity(self.kinds.len());
        for kind in &self.kinds {
            let valued = if most == 0 {
                form(kind, &mut arena, job).map(|form| Valued { form, moves: None })
            } else {
                self.valued(kind, &mut arena, job)
            };
            match valued {
                Ok(valued) => of_kind.push(valued),
                Err(error) if is_short_of_memory(&error) => {
                    // Who wins takes less.
                    drop(arena);
                    return self.by_search(most, job);
                }
                Err(error) if is_no_value(&error) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        let of_parts: Vec<Form> = self.parts.iter().map(|&kind| of_kind[kind].form).collect();
        let total = arena.sum(of_parts.iter().copied())?;
        let partizan = PartizanWorth::of(&mut arena, total)?;
        let FoundTurns { turns, more } =
            self.winning_turns(total, &of_kind, most, &mut arena, job)?;
        let temperatures = temperatures(&of_parts, &mut arena)?;
        let is_sum = of_parts.len() > 1;
        let mut parts = Vec::with_capacity(self.parts.len());
        for ((place, kind), (_, is_hottest)) in self.in_order().zip(temperatures) {
            parts.push(PartWorth {
                text: kind.text.clone(),
                worth: kind.told_heap(job)?.map(Into::into),
                value: Some(arena.text(of_kind[place].form)?),
                is_hottest: is_hottest && is_sum,
                without: None,
            });
        }
        let why = match parts.len() {
            1 => "the value says who wins (J. H. Conway, 1976)",
            _ => "the values of the parts, added up, say who wins (J. H. Conway, 1976)",
        };
        Ok(Some(SumWorth {
            worth: Some(outcome(partizan.class, self.mover).into()),
            partizan: Some(partizan),
            turns,
            more_turns: more,
            ..SumWorth::unknown(parts, vec![why.to_owned()])
        }))
    }

    /// What a kind of part is worth, with the moves of the player to move.
    fn valued(&self, kind: &Kind, arena: &mut Arena, job: &Job) -> Result<Valued, Error> {
        if kind.told_heap(job)?.is_some() {
            let form = form(kind, arena, job)?;
            return Ok(Valued { form, moves: None });
        }
        let (form, moves) = value_and_moves(self.mover, kind.problem()?, arena, job)?;
        Ok(Valued { form, moves })
    }

    /// The moves by which the player to move wins.
    fn winning_turns(
        &self,
        total: Form,
        of_kind: &[Valued],
        most: usize,
        arena: &mut Arena,
        job: &Job,
    ) -> Result<FoundTurns, Error> {
        let mut found = FoundTurns::default();
        if most == 0 {
            found.more = true;
            return Ok(found);
        }
        let mut winning: Vec<Leaving> = Vec::with_capacity(self.kinds.len());
        for (kind, valued) in self.kinds.iter().zip(of_kind) {
            let rest = arena.subtract(total, valued.form)?;
            let mut of_this = Leaving {
                moves: Vec::new(),
                all: true,
            };
            // Left wins by a move to a game that is at least the negative of the rest, Right by one that is at most.
            let wins = |form: Form, arena: &mut Arena| {
                let negative = arena.negate(form)?;
                match self.mover {
                    Player::First => arena.is_at_least(rest, negative),
                    Player::Second => arena.is_at_most(rest, negative),
                }
            };
            if kind.told_heap(job)?.is_some() {
                let Some(moves) = kind.moves_with_nimbers(job)? else {
                    of_this.all = false;
                    winning.push(of_this);
                    continue;
                };
                for (name, position, heap) in moves {
                    let form = nimber(heap, arena)?;
                    if wins(form, arena)? {
                        of_this.moves.push((name, position));
                    }
                }
            } else if let Some(moves) = &valued.moves {
                for (name, position, form) in moves {
                    if wins(*form, arena)? {
                        let position = kind.problem()?.print(position);
                        of_this.moves.push((name.clone(), Some(position)));
                    }
                }
            } else {
                of_this.all = false;
            }
            winning.push(of_this);
        }
        for (part, &kind) in self.parts.iter().enumerate() {
            found.add(part, &winning[kind], most);
        }
        Ok(found)
    }
}

fn any_value(kind: &Kind, most: usize, arena: &mut Arena, job: &Job) -> Result<AnyValue, Error> {
    if let Some(heap) = kind.told_heap(job)? {
        return Ok(nimber(heap, arena)?.into());
    }
    let problem = kind.problem()?;
    Ok(any_values(problem, &[problem.root()], most, arena, job)?[0])
}

fn form(kind: &Kind, arena: &mut Arena, job: &Job) -> Result<Form, Error> {
    if let Some(heap) = kind.told_heap(job)? {
        return nimber(heap, arena);
    }
    let problem = kind.problem()?;
    Ok(values(problem, &[problem.root()], arena, job)?[0])
}

pub(super) fn nimber(nimber: Nimber, arena: &mut Arena) -> Result<Form, Error> {
    let small = u16::try_from(nimber.0);
    let small = small.map_err(|_| zug_partizan::PartizanError::TooLarge("a nimber"));
    let form = small.and_then(|small| arena.nimber(small));
    Ok(form?)
}

/// Whether the memory did not suffice.
fn is_short_of_memory(error: &Error) -> bool {
    Stopped::behind(error).is_some_and(|stopped| stopped.refusal().is_some())
}

/// Whether an error says no more than that there is no value that can be worked out: the sum may have an
/// answer all the same.
pub(super) fn is_no_value(error: &Error) -> bool {
    match error {
        Error::NoPartizanValue(fault) => match &**fault {
            NoValue::Value(zug_partizan::PartizanError::Stopped(stopped))
            | NoValue::Stopped(stopped) => stopped.refusal().is_some(),
            _ => true,
        },
        _ => false,
    }
}
