//! The rules as the plain evaluator plays them: simple, and right by definition.
//! Everything faster is tested against this game, and it judges certificates.

use zug_game::{Boards, Fault, Game, Notation, NotationError, Player, Players, Step, U256};
use zug_program::layout::number;
use zug_values::Outcome;

use crate::domain::value::Value;
use crate::evaluate::{Eval, Evaluator, NoValue, Played};
use crate::instance::{Instance, counts_of_texts};
use crate::text::span::Span;

/// A game that is played straight from its syntax tree. Its positions are packed.
///
/// ```
/// use zug_game::{Game, Notation};
/// use zug_lang::{Reference, Rules, Settings};
///
/// let rules = Rules::read("\
/// game count_down
/// impartial
/// heap: 0..9 = 9
/// move take if heap > 0:
///     heap -= 1
/// ")?;
/// let instance = rules.instance(&Settings::default())?;
/// let game = Reference::new(&instance);
/// let mut next = Vec::new();
/// game.expand(&game.start(), &mut next)?;
/// assert_eq!(game.print(&next[0].position), "heap=8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    instance: &'a Instance,
}

/// A move of the rules with its choices made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReferenceMove {
    pub(crate) part: usize,
    pub(crate) decl: usize,
    pub(crate) chosen: Vec<Value>,
}

impl<'a> Reference<'a> {
    /// Returns the game of an instance.
    pub fn new(instance: &'a Instance) -> Self {
        Self { instance }
    }

