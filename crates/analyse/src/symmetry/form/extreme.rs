//! The least and the largest of several numbers.
//!
//! The order of the numbers, and how often a number is named, do not matter. The least of two
//! listed numbers on the same fields is one list; a list that is the least of a number for
//! each field becomes these numbers; and whatever exceeds what the least can be at most is cut.

use std::collections::{BTreeMap, BTreeSet};

use super::{Form, Forms, Shape, Strict};

impl Forms<'_> {
    /// The least or the largest of some numbers. Listed numbers become numbers of single fields
    /// as far as they are the extreme of a number for each field.
    pub(super) fn extreme(&mut self, operation: Strict, operands: &[Form]) -> Form {
        // In i128 each number has an opposite.
        let sign: i128 = if operation == Strict::Min { 1 } else { -1 };
        let mut listed: BTreeMap<Vec<usize>, Vec<i128>> = BTreeMap::new();
        let mut others = BTreeSet::new();
        let mut waiting = operands.to_vec();
        while let Some(operand) = waiting.pop() {
            match self.shape(operand) {
                Shape::Strict(inner, parts) if *inner == operation => waiting.extend(parts),
                _ if self.is_listed(operand) && !self.faults(operand) => {
                    let (fields, branches) = match self.shape(operand) {
                        Shape::Cases { fields, branches } => (fields.to_vec(), branches.to_vec()),
                        _ => (Vec::new(), vec![operand]),
                    };
                    let values = self.values(&branches).unwrap_or_default();
                    // From here on the least is looked for.
                    let values = values.iter().map(|value| i128::from(*value) * sign);
                    self.add_least(&mut listed, fields, values.collect());
                }
                _ => {
                    others.insert(operand);
                }
            }
        }
        // The extreme never is beyond this.
        let bound = listed
            .values()
            .filter_map(|values| values.iter().copied().max())
            .min();
        for (fields, values) in listed {
            let bounded = values
                .iter()
                .map(|value| *value.min(bound.as_ref().unwrap_or(value)));
            let values: Vec<i128> = bounded.map(|value| value * sign).collect();
            let Some(branches) = self.numbers(&values) else {
                return self.unknown();
            };
            others.insert(self.cases(fields, branches));
        }
        let all: Vec<Form> = others.into_iter().collect();
        if all.iter().all(|form| self.is_listed(*form))
            && let Some(fields) = self.fields_of(&all)
        {
            return self.by_cases(&fields, &all, |forms, picked| {
                forms.strict(operation, picked)
            });
        }
        match all[..] {
            [only] => only,
            _ => self.intern(Shape::Strict(operation, all.into())),
        }
    }

    /// Adds a number that is listed for the contents of some fields to the numbers of which the
    /// least is looked for.
    fn add_least(
        &self,
        listed: &mut BTreeMap<Vec<usize>, Vec<i128>>,
        mut fields: Vec<usize>,
        mut values: Vec<i128>,
    ) {
        let mut add = |fields: Vec<usize>, values: Vec<i128>| {
            let least = listed.entry(fields).or_insert_with(|| values.clone());
            for (least, value) in least.iter_mut().zip(values) {
                *least = value.min(*least);
            }
        };
        let mut place = 0;
        while fields.len() > 1 && place < fields.len() {
            let behind = self.stride(&fields, place);
            let contents = self.contents(fields[place]);
            let (mut own, mut rest) = (
                vec![i128::MIN; contents],
                vec![i128::MIN; values.len() / contents],
            );
            let split = |at: usize| {
                (
                    at / behind % contents,
                    at / (behind * contents) * behind + at % behind,
                )
            };
            for (at, value) in values.iter().enumerate() {
                let (content, other) = split(at);
                own[content] = own[content].max(*value);
                rest[other] = rest[other].max(*value);
            }
            let is_least = |(at, value): (usize, &i128)| {
                let (content, other) = split(at);
                own[content].min(rest[other]) == *value
            };
            if values.iter().enumerate().all(is_least) {
                add(vec![fields.remove(place)], own);
                values = rest;
            } else {
                place += 1;
            }
        }
        add(fields, values);
    }
}
