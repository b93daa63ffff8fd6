//! Checks that every declaration uses names that exist, and only names that it may use:
//! what is fixed before the game starts cannot read the position.

use super::definitions::{Definitions, Early};
use super::mentions::Walker;
use super::names::{Meaning, Names, unknown};
use super::unused::Used;
use crate::syntax::ast::{
    ExprKind, MoveDecl, MoveParameter, Name, SymmetryDecl, SymmetryMap, TemplatePart,
};
use crate::text::diagnostic::{Diagnostic, Result};

impl Names<'_> {
    /// Looks up every name of the game, and checks that each declaration uses only
    /// names that it may use. Returns the warnings about definitions that nothing uses.
    pub(super) fn resolve(&self) -> Result<Vec<Diagnostic>> {
        let uses = Definitions::of(self)?;
        let mut used = Used::default();
        self.before_the_game(&uses, &mut used)?;
        for decl in &self.game.moves {
            self.resolve_move(&uses, decl, &mut used)?;
        }
        for law in &self.game.laws {
            let mut walker = Walker::new(self);
            walker.expression(law)?;
            used.add(walker);
        }
        for result in &self.game.results {
            let mut walker = Walker::new(self);
            walker.stuck = true;
            walker.result(result)?;
            used.add(walker);
        }
        if let Some(endless) = &self.game.endless {
            let mut walker = Walker::new(self);
            walker.result(endless)?;
            used.add(walker);
        }
        for show in &self.game.shows {
            let is_of_a_piece = self.game.is_of_a_piece(show);
            let show = &show.what;
            let ExprKind::Name(name) = &show.kind else {
                let mut walker = Walker::new(self);
                walker.expression(show)?;
                used.add(walker);
                continue;
            };
            if is_of_a_piece {
                let mut walker = Walker::new(self);
                walker.expression(show)?;
                let early = Early {
                    what: "the look of a piece",
                    mover: false,
                };
                uses.check(&walker.mentions, early)?;
                used.add(walker);
                continue;
            }
            match self.get(name) {
                Some((Meaning::State(_), _)) => {}
                Some((meaning, span)) => {
                    return Err(Diagnostic::new(
                        format!("`{name}` is not a state variable"),
                        show.span,
                        meaning.describe(),
                    )
                    .related(span, "defined here")
                    .help("show the variable that holds the board"));
                }
                None => {
                    let variables = self.game.state.iter().map(|s| &*s.name.text);
                    return Err(unknown("state variable", name, show.span, None, variables));
                }
            }
        }
        Ok(used.warnings(self.game, &uses))
    }

    /// Checks the declarations that are fixed before the game starts.
    fn before_the_game(&self, uses: &Definitions, used: &mut Used) -> Result<()> {
        let early = |what| Early { what, mover: false };
        let game = self.game;
        for condition in &game.requires {
            let mut walker = Walker::new(self);
            walker.expression(condition)?;
            uses.check(&walker.mentions, early("a `require`"))?;
            used.add(walker);
        }
        for state in &game.state {
            let mut walker = Walker::new(self);
            walker.locals.open();
            let pattern = state
                .index
                .as_ref()
                .and_then(|index| index.pattern.as_ref());
            if let Some(index) = &state.index {
                walker.ty(&index.ty)?;
            }
            // A range alone may use the names of the index.
            if state.is_ranged_by_index() {
                pattern.map_or(Ok(()), |pattern| walker.bind(pattern))?;
                walker.ty(&state.ty)?;
            } else {
                walker.ty(&state.ty)?;
                pattern.map_or(Ok(()), |pattern| walker.bind(pattern))?;
            }
            uses.check(&walker.mentions, early("a type"))?;
            walker.mentions.clear();
            walker.expression(&state.first)?;
            uses.check(&walker.mentions, early("a first value"))?;
            used.add(walker);
        }
        for symmetry in &game.symmetries {
            self.resolve_symmetry(uses, symmetry, early("a symmetry"), used)?;
        }
        if let Some(sum) = &game.sum {
            let mut walker = Walker::new(self);
            walker.sum(sum)?;
            uses.check(&walker.mentions, early("a sum"))?;
            used.add(walker);
        }
        Ok(())
    }

    fn resolve_symmetry(
        &self,
        uses: &Definitions,
        symmetry: &SymmetryDecl,
        early: Early,
        used: &mut Used,
    ) -> Result<()> {
        for (name, map) in &symmetry.moved {
            self.resolve_moved(uses, (name, map), early, used)?;
        }
        Ok(())
    }

    fn resolve_moved(
        &self,
        uses: &Definitions,
        (name, map): (&Name, &SymmetryMap),
        early: Early,
        used: &mut Used,
    ) -> Result<()> {
        match self.get(&name.text) {
            Some((Meaning::Type(i), _)) => {
                used.definition(self.game.parameters.len() + i);
            }
            Some((meaning, span)) => {
                return Err(Diagnostic::new(
                    format!("`{}` is not a type", name.text),
                    name.span,
                    meaning.describe(),
                )
                .related(span, "defined here")
                .help("a symmetry moves the values of a type: `symmetry cells: all`"));
            }
            None => {
                let types = self.game.types.iter().map(|decl| &*decl.name.text);
                return Err(unknown("type", &name.text, name.span, None, types));
            }
        }
        if let SymmetryMap::Map(pattern, value) = map {
            let mut walker = Walker::new(self);
            walker.locals.open();
            walker.bind(pattern)?;
            walker.expression(value)?;
            uses.check(&walker.mentions, early)?;
            used.add(walker);
        }
        Ok(())
    }

    fn resolve_move(&self, uses: &Definitions, decl: &MoveDecl, used: &mut Used) -> Result<()> {
        let mut walker = Walker::new(self);
        walker.locals.open();
        for parameter in &decl.parameters {
            walker.mentions.clear();
            match parameter {
                MoveParameter::Chosen { pattern, domain } => {
                    walker.expression(domain)?;
                    walker.bind(pattern)?;
                }
                MoveParameter::Derived { name, value } => {
                    walker.expression(value)?;
                    let effect = uses.effect(&walker.mentions);
                    walker.bind_name(name, effect.state.map(|_| name.span))?;
                }
            }
        }
        if let Some(guard) = &decl.guard {
            walker.expression(guard)?;
        }
        if let Some(leaving) = &decl.leaving {
            walker.expression(leaving)?;
        }
        for part in decl.notation.iter().flat_map(|notation| &notation.parts) {
            if let TemplatePart::Value(value) = part {
                walker.expression(value)?;
            }
        }
        walker.block(&decl.body)?;
        let left = decl.becomes.iter().flat_map(|becomes| &becomes.parts);
        for part in left {
            walker.expressions(&part.arguments)?;
        }
        let early = Early {
            what: "the bound of `repeat`",
            mover: true,
        };
        uses.check(&walker.bounds, early)?;
        used.add(walker);
        Ok(())
    }
}
