//! Rules whose parameters stay open become linear conditions on natural numbers.
//!
//! **Problem.** A claim about a game for all values of its parameters needs the rules as a relation
//! between positions, in which the parameters are numbers like any other.
//!
//! **Method.** Expressions are evaluated on variables instead of numbers. A number becomes a linear
//! sum in each of some cases ([`value`]), a truth value a condition. What is known, such as a set
//! that may be taken, is worked out by the operations of the language, and loops over it are
//! unrolled. A choice from a range whose ends depend on variables becomes a variable of the move;
//! a quotient by a known number too. Nothing is simplified beyond that, no bound is dropped: the
//! result is to be believed by reading, and tests compare it with the plain evaluator on all small
//! positions.
//!
//! **When not to use it.** For two players, scores, gains, results within moves, bags, products of
//! variables, and arrays whose size is a variable; a diagnostic names what the rules have,
//! and where.

mod value;
mod expression;
mod statement;
mod game;

use crate::evaluate::NoValue;
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;

/// The fault that rules are not linear at a place.
fn not_linear(what: &str, span: Span) -> NoValue {
    let fault = Diagnostic::new(
        "these rules cannot be read as linear conditions on numbers",
        span,
        what,
    );
    NoValue::Fault(fault.help(
        "positions must be natural numbers, compared, added and subtracted; `--set` makes a parameter known",
    ))
}
