//! Which games write cells as squares, such as `b3`.

use crate::syntax::ast::{CellNames, GameDecl, TypeExpr, TypeKind};

/// Whether a game writes cells as squares.
pub(crate) fn has_squares(game: &GameDecl) -> bool {
    fn is_made_of_squares(ty: &TypeExpr) -> bool {
        match &ty.kind {
            TypeKind::Grid(.., CellNames::Squares) => true,
            TypeKind::Bag(_, inner) | TypeKind::Optional(inner) | TypeKind::List(inner) => {
                is_made_of_squares(inner)
            }
            TypeKind::Tuple(parts) => parts.iter().any(is_made_of_squares),
            _ => false,
        }
    }
    let declared = game.types.iter().map(|decl| &decl.ty);
    let state = game.state.iter().map(|decl| &decl.ty);
    let indices = game.state.iter().filter_map(|decl| decl.index.as_ref());
    let mut types = declared.chain(state).chain(indices.map(|index| &index.ty));
    types.any(is_made_of_squares)
}
