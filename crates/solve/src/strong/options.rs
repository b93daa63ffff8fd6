//! What a caller may choose of a strong solution.

use std::num::NonZeroU32;

/// The way to the values that is asked for; [`Route`](super::Route) is the one taken.
///
/// It is not `non_exhaustive`: whoever tells or chooses a method must do so for every one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Backward induction if play cannot go round in a circle, else retrograde analysis.
    /// The positions that are found decide.
    #[default]
    Auto,
    /// Backward induction; an error if play can go round in a circle.
    Backward,
    /// Retrograde analysis, whether or not it is needed.
    Retrograde,
    /// Retrograde analysis that takes moves back and keeps none. It is the same as
    /// [`Method::Retrograde`] where the solver is not given a [`zug_game::Retractable`]
    /// game.
    Retracting,
    /// No move is kept, and moves are played again: backward induction if the positions are
    /// found in an order in which every move leads forward, else retrograde analysis level by
    /// level. It is the same as [`Method::Auto`] where the solver was given the moves.
    Replaying,
    /// Retrograde analysis over an index with few gaps, by [`solve_dense`](super::solve_dense).
    /// It is the same as [`Method::Retrograde`] where the solver is not given an index.
    Dense,
    /// Backward induction, level by level ([`tiers`](super::tiers)). It is the same as
    /// [`Method::Backward`] where the solver is not given a [`zug_game::Graded`] game.
    Tiers,
}

/// What a caller may choose of a strong solution, beside what the job says.
///
/// ```
/// use zug_solve::strong::{Method, Options};
/// let options = Options::default().with_method(Method::Retrograde);
/// assert_eq!(options.probe, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// How the positions get their values.
    pub method: Method,
    /// The number of playouts that are made before the work to see whether the job is
    /// hopeless. By default none is made.
    pub probe: Option<NonZeroU32>,
}

impl Options {
    /// The same options with this method.
    #[must_use]
    pub fn with_method(self, method: Method) -> Self {
        Self { method, ..self }
    }

    /// The same options with this number of playouts before the work.
    #[must_use]
    pub fn with_probe(self, playouts: NonZeroU32) -> Self {
        let probe = Some(playouts);
        Self { probe, ..self }
    }
}
