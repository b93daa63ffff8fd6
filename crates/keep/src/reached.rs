//! How far units of work have come, how fast, and how long the rest takes.
//!
//! Nobody notes when a unit was done: the date of its file says it. Work goes forward, when positions are found, and then
//! back, when they get their values. The rate is that of the way which the work is on, over the newer half of its
//! files: so it knows several tiers, and it forgets a pause of the work once as much was done behind it. The dates are
//! those of the clock that the shared folder goes by.

use std::time::{Duration, SystemTime};

use zug::{SolveError, SolveOptions};
use zug_solve::strong::tiers::store::Store;
use zug_tablebase::StreamFile;

use crate::cluster::{Begun, State};
use crate::error::Result;

/// The fewest files that a rate is made of.
const LEAST_FILES: usize = 3;

/// How far the work is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reached {
    /// The number of positions that were found, of those that are kept.
    pub found: u64,
    /// The number of these positions whose values are known.
    pub valued: u64,
    /// The number of positions that are found in a second, or that get their values in a second once all are found;
    /// `None` if too few units were done to say it.
    pub rate: Option<f64>,
    /// The time until all positions have their values, at this rate; `None` if there is none, or if not all are found.
    pub left: Option<Duration>,
}

impl Reached {
    /// How far the work of a folder is, which is in this state.
    ///
    /// # Errors
    ///
    /// A file is damaged; the system refuses.
    pub fn of(begun: &Begun, state: &State, options: &SolveOptions) -> Result<Self> {
        let store = begun.cluster().store(&options.job().budget);
        let [positions, values] = begun.units().order().kinds();
        let (mut found, mut valued) = (Vec::new(), Vec::new());
        for StreamFile {
            stream, written, ..
        } in begun.cluster().streams()?
        {
            let done = match stream.kind {
                kind if kind == positions => &mut found,
                kind if kind == values => &mut valued,
                _ => continue,
            };
            let reader = store.open(stream).map_err(SolveError::from);
            // Another process may have removed it meanwhile.
            if let Some(reader) = reader.map_err(zug::Error::from)? {
                let counts = reader.blocks().iter().map(|block| u64::from(block.count));
                done.push((written, counts.sum::<u64>()));
            }
        }
        let all = |done: &[(_, u64)]| done.iter().map(|(_, positions)| positions).sum();
        let mut reached = Self {
            found: all(&found),
            valued: all(&valued),
            ..Self::default()
        };
        let is_found = state.needs.all_found();
        reached.rate = rate(if is_found { valued } else { found });
        let left = reached.found.saturating_sub(reached.valued);
        if let Some(rate) = reached.rate.filter(|_| is_found) {
            reached.left = Duration::try_from_secs_f64(left as f64 / rate).ok();
        }
        Ok(reached)
    }
}

/// The number of positions a second over the newer half of files with these dates and numbers of positions.
fn rate(files: Vec<(Option<SystemTime>, u64)>) -> Option<f64> {
    let dated = files.into_iter();
    let mut dated: Vec<_> = dated
        .filter_map(|(date, count)| Some((date?, count)))
        .collect();
    dated.sort_unstable();
    let newer = &dated[dated.len().saturating_sub(LEAST_FILES.max(dated.len() / 2))..];
    let [(begin, _), later @ ..] = newer else {
        return None;
    };
    let (end, _) = later.last()?;
    let took = end.duration_since(*begin).ok()?.as_secs_f64();
    let positions: u64 = later.iter().map(|(_, positions)| positions).sum();
    let is_known = newer.len() >= LEAST_FILES && took > 0.0 && positions > 0;
    is_known.then(|| positions as f64 / took)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dated(files: &[(u64, u64)]) -> Vec<(Option<SystemTime>, u64)> {
        let date = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let files = files.iter();
        files
            .map(|(seconds, count)| (Some(date(*seconds)), *count))
            .collect()
    }

    #[test]
    fn the_rate_is_that_of_the_newer_half_of_the_files() {
        assert_eq!(rate(dated(&[])), None);
        assert_eq!(rate(dated(&[(1, 5), (2, 5)])), None);
        assert_eq!(rate(dated(&[(1, 9), (2, 10), (6, 30)])), Some(8.0));
        // A pause in the older half does not count, and the order of the files does not matter.
        let files = [(1_007, 20), (1, 9), (2, 9), (3, 9), (1_000, 9), (1_010, 10)];
        assert_eq!(rate(dated(&files)), Some(3.0));
        // All files have one date.
        assert_eq!(rate(dated(&[(1, 5), (1, 5), (1, 5)])), None);
    }
}
