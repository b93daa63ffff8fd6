//! Work that takes longer than a request may wait: jobs, who waits for them, and in which order
//! they run.
//!
//! Whoever asks gets a *ticket* of their own for a piece of work, which several may share: work is
//! cancelled once nobody has a ticket for it any more. A ticket is given back, or it expires when
//! its owner has asked nothing for a while. There are two lanes: heavy work runs one piece at a
//! time, light work on a few threads beside it. In each lane, work on rules and parameters that
//! requests bring along takes turns with work on games of the catalogue, however much of it there
//! is.

use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use tokio::sync::{Notify, watch};
use zug::{CancelToken, Phase, Progress, SolveOptions, Watch};

use crate::api::job_reply::{JobReply, JobStatus, JobWord};
use crate::api::problem::Problem;
use crate::limits::{Limits, RESULT_IF_SHORT, TICKETS, WORK_WAITING};
use crate::lock::lock;
use crate::prepared::Origin;
use crate::turns::Turns;

/// In which lane work runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Work of a fraction of a second.
    Light,
    /// All other work.
    Heavy,
}

/// All work of the server.
#[derive(Debug)]
pub(crate) struct Works {
    limits: Limits,
    tickets: Mutex<HashMap<String, Ticket>>,
    heavy: Arc<Track>,
    light: Arc<Track>,
    numbers: AtomicU64,
    /// Whether work has ended whose memory was not given back to the system yet.
    leaves_memory: Arc<AtomicBool>,
    /// Makes the names of tickets hard to guess.
    names: RandomState,
}

/// A lane: who may run in it, and the number of those who wait.
#[derive(Debug)]
struct Track {
    turns: Turns,
    /// The number of pieces of work that wait, by the origin of their games.
    waiting: [AtomicUsize; 2],
}

impl Track {
    /// A lane for this number of pieces of work at a time.
    fn new(at_a_time: usize) -> Arc<Self> {
        Arc::new(Self {
            turns: Turns::new(at_a_time),
            waiting: Default::default(),
        })
    }
}

/// A claim to the result of a piece of work.
#[derive(Debug)]
struct Ticket {
    work: Arc<Work>,
    /// When its owner asked last.
    asked: Instant,
    /// The number of requests and streams of events that wait for it now.
    watchers: usize,
    /// Whether its owner was told how the work ended.
    is_told: bool,
}

/// A piece of work.
pub(crate) struct Work {
    /// What tells the work from other work: a hash, as rules may be long.
    key: [u64; 2],
    number: u64,
    track: Arc<Track>,
    origin: Origin,
    cancel: CancelToken,
    /// Told when the work is cancelled, in case it waits for its lane.
    cancelled: Notify,
    is_too_slow: AtomicBool,
    seen: Mutex<Seen>,
    state: watch::Sender<State>,
    begun: Mutex<Option<Instant>>,
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

/// How far work is.
#[derive(Clone, Debug)]
enum State {
    Waiting,
    Running,
    Ended(Result<Arc<Json>, Problem>, Duration),
}

/// What was seen of the progress of work.
#[derive(Debug, Default)]
struct Seen {
    progress: Progress,
    /// A moment of the last seconds, and the number of positions then.
    before: Option<(Instant, u64)>,
    rate: Option<f64>,
}

/// The time over which the number of positions a second is taken.
const RATE: Duration = Duration::from_millis(500);

/// The time for which the result of work is kept that nobody has asked for.
const RESULT: Duration = Duration::from_secs(120);

/// Handed to work: who may cancel it, and who is told how far it is.
#[derive(Clone, Debug)]
pub(crate) struct Context(Arc<Work>);

impl Context {
    /// The options with the token that cancels the work, and its watch.
    pub(crate) fn options(&self, options: SolveOptions) -> SolveOptions {
        options
            .with_cancel(self.0.cancel.clone())
            .with_watch(Arc::new(self.clone()))
    }

    /// Whether no position was found or searched yet.
    pub(crate) fn is_at_the_beginning(&self) -> bool {
        lock(&self.0.seen).progress.positions == 0
    }

    /// Whether other work waits for the lane.
    pub(crate) fn others_wait(&self) -> bool {
        let mut waiting = self.0.track.waiting.iter();
        waiting.any(|number| number.load(Ordering::Relaxed) > 0)
    }

