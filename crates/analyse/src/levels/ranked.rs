//! Sums of which the first counts most: weights by which every move climbs, found one after the
//! other.
//!
//! In a sowing game a move that reaches a store raises the stores, which never fall; one that
//! reaches none brings seeds nearer to them. So the stores count, each seed in them more than a
//! move can lose elsewhere, and besides the places of the other seeds.
//!
//! In general: what no move lowers is added up, and moves that raise it are done with; for those
//! that are left the same begins anew, until none is left or nothing is found. What is left then
//! gets its weights by corrections. At last the sums are put together, from the last one on, each
//! times the least number by which the moves that it was found for climb.
//!
//! This is how lexicographic ranking functions are made of programs (A. Bradley, Z. Manna and
//! H. Sipma, *Linear ranking with reachability*, 2005), where linear programming finds the sums.

use zug_job::{Job, Why};

use super::changes::Kind;
use super::ties::Ties;
use super::{Class, Weights, climb, corrected};

/// The most times that a sum is counted.
const MOST_TIMES: i64 = 1 << 20;

/// Weights by which all moves climb, as sums of which the first counts most; `None` if none were
/// found. All classes have slopes.
pub(super) fn ranked(
    classes: &[Class],
    ties: &Ties,
    kinds: &[Kind],
    job: &Job,
) -> Result<Option<Vec<Weights>>, Why> {
    // The sums, each with the moves that it is for.
    let mut sums = Vec::new();
    let mut left = kinds.to_vec();
    while let Some(sum) = never_falling(classes, ties, &left, job)? {
        let (raised, others) = left.into_iter().partition(|kind| climb(kind, &sum).0 >= 1);
        sums.push((sum, raised));
        left = others;
    }
    let mut weights: Vec<Weights> = classes.iter().map(Class::nothing).collect();
    if !left.is_empty() {
        match corrected(classes, ties, &left, job)? {
            Some(corrected) => weights = corrected,
            None => return Ok(None),
        }
    }
    for (sum, raised) in sums.iter().rev() {
        match least_times(sum, raised, &weights) {
            Some(times) => add(&mut weights, sum, times),
            None => return Ok(None),
        }
    }
    Ok(Some(weights))
}

/// The sum of all fields that no move of these kinds lowers, falling fields counted as what they
/// lack; `None` if no such field is raised by any.
fn never_falling(
    classes: &[Class],
    ties: &Ties,
    kinds: &[Kind],
    job: &Job,
) -> Result<Option<Vec<Weights>>, Why> {
    let nothing: Vec<Weights> = classes.iter().map(Class::nothing).collect();
    let mut sum = nothing.clone();
    let mut is_raised = false;
    for class in 0..classes.len() {
        job.check()?;
        let tied = ties.tied(class, 0);
        if tied.iter().any(|&(other, _)| other < class) {
            continue;
        }
        for sign in [1, -1] {
            let mut one = nothing.clone();
            for &(class, _) in tied {
                one[class] = Weights::Slope(sign);
            }
            let mut least = kinds.iter().map(|kind| climb(kind, &one).0);
            let mut raises = false;
            let falls = least.any(|least| {
                raises |= least >= 1;
                least < 0
            });
            if raises && !falls {
                is_raised = true;
                add(&mut sum, &one, 1);
            }
        }
    }
    Ok(is_raised.then_some(sum))
}

/// The least number of times that a sum must be counted besides other weights, so that all moves
/// climb that raise it.
fn least_times(sum: &[Weights], raised: &[Kind], others: &[Weights]) -> Option<i64> {
    let all_climb = |times: &i64| {
        let mut weights = others.to_vec();
        add(&mut weights, sum, *times);
        raised.iter().all(|kind| climb(kind, &weights).0 >= 1)
    };
    // Each kind of move raises the sum by 1 or more, so that what suffices once suffices from there on.
    let mut enough = 1;
    while !all_climb(&enough) {
        enough *= 2;
        if enough > MOST_TIMES {
            return None;
        }
    }
    let mut too_few = enough / 2;
    while enough - too_few > 1 {
        let between = too_few + (enough - too_few) / 2;
        if all_climb(&between) {
            enough = between;
        } else {
            too_few = between;
        }
    }
    Some(enough)
}

/// Adds a sum to weights, this number of times. All are slopes.
fn add(weights: &mut [Weights], sum: &[Weights], times: i64) {
    for (weight, more) in weights.iter_mut().zip(sum) {
        if let (Weights::Slope(slope), Weights::Slope(more)) = (weight, more) {
            *slope = slope.saturating_add(more.saturating_mul(times));
        }
    }
}
