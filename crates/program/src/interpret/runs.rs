//! What the guards of neighbouring moves have in common is asked once for all of them.
//!
//! `move go(l in 0..47, from in 0..15, to in 0..15)` can be twelve thousand ground moves.
//! All those of one `l` ask whether the same four cells are free; where these are not,
//! none of them is legal. So the moves are gathered into [`MoveRun`]s, and these into
//! runs within runs: if the condition of a run fails, all its moves are passed over.
//!
//! Only a condition that cannot fault, and that the guard would ask before anything that
//! can, may be asked in advance. Such conditions have no effect, so that asking them once
//! more, or in another order, changes no answer.

use crate::residual::{ExprId, GroundMove, Node, Residual, Side};
use crate::word::Word;
use zug_job::{Job, Why};

/// The fewest moves that are worth a condition of their own.
const WORTH_SHARING: usize = 8;

/// The most conditions of a guard that are looked at.
const MOST_CONDITIONS: usize = 32;

/// Moves in a row whose guards all ask the same.
#[derive(Debug)]
pub(super) struct MoveRun<W> {
    /// The place of the first move.
    pub(super) first: usize,
    /// The place after the last move.
    pub(super) end: usize,
    /// Where the runs go on that do not lie within this one.
    pub(super) after: usize,
    /// All moves of the run need `position & mask == pattern`.
    pub(super) mask: W,
    pub(super) pattern: W,
    /// All moves of the run need these expressions to be true.
    pub(super) parts: Box<[u32]>,
}

/// One of the conditions that all have to hold for a move to be legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Condition {
    /// `(position & mask) == pattern`, of the bits of one field.
    Test { mask: u128, pattern: u128 },
    /// An expression is true.
    Holds(ExprId),
}

/// The runs of a side's moves, by their first move; a run comes before those within it.
///
/// # Errors
///
/// The caller interrupted it.
pub(super) fn runs<W: Word>(
    residual: &Residual,
    side: &Side,
    uses_slots: &[bool],
    job: &Job,
) -> Result<Vec<MoveRun<W>>, Why> {
    if side.moves.len() < WORTH_SHARING {
        return Ok(Vec::new());
    }
    let fields = fields_by_bit(residual);
    let mut conditions = Vec::with_capacity(side.moves.len());
    for ground in &side.moves {
        job.check()?;
        conditions.push(conditions_of(residual, ground, uses_slots, &fields));
    }
    let mut gather = Gather {
        conditions,
        runs: Vec::new(),
        job,
    };
    gather.range(0, side.moves.len(), &[])?;
    Ok(gather.runs)
}

/// For each bit of a position, all bits of the field that it belongs to.
fn fields_by_bit(residual: &Residual) -> [u128; u128::BITS as usize] {
    let mut fields = [0; u128::BITS as usize];
    for field in &residual.layout.fields {
        let bits = field.shift..field.shift + field.bits;
        bits.for_each(|bit| fields[bit as usize] = field.mask());
    }
    fields
}

/// What may be asked of a move before its guard is, in order and each once.
fn conditions_of(
    residual: &Residual,
    ground: &GroundMove,
    uses_slots: &[bool],
    fields: &[u128; u128::BITS as usize],
) -> Vec<Condition> {
    let faults = |id: ExprId| residual.facts(id).faults;
    if ground.derived.iter().any(|(_, value)| faults(*value)) {
        return Vec::new();
    }
    let parts = match &residual.nodes[ground.guard.index()] {
        Node::And(parts) => parts,
        _ => std::slice::from_ref(&ground.guard),
    };
    let mut conditions = Vec::new();
    for &part in parts.iter().take_while(|part| !faults(**part)) {
        match residual.nodes[part.index()] {
            Node::Test { mask, pattern } => {
                let mut rest = mask;
                while rest != 0 {
                    // The bits of one field, or those of them that are tested.
                    let mask = rest & fields[rest.trailing_zeros() as usize];
                    rest &= !mask;
                    conditions.push(Condition::Test {
                        mask,
                        pattern: pattern & mask,
                    });
                }
            }
            _ if uses_slots[part.index()] || residual.facts(part).stuck => {}
            _ => conditions.push(Condition::Holds(part)),
        }
        if conditions.len() >= MOST_CONDITIONS {
            break;
        }
    }
    conditions.sort_unstable();
    conditions.dedup();
    conditions
}

struct Gather<'p, W> {
    /// For each move, its conditions in order.
    conditions: Vec<Vec<Condition>>,
    runs: Vec<MoveRun<W>>,
    job: &'p Job,
}

impl<W: Word> Gather<'_, W> {
    /// Gathers the moves from `first` to before `end`, of which all need the conditions
    /// `asked` already.
    fn range(&mut self, mut first: usize, end: usize, asked: &[Condition]) -> Result<(), Why> {
        while first < end {
            self.job.check()?;
            let mut common: Vec<Condition> = self.conditions[first].clone();
            common.retain(|condition| !asked.contains(condition));
            let mut next = first + 1;
            while next < end {
                let other = &self.conditions[next];
                let mut kept = common.clone();
                kept.retain(|condition| other.binary_search(condition).is_ok());
                if kept.is_empty() {
                    break;
                }
                common = kept;
                next += 1;
            }
            if next - first >= WORTH_SHARING && !common.is_empty() {
                let place = self.runs.len();
                self.runs.push(run(first, next, &common));
                let asked = [asked, &common].concat();
                self.range(first, next, &asked)?;
                self.runs[place].after = self.runs.len();
            }
            first = next;
        }
        Ok(())
    }
}

/// A run with no run within it.
fn run<W: Word>(first: usize, end: usize, common: &[Condition]) -> MoveRun<W> {
    let (mut all, mut wanted, mut parts) = (0, 0, Vec::new());
    for condition in common {
        match *condition {
            Condition::Test { mask, pattern } => {
                all |= mask;
                wanted |= pattern;
            }
            Condition::Holds(part) => parts.push(part.index() as u32),
        }
    }
    MoveRun {
        first,
        end,
        after: 0,
        mask: W::narrow(all),
        pattern: W::narrow(wanted),
        parts: parts.into(),
    }
}
