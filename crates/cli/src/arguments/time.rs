//! The time that a search may take.

use std::time::Duration;

use clap::Args;

/// How long the person waits for a search.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct TimeArguments {
    /// The time for a search, such as 5s, 500ms or 2min
    ///
    /// Where not all positions are solved, Zug shows what a search proves in that time, and says
    /// what is not known. A game that may not fit into the memory is searched at once with this
    /// option; without it, once half a minute did not suffice for an answer
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
}

impl TimeArguments {
    /// The time that was asked for, or else this one.
    pub(crate) fn or_seconds(self, seconds: u64) -> Duration {
        self.time.unwrap_or(Duration::from_secs(seconds))
    }
}

/// A number of seconds, or a number with its unit.
fn time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let unit_begins = text
        .find(|sign: char| !sign.is_ascii_digit() && sign != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_begins);
    let unit = match unit.trim() {
        "ms" => Some(0.001),
        "" | "s" => Some(1.0),
        "min" => Some(60.0),
        "h" => Some(3600.0),
        _ => None,
    };
    let seconds = number.parse::<f64>().ok().zip(unit);
    let seconds = seconds.map(|(number, unit)| number * unit);
    seconds
        .filter(|&seconds| (0.001..=LONGEST).contains(&seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "write a time such as 5s, 500ms, 2min or 1h".to_owned())
}

/// The longest time, in seconds: a year.
const LONGEST: f64 = 366.0 * 24.0 * 3600.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_number_with_its_unit() {
        for (text, millis) in [
            ("5", 5000),
            ("5s", 5000),
            ("0.5 s", 500),
            ("500ms", 500),
            ("2min", 120_000),
            ("1h", 3_600_000),
        ] {
            assert_eq!(time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "-1s", "0", "1 day", "1e3", "99999999h", "1.2.3s"] {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
