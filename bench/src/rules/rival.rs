//! What a rival is: the rules of one game in Rust, written by hand.

use std::fmt::Debug;
use std::hash::Hash;

use zug_game::{Fault, Game, Players, Step};
use zug_values::Outcome;

/// The rules of one game in Rust: only what solvers call.
pub(crate) trait Rival {
    /// A position, packed into a few bits.
    type Key: Copy + Eq + Ord + Hash + Debug + Send + Sync;

    /// The position in which the game begins.
    fn start(&self) -> Self::Key;

    /// As [`Game::expand`].
    fn expand(&self, key: Self::Key, out: &mut Vec<Step<Self::Key>>) -> Option<Outcome>;
}

/// A rival with keys of its own for the positions of a plainer one.
pub(crate) trait Tuned<P: Rival>: Rival {
    /// The key of the position that the plainer rival writes as `plain`.
    fn key(&self, plain: P::Key) -> Self::Key;
}

/// A rival that looks at arrays, but for each move changes the key itself.
#[derive(Debug)]
pub(crate) struct InPlace<R>(pub(crate) R);

/// A rival as a [`Game`]; a move is its index among the successors. Nobody asks whose
/// turn it is.
#[derive(Debug)]
pub(crate) struct Written<R>(pub(crate) R);

impl<R: Rival> Game for Written<R> {
    type Position = R::Key;
    type Move = usize;

    fn start(&self) -> R::Key {
        self.0.start()
    }

    fn players(&self) -> Players<Self> {
        Players::Unnamed
    }

    fn result(&self, position: &R::Key) -> Result<Option<Outcome>, Fault> {
        Ok(self.0.expand(*position, &mut Vec::new()))
    }

    fn moves(&self, position: &R::Key, out: &mut Vec<usize>) -> Result<(), Fault> {
        let mut steps = Vec::new();
        self.0.expand(*position, &mut steps);
        out.extend(0..steps.len());
        Ok(())
    }

    fn play(&self, position: &R::Key, choice: &usize) -> Result<Step<R::Key>, Fault> {
        let mut steps = Vec::new();
        self.0.expand(*position, &mut steps);
        let step = steps.get(*choice).copied();
        step.ok_or_else(|| Fault::new("there is no such move"))
    }

    fn move_name(&self, _position: &R::Key, choice: &usize) -> String {
        choice.to_string()
    }

    fn expand(
        &self,
        position: &R::Key,
        out: &mut Vec<Step<R::Key>>,
    ) -> Result<Option<Outcome>, Fault> {
        Ok(self.0.expand(*position, out))
    }
}
