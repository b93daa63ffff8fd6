//! What is worked out of all positions besides their values: nimbers or scores.

use std::fmt;

use zug_game::Fault;

/// What is worked out of all positions besides their values.
#[derive(Clone, Copy)]
pub enum Besides<'a, P> {
    /// The nimbers, in an impartial game under normal play.
    Nimbers,
    /// The scores, in a game that ends with scores or whose moves gain points.
    Scores(Scores<'a, P>),
}

/// Where the scores of a game come from.
#[derive(Clone, Copy)]
pub struct Scores<'a, P> {
    /// Returns the score of a position in which the game is over, for the player to move there.
    pub end: &'a End<'a, P>,
    /// Appends what each move of a position gains for the player who makes it, in the order in which the game expands the
    /// position; `None` where no move gains points. With gains the score of a position is what the player to move can still
    /// get, and its value is the sign of the score.
    pub gains: Option<&'a Gains<'a, P>>,
}

/// Returns the score of a position in which the game is over.
pub type End<'a, P> = dyn Fn(&P) -> Result<i64, Fault> + Sync + 'a;

/// Appends what each move of a position gains.
pub type Gains<'a, P> = dyn Fn(&P, &mut Vec<i64>) -> Result<(), Fault> + Sync + 'a;

/// What back-up works out, one after the other: the values, for which `None` stands, and then what is wanted besides.
/// Where moves gain points the value of a position is the sign of its score, so that one back-up finds both.
pub(super) fn back_ups<P>(besides: Option<Besides<'_, P>>) -> Vec<Option<Besides<'_, P>>> {
    match besides {
        None => vec![None],
        Some(Besides::Scores(Scores { gains: Some(_), .. })) => vec![besides],
        Some(Besides::Nimbers | Besides::Scores(_)) => vec![None, besides],
    }
}

impl<P> fmt::Debug for Besides<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimbers => f.write_str("Nimbers"),
            Self::Scores(scores) => scores.fmt(f),
        }
    }
}

impl<P> fmt::Debug for Scores<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scores")
            .field("gains", &self.gains.is_some())
            .finish_non_exhaustive()
    }
}
