//! The nimber of one position of an impartial game, by the parts that positions fall into.
//!
//! **Problem.** Late in Cram, in Kayles on a graph or in Clobber with all moves for both players the board falls into
//! parts: no move of one part has to do with another. All positions would be far too many to be solved.
//!
//! **Theorem.** A position is worth the xor of the nimbers of its parts (R. Sprague, 1935;
//! P. M. Grundy, 1939).
//!
//! **Method.** J. Lemoine and S. Viennot (*Nimbers are inevitable*, 2012): to ask whether a part has
//! the nimber n is to ask who wins it beside a heap of n, which needs few positions. It has if no
//! option has the nimber n, and for each smaller number some option does. The parts of an option
//! but for the largest one are worked out, and the question is handed to the largest. Answers
//! about a part are kept by its key ([`InParts::key`]): on a board, a part that is shifted is the same part; so is
//! one that a symmetry of the game mirrors or turns. Of the options those come first whose answer is known already:
//! that halves the work for Cram on a board of 7 by 4.
//!
//! Which parts there are is for the game to say: [`ShrinkingParts`](crate::shrinking::ShrinkingParts) where moves
//! only become fewer, `zug_analyse::Parts` where moves give moves.
//!
//! **Cost.** Some microseconds and 100 bytes for each different part that is met.
//!
//! **When not to use it.** Where most positions are one part, a table of all positions is
//! quicker; misère play needs more than nimbers. Where play goes round in a circle, or may be very long, the search
//! gives up.

use std::fmt;
use std::hash::Hash;

use rustc_hash::FxHashMap;
use zug_game::{InParts, Player, Unseparated};
use zug_job::{Charge, Job, Phase, Progress, Stopped, table_bytes};
use zug_values::Nimber;

use crate::error::Error;

/// Answers about the options of a part, for 64 numbers from a multiple of 64 on.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The numbers that are the nimber of an option.
    attained: u64,
    /// The numbers that are the nimber of no option.
    missed: u64,
}

/// Works nimbers of positions of one game out. What one question finds, the next one uses.
///
/// ```
/// use zug_solve::Job;
/// use zug_solve::impartial::NimberSearch;
/// use zug_solve::shrinking::{MoveSet, ShrinkingGame, ShrinkingParts};
/// use zug_values::Nimber;
///
/// // Five coins in a row; a move takes one away, and its neighbours cannot be taken any more.
/// let takes = |coin: i32| (coin - 1..=coin + 1).filter(|other| (0..5).contains(other));
/// let takes = (0..5).map(|coin| takes(coin).map(|other| other as usize).collect());
/// let game = ShrinkingGame::new(takes.collect()).expect("a coin that is taken is gone");
/// let parts = ShrinkingParts::impartial(game);
/// let all = parts.parts((0..5).collect());
/// let mut search = NimberSearch::new(parts, &Job::default());
/// assert_eq!(search.nimber(all)?, Some(Nimber(3)));
/// # Ok::<(), zug_solve::Error>(())
/// ```
pub struct NimberSearch<G: InParts> {
    game: G,
    job: Job,
    /// By the part, and by the number divided by 64.
    known: FxHashMap<(G::Key, u16), Known>,
    /// The bytes of `known`.
    charge: Charge,
    /// The keys of the parts that were met, if they are kept.
    keys: Option<FxHashMap<G::Part, G::Key>>,
    /// The bytes of `keys`, and of what the game keeps to work keys out.
    charge_of_keys: Charge,
    /// The number of questions about options that were looked into.
    asked: u64,
    /// The number of questions after which the search gives up.
    most: u64,
    /// The number of questions that are being looked into, each to answer the one before.
    depth: usize,
}

/// Why a question has no answer.
enum Unanswered {
    /// Play is longer than [`MOST_DEPTH`] turns or goes round in a circle, or too many questions were asked.
    Beyond,
    Error(Error),
}

impl From<Stopped> for Unanswered {
    fn from(stopped: Stopped) -> Self {
        Self::Error(stopped.into())
    }
}

impl From<Error> for Unanswered {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

type Answer<T> = Result<T, Unanswered>;

/// The largest number of turns that a question looks ahead. A position with longer play, or with play that goes
/// round, gets no answer.
const MOST_DEPTH: usize = 1 << 10;

impl<G: InParts> fmt::Debug for NimberSearch<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NimberSearch")
            .field("known", &self.known.len())
            .finish_non_exhaustive()
    }
}

