//! Checkpoints of discovery.
//!
//! | stream of a part | an item |
//! |---|---|
//! | moves | a move, as an edge of the graph; the stream is absent once the moves were let go |
//! | degrees | of a position whose moves are known: how the rules end the game there, and the number of its moves |
//! | found | a position |
//!
//! The stream of the positions is written last and completes the part. Its note tells how many
//! positions had been expanded, and what is known of all moves so far.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use zug_game::Expanded;
use zug_job::{Job, Phase, Progress};
use zug_values::{Outcome, Turn};

use super::block::{self, width_of};
use super::{Checkpoints, Event, LevelLog, Moment, strange};
use crate::error::Error;
use crate::positions::{Ascending, Batch, Edge, Graph, Ids, Keep, Moves, hash};
use crate::strong::tiers::Key;
use crate::strong::tiers::store::{Kind, Reader, Stream};

/// The number of positions whose moves are played again and compared, to see that a checkpoint is
/// of this game.
const COMPARED: usize = 64;

/// What keeps checkpoints of discovery.
pub(crate) trait Log<P>: Debug {
    /// Puts what the last checkpoint has into a graph that is empty. If there is no checkpoint, or
    /// the work cannot go on from it, the graph stays as it was.
    fn restore(&mut self, graph: &mut Graph<P>, keep: Keep, job: &Job) -> Result<(), Error>;

    /// Forgets all checkpoints: they are of another game.
    fn forget(&mut self) -> Result<(), Error>;

    /// Writes what is new, if it is worth its time. The moves of the first `done` positions are
    /// known.
    fn keep(
        &mut self,
        graph: &Graph<P>,
        done: usize,
        moment: Moment,
        job: &Job,
    ) -> Result<(), Error>;
}

/// How far checkpoints are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Reached {
    parts: u32,
    positions: usize,
    /// The number of positions whose moves are known.
    done: usize,
    /// The number of moves of these.
    moves: usize,
}

/// Keeps checkpoints of the discovery of positions that are packed.
#[derive(Debug)]
pub(crate) struct FoundLog {
    checkpoints: Checkpoints,
    reached: Reached,
    /// Whether the moves are in all parts.
    has_moves: bool,
    /// Whether the last part was written when all positions were found.
    is_complete: bool,
}

fn stream(part: u32, kind: Kind) -> Stream {
    Stream::new(part, kind)
}

impl FoundLog {
    pub(crate) fn new(checkpoints: &Checkpoints) -> Self {
        Self {
            checkpoints: checkpoints.clone(),
            reached: Reached::default(),
            has_moves: true,
            is_complete: false,
        }
    }

    /// What keeps checkpoints of the values; `None` if not all positions are in checkpoints.
    pub(crate) fn into_levels(self) -> Option<LevelLog> {
        self.is_complete.then(|| LevelLog::new(self.checkpoints))
    }
}

impl<P: Key> Log<P> for FoundLog {
    fn restore(&mut self, graph: &mut Graph<P>, keep: Keep, job: &Job) -> Result<(), Error> {
        let keeper = self.checkpoints.keeper.clone();
        let mut parts = Vec::new();
        while let Some(found) = keeper
            .store()
            .open(stream(parts.len() as u32, Kind::Found))?
        {
            let note = Note::of(found.note()).ok_or_else(|| strange(stream(0, Kind::Found)))?;
            parts.push((note, found));
        }
        let is_fit = |(note, _): &(Note, _)| {
            note.variant == self.checkpoints.variant && (note.has_moves || keep != Keep::Always)
        };
        if !parts.iter().all(is_fit) {
            keeper.tell(&Event::Unfit);
            return self.forget_all();
        }
        for (note, found) in &parts {
            Part {
                log: self,
                graph,
                note,
                keep,
                job,
            }
            .read(&**found)?;
        }
        if !parts.is_empty() {
            keeper.tell(&Event::Found {
                positions: self.reached.positions as u64,
                expanded: self.reached.done as u64,
            });
        }
        Ok(())
    }

    fn forget(&mut self) -> Result<(), Error> {
        self.checkpoints.keeper.tell(&Event::Unfit);
        self.forget_all()
    }

