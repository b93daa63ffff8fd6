//! How the positions of a game are solved: all that is decided before one is looked at.

use std::fmt;

use zug_game::Symmetric;
use zug_lang::{IndexSize, Word};
use zug_solve::Budget;
use zug_solve::positions::{floor_bytes, floor_bytes_in_tiers, floor_bytes_without_moves};
use zug_solve::strong::Method;

use crate::memory::most_bytes;
use crate::method::Holding;
use crate::options::{PlayerSwap, SolveOptions};
use crate::plan::swap::{SwapPlan, SwapSample};
use crate::problem::Problem;
use crate::request::Scope;
use crate::subject::{AnyGame, Subject, for_each_game, most_bytes_over};

/// How the positions of a problem are found, and how they get their values.
///
/// [`Problem::plan`] makes it before the work, and [`Problem::solve`]
/// does what it says.
///
/// ```
/// use zug::{RunBy, Moves, Problem, Request, SolveOptions};
///
/// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
/// let plan = problem.plan(&SolveOptions::default());
/// assert!(plan.fits && plan.moves == Moves::Kept);
/// # if cfg!(feature = "native") {
/// assert_eq!(plan.run_by, RunBy::MachineCode);
/// # }
/// # Ok::<(), zug::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TablePlan {
    /// Which positions are solved.
    pub scope: Scope,
    /// How positions get their values: as asked; or [`Method::Tiers`] where nothing was asked
    /// and every move climbs a level.
    pub method: Method,
    /// The size of the index, if the plan itself chose the dense method.
    pub index: Option<IndexSize>,
    /// The method that was asked for.
    pub method_asked: Method,
    /// What a level counts, in words, where the positions are solved level by level.
    pub levels: Option<String>,
    /// What becomes of the moves that are found.
    pub moves: Moves,
    /// What runs the rules.
    pub run_by: RunBy,
    /// The number of symmetries that the rules declare, the identity included.
    pub symmetries_declared: usize,
    /// The number of declarations of symmetries that could not be proved from the rules, so that
    /// nothing uses them ([`Problem::symmetries_left_out`]).
    pub symmetries_not_proved: usize,
    /// The number of symmetries that are used: those that keep the position asked about, and
    /// those that swap the players, if these pay.
    pub symmetries_used: usize,
    /// What is known of symmetries that swap the players; `None` if the rules declare none, or
    /// the game has few states, or the method cannot use them.
    pub swap: Option<SwapPlan>,
    /// The number of positions that play reaches, if a look at the nearest ones met all.
    pub few_positions: Option<u64>,
    /// Whether all states that the variables can express, or the few positions that play
    /// reaches, fit into the memory together, so that the work cannot run out of memory.
    pub fits: bool,
    /// Whether all positions certainly fit into the memory even if no tier goes to a store.
    pub fits_without_store: bool,
    /// Whether a sample of play comes first, to refuse a problem that cannot fit.
    pub sample: bool,
    /// The number of bytes that may be taken.
    pub memory: u64,
}

/// What becomes of the moves that discovery finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Moves {
    /// The moves are kept.
    Kept,
    /// The moves are kept while they fit into the memory; if they do not fit, moves are
    /// taken back instead, or played again in a game in which not all moves can be taken
    /// back.
    KeptWhileTheyFit,
    /// No moves are kept: the game takes moves back.
    TakenBack,
    /// No moves are kept: they are played again.
    PlayedAgain,
    /// No moves are kept: they are played once more, tier by tier.
    InTiers,
}

/// What runs the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunBy {
    /// Machine code; or the interpreter, if the rules turn out to be too long for machine
    /// code.
    MachineCode,
    /// The interpreter, as the caller asked.
    Interpreter,
    /// The interpreter, which solves a game of few states sooner than machine code is
    /// made.
    InterpreterOfFewStates,
    /// The interpreter, as play reaches few positions.
    InterpreterOfFewPositions,
    /// The interpreter, because this build was made without the feature `native`.
    InterpreterOfThisBuild,
    /// The game's own code: it is written in Rust.
    Rust,
}

