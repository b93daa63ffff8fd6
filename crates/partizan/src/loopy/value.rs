//! What a value of a game is in which play may go round.

use crate::form::Form;

/// A stopper in canonical form: a short game, or a position of a graph in which play can go round.
///
/// In one arena two stoppers are equal exactly if the values are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stopper {
    /// A game that ends.
    Short(Form),
    /// A position from which play can go round, by its number in the arena.
    Loop(LoopId),
}

/// The number of a position from which play can go round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoopId(pub(crate) u32);

/// The value of a game: a short game, or two stoppers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyValue {
    /// A game that ends.
    Short(Form),
    /// A game in which play can go round.
    Loopy(Sides),
}

/// The sides of the value s & t. They may be equal; then the value is that stopper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sides {
    /// The onside s, as good for Left as the game is if she wins all play that never ends.
    pub onside: Stopper,
    /// The offside t, as good for Left as the game is if Right wins all play that never ends.
    pub offside: Stopper,
}

/// An option of a position of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follower {
    /// Another position of the graph, or the same one, by its number.
    Position(usize),
    /// A value that is known.
    Value(AnyValue),
}

/// The positions of a graph, each with the options of Left and of Right.
pub type Graph = Vec<[Vec<Follower>; 2]>;

impl AnyValue {
    /// The value with these sides.
    #[must_use]
    pub fn of(sides: Sides) -> Self {
        match (sides.onside, sides.offside) {
            (Stopper::Short(onside), Stopper::Short(offside)) if onside == offside => {
                Self::Short(onside)
            }
            _ => Self::Loopy(sides),
        }
    }

    /// The two sides: twice the same of a game that ends.
    #[must_use]
    pub fn sides(self) -> Sides {
        match self {
            Self::Short(form) => Sides {
                onside: Stopper::Short(form),
                offside: Stopper::Short(form),
            },
            Self::Loopy(sides) => sides,
        }
    }

    /// The value as a game that ends, if it is one.
    #[must_use]
    pub fn short(self) -> Option<Form> {
        match self {
            Self::Short(form) => Some(form),
            Self::Loopy(_) => None,
        }
    }
}

impl Stopper {
    /// The stopper as a game that ends, if it is one.
    pub(crate) fn form(self) -> Option<Form> {
        match self {
            Self::Short(form) => Some(form),
            Self::Loop(_) => None,
        }
    }
}

impl From<Form> for AnyValue {
    fn from(form: Form) -> Self {
        Self::Short(form)
    }
}

impl From<Form> for Stopper {
    fn from(form: Form) -> Self {
        Self::Short(form)
    }
}

impl From<Stopper> for AnyValue {
    fn from(stopper: Stopper) -> Self {
        Self::of(Sides {
            onside: stopper,
            offside: stopper,
        })
    }
}
