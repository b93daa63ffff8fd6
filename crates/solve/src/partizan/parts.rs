//! Values of sets of moves, where moves only ever become fewer: by parts.

use rustc_hash::FxHashMap;
use zug_job::{Charge, Job, Phase, Progress, Stopped};
use zug_partizan::{Arena, Form};

use super::no_value::NoValue;
use crate::shrinking::{MoveSet, ShrinkingGame, ShrinkingKey};

/// The values of positions of a game whose moves only ever become fewer.
///
/// ```
/// use zug_partizan::Arena;
/// use zug_solve::Job;
/// use zug_solve::partizan::PartValues;
/// use zug_solve::shrinking::{MoveSet, ShrinkingGame};
///
/// // Dominoes on three cells in a corner: Left has one place for a domino, Right another, and they meet.
/// let both: MoveSet = (0..2).collect();
/// let game = ShrinkingGame::new(vec![both, both]).expect("each move takes itself");
/// let (mut values, mut arena) = (PartValues::new(game, 1, &Job::default()), Arena::default());
/// let corner = values.value(both, &mut arena)?;
/// assert_eq!(arena.text(corner)?, "*");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PartValues {
    game: ShrinkingGame,
    /// The moves of Left.
    of_left: MoveSet,
    /// By how the moves of a part take each other, and which moves are Left's.
    known: FxHashMap<(ShrinkingKey, u16), Form>,
    charge: Charge,
    job: Job,
}

impl PartValues {
    /// Nothing is known at first. The moves with numbers below `of_first` are those of Left.
    #[must_use]
    pub fn new(game: ShrinkingGame, of_first: usize, job: &Job) -> Self {
        Self {
            of_left: (0..of_first).collect(),
            game,
            known: FxHashMap::default(),
            charge: job.budget.open(),
            job: job.clone(),
        }
    }

    /// The number of parts whose values are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no value is known yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The value of a position.
    ///
    /// # Errors
    ///
    /// A value is too large; the memory does not suffice, or the caller cancelled.
    pub fn value(&mut self, position: MoveSet, arena: &mut Arena) -> Result<Form, NoValue> {
        let mut sum = Form::ZERO;
        for part in self.game.parts(position) {
            let value = self.of_part(part, arena)?;
            sum = arena.add(sum, value)?;
        }
        Ok(sum)
    }

    fn of_part(&mut self, part: MoveSet, arena: &mut Arena) -> Result<Form, NoValue> {
        let key = self.key(part);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let reached = Progress::at(Phase::Solving, self.known.len() as u64);
        self.job.go_on(|| reached)?;
        let refused = |refusal| Stopped::out_of_memory(refusal, reached);
        let entry = 2 * size_of::<((ShrinkingKey, u16), Form)>() as u64;
        self.charge.grow(entry).map_err(refused)?;
        // The depth is at most the number of moves, since each takes itself away.
        let mut options = [Vec::new(), Vec::new()];
        for number in part {
            let value = self.value(self.game.after(part, number), arena)?;
            options[usize::from(!self.of_left.has(number))].push(value);
        }
        let value = arena.from_options(&options[0], &options[1])?;
        self.known.insert(key, value);
        Ok(value)
    }

    /// Parts with the same key have the same value.
    fn key(&self, part: MoveSet) -> (ShrinkingKey, u16) {
        let key = self.game.key(part);
        let of_left = match key {
            ShrinkingKey::Small(_) => part.iter().enumerate().fold(0, |mask, (place, number)| {
                mask | u16::from(self.of_left.has(number)) << place
            }),
            // The key of a large part is the set of its moves, which says already whose they are.
            ShrinkingKey::Large(_) => 0,
        };
        (key, of_left)
    }
}
