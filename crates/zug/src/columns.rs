//! Solved positions as columns of numbers, for data frames and other programs that read whole tables.
//!
//! A row is a position that the table keeps, one for each orbit of the symmetries. Its columns are the numbers of the
//! packed position, as the rules know them ([`ColumnKind`]); then the number of positions in the orbit, the outcome
//! for the player to move, the remoteness, whether the game is over, and the nimber and the score where there are
//! some. No position is written as text, unless a column of texts is asked for.
//!
//! Cost: time linear in the positions and their numbers; memory for the rows of one block.

use std::ops::ControlFlow;

use zug_game::U256;
use zug_job::{Job, Phase, Progress};
use zug_lang::{ColumnKind, PositionColumn};
use zug_values::{Nimber, Outcome};

use crate::error::Error;
use crate::problem::Problem;
use crate::solution::{Solution, SolvedPosition};

/// A column of a block of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Column {
    /// The name.
    pub name: String,
    /// The values, a row each.
    pub values: ColumnValues,
}

/// The values of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnValues {
    /// Numbers with a sign, side by side with the low byte first.
    Numbers {
        /// The number of bytes of each: 1, 2, 4 or 8.
        width: usize,
        /// The bytes; 0 where a row has no number.
        bytes: Vec<u8>,
        /// Whether each row has a number, as a byte 0 or 1; `None` if all rows have.
        defined: Option<Vec<u8>>,
    },
    /// Truth values, as bytes 0 or 1.
    Truths(Vec<u8>),
    /// Places in a list of names, as numbers with a sign of this width.
    Names {
        /// The names.
        names: Vec<String>,
        /// The number of bytes of each place: 1, 2 or 4.
        width: usize,
        /// The bytes, the low byte first.
        bytes: Vec<u8>,
    },
    /// Texts.
    Texts(Vec<String>),
}

/// The number of rows between two questions whether the work goes on.
const BETWEEN: u64 = 1 << 12;

impl Solution {
    /// Hands on the solved positions as blocks of `rows` rows, the last of which may be shorter, until `take` breaks
    /// off. The positions are of the game of `problem`; `texts` asks for a column with each position as text, which
    /// a game written in Rust has in any case.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use zug::{Job, Problem, Request, SolveOptions};
    ///
    /// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
    /// let solution = problem.solve(&SolveOptions::default())?;
    /// let mut blocks = Vec::new();
    /// solution.columns(&problem, 500, false, &Job::default(), &mut |columns| {
    ///     blocks.push(columns);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(blocks.len(), 2); // 765 positions that no symmetry makes equal
    /// assert_eq!(blocks[0][0].name, "board[0,0]");
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The table of values cannot be read; the caller cancelled.
    pub fn columns(
        &self,
        problem: &Problem,
        rows: usize,
        texts: bool,
        job: &Job,
        take: &mut dyn FnMut(Vec<Column>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut block = Block::new(self, problem, texts)?;
        let (mut done, mut failed) = (0, Ok(()));
        self.each_position(&mut |solved| {
            failed = block.push(&solved).and_then(|()| {
                if done % BETWEEN == 0 {
                    job.tell(&Progress::at(Phase::Storing, done))
                        .map_err(zug_solve::Error::from)?;
                }
                Ok(())
            });
            done += 1;
            match failed {
                Err(_) => ControlFlow::Break(()),
                Ok(()) if block.rows == rows => take(block.taken()),
                Ok(()) => ControlFlow::Continue(()),
            }
        })?;
        failed?;
        if block.rows > 0 || done == 0 {
            // Whether the caller wants more than the last block is of no use.
            let _ = take(block.taken());
        }
        Ok(())
    }
}

/// A block of rows that is being filled.
struct Block<'s> {
    solution: &'s Solution,
    problem: &'s Problem,
    of_position: Vec<PositionColumn>,
    columns: Vec<Column>,
    /// The packed positions of the last rows, which the columns of the position do not have yet.
    waiting: Vec<U256>,
    has_texts: bool,
    has_nimbers: bool,
    has_scores: bool,
    rows: usize,
}

/// The bytes of a column that counts positions or moves.
const COUNT: usize = 4;

/// The number of rows for which the columns of the position are filled at once, one column after the other: few
/// enough that their positions stay in the nearest cache.
const AT_ONCE: usize = 512;

impl<'s> Block<'s> {
    fn new(solution: &'s Solution, problem: &'s Problem, texts: bool) -> Result<Self, Error> {
        let of_position = problem.instance().map(zug_lang::Instance::columns);
        let has_texts = texts || of_position.is_none();
        let mut block = Self {
            solution,
            problem,
            of_position: of_position.unwrap_or_default(),
            columns: Vec::new(),
            waiting: Vec::with_capacity(AT_ONCE),
            has_texts,
            has_nimbers: solution.nimber(&solution.root())?.is_some(),
            has_scores: solution.tells_scores(),
            rows: 0,
        };
        block.columns = block.empty();
        Ok(block)
    }

