//! Products, ordinal sums, incentives, and values with names.
//!
//! - *Norton's product* G·U of any G and a positive U (*Winning Ways*, chapter 8; Siegel,
//!   *Combinatorial Game Theory*, 2013, section V.4): n copies of U if G is an integer n; otherwise
//!   {G'·U + (U + I) | G''·U - (U + I)} for all incentives I of U. It respects equality and order
//!   of G, and is additive in G.
//! - *Conway's product* G × H (*On Numbers and Games*, chapter 1): a typical Left option is
//!   G'×H + G×H' - G'×H'. It respects equality only for numbers; for other games it is the product
//!   of the canonical forms.
//! - *The ordinal sum* G : H (section II.1): a move in G ends H. It depends on the form of G, here
//!   the canonical one. A game H with G : H = K is the *subordinate* of K to G.

use crate::arena::Arena;
use crate::dyadic::Dyadic;
use crate::error::{PartizanError, Result};
use crate::form::{Form, Side};
use crate::memory::Memo;

impl Arena {
    /// The switch ±g = {g | -g}.
    pub fn switch(&mut self, form: Form) -> Result<Form> {
        let negative = self.negate(form)?;
        self.from_options(&[form], &[negative])
    }

    /// Tiny of g: {0 || 0 | -g}.
    pub fn tiny(&mut self, form: Form) -> Result<Form> {
        let negative = self.negate(form)?;
        let threat = self.from_options(&[Form::ZERO], &[negative])?;
        self.from_options(&[Form::ZERO], &[threat])
    }

    /// Miny of g, the negative of tiny: {g | 0 || 0}.
    pub fn miny(&mut self, form: Form) -> Result<Form> {
        let tiny = self.tiny(form)?;
        self.negate(tiny)
    }

    /// The sum of the first n uptimals, `^[n] = ^<1> + … + ^<n>`.
    pub fn uptimal_sum(&mut self, count: u16) -> Result<Form> {
        let mut sum = Form::ZERO;
        for _ in 0..count {
            let uptimal = self.uptimal_after(sum)?;
            sum = self.add(sum, uptimal)?;
        }
        Ok(sum)
    }

    /// The uptimal `^<n> = {0 | v[n-1]*}`; `n` is at least 1.
    pub fn uptimal(&mut self, n: u16) -> Result<Form> {
        let Some(before) = n.checked_sub(1) else {
            return Err(PartizanError::Unsuitable {
                operation: "^<n>",
                needs: "a number n of at least 1",
            });
        };
        let sum = self.uptimal_sum(before)?;
        self.uptimal_after(sum)
    }

    /// The uptimal that follows those with this sum.
    pub(crate) fn uptimal_after(&mut self, sum: Form) -> Result<Form> {
        let star = self.nimber(1)?;
        let downs = self.negate(sum)?;
        let option = self.add(downs, star)?;
        self.from_options(&[Form::ZERO], &[option])
    }

    /// The incentives of a value, those of one player: what a move gains for the player who makes
    /// it. Incentives that are less than another one are left out.
    pub fn incentives_of(&mut self, form: Form, side: Side) -> Result<Vec<Form>> {
        let mut incentives = Vec::new();
        for option in self.options(form, side)? {
            incentives.push(match side {
                Side::Left => self.subtract(option, form)?,
                Side::Right => self.subtract(form, option)?,
            });
        }
        self.remove_dominated(&mut incentives, Side::Left)?;
        Ok(incentives)
    }

    /// The incentives of a value, of both players. Incentives that are less than another one are
    /// left out.
    pub fn incentives(&mut self, form: Form) -> Result<Vec<Form>> {
        let mut incentives = self.incentives_of(form, Side::Left)?;
        incentives.extend(self.incentives_of(form, Side::Right)?);
        self.remove_dominated(&mut incentives, Side::Left)?;
        Ok(incentives)
    }

    /// Norton's product g·u; `u` is positive.
    pub fn norton_product(&mut self, g: Form, u: Form) -> Result<Form> {
        if u == Form::ZERO || !self.is_at_most(Form::ZERO, u)? {
            return Err(PartizanError::Unsuitable {
                operation: "Norton's product",
                needs: "a positive game as its second factor",
            });
        }
        self.product_by_steps(g, u)
    }

    /// Norton's product by its definition, which asks for a positive `u`.
    fn product_by_steps(&mut self, g: Form, u: Form) -> Result<Form> {
        let mut steps = Vec::new();
        for incentive in self.incentives(u)? {
            steps.push(self.add(u, incentive)?);
        }
        self.image(
            g,
            &mut |arena, form| match arena.as_number(form).and_then(Dyadic::as_integer) {
                Some(copies) => arena.multiple(u, copies).map(Some),
                None => Ok(None),
            },
            &mut |arena, _, [left, right]| {
                let (mut higher, mut lower) = (Vec::new(), Vec::new());
                for &step in &steps {
                    for &option in &left {
                        higher.push(arena.add(option, step)?);
                    }
                    for &option in &right {
                        lower.push(arena.subtract(option, step)?);
                    }
                }
                arena.value_with(higher, lower)
            },
        )
    }

