//! Tests that send signals to the program.

use std::process::{Child, Command, Output};
use std::thread;
use std::time::{Duration, Instant};

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

/// Waits until a program ends, which was sent a signal, and returns its output. Fails if it does not
/// end in time.
pub(crate) fn ended(mut child: Child) -> Output {
    let sent = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if sent.elapsed() > ENDING {
            child.kill().unwrap();
            let output = child.wait_with_output().unwrap();
            panic!("it did not end: {output:?}");
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}
