//! Options between braces, with rows of bars: which belong together.

use std::ops::Range;

use crate::arena::Arena;
use crate::notation::error::{ReadError, ReadFault};
use crate::notation::loops::{Drawn, Item};

/// Groups of options with a row of bars between neighbours.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    pub(crate) lists: Vec<Vec<Item>>,
    /// The place of each row of bars in the text.
    pub(crate) bars: Vec<Range<usize>>,
}

impl Groups {
    /// What the braces are. They have this position of the graph if they have a label.
    pub(crate) fn item(
        self,
        arena: &mut Arena,
        drawn: &mut Drawn,
        position: Option<usize>,
    ) -> Result<Item, ReadError> {
        let span = self.bars.first().map_or(0..0, Range::clone);
        let sides = self.sides(arena, drawn)?;
        drawn.item(arena, &sides, position, span)
    }

    /// The options of Left and of Right: the longest row of bars divides them, and a side with bars
    /// of its own is one option. There is at least one row of bars.
    ///
    /// Groups come from left to right, and one stands on a stack until the row of bars behind it is
    /// longer than that before it, as factors do until an operator binds less.
    pub(crate) fn sides(
        self,
        arena: &mut Arena,
        drawn: &mut Drawn,
    ) -> Result<[Vec<Item>; 2], ReadError> {
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
                join(arena, drawn, &mut open, &mut rows)?;
            }
            rows.push(bars);
            open.push(list);
        }
        while rows.len() > 1 {
            join(arena, drawn, &mut open, &mut rows)?;
        }
        let right = open.pop().unwrap_or_default();
        Ok([open.pop().unwrap_or_default(), right])
    }
}

/// Makes one option of the last two groups.
fn join(
    arena: &mut Arena,
    drawn: &mut Drawn,
    open: &mut Vec<Vec<Item>>,
    rows: &mut Vec<Range<usize>>,
) -> Result<(), ReadError> {
    let span = rows.pop().expect("a row of bars stands between two groups");
    let right = open.pop().expect("a group follows each row of bars");
    let left = open.pop().expect("a group precedes each row of bars");
    open.push(vec![drawn.item(arena, &[left, right], None, span)?]);
    Ok(())
}
