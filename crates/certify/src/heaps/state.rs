//! The repeated state: the last rare heap, and the witnesses of the last period.

use zug_heaps::Breaking;

use super::effort::{Checked, Effort};
use super::flaw::HeapFlaw;
use super::moves::most_taken;

/// The least last rare heap that some choice of weights gives, whether heaps count or not
/// (see [`crate::heaps`]).
pub(super) fn last_rare(code: &Breaking, nimbers: &[u32], period: u64) -> u64 {
    let plain = last_rare_if(nimbers, |_| false);
    match split_parity(code) {
        Some(split) if period.is_multiple_of(2) => {
            plain.min(last_rare_if(nimbers, |heap| (heap + split) % 2 == 1))
        }
        _ => plain,
    }
}

/// Returns 0 if all splits of the code take an even number, 1 if all take an odd number, and
/// `None` if there are both or none.
fn split_parity(code: &Breaking) -> Option<u64> {
    let splits = (0..)
        .zip(code.digits())
        .filter(|(_, digit)| **digit & 4 != 0);
    let mut parities = splits.map(|(take, _)| take % 2);
    let first = parities.next()?;
    parities.all(|parity| parity == first).then_some(first)
}

/// The least last rare heap that some choice of weights of the bits gives; 0 if all heaps are
/// common. A heap is common if its nimber has an even weight where `asks_for_even` holds for
/// the heap, and an odd weight elsewhere.
fn last_rare_if(nimbers: &[u32], asks_for_even: impl Fn(u64) -> bool) -> u64 {
    /// The bit of an equation, above the bits of nimbers, that says that the weight is odd.
    const ODD: u64 = 1 << 32;
    // Equations between weights, by their highest bit below `ODD`; 0 where there is none.
    let mut equations = [0; 32];
    for (heap, &nimber) in nimbers.iter().enumerate().skip(1).rev() {
        let heap = heap as u64;
        let mut equation = u64::from(nimber);
        if !asks_for_even(heap) {
            equation |= ODD;
        }
        loop {
            let Some(highest) = (equation as u32).checked_ilog2() else {
                if equation == ODD {
                    // The equation says that an empty sum of weights is odd.
                    return heap;
                }
                break;
            };
            let place = &mut equations[highest as usize];
            if *place == 0 {
                *place = equation;
                break;
            }
            equation ^= *place;
        }
    }
    0
}

/// Looks for the witnesses of heaps of the last period: for each value below the nimber of
/// such a heap, a move that leaves the value with a heap of `start` or more.
///
/// # Errors
///
/// [`HeapFlaw::NoWitness`].
pub(super) fn witnesses(
    code: &Breaking,
    nimbers: &[u32],
    start: usize,
    period: usize,
    effort: &Effort,
) -> Result<Checked, HeapFlaw> {
    let known = nimbers.len();
    let mut checked = Checked {
        heaps: 0,
        of: period as u64,
    };
    if known - period > 2 * start + most_taken(code) as usize {
        // The larger of two heaps has at least half of their counters, which is more than
        // `start`: every move is a witness.
        checked.heaps = checked.of;
        return Ok(checked);
    }
    // Where nimbers repeat, no later heap has a nimber that the last period does not have.
    let largest = nimbers[known - period..].iter().max().copied();
    let mut left = vec![u64::MAX; largest.unwrap_or(0) as usize];
    for heap in effort.heaps((known - period) as u64, known as u64) {
        checked.heaps += 1;
        let nimber = nimbers[heap as usize];
        let mut missing = nimber;
        let mut leave = |value: u32| {
            if value < nimber && left[value as usize] != heap {
                left[value as usize] = heap;
                missing -= 1;
            }
            missing == 0
        };
        let mut is_done = nimber == 0;
        for (take, digit) in code.digits().iter().enumerate() {
            // At least `start`, as `certify_repetition` asked for enough heaps.
            let rest = heap as usize - take;
            if !is_done && digit & 2 != 0 {
                is_done = leave(nimbers[rest]);
            }
            if digit & 4 != 0 {
                let mut smaller = 1..=(rest / 2).min(rest - start);
                is_done =
                    is_done || smaller.any(|small| leave(nimbers[small] ^ nimbers[rest - small]));
            }
        }
        if !is_done {
            let values = &left[..nimber as usize];
            let value = values.iter().position(|&seen| seen != heap);
            return Err(HeapFlaw::NoWitness {
                heap,
                missing: value.unwrap_or(0) as u32,
                least: start as u64,
            });
        }
    }
    Ok(checked)
}
