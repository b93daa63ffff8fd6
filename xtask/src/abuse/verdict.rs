//! The demands on every run, whatever was done to it.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

use super::case::{Case, Ending, Stream};
use super::run::{MOST_KEPT, Run, ended_by};

/// What a run did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The run ended otherwise than expected.
    Ending { expected: Ending, ended: String },
    /// A message of a panic, or of the allocator.
    Panic,
    /// The run did not end in its time.
    Late { took: Duration },
    /// The run was asked to stop, and went on for this time.
    Deaf { stopped_in: Duration },
    /// The run took more memory than its budget.
    Memory { peak: u64, allowed: u64 },
    /// A control character was printed.
    Control {
        stream: &'static str,
        character: char,
    },
    /// A stream has bytes that are not UTF-8.
    NotText { stream: &'static str },
    /// The run failed without a message.
    Silent,
    /// The answer breaks off in the middle of a line.
    HalfAnAnswer,
    /// The answer is not JSON.
    NotJson { error: String },
    /// The run left a file behind.
    Leftover { name: String },
}

/// Texts that a program prints only when it panics, or when its memory or its stack runs
/// out.
const PANICS: [&str; 6] = [
    "panicked at",
    "memory allocation of",
    "stack overflow",
    "RUST_BACKTRACE",
    "internal error",
    "unreachable code",
];

/// Every fault of the run; empty if the run is as it should be.
pub(super) fn faults(case: &Case, run: &Run, most_to_stop: Duration) -> Vec<Fault> {
    let mut faults = Vec::new();
    let expected = case.ending;
    if run.was_deaf && run.stopped_in.is_none() {
        faults.push(Fault::Late { took: run.took });
    } else if !ending_is_right(case, run) {
        faults.push(Fault::Ending {
            expected,
            ended: ended_by(run.status),
        });
    }
    if let Some(stopped_in) = run.stopped_in
        && stopped_in > most_to_stop
    {
        faults.push(Fault::Deaf { stopped_in });
    }
    let messages = String::from_utf8_lossy(&run.messages);
    if PANICS.iter().any(|text| messages.contains(text)) {
        faults.push(Fault::Panic);
    }
    if run.peak > case.most_memory().max(run.inherited) {
        faults.push(Fault::Memory {
            peak: run.peak,
            allowed: case.most_memory(),
        });
    }
    for (stream, bytes) in [("output", &run.output), ("messages", &run.messages)] {
        match std::str::from_utf8(bytes) {
            Ok(text) => {
                let control = |c: &char| c.is_control() && !['\n', '\t'].contains(c);
                if let Some(character) = text.chars().find(control) {
                    faults.push(Fault::Control { stream, character });
                }
            }
            Err(_) => faults.push(Fault::NotText { stream }),
        }
    }
    let failed = !run.status.success();
    let can_speak = [Stream::Read, Stream::FirstLine].contains(&case.messages);
    // No message is needed if the caller knows why the run ended: by a signal that was
    // sent while the run only waited or wrote, or by a second signal.
    let is_known = run.status.code().is_none()
        || run.was_overdue
        || case.signals.len() > 1
        || case.ending == Ending::Interrupted;
    if failed && can_speak && run.messages.is_empty() && !is_known {
        faults.push(Fault::Silent);
    }
    if case.output == Stream::Read {
        answer(case, run, failed, &mut faults);
    }
    for name in &run.left {
        // A run that is killed while it writes a file cannot remove the part that is
        // written.
        let is_begun = case.ending == Ending::Killed && name.ends_with(".partial");
        if !is_begun && !case.may_leave.contains(&&**name) {
            faults.push(Fault::Leftover { name: name.clone() });
        }
    }
    faults
}

fn ending_is_right(case: &Case, run: &Run) -> bool {
    let code = run.status.code();
    let stopped = matches!(code, Some(129 | 130 | 143));
    let ending = match case.ending {
        ending @ (Ending::Interrupted | Ending::Killed) => ending,
        _ if run.was_overdue => Ending::Stopped,
        ending => ending,
    };
    match ending {
        Ending::Answered => code == Some(0),
        Ending::Unanswered => code == Some(1),
        Ending::Misuse => code == Some(2),
        Ending::Refused => matches!(code, Some(1 | 2)),
        Ending::Any => matches!(code, Some(0..=2)),
        // The run may have ended before the signal came.
        Ending::Stopped => stopped || matches!(code, Some(0..=2)),
        Ending::Interrupted => {
            stopped
                || matches!(code, Some(0..=2))
                || matches!(run.status.signal(), Some(1 | 2 | 15))
        }
        Ending::Killed => run.status.signal().is_some() || matches!(code, Some(0..=2 | 130)),
    }
}

