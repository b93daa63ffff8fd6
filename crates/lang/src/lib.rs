//! The rules language: a game written as text becomes a [`zug_game::Game`].
//!
//! The road of a rules file, in the order of the modules: text is split into
//! tokens (`lexer`), read into a syntax tree (`parser`, `ast`), and
//! checked (`check`). With its parameters known it becomes an [`Instance`]:
//! types have sizes and the position a `layout`. The plain evaluator
//! (`evaluate`, `reference`) gives every expression and move its meaning on
//! a concrete position. `specialise` works out all that does not depend on
//! the position and leaves a `residual` program, which `interpret` runs on
//! packed positions; `game` makes the whole a `Game` with a perfect index,
//! verified symmetries (`symmetry`) and a notation (`notation`).
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

mod span;
mod visible;
mod diagnostic;
mod ast;
mod lexer;
mod parser;
mod constructs;
mod check;
mod value;
mod ty;
mod state;
mod part;
mod instance;
mod evaluate;
mod reference;
mod specialise;
mod symmetry;
mod plain_orbits;
mod notation;
mod game;
mod retraction;

pub use constructs::Construct;
pub use diagnostic::Diagnostic;
pub use game::{AnyGame, MoveId, Retraction, RulesGame};
pub use instance::{Error, Instance, Rules, Settings};
pub use plain_orbits::PlainOrbits;
pub use reference::Reference;
pub use retraction::{MOST_UNMOVE_STEPS, NoRetraction, NotRetractable};
pub use span::Span;
pub use value::Value;
pub use visible::{is_unprintable, visible};
pub use zug_program::{ConstantStep, Interruption, Patience, StepGuard, Word};
