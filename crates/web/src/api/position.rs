//! `POST /api/v1/position`: what a position is, what it looks like, and its legal moves.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use utoipa::ToSchema;
use zug::Outcome;

use super::asked::Asked;
use super::parts::{legal_move, part};
use super::problem::Problem;
use super::reply;
use super::words::{OutcomeWord, Parameters, PlayWord, Set};
use crate::at::At;
use crate::limits::DRAWING;
use crate::server::Shared;

/// A game with its parameters, and a position in it.
///
/// Exactly one of `game` and `rules` is given. The position is `position`, or the start, after
/// `moves` were made.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The name of a game of the catalogue.
    pub game: Option<String>,
    /// The text of a rules file.
    pub rules: Option<String>,
    /// Parameters that are set, by their names.
    #[serde(default)]
    pub set: Set,
    /// Who wins when a player is stuck; if null, as the rules say.
    pub play: Option<PlayWord>,
    /// The position in the game's notation; the start if null.
    pub position: Option<String>,
    /// Moves to make from that position, one after the other, each as the rules write it.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A position, what it looks like, and its legal moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionReply {
    /// The name of the game in its rules.
    pub game: String,
    /// The parameters with their values.
    #[schema(value_type = Object)]
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
#[derive(Clone, Debug, Serialize, ToSchema)]
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
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Passed {
    /// The position in the game's notation.
    pub position: String,
    /// The number of the player who moved, 0 or 1.
    pub turn: u8,
    /// The move that was made.
    #[serde(rename = "move")]
    pub name: String,
}

/// A part of a position: one game of a sum, or the whole position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PartReply {
    /// The name of the part's game in the rules.
    pub game: String,
    /// The parameters of the part with their values.
    #[schema(value_type = Object)]
    pub parameters: Parameters,
    /// What the rules define once for all positions, such as the edges of a graph, as far as it is
    /// small.
    #[schema(value_type = Object)]
    pub constants: Parameters,
    /// All state variables, in the order of the rules.
    pub variables: Vec<VariableReply>,
    /// What the rules show, in their order.
    pub pictures: Vec<PictureReply>,
}

/// A state variable.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct VariableReply {
    /// The name of the variable.
    pub name: String,
    /// What the variable is indexed by; null if it is no array.
    pub index: Option<IndexReply>,
    /// Its values, in the order of the keys; one value if it is no array. A number or a truth
    /// value is itself; a player or another name is text, and `none` is null; a tuple is a text
    /// such as `0,1`, as keys are; a bag is an array of the things in it.
    #[schema(value_type = Vec<Object>)]
    pub values: Vec<Json>,
    /// The least and the largest number that it can be, if it is a number.
    pub range: Option<[i64; 2]>,
}

/// What an array is indexed by.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct IndexReply {
    /// The kind of its keys.
    pub kind: IndexKind,
    /// The type that the rules name; null if it has no name.
    pub name: Option<String>,
    /// The keys as moves write them: `0,1` for a cell, `3` for a number, the name of a player.
    pub keys: Vec<String>,
    /// For a grid: the numbers of columns and of rows. The key `0,0` is the bottom left.
    pub size: Option<[usize; 2]>,
}

/// The kind of the keys of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum IndexKind {
    /// Pairs of numbers.
    Grid,
    /// Numbers in a row.
    Row,
    /// The players.
    Players,
    /// Other names.
    Names,
    /// All else.
    Other,
}

/// Something that the rules show.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PictureReply {
    /// The form of the picture.
    pub form: PictureForm,
    /// The variable that is shown; null for a picture that the rules make of several.
    pub variable: Option<String>,
    /// The cells; empty for lines.
    pub cells: Vec<CellReply>,
    /// The lines, each as text; empty for all else.
    pub lines: Vec<String>,
}

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureForm {
    /// Cells in columns and rows. Some may be missing.
    Grid,
    /// Cells side by side.
    Row,
    /// Lines of text.
    Lines,
    /// One value.
    Value,
}

/// A cell of a picture.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CellReply {
    /// The key of the cell, as moves write it.
    pub key: String,
    /// The column, from the left.
    pub x: i64,
    /// The row, from below; 0 in a row of cells.
    pub y: i64,
    /// What stands for its content: one character for a player, a name or nothing (`.`), else the
    /// number or text.
    pub mark: String,
    /// The content as data; a text if the rules make the picture.
    #[schema(value_type = Object)]
    pub content: Json,
    /// The number of the player whose piece it is, 0 or 1, if that can be told: the content is a
    /// player, or a letter with which the name of one player begins.
    pub player: Option<u8>,
    /// How the content looks, if the rules say it.
    pub look: Option<LookReply>,
}

/// How a piece looks.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LookReply {
    /// The form of the piece.
    pub shape: LookShape,
    /// The colour of a disc, as `#rrggbb`.
    pub colour: Option<String>,
}

/// The form of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LookShape {
    /// A disc.
    Disc,
    /// The mark as it is.
    Letter,
}

/// A legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveReply {
    /// The move as the rules write it, which is how requests name it.
    #[serde(rename = "move")]
    pub text: String,
    /// The name of the kind of move in the rules.
    pub name: String,
    /// The number of the part that it is made in, from 0.
    pub part: usize,
    /// What was chosen and what follows from it, in the order of the rules.
    pub choices: Vec<ChoiceReply>,
    /// The names and values that the text of the move shows, in their order: what a person picks.
    #[schema(value_type = Vec<Object>)]
    pub picks: Vec<Json>,
    /// The places whose contents it changes.
    pub changed: Vec<ChangedReply>,
    /// The position behind it.
    pub position: String,
    /// Whether the player who makes it moves again.
    pub keeps_turn: bool,
}

/// A parameter of a move with its value.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChoiceReply {
    /// The name of the parameter.
    pub name: String,
    /// Its value, written as keys are; a number or truth value is itself.
    #[schema(value_type = Object)]
    pub value: Json,
}

/// A place whose content a move changes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChangedReply {
    /// The number of the part, from 0.
    pub part: usize,
    /// The name of the variable.
    pub variable: String,
    /// The key of the place; null if the variable is no array.
    pub key: Option<String>,
    /// The content before.
    #[schema(value_type = Object)]
    pub before: Json,
    /// The content after.
    #[schema(value_type = Object)]
    pub after: Json,
}

/// A position, what it looks like, and its legal moves.
#[utoipa::path(
    post, path = "/api/v1/position", request_body = PositionRequest,
    responses(
        (status = 200, body = PositionReply),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    )
)]
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
