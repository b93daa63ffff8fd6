//! Rules that can be turned round: the positions before a position.

use std::sync::Arc;

use zug_game::{Expanded, Fault, Game, Players, Retractable, Step, Symmetric};
use zug_values::Outcome;

use crate::game::{MoveId, RulesGame};
use zug_program::Native;
use zug_program::Program;
use zug_program::Residual;
use zug_program::Word;
use zug_program::{Interruption, Meter, Patience};
use zug_program::{Unmoves, Why, unmoves};

/// A move that cannot be taken back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the move {name}: {why}")]
pub struct NotRetractable {
    /// The move with its choices made.
    pub name: String,
    /// Why.
    pub why: String,
}

/// Why a game has no un-moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoRetraction {
    /// A move cannot be taken back. There may be more such moves.
    #[error(transparent)]
    Refused(NotRetractable),
    /// To work them out takes more steps than are allowed, or there are many more
    /// un-moves than moves.
    #[error("there are more ways back than are worth working out")]
    TooLong,
    /// The caller wanted no more of it.
    #[error(transparent)]
    Interrupted(Interruption),
}

/// The number of steps after which the work on the un-moves of a game is given up, where
/// the caller sets no lower limit. A second is enough for a few million steps.
pub const MOST_UNMOVE_STEPS: u64 = 100_000_000;

/// A game of rules with its un-moves.
///
/// Each un-move gives at most one position before the one asked about. It is kept
/// if the game goes on there by the rules' results and the move, played once more,
/// is legal and leads back: what is handed out is right whatever the un-moves are.
/// Where there is machine code for both directions all moves are played once more,
/// as that is faster than to tell one of them apart.
#[derive(Debug)]
pub struct Retraction<W> {
    game: RulesGame<W>,
    unmoves: Unmoves,
    program: Program<W>,
    native: Option<Arc<dyn Native<W>>>,
}

impl<W: Word> RulesGame<W> {
    /// The game with its un-moves, if all its moves can be taken back.
    ///
    /// # Errors
    ///
    /// The first move that cannot.
    pub fn retraction(&self) -> Result<Retraction<W>, NoRetraction> {
        self.retraction_while(&Patience::endless(), MOST_UNMOVE_STEPS)
    }

    /// As [`RulesGame::retraction`], for as long as the caller has patience and in at
    /// most `most_steps` steps, a few million a second.
    ///
    /// # Errors
    ///
    /// The first move that cannot be taken back; it takes too long to tell; or the
    /// caller interrupted it.
    pub fn retraction_while(
        &self,
        patience: &Patience,
        most_steps: u64,
    ) -> Result<Retraction<W>, NoRetraction> {
        let unmoves = self.unmoves_while(patience, most_steps)?;
        Ok(Retraction {
            game: self.clone(),
            program: Program::new(&unmoves.residual, patience)
                .map_err(NoRetraction::Interrupted)?,
            unmoves,
            native: None,
        })
    }

    /// How many un-moves there are, for each player to move in the position that is
    /// gone back from.
    ///
    /// # Errors
    ///
    /// As [`RulesGame::retraction_while`].
    pub fn count_unmoves(
        &self,
        patience: &Patience,
        most_steps: u64,
    ) -> Result<Vec<usize>, NoRetraction> {
        let unmoves = self.unmoves_while(patience, most_steps)?;
        Ok(unmoves.of.iter().map(Vec::len).collect())
    }

    fn unmoves_while(&self, patience: &Patience, most_steps: u64) -> Result<Unmoves, NoRetraction> {
        let residual = self.residual();
        unmoves(residual, Meter::new(patience, most_steps)).map_err(|(mover, place, why)| match why
        {
            Why::Interrupted(why) => NoRetraction::Interrupted(why),
            Why::TooLong => NoRetraction::TooLong,
            why => NoRetraction::Refused(NotRetractable {
                name: self.full_name(mover, place),
                why: why.to_string(),
            }),
        })
    }
}

impl<W: Word> Retraction<W> {
    /// The un-moves as a program, for a compiler. Its sides are for the player to
    /// move in the position that is gone back from.
    pub fn residual(&self) -> &Residual {
        &self.unmoves.residual
    }

    /// The un-moves with machine code made from [`Retraction::residual`], which is
    /// asked if the game has some too.
    #[must_use]
    pub fn with_native(self, native: Arc<dyn Native<W>>) -> Self {
        Self {
            native: Some(native),
            ..self
        }
    }

