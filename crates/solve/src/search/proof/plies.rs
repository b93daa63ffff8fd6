//! Plies for the entries that claim a win or a loss of any length.
//!
//! **Problem.** A claim that a player wins must not stand on itself. Where every move climbs a
//! level, a checker sees by the levels that it does not. Elsewhere each entry that claims a win
//! or a loss has to tell a number of plies within which the game ends, and a checker sees that
//! this number falls.
//!
//! **Method.** Depth first through the entries that an entry stands on: its number is one more
//! than the largest of theirs. It need not be the remoteness. If an entry turns out to stand on
//! itself, play can go round, and the list is of no use: closed sets prove the answer then.
//!
//! **Cost.** One more look at the moves of each entry and of each position behind them.

use std::collections::HashSet;

use zug_game::Searchable;
use zug_job::{Charge, Stopped, bytes_of};
use zug_values::{Bounds, MOST_PLIES, Plies, Score, Value, Wanted};

use crate::error::Error;
use crate::search::walk::Ended;

use super::{Move, Prover};

/// The claim that the player to move wins, or loses, within this number of plies.
pub(crate) fn within(wins: bool, plies: u32) -> Result<Wanted, Error> {
    let value = if wins { Value::Win } else { Value::Loss };
    let score = Score::of(value(Plies(plies))).ok_or(Error::TooLong { limit: MOST_PLIES })?;
    Ok(if wins {
        Wanted::Attains(score)
    } else {
        Wanted::Misses(score.above())
    })
}

/// The position of an entry, and whether the player to move wins there; otherwise it loses.
type Place<P> = (P, bool);

/// An entry whose plies are being found.
struct Frame<P> {
    place: Place<P>,
    /// Where what it stands on begins in the list of all frames.
    first: usize,
    /// The largest number of plies behind its moves that is known so far.
    longest: u32,
}

/// What a move is decided by.
enum Decides<P> {
    /// The game is over behind the move.
    End,
    Entry(Place<P>),
}

/// The entries whose plies are being found, each of which stands on the next.
struct Way<P> {
    frames: Vec<Frame<P>>,
    /// What the frames stand on and what was not looked at yet, with the number of plies before
    /// it.
    waiting: Vec<(Place<P>, u32)>,
    /// The places of the frames.
    met: HashSet<Place<P>>,
    charge: Charge,
    charged_places: usize,
}

impl<G: Searchable + Sync> Prover<'_, '_, G> {
    /// Has all entries that claim a win or a loss of any length tell plies.
    pub(in crate::search) fn tell_plies(&mut self) -> Result<(), Ended> {
        let mut charge = self.entries.job.budget.open();
        let mut untold = Vec::new();
        for (&position, &bounds) in &self.entries.bounds {
            for wins in [true, false] {
                if claims(bounds, wins) && plies(bounds, wins).is_none() {
                    let room = charge.make_room(&mut untold, 1);
                    room.map_err(|refusal| {
                        Error::from(Stopped::out_of_memory(refusal, self.entries.reached()))
                    })?;
                    untold.push((position, wins));
                }
            }
        }
        let mut way = Way {
            frames: Vec::new(),
            waiting: Vec::new(),
            met: HashSet::new(),
            charge: self.entries.job.budget.open(),
            charged_places: 0,
        };
        for place in untold {
            self.tell_plies_of(place, &mut way)?;
        }
        Ok(())
    }

    /// Has one entry tell plies, and all that it stands on.
    fn tell_plies_of(
        &mut self,
        place: Place<G::Position>,
        way: &mut Way<G::Position>,
    ) -> Result<(), Ended> {
        if self.told(place).is_some() {
            return Ok(());
        }
        self.begin(place, way)?;
        while let Some(frame) = way.frames.last_mut() {
            if way.waiting.len() > frame.first {
                let (next, before) = *way.waiting.last().expect("it is longer");
                if let Some(plies) = self.told(next) {
                    frame.longest = frame.longest.max(before + plies);
                    way.waiting.pop();
                } else if way.met.contains(&next) {
                    return Err(Ended::ComesBack);
                } else {
                    self.begin(next, way)?;
                }
                continue;
            }
            let (position, wins) = frame.place;
            let claim = within(wins, frame.longest + 1)?;
            way.met.remove(&frame.place);
            way.frames.pop();
            self.entries.add(position, claim)?;
        }
        Ok(())
    }

