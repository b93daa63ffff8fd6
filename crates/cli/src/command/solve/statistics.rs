//! `zug solve GAME --statistics`: what all positions show of a game, for people.

use std::io::Write;

use anyhow::Result;
use indicatif::HumanCount;
use zug::report::statistics::RemotenessRow;
use zug::{Outcome, Plies, Problem, Solution, SolvedMove, Statistics};

use super::counts::{moves_made, number};
use super::position::{numbered, write_position};

/// The largest number of rows of the table of lengths.
const MOST_ROWS: u32 = 30;

/// The number of characters of the longest bar.
const LONGEST_BAR: u64 = 20;

/// The largest number of moves that are shown of the line from the hardest position.
const LONGEST_LINE: usize = 40;

/// The largest number of first moves that are named of each outcome.
const MOST_FIRST_MOVES: usize = 12;

pub(super) fn write(
    out: &mut impl Write,
    problem: &Problem,
    solution: &Solution,
    statistics: &Statistics,
) -> Result<()> {
    writeln!(out)?;
    write_lengths(out, statistics)?;
    writeln!(out)?;
    write_branching(out, problem, statistics)?;
    write_first_moves(out, &solution.moves(&problem.root())?)?;
    write_hardest(out, problem, solution, statistics)
}

/// Writes how many positions are won and lost in how many moves.
fn write_lengths(out: &mut impl Write, statistics: &Statistics) -> Result<()> {
    let (rows, width) = RemotenessRow::all(statistics, MOST_ROWS);
    let counts = rows.iter().flat_map(|row| [row.wins, row.losses]);
    let most = counts.max().unwrap_or(0).max(1);
    let digits = HumanCount(most).to_string().len();
    let bar = |positions: u64| "█".repeat((positions * LONGEST_BAR).div_ceil(most) as usize);
    let cell = |positions: u64| match positions {
        0 => String::new(),
        _ => format!(
            "{:>digits$} {}",
            HumanCount(positions).to_string(),
            bar(positions)
        ),
    };
    let column = digits + 1 + LONGEST_BAR as usize;
    writeln!(
        out,
        "positions by the number of moves to the end, with best play:"
    )?;
    writeln!(out, "  {:>9}  {:column$}  lost", "moves", "won")?;
    for row in &rows {
        let plies = match width {
            1 => row.plies.to_string(),
            _ => format!("{}-{}", row.plies, row.plies.saturating_add(width - 1)),
        };
        let line = format!(
            "  {plies:>9}  {:column$}  {}",
            cell(row.wins),
            cell(row.losses)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    if statistics.counts.draws > 0 {
        let drawn = HumanCount(statistics.counts.draws);
        writeln!(out, "  {:>9}  {drawn}", "drawn")?;
    }
    if statistics.counts.endless > 0 {
        let endless = HumanCount(statistics.counts.endless);
        writeln!(out, "  {:>9}  {endless}", "endless")?;
    }
    Ok(())
}

fn write_branching(out: &mut impl Write, problem: &Problem, statistics: &Statistics) -> Result<()> {
    if let (Some(mean), Some((largest, position))) =
        (statistics.mean_moves(), statistics.most_moves)
    {
        writeln!(
            out,
            "a position has {mean:.2} moves on average, where the game goes on, and at most {}:",
            HumanCount(largest)
        )?;
        writeln!(out, "  {}", problem.print(&position))?;
    }
    Ok(())
}

/// Writes what each move from the position asked about gives.
fn write_first_moves(out: &mut impl Write, moves: &[SolvedMove]) -> Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    writeln!(out, "first moves:")?;
    for (outcome, one, many) in [
        (Outcome::Win, "wins", "win"),
        (Outcome::Draw, "draws", "draw"),
        (Outcome::Loss, "loses", "lose"),
    ] {
        let of: Vec<&SolvedMove> = moves
            .iter()
            .filter(|of| of.value.outcome() == outcome)
            .collect();
        if of.is_empty() {
            continue;
        }
        let named = of.iter().take(MOST_FIRST_MOVES);
        let named: Vec<String> = named
            .map(|of| match of.value.remoteness() {
                Some(Plies(plies)) => format!("{} in {plies}", of.name),
                None => of.name.clone(),
            })
            .collect();
        let more = match of.len().saturating_sub(MOST_FIRST_MOVES) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let count = number(of.len() as u64, one, many);
        writeln!(out, "  {count}: {}{more}", named.join("; "))?;
    }
    Ok(())
}

/// Writes a position with the longest win, and how it is won.
fn write_hardest(
    out: &mut impl Write,
    problem: &Problem,
    solution: &Solution,
    statistics: &Statistics,
) -> Result<()> {
    let (Some(position), Some(longest)) = (statistics.hardest, statistics.counts.longest_win)
    else {
        return Ok(());
    };
    writeln!(
        out,
        "the longest win takes {}; one such position:",
        moves_made(longest)
    )?;
    writeln!(out)?;
    write_position(out, problem, &position)?;
    let line = solution.line(&position, LONGEST_LINE)?;
    if !line.moves.is_empty() {
        let more = if line.complete { "" } else { "; …" };
        let told = numbered(&problem.clone().at(position), &line.moves)?.join("; ");
        writeln!(out, "best play: {told}{more}")?;
    }
    Ok(())
}
