//! What would be done, and why; sizes before any work.

use zug_game::{PerfectIndex, Symmetric};
use zug_lang::{AnyGame, NoRetraction, NotRetractable};
use zug_solve::Method;

use crate::error::Error;
use crate::memory::Moves;
use crate::native::{Running, planned};
use crate::problem::{Problem, Scope, SolveOptions, for_each_width};

/// What would be done for a problem, and how large it can be.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How positions would be found and get their values.
    pub method: &'static str,
    /// Why this method, a line each.
    pub why: Vec<String>,
    /// How many states the variables can express.
    pub index_size: u128,
    /// Bits of a position while one works on it.
    pub position_bits: u32,
    /// Bytes of a position as it is stored.
    pub key_bytes: usize,
    /// Symmetries that the rules declare, the identity included.
    pub symmetries_declared: usize,
    /// Those that are used: the ones that keep the position asked about.
    pub symmetries_used: usize,
    /// Moves with their choices made, for each player to move.
    pub ground_moves: Vec<usize>,
    /// How many of them add the same number to the rank wherever they are legal.
    pub constant_steps: usize,
    /// What is known of the un-moves.
    pub unmoves: Unmoves,
    /// Whether moves would be taken back.
    pub retracting: Retracting,
    /// How the rules would be run.
    pub running: Running,
    /// Parts played side by side.
    pub parts: usize,
    /// Bytes that the work cannot exceed; `None` if there is no useful bound.
    pub most_bytes: Option<u64>,
    /// Bytes for each position found, at least.
    pub least_bytes_a_position: u64,
    /// Bytes that may be taken.
    pub budget: u64,
}

/// What a plan knows of the un-moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmoves {
    /// How many there are, for each player to move after the move.
    Counted(Vec<usize>),
    /// A move cannot be taken back. There may be more such moves.
    Refused(NotRetractable),
    /// To work them out would take longer than a plan should.
    NotWorkedOut,
}

/// Whether moves would be taken back instead of being kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retracting {
    /// All of them.
    Asked,
    /// From when they do not fit into the memory on; where the un-moves are not
    /// worked out, only if all moves can be.
    WhenNeeded,
    /// They fit.
    NotNeeded,
    /// The method goes forward.
    NotByThisMethod,
    /// Not all moves can be.
    Impossible,
}

/// Steps in which un-moves are counted: about a tenth of a second.
const MOST_STEPS: u64 = 1_500_000;

impl Plan {
    pub(crate) fn new(problem: &Problem, options: &SolveOptions<'_>) -> Result<Self, Error> {
        let patience = &options.patience();
        let most_bytes = problem.most_bytes();
        let fits = problem.certainly_fits(&options.budget());
        let mut why = Vec::new();
        let method = match problem.scope() {
            Scope::Everywhere => {
                why.push("every state that the variables can express was asked for".to_owned());
                "all states of the perfect index"
            }
            Scope::Reachable => "all positions from the one asked about, by discovery",
        };
        why.push(
            match options.method {
                Method::Auto => {
                    "values by backward induction if no play goes round in a circle, else by \
                     retrograde analysis: the positions found decide"
                }
                Method::Backward => "values by backward induction, as asked",
                Method::Retrograde => "values by retrograde analysis, as asked",
                Method::Retracting => {
                    "values by retrograde analysis with moves taken back, as asked"
                }
            }
            .to_owned(),
        );
        let fitting = match problem.scope() {
            _ if fits => "all states together fit into the memory allowed: it cannot run out",
            Scope::Reachable => {
                "not all states together would fit into the memory allowed; a sample of play \
                 decides first whether those within reach can"
            }
            Scope::Everywhere => {
                "not all states together are certain to fit into the memory allowed; those that \
                 cannot are refused before any work"
            }
        };
        why.push(fitting.to_owned());
        for_each_width!(&problem.game, AnyGame, game => {
            let symmetric = problem.symmetric(game);
            let unmoves = match game.count_unmoves(patience, MOST_STEPS) {
                Ok(counts) => Unmoves::Counted(counts),
                Err(NoRetraction::Refused(refused)) => Unmoves::Refused(refused),
                Err(NoRetraction::Interrupted(why)) => return Err(why.into()),
                Err(_) => Unmoves::NotWorkedOut,
            };
            let retracting = match options.method {
                _ if matches!(unmoves, Unmoves::Refused(_)) => Retracting::Impossible,
                Method::Retracting => Retracting::Asked,
                Method::Backward => Retracting::NotByThisMethod,
                Method::Auto | Method::Retrograde if fits => Retracting::NotNeeded,
                Method::Auto | Method::Retrograde => Retracting::WhenNeeded,
            };
            let moves = match retracting {
                Retracting::Asked | Retracting::WhenNeeded => Moves::TakenBack,
                _ => Moves::Kept,
            };
            let used = symmetric.order();
            if used < game.declared_order() {
                why.push(
                    "symmetries that move the position asked about are not used, so that \
                     positions are counted exactly"
                        .to_owned(),
                );
            }
            Ok(Self {
                method,
                why,
                index_size: game.size(),
                position_bits: game.instance().bits(),
                key_bytes: problem.key_bytes(),
                symmetries_declared: game.declared_order(),
                symmetries_used: used,
                ground_moves: game.ground_moves(),
                constant_steps: game.constant_steps().iter().flatten().flatten().count(),
                unmoves,
                retracting,
                running: planned(&symmetric, options.native, patience)?,
                parts: game.instance().parts(),
                most_bytes,
                least_bytes_a_position: moves.floor(1, problem.key_bytes()),
                budget: options.memory,
            })
        })
    }
}