    fn keep(
        &mut self,
        graph: &Graph<P>,
        done: usize,
        moment: Moment,
        job: &Job,
    ) -> Result<(), Error> {
        let Reached {
            positions,
            moves,
            done: before,
            parts,
        } = self.reached;
        let is_all = moment == Moment::AllFound;
        if is_all && self.is_complete && before == done {
            return Ok(());
        }
        let new_moves = if graph.edges.are_kept() {
            graph.edges.len() - moves
        } else {
            0
        };
        let bytes = (graph.len() - positions) * P::BYTES + 2 * (done - before) + 4 * new_moves;
        if !self.checkpoints.keeper.is_due(moment, bytes as u64) {
            return Ok(());
        }
        let written = self.write(graph, done, is_all, job);
        if self.checkpoints.told(written)? {
            self.has_moves &= graph.edges.are_kept();
            self.is_complete = is_all;
            self.reached = Reached {
                parts: parts + 1,
                positions: graph.len(),
                done,
                moves: graph.edges.len(),
            };
        }
        Ok(())
    }
}

impl FoundLog {
    /// Removes all checkpoints, the last part first, so that what is left at any moment is whole.
    fn forget_all(&mut self) -> Result<(), Error> {
        let store = self.checkpoints.keeper.store();
        LevelLog::remove(store)?;
        let mut parts = 0;
        while store.open(stream(parts, Kind::Found))?.is_some() {
            parts += 1;
        }
        for part in (0..parts).rev() {
            for kind in [Kind::Found, Kind::Degrees, Kind::Moves] {
                store.remove(stream(part, kind))?;
            }
        }
        *self = Self::new(&self.checkpoints);
        Ok(())
    }

    /// Writes a part with all that is new.
    fn write<P: Key>(
        &self,
        graph: &Graph<P>,
        done: usize,
        is_complete: bool,
        job: &Job,
    ) -> Result<(), Error> {
        let Self {
            checkpoints,
            reached,
            ..
        } = self;
        let progress = Progress {
            bytes: job.budget.used(),
            edges: graph.edges(),
            frontier: (graph.len() - done) as u64,
            ..Progress::at(Phase::Discovering, graph.len() as u64)
        };
        let to = (job, progress);
        if reached.parts == 0 {
            // Values that an earlier run left are of its own positions.
            LevelLog::remove(checkpoints.keeper.store())?;
        }
        let named = |kind| stream(reached.parts, kind);
        let has_moves = graph.edges.are_kept();
        if has_moves {
            let new = reached.moves..graph.edges.len();
            let name = (named(Kind::Moves), 0);
            checkpoints.write(name, new, block::BYTES / 4, to, &|range, items, bytes| {
                let edges = graph.edges.at(range);
                items.clear();
                edges.for_each(|edge| items.extend(edge.to_bits().to_le_bytes()));
                block::put(items, 4, bytes);
            })?;
        }
        let name = (named(Kind::Degrees), 0);
        let new = reached.done..done;
        checkpoints.write(name, new, block::BYTES / 5, to, &|range, items, bytes| {
            let degrees = range.clone().map(|position| graph.edges.degree(position));
            let degrees: Vec<u32> = degrees.map(|degree| degree as u32).collect();
            let width = width_of(degrees.iter().copied().max().unwrap_or(0));
            bytes.push(width as u8);
            bytes.extend(range.map(|position| ending(graph.values.finished(position))));
            block::put_numbers(&degrees, width, items, bytes);
        })?;
        let note = Note {
            done,
            variant: checkpoints.variant,
            ascending: graph.ascending == Ascending::All,
            turn_kept: graph.turn_kept,
            has_moves,
            is_complete,
        };
        let name = (named(Kind::Found), note.to_bits());
        let new = reached.positions..graph.len();
        checkpoints.write(name, new, block::BYTES / 16, to, &|range, items, bytes| {
            items.clear();
            items.resize(range.len() * P::BYTES, 0);
            let positions = graph.ids.positions(range).flatten();
            for (place, position) in positions.enumerate() {
                position.store(items, place * P::BYTES);
            }
            block::put(items, P::BYTES, bytes);
        })
    }
}

/// A part that is read.
struct Part<'a, P> {
    log: &'a mut FoundLog,
    graph: &'a mut Graph<P>,
    note: &'a Note,
    keep: Keep,
    job: &'a Job,
}

