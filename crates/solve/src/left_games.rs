//! Nimbers of games whose moves leave several games, without their product.
//!
//! R. Sprague (1935) and P. M. Grundy (1939): a move that leaves a sum leaves the xor of the nimbers of its
//! parts, and the position is worth the least number that no move leaves. So each game that can be left is
//! worked out once, however many sums it stands in.
//!
//! The method: a depth-first search with a stack of its own. A position that stands on the stack already is
//! asked for by itself: play goes round in a circle, and there is no nimber.
//!
//! Cost: one look at each game of each move; a position with its moves is held while its options are worked
//! out, and afterwards 4 bytes beside the position itself. When not to use it: for a game on one heap, whose
//! sequence of nimbers is worked out in less time and may have a period.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use zug_job::{Charge, Job, Phase, Progress, Stopped};
use zug_values::{Mex, Nimber};

/// Why there is no nimber. Exhaustive, so that a caller has words for each reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeftGamesError<P, E> {
    /// The rules cannot say what the moves of a position are.
    #[error("{error}")]
    Rules {
        /// What the rules say.
        error: E,
        /// The position whose move leaves the one at fault, and that one; none where it is the start.
        from: Option<Box<[P; 2]>>,
    },
    /// Play can come back to a game: it leads through these, the first and the last of which are equal.
    #[error("play goes round in a circle")]
    Cycle(Vec<P>),
    /// A line of play is longer than [`LONGEST_PLAY`], and came to this game.
    #[error("a line of play is too long")]
    TooLong(P),
    /// The memory does not suffice, or the caller cancelled.
    #[error(transparent)]
    Stopped(Stopped),
}

/// The most moves of a line of play that is followed. Rules in which parameters grow for ever have no last one.
pub const LONGEST_PLAY: usize = 1 << 20;

/// The nimbers of games that moves leave.
#[derive(Debug)]
pub struct LeftNimbers<P> {
    known: FxHashMap<P, Nimber>,
    charge: Charge,
}

/// The games that the moves of a position leave.
#[derive(Debug)]
pub struct Left<P> {
    /// The games of all moves, one move after the other.
    pub games: Vec<P>,
    /// For each move the number of games up to its last one.
    pub ends: Vec<usize>,
}

impl<P> Default for Left<P> {
    fn default() -> Self {
        Self {
            games: Vec::new(),
            ends: Vec::new(),
        }
    }
}

impl<P> Left<P> {
    /// Adds a move that leaves these games.
    pub fn add(&mut self, games: impl IntoIterator<Item = P>) {
        self.games.extend(games);
        self.ends.push(self.games.len());
    }
}

/// A position whose options are being worked out.
struct Open<P> {
    position: P,
    left: Left<P>,
    /// The game of `left` that is looked at next.
    next: usize,
}

impl<P: Clone + Eq + Hash> LeftNimbers<P> {
    /// Nothing is known at first.
    #[must_use]
    pub fn new(job: &Job) -> Self {
        Self {
            known: FxHashMap::default(),
            charge: job.budget.open(),
        }
    }

    /// The number of games whose nimbers are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no nimber is known yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The nimber of a game, if it is known.
    #[must_use]
    pub fn known(&self, position: &P) -> Option<Nimber> {
        self.known.get(position).copied()
    }

    /// The nimber of a position. `moves` adds the games that each of its moves leaves.
    ///
    /// ```
    /// use zug_solve::left_games::{Left, LeftNimbers};
    /// use zug_solve::Job;
    /// use zug_values::Nimber;
    ///
    /// // A row of pins: one pin or two neighbours fall.
    /// let moves = |row: &u32, left: &mut Left<u32>| -> Result<(), ()> {
    ///     for pins in 1..=2.min(*row) {
    ///         (0..=row - pins).for_each(|first| left.add([first, row - pins - first]));
    ///     }
    ///     Ok(())
    /// };
    /// let mut nimbers = LeftNimbers::new(&Job::default());
    /// assert_eq!(nimbers.nimber(&9, moves, &Job::default()), Ok(Nimber(4)));
    /// ```
    ///
    /// # Errors
    ///
    /// `moves` failed; play goes round in a circle; the memory does not suffice, or the caller cancelled.
    pub fn nimber<E>(
        &mut self,
        position: &P,
        moves: impl Fn(&P, &mut Left<P>) -> Result<(), E>,
        job: &Job,
    ) -> Result<Nimber, LeftGamesError<P, E>> {
        if let Some(known) = self.known(position) {
            return Ok(known);
        }
        let open = |position: &P, by: Option<&P>| {
            let mut left = Left::default();
            moves(position, &mut left).map_err(|error| LeftGamesError::Rules {
                error,
                from: by.map(|by| Box::new([by.clone(), position.clone()])),
            })?;
            Ok(Open {
                position: position.clone(),
                left,
                next: 0,
            })
        };
        // The depth at which each position stands on the stack.
        let mut depths: FxHashMap<P, usize> = FxHashMap::default();
        let mut stack = vec![open(position, None)?];
        depths.insert(position.clone(), 0);
        while let Some(top) = stack.last_mut() {
            if let Some(option) = self.unknown(top) {
                if let Some(&depth) = depths.get(&option) {
                    let circle = stack[depth..].iter().map(|open| open.position.clone());
                    return Err(LeftGamesError::Cycle(circle.chain([option]).collect()));
                }
                if stack.len() == LONGEST_PLAY {
                    return Err(LeftGamesError::TooLong(option));
                }
                self.go_on(&stack, job)?;
                let opened = open(&option, stack.last().map(|top| &top.position))?;
                depths.insert(option, stack.len());
                stack.push(opened);
                continue;
            }
            let (mut mex, mut begin) = (Mex::default(), 0);
            for &end in &top.left.ends {
                let games = top.left.games[begin..end].iter();
                mex.insert(games.map(|game| self.known[game]).sum());
                begin = end;
            }
            let done = stack.pop().expect("the top of the stack was looked at");
            depths.remove(&done.position);
            self.known.insert(done.position, mex.take());
        }
        Ok(self.known[position])
    }

    /// The next game that a move of a position leaves and whose nimber is not known; `None` if all are known.
    fn unknown(&self, open: &mut Open<P>) -> Option<P> {
        let rest = open.left.games[open.next..].iter();
        let known = rest.take_while(|game| self.known.contains_key(game));
        open.next += known.count();
        open.left.games.get(open.next).cloned()
    }

    /// Asks the job whether to go on, and counts what is held.
    fn go_on<E>(&mut self, stack: &[Open<P>], job: &Job) -> Result<(), LeftGamesError<P, E>> {
        let reached = Progress::at(Phase::Solving, self.known.len() as u64);
        job.go_on(|| reached).map_err(LeftGamesError::Stopped)?;
        let left = stack.last().map_or(0, |open| open.left.games.len());
        // A position on the stack holds the games that its moves leave.
        let bytes = 2 * size_of::<(P, Nimber)>() + left * size_of::<P>();
        self.charge
            .grow(bytes as u64)
            .map_err(|refusal| LeftGamesError::Stopped(Stopped::out_of_memory(refusal, reached)))
    }
}
