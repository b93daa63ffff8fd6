//! A lower bound on the number of positions, from a sample of play.
//!
//! A job that cannot fit should be refused before an hour of work, not after. The birthday
//! paradox tells: if playouts often meet in a position, there are few positions; if
//! thousands of playouts never meet, there are many.
//!
//! **The bound.** Let a playout visit the positions of a set, each with a weight
//! that depends on the ply alone, and let Z(x) be the weight it gives to x.
//! With m = E Σ Z(x) and, for two independent playouts Z and Z', with
//! c = E Σ Z(x)·Z'(x) = Σ (E Z(x))², the inequality of Cauchy and Schwarz gives
//! m² ≤ N·c, so N ≥ m²/c, whatever the weights and however uneven the playouts.
//! (For one draw each, it says that two draws agree with probability at least
//! 1/N.) The best weights are inverse to how often playouts meet at a ply; the
//! first half of the playouts chooses them, the second half alone is counted.
//!
//! **The doubt.** m is taken four standard errors lower, c four higher (standard
//! errors by leaving out one playout, B. Efron and C. Stein, 1981), and eight
//! meetings of whole playouts are added to c, which covers the case that no meeting
//! was seen. Positions are told apart by a hash of 64 bits: two positions with one hash
//! look like one position, which only lowers the bound. A playout is cut after [`LONGEST`]
//! plies.
//!
//! **Little memory.** The positions are split by their hash into 64 parts. Where not all visits
//! fit, those of half of the parts are dropped, and so on: the bound of the positions in the parts
//! that are left, less four standard errors of a random choice of positions, is raised by as much
//! as they are fewer.
//!
//! **How long to go on.** The quotient m²/c itself, without the doubt, tells about how many
//! positions there are at least, and so how long the work would take ([`Bound::likely`]): whoever
//! doubles a sample can see whether the next one is still short beside the work. Where playouts
//! meet a few positions again and again the sample ends by itself.
//!
//! Cost: for each ply of a playout, one expansion and 24 bytes. The bound cannot exceed
//! about `playouts²·plies/64`, and is far below the number of positions where random play
//! visits some positions much more often than others. It is no estimate, and says nothing
//! where it is small.

use std::collections::HashSet;
use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};

use zug_game::Game;
use zug_job::{CancelToken, Charge, Job, Phase, Progress, Refusal, Stopped, bytes_of};

use crate::crew::share;
use crate::error::Error;
use crate::positions::expand::Moves;
use crate::positions::ids::hash;
use crate::random::SplitMix;

/// The number of plies after which a playout is cut.
pub const LONGEST: usize = 256;

/// A lower bound on the number of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bound {
    /// The bound: it is all but certain that at least this number of positions can be
    /// reached.
    pub positions: u64,
    /// About the number of positions that can be reached, or fewer: what the meetings of the
    /// playouts tell if chance played no part in them; `u64::MAX` if no two playouts met.
    pub likely: u64,
    /// The number of playouts that were made.
    pub playouts: u32,
    /// The number of positions that the playouts expanded.
    pub expanded: u64,
    /// Whether all visits fitted into the memory. If not, twice the playouts raise the bound less.
    pub is_whole: bool,
}

/// Positions are few if they are fewer than this number.
const FEW: usize = 4096;

/// The number of pairs of playouts that a sample has at least, unless fewer were asked for.
const FEWEST: u32 = 2;

/// A sample ends once it has met few positions, and each of them this number of times on average.
const OFTEN: u64 = 16;

/// A lower bound on the number of positions that play can reach from the roots.
///
/// The bound depends on the game, the roots and the number of playouts alone. There may be fewer
/// playouts than asked for, where they meet few positions again and again.
///
/// ```
/// use std::num::NonZeroU32;
/// use zug_game::{Fault, Game, Players, Step};
/// use zug_solve::{Job, positions::probe};
///
/// /// A move changes one of sixty bits from 0 to 1.
/// struct Bits;
/// impl Game for Bits {
///     type Position = u64;
///     type Move = u32;
///     fn start(&self) -> u64 {
///         0
///     }
///     fn players(&self) -> Players<Self> {
///         Players::Impartial
///     }
///     fn moves(&self, bits: &u64, out: &mut Vec<u32>) -> Result<(), Fault> {
///         out.extend((0..60).filter(|bit| bits >> bit & 1 == 0));
///         Ok(())
///     }
///     fn play(&self, bits: &u64, bit: &u32) -> Result<Step<u64>, Fault> {
///         Ok(Step::passing(bits | 1 << bit))
///     }
///     fn move_name(&self, _: &u64, bit: &u32) -> String {
///         format!("{bit}")
///     }
/// }
///
/// let playouts = NonZeroU32::new(2000).expect("not zero");
/// let bound = probe(&Bits, &[0], playouts, &Job::default())?;
/// assert!(bound.positions > 1_000_000 && bound.positions <= 1 << 60);
/// # Ok::<(), zug_solve::Error>(())
/// ```
pub fn probe<G: Game>(
    game: &G,
    roots: &[G::Position],
    playouts: NonZeroU32,
    job: &Job,
) -> Result<Bound, Error> {
    lower_bound(game, roots.len(), &|n| roots[n], playouts, job)
}

