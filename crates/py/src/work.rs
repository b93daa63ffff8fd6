//! Work that takes long: on a thread of its own, while Python goes on.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use bytesize::ByteSize;
use pyo3::prelude::*;
use zug::{CancelToken, MovesAsked, NamedMethod, Phase, Progress, SolveOptions, Stopped, Watch};
use zug_keep::memory::share_of_machine;

use crate::failure::{Failure, Result, soon};

/// The time between two looks for signals.
const OFTEN: Duration = Duration::from_millis(50);

/// The bytes of the stack on which the work is done: as many as the command line has for it.
const STACK: usize = 8 << 20;

/// The time by which work may exceed the time allowed, to tell what it knows by then: a quarter.
const GRACE: f64 = 1.25;

/// How work is to be done: the method, the memory, the threads, the time, and a function for the progress.
#[pyclass(frozen, module = "zug._zug")]
pub(crate) struct Work {
    options: SolveOptions,
    seconds: Option<Duration>,
    progress: Option<Py<PyAny>>,
}

/// A number of bytes, or a text such as `4GiB`.
#[derive(FromPyObject)]
pub(crate) enum Memory {
    Bytes(u64),
    Text(String),
}

#[pymethods]
impl Work {
    #[new]
    #[pyo3(signature = (method, memory, threads, seconds, progress, native, remoteness, one_move))]
    #[expect(
        clippy::too_many_arguments,
        reason = "the package names each where it calls this"
    )]
    fn new(
        method: &str,
        memory: Option<Memory>,
        threads: Option<usize>,
        seconds: Option<f64>,
        progress: Option<Py<PyAny>>,
        native: bool,
        remoteness: bool,
        one_move: bool,
    ) -> PyResult<Self> {
        soon(|| {
            let method = named_method(method)?;
            let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
            let threads = match threads.map(NonZeroUsize::new) {
                None => cores,
                Some(Some(asked)) => asked.min(cores.saturating_mul(MOST_THREADS)),
                Some(None) => return Err(Failure::Setting("threads is at least 1".to_owned())),
            };
            let moves = if one_move {
                MovesAsked::One
            } else {
                MovesAsked::Auto
            };
            let options = SolveOptions::default()
                .with_named_method(method)
                .with_memory(bytes(memory)?)
                .with_threads(threads)
                .with_native(native)
                .with_remoteness(remoteness)
                .with_moves(moves);
            Ok(Self {
                options,
                seconds: seconds.map(time).transpose()?,
                progress,
            })
        })
    }

    /// Panics, so that a test sees the exception: in work, or else in what takes a moment.
    #[cfg(feature = "testing")]
    #[pyo3(name = "_plant_panic")]
    fn plant_panic(&self, py: Python<'_>, in_work: bool) -> PyResult<()> {
        if in_work {
            self.run(py, |_| panic!("planted"))
        } else {
            soon(|| panic!("planted"))
        }
    }
}

/// The largest number of threads for each core: more only get in each other's way.
const MOST_THREADS: NonZeroUsize = NonZeroUsize::new(4).expect("4 is not 0");

/// The method of this name.
fn named_method(name: &str) -> Result<NamedMethod> {
    NamedMethod::named(name).ok_or_else(|| {
        let names = NamedMethod::ALL.map(|named| named.name).join(", ");
        Failure::Setting(format!(
            "there is no method `{name}`: choose one of {names}"
        ))
    })
}

/// The bytes that may be taken; three quarters of what is free if nothing is said.
fn bytes(asked: Option<Memory>) -> Result<u64> {
    match asked {
        None => Ok(share_of_machine()),
        Some(Memory::Bytes(bytes)) => Ok(bytes),
        Some(Memory::Text(text)) => match text.parse::<ByteSize>() {
            Ok(size) => Ok(size.as_u64()),
            Err(_) => Err(Failure::Setting(format!(
                "`{text}` is no size of memory: write a number of bytes, such as 512MiB or 8GiB"
            ))),
        },
    }
}

fn time(seconds: f64) -> Result<Duration> {
    let time = Duration::try_from_secs_f64(seconds);
    time.map_err(|_| Failure::Setting(format!("{seconds} is no number of seconds")))
}

/// The last progress that the work told, for the thread of Python, which asks for it.
#[derive(Default)]
struct Told {
    last: Mutex<Option<Progress>>,
}

impl Watch for Told {
    fn progress(&self, progress: &Progress) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
    }
}

