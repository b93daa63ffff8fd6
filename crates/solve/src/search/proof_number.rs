//! Proof-number search: the second engine, for questions that few positions decide.
//!
//! **Problem.** The search with null windows (`walk`) follows one way to its end before it tries
//! another. Where one way has an answer close by and its neighbour is deep, as with mates and in
//! games of connection, a search should try first what seems to need least.
//!
//! **Method.** Each question, whether the mover of a position attains an aim, has a *proof number*
//! and a *disproof number*: about how many positions must still be settled for the answer
//! yes, and for no (L. V. Allis, M. van der Meulen and H. J. van den Herik, *Proof-number
//! search*, 1994). One good move suffices, so the proof number is the least of those that
//! belong to the moves; all moves must be bad, so the disproof number adds up theirs. The
//! search goes on, depth first, below the move with the least number until its numbers pass
//! thresholds at which another move would be better (df-pn: A. Nagai, *Df-pn algorithm for
//! searching AND/OR trees and its applications*, 2002). A threshold is at least a quarter above
//! the number of the next best move, so that the search does not go to and fro between
//! the two (J. Pawlewicz and Ł. Lew, *Improving depth-first PN-search: 1 + ε trick*, 2007).
//! A position that was not searched yet has the proof number 1, and its number of moves as
//! the disproof number.
//!
//! **Ways that meet.** Where many moves lead to positions that depend on the same few, a sum
//! counts these often, and grows beyond all measure. So disproof numbers are not added: the
//! greatest counts, and one more for each other move (weak proof numbers: T. Ueda, T. Hashimoto,
//! J. Hashimoto and H. Iida, 2008).
//!
//! **Memory.** What is proved goes into the table of bounds, where the other engine, proofs and
//! play find it. The numbers have a table of their own (`number_table`), and the numbers of the
//! moves on the way from the root are kept on the stack. Each time that a move is searched, its
//! number there grows or it is settled, whatever the tables forget; so the search ends.
//!
//! **Cycles.** An aim that tells plies tells fewer behind each move, so that no question comes
//! back. For an aim of any length, one player looks for a win of any length, and keeps looking for
//! it behind all moves; call this player the *attacker*. A question that is on the way already
//! counts as if the attacker failed there.
//!
//! * *The attacker wins* by a finite tree of moves whose ends are won. No question that
//!   came back is among the ends, since each of these counts as a failure. So the win is true however play
//!   came here, and is kept.
//! * *The attacker fails* in a tree whose ends may be questions that came back. Let those all be
//!   questions at or behind the position that the tree begins with. Then the other player can
//!   follow the tree, and whenever play reaches an end that came back, go on from where
//!   it stood in the tree before. Play never reaches a win of the attacker; so the failure
//!   is true however play came here, and is kept. If an end is a question nearer to the root,
//!   the failure holds on this way alone. It counts for the position before, on whose
//!   part of the stack it stays, and no table keeps it as a bound (compare A. Kishimoto and M. Müller,
//!   *A general solution to the graph history interaction problem*, 2004, who keep it
//!   together with what it depends on).
//!
//! At the root no question lies nearer to the root, so that each answer there is true. Where many
//! failures could not be kept, the search gives up, and `round` answers.
//!
//! **Threads.** Each thread searches from the root with a stack of its own, and all share the two
//! tables. A move that another thread searches at the moment seems to this one to have a proof
//! number a sixteenth higher, and one more, so that threads part where moves promise about the
//! same (virtual proof numbers: T. Kaneko, *Parallel depth first proof number search*, 2010). In
//! positions that take more than a few others to search, a thread looks up before each choice which
//! moves another one has answered, and as the other engine does, it leaves positions that are
//! answered meanwhile. Which failures may be kept each thread tells by its own stack, as above:
//! what it takes from the table of bounds is true on every way. So threads differ in which
//! positions they search, never in what is true.
//!
//! **Cost.** As the other engine for each position, which is looked at once more each time that
//! the search comes back to it; 16 bytes for the numbers of a position.
//!
//! **When not to use it.** Where most questions need about as many positions for yes as for no,
//! as in the opening of Connect Four, the order of moves tells more than numbers do, and a
//! search with null windows looks at fewer positions (Connect Four 5 by 5: 373,000 against
//! 2,316,000; Sim: 121,000 against 876,000). In other games it is the other way round (Hex 4 by 4:
//! 170,000 against 42,000; Kalah with 5 pits and 3 seeds: 407,000 against 22,000). Where play is
//! very long and narrow, the search comes back to each position of the way many times.

