//! Expansions in uptimals: `x + a₁·^ + a₂·^<2> + … + *k`.
//!
//! **Theorem** (Conway 1976; *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*, 2013,
//! section II.4): `^<n>` is positive, and every multiple of `^<n+1>` is less than `^<n>`. So a sum
//! of uptimals has one expansion, and its coefficients can be read off one after the other, by
//! comparing with multiples of `^<n>`. Twice the value has the doubled coefficients and no nimber.

use std::fmt;

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::form::{Form, Side};

/// The value `x + a₁·^ + a₂·^<2> + … + *k`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UptimalExpansion {
    /// The number x.
    pub number: Dyadic,
    /// The coefficients a₁, a₂ and so on; the last one is not 0.
    pub coefficients: Vec<i64>,
    /// The nimber k.
    pub nimber: u16,
}

/// As [`Arena::parse`] reads it: `1 + 2.^<1> - 1.^<2> + *3`, without what is 0.
impl fmt::Display for UptimalExpansion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        if !self.number.is_zero() {
            write!(f, "{}", self.number)?;
            is_first = false;
        }
        for (place, coefficient) in self.coefficients.iter().enumerate() {
            let sign = match (*coefficient < 0, is_first) {
                (true, true) => "-",
                (true, false) => " - ",
                (false, true) => "",
                (false, false) => " + ",
            };
            if *coefficient != 0 {
                write!(f, "{sign}{}.^<{}>", coefficient.unsigned_abs(), place + 1)?;
                is_first = false;
            }
        }
        match (self.nimber, is_first) {
            (0, true) => f.write_str("0"),
            (0, false) => Ok(()),
            (nimber, true) => write!(f, "*{nimber}"),
            (nimber, false) => write!(f, " + *{nimber}"),
        }
    }
}

impl Arena {
    /// The expansion of a value in uptimals, if it has one.
    pub fn uptimal_expansion(&mut self, form: Form) -> Result<Option<UptimalExpansion>> {
        if !self.is_numberish(form) {
            return Ok(None);
        }
        let number = self.stop(form, Side::Left);
        let infinitesimal = self.add_number(form, number.negated())?;
        if let Some(plain) = self.as_plain(infinitesimal) {
            let ups = Some(i64::from(plain.ups)).filter(|&ups| ups != 0);
            return Ok(Some(UptimalExpansion {
                number,
                coefficients: ups.into_iter().collect(),
                nimber: plain.nimber,
            }));
        }
        if !self.is_all_small(infinitesimal)? {
            return Ok(None);
        }
        // No uptimal with a number above the birthday is a part of the value.
        let most = self.birthday(infinitesimal)?;
        let mut twice = self.add(infinitesimal, infinitesimal)?;
        let mut rest = infinitesimal;
        let mut sum = Form::ZERO;
        let mut coefficients = Vec::new();
        while twice != Form::ZERO {
            if coefficients.len() as u64 == most {
                return Ok(None);
            }
            let uptimal = self.uptimal_after(sum)?;
            sum = self.add(sum, uptimal)?;
            let Some(coefficient) = self.coefficient(twice, uptimal, most)? else {
                return Ok(None);
            };
            let part = self.multiple(uptimal, coefficient)?;
            rest = self.subtract(rest, part)?;
            let part = self.add(part, part)?;
            twice = self.subtract(twice, part)?;
            coefficients.push(coefficient);
        }
        let nimber = self.as_plain(rest).filter(|plain| plain.ups == 0);
        Ok(nimber.map(|plain| UptimalExpansion {
            number,
            coefficients,
            nimber: plain.nimber,
        }))
    }

    /// The a for which `twice` differs from 2a·`uptimal` by less than one `uptimal`, if its size is
    /// at most `most`.
    fn coefficient(&mut self, twice: Form, uptimal: Form, most: u64) -> Result<Option<i64>> {
        let down = self.negate(uptimal)?;
        let sign = if self.is_at_most(uptimal, twice)? {
            1
        } else {
            -1
        };
        let step = self.multiple(uptimal, -2 * sign)?;
        let mut rest = twice;
        for coefficient in 0..=i64::try_from(most).unwrap_or(i64::MAX) {
            if self.is_at_most(rest, uptimal)? && self.is_at_most(down, rest)? {
                return Ok(Some(sign * coefficient));
            }
            rest = self.add(rest, step)?;
        }
        Ok(None)
    }
}