/// A reason for what a [`TablePlan`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Every state that the variables can express was asked for.
    EveryStateAsked,
    /// The positions that are found decide how they get their values.
    PositionsDecide,
    /// Moves of the game gain points.
    MovesGain,
    /// Every move climbs a level, and there are many states.
    EveryMoveClimbs,
    /// The method was asked for.
    MethodAsked(Method),
    /// Play can go round in a circle, and positions have an index of this size, which fits into
    /// the memory.
    IndexFits(IndexSize),
    /// All states together fit into the memory.
    AllFit,
    /// Play reaches this number of positions alone, and they fit into the memory.
    FewPositions(u64),
    /// Not all states together fit; a sample of play tells whether the positions within
    /// reach can fit.
    SampleDecides,
    /// Not all states together fit, and there is no sample: the work itself finds out.
    WorkDecides,
    /// Not all states together may fit; their number is known before the work, and
    /// decides.
    NumberDecides,
    /// Symmetries that move the position asked about are not used.
    SymmetriesKeepThePosition,
    /// The number of declared symmetries that could not be proved from the rules, so that nothing
    /// uses them.
    SymmetriesNotProved(usize),
    /// Over an index other symmetries than those in use cannot be used.
    IndexNotFolded,
    /// Symmetries that swap the players are used, because of this sample; of other symmetries
    /// those are used that keep the position asked about.
    SwapPays(SwapSample),
    /// Symmetries that swap the players are not used, because of this sample.
    SwapDoesNotPay(SwapSample),
    /// Symmetries that swap the players are used, as the caller asked.
    SwapAsked,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::IndexFits(IndexSize {
                numbers,
                materials,
                tiers,
                largest_tier,
                images,
                symmetries,
                ..
            }) => {
                write!(
                    f,
                    "values by retrograde analysis over an index: play can go round in a circle, \
                     and the pieces on the board can be {materials} sets, which have {numbers} \
                     positions"
                )?;
                match (images, symmetries) {
                    (2, 1) => f.write_str(", folded with the players swapped")?,
                    (2, _) => write!(
                        f,
                        ", folded with the players swapped and with {symmetries} symmetries of the \
                         board"
                    )?,
                    (_, 1) => {}
                    _ => write!(f, ", folded with {symmetries} symmetries of the board")?,
                }
                return match tiers {
                    0 | 1 => Ok(()),
                    _ => write!(
                        f,
                        ", in {tiers} tiers that play does not come back to, the largest of \
                         {largest_tier} positions"
                    ),
                };
            }
            Self::EveryStateAsked => "every state that the variables can express was asked for",
            Self::PositionsDecide => {
                "values by backward induction if no play goes round in a circle, else by \
                 retrograde analysis: the positions found decide"
            }
            Self::MovesGain => {
                "values by backward induction, from the scores at the end and from what the moves gain"
            }
            Self::EveryMoveClimbs => {
                "every move climbs a level, so that values come by backward induction, level by level"
            }
            Self::MethodAsked(Method::Backward) => "values by backward induction, as asked",
            Self::MethodAsked(Method::Retracting) => {
                "values by retrograde analysis with moves taken back, as asked"
            }
            Self::MethodAsked(Method::Replaying) => {
                "values by backward induction or level by level, with moves played again, as asked"
            }
            Self::MethodAsked(Method::Dense) => {
                "values by retrograde analysis over an index of positions, as asked"
            }
            Self::MethodAsked(Method::Tiers) => {
                "values by backward induction, level by level, as asked"
            }
            Self::MethodAsked(_) => "values by retrograde analysis, as asked",
            Self::AllFit => "all states together fit into the memory allowed: it cannot run out",
            Self::FewPositions(positions) => {
                let s = if *positions == 1 { "" } else { "s" };
                return write!(
                    f,
                    "play reaches {positions} position{s} and no others, which fit into the memory allowed"
                );
            }
            Self::SampleDecides => {
                "not all states together would fit into the memory allowed; a sample of play \
                 decides first whether those within reach can"
            }
            Self::WorkDecides => {
                "not all states together would fit into the memory allowed; the positions are \
                 given up if those within reach do not"
            }
            Self::NumberDecides => {
                "not all states together are certain to fit into the memory allowed; those that \
                 cannot are refused before any work"
            }
            Self::IndexNotFolded => {
                "over an index those symmetries are used that keep the position asked about and do \
                 nothing but move what stands on the board, as many of them as moves by numbers allow"
            }
            Self::SwapPays(SwapSample {
                positions,
                with_either,
                ..
            }) => {
                return write!(
                    f,
                    "symmetries that swap the players are used: {with_either} of the {positions} \
                     positions that were looked at come with either player to move, and each is \
                     kept once"
                );
            }
            Self::SwapDoesNotPay(SwapSample {
                positions,
                with_either,
                ..
            }) => {
                return write!(
                    f,
                    "symmetries that swap the players are not used: {with_either} of the \
                     {positions} positions that were looked at come with either player to move"
                );
            }
            Self::SwapAsked => "symmetries that swap the players are used, as asked",
            Self::SymmetriesNotProved(number) => {
                return write!(
                    f,
                    "{number} of the declared symmetries could not be proved from the rules and \
                     are not used: the answer is the same without them"
                );
            }
            Self::SymmetriesKeepThePosition => {
                "symmetries that move the position asked about are not used: play may reach a \
                 position and not its image"
            }
        })
    }
}