    /// Conway's product of two canonical forms.
    pub fn conway_product(&mut self, g: Form, h: Form) -> Result<Form> {
        let mut known: Memo<(Form, Form), Form> = Memo::new(self.open_charge());
        let mut open = vec![(g, h)];
        loop {
            let &(one, two) = open.last().expect("the first product is open");
            if let Some(product) = self.product_at_once(one, two, &known)? {
                open.pop();
                if open.is_empty() {
                    return Ok(product);
                }
                continue;
            }
            let before = open.len();
            let mut lists = [Vec::new(), Vec::new()];
            for of_one in Side::BOTH {
                for of_two in Side::BOTH {
                    // Moves of one sign in both factors help Left, of different signs Right.
                    let list = &mut lists[usize::from(of_one != of_two)];
                    let seconds = self.options(two, of_two)?;
                    for first in self.options(one, of_one)? {
                        for &second in &seconds {
                            let pairs = [(first, two), (one, second), (first, second)];
                            let mut products = [Form::ZERO; 3];
                            for (place, pair) in pairs.into_iter().enumerate() {
                                match self.product_at_once(pair.0, pair.1, &known)? {
                                    Some(product) => products[place] = product,
                                    None => open.push(pair),
                                }
                            }
                            if open.len() == before {
                                let both = self.add(products[0], products[1])?;
                                list.push(self.subtract(both, products[2])?);
                            }
                        }
                    }
                }
            }
            if open.len() == before {
                let [left, right] = lists;
                let product = self.value_with(left, right)?;
                let room = known.insert((one, two), product);
                self.granted(room)?;
            }
        }
    }

    fn product_at_once(
        &mut self,
        g: Form,
        h: Form,
        known: &Memo<(Form, Form), Form>,
    ) -> Result<Option<Form>> {
        if let (Some(x), Some(y)) = (self.as_number(g), self.as_number(h)) {
            return self.number(x.times(y)?).map(Some);
        }
        for (factor, other) in [(g, h), (h, g)] {
            match self.as_number(factor).and_then(Dyadic::as_integer) {
                Some(0) => return Ok(Some(Form::ZERO)),
                Some(1) => return Ok(Some(other)),
                _ => {}
            }
        }
        Ok(known.get(&(g, h)))
    }

    /// The ordinal sum g : h of two canonical forms.
    pub fn ordinal_sum(&mut self, g: Form, h: Form) -> Result<Form> {
        let base = [self.options(g, Side::Left)?, self.options(g, Side::Right)?];
        self.image(
            h,
            &mut |_, form| Ok((form == Form::ZERO).then_some(g)),
            &mut |arena, _, [mut left, mut right]| {
                left.extend(&base[0]);
                right.extend(&base[1]);
                arena.value_with(left, right)
            },
        )
    }

    /// The subordinate of `of` to `base`: a game h with `base` : h = `of`, for canonical forms.
    /// Returns `None` if none was found.
    ///
    /// Moves of `of` that are moves of `base` are taken for moves in the base, and all others for
    /// moves in h; whether the result is right is then checked.
    pub fn subordinate(&mut self, of: Form, base: Form) -> Result<Option<Form>> {
        let in_base = [
            self.options(base, Side::Left)?,
            self.options(base, Side::Right)?,
        ];
        let mut known: Memo<Form, Option<Form>> = Memo::new(self.open_charge());
        for follower in self.followers(of, |_, form| form == base)? {
            let subordinate = if follower == base {
                Some(Form::ZERO)
            } else {
                self.subordinate_with(follower, &in_base, &known)?
            };
            let room = known.insert(follower, subordinate);
            self.granted(room)?;
        }
        let Some(found) = known.get(&of).flatten() else {
            return Ok(None);
        };
        Ok((self.ordinal_sum(base, found)? == of).then_some(found))
    }

    /// The subordinate of a value from those of its options; moves in the base are left out.
    fn subordinate_with(
        &mut self,
        of: Form,
        in_base: &[Vec<Form>; 2],
        known: &Memo<Form, Option<Form>>,
    ) -> Result<Option<Form>> {
        let mut lists = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            for option in self.options(of, side)? {
                if in_base[side as usize].contains(&option) {
                    continue;
                }
                match known.get(&option).flatten() {
                    Some(subordinate) => lists[side as usize].push(subordinate),
                    None => return Ok(None),
                }
            }
        }
        let [left, right] = lists;
        self.value_with(left, right).map(Some)
    }
}
