//! The games that a problem can be about: rules files, and games written in Rust.
//!
//! All that the façade asks of a game is a [`Subject`]. Positions are words, so that a
//! table of them has one form; a game written in Rust packs its own into 128 bits.

use std::fmt::Debug;
use std::sync::Arc;

use zug_game::Scored;
use zug_game::{
    Expanded, Fault, Game, Graded, Notation, NotationError, Packed, Player, Players, Searchable,
    Step, Symmetric, U256,
};
use zug_job::{Budget, Job};
use zug_lang::{Diagnostic, IndexSize, MoveId, RulesGame, Unseen, Word};
use zug_solve::search::NodeTheorem;
use zug_values::{Outcome, Play};

use crate::counted;
use crate::rust_game::RustGame;

/// A game that a problem is about.
#[derive(Clone, Debug)]
pub(crate) enum AnyGame {
    /// Rules whose positions take at most 64 bits.
    Narrow(RulesGame<u64>),
    /// Rules whose positions take at most 128 bits.
    Wide(RulesGame<u128>),
    /// Rules whose positions take at most 256 bits.
    Widest(RulesGame<U256>),
    /// A game written in Rust.
    Rust(Written),
}

impl AnyGame {
    /// The game with the symmetries that keep a position, or with all of them.
    pub(crate) fn with_symmetries(&self, keeping: Option<U256>) -> Self {
        match self {
            Self::Narrow(game) => Self::Narrow(game.with_symmetries(keeping.map(Word::narrow))),
            Self::Wide(game) => Self::Wide(game.with_symmetries(keeping.map(Word::narrow))),
            Self::Widest(game) => Self::Widest(game.with_symmetries(keeping)),
            Self::Rust(game) => Self::Rust(game.with_symmetries(keeping.map(Word::narrow))),
        }
    }
}

impl From<zug_lang::AnyGame> for AnyGame {
    fn from(game: zug_lang::AnyGame) -> Self {
        match game {
            zug_lang::AnyGame::Narrow(game) => Self::Narrow(game),
            zug_lang::AnyGame::Wide(game) => Self::Wide(game),
            zug_lang::AnyGame::Widest(game) => Self::Widest(game),
        }
    }
}

/// Runs one piece of code for the variant that is there, of games or of solved games.
macro_rules! for_each_game {
    ($any:expr, $type:path, $inner:ident => $body:expr) => {{
        use $type as Any;
        match $any {
            Any::Narrow($inner) => $body,
            Any::Wide($inner) => $body,
            Any::Widest($inner) => $body,
            Any::Rust($inner) => $body,
        }
    }};
}
pub(crate) use for_each_game;

/// Runs one piece of code for a game of rules, or a solved one, of any width, and another for a game
/// written in Rust.
macro_rules! for_rules {
    ($any:expr, $type:path, $inner:ident => $body:expr, else $other:expr) => {{
        use $type as Any;
        match $any {
            Any::Narrow($inner) => $body,
            Any::Wide($inner) => $body,
            Any::Widest($inner) => $body,
            Any::Rust(_) => $other,
        }
    }};
}
pub(crate) use for_rules;

/// Tells the level of a position.
pub(crate) type LevelOf<P> = Box<dyn Fn(&P) -> u32 + Sync>;

