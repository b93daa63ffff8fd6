//! Draws pictures: of positions, of game trees, of all positions of a small game, of the lost pairs of
//! heaps, of the answers for values of parameters, of misère quotients, and of values as thermographs.
//!
//! A tree is first laid flat ([`flat`]), so that no drawing recurses, however deep the
//! tree is. The drawings then take their columns from one layout ([`tidy`]).

pub(crate) mod flat;
mod label;
mod sheet;
pub(crate) mod paper;
mod tidy;
pub(crate) mod text;
pub(crate) mod svg;
pub(crate) mod dot;
pub(crate) mod automaton;
pub(crate) mod wave;
pub(crate) mod scatter;
pub(crate) mod thermograph;
pub(crate) mod map;
pub(crate) mod monoid;
pub(crate) mod board;

#[cfg(test)]
mod samples;
