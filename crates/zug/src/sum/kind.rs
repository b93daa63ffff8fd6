//! One game of a sum: its theorem, and its positions where they are looked at.

use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;

use zug_game::{Boards, Game, Notation, Player};
use zug_job::Job;
use zug_lang::{Instance, RulesGame, Word};
use zug_solve::compound::{ExploredPart, Part};
use zug_solve::positions::PositionId;
use zug_solve::{Error as SolveError, NoPart};
use zug_values::{LoopyNimber, Nimber, Outcome, Play, Value, Worth};

use crate::error::{Error, GainsLack};
use crate::heaps::HeapPart;
use crate::options::SolveOptions;
use crate::pattern::{CheckedPattern, PatternAbout};
use crate::problem::{Position, Problem};
use crate::request::Request;
use crate::solution::Solution;
use crate::subject::{AnyGame, for_rules};
use crate::theorem::Theorem;

use super::heaps::Sequences;
use super::moves::{Leaving, Moves, MovesWithNimbers};
use super::{PartWorth, SumPart};

/// A game at a position. A sum may have several parts of this kind.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) text: String,
    rules: RulesOf,
    job: Job,
    pub(super) theorem: Option<Theorem>,
    /// The problem, read when positions are looked at: where a theorem speaks the
    /// positions may be too large to be read.
    problem: OnceCell<Problem>,
    table: OnceCell<Result<Box<dyn Explored>, NoPart>>,
    /// The game with its solved positions under this convention of play, where it was asked for alone.
    alone: OnceCell<(Play, Option<(Problem, Solution)>)>,
}

/// What a part is played by.
#[derive(Debug)]
enum RulesOf {
    /// Rules, with their parameters and a position.
    Text(Request),
    /// The notation of a game on heaps, with the sequences of all such games.
    Heaps(HeapPart, Sequences),
}

/// What a part is worth in a sum under normal play.
#[derive(Clone, Debug)]
pub(super) struct OfPart {
    pub(super) value: LoopyNimber,
    /// Whether play in the part can go round in a circle and its loopy nimber allows for that.
    pub(super) is_loopy: bool,
    /// Whether the players have the same moves in the part.
    pub(super) is_impartial: bool,
}

/// The theorem that gives the nimber of a part. A pattern that was given answers the parts that it is about; else one
/// of nimbers that the catalogue keeps.
fn theorem(request: &Request, options: &SolveOptions) -> Result<Option<Theorem>, Error> {
    let given = options.pattern.clone();
    let given = given.filter(|pattern| pattern.is_of(request));
    if given.is_none() {
        let (play, about) = (Play::Normal, PatternAbout::Nimbers);
        for kept in CheckedPattern::kept(request, play, about, &options.job())? {
            let by_pattern = options.clone().with_pattern(Some(Arc::new(kept)));
            // A pattern may be of other parameters, or not speak of the position.
            if let Ok(found) = Theorem::of(request, &by_pattern) {
                return Ok(found);
            }
        }
    }
    Theorem::of(request, &options.clone().with_pattern(given))
}

impl Kind {
    pub(super) fn read(
        text: String,
        request: Request,
        options: &SolveOptions,
    ) -> Result<Self, Error> {
        // The theorem is asked for nimbers, which belong to normal play.
        let mut normal = request.clone();
        normal.settings.play = Some(Play::Normal);
        let kind = Self {
            text,
            theorem: theorem(&normal, options)?,
            rules: RulesOf::Text(request),
            job: options.job(),
            problem: OnceCell::new(),
            table: OnceCell::new(),
            alone: OnceCell::new(),
        };
        if kind.theorem.is_none() {
            let problem = kind.problem()?; // what is wrong with it is told now
            if problem.has_gains() {
                return Err(Error::Gains(GainsLack::Compound));
            }
        }
        Ok(kind)
    }

    /// Some heaps of a game that a notation describes.
    pub(super) fn of_heaps(
        text: String,
        part: HeapPart,
        sequences: &Sequences,
        options: &SolveOptions,
    ) -> Self {
        Self {
            text,
            theorem: None,
            rules: RulesOf::Heaps(part, sequences.clone()),
            job: options.job(),
            problem: OnceCell::new(),
            table: OnceCell::new(),
            alone: OnceCell::new(),
        }
    }

    /// Whether the part has the rules of a pattern.
    pub(super) fn is_of(&self, pattern: &CheckedPattern) -> bool {
        matches!(&self.rules, RulesOf::Text(request) if pattern.is_of(request))
    }

    /// The heaps, if the part is a game on heaps by its notation.
    pub(super) fn as_heaps(&self) -> Option<&HeapPart> {
        match &self.rules {
            RulesOf::Text(_) => None,
            RulesOf::Heaps(part, _) => Some(part),
        }
    }

