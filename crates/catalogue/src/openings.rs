//! Who wins in the openings of games that take long to search.

use crate::entry::find;

/// A game whose openings are known.
struct Known {
    game: &'static str,
    /// The parameters that the outcomes hold for.
    parameters: &'static [(&'static str, &'static str)],
    /// The game tree with who wins.
    tree: &'static str,
}

/// All games whose openings are known.
const KNOWN: [Known; 1] = [Known {
    game: "connect-four",
    parameters: &[("width", "7"), ("height", "6"), ("k", "4")],
    tree: include_str!("../openings/connect-four.txt"),
}];

/// Who wins the positions near the start of a game, as a game tree; `None` if there is nothing for
/// these rules with these parameters.
///
/// Each line has a move, a colon and the outcome of the position behind that move for the player to
/// move there: `win`, `draw` or `loss`. The first line is of the start itself, and each other line
/// is indented by the number of moves before the position, a space for each. Of positions that
/// symmetries make equal, or that play reaches in several ways, the tree has one. It has all
/// positions that come up, until some number of moves is made, when one of the two players always
/// makes one move that keeps who wins, and the other player any move; a player who has lost keeps
/// nothing, and what comes after is left out.
#[must_use]
pub fn openings(rules: &str, parameters: &[(String, String)]) -> Option<&'static str> {
    let holds = |known: &&Known| {
        let own = parameters.iter().map(|(name, value)| (&**name, &**value));
        find(known.game).is_some_and(|entry| entry.source == rules)
            && own.eq(known.parameters.iter().copied())
    };
    KNOWN.iter().find(holds).map(|known| known.tree)
}
