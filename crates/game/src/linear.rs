//! Impartial games whose rules are linear conditions on natural numbers.
//!
//! A [`LinearGame`] stands for the games of all values of its parameters at once. A position is a
//! tuple of natural numbers, the parameters among them; what moves ask and do is said by sums of
//! whole multiples of these numbers. The types are data with their plain meaning on single
//! positions, which [`LinearGame::successors`] works out by trying all choices. They know neither
//! the rules that they come from nor automata.

mod nim_heap;

use std::fmt::{self, Display};

use zug_values::Outcome;

/// A sum of whole multiples of variables, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinearSum {
    /// The numbers of the variables with their coefficients, which are not 0, in ascending order.
    pub terms: Vec<(usize, i64)>,
    /// What is added.
    pub constant: i64,
}

impl LinearSum {
    /// Returns the sum that is this number.
    #[must_use]
    pub fn number(constant: i64) -> Self {
        let terms = Vec::new();
        Self { terms, constant }
    }

    /// Returns the sum that is this variable.
    #[must_use]
    pub fn variable(variable: usize) -> Self {
        Self {
            terms: vec![(variable, 1)],
            constant: 0,
        }
    }

    /// Returns this sum plus `factor` times another; `None` if a number does not fit.
    #[must_use]
    pub fn plus(&self, factor: i64, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = factor
            .checked_mul(other.constant)
            .and_then(|add| sum.constant.checked_add(add))?;
        for (variable, coefficient) in &other.terms {
            let add = factor.checked_mul(*coefficient)?;
            match sum
                .terms
                .binary_search_by_key(variable, |(known, _)| *known)
            {
                Ok(place) => sum.terms[place].1 = sum.terms[place].1.checked_add(add)?,
                Err(place) => sum.terms.insert(place, (*variable, add)),
            }
        }
        sum.terms.retain(|(_, coefficient)| *coefficient != 0);
        Some(sum)
    }

    /// Returns the number that the sum is, if it has no variables.
    #[must_use]
    pub fn known(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Returns the value of the sum where variable i has the value `values[i]`.
    #[must_use]
    pub fn value(&self, values: &[i64]) -> i64 {
        let terms = self.terms.iter();
        terms.fold(self.constant, |sum, (variable, coefficient)| {
            sum.saturating_add(coefficient.saturating_mul(values[*variable]))
        })
    }

    /// Returns the sum with each variable replaced by the sum that `by` has for it, or left as it
    /// is; `None` if a number does not fit.
    #[must_use]
    pub fn replaced(&self, by: &[(usize, LinearSum)]) -> Option<Self> {
        let mut sum = Self::number(self.constant);
        for (variable, coefficient) in &self.terms {
            let own = Self::variable(*variable);
            let found = by.iter().find(|(replaced, _)| replaced == variable);
            sum = sum.plus(*coefficient, found.map_or(&own, |(_, by)| by))?;
        }
        Some(sum)
    }
}

/// A condition on the variables of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinearCondition {
    /// Always true, or always false.
    Known(bool),
    /// The sum is 0.
    Zero(LinearSum),
    /// The sum is 0 or more.
    AtLeastZero(LinearSum),
    /// The sum is a multiple of the number, which is 1 at least.
    MultipleOf(u32, LinearSum),
    /// The condition is false.
    Not(Box<LinearCondition>),
    /// All are true.
    All(Vec<LinearCondition>),
    /// One is true at least.
    Any(Vec<LinearCondition>),
}

use LinearCondition::{All, Any, AtLeastZero, Known, MultipleOf, Not, Zero};

impl LinearCondition {
    /// Returns the condition that the sum is 0 or more.
    #[must_use]
    pub fn at_least_zero(sum: LinearSum) -> Self {
        match sum.known() {
            Some(number) => Known(number >= 0),
            None => AtLeastZero(sum),
        }
    }

    /// Returns the condition that the sum is 0.
    #[must_use]
    pub fn zero(sum: LinearSum) -> Self {
        match sum.known() {
            Some(number) => Known(number == 0),
            None => Zero(sum),
        }
    }

