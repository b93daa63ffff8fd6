//! Heaps that split in two, by rare and common nimbers: a few steps a heap.
//!
//! The problem: the nimbers of a game whose moves leave at most two heaps; the mex over
//! all splits of n takes n / 2 looks.
//!
//! The idea (E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways* ch. 4; A.
//! Gangolli and T. Plambeck 1989; I. Caines, C. Gates, R. K. Guy and R. J. Nowakowski
//! 1999): in most such games some binary digits of the nimbers tell two classes apart,
//! such that nearly all heaps are in one class. Nimbers in which an odd number of these
//! digits is set are *common*, the others *rare*: the xor of two common nimbers or of
//! two rare ones is rare, the xor of a rare and a common one is common. So what
//! excludes a common nimber from n is a rare heap with its partner, and there are as
//! many such pairs as there are rare heaps.
//!
//! The theorem used: the nimber of n is the least common nimber that no rare heap and
//! its partner attain, unless a smaller rare nimber is attained by no option at all:
//! then it is the least such rare nimber. This holds whatever is called rare, so no
//! nimber depends on a guess: a bad choice of digits only makes the engine slow.
//!
//! Where the digits alone do not tell the classes apart, the parity of the heap is
//! added to them (0.104, 0.106, 0.127): then all splits must take an even number, or
//! all an odd one.
//!
//! The method: 64 heaps at a time get the least common nimber that is not excluded
//! (`exclude`). Then each smaller rare nimber is shown to be attained by two common
//! heaps, 512 heaps at a time (`witnesses`), and for the heaps that are left over one
//! by one (`exact`). A heap for which that fails is worked out from all pairs; if it
//! turns out to be rare, the heaps after it are worked out again.
//!
//! A period is proved by a state that comes again (`cycle`).
//!
//! Cost: for each partner at a distance of 64 or more 7 vector operations for 64 heaps
//! with AVX-512, 14 with AVX2; about as much in all to find the witnesses. One byte a
//! heap; with [`Keep::Window`] the heaps kept fit into the memory allowed, which then
//! bounds how far back a witness may lie.
//!
//! When not to use it: where half of the heaps are rare, as in 0.007. Nimbers from 256
//! on are possible but slow; a rare nimber of 254 or more stops the engine.
//!
//! ```
//! use zug_heaps::HeapGame;
//! use zug_sequences::Job;
//! use zug_sequences::Keep;
//! use zug_sequences::engine::{Engine, naive, sparse::Sparse};
//!
//! let game: HeapGame = "0.16".parse()?;
//! let first = naive::nimbers(&game, 1000);
//! let mut sparse = Sparse::new(&game, Keep::All, &Job::default(), &first)?;
//! while sparse.known() < 3000 {
//!     sparse.step(3000)?;
//! }
//! let mut nimbers = [0; 3];
//! assert!(sparse.read(2997, &mut nimbers));
//! assert_eq!(nimbers, naive::nimbers(&game, 3000)[2997..]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod space;
mod lanes;
mod byte_counts;
mod trail;
mod partners;
mod exclude;
mod witnesses;
mod exact;
mod cycle;
mod saved;
#[cfg(test)]
mod tests;

use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use zug_heaps::HeapGame;

use zug_job::Job;

use super::moves::Moves;
use super::{Engine, EngineKind, Keep, Stop, Terms};
use crate::{PeriodTheorem, Proof, Repetition, Statistics};

use cycle::{Anchor, Cycle};
use exact::{Exact, Mirror};
use exclude::Halt;
use lanes::Vectors;
use partners::Partners;
use space::Space;
use trail::Trail;
use witnesses::{Open, Witness, Witnesses};

/// The most heaps of one batch: nimbers are found and checked a batch at a time.
const BATCH: u64 = 1 << 16;
/// The number of heaps that one thread hands to the other at a time.
const PIECE: u64 = 1 << 15;
/// The number of heaps of the batch that follows a doubted heap.
const LEAST_BATCH: u64 = 1 << 8;
/// From this many open heaps on, more than one thread looks for witnesses.
const WORTH_A_THREAD: usize = 64;
/// The most batches of one step where two threads share the work.
const BATCHES: u64 = 16;
/// A rare nimber from this one on stops the engine: there is no byte for it.
const RARE_LIMIT: u32 = 254;
/// Up to this heap the engine asks now and then whether other digits would be better.
const LAST_CHOICE: u64 = 1 << 22;
/// The most heaps that are kept where not all are.
const WIDEST: u64 = 1 << 28;

