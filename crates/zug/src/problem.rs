//! A problem: a game with its parameters, a position in it, and which positions to solve.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use zug_game::{Game, Notation, Player, Symmetric, U256};
use zug_job::{CancelToken, Job};
use zug_lang::{Diagnostic, Instance, Word};
use zug_values::{Outcome, Play, Value, Worth};

use crate::error::Error;
use crate::few::few_positions;
use crate::options::SolveOptions;
use crate::plan::SwapSample;
use crate::request::{Request, Scope};
use crate::rust_game::RustGame;
use crate::solution::Beside;
use crate::subject::{AnyGame, Subject, Written, for_each_game, for_rules};

/// A position of a game with its parameters, packed.
///
/// It belongs to that game: a problem or a solution of another one refuses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    bits: U256,
    game: GameId,
}

impl Position {
    pub(crate) fn new(bits: U256, game: GameId) -> Self {
        Self { bits, game }
    }

    /// The packed position, as a table that is stored keeps it.
    #[must_use]
    pub fn to_bits(self) -> U256 {
        self.bits
    }

    /// The packed position of the game `game`.
    pub(crate) fn bits_in(self, game: GameId) -> Result<U256, Error> {
        if self.game == game {
            Ok(self.bits)
        } else {
            Err(Error::OtherGame)
        }
    }
}

/// Tells a game with its parameters from another: a hash of its name, its parameters and the
/// number of its states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct GameId(u64);

impl GameId {
    fn of(game: &AnyGame) -> Self {
        let mut hasher = DefaultHasher::new();
        for_each_game!(game, AnyGame, game => {
            (game.name(), game.parameters(), game.states()).hash(&mut hasher);
        });
        Self(hasher.finish())
    }
}

