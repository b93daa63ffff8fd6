//! Why the player to move wins or loses, in a few lines.
//!
//! Where a theorem answers, it gives the reason with the numbers put in. Where
//! positions were solved, the reason is play itself: what a move leaves, the
//! answer to each, and the line that both sides would choose.

use zug_values::{Outcome, Value};

use crate::error::Error;
use crate::problem::Problem;
use crate::reply::Reply;
use crate::searched::Searched;
use crate::solution::{Solution, SolvedMove};
use crate::theorem::move_of_part;
use crate::verdict::verdict;

/// The largest number of lines of an explanation.
const MOST_LINES: usize = 6;

/// The largest number of moves that one line names.
const MOST_NAMED: usize = 4;

/// The largest number of plies that is shown of the line of best play.
const LONGEST_LINE: usize = 8;

/// Explains an answer in two to six lines that a student can follow.
///
/// ```
/// use zug::{Request, SolveOptions, answer, explain};
///
/// let request = Request::catalogue("nim")?.set("piles", "[1, 2, 3]");
/// let lines = explain(&answer(&request, &SolveOptions::default())?)?;
/// assert_eq!(lines[0], "The player to move loses: in 6 moves.");
/// # Ok::<(), zug::Error>(())
/// ```
///
/// # Errors
///
/// The rules break.
pub fn explain(reply: &Reply) -> Result<Vec<String>, Error> {
    let mut lines = Vec::new();
    match reply {
        Reply::Theorem(theorem) => {
            lines.push(verdict(
                theorem.players().as_ref(),
                theorem.mover(),
                theorem.outcome(),
                None,
            ));
            lines.extend(theorem.why().iter().map(|line| sentence(line)));
            if let Some(winning) = theorem.winning_moves() {
                let moves = winning.moves.into_iter();
                let names: Vec<String> = moves.map(|winning| winning.name).collect();
                if let Some(first) = names.first() {
                    let others = if winning.all {
                        ""
                    } else {
                        "; others may win too"
                    };
                    let meant = meant(theorem.names_parts(), first);
                    let winning = some_of(&names, "; ");
                    lines.push(format!("Winning: {winning}{others}.{meant}"));
                }
            }
            lines.push(format!("By {} ({}).", theorem.name(), theorem.source()));
        }
        Reply::Positions {
            problem,
            solution,
            theorem,
        } => {
            let root = problem.root();
            let value = solution.value(&root)?;
            let value = value.ok_or_else(|| problem.not_solved(&root))?;
            lines.push(verdict(
                problem.players().as_ref(),
                problem.mover(&root),
                value.outcome(),
                value.remoteness(),
            ));
            let why = theorem.iter().flat_map(|theorem| theorem.why());
            lines.extend(why.map(|line| sentence(&line)));
            let is_finished = solution.finished(&root)?.is_some();
            if !is_finished {
                let moves = solution.moves(&root)?;
                let first = moves.first();
                let meant = first.map(|first| meant(problem.names_parts(), &first.name));
                let told = leading_to(&moves, solution, value)?;
                lines.push(format!("{told}{}", meant.unwrap_or_default()));
                lines.extend(best_play(solution, problem)?);
            }
            lines.push(match theorem {
                Some(theorem) => format!("By {} ({}).", theorem.name(), theorem.source()),
                None if is_finished => "Nobody moves any more: the game is over.".to_owned(),
                None => format!(
                    "Found by {} over {} positions.",
                    solution.method(),
                    solution.counts()?.positions
                ),
            });
        }
        Reply::Searched { problem, searched } => lines.extend(of_search(problem, searched)),
    }
    if lines.len() > MOST_LINES {
        // The first line (the verdict) and the last one (the source) stay.
        let source = lines.pop();
        lines.truncate(MOST_LINES - 1);
        lines.extend(source);
    }
    Ok(lines)
}

