//! A repeated state: the last rare heap, and witnesses of the last period.

use zug_heaps::Breaking;

use super::effort::{Checked, Effort};
use super::flaw::HeapFlaw;
use super::moves::most_taken;

/// The last heap that is rare, for those weights that make it the least: with the
/// heap added where that is allowed and better.
pub(super) fn last_rare(code: &Breaking, nimbers: &[u32], period: u64) -> u64 {
    let plain = last_rare_if(nimbers, |_| false);
    match split_parity(code) {
        Some(split) if period.is_multiple_of(2) => {
            plain.min(last_rare_if(nimbers, |heap| (heap + split) % 2 == 1))
        }
        _ => plain,
    }
}

/// Whether all splits take an even number, 0, or all an odd one, 1.
fn split_parity(code: &Breaking) -> Option<u64> {
    let splits = (0..)
        .zip(code.digits())
        .filter(|(_, digit)| **digit & 4 != 0);
    let mut parities = splits.map(|(take, _)| take % 2);
    let first = parities.next()?;
    parities.all(|parity| parity == first).then_some(first)
}

/// The last heap that is rare, for those weights of the bits that make it the least,
/// if some heaps ask for an even weight; 0 if there is none.
fn last_rare_if(nimbers: &[u32], asks_for_even: impl Fn(u64) -> bool) -> u64 {
    /// Beyond the bits of a nimber: that the weight is odd.
    const ODD: u64 = 1 << 32;
    // Equations, in each of which another bit is the highest of the nimber's.
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
                    // "The empty sum of weights is odd".
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

/// Looks for a move that leaves each value below the nimber of a heap, with one heap
/// of `start` or more, for heaps of the last period.
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
        // One of two heaps is at least half of both: every move will do.
        checked.heaps = checked.of;
        return Ok(checked);
    }
    // In the last period all nimbers come that ever come again.
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
            // No less than the start: so many heaps were asked for.
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
