//! Lists of what an expression is for each combination of contents of a few fields.
//!
//! A list names only the fields on which its entries depend, so that two expressions with the same
//! values have one list, whatever they were written as. A field with many contents, and an
//! expression on too many fields, have no list.

use std::collections::BTreeSet;

use super::{Form, Forms, MOST_CONTENTS, Shape};

impl Forms<'_> {
    /// The form for each combination of contents of some fields, which are in order. The contents
    /// of the last field change first.
    pub(in crate::symmetry) fn cases(
        &mut self,
        mut fields: Vec<usize>,
        mut branches: Vec<Form>,
    ) -> Form {
        self.answer_in_branches(&fields, &mut branches);
        let mut behind = 1;
        for place in (0..fields.len()).rev() {
            let contents = self.contents(fields[place]);
            let block = behind * contents;
            let depends = branches.chunks(block).any(|block| {
                let (first, others) = block.split_at(behind);
                others.chunks(behind).any(|other| other != first)
            });
            if depends {
                behind = block;
            } else {
                branches = branches
                    .chunks(block)
                    .flat_map(|block| block[..behind].to_vec())
                    .collect();
                fields.remove(place);
            }
        }
        match branches[..] {
            [only] => only,
            _ => self.intern(Shape::Cases {
                fields: fields.into(),
                branches: branches.into(),
            }),
        }
    }

    /// The fields whose contents some forms take apart, in order; `None` if they have too many
    /// combinations of contents.
    pub(super) fn fields_of(&self, forms: &[Form]) -> Option<Vec<usize>> {
        let mut all = BTreeSet::new();
        for form in forms {
            if let Shape::Cases { fields, .. } = self.shape(*form) {
                all.extend(fields.iter().copied());
            }
        }
        let mut combinations = 1usize;
        for field in &all {
            combinations = combinations.checked_mul(self.contents(*field))?;
            if combinations > MOST_CONTENTS {
                return None;
            }
        }
        Some(all.into_iter().collect())
    }

    /// The form that `make` makes of what the operands are for each combination of contents of
    /// some fields, which are in order and hold all fields that the operands take apart.
    pub(in crate::symmetry) fn by_cases(
        &mut self,
        fields: &[usize],
        operands: &[Form],
        mut make: impl FnMut(&mut Self, &[Form]) -> Form,
    ) -> Form {
        if self.meter.check().is_err() {
            // The meter is full, which ends the proof when it is asked next.
            return self.unknown();
        }
        // For each operand how far its branch moves for each step of a field's contents.
        let strides: Vec<Vec<usize>> = operands
            .iter()
            .map(|operand| {
                let mut strides = vec![0; fields.len()];
                if let Shape::Cases { fields: own, .. } = self.shape(*operand) {
                    let mut stride = 1;
                    for field in own.iter().rev() {
                        if let Ok(place) = fields.binary_search(field) {
                            strides[place] = stride;
                        }
                        stride *= self.contents(*field);
                    }
                }
                strides
            })
            .collect();
        let contents: Vec<usize> = fields.iter().map(|field| self.contents(*field)).collect();
        let mut digits = vec![0; fields.len()];
        let mut made = Vec::with_capacity(contents.iter().product());
        loop {
            let picked: Vec<Form> = operands
                .iter()
                .zip(&strides)
                .map(|(operand, strides)| match self.shape(*operand) {
                    Shape::Cases { branches, .. } => {
                        let steps = digits.iter().zip(strides);
                        branches[steps.map(|(digit, stride)| digit * stride).sum::<usize>()]
                    }
                    _ => *operand,
                })
                .collect();
            made.push(make(self, &picked));
            let Some(place) =
                (0..digits.len()).rfind(|place| digits[*place] + 1 < contents[*place])
            else {
                break;
            };
            digits[place] += 1;
            digits[place + 1..].fill(0);
        }
        self.meter.count(made.len() as u64 / 4);
        self.cases(fields.to_vec(), made)
    }
}
