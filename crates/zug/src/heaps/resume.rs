//! Going on from a saved sequence, none of which is believed that can be checked in little time.
//!
//! A checksum says that a file is as it was written, and not that its nimbers are right. So the
//! nimbers are checked before the work goes on: all of them where that takes a tenth of a check
//! that the caller asks for ([`super::verify`]), else a sample. [`VerifiedSequence::is_whole`] says
//! whether what is told of the sequence stands on the file.

use zug_certify::heaps::HeapFlaw;
use zug_heaps::HeapGame;
use zug_job::Job;
use zug_sequences::{ResumeError, Saved, Sequence, SequenceOptions};

use super::verify::{MOST_WORK, VerifiedSequence, check_nimbers, known};

/// Why a saved sequence is not continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotResumed {
    /// It is of another game or method, does not fit together, or takes too much memory.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// A nimber is wrong.
    #[error("this saved sequence is wrong: {0}")]
    Flaw(#[from] HeapFlaw),
}

/// Goes on from a saved sequence, and says how many of its nimbers were checked. Where not all heaps
/// were kept, nothing can be checked.
///
/// ```
/// use zug::heaps::resume;
/// use zug_job::Job;
/// use zug_sequences::{Sequence, SequenceOptions};
///
/// let (kayles, options, job) = ("kayles".parse()?, SequenceOptions::default(), Job::default());
/// let mut sequence = Sequence::new(&kayles, options, &job)?;
/// while sequence.known() < 100 {
///     sequence.step(100)?;
/// }
/// let saved = sequence.save().ok_or("this method can be saved")?;
/// let (sequence, checked) = resume(&kayles, options, saved, &job)?;
/// assert!(checked.is_whole());
/// assert_eq!((sequence.known(), checked.all_below), (100, 100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Why it is not continued.
pub fn resume(
    game: &HeapGame,
    options: SequenceOptions,
    saved: Saved,
    job: &Job,
) -> Result<(Sequence, VerifiedSequence), NotResumed> {
    let sequence = Sequence::resume(game, options, saved, job)?;
    let checked = match known(&sequence, 0, job.budget.limit()) {
        Ok(nimbers) => check_nimbers(game, &nimbers, MOST_WORK / 10.0, job)?,
        Err(reason) => VerifiedSequence::not(sequence.known(), reason),
    };
    Ok((sequence, checked))
}
