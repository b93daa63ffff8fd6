//! What a game may offer beyond the trait [`Game`]. A solver uses what a game offers.

use std::fmt;
use std::hash::Hash;

use zug_values::{Outcome, Value};

use crate::{Fault, Game, Player, Step, U256};

/// Every position has a number of its own in `0..size`.
///
/// Some numbers may belong to positions that play cannot reach.
/// Law: `unrank(rank(p)) == Some(p)`, and `rank(p) < size()`.
pub trait PerfectIndex: Game {
    /// The number of positions that have a number.
    fn size(&self) -> u128;

    /// The number of a position.
    fn rank(&self, position: &Self::Position) -> u128;

    /// The position with this number; `None` past the end.
    fn unrank(&self, rank: u128) -> Option<Self::Position>;

    /// Writes the number of each position. A game that works on many positions at once faster
    /// replaces the provided version.
    ///
    /// # Panics
    ///
    /// There are not as many numbers as positions.
    fn rank_block(&self, positions: &[Self::Position], ranks: &mut [u128]) {
        assert_eq!(positions.len(), ranks.len(), "each position has a number");
        for (position, rank) in positions.iter().zip(ranks) {
            *rank = self.rank(position);
        }
    }

    /// Appends the position of each number, all of which are below the size. A game that works
    /// on many numbers at once faster replaces the provided version.
    fn unrank_block(&self, ranks: &[u128], out: &mut Vec<Self::Position>) {
        out.extend(ranks.iter().filter_map(|rank| self.unrank(*rank)));
    }
}

/// Positions in which the game is over may have scores, and moves may gain points.
///
/// The provided versions are those of a game without either.
pub trait Scored: Game {
    /// The score of the player to move in a position where the game is over; `None` if it ends there without a score. Its sign
    /// is the outcome. It is asked only where the game ends with scores.
    ///
    /// # Errors
    ///
    /// The rules break in the position.
    fn score_of_end(&self, _position: &Self::Position) -> Result<Option<i64>, Fault> {
        Ok(None)
    }

    /// Whether moves gain points ([`Scored::append_gains`]). Then the score of a position is what the player to move can
    /// still get, and a search is about scores ([`Searchable::tells_scores`]).
    fn moves_gain(&self) -> bool {
        false
    }

    /// Appends what each move of a position gains, in the order of [`Game::expand`]. The game must go
    /// on in the position. It is asked only where [`Scored::moves_gain`].
    ///
    /// # Errors
    ///
    /// The rules break in the position.
    fn append_gains(&self, _position: &Self::Position, _out: &mut Vec<i64>) -> Result<(), Fault> {
        Ok(())
    }
}

/// Every position fits into 256 bits.
///
/// Law: `unpack(pack(p)) == p` for every position that play can reach.
///
/// ```
/// use zug_game::{Packed, U256};
/// # use zug_game::{Fault, Game, Players, Step};
/// #
/// # struct TwoHeaps;
/// #
/// # impl Game for TwoHeaps {
/// #     type Position = (u32, u32);
/// #     type Move = ();
/// #     fn start(&self) -> (u32, u32) { (3, 4) }
/// #     fn players(&self) -> Players<Self> { Players::Impartial }
/// #     fn moves(&self, _: &(u32, u32), _: &mut Vec<()>) -> Result<(), Fault> { Ok(()) }
/// #     fn play(&self, heaps: &(u32, u32), _: &()) -> Result<Step<(u32, u32)>, Fault> {
/// #         Ok(Step::passing(*heaps))
/// #     }
/// #     fn move_name(&self, _: &(u32, u32), _: &()) -> String { String::new() }
/// # }
///
/// impl Packed for TwoHeaps {
///     fn pack(&self, &(a, b): &(u32, u32)) -> U256 {
///         U256::from(a) << 32 | U256::from(b)
///     }
///     fn unpack(&self, packed: U256) -> (u32, u32) {
///         ((packed >> 32_u32).as_u32(), packed.as_u32())
///     }
/// }
///
/// assert_eq!(TwoHeaps.unpack(TwoHeaps.pack(&(3, 4))), (3, 4));
/// ```
pub trait Packed: Game {
    /// The position as a number.
    fn pack(&self, position: &Self::Position) -> U256;

