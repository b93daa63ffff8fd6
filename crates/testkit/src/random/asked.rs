//! Which random games a test plays: always the same, unless the environment asks for
//! others.

use super::game::game;

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
    /// Returns the first `games` games, without rules of more than `longest` bytes,
    /// which take long and show no more. `ZUG_RANDOM_GAMES`, `ZUG_RANDOM_FIRST` and
    /// `ZUG_RANDOM_LONGEST` set other limits.
    pub fn or_else(games: u64, longest: u64) -> Self {
        Self {
            games: number("ZUG_RANDOM_GAMES", games),
            first: number("ZUG_RANDOM_FIRST", 0),
            longest: number("ZUG_RANDOM_LONGEST", longest),
        }
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

/// Returns the number that an environment variable holds; `otherwise` if it is not set.
fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().expect("a number"),
        Err(_) => otherwise,
    }
}