    /// The part as it was given.
    pub(super) fn as_part(&self) -> SumPart {
        match &self.rules {
            RulesOf::Text(request) => request.clone().into(),
            RulesOf::Heaps(part, _) => part.clone().into(),
        }
    }

    /// What the nimber of the part stands on, where that is more than its moves.
    pub(super) fn why(&self) -> Option<String> {
        match &self.rules {
            RulesOf::Text(_) => None,
            RulesOf::Heaps(part, sequences) => part.why(sequences),
        }
    }

    /// Why each heap has its nimber, if the part is heaps of a game by its notation.
    pub(super) fn heap_reasons(&self, job: &Job) -> Result<Vec<String>, Error> {
        match &self.rules {
            RulesOf::Text(_) => Ok(Vec::new()),
            RulesOf::Heaps(part, sequences) => part.reasons(sequences, job),
        }
    }

    /// The text of the rules, and the parameters with their values; `None` if neither a theorem
    /// nor the positions were asked for.
    pub(super) fn rules(&self) -> Option<(&str, Vec<(String, String)>)> {
        match (&self.theorem, self.problem.get()) {
            (Some(theorem), _) => Some((theorem.rules(), theorem.parameters())),
            (None, Some(problem)) => Some((problem.rules()?, problem.parameters())),
            (None, None) => None,
        }
    }

    pub(super) fn problem(&self) -> Result<&Problem, Error> {
        if let Some(problem) = self.problem.get() {
            return Ok(problem);
        }
        let RulesOf::Text(request) = &self.rules else {
            return Err(SolveError::NoPart(NoPart::Notation).into());
        };
        let problem = Problem::new_while(request, &self.job)?;
        Ok(self.problem.get_or_init(|| problem))
    }

    /// The positions of the game, explored when they are first asked for; or why the game
    /// cannot be played with others.
    pub(super) fn table(&self, job: &Job) -> Result<Result<&dyn Explored, NoPart>, Error> {
        let table = if let Some(table) = self.table.get() {
            table
        } else {
            let explored = self.problem().and_then(|problem| explore(problem, job));
            let found = match explored {
                Err(Error::Solve(SolveError::NoPart(why))) => Err(why),
                found => Ok(found?),
            };
            self.table.get_or_init(|| found)
        };
        Ok(table.as_deref().map_err(|why| *why))
    }

    /// The positions of the game, if they were looked at.
    pub(super) fn looked_at(&self) -> Option<&Part> {
        Some(self.table.get()?.as_ref().ok()?.part())
    }

    /// What the game is worth in a sum, by a theorem or by its positions.
    pub(super) fn in_sum(&self, job: &Job) -> Result<Option<OfPart>, Error> {
        if let RulesOf::Heaps(part, sequences) = &self.rules {
            let nimber = part.nimber(sequences, job)?;
            return Ok(nimber.map(|nimber| OfPart {
                value: nimber.into(),
                is_loopy: false,
                is_impartial: true,
            }));
        }
        if let Some(theorem) = &self.theorem {
            let heap = theorem.heap();
            let loopy = || theorem.loopy_nimber().filter(|_| theorem.is_loopy());
            if let Some(value) = heap.map(LoopyNimber::from).or_else(loopy) {
                return Ok(Some(OfPart {
                    is_loopy: theorem.is_loopy(),
                    is_impartial: theorem.players().is_none(),
                    value,
                }));
            }
        }
        let part = self.table(job)?.ok().map(Explored::part);
        Ok(part.and_then(|part| {
            Some(OfPart {
                value: part.loopy_nimber().ok()?,
                is_loopy: part.nimber().is_err(),
                is_impartial: true,
            })
        }))
    }

    /// Whether the game has rules by which both players have the same moves.
    pub(super) fn is_impartial(&self) -> bool {
        matches!(self.rules, RulesOf::Text(_)) && !self.is_partizan()
    }

    /// The game with its solved positions, solved when they are first asked for; `None` if they do not fit into
    /// the memory, or if they were solved for the other convention.
    pub(super) fn alone(
        &self,
        play: Play,
        options: &SolveOptions,
        job: &Job,
    ) -> Result<Option<&(Problem, Solution)>, Error> {
        let RulesOf::Text(request) = &self.rules else {
            return Ok(None);
        };
        if self.alone.get().is_none() {
            let own = self.problem()?;
            let problem = if own.play() == play {
                own.clone()
            } else {
                Problem::new_while(&request.clone().with_play(Some(play)), job)?
            };
            let solved = match problem.solve(options) {
                Ok(solution) => Some((problem, solution)),
                Err(Error::Solve(error)) if error.is_too_large() => None,
                Err(error) => return Err(error),
            };
            self.alone.get_or_init(|| (play, solved));
        }
        let known = self.alone.get().filter(|(of, _)| *of == play);
        Ok(known.and_then(|(_, solved)| solved.as_ref()))
    }