    /// The position that was packed into this number.
    fn unpack(&self, packed: U256) -> Self::Position;
}

/// How the moves that win at once are found ([`Searchable::winning_moves`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinsFound {
    /// All of them, by making successors, which costs as much as looking at the moves of all of
    /// these.
    BySuccessors,
    /// All of them, without making successors.
    All,
    /// Without making successors, but for some that may be missing: moves that win because the
    /// opponent is stuck, for instance. A number that is not 0 is a win all the same.
    Some,
}

/// What a game sees of a position without a search ([`Searchable::expand_quiet`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Nothing: one must ask.
    Nothing,
    /// The position is quiet: the game goes on there, and no move wins at once.
    Quiet,
    /// The game goes on there, and a move wins at once.
    WinAtOnce,
}

/// A game answers what a search asks of many positions without making all their successors.
///
/// A search of one position looks at far more positions than it goes into. It asks whether
/// the game is over there, whether the mover has a move that wins at once, and how many moves
/// there are. The provided versions expand the positions; a fast game replaces them.
///
/// Laws: every answer is what [`Game::expand`] of the position, and of its successors, says.
/// Where the rules break in a successor, that successor does not count as won.
///
/// ```
/// use zug_game::{Packed, Scored, Searchable, U256};
/// # use zug_game::{Fault, Game, Players, Step};
/// #
/// # struct Coins;
/// #
/// # impl Game for Coins {
/// #     type Position = u32;
/// #     type Move = u32;
/// #     fn start(&self) -> u32 { 5 }
/// #     fn players(&self) -> Players<Self> { Players::Impartial }
/// #     fn moves(&self, &coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
/// #         out.extend(1..=coins.min(3));
/// #         Ok(())
/// #     }
/// #     fn play(&self, &coins: &u32, &take: &u32) -> Result<Step<u32>, Fault> {
/// #         Ok(Step::passing(coins - take))
/// #     }
/// #     fn move_name(&self, _: &u32, take: &u32) -> String { format!("take {take}") }
/// # }
/// # impl Packed for Coins {
/// #     fn pack(&self, &coins: &u32) -> U256 { U256::from(coins) }
/// #     fn unpack(&self, packed: U256) -> u32 { packed.as_u32() }
/// # }
///
/// // A heap of coins, of which a move takes one, two or three.
/// impl Scored for Coins {}
/// impl Searchable for Coins {
///     fn bits(&self) -> u32 {
///         32
///     }
/// }
///
/// let mut wins = [0; 3];
/// Coins.winning_moves(&[0, 3, 5], &mut wins)?;
/// assert_eq!(wins, [0, 1, 0]); // of three coins, take all
/// # Ok::<(), Fault>(())
/// ```
pub trait Searchable: Packed + Scored {
    /// The number of bits of the largest number that [`Packed::pack`] makes; at most 256.
    fn bits(&self) -> u32;

    /// A number that is greater than the place of every move, as
    /// [`Searchable::expand_placed`] tells them.
    fn places(&self) -> usize {
        256
    }

    /// Does what [`Game::expand`] does, and appends beside each successor the *place* of its
    /// move: a number below [`Searchable::places`] that stands for the same move in all
    /// positions, as far as the rules know moves that are the same ("drop into column 3").
    /// A search learns from it which moves were good elsewhere. Provided is the place
    /// among the moves of the position.
    ///
    /// # Errors
    ///
    /// The rules break in the position.
    fn expand_placed(
        &self,
        position: &Self::Position,
        out: &mut Vec<Step<Self::Position>>,
        places: &mut Vec<u32>,
    ) -> Result<Option<Outcome>, Fault> {
        let first = out.len();
        let ended = self.expand(position, out)?;
        let last = self.places() - 1;
        places.extend((0..out.len() - first).map(|place| place.min(last) as u32));
        Ok(ended)
    }

