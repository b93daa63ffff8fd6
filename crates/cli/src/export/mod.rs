//! A table of solved positions as rows and columns, for other programs.
//!
//! A row is a position that the table keeps. Its columns are the whole position in the game's
//! notation; each variable by itself, and who moves; then what the table knows: the number of
//! positions that symmetry makes equal to it, the outcome for the player to move, the
//! remoteness (none for a draw), whether the game is over, the nimber where nimbers are defined, and
//! the score where the game ends with scores.

mod csv;
#[cfg(feature = "parquet")]
mod parquet;

use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::Result;
use zug::{
    IndexKind, Job, Nimber, Outcome, PartView, Phase, Problem, Progress, Solution, SolvedPosition,
};

use crate::arguments::ExportFormat;
use crate::destination::DestinationArguments;
use crate::{output, whole_file};

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Column {
    name: String,
    is_number: bool,
}

/// What a row has in a column.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Field {
    Text(String),
    Number(i64),
    None,
}

/// Takes rows, one after the other.
trait Sink {
    fn row(&mut self, fields: &[Field]) -> Result<()>;
}

/// Columns after those of the position.
const TOLD: [(&str, bool); 6] = [
    ("orbit", true),
    ("outcome", false),
    ("remoteness", true),
    ("finished", true),
    ("nimber", true),
    ("score", true),
];

/// How many rows are written between two questions whether the work goes on.
const BETWEEN: u64 = 1 << 12;

/// Writes all positions of a solution to a file, or to the standard output.
pub(crate) fn write(
    problem: &Problem,
    solution: &Solution,
    format: ExportFormat,
    to: &DestinationArguments,
    job: &Job,
) -> Result<()> {
    let rows = Rows::new(problem, solution)?;
    let Some(path) = to.file() else {
        return match format {
            ExportFormat::Csv => rows.csv(&mut output::answers(), job),
            ExportFormat::Parquet => {
                anyhow::bail!("Parquet is written to a file: name one with --output FILE")
            }
        };
    };
    whole_file::write_by(path, |file| match format {
        ExportFormat::Csv => rows.csv(file, job),
        ExportFormat::Parquet => rows.parquet(file, job),
    })
}

/// The positions of a solution as rows.
struct Rows<'s> {
    problem: &'s Problem,
    solution: &'s Solution,
    columns: Vec<Column>,
    /// The names of the variables in the notation.
    labels: Vec<String>,
    has_nimbers: bool,
    has_scores: bool,
}

impl<'s> Rows<'s> {
    fn new(problem: &'s Problem, solution: &'s Solution) -> Result<Self> {
        let root = problem.print(&problem.root());
        let has_nimbers = solution.nimber(&problem.root())?.is_some();
        let has_scores = solution.tells_scores();
        let mut columns = vec![Column {
            name: "position".to_owned(),
            is_number: false,
        }];
        let mut labels = Vec::new();
        let mut are_numbers = numbers(&problem.view(&problem.root())).into_iter();
        for (label, _) in pairs(&root) {
            labels.push(label.to_owned());
            columns.push(Column {
                name: label.to_owned(),
                is_number: are_numbers.next().unwrap_or(false),
            });
        }
        let told = TOLD.into_iter();
        let told = told.filter(|(name, _)| match *name {
            "nimber" => has_nimbers,
            "score" => has_scores,
            _ => true,
        });
        columns.extend(told.map(|(name, is_number)| Column {
            name: name.to_owned(),
            is_number,
        }));
        Ok(Self {
            problem,
            solution,
            columns,
            labels,
            has_nimbers,
            has_scores,
        })
    }

    fn csv(&self, out: &mut dyn Write, job: &Job) -> Result<()> {
        let mut sink = csv::Sink::new(out, &self.columns)?;
        self.each(&mut sink, job)?;
        sink.finish()
    }

