//! Which random games a test plays: always the same ones, unless the environment asks
//! for others.

/// The random games that a test plays.
pub(crate) struct Asked {
    /// The number of games, with those whose rules are too long to be played.
    pub(crate) games: u64,
    /// The number of the first game.
    pub(crate) first: u64,
    /// Rules of more bytes than this are left out.
    longest: u64,
}

impl Asked {
    /// The first `games` games, without rules of more than `longest` bytes, which take too
    /// long and show no more. `ZUG_RANDOM_GAMES`, `ZUG_RANDOM_FIRST` and
    /// `ZUG_RANDOM_LONGEST` say otherwise.
    pub(crate) fn or_else(games: u64, longest: u64) -> Self {
        Self {
            games: number("ZUG_RANDOM_GAMES", games),
            first: number("ZUG_RANDOM_FIRST", 0),
            longest: number("ZUG_RANDOM_LONGEST", longest),
        }
    }

    /// The number and the rules of each game.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (u64, String)> {
        let seeds = self.first..self.first + self.games;
        let longest = self.longest;
        seeds
            .map(|seed| (seed, super::game(seed)))
            .filter(move |(_, source)| source.len() as u64 <= longest)
    }
}

/// The number that an environment variable holds; `otherwise` where it is not set.
fn number(variable: &str, otherwise: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().expect("a number"),
        Err(_) => otherwise,
    }
}
