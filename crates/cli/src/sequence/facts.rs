//! What is known of a sequence besides its terms.

use std::ops::Range;
use std::time::Duration;

use zug_solve::impartial::heaps::{Method, Proof, Sequence, Statistics};

use super::Verified;

/// What is told of a sequence, in whatever form.
pub(crate) struct Facts {
    /// The game.
    pub(crate) code: String,
    /// The heaps that are told.
    pub(crate) heaps: Range<u64>,
    /// So many heaps, from 0 on, are worked out.
    pub(crate) known: u64,
    pub(crate) proof: Option<Proof>,
    /// Of the heaps told if they can be counted, else of those worked out.
    pub(crate) statistics: Statistics,
    /// The heaps that the statistics are of.
    pub(crate) counted: Range<u64>,
    pub(crate) rares: Option<Rares>,
    pub(crate) method: Method,
    /// What was checked, if that was asked for.
    pub(crate) verified: Option<Verified>,
    /// How long it took to work it out.
    pub(crate) time: Duration,
}

/// The rare heaps among those worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rares {
    pub(crate) count: u64,
    pub(crate) last: Option<u64>,
}

impl Facts {
    /// What is known now, to be told of these heaps.
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
