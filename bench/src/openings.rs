//! Works out the openings of a large game for the catalogue: `zug-bench openings GAME PLIES SAVED FILE`,
//! run by hand, as it takes hours.
//!
//! **What.** Who wins the positions that come up, until a number of moves is made, when one of the two
//! players always makes a move that keeps who wins, and the other player any move. Where the careful
//! player is to move and has lost, nothing is left to keep, and what comes after is left out.
//!
//! **How.** One search answers all, so that each question uses what those before it have found. It
//! begins with what the file of a search has, which `zug solve GAME --method search --save SAVED` may
//! have made before, stopped and gone on with as often as need be; and with what the catalogue has. The
//! tree that is written is described at `zug_catalogue::openings`. It is written now and then, so that
//! a run that is stopped leaves what it has.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use zug::{
    Beside, Budget, KnownPosition, Outcome, Position, Problem, Request, SearchKeeper, Searcher,
    SolveError, SolveOptions, TakeKnown, Turn,
};

use zug_solve::strong::tiers::store::StoreError;
use zug_tablebase::SearchFile;

/// The memory that the search may take, half of it for its table.
const MEMORY: u64 = 9 << 30;

/// The file is written again after this time.
const EVERY: Duration = Duration::from_secs(60);

/// Works the openings out and writes them.
pub(crate) fn run(game: &str, plies: usize, saved: &Path, file: &Path) -> Result<()> {
    let problem = Problem::new(&Request::catalogue(game)?)?;
    let options = SolveOptions::default()
        .with_threads(NonZeroUsize::MIN)
        .with_memory(MEMORY);
    let saved = Saved(saved);
    let beside = Beside::default().with_keeper(&saved);
    problem.with_search_beside(&options, beside, |search| {
        let mut openings = Openings {
            search,
            outcomes: HashMap::new(),
            best: HashMap::new(),
            file,
            began: Instant::now(),
            written: Instant::now(),
        };
        // First the tree of the player who begins, which is quick where who wins the start is saved.
        for careful in [[true, false], [false, true]] {
            let mut met = HashMap::new();
            openings.work_out(problem.root(), plies, careful, &mut met)?;
            let lines = openings.write()?;
            println!(
                "{lines} positions, {:.0} s, {} positions searched",
                openings.began.elapsed().as_secs_f64(),
                openings.search.nodes(),
            );
        }
        Ok(())
    })
}

/// The file of a search, which is read and not written.
struct Saved<'s>(&'s Path);

impl SearchKeeper for Saved<'_> {
    fn read(&self, take: &mut TakeKnown<'_>) -> Result<(), SolveError> {
        let read = SearchFile::open(self.0, &Budget::unlimited()).and_then(|file| {
            file.each(|known| {
                take(known).expect("what was saved is of this game");
                Ok(())
            })
        });
        read.map(drop).map_err(|why| StoreError::failed(why).into())
    }

    fn is_due(&self, _entries: u64) -> bool {
        false
    }

    fn keep(&self, _searched: u64, _known: &mut dyn Iterator<Item = KnownPosition>) {}
}

struct Openings<'o, 's> {
    search: &'o mut Searcher<'s>,
    /// Who wins, as far as it is known, by the image that stands for all images of a position.
    outcomes: HashMap<Position, Outcome>,
    /// The careful moves that were chosen, as the positions they lead to.
    best: HashMap<Position, Position>,
    file: &'o Path,
    began: Instant,
    written: Instant,
}

/// Which players may be the careful one: the player to move, the other one.
type Careful = [bool; 2];

impl Openings<'_, '_> {
    /// Works out a position and those that may come after it within this number of plies. `met` has
    /// the positions that were met, with the players that were careful then.
    fn work_out(
        &mut self,
        position: Position,
        plies: usize,
        careful: Careful,
        met: &mut HashMap<(Position, usize), Careful>,
    ) -> Result<()> {
        let position = self.search.canonical(&position)?;
        let before = met.entry((position, plies)).or_default();
        if (0..2).all(|who| before[who] || !careful[who]) {
            return Ok(());
        }
        (0..2).for_each(|who| before[who] |= careful[who]);
        let outcome = match self.outcomes.get(&position) {
            Some(outcome) => *outcome,
            None => self.search.outcome(&position)?,
        };
        self.outcomes.insert(position, outcome);
        if self.written.elapsed() >= EVERY {
            self.write()?;
        }
        let keeps = [careful[0] && outcome != Outcome::Loss, careful[1]];
        if plies == 0 || keeps == [false, false] {
            return Ok(());
        }
        let best = match (keeps[0], self.best.get(&position)) {
            (false, _) => None,
            (true, Some(best)) => Some(*best),
            (true, None) => {
                let best = self.search.move_that_keeps_outcome(&position, outcome)?;
                let best = best.map(|best| self.search.canonical(&best.position));
                best.transpose()?
            }
        };
        if let Some(best) = best {
            self.best.insert(position, best);
        }
        for behind in self.search.moves(&position)? {
            let is_best = best.is_some() && best == Some(self.search.canonical(&behind.position)?);
            let by_mover = [is_best, keeps[1]];
            let careful = match behind.turn {
                Turn::Kept => by_mover,
                Turn::Passes => [by_mover[1], by_mover[0]],
            };
            if careful != [false, false] {
                self.work_out(behind.position, plies - 1, careful, met)?;
            }
        }
        Ok(())
    }

    /// Writes the game tree of the positions whose outcome was found. Returns their number.
    fn write(&mut self) -> Result<usize> {
        let mut tree = String::new();
        let mut told = HashSet::new();
        let root = self.search.problem().root();
        self.tell(root, "start", 0, &mut told, &mut tree)?;
        std::fs::write(self.file, tree)?;
        self.written = Instant::now();
        Ok(told.len())
    }

    /// Adds to the tree the position that the move `by` leads to, and the positions after it whose
    /// outcome was found.
    fn tell(
        &self,
        position: Position,
        by: &str,
        depth: usize,
        told: &mut HashSet<Position>,
        tree: &mut String,
    ) -> Result<()> {
        let canonical = self.search.canonical(&position)?;
        let Some(outcome) = self.outcomes.get(&canonical) else {
            return Ok(());
        };
        if !told.insert(canonical) {
            return Ok(());
        }
        writeln!(tree, "{:depth$}{by}: {outcome}", "")?;
        for behind in self.search.moves(&position)? {
            self.tell(behind.position, &behind.name, depth + 1, told, tree)?;
        }
        Ok(())
    }
}
