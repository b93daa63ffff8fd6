//! The two searches.

use std::collections::BTreeSet;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use zug_job::{Job, Phase, Progress, Stopped, Why};

use super::claim::PatternDigits;
use super::flaw::PatternFlaw;
use super::reading::{Known, Reading};

/// The most steps of all searches of a check: a step reads one digit of each number in one node.
pub const MOST_STEPS: u64 = 200_000_000;

/// Counts steps, and asks the job whether to go on.
#[derive(Debug)]
pub(super) struct Effort<'j> {
    pub(super) job: &'j Job,
    pub(super) steps: u64,
    pub(super) nodes: u64,
}

impl Effort<'_> {
    fn step(&mut self) -> Result<(), PatternFlaw> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(PatternFlaw::TooLong { most: MOST_STEPS });
        }
        if self.steps.is_multiple_of(4096) {
            let reached = Progress::at(Phase::Verifying, 0);
            self.job.check().map_err(|why| match why {
                Why::OutOfMemory(refusal) => Stopped::out_of_memory(refusal, reached),
                _ => Stopped::cancelled(reached),
            })?;
        }
        Ok(())
    }
}

/// Returns numbers for the tracks of which the condition is true; `None` if there are none.
pub(super) fn find(
    reading: &Reading<'_>,
    tracks: usize,
    effort: &mut Effort<'_>,
) -> Result<Option<Vec<u64>>, PatternFlaw> {
    let step = |known: &Vec<Known>, digits: &[u8], effort: &mut Effort<'_>| {
        effort.step()?;
        let after = reading.read(known, digits);
        Ok((reading.verdict(&after) != Some(false)).then_some(after))
    };
    let is_end = |known: &Vec<Known>| reading.holds(known);
    walk(
        reading.digits,
        tracks,
        reading.start(),
        step,
        is_end,
        effort,
    )
}

/// A condition in which a number of tracks are open: those behind the first ones.
#[derive(Debug)]
pub(super) struct Open<'a> {
    pub(super) reading: Reading<'a>,
    pub(super) tracks: usize,
}

/// A node of a search in which something may exist: what is known of the condition, and for each of
/// the open conditions all that may be known of it.
type Sets = (Vec<Known>, BTreeSet<(usize, Vec<Known>)>);

/// Returns numbers for the first `tracks` tracks of which the condition is true, and none of the open
/// conditions, whatever the numbers in the tracks behind; `None` if there are none.
pub(super) fn find_without(
    reading: &Reading<'_>,
    tracks: usize,
    open: &[Open<'_>],
    effort: &mut Effort<'_>,
) -> Result<Option<Vec<u64>>, PatternFlaw> {
    // What may be known of the open conditions after these digits; `None` if one of them is true for
    // certain.
    let after = |known: &BTreeSet<(usize, Vec<Known>)>, digits: &[u8], effort: &mut Effort<'_>| {
        let mut next = BTreeSet::new();
        for (number, known) in known {
            let Open {
                reading,
                tracks: behind,
            } = &open[*number];
            let mut all = digits.to_vec();
            all.resize(digits.len() + behind, 0);
            loop {
                effort.step()?;
                let after = reading.read(known, &all);
                match reading.verdict(&after) {
                    Some(true) => return Ok::<_, PatternFlaw>(None),
                    Some(false) => {}
                    None => {
                        next.insert((*number, after));
                    }
                }
                if !turn(&mut all[digits.len()..], reading.digits.count()) {
                    break;
                }
            }
        }
        Ok(Some(next))
    };
    // The numbers behind may have more digits than all others.
    let starts = open.iter().map(|open| open.reading.start()).enumerate();
    let starts =
        starts.filter(|(number, known)| open[*number].reading.verdict(known) != Some(false));
    let mut first: BTreeSet<(usize, Vec<Known>)> = starts.collect();
    let zeros = vec![0; tracks];
    loop {
        let Some(more) = after(&first, &zeros, effort)? else {
            return Ok(None);
        };
        let before = first.len();
        first.extend(more);
        if first.len() == before {
            break;
        }
    }
    let is_sure = |(number, known): &(usize, Vec<Known>)| open[*number].reading.holds(known);
    let step = |(known, sets): &Sets, digits: &[u8], effort: &mut Effort<'_>| {
        effort.step()?;
        let known = reading.read(known, digits);
        if reading.verdict(&known) == Some(false) {
            return Ok(None);
        }
        Ok(after(sets, digits, effort)?.map(|sets| (known, sets)))
    };
    let is_end = |(known, sets): &Sets| reading.holds(known) && !sets.iter().any(is_sure);
    walk(
        reading.digits,
        tracks,
        (reading.start(), first),
        step,
        is_end,
        effort,
    )
}

/// Searches all nodes that reading reaches, those after fewer digits first, for an end; returns the
/// numbers that lead there.
fn walk<N: Clone + Eq + std::hash::Hash>(
    digits: PatternDigits,
    tracks: usize,
    start: N,
    step: impl Fn(&N, &[u8], &mut Effort<'_>) -> Result<Option<N>, PatternFlaw>,
    is_end: impl Fn(&N) -> bool,
    effort: &mut Effort<'_>,
) -> Result<Option<Vec<u64>>, PatternFlaw> {
    let mut nodes = vec![start.clone()];
    let mut numbers: HashMap<N, usize, FxBuildHasher> = HashMap::default();
    numbers.insert(start, 0);
    // For each node but the first the node before, and the digits that lead from there.
    let mut from: Vec<(usize, Vec<u8>)> = vec![(0, Vec::new())];
    let mut done = 0;
    while done < nodes.len() {
        let node = nodes[done].clone();
        effort.nodes += 1;
        if is_end(&node) {
            return Ok(Some(read_back(digits, tracks, &from, done)));
        }
        let mut letter = vec![0u8; tracks];
        loop {
            if let Some(after) = step(&node, &letter, effort)?
                && !numbers.contains_key(&after)
            {
                numbers.insert(after.clone(), nodes.len());
                nodes.push(after);
                from.push((done, letter.clone()));
            }
            if !turn(&mut letter, digits.count()) {
                break;
            }
        }
        done += 1;
    }
    Ok(None)
}

/// Goes on to the next row of digits; returns whether there is one.
fn turn(digits: &mut [u8], count: usize) -> bool {
    for digit in digits {
        *digit += 1;
        if usize::from(*digit) < count {
            return true;
        }
        *digit = 0;
    }
    false
}

/// Returns the numbers whose digits lead to a node.
fn read_back(
    digits: PatternDigits,
    tracks: usize,
    from: &[(usize, Vec<u8>)],
    mut node: usize,
) -> Vec<u64> {
    let mut words = Vec::new();
    while node != 0 {
        words.push(&from[node].1);
        node = from[node].0;
    }
    let weights = weights(digits, words.len());
    let number = |track: usize| {
        let places = words.iter().zip(&weights);
        places.fold(0u64, |sum, (word, weight)| {
            sum.saturating_add(weight.saturating_mul(u64::from(word[track])))
        })
    };
    (0..tracks).map(number).collect()
}

fn weights(digits: PatternDigits, count: usize) -> Vec<u64> {
    let (factor, first, plus) = match digits {
        PatternDigits::Base(base) => (u64::from(base), u64::from(base), 0),
        PatternDigits::Recurrent(factor) => (u64::from(factor), u64::from(factor) + 1, 1),
    };
    let mut weights = vec![1, first];
    while weights.len() < count {
        let [.., before, last] = weights[..] else {
            break;
        };
        weights.push(last.saturating_mul(factor).saturating_add(before * plus));
    }
    weights
}
