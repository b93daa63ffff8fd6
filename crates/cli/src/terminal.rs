//! Progress on stderr, while someone is looking.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use zug::{Phase, Progress, Watch};

use crate::memory;

/// One line that tells how far a solver is; nothing if stderr is no terminal.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    /// When the line was last written.
    written: Mutex<Option<Instant>>,
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
        }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for ProgressLine {
    fn progress(&self, progress: &Progress) {
        // A game that is a long chain tells of every few positions.
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if self.bar.is_hidden() || written.is_some_and(|last| last.elapsed() < EVERY) {
            return;
        }
        *written = Some(Instant::now());
        self.bar.tick();
        let doing = match progress.phase {
            Phase::Discovering => "finding",
            Phase::Ordering => "ordering",
            Phase::Reversing => "turning moves round",
            Phase::Solving => "solving",
            Phase::Verifying => "checking",
        };
        // What matters most comes first: a narrow terminal cuts the end.
        self.bar.set_message(format!(
            "{doing}: {} positions, {}, {} to go, {} moves",
            HumanCount(progress.positions),
            memory::told(progress.bytes),
            HumanCount(progress.frontier),
            HumanCount(progress.edges),
        ));
    }
}