/// The bound of [`probe`] for `roots` roots, of which `root` tells each by its number.
pub(crate) fn lower_bound<P: Copy + Hash>(
    game: &dyn Moves<P>,
    roots: usize,
    root: &dyn Fn(usize) -> P,
    playouts: NonZeroU32,
    job: &Job,
) -> Result<Bound, Error> {
    let mut bound = Bound {
        positions: 0,
        likely: 0,
        playouts: 0,
        expanded: 0,
        is_whole: true,
    };
    if roots == 0 {
        return Ok(bound);
    }
    let mut random = SplitMix(0x5a75_675f_7072_6f62);
    let half = (playouts.get() / 2).max(2);
    let mut trial = Sample::new(job);
    let mut count = Sample::new(job);
    let mut steps = Vec::new();
    let mut met = HashSet::new();
    for playout in 0..half {
        let all_met = met.len() < FEW && bound.expanded > OFTEN * met.len() as u64;
        if all_met && playout >= FEWEST {
            break;
        }
        for sample in [&mut trial, &mut count] {
            let mut position = root(random.below(roots));
            for ply in 0..LONGEST {
                go_on(&job.cancel)?;
                let hash = hash(&position);
                if met.len() < FEW {
                    met.insert(hash);
                }
                sample.note(hash, playout, ply)?;
                steps.clear();
                bound.expanded += 1;
                if game.expand(&position, &mut steps)?.is_some() || steps.is_empty() {
                    break;
                }
                position = steps[random.below(steps.len())].position;
            }
            sample.playouts += 1;
        }
    }
    bound.playouts = trial.playouts + count.playouts;
    let samples = [&mut trial, &mut count].map(Mutex::new);
    let mut threads = vec![(); job.threads.get().min(samples.len())];
    let reached = |_| Progress::default();
    share(job, &mut threads, samples.len(), reached, |(), sample| {
        let mut sample = samples[sample]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        sample.keep_first_visits(&job.cancel)
    })?;
    let weights = trial.weights(&job.cancel)?;
    let in_parts = count.told(&weights, &job.cancel)?;
    bound.positions = count.of_all_parts(in_parts.least);
    bound.likely = in_parts.likely.saturating_mul(count.parts_to_one());
    bound.is_whole = count.parts.len() == 1 << PART_BITS;
    Ok(bound)
}

fn go_on(cancel: &CancelToken) -> Result<(), Error> {
    if cancel.is_cancelled() {
        return Err(Stopped::cancelled(Progress::default()).into());
    }
    Ok(())
}

/// A position, by its hash, and the playout and the ply that met it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Visit {
    hash: u64,
    playout: u32,
    ply: u32,
}

/// The number of bits of a hash that tell the part which a visit is in: so many that a part
/// is sorted in some tens of milliseconds.
const PART_BITS: u32 = 6;

/// What a sample tells of the number of positions in its parts.
struct Told {
    /// A lower bound.
    least: u64,
    /// About the number, or fewer.
    likely: u64,
}

/// The visits of some playouts.
struct Sample {
    /// The visits, split by the first bits of their hash: all visits of a position are in one
    /// part. Where not all fit, there are only the first parts.
    parts: Vec<Vec<Visit>>,
    /// The number of playouts.
    playouts: u32,
    charge: Charge,
}

impl Sample {
    fn new(job: &Job) -> Self {
        Self {
            parts: (0..1 << PART_BITS).map(|_| Vec::new()).collect(),
            playouts: 0,
            charge: job.budget.open(),
        }
    }

    fn note(&mut self, hash: u64, playout: u32, ply: usize) -> Result<(), Error> {
        let place = (hash >> (u64::BITS - PART_BITS)) as usize;
        while let Some(part) = self.parts.get_mut(place) {
            if part.len() == part.capacity() {
                let capacity = (2 * part.capacity()).max(64);
                if let Err(refusal) = self.charge.regrow(part, capacity) {
                    self.drop_half(refusal)?;
                    continue;
                }
            }
            part.push(Visit {
                hash,
                playout,
                ply: ply as u32,
            });
            break;
        }
        Ok(())
    }

    /// Drops half of the parts for want of memory, the last ones.
    fn drop_half(&mut self, refusal: Refusal) -> Result<(), Error> {
        let kept = self.parts.len() / 2;
        if kept == 0 {
            return Err(Error::out_of_memory(refusal, Phase::Discovering, 0));
        }
        for part in self.parts.drain(kept..) {
            self.charge.shrink(bytes_of::<Visit>(part.capacity()));
        }
        Ok(())
    }

