//! Positions near the start of a large game whose values are known: leaves of its searches.
//!
//! **Problem.** A search of Connect Four answers in seconds once eight discs lie on the board, and
//! takes far longer before.
//!
//! **Method.** The catalogue has a text for such a game ([`zug_catalogue::openings`]), a game tree:
//! each line has a move, indented by the number of moves before it, and the value of the position
//! behind it for the player to move there. `zug-bench openings` works the text out, and a test
//! searches some of its positions again without it. A search takes these positions for leaves. They
//! hold for the rules and the parameters that the text was made for, and for no others.
//!
//! **Cost.** The text is read each time a search begins: some 10 µs for each line.

use std::collections::HashMap;

use zug_game::Step;
use zug_job::Job;
use zug_solve::Error as SolveError;
use zug_solve::search::Leaves;
use zug_values::Value;

use crate::error::Error;
use crate::problem::Problem;
use crate::searched::SolvedLeaves;
use crate::solution::Solution;
use crate::subject::{LevelOf, Subject};

/// The values of positions near the start.
pub(crate) struct Openings<'g, G: Subject> {
    game: &'g G,
    /// By the image that stands for all images of a position under symmetries.
    values: HashMap<G::Position, Value>,
    /// The level of a position, if every move climbs levels, and the highest level of `values`.
    levels: Option<(LevelOf<G::Position>, u32)>,
}

impl<'g, G: Subject> Openings<'g, G> {
    /// The positions that the catalogue knows of this game with its parameters; `None` if there are
    /// none.
    ///
    /// # Panics
    ///
    /// The text of the catalogue does not follow the rules, which a test would have found.
    pub(crate) fn of(game: &'g G, job: &Job) -> Option<Self> {
        let tree = zug_catalogue::openings(game.rules()?, &game.parameters())?;
        // The values are numbers of plies, where a search may ask for scores.
        if game.tells_scores() {
            return None;
        }
        let mut openings = Self {
            game,
            values: HashMap::new(),
            levels: game.level(job).map(|level| (level, 0)),
        };
        // The positions on the way to that of the line before.
        let mut way = Vec::new();
        for line in tree.lines() {
            let read = openings.take_line(&mut way, line);
            assert!(read.is_some(), "`{line}` does not follow the rules");
        }
        Some(openings)
    }

    /// Takes in a line of the tree; `None` if it does not follow the rules.
    fn take_line(&mut self, way: &mut Vec<G::Position>, line: &str) -> Option<()> {
        let (name, value) = line.trim_start().split_once(": ")?;
        let depth = line.len() - line.trim_start().len();
        way.truncate(depth);
        let at = match way.last() {
            None => self.game.start(),
            Some(before) => self.after(before, name)?,
        };
        way.push(at);
        if let Some((level, highest)) = &mut self.levels {
            *highest = (*highest).max(level(&at));
        }
        let at = canonical(self.game, at);
        self.values.insert(at, value.parse().ok()?);
        Some(())
    }

    /// The position after the move with this name.
    fn after(&self, at: &G::Position, name: &str) -> Option<G::Position> {
        let (mut choices, mut steps) = (Vec::new(), Vec::new());
        let goes_on = self.game.expand(at, &mut steps).ok()?.is_none();
        self.game.moves(at, &mut choices).ok()?;
        let names = self.game.names(at, &choices);
        let made = names.iter().position(|of| of == name).filter(|_| goes_on)?;
        Some(steps[made].position)
    }
}

impl<G: Subject> Leaves<G::Position> for Openings<'_, G> {
    fn level(&self, position: &G::Position) -> Option<u32> {
        match &self.levels {
            Some((level, highest)) => Some(level(position)).filter(|level| level <= highest),
            None => Some(0),
        }
    }

    fn value(&self, position: &G::Position) -> Result<Option<Value>, SolveError> {
        Ok(self.values.get(&canonical(self.game, *position)).copied())
    }
}

/// The image that stands for all images of a position under the symmetries of a game.
pub(crate) fn canonical<G: Subject>(game: &G, position: G::Position) -> G::Position {
    let mut step = [Step::passing(position)];
    game.fold(&mut step);
    step[0].position
}

/// All that a search may take for leaves: solved positions, and those of the catalogue.
pub(crate) struct KnownElsewhere<'e, G: Subject> {
    pub(crate) solved: Option<SolvedLeaves<'e, G::Position>>,
    pub(crate) openings: Option<Openings<'e, G>>,
}

impl<'e, G: Subject> KnownElsewhere<'e, G> {
    /// What is known of positions of a problem's game besides the rules.
    ///
    /// # Errors
    ///
    /// The solved positions are of another game.
    pub(crate) fn of(
        problem: &Problem,
        game: &'e G,
        solved: Option<&'e Solution>,
        job: &Job,
    ) -> Result<Self, Error> {
        let solved = solved.map(|solution| SolvedLeaves::new(problem, game, solution, job));
        Ok(Self {
            solved: solved.transpose()?,
            openings: Openings::of(game, job),
        })
    }

    /// Whether anything is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.solved.is_none() && self.openings.is_none()
    }
}

impl<G: Subject> Leaves<G::Position> for KnownElsewhere<'_, G> {
    fn level(&self, position: &G::Position) -> Option<u32> {
        let solved = self.solved.as_ref().and_then(|of| of.level(position));
        solved.or_else(|| self.openings.as_ref()?.level(position))
    }

    fn value(&self, position: &G::Position) -> Result<Option<Value>, SolveError> {
        let solved = match &self.solved {
            Some(solved) if solved.level(position).is_some() => solved.value(position)?,
            _ => None,
        };
        match (&self.openings, solved) {
            (Some(openings), None) => openings.value(position),
            (_, solved) => Ok(solved),
        }
    }

    fn points(&self, position: &G::Position) -> Result<Option<i64>, SolveError> {
        match &self.solved {
            Some(solved) if solved.level(position).is_some() => solved.points(position),
            _ => Ok(None),
        }
    }
}
