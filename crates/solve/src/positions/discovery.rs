//! Discovery: finds every position that play can reach from the roots, breadth first.
//!
//! The positions found get numbers in the order in which they are found. Those whose moves
//! have not been looked at wait; the first of them are expanded, on one thread or several,
//! and what their moves lead to is numbered in order, one by one or as `numbering` says. So the
//! numbers do not depend on the number of threads.
//!
//! Cost: one call of [`Game::expand`] for each position and one hash look-up for each move.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use zug_game::{Expanded, Game};
use zug_job::{Job, Phase, Progress, Refusal, Stopped};
use zug_values::Turn;

use crate::checkpoint::{Log, Moment, strange_roots};
use crate::crew::share;
use crate::error::Error;
use crate::positions::edges::{Edge, Edges};
use crate::positions::expand::{Batch, LookUp, Moves};
use crate::positions::graph::{Ascending, Graph};
use crate::positions::id::{MAX_POSITIONS, MAX_WITH_MOVES, MOST_SHORT};
use crate::positions::ids::Ids;
use crate::positions::memory::{floor_bytes, floor_bytes_without_moves, refuse_if_too_large};
use crate::positions::numbering::{Numbering, Wishes};
use crate::positions::probe;
use crate::positions::values::Values;

/// The number of roots that are numbered before the job is asked again whether to go on.
/// All states of a game may be roots.
const ROOTS_IN_ONE_GO: usize = 1 << 12;

/// The number of batches for each thread, where there are several.
const BATCHES: usize = 4;

/// The most batches, where there are not more threads than that.
const MOST_BATCHES: usize = 64;

/// Whether discovery keeps the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// The edges are kept; where they do not fit into the budget, the job ends.
    Always,
    /// The edges are kept until something does not fit into the budget, or there are more
    /// positions than edges can name; then they are let go, and the work goes on.
    WhileTheyFit,
    /// No edge is kept.
    Never,
}

impl Keep {
    /// The most positions that can be found.
    fn most_positions(self) -> usize {
        match self {
            Self::Always => MAX_WITH_MOVES,
            Self::WhileTheyFit | Self::Never => MAX_POSITIONS,
        }
    }
}

impl<P: Copy + Eq + Hash + Send + Sync> Graph<P> {
    /// Finds every position that play can reach from these roots.
    ///
    /// The roots get the first numbers, in their order. The numbers do not depend on the
    /// number of threads.
    ///
    /// # Errors
    ///
    /// The rules break; the budget does not suffice; there are more positions than
    /// [`MAX_WITH_MOVES`]; the caller cancelled.
    pub fn explore<G>(
        game: &G,
        roots: impl IntoIterator<Item = P>,
        job: &Job,
    ) -> Result<Self, Error>
    where
        G: Game<Position = P> + Sync,
    {
        let roots = &mut roots.into_iter();
        Self::explore_keeping(game, roots, Keep::Always, None, job)
    }

    /// Finds every position that play can reach from these roots, and keeps the edges as
    /// `keep` says. With `probe`, that number of playouts comes before the work, and the
    /// job is refused if they show that the positions cannot fit.
    pub(crate) fn explore_keeping(
        game: &(dyn Moves<P> + Sync),
        roots: &mut dyn Iterator<Item = P>,
        keep: Keep,
        probe: Option<NonZeroU32>,
        job: &Job,
    ) -> Result<Self, Error> {
        let mut graph = Self::of_no_position(game, keep, job);
        graph.add_roots(roots, job)?;
        if let Some(playouts) = probe {
            graph.refuse_if_hopeless(game, playouts, keep, job)?;
        }
        graph.discover(game, keep, None, job)?;
        Ok(graph)
    }

    /// As [`Graph::explore_keeping`], and the log keeps checkpoints. The work goes on from the
    /// last of them, if there is one.
    pub(crate) fn explore_logged(
        game: &(dyn Moves<P> + Sync),
        roots: &mut dyn Iterator<Item = P>,
        keep: Keep,
        log: &mut dyn Log<P>,
        job: &Job,
    ) -> Result<Self, Error> {
        let mut graph = Self::of_no_position(game, keep, job);
        log.restore(&mut graph, keep, job)?;
        if !graph.is_empty() && !graph.is_of(game, job)? {
            log.forget()?;
            graph = Self::of_no_position(game, keep, job);
        }
        let restored = graph.len();
        graph.add_roots(roots, job)?;
        if restored > 0 && graph.len() > restored {
            // All positions that a checkpoint has were found from its roots.
            return Err(strange_roots());
        }
        graph.discover(game, keep, Some(log), job)?;
        Ok(graph)
    }

