//! Discovery: finds every position that play can reach from the roots, breadth first.
//!
//! The positions found get numbers in the order in which they are found. Those whose moves
//! have not been looked at wait; the first of them are expanded, on one thread or several,
//! and what their moves lead to is numbered in order, on one thread. So the numbers do not
//! depend on the number of threads.
//!
//! Cost: one call of [`Game::expand`] for each position and one hash look-up for each move.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

use zug_game::{Expanded, Game};
use zug_job::{Job, Phase, Progress, Refusal, Stopped};
use zug_values::Turn;

use crate::error::Error;
use crate::positions::edges::{Edge, Edges};
use crate::positions::expand::{Batch, LookUp};
use crate::positions::graph::{Ascending, Graph};
use crate::positions::id::{MAX_POSITIONS, MAX_WITH_MOVES};
use crate::positions::ids::Ids;
use crate::positions::memory::{floor_bytes, floor_bytes_without_moves, refuse_if_too_large};
use crate::positions::probe;
use crate::positions::values::Values;

/// The number of roots that are numbered before the job is asked again whether to go on.
/// All states of a game may be roots.
const ROOTS_IN_ONE_GO: usize = 1 << 12;

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
        Self::explore_keeping(game, roots, Keep::Always, None, job)
    }

    /// Finds every position that play can reach from these roots, and keeps the edges as
    /// `keep` says. With `probe`, that number of playouts comes before the work, and the
    /// job is refused if they show that the positions cannot fit.
    pub(crate) fn explore_keeping<G>(
        game: &G,
        roots: impl IntoIterator<Item = P>,
        keep: Keep,
        probe: Option<NonZeroU32>,
        job: &Job,
    ) -> Result<Self, Error>
    where
        G: Game<Position = P> + Sync,
    {
        let budget = &job.budget;
        let mut graph = Self {
            ids: Ids::new(keep.most_positions(), budget),
            edges: Edges::new(budget),
            values: Values::new(budget),
            ascending: Ascending::All,
            turn_kept: false,
            impartial: game.is_impartial(),
            budget: budget.clone(),
        };
        for (before, root) in roots.into_iter().enumerate() {
            if before > 0 && before.is_multiple_of(ROOTS_IN_ONE_GO) {
                job.tell(&graph.progress(Phase::Discovering, graph.len()))?;
            }
            let hash = crate::positions::ids::hash(&root);
            graph.ids.intern(root, hash)?;
        }
        if let Some(playouts) = probe {
            graph.refuse_if_hopeless(game, playouts, keep, job)?;
        }
        if keep == Keep::Never {
            graph.edges.let_go();
        }
        graph.discover(game, keep, job)?;
        Ok(graph)
    }

    /// Refuses the job if a sample of play from the roots shows that the positions cannot
    /// fit. The graph has the roots alone so far.
    fn refuse_if_hopeless<G>(
        &self,
        game: &G,
        playouts: NonZeroU32,
        keep: Keep,
        job: &Job,
    ) -> Result<(), Error>
    where
        G: Game<Position = P>,
    {
        let root = |n| self.ids.position(n);
        let bound = match probe::lower_bound(game, self.len(), root, playouts, job) {
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

    /// Expands the positions in order of their numbers, until no new position is found.
    fn discover<G>(&mut self, game: &G, keep: Keep, job: &Job) -> Result<(), Error>
    where
        G: Game<Position = P> + Sync,
    {
        let threads = job.threads.get();
        // A third of the room for buffers, as a buffer that grows is there twice for a
        // moment, the second time with double its size.
        let buffers = (job.budget.limit() / 16).min(32 << 20) as usize;
        let most_moves = (buffers / 3 / threads / Batch::<P>::bytes_a_move()).max(1);
        let mut batches: Vec<Batch<P>> = (0..threads).map(|_| Batch::new(&job.budget)).collect();
        let mut done = 0;
        while done < self.ids.len() {
            let waiting = self.ids.len() - done;
            job.go_on(|| self.progress(Phase::Discovering, waiting))?;
            let runs = self.next_runs(done, threads, most_moves);
            let filled = fill(game, &self.ids, &runs, &mut batches, most_moves, job);
            let taken = filled.and_then(|()| {
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
        Ok(())
    }

    /// The next positions to expand: a run of numbers for each thread that is to work, as
    /// long as should fill a batch.
    fn next_runs(&self, done: usize, threads: usize, most_moves: usize) -> Vec<Range<usize>> {
        /// A thread is not worth starting for fewer positions than this.
        const WORTH_A_THREAD: usize = 512;
        /// The most positions in a run.
        const LONGEST: usize = 1 << 16;
        let a_position = (self.edges.len() / done.max(1)).max(1);
        let longest = (most_moves / a_position / 2).clamp(1, LONGEST);
        let waiting = self.ids.len() - done;
        let parallel = threads > 1 && waiting.min(threads * longest) >= 2 * WORTH_A_THREAD;
        let (runs, length) = if parallel {
            (threads, waiting.div_ceil(threads).min(longest))
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

    /// Notes how the game stands in a position and the number of its edges. If memory is
    /// refused after the first of the two was noted, a second call notes the other.
    fn note(&mut self, from: usize, expanded: Expanded) -> Result<(), Refusal> {
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

/// Expands each run into a batch of its own, each on a thread of its own.
fn fill<G>(
    game: &G,
    ids: &Ids<G::Position>,
    runs: &[Range<usize>],
    batches: &mut [Batch<G::Position>],
    most_moves: usize,
    job: &Job,
) -> Result<(), Error>
where
    G: Game + Sync,
{
    let (cancel, threads) = (&job.cancel, job.threads);
    if let ([run], [batch, ..]) = (runs, &mut *batches) {
        return batch.fill(game, ids, run.clone(), most_moves, LookUp::Later, cancel);
    }
    // Each batch is locked once, by the thread that fills it.
    let work: Vec<_> = runs
        .iter()
        .zip(batches.iter_mut().map(Mutex::new))
        .collect();
    let fill = |(run, batch): &(&Range<usize>, Mutex<&mut Batch<G::Position>>)| {
        let mut batch = batch.lock().unwrap_or_else(PoisonError::into_inner);
        batch.fill(
            game,
            ids,
            Range::clone(run),
            most_moves,
            LookUp::Now,
            cancel,
        )
    };
    let Some((own, others)) = work.split_first() else {
        return Ok(());
    };
    thread::scope(|scope| {
        let others: Vec<_> = others
            .iter()
            .map(|part| (part, threads.start(scope, || fill(part))))
            .collect();
        let mut result = fill(own);
        for (part, thread) in others {
            let other = match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => fill(part),
            };
            // Of several errors the first in order of positions is told, so that the error
            // does not depend on the number of threads.
            result = result.and(other);
        }
        result
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
