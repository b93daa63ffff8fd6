//! All positions of large games, by each method that can solve them.
//!
//! `cargo xtask bench positions` runs the games that a machine of 8 GiB can solve by every
//! method in some minutes; `cargo xtask bench positions large` runs the large ones, of which
//! the slowest takes 13 GB by the method that keeps all moves; `cargo xtask bench positions
//! huge` runs games of more than a thousand million positions, each by one method. Connect Four
//! is also solved by a rival, a program for this game alone with bit masks, a hash table and a
//! stored graph. One method runs after the other
//! in the same run, each in a process of its own, so that none finds memory warm or in pieces
//! that another left, and the system counts the memory of each. Every row asserts its answer.

use std::fs;
use std::num::NonZeroUsize;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use zug::{Method, Problem, Request, SolveOptions};

use crate::rules;

/// The name of the rival among the methods.
const RIVAL: &str = "rival";

/// The memory that a method may take: what the first method of the largest game takes, and
/// more.
const MOST_BYTES: u64 = 20 << 30;

/// The first argument of the process that solves one game by one method.
pub(super) const SOLVE: &str = "solve-positions";

/// A game whose counts are known, and the methods that solve it here.
struct Case {
    game: &'static str,
    settings: &'static [&'static str],
    positions: u64,
    /// The largest remoteness of a position.
    longest: u32,
    /// The methods by their names, the one that is compared with first.
    methods: &'static [&'static str],
}

/// Games that take seconds. The counts of Connect Four are in `testdata/games.toml`; those of
/// Dodgem were found by this program with every method.
const SMALL: [Case; 3] = [
    Case {
        game: "connect-four",
        settings: &["width=5", "height=4"],
        positions: 3_945_711,
        longest: 19,
        methods: &["rival", "backward", "replaying", "tiers"],
    },
    Case {
        game: "connect-four",
        settings: &["width=4", "height=6"],
        positions: 15_835_683,
        longest: 21,
        methods: &["rival", "backward", "replaying", "tiers"],
    },
    Case {
        game: "dodgem",
        settings: &["n=4"],
        positions: 393_900,
        longest: 42,
        methods: &["retrograde", "retracting", "replaying", "dense"],
    },
];

/// Games that take minutes and gigabytes by the first of their methods.
const LARGE: [Case; 3] = [
    Case {
        game: "connect-four",
        settings: &["width=5", "height=5"],
        positions: 69_763_700,
        longest: 23,
        methods: &["rival", "backward", "tiers"],
    },
    Case {
        game: "quixo",
        settings: &["n=4"],
        positions: 82_497_861,
        longest: 22,
        methods: &["retrograde", "dense"],
    },
    Case {
        game: "dodgem",
        settings: &["n=5"],
        positions: 164_308_067,
        longest: 81,
        methods: &["retrograde", "dense"],
    },
];

/// Games that need gigabytes by the method that takes least. The counts of Connect Four are
/// M. Böck's; that of tic-tac-toe was found by this program alone.
const HUGE: [Case; 3] = [
    Case {
        game: "connect-four",
        settings: &["width=5", "height=6"],
        positions: 1_044_334_437,
        longest: 27,
        methods: &["tiers"],
    },
    Case {
        game: "connect-four",
        settings: &["width=6", "height=5"],
        positions: 2_818_972_642,
        longest: 27,
        methods: &["tiers"],
    },
    Case {
        game: "tic-tac-toe",
        settings: &["width=7", "height=3", "k=4"],
        positions: 2_042_969_766,
        longest: 8,
        methods: &["tiers"],
    },
];

/// How large the games are that are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Small,
    Large,
    Huge,
}

