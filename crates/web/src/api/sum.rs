//! `POST /api/v1/sum`: what several games are worth together.

use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zug::{Compound, Error, Expression, Named, Request, Shelf, SolveOptions, Sum, SumWorth};

use super::asked::Asked;
use super::partizan::{self, PartizanReply};
use super::problem::Problem;
use super::replies::{begin, data};
use super::values::{Done, ValueReply};
use super::words::{For, OutcomeWord, PlayWord, PlayerWord, Unit};
use crate::alarm::Alarm;
use crate::answer;
use crate::library::Library;
use crate::limits::{PARTS, TURNS, VALUING};
use crate::prepared::Origin;
use crate::shared::Shared;
use crate::work::{Context, Lane};

/// Games at positions, and how they are played together.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SumRequest {
    /// The parts, each as an expression writes it: `nim(3)`, `kayles(7)`,
    /// `tic-tac-toe at board=...`.
    pub parts: Vec<String>,
    /// In which parts a turn moves.
    #[serde(default)]
    pub compound: CompoundWord,
    /// Who wins when a player is stuck; if null, as the rules of the parts say.
    pub play: Option<PlayWord>,
    /// The player to move, where the players have different moves: all parts are in positions of this player.
    #[serde(default)]
    pub to_move: PlayerWord,
}

/// In which parts a turn moves: in exactly one, in one or more, in one or more but not in all, or
/// in every one that can still be moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the text of the type tells what its words mean"
)]
pub enum CompoundWord {
    #[default]
    One,
    Some,
    NotAll,
    All,
}

/// What several games are worth together.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SumReply {
    /// Always `done`.
    pub state: Done,
    /// Whose view values have.
    #[serde(rename = "for")]
    pub view: For,
    /// What remotenesses count: turns of the whole.
    pub unit: Unit,
    /// In which parts a turn moves.
    pub compound: CompoundWord,
    /// In which parts a turn moves, in words.
    pub compound_words: String,
    /// Who wins when a player is stuck.
    pub play: PlayWord,
    /// Whether it matters who begins: the players have different moves in some part.
    pub mover_matters: bool,
    /// The player to move, as the request says.
    pub to_move: PlayerWord,
    /// The parts in their order.
    pub parts: Vec<SumPart>,
    /// What the whole is worth to the player to move.
    pub value: ValueReply,
    /// The partizan value of the whole, where it was worked out.
    pub partizan: Option<PartizanReply>,
    /// The value of the whole, where play can go round in it, it was worked out, and takes no more than 2000 bytes.
    pub loopy_value: Option<String>,
    /// The numbers of the hottest parts, from 0; none where no values of several parts were worked out.
    pub hottest: Vec<usize>,
    /// The winning turns.
    pub moves: Vec<SumTurn>,
    /// Whether there are more winning turns.
    pub more_moves: bool,
    /// Why, a line each.
    pub why: Vec<String>,
}

/// A part, and what it is worth alone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SumPart {
    /// The part as the request writes it.
    pub text: String,
    /// The nimber, where there is one.
    pub nimber: Option<u32>,
    /// What the player to move gets if this part is played alone.
    pub outcome: Option<OutcomeWord>,
    /// The number of plies of this part alone.
    pub remoteness: Option<u32>,
    /// The partizan value, where it was worked out, and takes no more than 2000 bytes.
    pub value: Option<String>,
    /// Why the part has no nimber.
    pub without: Option<String>,
}

/// A turn that wins: a move in each part that it moves in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SumTurn {
    /// The moves.
    pub moves: Vec<SumMove>,
}

/// A move in a part.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SumMove {
    /// The number of the part, from 0.
    pub part: usize,
    /// The move as the rules of the part write it.
    #[serde(rename = "move")]
    pub text: String,
    /// The position of the part behind it, where it can be written.
    pub position: Option<String>,
}

pub(super) async fn sum(
    State(shared): State<Shared>,
    Asked(asked): Asked<SumRequest>,
) -> Result<Response, Problem> {
    let mut named = Vec::new();
    for (index, text) in asked.parts.iter().enumerate() {
        let read = Expression::read(text).map_err(|error| Problem {
            index: Some(index),
            ..error.into()
        })?;
        named.extend(read.parts);
    }
    if named.is_empty() || named.len() > PARTS {
        return Err(Problem::bad(format!("a sum has 1 to {PARTS} parts")));
    }
    let key = format!("sum {asked:?}");
    let library = shared.library.clone();
    let work = move |context: &Context| data(&told(&library, &named, &asked, context)?);
    begin(&shared, key, (Lane::Heavy, Origin::Request), work).await
}

