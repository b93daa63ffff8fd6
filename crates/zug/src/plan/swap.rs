//! Whether symmetries that swap the players pay.
//!
//! Such a symmetry moves the position asked about, as it changes whose turn it is. A position
//! that is kept may stand for both sides of it, and then play may reach one side or both. If
//! most positions come with either player to move, half as many positions are kept. If the
//! position tells whose turn it is, as in a game where each move adds a mark, nothing is saved.
//!
//! A sample decides: the positions nearest to the one asked about, with the players swapped
//! where Second is to move. Where a position comes with either player to move, so do all that
//! follow it, so that the share among all positions is larger than that near the start. Where the
//! share near the start is too small, positions are looked at that random play comes to, always
//! the same ones: pieces may be placed first and moved later, as in Teeko, and then only later
//! does play come back to a position with the other player to move.
//!
//! Cost: at most some thousand positions and two million images around each of three positions,
//! a few tens of milliseconds each. When not to use it: for a game of few states, which is solved
//! as soon as that.

use std::collections::HashMap;

use zug_game::Player;
use zug_values::Turn;

use crate::chance;
use crate::subject::Subject;

/// What is known of symmetries that swap the players, where the rules declare some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SwapPlan {
    /// Whether they are used.
    pub is_used: bool,
    /// The number of symmetries with them, the identity included.
    pub symmetries: usize,
    /// The sample that decided; `None` if the caller did.
    pub sample: Option<SwapSample>,
}

/// The positions nearest to the one asked about and, where these do not decide, to later ones,
/// each standing for itself and for its images with the players swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SwapSample {
    /// The number of positions looked at.
    pub positions: u64,
    /// The number of those that come with either player to move.
    pub with_either: u64,
}

/// The number of positions of a sample whose moves are played.
const SAMPLE: usize = 4000;

/// The number of images that are worked out before the sample ends, in a game of many moves or
/// many symmetries.
const MOST_IMAGES: usize = 1 << 21;

/// The least share of the positions that come with either player to move, as one in so many,
/// from which the swap pays.
const WORTH_ONE_IN: u64 = 20;

/// The number of lines of random play on which a later position is looked for.
const LINES: usize = 2;

/// The largest number of plies of such a line.
const LONGEST: usize = 200;

/// Where random play begins.
const SEED: u64 = 1;

impl SwapSample {
    /// Looks at positions that play reaches from `root` in a game whose symmetries swap the
    /// players; `None` if the rules break near `root`.
    pub(crate) fn of<G: Subject>(game: &G, root: G::Position) -> Option<Self> {
        let mut sample = Self::around(game, root)?;
        let mut seed = SEED;
        for _ in 0..LINES {
            if sample.pays() {
                break;
            }
            let later = later(game, root, &mut seed);
            if let Some(found) = later.and_then(|later| Self::around(game, later)) {
                sample.positions += found.positions;
                sample.with_either += found.with_either;
            }
        }
        Some(sample)
    }

    /// Looks at the positions nearest to `root`; `None` if the rules break there.
    fn around<G: Subject>(game: &G, root: G::Position) -> Option<Self> {
        let first = game.canonical(&root);
        let mut numbers = HashMap::from([(first, 0)]);
        let mut positions = vec![first];
        // For each move of a position that is played, the number of the position that it leads
        // to and what it does to the turn.
        let mut moves: Vec<Vec<(usize, Turn)>> = Vec::new();
        let mut steps = Vec::new();
        let mut images = 0;
        while moves.len() < positions.len().min(SAMPLE) && images < MOST_IMAGES {
            steps.clear();
            game.expand(&positions[moves.len()], &mut steps).ok()?;
            game.canonical_steps(&mut steps);
            images += steps.len() * game.order() / 2;
            let led = steps.iter().map(|step| {
                let number = *numbers.entry(step.position).or_insert_with(|| {
                    positions.push(step.position);
                    positions.len() - 1
                });
                (number, step.turn)
            });
            moves.push(led.collect());
        }
        let mut movers = vec![[false; 2]; positions.len()];
        movers[0][usize::from(game.mover(&root) == Player::Second)] = true;
        let mut waiting = vec![0];
        while let Some(from) = waiting.pop() {
            for &(to, turn) in moves.get(from).into_iter().flatten() {
                let [first, second] = movers[from];
                let after = match turn {
                    Turn::Kept => [first, second],
                    Turn::Passes => [second, first],
                };
                let both = [movers[to][0] || after[0], movers[to][1] || after[1]];
                if both != movers[to] {
                    movers[to] = both;
                    waiting.push(to);
                }
            }
        }
        let looked_at = &movers[..moves.len()];
        Some(Self {
            positions: looked_at.len() as u64,
            with_either: looked_at
                .iter()
                .filter(|movers| **movers == [true; 2])
                .count() as u64,
        })
    }

    /// Whether the swap pays.
    pub(crate) fn pays(self) -> bool {
        self.with_either * WORTH_ONE_IN >= self.positions
    }
}

/// Returns a position late on a line of random play, after two thirds of its plies; `None` if the
/// rules break on the way.
fn later<G: Subject>(game: &G, root: G::Position, seed: &mut u64) -> Option<G::Position> {
    let mut line = vec![root];
    let mut steps = Vec::new();
    while line.len() <= LONGEST {
        steps.clear();
        let at = *line.last()?;
        if game.expand(&at, &mut steps).ok()?.is_some() {
            break;
        }
        line.push(steps[(chance::next(seed) % steps.len() as u64) as usize].position);
    }
    Some(line[line.len() * 2 / 3])
}
