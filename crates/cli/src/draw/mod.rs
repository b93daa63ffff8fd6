//! Game trees as pictures.
//!
//! A tree is first laid flat ([`flat`]), so that no drawing recurses, however deep the
//! tree is. The drawings then take their columns from one layout ([`tidy`]).

pub(crate) mod flat;
mod label;
mod tidy;
pub(crate) mod text;
pub(crate) mod svg;
pub(crate) mod dot;

#[cfg(test)]
mod samples;
