//! Games on heaps, by their notation, as parts of a sum: `0.77(12)`, `{1,3,4}(9)`, `wythoff(3, 5)`.
//!
//! The nimber of a heap is that of its sequence, which is worked out as far as it is needed, or as far as
//! a period is proved. Sums that share their games share the sequences too.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use zug_heaps::HeapGame;
use zug_job::{Job, Phase, Progress, Stopped};
use zug_sequences::pairs::{self, PairNimbers};
use zug_sequences::{EngineKind, Sequence, SequenceOptions};
use zug_values::{NimSum, Nimber, Play};

use crate::error::Error;
use crate::heaps::moves::moves_of_heap;
use crate::heaps::part::{HeapPart, HeapRules};
use crate::mex::OptionNimbers;

use super::moves::{Leaving, MovesWithNimbers};

/// The sequences of nimbers that were begun, by their games.
pub(super) type Sequences = Rc<RefCell<HashMap<HeapGame, Sequence>>>;

/// The heaps that a move leaves of one heap, and the nimber of the whole part after the move.
type LeavingHeaps = (Vec<u64>, Nimber);

/// The largest heap that is worked out heap by heap. A larger one needs a period.
const LARGEST: u64 = 1 << 20;

/// The number of heaps in which a period is looked for.
const LOOKED_FOR: u64 = 100_000;

/// The same where a heap has as many options as there are splits of it.
const LOOKED_FOR_SLOWLY: u64 = 5000;

impl HeapPart {
    /// The nimber of the part under normal play; `None` where two heaps have none that is known.
    pub(super) fn nimber(&self, sequences: &Sequences, job: &Job) -> Result<Option<Nimber>, Error> {
        match &self.rules {
            HeapRules::One(game) => Ok(Some(
                NimSum(&nimbers(game, &self.heaps, sequences, job)?).total(),
            )),
            HeapRules::Two(game) => {
                let [a, b] = self.pair();
                let found = pairs::at(game, Play::Normal, a, b, job)?;
                Ok(found.worth.nimber())
            }
        }
    }

    /// The moves to a position with the nimber `wanted`.
    pub(super) fn moves_to(
        &self,
        wanted: Nimber,
        sequences: &Sequences,
        job: &Job,
    ) -> Result<Leaving, Error> {
        let mut found = Leaving {
            moves: Vec::new(),
            all: true,
        };
        match &self.rules {
            HeapRules::One(game) => {
                let own = nimbers(game, &self.heaps, sequences, job)?;
                for at in 0..self.heaps.len() {
                    let Some(moves) = self.moves_of(game, at, &own, sequences, job)? else {
                        found.all = false;
                        continue;
                    };
                    let wins = moves.iter().filter(|(_, nimber)| *nimber == wanted);
                    let named = wins.map(|(left, _)| self.named(at, left));
                    found.moves.extend(named);
                }
            }
            HeapRules::Two(game) => {
                let [a, b] = self.pair();
                let to = if wanted.is_zero() {
                    let at = pairs::at(game, Play::Normal, a, b, job)?;
                    at.winning
                } else {
                    let size = a.max(b).saturating_add(1);
                    let nimbers = PairNimbers::new(game, size, job)?;
                    let mut to = Vec::new();
                    game.options(a, b, &mut |x, y| {
                        if nimbers.get(x, y) == Some(wanted) {
                            to.push((x, y));
                        }
                    });
                    to.sort_unstable();
                    to.dedup();
                    to
                };
                for (x, y) in to {
                    let after = self.written_with(&[x, y]);
                    let name = Self::name_of_pair([a, b], [x, y]);
                    found.moves.push((name, Some(after)));
                }
            }
        }
        Ok(found)
    }

    /// All moves with the positions after them and their nimbers; `None` if some heap has too many, or if
    /// a move may change two heaps.
    pub(super) fn moves_with_nimbers(
        &self,
        sequences: &Sequences,
        job: &Job,
    ) -> Result<Option<MovesWithNimbers>, Error> {
        let HeapRules::One(game) = &self.rules else {
            return Ok(None);
        };
        let own = nimbers(game, &self.heaps, sequences, job)?;
        let mut moves = Vec::new();
        for at in 0..self.heaps.len() {
            let Some(of_heap) = self.moves_of(game, at, &own, sequences, job)? else {
                return Ok(None);
            };
            moves.extend(of_heap.iter().map(|(left, nimber)| {
                let (name, after) = self.named(at, left);
                (name, after, *nimber)
            }));
        }
        Ok(Some(moves))
    }

