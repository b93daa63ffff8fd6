//! A position as data: its variables with their values, what the rules show of it, and what a
//! move is made of. A program that draws boards itself asks for this; the pictures of
//! [`picture`](super::picture) are drawn from it as well.

use zug_game::U256;

use super::Instance;
use super::picture::Shown;
use super::squares::has_squares;
use super::words::{characters, element_values, grid, is_symbolic, print_value, short};
use crate::domain::part::Part;
use crate::domain::state::Variable;
use crate::domain::ty::{Shape, Ty};
use crate::domain::value::Value;
use crate::evaluate::Evaluator;
use crate::syntax::ast::{MoveParameter, Pattern, ShowDecl, TemplatePart};
use crate::syntax::look::Look;

/// A part of a position: one game of a sum, or the whole position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartView {
    /// The name of the part's game.
    pub game: String,
    /// The parameters of the part with their values.
    pub parameters: Vec<(String, Value)>,
    /// The definitions that have a value before the game starts, with that value, as far as it is
    /// small.
    pub constants: Vec<(String, Value)>,
    /// The state variables, in the order of the rules.
    pub variables: Vec<VariableView>,
    /// What the rules show, in their order. A picture that is a fault in this position is left
    /// out.
    pub pictures: Vec<Picture>,
    /// Whether positions and moves write cells as squares, such as `b3`.
    pub has_squares: bool,
}

/// A state variable with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VariableView {
    /// The name of the variable.
    pub name: String,
    /// What the variable is indexed by; `None` if it is no array.
    pub index: Option<IndexView>,
    /// The values in the order of the keys; one value if the variable is no array. A bag is the
    /// list of the things in it.
    pub values: Vec<Value>,
    /// The least and the greatest number, if the values are numbers.
    pub range: Option<(i64, i64)>,
}

/// What an array is indexed by.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexView {
    /// The kind of its keys.
    pub kind: IndexKind,
    /// The name of the type, if it has one.
    pub name: Option<String>,
    /// The keys, as moves write them.
    pub keys: Vec<String>,
}

/// The kind of the keys of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndexKind {
    /// Pairs of numbers: cells in columns and rows.
    Grid {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
    },
    /// Numbers.
    Row,
    /// The players.
    Players,
    /// The names of an enumeration.
    Names,
    /// All else.
    Other,
}

/// Something that the rules show.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Picture {
    /// The name of the variable that is shown; `None` for what the rules make of several.
    pub variable: Option<String>,
    /// What is drawn.
    pub form: Form,
}

/// The form of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// Cells in columns and rows, of which some may be missing.
    Grid(Vec<Cell>),
    /// Cells side by side.
    Row(Vec<Cell>),
    /// Lines of text.
    Lines(Vec<String>),
    /// A value that one line shows as well.
    Value(String),
}

/// A cell of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cell {
    /// The key of the cell, as moves write it; of a square its column and row, from 0.
    pub key: String,
    /// The column.
    pub x: i64,
    /// The row, from below; 0 in a row of cells.
    pub y: i64,
    /// What stands for the content in a drawing.
    pub mark: String,
    /// The content.
    pub content: Value,
    /// How the content looks, if the rules say it; `None` where the cell is free.
    pub look: Option<Look>,
}

/// What a move is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveView {
    /// The name of the move in the rules, without its choices.
    pub name: String,
    /// The number of its part, from 0.
    pub part: usize,
    /// The names that the rules give to what was chosen and to what follows from it, with their
    /// values, in the order of the rules.
    pub choices: Vec<(String, Value)>,
    /// The values that the notation of the move shows, in their order; those of all choices where
    /// the rules declare no notation.
    pub picks: Vec<Value>,
}

/// A place that differs between two positions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The number of the part, from 0.
    pub part: usize,
    /// The name of the variable.
    pub variable: String,
    /// The key of the place; `None` if the variable is no array.
    pub key: Option<String>,
    /// The value in the one position.
    pub before: Value,
    /// The value in the other.
    pub after: Value,
}

/// A constant of more values than this is left out of a view.
const LARGEST_CONSTANT: usize = 2000;