/// The powers that the façade asks of a game.
pub(crate) trait Subject:
    Game<Position: Word> + Notation + Symmetric + Searchable + Clone + Sync
{
    /// The name of the game.
    fn name(&self) -> &str;

    /// The text of the rules; `None` for a game that is written in Rust.
    fn rules(&self) -> Option<&str> {
        None
    }

    /// The parameters with their values.
    fn parameters(&self) -> Vec<(String, String)>;

    /// The names of the players; `None` in an impartial game.
    fn player_names(&self) -> Option<[String; 2]>;

    /// Who wins when a player is stuck.
    fn play_convention(&self) -> Play;

    /// Whether the rules themselves say how the game ends for a player who is stuck.
    fn decides_stuck(&self) -> bool;

    /// The player who wins where play never ends; `None` if that is a draw.
    fn endless(&self) -> Option<Player> {
        None
    }

    /// Whether a player wins where play never ends, and the rules have a result `draw` as well.
    fn has_draws_beside_endless(&self) -> bool {
        false
    }

    /// Whether the player to move wins where play never ends; `None` if that is a draw.
    fn mover_wins_endless(&self, position: &Self::Position) -> Option<bool> {
        self.endless().map(|winner| winner == self.mover(position))
    }

    /// The declarations of moves and results that positions may have and none was seen to have;
    /// `None` for a game that is written in Rust.
    fn unseen(&self) -> Option<Unseen> {
        None
    }

    /// Removes from `unseen` the declarations that are seen in a position.
    ///
    /// # Errors
    ///
    /// The rules break there.
    fn see(&self, _position: &Self::Position, _unseen: &mut Unseen) -> Result<(), Fault> {
        Ok(())
    }

    /// The warning that a player wins no position; `why` is drawn beside the player's name.
    fn wins_nothing(&self, _player: Player, _why: &str) -> Option<Diagnostic> {
        None
    }

    /// What each legal move of a position gains, in the order of the rules; `None` where moves of the
    /// game gain nothing. The game must go on in the position.
    ///
    /// # Errors
    ///
    /// The rules break there.
    fn gains(&self, _position: &Self::Position) -> Result<Option<Vec<i64>>, Fault> {
        Ok(None)
    }

    /// What each of the `count` legal moves of a position gains, in the order of the rules; there are
    /// no such moves where the game is over.
    ///
    /// # Errors
    ///
    /// The rules break there.
    fn gain_of_each(&self, position: &Self::Position, count: usize) -> Result<Vec<i64>, Fault> {
        let gains = match count {
            0 => None,
            _ => self.gains(position)?,
        };
        Ok(gains.unwrap_or_else(|| vec![0; count]))
    }

    /// Whether nimbers can say what positions are worth, as far as the rules tell it before any
    /// position is looked at.
    fn may_have_nimbers(&self) -> bool;

    /// The number of parts that are played side by side.
    fn parts(&self) -> usize {
        1
    }

    /// What the game shows of a position, on one line.
    fn label_of(&self, position: &Self::Position) -> String;

    /// The names of the moves `choices` of a position, in their order.
    fn names(&self, position: &Self::Position, choices: &[Self::Move]) -> Vec<String>;

    /// The number of states; `None` for a game without a perfect index.
    fn states(&self) -> Option<u128> {
        None
    }

    /// The number of moves with their choices made, for each player; empty where the game
    /// does not know these numbers.
    fn ground_moves(&self) -> Vec<usize> {
        Vec::new()
    }

    /// The number of symmetries that the game has, the identity included.
    fn declared_order(&self) -> usize {
        1
    }

    /// The game with the symmetries that keep a position, or with all of them.
    #[must_use]
    fn with_symmetries(&self, keeping: Option<Self::Position>) -> Self;

    /// The game with the symmetries that keep a position and their products with a swap of the
    /// players; `None` if there is no such group.
    fn with_swap(&self, _keeping: Self::Position) -> Option<Self> {
        None
    }

    /// The game without machine code.
    #[must_use]
    fn without_machine_code(&self) -> Self;

    /// What a level counts, in words, if every move climbs levels that the symmetries of the
    /// game keep, and there are at most so many of them.
    fn levels_in_words(&self, _most: u32, _job: &Job) -> Option<String> {
        None
    }

    /// The level of each position, if every move climbs levels.
    fn level(&self, _job: &Job) -> Option<LevelOf<Self::Position>> {
        None
    }

    /// What tells a search of some positions who wins, if the game has such a theorem.
    fn node_theorem(&self, _budget: &Budget) -> Option<Box<dyn NodeTheorem<Self::Position>>> {
        None
    }

    /// The size of the index of the positions that play can reach from `root`, if there is one
    /// whose numbers have a bit each in `most_bytes` bytes.
    fn index_size(&self, _root: Self::Position, _most_bytes: u64) -> Option<IndexSize> {
        None
    }

    /// The size of the index of the positions that play can reach from `root`, if solving over
    /// it is sooner done than any other way, in at most `most_bytes` bytes; beside a store of
    /// tiers if there is one.
    fn worthwhile_index(
        &self,
        _root: Self::Position,
        _most_bytes: u64,
        _in_store: bool,
    ) -> Option<IndexSize> {
        None
    }
}

