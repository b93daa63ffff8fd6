//! Sums, differences and multiples.
//!
//! A sum G + H has the options G' + H and G + H' (Siegel, *Combinatorial Game Theory*, 2013,
//! section II.1). Two parts need no such work: x + n·up + *k is added by its three parts; and a
//! number is added to the canonical form of a game that is not a number by adding it to each option
//! (the number translation theorem, section II.3), which gives a canonical form again.
//!
//! Sums are kept, each pair once, until they outnumber the forms.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{PartizanError, Result};
use crate::form::{Form, Plain, Side};

/// The number of sums that are kept, whatever the number of forms.
const SUMS_KEPT: usize = 1 << 16;

impl Arena {
    /// The negative: the players change sides.
    pub fn negate(&mut self, form: Form) -> Result<Form> {
        if let Some(known) = self.negative_at_once(form)? {
            return Ok(known);
        }
        self.image(
            form,
            &mut Self::negative_at_once,
            &mut |arena, form, [left, right]| {
                let negative = arena.translated(right, left)?;
                for (one, other) in [(form, negative), (negative, form)] {
                    let room = arena.negatives.insert(one, other);
                    arena.granted(room)?;
                }
                Ok(negative)
            },
        )
    }

    fn negative_at_once(&mut self, form: Form) -> Result<Option<Form>> {
        let Some(plain) = self.as_plain(form) else {
            return Ok(self.negatives.get(&form));
        };
        let negative = Plain {
            number: plain.number.negated(),
            ups: -plain.ups,
            ..plain
        };
        self.plain(negative).map(Some)
    }

    /// The form with these options, which are those of a canonical form that is not plain.
    fn translated(&mut self, mut left: Vec<Form>, mut right: Vec<Form>) -> Result<Form> {
        left.sort_unstable();
        right.sort_unstable();
        let facts = self.facts_of(&left, &right);
        self.braces(&left, &right, facts)
    }

    /// The sum g + h.
    pub fn add(&mut self, g: Form, h: Form) -> Result<Form> {
        if let Some(sum) = self.sum_at_once(g, h)? {
            return Ok(sum);
        }
        if self.sums.len() > SUMS_KEPT.max(self.forms()) {
            self.sums.clear();
        }
        let mut open = vec![(g, h)];
        loop {
            let &(one, two) = open.last().expect("the first sum is open");
            if let Some(sum) = self.sum_at_once(one, two)? {
                open.pop();
                if open.is_empty() {
                    return Ok(sum);
                }
                continue;
            }
            let before = open.len();
            let (mut left, mut right) = (Vec::new(), Vec::new());
            for (side, sums) in [(Side::Left, &mut left), (Side::Right, &mut right)] {
                self.add_moves((one, two), side, sums, &mut open)?;
            }
            if open.len() > before {
                continue;
            }
            let is_translation = self.as_number(one).is_some() || self.as_number(two).is_some();
            let sum = if is_translation {
                self.translated(left, right)?
            } else {
                self.value_with(left, right)?
            };
            let room = self.sums.insert(ordered(one, two), sum);
            self.granted(room)?;
        }
    }

    /// For each option of the sum of a pair, appends its value to `sums`, or the pair that it is to
    /// `open` if its value is not known. Moves in a number are left out.
    fn add_moves(
        &mut self,
        (one, two): (Form, Form),
        side: Side,
        sums: &mut Vec<Form>,
        open: &mut Vec<(Form, Form)>,
    ) -> Result<()> {
        for (moved, other) in [(one, two), (two, one)] {
            if self.as_number(moved).is_some() {
                continue;
            }
            let mut number = 0;
            while let Some(option) = self.option(moved, side, number)? {
                match self.sum_at_once(option, other)? {
                    Some(sum) => sums.push(sum),
                    None => open.push((option, other)),
                }
                number += 1;
            }
        }
        Ok(())
    }

    fn sum_at_once(&mut self, g: Form, h: Form) -> Result<Option<Form>> {
        if g == Form::ZERO {
            return Ok(Some(h));
        }
        if h == Form::ZERO {
            return Ok(Some(g));
        }
        let (Some(one), Some(two)) = (self.as_plain(g), self.as_plain(h)) else {
            return Ok(self.sums.get(&ordered(g, h)));
        };
        let ups = one.ups.checked_add(two.ups);
        let sum = Plain {
            number: one.number.plus(two.number)?,
            ups: ups.ok_or(PartizanError::TooLarge("the number of ups"))?,
            nimber: one.nimber ^ two.nimber,
        };
        self.plain(sum).map(Some)
    }

    /// The difference g - h.
    pub fn subtract(&mut self, g: Form, h: Form) -> Result<Form> {
        let negative = self.negate(h)?;
        self.add(g, negative)
    }

    /// The sum of several values.
    pub fn sum(&mut self, forms: impl IntoIterator<Item = Form>) -> Result<Form> {
        let mut sum = Form::ZERO;
        for form in forms {
            sum = self.add(sum, form)?;
        }
        Ok(sum)
    }

    /// A number added to a value.
    pub fn add_number(&mut self, form: Form, number: Dyadic) -> Result<Form> {
        let number = self.number(number)?;
        self.add(form, number)
    }

    /// The sum of n copies of a value; of -n copies of its negative if n is negative.
    pub fn multiple(&mut self, form: Form, copies: i64) -> Result<Form> {
        if let Some(plain) = self.as_plain(form) {
            let ups = i64::from(plain.ups).checked_mul(copies);
            let ups = ups.and_then(|ups| i16::try_from(ups).ok());
            if copies == i64::MIN {
                return Err(PartizanError::TooLarge("a number"));
            }
            let multiple = Plain {
                number: plain.number.times(Dyadic::integer(copies))?,
                ups: ups.ok_or(PartizanError::TooLarge("the number of ups"))?,
                nimber: if copies % 2 == 0 { 0 } else { plain.nimber },
            };
            return self.plain(multiple);
        }
        let one = if copies < 0 { self.negate(form)? } else { form };
        self.copies(one, copies.unsigned_abs(), Form::ZERO, Self::add)
    }

    /// The sum of n copies of what `add` adds, by doubling.
    pub(crate) fn copies<V: Copy>(
        &mut self,
        of: V,
        copies: u64,
        zero: V,
        add: fn(&mut Self, V, V) -> Result<V>,
    ) -> Result<V> {
        let (mut sum, mut power, mut rest) = (zero, of, copies);
        while rest > 0 {
            if rest % 2 == 1 {
                sum = add(self, sum, power)?;
            }
            rest /= 2;
            if rest > 0 {
                power = add(self, power, power)?;
            }
        }
        Ok(sum)
    }
}

/// A pair in the order of the forms' numbers: a sum does not depend on the order.
fn ordered(g: Form, h: Form) -> (Form, Form) {
    (g.min(h), g.max(h))
}
