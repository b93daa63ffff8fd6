//! The nimber of one position of an impartial game whose moves only ever become fewer.
//!
//! **Problem.** In Cram, in Kayles on a graph and in many other impartial games a move takes moves
//! away, itself among them, and never gives one. Then a position is no more than the set of the
//! moves that are left, and it often falls into parts: no move of one part takes one of another
//! away. All positions would be far too many to be solved.
//!
//! **Theorem.** A position is worth the xor of the nimbers of its parts (R. Sprague, 1935;
//! P. M. Grundy, 1939).
//!
//! **Method.** J. Lemoine and S. Viennot (*Nimbers are inevitable*, 2012): to ask whether a part has
//! the nimber n is to ask who wins it beside a heap of n, which needs few positions. It has if no
//! option has the nimber n, and for each smaller number some option does. The parts of an option
//! but for the largest one are worked out, and the question is handed to the largest. What is
//! known of a part is kept, for all parts whose moves take each other in the same way, in the
//! order of their numbers: on a board, a part that is shifted is the same part; so is one that a symmetry of
//! the game mirrors or turns. Of the options those come first whose answer is known already: that halves the
//! work for Cram on a board of 7 by 4.
//!
//! **Cost.** Some microseconds and 100 bytes for each different part that is met.
//!
//! **When not to use it.** Where most positions are one part, a table of all positions is
//! quicker; misère play needs more than nimbers.

use std::fmt;
use std::hash::Hash;

use rustc_hash::FxHashMap;
use zug_job::{Charge, Job, Phase, Progress, Stopped, table_bytes};
use zug_values::Nimber;

use super::game::{Key, ShrinkingGame};
use super::images::{Image, images};
use super::move_set::MoveSet;
use crate::error::Error;

/// What is known of the options of a part, for 64 numbers from a multiple of 64 on.
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
/// use zug_solve::shrinking::{MoveSet, NimberSearch, ShrinkingGame};
/// use zug_values::Nimber;
///
/// // Five coins in a row; a move takes one away, and its neighbours cannot be taken any more.
/// let takes = |coin: i32| (coin - 1..=coin + 1).filter(|other| (0..5).contains(other));
/// let takes = (0..5).map(|coin| takes(coin).map(|other| other as usize).collect());
/// let game = ShrinkingGame::new(takes.collect()).expect("a coin that is taken is gone");
/// let job = Job::default();
/// let mut search = NimberSearch::new(game, &job);
/// assert_eq!(search.nimber((0..5).collect())?, Nimber(3));
/// # Ok::<(), zug_solve::Error>(())
/// ```
pub struct NimberSearch {
    game: ShrinkingGame,
    /// The symmetries of the game: images of a part have its nimber.
    images: Vec<Image>,
    job: Job,
    /// By the part, and by the number divided by 64.
    known: FxHashMap<(Key, u8), Known>,
    /// The bytes of `known`.
    charge: Charge,
    /// For each key of a small part that was met, the least key of its images.
    least: FxHashMap<Key, Key>,
    /// The bytes of `least`.
    charge_of_least: Charge,
    /// The number of questions about options that were looked into.
    asked: u64,
}

impl fmt::Debug for NimberSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NimberSearch")
            .field("known", &self.known.len())
            .finish_non_exhaustive()
    }
}

