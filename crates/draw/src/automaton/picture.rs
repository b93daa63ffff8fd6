//! The automaton of a pattern as a picture that stands alone (SVG).
//!
//! States are circles in columns, by the number of digits that lead to them; those that accept have two rings. Each
//! arrow takes, of a few curves, the one that crosses the fewest circles and words. The colours are others where
//! the reader prefers a dark page.

use svg::Document;
use svg::Node as _;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Path, Polygon, Rectangle, Text, Title};
use zug::PatternClaim;

use super::arrows::{Arrow, arrows};
use super::curve::{Area, Curve, Point, distance};
use super::layers::{columns, heights};
use crate::column::shortened;
use crate::sheet::{blank_sheet, round, text};

const RADIUS: f64 = 20.0;
/// The radius of the inner ring of a state that accepts.
const INNER: f64 = 15.5;
const HEAD: f64 = 9.0;
const MARGIN: f64 = 28.0;
const TITLE: f64 = 62.0;
/// The mean width of a character of a label and of the title.
const ADVANCE: f64 = 7.4;
const LINE: f64 = 15.0;
/// The most characters in a line of a label, if one letter is not longer.
const WIDEST: usize = 14;
const LOOP: f64 = 34.0;
/// The least distances between the middles of circles.
const ACROSS: f64 = 130.0;
const DOWN: f64 = 104.0;
/// The longest title.
const LONGEST: usize = 120;

