//! A position as data, for a program that draws boards itself, and what its moves are made of.

use zug_game::{Game, Step, U256};
use zug_lang::{Change, MoveView, PartView, RulesGame, Word};
use zug_values::Outcome;

use crate::assess::LegalMove;
use crate::error::Error;
use crate::problem::{Position, Problem};
use crate::subject::{AnyGame, for_each_game, for_rules};

/// A legal move with what it is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ViewedMove {
    /// The move.
    pub legal: LegalMove,
    /// What it is made of.
    pub view: MoveView,
    /// The places whose contents it changes.
    pub changes: Vec<Change>,
}

impl Problem {
    /// A position as data, part by part; empty for a game written in Rust.
    ///
    /// ```
    /// use zug::{Form, Problem, Request};
    ///
    /// let problem = Problem::new(&Request::catalogue("tic-tac-toe")?)?;
    /// let parts = problem.view(&problem.parse("board=X../.O./... turn=X")?);
    /// let Form::Grid(cells) = &parts[0].pictures[0].form else { unreachable!() };
    /// let marked = cells.iter().filter(|cell| cell.mark != ".");
    /// let keys: Vec<&str> = marked.map(|cell| &*cell.key).collect();
    /// assert_eq!(keys, ["0,2", "1,1"]);
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// The position is of another game.
    #[must_use]
    pub fn view(&self, position: &Position) -> Vec<PartView> {
        let instance = self.instance();
        instance.map_or_else(Vec::new, |instance| instance.view(self.bits(position)))
    }

    /// How the game ends for the player to move if it is over here; `None` if it goes on.
    ///
    /// # Errors
    ///
    /// The rules break; the position is of another game.
    pub fn finished(&self, position: &Position) -> Result<Option<Outcome>, Error> {
        let bits = position.bits_in(self.id)?;
        for_each_game!(&self.game, AnyGame, game => Ok(game.result(&Word::narrow(bits))?))
    }

    /// The score with which the game ends in a position, for the player to move; `None` if it
    /// goes on there, or ends with no score.
    ///
    /// # Errors
    ///
    /// The rules break; the position is of another game.
    pub fn final_score(&self, position: &Position) -> Result<Option<i64>, Error> {
        let bits = position.bits_in(self.id)?;
        Ok(for_rules!(&self.game, AnyGame, game => game.score(Word::narrow(bits))?, else None))
    }

    /// The legal moves of a position with what they are made of, in the order of the rules; none
    /// where the game is over. A move of a game written in Rust has only its name.
    ///
    /// # Errors
    ///
    /// The rules break; the position is of another game.
    pub fn viewed_moves(&self, position: &Position) -> Result<Vec<ViewedMove>, Error> {
        let bits = position.bits_in(self.id)?;
        for_rules!(
            &self.game, AnyGame,
            game => self.viewed_moves_of(game, bits),
            else Ok(Vec::new())
        )
    }

    fn viewed_moves_of<W: Word>(
        &self,
        game: &RulesGame<W>,
        bits: U256,
    ) -> Result<Vec<ViewedMove>, Error> {
        let game = game.interpreted();
        let position = W::narrow(bits);
        let (mut choices, mut steps) = (Vec::new(), Vec::new());
        game.moves(&position, &mut choices)?;
        game.expand(&position, &mut steps)?;
        let names = game.move_names(&position, &choices);
        let views = game.move_views(&position, &choices);
        let gains = crate::subject::Subject::gain_of_each(&game, &position, steps.len())?;
        let viewed = |(((name, view), step), gain): (((String, MoveView), Step<W>), i64)| {
            let after = step.position.widen();
            ViewedMove {
                legal: LegalMove {
                    name,
                    position: self.position(after),
                    turn: step.turn,
                    gain,
                },
                view,
                changes: game.instance().changes(bits, after),
            }
        };
        Ok(names
            .into_iter()
            .zip(views)
            .zip(steps)
            .zip(gains)
            .map(viewed)
            .collect())
    }

    /// The legal moves of a position, in the order of the rules; none where the game is over.
    ///
    /// # Errors
    ///
    /// The rules break; the position is of another game.
    pub fn legal_moves(&self, position: &Position) -> Result<Vec<LegalMove>, Error> {
        let bits = position.bits_in(self.id)?;
        for_each_game!(&self.game, AnyGame, game => {
            let position = Word::narrow(bits);
            let (mut choices, mut steps) = (Vec::new(), Vec::new());
            game.moves(&position, &mut choices)?;
            game.expand(&position, &mut steps)?;
            let names = crate::subject::Subject::names(game, &position, &choices);
            let gains = crate::subject::Subject::gain_of_each(game, &position, steps.len())?;
            let legal = |((name, step), gain): ((String, Step<_>), i64)| LegalMove {
                name,
                position: self.position(Word::widen(step.position)),
                turn: step.turn,
                gain,
            };
            Ok(names.into_iter().zip(steps).zip(gains).map(legal).collect())
        })
    }
}
