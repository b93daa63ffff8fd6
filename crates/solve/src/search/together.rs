//! Several threads search the positions of one game.
//!
//! **Method.** Each thread walks through the whole search from the root, and all share the table:
//! what one has found the others need not search. Two things keep them apart. A thread puts off a
//! move to a position that another one searches at the moment, and tries its other moves first
//! (J.-C. Weill, *The ABDADA distributed minimax search algorithm*, 1996, in the simple form of T.
//! Kerrigan); the first moves of a position are never put off where one of them is likely to
//! suffice. Proof numbers have their own way to part (`proof_number`). And a thread that learns
//! from the table that the answer to a position on its way is known goes on above that position;
//! whoever answers a question that another thread searches too tells all threads to look. Where
//! several positions will be asked about, each thread first takes another one of them. One walk
//! begins alone, as most questions are answered soon; the others join it with what it has learnt,
//! and go on while it tries hints.
//!
//! **The answer** is the same with any number of threads, since all that the table tells is true
//! however it was found. The number of positions that are searched is not.
//!
//! **Cost.** A look into the table that finds something locks a bucket for a few instructions. Lines
//! of memory that another thread has just changed take longer to come.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, RwLock, RwLockReadGuard};
use std::thread::{self, Scope, ScopedJoinHandle};

use zug_game::{Searchable, Step, U256};
use zug_job::{Job, Phase, Progress};
use zug_values::Score;

use crate::error::Error;
use crate::strong::tiers::store::StoreError;

use super::busy::Busy;
use super::engine::Promise;
use super::guess::guess;
use super::keeper::{HandOn, Keeper, KnownPosition};
use super::leaves::Leaves;
use super::proof_number::{NumberWalk, SharedNumbers};
use super::table::{Entry, Table};
use super::theorem::NodeTheorem;
use super::trials;
use super::walk::{Ended, NODES_BETWEEN_CHECKS, Walk};
use super::walker::{Told, Walker};
use super::{Engine, SearchOptions};

/// Walks begin a question again after this number of times as many positions as one of them
/// searches alone.
const AGAIN: u64 = 64;

/// The first turn of proof numbers has this number of times as many positions as one walk searches
/// alone.
const FIRST_TURN: u64 = 1 << 8;

/// The turn of the engine that answered the last question is this many times as long as that of the
/// other one, which then costs little.
const LONGER: u64 = 4;

/// Down to this ply images of a position are searched as one, if they are at all: there are few
/// positions, and each of them costs much.
const FOLDED_PLIES: usize = 8;

/// The walks of all threads, and their table.
pub(crate) struct Together<'a, G: Searchable> {
    game: &'a G,
    /// Whether the caller or trials chose the hints.
    hints_are_chosen: bool,
    walks: Vec<Walk<'a, G>>,
    /// The walks by proof numbers, once they were needed.
    number_walks: Vec<NumberWalk<'a, G>>,
    /// What answered the last question.
    engine: Engine,
    /// What is known of proof numbers in this game, against null windows.
    proof_numbers: Promise,
    options: SearchOptions,
    /// Walks read it for many positions at a time. It is written where the table grows.
    table: RwLock<Table>,
    /// The number of positions for which one walk searches alone.
    alone: u64,
    follow: Option<Box<Follow<'a, G::Position>>>,
    keeper: Option<&'a dyn Keeper>,
    /// The number of places that the table is to have for the positions that were taken in.
    places: u64,
    leaves: Option<&'a dyn Leaves<G::Position>>,
    theorem: Option<&'a dyn NodeTheorem<G::Position>>,
    /// Down to this ply images of a position are searched as one; `None` before the first question.
    folded_plies: Option<usize>,
    job: &'a Job,
}

/// Is told the positions that a search looks at now, from the one asked about on.
pub(crate) type Follow<'a, P> = dyn Fn(&[P]) + Send + Sync + 'a;

impl<'a, G: Searchable + Sync> Together<'a, G> {
    /// Walks for all threads of the job, which share a table.
    pub(crate) fn new(game: &'a G, table: Table, options: &SearchOptions, job: &'a Job) -> Self {
        let threads = job.threads.get();
        let busy = (threads > 1).then(|| Arc::new(Busy::new()));
        let walk = |_| Walk::new(game, options, busy.clone(), job);
        Self {
            game,
            hints_are_chosen: options.hints.is_some(),
            walks: (0..threads).map(walk).collect(),
            number_walks: Vec::new(),
            engine: options.engine.unwrap_or(Engine::NullWindows),
            // They tell of outcomes alone, so that they answer the outcome at best where more is
            // asked.
            proof_numbers: match options.engine {
                None if !game.tells_scores() => Promise::Untried,
                _ => Promise::None,
            },
            options: *options,
            table: RwLock::new(table),
            alone: options.alone,
            follow: None,
            keeper: None,
            places: 0,
            leaves: None,
            theorem: None,
            folded_plies: None,
            job,
        }
    }