const STYLE: &str = "
text { font-family: 'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif; \
font-size: 13px; fill: #1b1b1b; text-anchor: middle; }
.paper { fill: #ffffff; }
.title { font-size: 15px; } .under { fill: #4a4a4a; }
.state { fill: #ffffff; stroke: #14508c; stroke-width: 1.6; } .accepts { fill: #eaf2fb; }
.arrow { fill: none; stroke: #8c8c8c; stroke-width: 1.4; } .head { fill: #8c8c8c; }
@media (prefers-color-scheme: dark) {
text { fill: #e8e8e8; } .paper { fill: #16181b; } .under { fill: #b4b9bf; }
.state { fill: #16181b; stroke: #6fb1f0; } .accepts { fill: #1d2c3c; }
.arrow { stroke: #8f959c; } .head { fill: #8f959c; }
}
";

/// The picture of an automaton under a title and a line below it.
pub fn picture(title: &str, under: &str, claim: &PatternClaim) -> String {
    let arrows = arrows(claim);
    let mut sketch = Sketch::of(&arrows);
    for arrow in &arrows {
        if arrow.from == arrow.to {
            sketch.add_loop(arrow);
        }
    }
    let is_pair = |arrow: &Arrow| {
        let mut all = arrows.iter();
        all.any(|other| (other.from, other.to) == (arrow.to, arrow.from))
    };
    // Short arrows are drawn first: the fewest curves are open to them.
    let mut others: Vec<&Arrow> = arrows
        .iter()
        .filter(|arrow| arrow.from != arrow.to)
        .collect();
    let length = |arrow: &Arrow| distance(sketch.place(arrow.from), sketch.place(arrow.to));
    others.sort_by(|a, b| length(a).total_cmp(&length(b)));
    for arrow in others {
        sketch.add(arrow, is_pair(arrow));
    }
    let (title, under) = (shortened(title, LONGEST), shortened(under, LONGEST));
    format!("{}\n", sketch.finish(&title, &under, claim))
}

/// The lines of the label of an arrow.
fn label(arrow: &Arrow) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for digits in &arrow.letters {
        let digits: Vec<String> = digits.iter().map(usize::to_string).collect();
        let letter = digits.join(" ");
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + letter.chars().count() <= WIDEST => {
                line.push_str(", ");
                line.push_str(&letter);
            }
            Some(line) => {
                line.push(',');
                lines.push(letter);
            }
            None => lines.push(letter),
        }
    }
    lines
}

/// Half of the width and of the height of a label.
fn half(lines: &[String]) -> Point {
    let widest = lines.iter().map(|line| line.chars().count()).max();
    let width = widest.unwrap_or(0) as f64 * ADVANCE;
    [width / 2.0 + 2.0, lines.len() as f64 * LINE / 2.0 + 1.0]
}

/// A picture that is being drawn.
struct Sketch {
    /// The states with the places of their circles.
    states: Vec<(usize, Point)>,
    /// What no arrow and no label should cover.
    labels: Vec<Area>,
    /// Places of the arrows drawn so far.
    ways: Vec<Point>,
    lines: Group,
    words: Group,
    /// The corners of what was drawn.
    least: Point,
    most: Point,
}

impl Sketch {
    /// The circles of an automaton, not yet drawn, and the arrow to the start.
    fn of(arrows: &[Arrow]) -> Self {
        let labels: Vec<(bool, Point)> = arrows
            .iter()
            .map(|arrow| (arrow.from == arrow.to, half(&label(arrow))))
            .collect();
        let widest = labels
            .iter()
            .map(|(_, half)| 2.0 * half[0])
            .fold(0.0, f64::max);
        let loops = labels.iter().filter(|(is_loop, _)| *is_loop);
        let highest = loops.map(|(_, half)| 2.0 * half[1]).fold(0.0, f64::max);
        let across = ACROSS.max(2.0 * RADIUS + widest + 34.0);
        let down = DOWN.max(2.0 * RADIUS + LOOP + highest + 22.0);
        let columns = columns(arrows);
        let of_column = |(place, column): (usize, &Vec<usize>)| {
            let x = place as f64 * across;
            let places = heights(column).map(|(state, height)| (state, [x, height * down]));
            places.collect::<Vec<_>>()
        };
        let mut sketch = Self {
            states: columns.iter().enumerate().flat_map(of_column).collect(),
            labels: Vec::new(),
            ways: Vec::new(),
            lines: Group::new(),
            words: Group::new(),
            least: [f64::MAX; 2],
            most: [f64::MIN; 2],
        };
        for place in sketch
            .states
            .iter()
            .map(|(_, place)| *place)
            .collect::<Vec<_>>()
        {
            sketch.reach(place, [RADIUS; 2]);
        }
        let start = sketch.place(0);
        sketch.draw(
            &Curve::bent([start[0] - 3.0 * RADIUS, start[1]], start, 0.0).cut(0.0, RADIUS + HEAD),
        );
        sketch
    }

    /// Widens the picture to hold a rectangle with this middle, and with these halves of its width and height.
    fn reach(&mut self, middle: Point, half: Point) {
        for i in [0, 1] {
            self.least[i] = self.least[i].min(middle[i] - half[i]);
            self.most[i] = self.most[i].max(middle[i] + half[i]);
        }
    }

    fn place(&self, state: usize) -> Point {
        let found = self.states.iter().find(|(known, _)| *known == state);
        found.map_or([0.0; 2], |(_, place)| *place)
    }

    /// Draws the arrow of letters that lead from a state to itself, above its circle.
    fn add_loop(&mut self, arrow: &Arrow) {
        let [x, y] = self.place(arrow.from);
        let (side, up) = (RADIUS * 0.5, RADIUS * 0.87);
        let top = y - up - LOOP * 1.3;
        let end = [x + side + HEAD * 0.45, y - up - HEAD * 0.9];
        let data = Data::new()
            .move_to((round(x - side), round(y - up)))
            .cubic_curve_to((
                round(x - side - 14.0),
                round(top),
                round(x + side + 18.0),
                round(top),
                round(end[0]),
                round(end[1]),
            ));
        self.lines
            .append(Path::new().set("class", "arrow").set("d", data));
        self.head(end, [-0.45, 0.9]);
        let middle = [x, y - RADIUS - LOOP / 2.0];
        self.labels.push(Area {
            middle,
            half: [RADIUS, LOOP / 2.0],
        });
        let lines = label(arrow);
        let half = half(&lines);
        self.write(&lines, [x, y - up - LOOP - half[1]]);
    }

    /// Draws the arrow between two states; `is_pair` says that there is one in the other direction too, so that both are
    /// bent.
    fn add(&mut self, arrow: &Arrow, is_pair: bool) {
        let (from, to) = (self.place(arrow.from), self.place(arrow.to));
        let lines = label(arrow);
        let half = half(&lines);
        let length = distance(from, to);
        let first = if is_pair { 18.0 } else { 0.0 };
        let bends = (0..12).flat_map(|step| {
            let bend = first + f64::from(step) * 14.0;
            [bend, -bend]
        });
        let bends = bends.filter(|bend| !is_pair || *bend > 0.0);
        let mut best: Option<(f64, Curve, Point)> = None;
        for bend in bends {
            let curve = Curve::bent(from, to, bend).cut(RADIUS, RADIUS + HEAD);
            let cost = self.cost(&curve, arrow) + bend.abs() / 7.0;
            for step in [0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78] {
                let middle = curve.at(step);
                let away = f64::abs(step - 0.5) * length / 60.0;
                let cost = cost + away + self.cost_of_label(Area { middle, half });
                if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                    best = Some((cost, curve, middle));
                }
            }
        }
        if let Some((_, curve, middle)) = best {
            self.draw(&curve);
            self.write(&lines, middle);
        }
    }

    /// What speaks against a curve: circles and labels on it, and other arrows that it follows or crosses.
    fn cost(&self, curve: &Curve, arrow: &Arrow) -> f64 {
        let others = self
            .states
            .iter()
            .filter(|(state, _)| ![arrow.from, arrow.to].contains(state));
        let covered = others.filter(|(_, circle)| {
            let mut places = curve.places();
            places.any(|place| distance(place, *circle) < RADIUS + 7.0)
        });
        let labels = self
            .labels
            .iter()
            .filter(|area| curve.places().any(|place| area.has(place)));
        let near = curve.places().filter(|place| {
            let mut ways = self.ways.iter();
            ways.any(|way| distance(*place, *way) < 7.0)
        });
        100.0 * covered.count() as f64 + 40.0 * labels.count() as f64 + 3.0 * near.count() as f64
    }

    /// How bad a place for a label is: the worse, the more circles, labels and arrows lie under it.
    fn cost_of_label(&self, area: Area) -> f64 {
        let of_circle = |(_, middle): &(usize, Point)| Area {
            middle: *middle,
            half: [RADIUS; 2],
        };
        let circles = self
            .states
            .iter()
            .filter(|state| area.meets(&of_circle(state)))
            .count();
        let labels = self.labels.iter().filter(|other| area.meets(other)).count();
        let ways = self.ways.iter().filter(|way| area.has(**way)).count();
        70.0 * (circles + labels) as f64 + 6.0 * ways as f64
    }

    /// Draws an arrow.
    fn draw(&mut self, curve: &Curve) {
        let [from, control, to] =
            [curve.from, curve.control, curve.to].map(|place| place.map(round));
        let data = Data::new()
            .move_to((from[0], from[1]))
            .quadratic_curve_to((control[0], control[1], to[0], to[1]));
        self.lines
            .append(Path::new().set("class", "arrow").set("d", data));
        self.head(
            curve.to,
            [
                curve.to[0] - curve.control[0],
                curve.to[1] - curve.control[1],
            ],
        );
        for place in curve.places() {
            self.reach(place, [HEAD; 2]);
            self.ways.push(place);
        }
    }

    /// Draws the head of an arrow, whose foot is at this place.
    fn head(&mut self, foot: Point, direction: Point) {
        let length = direction[0].hypot(direction[1]).max(0.01);
        let [across, down] = direction.map(|part| part / length);
        let half = HEAD * 0.42;
        let corners = [
            [foot[0] + HEAD * across, foot[1] + HEAD * down],
            [foot[0] - half * down, foot[1] + half * across],
            [foot[0] + half * down, foot[1] - half * across],
        ];
        let points = corners.map(|[x, y]| format!("{},{}", round(x), round(y)));
        let head = Polygon::new()
            .set("class", "head")
            .set("points", points.join(" "));
        self.lines.append(head);
    }

    /// Writes a label.
    fn write(&mut self, lines: &[String], middle: Point) {
        let half = half(lines);
        let paper = Rectangle::new()
            .set("class", "paper")
            .set("x", round(middle[0] - half[0]))
            .set("y", round(middle[1] - half[1]))
            .set("width", round(2.0 * half[0]))
            .set("height", round(2.0 * half[1]));
        self.words.append(paper);
        let first = middle[1] - (lines.len() as f64 - 1.0) * LINE / 2.0 + 4.5;
        for (place, line) in lines.iter().enumerate() {
            self.words
                .append(text(line, middle[0], first + place as f64 * LINE));
        }
        self.labels.push(Area { middle, half });
        self.reach(middle, half);
    }

    fn finish(self, title: &str, under: &str, claim: &PatternClaim) -> Document {
        let longest = title.chars().count().max(under.chars().count());
        let words = longest as f64 * ADVANCE;
        let [across, down] = [0, 1].map(|i| self.most[i] - self.least[i]);
        let (width, height) = (
            across.max(words) + 2.0 * MARGIN,
            down + TITLE + 2.0 * MARGIN,
        );
        let left = (width - across) / 2.0 - self.least[0];
        let top = TITLE + MARGIN - self.least[1];
        let mut circles = Group::new();
        for (state, [x, y]) in &self.states {
            circles.append(circle(*state, [*x, *y], claim.automaton.accepting[*state]));
        }
        let place = format!("translate({} {})", round(left), round(top));
        let drawing = Group::new().set("transform", place);
        blank_sheet(&format!("Automaton of {title}"), STYLE, width, height)
            .add(centred(title, width, 30.0).set("class", "title"))
            .add(centred(under, width, 52.0).set("class", "under"))
            .add(drawing.add(self.lines).add(circles).add(self.words))
    }
}

fn centred(words: &str, width: f64, y: f64) -> Text {
    text(words, width / 2.0, y)
}

/// The circle of a state, with its number.
fn circle(state: usize, [x, y]: Point, accepts: bool) -> Group {
    let ring = |radius: f64| {
        let class = if accepts { "state accepts" } else { "state" };
        Circle::new()
            .set("class", class)
            .set("cx", round(x))
            .set("cy", round(y))
            .set("r", radius)
    };
    let told = if accepts {
        "accepts"
    } else {
        "does not accept"
    };
    let mut group = Group::new()
        .add(Title::new(format!("state {state} {told}")))
        .add(ring(RADIUS));
    if accepts {
        group.append(ring(INNER));
    }
    group.add(text(state.to_string(), x, y + 4.5))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use zug::{Job, PatternFile, Request, discover};

    /// The claim of the pattern that is kept in the catalogue for a game.
    fn claim(game: &str) -> PatternClaim {
        let found = discover(&Request::catalogue(game).unwrap(), &Job::default()).unwrap();
        assert!(PatternFile::of(&found).is_some(), "{game}");
        found.claim.unwrap()
    }

    #[test]
    fn pictures_are_well_formed_and_have_each_living_state_once_within_the_paper() {
        for (game, states, accepting) in [("mark", 3, 2), ("wythoff", 7, 3), ("nim", 1, 1)] {
            let drawn = picture(game, "a < b & c", &claim(game));
            let read = roxmltree::Document::parse(&drawn).unwrap();
            let root = read.root_element();
            let number = |node: &roxmltree::Node<'_, '_>, name: &str| -> f64 {
                node.attribute(name).unwrap().parse().unwrap()
            };
            let circles: Vec<_> = root
                .descendants()
                .filter(|node| node.has_tag_name("circle"))
                .collect();
            assert_eq!(circles.len(), states + accepting, "{game}");
            let group = root
                .descendants()
                .find(|node| node.has_attribute("transform"));
            let moved = group.unwrap().attribute("transform").unwrap();
            let moved = moved.trim_start_matches("translate(").trim_end_matches(')');
            let moved: Vec<f64> = moved.split(' ').map(|part| part.parse().unwrap()).collect();
            let mut places = BTreeSet::new();
            for circle in circles {
                let (x, y) = (
                    number(&circle, "cx") + moved[0],
                    number(&circle, "cy") + moved[1],
                );
                assert!(x > RADIUS && x + RADIUS < number(&root, "width"), "{game}");
                assert!(
                    y > RADIUS + TITLE && y + RADIUS < number(&root, "height"),
                    "{game}"
                );
                places.insert((x as i64, y as i64));
            }
            assert_eq!(places.len(), states, "{game}: circles are apart");
            assert!(!drawn.contains("NaN") && !drawn.contains("inf"));
        }
    }

    #[test]
    fn letters_with_the_same_arrow_share_a_label() {
        let drawn = picture("mark", "", &claim("mark"));
        assert!(drawn.contains("\n0, 1\n"), "{drawn}");
        let heads = drawn.matches("class=\"head\"").count();
        assert_eq!(
            heads,
            5 + 1,
            "an arrow for each pair of states, and one to the start"
        );
        // Nim with three heaps reads four letters in its one state, in two lines.
        let drawn = picture("nim", "", &claim("nim"));
        assert!(
            drawn.contains("0 0 0, 1 1 0,") && drawn.contains("1 0 1, 0 1 1"),
            "{drawn}"
        );
    }
}
