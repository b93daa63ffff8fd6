//! A misère quotient as a picture (SVG): a node for each element, and from it an arrow for each
//! generator, to the product. Lost elements are filled.

use std::f64::consts::TAU;

use svg::node::element::path::Data;
use svg::node::element::{Circle, Path};
use zug_sequences::misere::Quotient;

use crate::sheet::{blank_sheet, round, text};

/// The largest number of elements that are drawn: with more, nobody sees which arrow is which.
pub const MOST_ELEMENTS: usize = 24;

const SIDE: f64 = 620.0;
const NODE: f64 = 25.0;
const TITLE_HEIGHT: f64 = 56.0;
const HEAD: f64 = 9.0;

/// Colours that every kind of colour vision distinguishes (after M. Okabe and K. Ito, 2002);
/// dashes tell the arrows apart where there are no colours.
const ARROWS: [(&str, &str); 6] = [
    ("#14508c", "none"),
    ("#d55e00", "7 4"),
    ("#009e73", "2 4"),
    ("#b0559a", "10 4 2 4"),
    ("#7a6a00", "4 4"),
    ("#444444", "1 6"),
];

const STYLE: &str = "
text { font-family: 'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif; \
font-size: 15px; fill: #1b1b1b; text-anchor: middle; }
.paper { fill: #ffffff; }
.won { fill: #ffffff; stroke: #1b1b1b; stroke-width: 1.6; }
.lost { fill: #f2a33a; stroke: #1b1b1b; stroke-width: 1.6; }
.arrow { fill: none; stroke-width: 1.8; }
";

/// The graph of the quotient of the game with this code, to a heap.
pub fn graph(code: &str, heaps: u64, quotient: &Quotient) -> String {
    let title = &format!("{code}: the misère quotient to heap {heaps}");
    let (monoid, presentation) = (quotient.monoid(), quotient.presentation());
    let elements = presentation.elements();
    let height = SIDE + TITLE_HEIGHT;
    let mut document = blank_sheet(title, STYLE, SIDE, height).add(text(title, SIDE / 2.0, 26.0));
    let place = |index: usize| {
        let angle = TAU * (index as f64 / elements.len() as f64 - 0.25);
        let radius = SIDE / 2.0 - 78.0;
        let middle = (SIDE / 2.0, TITLE_HEIGHT + SIDE / 2.0);
        (
            middle.0 + radius * angle.cos(),
            middle.1 + radius * angle.sin(),
        )
    };
    let generators = quotient.generators();
    for (number, &heap) in generators.iter().enumerate() {
        let (colour, dashes) = ARROWS[number % ARROWS.len()];
        let by = quotient.phi()[heap as usize];
        let name = presentation.word(by).map(ToString::to_string);
        let name = format!("times {}", name.unwrap_or_default());
        let x = SIDE * (number as f64 + 0.5) / generators.len() as f64;
        let line = Data::new()
            .move_to((x - 46.0, 45.0))
            .horizontal_line_by(30.0);
        document = document
            .add(arrow(line, colour, dashes))
            .add(text(name, x + 24.0, 50.0));
        for (from, &element) in elements.iter().enumerate() {
            let product = monoid.product(element, by);
            let Some(to) = elements.iter().position(|&other| other == product) else {
                continue;
            };
            let (line, head) = if from == to {
                around(place(from), number)
            } else {
                between(place(from), place(to), number)
            };
            document = document
                .add(arrow(line, colour, dashes))
                .add(Path::new().set("d", head).set("fill", colour));
        }
    }
    for (index, &element) in elements.iter().enumerate() {
        let (x, y) = place(index);
        let class = if monoid.is_lost(element) {
            "lost"
        } else {
            "won"
        };
        let word = presentation.word(element).map(ToString::to_string);
        document = document
            .add(
                Circle::new()
                    .set("class", class)
                    .set("cx", round(x))
                    .set("cy", round(y))
                    .set("r", NODE),
            )
            .add(text(raised(&word.unwrap_or_default()), x, y + 5.0));
    }
    format!("{document}\n")
}

/// A word with its exponents raised, as far as they are single digits.
fn raised(word: &str) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let mut out = String::new();
    let mut letters = word.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '^' {
            out.push(letter);
            continue;
        }
        while let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
            out.push(RAISED[digit as usize]);
            letters.next();
        }
    }
    out
}

fn arrow(line: Data, colour: &str, dashes: &str) -> Path {
    Path::new()
        .set("class", "arrow")
        .set("d", line)
        .set("stroke", colour)
        .set("stroke-dasharray", dashes)
}

/// A bent line from one node to another, and its head: bent more for later generators, so that
/// arrows between the same nodes do not hide each other.
fn between(from: (f64, f64), to: (f64, f64), number: usize) -> (Data, Data) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    let bend = 16.0 + 16.0 * number as f64;
    let control = (
        f64::midpoint(from.0, to.0) - dy / length * bend,
        f64::midpoint(from.1, to.1) + dx / length * bend,
    );
    let start = towards(from, control, NODE);
    let tip = towards(to, control, NODE + 1.0);
    let end = towards(to, control, NODE + HEAD);
    let line = Data::new()
        .move_to(pair(start))
        .quadratic_curve_to((pair(control), pair(end)));
    (line, head(end, tip))
}

