//! Moves and un-moves by the numbers of a material index.
//!
//! Where each move changes the same cells from the same contents to the same contents wherever
//! it is legal, and a test of bits decides whether it is ([`StepGuard::Test`]), positions need
//! not be made of numbers, or numbers of positions: see `links`. Un-moves are the moves with
//! the test turned round. They may lead to positions in which the game is over; whoever asks
//! for predecessors by number knows which these are.
//!
//! Moves that carry the contents of cells to other cells go by numbers too: they are taken apart
//! (`shift`).
//!
//! Whether the game is over in a position often is a question of its material, or of a few tests
//! of bits; else the rules are asked.
//!
//! Cost: some operations a move. Memory: four bytes for each filling of the low half of the
//! board and each move that it allows, and eight for each of the high half, for each content
//! beside the board, and as much for un-moves. When not to use it: where moves are no constant
//! steps, or where much stands beside the board.

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::scope;

use zug_analyse::{ConstantStep, StepGuard, constant_steps, fixed_by_guard};
use zug_game::{Expanded, Fault, Numbers, Predecessors, Successors, U256};
use zug_job::{Job, Why};
use zug_program::Residual;
use zug_values::Turn;

use super::board::Board;
use super::links::{self, Edge, FromRow, Links, NO_GROUP, Swapped};
use super::reach::Reach;
use super::rest::Rest;
use super::results::{Ending, Results, ending, has_ended, side};
use super::shift::{Apart, Where};
use super::swap::Swap;
use super::{MaterialIndex, Row};

/// The moves and un-moves of a game by the numbers of its material index.
#[derive(Debug)]
pub struct IndexedMoves {
    index: Arc<MaterialIndex>,
    /// For each content beside the board the moves, first those that pass the turn, then those
    /// that keep it.
    forward: Vec<[Links; 2]>,
    /// For each content beside the board the un-moves.
    back: Vec<Vec<Back>>,
    /// For each content beside the board and each material whether the game is over in its positions.
    endings: Vec<Ending>,
    /// For each content beside the board the results as tests of bits, where they are such.
    results: Vec<Option<Results>>,
    takes_apart: bool,
    /// What calls worked with that have ended. Threads that ask for memory wait for each other,
    /// which took a tenth of the time of two.
    spare: Mutex<Vec<Working>>,
}

/// The un-moves that do one thing to the turn and to the material.
#[derive(Debug)]
struct Back {
    /// What the moves do to the turn.
    turn: Turn,
    /// For each material the tier that the un-moves lead to.
    tiers: Vec<u32>,
    links: Links,
}

/// What one call works with.
#[derive(Debug, Default)]
struct Working {
    from: FromRow,
    expanding: Expanding,
    /// The places in the row of the positions whose predecessors are asked for.
    places: Vec<u64>,
    /// Those places with the players swapped.
    images: Vec<u64>,
}

/// What positions are expanded with.
#[derive(Debug, Default)]
struct Expanding {
    /// The places in the row of the positions in which the game goes on.
    going_on: Vec<u64>,
    /// The number of moves of each of those positions.
    moves: Vec<u32>,
    /// Those places, as moves change them that leave the low half alone.
    images: Vec<u64>,
    /// The places of positions that such moves lead to, as bits.
    bits: Vec<u64>,
    /// The numbers that moves concerning the low half lead to.
    after: Numbers,
    /// Whether and how the game is over in a position whose mover is stuck.
    stuck: Vec<Expanded>,
}

impl Expanding {
    /// Marks the places to which moves lead that leave the low half alone, as `image` changes them,
    /// in a row of `len`.
    fn mark_images(&mut self, len: u64, image: impl Fn(u64) -> u64) {
        let bits = u64::from(u64::BITS);
        self.bits.clear();
        self.bits.resize(len.div_ceil(bits) as usize, 0);
        for place in &self.images {
            let place = image(*place);
            self.bits[(place / bits) as usize] |= 1 << (place % bits);
        }
    }
}

/// Appends what the rules say of the positions with some numbers.
type Ask<'a> = dyn Fn(&[u64], &mut Vec<Expanded>) -> Result<(), Fault> + 'a;

/// What a move does to the turn, in the order of links.
const TURNS: [Turn; 2] = [Turn::Passes, Turn::Kept];

/// Why moves cannot go by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoMoves {
    /// A move is no constant step that a test of bits decides.
    #[error("a move depends on more than a few fixed cells")]
    MoveDepends,
    /// Too much stands beside the board, or there are too many moves.
    #[error("there is too much beside the board for lists of moves")]
    TooLarge,
    /// The job was cancelled, or its memory was used up.
    #[error(transparent)]
    Interrupted(Why),
}

