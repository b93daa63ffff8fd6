//! Works out a sequence, with a line of progress, until the heaps are known, a period
//! is proved, or the user presses Ctrl-C.

use zug::CancelToken;
use zug_sequences::Sequence;

use super::progress::HeapLine;
use super::{SequenceError, StateFile};

/// How the work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The heaps are known, or follow from the proved period.
    Done,
    /// The user stopped the work before that.
    Stopped,
}

/// Works towards knowing the heaps `0..to`. Past heap `reach` heaps cannot be worked
/// out one by one: there a period must be proved. The state is written at the end too,
/// also if the work was stopped or the engine cannot go on.
pub(crate) fn work_out(
    sequence: &mut Sequence,
    to: u64,
    reach: u64,
    cancel: &CancelToken,
    mut state: Option<&mut StateFile>,
) -> Result<Ended, SequenceError> {
    let mut line = HeapLine::new(sequence.known(), to, reach);
    let ended = loop {
        if sequence.known() >= to || sequence.proof().is_some() {
            break Ok(Ended::Done);
        }
        if cancel.is_cancelled() {
            break Ok(Ended::Stopped);
        }
        if let Err(stop) = sequence.step(to) {
            let known = sequence.known();
            break Err(SequenceError::Stop { stop, known });
        }
        line.tell(sequence.known());
        if let Some(state) = &mut state
            && let Err(error) = state.write_if_due(sequence)
        {
            line.finish();
            return Err(error);
        }
    };
    line.finish();
    if let Some(state) = state {
        state.write(sequence)?;
    }
    // Looks for a period that the last heaps prove.
    let proved = sequence.prove().is_some();
    match ended {
        Err(SequenceError::Stop { .. }) | Ok(Ended::Stopped) if proved => Ok(Ended::Done),
        ended => ended,
    }
}
