//! Positions and moves as a person writes them: printing and parsing.
//!
//! A position is one line of `variable=value` pairs: `board=X.O/.X./... turn=O`. A
//! board on a grid is written row by row, the highest row first, with one character for
//! each cell. A variable that the line leaves out has its value at the start.

use std::collections::HashMap;
use std::fmt::Write as _;

use zug_game::NotationError;

use crate::domain::square;
use crate::domain::state::Variable;
use crate::domain::ty::{Shape, Ty};
use crate::domain::value::Value;
use crate::evaluate::{Evaluator, NoValue};
use crate::instance::Instance;
use crate::instance::line::Line;
use crate::instance::picture::Shown;
use crate::instance::squares::has_squares;
use crate::instance::words::{characters, grid, is_symbolic, labels, named};
use crate::syntax::ast::{GameDecl, MoveDecl, MoveParameter, Template, TemplatePart};
use zug_program::layout::number;
use zug_values::Outcome;

type Parsed<T> = Result<T, NotationError>;

impl Instance {
    /// Returns the position on one line.
    pub(crate) fn print(&self, values: &[i64]) -> String {
        self.line().text(values)
    }

    fn line(&self) -> &Line {
        self.line
            .get_or_init(|| Line::of(&self.state, self.players().as_ref()))
    }

    /// Returns the values of the fields in the position that a line describes.
    pub(crate) fn parse(&self, line: &str) -> Parsed<Vec<i64>> {
        let mut values = self.start.clone();
        let mut seen: Vec<String> = Vec::new();
        let words: Vec<&str> = line.split_whitespace().collect();
        let without_label = words.iter().filter(|word| !word.contains('=')).count();
        if words.is_empty() {
            return Err(NotationError::new(format!(
                "a position is expected, such as `{}`",
                self.print(&self.start)
            )));
        }
        for word in &words {
            let (label, text) = match word.split_once('=') {
                Some(pair) => pair,
                None if without_label == 1 && self.only_label().is_some() => {
                    (self.only_label().unwrap_or_default(), *word)
                }
                None => {
                    return Err(NotationError::new(format!(
                        "`{word}` is not of the form variable=value; the start is `{}`",
                        self.print(&self.start)
                    )));
                }
            };
            if seen.iter().any(|before| before == label) {
                return Err(NotationError::new(format!("`{label}` appears twice")));
            }
            seen.push(label.to_owned());
            self.parse_pair(label, text, &mut values)?;
        }
        Ok(values)
    }

    /// Returns the label of a variable that is the only one: a line may leave such a
    /// label out.
    fn only_label(&self) -> Option<&str> {
        match &self.state.variables[..] {
            [only] if labels(only).len() == 1 => Some(&only.label),
            _ => None,
        }
    }

