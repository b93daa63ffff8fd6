//! Tests that send signals to the program.

use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// The time within which the program has to end after a signal.
const ENDING: Duration = Duration::from_secs(60);

/// The same command, in which the program handles signals as usual. Without this, a program would
/// ignore the signals that the tests were started to ignore, by `nohup` or as the background job of a
/// script.
pub(crate) fn hearing(command: &Command) -> Command {
    let mut hearing = Command::new("env");
    hearing.args(["INT", "TERM", "HUP"].map(|signal| format!("--default-signal={signal}")));
    hearing.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => hearing.env(name, value),
            None => hearing.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        hearing.current_dir(folder);
    }
    hearing
}

/// Sends a signal such as `-INT` to a program.
pub(crate) fn send(signal: &str, child: &Child) {
    let mut kill = Command::new("kill");
    let sent = kill.args([signal, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Waits until a program ends, which was sent a signal, and returns its output, which is read meanwhile: a
/// program that has much to print ends only when it is read. Fails if it does not end in time.
pub(crate) fn ended(child: Child) -> Output {
    let id = child.id();
    let (sender, receiver) = mpsc::channel();
    let reader = thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = receiver.recv_timeout(ENDING) else {
        let killed = Command::new("kill")
            .args(["-KILL", &id.to_string()])
            .status();
        panic!("it did not end ({killed:?}): {:?}", receiver.recv());
    };
    reader.join().unwrap().unwrap();
    output.unwrap()
}

/// Whether a program handles Ctrl-C by itself; false as long as it only begins.
#[cfg(target_os = "linux")]
fn handles_ctrl_c(child: &Child) -> bool {
    const INTERRUPT: u64 = 1 << 1;
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
    let status = status.unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & INTERRUPT != 0)
}

/// Critical Mass declares symmetries whose proof takes a while.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_while_rules_are_prepared_ends_with_a_line() {
    for asked in [
        &["play", "critical-mass"][..],
        &["tree", "critical-mass"],
        &["explain", "critical-mass"],
        &["plan", "critical-mass"],
    ] {
        let mut zug = Command::new(env!("CARGO_BIN_EXE_zug"));
        zug.args(asked);
        let mut child = hearing(&zug)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while !handles_ctrl_c(&child) {
            assert!(
                child.try_wait().unwrap().is_none(),
                "{asked:?} ended by itself"
            );
            thread::sleep(Duration::from_millis(1));
        }
        send("-INT", &child);
        let output = ended(child);
        assert_eq!(output.status.code(), Some(130), "{asked:?}");
        let told = String::from_utf8(output.stderr).unwrap();
        let last = told.lines().last().unwrap_or_default();
        assert!(last.starts_with("note: stopped"), "{asked:?}: {told}");
    }
}