mod choice;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, RwLock, RwLockReadGuard};

use zug_game::Searchable;
use zug_job::{Charge, Job, Phase, Progress, Stopped, bytes_of};
use zug_values::{Score, Wanted};

use crate::error::Error;

use super::SearchOptions;
use super::busy::{Busy, UsualWork};
use super::leaves::{Leaves, Probes};
use super::node::{Child, Looked, Looker, Question};
use super::number_table::{MOST, NEVER, NumberTable, Numbers};
use super::order::Hints;
use super::table::{Key, NO_MOVE, Table};
use super::theorem::NodeTheorem;
use super::walk::{Ended, LONGEST_WAY, NODES_BETWEEN_CHECKS, NODES_BETWEEN_TOLD};
use super::walker::{Told, Walker};

use choice::{Choice, FAILS, SUCCEEDS, Slot, seen_before};

/// A position whose moves are being searched.
#[derive(Clone, Copy, Debug)]
struct Frame<P> {
    position: P,
    key: Key,
    aim: Score,
    /// Where its moves begin in the list of all frames' moves.
    first: usize,
    /// The move that is searched now.
    current: usize,
    /// The number of positions that were searched before this one.
    before: u64,
    /// The search leaves the position when one of its numbers is as great as the one here.
    until: Numbers,
    /// Whether other walks are told that this position is searched.
    is_marked: bool,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug)]
struct Verdict {
    attains: bool,
    /// The place on the stack, nearest to the root, of a position that the answer depends on.
    depends: usize,
}

/// The answer depends on no position on the way.
const ON_NONE: usize = usize::MAX;

/// How a visit to a position ended.
#[derive(Clone, Copy, Debug)]
enum Visit {
    /// The question is answered.
    Answered(Verdict),
    /// A number passed its threshold.
    Left(Numbers),
    /// The moves have to be searched.
    Entered,
}

/// What the walks of several threads share besides the table of bounds.
pub(crate) struct SharedNumbers {
    /// Walks read it for many positions at a time. It is written where the table grows.
    table: RwLock<NumberTable>,
    /// What the walks search now, if there are several.
    busy: Option<Busy>,
    /// The number of positions that the walks have searched.
    nodes: AtomicU64,
}

impl SharedNumbers {
    /// What this number of walks share.
    ///
    /// # Errors
    ///
    /// The budget does not allow the table of numbers.
    pub(crate) fn new<G: Searchable>(
        game: &G,
        options: &SearchOptions,
        walks: usize,
        job: &Job,
    ) -> Result<Arc<Self>, Error> {
        let refused = |refusal| Stopped::out_of_memory(refusal, Progress::at(Phase::Searching, 0));
        let table = NumberTable::new(game.bits(), options.table_bytes / 2, job);
        Ok(Arc::new(Self {
            table: RwLock::new(table.map_err(refused)?),
            busy: (walks > 1).then(Busy::new),
            nodes: AtomicU64::new(0),
        }))
    }

    fn table(&self) -> RwLockReadGuard<'_, NumberTable> {
        self.table.read().expect(SOUND)
    }
}

/// Why a lock can be taken.
const SOUND: &str = "nothing panics that changes the table";

/// What is known of positions.
#[derive(Clone, Copy)]
struct Tables<'t> {
    bounds: &'t Table,
    numbers: &'t NumberTable,
}

/// Searches positions, one aim after the other. It has lines of the cache of its own, as walks lie
/// side by side.
#[repr(align(128))]
pub(crate) struct NumberWalk<'a, G: Searchable> {
    game: &'a G,
    job: &'a Job,
    /// What is asked of the positions behind moves, beside the numbers of replies.
    hints: Hints,
    /// Down to this ply images of a position are searched as one.
    folded_plies: usize,
    looker: Looker<G::Position>,
    frames: Vec<Frame<G::Position>>,
    children: Vec<Child<G::Position>>,
    /// What is known of each of the `children`.
    slots: Vec<Slot>,
    shared: Arc<SharedNumbers>,
    usual_work: UsualWork,
    /// The places on the stack of the questions there, where they can come back.
    on_way: HashMap<(G::Position, bool), usize>,
    /// No position can come again in play.
    ends: bool,
    /// A question can come back on the way.
    comes_back: bool,
    /// The number of answers that could not be kept since the walk began.
    not_kept: u64,
    /// The memory of frames, moves and the way.
    charge: Charge,
    charged_children: usize,
    nodes: u64,
    /// The number of positions that it has told the other walks to have searched.
    nodes_told: u64,
    /// Positions whose values are known from elsewhere, if there are some.
    probes: Option<Probes<'a, G::Position>>,
    /// What tells of some positions who wins, if there is such a theorem.
    theorem: Option<&'a dyn NodeTheorem<G::Position>>,
}

