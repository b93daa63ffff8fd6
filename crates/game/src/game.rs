//! The trait that every game implements: positions, moves, whose turn it is, how the game
//! ends.

use std::fmt;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use zug_values::{Outcome, Turn};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player named first in the rules; Left in partizan theory.
    First,
    /// The player named second; Right in partizan theory.
    Second,
}

impl Player {
    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "First",
            Self::Second => "Second",
        })
    }
}

/// How the two players of a game differ, and whose turn it is.
///
/// Every game says it: solvers give nimbers to impartial games alone, and a
/// partizan game that passed for impartial would get wrong ones.
///
/// ```
/// use zug_game::{Fault, Game, Player, Players, Step};
///
/// /// A row of cells. First marks one, Second marks two that are neighbours.
/// struct Row;
///
/// /// The empty cells, as bits, and the player to move.
/// type Position = (u8, Player);
///
/// impl Game for Row {
///     type Position = Position;
///     type Move = u8;
///
///     fn start(&self) -> Position {
///         (0b11111, Player::First)
///     }
///     fn players(&self) -> Players<Self> {
///         Players::Partizan(|_, (_, mover)| *mover)
///     }
///     fn moves(&self, (empty, mover): &Position, out: &mut Vec<u8>) -> Result<(), Fault> {
///         let piece = match mover {
///             Player::First => 0b1,
///             Player::Second => 0b11,
///         };
///         out.extend((0..5).map(|cell| piece << cell).filter(|mark| mark & !empty == 0));
///         Ok(())
///     }
///     fn play(&self, (empty, mover): &Position, mark: &u8) -> Result<Step<Position>, Fault> {
///         Ok(Step::passing((empty & !mark, mover.opponent())))
///     }
///     fn move_name(&self, _: &Position, mark: &u8) -> String {
///         format!("mark {mark:05b}")
///     }
/// }
///
/// assert!(!Row.is_impartial());
/// assert_eq!(Row.mover(&(0b11100, Player::Second)), Player::Second);
/// ```
///
/// The type parameter `P` is always the position of the game. It is there so that the
/// compiler knows the types of a closure that is given to `Partizan`.
#[non_exhaustive]
pub enum Players<G: Game + ?Sized, P = <G as Game>::Position> {
    /// Both players have the same moves, and the same outcomes, in every position;
    /// a position need not note whose turn it is.
    ///
    /// A game whose positions are written as the mover sees them (my pieces and
    /// yours) is [`Players::Unnamed`], not impartial: on the same board its players have
    /// different moves.
    Impartial,
    /// The players may have different moves, and a position tells whose turn it is.
    Partizan(fn(&G, &P) -> Player),
    /// The players may have different moves, and a position does not tell which player is
    /// to move: the position is written as the mover sees it, or nobody asks.
    Unnamed,
}

impl<G: Game + ?Sized, P> Players<G, P> {
    /// The players of a game `H` that is made of this game and has its players:
    /// `mover` tells whose turn it is in a position of `H`; it is used where the positions of
    /// this game tell whose turn it is.
    #[must_use]
    pub fn told_by<H: Game + ?Sized, Q>(self, mover: fn(&H, &Q) -> Player) -> Players<H, Q> {
        match self {
            Self::Impartial => Players::Impartial,
            Self::Partizan(_) => Players::Partizan(mover),
            Self::Unnamed => Players::Unnamed,
        }
    }
}

impl<G: Game + ?Sized, P> Clone for Players<G, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game + ?Sized, P> Copy for Players<G, P> {}

impl<G: Game + ?Sized, P> fmt::Debug for Players<G, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Impartial => "Impartial",
            Self::Partizan(_) => "Partizan(..)",
            Self::Unnamed => "Unnamed",
        })
    }
}

/// The position that one move leads to, and who moves there.
///
/// In memory the fields are in this order, so that compiled rules can write them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Step<P> {
    /// The position after the move.
    pub position: P,
    /// Whether the opponent moves there, or the same player again.
    pub turn: Turn,
}