/// Whether this build can make machine code.
pub(crate) const HAS_COMPILER: bool = cfg!(feature = "native");

/// The number of states from which machine code pays: with fewer states the interpreter
/// has solved the game before machine code is made.
const WORTH_COMPILING: u128 = 20_000;

/// The most levels of a game that is solved level by level: each of them takes some work.
const MOST_TIERS: u32 = 4096;

/// The number of states from which a game whose every move climbs a level is solved level by
/// level. A game of fewer states has some million positions at most, is solved within a
/// second.
const WORTH_TIERS: u128 = 1 << 30;

/// The number of states from which a sample tells whether symmetries that swap the players pay.
/// A game of fewer states is solved in a fraction of a second.
const WORTH_A_SWAP: u128 = 1 << 20;

/// The largest number of bytes that making machine code takes: twice what the longest
/// rules of the catalogue took.
const CODE_BYTES: u64 = 16 << 20;

impl Problem {
    /// Decides how the problem is solved. In a game of many states whose rules declare a swap of
    /// the players, a sample of some thousand positions tells whether the swap pays.
    #[must_use]
    pub fn plan(&self, options: &SolveOptions) -> TablePlan {
        TablePlan::new(self, options, &options.budget())
    }
}

impl TablePlan {
    /// The plan for what is left of a budget.
    pub(crate) fn new(problem: &Problem, options: &SolveOptions, budget: &Budget) -> Self {
        for_each_game!(problem.symmetric(), AnyGame, game => {
            let scope = problem.scope();
            let few_positions = Self::few_positions(problem, options);
            let run_by = match few_positions {
                Some(_) if RunBy::of(problem, options) == RunBy::MachineCode => {
                    RunBy::InterpreterOfFewPositions
                }
                _ => RunBy::of(problem, options),
            };
            let for_code = if run_by == RunBy::MachineCode { CODE_BYTES } else { 0 };
            let most = match few_positions {
                Some(positions) => most_bytes(game, positions.into()),
                None => problem.most_bytes(),
            };
            let most = most.map(|bytes| bytes.saturating_add(for_code));
            let all_fit = most.is_some_and(|bytes| bytes <= budget.left());
            let gains = problem.has_gains();
            let may_climb = match options.method {
                Method::Auto => {
                    scope == Scope::Reachable
                        && few_positions.is_none()
                        && (options.in_store && !all_fit
                            || game.states().is_some_and(|states| states >= WORTH_TIERS))
                }
                asked => asked == Method::Tiers,
            };
            let levels = if may_climb {
                game.levels_in_words(MOST_TIERS, &options.job())
            } else {
                None
            };
            let index = match options.method {
                // Over an index no scores are found.
                Method::Auto
                    if !gains
                        && !problem.has_scores()
                        && scope == Scope::Reachable
                        && levels.is_none()
                        && few_positions.is_none() =>
                {
                    let root = Word::narrow(problem.root().to_bits());
                    game.worthwhile_index(root, budget.left(), options.in_store)
                }
                _ => None,
            };
            let method = match (&levels, &index) {
                (Some(_), _) => Method::Tiers,
                (None, Some(_)) => Method::Dense,
                (None, None) if gains && options.method == Method::Auto => Method::Backward,
                (None, None) => options.method,
            };
            let swap = match (few_positions, options.player_swap) {
                (Some(_), PlayerSwap::Sampled) => None,
                _ if gains => None,
                (_, asked) => Self::swap(problem, game.states(), method, asked),
            };
            let fits = index.is_some() || all_fit;
            Self {
                scope,
                method,
                method_asked: options.method,
                index,
                levels,
                few_positions,
                fits_without_store: match index {
                    Some(size) => most_bytes_over(size) <= budget.left(),
                    None => all_fit,
                },
                moves: match method {
                    Method::Tiers => Moves::InTiers,
                    Method::Retracting | Method::Dense => Moves::TakenBack,
                    Method::Replaying => Moves::PlayedAgain,
                    Method::Auto | Method::Retrograde if !fits => Moves::KeptWhileTheyFit,
                    _ => Moves::Kept,
                },
                run_by,
                symmetries_declared: game.declared_order(),
                symmetries_not_proved: problem.symmetries_left_out().len(),
                symmetries_used: match (method, swap) {
                    (Method::Dense, _) => Self::folding(game, problem, index, budget),
                    (_, Some(swap)) if swap.is_used => swap.symmetries,
                    _ => game.order(),
                },
                swap,
                fits,
                sample: options.probe
                    && !fits
                    && scope == Scope::Reachable
                    && method != Method::Dense,
                memory: options.memory,
            }
        })
    }