/// The engine for rare and common nimbers; see the module.
#[derive(Clone, Debug)]
pub struct Sparse {
    moves: Moves,
    terms: Terms,
    vectors: Vectors,
    trail: Trail,
    /// The rare heaps, in order, but not heap 0.
    rares: Vec<u64>,
    partners: Partners,
    witnesses: Witnesses,
    exact: Exact,
    mirror: Mirror,
    /// The nimbers of the heaps `0..known` are proved.
    known: u64,
    /// The largest distance at which a witness was needed.
    reach: u64,
    /// The digits and the witnesses are chosen again when this many heaps are known.
    choose_at: u64,
    anchor: Option<Anchor>,
    proof: Option<Proof>,
    open: Vec<Open>,
    /// The number of heaps in the next batch. It is small after a doubted heap, because
    /// all heaps after such a heap are lost, and then doubles each time.
    batch: u64,
}

impl Sparse {
    /// Goes on after the first heaps of the game, whose nimbers are given: at least
    /// heap 0, and some thousand heaps for a good choice of what is rare.
    pub fn new(game: &HeapGame, keep: Keep, job: &Job, nimbers: &[u32]) -> Result<Self, Stop> {
        Self::on(game, Terms::new(keep, job), nimbers)
    }

    /// As [`Self::new`], on these terms.
    pub(crate) fn on(game: &HeapGame, terms: Terms, nimbers: &[u32]) -> Result<Self, Stop> {
        let method = EngineKind::Sparse;
        let moves = Moves::of(game).filter(Moves::has_splits);
        let moves = moves.ok_or(Stop::Unsuited { method })?;
        let (space, _) = Space::best(&moves, nimbers);
        Self::in_space(moves, terms, space, Vectors::best(), nimbers)
    }

    /// As [`Self::new`], but `None` if more than one in 16 heaps of the latter half
    /// would be rare, or a rare nimber were too large for a byte.
    pub(super) fn if_sparse(game: &HeapGame, terms: Terms, nimbers: &[u32]) -> Option<Self> {
        let moves = Moves::of(game).filter(Moves::has_splits)?;
        let (space, rares) = Space::best(&moves, nimbers);
        let is_sparse = rares <= nimbers.len() as u64 / 32;
        is_sparse
            .then(|| Self::in_space(moves, terms, space, Vectors::best(), nimbers).ok())
            .flatten()
    }

    fn in_space(
        moves: Moves,
        terms: Terms,
        space: Space,
        vectors: Vectors,
        nimbers: &[u32],
    ) -> Result<Self, Stop> {
        let trail = Trail::new(space, nimbers.iter().copied());
        let is_rare = |heap: u64, nimber| heap > 0 && !space.is_common(nimber, heap);
        let rares: Vec<u64> = (0..)
            .zip(nimbers)
            .filter(|&(heap, &nimber)| is_rare(heap, nimber))
            .map(|(heap, _)| heap)
            .collect();
        let wide = rares
            .iter()
            .find(|&&heap| nimbers[heap as usize] >= RARE_LIMIT);
        if let Some(&heap) = wide {
            return Err(Stop::Nimber { heap });
        }
        Ok(Self::with(moves, terms, vectors, trail, rares))
    }

    fn with(moves: Moves, terms: Terms, vectors: Vectors, trail: Trail, rares: Vec<u64>) -> Self {
        let known = trail.end();
        let mut sparse = Self {
            partners: Partners::new(&moves, &trail, &rares),
            witnesses: Witnesses::new(vectors, &moves, &trail),
            mirror: Mirror::new(&trail),
            moves,
            terms,
            vectors,
            trail,
            rares,
            exact: Exact::default(),
            known,
            reach: 0,
            choose_at: 2 * known,
            anchor: None,
            proof: None,
            open: Vec::new(),
            batch: LEAST_BATCH,
        };
        sparse.renew_anchor();
        sparse
    }

