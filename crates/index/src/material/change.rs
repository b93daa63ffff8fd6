//! What ground moves do to the material, and the materials that they lead to.
//!
//! A move that does different things in different positions is taken apart ([`super::shift`]).

use std::collections::HashSet;

use zug_analyse::fixed_by_guard;
use zug_game::U256;
use zug_program::{GroundMove, Op, Residual};

use super::board::Board;
use super::map::BoardMap;
use super::numbering::{Counts, fillings};
use super::shift::{Apart, Content, Where};
use super::tiers::{Tier, in_order};

/// What a ground move does to the material, wherever it is legal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Change {
    /// The fewest pieces of each kind with which the move can be legal.
    needs: Counts,
    /// What is added to the number of pieces of each kind.
    more: Vec<i32>,
}

/// The largest number of materials within reach.
const MOST_MATERIALS: usize = 1 << 16;

/// Why the materials within reach are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    /// A move changes the material in ways that depend on the position.
    Move,
    /// The materials within reach have too many fillings.
    TooMany,
}

/// All materials that moves lead to.
pub(super) struct Reached {
    /// The materials, in the order of their counts.
    pub(super) materials: Vec<Counts>,
    /// What moves do to a material.
    changes: HashSet<Change>,
}

impl Reached {
    /// All materials that moves lead to from `start`. `contents_of` returns for a material the number of
    /// contents beside the board that agree with it, or `None` if it is left out. There are at most
    /// `most` fillings of boards with these contents.
    pub(super) fn from(
        program: &Residual,
        board: &Board,
        start: Counts,
        most: u64,
        contents_of: impl Fn(&Counts) -> Option<u64>,
    ) -> Result<Self, Unknown> {
        let mut changes = HashSet::new();
        let mut apart = None;
        for (mover, side) in program.sides.iter().enumerate() {
            for ground in &side.moves {
                if let Ok(change) = Change::of(program, board, ground) {
                    changes.extend(change);
                } else {
                    let apart = apart.get_or_insert_with(|| Apart::new(program, board));
                    changes.extend(Change::taken_apart(apart, board, mover, ground)?);
                }
            }
        }
        let mut found = HashSet::from([start.clone()]);
        let mut waiting = vec![start];
        let mut size = 0u64;
        while let Some(counts) = waiting.pop() {
            let contents = contents_of(&counts).unwrap_or(0);
            size = fillings(&counts)
                .filter(|_| found.len() <= MOST_MATERIALS)
                .and_then(|boards| size.checked_add(boards.checked_mul(contents)?))
                .filter(|size| *size <= most)
                .ok_or(Unknown::TooMany)?;
            for next in changes.iter().filter_map(|change| change.apply(&counts)) {
                if !found.contains(&next) && contents_of(&next).is_some() {
                    found.insert(next.clone());
                    waiting.push(next);
                }
            }
        }
        let mut materials: Vec<Counts> = found.into_iter().collect();
        materials.sort_unstable();
        Ok(Self { materials, changes })
    }

    /// The materials in the order of their tiers, and the tiers. With a swap of the players a
    /// material is in the tier of its image.
    pub(super) fn in_order(&self, swap: Option<&BoardMap>) -> (Vec<Counts>, Vec<Tier>) {
        in_order(&self.materials, |counts| {
            let after = self.changes.iter().map(|change| change.apply(counts));
            let image = swap.map(|swap| swap.material(counts));
            after.chain([image]).flatten().collect::<Vec<_>>()
        })
    }
}

impl Change {
    /// What a ground move does; `None` if the move is never legal.
    ///
    /// # Errors
    ///
    /// What the move does depends on the position.
    fn of(program: &Residual, board: &Board, ground: &GroundMove) -> Result<Option<Self>, Unknown> {
        let Some((mask, pattern, _)) = fixed_by_guard(program, ground) else {
            return Ok(None);
        };
        let change = Self::where_legal(program, board, ground, mask, pattern);
        change.map(Some).ok_or(Unknown::Move)
    }

