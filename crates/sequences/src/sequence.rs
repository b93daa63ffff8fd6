//! The nimbers of a game's heaps, by the engine that suits it.

mod choose;
mod saved;

use std::fmt;
use std::ops::Range;

use zug_heaps::{HeapGame, Parts};
use zug_job::Job;

use crate::engine::{Engine, EngineKind, Keep, Stop, Terms};
use crate::proof::{Proof, Repetition, guy_smith};
use crate::statistics::Statistics;

pub use saved::{Damage, ResumeError, Saved, SavedError};

/// Options for working out a sequence, besides those of the job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SequenceOptions {
    /// The method asked for; `None` chooses the one that suits the game.
    pub method: Option<EngineKind>,
    /// Which heaps are kept; an engine that cannot forget keeps all.
    pub keep: Keep,
}

impl SequenceOptions {
    /// The options with this method.
    #[must_use]
    pub fn with_method(self, method: EngineKind) -> Self {
        let method = Some(method);
        Self { method, ..self }
    }

    /// The options with these heaps kept.
    #[must_use]
    pub fn with_keep(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }
}

/// The nimbers of a game's heaps from 0 on.
///
/// ```
/// use zug_heaps::HeapGame;
/// use zug_sequences::{Job, Sequence, SequenceOptions};
///
/// let kayles = HeapGame::Breaking("0.77".parse()?);
/// let mut sequence = Sequence::new(&kayles, SequenceOptions::default(), &Job::default())?;
/// while sequence.known() < 1000 && sequence.proof().is_none() {
///     sequence.step(1000)?;
/// }
/// let repetition = sequence.proof().ok_or("Kayles is periodic")?.repetition;
/// assert_eq!((repetition.preperiod(), repetition.period()), (71, 12));
/// assert_eq!(sequence.nimber(1_000_000_000_000_000_000), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sequence {
    game: HeapGame,
    engine: Box<dyn Engine>,
    statistics: Statistics,
    memory: u64,
    keep: Keep,
    /// A proof that the engine itself did not look for.
    found: Option<Proof>,
    /// A period is looked for again when this many heaps are known.
    look_at: u64,
    /// The number of heaps that were known when a period was last looked for.
    looked_at: u64,
}

/// The number of known heaps at which a period is first looked for.
const FIRST_LOOK: u64 = 64;

/// The most terms that are counted one by one, where there is no faster way.
const MOST_COUNTED: u64 = 1 << 24;

impl Sequence {
    /// A new sequence, of which no heap is known yet. It may hold the bytes that are
    /// left now of the job's budget, and counts them itself. It does not ask the job
    /// whether to go on: [`Self::step`] returns every few milliseconds.
    pub fn new(game: &HeapGame, options: SequenceOptions, job: &Job) -> Result<Self, Stop> {
        let terms = Terms::new(options.keep, job);
        let engine = choose::engine(game, options.method, terms)?;
        // An engine may begin behind the first heaps, which another one worked out for it.
        let mut statistics = Statistics::default();
        engine.add_to_statistics(0, engine.known(), &mut statistics);
        Ok(Self::of(game, terms, engine, statistics))
    }

    /// Goes on from a saved sequence. What an engine keeps beside the nimbers of the heaps follows
    /// from these, and is compared with them; the nimbers themselves are believed.
    pub fn resume(
        game: &HeapGame,
        options: SequenceOptions,
        saved: Saved,
        job: &Job,
    ) -> Result<Self, ResumeError> {
        let asked = game.to_string();
        if saved.game != asked {
            return Err(ResumeError::OtherGame {
                saved: saved.game,
                asked,
            });
        }
        let method = saved.method;
        if let Some(asked) = options.method
            && asked != method
        {
            return Err(ResumeError::OtherMethod {
                saved: method,
                asked,
            });
        }
        let terms = Terms::new(options.keep, job);
        let engine = choose::restore(game, terms, method, &saved.engine)?;
        if engine.known() != saved.known || saved.statistics.heaps != saved.known {
            return Err(ResumeError::Unreadable { method });
        }
        // An engine that keeps heap 0 keeps all known heaps.
        if engine.known() > 0 && engine.read(0, &mut [0]) {
            let mut counted = Statistics::default();
            engine.add_to_statistics(0, engine.known(), &mut counted);
            if counted != saved.statistics {
                return Err(ResumeError::Statistics);
            }
        }
        let mut sequence = Self::of(game, terms, engine, saved.statistics);
        sequence.prove();
        Ok(sequence)
    }

