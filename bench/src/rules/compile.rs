//! The time that it takes to compile the rules of each game of the catalogue.

use std::time::Duration;

use anyhow::Result;
use zug_jit::{Machine, Report};
use zug_lang::{AnyGame, Rules, RulesGame, Settings};

/// The number of times that each game is compiled; the quickest counts.
const TIMES: usize = 5;
/// The number of games that are printed: those that take longest.
const SHOWN: usize = 6;

/// Nine men's morris, the largest game.
const LARGEST: (&str, [(&str, &str); 2]) = ("morris", [("rings", "3"), ("men", "9")]);

/// Compiles all games and prints a table of those that take longest.
pub(super) fn run() -> Result<()> {
    let mut reports: Vec<(String, Report)> = Vec::new();
    for entry in zug_catalogue::entries() {
        reports.push((entry.name.to_owned(), of(entry.source, &[])?));
        if entry.name == LARGEST.0 {
            let nine = of(entry.source, &LARGEST.1)?;
            reports.push(("morris rings=3 men=9".to_owned(), nine));
        }
    }
    reports.sort_by_key(|(_, report)| std::cmp::Reverse(report.time));
    println!("| game | ground moves | bytes of code | ms to compile |");
    println!("|---|---|---|---|");
    for (name, report) in &reports[..SHOWN.min(reports.len())] {
        println!(
            "| {name} | {} | {} | {:.1} |",
            report.ground_moves,
            report.code_bytes,
            milliseconds(report.time)
        );
    }
    let all: Duration = reports.iter().map(|(_, report)| report.time).sum();
    println!("| all {} | | | {:.1} |", reports.len(), milliseconds(all));
    Ok(())
}

fn of(source: &str, parameters: &[(&str, &str)]) -> Result<Report> {
    let settings: Settings = parameters.iter().copied().collect();
    match Rules::read(source)?.instance(&settings)?.game()? {
        AnyGame::Narrow(game) => quickest(&game),
        AnyGame::Wide(game) => quickest(&game),
        AnyGame::Widest(game) => quickest(&game),
    }
}

fn quickest<W: Machine>(game: &RulesGame<W>) -> Result<Report> {
    let mut quickest = zug_jit::compile(game.interpreter())?.1;
    for _ in 1..TIMES {
        let report = zug_jit::compile(game.interpreter())?.1;
        if report.time < quickest.time {
            quickest = report;
        }
    }
    Ok(quickest)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
