//! Counting solved positions in a view, with their moves and their ties.
//!
//! A *view* says which positions count as one. As the rules define them, two positions with the
//! same pieces and another player to move are two. To the player to move they may look the same:
//! the mover's own pieces stand where the mover's own pieces stood. Other programs often count
//! so, or count positions once that some symmetry makes equal. In each view a class of positions
//! counts once if play reaches one of its positions at least; all positions of a class have the
//! same value, which is compared where play reaches several of them.
//!
//! Ties, which are drawn positions that need not go on for ever, are told from all other draws
//! (`ties`).
//!
//! Cost: a pass over the positions that plays all moves; in the mover's view a look-up for each
//! position in which Second is to move, and up to symmetry a look-up for each image; and, where
//! there are draws, what it takes to solve a game of the drawn positions, in memory too.

use zug_game::{Player, Step};
use zug_solve::strong;
use zug_solve::table::{Counts as TableCounts, Entry};
use zug_values::{Plies, Value};

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

impl<G: Subject> Solved<G> {
    fn count(&self, view: View, options: &SolveOptions) -> Result<ViewCounts, Error> {
        let job = self.stored.job(options);
        let classes = Classes::of(self, view)?;
        let ties = self.all_ties(&job)?;
        let mut count = Count {
            solved: self,
            counts: TableCounts::default(),
            moves: 0,
            ties: 0,
            longest_tie: None,
            steps: Vec::new(),
        };
        self.pass(&job, |entries| {
            entries
                .iter()
                .try_for_each(|entry| count.add(entry, classes.weight(entry)?, ties.as_ref()))
        })?;
        Ok(count.told(view))
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
        let to_the_end = match self.solved.stored.attained(entry.position())? {
            Some(attained) => Some(attained.plies).filter(|_| entry.value() == Value::Draw),
            None => match ties.and_then(|ties| ties.value(entry.position())) {
                Some(Value::Win(plies)) => Some(plies),
                _ => None,
            },
        };
        if let Some(plies) = to_the_end {
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
pub(super) fn images<G: Subject>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let images = (0..game.order()).map(|element| game.image(position, element));
    let mut images: Vec<_> = images.collect();
    images.sort_unstable();
    images.dedup();
    images
}
