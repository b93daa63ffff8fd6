//! Arithmetic periods of codes and splits, proved.
//!
//! The problem: a move of the game leaves at most h heaps, and its nimbers are seen to
//! satisfy g(n + p) = g(n) + s from some heap e > 0 on. Does that go on for ever?
//!
//! R. B. Austin (*Impartial and partisan games*, thesis, Calgary 1976) and S. Howse
//! and R. J. Nowakowski (*Periodicity and arithmetic-periodicity in hexadecimal
//! games*, 2004) gave criteria for hexadecimal codes. The two criteria below are our
//! own. They are sufficient and not necessary: where neither applies, nothing is
//! claimed. They hold for codes, with or without a tail of period q that begins at
//! digit T, and for splits into at most h heaps of any sizes, which are codes that
//! take 0. Let t be the largest number that a code without a tail takes.
//!
//! To *raise* a heap of an option of n means to replace it by one that is p larger,
//! which makes an option of n + p that takes as many counters; to *lower* a heap is the
//! reverse.
//!
//! # Without saltus
//!
//! Let s = 0. If g(i + p) = g(i) for all i from e as long as i + p is at most
//! h(e + p - 1) + t, then it holds for ever. With a tail, the same is true of
//! h(e + p - 1) + T + p, if q divides p. (For h = 2 this is the theorem of Guy
//! and Smith.)
//!
//! Proof, by induction on n: let n + p be larger than that bound. An option of n + p
//! leaves more than h(e + p - 1) counters, so it has a heap of e + p or more, and that
//! heap can be lowered, which gives an option of n with the same nimber. An option of n
//! leaves more than h(e - 1) counters, so it has a heap of e or more to raise. So the
//! options of n and of n + p have the same nimbers. With a tail, an option without such
//! a heap takes so much that p less (for n: p more) is the same digit of the tail: the
//! same heaps can be left. ∎
//!
//! # With saltus
//!
//! Let s > 0, and let 2^k be the largest power of two that divides s. Write g(n) =
//! 2^k q(n) + r(n) with r(n) < 2^k. So q rises by s / 2^k in a period, and r is
//! periodic. Let Q be the largest q(i) of the heaps 0 < i < e + p. With a tail,
//! let its period divide 2p. An option of n is
//!
//! - *near* if the xor of the r of its heaps is r(n), and the sum of their q is
//!   q(n) or larger by an even number;
//! - *upright* if it has a heap a >= e such that the q of its other heaps have the
//!   xor 0. Raising a then adds s to the nimber of the option;
//! - *lasting* if it has two heaps of e or more with equal q, or if it takes a
//!   number of the tail. Raising both heaps, or taking 2p more, gives an option
//!   of n + 2p with the same nimber;
//! - *steady* if it is upright by a and lasting, by two heaps other than a or by the
//!   tail. Then the option of n + 2p that it gives is steady too.
//!
//! Let B >= e and c >= 0 be such that
//!
//! 1. q(n) > hQ for B <= n < B + p;
//! 2. no option of n is near, for B <= n < B + p;
//! 3. each v with c <= v < g(n) is the nimber of an upright option of n, for
//!    B <= n < B + p;
//! 4. each v < c is the nimber of a lasting option of n, and each v with
//!    c <= v < c + s that of a steady one, for B <= n < B + 2p;
//! 5. g(i + p) = g(i) + s for e <= i < B.
//!
//! Then g(n + p) = g(n) + s for all n >= e.
//!
//! Proof, by induction on n >= B. The claim to carry on is that 1, 2 and 3 hold for
//! n, and g(i + p) = g(i) + s for e <= i < n. To show: g(n + p) = g(n) + s, and 1,
//! 2 and 3 for n + p.
//!
//! By 4, carried on in steps of 2p, each v < c is the nimber of an option of n + p, and
//! each v with c <= v < c + s that of an upright one. For each v with c + s <= v <
//! g(n) + s, raise an upright option of n that has the nimber v - s: the result is an
//! upright option of n + p with the nimber v. So g(n + p) >= g(n) + s, and once there
//! is equality, 3 holds for n + p. Now take an option of n + p that is near g(n) + s
//! (with q(n) + s / 2^k in place of q(n + p)). If all its heaps are below e + p, the
//! sum of the q is at most hQ, less than q(n): it is not near. Otherwise lowering a
//! heap of e + p or more takes s / 2^k from the sum of the q and leaves all r as they
//! are: the result is an option of n that is near, against 2. So no option is near. And
//! an option with the nimber g(n) + s would be near, because a xor is at most the sum,
//! and differs from it by an even number. So g(n + p) = g(n) + s, and 2 holds for n +
//! p; 1 does because q rises. ∎
//!
//! A period p may also be proved by a multiple of it, which has a larger k: if g(n +
//! 2p) = g(n) + 2s for all n >= e, and if p and s are right for 2p heaps from e on,
//! then p and s are right for ever.
//!
//! Cost: one look at each option of 2p heaps. No proof is tried where there are too
//! many options.

