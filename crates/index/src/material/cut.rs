//! Where a board is cut into its two halves.
//!
//! Where positions are not folded a half is a run of neighbouring cells. Where they are folded with
//! some symmetries it is made of whole orbits of cells: of cells that these carry to each other. There
//! are many ways to put orbits together. The fewer moves ask about cells of
//! both halves, the fewer links there are ([`super::links`]), and the more moves change all boards of
//! a row in one way. So the low half grows from one orbit, each time by the orbit with which the
//! fewest moves cross the cut, and of all halves that are met on the way from all orbits the best is
//! taken.

use std::collections::HashMap;

use zug_analyse::fields_read;
use zug_game::U256;
use zug_program::Residual;

use super::board::Board;
use super::half;
use super::map::BoardMap;
use super::numbering::Numbering;

/// The cells of both halves of a board, each in rising order. The low half is as large as it can be
/// without being listed at much greater length than the high half: long rows are worth more than a
/// short list. `None` if the board cannot be cut.
pub(super) fn cut(
    program: &Residual,
    board: &Board,
    maps: &[&BoardMap],
    numbering: &Numbering,
) -> Option<[Vec<usize>; 2]> {
    let cells = board.cells();
    let counts: Vec<u64> = (0..cells)
        .map(|cells| half::count(cells, numbering))
        .collect();
    let listed = |low: usize| counts[low] / 2 + counts[cells - low];
    let low: Vec<usize> = if maps.is_empty() {
        (0..(1..cells).min_by_key(|low| listed(*low))?).collect()
    } else {
        let halves = Growth::new(program, board, orbits(cells, maps)).halves();
        let shortest = halves.iter().map(|half| listed(half.cells.len())).min()?;
        let is_short = |half: &Grown| listed(half.cells.len()) / 5 <= shortest / 4;
        let short = halves.into_iter().filter(is_short);
        let best = short.min_by_key(|half| (half.crossing, listed(half.cells.len())))?;
        best.cells
    };
    let high = (0..cells).filter(|cell| !low.contains(cell)).collect();
    Some([low, high])
}

/// The orbits of all cells under some symmetries, in the order of their least cells, each in rising
/// order.
fn orbits(cells: usize, maps: &[&BoardMap]) -> Vec<Vec<usize>> {
    let mut is_in_one = vec![false; cells];
    let mut orbits = Vec::new();
    for first in 0..cells {
        if is_in_one[first] {
            continue;
        }
        is_in_one[first] = true;
        let (mut orbit, mut next) = (vec![first], 0);
        while next < orbit.len() {
            for map in maps {
                let to = map.cells[orbit[next]];
                if !is_in_one[to] {
                    is_in_one[to] = true;
                    orbit.push(to);
                }
            }
            next += 1;
        }
        orbit.sort_unstable();
        orbits.push(orbit);
    }
    orbits
}

/// How halves grow.
struct Growth {
    orbits: Vec<Vec<usize>>,
    /// For each orbit its cells, as bits.
    bits: Vec<U256>,
    /// For each orbit the moves that ask about it: the cells, as bits, and how many moves ask about
    /// just these.
    asked: Vec<Vec<(U256, i64)>>,
}

/// A half that has grown.
struct Grown {
    cells: Vec<usize>,
    /// The number of moves that ask about cells of both halves.
    crossing: i64,
}

impl Growth {
    fn new(program: &Residual, board: &Board, orbits: Vec<Vec<usize>>) -> Self {
        let bits = |orbit: &Vec<usize>| orbit.iter().fold(U256::ZERO, |all, cell| all | bit(*cell));
        let bits: Vec<U256> = orbits.iter().map(bits).collect();
        let mut moves: HashMap<U256, i64> = HashMap::new();
        for ground in program.sides.iter().flat_map(|side| &side.moves) {
            let fields = fields_read(program, ground.guard).into_iter();
            let cells = fields.filter(|field| board.fields.contains(field));
            let cells = cells.map(|field| bit(field - board.fields.start));
            *moves
                .entry(cells.fold(U256::ZERO, |all, cell| all | cell))
                .or_default() += 1;
        }
        let about = |bits: &U256| {
            let moves = moves.iter().filter(|(cells, _)| **cells & bits != 0);
            moves.map(|(cells, count)| (*cells, *count)).collect()
        };
        Self {
            asked: bits.iter().map(about).collect(),
            bits,
            orbits,
        }
    }

    /// The halves that are met on the way from each orbit.
    fn halves(&self) -> Vec<Grown> {
        (0..self.orbits.len())
            .flat_map(|first| self.from(first))
            .collect()
    }

    /// The halves that are met on the way from one orbit, but for the whole board.
    fn from(&self, first: usize) -> Vec<Grown> {
        let (mut low, mut crossing) = (U256::ZERO, 0);
        let mut left: Vec<usize> = (0..self.orbits.len()).collect();
        let (mut cells, mut halves) = (Vec::new(), Vec::new());
        let mut next = Some(first);
        while let Some(orbit) = next.filter(|_| left.len() > 1) {
            crossing += self.more(low, orbit);
            low |= self.bits[orbit];
            left.retain(|other| *other != orbit);
            cells.extend_from_slice(&self.orbits[orbit]);
            cells.sort_unstable();
            halves.push(Grown {
                cells: cells.clone(),
                crossing,
            });
            next = left
                .iter()
                .copied()
                .min_by_key(|orbit| self.more(low, *orbit));
        }
        halves
    }

    /// How many more moves cross the cut once an orbit is in the low half.
    fn more(&self, low: U256, orbit: usize) -> i64 {
        let after = low | self.bits[orbit];
        let crosses = |cells: U256, low: U256| i64::from(cells & low != 0 && cells & !low != 0);
        let moves = self.asked[orbit].iter();
        let more =
            moves.map(|(cells, count)| count * (crosses(*cells, after) - crosses(*cells, low)));
        more.sum()
    }
}

/// A cell as a bit.
fn bit(cell: usize) -> U256 {
    U256::ONE << cell
}
