//! What `zug query` prints: a line for each question.

use schemars::JsonSchema;
use serde::Serialize;

use crate::assess::{Assessment, Known, KnownMove};
use crate::error::Error;
use crate::problem::{Position, Problem};
use crate::reply::Reply;
use crate::solution::Solution;

use super::cited::ProgramVersion;
use super::head::{Head, OutcomeWord, Parameters, Version};
use super::loopy::LoopyReport;
use super::solve::{MoveReport, SolveReport};

/// A game that is asked about, with the hash that each answer names.
#[derive(Debug)]
pub(crate) struct Hashed {
    pub(crate) problem: Box<Problem>,
    /// The hash of the rules and of the parameters with their values; `None` for a game that is written in Rust.
    hash: Option<String>,
}

impl Hashed {
    /// The game with its hash.
    pub(crate) fn of(problem: Box<Problem>) -> Self {
        let hash = Head::of_problem(&problem).game_hash;
        Self { problem, hash }
    }
}

/// A line that `zug query` prints: the answer to a question, or why there is none.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct QueryReport {
    /// The version of the form of the report.
    pub version: Version,
    /// The version of Zug that made the report.
    pub zug: ProgramVersion,
    /// A hash of the text of the rules and of the parameters with their values, as hexadecimal digits; absent
    /// where there is no answer, and for a game that is written in Rust.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_hash: Option<String>,
    /// The number of the question, from 1: that of its line.
    pub line: u64,
    /// The parameters that the question sets, with their values; absent if it sets none.
    #[serde(skip_serializing_if = "Parameters::is_empty")]
    pub parameters: Parameters,
    /// The position asked about; absent where it is too large to be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// What the player to move gets; absent where that was not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeWord>,
    /// The worst outcome that the player to move may get, where a search found no more than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<OutcomeWord>,
    /// The best outcome that the player to move may get, where a search found no more than that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<OutcomeWord>,
    /// The number of moves until the game ends; absent for a draw, and where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
    /// Whether somebody wins because play never ends; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub endless: bool,
    /// The score of the player to move; absent where the game does not end with scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The nimber of an impartial game, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u32>,
    /// The loopy nimber of the position, where play can go round in a circle and it is worth no number; absent
    /// elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loopy: Option<LoopyReport>,
    /// A best move, where one is known; absent where the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The moves with their values, the best first; absent unless `--each-move` asked for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveReport>>,
    /// Why there is no answer; absent where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl QueryReport {
    /// A report that says nothing yet.
    fn nothing() -> Self {
        Self {
            version: Version::CURRENT,
            zug: ProgramVersion::CURRENT,
            game_hash: None,
            line: 0,
            parameters: Parameters::new(),
            position: None,
            outcome: None,
            at_least: None,
            at_most: None,
            remoteness: None,
            endless: false,
            score: None,
            nimber: None,
            loopy: None,
            best: None,
            moves: None,
            error: None,
        }
    }

    /// The report on a question that has no answer, for this reason.
    #[must_use]
    pub fn of_error(error: impl Into<String>) -> Self {
        Self {
            error: Some(error.into()),
            ..Self::nothing()
        }
    }

    /// The report with the number of its question.
    #[must_use]
    pub fn at_line(self, line: u64) -> Self {
        Self { line, ..self }
    }

    /// The report on a position of a solution; `None` if the position is not among those solved.
    pub(crate) fn of_solved(
        (game, solution): (&Hashed, &Solution),
        position: &Position,
        parameters: Parameters,
        each_move: bool,
    ) -> Result<Option<Self>, Error> {
        let Some(worth) = solution.worth(position)? else {
            return Ok(None);
        };
        let problem = &*game.problem;
        let all = || MoveReport::all(problem, solution, position);
        let moves = each_move.then(all).transpose()?;
        let best = match &moves {
            Some(moves) => moves.first().map(|best| best.name.clone()),
            None => solution
                .moves(position)?
                .into_iter()
                .next()
                .map(|best| best.name),
        };
        Ok(Some(Self {
            game_hash: game.hash.clone(),
            parameters,
            position: Some(problem.print(position)),
            outcome: Some(worth.outcome().into()),
            remoteness: worth.remoteness().map(|plies| plies.0),
            endless: worth.is_endless(),
            score: solution.score(position)?,
            nimber: worth.nimber().map(|nimber| nimber.0),
            loopy: LoopyReport::of(&worth),
            best,
            moves,
            ..Self::nothing()
        }))
    }

    /// The report on what a search found of a position.
    pub(crate) fn of_assessed(
        game: &Hashed,
        position: &Position,
        found: &Assessment,
        each_move: bool,
    ) -> Self {
        let problem = &*game.problem;
        let known = found.known;
        let outcome = known.outcome();
        let moves = || found.moves.iter().map(|of| of_known(problem, of));
        Self {
            game_hash: game.hash.clone(),
            position: Some(problem.print(position)),
            outcome: outcome.map(Into::into),
            at_least: outcome.is_none().then(|| known.at_least().into()),
            at_most: outcome.is_none().then(|| known.at_most().into()),
            remoteness: remoteness(known),
            endless: known.value().is_some_and(zug_values::Value::is_endless),
            score: known.score(),
            best: outcome
                .and(found.moves.first())
                .map(|best| best.legal.name.clone()),
            moves: each_move.then(|| moves().flatten().collect()),
            ..Self::nothing()
        }
    }

    /// The report on a reply.
    pub(crate) fn of_reply(reply: &Reply, each_move: bool) -> Result<Self, Error> {
        let SolveReport {
            head,
            position,
            outcome,
            remoteness,
            endless,
            score,
            nimber,
            loopy,
            moves,
            ..
        } = SolveReport::of(reply, std::time::Duration::ZERO, None)?;
        // The moves of a theorem are in no order of their worth.
        let best = moves.iter().find(|of| of.outcome == outcome);
        Ok(Self {
            game_hash: head.game_hash,
            parameters: head.parameters,
            position,
            outcome: Some(outcome),
            remoteness,
            endless,
            score,
            nimber,
            loopy,
            best: best.map(|best| best.name.clone()),
            moves: each_move.then_some(moves),
            ..Self::nothing()
        })
    }
}

/// The number of plies, where it is known.
fn remoteness(known: Known) -> Option<u32> {
    Some(known.value()?.remoteness()?.0)
}

/// The report on a move whose outcome a search found.
fn of_known(problem: &Problem, of: &KnownMove) -> Option<MoveReport> {
    Some(MoveReport {
        name: of.legal.name.clone(),
        position: Some(problem.print(&of.legal.position)),
        outcome: of.known.outcome()?.into(),
        remoteness: remoteness(of.known),
        endless: of.known.value().is_some_and(zug_values::Value::is_endless),
        score: of.known.score(),
        gain: None,
        nimber: None,
        loopy: None,
    })
}
