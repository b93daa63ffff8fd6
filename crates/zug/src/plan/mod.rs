//! From a question to what is done about it.
//!
//! A plan is decided before the work, from the rules, the options and the memory alone; where
//! the rules declare a swap of the players, a look at some thousand positions tells whether it
//! pays, and a look at the nearest positions whether there are any others. A plan is data: a person
//! can read it (`zug plan`), and running it does what it says and decides nothing.
//!
//! To add a way to answer, write a solver that takes a game, a position and a `&Job` and returns a
//! [`Worth`](zug_values::Worth); a variant of [`Plan`] with its arm in [`Plan::run`]; a variant of
//! [`Reply`](crate::Reply); and the words for both in `report` and in the command line.
//! `tests/it/one_position.rs` has the smallest such solver.
//!
//! To add a way to solve all positions, add a field or a variant to [`TablePlan`], which
//! `solution/explore` follows.

mod search;
mod sizes;
pub(crate) mod swap;
pub(crate) mod table;

use zug_lang::Diagnostic;
use zug_solve::search::Engine;
use zug_solve::strong::Method;

use crate::error::Error;
use crate::method::AnswerBy;
use crate::options::{MovesAsked, SolveOptions};
use crate::problem::Problem;
use crate::request::{Request, Scope};
use crate::theorem::{TheoremPlan, Unanswering};

pub use search::{SearchPlan, SearchReason};
pub use sizes::{Sizes, Unmoves};
pub use swap::{SwapPlan, SwapSample};
pub use table::{Moves, Reason, RunBy, TablePlan};

/// The memory in which positions are solved beside a theorem: enough for a fraction of a
/// second of work.
const FEW_BYTES: u64 = 16 << 20;

/// A game of at most this number of states is solved whole. In a larger game the search of the
/// position asked about begins once more positions than this are found: to find them takes some
/// hundredths of a second.
pub(crate) const FEW_POSITIONS: u64 = 1 << 16;

/// More states than any memory holds.
const VAST: u128 = 1 << 64;

/// What is done to answer a request.
///
/// ```
/// use zug::{Plan, Reply, Request, SolveOptions};
///
/// let request = Request::catalogue("nim")?.set("piles", "[10, 20, 31]");
/// let options = SolveOptions::default();
/// let plan = Plan::of(&request, &options)?;
/// assert!(matches!(&plan, Plan::Theorem { theorem, .. } if theorem.name() == "the xor of the piles"));
/// let reply = plan.run(&options)?;
/// assert!(matches!(reply, Reply::Theorem(_) | Reply::Positions { .. }));
/// # Ok::<(), zug::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Plan {
    /// A theorem answers.
    Theorem {
        /// The theorem, which is not applied yet.
        theorem: Box<TheoremPlan>,
        /// The positions, which are solved too if that takes little memory: they say what
        /// the theorem does not.
        positions: Option<PositionsPlan>,
        /// The request. Where the parts of a sum turn out to have no nimbers, because
        /// play in them can go round in a circle, the positions of the whole sum answer
        /// it.
        otherwise: Box<Request>,
    },
    /// The positions answer.
    Positions {
        /// How the positions are solved.
        positions: PositionsPlan,
        /// Why no theorem answers, where one was looked for.
        no_theorem: Option<NoTheorem>,
        /// How the position asked about is searched in turns with solving the positions;
        /// `None` where the positions are few, and where more was asked for than a search can
        /// tell.
        in_turns: Option<InTurns>,
    },
    /// A search answers, of the position asked about alone.
    Search {
        /// The game and the position asked about.
        problem: Box<Problem>,
        /// How it is searched.
        search: SearchPlan,
    },
}

/// A problem that is ready to be solved, and how it is solved.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PositionsPlan {
    /// The game and the position asked about.
    pub problem: Box<Problem>,
    /// How the positions of the problem are solved.
    pub table: TablePlan,
}

/// How the position asked about is searched in turns with solving all positions. Whichever ends first
/// answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InTurns {
    /// How the position is searched.
    pub search: SearchPlan,
    /// When the search begins.
    pub begins: Begins,
}

/// When a search begins that takes turns with solving all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Begins {
    /// Once more than this number of positions is found.
    AfterPositions(u64),
    /// Only if the positions turn out not to fit into the memory: they tell what a search cannot,
    /// such as nimbers.
    IfTooMany,
}

