//! A problem: a game with its parameters, a position in it, and which positions to solve.

use std::sync::OnceLock;

use zug_game::{Game, Notation, Player};
use zug_job::Job;
use zug_lang::{Instance, Rules, Word};
use zug_values::Play;

use crate::error::Error;
use crate::options::SolveOptions;
use crate::request::{Request, Scope};
use crate::subject::{AnyGame, RustGame, Subject, Written, for_each_game};

/// A position of a problem, packed.
///
/// It belongs to the game, with its parameters, that it was made by. Where another game is
/// asked about it, the answer is about whatever that game makes of the same bits, or the
/// call panics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(pub(crate) u128);

impl Position {
    /// The packed position, as a table that is stored keeps it.
    #[must_use]
    pub fn to_bits(self) -> u128 {
        self.0
    }
}

/// A game, a position in it, and which of its positions to solve.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(crate) game: AnyGame,
    root: Position,
    scope: Scope,
    /// The game with the symmetries that are used, worked out when it is first asked for.
    symmetric: OnceLock<AnyGame>,
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

    /// As [`Problem::new`], until the token of the options ([`SolveOptions::cancel`]) is
    /// cancelled.
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
        let root = for_each_game!(&game, AnyGame, game => match &request.position {
            Some(text) => Position(game.parse(text)?.widen()),
            None => Position(game.start().widen()),
        });
        Ok(Self {
            game,
            root,
            scope: request.scope,
            symmetric: OnceLock::new(),
        })
    }

    /// The problem that a game written in Rust poses from its start.
    ///
    /// A rules file is better where it can be had: it is sized before the work, compiled,
    /// and its symmetries are used.
    ///
    /// # Errors
    ///
    /// The start is another position once it is packed and unpacked. Wherever play meets
    /// such a position later, solving ends with the same fault.
    pub fn of_game(game: impl RustGame) -> Result<Self, Error> {
        let (game, start) = Written::new(game)?;
        Ok(Self {
            root: Position(start),
            game: AnyGame::Rust(game),
            scope: Scope::Reachable,
            symmetric: OnceLock::new(),
        })
    }

    /// The problem that a game with its parameters poses from its start.
    pub(crate) fn of_instance(instance: Instance, job: &Job) -> Result<Self, zug_lang::Error> {
        let root = Position(instance.start());
        Ok(Self {
            game: instance.game_while(job)?.into(),
            root,
            scope: Scope::Reachable,
            symmetric: OnceLock::new(),
        })
    }

    /// The problem at another position of the same game.
    #[must_use]
    pub fn at(self, root: Position) -> Self {
        Self {
            root,
            symmetric: OnceLock::new(),
            ..self
        }
    }

    /// The position asked about.
    pub fn root(&self) -> Position {
        self.root
    }

    /// Which positions are solved.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// The game with the symmetries that are used: those that keep the position asked
    /// about, or all where every state is solved. Worked out once.
    pub(crate) fn symmetric(&self) -> &AnyGame {
        self.symmetric.get_or_init(|| {
            self.game.with_symmetries(match self.scope {
                Scope::Reachable => Some(self.root.0),
                Scope::Everywhere => None,
            })
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

    /// The rules with their parameters; `None` for a game written in Rust.
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

    /// What the rules show of a position, on one line; the whole position if the rules
    /// show nothing.
    pub fn label(&self, position: &Position) -> String {
        for_each_game!(&self.game, AnyGame, game => game.label_of(&Word::narrow(position.0)))
    }

    /// The player to move; in an impartial game, `First`.
    pub fn mover(&self, position: &Position) -> Player {
        for_each_game!(&self.game, AnyGame, game => game.mover(&Word::narrow(position.0)))
    }

    /// The error for a position that is not among those solved.
    pub(crate) fn not_solved(&self, position: &Position) -> Error {
        Error::NotSolved {
            position: self.print(position),
        }
    }

    /// The number of bytes of a packed position.
    pub(crate) fn key_bytes(&self) -> usize {
        match self.game {
            AnyGame::Narrow(_) => size_of::<u64>(),
            AnyGame::Wide(_) | AnyGame::Rust(_) => size_of::<u128>(),
        }
    }
}
