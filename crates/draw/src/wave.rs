//! The positions of a small game as a picture (SVG), each once, in the order in which retrograde
//! analysis settles them: a column for each number of moves to the end, and one for the draws.
//!
//! The player to move loses in the filled positions. An arrow leads from each position to those
//! that its moves lead to. The dark arrows are the moves that settle the value: of a won position
//! those by which the winner wins soonest, of a lost one those by which the loser lasts longest,
//! of a drawn one those that keep the draw.

use svg::node::element::path::Data;
use svg::node::element::{Group, Marker, Path, Rectangle, Title};
use zug::{GraphNode, Outcome, Plies, PositionGraph, Problem, Solution, Value};

use crate::error::{Error, Result};
use crate::label::{self, Line};
use crate::sheet::{blank_sheet, round, text};

/// The largest number of positions that are drawn: with more, nobody sees which arrow is which.
const MOST_POSITIONS: usize = 64;
/// The largest number of positions one below the other.
const MOST_ROWS: usize = 8;

const FONT: f64 = 15.0;
/// The width of a character in a monospace font, in units of the font size.
const ADVANCE: f64 = 0.605;
const LINE_HEIGHT: f64 = 19.0;
const PADDING: f64 = 9.0;
const LEAST_WIDTH: f64 = 44.0;
const BETWEEN_ROWS: f64 = 24.0;
const BETWEEN_COLUMNS: f64 = 76.0;
/// The distance of two columns of one band, which has several where many positions are as far from
/// the end, or drawn.
const WITHIN_BAND: f64 = 64.0;
/// How far an arrow between positions of one column goes out of it at most.
const BULGE: f64 = 72.0;
const MARGIN: f64 = 24.0;
const LEGEND: f64 = 44.0;
const HEADING: f64 = 40.0;