    /// Returns the condition that is true where this one is false.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Known(known) => Known(!known),
            Not(inner) => *inner,
            other => Not(Box::new(other)),
        }
    }

    /// Returns the condition that both are true.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Known(true), other) | (other, Known(true)) => other,
            (Known(false), _) | (_, Known(false)) => Known(false),
            (All(mut all), All(more)) => {
                all.extend(more);
                All(all)
            }
            (All(mut all), other) => {
                all.push(other);
                All(all)
            }
            (one, other) => All(vec![one, other]),
        }
    }

    /// Returns the condition that one of the two is true, or both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match (self, other) {
            (Known(false), other) | (other, Known(false)) => other,
            (Known(true), _) | (_, Known(true)) => Known(true),
            (Any(mut any), other) => {
                any.push(other);
                Any(any)
            }
            (one, other) => Any(vec![one, other]),
        }
    }

    /// Whether the condition is true where variable i has the value `values[i]`.
    #[must_use]
    pub fn holds(&self, values: &[i64]) -> bool {
        match self {
            Known(known) => *known,
            Zero(sum) => sum.value(values) == 0,
            AtLeastZero(sum) => sum.value(values) >= 0,
            MultipleOf(modulus, sum) => sum.value(values) % i64::from(*modulus) == 0,
            Not(inner) => !inner.holds(values),
            All(all) => all.iter().all(|one| one.holds(values)),
            Any(any) => any.iter().any(|one| one.holds(values)),
        }
    }

    /// Returns the condition with each variable replaced, as [`LinearSum::replaced`] does it.
    #[must_use]
    pub fn replaced(&self, by: &[(usize, LinearSum)]) -> Option<Self> {
        let each = |all: &[Self]| {
            all.iter()
                .map(|one| one.replaced(by))
                .collect::<Option<Vec<_>>>()
        };
        Some(match self {
            Known(known) => Known(*known),
            Zero(sum) => Zero(sum.replaced(by)?),
            AtLeastZero(sum) => AtLeastZero(sum.replaced(by)?),
            MultipleOf(modulus, sum) => MultipleOf(*modulus, sum.replaced(by)?),
            Not(inner) => Not(Box::new(inner.replaced(by)?)),
            All(all) => All(each(all)?),
            Any(any) => Any(each(any)?),
        })
    }

    /// Visits all sums of the condition.
    pub fn each_sum<'s>(&'s self, visit: &mut dyn FnMut(&'s LinearSum)) {
        match self {
            Known(_) => {}
            Zero(sum) | AtLeastZero(sum) | MultipleOf(_, sum) => visit(sum),
            Not(inner) => inner.each_sum(visit),
            All(all) | Any(all) => {
                for one in all {
                    one.each_sum(visit);
                }
            }
        }
    }

    /// Returns numbers between which the variable is wherever the condition is true, if the
    /// variables below it have their values in `values`; those above it are not known.
    fn interval(&self, variable: usize, values: &[i64]) -> (i64, i64) {
        const ALL: (i64, i64) = (i64::MIN, i64::MAX);
        match self {
            Known(false) => (1, 0),
            Zero(sum) => {
                let (lo, hi) = at_least(sum, variable, values);
                let negative = LinearSum::default().plus(-1, sum).unwrap_or_default();
                let (low, high) = at_least(&negative, variable, values);
                (lo.max(low), hi.min(high))
            }
            AtLeastZero(sum) => at_least(sum, variable, values),
            Known(true) | MultipleOf(..) | Not(_) => ALL,
            All(all) => all.iter().fold(ALL, |(lo, hi), one| {
                let (low, high) = one.interval(variable, values);
                (lo.max(low), hi.min(high))
            }),
            Any(any) => any
                .iter()
                .map(|one| one.interval(variable, values))
                .filter(|(lo, hi)| lo <= hi)
                .reduce(|(lo, hi), (low, high)| (lo.min(low), hi.max(high)))
                .unwrap_or((1, 0)),
        }
    }
}

/// The interval of a variable in which a sum is 0 or more.
fn at_least(sum: &LinearSum, variable: usize, values: &[i64]) -> (i64, i64) {
    let Some(&(last, coefficient)) = sum.terms.last().filter(|(last, _)| *last <= variable) else {
        return match sum.known() {
            Some(number) if number < 0 => (1, 0),
            _ => (i64::MIN, i64::MAX),
        };
    };
    let mut rest = sum.clone();
    if last < variable {
        return match sum.value(values) {
            0.. => (i64::MIN, i64::MAX),
            _ => (1, 0),
        };
    }
    rest.terms.pop();
    let rest = rest.value(values);
    match coefficient {
        1.. => (
            (-rest).div_euclid(coefficient) + i64::from((-rest).rem_euclid(coefficient) != 0),
            i64::MAX,
        ),
        _ => (i64::MIN, rest.div_euclid(-coefficient)),
    }
}

