//! What is known of the types of a game's names while they are being found out.
//!
//! Types stand in expressions, and expressions in types: the checks of both
//! (`declared`, `expression`) keep here what they know.

use std::collections::HashMap;

use super::names::Names;
use super::scope::Scope;
use super::ty::Type;

/// The meaning of a written type.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    /// The type of its values.
    pub(super) value: Type,
    /// Whether it is a bag: then `value` is a map from what may be in the bag to
    /// counts.
    pub(super) bag: bool,
    /// Whether it is a grid.
    pub(super) grid: bool,
}

/// The largest [`Type::size`] that a type may have.
pub(super) const LARGEST_TYPE: usize = 200;

/// The types of the local names.
pub(super) type Locals = Scope<Type>;

/// The types of a game's names, as far as they have been found out.
#[derive(Debug)]
pub(super) struct Typing<'a> {
    /// The names of the game.
    pub(super) names: &'a Names<'a>,
    /// The types of the parameters; `None` where it has not been found out yet.
    pub(super) parameters: Vec<Option<Type>>,
    /// The meanings of the declared types.
    pub(super) types: Vec<Option<Declared>>,
    /// The types that state variables have in expressions.
    pub(super) state: Vec<Option<Type>>,
    /// The types of the lets that are values.
    pub(super) lets: Vec<Option<Type>>,
    /// The types of functions' values, by the number of the function and the types of
    /// its arguments.
    pub(super) calls: HashMap<(usize, Vec<Type>), Type>,
    /// The number of expressions that were checked so far.
    pub(super) work: usize,
}

impl<'a> Typing<'a> {
    /// Returns a state in which no type is known yet.
    pub(super) fn new(names: &'a Names<'a>) -> Self {
        let game = names.game;
        Self {
            names,
            parameters: vec![None; game.parameters.len()],
            types: vec![None; game.types.len()],
            state: vec![None; game.state.len()],
            lets: vec![None; game.lets.len()],
            calls: HashMap::new(),
            work: 0,
        }
    }
}
