//! Linear conditions beside the plain evaluator, position by position.
//!
//! A certificate of a pattern speaks of a [`LinearGame`]. That it is the game of the rules is
//! checked here, without a look at how it was made: every state of an instance must end as the plain
//! evaluator says, and lead to the same positions.

use std::collections::BTreeSet;

use zug_game::linear::LinearGame;
use zug_game::{Game, U256};

use super::reference::Reference;
use crate::domain::value::Value;

/// Linear conditions differ from the rules in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rules, read as linear conditions, differ from the rules in play at {position}")]
pub struct LinearFlaw {
    /// The position.
    pub position: String,
}

impl Reference<'_> {
    /// Compares linear conditions with the rules in each state of the instance, as long as there are at
    /// most `most` states; returns the number of states compared, 0 if there are more or a
    /// parameter is below 0.
    ///
    /// # Errors
    ///
    /// A state in which they differ.
    pub fn agrees_with(&self, game: &LinearGame, most: u128) -> Result<usize, LinearFlaw> {
        let layout = &self.instance().state.layout;
        let small = self.instance().size().is_some_and(|size| size <= most);
        let Some(parameters) = self.open_parameters(game).filter(|_| small) else {
            return Ok(0);
        };
        let mut fields: Vec<i64> = layout.fields.iter().map(|field| field.scalar.lo).collect();
        let mut compared = 0;
        loop {
            let position = layout.pack(&fields);
            if self.is_state(position) {
                compared += 1;
                if !self.agrees_at(game, &parameters, &fields, position) {
                    let position = self.instance().print(&fields);
                    return Err(LinearFlaw { position });
                }
            }
            let last = (0..fields.len()).rev();
            let next = last
                .into_iter()
                .find(|i| fields[*i] < layout.fields[*i].scalar.hi);
            let Some(next) = next else {
                return Ok(compared);
            };
            fields[next] += 1;
            for (field, of) in fields.iter_mut().zip(&layout.fields).skip(next + 1) {
                *field = of.scalar.lo;
            }
        }
    }

    fn agrees_at(
        &self,
        game: &LinearGame,
        parameters: &[i64],
        fields: &[i64],
        position: U256,
    ) -> bool {
        let values = [parameters, fields].concat();
        let Ok(linear) = game.successors(&values) else {
            return false;
        };
        let stays = linear.iter().all(|next| game.domain.holds(next));
        let mut steps = Vec::new();
        let Ok(ended) = self.expand(&position, &mut steps) else {
            // The rules break here: the conditions must not allow the position or what follows.
            return !game.domain.holds(&values) || !stays;
        };
        let over = game.ended(&values);
        let expected = over.or(linear.is_empty().then_some(game.stuck));
        let layout = &self.instance().state.layout;
        let plain = steps.iter().map(|step| layout.unpack(step.position));
        let plain: BTreeSet<Vec<i64>> = plain.collect();
        let linear = linear.iter().map(|next| next[parameters.len()..].to_vec());
        let linear: BTreeSet<Vec<i64>> = linear.collect();
        game.domain.holds(&values)
            && ended == expected
            && (ended.is_some() || stays && plain == linear)
    }

    /// Returns the values of the parameters that linear conditions leave open; `None` if they are
    /// not all there, or are below 0.
    fn open_parameters(&self, game: &LinearGame) -> Option<Vec<i64>> {
        let known = self.instance().values();
        let open = game.variables[..game.parameters].iter().map(|name| {
            let (list, place) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
                Some((list, place)) => (list, Some(place.parse::<usize>().ok()?)),
                None => (&**name, None),
            };
            let (_, value) = known.iter().find(|(known, _)| known == list)?;
            let number = match (value, place) {
                (Value::List(items), Some(place)) => items.get(place)?.number(),
                (value, None) => value.number(),
                _ => None,
            };
            number.filter(|number| *number >= 0)
        });
        open.collect()
    }
}
