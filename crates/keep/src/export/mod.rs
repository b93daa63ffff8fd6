//! A table of solved positions as rows and columns, for other programs.
//!
//! A row is a position that the table keeps. Its columns are the whole position in the game's
//! notation, and then those of [`Solution::columns`]: each number of the position by itself, and
//! what the table knows.

mod csv;
mod field;
#[cfg(feature = "parquet")]
mod parquet;

use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;

use zug::{Column, Job, Problem, Solution};

use crate::error::Result;

/// The number of rows that are held in memory until they are written as lines.
const LINES: usize = 1 << 12;

/// The number of rows of a group of Parquet.
#[cfg(feature = "parquet")]
const GROUP: usize = 1 << 16;

/// Writes all positions of a solution as comma-separated values.
///
/// # Errors
///
/// The writer refuses; the table cannot be read; the caller cancels.
pub fn csv(problem: &Problem, solution: &Solution, out: &mut dyn Write, job: &Job) -> Result<()> {
    let mut lines = csv::Lines::new(out);
    each_block(problem, solution, LINES, job, |columns| {
        lines.write(columns)
    })?;
    lines.finish()
}

/// Writes all positions of a solution as Parquet.
///
/// # Errors
///
/// As of [`csv()`]; [`NoParquet`](crate::Error::NoParquet) in a program without the feature `parquet`.
#[cfg(feature = "parquet")]
pub fn parquet(problem: &Problem, solution: &Solution, file: &mut File, job: &Job) -> Result<()> {
    let (mut file, mut groups) = (Some(file), None);
    let written = each_block(problem, solution, GROUP, job, |columns| {
        if let Some(file) = file.take() {
            groups = Some(parquet::Groups::new(file, columns)?);
        }
        groups.iter_mut().try_for_each(|file| file.write(columns))
    });
    let finished = written.and_then(|()| groups.map_or(Ok(()), parquet::Groups::finish));
    finished.map_err(parquet::of_the_system)
}

/// Writes all positions of a solution as Parquet.
///
/// # Errors
///
/// This program was built without the feature `parquet`.
#[cfg(not(feature = "parquet"))]
pub fn parquet(_: &Problem, _: &Solution, _: &mut File, _: &Job) -> Result<()> {
    Err(crate::error::Error::NoParquet)
}

/// Hands on all rows, in blocks of at most this number of rows.
fn each_block(
    problem: &Problem,
    solution: &Solution,
    rows: usize,
    job: &Job,
    mut take: impl FnMut(&[Column]) -> Result<()>,
) -> Result<()> {
    let mut taken = Ok(());
    solution.columns(problem, rows, true, job, &mut |columns| {
        taken = take(&columns);
        match taken {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    })?;
    taken
}
