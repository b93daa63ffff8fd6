//! `POST /api/v1/position`: what a position is, what it looks like, and its legal moves.

use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;
use zug::Outcome;

use super::asked::Asked;
use super::parts::{MoveReply, PartReply, legal_move, part};
use super::problem::Problem;
use super::replies::reply;
use super::request::PositionRequest;
use super::words::{OutcomeWord, Parameters, PlayWord};
use crate::at::At;
use crate::limits::DRAWING;
use crate::shared::Shared;

/// A position, what it looks like, and its legal moves.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PositionReply {
    /// The name of the game in its rules.
    pub game: String,
    /// The parameters with their values.
    pub parameters: Parameters,
    /// Who wins when a player is stuck.
    pub play: PlayWord,
    /// Whether `play` matters: not where the rules themselves say how the game ends for a player
    /// who is stuck.
    pub play_matters: bool,
    /// The names of the two players; null if the game is impartial.
    pub players: Option<[String; 2]>,
    /// The position in the game's notation.
    pub position: String,
    /// The position on one line without the names of variables, as a tree shows it.
    pub label: String,
    /// What the command line draws of the position; null if the rules show nothing.
    pub text: Option<String>,
    /// The number of the player to move, 0 or 1, after the moves of the request. In an impartial
    /// game the player to move in the position that the request names is 0.
    pub turn: u8,
    /// How the game has ended; null if it goes on.
    pub finished: Option<Finished>,
    /// The position as data, part by part. A game that is no sum has one part.
    pub parts: Vec<PartReply>,
    /// The legal moves, in the order of the rules.
    pub moves: Vec<MoveReply>,
    /// The positions before this one, from the first, with the move that was made in each.
    pub history: Vec<Passed>,
    /// Whether the game ends with scores.
    pub scores: bool,
    /// What the moves of each player have gained since the position that the request names; null if no
    /// moves of the game gain points.
    pub gained: Option<[i64; 2]>,
}

/// How the game has ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Finished {
    /// What the player gets whose turn it would be.
    pub outcome: OutcomeWord,
    /// The number of the player who has won, 0 or 1; null for a draw.
    pub winner: Option<u8>,
    /// The score of the player whose turn it would be, with what the moves before gained; null if the
    /// game does not end with scores.
    pub score: Option<i64>,
}

/// A position that was left by a move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Passed {
    /// The position in the game's notation.
    pub position: String,
    /// The number of the player who moved, 0 or 1.
    pub turn: u8,
    /// The move that was made.
    #[serde(rename = "move")]
    pub name: String,
}

pub(super) async fn position(
    State(shared): State<Shared>,
    Asked(asked): Asked<PositionRequest>,
) -> Result<Response, Problem> {
    let told = shared.look_up(asked, |library, asked| told(&At::of(library, asked)?));
    reply(&told.await?)
}

/// How the game is over, with its score. Where moves gain points, what they gained in the moves
/// before is counted, so that the outcome and the score are those of the whole play.
fn finished(outcome: Outcome, at: &At) -> Result<Finished, Problem> {
    let game = &at.game.game;
    let end = game.final_score(&at.position)?;
    let (outcome, score) = if game.has_gains() {
        let [mine, others] = [at.turn, 1 - at.turn].map(|of| at.gained[usize::from(of)]);
        let score = end.unwrap_or_default() + mine - others;
        (Outcome::of_score(score), Some(score))
    } else {
        (outcome, end)
    };
    Ok(Finished {
        outcome: outcome.into(),
        winner: match outcome {
            Outcome::Win => Some(at.turn),
            Outcome::Loss => Some(1 - at.turn),
            Outcome::Draw => None,
        },
        score,
    })
}

/// A position as the page draws it: what stands where, whose turn it is, and its moves.
fn told(at: &At) -> Result<PositionReply, Problem> {
    let game = &at.game.game;
    let position = &at.position;
    let players = game.players();
    let finished = match game.finished(position)? {
        Some(outcome) => Some(finished(outcome, at)?),
        None => None,
    };
    let drawing = at.game.draws_for(DRAWING);
    let moves = game.viewed_moves(position);
    let text = game.picture(position);
    let views = game.view(position).into_iter();
    drop(drawing);
    Ok(PositionReply {
        game: game.name().to_owned(),
        parameters: zug::report::parameters(game.parameters()),
        play: game.play().into(),
        play_matters: !game.decides_stuck(),
        position: game.print(position),
        label: game.label(position),
        text,
        turn: at.turn,
        finished,
        parts: views.map(|view| part(view, players.as_ref())).collect(),
        moves: moves?.into_iter().map(|of| legal_move(game, of)).collect(),
        history: at
            .before
            .iter()
            .map(|(position, turn, name)| Passed {
                position: game.print(position),
                turn: *turn,
                name: name.clone(),
            })
            .collect(),
        scores: game.has_scores(),
        gained: game.has_gains().then_some(at.gained),
        players,
    })
}