    /// What a ground move does where the bits of `mask` are as in `pattern`; `None` if it
    /// depends on other bits.
    fn where_legal(
        program: &Residual,
        board: &Board,
        ground: &GroundMove,
        mask: U256,
        pattern: U256,
    ) -> Option<Self> {
        let before: Vec<Option<usize>> = (0..board.cells())
            .map(|cell| {
                let of_cell = board.mask(cell);
                (mask & of_cell == of_cell).then(|| board.kind(pattern, cell))
            })
            .collect();
        let mut after = before.clone();
        for op in &ground.body {
            write(program, board, op, &mut after)?;
        }
        let mut change = Self {
            needs: vec![0; board.kinds],
            more: vec![0; board.kinds],
        };
        for (before, after) in before.into_iter().zip(after) {
            if let (Some(before), Some(after)) = (before, after) {
                *change.needs.get_mut(before)? += 1;
                *change.more.get_mut(before)? -= 1;
                *change.more.get_mut(after)? += 1;
            }
        }
        Some(change)
    }

    /// What a ground move does, which depends on the contents of a few cells.
    ///
    /// # Errors
    ///
    /// It depends on more.
    fn taken_apart(
        apart: &mut Apart<'_>,
        board: &Board,
        mover: usize,
        ground: &GroundMove,
    ) -> Result<Vec<Self>, Unknown> {
        let anywhere = Where {
            rest: None,
            halves: None,
        };
        let shifts = apart.shifts(mover, ground, anywhere);
        let shifts = shifts.ok_or(Unknown::Move)?.into_iter().map(|shift| {
            let mut change = Self {
                needs: vec![0; board.kinds],
                more: vec![0; board.kinds],
            };
            for (cell, kind) in &shift.before {
                change.needs[*kind] += 1;
                // What is carried out of the cell stays on the board.
                if shift.after.contains_key(cell) && !shift.carries(*cell) {
                    change.more[*kind] -= 1;
                }
            }
            for content in shift.after.values() {
                if let Content::Kind(kind) = content {
                    change.more[*kind] += 1;
                }
            }
            change
        });
        Ok(shifts.collect())
    }

    /// The material after the move; `None` if the move cannot be legal.
    fn apply(&self, counts: &[u32]) -> Option<Counts> {
        let is_enough = counts
            .iter()
            .zip(&self.needs)
            .all(|(has, needs)| has >= needs);
        let change = |(count, more): (&u32, &i32)| count.checked_add_signed(*more);
        is_enough.then(|| counts.iter().zip(&self.more).map(change).collect())?
    }
}

/// Follows a statement, where `cells` has the contents of the cells that are known. `None` if an
/// unknown cell changes, or a cell changes to an unknown content.
fn write(program: &Residual, board: &Board, op: &Op, cells: &mut [Option<usize>]) -> Option<()> {
    match op {
        Op::Write { clear, set } => {
            for (cell, content) in cells.iter_mut().enumerate() {
                if (clear | set) & board.mask(cell) != 0 {
                    let old = (*content)?;
                    let kept = old & !board.kind(*clear, cell);
                    *content = Some(kept | board.kind(*set, cell));
                }
            }
        }
        Op::Set { field, value, .. } if board.fields.contains(field) => {
            let value = program.constant(*value)?;
            let content = cells[field - board.fields.start].as_mut()?;
            *content = usize::try_from(value - program.layout().fields[*field].scalar.lo).ok()?;
        }
        Op::SetElement {
            first,
            stride,
            count,
            ..
        } => {
            let mut fields = (0..*count).map(|place| first + place * stride);
            if fields.any(|field| board.fields.contains(&field)) {
                return None;
            }
        }
        Op::If {
            then, otherwise, ..
        } => {
            // What is done in one case alone must leave the board as it is.
            for op in then.iter().chain(otherwise) {
                let mut after = cells.to_vec();
                write(program, board, op, &mut after)?;
                if after != cells {
                    return None;
                }
            }
        }
        Op::Set { .. }
        | Op::Bind { .. }
        | Op::Again
        | Op::End(_)
        | Op::CheckBag { .. }
        | Op::Fault(_) => {}
    }
    Some(())
}
