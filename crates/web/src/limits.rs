//! What a request may ask for, and what the work for it may take.
//!
//! The server is for people whom it does not know, with rules that they wrote: whatever they ask,
//! the machine goes on.

use std::num::NonZeroUsize;
use std::time::Duration;

use zug::Process;

/// Limits of the server.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The number of bytes that the process may hold.
    pub memory: u64,
    /// What the whole process holds, where the program counts it.
    pub process: Option<Process>,
    /// Gives memory that was freed back to the system, where the program's allocator keeps some.
    /// It is called after work has ended.
    pub give_back: fn(),
    /// The number of threads that look at positions.
    pub threads: NonZeroUsize,
    /// The longest time that any work may take.
    pub work: Duration,
    /// The time for which a request waits before it is answered by a job.
    pub wait: Duration,
    /// The time after which work is cancelled that nobody asks about any more.
    pub grace: Duration,
    /// The number of connections at a time. Each takes two files where a worker does the work, and
    /// many systems give a process 1024.
    pub connections: usize,
}

impl Limits {
    /// The limits of a server that may hold this number of bytes.
    #[must_use]
    pub fn of_memory(memory: u64) -> Self {
        Self {
            memory,
            process: None,
            give_back: || {},
            threads: NonZeroUsize::MIN,
            work: Duration::from_secs(1800),
            wait: Duration::from_millis(400),
            grace: Duration::from_secs(15),
            connections: 480,
        }
    }

    /// The limits with what the whole process holds, where the program counts it.
    #[must_use]
    pub fn with_process(self, process: Option<Process>) -> Self {
        Self { process, ..self }
    }

    /// The limits with what gives freed memory back to the system.
    #[must_use]
    pub fn with_give_back(self, give_back: fn()) -> Self {
        Self { give_back, ..self }
    }

    /// The limits with this number of threads.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// The limits with this longest time that any work may take.
    #[must_use]
    pub fn with_work(self, work: Duration) -> Self {
        Self { work, ..self }
    }

    /// The limits with this time after which work is cancelled that nobody asks about any more.
    #[must_use]
    pub fn with_grace(self, grace: Duration) -> Self {
        Self { grace, ..self }
    }

    /// The number of bytes of all solved tables that are kept.
    pub(crate) fn kept(&self) -> u64 {
        self.memory / 3
    }

    /// The number of bytes that solving all positions of one game may take.
    pub(crate) fn solving(&self) -> u64 {
        self.memory / 3
    }

    /// The number of bytes in which the positions of a game are solved that may turn out to be
    /// too many: enough for some million, which takes a few seconds.
    pub(crate) fn trying(&self) -> u64 {
        (self.memory / 6).min(512 << 20)
    }

    /// The number of bytes for which there is to be room before rules are prepared. Preparation
    /// may take more where there is more.
    pub(crate) fn preparing(&self) -> u64 {
        self.memory / 4
    }

    /// The number of bytes that all work at the same time may take together. The rest is for the
    /// program itself and for what is kept.
    pub(crate) fn working(&self) -> u64 {
        self.memory - self.memory / 4
    }

    /// The number of bytes that work leaves free for what nobody charges: requests, answers, and
    /// the names in them.
    pub(crate) fn reserve(&self) -> u64 {
        self.memory / 16
    }

    /// Whether the process holds so much that what nobody waits for is let go.
    pub(crate) fn is_short(&self) -> bool {
        let held = self.process.map_or(0, |process| (process.held)());
        held > self.memory - self.memory / 4
    }

    /// What the process may hold as long as something is solved or searched.
    pub(crate) fn process_to_solve(&self) -> Option<Process> {
        let most = self.memory - self.reserve();
        self.process.map(|process| Process { most, ..process })
    }

    /// What the process may hold as long as rules are prepared. Preparation asks only now and then
    /// how much it is, and takes more between two questions than solvers do.
    pub(crate) fn process_to_prepare(&self) -> Option<Process> {
        let most = self.memory - self.memory / 8;
        self.process.map(|process| Process { most, ..process })
    }

    /// The number of bytes that a search may take.
    pub(crate) fn searching(&self) -> u64 {
        (self.memory / 6).min(512 << 20)
    }
}

/// The number of bytes of a request's body.
pub(crate) const BODY: usize = 256 << 10;

/// The time within which a client has to send a request's head, or its body.
pub(crate) const SENDING: Duration = Duration::from_secs(15);

/// The time that reading and preparing rules may take, or drawing for a job what they draw.
pub(crate) const PREPARING: Duration = Duration::from_secs(10);

/// The time that drawing a position of rules may take in a look-up.
pub(crate) const DRAWING: Duration = Duration::from_secs(3);

/// The number of positions that are looked at before rules are said to make a game, and the time for
/// it.
pub(crate) const FIRST_POSITIONS: usize = 300;
pub(crate) const FIRST_POSITIONS_TIME: Duration = Duration::from_millis(150);

