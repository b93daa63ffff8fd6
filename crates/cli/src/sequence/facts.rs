//! The facts about a sequence besides its terms.

use std::ops::Range;
use std::time::Duration;

use zug_sequences::{Method, Proof, Sequence, Statistics};

use zug::heaps::Verified;

/// The facts about a sequence, for all forms in which they are printed.
pub(crate) struct Facts {
    /// The notation of the game.
    pub(crate) code: String,
    /// The heaps that the user asked for.
    pub(crate) heaps: Range<u64>,
    /// The number of heaps, from 0 on, that are worked out.
    pub(crate) known: u64,
    pub(crate) proof: Option<Proof>,
    /// The statistics of the heaps asked for if these can be counted, otherwise of the
    /// heaps that are worked out.
    pub(crate) statistics: Statistics,
    /// The heaps that the statistics count.
    pub(crate) counted: Range<u64>,
    pub(crate) rares: Option<Rares>,
    pub(crate) method: Method,
    /// What was checked, if the user asked for a check.
    pub(crate) verified: Option<Verified>,
    /// The time that the work took.
    pub(crate) time: Duration,
}

/// The rare heaps among those worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rares {
    pub(crate) count: u64,
    pub(crate) last: Option<u64>,
}

impl Facts {
    /// The facts known now, for these heaps.
    pub(crate) fn new(
        code: String,
        heaps: Range<u64>,
        sequence: &Sequence,
        verified: Option<Verified>,
        time: Duration,
    ) -> Self {
        let (statistics, counted) = match sequence.statistics_of(heaps.clone()) {
            Some(statistics) => (statistics, heaps.clone()),
            None => (sequence.statistics().clone(), 0..sequence.known()),
        };
        Self {
            code,
            heaps,
            known: sequence.known(),
            proof: sequence.proof(),
            statistics,
            counted,
            rares: sequence.rares().map(|rares| Rares {
                count: rares.len() as u64,
                last: rares.last().copied(),
            }),
            method: sequence.method(),
            verified,
            time,
        }
    }
}
