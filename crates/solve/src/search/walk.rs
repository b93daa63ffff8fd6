//! The search of one aim: depth first, with a stack of its own.

use std::collections::HashSet;
use std::fmt;

use zug_game::Searchable;
use zug_job::{Charge, Job, Phase, Progress, Stopped, bytes_of};

use crate::error::Error;

use super::node::{Child, Looked, Looker, Question};
use super::order::{Hints, History};
use super::score::{Score, Wanted};
use super::table::{Key, NO_MOVE, Table};

/// A position whose moves are being searched.
#[derive(Clone, Copy, Debug)]
struct Frame<P> {
    position: P,
    key: Key,
    aim: Score,
    /// Where its moves begin in the list of all frames' moves.
    first: usize,
    /// The next move to be searched.
    next: usize,
    /// The number of positions that were searched before this one.
    before: u64,
}

/// The positions on the way from the root.
#[derive(Debug)]
struct Path<P> {
    positions: HashSet<P>,
    /// No position can come again in play.
    ends: bool,
    /// Play can come back to a position with the same aim.
    is_asked: bool,
}

impl<P> Path<P> {
    /// The walk begins again at a root. An aim that tells plies tells fewer behind each move,
    /// so that no search of it goes on for ever.
    fn begin(&mut self, aim: Score) {
        self.positions.clear();
        self.is_asked = !self.ends && aim.is_of_any_length();
    }
}

/// Searches positions, one aim after the other.
pub(crate) struct Walk<'a, G: Searchable> {
    game: &'a G,
    job: &'a Job,
    table: Table,
    history: History,
    hints: Hints,
    /// Down to this ply images of a position are searched as one.
    folded_plies: usize,
    looker: Looker<G::Position>,
    frames: Vec<Frame<G::Position>>,
    children: Vec<Child<G::Position>>,
    /// The positions of the frames, where play can come back to one of them.
    path: Path<G::Position>,
    /// The memory of frames, children and path.
    charge: Charge,
    charged_children: usize,
    nodes: u64,
}

/// After this number of positions the job is asked whether the work goes on.
const NODES_BETWEEN_CHECKS: u64 = 4096;

