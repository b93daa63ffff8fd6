//! A game tree for a terminal.
//!
//! The tree is drawn in the manner of Bob Walton's figure for The Number Game (2001),
//! each node `label[value]` under its parent:
//!
//! ```text
//!         ____3[0]____
//!       -/            \+          X moves
//!     1[-1]           5[0]
//!     -/ \+           -/ \+       Y moves
//!   5[0] 8[-1]      6[0] 4[0]
//! ```
//!
//! A tree that would be too wide, or whose labels have boards, becomes an outline.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use zug::{Tree, Value};

use crate::column;
use crate::flat::{Flat, Place};
use crate::label;
use crate::tidy::{self, Extent, Gaps};

/// A drawing with more columns than this becomes an outline.
const MOST_COLUMNS: usize = 200;

/// Blank columns left of a drawing.
const MARGIN: usize = 2;

/// Blank columns between a drawing and the captions on its right.
const BEFORE_CAPTION: usize = 5;

/// Blank columns between cousins; the widest gap is taken with which the drawing fits.
const COUSIN_GAPS: [u32; 3] = [6, 3, 2];

/// The tree as text of several lines.
pub fn tree(tree: &Tree) -> String {
    let flat = Flat::new(tree);
    let has_boards = flat
        .places
        .iter()
        .any(|place| label::has_board(&place.node.label));
    let fitting = if has_boards || tree.is_merged {
        None
    } else {
        COUSIN_GAPS.iter().find_map(|&gap| drawing(&flat, gap))
    };
    fitting.unwrap_or_else(|| outline(&flat, tree))
}

/// The text of a node: `3[0]`, `3[1∞]` if play never ends, or `3[0]…` if moves were left out.
fn node_text(place: &Place<'_>) -> String {
    let endless = if is_endless(place) { "∞" } else { "" };
    let cut = if place.node.cut { "…" } else { "" };
    format!(
        "{}[{}{endless}]{cut}",
        place.node.label,
        label::number(place.node.minimax)
    )
}

/// Whether somebody wins because play never ends.
fn is_endless(place: &Place<'_>) -> bool {
    let value = place.node.known.value();
    value.is_some_and(Value::is_endless)
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// The side from which an edge arrives at a node.
enum Leg {
    /// `-/`, one column right of the node's column.
    Right,
    /// `|name`, in the node's column.
    Above,
    /// `\+`, two columns left of the node's column.
    Left,
}

impl Leg {
    fn of(flat: &Flat<'_>, index: usize) -> Self {
        match (flat.places[index].order == 0, flat.is_last(index)) {
            (true, false) => Self::Right,
            (false, true) => Self::Left,
            _ => Self::Above,
        }
    }

    /// How far the leg reaches, together with the name of its move.
    fn extent(&self, name: f64) -> Extent {
        let (left, right) = match self {
            Self::Right => (name - 1.0, 1.0),
            Self::Above => (0.0, name),
            Self::Left => (2.0, name - 2.0),
        };
        Extent { left, right }
    }
}

/// The drawing of the tree; `None` if it is too wide.
fn drawing(flat: &Flat<'_>, cousin_gap: u32) -> Option<String> {
    let mixes_movers = flat.mixes_movers();
    let text = |place: &Place<'_>| match &place.node.mover {
        Some(mover) if mixes_movers && !place.children.is_empty() => {
            format!("{mover}:{}", node_text(place))
        }
        _ => node_text(place),
    };
    let texts: Vec<String> = flat.places.iter().map(text).collect();
    // Two neighbouring columns are at the distance 1 and have no gap between them.
    let gaps = Gaps {
        siblings: 2.0,
        cousins: f64::from(cousin_gap + 1),
    };
    let columns = tidy::columns(flat, gaps, |index, reach| {
        let width = width(&texts[index]);
        let text = Extent {
            left: (width / 2) as f64,
            right: (width - width / 2) as f64 - 1.0,
        };
        // The line above the children must not touch the neighbours.
        let line = Extent {
            left: reach.left - 1.0,
            right: reach.right - 2.0,
        };
        let name = flat.places[index].by.map(|branch| branch.name.as_str());
        let leg = name.map_or(Extent::default(), |name| {
            Leg::of(flat, index).extent(self::width(name) as f64)
        });
        text.and(line).and(leg)
    });
    // Half columns are rounded down, which brings no two nodes nearer to each other.
    let columns: Vec<usize> = columns
        .iter()
        .map(|column| (column + 1e-6).floor() as usize + MARGIN)
        .collect();
    if columns.iter().any(|&column| column > MOST_COLUMNS) {
        return None;
    }
    let mut canvas = Canvas::default();
    for (index, place) in flat.places.iter().enumerate() {
        let row = 2 * place.depth;
        let text_starts = columns[index] - width(&texts[index]) / 2;
        if let [first, .., last] = place.children[..] {
            let (from, to) = (columns[first] + 2, columns[last] - 2);
            canvas.put(row, from, &"_".repeat(to.saturating_sub(from)));
        }
        canvas.put(row, text_starts, &texts[index]);
        if let Some(branch) = place.by {
            let (row, column, name) = (row - 1, columns[index], branch.name.as_str());
            match Leg::of(flat, index) {
                Leg::Right => {
                    canvas.put(row, column + 1 - width(name), &format!("{name}/"));
                }
                Leg::Above => canvas.put(row, column, &format!("|{name}")),
                Leg::Left => canvas.put(row, column - 2, &format!("\\{name}")),
            }
        }
    }
    let caption_column = canvas.width() + BEFORE_CAPTION;
    for (ply, caption) in flat.captions().iter().enumerate() {
        if let Some(caption) = caption {
            canvas.put(2 * ply + 1, caption_column, caption);
        }
    }
    (canvas.width() <= MOST_COLUMNS).then(|| {
        let mut drawn = canvas.text();
        if flat.places[0].node.mover.is_none() {
            drawn.push_str("\n1: the first to move wins, -1: the second\n");
        }
        drawn
    })
}

