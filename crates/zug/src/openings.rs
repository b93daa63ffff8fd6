//! Positions near the start of a large game, of which the catalogue says who wins: what a search
//! of the game knows before it begins.
//!
//! **Problem.** A search of Connect Four answers in seconds once eight discs lie on the board, and
//! takes half an hour before.
//!
//! **Method.** The catalogue says who wins each position after a number of moves
//! ([`zug_catalogue::Openings`]). Play is followed from the start to find out which position each of
//! its letters is for; who wins before, and by which move, follows backwards. When a search is asked
//! about one of these positions, that position and those a few moves behind it are taken into its
//! table, as if the search had found them. They hold for the rules and the parameters that they were
//! found for, and for no others.
//!
//! **Cost.** Play is followed each time a search begins. `bench/RESULTS.md` has what that takes.
//!
//! **When not to use it.** For a proof, which has to go on below each of these positions.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};
use zug_game::Step;
use zug_solve::Error as SolveError;
use zug_solve::search::{KnownPosition, Search, TakeKnown};
use zug_values::{Bounds, Outcome, Value};

use crate::subject::Subject;

/// The logarithm of the number of positions that were searched for each position, about: a table
/// that is full gives them up last.
const WORK: u8 = 32;

/// The number of moves behind a position that is asked about up to which positions are taken into the
/// table: enough for the values of its moves and for the answers to them, and few enough for a small
/// table.
const BEHIND: usize = 3;

/// What the catalogue knows of the positions near the start of a game.
pub(crate) struct Openings<P> {
    /// Who wins the positions after each number of moves.
    levels: Vec<Outcomes<P>>,
    /// The positions that a search knows, each with the number of moves behind it up to which the search
    /// knows the positions.
    taken: FxHashMap<P, usize>,
}

/// Who wins the positions after some number of moves, by the image that stands for all images of
/// a position.
type Outcomes<P> = FxHashMap<P, Outcome>;

impl<P: Copy + Eq + Hash> Openings<P> {
    /// What the catalogue knows of the game; `None` for most games.
    ///
    /// # Panics
    ///
    /// What the catalogue says does not follow the rules, which a test would have found.
    pub(crate) fn of<G: Subject<Position = P>>(game: &G) -> Option<Self> {
        let openings = openings(game)?;
        let mut letters = openings.outcomes.bytes().filter(u8::is_ascii_lowercase);
        let mut levels: Vec<Outcomes<P>> = Vec::new();
        for positions in met(game, openings.plies).iter().rev() {
            let outcome = |at: &P| match (levels.last(), letters.next()) {
                (Some(behind), _) => match steps(game, at) {
                    Ok(steps) => best(game, &steps, behind).1,
                    Err(end) => end,
                },
                (None, Some(b'w')) => Outcome::Win,
                (None, Some(b'd')) => Outcome::Draw,
                (None, Some(b'l')) => Outcome::Loss,
                (None, _) => panic!("there are more openings than the catalogue knows"),
            };
            let images = positions.iter().map(|at| game.canonical(at));
            let level = images.zip(positions.iter().map(outcome)).collect();
            levels.push(level);
        }
        levels.reverse();
        let taken = FxHashMap::default();
        Some(Self { levels, taken })
    }

    /// Has the search know a position and those a few moves behind it, as far as these are openings.
    ///
    /// # Errors
    ///
    /// The caller cancelled.
    pub(crate) fn take_in<G: Subject<Position = P>>(
        &mut self,
        game: &G,
        position: &P,
        search: &mut Search<'_, G>,
    ) -> Result<(), SolveError> {
        let Some(made) = self.moves_made(game, position) else {
            return Ok(());
        };
        let behind = BEHIND.min(self.levels.len() - 1 - made);
        search.take_in(&mut |take| self.take_from(game, (position, made), behind, take))
    }

