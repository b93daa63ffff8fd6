//! Loopy nimbers of all positions of an impartial game in which play can go round in a circle.
//!
//! C. A. B. Smith, *Graphs and composite games* (1966); A. S. Fraenkel and Y. Perl, *Constructions in
//! combinatorial games with cycles* (1975); A. S. Fraenkel and Y. Yesha, *The generalized
//! Sprague–Grundy function and its invariance under certain mappings* (1986). Under normal play a
//! position is worth the number n if n is the least number that no option is worth, and if each option
//! that is not known to be worth a smaller number *reverts*: it has a move to a position that was worth
//! n before. Whoever moves to such an option is answered by that move, and the positions that answers
//! lead to come earlier in the order in which they got their numbers, so that this ends. A position that
//! gets no number is worth ∞(K), with the set K of the numbers of its options
//! ([`zug_values::loopy`] adds such values). Alone, 0 is lost, another number is won, and ∞(K) is won if
//! K has 0, else drawn.
//!
//! The numbers are given out in rounds, the 0s first. Round n is retrograde analysis in which the
//! positions worth n are the lost ones: a position reverts once it has a move to such a position, and a
//! position that has no such move is worth n once all its options that have no number revert. After the
//! round, a position without a number that does not revert has no option worth n: n is missing among its
//! options for ever, it cannot be worth more, and is worth ∞. So each position that is left has options
//! worth 0 to n. Where all play ends, the numbers are the nimbers of [`super::nimbers`].
//!
//! To find whether all options of a position revert, the position *watches* one that does not, and looks
//! for the next one when that reverts, as solvers of satisfiability watch a literal. Positions that
//! revert early in a round watch nothing.
//!
//! Cost: the moves turned round; a look at each move into a position that gets a number; and for each
//! position a look at its moves in its last round, and in each round in which it came to revert late.
//! That is near-linear in the moves; the most that is possible is the moves times the largest number, which
//! is below the root of twice the number of moves. Memory beside the graph: 4 bytes for each move and 4
//! for each position, about 20 bytes for each position while it works, and the different sets, of 4 bytes
//! for each number.
//! When not to use it: where play ends, [`super::nimbers`] looks at each move once.
//!
//! ```
//! use zug_game::{Fault, Game, Players, Step};
//! use zug_solve::{Job, impartial, positions::Graph};
//!
//! /// A token goes from 2 to 1 or stays, and from 1 to 0.
//! struct Token;
//! impl Game for Token {
//!     type Position = u32;
//!     type Move = u32;
//!     fn start(&self) -> u32 {
//!         2
//!     }
//!     fn players(&self) -> Players<Self> {
//!         Players::Impartial
//!     }
//!     fn moves(&self, at: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
//!         match at {
//!             2 => out.extend([1, 2]),
//!             1 => out.push(0),
//!             _ => {}
//!         }
//!         Ok(())
//!     }
//!     fn play(&self, _: &u32, to: &u32) -> Result<Step<u32>, Fault> {
//!         Ok(Step::passing(*to))
//!     }
//!     fn move_name(&self, _: &u32, to: &u32) -> String {
//!         to.to_string()
//!     }
//! }
//!
//! let job = Job::default();
//! let graph = Graph::explore(&Token, [2], &job)?;
//! let nimbers = impartial::loopy_nimbers(&graph, &job)?;
//! let of = |at| nimbers.get(graph.id(&at).expect("play comes there")).to_string();
//! assert_eq!([of(0), of(1), of(2)], ["0", "1", "∞(1)"]);
//! # Ok::<(), zug_solve::Error>(())
//! ```

use std::hash::Hash;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use zug_job::{Charge, Job, Phase, Refusal, bytes_of, table_bytes};
use zug_values::{Infinity, LoopyNimber, Nimber};

use super::defined::refuse_undefined;
use crate::cells::Cells;
use crate::error::{Error, NoNimber};
use crate::positions::{Edges, Graph, Pace, PositionId};
use crate::segments::Segments;
use crate::strong::predecessors::Reversed;

/// The loopy nimber of every position of a graph, by the position's id.
#[derive(Debug)]
pub struct LoopyNimbers {
    /// The number of each position; from `infinite` on, the place of its set in `sets` plus `infinite`.
    cells: Cells,
    /// A number that is larger than that of any position.
    infinite: u32,
    sets: Vec<Infinity>,
    charge: Charge,
}

