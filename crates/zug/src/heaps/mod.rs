//! Questions about games on heaps: the same road, from what is asked over a plan to an
//! answer, for games whose rules are a notation and not a text.

mod pairs;
mod quotient;
mod sequence;
mod terms;
mod verify;
mod resume;
mod facts;
mod early_period;

pub use early_period::early_period;
pub use facts::{Rares, SequenceFacts};
pub use pairs::{PairAnswer, PairPlan, PairQuestion, Pairs};
pub use quotient::{QuotientAnswer, QuotientQuestion};
pub use resume::{NotResumed, resume};
pub use sequence::{SequencePlan, SequenceQuestion};
pub use terms::Terms;
pub use verify::{NotChecked, PeriodChecked, VerifiedSequence, verify};
