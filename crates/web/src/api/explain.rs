//! `POST /api/v1/explain`: why the player to move wins, loses or draws.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;
use zug::{NimAddition, OptionNimbers, Purpose, Reply, Theorem};

use super::asked::Asked;
use super::problem::Problem;
use super::replies::{begin_at, data};
use super::request::By;
use super::values::{Done, ValueReply, ValuesRequest, search_time};
use super::words::{For, KnownBy, TheoremReply, Unit};
use crate::answer::{self, Found};
use crate::at::At;
use crate::library::Library;
use crate::limits::{PREPARING, SEARCH_SECONDS, TIES};
use crate::shared::Shared;
use crate::work::{Context, Lane};

/// Why the player to move wins, loses or draws.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplainReply {
    /// Always `done`.
    pub state: Done,
    /// Whose view the value has.
    #[serde(rename = "for")]
    pub view: For,
    /// What remotenesses count.
    pub unit: Unit,
    /// What answered.
    pub known_by: KnownBy,
    /// The position in the game's notation; null where it is too large to be written.
    pub position: Option<String>,
    /// What the position is worth to the player to move.
    pub value: ValueReply,
    /// The explanation, a sentence or two a line.
    pub why: Vec<String>,
    /// The nimbers of the positions that a move leads to, each once, in increasing order: the nimber of
    /// the position is the least number that is missing. Null where they are not known.
    pub option_nimbers: Option<Vec<u32>>,
    /// The numbers whose xor is what the position is worth, such as the piles of Nim; null where the
    /// answer adds none.
    pub nim_sum: Option<NimSumReply>,
    /// The numbers that the explanation puts in, with the places where they stand.
    pub numbers: Vec<PlacedReply>,
    /// The theorem that answers, where one does.
    pub theorem: Option<TheoremReply>,
}

/// A number that an explanation puts in, and where on the board it stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlacedReply {
    /// The number: the size of a heap, a gap, a sum, or a nimber.
    pub number: u64,
    /// The number of the part, from 0.
    pub part: usize,
    /// The cells, pins, piles, dates or variables whose number it is, as the rules write them; empty if it
    /// is the number of the whole part.
    pub places: Vec<String>,
}

/// Numbers that are added digit by digit in binary, without carry.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NimSumReply {
    /// The numbers, in the order of the position.
    pub numbers: Vec<u64>,
    /// Their xor.
    pub total: u64,
}

impl From<NimAddition> for NimSumReply {
    fn from(added: NimAddition) -> Self {
        Self {
            numbers: added.numbers,
            total: added.total,
        }
    }
}

impl PlacedReply {
    fn of(theorem: &Theorem) -> Vec<Self> {
        let placed = theorem.placed_numbers().into_iter();
        let told = placed.map(|placed| Self {
            number: placed.number,
            part: placed.part,
            places: placed.places,
        });
        told.collect()
    }
}

pub(super) async fn explain(
    State(shared): State<Shared>,
    Asked(asked): Asked<ValuesRequest>,
) -> Result<Response, Problem> {
    let by = asked.by;
    let time = search_time(asked.seconds, SEARCH_SECONDS)?;
    let asked = Arc::new(asked.at);
    let at = shared.look_up(asked.clone(), move |library, asked| {
        let at = At::of(library, asked)?;
        let lane = match by {
            By::Search => Lane::Heavy,
            _ => answer::lane_at(library, &at)?,
        };
        Ok((at, lane))
    });
    let (at, lane) = at.await?;
    let origin = at.game.origin;
    let position = at.game.game.print(&at.position);
    let key = format!("explain {by:?} {time:?} {position} {}", at.game.key);
    let work = move |library: &Library, at: &At, context: &Context| {
        data(&told(library, at, (by, time), context)?)
    };
    begin_at(&shared, key, (lane, origin), asked, work).await
}

/// The longest line of play that is shown.
const LONGEST_LINE: usize = 8;

fn told(
    library: &Library,
    at: &At,
    (by, time): (By, Duration),
    context: &Context,
) -> Result<ExplainReply, Problem> {
    let game = at.game.game.clone().at(at.position);
    let position = game.print(&at.position);
    let found = if by == By::Search {
        None
    } else {
        let found = answer::find(library, &at.game, &at.position, (by, time), context)?;
        Some(found)
    };
    let begun = |known_by, value, why, theorem: Option<&Theorem>| ExplainReply {
        state: Done::Done,
        view: For::Mover,
        unit: Unit::Plies,
        known_by,
        position: Some(position),
        value,
        why,
        option_nimbers: None,
        nim_sum: theorem.and_then(Theorem::nim_sum).map(Into::into),
        numbers: theorem.map(PlacedReply::of).unwrap_or_default(),
        theorem: theorem.map(TheoremReply::of),
    };
    match found {
        Some(Found::Table(table)) => {
            let solution = &table.solution;
            let theorem = answer::theorem(library, &at.game, &at.position, context)?;
            let _drawing = at.game.draws_for(PREPARING);
            let why = zug::explain_solved(&game, solution, theorem.as_ref())?;
            let value = ValueReply::solved(solution, &mut solution.ties(TIES), &at.position)?;
            let options = OptionNimbers::of_solution(solution, &at.position)?;
            let reply = begun(KnownBy::Table, value, why, theorem.as_ref());
            Ok(ExplainReply {
                option_nimbers: options.map(|options| options.nimbers()),
                ..reply
            })
        }
        Some(Found::Theorem(theorem)) => {
            let value = ValueReply {
                nimber: theorem.nimber().map(|nimber| nimber.0),
                ..ValueReply::of_outcome(theorem.outcome())
            };
            let options = OptionNimbers::of_theorem(&theorem);
            let reply = begun(KnownBy::Theorem, value, Vec::new(), Some(&theorem));
            let why = zug::explain(&Reply::Theorem(theorem))?;
            Ok(ExplainReply {
                why,
                option_nimbers: options.map(|options| options.nimbers()),
                ..reply
            })
        }
        Some(Found::Search(assessed)) if assessed.known.outcome().is_none() => {
            // There is no line of play to look for.
            let _drawing = at.game.draws_for(PREPARING);
            let why = zug::explain_assessed(&game, &assessed, None);
            let value = ValueReply::assessed(assessed.known, assessed.ends);
            Ok(begun(KnownBy::Search, value, why, None))
        }
        _ => {
            let position = at.position;
            let searched =
                answer::search(library, &at.game, &position, time, context, move |search| {
                    let assessed = search.assess(&position, Purpose::AllMoves)?;
                    let line = search.line(&position, assessed.known, LONGEST_LINE)?;
                    Ok((assessed, line))
                });
            let (assessed, line) = searched?;
            let why = zug::explain_assessed(&game, &assessed, Some(&line));
            let value = ValueReply::assessed(assessed.known, assessed.ends);
            Ok(begun(KnownBy::Search, value, why, None))
        }
    }
}
