//! A theorem that tells of some positions who wins, so that a search need not go on there.

use zug_values::Outcome;

/// What a theorem tells of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The outcome for the player to move, if the theorem tells it.
    pub outcome: Option<Outcome>,
    /// How good the position seems to be for the player to move: a hint for the order in which
    /// moves are tried.
    pub promise: i32,
}

/// Tells of some positions who wins.
///
/// It is asked about every position that a search would go into, so that it must take about as
/// long as searching one position, or less. A search that asks for the number of moves does not
/// ask it.
///
/// A search that is to be proved asks it only if there is a second one, of whose words a checker of
/// the proof convinces itself. That one may be slower and tell less: a proof ends where it tells
/// who wins.
pub trait NodeTheorem<P>: Sync {
    /// What the theorem tells of a position in which the game goes on.
    fn tell(&self, position: &P) -> Told;
}