    fn parse_pair(&self, label: &str, text: &str, values: &mut [i64]) -> Parsed<()> {
        if let (Some(turn), "turn") = (self.state.layout.turn, label) {
            let players = self.players().unwrap_or_default();
            let place = players
                .iter()
                .position(|name| name == text)
                .ok_or_else(|| {
                    NotationError::new(format!(
                        "`{text}` is not a player: {}",
                        players.join(" or ")
                    ))
                })?;
            values[turn] = place as i64 + 1;
            return Ok(());
        }
        if let (Some(over), "over") = (self.state.layout.over, label) {
            values[over] = match text {
                "no" => number::GOES_ON,
                "win" => number::of_outcome(Outcome::Win),
                "loss" => number::of_outcome(Outcome::Loss),
                "draw" => number::of_outcome(Outcome::Draw),
                _ => {
                    return Err(NotationError::new(format!(
                        "`over` is win, loss or draw for the player to move, or no; not `{text}`"
                    )));
                }
            };
            return Ok(());
        }
        for variable in &self.state.variables {
            for (place, known) in labels(variable).into_iter().enumerate() {
                if known == label {
                    return parse_variable(variable, place, label, text, values);
                }
            }
        }
        let labels: Vec<String> = self.state.variables.iter().flat_map(labels).collect();
        let advice =
            match crate::text::diagnostic::nearest(label, labels.iter().map(String::as_str)) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("there is {}", labels.join(", ")),
            };
        Err(NotationError::new(format!(
            "this game has no variable `{label}`; {advice}"
        )))
    }

    /// Returns the shown variables on one line, without their names; the whole position
    /// if the rules show none. What else the rules show takes several lines, and is left out.
    pub(crate) fn label(&self, values: &[i64]) -> String {
        let texts: Vec<String> = self
            .shown
            .iter()
            .filter_map(|(_, shown)| match shown {
                Shown::Variable(place, _) => Some(*place),
                Shown::Drawing(_) => None,
            })
            .flat_map(|place| self.line().value(place, values))
            .collect();
        if texts.is_empty() {
            return self
                .numbers_of_parts(values)
                .unwrap_or_else(|| self.print(values));
        }
        texts.join(" ")
    }

    /// Returns the value of each part of a sum, such as `1 2 3` for three piles; `None` if a part has
    /// several variables, or an array, or if the game is over by its rules.
    fn numbers_of_parts(&self, values: &[i64]) -> Option<String> {
        let variables = &self.state.variables;
        let is_plain = |variable: &Variable| variable.index.is_none();
        if self.parts.len() < 2
            || self.parts.iter().any(|part| part.variables.len() != 1)
            || !variables.iter().all(is_plain)
            || self.state.ended(values).is_some()
        {
            return None;
        }
        let texts = (0..variables.len()).flat_map(|place| self.line().value(place, values));
        Some(texts.collect::<Vec<_>>().join(" "))
    }

    /// Returns a move as a person writes it. `decl` is the number of the move's
    /// declaration in the part; `values` are the fields of the position that it is made
    /// in.
    pub(crate) fn move_text(
        &self,
        part: usize,
        decl: usize,
        chosen: &[Value],
        values: &[i64],
    ) -> String {
        self.notation_text(part, decl, chosen, values)
            .unwrap_or_else(|| self.full_move_text(part, decl, chosen))
    }

    /// Returns a move in the notation of its declaration; `None` if it has none, or if the notation breaks
    /// in the position.
    pub(crate) fn notation_text(
        &self,
        part: usize,
        decl: usize,
        chosen: &[Value],
        values: &[i64],
    ) -> Option<String> {
        let owner = &self.parts[part];
        let decl = &owner.decl().moves[decl];
        let template = decl.notation.as_ref()?;
        let mut evaluator = Evaluator::at(owner, &self.state, values);
        evaluator.choose(decl, chosen).ok()?;
        let text = template_text(&mut evaluator, owner.decl(), template);
        Some(self.of_part(part, text.ok()?))
    }

    /// Returns the text of a move with the number of its part, where the game has several.
    fn of_part(&self, part: usize, text: String) -> String {
        if self.parts.len() > 1 {
            format!("{}: {text}", part + 1)
        } else {
            text
        }
    }

    /// Returns a move by its name and all its choices. It is for moves whose notation
    /// is not unique.
    pub(crate) fn full_move_text(&self, part: usize, decl: usize, chosen: &[Value]) -> String {
        let game = self.parts[part].decl();
        self.of_part(part, plain_text(game, &game.moves[decl], chosen))
    }
}

/// Returns the text of a move's notation; the evaluator knows the choices of the move.
pub(super) fn template_text<'a>(
    evaluator: &mut Evaluator<'a>,
    game: &GameDecl,
    template: &'a Template,
) -> Result<String, NoValue> {
    let has_squares = has_squares(game);
    let mut text = String::new();
    for piece in &template.parts {
        match piece {
            TemplatePart::Text(fixed) => text.push_str(fixed),
            TemplatePart::Value(expr) => {
                text.push_str(&named(&evaluator.eval(expr)?, has_squares));
            }
        }
    }
    Ok(text)
}

/// Returns for each text of some moves, short or full, the number of moves that have it.
pub(crate) fn counts_of_texts<'a>(
    texts: impl IntoIterator<Item = &'a [String; 2]>,
) -> HashMap<&'a str, usize> {
    let mut counts = HashMap::new();
    for [short, full] in texts {
        if short != full {
            *counts.entry(full.as_str()).or_insert(0) += 1;
        }
        *counts.entry(short.as_str()).or_insert(0) += 1;
    }
    counts
}

/// Returns the name of the move and its choices.
pub(super) fn plain_text(game: &GameDecl, decl: &MoveDecl, chosen: &[Value]) -> String {
    let mut text = decl.name.text.to_string();
    debug_assert_eq!(
        chosen.len(),
        decl.parameters
            .iter()
            .filter(|parameter| matches!(parameter, MoveParameter::Chosen { .. }))
            .count()
    );
    for value in chosen {
        let _ = write!(text, " {}", named(value, has_squares(game)));
    }
    text
}

