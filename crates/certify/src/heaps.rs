//! Checks the nimbers of the heaps of a game, and a period claimed of them, with
//! code that cannot work out either.
//!
//! [`certify_nimbers`] checks that a claimed nimber is the mex of what the moves
//! leave, by the claims for the smaller heaps: every smaller value is left by some
//! move, and the value itself by none. Where that holds for *all* heaps the nimbers
//! are true, by induction. To look at all takes as long as the moves are many, n²
//! for a game that splits in two, so a caller may ask for a sample of the larger
//! heaps; [`Checked`] says how many were looked at.
//!
//! [`certify_repetition`] takes nimbers as true and checks that they repeat as
//! claimed, as far as they are known, that preperiod and period are the least, and
//! that what is known suffices for the theorem by which they do so for ever:
//!
//! - [`Ground::GuySmith`]: a code that leaves at most two heaps and takes at most t
//!   counters repeats for ever once all heaps to 2e + 2p + t do, with preperiod e
//!   and period p (R. K. Guy and C. A. B. Smith 1956).
//! - [`Ground::Window`]: a subtraction game with largest number s repeats for ever
//!   once s heaps in a row do, as a nimber depends on the s before it (S. W. Golomb
//!   1966). So does a code that leaves at most one heap.
//! - [`Ground::RepeatedState`]: a code as above, with far fewer heaps than Guy and
//!   Smith ask for, thanks to rare nimbers (E. R. Berlekamp, J. H. Conway and R. K.
//!   Guy, *Winning Ways*, chapter 4); see below.
//! - [`Ground::MissingNimbers`]: all numbers may be taken but a few, s at most. The
//!   nimber of n depends on the s before it and on which nimbers are *missing*: not
//!   had by any heap before those. If from e on each of so many heaps known, those
//!   below m, has σ more than the one p before, and if the nimbers missing below
//!   m - s are those missing below m - s - p, with σ added to each, then so it goes
//!   on for ever, for what adds σ to these adds it to all that follows.
//!
//! # The repeated state
//!
//! Let the bits of nimbers be weighed, 0 or 1 each. A heap n with a nimber v is
//! *common* if v has an odd weight; or, if all splits of the code take an even number
//! or all an odd one, q, and p is even, one may ask for an odd weight of v with n + q
//! added to it. Let r be the last heap that is not common, but *rare*. Let all heaps
//! known, those below m, repeat from e on, with m > e + p + r + t. Let each value
//! below the nimber of one of the last p heaps have a *witness*: a move that leaves
//! it with one heap of e or more.
//!
//! Why that suffices, by induction on N from m on: let g(b) = g(b - p) for all b with
//! e + p <= b < N, and let v = g(N - p). N with v is common, for N - p is, and if
//! heaps count then p is even.
//!
//! 1. A witness of N - p becomes one of N when p is added to its heap b of e or
//!    more, which leaves b + p < N: all values below v are left by N.
//! 2. No move from N leaves v. Two common heaps leave an even weight. If heaps count,
//!    the two add up to N less what is taken, so the weight that they leave is that of
//!    N + q but for an even number, and with N + q added it is even. v makes it odd.
//!    With one rare heap, r at most, the other is N - t - r or more, so larger than
//!    e + p, and N - p has the same move with p less; and so for a single heap. N - p
//!    leaves no v.
//!
//! So g(N) = v, and N has witnesses for N + p.
//!
//! Neither the weights nor whether heaps count is asked for: going down from the last
//! heap, "this heap is common" is one linear equation in the weights, and r is the
//! first heap whose equation contradicts those before. Every choice of weights has
//! its last rare heap there or above.
//!
//! **What it does not check**: that the rules are the rules of the game meant, and
//! periods that rest on other theorems, as do nearly all that add something (a
//! saltus): for those there is [`HeapFlaw::NoTheorem`].
//!
//! ```
//! use zug_certify::heaps::*;
//! use zug_heaps::{Breaking, HeapGame};
//!
//! // Take one or two: 0, 1, 2, 0, 1, 2...
//! let game = HeapGame::Breaking("0.33".parse::<Breaking>()?);
//! let nimbers: Vec<u32> = (0..20).map(|heap| heap % 3).collect();
//! let checked = certify_nimbers(&game, &nimbers, &Effort::WHOLE)?;
//! assert!(checked.is_whole());
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
mod moves;
mod nimbers;
mod missing;
mod state;
mod repetition;

pub use claim::{Ground, RepetitionClaim};
pub use effort::{Checked, Effort};
pub use flaw::HeapFlaw;
pub use nimbers::NimberCheck;
pub use repetition::{Reached, certify_repetition};

use zug_heaps::HeapGame;

/// Checks that claimed nimbers of the heaps from 0 on are each the mex of what the
/// moves leave, for all heaps or some of them. [`NimberCheck`] does so heap by heap.
///
/// Cost: the moves of the heaps looked at, somewhat more than a nanosecond each for
/// a code that leaves two heaps at most; 8 bytes for each value below a power of 2
/// above the largest nimber.
pub fn certify_nimbers(
    game: &HeapGame,
    nimbers: &[u32],
    effort: &Effort,
) -> Result<Checked, HeapFlaw> {
    let mut check = NimberCheck::new(game, nimbers)?;
    let mut checked = Checked {
        heaps: 0,
        of: nimbers.len() as u64,
    };
    for heap in effort.heaps(0, checked.of) {
        checked.heaps += 1;
        check.heap(heap)?;
    }
    Ok(checked)
}
