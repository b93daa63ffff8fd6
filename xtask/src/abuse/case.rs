//! A case: one run of `zug` in bad conditions, and what the run must keep to.

use std::ffi::OsString;
use std::time::Duration;

use rustix::process::Signal;

/// One run of `zug`, and what is expected of it.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The group of the case, a colon, and what sets the case apart within it.
    pub(super) name: String,
    pub(super) arguments: Vec<OsString>,
    /// The files in the folder that the run begins in.
    pub(super) files: Vec<File>,
    pub(super) input: Input,
    /// Where standard output goes.
    pub(super) output: Stream,
    /// Where standard error goes.
    pub(super) messages: Stream,
    /// Variables that are set, or removed.
    pub(super) environment: Vec<(&'static str, Option<&'static str>)>,
    pub(super) limits: Limits,
    pub(super) place: Place,
    pub(super) signals: Vec<Sent>,
    pub(super) ending: Ending,
    /// The most bytes at the peak, before [`Case::most_memory`] adds its share.
    pub(super) budget: u64,
    /// The time that the run may take.
    pub(super) patience: Duration,
    pub(super) overdue: Overdue,
    /// The names of files that may be there after the run, besides those that were
    /// there before it.
    pub(super) may_leave: Vec<&'static str>,
}

/// How the run must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// With an answer: exit code 0.
    Answered,
    /// Without an answer: exit code 1.
    Unanswered,
    /// As bad usage or bad rules: exit code 2.
    Misuse,
    /// Exit code 1 or 2.
    Refused,
    /// Exit code 0, 1 or 2.
    Any,
    /// Stopped by a signal that can be caught: exit code 129, 130 or 143; or done
    /// before the signal came.
    Stopped,
    /// As [`Stopped`](Self::Stopped), or by the signal itself: nothing was lost, because
    /// the run had not begun to work, or waited for input.
    Interrupted,
    /// Ended by the kernel or by a signal that cannot be caught.
    Killed,
}

/// What happens to a run that takes longer than its patience.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Overdue {
    /// The work is short, so the run is at fault.
    Fault,
    /// The work may be long, so the run is asked to stop, and must.
    Stop,
}

/// What standard input is.
#[derive(Clone, Debug)]
pub(super) enum Input {
    /// `/dev/null`.
    Empty,
    Closed,
    /// A pipe with these bytes, closed after the last one.
    Bytes(Vec<u8>),
    /// A pipe with this byte, again and again.
    Endless(u8),
    /// A pipe that gives nothing and stays open.
    Silent,
    /// A file or a device.
    Path(&'static str),
}

/// Where standard output or standard error goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stream {
    /// A pipe that is read to its end.
    Read,
    /// A pipe of which one line is read.
    FirstLine,
    /// A pipe that nobody reads, closed before the run begins.
    Broken,
    Closed,
    /// `/dev/full`: a disk without room.
    Full,
    /// The file `answer` of the folder.
    File,
}

/// Limits of the process, as `ulimit` sets them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    /// Address space, in KiB.
    pub(super) memory: Option<u64>,
    /// Open files.
    pub(super) files: Option<u64>,
    /// Processes and threads of the user.
    pub(super) processes: Option<u64>,
    /// The stack of the main thread, in KiB.
    pub(super) stack: Option<u64>,
    /// The length of a written file, in blocks of 512 bytes.
    pub(super) file_size: Option<u64>,
    /// Processor time, in seconds.
    pub(super) processor: Option<u64>,
}

/// Where the run takes place, and as which user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a folder of the user who runs the script, as that user.
    Own,
    /// As a user without rights, in a folder that this user may not write to.
    ReadOnly,
    /// As a user without rights, who has no other process.
    Nobody,
    /// On a disk of 64 KiB.
    TinyDisk,
}

/// A signal that is sent to the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    pub(super) signal: Signal,
    /// The time from the beginning of the run.
    pub(super) after: Duration,
}

/// Something in the folder of a run.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) name: OsString,
    pub(super) content: Content,
}