/// The largest number of contents beside the board.
const MOST_BESIDE: u64 = 64;

impl IndexedMoves {
    /// The moves of a program by the numbers of its index.
    ///
    /// # Errors
    ///
    /// The moves do not all go by numbers, their lists would be too large, or the job was
    /// interrupted.
    pub fn new(program: &Residual, index: Arc<MaterialIndex>, job: &Job) -> Result<Self, NoMoves> {
        let beside = index.rest.count;
        if beside > MOST_BESIDE {
            return Err(NoMoves::TooLarge);
        }
        let (edges, takes_apart) = Parts::of(&index).edges(program)?;
        let board = &index.board;
        // Asked before the work is shared by two threads: later, what is left of the budget would
        // depend on which thread is quicker.
        let most = job.budget.left() / 4;
        let forward = || -> Result<Vec<_>, NoMoves> {
            let of = |from| {
                let [passing, kept] = TURNS.map(|turn| {
                    let is_one = |edge: &&Edge| edge.from == from && edge.turn == turn;
                    let edges: Vec<Edge> = edges.iter().filter(is_one).cloned().collect();
                    Links::new(&index, &edges, most, job)
                });
                Ok([passing?, kept?])
            };
            (0..beside).map(of).collect()
        };
        let back = || -> Result<Vec<_>, NoMoves> {
            let turned: Vec<Edge> = edges.iter().map(|edge| edge.turned_round(board)).collect();
            let all = |from| Back::all(&index, &turned, from, most, job);
            (0..beside).map(all).collect()
        };
        let (forward, back) = scope(|scope| {
            let helper = match job.threads.get() {
                1 => None,
                _ => job.threads.start(scope, back).ok(),
            };
            let forward = forward();
            let back = match helper {
                Some(helper) => helper.join().unwrap_or_else(|panic| resume_unwind(panic)),
                None => back(),
            };
            (forward, back)
        });
        let (forward, back) = (forward?, back?);
        let endings = (0..beside)
            .flat_map(|from| {
                let rest = index.rest.word(from);
                let of = |counts| ending(program, &index.board, counts, rest);
                index.materials.iter().map(of).collect::<Vec<_>>()
            })
            .collect();
        let results = (0..beside).map(|from| Results::of(program, index.rest.word(from)));
        Ok(Self {
            results: results.collect(),
            index,
            forward,
            back,
            endings,
            takes_apart,
            spare: Mutex::default(),
        })
    }

    /// Whether each player has moves that undo others of their own, all moves being such as go
    /// by numbers: then play can go round in a circle, and does so in most games.
    #[must_use]
    pub fn can_go_round(program: &Residual) -> bool {
        let undoes = |step: &ConstantStep, other: &ConstantStep| {
            step.delta == other.delta
                && step.mask == other.mask
                && step.pattern ^ other.pattern == step.delta & step.mask
        };
        match steps(program) {
            Ok(sides) => sides.iter().all(|steps| {
                let mut pairs = steps
                    .iter()
                    .flat_map(|step| steps.iter().map(move |of| (step, of)));
                pairs.any(|(step, other)| undoes(step, other))
            }),
            Err(_) => shifts_go_round(program).unwrap_or(false),
        }
    }

    /// Whether some moves were taken apart into shifts, and are no constant steps.
    #[must_use]
    pub fn takes_apart(&self) -> bool {
        self.takes_apart
    }