/// Why a walk ended without a verdict.
#[derive(Debug)]
pub(crate) enum Ended {
    /// Play came back to a position.
    ComesBack,
    /// An error, or the caller stopped it.
    Error(Error),
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl<'a, G: Searchable> Walk<'a, G> {
    /// A search that notes what it learns in `table`. `ends` tells that no position can come
    /// again in play.
    pub(crate) fn new(game: &'a G, table: Table, hints: Hints, ends: bool, job: &'a Job) -> Self {
        Self {
            game,
            job,
            table,
            history: History::new(game.places()),
            hints,
            folded_plies: FOLDED_PLIES,
            looker: Looker::default(),
            frames: Vec::new(),
            children: Vec::new(),
            path: Path {
                positions: HashSet::new(),
                ends,
                is_asked: false,
            },
            charge: job.budget.open(),
            charged_children: 0,
            nodes: 0,
        }
    }

    /// The number of positions that were searched.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The least and the greatest score that a position may have, as far as the table knows.
    pub(crate) fn bounds(&self, position: &G::Position) -> (Score, Score) {
        let known = self.table.get(self.table.key(self.game.pack(position)));
        known.map_or((Score::LEAST, Score::GREATEST), |known| {
            (known.lower, known.upper)
        })
    }

    /// Whether a position attains an aim.
    pub(crate) fn attains(&mut self, root: &G::Position, aim: Score) -> Result<bool, Ended> {
        self.frames.clear();
        self.children.clear();
        self.path.begin(aim);
        let key = self.table.key(self.game.pack(root));
        let mut told = self.enter(*root, key, aim)?;
        loop {
            let Some(attains) = told else {
                told = self.next()?;
                continue;
            };
            let Some(frame) = self.frames.last() else {
                return Ok(attains);
            };
            let child = &self.children[frame.next - 1];
            told = child.wanted.is(attains).then(|| self.leave(true));
        }
    }

    /// Searches the next move of the last frame, or leaves the frame if there is none.
    fn next(&mut self) -> Result<Option<bool>, Ended> {
        let frame = self.frames.last_mut().expect("a frame waits for a verdict");
        let Some(child) = self.children.get(frame.next) else {
            return Ok(Some(self.leave(false)));
        };
        frame.next += 1;
        let (position, key, aim) = (child.position, child.key, child.wanted.aim());
        self.enter(position, key, aim)
    }

    /// Begins with a position. Returns whether it attains the aim where that needs no search of
    /// moves.
    fn enter(
        &mut self,
        position: G::Position,
        key: Key,
        aim: Score,
    ) -> Result<Option<bool>, Ended> {
        let mut best = NO_MOVE;
        if let Some(entry) = self.table.get(key) {
            if let Some(attains) = Wanted::Attains(aim).holds(entry.lower, entry.upper) {
                return Ok(Some(attains));
            }
            best = entry.best;
        }
        if self.path.is_asked && self.path.positions.contains(&position) {
            return Err(Ended::ComesBack);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            self.go_on()?;
        }
        let question = Question {
            position,
            aim,
            best,
            hints: self.hints,
            folds: self.frames.len() < self.folded_plies,
            table: &self.table,
            history: &self.history,
        };
        let first = self.children.len();
        let looked = self.looker.look(self.game, &question, &mut self.children)?;
        match looked {
            Looked::Attains(number) => {
                self.table.put(key, aim, true, number, 0);
                Ok(Some(true))
            }
            Looked::Settled(attains) => {
                self.table.put(key, aim, attains, NO_MOVE, 0);
                Ok(Some(attains))
            }
            Looked::Moves(_) => {
                if self.frames.len() == self.frames.capacity()
                    || self.children.capacity() > self.charged_children
                {
                    self.charge()?;
                }
                if self.path.is_asked {
                    self.path.positions.insert(position);
                }
                self.frames.push(Frame {
                    position,
                    key,
                    aim,
                    first,
                    next: first,
                    before: self.nodes,
                });
                Ok(None)
            }
        }
    }

    /// Ends the work on the last frame.
    fn leave(&mut self, attains: bool) -> bool {
        let frame = self.frames.pop().expect("a frame has its verdict");
        if self.path.is_asked {
            self.path.positions.remove(&frame.position);
        }
        let work = (self.nodes - frame.before + 1).ilog2() as u8;
        let mut best = NO_MOVE;
        if attains {
            let tried = &self.children[frame.first..frame.next];
            let (good, before) = tried.split_last().expect("a move attained the aim");
            let before = before.iter().map(|child| child.place);
            self.history.learn(good.place, before, work);
            best = good.number;
        }
        self.table.put(frame.key, frame.aim, attains, best, work);
        self.children.truncate(frame.first);
        attains
    }

    /// Charges the memory of the way from the root, which grows with the length of play.
    #[cold]
    fn charge(&mut self) -> Result<(), Error> {
        self.charged_children = self.children.capacity();
        let frames = self.frames.capacity().max(32);
        let on_path = if self.path.is_asked {
            size_of::<G::Position>() + 1
        } else {
            0
        };
        let bytes = bytes_of::<Child<G::Position>>(self.charged_children)
            + bytes_of::<Frame<G::Position>>(2 * frames)
            // A set of the standard library has at least an eighth of its places free, and may
            // double them.
            + (on_path * frames * 4) as u64;
        let more = bytes.saturating_sub(self.charge.bytes());
        let reached = self.reached();
        let refused = |refusal| Stopped::out_of_memory(refusal, reached);
        self.charge.grow(more).map_err(refused)?;
        self.frames.reserve(frames);
        Ok(())
    }

    fn reached(&self) -> Progress {
        Progress {
            frontier: self.frames.len() as u64,
            bytes: self.job.budget.used(),
            ..Progress::at(Phase::Searching, self.nodes)
        }
    }

    fn go_on(&mut self) -> Result<(), Ended> {
        if self.nodes > self.table.room() {
            self.table.grow(self.job);
        }
        self.job.tell(&self.reached()).map_err(Error::from)?;
        Ok(())
    }
}

/// Down to this ply images of a position are searched as one: there are few positions, and
/// each of them costs much.
const FOLDED_PLIES: usize = 8;

impl<G: Searchable> fmt::Debug for Walk<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}
