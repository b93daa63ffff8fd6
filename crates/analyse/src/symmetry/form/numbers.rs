//! Operations on numbers: sums of multiples, products, comparisons, tables.
//!
//! An operation on numbers that are listed is the list of its results. Of all other expressions
//! sums are put together: a sum is a constant and a multiple of each different expression, with
//! one list for each field, or set of fields, that cannot be taken apart further. A comparison
//! becomes a question about the sign of a difference, or whether it is zero.

use std::collections::BTreeMap;

use zug_program::arithmetic::{divide, modulo};

use super::{Form, Forms, Shape, Strict};

impl Forms<'_> {
    pub(in crate::symmetry) fn strict(&mut self, operation: Strict, operands: &[Form]) -> Form {
        let fault = self.fault();
        if operands.contains(&fault) {
            return fault;
        }
        if let Some(values) = self.values(operands) {
            return self.worked_out(operation, &values);
        }
        if matches!(operation, Strict::Min | Strict::Max) && operands.len() == 1 {
            return operands[0];
        }
        let taken_apart = |form: &Form| matches!(self.shape(*form), Shape::Cases { .. });
        let others: Vec<Form> = operands
            .iter()
            .copied()
            .filter(|form| !self.is_listed(*form))
            .collect();
        // One operand is a choice, all others are known: the operation goes into the choice.
        match others[..] {
            [] => {
                if let Some(fields) = self.fields_of(operands) {
                    return self.by_cases(&fields, operands, |forms, picked| {
                        forms.strict(operation, picked)
                    });
                }
            }
            [only] if taken_apart(&only) => {
                if let Some(fields) = self.fields_of(operands) {
                    return self.by_cases(&fields, operands, |forms, picked| {
                        forms.strict(operation, picked)
                    });
                }
            }
            [only] => {
                if let Shape::Select(condition, then, otherwise) = *self.shape(only) {
                    let mut put = |case: Form| {
                        let operands: Vec<Form> = operands
                            .iter()
                            .map(|form| if *form == only { case } else { *form })
                            .collect();
                        self.strict(operation, &operands)
                    };
                    let (then, otherwise) = (put(then), put(otherwise));
                    return self.select(condition, then, otherwise);
                }
            }
            _ => {}
        }
        self.unlisted(operation, operands)
    }

    /// The value of an operation on numbers.
    fn worked_out(&mut self, operation: Strict, values: &[i64]) -> Form {
        let (a, b) = (values[0], values.get(1).copied().unwrap_or_default());
        let value = match operation {
            Strict::Multiply => match a.checked_mul(b) {
                Some(product) => product,
                None => return self.unknown(),
            },
            Strict::Divide | Strict::Modulo if b == 0 => return self.fault(),
            Strict::Divide | Strict::Modulo => {
                let quotient_or_rest = match operation {
                    Strict::Divide => divide(a, b),
                    _ => modulo(a, b),
                };
                match quotient_or_rest {
                    Some(value) => value,
                    None => return self.unknown(),
                }
            }
            Strict::Min => values.iter().copied().min().unwrap_or_default(),
            Strict::Max => values.iter().copied().max().unwrap_or_default(),
            Strict::Equal => i64::from(a == b),
            Strict::Less => i64::from(a < b),
            Strict::IsZero => i64::from(a == 0),
            Strict::IsNegative => i64::from(a < 0),
            Strict::Bits { mask, pattern } => i64::from(a as u64 & mask == pattern),
            Strict::Ones { mask } => i64::from((a as u64 & mask).count_ones()),
            Strict::Lookup { table } => {
                let place = usize::try_from(a).ok();
                match place.and_then(|place| self.tables[table].get(place)) {
                    Some(value) => *value,
                    None => return self.fault(),
                }
            }
        };
        self.int(value)
    }

    /// An operation whose values cannot be listed.
    fn unlisted(&mut self, operation: Strict, operands: &[Form]) -> Form {
        match (operation, operands) {
            (Strict::Multiply, &[a, b]) => {
                for (number, other) in [(a, b), (b, a)] {
                    if let Some(number) = self.value(number) {
                        return self.linear(0, &[(other, i128::from(number))]);
                    }
                }
                // Of each factor and its opposite one stands for both, so that signs come first.
                let [(a, own), (b, other)] = [a, b].map(|factor| {
                    let opposite = self.linear(0, &[(factor, -1)]);
                    if opposite < factor {
                        (opposite, -1)
                    } else {
                        (factor, 1)
                    }
                });
                let product = self.intern(Shape::Strict(operation, [a.min(b), a.max(b)].into()));
                self.linear(0, &[(product, own * other)])
            }
            (Strict::Min | Strict::Max, _) => self.extreme(operation, operands),
            (Strict::Equal, &[a, b]) => {
                let difference = self.linear(0, &[(a, 1), (b, -1)]);
                self.is_zero(difference)
            }
            (Strict::Less, &[a, b]) => {
                let difference = self.linear(0, &[(a, 1), (b, -1)]);
                self.is_negative(difference)
            }
            (Strict::IsZero, &[a]) => self.is_zero(a),
            (Strict::IsNegative, &[a]) => self.is_negative(a),
            _ => self.intern(Shape::Strict(operation, operands.into())),
        }
    }

    fn is_zero(&mut self, form: Form) -> Form {
        if self.is_listed(form) {
            return self.strict(Strict::IsZero, &[form]);
        }
        if self.is_truth(form) {
            return self.not(form);
        }
        let mut asked = form;
        if let Shape::Linear { constant, terms } = self.shape(form) {
            let (constant, terms) = (*constant, terms.clone());
            if let [(only, times)] = terms[..]
                && self.is_truth(only)
                && !self.faults(only)
            {
                return match (constant == 0, constant + times == 0) {
                    (true, _) => self.not(only),
                    (_, true) => only,
                    _ => self.bool(false),
                };
            }
            // A number is zero if and only if its opposite is.
            asked = form.min(self.linear(0, &[(form, -1)]));
        }
        self.intern(Shape::Strict(Strict::IsZero, [asked].into()))
    }

    pub(super) fn is_negative(&mut self, form: Form) -> Form {
        if self.is_listed(form) {
            return self.strict(Strict::IsNegative, &[form]);
        }
        self.intern(Shape::Strict(Strict::IsNegative, [form].into()))
    }

    /// A constant and a sum of multiples.
    pub(in crate::symmetry) fn linear(&mut self, constant: i128, terms: &[(Form, i128)]) -> Form {
        let fault = self.fault();
        if terms.iter().any(|(form, _)| *form == fault) {
            return fault;
        }
        let mut sum = Sum {
            constant,
            ..Sum::default()
        };
        for (form, times) in terms {
            if self.add_multiple(&mut sum, *form, *times).is_none() {
                return self.unknown();
            }
        }
        let mut terms: Vec<(Form, i128)> = Vec::new();
        for (fields, values) in sum.listed {
            if values.iter().all(|value| *value == 0) {
                continue;
            }
            let Some(branches) = self.numbers(&values) else {
                return self.unknown();
            };
            terms.push((self.cases(fields, branches), 1));
        }
        terms.extend(sum.others.into_iter().filter(|(_, times)| *times != 0));
        terms.sort_unstable();
        let forms: Vec<Form> = terms.iter().map(|(form, _)| *form).collect();
        if forms
            .iter()
            .all(|form| self.is_listed(*form) && !self.faults(*form))
            && let Some(fields) = self.fields_of(&forms)
        {
            let constant = sum.constant;
            return self.by_cases(&fields, &forms, |forms, picked| {
                let values = forms.values(picked).unwrap_or_default();
                let multiples = values.iter().zip(&terms);
                let sum: i128 = multiples
                    .map(|(value, (_, times))| i128::from(*value) * times)
                    .sum();
                match i64::try_from(sum + constant) {
                    Ok(value) => forms.int(value),
                    Err(_) => forms.unknown(),
                }
            });
        }
        match terms[..] {
            [(only, 1)] if sum.constant == 0 => only,
            _ => self.intern(Shape::Linear {
                constant: sum.constant,
                terms: terms.into(),
            }),
        }
    }

    pub(super) fn numbers(&mut self, values: &[i128]) -> Option<Vec<Form>> {
        let narrow = values.iter().map(|value| i64::try_from(*value).ok());
        let narrow: Vec<i64> = narrow.collect::<Option<_>>()?;
        Some(narrow.into_iter().map(|value| self.int(value)).collect())
    }

    /// Adds a multiple of a form to a sum; `None` if a number is too large.
    fn add_multiple(&self, sum: &mut Sum, form: Form, times: i128) -> Option<()> {
        match self.shape(form) {
            Shape::Const(value) => {
                let more = i128::from(*value).checked_mul(times)?;
                sum.constant = sum.constant.checked_add(more)?;
            }
            Shape::Linear { constant, terms } => {
                sum.constant = sum.constant.checked_add(constant.checked_mul(times)?)?;
                for (form, own) in terms {
                    self.add_multiple(sum, *form, own.checked_mul(times)?)?;
                }
            }
            Shape::Not(inner) => {
                sum.constant = sum.constant.checked_add(times)?;
                self.add_multiple(sum, *inner, times.checked_neg()?)?;
            }
            Shape::Cases { fields, branches } if self.is_listed(form) && !self.faults(form) => {
                let values = branches.iter().map(|branch| self.value(*branch));
                let values = values.map(|value| i128::from(value?).checked_mul(times));
                self.add_listed(sum, fields.to_vec(), values.collect::<Option<_>>()?)?;
            }
            _ => {
                let so_far = sum.others.entry(form).or_default();
                *so_far = so_far.checked_add(times)?;
            }
        }
        Some(())
    }

    /// Adds listed values to a sum: a list for each field alone as far as the values are such a
    /// sum, each list beginning with 0.
    fn add_listed(
        &self,
        sum: &mut Sum,
        mut fields: Vec<usize>,
        mut values: Vec<i128>,
    ) -> Option<()> {
        let first = values[0];
        sum.constant = sum.constant.checked_add(first)?;
        for value in &mut values {
            *value = value.checked_sub(first)?;
        }
        let mut place = 0;
        while place < fields.len() {
            let behind = self.stride(&fields, place);
            let contents = self.contents(fields[place]);
            // What each content of the field adds where all other fields have their first content.
            let own: Vec<i128> = (0..contents)
                .map(|content| values[content * behind])
                .collect();
            let is_apart = values.chunks(behind * contents).all(|block| {
                let (base, _) = block.split_at(behind);
                block.chunks(behind).zip(&own).all(|(row, own)| {
                    row.iter()
                        .zip(base)
                        .all(|(value, base)| value - base == *own)
                })
            });
            if fields.len() > 1 && is_apart {
                values = values
                    .chunks(behind * contents)
                    .flat_map(|block| block[..behind].to_vec())
                    .collect();
                sum.add(vec![fields.remove(place)], own)?;
            } else {
                place += 1;
            }
        }
        sum.add(fields, values)
    }
}

/// A sum that is being put together.
#[derive(Debug, Default)]
struct Sum {
    constant: i128,
    /// Listed values, by their fields; each list begins with 0.
    listed: BTreeMap<Vec<usize>, Vec<i128>>,
    /// Other forms, each with its factor.
    others: BTreeMap<Form, i128>,
}

impl Sum {
    fn add(&mut self, fields: Vec<usize>, values: Vec<i128>) -> Option<()> {
        if let Some(so_far) = self.listed.get_mut(&fields) {
            for (sum, more) in so_far.iter_mut().zip(values) {
                *sum = sum.checked_add(more)?;
            }
        } else {
            self.listed.insert(fields, values);
        }
        Some(())
    }
}
