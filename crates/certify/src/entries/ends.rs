//! Whether play ends, as nimbers and scores ask.
//!
//! Entries to which no move leads are taken away, with their moves, as long as there are any;
//! entries that are left are on a circle or behind one (A. B. Kahn, 1962).
//!
//! Cost: two more expansions of each position, and at most 12 bytes for each number.

use zug_game::Scored;
use zug_job::Refusal;

use crate::claim::Claim;
use crate::flaw::{Flaw, NotCertified};

use super::{Check, Checked, expand, out_of_memory};

impl<J, Q, C> Check<'_, '_, J, Q, C>
where
    J: Scored,
    Q: Scored<Position = J::Position> + Sync,
    C: Claim<Position = J::Position> + Sync,
{
    /// Checks that play cannot go round in a circle.
    pub(super) fn play_ends(&self) -> Checked<(), C> {
        let numbers = self.claim.numbers();
        let refused = |refusal: Refusal| out_of_memory(refusal, numbers);
        let count = usize::try_from(numbers).unwrap_or(usize::MAX);
        let mut charge = self.job.budget.open();
        let mut moves_into: Vec<u32> = Vec::new();
        charge.regrow(&mut moves_into, count).map_err(refused)?;
        moves_into.resize(count, 0);
        for number in 0..numbers {
            self.each_move(number, |there| moves_into[there as usize] += 1)?;
        }
        let mut free: Vec<u64> = Vec::new();
        charge.regrow(&mut free, count).map_err(refused)?;
        free.extend((0..numbers).filter(|number| moves_into[*number as usize] == 0));
        while let Some(number) = free.pop() {
            self.each_move(number, |there| {
                moves_into[there as usize] -= 1;
                if moves_into[there as usize] == 0 {
                    free.push(there);
                }
            })?;
        }
        let Some(number) = moves_into.iter().position(|moves| *moves > 0) else {
            return Ok(());
        };
        let mut listed = Vec::new();
        self.entry(number as u64, &mut listed)?;
        let position = listed[0];
        Err(Flaw::Circle { position }.into())
    }

    /// Calls `visit` with the number of the entry that a move leads to, for each move out of
    /// an entry.
    fn each_move(&self, number: u64, mut visit: impl FnMut(u64)) -> Checked<(), C> {
        self.go_on()?;
        let (mut listed, mut steps) = (Vec::new(), Vec::new());
        self.entry(number, &mut listed)?;
        for position in listed {
            let broken = |fault| Flaw::Fault { position, fault };
            expand(self.quick, &position, &mut steps).map_err(broken)?;
            for step in &steps {
                // The check of all entries has found the position in this entry.
                let there = self.claim.entry_with(&step.position);
                if let Some(there) = there.map_err(NotCertified::Unreadable)? {
                    visit(there);
                }
            }
        }
        Ok(())
    }
}