    /// The bytes that the lists take, beside the index.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let back = self.back.iter().flatten();
        let tiers = back.clone().map(|back| size_of_val(&back.tiers[..]));
        let links = back.map(|back| &back.links);
        let links = links.chain(self.forward.iter().flatten());
        links.map(Links::bytes).chain(tiers).sum::<usize>() as u64
    }

    /// For each position appends to `ends` whether and how the game is over, and hands on the numbers
    /// of all successors. The numbers are in rising order. `ask` is asked whether the game is over in
    /// the positions of some numbers, where that does not follow from their material.
    ///
    /// # Errors
    ///
    /// Those of `ask`.
    pub fn expand(
        &self,
        numbers: &[u64],
        ends: &mut Vec<Expanded>,
        ask: &Ask<'_>,
        after: &mut dyn Successors,
    ) -> Result<(), Fault> {
        let mut failed = None;
        self.with_working(|own| {
            self.index.each_row(numbers, |row, numbers| {
                if failed.is_none() {
                    let row = self.expand_row(row, numbers, own, ends, ask, after);
                    failed = row.err();
                }
            });
        });
        failed.map_or(Ok(()), Err)
    }

    /// Hands `work` what a call works with, which another one may have used before.
    #[inline]
    fn with_working(&self, work: impl FnOnce(&mut Working)) {
        let spare = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let mut working = spare().pop().unwrap_or_default();
        work(&mut working);
        spare().push(working);
    }

    #[inline]
    fn expand_row(
        &self,
        row: &Row,
        numbers: &[u64],
        Working {
            from,
            expanding: own,
            ..
        }: &mut Working,
        ends: &mut Vec<Expanded>,
        ask: &Ask<'_>,
        after: &mut dyn Successors,
    ) -> Result<(), Fault> {
        let group = &self.index.groups[row.group];
        let first_end = ends.len();
        let place = row.rest as usize * self.index.materials.len() + group.material as usize;
        own.going_on.clear();
        match self.endings[place] {
            Ending::Over(outcome) => {
                ends.extend(numbers.iter().map(|_| Expanded::Over(outcome)));
                return Ok(());
            }
            Ending::Asked => {
                match &self.results[row.rest as usize] {
                    Some(results) => self.ends_by(results, row, numbers, ends),
                    None => ask(numbers, ends)?,
                }
                let goes_on = |(_, end): &(&u64, &Expanded)| matches!(end, Expanded::GoesOn(_));
                let going_on = numbers.iter().zip(&ends[first_end..]).filter(goes_on);
                own.going_on
                    .extend(going_on.map(|(number, _)| number - row.first));
            }
            Ending::GoesOn => {
                ends.extend(numbers.iter().map(|_| Expanded::GoesOn(0)));
                own.going_on
                    .extend(numbers.iter().map(|number| number - row.first));
            }
        }
        own.moves.clear();
        own.moves.resize(own.going_on.len(), 0);
        for links in &self.forward[row.rest as usize] {
            if links.is_empty() {
                continue;
            }
            links.enter(&self.index, row, from);
            let first = self.index.low.starts[group.low as usize] as usize;
            if !from.whole.is_empty() {
                links.places_after(&self.index, first, &own.going_on, &mut own.images);
                let fold = self.index.fold.as_ref();
                let mut marked = None;
                for to in &from.whole {
                    if marked != Some(to.images) {
                        own.mark_images(row.len, |place| match fold {
                            Some(fold) => fold.image(to.images + place as usize).into(),
                            None => place,
                        });
                        marked = Some(to.images);
                    }
                    after.row(to.base, &own.bits);
                }
            }
            let whole = from.whole.len() as u32;
            own.after.clear();
            for (place, moves) in own.going_on.iter().zip(&mut own.moves) {
                let before = own.after.len();
                links.each(&self.index, first, *place, from, &mut own.after);
                *moves += whole + (own.after.len() - before) as u32;
            }
            after.numbers(own.after.as_slice());
        }
        let mut moves = own.moves.iter();
        for (end, number) in ends[first_end..].iter_mut().zip(numbers) {
            if let Expanded::GoesOn(_) = end {
                *end = Expanded::GoesOn(moves.next().copied().unwrap_or(0));
                if matches!(end, Expanded::GoesOn(0)) {
                    // The rules say how the game ends for a player who is stuck.
                    own.stuck.clear();
                    ask(&[*number], &mut own.stuck)?;
                    *end = own.stuck[0];
                }
            }
        }
        Ok(())
    }

    /// Appends for each position of a row whether and how the game is over, if there is a legal move.
    fn ends_by(&self, results: &Results, row: &Row, numbers: &[u64], ends: &mut Vec<Expanded>) {
        let (group, index) = (&self.index.groups[row.group], &self.index);
        let high = index.high.words[index.high_filling(group, row.high)];
        // Positions of the second part of a tier end as their images do.
        let above = index.high.bits::<u64>(high) | index.rest.word::<u64>(row.rest);
        let low = index.low.words_of(group.low as usize);
        ends.extend(numbers.iter().map(|number| {
            let low = low[(number - row.first) as usize];
            let outcome = results.of_position(above | index.low.bits::<u64>(low));
            outcome.map_or(Expanded::GoesOn(0), Expanded::Over)
        }));
    }

    /// Puts the numbers of positions from which a move leads to one of these positions into
    /// `before`, each once for each move. The game may be over in some. The numbers are in
    /// rising order.
    pub fn predecessors(&self, numbers: &[u64], before: &mut Predecessors) {
        self.predecessors_if(|tier| tier != NO_GROUP, numbers, before);
    }

    /// As [`IndexedMoves::predecessors`], but for the predecessors in one tier alone.
    pub fn predecessors_in(&self, tier: usize, numbers: &[u64], before: &mut Predecessors) {
        self.predecessors_if(|other| other as usize == tier, numbers, before);
    }

    #[inline]
    fn predecessors_if(
        &self,
        is_wanted: impl Fn(u32) -> bool,
        numbers: &[u64],
        before: &mut Predecessors,
    ) {
        self.with_working(|own| {
            let Working {
                from,
                places,
                images,
                ..
            } = own;
            self.index.each_row(numbers, |row, numbers| {
                let group = &self.index.groups[row.group];
                let first = self.index.low.starts[group.low as usize] as usize;
                places.clear();
                places.extend(numbers.iter().map(|number| number - row.first));
                let fold = self.index.fold.as_ref();
                let here = fold.and_then(|fold| {
                    let filling = self.index.high_filling(group, row.high);
                    Some(&fold.stabilisers(fold.high(filling).way)?[first..])
                });
                for back in &self.back[row.rest as usize] {
                    if !is_wanted(back.tiers[group.material as usize]) {
                        continue;
                    }
                    let (links, before) = (&back.links, before.by(back.turn));
                    links.enter(&self.index, row, from);
                    links.places_after(&self.index, first, places, images);
                    match fold.filter(|_| here.is_some() || from.has_stabilisers) {
                        None => {
                            Links::whole(&self.index, from, images, before);
                            for place in &*places {
                                links.each(&self.index, first, *place, from, before);
                            }
                        }
                        Some(fold) => {
                            for both in places.iter().zip(&*images) {
                                let here = here.map_or(1, |here| here[*both.0 as usize]);
                                let places = (*both.0, *both.1);
                                links.counted(fold, first, places, here, from, before);
                            }
                        }
                    }
                }
            });
        });
    }
}

