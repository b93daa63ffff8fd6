//! Which positions of a part are heaps of Nim, option for option.

use zug_job::{Budget, Job, Phase, bytes_of};

use super::lists::Lists;
use crate::error::Error;
use crate::impartial::Nimbers;
use crate::positions::Pace;
use crate::segments::Segments;

/// A position is a heap of n if its nimber is n, all its options are heaps, and
/// none of them has a larger nimber: then mex says that they are 0 to n - 1.
pub(super) fn heaps(lists: &Lists, nimbers: &Nimbers, job: &Job) -> Result<Segments<bool>, Error> {
    let count = nimbers.iter().len();
    let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
    let mut pace = Pace::new(Phase::Solving, count, lists.len(), job);
    let bytes = bytes_of::<(u32, bool)>(count);
    let _room = job.budget.charge(bytes).map_err(refused)?;
    let mut is_heap = vec![false; count];
    for id in by_nimber(nimbers, &mut pace, &job.budget)? {
        pace.step(count)?;
        let id = id as usize;
        // Options worth less are told already, by the order. One that is worth
        // more is not, and so it counts as none, which is right here.
        is_heap[id] = lists.of(id).all(|to| is_heap[to as usize]);
    }
    let mut heaps = Segments::new(&job.budget);
    for heap in is_heap {
        pace.step(0)?;
        heaps.push(heap).map_err(refused)?;
    }
    Ok(heaps)
}

/// The positions by rising nimber. The caller has charged the 4 bytes that each takes.
///
/// Sorted by counting, so that it can be cancelled while it runs: a nimber is never
/// larger than the number of positions.
fn by_nimber(nimbers: &Nimbers, pace: &mut Pace<'_>, budget: &Budget) -> Result<Vec<u32>, Error> {
    let count = nimbers.iter().len();
    let mut largest = 0;
    for nimber in nimbers.iter() {
        pace.step(count)?;
        largest = largest.max(nimber.0 as usize);
    }
    let _room = budget
        .charge(bytes_of::<u32>(largest + 2))
        .map_err(|refusal| Error::out_of_memory(refusal, Phase::Solving, count))?;
    // Where the positions of each nimber begin; then where the next of them goes.
    let mut next = vec![0_u32; largest + 2];
    for nimber in nimbers.iter() {
        pace.step(count)?;
        next[nimber.0 as usize + 1] += 1;
    }
    for nimber in 1..next.len() {
        next[nimber] += next[nimber - 1];
    }
    let mut sorted = vec![0; count];
    for (id, nimber) in nimbers.iter().enumerate() {
        pace.step(count)?;
        let place = &mut next[nimber.0 as usize];
        sorted[*place as usize] = id as u32;
        *place += 1;
    }
    Ok(sorted)
}