impl Work {
    /// Does work until it is done, a signal comes, or its time is over: this is an error then.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&SolveOptions) -> Result<T> + Send,
    ) -> PyResult<T> {
        self.within(py, |options, clock| match (work(options), self.seconds) {
            (Err(Failure::Zug(error)), Some(time)) if clock.rang() && is_cancelled(&error) => {
                Err(Failure::TimeOver(time.as_secs_f64(), error))
            }
            (done, _) => done,
        })
    }

    /// Does work that heeds the clock itself: it is cancelled when its time is over, and once more a quarter
    /// of that time later.
    pub(crate) fn within<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&SolveOptions, &Clock) -> Result<T> + Send,
    ) -> PyResult<T> {
        let interrupt = CancelToken::default();
        let clock = Clock {
            token: interrupt.of_part(),
            rang: AtomicBool::new(false),
        };
        let told = Arc::new(Told::default());
        let options = self
            .options
            .clone()
            .with_cancel(clock.token.clone())
            .with_watch(told.clone());
        let (done, raised) = py.detach(|| {
            thread::scope(|scope| {
                let (until_done, done) = mpsc::channel::<()>();
                let (options, clock) = (&options, &clock);
                let worker = Builder::new().name("zug".to_owned()).stack_size(STACK);
                let worker = worker.spawn_scoped(scope, move || {
                    let _until_done = until_done;
                    // Python makes its state of this thread once, and not at each call of a game written in Python.
                    Python::attach(|py| py.detach(|| work(options, clock)))
                });
                let worker = match worker {
                    Ok(worker) => worker,
                    Err(error) => return (Err(Failure::Python(error.into())), None),
                };
                let raised = self.wait(&done, clock, &told).err();
                if raised.is_some() {
                    interrupt.cancel();
                }
                let done = worker.join();
                (
                    done.unwrap_or_else(|panic| Err(Failure::of_panic(&*panic))),
                    raised,
                )
            })
        });
        match raised {
            Some(raised) => Err(raised),
            None => Ok(done?),
        }
    }

    /// Waits for the end of the work. Returns the exception that a signal or the progress raised.
    fn wait(&self, done: &Receiver<()>, clock: &Clock, told: &Told) -> PyResult<()> {
        let begun = Instant::now();
        let mut bells = self
            .seconds
            .into_iter()
            .flat_map(|time| [time, time.mul_f64(GRACE)])
            .peekable();
        loop {
            let left = bells
                .peek()
                .map(|bell| bell.saturating_sub(begun.elapsed()));
            let wait = left.map_or(OFTEN, |left| left.min(OFTEN));
            if done.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
                return Ok(());
            }
            if bells.next_if(|bell| *bell <= begun.elapsed()).is_some() {
                clock.rang.store(true, Ordering::Relaxed);
                clock.token.cancel();
            }
            Python::attach(|py| {
                py.check_signals()?;
                let last = told
                    .last
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .take();
                match (&self.progress, last) {
                    (Some(progress), Some(reached)) => tell(py, progress, &reached),
                    _ => Ok(()),
                }
            })?;
        }
    }
}

/// The time that the work may take.
pub(crate) struct Clock {
    token: CancelToken,
    rang: AtomicBool,
}

impl Clock {
    /// Whether the time is over.
    pub(crate) fn rang(&self) -> bool {
        self.rang.load(Ordering::Relaxed)
    }

    /// Withdraws what the clock cancelled, so that other work can begin; a signal still stops it.
    pub(crate) fn reset(&self) {
        self.token.reset();
    }
}

fn is_cancelled(error: &zug::Error) -> bool {
    Stopped::behind(error).is_some_and(Stopped::is_cancelled)
}

/// Calls the function for the progress.
fn tell(py: Python<'_>, progress: &Py<PyAny>, reached: &Progress) -> PyResult<()> {
    let phase = match reached.phase {
        Phase::Sampling => "sampling",
        Phase::Discovering => "discovering",
        Phase::Ordering => "ordering",
        Phase::Reversing => "reversing",
        Phase::Solving => "solving",
        Phase::Verifying => "verifying",
        Phase::Counting => "counting",
        Phase::Storing => "storing",
        Phase::Searching => "searching",
        Phase::Proving => "proving",
    };
    progress.call1(
        py,
        (
            phase,
            reached.positions,
            reached.done(),
            reached.whole,
            reached.bytes,
        ),
    )?;
    Ok(())
}
