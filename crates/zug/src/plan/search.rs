//! How one position is searched: all that is decided before the search begins.

use std::fmt;

use zug_lang::Word;
use zug_solve::search::Engine;
use zug_solve::strong::Method;

use crate::method::AnswerBy;
use crate::openings;
use crate::options::{MovesAsked, SolveOptions};
use crate::plan::table::RunBy;
use crate::problem::Problem;
use crate::request::Scope;
use crate::solution::Solution;
use crate::subject::{AnyGame, Subject, for_each_game};

/// How the position asked about is searched, without solving all others.
///
/// ```
/// use zug::{Problem, Request, SolveOptions};
///
/// let problem = Problem::new(&Request::catalogue("connect-four")?)?;
/// let plan = problem.search_plan(&SolveOptions::default());
/// assert_eq!(plan.levels.as_deref(), Some("the number of places where board is not none"));
/// # Ok::<(), zug::Error>(())
/// ```
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a decision of its own that is yes or no"
)]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchPlan {
    /// What a level counts, in words, if every move climbs a level. Then no position comes
    /// again in play, and the search needs no more memory than its table.
    pub levels: Option<String>,
    /// What runs the rules.
    pub run_by: RunBy,
    /// The number of symmetries that are used near the position asked about.
    pub symmetries: usize,
    /// Whether the number of moves is asked for too, besides who wins.
    pub remoteness: bool,
    /// Whether the number of moves is told even where it is not asked for, as long as all positions
    /// are being solved besides, which would tell it. It takes longer than who wins, so that it is
    /// left out once the positions turn out not to fit.
    pub remoteness_in_turns: bool,
    /// Whether scores are told: in a game that ends with scores, where the number of moves is not
    /// asked for, nor a proof, unless every move climbs a level; and in a game whose moves gain points.
    pub scores: bool,
    /// Which moves of the position are valued. `Auto` is here: one of the best, and the others as far
    /// as they are known, or as a search that takes no longer than who wins did finds them.
    pub moves: MovesAsked,
    /// Which moves the caller asked for. These may be more than `moves`: where there are a vast number
    /// of states, a search that takes turns with solving them stops at one best move.
    pub moves_asked: MovesAsked,
    /// Whether the catalogue knows who wins the position and by each of its moves: it is an opening.
    pub is_opening: bool,
    /// Whether a proof of the answer is kept.
    pub proof: bool,
    /// What searches. `None`: null windows begin, and proof numbers search too where short trials
    /// say so.
    pub engine: Option<Engine>,
    /// The number of bytes that may be taken, half of them by the table of positions.
    pub memory: u64,
}

/// A reason for what a [`SearchPlan`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchReason {
    /// A search was asked for.
    Asked,
    /// The catalogue knows the opening.
    Opening,
    /// What is beside who wins and one best move is searched for a time.
    ShortSearch,
    /// The positions tell more than a search, and are searched only if they do not fit into the
    /// memory.
    PositionsMayNotFit,
    /// Once more than this number of positions is found, the search takes turns with solving all of
    /// them.
    InTurns(u64),
    /// Every move climbs a level.
    PlayEnds,
    /// Play may come back to a position.
    PlayMayGoRound,
    /// No engine is forced: short trials choose.
    TrialsChoose,
    /// Of the moves the search tells one of the best alone, although all were asked for: there are a
    /// vast number of states.
    OneMoveAlone,
}

impl fmt::Display for SearchReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "one position is searched, as asked, and no others are solved",
            Self::Opening => {
                "the catalogue knows this opening: who wins, by each of the moves; from there a search \
                 goes on"
            }
            Self::ShortSearch => {
                "the number of moves, and who wins by the other moves, are told as far as that takes \
                 not much longer than who wins; --moves all searches all, which can take long"
            }
            Self::PositionsMayNotFit => {
                "if the positions turn out not to fit, the one asked about is searched alone; they \
                 tell what a search cannot"
            }
            Self::InTurns(found) => {
                return write!(
                    f,
                    "once more than {found} positions are found, solving all of them and searching \
                     the one asked about take turns; whichever ends first answers"
                );
            }
            Self::PlayEnds => {
                "every move climbs a level, so that the search may forget positions when its \
                 table is full"
            }
            Self::PlayMayGoRound => {
                "no level is known that every move climbs: if play comes back to a position, \
                 closed sets of positions are looked for, which have to fit into the memory, in \
                 turns with searches for a win within more and more plies"
            }
            Self::OneMoveAlone => {
                "the variables can express more than 2^64 states, and play may go round: the search \
                 looks for one of the best moves and values no others"
            }
            Self::TrialsChoose => {
                "null windows begin; if a question takes more than a million positions, short \
                 trials tell whether proof numbers may need fewer, which then search in turns with \
                 null windows"
            }
        })
    }
}

