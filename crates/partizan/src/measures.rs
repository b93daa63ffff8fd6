//! What kinds of values there are, and how large their forms are.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{PartizanError, Result};
use crate::form::{Form, Side};
use crate::memory::Memo;

/// Whether the number of moves until a number is reached is even or odd, however both players move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Temper {
    /// The number of moves is even; of a number it is 0.
    Even,
    /// The number of moves is odd.
    Odd,
}

impl Arena {
    /// The temper of the canonical form; `None` if the number of moves may be even or odd.
    pub fn temper(&mut self, form: Form) -> Result<Option<Temper>> {
        self.measure(
            form,
            |arena, form| Ok(arena.as_number(form).map(|_| Some(Temper::Even))),
            |tempers| {
                let mut found = None;
                for temper in tempers.iter().flatten() {
                    match (temper, found) {
                        (Some(temper), None) => found = Some(*temper),
                        (Some(temper), Some(same)) if *temper == same => {}
                        _ => return Ok(None),
                    }
                }
                Ok(found.map(|temper| match temper {
                    Temper::Even => Temper::Odd,
                    Temper::Odd => Temper::Even,
                }))
            },
        )
    }

    /// The day on which the value is born: the height of its canonical form.
    pub fn birthday(&mut self, form: Form) -> Result<u64> {
        self.measure(
            form,
            |arena, form| Ok(arena.as_number(form).map(Dyadic::birthday)),
            |days| {
                let latest = days.iter().flatten().max();
                Ok(latest.map_or(0, |day| day + 1))
            },
        )
    }

    /// The number of ways to play until a number is reached.
    pub fn stop_count(&mut self, form: Form) -> Result<u64> {
        self.measure(
            form,
            |arena, form| Ok(arena.as_number(form).map(|_| 1)),
            |counts| {
                let mut sum: u64 = 0;
                for count in counts.iter().flatten() {
                    let more = sum.checked_add(*count);
                    sum = more.ok_or(PartizanError::TooLarge("the number of stops"))?;
                }
                Ok(sum)
            },
        )
    }

    /// A measure of a value that is defined from the measures of its options.
    fn measure<T: Copy>(
        &mut self,
        form: Form,
        at_once: impl Fn(&mut Self, Form) -> Result<Option<T>>,
        from_options: impl Fn(&[Vec<T>; 2]) -> Result<T>,
    ) -> Result<T> {
        let mut known: Memo<Form, T> = Memo::new(self.open_charge());
        for follower in self.followers(form, |arena, form| arena.as_number(form).is_some())? {
            let measure = if let Some(measure) = at_once(self, follower)? {
                measure
            } else {
                let mut of_options = [Vec::new(), Vec::new()];
                for side in Side::BOTH {
                    for option in self.options(follower, side)? {
                        of_options[side as usize].extend(known.get(&option));
                    }
                }
                from_options(&of_options)?
            };
            let room = known.insert(follower, measure);
            self.granted(room)?;
        }
        let measure = known.get(&form);
        Ok(measure.expect("a value is among its followers"))
    }
}
