//! The automaton of a pattern: as a graph for Graphviz, and as a picture (SVG).

mod arrows;
mod dot;
mod curve;
mod layers;
mod picture;

pub use dot::graph;
pub use picture::picture;
