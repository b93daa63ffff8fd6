//! All that is known of what a position is worth to the player to move.
//!
//! A position that is played alone has an outcome and, where it was worked out, a
//! remoteness. In a sum a position may be replaced by something simpler that is worth the
//! same in every sum: by a heap of Nim, if the game is impartial, play is normal and cannot
//! go on for ever ([`crate::nimber`]), else in some cases by a loopy nimber ([`crate::loopy`]). A [`Worth`] holds what a position is worth alone and
//! in sums, and cannot hold a contradiction. Two worths of one position, from a theorem and from
//! a table for example, are compared and joined by [`Worth::and`].
//!
//! To add a form of what a position is worth in sums, add a variant to [`InSum`] with its words
//! and, where the form has one, its outcome. The solver that finds the form hands it over by
//! [`Worth::with_in_sum`].

use std::fmt;

use crate::{Infinity, LoopyNimber, Nimber, Outcome, Plies, Value};

/// What a position is worth to the player to move.
///
/// The outcome is always known. The remoteness may be unknown, and a draw has none.
/// What the position is worth in a sum may be unknown, or not defined.
///
/// Invariants: a draw has no remoteness, and neither has a win by play that never ends; the outcome
/// is that of the nimber, if there
/// is one, under normal play. Every way to make a `Worth` keeps them.
///
/// ```
/// use zug_values::{Nimber, Outcome, Plies, Value, Worth};
///
/// // A theorem tells a nimber, and so who wins.
/// let by_theorem = Worth::from(Nimber(3));
/// assert_eq!(by_theorem.outcome(), Outcome::Win);
/// assert_eq!(by_theorem.remoteness(), None); // not known
///
/// // A table tells who wins and how soon; the two together tell all.
/// let by_table = Worth::from(Value::Win(Plies(5)));
/// let worth = by_table.and(&by_theorem)?;
/// assert_eq!(worth.nimber(), Some(Nimber(3)));
/// assert_eq!(worth.remoteness(), Some(Plies(5)));
/// assert_eq!(worth.to_string(), "win in 5, nimber 3");
///
/// // The nimber 0 belongs to a lost position.
/// assert!(worth.and(&Worth::from(Nimber(0))).is_err());
/// # Ok::<(), zug_values::Contradiction>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Worth {
    outcome: Outcome,
    /// Invariant: a draw has none.
    remoteness: Option<Plies>,
    /// Whether somebody wins because play never ends. Invariant: then there is no remoteness, and
    /// the outcome is no draw.
    is_endless: bool,
    /// Invariant: its outcome, where it has one by itself, is `outcome`.
    in_sum: Option<InSum>,
}

/// What a position is worth when it is played together with others.
///
/// Two positions that are worth the same in a sum may take each other's place in every sum.
///
/// More forms are to come: an element of a misère quotient, a canonical
/// form. Code that matches on an `InSum` must say what becomes of other forms, so that a new
/// form breaks no other crate:
///
/// ```
/// use zug_values::{InSum, Nimber, Worth};
///
/// fn heap(worth: &Worth) -> Option<u32> {
///     match worth.in_sum()? {
///         InSum::Nimber(Nimber(counters)) => Some(*counters),
///         _ => None,
///     }
/// }
///
/// assert_eq!(heap(&Worth::from(Nimber(4))), Some(4));
/// ```
///
/// Without the last arm this is refused by the compiler:
///
/// ```compile_fail,E0004
/// use zug_values::{InSum, Nimber, Worth};
///
/// fn heap(worth: &Worth) -> Option<u32> {
///     match worth.in_sum()? {
///         InSum::Nimber(Nimber(counters)) => Some(*counters),
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InSum {
    /// The heap of Nim with this number of counters, under normal play.
    Nimber(Nimber),
    /// A loopy nimber that is worth no heap of Nim, under normal play.
    Infinity(Infinity),
}

impl InSum {
    /// The mover's outcome; `None` where it does not follow from this alone.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Nimber(nimber) => Some(nimber.outcome()),
            Self::Infinity(infinity) => Some(infinity.outcome()),
        }
    }
}

impl fmt::Display for InSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(nimber) => write!(f, "nimber {nimber}"),
            Self::Infinity(infinity) => write!(f, "nimber {infinity}"),
        }
    }
}