    fn of(game: &HeapGame, terms: Terms, engine: Box<dyn Engine>, statistics: Statistics) -> Self {
        Self {
            game: game.clone(),
            engine,
            statistics,
            memory: terms.memory,
            keep: terms.keep,
            found: None,
            look_at: FIRST_LOOK,
            looked_at: 0,
        }
    }

    /// All that is needed to go on from here; `None` if the engine cannot be
    /// saved.
    pub fn save(&self) -> Option<Saved> {
        Some(Saved {
            game: self.game.to_string(),
            method: self.method(),
            known: self.known(),
            statistics: self.statistics.clone(),
            engine: self.engine.save()?,
        })
    }

    /// The method of the engine at work.
    pub fn method(&self) -> EngineKind {
        self.engine.method()
    }

    /// The number of heaps that are worked out: heaps `0..known()`.
    pub fn known(&self) -> u64 {
        self.engine.known()
    }

    /// Refuses before any work a request that is sure to need too much memory: where no
    /// period is ever proved and all heaps are kept, each heap takes at least one byte.
    pub fn admit(&self, to: u64) -> Result<(), Stop> {
        if self.keep == Keep::All && !can_be_proved(&self.game) && to > self.memory {
            return Err(Stop::memory_beyond(self.known(), to - 1, to, self.memory));
        }
        Ok(())
    }

    /// Works towards knowing the heaps `0..to`, for some milliseconds. The caller calls
    /// this until `known()` reaches `to`, or a [`Self::proof`] makes further heaps
    /// needless.
    pub fn step(&mut self, to: u64) -> Result<(), Stop> {
        let before = self.known();
        let done = self.engine.step(to);
        let known = self.known();
        self.engine
            .add_to_statistics(before, known, &mut self.statistics);
        if known >= self.look_at {
            self.prove();
        }
        done
    }

    /// The period that is proved by now, if one is.
    ///
    /// A period is looked for whenever the number of known heaps has grown by a
    /// quarter; [`Self::prove`] looks at all known heaps.
    pub fn proof(&self) -> Option<Proof> {
        self.engine.proof().or(self.found)
    }

    /// Looks for a proof in all heaps known by now. This may take as long as reading
    /// them all, so it is to be called at the end of the work and not at every step.
    pub fn prove(&mut self) -> Option<Proof> {
        let known = self.known();
        if self.proof().is_none() && known > self.looked_at {
            self.found = look_for_proof(&self.game, &*self.engine, self.memory);
            self.looked_at = known;
            self.look_at = known + known / 4;
        }
        self.proof()
    }

    /// Writes the nimbers of the heaps `from..from + out.len()` to `out`, from the
    /// heaps that are kept or by the proved period. Returns false, with `out` in any
    /// state, if neither tells these nimbers.
    #[must_use]
    pub fn read(&self, from: u64, out: &mut [u32]) -> bool {
        if self.read_kept(from, out) {
            return true;
        }
        let mut block = [0; 256];
        let mut at = from;
        for part in out.chunks_mut(block.len()) {
            let terms = &mut block[..part.len()];
            if !self.terms(at, terms) {
                return false;
            }
            for (out, &mut term) in part.iter_mut().zip(terms) {
                let Ok(nimber) = u32::try_from(term) else {
                    return false;
                };
                *out = nimber;
            }
            at = at.saturating_add(part.len() as u64);
        }
        true
    }

