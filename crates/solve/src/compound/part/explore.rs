//! Finding all positions of a part.

use std::hash::Hash;
use std::sync::Arc;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use zug_game::{Boards, Fault, Game, Player, Step};
use zug_job::{Budget, Charge, Job, Phase, Refusal, bytes_of};
use zug_values::{Outcome, Turn};

use super::Part;
use super::lists::Lists;
use super::rows::{Rows, Sides};
use super::table::Table;
use crate::error::{Error, NoPart};
use crate::positions::{Ids, MAX_WITH_MOVES, Pace, PositionId, hash};

/// A part with the positions of its game, or with the boards of its game.
#[derive(Debug)]
pub struct ExploredPart<P> {
    part: Part,
    ids: Ids<P>,
}

impl Part {
    /// Finds all positions of an impartial game that play can reach from `root`.
    ///
    /// Whether a stuck player loses or wins is for the compound to say, whatever the game
    /// says. Where the rules end the game with the outcome of a stuck player, the player
    /// counts as stuck.
    ///
    /// # Errors
    ///
    /// [`NoPart`] if the game cannot be played together with others; the rules break; out
    /// of memory; cancelled.
    pub fn explore<G: Game>(
        game: &G,
        root: G::Position,
        job: &Job,
    ) -> Result<ExploredPart<G::Position>, Error> {
        if !game.is_impartial() {
            return Err(NoPart::OneSided.into());
        }
        let expand = |position: &_, _, out: &mut Vec<_>| game.expand(position, out);
        explore(root, Sides::Alike, game.stuck(), expand, job)
    }

    /// Finds all boards of a game that can be reached from the board of `root` when the
    /// players move in any order.
    ///
    /// # Errors
    ///
    /// Those of [`Part::explore`].
    pub fn explore_boards<G: Boards>(
        game: &G,
        root: G::Position,
        job: &Job,
    ) -> Result<ExploredPart<G::Board>, Error> {
        let sides = if game.is_impartial() {
            Sides::Alike
        } else {
            Sides::Different
        };
        let expand = |board: &_, player, out: &mut Vec<_>| game.options(board, player, out);
        explore(game.board(&root), sides, game.stuck(), expand, job)
    }
}

impl<P: Copy + Eq + Hash> ExploredPart<P> {
    /// The part, in the position that was asked for.
    pub fn part(&self) -> &Part {
        &self.part
    }

    /// The position of the game with this number, or the board if boards were explored.
    pub fn position(&self, id: PositionId) -> P {
        self.ids.position(id.index())
    }

    /// The number of a position, or of a board if boards were explored; `None` if it was
    /// not reached.
    pub fn find(&self, position: &P) -> Option<PositionId> {
        self.ids.find(position).map(PositionId::new)
    }
}

/// Finds all boards that can be reached from `root`, breadth first, so that most options
/// have a larger number than their position.
///
/// `expand` appends the options of a player on a board, or returns the player's outcome if
/// the game is over. The outcome `stuck` means that the player cannot move.
fn explore<P: Copy + Eq + Hash>(
    root: P,
    mut sides: Sides,
    stuck: Outcome,
    expand: impl Fn(&P, Player, &mut Vec<Step<P>>) -> Result<Option<Outcome>, Fault>,
    job: &Job,
) -> Result<ExploredPart<P>, Error> {
    let budget = &job.budget;
    let mut ids = Ids::new(MAX_WITH_MOVES, budget);
    let mut of_first = Lists::new(budget);
    let mut of_second = Lists::new(budget);
    ids.intern(root, hash(&root))?;
    let mut options = Options::new(budget);
    let mut done = 0;
    let mut pace = Pace::new(Phase::Discovering, 0, 0, job);
    while done < ids.len() {
        pace.step(ids.len() - done)?;
        for &mover in sides.players() {
            options.steps.clear();
            match expand(&ids.position(done), mover, &mut options.steps)? {
                Some(outcome) if outcome == stuck => options.steps.clear(),
                Some(_) => return Err(NoPart::Result.into()),
                None => {}
            }
            let lists = match mover {
                Player::First => &mut of_first,
                Player::Second => &mut of_second,
            };
            options.add_row(&mut ids, lists)?;
        }
        done += 1;
    }
    if sides == Sides::Different {
        let edges = of_first.len() + of_second.len();
        let mut pace = Pace::new(Phase::Discovering, ids.len(), edges, job);
        if of_first.is_like(&of_second, &mut pace)? {
            sides = Sides::Alike;
        } else {
            of_first.append(&of_second, &mut pace)?;
        }
    }
    drop(of_second);
    let rows = Rows {
        positions: ids.len(),
        sides,
    };
    let table = Table::new(rows, of_first, job)?;
    let part = Part {
        table: Arc::new(table),
        at: PositionId::new(0),
    };
    Ok(ExploredPart { part, ids })
}

/// The options of a player on one board.
struct Options<P> {
    /// The moves, as the game tells them.
    steps: Vec<Step<P>>,
    /// The numbers of the boards that they lead to.
    seen: HashSet<usize, FxBuildHasher>,
    /// What the two take.
    charge: Charge,
}

impl<P: Copy + Eq + Hash> Options<P> {
    fn new(budget: &Budget) -> Self {
        Self {
            steps: Vec::new(),
            seen: HashSet::default(),
            charge: budget.open(),
        }
    }

    /// Adds a row with the different boards that the moves lead to.
    fn add_row(&mut self, ids: &mut Ids<P>, lists: &mut Lists) -> Result<(), Error> {
        let refused =
            |found| move |refusal| Error::out_of_memory(refusal, Phase::Discovering, found);
        self.seen.clear();
        self.make_room().map_err(refused(ids.len()))?;
        for step in &self.steps {
            if step.turn == Turn::Kept {
                return Err(NoPart::KeptTurn.into());
            }
            let id = ids.intern(step.position, hash(&step.position))?;
            if self.seen.insert(id) {
                lists.push(id as u32).map_err(refused(ids.len()))?;
            }
        }
        lists.close().map_err(refused(ids.len()))
    }

    /// Charges the moves, which the game has listed by now; then charges and takes room in
    /// `seen` for the boards that they lead to.
    fn make_room(&mut self) -> Result<(), Refusal> {
        /// A hash table has up to 16/7 places for each item that it can hold, and one byte
        /// more in each place. While it grows, the old table, of half its size, is there too.
        const SEEN: u64 = 4 * (size_of::<usize>() as u64 + 1);
        let places = self.seen.capacity().max(self.steps.len()) as u64;
        let bytes = bytes_of::<Step<P>>(self.steps.capacity()) + SEEN * places;
        self.charge
            .grow(bytes.saturating_sub(self.charge.bytes()))?;
        self.seen.reserve(self.steps.len());
        Ok(())
    }
}
