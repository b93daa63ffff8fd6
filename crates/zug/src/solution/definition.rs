//! What a game is by definition, for a certificate to play: rules as they are written,
//! walked by the plain evaluator; a game written in Rust move by move.

use std::marker::PhantomData;

use zug_game::Scored;
use zug_game::{Fault, Game, Notation, Players, Step, U256};
use zug_job::Job;
use zug_lang::{Diagnostic, Instance, PlainOrbits, Reference, RulesGame, Shrinking, Word};
use zug_values::Outcome;

use crate::subject::{Subject, Written};

/// A game that says what it is by definition.
pub(crate) trait Defined: Subject {
    /// The definition, which shares nothing with the code that solved the game.
    type Definition: Definition<Position = Self::Position>;

    /// The definition in memory of its own, for one thread. Long work for a position goes
    /// on until `job` is cancelled.
    fn definition(&self, job: &Job) -> Self::Definition;
}

/// A game by its definition.
pub(crate) trait Definition: Scored<Position: Word> {
    /// Whether the position is a state of the game.
    fn is_state(&self, position: Self::Position) -> bool;

    /// Writes the position. A number that encodes no position of the game is written as a
    /// number.
    fn text(&self, position: Self::Position) -> String;

    /// About the number of steps that it takes to play all moves of the position; 0 where
    /// the rules break.
    fn work(&self, position: Self::Position) -> u64;

    /// Which moves take which away, if moves only ever take moves away and the game ends only with
    /// a player who has none left; `None` for any other game, and where it is not found out.
    fn shrinking(&self) -> Option<Shrinking>;

    /// What works out the images of a position under the symmetries that are declared and
    /// that keep the position `kept`, if one is given.
    ///
    /// # Errors
    ///
    /// What is wrong with the declarations.
    fn orbits(
        &self,
        kept: Option<Self::Position>,
    ) -> Result<Images<'_, Self::Position>, Box<Diagnostic>>;
}

/// Puts the images of a position into a list, in rising order and each once.
pub(crate) type Images<'d, P> = Box<dyn Fn(P, &mut Vec<P>) + 'd>;

/// The rules as they are written, on positions of one width.
pub(crate) struct AsWritten<W> {
    instance: Instance,
    /// The numbers of the declared symmetries that nothing uses.
    left_out: Vec<usize>,
    width: PhantomData<W>,
}

impl<W: Word> AsWritten<W> {
    /// The rules in memory of their own, for one thread.
    /// `left_out` are the numbers of the declared symmetries that nothing uses.
    pub(super) fn new(instance: &Instance, left_out: Vec<usize>, job: &Job) -> Self {
        Self {
            instance: instance.deep_copy(job),
            left_out,
            width: PhantomData,
        }
    }

    fn reference(&self) -> Reference<'_> {
        Reference::new(&self.instance)
    }
}

impl<W: Word> Defined for RulesGame<W> {
    type Definition = AsWritten<W>;

    fn definition(&self, job: &Job) -> AsWritten<W> {
        AsWritten::new(self.instance(), self.declarations_left_out(), job)
    }
}

impl<W: Word> Scored for AsWritten<W> {
    fn score_of_end(&self, position: &W) -> Result<Option<i64>, Fault> {
        self.reference().score(position.widen())
    }

    fn moves_gain(&self) -> bool {
        self.instance.has_gains()
    }

    fn append_gains(&self, position: &W, out: &mut Vec<i64>) -> Result<(), Fault> {
        let moves = self.reference().gaining(position.widen())?;
        out.extend(moves.into_iter().map(|(_, gain)| gain));
        Ok(())
    }
}

impl<W: Word> Definition for AsWritten<W> {
    fn is_state(&self, position: W) -> bool {
        self.reference().is_state(position.widen())
    }

    fn text(&self, position: W) -> String {
        let wide = position.widen();
        if self.reference().is_state(wide) {
            self.reference().print(&wide)
        } else {
            format!("{wide:#x}, which is no state")
        }
    }