/// The number of numbers from which an index is worth its tables and lists: a game with fewer
/// positions is solved in a few seconds in any way, and with more to tell of it.
const WORTH_AN_INDEX: u64 = 4_000_000;

/// A number of bytes that solving over an index takes at most, unless some remoteness or number
/// of moves is above 30,000.
pub(crate) fn most_bytes_over(size: IndexSize) -> u64 {
    bytes_with_values(size, size.numbers)
}

/// As [`most_bytes_over`], where finished tiers go to a store.
pub(crate) fn most_bytes_beside_store(size: IndexSize) -> u64 {
    bytes_with_values(size, size.at_once)
}

/// A number of bytes that solving over an index takes at most while the values of this number of
/// numbers are in memory.
fn bytes_with_values(size: IndexSize, numbers: u64) -> u64 {
    let found = size.numbers.div_ceil(u8::BITS.into());
    let slots = numbers.div_ceil(size.images.into());
    slots
        .saturating_mul(4)
        .saturating_add(found)
        .saturating_add(TABLES_AND_LISTS)
}

/// If there are so many symmetries that the index is not folded with, positions are found one for
/// each orbit rather than over the index.
const MANY_SYMMETRIES: u64 = 16;

/// The bytes that solving takes for each orbit, with moves that are kept: Quixo takes 161.
const BYTES_OF_ORBIT: u64 = 256;

/// A number of bytes that the tables of an index and the lists of moves over it take at most.
const TABLES_AND_LISTS: u64 = 256 << 20;

impl<W: Word> Subject for RulesGame<W> {
    fn name(&self) -> &str {
        self.instance().name()
    }

    fn gains(&self, position: &W) -> Result<Option<Vec<i64>>, Fault> {
        if !self.has_gains() {
            return Ok(None);
        }
        let mut gains = Vec::new();
        RulesGame::gains(self, *position, &mut gains)?;
        Ok(Some(gains))
    }

    fn rules(&self) -> Option<&str> {
        Some(self.instance().source())
    }

    fn parameters(&self) -> Vec<(String, String)> {
        self.instance().parameters()
    }

    fn player_names(&self) -> Option<[String; 2]> {
        self.instance().players()
    }

    fn play_convention(&self) -> Play {
        self.instance().play()
    }

    fn decides_stuck(&self) -> bool {
        self.instance().decides_stuck()
    }

    fn endless(&self) -> Option<Player> {
        self.instance().endless()
    }

    fn has_draws_beside_endless(&self) -> bool {
        self.instance().has_draws_beside_endless()
    }

    fn unseen(&self) -> Option<Unseen> {
        Some(self.to_be_seen())
    }

    fn see(&self, position: &W, unseen: &mut Unseen) -> Result<(), Fault> {
        RulesGame::see(self, *position, unseen)
    }

    fn wins_nothing(&self, player: Player, why: &str) -> Option<Diagnostic> {
        self.instance().wins_nothing(player, why)
    }

    fn may_have_nimbers(&self) -> bool {
        self.instance().may_have_nimbers()
    }

    fn parts(&self) -> usize {
        self.instance().part_count()
    }

    fn label_of(&self, position: &W) -> String {
        self.label(position)
    }

    fn names(&self, position: &W, choices: &[MoveId]) -> Vec<String> {
        self.move_names(position, choices)
    }

    fn states(&self) -> Option<u128> {
        self.instance().size()
    }

    fn ground_moves(&self) -> Vec<usize> {
        self.ground_move_counts()
    }

    fn declared_order(&self) -> usize {
        self.declared_order()
    }

    fn with_symmetries(&self, keeping: Option<W>) -> Self {
        match keeping {
            Some(position) => self.fixing(position),
            None => self.with_declared_symmetry(),
        }
    }

    fn with_swap(&self, keeping: W) -> Option<Self> {
        self.fixing_with_swap(keeping)
    }

