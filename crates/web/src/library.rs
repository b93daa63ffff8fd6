//! Games that are ready to be played, tables of their solved positions, and what searches proved:
//! what is kept from one request to the next, the latest used first.
//!
//! What is kept gives way to work. Before any work begins, whatever was used least recently is let
//! go, until the process holds so little that there is room for the share of the work
//! ([`Library::options`]). What a kept game takes is not known beforehand, and grows while it is
//! used; what the process holds is known at any time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zug::{
    Assessment, Begins, CancelToken, Counts, Plan, Position, Problem as Game, Request, Solution,
    SolveOptions,
};

use crate::alarm::Alarm;
use crate::api::problem::Problem;
use crate::api::request::PositionRequest;
use crate::kept_search::KeptSearch;
use crate::limits::{
    ASSESSED, FIRST_LOOK, GAMES, GAMES_BROUGHT, Limits, PREPARING, PREPARING_CATALOGUE,
    PREPARING_IF_OTHERS_WAIT,
};
use crate::lock::lock;
use crate::look_ups::{LookUps, Pace};
use crate::noted::Noted;
use crate::prepared::{Origin, Planned, Prepared, key, request};

/// What is kept. All methods may be called by several threads.
#[derive(Debug)]
pub(crate) struct Library {
    limits: Limits,
    games: Mutex<Vec<Ready>>,
    tables: Mutex<Vec<Kept>>,
    /// Counts the uses of games and tables.
    uses: AtomicU64,
    /// Whether work has ended whose memory was not given back to the system yet.
    leaves_memory: AtomicBool,
    /// What work that goes on at the same time may take together, in KiB.
    room: Arc<Semaphore>,
    assessed: Mutex<Vec<Searched>>,
    /// Games whose positions turned out to be too many for a try.
    too_large: Noted,
    /// What requests bring along and took long.
    slow: Noted,
    /// Lets few look-ups run at a time, so that each is quick.
    pub(crate) look_ups: LookUps,
    pub(crate) search: KeptSearch,
}

/// A game that is made once, however many ask for it at the same time.
type Making = Arc<OnceLock<Result<Arc<Prepared>, Problem>>>;

/// A game that is kept.
#[derive(Debug)]
struct Ready {
    key: Arc<str>,
    origin: Origin,
    making: Making,
    /// The number of its latest use.
    used: u64,
}

/// The solved positions of a game.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) solution: Solution,
    /// The number of positions of each kind. It is kept because counting goes through all positions.
    pub(crate) counts: Counts,
}

/// A table that is kept.
#[derive(Debug)]
struct Kept {
    key: Arc<str>,
    table: Arc<Table>,
    bytes: u64,
    /// The number of its latest use.
    used: u64,
}

/// What a search of some time proved.
#[derive(Debug)]
struct Searched {
    key: Arc<str>,
    position: Position,
    time: Duration,
    assessment: Arc<Assessment>,
    /// The number of its latest use.
    used: u64,
}

impl Searched {
    fn is_of(&self, game: &Prepared, position: &Position) -> bool {
        self.key == game.key && self.position == *position
    }
}