    /// The graph of a game without positions.
    fn of_no_position(game: &dyn Moves<P>, keep: Keep, job: &Job) -> Self {
        let budget = &job.budget;
        let mut edges = Edges::new(budget);
        if keep == Keep::Never {
            edges.let_go();
        }
        Self {
            ids: Ids::new(keep.most_positions(), budget),
            edges,
            values: Values::new(budget),
            ascending: Ascending::All,
            turn_kept: false,
            impartial: game.is_impartial(),
            budget: budget.clone(),
        }
    }

    /// Adds the roots, as far as they are not known.
    fn add_roots(&mut self, roots: &mut dyn Iterator<Item = P>, job: &Job) -> Result<(), Error> {
        for (before, root) in roots.enumerate() {
            if before > 0 && before.is_multiple_of(ROOTS_IN_ONE_GO) {
                job.tell(&self.progress(Phase::Discovering, self.len()))?;
            }
            let hash = crate::positions::ids::hash(&root);
            self.ids.intern(root, hash)?;
        }
        Ok(())
    }

    /// Refuses the job if a sample of play from the roots shows that the positions cannot
    /// fit. The graph has the roots alone so far.
    fn refuse_if_hopeless(
        &self,
        game: &dyn Moves<P>,
        playouts: NonZeroU32,
        keep: Keep,
        job: &Job,
    ) -> Result<(), Error> {
        let root = |n| self.ids.position(n);
        let bound = match probe::lower_bound(game, self.len(), &root, playouts, job) {
            // Where the sample itself does not fit, nothing is known of the positions.
            Err(Error::Stopped(stopped)) if stopped.refusal().is_some() => return Ok(()),
            sampled => sampled?,
        };
        let bytes = match keep {
            Keep::Always => floor_bytes(bound.positions, size_of::<P>()),
            Keep::WhileTheyFit | Keep::Never => {
                floor_bytes_without_moves(bound.positions, size_of::<P>())
            }
        };
        refuse_if_too_large(bound.positions, bytes, &job.budget)
    }

    /// Expands the positions in order of their numbers, until no new position is found. Those
    /// whose number of moves is noted are expanded.
    fn discover(
        &mut self,
        game: &(dyn Moves<P> + Sync),
        keep: Keep,
        mut log: Option<&mut dyn Log<P>>,
        job: &Job,
    ) -> Result<(), Error> {
        // Several batches for each thread, so that none waits long for the others.
        let count = match job.threads.get() {
            1 => 1,
            threads => threads.max(MOST_BATCHES.min(threads * BATCHES)),
        };
        // A third of the room for buffers, as a buffer that grows is there twice for a
        // moment, the second time with double its size.
        let buffers = (job.budget.limit() / 16).min(32 << 20) as usize;
        let most_moves = (buffers / 3 / count / Batch::<P>::bytes_a_move()).max(1);
        let mut batches: Vec<Batch<P>> = (0..count).map(|_| Batch::new(&job.budget)).collect();
        let mut numbering = Numbering::new(count, job);
        let mut done = self.edges.noted();
        while done < self.ids.len() {
            if let Some(log) = &mut log {
                log.keep(self, done, Moment::Within, job)?;
            }
            let waiting = self.ids.len() - done;
            job.go_on(|| self.progress(Phase::Discovering, waiting))?;
            let runs = self.next_runs(done, count, most_moves);
            let filled = fill(game, &self.ids, &runs, &mut batches, most_moves, job);
            let taken = filled.and_then(|()| {
                if runs.len() > 1
                    && let Some(numbering) = &mut numbering
                    && let Some(taken) =
                        self.take_up_together(numbering, &runs, &mut batches, job)?
                {
                    done += taken;
                    return Ok(());
                }
                for (run, batch) in runs.iter().zip(&mut batches) {
                    let most = self.ids.len() + batch.steps.len();
                    if most > MAX_WITH_MOVES && keep == Keep::WhileTheyFit {
                        self.edges.let_go();
                    }
                    self.take_up(done, batch)?;
                    done += batch.positions.len();
                    if done < run.end {
                        // The batch was full before the end of its run. The positions that
                        // were not expanded come next.
                        break;
                    }
                }
                Ok(())
            });
            match taken {
                Ok(()) => {}
                Err(Error::Stopped(stopped)) if stopped.is_cancelled() => {
                    let waiting = self.ids.len() - done;
                    let reached = self.progress(Phase::Discovering, waiting);
                    return Err(Stopped::cancelled(reached).into());
                }
                Err(Error::Stopped(_)) if keep == Keep::WhileTheyFit && self.edges.are_kept() => {
                    // The positions found keep their numbers, and the positions whose
                    // number of moves is noted are done.
                    self.edges.let_go();
                    done = self.edges.noted();
                }
                Err(other) => return Err(other),
            }
            let waiting = self.ids.len() - done;
            job.watch
                .progress(&self.progress(Phase::Discovering, waiting));
        }
        // The buffers are let go before the last checkpoint.
        drop((batches, numbering));
        log.map_or(Ok(()), |log| log.keep(self, done, Moment::AllFound, job))
    }