impl LoopyNimbers {
    /// The loopy nimber of the position with this id. The id must come from the graph that the numbers
    /// were worked out for, or from its solution.
    ///
    /// # Panics
    ///
    /// If no position of that graph has this id.
    #[must_use]
    pub fn get(&self, id: PositionId) -> LoopyNimber {
        let cell = self.cells.get(id.index());
        match cell.checked_sub(self.infinite) {
            Some(set) => self.sets[set as usize].clone().into(),
            None => Nimber(cell).into(),
        }
    }

    /// The loopy nimbers of all positions, in order of discovery.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = LoopyNimber> {
        (0..self.cells.len()).map(|index| self.get(PositionId::new(index)))
    }

    /// The bytes that the numbers and the sets take.
    #[must_use]
    pub fn held_bytes(&self) -> u64 {
        self.cells.bytes() + self.charge.bytes()
    }
}

/// The loopy nimber of every position of the graph.
///
/// # Errors
///
/// [`NoNimber`] where loopy nimbers are not defined; the other errors say that memory ran out or that
/// the caller cancelled the work.
pub fn loopy_nimbers<P>(graph: &Graph<P>, job: &Job) -> Result<LoopyNimbers, Error>
where
    P: Copy + Eq + Hash,
{
    refuse_undefined(graph, job)?;
    let count = graph.len();
    let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
    let mut labels = Cells::zeros(count, &job.budget).map_err(refused)?;
    let infinite = Rounds::new(&graph.edges, count, job)?.label(&mut labels)?;
    let mut sets = Sets::new(job);
    let mut pace = Pace::new(Phase::Solving, count, graph.edges.len(), job);
    // The sets are read off the labels, so the numbers are written only when all sets are known.
    let mut cells = Cells::new(&job.budget);
    for position in 0..count {
        pace.step(count - position)?;
        let cell = match label_of(labels.get(position)) {
            Label::Number(number) => number,
            Label::None | Label::Infinite => {
                sets.numbers.clear();
                for edge in graph.edges.at(graph.edges.range(position)) {
                    pace.step(count - position)?;
                    if let Label::Number(number) = label_of(labels.get(edge.to())) {
                        sets.numbers.push(Nimber(number));
                    }
                }
                infinite + sets.place()?
            }
        };
        cells.push(cell).map_err(refused)?;
    }
    let (sets, charge) = sets.finished();
    Ok(LoopyNimbers {
        cells,
        infinite,
        sets,
        charge,
    })
}

/// What the rounds know of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// It has no number, and may get one in this round or a later one.
    None,
    /// It gets no number.
    Infinite,
    /// It is worth this number.
    Number(u32),
}

/// The label in a cell; a cell of zero is a position without a label.
fn label_of(cell: u32) -> Label {
    match cell {
        0 => Label::None,
        1 => Label::Infinite,
        number => Label::Number(number - 2),
    }
}

/// The cell of a label.
fn cell_of(label: Label) -> u32 {
    match label {
        Label::None => 0,
        Label::Infinite => 1,
        Label::Number(number) => number + 2,
    }
}

/// What the rounds work with.
struct Rounds<'a> {
    job: &'a Job,
    pace: Pace<'a>,
    count: usize,
    edges: &'a Edges,
    moves_into: Reversed,
    /// For each position, the number of its moves to positions that have no number.
    open: Cells,
    /// For each position, the last round in which it reverts, counted from 1; 0 if there is none.
    reverting: Cells,
    watches: Watches,
}

/// Which positions wait for which option to revert.
///
/// A position that waits watches one option that has no number and does not revert yet. When that option
/// reverts, it looks for another one among its moves behind that.
struct Watches {
    /// For each position, one more than the first position that watches it; 0 if none does.
    first: Cells,
    /// For each position that watches, one more than the next that watches the same option.
    next: Cells,
    /// For each position, the number of its moves before the one to the option that it watches.
    passed: Cells,
    /// The positions that were watched in this round.
    watched: Segments<u32>,
}