    /// Does what [`Searchable::expand_placed`] does, of a *quiet* position: the caller knows that the
    /// game goes on there, and that no move wins at once. Appends to `seen` what the game sees of
    /// each successor, or nothing where it sees none of them. Of a position that is not quiet,
    /// what is appended may be wrong. Provided sees nothing.
    ///
    /// # Errors
    ///
    /// The rules break in the position.
    fn expand_quiet(
        &self,
        position: &Self::Position,
        out: &mut Vec<Step<Self::Position>>,
        places: &mut Vec<u32>,
        _seen: &mut Vec<Seen>,
    ) -> Result<(), Fault> {
        self.expand_placed(position, out, places)?;
        Ok(())
    }

    /// Writes the outcome of each position where the game is over, for the player to move
    /// there; `None` where it goes on.
    ///
    /// # Errors
    ///
    /// The rules break in a position.
    ///
    /// # Panics
    ///
    /// There are not as many outcomes as positions.
    fn outcomes(
        &self,
        positions: &[Self::Position],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), Fault> {
        assert_eq!(
            positions.len(),
            outcomes.len(),
            "each position has an outcome"
        );
        let mut out = Vec::new();
        for (position, outcome) in positions.iter().zip(outcomes) {
            out.clear();
            *outcome = self.expand(position, &mut out)?;
        }
        Ok(())
    }

    /// Writes the number of moves of each position that win at once: the game is over after
    /// them, and the player who moved has won. 0 where the game is over before. Some of them may
    /// be missing where [`Searchable::finds_wins_at_once`] says so.
    ///
    /// # Errors
    ///
    /// The rules break in a position.
    ///
    /// # Panics
    ///
    /// There are not as many numbers as positions.
    fn winning_moves(&self, positions: &[Self::Position], wins: &mut [u32]) -> Result<(), Fault> {
        assert_eq!(positions.len(), wins.len(), "each position has a number");
        let (mut steps, mut beyond) = (Vec::new(), Vec::new());
        for (position, wins) in positions.iter().zip(wins) {
            steps.clear();
            *wins = 0;
            if self.expand(position, &mut steps)?.is_some() {
                continue;
            }
            for step in &steps {
                beyond.clear();
                let ended = self.expand(&step.position, &mut beyond).ok().flatten();
                let value = ended.map(|outcome| Value::finished(outcome).before(step.turn));
                *wins += u32::from(matches!(value, Some(Value::Win(_))));
            }
        }
        Ok(())
    }

    /// Writes what [`Searchable::outcomes`] and [`Searchable::winning_moves`] tell, which some games
    /// find together in less time.
    ///
    /// # Errors
    ///
    /// The rules break in a position.
    ///
    /// # Panics
    ///
    /// `outcomes` or `wins` has not as many places as there are positions.
    fn ends_and_wins(
        &self,
        positions: &[Self::Position],
        outcomes: &mut [Option<Outcome>],
        wins: &mut [u32],
    ) -> Result<(), Fault> {
        self.outcomes(positions, outcomes)?;
        self.winning_moves(positions, wins)
    }

    /// How [`Searchable::winning_moves`] and [`Searchable::threats`] are found.
    fn finds_wins_at_once(&self) -> WinsFound {
        WinsFound::BySuccessors
    }

    /// Writes how threatening each position is: about how many moves win at once, now or when
    /// play has made them legal. It is a hint for the order in which moves are tried, and need
    /// not be exact; provided is [`Searchable::winning_moves`].
    ///
    /// # Errors
    ///
    /// The rules break in a position.
    ///
    /// # Panics
    ///
    /// There are not as many numbers as positions.
    fn threats(&self, positions: &[Self::Position], threats: &mut [u32]) -> Result<(), Fault> {
        self.winning_moves(positions, threats)
    }

