//! Where stoppers in which play can go round are kept: equal ones have equal numbers.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use zug_job::{Charge, Refusal};

use super::value::{LoopId, Stopper};
use crate::error::{PartizanError, Result};
use crate::form::{Form, Side};
use crate::memory::Memo;

/// The options of Left and of Right, sorted.
pub(super) type Options = [Vec<Stopper>; 2];

/// What equal stoppers have in common, as far as one position shows it: for each player the options that end, and
/// how many others there are.
type Look = [(Vec<Form>, usize); 2];

/// The largest number of positions, and of comparisons, that are kept.
const MOST: usize = 1 << 20;

/// Stoppers in canonical form from which play can go round.
#[derive(Debug)]
pub(crate) struct Loops {
    options: Vec<Options>,
    by_options: HashMap<Options, LoopId, FxBuildHasher>,
    by_look: HashMap<Look, Vec<LoopId>, FxBuildHasher>,
    negatives: HashMap<LoopId, Stopper, FxBuildHasher>,
    /// Whether Left survives the difference of two stoppers, the second less the first, if this player begins.
    pub(super) survived: Memo<(Stopper, Stopper, Side), bool>,
}

impl Loops {
    /// Nothing is kept at first. What comparisons take is charged to this charge, all else by whoever keeps it.
    pub(crate) fn new(charge: Charge) -> Self {
        Self {
            options: Vec::new(),
            by_options: HashMap::default(),
            by_look: HashMap::default(),
            negatives: HashMap::default(),
            survived: Memo::new(charge),
        }
    }

    /// The options of a position.
    pub(super) fn options(&self, of: LoopId) -> &Options {
        &self.options[of.0 as usize]
    }

    /// The position with these options, if there is one. They are sorted.
    pub(super) fn with_options(&self, options: &Options) -> Option<LoopId> {
        self.by_options.get(options).copied()
    }

    /// The positions that look as one with these options would.
    pub(super) fn alike(&self, options: &Options) -> Vec<LoopId> {
        self.by_look
            .get(&look(options))
            .cloned()
            .unwrap_or_default()
    }

    /// The number that the next new position has.
    pub(super) fn next(&self) -> u32 {
        self.options.len() as u32
    }

    /// Keeps positions, whose numbers begin with [`Loops::next`].
    pub(super) fn extend(&mut self, more: Vec<Options>) -> Result<()> {
        if self.options.len() + more.len() > MOST {
            return Err(PartizanError::TooLarge("the number of loops"));
        }
        for mut options in more {
            for side in &mut options {
                side.sort_unstable();
            }
            let id = LoopId(self.next());
            self.by_look.entry(look(&options)).or_default().push(id);
            self.by_options.insert(options.clone(), id);
            self.options.push(options);
        }
        Ok(())
    }

    pub(super) fn negative(&self, of: LoopId) -> Option<Stopper> {
        self.negatives.get(&of).copied()
    }

    pub(super) fn keep_negative(&mut self, of: LoopId, negative: Stopper) {
        self.negatives.insert(of, negative);
        if let Stopper::Loop(negative) = negative {
            self.negatives.insert(negative, Stopper::Loop(of));
        }
    }

    /// Keeps whether Left survives a difference. When there are many, all are forgotten.
    pub(super) fn keep_survived(
        &mut self,
        difference: (Stopper, Stopper, Side),
        survives: bool,
    ) -> std::result::Result<(), Refusal> {
        if self.survived.len() >= MOST {
            self.survived.clear();
        }
        self.survived.insert(difference, survives)
    }

    /// The bytes that the positions take, about.
    pub(crate) fn bytes(&self) -> usize {
        bytes(&self.options)
    }

    /// All forms that are options.
    pub(crate) fn forms(&self) -> Vec<Form> {
        let options = self.options.iter().flatten().flatten();
        options.filter_map(|option| option.form()).collect()
    }

    /// The same stoppers in an arena of which this is a charge, with other numbers for their options that end.
    pub(crate) fn renewed(self, charge: Charge, new: impl Fn(Form) -> Form) -> Result<Self> {
        let mut renewed = Self::new(charge);
        let renew = |option: Stopper| match option {
            Stopper::Short(form) => Stopper::Short(new(form)),
            Stopper::Loop(_) => option,
        };
        let options = self.options.into_iter();
        let options = options.map(|sides| sides.map(|side| side.into_iter().map(renew).collect()));
        renewed.extend(options.collect())?;
        Ok(renewed)
    }
}

/// The bytes that positions take when they are kept, about.
pub(super) fn bytes(positions: &[Options]) -> usize {
    let options: usize = positions.iter().flatten().map(Vec::len).sum();
    // The options are kept twice, and a hash table has up to twice the room that it needs.
    4 * size_of_val(positions) + 3 * options * size_of::<Stopper>()
}

fn look(options: &Options) -> Look {
    options.each_ref().map(|side| {
        let forms: Vec<Form> = side.iter().filter_map(|option| option.form()).collect();
        let others = side.len() - forms.len();
        (forms, others)
    })
}