impl Library {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            games: Mutex::new(Vec::new()),
            tables: Mutex::new(Vec::new()),
            uses: AtomicU64::new(0),
            leaves_memory: AtomicBool::new(false),
            room: Arc::new(Semaphore::new(kibibytes(limits.working()) as usize)),
            assessed: Mutex::new(Vec::new()),
            too_large: Noted::default(),
            slow: Noted::default(),
            look_ups: LookUps::new(limits.threads.get().clamp(2, 64) as u32),
            search: KeptSearch::new(limits),
        }
    }

    /// The game of a request, made if it is not at hand. It takes a while where the rules do.
    pub(crate) fn game(&self, asked: &PositionRequest) -> Result<Arc<Prepared>, Problem> {
        let request = request(asked)?;
        let origin = Origin::of(asked);
        let key = key(&request, origin);
        let making = {
            let mut games = lock(&self.games);
            let making = match games.iter().position(|known| *known.key == *key) {
                Some(place) => games.remove(place).making,
                None => Making::default(),
            };
            let ready = Ready {
                key: key.clone(),
                origin,
                making: making.clone(),
                used: self.next_use(),
            };
            games.insert(0, ready);
            games.truncate(GAMES);
            let brought = |known: &Ready| known.origin == Origin::Request;
            if games.iter().filter(|known| brought(known)).count() > GAMES_BROUGHT {
                let oldest = games.iter().rposition(brought);
                oldest.map(|oldest| games.remove(oldest));
            }
            making
        };
        let made = making
            .get_or_init(|| self.make(key.clone(), request, origin))
            .clone();
        if made.is_err() {
            // Another try may have more time or memory.
            lock(&self.games).retain(|known| !Arc::ptr_eq(&known.making, &making));
        }
        made
    }

    fn make(
        &self,
        key: Arc<str>,
        request: Request,
        origin: Origin,
    ) -> Result<Arc<Prepared>, Problem> {
        let drawing = CancelToken::default();
        let time = self.time_to_prepare(self.pace(origin, &key));
        // Preparing asks for no share of the memory, so that it does not wait for jobs: few look-ups
        // run at a time.
        let game = self.prepare(&request, time, &drawing)?;
        let too_large = self.too_large.has(&key);
        Ok(Arc::new(Prepared {
            key,
            request,
            origin,
            game,
            drawing,
            planned: OnceLock::new(),
            has_theorem: OnceLock::new(),
            too_large: AtomicBool::new(too_large),
            how_large: OnceLock::new(),
        }))
    }

    /// Prepares a game within a time. What is kept makes room for it.
    fn prepare(
        &self,
        request: &Request,
        time: Duration,
        drawing: &CancelToken,
    ) -> Result<Game, Problem> {
        self.make_room(self.limits.preparing());
        let options = self.options_to_prepare();
        let alarm = Alarm::set(options.cancel.clone(), time);
        let game = Game::prepare_to_draw(request, &options, drawing);
        self.leaves_memory.store(true, Ordering::Relaxed);
        if alarm.rang() {
            return Err(Problem::not_ready(time));
        }
        Ok(game?)
    }

    /// The time that preparing a game may take in a look-up of this kind.
    pub(crate) fn time_to_prepare(&self, pace: Pace) -> Duration {
        match pace {
            Pace::Catalogue | Pace::Alone => PREPARING_CATALOGUE,
            Pace::Brought => FIRST_LOOK,
            Pace::Slow if self.look_ups.slow_ones_wait() => PREPARING_IF_OTHERS_WAIT,
            Pace::Slow => PREPARING,
        }
    }

    /// Which look-ups a look-up of the game with this key waits for.
    pub(crate) fn pace(&self, origin: Origin, key: &str) -> Pace {
        match origin {
            Origin::Catalogue => Pace::Catalogue,
            Origin::Request if self.slow.has(key) => Pace::Slow,
            Origin::Request => Pace::Brought,
        }
    }

    /// Notes how long a look-up of the game with this key took.
    pub(crate) fn took(&self, origin: Origin, key: &str, time: Duration) {
        match origin {
            Origin::Catalogue => {}
            Origin::Request if time >= FIRST_LOOK => self.slow.note(key),
            Origin::Request => self.slow.forget(key),
        }
    }

    /// Notes that the positions of a game turned out to be too many for a try.
    pub(crate) fn turned_out_too_large(&self, game: &Prepared) {
        if !game.too_large.swap(true, Ordering::Relaxed) {
            self.too_large.note(&game.key);
        }
    }

    /// Waits until this number of bytes is free of what all work at the same time may take, in the
    /// order in which work asks. They are free again once the share is dropped.
    ///
    /// Whoever holds a share asks for no second one.
    ///
    /// # Panics
    ///
    /// The thread is none that does work for a Tokio runtime.
    pub(crate) fn share(&self, bytes: u64) -> Option<OwnedSemaphorePermit> {
        Handle::current().block_on(self.wait_for_share(bytes))
    }

    /// As [`Library::share`], for whoever is asynchronous.
    pub(crate) async fn wait_for_share(&self, bytes: u64) -> Option<OwnedSemaphorePermit> {
        let bytes = bytes.min(self.limits.working());
        let share = self.room.clone().acquire_many_owned(kibibytes(bytes));
        share.await.ok()
    }

    /// Gives memory back to the system that work has left.
    pub(crate) fn tidy(&self) {
        self.search.tidy();
        if self.leaves_memory.swap(false, Ordering::Relaxed) {
            // It looks at all memory that is free, which takes a moment.
            tokio::task::spawn_blocking(self.limits.give_back);
        }
    }

    /// Options for work that may take this number of bytes. What is kept makes room for it.
    pub(crate) fn options(&self, memory: u64) -> SolveOptions {
        self.make_room(memory);
        self.options_to_plan(memory)
    }

    /// Options for reading and preparing rules.
    pub(crate) fn options_to_prepare(&self) -> SolveOptions {
        self.options_to_plan(self.limits.preparing())
            .with_process(self.limits.process_to_prepare())
    }

    /// Lets what is kept go, the least recently used first, until the process holds so little that
    /// there is room for this number of bytes, or nothing is kept any more.
    fn make_room(&self, bytes: u64) {
        let Some(process) = self.limits.process else {
            return;
        };
        let most = process.most.saturating_sub(self.limits.reserve());
        let is_short = || (process.held)().saturating_add(bytes) > most;
        if is_short() {
            // What was freed may be in memory still.
            (self.limits.give_back)();
        }
        let mut has_let_go = false;
        while is_short() && self.let_one_go() {
            has_let_go = true;
        }
        if is_short() {
            // Whoever searches at the moment goes on.
            self.search.let_go();
        }
        if has_let_go {
            (self.limits.give_back)();
        }
    }

    /// Lets go what was used least recently: a game, a table, or what a search proved. Returns
    /// whether there was anything.
    fn let_one_go(&self) -> bool {
        let mut games = lock(&self.games);
        let mut tables = lock(&self.tables);
        let mut assessed = lock(&self.assessed);
        // Each list has the latest used first.
        let oldest = [
            games.last().map(|game| game.used),
            tables.last().map(|table| table.used),
            assessed.last().map(|searched| searched.used),
        ];
        let Some(least) = oldest.into_iter().flatten().min() else {
            return false;
        };
        let [game, table, searched] = oldest.map(|used| used == Some(least));
        let gone = (
            game.then(|| games.pop()),
            table.then(|| tables.pop()),
            searched.then(|| assessed.pop()),
        );
        // The memory is given back when nobody waits for the locks.
        drop((games, tables, assessed));
        drop(gone);
        true
    }

    fn next_use(&self) -> u64 {
        self.uses.fetch_add(1, Ordering::Relaxed)
    }

    /// As [`Library::options`], for a plan or for other work that takes little.
    pub(crate) fn options_to_plan(&self, memory: u64) -> SolveOptions {
        SolveOptions::default()
            .with_threads(self.limits.threads)
            .with_memory(memory)
            .with_process(self.limits.process_to_solve())
    }

    /// The solved positions of a game that have this one among them, if they are at hand.
    pub(crate) fn table(
        &self,
        game: &Prepared,
        position: &Position,
    ) -> Result<Option<Arc<Table>>, Problem> {
        let mut tables = lock(&self.tables);
        for place in 0..tables.len() {
            let kept = &tables[place];
            if kept.key == game.key && kept.table.solution.value(position)?.is_some() {
                let mut kept = tables.remove(place);
                kept.used = self.next_use();
                let table = kept.table.clone();
                tables.insert(0, kept);
                return Ok(Some(table));
            }
        }
        Ok(None)
    }

    /// Keeps solved positions, and lets others go for which there is no room any more.
    pub(crate) fn keep(&self, game: &Prepared, solution: Solution) -> Result<Arc<Table>, Problem> {
        let bytes = solution.held_bytes();
        let table = Arc::new(Table {
            counts: solution.counts()?,
            solution,
        });
        let mut tables = lock(&self.tables);
        tables.insert(
            0,
            Kept {
                key: game.key.clone(),
                table: table.clone(),
                bytes,
                used: self.next_use(),
            },
        );
        let mut left = self.limits.kept();
        tables.retain(|kept| match left.checked_sub(kept.bytes) {
            Some(rest) => {
                left = rest;
                true
            }
            None => false,
        });
        Ok(table)
    }

    /// What a search proved of a position, if it is at hand: all, or as much as a search of this
    /// time proves. Without a time whatever is known will do.
    pub(crate) fn assessment(
        &self,
        game: &Prepared,
        position: &Position,
        time: Option<Duration>,
    ) -> Option<Arc<Assessment>> {
        let mut assessed = lock(&self.assessed);
        let place = assessed
            .iter()
            .position(|known| known.is_of(game, position))?;
        let known = &assessed[place];
        if time.is_some_and(|time| time > known.time) && !known.assessment.complete {
            return None;
        }
        let mut known = assessed.remove(place);
        known.used = self.next_use();
        let assessment = known.assessment.clone();
        assessed.insert(0, known);
        Some(assessment)
    }

    /// Keeps what a search of this time proved of a position.
    pub(crate) fn keep_assessment(
        &self,
        game: &Prepared,
        position: &Position,
        time: Duration,
        assessment: Arc<Assessment>,
    ) {
        let mut assessed = lock(&self.assessed);
        assessed.retain(|known| !known.is_of(game, position));
        assessed.insert(
            0,
            Searched {
                key: game.key.clone(),
                position: *position,
                time,
                assessment,
                used: self.next_use(),
            },
        );
        assessed.truncate(ASSESSED);
    }

    /// What the plan for a game says.
    pub(crate) fn planned(&self, game: &Prepared) -> Planned {
        *game.planned.get_or_init(|| {
            let options = self.options_to_plan(self.limits.solving());
            let plan = Plan::of_problem(game.game.clone(), &options);
            Planned {
                fits: plan.positions().is_some_and(|plan| plan.table.fits),
                is_searched_first: matches!(plan, Plan::Search { .. })
                    || matches!(plan.begins(), Some(Begins::AfterPositions(_))),
            }
        })
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }
}

fn kibibytes(bytes: u64) -> u32 {
    u32::try_from(bytes >> 10).unwrap_or(u32::MAX)
}
