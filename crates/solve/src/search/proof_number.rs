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
//! failures could not be kept, the search gives up, and closed sets answer (`closed`).
//!
//! **Cost.** As the other engine for each position, which is looked at once more each time that
//! the search comes back to it; 16 bytes for the numbers of a position.
//!
//! **When not to use it.** Where most questions need about as many positions for yes as for no,
//! as in the opening of Connect Four, the order of moves tells more than numbers do, and a
//! search with null windows looks at fewer positions (Connect Four 5 by 5: 373,000 against
//! 2,316,000; Sim: 121,000 against 876,000). In other games it is the other way round (Hex 4 by 4:
//! 170,000 against 42,000; Kalah with 5 pits and 3 seeds: 407,000 against 22,000). Where play is
//! very long and narrow, the search comes back to each position of the way many times. One
//! thread searches; others wait.

use std::collections::HashMap;

use zug_game::Searchable;
use zug_job::{Charge, Job, Phase, Progress, Stopped, bytes_of};
use zug_values::{Score, Wanted};

use crate::error::Error;

use super::SearchOptions;
use super::leaves::{Leaves, Probes};
use super::node::{Child, Looked, Looker, Question};
use super::number_table::{MOST, NEVER, Number, NumberTable, Numbers};
use super::order::{Hints, History};
use super::table::{Key, NO_MOVE, Table};
use super::theorem::NodeTheorem;
use super::walk::{Ended, FOLDED_PLIES, LONGEST_WAY, NODES_BETWEEN_CHECKS};

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
}

/// What is known of a move on the stack.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Its successor's numbers as they count for the position before the move: how far the
    /// move is from attaining the aim there, and from failing.
    numbers: Numbers,
    /// Where the move fails for positions on the way alone: the place on the stack of that one
    /// nearest to the root.
    depends: usize,
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

/// Searches positions, one aim after the other.
pub(crate) struct NumberWalk<'a, G: Searchable> {
    game: &'a G,
    job: &'a Job,
    history: History,
    hints: Hints,
    /// Down to this ply images of a position are searched as one.
    folded_plies: usize,
    looker: Looker<G::Position>,
    frames: Vec<Frame<G::Position>>,
    children: Vec<Child<G::Position>>,
    /// What is known of each of the `children`.
    slots: Vec<Slot>,
    numbers: NumberTable,
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
    /// Positions whose values are known from elsewhere, if there are some.
    probes: Option<Probes<'a, G::Position>>,
    /// What tells of some positions who wins, if there is such a theorem.
    theorem: Option<&'a dyn NodeTheorem<G::Position>>,
}

/// After this number of answers that could not be kept closed sets are looked for.
const MOST_NOT_KEPT: u64 = 1 << 16;

impl<'a, G: Searchable> NumberWalk<'a, G> {
    /// A walk that has learnt nothing.
    ///
    /// # Errors
    ///
    /// The budget does not allow the table of numbers.
    pub(crate) fn new(game: &'a G, options: &SearchOptions, job: &'a Job) -> Result<Self, Error> {
        let refused = |refusal| Stopped::out_of_memory(refusal, Progress::at(Phase::Searching, 0));
        let numbers = NumberTable::new(game.bits(), options.table_bytes / 2, job);
        let mut walk = Self {
            game,
            job,
            history: History::new(game.places()),
            hints: Hints::default(),
            folded_plies: if options.proves {
                usize::MAX
            } else {
                FOLDED_PLIES
            },
            looker: Looker::new(game, options.ends),
            frames: Vec::new(),
            children: Vec::new(),
            slots: Vec::new(),
            numbers: numbers.map_err(refused)?,
            on_way: HashMap::new(),
            ends: options.ends,
            comes_back: false,
            not_kept: 0,
            charge: job.budget.open(),
            charged_children: 0,
            nodes: 0,
            probes: None,
            theorem: None,
        };
        walk.take_hints(options.hints.unwrap_or(Hints::usual(game)));
        Ok(walk)
    }

    /// Has other hints put moves in order from now on. Mobility is asked for always, for the
    /// first numbers of a position.
    pub(crate) fn take_hints(&mut self, hints: Hints) {
        self.hints = Hints {
            mobility: true,
            ..hints
        };
    }

    /// Asks about leaves from now on.
    pub(crate) fn take_leaves(&mut self, leaves: &'a dyn Leaves<G::Position>) {
        self.probes = Some(Probes::new(leaves));
    }

