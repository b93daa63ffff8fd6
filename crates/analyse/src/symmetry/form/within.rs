//! What an expression is in those states alone in which it is evaluated.
//!
//! The branch of an `if` is executed where its condition holds, an entry of a list stands for states
//! in which some fields hold known contents, a move is made where its guard holds. There an
//! expression need not ask again for what is known, and what it would be elsewhere does not
//! matter: an element with an index out of range, say, of an array that is not read there. Two
//! sides of a symmetry often differ in just that, as an index that is out of range for one player
//! is in range for the other.
//!
//! Only what is known about single fields is used ([`Contents`]). Entries of a list that
//! stand for no possible state are replaced by the first entry that stands for a possible one. So
//! two lists that agree in all possible states become equal, as far as their fields are
//! those of [`Contents`].
//!
//! Cost: each expression is simplified once for each set of known conditions, and the result is
//! noted.

use std::rc::Rc;

use super::{BYTES_OF_NOTE, Contents, Form, Forms, Shape, Within, bit_of};

impl Forms<'_> {
    /// What a condition that holds says about single fields.
    pub(in crate::symmetry) fn contents_given(&mut self, condition: Form) -> Rc<Contents> {
        if let Some(known) = self.given.get(&condition) {
            return known.clone();
        }
        let parts = match self.shape(condition) {
            Shape::All(parts) => parts.to_vec(),
            _ => vec![condition],
        };
        let (always, never) = (self.bool(true), self.bool(false));
        let mut known = Contents::default();
        for part in parts {
            if let Shape::Cases { fields, branches } = self.shape(part)
                && let &[field] = &fields[..]
            {
                let before = known.of(field).unwrap_or(always);
                let branches = branches.clone();
                let possible = branches
                    .iter()
                    .map(|branch| if *branch == never { never } else { always });
                let possible = possible.collect();
                let possible = self.cases(vec![field], possible);
                let both = self.hold_together(&[field], &[before, possible]);
                if both != always {
                    known.insert(field, both);
                }
            }
        }
        self.take(BYTES_OF_NOTE + known.conditions.len() * size_of::<(usize, Form)>());
        let known = Rc::new(known);
        self.given.insert(condition, known.clone());
        known
    }

    /// A form that is equal to this one, faults included, in all states in which what is known
    /// about single fields is true. Whatever this form is in other states is forgotten.
    pub(in crate::symmetry) fn within(&mut self, form: Form, known: &Contents) -> Form {
        let asked = self.asks(form);
        if asked & known.fields == 0 || self.meter.check().is_err() {
            return form;
        }
        let known = known.about(asked);
        let hash = known.hash_with(form);
        let is_same =
            |noted: &Within| noted.form == form && noted.known.conditions == known.conditions;
        if let Some(noted) = self.within.find(hash, is_same) {
            return noted.simpler;
        }
        let each = |forms: &mut Self, parts: &[Form]| -> Vec<Form> {
            let parts = parts.iter();
            parts.map(|part| forms.within(*part, &known)).collect()
        };
        let simpler = match self.shape(form).clone() {
            Shape::Cases { fields, branches } => self.cases_within(&fields, &branches, &known),
            Shape::All(parts) => {
                let parts = each(self, &parts);
                self.all(&parts)
            }
            Shape::Not(inner) => {
                let inner = self.within(inner, &known);
                self.not(inner)
            }
            Shape::Linear { constant, terms } => {
                let terms = terms.iter();
                let terms = terms.map(|(form, times)| (self.within(*form, &known), *times));
                let terms: Vec<(Form, i128)> = terms.collect();
                self.linear(constant, &terms)
            }
            Shape::Strict(operation, operands) => {
                let operands = each(self, &operands);
                self.strict(operation, &operands)
            }
            Shape::Select(condition, then, otherwise) => {
                let parts = each(self, &[condition, then, otherwise]);
                self.select(parts[0], parts[1], parts[2])
            }
            Shape::Choose { index, elements } => {
                let index = self.within(index, &known);
                let elements = each(self, &elements);
                self.choose(index, &elements)
            }
            _ => form,
        };
        self.meter.count(1);
        self.take(BYTES_OF_NOTE + known.conditions.len() * size_of::<(usize, Form)>());
        let noted = Within {
            form,
            known,
            simpler,
        };
        let again = |noted: &Within| noted.known.hash_with(noted.form);
        self.within.insert_unique(hash, noted, again);
        simpler
    }

    /// The cases for the contents of some fields that can be where something is known; in the place
    /// of all other cases stands the first of these.
    fn cases_within(&mut self, fields: &[usize], branches: &[Form], known: &Contents) -> Form {
        let conditions: Vec<Form> = fields.iter().filter_map(|field| known.of(*field)).collect();
        let mut possible = Vec::with_capacity(branches.len());
        self.by_cases(fields, &conditions, |forms, picked| {
            possible.push(picked.iter().all(|part| forms.value(*part) == Some(1)));
            forms.bool(true)
        });
        let mut kept = Vec::with_capacity(branches.len());
        for (number, (branch, possible)) in branches.iter().zip(&possible).enumerate() {
            let within = || self.within_branch(fields, number, *branch, known.clone());
            kept.push(possible.then(within));
        }
        let Some(first) = kept.iter().flatten().next().copied() else {
            // No state is like this.
            return self.int(0);
        };
        let kept = kept.into_iter().map(|branch| branch.unwrap_or(first));
        self.cases(fields.to_vec(), kept.collect())
    }

    /// In each branch puts what the fields hold there in the place of further questions for them.
    pub(super) fn answer_in_branches(&mut self, fields: &[usize], branches: &mut [Form]) {
        let answered = fields.iter().fold(0, |all, field| all | bit_of(*field));
        for (number, branch) in branches.iter_mut().enumerate() {
            if self.asks(*branch) & answered != 0 {
                *branch = self.within_branch(fields, number, *branch, Contents::default());
            }
        }
    }

    /// The branch for the combination with this number of contents of some fields, in states
    /// with these contents in which what is known about other fields is true.
    fn within_branch(
        &mut self,
        fields: &[usize],
        mut number: usize,
        branch: Form,
        mut known: Contents,
    ) -> Form {
        let asked = self.asks(branch);
        for &field in fields.iter().rev() {
            let contents = self.contents(field);
            if asked & bit_of(field) != 0 {
                known.insert(field, self.holds_content(field, number % contents));
            }
            number /= contents;
        }
        self.within(branch, &known)
    }

    /// The condition that a field has the content with this number.
    fn holds_content(&mut self, field: usize, content: usize) -> Form {
        if let Some(&known) = self.contents.get(&(field, content)) {
            return known;
        }
        let contents = 0..self.contents(field);
        let branches = contents.map(|other| self.bool(other == content)).collect();
        let condition = self.cases(vec![field], branches);
        self.contents.insert((field, content), condition);
        condition
    }
}
