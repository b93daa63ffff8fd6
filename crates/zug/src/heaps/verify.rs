//! Checking nimbers and their period by code that cannot work them out.
//!
//! Every heap is checked as long as that takes not too much time, and otherwise a
//! sample of the larger ones. The heaps that were worked out are checked: terms beyond
//! them follow from the period, and the period from a theorem, whose conditions are
//! checked.

use std::fmt;

use bytesize::ByteSize;
use zug_certify::heaps::{
    Effort, Ground, HeapFlaw, NimberCheck, Reached, RepetitionClaim, certify_repetition,
};
use zug_heaps::HeapGame;
use zug_job::{CancelToken, Job, Phase, Progress};
use zug_sequences::{PeriodTheorem, Proof, Sequence};

/// The most moves that are looked at, which takes some seconds.
pub(super) const MOST_WORK: f64 = 2e9;
/// The work on a heap besides its moves, counted in moves.
const EACH_HEAP: f64 = 10.0;
/// Where there is no time for all heaps, the number of larger heaps that are sampled.
const SAMPLED: u64 = 200;
/// The seed of the samples, so that each check draws the same ones: the year of the
/// theorem of Guy and Smith.
const SEED: u64 = 1956;
/// Witnesses are looked for in all heaps below this one that a period needs, and in a sample
/// of the larger ones.
const WITNESSED: u64 = 1 << 20;
/// Heaps that a theorem needs beyond those known are worked out too, up to this number of
/// times the heaps known.
const MOST_MORE: u64 = 4;

/// What was checked and found to be right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VerifiedSequence {
    /// The number of heaps that are worked out.
    pub known: u64,
    /// All heaps below this one were looked at.
    pub all_below: u64,
    /// The number of larger heaps that were looked at.
    pub sampled: u64,
    /// Why no more heaps were looked at; `None` if all were, or if time was the reason.
    pub reason: Option<NotChecked>,
    /// The result of the check of the period, if one is claimed.
    pub period: Option<Result<PeriodChecked, NotChecked>>,
}

/// A period that was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PeriodChecked {
    /// The theorem by which the period was checked.
    pub ground: Ground,
    /// What the check reached.
    pub reached: Reached,
}

impl PeriodChecked {
    /// The last heap that the theorem asks for.
    #[must_use]
    pub fn checked_to(&self) -> u64 {
        self.reached.heaps_needed.saturating_sub(1)
    }

    /// The name of the theorem by which the period was checked.
    #[must_use]
    pub fn theorem(&self) -> &'static str {
        match self.ground {
            Ground::GuySmith => "Guy-Smith",
            Ground::Window => "repeated window",
            Ground::RepeatedState => "repeated state",
            Ground::MissingNimbers => "repeated window and the nimbers missing before it",
            _ => "theorem",
        }
    }
}

/// Why something was not checked, although no flaw was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotChecked {
    /// The caller stopped the check.
    Stopped,
    /// Not all heaps were kept.
    NotKept,
    /// The nimbers do not fit into the memory allowed.
    Memory {
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are allowed.
        allowed: u64,
    },
    /// No theorem is known by which the period of such a game could be checked.
    NoTheorem,
    /// The known heaps do not suffice for the theorem.
    Insufficient(HeapFlaw),
}

impl fmt::Display for NotChecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = |bytes| ByteSize::b(bytes).display().iec();
        match self {
            Self::Stopped => f.write_str("it was stopped"),
            Self::NotKept => f.write_str("not all heaps were kept"),
            Self::Memory { needed, allowed } => write!(
                f,
                "that takes {}, and {} are allowed",
                bytes(*needed),
                bytes(*allowed)
            ),
            Self::NoTheorem => {
                f.write_str("no theorem by which it could be checked is known for such a game")
            }
            Self::Insufficient(flaw) => write!(f, "{flaw}"),
        }
    }
}

impl VerifiedSequence {
    /// The result if the user stopped before the check began: nothing was checked.
    #[must_use]
    pub fn nothing(known: u64) -> Self {
        Self::not(known, NotChecked::Stopped)
    }

    pub(super) fn not(known: u64, reason: NotChecked) -> Self {
        Self {
            known,
            all_below: 0,
            sampled: 0,
            reason: Some(reason),
            period: None,
        }
    }

    /// Whether every nimber was checked.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.all_below == self.known
    }

    /// Whether the caller stopped the check.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.reason == Some(NotChecked::Stopped)
    }
}

/// Checks the nimbers of a sequence and its period. More heaps may be worked out where the
/// period needs them.
///
/// Of the job it heeds the token, the watch and the budget, which has to hold the nimbers
/// that are checked beside the sequence itself. What the watch is told as positions is the
/// number of steps of the check that are done, and as frontier those that are left.
///
/// # Errors
///
/// The first heap or the period that something is wrong with.
pub fn verify(
    game: &HeapGame,
    sequence: &mut Sequence,
    job: &Job,
) -> Result<VerifiedSequence, HeapFlaw> {
    let memory = job.budget.limit();
    let cancel = &job.cancel;
    let mut nimbers = match known(sequence, 0, memory) {
        Ok(nimbers) => nimbers,
        Err(reason) => {
            let period = sequence.proof().map(|_| Err(reason.clone()));
            let verified = VerifiedSequence::not(sequence.known(), reason);
            return Ok(VerifiedSequence { period, ..verified });
        }
    };
    let most = sequence.known().saturating_mul(MOST_MORE);
    let period = sequence.proof().map(|proof| {
        check_period(game, &mut nimbers, &proof, &mut |nimbers, needed| {
            needed <= most && extend(sequence, nimbers, needed, memory, cancel)
        })
    });
    // A wrong nimber is reported before the period that it breaks.
    let verified = check_nimbers(game, &nimbers, MOST_WORK, job)?;
    let period = period.transpose()?;
    Ok(VerifiedSequence { period, ..verified })
}

