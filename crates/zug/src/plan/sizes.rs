//! How large the work of a plan can be, and what would run it: for a person who asks.

use zug_lang::{NoRetraction, NotRetractable, RulesGame};
use zug_solve::strong::Method;

use crate::error::Error;
use crate::memory::most_bytes;
use crate::native::{Running, Width, planned};
use crate::options::SolveOptions;
use crate::problem::Problem;
use crate::subject::{AnyGame, most_bytes_over};

use super::table::TablePlan;

/// The sizes of a game, and how its rules would be run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sizes {
    /// The number of states that the variables can express; `None` for a game written in
    /// Rust, which has no variables.
    pub states: Option<u128>,
    /// Bits of a position while one works on it.
    pub position_bits: u32,
    /// Bytes of a position as it is stored.
    pub key_bytes: usize,
    /// The number of moves with their choices made, for each player to move.
    pub ground_moves: Vec<usize>,
    /// The number of these moves that add the same number to the rank wherever they are
    /// legal.
    pub constant_steps: usize,
    /// What is known of the un-moves.
    pub unmoves: Unmoves,
    /// How the rules would be run.
    pub running: Running,
    /// The number of parts that are played side by side.
    pub parts: usize,
    /// The number of bytes that the work cannot exceed; `None` if there is no useful
    /// bound.
    pub most_bytes: Option<u64>,
    /// The least number of bytes for each position found.
    pub least_bytes_a_position: u64,
}

/// What a plan knows of the un-moves of a game. Exhaustive, so that nobody leaves one case
/// untold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmoves {
    /// The number of un-moves, for each player to move after the move.
    Counted(Vec<usize>),
    /// This move cannot be taken back. There may be more such moves.
    Refused(NotRetractable),
    /// To work the un-moves out would take longer than a plan should.
    NotWorkedOut,
    /// The game offers no un-moves: it is written in Rust.
    NotOffered,
}

/// The largest number of steps in which un-moves are counted: about a tenth of a second.
const MOST_STEPS: u64 = 1_500_000;

impl Problem {
    /// How large the work of a plan for this problem can be, and what would run the rules.
    ///
    /// # Errors
    ///
    /// The caller cancelled, or the memory allowed is used up.
    pub fn sizes(&self, plan: &TablePlan, options: &SolveOptions) -> Result<Sizes, Error> {
        Sizes::new(self, plan, options)
    }
}

impl Sizes {
    pub(crate) fn new(
        problem: &Problem,
        plan: &TablePlan,
        options: &SolveOptions,
    ) -> Result<Self, Error> {
        match problem.symmetric() {
            AnyGame::Narrow(game) => Self::of_rules(problem, game, plan, options),
            AnyGame::Wide(game) => Self::of_rules(problem, game, plan, options),
            AnyGame::Widest(game) => Self::of_rules(problem, game, plan, options),
            AnyGame::Rust(_) => Ok(Self {
                states: None,
                position_bits: u128::BITS,
                key_bytes: problem.key_bytes(),
                ground_moves: Vec::new(),
                constant_steps: 0,
                unmoves: Unmoves::NotOffered,
                running: Running::Rust,
                parts: 1,
                most_bytes: None,
                least_bytes_a_position: plan.moves.floor(1, problem.key_bytes()),
            }),
        }
    }

    fn of_rules<W: Width>(
        problem: &Problem,
        game: &RulesGame<W>,
        plan: &TablePlan,
        options: &SolveOptions,
    ) -> Result<Self, Error> {
        let job = &options.job();
        let unmoves = match game.count_unmoves(job, MOST_STEPS) {
            Ok(counts) => Unmoves::Counted(counts),
            Err(NoRetraction::Refused(refused)) => Unmoves::Refused(refused),
            Err(NoRetraction::Interrupted(why)) => return Err(why.into()),
            Err(_) => Unmoves::NotWorkedOut,
        };
        let most_bytes = match (plan.few_positions, plan.index) {
            (Some(positions), _) => most_bytes(game, positions.into()),
            (None, Some(size)) => Some(most_bytes_over(size)),
            (None, None) => problem.most_bytes(),
        };
        Ok(Self {
            states: game.instance().size(),
            position_bits: game.instance().bits(),
            key_bytes: problem.key_bytes(),
            ground_moves: game.ground_move_counts(),
            constant_steps: game.constant_steps().iter().flatten().flatten().count(),
            unmoves,
            running: planned(game, plan.run_by, job)?,
            parts: game.instance().part_count(),
            most_bytes,
            least_bytes_a_position: match plan.method {
                Method::Dense => 1,
                _ => plan.moves.floor(1, problem.key_bytes()),
            },
        })
    }
}
