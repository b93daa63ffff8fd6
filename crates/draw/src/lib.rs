//! Pictures of answers: of positions, of game trees, of all positions of a small game, of the lost pairs of
//! heaps, of the answers for values of parameters, of misère quotients, of sequences of nimbers, of automata,
//! and of values as thermographs.
//!
//! A picture is a text, an SVG, a PNG or a graph for Graphviz. The command line and the package of Python draw by
//! this crate, which knows no files and no terminal. Who draws for a terminal or for a page of the web sees to it
//! that no text of the rules steers it ([`zug::visible`]).
//!
//! A tree is first laid flat, so that no drawing recurses, however deep the tree is. The drawings then take their
//! columns from one layout (`tidy`).
//!
//! ```
//! use zug::{Problem, Request, SolveOptions, Tree, TreeLimits};
//!
//! let request = Request::catalogue("subtraction")?.set("n", "3").set("take", "{1, 2}");
//! let problem = Problem::new(&request)?;
//! let solution = problem.solve(&SolveOptions::default())?;
//! let tree = Tree::new(&problem, &solution, &TreeLimits::default())?;
//! assert!(zug_draw::text::tree(&tree).contains("3[-1]"));
//! assert!(zug_draw::svg::tree(&tree).starts_with("<svg"));
//! # Ok::<(), zug::Error>(())
//! ```

#![forbid(unsafe_code)]

mod error;
pub mod column;
pub mod flat;
mod label;
mod sheet;
mod paper;
mod tidy;
pub mod text;
pub mod svg;
pub mod dot;
pub mod automaton;
pub mod wave;
pub mod scatter;
pub mod thermograph;
pub mod map;
pub mod monoid;
pub mod board;
pub mod plot;

#[cfg(test)]
mod samples;

pub use error::{Error, Result};