    /// The number of positions that play reaches, if they are few: in a game of few states
    /// nobody needs to know.
    fn few_positions(problem: &Problem, options: &SolveOptions) -> Option<u64> {
        let has_many_states = problem.instance().is_some()
            && problem
                .states()
                .is_none_or(|states| states >= WORTH_COMPILING);
        let is_asked = problem.scope() == Scope::Reachable && has_many_states;
        is_asked.then(|| problem.few_positions(&options.cancel))?
    }

    /// The number of symmetries with which the index of the positions is folded, beside a swap of
    /// the players. `size` is the size of the index if it is known.
    fn folding<G: Subject>(
        game: &G,
        problem: &Problem,
        size: Option<IndexSize>,
        budget: &Budget,
    ) -> usize {
        let root = || Word::narrow(problem.root().to_bits());
        let size = match problem.scope() {
            Scope::Reachable => size.or_else(|| game.index_size(root(), budget.left())),
            Scope::Everywhere => None,
        };
        size.map_or(1, |size| size.symmetries as usize)
    }

    /// What is solved and how the positions are found, in words.
    #[must_use]
    pub fn in_words(&self) -> String {
        match (self.scope, self.method) {
            (Scope::Reachable, Method::Dense) => {
                "all positions from the one asked about, over an index".to_owned()
            }
            (scope, _) => scope.to_string(),
        }
    }

    /// How positions are held while they are solved.
    #[must_use]
    pub fn holding(&self) -> Holding {
        Holding::of(self.method)
    }

    /// Whether the plan chose the method itself.
    pub(crate) fn is_own_choice(&self) -> bool {
        self.method_asked == Method::Auto
    }

    /// Whether the method suits a game whose moves gain points.
    pub(crate) fn allows_gains(&self) -> bool {
        matches!(self.method, Method::Auto | Method::Backward | Method::Tiers)
    }

    /// Whether the method takes no moves back, whatever the memory.
    pub(crate) fn never_takes_back(&self) -> bool {
        matches!(self.method, Method::Backward | Method::Tiers)
    }