use zug_heaps::{HeapGame, Parts};

use super::{PeriodTheorem, Proof, Repetition};

/// The most options that one attempt may look at, and the most bytes that it may take:
/// a fraction of a second.
const MOST_OPTIONS: f64 = 1e6;
/// Splits into more heaps than this are not looked at.
const MOST_HEAPS: u64 = 16;
/// A period is tried with each of these multiples.
const MULTIPLES: [u64; 4] = [1, 2, 4, 8];

/// The numbers that the theorems need to know about a game.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// h: the most heaps that a move leaves, at least 1.
    heaps: u64,
    /// The largest number that is taken, or T, the digit with which the tail begins.
    most: u64,
    /// The period of the tail.
    tail: Option<u64>,
    /// The most heaps that a move of the tail leaves.
    tail_heaps: u64,
}

impl Shape {
    /// Returns `None` for a game that the theorems do not cover.
    fn of(game: &HeapGame) -> Option<Self> {
        let heaps = |digits: &[u8]| {
            let most = digits
                .iter()
                .max()
                .map_or(0, |digit| digit.checked_ilog2().unwrap_or(0));
            u64::from(most).max(1)
        };
        match game {
            HeapGame::Breaking(code) => {
                let tail = code.tail();
                let tail_heaps = heaps(tail);
                Some(Self {
                    heaps: heaps(code.digits()).max(tail_heaps),
                    most: (code.digits().len() - usize::from(tail.is_empty())) as u64,
                    tail: (!tail.is_empty()).then_some(tail.len() as u64),
                    tail_heaps,
                })
            }
            HeapGame::Splitting(splitting) if splitting.parts() == Parts::Any => {
                let heaps = u64::from(splitting.most()?).max(1);
                // With more heaps there are too many options in any case.
                (heaps <= MOST_HEAPS).then_some(Self {
                    heaps,
                    most: 0,
                    tail: None,
                    tail_heaps: 1,
                })
            }
            _ => None,
        }
    }

    /// Whether the period of the tail divides `period`.
    fn suits(self, period: u64) -> bool {
        self.tail.is_none_or(|tail| period.is_multiple_of(tail))
    }

    /// The approximate number of options of a heap.
    fn options(self, heap: u64) -> f64 {
        // The approximate number of ways to write n as a sum of h numbers, in any
        // order.
        let ways = |heaps: u64| {
            (1..heaps).fold(1.0, |ways, part| {
                ways * heap as f64 / (part * (part + 1)) as f64
            })
        };
        let finite = ways(self.heaps) * (self.most + 1) as f64;
        match self.tail {
            Some(_) => finite + ways(self.tail_heaps) * heap as f64,
            None => finite,
        }
    }
}