    /// As [`Self::read`], with nimbers of 64 bits. (A nimber may need more than 32 bits
    /// where the period is arithmetic and the heap is beyond those worked out.)
    #[must_use]
    pub fn terms(&self, from: u64, out: &mut [u64]) -> bool {
        let mut block = [0; 1024];
        let mut done = 0;
        while done < out.len() {
            let Some(at) = from.checked_add(done as u64) else {
                return false;
            };
            let left = (out.len() - done).min(block.len());
            // By the period, heaps that are not kept stand for a run of kept ones.
            let kept = self.read_kept(at, &mut block[..left]);
            let (length, more) = if kept {
                (left, 0)
            } else {
                let Some((heap, more, run)) = self.reduced(at) else {
                    return false;
                };
                let length = usize::try_from(run).map_or(left, |run| run.min(left));
                if !self.read_kept(heap, &mut block[..length]) {
                    return false;
                }
                (length, more)
            };
            for (out, &nimber) in out[done..].iter_mut().zip(&block[..length]) {
                let Some(term) = more.checked_add(u64::from(nimber)) else {
                    return false;
                };
                *out = term;
            }
            done += length;
        }
        true
    }

    /// Whether [`Self::terms`] can tell the nimbers of these heaps.
    pub fn tells(&self, heaps: Range<u64>) -> bool {
        let (Some(last), mut one) = (heaps.end.checked_sub(1), [0]) else {
            return true;
        };
        // An engine that keeps a heap keeps all known heaps after it, so the first heap
        // decides.
        let first = match self.proof() {
            _ if heaps.is_empty() => return true,
            _ if heaps.end <= self.known() => heaps.start,
            Some(proof) => heaps.start.min(proof.repetition.preperiod),
            None => return false,
        };
        self.read_kept(first, &mut [0]) && self.terms(last, &mut one)
    }

    /// The nimber of any heap, if the heap is kept or the proved period tells it. (It
    /// may need more than 32 bits where the period is arithmetic.)
    pub fn nimber(&self, heap: u64) -> Option<u64> {
        let mut one = [0];
        self.terms(heap, &mut one).then_some(one[0])
    }

    /// Statistics of the known heaps.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Statistics of these heaps, known or not; `None` if their nimbers cannot be told,
    /// or only by going through too many heaps one by one.
    pub fn statistics_of(&self, heaps: Range<u64>) -> Option<Statistics> {
        if heaps == (0..self.known()) {
            return Some(self.statistics.clone());
        }
        if !self.tells(heaps.clone()) {
            return None;
        }
        let length = heaps.end.saturating_sub(heaps.start);
        let repetition = self.proof().map(|proof| proof.repetition);
        let periodic = repetition.filter(|repetition| repetition.saltus == 0);
        match periodic {
            Some(repetition) if repetition.preperiod + repetition.period < length => {
                self.count_periods(&heaps, repetition)
            }
            None if heaps.end > self.known() && length > MOST_COUNTED => None,
            _ => self.count(heaps),
        }
    }

    /// Counts the heaps up to the end of the first period, each of them once for every
    /// heap of the range that it stands for.
    fn count_periods(&self, heaps: &Range<u64>, repetition: Repetition) -> Option<Statistics> {
        let Repetition {
            preperiod, period, ..
        } = repetition;
        let mut statistics = Statistics::default();
        if heaps.start < preperiod {
            let last = heaps.end.min(preperiod);
            statistics = self.count(heaps.start..last)?;
        }
        // The heaps that one heap of the period stands for are `period` apart. How many
        // of them lie in the range changes where the range begins and where it ends,
        // taken modulo the period.
        let period_of = preperiod..preperiod + period;
        let mut borders = [heaps.start, heaps.end, period_of.start, period_of.end];
        for border in &mut borders[..2] {
            *border = repetition.reduce(*border).0.max(preperiod);
        }
        borders.sort_unstable();
        for part in borders.windows(2) {
            let (first, last) = (part[0], part[1]);
            let before = heaps.start.saturating_sub(first).div_ceil(period);
            let upto = heaps.end.saturating_sub(first).div_ceil(period);
            if first < last && before < upto {
                let counted = self.count(first..last)?;
                statistics.add_all(&counted, before * period, upto - before);
            }
        }
        Some(statistics)
    }

    /// Counts these heaps: by the engine, if it keeps them all.
    fn count(&self, heaps: Range<u64>) -> Option<Statistics> {
        let mut statistics = Statistics::default();
        // An engine that keeps a heap keeps all known heaps after it.
        if heaps.end <= self.known() && self.read_kept(heaps.start, &mut [0]) {
            self.engine
                .add_to_statistics(heaps.start, heaps.end, &mut statistics);
            return Some(statistics);
        }
        let mut block = [0; 1024];
        let mut at = heaps.start;
        while at < heaps.end {
            let length = (heaps.end - at).min(block.len() as u64);
            let nimbers = &mut block[..length as usize];
            if !self.read(at, nimbers) {
                return None;
            }
            for (heap, &mut nimber) in (at..).zip(nimbers) {
                statistics.add(heap, nimber);
            }
            at += length;
        }
        Some(statistics)
    }

