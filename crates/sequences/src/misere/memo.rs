//! Outcomes by recursion; each position is worked out once.
//!
//! The stack is on the heap and not the machine's: a position with a thousand heaps is
//! played to its end without overflow.

use std::hash::Hash;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use zug_values::{Outcome, Play};

use super::limits::{Meter, MisereError};

/// The moves of a game, one at a time.
pub(super) trait Rules {
    /// Equal positions must be equal values.
    type Position: Clone + Eq + Hash;

    /// The option at the cursor, which is 0 for the first one and is moved on; `None`
    /// after the last option.
    fn option(
        &mut self,
        position: &Self::Position,
        cursor: &mut usize,
        meter: &mut Meter,
    ) -> Result<Option<Self::Position>, MisereError>;

    /// The bytes that a position holds outside its own value.
    fn bytes(position: &Self::Position) -> usize;
}

/// The outcomes that are known.
#[derive(Debug)]
pub(super) struct Memo<P> {
    play: Play,
    won: HashMap<P, bool, FxBuildHasher>,
    /// The number of entries of the table whose bytes are counted.
    paid: usize,
}

/// A position whose options are being looked at.
struct Frame<P> {
    position: P,
    cursor: usize,
    /// Whether the position has an option, as far as is seen.
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

    /// The number of positions whose outcome is known.
    pub(super) fn len(&self) -> usize {
        self.won.len()
    }

    /// Whether the mover wins from the position.
    pub(super) fn is_won<R: Rules<Position = P>>(
        &mut self,
        rules: &mut R,
        position: &P,
        meter: &mut Meter,
    ) -> Result<bool, MisereError> {
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
    ) -> Result<bool, MisereError> {
        let mut next = Some(position.clone());
        // Whether the option that was just worked out is lost for the player to move
        // there.
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
            // The position moves into the table, and its bytes stay counted.
            meter.give_back(FRAME * size_of::<Frame<P>>());
            self.won.insert(frame.position, won);
            wins = !won;
            if stack.is_empty() {
                return Ok(won);
            }
        }
    }

    /// Counts the bytes of one entry more before they are taken.
    fn make_room(&mut self, meter: &mut Meter) -> Result<(), MisereError> {
        // A hash table fills 7/8 of its places and then doubles; the old table is held
        // beside the new one for a while.
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

/// A growing vector may hold twice what is in it, and the old block, half as large,
/// beside it.
const FRAME: usize = 3;