/// The number of bytes of the positions of a game as CSV.
pub(crate) const CSV: usize = 16 << 20;

/// The time that a look-up of rules and parameters of a request has at first. What takes longer waits
/// for its like.
pub(crate) const FIRST_LOOK: Duration = Duration::from_secs(2);

/// The time that reading and preparing rules may take where others wait that take long too.
pub(crate) const PREPARING_IF_OTHERS_WAIT: Duration = Duration::from_secs(5);

/// The time that preparing a game of the catalogue may take, on a machine that has much to do.
pub(crate) const PREPARING_CATALOGUE: Duration = Duration::from_secs(60);

/// The time for which a game is solved whose positions may turn out to be too many: then a search
/// answers.
pub(crate) const TRYING: Duration = Duration::from_secs(30);

/// The time for which such a game is solved where other work waits, for what only solved positions
/// can answer. What a search can answer is searched at once then.
pub(crate) const TRYING_IF_OTHERS_WAIT: Duration = Duration::from_secs(3);

/// The time after which such a game is given up if no position is found yet: large rules that run
/// without machine code take long to be looked at.
pub(crate) const BEGINNING: Duration = Duration::from_secs(10);

/// The number of moves of a request.
pub(crate) const MOVES: usize = 2000;

/// The largest number of games that are kept ready to be played.
pub(crate) const GAMES: usize = 64;

/// The largest number of kept games whose rules or parameters a request brought along: the games of
/// the catalogue have the rest.
pub(crate) const GAMES_BROUGHT: usize = 16;

/// The number of games of which the same is noted, such as that their positions are too many for a try.
pub(crate) const NOTED: usize = 4096;

/// The number of positions of which what a search proved is kept.
pub(crate) const ASSESSED: usize = 2000;

/// The number of states of a game up to which it is solved in the lane of light work.
pub(crate) const FEW_STATES: u128 = 1 << 20;

/// The number of pieces of work that wait in a lane, on games of the catalogue and on what requests
/// bring along. Each holds its request, which is long where rules are brought along.
pub(crate) const WORK_WAITING: [usize; 2] = [512, 32];

/// The number of look-ups of rules and parameters of requests that wait for their turn, and of those
/// that take long besides.
pub(crate) const LOOK_UPS_WAITING: usize = 64;

/// The time after which a look-up that waits for its turn is refused. It is less than the time after
/// which the front takes a worker for dead.
pub(crate) const LOOK_UP_WAITS: Duration = Duration::from_secs(120);

/// The time after which the result of work is let go that nobody has asked for, where memory is
/// short.
pub(crate) const RESULT_IF_SHORT: Duration = Duration::from_secs(10);

/// The number of tickets of work that are kept.
pub(crate) const TICKETS: usize = 4096;

/// The number of seconds that a search may take, unless the request says another number.
pub(crate) const SEARCH_SECONDS: u32 = 3;

/// The largest number of seconds that a request may give to a search.
pub(crate) const MOST_SEARCH_SECONDS: u32 = 60;

/// The largest number of nodes of a tree, and the number unless the request says another one.
pub(crate) const TREE_NODES: (usize, usize) = (5000, 1000);

/// The time for which a search is kept that nobody asks.
pub(crate) const KEPT_SEARCH: Duration = Duration::from_secs(60);

/// The number of positions that are looked at in one answer to tell ties from other draws: some
/// milliseconds.
pub(crate) const TIES: usize = 1500;

/// The largest number of positions of a graph, and the number unless the request says another one.
pub(crate) const GRAPH_NODES: (usize, usize) = (2000, 300);

/// The largest number of heaps of a sequence, and the number unless the request says another one.
pub(crate) const TERMS: (u64, u64) = (1_000_000, 1000);

/// The time that working out a sequence may take.
pub(crate) const SEQUENCE: Duration = Duration::from_secs(20);

/// The number of parts of a sum.
pub(crate) const PARTS: usize = 100;

/// The number of winning turns of a sum that are told.
pub(crate) const TURNS: usize = 200;

/// The time that the partizan value of a sum may take. Then who wins is searched, for this time too.
pub(crate) const VALUING: Duration = Duration::from_secs(20);

/// The time that the partizan value of a position may take beside the values for the player to move, in a job.
pub(crate) const VALUING_BESIDE: Duration = Duration::from_secs(5);

/// The time that such a value may take in a look-up. What takes longer is left to a job.
pub(crate) const VALUING_IN_LOOK_UP: Duration = Duration::from_millis(200);

/// The memory that such a value may take.
pub(crate) const VALUING_MEMORY: u64 = 64 << 20;

/// The number of bytes of the text of a partizan value in a reply.
pub(crate) const VALUE_TEXT: usize = 2000;
