//! Numbers of positions in words.

use std::io::{self, Write};

use indicatif::HumanCount;
use zug::{Player, Plies, View, ViewCounts, Wins};

/// Writes the positions counted in a view, with their moves, and with the draws that can end beside
/// those that cannot.
pub(super) fn write_counted(out: &mut impl Write, counted: &ViewCounts) -> io::Result<()> {
    let view = match counted.view {
        View::Turn => "as the rules define them, with whose turn it is",
        View::Mover => "as the player to move sees them",
        _ => "up to all declared symmetries",
    };
    writeln!(out, "counted {view}:")?;
    let of_kinds = [counted.wins, counted.losses, counted.draws];
    writeln!(out, "  {}", positions_told(counted.positions, of_kinds))?;
    let longest = [
        ("the longest win", counted.longest_win),
        ("the longest loss", counted.longest_loss),
    ];
    let longest = longest.into_iter().filter_map(|(what, plies)| {
        let plies = plies?;
        Some(format!("{what} takes {}", moves_made(plies)))
    });
    let longest: Vec<String> = longest.collect();
    if !longest.is_empty() {
        writeln!(out, "  {}", longest.join(", "))?;
    }
    let finished = number(counted.finished, "position", "positions");
    let moves = number(counted.moves, "move", "moves");
    writeln!(
        out,
        "  the game is over in {finished}; {moves} from the others"
    )?;
    if counted.draws > 0 {
        let away = counted
            .longest_tie
            .map(|plies| format!(", at most {} away", moves_made(plies)));
        let away = away.unwrap_or_default();
        let ended = number(counted.ties, "draw can end", "draws can end");
        let endless = number(counted.endless(), "goes on", "go on");
        let told = match (counted.ties, counted.endless()) {
            (0, _) => "no draw ends as long as both players keep it".to_owned(),
            (_, 0) => format!("all draws can end{away}"),
            _ => format!("{ended}{away}; {endless} for ever as long as both players keep the draw"),
        };
        writeln!(out, "  {told}")?;
    }
    Ok(())
}

/// The number of positions, and the numbers of wins, losses and draws among them.
pub(crate) fn positions_told(positions: u64, [wins, losses, draws]: [u64; 3]) -> String {
    format!(
        "{}: {}, {}, {} for the player to move",
        number(positions, "position", "positions"),
        number(wins, "win", "wins"),
        number(losses, "loss", "losses"),
        number(draws, "draw", "draws"),
    )
}

pub(super) fn moves_made(plies: Plies) -> String {
    number(plies.0.into(), "move", "moves")
}

pub(crate) fn number(count: u64, one: &str, many: &str) -> String {
    format!(
        "{} {}",
        HumanCount(count),
        if count == 1 { one } else { many }
    )
}

/// Who wins how many positions, whoever is to move there: `White wins 5 positions, Black none,
/// 2 are drawn`.
pub(super) fn wins_told([first, second]: &[String; 2], wins: Wins, draws: u64) -> String {
    let first = match wins.of(Player::First) {
        0 => format!("{first} wins no position"),
        won => format!("{first} wins {}", number(won, "position", "positions")),
    };
    let second = match wins.of(Player::Second) {
        0 => format!("{second} none"),
        won => format!("{second} {}", HumanCount(won)),
    };
    let drawn = match draws {
        0 => "none is drawn".to_owned(),
        1 => "1 is drawn".to_owned(),
        draws => format!("{} are drawn", HumanCount(draws)),
    };
    format!("{first}, {second}, {drawn}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug::Outcome;

    #[test]
    fn a_player_who_wins_no_position_is_named() {
        let players = ["White".to_owned(), "Black".to_owned()];
        let mut wins = Wins::default();
        wins.add(Player::First, Outcome::Win, 25_860);
        assert_eq!(
            wins_told(&players, wins, 38_274),
            "White wins 25,860 positions, Black none, 38,274 are drawn"
        );
        let mut wins = Wins::default();
        wins.add(Player::First, Outcome::Loss, 1);
        assert_eq!(
            wins_told(&players, wins, 1),
            "White wins no position, Black 1, 1 is drawn"
        );
    }
}
