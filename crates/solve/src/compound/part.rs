//! One part of a compound: a small table of all that can become of it.
//!
//! Parts meet in a compound whatever their games are, so a part forgets its game:
//! it keeps the numbers of its positions, the options of each, and what each is
//! worth alone. In a compound a player may move twice in the same part while the
//! other moves elsewhere. So a position here does not say who moves; it has the
//! options of both players, which are the same ones in an impartial game.
//!
//! Cost: one expansion a position and player. Bytes held: 4 an option and about 30
//! a position (twice that for a partizan game), and its game's positions with
//! their table as long as [`Explored`] is kept; about twice as much while it is
//! made, and the buffers of [`crate::positions::graph`]. Not for a game that fills the
//! memory by itself: the parts of a sum are small.
//!
//! ```
//! use zug_game::{Fault, Game, Players, Step};
//! use zug_solve::{Job, compound::Part};
//! use zug_values::{Nimber, Play, Plies, Value};
//!
//! /// Take one or two from a heap.
//! struct Heap;
//! impl Game for Heap {
//!     type Position = u32;
//!     type Move = u32;
//!     fn start(&self) -> u32 {
//!         10
//!     }
//!     fn players(&self) -> Players<Self> {
//!         Players::Impartial
//!     }
//!     fn moves(&self, heap: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
//!         out.extend(1..=*heap.min(&2));
//!         Ok(())
//!     }
//!     fn play(&self, heap: &u32, take: &u32) -> Result<Step<u32>, Fault> {
//!         Ok(Step::passing(heap - take))
//!     }
//!     fn move_name(&self, _: &u32, take: &u32) -> String {
//!         format!("take {take}")
//!     }
//! }
//!
//! let heap = Part::explore(&Heap, 10, &Job::default())?;
//! assert_eq!(heap.part().nimber(), Ok(Nimber(1)));
//! let five = heap.find(&5).expect("play comes by 5");
//! let five = heap.part().at(five);
//! let mover = zug_game::Player::First;
//! assert_eq!(five.value(mover, Play::Normal), Value::Win(Plies(3)));
//! assert_eq!(five.value(mover, Play::Misere), Value::Win(Plies(4)));
//! # Ok::<(), zug_solve::Error>(())
//! ```

use std::fmt;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use zug_game::{Boards, Fault, Game, Player, Players, Step};
use zug_job::{Budget, Charge, Job, Phase, Refusal, bytes_of};
use zug_values::{Nimber, Outcome, Play, Turn, Value};

use crate::error::{Error, NoNimber, NoPart};
use crate::impartial::{Nimbers, nimbers};
use crate::positions::{Graph, Ids, Pace, PositionId, hash};
use crate::segments::Segments;
use crate::strong::Method;

/// A game in one of its positions, as a part of a compound. Clones share the
/// table.
#[derive(Clone)]
pub struct Part {
    table: Arc<Table>,
    at: PositionId,
}

/// A part together with the positions of its game, or with its boards.
#[derive(Debug)]
pub struct Explored<P> {
    part: Part,
    ids: Ids<P>,
}

/// All positions of a part.
///
/// What differs between the players has a row for each: first the rows of First,
/// then those of Second. An impartial part has only the former.
struct Table {
    count: usize,
    sides: Sides,
    options: Lists,
    normal: Segments<Value>,
    misere: Segments<Value>,
    nimbers: Result<Nimbers, NoNimber>,
    /// Whether a position is a heap of Nim, option for option.
    heaps: Segments<bool>,
}

/// Whether both have the same options everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sides {
    Alike,
    Different,
}

impl Sides {
    fn rows(self) -> &'static [Player] {
        match self {
            Self::Alike => &[Player::First],
            Self::Different => &[Player::First, Player::Second],
        }
    }
}