    /// The bytes that the sequence holds.
    pub fn bytes(&self) -> u64 {
        self.engine.bytes()
    }

    /// The rare heaps, for an engine that distinguishes rare from common; `None` for any other.
    pub fn rares(&self) -> Option<&[u64]> {
        self.engine.rares()
    }

    fn read_kept(&self, from: u64, out: &mut [u32]) -> bool {
        let end = from.checked_add(out.len() as u64);
        end.is_some_and(|end| end <= self.known()) && self.engine.read(from, out)
    }

    /// By the proved period: the heap that stands for `heap`, the number to add to its
    /// nimber, and the number of heaps in a row for which both can be used.
    fn reduced(&self, heap: u64) -> Option<(u64, u64, u64)> {
        let Repetition {
            preperiod,
            period,
            saltus,
        } = self.proof()?.repetition;
        let Some(past) = heap.checked_sub(preperiod) else {
            return Some((heap, 0, preperiod - heap));
        };
        let into = past % period;
        let more = (past / period).checked_mul(saltus)?;
        Some((preperiod + into, more, period - into))
    }
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sequence")
            .field("game", &self.game)
            .field("method", &self.method())
            .field("known", &self.known())
            .field("proof", &self.proof())
            .finish_non_exhaustive()
    }
}

/// Whether a period may ever be proved for this game. For splits in two no period is
/// known, unless a code states the same rules; and there is no theorem here for heaps
/// that must differ, nor for splits into any number of heaps, nor for moves that are listed.
fn can_be_proved(game: &HeapGame) -> bool {
    match game {
        HeapGame::Splitting(splitting) => {
            splitting.parts() == Parts::Any && splitting.most().is_some_and(|most| most > 2)
        }
        HeapGame::Breaking(_)
        | HeapGame::Subtraction(_)
        | HeapGame::AllBut(_)
        | HeapGame::Leaving(_) => true,
        HeapGame::Listed(_) => false,
    }
}

/// Beyond this number of heaps only the sparse engine itself looks for periods: going
/// over all nimbers again would take longer than working them out.
const MOST_BESIDE_SPARSE: u64 = 1 << 20;

