//! A symmetric game seen through its symmetry: one position for each orbit.

use zug_values::Outcome;

use crate::{Fault, Game, Player, Step, Symmetric};

/// The game of canonical positions of a symmetric game.
///
/// Every value, remoteness and nimber is that of the game below, since a
/// position and its images are worth the same. Two moves that are images of one
/// another lead to one position here, and both stay in the list.
#[derive(Clone, Copy, Debug)]
pub struct Orbits<'a, G> {
    game: &'a G,
}

impl<'a, G: Symmetric> Orbits<'a, G> {
    /// The game of the orbits of `game`.
    pub fn new(game: &'a G) -> Self {
        Self { game }
    }

    fn canonical_step(&self, step: Step<G::Position>) -> Step<G::Position> {
        Step {
            position: self.game.canonical(&step.position),
            turn: step.turn,
        }
    }
}

impl<G: Symmetric> Game for Orbits<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.game.canonical(&self.game.start())
    }

    fn mover(&self, position: &G::Position) -> Player {
        self.game.mover(position)
    }

    fn is_impartial(&self) -> bool {
        self.game.is_impartial()
    }

    fn result(&self, position: &G::Position) -> Result<Option<Outcome>, Fault> {
        self.game.result(position)
    }

    fn stuck(&self) -> Outcome {
        self.game.stuck()
    }

    fn moves(&self, position: &G::Position, out: &mut Vec<G::Move>) -> Result<(), Fault> {
        self.game.moves(position, out)
    }

    fn play(&self, position: &G::Position, choice: &G::Move) -> Result<Step<G::Position>, Fault> {
        Ok(self.canonical_step(self.game.play(position, choice)?))
    }

    fn move_name(&self, position: &G::Position, choice: &G::Move) -> String {
        self.game.move_name(position, choice)
    }

    fn expand(
        &self,
        position: &G::Position,
        out: &mut Vec<Step<G::Position>>,
    ) -> Result<Option<Outcome>, Fault> {
        let first = out.len();
        let result = self.game.expand(position, out)?;
        for step in &mut out[first..] {
            *step = self.canonical_step(*step);
        }
        Ok(result)
    }
}