    /// Restores the engine from what [`Engine::save`] gave for the same game; `None` if
    /// the bytes are something else. A period that was proved is proved again.
    pub(crate) fn restore(game: &HeapGame, terms: Terms, bytes: &[u8]) -> Option<Self> {
        let moves = Moves::of(game).filter(Moves::has_splits)?;
        let saved = saved::Saved::from_bytes(bytes)?;
        let trail = saved.trail(&moves)?;
        let mut sparse = Self::with(moves, terms, Vectors::best(), trail, saved.rares);
        sparse.reach = saved.reach;
        Some(sparse)
    }

    /// Whether at most one in eight heaps is rare, so that the classes are still
    /// useful.
    pub(super) fn is_sparse(&self) -> bool {
        self.rares.len() as u64 <= self.known / 8
    }

    /// Whether the next heap must be worked out alone.
    fn is_unquiet(&self) -> bool {
        let space = self.trail.space();
        let turned = self.moves.singles.iter().copied();
        let turned = turned.filter(|&take| space.turns_after(take)).max();
        let quiet = turned.unwrap_or(0).max(partners::BLOCK as u64);
        // For a heap that can be taken whole, the empty heap is an option, which is no
        // partner.
        self.known <= (self.trail.last_rare_or_wide() + quiet).max(self.moves.most_taken())
    }

    /// Works out the next heap alone, from all pairs.
    fn step_exactly(&mut self) -> Result<(), Stop> {
        let heap = self.known;
        let found = self.exact.nimber(&self.moves, &self.trail, &self.rares)?;
        if found.nimber >= RARE_LIMIT && !self.trail.space().is_common(found.nimber, heap) {
            return Err(Stop::Nimber { heap });
        }
        self.reach = self.reach.max(found.reach);
        let is_common = self.trail.push(found.nimber);
        if !is_common {
            self.rares.push(heap);
            self.partners = Partners::new(&self.moves, &self.trail, &self.rares);
        }
        if let Some(bytes) = self.trail.bytes(heap, heap + 1) {
            self.witnesses.absorb(bytes);
        }
        self.known += 1;
        Ok(())
    }

    /// Works out the heaps up to about `goal`, many at a time.
    fn step_together(&mut self, goal: u64) -> Result<(), Stop> {
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        let beside = if goal - self.known <= BATCH {
            None
        } else {
            self.extend_beside_check(goal, &mut open).ok()
        };
        let halt = beside.unwrap_or_else(|| self.extend_and_check(goal, &mut open));
        self.known = self.trail.end();
        let doubted = self.close(&mut open);
        self.open = open;
        if let Some(heap) = doubted {
            // The heap may be rare: all heaps after it are in doubt.
            self.trail.truncate(heap);
            self.witnesses.truncate(heap, &self.trail);
            self.known = heap;
            self.batch = LEAST_BATCH;
            return self.step_exactly();
        }
        self.batch = (2 * self.batch).min(BATCHES * BATCH);
        match halt {
            Some(Halt::NoneLeft) => self.step_exactly(),
            None => Ok(()),
        }
    }

    fn extend_and_check(&mut self, goal: u64, open: &mut Vec<Open>) -> Option<Halt> {
        let from = self.trail.end();
        let halt = exclude::extend(self.vectors, &mut self.trail, &self.partners, goal);
        let bytes = self.trail.bytes(from, self.trail.end());
        self.witnesses.check(bytes.unwrap_or_default(), open);
        halt
    }

