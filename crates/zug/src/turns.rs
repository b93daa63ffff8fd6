//! Two ways to one answer, which take turns until one of them ends.
//!
//! **Problem.** Who wins in one position is told by a search of it, and by solving all positions that
//! play can reach from it. Either way may take a thousand times as long as the other one, and nobody
//! can say beforehand which.
//!
//! **Method.** Each way has a thread, and only one of the two works at a time: the watch of its job,
//! which it tells how far it is, makes it wait while the other way has its turn. The way that has worked
//! for less time so far goes on. The one that ends first answers, and the other one is cancelled.
//! Positions are solved first until some are found, so that few positions are always solved.
//!
//! **Cost.** Twice the time of the way that ends first, and as many turns as there are times at which
//! a way tells how far it is: some hundred a second. Which way ends first may depend on the machine
//! where both take about as long; what they answer does not.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use zug_job::{CancelToken, Job, Phase, Progress, Stopped, Watch};

use crate::error::Error;

/// What ended first.
#[derive(Debug)]
pub enum First<P, S> {
    /// Solving all positions ended first.
    Positions(P),
    /// The search of the position asked about ended first.
    Search(S),
}

/// A way to the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Positions,
    Search,
}

impl Way {
    fn other(self) -> Self {
        match self {
            Self::Positions => Self::Search,
            Self::Search => Self::Positions,
        }
    }
}

/// A way hands over once it has worked for this much longer than the other one.
const LEAD: Duration = Duration::from_millis(10);

/// The stack of the thread that searches, which is that of the program's first thread.
const STACK: usize = 8 << 20;

/// The two ways, of which one works while the other one waits.
#[derive(Debug)]
pub struct Turns {
    state: Mutex<State>,
    changed: Condvar,
    /// The search does not begin before this number of positions is found, or shown to be there by a
    /// sample of play; `None` if it does not begin before the positions are given up.
    found_first: Option<u64>,
}

#[derive(Debug)]
struct State {
    /// The way that works now.
    turn: Way,
    /// Since when it works.
    since: Instant,
    /// There are more positions than are found first.
    are_many: bool,
    /// For how long the positions and the search have worked before.
    worked: [Duration; 2],
    /// The ways that have ended.
    ended: [bool; 2],
    /// The way that ended with an answer, or with an error that ends the other way too.
    first: Option<Way>,
}

impl Turns {
    /// Whether the positions are given up, so that the search works alone.
    pub fn is_search_alone(&self) -> bool {
        self.state().ended[Way::Positions as usize]
    }

    /// Waits until a way may work. Returns false if the other one has answered.
    fn wait(&self, way: Way) -> bool {
        let mut state = self.state();
        while state.turn != way && !state.ended[way.other() as usize] {
            let waiting = self.changed.wait(state);
            state = waiting.unwrap_or_else(PoisonError::into_inner);
        }
        state.first.is_none()
    }

    /// Is told that a way has worked, and makes it wait if it is the other one's turn.
    fn has_worked(&self, way: Way, progress: &Progress) {
        let other = way.other();
        let mut state = self.state();
        let now = Instant::now();
        let since = state.since;
        state.worked[way as usize] += now - since;
        state.since = now;
        let [own, others] = [way, other].map(|way| state.worked[way as usize]);
        let is_number = matches!(progress.phase, Phase::Sampling | Phase::Discovering);
        let are_many = |most| is_number && progress.positions > most;
        state.are_many |= way == Way::Positions && self.found_first.is_some_and(are_many);
        // Once the search has begun, the positions are many or given up.
        if !state.are_many || state.ended[other as usize] || own < others + LEAD {
            return;
        }
        self.hand_over(state, other);
        self.wait(way);
    }

    /// Lets a way work from now on.
    fn hand_over(&self, mut state: MutexGuard<'_, State>, to: Way) {
        state.turn = to;
        state.since = Instant::now();
        self.changed.notify_all();
    }

    /// Whether the other way is to be cancelled, as this one has the answer.
    fn has_answered(&self, way: Way) -> bool {
        self.state().first == Some(way)
    }