fn told(
    library: &Library,
    named: &[Named],
    asked: &SumRequest,
    context: &Context,
) -> Result<SumReply, Problem> {
    let mut parts = Vec::with_capacity(named.len());
    for (index, part) in named.iter().enumerate() {
        // A name is one of the catalogue, and never that of a file.
        let read = part.part(Request::catalogue);
        let read = read.map_err(|error: zug::Error| Problem {
            index: Some(index),
            ..error.into()
        })?;
        parts.push((part.text.clone(), read));
    }
    let options = answer::options(library, context);
    let play = asked.play.map(Into::into);
    let sum =
        Shelf::to_move(asked.to_move.into()).sum(parts, asked.compound.into(), play, &options)?;
    let worth = worth(&sum, &options, context)?;
    let hottest = worth.parts.iter().enumerate();
    let hottest = hottest.filter_map(|(part, worth)| worth.is_hottest.then_some(part));
    let hottest = hottest.collect();
    let parts = worth.parts.iter().map(|part| SumPart {
        text: part.text.clone(),
        nimber: part.nimber().map(|nimber| nimber.0),
        outcome: part.alone().map(|value| value.outcome().into()),
        remoteness: part.alone().and_then(|value| Some(value.remoteness()?.0)),
        value: part.value.as_deref().and_then(partizan::short),
        without: part.without.clone(),
    });
    let turns = worth.turns.iter().map(|turn| SumTurn {
        moves: turn
            .iter()
            .map(|made| SumMove {
                part: made.part,
                text: made.name.clone(),
                position: made.position.clone(),
            })
            .collect(),
    });
    let outcome = worth.outcome().map(ValueReply::of_outcome);
    Ok(SumReply {
        state: Done::Done,
        view: For::Mover,
        unit: Unit::Plies,
        compound: asked.compound,
        compound_words: sum.compound().to_string(),
        play: sum.play().into(),
        mover_matters: sum.is_partizan(),
        to_move: asked.to_move,
        parts: parts.collect(),
        value: ValueReply {
            remoteness: worth.remoteness().map(|plies| plies.0),
            nimber: worth.nimber().map(|nimber| nimber.0),
            ..outcome.unwrap_or_default()
        },
        partizan: worth.partizan.as_ref().map(PartizanReply::of),
        loopy_value: worth
            .loopy_value
            .as_ref()
            .and_then(|of| partizan::short(&of.value)),
        hottest,
        moves: turns.collect(),
        more_moves: worth.more_turns,
        why: worth.why.clone(),
    })
}

/// What a sum is worth. Where the players have different moves, and the value takes too long or does not exist,
/// who wins may be found by a search; else the sum is solved as any other, however long it takes.
fn worth(sum: &Sum, options: &SolveOptions, context: &Context) -> Result<SumWorth, Problem> {
    if !sum.is_partizan() {
        return Ok(sum.solve(TURNS, options)?);
    }
    let solved = in_time(options, context, |options| sum.solve(TURNS, options));
    let is_told = |worth: &SumWorth| worth.outcome().is_some();
    match solved {
        Ok(Some(worth)) if is_told(&worth) => return Ok(worth),
        _ if context.cancel().is_cancelled() => return Err(Problem::cancelled()),
        _ => {}
    }
    if let Ok(Some(worth)) = in_time(options, context, |options| sum.winner(TURNS, options)) {
        return Ok(worth);
    }
    match solved? {
        Some(worth) => Ok(worth),
        None => Ok(sum.solve(TURNS, options)?),
    }
}

/// What work on a value finds; `None` if it takes longer than it may.
fn in_time<T>(
    options: &SolveOptions,
    context: &Context,
    work: impl FnOnce(&SolveOptions) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    let part = context.cancel().of_part();
    let alarm = Alarm::set(part.clone(), VALUING);
    match work(&options.clone().with_cancel(part)) {
        Err(_) if alarm.rang() && !context.cancel().is_cancelled() => Ok(None),
        found => found.map(Some),
    }
}

impl From<CompoundWord> for Compound {
    fn from(word: CompoundWord) -> Self {
        match word {
            CompoundWord::One => Self::One,
            CompoundWord::Some => Self::Some,
            CompoundWord::NotAll => Self::NotAll,
            CompoundWord::All => Self::All,
        }
    }
}
