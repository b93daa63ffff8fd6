//! Who wins in the openings of games that take long to search.

use crate::entry::find;

/// Who wins the positions near the start of a game.
#[derive(Clone, Copy, Debug)]
pub struct Openings {
    /// The number of moves made before these positions.
    pub plies: usize,
    /// A letter for each position that these moves reach: `w`, `d` or `l` for a win, a draw or a loss
    /// of the player to move there. Line breaks between them mean nothing.
    ///
    /// The positions stand in the order in which they are met when play is followed from the start,
    /// all positions after one move first, then all after two moves, and so on, each with its
    /// moves in the order of the rules. Of positions that symmetries make equal only the one that is
    /// met first counts.
    pub outcomes: &'static str,
}

/// A game whose openings are known.
struct Known {
    game: &'static str,
    /// The parameters that the outcomes hold for.
    parameters: &'static [(&'static str, &'static str)],
    openings: Openings,
}

/// All games whose openings are known.
const KNOWN: [Known; 1] = [Known {
    game: "connect-four",
    parameters: &[("width", "7"), ("height", "6"), ("k", "4")],
    openings: Openings {
        plies: 8,
        outcomes: include_str!("../openings/connect-four.txt"),
    },
}];

/// Who wins the positions near the start of a game; `None` if nothing is known for these rules with
/// these parameters.
#[must_use]
pub fn openings(rules: &str, parameters: &[(String, String)]) -> Option<Openings> {
    let holds = |known: &&Known| {
        let own = parameters.iter().map(|(name, value)| (&**name, &**value));
        find(known.game).is_some_and(|entry| entry.source == rules)
            && own.eq(known.parameters.iter().copied())
    };
    KNOWN.iter().find(holds).map(|known| known.openings)
}