/// The proof that the first nimbers of a game allow, if they allow one.
pub(crate) fn proof(game: &HeapGame, nimbers: &[u32]) -> Option<Proof> {
    let shape = Shape::of(game)?;
    let repetition = seen(nimbers)?;
    let checked_to = match repetition.saltus {
        0 => without_saltus(shape, repetition, nimbers.len() as u64),
        _ => MULTIPLES.into_iter().find_map(|multiple| {
            let claim = Claim::new(game, shape, nimbers, repetition, multiple)?;
            claim.check()
        }),
    }?;
    Some(Proof {
        repetition,
        theorem: PeriodTheorem::Arithmetic,
        checked_to,
    })
}

/// The least period that the known nimbers show for long enough, with its least
/// preperiod.
///
/// If the sequence has an arithmetic period at all, this is the least one: a shorter
/// one would divide it and begin where it begins, and so would have been seen.
fn seen(nimbers: &[u32]) -> Option<Repetition> {
    let known = nimbers.len();
    (1..=known / 4).find_map(|period| {
        let (first, second) = (&nimbers[..known - period], &nimbers[period..]);
        let saltus = second.last()?.checked_sub(*first.last()?)?;
        let exact = first.iter().zip(second).rev();
        let exact = exact.take_while(|&(&n, &later)| later.checked_sub(n) == Some(saltus));
        let preperiod = first.len() - exact.count();
        (preperiod <= known / 2 && preperiod + 4 * period <= known).then_some(Repetition {
            preperiod: preperiod as u64,
            period: period as u64,
            saltus: u64::from(saltus),
        })
    })
}

/// The first theorem: returns the heap up to which it looks, if that heap is known.
fn without_saltus(shape: Shape, repetition: Repetition, known: u64) -> Option<u64> {
    MULTIPLES.into_iter().find_map(|multiple| {
        let period = multiple.checked_mul(repetition.period)?;
        let first = repetition.preperiod.max(1);
        let past_tail = if shape.tail.is_some() { period } else { 0 };
        let last =
            (shape.heaps.checked_mul(first + period - 1)?).checked_add(shape.most + past_tail)?;
        // Up to `last` the period is seen to hold, and so does its multiple.
        (shape.suits(period) && last < known).then_some(last)
    })
}

/// What the second theorem claims, with its numbers.
struct Claim<'a> {
    game: &'a HeapGame,
    shape: Shape,
    nimbers: &'a [u32],
    /// e, at least 1.
    first: u64,
    /// p and s, or multiples of them.
    period: u64,
    saltus: u64,
    /// k.
    bits: u32,
    /// Q.
    small: u64,
}

/// A bit for each kind of option by which a nimber is attained.
const UPRIGHT: u8 = 1;
const LASTING: u8 = 2;
const STEADY: u8 = 4;

impl<'a> Claim<'a> {
    /// The claim for `multiple` times the repetition that was seen; `None` if too few
    /// heaps are known.
    fn new(
        game: &'a HeapGame,
        shape: Shape,
        nimbers: &'a [u32],
        seen: Repetition,
        multiple: u64,
    ) -> Option<Self> {
        let first = seen.preperiod.max(1);
        let (period, saltus) = (multiple * seen.period, multiple * seen.saltus);
        let bits = saltus.trailing_zeros();
        let small = nimbers.get(1..(first + period) as usize)?;
        let small = u64::from(*small.iter().max()?) >> bits;
        (shape.suits(2 * period)).then_some(Self {
            game,
            shape,
            nimbers,
            first,
            period,
            saltus,
            bits,
            small,
        })
    }

    /// Returns the last heap that was looked at, if the theorem applies.
    fn check(&self) -> Option<u64> {
        let known = self.nimbers.len() as u64;
        let most = self.shape.heaps.checked_mul(self.small)?;
        let large = |heap: &u64| self.quotient(*heap) > most;
        let least = known - (self.first..known).rev().take_while(large).count() as u64;
        let last = known.checked_sub(2 * self.period)?;
        // From the least base on the conditions may fail where later ones hold: nimbers
        // of small heaps may be irregular.
        let tries = [least, least + (last.checked_sub(least)?) / 2, last];
        let base = tries.into_iter().find(|&base| self.holds_from(base))?;
        Some(base + 2 * self.period - 1)
    }