    /// Notes that a way has ended.
    fn end<T>(&self, way: Way, ended: &Result<T, Error>, is_given_up: fn(&Error) -> bool) {
        let mut state = self.state();
        state.ended[way as usize] = true;
        let is_told = match ended {
            Ok(_) => true,
            Err(error) => !is_given_up(error) && !is_cancelled(error),
        };
        if is_told {
            state.first.get_or_insert(way);
        }
        self.hand_over(state, way.other());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Solves positions and searches in turns. Returns what ended first.
///
/// A way that ends with an error of which `is_given_up` is true leaves the answer to the other one.
///
/// # Errors
///
/// One of the ways met an error that is not given up; both were given up; the caller cancelled.
pub fn in_turns<P, S: Send>(
    job: &Job,
    found_first: Option<u64>,
    is_given_up: fn(&Error) -> bool,
    positions: impl FnOnce(&Job) -> Result<P, Error>,
    search: impl FnOnce(&Job, &Arc<Turns>) -> Result<S, Error> + Send,
) -> Result<First<P, S>, Error> {
    let turns = Arc::new(Turns {
        state: Mutex::new(State {
            turn: Way::Positions,
            since: Instant::now(),
            are_many: false,
            worked: [Duration::ZERO; 2],
            ended: [false; 2],
            first: None,
        }),
        changed: Condvar::new(),
        found_first,
    });
    let (token, job_of_positions) = part(job, &turns, Way::Positions);
    let (token_of_search, job_of_search) = part(job, &turns, Way::Search);
    let searching = || {
        if !turns.wait(Way::Search) {
            return None;
        }
        let _ending = Ending(&turns, Way::Search);
        let searched = search(&job_of_search, &turns);
        turns.end(Way::Search, &searched, is_given_up);
        if turns.has_answered(Way::Search) {
            token.cancel();
        }
        Some(searched)
    };
    // It is still there if the machine refuses the thread.
    let waiting = Mutex::new(Some(searching));
    let begin = || {
        let searching = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        searching.and_then(|searching| searching())
    };
    let (solved, searched) = thread::scope(|scope| {
        let thread = Builder::new().name("search".to_owned());
        let thread = thread.stack_size(STACK).spawn_scoped(scope, begin);
        let _ending = Ending(&turns, Way::Positions);
        let solved = positions(&job_of_positions);
        turns.end(Way::Positions, &solved, is_given_up);
        if turns.has_answered(Way::Positions) {
            token_of_search.cancel();
        }
        let searched = match thread {
            Ok(thread) => thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // No thread: the search comes after the positions.
            Err(_) => begin(),
        };
        (solved, searched)
    });
    let first = turns.state().first;
    match (first, solved, searched) {
        (Some(Way::Search), _, Some(searched)) => searched.map(First::Search),
        (None, _, Some(Err(error))) if is_cancelled(&error) => Err(error),
        (_, solved, _) => solved.map(First::Positions),
    }
}

/// Lets the other way go on where one panics.
struct Ending<'t>(&'t Turns, Way);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let Self(turns, way) = self;
        let mut state = turns.state();
        if !state.ended[*way as usize] {
            state.ended[*way as usize] = true;
            turns.hand_over(state, way.other());
        }
    }
}

/// The job of a way, and the token that ends it.
fn part(job: &Job, turns: &Arc<Turns>, way: Way) -> (CancelToken, Job) {
    let token = job.cancel.of_part();
    let watch = InTurns {
        watch: job.watch.clone(),
        turns: turns.clone(),
        way,
    };
    let job = job.clone().with_cancel(token.clone()).with_watch(watch);
    (token, job)
}

fn is_cancelled(error: &Error) -> bool {
    Stopped::behind(error).is_some_and(Stopped::is_cancelled)
}

/// The watch of a way, which makes it wait for its turn.
struct InTurns {
    /// The watch that the caller gave.
    watch: Arc<dyn Watch>,
    turns: Arc<Turns>,
    way: Way,
}

impl InTurns {
    /// Whether the caller is told how far this way is: one way at a time, or nobody could read it.
    fn is_told(&self) -> bool {
        self.way == Way::Positions || self.turns.is_search_alone()
    }
}

impl Watch for InTurns {
    fn progress(&self, progress: &Progress) {
        if self.is_told() {
            self.watch.progress(progress);
        }
        self.turns.has_worked(self.way, progress);
    }

    fn wants_line(&self) -> bool {
        self.is_told() && self.watch.wants_line()
    }

    fn line(&self, moves: &[String]) {
        self.watch.line(moves);
    }
}
