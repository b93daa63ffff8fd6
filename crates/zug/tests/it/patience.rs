//! How long a search goes on for what matters less.

use zug::testing::Patience;
use zug::{Job, Phase, Progress, Stopped};

/// The number of positions that a question may take in any case.
const LEAST: u64 = 1 << 21;

/// A search has this many times the patience while all positions are being solved besides.
const BESIDE_POSITIONS: u64 = 2;

/// A search that goes on from where it was.
struct Work {
    job: Job,
    nodes: u64,
}

impl Work {
    /// Looks at this number of positions.
    fn search(&mut self, nodes: u64) -> Result<(), Stopped> {
        let end = self.nodes + nodes;
        while self.nodes < end {
            self.nodes += LEAST / 16;
            self.job.tell(&Progress::at(Phase::Searching, self.nodes))?;
        }
        Ok(())
    }
}

#[test]
fn work_is_stopped_after_as_many_positions_as_were_needed_before() {
    for (beside, share) in [(false, 1), (true, BESIDE_POSITIONS)] {
        let (patience, job) = Patience::of(&Job::default(), move || beside);
        let mut work = Work { job, nodes: 0 };
        work.search(4 * LEAST).unwrap();
        let mut ends = |nodes, most: u64| {
            let done = patience.within(nodes, || work.search(share * most));
            done.unwrap().is_some()
        };
        assert!(ends(0, LEAST / 2));
        assert!(!ends(0, 2 * LEAST));
        assert!(ends(4 * LEAST, 3 * LEAST));
        assert!(!ends(4 * LEAST, 5 * LEAST));
        // What comes later may take as long as it needs.
        work.search(8 * LEAST).unwrap();
    }
}

#[test]
fn a_caller_who_cancels_is_no_lack_of_patience() {
    let caller = Job::default();
    let (patience, job) = Patience::of(&caller, || false);
    let mut work = Work { job, nodes: 0 };
    caller.cancel.cancel();
    assert!(patience.within(0, || work.search(LEAST / 2)).is_err());
}