    /// What the moves in one heap leave; `None` if there are too many moves. `own` are the nimbers of the heaps.
    fn moves_of(
        &self,
        game: &HeapGame,
        at: usize,
        own: &[Nimber],
        sequences: &Sequences,
        job: &Job,
    ) -> Result<Option<Vec<LeavingHeaps>>, Error> {
        let Some(lists) = moves_of_heap(game, self.heaps[at]) else {
            return Ok(None);
        };
        let others = NimSum(own).total() + own[at];
        let there = nimbers_of_lists(game, &lists, sequences, job)?;
        let moves = lists.into_iter().zip(there);
        Ok(Some(
            moves.map(|(left, there)| (left, others + there)).collect(),
        ))
    }

    /// The name of the move that leaves these heaps in the place of one, and the part after it.
    fn named(&self, at: usize, left: &[u64]) -> (String, Option<String>) {
        (self.name_of(at, left), Some(self.after(at, left)))
    }

    /// The part after a move that leaves these heaps in the place of one.
    fn after(&self, at: usize, left: &[u64]) -> String {
        let mut heaps = self.heaps.clone();
        heaps.splice(at..=at, left.iter().copied());
        if heaps.is_empty() {
            heaps.push(0);
        }
        self.written_with(&heaps)
    }

    /// Why each heap has its nimber; nothing of heaps whose moves are too many to be listed, nor of two heaps
    /// that one move may change.
    pub(super) fn reasons(&self, sequences: &Sequences, job: &Job) -> Result<Vec<String>, Error> {
        let mut lines = Vec::new();
        let Some((game, heaps)) = self.as_one() else {
            return Ok(lines);
        };
        let sizes: BTreeSet<u64> = heaps.iter().copied().collect();
        for heap in sizes {
            let Some(lists) = moves_of_heap(game, heap) else {
                continue;
            };
            let options = OptionNimbers::of(nimbers_of_lists(game, &lists, sequences, job)?);
            lines.push(format!("{}: {options}", self.written_with(&[heap])));
        }
        Ok(lines)
    }

    /// What the answer stands on, where that is a period of the sequence.
    pub(super) fn why(&self, sequences: &Sequences) -> Option<String> {
        let HeapRules::One(game) = &self.rules else {
            return None;
        };
        let sequences = sequences.borrow();
        let sequence = sequences.get(game)?;
        let largest = self.heaps.iter().max()?;
        let proof = sequence.proof().filter(|_| *largest >= sequence.known())?;
        let repetition = proof.repetition;
        let saltus = match repetition.saltus() {
            0 => String::new(),
            saltus => format!(", each adding {saltus}"),
        };
        Some(format!(
            "heaps of {game} have period {} from heap {} on{saltus}: proved by {}",
            repetition.period(),
            repetition.preperiod(),
            proof.theorem
        ))
    }
}

/// The nimbers of some lists of heaps.
fn nimbers_of_lists(
    game: &HeapGame,
    lists: &[Vec<u64>],
    sequences: &Sequences,
    job: &Job,
) -> Result<Vec<Nimber>, Error> {
    let of_heaps = nimbers(game, &lists.concat(), sequences, job)?;
    let mut rest = &of_heaps[..];
    let totals = lists.iter().map(|list| {
        let own = rest.split_off(..list.len()).unwrap_or_default();
        NimSum(own).total()
    });
    Ok(totals.collect())
}

/// The nimbers of some heaps of a game.
fn nimbers(
    game: &HeapGame,
    heaps: &[u64],
    sequences: &Sequences,
    job: &Job,
) -> Result<Vec<Nimber>, Error> {
    let mut sequences = sequences.borrow_mut();
    let sequence = if let Some(known) = sequences.get_mut(game) {
        known
    } else {
        let begun = Sequence::new(game, SequenceOptions::default(), job)?;
        sequences.entry(game.clone()).or_insert(begun)
    };
    let largest = heaps.iter().copied().max().unwrap_or_default();
    let to = match largest {
        ..LARGEST => largest + 1,
        _ if sequence.method() == EngineKind::XorSets => LOOKED_FOR_SLOWLY,
        _ => LOOKED_FOR,
    };
    // A proved period gives the heaps behind it once those of one period are known themselves.
    let is_told = |sequence: &Sequence| {
        let period = sequence.proof().map(|proof| proof.repetition);
        period.is_some_and(|of| of.preperiod() + of.period() <= sequence.known())
    };
    while sequence.known() < to && !is_told(sequence) {
        if job.cancel.is_cancelled() {
            let reached = Progress::at(Phase::Solving, sequence.known());
            return Err(Error::Solve(Stopped::cancelled(reached).into()));
        }
        sequence.step(to)?;
    }
    let nimber = |&heap: &u64| match sequence.nimber(heap) {
        Some(nimber) => match u32::try_from(nimber) {
            Ok(nimber) => Ok(Nimber(nimber)),
            Err(_) => Err(Error::NimberTooLarge { heap, nimber }),
        },
        None => Err(Error::HeapTooFar {
            game: game.to_string(),
            heap,
            known: sequence.known(),
        }),
    };
    heaps.iter().map(nimber).collect()
}
