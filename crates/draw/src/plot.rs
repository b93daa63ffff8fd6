//! A sequence as a picture: a mark for every heap and its nimber, SVG or PNG.
//!
//! Few heaps are drawn as dots. Many are drawn as cells of a raster: the larger the
//! share of the heaps in its columns that fall into a cell, the darker it is. The heaps
//! that a proved period repeats are shaded, its first round more than the others. The
//! paper is white, so that the picture can be read on any page.

use std::fmt::Write as _;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::prelude::*;
use zug::heaps::{SequenceFacts, Terms};
use zug_sequences::{Repetition, Sequence};

use crate::error::{Error, Result};
use crate::paper::{self, Drawn, FAMILY, INK, MARK, PNG_SCALE};

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 680;
const MARGIN: u32 = 18;
const HEAP_LABELS: u32 = 78;
const TICK: u32 = 5;
const NIMBER_LABELS: u32 = 100;

/// The most heaps that are drawn as dots.
const MOST_DOTS: u64 = 4000;
/// The most heaps that are drawn at all: nobody would wait for more.
pub const MOST_HEAPS: u64 = 1 << 30;

const COLUMNS: u64 = 540;
const ROWS: u64 = 260;
/// The largest height of a cell, however few nimbers there are.
const CELL_HEIGHT: f64 = 5.0;

// Every kind of colour vision distinguishes blue and orange (after M. Okabe
// and K. Ito, 2002).
const SHADE: RGBColor = RGBColor(0xf2, 0xa3, 0x3a);
const LINE: RGBColor = RGBColor(0xe4, 0xe4, 0xe4);

/// What is drawn, in units of heaps and nimbers.
pub struct Plot {
    title: String,
    subtitle: String,
    heaps: Range<u64>,
    largest: u64,
    marks: Marks,
    repetition: Option<Repetition>,
}

enum Marks {
    Dots(Vec<(u64, u64)>),
    Cells(Raster),
}

/// The text that says that `known` heaps prove no period.
pub fn no_period(known: u64) -> String {
    match known {
        0 => "no heap is worked out".to_owned(),
        1 => "no period is proved by heap 0".to_owned(),
        known => format!("no period is proved by heaps 0 to {}", known - 1),
    }
}

/// The number of heaps in each cell.
struct Raster {
    columns: u64,
    rows: u64,
    counts: Vec<u32>,
}

/// Cells of a raster side by side, with opposite corners in pixels.
struct Patch {
    corners: [(i32, i32); 2],
    strength: f64,
}

impl Plot {
    /// The picture of the heaps of these facts. Invariant: the sequence can tell their nimbers.
    pub fn new(sequence: &Sequence, facts: &SequenceFacts) -> Self {
        let heaps = facts.heaps.clone();
        let nimbers = || Terms::of(sequence, heaps.clone()).into_iter().flatten();
        let largest = nimbers().map(|(_, nimber)| nimber).max().unwrap_or(0);
        let number = heaps.end - heaps.start;
        let marks = if number <= MOST_DOTS {
            Marks::Dots(nimbers().collect())
        } else {
            let (columns, rows) = (COLUMNS, ROWS.min(largest.saturating_add(1)));
            let mut counts = vec![0; (columns * rows) as usize];
            for (heap, nimber) in nimbers() {
                let column = part(heap - heaps.start, columns, number);
                let row = part(nimber, rows, largest.saturating_add(1));
                counts[(row * columns + column) as usize] += 1;
            }
            Marks::Cells(Raster {
                columns,
                rows,
                counts,
            })
        };
        let (known, last) = (facts.known, heaps.end.saturating_sub(1));
        Self {
            title: format!("{}: nimbers of heaps {} to {last}", facts.code, heaps.start),
            subtitle: match facts.proof {
                Some(proof) => format!(
                    "period {} from heap {} on, proved by {}",
                    proof.repetition.period(),
                    proof.repetition.preperiod(),
                    proof.theorem
                ),
                None => no_period(known),
            },
            repetition: facts.proof.map(|proof| proof.repetition),
            heaps,
            largest,
            marks,
        }
    }

    /// The picture as SVG.
    ///
    /// # Errors
    ///
    /// The font is damaged.
    pub fn svg(&self) -> Result<String> {
        let drawn = paper::svg((WIDTH, HEIGHT), |area| self.draw(area, 1));
        let (mut svg, patches) = drawn.map_err(Error::Undrawn)?;
        let end = svg.rfind("</svg>").unwrap_or(svg.len());
        svg.insert_str(end, &paths(&patches));
        Ok(svg)
    }

    /// The picture as PNG.
    ///
    /// # Errors
    ///
    /// The font is damaged.
    pub fn png(&self) -> Result<Vec<u8>> {
        let drawn = paper::png((WIDTH, HEIGHT), |area| {
            for patch in self.draw(area, PNG_SCALE)? {
                let colour = MARK.mix(patch.strength).filled();
                area.draw(&Rectangle::new(patch.corners, colour))?;
            }
            Ok(())
        });
        drawn.map_err(Error::Undrawn)
    }

