//! What is known of the types of a game's names while they are found out.
//!
//! Types stand in expressions, and expressions in types: both ask here for what is known
//! already (`declared`, `expression`).

use std::collections::HashMap;

use super::names::Names;
use super::scope::Scope;
use super::ty::Type;

/// A type as it was declared.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    /// What its values are.
    pub(super) value: Type,
    /// Whether it is a bag: then `value` maps what is in it to counts.
    pub(super) bag: bool,
    /// Whether it is a grid.
    pub(super) grid: bool,
}

/// The most parts a type may have.
pub(super) const LARGEST_TYPE: usize = 200;

/// The types of the local names.
pub(super) type Locals = Scope<Type>;

/// The types of a game's names, as far as they have been found out.
#[derive(Debug)]
pub(super) struct Typing<'a> {
    /// What the names stand for.
    pub(super) names: &'a Names<'a>,
    /// The types of parameters.
    pub(super) parameters: Vec<Option<Type>>,
    /// The types of declared types' values, with their forms.
    pub(super) types: Vec<Option<Declared>>,
    /// How state variables read.
    pub(super) state: Vec<Option<Type>>,
    /// The types of constants.
    pub(super) lets: Vec<Option<Type>>,
    /// The types of functions' values, by the types of their arguments.
    pub(super) calls: HashMap<(usize, Vec<Type>), Type>,
    /// How many expressions were checked.
    pub(super) work: usize,
}

impl<'a> Typing<'a> {
    /// Nothing is found out yet.
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
