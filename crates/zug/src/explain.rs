//! Why the player to move wins or loses, in a few lines.
//!
//! If a theorem answers, it gives the reason with the numbers put in. If
//! positions were solved, the reason is play itself: what a move leaves, the
//! answer to each, and the line that both sides would choose.

use zug_game::Player;
use zug_values::{Outcome, Plies, Value};

use crate::assess::{Assessment, Known, KnownMove};
use crate::error::Error;
use crate::mex::{LoopyOptions, OptionNimbers};
use crate::options::SolveOptions;
use crate::part_names::move_of_part;
use crate::partizan::ValueOfOptions;
use crate::problem::Problem;
use crate::reply::Reply;
use crate::searched::Searched;
use crate::solution::{Solution, SolvedMove, points};
use crate::theorem::Theorem;
use crate::verdict::{When, verdict};

/// The largest number of lines of an explanation.
const MOST_LINES: usize = 7;

/// The largest number of moves that one line names.
const MOST_NAMED: usize = 4;

/// The largest number of plies that is shown of the line of best play.
const LONGEST_LINE: usize = 8;

/// Explains an answer in two to seven lines that a student can follow.
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
                When::NotKnown,
            ));
            lines.extend(match OptionNimbers::of_theorem(theorem) {
                Some(options) => of_nimber(&options),
                None => LoopyOptions::of_theorem(theorem)
                    .as_ref()
                    .and_then(of_loopy_nimber),
            });
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
            lines.extend(keeping_the_draw(theorem));
            lines.push(format!("By {} ({}).", theorem.name(), theorem.source()));
        }
        Reply::Positions {
            problem,
            solution,
            theorem,
        } => return explain_solved(problem, solution, theorem.as_deref()),
        Reply::Searched { problem, searched } => lines.extend(of_search(problem, searched)),
    }
    Ok(shortened(lines))
}

