//! A whole solution, by the façade and by a program for one game.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use zug::{Problem, Request, SolveOptions};
use zug_game::Game;
use zug_solve::{Job, strong};

use super::Course;
use super::rival::{Rival, Written};
use super::stored_graph::{self, Answer};

/// The number of times that each way is timed, in turn; the median counts.
const PASSES: usize = 5;

/// Solves the game of `course` in three ways, on one thread each, and prints a table:
/// by a program for this game alone, by Zug's solver for the same Rust, and by Zug from
/// the rules. All must find the same number of positions, the same `outcomes` and the
/// same value of the start.
pub(super) fn compare<R: Rival + Sync>(
    course: &Course,
    plain: R,
    outcomes: [u64; 3],
) -> Result<()> {
    let written = Written(plain);
    let ways: [(&str, &dyn Fn() -> Result<Answer>); 3] = [
        ("hash table and stored graph", &|| {
            stored_graph::solve(&written.0)
        }),
        ("Zug, plain Rust", &|| by_solver(&written)),
        ("Zug, rules", &|| by_facade(course)),
    ];
    let mut times = [const { Vec::new() }; 3];
    let mut answers = Vec::new();
    for _ in 0..PASSES {
        for ((_, solve), times) in ways.iter().zip(&mut times) {
            let begin = Instant::now();
            answers.push(solve()?);
            times.push(begin.elapsed().as_secs_f64());
        }
    }
    for answer in &answers {
        ensure!(
            *answer == answers[0] && answer.outcomes == outcomes,
            "{answer:?}, but {:?}, and the outcomes are {outcomes:?}",
            answers[0]
        );
    }
    println!(
        "| {}, one thread | positions | seconds | positions/s | ratio |",
        course.name()
    );
    println!("|---|---|---|---|---|");
    let seconds = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[PASSES / 2]
    });
    let positions = answers[0].positions;
    for ((name, _), time) in ways.iter().zip(seconds) {
        println!(
            "| {name} | {positions} | {time:.2} | {:.0} | {:.2} |",
            positions as f64 / time,
            seconds[0] / time
        );
    }
    Ok(())
}

fn by_solver<G: Game + Sync>(game: &G) -> Result<Answer> {
    let solution = strong::solve(game, [game.start()], &Job::default())?;
    let counts = solution.counts();
    Ok(Answer {
        positions: counts.positions(),
        outcomes: [counts.wins(), counts.losses(), counts.draws()],
        longest: counts.max_remoteness().unwrap_or_default(),
        start: solution
            .value(&game.start())
            .context("the start has a value")?,
    })
}

fn by_facade(course: &Course) -> Result<Answer> {
    let mut request = Request::catalogue(course.game)?;
    for (name, value) in course.settings {
        request = request.set(*name, *value);
    }
    let problem = Problem::new(&request)?;
    let solution = problem.solve(&SolveOptions::default())?;
    let counts = solution.counts()?;
    Ok(Answer {
        positions: counts.positions,
        outcomes: [counts.wins, counts.losses, counts.draws],
        longest: counts.max_remoteness().unwrap_or_default(),
        start: solution
            .value(&problem.root())?
            .context("the start has a value")?,
    })
}