    /// The next positions to expand: a run of numbers for each of `batches` batches, as long as
    /// should fill a batch, or one run if threads are not worth starting.
    fn next_runs(&self, done: usize, batches: usize, most_moves: usize) -> Vec<Range<usize>> {
        /// A thread is not worth starting for fewer positions than this.
        const WORTH_A_THREAD: usize = 512;
        /// The most positions in a run.
        const LONGEST: usize = 1 << 16;
        let a_position = (self.edges.len() / done.max(1)).max(1);
        let longest = (most_moves / a_position / 2).clamp(1, LONGEST);
        let waiting = self.ids.len() - done;
        let parallel = batches > 1 && waiting.min(batches * longest) >= 2 * WORTH_A_THREAD;
        let (runs, length) = if parallel {
            (batches, waiting.div_ceil(batches).min(longest))
        } else {
            (1, waiting.min(longest))
        };
        let bound = |n: usize| done + (n * length).min(waiting);
        (0..runs)
            .map(|n| bound(n)..bound(n + 1))
            .filter(|run| !run.is_empty())
            .collect()
    }

    /// Numbers the positions that the moves of a batch lead to, and notes what was found of
    /// the batch's own positions, the first of which has the number `first`.
    fn take_up(&mut self, first: usize, batch: &mut Batch<P>) -> Result<(), Error> {
        let Self { ids, edges, .. } = self;
        ids.intern_all(&batch.steps, &mut batch.targets, |step, to| {
            self.turn_kept |= step.turn == Turn::Kept;
            edges.push(Edge::new(to, step.turn))
        })?;
        if self.ascending == Ascending::All && !batch.leads_forward(first) {
            self.ascending = Ascending::NotAll;
        }
        for (from, expanded) in (first..).zip(&batch.positions) {
            self.note(from, *expanded).map_err(|refusal| {
                Error::out_of_memory(refusal, Phase::Discovering, self.ids.len())
            })?;
        }
        Ok(())
    }

    /// As [`Graph::take_up`], for the batches of all runs, on several threads. Returns the number
    /// of positions that were dealt with; `None` if all of that is to be done by one thread,
    /// because there is not enough memory, or there may be too many positions.
    fn take_up_together(
        &mut self,
        numbering: &mut Numbering<P>,
        runs: &[Range<usize>],
        batches: &mut [Batch<P>],
        job: &Job,
    ) -> Result<Option<usize>, Error> {
        let are_kept = self.edges.are_kept();
        // A batch may be full before the end of its run. The positions that were not expanded
        // come next, so that the batches behind are of no use.
        let runs = runs.iter().zip(batches);
        let mut full = false;
        let taken = runs.map_while(|(run, batch)| {
            let is_taken = !full;
            full |= batch.positions.len() < run.len();
            is_taken.then_some((run.start, batch))
        });
        let mut taken: Vec<(usize, &mut Batch<P>)> = taken.collect();
        let moves: usize = taken.iter().map(|(_, batch)| batch.steps.len()).sum();
        let most = if are_kept { MAX_WITH_MOVES } else { MOST_SHORT };
        if self.ids.len() + moves > most.min(MOST_SHORT) {
            return Ok(None);
        }
        let wishes = Wishes {
            edges: are_kept,
            forward: self.ascending == Ascending::All,
        };
        match numbering.number(&mut self.ids, &mut taken, wishes, job) {
            Err(Error::Stopped(stopped)) if stopped.refusal().is_some() => return Ok(None),
            numbered => numbered?,
        }
        let mut done = 0;
        for (first, batch) in taken {
            self.turn_kept |= batch.keeps_turn;
            if !batch.leads_forward {
                self.ascending = Ascending::NotAll;
            }
            self.edges
                .extend(&batch.edges)
                .map_err(|refusal| self.refused(refusal))?;
            for (from, expanded) in (first..).zip(&batch.positions) {
                self.note(from, *expanded)
                    .map_err(|refusal| self.refused(refusal))?;
            }
            done += batch.positions.len();
        }
        Ok(Some(done))
    }

