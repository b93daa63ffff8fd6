//! What the names of a game stand for once its parameters are known: values, types and
//! state variables.

pub(crate) mod items;
pub(crate) mod value;
pub(crate) mod ty;
pub(crate) mod square;
pub(crate) mod state;
pub(crate) mod part;
pub(crate) mod picked;
