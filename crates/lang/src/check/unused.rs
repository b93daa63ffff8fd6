//! Warns of definitions that nothing uses: parameters, types, and values and functions of `let`.
//!
//! A definition is used if a declaration that makes the game mentions it (a variable, a move, a
//! result, a symmetry, …), or a definition that is used. A name that begins with `_` is meant to
//! be unused.

use std::collections::BTreeSet;

use super::definitions::Definitions;
use super::mentions::Walker;
use crate::syntax::ast::{GameDecl, Name};
use crate::text::diagnostic::Diagnostic;

/// What the declarations of a game use that are no definitions.
#[derive(Debug, Default)]
pub(super) struct Used {
    /// The numbers of definitions.
    definitions: BTreeSet<usize>,
    /// The names that a `let` in a body gives a value, and that nothing reads.
    unread: Vec<Name>,
}

impl Used {
    /// Adds what a declaration mentions, when all of its names were looked up.
    pub(super) fn add(&mut self, walker: Walker<'_, '_>) {
        self.definitions.extend(walker.definitions);
        let unread = walker.lets.into_iter();
        self.unread
            .extend(unread.filter(|name| !walker.read.contains(&name.span)));
    }

    /// Adds a definition.
    pub(super) fn definition(&mut self, number: usize) {
        self.definitions.insert(number);
    }

    /// Returns a warning for each definition of the game that nothing uses, in the order of the
    /// file.
    pub(super) fn warnings(self, game: &GameDecl, uses: &Definitions) -> Vec<Diagnostic> {
        let parameters = game.parameters.iter().map(|parameter| &parameter.name);
        let types = game.types.iter().map(|decl| &decl.name);
        let values = game.lets.iter().map(|decl| match decl.arguments {
            Some(_) => (&decl.name, "function"),
            None => (&decl.name, "`let`"),
        });
        let definitions = parameters
            .map(|name| (name, "parameter"))
            .chain(types.map(|name| (name, "type")))
            .chain(values);
        let mut used = self.definitions;
        let mut waiting: Vec<usize> = used.iter().copied().collect();
        while let Some(one) = waiting.pop() {
            let more = uses.mentioned[one].iter();
            waiting.extend(more.copied().filter(|mentioned| used.insert(*mentioned)));
        }
        let unused = definitions.enumerate().filter(|(n, _)| !used.contains(n));
        let unread = self.unread.iter().map(|name| (name, "`let`"));
        let mut warnings: Vec<Diagnostic> = unused
            .map(|(_, of)| of)
            .chain(unread)
            .filter(|(name, _)| !name.text.starts_with('_'))
            .map(|(name, what)| warning(name, what))
            .collect();
        warnings.sort_by_key(|warning| warning.span.start);
        warnings
    }
}

fn warning(name: &Name, what: &str) -> Diagnostic {
    let message = format!("the {what} `{}` is not used", name.text);
    let help = match what {
        "parameter" => {
            "no rule reads it, so that setting it changes nothing: remove it, or use it in the rules"
        }
        _ => "no rule reads it: remove it, or use it in the rules",
    };
    *Diagnostic::new(message, name.span, "never used").help(help)
}
