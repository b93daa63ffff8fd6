//! The lost positions of a game on two heaps as a picture (SVG): a dot for each, at the sizes of
//! its heaps.

use svg::node::element::{Circle, Line};

use crate::sheet::{blank_sheet, round, text};

const SIDE: f64 = 560.0;
const MARGIN: f64 = 56.0;
const TITLE_HEIGHT: f64 = 30.0;
/// The largest radius of a dot, and its share of the distance between two sizes.
const DOT: f64 = 5.0;
const SHARE: f64 = 0.42;
/// An axis has about this number of ticks.
const TICKS: u64 = 8;

const STYLE: &str = "
text { font-family: 'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif; \
font-size: 14px; fill: #1b1b1b; text-anchor: middle; }
.paper { fill: #ffffff; }
.grid { stroke: #e4e4e4; stroke-width: 1; }
.dot { fill: #14508c; }
";

/// A picture of lost positions, each also with its heaps exchanged: the rules do not tell the two
/// heaps apart.
pub fn lost(title: &str, positions: &[(u64, u64)]) -> String {
    let largest = positions.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
    let unit = SIDE / largest.max(1) as f64;
    let across = |heap: u64| MARGIN + heap as f64 * unit;
    let up = |heap: u64| TITLE_HEIGHT + MARGIN / 2.0 + SIDE - heap as f64 * unit;
    let (width, height) = (SIDE + 1.5 * MARGIN, SIDE + TITLE_HEIGHT + 1.7 * MARGIN);
    let mut document =
        blank_sheet(title, STYLE, width, height).add(text(title, width / 2.0, TITLE_HEIGHT));
    let step = step(largest);
    for heap in (0..=largest).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
        let line = |x1, y1, x2, y2| {
            Line::new()
                .set("class", "grid")
                .set("x1", round(x1))
                .set("y1", round(y1))
                .set("x2", round(x2))
                .set("y2", round(y2))
        };
        let (left, right) = (across(0), across(largest));
        document = document
            .add(line(across(heap), up(0), across(heap), up(largest)))
            .add(line(left, up(heap), right, up(heap)))
            .add(text(heap.to_string(), across(heap), up(0) + 24.0))
            .add(text(heap.to_string(), left - 26.0, up(heap) + 5.0));
    }
    let radius = (unit * SHARE).clamp(0.8, DOT);
    for &(a, b) in positions {
        let both = [(a, b), (b, a)];
        for &(x, y) in &both[..if a == b { 1 } else { 2 }] {
            document = document.add(
                Circle::new()
                    .set("class", "dot")
                    .set("cx", round(across(x)))
                    .set("cy", round(up(y)))
                    .set("r", round(radius)),
            );
        }
    }
    format!("{document}\n")
}

/// The distance of two ticks: 1, 2 or 5 times a power of ten.
fn step(largest: u64) -> u64 {
    let least = largest.div_ceil(TICKS).max(1);
    let powers = (0..19).map(|exponent| 10_u64.pow(exponent));
    let steps = powers.flat_map(|power| [1, 2, 5].map(|digit| power.saturating_mul(digit)));
    steps
        .into_iter()
        .find(|&step| step >= least)
        .unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lost_position_has_a_dot_in_either_order() {
        let drawn = lost("a & b", &[(0, 0), (1, 2), (3, 5)]);
        let read = roxmltree::Document::parse(&drawn).unwrap();
        let dots = read
            .descendants()
            .filter(|node| node.has_tag_name("circle"));
        assert_eq!(dots.count(), 5);
        let empty = lost("none", &[]);
        assert!(!empty.contains("circle"));
    }

    #[test]
    fn ticks_stay_apart() {
        assert_eq!([0, 8, 9, 60, 1000].map(step), [1, 1, 2, 10, 200]);
        assert!(step(u64::MAX) >= u64::MAX / TICKS);
    }
}
