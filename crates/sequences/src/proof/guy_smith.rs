//! The theorem that an octal game's nimbers are periodic for ever, from finitely many
//! of them.
//!
//! The problem: the nimbers of the heaps up to some n are known and look periodic; are
//! the nimbers of all larger heaps periodic too?
//!
//! The theorem (R. K. Guy and C. A. B. Smith, *The G-values of various games*, Proc.
//! Cambridge Phil. Soc. 52, 1956): let a code leave at most two heaps, with all digits
//! below 8, and take at most t counters, so that `d_k` = 0 for k > t. If g(n + p) =
//! g(n) for all n from e on for which n + p <= 2e + 2p + t, then g(n + p) = g(n) for
//! all n from e on.
//!
//! Why: let N > 2e + 2p + t, and let g(m) = g(m - p) for all m with e + p <= m < N. The
//! moves from N and from N - p, which is larger than 2e + p + t, leave the same
//! nimbers:
//!
//! - Two heaps that N leaves add up to N - t at least, so one of them, b, is e + p + 1
//!   or more, and it is smaller than N. Then g(b) = g(b - p), b - p is no empty heap,
//!   and N - p leaves b - p with the other one. This holds too when nothing is taken
//!   (`d_0` = 4): a split makes b smaller than N.
//! - Two heaps that N - p leaves add up to N - p - t or more, so one of them, b, is
//!   e + 1 or more. b + p is smaller than N, so g(b + p) = g(b), and N leaves b + p
//!   with the other one.
//! - One heap that either leaves is larger than e, and the other leaves the same
//!   with p more or less. Neither can be taken whole: both are larger than t.
//!
//! So g(N) = g(N - p), and by induction the same is true of all larger heaps.
//!
//! The method: for a period p, the last heap that breaks it is where the nimbers, read
//! backwards, first differ from themselves shifted by p. The Z-function gives that
//! place for all p at once, and so the least e for each p. The least p for which e is
//! small enough is the least period that there is: a smaller period would have the same
//! e and would be proved sooner. For the same reason nothing is found before 2e + 2p +
//! t is known for the true preperiod e and period p, and from then on it is always
//! found.
//!
//! Cost: linear time, and 4 bytes for every two known heaps.
//!
//! When not to use it: the proof fails for a game that leaves three heaps (two of them
//! may both be small), for a code with a tail, and for splits in two unequal heaps, as
//! in Grundy's game: b - p may equal the other heap. More than 2^32 heaps are not
//! looked at.
//!
//! ```
//! use zug_heaps::{Breaking, HeapGame};
//! use zug_sequences::engine::naive;
//! use zug_sequences::proof::guy_smith;
//!
//! let kayles: Breaking = "0.77".parse()?;
//! let nimbers = naive::nimbers(&HeapGame::Breaking(kayles.clone()), 169);
//! let proof = guy_smith::proof(&kayles, &nimbers).ok_or("no period")?;
//! assert_eq!(proof.repetition.preperiod(), 71);
//! assert_eq!(proof.repetition.period(), 12);
//! assert_eq!(proof.checked_to, 2 * 71 + 2 * 12 + 2);
//! assert_eq!(guy_smith::proof(&kayles, &nimbers[..168]), None); // one too few
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use zug_heaps::Breaking;

use super::{PeriodTheorem, Proof, Repetition};

/// The least preperiod and period that the theorem proves, if it proves any; `nimbers`
/// are those of the heaps from 0 on.
///
/// The nimbers may be of any type that can be compared, so that an engine passes its
/// own narrow type.
pub fn proof<T: PartialEq>(game: &Breaking, nimbers: &[T]) -> Option<Proof> {
    let most_taken = usize::try_from(game.most_taken()?).ok()?;
    if game.digits().iter().any(|&digit| digit >= 8) {
        return None;
    }
    let known = nimbers.len();
    u32::try_from(known).ok()?;
    // 2e + 2p + t < known holds for some e only if it holds for e = 0.
    let periods = known.checked_sub(most_taken + 1)? / 2;
    let common = common_suffixes(nimbers, periods + 1);
    (1..=periods).find_map(|period| {
        let preperiod = known - period - common[period] as usize;
        let checked_to = 2 * preperiod + 2 * period + most_taken;
        (checked_to < known).then_some(Proof {
            repetition: Repetition {
                preperiod: preperiod as u64,
                period: period as u64,
                saltus: 0,
            },
            theorem: PeriodTheorem::GuySmith,
            checked_to: checked_to as u64,
        })
    })
}

/// For each shift from 1 to `count - 1`: the number of terms, from the last one back,
/// that equal the term `shift` places before. This is the Z-function of the sequence
/// read backwards.
fn common_suffixes<T: PartialEq>(terms: &[T], count: usize) -> Vec<u32> {
    let all = terms.len();
    let term = |back: usize| &terms[all - 1 - back];
    let mut common = vec![0u32; count];
    // Counted from the back, the terms start..end equal the terms 0..end - start.
    let (mut start, mut end) = (0, 0);
    for shift in 1..count {
        let mut length = 0;
        if shift < end {
            length = (common[shift - start] as usize).min(end - shift);
        }
        while shift + length < all && term(length) == term(shift + length) {
            length += 1;
        }
        if shift + length > end {
            (start, end) = (shift, shift + length);
        }
        common[shift] = length as u32;
    }
    common
}