    /// As [`Self::extend_and_check`], with two threads: one finds nimbers, the other
    /// witnesses. If the machine refuses the other thread, returns its error, and
    /// nothing was done.
    fn extend_beside_check(&mut self, goal: u64, open: &mut Vec<Open>) -> io::Result<Option<Halt>> {
        let Self {
            vectors,
            trail,
            partners,
            witnesses,
            terms: Terms { threads, .. },
            ..
        } = self;
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel::<Vec<u8>>();
            let checker = threads.start(scope, move || {
                for bytes in receive {
                    witnesses.check(&bytes, open);
                }
            })?;
            let mut halt = None;
            while halt.is_none() && trail.end() < goal {
                let from = trail.end();
                halt = exclude::extend(*vectors, trail, partners, goal.min(from + PIECE));
                let end = trail.end();
                if end == from {
                    break;
                }
                // If the other thread is gone, its panic is passed on below.
                let bytes = trail.bytes(from, end).unwrap_or_default();
                let _ = send.send(bytes.to_vec());
            }
            drop(send);
            if let Err(panic) = checker.join() {
                resume_unwind(panic);
            }
            Ok(halt)
        })
    }

    /// Finds witnesses for the open heaps one by one; each witness may serve many
    /// heaps. Returns the first heap for which there is none.
    fn close(&mut self, open: &mut [Open]) -> Option<u64> {
        open.sort_unstable();
        let of_rares: Vec<&[Open]> = open.chunk_by(|a, b| a.rare == b.rare).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            let mut closed = Vec::new();
            let mut doubted = None;
            while let Some(&same) = of_rares.get(next.fetch_add(1, Relaxed)) {
                closed.push(self.close_one(same, &mut doubted));
            }
            (closed, doubted)
        };
        let threads = self.terms.threads;
        let others = if open.len() < WORTH_A_THREAD {
            0
        } else {
            threads.get().min(of_rares.len()).saturating_sub(1)
        };
        let parts = thread::scope(|scope| {
            let others: Vec<_> = (0..others)
                .map_while(|_| threads.start(scope, work).ok())
                .collect();
            let mut parts = vec![work()];
            for other in others {
                parts.push(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            parts
        });
        let doubted = parts.iter().filter_map(|&(_, doubted)| doubted).min();
        let mut closed: Vec<_> = parts.into_iter().flat_map(|(closed, _)| closed).collect();
        closed.sort_unstable_by_key(|&(rare, _)| rare);
        for (rare, witnesses) in closed {
            for witness in witnesses {
                self.reach = self.reach.max(witness.distance);
                self.witnesses.learn(rare, witness);
            }
        }
        doubted
    }

    /// Finds witnesses for all open heaps of one rare nimber, up to the first heap that
    /// has none or that lies beyond a doubted heap.
    fn close_one(&self, same: &[Open], doubted: &mut Option<u64>) -> (u8, Vec<Witness>) {
        let rare = same[0].rare;
        let mut heaps: Vec<u64> = same.iter().map(|open| open.heap).collect();
        let mut witnesses = Vec::new();
        while let Some(&heap) = heaps.first() {
            if doubted.is_some_and(|doubted| doubted <= heap) {
                break;
            }
            let open = Open { rare, heap };
            let Some(witness) = self.mirror.witness(&self.moves, &self.trail, open) else {
                *doubted = Some(heap);
                break;
            };
            witnesses.push(witness);
            let other = Some(witness.index ^ rare);
            heaps.retain(|&heap| {
                let there = heap.checked_sub(witness.distance);
                there.and_then(|there| self.trail.common(there)) != other
            });
        }
        (rare, witnesses)
    }

    /// The number of heaps in the state that is compared: the largest distance that
    /// anything looks back.
    fn reach(&self) -> u64 {
        self.reach
            .max(witnesses::REACH)
            .max(self.partners.reach())
            .max(self.moves.most_taken())
    }

    fn renew_anchor(&mut self) {
        self.anchor = Anchor::new(&self.trail, self.reach());
    }

    fn look_for_cycle(&mut self) {
        let reach = self.reach();
        match &mut self.anchor {
            Some(anchor) if !anchor.is_stale(&self.trail, reach) => {
                if let Some(cycle) = anchor.look(&self.trail) {
                    self.proof = self.prove(cycle);
                }
            }
            _ => self.renew_anchor(),
        }
    }

    /// The proof for a cycle with its least preperiod, if the heaps from the preperiod
    /// on are kept.
    fn prove(&self, cycle: Cycle) -> Option<Proof> {
        let Cycle { at, period, window } = cycle;
        let preperiod = self.trail.repeats_from(at - window, period)?;
        Some(Proof {
            repetition: Repetition {
                preperiod,
                period,
                saltus: 0,
            },
            theorem: PeriodTheorem::RepeatedState,
            checked_to: at + period - 1,
        })
    }

    /// Chooses again which digits tell rare from common, and which witnesses to try.
    fn choose_again(&mut self) {
        self.choose_at = 2 * self.known;
        self.mirror = Mirror::new(&self.trail);
        if self.known > LAST_CHOICE || self.trail.base() > 0 {
            return;
        }
        // The choice needs the nimbers as words, and another engine beside this one.
        // Without room for these the digits stay: the nimbers are right whatever is
        // called rare.
        if 2 * self.bytes() + 4 * self.known > self.terms.memory {
            return self.witnesses.choose_again(&self.moves, &self.trail);
        }
        let mut nimbers = Vec::with_capacity(self.known as usize);
        nimbers.extend((0..self.known).map_while(|heap| self.trail.nimber(heap)));
        let (space, rares) = Space::best(&self.moves, &nimbers);
        let half = nimbers.len() as u64 / 2;
        let now = self.rares.iter().filter(|&&rare| rare >= half);
        if rares < now.count() as u64 {
            let again = Self::in_space(
                self.moves.clone(),
                self.terms,
                space,
                self.vectors,
                &nimbers,
            );
            // The new digits are not used if they make a rare nimber too large for a
            // byte.
            if let Ok(again) = again
                && again.rares.len() < self.rares.len()
            {
                *self = again;
                return;
            }
        }
        self.witnesses.choose_again(&self.moves, &self.trail);
    }

    /// Makes room for the heaps up to `goal`, if need be by forgetting heaps that are
    /// not needed.
    fn make_room(&mut self, goal: u64) -> Result<(), Stop> {
        let allowed = self.terms.memory;
        if self.terms.keep == Keep::Window {
            let keep = (allowed / 8).clamp(4 * self.reach(), WIDEST.max(4 * self.reach()));
            if self.trail.kept() > 2 * keep {
                self.trail.drop_before_last(keep as usize);
            }
        }
        let more = (goal - self.known) as usize + 2 * partners::BLOCK;
        let others = self.witnesses.held() + 16 * self.rares.len() as u64;
        self.trail
            .reserve(more, allowed.saturating_sub(others))
            .map_err(|needed| Stop::memory_beyond(self.known, goal, needed + others, allowed))
    }
}