    /// Writes the number of moves of each position; 0 where the game is over.
    ///
    /// # Errors
    ///
    /// The rules break in a position.
    ///
    /// # Panics
    ///
    /// There are not as many numbers as positions.
    fn move_counts(&self, positions: &[Self::Position], counts: &mut [u32]) -> Result<(), Fault> {
        assert_eq!(positions.len(), counts.len(), "each position has a number");
        let mut out = Vec::new();
        for (position, count) in positions.iter().zip(counts) {
            out.clear();
            let ended = self.expand(position, &mut out)?;
            *count = if ended.is_some() { 0 } else { out.len() as u32 };
        }
        Ok(())
    }

    /// The position with the other player to move; `None` if the game does not know it. What
    /// it is may be no position of play: a search asks of it only what tells which moves look
    /// good.
    fn turned(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Whether [`Searchable::standing`] tells something. Provided is that it does not.
    fn has_standing(&self) -> bool {
        false
    }

    /// By how much the player to move seems to be ahead of the opponent, in the numbers that the
    /// rules compare at the end: the same unit in all positions. It is a hint for the order in
    /// which moves are tried. Provided is 0.
    fn standing(&self, _position: &Self::Position) -> i64 {
        0
    }

    /// Whether a search tells the score of a position, and not only who wins: the game ends with
    /// scores, whole numbers that add up to 0 over both players. Provided is that it does not.
    fn tells_scores(&self) -> bool {
        false
    }

    /// Puts in the place of each position that a step leads to one that is worth the same and
    /// is the same for all positions that are images of each other under symmetries of the
    /// game. Provided is to leave the steps as they are.
    fn fold(&self, _steps: &mut [Step<Self::Position>]) {}
}

/// The rules look the same through a group of symmetries.
///
/// Laws, for each element: the images of a position's successors are the
/// successors of its image, and results are the same (for the mover).
pub trait Symmetric: Game {
    /// The number of elements of the group, the identity included.
    fn order(&self) -> usize;

    /// The image of a position under an element of the group, which is from 0 to below
    /// `order()`. Element 0 is the identity.
    fn image(&self, position: &Self::Position, element: usize) -> Self::Position;

    /// The representative of the position's orbit: one image, which is the same for all
    /// images.
    fn canonical(&self, position: &Self::Position) -> Self::Position;

    /// Puts the representative in the place of each position that a step leads to.
    fn canonical_steps(&self, steps: &mut [Step<Self::Position>]) {
        for step in steps {
            step.position = self.canonical(&step.position);
        }
    }

    /// The number of different images of the position.
    fn orbit(&self, position: &Self::Position) -> usize {
        let mut images: Vec<_> = Vec::with_capacity(self.order());
        for element in 0..self.order() {
            let image = self.image(position, element);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images.len()
    }

    /// The number of different images of each position, in the place of what `orbits` held.
    fn orbits(&self, positions: &[Self::Position], orbits: &mut Vec<usize>) {
        orbits.clear();
        orbits.extend(positions.iter().map(|position| self.orbit(position)));
    }
}

/// Moves can be taken back: a game tells the predecessors of a position.
///
/// Law: a position `p` that is not finished, and whose moves meet no fault, is
/// among the predecessors of `q` with a turn exactly as often as `q` is among the
/// successors of `p` with that turn. This holds for all positions, whether or not
/// play can reach them. A finished position is no predecessor.
pub trait Retractable: Game {
    /// Appends the predecessors of the position, each once for each move that leads from it
    /// to the position, with what that move does to the turn. They may be in any order.
    fn predecessors(
        &self,
        position: &Self::Position,
        out: &mut Vec<Step<Self::Position>>,
    ) -> Result<(), Fault>;

