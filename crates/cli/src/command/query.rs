//! `zug query GAME`: many questions about one game, one on each line.

use std::fs::File;
use std::io::{self, BufReader, IsTerminal as _};
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use zug::{Purpose, Questions, Request, Scope, Searcher, Written};

use crate::arguments::{GameArguments, QueryArguments, SolveArguments, SolverArguments};
use crate::batch::{self, Listed, OfLines};
use crate::clock::Clock;
use crate::{message, question};

/// The number of seconds that a search of one position may take, if nothing is said.
const SECONDS: u64 = 10;

pub(crate) fn run(arguments: &QueryArguments) -> Result<()> {
    refuse_unused(arguments)?;
    let asked = Asked {
        game: &arguments.game,
        solver: &arguments.solver,
        time: arguments.time.or_seconds(SECONDS),
        written: if arguments.as_moves {
            Written::Moves
        } else {
            Written::About
        },
        each_move: arguments.each_move,
    };
    let listed = &arguments.game.about;
    if listed.is_empty() {
        if io::stdin().is_terminal() {
            message::tell(
                message::Kind::Note,
                "a question is a position, or values of parameters, on one line; Ctrl-D ends",
            );
        }
        asked.answer(&mut OfLines(BufReader::new(io::stdin().lock())))
    } else {
        asked.answer(&mut Listed(listed.iter()))
    }
}

/// Refuses `--from` and `--moves` without `--as-moves`: a question that is a position does not begin at another
/// one.
fn refuse_unused(arguments: &QueryArguments) -> Result<()> {
    let game = &arguments.game;
    if arguments.as_moves {
        return Ok(());
    }
    if let Some(from) = &game.from {
        bail!(
            "--from is where --as-moves begins; `zug query {} '{from}'` asks about this position",
            game.game
        );
    }
    if let Some(moves) = game.moves.first() {
        bail!(
            "`zug query {} --as-moves '{moves}'` asks about the position after these moves",
            game.game
        );
    }
    Ok(())
}

/// Answers the questions of a file: `zug solve GAME --each FILE`.
pub(crate) fn each(file: &Path, arguments: &SolveArguments) -> Result<()> {
    // An error of input and output alone would be taken for one of the answer.
    let lines = File::open(file)
        .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", file.display()))?;
    let asked = Asked {
        game: &arguments.game,
        solver: &arguments.solver,
        time: Duration::from_secs(SECONDS),
        written: Written::About,
        each_move: false,
    };
    asked.answer(&mut OfLines(BufReader::new(lines)))
}

/// What is asked beside the questions themselves.
struct Asked<'a> {
    game: &'a GameArguments,
    solver: &'a SolverArguments,
    /// The time that the search of one position may take.
    time: Duration,
    written: Written,
    each_move: bool,
}

impl Asked<'_> {
    fn answer(&self, lines: &mut dyn batch::Questions) -> Result<()> {
        let mut game = self.game.clone();
        game.about.clear();
        let request: Request = question::request(&game, Scope::Reachable)?;
        let questions = question::stoppable(self.solver, |options| {
            let questions = Questions::new(request, options)?;
            Ok(questions
                .with_written(self.written)
                .with_each_move(self.each_move))
        })?;
        match questions.to_be_searched() {
            None => question::stoppable(self.solver, |_| {
                let mut questions = questions;
                batch::answer(lines, |line, text| Ok(questions.ask(text)?.at_line(line)))
            }),
            Some(problem) => {
                let (clock, options) = Clock::new(question::options(self.solver))?;
                problem.with_search(&options, |search| {
                    self.answer_by_search(lines, questions, search, &clock)
                })
            }
        }
    }

    /// Answers by one search, which keeps what it has found for the next question.
    fn answer_by_search(
        &self,
        lines: &mut dyn batch::Questions,
        mut questions: Questions,
        search: &mut Searcher<'_>,
        clock: &Clock,
    ) -> Result<()> {
        let purpose = if self.each_move {
            Purpose::AllMoves
        } else {
            Purpose::BestMove
        };
        batch::answer(lines, |line, text| {
            let report = match questions.searched_position(text)? {
                None => clock.within(self.time, || questions.ask(text))??,
                Some(position) => {
                    let assess = || search.assess(&position, purpose);
                    let found = clock.within(self.time, assess)??;
                    if clock.is_stopped() {
                        return Err(crate::exit::Cancelled.into());
                    }
                    let mut report = questions.assessed(&position, &found);
                    if report.outcome.is_none() {
                        let time = message::told_time(self.time);
                        report.error = Some(format!("who wins was not found within {time}"));
                    }
                    report
                }
            };
            Ok(report.at_line(line))
        })
    }
}
