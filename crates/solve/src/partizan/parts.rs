//! Sets of moves that only ever become fewer, by parts.

use std::convert::Infallible;

use zug_game::{InParts, PartKey, Player};

use crate::shrinking::{MoveSet, ShrinkingGame, ShrinkingKey};

/// A game whose moves only ever become fewer, in which each player has moves of their own.
#[derive(Debug)]
pub struct ShrinkingParts {
    game: ShrinkingGame,
    /// The moves of First.
    of_first: MoveSet,
}

impl ShrinkingParts {
    /// The moves with numbers below `of_first` are those of First.
    #[must_use]
    pub fn new(game: ShrinkingGame, of_first: usize) -> Self {
        Self {
            of_first: (0..of_first).collect(),
            game,
        }
    }

    /// The parts of a position.
    #[must_use]
    pub fn parts(&self, position: MoveSet) -> Vec<MoveSet> {
        self.game.parts(position)
    }
}

/// How the moves of a part take each other, and which moves are those of First.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShrinkingPartKey(ShrinkingKey, u16);

impl InParts for ShrinkingParts {
    type Part = MoveSet;
    type Key = ShrinkingPartKey;
    type Refusal = Infallible;

    fn key(&mut self, part: &MoveSet) -> Option<PartKey<ShrinkingPartKey>> {
        let key = self.game.key(*part);
        let of_first = match key {
            ShrinkingKey::Small(_) => part.iter().enumerate().fold(0, |mask, (place, number)| {
                mask | u16::from(self.of_first.has(number)) << place
            }),
            ShrinkingKey::Large(_) => return None,
        };
        Some(PartKey {
            key: ShrinkingPartKey(key, of_first),
            is_negative: false,
        })
    }

    fn options(
        &mut self,
        part: &MoveSet,
        player: Player,
        out: &mut Vec<Vec<MoveSet>>,
    ) -> Result<(), Infallible> {
        let own = match player {
            Player::First => part.and(self.of_first),
            Player::Second => part.without(self.of_first),
        };
        out.extend(
            own.iter()
                .map(|number| self.parts(self.game.after(*part, number))),
        );
        Ok(())
    }
}
