//! `zug solve GAME --set n=1..50`: who wins for each value of a parameter.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::{Result, bail};
use zug::report::{SweepReport, SweepRow};
use zug::{Rules, Scope, SolveOptions};
use zug_draw::map;

use crate::arguments::{GameArguments, SolveArguments, SweepFormat};
use crate::destination::DestinationArguments;
use crate::message::{Kind, tell};
use crate::{json, question};

/// The largest number of rows.
const MOST_ROWS: u64 = 100_000;

/// The most values of a parameter of which a map is drawn.
const MOST_ON_A_MAP: usize = 1000;

/// The parameters that take several values each.
#[derive(Debug)]
pub(super) struct Sweep {
    swept: Vec<Swept>,
}

/// A parameter that takes several values.
#[derive(Debug)]
struct Swept {
    /// The place of the parameter among the settings of the command line.
    place: usize,
    /// Invariant: not empty.
    values: Vec<i64>,
}

/// The formats of a table, by the endings of files.
const ENDINGS: [(&str, SweepFormat); 3] = [
    ("svg", SweepFormat::Svg),
    ("csv", SweepFormat::Csv),
    ("txt", SweepFormat::Text),
];

/// What a column shows beside the parameters.
type Column = (&'static str, fn(&SweepRow) -> String);

impl Sweep {
    /// The parameters that are set to a range where the rules want a number; `None` if there are none.
    ///
    /// # Errors
    ///
    /// A range ends before it begins, the rows are too many, or there is no such game.
    pub(super) fn of(game: &GameArguments) -> Result<Option<Self>> {
        let mut swept = Vec::new();
        let mut rows: u64 = 1;
        for (place, (name, value)) in game.settings.iter().enumerate() {
            let Some(range) = several(value) else {
                continue;
            };
            // A message about a fault of the rules comes when they are read for an answer.
            let rules = Rules::read(&question::rules(&game.game)?.source);
            if !rules.is_ok_and(|rules| rules.is_number(name)) {
                continue;
            }
            let range = match range {
                Several::NoEnd(first) => {
                    let last = first.saturating_add(20);
                    bail!("--set {name}={value} has no end: write --set {name}={first}..{last}")
                }
                Several::Values(values) if values.is_empty() => {
                    bail!("--set {name}={value} names no value: the range ends before it begins")
                }
                Several::Values(values) => values,
            };
            rows = rows.saturating_mul(range.len() as u64);
            if rows > MOST_ROWS {
                bail!("the table would have {rows} rows or more; at most {MOST_ROWS} are made");
            }
            swept.push(Swept {
                place,
                values: range,
            });
        }
        Ok((!swept.is_empty()).then_some(Self { swept }))
    }

    /// Answers for all values, each as soon as it is known. Those of the last parameter change first.
    pub(super) fn run(&self, game: &GameArguments, arguments: &SolveArguments) -> Result<()> {
        refuse_others(arguments)?;
        let to = DestinationArguments {
            output: arguments.output.clone(),
        };
        let format = match to.file() {
            Some(_) if !arguments.json => to.of_ending(&ENDINGS)?,
            _ => arguments.format,
        };
        let is_map = format == SweepFormat::Svg;
        let is_narrow = |swept: &Swept| swept.values.len() <= MOST_ON_A_MAP;
        if is_map && !(self.swept.len() <= 2 && self.swept.iter().all(is_narrow)) {
            bail!("a map has one parameter or two, with at most {MOST_ON_A_MAP} values each");
        }
        to.refuse_if_hopeless()?;
        to.write(|out| self.tell(out, format, game, arguments))
    }

    /// Writes the answers.
    fn tell(
        &self,
        mut out: &mut dyn Write,
        format: SweepFormat,
        game: &GameArguments,
        arguments: &SolveArguments,
    ) -> Result<()> {
        let is_map = format == SweepFormat::Svg;
        let scope = arguments.scope();
        let names = self.swept.iter().map(|swept| &game.settings[swept.place].0);
        let mut report = SweepReport::new(game.game.clone(), names.cloned().collect());
        let mut columns = Vec::new();
        let mut head: Vec<String> = Vec::new();
        let options = arguments
            .pattern
            .with(question::options(&arguments.solver))?;
        question::stoppable_with(options, |options| {
            let options = options.clone().with_remoteness(arguments.remoteness);
            let mut places = vec![0; self.swept.len()];
            loop {
                let values = self.values(&places);
                let told = |error: anyhow::Error| {
                    let names = report.swept.iter().zip(&values);
                    let row: Vec<String> = names
                        .map(|(name, value)| format!("{name}={value}"))
                        .collect();
                    tell(
                        Kind::Note,
                        &format!("the table ends before {}", row.join(" ")),
                    );
                    error
                };
                let asked = self.with(game, &values);
                let row = row(&asked, scope, values.clone(), &options).map_err(told)?;
                if arguments.json || is_map {
                    report.rows.push(row);
                } else {
                    if columns.is_empty() {
                        columns = columns_for(&row);
                        let others = columns.iter().map(|(name, _)| (*name).to_owned());
                        head = report.swept.iter().cloned().chain(others).collect();
                        self.write(out, format, &head, &head)?;
                    }
                    let values = row.values.iter().map(i64::to_string);
                    let others = columns.iter().map(|(_, told)| told(&row));
                    let texts: Vec<String> = values.chain(others).collect();
                    self.write(out, format, &head, &texts)?;
                    out.flush()?;
                }
                if !self.advance(&mut places) {
                    return Ok(());
                }
            }
        })?;
        if arguments.json {
            json::write(&mut out, &report)?;
        } else if is_map {
            write!(out, "{}", map::swept(&report))?;
        }
        Ok(())
    }

    /// The values at these places, one for each parameter.
    fn values(&self, places: &[usize]) -> Vec<i64> {
        let swept = self.swept.iter().zip(places);
        swept.map(|(swept, &place)| swept.values[place]).collect()
    }

    /// The arguments with one value for each parameter in the place of its range.
    fn with(&self, game: &GameArguments, values: &[i64]) -> GameArguments {
        let mut game = game.clone();
        for (swept, value) in self.swept.iter().zip(values) {
            game.settings[swept.place].1 = value.to_string();
        }
        game
    }

    /// Goes to the next values; returns false if there are none.
    fn advance(&self, places: &mut [usize]) -> bool {
        for (swept, place) in self.swept.iter().zip(places).rev() {
            *place += 1;
            if *place < swept.values.len() {
                return true;
            }
            *place = 0;
        }
        false
    }

    /// Writes a line of texts, under the names of their columns.
    fn write(
        &self,
        out: &mut dyn Write,
        format: SweepFormat,
        head: &[String],
        texts: &[String],
    ) -> io::Result<()> {
        if format == SweepFormat::Csv {
            return writeln!(out, "{}", texts.join(","));
        }
        let mut line = String::new();
        for (place, (name, text)) in head.iter().zip(texts).enumerate() {
            let widest = self.swept.get(place).map_or(0, |swept| {
                let widths = swept.values.iter().map(|value| value.to_string().len());
                widths.max().unwrap_or(0)
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
    let request = question::one_of_many(game, scope)?;
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
    if first.nimber.is_some() || first.loopy.is_some() {
        columns.push(("nimber", |row| told(row.nimber)));
    }
    columns
}

/// A number as it is printed; an empty text where it is not known.
fn told(number: Option<impl ToString>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

/// What a setting says that is no single value.
#[derive(Debug, PartialEq, Eq)]
enum Several {
    /// These numbers.
    Values(Vec<i64>),
    /// The numbers from this one on.
    NoEnd(i64),
}

/// The numbers of `1..50`, `1-50` or `1,2,5`; `None` if the text is another one.
fn several(text: &str) -> Option<Several> {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    if text.contains(',') {
        let list = text
            .trim()
            .trim_start_matches(['{', '['])
            .trim_end_matches(['}', ']']);
        let values: Option<Vec<i64>> = list.split(',').map(number).collect();
        return values.map(Several::Values);
    }
    let (first, last) = text.split_once("..").or_else(|| {
        // The sign of a negative number is no range.
        let place = text
            .char_indices()
            .skip(1)
            .find(|(_, sign)| *sign == '-')?
            .0;
        Some((&text[..place], &text[place + 1..]))
    })?;
    let first = number(first)?;
    let last = last.trim();
    if last.is_empty() {
        return Some(Several::NoEnd(first));
    }
    let last = number(last.strip_prefix('=').unwrap_or(last))?;
    // Longer ranges are refused, so that they need no room.
    let most = usize::try_from(MOST_ROWS).map_or(usize::MAX, |rows| rows.saturating_add(1));
    Some(Several::Values((first..=last).take(most).collect()))
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
        ("--statistics", arguments.statistics),
        ("--long", arguments.long),
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
    fn ranges_and_lists_are_several_values() {
        let values = |first: i64, last: i64| Some(Several::Values((first..=last).collect()));
        for (text, meant) in [
            ("1..5", values(1, 5)),
            (" -3 .. 4 ", values(-3, 4)),
            ("1..=5", values(1, 5)),
            ("1-5", values(1, 5)),
            ("-5--3", values(-5, -3)),
            ("5..1", Some(Several::Values(Vec::new()))),
            ("2,3,5", Some(Several::Values(vec![2, 3, 5]))),
            ("{2, 3}", values(2, 3)),
            ("3..", Some(Several::NoEnd(3))),
            ("5", None),
            ("-5", None),
            ("..5", None),
            ("1..n", None),
            ("1...3", None),
            ("a..b", None),
            ("10^3", None),
        ] {
            assert_eq!(several(text), meant, "{text}");
        }
    }

    #[test]
    fn values_of_the_last_parameter_change_first() {
        let swept = |values: &[i64]| Swept {
            place: 0,
            values: values.to_vec(),
        };
        let sweep = Sweep {
            swept: vec![swept(&[4, 7]), swept(&[1, 2])],
        };
        let mut places = vec![0, 0];
        let mut seen = vec![sweep.values(&places)];
        while sweep.advance(&mut places) {
            seen.push(sweep.values(&places));
        }
        assert_eq!(seen, [[4, 1], [4, 2], [7, 1], [7, 2]]);
    }
}