    fn quotient(&self, heap: u64) -> u64 {
        u64::from(self.nimbers[heap as usize]) >> self.bits
    }

    fn remainder(&self, heap: u64) -> u64 {
        u64::from(self.nimbers[heap as usize]) & ((1 << self.bits) - 1)
    }

    /// Whether conditions 2, 3 and 4 hold for B = `base`; condition 1 is known to hold,
    /// and 5 was seen.
    fn holds_from(&self, base: u64) -> bool {
        let end = base + 2 * self.period;
        let widest = self.nimbers[base as usize..end as usize].iter().max();
        let kinds = f64::from(widest.map_or(0, |&nimber| nimber)) + 1.0;
        if self.shape.options(end).max(kinds) * 2.0 * self.period as f64 > MOST_OPTIONS {
            return false;
        }
        let mut all_kinds = Vec::new();
        // c: from here on each nimber below g(n) is that of an upright option.
        let mut upright_from = 0;
        for heap in base..end {
            let Some(kinds) = self.kinds(heap, heap < base + self.period) else {
                return false;
            };
            if heap < base + self.period {
                let below = &kinds[..self.nimbers[heap as usize] as usize];
                let missing = below.iter().rposition(|kind| kind & UPRIGHT == 0);
                upright_from = upright_from.max(missing.map_or(0, |nimber| nimber + 1));
            }
            all_kinds.push(kinds);
        }
        all_kinds.iter().all(|kinds| {
            (0..upright_from + self.saltus as usize).all(|nimber| {
                let asked = if nimber < upright_from {
                    LASTING
                } else {
                    STEADY
                };
                kinds.get(nimber).is_some_and(|kind| kind & asked != 0)
            })
        })
    }

    /// For each nimber the kinds of the options that have it. Returns `None` if an
    /// option is near although `may_none_be_near`.
    fn kinds(&self, heap: u64, may_none_be_near: bool) -> Option<Vec<u8>> {
        let (quotient, remainder) = (self.quotient(heap), self.remainder(heap));
        let mut kinds: Vec<u8> = vec![0; self.nimbers[heap as usize] as usize + 1];
        let mut is_one_near = false;
        self.game.options(heap, &mut |heaps: &[u64]| {
            let (mut nimber, mut sum, mut left) = (0, 0, 0);
            for &part in heaps {
                nimber ^= u64::from(self.nimbers[part as usize]);
                sum += self.quotient(part);
                left += part;
            }
            let is_near = nimber & ((1 << self.bits) - 1) == remainder
                && sum >= quotient
                && (sum - quotient).is_multiple_of(2);
            is_one_near |= is_near;
            if let Some(kind) = kinds.get_mut(nimber as usize) {
                let by_tail = self.shape.tail.is_some() && heap - left >= self.shape.most;
                *kind |= self.kind(heaps, nimber >> self.bits, by_tail);
            }
        });
        (!may_none_be_near || !is_one_near).then_some(kinds)
    }

    /// The kinds of an option; `xor` is the xor of the q of all its heaps.
    fn kind(&self, heaps: &[u64], xor: u64, by_tail: bool) -> u8 {
        let mut kind = if by_tail { LASTING } else { 0 };
        let is_late = |&place: &usize| heaps[place] >= self.first;
        let has_pair_but = |but: usize| {
            let late = || {
                (0..heaps.len())
                    .filter(is_late)
                    .filter(move |&place| place != but)
            };
            late().any(|one| {
                late().any(|other| {
                    one < other && self.quotient(heaps[one]) == self.quotient(heaps[other])
                })
            })
        };
        if has_pair_but(usize::MAX) {
            kind |= LASTING;
        }
        for place in (0..heaps.len()).filter(is_late) {
            if self.quotient(heaps[place]) == xor {
                kind |= UPRIGHT;
                if by_tail || has_pair_but(place) {
                    kind |= STEADY;
                }
            }
        }
        kind
    }
}
