//! Checks a table that is cut into shards, shard by shard, where no machine can look positions up.
//!
//! The positions of such a table lie in *tiers*: every move leads to a later tier. A tier is cut into
//! *shards*, ranges of its positions in ascending order. Three steps check a shard, and each goes through
//! sorted lists from the first entry to the last:
//!
//! 1. [`Shards::play`] plays every move of every position that the entries of the shard stand for. It
//!    returns the *trace* of the shard: the distinct entries that the moves lead to.
//! 2. [`matched`] merges what all traces have in the range of a shard. The result must be exactly the
//!    entries of the shard: an entry that no trace has is not reached, and a position of a trace without
//!    an entry is missing. Each trace is handed the values that the entries claim.
//! 3. [`Shards::judge`] plays the shard once more, and compares each value with the best of the values that
//!    step 2 found for its successors.
//!
//! If all shards pass all steps, the argument of [`crate`] holds for the table as a whole: every
//! position has exactly the value that the rules give it. The entries are those that play reaches from the
//! root, since every entry but that of the root is the successor of an entry of an earlier tier.
//!
//! As in [`crate::certify_entries`] the quick game plays all positions, and the judge, which says what the
//! rules are, plays the root and those of a sample. Which positions an entry stands for is compared with the declared
//! symmetries ([`Images::is_orbit`]), so that nothing about symmetries is believed.
//!
//! Cost: two expansions of each position. Memory: the trace of a shard, and in step 3 a value for each
//! entry of the trace.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::fmt::Debug;

use zug_game::Scored;
use zug_game::{Game, Step};
use zug_job::{Budget, Job, Phase, Progress, Refusal, Stopped, bytes_of};
use zug_values::{Mex, Outcome, Plies};

use crate::certificate::Certificate;
use crate::claim::{Beside, Told};
use crate::entries::expand;
use crate::flaw::{Flaw, NotCertified};
use crate::judge::Ruled;
use crate::terms::Judged;

/// The number of positions after which a check asks whether to go on.
const BETWEEN: u64 = 1 << 12;

/// The number of successors that are gathered before doubles are removed for the first time.
const FIRST_GATHERED: usize = 1 << 16;

/// Which positions the entries of a table stand for.
pub trait Images<P> {
    /// The position that the table keeps in the place of this one.
    fn kept(&self, position: &P) -> P;

    /// Replaces the content of `images` by the positions that a kept position stands for, ascending and each
    /// once.
    fn images(&self, kept: &P, images: &mut Vec<P>);

    /// Whether all of these positions are states, and are the images of `kept` under the symmetries
    /// that the rules declare.
    fn is_orbit(&self, kept: &P, images: &[P]) -> bool;

    /// The tier of a position.
    fn tier(&self, position: &P) -> u32;

    /// A number that depends on the position alone, by which samples are chosen.
    fn number(&self, position: &P) -> u64;
}

/// What checks the shards of a table.
#[derive(Debug)]
pub struct Shards<'s, J: Game, Q, I> {
    /// Says what the rules are.
    pub judge: &'s J,
    /// Plays all positions.
    pub quick: &'s Q,
    /// Which positions an entry stands for.
    pub images: &'s I,
    /// The position from which play begins.
    pub root: J::Position,
    /// Which positions the judge plays.
    pub judged: Judged,
}

/// What a check returns; `E` is why the table cannot be read.
type Checked<T, P, E> = Result<T, NotCertified<P, E>>;

/// The distinct entries that the moves out of a shard lead to, by their tiers, ascending in each.
pub type Trace<P> = BTreeMap<u32, Vec<P>>;

