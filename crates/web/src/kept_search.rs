//! A search that is kept from one click to the next, with all that its table knows.
//!
//! What is proved of a position helps to prove what its neighbours are worth. So the last game that
//! was searched keeps its search: on a thread that waits for the next question, as a search borrows
//! its game. The memory of its table comes back when another game is searched, when positions are
//! solved, or when nobody asks any more.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use zug::{CancelToken, Error, Progress, Searcher, SolveOptions, Watch};

use crate::limits::{KEPT_SEARCH, Limits};
use crate::lock::lock;
use crate::prepared::Prepared;
use crate::work::Context;

/// A question to a search.
type Question = Box<dyn FnOnce(&mut Searcher<'_>) + Send>;

/// The search that is kept, if there is one.
#[derive(Debug)]
pub(crate) struct KeptSearch {
    limits: Limits,
    search: Mutex<Option<Waiting>>,
}

/// A search that waits for questions.
#[derive(Debug)]
struct Waiting {
    game: Arc<Prepared>,
    /// Questions, until the search is to end.
    questions: Option<Sender<Question>>,
    /// The thread of the search, until it is waited for.
    thread: Option<JoinHandle<()>>,
    asker: Arc<Asker>,
    /// When it was asked last.
    asked: Instant,
}

/// Whoever asks the search at the moment: is told how far it is, and stops it.
#[derive(Debug, Default)]
struct Asker {
    context: Mutex<Option<Context>>,
    token: CancelToken,
}

impl KeptSearch {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            search: Mutex::new(None),
        }
    }

    /// Asks the search of a game, which is begun where there is none. Returns `None` where another
    /// question is being answered, and where no search can be begun.
    ///
    /// `until` is handed the token that ends the question.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        game: &Arc<Prepared>,
        options: impl FnOnce() -> SolveOptions,
        context: &Context,
        until: impl FnOnce(CancelToken),
        question: impl FnOnce(&mut Searcher<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Option<Result<T, Error>> {
        let mut kept = self.search.try_lock().ok()?;
        let is_same = |waiting: &Waiting| Arc::ptr_eq(&waiting.game, game);
        let mut waiting = match kept.take().filter(is_same) {
            Some(waiting) => waiting,
            None => Waiting::begin(game, options(), self.limits.give_back)?,
        };
        *lock(&waiting.asker.context) = Some(context.clone());
        waiting.asker.token.reset();
        until(waiting.asker.token.clone());
        let (told, answer) = mpsc::channel();
        let question: Question = Box::new(move |search| {
            // Whoever asked waits for the answer.
            let _ = told.send((question(search), search.is_short_of_memory()));
        });
        waiting.questions.as_ref()?.send(question).ok()?;
        let (answer, is_short) = answer.recv().ok()?;
        *lock(&waiting.asker.context) = None;
        if answer.is_ok() && !is_short {
            waiting.asked = Instant::now();
            *kept = Some(waiting);
        }
        Some(answer)
    }

    /// Lets the search go, unless it is being asked.
    pub(crate) fn let_go(&self) {
        if let Ok(mut kept) = self.search.try_lock() {
            *kept = None;
        }
    }

    /// Lets the search go if nobody has asked it for a while.
    pub(crate) fn tidy(&self) {
        if let Ok(mut kept) = self.search.try_lock()
            && (kept.as_ref()).is_some_and(|waiting| waiting.asked.elapsed() > KEPT_SEARCH)
        {
            *kept = None;
        }
    }
}

impl Waiting {
    /// Begins a search on a thread of its own, which ends when its questions do.
    fn begin(game: &Arc<Prepared>, options: SolveOptions, give_back: fn()) -> Option<Self> {
        /// The stack of the thread, which is that of all threads that do work.
        const STACK: usize = 8 << 20;
        let asker = Arc::new(Asker::default());
        let options = options
            .with_cancel(asker.token.clone())
            .with_watch(asker.clone());
        let (questions, asked) = mpsc::channel::<Question>();
        let problem = game.game.clone();
        let thread = thread::Builder::new().name("search".to_owned());
        let thread = thread.stack_size(STACK).spawn(move || {
            // If it cannot begin, nobody is answered, and the one who asks tries it without this.
            let _ = problem.with_search(&options, |search| {
                for question in asked {
                    question(search);
                }
                Ok::<(), Error>(())
            });
            give_back();
        });
        Some(Self {
            game: game.clone(),
            questions: Some(questions),
            thread: Some(thread.ok()?),
            asker,
            asked: Instant::now(),
        })
    }
}

/// Waits until the memory of the search has come back.
impl Drop for Waiting {
    fn drop(&mut self) {
        self.questions = None;
        if let Some(thread) = self.thread.take() {
            // Whatever became of the search, it has ended.
            let _ = thread.join();
        }
    }
}

impl Watch for Asker {
    fn progress(&self, progress: &Progress) {
        let context = lock(&self.context);
        let Some(context) = context.as_ref() else {
            return;
        };
        context.progress(progress);
        if context.cancel().is_cancelled() {
            self.token.cancel();
        }
    }
}
