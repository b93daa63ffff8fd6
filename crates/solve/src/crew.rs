//! Sharing pieces of work among threads.
//!
//! The pieces are numbered, and each thread takes the next one until none is left. What is
//! made of a piece must not depend on who works on it. Of several errors that of the first
//! piece is told, so that the error does not depend on the number of threads either.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use zug_job::{Job, Phase, Progress, Stopped, Tier};

use crate::error::Error;

/// The error of a piece, with its number.
type Failed = (usize, Error);

/// Does `work` on the pieces `0..pieces`, on as many threads as there are states, each of
/// which belongs to one thread. The caller's thread has the first state, and tells
/// `progress` to the job before each of its pieces.
pub(crate) fn share<S: Send>(
    job: &Job,
    states: &mut [S],
    pieces: usize,
    progress: impl Fn(usize) -> Progress,
    work: impl Fn(&mut S, usize) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let work = &work;
    let workers = states.iter_mut().map(|state| {
        let worker = move |piece| work(state, piece);
        Box::new(worker) as Box<Worker<'_>>
    });
    share_among(job, workers.collect(), pieces, &progress)
}

/// Does what one thread has to do with a piece, of which it is told the number.
type Worker<'w> = dyn FnMut(usize) -> Result<(), Error> + Send + 'w;

/// As [`share`], with a worker for each thread in place of a state. It has no type parameters, so
/// that the compiler makes its code once and not again for each kind of work.
fn share_among(
    job: &Job,
    mut workers: Vec<Box<Worker<'_>>>,
    pieces: usize,
    progress: &dyn Fn(usize) -> Progress,
) -> Result<(), Error> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let take = |worker: &mut Worker<'_>| -> Result<bool, Failed> {
        let piece = next.fetch_add(1, Ordering::Relaxed);
        if piece >= pieces || failed.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let fail = |error| {
            failed.store(true, Ordering::Relaxed);
            (piece, error)
        };
        if job.cancel.is_cancelled() {
            return Err(fail(Stopped::cancelled(Progress::default()).into()));
        }
        worker(piece).map_err(fail)?;
        Ok(true)
    };
    let Some((own, others)) = workers.split_first_mut() else {
        return Ok(());
    };
    // A thread is not worth starting for one piece.
    let helpers = pieces.saturating_sub(1).min(job.threads.get() - 1);
    let others = &mut others[..helpers];
    let result = thread::scope(|scope| {
        let others: Vec<_> = others
            .iter_mut()
            .filter_map(|worker| {
                let work = || {
                    while take(worker)? {}
                    Ok(())
                };
                job.threads.start(scope, work).ok()
            })
            .collect();
        let mut result = loop {
            let done = next.load(Ordering::Relaxed).min(pieces);
            let told = job.tell(&progress(done));
            if let Err(stopped) = told {
                failed.store(true, Ordering::Relaxed);
                break Err((0, stopped.into()));
            }
            match take(own) {
                Ok(true) => {}
                Ok(false) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        for thread in others {
            let other: Result<(), Failed> =
                thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            result = earlier(result, other);
        }
        result
    });
    result.map_err(|(_, error)| {
        let done = next.load(Ordering::Relaxed).min(pieces);
        with_progress(error, progress(done))
    })
}

/// The error, which tells how far the work was if the work was stopped by what did not know it.
pub(crate) fn with_progress(error: Error, reached: Progress) -> Error {
    let Error::Stopped(stopped) = error else {
        return error;
    };
    if stopped.reached.positions > 0 {
        return error;
    }
    match stopped.refusal() {
        Some(refusal) => Stopped::out_of_memory(refusal, reached).into(),
        None => Stopped::cancelled(reached).into(),
    }
}

/// The error of the earlier piece, if there is one.
fn earlier(one: Result<(), Failed>, other: Result<(), Failed>) -> Result<(), Failed> {
    match (one, other) {
        (Err(one), Err(other)) => Err(if other.0 < one.0 { other } else { one }),
        (one, other) => one.and(other),
    }
}

/// How far the work is on a tier: `positions` positions are known, and `left` are still to be
/// worked on.
pub(crate) fn reached(
    phase: Phase,
    [positions, edges, left]: [u64; 3],
    tier: Option<Tier>,
    job: &Job,
) -> Progress {
    Progress {
        phase,
        positions,
        edges,
        frontier: left,
        whole: None,
        tier,
        bytes: job.budget.used(),
        filled: None,
    }
}
