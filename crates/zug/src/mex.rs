//! Why the nimber of a position is what it is: the nimbers of its options, and the least number that
//! is missing among them.

use std::collections::BTreeSet;
use std::fmt;

use zug_values::{Infinity, LoopyNimber, Mex, Nimber};

use crate::error::Error;
use crate::problem::Position;
use crate::reply::Reply;
use crate::solution::Solution;
use crate::theorem::{ClaimedMove, Theorem};

/// The nimbers of the options of a position: of the positions that its moves lead to.
///
/// ```
/// use zug::{OptionNimbers, Nimber};
///
/// let options = OptionNimbers::of([3, 0, 1, 0].map(Nimber));
/// assert_eq!(options.mex(), Nimber(2));
/// assert_eq!(
///     options.to_string(),
///     "options have nimbers 0, 1, 3; the least number that is missing is 2"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionNimbers {
    /// Each nimber once.
    nimbers: BTreeSet<u32>,
}

impl OptionNimbers {
    /// The nimbers of these options.
    pub fn of(nimbers: impl IntoIterator<Item = Nimber>) -> Self {
        Self {
            nimbers: nimbers.into_iter().map(|nimber| nimber.0).collect(),
        }
    }

    /// The nimbers of the options of the position that a reply is about; `None` where it has no
    /// nimber, or where those of its options are not known.
    ///
    /// # Errors
    ///
    /// The table of values cannot be read.
    pub fn of_reply(reply: &Reply) -> Result<Option<Self>, Error> {
        match reply {
            Reply::Theorem(theorem) => Ok(Self::of_theorem(theorem)),
            Reply::Positions {
                problem, solution, ..
            } => Self::of_solution(solution, &problem.root()),
            Reply::Searched { .. } => Ok(None),
        }
    }

    /// As [`OptionNimbers::of_reply`], of a solved position.
    ///
    /// # Errors
    ///
    /// The position was not among those solved; the table of values cannot be read.
    pub fn of_solution(solution: &Solution, position: &Position) -> Result<Option<Self>, Error> {
        if solution.nimber(position)?.is_none() {
            return Ok(None);
        }
        let moves = solution.moves_in_order(position)?;
        let nimbers: Option<Vec<Nimber>> = moves.iter().map(|of| of.after.nimber()).collect();
        Ok(nimbers.map(Self::of))
    }

    /// As [`OptionNimbers::of_reply`], of a position that a theorem answers for.
    #[must_use]
    pub fn of_theorem(theorem: &Theorem) -> Option<Self> {
        theorem.nimber()?;
        let moves = theorem.moves()?;
        let nimbers: Option<Vec<Nimber>> = moves.iter().map(|of| of.nimber).collect();
        nimbers.map(Self::of)
    }

    /// The least number that is missing: the nimber of the position.
    #[must_use]
    pub fn mex(&self) -> Nimber {
        let mut mex = Mex::default();
        for &nimber in &self.nimbers {
            mex.insert(Nimber(nimber));
        }
        mex.take()
    }

    /// The nimbers, each once, in increasing order.
    #[must_use]
    pub fn nimbers(&self) -> Vec<u32> {
        self.nimbers.iter().copied().collect()
    }

    /// The nimbers in words; of a long run of nimbers the first and the last.
    fn listed(&self) -> String {
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for &nimber in &self.nimbers {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == nimber => *last = nimber,
                _ => runs.push((nimber, nimber)),
            }
        }
        let left_out = runs.len().saturating_sub(MOST_RUNS);
        let shown = runs.iter().take(MOST_RUNS).map(|&(first, last)| {
            if last - first < SHORTEST_RUN {
                let all: Vec<String> = (first..=last).map(|nimber| nimber.to_string()).collect();
                return all.join(", ");
            }
            format!("{first} to {last}")
        });
        let mut shown: Vec<String> = shown.collect();
        if left_out > 0 {
            shown.push("…".to_owned());
        }
        shown.join(", ")
    }
}

/// A position of a game in which play can go round in a circle: its loopy nimber, and those of its
/// options.
#[derive(Clone, Debug)]
pub(crate) struct LoopyOptions {
    pub(crate) own: LoopyNimber,
    /// The options that are worth heaps of Nim.
    numbers: OptionNimbers,
    /// The other options, each loopy nimber once.
    infinities: BTreeSet<Infinity>,
}

impl LoopyOptions {
    fn of(own: LoopyNimber, options: Vec<LoopyNimber>) -> Self {
        let mut numbers = Vec::new();
        let mut infinities = BTreeSet::new();
        for option in options {
            match option {
                LoopyNimber::Finite(nimber) => numbers.push(nimber),
                LoopyNimber::Infinite(infinity) => {
                    infinities.insert(infinity);
                }
            }
        }
        Self {
            own,
            numbers: OptionNimbers::of(numbers),
            infinities,
        }
    }

    /// Those of a solved position; `None` where loopy nimbers are not known.
    ///
    /// # Errors
    ///
    /// As [`OptionNimbers::of_solution`].
    pub(crate) fn of_solution(
        solution: &Solution,
        position: &Position,
    ) -> Result<Option<Self>, Error> {
        let Some(own) = solution.loopy_nimber(position)? else {
            return Ok(None);
        };
        let moves = solution.moves_in_order(position)?;
        let options = moves.iter().map(|of| of.after.loopy_nimber());
        let options: Option<Vec<LoopyNimber>> = options.collect();
        Ok(options.map(|options| Self::of(own, options)))
    }

    /// Those of a position that a theorem answers for; `None` where loopy nimbers are not known.
    pub(crate) fn of_theorem(theorem: &Theorem) -> Option<Self> {
        let own = theorem.loopy_nimber()?;
        let moves = theorem.moves()?;
        let options = moves.iter().map(ClaimedMove::loopy_nimber);
        let options: Option<Vec<LoopyNimber>> = options.collect();
        Some(Self::of(own, options?))
    }

    /// Whether there is no option.
    pub(crate) fn is_empty(&self) -> bool {
        self.numbers.nimbers.is_empty() && self.infinities.is_empty()
    }
}

/// Why the loopy nimber is what it is.
impl fmt::Display for LoopyOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.infinities.iter().take(MOST_RUNS);
        let mut options: Vec<String> = shown.map(ToString::to_string).collect();
        if !self.numbers.nimbers.is_empty() {
            options.insert(0, self.numbers.listed());
        }
        if self.infinities.len() > MOST_RUNS {
            options.push("…".to_owned());
        }
        let options = options.join(", ");
        let least = self.numbers.mex();
        match &self.own {
            LoopyNimber::Finite(own) => write!(
                f,
                "options are worth {options}; the least number that is missing is {least}, and each \
                 option worth more than {own}, or ∞, has a move back to {own}"
            ),
            LoopyNimber::Infinite(_) => write!(
                f,
                "options are worth {options}; the least number that is missing is {least}, and from \
                 some option no move leads to {least}"
            ),
        }
    }
}

/// A run of nimbers that is longer than this is written by its ends.
const SHORTEST_RUN: u32 = 4;

/// The largest number of runs of nimbers that are written.
const MOST_RUNS: usize = 12;

impl fmt::Display for OptionNimbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mex = self.mex();
        match self.nimbers.len() {
            0 => write!(
                f,
                "there is no option; the least number that is missing is 0"
            ),
            1 => write!(
                f,
                "options have nimber {}; the least number that is missing is {mex}",
                self.listed()
            ),
            _ => write!(
                f,
                "options have nimbers {}; the least number that is missing is {mex}",
                self.listed()
            ),
        }
    }
}
