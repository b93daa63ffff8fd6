//! What a question about one position takes as it is planned, against solving all positions and against
//! a search alone: `cargo xtask bench plan`.
//!
//! Each question is asked in three ways on one thread: as `zug solve` asks it, by the positions alone,
//! and by a search that tells the number of moves. The answers must agree. The plan should not take
//! more than about twice the time of the better of both; what ends within [`SHORT`] is not compared,
//! as few positions are solved in any case. A way that is not done within [`LIMIT`] is stopped. With
//! `positions` behind it, positions in the middle of twenty games are asked about, and with `all` every
//! game of the catalogue as it stands.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use zug::{
    AnswerBy, CancelToken, Error, Plan, Problem, Reply, Request, SolveOptions, Stopped, Worth,
    answer,
};

/// The longest that one way may take.
const LIMIT: Duration = Duration::from_secs(10);

/// What takes no longer than this is not compared.
const SHORT: f64 = 0.3;

/// A game, its settings, and a position if it is not the start.
type Question = (
    &'static str,
    &'static [(&'static str, &'static str)],
    Option<&'static str>,
);

/// Questions whose two ways take very different times.
const QUESTIONS: [Question; 6] = [
    ("hex", &[], None),
    ("kalah", &[("pits", "4"), ("seeds", "4")], None),
    ("domineering", &[("width", "6"), ("height", "6")], None),
    ("dodgem", &[("n", "4")], None),
    ("connect-four", &[("width", "5"), ("height", "5")], None),
    (
        "connect-four",
        &[],
        Some("board=......./..O..../X.XX.../OOXO.../XOXO.../XXOXO.. turn=O"),
    ),
];

/// A game, its settings, and the numbers of moves after which it is asked about.
type Played = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [usize],
);

/// Twenty games with fifty positions, which moves at random lead to.
const PLAYED: [Played; 20] = [
    ("connect-four", &[], &[18, 22, 26, 30]),
    (
        "connect-four",
        &[("width", "6"), ("height", "5")],
        &[6, 10, 14],
    ),
    ("domineering", &[("width", "6"), ("height", "6")], &[4, 8]),
    ("domineering", &[("width", "7"), ("height", "7")], &[14, 18]),
    ("kalah", &[("pits", "4"), ("seeds", "4")], &[6, 12, 18]),
    ("kalah", &[], &[4, 8]),
    ("hex", &[], &[3, 6]),
    ("dodgem", &[("n", "4")], &[4, 10]),
    ("dodgem", &[("n", "5")], &[6, 16]),
    ("breakthrough", &[], &[4, 10]),
    ("reversi", &[("n", "6")], &[18, 22, 26]),
    ("clobber", &[("width", "5"), ("height", "5")], &[3, 6]),
    ("snort", &[("width", "4"), ("height", "4")], &[2, 4]),
    ("col", &[("width", "4"), ("height", "4")], &[2, 4]),
    ("amazons", &[("width", "4"), ("height", "3")], &[1, 3]),
    (
        "dots-and-boxes",
        &[("width", "3"), ("height", "3")],
        &[8, 12],
    ),
    ("konane", &[("n", "6")], &[6, 10, 14]),
    ("quixo", &[("n", "4")], &[4, 12]),
    ("tic-tac-toe", &[("width", "4"), ("height", "4")], &[3, 5]),
    ("morris", &[], &[4, 8, 12]),
];

/// Which questions are asked besides [`QUESTIONS`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum More {
    None,
    Positions,
    Catalogue,
}

/// Asks the questions.
pub(crate) fn run(more: More) -> Result<()> {
    println!("| question | answered by | plan | positions | search | plan / better |");
    println!("|---|---|---|---|---|---|");
    let mut worst: f64 = 0.0;
    let named = QUESTIONS.iter().map(|(game, settings, position)| {
        let request = Request::catalogue(game)?;
        let request = settings
            .iter()
            .fold(request, |request, &(name, value)| request.set(name, value));
        Ok(match position {
            Some(position) => request.at(*position),
            None => request,
        })
    });
    let mut requests: Vec<Request> = named.collect::<Result<_, Error>>()?;
    match more {
        More::None => {}
        More::Positions => requests = played()?,
        More::Catalogue => {
            for entry in zug_catalogue::entries() {
                requests.push(Request::catalogue(entry.name)?);
            }
        }
    }
    for request in &requests {
        worst = worst.max(compare(request)?);
    }
    println!();
    println!("at most {worst:.2} times the better way");
    Ok(())
}