    fn without_machine_code(&self) -> Self {
        self.interpreted()
    }

    fn levels_in_words(&self, most: u32, job: &Job) -> Option<String> {
        let climbing = self.climbing(job).ok()??;
        (climbing.levels() <= most).then(|| climbing.levels_in_words())
    }

    fn level(&self, job: &Job) -> Option<LevelOf<W>> {
        let climbing = self.climbing(job).ok()??;
        Some(Box::new(climbing.level_of_position()))
    }

    fn node_theorem(&self, budget: &Budget) -> Option<Box<dyn NodeTheorem<W>>> {
        counted::theorem(self, budget)
    }

    fn index_size(&self, root: W, most_bytes: u64) -> Option<IndexSize> {
        let most = most_bytes.saturating_mul(u8::BITS.into());
        RulesGame::index_size(self, root, most).ok()
    }

    fn worthwhile_index(&self, root: W, most_bytes: u64, in_store: bool) -> Option<IndexSize> {
        // Over an index no nimbers are found, which an impartial game may have.
        if self.is_impartial() {
            return None;
        }
        let most = most_bytes.saturating_mul(u8::BITS.into());
        let most_unfolded = most.saturating_mul(self.order() as u64);
        // The size without symmetries is found sooner than the one with them.
        let unfolded = self
            .without_symmetry()
            .index_size(root, most_unfolded)
            .ok()?;
        if unfolded.numbers < WORTH_AN_INDEX || !self.undoes_moves_by_number() {
            return None;
        }
        let size = Subject::index_size(self, root, most_bytes)?;
        let bytes = if in_store {
            most_bytes_over(size).min(most_bytes_beside_store(size))
        } else {
            most_bytes_over(size)
        };
        let is_worthwhile = size.numbers >= WORTH_AN_INDEX && bytes <= most_bytes;
        // With many symmetries that the index is not folded with, the positions are found sooner one for
        // each orbit, if there is room for that; and a store is for tiers.
        let order = self.declared_order() as u64;
        let others = order / (u64::from(size.images) * u64::from(size.symmetries));
        let by_orbits = (size.numbers / others.max(1)).saturating_mul(BYTES_OF_ORBIT);
        let is_by_orbits = !in_store && others >= MANY_SYMMETRIES && by_orbits <= most_bytes;
        (is_worthwhile && !is_by_orbits).then_some(size)
    }
}

/// A game written in Rust, by its packed positions. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Written(Arc<dyn Erased>);

impl Written {
    /// The game and its start, packed.
    ///
    /// # Errors
    ///
    /// Packing loses something of the start.
    pub(crate) fn new(game: impl RustGame) -> Result<(Self, u128), Fault> {
        let game = Entered(game);
        let start = game.pack(&game.0.start())?;
        Ok((Self(Arc::new(game)), start))
    }
}

/// A game written in Rust without its own types. A move is its place among the moves of
/// the position.
trait Erased: Debug + Send + Sync {
    fn name(&self) -> &str;
    fn parameters(&self) -> Vec<(String, String)>;
    fn player_names(&self) -> Option<[String; 2]>;
    fn start(&self) -> u128;
    fn is_impartial(&self) -> bool;
    fn mover(&self, position: u128) -> Player;
    fn result(&self, position: u128) -> Result<Option<Outcome>, Fault>;
    fn stuck(&self) -> Outcome;
    fn moves(&self, position: u128) -> Result<usize, Fault>;
    fn play(&self, position: u128, choice: usize) -> Result<Step<u128>, Fault>;
    fn names(&self, position: u128) -> Vec<String>;
    fn expand(&self, position: u128, out: &mut Vec<Step<u128>>) -> Result<Option<Outcome>, Fault>;
    fn expand_block(
        &self,
        positions: &[u128],
        out: &mut Vec<Step<u128>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Fault>;
    fn print(&self, position: u128) -> String;
    fn parse(&self, text: &str) -> Result<u128, NotationError>;
    fn picture(&self, position: u128) -> Option<String>;
    fn label(&self, position: u128) -> String;
}

/// A game with its own types.
#[derive(Debug)]
struct Entered<G>(G);

impl<G: RustGame> Entered<G> {
    /// A position, packed.
    ///
    /// # Errors
    ///
    /// What was packed is another position: [`Packed`] breaks its law. All answers would be
    /// about that other position, and a certificate would not tell. Or a packed position has more
    /// than 128 bits.
    fn pack(&self, position: &G::Position) -> Result<u128, Fault> {
        let packed = self.0.pack(position);
        let unpacked = self.0.unpack(packed);
        if unpacked == *position {
            let too_wide = |_| {
                Fault::new(format!(
                    "a packed position of a game written in Rust has at most 128 bits, and \
                     {position:?} has more"
                ))
            };
            return packed.try_into().map_err(too_wide);
        }
        Err(Fault::new(format!(
            "a position does not survive its packing: {position:?} becomes {unpacked:?}"
        )))
    }

