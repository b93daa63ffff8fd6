//! Positions near the start of a large game, of which the catalogue says who wins: what a search
//! of the game knows before it begins.
//!
//! **Problem.** A search of Connect Four answers in seconds once eight discs lie on the board, and
//! takes half an hour before.
//!
//! **Method.** The catalogue has a game tree for such a game ([`zug_catalogue::openings`]) with who wins
//! each of its positions. A search takes them into its table as if it had found them. They hold for the
//! rules and the parameters that the tree was made for, and for no others. `zug-bench openings`
//! works the tree out; a test searches some of its positions again, without the tree.
//!
//! **Cost.** The tree is read each time a search begins. With its 2,224 positions the whole command
//! `zug solve connect-four --method search --moves one` takes 0.05 s of the processor.
//!
//! **When not to use it.** For a proof, which has to go on below each of these positions.

use std::collections::{HashMap, HashSet};

use zug_game::Step;
use zug_solve::Error as SolveError;
use zug_solve::search::{KnownPosition, Search};
use zug_values::{Bounds, Outcome, Value};

use crate::subject::Subject;

/// The logarithm of the number of positions that were searched for each position, about: a table
/// that is full gives them up last.
const WORK: u8 = 32;

/// Has a search know what the catalogue knows of its game.
///
/// # Errors
///
/// The caller cancelled.
///
/// # Panics
///
/// The tree of the catalogue does not follow the rules, which a test would have found.
pub(crate) fn take_in<G: Subject>(game: &G, search: &mut Search<'_, G>) -> Result<(), SolveError> {
    let known = known(game);
    search.take_in(&mut |take| known.iter().try_for_each(|of| take(*of)))
}

/// Whether the catalogue knows who wins a position, and where a move leads that keeps this.
pub(crate) fn tells_best_move<G: Subject>(game: &G, position: &G::Position) -> bool {
    let packed = game.pack(position);
    let mut known = known(game).into_iter();
    known.any(|of| of.position == packed && of.best.is_some())
}

/// The positions that the catalogue knows of a game, with all their images under symmetries; none for
/// most games.
fn known<G: Subject>(game: &G) -> Vec<KnownPosition> {
    let tree = game
        .rules()
        .and_then(|rules| zug_catalogue::openings(rules, &game.parameters()));
    // The tree holds where the rules say how the game ends for a player who is stuck.
    let Some(tree) = tree.filter(|_| game.decides_stuck()) else {
        return Vec::new();
    };
    let mut openings = Openings {
        game,
        outcomes: HashMap::new(),
        known: Vec::new(),
        met: HashSet::new(),
    };
    // The positions on the way to that of the line before.
    let mut way = Vec::new();
    for line in tree.lines() {
        let read = openings.take_line(&mut way, line);
        assert!(read.is_some(), "`{line}` does not follow the rules");
    }
    openings.meet(game.start());
    openings.known
}

/// A game tree that is read.
struct Openings<'g, G: Subject> {
    game: &'g G,
    /// Who wins, by the image that stands for all images of a position.
    outcomes: HashMap<G::Position, Outcome>,
    known: Vec<KnownPosition>,
    met: HashSet<G::Position>,
}

impl<G: Subject> Openings<'_, G> {
    /// Takes in a line of the tree; `None` if it does not follow the rules.
    fn take_line(&mut self, way: &mut Vec<G::Position>, line: &str) -> Option<()> {
        let (name, outcome) = line.trim_start().split_once(": ")?;
        let depth = line.len() - line.trim_start().len();
        way.truncate(depth);
        let at = match way.last() {
            None => self.game.start(),
            Some(before) => self.after(before, name)?,
        };
        way.push(at);
        self.outcomes
            .insert(self.game.canonical(&at), outcome.parse().ok()?);
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

    /// Meets a position, and those of the tree that may come after it.
    fn meet(&mut self, at: G::Position) -> Option<()> {
        let outcome = *self.outcome(at)?;
        let mut steps = Vec::new();
        let goes_on = self.game.expand(&at, &mut steps).ok()?.is_none();
        if !goes_on || !self.met.insert(at) {
            return None;
        }
        let keeps = |step: &Step<G::Position>| {
            let behind = self.outcome(step.position).copied();
            behind.is_some_and(|behind| {
                Value::finished(behind).before(step.turn).outcome() == outcome
            })
        };
        let best = steps.iter().position(keeps);
        self.known.push(KnownPosition {
            position: self.game.pack(&at),
            bounds: Bounds::of_any_length(outcome),
            best: best.and_then(|best| best.try_into().ok()),
            work: WORK,
        });
        for step in steps {
            self.meet(step.position);
        }
        Some(())
    }

    /// Who wins a position of the tree.
    fn outcome(&self, position: G::Position) -> Option<&Outcome> {
        self.outcomes.get(&self.game.canonical(&position))
    }
}
