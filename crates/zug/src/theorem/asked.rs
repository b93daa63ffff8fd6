//! What is asked, read as far as a theorem needs it.

use std::sync::OnceLock;

use zug_game::{Notation, U256};
use zug_job::{Budget, Job};
use zug_lang::{Instance, Reference, Rules};
use zug_values::Play;

use crate::error::Error;
use crate::options::SolveOptions;
use crate::request::Request;

use super::facts::Facts;
use super::families::{self, Family};
use super::{Applied, Theorem};

/// The largest number of states that are looked at beside a theorem. The moves of a
/// position must also be at most [`Theorem::MOST_MOVES`], since all of them are worked
/// out before any is played.
const FEW_STATES: u128 = 1 << 30;

/// A family, and what its theorem says of the position asked about.
pub(super) type FamilyHere = (&'static Family, Box<dyn Applied>);

/// A request, read as far as a theorem needs it.
pub(crate) struct Asked {
    pub(crate) rules: Rules,
    pub(super) parameters: Vec<(String, zug_lang::Value)>,
    pub(crate) play: Play,
    /// The number of parts of a sum; 1 for any other game.
    pub(super) parts: usize,
    /// The job of a theorem, which may take all the memory that was allowed.
    job: Job,
    /// The game and the position asked about; `None` where a position does not fit into a
    /// word.
    pub(super) sized: Option<(Instance, U256)>,
    successors: OnceLock<Option<Vec<(String, U256)>>>,
}

impl Asked {
    pub(super) fn read(request: &Request, options: &SolveOptions) -> Result<Self, Error> {
        let rules = request.read()?;
        let settings = &request.settings;
        let setting = |error| request.setting_error(error);
        let job = &options.job();
        let parameters = rules.values_while(settings, job).map_err(setting)?;
        let sized = match rules.instance_while(settings, job) {
            Ok(instance) => {
                let position = match &request.position {
                    Some(text) => Reference::new(&instance).parse(text)?,
                    None => instance.start(),
                };
                Some((instance, position))
            }
            Err(zug_lang::Error::Interrupted(why)) => return Err(why.into()),
            // The code that needs a position reports the fault.
            Err(_) if request.position.is_none() => None,
            Err(error) => return Err(setting(error)),
        };
        Ok(Self {
            play: rules.play(settings),
            parts: match &sized {
                Some((instance, _)) => instance.part_count(),
                None if rules.is_sum() => rules.parts(settings).map_or(1, |parts| parts.len()),
                None => 1,
            },
            rules,
            parameters,
            job: job.clone().with_budget(Budget::of_bytes(options.memory)),
            sized,
            successors: OnceLock::new(),
        })
    }

    /// The parameters with their values, as the rules write them.
    pub(crate) fn parameters_told(&self) -> Vec<(String, String)> {
        let parameters = self.parameters.iter();
        let told = parameters.map(|(name, value)| (name.clone(), value.written()));
        told.collect()
    }

    pub(super) fn facts(&self) -> Facts<'_> {
        self.facts_at(self.sized.as_ref().map(|(_, position)| *position))
    }

    /// The facts of another position of the game.
    pub(super) fn facts_at(&self, position: Option<U256>) -> Facts<'_> {
        let instance = self.sized.as_ref().map(|(instance, _)| instance);
        Facts {
            parameters: &self.parameters,
            play: self.play,
            job: &self.job,
            place: instance.zip(position),
        }
    }

    /// Whether the positions are looked at beside a theorem.
    pub(super) fn has_few_positions(&self) -> bool {
        let sized = self.sized.as_ref();
        sized.is_some_and(|(instance, _)| instance.size().is_some_and(|n| n <= FEW_STATES))
            && self.successors().is_some()
    }

    /// Every move with the position after it; `None` if the moves are too many to look
    /// at, or if a position does not fit into a word.
    pub(super) fn successors(&self) -> Option<&[(String, U256)]> {
        let found = self.successors.get_or_init(|| {
            let (instance, position) = self.sized.as_ref()?;
            // Rules that break here may do so because they are too large to go through.
            // The theorem stands all the same.
            let game = Reference::new(instance);
            game.successors(*position, Theorem::MOST_MOVES).ok()?
        });
        found.as_deref()
    }

    /// The family that has these rules, if its theorem speaks of the position.
    pub(super) fn family(&self, request: &Request) -> Result<Option<FamilyHere>, Error> {
        let facts = self.facts();
        let family = families::of(&request.source).filter(|_| !facts.is_over());
        let found = family.and_then(|family| Some((family, (family.read)(&facts)?)));
        // A theorem that was cancelled says no more than one that does not apply.
        self.job.check()?;
        Ok(found)
    }
}
