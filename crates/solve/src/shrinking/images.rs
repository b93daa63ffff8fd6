//! Symmetries of a game whose moves only ever become fewer, found from how its moves take each other.
//!
//! **Problem.** Positions of a board that are mirrored or turned are worth the same, and those of a board
//! that swaps the players by a turn, such as a square of Domineering, are worth the negative. Rules need not
//! say so.
//!
//! **Method.** A map of the moves onto themselves is a symmetry if a move takes another one exactly where
//! its image takes the other's image, and if it keeps for each move whose it is, or for no move. The
//! images of the moves are chosen one after the other, from a move to those near it, and a choice is taken
//! back as soon as two images do not take each other as their moves do.
//!
//! **Cost.** On a board little more than a walk over its moves for each symmetry. A game may have a vast number
//! of symmetries, as one in which all moves are alike: the first few that are found suffice, as each
//! is one by itself.

use super::game::ShrinkingGame;
use super::move_set::MoveSet;

/// A symmetry of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Image {
    /// By the number of a move, the number of its image.
    to: Vec<u8>,
    /// Whether the moves of one player become those of the other.
    pub(crate) swaps: bool,
}

/// The most symmetries of each kind that are looked for: a square has eight, four of which keep the players of
/// Domineering.
const MOST_IMAGES: usize = 8;

/// The most choices that are tried for each kind.
const MOST_TRIED: u32 = 1 << 16;

impl Image {
    /// The image of a set of moves.
    pub(crate) fn of(&self, moves: MoveSet) -> MoveSet {
        moves.iter().map(|number| self.to[number].into()).collect()
    }
}

/// Symmetries of a game in which these are the moves of First, the identity first.
pub(crate) fn images(game: &ShrinkingGame, of_first: MoveSet) -> Vec<Image> {
    let moves = game.takes.len();
    let same = |number| u8::try_from(number).expect("a set has room for 256 moves");
    let mut images = vec![Image {
        to: (0..moves).map(same).collect(),
        swaps: false,
    }];
    let order = near_after_near(game);
    for swaps in [false, true] {
        let mut search = Search {
            game,
            of_first,
            order: &order,
            swaps,
            to: vec![None; moves],
            used: MoveSet::default(),
            found: Vec::new(),
            tried: 0,
        };
        search.choose(0);
        for image in search.found {
            if !images.contains(&image) {
                images.push(image);
            }
        }
    }
    images
}

/// The moves, each with one that stands before it and is near it, if there is one.
fn near_after_near(game: &ShrinkingGame) -> Vec<(usize, Option<usize>)> {
    let mut order: Vec<(usize, Option<usize>)> = Vec::with_capacity(game.takes.len());
    let mut met = MoveSet::default();
    for first in 0..game.takes.len() {
        if met.has(first) {
            continue;
        }
        met.insert(first);
        let mut next = order.len();
        order.push((first, None));
        while let Some(&(number, _)) = order.get(next) {
            next += 1;
            let new = game.near[number].without(met);
            met = met.or(new);
            order.extend(new.iter().map(|other| (other, Some(number))));
        }
    }
    order
}

struct Search<'g> {
    game: &'g ShrinkingGame,
    of_first: MoveSet,
    order: &'g [(usize, Option<usize>)],
    swaps: bool,
    /// The images that are chosen.
    to: Vec<Option<u8>>,
    used: MoveSet,
    found: Vec<Image>,
    tried: u32,
}

impl Search<'_> {
    /// Chooses the images of the moves from this place of the order on, in all ways.
    fn choose(&mut self, place: usize) {
        let Some(&(number, near)) = self.order.get(place) else {
            let to = self.to.iter().flatten().copied().collect();
            let swaps = self.swaps;
            self.found.push(Image { to, swaps });
            return;
        };
        let near = near.and_then(|near| self.to[near]);
        let choices: MoveSet = match near {
            Some(near) => self.game.near[usize::from(near)],
            None => (0..self.game.takes.len()).collect(),
        };
        for image in choices.without(self.used) {
            if self.found.len() == MOST_IMAGES || self.tried == MOST_TRIED {
                return;
            }
            self.tried += 1;
            if !self.may_be(number, image, place) {
                continue;
            }
            self.to[number] = u8::try_from(image).ok();
            self.used.insert(image);
            self.choose(place + 1);
            self.used.remove(image);
            self.to[number] = None;
        }
    }

    /// Whether a move may have this image, as far as the images before it say.
    fn may_be(&self, number: usize, image: usize, place: usize) -> bool {
        let ShrinkingGame { takes, near } = self.game;
        let is_whose = self.of_first.has(number) == (self.of_first.has(image) != self.swaps);
        is_whose
            && takes[number].len() == takes[image].len()
            && near[number].len() == near[image].len()
            && self.order[..place].iter().all(|&(other, _)| {
                let of_other = self.to[other].map_or(0, usize::from);
                takes[number].has(other) == takes[image].has(of_other)
                    && takes[other].has(number) == takes[of_other].has(image)
            })
    }
}
