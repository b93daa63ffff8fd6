//! Lets several games expand the same positions, piece by piece in turn, so that other
//! work of the machine affects all alike.

use std::fmt;
use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;

use anyhow::{Result, ensure};
use zug_game::{Expanded, Game};

/// The number of positions in a piece, which is timed apart: few enough that most
/// pieces are done before the machine turns to something else.
const PIECE: usize = 2048;

/// The number of positions that are expanded together.
const BLOCK: usize = 64;

/// The number of times that each piece is timed; the median counts.
const PASSES: usize = 5;

/// A game that expands its positions and keeps nothing.
pub(super) struct Runner<'a> {
    /// Expands a range of the positions; returns the number of successors.
    run: Box<dyn FnMut(Range<usize>) -> Result<u64> + 'a>,
}

impl<'a> Runner<'a> {
    pub(super) fn new<G: Game>(game: &'a G, positions: &'a [G::Position]) -> Self {
        let mut steps = Vec::with_capacity(BLOCK * 16);
        let mut ends = [Expanded::GoesOn(0); BLOCK];
        let run = move |range: Range<usize>| {
            let mut successors = 0;
            let mut left = &positions[range];
            while !left.is_empty() {
                steps.clear();
                let block = &left[..left.len().min(BLOCK)];
                let done = game.expand_block(block, &mut steps, &mut ends)?;
                black_box(&ends);
                successors += black_box(steps.as_slice()).len() as u64;
                left = &left[done..];
            }
            Ok(successors)
        };
        Self { run: Box::new(run) }
    }
}

impl fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Runner")
    }
}

/// Seconds that each game takes for all positions. Each must find the same number of
/// successors.
pub(super) fn race(
    runners: &mut [Runner<'_>],
    positions: usize,
    successors: u64,
) -> Result<Vec<f64>> {
    let mut seconds = vec![0.0; runners.len()];
    let mut found = vec![0; runners.len()];
    for first in (0..positions).step_by(PIECE) {
        let range = first..positions.min(first + PIECE);
        let mut times = vec![Vec::new(); runners.len()];
        for _ in 0..PASSES {
            for (i, runner) in runners.iter_mut().enumerate() {
                let begin = Instant::now();
                found[i] += (runner.run)(range.clone())?;
                times[i].push(begin.elapsed().as_secs_f64());
            }
        }
        for (seconds, times) in seconds.iter_mut().zip(&mut times) {
            times.sort_by(f64::total_cmp);
            *seconds += times[PASSES / 2];
        }
    }
    ensure!(
        found
            .iter()
            .all(|&found| found == PASSES as u64 * successors),
        "successors {found:?}, not {PASSES} times {successors}"
    );
    Ok(seconds)
}