    /// The columns without rows.
    fn empty(&self) -> Vec<Column> {
        let column = |name: &str, values| Column {
            name: name.to_owned(),
            values,
        };
        let numbers = |width, all: bool| ColumnValues::Numbers {
            width,
            bytes: Vec::new(),
            defined: (!all).then(Vec::new),
        };
        let texts = self
            .has_texts
            .then(|| column("position", ColumnValues::Texts(Vec::new())));
        let of_position = self.of_position.iter().map(|of| {
            let values = match &of.kind {
                ColumnKind::Number(lo, hi) => numbers(width_of(*lo, *hi), true),
                ColumnKind::Truth => ColumnValues::Truths(Vec::new()),
                ColumnKind::Names { names, .. } => names_of(names.clone()),
            };
            column(&of.name, values)
        });
        let outcomes = ["win", "loss", "draw"].map(str::to_owned).to_vec();
        let told = [
            column("orbit", numbers(COUNT, true)),
            column("outcome", names_of(outcomes)),
            column("remoteness", numbers(COUNT, false)),
            column("finished", ColumnValues::Truths(Vec::new())),
        ];
        let nimber = self
            .has_nimbers
            .then(|| column("nimber", numbers(COUNT, false)));
        let score = self
            .has_scores
            .then(|| column("score", numbers(size_of::<i64>(), false)));
        let columns = texts.into_iter().chain(of_position).chain(told);
        columns.chain(nimber).chain(score).collect()
    }

    /// The rows so far; the block is empty then.
    fn taken(&mut self) -> Vec<Column> {
        self.fill();
        self.rows = 0;
        let empty = self.empty();
        std::mem::replace(&mut self.columns, empty)
    }

    fn push(&mut self, solved: &SolvedPosition) -> Result<(), Error> {
        if self.has_texts {
            let text = self.problem.print(&solved.position);
            self.columns[0].values.push_text(text);
        }
        if self.problem.instance().is_some() {
            self.waiting.push(solved.position.to_bits());
            if self.waiting.len() == AT_ONCE {
                self.fill();
            }
        }
        let first = usize::from(self.has_texts) + self.of_position.len();
        let mut columns = self.columns[first..].iter_mut();
        let mut next = || {
            let column = columns.next();
            &mut column.expect("a row has as many values as columns").values
        };
        next().push(Some(solved.orbit as i64));
        next().push(Some(match solved.value.outcome() {
            Outcome::Win => 0,
            Outcome::Loss => 1,
            Outcome::Draw => 2,
        }));
        let remoteness = solved.value.remoteness();
        next().push(remoteness.map(|plies| plies.0.into()));
        next().push(Some(solved.is_finished.into()));
        if self.has_nimbers {
            let nimber = self.solution.nimber(&solved.position)?;
            next().push(nimber.map(|Nimber(nimber)| nimber.into()));
        }
        if self.has_scores {
            next().push(self.solution.score(&solved.position)?);
        }
        self.rows += 1;
        Ok(())
    }

    /// Fills the columns of the position for the rows that wait for it.
    fn fill(&mut self) {
        let Some(instance) = self.problem.instance() else {
            return;
        };
        let columns = &mut self.columns[usize::from(self.has_texts)..];
        for (of, column) in self.of_position.iter().zip(columns) {
            let first = match of.kind {
                ColumnKind::Names { first, .. } => first,
                _ => 0,
            };
            let positions = self.waiting.iter();
            let numbers = positions.map(|position| instance.number(*position, of.place) - first);
            column.values.extend(numbers);
        }
        self.waiting.clear();
    }
}

impl ColumnValues {
    /// Appends numbers, each of which is defined.
    fn extend(&mut self, numbers: impl Iterator<Item = i64>) {
        match self {
            Self::Numbers {
                width: 1,
                bytes,
                defined: None,
            }
            | Self::Names {
                width: 1, bytes, ..
            }
            | Self::Truths(bytes) => bytes.extend(numbers.map(|number| number as u8)),
            _ => numbers.for_each(|number| self.push(Some(number))),
        }
    }

    fn push(&mut self, value: Option<i64>) {
        let number = value.unwrap_or(0).to_le_bytes();
        match self {
            Self::Numbers {
                width,
                bytes,
                defined,
            } => {
                bytes.extend_from_slice(&number[..*width]);
                if let Some(defined) = defined {
                    defined.push(value.is_some().into());
                }
            }
            Self::Truths(bytes) => bytes.push(number[0]),
            Self::Names { width, bytes, .. } => bytes.extend_from_slice(&number[..*width]),
            Self::Texts(_) => unreachable!("a number is pushed to a column of numbers"),
        }
    }

    fn push_text(&mut self, text: String) {
        if let Self::Texts(texts) = self {
            texts.push(text);
        }
    }
}

/// The least number of bytes of numbers with a sign that hold all of this range.
fn width_of(lo: i64, hi: i64) -> usize {
    let widths = [1, 2, 4].into_iter();
    let holds = |width: &usize| {
        let most = 1_i64 << (8 * width - 1);
        -most <= lo && hi < most
    };
    let narrowest = widths.filter(holds).min();
    narrowest.unwrap_or(size_of::<i64>())
}

fn names_of(names: Vec<String>) -> ColumnValues {
    ColumnValues::Names {
        width: width_of(0, names.len() as i64),
        names,
        bytes: Vec::new(),
    }
}