/// Rows of characters, each as long as the text put into it.
#[derive(Default)]
struct Canvas {
    rows: Vec<Vec<char>>,
}

impl Canvas {
    fn put(&mut self, row: usize, column: usize, text: &str) {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let cells = &mut self.rows[row];
        let end = column + width(text);
        if cells.len() < end {
            cells.resize(end, ' ');
        }
        for (cell, character) in cells[column..end].iter_mut().zip(text.chars()) {
            *cell = character;
        }
    }

    fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let line: String = row.iter().collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// The tree as an outline: one node a line, and its descendants indented.
fn outline(flat: &Flat<'_>, tree: &Tree) -> String {
    let mut text = String::new();
    // The positions of a merged tree that moves from elsewhere lead to, with their numbers.
    let again = flat.places.iter().filter_map(|place| place.node.same_as);
    let numbered: BTreeSet<usize> = again.collect();
    let numbered: HashMap<usize, usize> = numbered.into_iter().zip(1..).collect();
    // For each ply above, whether more children of the node there are to come.
    let mut more_to_come: Vec<bool> = Vec::new();
    for (index, place) in flat.places.iter().enumerate() {
        more_to_come.truncate(place.depth.saturating_sub(1));
        for &more in &more_to_come {
            text.push_str(if more { "│  " } else { "   " });
        }
        if let (Some(branch), Some(parent)) = (place.by, place.parent) {
            let parent = &flat.places[parent];
            let is_last = flat.is_last(index);
            text.push_str(if is_last { "└─ " } else { "├─ " });
            more_to_come.push(!is_last);
            if let Some(mover) = &parent.node.mover {
                let _ = write!(text, "{mover}: ");
            }
            let mark = if branch.best { "*" } else { "" };
            let siblings = parent.node.branches.iter();
            let name_width = column::width(siblings.map(|branch| &*branch.name)) + 1;
            let _ = write!(text, "{:name_width$} ", format!("{}{mark}", branch.name));
        }
        text.push_str(&node_text(place));
        let _ = match place.node.same_as.map(|to| numbered[&to]) {
            Some(number) => write!(text, " → #{number}"),
            None => match numbered.get(&index) {
                Some(number) => write!(text, " #{number}"),
                None => Ok(()),
            },
        };
        text.push('\n');
    }
    let view = &tree.view;
    let is_unknown = |place: &Place<'_>| place.node.minimax.is_none();
    let told = |meaning, is_there| if is_there { meaning } else { "" };
    let unknown = told(", ?: not known", flat.places.iter().any(is_unknown));
    let endless = told(", ∞: play never ends", flat.places.iter().any(is_endless));
    let _ = match &tree.root.mover {
        _ if tree.has_scores => writeln!(text, "\nthe numbers are scores of {view}; * best move"),
        Some(_) => writeln!(
            text,
            "\n1: {view} wins, 0: draw, -1: {view} loses{endless}{unknown}; * best move"
        ),
        None if tree.is_of_mover => writeln!(
            text,
            "\n1: whoever moves there wins, -1: loses{unknown}; * best move"
        ),
        None => writeln!(
            text,
            "\n1: the first to move wins, -1: the second{unknown}; * best move"
        ),
    };
    if !numbered.is_empty() {
        text.push_str("→ #1: the position that stands at #1\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{self, FILLING, KEPT_TURN, NUMBER_GAME, SUBTRACTION};

    #[test]
    fn the_number_game_is_drawn_as_its_author_drew_it() {
        let figure = "        ____3[0]____
      -/            \\+          X moves
    1[-1]           5[0]
    -/ \\+           -/ \\+       Y moves
  5[0] 8[-1]      6[0] 4[0]
";
        assert_eq!(tree(&samples::tree(NUMBER_GAME, &[], None)), figure);
    }

    #[test]
    fn play_that_never_ends_is_marked() {
        let rules = "game stay\nplayers A, B\nx: 0..1 = 0\nmove stay\n\
                     move end if me == B:\n    x = 1\nwin A if x == 1\nwin B if endless\n";
        let drawn = tree(&samples::tree(rules, &[], Some(2)));
        assert!(drawn.contains("x=0 turn=B[-1∞]"), "{drawn}");
    }

    #[test]
    fn trees_of_every_kind_are_drawn() {
        let drawn = [
            samples::tree(NUMBER_GAME, &[("rounds", "2")], None),
            samples::tree(SUBTRACTION, &[], None),
            samples::tree(SUBTRACTION, &[("n", "0")], None),
            samples::tree(SUBTRACTION, &[("n", "9"), ("take", "1..9")], Some(1)),
            samples::tree(KEPT_TURN, &[], None),
            samples::tree(FILLING, &[], Some(2)),
        ];
        let drawings: Vec<String> = drawn.iter().map(tree).collect();
        insta::assert_snapshot!(drawings.join("\n----\n\n"));
    }

    #[test]
    fn no_drawing_is_too_wide_and_every_node_stands_in_it() {
        for sample in samples::corner_cases() {
            let text = tree(&sample);
            for line in text.lines() {
                assert!(width(line) <= MOST_COLUMNS + 40, "{line}");
            }
            let nodes = Flat::new(&sample).places.len();
            assert!(
                text.matches('[').count() >= nodes,
                "{nodes} nodes in\n{text}"
            );
        }
    }
}
