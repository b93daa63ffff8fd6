//! Works out the openings of a large game for the catalogue: `zug-bench openings GAME PLIES FILE`,
//! run by hand, as it takes hours.
//!
//! **What.** The values of the positions that come up, until so many moves are made, when one of the
//! two players always makes a best move and the other player any move. Positions whose game ends
//! within a few plies are left out, as a search finds them at once.
//!
//! **How.** One search answers all, so that each question uses what those before it have found. It
//! takes for leaves what the catalogue has already: a run that was stopped goes on from its file
//! once that is in the catalogue. The file is a game tree, which `zug_catalogue::openings` describes.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use zug::{Plies, Position, Problem, Request, Searcher, SolveOptions, Turn, Value};

/// A game that ends within this number of plies is searched at once.
const SOON: Plies = Plies(10);

/// The memory that the search may take, most of it for its table.
const MEMORY: u64 = 12 << 30;

/// The file is written again after this time.
const EVERY: Duration = Duration::from_secs(60);

/// Works the openings out and writes them.
pub(crate) fn run(game: &str, plies: usize, file: &Path) -> Result<()> {
    let problem = Problem::new(&Request::catalogue(game)?)?;
    let options = SolveOptions::default()
        .with_threads(NonZeroUsize::MIN)
        .with_memory(MEMORY);
    problem.with_search(&options, |search| {
        let mut openings = Openings {
            search,
            values: HashMap::new(),
            best: HashMap::new(),
            file,
            began: Instant::now(),
            written: Instant::now(),
        };
        // Two plies more at a time, so that the tree of a run that is stopped has all positions of
        // its first plies.
        for plies in (0..=plies).step_by(2) {
            let mut met = HashMap::new();
            openings.work_out(problem.root(), plies, [true, true], &mut met)?;
            let lines = openings.write()?;
            println!(
                "{plies} plies: {lines} positions, {:.0} s, {} positions searched",
                openings.began.elapsed().as_secs_f64(),
                openings.search.nodes(),
            );
        }
        Ok(())
    })
}

struct Openings<'o, 's> {
    search: &'o mut Searcher<'s>,
    /// The values that are known, by the image that stands for all images of a position.
    values: HashMap<Position, Value>,
    /// The best moves that were chosen, as the positions they lead to.
    best: HashMap<Position, Position>,
    file: &'o Path,
    began: Instant,
    written: Instant,
}

/// Which players may be the one who makes a best move: the player to move, the other one.
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
        let value = match self.values.get(&position) {
            Some(value) => *value,
            None => self.search.value(&position)?,
        };
        if value.remoteness().is_some_and(|plies| plies <= SOON) {
            return Ok(());
        }
        self.values.insert(position, value);
        if self.written.elapsed() >= EVERY {
            self.write()?;
        }
        if plies == 0 {
            return Ok(());
        }
        let best = match (careful[0], self.best.get(&position)) {
            (false, _) => None,
            (true, Some(best)) => Some(*best),
            (true, None) => {
                let best = self.search.best_move(&position, value)?;
                let best = best.map(|best| self.search.canonical(&best.position));
                best.transpose()?
            }
        };
        if let Some(best) = best {
            self.best.insert(position, best);
        }
        for behind in self.search.moves(&position)? {
            let is_best = best.is_some() && best == Some(self.search.canonical(&behind.position)?);
            let by_mover = [is_best, careful[1]];
            let careful = match behind.turn {
                Turn::Kept => by_mover,
                Turn::Passes => [by_mover[1], by_mover[0]],
            };
            self.work_out(behind.position, plies - 1, careful, met)?;
        }
        Ok(())
    }

    /// Writes what is known. Returns the number of positions.
    fn write(&mut self) -> Result<usize> {
        let mut tree = String::new();
        let mut told = HashSet::new();
        let root = self.search.problem().root();
        self.tell(root, "start", 0, &mut told, &mut tree)?;
        std::fs::write(self.file, tree)?;
        self.written = Instant::now();
        Ok(told.len())
    }

    /// Adds to the tree a position behind a move and all that are known behind it.
    fn tell(
        &self,
        position: Position,
        by: &str,
        depth: usize,
        told: &mut HashSet<Position>,
        tree: &mut String,
    ) -> Result<()> {
        let canonical = self.search.canonical(&position)?;
        let Some(value) = self.values.get(&canonical) else {
            return Ok(());
        };
        if !told.insert(canonical) {
            return Ok(());
        }
        writeln!(tree, "{:depth$}{by}: {value}", "")?;
        for behind in self.search.moves(&position)? {
            self.tell(behind.position, &behind.name, depth + 1, told, tree)?;
        }
        Ok(())
    }
}
