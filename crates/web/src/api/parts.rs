//! Positions and moves as replies have them.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use zug::{
    Cell, Change, Colour, Form, IndexKind as Kind, IndexView, Look, PartView, Picture,
    Problem as Game, Turn, VariableView, ViewedMove,
};

use super::words::Parameters;
use crate::json::{json, named};

/// A part of a position: one game of a sum, or the whole position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PartReply {
    /// The name of the part's game in the rules.
    pub game: String,
    /// The parameters of the part with their values.
    pub parameters: Parameters,
    /// What the rules define once for all positions, such as the edges of a graph, as far as it is
    /// small.
    pub constants: Parameters,
    /// All state variables, in the order of the rules.
    pub variables: Vec<VariableReply>,
    /// What the rules show, in their order.
    pub pictures: Vec<PictureReply>,
}

/// A state variable.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VariableReply {
    /// The name of the variable.
    pub name: String,
    /// What the variable is indexed by; null if it is no array.
    pub index: Option<IndexReply>,
    /// Its values, in the order of the keys; one value if it is no array. A number or a truth
    /// value is itself; a player or another name is text, and `none` is null; a tuple is a text
    /// such as `0,1`, as keys are; a bag is an array of the things in it.
    pub values: Vec<Json>,
    /// The least and the largest number that it can be, if it is a number.
    pub range: Option<[i64; 2]>,
}

/// What an array is indexed by.
#[derive(Clone, Debug, Serialize, JsonSchema)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
#[derive(Clone, Debug, Serialize, JsonSchema)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
#[derive(Clone, Debug, Serialize, JsonSchema)]
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
    pub content: Json,
    /// The number of the player whose piece it is, 0 or 1, if that can be told: the content is a
    /// player, or a letter with which the name of one player begins.
    pub player: Option<u8>,
    /// How the content looks, if the rules say it.
    pub look: Option<LookReply>,
}

/// How a piece looks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LookReply {
    /// The form of the piece.
    pub shape: LookShape,
    /// The colour of a disc, as `#rrggbb`.
    pub colour: Option<String>,
}

/// The form of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LookShape {
    /// A disc.
    Disc,
    /// The mark as it is.
    Letter,
}

/// A legal move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
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
    pub picks: Vec<Json>,
    /// The places whose contents it changes.
    pub changed: Vec<ChangedReply>,
    /// The position behind it.
    pub position: String,
    /// Whether the player who makes it moves again.
    pub keeps_turn: bool,
}

/// A parameter of a move with its value.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChoiceReply {
    /// The name of the parameter.
    pub name: String,
    /// Its value, written as keys are; a number or truth value is itself.
    pub value: Json,
}

/// A place whose content a move changes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChangedReply {
    /// The number of the part, from 0.
    pub part: usize,
    /// The name of the variable.
    pub variable: String,
    /// The key of the place; null if the variable is no array.
    pub key: Option<String>,
    /// The content before.
    pub before: Json,
    /// The content after.
    pub after: Json,
}

/// The most characters of a line that is drawn.
const LONGEST_LINE: usize = 400;

/// A part of a position. `players` are the names of the two players, if the game has some.
pub(super) fn part(view: PartView, players: Option<&[String; 2]>) -> PartReply {
    PartReply {
        game: view.game,
        parameters: named(&view.parameters),
        constants: named(&view.constants),
        variables: view.variables.into_iter().map(variable).collect(),
        pictures: view
            .pictures
            .into_iter()
            .map(|shown| picture(shown, players))
            .collect(),
    }
}

fn variable(view: VariableView) -> VariableReply {
    VariableReply {
        name: view.name,
        index: view.index.map(index),
        values: view.values.iter().map(json).collect(),
        range: view.range.map(|(least, most)| [least, most]),
    }
}

fn index(view: IndexView) -> IndexReply {
    let (kind, size) = match view.kind {
        Kind::Grid { columns, rows } => (IndexKind::Grid, Some([columns, rows])),
        Kind::Row => (IndexKind::Row, None),
        Kind::Players => (IndexKind::Players, None),
        Kind::Names => (IndexKind::Names, None),
        _ => (IndexKind::Other, None),
    };
    IndexReply {
        kind,
        name: view.name,
        keys: view.keys,
        size,
    }
}

fn picture(shown: Picture, players: Option<&[String; 2]>) -> PictureReply {
    let cells = |cells: Vec<Cell>| cells.into_iter().map(|of| cell(of, players)).collect();
    let shorten = |line: String| line.chars().take(LONGEST_LINE).collect::<String>();
    let (form, cells, lines) = match shown.form {
        Form::Grid(of) => (PictureForm::Grid, cells(of), Vec::new()),
        Form::Row(of) => (PictureForm::Row, cells(of), Vec::new()),
        Form::Lines(lines) => {
            let lines = lines.into_iter().map(shorten).collect();
            (PictureForm::Lines, Vec::new(), lines)
        }
        Form::Value(value) => (PictureForm::Value, Vec::new(), vec![shorten(value)]),
        _ => (PictureForm::Value, Vec::new(), Vec::new()),
    };
    PictureReply {
        form,
        variable: shown.variable,
        cells,
        lines,
    }
}

fn cell(of: Cell, players: Option<&[String; 2]>) -> CellReply {
    let content = json(&of.content);
    CellReply {
        player: players.and_then(|players| owner(&content, players)),
        key: of.key,
        x: of.x,
        y: of.y,
        mark: of.mark,
        content,
        look: of.look.and_then(look),
    }
}

/// How a piece looks; `None` for a look that the page does not know.
fn look(look: Look) -> Option<LookReply> {
    let (shape, colour) = match look {
        Look::Disc(colour) => (LookShape::Disc, Some(colour)),
        Look::Letter => (LookShape::Letter, None),
        _ => return None,
    };
    let written = |colour: Colour| {
        let [red, green, blue] = colour.rgb();
        format!("#{red:02x}{green:02x}{blue:02x}")
    };
    Some(LookReply {
        shape,
        colour: colour.map(written),
    })
}

/// The number of the player whose piece it is: the content is a player, or a letter with which
/// the name of one player begins and not that of the other.
fn owner(content: &Json, players: &[String; 2]) -> Option<u8> {
    let text = content.as_str()?;
    if let Some(player) = players.iter().position(|name| name == text) {
        return u8::try_from(player).ok();
    }
    let [letter] = text.chars().collect::<Vec<_>>()[..] else {
        return None;
    };
    let begins = |name: &String| {
        let first = name.chars().next();
        first.is_some_and(|first| first.to_lowercase().eq(letter.to_lowercase()))
    };
    match players.each_ref().map(begins) {
        [true, false] => Some(0),
        [false, true] => Some(1),
        _ => None,
    }
}

/// A legal move.
pub(super) fn legal_move(game: &Game, of: ViewedMove) -> MoveReply {
    let choices = of.view.choices.iter();
    MoveReply {
        position: game.print(&of.legal.position),
        text: of.legal.name,
        name: of.view.name,
        part: of.view.part,
        choices: choices
            .map(|(name, value)| ChoiceReply {
                name: name.clone(),
                value: json(value),
            })
            .collect(),
        picks: of.view.picks.iter().map(json).collect(),
        changed: of.changes.into_iter().map(changed).collect(),
        keeps_turn: of.legal.turn == Turn::Kept,
    }
}

fn changed(change: Change) -> ChangedReply {
    ChangedReply {
        part: change.part,
        variable: change.variable,
        key: change.key,
        before: json(&change.before),
        after: json(&change.after),
    }
}