    /// The token that cancels the work.
    pub(crate) fn cancel(&self) -> &CancelToken {
        &self.0.cancel
    }
}

impl Watch for Context {
    fn progress(&self, progress: &Progress) {
        let mut seen = lock(&self.0.seen);
        let now = Instant::now();
        if progress.phase != seen.progress.phase {
            seen.before = None;
        }
        match seen.before {
            None => seen.before = Some((now, progress.positions)),
            Some((then, positions)) if now - then >= RATE => {
                let more = progress.positions.saturating_sub(positions);
                seen.rate = (more > 0).then(|| more as f64 / (now - then).as_secs_f64());
                seen.before = Some((now, progress.positions));
            }
            Some(_) => {}
        }
        seen.progress = *progress;
    }
}

/// Waits for the work of a ticket. Once it is dropped nobody waits any more, and a ticket that was
/// never handed out is given back.
pub(crate) struct Waiter {
    works: Arc<Works>,
    id: String,
    work: Arc<Work>,
    is_handed_out: bool,
}

impl Works {
    pub(crate) fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            tickets: Mutex::default(),
            heavy: Track::new(1),
            light: Track::new(limits.threads.get().max(2)),
            numbers: AtomicU64::new(0),
            leaves_memory: Arc::default(),
            names: RandomState::new(),
        })
    }

    /// Begins work, or joins in waiting for the same work if it goes on already. Returns who
    /// waits for it.
    ///
    /// # Errors
    ///
    /// Too much work waits already.
    pub(crate) fn begin(
        self: &Arc<Self>,
        key: &str,
        (lane, origin): (Lane, Origin),
        work: impl FnOnce(&Context) -> Result<Json, Problem> + Send + 'static,
    ) -> Result<Waiter, Problem> {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let id = self.name(number);
        let key = [0, 1].map(|salt: u64| self.names.hash_one((salt, key)));
        let mut tickets = lock(&self.tickets);
        if tickets.len() >= TICKETS {
            return Err(Problem::busy());
        }
        let same = |ticket: &&Ticket| {
            ticket.work.key == key && !ticket.work.has_ended() && !ticket.work.cancel.is_cancelled()
        };
        let shared = tickets.values().find(same);
        let work = if let Some(ticket) = shared {
            ticket.work.clone()
        } else {
            let track = match lane {
                Lane::Heavy => self.heavy.clone(),
                Lane::Light => self.light.clone(),
            };
            let waiting = &track.waiting[origin as usize];
            if waiting.load(Ordering::Relaxed) >= WORK_WAITING[origin as usize] {
                return Err(Problem::busy());
            }
            waiting.fetch_add(1, Ordering::Relaxed);
            let new = Arc::new(Work {
                key,
                number,
                track,
                origin,
                cancel: CancelToken::default(),
                cancelled: Notify::new(),
                is_too_slow: AtomicBool::new(false),
                seen: Mutex::default(),
                state: watch::Sender::new(State::Waiting),
                begun: Mutex::new(None),
            });
            let leaves_memory = self.leaves_memory.clone();
            let work = move |context: &Context| {
                let done = work(context);
                leaves_memory.store(true, Ordering::Relaxed);
                done
            };
            tokio::spawn(run(new.clone(), work));
            new
        };
        tickets.insert(
            id.clone(),
            Ticket {
                work: work.clone(),
                asked: Instant::now(),
                watchers: 1,
                is_told: false,
            },
        );
        Ok(Waiter {
            works: self.clone(),
            id,
            work,
            is_handed_out: false,
        })
    }

    /// Who waits for the work of a ticket.
    pub(crate) fn waiter(self: &Arc<Self>, id: &str) -> Result<Waiter, Problem> {
        let mut tickets = lock(&self.tickets);
        let ticket = tickets.get_mut(id).ok_or_else(no_ticket)?;
        ticket.asked = Instant::now();
        ticket.watchers += 1;
        Ok(Waiter {
            works: self.clone(),
            id: id.to_owned(),
            work: ticket.work.clone(),
            is_handed_out: true,
        })
    }

    /// Gives a ticket back: its work is cancelled unless somebody else waits for it. Returns how
    /// far the work was.
    pub(crate) fn give_back(&self, id: &str) -> Result<JobReply, Problem> {
        let ticket = lock(&self.tickets).remove(id).ok_or_else(no_ticket)?;
        let reply = self.reply(id, &ticket.work);
        self.cancel_unless_wanted(&ticket.work);
        Ok(JobReply {
            status: match reply.status {
                JobStatus::Waiting | JobStatus::Running => JobStatus::Cancelled,
                ended => ended,
            },
            ..reply
        })
    }

    fn cancel_unless_wanted(&self, work: &Arc<Work>) {
        let tickets = lock(&self.tickets);
        if !tickets
            .values()
            .any(|ticket| Arc::ptr_eq(&ticket.work, work))
        {
            work.cancel();
        }
    }

    /// Cancels all work.
    pub(crate) fn cancel_all(&self) {
        for ticket in lock(&self.tickets).values() {
            ticket.work.cancel();
        }
    }

    /// Lets tickets expire whose owners are gone, cancels work that takes too long, and gives back
    /// the memory of work that has ended.
    pub(crate) fn tidy(&self) {
        let mut given_up = Vec::new();
        let is_short = self.limits.is_short();
        lock(&self.tickets).retain(|_, ticket| {
            let kept = if ticket.work.has_ended() {
                RESULT
            } else {
                self.limits.grace
            };
            let asked = ticket.asked.elapsed();
            let is_let_go = ticket.work.has_ended() && asked >= RESULT_IF_SHORT;
            let is_due = asked >= kept || is_short && (ticket.is_told || is_let_go);
            let stays = ticket.watchers > 0 || !is_due;
            if !stays {
                given_up.push(ticket.work.clone());
            }
            let begun = *lock(&ticket.work.begun);
            if begun.is_some_and(|begun| begun.elapsed() > self.limits.work) {
                ticket.work.is_too_slow.store(true, Ordering::Relaxed);
                ticket.work.cancel();
            }
            stays
        });
        for work in given_up {
            self.cancel_unless_wanted(&work);
        }
        if self.leaves_memory.swap(false, Ordering::Relaxed) {
            // It looks at all memory that is free, which takes a moment.
            tokio::task::spawn_blocking(self.limits.give_back);
        }
    }

    /// The name of a ticket, which nobody guesses.
    fn name(&self, number: u64) -> String {
        let half = |salt: u64| {
            let mut hasher = self.names.build_hasher();
            hasher.write_u64(number);
            hasher.write_u64(salt);
            hasher.finish()
        };
        // The front tells from the number of the process whether the work is lost.
        let process = std::process::id();
        format!("{process:08x}{:016x}{:016x}", half(0), half(1))
    }

    fn reply(&self, id: &str, work: &Work) -> JobReply {
        let state = work.state.borrow().clone();
        let (progress, rate) = {
            let seen = lock(&work.seen);
            (seen.progress, seen.rate)
        };
        let running = lock(&work.begun).map_or(Duration::ZERO, |begun| begun.elapsed());
        let (status, result, error, seconds) = match state {
            State::Waiting => (JobStatus::Waiting, None, None, Duration::ZERO),
            State::Running => (JobStatus::Running, None, None, running),
            State::Ended(Ok(result), time) => {
                (JobStatus::Done, Some((*result).clone()), None, time)
            }
            State::Ended(Err(error), time) if error.is_cancelled() => {
                (JobStatus::Cancelled, None, Some(error), time)
            }
            State::Ended(Err(error), time) => (JobStatus::Failed, None, Some(error), time),
        };
        let is_running = status == JobStatus::Running;
        let share = progress.whole.filter(|whole| *whole > 0 && is_running);
        let share = share.map(|whole| progress.done() as f64 / whole as f64);
        let ahead = self.ahead(work);
        JobReply {
            state: JobWord::Job,
            id: id.to_owned(),
            status,
            phase: is_running.then(|| phase(progress.phase).to_owned()),
            ahead: if status == JobStatus::Waiting {
                ahead
            } else {
                0
            },
            positions: progress.positions,
            positions_per_second: rate.filter(|_| is_running),
            memory: progress.bytes,
            share: share.map(|share| share.clamp(0.0, 1.0)),
            seconds: seconds.as_secs_f64(),
            result,
            error,
        }
    }

    /// The number of pieces of work that run before this one.
    fn ahead(&self, work: &Work) -> usize {
        let (mut alike, mut others) = (HashSet::new(), HashSet::new());
        for ticket in lock(&self.tickets).values() {
            let other = &ticket.work;
            let shares = Arc::ptr_eq(&other.track, &work.track);
            if shares && other.number < work.number && !other.has_ended() {
                let same = other.origin == work.origin;
                let of_origin = if same { &mut alike } else { &mut others };
                of_origin.insert(other.number);
            }
        }
        // The two origins take turns.
        alike.len() + others.len().min(alike.len() + 1)
    }
}