/// The line of an arrow from a node to itself, which bulges away from the middle of the picture, and
/// the head of the arrow.
fn around(at: (f64, f64), number: usize) -> (Data, Data) {
    let middle = (SIDE / 2.0, TITLE_HEIGHT + SIDE / 2.0);
    let angle = (at.1 - middle.1).atan2(at.0 - middle.0);
    let reach = NODE + 36.0 + 9.0 * number as f64;
    let turned = |by: f64, radius: f64| {
        (
            at.0 + radius * (angle + by).cos(),
            at.1 + radius * (angle + by).sin(),
        )
    };
    let (end, tip) = (turned(0.45, NODE + HEAD), turned(0.4, NODE + 1.0));
    let line = Data::new()
        .move_to(pair(turned(-0.45, NODE)))
        .cubic_curve_to((
            pair(turned(-0.5, reach)),
            pair(turned(0.5, reach)),
            pair(end),
        ));
    (line, head(end, tip))
}

/// The head of an arrow that ends at `tip`.
fn head(end: (f64, f64), tip: (f64, f64)) -> Data {
    let (dx, dy) = ((tip.0 - end.0) * 0.5, (tip.1 - end.1) * 0.5);
    Data::new()
        .move_to(pair(tip))
        .line_to(pair((end.0 - dy, end.1 + dx)))
        .line_to(pair((end.0 + dy, end.1 - dx)))
        .close()
}

/// The point at this distance from one point on the way to another.
fn towards(from: (f64, f64), to: (f64, f64), distance: f64) -> (f64, f64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    (
        from.0 + dx / length * distance,
        from.1 + dy / length * distance,
    )
}

fn pair((x, y): (f64, f64)) -> (f64, f64) {
    (round(x), round(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug::Job;
    use zug_sequences::misere::{Limits, Quotients};

    #[test]
    fn each_element_has_a_node_and_an_arrow_for_each_generator() {
        let game = "0.75".parse().unwrap();
        let mut quotients = Quotients::new(&game, Limits::default(), &Job::default());
        quotients.reach(9).unwrap();
        let quotient = quotients.quotient();
        let drawn = graph("0.75", 4, quotient);
        let read = roxmltree::Document::parse(&drawn).unwrap();
        let with = |class: &str| {
            let nodes = read.descendants();
            nodes
                .filter(|node| node.attribute("class") == Some(class))
                .count()
        };
        assert_eq!((with("won"), with("lost")), (6, 2));
        let arrows = quotient.order() * quotient.generators().len();
        // One more for each generator stands in the legend.
        assert_eq!(with("arrow"), arrows + quotient.generators().len());
    }

    #[test]
    fn exponents_are_raised() {
        assert_eq!(raised("ab^2c^13"), "ab²c¹³");
        assert_eq!(raised("1"), "1");
    }
}
