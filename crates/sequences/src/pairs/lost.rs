//! The lost positions of all two heaps up to some size.
//!
//! The problem: from which two heaps does the mover lose, under normal or misère
//! play?
//!
//! The method: if any number may be taken from one heap, no two lost positions share a
//! heap, so each heap in turn gets the least partner from which no lost position is
//! reached. The result is a list. (With a game that is [`Wythoff`] that list is a
//! theorem.) Otherwise, by columns of bits: the positions (a, b) that reach a lost one
//! by taking from b, or from both, are shifted copies of earlier columns; within a
//! column the first position left over is lost, and the positions that reach it are
//! struck out.
//!
//! Where a multiple of two numbers may be taken from both heaps, a lost position strikes out
//! all positions of its ray. No two lost positions share a ray, so that the rays cost a step
//! for each position of the square.
//!
//! Cost for heaps below n: with the list, 24 bytes a heap, and for each heap a look at the
//! lost positions before it, and at each pair of numbers for each partner that is tried; with
//! columns, n² / 8 bytes (twice that with ratios), and n / 64 steps a column for each number
//! or pair of the rules. For [`zug_heaps::Both::within`] t without any number from one, up to
//! 2t steps a position. Where the moves are listed, a look at each move.
//!
//! When not to use it: Wythoff's game and Euclid's have theorems, which answer larger
//! heaps.
//!
//! ```
//! use zug_heaps::PairGame;
//! use zug_sequences::pairs::Lost;
//! use zug_sequences::Job;
//! use zug_values::Play;
//!
//! let king: PairGame = "king".parse()?;
//! let lost = Lost::new(&king, Play::Normal, 5, &Job::default())?;
//! assert_eq!(lost.iter().collect::<Vec<_>>(), [(0, 0), (0, 2), (0, 4), (2, 2), (2, 4), (4, 4)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use zug_heaps::{Both, ListedPairs, One, PairGame, Taking};
use zug_job::{Charge, Job, Phase, Progress};
use zug_values::{Outcome, Play};

use super::bits::{Square, exactly, next_set, next_unset, or_shifted};
use super::{PairsError, Wythoff, euclid};

/// The lost positions among all two heaps below some size.
#[derive(Debug)]
pub struct Lost {
    size: u64,
    kept: Kept,
    /// Holds the bytes of the table in the budget as long as the table lives.
    _charge: Charge,
}

#[derive(Debug)]
enum Kept {
    /// For each heap its partner, if that is below the size: no two lost positions
    /// share a heap.
    Partners(Vec<Option<u64>>),
    /// Bit b of row a is set if (a, b) is lost. Invariant: symmetric.
    Square(Square),
    /// Euclid's game, under this convention of play: its theorem answers each position
    /// without a table.
    Euclid(Play),
}

impl Lost {
    /// Works out the lost positions among all two heaps below `size`.
    ///
    /// # Errors
    ///
    /// The table would take more bytes than the budget has, or the caller cancelled the
    /// work.
    pub fn new(game: &PairGame, play: Play, size: u64, job: &Job) -> Result<Self, PairsError> {
        let partners = matches!(game, PairGame::Taking(taking) if *taking.one() == One::Any);
        let needed = match game {
            PairGame::Euclid => 0,
            // The list, and for each heap when it was last struck out.
            PairGame::Taking(_) if partners => {
                size.saturating_mul((size_of::<Option<u64>>() + size_of::<u64>()) as u64)
            }
            // A square or two, and a column of flags.
            PairGame::Taking(taking) => {
                let squares = if taking.both().ratios.is_empty() {
                    1
                } else {
                    2
                };
                Square::bytes(size)
                    .saturating_mul(squares)
                    .saturating_add(size)
            }
            PairGame::Listed(_) => Square::bytes(size),
        };
        let largest = size.saturating_sub(1);
        let refused = |refusal| PairsError::too_large(largest, needed, refusal, 0);
        let mut charge = job.budget.open();
        let kept = match game {
            PairGame::Taking(taking) if partners => {
                let mut partners = Vec::new();
                exactly(size, &mut partners, &mut charge).map_err(refused)?;
                partners.resize(size as usize, None);
                let mut struck = Vec::new();
                exactly(size, &mut struck, &mut charge).map_err(refused)?;
                struck.resize(size as usize, u64::MAX);
                find_partners(&mut partners, struck, taking, play, job)?;
                Kept::Partners(partners)
            }
            PairGame::Taking(taking) => {
                let mut lost = Square::new(size, &mut charge).map_err(refused)?;
                let mut near = Vec::new();
                exactly(size, &mut near, &mut charge).map_err(refused)?;
                near.resize(size as usize, false);
                let mut rays = Rays {
                    ratios: &taking.both().ratios,
                    struck: None,
                };
                if !rays.ratios.is_empty() {
                    rays.struck = Some(Square::new(size, &mut charge).map_err(refused)?);
                }
                find_lost(&mut lost, near, rays, taking, play, job)?;
                Kept::Square(lost)
            }
            PairGame::Listed(listed) => {
                let mut lost = Square::new(size, &mut charge).map_err(refused)?;
                find_listed(&mut lost, size, listed, play, job)?;
                Kept::Square(lost)
            }
            PairGame::Euclid => Kept::Euclid(play),
        };
        Ok(Self {
            size,
            kept,
            _charge: charge,
        })
    }

