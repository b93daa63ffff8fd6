//! The position that a request is about.

use std::sync::Arc;
use std::time::Instant;

use zug::{LegalMove, Player, Position, Turn};

use crate::api::problem::Problem;
use crate::api::request::PositionRequest;
use crate::api::words::number_of;
use crate::library::Library;
use crate::limits::{DRAWING, MOVES, PREPARING};
use crate::prepared::Prepared;

/// A position of a game, and the way there.
#[derive(Debug)]
pub(crate) struct At {
    pub(crate) game: Arc<Prepared>,
    pub(crate) position: Position,
    /// The number of the player to move, 0 or 1.
    pub(crate) turn: u8,
    /// The positions before, with the number of the player who moved there, and the move.
    pub(crate) before: Vec<(Position, u8, String)>,
    /// What the moves of each player have gained on the way, where moves gain points.
    pub(crate) gained: [i64; 2],
}

impl At {
    /// Prepares the game of a request, reads its position and makes its moves.
    pub(crate) fn of(library: &Library, asked: &PositionRequest) -> Result<Self, Problem> {
        if asked.moves.len() > MOVES {
            return Err(Problem::bad(format!("more than {MOVES} moves are given")));
        }
        let prepared = library.game(asked)?;
        let game = &prepared.game;
        let mut position = match &asked.position {
            Some(text) => game.parse(text)?,
            None => game.root(),
        };
        let is_impartial = game.players().is_none();
        let mut turn = match game.mover(&position) {
            Player::Second if !is_impartial => 1,
            _ => 0,
        };
        let mut before = Vec::with_capacity(asked.moves.len());
        let mut gained = [0; 2];
        let begun = Instant::now();
        let _drawing = prepared.draws_for(DRAWING);
        for (index, name) in asked.moves.iter().enumerate() {
            if begun.elapsed() > PREPARING {
                return Err(Problem::too_slow(format!(
                    "{index} moves were made after {} seconds",
                    PREPARING.as_secs()
                )));
            }
            let legal = game.legal_moves(&position)?;
            let Some(made) = legal.iter().find(|legal| legal.name == *name) else {
                let error = illegal(name, &legal);
                return Err(Problem {
                    index: Some(index),
                    ..error
                });
            };
            before.push((position, turn, name.clone()));
            gained[usize::from(turn)] += made.gain;
            position = made.position;
            turn = match (is_impartial, made.turn) {
                (true, Turn::Passes) => 1 - turn,
                (true, Turn::Kept) => turn,
                (false, _) => number_of(game.mover(&position)),
            };
        }
        Ok(Self {
            game: prepared,
            position,
            turn,
            before,
            gained,
        })
    }
}

/// The problem of a move that is not legal.
fn illegal(name: &str, legal: &[LegalMove]) -> Problem {
    let shown: String = name.chars().take(60).collect();
    let problem = Problem::impossible(
        "move",
        "The move is not legal",
        format!("there is no move `{shown}` here"),
    );
    match legal.first() {
        Some(example) => problem.remedy(format!("a legal move is `{}`", example.name)),
        None => problem.remedy("the game is over here"),
    }
}