/// A game, a position in it, and which of its positions to solve.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(crate) game: AnyGame,
    /// Which game it is, for its positions.
    pub(crate) id: GameId,
    root: Position,
    scope: Scope,
    /// The game with the symmetries that are used, worked out when it is first asked for.
    symmetric: OnceLock<AnyGame>,
    /// The number of symmetries with a swap of the players, and the sample of positions that
    /// tells whether it pays, worked out when it is first asked for.
    swap: OnceLock<Option<(usize, Option<SwapSample>)>>,
    /// The number of positions that play reaches, if they are few, worked out when it is first
    /// asked for.
    few: OnceLock<Option<u64>>,
    /// The problem by the rules in which a draw is won by the player who loses where play never ends;
    /// `None` if nobody wins endless play, or if the rules have no draws.
    draws_won: Option<Arc<Self>>,
    /// Whether the game is that of a problem's [`Problem::draws_won`].
    are_draws_won: bool,
    /// What looks like a mistake in the text of the rules.
    warnings: Arc<[Diagnostic]>,
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

    /// As [`Problem::prepare`], for a caller who draws positions of rules that it does not trust:
    /// what the rules ask to be worked out for each position, as pictures and the names of moves,
    /// goes on only until `drawing` is cancelled. Pictures are left out then, and moves have their
    /// plain names.
    ///
    /// # Errors
    ///
    /// As [`Problem::prepare`].
    pub fn prepare_to_draw(
        request: &Request,
        options: &SolveOptions,
        drawing: &CancelToken,
    ) -> Result<Self, Error> {
        let job = options.job();
        let drawing = Job::default()
            .with_budget(job.budget.clone())
            .with_cancel(drawing.clone());
        Self::with_instance(request, &job, |instance| instance.with_job(&drawing))
    }

    pub(crate) fn new_while(request: &Request, job: &Job) -> Result<Self, Error> {
        Self::with_instance(request, job, |instance| instance)
    }

    fn with_instance(
        request: &Request,
        job: &Job,
        change: impl FnOnce(Instance) -> Instance,
    ) -> Result<Self, Error> {
        let rules = request.read()?;
        let setting = |error| request.setting_error(error);
        let instance = rules
            .instance_while(&request.settings, job)
            .map_err(setting)?;
        let instance = change(instance);
        let draws_won = instance.with_draws_won();
        let draws_won = draws_won.map(|instance| instance.game_while(job));
        let draws_won = draws_won.transpose().map_err(setting)?;
        let game = AnyGame::from(instance.game_while(job).map_err(setting)?);
        let root = for_each_game!(&game, AnyGame, game => match &request.position {
            Some(text) => game.parse(text)?.widen(),
            None => game.start().widen(),
        });
        let draws_won = draws_won.map(|game| {
            Arc::new(Self {
                are_draws_won: true,
                ..Self::from_start(game.into(), root, request.scope)
            })
        });
        Ok(Self {
            warnings: rules.warnings().into(),
            draws_won,
            ..Self::from_start(game, root, request.scope)
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
        Ok(Self::from_start(
            AnyGame::Rust(game),
            start.into(),
            Scope::Reachable,
        ))
    }

    /// The problem that a game with its parameters poses from its start.
    pub(crate) fn of_instance(instance: Instance, job: &Job) -> Result<Self, zug_lang::Error> {
        let start = instance.start();
        let game = instance.game_while(job)?.into();
        Ok(Self::from_start(game, start, Scope::Reachable))
    }

    /// The problem that a game poses from a packed position.
    fn from_start(game: AnyGame, root: U256, scope: Scope) -> Self {
        let id = GameId::of(&game);
        Self {
            game,
            id,
            root: Position::new(root, id),
            scope,
            symmetric: OnceLock::new(),
            swap: OnceLock::new(),
            few: OnceLock::new(),
            draws_won: None,
            are_draws_won: false,
            warnings: Arc::default(),
        }
    }

    /// The position of this game that is packed into these bits.
    pub(crate) fn position(&self, bits: U256) -> Position {
        Position::new(bits, self.id)
    }

    /// The packed position, which must be of this game.
    pub(crate) fn bits(&self, position: &Position) -> U256 {
        let bits = position.bits_in(self.id);
        bits.expect("a problem is asked about positions of its own game")
    }

    /// The problem at another position of the same game.
    ///
    /// # Panics
    ///
    /// The position is of another game.
    #[must_use]
    pub fn at(self, root: Position) -> Self {
        self.bits(&root);
        Self {
            root,
            symmetric: OnceLock::new(),
            swap: OnceLock::new(),
            few: OnceLock::new(),
            draws_won: self
                .draws_won
                .map(|problem| Arc::new(Self::clone(&problem).at(root))),
            ..self
        }
    }

    /// Whether the game ends with scores.
    pub fn has_scores(&self) -> bool {
        self.instance().is_some_and(Instance::has_scores)
    }

    /// Whether moves of the game gain points. Then it has scores too, and all positions are solved: no
    /// search answers.
    pub fn has_gains(&self) -> bool {
        self.instance().is_some_and(Instance::has_gains)
    }

    /// What looks like a mistake in the rules and is none for certain, as far as it shows before
    /// any position is looked at: a definition that nothing uses, and a move or a result that no
    /// position has with these parameters.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let impossible = for_rules!(
            &self.game, AnyGame,
            game => Some(game.impossible()),
            else None
        );
        let impossible = impossible.map(|unseen| unseen.warnings("impossible in every position"));
        let impossible = impossible.unwrap_or_default();
        self.warnings.iter().cloned().chain(impossible).collect()
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
                Scope::Reachable => Some(self.root.to_bits()),
                Scope::Everywhere => None,
            })
        })
    }

    /// The number of symmetries that keep the position asked about or swap the players, and a
    /// sample of positions that tells whether the swap pays, unless the rules break there.
    /// Returns `None` if the rules declare no such swap. Worked out once.
    pub(crate) fn swap(&self) -> Option<(usize, Option<SwapSample>)> {
        *self.swap.get_or_init(|| {
            for_each_game!(&self.game, AnyGame, game => {
                let root = Word::narrow(self.root.to_bits());
                let swapping = game.with_swap(root)?;
                Some((swapping.order(), SwapSample::of(&swapping, root)))
            })
        })
    }

    /// The number of positions that play reaches from the one asked about, if they are few;
    /// `None` if they are not, or if the caller cancels. Worked out once.
    pub(crate) fn few_positions(&self, cancel: &CancelToken) -> Option<u64> {
        *self.few.get_or_init(|| {
            for_each_game!(&self.game, AnyGame, game => {
                few_positions(game, Word::narrow(self.root.to_bits()), cancel)
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

    /// The text of the rules; `None` for a game that is written in Rust.
    pub fn rules(&self) -> Option<&str> {
        for_each_game!(&self.game, AnyGame, game => game.rules())
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

    /// Whether positions may have nimbers: the game is impartial, and whoever is stuck loses.
    pub(crate) fn may_have_nimbers(&self) -> bool {
        let is_impartial = for_each_game!(&self.game, AnyGame, game => game.is_impartial());
        is_impartial && self.play() == Play::Normal
    }

    /// Whether each position has a loopy nimber, be it known or not: the game is impartial, it ends only
    /// when a player is stuck, and whoever is stuck loses.
    pub fn defines_nimbers(&self) -> bool {
        let may_have = for_each_game!(&self.game, AnyGame, game => game.may_have_nimbers());
        may_have && self.play() == Play::Normal
    }

    /// What is worked out of all positions besides their values.
    pub(crate) fn beside(&self) -> Option<Beside> {
        match self.has_scores() {
            true if self.has_gains() => Some(Beside::Gains),
            true => Some(Beside::Scores),
            false => self.defines_nimbers().then_some(Beside::Nimbers),
        }
    }

    /// Whether the names of moves begin with the number of a part, `1: 2`.
    pub fn names_parts(&self) -> bool {
        for_each_game!(&self.game, AnyGame, game => game.parts() > 1)
    }

    /// The rules with their parameters; `None` for a game written in Rust.
    pub(crate) fn instance(&self) -> Option<&Instance> {
        for_rules!(&self.game, AnyGame, game => Some(game.instance()), else None)
    }

    /// For each declared symmetry that could not be proved from the rules, so that nothing uses it,
    /// what is to be said to whoever declared it.
    pub fn symmetries_left_out(&self) -> Vec<Diagnostic> {
        for_rules!(&self.game, AnyGame, game => game.symmetries_left_out(), else Vec::new())
    }

    /// The number of states that the variables can express, of which play reaches some; `None` if
    /// it is 2^128 or more, or the game is written in Rust.
    pub fn states(&self) -> Option<u128> {
        for_each_game!(&self.game, AnyGame, game => game.states())
    }

    /// The number of moves with their choices made, for each player; empty for a game written in
    /// Rust.
    pub fn ground_moves(&self) -> Vec<usize> {
        for_each_game!(&self.game, AnyGame, game => game.ground_moves())
    }

    /// The number of symmetries that the rules declare, the identity included.
    pub fn declared_symmetries(&self) -> usize {
        for_each_game!(&self.game, AnyGame, game => game.declared_order())
    }

    /// The number of bits of a packed position ([`Position::to_bits`]); 128 for a game written in
    /// Rust.
    pub fn position_bits(&self) -> u32 {
        self.instance().map_or(u128::BITS, Instance::bits)
    }

    /// The position that a text names.
    pub fn parse(&self, text: &str) -> Result<Position, Error> {
        for_each_game!(&self.game, AnyGame, game => Ok(self.position(game.parse(text)?.widen())))
    }

    /// The position after some moves from the position asked about, which are written as
    /// [`Request::after`] reads them.
    ///
    /// # Errors
    ///
    /// A move is not legal, or the rules break.
    pub fn after(&self, moves: &str) -> Result<Position, Error> {
        crate::typed::play(moves, self.root, |position| {
            let legal = self.legal_moves(&position)?.into_iter();
            Ok(legal.map(|of| (of.name, of.position)).unzip())
        })
    }

    /// A position on one line.
    ///
    /// # Panics
    ///
    /// The position is of another game.
    pub fn print(&self, position: &Position) -> String {
        for_each_game!(&self.game, AnyGame, game => game.print(&Word::narrow(self.bits(position))))
    }

    /// A picture of several lines, if the rules show something.
    ///
    /// # Panics
    ///
    /// The position is of another game.
    pub fn picture(&self, position: &Position) -> Option<String> {
        for_each_game!(&self.game, AnyGame, game => game.picture(&Word::narrow(self.bits(position))))
    }

    /// What the rules show of a position, on one line; the whole position if the rules
    /// show nothing.
    ///
    /// # Panics
    ///
    /// The position is of another game.
    pub fn label(&self, position: &Position) -> String {
        for_each_game!(&self.game, AnyGame, game => game.label_of(&Word::narrow(self.bits(position))))
    }

    /// The player to move; in an impartial game, `First`.
    ///
    /// # Panics
    ///
    /// The position is of another game.
    pub fn mover(&self, position: &Position) -> Player {
        for_each_game!(&self.game, AnyGame, game => game.mover(&Word::narrow(self.bits(position))))
    }

    /// The player who wins where play never ends; `None` if that is a draw.
    pub fn endless(&self) -> Option<Player> {
        for_each_game!(&self.game, AnyGame, game => game.endless())
    }

    /// The problem by the rules in which a draw is won by the player who loses where play never ends;
    /// `None` if nobody wins endless play, or if the rules have no draws. It has the same positions.
    pub fn draws_won(&self) -> Option<&Self> {
        self.draws_won.as_deref()
    }

    /// Whether this is [`Problem::draws_won`] of a problem: then its game is not quite that of the text of
    /// its rules.
    pub fn are_draws_won(&self) -> bool {
        self.are_draws_won
    }

    /// The two problems that tell together who wins, where the rules have draws and a winner of play
    /// that never ends; `None` for other rules. To both endless play is a draw. The first has the rules as
    /// they are, and the second is [`Problem::draws_won`].
    ///
    /// Each can be solved alone, and [`Solution::with_draws_won`](crate::Solution::with_draws_won) takes the two
    /// solutions.
    pub fn halves(&self) -> Option<[Self; 2]> {
        let second = Self::clone(self.draws_won()?);
        let first = Self {
            draws_won: None,
            ..self.clone()
        };
        Some([first, second])
    }

    /// Refuses what cannot be had of rules that have draws, and a winner where play never ends, as
    /// one solved game does not tell both.
    pub(crate) fn refuse_draws_beside_endless(&self, what: &'static str) -> Result<(), Error> {
        match self.draws_won {
            Some(_) => Err(Error::DrawsBesideEndless { what }),
            None => Ok(()),
        }
    }

    /// What a position is worth by the rules. `found` is what a solver found, to which endless play is
    /// a draw; where the rules name a winner of endless play, that draw becomes a win or a loss. `drawn` is
    /// what the player to move gets in the second one of [`Problem::halves`], if there are halves: there
    /// the player who loses endless play wins just where the position is a draw or better for that player.
    #[must_use]
    pub fn read(&self, position: &Position, found: Worth, drawn: Option<Outcome>) -> Worth {
        match self.mover_wins_endless(position) {
            Some(wins) if drawn != Some(Value::Draw.read(!wins).outcome()) => found.read(wins),
            _ => found,
        }
    }

    /// Whether the player to move wins where play never ends; `None` if that is a draw.
    pub(crate) fn mover_wins_endless(&self, position: &Position) -> Option<bool> {
        self.endless().map(|winner| winner == self.mover(position))
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
            AnyGame::Widest(_) => size_of::<U256>(),
        }
    }
}