    #[cfg(feature = "parquet")]
    fn parquet(&self, file: &mut File, job: &Job) -> Result<()> {
        let sink = parquet::Sink::new(file, &self.columns);
        let written = sink.and_then(|mut sink| {
            self.each(&mut sink, job)?;
            sink.finish()
        });
        written.map_err(parquet::of_the_system)
    }

    #[cfg(not(feature = "parquet"))]
    #[expect(clippy::unused_self, reason = "the other form of this writes the rows")]
    fn parquet(&self, _: &mut File, _: &Job) -> Result<()> {
        anyhow::bail!(
            "this zug was built without Parquet. CSV (--format csv) is read by the same programs; \
             Parquet is there after: cargo install --profile dist --features parquet --path crates/cli"
        )
    }

    /// Hands all rows to a sink.
    fn each(&self, sink: &mut dyn Sink, job: &Job) -> Result<()> {
        let mut done = 0;
        let mut fields = Vec::new();
        let mut failed = Ok(());
        self.solution.each_position(&mut |solved| {
            failed = self.row(&solved, &mut fields).and_then(|()| {
                if done % BETWEEN == 0 {
                    job.tell(&Progress::at(Phase::Storing, done))?;
                }
                sink.row(&fields)
            });
            done += 1;
            if failed.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        failed
    }

    /// Puts the fields of a position into the row.
    fn row(&self, solved: &SolvedPosition, fields: &mut Vec<Field>) -> Result<()> {
        let line = self.problem.print(&solved.position);
        fields.clear();
        fields.push(Field::Text(line.clone()));
        for (label, column) in self.labels.iter().zip(&self.columns[1..]) {
            let value = pairs(&line).find(|(name, _)| name == label);
            let field = value.map(|(_, value)| field(value, column.is_number));
            fields.push(field.unwrap_or(Field::None));
        }
        fields.push(Field::Number(solved.orbit as i64));
        fields.push(Field::Text(
            match solved.value.outcome() {
                Outcome::Win => "win",
                Outcome::Loss => "loss",
                Outcome::Draw => "draw",
            }
            .to_owned(),
        ));
        let remoteness = solved.value.remoteness();
        fields.push(remoteness.map_or(Field::None, |plies| Field::Number(plies.0.into())));
        fields.push(Field::Number(solved.is_finished.into()));
        if self.has_nimbers {
            let nimber = self.solution.nimber(&solved.position)?;
            fields.push(nimber.map_or(Field::None, |Nimber(nimber)| Field::Number(nimber.into())));
        }
        if self.has_scores {
            let score = self.solution.score(&solved.position)?;
            fields.push(score.map_or(Field::None, Field::Number));
        }
        Ok(())
    }
}

/// Whether each label of the notation is that of a number, in their order: by the type of its
/// variable, since a row of cells may be written with digits alone. Labels behind the last, such
/// as `turn`, are no numbers.
fn numbers(parts: &[PartView]) -> Vec<bool> {
    let variables = parts.iter().flat_map(|part| &part.variables);
    let labels = variables.flat_map(|variable| {
        let is_number = variable.range.is_some();
        match &variable.index {
            None => std::iter::repeat_n(is_number, 1),
            Some(index) => match index.kind {
                // Each element has a label of its own.
                IndexKind::Players | IndexKind::Names => {
                    std::iter::repeat_n(is_number, index.keys.len())
                }
                _ => std::iter::repeat_n(false, 1),
            },
        }
    });
    labels.collect()
}

/// The names and values in the notation of a position; a value alone has the name `value`.
fn pairs(line: &str) -> impl Iterator<Item = (&str, &str)> + Clone {
    let words = line.split_whitespace();
    words.map(|word| word.split_once('=').unwrap_or(("value", word)))
}

/// A field of a column. A text in a column of numbers is none.
fn field(value: &str, is_number: bool) -> Field {
    if is_number {
        value.parse().map_or(Field::None, Field::Number)
    } else {
        Field::Text(value.to_owned())
    }
}
