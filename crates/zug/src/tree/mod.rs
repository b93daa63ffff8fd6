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
mod merging;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::SolveOptions;
    use crate::request::Request;

    #[test]
    fn a_chain_of_thousands_of_plies_is_a_tree() {
        let request = Request::catalogue("subtraction").unwrap();
        let request = request.set("n", "19000").set("take", "{1}");
        let problem = Problem::new(&request).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let tree = Tree::new(&problem, &solution, &TreeLimits::default()).unwrap();
        let (mut node, mut plies) = (&tree.root, 0);
        while let [branch] = &node.branches[..] {
            (node, plies) = (&branch.node, plies + 1);
        }
        assert_eq!(plies, 19_000);
        assert_eq!(node.label, "0");
    }

    /// A problem of the catalogue, with its positions solved, and which positions are the same.
    fn solved(game: &str, set: &[(&str, &str)]) -> (Problem, Solution, Merging) {
        let mut request = Request::catalogue(game).unwrap();
        for (parameter, value) in set {
            request = request.set(*parameter, *value);
        }
        let problem = Problem::new(&request).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let merging = Merging::of(&request, &problem).unwrap();
        (problem, solution, merging)
    }

    /// All nodes of a tree, each before those below it.
    fn nodes(tree: &Tree) -> Vec<&Node> {
        let (mut all, mut waiting) = (Vec::new(), vec![&tree.root]);
        while let Some(node) = waiting.pop() {
            all.push(node);
            waiting.extend(node.branches.iter().rev().map(|branch| &branch.node));
        }
        all
    }

    #[test]
    fn a_tree_that_is_too_large_is_as_deep_as_its_nodes_suffice_for() {
        let (problem, solution, _) = solved("nim", &[]);
        for most in [13, 100, 1000, 5000] {
            let limits = TreeLimits::default().with_nodes(most).cutting();
            let tree = Tree::new(&problem, &solution, &limits).unwrap();
            let depth = tree.cut_at.unwrap();
            assert!(nodes(&tree).len() <= most);
            let deeper = TreeLimits::default().with_nodes(most);
            let deeper = deeper.with_depth(Some(depth + 1));
            assert!(Tree::new(&problem, &solution, &deeper).is_err(), "{most}");
        }
        // The moves of the root alone are more.
        let limits = TreeLimits::default().with_nodes(5).cutting();
        assert!(Tree::new(&problem, &solution, &limits).is_err());
        let limits = TreeLimits::default().with_depth(Some(1)).cutting();
        let tree = Tree::new(&problem, &solution, &limits).unwrap();
        assert_eq!(tree.cut_at, None);
    }

    #[test]
    fn a_merged_tree_has_each_position_once_and_all_moves() {
        for (game, set) in [
            ("nim", &[("piles", "[1, 2, 3]")][..]),
            ("tic-tac-toe", &[]),
            ("subtraction", &[("n", "12")]),
            ("cat-and-mouse", &[]), // play goes round
            ("kayles", &[("n", "6")]),
        ] {
            let (problem, solution, merging) = solved(game, set);
            let limits = TreeLimits::default();
            let tree = Tree::merged(&problem, &solution, &limits, &merging).unwrap();
            let nodes = nodes(&tree);
            let mut met = std::collections::HashSet::new();
            for node in &nodes {
                let position = problem.parse(&node.position).unwrap();
                let same = merging.same(&problem, &position).unwrap();
                if let Some(place) = node.same_as {
                    let there = nodes[place];
                    assert_eq!(there.same_as, None, "{game}");
                    let there = problem.parse(&there.position).unwrap();
                    assert_eq!(merging.same(&problem, &there).unwrap(), same, "{game}");
                    continue;
                }
                assert!(met.insert(same), "{game}: {} stands twice", node.position);
                let legal = problem.legal_moves(&position).unwrap();
                let mut names: Vec<&String> = node
                    .branches
                    .iter()
                    .flat_map(|branch| &branch.moves)
                    .collect();
                let mut known: Vec<&String> = legal.iter().map(|legal| &legal.name).collect();
                names.sort();
                known.sort();
                assert_eq!(names, known, "{game}: {}", node.position);
            }
        }
    }

    #[test]
    fn piles_in_another_order_are_one_position_in_a_merged_tree() {
        let (problem, solution, merging) = solved("nim", &[("piles", "[1, 2, 3]")]);
        let tree = Tree::merged(&problem, &solution, &TreeLimits::default(), &merging).unwrap();
        let own = nodes(&tree)
            .into_iter()
            .filter(|node| node.same_as.is_none());
        let mut sorted: Vec<Vec<u32>> = own
            .map(|node| {
                let piles = node.label.split(' ').map(|pile| pile.parse().unwrap());
                let mut piles: Vec<u32> = piles.collect();
                piles.sort_unstable();
                piles
            })
            .collect();
        let count = sorted.len();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), count);
        // Of 2 * 3 * 4 positions, up to the order of the piles.
        assert_eq!(count, 14);
    }
}