/// The explanation of what a search found.
fn of_search(problem: &Problem, searched: &Searched) -> Vec<String> {
    let worth = &searched.worth;
    let mut lines = vec![verdict(
        problem.players().as_ref(),
        problem.mover(&problem.root()),
        worth.outcome(),
        worth.remoteness(),
    )];
    for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
        let with = searched.moves.iter().filter(|of| of.outcome == outcome);
        let names: Vec<String> = with.map(|of| of.name.clone()).collect();
        if let Some(first) = names.first() {
            let meant = meant(problem.names_parts(), first);
            let kind = match outcome {
                Outcome::Win => "Winning",
                Outcome::Draw => "Holding a draw",
                Outcome::Loss => "Losing",
            };
            lines.push(format!("{kind}: {}.{meant}", some_of(&names, "; ")));
        }
    }
    lines.push(match searched.moves.len() {
        0 => "Nobody moves any more: the game is over.".to_owned(),
        _ => format!(
            "Found by {} over {} positions.",
            searched.method(),
            searched.nodes
        ),
    });
    lines
}

/// A sentence, with a space before it, that says what the name of a move in a sum means;
/// empty in a game that is no sum, where names do not tell a part.
fn meant(names_parts: bool, name: &str) -> String {
    let meant = names_parts.then(|| move_of_part(name)).flatten();
    meant.map_or_else(String::new, |meant| format!(" {meant}."))
}

/// A sentence about the moves of a position that has this value.
fn leading_to(moves: &[SolvedMove], solution: &Solution, value: Value) -> Result<String, Error> {
    let of = |outcome: Outcome| -> Vec<&SolvedMove> {
        let same = moves.iter().filter(|m| m.value.outcome() == outcome);
        same.collect()
    };
    let named = |answers: &[&SolvedMove]| {
        let names: Vec<String> = answers.iter().map(|answer| answer.name.clone()).collect();
        some_of(&names, "; ")
    };
    let count = moves.len();
    Ok(match value.outcome() {
        Outcome::Win => {
            let wins = of(Outcome::Win);
            let how_many = match (wins.len(), count) {
                (1, 1) => "The only move wins".to_owned(),
                (1, _) => format!("One of {count} moves wins"),
                (all, _) if all == count => format!("All {count} moves win"),
                (some, _) => format!("{some} of {count} moves win"),
            };
            format!("{how_many}: {}.", named(&wins))
        }
        Outcome::Loss => {
            let mut answers = Vec::new();
            for answer in moves.iter().take(MOST_NAMED) {
                let after = solution.moves(&answer.position)?;
                answers.push(match after.first() {
                    Some(best) => format!("{} is met by {}", answer.name, best.name),
                    None => format!("{} ends it", answer.name),
                });
            }
            let more = count.saturating_sub(answers.len());
            let more = match more {
                0 => String::new(),
                more => format!("; and {more} more"),
            };
            format!(
                "Every move leaves the opponent a win: {}{more}.",
                answers.join("; ")
            )
        }
        Outcome::Draw => {
            let (draws, losses) = (of(Outcome::Draw), of(Outcome::Loss));
            let held = format!("No move wins; the draw is held by {}", named(&draws));
            match losses.len() {
                0 => format!("{held}."),
                _ => format!("{held}; lost is {}.", named(&losses)),
            }
        }
    })
}

/// A sentence that tells the line of best play, with the plies that are left after each
/// move; `None` where there is no move.
fn best_play(solution: &Solution, problem: &Problem) -> Result<Option<String>, Error> {
    let mut at = problem.root();
    let mut line = Vec::new();
    let mut complete = false;
    while line.len() < LONGEST_LINE {
        let Some(best) = solution.moves(&at)?.into_iter().next() else {
            complete = true;
            break;
        };
        at = best.position;
        let left = solution.value(&at)?.and_then(Value::remoteness);
        line.push(match left {
            Some(plies) => format!("{} ({plies} left)", best.name),
            None => best.name,
        });
    }
    if line.is_empty() {
        return Ok(None);
    }
    let complete = complete || solution.finished(&at)?.is_some();
    let more = if complete { "." } else { ", …" };
    Ok(Some(format!("Best play: {}{more}", line.join(", "))))
}

/// The text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let stop = if text.ends_with('.') { "" } else { "." };
    let mut letters = text.chars();
    let first = letters.next().unwrap_or_default();
    let rest = letters.as_str();
    if rest.starts_with(" =") {
        return format!("{text}{stop}"); // a name, as n = 4
    }
    format!("{}{rest}{stop}", first.to_uppercase())
}

/// The first few names, and the number of the others.
fn some_of(names: &[String], between: &str) -> String {
    let shown = &names[..names.len().min(MOST_NAMED)];
    let more = match names.len() - shown.len() {
        0 => String::new(),
        more => format!("{between}and {more} more"),
    };
    format!("{}{more}", shown.join(between))
}