impl From<Nimber> for InSum {
    fn from(nimber: Nimber) -> Self {
        Self::Nimber(nimber)
    }
}

impl From<LoopyNimber> for InSum {
    fn from(loopy: LoopyNimber) -> Self {
        match loopy {
            LoopyNimber::Finite(nimber) => Self::Nimber(nimber),
            LoopyNimber::Infinite(infinity) => Self::Infinity(infinity),
        }
    }
}

/// Two statements about one position contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Contradiction {
    /// Two outcomes.
    #[error("the position is a {0} and a {1}")]
    Outcome(Outcome, Outcome),
    /// A win or loss after a number of plies, and one because play never ends.
    #[error("the position has remoteness {0}, and play never ends")]
    Endless(Plies),
    /// Two remotenesses.
    #[error("the position has remoteness {0} and {1}")]
    Remoteness(Plies, Plies),
    /// Two different things that the position is worth in a sum.
    #[error("the position is worth {0} and {1}")]
    InSum(InSum, InSum),
    /// An outcome that is not that of what the position is worth in a sum.
    #[error("the position is a {0}, which a position worth {1} is not")]
    OutcomeInSum(Outcome, InSum),
}

impl Worth {
    /// The outcome for the player to move.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The number of plies until the end under best play; `None` where it is not
    /// known, for a draw, and where play never ends.
    #[must_use]
    pub fn remoteness(&self) -> Option<Plies> {
        self.remoteness
    }

    /// Whether somebody wins because play never ends.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        self.is_endless
    }

    /// What a position is worth in which play goes on, where endless play is won: by the mover if
    /// `mover_wins`, else by the opponent ([`Value::read`]).
    #[must_use]
    pub fn read(self, mover_wins: bool) -> Self {
        match self.outcome {
            Outcome::Draw => Self::from(Value::Draw.read(mover_wins)),
            Outcome::Win | Outcome::Loss => self,
        }
    }

    /// What a solver found of the position, before it was read who wins where play never ends.
    #[must_use]
    pub fn found(self) -> Self {
        if self.is_endless {
            Self::from(Value::Draw)
        } else {
            self
        }
    }

    /// The outcome with its remoteness; `None` where the remoteness of a win or a loss
    /// is not known.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        match self.outcome {
            Outcome::Win if self.is_endless => Some(Value::EndlessWin),
            Outcome::Loss if self.is_endless => Some(Value::EndlessLoss),
            Outcome::Win => self.remoteness.map(Value::Win),
            Outcome::Loss => self.remoteness.map(Value::Loss),
            Outcome::Draw => Some(Value::Draw),
        }
    }

    /// What the position is worth together with others; `None` where that is not
    /// known or not defined.
    #[must_use]
    pub fn in_sum(&self) -> Option<&InSum> {
        self.in_sum.as_ref()
    }

    /// The heap of Nim that may take the place of the position in a sum under normal
    /// play; `None` where there is none, or it is not known.
    #[must_use]
    pub fn nimber(&self) -> Option<Nimber> {
        self.loopy_nimber()?.nimber()
    }

    /// The loopy nimber of the position under normal play, a number or ∞; `None` where there is
    /// none, or it is not known.
    ///
    /// ```
    /// use zug_values::{Infinity, LoopyNimber, Nimber, Outcome, Worth};
    /// let drawn = LoopyNimber::from(Infinity::new([Nimber(2)])?);
    /// let worth = Worth::from(Outcome::Draw).with_in_sum(drawn.clone())?;
    /// assert_eq!((worth.nimber(), worth.loopy_nimber()), (None, Some(drawn)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn loopy_nimber(&self) -> Option<LoopyNimber> {
        Some(match self.in_sum.as_ref()? {
            InSum::Nimber(nimber) => (*nimber).into(),
            InSum::Infinity(infinity) => infinity.clone().into(),
        })
    }

    /// The loopy nimber of a position that is worth no heap of Nim; `None` where the position is
    /// worth a heap, and where its loopy nimber is not known.
    #[must_use]
    pub fn infinity(&self) -> Option<&Infinity> {
        match self.in_sum.as_ref()? {
            InSum::Infinity(infinity) => Some(infinity),
            InSum::Nimber(_) => None,
        }
    }

    /// Adds what the position is worth in a sum.
    ///
    /// ```
    /// use zug_values::{Nimber, Outcome, Worth};
    /// let won = Worth::from(Outcome::Win);
    /// assert_eq!(won.clone().with_in_sum(Nimber(2))?.nimber(), Some(Nimber(2)));
    /// assert!(won.with_in_sum(Nimber(0)).is_err());
    /// # Ok::<(), zug_values::Contradiction>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What is added contradicts the outcome, or what is known of the position's worth in a
    /// sum.
    pub fn with_in_sum(mut self, in_sum: impl Into<InSum>) -> Result<Self, Contradiction> {
        let in_sum = in_sum.into();
        if in_sum.outcome().is_some_and(|own| own != self.outcome) {
            return Err(Contradiction::OutcomeInSum(self.outcome, in_sum));
        }
        match self.in_sum.take() {
            Some(known) if known != in_sum => Err(Contradiction::InSum(known, in_sum)),
            _ => Ok(Self {
                in_sum: Some(in_sum),
                ..self
            }),
        }
    }

    /// What the position is worth when it is played alone: outcome and remoteness
    /// without what it is worth in a sum.
    #[must_use]
    pub fn alone(self) -> Self {
        Self {
            in_sum: None,
            ..self
        }
    }

    /// What two worths of one position tell together.
    ///
    /// # Errors
    ///
    /// The two worths contradict each other.
    pub fn and(self, other: &Self) -> Result<Self, Contradiction> {
        if self.outcome != other.outcome {
            return Err(Contradiction::Outcome(self.outcome, other.outcome));
        }
        let remoteness = match (self.remoteness, other.remoteness) {
            (Some(a), Some(b)) if a != b => return Err(Contradiction::Remoteness(a, b)),
            (a, b) => a.or(b),
        };
        let is_endless = self.is_endless || other.is_endless;
        if let (Some(plies), true) = (remoteness, is_endless) {
            return Err(Contradiction::Endless(plies));
        }
        let both = Self {
            remoteness,
            is_endless,
            ..self
        };
        match &other.in_sum {
            Some(in_sum) => both.with_in_sum(in_sum.clone()),
            None => Ok(both),
        }
    }
}