impl Instance {
    /// A packed position as data, part by part.
    #[must_use]
    pub fn view(&self, position: U256) -> Vec<PartView> {
        let values = &self.state.layout.unpack(position);
        let parts = self.parts.iter().enumerate();
        let view = |(owner, part): (usize, &Part)| {
            let variables = self.variables_of(owner);
            let constants = part.decl().lets.iter();
            let constants = constants
                .filter(|decl| decl.arguments.is_none())
                .filter_map(|decl| Some((decl.name.text.to_string(), part.known(&decl.name.text)?)))
                .filter(|(_, value)| size(value) <= LARGEST_CONSTANT);
            PartView {
                game: part.decl().name.text.to_string(),
                parameters: part.parameter_values(),
                constants: constants.collect(),
                variables: variables
                    .map(|(name, variable)| VariableView::of(name, variable, values))
                    .collect(),
                pictures: self.pictures(owner, values),
                has_squares: has_squares(part.decl()),
            }
        };
        parts.map(view).collect()
    }

    /// The variables of a part, in the order of the rules, with their names in the rules.
    fn variables_of(&self, part: usize) -> impl Iterator<Item = (&str, &Variable)> {
        let part = &self.parts[part];
        part.decl().state.iter().filter_map(|decl| {
            let place = *part.variables.get(&decl.name.text)?;
            Some((&*decl.name.text, self.state.variables.get(place)?))
        })
    }

    /// What the rules show of a part.
    pub(super) fn pictures(&self, owner: usize, values: &[i64]) -> Vec<Picture> {
        let part = &self.parts[owner];
        let looks = Looks::of(part);
        let pictures = self.shown.iter().filter_map(|(of, shown)| {
            if *of != owner {
                return None;
            }
            match *shown {
                Shown::Variable(place, line) => {
                    let variable = &self.state.variables[place];
                    let (name, _) = self
                        .variables_of(owner)
                        .find(|(_, known)| std::ptr::eq(*known, variable))?;
                    Some(Picture {
                        variable: Some(name.to_owned()),
                        form: looks.on(form_of_variable(variable, values), line),
                    })
                }
                Shown::Drawing(place) => {
                    let mut evaluator = Evaluator::at(part, &self.state, values);
                    let value = evaluator.eval(&part.decl().shows[place].what).ok()?;
                    Some(Picture {
                        variable: None,
                        form: looks.on(form_of_value(&value), place),
                    })
                }
            }
        });
        pictures.collect()
    }

    /// The places that have one of these bits of a packed position: the keys of elements of
    /// arrays as moves write them, and the names of variables that are no arrays.
    #[must_use]
    pub fn places(&self, bits: U256) -> Vec<String> {
        let fields = &self.state.layout.fields;
        let mut places = Vec::new();
        for part in 0..self.parts.len() {
            for (name, variable) in self.variables_of(part) {
                let keys = variable.index.as_ref().map(Ty::values);
                for place in 0..variable.elements {
                    let first = variable.first + place * variable.stride;
                    let mut own = fields[first..first + variable.stride].iter();
                    if own.any(|field| field.mask() & bits != U256::ZERO) {
                        let key = keys.as_ref().map(|keys| short(&keys[place]));
                        places.push(key.unwrap_or_else(|| name.to_owned()));
                    }
                }
            }
        }
        places
    }

    /// What differs between two packed positions.
    #[must_use]
    pub fn changes(&self, before: U256, after: U256) -> Vec<Change> {
        let layout = &self.state.layout;
        let (before, after) = (layout.unpack(before), layout.unpack(after));
        let mut changes = Vec::new();
        for part in 0..self.parts.len() {
            for (name, variable) in self.variables_of(part) {
                let mut keys = None;
                for place in 0..variable.elements {
                    let of = |values| element_values(variable, values, place);
                    if of(&before) == of(&after) {
                        continue;
                    }
                    let keys = keys.get_or_insert_with(|| variable.index.as_ref().map(Ty::values));
                    changes.push(Change {
                        part,
                        variable: name.to_owned(),
                        key: keys.as_ref().map(|keys| short(&keys[place])),
                        before: content(&variable.ty, of(&before)),
                        after: content(&variable.ty, of(&after)),
                    });
                }
            }
        }
        changes
    }