    /// Asks a theorem from now on.
    pub(crate) fn take_theorem(&mut self, theorem: &'a dyn NodeTheorem<G::Position>) {
        self.theorem = Some(theorem);
    }

    /// The number of positions whose values were known from elsewhere.
    pub(crate) fn leaves(&self) -> u64 {
        self.probes.as_ref().map_or(0, Probes::known)
    }

    /// The number of times that the moves of a position were looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The first positions on the way that is searched now, from the root.
    pub(crate) fn way(&self) -> Vec<G::Position> {
        let frames = self.frames.iter().take(LONGEST_WAY);
        frames.map(|frame| frame.position).collect()
    }

    /// How far the walk is.
    pub(crate) fn reached(&self) -> Progress {
        Progress {
            frontier: self.frames.len() as u64,
            bytes: self.job.budget.used(),
            ..Progress::at(Phase::Searching, self.nodes)
        }
    }

    /// Makes the table of numbers larger where more positions were searched than it has room for.
    pub(crate) fn make_room(&mut self) {
        if self.nodes > self.numbers.room() {
            self.numbers.grow(self.job);
        }
    }

    /// Asks whether a position attains an aim. Returns the verdict where that needs no search
    /// of moves; otherwise [`NumberWalk::go_on`] searches them.
    pub(crate) fn begin(
        &mut self,
        table: &Table,
        root: &G::Position,
        aim: Score,
    ) -> Result<Option<bool>, Ended> {
        self.frames.clear();
        self.children.clear();
        self.slots.clear();
        self.on_way.clear();
        self.comes_back = !self.ends && aim.is_of_any_length();
        self.not_kept = 0;
        let key = table.key(self.game.pack(root));
        let until = Numbers {
            proof: NEVER,
            disproof: NEVER,
        };
        Ok(match self.visit(table, *root, key, aim, until)? {
            Visit::Answered(verdict) => Some(verdict.attains),
            Visit::Left(_) | Visit::Entered => None,
        })
    }

    /// Goes on with what [`NumberWalk::begin`] began, for [`NODES_BETWEEN_CHECKS`] positions, or less
    /// where the caller cancels. Returns the verdict, if it was found.
    pub(crate) fn go_on(&mut self, table: &Table) -> Result<Option<bool>, Ended> {
        let until = self.nodes + NODES_BETWEEN_CHECKS;
        let mut visit = Visit::Entered;
        loop {
            visit = match visit {
                Visit::Entered => {
                    if self.nodes >= until || self.job.cancel.is_cancelled() {
                        return Ok(None);
                    }
                    self.next(table)?
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
    fn next(&mut self, table: &Table) -> Result<Visit, Ended> {
        let frame = self.frames.last().expect("a frame is searched");
        let slots = &self.slots[frame.first..];
        let choice = Choice::of(slots);
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
                table,
                Verdict { attains, depends },
                best,
            )));
        }
        let until = frame.until;
        if numbers.proof >= until.proof || numbers.disproof >= until.disproof {
            self.numbers
                .put(frame.key, frame.aim, numbers, self.nodes - frame.before + 1);
            self.drop_frame();
            return Ok(Visit::Left(numbers));
        }
        let at = frame.first + choice.best;
        let child = self.children[at];
        let until = seen_before(child.wanted, choice.until(until));
        self.frames.last_mut().expect("a frame is searched").current = at;
        self.visit(table, child.position, child.key, child.wanted.aim(), until)
    }