impl Part {
    /// Finds all positions of an impartial game that play can reach.
    ///
    /// What the game says of a player who is stuck is not looked at: that is the
    /// compound's to say. A result of a position that is the same as being stuck
    /// counts as being stuck.
    ///
    /// # Errors
    ///
    /// [`NoPart`] if the game has no sum with others; the rules break; out of
    /// memory; cancelled.
    pub fn explore<G: Game>(
        game: &G,
        root: G::Position,
        job: &Job,
    ) -> Result<Explored<G::Position>, Error> {
        if !game.is_impartial() {
            return Err(NoPart::OneSided.into());
        }
        let expand = |position: &_, _, out: &mut Vec<_>| game.expand(position, out);
        explore(root, Sides::Alike, game.stuck(), expand, job)
    }

    /// Finds all boards of a game that the players can reach from the board of
    /// `root`, in whatever order they move.
    ///
    /// # Errors
    ///
    /// Those of [`Part::explore`].
    pub fn explore_boards<G: Boards>(
        game: &G,
        root: G::Position,
        job: &Job,
    ) -> Result<Explored<G::Board>, Error> {
        let sides = if game.is_impartial() {
            Sides::Alike
        } else {
            Sides::Different
        };
        let expand = |board: &_, player, out: &mut Vec<_>| game.options(board, player, out);
        explore(game.board(&root), sides, game.stuck(), expand, job)
    }

    /// The position it is in.
    #[must_use]
    pub fn position(&self) -> PositionId {
        self.at
    }

    /// The same part in another position.
    ///
    /// # Panics
    ///
    /// If the part has no such position.
    #[must_use]
    pub fn at(&self, position: PositionId) -> Self {
        assert!(
            position.index() < self.table.count,
            "no position of this part"
        );
        Self {
            table: self.table.clone(),
            at: position,
        }
    }

    /// How many positions the table has; their numbers are those below.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.table.count
    }

    /// Whether both players have the same options in all positions.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.table.sides == Sides::Alike
    }

    /// Whether neither player has a move here: it is over.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let rows = self.table.sides.rows().iter();
        rows.copied()
            .all(|mover| self.table.options.of(self.row(mover)).len() == 0)
    }

    /// The different positions that a player can move to, in the order of the
    /// rules.
    pub fn options(&self, mover: Player) -> impl ExactSizeIterator<Item = PositionId> + '_ {
        self.options_at(self.at, mover)
    }

    /// The same for another position of the table.
    pub(crate) fn options_at(
        &self,
        position: PositionId,
        mover: Player,
    ) -> impl ExactSizeIterator<Item = PositionId> + '_ {
        let places = self.option_range(position, mover);
        places.map(|place| self.option(place))
    }

    /// Where the options of a position stand in the table; [`Part::option`] reads
    /// them.
    pub(crate) fn option_range(&self, position: PositionId, mover: Player) -> Range<usize> {
        let Table { count, sides, .. } = *self.table;
        let row = row(count, sides, position.index(), mover);
        self.table.options.range(row)
    }

    /// The option at a place of the table.
    pub(crate) fn option(&self, place: usize) -> PositionId {
        PositionId::new(self.table.options.flat.get(place) as usize)
    }

    /// What it is worth to the mover when it is played alone.
    #[must_use]
    pub fn value(&self, mover: Player, convention: Play) -> Value {
        let values = match convention {
            Play::Normal => &self.table.normal,
            Play::Misere => &self.table.misere,
        };
        values.get(self.row(mover))
    }

    /// Its nimber (in normal play).
    ///
    /// # Errors
    ///
    /// Why it has none: the players differ, or play can go round in a circle
    /// somewhere in the table.
    pub fn nimber(&self) -> Result<Nimber, NoNimber> {
        match &self.table.nimbers {
            Ok(nimbers) => Ok(nimbers.get(self.at)),
            Err(why) => Err(*why),
        }
    }

    /// Its size, if it is a heap of Nim: not only worth as much, but with just the
    /// options that the heap has, and these with just theirs. Such a part is a heap
    /// in misère play too.
    #[must_use]
    pub fn heap(&self) -> Option<Nimber> {
        let nimber = self.nimber().ok()?;
        self.table.heaps.get(self.at.index()).then_some(nimber)
    }

    /// How many positions can be reached from here, this one included, and how
    /// many options these have (of both players).
    pub(crate) fn reach(&self, budget: &Budget) -> Result<(usize, usize), Refusal> {
        let count = self.table.count;
        // Each position waits once at most.
        let bytes = bytes_of::<bool>(count) + bytes_of::<PositionId>(count);
        let _room = budget.charge(bytes)?;
        let mut found = vec![false; count];
        found[self.at.index()] = true;
        let mut waiting = Vec::with_capacity(count);
        waiting.push(self.at);
        let (mut positions, mut options) = (0, 0);
        while let Some(position) = waiting.pop() {
            positions += 1;
            for &mover in self.table.sides.rows() {
                for to in self.options_at(position, mover) {
                    options += 1;
                    if !std::mem::replace(&mut found[to.index()], true) {
                        waiting.push(to);
                    }
                }
            }
        }
        Ok((positions, options))
    }

    fn row(&self, mover: Player) -> usize {
        row(self.table.count, self.table.sides, self.at.index(), mover)
    }
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part")
            .field("positions", &self.positions())
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

