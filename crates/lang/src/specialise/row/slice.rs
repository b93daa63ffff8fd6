//! Slices of a list or text that the position chooses from known ones: `words[i][0..2]`.
//!
//! The places are known, so that the slice of each known list is known too: the slices are rows
//! with the same keys. Where some lists are too short for the places, their rows fault.

use std::rc::Rc;

use super::Row;
use crate::domain::value::{self, Value};
use crate::evaluate::{Eval, fault};
use crate::specialise::{Partial, Specialiser};
use crate::syntax::ast::Collection;
use crate::text::span::Span;

impl Specialiser<'_> {
    /// Returns the elements of the row at a set of known places; `None` for a list of which some
    /// elements may be missing.
    pub(in crate::specialise) fn row_slice(
        &mut self,
        row: &Row,
        places: &Value,
        span: Span,
    ) -> Eval<Option<Partial>> {
        if row.collection() == Collection::Set || !self.is_certain(row) {
            return Ok(None);
        }
        if let (true, Some([place])) = (row.rows.texts, places.items()) {
            // A text of one letter is that letter.
            return self.row_element(row, place, span).map(Some);
        }
        let rows = row.rows.held.iter();
        let slices: Vec<_> = rows.map(|held| value::at(held, places)).collect();
        let mut long_enough = Vec::with_capacity(slices.len());
        let (mut known, mut message) = (None, None);
        for (number, slice) in slices.iter().enumerate() {
            match slice {
                Ok(slice) => {
                    long_enough.push(number);
                    known.get_or_insert(slice);
                }
                Err(why) => {
                    message.get_or_insert(why);
                }
            }
        }
        let missing = match (known, message) {
            (_, None) => row.missing,
            (None, Some(message)) => return Err(fault(message.clone(), span)),
            (Some(_), Some(message)) => {
                let site = self.site(message.clone(), span);
                let is_long_enough = self.is_one_of(row, &long_enough)?;
                let too_short = self.residual.not(is_long_enough);
                let fault = self.residual.fault(site);
                let faults = self.residual.and(&[too_short, fault]);
                Some(match row.missing {
                    Some((missing, site)) => (self.residual.or(&[missing, faults]), site),
                    None => (faults, site),
                })
            }
        };
        let filler = known.cloned().unwrap_or(Value::None);
        let held = slices
            .into_iter()
            .map(|slice| slice.unwrap_or(filler.clone()));
        Ok(Some(Partial::Row(Box::new(Row {
            rows: Rc::new(row.rows.with_held(held.collect())),
            missing,
            span,
            ..row.clone()
        }))))
    }
}