    /// A lower bound on the number of all positions, if there are at least so many in the parts
    /// that are left: the hashes of positions are spread over the parts at random.
    fn of_all_parts(&self, in_parts: u64) -> u64 {
        let fewer = self.parts_to_one();
        if fewer == 1 {
            return in_parts;
        }
        let spread = 4.0 * (in_parts as f64).sqrt();
        in_parts.saturating_sub(spread as u64).max(1) * fewer
    }

    /// The number of parts that there were at first for each one that is left.
    fn parts_to_one(&self) -> u64 {
        (1 << PART_BITS) / self.parts.len() as u64
    }

    /// Sorts the visits, and keeps the first visit of each playout to each position.
    fn keep_first_visits(&mut self, cancel: &CancelToken) -> Result<(), Error> {
        for part in &mut self.parts {
            go_on(cancel)?;
            part.sort_unstable();
            part.dedup_by_key(|visit| (visit.hash, visit.playout));
        }
        Ok(())
    }

    /// Hands on the visits of each position together. The visits must be sorted.
    fn each_position(
        &self,
        cancel: &CancelToken,
        mut take: impl FnMut(&[Visit]),
    ) -> Result<(), Error> {
        for part in &self.parts {
            go_on(cancel)?;
            part.chunk_by(|a, b| a.hash == b.hash).for_each(&mut take);
        }
        Ok(())
    }

    /// The number of pairs of playouts.
    fn pairs(&self) -> f64 {
        let playouts = f64::from(self.playouts);
        playouts * (playouts - 1.0) / 2.0
    }

    /// For each ply, a weight that is large where playouts rarely meet.
    fn weights(&self, cancel: &CancelToken) -> Result<[f64; LONGEST], Error> {
        let mut visits = [0u32; LONGEST];
        let mut meetings = [0f64; LONGEST];
        self.each_position(cancel, |group| {
            let mut here: Vec<u32> = group.iter().map(|visit| visit.ply).collect();
            here.sort_unstable();
            for same in here.chunk_by(|a, b| a == b) {
                let (ply, count) = (same[0] as usize, same.len() as f64);
                visits[ply] += same.len() as u32;
                meetings[ply] += count * (count - 1.0) / 2.0;
            }
        })?;
        Ok(std::array::from_fn(|ply| {
            let met = meetings[ply] + 3.0 * meetings[ply].sqrt() + 5.0;
            f64::from(visits[ply]) / f64::from(self.playouts) * self.pairs() / met
        }))
    }

    /// What the sample tells of the number of positions by these weights.
    fn told(&self, weights: &[f64; LONGEST], cancel: &CancelToken) -> Result<Told, Error> {
        let playouts = f64::from(self.playouts);
        let mut charge = self.charge.budget().open();
        let (mut mass, mut met) = (Vec::new(), Vec::new());
        for sums in [&mut mass, &mut met] {
            charge
                .regrow(sums, self.playouts as usize)
                .map_err(|refusal| Error::out_of_memory(refusal, Phase::Discovering, 0))?;
            sums.resize(self.playouts as usize, 0f64);
        }
        self.each_position(cancel, |group| {
            let weight = |visit: &Visit| weights[visit.ply as usize];
            let all: f64 = group.iter().map(weight).sum();
            for visit in group {
                mass[visit.playout as usize] += weight(visit);
                met[visit.playout as usize] += weight(visit) * (all - weight(visit));
            }
        })?;
        // m: the mean mass of a playout, from below.
        let mean = mass.iter().sum::<f64>() / playouts;
        let variance = mass.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / (playouts - 1.0);
        let low_mass = (mean - 4.0 * (variance / playouts).sqrt()).max(0.0);
        // c: what two playouts share on average, from above. Without a playout, its own
        // meetings are missing.
        let meetings = met.iter().sum::<f64>() / 2.0;
        let without = |own: &f64| (meetings - own) / (self.pairs() - (playouts - 1.0)).max(1.0);
        let centre = met.iter().map(without).sum::<f64>() / playouts;
        let spread = met
            .iter()
            .map(|own| (without(own) - centre).powi(2))
            .sum::<f64>();
        let error = (spread * (playouts - 1.0) / playouts).sqrt();
        let whole: f64 = weights.iter().map(|weight| weight * weight).sum();
        let high = meetings / self.pairs() + 4.0 * error + 8.0 * whole / self.pairs();
        // Rounded towards zero; NaN (nothing was visited) gives 0, and no meeting at all the
        // largest number.
        Ok(Told {
            least: ((low_mass * low_mass / high) as u64).max(1),
            likely: ((mean * mean / (meetings / self.pairs())) as u64).max(1),
        })
    }
}
