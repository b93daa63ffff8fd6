//! The memory that the process may hold: how much, who sees to it, and what is said
//! when it does not suffice.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use bytesize::ByteSize;
use clap::Args;
use indicatif::HumanCount;
use zug::{Budget, Phase, Process, Progress, Refusal, Refuser, SolveOptions};
use zug_keep::memory::{LEAST, share_of_machine};

use crate::message::{self, Kind};

/// The option that says how much memory may be taken.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct MemoryArguments {
    /// The most memory to take, such as 512MiB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = size, allow_hyphen_values = true)]
    memory: Option<ByteSize>,
}

impl MemoryArguments {
    /// Bytes that the process may hold.
    pub(crate) fn bytes(self) -> u64 {
        self.memory
            .map_or_else(share_of_machine, |size| size.as_u64())
    }

    /// Whether nothing was said, so that the machine decides.
    pub(crate) fn is_share_of_machine(self) -> bool {
        self.memory.is_none()
    }

    /// From now on the process holds no more than this.
    pub(crate) fn enforce(self) {
        let most = self.bytes() / OWN_SHARE;
        OWN.store(Pages::now().of_files.min(most), Ordering::Relaxed);
        zug_allocator::keep_little();
        zug_allocator::limit_to(self.bytes());
    }

    /// The functions by which a budget asks what the whole process holds and may hold.
    pub(crate) fn process(self) -> Process {
        Process {
            most: self.bytes(),
            held,
            attempt: |code| zug_allocator::attempt(code),
        }
    }

    /// The options of work within this memory, all others as they are by default.
    pub(crate) fn options(self) -> SolveOptions {
        SolveOptions::default()
            .with_memory(self.bytes())
            .with_process(Some(self.process()))
    }

    /// A solver's budget of all this memory, of which nothing is charged yet.
    pub(crate) fn budget(self) -> Budget {
        Budget::of_bytes(self.bytes()).within(self.process())
    }

    /// Bytes that are left, for work that counts its own bytes alone.
    pub(crate) fn left(self) -> u64 {
        self.budget().left()
    }
}

/// The bytes of the program itself, its code and constants, that are in memory: they count too.
static OWN: AtomicU64 = AtomicU64::new(0);

/// The largest share of the memory allowed that the program itself counts for, as one in so many:
/// little memory is for little work, and the program is as large in any case.
const OWN_SHARE: u64 = 8;

/// The bytes that are in memory and that nobody asked the allocator for: stacks, machine code, and
/// what the allocator keeps between blocks.
static BESIDE: AtomicU64 = AtomicU64::new(0);

/// The bytes that the process holds: those that were asked for, those beside them, and those of the
/// program itself.
fn held() -> u64 {
    zug_allocator::held()
        .saturating_add(BESIDE.load(Ordering::Relaxed))
        .saturating_add(OWN.load(Ordering::Relaxed))
}

/// Starts to count the memory that the process has beside what its code asked the allocator for. A
/// thread reads it from the system twenty times a second, as long as the process runs.
///
/// # Errors
///
/// The machine gives no thread.
pub(crate) fn count_what_nobody_asked_for() -> std::io::Result<()> {
    /// The time between two readings.
    const OFTEN: Duration = Duration::from_millis(50);
    thread::Builder::new().spawn(|| {
        loop {
            count_beside();
            thread::sleep(OFTEN);
        }
    })?;
    Ok(())
}

/// Gives freed memory back to the system. Then counts the memory of the process beside what its code
/// asked the allocator for.
pub(crate) fn give_back() {
    zug_allocator::give_back();
    count_beside();
}

fn count_beside() {
    let resident = Pages::now().of_nothing;
    let beside = resident.saturating_sub(zug_allocator::held());
    BESIDE.store(beside, Ordering::Relaxed);
}

/// The bytes of the process that are in memory; 0 where the system does not tell.
struct Pages {
    /// Those of files: of the program and its libraries.
    of_files: u64,
    /// Those of no file.
    of_nothing: u64,
}

impl Pages {
    fn now() -> Self {
        const PAGE: u64 = 4096;
        let told = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
        let mut pages = told
            .split(' ')
            .skip(1)
            .map(|pages| pages.parse().unwrap_or(0));
        let mut next = || pages.next().unwrap_or(0_u64).saturating_mul(PAGE);
        let [all, of_files] = [next(), next()];
        Self {
            of_files,
            of_nothing: all.saturating_sub(of_files),
        }
    }
}