    /// Draws the picture but for the cells of a raster, and returns these; every length is `scale`
    /// times that of the SVG.
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, scale: u32) -> Drawn<Vec<Patch>>
    where
        B::ErrorType: 'static,
    {
        paper::register_font()?;
        area.fill(&WHITE)?;
        let font = |size: u32| (FAMILY, scale * size).into_font().color(&INK);
        let margin = scale * MARGIN;
        let area = area
            .margin(margin, margin, margin, margin)
            .titled(&self.title, font(34))?
            .titled(&self.subtitle, font(25))?;
        let number = self.number();
        let (left, right) = (-0.5 - number / 100.0, number - 0.5 + number / 100.0);
        let top = self.largest as f64;
        let air = (top / 25.0).max(0.6);
        // Labels of twenty digits are wide.
        let wanted = if self.heaps.start < 1_000_000_000 {
            8
        } else {
            3
        };
        let heap_ticks = ticks(self.heaps.start, self.heaps.end, wanted);
        let nimber_ticks = ticks(0, self.largest.saturating_add(1), 8);
        let relative = heap_ticks
            .iter()
            .map(|tick| (tick - self.heaps.start) as f64);
        let mut chart = ChartBuilder::on(&area)
            .margin_top(margin)
            .set_label_area_size(LabelAreaPosition::Bottom, scale * HEAP_LABELS)
            .set_label_area_size(LabelAreaPosition::Left, scale * NIMBER_LABELS)
            .build_cartesian_2d(
                Axis {
                    range: left..right,
                    ticks: relative.collect(),
                },
                Axis {
                    range: -air..top + air,
                    ticks: nimber_ticks.iter().map(|&tick| tick as f64).collect(),
                },
            )?;
        for (heaps, strength) in self.shades() {
            let edge = |heap: u64| (heap - self.heaps.start) as f64 - 0.5;
            let corners = [
                (edge(heaps.start).max(left), -air),
                (edge(heaps.end).min(right), top + air),
            ];
            let shade = Rectangle::new(corners, SHADE.mix(strength).filled());
            chart.draw_series([shade])?;
        }
        chart
            .configure_mesh()
            .set_all_tick_mark_size(scale * TICK)
            .axis_style(INK.mix(0.6).stroke_width(scale))
            .bold_line_style(LINE.stroke_width(scale))
            .light_line_style(TRANSPARENT)
            .label_style(font(25))
            .axis_desc_style(font(27))
            .x_desc("heap")
            .y_desc("nimber")
            .x_label_formatter(&|tick| grouped(*tick as u64 + self.heaps.start))
            .y_label_formatter(&|tick| grouped(*tick as u64))
            .draw()?;
        let patches = self.draw_marks(&mut chart, scale, air)?;
        area.present()?;
        Ok(patches)
    }

    /// Draws the dots, or returns the cells of the raster. Above and below the nimbers there are
    /// `air` more units of the chart.
    fn draw_marks<B: DrawingBackend>(
        &self,
        chart: &mut ChartContext<'_, B, Cartesian2d<Axis, Axis>>,
        scale: u32,
        air: f64,
    ) -> Drawn<Vec<Patch>>
    where
        B::ErrorType: 'static,
    {
        match &self.marks {
            Marks::Dots(dots) => {
                let size = match dots.len() {
                    0..=200 => 4,
                    201..=1000 => 3,
                    _ => 2,
                };
                chart.draw_series(dots.iter().map(|&(heap, nimber)| {
                    let place = ((heap - self.heaps.start) as f64, nimber as f64);
                    Circle::new(place, scale * size, MARK.filled())
                }))?;
                Ok(Vec::new())
            }
            Marks::Cells(raster) => {
                let (number, top) = (self.number(), self.largest as f64);
                let unit = (top + 2.0 * air) / f64::from(HEIGHT);
                let cells = raster.cells(number, top + 1.0, CELL_HEIGHT * unit);
                let patch = |(corners, strength): ([(f64, f64); 2], f64)| Patch {
                    corners: corners.map(|corner| chart.backend_coord(&corner)),
                    strength,
                };
                Ok(cells.into_iter().map(patch).collect())
            }
        }
    }

    /// The number of heaps that are drawn; 1 if there are none.
    fn number(&self) -> f64 {
        (self.heaps.end - self.heaps.start).max(1) as f64
    }

    /// The heaps that a period repeats, and those of its first round, as far as they
    /// are in the picture.
    fn shades(&self) -> Vec<(Range<u64>, f64)> {
        let Some(repetition) = self.repetition else {
            return Vec::new();
        };
        let first = repetition.preperiod();
        let ranges = [
            (first..u64::MAX, 0.13),
            (first..first + repetition.period(), 0.25),
        ];
        let Range { start, end } = self.heaps;
        ranges
            .into_iter()
            .map(|(heaps, strength)| (heaps.start.max(start)..heaps.end.min(end), strength))
            .filter(|(heaps, _)| !heaps.is_empty())
            .collect()
    }
}

