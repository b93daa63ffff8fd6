//! How the nimbers of a sequence of heaps are worked out and kept.

use std::ops::Range;

use zug_sequences::{EngineKind, Keep, SequenceOptions};

/// What is asked of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SequenceQuestion {
    /// The heaps whose nimbers are asked for.
    pub heaps: Range<u64>,
    /// Whether the nimbers themselves are wanted, and not only facts about them.
    pub values: bool,
    /// Whether the nimbers are to be checked.
    pub verify: bool,
    /// The engine; `None` for the engine that suits the game.
    pub method: Option<EngineKind>,
}

/// How a sequence is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SequencePlan {
    /// The engine asked for, and which heaps are kept.
    pub options: SequenceOptions,
    /// Heaps past this one cannot be worked out one by one in the memory allowed: there a
    /// period has to be proved.
    pub reach: u64,
}

/// Up to this number of heaps all are kept even if nobody asks for their values: then a
/// period can be told, and nimbers can be counted by it.
const KEPT_ANYWAY: u64 = 1 << 24;

impl SequenceQuestion {
    /// The question for the nimbers of these heaps, unchecked, by the engine that suits the
    /// game.
    #[must_use]
    pub fn new(heaps: Range<u64>) -> Self {
        Self {
            heaps,
            values: true,
            verify: false,
            method: None,
        }
    }

    /// The question with or without the nimbers themselves.
    #[must_use]
    pub fn with_values(self, values: bool) -> Self {
        Self { values, ..self }
    }

    /// The question with or without a check of the nimbers.
    #[must_use]
    pub fn with_verify(self, verify: bool) -> Self {
        Self { verify, ..self }
    }

    /// The question for this engine; `None` for the engine that suits the game.
    #[must_use]
    pub fn with_method(self, method: Option<EngineKind>) -> Self {
        Self { method, ..self }
    }

    /// How the sequence is worked out with this many bytes of memory.
    ///
    /// ```
    /// use zug::heaps::SequenceQuestion;
    /// use zug_sequences::Keep;
    ///
    /// let question = SequenceQuestion::new(0..1_000_000_000).with_values(false);
    /// assert_eq!(question.plan(1 << 30).options.keep, Keep::Window);
    /// ```
    #[must_use]
    pub fn plan(&self, memory: u64) -> SequencePlan {
        // The nimbers that are checked are kept, because the check of a heap needs those
        // of all smaller heaps.
        let is_kept = self.values || self.verify || self.heaps.end <= KEPT_ANYWAY;
        let (keep, reach) = if is_kept {
            (Keep::All, memory)
        } else {
            (Keep::Window, u64::MAX)
        };
        let mut options = SequenceOptions::default().with_keep(keep);
        options.method = self.method;
        SequencePlan { options, reach }
    }
}