impl<J, Q, I> Shards<'_, J, Q, I>
where
    J: Scored<Position: Ord>,
    Q: Scored<Position = J::Position>,
    I: Images<J::Position>,
{
    /// Plays all positions that the entries of a shard of this tier stand for. Returns the trace.
    ///
    /// # Errors
    ///
    /// An entry is listed out of order or in a tier that is not its own, or stands for other positions than its
    /// images; the rules break; a move does not lead to a later tier; the budget does not suffice, or the
    /// caller cancelled; the table cannot be read.
    pub fn play<E>(
        &self,
        tier: u32,
        entries: impl Iterator<Item = Result<J::Position, E>>,
        job: &Job,
    ) -> Checked<Trace<J::Position>, J::Position, E> {
        let mut gathered = Gathered::new(&job.budget);
        let (mut images, mut steps) = (Vec::new(), Vec::new());
        let (mut before, mut played) = (None, 0);
        for kept in entries {
            let kept = kept.map_err(NotCertified::Unreadable)?;
            go_on(&mut played, job)?;
            if before >= Some(kept) || self.images.tier(&kept) != tier {
                return Err(Flaw::Misplaced { position: kept }.into());
            }
            before = Some(kept);
            self.images.images(&kept, &mut images);
            if self.images.kept(&kept) != kept || !self.images.is_orbit(&kept, &images) {
                return Err(Flaw::OtherImages { position: kept }.into());
            }
            for &position in &images {
                let over = expand(self.quick, &position, &mut steps);
                over.map_err(|fault| Flaw::Fault { position, fault })?;
                for step in &steps {
                    let successor = step.position;
                    let kept = self.images.kept(&successor);
                    let to = self.images.tier(&kept);
                    if to <= tier {
                        return Err(Flaw::Open {
                            position,
                            successor,
                        }
                        .into());
                    }
                    let added = gathered.add(to, kept);
                    added.map_err(|refusal| out_of_memory(refusal, played))?;
                }
            }
        }
        let trace = gathered.trace();
        Ok(trace.map_err(|refusal| out_of_memory(refusal, played))?)
    }

    /// Plays all positions that the entries of a shard stand for, and compares what is claimed with
    /// what `answers` gives: what the entry that stands for a successor claims.
    ///
    /// # Errors
    ///
    /// A value is not the best of the answers; the judge and the quick game do not play alike; the rules break;
    /// the caller cancelled; the table cannot be read.
    pub fn judge<E>(
        &self,
        entries: impl Iterator<Item = Result<(J::Position, Told), E>>,
        answers: impl Fn(&J::Position) -> Option<Told>,
        job: &Job,
    ) -> Checked<Certificate, J::Position, E> {
        let mut certificate = Certificate::OF_NOTHING;
        let (mut images, mut steps, mut judged) = (Vec::new(), Vec::new(), Vec::new());
        let (mut after, mut stood_for, mut mex) = (Vec::new(), Vec::new(), Mex::default());
        let (mut scores, mut judged_scores) = (Ruled::default(), Ruled::default());
        let mut played = 0;
        for entry in entries {
            let (kept, claimed) = entry.map_err(NotCertified::Unreadable)?;
            go_on(&mut played, job)?;
            self.images.images(&kept, &mut images);
            for (place, &position) in images.iter().enumerate() {
                let over = expand(self.quick, &position, &mut steps);
                let over = over.map_err(|fault| Flaw::Fault { position, fault })?;
                let broken = |fault| Flaw::Fault { position, fault };
                if claimed.has_score() {
                    let asked = scores.ask(self.quick, &position, steps.len());
                    asked.map_err(broken)?;
                }
                if self.is_judged(&position, over) {
                    let ruled = expand(self.judge, &position, &mut judged);
                    let ruled = ruled.map_err(|fault| Flaw::Fault { position, fault })?;
                    if claimed.has_score() {
                        let asked = judged_scores.ask(self.judge, &position, steps.len());
                        asked.map_err(broken)?;
                    }
                    let are_scores_alike = !claimed.has_score() || scores == judged_scores;
                    if ruled != over || steps != judged || !are_scores_alike {
                        return Err(Flaw::PlayedOtherwise { position }.into());
                    }
                    certificate.judged += 1;
                }
                self.claims(position, &steps, &answers, (&mut after, &mut stood_for))?;
                claimed.judge(position, over, (&steps, &after), (&scores, &mut mex))?;
                if let Some(Beside::Nimber(_)) = claimed.beside {
                    certificate.nimbers += 1;
                }
                certificate.moves += steps.len() as u64;
                if place == 0 {
                    certificate.entry_moves += steps.len() as u64;
                }
                certificate.count(claimed.value, over);
            }
            certificate.entries += 1;
        }
        Ok(certificate)
    }

    fn is_judged(&self, position: &J::Position, over: Option<Outcome>) -> bool {
        match self.judged {
            Judged::All => true,
            Judged::Sample(sample) => {
                let number = self.images.number(position);
                *position == self.root || sample.takes(number, 0, over.is_some())
            }
        }
    }

    /// Puts into `after` what the answers say of the positions behind these steps. A successor
    /// must be among the positions that its entry stands for; `stood_for` is a buffer.
    fn claims(
        &self,
        position: J::Position,
        steps: &[Step<J::Position>],
        answers: &impl Fn(&J::Position) -> Option<Told>,
        (after, stood_for): (&mut Vec<Told>, &mut Vec<J::Position>),
    ) -> Result<(), Flaw<J::Position>> {
        after.clear();
        for step in steps {
            let successor = step.position;
            let kept = self.images.kept(&successor);
            let open = Flaw::Open {
                position,
                successor,
            };
            let claimed = answers(&kept).ok_or(open)?;
            if kept != successor {
                self.images.images(&kept, stood_for);
                if stood_for.binary_search(&successor).is_err() {
                    return Err(Flaw::LookedUpElsewhere {
                        position: successor,
                    });
                }
            }
            if claimed.value.remoteness() == Some(Plies(u32::MAX)) {
                let (position, claimed) = (successor, claimed.value);
                return Err(Flaw::TooRemote { position, claimed });
            }
            after.push(claimed);
        }
        Ok(())
    }
}

