//! Runs one case in a folder of its own and returns what happened.
//!
//! Limits are set by a shell that then becomes `zug`, because without `unsafe` code a
//! process cannot be limited from outside before it begins.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, geteuid, kill_process};
use wait4::{ResUse, Wait4};

use super::case::{Case, Content, Input, Limits, Overdue, Place, Sent, Stream};

/// What happened in a run.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) status: ExitStatus,
    pub(super) output: Vec<u8>,
    pub(super) messages: Vec<u8>,
    pub(super) took: Duration,
    /// The time from the last signal to the end of the run; `None` without a signal.
    pub(super) stopped_in: Option<Duration>,
    /// The run took longer than its patience, and was asked to stop.
    pub(super) was_overdue: bool,
    /// The run did not stop, and had to be killed.
    pub(super) was_deaf: bool,
    /// The resident bytes of the run at its peak.
    pub(super) peak: u64,
    /// The resident bytes of the script when it started the run. A child counts them in
    /// its own peak, because it begins as a copy of the script.
    pub(super) inherited: u64,
    /// The files that were not there before the run.
    pub(super) left: Vec<String>,
}

/// The machine lacks something that the case needs, so the case is passed over.
#[derive(Debug)]
pub(super) struct NotHere;

/// The time that a run has, once it is asked to stop, before it is killed.
const GRACE: Duration = Duration::from_secs(10);

/// The exit code of the shell if [`script`] cannot do one of its steps.
const NOT_HERE: i32 = 77;

/// The most bytes of an answer that are kept, and of the messages.
pub(super) const MOST_KEPT: u64 = 8 << 20;

/// Runs the case in this folder, which is removed first if it exists.
pub(super) fn run(case: &Case, zug: &Path, folder: &Path) -> io::Result<Result<Run, NotHere>> {
    if !is_possible(case) {
        return Ok(Err(NotHere));
    }
    prepare(case, folder)?;
    let mut command = command(case, zug, folder);
    let (output, answers) = stream(case.output, folder)?;
    let (messages, complaints) = stream(case.messages, folder)?;
    let (input, feed) = input(&case.input)?;
    command.stdin(input).stdout(output).stderr(messages);
    let before = names(folder)?;
    forget_peak();
    let begin = Instant::now();
    let child = command.spawn()?;
    let inherited = own_peak();
    drop(command); // this also closes the script's ends of the pipes
    let pid = Pid::from_raw(child.id() as i32).expect("a process has a positive number");
    let answers = answers.map(|(pipe, stream)| thread::spawn(move || read(pipe, stream)));
    let complaints = complaints.map(|(pipe, stream)| thread::spawn(move || read(pipe, stream)));
    let silent = feed_it(case, feed);

    let ended = wait(case, child, pid, begin)?;
    drop(silent);
    let output = answers.map_or_else(Vec::new, |thread| thread.join().unwrap_or_default());
    let messages = complaints.map_or_else(Vec::new, |thread| thread.join().unwrap_or_default());
    if ended.resources.status.code() == Some(NOT_HERE) {
        return Ok(Err(NotHere));
    }
    let left = names(folder)?
        .into_iter()
        .filter(|name| !before.contains(name));
    Ok(Ok(Run {
        status: ended.resources.status,
        output,
        messages,
        took: ended.at - begin,
        stopped_in: ended
            .last_signal
            .map(|last| ended.at.saturating_duration_since(last)),
        was_overdue: ended.was_overdue,
        was_deaf: ended.was_deaf,
        peak: ended.resources.rusage.maxrss,
        inherited,
        left: left
            .map(|name| name.to_string_lossy().into_owned())
            .collect(),
    }))
}

/// How a run ended.
struct Ended {
    resources: ResUse,
    at: Instant,
    /// The time of the last signal that was sent to the run.
    last_signal: Option<Instant>,
    was_overdue: bool,
    was_deaf: bool,
}

