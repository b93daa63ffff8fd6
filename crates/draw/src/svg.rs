//! A game tree as a picture that stands alone (SVG).
//!
//! Each position is a card: the label, and below it the minimax value on a strip of its
//! colour. Every kind of colour vision distinguishes blue and orange (after M.
//! Okabe and K. Ito, 2002), and in greys the three colours are dark, white and middle;
//! the number is written there too. The edge of a best move is heavy. The last piece of
//! every edge is upright, so that the name of the move, which is written on it, is
//! crossed by no other edge.

use svg::Node as _;
use svg::node::element::path::Data;
use svg::node::element::{Group, Path, Rectangle, Text, Title};
use zug::{Node, Tree};

use crate::flat::{Flat, Link, Place};
use crate::label::{self, Line};
use crate::sheet::{self, blank_sheet, round};
use crate::tidy::{self, Extent, Gaps};

/// The width of a character in a monospace font, in units of the font size.
const ADVANCE: f64 = 0.605;
/// The mean width of a character in a proportional font, in units of the font size,
/// rounded up generously.
const MEAN_ADVANCE: f64 = 0.56;

const LABEL_SIZE: f64 = 14.0;
const NAME_SIZE: f64 = 13.0;
const CAPTION_SIZE: f64 = 13.0;

/// The space that is added between the cells of a board to make them nearly square.
const CELL_SPACING: f64 = 5.0;
const WORDS_HEIGHT: f64 = 18.0;
const ROW_HEIGHT: f64 = 16.0;

const CARD_PADDING: f64 = 8.0;
const CARD_LEAST_WIDTH: f64 = 38.0;
const CARD_RADIUS: f64 = 7.0;
const STRIP_HEIGHT: f64 = 19.0;

const MARGIN: f64 = 24.0;
const LEGEND_HEIGHT: f64 = 20.0;
const AFTER_LEGEND: f64 = 26.0;
const AFTER_CAPTIONS: f64 = 28.0;
/// The height of the upright end of an edge, which carries the name of the move.
const NAME_ZONE: f64 = 30.0;
/// The height of the "…" below a cut node.
const CUT_HEIGHT: f64 = 24.0;

const GAPS: Gaps = Gaps {
    siblings: 14.0,
    cousins: 26.0,
};

/// The gaps of a tree with links, which go between the cards.
const GAPS_WITH_LINKS: Gaps = Gaps {
    siblings: 56.0,
    cousins: 72.0,
};
/// The height that is added between plies for links and their names.
const LINK_ZONE: f64 = 56.0;