/// Compares the entries of a shard with what all traces have in its range. `answer` is handed the place of a trace and
/// what the table claims of the next entry of this trace. No entry may reach `end`, at which the next shard begins;
/// `root` has an entry without being in a trace. Returns the number of entries.
///
/// # Errors
///
/// An entry is out of order, or in no trace; a position of a trace has no entry; the caller cancelled; the
/// table cannot be read.
pub fn matched<P, C, E>(
    entries: impl Iterator<Item = Result<(P, C), E>>,
    mut traces: Vec<impl Iterator<Item = Result<P, E>>>,
    (end, root): (Option<P>, Option<P>),
    mut answer: impl FnMut(usize, C),
    job: &Job,
) -> Checked<u64, P, E>
where
    P: Copy + Ord + Debug,
    C: Copy,
{
    let mut heads = BinaryHeap::new();
    for (place, trace) in traces.iter_mut().enumerate() {
        if let Some(position) = trace.next() {
            let position = position.map_err(NotCertified::Unreadable)?;
            heads.push(Reverse((position, place)));
        }
    }
    let (mut before, mut number) = (None, 0);
    for entry in entries {
        let (position, claimed) = entry.map_err(NotCertified::Unreadable)?;
        go_on(&mut number, job)?;
        if before >= Some(position) || end.is_some_and(|end| end <= position) {
            return Err(Flaw::Misplaced { position }.into());
        }
        before = Some(position);
        let mut is_reached = root == Some(position);
        while let Some(mut head) = heads.peek_mut() {
            let Reverse((reached, place)) = *head;
            if reached > position {
                break;
            }
            if reached < position {
                return Err(Flaw::LeftOut { position: reached }.into());
            }
            is_reached = true;
            answer(place, claimed);
            match traces[place].next() {
                None => {
                    std::collections::binary_heap::PeekMut::pop(head);
                }
                Some(next) => {
                    let next = next.map_err(NotCertified::Unreadable)?;
                    if next <= reached {
                        return Err(Flaw::Misplaced { position: next }.into());
                    }
                    *head = Reverse((next, place));
                }
            }
        }
        if !is_reached {
            return Err(Flaw::Unreached { position }.into());
        }
    }
    match heads.pop() {
        Some(Reverse((position, _))) => Err(Flaw::LeftOut { position }.into()),
        None => Ok(number),
    }
}

/// The successors of a shard.
struct Gathered<'b, P> {
    budget: &'b Budget,
    tiers: BTreeMap<u32, Successors<P>>,
}

/// The successors of a shard that are of one tier.
struct Successors<P> {
    positions: Vec<P>,
    charge: zug_job::Charge,
    /// The number of positions at which doubles are removed.
    full: usize,
}

impl<'b, P: Copy + Ord> Gathered<'b, P> {
    fn new(budget: &'b Budget) -> Self {
        Self {
            budget,
            tiers: BTreeMap::new(),
        }
    }

    fn add(&mut self, tier: u32, position: P) -> Result<(), Refusal> {
        let successors = self.tiers.entry(tier).or_insert_with(|| Successors {
            positions: Vec::new(),
            charge: self.budget.open(),
            full: 0,
        });
        if successors.positions.len() == successors.full {
            successors.make_room()?;
        }
        successors.positions.push(position);
        Ok(())
    }

    fn trace(self) -> Result<Trace<P>, Refusal> {
        let tiers = self.tiers.into_iter();
        tiers
            .map(|(tier, mut successors)| {
                successors.remove_doubles();
                Ok((tier, successors.positions))
            })
            .collect()
    }
}

impl<P: Copy + Ord> Successors<P> {
    fn remove_doubles(&mut self) {
        self.positions.sort_unstable();
        self.positions.dedup();
    }

    /// Removes doubles, and makes room for as many positions as are left, at least.
    fn make_room(&mut self) -> Result<(), Refusal> {
        self.remove_doubles();
        let wanted = (2 * self.positions.len()).max(FIRST_GATHERED);
        if wanted > self.full {
            self.charge.grow(bytes_of::<P>(wanted - self.full))?;
            self.positions.reserve_exact(wanted - self.positions.len());
            self.full = wanted;
        }
        Ok(())
    }
}

fn out_of_memory(refusal: Refusal, played: u64) -> Stopped {
    Stopped::out_of_memory(refusal, Progress::at(Phase::Verifying, played))
}

/// Counts one more entry, and asks from time to time whether to go on.
fn go_on(played: &mut u64, job: &Job) -> Result<(), Stopped> {
    *played += 1;
    if played.is_multiple_of(BETWEEN) {
        job.tell(&Progress {
            bytes: job.budget.used(),
            ..Progress::at(Phase::Verifying, *played)
        })?;
    }
    Ok(())
}