/// The nimbers of all heaps that are worked out, if there is memory for them beside `held`
/// nimbers.
pub(super) fn known(sequence: &Sequence, held: usize, memory: u64) -> Result<Vec<u32>, NotChecked> {
    let needed = sequence
        .known()
        .saturating_add(held as u64)
        .saturating_mul(4)
        .saturating_add(sequence.bytes());
    if needed > memory {
        let allowed = memory;
        return Err(NotChecked::Memory { needed, allowed });
    }
    let mut nimbers = vec![0; sequence.known() as usize];
    if sequence.read(0, &mut nimbers) {
        Ok(nimbers)
    } else {
        Err(NotChecked::NotKept)
    }
}

/// Works out the heaps up to `needed`; returns whether that was possible.
fn extend(
    sequence: &mut Sequence,
    nimbers: &mut Vec<u32>,
    needed: u64,
    memory: u64,
    cancel: &CancelToken,
) -> bool {
    while sequence.known() < needed {
        if cancel.is_cancelled() || sequence.step(needed).is_err() {
            return false;
        }
    }
    match known(sequence, nimbers.len(), memory) {
        Ok(more) => {
            *nimbers = more;
            true
        }
        Err(_) => false,
    }
}

/// Checks the nimbers of all heaps below some bound, and of a sample of the others.
pub fn check_nimbers(
    game: &HeapGame,
    nimbers: &[u32],
    most_work: f64,
    job: &Job,
) -> Result<VerifiedSequence, HeapFlaw> {
    let mut check = NimberCheck::new(game, nimbers)?;
    let known = nimbers.len() as u64;
    let work_at = |check: &NimberCheck<'_>, heap| check.work(heap) + EACH_HEAP;
    let mut work = 0.0;
    let mut all_below = 0;
    while all_below < known {
        work += work_at(&check, all_below);
        if work > most_work {
            break;
        }
        all_below += 1;
    }
    let others = known - all_below;
    let most_sampled = if others > 0 {
        (most_work / work_at(&check, known - 1)) as u64
    } else {
        0
    };
    let sampled = SAMPLED.min(most_sampled).min(others);
    let effort = Effort::all_below(all_below).with_sample(sampled, SEED);
    let mut verified = VerifiedSequence {
        known,
        all_below: 0,
        sampled: 0,
        reason: None,
        period: None,
    };
    let all_work = work as u64;
    let mut done = 0.0;
    for heap in effort.heaps(0, known) {
        if job.cancel.is_cancelled() {
            verified.reason = Some(NotChecked::Stopped);
            break;
        }
        check.heap(heap)?;
        if heap < all_below {
            verified.all_below += 1;
        } else {
            verified.sampled += 1;
        }
        done += work_at(&check, heap);
        let done = done as u64;
        job.watch.progress(&Progress {
            frontier: all_work.saturating_sub(done),
            ..Progress::at(Phase::Verifying, done)
        });
    }
    Ok(verified)
}

/// Checks the period. If too few heaps are known, asks `extend` for more.
pub fn check_period(
    game: &HeapGame,
    nimbers: &mut Vec<u32>,
    proof: &Proof,
    extend: &mut dyn FnMut(&mut Vec<u32>, u64) -> bool,
) -> Result<Result<PeriodChecked, NotChecked>, HeapFlaw> {
    let grounds: &[Ground] = match proof.theorem {
        PeriodTheorem::GuySmith => &[Ground::GuySmith],
        PeriodTheorem::Window => &[Ground::Window],
        PeriodTheorem::RepeatedState => &[Ground::RepeatedState, Ground::GuySmith],
        PeriodTheorem::Arithmetic => &[Ground::MissingNimbers, Ground::GuySmith],
        _ => &[],
    };
    let mut reason = NotChecked::NoTheorem;
    for &ground in grounds {
        let claim = RepetitionClaim {
            preperiod: proof.repetition.preperiod(),
            period: proof.repetition.period(),
            saltus: proof.repetition.saltus(),
            ground,
        };
        let effort = Effort::all_below(WITNESSED).with_sample(SAMPLED, SEED);
        loop {
            match certify_repetition(game, nimbers, &claim, &effort) {
                Ok(reached) => return Ok(Ok(PeriodChecked { ground, reached })),
                Err(HeapFlaw::TooFew { needed, .. }) if extend(nimbers, needed) => {}
                Err(HeapFlaw::NoTheorem { .. }) => break,
                Err(
                    flaw @ (HeapFlaw::TooFew { .. }
                    | HeapFlaw::NoWitness { .. }
                    | HeapFlaw::Unsettled { .. }),
                ) => {
                    reason = NotChecked::Insufficient(flaw);
                    break;
                }
                Err(flaw) => return Err(flaw),
            }
        }
    }
    Ok(Err(reason))
}
