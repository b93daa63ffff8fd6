//! How to solve: what may answer, the memory, who watches and who may cancel.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

use zug_job::{Budget, CancelToken, Job, Process, Silent, Watch};
use zug_solve::search::Engine;
use zug_solve::strong::Method;

use crate::method::{AnswerBy, Holding, NamedMethod};
use crate::pattern::CheckedPattern;

/// Whether symmetries that swap the players are used where they move the position asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayerSwap {
    /// They are used in a game of many states, if play soon comes to positions that differ by
    /// such a symmetry: a sample of the positions decides.
    #[default]
    Sampled,
    /// They are used wherever the rules declare some and the method can use them.
    Always,
    /// They are not used.
    Never,
}

/// Which moves of a position a search values. All other ways to answer value all moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum MovesAsked {
    /// All moves; but where a search answers alone, one of the best, and the others as far as they are
    /// found in about as much work as who wins.
    #[default]
    Auto,
    /// All moves, however long that takes.
    All,
    /// One of the best moves. It takes much less time where the other moves are hard to value.
    One,
}

/// How to solve, and who watches.
///
/// ```
/// use zug::{AnswerBy, SolveOptions};
///
/// let options = SolveOptions::default()
///     .with_answer_by(AnswerBy::Positions)
///     .with_memory(1 << 30);
/// assert_eq!(options.memory, 1 << 30);
/// ```
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own that is on or off"
)]
#[derive(Clone)]
#[non_exhaustive]
pub struct SolveOptions {
    /// What may answer; [`Problem::solve`](crate::Problem::solve) always goes by the positions.
    pub answer_by: AnswerBy,
    /// How positions get their values.
    pub method: Method,
    /// The number of threads that look at moves; the answer does not depend on it.
    pub threads: NonZeroUsize,
    /// The number of bytes that the solver may take.
    pub memory: u64,
    /// What the whole process holds, where the program counts it. Then all that the
    /// process holds counts as well, such as the prepared rules, which the solver does
    /// not charge to `memory`.
    pub process: Option<Process>,
    /// Whether a sample of play comes first, to refuse at once a problem that cannot fit.
    pub probe: bool,
    /// Whether finished tiers go to a store that takes no memory ([`Problem::solve_in`]): then
    /// a plan may choose tiers that do not all fit into the memory.
    ///
    /// [`Problem::solve_in`]: crate::Problem::solve_in
    pub in_store: bool,
    /// Whether rules are compiled to machine code where that pays; the answer does not
    /// depend on it.
    pub native: bool,
    /// Whether symmetries that swap the players are used; the answer does not depend on it.
    pub player_swap: PlayerSwap,
    /// Whether a search tells the number of moves too, besides who wins. It takes longer. All
    /// other ways to answer tell it anyhow, or cannot.
    pub remoteness: bool,
    /// Which moves a search values.
    pub moves: MovesAsked,
    /// Whether a search keeps what proves its answer ([`Searched::proof`]). It takes longer.
    ///
    /// [`Searched::proof`]: crate::Searched::proof
    pub proof: bool,
    /// The engine of a search. `None`: null windows begin, and proof numbers search too where short
    /// trials say so.
    pub engine: Option<Engine>,
    /// A pattern of lost positions that answers before any other theorem, where theorems may answer.
    pub pattern: Option<Arc<CheckedPattern>>,
    /// The watch that is told how far the solver is.
    pub watch: Arc<dyn Watch>,
    /// The token that asks the solver to stop.
    pub cancel: CancelToken,
}

impl SolveOptions {
    /// The number of bytes that the solver may take if the caller does not say.
    const DEFAULT_MEMORY: u64 = 8 << 30;

    /// The options with what may answer.
    #[must_use]
    pub fn with_answer_by(self, answer_by: AnswerBy) -> Self {
        Self { answer_by, ..self }
    }

    /// The options with this method by which positions get their values.
    #[must_use]
    pub fn with_method(self, method: Method) -> Self {
        Self { method, ..self }
    }

    /// The options with this method, and with what may answer by it.
    #[must_use]
    pub fn with_named_method(self, named: NamedMethod) -> Self {
        self.with_answer_by(named.answer_by)
            .with_method(named.method)
            .with_engine(named.engine)
    }

