//! The thermograph of a value as a picture (SVG): its walls and its mast.
//!
//! As is usual, values grow to the left, where Left's wall is, and temperatures upwards. The colours are
//! others where the reader prefers a dark page.

use svg::Document;
use svg::node::element::{Circle, Line, Polyline};
use zug::PartizanWorth;

use crate::column::shortened;
use crate::sheet::{blank_sheet, round, text};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 420.0;
const MARGIN: f64 = 84.0;
const TITLE_HEIGHT: f64 = 34.0;
/// The temperature up to which the mast is drawn above its foot.
const MAST: f64 = 1.0;
/// An axis has at most this number of ticks.
const TICKS: f64 = 9.0;
/// Labels are at least this far from one another.
const LABEL_HEIGHT: f64 = 15.0;
/// Up to this ratio of the two scales both are made one, so that walls slope as they should.
const NEARLY_ONE: f64 = 4.0;
/// The largest number of characters of the title.
const LONGEST_TITLE: usize = 64;

const STYLE: &str = "
text { font-family: 'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif; \
font-size: 13px; fill: #1b1b1b; text-anchor: middle; }
.paper { fill: #ffffff; }
.grid { stroke: #e4e4e4; stroke-width: 1; }
.zero { stroke: #9a9a9a; stroke-width: 1.5; }
.wall { fill: none; stroke-width: 3; stroke-linejoin: round; }
.left { stroke: #14508c; } .right { stroke: #b4530a; } .mast { stroke: #1b1b1b; }
circle.left { fill: #14508c; } circle.right { fill: #b4530a; } circle.mast { fill: #1b1b1b; }
.before { text-anchor: end; } .behind { text-anchor: start; } .title { font-size: 15px; }
@media (prefers-color-scheme: dark) {
text { fill: #e8e8e8; } .paper { fill: #16181b; } .grid { stroke: #2f3338; } .zero { stroke: #6d737a; }
.left { stroke: #6fb1f0; } .right { stroke: #f0a35e; } .mast { stroke: #e8e8e8; }
circle.left { fill: #6fb1f0; } circle.right { fill: #f0a35e; } circle.mast { fill: #e8e8e8; }
}
";

/// A corner of a wall, with its texts.
struct Corner<'w> {
    value: f64,
    temperature: f64,
    texts: &'w [String; 2],
}

/// Where values and temperatures are on the sheet.
struct Axes {
    /// The largest value and the lowest temperature, which are at the lower left.
    largest: f64,
    coldest: f64,
    /// The pixels of one value, and of one temperature.
    scales: [f64; 2],
    /// The place of the lower left corner.
    corner: [f64; 2],
    /// How far values and temperatures go.
    spans: [f64; 2],
}

impl Axes {
    fn around(corners: &[Corner<'_>]) -> Self {
        let values = corners.iter().map(|corner| corner.value);
        let temperatures = corners.iter().map(|corner| corner.temperature);
        let (least, largest) = ends(values);
        let (coldest, hottest) = ends(temperatures);
        let beside = ((largest - least) / 6.0).max(0.5);
        let (largest, width) = (largest + beside, largest - least + 2.0 * beside);
        let height = hottest + MAST.max((hottest - coldest) / 6.0) - coldest;
        let (across, up) = (WIDTH / width, HEIGHT / height);
        let scales = match across.max(up) / across.min(up) {
            ..NEARLY_ONE => [across.min(up); 2],
            _ => [across, up],
        };
        let left = MARGIN + (WIDTH - width * scales[0]) / 2.0;
        let foot = TITLE_HEIGHT + MARGIN / 2.0 + f64::midpoint(HEIGHT, height * scales[1]);
        Self {
            largest,
            coldest,
            scales,
            corner: [left, foot],
            spans: [width, height],
        }
    }

    fn across(&self, value: f64) -> f64 {
        self.corner[0] + (self.largest - value) * self.scales[0]
    }

    fn up(&self, temperature: f64) -> f64 {
        self.corner[1] - (temperature - self.coldest) * self.scales[1]
    }

    /// A line of a class from one point to another, each a value and a temperature.
    fn line(&self, class: &str, from: [f64; 2], to: [f64; 2]) -> Line {
        Line::new()
            .set("class", class)
            .set("x1", round(self.across(from[0])))
            .set("y1", round(self.up(from[1])))
            .set("x2", round(self.across(to[0])))
            .set("y2", round(self.up(to[1])))
    }
}

/// The thermograph of a value, under a title.
pub fn drawn(title: &str, worth: &PartizanWorth) -> String {
    let walls = worth.thermograph.each_ref().map(|wall| corners(wall));
    let axes = Axes::around(
        &walls
            .iter()
            .flatten()
            .map(Corner::again)
            .collect::<Vec<_>>(),
    );
    let (width, height) = (WIDTH + 2.0 * MARGIN, HEIGHT + TITLE_HEIGHT + 1.5 * MARGIN);
    let title = shortened(title, LONGEST_TITLE);
    let mut document = blank_sheet(&format!("Thermograph of {title}"), STYLE, width, height)
        .add(text(title, width / 2.0, TITLE_HEIGHT).set("class", "title"));
    document = with_axes(document, &axes);
    let foot_texts = [worth.mean.clone(), worth.temperature.clone()];
    let foot = foot_texts.each_ref().map(|text| number(text));
    let top = axes.coldest + axes.spans[1];
    document = document.add(axes.line("wall mast", foot, [foot[0], top]));
    for (wall, class) in walls.iter().zip(["left", "right"]) {
        let places = wall.iter().map(|corner| [corner.value, corner.temperature]);
        let places = places.chain([foot]).map(|[value, temperature]| {
            let (x, y) = (axes.across(value), axes.up(temperature));
            format!("{},{}", round(x), round(y))
        });
        document = document.add(
            Polyline::new()
                .set("class", format!("wall {class}"))
                .set("points", places.collect::<Vec<_>>().join(" ")),
        );
    }
    for (wall, class) in walls.iter().zip(["left", "right"]) {
        document = with_labels(document, &axes, wall, class, &foot_texts);
    }
    let (x, y) = (axes.across(foot[0]), axes.up(foot[1]));
    let told = format!("mean {}, temperature {}", worth.mean, worth.temperature);
    document = document
        .add(dot("mast", x, y))
        .add(text(told, x, axes.up(top) - 8.0));
    format!("{document}\n")
}

/// The grid with the numbers of both axes and their names.
fn with_axes(mut document: Document, axes: &Axes) -> Document {
    let least = axes.largest - axes.spans[0];
    let top = axes.coldest + axes.spans[1];
    for value in ticks(least, axes.largest) {
        document = document
            .add(axes.line("grid", [value, axes.coldest], [value, top]))
            .add(text(
                fraction(value),
                axes.across(value),
                axes.corner[1] + 20.0,
            ));
    }
    let right = axes.across(least);
    for temperature in ticks(axes.coldest, top) {
        let class = if temperature == 0.0 { "zero" } else { "grid" };
        let label = text(
            fraction(temperature),
            right + 8.0,
            axes.up(temperature) + 4.5,
        );
        document = document
            .add(axes.line(class, [axes.largest, temperature], [least, temperature]))
            .add(label.set("class", "behind"));
    }
    let under = axes.corner[1] + 42.0;
    let of_left = text("← better for Left", axes.corner[0], under);
    let of_right = text("better for Right →", right, under);
    let name = text(
        "temperature",
        WIDTH + 2.0 * MARGIN - 8.0,
        axes.up(top) - 8.0,
    );
    document
        .add(of_left.set("class", "behind"))
        .add(of_right.set("class", "before"))
        .add(name.set("class", "before"))
}

/// The corners of a wall as dots with labels, but for those whose label would cover another one.
fn with_labels(
    mut document: Document,
    axes: &Axes,
    wall: &[Corner<'_>],
    class: &str,
    foot: &[String; 2],
) -> Document {
    let (beside, anchor) = match class {
        "left" => (-9.0, "before"),
        _ => (9.0, "behind"),
    };
    let mut before: Option<f64> = None;
    for corner in wall {
        if corner.texts == foot {
            continue; // the foot of the mast has its label above the mast
        }
        let (x, y) = (axes.across(corner.value), axes.up(corner.temperature));
        document = document.add(dot(class, x, y));
        if before.is_none_or(|before| before - y >= LABEL_HEIGHT) {
            let [value, temperature] = corner.texts;
            let label = text(format!("{value} at {temperature}"), x + beside, y - 5.0);
            document = document.add(label.set("class", anchor));
            before = Some(y);
        }
    }
    document
}

fn dot(class: &str, x: f64, y: f64) -> Circle {
    Circle::new()
        .set("class", class)
        .set("cx", round(x))
        .set("cy", round(y))
        .set("r", 4)
}

impl Corner<'_> {
    fn again(&self) -> Self {
        Self { ..*self }
    }
}

fn corners(wall: &[[String; 2]]) -> Vec<Corner<'_>> {
    let corner = |texts| {
        let [value, temperature]: &[String; 2] = texts;
        Corner {
            value: number(value),
            temperature: number(temperature),
            texts,
        }
    };
    wall.iter().map(corner).collect()
}

/// The number that a text such as `-3/4` writes.
fn number(text: &str) -> f64 {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let read = |digits: &str| digits.parse::<f64>().expect("a number writes digits");
    read(above) / read(below)
}

/// The least and the largest number of some.
fn ends(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(least, largest), number| (least.min(number), largest.max(number)),
    )
}

/// The numbers of an axis between two numbers, whose distance is a power of two.
fn ticks(least: f64, largest: f64) -> impl Iterator<Item = f64> {
    let step = ((largest - least) / TICKS).log2().ceil().exp2();
    let (first, last) = ((least / step).ceil(), (largest / step).floor());
    (0..)
        .map(move |count| first + f64::from(count))
        .take_while(move |count| *count <= last)
        .map(move |count| count * step)
}

/// A dyadic number as a fraction.
fn fraction(number: f64) -> String {
    let mut below = 1.0;
    while (number * below).fract() != 0.0 {
        below *= 2.0;
    }
    match below {
        1.0 => format!("{number}"),
        _ => format!("{}/{below}", number * below),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug::{Calculated, Calculator, Request, SolveOptions};

    fn picture(text: &str) -> String {
        let rules = |game: &str| Request::catalogue(game);
        let mut calculator = Calculator::new(&rules, &SolveOptions::default()).unwrap();
        match calculator.read(text).unwrap() {
            Calculated::Value(worth) => drawn(text, &worth),
            other => panic!("{other:?}"),
        }
    }

    /// The points of a wall.
    fn points(picture: &str, wall: &str) -> Vec<[f64; 2]> {
        let read = roxmltree::Document::parse(picture).unwrap();
        let class = format!("wall {wall}");
        let is_wall = |node: &roxmltree::Node<'_, '_>| {
            node.attribute("class") == Some(&class) && node.has_tag_name("polyline")
        };
        let node = read.descendants().find(is_wall).unwrap();
        let point = |text: &str| {
            let (x, y) = text.split_once(',').unwrap();
            [x, y].map(|text| text.parse().unwrap())
        };
        node.attribute("points")
            .unwrap()
            .split(' ')
            .map(point)
            .collect()
    }

    #[test]
    fn lefts_wall_is_on_the_left_and_both_meet_at_the_mast() {
        let picture = picture("{5|2||-1}");
        let (left, right) = (points(&picture, "left"), points(&picture, "right"));
        assert!(left[0][0] < right[0][0], "{left:?} {right:?}");
        assert_eq!(left.last(), right.last());
        // Temperatures grow upwards.
        assert!(left.last().unwrap()[1] < left[0][1]);
        for label in ["2 at 3/2", "-2 at -1", "mean 5/4, temperature 9/4"] {
            assert!(picture.contains(label), "{label}: {picture}");
        }
    }

    #[test]
    fn each_dot_is_on_the_wall_of_its_colour() {
        let picture = picture("{5|2||-1}");
        let read = roxmltree::Document::parse(&picture).unwrap();
        for wall in ["left", "right"] {
            let is_dot = |node: &roxmltree::Node<'_, '_>| {
                node.attribute("class") == Some(wall) && node.has_tag_name("circle")
            };
            let dots = read.descendants().filter(is_dot).map(|node| {
                ["cx", "cy"].map(|place| node.attribute(place).unwrap().parse().unwrap())
            });
            // The foot of the mast is no dot of a wall.
            let mut corners = points(&picture, wall);
            corners.dedup();
            corners.pop();
            assert_eq!(dots.collect::<Vec<[f64; 2]>>(), corners, "{wall}");
        }
    }

    #[test]
    fn every_value_has_a_picture() {
        for text in [
            "0",
            "-7/8",
            "^",
            "*3",
            "{1000000|0}",
            "+-1/1024",
            "1000000000000",
        ] {
            let picture = picture(text);
            roxmltree::Document::parse(&picture).unwrap();
            assert!(
                !picture.contains("NaN") && !picture.contains("inf"),
                "{text}: {picture}"
            );
            assert!(picture.len() < 20_000, "{text}: {}", picture.len());
        }
    }
}
