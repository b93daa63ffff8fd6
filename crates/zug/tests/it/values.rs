//! All values of a solution in a list.

use std::ops::ControlFlow;

use zug::{Position, Solution, Value};

/// Every position kept, with its value, in the order of the table.
pub(crate) fn values(solution: &Solution) -> Vec<(Position, Value)> {
    let mut values = Vec::new();
    let read = solution.each_value(&mut |position, value| {
        values.push((position, value));
        ControlFlow::Continue(())
    });
    read.unwrap();
    values
}
