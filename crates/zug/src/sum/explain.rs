//! Why a sum of heaps is won or lost, in a few lines.

use zug_game::Player;
use zug_values::{Outcome, Play};

use crate::error::Error;
use crate::explain::{sentence, some_of};
use crate::options::SolveOptions;
use crate::part_names::in_part;
use crate::verdict::verdict;

use super::{Sum, SumWorth};

/// The largest number of lines that tell of one heap each.
const MOST_HEAPS: usize = 20;

impl SumWorth {
    /// Who wins, in a sentence; `None` where that is not known. `mover` is the player to move, Left or Right, if
    /// it matters who that is.
    #[must_use]
    pub fn sentence(&self, mover: Option<Player>) -> Option<String> {
        let outcome = self.outcome()?;
        let names = mover.map(|_| ["Left".to_owned(), "Right".to_owned()]);
        let mover = mover.unwrap_or(Player::First);
        Some(verdict(names.as_ref(), mover, outcome, self.remoteness()))
    }

    /// The moves that win, in a sentence; `None` where no move does.
    fn winning(&self) -> Option<String> {
        let moves = self.turns.iter().flatten();
        let named = moves.map(|of| in_part(self.parts.len(), of.part, &of.name));
        let names: Vec<String> = named.collect();
        if self.outcome()? != Outcome::Win || names.is_empty() {
            return None;
        }
        let others = if self.more_turns {
            "; others may win too"
        } else {
            ""
        };
        Some(format!("Winning: {}{others}.", some_of(&names, "; ")))
    }
}

impl Sum {
    /// Explains what heaps of games by their notation are worth together: why each heap has its nimber, and how
    /// they add up. Of other parts no more is said than [`SumWorth::why`] says.
    ///
    /// ```
    /// use zug::{Compound, HeapPart, SolveOptions, Sum};
    ///
    /// let kayles = HeapPart::of("0.77", vec![5]).expect("a code of Kayles");
    /// let options = SolveOptions::default();
    /// let sum = Sum::new(vec![(kayles.to_string(), kayles)], Compound::One, None, &options)?;
    /// let lines = sum.explain(&sum.solve(10, &options)?, &options)?;
    /// assert_eq!(
    ///     lines[1],
    ///     "0.77(5): options have nimbers 0, 1, 2, 3; the least number that is missing is 4."
    /// );
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Sum::solve`].
    pub fn explain(&self, worth: &SumWorth, options: &SolveOptions) -> Result<Vec<String>, Error> {
        let mut lines: Vec<String> = worth.sentence(None).into_iter().collect();
        if self.play == Play::Normal {
            let mut reasons = Vec::new();
            for kind in &self.kinds {
                if reasons.len() < MOST_HEAPS {
                    reasons.extend(kind.heap_reasons(&options.job())?);
                }
            }
            lines.extend(reasons.iter().take(MOST_HEAPS).map(|line| sentence(line)));
        }
        lines.extend(worth.why.iter().map(|line| sentence(line)));
        lines.extend(worth.winning());
        Ok(lines)
    }
}
