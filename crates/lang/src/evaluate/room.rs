//! Room for the values that rules make.
//!
//! A line of rules can ask for any amount of memory: a list that is added to itself doubles in one
//! step. So whoever makes a value asks before it takes the memory, in three ways. No value is
//! heavier than [`HEAVIEST`], whatever the machine has. A large value is made only where the
//! caller's budget has room for it. And the bytes count as steps, so that the bound of steps bounds
//! the memory of an evaluation too, and the job is asked again after some hundred kilobytes.

use zug_job::{Refusal, Why, bytes_of};

use super::{Eval, Evaluator, NoValue};
use crate::domain::items::{HEAVIEST, Weigh};
use crate::domain::part::Part;
use crate::domain::value::Value;
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;

/// The number of bytes that are made in about the time of a step.
const BYTES_IN_A_STEP: u64 = 128;

/// The number of bytes from which on the budget is asked about a single value.
const LARGE: u64 = 64 << 10;

/// The weight of values that are compared, hashed or written in about the time of a step.
const WEIGHT_IN_A_STEP: u64 = 256;

/// Asks for room for `bytes` bytes, which are taken for values at this place of the rules. Returns
/// the number of steps that they count as.
pub(crate) fn room(part: &Part, bytes: u64, span: Span) -> Eval<u64> {
    if bytes > HEAVIEST {
        let fault = Diagnostic::new(
            format!(
                "this needs more than {} MiB of memory, which is the most for one value",
                HEAVIEST >> 20
            ),
            span,
            "too much to work out",
        );
        return Err(NoValue::TooMuch(fault.help(SMALLER)));
    }
    if bytes >= LARGE {
        let admitted = part.job.budget.admits(bytes);
        admitted.map_err(|refusal| no_room(refusal, span))?;
    }
    Ok(bytes / BYTES_IN_A_STEP)
}

impl Evaluator<'_> {
    /// Asks whether there is memory for a value of this number of bytes, before they are taken, and
    /// counts the steps for it.
    pub(super) fn room(&mut self, bytes: u64, span: Span) -> Eval<()> {
        let steps = room(self.part, bytes, span)?;
        self.count(steps, span)
    }

    /// Asks for room for one element more of a collection of the weight `weight`, and adds it.
    pub(super) fn push<T: Weigh>(
        &mut self,
        items: &mut Vec<T>,
        weight: &mut u64,
        item: T,
        span: Span,
    ) -> Eval<()> {
        *weight = weight
            .saturating_add(size_of::<T>() as u64)
            .saturating_add(item.weight());
        if items.len() == items.capacity() || *weight > HEAVIEST {
            // Both blocks are held while the elements move.
            let block = bytes_of::<T>(items.len());
            self.room((*weight).max(block.saturating_mul(3)), span)?;
        }
        items.push(item);
        Ok(())
    }

    /// Counts the steps that it takes to go through values of this weight.
    pub(super) fn walk(&mut self, weight: u64, span: Span) -> Eval<()> {
        self.count(weight / WEIGHT_IN_A_STEP, span)
    }

    /// Returns a collection that was made of few elements, unless it is too heavy.
    pub(super) fn made(&mut self, value: Value, span: Span) -> Eval<Value> {
        if value.weight() > HEAVIEST {
            room(self.part, value.weight(), span)?;
        }
        Ok(value)
    }

    /// Counts the steps that it takes to sort `count` elements, whose weights these are.
    pub(super) fn sorting(
        &mut self,
        weights: impl Iterator<Item = u64>,
        count: usize,
        span: Span,
    ) -> Eval<()> {
        let weight = weights.fold(0, u64::saturating_add);
        // An element is compared about as often as its place in a sorted row has digits.
        let times = u64::from(count.max(1).ilog2());
        self.walk(weight.saturating_mul(times), span)
    }
}

/// Returns the error of an evaluation at this place that its job has ended, for this reason.
pub(crate) fn interrupted(why: Why, span: Span) -> NoValue {
    match why {
        Why::OutOfMemory(refusal) => no_room(refusal, span),
        why => NoValue::Interrupted(why),
    }
}

fn no_room(refusal: Refusal, span: Span) -> NoValue {
    let fault = Diagnostic::new(
        "these rules need more memory than is allowed",
        span,
        "there was no more when this was worked out",
    );
    NoValue::NoRoom(fault.help(SMALLER), refusal)
}

const SMALLER: &str =
    "make the lists, sets and texts smaller that are made here, or the parameters";