    pub(crate) fn refused(&self, refusal: Refusal) -> Error {
        Error::out_of_memory(refusal, Phase::Discovering, self.ids.len())
    }

    /// Notes how the game stands in a position and the number of its edges. If memory is
    /// refused after the first of the two was noted, a second call notes the other.
    pub(crate) fn note(&mut self, from: usize, expanded: Expanded) -> Result<(), Refusal> {
        match expanded {
            Expanded::Over(outcome) => {
                if self.values.len() == from {
                    self.values.push_finished(outcome)?;
                }
                self.edges.close(0)?;
            }
            Expanded::GoesOn(moves) => {
                if self.values.len() == from {
                    self.values.push_unsolved()?;
                }
                self.edges.close(moves as usize)?;
            }
        }
        Ok(())
    }

    fn progress(&self, phase: Phase, frontier: usize) -> Progress {
        Progress {
            phase,
            positions: self.ids.len() as u64,
            edges: self.edges.len() as u64,
            frontier: frontier as u64,
            bytes: self.budget.used(),
            ..Progress::default()
        }
    }
}

/// Expands each run into a batch of its own, on the threads of the job.
fn fill<P: Copy + Eq + Hash + Send + Sync>(
    game: &(dyn Moves<P> + Sync),
    ids: &Ids<P>,
    runs: &[Range<usize>],
    batches: &mut [Batch<P>],
    most_moves: usize,
    job: &Job,
) -> Result<(), Error> {
    let cancel = &job.cancel;
    if let ([run], [batch, ..]) = (runs, &mut *batches) {
        return batch.fill(game, ids, run.clone(), most_moves, LookUp::Later, cancel);
    }
    // Each batch is locked once, by the thread that fills it.
    let batches: Vec<_> = batches.iter_mut().map(Mutex::new).collect();
    let progress = |_| Progress::at(Phase::Discovering, ids.len() as u64);
    let mut threads = vec![(); job.threads.get()];
    share(job, &mut threads, runs.len(), progress, |(), place| {
        let mut batch = batches[place]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let run = runs[place].clone();
        batch.fill(game, ids, run, most_moves, LookUp::Now, cancel)
    })
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use zug_game::{Fault, Players, Step};

    use super::*;
    use crate::positions::PositionId;
    use zug_job::Threads;

    /// A move changes one of fourteen bits from 0 to 1.
    struct Bits;

    impl Game for Bits {
        type Position = u32;
        type Move = u32;

        fn start(&self) -> u32 {
            0
        }

        fn players(&self) -> Players<Self> {
            Players::Impartial
        }

        fn moves(&self, bits: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
            out.extend((0..14).filter(|bit| bits >> bit & 1 == 0));
            Ok(())
        }

        fn play(&self, bits: &u32, bit: &u32) -> Result<Step<u32>, Fault> {
            Ok(Step::passing(bits | 1 << bit))
        }

        fn move_name(&self, _: &u32, bit: &u32) -> String {
            bit.to_string()
        }
    }

    #[test]
    fn refused_threads_are_done_without() {
        let explored = |threads: Threads| {
            let job = Job::default().with_threads(threads);
            let graph = Graph::explore(&Bits, [0], &job).unwrap();
            let positions = (0..graph.len()).map(|id| graph.position(PositionId::new(id)));
            (positions.collect::<Vec<_>>(), graph.edges())
        };
        let threads = |count| Threads::from(NonZeroUsize::new(count).unwrap());
        let alone = explored(threads(1));
        assert_eq!(alone.0.len(), 1 << 14);
        assert_eq!(explored(threads(4)), alone);
        assert_eq!(explored(threads(4).refused()), alone);
        // No more threads than `Threads::MOST` are asked for.
        assert_eq!(explored(threads(usize::MAX).refused()), alone);
    }
}
