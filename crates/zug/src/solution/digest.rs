//! A sum of hashes of all positions with their values.
//!
//! Each position that the table has stands for its orbit: the positions of the orbit are hashed one
//! by one. So two tables of one problem have one digest if and, but for chance, only if they say the
//! same, whatever symmetries, shards and order they keep their positions in. What is hashed of a
//! position are the bits that the rules pack it into.
//!
//! Cost: an image for each symmetry and each position that is kept, and a hash for each position.

use xxhash_rust::xxh3::xxh3_128;
use zug_lang::Word;
use zug_solve::Job;
use zug_values::Value;

use super::{AnySolved, Solution, Solved};
use crate::error::Error;
use crate::subject::{Subject, for_each_game};

/// The digest of solved positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Digest {
    /// The number of positions as the rules define them.
    pub positions: u64,
    /// The sum of the hashes.
    pub sum: u128,
}

impl Solution {
    /// The digest of the positions and their values.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read; the caller cancelled.
    pub fn digest(&self, job: &Job) -> Result<Digest, Error> {
        for_each_game!(&self.inner, AnySolved, solved => solved.digest(job))
    }
}

impl<G: Subject> Solved<G> {
    fn digest(&self, job: &Job) -> Result<Digest, Error> {
        let mut digest = Digest::default();
        let mut images = Vec::new();
        self.pass(job, |entries| {
            for entry in entries {
                let position = entry.position();
                images.clear();
                let elements = 0..self.game.order();
                images.extend(elements.map(|element| self.game.image(position, element).widen()));
                images.sort_unstable();
                images.dedup();
                digest.positions += images.len() as u64;
                let told = told(entry.value(), entry.finished().is_some());
                for image in &images {
                    let mut bytes = [0; 38];
                    bytes[..32].copy_from_slice(&image.to_le_bytes());
                    bytes[32..].copy_from_slice(&told);
                    digest.sum = digest.sum.wrapping_add(xxh3_128(&bytes));
                }
            }
            Ok(())
        })?;
        Ok(digest)
    }
}

/// What is hashed of the value of a position, and of whether the game is over there.
fn told(value: Value, is_finished: bool) -> [u8; 6] {
    let (outcome, plies) = match value {
        Value::Loss(plies) => (0, plies.0),
        Value::Win(plies) => (1, plies.0),
        Value::Draw => (2, 0),
        Value::EndlessLoss => (3, 0),
        Value::EndlessWin => (4, 0),
    };
    let [a, b, c, d] = plies.to_le_bytes();
    [outcome, u8::from(is_finished), a, b, c, d]
}