    fn work(&self, position: W) -> u64 {
        // Where the rules break the check will say so.
        self.reference().work(position.widen()).unwrap_or(0)
    }

    fn shrinking(&self) -> Option<Shrinking> {
        self.reference().shrinking()
    }

    fn orbits(&self, kept: Option<W>) -> Result<Images<'_, W>, Box<Diagnostic>> {
        let orbits = PlainOrbits::new(&self.instance, &self.left_out, kept.map(Word::widen))?;
        Ok(Box::new(move |position, out| {
            out.clear();
            out.extend(orbits.of(position.widen()).into_iter().map(W::narrow));
        }))
    }
}

impl<W: Word> Game for AsWritten<W> {
    type Position = W;
    type Move = usize;

    fn start(&self) -> W {
        W::narrow(self.reference().start())
    }

    fn players(&self) -> Players<Self> {
        let below = self.reference().players();
        below.told_by(|rules, position| rules.reference().mover(&position.widen()))
    }

    fn result(&self, position: &W) -> Result<Option<Outcome>, Fault> {
        self.reference().result(&position.widen())
    }

    fn stuck(&self) -> Outcome {
        self.reference().stuck()
    }

    fn moves(&self, position: &W, out: &mut Vec<usize>) -> Result<(), Fault> {
        self.reference().moves(&position.widen(), out)
    }

    fn play(&self, position: &W, choice: &usize) -> Result<Step<W>, Fault> {
        let step = self.reference().play(&position.widen(), choice)?;
        Ok(narrow(step))
    }

    fn move_name(&self, position: &W, choice: &usize) -> String {
        self.reference().move_name(&position.widen(), choice)
    }

    fn expand(&self, position: &W, out: &mut Vec<Step<W>>) -> Result<Option<Outcome>, Fault> {
        let mut steps = Vec::new();
        let result = self.reference().expand(&position.widen(), &mut steps)?;
        out.extend(steps.into_iter().map(narrow));
        Ok(result)
    }
}

fn narrow<W: Word>(step: Step<U256>) -> Step<W> {
    Step {
        position: W::narrow(step.position),
        turn: step.turn,
    }
}

/// A game written in Rust, played move by move: its own `expand` and `expand_block`,
/// which play all moves at once, are not trusted.
pub(crate) struct MoveByMove(Written);

impl Defined for Written {
    type Definition = MoveByMove;

    fn definition(&self, _: &Job) -> MoveByMove {
        MoveByMove(self.clone())
    }
}

impl Scored for MoveByMove {}

impl Definition for MoveByMove {
    fn is_state(&self, _: u128) -> bool {
        true
    }

    fn text(&self, position: u128) -> String {
        self.0.print(&position)
    }

    fn work(&self, position: u128) -> u64 {
        let mut moves = Vec::new();
        match self.moves(&position, &mut moves) {
            Ok(()) => moves.len() as u64 + 1,
            Err(_) => 0,
        }
    }

    fn shrinking(&self) -> Option<Shrinking> {
        None
    }

    fn orbits(&self, _: Option<u128>) -> Result<Images<'_, u128>, Box<Diagnostic>> {
        Ok(Box::new(|position, out| {
            out.clear();
            out.push(position);
        }))
    }
}

impl Game for MoveByMove {
    type Position = u128;
    type Move = usize;

    fn start(&self) -> u128 {
        self.0.start()
    }

    fn players(&self) -> Players<Self> {
        let below = self.0.players();
        below.told_by(|game, position| game.0.mover(position))
    }

    fn result(&self, position: &u128) -> Result<Option<Outcome>, Fault> {
        self.0.result(position)
    }

    fn stuck(&self) -> Outcome {
        self.0.stuck()
    }

    fn moves(&self, position: &u128, out: &mut Vec<usize>) -> Result<(), Fault> {
        self.0.moves(position, out)
    }

    fn play(&self, position: &u128, choice: &usize) -> Result<Step<u128>, Fault> {
        self.0.play(position, choice)
    }

    fn move_name(&self, position: &u128, choice: &usize) -> String {
        self.0.move_name(position, choice)
    }
}