    /// All heaps are smaller than this.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Whether the mover loses; `None` if a heap is not below the size.
    pub fn is_lost(&self, a: u64, b: u64) -> Option<bool> {
        (a.max(b) < self.size).then(|| match &self.kept {
            Kept::Partners(partners) => partners[a as usize] == Some(b),
            Kept::Square(square) => square.get(a, b),
            Kept::Euclid(play) => euclid::outcome(a, b, *play) == Outcome::Loss,
        })
    }

    /// The lost positions, the smaller heap of each first, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        (0..self.size).flat_map(move |a| {
            let mut from = Some(a);
            std::iter::from_fn(move || {
                let b = self.partner_from(a, from?)?;
                from = b.checked_add(1);
                Some((a, b))
            })
        })
    }

    /// The least b from `from` on such that (a, b) is lost.
    fn partner_from(&self, a: u64, from: u64) -> Option<u64> {
        match &self.kept {
            Kept::Partners(partners) => partners[a as usize].filter(|&b| b >= from),
            Kept::Square(square) => next_set(square.row(a), from),
            Kept::Euclid(play) => {
                (from..self.size).find(|&b| euclid::outcome(a, b, *play) == Outcome::Loss)
            }
        }
    }
}

/// The number of heaps after which a walk checks whether it is cancelled.
const STEPS: u64 = 1 << 12;

/// Finds the partner of every heap, if any number may be taken from one heap. All
/// entries of `partners` are `None` at first.
///
/// `struck[b]` becomes the last heap a for which the position (a, b) was found to reach a lost
/// one by taking from both heaps; at first it is no heap.
fn find_partners(
    partners: &mut [Option<u64>],
    mut struck: Vec<u64>,
    taking: &Taking,
    play: Play,
    job: &Job,
) -> Result<(), PairsError> {
    let size = partners.len() as u64;
    let looked_up = |a: u64| match a % STEPS {
        0 => job.go_on(|| Progress::at(Phase::Solving, a)),
        _ => Ok(()),
    };
    if let Some(within) = taking.as_wythoff() {
        let theorem = Wythoff::new(within, play);
        let pairs = (0..size).map_while(|n| theorem.lost(n));
        for (small, large) in pairs.take_while(|&(small, _)| small < size) {
            looked_up(small)?;
            if large < size {
                partners[small as usize] = Some(large);
                partners[large as usize] = Some(small);
            }
        }
        return Ok(());
    }
    let both = taking.both();
    let looks_back = both.within.is_some() || !both.ratios.is_empty();
    let most = both.within.map_or(0, |within| within.get() - 1);
    for a in 0..size {
        looked_up(a)?;
        if partners[a as usize].is_some() {
            continue;
        }
        // A lost position that is reached by taking from both has a heap below a, whose
        // partner is known.
        for x in if looks_back { 0..a } else { 0..0 } {
            let Some(y) = partners[x as usize] else {
                continue;
            };
            if x % STEPS == STEPS - 1 {
                job.go_on(|| Progress::at(Phase::Solving, a))?;
            }
            let taken = a - x;
            if both.within.is_some() {
                let least = taken.saturating_sub(most).max(1);
                for l in least..=taken.saturating_add(most) {
                    strike(&mut struck, y, l, a);
                }
            }
            for &(k, l) in &both.ratios {
                for (k, l) in [(k, l), (l, k)] {
                    if taken.is_multiple_of(k) {
                        strike(&mut struck, y, (taken / k).saturating_mul(l), a);
                    }
                }
            }
        }
        let reaches = |b: u64| {
            let lost = |x: Option<u64>, y: Option<u64>| {
                x.zip(y)
                    .is_some_and(|(x, y)| partners[x as usize] == Some(y))
            };
            struck[b as usize] == a
                || both.pairs.iter().any(|&(k, l)| {
                    lost(a.checked_sub(k), b.checked_sub(l))
                        || lost(a.checked_sub(l), b.checked_sub(k))
                })
        };
        let stuck_and_won = |b: u64| play == Play::Misere && (a, b) == (0, 0);
        let partner =
            (a..size).find(|&b| partners[b as usize].is_none() && !stuck_and_won(b) && !reaches(b));
        if let Some(b) = partner {
            partners[a as usize] = Some(b);
            partners[b as usize] = Some(a);
        }
    }
    Ok(())
}

