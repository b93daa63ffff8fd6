//! Game trees, the positions of small games, lost pairs of heaps and misère quotients as pictures.
//!
//! A tree is first laid flat ([`flat`]), so that no drawing recurses, however deep the
//! tree is. The drawings then take their columns from one layout ([`tidy`]).

pub(crate) mod flat;
mod label;
mod tidy;
pub(crate) mod text;
pub(crate) mod svg;
pub(crate) mod dot;
pub(crate) mod wave;
pub(crate) mod scatter;
pub(crate) mod monoid;

#[cfg(test)]
mod samples;