impl<P: Key> Part<'_, P> {
    fn read(mut self, found: &dyn Reader) -> Result<(), Error> {
        let part = self.log.reached.parts;
        self.read_positions(stream(part, Kind::Found), found)?;
        self.read_degrees(stream(part, Kind::Degrees))?;
        if !self.note.has_moves {
            self.graph.edges.let_go();
        }
        if self.graph.edges.are_kept() {
            match self.read_moves(stream(part, Kind::Moves)) {
                Err(Error::Stopped(stopped))
                    if stopped.refusal().is_some() && self.keep == Keep::WhileTheyFit =>
                {
                    self.graph.edges.let_go();
                }
                read => read?,
            }
        }
        let Self {
            log, graph, note, ..
        } = self;
        log.has_moves &= note.has_moves;
        log.is_complete = note.is_complete && note.done == graph.len();
        log.reached = Reached {
            parts: part + 1,
            positions: graph.len(),
            done: note.done,
            moves: graph.edges.len(),
        };
        if !note.ascending {
            graph.ascending = Ascending::NotAll;
        }
        graph.turn_kept |= note.turn_kept;
        Ok(())
    }

    fn told(&self) -> Result<(), Error> {
        let Self { graph, note, .. } = self;
        let left = note.done.saturating_sub(graph.edges.noted());
        Ok(self.job.tell(&Progress {
            bytes: self.job.budget.used(),
            edges: graph.edges(),
            frontier: left as u64,
            ..Progress::at(Phase::Discovering, graph.len() as u64)
        })?)
    }

    fn read_positions(&mut self, name: Stream, found: &dyn Reader) -> Result<(), Error> {
        let mut items = Vec::new();
        Checkpoints::read(
            name,
            found,
            self.log.reached.positions,
            &mut |count, bytes| {
                self.told()?;
                if bytes.len() != count * P::BYTES {
                    return Err(strange(name));
                }
                block::take(bytes, P::BYTES, &mut items);
                for place in 0..count {
                    let position = P::load(&items, place * P::BYTES, P::BYTES);
                    let position = position.ok_or_else(|| strange(name))?;
                    let number = self.graph.len();
                    let ids: &mut Ids<P> = &mut self.graph.ids;
                    if ids.intern(position, hash(&position))? != number {
                        return Err(strange(name));
                    }
                }
                Ok(())
            },
        )?;
        let is_right = (self.log.reached.done..=self.graph.len()).contains(&self.note.done);
        is_right.then_some(()).ok_or_else(|| strange(name))
    }

    fn read_degrees(&mut self, name: Stream) -> Result<(), Error> {
        let reader = opened(&self.log.checkpoints, name)?;
        let mut items = Vec::new();
        let first = self.log.reached.done;
        let items = Checkpoints::read(name, &*reader, first, &mut |count, bytes| {
            self.told()?;
            let width = bytes.first().map_or(0, |width| usize::from(*width));
            if !matches!(width, 1 | 2 | 4) || bytes.len() != 1 + count * (1 + width) {
                return Err(strange(name));
            }
            let (endings, degrees) = bytes[1..].split_at(count);
            let degrees = block::numbers(degrees, width, &mut items);
            for (ending, degree) in endings.iter().zip(degrees) {
                let expanded = match (ending, degree) {
                    (0, degree) => Expanded::GoesOn(degree),
                    (1, 0) => Expanded::Over(Outcome::Draw),
                    (2, 0) => Expanded::Over(Outcome::Loss),
                    (3, 0) => Expanded::Over(Outcome::Win),
                    _ => return Err(strange(name)),
                };
                let from = self.graph.edges.noted();
                let noted = self.graph.note(from, expanded);
                noted.map_err(|refusal| self.graph.refused(refusal))?;
            }
            Ok(())
        })?;
        let is_right = first + items == self.note.done;
        is_right.then_some(()).ok_or_else(|| strange(name))
    }

    fn read_moves(&mut self, name: Stream) -> Result<(), Error> {
        let reader = opened(&self.log.checkpoints, name)?;
        let (mut items, mut edges) = (Vec::new(), Vec::new());
        Checkpoints::read(
            name,
            &*reader,
            self.log.reached.moves,
            &mut |count, bytes| {
                self.told()?;
                if bytes.len() != 4 * count {
                    return Err(strange(name));
                }
                let numbers = block::numbers(bytes, 4, &mut items).into_iter();
                edges.clear();
                edges.extend(numbers.map(Edge::from_bits));
                if edges
                    .iter()
                    .any(|edge: &Edge| edge.to() >= self.graph.len())
                {
                    return Err(strange(name));
                }
                let kept = self.graph.edges.extend(&edges);
                kept.map_err(|refusal| self.graph.refused(refusal))
            },
        )?;
        let is_right = self.graph.edges.are_closed();
        is_right.then_some(()).ok_or_else(|| strange(name))
    }
}

