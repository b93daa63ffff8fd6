//! Games whose moves leave other games: they have no variables, and their parameters are all that there is
//! of a position.

use crate::syntax::ast::{GameDecl, MoveDecl};
use crate::text::diagnostic::{Diagnostic, Result, nearest};
use crate::text::span::Span;

/// Checks a game some move of which leaves other games. `games` are the games of the file up to this one.
pub(super) fn check(games: &[GameDecl], game: &GameDecl) -> Result<()> {
    let Some(becomes) = game.becomes() else {
        return Ok(());
    };
    if let Some((_, players)) = &game.players {
        return Err(beside(*players, "names its players", becomes).help(
            "write `impartial`: nimbers tell who wins, and both players have the same moves",
        ));
    }
    if let Some(misere) = game.misere {
        return Err(beside(misere, "is misère", becomes)
            .help("remove `misere`: nimbers tell who wins under normal play alone"));
    }
    let extra = [
        game.state
            .first()
            .map(|one| (one.name.span, "has a variable")),
        game.laws.first().map(|one| (one.span, "has an `assert`")),
        game.results
            .iter()
            .chain(&game.endless)
            .next()
            .map(|one| (one.span, "has a result")),
        game.symmetries
            .first()
            .map(|one| (one.span, "has a symmetry")),
        game.shows
            .first()
            .map(|one| (one.what.span, "shows something")),
    ];
    let first = extra.into_iter().flatten();
    if let Some((span, what)) = first.min_by_key(|(span, _)| span.start) {
        return Err(beside(span, what, becomes).help(
            "its parameters are the position, and whoever has no move loses: remove this line",
        ));
    }
    let mut moves = game.moves.iter();
    moves.try_for_each(|decl| check_move(games, decl, becomes))
}

/// Checks a move of such a game; `becomes` is the place where the first move leaves other games.
fn check_move(games: &[GameDecl], decl: &MoveDecl, becomes: Span) -> Result<()> {
    let Some(left) = &decl.becomes else {
        return Err(Diagnostic::new(
            format!("the move `{}` does not say what it leaves", decl.name.text),
            decl.name.span,
            "has no `becomes`",
        )
        .related(becomes, "another move leaves other games")
        .help("write `becomes nothing`, or the games that are left"));
    };
    if let Some(leaving) = &decl.leaving {
        return Err(Diagnostic::new(
            "there is no position behind this move that could be asked",
            leaving.span,
            "asks what the move leaves",
        )
        .related(left.span, "the games that are left")
        .help("write the condition behind `if`"));
    }
    for part in &left.parts {
        let name = &part.game;
        let Some(known) = games.iter().find(|known| known.name.text == name.text) else {
            let names = games.iter().map(|known| &*known.name.text);
            let fault = Diagnostic::new(
                format!("there is no game `{}` up to here", name.text),
                name.span,
                "not found",
            );
            return Err(match nearest(&name.text, names) {
                Some(near) => fault.help(format!("did you mean `{near}`?")),
                None => fault.help("a move may leave its own game, and games above it in the file"),
            });
        };
        if known.becomes().is_none() {
            return Err(Diagnostic::new(
                format!("`{}` is a game with variables", name.text),
                name.span,
                "cannot be left by a move",
            )
            .related(known.name.span, "declared here")
            .help("a move leaves games whose own moves end in `becomes`"));
        }
    }
    Ok(())
}

/// The fault of a game some move of which leaves other games, and which has something else besides.
fn beside(span: Span, what: &str, becomes: Span) -> Box<Diagnostic> {
    Diagnostic::new(
        format!("a game whose moves leave other games {what}"),
        span,
        "cannot stand here",
    )
    .related(becomes, "leaves other games")
}
