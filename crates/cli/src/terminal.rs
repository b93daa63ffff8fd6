//! Progress on stderr, while someone is looking.

use std::time::Duration;

use bytesize::ByteSize;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use zug::{Phase, Progress, Watch};

/// One line that tells how far a solver is; nothing if stderr is no terminal.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::new_spinner().with_style(
            ProgressStyle::with_template("{spinner} {msg} [{elapsed}]")
                .expect("the template is well formed"),
        );
        Self { bar }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for ProgressLine {
    fn progress(&self, progress: &Progress) {
        let doing = match progress.phase {
            Phase::Discovering => "finding positions",
            Phase::Ordering => "ordering positions",
            Phase::Reversing => "turning moves round",
            Phase::Solving => "solving",
        };
        self.bar.enable_steady_tick(Duration::from_millis(120));
        self.bar.set_message(format!(
            "{doing}: {} positions, {} moves, {} to go, {}",
            HumanCount(progress.positions),
            HumanCount(progress.edges),
            HumanCount(progress.frontier),
            ByteSize::b(progress.bytes).display().iec(),
        ));
    }
}