/// Notes that the heaps a and `y + taken` reach a lost position.
fn strike(struck: &mut [u64], y: u64, taken: u64, a: u64) {
    let b = y.checked_add(taken).and_then(|b| usize::try_from(b).ok());
    if let Some(entry) = b.and_then(|b| struck.get_mut(b)) {
        *entry = a;
    }
}

/// The positions that reach a lost one by taking a multiple of two numbers from both heaps.
struct Rays<'a> {
    ratios: &'a [(u64, u64)],
    /// Bit a of row b is set if (a, b) is such a position; `None` where there is no ratio.
    struck: Option<Square>,
}

impl Rays<'_> {
    /// Marks all positions that reach the lost position (a, b).
    fn strike(&mut self, a: u64, b: u64, size: u64) {
        let Some(struck) = &mut self.struck else {
            return;
        };
        for &(k, l) in self.ratios {
            for (k, l) in [(k, l), (l, k)] {
                let (mut x, mut y) = (a + k, b + l);
                while x < size && y < size {
                    struck.set(x, y);
                    struck.set(y, x);
                    (x, y) = (x + k, y + l);
                }
            }
        }
    }
}

/// Finds all lost positions by definition, where the moves are listed. All bits of `lost` are unset
/// at first.
fn find_listed(
    lost: &mut Square,
    size: u64,
    listed: &ListedPairs,
    play: Play,
    job: &Job,
) -> Result<(), PairsError> {
    for b in 0..size {
        job.go_on(|| Progress::at(Phase::Solving, b * (b + 1) / 2))?;
        for a in 0..=b {
            let options = listed.left(a, b);
            let is_stuck_and_won = options.is_empty() && play == Play::Misere;
            let reaches = |&(x, y): &(u32, u32)| lost.get(x.into(), y.into());
            if !is_stuck_and_won && !options.iter().any(reaches) {
                lost.set(a, b);
                lost.set(b, a);
            }
        }
    }
    Ok(())
}

/// Finds all lost positions, if only certain numbers may be taken from one heap. All
/// bits of `lost` are unset at first.
///
/// `near[d]` says whether the next position whose heaps differ by d reaches a lost one
/// by taking from both heaps numbers that are close to each other.
fn find_lost(
    lost: &mut Square,
    mut near: Vec<bool>,
    mut rays: Rays<'_>,
    taking: &Taking,
    play: Play,
    job: &Job,
) -> Result<(), PairsError> {
    let size = near.len() as u64;
    let one: &[u64] = match taking.one() {
        One::Of(takes) => takes,
        One::Any => &[],
    };
    for b in 0..size {
        job.go_on(|| Progress::at(Phase::Solving, b * (b + 1) / 2))?;
        // Bit a is set if the position (a, b) is known to be won, for a up to b.
        let mut won = vec![0; (b / 64 + 1) as usize];
        for &l in one.iter().take_while(|&&l| l <= b) {
            or_shifted(&mut won, lost.row(b - l), 0);
        }
        let both = taking.both();
        for &(k, l) in both.pairs.iter().take_while(|(k, _)| *k <= b) {
            if l <= b {
                or_shifted(&mut won, lost.row(b - l), k);
            }
            or_shifted(&mut won, lost.row(b - k), l);
        }
        if let Some(within) = both.within {
            let most = within.get() - 1;
            for a in 1..=b {
                let (x, y) = (a - 1, b - 1);
                let reaches = &mut near[(b - a) as usize];
                *reaches |= (0..=most.min(y)).any(|more| lost.get(x, y - more))
                    || (1..=most.min(x)).any(|more| lost.get(x - more, y));
                if *reaches {
                    won[(a / 64) as usize] |= 1 << (a % 64);
                }
            }
        }
        if let Some(struck) = &rays.struck {
            or_shifted(&mut won, struck.row(b), 0);
        }
        if play == Play::Misere {
            for a in 0..stuck_below(b, one, taking.both()) {
                won[(a / 64) as usize] |= 1 << (a % 64);
            }
        }
        let mut a = 0;
        while let Some(found) = next_unset(&won, a).filter(|&found| found <= b) {
            lost.set(found, b);
            lost.set(b, found);
            rays.strike(found, b, size);
            for k in one {
                if let Some(word) = won.get_mut(((found + k) / 64) as usize) {
                    *word |= 1 << ((found + k) % 64);
                }
            }
            a = found + 1;
        }
    }
    Ok(())
}

/// Positions (a, b) with a <= b have no move if a is below the result.
fn stuck_below(b: u64, one: &[u64], both: &Both) -> u64 {
    if one.first().is_some_and(|&least| least <= b) {
        return 0;
    }
    let pairs = both.pairs.iter().chain(&both.ratios).copied();
    let within = both.within.map(|_| (1, 1));
    let fits = pairs.chain(within).filter(|(_, l)| *l <= b);
    fits.map(|(k, _)| k).min().unwrap_or(b + 1)
}