    /// Returns the rules with their parameters.
    pub(super) fn instance(&self) -> &'a Instance {
        self.instance
    }

    /// Returns the position with `player` to move; an impartial position stays as it
    /// is.
    fn handed_to(&self, player: Player, position: U256) -> U256 {
        let mut values = self.instance.state.layout.unpack(position);
        if let Some(turn) = self.instance.state.layout.turn {
            values[turn] = number::of_player(player);
        }
        self.instance.state.layout.pack(&values)
    }

    /// Returns the legal moves, and adds the number of steps taken to `work`.
    fn legal(&self, values: &[i64], work: &mut u64) -> Eval<Vec<ReferenceMove>> {
        let mut legal = Vec::new();
        self.each_choice(values, work, &mut |choice| {
            legal.extend(choice);
            Ok(())
        })?;
        Ok(legal)
    }

    /// Goes through all choices of all moves, and hands each to `take`: a legal move,
    /// or `None` for an illegal one.
    fn each_choice(
        &self,
        values: &[i64],
        work: &mut u64,
        take: &mut dyn FnMut(Option<ReferenceMove>) -> Eval<()>,
    ) -> Eval<()> {
        let state = &self.instance.state;
        for (number, part) in self.instance.parts.iter().enumerate() {
            for (place, decl) in part.decl().moves.iter().enumerate() {
                let mut evaluator = Evaluator::at(part, state, values);
                evaluator.choices(&decl.parameters, &mut Vec::new(), &mut |this, chosen| {
                    let allowed = match &decl.guard {
                        Some(guard) => this.bool(guard)?,
                        None => true,
                    };
                    let allowed = allowed && this.leaves(decl)?;
                    take(allowed.then(|| ReferenceMove {
                        part: number,
                        decl: place,
                        chosen: chosen.to_vec(),
                    }))
                })?;
                *work += evaluator.steps();
            }
        }
        Ok(())
    }

    /// Returns the legal moves, or `None` if there are more than `most` of them, or
    /// more than ten times as many choices. It is told as soon as it is known.
    fn legal_up_to(&self, values: &[i64], most: usize) -> Eval<Option<Vec<ReferenceMove>>> {
        let mut legal = Vec::new();
        let mut tried = 0;
        let mut too_many = false;
        let gathered = self.each_choice(values, &mut 0, &mut |choice| {
            tried += 1;
            legal.extend(choice);
            too_many = legal.len() > most || tried > most.saturating_mul(10);
            if too_many {
                // Any error ends the walk; this one is never shown.
                return Err(NoValue::NeedsPosition(Span::default()));
            }
            Ok(())
        });
        if too_many {
            return Ok(None);
        }
        gathered?;
        Ok(Some(legal))
    }

    /// Returns the number of evaluator steps that [`Game::expand`] takes in a position:
    /// a measure of work without a clock.
    ///
    /// # Errors
    ///
    /// The rules fault in the position.
    pub fn work(&self, position: U256) -> Result<u64, Fault> {
        let values = self.instance.state.layout.unpack(position);
        let mut work = 0;
        self.expanded(&values, &mut Vec::new(), &mut work)
            .map_err(|why| self.fault(why, &values))?;
        Ok(work)
    }

    /// Whether a number is a packed position that the variables can express.
    #[must_use]
    pub fn is_state(&self, position: U256) -> bool {
        let values = self.instance.state.layout.unpack(position);
        self.instance.state.layout.is_state(&values)
            && self.instance.state.layout.pack(&values) == position
    }

    /// Returns the name of every legal move with the position after it; nothing where
    /// the rules end the game. `None` if there are more than `most` legal moves, or
    /// more than ten times as many choices.
    ///
    /// # Errors
    ///
    /// The rules fault in the position.
    pub fn successors(
        &self,
        position: U256,
        most: usize,
    ) -> Result<Option<Vec<(String, U256)>>, Fault> {
        let values = self.instance.state.layout.unpack(position);
        let found = || -> Eval<Option<Vec<(String, U256)>>> {
            if self.ended(&values, &mut None, &mut 0)?.is_some() {
                return Ok(Some(Vec::new()));
            }
            let Some(legal) = self.legal_up_to(&values, most)? else {
                return Ok(None);
            };
            let names = self.names(&values, &legal).into_iter();
            let next = names.zip(&legal).map(|(name, choice)| {
                let after = self.played(&values, choice, &mut 0)?.values;
                Ok((name, self.instance.state.layout.pack(&after)))
            });
            next.collect::<Eval<Vec<_>>>().map(Some)
        };
        found().map_err(|why| self.fault(why, &values))
    }

    /// The names of all legal moves of a position, as [`RulesGame::move_names`] has them: where the
    /// notation is that of several moves, the full names.
    ///
    /// [`RulesGame::move_names`]: crate::RulesGame::move_names
    fn names(&self, values: &[i64], legal: &[ReferenceMove]) -> Vec<String> {
        let texts = legal.iter().map(|ReferenceMove { part, decl, chosen }| {
            let short = self.instance.move_text(*part, *decl, chosen, values);
            [short, self.instance.full_move_text(*part, *decl, chosen)]
        });
        let texts: Vec<[String; 2]> = texts.collect();
        let counts = counts_of_texts(&texts);
        let name = |[short, full]: &[String; 2]| match counts[&**short] {
            1 => short.clone(),
            _ => full.clone(),
        };
        texts.iter().map(name).collect()
    }

    fn played(&self, values: &[i64], choice: &ReferenceMove, work: &mut u64) -> Eval<Played> {
        let part = &self.instance.parts[choice.part];
        let decl = &part.decl().moves[choice.decl];
        let mut evaluator = Evaluator::at(part, &self.instance.state, values);
        evaluator.choose(decl, &choice.chosen)?;
        let played = evaluator.play(decl);
        *work += evaluator.steps();
        played
    }

    /// Returns the outcome if the rules end the game here, else `None`. If a result
    /// asks whether the mover is stuck, the legal moves are worked out and left in
    /// `legal`.
    fn ended(
        &self,
        values: &[i64],
        legal: &mut Option<Vec<ReferenceMove>>,
        work: &mut u64,
    ) -> Eval<Option<Outcome>> {
        let state = &self.instance.state;
        if let Some(outcome) = state.ended(values) {
            return Ok(Some(outcome));
        }
        for part in &self.instance.parts {
            for law in &part.decl().laws {
                let mut evaluator =
                    Evaluator::at(part, state, values).with_mover(state.mover(values));
                let holds = evaluator.assert(law);
                *work += evaluator.steps();
                holds?;
            }
            for result in &part.decl().results {
                let mut evaluator =
                    Evaluator::at(part, state, values).with_mover(state.mover(values));
                let mut found = evaluator.result(result);
                if let Err(NoValue::NeedsPosition(_)) = found {
                    let known = match legal.take() {
                        Some(known) => known,
                        None => self.legal(values, work)?,
                    };
                    evaluator = Evaluator::at(part, state, values).with_stuck(known.is_empty());
                    found = evaluator.result(result);
                    *legal = Some(known);
                }
                *work += evaluator.steps();
                if let Some(outcome) = found? {
                    return Ok(Some(outcome));
                }
            }
        }
        Ok(None)
    }

    /// Returns the score with which the rules end the game in a position, for the player to move;
    /// `None` if they do not end it there, or with no score.
    ///
    /// # Errors
    ///
    /// The rules break there.
    pub fn score(&self, position: U256) -> Result<Option<i64>, Fault> {
        let values = self.instance.state.layout.unpack(position);
        let fault = |why| self.fault(why, &values);
        let state = &self.instance.state;
        for part in &self.instance.parts {
            for result in &part.decl().results {
                let evaluator = || Evaluator::at(part, state, &values);
                let mut score = evaluator().with_mover(state.mover(&values)).score(result);
                if let Err(NoValue::NeedsPosition(_)) = score {
                    let legal = self.legal(&values, &mut 0).map_err(fault)?;
                    score = evaluator().with_stuck(legal.is_empty()).score(result);
                }
                if let score @ Some(_) = score.map_err(fault)? {
                    return Ok(score);
                }
            }
        }
        Ok(None)
    }

    /// Appends the position after each legal move; returns the outcome if the game is
    /// over, else `None`.
    fn expanded(
        &self,
        values: &[i64],
        out: &mut Vec<Step<U256>>,
        work: &mut u64,
    ) -> Eval<Option<Outcome>> {
        let mut legal = None;
        if let Some(outcome) = self.ended(values, &mut legal, work)? {
            return Ok(Some(outcome));
        }
        let legal = match legal {
            Some(legal) => legal,
            None => self.legal(values, work)?,
        };
        for choice in &legal {
            let played = self.played(values, choice, work)?;
            out.push(Step {
                position: self.instance.state.layout.pack(&played.values),
                turn: played.turn,
            });
        }
        Ok(legal.is_empty().then(|| self.stuck()))
    }

    /// Returns the position after each legal move, and beside it what the mover gains by the move;
    /// nothing where the game is over.
    ///
    /// # Errors
    ///
    /// The rules break there.
    pub fn gaining(&self, position: U256) -> Result<Vec<(Step<U256>, i64)>, Fault> {
        let values = self.instance.state.layout.unpack(position);
        let found = || -> Eval<Vec<(Step<U256>, i64)>> {
            let mut legal = None;
            if self.ended(&values, &mut legal, &mut 0)?.is_some() {
                return Ok(Vec::new());
            }
            let legal = match legal {
                Some(legal) => legal,
                None => self.legal(&values, &mut 0)?,
            };
            let played = legal.iter().map(|choice| {
                let played = self.played(&values, choice, &mut 0)?;
                let position = self.instance.state.layout.pack(&played.values);
                let turn = played.turn;
                Ok((Step { position, turn }, played.gain))
            });
            played.collect()
        };
        found().map_err(|why| self.fault(why, &values))
    }

    fn fault(&self, why: NoValue, values: &[i64]) -> Fault {
        let diagnostic = why.diagnostic();
        self.instance
            .fault(&diagnostic.message, diagnostic.span, values)
    }
}