fn parse_variable(
    variable: &Variable,
    place: usize,
    label: &str,
    text: &str,
    values: &mut [i64],
) -> Parsed<()> {
    let fail = |wanted: String| NotationError::new(format!("`{label}={text}`: {wanted}"));
    let mut store = |place: usize, scalars: &[i64]| {
        let first = variable.first + place * variable.stride;
        values[first..first + scalars.len()].copy_from_slice(scalars);
    };
    let index = match &variable.index {
        Some(index) if !is_symbolic(index) => index,
        _ => {
            let scalars = parse_value(&variable.element_type(place), text).map_err(fail)?;
            store(place, &scalars);
            return Ok(());
        }
    };
    let Some(characters) = characters(&variable.ty) else {
        let items = text
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .ok_or_else(|| fail("write the values as [a;b;c]".to_owned()))?;
        let items = elements(items);
        if items.len() != variable.elements {
            return Err(fail(format!(
                "{} values are needed, not {}",
                variable.elements,
                items.len()
            )));
        }
        for (place, item) in items.iter().enumerate() {
            let scalars = parse_value(&variable.element_type(place), item).map_err(fail)?;
            store(place, &scalars);
        }
        return Ok(());
    };
    let lo = variable.ty.scalars()[0].lo;
    let scalar = |cell: char| {
        let known = characters.iter().position(|c| *c == cell);
        known.map(|place| place as i64 + lo).ok_or_else(|| {
            let known: String = characters.iter().collect();
            fail(format!("`{cell}` is none of `{known}`"))
        })
    };
    for (place, cell) in cells(text, index).map_err(fail)? {
        let scalar = scalar(cell)?;
        if let Some(range) = variable.ranges.get(place)
            && !(range.lo..=range.hi).contains(&scalar)
        {
            let (lo, hi) = (range.lo, range.hi);
            return Err(fail(format!("`{cell}` is not in {lo}..{hi}")));
        }
        store(place, &[scalar]);
    }
    Ok(())
}

/// Returns the characters of an array that is written as cells, each with the number of
/// its element, or what was expected instead.
fn cells(text: &str, index: &Ty) -> Result<Vec<(usize, char)>, String> {
    let Some((width, height)) = grid(index) else {
        let elements = index.count();
        if text.chars().count() as u128 != elements {
            return Err(format!("{elements} cells are needed"));
        }
        return Ok(text.chars().enumerate().collect());
    };
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != height || rows.iter().any(|row| row.chars().count() != width) {
        return Err(format!(
            "{height} rows of {width} cells are needed, the highest row first"
        ));
    }
    let cells = rows.iter().enumerate().flat_map(|(from_top, row)| {
        let y = height - 1 - from_top;
        row.chars()
            .enumerate()
            .map(move |(x, cell)| (x * height + y, cell))
    });
    Ok(cells.collect())
}

/// Splits the elements of an array, between which `;` stands. A bag is an element whose
/// own things stand in brackets.
fn elements(text: &str) -> Vec<&str> {
    let mut open = 0;
    text.split(|letter| {
        match letter {
            '[' => open += 1,
            ']' => open -= 1,
            _ => {}
        }
        letter == ';' && open == 0
    })
    .collect()
}

/// Returns the scalars of the value that a text stands for, or what was expected
/// instead.
fn parse_value(ty: &Ty, text: &str) -> Result<Vec<i64>, String> {
    match &ty.shape {
        Shape::Int { lo, hi } => match text.parse::<i64>() {
            Ok(value) if (*lo..=*hi).contains(&value) => Ok(vec![value]),
            _ => Err(format!("a number from {lo} to {hi} is expected")),
        },
        Shape::Bool => match text {
            "true" => Ok(vec![1]),
            "false" => Ok(vec![0]),
            _ => Err("true or false is expected".to_owned()),
        },
        Shape::Enum {
            variants, optional, ..
        } => {
            if *optional && text == "none" {
                return Ok(vec![0]);
            }
            match variants.iter().position(|name| **name == *text) {
                Some(place) => Ok(vec![place as i64 + 1]),
                None => Err(format!("one of {} is expected", variants.join(", "))),
            }
        }
        Shape::Tuple(parts) if ty.is_square() && !text.contains(',') => {
            let ranges = ty.scalars();
            let square = square::read_square(text).map(|(column, row)| vec![column, row]);
            let square = square.filter(|square| {
                let mut inside = ranges.iter().zip(square);
                inside.all(|(range, at)| (range.lo..=range.hi).contains(at))
            });
            square.ok_or_else(|| {
                let last = parts.last().map_or(0, |row| row.scalars()[0].hi);
                let last = square::written(ranges[0].hi, last).unwrap_or_default();
                format!("a square from a1 to {last} is expected")
            })
        }
        Shape::Tuple(parts) => {
            // Nested tuples are written without their inner brackets.
            let wanted: usize = ty.scalars().len();
            let items: Vec<&str> = text.split(',').collect();
            if items.len() != wanted {
                return Err(format!("{wanted} values with commas are expected"));
            }
            let mut rest = &items[..];
            let mut scalars = Vec::new();
            for part in parts {
                let (mine, others) = rest.split_at(part.scalars().len());
                scalars.extend(parse_value(part, &mine.join(","))?);
                rest = others;
            }
            Ok(scalars)
        }
        Shape::Bag { size, of } => {
            let items = text
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'))
                .ok_or("the things in the bag are written [a;b;c]")?;
            let mut counts = vec![0; of.values().len()];
            let mut held = 0;
            for item in items.split(';').filter(|item| !item.is_empty()) {
                let value = of.decode(&parse_value(of, item)?);
                let kind = of.index_of(&value).ok_or("no such kind of thing")?;
                counts[kind] += 1;
                held += 1;
            }
            if held != *size {
                return Err(format!("the bag holds {size} things, not {held}"));
            }
            Ok(counts)
        }
    }
}
