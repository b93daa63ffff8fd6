//! The answers for each value of one or two parameters as a picture (SVG): a square for each, in the
//! colour of its outcome and with its nimber, its score or its number of moves.
//!
//! Of two parameters the first goes down and the second across, as in a table. Of one parameter the
//! squares follow each other in lines.

use svg::node::element::{Group, Rectangle, Title};
use zug::report::{OutcomeWord, SweepReport, SweepRow};

use crate::sheet::{blank_sheet, round, text};

/// The side of a square.
const SIDE: f64 = 30.0;
const MARGIN: f64 = 20.0;
const TITLE_HEIGHT: f64 = 34.0;
const LEGEND_HEIGHT: f64 = 46.0;
/// The width of the numbers at the left.
const LABELS: f64 = 52.0;
/// The number of squares on a line, where one parameter takes several values.
const A_LINE: usize = 25;

/// The colours are those of trees: told apart by every kind of colour vision.
const STYLE: &str = "
text { font-family: 'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif; \
font-size: 13px; fill: #1b1b1b; text-anchor: middle; }
.paper { fill: #ffffff; }
.axis { fill: #6a6a6a; font-size: 11px; }
.win { fill: #14508c; }
.win + .number { fill: #ffffff; }
.draw { fill: #d9d9d9; }
.loss { fill: #f5b942; }
";

/// A picture of the rows of a report.
pub fn swept(report: &SweepReport) -> String {
    let is_line = report.swept.len() == 1;
    let lines = lines(report);
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0).max(10);
    let width = 2.0 * MARGIN + LABELS + columns as f64 * SIDE;
    let head = MARGIN + TITLE_HEIGHT + SIDE;
    let height = head + lines.len() as f64 * SIDE + LEGEND_HEIGHT + MARGIN;
    let across = |column: usize| MARGIN + LABELS + column as f64 * SIDE;
    let down = |line: usize| head + line as f64 * SIDE;
    let swept = match &report.swept[..] {
        [first, second] => format!("{first} goes down, {second} across"),
        names => names.join(", "),
    };
    let title = format!("{}: {swept}; {}", report.game, numbers(report));
    let mut document = blank_sheet(&title, STYLE, width, height).add(text(
        title.clone(),
        width / 2.0,
        MARGIN + 14.0,
    ));
    let axis = |words: String, x: f64, y: f64| text(words, x, y).set("class", "axis");
    if !is_line {
        let first = lines.first().into_iter().flatten().enumerate();
        for (column, row) in first {
            let value = row.values[1].to_string();
            document = document.add(axis(value, across(column) + SIDE / 2.0, head - 8.0));
        }
    }
    for (line, rows) in lines.iter().enumerate() {
        let Some(first) = rows.first() else {
            continue;
        };
        let label = first.values[0].to_string();
        document = document.add(axis(label, MARGIN + LABELS / 2.0, down(line) + SIDE * 0.65));
        for (column, row) in rows.iter().enumerate() {
            document = document.add(square(report, row, across(column), down(line)));
        }
    }
    let legend = [("win", "wins"), ("draw", "draw"), ("loss", "loses")];
    let below = down(lines.len()) + LEGEND_HEIGHT / 2.0;
    for (place, (class, word)) in legend.into_iter().enumerate() {
        let x = MARGIN + LABELS / 2.0 + place as f64 * 76.0;
        document = document.add(tile(class, x, below, SIDE / 2.0)).add(axis(
            word.to_owned(),
            x + 36.0,
            below + 12.0,
        ));
    }
    format!("{document}\n")
}

/// The word for the numbers in the squares.
fn numbers(report: &SweepReport) -> &'static str {
    let has = |told: fn(&SweepRow) -> bool| report.rows.iter().any(told);
    if has(|row| row.nimber.is_some()) {
        "nimbers"
    } else if has(|row| row.score.is_some()) {
        "scores"
    } else {
        "numbers of moves"
    }
}

/// The rows in the lines of the picture.
fn lines(report: &SweepReport) -> Vec<Vec<&SweepRow>> {
    let rows: Vec<&SweepRow> = report.rows.iter().collect();
    if report.swept.len() == 1 {
        return rows.chunks(A_LINE).map(<[_]>::to_vec).collect();
    }
    let same_line = |a: &&SweepRow, b: &&SweepRow| a.values[0] == b.values[0];
    rows.chunk_by(same_line).map(<[_]>::to_vec).collect()
}

/// The square of a row, with a title for whoever points at it.
fn square(report: &SweepReport, row: &SweepRow, x: f64, y: f64) -> Group {
    let class = match row.outcome {
        OutcomeWord::Win => "win",
        OutcomeWord::Draw => "draw",
        OutcomeWord::Loss => "loss",
    };
    let nimber = row.nimber.map(|nimber| nimber.to_string());
    let score = row.score.map(|score| score.to_string());
    let number = nimber
        .or(score)
        .or(row.remoteness.map(|plies| plies.to_string()));
    let names = report.swept.iter().zip(&row.values);
    let values: Vec<String> = names
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let length = row.remoteness.map(|plies| format!(" in {plies}"));
    let length = length.unwrap_or_default();
    let told = format!("{}: {}{length}", values.join(" "), row.outcome);
    Group::new()
        .add(Title::new(told))
        .add(tile(class, x, y, SIDE - 2.0))
        .add(
            text(
                number.unwrap_or_default(),
                x + SIDE / 2.0 - 1.0,
                y + SIDE * 0.63,
            )
            .set("class", "number"),
        )
}

fn tile(class: &str, x: f64, y: f64, side: f64) -> Rectangle {
    Rectangle::new()
        .set("class", class)
        .set("x", round(x))
        .set("y", round(y))
        .set("width", side)
        .set("height", side)
        .set("rx", 3)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;
    use zug::{Request, SolveOptions, answer};

    fn report(swept: &[&str], values: &[&[i64]]) -> SweepReport {
        let names = swept.iter().map(|name| (*name).to_owned()).collect();
        let mut report = SweepReport::new("euclid".to_owned(), names);
        for values in values {
            let mut request = Request::catalogue("euclid").unwrap().set("second", "3");
            request
                .settings
                .parameters
                .retain(|(name, _)| !swept.contains(&&**name));
            for (name, value) in swept.iter().zip(*values) {
                request = request.set(*name, value.to_string());
            }
            let reply = answer(&request, &SolveOptions::default()).unwrap();
            report
                .rows
                .push(SweepRow::of(values.to_vec(), &reply).unwrap());
        }
        report
    }

    /// The numbers of squares of wins and of losses, and of lines of squares.
    fn drawn(report: &SweepReport) -> (usize, usize, usize) {
        let picture = swept(report);
        let read = roxmltree::Document::parse(&picture).unwrap();
        let squares = |class| {
            let nodes = read.descendants();
            // The legend has one too.
            nodes
                .filter(|node| node.attribute("class") == Some(class))
                .count()
                - 1
        };
        (squares("win"), squares("loss"), lines(report).len())
    }

    #[test]
    fn each_answer_has_a_square_in_the_colour_of_its_outcome() {
        // With heaps of 1 to 3 the mover loses from 2, 3 and from 3, 2 (Cole and Davie, 1969).
        let pairs: Vec<[i64; 2]> = (1..=3).flat_map(|a| (1..=3).map(move |b| [a, b])).collect();
        let pairs: Vec<&[i64]> = pairs.iter().map(|pair| &pair[..]).collect();
        let square = report(&["first", "second"], &pairs);
        assert_eq!(drawn(&square), (7, 2, 3));
        assert!(swept(&square).contains("first goes down, second across; nimbers"));
        let heaps: Vec<[i64; 1]> = (1..=30).map(|a| [a]).collect();
        let heaps: Vec<&[i64]> = heaps.iter().map(|heap| &heap[..]).collect();
        // Beside a heap of 3 the mover loses from 2 and from 4, as 3/2 and 4/3 are below the golden ratio.
        assert_eq!(drawn(&report(&["first"], &heaps)), (28, 2, 2));
    }
}