/// A move with some of its choices open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearMove {
    /// The name of the move in the rules.
    pub name: String,
    /// The number of choices: natural numbers, which are the variables behind those of the game.
    pub choices: usize,
    /// When the move is legal with these choices.
    pub condition: LinearCondition,
    /// The variables that change, with their values afterwards, in ascending order.
    pub after: Vec<(usize, LinearSum)>,
    /// Positions that the move leaves beside that one, all together a sum: for each its variables as in `after`.
    pub beside: Vec<Vec<(usize, LinearSum)>>,
    /// The move as people write it, piece by piece; none where a piece is neither fixed nor a sum.
    pub text: Vec<LinearText>,
}

/// A piece of the text of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinearText {
    /// Words that are the same whatever is chosen.
    Fixed(String),
    /// A number, by the variables of the game and the choices of the move.
    Number(LinearSum),
}

/// An impartial game whose rules are linear conditions. See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearGame {
    /// The names of the variables; the parameters come first.
    pub variables: Vec<String>,
    /// The number of parameters, which no move changes.
    pub parameters: usize,
    /// Which values the rules allow: what they require of the parameters, the ranges of the
    /// variables, and laws.
    pub domain: LinearCondition,
    /// The values of the variables at the start, parameters left out: for each case its condition
    /// on the parameters. One case is true.
    pub start: Vec<(LinearCondition, Vec<LinearSum>)>,
    /// Where the rules end the game and the player to move has won.
    pub won: LinearCondition,
    /// Where the rules end the game and the player to move has lost.
    pub lost: LinearCondition,
    /// The outcome for a player to move who is stuck.
    pub stuck: Outcome,
    /// The moves.
    pub moves: Vec<LinearMove>,
    /// The last variable, if it is a heap of Nim beside the position: see [`LinearGame::beside_nim`].
    pub nim_heap: Option<usize>,
}

/// A choice of a move has too many values to try.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a choice of the move `{name}` has too many values to try")]
pub struct TooManyChoices {
    /// The name of the move.
    pub name: String,
}

/// The most values that a choice is tried with.
const MOST_CHOICES: i64 = 1 << 20;

impl LinearGame {
    /// Returns the largest number up to which all sums of positions and choices fit into 64 bits.
    #[must_use]
    pub fn largest(&self) -> i64 {
        let mut most = 1i64;
        let mut visit = |sum: &LinearSum| {
            let terms = sum.terms.iter();
            let size = terms.fold(sum.constant.saturating_abs(), |size, (_, coefficient)| {
                size.saturating_add(coefficient.saturating_abs())
            });
            most = most.max(size);
        };
        let moves = self.moves.iter().map(|step| &step.condition);
        let starts = self.start.iter().map(|(case, _)| case);
        let own = [&self.domain, &self.won, &self.lost];
        for condition in own.into_iter().chain(moves).chain(starts) {
            condition.each_sum(&mut visit);
        }
        let left = self.moves.iter().flat_map(LinearMove::left);
        left.flatten().for_each(|(_, sum)| visit(sum));
        self.start.iter().flat_map(|(_, sums)| sums).for_each(visit);
        i64::MAX / most
    }

    /// Whether the rules end the game, moves or no moves; then the outcome for the player to move.
    #[must_use]
    pub fn ended(&self, values: &[i64]) -> Option<Outcome> {
        match () {
            () if self.won.holds(values) => Some(Outcome::Win),
            () if self.lost.holds(values) => Some(Outcome::Loss),
            () => None,
        }
    }

    /// Returns the positions that moves lead to, each once for each choice, by trying all choices;
    /// whether the rules have ended the game is not asked. No move may leave several positions.
    ///
    /// # Errors
    ///
    /// A choice is not bounded by the rules, or has too many values.
    pub fn successors(&self, values: &[i64]) -> Result<Vec<Vec<i64>>, TooManyChoices> {
        let mut all = Vec::new();
        for step in &self.moves {
            step.each(values, &mut |known| {
                all.push(changed(values, &step.after, known));
            })?;
        }
        Ok(all)
    }

    /// Returns the positions that each move leaves, as [`LinearGame::successors`] does where one is left. Moves in the
    /// heap of Nim are left out.
    ///
    /// # Errors
    ///
    /// As [`LinearGame::successors`].
    pub fn options(&self, values: &[i64]) -> Result<Vec<Vec<Vec<i64>>>, TooManyChoices> {
        let mut all = Vec::new();
        for step in self.moves.iter().filter(|step| !self.is_of_nim(step)) {
            step.each(values, &mut |known| {
                let left = step.left().map(|of| changed(values, of, known));
                all.push(left.collect());
            })?;
        }
        Ok(all)
    }
}