    /// Hands on a position and those up to `behind` moves behind it, as far as this was not done before.
    /// The position comes after `made` moves.
    fn take_from<G: Subject<Position = P>>(
        &mut self,
        game: &G,
        (at, made): (&P, usize),
        behind: usize,
        take: &mut TakeKnown<'_>,
    ) -> Result<(), SolveError> {
        let before = self.taken.get(at).copied();
        if before >= Some(behind) {
            return Ok(());
        }
        self.taken.insert(*at, behind);
        let later = self.levels.get(made + 1);
        let steps = later.map(|_| steps(game, at)).transpose();
        // Where the game is over there is nothing to know.
        let Ok(steps) = steps else {
            return Ok(());
        };
        let steps = steps.unwrap_or_default();
        if before.is_none() {
            let best = later.map(|later| best(game, &steps, later).0);
            take(KnownPosition {
                position: game.pack(at),
                bounds: Bounds::of_any_length(self.levels[made][&game.canonical(at)]),
                best: best.and_then(|number| number.try_into().ok()),
                work: WORK,
            })?;
        }
        if behind > 0 {
            for step in steps {
                self.take_from(game, (&step.position, made + 1), behind - 1, take)?;
            }
        }
        Ok(())
    }

    /// The number of moves after which a position may come; `None` if it is no opening.
    fn moves_made<G: Subject<Position = P>>(&self, game: &G, position: &P) -> Option<usize> {
        let image = game.canonical(position);
        let mut levels = self.levels.iter();
        levels.position(|level| level.contains_key(&image))
    }
}

/// Whether the catalogue knows who wins a position, and who wins by each of its moves.
pub(crate) fn tell_moves<G: Subject>(game: &G, position: &G::Position) -> bool {
    openings(game).is_some_and(|openings| {
        let image = game.canonical(position);
        let levels = met(game, openings.plies - 1);
        let mut met = levels.iter().flatten();
        met.any(|at| game.canonical(at) == image) && steps(game, position).is_ok()
    })
}

/// What the catalogue says of the game; `None` for most games.
fn openings<G: Subject>(game: &G) -> Option<zug_catalogue::Openings> {
    let openings = zug_catalogue::openings(game.rules()?, &game.parameters());
    // It holds where the rules say how the game ends for a player who is stuck.
    openings.filter(|_| game.decides_stuck())
}

/// The positions after each number of moves up to `plies`, in the order in which they are met; of
/// those that symmetries make equal, the one that is met first.
fn met<G: Subject>(game: &G, plies: usize) -> Vec<Vec<G::Position>> {
    let mut levels = vec![vec![game.start()]];
    for _ in 0..plies {
        let mut met = FxHashSet::default();
        let mut next = Vec::new();
        for at in levels.last().into_iter().flatten() {
            for step in steps(game, at).unwrap_or_default() {
                if met.insert(game.canonical(&step.position)) {
                    next.push(step.position);
                }
            }
        }
        levels.push(next);
    }
    levels
}

/// The number of the first best move, and who wins by it.
fn best<G: Subject>(
    game: &G,
    steps: &[Step<G::Position>],
    behind: &Outcomes<G::Position>,
) -> (usize, Outcome) {
    let values = steps.iter().enumerate().rev().map(|(number, step)| {
        let outcome = behind[&game.canonical(&step.position)];
        (number, Value::finished(outcome).before(step.turn).outcome())
    });
    // Of equal ones the last is the greatest.
    let best = values.max_by_key(|(_, outcome)| Value::finished(*outcome));
    best.expect("a position that is no end has a move")
}

/// The moves of a position; who wins where the game is over.
fn steps<G: Subject>(game: &G, at: &G::Position) -> Result<Vec<Step<G::Position>>, Outcome> {
    let mut steps = Vec::new();
    let end = game.expand(at, &mut steps);
    match end.expect("play from the start meets no fault") {
        None => Ok(steps),
        Some(end) => Err(end),
    }
}