    /// The reasons for the plan.
    pub fn reasons(&self) -> Vec<Reason> {
        let mut reasons = Vec::new();
        if self.scope == Scope::Everywhere {
            reasons.push(Reason::EveryStateAsked);
        }
        reasons.push(match (self.method_asked, self.method, self.index) {
            (_, _, Some(size)) => Reason::IndexFits(size),
            (Method::Auto, Method::Tiers, None) => Reason::EveryMoveClimbs,
            (Method::Auto, Method::Backward, None) => Reason::MovesGain,
            (Method::Auto, _, None) => Reason::PositionsDecide,
            (asked, _, None) => Reason::MethodAsked(asked),
        });
        reasons.push(match (self.scope, self.few_positions) {
            (_, Some(positions)) if self.fits => Reason::FewPositions(positions),
            _ if self.fits => Reason::AllFit,
            (Scope::Everywhere, _) => Reason::NumberDecides,
            (Scope::Reachable, _) if self.sample => Reason::SampleDecides,
            (Scope::Reachable, _) => Reason::WorkDecides,
        });
        match self.swap {
            Some(SwapPlan {
                is_used: true,
                sample: None,
                ..
            }) => reasons.push(Reason::SwapAsked),
            Some(SwapPlan {
                is_used: true,
                sample: Some(sample),
                ..
            }) => reasons.push(Reason::SwapPays(sample)),
            Some(SwapPlan {
                is_used: false,
                sample: Some(sample),
                ..
            }) => reasons.push(Reason::SwapDoesNotPay(sample)),
            _ if self.symmetries_used == self.symmetries_declared => {}
            _ if self.method == Method::Dense => reasons.push(Reason::IndexNotFolded),
            _ => reasons.push(Reason::SymmetriesKeepThePosition),
        }
        if self.symmetries_not_proved > 0 {
            reasons.push(Reason::SymmetriesNotProved(self.symmetries_not_proved));
        }
        reasons
    }

    /// What becomes of symmetries that swap the players.
    fn swap(
        problem: &Problem,
        states: Option<u128>,
        method: Method,
        asked: PlayerSwap,
    ) -> Option<SwapPlan> {
        let is_large = states.is_some_and(|states| states >= WORTH_A_SWAP);
        let may_be = match (method, asked) {
            // Over an index each position has its number; in tiers a position has its level, and
            // there are hardly any that do not tell whose turn it is.
            (Method::Dense | Method::Tiers, _) | (_, PlayerSwap::Never) => false,
            (_, PlayerSwap::Always) => true,
            (_, PlayerSwap::Sampled) => is_large,
        };
        if problem.scope() != Scope::Reachable || !may_be {
            return None;
        }
        let (symmetries, sample) = problem.swap()?;
        if asked == PlayerSwap::Always {
            return Some(SwapPlan {
                is_used: true,
                symmetries,
                sample: None,
            });
        }
        Some(SwapPlan {
            is_used: sample?.pays(),
            symmetries,
            sample,
        })
    }
}

impl RunBy {
    /// Decides what runs the game of a problem: machine code, the interpreter, or the game's own code
    /// where it is written in Rust.
    pub(crate) fn of(problem: &Problem, options: &SolveOptions) -> Self {
        let has_few_states = problem
            .states()
            .is_some_and(|states| states < WORTH_COMPILING);
        match problem.instance() {
            None => Self::Rust,
            Some(_) if !options.native => Self::Interpreter,
            Some(_) if has_few_states => Self::InterpreterOfFewStates,
            Some(_) if !HAS_COMPILER => Self::InterpreterOfThisBuild,
            Some(_) => Self::MachineCode,
        }
    }
}

impl Moves {
    /// The least number of bytes in which `positions` positions of `key` bytes each can be
    /// solved.
    pub(crate) fn floor(self, positions: u64, key: usize) -> u64 {
        match self {
            Self::Kept => floor_bytes(positions, key),
            Self::KeptWhileTheyFit | Self::TakenBack | Self::PlayedAgain => {
                floor_bytes_without_moves(positions, key)
            }
            Self::InTiers => floor_bytes_in_tiers(positions),
        }
    }
}
