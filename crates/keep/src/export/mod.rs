//! A table of solved positions as rows and columns, for other programs.
//!
//! A row is a position that the table keeps. Its columns are those of [`Solution::columns`]: the
//! whole position in the game's notation, where such texts are asked for; each number of the
//! position by itself; and what the table knows.

mod csv;
mod field;
#[cfg(feature = "parquet")]
mod parquet;

use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;

use zug::{Job, Problem, Solution};

use crate::error::Result;

/// The number of rows that are held in memory until they are written as lines.
const LINES: usize = 1 << 12;

/// The number of rows of a group of Parquet.
#[cfg(feature = "parquet")]
const GROUP: usize = 1 << 16;

/// Writes all positions of a solution as comma-separated values. With `texts` the first column has each position as
/// text.
///
/// # Errors
///
/// The writer refuses; the table cannot be read; the caller cancels.
pub fn csv(
    problem: &Problem,
    solution: &Solution,
    texts: bool,
    out: &mut dyn Write,
    job: &Job,
) -> Result<()> {
    let mut lines = csv::Lines::new(out);
    let mut written = Ok(());
    solution.columns(problem, LINES, texts, job, &mut |columns| {
        written = lines.write(&columns);
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    })?;
    written?;
    lines.finish()
}

/// Writes all positions of a solution as Parquet. With `texts` the first column has each position as text.
///
/// # Errors
///
/// As of [`csv()`]; [`NoParquet`](crate::Error::NoParquet) in a program without the feature `parquet`.
#[cfg(feature = "parquet")]
pub fn parquet(
    problem: &Problem,
    solution: &Solution,
    texts: bool,
    file: &mut File,
    job: &Job,
) -> Result<()> {
    // A thread packs a block while this one reads the next.
    std::thread::scope(|scope| {
        let (sender, blocks) = std::sync::mpsc::sync_channel::<Vec<zug::Column>>(1);
        let writer = scope.spawn(move || -> Result<()> {
            let (mut file, mut groups) = (Some(file), None);
            for columns in blocks {
                if let Some(file) = file.take() {
                    groups = Some(parquet::Groups::new(file, &columns)?);
                }
                groups
                    .iter_mut()
                    .try_for_each(|file| file.write(&columns))?;
            }
            groups.map_or(Ok(()), parquet::Groups::finish)
        });
        let take = &mut |columns| match sender.send(columns) {
            Ok(()) => ControlFlow::Continue(()),
            // The writer has ended early. The error with which it ended is returned below.
            Err(_) => ControlFlow::Break(()),
        };
        let read = solution.columns(problem, GROUP, texts, job, take);
        drop(sender);
        let written = writer.join();
        read?;
        let written = written.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        written.map_err(parquet::of_the_system)
    })
}

/// Writes all positions of a solution as Parquet.
///
/// # Errors
///
/// This program was built without the feature `parquet`.
#[cfg(not(feature = "parquet"))]
pub fn parquet(_: &Problem, _: &Solution, _: bool, _: &mut File, _: &Job) -> Result<()> {
    Err(crate::error::Error::NoParquet)
}
