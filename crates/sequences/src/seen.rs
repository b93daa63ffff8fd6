//! A repetition that is seen in nimbers. It proves nothing of the heaps behind them.

use crate::proof::Repetition;

/// Fewer heaps show no repetition.
const FEWEST: usize = 12;

/// The number of periods that must be seen.
const PERIODS: usize = 3;

/// The repetition with the least period that the last heaps show: these are at least half of all
/// heaps, and at least three periods. The nimbers are those of the heaps 0, 1, 2, …
///
/// Takes time and memory that grow as the number of heaps.
///
/// ```
/// use zug_sequences::{Repetition, repetition_seen};
///
/// let nimbers = [5, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2];
/// assert_eq!(repetition_seen(&nimbers), Some(Repetition::new(1, 3, 0)));
/// let nim: Vec<u32> = (0..20).collect();
/// assert_eq!(repetition_seen(&nim), Some(Repetition::new(0, 1, 1)));
/// assert_eq!(repetition_seen(&[0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 1]), None);
/// ```
#[must_use]
pub fn repetition_seen(nimbers: &[u32]) -> Option<Repetition> {
    if nimbers.len() < FEWEST {
        return None;
    }
    // Where each nimber is that of a period before plus a constant, the steps from heap to heap repeat,
    // and the other way round. Read from the end, they begin with the repetition.
    let step = |pair: &[u32]| i64::from(pair[1]) - i64::from(pair[0]);
    let steps: Vec<i64> = nimbers.windows(2).rev().map(step).collect();
    let matching = prefixes(&steps);
    let repeated = |period: usize| matching[period] + period;
    let period = (1..steps.len()).find(|&period| {
        repeated(period) >= PERIODS * period && 2 * repeated(period) >= nimbers.len()
    })?;
    // A sequence that falls for ever would have negative nimbers.
    let saltus: i64 = steps[..period].iter().sum();
    let preperiod = steps.len() - repeated(period);
    let saltus = u64::try_from(saltus).ok()?;
    Some(Repetition::new(preperiod as u64, period as u64, saltus))
}

/// For each place but the first, the number of items from there on that are those at the beginning (the
/// Z-function; D. Gusfield, *Algorithms on Strings, Trees, and Sequences*, 1997).
fn prefixes(items: &[i64]) -> Vec<usize> {
    let mut lengths = vec![0; items.len()];
    // The stretch of items, among those found so far, that repeats the beginning and ends last.
    let (mut start, mut end) = (0, 0);
    for place in 1..items.len() {
        let mut length = if end > place {
            lengths[place - start].min(end - place)
        } else {
            0
        };
        while items.get(place + length) == Some(&items[length]) {
            length += 1;
        }
        lengths[place] = length;
        if place + length > end {
            (start, end) = (place, place + length);
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repetition_seen_is_the_one_that_a_walk_finds() {
        // All sequences of 0, 1 and 2 with a short beginning and a short period.
        for code in 0..3_u32.pow(6) {
            let digits: Vec<u32> = (0..6).map(|place| code / 3_u32.pow(place) % 3).collect();
            for period in 1..=4 {
                let (before, round) = digits.split_at(6 - period);
                let again = round.iter().cycle();
                let nimbers: Vec<u32> = before.iter().chain(again).copied().take(26).collect();
                let repeats = |first: usize, period: usize| {
                    let adds = i64::from(nimbers[25]) - i64::from(nimbers[25 - period]);
                    (first..26 - period).all(|heap| {
                        i64::from(nimbers[heap + period]) - i64::from(nimbers[heap]) == adds
                    })
                };
                let least = (1..=4).find(|&period| repeats(12, period));
                let found = repetition_seen(&nimbers);
                assert_eq!(
                    found.map(|found| found.period() as usize),
                    least,
                    "{nimbers:?}"
                );
                let first = (0..26).find(|&first| repeats(first, least.unwrap_or(1)));
                assert_eq!(found.map(|found| found.preperiod() as usize), first);
            }
        }
    }
}
