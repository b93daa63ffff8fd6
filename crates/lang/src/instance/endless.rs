//! Who wins where play never ends.

use zug_game::Player;

use crate::syntax::ast::{File, GameDecl, Name, Repeat, ResultDecl, Stmt, Verdict};

/// The rules say that a player wins where play never ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Endless {
    pub(super) winner: Player,
    /// Whether the rules have a result `draw`.
    pub(super) has_draws: bool,
}

impl Endless {
    /// What the rules of a game say; `None` if endless play is a draw.
    pub(super) fn of(game: &GameDecl) -> Option<Self> {
        let Verdict::Player(winner) = &game.endless.as_ref()?.verdict else {
            return None;
        };
        let ([first, _], _) = game.players.as_ref()?;
        Some(Self {
            winner: if winner.text == first.text {
                Player::First
            } else {
                Player::Second
            },
            has_draws: game.any_result(|result| matches!(result.verdict, Verdict::Draw)),
        })
    }

    /// The rules in which each `draw` of the game with the number `game` is a win of the player who
    /// loses where play never ends; `None` if they have no `draw`.
    pub(super) fn with_draws_won(self, file: &File, game: usize) -> Option<File> {
        if !self.has_draws {
            return None;
        }
        let mut file = file.clone();
        let game = &mut file.games[game];
        let ([first, second], _) = game.players.as_ref()?;
        let loser = match self.winner {
            Player::First => second.clone(),
            Player::Second => first.clone(),
        };
        each_result(game, &mut |result| {
            if let Verdict::Draw = result.verdict {
                result.verdict = Verdict::Player(Name {
                    span: result.span,
                    ..loser.clone()
                });
            }
        });
        Some(file)
    }
}

/// Does something with each result of a game, of positions and in the bodies of moves.
fn each_result(game: &mut GameDecl, act: &mut dyn FnMut(&mut ResultDecl)) {
    game.results.iter_mut().for_each(&mut *act);
    for decl in &mut game.moves {
        in_body(&mut decl.body, act);
    }
}

fn in_body(body: &mut [Stmt], act: &mut dyn FnMut(&mut ResultDecl)) {
    for statement in body {
        match statement {
            Stmt::Result(result) => act(result),
            Stmt::If { arms, otherwise } => {
                for (_, body) in arms {
                    in_body(body, act);
                }
                in_body(otherwise, act);
            }
            Stmt::For { body, .. } | Stmt::Repeat(Repeat { body, .. }) => in_body(body, act),
            _ => {}
        }
    }
}
