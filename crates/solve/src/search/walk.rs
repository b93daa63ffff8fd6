//! The search of one aim: depth first, with a stack of its own.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use zug_game::Searchable;
use zug_job::{Charge, Job, Phase, Progress, Stopped, bytes_of};
use zug_values::Score;

use crate::error::Error;

use super::SearchOptions;
use super::busy::{Busy, UsualAnswers, UsualWork};
use super::leaves::{Leaves, Probes};
use super::node::{Child, Looked, Looker, Question, bring_forward};
use super::order::{Hints, History};
use super::small::{SMALL, SmallSearch};
use super::table::{Key, NO_MOVE, Table};
use super::theorem::NodeTheorem;
use super::walker::{Told, Walker};

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
    /// What the moves that were looked at are worth at most, less than the aim.
    most: Score,
    /// The number of positions that were searched before this one.
    before: u64,
    /// A theorem was asked about the positions behind all its moves, and did not tell who wins.
    theorem_was_asked: bool,
    /// Whether other walks are told that this position is searched.
    is_marked: bool,
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

/// Searches positions, one aim after the other. What it learns it notes in a table, which
/// other walks may share. It has lines of the cache of its own, as walks lie side by side.
#[repr(align(128))]
pub(crate) struct Walk<'a, G: Searchable> {
    game: &'a G,
    job: &'a Job,
    history: History,
    hints: Hints,
    /// Down to this ply images of a position are searched as one.
    folded_plies: usize,
    looker: Looker<G::Position>,
    /// `None` where all positions are to be searched in the same way.
    small_search: Option<SmallSearch<G::Position>>,
    frames: Vec<Frame<G::Position>>,
    children: Vec<Child<G::Position>>,
    /// What the other walks search now, if there are others.
    busy: Option<Arc<Busy>>,
    usual_work: UsualWork,
    usual_answers: UsualAnswers,
    /// The positions of the frames, where play can come back to one of them.
    path: Path<G::Position>,
    /// What is asked of the root.
    aim: Score,
    /// The memory of frames, children and path.
    charge: Charge,
    charged_children: usize,
    nodes: u64,
    /// Positions whose values are known from elsewhere, if there are some.
    probes: Option<Probes<'a, G::Position>>,
    /// What tells of some positions who wins, if there is such a theorem.
    theorem: Option<&'a dyn NodeTheorem<G::Position>>,
}

/// The most positions that are told of the way that is searched now.
pub(super) const LONGEST_WAY: usize = 10;

/// After this number of positions a walk looks up.
pub(crate) const NODES_BETWEEN_CHECKS: u64 = 4096;

