//! Positions and moves as replies have them.

use serde_json::Value as Json;
use zug::{
    Cell, Change, Colour, Form, IndexKind as Kind, IndexView, Look, PartView, Picture,
    Problem as Game, Turn, VariableView, ViewedMove,
};

use super::position::{
    CellReply, ChangedReply, ChoiceReply, IndexKind, IndexReply, LookReply, LookShape, MoveReply,
    PartReply, PictureForm, PictureReply, VariableReply,
};
use crate::json::{json, named};

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