    fn pack_step(&self, step: &Step<G::Position>) -> Result<Step<u128>, Fault> {
        Ok(Step {
            position: self.pack(&step.position)?,
            turn: step.turn,
        })
    }

    /// Appends packed steps.
    fn pack_into(
        &self,
        steps: &[Step<G::Position>],
        out: &mut Vec<Step<u128>>,
    ) -> Result<(), Fault> {
        for step in steps {
            out.push(self.pack_step(step)?);
        }
        Ok(())
    }

    fn choices(&self, position: u128) -> Result<Vec<G::Move>, Fault> {
        let mut choices = Vec::new();
        self.0
            .moves(&self.0.unpack(position.into()), &mut choices)?;
        Ok(choices)
    }
}

impl<G: RustGame> Erased for Entered<G> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn parameters(&self) -> Vec<(String, String)> {
        self.0.parameters()
    }

    fn player_names(&self) -> Option<[String; 2]> {
        (!self.0.is_impartial()).then(|| self.0.player_names())
    }

    fn start(&self) -> u128 {
        self.0.pack(&self.0.start()).as_u128()
    }

    fn is_impartial(&self) -> bool {
        self.0.is_impartial()
    }

    fn mover(&self, position: u128) -> Player {
        self.0.mover(&self.0.unpack(position.into()))
    }

    fn result(&self, position: u128) -> Result<Option<Outcome>, Fault> {
        self.0.result(&self.0.unpack(position.into()))
    }

    fn stuck(&self) -> Outcome {
        self.0.stuck()
    }

    fn moves(&self, position: u128) -> Result<usize, Fault> {
        Ok(self.choices(position)?.len())
    }

    fn play(&self, position: u128, choice: usize) -> Result<Step<u128>, Fault> {
        let choices = self.choices(position)?;
        let choice = choices.get(choice);
        let choice = choice.ok_or_else(|| Fault::new("this move is not legal here"))?;
        self.pack_step(&self.0.play(&self.0.unpack(position.into()), choice)?)
    }

    fn names(&self, position: u128) -> Vec<String> {
        let position_itself = self.0.unpack(position.into());
        let choices = self.choices(position).unwrap_or_default();
        let names = choices.iter();
        names
            .map(|choice| self.0.move_name(&position_itself, choice))
            .collect()
    }

    fn expand(&self, position: u128, out: &mut Vec<Step<u128>>) -> Result<Option<Outcome>, Fault> {
        let mut steps = Vec::new();
        let outcome = self.0.expand(&self.0.unpack(position.into()), &mut steps)?;
        self.pack_into(&steps, out)?;
        Ok(outcome)
    }

    fn expand_block(
        &self,
        positions: &[u128],
        out: &mut Vec<Step<u128>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Fault> {
        let unpacked: Vec<G::Position> = positions
            .iter()
            .map(|&position| self.0.unpack(position.into()))
            .collect();
        let mut steps = Vec::with_capacity(out.capacity() - out.len());
        let done = self.0.expand_block(&unpacked, &mut steps, ends)?;
        self.pack_into(&steps, out)?;
        Ok(done)
    }

    fn print(&self, position: u128) -> String {
        self.0.print(&self.0.unpack(position.into()))
    }

    fn parse(&self, text: &str) -> Result<u128, NotationError> {
        let parsed = self.0.parse(text)?;
        self.pack(&parsed)
            .map_err(|fault| NotationError::new(fault.message))
    }

    fn picture(&self, position: u128) -> Option<String> {
        self.0.picture(&self.0.unpack(position.into()))
    }

    fn label(&self, position: u128) -> String {
        self.0.label(&self.0.unpack(position.into()))
    }
}

impl Game for Written {
    type Position = u128;
    type Move = usize;

