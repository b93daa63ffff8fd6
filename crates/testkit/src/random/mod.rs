//! Random rules that are valid: expressions with types, over a random cast of
//! variables, so that most of them pass the checks. Together they use the whole
//! language.

mod numbers;
mod cast;
mod writer;
mod statement;
mod expression;
mod symmetric;
mod game;
mod asked;
mod shrink;

pub use asked::Asked;
pub use numbers::Random;
pub use shrink::shrink;
pub use symmetric::FalseIn;

/// Returns the rules of a game with players and symmetries, by its number.
pub fn symmetric_game(seed: u64) -> String {
    symmetric::game(&mut Random(seed), true)
}

/// Returns the rules of a game with players whose declared symmetries are false there.
pub fn falsely_symmetric_game(seed: u64, false_in: FalseIn) -> String {
    symmetric::planted(&mut Random(seed), false_in)
}
