//! A program with its symmetries and un-moves, run on one position at a time. Machine code is
//! tested against it.

use std::sync::Arc;

use zug_game::Step;
use zug_job::{Job, Why};
use zug_values::Outcome;

use crate::layout::Layout;
use crate::residual::{Residual, SiteId};
use crate::run::Run;
use crate::symmetry::{Symmetries, Wiring};
use crate::unmove::Unmoves;
use crate::word::Word;

/// Runs a program on positions of type `W` by interpretation. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Interpreter<W> {
    forward: Arc<Forward<W>>,
    symmetries: Arc<Symmetries<W>>,
    back: Option<Arc<Back<W>>>,
}

/// What leads from a position to its successors.
#[derive(Debug)]
struct Forward<W> {
    residual: Residual,
    program: Box<dyn Run<W>>,
}

/// What leads from a position to its predecessors.
#[derive(Debug)]
struct Back<W> {
    unmoves: Arc<Unmoves>,
    program: Box<dyn Run<W>>,
}

impl<W: Word> Interpreter<W> {
    /// The interpreter of a program, which must fit into `W`. A player who is stuck has
    /// the outcome `stuck` where no result says otherwise.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or the memory that it allows was used up.
    pub fn new(
        residual: Residual,
        stuck: Outcome,
        symmetries: Arc<Symmetries<W>>,
        job: &Job,
    ) -> Result<Self, Why> {
        Ok(Self {
            forward: Arc::new(Forward {
                program: W::program(&residual, stuck, job)?,
                residual,
            }),
            symmetries,
            back: None,
        })
    }

    /// The same interpreter with other symmetries.
    #[must_use]
    pub fn with_symmetries(&self, symmetries: Arc<Symmetries<W>>) -> Self {
        Self {
            symmetries,
            ..self.clone()
        }
    }

    /// The same interpreter with the un-moves of its program.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or the memory that it allows was used up.
    pub fn turned_round(&self, unmoves: Arc<Unmoves>, job: &Job) -> Result<Self, Why> {
        let program = W::program(unmoves.residual(), self.stuck(), job)?;
        Ok(Self {
            back: Some(Arc::new(Back { unmoves, program })),
            ..self.clone()
        })
    }

    /// The program.
    #[must_use]
    pub fn residual(&self) -> &Residual {
        &self.forward.residual
    }

    /// The outcome of a player who is stuck, where no result says otherwise.
    #[must_use]
    pub fn stuck(&self) -> Outcome {
        self.forward.program.stuck()
    }

    /// The symmetries, the identity included.
    #[must_use]
    pub fn symmetries(&self) -> &Symmetries<W> {
        &self.symmetries
    }

    /// The symmetries as wirings of single bits, the identity first, for a compiler; `None` if
    /// some symmetry does more than move and flip single bits.
    #[must_use]
    pub fn wirings(&self) -> Option<Vec<Wiring>> {
        self.symmetries.wirings(self.layout().bits)
    }

    fn layout(&self) -> &Layout {
        &self.residual().layout
    }

    /// The place of the player to move among the sides of the program.
    #[must_use]
    pub fn side(&self, position: W) -> usize {
        self.forward.program.side(position)
    }

    /// The score with which the rules end the game in a position, for the player to move; `None`
    /// if they do not end it there, or with no score.
    ///
    /// # Errors
    ///
    /// The first check that fails.
    pub fn score(&self, position: W) -> Result<Option<i64>, SiteId> {
        self.forward.program.score(position)
    }

    /// Appends, for each legal move in the order of the rules, the number of points that the mover gains
    /// by it. It is asked of positions in which the game goes on and no move faults.
    ///
    /// # Errors
    ///
    /// The first check that fails.
    pub fn gains(&self, position: W, out: &mut Vec<i64>) -> Result<(), SiteId> {
        self.forward.program.gains(position, out)
    }

    /// The place, among the results of the player to move, of the one that ends the game in a
    /// position; `None` if none does.
    ///
    /// # Errors
    ///
    /// The first check that fails.
    pub fn ending(&self, position: W) -> Result<Option<usize>, SiteId> {
        self.forward.program.ending(position)
    }

    /// Appends the step of each legal move in the order of the rules. For a finished position it
    /// returns the outcome and appends nothing.
    ///
    /// # Errors
    ///
    /// The first check that fails. Then nothing is appended either.
    pub fn successors(
        &self,
        position: W,
        out: &mut Vec<Step<W>>,
    ) -> Result<Option<Outcome>, SiteId> {
        self.forward.program.expand(position, out)
    }

    /// As [`Interpreter::successors`], with the place of each ground move.
    ///
    /// # Errors
    ///
    /// Those of [`Interpreter::successors`].
    pub fn placed_successors(
        &self,
        position: W,
        out: &mut Vec<(u32, Step<W>)>,
    ) -> Result<Option<Outcome>, SiteId> {
        self.forward.program.expand_placed(position, out)
    }

    /// The step that the ground move at this place leads to; `None` if the game is over, or
    /// the move is not legal. No other move is asked, so that its faults are not met.
    ///
    /// # Errors
    ///
    /// The first check that fails.
    pub fn play(&self, place: usize, position: W) -> Result<Option<Step<W>>, SiteId> {
        self.forward.program.play(place, position)
    }

    /// Appends the predecessors of a position. An un-move gives at most one position,
    /// which is a predecessor if its move, played once more, leads back.
    ///
    /// # Panics
    ///
    /// The interpreter has no un-moves.
    pub(crate) fn predecessors_of(&self, position: W, out: &mut Vec<Step<W>>) {
        let back = self.back.as_ref().expect("the interpreter has un-moves");
        let of = back.unmoves.of(back.program.side(position));
        // The place of the move that the last un-move took back, and where in `out` its
        // predecessors begin.
        let mut last = (usize::MAX, out.len());
        back.program.each_legal(position, &mut |unmove, before| {
            let place = of[unmove];
            if last.0 != place {
                last = (place, out.len());
            }
            if out[last.1..].contains(&before) {
                return;
            }
            let turn = before.turn;
            let played = self.forward.program.play(place, before.position);
            if played == Ok(Some(Step { position, turn })) {
                out.push(before);
            }
        });
    }
}
