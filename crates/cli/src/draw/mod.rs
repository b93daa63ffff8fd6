//! Game trees as pictures.
//!
//! A tree is first laid flat ([`flat`]), so that no drawing recurses however
//! deep it is; the pictures then take their columns from one layout ([`tidy`]).

pub(crate) mod dot;
mod flat;
mod label;
pub(crate) mod svg;
pub(crate) mod text;
mod tidy;

#[cfg(test)]
mod samples;
