//! From a question to what is done about it.
//!
//! A plan is decided before the work, from the rules, the options and the memory alone; where
//! the rules declare a swap of the players, a look at some thousand positions tells whether it
//! pays, and a look at the nearest positions whether there are any others. A plan is data: a person can read it (`zug plan`), and running it does
//! what it says and decides nothing.

mod few;
mod search;
mod sizes;
pub(crate) mod swap;
pub(crate) mod table;

use zug_solve::search::Engine;
use zug_solve::strong::Method;

use crate::error::Error;
use crate::options::{AnswerBy, MovesAsked, SolveOptions};
use crate::problem::Problem;
use crate::request::{Request, Scope};
use crate::theorem::{TheoremPlan, Unanswering};

pub(crate) use few::few_positions;
pub use search::{SearchPlan, SearchReason};
pub use sizes::{Sizes, Unmoves};
pub use swap::{SwapPlan, SwapSample};
pub use table::{Moves, Reason, RunBy, TablePlan};

/// The memory in which positions are solved beside a theorem: enough for a fraction of a
/// second of work.
const FEW_BYTES: u64 = 16 << 20;

/// Once this number of positions is found and there are more, the position asked about is searched
/// for a while, in a game of a vast number of states: to find more of them may take hours, and is
/// in vain if they do not fit.
pub(crate) const MANY_POSITIONS: u64 = 1 << 20;

/// The number of positions that are searched then: each takes longer than one that is found.
pub(crate) const SEARCHED_IN_BETWEEN: u64 = 1 << 17;

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
        /// How the position asked about is searched if the positions turn out not to fit;
        /// `None` where they fit, where more was asked for, or where a search needs as much
        /// memory.
        otherwise: Option<SearchPlan>,
        /// How the position asked about is searched for a while once many positions are found,
        /// before all others are; `None` where it is not.
        in_between: Option<SearchPlan>,
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
            return Ok(Self::Search {
                search: problem.search_plan(options),
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
        let positions = PositionsPlan::of(request, options)?;
        let [otherwise, in_between] = positions.searches(options);
        Ok(Self::Positions {
            otherwise,
            in_between,
            positions,
            no_theorem,
        })
    }

    /// The plan that answers a problem by its positions alone.
    pub fn by_positions(problem: Problem, options: &SolveOptions) -> Self {
        Self::Positions {
            positions: PositionsPlan {
                table: problem.plan(options),
                problem: Box::new(problem),
            },
            no_theorem: None,
            otherwise: None,
            in_between: None,
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

    /// How the position asked about is searched, if a search answers or may have to.
    #[must_use]
    pub fn search(&self) -> Option<&SearchPlan> {
        match self {
            Self::Theorem { .. } => None,
            Self::Positions {
                otherwise,
                in_between,
                ..
            } => otherwise.as_ref().or(in_between.as_ref()),
            Self::Search { search, .. } => Some(search),
        }
    }

    /// The reasons for the search that this plan has.
    #[must_use]
    pub fn search_reasons(&self) -> Vec<SearchReason> {
        let why = match self {
            Self::Search { .. } => SearchReason::Asked,
            Self::Positions {
                otherwise: None, ..
            } => SearchReason::ManyPositions,
            _ => SearchReason::PositionsMayNotFit,
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

    /// How the position asked about is searched: if these positions turn out not to fit, and for a
    /// while once many of them are found; one of the two at most. Nothing may be asked for that only
    /// the table of all positions can tell.
    ///
    /// If they do not fit, a search is planned where it may forget positions. In between it is
    /// planned where no memory holds all states that the variables can express, and no level tells
    /// that play ends; it looks for what few positions may decide.
    fn searches(&self, options: &SolveOptions) -> [Option<SearchPlan>; 2] {
        let may_search = options.answer_by == AnswerBy::Any
            && options.method == Method::Auto
            && self.problem.scope() == Scope::Reachable
            && !self.table.fits;
        if !may_search {
            return [None, None];
        }
        let search = self.problem.search_plan(options);
        if search.levels.is_some() {
            return [Some(search), None];
        }
        // The states of a game written in Rust are not known.
        let is_vast = self.problem.instance().is_some()
            && self.problem.states().is_none_or(|states| states > VAST);
        let in_between = SearchPlan {
            engine: options.engine.or(Some(Engine::ProofNumbers)),
            moves: MovesAsked::One,
            ..search
        };
        [None, is_vast.then_some(in_between)]
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