impl From<Outcome> for Worth {
    /// A position of which nothing but the outcome is known.
    fn from(outcome: Outcome) -> Self {
        Self {
            outcome,
            remoteness: None,
            is_endless: false,
            in_sum: None,
        }
    }
}

impl From<Value> for Worth {
    /// A position of which nothing but outcome and remoteness is known.
    fn from(value: Value) -> Self {
        Self {
            outcome: value.outcome(),
            remoteness: value.remoteness(),
            is_endless: value.is_endless(),
            in_sum: None,
        }
    }
}

impl From<Nimber> for Worth {
    /// A position of which nothing but the nimber is known, and who wins by it under
    /// normal play.
    fn from(nimber: Nimber) -> Self {
        Self {
            outcome: nimber.outcome(),
            remoteness: None,
            is_endless: false,
            in_sum: Some(InSum::Nimber(nimber)),
        }
    }
}

impl From<LoopyNimber> for Worth {
    /// A position of which nothing but the loopy nimber is known, and who wins by it under normal
    /// play.
    fn from(loopy: LoopyNimber) -> Self {
        Self {
            outcome: loopy.outcome(),
            remoteness: None,
            is_endless: false,
            in_sum: Some(loopy.into()),
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => write!(f, "{value}")?,
            None => write!(f, "{}", self.outcome)?,
        }
        match &self.in_sum {
            Some(in_sum) => write!(f, ", {in_sum}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Few different statements, so that two of them often speak of one position.
    fn worths() -> impl Strategy<Value = Worth> {
        let outcomes = prop_oneof![Just(Outcome::Win), Just(Outcome::Loss), Just(Outcome::Draw)];
        let values = prop_oneof![
            (0_u32..3).prop_map(|plies| Value::Win(Plies(plies))),
            (0_u32..3).prop_map(|plies| Value::Loss(Plies(plies))),
            Just(Value::Draw),
            Just(Value::EndlessWin),
            Just(Value::EndlessLoss),
        ];
        let told = prop_oneof![
            outcomes.prop_map(Worth::from),
            values.prop_map(Worth::from),
            loopy_nimbers().prop_map(Worth::from),
        ];
        (told, prop::option::of(loopy_nimbers())).prop_map(|(told, loopy)| match loopy {
            Some(loopy) => told.clone().with_in_sum(loopy).unwrap_or(told),
            None => told,
        })
    }

    fn loopy_nimbers() -> impl Strategy<Value = LoopyNimber> {
        let infinity = prop::option::of(0_u32..3).prop_map(|number| {
            let infinity = Infinity::new(number.map(Nimber));
            infinity.expect("one number is not too many")
        });
        prop_oneof![
            (0_u32..3).prop_map(|nimber| Nimber(nimber).into()),
            infinity.prop_map(LoopyNimber::from),
        ]
    }

    fn is_possible(worth: &Worth) -> bool {
        let draw_without_remoteness =
            worth.outcome() != Outcome::Draw || worth.remoteness().is_none();
        let wins_by_its_nimber = worth
            .loopy_nimber()
            .is_none_or(|loopy| loopy.outcome() == worth.outcome());
        let endless_without_remoteness =
            !worth.is_endless() || worth.remoteness().is_none() && worth.outcome() != Outcome::Draw;
        draw_without_remoteness && wins_by_its_nimber && endless_without_remoteness
    }

    #[test]
    fn a_nimber_is_refused_to_a_position_with_another_outcome() {
        for (outcome, nimber) in [
            (Outcome::Win, Nimber(0)),
            (Outcome::Loss, Nimber(1)),
            (Outcome::Draw, Nimber(0)),
            (Outcome::Draw, Nimber(1)),
        ] {
            let refused = Worth::from(outcome).with_in_sum(nimber);
            let why = Contradiction::OutcomeInSum(outcome, nimber.into());
            assert_eq!(refused, Err(why));
        }
    }

    #[test]
    fn a_contradiction_tells_both_sides() {
        let of = |worth: Worth, other: Worth| worth.and(&other).unwrap_err().to_string();
        let win = |plies| Worth::from(Value::Win(Plies(plies)));
        assert_eq!(
            of(Outcome::Win.into(), Outcome::Loss.into()),
            "the position is a win and a loss"
        );
        assert_eq!(of(win(1), win(3)), "the position has remoteness 1 and 3");
        assert_eq!(
            of(Nimber(1).into(), Nimber(2).into()),
            "the position is worth nimber 1 and nimber 2"
        );
    }

    proptest! {
        #[test]
        fn no_statement_is_impossible(worth in worths()) {
            prop_assert!(is_possible(&worth));
        }

        #[test]
        fn a_value_is_told_as_it_was_put_in(plies in 0_u32..9) {
            for value in [Value::Win(Plies(plies)), Value::Loss(Plies(plies)), Value::Draw] {
                let worth = Worth::from(value);
                prop_assert_eq!(worth.value(), Some(value));
                prop_assert_eq!(worth.to_string(), value.to_string());
            }
        }

        #[test]
        fn two_statements_tell_the_same_in_either_order(a in worths(), b in worths()) {
            prop_assert_eq!(a.clone().and(&b).ok(), b.and(&a).ok());
        }

        #[test]
        fn three_statements_tell_the_same_in_any_grouping(
            a in worths(), b in worths(), c in worths()
        ) {
            let left = a.clone().and(&b).and_then(|both| both.and(&c)).ok();
            let right = b.and(&c).and_then(|both| a.and(&both)).ok();
            prop_assert_eq!(left, right);
        }

        #[test]
        fn a_statement_adds_nothing_to_itself_and_loses_nothing(a in worths(), b in worths()) {
            prop_assert_eq!(a.clone().and(&a), Ok(a.clone()));
            if let Ok(both) = a.clone().and(&b) {
                prop_assert!(is_possible(&both));
                prop_assert_eq!(both.clone().and(&a), Ok(both.clone()));
                prop_assert_eq!(both.clone().and(&b), Ok(both));
            }
        }
    }
}
