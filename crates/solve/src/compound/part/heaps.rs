//! Which positions of a part are heaps of Nim, option for option.

use zug_job::{Budget, Job, Phase, bytes_of};

use super::lists::Lists;
use crate::error::Error;
use crate::impartial::Nimbers;
use crate::positions::Pace;
use crate::segments::Segments;

/// For each position, whether it is a heap of Nim.
///
/// A position is a heap of n if its nimber is n, all its options are heaps, and no option
/// has a larger nimber: by mex the options are then the heaps of 0 to n - 1.
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
        // By the order of the positions, options with a smaller nimber are known by now. An
        // option with a larger nimber is not, and is rightly taken for no heap.
        is_heap[id] = lists.of(id).all(|to| is_heap[to as usize]);
    }
    let mut heaps = Segments::new(&job.budget);
    for heap in is_heap {
        pace.step(0)?;
        heaps.push(heap).map_err(refused)?;
    }
    Ok(heaps)
}

/// The positions in order of their nimbers. The caller has charged 4 bytes for each.
///
/// They are sorted by counting, as a nimber is never larger than the number of positions;
/// so the work can be cancelled while it goes on.
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
    // The place of the next position of each nimber; at first, where the positions of the
    // nimber begin.
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
