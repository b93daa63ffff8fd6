//! What a theorem may know of a problem: parameters and variables as numbers.

use zug_game::{Game, Player, U256};
use zug_job::Job;
use zug_lang::{Instance, Reference, Value};
use zug_values::Play;

/// The game and the position that a theorem is asked about.
pub(super) struct Facts<'a> {
    /// The parameters with their values, in the order of the rules.
    pub(super) parameters: &'a [(String, Value)],
    /// Who wins when a player is stuck.
    pub(super) play: Play,
    /// The memory that a theorem may take, and who cancels it.
    pub(super) job: &'a Job,
    /// The game and the position; `None` for the start of a game whose positions do not
    /// fit into a word.
    pub(super) place: Option<(&'a Instance, U256)>,
}

impl Facts<'_> {
    /// Whether a player who is stuck wins.
    pub(super) fn is_misere(&self) -> bool {
        self.play == Play::Misere
    }

    /// The value of a parameter.
    pub(super) fn parameter(&self, name: &str) -> Option<&Value> {
        let found = self.parameters.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value)
    }

    /// The largest number in any parameter.
    pub(super) fn largest(&self) -> i64 {
        let numbers = self.parameters.iter().map(|(_, value)| largest(value));
        numbers.max().unwrap_or(0)
    }

    /// A parameter that is a whole number from 0.
    pub(super) fn count(&self, name: &str) -> Option<u64> {
        count(self.parameter(name)?)
    }

    /// A parameter that holds whole numbers from 0.
    pub(super) fn counts(&self, name: &str) -> Option<Vec<u64>> {
        counts(self.parameter(name)?)
    }

    /// A parameter that holds rows of whole numbers from 0.
    pub(super) fn rows(&self, name: &str) -> Option<Vec<Vec<u64>>> {
        self.parameter(name)?.items()?.iter().map(counts).collect()
    }

    /// The player to move.
    pub(super) fn mover(&self) -> Player {
        match self.place {
            Some((instance, position)) => Reference::new(instance).mover(&position),
            None => Player::First,
        }
    }

    /// The numbers of a variable in a part, where there is a position.
    fn numbers(&self, part: usize, variable: &str) -> Option<Vec<u64>> {
        let (instance, position) = self.place?;
        let numbers = instance.numbers(position, part, variable)?;
        let count = |number: i64| u64::try_from(number).ok();
        numbers.into_iter().map(count).collect()
    }

    /// The one number of a variable, where there is a position.
    pub(super) fn variable(&self, name: &str) -> Option<u64> {
        self.numbers(0, name)?.first().copied()
    }

    /// The one number of a variable; at the start of a game whose positions do not fit
    /// into a word the number of the parameter that it begins with.
    pub(super) fn variable_or(&self, variable: &str, parameter: &str) -> Option<u64> {
        match self.place {
            Some(_) => self.variable(variable),
            None => self.count(parameter),
        }
    }

    /// The numbers of an array; at the start of a game whose positions do not fit into a
    /// word those of the parameter that it begins with.
    pub(super) fn array_or(&self, variable: &str, parameter: &str) -> Option<Vec<u64>> {
        match self.place {
            Some(_) => self.numbers(0, variable),
            None => self.counts(parameter),
        }
    }

    /// The numbers of a variable in every part, where there is a position.
    pub(super) fn in_each_part(&self, variable: &str) -> Option<Vec<Vec<u64>>> {
        let (instance, _) = self.place?;
        let parts = 0..instance.part_count();
        parts.map(|part| self.numbers(part, variable)).collect()
    }

    /// The one number of a variable in each part, or the numbers of the parameter that
    /// the parts begin with.
    pub(super) fn heaps_or(&self, variable: &str, parameter: &str) -> Option<Vec<u64>> {
        match self.place {
            Some(_) => {
                let parts = self.in_each_part(variable)?;
                parts.iter().map(|part| part.first().copied()).collect()
            }
            None => self.counts(parameter),
        }
    }

    /// Whether a move has ended the game.
    pub(super) fn is_over(&self) -> bool {
        self.place
            .is_some_and(|(instance, position)| instance.is_over(position))
    }

    /// Whether this is the position that the game begins with.
    pub(super) fn is_start(&self) -> bool {
        self.place
            .is_none_or(|(instance, position)| instance.start() == position)
    }
}

/// A whole number from 0.
fn count(value: &Value) -> Option<u64> {
    u64::try_from(value.number()?).ok()
}

/// Whole numbers from 0.
fn counts(value: &Value) -> Option<Vec<u64>> {
    value.items()?.iter().map(count).collect()
}

/// The largest number in a value, or 0.
fn largest(value: &Value) -> i64 {
    let inside = value.items().into_iter().flatten().map(largest).max();
    value.number().unwrap_or(0).max(inside.unwrap_or(0))
}
