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

mod cases;
mod choices;
mod conditions;
mod extreme;
mod growing;
mod numbers;
mod within;

use std::hash::BuildHasher;
use std::rc::Rc;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use zug_program::{Layout, Meter};

use growing::Class;

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

/// Facts about a form beside its shape.
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

/// Which contents single fields can have in the states in which an expression is evaluated.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    /// The fields, in order, each with a condition that lists its contents.
    conditions: Vec<(usize, Form)>,
    /// The fields, each as the bit with its number modulo 64.
    fields: u64,
}

impl Contents {
    fn of(&self, field: usize) -> Option<Form> {
        let place = self
            .conditions
            .binary_search_by_key(&field, |known| known.0);
        place.ok().map(|place| self.conditions[place].1)
    }

    fn insert(&mut self, field: usize, condition: Form) {
        match self
            .conditions
            .binary_search_by_key(&field, |known| known.0)
        {
            Ok(place) => self.conditions[place].1 = condition,
            Err(place) => self.conditions.insert(place, (field, condition)),
        }
        self.fields |= bit_of(field);
    }

    /// A hash of this and of a form.
    fn hash_with(&self, form: Form) -> u64 {
        FxBuildHasher.hash_one((form, &self.conditions))
    }

    /// The part of this that is about the fields whose bits are set in `asked`.
    fn about(&self, asked: u64) -> Self {
        let conditions = self.conditions.iter().copied();
        let conditions = conditions.filter(|(field, _)| asked & bit_of(*field) != 0);
        Self {
            conditions: conditions.collect(),
            fields: self.fields & asked,
        }
    }
}

/// What a form is where conditions hold.
#[derive(Debug)]
struct Within {
    form: Form,
    known: Contents,
    simpler: Form,
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
    /// For each set that grows by steps and each class of the set: what is in the set if it begins
    /// with that class alone.
    reached: FxHashMap<(Form, usize), Rc<[Form]>>,
    /// What conditions that hold say about single fields.
    given: FxHashMap<Form, Rc<Contents>>,
    /// What forms are where conditions hold.
    within: HashTable<Within>,
    /// The condition that a field has a content, by the numbers of both.
    contents: FxHashMap<(usize, usize), Form>,
    /// For sets of conditions that cannot fault, in order, what their conjunction is made of.
    together: FxHashMap<Box<[Form]>, Rc<[Form]>>,
    /// The opposites of conditions.
    opposites: FxHashMap<Form, Form>,
    pub(super) meter: Meter,
    /// The number of bytes that may still be taken.
    room: usize,
}

/// About how many bytes a form takes, but for the forms that it lists.
const BYTES_OF_FORM: usize = 160;

/// About how many bytes it takes to note what was made of forms, but for lists of forms.
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
            given: FxHashMap::default(),
            within: HashTable::new(),
            contents: FxHashMap::default(),
            together: FxHashMap::default(),
            opposites: FxHashMap::default(),
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

    fn values(&self, forms: &[Form]) -> Option<Vec<i64>> {
        forms.iter().map(|form| self.value(*form)).collect()
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
            // The meter is full from now on, which ends the proof when it is asked next.
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

    fn contents(&self, field: usize) -> usize {
        self.layout.fields[field].scalar.radix() as usize
    }

    /// For a list with an entry for each combination of contents of some fields, how far apart two
    /// entries are in which the field at this place holds neighbouring contents and all other
    /// fields hold the same: the contents of the last field change first.
    fn stride(&self, fields: &[usize], place: usize) -> usize {
        let behind = fields[place + 1..].iter();
        behind.map(|field| self.contents(*field)).product()
    }
}

/// The bit for a field in [`Traits::asks`].
fn bit_of(field: usize) -> u64 {
    1 << (field % 64)
}