/// The position after a move, for these values of the variables and choices.
fn changed(values: &[i64], after: &[(usize, LinearSum)], known: &[i64]) -> Vec<i64> {
    let mut changed = values.to_vec();
    for (variable, sum) in after {
        changed[*variable] = sum.value(known);
    }
    changed
}

impl LinearMove {
    /// Returns the move as people write it, where variable i has the value `values[i]`, the choices behind those
    /// of the game; `None` if it is not known how.
    #[must_use]
    pub fn written(&self, values: &[i64]) -> Option<String> {
        let pieces = self.text.iter().map(|piece| match piece {
            LinearText::Fixed(text) => text.clone(),
            LinearText::Number(sum) => sum.value(values).to_string(),
        });
        (!self.text.is_empty()).then(|| pieces.collect())
    }

    /// The positions that the move leaves, by the variables that change.
    pub fn left(&self) -> impl Iterator<Item = &Vec<(usize, LinearSum)>> {
        std::iter::once(&self.after).chain(&self.beside)
    }

    /// Calls `visit` for all choices with which the move is legal, with the values of the variables and the
    /// choices behind them.
    fn each(&self, values: &[i64], visit: &mut dyn FnMut(&[i64])) -> Result<(), TooManyChoices> {
        self.choose(self.choices, &mut values.to_vec(), visit)
    }

    /// Tries all values of the choices that are left.
    fn choose(
        &self,
        left: usize,
        known: &mut Vec<i64>,
        visit: &mut dyn FnMut(&[i64]),
    ) -> Result<(), TooManyChoices> {
        if left == 0 {
            if self.condition.holds(known) {
                visit(known);
            }
            return Ok(());
        }
        let (lo, hi) = self.condition.interval(known.len(), known);
        let lo = lo.max(0);
        if hi.saturating_sub(lo) > MOST_CHOICES {
            let name = self.name.clone();
            return Err(TooManyChoices { name });
        }
        for value in lo..=hi {
            known.push(value);
            self.choose(left - 1, known, visit)?;
            known.pop();
        }
        Ok(())
    }
}

/// A condition with the names of its variables, as people read it.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// The condition.
    pub condition: &'a LinearCondition,
    /// The names of the variables.
    pub names: &'a [String],
}

impl Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.condition {
            Known(known) => write!(f, "{known}"),
            Zero(sum) => self.sides(f, sum, "="),
            AtLeastZero(sum) => self.sides(f, sum, ">="),
            MultipleOf(modulus, sum) => {
                self.side(f, sum, 1, true)?;
                write!(f, " is a multiple of {modulus}")
            }
            Not(inner) => write!(f, "not ({})", self.of(inner)),
            All(all) => self.joined(f, all, "and"),
            Any(any) => self.joined(f, any, "or"),
        }
    }
}

impl<'a> Named<'a> {
    fn of(&self, condition: &'a LinearCondition) -> Self {
        Self { condition, ..*self }
    }

    fn joined(
        &self,
        f: &mut fmt::Formatter<'_>,
        all: &'a [LinearCondition],
        word: &str,
    ) -> fmt::Result {
        for (place, one) in all.iter().enumerate() {
            if place > 0 {
                write!(f, " {word} ")?;
            }
            match one {
                All(_) | Any(_) => write!(f, "({})", self.of(one))?,
                _ => write!(f, "{}", self.of(one))?,
            }
        }
        Ok(())
    }

    /// Writes a comparison with 0 so that each side has what it adds.
    fn sides(&self, f: &mut fmt::Formatter<'_>, sum: &LinearSum, sign: &str) -> fmt::Result {
        self.side(f, sum, 1, sum.constant > 0)?;
        write!(f, " {sign} ")?;
        self.side(f, sum, -1, sum.constant < 0)
    }

    fn side(
        &self,
        f: &mut fmt::Formatter<'_>,
        sum: &LinearSum,
        sign: i64,
        constant: bool,
    ) -> fmt::Result {
        let mut is_first = true;
        for (variable, coefficient) in &sum.terms {
            let (coefficient, name) = (coefficient * sign, &self.names[*variable]);
            if coefficient > 0 {
                f.write_str(if is_first { "" } else { " + " })?;
                match coefficient {
                    1 => write!(f, "{name}")?,
                    _ => write!(f, "{coefficient} {name}")?,
                }
                is_first = false;
            }
        }
        if constant || is_first {
            f.write_str(if is_first { "" } else { " + " })?;
            write!(f, "{}", if constant { sum.constant.abs() } else { 0 })?;
        }
        Ok(())
    }
}
