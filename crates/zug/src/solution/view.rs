//! Counting solved positions in a view, with their moves and their ties.
//!
//! A *view* says which positions count as one. As the rules define them, two positions with the
//! same pieces and another player to move are two. To the player to move they may look the same:
//! the mover's own pieces stand where the mover's own pieces stood. Other programs often count
//! so, or count positions once that some symmetry makes equal. In each view a class of positions
//! counts once if play reaches one of its positions at least; all positions of a class have the
//! same value, which is compared where play reaches several of them.
//!
//! A *tie* is a drawn position from which moves that keep the draw can lead to a finished drawn
//! position. From any other drawn position play that keeps the draw never ends. The least number
//! of such moves is a shortest path, found by retrograde analysis of a game of one player: its
//! positions are the drawn ones, its moves are those between them, the player keeps the turn, and
//! a finished draw is a win.
//!
//! Cost: a pass over the positions that plays all moves; in the mover's view a look-up for each
//! position in which Second is to move, and up to symmetry a look-up for each image; and, where
//! there are draws, what it takes to solve a game of the drawn positions, in memory too.

use std::ops::ControlFlow;

use zug_game::{Fault, Game, Player, Players, Step};
use zug_job::{Job, Phase, Progress, Stopped};
use zug_solve::Error as SolveError;
use zug_solve::strong;
use zug_solve::table::{Counts as TableCounts, Entry};
use zug_values::{Outcome, Plies, Turn, Value};

use super::{AnySolved, Solution, Solved};
use crate::error::Error;
use crate::flaw::SolutionFlaw;
use crate::options::SolveOptions;
use crate::subject::{Subject, for_each_game};

/// A way to count solved positions: it says which positions are counted as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum View {
    /// Each position counts, as the rules define it and with whose turn it is.
    #[default]
    Turn,
    /// Positions that look the same to the player to move count as one: a position in which
    /// Second is to move counts as its image under the first symmetry that swaps the players, of
    /// those that the rules declare.
    Mover,
    /// Positions that some declared symmetry maps to one another count as one.
    Orbits,
}

/// The number of solved positions of each kind in a view. The outcomes are the mover's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ViewCounts {
    /// The view.
    pub view: View,
    /// All positions.
    pub positions: u64,
    /// The positions that the mover wins.
    pub wins: u64,
    /// The positions that the mover loses.
    pub losses: u64,
    /// The positions that neither player wins.
    pub draws: u64,
    /// The positions in which the game is over.
    pub finished: u64,
    /// The moves out of the positions that are counted.
    pub moves: u64,
    /// The longest win; `None` if there is no win.
    pub longest_win: Option<Plies>,
    /// The longest loss; `None` if there is no loss.
    pub longest_loss: Option<Plies>,
    /// The drawn positions from which moves that keep the draw can lead to a finished drawn
    /// position, finished drawn positions included.
    pub ties: u64,
    /// The largest number of plies that a tie is away from its nearest finished drawn position;
    /// `None` if there is no tie.
    pub longest_tie: Option<Plies>,
}

impl ViewCounts {
    /// The drawn positions from which play never ends as long as both players keep the draw.
    #[must_use]
    pub fn endless(&self) -> u64 {
        self.draws - self.ties
    }
}

impl Solution {
    /// Counts the solved positions in a view. Of the options it heeds the threads, the watch and
    /// the token that cancels; and the memory, if the solution is a table of the caller
    /// ([`Solution::of_table`]). Any other solution is counted within its own budget.
    ///
    /// ```
    /// use zug::{Problem, Request, SolveOptions, View};
    ///
    /// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
    /// let options = SolveOptions::default();
    /// let counts = problem.solve(&options)?.count(View::Orbits, &options)?;
    /// assert_eq!((counts.positions, counts.endless()), (765, 0));
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The rules declare no symmetry that swaps the players and the view is the mover's; the
    /// table of values cannot be read; the memory does not suffice; the caller cancelled; or a
    /// symmetry maps a position to one of another value, which is a defect of Zug.
    pub fn count(&self, view: View, options: &SolveOptions) -> Result<ViewCounts, Error> {
        for_each_game!(&self.inner, AnySolved, solved => solved.count(view, options))
    }
}

/// The number of positions after which the count looks again whether the caller has cancelled.
const OFTEN: u64 = 4096;

