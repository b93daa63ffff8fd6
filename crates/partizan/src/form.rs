//! What names a value: the number of its canonical form.

use crate::dyadic::Dyadic;

/// The canonical form of a value in an [`Arena`](crate::Arena).
///
/// In one arena two forms are equal exactly if the values are equal. A form means nothing in
/// another arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form(pub(crate) u32);

/// A player of partizan theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player for whom positive games are good.
    Left,
    /// The player for whom negative games are good.
    Right,
}

impl Side {
    /// Left, then Right.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// The other player.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The value x + n·up + *k.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Plain {
    /// The number x.
    pub number: Dyadic,
    /// The number n of ups; negative for downs.
    pub ups: i16,
    /// The nimber k.
    pub nimber: u16,
}
