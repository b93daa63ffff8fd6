//! Questions about games on heaps: the same road, from what is asked over a plan to an
//! answer, for games whose rules are a notation and not a text.
//!
//! This folder alone decides which heaps are kept in memory, which theorem answers for two heaps,
//! when a period is looked for and how large a part of a sequence is checked. The command line
//! adds the words, the files and the clock.

mod pairs;
pub(crate) mod moves;
pub(crate) mod part;
mod quotient;
mod misere;
mod sequence;
mod terms;
pub(crate) mod verify;
mod resume;
mod facts;
mod early_period;
mod from_rules;

pub use early_period::{early_period, look_early};
pub use facts::{Rares, SequenceFacts};
pub use from_rules::{FromRules, Missing, NotOnHeaps, RulesRead, one_heap, two_heaps};
pub use misere::{MiserePosition, MisereReason};
pub use moves::HeapMove;
pub use pairs::{PairAnswer, PairPlan, PairQuestion, Pairs};
pub use part::HeapPart;
pub use quotient::{QuotientAnswer, QuotientQuestion};
pub use resume::{NotResumed, resume};
pub use sequence::{SequencePlan, SequenceQuestion};
pub use terms::Terms;
pub use verify::{NotChecked, PeriodChecked, VerifiedSequence, verify};