/// An axis with given ticks.
struct Axis {
    range: Range<f64>,
    ticks: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (low, high): (i32, i32)) -> i32 {
        let share = (value - self.range.start) / (self.range.end - self.range.start);
        low + (share * f64::from(high - low)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl Raster {
    /// The cells with marks, as corners of rectangles with their strength; neighbouring
    /// cells of a row with the same strength are one rectangle.
    fn cells(&self, heaps: f64, nimbers: f64, highest: f64) -> Vec<([(f64, f64); 2], f64)> {
        let wide = heaps / self.columns as f64;
        let high = nimbers / self.rows as f64;
        let mut cells = Vec::new();
        for row in 0..self.rows {
            let middle = (row as f64 + 0.5) * high - 0.5;
            let half = high.min(highest) / 2.0;
            let counts = (row * self.columns) as usize..((row + 1) * self.columns) as usize;
            let mut column = 0;
            let same = |one: &u32, other: &u32| strength(*one, wide) == strength(*other, wide);
            for run in self.counts[counts].chunk_by(same) {
                let begin = column as f64 * wide - 0.5;
                column += run.len();
                let end = column as f64 * wide - 0.5;
                if let Some(strength) = run.first().and_then(|&count| strength(count, wide)) {
                    let corners = [(begin, middle - half), (end, middle + half)];
                    cells.push((corners, strength));
                }
            }
        }
        cells
    }
}

/// The cells of a raster as SVG, one path for all cells of one strength: as rectangles of their own
/// they would take five times the bytes.
fn paths(patches: &[Patch]) -> String {
    let mut strengths: Vec<f64> = patches.iter().map(|patch| patch.strength).collect();
    strengths.sort_by(f64::total_cmp);
    strengths.dedup();
    let mut paths = String::new();
    for strength in strengths {
        let RGBColor(red, green, blue) = MARK;
        let _ = write!(
            paths,
            "<path fill=\"#{red:02x}{green:02x}{blue:02x}\" opacity=\"{strength}\" d=\""
        );
        // Each cell is reached from the one before: that takes fewer digits.
        let (mut x, mut y) = (0, 0);
        for patch in patches
            .iter()
            .filter(|patch| patch.strength.total_cmp(&strength).is_eq())
        {
            let [(left, low), (right, high)] = patch.corners;
            let (wide, tall) = ((right - left).max(1), (high - low).min(-1));
            let _ = write!(paths, "m{} {}h{wide}v{tall}h{}z", left - x, low - y, -wide);
            (x, y) = (left, low);
        }
        paths.push_str("\"/>\n");
    }
    paths
}

/// How dark a cell is: `count` of the `of` heaps in its columns fall into it.
fn strength(count: u32, of: f64) -> Option<f64> {
    match f64::from(count) / of {
        _ if count == 0 => None,
        share if share >= 0.25 => Some(1.0),
        share if share >= 0.05 => Some(0.75),
        share if share >= 0.01 => Some(0.55),
        _ => Some(0.45),
    }
}

/// The index of the part that `at` lies in, if `whole` is divided into `parts` equal
/// parts.
fn part(at: u64, parts: u64, whole: u64) -> u64 {
    (u128::from(at) * u128::from(parts) / u128::from(whole)) as u64
}

/// About `wanted` round numbers in `from..to`: multiples of 1, 2 or 5 times a
/// power of ten.
fn ticks(from: u64, to: u64, wanted: u64) -> Vec<u64> {
    let least = to.saturating_sub(from).div_ceil(wanted).max(1);
    let step = (0..)
        .map_while(|exponent| 10_u64.checked_pow(exponent))
        .flat_map(|power| [1, 2, 5].map(|digit| power.saturating_mul(digit)))
        .find(|&step| step >= least)
        .unwrap_or(u64::MAX);
    let first = from.div_ceil(step).checked_mul(step);
    std::iter::successors(first, |tick| tick.checked_add(step))
        .take_while(|&tick| tick < to)
        .collect()
}

/// A number with its digits in groups of three, if it has at least five digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_within() {
        assert_eq!(ticks(0, 100, 6), [0, 20, 40, 60, 80]);
        assert_eq!(ticks(0, 3, 6), [0, 1, 2]);
        assert!(ticks(7, 7, 6).is_empty());
        assert_eq!(
            ticks(1_000_000_000_000_000_003, 1_000_000_000_000_000_009, 3),
            [
                1_000_000_000_000_000_004,
                1_000_000_000_000_000_006,
                1_000_000_000_000_000_008
            ]
        );
        assert!(ticks(0, u64::MAX, 6).len() >= 3);
        assert!(ticks(u64::MAX - 3, u64::MAX, 6).len() == 3);
    }

    #[test]
    fn digits_of_long_numbers_come_in_threes() {
        assert_eq!(
            [0, 9999, 10_000, 1_234_567].map(grouped),
            ["0", "9999", "10 000", "1 234 567"]
        );
    }
}