/// Looks for a period that the engine itself does not look for: here theorems enter
/// that speak of any engine's nimbers. Finds nothing if there is no memory for the
/// nimbers as 32-bit words, and for the lengths that the theorem compares, half as
/// many.
fn look_for_proof(game: &HeapGame, engine: &dyn Engine, memory: u64) -> Option<Proof> {
    let HeapGame::Breaking(breaking) = game else {
        return None;
    };
    let known = engine.known();
    // An engine that looks for a state that comes again finds the period sooner.
    if engine.method() == EngineKind::Sparse && known > MOST_BESIDE_SPARSE {
        return None;
    }
    let fits = known.saturating_mul(6).saturating_add(engine.bytes()) <= memory;
    if known == 0 || !fits || !engine.read(0, &mut [0]) {
        return None;
    }
    let mut nimbers = vec![0; usize::try_from(known).ok()?];
    if !engine.read(0, &mut nimbers) {
        return None;
    }
    guy_smith::proof(breaking, &nimbers)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;
    use crate::PeriodTheorem;
    use crate::engine::naive::{self, Naive};

    /// An engine that always works out whole blocks of heaps, and keeps only the last
    /// heaps.
    struct Blocks {
        naive: Naive,
        block: u64,
        keeps: u64,
        proof: Option<Proof>,
    }

    impl Engine for Blocks {
        fn method(&self) -> EngineKind {
            EngineKind::Window
        }

        fn known(&self) -> u64 {
            self.naive.known()
        }

        fn step(&mut self, to: u64) -> Result<(), Stop> {
            if self.known() < to {
                let end = self.known() + self.block;
                while self.known() < end {
                    self.naive.step(end)?;
                }
            }
            Ok(())
        }

        fn read(&self, from: u64, out: &mut [u32]) -> bool {
            from >= self.known().saturating_sub(self.keeps) && self.naive.read(from, out)
        }

        fn proof(&self) -> Option<Proof> {
            self.proof
                .filter(|proof| proof.checked_to < self.naive.known())
        }

        fn bytes(&self) -> u64 {
            self.naive.bytes()
        }
    }

    fn kayles() -> HeapGame {
        HeapGame::Breaking("0.77".parse().unwrap())
    }

    fn sequence(block: u64, keeps: u64, proof: Option<Proof>) -> Sequence {
        let engine = Blocks {
            naive: Naive::new(kayles()),
            block,
            keeps,
            proof,
        };
        let terms = Terms::new(Keep::All, &Job::default());
        Sequence::of(&kayles(), terms, Box::new(engine), Statistics::default())
    }

    const PROOF: Proof = Proof {
        repetition: Repetition {
            preperiod: 71,
            period: 12,
            saltus: 0,
        },
        theorem: PeriodTheorem::GuySmith,
        checked_to: 168,
    };

    #[test]
    fn every_heap_is_counted_once_by_an_engine_that_goes_too_far() {
        for (block, keeps) in [(1, 1), (7, 7), (7, 100), (64, 64)] {
            let mut sequence = sequence(block, keeps, None);
            while sequence.known() < 100 {
                sequence.step(100).unwrap();
            }
            let mut expected = Statistics::default();
            let nimbers = naive::nimbers(&kayles(), sequence.known());
            for (heap, nimber) in (0..).zip(nimbers) {
                expected.add(heap, nimber);
            }
            assert_eq!(sequence.statistics(), &expected);
            assert_eq!(
                sequence.statistics_of(0..sequence.known()),
                Some(expected),
                "block {block}"
            );
        }
    }

    #[test]
    fn of_an_engine_that_keeps_the_last_heaps_no_others_are_told() {
        let mut sequence = sequence(10, 30, Some(PROOF));
        while sequence.known() < 150 {
            sequence.step(150).unwrap();
        }
        assert!(sequence.tells(120..150) && !sequence.tells(119..150));
        assert!(!sequence.tells(0..1) && !sequence.tells(149..151));
        assert_eq!(sequence.statistics_of(0..10), None);
        assert_eq!(sequence.nimber(119), None);
        // The period is proved, but the heaps that it repeats are not kept.
        while sequence.proof().is_none() {
            sequence.step(200).unwrap();
        }
        assert!(!sequence.tells(1000..1001));
        assert_eq!(sequence.nimber(1000), None);
    }

    #[test]
    fn the_proof_of_an_engine_tells_any_heap() {
        let mut sequence = sequence(10, u64::MAX, Some(PROOF));
        while sequence.proof().is_none() {
            sequence.step(u64::MAX).unwrap();
        }
        assert_eq!(sequence.known(), 170);
        let nimbers = naive::nimbers(&kayles(), 500);
        let mut terms = [0; 500];
        assert!(sequence.terms(0, &mut terms));
        assert!(
            nimbers
                .iter()
                .zip(terms)
                .all(|(&one, other)| u64::from(one) == other)
        );
    }

    #[test]
    fn every_round_of_an_arithmetic_period_adds_the_saltus() {
        // This is not the period of Kayles: the test is about what the sequence makes
        // of a proof.
        let proof = Proof {
            repetition: Repetition {
                saltus: u64::from(u32::MAX),
                ..PROOF.repetition
            },
            ..PROOF
        };
        let mut sequence = sequence(10, u64::MAX, Some(proof));
        while sequence.proof().is_none() {
            sequence.step(u64::MAX).unwrap();
        }
        let at_75 = sequence.nimber(75).unwrap();
        assert_eq!(
            sequence.nimber(75 + 12 * 1000),
            Some(at_75 + 1000 * u64::from(u32::MAX))
        );
        // The nimber is larger than 32 bits, and in the next line than 64 bits.
        assert!(!sequence.read(75 + 12 * 1000, &mut [0]));
        assert_eq!(sequence.nimber(u64::MAX - 1), None);
        assert!(!sequence.tells(0..u64::MAX));
        assert_eq!(sequence.statistics_of(0..1 << 40), None);
    }
}