/// The standard library gives each thread a second stack, on which an overflow of the
/// first is handled. A thread that gets no memory for it panics before it does
/// anything. From now on such a panic is reported like any other error, and ends the
/// process with this exit code.
pub(crate) fn end_where_a_thread_is_refused_its_stack(code: u8) {
    let panicked = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let is_refusal = panic
            .payload()
            .downcast_ref::<String>()
            .is_some_and(|text| text.starts_with("failed to allocate an alternative stack"));
        if is_refusal {
            message::tell(
                Kind::Error,
                "the machine refused the memory that a thread needs",
            );
            message::tell(Kind::Help, "try fewer --threads");
            std::process::exit(code.into());
        }
        panicked(panic);
    }));
}

/// Bytes, in units of powers of 1000 (MB) or of 1024 (MiB).
pub(crate) fn size(text: &str) -> Result<ByteSize, String> {
    let size: ByteSize = text
        .parse()
        .map_err(|_| "write a number of bytes, such as 512MiB or 8GiB".to_owned())?;
    if size.as_u64() < LEAST {
        return Err(format!(
            "the process needs at least {}; write a size such as 512MiB",
            told(LEAST)
        ));
    }
    Ok(size)
}

/// A number of bytes as people read it, such as `1.5 GiB`.
pub(crate) fn told(bytes: u64) -> String {
    ByteSize::b(bytes).display().iec().to_string()
}

/// Why a solver that had got so far got no more memory.
pub(crate) fn message(refusal: &Refusal, reached: Progress) -> String {
    let Progress {
        phase, positions, ..
    } = reached;
    let why = match refusal.by {
        Refuser::Budget => format!("the {} allowed are used up", told(refusal.budget)),
        Refuser::Machine => format!(
            "the machine refused {} of memory ({} of the {} allowed are in use)",
            told(refusal.needed),
            told(refusal.in_use),
            told(refusal.budget),
        ),
    };
    let all = match positions {
        1 => "the only position was found".to_owned(),
        n => format!("all {} positions were found", HumanCount(n)),
    };
    let when = match phase {
        Phase::Sampling => "before any position was found".to_owned(),
        Phase::Discovering if positions == 0 => "before any position was found".to_owned(),
        Phase::Discovering => format!(
            "while positions were looked for; {} found by then",
            match positions {
                1 => "1 was".to_owned(),
                n => format!("{} were", HumanCount(n)),
            }
        ),
        Phase::Ordering => format!("while they were put in order; {all}"),
        Phase::Reversing => format!("while their moves were turned round; {all}"),
        Phase::Solving => format!("while they got their values; {all}"),
        Phase::Verifying => format!("before they were verified; {all} and solved"),
        Phase::Counting => format!("while they were counted; {all} and solved"),
        Phase::Storing => format!("before they were written; {all} and solved"),
        Phase::Proving => format!(
            "while the proof was gathered; it had {} positions by then",
            HumanCount(positions)
        ),
        Phase::Searching if positions == 0 => "before any position was searched".to_owned(),
        Phase::Searching => format!(
            "while a position was searched; play was looked at from {} positions",
            HumanCount(positions)
        ),
    };
    format!("{why} {when}")
}

/// Who refused memory, and how much there is.
pub(crate) fn refused(refusal: &Refusal) -> String {
    let Refusal {
        budget,
        in_use,
        needed,
        ..
    } = *refusal;
    match refusal.by {
        Refuser::Machine => format!("the machine refused {}", told(needed)),
        // One step alone needs more than the whole budget.
        Refuser::Budget if needed > budget => format!("{} are allowed", told(budget)),
        Refuser::Budget => format!(
            "{} are allowed, and {} of them are in use",
            told(budget),
            told(in_use)
        ),
    }
}

/// What to try when memory was refused: something smaller, and more memory where that
/// is of use.
pub(crate) fn advice(refusal: &Refusal, smaller: &str) -> String {
    match refusal.by {
        Refuser::Budget => format!("try {smaller}, or more --memory"),
        Refuser::Machine => format!("try {smaller}; more --memory is of no use here"),
    }
}