/// After this number of positions a walk asks whether it is to pause, and asks the table whether
/// another walk has told what it is searching for; it asks at once where another walk has answered
/// a question that both were searching.
pub(super) const NODES_BETWEEN_TOLD: u64 = 512;

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
    /// A walk that has learnt nothing.
    pub(crate) fn new(
        game: &'a G,
        options: &SearchOptions,
        busy: Option<Arc<Busy>>,
        job: &'a Job,
    ) -> Self {
        Self {
            game,
            job,
            history: History::new(game.places()),
            hints: options.hints.unwrap_or(Hints::usual(game)),
            folded_plies: 0,
            looker: Looker::new(game),
            small_search: Some(SmallSearch::new()),
            frames: Vec::new(),
            children: Vec::new(),
            busy,
            usual_work: UsualWork::default(),
            usual_answers: UsualAnswers::default(),
            path: Path {
                positions: HashSet::new(),
                ends: options.ends,
                is_asked: false,
            },
            aim: Score::WIN,
            charge: job.budget.open(),
            charged_children: 0,
            nodes: 0,
            probes: None,
            theorem: None,
        }
    }

    /// Ends what is searched now, and has other hints put moves in order from now on.
    pub(crate) fn take_hints(&mut self, hints: Hints) {
        self.end();
        self.hints = hints;
    }

    /// Makes no small searches from now on. Their positions cost less than others: whoever compares
    /// numbers of positions wants each to cost about the same.
    pub(crate) fn search_all_alike(&mut self) {
        self.small_search = None;
    }

    /// Forgets which moves were good, and begins with a guess.
    pub(crate) fn take_guess(&mut self, guess: &[i32]) {
        self.history.begin(guess);
    }

    /// Asks about leaves from now on.
    pub(crate) fn take_leaves(&mut self, leaves: &'a dyn Leaves<G::Position>) {
        self.probes = Some(Probes::new(leaves, self.game));
    }

    /// Searches images of a position as one from now on, down to this ply.
    pub(crate) fn fold(&mut self, plies: usize) {
        self.folded_plies = plies;
    }

    /// Asks a theorem from now on.
    pub(crate) fn take_theorem(&mut self, theorem: &'a dyn NodeTheorem<G::Position>) {
        self.theorem = Some(theorem);
    }

    /// The numbers of the moves that have to be searched to attain an aim, the most promising first;
    /// of the one move that attains it, if that is known.
    pub(crate) fn promising(
        &mut self,
        table: &Table,
        position: G::Position,
        aim: Score,
    ) -> Result<Vec<u16>, Error> {
        self.children.clear();
        let known = table.get(table.key(self.game.pack(&position)));
        let question = Question {
            position,
            is_quiet: false,
            aim,
            best: known.map_or(NO_MOVE, |known| known.best),
            hints: self.hints,
            folds: self.folded_plies > 0,
            leads_to_small: false,
            table,
            history: Some(&self.history),
            theorem: self.theorem,
        };
        let looked = self.looker.look(self.game, &question, &mut self.children)?;
        Ok(match looked {
            Looked::Attains(number, _) => vec![number],
            Looked::Settled(_) | Looked::Moves(_) => {
                let mut numbers = Vec::with_capacity(self.children.len());
                for at in 0..self.children.len() {
                    bring_forward(&mut self.children[at..], |_| false);
                    numbers.push(self.children[at].number);
                }
                self.children.clear();
                numbers
            }
        })
    }

    /// As [`Walker::go_on`], for this number of positions at most.
    pub(crate) fn go_on_for(&mut self, table: &Table, more: u64, pauses: &AtomicBool) -> Told {
        let until = self.nodes + more;
        let mut told = None;
        let mut until_asked = self.nodes;
        let mut answers = 0;
        loop {
            if told.is_none() {
                let now = self.busy.as_ref().map_or(0, |busy| busy.answers());
                if self.nodes >= until_asked {
                    if pauses.load(Ordering::Relaxed) {
                        return Ok(None);
                    }
                    until_asked = self.nodes + NODES_BETWEEN_TOLD;
                    told = self.told_by_others(table);
                } else if now != answers {
                    told = self.told_by_others(table);
                }
                answers = now;
            }
            let Some(score) = told else {
                // Where the rules are slow, it takes long until `until`.
                if self.nodes >= until || self.job.cancel.is_cancelled() {
                    return Ok(None);
                }
                told = self.next(table)?;
                continue;
            };
            let Some(frame) = self.frames.last_mut() else {
                return Ok(Some(score >= self.aim));
            };
            let by_move = self.children[frame.next - 1].before(score);
            told = if by_move >= frame.aim {
                Some(self.leave(table, by_move))
            } else {
                frame.most = frame.most.max(by_move);
                None
            };
        }
    }

    /// Where another walk, or the other engine, has told what a frame asks, leaves that frame.
    /// Returns what was told.
    fn told_by_others(&mut self, table: &Table) -> Option<Score> {
        let told = |frame: &Frame<G::Position>| {
            let known = table.get(frame.key)?;
            known.tells(frame.aim)
        };
        let mut all = self.frames.iter().enumerate();
        let (at, told) = all.find_map(|(at, frame)| Some((at, told(frame)?)))?;
        while self.frames.len() > at {
            self.drop_frame();
        }
        Some(told)
    }

    /// Searches the next move of the last frame, or leaves the frame if there is none.
    fn next(&mut self, table: &Table) -> Result<Option<Score>, Ended> {
        let place = self.frames.len() - 1;
        let frame = self.frames.last_mut().expect("a frame waits for a verdict");
        if frame.next == self.children.len() {
            let most = frame.most;
            return Ok(Some(self.leave(table, most)));
        }
        let left = &mut self.children[frame.next..];
        match &self.busy {
            Some(busy)
                if frame.is_marked
                    && (frame.next - frame.first >= NEVER_PUT_OFF
                        || self.usual_answers.few_attain(place)) =>
            {
                bring_forward(left, |child| busy.is_searched(child.key));
            }
            _ => bring_forward(left, |_| false),
        }
        let child = &self.children[frame.next];
        frame.next += 1;
        let (position, key, aim) = (child.position, child.key, child.wanted.aim());
        let is_undecided = frame.theorem_was_asked;
        self.enter(table, position, key, aim, is_undecided)
    }

    /// Begins with a position. Where that needs no search of moves, returns what it is worth: if
    /// that attains the aim, so much at least, and otherwise at most. No theorem is asked about it
    /// where one did not tell who wins already (`is_undecided`).
    fn enter(
        &mut self,
        table: &Table,
        position: G::Position,
        key: Key,
        aim: Score,
        is_undecided: bool,
    ) -> Result<Option<Score>, Ended> {
        let mut best = NO_MOVE;
        if let Some(entry) = table.get(key) {
            if let told @ Some(_) = entry.tells(aim) {
                return Ok(told);
            }
            best = entry.best;
        } else if let Some(probes) = &mut self.probes
            && let Some(score) = probes.ask(&position, self.nodes)?
        {
            table.put_leaf(key, score);
            return Ok(Some(score));
        }
        if self.path.is_asked && self.path.positions.contains(&position) {
            return Err(Ended::ComesBack);
        }
        let theorem = self.theorem.filter(|_| aim.is_of_any_length());
        if let Some(theorem) = theorem.filter(|_| !is_undecided)
            && let Some(outcome) = theorem.tell(&position).outcome
        {
            let score = Score::of_any_length(outcome);
            table.put(key, aim, score, NO_MOVE, 0);
            return Ok(Some(score));
        }
        let place = self.frames.len();
        if place > 0
            && self.may_be_small(place)
            && self.looker.finds_table_of_little_use()
            && let Some(score) = self.search_small(table, &position, key, aim)?
        {
            return Ok(Some(score));
        }
        self.nodes += 1;
        let question = Question {
            position,
            // Of each move that the looker leaves to be searched it has found out that this holds.
            is_quiet: place > 0 && self.looker.leaves_quiet(self.hints),
            aim,
            best,
            hints: self.hints_here(),
            folds: place < self.folded_plies,
            leads_to_small: self.may_be_small(place + 1),
            table,
            history: Some(&self.history),
            theorem: theorem.filter(|_| self.usually_takes(MUCH_FOR_THEOREM)),
        };
        let theorem_was_asked = question.theorem.is_some();
        let first = self.children.len();
        let looked = self.looker.look(self.game, &question, &mut self.children)?;
        match looked {
            Looked::Attains(number, score) => {
                table.put(key, aim, score, number, 0);
                Ok(Some(score))
            }
            Looked::Settled(score) => {
                table.put(key, aim, score, NO_MOVE, 0);
                Ok(Some(score))
            }
            Looked::Moves(most) => {
                if self.frames.len() == self.frames.capacity()
                    || self.children.capacity() > self.charged_children
                {
                    self.charge()?;
                }
                if self.path.is_asked {
                    self.path.positions.insert(position);
                }
                let is_marked = self.tells_of(self.frames.len());
                if let (true, Some(busy)) = (is_marked, &self.busy) {
                    busy.begin(key);
                }
                self.frames.push(Frame {
                    position,
                    key,
                    aim,
                    first,
                    next: first,
                    most,
                    before: self.nodes,
                    theorem_was_asked,
                    is_marked,
                });
                Ok(None)
            }
        }
    }

    /// Whether a small search may take over a position at this place on the stack, if the table is of
    /// no use there: few positions are searched for one at that place, as far as is known. A small
    /// search looks for no wins at once and asks no leaves and no theorem, so that it may not where a
    /// walk does.
    #[inline]
    fn may_be_small(&self, place: usize) -> bool {
        self.small_search.is_some()
            && !self.hints.ahead
            && self.usual_work.seems_below(place, SMALL)
            && self.probes.is_none()
            && self.theorem.is_none()
    }

    /// Searches a position by a small search. Returns what it is worth, as [`Walk::enter`] does, or
    /// `None` if the search turned out to be no small one.
    fn search_small(
        &mut self,
        table: &Table,
        position: &G::Position,
        key: Key,
        aim: Score,
    ) -> Result<Option<Score>, Error> {
        let Some(small_search) = &mut self.small_search else {
            return Ok(None);
        };
        let found = small_search.search(self.game, position, aim)?;
        self.nodes += found.positions;
        self.usual_work.learn(self.frames.len(), found.positions);
        if let Some(score) = found.score {
            let work = (found.positions + 1).ilog2() as u8;
            table.put(key, aim, score, NO_MOVE, work);
        }
        Ok(found.score)
    }

    /// Ends the work on the last frame, of which is known what it is worth: if that attains its
    /// aim, so much at least, and otherwise at most.
    fn leave(&mut self, table: &Table, told: Score) -> Score {
        let frame = self.frames.last().expect("a frame has its verdict");
        let work = (self.nodes - frame.before + 1).ilog2() as u8;
        let mut best = NO_MOVE;
        if told >= frame.aim {
            let tried = &self.children[frame.first..frame.next];
            let (good, before) = tried.split_last().expect("a move attained the aim");
            let before = before.iter().map(|child| child.place);
            self.history.learn(good.place, before, work);
            best = good.number;
        }
        table.put(frame.key, frame.aim, told, best, work);
        let work = self.nodes - frame.before;
        let place = self.frames.len() - 1;
        self.usual_work.learn(place, work);
        if self.busy.is_some() {
            self.usual_answers.learn(place, told >= frame.aim);
        }
        let is_searched_by_others = self.drop_frame();
        if let (true, Some(busy)) = (is_searched_by_others, &self.busy) {
            busy.answer();
        }
        told
    }

    /// Whether other walks are told of positions at this place on the stack: they take much
    /// work, as far as is known.
    fn tells_of(&self, place: usize) -> bool {
        self.busy.is_some() && self.usual_work.is_at_least(place, MUCH_WORK)
    }

    /// The hints for a position at the end of the stack: fewer where so few positions are searched
    /// for one that the best order could hardly save any.
    fn hints_here(&self) -> Hints {
        if !self.usually_takes(LITTLE_WORK) {
            return Hints {
                ahead: self.hints.ahead,
                // It costs next to nothing.
                standing: self.hints.standing,
                ..Hints::default()
            };
        }
        self.hints
    }

    /// Whether at least so many positions are searched for one at the end of the stack, as far as
    /// is known.
    fn usually_takes(&self, work: u64) -> bool {
        self.usual_work.is_at_least(self.frames.len(), work)
    }

    /// Forgets the last frame. Returns whether another walk searches its position too.
    fn drop_frame(&mut self) -> bool {
        let frame = self.frames.pop().expect("there is a frame");
        if self.path.is_asked {
            self.path.positions.remove(&frame.position);
        }
        self.children.truncate(frame.first);
        match &self.busy {
            Some(busy) if frame.is_marked => busy.end(frame.key),
            _ => false,
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            frontier: self.frames.len() as u64,
            bytes: self.job.budget.used(),
            ..Progress::at(Phase::Searching, self.nodes)
        }
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
            // The usual work at each place of the stack.
            + (UsualWork::BYTES * 2 * frames) as u64
            // A set of the standard library has at least an eighth of its places free, and may
            // double them.
            + (on_path * frames * 4) as u64;
        let more = bytes.saturating_sub(self.charge.bytes());
        let reached = self.progress();
        let refused = |refusal| Stopped::out_of_memory(refusal, reached);
        self.charge.grow(more).map_err(refused)?;
        self.frames.reserve(frames);
        Ok(())
    }
}

