//! Sets of moves that only ever become fewer, by parts.

use std::convert::Infallible;

use zug_game::{InParts, PartKey, Player};

use crate::shrinking::{Image, MoveSet, ShrinkingGame, ShrinkingKey, images};

/// A game whose moves only ever become fewer, in which each player has moves of their own.
#[derive(Clone, Debug)]
pub struct ShrinkingParts {
    game: ShrinkingGame,
    /// The moves of First.
    of_first: MoveSet,
    /// The symmetries that are used, the identity first.
    images: Vec<Image>,
}

impl ShrinkingParts {
    /// The moves with numbers below `of_first` are those of First.
    #[must_use]
    pub fn new(game: ShrinkingGame, of_first: usize) -> Self {
        let of_first = (0..of_first).collect();
        Self {
            images: images(&game, of_first),
            of_first,
            game,
        }
    }

    /// The parts of a position.
    #[must_use]
    pub fn parts(&self, position: MoveSet) -> Vec<MoveSet> {
        self.game.parts(position)
    }

    /// The key of a part under no symmetry.
    fn key_of(&self, part: MoveSet) -> ShrinkingPartKey {
        let key = self.game.key(part);
        let of_first = match key {
            ShrinkingKey::Small(_) => part.iter().enumerate().fold(0, |mask, (place, number)| {
                mask | u16::from(self.of_first.has(number)) << place
            }),
            ShrinkingKey::Large(_) => 0,
        };
        ShrinkingPartKey(key, of_first)
    }
}

/// How the moves of a part take each other, and which moves are those of First; of a large part its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShrinkingPartKey(ShrinkingKey, u16);

impl InParts for ShrinkingParts {
    type Part = MoveSet;
    type Key = ShrinkingPartKey;
    type Refusal = Infallible;

    fn key(&mut self, part: &MoveSet) -> Option<PartKey<ShrinkingPartKey>> {
        let keys = self.images.iter().map(|image| PartKey {
            key: self.key_of(image.of(*part)),
            is_negative: image.swaps,
        });
        keys.min_by_key(|of| (of.key, of.is_negative))
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
