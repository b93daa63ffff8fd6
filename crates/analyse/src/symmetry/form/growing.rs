//! Sets that grow by steps: the stones of a group, the cells within reach.
//!
//! Whether an element is in such a set is a variable of a system of equations, of which the set is
//! the least solution. Elements that are in the set under the same conditions are one
//! class, found by partition refinement as in the minimisation of automata (J. Hopcroft, 1971; here
//! the plain form, in which all classes are compared in each round). Two sets with one system are
//! equal, however their elements are numbered. Two systems can differ and have one solution.
//!
//! Cost: a round takes as long as there are steps, and there are at most as many rounds as elements.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::{Form, Forms, Shape};

/// Elements of a set that grows by steps of which either all or none are in the set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Class {
    pub(super) start: Form,
    /// The steps that lead here: their conditions, and the classes from which they come.
    pub(super) steps: Box<[(Form, usize)]>,
}

impl Forms<'_> {
    /// For each place below `places` whether it is in the least set that holds the places of
    /// `start` whose condition holds, and with a place all places to which a step leads from there
    /// whose condition holds.
    ///
    /// Places that are in the set under the same conditions get one form, and the numbers of the
    /// places do not matter: places become classes by the steps that lead to them, step by step
    /// further back, until no class falls apart.
    pub(in crate::symmetry) fn closure(
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

    /// The conditions which together say that a condition does not hold. That an element is not
    /// in a set that grows from place to place says that it is reached from no place where
    /// the set begins; where steps lead both ways, that is the same as reaching that place from
    /// the element.
    pub(super) fn unreached(&mut self, condition: Form) -> Vec<Form> {
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
}

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