impl<P: Copy + Eq + Hash> Explored<P> {
    /// The part, in the position that was asked for.
    pub fn part(&self) -> &Part {
        &self.part
    }

    /// The game's position with this number, or its board where boards were explored.
    pub fn position(&self, id: PositionId) -> P {
        self.ids.position(id.index())
    }

    /// The number of a position, or of a board where boards were explored; `None` if
    /// it cannot be reached.
    pub fn find(&self, position: &P) -> Option<PositionId> {
        self.ids.find(position).map(PositionId::new)
    }
}

fn row(count: usize, sides: Sides, id: usize, mover: Player) -> usize {
    match (sides, mover) {
        (Sides::Alike, _) | (Sides::Different, Player::First) => id,
        (Sides::Different, Player::Second) => count + id,
    }
}

/// The options of every row, one after the other.
#[derive(Debug)]
struct Lists {
    /// Where the options of each row end.
    ends: Segments<u64>,
    flat: Segments<u32>,
}

impl Lists {
    fn new(budget: &Budget) -> Self {
        Self {
            ends: Segments::new(budget),
            flat: Segments::new(budget),
        }
    }

    fn of(&self, row: usize) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.range(row).map(|place| self.flat.get(place))
    }

    fn range(&self, row: usize) -> Range<usize> {
        let end = self.ends.get(row) as usize;
        let start = match row.checked_sub(1) {
            Some(before) => self.ends.get(before) as usize,
            None => 0,
        };
        start..end
    }

    /// Takes the rows of another after its own.
    fn append(&mut self, other: &Self, pace: &mut Pace<'_>) -> Result<(), Error> {
        let rows = self.ends.len();
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Discovering, rows);
        let before = self.flat.len() as u64;
        for place in 0..other.flat.len() {
            pace.step(0)?;
            self.flat.push(other.flat.get(place)).map_err(refused)?;
        }
        for row in 0..other.ends.len() {
            pace.step(0)?;
            let end = before + other.ends.get(row);
            self.ends.push(end).map_err(refused)?;
        }
        Ok(())
    }

    /// Whether every row has the same options as that of the other.
    ///
    /// Copies the options of one position of each at a time: 4 bytes an option,
    /// where exploring held 16 or more for the same ones.
    fn is_like(&self, other: &Self, pace: &mut Pace<'_>) -> Result<bool, Error> {
        let sorted = |lists: &Self, row| {
            let mut options: Vec<u32> = lists.of(row).collect();
            options.sort_unstable();
            options
        };
        if self.flat.len() != other.flat.len() {
            return Ok(false);
        }
        for row in 0..self.ends.len() {
            for _ in self.range(row) {
                pace.step(0)?;
            }
            if sorted(self, row) != sorted(other, row) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Finds all boards that can be reached from `root`, breadth first, so that most
/// options have larger numbers.
///
/// `expand` appends the options of a player on a board, or tells the player's outcome
/// where the game is over; `stuck` is the outcome that means that a player cannot
/// move.
fn explore<P: Copy + Eq + Hash>(
    root: P,
    mut sides: Sides,
    stuck: Outcome,
    expand: impl Fn(&P, Player, &mut Vec<Step<P>>) -> Result<Option<Outcome>, Fault>,
    job: &Job,
) -> Result<Explored<P>, Error> {
    let budget = &job.budget;
    let mut ids = Ids::new(budget);
    let mut of_first = Lists::new(budget);
    let mut of_second = Lists::new(budget);
    ids.intern(root, hash(&root))?;
    let mut steps: Vec<Step<P>> = Vec::new();
    let mut seen: HashSet<usize, FxBuildHasher> = HashSet::default();
    // Of one position at a time.
    let mut room = budget.open();
    let mut done = 0;
    let mut pace = Pace::new(Phase::Discovering, 0, 0, job);
    while done < ids.len() {
        pace.step(ids.len() - done)?;
        for &mover in sides.rows() {
            let lists = match mover {
                Player::First => &mut of_first,
                Player::Second => &mut of_second,
            };
            steps.clear();
            seen.clear();
            match expand(&ids.position(done), mover, &mut steps)? {
                Some(outcome) if outcome == stuck => steps.clear(),
                Some(_) => return Err(NoPart::Result.into()),
                None => {}
            }
            make_room(&steps, &mut seen, &mut room)
                .map_err(|refusal| Error::out_of_memory(refusal, Phase::Discovering, ids.len()))?;
            for step in &steps {
                if step.turn == Turn::Kept {
                    return Err(NoPart::KeptTurn.into());
                }
                let id = ids.intern(step.position, hash(&step.position))?;
                if seen.insert(id) {
                    lists.flat.push(id as u32).map_err(|refusal| {
                        Error::out_of_memory(refusal, Phase::Discovering, ids.len())
                    })?;
                }
            }
            lists
                .ends
                .push(lists.flat.len() as u64)
                .map_err(|refusal| Error::out_of_memory(refusal, Phase::Discovering, ids.len()))?;
        }
        done += 1;
    }
    if sides == Sides::Different {
        let edges = of_first.flat.len() + of_second.flat.len();
        let mut pace = Pace::new(Phase::Discovering, ids.len(), edges, job);
        if of_first.is_like(&of_second, &mut pace)? {
            sides = Sides::Alike;
        } else {
            of_first.append(&of_second, &mut pace)?;
        }
    }
    drop(of_second);
    let table = Table::new(ids.len(), sides, of_first, job)?;
    let part = Part {
        table: Arc::new(table),
        at: PositionId::new(0),
    };
    Ok(Explored { part, ids })
}

/// Charges the moves of a position, which the game has told by now, and before
/// it is taken the room to see which of them lead to the same.
fn make_room<P>(
    steps: &Vec<Step<P>>,
    seen: &mut HashSet<usize, FxBuildHasher>,
    room: &mut Charge,
) -> Result<(), Refusal> {
    /// A table has up to 16/7 places, of a byte more, for what it can hold; the
    /// one before is half as large, and is let go last.
    const SEEN: u64 = 4 * (size_of::<usize>() as u64 + 1);
    let places = seen.capacity().max(steps.len()) as u64;
    let bytes = bytes_of::<Step<P>>(steps.capacity()) + SEEN * places;
    room.grow(bytes.saturating_sub(room.bytes()))?;
    seen.reserve(steps.len());
    Ok(())
}

impl Table {
    fn new(count: usize, sides: Sides, lists: Lists, job: &Job) -> Result<Self, Error> {
        let alone = |convention| Alone {
            count,
            sides,
            lists: &lists,
            convention,
        };
        let normal = alone(Play::Normal).explore(job)?;
        let nimbers = match nimbers(&normal, job) {
            Ok(nimbers) => Ok(nimbers),
            Err(Error::NoNimber(why)) => Err(why),
            Err(other) => return Err(other),
        };
        let normal = values(normal, job)?;
        let misere = values(alone(Play::Misere).explore(job)?, job)?;
        let heaps = match &nimbers {
            Ok(nimbers) => heaps(&lists, nimbers, job)?,
            Err(_) => Segments::new(&job.budget),
        };
        Ok(Self {
            count,
            sides,
            options: lists,
            normal,
            misere,
            nimbers,
            heaps,
        })
    }
}

/// A position is a heap of n if its nimber is n, all its options are heaps, and
/// none of them has a larger nimber: then mex says that they are 0 to n - 1.
fn heaps(lists: &Lists, nimbers: &Nimbers, job: &Job) -> Result<Segments<bool>, Error> {
    let count = nimbers.iter().len();
    let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
    let mut pace = Pace::new(Phase::Solving, count, lists.flat.len(), job);
    let bytes = bytes_of::<(u32, bool)>(count);
    let _room = job.budget.charge(bytes).map_err(refused)?;
    let mut is_heap = vec![false; count];
    for id in by_nimber(nimbers, &mut pace, &job.budget)? {
        pace.step(count)?;
        let id = id as usize;
        // Options worth less are told already, by the order. One that is worth
        // more is not, and so it counts as none, which is right here.
        is_heap[id] = lists.of(id).all(|to| is_heap[to as usize]);
    }
    let mut heaps = Segments::new(&job.budget);
    for heap in is_heap {
        pace.step(0)?;
        heaps.push(heap).map_err(refused)?;
    }
    Ok(heaps)
}

/// The positions by rising nimber. The caller has charged the 4 bytes that each takes.
///
/// Sorted by counting, so that it can be cancelled while it runs: a nimber is never
/// larger than the number of positions.
fn by_nimber(nimbers: &Nimbers, pace: &mut Pace<'_>, budget: &Budget) -> Result<Vec<u32>, Error> {
    let count = nimbers.iter().len();
    let mut largest = 0;
    for nimber in nimbers.iter() {
        pace.step(count)?;
        largest = largest.max(nimber.0 as usize);
    }
    let _room = budget
        .charge(bytes_of::<u32>(largest + 2))
        .map_err(|refusal| Error::out_of_memory(refusal, Phase::Solving, count))?;
    // Where the positions of each nimber begin; then where the next of them goes.
    let mut next = vec![0_u32; largest + 2];
    for nimber in nimbers.iter() {
        pace.step(count)?;
        next[nimber.0 as usize + 1] += 1;
    }
    for nimber in 1..next.len() {
        next[nimber] += next[nimber - 1];
    }
    let mut sorted = vec![0; count];
    for (id, nimber) in nimbers.iter().enumerate() {
        pace.step(count)?;
        let place = &mut next[nimber.0 as usize];
        sorted[*place as usize] = id as u32;
        *place += 1;
    }
    Ok(sorted)
}

/// The part played alone, by turns. A position is a row of the table.
struct Alone<'t> {
    count: usize,
    sides: Sides,
    lists: &'t Lists,
    convention: Play,
}

impl Alone<'_> {
    /// All rows, numbered as they are.
    fn explore(&self, job: &Job) -> Result<Graph<u32>, Error> {
        let rows = self.count * self.sides.rows().len();
        Graph::explore(self, 0..rows as u32, job)
    }
}

