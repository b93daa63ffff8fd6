//! What the material says of the results of a position.

use zug_game::U256;
use zug_program::layout::number;
use zug_program::{ExprId, Layout, Node, Residual};
use zug_values::Outcome;

use super::board::Board;
use super::numbering::Counts;

/// Whether and how the game is over in all positions that have one material and one content beside
/// the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The game is over, with this outcome for the mover, in those positions.
    Over(Outcome),
    /// The game goes on where there is a legal move.
    GoesOn,
    /// That depends on the position.
    Asked,
}

/// Whether and how the game is over in the positions of this material with these bits beside the
/// board.
pub(super) fn ending(program: &Residual, board: &Board, counts: &Counts, rest: U256) -> Ending {
    let layout = program.layout();
    if has_ended(layout, rest) {
        return Ending::Asked;
    }
    let known = Known {
        program,
        board,
        counts,
        rest,
    };
    let mut asks_stuck = false;
    for result in &program.sides[side(program, rest)].results {
        asks_stuck |= result.asks_stuck;
        match known.truth(result.condition) {
            // A position whose mover is stuck may have the result before.
            Some(true) if asks_stuck => return Ending::Asked,
            Some(true) => return Ending::Over(result.outcome),
            Some(false) => {}
            None => return Ending::Asked,
        }
    }
    Ending::GoesOn
}

/// Whether a move has ended the game, by the bits beside the board.
pub(super) fn has_ended(layout: &Layout, rest: U256) -> bool {
    let over = layout.over.map(|field| layout.get(rest, field));
    over.is_some_and(|over| over != number::GOES_ON)
}

/// The side of the player to move, by the bits beside the board.
pub(super) fn side(program: &Residual, rest: U256) -> usize {
    let turn = program
        .layout()
        .turn
        .map(|field| program.layout().get(rest, field));
    match turn {
        Some(turn) if program.sides.len() > 1 => number::player(turn) as usize,
        _ => 0,
    }
}

/// Facts about a position in which there is a legal move.
struct Known<'a> {
    program: &'a Residual,
    board: &'a Board,
    counts: &'a Counts,
    rest: U256,
}

impl Known<'_> {
    /// Whether a condition holds; `None` if it depends on where the pieces stand.
    fn truth(&self, condition: ExprId) -> Option<bool> {
        match self.program.node(condition) {
            Node::Const(value) => Some(*value != 0),
            Node::Stuck => Some(false),
            Node::Not(inner) => self.truth(*inner).map(|truth| !truth),
            Node::And(parts) => self.all(parts),
            Node::Or(parts) => self.any(parts),
            Node::Test { mask, pattern } => self.test(*mask, *pattern),
            Node::AnyTest(tests) => self.any_test(tests),
            _ => None,
        }
    }

    /// Whether some part holds.
    fn any(&self, parts: &[ExprId]) -> Option<bool> {
        let mut is_known = true;
        for part in parts {
            match self.truth(*part) {
                Some(true) => return Some(true),
                Some(false) => {}
                // What comes after a part that may fault may not be asked.
                None if self.program.facts(*part).faults => return None,
                None => is_known = false,
            }
        }
        is_known.then_some(false)
    }

    /// Whether all parts hold. The tests of which none may hold are looked at together.
    fn all(&self, parts: &[ExprId]) -> Option<bool> {
        let mut none_of = Vec::new();
        let mut is_known = true;
        for part in parts {
            if let Some(tests) = self.program.none_of(*part) {
                none_of.extend(tests);
                continue;
            }
            match self.truth(*part) {
                Some(true) => {}
                Some(false) => return Some(false),
                None if self.program.facts(*part).faults => return None,
                None => is_known = false,
            }
        }
        match self.any_test(&none_of) {
            Some(true) => Some(false),
            Some(false) if is_known => Some(true),
            _ => None,
        }
    }

    /// Whether the bits of a mask are as in a pattern.
    fn test(&self, mask: U256, pattern: U256) -> Option<bool> {
        let of_rest = mask & !self.board.whole_mask();
        if self.rest & of_rest != pattern & of_rest {
            return Some(false);
        }
        let mut needs = vec![0; self.board.kinds];
        let mut is_known = true;
        for cell in 0..self.board.cells() {
            let of_cell = self.board.mask(cell);
            if mask & of_cell == of_cell {
                let Some(needed) = needs.get_mut(self.board.kind(pattern, cell)) else {
                    return Some(false);
                };
                *needed += 1;
                is_known = false;
            } else if mask & of_cell != 0 {
                is_known = false;
            }
        }
        if needs
            .iter()
            .zip(self.counts)
            .any(|(needed, there)| needed > there)
        {
            return Some(false);
        }
        is_known.then_some(true)
    }

    /// Whether some test holds: it does if there are too few other cells for the pieces that
    /// it asks for.
    fn any_test(&self, tests: &[(U256, U256)]) -> Option<bool> {
        let mut is_false = true;
        // For each kind of piece the cells of which a test asks for it alone.
        let mut asked = vec![U256::ZERO; self.board.kinds];
        for &(mask, pattern) in tests {
            match self.test(mask, pattern) {
                Some(true) => return Some(true),
                Some(false) => continue,
                None => is_false = false,
            }
            let of_board = mask & self.board.whole_mask();
            let alone = (0..self.board.cells()).find(|cell| self.board.mask(*cell) == of_board);
            if let Some(cell) = alone
                && let Some(asked) = asked.get_mut(self.board.kind(pattern, cell))
            {
                *asked |= of_board;
            }
        }
        if is_false {
            return Some(false);
        }
        let cells = self.board.cells() as u32;
        let mut kinds = asked.iter().zip(self.counts);
        let is_there =
            kinds.any(|(asked, there)| asked.count_ones() / self.board.bits + there > cells);
        is_there.then_some(true)
    }
}