    /// Appends the predecessors of each position, one position after the other, and writes
    /// the number of predecessors of each to `counts`. A game that works on many positions at
    /// once faster replaces the provided version.
    ///
    /// # Panics
    ///
    /// There are not as many counts as positions.
    fn predecessors_block(
        &self,
        positions: &[Self::Position],
        out: &mut Vec<Step<Self::Position>>,
        counts: &mut [usize],
    ) -> Result<(), Fault> {
        assert_eq!(positions.len(), counts.len(), "each position has a count");
        for (position, count) in positions.iter().zip(counts) {
            let first = out.len();
            self.predecessors(position, out)?;
            *count = out.len() - first;
        }
        Ok(())
    }
}

/// Every move climbs: each position has a level, and all its successors have higher levels.
///
/// So play ends, and positions can be found and solved level by level. A level is a number of
/// marks on a board, say, or a number of counters that are gone.
///
/// Laws, for every position `p` that play can reach: `level(p) < levels()`, and the level of
/// each successor is higher than that of `p`, by at most `longest_climb()`. A solver checks
/// them where it uses them.
pub trait Graded: Game {
    /// A number that is greater than the level of every position.
    fn levels(&self) -> u32;

    /// The level of a position.
    fn level(&self, position: &Self::Position) -> u32;

    /// The largest number of levels that one move climbs, at least 1.
    fn longest_climb(&self) -> u32;

    /// For each position the number of positions that it stands for, in the place of what
    /// `sizes` held; nothing where each position stands for itself alone. The canonical
    /// positions of a symmetric game ([`Orbits`](crate::Orbits)) stand for their orbits.
    fn orbit_sizes(&self, _positions: &[Self::Position], sizes: &mut Vec<usize>) {
        sizes.clear();
    }
}

/// A game tells the options of either player, whosever turn it is.
///
/// A *board* is a position without the turn. In a sum of games a player may move
/// twice in the same part, while the opponent moves elsewhere; so a part needs the
/// options of *both* players on each of its boards. The partizan value of a board
/// is made of both as well: First's options are its Left options, Second's options are its
/// Right options.
///
/// Laws: `options(board(p), mover(p), out)` does what `expand(p, out)` does, with
/// the board of each successor in its place. Two positions with one board differ in
/// the turn alone. The options of an impartial game are the same for both players.
///
/// ```
/// use zug_game::{Boards, Fault, Game, Player, Players, Step};
/// use zug_values::Outcome;
///
/// /// A heap from which First takes one counter, and Second two.
/// struct OneOrTwo;
///
/// impl Game for OneOrTwo {
///     type Position = (u32, Player);
///     type Move = ();
/// #   fn start(&self) -> (u32, Player) {
/// #       (3, Player::First)
/// #   }
/// #   fn players(&self) -> Players<Self> {
/// #       Players::Partizan(|_, (_, mover)| *mover)
/// #   }
/// #   fn moves(&self, position: &(u32, Player), out: &mut Vec<()>) -> Result<(), Fault> {
/// #       let mut steps = Vec::new();
/// #       self.options(&position.0, position.1, &mut steps)?;
/// #       out.extend(steps.iter().map(|_| ()));
/// #       Ok(())
/// #   }
/// #   fn play(&self, position: &(u32, Player), _: &()) -> Result<Step<(u32, Player)>, Fault> {
/// #       let mut steps = Vec::new();
/// #       self.options(&position.0, position.1, &mut steps)?;
/// #       Ok(Step::passing((steps[0].position, position.1.opponent())))
/// #   }
/// #   fn move_name(&self, _: &(u32, Player), _: &()) -> String {
/// #       "take".to_owned()
/// #   }
///     // …
/// }
///
/// impl Boards for OneOrTwo {
///     type Board = u32;
///
///     fn board(&self, (heap, _): &(u32, Player)) -> u32 {
///         *heap
///     }
///     fn options(
///         &self,
///         heap: &u32,
///         player: Player,
///         out: &mut Vec<Step<u32>>,
///     ) -> Result<Option<Outcome>, Fault> {
///         let take = match player {
///             Player::First => 1,
///             Player::Second => 2,
///         };
///         match heap.checked_sub(take) {
///             Some(rest) => out.push(Step::passing(rest)),
///             None => return Ok(Some(self.stuck())),
///         }
///         Ok(None)
///     }
/// }
///
/// let mut options = Vec::new();
/// assert_eq!(OneOrTwo.options(&1, Player::First, &mut options)?, None);
/// assert_eq!(options, [Step::passing(0)]);
/// assert_eq!(OneOrTwo.options(&1, Player::Second, &mut options)?, Some(Outcome::Loss));
/// # Ok::<(), Fault>(())
/// ```
pub trait Boards: Game {
    /// A position without the turn.
    type Board: Copy + Eq + Hash + fmt::Debug + Send + Sync;

