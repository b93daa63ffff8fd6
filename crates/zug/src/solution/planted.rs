//! Solutions that tests put together, with a fault wherever a test plants one.

#![cfg(feature = "testing")]

use zug_certify::Certificate;
use zug_game::{Orbits, Symmetric};
use zug_job::Job;
use zug_lang::{Instance, RulesGame};
use zug_solve::impartial::Nimbers;
use zug_solve::positions::{Graph, Movers};
use zug_solve::scores::scores;
use zug_solve::strong;

use crate::error::Error;
use crate::options::SolveOptions;
use crate::problem::Problem;
use crate::request::Scope;
use crate::subject::AnyGame;

use super::besides::end_of_orbit;
use super::definition::AsWritten;
use super::folded::Folded;
use super::stored::{Dense, InMemory, Stored};
use super::verify::judging;
use super::{Extent, Solved};

/// The game of a problem with the symmetries that are used.
///
/// # Panics
///
/// Positions take more than 64 bits, or the game is written in Rust.
#[must_use]
pub fn small_game(problem: &Problem) -> RulesGame<u64> {
    match problem.symmetric() {
        AnyGame::Narrow(game) => game.clone(),
        _ => panic!("this takes rules whose positions have at most 64 bits"),
    }
}

/// The values of the positions of a small game.
#[derive(Debug)]
pub enum PlantedValues {
    /// Values in memory, with nimbers if there are any.
    InMemory(strong::Solution<u64>, Option<Nimbers>),
    /// Values by the numbers of an index.
    Dense(Dense<u64>),
    /// Values of positions that stand for others with the players swapped too.
    Folded {
        /// The value of each position of the game `swapping`.
        values: strong::Solution<u64>,
        /// Who may be to move.
        movers: Movers,
        /// The game whose second half of symmetries swap the players.
        swapping: RulesGame<u64>,
    },
}

/// A solution of a small game, each part of which may be wrong.
#[derive(Debug)]
pub struct Planted(Solved<RulesGame<u64>>);

impl Planted {
    /// The solution of a game with these values.
    #[must_use]
    pub fn new(game: RulesGame<u64>, values: PlantedValues, root: u64) -> Self {
        let in_memory = |values, nimbers| InMemory {
            nimbers,
            ..InMemory::of_values(values, &Job::default())
        };
        let stored = match values {
            PlantedValues::InMemory(values, nimbers) => {
                Stored::InMemory(in_memory(values, nimbers))
            }
            PlantedValues::Dense(dense) => Stored::Dense(dense),
            PlantedValues::Folded {
                values,
                movers,
                swapping,
            } => {
                let memory = in_memory(values, None);
                Stored::Folded(Folded::new(memory, movers, game.clone(), swapping))
            }
        };
        Self(Solved {
            game,
            stored,
            root,
            drawn: None,
        })
    }

    /// The solution of a problem with scores, if each end of play is worth `more` than it is.
    ///
    /// # Errors
    ///
    /// The rules break, or play goes round.
    pub fn with_scores(problem: &Problem, mut more: impl FnMut(u64) -> i64) -> Result<Self, Error> {
        let (game, job) = (small_game(problem), Job::default());
        let root = problem.root().to_bits().as_u64();
        let graph = Graph::explore(&Orbits::new(&game), [game.canonical(&root)], &job)?;
        let told = |position: &u64| Ok(end_of_orbit(&game, position)? + more(*position));
        let scores = scores(&graph, told, &job)?;
        let values = graph.solve(strong::Method::Auto, &job)?;
        let memory = InMemory {
            scores: Some(scores),
            ..InMemory::of_values(values, &job)
        };
        Ok(Self(Solved {
            game,
            stored: Stored::InMemory(memory),
            root,
            drawn: None,
        }))
    }

    /// The positions that have entries.
    #[must_use]
    pub fn positions(&self) -> Vec<u64> {
        let table = self.0.stored.table();
        let entries = (0..table.places()).filter_map(|place| table.entry(place).ok()?);
        entries.map(|entry| *entry.position()).collect()
    }

    /// Checks the solution against the rules of its game.
    pub fn verify(
        &self,
        scope: Scope,
        extent: Extent,
        options: &SolveOptions,
    ) -> Result<Certificate, Error> {
        self.0.verify(scope, extent, options)
    }

    /// Checks the solution of all positions within reach against these rules.
    pub fn verify_against(&self, rules: &Instance, extent: Extent) -> Result<Certificate, Error> {
        let options = SolveOptions::default();
        let job = judging(&options);
        let rules = || AsWritten::<u64>::new(rules, Vec::new(), &job);
        self.0.verify_by(&rules, Scope::Reachable, extent, &options)
    }
}