const STYLE: &str = "
text { font-family: 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace; \
font-size: 15px; fill: #1b1b1b; text-anchor: middle; }
.words { font-family: 'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif; }
.left { text-anchor: start; }
.paper { fill: #ffffff; }
.band { fill: #f3f3f3; }
.loss { fill: #f2a33a; stroke: #8a5200; stroke-width: 1.4; }
.win { fill: #dcebfa; stroke: #14508c; stroke-width: 1.4; }
.draw { fill: #ffffff; stroke: #8c8c8c; stroke-width: 1.4; }
.settles { fill: none; stroke: #333333; stroke-width: 1.8; }
.other { fill: none; stroke: #b4b4b4; stroke-width: 1.1; }
.tip { fill: #333333; }
.other-tip { fill: #b4b4b4; }
";

/// A position with its moves, as indices of positions.
struct Place {
    lines: Vec<Line>,
    title: String,
    value: Value,
    moves: Vec<Arrow>,
}

struct Arrow {
    to: usize,
    settles: bool,
}

/// All positions of a problem, in the order in which play finds them.
pub struct Wave {
    places: Vec<Place>,
}

impl Wave {
    /// The positions that play can reach from that of the problem; an error if they are too many.
    ///
    /// # Errors
    ///
    /// They are too many, or the values cannot be read.
    pub fn new(problem: &Problem, solution: &Solution) -> Result<Self> {
        let graph = PositionGraph::new(solution, &problem.root(), MOST_POSITIONS)?;
        if graph.cut {
            return Err(Error::TooManyPositions(MOST_POSITIONS));
        }
        let place = |node: &GraphNode| {
            let mut lines = label::lines(&problem.label(&node.position));
            if let Some(mover) = problem.mover_name(&node.position) {
                lines.push(Line::Words(format!("{mover} moves")));
            }
            Place {
                lines,
                title: format!("{}: {}", problem.print(&node.position), node.value),
                value: node.value,
                moves: Vec::new(),
            }
        };
        let mut places: Vec<Place> = graph.nodes.iter().map(place).collect();
        for edge in &graph.edges {
            let moves = &mut places[edge.from].moves;
            // Several moves between the same positions are one arrow.
            if moves.iter().all(|other| other.to != edge.to) {
                moves.push(Arrow {
                    to: edge.to,
                    settles: edge.best,
                });
            }
        }
        Ok(Self { places })
    }

    /// The positions by the number of moves to their end, the draws last. Within a column those
    /// stand above that lead to positions further up in the columns before.
    fn bands(&self) -> Vec<(Option<Plies>, Vec<usize>)> {
        let mut bands: Vec<(Option<Plies>, Vec<usize>)> = Vec::new();
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        let band = |place: usize| self.places[place].value.remoteness();
        order.sort_by_key(|&place| (band(place).is_none(), band(place)));
        for place in order {
            match bands.last_mut() {
                Some((plies, places)) if *plies == band(place) => places.push(place),
                _ => bands.push((band(place), vec![place])),
            }
        }
        let mut heights = vec![0.0; self.places.len()];
        for (_, places) in &mut bands {
            let height = |place: &usize| {
                let settling = self.places[*place].moves.iter().filter(|by| by.settles);
                let ends: Vec<f64> = settling.map(|by| heights[by.to]).collect();
                ends.iter().sum::<f64>() / ends.len().max(1) as f64
            };
            places.sort_by(|one, other| height(one).total_cmp(&height(other)));
            let rows = places.len().min(MOST_ROWS) as f64;
            for (row, &place) in places.iter().enumerate() {
                heights[place] = (row % MOST_ROWS) as f64 - rows / 2.0;
            }
        }
        bands
    }
}

/// The middle of a card, and the number of its column.
#[derive(Clone, Copy, Default)]
struct At {
    x: f64,
    y: f64,
    column: usize,
}

/// The picture.
pub fn graph(title: &str, wave: &Wave) -> String {
    let width_of = |line: &Line| line.text().chars().count() as f64 * FONT * ADVANCE;
    let lines = wave.places.iter().flat_map(|place| &place.lines);
    let card = (
        lines.map(width_of).fold(LEAST_WIDTH, f64::max) + 2.0 * PADDING,
        wave.places
            .iter()
            .map(|place| place.lines.len() as f64 * LINE_HEIGHT + 1.4 * PADDING)
            .fold(0.0, f64::max),
    );
    let bands = wave.bands();
    let rows = bands.iter().map(|(_, places)| places.len()).max();
    let rows = rows.unwrap_or(1).min(MOST_ROWS) as f64;
    let inner = rows * (card.1 + BETWEEN_ROWS);
    let top = MARGIN + LEGEND + HEADING;
    let mut places = vec![At::default(); wave.places.len()];
    let mut headings = Group::new();
    let (mut x, mut column) = (MARGIN, 0);
    for (plies, band) in &bands {
        let columns = band.len().div_ceil(MOST_ROWS);
        let wide = columns as f64 * card.0 + (columns - 1) as f64 * WITHIN_BAND;
        let heading = match plies {
            Some(Plies(0)) => "over".to_owned(),
            Some(Plies(1)) => "1 move".to_owned(),
            Some(Plies(plies)) => format!("{plies} moves"),
            None => "draw".to_owned(),
        };
        let behind = Rectangle::new()
            .set("class", "band")
            .set("x", round(x - 12.0))
            .set("y", round(MARGIN + LEGEND))
            .set("width", round(wide + 24.0))
            .set("height", round(HEADING + inner))
            .set("rx", 8);
        headings = headings
            .add(behind)
            .add(text(heading, x + wide / 2.0, MARGIN + LEGEND + 26.0).set("class", "words"));
        for (number, &place) in band.iter().enumerate() {
            let (across, down) = (number / MOST_ROWS, number % MOST_ROWS);
            let here = (band.len() - across * MOST_ROWS).min(MOST_ROWS) as f64;
            places[place] = At {
                x: x + across as f64 * (card.0 + WITHIN_BAND) + card.0 / 2.0,
                y: top + inner / 2.0 + (down as f64 - (here - 1.0) / 2.0) * (card.1 + BETWEEN_ROWS),
                column: column + across,
            };
        }
        x += wide + BETWEEN_COLUMNS;
        column += columns;
    }
    let legend = legend(wave);
    // Arrows between positions of the last column go round it on the right.
    let right = MARGIN + BULGE;
    let width = (x - BETWEEN_COLUMNS + right).max(legend.1 + 2.0 * MARGIN);
    let height = top + inner + MARGIN;
    let mut document = blank_sheet(title, STYLE, width, height)
        .add(tip("tip"))
        .add(tip("other-tip"))
        .add(legend.0)
        .add(headings);
    for settles in [false, true] {
        for (from, place) in wave.places.iter().enumerate() {
            for by in place.moves.iter().filter(|by| by.settles == settles) {
                document = document.add(arrow(places[from], places[by.to], card, settles));
            }
        }
    }
    for (place, &at) in wave.places.iter().zip(&places) {
        document = document.add(drawn(place, at, card));
    }
    format!("{document}\n")
}

/// What colours and arrows mean, as far as the picture has them, and the width of these words.
fn legend(wave: &Wave) -> (Group, f64) {
    const SWATCH: f64 = 26.0;
    let has = |outcome| {
        let mut values = wave.places.iter().map(|place| place.value.outcome());
        values.any(|other| other == outcome)
    };
    let colours = [
        (Outcome::Loss, "the player to move loses"),
        (Outcome::Win, "wins"),
        (Outcome::Draw, "draws"),
    ];
    let mut group = Group::new();
    let mut x = MARGIN;
    let y = MARGIN + 8.0;
    for (outcome, meaning) in colours {
        if has(outcome) {
            let swatch = Rectangle::new()
                .set("class", class(outcome))
                .set("x", round(x))
                .set("y", round(y - 10.0))
                .set("width", SWATCH)
                .set("height", 20)
                .set("rx", 5);
            group = group.add(swatch);
            (group, x) = named(group, meaning, x + SWATCH + 8.0, y);
        }
    }
    let moves = || wave.places.iter().flat_map(|place| &place.moves);
    for (settles, meaning) in [(true, "move that settles it"), (false, "other move")] {
        if moves().any(|by| by.settles == settles) {
            let line = Data::new()
                .move_to((round(x), y))
                .horizontal_line_by(SWATCH);
            group = group.add(line_of(line, settles));
            (group, x) = named(group, meaning, x + SWATCH + 14.0, y);
        }
    }
    (group, x - MARGIN)
}

/// Adds a meaning to the legend; returns where the next entry begins.
fn named(group: Group, meaning: &str, x: f64, y: f64) -> (Group, f64) {
    let words = text(meaning, x, y + 5.0).set("class", "words left");
    let width = meaning.chars().count() as f64 * FONT * 0.58;
    (group.add(words), x + width + 24.0)
}

fn class(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Loss => "loss",
        Outcome::Draw => "draw",
    }
}

/// The card of a position.
fn drawn(place: &Place, at: At, card: (f64, f64)) -> Group {
    let outline = Rectangle::new()
        .set("class", class(place.value.outcome()))
        .set("x", round(at.x - card.0 / 2.0))
        .set("y", round(at.y - card.1 / 2.0))
        .set("width", round(card.0))
        .set("height", round(card.1))
        .set("rx", 7);
    let group = Group::new().add(Title::new(&place.title)).add(outline);
    let first = at.y - (place.lines.len() as f64 - 1.0) / 2.0 * LINE_HEIGHT + FONT * 0.36;
    let lines = place.lines.iter().enumerate();
    lines.fold(group, |group, (line, words)| {
        group.add(text(words.text(), at.x, first + line as f64 * LINE_HEIGHT))
    })
}

/// An arrow between two cards: into the side that is nearer, and round a column where both cards
/// stand in it.
fn arrow(from: At, to: At, card: (f64, f64), settles: bool) -> Path {
    let half = card.0 / 2.0;
    let (leaves, enters, reach) = match to.column.cmp(&from.column) {
        std::cmp::Ordering::Less => (from.x - half, to.x + half, -30.0),
        std::cmp::Ordering::Greater => (from.x + half, to.x - half, 30.0),
        std::cmp::Ordering::Equal => {
            let rows = (to.y - from.y).abs() / (card.1 + BETWEEN_ROWS);
            (from.x + half, to.x + half, (18.0 + 11.0 * rows).min(BULGE))
        }
    };
    let in_column = to.column == from.column;
    let back = if in_column { reach } else { -reach };
    let gap = if back > 0.0 { 7.0 } else { -7.0 };
    let line = Data::new()
        .move_to((round(leaves), round(from.y)))
        .cubic_curve_to((
            (round(leaves + reach), round(from.y)),
            (round(enters + gap + back), round(to.y)),
            (round(enters + gap), round(to.y)),
        ));
    line_of(line, settles)
}

fn line_of(line: Data, settles: bool) -> Path {
    let (class, tip) = if settles {
        ("settles", "url(#tip)")
    } else {
        ("other", "url(#other-tip)")
    };
    Path::new()
        .set("class", class)
        .set("d", line)
        .set("marker-end", tip)
}

/// The head of an arrow.
fn tip(class: &str) -> Marker {
    let head = Data::new()
        .move_to((0, 0))
        .line_to((8, 4))
        .line_to((0, 8))
        .close();
    Marker::new()
        .set("id", class)
        .set("viewBox", "0 0 8 8")
        .set("refX", 1)
        .set("refY", 4)
        .set("markerWidth", 8)
        .set("markerHeight", 8)
        .set("markerUnits", "userSpaceOnUse")
        .set("orient", "auto")
        .add(Path::new().set("class", class).set("d", head))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug::{Request, SolveOptions};

    fn wave(game: &str, settings: &[(&str, &str)]) -> Result<Wave> {
        let mut request = Request::catalogue(game)?;
        for (parameter, value) in settings {
            request = request.set(*parameter, *value);
        }
        let problem = Problem::new(&request)?;
        let solution = problem.solve(&SolveOptions::default())?;
        Wave::new(&problem, &solution)
    }

    #[test]
    fn each_position_has_a_card_in_the_colour_of_its_outcome() {
        let drawn = graph("cat", &wave("cat-and-mouse", &[]).unwrap());
        let read = roxmltree::Document::parse(&drawn).unwrap();
        // The cards are in groups with the whole position as title; the swatches are in none.
        let cards = |class: &str| {
            let nodes = read.descendants();
            let nodes = nodes.filter(|node| node.attribute("class") == Some(class));
            nodes
                .filter(|node| {
                    node.prev_sibling_element()
                        .is_some_and(|title| title.has_tag_name("title"))
                })
                .count()
        };
        // The numbers that `zug solve cat-and-mouse` prints.
        assert_eq!((cards("win"), cards("loss"), cards("draw")), (13, 10, 5));
        let titles = read.descendants().filter(|node| node.has_tag_name("title"));
        assert_eq!(titles.count(), 28 + 1);
    }

    #[test]
    fn positions_stand_in_the_order_in_which_they_are_settled() {
        let wave = wave("subtraction", &[("n", "7")]).unwrap();
        let bands = wave.bands();
        let bands = bands.iter().map(|(plies, band)| {
            let labels = band.iter().map(|&place| wave.places[place].lines[0].text());
            (plies.map(|plies| plies.0), labels.collect::<Vec<_>>())
        });
        let bands: Vec<_> = bands.collect();
        assert_eq!(bands[0], (Some(0), vec!["0"]));
        // One, three or four coins are taken at once; two are lost after two moves.
        assert_eq!(bands[2], (Some(2), vec!["2"]));
        assert_eq!(bands.iter().map(|(_, band)| band.len()).sum::<usize>(), 8);
        assert_eq!(bands.last().unwrap(), &(Some(4), vec!["7"]));
    }

    #[test]
    fn too_many_positions_are_refused() {
        let refused = wave("tic-tac-toe", &[]).err().unwrap().to_string();
        assert!(refused.contains("at most 64 positions"), "{refused}");
    }
}
