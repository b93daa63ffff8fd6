//! Conditions: a conjunction is a set of conditions, a disjunction the opposite of a conjunction.
//!
//! Conditions that cannot fault may be asked in any order, so that their conjunction is a sorted
//! set. A listed condition is taken apart into conditions on single fields as far as that is
//! possible, and each listed condition is made to ask for all that it and the conditions on fewer of
//! its fields imply ([`Forms::tighten`]), so that it does not matter in which of several conditions a
//! demand was written. A condition that can fault keeps its place among the others.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::{BYTES_OF_NOTE, Form, Forms, Shape, Strict};

/// Listed conditions, by the fields for which they ask.
type Listed = BTreeMap<Vec<usize>, Form>;

impl Forms<'_> {
    /// Whether all conditions hold, asked in order up to the first that fails.
    pub(in crate::symmetry) fn all(&mut self, parts: &[Form]) -> Form {
        let mut flat = Vec::new();
        for part in parts {
            self.add_conditions(&mut flat, *part);
        }
        let never = self.bool(false);
        let mut list = Vec::new();
        let mut between = Vec::new();
        let mut asked: FxHashSet<Form> = FxHashSet::default();
        for part in flat {
            // What was asked before holds here.
            if asked.contains(&part) {
                continue;
            }
            let part = if self.faults(part) {
                self.given(part, &[&list[..], &between[..]].concat())
            } else {
                part
            };
            if self.faults(part) {
                self.together(&mut list, &mut between);
                if list.last() == Some(&never) {
                    break;
                }
                list.push(part);
                asked.insert(part);
            } else {
                between.push(part);
            }
        }
        self.together(&mut list, &mut between);
        let can_fault = list.iter().any(|part| self.faults(*part));
        if !can_fault {
            if list.contains(&never) {
                return never;
            }
            if list.iter().all(|part| self.is_listed(*part))
                && let Some(fields) = self.fields_of(&list)
            {
                return self.hold_together(&fields, &list);
            }
        }
        match list[..] {
            [] => self.bool(true),
            [only] => only,
            _ => self.intern(Shape::All(list.into())),
        }
    }

    /// The condition that at least one of these conditions holds. They are asked in order, up to the
    /// first that holds.
    pub(in crate::symmetry) fn any(&mut self, parts: &[Form]) -> Form {
        let opposites: Vec<Form> = parts.iter().map(|part| self.not(*part)).collect();
        let none = self.all(&opposites);
        self.not(none)
    }

    pub(in crate::symmetry) fn not(&mut self, form: Form) -> Form {
        if let Some(&known) = self.opposites.get(&form) {
            return known;
        }
        let opposite = self.opposite(form);
        self.take(BYTES_OF_NOTE);
        self.opposites.insert(form, opposite);
        opposite
    }

    fn opposite(&mut self, form: Form) -> Form {
        match self.shape(form) {
            Shape::Const(value) => {
                let opposite = *value == 0;
                self.bool(opposite)
            }
            Shape::Fault => form,
            Shape::Not(inner) => *inner,
            Shape::Cases { fields, .. } => {
                let fields = fields.to_vec();
                self.by_cases(&fields, &[form], |forms, picked| forms.not(picked[0]))
            }
            Shape::Strict(Strict::IsNegative, operands) => {
                // An integer is not negative if and only if its opposite less 1 is negative.
                let number = operands[0];
                let opposite = self.linear(-1, &[(number, -1)]);
                self.is_negative(opposite)
            }
            Shape::Select(condition, then, otherwise) => {
                let (condition, then, otherwise) = (*condition, *then, *otherwise);
                let (then, otherwise) = (self.not(then), self.not(otherwise));
                self.select(condition, then, otherwise)
            }
            _ => self.intern(Shape::Not(form)),
        }
    }

    /// Adds a condition to a list, as several conditions where it is made of several.
    fn add_conditions(&mut self, list: &mut Vec<Form>, condition: Form) {
        match self.shape(condition) {
            Shape::All(parts) => list.extend(parts.iter().copied()),
            Shape::Const(1) => {}
            Shape::Cases { .. }
                if self.is_listed(condition)
                    && self.is_truth(condition)
                    && !self.faults(condition) =>
            {
                self.add_factors(list, condition);
            }
            _ => list.push(condition),
        }
    }

    /// Adds a listed condition to a list: for each field that it asks for beside all others, a
    /// condition on that field alone.
    fn add_factors(&mut self, list: &mut Vec<Form>, condition: Form) {
        let Shape::Cases { fields, branches } = self.shape(condition) else {
            list.push(condition);
            return;
        };
        let (mut fields, mut branches) = (fields.to_vec(), branches.to_vec());
        let never = self.bool(false);
        let always = self.bool(true);
        let mut place = 0;
        while fields.len() > 1 && place < fields.len() {
            let behind = self.stride(&fields, place);
            let contents = self.contents(fields[place]);
            // What is asked of the other fields, for each content of this one.
            let rest = |content: usize| -> Vec<Form> {
                let blocks = branches.chunks(behind * contents);
                let rows = blocks.map(|block| &block[content * behind..][..behind]);
                rows.flatten().copied().collect()
            };
            let rests: Vec<Vec<Form>> = (0..contents).map(rest).collect();
            let possible = |rest: &&Vec<Form>| rest.contains(&always);
            let first = rests.iter().find(possible).cloned().unwrap_or_default();
            if rests.iter().filter(possible).all(|rest| *rest == first) {
                let own = rests
                    .iter()
                    .map(|rest| if possible(&rest) { always } else { never });
                let own = own.collect();
                list.push(self.cases(vec![fields.remove(place)], own));
                branches = first;
            } else {
                place += 1;
            }
        }
        let rest = self.cases(fields, branches);
        if rest != always {
            list.push(rest);
        }
    }

    /// A condition that is asked where others hold: where one of these that asks for no other
    /// fields fails, nothing can fault.
    fn given(&mut self, condition: Form, others: &[Form]) -> Form {
        let Shape::Cases { fields, .. } = self.shape(condition) else {
            return condition;
        };
        let fields = fields.to_vec();
        let tells = |form: &Form| match self.shape(*form) {
            Shape::Cases { fields: own, .. } => {
                self.is_listed(*form)
                    && !self.faults(*form)
                    && own.iter().all(|field| fields.contains(field))
            }
            _ => false,
        };
        let mut parts = vec![condition];
        parts.extend(others.iter().copied().filter(tells));
        let never = self.bool(false);
        self.by_cases(&fields, &parts, |_, picked| {
            if picked[1..].contains(&never) {
                never
            } else {
                picked[0]
            }
        })
    }

    /// Puts conditions that cannot fault, of which all must hold, in order behind a list.
    /// Conditions that list the contents of the same fields become one.
    fn together(&mut self, list: &mut Vec<Form>, conditions: &mut Vec<Form>) {
        // Most sets of conditions are those of many moves, and of their images.
        conditions.sort_unstable();
        conditions.dedup();
        if let Some(known) = self.together.get(&conditions[..]) {
            list.extend(known.iter().copied());
        } else {
            let key: Box<[Form]> = conditions[..].into();
            let parts: Rc<[Form]> = self.conjunction(conditions).into();
            list.extend(parts.iter().copied());
            let forms = key.len() + parts.len();
            self.take(BYTES_OF_NOTE + forms * size_of::<Form>());
            self.together.insert(key, parts);
        }
        conditions.clear();
    }

    /// What the conjunction of conditions that cannot fault is made of, in order.
    fn conjunction(&mut self, conditions: &[Form]) -> Vec<Form> {
        let mut listed = Listed::new();
        let mut all: BTreeSet<Form> = BTreeSet::new();
        for &condition in conditions {
            match self.shape(condition) {
                Shape::Cases { .. } if self.is_listed(condition) => {
                    self.add_listed_condition(&mut listed, condition);
                }
                &Shape::Not(inner) => all.extend(self.unreached(inner)),
                _ => {
                    all.insert(condition);
                }
            }
        }
        self.tighten(&mut listed);
        let taken_apart = |form: &Form| match self.shape(*form) {
            Shape::Cases { fields, .. } => Some(fields.to_vec()),
            _ => None,
        };
        let mut chosen: BTreeMap<Vec<usize>, Vec<Form>> = BTreeMap::new();
        for condition in &all {
            if let Some(fields) = taken_apart(condition) {
                chosen.entry(fields).or_default().push(*condition);
            }
        }
        all.retain(|form| taken_apart(form).is_none());
        for (fields, mut parts) in chosen {
            // What is asked where a listed condition fails does not matter.
            let within = |other: &[usize]| other.iter().all(|field| fields.contains(field));
            parts.extend(
                listed
                    .iter()
                    .filter(|(other, _)| within(other))
                    .map(|(_, form)| *form),
            );
            all.insert(self.by_cases(&fields, &parts, Self::all));
        }
        all.extend(listed.into_values());
        let (always, never) = (self.bool(true), self.bool(false));
        all.remove(&always);
        let contradicts = |part: &Form| match self.shape(*part) {
            Shape::Not(inner) => all.contains(inner),
            _ => *part == never,
        };
        if all.iter().any(contradicts) {
            vec![never]
        } else {
            all.into_iter().collect()
        }
    }

    /// Puts a listed condition together with the one on the same fields. Returns whether that
    /// changes anything.
    fn add_listed_condition(&mut self, listed: &mut Listed, condition: Form) -> bool {
        let fields = match self.shape(condition) {
            Shape::Cases { fields, .. } => fields.to_vec(),
            Shape::Const(1) => return false,
            _ => Vec::new(),
        };
        let before = listed.get(&fields).copied();
        let both = match before {
            None => condition,
            Some(before) => self.hold_together(&fields, &[before, condition]),
        };
        listed.insert(fields, both);
        before != Some(both)
    }

    /// Whether listed conditions hold, of which none asks for other fields than these.
    pub(super) fn hold_together(&mut self, fields: &[usize], conditions: &[Form]) -> Form {
        self.by_cases(fields, conditions, |forms, picked| {
            let holds = picked.iter().all(|part| forms.value(*part) == Some(1));
            forms.bool(holds)
        })
    }

    /// Lets each of some listed conditions ask for all that it and the conditions on fewer of its
    /// fields imply, so that it does not matter in which condition something was written.
    fn tighten(&mut self, listed: &mut Listed) {
        let mut is_tight = listed.keys().all(|fields| fields.len() < 2);
        while !is_tight && self.meter.check().is_ok() {
            is_tight = true;
            let several: Vec<Vec<usize>> = listed
                .keys()
                .filter(|fields| fields.len() > 1)
                .cloned()
                .collect();
            for fields in several {
                let within = |other: &[usize]| other.iter().all(|field| fields.contains(field));
                let parts = listed.iter().filter(|(other, _)| within(other));
                let parts: Vec<Form> = parts.map(|(_, form)| *form).collect();
                let tight = self.hold_together(&fields, &parts);
                let before = listed.remove(&fields);
                let mut apart = Vec::new();
                self.add_factors(&mut apart, tight);
                let mut changes = before != Some(tight);
                for place in 0..fields.len() {
                    apart.push(self.projected(&fields, tight, place));
                }
                for part in apart {
                    let is_new = self.add_listed_condition(listed, part);
                    changes |= is_new && part != tight;
                }
                is_tight &= !changes;
            }
        }
    }

    /// Whether a condition on some fields holds for some contents of all these fields but one,
    /// whose place among the fields is given: a condition on that field alone.
    fn projected(&mut self, fields: &[usize], condition: Form, place: usize) -> Form {
        let mut possible = vec![false; self.contents(fields[place])];
        let behind = self.stride(fields, place);
        let mut at = 0;
        self.by_cases(fields, &[condition], |forms, picked| {
            let content = at / behind % possible.len();
            at += 1;
            possible[content] |= forms.value(picked[0]) == Some(1);
            picked[0]
        });
        let branches = possible.into_iter().map(|possible| self.bool(possible));
        let branches = branches.collect();
        self.cases(vec![fields[place]], branches)
    }
}