    /// Has all walks ask about leaves.
    pub(crate) fn take_leaves(&mut self, leaves: &'a dyn Leaves<G::Position>) {
        for walk in &mut self.walks {
            walk.take_leaves(leaves);
        }
        self.leaves = Some(leaves);
    }

    /// Has all walks ask a theorem.
    pub(crate) fn take_theorem(&mut self, theorem: &'a dyn NodeTheorem<G::Position>) {
        for walk in &mut self.walks {
            walk.take_theorem(theorem);
        }
        self.theorem = Some(theorem);
    }

    /// The number of positions whose values were known from elsewhere.
    pub(crate) fn leaves(&self) -> u64 {
        let by_numbers = self
            .number_walks
            .iter()
            .map(NumberWalk::leaves)
            .sum::<u64>();
        self.walks.iter().map(Walk::leaves).sum::<u64>() + by_numbers
    }

    /// Takes in what an earlier search knew, and has this keeper keep what is known from now on.
    pub(crate) fn keep(&mut self, keeper: &'a dyn Keeper) -> Result<(), Error> {
        self.take_in(&mut |take| keeper.read(take), 1)?;
        self.keeper = Some(keeper);
        Ok(())
    }

    /// Takes in the positions that a function hands on. The table grows until it has `places` for
    /// each position, if the memory suffices.
    pub(crate) fn take_in(&mut self, hand_on: &mut HandOn<'_>, places: u64) -> Result<(), Error> {
        let table = self.table.get_mut().expect(SOUND);
        let mut taken = 0;
        hand_on(&mut |known| {
            if taken % NODES_BETWEEN_CHECKS == 0 {
                self.job.go_on(|| Progress::at(Phase::Searching, 0))?;
            }
            taken += 1;
            self.places += places;
            if self.places > table.room() {
                table.grow(self.job);
            }
            if table.take(known.position, known.entry()) {
                Ok(())
            } else {
                Err(StoreError::failed(NotOfThisGame(known.position)).into())
            }
        })
    }

    /// Has the keeper keep what is known now.
    pub(crate) fn keep_now(&self) {
        if let Some(keeper) = self.keeper {
            keep(keeper, &read(&self.table), self.nodes());
        }
    }

    /// Tells this function which positions are looked at, whenever the watch of the job wants a
    /// line.
    pub(crate) fn follow(&mut self, follow: Box<Follow<'a, G::Position>>) {
        self.follow = Some(follow);
    }

    /// The number of positions that were searched.
    pub(crate) fn nodes(&self) -> u64 {
        let by_numbers = self.number_walks.iter().map(NumberWalk::nodes).sum::<u64>();
        self.walks.iter().map(Walk::nodes).sum::<u64>() + by_numbers
    }

    /// What answered the last question.
    pub(crate) fn engine(&self) -> Engine {
        self.engine
    }

    /// The least and the greatest score that a position may have, as far as the table knows.
    pub(crate) fn bounds(&self, packed: U256) -> (Score, Score) {
        let table = read(&self.table);
        let known = table.get(table.key(packed));
        known.map_or((Score::LEAST, Score::GREATEST), |known| {
            (known.lower, known.upper)
        })
    }

    /// As [`Walk::promising`].
    pub(crate) fn promising(
        &mut self,
        position: &G::Position,
        aim: Score,
    ) -> Result<Vec<u16>, Error> {
        let first = self.walks.first_mut().expect("there is a walk");
        first.promising(&read(&self.table), *position, aim)
    }

    /// What the table knows of a position.
    pub(crate) fn known(&self, packed: U256) -> Option<Entry> {
        let table = read(&self.table);
        table.get(table.key(packed))
    }

    /// Down to which ply images of a position are searched as one. It is chosen by the position that
    /// is asked about first.
    pub(crate) fn choose_folding(&mut self, root: &G::Position) -> usize {
        if let Some(plies) = self.folded_plies {
            return plies;
        }
        let plies = self.plies_to_fold(root);
        self.folded_plies = Some(plies);
        for walk in &mut self.walks {
            walk.fold(plies);
        }
        plies
    }

