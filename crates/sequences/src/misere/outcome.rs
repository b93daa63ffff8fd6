//! The outcome of a position of heaps by plain recursion, under normal or misère play.
//!
//! By definition: the mover wins if some option is lost for the player to move there; a
//! stuck mover loses under normal play and wins under misère play. Each multiset of
//! heaps is worked out once. This is the oracle of the misère solvers, and it uses no
//! theorem.
//!
//! Cost: every multiset of heaps that play can reach, with all its moves; from one heap
//! of n that may be split, as many as n has partitions (5,604 for 30, 204,226 for 50,
//! 190,569,292 for 100), about a hundred bytes each. When not to use it: for normal
//! play take nimbers ([`crate::Sequence`]), for many or large positions a
//! [`super::Quotient`], where there is one.
//!
//! ```
//! use zug_heaps::{Breaking, HeapGame};
//! use zug_sequences::Job;
//! use zug_sequences::misere::{Limits, Recursion};
//! use zug_values::{Outcome, Play};
//!
//! let kayles = HeapGame::Breaking("0.77".parse::<Breaking>()?);
//! let mut misere = Recursion::new(&kayles, Play::Misere, Limits::default(), &Job::default());
//! assert_eq!(misere.outcome(&[1])?, Outcome::Loss);
//! assert_eq!(misere.outcome(&[1, 1])?, Outcome::Win);
//! // One row of 9 skittles is lost for who begins, and of 5 is not.
//! assert_eq!(misere.outcome(&[9])?, Outcome::Loss);
//! assert_eq!(misere.outcome(&[5])?, Outcome::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use zug_heaps::HeapGame;
use zug_job::Job;
use zug_values::{Outcome, Play};

use super::limits::{Limits, Meter, MisereError};
use super::memo::{Memo, Rules};
use super::options::{Left, options};

/// The outcomes of the positions of one game; those that are worked out are kept.
#[derive(Debug)]
pub struct Recursion {
    heaps: Heaps,
    memo: Memo<Box<[u64]>>,
    meter: Meter,
}

impl Recursion {
    /// No position is known at first. The limit on steps is for each question.
    pub fn new(game: &HeapGame, play: Play, limits: Limits, job: &Job) -> Self {
        Self {
            heaps: Heaps {
                game: game.clone(),
                options: HashMap::default(),
            },
            memo: Memo::new(play),
            meter: Meter::new(limits, job),
        }
    }

    /// The outcome for the mover in the position of these heaps, which may be in any
    /// order.
    pub fn outcome(&mut self, heaps: &[u64]) -> Result<Outcome, MisereError> {
        self.meter.restart(self.memo.len() as u64);
        self.ask(heaps)
    }

    /// The outcome of a position, within the steps that are left.
    pub(super) fn ask(&mut self, heaps: &[u64]) -> Result<Outcome, MisereError> {
        let position = canonical(heaps.to_vec());
        let won = self
            .memo
            .is_won(&mut self.heaps, &position, &mut self.meter)?;
        Ok(if won { Outcome::Win } else { Outcome::Loss })
    }

    /// The number of positions whose outcome is known.
    pub fn positions(&self) -> usize {
        self.memo.len()
    }
}

/// The heaps in increasing order, without empty ones.
fn canonical(mut heaps: Vec<u64>) -> Box<[u64]> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps.into()
}

/// The rules of several heaps: a move changes one.
#[derive(Debug)]
struct Heaps {
    game: HeapGame,
    options: HashMap<u64, Vec<Left>, FxBuildHasher>,
}

impl Rules for Heaps {
    type Position = Box<[u64]>;

    fn option(
        &mut self,
        position: &Box<[u64]>,
        cursor: &mut usize,
        meter: &mut Meter,
    ) -> Result<Option<Box<[u64]>>, MisereError> {
        let mut index = *cursor;
        for (place, &heap) in position.iter().enumerate() {
            if place > 0 && position[place - 1] == heap {
                continue; // the same moves as in its twin
            }
            if !self.options.contains_key(&heap) {
                let found = options(&self.game, heap, meter)?;
                self.options.insert(heap, found);
            }
            let options = &self.options[&heap];
            if let Some(left) = options.get(index) {
                *cursor += 1;
                let mut heaps = position.to_vec();
                heaps.remove(place);
                heaps.extend(left);
                return Ok(Some(canonical(heaps)));
            }
            index -= options.len();
        }
        Ok(None)
    }

    fn bytes(position: &Box<[u64]>) -> usize {
        size_of_val(&**position)
    }
}