    /// The board of a position.
    fn board(&self, position: &Self::Position) -> Self::Board;

    /// Appends the board after each move of `player`, in the order of the rules,
    /// with what the move does to the turn; or, where the game is over for `player`
    /// to move, appends nothing and returns that player's outcome.
    ///
    /// # Errors
    ///
    /// The rules break on this board.
    fn options(
        &self,
        board: &Self::Board,
        player: Player,
        out: &mut Vec<Step<Self::Board>>,
    ) -> Result<Option<Outcome>, Fault>;
}

/// A game under normal play whose positions fall into parts.
///
/// No move, now or later, has to do with two parts. So the game is the sum of the games on its parts, and
/// a turn is made in one part.
pub trait InParts {
    /// A part, with all that is needed to play on in it.
    type Part: Copy + Eq + Hash;
    /// What makes parts equal that are moved, or turned, or otherwise worth the same.
    type Key: Copy + Eq + Hash;
    /// Why the options of a part cannot be told.
    type Refusal;

    /// The key of a part; `None` where each part is worth something of its own.
    fn key(&mut self, part: &Self::Part) -> Option<PartKey<Self::Key>>;

    /// Appends what each turn of a player leaves of a part: the parts it falls into, or no part where no
    /// move is left.
    ///
    /// # Errors
    ///
    /// The options cannot be told. Then some may have been appended.
    fn options(
        &mut self,
        part: &Self::Part,
        player: Player,
        out: &mut Vec<Vec<Self::Part>>,
    ) -> Result<(), Self::Refusal>;

    /// A number that is larger where there is more to play in a part. The smallest parts are looked at first.
    fn size(&self, _: &Self::Part) -> usize {
        0
    }

    /// A number of turns that no player has more of in a part.
    fn most_options(&self, _: &Self::Part) -> usize {
        usize::MAX
    }

    /// The number of bytes that the game has taken so far to tell keys.
    fn bytes(&self) -> u64 {
        0
    }
}

/// A game with parts that can tell what a turn leaves before it is known which parts that falls into. Many turns need not
/// be looked at more closely.
pub trait Unseparated: InParts<Part: Ord> {
    /// Appends what each turn of a player leaves of a part, each as one.
    fn left(&mut self, part: &Self::Part, player: Player, out: &mut Vec<Self::Part>);

    /// The parts into which that falls. It must be what [`Unseparated::left`] gave before.
    fn separated(&mut self, left: &Self::Part) -> Vec<Self::Part>;
}

/// The key of a part of a game ([`InParts`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartKey<K> {
    /// Parts with equal keys are worth the same, or the negative of each other.
    pub key: K,
    /// Whether the part is worth the negative of what a part with this key is worth otherwise.
    pub is_negative: bool,
}

/// A text does not name a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct NotationError {
    /// What was expected and what was found.
    pub message: String,
}

impl NotationError {
    /// An error with this text.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }
}

/// Positions print as a person writes them, and read back.
///
/// Law: `parse(print(p)) == Ok(p)`.
pub trait Notation: Game {
    /// The position on one line.
    fn print(&self, position: &Self::Position) -> String;

    /// The position that a line names.
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// A picture of several lines, where the game has one.
    fn picture(&self, _position: &Self::Position) -> Option<String> {
        None
    }
}
