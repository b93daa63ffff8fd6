//! Normal forms of expressions: two expressions with one form have the same value in every state.
//!
//! The nodes of a program are written as the rules were written, so that one condition has many
//! nodes: the order of the parts of a conjunction, a sum with its terms put together in one way
//! or another, a number of a table and a comparison. A form forgets all this. What depends on few
//! contents of few fields is the list of its values ([`Shape::Cases`]), whatever it was written
//! as. Conjunctions are sets, sums are sums of multiples, a set that grows by steps is the system of
//! equations for its elements. Whoever finds two equal forms has a proof that the expressions
//! are equal, faults included; two forms that differ prove nothing.
//!
//! Cost: one form for each node, and a list of at most [`MOST_CONTENTS`] values for each.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher;
use std::rc::Rc;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use zug_values::Outcome;

use crate::arithmetic::{divide, modulo};
use crate::layout::{Layout, number};
use crate::meter::Meter;

/// The most combinations of contents for which the values of a form are listed.
const MOST_CONTENTS: usize = 256;

/// The most forms within forms: what is deeper is taken for unknown, as work on a form goes as
/// deep as the form.
const DEEPEST: u32 = 500;

/// The normal form of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Form(u32);

/// What a form is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Shape {
    Const(i64),
    /// Reaching this is a fault.
    Fault,
    /// The value of a field with too many contents to be listed.
    Field(usize),
    /// Whether there is no legal move.
    Stuck,
    /// What the expression is for each combination of contents of some fields, of which none can
    /// be left out. The contents of the last field change first.
    Cases {
        fields: Box<[usize]>,
        branches: Box<[Form]>,
    },
    /// Whether all conditions hold. Those that can fault stand in the order in which they are
    /// asked; the conditions between two of these are sorted.
    All(Box<[Form]>),
    /// Whether a condition does not hold.
    Not(Form),
    /// A sum of multiples, sorted by what is multiplied.
    Linear {
        constant: i128,
        terms: Box<[(Form, i128)]>,
    },
    /// An operation that evaluates all its operands.
    Strict(Strict, Box<[Form]>),
    /// The second form if the first holds, else the third.
    Select(Form, Form, Form),
    /// The element with the number that the index is.
    Choose {
        index: Form,
        elements: Box<[Form]>,
    },
    /// Whether the elements of one class are in a set that grows by steps.
    Member {
        system: Form,
        class: usize,
    },
    /// The least solution of equations: each class is in the set if its condition holds, or if
    /// another class is and the condition of a step from there holds.
    System(Box<[Class]>),
    /// An element of a set that grows by steps, seen from some number of steps back.
    Colour(Form, Box<[(Form, Form)]>),
    /// Something of which nothing is known, and that equals nothing else.
    Unknown(usize),
}

/// Elements of a set that grows by steps of which either all or none are in the set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Class {
    start: Form,
    /// The steps that lead here: their conditions, and the classes from which they come.
    steps: Box<[(Form, usize)]>,
}

/// An operation that evaluates all its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Strict {
    Multiply,
    Divide,
    Modulo,
    Min,
    Max,
    Equal,
    Less,
    IsZero,
    IsNegative,
    /// Whether `value & mask == pattern`.
    Bits {
        mask: u64,
        pattern: u64,
    },
    /// The number of bits of the mask that are set.
    Ones {
        mask: u64,
    },
    /// The number of a table of the program at an index.
    Lookup {
        table: usize,
    },
}

/// What is known of a form beside its shape.
#[derive(Clone, Copy, Debug)]
struct Traits {
    /// Whether evaluating it can fault.
    faults: bool,
    /// Whether it is always 0 or 1.
    is_truth: bool,
    /// Whether it is a number, or a number for each case.
    is_listed: bool,
    /// The number of forms within forms.
    depth: u32,
    /// The fields whose contents it takes apart, each as the bit with its number modulo 64.
    asks: u64,
}