    /// Whether a position that is asked about is searched in the form of the image that stands for
    /// all of its images.
    pub(crate) fn folds(&self) -> bool {
        self.folded_plies != Some(0)
    }

    /// Down to which ply images of a position are worth to be searched as one below this position.
    /// Where none of its moves leads to an image of what another one leads to, later moves rarely do.
    fn plies_to_fold(&self, root: &G::Position) -> usize {
        if self.options.proves {
            return usize::MAX;
        }
        let mut steps = Vec::new();
        // Closed sets take images for one. Where the rules break, the search tells it.
        if !self.options.ends || self.game.expand(root, &mut steps).is_err() {
            return FOLDED_PLIES;
        }
        let different = |steps: &[Step<G::Position>]| {
            let positions = steps.iter().map(|step| step.position);
            positions.collect::<HashSet<_>>().len()
        };
        let moves = different(&steps);
        self.game.fold(&mut steps);
        if different(&steps) < moves {
            FOLDED_PLIES
        } else {
            0
        }
    }

    /// Ends what walks were searching when the last question was answered: none searches it now.
    fn end(&mut self) {
        for walk in &mut self.walks {
            walk.end();
        }
        for walk in &mut self.number_walks {
            walk.end();
        }
    }

    /// Has each thread take a question of its own, and then the next one, so that the table has the
    /// answers to most of them when they are asked. All stop where no question is left to begin
    /// with, or where one of them cannot go on.
    ///
    /// # Errors
    ///
    /// The caller cancelled. Other errors are left to the question itself, which meets them again.
    pub(crate) fn search_apart(&mut self, questions: &[Asked<G::Position>]) -> Result<(), Error> {
        let threads = self.walks.len() as u64;
        if threads < 2 || questions.len() < 2 || self.options.engine == Some(Engine::ProofNumbers) {
            return Ok(());
        }
        self.end();
        let shared = Shared {
            follow: self.follow.as_deref(),
            keeper: self.keeper,
            ..Shared::new(&self.table, self.nodes(), self.job)
        };
        // A question that takes longer is left for later, when all threads search it together, and
        // perhaps both engines.
        let most_for_each = threads * self.alone * AGAIN * trials::WORTH;
        match shared.all_answer(&mut self.walks, questions, most_for_each) {
            Err(Ended::Error(error)) if error.is_cancelled() => Err(error),
            _ => Ok(()),
        }
    }

    /// Whether a position attains an aim.
    pub(crate) fn attains(&mut self, root: &G::Position, aim: Score) -> Result<bool, Ended> {
        self.end();
        let before = self.nodes();
        let folded_plies = self.choose_folding(root);
        let Self {
            game,
            hints_are_chosen,
            walks,
            number_walks,
            engine,
            proof_numbers,
            options,
            table,
            alone,
            follow,
            keeper,
            places: _,
            leaves,
            theorem,
            folded_plies: _,
            job,
        } = self;
        let asked = &Asked { root: *root, aim };
        let shared = Shared {
            follow: follow.as_deref(),
            keeper: *keeper,
            ..Shared::new(table, before, job)
        };
        let threads = walks.len();
        let new_number_walks = || {
            let numbers = SharedNumbers::new(*game, options, threads, job)?;
            let walk = |_| {
                let mut walk = NumberWalk::new(*game, options, &numbers, job);
                walk.fold(folded_plies);
                if let Some(leaves) = *leaves {
                    walk.take_leaves(leaves);
                }
                if let Some(theorem) = *theorem {
                    walk.take_theorem(theorem);
                }
                walk
            };
            Ok::<_, Error>((0..threads).map(walk).collect())
        };
        if options.engine == Some(Engine::ProofNumbers) {
            if number_walks.is_empty() {
                *number_walks = new_number_walks()?;
            }
            if let Some(told) = shared.begin_with_one(number_walks, asked, before + *alone)? {
                return Ok(told);
            }
            let told = shared.all_go_on(number_walks, u64::MAX)?;
            return Ok(told.expect(ENDS));
        }
        *engine = Engine::NullWindows;
        if let Some(told) = shared.begin_with_one(walks, asked, before + *alone)? {
            return Ok(told);
        }
        if let Some(told) = shared.all_go_on(walks, before + *alone * AGAIN)? {
            return Ok(told);
        }
        // The walks have learnt by now which moves are good: they begin again, with what the first one
        // has learnt, so that they begin with the same moves.
        let (first, others) = walks.split_first_mut().expect("there is a walk");
        for walk in others {
            walk.learn_from(first);
        }
        if let Some(told) = shared.all_begin(walks, asked)? {
            return Ok(told);
        }
        let long = *alone * AGAIN * trials::WORTH;
        if !*hints_are_chosen {
            // Long ones and many short ones are worth trials alike.
            if let Some(told) = shared.all_go_on(walks, long)? {
                return Ok(told);
            }
            let (first, others) = walks.split_first_mut().expect("there is a walk");
            let (game, ends) = (*game, options.ends);
            let choose = || {
                Ok((
                    trials::choose(game, root, ends, job)?,
                    guess(game, root, job)?,
                ))
            };
            let (told, (chosen, guess)) = shared.go_on_during(others, choose)?;
            for walk in others.iter_mut().chain([first]) {
                walk.take_hints(chosen.hints);
                if let Some(guess) = &guess {
                    walk.take_guess(guess);
                }
            }
            if *proof_numbers == Promise::Untried {
                *proof_numbers = chosen.proof_numbers;
            }
            *hints_are_chosen = true;
            if let Some(told) = told {
                return Ok(told);
            }
            if let Some(told) = shared.all_begin(walks, asked)? {
                return Ok(told);
            }
        }
        if aim.is_of_any_length() && *proof_numbers >= Promise::Little {
            if *proof_numbers < Promise::Much
                && let Some(told) = shared.all_go_on(walks, before + long)?
            {
                return Ok(told);
            }
            if number_walks.is_empty() {
                // Where they find no room, null windows search alone.
                *number_walks = new_number_walks().unwrap_or_default();
            }
            if !number_walks.is_empty() {
                let turns = (proof_numbers, *alone);
                let (by, told) = shared.in_turns(walks, number_walks, asked, turns)?;
                *engine = by;
                return Ok(told);
            }
        }
        let told = shared.all_go_on(walks, u64::MAX)?;
        Ok(told.expect(ENDS))
    }
}