impl Back {
    /// All un-moves from positions with one content beside the board.
    fn all(
        index: &MaterialIndex,
        edges: &[Edge],
        from: u64,
        most: u64,
        job: &Job,
    ) -> Result<Vec<Self>, NoMoves> {
        let kinds = edges.iter().filter(|edge| edge.from == from).map(|edge| {
            let change = edge.change(&index.board, 0..index.board.cells());
            (edge.turn == Turn::Kept, change, edge)
        });
        let mut kinds: Vec<(bool, Vec<i32>, &Edge)> = kinds.collect();
        kinds.sort_by(|(kept, change, _), (other_kept, other, _)| {
            (kept, change).cmp(&(other_kept, other))
        });
        let back = kinds
            .chunk_by(|one, other| (one.0, &one.1) == (other.0, &other.1))
            .map(|kind| {
                let edges: Vec<Edge> = kind.iter().map(|(_, _, edge)| (*edge).clone()).collect();
                Ok(Self {
                    turn: kind[0].2.turn,
                    tiers: index.tiers_after(&kind[0].1, kind[0].2.swapped),
                    links: Links::new(index, &edges, most, job)?,
                })
            });
        back.collect()
    }
}

/// Whether each player has moves that undo others of their own, all moves being shifts; `None`
/// if not all moves are.
fn shifts_go_round(program: &Residual) -> Option<bool> {
    let board = Board::of(program.layout())?;
    let anywhere = Where {
        rest: None,
        halves: None,
    };
    let mut apart = Apart::new(program, &board);
    for (mover, side) in program.sides.iter().enumerate() {
        let mut edges = Vec::new();
        for ground in &side.moves {
            let shifts = apart.shifts(mover, ground, anywhere)?;
            edges.extend(shifts.iter().map(|shift| shift.on(&board)));
        }
        let undone = |edge: &Edge| edges.iter().any(|other| edge.is_undone_by(other, &board));
        if !edges.iter().any(undone) {
            return Some(false);
        }
    }
    Some(true)
}

/// The constant steps of each side. A move that is never legal is left out.
fn steps(program: &Residual) -> Result<Vec<Vec<ConstantStep>>, NoMoves> {
    let sides = program.sides.iter().zip(constant_steps(program));
    let of_side = sides.map(|(side, steps)| {
        let mut of_side = Vec::new();
        for (ground, step) in side.moves.iter().zip(steps) {
            match step {
                Some(step) if step.guard == StepGuard::Test => of_side.push(step),
                None if fixed_by_guard(program, ground).is_none() => {}
                _ => return Err(NoMoves::MoveDepends),
            }
        }
        Ok(of_side)
    });
    of_side.collect()
}

