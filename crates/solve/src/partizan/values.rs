//! The values of parts, each worked out once.

use rustc_hash::{FxHashMap, FxHashSet};
use zug_game::{InParts, Player};
use zug_job::{Charge, Job, Phase, Progress, Stopped};
use zug_partizan::{Arena, Form};

use super::no_value::NoValue;

/// The values of positions of one game. What is found for one serves the next.
///
/// ```
/// use zug_partizan::Arena;
/// use zug_solve::Job;
/// use zug_solve::partizan::PartizanValues;
/// use zug_solve::shrinking::{MoveSet, ShrinkingGame, ShrinkingParts};
///
/// // Dominoes on three cells in a corner: Left has one place for a domino, Right another, and they meet.
/// let both: MoveSet = (0..2).collect();
/// let game = ShrinkingGame::new(vec![both, both]).expect("each move takes itself");
/// let game = ShrinkingParts::new(game, 1);
/// let parts = game.parts(both);
/// let (mut values, mut arena) = (PartizanValues::new(game, &Job::default()), Arena::default());
/// let corner = values.value(parts, &mut arena)?;
/// assert_eq!(arena.text(corner)?, "*");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PartizanValues<G: InParts> {
    game: G,
    /// What each part that was met is worth.
    met: FxHashMap<G::Part, Worth>,
    /// The places in `values`, by key.
    places: FxHashMap<G::Key, u32>,
    values: Vec<Known>,
    charge: Charge,
    /// The bytes of the game's notes that are charged.
    noted: u64,
    job: Job,
}

/// What a part is worth: a value by its place, or the negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Worth {
    pub(super) place: u32,
    pub(super) is_negative: bool,
}

impl Worth {
    /// The negative.
    pub(super) fn negated(self) -> Self {
        Self {
            is_negative: !self.is_negative,
            ..self
        }
    }
}

/// How far a value is worked out.
#[derive(Clone, Copy)]
enum Known {
    Nothing,
    /// The options are being worked out.
    Open,
    Value(Form),
}

/// A part whose options are being worked out.
struct Open<P> {
    of: Worth,
    /// The options of Left and of Right, each as the parts that it falls into.
    options: [Vec<Vec<Worth>>; 2],
    /// The parts of the options whose values were not known.
    unknown: Vec<(Worth, P)>,
}