    /// Whether the players have different moves.
    pub(super) fn is_partizan(&self) -> bool {
        match &self.rules {
            RulesOf::Heaps(..) => false,
            RulesOf::Text(request) => request.read().is_ok_and(|rules| rules.players().is_some()),
        }
    }

    /// The heap of Nim that the game is worth, if it is a game on heaps or a theorem says so.
    pub(super) fn told_heap(&self, job: &Job) -> Result<Option<Nimber>, Error> {
        match &self.rules {
            RulesOf::Heaps(part, sequences) => part.nimber(sequences, job),
            RulesOf::Text(_) => Ok(self.theorem.as_ref().and_then(Theorem::heap)),
        }
    }

    /// The moves that leave a sum of this outcome, where the other parts are worth `beside`.
    pub(super) fn moves_leaving(
        &self,
        outcome: Outcome,
        beside: &LoopyNimber,
        job: &Job,
    ) -> Result<Leaving, Error> {
        let is_told = self.theorem.is_some() || self.as_heaps().is_some();
        if let (Outcome::Loss, Some(wanted), true) = (outcome, beside.nimber(), is_told) {
            return self.moves_to(wanted, job);
        }
        let leaves = |after: LoopyNimber| (after + beside.clone()).outcome() == outcome;
        let part = self.looked_at().filter(|part| part.loopy_nimber().is_ok());
        if let Some(part) = part {
            return Ok(Leaving {
                moves: self.moves_into(|to| part.at(to).loopy_nimber().is_ok_and(leaves))?,
                all: true,
            });
        }
        if self.as_heaps().is_some() {
            let moves = self.moves_with_nimbers(job)?;
            let all = moves.is_some();
            let wins = moves.into_iter().flatten();
            let wins = wins.filter(|(_, _, nimber)| leaves((*nimber).into()));
            let moves = wins.map(|(name, position, _)| (name, position)).collect();
            return Ok(Leaving { moves, all });
        }
        let claimed = self.theorem.as_ref().and_then(Theorem::moves);
        let mut leaving = Leaving {
            all: claimed.is_some(),
            moves: Vec::new(),
        };
        for claimed in claimed.unwrap_or_default() {
            match claimed.loopy_nimber() {
                Some(after) if leaves(after.clone()) => {
                    leaving.moves.push((claimed.name, claimed.position));
                }
                Some(_) => {}
                None => leaving.all = false,
            }
        }
        Ok(leaving)
    }

    /// The moves that leave a position worth the nimber `wanted`.
    fn moves_to(&self, wanted: Nimber, job: &Job) -> Result<Leaving, Error> {
        if let RulesOf::Heaps(part, sequences) = &self.rules {
            return part.moves_to(wanted, sequences, job);
        }
        let theorem = self.theorem.as_ref();
        let found = theorem.and_then(|theorem| theorem.winning_moves_beside(wanted));
        let is_all = found.as_ref().is_some_and(|found| found.all);
        if !is_all && theorem.is_some_and(Theorem::has_few_positions) {
            // The positions tell what the theorem leaves open.
            self.table(job)?.ok();
        }
        if let Some(part) = self.looked_at().filter(|part| part.nimber().is_ok()) {
            return Ok(Leaving {
                moves: self.moves_into(|to| part.at(to).nimber() == Ok(wanted))?,
                all: true,
            });
        }
        let (moves, all) = match found {
            Some(found) => (found.moves, found.all),
            None => (Vec::new(), false),
        };
        let named = moves
            .into_iter()
            .map(|claimed| (claimed.name, claimed.position));
        Ok(Leaving {
            moves: named.collect(),
            all,
        })
    }

    /// All moves of a game on heaps, or of a game that a theorem answers, with the positions after them and
    /// their nimbers; `None` if they are too many.
    pub(super) fn moves_with_nimbers(&self, job: &Job) -> Result<Option<MovesWithNimbers>, Error> {
        if let RulesOf::Heaps(part, sequences) = &self.rules {
            return part.moves_with_nimbers(sequences, job);
        }
        let moves = self.theorem.as_ref().and_then(Theorem::moves);
        let told = moves.map(|moves| {
            let told = moves.into_iter();
            told.map(|claimed| Some((claimed.name, claimed.position, claimed.nimber?)))
                .collect()
        });
        Ok(told.flatten())
    }

    /// The moves that lead to a wanted position; none if the positions were not looked
    /// at.
    pub(super) fn moves_into(&self, wanted: impl Fn(PositionId) -> bool) -> Result<Moves, Error> {
        match self.table.get() {
            Some(Ok(table)) => table.moves_into(self.problem()?.root(), &wanted),
            _ => Ok(Vec::new()),
        }
    }