/// The requests for [`PLAYED`].
fn played() -> Result<Vec<Request>> {
    let mut requests = Vec::new();
    let mut random: u64 = 1;
    for (game, settings, numbers) in PLAYED {
        let request = Request::catalogue(game)?;
        let set = |request: Request, &(name, value): &(&str, &str)| request.set(name, value);
        let request = settings.iter().fold(request, set);
        let problem = Problem::new(&request)?;
        for &number in numbers {
            // A game that ends too early is begun again.
            let position = loop {
                let mut position = problem.root();
                let mut played = 0;
                while played < number {
                    let moves = problem.legal_moves(&position)?;
                    if moves.is_empty() {
                        break;
                    }
                    // A linear congruential generator (D. E. Knuth, MMIX). Its high bits are the random ones.
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    position = moves[(random >> 33) as usize % moves.len()].position;
                    played += 1;
                }
                if played == number && problem.finished(&position)?.is_none() {
                    break position;
                }
            };
            requests.push(request.clone().at(problem.print(&position)));
        }
    }
    Ok(requests)
}

/// Asks one question in three ways. Returns how many times the time of the better way the plan takes.
fn compare(request: &Request) -> Result<f64> {
    let options = SolveOptions::default();
    if matches!(Plan::of(request, &options)?, Plan::Theorem { .. }) {
        return Ok(0.0);
    }
    let (planned, reply) = timed(request, &options)?;
    let by_positions = options.clone().with_answer_by(AnswerBy::Positions);
    let (positions, table) = timed(request, &by_positions)?;
    let by_search = options.with_answer_by(AnswerBy::Search);
    let (search, searched) = timed(request, &by_search.with_remoteness(true))?;
    let by = match &reply {
        Some(Reply::Searched { .. }) => "search",
        Some(_) => "positions",
        None => "nothing",
    };
    let worths = [&reply, &table, &searched].into_iter().flatten();
    let worths: Vec<Worth> = worths.map(Reply::worth).collect::<Result<_, _>>()?;
    for worth in &worths {
        let first = worths[0].outcome();
        ensure!(worth.outcome() == first, "{}: two outcomes", request.origin);
    }
    let better = positions.min(search);
    let times = if planned > SHORT {
        planned / better
    } else {
        0.0
    };
    let mut asked = request.origin.clone();
    for (name, value) in &request.settings.parameters {
        asked.extend([" ", name, "=", value]);
    }
    if let Some(position) = &request.position {
        asked.extend([" at ", position]);
    }
    println!("| {asked} | {by} | {planned:.2} | {positions:.2} | {search:.2} | {times:.2} |");
    Ok(times)
}

/// The seconds that an answer takes, and the reply; none where it takes longer than the limit, or more
/// memory than there is.
fn timed(request: &Request, options: &SolveOptions) -> Result<(f64, Option<Reply>)> {
    let token = CancelToken::default();
    let options = options.clone().with_cancel(token.clone());
    let (done, waiting) = std::sync::mpsc::channel::<()>();
    let clock = thread::spawn(move || {
        if waiting.recv_timeout(LIMIT).is_err() {
            token.cancel();
        }
    });
    let begin = Instant::now();
    let reply = answer(request, &options);
    let seconds = begin.elapsed().as_secs_f64();
    let _ = done.send(());
    ensure!(clock.join().is_ok(), "the clock stopped");
    match reply {
        Ok(reply) => Ok((seconds, Some(reply))),
        Err(error) if Stopped::behind(&error).is_some() => {
            Ok((seconds.max(LIMIT.as_secs_f64()), None))
        }
        Err(Error::Solve(error)) if error.is_too_large() => Ok((LIMIT.as_secs_f64(), None)),
        Err(error) => Err(error.into()),
    }
}