const STYLE: &str = "
text { font-family: 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace; \
text-anchor: middle; fill: #1b1b1b; }
.label { font-size: 14px; font-weight: 600; }
.row { font-size: 14px; letter-spacing: 5px; font-weight: 600; }
.value { font-size: 13px; font-weight: 700; }
.name { font-size: 13px; fill: #6a6a6a; }
.best .name { font-weight: 700; fill: #1b1b1b; }
.paper { fill: #ffffff; }
.edge { fill: none; stroke: #b4b4b4; stroke-width: 1.3; }
.best .edge { stroke: #333333; stroke-width: 2.8; }
.cut { font-size: 16px; font-weight: 700; fill: #6a6a6a; }
.caption { font-family: 'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif; \
font-size: 13px; fill: #4a4a4a; text-anchor: start; }
.ply { font-style: italic; }
.card { stroke-width: 1.6; }
.first .card { fill: #eaf2fb; stroke: #14508c; }
.first .strip { fill: #14508c; }
.first .value { fill: #ffffff; }
.draw .card { fill: #ffffff; stroke: #8c8c8c; }
.draw .strip { fill: #ececec; }
.second .card { fill: #fff4e2; stroke: #d98200; }
.second .strip { fill: #f2a33a; }
";

/// The tree as an SVG document.
pub fn tree(tree: &Tree) -> String {
    let flat = Flat::with_links(tree);
    let picture = Picture::new(&flat);
    let legend = Legend::new(&flat, tree);
    let width = picture.width(&legend);
    let height = picture.bottom + MARGIN;
    let document = blank_sheet("Game tree with minimax values", style(&flat), width, height)
        .add(legend.group)
        .add(picture.captions())
        .add(picture.edges(Emphasis::Plain))
        .add(picture.edges(Emphasis::Best))
        .add(picture.cards(tree));
    format!("{document}\n")
}

/// The width of the picture of a tree.
pub fn width(tree: &Tree) -> f64 {
    let flat = Flat::with_links(tree);
    Picture::new(&flat).width(&Legend::new(&flat, tree))
}

/// The style of the classes that a tree has.
fn style(flat: &Flat<'_>) -> String {
    let mut places = flat.places.iter();
    let mut style = STYLE.to_owned();
    if places.any(|place| place.node.minimax.is_none()) {
        style.push_str(STYLE_OF_UNKNOWN);
    }
    if !flat.links.is_empty() {
        style.push_str(STYLE_OF_LINKS);
    }
    style
}

fn text(class: &str, x: f64, y: f64, content: impl Into<String>) -> Text {
    sheet::text(content, x, y).set("class", class)
}

/// The style of positions whose value is not known.
const STYLE_OF_UNKNOWN: &str = "\
.unknown .card { fill: #ffffff; stroke: #8c8c8c; stroke-dasharray: 4 3; }
.unknown .strip { fill: #cfcfcf; }
";

/// The style of moves to positions that stand elsewhere.
const STYLE_OF_LINKS: &str = ".link { stroke-dasharray: 6 4; }\n";

/// The class of a minimax value, which gives its colour.
fn class(minimax: Option<i64>) -> &'static str {
    match minimax {
        Some(1..) => "first",
        Some(0) => "draw",
        Some(_) => "second",
        None => "unknown",
    }
}

/// The text of a minimax value: `+1`, `0` or `−1`, a score, or `?` where it is not known.
fn number(minimax: Option<i64>) -> String {
    match minimax {
        Some(0) => "0".to_owned(),
        Some(ahead @ 1..) => format!("+{ahead}"),
        Some(behind) => format!("\u{2212}{}", behind.unsigned_abs()),
        None => "?".to_owned(),
    }
}

/// Which edges are drawn in one pass; the heavy ones are drawn last, on top.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Emphasis {
    Plain,
    Best,
}

/// A card with its place in the picture.
struct Card {
    lines: Vec<Line>,
    /// The x coordinate of its middle.
    x: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Card {
    fn new(place: &Place<'_>, mixes_movers: bool) -> Self {
        let mut lines = label::lines(&place.node.label);
        if let (Some(mover), true, false) =
            (&place.node.mover, mixes_movers, place.children.is_empty())
        {
            lines.push(Line::Words(format!("{mover} moves")));
        }
        let widths = lines.iter().map(|line| {
            let characters = line.text().chars().count() as f64;
            match line {
                Line::Words(_) => characters * LABEL_SIZE * ADVANCE,
                Line::Row(_) => characters * (LABEL_SIZE * ADVANCE + CELL_SPACING),
            }
        });
        let width = widths.fold(0.0, f64::max) + 2.0 * CARD_PADDING;
        let text_height: f64 = lines.iter().map(line_height).sum();
        Self {
            width: width.max(CARD_LEAST_WIDTH),
            height: text_height + 1.5 * CARD_PADDING + STRIP_HEIGHT,
            lines,
            x: 0.0,
            top: 0.0,
        }
    }

    fn bottom(&self) -> f64 {
        self.top + self.height
    }

    fn left(&self) -> f64 {
        self.x - self.width / 2.0
    }

    /// The lower part of the card, with rounded corners, in the colour of the value.
    fn strip(&self) -> Path {
        let inner = self.width - 2.0 * CARD_RADIUS;
        let straight = STRIP_HEIGHT - CARD_RADIUS;
        let corner = CARD_RADIUS;
        let data = Data::new()
            .move_to((round(self.left()), round(self.bottom() - STRIP_HEIGHT)))
            .horizontal_line_by(round(self.width))
            .vertical_line_by(straight)
            .elliptical_arc_by((corner, corner, 0, 0, 1, -corner, corner))
            .horizontal_line_by(round(-inner))
            .elliptical_arc_by((corner, corner, 0, 0, 1, -corner, -corner))
            .close();
        Path::new().set("class", "strip").set("d", data)
    }

    fn group(&self, node: &Node, view: &str) -> Group {
        let outline = Rectangle::new()
            .set("class", "card")
            .set("x", round(self.left()))
            .set("y", round(self.top))
            .set("width", round(self.width))
            .set("height", round(self.height))
            .set("rx", CARD_RADIUS);
        let mut group = Group::new()
            .set("class", class(node.minimax))
            .add(Title::new(description(node, view)))
            .add(outline)
            .add(self.strip());
        let mut y = self.top + CARD_PADDING * 0.75;
        for line in &self.lines {
            let baseline = y + line_height(line) / 2.0 + LABEL_SIZE * 0.36;
            group.append(match line {
                Line::Words(words) => text("label", self.x, baseline, words),
                // A dot in the middle of its line reads better as an empty cell. Half
                // of a cell's spacing is added, because the spacing after the last cell
                // is invisible.
                Line::Row(row) => text(
                    "row",
                    self.x + CELL_SPACING / 2.0,
                    baseline,
                    row.replace('.', "·"),
                ),
            });
            y += line_height(line);
        }
        let baseline = self.bottom() - STRIP_HEIGHT / 2.0 + LABEL_SIZE * 0.34;
        group.append(text("value", self.x, baseline, number(node.minimax)));
        if node.cut {
            group.append(text("cut", self.x, self.bottom() + CUT_HEIGHT * 0.6, "…"));
        }
        group
    }
}

fn line_height(line: &Line) -> f64 {
    match line {
        Line::Words(_) => WORDS_HEIGHT,
        Line::Row(_) => ROW_HEIGHT,
    }
}

/// The full position and its value, which a viewer shows when the pointer is on the
/// card.
fn description(node: &Node, view: &str) -> String {
    let position = &node.position;
    if node.branches.is_empty() && !node.cut {
        let result = match (node.minimax, &node.mover) {
            (Some(0), _) => "a draw".to_owned(),
            (Some(1), Some(_)) => format!("{view} has won"),
            (_, Some(_)) => format!("{view} has lost"),
            (Some(1), None) => "the first to move has won".to_owned(),
            (_, None) => "the second to move has won".to_owned(),
        };
        return format!("{position}\nThe game is over: {result}.");
    }
    let mover = node.mover.as_deref().unwrap_or("The mover");
    format!("{position}\n{mover} moves: {}.", node.known)
}

/// The places of all cards and captions.
struct Picture<'a, 't> {
    flat: &'a Flat<'t>,
    cards: Vec<Card>,
    /// The words beside the edges of each ply, with their y coordinate.
    captions: Vec<(String, f64)>,
    right: f64,
    bottom: f64,
    /// For each ply, the y coordinate at which its lowest card ends.
    ply_bottoms: Vec<f64>,
    /// For each ply, the y coordinate at which its cards begin.
    ply_tops: Vec<f64>,
}

impl<'a, 't> Picture<'a, 't> {
    fn new(flat: &'a Flat<'t>) -> Self {
        let mixes_movers = flat.mixes_movers();
        let mut cards: Vec<Card> = flat
            .places
            .iter()
            .map(|place| Card::new(place, mixes_movers))
            .collect();
        let captions = flat.captions();
        let captions_width = captions
            .iter()
            .flatten()
            .map(|caption| {
                caption.chars().count() as f64 * CAPTION_SIZE * MEAN_ADVANCE + AFTER_CAPTIONS
            })
            .fold(0.0, f64::max);
        let gaps = if flat.links.is_empty() {
            GAPS
        } else {
            GAPS_WITH_LINKS
        };
        let columns = tidy::columns(flat, gaps, |index, _| {
            let name = flat.places[index]
                .by
                .map_or(0, |by| by.name.chars().count());
            let half = (name as f64 * NAME_SIZE * ADVANCE).max(cards[index].width) / 2.0;
            Extent {
                left: half,
                right: half,
            }
        });
        for (card, column) in cards.iter_mut().zip(columns) {
            card.x = MARGIN + captions_width + column;
        }
        let mut picture = Self {
            flat,
            cards,
            captions: Vec::new(),
            right: 0.0,
            bottom: 0.0,
            ply_bottoms: Vec::new(),
            ply_tops: Vec::new(),
        };
        picture.stack(captions);
        picture
    }

    fn width(&self, legend: &Legend) -> f64 {
        (self.right + MARGIN).max(legend.width + 2.0 * MARGIN)
    }

    /// Puts the plies one below the other.
    fn stack(&mut self, captions: Vec<Option<String>>) {
        let plies = self.flat.plies();
        let mut heights = vec![0.0_f64; plies];
        // How far the edges of each ply go sideways: wide fans get more height.
        let mut spreads = vec![0.0_f64; plies];
        for (place, card) in self.flat.places.iter().zip(&self.cards) {
            heights[place.depth] = heights[place.depth].max(card.height);
            if let Some(parent) = place.parent {
                let spread = (card.x - self.cards[parent].x).abs();
                spreads[place.depth] = spreads[place.depth].max(spread);
            }
        }
        let mut top = MARGIN + LEGEND_HEIGHT + AFTER_LEGEND;
        for (ply, caption) in captions.into_iter().enumerate() {
            if ply > 0 {
                top += edge_band(spreads[ply]) + NAME_ZONE;
                if !self.flat.links.is_empty() {
                    top += LINK_ZONE;
                }
            }
            self.ply_tops.push(top);
            top += heights[ply];
            self.ply_bottoms.push(top);
            if let Some(caption) = caption {
                let below = spreads.get(ply + 1).copied().unwrap_or_default();
                self.captions
                    .push((caption, top + edge_band(below) / 2.0 + 4.0));
            }
        }
        for (place, card) in self.flat.places.iter().zip(&mut self.cards) {
            card.top = self.ply_tops[place.depth];
        }
        let cut = self.flat.places.iter().any(|place| place.node.cut);
        self.bottom = top + if cut { CUT_HEIGHT } else { 0.0 };
        let edges = self.flat.places.iter().zip(&self.cards);
        self.right = edges
            .map(|(place, card)| {
                let name = place.by.map_or(0, |by| by.name.chars().count());
                card.x + (name as f64 * NAME_SIZE * ADVANCE).max(card.width) / 2.0
            })
            .fold(0.0, f64::max);
    }

    fn captions(&self) -> Group {
        let mut group = Group::new();
        for (caption, y) in &self.captions {
            group.append(text("caption ply", MARGIN, *y, caption));
        }
        group
    }

    fn edges(&self, emphasis: Emphasis) -> Group {
        let mut group = Group::new().set(
            "class",
            match emphasis {
                Emphasis::Plain => "plain",
                Emphasis::Best => "best",
            },
        );
        for (place, card) in self.flat.places.iter().zip(&self.cards) {
            let (Some(branch), Some(parent)) = (place.by, place.parent) else {
                continue;
            };
            if branch.best == (emphasis == Emphasis::Best) {
                group.append(self.edge(card, parent));
                let middle = card.top - NAME_ZONE / 2.0 + 1.0;
                name(&mut group, &branch.name, card.x, middle);
            }
        }
        for (number, link) in self.flat.links.iter().enumerate() {
            if link.by.best == (emphasis == Emphasis::Best) {
                let (path, x, y) = self.link(number, link);
                group.append(path);
                name(&mut group, &link.by.name, x, y);
            }
        }
        group
    }

    /// The edge of a move to a card that stands below another one, and the place of its name: out of
    /// the one card below, and into the other from above, near its right corner.
    fn link(&self, number: usize, link: &Link<'_>) -> (Path, f64, f64) {
        let (from, to) = (&self.cards[link.from], &self.cards[link.to]);
        let side = if from.x < to.x { -0.3 } else { 0.3 };
        let (x, y) = (from.x - side * from.width, from.bottom());
        let (end_x, end_y) = (to.x + side * to.width, to.top);
        // Where play goes back up, the curve goes round.
        let reach = ((end_y - y).abs() * 0.5).clamp(40.0, 160.0);
        let data = Data::new().move_to((round(x), round(y))).cubic_curve_to((
            round(x),
            round(y + reach),
            round(end_x),
            round(end_y - reach),
            round(end_x),
            round(end_y),
        ));
        // The names of links out of one card stand at other places along their curves.
        let before = self.flat.links[..number].iter();
        let earlier = before.filter(|other| other.from == link.from).count();
        // The name stands above the cards of the next ply, however far the link goes.
        let share = (self.ply_bottoms[self.flat.places[link.from].depth] + LINK_ZONE - y)
            / (end_y - y).abs().max(LINK_ZONE);
        let t = (0.9 * share - 0.14 * (earlier % 3) as f64).clamp(0.1, 0.6);
        let at = |a: f64, b: f64, c: f64, d: f64| {
            let s = 1.0 - t;
            s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
        };
        let path = Path::new().set("class", "edge link").set("d", data);
        (
            path,
            at(x, x, end_x, end_x),
            at(y, y + reach, end_y - reach, end_y),
        )
    }

    /// An edge: down out of the parent, sideways, and straight down into the card.
    fn edge(&self, card: &Card, parent: usize) -> Path {
        let from = &self.cards[parent];
        let ply_bottom = self.ply_bottoms[self.flat.places[parent].depth];
        let zone = card.top - NAME_ZONE;
        let bend = (zone - ply_bottom) * 0.55;
        let (x, to) = (round(from.x), round(card.x));
        let data = Data::new()
            .move_to((x, round(from.bottom())))
            .vertical_line_to(round(ply_bottom))
            .cubic_curve_to((
                x,
                round(ply_bottom + bend),
                to,
                round(zone - bend),
                to,
                round(zone),
            ))
            .vertical_line_to(round(card.top));
        Path::new().set("class", "edge").set("d", data)
    }

    fn cards(&self, tree: &Tree) -> Group {
        let mut group = Group::new();
        for (place, card) in self.flat.places.iter().zip(&self.cards) {
            group.append(card.group(place.node, &tree.view));
        }
        group
    }
}

/// Adds the name of a move, with its middle at this place.
fn name(group: &mut Group, name: &str, x: f64, middle: f64) {
    let characters = name.chars().count() as f64;
    let width = characters * NAME_SIZE * ADVANCE + 4.0;
    let paper = Rectangle::new()
        .set("class", "paper")
        .set("x", round(x - width / 2.0))
        .set("y", round(middle - 8.0))
        .set("width", round(width))
        .set("height", 16);
    group.append(paper);
    group.append(text("name", x, middle + NAME_SIZE * 0.36, name));
}

/// The height of the part in which edges go sideways, if they go as far as `spread`.
fn edge_band(spread: f64) -> f64 {
    (24.0 + 0.09 * spread).clamp(28.0, 110.0)
}

/// The legend: what colours and lines mean.
struct Legend {
    group: Group,
    width: f64,
}

impl Legend {
    fn new(flat: &Flat<'_>, tree: &Tree) -> Self {
        let wins = |player: &str| format!("{player} wins");
        let (first, second) = match &tree.root.mover {
            Some(_) => {
                let mut movers = flat
                    .places
                    .iter()
                    .filter_map(|place| place.node.mover.as_ref());
                let other = movers.find(|&mover| *mover != tree.view);
                let lost = || format!("{} loses", tree.view);
                (
                    wins(&tree.view),
                    other.map_or_else(lost, |other| wins(other)),
                )
            }
            None if tree.is_of_mover => (
                wins("player to move there"),
                "player to move there loses".to_owned(),
            ),
            None => (wins("first to move"), wins("second to move")),
        };
        let mut legend = Self {
            group: Group::new(),
            width: 0.0,
        };
        for (minimax, meaning) in [
            (Some(1), first),
            (Some(0), "draw".to_owned()),
            (Some(-1), second),
            (None, "not known".to_owned()),
        ] {
            if flat
                .places
                .iter()
                .any(|place| place.node.minimax.map(i64::signum) == minimax)
            {
                legend.value(minimax, &meaning);
            }
        }
        if flat.places.len() > 1 {
            legend.best_move();
        }
        legend.width -= AFTER_ENTRY;
        legend
    }

    fn value(&mut self, minimax: Option<i64>, meaning: &str) {
        let swatch = Rectangle::new()
            .set("class", "strip")
            .set("x", round(MARGIN + self.width))
            .set("y", MARGIN)
            .set("width", SWATCH)
            .set("height", LEGEND_HEIGHT)
            .set("rx", 5);
        let middle = MARGIN + self.width + SWATCH / 2.0;
        let entry = Group::new()
            .set("class", class(minimax))
            .add(swatch)
            .add(text("value", middle, LEGEND_BASELINE, number(minimax)));
        self.group.append(entry);
        self.meaning(meaning);
    }

    fn best_move(&mut self) {
        let line = Data::new()
            .move_to((round(MARGIN + self.width), MARGIN + LEGEND_HEIGHT / 2.0))
            .horizontal_line_by(SWATCH);
        let line = Path::new().set("class", "edge").set("d", line);
        self.group
            .append(Group::new().set("class", "best").add(line));
        self.meaning("best move");
    }

    fn meaning(&mut self, meaning: &str) {
        let x = MARGIN + self.width + SWATCH + 8.0;
        self.group
            .append(text("caption", x, LEGEND_BASELINE, meaning));
        let width = meaning.chars().count() as f64 * CAPTION_SIZE * MEAN_ADVANCE;
        self.width += SWATCH + 8.0 + width + AFTER_ENTRY;
    }
}

const SWATCH: f64 = 34.0;
const AFTER_ENTRY: f64 = 22.0;
const LEGEND_BASELINE: f64 = MARGIN + LEGEND_HEIGHT / 2.0 + CAPTION_SIZE * 0.36;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flat::Flat;
    use crate::samples;

    #[test]
    fn pictures_are_well_formed_and_hold_every_node_once() {
        for sample in samples::corner_cases() {
            let picture = tree(&sample);
            let document = roxmltree::Document::parse(&picture).unwrap();
            let root = document.root_element();
            assert_eq!(root.tag_name().name(), "svg");
            let titles = root.descendants().filter(|node| node.has_tag_name("title"));
            let nodes = Flat::with_links(&sample).places.len();
            assert!(titles.count() >= nodes, "{nodes} nodes");
            assert!(!picture.contains("NaN") && !picture.contains("inf"));
            // Nothing is clipped: every rectangle lies inside the view.
            let view: Vec<f64> = root
                .attribute("viewBox")
                .unwrap()
                .split_whitespace()
                .map(|number| number.parse().unwrap())
                .collect();
            for node in root.descendants().filter(|node| node.has_tag_name("rect")) {
                let number = |name| {
                    node.attribute(name)
                        .map_or(0.0, |n| n.parse::<f64>().unwrap_or(0.0))
                };
                assert!(number("x") >= view[0] - 0.5 && number("y") >= view[1] - 0.5);
            }
        }
    }
}
