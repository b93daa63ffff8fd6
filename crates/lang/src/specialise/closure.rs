//! Sets that grow by steps.
//!
//! The elements that can come into the set are gone through before the game starts, as if every
//! condition held. What is left is a node of the program: which elements are in the set at first,
//! and which steps are made from where, under which conditions.

use std::collections::HashMap;

use super::{Partial, Specialiser, unknown};
use crate::domain::value::{LARGEST_SET, Value};
use crate::evaluate::{Eval, endless, too_much};
use crate::syntax::ast::{self, Collection};
use crate::text::span::Span;
use zug_program::{Closure, ExprId};

/// The elements that can be in the set, each with its number.
#[derive(Default)]
struct Elements {
    values: Vec<Value>,
    numbers: HashMap<Value, usize>,
}

impl Elements {
    fn number(&mut self, value: &Value) -> usize {
        if let Some(number) = self.numbers.get(value) {
            return *number;
        }
        let number = self.values.len();
        self.values.push(value.clone());
        self.numbers.insert(value.clone(), number);
        number
    }
}

impl Specialiser<'_> {
    /// Evaluates a set that grows by steps.
    pub(super) fn closure(&mut self, closure: &ast::Closure, span: Span) -> Eval<Partial> {
        let mut elements = Elements::default();
        let first = self.eval(&closure.start)?;
        // The whole start is evaluated before the first step is.
        self.demand(&first)?;
        let mut start: Vec<(usize, ExprId)> = Vec::new();
        for (present, item) in self.items(first, closure.start.span)? {
            match item {
                Partial::Known(value) => start.push((elements.number(&value), present)),
                // Where it is an element, evaluating the start was a fault.
                Partial::Fault(_) => {}
                _ => return Err(unknown("an element of this set", closure.start.span)),
            }
        }
        let mut steps: Vec<(usize, usize, ExprId)> = Vec::new();
        let mut next = 0;
        while let Some(element) = elements.values.get(next).cloned() {
            self.step(span)?;
            let bound = self.locals.len();
            self.bind(&closure.pattern, Partial::Known(element))?;
            let step = self.guarded(&closure.step)?;
            self.locals.truncate(bound);
            for (present, item) in self.items(step, closure.step.span)? {
                self.step(span)?;
                match item {
                    _ if self.residual.constant(present) == Some(0) => {}
                    Partial::Known(value) => steps.push((next, elements.number(&value), present)),
                    Partial::Fault(site) => {
                        let fault = self.residual.fault(site);
                        steps.push((next, next, self.residual.and(&[present, fault])));
                    }
                    _ => return Err(unknown("an element of this set", closure.step.span)),
                }
            }
            next += 1;
            if elements.values.len() > LARGEST_SET {
                return Err(too_much(endless(), closure.step.span));
            }
        }
        let conditions = start.iter().map(|(_, condition)| *condition);
        let mut conditions = conditions.chain(steps.iter().map(|(.., condition)| *condition));
        if conditions.all(|condition| self.residual.constant(condition) == Some(1)) {
            return Ok(Partial::Known(Value::set(elements.values)));
        }
        if elements.values.len() > Closure::MOST {
            let message = format!(
                "this closure depends on the position and can have {} elements, more than {}",
                elements.values.len(),
                Closure::MOST
            );
            return Err(too_much(message, span));
        }
        let count = elements.values.len();
        let members = self.residual.closure(count, &start, &steps);
        if let Some(word) = members.word {
            self.demand_scalar(word);
        }
        let items = members.conditions.into_iter().zip(elements.values);
        let items = items.map(|(present, value)| (present, Partial::Known(value)));
        self.collection(Collection::Set, items.collect())
    }
}
