//! The facts about a sequence besides its terms.

use std::ops::Range;
use std::time::Duration;

use zug_sequences::{EngineKind, Proof, Repetition, Sequence, Statistics, repetition_seen};

use super::{RulesRead, VerifiedSequence};

/// The facts about a sequence, for all forms in which they are printed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SequenceFacts {
    /// The notation of the game.
    pub code: String,
    /// The rules that the game was read from; `None` where it is given by its notation.
    pub rules: Option<RulesRead>,
    /// The heaps that the user asked for.
    pub heaps: Range<u64>,
    /// The number of heaps, from 0 on, that are worked out.
    pub known: u64,
    /// The proof of the period, if one is proved.
    pub proof: Option<Proof>,
    /// The repetition that the heaps worked out show where no period is proved.
    pub seen: Option<Repetition>,
    /// The statistics of the heaps asked for if these can be counted, otherwise of the
    /// heaps that are worked out.
    pub statistics: Statistics,
    /// The heaps that the statistics count.
    pub counted: Range<u64>,
    /// The rare heaps, where the method tells rare heaps from common ones.
    pub rares: Option<Rares>,
    /// The method that worked the nimbers out.
    pub method: EngineKind,
    /// What was checked, if the user asked for a check.
    pub verified: Option<VerifiedSequence>,
    /// What was checked of the saved sequence that the work went on from, if it went on from one
    /// and not all of it was checked: then all that is told stands on that file.
    pub resumed: Option<VerifiedSequence>,
    /// The time that the work took.
    pub time: Duration,
}

/// The rare heaps among those worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rares {
    /// The number of rare heaps.
    pub count: u64,
    /// The largest rare heap; `None` if there is none.
    pub last: Option<u64>,
}

/// Of more heaps than these no repetition is looked for.
const MOST_SEEN: u64 = 1 << 20;

/// The repetition that the heaps worked out show, if no period is proved.
fn seen(sequence: &Sequence) -> Option<Repetition> {
    let known = sequence.known();
    if sequence.proof().is_some() || known > MOST_SEEN {
        return None;
    }
    let mut nimbers = vec![0; usize::try_from(known).ok()?];
    let is_read = sequence.read(0, &mut nimbers);
    is_read.then(|| repetition_seen(&nimbers)).flatten()
}

impl SequenceFacts {
    /// The facts that are known of a sequence now. `code` is the notation of its game,
    /// `heaps` are the heaps asked for, and `time` is the time that the work took.
    #[must_use]
    pub fn new(
        code: String,
        heaps: Range<u64>,
        sequence: &Sequence,
        verified: Option<VerifiedSequence>,
        time: Duration,
    ) -> Self {
        let (statistics, counted) = match sequence.statistics_of(heaps.clone()) {
            Some(statistics) => (statistics, heaps.clone()),
            None => (sequence.statistics().clone(), 0..sequence.known()),
        };
        Self {
            code,
            rules: None,
            heaps,
            known: sequence.known(),
            proof: sequence.proof(),
            seen: seen(sequence),
            statistics,
            counted,
            rares: sequence.rares().map(|rares| Rares {
                count: rares.len() as u64,
                last: rares.last().copied(),
            }),
            method: sequence.method(),
            verified,
            resumed: None,
            time,
        }
    }

    /// The same facts of a game that was read from these rules.
    #[must_use]
    pub fn with_rules(self, rules: Option<RulesRead>) -> Self {
        Self { rules, ..self }
    }

    /// The same facts of a sequence that went on from a saved one, if there was one, of which this
    /// was checked.
    #[must_use]
    pub fn with_resumed(self, checked: Option<VerifiedSequence>) -> Self {
        let resumed = checked.filter(|checked| !checked.is_whole());
        Self { resumed, ..self }
    }
}