impl<G: Searchable> Walker<G::Position> for Walk<'_, G> {
    fn begin(&mut self, table: &Table, root: &G::Position, aim: Score) -> Told {
        self.end();
        self.path.begin(aim);
        self.aim = aim;
        let key = table.key(self.game.pack(root));
        let told = self.enter(table, *root, key, aim, false)?;
        Ok(told.map(|told| told >= aim))
    }

    fn go_on(&mut self, table: &Table, pauses: &AtomicBool) -> Told {
        // A small table is to grow in time.
        let more = NODES_BETWEEN_CHECKS.min(table.room() / 4 + 1);
        self.go_on_for(table, more, pauses)
    }

    fn end(&mut self) {
        while !self.frames.is_empty() {
            self.drop_frame();
        }
        self.children.clear();
    }

    fn learn_from(&mut self, other: &Self) {
        self.history.clone_from(&other.history);
        self.usual_work.clone_from(&other.usual_work);
        self.usual_answers.clone_from(&other.usual_answers);
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn leaves(&self) -> u64 {
        self.probes.as_ref().map_or(0, Probes::known)
    }

    fn way(&self) -> Vec<G::Position> {
        let frames = self.frames.iter().take(LONGEST_WAY);
        frames.map(|frame| frame.position).collect()
    }

    fn reached(&self) -> Progress {
        self.progress()
    }

    // It has no table for itself.
    fn make_room(&self, _: &AtomicBool) {}
}

/// A position for which more positions than this are searched is worth a mark.
const MUCH_WORK: u64 = 1 << 7;

/// This number of moves of a position are searched even while another walk searches them, unless the
/// position is likely to miss what is asked of it: one of them is likely to suffice, and what the
/// walk does with later moves would be in vain.
const NEVER_PUT_OFF: usize = 3;

/// Where fewer positions than this are searched for one, to look for a good order of its moves
/// costs more than it saves. Measured with 4 instead of 16: endings of Othello took 0.83 to 1 of the
/// time, positions of Connect Four 0.7 to 1 of the nodes, and sixteen positions of eleven games 1.04 of
/// the time on average.
const LITTLE_WORK: u64 = 4;

/// Where fewer positions than this are searched for one, a theorem is not asked about all moves to
/// put them in order, but only about the position itself. Measured: in Domineering on 7 by 7 cells
/// twice as many positions are searched with 100 as with 16, in half of the time.
const MUCH_FOR_THEOREM: u64 = 100;