impl NimberSearch {
    /// A search that knows nothing yet.
    #[must_use]
    pub fn new(game: ShrinkingGame, job: &Job) -> Self {
        Self {
            images: images(&game, MoveSet::default()),
            game,
            job: job.clone(),
            known: FxHashMap::default(),
            charge: job.budget.open(),
            least: FxHashMap::default(),
            charge_of_least: job.budget.open(),
            asked: 0,
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &ShrinkingGame {
        &self.game
    }

    /// The nimber of a position.
    ///
    /// # Errors
    ///
    /// The memory allowed is used up; the caller cancelled.
    pub fn nimber(&mut self, position: MoveSet) -> Result<Nimber, Error> {
        let parts = self.game.parts(position);
        let mut sum = Nimber::ZERO;
        for part in parts {
            sum += self.nimber_of_part(part)?;
        }
        Ok(sum)
    }

    /// Whether a position has this nimber, which is often found sooner than the nimber.
    ///
    /// # Errors
    ///
    /// As [`NimberSearch::nimber`].
    pub fn has_nimber(&mut self, position: MoveSet, nimber: Nimber) -> Result<bool, Error> {
        let mut parts = self.game.parts(position);
        let Some(largest) = parts.pop() else {
            return Ok(nimber.is_zero());
        };
        let mut rest = nimber;
        for part in parts {
            rest += self.nimber_of_part(part)?;
        }
        let key = self.key(largest)?;
        if rest.0 as usize > largest.len() || self.attains(largest, key, rest.0)? {
            return Ok(false);
        }
        for less in 0..rest.0 {
            if !self.attains(largest, key, less)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a position has this nimber, where that is known without a look at options.
    fn known_to_have(&mut self, position: MoveSet, nimber: Nimber) -> Result<Option<bool>, Error> {
        let mut parts = self.game.parts(position);
        let Some(largest) = parts.pop() else {
            return Ok(Some(nimber.is_zero()));
        };
        let mut rest = nimber;
        for part in parts {
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
        if rest.0 as usize > largest.len() {
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
    fn known_to_attain(&self, key: Key, nimber: u32) -> Option<bool> {
        let (place, bit) = place_of(key, nimber);
        let known = self.known.get(&place)?;
        if known.attained & bit != 0 {
            return Some(true);
        }
        (known.missed & bit != 0).then_some(false)
    }

    /// The key of a part in `known`. The images of the part have the same key, so that they share its answers.
    ///
    /// # Errors
    ///
    /// The memory allowed is used up.
    fn key(&mut self, part: MoveSet) -> Result<Key, Error> {
        let images = self.images.iter().map(|image| image.of(part));
        if part.len() > Key::MOST_SMALL {
            return Ok(Key::Large(images.min().unwrap_or(part)));
        }
        let own = self.game.key(part);
        if let Some(least) = self.least.get(&own) {
            return Ok(*least);
        }
        let keys = images.map(|image| self.game.key(image));
        let least = keys.min().unwrap_or(own);
        make_room(&mut self.least, &mut self.charge_of_least, self.asked)?;
        self.least.insert(own, least);
        Ok(least)
    }

    fn nimber_of_part(&mut self, part: MoveSet) -> Result<Nimber, Error> {
        let key = self.key(part)?;
        let mut nimber = 0;
        while self.attains(part, key, nimber)? {
            nimber += 1;
        }
        Ok(Nimber(nimber))
    }

    /// Whether some option of a part has this nimber.
    fn attains(&mut self, part: MoveSet, key: Key, nimber: u32) -> Result<bool, Error> {
        if let Some(attained) = self.known_to_attain(key, nimber) {
            return Ok(attained);
        }
        self.asked += 1;
        let reached = || Progress::at(Phase::Searching, self.asked);
        self.job.go_on(reached)?;
        if self.asked.is_multiple_of(1 << 14) {
            self.job.tell(&reached())?;
        }
        let options = part.iter().map(|of| self.game.after(part, of));
        let mut options: Vec<(usize, MoveSet)> =
            options.map(|option| (option.len(), option)).collect();
        // Few moves are soon looked through, and often suffice.
        options.sort_unstable();
        options.dedup();
        // An option whose nimber is known from earlier questions may answer this one at once.
        let mut attained = false;
        let mut unknown = Vec::new();
        for (_, option) in options {
            match self.known_to_have(option, Nimber(nimber))? {
                Some(true) => {
                    attained = true;
                    break;
                }
                Some(false) => {}
                None => unknown.push(option),
            }
        }
        for option in unknown {
            if attained {
                break;
            }
            attained = self.has_nimber(option, Nimber(nimber))?;
        }
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
}

/// The entry of [`NimberSearch::known`] that has a nimber of the options of a part, and the bit of the nimber
/// there. A part has at most 256 moves, and its nimber is not above their number.
fn place_of(key: Key, nimber: u32) -> ((Key, u8), u64) {
    ((key, (nimber / 64) as u8), 1 << (nimber % 64))
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
