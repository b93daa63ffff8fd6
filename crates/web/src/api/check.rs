//! `POST /api/v1/check`: whether rules are well formed, and how large the game is.
//!
//! Rules may be well formed and still break in play, as by an index out of range. So the first
//! positions are looked at too, as many as fit into a moment.

use std::collections::{HashSet, VecDeque};
use std::time::Instant;

use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use zug::{Error, Problem as Game, Rules};

use super::asked::Asked;
use super::games::{ParameterReply, parameters};
use super::problem::{Diagnostic, Problem};
use super::replies::reply;
use super::request::PositionRequest;
use super::words::{PlayWord, Set};
use crate::alarm::Alarm;
use crate::library::Library;
use crate::limits::{DRAWING, FIRST_POSITIONS, FIRST_POSITIONS_TIME};
use crate::prepared::{key_of, request};
use crate::shared::Shared;

/// Rules to be checked.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// The text of the rules.
    pub rules: String,
    /// Parameters that are set, by their names.
    #[serde(default)]
    pub set: Set,
    /// Who wins when a player is stuck; if null, as the rules say.
    pub play: Option<PlayWord>,
}

/// What was found of rules. Rules at fault are an answer here, and no error.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckReply {
    /// Whether the rules make a game with these parameters.
    pub ok: bool,
    /// What is wrong with them; at most one fault is told.
    pub diagnostics: Vec<Diagnostic>,
    /// What looks like a mistake in the rules and is none for certain; empty while they are at fault.
    pub warnings: Vec<Diagnostic>,
    /// What is wrong with a parameter that is set; null if nothing is.
    pub setting: Option<String>,
    /// The name of the game; null if it cannot be told.
    pub game: Option<String>,
    /// The names of the two players; null in an impartial game.
    pub players: Option<[String; 2]>,
    /// The parameters, in the order of the rules.
    pub parameters: Vec<ParameterReply>,
    /// The start in the game's notation.
    pub start: Option<String>,
    /// The size of the state space; null if the rules are at fault.
    pub size: Option<SizeReply>,
}

/// How large a game is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SizeReply {
    /// The number of states that the variables can express, of which play reaches some, in
    /// digits; null if it is 2^128 or more.
    pub states: Option<String>,
    /// The number of bits of a position.
    pub bits: u32,
    /// The number of moves with their choices made, for each player.
    pub ground_moves: Vec<usize>,
    /// The number of symmetries that the rules declare, the identity included.
    pub symmetries: usize,
    /// Whether all positions surely fit into the memory that the server allows.
    pub fits: bool,
}

pub(super) async fn check(
    State(shared): State<Shared>,
    Asked(asked): Asked<CheckRequest>,
) -> Result<Response, Problem> {
    let asked = PositionRequest {
        rules: Some(asked.rules),
        set: asked.set,
        play: asked.play,
        ..PositionRequest::default()
    };
    let checked = shared.look_up(asked, checked);
    reply(&checked.await?)
}

fn checked(library: &Library, asked: &PositionRequest) -> Result<CheckReply, Problem> {
    let request = request(asked)?;
    // What can be told of the rules is told even where their parameters do not fit.
    let rules = Rules::read(&request.source).ok();
    let options = library.options_to_prepare();
    let (origin, key) = key_of(asked)?;
    let time = library.time_to_prepare(library.pace(origin, &key));
    let alarm = Alarm::set(options.cancel.clone(), time);
    let job = options.job();
    let told = CheckReply {
        ok: false,
        diagnostics: Vec::new(),
        warnings: Vec::new(),
        setting: None,
        game: rules.as_ref().map(|rules| rules.name().to_owned()),
        players: rules.as_ref().and_then(Rules::players),
        parameters: rules
            .as_ref()
            .map_or_else(Vec::new, |rules| parameters(rules, &request.settings, &job)),
        start: None,
        size: None,
    };
    if alarm.rang() {
        return Err(Problem::not_ready(time));
    }
    let prepared = match library.game(asked) {
        Ok(prepared) => prepared,
        Err(problem) if problem.kind == "rules" => {
            return Ok(CheckReply {
                diagnostics: problem.diagnostic.into_iter().map(|fault| *fault).collect(),
                ..told
            });
        }
        Err(problem) if problem.kind == "setting" => {
            return Ok(CheckReply {
                setting: Some(problem.detail),
                ..told
            });
        }
        Err(problem) => return Err(problem),
    };
    let game = &prepared.game;
    let drawing = prepared.draws_for(DRAWING);
    let breaks = first_fault(game)?;
    drop(drawing);
    if let Some(fault) = breaks {
        return Ok(CheckReply {
            diagnostics: fault.diagnostic.into_iter().map(|fault| *fault).collect(),
            start: Some(game.print(&game.root())),
            ..told
        });
    }
    let warnings = game.warnings();
    let warnings = warnings
        .iter()
        .map(|warning| Diagnostic::of_warning(warning, &request.source, &request.origin));
    Ok(CheckReply {
        ok: true,
        warnings: warnings.collect(),
        start: Some(game.print(&game.root())),
        size: Some(SizeReply {
            states: game.states().map(|states| states.to_string()),
            bits: game.position_bits(),
            ground_moves: game.ground_moves(),
            symmetries: game.declared_symmetries(),
            fits: library.planned(&prepared).fits,
        }),
        ..told
    })
}

/// The problem of a rule that breaks in one of the first positions; `None` if none is found to break.
fn first_fault(game: &Game) -> Result<Option<Problem>, Problem> {
    let begun = Instant::now();
    let root = game.root();
    let mut seen = HashSet::from([root.to_bits()]);
    let mut waiting = VecDeque::from([root]);
    while let Some(position) = waiting.pop_front() {
        let moves = game
            .finished(&position)
            .and_then(|finished| match finished {
                Some(_) => game.final_score(&position).map(|_| Vec::new()),
                None => game.legal_moves(&position),
            });
        let moves = match moves {
            Ok(moves) => moves,
            Err(error @ Error::Fault(_)) => return Ok(Some(error.into())),
            Err(error) => return Err(error.into()),
        };
        if begun.elapsed() > FIRST_POSITIONS_TIME {
            break;
        }
        for legal in moves {
            if seen.len() < FIRST_POSITIONS && seen.insert(legal.position.to_bits()) {
                waiting.push_back(legal.position);
            }
        }
    }
    Ok(None)
}
