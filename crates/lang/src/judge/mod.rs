//! The judge of certificates: the rules as the plain evaluator plays them, and declared
//! symmetries by the meaning of their declarations. Nothing here is specialised.

pub(crate) mod reference;
pub(crate) mod plain_moves;
pub(crate) mod plain_orbits;
pub(crate) mod linear;