    /// The options by which positions are held so.
    #[must_use]
    pub fn with_holding(self, holding: Holding) -> Self {
        self.with_method(holding.method())
    }

    /// The options with this number of threads.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// The options with this number of bytes for the solver.
    #[must_use]
    pub fn with_memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// The options with what the whole process holds, where the program counts it.
    #[must_use]
    pub fn with_process(self, process: Option<Process>) -> Self {
        Self { process, ..self }
    }

    /// The options with or without a sample of play that comes first.
    #[must_use]
    pub fn with_probe(self, probe: bool) -> Self {
        Self { probe, ..self }
    }

    /// The options with or without a store that takes finished tiers.
    #[must_use]
    pub fn with_store(self, in_store: bool) -> Self {
        Self { in_store, ..self }
    }

    /// The options with or without machine code.
    #[must_use]
    pub fn with_native(self, native: bool) -> Self {
        Self { native, ..self }
    }

    /// The options with or without symmetries that swap the players.
    #[must_use]
    pub fn with_player_swap(self, player_swap: PlayerSwap) -> Self {
        Self {
            player_swap,
            ..self
        }
    }

    /// The options with or without the number of moves from a search.
    #[must_use]
    pub fn with_remoteness(self, remoteness: bool) -> Self {
        Self { remoteness, ..self }
    }

    /// The options with these moves that a search values.
    #[must_use]
    pub fn with_moves(self, moves: MovesAsked) -> Self {
        Self { moves, ..self }
    }

    /// The options with or without the proof of what a search finds.
    #[must_use]
    pub fn with_proof(self, proof: bool) -> Self {
        Self { proof, ..self }
    }

    /// The options with this engine of a search; `None` leaves the choice to short trials.
    #[must_use]
    pub fn with_engine(self, engine: Option<Engine>) -> Self {
        Self { engine, ..self }
    }

    /// The options with a pattern that answers; `None` leaves it to the theorems that are known.
    #[must_use]
    pub fn with_pattern(self, pattern: Option<Arc<CheckedPattern>>) -> Self {
        Self { pattern, ..self }
    }

    /// The options with a watch that is told how far the solver is.
    #[must_use]
    pub fn with_watch(self, watch: Arc<dyn Watch>) -> Self {
        Self { watch, ..self }
    }

    /// The options with a token that asks the solver to stop.
    #[must_use]
    pub fn with_cancel(self, cancel: CancelToken) -> Self {
        Self { cancel, ..self }
    }

    /// The memory that may be taken, of which nothing is charged yet.
    pub(crate) fn budget(&self) -> Budget {
        let budget = Budget::of_bytes(self.memory);
        match self.process {
            Some(process) => budget.within(process),
            None => budget,
        }
    }

    /// The job for a solver, with a budget of which nothing is charged yet.
    pub fn job(&self) -> Job {
        Job::default()
            .with_budget(self.budget())
            .with_threads(self.threads)
            .with_cancel(self.cancel.clone())
            .with_shared_watch(self.watch.clone())
    }
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            answer_by: AnswerBy::Any,
            method: Method::Auto,
            threads: NonZeroUsize::MIN,
            memory: Self::DEFAULT_MEMORY,
            process: None,
            probe: true,
            in_store: false,
            native: true,
            player_swap: PlayerSwap::Sampled,
            remoteness: false,
            moves: MovesAsked::Auto,
            proof: false,
            engine: None,
            pattern: None,
            watch: Arc::new(Silent),
            cancel: CancelToken::default(),
        }
    }
}

impl fmt::Debug for SolveOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolveOptions")
            .field("answer_by", &self.answer_by)
            .field("method", &self.method)
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("process", &self.process)
            .field("probe", &self.probe)
            .field("in_store", &self.in_store)
            .field("native", &self.native)
            .field("player_swap", &self.player_swap)
            .field("remoteness", &self.remoteness)
            .field("moves", &self.moves)
            .field("proof", &self.proof)
            .field("engine", &self.engine)
            .field("pattern", &self.pattern.is_some())
            .finish_non_exhaustive()
    }
}