/// Adds a fault if the answer is not whole. An answer may be missing; only one so long
/// that the run was stopped while writing it may be cut.
fn answer(case: &Case, run: &Run, failed: bool, faults: &mut Vec<Fault>) {
    let cut = run.stopped_in.is_some() || run.output.len() as u64 == MOST_KEPT;
    if cut || run.status.code().is_none() || run.output.is_empty() && failed {
        return;
    }
    if case.is_json() {
        if let Err(error) = serde_json::from_slice::<serde_json::Value>(&run.output) {
            let error = error.to_string();
            faults.push(Fault::NotJson { error });
        }
    } else if !case.converses() && !run.output.is_empty() && !run.output.ends_with(b"\n") {
        faults.push(Fault::HalfAnAnswer);
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = |bytes: u64| bytes >> 20;
        match self {
            Self::Ending { expected, ended } => {
                let expected = match expected {
                    Ending::Answered => "exit code 0",
                    Ending::Unanswered => "exit code 1",
                    Ending::Misuse => "exit code 2",
                    Ending::Refused => "exit code 1 or 2",
                    Ending::Any => "exit code 0, 1 or 2",
                    Ending::Stopped => "exit code 129, 130 or 143",
                    Ending::Interrupted => "exit code 129, 130 or 143, or the signal",
                    Ending::Killed => "the signal",
                };
                write!(f, "it ended by {ended}; expected is {expected}")
            }
            Self::Panic => write!(f, "it panicked"),
            Self::Late { took } => write!(f, "it had not ended after {took:.1?}"),
            Self::Deaf { stopped_in } => {
                write!(
                    f,
                    "it went on for {stopped_in:.2?} after it was asked to stop"
                )
            }
            Self::Memory { peak, allowed } => write!(
                f,
                "it took {} MiB at its peak; {} MiB are allowed",
                mebibytes(*peak),
                mebibytes(*allowed)
            ),
            Self::Control { stream, character } => {
                write!(f, "its {stream} has the control character {character:?}")
            }
            Self::NotText { stream } => write!(f, "its {stream} is not UTF-8"),
            Self::Silent => write!(f, "it failed and said nothing"),
            Self::HalfAnAnswer => write!(f, "its last line has no end"),
            Self::NotJson { error } => write!(f, "its answer is not JSON: {error}"),
            Self::Leftover { name } => write!(f, "it left the file {name:?} behind"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::ExitStatus;

    use super::*;

    /// A run that answered.
    fn answered() -> Run {
        Run {
            status: ExitStatus::from_raw(0),
            output: b"the mover wins\n".to_vec(),
            messages: Vec::new(),
            took: Duration::from_millis(3),
            stopped_in: None,
            was_overdue: false,
            was_deaf: false,
            peak: 8 << 20,
            inherited: 4 << 20,
            left: Vec::new(),
        }
    }

    fn judged(case: &Case, run: &Run) -> Vec<Fault> {
        faults(case, run, Duration::from_secs(2))
    }

    fn exit(code: i32) -> ExitStatus {
        ExitStatus::from_raw(code << 8)
    }

    #[test]
    fn a_run_that_answers_has_no_fault() {
        assert_eq!(judged(&Case::line("a", "solve nim"), &answered()), []);
    }

    /// A case, what is wrong with a run of the case, and what the verdict says of the run.
    type Wrong<'a> = (&'a Case, fn(&mut Run), &'static str);

    #[test]
    fn every_fault_is_seen() {
        let case = Case::line("a", "solve nim");
        let json = Case::line("a", "solve nim --json");
        let checked: [Wrong<'_>; 11] = [
            (&case, |run| run.status = exit(101), "exit code 101"),
            (
                &case,
                |run| run.status = ExitStatus::from_raw(6),
                "signal 6",
            ),
            (
                &case,
                |run| run.messages = b"thread 'main' panicked at".to_vec(),
                "panicked",
            ),
            (&case, |run| run.was_deaf = true, "not ended"),
            (
                &case,
                |run| run.stopped_in = Some(Duration::from_secs(3)),
                "went on for",
            ),
            (&case, |run| run.peak = 1 << 30, "at its peak"),
            (
                &case,
                |run| run.output = b"\x1b[31mred\n".to_vec(),
                "control character",
            ),
            (&case, |run| run.output = b"\xff\n".to_vec(), "not UTF-8"),
            (
                &case,
                |run| {
                    run.status = exit(2);
                    run.output.clear();
                },
                "said nothing",
            ),
            (&json, |run| run.output = b"{\"a\": 1".to_vec(), "not JSON"),
            (
                &case,
                |run| run.left = vec![".a.partial".into()],
                "left the file",
            ),
        ];
        for (case, spoil, text) in checked {
            let mut run = answered();
            spoil(&mut run);
            let told: Vec<String> = judged(case, &run).iter().map(Fault::to_string).collect();
            assert!(
                told.iter().any(|fault| fault.contains(text)),
                "{text}: {told:?}"
            );
        }
    }
}