/// Why no theorem answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoTheorem {
    /// No theorem is known for these rules.
    Unknown,
    /// The theorem of these rules does not speak of what is asked.
    Unanswering(Unanswering),
}

impl Plan {
    /// The plan for a request.
    ///
    /// # Errors
    ///
    /// Faulty rules, a setting that does not fit, a text that is no position; a theorem
    /// was asked for and there is none; the caller cancelled, or the memory allowed is
    /// used up.
    pub fn of(request: &Request, options: &SolveOptions) -> Result<Self, Error> {
        if options.answer_by == AnswerBy::Search {
            if request.scope == Scope::Everywhere {
                return Err(Error::SearchOfEveryState);
            }
            let problem = Problem::prepare(request, options)?;
            let search = problem.search_plan(options);
            problem.may_be_searched(&search)?;
            return Ok(Self::Search {
                search,
                problem: Box::new(problem),
            });
        }
        if let Some(theorem) = TheoremPlan::of(request, options)? {
            let positions = theorem.with_positions(options);
            let positions = positions.then(|| PositionsPlan::of_few(request, options));
            return Ok(Self::Theorem {
                theorem: Box::new(theorem),
                positions: positions.transpose()?,
                otherwise: Box::new(request.clone()),
            });
        }
        let is_looked_for =
            options.answer_by != AnswerBy::Positions && request.scope == Scope::Reachable;
        let no_theorem = is_looked_for.then(|| TheoremPlan::unanswering(request, options));
        let no_theorem = no_theorem
            .transpose()?
            .map(|unanswering| match unanswering {
                Some(unanswering) => NoTheorem::Unanswering(unanswering),
                None => NoTheorem::Unknown,
            });
        let problem = Problem::prepare(request, options)?;
        Ok(Self::without_theorem(problem, no_theorem, options))
    }

    /// The plan that answers a problem without a theorem: by a search in an opening that the catalogue
    /// knows, else by its positions, or by a search in turns with them.
    pub fn of_problem(problem: Problem, options: &SolveOptions) -> Self {
        Self::without_theorem(problem, None, options)
    }

    fn without_theorem(
        problem: Problem,
        no_theorem: Option<NoTheorem>,
        options: &SolveOptions,
    ) -> Self {
        if let Some(search) = problem.opening_plan(options) {
            return Self::Search {
                search,
                problem: Box::new(problem),
            };
        }
        let positions = PositionsPlan {
            table: problem.plan(options),
            problem: Box::new(problem),
        };
        Self::Positions {
            in_turns: positions.in_turns(options),
            positions,
            no_theorem,
        }
    }

    /// The theorem that answers, if one does.
    #[must_use]
    pub fn theorem(&self) -> Option<&TheoremPlan> {
        match self {
            Self::Theorem { theorem, .. } => Some(theorem),
            Self::Positions { .. } | Self::Search { .. } => None,
        }
    }

    /// Why no theorem answers; `None` where one does, and where none was looked for.
    #[must_use]
    pub fn no_theorem(&self) -> Option<&NoTheorem> {
        match self {
            Self::Theorem { .. } | Self::Search { .. } => None,
            Self::Positions { no_theorem, .. } => no_theorem.as_ref(),
        }
    }

    /// How the positions are solved; `None` where a theorem or a search answers alone.
    #[must_use]
    pub fn positions(&self) -> Option<&PositionsPlan> {
        match self {
            Self::Theorem { positions, .. } => positions.as_ref(),
            Self::Positions { positions, .. } => Some(positions),
            Self::Search { .. } => None,
        }
    }