/// Why a search without a limit has a verdict.
const ENDS: &str = "a walk ends with a verdict, or because another did";

/// Whether a thread tells the job how far the work is. One of them does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tells {
    Progress,
    Nothing,
}

/// A question: whether a position attains an aim.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Asked<P> {
    pub(super) root: P,
    pub(super) aim: Score,
}

/// What walks share while they search.
struct Shared<'t, P> {
    table: &'t RwLock<Table>,
    /// The number of positions that all walks have searched.
    searched: AtomicU64,
    /// Whether a walk has ended.
    is_over: AtomicBool,
    /// Whether walks are to look up soon: the search is over, or a thread waits for the table.
    pauses: AtomicBool,
    follow: Option<&'t Follow<'t, P>>,
    keeper: Option<&'t dyn Keeper>,
    job: &'t Job,
}

impl<'t, P> Shared<'t, P> {
    /// For walks that have searched `before` positions already. Nobody is told the way that they
    /// search, and no keeper keeps what they know.
    fn new(table: &'t RwLock<Table>, before: u64, job: &'t Job) -> Self {
        Self {
            table,
            searched: AtomicU64::new(before),
            is_over: AtomicBool::new(false),
            pauses: AtomicBool::new(false),
            follow: None,
            keeper: None,
            job,
        }
    }
}