fn values(graph: Graph<u32>, job: &Job) -> Result<Segments<Value>, Error> {
    let solution = graph.solve(Method::Auto, job)?;
    let mut values = Segments::new(&job.budget);
    for (_, value) in solution.iter() {
        values
            .push(value)
            .map_err(|refusal| Error::out_of_memory(refusal, Phase::Solving, solution.len()))?;
    }
    Ok(values)
}

impl Game for Alone<'_> {
    type Position = u32;
    /// The row that the move leads to.
    type Move = u32;

    fn start(&self) -> u32 {
        0
    }

    fn players(&self) -> Players<Self> {
        match self.sides {
            Sides::Alike => Players::Impartial,
            Sides::Different => Players::Partizan(|alone, &row| {
                if row as usize >= alone.count {
                    Player::Second
                } else {
                    Player::First
                }
            }),
        }
    }

    fn stuck(&self) -> Outcome {
        self.convention.stuck()
    }

    fn moves(&self, position: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
        let next = self.mover(position).opponent();
        let options = self.lists.of(*position as usize);
        out.extend(options.map(|id| row(self.count, self.sides, id as usize, next) as u32));
        Ok(())
    }

    fn play(&self, _: &u32, to: &u32) -> Result<Step<u32>, Fault> {
        Ok(Step::passing(*to))
    }

    fn move_name(&self, _: &u32, to: &u32) -> String {
        to.to_string()
    }
}