impl Game for Reference<'_> {
    type Position = U256;
    type Move = usize;

    fn start(&self) -> U256 {
        self.instance.state.layout.pack(&self.instance.start)
    }

    fn players(&self) -> Players<Self> {
        if self.instance.is_impartial() {
            return Players::Impartial;
        }
        Players::Partizan(|game, position| {
            let values = game.instance.state.layout.unpack(*position);
            game.instance.state.mover(&values).unwrap_or(Player::First)
        })
    }

    fn result(&self, position: &U256) -> Result<Option<Outcome>, Fault> {
        let values = self.instance.state.layout.unpack(*position);
        self.ended(&values, &mut None, &mut 0)
            .map_err(|why| self.fault(why, &values))
    }

    fn stuck(&self) -> Outcome {
        self.instance.play.stuck()
    }

    fn moves(&self, position: &U256, out: &mut Vec<usize>) -> Result<(), Fault> {
        let values = self.instance.state.layout.unpack(*position);
        let legal = self
            .legal(&values, &mut 0)
            .map_err(|why| self.fault(why, &values))?;
        out.extend(0..legal.len());
        Ok(())
    }

    fn play(&self, position: &U256, choice: &usize) -> Result<Step<U256>, Fault> {
        let values = self.instance.state.layout.unpack(*position);
        let fault = |why| self.fault(why, &values);
        let legal = self.legal(&values, &mut 0).map_err(fault)?;
        let played = self
            .played(&values, &legal[*choice], &mut 0)
            .map_err(fault)?;
        Ok(Step {
            position: self.instance.state.layout.pack(&played.values),
            turn: played.turn,
        })
    }

    fn expand(&self, position: &U256, out: &mut Vec<Step<U256>>) -> Result<Option<Outcome>, Fault> {
        let values = self.instance.state.layout.unpack(*position);
        self.expanded(&values, out, &mut 0)
            .map_err(|why| self.fault(why, &values))
    }

    fn move_name(&self, position: &U256, choice: &usize) -> String {
        let values = self.instance.state.layout.unpack(*position);
        match self.legal(&values, &mut 0) {
            Ok(legal) if *choice < legal.len() => {
                let ReferenceMove { part, decl, chosen } = &legal[*choice];
                self.instance.move_text(*part, *decl, chosen, &values)
            }
            _ => String::new(),
        }
    }
}

/// A board is represented by the position in which First is to move.
impl Boards for Reference<'_> {
    type Board = U256;

    fn board(&self, position: &U256) -> U256 {
        self.handed_to(Player::First, *position)
    }

    fn options(
        &self,
        board: &U256,
        player: Player,
        out: &mut Vec<Step<U256>>,
    ) -> Result<Option<Outcome>, Fault> {
        let mut steps = Vec::new();
        let outcome = self.expand(&self.handed_to(player, *board), &mut steps)?;
        out.extend(steps.into_iter().map(|step| Step {
            position: self.board(&step.position),
            turn: step.turn,
        }));
        Ok(outcome)
    }
}

impl Notation for Reference<'_> {
    fn print(&self, position: &U256) -> String {
        self.instance
            .print(&self.instance.state.layout.unpack(*position))
    }

    fn parse(&self, text: &str) -> Result<U256, NotationError> {
        Ok(self.instance.state.layout.pack(&self.instance.parse(text)?))
    }
}
