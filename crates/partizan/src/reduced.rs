//! Reduced canonical forms: values up to infinitesimals.
//!
//! G and H are infinitesimally close if G - H is infinitesimal; G ≥ H up to infinitesimals exactly
//! if the Right stop of G - H is at least 0. **Theorem** (Calistrate 1996; Grossman and Siegel
//! 2009; Siegel, *Combinatorial Game Theory*, 2013, section II.6): each G has one simplest game
//! that is infinitesimally close to it. If both stops of G are a number x it is x. Otherwise it
//! comes of reduced options by removing options that are dominated up to infinitesimals and
//! bypassing those that are reversible up to infinitesimals.
//!
//! Bypassing leaves a game hot: if an option with the best stop were reversible through a number,
//! both stops would be that number.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::Result;
use crate::form::{Form, Side};

impl Arena {
    /// The reduced canonical form of a value.
    pub fn reduced(&mut self, form: Form) -> Result<Form> {
        self.image(
            form,
            &mut |arena, form| {
                if !arena.is_numberish(form) {
                    return Ok(None);
                }
                let stop = arena.stop(form, Side::Left);
                arena.number(stop).map(Some)
            },
            &mut |arena, form, [mut left, mut right]| {
                for (side, options) in [(Side::Left, &mut left), (Side::Right, &mut right)] {
                    arena.bypass_roughly(form, options, side)?;
                    arena.remove_dominated_by(options, |arena, one, than| {
                        arena.is_roughly_no_better(one, than, side)
                    })?;
                }
                arena.value_with(left, right)
            },
        )
    }

    /// Whether, up to infinitesimals, one value is no better than another for a player.
    fn is_roughly_no_better(&mut self, one: Form, than: Form, side: Side) -> Result<bool> {
        let (low, high) = match side {
            Side::Left => (one, than),
            Side::Right => (than, one),
        };
        let difference = self.subtract(high, low)?;
        Ok(self.stop(difference, Side::Right) >= Dyadic::ZERO)
    }

    /// Bypasses all options that are reversible up to infinitesimals in a game with this value.
    fn bypass_roughly(&mut self, game: Form, options: &mut Vec<Form>, side: Side) -> Result<()> {
        let mut open = std::mem::take(options);
        'open: while let Some(option) = open.pop() {
            for answer in self.options(option, side.other())? {
                if self.is_roughly_no_better(answer, game, side)? {
                    open.extend(self.options(answer, side)?);
                    continue 'open;
                }
            }
            options.push(option);
        }
        Ok(())
    }
}