impl<P> Step<P> {
    /// A move after which the opponent is to move.
    pub fn passing(position: P) -> Self {
        Self {
            position,
            turn: Turn::Passes,
        }
    }

    /// A move after which the same player moves again.
    pub fn keeping(position: P) -> Self {
        Self {
            position,
            turn: Turn::Kept,
        }
    }
}

/// What became of one position of a block that was expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expanded {
    /// The game goes on, and this number of successors was appended.
    GoesOn(u32),
    /// The game is over, with this outcome for the mover.
    Over(Outcome),
}

impl Expanded {
    /// Does what [`Game::expand_block`] does, by a function that expands one position.
    ///
    /// # Errors
    ///
    /// The first error of `expand`.
    pub fn one_by_one<P, E>(
        positions: &[P],
        out: &mut Vec<Step<P>>,
        ends: &mut [Self],
        mut expand: impl FnMut(&P, &mut Vec<Step<P>>) -> Result<Option<Outcome>, E>,
    ) -> Result<usize, E> {
        let (room, mut most) = (out.capacity(), 0);
        for (at, position) in positions.iter().enumerate() {
            let first = out.len();
            ends[at] = match expand(position, out)? {
                Some(outcome) => Self::Over(outcome),
                None => Self::GoesOn((out.len() - first) as u32),
            };
            // A position with as many moves as any before would not fit: `out` would have to grow.
            most = most.max(out.len() - first);
            if out.len() + most >= room {
                return Ok(at + 1);
            }
        }
        Ok(positions.len())
    }
}

/// The rules of a game broke while it was being played: a variable left its
/// declared range, an index its table. The text names the place in the rules
/// and the position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Fault {
    /// What went wrong, where in the rules, in which position.
    pub message: String,
    /// The same facts one by one, where the game has a text of rules.
    pub scene: Option<Arc<Scene>>,
}

/// Where the rules of a game broke: the place in their text, the position, and the move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// What went wrong, in one line.
    pub what: String,
    /// The text of the rules.
    pub rules: Arc<str>,
    /// What a person calls that text, such as the name of its file.
    pub origin: Option<Arc<str>>,
    /// The bytes of the text that are at fault.
    pub place: Range<usize>,
    /// The position, on one line.
    pub position: String,
    /// A picture of the position in several lines, if the rules show something.
    pub picture: Option<String>,
    /// The move that was tried there; `None` if the rules broke where no move is made.
    pub tried: Option<String>,
}

impl Fault {
    /// A fault with this text.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            scene: None,
        }
    }

    /// The fault with the facts about where the rules broke.
    #[must_use]
    pub fn with_scene(self, scene: Scene) -> Self {
        Self {
            scene: Some(Arc::new(scene)),
            ..self
        }
    }
}

/// A two-player game of perfect information with finitely many positions.
///
/// A position holds all that the rules need to go on, the player to move
/// included (an impartial game has no need to note whose turn it is: see
/// [`Players`]). Positions are small copyable keys: solvers store them by the
/// million.
///
/// A position is finished when [`Game::result`] says so, or when it has no
/// moves; then [`Game::stuck`] tells who wins. All outcomes are the mover's.
///
/// # Examples
///
/// Take one, two or three coins; whoever takes the last one wins:
///
/// ```
/// use zug_game::{Fault, Game, Players, Step};
/// use zug_values::Outcome;
///
/// struct Coins(u32);
///
/// impl Game for Coins {
///     type Position = u32;
///     type Move = u32;
///
///     fn start(&self) -> u32 {
///         self.0
///     }
///     fn players(&self) -> Players<Self> {
///         Players::Impartial
///     }
///     fn moves(&self, &coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
///         out.extend(1..=coins.min(3));
///         Ok(())
///     }
///     fn play(&self, &coins: &u32, &take: &u32) -> Result<Step<u32>, Fault> {
///         Ok(Step::passing(coins - take))
///     }
///     fn move_name(&self, _: &u32, take: &u32) -> String {
///         format!("take {take}")
///     }
/// }
///
/// let game = Coins(5);
/// let mut next = Vec::new();
/// assert_eq!(game.expand(&5, &mut next)?, None); // not finished
/// assert_eq!(next, [4, 3, 2].map(Step::passing));
/// next.clear();
/// assert_eq!(game.expand(&0, &mut next)?, Some(Outcome::Loss)); // stuck: has lost
/// # Ok::<(), Fault>(())
/// ```
pub trait Game {
    /// All that the rules need to go on, the player to move included.
    type Position: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// A move, meaningful in the position it was made for.
    type Move: Clone + PartialEq + fmt::Debug;