    /// What is known of the game alone.
    pub(super) fn worth(
        &self,
        mover: Player,
        play: Play,
        options: &SolveOptions,
        job: &Job,
    ) -> Result<PartWorth, Error> {
        let heap = self.theorem.as_ref().and_then(Theorem::heap);
        let heap = heap.map(LoopyNimber::from);
        let (nimber, alone, without) = match self.table(job)? {
            _ if self.as_heaps().is_some() => {
                let nimber = match play {
                    Play::Normal => self.told_heap(job)?,
                    Play::Misere => None,
                };
                (nimber.map(LoopyNimber::from), None, None)
            }
            Ok(table) => {
                let part = table.part();
                let alone = Some(part.value(mover, play));
                match part.loopy_nimber() {
                    Ok(nimber) => (Some(nimber), alone, None),
                    Err(why) => {
                        let without = heap.is_none().then(|| why.to_string());
                        (heap, alone, without)
                    }
                }
            }
            Err(why) => {
                // A game that is played alone is played by its own rules.
                let problem = self.problem()?;
                let alone = match problem.solve_within(options, job) {
                    Ok(solution) => solution.value(&problem.root())?,
                    // Nor can it be said what the game is worth alone.
                    Err(Error::Solve(error)) if error.is_too_large() => None,
                    Err(error) => return Err(error),
                };
                (heap, alone, Some(why.to_string()))
            }
        };
        // Nimbers say nothing of misère play.
        let nimber = nimber.filter(|_| play == Play::Normal);
        Ok(PartWorth {
            text: self.text.clone(),
            worth: self.told(alone, nimber)?,
            value: None,
            is_hottest: false,
            without,
        })
    }

    /// What the value of the game alone and its nimber tell together; `None` where
    /// neither is known.
    ///
    /// # Errors
    ///
    /// They contradict one another: the theorem that gave the nimber is wrong.
    pub(super) fn told(
        &self,
        alone: Option<Value>,
        nimber: Option<LoopyNimber>,
    ) -> Result<Option<Worth>, Error> {
        let (alone, nimber) = (alone.map(Worth::from), nimber.map(Worth::from));
        match (alone, nimber) {
            (Some(alone), Some(nimber)) => match alone.and(&nimber) {
                Ok(both) => Ok(Some(both)),
                Err(_) => Err(Error::Disagreement {
                    theorem: self
                        .theorem
                        .as_ref()
                        .map_or("mex", Theorem::name)
                        .to_owned(),
                    position: self.text.clone(),
                }),
            },
            (alone, nimber) => Ok(alone.or(nimber)),
        }
    }
}

/// A game with the positions that can be reached in it.
pub(super) trait Explored: fmt::Debug + Send {
    /// The game as a part of a sum.
    fn part(&self) -> &Part;

    /// The moves from `root` that lead to a wanted position.
    fn moves_into(
        &self,
        root: Position,
        wanted: &dyn Fn(PositionId) -> bool,
    ) -> Result<Moves, Error>;
}

/// Finds the positions that play can reach from the root of a problem, whoever moves when.
///
/// # Errors
///
/// The game cannot be played with others, or the job stops the work.
fn explore(problem: &Problem, job: &Job) -> Result<Box<dyn Explored>, Error> {
    let rules = problem.instance();
    if !rules.is_some_and(Instance::ends_only_when_stuck) {
        return Err(SolveError::from(NoPart::Result).into());
    }
    let root = problem.root().to_bits();
    for_rules!(&problem.game, AnyGame, game => {
        let found = Part::explore_boards(game, Word::narrow(root), job)?;
        Ok(Box::new(Table { game: game.clone(), found }))
    }, else Err(SolveError::from(NoPart::OneSided).into()))
}

/// As [`Explored`], in positions of one width.
#[derive(Debug)]
struct Table<W: Word> {
    game: RulesGame<W>,
    found: ExploredPart<W>,
}

impl<W: Word> Explored for Table<W> {
    fn part(&self) -> &Part {
        self.found.part()
    }

    fn moves_into(
        &self,
        root: Position,
        wanted: &dyn Fn(PositionId) -> bool,
    ) -> Result<Moves, Error> {
        let (game, root) = (&self.game, W::narrow(root.to_bits()));
        let (mut choices, mut steps) = (Vec::new(), Vec::new());
        game.moves(&root, &mut choices)?;
        game.expand(&root, &mut steps)?;
        let found = choices.into_iter().zip(steps).filter(|(_, step)| {
            let board = game.board(&step.position);
            self.found.find(&board).is_some_and(wanted)
        });
        let (choices, positions): (Vec<_>, Vec<_>) = found
            .map(|(choice, step)| (choice, Some(game.print(&step.position))))
            .unzip();
        let names = game.move_names(&root, &choices);
        Ok(names.into_iter().zip(positions).collect())
    }
}
