//! Room for the values that rules make.
//!
//! A line of rules can ask for any amount of memory: a list that is added to itself doubles in one
//! step. So whoever makes a value asks before it takes the memory, in three ways. No value is
//! heavier than [`HEAVIEST`], whatever the machine has. A large value is made only where the
//! caller's budget has room for it. And the bytes count as steps, so that the bound of steps bounds
//! the memory of an evaluation too, and the job is asked again after some hundred kilobytes.

use zug_job::{Refusal, Why};

use super::{Eval, NoValue};
use crate::domain::items::HEAVIEST;
use crate::domain::part::Part;
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;

/// The number of bytes that are made in about the time of a step.
const BYTES_IN_A_STEP: u64 = 128;

/// The number of bytes from which on the budget is asked about a single value.
const LARGE: u64 = 64 << 10;

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

/// Returns what becomes of an evaluation whose job says that it is not to go on.
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