    /// The position in which the game begins.
    fn start(&self) -> Self::Position;

    /// Whether the two players have the same moves; and if not, how a position
    /// tells whose turn it is.
    ///
    /// There is no default: nimbers and sums rest on the answer.
    fn players(&self) -> Players<Self>;

    /// The player to move; `First` where positions do not tell whose turn it is.
    ///
    /// The provided version asks [`Game::players`]; no game needs another.
    fn mover(&self, position: &Self::Position) -> Player {
        match self.players() {
            Players::Partizan(mover) => mover(self, position),
            Players::Impartial | Players::Unnamed => Player::First,
        }
    }

    /// Whether [`Game::players`] says that both players have the same moves.
    ///
    /// The provided version asks [`Game::players`]; no game needs another.
    fn is_impartial(&self) -> bool {
        matches!(self.players(), Players::Impartial)
    }

    /// The mover's outcome where the rules end the game, whether or not there are moves;
    /// `None` where the game goes on.
    fn result(&self, _position: &Self::Position) -> Result<Option<Outcome>, Fault> {
        Ok(None)
    }

    /// The mover's outcome in a position without moves and without a result:
    /// a loss in normal play, a win in misère play.
    fn stuck(&self) -> Outcome {
        Outcome::Loss
    }

    /// Appends the legal moves, in the order of the rules. It is called only where
    /// [`Game::result`] is `None`.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>) -> Result<(), Fault>;

    /// The position after a legal move.
    fn play(
        &self,
        position: &Self::Position,
        choice: &Self::Move,
    ) -> Result<Step<Self::Position>, Fault>;

    /// The move as a person writes it. No two moves of a position have the same name.
    fn move_name(&self, position: &Self::Position, choice: &Self::Move) -> String;

    /// Appends the position after each move, in the order of [`Game::moves`];
    /// or, when the game is over, appends nothing and returns the outcome.
    ///
    /// This is what solvers call, millions of times. The provided version goes
    /// through the other methods; a fast game replaces it.
    fn expand(
        &self,
        position: &Self::Position,
        out: &mut Vec<Step<Self::Position>>,
    ) -> Result<Option<Outcome>, Fault> {
        if let Some(outcome) = self.result(position)? {
            return Ok(Some(outcome));
        }
        let mut moves = Vec::new();
        self.moves(position, &mut moves)?;
        if moves.is_empty() {
            return Ok(Some(self.stuck()));
        }
        for choice in &moves {
            out.push(self.play(position, choice)?);
        }
        Ok(None)
    }

    /// Expands positions one after the other, as long as `out` has room and the call does not
    /// take long. At least one position is expanded, and `out` grows if that one needs more
    /// room. Writes to `ends` what became of each position that was expanded, and returns the
    /// number of these positions.
    ///
    /// # Panics
    ///
    /// There are fewer `ends` than positions.
    fn expand_block(
        &self,
        positions: &[Self::Position],
        out: &mut Vec<Step<Self::Position>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Fault> {
        Expanded::one_by_one(positions, out, ends, |position, out| {
            let first = out.len();
            let outcome = self.expand(position, out)?;
            if outcome.is_some() {
                out.truncate(first);
            }
            Ok(outcome.or_else(|| (out.len() == first).then(|| self.stuck())))
        })
    }
}
