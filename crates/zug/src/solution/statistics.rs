//! What a designer of games asks of all positions: how long they last, how many moves they have,
//! which one is the hardest, and what of the rules never comes.
//!
//! One pass over the positions plays all moves of each. Positions count as the rules define them,
//! with whose turn it is ([`View::Turn`](super::View::Turn)).
//!
//! Whether a declaration of the rules is ever used is looked for in the same pass, in the images of
//! each position too, since a symmetry may map a move to one that is declared elsewhere. Most
//! declarations are seen within a few positions. One that never comes would be looked for to the
//! end, so that the search is given up after some millions of looks, and nothing is said then.
//!
//! Cost: the moves of each position are played once; memory for a few thousand numbers.

use zug_game::Player;
use zug_lang::{Diagnostic, Unseen, Word};
use zug_solve::table::{Counts as TableCounts, Entry};
use zug_values::{Plies, Value};

use super::counts::PlayerCount;
use super::histogram::Histogram;
use super::view::images;
use super::{AnySolved, Counts, Solution, Solved};
use crate::error::Error;
use crate::options::SolveOptions;
use crate::problem::{GameId, Position};
use crate::request::Scope;
use crate::subject::{Subject, for_each_game};

/// What all positions show of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Statistics {
    /// The number of positions of each kind, and who wins them.
    pub counts: Counts,
    /// The number of won positions for each number of plies that the win takes.
    pub wins: Histogram,
    /// The number of lost positions for each number of plies that the loss takes.
    pub losses: Histogram,
    /// A position with the longest win; `None` if no position is won.
    pub hardest: Option<Position>,
    /// The number of moves in all positions in which the game goes on.
    pub moves: u64,
    /// The largest number of moves of a position, and a position that has it; `None` if the game is
    /// over in all positions.
    pub most_moves: Option<(u64, Position)>,
    /// Moves and results of the rules that come in none of the positions, and players who win none.
    /// Empty unless play begins at the start of the game or all states are solved.
    pub warnings: Vec<Diagnostic>,
}

impl Statistics {
    /// The number of moves of a position in which the game goes on, on average; `None` if there is
    /// no such position.
    #[must_use]
    pub fn mean_moves(&self) -> Option<f64> {
        let going_on = self.counts.positions - self.counts.finished;
        (going_on > 0).then(|| self.moves as f64 / going_on as f64)
    }
}

/// The largest number of positions that are looked at for declarations that were not seen yet.
const MOST_LOOKS: u64 = 4_000_000;

impl Solution {
    /// Goes once over all positions and says what they show of the game. Of the options it heeds
    /// the watch and the token that cancels.
    ///
    /// ```
    /// use zug::{Problem, Request, SolveOptions};
    ///
    /// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
    /// let options = SolveOptions::default();
    /// let statistics = problem.solve(&options)?.statistics(&options)?;
    /// assert_eq!(statistics.most_moves.unwrap().0, 9);
    /// assert!(statistics.warnings.is_empty());
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The table of values cannot be read, the rules break, or the caller cancelled.
    pub fn statistics(&self, options: &SolveOptions) -> Result<Statistics, Error> {
        for_each_game!(&self.inner, AnySolved, solved => {
            solved.statistics((self.id, self.scope), options)
        })
    }
}

impl<G: Subject> Solved<G> {
    fn statistics(
        &self,
        (id, scope): (GameId, Scope),
        options: &SolveOptions,
    ) -> Result<Statistics, Error> {
        let job = options.job();
        let is_whole = scope == Scope::Everywhere || self.root == self.game.start();
        let mut pass = Pass {
            solved: self,
            counts: TableCounts::default(),
            players: PlayerCount::of(self),
            wins: Histogram::default(),
            losses: Histogram::default(),
            hardest: None,
            moves: 0,
            most_moves: None,
            unseen: self.game.unseen().filter(|_| is_whole),
            looks: 0,
            steps: Vec::new(),
        };
        let (mut positions, mut orbits) = (Vec::new(), Vec::new());
        self.pass(&job, |entries| {
            positions.clear();
            positions.extend(entries.iter().map(|entry| *entry.position()));
            self.game.orbits(&positions, &mut orbits);
            let orbits = orbits.iter().map(|&orbit| orbit as u64);
            let mut counted = entries.iter().zip(orbits);
            counted.try_for_each(|(entry, orbit)| pass.add(entry, orbit))
        })?;
        Ok(pass.told(id, &self.counts()?))
    }
}