    /// What looks like a mistake in the rules and is none for certain: [`Problem::warnings`]; where
    /// the positions are not looked at, what the text of the rules shows.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        match self {
            Self::Search { problem, .. } => problem.warnings(),
            Self::Positions { positions, .. }
            | Self::Theorem {
                positions: Some(positions),
                ..
            } => positions.problem.warnings(),
            Self::Theorem { theorem, .. } => theorem.warnings(),
        }
    }

    /// How the position asked about is searched, if a search answers or may have to.
    #[must_use]
    pub fn search(&self) -> Option<&SearchPlan> {
        match self {
            Self::Theorem { .. } => None,
            Self::Positions { in_turns, .. } => in_turns.as_ref().map(|turns| &turns.search),
            Self::Search { search, .. } => Some(search),
        }
    }

    /// When the search begins that takes turns with solving all positions; `None` if there is no
    /// such search.
    #[must_use]
    pub fn begins(&self) -> Option<Begins> {
        match self {
            Self::Positions { in_turns, .. } => in_turns.as_ref().map(|turns| turns.begins),
            Self::Theorem { .. } | Self::Search { .. } => None,
        }
    }

    /// The reasons for the search that this plan has.
    #[must_use]
    pub fn search_reasons(&self) -> Vec<SearchReason> {
        let why = match (self, self.begins()) {
            (Self::Search { search, .. }, _) if search.is_opening => SearchReason::Opening,
            (Self::Search { .. }, _) => SearchReason::Asked,
            (_, Some(Begins::AfterPositions(found))) => SearchReason::InTurns(found),
            (_, Some(Begins::IfTooMany)) => SearchReason::PositionsMayNotFit,
            (_, None) => return Vec::new(),
        };
        let search = self.search().into_iter();
        search
            .flat_map(|search| [vec![why], search.reasons()].concat())
            .collect()
    }

    /// How large the work on the positions can be; `None` where they are not solved.
    /// Costs what [`Problem::sizes`] does.
    ///
    /// # Errors
    ///
    /// The caller cancelled, or the memory allowed is used up.
    pub fn sizes(&self, options: &SolveOptions) -> Result<Option<Sizes>, Error> {
        let positions = self.positions();
        let sizes = positions.map(|positions| positions.problem.sizes(&positions.table, options));
        sizes.transpose()
    }

    /// Whether the rules themselves say how the game ends for a player who is
    /// stuck. Then normal and misère play are the same.
    pub fn decides_stuck(&self) -> bool {
        match self {
            Self::Theorem { theorem, .. } => theorem.decides_stuck(),
            Self::Positions { positions, .. } => positions.problem.decides_stuck(),
            Self::Search { problem, .. } => problem.decides_stuck(),
        }
    }
}

impl PositionsPlan {
    /// The plan for positions that are solved beside a theorem. The rules may take all
    /// the memory that is allowed; the positions get little.
    fn of_few(request: &Request, options: &SolveOptions) -> Result<Self, Error> {
        let few = SolveOptions {
            memory: options.memory.min(FEW_BYTES),
            probe: false, // a sample of play would take longer than the work
            ..options.clone()
        };
        let problem = Problem::prepare(request, options)?;
        Ok(Self {
            table: problem.plan(&few),
            problem: Box::new(problem),
        })
    }

    /// How the position asked about is searched in turns with solving these positions. Nothing may
    /// be asked for that only the table of all positions can tell, and they are not known to be few.
    ///
    /// Where no memory holds all states that the variables can express, and no level tells that play
    /// ends, hardly any search values all moves: it looks for one best move by proof numbers, which
    /// few positions may decide.
    pub(crate) fn in_turns(&self, options: &SolveOptions) -> Option<InTurns> {
        let problem = &self.problem;
        let are_few = self.table.few_positions.is_some() && self.table.fits
            || problem
                .states()
                .is_some_and(|states| states <= u128::from(FEW_POSITIONS));
        let may_search = options.answer_by == AnswerBy::Any
            && options.method == Method::Auto
            && problem.scope() == Scope::Reachable
            && !are_few;
        if !may_search {
            return None;
        }
        let tells_less = problem.may_have_nimbers() || problem.has_scores() && options.remoteness;
        if tells_less && self.table.fits {
            return None;
        }
        let search = problem.search_plan(options);
        if problem.may_be_searched(&search).is_err() {
            return None;
        }
        // The states of a game written in Rust are not known.
        let is_vast =
            problem.instance().is_some() && problem.states().is_none_or(|states| states > VAST);
        Some(InTurns {
            search: if is_vast && search.levels.is_none() && options.moves != MovesAsked::All {
                SearchPlan {
                    engine: options.engine.or(Some(Engine::ProofNumbers)),
                    moves: MovesAsked::One,
                    ..search
                }
            } else {
                SearchPlan {
                    remoteness_in_turns: !search.scores,
                    moves: options.moves,
                    ..search
                }
            },
            begins: if tells_less {
                Begins::IfTooMany
            } else {
                Begins::AfterPositions(FEW_POSITIONS)
            },
        })
    }

    pub(crate) fn of(request: &Request, options: &SolveOptions) -> Result<Self, Error> {
        let problem = Problem::prepare(request, options)?;
        let table = problem.plan(options);
        Ok(Self {
            problem: Box::new(problem),
            table,
        })
    }
}
