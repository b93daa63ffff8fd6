//! Numbers of short games: dyadic rationals, exact.
//!
//! Every number that a short game can be is m / 2^e (Siegel, *Combinatorial Game Theory*, 2013,
//! section II.3). The simplest number of an interval is the one that is born first: the integer
//! nearest to 0 if there is an integer in the interval, otherwise the number with the least e.
//!
//! A [`Dyadic`] has a numerator of 64 bits and an exponent of at most 62. Arithmetic that would
//! leave this range returns [`PartizanError::TooLarge`]; nothing is ever rounded.

use std::cmp::Ordering;
use std::fmt;

use crate::error::{PartizanError, Result};

/// The largest exponent e of a number m / 2^e.
const MOST_EXPONENT: u32 = 62;

/// A number m / 2^e, in lowest terms.
///
/// ```
/// use zug_partizan::Dyadic;
/// let half = Dyadic::new(1, 1)?;
/// assert_eq!(half.plus(Dyadic::new(3, 2)?)?.to_string(), "5/4");
/// # Ok::<(), zug_partizan::PartizanError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dyadic {
    numerator: i64,
    exponent: u8,
}

/// One end of an interval of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The number at the end.
    pub at: Dyadic,
    /// Whether the number at the end belongs to the interval.
    pub included: bool,
}

impl End {
    /// The end of the interval of the numbers with the opposite sign.
    pub(crate) fn negated(self) -> Self {
        Self {
            at: self.at.negated(),
            ..self
        }
    }
}

impl Dyadic {
    /// The number 0.
    pub const ZERO: Self = Self {
        numerator: 0,
        exponent: 0,
    };

    /// The number `numerator` / 2^`exponent`.
    pub fn new(numerator: i64, exponent: u32) -> Result<Self> {
        Self::reduced(i128::from(numerator), exponent)
    }

    /// The integer `integer`.
    #[must_use]
    pub const fn integer(integer: i64) -> Self {
        Self {
            numerator: integer,
            exponent: 0,
        }
    }

    fn reduced(numerator: i128, exponent: u32) -> Result<Self> {
        let halvings = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> halvings, exponent - halvings);
        let numerator = i64::try_from(numerator).ok().filter(|&m| m != i64::MIN);
        match numerator {
            Some(0) => Ok(Self::ZERO),
            Some(numerator) if exponent <= MOST_EXPONENT => Ok(Self {
                numerator,
                exponent: exponent as u8,
            }),
            _ => Err(PartizanError::TooLarge("a number")),
        }
    }

    /// The numerator m of m / 2^e in lowest terms.
    #[must_use]
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The exponent e of m / 2^e in lowest terms.
    #[must_use]
    pub fn exponent(self) -> u32 {
        u32::from(self.exponent)
    }

    /// The integer that the number is; `None` if it is not an integer.
    #[must_use]
    pub fn as_integer(self) -> Option<i64> {
        (self.exponent == 0).then_some(self.numerator)
    }

    /// Whether the number is 0.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// The numerators of two numbers over their common denominator, with its exponent.
    fn over_common(self, other: Self) -> (i128, i128, u32) {
        let exponent = self.exponent.max(other.exponent);
        let scaled = |of: Self| i128::from(of.numerator) << (exponent - of.exponent);
        (scaled(self), scaled(other), u32::from(exponent))
    }

    /// The sum of two numbers.
    pub fn plus(self, other: Self) -> Result<Self> {
        let (one, two, exponent) = self.over_common(other);
        Self::reduced(one + two, exponent)
    }

    /// This number minus another.
    pub fn minus(self, other: Self) -> Result<Self> {
        self.plus(other.negated())
    }

    /// The number with the opposite sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self {
            numerator: -self.numerator,
            ..self
        }
    }

    /// The product of two numbers.
    pub fn times(self, other: Self) -> Result<Self> {
        let product = i128::from(self.numerator) * i128::from(other.numerator);
        Self::reduced(product, self.exponent() + other.exponent())
    }

    /// Half of the number.
    pub fn halved(self) -> Result<Self> {
        Self::reduced(i128::from(self.numerator), self.exponent() + 1)
    }

    /// The denominator's reciprocal: 1 / 2^e of a number m / 2^e in lowest terms.
    #[must_use]
    pub fn unit(self) -> Self {
        Self {
            numerator: 1,
            exponent: self.exponent,
        }
    }

    /// The largest integer that is at most this number.
    #[must_use]
    pub fn floor(self) -> i64 {
        self.numerator >> self.exponent
    }

    /// The day on which the number is born.
    ///
    /// An integer n is born on day |n|; any other number on a day for each integer on the way
    /// towards it from 0, and one for each halving.
    #[must_use]
    pub fn birthday(self) -> u64 {
        let whole = self.numerator.unsigned_abs() >> self.exponent;
        match self.exponent {
            0 => whole,
            exponent => whole + u64::from(exponent) + 1,
        }
    }

    /// The simplest number of an interval, or `None` if the interval is empty. An end that is
    /// `None` is infinite.
    pub fn simplest(lower: Option<End>, upper: Option<End>) -> Result<Option<Self>> {
        let above = |x: Self| lower.is_none_or(|end| end.at < x || end.included && end.at == x);
        let below = |x: Self| upper.is_none_or(|end| x < end.at || end.included && end.at == x);
        if above(Self::ZERO) && below(Self::ZERO) {
            return Ok(Some(Self::ZERO));
        }
        if let (Some(low), Some(high)) = (lower, upper)
            && (low.at > high.at || low.at == high.at && !(low.included && high.included))
        {
            return Ok(None);
        }
        // All of the interval lies on one side of 0: the end nearer to 0 is the lower one, after
        // a change of sign if need be.
        let Some(near) = lower.filter(|_| !above(Self::ZERO)) else {
            let mirrored = Self::simplest(upper.map(End::negated), lower.map(End::negated))?;
            return Ok(mirrored.map(Self::negated));
        };
        for exponent in 0..=MOST_EXPONENT {
            // The least multiple of 2^-exponent in the interval's half line.
            let scaled = i128::from(near.at.numerator) << exponent;
            let mut multiple = scaled >> near.at.exponent;
            if multiple << near.at.exponent != scaled || !near.included {
                multiple += 1;
            }
            let candidate = Self::reduced(multiple, exponent)?;
            if below(candidate) {
                return Ok(Some(candidate));
            }
        }
        Err(PartizanError::TooLarge("a number"))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.exponent == other.exponent {
            return self.numerator.cmp(&other.numerator);
        }
        let (one, two, _) = self.over_common(*other);
        one.cmp(&two)
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            exponent => write!(f, "{}/{}", self.numerator, 1_u64 << exponent),
        }
    }
}
