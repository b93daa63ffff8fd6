//! Cooling, freezing, heating and overheating.
//!
//! - G *cooled* by t ≥ 0 is {G' - t | G'' + t} with cooled options, up to the temperature of G; by
//!   more it is the mean of G (Siegel, *Combinatorial Game Theory*, 2013, section II.5). Cooling is
//!   additive.
//! - G *frozen* is G cooled by its own temperature: its mean plus an infinitesimal.
//! - G *heated* by a game T is {G' + T | G'' - T} with heated options, and itself if it is a
//!   number.
//! - G *overheated* from S to T is the sum of n copies of S if G is an integer n, and otherwise
//!   {G' + T | G'' - T} with overheated options (Berlekamp 1988; *Winning Ways*, chapter 6).

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{PartizanError, Result};
use crate::form::Form;

impl Arena {
    /// The value cooled by a temperature, which is not negative.
    pub fn cool(&mut self, form: Form, by: Dyadic) -> Result<Form> {
        if by < Dyadic::ZERO {
            return Err(PartizanError::Unsuitable {
                operation: "cooling",
                needs: "a temperature of at least 0",
            });
        }
        let thermographs = self.thermographs(form)?;
        self.image(
            form,
            &mut |arena, form| {
                let thermograph = &thermographs[form];
                if by > thermograph.temperature() {
                    return arena.number(thermograph.mean()).map(Some);
                }
                Ok(None)
            },
            &mut |arena, _, lists| {
                let tax = arena.number(by.negated())?;
                let [left, right] = arena.with_gain(lists, tax)?;
                arena.value_with(left, right)
            },
        )
    }

    /// Adds a gain to each option of Left, and takes it from each option of Right.
    pub(crate) fn with_gain(
        &mut self,
        lists: [Vec<Form>; 2],
        gain: Form,
    ) -> Result<[Vec<Form>; 2]> {
        let [mut left, mut right] = lists;
        for option in &mut left {
            *option = self.add(*option, gain)?;
        }
        for option in &mut right {
            *option = self.subtract(*option, gain)?;
        }
        Ok([left, right])
    }

    /// The value cooled by its own temperature. A number stays as it is.
    pub fn freeze(&mut self, form: Form) -> Result<Form> {
        let temperature = self.temperature(form)?;
        self.cool(form, temperature.max(Dyadic::ZERO))
    }

    /// The value heated by a game.
    pub fn heat(&mut self, form: Form, by: Form) -> Result<Form> {
        let at_once = |arena: &mut Self, form| Ok(arena.as_number(form).map(|_| form));
        self.heated(form, by, at_once)
    }

    /// The value overheated from one game to another.
    pub fn overheat(&mut self, form: Form, from: Form, to: Form) -> Result<Form> {
        let at_once = |arena: &mut Self, form| {
            let integer = arena.as_number(form).and_then(Dyadic::as_integer);
            integer
                .map(|copies| arena.multiple(from, copies))
                .transpose()
        };
        self.heated(form, to, at_once)
    }

    fn heated(
        &mut self,
        form: Form,
        by: Form,
        mut at_once: impl FnMut(&mut Self, Form) -> Result<Option<Form>>,
    ) -> Result<Form> {
        self.image(form, &mut at_once, &mut |arena, _, lists| {
            let [left, right] = arena.with_gain(lists, by)?;
            arena.value_with(left, right)
        })
    }
}
