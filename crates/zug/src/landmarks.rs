//! Positions by which one sees how a game packs its positions.

use std::collections::{HashSet, VecDeque};

use zug_game::{Symmetric, U256};
use zug_lang::Word;

use crate::error::Error;
use crate::options::SolveOptions;
use crate::problem::Problem;
use crate::solution::numbered;
use crate::subject::{AnyGame, Subject, for_each_game, for_rules};

/// The number of landmarks.
const MOST: usize = 64;

impl Problem {
    /// The packed canonical positions that come first, in breadth, from the position asked
    /// about: at most 64.
    ///
    /// A table that is stored holds packed positions, and another version of this program may
    /// pack them in another way. Then its landmarks are others, and the table is refused
    /// rather than misread.
    ///
    /// # Errors
    ///
    /// The rules break in one of these positions.
    pub fn landmarks(&self) -> Result<Vec<U256>, Error> {
        let root = self.root().to_bits();
        for_each_game!(self.symmetric(), AnyGame, game => landmarks(game, Word::narrow(root)))
    }

    /// Positions with the numbers that they have in the index over which the dense method solves
    /// the positions with these options: the landmarks, and as many that are spread over all
    /// numbers, packed. For a table that is stored by number: where another version of this
    /// program numbers positions in another way, be it deep in the game alone, some of these
    /// differ. A landmark without a number has `u64::MAX`.
    ///
    /// # Errors
    ///
    /// The rules break in a landmark, or the positions have no index.
    pub fn numbered_landmarks(&self, options: &SolveOptions) -> Result<Vec<(U256, u64)>, Error> {
        let (landmarks, job) = (self.landmarks()?, options.job());
        for_rules!(
            self.symmetric(), AnyGame,
            game => numbered(game, self, &landmarks, MOST, &job),
            else Err(Error::NoIndexOfRust)
        )
    }

    /// The landmarks as the file of a table has them, in words. A table by number, which is solved by the
    /// options `by_number`, has landmarks with their numbers too.
    ///
    /// # Errors
    ///
    /// As [`Problem::landmarks`] and [`Problem::numbered_landmarks`].
    pub fn landmarks_in_words(
        &self,
        by_number: Option<&SolveOptions>,
    ) -> Result<Vec<String>, Error> {
        let landmarks = self.landmarks()?.into_iter();
        let mut words: Vec<String> = landmarks.map(|packed| format!("{packed:x}")).collect();
        if let Some(options) = by_number {
            let numbered = self.numbered_landmarks(options)?.into_iter();
            words.extend(numbered.map(|(packed, number)| format!("{packed:x} number {number}")));
        }
        Ok(words)
    }

    /// The number of symmetries that keep the position asked about, the identity included. A
    /// table that is stored has one position for each orbit under them. Symmetries that swap the
    /// players may be used to solve the problem, and are not used in what is stored.
    pub fn symmetries_used(&self) -> usize {
        for_each_game!(self.symmetric(), AnyGame, game => game.order())
    }
}

fn landmarks<G: Subject>(game: &G, root: G::Position) -> Result<Vec<U256>, Error> {
    let root = game.canonical(&root);
    let mut met = HashSet::from([root]);
    let mut waiting = VecDeque::from([root]);
    let mut packed = Vec::new();
    let mut steps = Vec::new();
    while let Some(position) = waiting.pop_front() {
        packed.push(position.widen());
        steps.clear();
        game.expand(&position, &mut steps)?;
        for step in &steps {
            let next = game.canonical(&step.position);
            if met.len() < MOST && met.insert(next) {
                waiting.push_back(next);
            }
        }
    }
    Ok(packed)
}