impl<G: InParts> PartizanValues<G>
where
    NoValue: From<G::Refusal>,
{
    /// Nothing is known at first.
    #[must_use]
    pub fn new(game: G, job: &Job) -> Self {
        Self {
            game,
            met: FxHashMap::default(),
            places: FxHashMap::default(),
            values: Vec::new(),
            charge: job.budget.open(),
            noted: 0,
            job: job.clone(),
        }
    }

    /// The number of different parts that were met.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no part was met yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a position that falls into these parts. First is Left.
    ///
    /// # Errors
    ///
    /// The rules break, or end the game otherwise than by a player without a move; play can go round in a
    /// circle; a value is too large; the memory does not suffice, or the caller cancelled.
    pub fn value(&mut self, parts: Vec<G::Part>, arena: &mut Arena) -> Result<Form, NoValue> {
        let mut worths = Vec::with_capacity(parts.len());
        for part in parts {
            let worth = self.worth(&part)?;
            self.work_out(worth, part, usize::MAX, arena)?;
            worths.push(worth);
        }
        self.sum(&worths, arena)
    }

    /// The parts that play makes of a part, whoever moves when, with their values: those behind fewer turns
    /// first. Where each turn leaves one part, these are all positions of the game.
    ///
    /// # Errors
    ///
    /// As [`PartizanValues::value`].
    pub fn reached(
        &mut self,
        part: G::Part,
        arena: &mut Arena,
    ) -> Result<Vec<(G::Part, Form)>, NoValue> {
        self.value(vec![part], arena)?;
        let reached = Progress::at(Phase::Solving, self.values.len() as u64);
        // Every part that is reached was met.
        let bytes = self.met.len() * 3 * size_of::<(G::Part, Form)>();
        let refused = |refusal| Stopped::out_of_memory(refusal, reached);
        self.charge.grow(bytes as u64).map_err(refused)?;
        let mut found = vec![part];
        let mut seen = FxHashSet::from_iter([part]);
        let mut next = 0;
        while let Some(&part) = found.get(next) {
            self.job.go_on(|| reached)?;
            next += 1;
            let parts = self.turns(&part)?.into_iter().flatten().flatten();
            found.extend(parts.filter(|part| seen.insert(*part)));
        }
        let valued = found.into_iter().map(|part| {
            let worth = self.worth(&part)?;
            Ok((part, self.sum(&[worth], arena)?))
        });
        valued.collect()
    }

    /// What a part is worth, be it known or not.
    pub(super) fn worth(&mut self, part: &G::Part) -> Result<Worth, NoValue> {
        if let Some(&worth) = self.met.get(part) {
            return Ok(worth);
        }
        let reached = Progress::at(Phase::Solving, self.values.len() as u64);
        let next = self.values.len() as u32;
        let key = self.game.key(part);
        let place = match &key {
            Some(key) => *self.places.entry(key.key).or_insert(next),
            None => next,
        };
        if place == next {
            self.values.push(Known::Nothing);
        }
        let worth = Worth {
            place,
            is_negative: key.is_some_and(|key| key.is_negative),
        };
        self.met.insert(*part, worth);
        let noted = self.game.bytes();
        let of_key = size_of::<(G::Key, u32)>() + size_of::<Known>();
        // A hash table and a vector have up to twice the room that they need.
        let entry = size_of::<(G::Part, Worth)>() + if place == next { of_key } else { 0 };
        let bytes = 2 * entry as u64 + (noted - self.noted);
        self.noted = noted;
        let refused = |refusal| Stopped::out_of_memory(refusal, reached);
        self.charge.grow(bytes).map_err(refused)?;
        Ok(worth)
    }

    /// The value of a part; `None` if it needs the values of more than `most` other parts that are not known yet.
    pub(super) fn small_value(
        &mut self,
        of: Worth,
        part: G::Part,
        most: usize,
        arena: &mut Arena,
    ) -> Result<Option<Form>, NoValue> {
        if self.work_out(of, part, most, arena)? {
            self.sum(&[of], arena).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Works the value of a part out, and those of all that it needs. Gives up, and returns `false`, if these are
    /// more than `most`; what was worked out stays known.
    fn work_out(
        &mut self,
        of: Worth,
        part: G::Part,
        most: usize,
        arena: &mut Arena,
    ) -> Result<bool, NoValue> {
        let mut stack: Vec<Open<G::Part>> = Vec::new();
        let mut opened = 0;
        let mut next = Some((of, part));
        loop {
            if let Some((of, part)) = next {
                match self.values[of.place as usize] {
                    Known::Value(_) => {}
                    // A part that play leads back to is worth no finite game.
                    Known::Open => return Err(NoValue::Cyclic),
                    Known::Nothing if opened > most => {
                        for open in stack {
                            self.values[open.of.place as usize] = Known::Nothing;
                        }
                        return Ok(false);
                    }
                    Known::Nothing => {
                        opened += 1;
                        let open = self.open(of, &part)?;
                        stack.push(open);
                    }
                }
            } else if let Some(done) = stack.pop() {
                let mut options = [Vec::new(), Vec::new()];
                for (values, parts) in options.iter_mut().zip(&done.options) {
                    for parts in parts {
                        values.push(self.sum(parts, arena)?);
                    }
                }
                let value = arena.from_options(&options[0], &options[1])?;
                let value = signed(value, done.of, arena)?;
                self.values[done.of.place as usize] = Known::Value(value);
            }
            let Some(top) = stack.last_mut() else {
                return Ok(true);
            };
            next = top.unknown.pop();
        }
    }

    /// What the turns of Left and of Right leave of a part.
    pub(super) fn turns(&mut self, part: &G::Part) -> Result<[Vec<Vec<G::Part>>; 2], NoValue> {
        let mut turns = [Vec::new(), Vec::new()];
        for (turns, player) in turns.iter_mut().zip([Player::First, Player::Second]) {
            self.game.options(part, player, turns)?;
        }
        Ok(turns)
    }

    fn open(&mut self, of: Worth, part: &G::Part) -> Result<Open<G::Part>, NoValue> {
        let reached = Progress::at(Phase::Solving, self.values.len() as u64);
        self.job.go_on(|| reached)?;
        self.values[of.place as usize] = Known::Open;
        let mut open = Open {
            of,
            options: [Vec::new(), Vec::new()],
            unknown: Vec::new(),
        };
        let turns = self.turns(part)?;
        for (worths, turns) in open.options.iter_mut().zip(turns) {
            for parts in turns {
                let mut option = Vec::with_capacity(parts.len());
                for part in parts {
                    let worth = self.worth(&part)?;
                    option.push(worth);
                    if !matches!(self.values[worth.place as usize], Known::Value(_)) {
                        open.unknown.push((worth, part));
                    }
                }
                worths.push(option);
            }
        }
        Ok(open)
    }

    /// The sum of parts whose values are known.
    fn sum(&self, parts: &[Worth], arena: &mut Arena) -> Result<Form, NoValue> {
        let mut sum = Form::ZERO;
        for &part in parts {
            let Known::Value(value) = self.values[part.place as usize] else {
                unreachable!("the value was worked out before");
            };
            let value = signed(value, part, arena)?;
            sum = arena.add(sum, value)?;
        }
        Ok(sum)
    }
}

/// A value, or its negative where that is what a part is worth.
pub(super) fn signed(value: Form, of: Worth, arena: &mut Arena) -> Result<Form, NoValue> {
    Ok(if of.is_negative {
        arena.negate(value)?
    } else {
        value
    })
}

impl<G: InParts> std::fmt::Debug for PartizanValues<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PartizanValues")
            .field("met", &self.met.len())
            .field("values", &self.values.len())
            .field("bytes", &self.charge.bytes())
            .finish_non_exhaustive()
    }
}