/// What the file is.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Bytes(Vec<u8>),
    /// A file that the user of the run may not read.
    Unreadable(Vec<u8>),
    Folder,
    /// A named pipe that nobody writes to.
    Fifo,
    /// A link to this name.
    Link(&'static str),
    /// Zeros of this length that take no room on the disk.
    Zeros(u64),
}

/// The number of bytes that a run without `--memory` may take.
const SMALL: u64 = 256 << 20;

/// The number of bytes that a run may take besides its budget.
const AT_REST: u64 = 16 << 20;

/// The time that a run may take, unless its case says otherwise.
const PATIENCE: Duration = Duration::from_secs(10);

impl Case {
    /// `zug` with these arguments, and no bad conditions yet.
    pub(super) fn new<A: Into<OsString>>(
        name: impl Into<String>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        Self {
            name: name.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            files: Vec::new(),
            input: Input::Empty,
            output: Stream::Read,
            messages: Stream::Read,
            environment: Vec::new(),
            limits: Limits::default(),
            place: Place::Own,
            signals: Vec::new(),
            ending: Ending::Any,
            budget: SMALL,
            patience: PATIENCE,
            overdue: Overdue::Fault,
            may_leave: Vec::new(),
        }
    }

    /// `zug` with the words of this line.
    pub(super) fn line(name: impl Into<String>, line: &str) -> Self {
        Self::new(name, line.split_ascii_whitespace())
    }

    pub(super) fn file(self, name: impl Into<OsString>, bytes: impl Into<Vec<u8>>) -> Self {
        self.with(name, Content::Bytes(bytes.into()))
    }

    pub(super) fn with(mut self, name: impl Into<OsString>, content: Content) -> Self {
        let name = name.into();
        self.files.push(File { name, content });
        self
    }

    pub(super) fn input(mut self, input: Input) -> Self {
        self.input = input;
        self
    }

    pub(super) fn output(mut self, output: Stream) -> Self {
        self.output = output;
        self
    }

    pub(super) fn messages(mut self, messages: Stream) -> Self {
        self.messages = messages;
        self
    }

    pub(super) fn set(mut self, variable: &'static str, value: &'static str) -> Self {
        self.environment.push((variable, Some(value)));
        self
    }

    pub(super) fn without(mut self, variable: &'static str) -> Self {
        self.environment.push((variable, None));
        self
    }

    pub(super) fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    pub(super) fn place(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    pub(super) fn signal(mut self, signal: Signal, after: Duration) -> Self {
        self.signals.push(Sent { signal, after });
        self
    }

    pub(super) fn ends(mut self, ending: Ending) -> Self {
        self.ending = ending;
        self
    }

    /// Adds `--memory` with a budget in MiB, to which the run is held.
    pub(super) fn memory(mut self, mebibytes: u64) -> Self {
        self.arguments.push("--memory".into());
        self.arguments.push(format!("{mebibytes}MiB").into());
        self.budget = mebibytes << 20;
        self
    }

    /// Holds the run to a budget in MiB that its arguments do not speak of.
    pub(super) fn at_most(mut self, mebibytes: u64) -> Self {
        self.budget = mebibytes << 20;
        self
    }

    /// The run may take longer than this, but must stop when it is asked to.
    pub(super) fn may_be_long(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self.overdue = Overdue::Stop;
        self
    }

    pub(super) fn may_leave(mut self, name: &'static str) -> Self {
        self.may_leave.push(name);
        self
    }

    /// The most bytes that the run may have taken at its peak.
    pub(super) fn most_memory(&self) -> u64 {
        self.budget + self.budget / 10 + AT_REST
    }

    /// Whether the answer is one JSON document.
    pub(super) fn is_json(&self) -> bool {
        let words: Vec<_> = self
            .arguments
            .iter()
            .filter_map(|word| word.to_str())
            .collect();
        words.contains(&"--json") || words.windows(2).any(|pair| pair == ["--format", "json"])
    }

    /// Whether the run writes prompts, which do not end their line.
    pub(super) fn converses(&self) -> bool {
        self.arguments.first().is_some_and(|word| word == "play")
    }
}