/// Sends the signals of the case to the run, and waits until the run ends, or ends the run
/// where it goes on for too long.
fn wait(case: &Case, mut child: Child, pid: Pid, begin: Instant) -> io::Result<Ended> {
    let (send_end, end) = mpsc::channel();
    thread::spawn(move || {
        // Sending fails only if the script itself is over.
        let _ = send_end.send((child.wait4(), Instant::now()));
    });
    let mut sender = Signals {
        pid,
        last_signal: None,
    };
    let mut signals = case.signals.clone();
    signals.sort_by_key(|sent| sent.after);
    let mut ended = None;
    for Sent { signal, after } in signals {
        ended = wait_until(&end, begin + after);
        if ended.is_some() {
            break;
        }
        sender.send(signal);
    }
    let (mut was_overdue, mut was_deaf) = (false, false);
    if ended.is_none() {
        let patience = match sender.last_signal {
            Some(last) => last + GRACE,
            None => begin + case.patience,
        };
        ended = wait_until(&end, patience);
    }
    if ended.is_none() && sender.last_signal.is_none() && case.overdue == Overdue::Stop {
        was_overdue = true;
        sender.send(Signal::INT);
        ended = wait_until(&end, Instant::now() + GRACE);
    }
    if ended.is_none() {
        was_deaf = true;
        // The run may have ended just now: then there is nothing to kill.
        let _ = kill_process(pid, Signal::KILL);
        ended = end.recv().ok();
    }
    let (resources, at) = ended.ok_or_else(|| io::Error::other("nobody waits"))?;
    Ok(Ended {
        resources: resources?,
        at,
        last_signal: sender.last_signal,
        was_overdue,
        was_deaf,
    })
}

/// A command line that repeats the case in a shell, without its signals.
pub(super) fn to_repeat(case: &Case, zug: &Path, folder: &Path) -> String {
    let mut words = vec![format!("cd {} &&", quoted(folder.as_os_str()))];
    let mut variables = Vec::new();
    for (variable, value) in &case.environment {
        match value {
            Some(value) => variables.push(format!("{variable}={}", quoted(value.as_ref()))),
            None => variables.push(format!("-u {variable}")),
        }
    }
    if !variables.is_empty() {
        words.push(format!("env {}", variables.join(" ")));
    }
    for word in line(case, zug, folder) {
        words.push(quoted(&word));
    }
    if let Input::Bytes(_) = case.input {
        words.push(format!("< {}", quoted(stdin_of(folder).as_os_str())));
    }
    words.join(" ")
}

/// The file that keeps the bytes of standard input, for a person who repeats the case.
fn stdin_of(folder: &Path) -> PathBuf {
    folder.with_extension("stdin")
}

/// Sends signals to a run.
struct Signals {
    pid: Pid,
    /// When the last signal was sent.
    last_signal: Option<Instant>,
}

impl Signals {
    fn send(&mut self, signal: Signal) {
        self.last_signal = Some(Instant::now());
        // The run may have ended just now: then nobody needs the signal.
        let _ = kill_process(self.pid, signal);
    }
}

/// How a run ended, and when.
type End = (io::Result<ResUse>, Instant);

/// Returns how the run ended; `None` if it is still running at the time `then`.
fn wait_until(end: &mpsc::Receiver<End>, then: Instant) -> Option<End> {
    match end.recv_timeout(then.saturating_duration_since(Instant::now())) {
        Ok(end) => Some(end),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => {
            Some((Err(io::Error::other("nobody waits")), Instant::now()))
        }
    }
}

fn prepare(case: &Case, folder: &Path) -> io::Result<()> {
    remove(folder)?;
    fs::create_dir_all(folder)?;
    for file in &case.files {
        let path = folder.join(&file.name);
        match &file.content {
            Content::Bytes(bytes) => fs::write(&path, bytes)?,
            Content::Unreadable(bytes) => {
                fs::write(&path, bytes)?;
                let mode = if is_root() { 0o600 } else { 0 };
                fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
            }
            Content::Folder => fs::create_dir(&path)?,
            Content::Fifo => {
                let made = Command::new("mkfifo").arg(&path).status()?;
                if !made.success() {
                    return Err(io::Error::other("mkfifo failed"));
                }
            }
            Content::Link(to) => symlink(to, &path)?,
            Content::Zeros(length) => fs::File::create(&path)?.set_len(*length)?,
        }
    }
    let mode = match case.place {
        Place::Own | Place::TinyDisk => 0o755,
        Place::Nobody => 0o777,
        Place::ReadOnly => 0o555,
    };
    fs::set_permissions(folder, fs::Permissions::from_mode(mode))?;
    if let Input::Bytes(bytes) = &case.input {
        fs::write(stdin_of(folder), bytes)?;
    }
    Ok(())
}

