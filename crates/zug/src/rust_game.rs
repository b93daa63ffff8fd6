//! Games that are written in Rust instead of in the rules language.

use std::fmt::Debug;

use zug_game::{Game, Notation, Packed};

/// A game written in Rust, as a [`Problem`](crate::Problem) takes it.
///
/// Besides the moves ([`Game`]) it needs a way to write positions ([`Notation`]) and to
/// keep them ([`Packed`]); the rest has a default.
///
/// ```
/// use zug::{Problem, RustGame, SolveOptions};
/// use zug_game::{Fault, Game, Notation, NotationError, Packed, Players, Step, U256};
///
/// /// Take one, two or three coins; whoever takes the last one wins.
/// #[derive(Debug)]
/// struct Coins(u32);
///
/// impl Game for Coins {
///     type Position = u32;
///     type Move = u32;
///     fn start(&self) -> u32 {
///         self.0
///     }
///     fn players(&self) -> Players<Self> {
///         Players::Impartial
///     }
///     fn moves(&self, coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
///         out.extend(1..=*coins.min(&3));
///         Ok(())
///     }
///     fn play(&self, coins: &u32, take: &u32) -> Result<Step<u32>, Fault> {
///         Ok(Step::passing(coins - take))
///     }
///     fn move_name(&self, _: &u32, take: &u32) -> String {
///         format!("take {take}")
///     }
/// }
///
/// impl Notation for Coins {
///     fn print(&self, coins: &u32) -> String {
///         coins.to_string()
///     }
///     fn parse(&self, text: &str) -> Result<u32, NotationError> {
///         let coins = text.parse().ok().filter(|coins| *coins <= self.0);
///         coins.ok_or_else(|| NotationError::new("this is no number of coins"))
///     }
/// }
///
/// impl Packed for Coins {
///     fn pack(&self, coins: &u32) -> U256 {
///         (*coins).into()
///     }
///     fn unpack(&self, packed: U256) -> u32 {
///         packed.as_u32()
///     }
/// }
///
/// impl RustGame for Coins {
///     fn name(&self) -> &str {
///         "coins"
///     }
/// }
///
/// let problem = Problem::of_game(Coins(21))?;
/// let solution = problem.solve(&SolveOptions::default())?;
/// assert_eq!(solution.moves(&problem.root())?[0].name, "take 1");
/// solution.verify()?;
/// # Ok::<(), zug::Error>(())
/// ```
pub trait RustGame: Game + Notation + Packed + Debug + Send + Sync + 'static {
    /// The name of the game.
    fn name(&self) -> &str;

    /// The parameters with their values, for reports.
    fn parameters(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The names of the players; not asked of an impartial game.
    fn player_names(&self) -> [String; 2] {
        ["First".to_owned(), "Second".to_owned()]
    }

    /// What a tree shows of a position, on one line.
    fn label(&self, position: &Self::Position) -> String {
        self.print(position)
    }
}