    /// Whether the game itself has machine code.
    pub fn is_native(&self) -> bool {
        self.game.is_native()
    }

    /// How many un-moves there are, for each player to move in the position that
    /// is gone back from.
    pub fn unmoves(&self) -> Vec<usize> {
        self.unmoves.of.iter().map(Vec::len).collect()
    }
}

impl<W: Word> Retraction<W> {
    /// Appends the predecessors that machine code finds by both directions: each as often as
    /// a move of it leads to the position. Returns false, with `out` as it was, where the
    /// machine code gave up.
    fn by_machine(
        back: &dyn Native<W>,
        forward: &dyn Native<W>,
        position: W,
        out: &mut Vec<Step<W>>,
    ) -> bool {
        let first = out.len();
        let mut ended = [Expanded::GoesOn(0)];
        if back.expand(&[position], out, &mut ended).faulted {
            return false;
        }
        let (end, mut kept) = (out.len(), first);
        let mut again = Vec::new();
        for at in first..end {
            let before = out[at];
            if out[first..kept].contains(&before) {
                continue;
            }
            if forward.expand(&[before.position], out, &mut ended).faulted {
                out.truncate(first);
                return false;
            }
            let here = Step {
                position,
                turn: before.turn,
            };
            let times = out[end..].iter().filter(|step| **step == here).count();
            out.truncate(end);
            if times > 0 {
                out[kept] = before;
                kept += 1;
                again.extend(std::iter::repeat_n(before, times - 1));
            }
        }
        out.truncate(kept);
        out.append(&mut again);
        true
    }
}

impl<W: Word> Retractable for Retraction<W> {
    fn predecessors(&self, position: &W, out: &mut Vec<Step<W>>) -> Result<(), Fault> {
        if let (Some(back), Some(forward)) = (&self.native, self.game.native())
            && Self::by_machine(&**back, forward, *position, out)
        {
            return Ok(());
        }
        let forward = self.game.program();
        let of = &self.unmoves.of[self.program.side(*position)];
        // The move that the last un-move took back, and what it gave so far.
        let mut last = (usize::MAX, out.len());
        self.program.each_legal(*position, |unmove, before, turn| {
            let place = of[unmove];
            if last.0 != place {
                last = (place, out.len());
            }
            let known = |step: &Step<W>| step.position == before && step.turn == turn;
            if out[last.1..].iter().any(known) {
                return;
            }
            if forward.goes_on_by(place, before) == Some((*position, turn)) {
                out.push(Step {
                    position: before,
                    turn,
                });
            }
        });
        Ok(())
    }
}

impl<W: Word> Game for Retraction<W> {
    type Position = W;
    type Move = MoveId;

    fn start(&self) -> W {
        self.game.start()
    }

    fn players(&self) -> Players<Self> {
        let below = self.game.players();
        below.told_by(|retraction, position| retraction.game.mover(position))
    }

    fn result(&self, position: &W) -> Result<Option<Outcome>, Fault> {
        self.game.result(position)
    }

    fn stuck(&self) -> Outcome {
        self.game.stuck()
    }

    fn moves(&self, position: &W, out: &mut Vec<MoveId>) -> Result<(), Fault> {
        self.game.moves(position, out)
    }

    fn play(&self, position: &W, choice: &MoveId) -> Result<Step<W>, Fault> {
        self.game.play(position, choice)
    }

    fn move_name(&self, position: &W, choice: &MoveId) -> String {
        self.game.move_name(position, choice)
    }

    fn expand(&self, position: &W, out: &mut Vec<Step<W>>) -> Result<Option<Outcome>, Fault> {
        self.game.expand(position, out)
    }

    fn expand_block(
        &self,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Fault> {
        self.game.expand_block(positions, out, ends)
    }
}

impl<W: Word> Symmetric for Retraction<W> {
    fn order(&self) -> usize {
        self.game.order()
    }

    fn image(&self, position: &W, element: usize) -> W {
        self.game.image(position, element)
    }

    fn canonical(&self, position: &W) -> W {
        self.game.canonical(position)
    }

    fn canonical_steps(&self, steps: &mut [Step<W>]) {
        self.game.canonical_steps(steps);
    }

    fn orbit(&self, position: &W) -> usize {
        self.game.orbit(position)
    }
}
