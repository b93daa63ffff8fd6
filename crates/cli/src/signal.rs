//! Being asked to stop: Ctrl-C, SIGTERM and SIGHUP.
//!
//! The first signal lets the work end gently, so that what is known is said and
//! saved; the next one ends the process at once. A signal that whoever started
//! Zug told it to ignore (`nohup`) is ignored.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use anyhow::Result;
use zug::CancelToken;
use zug_keep::whole_file;

use crate::message::{self, Kind};

/// SIGINT, which is also what Ctrl-C is taken for where there are no signals.
const INTERRUPT: u8 = 2;

/// The signal that came last.
static LAST: AtomicU8 = AtomicU8::new(INTERRUPT);

/// Whether the work is done.
static DONE: AtomicBool = AtomicBool::new(false);

/// Work that a signal does not cancel at once, as it has something to finish first: the last
/// checkpoint, for instance.
pub(crate) trait LastWill: Send + Sync {
    /// A signal asks the work to stop. Returns whether the work will cancel its token by itself,
    /// within seconds; if not, the token is cancelled now.
    fn ends_by_itself(self: Arc<Self>) -> bool;
}

/// The work that is asked before it is cancelled, if there is some.
static ASKED_FIRST: Mutex<Option<Arc<dyn LastWill>>> = Mutex::new(None);

/// Asks this work before it is cancelled, as long as the guard lives that is returned.
pub(crate) fn ask_first(work: Arc<dyn LastWill>) -> AskedFirst {
    *asked_first() = Some(work);
    AskedFirst
}

fn asked_first() -> MutexGuard<'static, Option<Arc<dyn LastWill>>> {
    ASKED_FIRST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As long as this lives the work is asked before it is cancelled.
#[derive(Debug)]
pub(crate) struct AskedFirst;

impl Drop for AskedFirst {
    fn drop(&mut self) {
        *asked_first() = None;
    }
}

/// The machine refused what it takes to listen, such as a thread.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen for Ctrl-C: {0}")]
pub(crate) struct NotListening(String);

/// The exit code of whoever was stopped by a signal: 128 and the signal's
/// number, as in a shell; 130 for Ctrl-C.
pub(crate) fn exit_code() -> u8 {
    128 + LAST.load(Ordering::Relaxed)
}

/// Whether the signal that came last was Ctrl-C.
pub(crate) fn is_ctrl_c() -> bool {
    LAST.load(Ordering::Relaxed) == INTERRUPT
}

/// Makes a file that may not grow any more an error like any other. By default
/// SIGXFSZ ends the process there, with half a file behind it.
pub(crate) fn outlive_full_files() {
    #[cfg(unix)]
    {
        // The flag is never read: the write that was too long returns an error. Where the
        // signal cannot be caught, the default remains.
        let came = std::sync::Arc::default();
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, came);
    }
}

/// The token that the first signal cancels. Another signal ends the process at once; so
/// does one that comes when the work is done, while the answer is made and written. All who ask
/// get the same token.
pub(crate) fn cancelling() -> Result<CancelToken> {
    static TOKEN: OnceLock<CancelToken> = OnceLock::new();
    if let Some(cancel) = TOKEN.get() {
        return Ok(cancel.clone());
    }
    let cancel = CancelToken::default();
    let on_signal = cancel.clone();
    let is_first = AtomicBool::new(true);
    // Whether the work was asked to stop, and does so by itself.
    let is_ending = AtomicBool::new(false);
    listen(move |signal| {
        LAST.store(signal, Ordering::Relaxed);
        let is_first = is_first.swap(false, Ordering::Relaxed);
        let is_asked = on_signal.is_cancelled() || is_ending.load(Ordering::Relaxed);
        if DONE.load(Ordering::Relaxed) || is_asked {
            if is_first {
                message::tell(Kind::Note, "stopped");
            } else if std::io::stderr().is_terminal() {
                message::end_line(); // what comes next begins a line
            }
            whole_file::abandon();
            std::process::exit(exit_code().into());
        }
        let work = asked_first().clone();
        if work.is_some_and(LastWill::ends_by_itself) {
            is_ending.store(true, Ordering::Relaxed);
        } else {
            on_signal.cancel();
        }
    })
    .map_err(|error| NotListening(error.to_string()))?;
    Ok(TOKEN.get_or_init(|| cancel).clone())
}

/// More work begins, which the first signal lets end gently.
pub(crate) fn work_begins() {
    DONE.store(false, Ordering::Relaxed);
}

/// The work is done: from now on the first signal ends the process. The token stays as it
/// is, since a theorem may be asked for more while the answer is written.
pub(crate) fn work_is_done() {
    DONE.store(true, Ordering::Relaxed);
}

/// Reads something that may never come, such as a file that is a pipe: a signal ends the process at
/// once meanwhile, since nobody looks at the token.
pub(crate) fn ended_at_once<T>(read: impl FnOnce() -> T) -> T {
    let was_done = DONE.swap(true, Ordering::Relaxed);
    let read = read();
    DONE.store(was_done, Ordering::Relaxed);
    read
}

#[cfg(unix)]
fn listen(act: impl Fn(u8) + Send + 'static) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let ignored = ignored();
    let heard = [SIGINT, SIGTERM, SIGHUP]
        .into_iter()
        .filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = Signals::new(heard)?;
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for signal in signals.forever() {
                act(u8::try_from(signal).unwrap_or(INTERRUPT));
            }
        })?;
    Ok(())
}

/// The signals that this process was started to ignore, a bit each, from 1; none
/// where the system does not tell.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

#[cfg(not(unix))]
fn listen(act: impl Fn(u8) + Send + 'static) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || act(INTERRUPT))
}
