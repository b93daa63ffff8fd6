//! Choices: one of two expressions by a condition, an element of an array by its index, and an
//! expression with other expressions put in the place of fields.

use std::collections::BTreeMap;

use zug_program::layout::number;
use zug_values::Outcome;

use super::{Form, Forms, Shape};

impl Forms<'_> {
    /// The second form if the condition holds, else the third.
    pub(in crate::symmetry) fn select(
        &mut self,
        condition: Form,
        then: Form,
        otherwise: Form,
    ) -> Form {
        match self.shape(condition) {
            Shape::Const(0) => return otherwise,
            Shape::Const(_) => return then,
            Shape::Fault => return condition,
            Shape::Not(inner) => {
                let inner = *inner;
                return self.select(inner, otherwise, then);
            }
            _ => {}
        }
        let known = self.contents_given(condition);
        let then = self.within(then, &known);
        let opposite = self.not(condition);
        let known = self.contents_given(opposite);
        let otherwise = self.within(otherwise, &known);
        let all = [condition, then, otherwise];
        let faults = |form: &Form| self.faults(*form);
        if then == otherwise && !faults(&condition) {
            return then;
        }
        if self.is_listed(condition)
            && let Some(fields) = self.fields_of(&all)
        {
            return self.by_cases(&fields, &all, |forms, picked| {
                forms.select(picked[0], picked[1], picked[2])
            });
        }
        if self.is_truth(then) && self.is_truth(otherwise) && !all.iter().any(faults) {
            let first = self.all(&[condition, then]);
            let opposite = self.not(condition);
            let second = self.all(&[opposite, otherwise]);
            return self.any(&[first, second]);
        }
        if opposite < condition {
            return self.intern(Shape::Select(opposite, otherwise, then));
        }
        self.intern(Shape::Select(condition, then, otherwise))
    }

    /// The element with the number that `index` is; a fault if there is none.
    pub(in crate::symmetry) fn choose(&mut self, index: Form, elements: &[Form]) -> Form {
        match self.shape(index) {
            Shape::Const(place) => {
                let place = usize::try_from(*place).ok();
                match place.and_then(|place| elements.get(place)) {
                    Some(element) => *element,
                    None => self.fault(),
                }
            }
            Shape::Fault => index,
            Shape::Cases { fields, .. } => {
                let fields = fields.to_vec();
                self.by_cases(&fields, &[index], |forms, picked| {
                    forms.choose(picked[0], elements)
                })
            }
            Shape::Select(condition, then, otherwise) => {
                let (condition, then, otherwise) = (*condition, *then, *otherwise);
                let (then, otherwise) = (
                    self.choose(then, elements),
                    self.choose(otherwise, elements),
                );
                self.select(condition, then, otherwise)
            }
            _ => self.intern(Shape::Choose {
                index,
                elements: elements.into(),
            }),
        }
    }

    /// The form with what some fields hold put in the place of these fields. The form must be
    /// a field or list what it is for the contents of some fields.
    pub(in crate::symmetry) fn put(&mut self, form: Form, held: &BTreeMap<usize, Form>) -> Form {
        match self.shape(form) {
            Shape::Field(field) => held.get(field).copied().unwrap_or(form),
            Shape::Cases { fields, branches } => {
                let (fields, branches) = (fields.to_vec(), branches.to_vec());
                self.put_into_cases(&fields, &branches, held)
            }
            _ => form,
        }
    }

    fn put_into_cases(
        &mut self,
        fields: &[usize],
        branches: &[Form],
        held: &BTreeMap<usize, Form>,
    ) -> Form {
        let Some((field, others)) = fields.split_first() else {
            return branches[0];
        };
        let behind = branches.len() / self.contents(*field);
        let cases = branches.chunks(behind);
        let cases: Vec<Form> = cases
            .map(|case| self.put_into_cases(others, case, held))
            .collect();
        let value = held
            .get(field)
            .copied()
            .unwrap_or_else(|| self.field(*field));
        self.pick(*field, value, &cases)
    }

    /// The case for what a field holds, of one case for each of its contents.
    fn pick(&mut self, field: usize, value: Form, cases: &[Form]) -> Form {
        match self.shape(value) {
            &Shape::Select(condition, then, otherwise) => {
                let [then, otherwise] =
                    [then, otherwise].map(|value| self.pick(field, value, cases));
                return self.select(condition, then, otherwise);
            }
            Shape::Cases { fields, .. } if !self.is_listed(value) => {
                let fields = fields.to_vec();
                return self.by_cases(&fields, &[value], |forms, picked| {
                    forms.pick(field, picked[0], cases)
                });
            }
            _ => {}
        }
        let lo = i128::from(self.layout.fields[field].scalar.lo);
        // Where each content gives as much more than the one before, the field is multiplied.
        if let Some(values) = self.values(cases)
            && let [first, second, ..] = values[..]
        {
            let (first, step) = (i128::from(first), i128::from(second) - i128::from(first));
            let is_multiple =
                |(value, place): (&i64, i128)| i128::from(*value) == first + place * step;
            if values.iter().zip(0..).all(is_multiple) {
                return self.linear(first - step * lo, &[(value, step)]);
            }
        }
        let index = self.linear(-lo, &[(value, 1)]);
        self.choose(index, cases)
    }

    /// How the game ended, by [`number`], as the other player sees it.
    pub(in crate::symmetry) fn of_opponent(&mut self, end: Form) -> Form {
        let ends = [
            None,
            Some(Outcome::Win),
            Some(Outcome::Loss),
            Some(Outcome::Draw),
        ];
        let mut seen = ends.map(|end| {
            (
                number::of_end(end),
                number::of_end(end.map(Outcome::flipped)),
            )
        });
        seen.sort_unstable();
        let seen = seen.map(|(_, flipped)| self.int(flipped));
        self.choose(end, &seen)
    }
}
