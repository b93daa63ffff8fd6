//! Maps of values that are defined option by option: negatives, cooling, Norton's product.
//!
//! Each follower is visited once, options first, with a stack of its own, so that deep games need
//! no deep recursion.

use crate::arena::Arena;
use crate::error::Result;
use crate::form::{Form, Side};
use crate::memory::Memo;

/// Gives the image of a value that is mapped without looking at options, `None` for the others.
pub(crate) type AtOnce<'a> = dyn FnMut(&mut Arena, Form) -> Result<Option<Form>> + 'a;

/// Gives the image of a value from the images of its options, those of Left first.
pub(crate) type FromImages<'a> = dyn FnMut(&mut Arena, Form, [Vec<Form>; 2]) -> Result<Form> + 'a;

impl Arena {
    /// The image of a value under a map that is defined option by option.
    pub(crate) fn image(
        &mut self,
        of: Form,
        at_once: &mut AtOnce<'_>,
        from_images: &mut FromImages<'_>,
    ) -> Result<Form> {
        let mut known: Memo<Form, Form> = Memo::new(self.open_charge());
        let mut open = vec![of];
        while let Some(&form) = open.last() {
            if known.get(&form).is_some() {
                open.pop();
                continue;
            }
            self.step()?;
            let image = if let Some(image) = at_once(self, form)? {
                image
            } else {
                let before = open.len();
                let mut images = [Vec::new(), Vec::new()];
                for side in Side::BOTH {
                    let mut number = 0;
                    while let Some(option) = self.option(form, side, number)? {
                        match known.get(&option) {
                            Some(image) => images[side as usize].push(image),
                            None => open.push(option),
                        }
                        number += 1;
                    }
                }
                if open.len() > before {
                    continue;
                }
                from_images(self, form, images)?
            };
            let room = known.insert(form, image);
            self.granted(room)?;
            open.pop();
        }
        let image = known.get(&of);
        Ok(image.expect("the loop ends when the image is known"))
    }

    /// The followers of a value, options before the games that have them, the value itself last.
    /// Options of values for which `is_leaf` are not followed.
    pub(crate) fn followers(
        &mut self,
        of: Form,
        is_leaf: impl Fn(&Self, Form) -> bool,
    ) -> Result<Vec<Form>> {
        let mut seen: Memo<Form, ()> = Memo::new(self.open_charge());
        let mut found = Vec::new();
        let mut open = vec![(of, false)];
        while let Some((form, is_done)) = open.pop() {
            if is_done {
                found.push(form);
                continue;
            }
            if seen.get(&form).is_some() {
                continue;
            }
            self.step()?;
            let room = seen.insert(form, ());
            self.granted(room)?;
            open.push((form, true));
            if is_leaf(self, form) {
                continue;
            }
            for side in Side::BOTH {
                let mut number = 0;
                while let Some(option) = self.option(form, side, number)? {
                    open.push((option, false));
                    number += 1;
                }
            }
        }
        Ok(found)
    }
}
