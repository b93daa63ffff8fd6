//! Checks the nimbers of the heaps of a game, and a period claimed of them, with
//! code that cannot work out either.
//!
//! [`NimberCheck`] checks that a claimed nimber is the mex of what the moves
//! leave, by the claims for the smaller heaps: every smaller value is left by some
//! move, and the nimber itself by none. Where that holds for *all* heaps the nimbers
//! are true, by induction. The check of all heaps takes time in proportion to the number of
//! moves, about n² for n heaps of a game that splits in two. So a caller may ask for a
//! sample of the larger heaps ([`Effort::heaps`]).
//!
//! [`certify_repetition`] takes the nimbers for true and checks that they repeat as
//! claimed, as far as they are known, that preperiod and period are the least, and
//! that enough nimbers are known for the theorem by which they repeat for ever:
//!
//! - [`Ground::GuySmith`]: the nimbers of a code whose moves leave at most two heaps and
//!   take at most t counters repeat for ever, with preperiod e and period p, once those of
//!   all heaps to 2e + 2p + t do (R. K. Guy and C. A. B. Smith 1956).
//! - [`Ground::Window`]: the nimbers of a subtraction game with largest number s repeat for
//!   ever once those of s heaps in a row do, as a nimber depends on the s nimbers before it
//!   (S. W. Golomb 1966). So do those of a code whose moves leave at most one heap.
//! - [`Ground::RepeatedState`]: a code as for Guy and Smith, with far fewer heaps than they
//!   ask for, thanks to rare nimbers (E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning
//!   Ways*, chapter 4); see below.
//! - [`Ground::MissingNimbers`]: all numbers may be taken but a few, the largest of which is s.
//!   The nimber of n depends on the s nimbers before it and on the nimbers that are
//!   *missing*: no heap below n - s has them. Let the heaps below m be known. If each known
//!   heap from e + p on has σ more than the heap p before it, and if the nimbers missing
//!   below m - s are those missing below m - s - p, with σ added to each, then the nimbers
//!   repeat for ever: where σ is added to all that a nimber depends on, σ is added to the
//!   nimber.
//!
//! # The repeated state
//!
//! Give each bit of nimbers a weight, 0 or 1; the weight of a number is the sum of the
//! weights of its bits. A heap n with the nimber v is *common* if v has an odd weight. If p
//! is even, and all splits of the code take an even number (q = 0) or all an odd number
//! (q = 1), one may choose another rule, in which heaps count: n is common if the weight of v
//! plus n + q is odd. A heap that is not common is *rare*; let r be the last rare heap. Let
//! the heaps below m be known, let their nimbers repeat from e on, and let m > e + p + r + t.
//! Let each value below the nimber of one of the last p heaps have a *witness*: a move that
//! leaves the value with one heap of e or more.
//!
//! Why that suffices, by induction on N from m on: let g(b) = g(b - p) for all b with
//! e + p <= b < N, and let v = g(N - p). With the nimber v the heap N is common, as N - p is
//! common and p is even if heaps count.
//!
//! 1. A witness of N - p becomes one of N when p is added to its heap b of e or
//!    more, which leaves b + p < N: all values below v are left by N.
//! 2. No move from N leaves v. Two common heaps leave an even weight. If heaps count, they
//!    add up to N less what is taken, so that the weight which they leave differs from
//!    N + q by an even number, and N + q added to it is even. But v is odd in this count.
//!    If one of two heaps is rare, it is at most r, and the other is at least N - t - r, so
//!    larger than e + p; then N - p has a move that leaves the first heap and p less of the
//!    other, and with it the same nimber. It is so for a single heap as well. But no move
//!    from N - p leaves v.
//!
//! So g(N) = v, and N has witnesses for N + p.
//!
//! A claim says neither the weights nor whether heaps count: going down from the last
//! heap, "this heap is common" is one linear equation in the weights, and r is the
//! first heap whose equation contradicts those before it. Every choice of weights has
//! its last rare heap at r or above.
//!
//! **What it does not check**: whether the rules are those of the game that is meant, and
//! periods that rest on other theorems, as nearly all periods with a saltus do: for those the
//! answer is [`HeapFlaw::NoTheorem`].
//!
//! ```
//! use zug_certify::heaps::*;
//! use zug_heaps::{Breaking, HeapGame};
//!
//! // Take one or two: 0, 1, 2, 0, 1, 2...
//! let game = HeapGame::Breaking("0.33".parse::<Breaking>()?);
//! let nimbers: Vec<u32> = (0..20).map(|heap| heap % 3).collect();
//! let mut check = NimberCheck::new(&game, &nimbers)?;
//! for heap in 0..20 {
//!     check.heap(heap)?;
//! }
//!
//! let claim = RepetitionClaim {
//!     preperiod: 0,
//!     period: 3,
//!     saltus: 0,
//!     ground: Ground::GuySmith,
//! };
//! let reached = certify_repetition(&game, &nimbers, &claim, &Effort::WHOLE)?;
//! assert_eq!(reached.heaps_needed, 2 * 3 + 2 + 1);
//!
//! let flaw = certify_repetition(&game, &nimbers[..8], &claim, &Effort::WHOLE).unwrap_err();
//! assert_eq!(flaw, HeapFlaw::TooFew { known: 8, needed: 9 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod claim;
mod effort;
mod flaw;
pub(crate) mod moves;
mod nimbers;
mod missing;
mod state;
mod repetition;

pub use claim::{Ground, RepetitionClaim};
pub use effort::{Checked, Effort};
pub use flaw::HeapFlaw;
pub use nimbers::NimberCheck;
pub use repetition::{Reached, certify_repetition};
