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

use std::collections::HashMap;
use std::hash::Hash;

use zug_job::{Charge, Job, Phase, Progress, Stopped};
use zug_values::{Mex, NimSum, Nimber};

/// Why there is no nimber. Exhaustive, so that a caller tells each reason in its own words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeftGamesError<P, E> {
    /// The rules cannot say what the moves of a position are.
    #[error(transparent)]
    Rules(E),
    /// Play can come back to a game: it leads through these, the first and the last of which are equal.
    #[error("play goes round in a circle")]
    Cycle(Vec<P>),
    /// The memory does not suffice, or the caller cancelled.
    #[error(transparent)]
    Stopped(Stopped),
}

/// The nimbers of games that moves leave.
#[derive(Debug)]
pub struct LeftNimbers<P> {
    known: HashMap<P, Nimber>,
    charge: Charge,
}

/// The games that each move of a position leaves.
type Moves<P> = Vec<Vec<P>>;

/// A position whose options are being worked out.
struct Open<P> {
    position: P,
    moves: Moves<P>,
    /// The move, and the game that it leaves, that are looked at next.
    next: (usize, usize),
}

impl<P: Clone + Eq + Hash> LeftNimbers<P> {
    /// Nothing is known at first.
    #[must_use]
    pub fn new(job: &Job) -> Self {
        Self {
            known: HashMap::new(),
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

    /// The nimber of a position. `moves` gives the games that each of its moves leaves.
    ///
    /// ```
    /// use zug_solve::left_games::LeftNimbers;
    /// use zug_solve::Job;
    /// use zug_values::Nimber;
    ///
    /// // A row of pins: one pin or two neighbours fall.
    /// let moves = |row: &u32| -> Result<Vec<Vec<u32>>, ()> {
    ///     let fall = |pins: u32| (0..=row - pins).map(move |left| vec![left, row - pins - left]);
    ///     Ok((1..=2.min(*row)).flat_map(fall).collect())
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
        moves: impl Fn(&P) -> Result<Moves<P>, E>,
        job: &Job,
    ) -> Result<Nimber, LeftGamesError<P, E>> {
        if let Some(known) = self.known(position) {
            return Ok(known);
        }
        let open = |position: &P| {
            Ok(Open {
                moves: moves(position).map_err(LeftGamesError::Rules)?,
                position: position.clone(),
                next: (0, 0),
            })
        };
        // The depth at which each position stands on the stack.
        let mut depths: HashMap<P, usize> = HashMap::new();
        let mut stack = vec![open(position)?];
        depths.insert(position.clone(), 0);
        while let Some(top) = stack.last_mut() {
            if let Some(option) = self.unknown(top) {
                if let Some(&depth) = depths.get(&option) {
                    let circle = stack[depth..].iter().map(|open| open.position.clone());
                    return Err(LeftGamesError::Cycle(circle.chain([option]).collect()));
                }
                self.go_on(&stack, job)?;
                depths.insert(option.clone(), stack.len());
                stack.push(open(&option)?);
                continue;
            }
            let mut mex = Mex::default();
            for left in &top.moves {
                let nimbers: Vec<Nimber> = left.iter().map(|game| self.known[game]).collect();
                mex.insert(NimSum(&nimbers).total());
            }
            let done = stack.pop().expect("the top of the stack was looked at");
            depths.remove(&done.position);
            self.known.insert(done.position, mex.take());
        }
        Ok(self.known[position])
    }

    /// The next game that a move of a position leaves and whose nimber is not known; `None` if all are known.
    fn unknown(&self, open: &mut Open<P>) -> Option<P> {
        while let Some(left) = open.moves.get(open.next.0) {
            while let Some(game) = left.get(open.next.1) {
                if !self.known.contains_key(game) {
                    return Some(game.clone());
                }
                open.next.1 += 1;
            }
            open.next = (open.next.0 + 1, 0);
        }
        None
    }

    /// Asks the job whether to go on, and counts what is held.
    fn go_on<E>(&mut self, stack: &[Open<P>], job: &Job) -> Result<(), LeftGamesError<P, E>> {
        let reached = Progress::at(Phase::Solving, self.known.len() as u64);
        job.go_on(|| reached).map_err(LeftGamesError::Stopped)?;
        let moves = stack.last().map_or(0, |open| open.moves.len());
        // A position on the stack holds its moves; each is a list of a game or two.
        let bytes = 2 * size_of::<(P, Nimber)>() + moves * 2 * size_of::<P>();
        self.charge
            .grow(bytes as u64)
            .map_err(|refusal| LeftGamesError::Stopped(Stopped::out_of_memory(refusal, reached)))
    }
}
