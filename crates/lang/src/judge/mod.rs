//! The judge of certificates: the rules played by the plain evaluator, and declared
//! symmetries by what they mean. Nothing here is specialised.

pub(crate) mod reference;
pub(crate) mod plain_orbits;
