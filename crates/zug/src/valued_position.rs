//! The partizan value of a position and of its moves, where it takes a moment.
//!
//! **Problem.** Whoever looks at a position wants its value at once, whatever answers who wins there: a table of
//! the whole game, a theorem or a search.
//!
//! **Method.** The positions that play can reach from there are counted, up to [`MOST_POSITIONS`]. Where they are
//! no more, canonical forms are worked out over whole boards ([`zug_solve::partizan`]). So there is a value in
//! exactly those positions for which [`crate::Reply::partizan_value`] has one after all positions are solved.
//!
//! **Cost.** Each position is expanded once for the count, and each board once for each player for the value. A
//! sum of boards, or a larger board, is a question to [`crate::Sum`].

use zug_game::{Boards as _, U256};
use zug_job::{Job, Progress};
use zug_lang::{RulesGame, Word};
use zug_partizan::{Arena, Form};
use zug_solve::partizan::{NoValue, PartizanValues, WholeBoards};

use crate::error::Error;
use crate::few::{MANY_GUARDS, positions_up_to};
use crate::options::SolveOptions;
use crate::partizan::{MOST_POSITIONS, PartizanWorth, cheap, refuse_other_ends, turns};
use crate::problem::Problem;
use crate::subject::{AnyGame, for_rules};

/// The partizan value of a position, and what the moves from there lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValuedPosition {
    /// The value of the position.
    pub worth: PartizanWorth,
    /// The moves of the player to move, in the order of the rules; none where a move keeps the turn, as then no
    /// single move is a turn.
    pub moves: Vec<ValuedTurn>,
}

/// A move, and the partizan value of the position behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValuedTurn {
    /// The move as a person writes it.
    pub name: String,
    /// The value of the position behind it.
    pub value: String,
}

impl Problem {
    /// The partizan value of the position asked about, where the players have different moves and play reaches
    /// few positions from there. `None` elsewhere, also where the position has no such value or one that takes
    /// too much memory.
    ///
    /// ```
    /// use zug::{Problem, Request, SolveOptions};
    ///
    /// let hackenbush = Problem::new(&Request::catalogue("hackenbush")?)?;
    /// let valued = hackenbush.partizan_value(&SolveOptions::default())?.expect("a small picture");
    /// assert_eq!(valued.worth.value, "-11/8*");
    /// assert_eq!(valued.worth.who(), "Right wins, whoever begins");
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The caller cancelled.
    pub fn partizan_value(&self, options: &SolveOptions) -> Result<Option<ValuedPosition>, Error> {
        if self.players().is_none() || refuse_other_ends(self).is_err() {
            return Ok(None);
        }
        let job = cheap(options);
        let found = for_rules!(
            &self.game, AnyGame,
            game => self.valued(game, &job),
            else return Ok(None)
        );
        match found {
            Err(error) if options.cancel.is_cancelled() => Err(error),
            found => Ok(found.unwrap_or_default()),
        }
    }

    fn valued<W: Word>(
        &self,
        game: &RulesGame<W>,
        job: &Job,
    ) -> Result<Option<ValuedPosition>, Error> {
        let root = self.root();
        let from = W::narrow(self.bits(&root));
        let few = positions_up_to(
            MOST_POSITIONS as usize,
            MANY_GUARDS,
            game,
            from,
            &job.cancel,
        );
        if few.is_none() {
            job.go_on(Progress::default).map_err(NoValue::Stopped)?;
            return Ok(None);
        }
        let turns = turns(self.mover(&root), self)?.unwrap_or_default();
        let behind = turns.iter().map(|of| self.bits(&of.position));
        let positions: Vec<U256> = std::iter::once(self.bits(&root)).chain(behind).collect();
        let mut arena = Arena::new(job)?;
        let forms = of_boards(game, &positions, &mut arena, job)?;
        let moves = turns.into_iter().zip(&forms[1..]).map(|(of, &form)| {
            Ok(ValuedTurn {
                name: of.name,
                value: arena.text(form)?,
            })
        });
        let moves = moves.collect::<Result<_, Error>>()?;
        Ok(Some(ValuedPosition {
            worth: PartizanWorth::of(&mut arena, forms[0])?,
            moves,
        }))
    }
}

/// The values of positions, in their order, by their whole boards.
fn of_boards<W: Word>(
    game: &RulesGame<W>,
    positions: &[U256],
    arena: &mut Arena,
    job: &Job,
) -> Result<Vec<Form>, NoValue> {
    let mut values = PartizanValues::new(WholeBoards(game), job);
    let boards = positions.iter().map(|bits| game.board(&W::narrow(*bits)));
    boards
        .map(|board| values.value(vec![board], arena))
        .collect()
}
