//! Benchmarks that assert their answers: `cargo xtask bench`, whose argument is
//! the number of threads; `cargo xtask bench judge` runs the contest problems
//! alone, `cargo xtask bench heaps` the engines for heaps, and `cargo xtask bench
//! rules` the rules against hand-written Rust, `cargo xtask bench positions` all positions of
//! large games by each method, `cargo xtask bench search` one position of a large game, `cargo
//! xtask bench plan` questions as they are planned (with `positions` or `all` behind it many more), `cargo
//! xtask bench tables` tables on disk. `cargo xtask bench openings BOOKS FILE` writes
//! the openings of Connect Four for the catalogue.
//!
//! For each game: positions, moves and bytes, and positions and moves a second. In the
//! same run the rules alone are timed: every position is expanded once more and nothing
//! is kept. That is the most that a faster way to run rules could save; the rest is
//! discovery and values, which are limited by one cache miss a move.

#![forbid(unsafe_code)]

mod discs;
mod heaps;
mod judge;
mod openings;
mod plan;
mod positions;
mod rules;
mod search;
mod tables;

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use zug::{Problem, Request, SolveOptions};
use zug_game::{Game, Orbits};
use zug_lang::{AnyGame, Rules, RulesGame, Settings, Word};
use zug_solve::{Job, strong};

use positions::Size;

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

/// The number of reachable positions of Dodgem 4×4, as found here; no other source is
/// known.
const DODGEM_4: u64 = 393_900;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let threads = match arguments[..] {
        [judge::MEASURE, problem] => return judge::measure(problem),
        ["judge"] => return judge::run(),
        ["heaps"] => return heaps::run(),
        ["rules"] => return rules::run(),
        [positions::SOLVE, ref game @ ..] => return positions::solve(game),
        ["positions"] => return positions::run(Size::Small),
        ["positions", "large"] => return positions::run(Size::Large),
        ["positions", "huge"] => return positions::run(Size::Huge),
        ["openings", books, file] => {
            return openings::run(Path::new(books), Path::new(file));
        }
        ["plan"] => return plan::run(plan::More::None),
        ["plan", "positions"] => return plan::run(plan::More::Positions),
        ["plan", "all"] => return plan::run(plan::More::Catalogue),
        ["search"] => return search::run(),
        ["search", game] => return search::run_one(game),
        ["tables"] => return tables::run(None),
        ["tables", folder] => return tables::run(Some(folder)),
        [threads] => threads.parse()?,
        [] => NonZeroUsize::MIN,
        _ => {
            bail!(
                "the arguments are the number of threads, `judge`, `heaps`, `rules`, \
                 `positions`, `plan`, `search`, `tables` or `openings`"
            )
        }
    };
    games(threads)?;
    println!();
    judge::run()?;
    println!();
    heaps::run()?;
    println!();
    rules::run()?;
    println!();
    positions::run(Size::Small)?;
    println!();
    tables::run(None)
}

fn games(threads: NonZeroUsize) -> Result<()> {
    println!(
        "| game | positions | moves | seconds | rules alone | positions/s | moves/s | peak bytes/position | method |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
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
    let options = SolveOptions::default().with_threads(threads);
    let begin = Instant::now();
    let solution = problem.solve(&options)?;
    let seconds = begin.elapsed().as_secs_f64();
    let counts = solution.counts()?;
    let moves = counts.moves.context("a table in memory tells its moves")?;
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
    let rules = rules_alone(case)?;
    let settings: Vec<String> = case
        .settings
        .iter()
        .map(|(name, value)| format!(" {name}={value}"))
        .collect();
    println!(
        "| {}{} | {} ({} kept) | {} | {seconds:.2} | {rules:.2} | {:.0} | {:.0} | {:.1} | {} |",
        case.game,
        settings.concat(),
        counts.positions,
        counts.canonical,
        moves,
        counts.canonical as f64 / seconds,
        moves as f64 / seconds,
        solution.peak_bytes() as f64 / counts.canonical as f64,
        solution.method(),
    );
    Ok(())
}

/// Seconds to expand every position once, and to look up the canonical position of its
/// orbit.
fn rules_alone(case: &Case) -> Result<f64> {
    let entry = zug_catalogue::find(case.game).context("a game of the catalogue")?;
    let settings: Settings = case.settings.iter().copied().collect();
    let rules = Rules::read(entry.source)?;
    match rules.instance(&settings)?.game()? {
        AnyGame::Narrow(game) => expand_all(&game),
        AnyGame::Wide(game) => expand_all(&game),
        AnyGame::Widest(game) => expand_all(&game),
    }
}

fn expand_all<W: Word>(game: &RulesGame<W>) -> Result<f64> {
    let game = game.fixing(game.start());
    let orbits = Orbits::new(&game);
    let solution = strong::solve(&orbits, [game.start()], &Job::default())?;
    let mut steps = Vec::new();
    let mut moves = 0;
    let begin = Instant::now();
    for (position, _) in solution.iter() {
        steps.clear();
        orbits.expand(&position, &mut steps)?;
        moves += steps.len() as u64;
    }
    let seconds = begin.elapsed().as_secs_f64();
    ensure!(moves == solution.edges(), "{moves} moves the second time");
    Ok(seconds)
}
