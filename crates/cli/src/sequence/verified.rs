//! What was checked of a sequence and of its period, in words.

use std::fmt;

use indicatif::HumanCount;
use zug::heaps::{PeriodChecked, VerifiedSequence};
use zug_certify::heaps::Ground;

/// Lines of text that say what was checked and what was not.
pub(crate) fn lines(verified: &VerifiedSequence) -> Vec<String> {
    let mut lines = vec![nimbers(verified)];
    match &verified.period {
        None => {}
        Some(Ok(period)) => lines.push(Checked(period).to_string()),
        Some(Err(reason)) => lines.push(format!("the period was not checked: {reason}")),
    }
    lines
}

/// Lines of text that say what was checked of a file, not all of whose heaps were.
pub(crate) fn lines_of_file(resumed: &VerifiedSequence) -> [String; 2] {
    let known = HumanCount(resumed.known);
    let stands =
        format!("the first {known} heaps are as the file says, and all this stands on them");
    [stands, format!("of the file {}", nimbers(resumed))]
}

fn nimbers(verified: &VerifiedSequence) -> String {
    let others = verified.known - verified.all_below;
    let why = match &verified.reason {
        None => String::new(),
        Some(reason) => format!(": {reason}"),
    };
    if verified.known == 0 {
        return "nothing was checked: no heap is worked out".to_owned();
    }
    if others == 0 {
        let known = HumanCount(verified.known);
        return format!("checked: all {known} heaps, each against all its options");
    }
    let below = HumanCount(verified.all_below);
    let sampled = match verified.sampled {
        0 => "none".to_owned(),
        sampled => HumanCount(sampled).to_string(),
    };
    match (verified.all_below, verified.sampled) {
        (0, 0) => format!("no nimber was checked{why}"),
        _ => format!(
            "checked: all heaps below {below} and {sampled} of the {} others, each against all its options{why}",
            HumanCount(others)
        ),
    }
}

/// A period that was checked, in words.
struct Checked<'a>(&'a PeriodChecked);

impl fmt::Display for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = self.0.checked_to();
        match self.0.ground {
            Ground::GuySmith => {
                write!(
                    f,
                    "checked: the period holds as far as Guy and Smith ask, to heap {to}"
                )
            }
            _ => write!(
                f,
                "checked: the period, to heap {to}, by a {}",
                self.0.theorem()
            ),
        }?;
        match self.0.reached.witnesses {
            Some(witnesses) if !witnesses.is_whole() => write!(
                f,
                ", with witnesses for {} of its {} heaps",
                HumanCount(witnesses.heaps),
                HumanCount(witnesses.of)
            ),
            _ => Ok(()),
        }
    }
}