/// Explains the position of a problem whose positions are solved, in two to seven lines; by a
/// theorem too, where one applies.
///
/// # Errors
///
/// The position was not among those solved; the table of values cannot be read.
pub fn explain_solved(
    problem: &Problem,
    solution: &Solution,
    theorem: Option<&Theorem>,
) -> Result<Vec<String>, Error> {
    let mut lines = Vec::new();
    let root = problem.root();
    let value = solution.value(&root)?;
    let value = value.ok_or_else(|| problem.not_solved(&root))?;
    let score = solution.score(&root)?;
    lines.push(verdict(
        problem.players().as_ref(),
        problem.mover(&root),
        value.outcome(),
        match score {
            Some(_) => When::NotKnown,
            None => value.into(),
        },
    ));
    lines.extend(score.map(of_score));
    lines.extend(match OptionNimbers::of_solution(solution, &root)? {
        Some(options) => of_nimber(&options),
        None => LoopyOptions::of_solution(solution, &root)?
            .as_ref()
            .and_then(of_loopy_nimber),
    });
    let partizan = ValueOfOptions::of(problem, solution, &SolveOptions::default())?;
    lines.extend(partizan.as_ref().and_then(of_value));
    let why = theorem.iter().flat_map(|theorem| theorem.why());
    lines.extend(why.map(|line| sentence(&line)));
    let is_finished = solution.finished(&root)?.is_some();
    if !is_finished {
        let moves = solution.moves(&root)?;
        let first = moves.first();
        let meant = first.map(|first| meant(problem.names_parts(), &first.name));
        let told = match score {
            Some(score) => {
                let named = moves.iter().map(|of| (&*of.name, of.score, of.told()));
                attaining(&named.collect::<Vec<_>>(), score)
            }
            None => leading_to(&moves, solution, value)?,
        };
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
    Ok(shortened(lines))
}

/// Lets an explanation have no more lines than a person likes to read: the first line (the
/// verdict) and the last one (the source) stay.
fn shortened(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > MOST_LINES {
        let source = lines.pop();
        lines.truncate(MOST_LINES - 1);
        lines.extend(source);
    }
    lines
}

/// Explains what a search proved of the position asked about, in two to six lines. `line` is a
/// line of play that keeps what the position is worth, and whether the game is over behind it.
///
/// ```
/// use zug::{Problem, Purpose, Request, SolveOptions, explain_assessed};
///
/// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
/// let assessed = problem.with_search(&SolveOptions::default(), |search| {
///     search.assess(&problem.root(), Purpose::AllMoves)
/// })?;
/// let lines = explain_assessed(&problem, &assessed, None);
/// assert_eq!(lines[0], "X to move: a draw.");
/// # Ok::<(), zug::Error>(())
/// ```
#[must_use]
pub fn explain_assessed(
    problem: &Problem,
    assessed: &Assessment,
    line: Option<&(Vec<String>, bool)>,
) -> Vec<String> {
    let known = assessed.known;
    let mover = problem.mover(&problem.root());
    let players = problem.players();
    let mut lines = vec![match known.outcome() {
        Some(outcome) => {
            let when = known.value().map_or(When::NotKnown, When::from);
            verdict(players.as_ref(), mover, outcome, when)
        }
        None => not_proved(players.as_ref(), mover, known),
    }];
    if assessed.moves.is_empty() {
        lines.push("Nobody moves any more: the game is over.".to_owned());
        return lines;
    }
    if let Some(score) = known.score() {
        lines.push(of_score(score));
        let moves = assessed.moves.iter();
        let named = moves.map(|of| (&*of.legal.name, of.known.score(), of.known.to_string()));
        let named: Vec<_> = named.collect();
        let meant = meant(problem.names_parts(), named[0].0);
        lines.push(format!("{}{meant}", attaining(&named, score)));
    } else {
        lines.extend(of_score_bounds(known));
        lines.extend(by_outcome(problem, assessed));
    }
    if let Some((moves, complete)) = line.filter(|(moves, _)| !moves.is_empty()) {
        let more = if *complete { "." } else { ", …" };
        // Where the number of moves is not proved, the line keeps who wins and may be a detour.
        let is_best = known.score().is_some() || known.value().is_some();
        let of = if is_best {
            "of best play"
        } else {
            "that keeps this"
        };
        lines.push(format!("A line {of}: {}{more}", moves.join(", ")));
    }
    let nodes = assessed.nodes;
    lines.push(if assessed.complete && nodes == 0 {
        "Proved by what was searched before.".to_owned()
    } else if assessed.complete {
        format!("Proved by a search of {nodes} positions.")
    } else {
        format!(
            "All that is said was proved by a search of {nodes} positions, which was not finished."
        )
    });
    lines
}

/// A sentence that tells what is proved of a score that is not known.
fn of_score_bounds(known: Known) -> Option<String> {
    Some(match known.score_bounds() {
        (Some(least), Some(most)) => {
            let (least, most) = (points(least), points(most));
            format!("The score with best play is from {least} to {most} for the player to move.")
        }
        (Some(least), None) => {
            let least = points(least);
            format!("The score with best play is {least} at least for the player to move.")
        }
        (None, Some(most)) => {
            let most = points(most);
            format!("The score with best play is {most} at most for the player to move.")
        }
        (None, None) => return None,
    })
}

/// A sentence that tells what is proved where it is not who wins.
fn not_proved(players: Option<&[String; 2]>, mover: Player, known: Known) -> String {
    let name = match (players, mover) {
        (Some([first, _]), Player::First) => format!("{first} to move"),
        (Some([_, second]), Player::Second) => format!("{second} to move"),
        (None, _) => "the player to move".to_owned(),
    };
    let within = match known.no_win_within().min(known.no_loss_within()) {
        Plies::ZERO => String::new(),
        plies => format!("; nobody can force a win within {plies} moves"),
    };
    match (known.at_least(), known.at_most()) {
        (Outcome::Draw, _) => sentence(&format!(
            "{name} has a draw at least; whether there is a win is not known"
        )),
        (_, Outcome::Draw) => sentence(&format!(
            "{name} does not win; whether there is a draw is not known"
        )),
        _ => format!("It is not known yet whether {name} wins{within}."),
    }
}

/// Sentences about the moves, by what is proved of them: those that keep what the position is
/// worth in the first, all others in the second.
fn by_outcome(problem: &Problem, assessed: &Assessment) -> Vec<String> {
    let named = |of: &KnownMove| match (of.known.outcome(), of.known.within()) {
        (Some(Outcome::Win | Outcome::Loss), Some(plies)) if of.known.value().is_some() => {
            format!("{} (in {plies})", of.legal.name)
        }
        (None, _) if of.known.at_least() == Outcome::Draw => {
            format!("{} (a draw at least)", of.legal.name)
        }
        (None, _) if of.known.at_most() == Outcome::Draw => {
            format!("{} (a draw at most)", of.legal.name)
        }
        _ => of.legal.name.clone(),
    };
    let all = |wanted: Option<Outcome>| -> Vec<String> {
        let moves = assessed.moves.iter();
        moves
            .filter(|of| of.known.outcome() == wanted)
            .map(named)
            .collect()
    };
    let best = assessed.known.outcome();
    let mut lines = Vec::new();
    let mut others = Vec::new();
    for (outcome, leading, other) in [
        (Some(Outcome::Win), "Winning", "winning"),
        (Some(Outcome::Draw), "Holding a draw", "holding a draw"),
        (None, "Not decided yet", "not decided yet"),
        (Some(Outcome::Loss), "Losing", "losing"),
    ] {
        let names = all(outcome);
        let Some(first) = names.first().cloned() else {
            continue;
        };
        let told = some_of(&names, "; ");
        if outcome == best && lines.is_empty() {
            let every = if names.len() == assessed.moves.len() && names.len() > 1 {
                " (every move)"
            } else {
                ""
            };
            let meant = meant(problem.names_parts(), &first);
            lines.push(format!("{leading}{every}: {told}.{meant}"));
        } else {
            others.push(format!("{other}: {told}"));
        }
    }
    if !others.is_empty() {
        let others: Vec<String> = others.iter().map(|told| sentence(told)).collect();
        lines.push(others.join(" "));
    }
    lines
}

/// The explanation of what a search found.
fn of_search(problem: &Problem, searched: &Searched) -> Vec<String> {
    let worth = &searched.worth;
    let mut lines = vec![verdict(
        problem.players().as_ref(),
        problem.mover(&problem.root()),
        worth.outcome(),
        worth,
    )];
    if let Some(score) = searched.score {
        lines.push(of_score(score));
        let moves = searched.moves.iter();
        let named: Vec<_> = moves.map(|of| (&*of.name, of.score, of.told())).collect();
        if let Some((first, ..)) = named.first() {
            let meant = meant(problem.names_parts(), first);
            let told = if searched.more_moves {
                format!("Attained by {first}; the other moves were not searched.")
            } else {
                attaining(&named, score)
            };
            lines.push(format!("{told}{meant}"));
        }
    }
    let by_outcome = [Outcome::Win, Outcome::Draw, Outcome::Loss];
    for outcome in by_outcome.into_iter().filter(|_| searched.score.is_none()) {
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

/// The sentence that gives the nimber, by the nimbers of the options; `None` where there is no
/// option.
fn of_nimber(options: &OptionNimbers) -> Option<String> {
    let is_over = options.nimbers().is_empty();
    (!is_over).then(|| format!("Nimber {}: {options}.", options.mex()))
}

/// The sentence that gives the loopy nimber, by those of the options; `None` where there is no option.
fn of_loopy_nimber(options: &LoopyOptions) -> Option<String> {
    (!options.is_empty()).then(|| format!("Nimber {}: {options}.", options.own))
}

/// The sentence that gives the partizan value, by the values of the options; `None` where there is no
/// option, and where it would be long.
fn of_value(found: &ValueOfOptions) -> Option<String> {
    let [left, right] = found.options.each_ref().map(|values| match &values[..] {
        [] => "has no move".to_owned(),
        values => format!("can move to {}", some_of(values, ", ")),
    });
    let told = format!("Value {}: Left {left}; Right {right}.", found.value);
    let is_over = found.options.iter().all(Vec::is_empty);
    (!is_over && told.len() <= LONGEST_VALUE).then_some(told)
}

/// The most characters of the sentence that gives a partizan value.
const LONGEST_VALUE: usize = 160;

/// The sentence about the moves that keep a draw, where a theorem answers alone; `None` where the
/// position is no draw, and where the theorem does not tell these moves.
fn keeping_the_draw(theorem: &Theorem) -> Option<String> {
    let moves = theorem.moves()?.into_iter();
    let drawing = moves.filter(|claimed| claimed.outcome == Outcome::Draw);
    let names: Vec<String> = drawing.map(|claimed| claimed.name).collect();
    let first = names
        .first()
        .filter(|_| theorem.outcome() == Outcome::Draw)?;
    let meant = meant(theorem.names_parts(), first);
    let names = some_of(&names, "; ");
    Some(format!("No move wins; the draw is held by {names}.{meant}"))
}

/// The sentence that tells the score of the player to move.
fn of_score(score: i64) -> String {
    let score = points(score);
    format!("With best play the score is {score} for the player to move.")
}

/// A sentence about the moves of a game that ends with scores: of each its name, its score if that
/// is known, and what is known of it in words. The best come first.
fn attaining(moves: &[(&str, Option<i64>, String)], score: i64) -> String {
    let is_best = |of: &&(&str, Option<i64>, String)| of.1 == Some(score);
    let best = moves.iter().filter(is_best);
    let best: Vec<String> = best.map(|(name, ..)| (*name).to_owned()).collect();
    let told = |of: &(&str, Option<i64>, String)| format!("{} ({})", of.0, of.2);
    let (known, not_known): (Vec<_>, Vec<_>) = moves.iter().partition(|of| of.1.is_some());
    let not_known: Vec<String> = not_known.into_iter().map(told).collect();
    if !not_known.is_empty() {
        let best = match best.len() {
            0 => String::new(),
            _ => format!("Attained by {}. ", some_of(&best, "; ")),
        };
        return format!("{best}Not all is known of {}.", some_of(&not_known, "; "));
    }
    let others = known.into_iter().filter(|of| !is_best(of));
    let others: Vec<String> = others.map(told).collect();
    let all = some_of(&best, "; ");
    match others.len() {
        0 => format!("Every move attains it: {all}."),
        _ => format!("Attained by {all}; less by {}.", some_of(&others, "; ")),
    }
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
            // The first number says what is counted.
            Some(Plies(1)) if line.is_empty() => format!("{} (1 move left)", best.name),
            Some(plies) if line.is_empty() => format!("{} ({plies} moves left)", best.name),
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
pub(crate) fn sentence(text: &str) -> String {
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
pub(crate) fn some_of(names: &[String], between: &str) -> String {
    let shown = &names[..names.len().min(MOST_NAMED)];
    let more = match names.len() - shown.len() {
        0 => String::new(),
        more => format!("{between}and {more} more"),
    };
    format!("{}{more}", shown.join(between))
}