impl<G: Subject> Solved<G> {
    fn count(&self, view: View, options: &SolveOptions) -> Result<ViewCounts, Error> {
        let job = match self.stored.budget() {
            Some(budget) => options.job().with_budget(budget.clone()),
            None => options.job(),
        };
        let classes = Classes::of(self, view)?;
        let ties = self.ties(&job)?;
        let mut count = Count {
            solved: self,
            counts: TableCounts::default(),
            moves: 0,
            ties: 0,
            longest_tie: None,
            steps: Vec::new(),
        };
        let (mut seen, mut failure) = (0, Ok(()));
        let whole = self.stored.table().len();
        self.stored.table().each_block(&mut |block| {
            failure = block.iter().try_for_each(|entry| {
                if seen % OFTEN == 0 {
                    let reached = Progress {
                        frontier: whole - seen,
                        whole: Some(whole),
                        ..Progress::at(Phase::Counting, seen)
                    };
                    job.tell(&reached).map_err(SolveError::from)?;
                }
                seen += 1;
                count.add(entry, classes.weight(entry)?, ties.as_ref())
            });
            match &failure {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        failure?;
        Ok(count.told(view))
    }

    /// The drawn positions as a game of one player who wants to end the game, solved; `None` if
    /// there are none.
    fn ties(&self, job: &Job) -> Result<Option<strong::Solution<G::Position>>, Error> {
        let mut drawn = Vec::new();
        let mut charge = job.budget.open();
        let mut refused = Ok(());
        self.stored.table().each_block(&mut |block| {
            let is_drawn = |entry: &&Entry<G::Position>| entry.value() == Value::Draw;
            refused = charge.make_room(&mut drawn, block.iter().filter(is_drawn).count());
            if refused.is_err() {
                return ControlFlow::Break(());
            }
            drawn.extend(block.iter().filter(is_drawn).map(|entry| *entry.position()));
            ControlFlow::Continue(())
        })?;
        refused.map_err(|refusal| {
            let reached = Progress::at(Phase::Counting, drawn.len() as u64);
            SolveError::from(Stopped::out_of_memory(refusal, reached))
        })?;
        if drawn.is_empty() {
            return Ok(None);
        }
        let game = KeepingTheDraw { solved: self };
        Ok(Some(strong::solve(&game, drawn, job)?))
    }
}

/// What is counted so far.
struct Count<'s, G: Subject> {
    solved: &'s Solved<G>,
    counts: TableCounts,
    moves: u64,
    ties: u64,
    longest_tie: Option<Plies>,
    /// The moves of the position at hand.
    steps: Vec<Step<G::Position>>,
}

impl<G: Subject> Count<'_, G> {
    /// Counts `weight` positions more that are like this one.
    fn add(
        &mut self,
        entry: &Entry<G::Position>,
        weight: u64,
        ties: Option<&strong::Solution<G::Position>>,
    ) -> Result<(), Error> {
        if weight == 0 {
            return Ok(());
        }
        self.counts.add(entry, weight);
        self.steps.clear();
        if self
            .solved
            .game
            .expand(entry.position(), &mut self.steps)?
            .is_none()
        {
            self.moves += weight * self.steps.len() as u64;
        }
        let to_the_end = ties.and_then(|ties| ties.value(entry.position()));
        if let Some(Value::Win(plies)) = to_the_end {
            self.ties += weight;
            self.longest_tie = self.longest_tie.max(Some(plies));
        }
        Ok(())
    }

    fn told(&self, view: View) -> ViewCounts {
        let counts = &self.counts;
        ViewCounts {
            view,
            positions: counts.positions(),
            wins: counts.wins(),
            losses: counts.losses(),
            draws: counts.draws(),
            finished: counts.finished(),
            moves: self.moves,
            longest_win: counts.longest_win(),
            longest_loss: counts.longest_loss(),
            ties: self.ties,
            longest_tie: self.longest_tie,
        }
    }
}

/// The classes of positions that count as one.
enum Classes<'s, G: Subject> {
    /// Each position is a class.
    Turn(&'s Solved<G>),
    /// A position in which Second is to move belongs to its image under this element of all
    /// declared symmetries.
    Mover(&'s Solved<G>, G, usize),
    /// The orbits of all declared symmetries.
    Orbits(&'s Solved<G>, G),
}

impl<'s, G: Subject> Classes<'s, G> {
    fn of(solved: &'s Solved<G>, view: View) -> Result<Self, Error> {
        let declared = solved.game.with_symmetries(None);
        Ok(match view {
            View::Turn => Self::Turn(solved),
            View::Mover => {
                // The declared symmetries come first in their group, in the order of the rules.
                let mover = |element| declared.mover(&declared.image(&solved.root, element));
                let swap = (1..declared.order()).find(|&element| mover(element) != mover(0));
                let swap = swap.ok_or(Error::NoSwapDeclared)?;
                Self::Mover(solved, declared, swap)
            }
            View::Orbits => Self::Orbits(solved, declared),
        })
    }

    /// The number of classes that count with this entry: each class of the positions that the
    /// entry stands for counts with exactly one entry.
    fn weight(&self, entry: &Entry<G::Position>) -> Result<u64, Error> {
        match self {
            Self::Turn(solved) => Ok(solved.game.orbit(entry.position()) as u64),
            Self::Mover(solved, declared, swap) => {
                let mut weight = 0;
                for position in images(&solved.game, entry.position()) {
                    // With Second to move it counts unless the one that looks the same, with
                    // First to move, is there and counts.
                    let counts = solved.game.mover(&position) == Player::First
                        || !solved.has_image(entry, declared.image(&position, *swap))?;
                    weight += u64::from(counts);
                }
                Ok(weight)
            }
            Self::Orbits(solved, declared) => {
                if declared.order() == solved.game.order() {
                    return Ok(1);
                }
                // The least of the entries that belong to one class counts.
                let mut others: Vec<_> = images(declared, entry.position());
                for image in &mut others {
                    *image = solved.game.canonical(image);
                }
                others.sort_unstable();
                others.dedup();
                for image in others {
                    if image != *entry.position() && solved.has_image(entry, image)? {
                        return Ok(u64::from(image > *entry.position()));
                    }
                }
                Ok(1)
            }
        }
    }
}

impl<G: Subject> Solved<G> {
    /// Whether an image of an entry's position is among those solved; then it must have the
    /// value of the entry.
    fn has_image(&self, entry: &Entry<G::Position>, image: G::Position) -> Result<bool, Error> {
        let value = self.value(image)?;
        match value {
            Some(value) if value != entry.value() => Err(SolutionFlaw::Image {
                position: self.game.print(entry.position()),
                image: self.game.print(&image),
            }
            .into()),
            value => Ok(value.is_some()),
        }
    }
}

/// The images of a position under the symmetries of a game, each once.
fn images<G: Subject>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let images = (0..game.order()).map(|element| game.image(position, element));
    let mut images: Vec<_> = images.collect();
    images.sort_unstable();
    images.dedup();
    images
}

/// The drawn positions, with the moves that keep the draw. Whoever is to move keeps the turn, and
/// wins where the game ends drawn.
struct KeepingTheDraw<'s, G: Subject> {
    solved: &'s Solved<G>,
}

impl<G: Subject> Game for KeepingTheDraw<'_, G> {
    type Position = G::Position;
    type Move = usize;