    /// Begins with an entry: notes what it stands on.
    fn begin(
        &mut self,
        place: Place<G::Position>,
        way: &mut Way<G::Position>,
    ) -> Result<(), Ended> {
        let (position, wins) = place;
        let first = way.waiting.len();
        let mut longest = 0;
        let moves = self.moves(position)?;
        let moves = moves.expect("no entry is about a position where the game is over");
        self.make_room(way, moves.len())?;
        way.met.insert(place);
        if wins {
            if let Decides::Entry(place) = self.decides(&moves, way)? {
                way.waiting.push((place, 0));
            }
        } else {
            for Move { step, ended, .. } in &moves {
                if ended.is_some() {
                    continue;
                }
                let next = match Score::DRAW.wanted(step.turn).negated() {
                    Wanted::Misses(_) => ((step.position, false), 0),
                    Wanted::Attains(_) if self.is_entry((step.position, true)) => {
                        ((step.position, true), 0)
                    }
                    Wanted::Attains(_) => {
                        let answers = self.moves(step.position)?;
                        let answers = answers.expect("the game goes on behind the move");
                        match self.decides(&answers, way)? {
                            Decides::Entry(place) => (place, 1),
                            Decides::End => {
                                longest = longest.max(1);
                                continue;
                            }
                        }
                    }
                };
                way.waiting.push(next);
            }
        }
        way.frames.push(Frame {
            place,
            first,
            longest,
        });
        Ok(())
    }

    /// What decides among the moves of a position that is won: an end, or the entry with the
    /// least number of plies, or one that does not tell plies yet.
    fn decides(
        &self,
        moves: &[Move<G::Position>],
        way: &Way<G::Position>,
    ) -> Result<Decides<G::Position>, Ended> {
        let mut least: Option<(u32, Place<G::Position>)> = None;
        for Move { step, ended, .. } in moves {
            let wanted = Score::WIN.wanted(step.turn);
            if let Some(score) = ended {
                if Bounds::exactly(*score).show(wanted) {
                    return Ok(Decides::End);
                }
                continue;
            }
            let place = (step.position, wanted.is(true));
            if !self.is_entry(place) || way.met.contains(&place) {
                continue;
            }
            let plies = self.told(place).unwrap_or(u32::MAX);
            if least.is_none_or(|(least, _)| plies < least) {
                least = Some((plies, place));
            }
        }
        // If all entries are on the way, this one would stand on itself.
        let (_, place) = least.ok_or(Ended::ComesBack)?;
        Ok(Decides::Entry(place))
    }

    /// Whether an entry claims this.
    fn is_entry(&self, (position, wins): Place<G::Position>) -> bool {
        claims(self.entries.of(&position), wins)
    }

    /// The plies that an entry tells; `None` if it tells none.
    fn told(&self, (position, wins): Place<G::Position>) -> Option<u32> {
        plies(self.entries.of(&position), wins)
    }

    /// Charges the memory for one more frame that stands on this number of entries.
    fn make_room(&self, way: &mut Way<G::Position>, entries: usize) -> Result<(), Error> {
        let refused = |refusal| Stopped::out_of_memory(refusal, self.entries.reached());
        let Way { charge, .. } = way;
        charge.make_room(&mut way.frames, 1).map_err(refused)?;
        charge
            .make_room(&mut way.waiting, entries)
            .map_err(refused)?;
        if way.frames.capacity() > way.charged_places {
            // A table of the standard library has at least an eighth of its places free, and
            // may double them.
            let more = way.frames.capacity() - way.charged_places;
            let bytes = bytes_of::<Place<G::Position>>(4 * more);
            charge.grow(bytes).map_err(refused)?;
            way.charged_places = way.frames.capacity();
        }
        Ok(())
    }
}

/// Whether bounds tell that the player to move wins, or loses.
fn claims(bounds: Bounds, wins: bool) -> bool {
    if wins {
        bounds.lower >= Score::WIN
    } else {
        bounds.upper < Score::DRAW
    }
}

/// The plies within which bounds tell that the player to move wins, or loses; `None` if they tell
/// no plies.
fn plies(bounds: Bounds, wins: bool) -> Option<u32> {
    let score = if wins { bounds.lower } else { bounds.upper };
    let value = score.value().filter(|_| claims(bounds, wins))?;
    value.remoteness().map(|plies| plies.0)
}