/// All forms that were made, each once.
#[derive(Debug)]
pub(super) struct Forms<'a> {
    layout: &'a Layout,
    tables: &'a [Vec<i64>],
    shapes: Vec<Shape>,
    traits: Vec<Traits>,
    known: HashTable<Form>,
    /// Whether asking if there is a legal move can fault.
    stuck_faults: bool,
    /// For sets that grow by steps and classes of them: what is in the set if it begins with that
    /// class alone.
    reached: FxHashMap<(Form, usize), Rc<[Form]>>,
    /// What forms are where conditions hold, by the form and the conditions.
    within: FxHashMap<(Form, Box<[Form]>), Form>,
    pub(super) meter: Meter,
    /// The number of bytes that may still be taken.
    room: usize,
}

/// About how many bytes a form takes, but for the forms that it lists.
const BYTES_OF_FORM: usize = 160;

/// About how many bytes it takes to note what a form is where conditions hold.
const BYTES_OF_NOTE: usize = 64;

impl<'a> Forms<'a> {
    pub(super) fn new(
        layout: &'a Layout,
        tables: &'a [Vec<i64>],
        stuck_faults: bool,
        meter: Meter,
        room: usize,
    ) -> Self {
        Self {
            room,
            layout,
            tables,
            shapes: Vec::new(),
            traits: Vec::new(),
            known: HashTable::new(),
            stuck_faults,
            reached: FxHashMap::default(),
            within: FxHashMap::default(),
            meter,
        }
    }

    fn shape(&self, form: Form) -> &Shape {
        &self.shapes[form.0 as usize]
    }

    /// Whether evaluating the form can fault.
    pub(super) fn faults(&self, form: Form) -> bool {
        self.traits[form.0 as usize].faults
    }

    fn is_truth(&self, form: Form) -> bool {
        self.traits[form.0 as usize].is_truth
    }

    /// Whether the form is a number, or a number or a fault for each case.
    fn is_listed(&self, form: Form) -> bool {
        self.traits[form.0 as usize].is_listed
    }

    /// The number that the form is, if it is one.
    pub(super) fn value(&self, form: Form) -> Option<i64> {
        match *self.shape(form) {
            Shape::Const(value) => Some(value),
            _ => None,
        }
    }

    fn intern(&mut self, shape: Shape) -> Form {
        let size = match &shape {
            Shape::Cases { branches, .. } => branches.len(),
            Shape::All(parts) | Shape::Strict(_, parts) => parts.len(),
            Shape::Linear { terms, .. } => terms.len(),
            Shape::Choose { elements, .. } => elements.len(),
            Shape::System(classes) => classes.iter().map(|class| 1 + class.steps.len()).sum(),
            Shape::Colour(_, steps) => steps.len(),
            _ => 0,
        };
        self.meter.count(1 + size as u64 / 8);
        let hash = FxBuildHasher.hash_one(&shape);
        let shapes = &self.shapes;
        if let Some(&known) = self
            .known
            .find(hash, |form| shapes[form.0 as usize] == shape)
        {
            return known;
        }
        let form = Form(shapes.len() as u32);
        let traits = self.traits_of(&shape);
        self.take(BYTES_OF_FORM + size * 2 * size_of::<(Form, i128)>().min(16));
        if traits.depth > DEEPEST {
            return self.unknown();
        }
        let shapes = &self.shapes;
        let again = |form: &Form| FxBuildHasher.hash_one(&shapes[form.0 as usize]);
        self.known.insert_unique(hash, form, again);
        self.shapes.push(shape);
        self.traits.push(traits);
        form
    }

    /// Takes some bytes of those that are left; if there are too few, the proof ends.
    fn take(&mut self, bytes: usize) {
        match self.room.checked_sub(bytes) {
            Some(room) => self.room = room,
            // Whoever asks the meter next ends the proof.
            None => self.meter.count(u64::MAX),
        }
    }