    fn start(&self) -> u128 {
        self.0.start()
    }

    fn players(&self) -> Players<Self> {
        if self.0.is_impartial() {
            Players::Impartial
        } else {
            Players::Partizan(|game, position| game.0.mover(*position))
        }
    }

    fn result(&self, position: &u128) -> Result<Option<Outcome>, Fault> {
        self.0.result(*position)
    }

    fn stuck(&self) -> Outcome {
        self.0.stuck()
    }

    fn moves(&self, position: &u128, out: &mut Vec<usize>) -> Result<(), Fault> {
        // A position in which the rules end the game has no moves, whatever the game
        // lists.
        if self.0.result(*position)?.is_none() {
            out.extend(0..self.0.moves(*position)?);
        }
        Ok(())
    }

    fn play(&self, position: &u128, choice: &usize) -> Result<Step<u128>, Fault> {
        self.0.play(*position, *choice)
    }

    fn move_name(&self, position: &u128, choice: &usize) -> String {
        let names = self.0.names(*position);
        names.get(*choice).cloned().unwrap_or_default()
    }

    fn expand(&self, position: &u128, out: &mut Vec<Step<u128>>) -> Result<Option<Outcome>, Fault> {
        self.0.expand(*position, out)
    }

    fn expand_block(
        &self,
        positions: &[u128],
        out: &mut Vec<Step<u128>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Fault> {
        self.0.expand_block(positions, out, ends)
    }
}

impl Notation for Written {
    fn print(&self, position: &u128) -> String {
        self.0.print(*position)
    }

    fn parse(&self, text: &str) -> Result<u128, NotationError> {
        self.0.parse(text)
    }

    fn picture(&self, position: &u128) -> Option<String> {
        self.0.picture(*position)
    }
}

impl Packed for Written {
    fn pack(&self, position: &u128) -> U256 {
        (*position).into()
    }

    fn unpack(&self, packed: U256) -> u128 {
        packed.as_u128()
    }
}

// The scores of a game written in Rust are not known.
impl Scored for Written {}

impl Searchable for Written {
    fn bits(&self) -> u32 {
        u128::BITS
    }
}

/// A game written in Rust has no symmetries but the identity.
impl Symmetric for Written {
    fn order(&self) -> usize {
        1
    }

    fn image(&self, position: &u128, _: usize) -> u128 {
        *position
    }

    fn canonical(&self, position: &u128) -> u128 {
        *position
    }

    fn canonical_steps(&self, _: &mut [Step<u128>]) {}

    fn orbit(&self, _: &u128) -> usize {
        1
    }
}

impl Subject for Written {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn parameters(&self) -> Vec<(String, String)> {
        self.0.parameters()
    }

    fn player_names(&self) -> Option<[String; 2]> {
        self.0.player_names()
    }

    fn play_convention(&self) -> Play {
        match self.0.stuck() {
            Outcome::Win => Play::Misere,
            Outcome::Loss | Outcome::Draw => Play::Normal,
        }
    }

    fn decides_stuck(&self) -> bool {
        self.0.stuck() == Outcome::Draw
    }

    fn may_have_nimbers(&self) -> bool {
        self.0.is_impartial()
    }

    fn label_of(&self, position: &u128) -> String {
        self.0.label(*position)
    }

    fn names(&self, position: &u128, choices: &[usize]) -> Vec<String> {
        let names = self.0.names(*position);
        let name = |choice: &usize| names.get(*choice).cloned().unwrap_or_default();
        choices.iter().map(name).collect()
    }

    fn with_symmetries(&self, _: Option<u128>) -> Self {
        self.clone()
    }

    fn without_machine_code(&self) -> Self {
        self.clone()
    }
}
