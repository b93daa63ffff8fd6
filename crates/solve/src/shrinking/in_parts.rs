//! Sets of moves that only ever become fewer, by parts.

use std::convert::Infallible;

use rustc_hash::FxHashMap;
use zug_game::{InParts, PartKey, Player, Unseparated};

use super::game::{Key, ShrinkingGame};
use super::images::{Image, images};
use super::move_set::MoveSet;

/// A game whose moves only ever become fewer, in which each player has moves of their own, or both have the same.
#[derive(Clone, Debug)]
pub struct ShrinkingParts {
    game: ShrinkingGame,
    /// The moves of First; of both players, if they have the same moves.
    of_first: MoveSet,
    is_impartial: bool,
    /// The symmetries that are used, the identity first.
    images: Vec<Image>,
    /// For each key of a small part that was met, the least key of its images. It is kept where both players have the
    /// same moves: there a search asks for the key of a part again and again.
    least: FxHashMap<ShrinkingPartKey, PartKey<ShrinkingPartKey>>,
}

impl ShrinkingParts {
    /// The moves with numbers below `of_first` are those of First.
    #[must_use]
    pub fn new(game: ShrinkingGame, of_first: usize) -> Self {
        Self::with_moves(game, (0..of_first).collect(), false)
    }

    /// Both players have all moves.
    #[must_use]
    pub fn impartial(game: ShrinkingGame) -> Self {
        Self::with_moves(game, MoveSet::default(), true)
    }

    fn with_moves(game: ShrinkingGame, of_first: MoveSet, is_impartial: bool) -> Self {
        Self {
            images: images(&game, of_first),
            of_first,
            is_impartial,
            game,
            least: FxHashMap::default(),
        }
    }

    /// The parts of a position, the smallest first.
    #[must_use]
    pub fn parts(&self, position: MoveSet) -> Vec<MoveSet> {
        self.game.parts(position)
    }

    /// The key of a part under no symmetry.
    fn key_of(&self, part: MoveSet) -> ShrinkingPartKey {
        let key = self.game.key(part);
        let of_first = match key {
            Key::Small(_) if !self.is_impartial => {
                part.iter().enumerate().fold(0, |mask, (place, number)| {
                    mask | u16::from(self.of_first.has(number)) << place
                })
            }
            Key::Small(_) | Key::Large(_) => 0,
        };
        ShrinkingPartKey(key, of_first)
    }
}

/// How the moves of a part take each other, and which moves are those of First; of a large part its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShrinkingPartKey(Key, u16);

impl InParts for ShrinkingParts {
    type Part = MoveSet;
    type Key = ShrinkingPartKey;
    type Refusal = Infallible;

    fn key(&mut self, part: &MoveSet) -> Option<PartKey<ShrinkingPartKey>> {
        if part.len() > Key::MOST_SMALL {
            let keys = self.images.iter().map(|image| PartKey {
                key: ShrinkingPartKey(Key::Large(image.of(*part)), 0),
                is_negative: image.swaps,
            });
            return keys.min_by_key(|of| (of.key, of.is_negative));
        }
        let own = self.key_of(*part);
        if self.is_impartial
            && let Some(least) = self.least.get(&own)
        {
            return Some(*least);
        }
        let keys = self.images.iter().map(|image| PartKey {
            key: self.key_of(image.of(*part)),
            is_negative: image.swaps,
        });
        let least = keys.min_by_key(|of| (of.key, of.is_negative))?;
        if self.is_impartial {
            self.least.insert(own, least);
        }
        Some(least)
    }

    fn options(
        &mut self,
        part: &MoveSet,
        player: Player,
        out: &mut Vec<Vec<MoveSet>>,
    ) -> Result<(), Infallible> {
        let mut left = Vec::new();
        self.left(part, player, &mut left);
        out.extend(left.into_iter().map(|left| self.parts(left)));
        Ok(())
    }

    fn size(&self, part: &MoveSet) -> usize {
        part.len()
    }

    fn most_options(&self, part: &MoveSet) -> usize {
        part.len()
    }

    fn bytes(&self) -> u64 {
        let entry = size_of::<(ShrinkingPartKey, PartKey<ShrinkingPartKey>)>() + 1;
        (self.least.capacity() * entry) as u64
    }
}

impl Unseparated for ShrinkingParts {
    fn left(&mut self, part: &MoveSet, player: Player, out: &mut Vec<MoveSet>) {
        let own = match player {
            _ if self.is_impartial => *part,
            Player::First => part.and(self.of_first),
            Player::Second => part.without(self.of_first),
        };
        out.extend(own.iter().map(|number| self.game.after(*part, number)));
    }

    fn separated(&mut self, left: &MoveSet) -> Vec<MoveSet> {
        self.parts(*left)
    }
}
