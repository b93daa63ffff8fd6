//! Finds the faults of a rules file that do not depend on the values of its parameters:
//! unknown names, wrong types, names used where they may not be, declarations that are
//! missing or contradict each other.
//!
//! The first fault is reported. First the declarations that a game has are checked,
//! then its names, then the types of its values. Cost: one walk over the syntax tree
//! for the names and one for the types, in which the body of a function is walked once
//! for each combination of argument types. The walks follow definitions, so that the
//! depth of definitions is bounded. Nothing here runs the game.

mod structure;
mod endless;
mod becomes;
mod scope;
mod names;
mod mentions;
mod definitions;
mod unused;
mod resolve;
mod ty;
mod typing;
mod declared;
mod expression;
mod operators;
mod declarations;
pub(crate) mod text;

use std::sync::Arc;

pub use ty::Type;

use crate::syntax::ast::File;
use crate::text::diagnostic::{Diagnostic, Result};

/// What the checker found out about a game.
#[derive(Clone, Debug)]
pub(crate) struct GameTypes {
    /// The parameters in the order of the header, each with the type of its values.
    pub(crate) parameters: Vec<(Arc<str>, Type)>,
    /// What looks like a mistake and is none for certain.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Checks every game of a file; returns what was found out about each, in the order of
/// the file.
pub(crate) fn check(file: &File) -> Result<Vec<GameTypes>> {
    let mut checked: Vec<(Arc<str>, GameTypes)> = Vec::new();
    for (place, game) in file.games.iter().enumerate() {
        structure::check(file, place)?;
        let names = names::Names::collect(game)?;
        let warnings = names.resolve()?;
        let mut typing = typing::Typing::new(&names);
        let parameters = declarations::check(&mut typing, &checked)?;
        let types = GameTypes {
            parameters,
            warnings,
        };
        checked.push((game.name.text.clone(), types));
    }
    Ok(checked.into_iter().map(|(_, types)| types).collect())
}