/// Runs the games of one size, on one thread and on two.
pub(super) fn run(size: Size) -> Result<()> {
    println!(
        "| game | method | threads | positions | seconds | ratio | positions/s | bytes/position | \
         process bytes/position |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let cases: &[Case] = match size {
        Size::Small => &SMALL,
        Size::Large => &LARGE,
        Size::Huge => &HUGE,
    };
    for case in cases {
        let mut first = None;
        for method in case.methods {
            // The rival has one thread; a huge game is run once, on both cores.
            let threads: &[usize] = match (*method, size) {
                (RIVAL, _) => &[1],
                (_, Size::Huge) => &[2],
                _ => &[1, 2],
            };
            for &threads in threads {
                let row = case.measured(method, threads)?;
                let first = *first.get_or_insert(row.seconds);
                let positions = case.positions as f64;
                println!(
                    "| {} {} | {method} | {threads} | {} ({} kept) | {:.2} | {:.3} | {:.0} | {:.1} | {:.1} |",
                    case.game,
                    case.settings.join(" "),
                    case.positions,
                    row.kept,
                    row.seconds,
                    row.seconds / first,
                    positions / row.seconds,
                    row.solver_bytes as f64 / positions,
                    row.process_bytes as f64 / positions,
                );
            }
        }
    }
    Ok(())
}

/// What a process that solved a game tells.
struct Row {
    kept: u64,
    seconds: f64,
    /// The largest number of bytes that the solver held at one time.
    solver_bytes: u64,
    /// The largest number of bytes that the process had at one time, as the system counts them.
    process_bytes: u64,
}

impl Case {
    /// Solves the game in a process of its own.
    fn measured(&self, method: &str, threads: usize) -> Result<Row> {
        let output = Command::new(std::env::current_exe()?)
            .args([SOLVE, self.game, method, &threads.to_string()])
            .args(self.settings)
            .output()?;
        let told = String::from_utf8(output.stdout)?;
        let fault = String::from_utf8_lossy(&output.stderr);
        ensure!(
            output.status.success(),
            "{} by {method}: {fault}",
            self.game
        );
        let numbers: Vec<&str> = told.split_whitespace().collect();
        let [positions, longest, kept, seconds, solver, process] = numbers[..] else {
            bail!("the process told {told}");
        };
        ensure!(
            (positions.parse::<u64>()?, longest.parse::<u32>()?) == (self.positions, self.longest),
            "{} by {method}: {positions} positions, the longest {longest}",
            self.game
        );
        Ok(Row {
            kept: kept.parse()?,
            seconds: seconds.parse()?,
            solver_bytes: solver.parse()?,
            process_bytes: process.parse()?,
        })
    }
}

/// Solves one game by one method and prints what [`Case::measured`] reads. The arguments are
/// those that follow [`SOLVE`].
pub(super) fn solve(arguments: &[&str]) -> Result<()> {
    let [game, method, threads, settings @ ..] = arguments else {
        bail!("a game, a method and a number of threads are wanted");
    };
    if *method == RIVAL {
        let begin = Instant::now();
        let answer = rules::by_stored_graph(game, settings)?;
        let seconds = begin.elapsed().as_secs_f64();
        let (positions, longest) = (answer.positions, answer.longest.0);
        let process = peak_of_process()?;
        println!("{positions} {longest} {positions} {seconds:.3} {process} {process}");
        return Ok(());
    }
    let mut request = Request::catalogue(game)?;
    for setting in settings {
        let (name, value) = setting.split_once('=').context("a setting has a value")?;
        request = request.set(name, value);
    }
    let method = match *method {
        "backward" => Method::Backward,
        "retrograde" => Method::Retrograde,
        "retracting" => Method::Retracting,
        "replaying" => Method::Replaying,
        "dense" => Method::Dense,
        "tiers" => Method::Tiers,
        other => bail!("{other} is no method"),
    };
    let options = SolveOptions::default()
        .with_method(method)
        .with_memory(MOST_BYTES)
        .with_threads(threads.parse::<NonZeroUsize>()?);
    let problem = Problem::new(&request)?;
    let begin = Instant::now();
    let solution = problem.solve(&options)?;
    let seconds = begin.elapsed().as_secs_f64();
    let counts = solution.counts()?;
    println!(
        "{} {} {} {seconds:.3} {} {}",
        counts.positions,
        counts.max_remoteness().map_or(0, |plies| plies.0),
        counts.canonical,
        solution.peak_bytes(),
        peak_of_process()?,
    );
    Ok(())
}

/// The most bytes of memory that this process had at once, as the system counts them.
fn peak_of_process() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.context("the system tells no peak")?.trim();
    let kib = kib.strip_suffix(" kB").context("the peak is in kB")?;
    Ok(kib.trim().parse::<u64>()? << 10)
}
