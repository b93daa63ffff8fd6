//! `POST /api/v1/table`: how many positions there are, whose they are, and the positions themselves
//! as CSV.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zug::{Player, Problem as Game, Solution, SolvedPosition};

use super::asked::Asked;
use super::problem::Problem;
use super::replies::{begin_at, data, look_up};
use super::request::By;
use super::request::PositionRequest;
use super::values::{Done, ValueReply};
use super::words::{For, Unit};
use crate::answer;
use crate::at::At;
use crate::library::Library;
use crate::limits::{CSV, TIES};
use crate::shared::Shared;
use crate::work::Context;

/// A position, and what the reply says of all positions that play reaches from it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct TableRequest {
    /// The game and the position.
    #[serde(flatten)]
    pub at: PositionRequest,
    /// Whether positions are solved in all the memory for it, for as long as it takes. Else it is
    /// tried for half a minute, or for a moment if others wait.
    #[serde(default)]
    pub whole: bool,
    /// Whether the reply has the positions too, as CSV.
    #[serde(default)]
    pub csv: bool,
}

/// All positions that play reaches.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableReply {
    /// Always `done`.
    pub state: Done,
    /// Whose view the value has.
    #[serde(rename = "for")]
    pub view: For,
    /// What remotenesses count.
    pub unit: Unit,
    /// The number of positions, without regard to symmetry.
    pub positions: u64,
    /// The number of positions in which the game is over.
    pub finished: u64,
    /// The names of the two players; null if the game is impartial.
    pub players: Option<[String; 2]>,
    /// The number of positions that each of the two players wins; null if the game is impartial.
    pub won_by: Option<[u64; 2]>,
    /// The number of positions that the player to move wins.
    pub wins: u64,
    /// The number of positions that the player to move loses.
    pub losses: u64,
    /// The number of positions that nobody wins.
    pub draws: u64,
    /// The largest number of plies that a win takes; null if there is none.
    pub longest: Option<u32>,
    /// What the position asked about is worth to the player to move.
    pub value: ValueReply,
    /// The positions as lines of comma-separated values, the first of which has the names of the
    /// columns; null if the request did not ask for them.
    pub csv: Option<String>,
}

pub(super) async fn table(
    State(shared): State<Shared>,
    Asked(asked): Asked<TableRequest>,
) -> Result<Response, Problem> {
    let (whole, csv) = (asked.whole, asked.csv);
    let asked = Arc::new(asked.at);
    let (at, lane) = look_up(&shared, &asked).await?;
    let origin = at.game.origin;
    let position = at.game.game.print(&at.position);
    let key = format!("table {whole} {csv} {position} {}", at.game.key);
    let work = move |library: &Library, at: &At, context: &Context| {
        let told = told(library, at, whole, csv, context);
        data(&told?)
    };
    begin_at(&shared, key, (lane, origin), asked, work).await
}

fn told(
    library: &Library,
    at: &At,
    whole: bool,
    csv: bool,
    context: &Context,
) -> Result<TableReply, Problem> {
    let by = if whole { By::Table } else { By::Any };
    let table = answer::table(library, &at.game, &at.position, by, context)?;
    let table = table.ok_or_else(|| {
        let detail = at.game.how_large.get().cloned();
        Problem::impossible(
            "too-large",
            "There are too many positions",
            detail.unwrap_or_else(|| "the positions were not all found in a first try".to_owned()),
        )
        .remedy("smaller parameters make a smaller game")
    })?;
    let (solution, counts) = (&table.solution, &table.counts);
    let game = &at.game.game;
    let csv = csv.then(|| rows(game, solution, context)).transpose()?;
    Ok(TableReply {
        state: Done::Done,
        view: For::Mover,
        unit: Unit::Plies,
        positions: counts.positions,
        finished: counts.finished,
        players: game.players(),
        won_by: counts
            .players
            .map(|wins| [Player::First, Player::Second].map(|player| wins.of(player))),
        wins: counts.wins,
        losses: counts.losses,
        draws: counts.draws,
        longest: counts.max_remoteness().map(|plies| plies.0),
        value: ValueReply::solved(solution, &mut solution.ties(TIES), &at.position)?,
        csv,
    })
}

/// The number of positions between two questions whether the work goes on.
const BETWEEN: u64 = 1 << 12;

/// All positions as CSV.
fn rows(game: &Game, solution: &Solution, context: &Context) -> Result<String, Problem> {
    let mut rows = Rows::new(game, solution)?;
    let mut seen: u64 = 0;
    let mut failed = Ok(());
    solution.each_position(&mut |solved| {
        seen += 1;
        failed = rows.add(&solved);
        if seen.is_multiple_of(BETWEEN) && context.cancel().is_cancelled() {
            failed = Err(Problem::cancelled());
        }
        match failed {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    })?;
    failed?;
    Ok(rows.text)
}

/// The positions as CSV, with the columns of `zug table export` but those of single variables, which
/// the first column has.
struct Rows<'s> {
    game: &'s Game,
    solution: &'s Solution,
    has_nimbers: bool,
    has_scores: bool,
    text: String,
}

impl<'s> Rows<'s> {
    fn new(game: &'s Game, solution: &'s Solution) -> Result<Self, Problem> {
        let has_nimbers = solution.nimber(&solution.root())?.is_some();
        let has_scores = solution.tells_scores();
        let mut text = "position,orbit,outcome,remoteness,finished".to_owned();
        text.push_str(if has_nimbers { ",nimber" } else { "" });
        text.push_str(if has_scores { ",score\n" } else { "\n" });
        Ok(Self {
            game,
            solution,
            has_nimbers,
            has_scores,
            text,
        })
    }

    /// Adds the row of a position.
    fn add(&mut self, solved: &SolvedPosition) -> Result<(), Problem> {
        let position = self.game.print(&solved.position).replace('"', "\"\"");
        let outcome = solved.value.outcome();
        let remoteness = solved.value.remoteness().map(|plies| i64::from(plies.0));
        let mut row = format!("\"{position}\",{},{outcome}", solved.orbit);
        number(&mut row, remoteness);
        number(&mut row, Some(solved.is_finished.into()));
        if self.has_nimbers {
            let nimber = self.solution.nimber(&solved.position)?;
            number(&mut row, nimber.map(|nimber| nimber.0.into()));
        }
        if self.has_scores {
            number(&mut row, self.solution.score(&solved.position)?);
        }
        self.text.push_str(&row);
        self.text.push('\n');
        if self.text.len() > CSV {
            return Err(Problem::impossible(
                "too-large",
                "The table is too long for the page",
                format!("the positions as text have more than {} MiB", CSV >> 20),
            )
            .remedy("`zug solve FILE --table FOLDER`, then `zug table export FOLDER`, writes a table of any length"));
        }
        Ok(())
    }
}

/// Adds a number to a row; an empty field if there is none.
fn number(row: &mut String, number: Option<i64>) {
    row.push(',');
    if let Some(number) = number {
        let _ = write!(row, "{number}");
    }
}
