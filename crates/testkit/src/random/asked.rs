//! Which random games a test plays: others each day, unless the environment asks for
//! some.

use super::game::game;
use crate::{number, today};

/// The random games that a test plays.
pub struct Asked {
    /// The number of games, including those that are left out because their rules are
    /// too long.
    pub games: u64,
    /// The number of the first game.
    pub first: u64,
    /// Rules of more bytes than this are left out.
    longest: u64,
}

impl Asked {
    /// Returns `games` games from the first one of the day on, without rules of more than `longest`
    /// bytes, which take long and show no more. `ZUG_RANDOM_GAMES`, `ZUG_RANDOM_FIRST` and
    /// `ZUG_RANDOM_LONGEST` set other limits. Prints which games these are.
    pub fn or_else(games: u64, longest: u64) -> Self {
        let asked = Self {
            games: number("ZUG_RANDOM_GAMES", games),
            first: number("ZUG_RANDOM_FIRST", today() * A_DAY),
            longest: number("ZUG_RANDOM_LONGEST", longest),
        };
        let Self { games, first, .. } = asked;
        println!("ZUG_RANDOM_FIRST={first} ZUG_RANDOM_GAMES={games}");
        asked
    }

    /// Returns the number and the rules of each game.
    pub fn rules(&self) -> impl Iterator<Item = (u64, String)> {
        let seeds = self.first..self.first + self.games;
        let longest = self.longest;
        seeds
            .map(|seed| (seed, game(seed)))
            .filter(move |(_, source)| source.len() as u64 <= longest)
    }
}

/// The number of games of a day, more than any test plays.
const A_DAY: u64 = 1_000_000;
