//! What is asked: a game, its parameters, a position, and how much to solve.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

use zug_game::{Game, Notation, Player};
use zug_job::{Budget, CancelToken, Job, Process, Silent, Watch};
use zug_lang::{Diagnostic, Instance, Rules, Settings, Word};
use zug_solve::strong::Method;
use zug_values::Play;

use crate::error::Error;
use crate::subject::{AnyGame, RustGame, Subject, Written, for_each_game};

/// A game and what to know of it, before the rules are read.
#[derive(Clone, Debug)]
pub struct Request {
    /// The text of the rules.
    pub source: String,
    /// What the rules are called in messages.
    pub origin: String,
    /// Parameters and convention.
    pub settings: Settings,
    /// The position asked about, as text; the start if absent.
    pub from: Option<String>,
    /// Which positions to solve.
    pub scope: Scope,
}

/// Which positions are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Those that play can reach from the position asked about.
    #[default]
    Reachable,
    /// Every state that the variables can express.
    Everywhere,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reachable => "all positions from the one asked about, by discovery",
            Self::Everywhere => "all states of the perfect index",
        })
    }
}

impl Request {
    /// A game of the catalogue, with its own parameters, from the start.
    ///
    /// # Errors
    ///
    /// There is no game of this name.
    pub fn catalogue(name: &str) -> Result<Self, Error> {
        let entry = zug_catalogue::find(name).ok_or_else(|| Error::UnknownGame {
            name: name.to_owned(),
            nearest: zug_catalogue::nearest(name).map(str::to_owned),
        })?;
        Ok(Self::rules(entry.source, name))
    }

    /// The game of a rules text.
    pub fn rules(source: impl Into<String>, origin: impl Into<String>) -> Self {
        Self {
            source: source.into(),
            origin: origin.into(),
            settings: Settings::default(),
            from: None,
            scope: Scope::Reachable,
        }
    }

    /// The same with a parameter set: `.set("n", "5")`.
    #[must_use]
    pub fn set(mut self, parameter: impl Into<String>, value: impl Into<String>) -> Self {
        self.settings
            .parameters
            .push((parameter.into(), value.into()));
        self
    }

    /// The error for a fault in these rules.
    pub(crate) fn at_fault(&self, diagnostic: Box<Diagnostic>) -> Error {
        Error::Rules {
            diagnostic,
            source_text: self.source.clone(),
            origin: self.origin.clone(),
        }
    }

    /// The error for settings that do not fit.
    pub(crate) fn setting_error(&self, error: zug_lang::Error) -> Error {
        match error {
            zug_lang::Error::Rules(diagnostic) => self.at_fault(diagnostic),
            zug_lang::Error::Interrupted(why) => why.into(),
            other => Error::Setting(other),
        }
    }

    /// The same question about another position.
    #[must_use]
    pub fn at(mut self, position: impl Into<String>) -> Self {
        self.from = Some(position.into());
        self
    }
}

/// A position of a problem, packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(pub(crate) u128);

impl Position {
    /// The packed position, as a table that is stored keeps it.
    #[must_use]
    pub fn to_bits(self) -> u128 {
        self.0
    }
}

/// What may answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// A theorem where one applies, and the positions where they are few or
    /// none does.
    #[default]
    Any,
    /// A theorem alone.
    Theorem,
    /// The positions alone.
    Positions,
}

/// How to solve.
#[derive(Clone)]
pub struct SolveOptions {
    /// What may answer; [`Problem::solve`] always goes by the positions.
    pub way: Way,
    /// How positions get their values.
    pub method: Method,
    /// The number of threads that look at moves; the answer does not depend on it.
    pub threads: NonZeroUsize,
    /// The number of bytes that the solver may take.
    pub memory: u64,
    /// What the whole process holds, where the program counts it: then preparing the
    /// rules and all else that the solver does not charge to `memory` counts as well.
    pub process: Option<Process>,
    /// Whether a sample of play comes first, to refuse at once what cannot fit.
    pub probe: bool,
    /// Whether rules are compiled where that pays; the answer does not depend on
    /// it.
    pub native: bool,
    /// Is told how far the solver is.
    pub watch: Arc<dyn Watch>,
    /// Asks the solver to stop.
    pub cancel: CancelToken,
}

impl SolveOptions {
    /// Bytes that are taken at most if nothing else is said.
    pub const DEFAULT_MEMORY: u64 = 8 << 30;
}

impl SolveOptions {
    /// The memory that may be taken, of which nothing is charged yet.
    pub(crate) fn budget(&self) -> Budget {
        let budget = Budget::of_bytes(self.memory);
        match self.process {
            Some(process) => budget.within(process),
            None => budget,
        }
    }

    /// The job for a solver, with a budget of which nothing is charged yet.
    pub fn job(&self) -> Job {
        Job::default()
            .with_budget(self.budget())
            .with_threads(self.threads)
            .with_cancel(self.cancel.clone())
            .with_shared_watch(self.watch.clone())
    }
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            way: Way::Any,
            method: Method::Auto,
            threads: NonZeroUsize::MIN,
            memory: Self::DEFAULT_MEMORY,
            process: None,
            probe: true,
            native: true,
            watch: Arc::new(Silent),
            cancel: CancelToken::default(),
        }
    }
}

impl std::fmt::Debug for SolveOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SolveOptions")
            .field("way", &self.way)
            .field("method", &self.method)
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("process", &self.process)
            .field("probe", &self.probe)
            .field("native", &self.native)
            .finish_non_exhaustive()
    }
}

