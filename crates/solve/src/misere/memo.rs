//! Outcomes by recursion, each position once.
//!
//! The stack is ours and not the machine's: a position with a thousand heaps is
//! played to its end without harm.

use std::hash::Hash;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use zug_values::{Outcome, Play};

use super::limits::{Meter, Stop};

/// The moves of a game, one at a time.
pub(super) trait Rules {
    /// Equal positions must be equal values.
    type Position: Clone + Eq + Hash;

    /// The next option, from where the cursor stands (0 at first); `None` after
    /// the last one.
    fn option(
        &mut self,
        position: &Self::Position,
        cursor: &mut usize,
        meter: &mut Meter,
    ) -> Result<Option<Self::Position>, Stop>;

    /// Bytes that a position takes, beside its own size.
    fn bytes(position: &Self::Position) -> usize;
}

/// The outcomes known so far.
#[derive(Debug)]
pub(super) struct Memo<P> {
    play: Play,
    won: HashMap<P, bool, FxBuildHasher>,
    /// Entries paid for.
    paid: usize,
}

/// A position whose options are looked at.
struct Frame<P> {
    position: P,
    cursor: usize,
    /// Whether an option was seen.
    moved: bool,
}

impl<P: Clone + Eq + Hash> Memo<P> {
    pub(super) fn new(play: Play) -> Self {
        Self {
            play,
            won: HashMap::default(),
            paid: 0,
        }
    }

    /// Positions whose outcome is known.
    pub(super) fn len(&self) -> usize {
        self.won.len()
    }

    /// Whether the mover wins.
    pub(super) fn is_won<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        position: &P,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if let Some(&won) = self.won.get(position) {
            return Ok(won);
        }
        let mut stack = Vec::new();
        let done = self.play_out(rules, position, &mut stack, meter);
        for frame in &stack {
            meter.give_back(FRAME * size_of::<Frame<P>>() + R::bytes(&frame.position));
        }
        done
    }

    fn play_out<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        position: &P,
        stack: &mut Vec<Frame<P>>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let mut next = Some(position.clone());
        // Whether the option that was just done is lost for who moves there.
        let mut wins = false;
        loop {
            if let Some(position) = next.take() {
                meter.take(FRAME * size_of::<Frame<P>>() + R::bytes(&position))?;
                stack.push(Frame {
                    position,
                    cursor: 0,
                    moved: false,
                });
            }
            let top = stack.last_mut().expect("the first position is not done");
            meter.work(1)?;
            let option = if wins {
                None
            } else {
                rules.option(&top.position, &mut top.cursor, meter)?
            };
            let won = match option {
                _ if wins => true,
                Some(option) => {
                    top.moved = true;
                    match self.won.get(&option) {
                        Some(true) => continue,
                        Some(false) => true,
                        None => {
                            next = Some(option);
                            continue;
                        }
                    }
                }
                None => !top.moved && self.play.stuck() == Outcome::Win,
            };
            self.make_room(meter)?;
            let frame = stack.pop().expect("there was a top");
            // Its position moves into the table, and stays paid for.
            meter.give_back(FRAME * size_of::<Frame<P>>());
            self.won.insert(frame.position, won);
            wins = !won;
            if stack.is_empty() {
                return Ok(won);
            }
        }
    }

    /// Pays for one entry more before it is taken.
    fn make_room(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        // A table of hashes fills 7/8 of its places and doubles; old and new lie
        // side by side for a while.
        let table = |entries: usize| entries * (size_of::<(P, bool)>() + 1) * 16 / 7;
        if self.won.len() == self.paid {
            let paid = (2 * self.paid).max(64);
            meter.take(table(paid))?;
            self.won.reserve(paid - self.paid);
            meter.give_back(table(self.paid));
            self.paid = paid;
        }
        Ok(())
    }
}

/// A vector that grows may hold twice what is in it, and the old half beside it.
const FRAME: usize = 3;
