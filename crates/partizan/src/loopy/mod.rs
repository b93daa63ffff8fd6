//! Values of games in which play can go round.
//!
//! Play that never ends is a draw. G⁺ is the game in which Left wins all such play instead, and G⁻ that in which
//! Right wins it. A *stopper* is a game in which play that alternates ends. If G⁺ = s⁺ and G⁻ = t⁻ for stoppers s
//! and t, G is written s & t, with s as its *onside* and t as its *offside*. The definitions and theorems are those
//! of J. H. Conway, *Loopy games* (1978), of *Winning Ways*, chapter 11, and of A. N. Siegel, *Combinatorial Game
//! Theory* (2013), chapter VI:
//!
//! - G ≥ H exactly if G⁺ ≥ H⁺ and G⁻ ≥ H⁻.
//! - G⁺ ≥ H⁺ exactly if Left, playing second, survives G⁺ - H⁺: she never is without a move, and does not move for
//!   ever in H alone. Where both are stoppers, going on for ever is no loss for her.
//! - Two stoppers without dominated options, without reversible options and without equal positions are equal exactly
//!   if they are the same graph.
//! - (G + H)⁺ = G⁺ + H⁺, and {G | H}⁺ = {G⁺ | H⁺}: each side is worked out without the other one.
//!
//! Not every game has stoppers as its sides, and no way is known that finds them wherever there are some. So stoppers
//! are *proposed* ([`simplify`] and what follows it in [`side`]), by rules that need not always be right; each
//! proposal is then compared with the game whose side it should be ([`contest`]), which decides.
//!
//! [`value`] says what a value is, [`loops`] keeps stoppers so that equal ones are the same, [`side`] finds the side
//! of a graph, [`arithmetic`] adds and compares values, [`write`](self::write) prints them.

pub(crate) mod value;
pub(crate) mod loops;
mod contest;
mod simplify;
mod side;
mod arithmetic;
mod write;