fn no_ticket() -> Problem {
    Problem::missing(
        "unknown-job",
        "There is no such job",
        "the job does not exist, or nobody has asked about it for too long",
    )
}

/// What work is busy with, in words.
fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Sampling => "looking at a sample of play",
        Phase::Discovering => "finding the positions",
        Phase::Ordering => "putting the positions in order",
        Phase::Reversing => "turning the moves round",
        Phase::Solving => "giving the positions their values",
        Phase::Verifying => "checking the values",
        Phase::Counting => "counting the positions",
        Phase::Storing => "writing the values",
        Phase::Searching => "searching the position",
        Phase::Proving => "gathering the proof",
    }
}

/// Waits for the lane, and does the work on a thread of its own.
async fn run(
    work: Arc<Work>,
    body: impl FnOnce(&Context) -> Result<Json, Problem> + Send + 'static,
) {
    let turn = tokio::select! {
        turn = work.track.turns.take(work.origin) => Some(turn),
        () = work.cancelled.notified() => None,
    };
    work.track.waiting[work.origin as usize].fetch_sub(1, Ordering::Relaxed);
    let Some(turn) = turn.filter(|_| !work.cancel.is_cancelled()) else {
        work.end(Err(Problem::cancelled()), Duration::ZERO);
        return;
    };
    let begun = Instant::now();
    *lock(&work.begun) = Some(begun);
    work.state.send_replace(State::Running);
    let context = Context(work.clone());
    let done = tokio::task::spawn_blocking(move || {
        let done = body(&context);
        // The lane is free once the work is done, whoever still waits to be told.
        drop(turn);
        done
    });
    let done = match done.await {
        Ok(done) => done,
        Err(error) => Err(Problem::defect(error.to_string())),
    };
    let done = match done {
        Err(error) if error.is_cancelled() && work.is_too_slow.load(Ordering::Relaxed) => {
            Err(Problem::too_slow("the job took longer than a job may take"))
        }
        done => done,
    };
    work.end(done, begun.elapsed());
}