/// The error for a checkpoint that was found from other roots.
pub(crate) fn strange_roots() -> Error {
    strange(stream(0, Kind::Found))
}

/// What reads a stream that must be there.
fn opened(checkpoints: &Checkpoints, name: Stream) -> Result<Arc<dyn Reader>, Error> {
    let reader = checkpoints.keeper.store().open(name)?;
    reader.ok_or_else(|| strange(name))
}

impl<P: Copy + Eq + Hash> Graph<P> {
    /// Whether some positions whose moves are known have these moves in the game, too.
    pub(crate) fn is_of(&self, game: &dyn Moves<P>, job: &Job) -> Result<bool, Error> {
        let done = self.edges.noted();
        let step = (done / COMPARED).max(1);
        // The last position too, as the numbers of moves were noted in order.
        let places = (0..done).step_by(step).chain(done.checked_sub(1));
        let places: Vec<usize> = places.collect();
        let positions: Vec<P> = places.iter().map(|n| self.ids.position(*n)).collect();
        let mut batch = Batch::new(&job.budget);
        batch.fill_with(game, &self.ids, &positions, &job.cancel)?;
        let mut played = batch.steps.iter();
        for (&place, expanded) in places.iter().zip(&batch.positions) {
            let degree = match *expanded {
                Expanded::GoesOn(moves) => moves as usize,
                Expanded::Over(_) => 0,
            };
            let over = match *expanded {
                Expanded::GoesOn(_) => None,
                Expanded::Over(outcome) => Some(outcome),
            };
            let targets = played.by_ref().take(degree);
            let targets = targets.map(|step| Some((self.ids.find(&step.position)?, step.turn)));
            let Some(targets) = targets.collect::<Option<Vec<_>>>() else {
                return Ok(false);
            };
            let is_same = degree == self.edges.degree(place)
                && over == self.values.finished(place)
                && self.has_moves(place, targets);
            if !is_same {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a position has these moves in any order, if its moves were kept.
    fn has_moves(&self, place: usize, moves: Vec<(usize, Turn)>) -> bool {
        if !self.edges.are_kept() {
            return true;
        }
        let range: Range<usize> = self.edges.range(place);
        let edges = self.edges.at(range).map(|edge| (edge.to(), edge.turn()));
        in_order(edges.collect()) == in_order(moves)
    }
}

/// Moves by the numbers that they lead to.
fn in_order(mut moves: Vec<(usize, Turn)>) -> Vec<(usize, Turn)> {
    moves.sort_unstable_by_key(|(to, turn)| (*to, *turn == Turn::Kept));
    moves
}

/// How the rules end the game in a position, as a byte.
fn ending(finished: Option<Outcome>) -> u8 {
    match finished {
        None => 0,
        Some(Outcome::Draw) => 1,
        Some(Outcome::Loss) => 2,
        Some(Outcome::Win) => 3,
    }
}

/// What the stream of positions of a part tells besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a bit of the note by itself"
)]
struct Note {
    /// The number of positions whose moves are known.
    done: usize,
    variant: u16,
    /// Whether every move so far leads to a larger number.
    ascending: bool,
    /// Whether a move so far keeps the turn.
    turn_kept: bool,
    /// Whether the part has its moves.
    has_moves: bool,
    /// Whether all positions were found.
    is_complete: bool,
}

impl Note {
    fn to_bits(self) -> u64 {
        let flags = [
            self.ascending,
            self.turn_kept,
            self.has_moves,
            self.is_complete,
        ];
        let flags = flags
            .iter()
            .rfold(0, |bits, flag| bits << 1 | u64::from(*flag));
        (self.done as u64) << 24 | u64::from(self.variant) << 8 | flags
    }

    /// The note of these bits; `None` if no solver writes them.
    fn of(bits: u64) -> Option<Self> {
        let note = Self {
            done: (bits >> 24) as usize,
            variant: (bits >> 8) as u16,
            ascending: bits & 1 != 0,
            turn_kept: bits & 2 != 0,
            has_moves: bits & 4 != 0,
            is_complete: bits & 8 != 0,
        };
        (note.to_bits() == bits).then_some(note)
    }
}