/// A position for which at least this number of positions are searched is worth a mark. Measured
/// as for `choice::farther`: 1.05 times the positions of one thread, and 1.13 with 128 and without the
/// looks for answers.
const MUCH_WORK: u64 = 16;

/// After this number of answers that could not be kept the walk gives up.
const MOST_NOT_KEPT: u64 = 1 << 16;

impl<'a, G: Searchable> NumberWalk<'a, G> {
    /// A walk that has learnt nothing.
    pub(crate) fn new(
        game: &'a G,
        options: &SearchOptions,
        shared: &Arc<SharedNumbers>,
        job: &'a Job,
    ) -> Self {
        let hints = options.hints.unwrap_or(Hints::usual(game));
        Self {
            game,
            job,
            // Moves need no order. The numbers of replies are the first numbers of a position.
            hints: Hints {
                mobility: true,
                ahead: hints.ahead,
                ..Hints::default()
            },
            folded_plies: 0,
            looker: Looker::new(game),
            frames: Vec::new(),
            children: Vec::new(),
            slots: Vec::new(),
            shared: Arc::clone(shared),
            usual_work: UsualWork::default(),
            on_way: HashMap::new(),
            ends: options.ends,
            comes_back: false,
            not_kept: 0,
            charge: job.budget.open(),
            charged_children: 0,
            nodes: 0,
            nodes_told: 0,
            probes: None,
            theorem: None,
        }
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

    fn progress(&self) -> Progress {
        Progress {
            frontier: self.frames.len() as u64,
            bytes: self.job.budget.used(),
            ..Progress::at(Phase::Searching, self.nodes)
        }
    }

    /// Notes that the walk has searched more positions.
    fn tell_nodes(&mut self) {
        let more = self.nodes - self.nodes_told;
        self.shared.nodes.fetch_add(more, Ordering::Relaxed);
        self.nodes_told = self.nodes;
    }

    /// Searches until the question is answered, or it is time to look up.
    fn search(&mut self, tables: Tables<'_>, pauses: &AtomicBool) -> Told {
        let until = self.nodes + NODES_BETWEEN_CHECKS;
        let mut visit = Visit::Entered;
        let mut until_asked = self.nodes;
        let mut answers = 0;
        loop {
            if let (Visit::Entered, Some(busy)) = (visit, &self.shared.busy) {
                let now = busy.answers();
                let asks = self.nodes >= until_asked;
                if asks && pauses.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                if asks || now != answers {
                    until_asked = self.nodes + NODES_BETWEEN_TOLD;
                    answers = now;
                    visit = self.told_by_others(tables);
                }
            }
            visit = match visit {
                Visit::Entered => {
                    if self.nodes >= until || self.job.cancel.is_cancelled() {
                        return Ok(None);
                    }
                    self.next(tables)?
                }
                told => {
                    let Some(frame) = self.frames.last() else {
                        let Visit::Answered(verdict) = told else {
                            unreachable!("the thresholds of the root are never passed");
                        };
                        return Ok(Some(verdict.attains));
                    };
                    let current = frame.current;
                    self.note(current, told);
                    Visit::Entered
                }
            };
            if self.not_kept > MOST_NOT_KEPT {
                return Err(Ended::ComesBack);
            }
        }
    }

    /// Where another walk, or the other engine, has answered the question of a frame, leaves that
    /// frame and tells the answer.
    fn told_by_others(&mut self, tables: Tables<'_>) -> Visit {
        let told = |frame: &Frame<G::Position>| {
            let known = tables.bounds.get(frame.key)?;
            Wanted::Attains(frame.aim).holds(known.lower, known.upper)
        };
        let mut all = self.frames.iter().enumerate();
        let Some((at, attains)) = all.find_map(|(at, frame)| Some((at, told(frame)?))) else {
            return Visit::Entered;
        };
        while self.frames.len() > at {
            self.drop_frame();
        }
        Visit::Answered(Verdict {
            attains,
            depends: ON_NONE,
        })
    }

    /// Notes what a visit to the position behind a move told.
    fn note(&mut self, at: usize, visit: Visit) {
        let wanted = self.children[at].wanted;
        let slot = &mut self.slots[at];
        match visit {
            Visit::Answered(verdict) => {
                let succeeds = wanted.is(verdict.attains);
                slot.numbers = if succeeds { SUCCEEDS } else { FAILS };
                slot.depends = verdict.depends;
            }
            Visit::Left(numbers) => slot.numbers = seen_before(wanted, numbers),
            Visit::Entered => unreachable!("the position was left"),
        }
    }

    /// Searches the most promising move of the last frame; leaves the frame where its question
    /// is answered or one of its numbers passes a threshold.
    fn next(&mut self, tables: Tables<'_>) -> Result<Visit, Ended> {
        self.learn_answers(tables);
        let frame = self.frames.last().expect("a frame is searched");
        let slots = &self.slots[frame.first..];
        let children = &self.children[frame.first..];
        let choice = match &self.shared.busy {
            Some(busy) if frame.is_marked => {
                Choice::of(slots, |at| busy.is_searched(children[at].key))
            }
            _ => Choice::of(slots, |_| false),
        };
        let numbers = choice.numbers();
        if numbers.proof == 0 || numbers.disproof == 0 {
            let attains = numbers.proof == 0;
            let depends = if attains {
                slots[choice.best].depends
            } else {
                let all = slots.iter().map(|slot| slot.depends);
                all.min().unwrap_or(ON_NONE)
            };
            let best = frame.first + choice.best;
            return Ok(Visit::Answered(self.leave(
                tables,
                Verdict { attains, depends },
                best,
            )));
        }
        let until = frame.until;
        if numbers.proof >= until.proof || numbers.disproof >= until.disproof {
            let work = self.nodes - frame.before + 1;
            let known = Numbers {
                proof: choice.least,
                ..numbers
            };
            tables.numbers.put(frame.key, frame.aim, known, work);
            self.learn_work(work);
            self.drop_frame();
            return Ok(Visit::Left(numbers));
        }
        let at = frame.first + choice.best;
        let child = self.children[at];
        let until = seen_before(child.wanted, choice.until(until));
        self.frames.last_mut().expect("a frame is searched").current = at;
        self.visit(tables, child.position, child.key, child.wanted.aim(), until)
    }

    /// Looks up which moves of the last frame other walks have answered by now.
    fn learn_answers(&mut self, tables: Tables<'_>) {
        let frame = self.frames.last().expect("a frame is searched");
        if !frame.is_marked {
            return;
        }
        for at in frame.first..self.children.len() {
            let child = &self.children[at];
            let Numbers { proof, disproof } = self.slots[at].numbers;
            if proof == 0 || disproof == 0 {
                continue;
            }
            let told = tables.bounds.get(child.key);
            let wanted = Wanted::Attains(child.wanted.aim());
            if let Some(attains) = told.and_then(|known| wanted.holds(known.lower, known.upper)) {
                let verdict = Verdict {
                    attains,
                    depends: ON_NONE,
                };
                self.note(at, Visit::Answered(verdict));
            }
        }
    }

    /// Begins with a position.
    fn visit(
        &mut self,
        tables: Tables<'_>,
        position: G::Position,
        key: Key,
        aim: Score,
        until: Numbers,
    ) -> Result<Visit, Ended> {
        let table = tables.bounds;
        let answered = |attains| {
            Ok(Visit::Answered(Verdict {
                attains,
                depends: ON_NONE,
            }))
        };
        let mut best = NO_MOVE;
        if let Some(entry) = table.get(key) {
            if let Some(attains) = Wanted::Attains(aim).holds(entry.lower, entry.upper) {
                return answered(attains);
            }
            best = entry.best;
        } else if let Some(probes) = &mut self.probes
            // Most visits come to a position again: it was asked about at the first one.
            && tables.numbers.get(key, aim).is_none()
            && let Some(score) = probes.ask(&position, self.nodes)?
        {
            table.put_leaf(key, score);
            return answered(score >= aim);
        }
        if self.shared.busy.is_some()
            // Where play goes round, what it found may hold on its own way alone.
            && !self.comes_back
            && let Some(numbers) = tables.numbers.get(key, aim)
            && (numbers.proof >= until.proof || numbers.disproof >= until.disproof)
        {
            // Another walk has searched it since its numbers were looked up.
            return Ok(Visit::Left(numbers));
        }
        self.nodes += 1;
        let question = Question {
            position,
            // The looker asked that of all moves that lead on from the frame before.
            is_quiet: !self.frames.is_empty() && self.looker.leaves_quiet(self.hints),
            aim,
            best,
            hints: self.hints,
            folds: self.frames.len() < self.folded_plies,
            leads_to_small: false,
            table,
            history: None,
            theorem: self.theorem,
        };
        let first = self.children.len();
        match self.looker.look(self.game, &question, &mut self.children)? {
            Looked::Attains(number, score) => {
                table.put(key, aim, score, number, 0);
                answered(true)
            }
            Looked::Settled(score) => {
                table.put(key, aim, score, NO_MOVE, 0);
                answered(score >= aim)
            }
            Looked::Moves(_) => {
                let place = self.frames.len();
                let is_marked = self.tells_of(place);
                self.make_frame(
                    tables.numbers,
                    Frame {
                        position,
                        key,
                        aim,
                        first,
                        current: first,
                        before: self.nodes,
                        until,
                        is_marked,
                    },
                )?;
                Ok(Visit::Entered)
            }
        }
    }

    /// Puts a position on the stack, with what is known of its moves.
    fn make_frame(
        &mut self,
        numbers: &NumberTable,
        frame: Frame<G::Position>,
    ) -> Result<(), Ended> {
        if self.frames.len() == self.frames.capacity()
            || self.children.capacity() > self.charged_children
        {
            self.charge()?;
        }
        if self.comes_back {
            let place = (frame.position, frame.aim == Score::WIN);
            self.on_way.insert(place, self.frames.len());
        }
        let found = &self.children[frame.first..];
        for child in found {
            numbers.prefetch(child.key, child.wanted.aim());
        }
        for child in found {
            let aim = child.wanted.aim();
            let place = (child.position, aim == Score::WIN);
            let back = self.comes_back.then(|| self.on_way.get(&place)).flatten();
            if back.is_some() && self.game.tells_scores() {
                return Err(Ended::ComesBack);
            }
            self.slots.push(if let Some(back) = back {
                // The attacker fails there: who looks for a win is the mover where the aim is
                // a win, and its opponent where the aim is a draw.
                let succeeds = child.wanted.is(aim != Score::WIN);
                Slot {
                    numbers: if succeeds { SUCCEEDS } else { FAILS },
                    depends: *back,
                }
            } else {
                let known = numbers.get(child.key, aim).unwrap_or(Numbers {
                    proof: 1,
                    disproof: child.replies,
                });
                Slot {
                    numbers: seen_before(child.wanted, known),
                    depends: ON_NONE,
                }
            });
        }
        if let (true, Some(busy)) = (frame.is_marked, &self.shared.busy) {
            busy.begin(frame.key);
        }
        self.frames.push(frame);
        Ok(())
    }

    /// Ends the work on the last frame with an answer. Returns it, as it holds for the position
    /// before.
    fn leave(&mut self, tables: Tables<'_>, verdict: Verdict, best: usize) -> Verdict {
        let own = self.frames.len() - 1;
        let frame = self.frames[own];
        let work = self.nodes - frame.before + 1;
        self.learn_work(work);
        let Verdict { attains, depends } = verdict;
        // An answer that depends on this position and on those behind it alone depends on none.
        if depends < own {
            self.not_kept += 1;
            // It may hold on other ways too: the next search tries it first.
            let unlikely = MOST >> 8;
            let numbers = if attains {
                Numbers {
                    proof: 1,
                    disproof: unlikely,
                }
            } else {
                Numbers {
                    proof: unlikely,
                    disproof: 1,
                }
            };
            tables.numbers.put(frame.key, frame.aim, numbers, work);
            self.drop_frame();
            return verdict;
        }
        let number = if attains {
            self.children[best].number.min(NO_MOVE)
        } else {
            NO_MOVE
        };
        let told = if attains {
            frame.aim
        } else {
            frame.aim.below()
        };
        let log = work.ilog2() as u8;
        tables.bounds.put(frame.key, frame.aim, told, number, log);
        tables.numbers.drop(frame.key, frame.aim);
        let is_searched_by_others = self.drop_frame();
        if let (true, Some(busy)) = (is_searched_by_others, &self.shared.busy) {
            busy.answer();
        }
        Verdict {
            attains,
            depends: ON_NONE,
        }
    }

    /// Whether other walks are told of positions at this place on the stack: they take much
    /// work, as far as is known.
    fn tells_of(&self, place: usize) -> bool {
        self.shared.busy.is_some() && self.usual_work.is_at_least(place, MUCH_WORK)
    }

    /// Notes how many positions were searched for the last one of the stack.
    fn learn_work(&mut self, work: u64) {
        if self.shared.busy.is_some() {
            self.usual_work.learn(self.frames.len() - 1, work);
        }
    }

    /// Forgets the last frame. Returns whether another walk searches its position too.
    fn drop_frame(&mut self) -> bool {
        let frame = self.frames.pop().expect("there is a frame");
        if self.comes_back {
            let place = (frame.position, frame.aim == Score::WIN);
            self.on_way.remove(&place);
        }
        self.children.truncate(frame.first);
        self.slots.truncate(frame.first);
        match &self.shared.busy {
            Some(busy) if frame.is_marked => busy.end(frame.key),
            _ => false,
        }
    }

    /// Charges the memory of the way from the root, which grows with the length of play.
    #[cold]
    fn charge(&mut self) -> Result<(), Error> {
        self.charged_children = self.children.capacity();
        let frames = self.frames.capacity().max(32);
        let on_way = if self.comes_back {
            size_of::<((G::Position, bool), usize)>() + 1
        } else {
            0
        };
        let bytes = bytes_of::<Child<G::Position>>(self.charged_children)
            // There are at most as many slots, in a list that grows as that one does.
            + bytes_of::<Slot>(2 * self.charged_children)
            + bytes_of::<Frame<G::Position>>(2 * frames)
            // A map of the standard library has at least an eighth of its places free, and may
            // double them.
            + (on_way * frames * 4) as u64;
        let more = bytes.saturating_sub(self.charge.bytes());
        let reached = self.progress();
        let refused = |refusal| Stopped::out_of_memory(refusal, reached);
        self.charge.grow(more).map_err(refused)?;
        self.frames.reserve(frames);
        Ok(())
    }
}

impl<G: Searchable> Walker<G::Position> for NumberWalk<'_, G> {
    fn begin(&mut self, table: &Table, root: &G::Position, aim: Score) -> Told {
        self.end();
        self.comes_back = !self.ends && aim.is_of_any_length();
        self.not_kept = 0;
        let key = table.key(self.game.pack(root));
        let until = Numbers {
            proof: NEVER,
            disproof: NEVER,
        };
        let shared = Arc::clone(&self.shared);
        let tables = Tables {
            bounds: table,
            numbers: &shared.table(),
        };
        Ok(match self.visit(tables, *root, key, aim, until)? {
            Visit::Answered(verdict) => Some(verdict.attains),
            Visit::Left(_) | Visit::Entered => None,
        })
    }

    fn go_on(&mut self, table: &Table, pauses: &AtomicBool) -> Told {
        let shared = Arc::clone(&self.shared);
        let tables = Tables {
            bounds: table,
            numbers: &shared.table(),
        };
        let told = self.search(tables, pauses);
        self.tell_nodes();
        told
    }

    fn end(&mut self) {
        while !self.frames.is_empty() {
            self.drop_frame();
        }
        // An error may have come in the middle of a position.
        self.children.clear();
        self.slots.clear();
        self.on_way.clear();
    }

    fn learn_from(&mut self, other: &Self) {
        self.usual_work.clone_from(&other.usual_work);
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

    fn make_room(&self, pauses: &AtomicBool) {
        if self.shared.nodes.load(Ordering::Relaxed) > self.shared.table().room() {
            pauses.store(true, Ordering::Relaxed);
            let mut table = self.shared.table.write().expect(SOUND);
            pauses.store(false, Ordering::Relaxed);
            table.grow(self.job);
        }
    }
}
