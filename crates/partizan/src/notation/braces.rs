//! Options between braces, with rows of bars: which belong together.

use std::ops::Range;

use crate::arena::Arena;
use crate::form::Form;
use crate::notation::error::{ReadError, ReadFault};

/// Groups of options with a row of bars between neighbours.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    pub(crate) lists: Vec<Vec<Form>>,
    /// The place of each row of bars in the text.
    pub(crate) bars: Vec<Range<usize>>,
}

impl Groups {
    /// The value: the longest row of bars divides Left's options from Right's, and a side with
    /// bars of its own is one option.
    ///
    /// Groups come from left to right, and one stands on a stack until the row of bars behind it is
    /// shorter than that before it, as factors do until an operator binds less.
    pub(crate) fn value(self, arena: &mut Arena) -> Result<Form, ReadError> {
        let mut lists = self.lists.into_iter();
        let mut open = vec![lists.next().unwrap_or_default()];
        let mut rows: Vec<Range<usize>> = Vec::new();
        for (bars, list) in self.bars.into_iter().zip(lists) {
            while let Some(before) = rows.last() {
                if before.len() > bars.len() {
                    break;
                }
                if before.len() == bars.len() {
                    let fault = ReadFault::EqualBars(bars.len());
                    return Err(ReadError { span: bars, fault });
                }
                join(arena, &mut open, &mut rows)?;
            }
            rows.push(bars);
            open.push(list);
        }
        while !rows.is_empty() {
            join(arena, &mut open, &mut rows)?;
        }
        Ok(open[0][0])
    }
}

/// Makes one option of the last two groups.
fn join(
    arena: &mut Arena,
    open: &mut Vec<Vec<Form>>,
    rows: &mut Vec<Range<usize>>,
) -> Result<(), ReadError> {
    let span = rows.pop().expect("a row of bars stands between two groups");
    let right = open.pop().expect("a group follows each row of bars");
    let left = open.pop().expect("a group precedes each row of bars");
    let value = arena
        .from_options(&left, &right)
        .map_err(|error| ReadError {
            span,
            fault: error.into(),
        })?;
    open.push(vec![value]);
    Ok(())
}
