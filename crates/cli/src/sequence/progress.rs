//! A line on stderr that shows how far the work on a sequence is.

use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{
    HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

use zug::{Progress, Watch};

use crate::message::{Kind, tell};

/// Work that takes less time than this shows no line.
const SHORT: Duration = Duration::from_millis(500);

/// Nobody works out as many heaps one by one, whatever the memory.
const OUT_OF_REACH: u64 = 1_000_000_000_000_000;

/// The line that shows how far a sequence is; hidden if stderr is not a terminal.
pub(crate) struct HeapLine {
    bar: ProgressBar,
    begin: Instant,
    shown: bool,
    within_reach: bool,
}

impl HeapLine {
    /// The line for work from heap `known` to heap `to`. Heaps past `reach` cannot be
    /// worked out one by one.
    pub(crate) fn new(known: u64, to: u64, reach: u64) -> Self {
        let within_reach = to <= reach.min(OUT_OF_REACH);
        let template = if within_reach {
            "{spinner} {human_pos} of {human_len} heaps, {rate}/s{left} [{elapsed}]"
        } else {
            "{spinner} {human_pos} heaps, {rate}/s, until a period is proved [{elapsed}]"
        };
        let rate = |state: &ProgressState, text: &mut dyn Write| {
            // Writing to a string in memory does not fail.
            let _ = write!(text, "{}", HumanCount(state.per_sec() as u64));
        };
        let left = |state: &ProgressState, text: &mut dyn Write| {
            // The estimate is 0 while nothing is known.
            if state.eta() >= Duration::from_secs(1) {
                let _ = write!(text, ", about {} left", HumanDuration(state.eta()));
            }
        };
        let style = ProgressStyle::with_template(template)
            .expect("the template is well formed")
            .with_key("rate", rate)
            .with_key("left", left);
        let bar =
            ProgressBar::with_draw_target(Some(to), ProgressDrawTarget::hidden()).with_style(style);
        bar.set_position(known);
        bar.reset_eta();
        Self {
            bar,
            begin: Instant::now(),
            shown: false,
            within_reach,
        }
    }

    pub(crate) fn tell(&mut self, known: u64) {
        if !self.shown {
            if self.begin.elapsed() < SHORT {
                return;
            }
            self.shown = true;
            if !self.within_reach {
                tell(
                    Kind::Note,
                    "so many heaps are out of reach: only a proved period ends this",
                );
            }
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(known);
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The line that shows how far the check of a sequence is.
#[derive(Clone)]
pub(crate) struct CheckLine(Arc<Mutex<HeapLine>>);

impl CheckLine {
    pub(crate) fn new() -> Self {
        let style = ProgressStyle::with_template("{spinner} checking: {percent} % [{elapsed}]")
            .expect("the template is well formed");
        let hidden = ProgressDrawTarget::hidden();
        Self(Arc::new(Mutex::new(HeapLine {
            bar: ProgressBar::with_draw_target(Some(0), hidden).with_style(style),
            begin: Instant::now(),
            shown: false,
            within_reach: true,
        })))
    }

    pub(crate) fn finish(&self) {
        self.line().finish();
    }

    fn line(&self) -> MutexGuard<'_, HeapLine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for CheckLine {
    fn progress(&self, progress: &Progress) {
        let mut line = self.line();
        line.bar.set_length(progress.positions + progress.frontier);
        line.tell(progress.positions);
    }
}