impl Engine for Sparse {
    fn method(&self) -> EngineKind {
        EngineKind::Sparse
    }

    fn known(&self) -> u64 {
        self.known
    }

    fn step(&mut self, to: u64) -> Result<(), Stop> {
        if self.known >= to {
            return Ok(());
        }
        let block = partners::BLOCK as u64;
        let most = if self.terms.threads.get() > 1 {
            self.batch
        } else {
            self.batch.min(BATCH)
        };
        // Whole blocks of heaps, though these may be a few more than the caller asked
        // for.
        let wanted = (to - self.known).next_multiple_of(block);
        let goal = self.known + wanted.min(most);
        self.make_room(goal)?;
        if self.is_unquiet() {
            for _ in 0..block {
                if self.known < to && self.is_unquiet() {
                    self.step_exactly()?;
                }
            }
        } else {
            self.step_together(goal)?;
        }
        if self.known >= self.choose_at {
            self.choose_again();
        }
        if self.proof.is_none() {
            self.look_for_cycle();
        }
        Ok(())
    }

    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        self.trail.read(from, out)
    }

    fn add_to_statistics(&self, from: u64, to: u64, statistics: &mut Statistics) {
        self.trail
            .add_to_statistics(self.vectors, from, to, statistics);
    }

    fn proof(&self) -> Option<Proof> {
        self.proof
    }

    fn save(&self) -> Option<Vec<u8>> {
        saved::Saved::of(&self.trail, &self.rares, self.reach).to_bytes()
    }

    fn bytes(&self) -> u64 {
        self.trail.held() + self.witnesses.held() + 16 * self.rares.len() as u64
    }

    fn rares(&self) -> Option<&[u64]> {
        Some(&self.rares)
    }
}