    fn traits_of(&self, shape: &Shape) -> Traits {
        let any_faults = |forms: &[Form]| forms.iter().any(|form| self.faults(*form));
        let all_truth = |forms: &[Form]| forms.iter().all(|form| self.is_truth(*form));
        let (faults, is_truth, is_listed) = match shape {
            Shape::Const(value) => (false, matches!(value, 0 | 1), true),
            // What faults has no value, so that all is true of its value.
            Shape::Fault => (true, true, true),
            Shape::Field(_) | Shape::System(_) | Shape::Colour(..) => (false, false, false),
            Shape::Stuck => (self.stuck_faults, true, false),
            Shape::Cases { branches, .. } => (
                any_faults(branches),
                all_truth(branches),
                branches
                    .iter()
                    .all(|branch| matches!(self.shape(*branch), Shape::Const(_) | Shape::Fault)),
            ),
            Shape::All(parts) => (any_faults(parts), true, false),
            Shape::Not(inner) => (self.faults(*inner), true, false),
            Shape::Linear { terms, .. } => (
                terms.iter().any(|(form, _)| self.faults(*form)),
                false,
                false,
            ),
            Shape::Strict(operation, operands) => {
                let may_fail = match operation {
                    Strict::Divide | Strict::Modulo => self.value(operands[1]).is_none(),
                    Strict::Lookup { .. } => true,
                    _ => false,
                };
                let is_truth = matches!(
                    operation,
                    Strict::Equal
                        | Strict::Less
                        | Strict::IsZero
                        | Strict::IsNegative
                        | Strict::Bits { .. }
                );
                (may_fail || any_faults(operands), is_truth, false)
            }
            Shape::Select(condition, then, otherwise) => (
                any_faults(&[*condition, *then, *otherwise]),
                all_truth(&[*then, *otherwise]),
                false,
            ),
            Shape::Choose { elements, .. } => (true, all_truth(elements), false),
            Shape::Member { .. } => (false, true, false),
            Shape::Unknown(_) => (true, false, false),
        };
        Traits {
            faults,
            is_truth,
            is_listed,
            depth: self.depth_of(shape),
            asks: self.fields_asked(shape),
        }
    }

    /// The fields that a form with this shape takes apart, as [`Traits::asks`].
    fn fields_asked(&self, shape: &Shape) -> u64 {
        let all = |forms: &[Form]| forms.iter().fold(0, |asked, form| asked | self.asks(*form));
        match shape {
            Shape::Cases { fields, branches } => {
                let own = fields.iter().fold(0, |own, field| own | bit_of(*field));
                own | all(branches)
            }
            Shape::All(parts) | Shape::Strict(_, parts) => all(parts),
            Shape::Not(inner) => self.asks(*inner),
            Shape::Linear { terms, .. } => {
                let terms = terms.iter();
                terms.fold(0, |asked, (form, _)| asked | self.asks(*form))
            }
            Shape::Select(a, b, c) => all(&[*a, *b, *c]),
            Shape::Choose { index, elements } => self.asks(*index) | all(elements),
            _ => 0,
        }
    }

    fn asks(&self, form: Form) -> u64 {
        self.traits[form.0 as usize].asks
    }

    fn depth_of(&self, shape: &Shape) -> u32 {
        let deepest = |forms: &mut dyn Iterator<Item = Form>| {
            let depths = forms.map(|form| self.traits[form.0 as usize].depth);
            1 + depths.max().unwrap_or_default()
        };
        match shape {
            // Nothing goes into the last three.
            Shape::Const(_)
            | Shape::Fault
            | Shape::Field(_)
            | Shape::Stuck
            | Shape::Unknown(_)
            | Shape::System(_)
            | Shape::Colour(..)
            | Shape::Member { .. } => 0,
            Shape::Cases {
                branches: parts, ..
            }
            | Shape::All(parts)
            | Shape::Strict(_, parts) => deepest(&mut parts.iter().copied()),
            Shape::Not(inner) => deepest(&mut [*inner].into_iter()),
            Shape::Linear { terms, .. } => deepest(&mut terms.iter().map(|(form, _)| *form)),
            Shape::Select(a, b, c) => deepest(&mut [*a, *b, *c].into_iter()),
            Shape::Choose { index, elements } => {
                deepest(&mut elements.iter().copied().chain([*index]))
            }
        }
    }