impl<'a> Rounds<'a> {
    fn new(edges: &'a Edges, count: usize, job: &'a Job) -> Result<Self, Error> {
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
        let moves_into = Reversed::new(edges, count, job)?;
        let mut pace = Pace::new(Phase::Solving, count, edges.len(), job);
        let mut open = Cells::new(&job.budget);
        for position in 0..count {
            pace.step(count)?;
            open.push(edges.degree(position) as u32).map_err(refused)?;
        }
        let zeros = || Cells::zeros(count, &job.budget).map_err(refused);
        Ok(Self {
            job,
            pace,
            count,
            edges,
            moves_into,
            open,
            reverting: zeros()?,
            watches: Watches {
                first: zeros()?,
                next: zeros()?,
                passed: zeros()?,
                watched: Segments::new(&job.budget),
            },
        })
    }

    /// Labels each position, and returns a number that is larger than those of all positions.
    fn label(mut self, labels: &mut Cells) -> Result<u32, Error> {
        let mut left = Segments::new(&self.job.budget);
        for position in 0..self.count as u32 {
            self.pace.step(self.count)?;
            let pushed = left.push(position);
            pushed.map_err(|refusal| Error::out_of_memory(refusal, Phase::Solving, self.count))?;
        }
        let mut number = 0;
        while left.len() > 0 {
            self.round(number, &left, labels)?;
            left = self.without_labelled(number, &left, labels)?;
            number += 1;
        }
        Ok(number)
    }

    /// Labels each position that is worth `number`; `left` are the positions without a label.
    fn round(
        &mut self,
        number: u32,
        left: &Segments<u32>,
        labels: &mut Cells,
    ) -> Result<(), Error> {
        let count = self.count;
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
        // The positions all of whose options have a number or revert.
        let mut answered = Segments::new(&self.job.budget);
        for &position in left.slices(0..left.len()).flatten() {
            self.pace.step(left.len())?;
            if self.open.get(position as usize) == 0 {
                answered.push(position).map_err(refused)?;
            }
        }
        self.give(number, answered, labels)?;
        // Most positions that are left revert now, and need no look at their moves.
        let mut answered = Segments::new(&self.job.budget);
        for &position in left.slices(0..left.len()).flatten() {
            self.pace.step(left.len())?;
            let position = position as usize;
            if self.waits(position, number, labels) {
                self.watches.passed.set(position, 0).map_err(refused)?;
                if !self.watch(position, number, labels)? {
                    answered.push(position as u32).map_err(refused)?;
                }
            }
        }
        self.give(number, answered, labels)?;
        for &watched in (self.watches.watched)
            .slices(0..self.watches.watched.len())
            .flatten()
        {
            self.pace.step(left.len())?;
            let set = self.watches.first.set(watched as usize, 0);
            set.map_err(refused)?;
        }
        self.watches.watched.cut_off(0);
        Ok(())
    }