/// What was found so far.
struct Pass<'s, G: Subject> {
    solved: &'s Solved<G>,
    counts: TableCounts,
    players: PlayerCount<'s, G>,
    wins: Histogram,
    losses: Histogram,
    /// The longest win and the least position that has it.
    hardest: Option<(Plies, G::Position)>,
    moves: u64,
    /// The largest number of moves and the least position that has it.
    most_moves: Option<(u64, G::Position)>,
    /// The declarations that were not seen yet; `None` where they are not looked for.
    unseen: Option<Unseen>,
    /// The number of positions in which they were looked for.
    looks: u64,
    /// The moves of the position at hand.
    steps: Vec<zug_game::Step<G::Position>>,
}

impl<G: Subject> Pass<'_, G> {
    /// Adds a position that stands for `orbit` positions.
    fn add(&mut self, entry: &Entry<G::Position>, orbit: u64) -> Result<(), Error> {
        let game = &self.solved.game;
        let position = *entry.position();
        self.counts.add(entry, orbit);
        self.players.add(entry, orbit);
        match entry.value() {
            Value::Win(plies) => {
                self.wins.add(plies, orbit);
                keep_largest(&mut self.hardest, plies, position);
            }
            Value::Loss(plies) => self.losses.add(plies, orbit),
            Value::Draw | Value::EndlessWin | Value::EndlessLoss => {}
        }
        self.steps.clear();
        if game.expand(&position, &mut self.steps)?.is_none() {
            let moves = self.steps.len() as u64;
            self.moves += orbit * moves;
            keep_largest(&mut self.most_moves, moves, position);
        }
        let Some(unseen) = &mut self.unseen else {
            return Ok(());
        };
        if unseen.is_empty() {
            return Ok(());
        }
        for image in images(game, &position) {
            self.looks += 1;
            game.see(&image, unseen)?;
        }
        if self.looks > MOST_LOOKS && !unseen.is_empty() {
            self.unseen = None;
        }
        Ok(())
    }

    fn told(self, id: GameId, counts: &Counts) -> Statistics {
        let position = |at: G::Position| Position::new(at.widen(), id);
        let players = self.players.told();
        let is_whole = self.unseen.is_some();
        let why = format!(
            "in none of the {} positions of play with these parameters",
            self.counts.positions()
        );
        let mut warnings = self
            .unseen
            .map_or_else(Vec::new, |unseen| unseen.warnings(&why));
        if let Some(wins) = players.filter(|_| is_whole) {
            let without = [Player::First, Player::Second]
                .into_iter()
                .filter(|player| wins.of(*player) == 0);
            let game = &self.solved.game;
            warnings.extend(without.filter_map(|player| game.wins_nothing(player, &why)));
        }
        Statistics {
            counts: Counts {
                players,
                ..Counts::of_orbits(&self.counts, counts.canonical, counts.moves)
            },
            wins: self.wins,
            losses: self.losses,
            hardest: self.hardest.map(|(_, at)| position(at)),
            moves: self.moves,
            most_moves: self.most_moves.map(|(moves, at)| (moves, position(at))),
            warnings,
        }
    }
}

/// Keeps the larger number; of equal numbers the one with the lesser position.
fn keep_largest<N: Ord, P: Ord>(kept: &mut Option<(N, P)>, number: N, position: P) {
    let is_larger = match kept {
        None => true,
        Some((known, at)) => (&number, &*at) > (&*known, &position),
    };
    if is_larger {
        *kept = Some((number, position));
    }
}