    /// Begins with a position.
    fn visit(
        &mut self,
        table: &Table,
        position: G::Position,
        key: Key,
        aim: Score,
        until: Numbers,
    ) -> Result<Visit, Ended> {
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
            && self.numbers.get(key, aim).is_none()
            && let Some(score) = probes.ask(&position, self.nodes)?
        {
            table.put_leaf(key, score);
            return answered(score >= aim);
        }
        self.nodes += 1;
        let question = Question {
            position,
            aim,
            best,
            hints: self.hints,
            folds: self.frames.len() < self.folded_plies,
            table,
            history: &self.history,
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
                self.make_frame(Frame {
                    position,
                    key,
                    aim,
                    first,
                    current: first,
                    before: self.nodes,
                    until,
                })?;
                Ok(Visit::Entered)
            }
        }
    }

    /// Puts a position on the stack, with what is known of its moves.
    fn make_frame(&mut self, frame: Frame<G::Position>) -> Result<(), Ended> {
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
            self.numbers.prefetch(child.key, child.wanted.aim());
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
                let known = self.numbers.get(child.key, aim).unwrap_or(Numbers {
                    proof: 1,
                    disproof: child.replies,
                });
                Slot {
                    numbers: seen_before(child.wanted, known),
                    depends: ON_NONE,
                }
            });
        }
        self.frames.push(frame);
        Ok(())
    }

    /// Ends the work on the last frame with an answer. Returns it, as it holds for the position
    /// before.
    fn leave(&mut self, table: &Table, verdict: Verdict, best: usize) -> Verdict {
        let own = self.frames.len() - 1;
        let frame = self.frames[own];
        let work = self.nodes - frame.before + 1;
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
            self.numbers.put(frame.key, frame.aim, numbers, work);
            self.drop_frame();
            return verdict;
        }
        let log = work.ilog2() as u8;
        let mut number = NO_MOVE;
        if attains {
            let good = &self.children[best];
            let none = std::iter::empty();
            self.history.learn(good.place, none, log);
            number = good.number;
        }
        let told = if attains {
            frame.aim
        } else {
            frame.aim.below()
        };
        table.put(frame.key, frame.aim, told, number.min(NO_MOVE), log);
        self.numbers.drop(frame.key, frame.aim);
        self.drop_frame();
        Verdict {
            attains,
            depends: ON_NONE,
        }
    }

    /// Forgets the last frame.
    fn drop_frame(&mut self) {
        let frame = self.frames.pop().expect("there is a frame");
        if self.comes_back {
            let place = (frame.position, frame.aim == Score::WIN);
            self.on_way.remove(&place);
        }
        self.children.truncate(frame.first);
        self.slots.truncate(frame.first);
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
        let reached = self.reached();
        let refused = |refusal| Stopped::out_of_memory(refusal, reached);
        self.charge.grow(more).map_err(refused)?;
        self.frames.reserve(frames);
        Ok(())
    }
}

/// The numbers of a move that attains the aim.
const SUCCEEDS: Numbers = Numbers {
    proof: 0,
    disproof: NEVER,
};

/// The numbers of a move that does not.
const FAILS: Numbers = Numbers {
    proof: NEVER,
    disproof: 0,
};

/// The numbers of a successor as they count for the position before, and back again: where
/// the successor is to miss an aim, its disproof is what the mover hopes for.
fn seen_before(wanted: Wanted, numbers: Numbers) -> Numbers {
    match wanted {
        Wanted::Attains(_) => numbers,
        Wanted::Misses(_) => Numbers {
            proof: numbers.disproof,
            disproof: numbers.proof,
        },
    }
}

/// The moves of a position, as far as they decide where the search goes on.
struct Choice {
    /// The move with the least proof number.
    best: usize,
    /// Its numbers.
    of_best: Numbers,
    /// The least proof number of the other moves.
    second: Number,
    /// The disproof number of the position.
    disproof: Number,
    /// What the disproof number counts for other moves than the best one: the best one's number
    /// and this make the position's, where the best one's is the greatest.
    beside: Number,
}

impl Choice {
    fn of(slots: &[Slot]) -> Self {
        let (mut best, mut least, mut second) = (0, NEVER, NEVER);
        let (mut greatest, mut open) = (0, 0);
        for (at, slot) in slots.iter().enumerate() {
            let Numbers { proof, disproof } = slot.numbers;
            if proof < least {
                second = least;
                (best, least) = (at, proof);
            } else {
                second = second.min(proof);
            }
            greatest = greatest.max(disproof);
            open += Number::from(disproof > 0);
        }
        let beside = open.saturating_sub(1);
        let disproof = match greatest {
            0 | NEVER => greatest,
            _ => (greatest + beside).min(MOST),
        };
        Self {
            best,
            of_best: slots.get(best).map_or(FAILS, |slot| slot.numbers),
            second,
            disproof,
            beside,
        }
    }

    fn numbers(&self) -> Numbers {
        Numbers {
            proof: self.of_best.proof,
            disproof: self.disproof,
        }
    }

    /// The thresholds for the best move, given those of the position. They are greater than
    /// the numbers of the move, unless these are as great as they can be; then there are none.
    fn until(&self, own: Numbers) -> Numbers {
        let next = self.second.saturating_add((self.second / 4).max(1));
        Numbers {
            proof: limit(own.proof.min(next)),
            disproof: limit(if own.disproof == NEVER {
                NEVER
            } else {
                own.disproof - self.beside
            }),
        }
    }
}

/// A threshold that no number reaches stands for none.
fn limit(threshold: Number) -> Number {
    if threshold > MOST { NEVER } else { threshold }
}