    /// What a move is made of. `decl` is the number of the move's declaration in the part.
    pub(crate) fn move_view(
        &self,
        owner: usize,
        decl: usize,
        chosen: &[Value],
        position: U256,
    ) -> MoveView {
        let values = self.state.layout.unpack(position);
        let part = &self.parts[owner];
        let decl = &part.decl().moves[decl];
        let mut view = MoveView {
            name: decl.name.text.to_string(),
            part: owner,
            choices: Vec::new(),
            picks: Vec::new(),
        };
        let mut evaluator = Evaluator::at(part, &self.state, &values);
        if evaluator.choose(decl, chosen).is_err() {
            return view;
        }
        let bound = evaluator.bound();
        let mut names = Vec::new();
        for parameter in &decl.parameters {
            match parameter {
                MoveParameter::Chosen { pattern, .. } => names_in(pattern, &mut names),
                MoveParameter::Derived { name, .. } => names.push(name.text.to_string()),
            }
        }
        for name in names {
            let value = bound.iter().rev().find(|(known, _)| **known == *name);
            view.choices
                .extend(value.map(|(_, value)| (name, value.clone())));
        }
        match &decl.notation {
            Some(template) => {
                for piece in &template.parts {
                    if let TemplatePart::Value(expr) = piece {
                        view.picks.extend(evaluator.eval(expr));
                    }
                }
            }
            None => view.picks = chosen.to_vec(),
        }
        view
    }
}

impl VariableView {
    fn of(name: &str, variable: &Variable, values: &[i64]) -> Self {
        let elements = 0..variable.elements;
        Self {
            name: name.to_owned(),
            index: variable.index.as_ref().map(IndexView::of),
            values: elements
                .map(|place| content(&variable.ty, element_values(variable, values, place)))
                .collect(),
            range: match variable.ty.shape {
                Shape::Int { lo, hi } => Some((lo, hi)),
                _ => None,
            },
        }
    }
}

impl IndexView {
    fn of(ty: &Ty) -> Self {
        let kind = match (grid(ty), &ty.shape) {
            (Some((columns, rows)), _) => IndexKind::Grid { columns, rows },
            (None, Shape::Int { .. }) => IndexKind::Row,
            (None, Shape::Enum { players: true, .. }) => IndexKind::Players,
            (None, Shape::Enum { .. }) => IndexKind::Names,
            (None, _) => IndexKind::Other,
        };
        Self {
            kind,
            name: ty.name.as_deref().map(str::to_owned),
            keys: ty.values().iter().map(short).collect(),
        }
    }
}

/// Appends the names of a pattern.
fn names_in(pattern: &Pattern, names: &mut Vec<String>) {
    match pattern {
        Pattern::Name(name) => names.push(name.text.to_string()),
        Pattern::Tuple(parts, _) => {
            for part in parts {
                names_in(part, names);
            }
        }
    }
}

/// The number of values that a value is made of.
fn size(value: &Value) -> usize {
    match value {
        Value::Tuple(items) | Value::List(items) | Value::Set(items) => {
            items.iter().map(size).sum()
        }
        Value::Map(entries) => entries
            .iter()
            .map(|(key, value)| size(key) + size(value))
            .sum(),
        _ => 1,
    }
}

/// The value that these scalars stand for; for a bag the list of the things in it.
fn content(ty: &Ty, scalars: &[i64]) -> Value {
    match &ty.shape {
        Shape::Bag { of, .. } => {
            let mut things = Vec::new();
            for (kind, &count) in of.values().iter().zip(scalars) {
                things.extend((0..count).map(|_| kind.clone()));
            }
            Value::List(things.into())
        }
        _ => ty.decode(scalars),
    }
}

/// How the pieces of a part look.
struct Looks<'a> {
    shows: &'a [ShowDecl],
    /// The values whose look a `show` line of their own says, as in `show Red as disc red`.
    pieces: Vec<(Value, Look)>,
}

