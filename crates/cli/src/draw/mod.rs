//! Game trees as pictures.

pub(crate) mod text;
pub(crate) mod svg;
pub(crate) mod dot;