/// Removes the folder of a case, and the file with its input.
pub(super) fn remove(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755))?;
    }
    for path in [folder.to_owned(), stdin_of(folder)] {
        let removed = if path.is_dir() {
            fs::remove_dir_all(&path)
        } else {
            fs::remove_file(&path)
        };
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    let entries = fs::read_dir(folder)?;
    entries.map(|entry| Ok(entry?.file_name())).collect()
}

fn command(case: &Case, zug: &Path, folder: &Path) -> Command {
    // Whoever starts this with nohup or behind a script's `&` hands down signals that are ignored, and a
    // shell that ignores a signal cannot hear it again.
    let mut command = Command::new("/usr/bin/env");
    command.args(["INT", "TERM", "HUP"].map(|signal| format!("--default-signal={signal}")));
    command.args(line(case, zug, folder)).current_dir(folder);
    // A Ctrl-C that is meant for the script must not stop the run.
    command.process_group(0);
    for (variable, value) in &case.environment {
        match value {
            Some(value) => command.env(variable, value),
            None => command.env_remove(variable),
        };
    }
    command
}

/// The program that is run, and its arguments: a shell that sets the limits and closes
/// streams, then `zug`.
fn line(case: &Case, zug: &Path, folder: &Path) -> Vec<OsString> {
    let mut line: Vec<OsString> = Vec::new();
    line.extend(runner(case.place).iter().map(Into::into));
    let script = script(case, folder);
    let closed = closed(case);
    if case.place == Place::Own && script.is_empty() && closed.is_empty() {
        line.push(zug.into());
    } else {
        line.extend(["/bin/sh".into(), "-c".into()]);
        line.push(format!("{script}exec \"$@\"{closed}").into());
        line.extend(["sh".into(), zug.into()]);
    }
    line.extend(case.arguments.iter().cloned());
    line
}

/// The program, with its first arguments, that runs another program in this place;
/// empty if none is needed.
fn runner(place: Place) -> &'static [&'static str] {
    match place {
        Place::Own => &[],
        // Only root needs to give up rights, because nothing is forbidden to root.
        Place::ReadOnly | Place::Nobody if !is_root() => &[],
        Place::ReadOnly | Place::Nobody => &[
            "setpriv",
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
        ],
        Place::TinyDisk => &["unshare", "--mount"],
    }
}

/// The steps of the shell before it becomes `zug`. At a step that fails, the shell ends
/// with [`NOT_HERE`].
fn script(case: &Case, folder: &Path) -> String {
    let Limits {
        memory,
        files,
        processes,
        stack,
        file_size,
        processor,
    } = case.limits;
    let mut steps = Vec::new();
    if case.place == Place::TinyDisk {
        let disk = quoted(folder.as_os_str());
        steps.push(format!("mount -t tmpfs -o size=64k tmpfs {disk}"));
        steps.push(format!("cd {disk}"));
    }
    let limits = [
        ("-v", memory),
        ("-s", stack),
        ("-f", file_size),
        ("-t", processor),
    ];
    for (limit, value) in limits {
        steps.extend(value.map(|value| format!("ulimit {limit} {value}")));
    }
    // Not every shell can limit processes.
    steps.extend(processes.map(|processes| format!("prlimit --pid $$ --nproc={processes}")));
    // The last step, because the shell itself opens files.
    steps.extend(files.map(|files| format!("ulimit -n {files}")));
    let or_end = format!(" 2>/dev/null || exit {NOT_HERE}; ");
    steps.into_iter().map(|step| step + &or_end).collect()
}