    // Leaves.

    pub(super) fn int(&mut self, value: i64) -> Form {
        self.intern(Shape::Const(value))
    }

    pub(super) fn bool(&mut self, value: bool) -> Form {
        self.int(i64::from(value))
    }

    pub(super) fn fault(&mut self) -> Form {
        self.intern(Shape::Fault)
    }

    pub(super) fn stuck(&mut self) -> Form {
        self.intern(Shape::Stuck)
    }

    /// A form that equals no other one.
    pub(super) fn unknown(&mut self) -> Form {
        self.intern(Shape::Unknown(self.shapes.len()))
    }

    /// The value of a field.
    pub(super) fn field(&mut self, field: usize) -> Form {
        let of = self.layout.fields[field].scalar;
        if of.radix() > MOST_CONTENTS as u128 {
            return self.intern(Shape::Field(field));
        }
        let values: Vec<Form> = (of.lo..=of.hi).map(|value| self.int(value)).collect();
        self.cases(vec![field], values)
    }

    // Cases.

    fn contents(&self, field: usize) -> usize {
        self.layout.fields[field].scalar.radix() as usize
    }

    /// The form for each combination of contents of some fields, which are in order. The contents
    /// of the last field change first.
    pub(super) fn cases(&mut self, mut fields: Vec<usize>, mut branches: Vec<Form>) -> Form {
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
    fn fields_of(&self, forms: &[Form]) -> Option<Vec<usize>> {
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
    pub(super) fn by_cases(
        &mut self,
        fields: &[usize],
        operands: &[Form],
        mut make: impl FnMut(&mut Self, &[Form]) -> Form,
    ) -> Form {
        if self.meter.check().is_err() {
            // Whoever asks the meter next ends the proof.
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

    /// In each branch puts what the fields hold there in the place of further questions for them.
    fn answer_in_branches(&mut self, fields: &[usize], branches: &mut [Form]) {
        for at in 0..branches.len() {
            let known = Contents::new();
            branches[at] = self.within_branch(fields, at, branches[at], known);
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
        let contents = 0..self.contents(field);
        let branches = contents.map(|other| self.bool(other == content)).collect();
        self.cases(vec![field], branches)
    }

    /// What a condition that holds says about single fields.
    pub(super) fn contents_given(&mut self, condition: Form) -> Contents {
        let parts = match self.shape(condition) {
            Shape::All(parts) => parts.to_vec(),
            _ => vec![condition],
        };
        let (always, never) = (self.bool(true), self.bool(false));
        let mut known = Contents::new();
        for part in parts {
            if let Shape::Cases { fields, branches } = self.shape(part)
                && let &[field] = &fields[..]
            {
                let before = known.get(&field).copied().unwrap_or(always);
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
        known
    }

    /// A form that is equal to this one, faults included, in all states in which what is known
    /// about single fields is true. Whatever this form is in other states is forgotten.
    pub(super) fn within(&mut self, form: Form, known: &Contents) -> Form {
        let asked = self.asks(form);
        let known: Contents = known
            .iter()
            .filter(|(field, _)| asked & bit_of(**field) != 0)
            .map(|(field, condition)| (*field, *condition))
            .collect();
        if known.is_empty() || self.meter.check().is_err() {
            return form;
        }
        let key = (form, known.values().copied().collect());
        if let Some(simpler) = self.within.get(&key) {
            return *simpler;
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
        self.take(BYTES_OF_NOTE);
        self.within.insert(key, simpler);
        simpler
    }

    /// The cases for the contents of some fields that can be where something is known; in the place
    /// of all other cases stands the first of these.
    fn cases_within(&mut self, fields: &[usize], branches: &[Form], known: &Contents) -> Form {
        let conditions: Vec<Form> = fields
            .iter()
            .filter_map(|field| known.get(field).copied())
            .collect();
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

    // Operations that evaluate all operands.

    pub(super) fn strict(&mut self, operation: Strict, operands: &[Form]) -> Form {
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

    fn values(&self, forms: &[Form]) -> Option<Vec<i64>> {
        forms.iter().map(|form| self.value(*form)).collect()
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

    /// The least or the largest of some numbers. Listed numbers are told apart by fields as far as
    /// they are the extreme of a number for each field.
    fn extreme(&mut self, operation: Strict, operands: &[Form]) -> Form {
        let sign = if operation == Strict::Min { 1 } else { -1 };
        let mut listed: BTreeMap<Vec<usize>, Vec<i64>> = BTreeMap::new();
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
                    let values = values.iter().map(|value| value.saturating_mul(sign));
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
            let values = values
                .iter()
                .map(|value| *value.min(&bound.unwrap_or(*value)));
            let branches = values.map(|value| self.int(value.saturating_mul(sign)));
            let branches = branches.collect();
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
        listed: &mut BTreeMap<Vec<usize>, Vec<i64>>,
        mut fields: Vec<usize>,
        mut values: Vec<i64>,
    ) {
        let mut add = |fields: Vec<usize>, values: Vec<i64>| {
            let least = listed.entry(fields).or_insert_with(|| values.clone());
            for (least, value) in least.iter_mut().zip(values) {
                *least = value.min(*least);
            }
        };
        let mut place = 0;
        while fields.len() > 1 && place < fields.len() {
            let behind: usize = fields[place + 1..]
                .iter()
                .map(|field| self.contents(*field))
                .product();
            let contents = self.contents(fields[place]);
            let (mut own, mut rest) = (
                vec![i64::MIN; contents],
                vec![i64::MIN; values.len() / contents],
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
            let is_least = |(at, value): (usize, &i64)| {
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

    fn is_negative(&mut self, form: Form) -> Form {
        if self.is_listed(form) {
            return self.strict(Strict::IsNegative, &[form]);
        }
        self.intern(Shape::Strict(Strict::IsNegative, [form].into()))
    }

    /// A constant and a sum of multiples.
    pub(super) fn linear(&mut self, constant: i128, terms: &[(Form, i128)]) -> Form {
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

    fn numbers(&mut self, values: &[i128]) -> Option<Vec<Form>> {
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
            let behind: usize = fields[place + 1..]
                .iter()
                .map(|field| self.contents(*field))
                .product();
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

    // Truth.

    pub(super) fn not(&mut self, form: Form) -> Form {
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

    /// Whether all conditions hold, asked in order up to the first that fails.
    pub(super) fn all(&mut self, parts: &[Form]) -> Form {
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

    /// Whether one of the conditions holds at least, asked in order up to the first that holds.
    pub(super) fn any(&mut self, parts: &[Form]) -> Form {
        let opposites: Vec<Form> = parts.iter().map(|part| self.not(*part)).collect();
        let none = self.all(&opposites);
        self.not(none)
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
            let behind: usize = fields[place + 1..]
                .iter()
                .map(|field| self.contents(*field))
                .product();
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

    /// Puts conditions that cannot fault, of which all must hold, in order behind a list.
    /// Conditions that list the contents of the same fields become one.
    fn together(&mut self, list: &mut Vec<Form>, conditions: &mut Vec<Form>) {
        let mut listed = Listed::new();
        let mut all: BTreeSet<Form> = BTreeSet::new();
        for condition in conditions.drain(..) {
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
            list.push(never);
        } else {
            list.extend(all);
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
    fn hold_together(&mut self, fields: &[usize], conditions: &[Form]) -> Form {
        self.by_cases(fields, conditions, |forms, picked| {
            let holds = picked.iter().all(|part| forms.value(*part) == Some(1));
            forms.bool(holds)
        })
    }

    /// Lets each of some listed conditions ask for all that it and the conditions on fewer of its
    /// fields imply, so that it does not matter in which of them something was written.
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

    /// Whether a condition on some fields holds for some contents of all of them but one, whose
    /// place among the fields is given: a condition on that field alone.
    fn projected(&mut self, fields: &[usize], condition: Form, place: usize) -> Form {
        let mut possible = vec![false; self.contents(fields[place])];
        let behind: usize = fields[place + 1..]
            .iter()
            .map(|field| self.contents(*field))
            .product();
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

    /// The conditions which together say that a condition does not hold. That an element is not
    /// in a set that grows from place to place says that it is reached from no place where
    /// the set begins; where steps lead both ways, that is the same as reaching that place from
    /// the element.
    fn unreached(&mut self, condition: Form) -> Vec<Form> {
        let whole = vec![self.intern(Shape::Not(condition))];
        let Shape::Member { system, class } = *self.shape(condition) else {
            return whole;
        };
        let Shape::System(classes) = self.shape(system) else {
            return whole;
        };
        let classes = classes.clone();
        let never = self.bool(false);
        let Some(entered) = conditions_of_places(&classes, never) else {
            return whole;
        };
        let steps = classes.iter().enumerate().flat_map(|(to, class)| {
            class
                .steps
                .iter()
                .map(move |(form, from)| (*from as u8, to as u8, *form))
        });
        let steps: Vec<(u8, u8, Form)> = steps.collect();
        let from = |forms: &mut Self, start: usize| -> Rc<[Form]> {
            if let Some(known) = forms.reached.get(&(system, start)) {
                return known.clone();
            }
            let begins = [(start as u8, entered[start])];
            let reached: Rc<[Form]> = forms.closure(classes.len(), &begins, &steps).into();
            forms.reached.insert((system, start), reached.clone());
            reached
        };
        let mut parts = Vec::new();
        for (start, begins) in classes.iter().enumerate() {
            if begins.start != never {
                let there = from(self, start)[class];
                let back = from(self, class)[start];
                parts.push(self.not(there.min(back)));
            }
        }
        parts
    }

    /// The second form if the condition holds, else the third.
    pub(super) fn select(&mut self, condition: Form, then: Form, otherwise: Form) -> Form {
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
    pub(super) fn choose(&mut self, index: Form, elements: &[Form]) -> Form {
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
    pub(super) fn put(&mut self, form: Form, held: &BTreeMap<usize, Form>) -> Form {
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
    pub(super) fn of_opponent(&mut self, end: Form) -> Form {
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

    /// For each place below `places` whether it is in the least set that holds the places of
    /// `start` whose condition holds, and with a place all places to which a step leads from there
    /// whose condition holds.
    ///
    /// Places that are in the set under the same conditions get one form, and the numbers of the
    /// places do not matter: places become classes by the steps that lead to them, step by step
    /// further back, until no class falls apart.
    pub(super) fn closure(
        &mut self,
        places: usize,
        start: &[(u8, Form)],
        steps: &[(u8, u8, Form)],
    ) -> Vec<Form> {
        let conditions = start.iter().map(|(_, form)| form);
        let mut conditions = conditions.chain(steps.iter().map(|(.., form)| form));
        if conditions.any(|form| self.faults(*form)) {
            return (0..places).map(|_| self.unknown()).collect();
        }
        let (always, never) = (self.bool(true), self.bool(false));
        let mut starts = vec![never; places];
        for &(place, form) in start {
            let place = usize::from(place);
            starts[place] = self.any(&[starts[place], form]);
        }
        let mut leading: Vec<Vec<(Form, usize)>> = vec![Vec::new(); places];
        for &(from, to, form) in steps {
            if from != to && form != never && starts[usize::from(to)] != always {
                leading[usize::from(to)].push((form, usize::from(from)));
            }
        }
        // A place to which no place leads that can be in the set is there from the start or never.
        let mut possible: Vec<bool> = starts.iter().map(|start| *start != never).collect();
        loop {
            let before = possible.clone();
            for (place, steps) in leading.iter().enumerate() {
                possible[place] |= steps.iter().any(|(_, from)| possible[*from]);
            }
            if possible == before {
                break;
            }
        }
        for steps in &mut leading {
            steps.retain(|(_, from)| possible[*from]);
        }
        let mut colours: Vec<Form> = Vec::with_capacity(places);
        for start in &starts {
            colours.push(self.intern(Shape::Colour(*start, Box::default())));
        }
        let count = |colours: &[Form]| colours.iter().collect::<FxHashSet<_>>().len();
        loop {
            let mut finer = Vec::with_capacity(places);
            for (start, steps) in starts.iter().zip(&leading) {
                let seen: BTreeSet<(Form, Form)> = steps
                    .iter()
                    .map(|(form, from)| (*form, colours[*from]))
                    .collect();
                let seen = seen.into_iter().collect();
                finer.push(self.intern(Shape::Colour(*start, seen)));
            }
            let is_stable = count(&finer) == count(&colours);
            colours = finer;
            if is_stable {
                break;
            }
        }
        let order: BTreeSet<Form> = colours.iter().copied().collect();
        let order: Vec<Form> = order.into_iter().collect();
        let class = |place: usize| order.binary_search(&colours[place]).unwrap_or_default();
        let classes = order.iter().map(|colour| {
            let place = colours
                .iter()
                .position(|own| own == colour)
                .unwrap_or_default();
            let steps: BTreeSet<(Form, usize)> = leading[place]
                .iter()
                .map(|(form, from)| (*form, class(*from)))
                .collect();
            Class {
                start: starts[place],
                steps: steps.into_iter().collect(),
            }
        });
        let classes = classes.collect();
        let system = self.intern(Shape::System(classes));
        (0..places)
            .map(|place| {
                if leading[place].is_empty() {
                    return starts[place];
                }
                let class = class(place);
                self.intern(Shape::Member { system, class })
            })
            .collect()
    }
}

/// What is known about single fields, as conditions that list the contents of that field alone.
pub(super) type Contents = BTreeMap<usize, Form>;

/// The bit for a field in [`Traits::asks`].
fn bit_of(field: usize) -> u64 {
    1 << (field % 64)
}

/// Listed conditions, by the fields for which they ask.
type Listed = BTreeMap<Vec<usize>, Form>;

/// For each class of a set that grows by steps the condition under which it is entered, from
/// wherever; `None` if that depends on where a step comes from, or if not all steps lead both ways.
fn conditions_of_places(classes: &[Class], never: Form) -> Option<Vec<Form>> {
    let conditions = classes.iter().map(|class| {
        let mut entering = class
            .steps
            .iter()
            .map(|(form, _)| *form)
            .collect::<Vec<_>>();
        if class.start != never {
            entering.push(class.start);
        }
        entering.dedup();
        match entering[..] {
            [] => Some(never),
            [only] => Some(only),
            _ => None,
        }
    });
    let conditions = conditions.collect::<Option<_>>()?;
    let leads = |from: usize, to: usize| classes[to].steps.iter().any(|(_, other)| *other == from);
    let is_both_ways = (0..classes.len()).all(|to| {
        let mut from = classes[to].steps.iter().map(|(_, from)| *from);
        from.all(|from| leads(to, from))
    });
    is_both_ways.then_some(conditions)
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
