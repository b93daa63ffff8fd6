//! What a solution claims: a table with one entry for each orbit of positions.

use zug_values::{Nimber, Plies, Value};

/// A table of values, and of nimbers or scores, whose entries each stand for one position or for
/// several that are worth the same.
///
/// Each entry has a number of its own. Some numbers below [`Claim::numbers`] may have no
/// entry, as in a table whose numbers are the ranks of positions.
///
/// A check believes none of the answers. It relies on one thing: each question always gets
/// one and the same answer.
pub trait Claim {
    /// A position.
    type Position;

    /// Why the claim cannot be read; [`Infallible`](std::convert::Infallible) for a claim in
    /// memory.
    type Unreadable: Send;

    /// A number that is larger than that of any entry.
    fn numbers(&self) -> u64;

    /// The largest number of positions that an entry stands for, or a larger number.
    fn most_positions(&self) -> u64;

    /// Replaces the content of `positions` by the positions that an entry stands for, each
    /// once and always in one order, and returns what the entry says of them. Returns `None`,
    /// with `positions` empty, if no entry has this number.
    ///
    /// # Errors
    ///
    /// The claim cannot be read.
    fn entry(
        &self,
        number: u64,
        positions: &mut Vec<Self::Position>,
    ) -> Result<Option<Told>, Self::Unreadable>;

    /// The number of the entry in which the solution looks a position up; `None` if no entry
    /// stands for it.
    ///
    /// # Errors
    ///
    /// The claim cannot be read.
    fn number_of(&self, position: &Self::Position) -> Result<Option<u64>, Self::Unreadable>;

    /// Replaces the content of `numbers` by the numbers of the entries in which the solution looks
    /// positions up, all of which are of one entry. Here each is asked by itself.
    ///
    /// # Errors
    ///
    /// The claim cannot be read.
    fn numbers_of(
        &self,
        positions: &[Self::Position],
        numbers: &mut Vec<Option<u64>>,
    ) -> Result<(), Self::Unreadable> {
        numbers.clear();
        for position in positions {
            numbers.push(self.number_of(position)?);
        }
        Ok(())
    }

    /// The number of the entry that has a position among those it stands for, as soon as that can
    /// be told; `None` if there is no such entry. The check looks for the position in that
    /// entry, so that an answer which is not right is a flaw. Here the solution looks it up.
    ///
    /// # Errors
    ///
    /// The claim cannot be read.
    fn entry_with(&self, position: &Self::Position) -> Result<Option<u64>, Self::Unreadable> {
        self.number_of(position)
    }

    /// Whether some entry may have a nimber or a score. The check keeps memory free for that case.
    fn has_besides(&self) -> bool;
}

/// What an entry of a claim says of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The value of each position.
    pub value: Value,
    /// The nimber or the score of each position; `None` if the entry gives none.
    pub beside: Option<Beside>,
    /// Whether the game is over in each position; `None` if the entry does not say.
    pub is_over: Option<bool>,
}

/// What a table claims of a position besides its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The nimber of the position.
    Nimber(Nimber),
    /// The score that the player to move gets.
    Score(i64),
    /// The score that the player to move can still get where moves gain points, and the number of plies until play ends
    /// with it. The value of the position is the sign of the score.
    Attained(i64, Plies),
}