impl<P: Copy + Send + Sync> Shared<'_, P> {
    /// Has a walk begin with a question. Returns the verdict, if that needs no search of moves.
    fn begin<W: Walker<P>>(&self, walk: &mut W, asked: &Asked<P>) -> Told {
        walk.begin(&read(self.table), &asked.root, asked.aim)
    }

    /// As [`Shared::begin`], for all walks.
    fn all_begin<W: Walker<P>>(&self, walks: &mut [W], asked: &Asked<P>) -> Told {
        for walk in walks {
            let told = self.begin(walk, asked)?;
            if told.is_some() {
                return Ok(told);
            }
        }
        Ok(None)
    }

    /// Has the first walk begin and go on until it has searched `alone` positions, then the
    /// others begin, with what it has learnt.
    fn begin_with_one<W: Walker<P>>(&self, walks: &mut [W], asked: &Asked<P>, alone: u64) -> Told {
        let (first, others) = walks.split_first_mut().expect("there is a walk");
        let told = self.begin(first, asked)?;
        if told.is_some() {
            return Ok(told);
        }
        let told = self.go_on(first, alone, Tells::Progress)?;
        if told.is_some() {
            return Ok(told);
        }
        for walk in &mut *others {
            walk.learn_from(first);
        }
        self.all_begin(others, asked)
    }

    /// Has all walks go on, the first one on the thread of the caller and each other one on a thread
    /// of its own, until one has a verdict or all have searched `most` positions.
    fn all_go_on<W: Walker<P> + Send>(&self, walks: &mut [W], most: u64) -> Told {
        self.all_work(walks, &|walk, tells| self.go_on(walk, most, tells))
    }

    /// Has all walks take questions, one after the other, until all questions are taken: each walk
    /// takes the next one once it has a verdict, or all have searched `most` positions since it began.
    fn all_answer<W: Walker<P> + Send>(
        &self,
        walks: &mut [W],
        questions: &[Asked<P>],
        most: u64,
    ) -> Told {
        let taken = AtomicUsize::new(0);
        self.all_work(walks, &|walk, tells| {
            while !self.is_over.load(Ordering::Relaxed) {
                let Some(asked) = questions.get(taken.fetch_add(1, Ordering::Relaxed)) else {
                    self.stop();
                    break;
                };
                let until = self.searched.load(Ordering::Relaxed) + most;
                if self.begin(walk, asked)?.is_none() {
                    self.go_on(walk, until, tells)?;
                }
            }
            Ok(None)
        })
    }

    /// Has all walks work, the first one on the thread of the caller and each other one on a thread
    /// of its own, until one has a verdict or all have ended.
    fn all_work<W: Walker<P> + Send>(
        &self,
        walks: &mut [W],
        work: &(dyn Fn(&mut W, Tells) -> Told + Sync),
    ) -> Told {
        let (first, others) = walks.split_first_mut().expect("there is a walk");
        thread::scope(|scope| {
            let threads = self.start(scope, others, work);
            let told = self.ending(|| work(first, Tells::Progress));
            let others = verdict(threads);
            match told {
                Ok(None) => others,
                told => told,
            }
        })
    }

    /// Does other work on the thread of the caller, while walks go on. Returns their verdict, if they
    /// find it before the work is done, and what the work returns.
    fn go_on_during<W: Walker<P> + Send, T>(
        &self,
        walks: &mut [W],
        work: impl FnOnce() -> Result<T, Ended>,
    ) -> Result<(Option<bool>, T), Ended> {
        let goes_on = |walk: &mut W, tells| self.go_on(walk, u64::MAX, tells);
        let (told, done) = thread::scope(|scope| {
            let threads = self.start(scope, walks, &goes_on);
            let done = work();
            self.stop();
            (verdict(threads), done)
        });
        self.go_on_again();
        Ok((told?, done?))
    }

    /// Starts a thread for each walk, as far as the machine allows.
    fn start<'scope, W: Walker<P> + Send>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        walks: &'scope mut [W],
        work: &'scope (dyn Fn(&mut W, Tells) -> Told + Sync),
    ) -> Vec<ScopedJoinHandle<'scope, Told>> {
        // The other engine's walks may have ended without a verdict before.
        self.go_on_again();
        let start = |walk| {
            let work = move || self.ending(|| work(walk, Tells::Nothing));
            self.job.threads.start(scope, work).ok()
        };
        walks.iter_mut().filter_map(start).collect()
    }

    /// Has a walk go on until it has a verdict, another walk has ended, or all have searched
    /// `most` positions.
    fn go_on<W: Walker<P>>(&self, walk: &mut W, most: u64, tells: Tells) -> Told {
        while !self.is_over.load(Ordering::Relaxed) {
            let before = walk.nodes();
            let (told, room, filled) = {
                let table = read(self.table);
                (
                    walk.go_on(&table, &self.pauses)?,
                    table.room(),
                    table.filled(),
                )
            };
            if told.is_some() {
                return Ok(told);
            }
            let reached = self.count(walk.nodes() - before, filled, walk.reached());
            let searched = reached.positions;
            match tells {
                Tells::Nothing => self.job.go_on(|| reached).map_err(Error::from)?,
                Tells::Progress => {
                    self.job.tell(&reached).map_err(Error::from)?;
                    self.keep_up(|| walk.way(), searched, room);
                    walk.make_room(&self.pauses);
                }
            }
            if searched >= most {
                break;
            }
        }
        Ok(None)
    }

    /// Has proof numbers and null windows search in turns, each of which is twice as long as the one
    /// before, until one of them has a verdict; the one that had the last verdict has the longer
    /// turns. Returns which one had the verdict, and learns what proof numbers promise for
    /// the next question. They begin, as null windows have searched already; one of their walks
    /// searches `alone` positions before the others join it.
    fn in_turns<V: Walker<P> + Send, W: Walker<P> + Send>(
        &self,
        by_windows: &mut [V],
        by_numbers: &mut [W],
        asked: &Asked<P>,
        (promise, alone): (&mut Promise, u64),
    ) -> Result<(Engine, bool), Ended> {
        let mut turn = (alone * FIRST_TURN).max(1);
        let mut have_begun = false;
        loop {
            let [of_numbers, of_windows] = match promise {
                Promise::Much => [turn * LONGER, turn],
                Promise::Little => [turn, turn * LONGER],
                _ => [turn, turn],
            };
            let searched = self.searched.load(Ordering::Relaxed);
            let until = searched + of_numbers;
            let mut told = Ok(None);
            if !have_begun {
                told = self.begin_with_one(by_numbers, asked, until.min(searched + alone));
                have_begun = true;
            }
            if matches!(told, Ok(None)) {
                told = self.all_go_on(by_numbers, until);
            }
            match told {
                Ok(None) => {}
                Ok(Some(told)) => {
                    *promise = Promise::Much;
                    return Ok((Engine::ProofNumbers, told));
                }
                // Play goes round, so that they could not keep what they found.
                Err(Ended::ComesBack) => *promise = Promise::None,
                Err(ended) => return Err(ended),
            }
            let searched = self.searched.load(Ordering::Relaxed);
            let until = match promise {
                Promise::None => u64::MAX,
                _ => searched + of_windows,
            };
            if let Some(told) = self.all_go_on(by_windows, until)? {
                *promise = (*promise).min(Promise::Little);
                return Ok((Engine::NullWindows, told));
            }
            turn *= 2;
        }
    }

    /// Counts the positions that a walk has searched since it counted last. Returns how far all walks
    /// are together.
    fn count(&self, more: u64, filled: u16, of_walk: Progress) -> Progress {
        Progress {
            positions: self.searched.fetch_add(more, Ordering::Relaxed) + more,
            filled: Some(filled),
            ..of_walk
        }
    }

    /// Does what is due besides the search, after `searched` positions: shows the way that is
    /// searched now, keeps what is known, and makes a table larger that has room for `room` entries.
    fn keep_up(&self, way: impl FnOnce() -> Vec<P>, searched: u64, room: u64) {
        if let Some(follow) = self.follow.filter(|_| self.job.watch.wants_line()) {
            follow(&way());
        }
        if let Some(keeper) = self.keeper {
            let table = read(self.table);
            if keeper.is_due(table.entries()) {
                keep(keeper, &table, searched);
            }
        }
        if searched > room {
            self.pauses.store(true, Ordering::Relaxed);
            let mut table = self.table.write().expect(SOUND);
            self.pauses.store(false, Ordering::Relaxed);
            table.grow(self.job);
        }
    }

    /// Has all threads stop that search for the verdict.
    fn stop(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.pauses.store(true, Ordering::Relaxed);
    }

    /// Lets walks go on that [`Asked::stop`] stopped.
    fn go_on_again(&self) {
        self.is_over.store(false, Ordering::Relaxed);
        self.pauses.store(false, Ordering::Relaxed);
    }

    /// Does the work of a thread. Where it finds a verdict or fails, the others stop behind it.
    fn ending(&self, work: impl FnOnce() -> Told) -> Told {
        let told = work();
        if !matches!(told, Ok(None)) {
            self.stop();
        }
        told
    }
}

/// Waits until all threads have ended, and returns the verdict that one of them found, if any did.
fn verdict(threads: Vec<ScopedJoinHandle<'_, Told>>) -> Told {
    let mut told = Ok(None);
    for thread in threads {
        let other = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        told = match told {
            Ok(None) => other,
            told => told,
        };
    }
    told
}

fn read(table: &RwLock<Table>) -> RwLockReadGuard<'_, Table> {
    table.read().expect(SOUND)
}

/// Hands what a table knows to a keeper. Other walks may go on with the table.
fn keep(keeper: &dyn Keeper, table: &Table, searched: u64) {
    let mut known = table.known(keeper.least_work()).map(KnownPosition::of);
    keeper.keep(searched, &mut known);
}

/// A position was handed in that has more bits than those of the game.
#[derive(Debug, thiserror::Error)]
#[error("{0:#x} is no position of the game")]
struct NotOfThisGame(U256);

/// Why a lock can be taken.
const SOUND: &str = "nothing panics that changes the table";
