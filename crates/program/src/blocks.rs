//! The interpreter as a [`Runner`]: it works on the positions of a block one by one.

use std::sync::Arc;

use zug_game::{Expanded, Step};
use zug_job::{Job, Why};

use crate::interpreter::Interpreter;
use crate::residual::Residual;
use crate::runner::{Faulted, Runner};
use crate::unmove::Unmoves;
use crate::word::Word;

/// How many guards are asked before the interpreter gives back what it has, so that the
/// caller can be told and cancelled every few milliseconds.
const GUARDS_IN_A_ROW: usize = 1 << 15;

/// The most positions of a block that are expanded in one call.
fn most_positions(residual: &Residual) -> usize {
    let sides = residual.sides.iter();
    let guards = sides.map(|side| side.moves.len()).max().unwrap_or(0);
    (GUARDS_IN_A_ROW / guards.max(1)).max(1)
}

impl<W: Word> Runner<W> for Interpreter<W> {
    fn interpreter(&self) -> &Interpreter<W> {
        self
    }

    fn expand(
        &self,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Faulted<W>> {
        let few = &positions[..positions.len().min(most_positions(self.residual()))];
        Expanded::one_by_one(few, out, ends, |&position, out| {
            self.successors(position, out)
                .map_err(|site| Faulted { site, position })
        })
    }

    fn canonical(&self, steps: &mut [Step<W>]) {
        for step in steps {
            step.position = self.symmetries().canonical(step.position);
        }
    }

    fn stabilisers(&self, positions: &[W], orders: &mut [u64]) {
        assert_eq!(positions.len(), orders.len(), "each position has an order");
        for (position, order) in positions.iter().zip(orders) {
            *order = self.symmetries().stabiliser(*position) as u64;
        }
    }

    fn rank(&self, positions: &[W], ranks: &mut [u128]) {
        assert_eq!(positions.len(), ranks.len(), "each position has a rank");
        let layout = &self.residual().layout;
        for (position, rank) in positions.iter().zip(ranks) {
            *rank = layout.rank_of(position.widen());
        }
    }

    fn unrank(&self, ranks: &[u128], positions: &mut [W]) {
        assert_eq!(ranks.len(), positions.len(), "each rank has a position");
        let layout = &self.residual().layout;
        for (rank, position) in ranks.iter().zip(positions) {
            let of_rank = layout.position_of(*rank);
            *position = W::narrow(of_rank.expect("ranks are below their number"));
        }
    }

    fn predecessors(&self, positions: &[W], out: &mut Vec<Step<W>>, counts: &mut [usize]) {
        assert_eq!(positions.len(), counts.len(), "each position has a count");
        for (position, count) in positions.iter().zip(counts) {
            let first = out.len();
            self.predecessors_of(*position, out);
            *count = out.len() - first;
        }
    }

    fn with_unmoves(&self, unmoves: Arc<Unmoves>, job: &Job) -> Result<Arc<dyn Runner<W>>, Why> {
        Ok(Arc::new(self.turned_round(unmoves, job)?))
    }
}