impl Work {
    fn has_ended(&self) -> bool {
        matches!(*self.state.borrow(), State::Ended(..))
    }

    fn cancel(&self) {
        self.cancel.cancel();
        self.cancelled.notify_one();
    }

    fn end(&self, result: Result<Json, Problem>, time: Duration) {
        self.state
            .send_replace(State::Ended(result.map(Arc::new), time));
    }
}

impl Waiter {
    /// Waits at most this time for the work to end; `None` if it goes on.
    pub(crate) async fn wait(&self, most: Duration) -> Option<Result<Arc<Json>, Problem>> {
        let mut state = self.work.state.subscribe();
        let ended = state.wait_for(|state| matches!(state, State::Ended(..)));
        let ended = tokio::time::timeout(most, ended).await.ok()?.ok()?;
        match &*ended {
            State::Ended(result, _) => Some(result.clone()),
            _ => None,
        }
    }

    /// How far the work is. From now on the ticket lives without a waiter, for a while.
    pub(crate) fn hand_out(&mut self) -> JobReply {
        self.is_handed_out = true;
        self.reply()
    }

    /// How far the work is.
    pub(crate) fn reply(&self) -> JobReply {
        let reply = self.works.reply(&self.id, &self.work);
        let goes_on = matches!(reply.status, JobStatus::Waiting | JobStatus::Running);
        if !goes_on && let Some(ticket) = lock(&self.works.tickets).get_mut(&self.id) {
            ticket.is_told = true;
        }
        reply
    }
}

impl Drop for Waiter {
    fn drop(&mut self) {
        let mut tickets = lock(&self.works.tickets);
        if !self.is_handed_out {
            tickets.remove(&self.id);
            drop(tickets);
            self.works.cancel_unless_wanted(&self.work);
        } else if let Some(ticket) = tickets.get_mut(&self.id) {
            ticket.watchers = ticket.watchers.saturating_sub(1);
            ticket.asked = Instant::now();
        }
    }
}
