//! The rules language: a game written as text becomes a [`zug_game::Game`].
//!
//! The road of a rules file, in the order of the modules: `text` is split into
//! tokens, `syntax` makes a tree of them, and `check` finds the faults that do not
//! depend on parameters. With its parameters known the game becomes an [`Instance`]:
//! names stand for values, types and variables (`domain`), and the plain evaluator
//! (`evaluate`) gives every expression and move its meaning on a concrete position;
//! `judge` plays by it. `symbolic` reads rules whose parameters are open as linear
//! conditions on numbers. `specialise` works out all that does not depend on the
//! position and leaves a residual program, the business of [`zug_program`]; `game`
//! makes the whole a `Game` with a perfect index, verified symmetries and a notation.
//!
//! ```
//! use zug_game::{Game, Notation};
//! use zug_lang::{AnyGame, Rules, Settings};
//!
//! let rules = Rules::read("\
//! game subtraction(n = 21, take = {1, 3, 4})
//! impartial
//!
//! heap: 0..n = n
//!
//! move take(k in take) if k <= heap:
//!     heap -= k
//! ")?;
//! let AnyGame::Narrow(game) = rules.instance(&Settings::default())?.game()? else {
//!     unreachable!("a heap of 21 fits into 64 bits");
//! };
//! assert_eq!(game.print(&game.start()), "heap=21");
//! let mut next = Vec::new();
//! game.expand(&game.parse("heap=2")?, &mut next)?;
//! assert_eq!(next.len(), 1); // only one coin can be taken
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]
#![cfg_attr(
    not(feature = "testing"),
    allow(unreachable_pub, reason = "some items are public for `testing` alone")
)]

mod text;
mod syntax;
mod check;
mod domain;
mod evaluate;
mod instance;
mod judge;
mod symbolic;
mod specialise;
mod game;

#[doc(hidden)]
pub mod testing;

pub use domain::items::Items;
pub use domain::square::{file, read_square};
pub use domain::value::Value;
pub use game::climbing::{Climbing, WithLevels};
pub use game::indexed::IndexedRules;
pub use game::retraction::{MOST_UNMOVE_STEPS, NoRetraction, NotRetractable};
pub use game::unseen::Unseen;
pub use game::{AnyGame, MoveId, Retraction, RulesGame, WithUnmoves};
pub use instance::board::{
    Cell, Change, Form, IndexKind, IndexView, MoveView, PartView, Picture, VariableView,
};
pub use instance::columns::{ColumnKind, PositionColumn};
pub use instance::{
    BeyondNumbers, Error, Instance, LeftGames, LeftPosition, Rules, SettingFlaw, Settings, Texts,
    WholeGames, WholePosition,
};
pub use judge::linear::LinearFlaw;
pub use judge::plain_orbits::PlainOrbits;
pub use judge::reference::Reference;
pub use syntax::look::{Colour, Look};
pub use text::diagnostic::Diagnostic;
pub use text::span::Span;
pub use text::visible::{is_plain, is_unprintable, visible};
pub use zug_analyse::{ConstantStep, Obstacle, Part, Parts, Shrinking, StepGuard};
pub use zug_index::{IndexSize, MaterialIndex, NoIndex, NoMoves};
pub use zug_program::Word;
