//! Progress on stderr, while someone is looking.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use zug::{Phase, Progress, Watch};

use crate::memory;

/// One line that tells how far a solver is; nothing if stderr is no terminal.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    written: Mutex<Option<Written>>,
    /// The line of play that a search followed when it was last told.
    followed: Mutex<String>,
}

/// When the line was last written, and when the phase that it tells of began.
struct Written {
    last: Instant,
    phase: Phase,
    began: Instant,
    /// The number of positions that were done when the phase was first told.
    done_before: u64,
}

/// How often the line is written.
const EVERY: Duration = Duration::from_millis(120);

impl ProgressLine {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::new_spinner().with_style(
            ProgressStyle::with_template("{spinner} [{elapsed}] {wide_msg}")
                .expect("the template is well formed"),
        );
        Self {
            bar,
            written: Mutex::new(None),
            followed: Mutex::new(String::new()),
        }
    }

    /// The work is done: the line is cleared, until other work is told of.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        *written = None;
        self.followed().clear();
    }

    fn followed(&self) -> MutexGuard<'_, String> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the line was written a moment ago.
    fn is_new(written: Option<&Written>) -> bool {
        written.is_some_and(|last| last.last.elapsed() < EVERY)
    }
}

impl Watch for ProgressLine {
    fn progress(&self, progress: &Progress) {
        // A game that is a long chain tells of every few positions.
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() || Self::is_new(written.as_ref()) {
            return;
        }
        let now = Instant::now();
        if written.is_none() && self.bar.is_finished() {
            self.bar.reset();
        }
        let written = match written.as_mut() {
            Some(written) if written.phase == progress.phase => {
                written.last = now;
                written
            }
            _ => written.insert(Written {
                last: now,
                phase: progress.phase,
                began: now,
                done_before: progress.done(),
            }),
        };
        let done = progress.done().saturating_sub(written.done_before);
        self.bar.tick();
        let mut told = line(progress, done, now - written.began);
        let followed = self.followed();
        if progress.phase == Phase::Searching && !followed.is_empty() {
            told = format!("{told}, now {followed}");
        }
        self.bar.set_message(told);
    }

    fn wants_line(&self) -> bool {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        // It is written with the next progress that is told.
        let soon = |last: &Written| last.last.elapsed() + EVERY / 4 >= EVERY;
        !self.bar.is_hidden() && written.as_ref().is_none_or(soon)
    }

    fn line(&self, moves: &[String]) {
        *self.followed() = moves.join(", ");
    }
}

/// How long a phase must have taken before its speed says how long the rest takes; and the shortest
/// rest that is worth a word.
const A_SECOND: Duration = Duration::from_secs(1);

/// The line for a phase that has done this number of positions in this time.
fn line(progress: &Progress, done: u64, within: Duration) -> String {
    if progress.phase == Phase::Discovering && progress.positions == 0 {
        // No position is looked at before the rules are a program.
        return match progress.bytes {
            0 => "preparing the game".to_owned(),
            bytes => format!("preparing the game, {}", memory::told(bytes)),
        };
    }
    let doing = match progress.phase {
        Phase::Sampling => "looking at a sample of play: there are at least",
        Phase::Discovering => "finding",
        Phase::Ordering => "ordering",
        Phase::Reversing => "turning moves round",
        Phase::Solving => "solving",
        Phase::Verifying => "checking",
        Phase::Counting => "counting",
        Phase::Storing => "writing",
        Phase::Searching => "searching",
        Phase::Proving => "gathering the proof",
    };
    let rate = done as f64 / within.as_secs_f64();
    // What matters most comes first: a narrow terminal cuts the end.
    let mut parts = vec![match progress.whole {
        Some(whole) => format!(
            "{doing}: {:.0} % of {} positions",
            share(progress.done(), whole),
            HumanCount(whole)
        ),
        None if progress.phase == Phase::Sampling => {
            format!("{doing} {} positions", HumanCount(progress.positions))
        }
        None => format!("{doing}: {} positions", HumanCount(progress.positions)),
    }];
    if progress.whole.is_some() && rate >= 1.0 && within >= A_SECOND {
        let left = Duration::from_secs_f64(progress.frontier as f64 / rate);
        if left >= A_SECOND {
            parts.push(format!("about {} left", HumanDuration(left)));
        }
    }
    parts.push(memory::told(progress.bytes));
    if let Some(tier) = progress.tier {
        parts.push(format!("tier {} of {}", tier.number + 1, tier.of));
    }
    if rate >= 1.0 {
        parts.push(format!("{}/s", HumanCount(rate as u64)));
    }
    if progress.phase == Phase::Searching {
        parts.push(format!("{} moves deep", HumanCount(progress.frontier)));
        if let Some(filled) = progress.filled {
            parts.push(format!("table {} % full", filled / 10));
        }
    } else if progress.whole.is_none() && progress.frontier > 0 {
        parts.push(format!("{} to go", HumanCount(progress.frontier)));
    }
    if progress.edges > 0 {
        parts.push(format!("{} moves", HumanCount(progress.edges)));
    }
    parts.join(", ")
}

/// A part of a whole in percent.
fn share(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug::Tier;

    #[test]
    fn the_line_tells_how_far_it_is_how_fast_and_how_long_it_takes_still() {
        let finding = Progress {
            positions: 5_000_000,
            edges: 9_000_000,
            frontier: 1_000_000,
            bytes: 64 << 20,
            tier: Some(Tier { number: 4, of: 26 }),
            ..Progress::default()
        };
        assert_eq!(
            line(&finding, 4_000_000, Duration::from_secs(2)),
            "finding: 5,000,000 positions, 64.0 MiB, tier 5 of 26, 2,000,000/s, 1,000,000 to go, \
             9,000,000 moves"
        );
        let solving = Progress {
            phase: Phase::Solving,
            positions: 5_000_000,
            whole: Some(5_000_000),
            bytes: 64 << 20,
            frontier: 3_000_000,
            ..Progress::default()
        };
        assert_eq!(
            line(&solving, 2_000_000, Duration::from_secs(1)),
            "solving: 40 % of 5,000,000 positions, about 2 seconds left, 64.0 MiB, 2,000,000/s"
        );
        assert_eq!(
            line(&Progress::default(), 0, Duration::from_secs(9)),
            "preparing the game"
        );
        // The solver does not say how many positions are left.
        let finding = Progress {
            frontier: 0,
            ..finding
        };
        assert_eq!(
            line(&finding, 4_000_000, Duration::from_secs(2)),
            "finding: 5,000,000 positions, 64.0 MiB, tier 5 of 26, 2,000,000/s, 9,000,000 moves"
        );
        // Too little time has passed to say how long the rest takes, or the rest is nothing.
        let early = line(&solving, 2_000_000, Duration::from_millis(300));
        assert!(!early.contains("left"), "{early}");
        let last = Progress {
            frontier: 0,
            ..solving
        };
        let late = line(&last, 5_000_000, Duration::from_secs(3));
        assert!(
            late.starts_with("solving: 100 % of 5,000,000 positions, 64.0 MiB"),
            "{late}"
        );
        // Nothing is known of the speed yet.
        assert_eq!(
            line(&solving, 0, Duration::ZERO),
            "solving: 40 % of 5,000,000 positions, 64.0 MiB"
        );
    }
}