/// The moves from positions with this content beside the board.
fn edges_from(
    program: &Residual,
    parts: &Parts<'_>,
    steps: &[Vec<ConstantStep>],
    from: u64,
) -> Result<Vec<Edge>, NoMoves> {
    let rest: U256 = parts.rest.word(from);
    if has_ended(program.layout(), rest) {
        return Ok(Vec::new());
    }
    let of_board = parts.board.whole_mask();
    let mut edges = Vec::new();
    for step in &steps[side(program, rest)] {
        let (mask, pattern) = (step.mask & !of_board, step.pattern & !of_board);
        if rest & mask != pattern {
            continue;
        }
        let clear = step.delta & of_board;
        if clear & !step.mask != 0 {
            return Err(NoMoves::MoveDepends);
        }
        let (to, swapped) = parts.after(rest ^ (step.delta & !of_board), step.turn)?;
        edges.push(Edge {
            from,
            to,
            swapped,
            turn: step.turn,
            mask: step.mask & of_board,
            pattern: step.pattern & of_board,
            clear,
            set: (step.pattern ^ step.delta) & clear,
            carried: Vec::new(),
        });
    }
    Ok(edges)
}

/// The moves from positions with this content beside the board, taken apart.
fn shifts_from(program: &Residual, parts: &Parts<'_>, from: u64) -> Result<Vec<Edge>, NoMoves> {
    let rest: U256 = parts.rest.word(from);
    if has_ended(program.layout(), rest) {
        return Ok(Vec::new());
    }
    let mut is_high = vec![false; parts.board.cells()];
    parts.high.iter().for_each(|cell| is_high[*cell] = true);
    let place = Where {
        rest: Some(rest),
        halves: Some(&is_high),
    };
    let (mover, board) = (side(program, rest), parts.board);
    let mut apart = Apart::new(program, board);
    let mut edges = Vec::new();
    for ground in &program.sides[mover].moves {
        let shifts = apart.shifts(mover, ground, place);
        for shift in shifts.ok_or(NoMoves::MoveDepends)? {
            let (to, swapped) = parts.after(shift.to, shift.turn)?;
            edges.push(Edge {
                from,
                to,
                swapped,
                ..shift.on(board)
            });
        }
    }
    Ok(edges)
}

/// What moves by number depend on of an index.
struct Parts<'i> {
    board: &'i Board,
    rest: &'i Rest,
    /// The cells of the high half.
    high: &'i [usize],
    /// The swap of the players with which positions are folded.
    swap: Option<&'i Swap>,
}

impl<'i> Parts<'i> {
    fn of(index: &'i MaterialIndex) -> Self {
        Self {
            board: &index.board,
            rest: &index.rest,
            high: &index.high.cells,
            swap: index.swap.as_ref(),
        }
    }

    /// All moves as edges, and whether some moves had to be taken apart into shifts
    /// ([`super::shift`]).
    fn edges(&self, program: &Residual) -> Result<(Vec<Edge>, bool), NoMoves> {
        let steps = steps(program);
        let mut edges = Vec::new();
        for from in 0..self.rest.count {
            edges.extend(match &steps {
                Ok(steps) => edges_from(program, self, steps, from)?,
                Err(_) => shifts_from(program, self, from)?,
            });
        }
        Ok((edges, steps.is_err()))
    }

    /// The number of what stands beside the board after a move, and whether the position becomes its
    /// image with the players swapped: it does where positions are folded and Second is to move.
    fn after(&self, rest: U256, turn: Turn) -> Result<(u64, Swapped), NoMoves> {
        let number = self.rest.rank(rest);
        match self.swap {
            None => Ok((number, Swapped::No)),
            Some(swap) => match (turn, swap.is_seconds(rest)) {
                (Turn::Passes, true) => Ok((swap.to_first(number), Swapped::After)),
                (Turn::Kept, false) => Ok((number, Swapped::No)),
                // The turn is not what the rules' moves make of it.
                _ => Err(NoMoves::MoveDepends),
            },
        }
    }
}

/// Whether all moves go by the numbers of an index of which this is known, if there is room for their
/// lists. `high` is the cells of the high half.
pub(super) fn go_by_number(program: &Residual, reach: &Reach, high: &[usize]) -> bool {
    if reach.rest.count > MOST_BESIDE {
        return false;
    }
    let parts = Parts {
        board: &reach.board,
        rest: &reach.rest,
        high,
        swap: None,
    };
    let Ok((edges, _)) = parts.edges(program) else {
        return false;
    };
    let mut listed: HashMap<_, Vec<&Edge>> = HashMap::new();
    for edge in &edges {
        let list = listed.entry((edge.from, edge.turn == Turn::Kept));
        list.or_default().push(edge);
    }
    listed
        .values()
        .all(|edges| links::fit(&reach.board, high, edges))
}
