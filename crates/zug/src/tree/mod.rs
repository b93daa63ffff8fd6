//! The game tree below a position, with its minimax values.
//!
//! [`grown`] makes a tree in which a position stands as often as play comes to it, [`merged`] one in
//! which it stands once, with [`Merging`] to say which positions are the same. Both ask a [`Source`]
//! for the bounds of a position. [`fitting`] finds how deep a tree can be.

mod node;
mod limits;
mod source;
mod looked;
mod fitting;
mod grown;
pub(crate) mod merging;
mod merged;

use crate::assess::Searcher;
use crate::error::Error;
use crate::problem::Problem;
use crate::solution::Solution;

use fitting::fitting_depth;
use grown::grown;
use merged::merged;
use source::{Bare, Found, Source};

pub use limits::TreeLimits;
pub use merging::Merging;
pub use node::{Branch, Node, Tree};

impl Tree {
    /// Makes the tree below the position of the problem.
    ///
    /// ```
    /// use zug::{Problem, Request, SolveOptions, Tree, TreeLimits};
    ///
    /// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
    /// let solution = problem.solve(&SolveOptions::default())?;
    /// let limits = TreeLimits::default().with_depth(Some(1));
    /// let tree = Tree::new(&problem, &solution, &limits)?;
    /// assert_eq!((tree.view.as_str(), tree.root.branches.len()), ("X", 9));
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// It has more nodes than are allowed.
    pub fn new(problem: &Problem, solution: &Solution, limits: &TreeLimits) -> Result<Self, Error> {
        of_source(problem, solution, limits, None)
    }

    /// As [`Tree::new`], with positions that are the same drawn once.
    ///
    /// ```
    /// use zug::{Merging, Problem, Request, SolveOptions, Tree, TreeLimits};
    ///
    /// let request = Request::catalogue("tic-tac-toe")?;
    /// let problem = Problem::new(&request)?;
    /// let solution = problem.solve(&SolveOptions::default())?;
    /// let limits = TreeLimits::default().with_depth(Some(1));
    /// let merging = Merging::of(&request, &problem)?;
    /// let tree = Tree::merged(&problem, &solution, &limits, &merging)?;
    /// let moves: Vec<usize> = tree.root.branches.iter().map(|to| to.moves.len()).collect();
    /// assert_eq!(moves, [4, 4, 1]); // the corners, the edges and the centre
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Tree::new`].
    pub fn merged(
        problem: &Problem,
        solution: &Solution,
        limits: &TreeLimits,
        merging: &Merging,
    ) -> Result<Self, Error> {
        of_source(problem, solution, limits, Some(merging))
    }

    /// Makes the tree without values, which takes no solving: its positions and moves. With limits that
    /// cut ([`TreeLimits::cutting`]) it says how deep a tree can be.
    ///
    /// ```
    /// use zug::{Problem, Request, Tree, TreeLimits};
    ///
    /// let problem = Problem::new(&Request::catalogue("chess")?)?;
    /// let limits = TreeLimits::default().with_nodes(500).cutting();
    /// let tree = Tree::outline(&problem, &limits, None)?;
    /// assert_eq!((tree.cut_at, tree.root.branches.len()), (Some(2), 20));
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first moves alone are too many; the rules break.
    pub fn outline(
        problem: &Problem,
        limits: &TreeLimits,
        merging: Option<&Merging>,
    ) -> Result<Self, Error> {
        of_source(problem, &Bare(problem), limits, merging)
    }

    /// Makes the tree below the position of the problem by a search of its positions, until all
    /// are known, the caller cancels, or the memory does not suffice. What is not proved by then is
    /// marked as not known.
    ///
    /// ```
    /// use zug::{Problem, Request, SolveOptions, Tree, TreeLimits};
    ///
    /// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
    /// let limits = TreeLimits::default().with_depth(Some(1));
    /// let tree = problem.with_search(&SolveOptions::default(), |search| {
    ///     Tree::searched(search, &limits)
    /// })?;
    /// assert_eq!((tree.root.minimax, tree.root.branches.len()), (Some(0), 9));
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// It has more nodes than are allowed; the rules break.
    pub fn searched(search: &mut Searcher<'_>, limits: &TreeLimits) -> Result<Self, Error> {
        by_search(search, limits, None)
    }

    /// As [`Tree::searched`], with positions that are the same drawn once.
    ///
    /// # Errors
    ///
    /// As [`Tree::searched`].
    pub fn searched_and_merged(
        search: &mut Searcher<'_>,
        limits: &TreeLimits,
        merging: &Merging,
    ) -> Result<Self, Error> {
        by_search(search, limits, Some(merging))
    }
}

/// The tree with the values that a search proves.
fn by_search(
    search: &mut Searcher<'_>,
    limits: &TreeLimits,
    merging: Option<&Merging>,
) -> Result<Tree, Error> {
    let problem = search.problem();
    let mut positions = {
        let found = Found::new(search);
        // The first tree has no values: it finds the positions, and refuses too many.
        of_source(problem, &found, limits, merging)?;
        found.into_positions()
    };
    search.assess_together(&mut positions)?;
    of_source(problem, &positions, limits, merging)
}

/// The tree with the values of a source.
fn of_source(
    problem: &Problem,
    source: &dyn Source,
    limits: &TreeLimits,
    merging: Option<&Merging>,
) -> Result<Tree, Error> {
    if let Some(merging) = merging {
        return merged(problem, source, limits, merging);
    }
    let depth = if limits.cuts {
        fitting_depth(problem, limits)?
    } else {
        None
    };
    let cut_at = depth.filter(|depth| limits.depth.is_none_or(|asked| asked > *depth));
    let tree = grown(problem, source, &limits.with_depth(cut_at.or(limits.depth)))?;
    Ok(Tree { cut_at, ..tree })
}