    fn start(&self) -> G::Position {
        self.solved.game.canonical(&self.solved.root)
    }

    fn players(&self) -> Players<Self> {
        Players::Unnamed
    }

    fn result(&self, position: &G::Position) -> Result<Option<Outcome>, Fault> {
        self.expand(position, &mut Vec::new())
    }

    fn moves(&self, position: &G::Position, out: &mut Vec<usize>) -> Result<(), Fault> {
        let mut steps = Vec::new();
        self.expand(position, &mut steps)?;
        out.extend(0..steps.len());
        Ok(())
    }

    fn play(&self, position: &G::Position, choice: &usize) -> Result<Step<G::Position>, Fault> {
        let mut steps = Vec::new();
        self.expand(position, &mut steps)?;
        let step = steps.get(*choice).copied();
        step.ok_or_else(|| Fault::new("this move is not legal here"))
    }

    fn move_name(&self, _: &G::Position, choice: &usize) -> String {
        choice.to_string()
    }

    fn expand(
        &self,
        position: &G::Position,
        out: &mut Vec<Step<G::Position>>,
    ) -> Result<Option<Outcome>, Fault> {
        let (first, game) = (out.len(), &self.solved.game);
        if game.expand(position, out)?.is_some() {
            out.truncate(first);
            return Ok(Some(Outcome::Win));
        }
        game.canonical_steps(&mut out[first..]);
        let mut kept = first;
        for at in first..out.len() {
            let position = out[at].position;
            let value = self.solved.stored.find(position);
            let value = value.map_err(|unreadable| Fault::new(unreadable.to_string()))?;
            if value == Some(Value::Draw) {
                out[kept] = Step {
                    position,
                    turn: Turn::Kept,
                };
                kept += 1;
            }
        }
        out.truncate(kept);
        Ok(None)
    }
}