/// A game, a position in it, and how much of it to solve.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(crate) game: AnyGame,
    root: Position,
    scope: Scope,
}

impl Problem {
    /// Reads the rules and the position.
    ///
    /// # Errors
    ///
    /// Faulty rules, a setting that does not fit, a text that is no position.
    pub fn new(request: &Request) -> Result<Self, Error> {
        Self::new_while(request, &Job::default())
    }

    /// As [`Problem::new`], until the options' [`CancelToken`] says to stop.
    ///
    /// # Errors
    ///
    /// As [`Problem::new`]; or the caller cancelled, or the memory allowed is used up.
    pub fn prepare(request: &Request, options: &SolveOptions) -> Result<Self, Error> {
        Self::new_while(request, &options.job())
    }

    pub(crate) fn new_while(request: &Request, job: &Job) -> Result<Self, Error> {
        let rules = Rules::read(&request.source).map_err(|fault| request.at_fault(fault))?;
        let setting = |error| request.setting_error(error);
        let instance = rules
            .instance_while(&request.settings, job)
            .map_err(setting)?;
        let game = AnyGame::from(instance.game_while(job).map_err(setting)?);
        let root = for_each_game!(&game, AnyGame, game => match &request.from {
            Some(text) => Position(game.parse(text)?.widen()),
            None => Position(game.start().widen()),
        });
        Ok(Self {
            game,
            root,
            scope: request.scope,
        })
    }

    /// The problem that a game written in Rust poses, from its start.
    ///
    /// A rules file is better where it can be had: it is sized before the work, compiled,
    /// and its symmetries are used.
    pub fn of_game(game: impl RustGame) -> Self {
        let game = Written::new(game);
        Self {
            root: Position(game.start()),
            game: AnyGame::Rust(game),
            scope: Scope::Reachable,
        }
    }

    /// A game with its parameters known, from its start.
    pub(crate) fn of_instance(instance: Instance, job: &Job) -> Result<Self, zug_lang::Error> {
        let root = Position(instance.start());
        Ok(Self {
            game: instance.game_while(job)?.into(),
            root,
            scope: Scope::Reachable,
        })
    }

    /// The same problem at another position.
    #[must_use]
    pub fn at(self, root: Position) -> Self {
        Self { root, ..self }
    }

    /// The position asked about.
    pub fn root(&self) -> Position {
        self.root
    }

    /// Which positions are solved.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// The game with the symmetries that are used: all, or those that keep the
    /// position asked about.
    pub(crate) fn symmetric<G: Subject>(&self, game: &G) -> G {
        game.with_symmetries(match self.scope {
            Scope::Reachable => Some(Word::narrow(self.root.0)),
            Scope::Everywhere => None,
        })
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        for_each_game!(&self.game, AnyGame, game => game.name())
    }

    /// The parameters with their values.
    pub fn parameters(&self) -> Vec<(String, String)> {
        for_each_game!(&self.game, AnyGame, game => game.parameters())
    }

    /// The names of the two players; for an impartial game, `None`.
    pub fn players(&self) -> Option<[String; 2]> {
        for_each_game!(&self.game, AnyGame, game => game.player_names())
    }

    /// Who wins when a player is stuck.
    pub fn play(&self) -> Play {
        for_each_game!(&self.game, AnyGame, game => game.play_convention())
    }

    /// Whether the rules themselves say how the game ends for a player who is
    /// stuck. Then normal and misère play are the same.
    pub fn decides_stuck(&self) -> bool {
        for_each_game!(&self.game, AnyGame, game => game.decides_stuck())
    }

    /// Whether the names of moves begin with the number of a part, `1: 2`.
    pub fn names_parts(&self) -> bool {
        for_each_game!(&self.game, AnyGame, game => game.parts() > 1)
    }

    /// The rules with their parameters; `None` of a game written in Rust.
    pub(crate) fn instance(&self) -> Option<&Instance> {
        match &self.game {
            AnyGame::Narrow(game) => Some(game.instance()),
            AnyGame::Wide(game) => Some(game.instance()),
            AnyGame::Rust(_) => None,
        }
    }

    /// The position that a text names.
    pub fn parse(&self, text: &str) -> Result<Position, Error> {
        for_each_game!(&self.game, AnyGame, game => Ok(Position(game.parse(text)?.widen())))
    }

    /// A position on one line.
    pub fn print(&self, position: &Position) -> String {
        for_each_game!(&self.game, AnyGame, game => game.print(&Word::narrow(position.0)))
    }

    /// A picture of several lines, if the rules show something.
    pub fn picture(&self, position: &Position) -> Option<String> {
        for_each_game!(&self.game, AnyGame, game => game.picture(&Word::narrow(position.0)))
    }

    /// What the rules show of a position, on one line; all of it if they show
    /// nothing.
    pub fn label(&self, position: &Position) -> String {
        for_each_game!(&self.game, AnyGame, game => game.label_of(&Word::narrow(position.0)))
    }

    /// The player to move; in an impartial game, `First`.
    pub fn mover(&self, position: &Position) -> Player {
        for_each_game!(&self.game, AnyGame, game => game.mover(&Word::narrow(position.0)))
    }

    /// The error for a position that has no value.
    pub(crate) fn not_solved(&self, position: &Position) -> Error {
        Error::NotSolved {
            position: self.print(position),
        }
    }

    /// Bytes of a packed position.
    pub(crate) fn key_bytes(&self) -> usize {
        match self.game {
            AnyGame::Narrow(_) => size_of::<u64>(),
            AnyGame::Wide(_) | AnyGame::Rust(_) => size_of::<u128>(),
        }
    }
}