/// The results of positions in which there is a legal move, as tests of bits.
#[derive(Debug)]
pub(super) struct Results {
    /// The conditions with their outcomes for the mover, in order.
    of: Vec<(Condition, Outcome)>,
}

/// A condition on a position of at most 64 bits.
#[derive(Debug)]
enum Condition {
    Is(bool),
    /// Some of these masks gives its pattern.
    Any(Vec<(u64, u64)>),
    Not(Box<Self>),
    All(Vec<Self>),
    Some(Vec<Self>),
}

impl Results {
    /// The results of positions with these bits beside the board; `None` where they are more
    /// than tests of bits, or positions have more than 64.
    pub(super) fn of(program: &Residual, rest: U256) -> Option<Self> {
        let mut fields = program.layout().fields.iter();
        let is_narrow = fields.all(|field| u64::try_from(field.mask()).is_ok());
        let results = &program.sides[side(program, rest)].results;
        // Where a player is stuck, the results before decide which of those behind are asked.
        let before_last = results.split_last().map_or(&[][..], |(_, before)| before);
        let asks_stuck = before_last.iter().any(|result| result.asks_stuck);
        if has_ended(program.layout(), rest) || !is_narrow || asks_stuck {
            return None;
        }
        let results = results.iter();
        let results = results.map(|result| {
            let condition = Condition::of(program, result.condition)?;
            Some((condition, result.outcome))
        });
        Some(Self {
            of: results.collect::<Option<_>>()?,
        })
    }

    /// How the game ends in a position in which there is a legal move; `None` if it goes on.
    pub(super) fn of_position(&self, position: u64) -> Option<Outcome> {
        let mut results = self.of.iter();
        let found = results.find(|(condition, _)| condition.holds(position));
        found.map(|(_, outcome)| *outcome)
    }
}

impl Condition {
    fn of(program: &Residual, condition: ExprId) -> Option<Self> {
        let narrow = |(mask, pattern): &(U256, U256)| {
            Some((u64::try_from(*mask).ok()?, u64::try_from(*pattern).ok()?))
        };
        let all = |parts: &[ExprId]| -> Option<Vec<Self>> {
            parts.iter().map(|part| Self::of(program, *part)).collect()
        };
        Some(match program.node(condition) {
            Node::Const(value) => Self::Is(*value != 0),
            Node::Stuck => Self::Is(false),
            Node::Not(inner) => Self::Not(Box::new(Self::of(program, *inner)?)),
            Node::And(parts) => Self::All(all(parts)?),
            Node::Or(parts) => Self::Some(all(parts)?),
            Node::Test { mask, pattern } => Self::Any(vec![narrow(&(*mask, *pattern))?]),
            Node::AnyTest(tests) => Self::Any(tests.iter().map(narrow).collect::<Option<_>>()?),
            _ => return None,
        })
    }

    fn holds(&self, position: u64) -> bool {
        match self {
            Self::Is(truth) => *truth,
            Self::Any(tests) => {
                let holds = |(mask, pattern): &(u64, u64)| position & mask == *pattern;
                tests.iter().fold(false, |any, test| any | holds(test))
            }
            Self::Not(inner) => !inner.holds(position),
            Self::All(parts) => parts.iter().all(|part| part.holds(position)),
            Self::Some(parts) => parts.iter().any(|part| part.holds(position)),
        }
    }
}
