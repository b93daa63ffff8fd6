//! What can be said of play that never ends: `win A if endless`, `draw if endless`.

use crate::syntax::ast::{GameDecl, Verdict};
use crate::text::diagnostic::{Diagnostic, Result};

/// Checks the result of play that never ends, if the game has one.
pub(super) fn check(game: &GameDecl) -> Result<()> {
    let Some(endless) = &game.endless else {
        return Ok(());
    };
    let fault = |message: &str, label: &str| Diagnostic::new(message, endless.span, label);
    let mut results = game.results.iter();
    if let Some(score) = results.find(|result| matches!(result.verdict, Verdict::Score(_))) {
        return Err(fault(
            "play that never ends has no result in a game with scores",
            "nothing is counted here",
        )
        .related(score.span, "a score")
        .help("remove this line, or write results without scores"));
    }
    match &endless.verdict {
        Verdict::Draw => Ok(()),
        Verdict::Score(_) => Err(fault(
            "play that never ends has no score",
            "there is no last position to count in",
        )
        .help("remove this line")),
        Verdict::Me | Verdict::Other | Verdict::Player(_) if game.impartial.is_some() => {
            Err(fault(
                "play that never ends has no winner in an impartial game",
                "no player can be named",
            )
            .help("remove this line: play that never ends is a draw"))
        }
        Verdict::Me | Verdict::Other => {
            let players = game.players.iter().flat_map(|(both, _)| both);
            let forms: Vec<String> = players
                .map(|name| format!("`win {} if endless`", name.text))
                .collect();
            Err(fault(
                "play that never ends does not say who is `me`",
                "each player moves again and again",
            )
            .help(format!("name the player: {}", forms.join(" or "))))
        }
        Verdict::Player(winner) => {
            let mut symmetries = game.symmetries.iter();
            let Some(swap) = symmetries.find_map(|symmetry| symmetry.swap) else {
                return Ok(());
            };
            Err(Diagnostic::new(
                "a swap of the players is no symmetry where one of them wins if play never ends",
                swap,
                "exchanges the players",
            )
            .related(
                endless.span,
                format!("`{}` wins by this, and nobody else", winner.text),
            )
            .help("remove the symmetry"))
        }
    }
}
