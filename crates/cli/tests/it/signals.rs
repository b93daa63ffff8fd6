//! Programs that are sent signals.

use std::process::{Child, Command, Output};
use std::thread;
use std::time::{Duration, Instant};

/// The time within which a program ends that was sent a signal.
const ENDING: Duration = Duration::from_secs(60);

/// The same command for a program that is sent signals. It hears them even if whoever started the
/// tests had them ignored, as `nohup` and the background jobs of scripts do.
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

/// What a program printed that was sent a signal, once it has ended.
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
