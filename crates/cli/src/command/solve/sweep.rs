//! `zug solve GAME --set n=1..50`: who wins for each value of a parameter.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::{Result, bail};
use zug::report::{SweepReport, SweepRow};
use zug::{Rules, Scope, SolveOptions};

use crate::arguments::{GameArguments, SolveArguments, SweepFormat};
use crate::{json, output, question};

/// The largest number of rows.
const MOST_ROWS: u128 = 100_000;

/// The parameters that take several values each.
#[derive(Debug)]
pub(super) struct Sweep {
    ranges: Vec<Range>,
}

/// A parameter that takes several values.
#[derive(Debug)]
struct Range {
    /// The place of the parameter among the settings of the command line.
    place: usize,
    first: i64,
    last: i64,
}

/// What a column shows beside the parameters.
type Column = (&'static str, fn(&SweepRow) -> String);

impl Sweep {
    /// The parameters that are set to a range where the rules want a number; `None` if there are none.
    ///
    /// # Errors
    ///
    /// A range ends before it begins, the rows are too many, or there is no such game.
    pub(super) fn of(game: &GameArguments) -> Result<Option<Self>> {
        let mut ranges = Vec::new();
        for (place, (name, value)) in game.settings.iter().enumerate() {
            let Some((first, last)) = range(value) else {
                continue;
            };
            // A message about a fault of the rules comes when they are read for an answer.
            let rules = Rules::read(&question::rules(&game.game)?.source);
            if !rules.is_ok_and(|rules| rules.is_number(name)) {
                continue;
            }
            if first > last {
                bail!("--set {name}={value} names no value: the range ends before it begins");
            }
            ranges.push(Range { place, first, last });
        }
        let rows = ranges.iter().fold(1, |rows: u128, range| {
            let values = i128::from(range.last) - i128::from(range.first) + 1;
            rows.saturating_mul(values.unsigned_abs())
        });
        if rows > MOST_ROWS {
            bail!("the table would have {rows} rows; at most {MOST_ROWS} are made");
        }
        Ok((!ranges.is_empty()).then_some(Self { ranges }))
    }

    /// Answers for all values, each as soon as it is known. Those of the last parameter change first.
    pub(super) fn run(&self, game: &GameArguments, arguments: &SolveArguments) -> Result<()> {
        refuse_others(arguments)?;
        let scope = arguments.scope();
        let names = self
            .ranges
            .iter()
            .map(|range| &game.settings[range.place].0);
        let mut report = SweepReport::new(game.game.clone(), names.cloned().collect());
        let mut out = output::answers();
        let mut columns = Vec::new();
        let mut head: Vec<String> = Vec::new();
        question::stoppable(&arguments.solver, |options| {
            let options = options.clone().with_remoteness(arguments.remoteness);
            let mut values: Vec<i64> = self.ranges.iter().map(|range| range.first).collect();
            loop {
                let row = row(&self.with(game, &values), scope, values.clone(), &options)?;
                if arguments.json {
                    report.rows.push(row);
                } else {
                    if columns.is_empty() {
                        columns = columns_for(&row);
                        let others = columns.iter().map(|(name, _)| (*name).to_owned());
                        head = report.swept.iter().cloned().chain(others).collect();
                        self.write(&mut out, arguments.format, &head, &head)?;
                    }
                    let values = row.values.iter().map(i64::to_string);
                    let others = columns.iter().map(|(_, told)| told(&row));
                    let texts: Vec<String> = values.chain(others).collect();
                    self.write(&mut out, arguments.format, &head, &texts)?;
                }
                if !self.advance(&mut values) {
                    return Ok(());
                }
            }
        })?;
        if arguments.json {
            json::write(&mut out, &report)?;
        }
        Ok(())
    }

    /// The arguments with one value for each parameter in the place of its range.
    fn with(&self, game: &GameArguments, values: &[i64]) -> GameArguments {
        let mut game = game.clone();
        for (range, value) in self.ranges.iter().zip(values) {
            game.settings[range.place].1 = value.to_string();
        }
        game
    }

    /// Goes to the next values; returns false if there are none.
    fn advance(&self, values: &mut [i64]) -> bool {
        for (range, value) in self.ranges.iter().zip(values).rev() {
            if *value < range.last {
                *value += 1;
                return true;
            }
            *value = range.first;
        }
        false
    }

    /// Writes a line of texts, under the names of their columns.
    fn write(
        &self,
        out: &mut impl Write,
        format: SweepFormat,
        head: &[String],
        texts: &[String],
    ) -> io::Result<()> {
        if format == SweepFormat::Csv {
            return writeln!(out, "{}", texts.join(","));
        }
        let mut line = String::new();
        for (place, (name, text)) in head.iter().zip(texts).enumerate() {
            // A number of a parameter is at most as wide as its bounds.
            let widest = self.ranges.get(place).map_or(0, |range| {
                let bounds = [range.first, range.last];
                bounds
                    .map(|bound| bound.to_string().len())
                    .into_iter()
                    .max()
                    .unwrap_or(0)
            });
            let width = name.chars().count().max(widest);
            let space = if place == 0 { "" } else { "  " };
            let _ = write!(line, "{space}{text:>width$}");
        }
        writeln!(out, "{}", line.trim_end())
    }
}

/// The answer for one game.
fn row(
    game: &GameArguments,
    scope: Scope,
    values: Vec<i64>,
    options: &SolveOptions,
) -> Result<SweepRow> {
    let request = question::request(game, scope)?;
    Ok(SweepRow::of(values, &zug::answer(&request, options)?)?)
}

/// The columns that the first row has: games with scores have one for them, impartial games one for
/// nimbers.
fn columns_for(first: &SweepRow) -> Vec<Column> {
    let mut columns: Vec<Column> = vec![
        ("outcome", |row| row.outcome.to_string()),
        ("remoteness", |row| told(row.remoteness)),
    ];
    if first.score.is_some() {
        columns.push(("score", |row| told(row.score)));
    }
    if first.nimber.is_some() {
        columns.push(("nimber", |row| told(row.nimber)));
    }
    columns
}

/// A number as it is printed; an empty text where it is not known.
fn told(number: Option<impl ToString>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

/// The bounds of `1..50`.
fn range(text: &str) -> Option<(i64, i64)> {
    let (first, last) = text.split_once("..")?;
    Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
}

/// Refuses what is for one question.
fn refuse_others(arguments: &SolveArguments) -> Result<()> {
    let one = [
        ("--proof", arguments.proof.is_some()),
        ("--save", arguments.save.is_some()),
        (
            "--verify",
            arguments.verify.is_some() || arguments.verify_sample.is_some(),
        ),
        ("--count", arguments.count.is_some()),
        ("--table", arguments.store.table.is_some()),
        ("--scratch", arguments.store.scratch.is_some()),
    ];
    match one.into_iter().find(|(_, is_asked)| *is_asked) {
        Some((option, _)) => {
            bail!("{option} is for one question, and not for a parameter with several values")
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_two_numbers() {
        assert_eq!(range("1..50"), Some((1, 50)));
        assert_eq!(range(" -3 .. 4 "), Some((-3, 4)));
        for other in ["5", "1..", "..5", "1..n", "1...3", "{1,2}", "a..b"] {
            assert_eq!(range(other), None, "{other}");
        }
    }

    #[test]
    fn values_of_the_last_parameter_change_first() {
        let range = |place| Range {
            place,
            first: 0,
            last: 1,
        };
        let sweep = Sweep {
            ranges: vec![range(0), range(1)],
        };
        let mut values = vec![0, 0];
        let mut seen = vec![values.clone()];
        while sweep.advance(&mut values) {
            seen.push(values.clone());
        }
        assert_eq!(seen, [[0, 0], [0, 1], [1, 0], [1, 1]]);
    }
}