/// The redirections that close streams.
fn closed(case: &Case) -> String {
    let mut closed = String::new();
    if matches!(case.input, Input::Closed) {
        closed.push_str(" <&-");
    }
    if case.output == Stream::Closed {
        closed.push_str(" >&-");
    }
    if case.messages == Stream::Closed {
        closed.push_str(" 2>&-");
    }
    closed
}

/// Makes the system count the script's peak anew, where it can do that.
fn forget_peak() {
    // If this fails, children look larger than they are, and nothing else happens.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The script's own peak in bytes; 0 if the system does not tell it.
fn own_peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) << 10
}

fn is_root() -> bool {
    geteuid().is_root()
}

/// Whether this machine has what the case needs.
fn is_possible(case: &Case) -> bool {
    let needs_full = [case.output, case.messages].contains(&Stream::Full);
    if needs_full && !Path::new("/dev/full").exists() {
        return false;
    }
    let Some((program, arguments)) = runner(case.place).split_first() else {
        return true;
    };
    let mut command = Command::new(program);
    command.args(arguments).arg("true");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Where a stream of the run goes, and the end of it that the script reads.
fn stream(stream: Stream, folder: &Path) -> io::Result<(Stdio, Option<(PipeReader, Stream)>)> {
    Ok(match stream {
        Stream::Read | Stream::FirstLine => {
            let (reader, writer) = io::pipe()?;
            (writer.into(), Some((reader, stream)))
        }
        Stream::Broken => {
            let (_, writer) = io::pipe()?;
            (writer.into(), None)
        }
        Stream::Closed => (Stdio::null(), None),
        Stream::Full => (
            fs::File::options().write(true).open("/dev/full")?.into(),
            None,
        ),
        Stream::File => (fs::File::create(folder.join("answer"))?.into(), None),
    })
}

/// Reads a stream: its first line, or all of it, of which the first [`MOST_KEPT`] bytes
/// are kept.
fn read(mut pipe: PipeReader, stream: Stream) -> Vec<u8> {
    let mut kept = Vec::new();
    // A stream that cannot be read is taken to have ended.
    if stream == Stream::FirstLine {
        let mut byte = [0];
        while matches!(pipe.read(&mut byte), Ok(1)) {
            kept.push(byte[0]);
            if byte[0] == b'\n' {
                break;
            }
        }
    } else {
        let _ = (&mut pipe).take(MOST_KEPT).read_to_end(&mut kept);
        let _ = io::copy(&mut pipe, &mut io::sink());
    }
    kept
}

fn input(input: &Input) -> io::Result<(Stdio, Option<PipeWriter>)> {
    Ok(match input {
        Input::Empty | Input::Closed => (Stdio::null(), None),
        Input::Bytes(_) | Input::Endless(_) | Input::Silent => {
            let (reader, writer) = io::pipe()?;
            (reader.into(), Some(writer))
        }
        Input::Path(path) => (fs::File::open(path)?.into(), None),
    })
}

/// Writes the bytes of the input to the pipe; returns the pipe if it is to stay open.
fn feed_it(case: &Case, feed: Option<PipeWriter>) -> Option<PipeWriter> {
    let mut pipe = feed?;
    match case.input {
        Input::Bytes(ref bytes) => {
            let bytes = bytes.clone();
            // The run need not read all of the input.
            thread::spawn(move || drop(pipe.write_all(&bytes)));
            None
        }
        Input::Endless(byte) => {
            thread::spawn(move || while pipe.write_all(&[byte; 4096]).is_ok() {});
            None
        }
        _ => Some(pipe),
    }
}

/// The word, quoted for a shell, without control characters.
fn quoted(word: &OsStr) -> String {
    let text = word.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+%@^".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.into_owned();
    }
    if text.chars().any(char::is_control) {
        let mut escaped = String::new();
        for byte in text.bytes() {
            match byte {
                b'\'' | b'\\' => escaped.extend(['\\', byte.into()]),
                b' '..=b'~' => escaped.push(byte.into()),
                _ => escaped.push_str(&byte.escape_ascii().to_string()),
            }
        }
        return format!("$'{escaped}'");
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// A text for a status: an exit code, or the signal that ended the run.
pub(super) fn ended_by(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "neither exit code nor signal".to_owned(),
    }
}
