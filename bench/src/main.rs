//! Benchmarks that assert their answers: `cargo xtask bench`.
//!
//! For each game: positions, moves and bytes, and how many of them a second.
//! The limit of discovery is one visit of each move (edge) and one of each
//! position; edges a second say how far we are from what memory allows.

use std::num::NonZeroUsize;
use std::time::Instant;

use anyhow::{Result, ensure};
use zug::{Problem, Request, SolveOptions};

/// A game with its known answer.
struct Case {
    game: &'static str,
    settings: &'static [(&'static str, &'static str)],
    positions: u64,
    outcomes: Option<[u64; 3]>,
}

const CASES: [Case; 4] = [
    Case {
        game: "tic-tac-toe",
        settings: &[],
        positions: 5478,
        outcomes: Some([2836, 1574, 1068]),
    },
    Case {
        game: "connect-four",
        settings: &[("width", "4"), ("height", "5")],
        positions: 1_706_255,
        outcomes: Some([509_601, 484_233, 712_421]),
    },
    Case {
        game: "connect-four",
        settings: &[("width", "5"), ("height", "4")],
        positions: 3_945_711,
        outcomes: Some([1_390_516, 1_251_559, 1_303_636]),
    },
    Case {
        game: "dodgem",
        settings: &[("n", "4")],
        positions: DODGEM_4,
        outcomes: None,
    },
];

/// Positions of Dodgem 4×4 within reach, as found here; no other source is known.
const DODGEM_4: u64 = 393_900;

fn main() -> Result<()> {
    let threads = std::env::args()
        .nth(1)
        .map_or(Ok(NonZeroUsize::MIN), |text| text.parse())?;
    println!(
        "| game | positions | moves | seconds | positions/s | moves/s | peak bytes/position | method |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for case in CASES {
        run(&case, threads)?;
    }
    Ok(())
}

fn run(case: &Case, threads: NonZeroUsize) -> Result<()> {
    let mut request = Request::catalogue(case.game)?;
    for (name, value) in case.settings {
        request = request.set(*name, *value);
    }
    let problem = Problem::new(&request)?;
    let options = SolveOptions {
        threads,
        ..SolveOptions::default()
    };
    let begin = Instant::now();
    let solution = problem.solve(&options)?;
    let seconds = begin.elapsed().as_secs_f64();
    let counts = solution.counts();
    ensure!(
        counts.positions == case.positions,
        "{}: {} positions, not {}",
        case.game,
        counts.positions,
        case.positions
    );
    if let Some(outcomes) = case.outcomes {
        ensure!(
            [counts.wins, counts.losses, counts.draws] == outcomes,
            "{}: wrong outcomes {counts:?}",
            case.game
        );
    }
    let settings: Vec<String> = case
        .settings
        .iter()
        .map(|(name, value)| format!(" {name}={value}"))
        .collect();
    println!(
        "| {}{} | {} ({} kept) | {} | {seconds:.2} | {:.0} | {:.0} | {:.1} | {} |",
        case.game,
        settings.concat(),
        counts.positions,
        counts.canonical,
        counts.moves,
        counts.canonical as f64 / seconds,
        counts.moves as f64 / seconds,
        solution.peak_bytes() as f64 / counts.canonical as f64,
        solution.method(),
    );
    Ok(())
}