impl<'a> Looks<'a> {
    fn of(part: &'a Part) -> Self {
        let decl = part.decl();
        let of_pieces = decl.shows.iter().filter(|shown| decl.is_of_a_piece(shown));
        let pieces = of_pieces.filter_map(|shown| {
            let piece = Evaluator::new(part).eval(&shown.what).ok()?;
            Some((piece, shown.look?))
        });
        Self {
            shows: &decl.shows,
            pieces: pieces.collect(),
        }
    }

    /// Gives the pieces in the picture of a line their looks: what is said of a piece goes before
    /// what is said of the picture.
    fn on(&self, mut form: Form, line: usize) -> Form {
        if let Form::Grid(cells) | Form::Row(cells) = &mut form {
            for cell in cells {
                let piece = self.pieces.iter().find(|(of, _)| *of == cell.content);
                let all = self.shows[line].look.filter(|_| !is_free(cell));
                cell.look = piece.map(|(_, look)| *look).or(all);
            }
        }
        form
    }
}

/// Whether a cell has no piece: it holds `none`, `false` or a point as text, or nothing.
fn is_free(cell: &Cell) -> bool {
    matches!(&*cell.mark, "." | " " | "")
}

/// The form in which a variable is drawn: an array over a grid as a board, another array as a row.
fn form_of_variable(variable: &Variable, values: &[i64]) -> Form {
    let element = |place| element_values(variable, values, place);
    let Some(index) = variable.index.as_ref().filter(|index| !is_symbolic(index)) else {
        let all = (0..variable.elements).map(|place| print_value(&variable.ty, element(place)));
        return Form::Value(all.collect::<Vec<_>>().join(" "));
    };
    let marks = characters(&variable.ty);
    let is_grid = grid(index).is_some();
    let cells = index.values().into_iter().enumerate().map(|(place, key)| {
        let mark = match &marks {
            Some(marks) => {
                let lo = variable.ty.scalars()[0].lo;
                marks[(element(place)[0] - lo) as usize].to_string()
            }
            None => print_value(&variable.ty, element(place)),
        };
        let (x, y) = pair(&key).unwrap_or((place as i64, 0));
        Cell {
            key: short(&key),
            x,
            y,
            mark,
            content: content(&variable.ty, element(place)),
            look: None,
        }
    });
    let cells = cells.collect();
    if is_grid {
        Form::Grid(cells)
    } else {
        Form::Row(cells)
    }
}

/// The form in which a value is drawn: a map from numbers as a row, a map from pairs of numbers as
/// a board, and a list line by line.
fn form_of_value(value: &Value) -> Form {
    let entries = match value {
        Value::Map(entries) => entries,
        Value::List(lines) => {
            let line = |line: &Value| match line {
                Value::List(parts) => parts.iter().map(mark).collect(),
                other => mark(other),
            };
            return Form::Lines(lines.iter().map(line).collect());
        }
        other => return Form::Value(short(other)),
    };
    let is_grid = entries.iter().all(|(key, _)| pair(key).is_some());
    let cells = entries.iter().enumerate().map(|(place, (key, value))| {
        let (x, y) = pair(key).filter(|_| is_grid).unwrap_or((place as i64, 0));
        Cell {
            key: short(key),
            x,
            y,
            mark: mark(value),
            content: value.clone(),
            look: None,
        }
    });
    let cells = cells.collect();
    if is_grid {
        Form::Grid(cells)
    } else {
        Form::Row(cells)
    }
}

/// The two numbers of a pair of numbers.
fn pair(key: &Value) -> Option<(i64, i64)> {
    match key {
        Value::Tuple(parts) => match **parts {
            [Value::Int(x), Value::Int(y)] => Some((x, y)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns what stands for a value in a drawing: texts and numbers as they are, else one character
/// as in the notation of positions.
fn mark(value: &Value) -> String {
    match value {
        Value::None | Value::Bool(false) => ".".to_owned(),
        Value::Bool(true) => "#".to_owned(),
        Value::Symbol(_, name) => name.chars().take(1).collect(),
        other => short(other),
    }
}
