//! Why a sequence is not printed.

use std::fmt;
use std::io;
use std::ops::Range;
use std::path::PathBuf;

use zug::heaps::NotResumed;
use zug_certify::heaps::HeapFlaw;
use zug_sequences::{EngineKind, ResumeError, SavedError, Stop};

use crate::memory;

/// Why a sequence is not printed, or not to its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SequenceError {
    #[error("stopped: {}, and heap {} was asked for", Worked(*known), to - 1)]
    Stopped { known: u64, to: u64 },
    #[error("stopped: not all was checked that was asked for")]
    CheckStopped,
    #[error("the sequence does not verify: {flaw}")]
    Flaw { flaw: HeapFlaw },
    #[error("{}\n{}, and no period is proved", Told(stop), Worked(*known))]
    Stop { stop: Stop, known: u64 },
    #[error("{}", Told(stop))]
    Refused { stop: Stop },
    #[error(
        "there are no heaps past {}: --from and --terms are too large",
        u64::MAX
    )]
    TooFar,
    #[error("--no-values leaves nothing of a table of values")]
    NoTable,
    #[error("a plot has at most {most} heaps")]
    PlotTooLarge { most: u64 },
    #[error("{}: a plot is a file .svg or .png", path.display())]
    PlotName { path: PathBuf },
    #[error("{} cannot be drawn: {source}", path.display())]
    Draw {
        path: PathBuf,
        source: Box<zug_draw::Error>,
    },
    #[error("{} cannot be {fault}: {source}", path.display())]
    File {
        path: PathBuf,
        fault: FileFault,
        source: io::Error,
    },
    #[error("{}: {source}", path.display())]
    Saved { path: PathBuf, source: SavedError },
    #[error("{}: {source}", path.display())]
    Resume {
        path: PathBuf,
        source: Box<NotResumed>,
    },
    #[error("the {method} method cannot be saved")]
    Unsaveable { method: EngineKind },
    #[error("heaps {} to {} cannot be printed: they were not kept, or their nimbers are too large", heaps.start, heaps.end - 1)]
    Untold { heaps: Range<u64> },
    #[error("{}: of this sequence only the last heaps were kept", path.display())]
    NotKept { path: PathBuf },
}

/// What could not be done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileFault {
    Read,
    Written,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Written => "written",
        })
    }
}

/// A text for the heaps that are worked out, given their number.
struct Worked(u64);

impl fmt::Display for Worked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => write!(f, "no heap is worked out"),
            1 => write!(f, "heap 0 is worked out"),
            known => write!(f, "heaps 0 to {} are worked out", known - 1),
        }
    }
}

/// A text for a [`Stop`], with its bytes in units that a person reads.
struct Told<'a>(&'a Stop);

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stop::Memory { heap, stopped } = self.0 else {
            return write!(f, "{}", self.0);
        };
        let Some(refusal) = stopped.refusal() else {
            return write!(f, "{}", self.0);
        };
        let (needed, allowed) = (refusal.needed, refusal.budget);
        let (takes, left) = (memory::told(needed), memory::told(allowed));
        if takes == left {
            // Both numbers look the same when rounded, so they are given in bytes.
            write!(
                f,
                "heap {heap} takes {needed} bytes, and {allowed} are left"
            )
        } else {
            write!(f, "heap {heap} takes {takes}, and {left} are left")
        }
    }
}

impl SequenceError {
    /// Whether the caller asked wrongly, rather than a question that has no answer.
    pub(crate) fn is_misuse(&self) -> bool {
        match self {
            Self::Stopped { .. }
            | Self::CheckStopped
            | Self::Flaw { .. }
            | Self::Draw { .. }
            | Self::Untold { .. } => false,
            Self::Stop { stop, .. } | Self::Refused { stop } => {
                matches!(stop, Stop::Unsuited { .. })
            }
            Self::Resume { source, .. } => !matches!(
                **source,
                NotResumed::Flaw(_)
                    | NotResumed::Resume(ResumeError::Stop(
                        Stop::Memory { .. } | Stop::Nimber { .. } | Stop::NotKept { .. }
                    ))
            ),
            _ => true,
        }
    }

    /// What the user may try instead.
    pub(crate) fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Stop { stop, .. } | Self::Refused { stop } => match stop {
                Stop::Memory { .. } => Some("try more --memory, or fewer --terms"),
                Stop::Nimber { .. } => Some("try another --method, or fewer --terms"),
                Stop::Unsuited { .. } => Some("try --method auto"),
                Stop::NotKept { .. } => Some("try without --no-values"),
                _ => None,
            },
            Self::NoTable => Some("try --format text or json"),
            Self::PlotTooLarge { .. } => Some("say which by --from and --terms"),
            Self::Saved { .. } | Self::Resume { .. } => {
                Some("it is left as it is; try another file for --save")
            }
            Self::NotKept { .. } => {
                Some("go on with --no-values and without --plot, or try another file for --save")
            }
            _ => None,
        }
    }
}