impl<G: Unseparated> NimberSearch<G> {
    /// A search that knows nothing yet. Both players have the turns of First.
    #[must_use]
    pub fn new(game: G, job: &Job) -> Self {
        Self {
            game,
            job: job.clone(),
            known: FxHashMap::default(),
            charge: job.budget.open(),
            keys: None,
            charge_of_keys: job.budget.open(),
            asked: 0,
            most: u64::MAX,
            depth: 0,
        }
    }

    /// The same search, which gives up after this number of questions, each a few microseconds.
    #[must_use]
    pub fn with_most_questions(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// The same search, which keeps the key of each part: for a game whose keys take time.
    #[must_use]
    pub fn with_keys_kept(self) -> Self {
        Self {
            keys: Some(FxHashMap::default()),
            ..self
        }
    }

    /// The game.
    pub fn game(&mut self) -> &mut G {
        &mut self.game
    }

    /// The nimber of a position that falls into these parts; `None` if play goes round in a circle or is very
    /// long, or if the search gives up.
    ///
    /// # Errors
    ///
    /// The memory allowed is used up; the caller cancelled.
    pub fn nimber(&mut self, parts: Vec<G::Part>) -> Result<Option<Nimber>, Error> {
        self.depth = 0;
        let mut sum = Nimber::ZERO;
        for part in parts {
            match self.nimber_of_part(&part) {
                Ok(nimber) => sum += nimber,
                Err(Unanswered::Beyond) => return Ok(None),
                Err(Unanswered::Error(error)) => return Err(error),
            }
        }
        Ok(Some(sum))
    }

    /// Whether a position that falls into these parts has this nimber, which is often found sooner than the nimber;
    /// `None` as of [`NimberSearch::nimber`].
    ///
    /// # Errors
    ///
    /// As [`NimberSearch::nimber`].
    pub fn has_nimber(
        &mut self,
        mut parts: Vec<G::Part>,
        nimber: Nimber,
    ) -> Result<Option<bool>, Error> {
        self.depth = 0;
        parts.sort_by_key(|part| self.game.size(part));
        match self.has(&parts, nimber) {
            Ok(has) => Ok(Some(has)),
            Err(Unanswered::Beyond) => Ok(None),
            Err(Unanswered::Error(error)) => Err(error),
        }
    }

    /// Whether parts have this nimber together. The largest comes last.
    fn has(&mut self, parts: &[G::Part], nimber: Nimber) -> Answer<bool> {
        let Some((largest, others)) = parts.split_last() else {
            return Ok(nimber.is_zero());
        };
        let mut rest = nimber;
        for part in others {
            rest += self.nimber_of_part(part)?;
        }
        let key = self.key(largest)?;
        if rest.0 as usize > self.game.most_options(largest)
            || self.attains(largest, key, rest.0)?
        {
            return Ok(false);
        }
        for less in 0..rest.0 {
            if !self.attains(largest, key, less)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether parts have this nimber together, where that is known without a look at options.
    fn known_to_have(&mut self, parts: &[G::Part], nimber: Nimber) -> Answer<Option<bool>> {
        let Some((largest, others)) = parts.split_last() else {
            return Ok(Some(nimber.is_zero()));
        };
        let mut rest = nimber;
        for part in others {
            let key = self.key(part)?;
            let mut own = 0;
            loop {
                match self.known_to_attain(key, own) {
                    Some(true) => own += 1,
                    Some(false) => break,
                    None => return Ok(None),
                }
            }
            rest += Nimber(own);
        }
        if rest.0 as usize > self.game.most_options(largest) {
            return Ok(Some(false));
        }
        let key = self.key(largest)?;
        let mut all = true;
        for less in 0..=rest.0 {
            match self.known_to_attain(key, less) {
                Some(attained) if attained == (less < rest.0) => {}
                Some(_) => return Ok(Some(false)),
                None => all = false,
            }
        }
        Ok(all.then_some(true))
    }

    /// Whether some option of the part with this key has this nimber; `None` if no earlier question has told.
    fn known_to_attain(&self, key: G::Key, nimber: u32) -> Option<bool> {
        let (place, bit) = place_of(key, nimber);
        let known = self.known.get(&place)?;
        if known.attained & bit != 0 {
            return Some(true);
        }
        (known.missed & bit != 0).then_some(false)
    }

    /// The key of a part in `known`. The images of the part have the same key, so that they share its answers.
    fn key(&mut self, part: &G::Part) -> Answer<G::Key> {
        if let Some(key) = self.keys.as_ref().and_then(|keys| keys.get(part)) {
            return Ok(*key);
        }
        let key = self.game.key(part);
        let key = key
            .expect("parts that are searched for nimbers have keys")
            .key;
        let mut bytes = self.game.bytes();
        if let Some(keys) = &mut self.keys {
            keys.insert(*part, key);
            bytes += table_bytes::<(G::Part, G::Key)>(keys.capacity());
        }
        if bytes > self.charge_of_keys.bytes() {
            let more = bytes - self.charge_of_keys.bytes();
            let reached = Progress::at(Phase::Searching, self.asked);
            let refused = |refusal| Stopped::out_of_memory(refusal, reached);
            self.charge_of_keys.grow(more).map_err(refused)?;
        }
        Ok(key)
    }

    fn nimber_of_part(&mut self, part: &G::Part) -> Answer<Nimber> {
        let key = self.key(part)?;
        let mut nimber = 0;
        while self.attains(part, key, nimber)? {
            nimber += 1;
        }
        Ok(Nimber(nimber))
    }

    /// Whether some option of a part has this nimber.
    fn attains(&mut self, part: &G::Part, key: G::Key, nimber: u32) -> Answer<bool> {
        if let Some(attained) = self.known_to_attain(key, nimber) {
            return Ok(attained);
        }
        self.asked += 1;
        let reached = || Progress::at(Phase::Searching, self.asked);
        self.job.go_on(reached)?;
        if self.asked.is_multiple_of(1 << 14) {
            self.job.tell(&reached())?;
        }
        if self.depth == MOST_DEPTH || self.asked > self.most {
            return Err(Unanswered::Beyond);
        }
        self.depth += 1;
        let attained = self.is_attained(part, nimber)?;
        self.depth -= 1;
        make_room(&mut self.known, &mut self.charge, self.asked)?;
        let (place, bit) = place_of(key, nimber);
        let known = self.known.entry(place).or_default();
        if attained {
            known.attained |= bit;
        } else {
            known.missed |= bit;
        }
        Ok(attained)
    }

    /// Looks at the options of a part for one with this nimber.
    fn is_attained(&mut self, part: &G::Part, nimber: u32) -> Answer<bool> {
        let mut options = Vec::new();
        self.game.left(part, Player::First, &mut options);
        let options = options.into_iter();
        let mut options: Vec<(usize, G::Part)> =
            options.map(|left| (self.game.size(&left), left)).collect();
        // Little to play is soon looked through, and often suffices.
        options.sort_unstable();
        options.dedup();
        // An option whose nimber is known from earlier questions may answer this one at once.
        let mut unknown = Vec::new();
        for (_, left) in options {
            let mut parts = self.game.separated(&left);
            parts.sort_by_key(|part| self.game.size(part));
            match self.known_to_have(&parts, Nimber(nimber))? {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => unknown.push(parts),
            }
        }
        for option in unknown {
            if self.has(&option, Nimber(nimber))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The entry of [`NimberSearch::known`] for this nimber of the options of a part, and the bit of the nimber in the entry. A
/// nimber is at most the number of moves in the part, and no game has 2^22 moves.
fn place_of<K>(key: K, nimber: u32) -> ((K, u16), u64) {
    ((key, (nimber / 64) as u16), 1 << (nimber % 64))
}

/// Makes room for one more entry of a map whose bytes are charged.
fn make_room<K: Eq + Hash, V>(
    map: &mut FxHashMap<K, V>,
    charge: &mut Charge,
    asked: u64,
) -> Result<(), Error> {
    let capacity = map.capacity();
    if map.len() < capacity {
        return Ok(());
    }
    let refused = |refusal| Stopped::out_of_memory(refusal, Progress::at(Phase::Searching, asked));
    let more = capacity.max(1 << 10);
    // The old map is there until all is in the new one.
    let (old, new) = (charge.bytes(), table_bytes::<(K, V)>(capacity + more));
    let taken = charge.replace(old, new, || map.try_reserve(more));
    Ok(taken.map_err(refused)?)
}