    /// Labels the `answered` positions, unless they revert, and those that come to be answered by that.
    fn give(
        &mut self,
        number: u32,
        mut answered: Segments<u32>,
        labels: &mut Cells,
    ) -> Result<(), Error> {
        let count = self.count;
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
        let mut next = 0;
        while next < answered.len() {
            let position = answered.get(next) as usize;
            next += 1;
            self.pace.step(count)?;
            // A position that reverts has an option worth this number.
            if !self.waits(position, number, labels) {
                continue;
            }
            labels
                .set(position, cell_of(Label::Number(number)))
                .map_err(refused)?;
            for place in self.moves_into.places_into(position) {
                self.pace.step(count)?;
                let before = self.moves_into.edge(place).to();
                let open = self.open.get(before) - 1;
                self.open.set(before, open).map_err(refused)?;
                let has_number = matches!(label_of(labels.get(before)), Label::Number(_));
                if has_number || self.reverting.get(before) == number + 1 {
                    continue;
                }
                self.reverting.set(before, number + 1).map_err(refused)?;
                let mut watcher = self.watches.first.get(before);
                self.watches.first.set(before, 0).map_err(refused)?;
                while let Some(waiting) = watcher.checked_sub(1) {
                    let waiting = waiting as usize;
                    watcher = self.watches.next.get(waiting);
                    if self.waits(waiting, number, labels)
                        && !self.watch(waiting, number, labels)?
                    {
                        answered.push(waiting as u32).map_err(refused)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a position may still be worth `number`: it has no label, and no option worth `number`.
    fn waits(&self, position: usize, number: u32, labels: &Cells) -> bool {
        self.reverting.get(position) != number + 1 && label_of(labels.get(position)) == Label::None
    }

    /// Lets a position watch an option that has no number and does not revert, from the option on that it
    /// watched last. Returns whether there is one.
    fn watch(&mut self, position: usize, number: u32, labels: &Cells) -> Result<bool, Error> {
        let count = self.count;
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, count);
        let Self {
            pace,
            edges,
            reverting,
            watches,
            ..
        } = self;
        let passed = watches.passed.get(position);
        let mut range = edges.range(position);
        range.start += passed as usize;
        for (more, edge) in (0..).zip(edges.at(range)) {
            pace.step(count)?;
            let to = edge.to();
            let has_number = matches!(label_of(labels.get(to)), Label::Number(_));
            if has_number || reverting.get(to) == number + 1 {
                continue;
            }
            let first = watches.first.get(to);
            if first == 0 {
                watches.watched.push(to as u32).map_err(refused)?;
            }
            watches
                .passed
                .set(position, passed + more)
                .map_err(refused)?;
            watches.next.set(position, first).map_err(refused)?;
            watches
                .first
                .set(to, position as u32 + 1)
                .map_err(refused)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// The positions that may be worth a larger number. Those that may not are labelled.
    fn without_labelled(
        &mut self,
        number: u32,
        left: &Segments<u32>,
        labels: &mut Cells,
    ) -> Result<Segments<u32>, Error> {
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Solving, self.count);
        let mut still = Segments::new(&self.job.budget);
        for &position in left.slices(0..left.len()).flatten() {
            self.pace.step(left.len())?;
            if label_of(labels.get(position as usize)) != Label::None {
                continue;
            }
            if self.reverting.get(position as usize) == number + 1 {
                still.push(position).map_err(refused)?;
            } else {
                labels
                    .set(position as usize, cell_of(Label::Infinite))
                    .map_err(refused)?;
            }
        }
        Ok(still)
    }
}

/// The different sets of numbers, each kept once.
struct Sets {
    kept: Vec<Infinity>,
    places: HashMap<Infinity, u32, FxBuildHasher>,
    /// The numbers of the options of the position at hand.
    numbers: Vec<Nimber>,
    charge: Charge,
    /// What the places take, which are given back at the end.
    charge_of_places: Charge,
}

impl Sets {
    fn new(job: &Job) -> Self {
        Self {
            kept: Vec::new(),
            places: HashMap::default(),
            numbers: Vec::new(),
            charge: job.budget.open(),
            charge_of_places: job.budget.open(),
        }
    }

    /// The place of the set of `self.numbers`.
    fn place(&mut self) -> Result<u32, Error> {
        let set = Infinity::new(self.numbers.iter().copied()).map_err(NoNimber::from)?;
        if let Some(&place) = self.places.get(&set) {
            return Ok(place);
        }
        let place = self.kept.len() as u32;
        self.keep(set, place)
            .map_err(|refusal| Error::out_of_memory(refusal, Phase::Solving, self.kept.len()))?;
        Ok(place)
    }

    fn keep(&mut self, set: Infinity, place: u32) -> Result<(), Refusal> {
        /// Beside its numbers a set has two counters of those who share it.
        const HEAD: u64 = 2 * size_of::<usize>() as u64;
        self.charge
            .grow(HEAD + bytes_of::<Nimber>(set.numbers().len()))?;
        self.charge.make_room(&mut self.kept, 1)?;
        if self.places.len() == self.places.capacity() {
            let more = self.places.len().max(7);
            let old = self.charge_of_places.bytes();
            let new = table_bytes::<(Infinity, u32)>(self.places.len() + more);
            let places = &mut self.places;
            self.charge_of_places
                .replace(old, new, || places.try_reserve(more))?;
        }
        self.kept.push(set.clone());
        self.places.insert(set, place);
        Ok(())
    }

    fn finished(self) -> (Vec<Infinity>, Charge) {
        (self.kept, self.charge)
    }
}