impl Problem {
    /// Decides how the position asked about is searched.
    #[must_use]
    pub fn search_plan(&self, options: &SolveOptions) -> SearchPlan {
        for_each_game!(&self.game, AnyGame, game => {
            let levels = game.levels_in_words(u32::MAX, &options.job());
            SearchPlan {
            // A checker sees by levels that claims of scores do not stand on themselves.
            scores: self.has_gains()
                || self.has_scores()
                    && !options.remoteness
                    && (!options.proof || levels.is_some()),
            levels,
            run_by: RunBy::of(self, options),
            symmetries: game.declared_order(),
            remoteness: options.remoteness,
            remoteness_in_turns: false,
            moves: match options.moves {
                MovesAsked::Auto => MovesAsked::All,
                asked => asked,
            },
            is_opening: false,
            moves_asked: options.moves,
            proof: options.proof,
            engine: options.engine,
            memory: options.memory,
        }})
    }
}

impl Problem {
    /// The plan where the catalogue knows the opening that is asked about, and no more is asked than it
    /// knows; `None` elsewhere.
    pub(crate) fn opening_plan(&self, options: &SolveOptions) -> Option<SearchPlan> {
        let asks_no_more = options.answer_by == AnswerBy::Any
            && options.method == Method::Auto
            && self.scope() == Scope::Reachable
            && !options.remoteness
            && !options.proof;
        if !asks_no_more {
            return None;
        }
        let root = self.root().to_bits();
        let is_known = for_each_game!(&self.game, AnyGame, game => {
            openings::tell_moves(game, &Word::narrow(root))
        });
        is_known.then(|| SearchPlan {
            is_opening: true,
            moves: match options.moves {
                MovesAsked::Auto => MovesAsked::All,
                asked => asked,
            },
            ..self.search_plan(options)
        })
    }
}

impl SearchPlan {
    /// Whether the search tells scores beside these leaves: it would without them, and the scores of
    /// the leaves are known. Who wins at a leaf does not suffice for a score.
    #[must_use]
    pub fn tells_scores_beside(&self, leaves: Option<&Solution>) -> bool {
        self.scores && leaves.is_none_or(Solution::tells_scores)
    }

    /// What is done, in words.
    #[must_use]
    pub fn in_words(&self) -> String {
        let asked = if self.remoteness || self.remoteness_in_turns {
            "who wins and in how many moves"
        } else if self.scores {
            "who wins and by what score"
        } else {
            "who wins"
        };
        let by = match self.engine {
            Some(Engine::ProofNumbers) => " by proof numbers",
            Some(Engine::NullWindows) => " with null windows",
            _ => "",
        };
        format!("a search{by} of the position asked about: {asked}")
    }

    /// The reasons that follow from the rules and from what is asked.
    #[must_use]
    pub fn reasons(&self) -> Vec<SearchReason> {
        let mut reasons = vec![if self.levels.is_some() {
            SearchReason::PlayEnds
        } else {
            SearchReason::PlayMayGoRound
        }];
        if self.engine.is_none() && !self.scores {
            reasons.push(SearchReason::TrialsChoose);
        }
        match (self.moves, self.moves_asked) {
            (MovesAsked::One, MovesAsked::Auto) => reasons.push(SearchReason::OneMoveAlone),
            (MovesAsked::Auto, _) => reasons.push(SearchReason::ShortSearch),
            _ => {}
        }
        reasons
    }
}
