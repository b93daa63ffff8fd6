//! Games whose moves leave at most two heaps: by all splits, until rare nimbers show.
//!
//! The first heaps are worked out by all their splits ([`super::dense`]), many at a
//! time. Now and then the engine looks whether the nimbers fall into two classes of
//! which one is rare ([`super::sparse`]). If so, each further heap takes a few steps.
//! If that turns out to have been an accident of small heaps, the engine goes back to
//! all splits.

use zug_heaps::HeapGame;

use super::dense::Dense;
use super::sparse::Sparse;
use super::{Engine, EngineKind, Stop, Terms};
use crate::{Proof, Statistics};

/// Classes are first looked for when this many heaps are known, and again whenever the
/// number of heaps has grown by half.
const FIRST_LOOK: u64 = 1 << 11;

/// The engine that is at work now.
enum Worker {
    Dense(Box<Dense>),
    Sparse(Box<Sparse>),
}

/// The dense and the sparse engine, of which one is at work at a time.
pub(crate) struct Splits {
    game: HeapGame,
    terms: Terms,
    worker: Worker,
    look_at: u64,
}

impl Splits {
    /// A new engine, which knows no heap yet.
    pub(crate) fn new(game: &HeapGame, terms: Terms) -> Result<Self, Stop> {
        let dense = Dense::new(game, terms.memory)?;
        Ok(Self::with(game, terms, Worker::Dense(Box::new(dense))))
    }

    fn with(game: &HeapGame, terms: Terms, worker: Worker) -> Self {
        Self {
            game: game.clone(),
            terms,
            worker,
            look_at: FIRST_LOOK,
        }
    }

    /// Restores the engine that saved these bytes; `None` if the bytes are something
    /// else.
    pub(crate) fn restore(
        game: &HeapGame,
        terms: Terms,
        method: EngineKind,
        bytes: &[u8],
    ) -> Option<Self> {
        let worker = match method {
            EngineKind::Dense => {
                let dense = Dense::load(game, terms.memory, bytes).ok()?;
                Worker::Dense(Box::new(dense))
            }
            EngineKind::Sparse => Worker::Sparse(Box::new(Sparse::restore(game, terms, bytes)?)),
            _ => return None,
        };
        Some(Self::with(game, terms, worker))
    }

    fn engine(&self) -> &dyn Engine {
        match &self.worker {
            Worker::Dense(dense) => &**dense,
            Worker::Sparse(sparse) => &**sparse,
        }
    }

    /// The nimbers of all heaps, if they are kept and the memory allows a copy as
    /// words.
    fn nimbers(&self) -> Option<Vec<u32>> {
        let known = self.engine().known();
        let needed = known
            .saturating_mul(8)
            .saturating_add(self.engine().bytes());
        if needed > self.terms.memory {
            return None;
        }
        let mut nimbers = vec![0; usize::try_from(known).ok()?];
        self.engine().read(0, &mut nimbers).then_some(nimbers)
    }

    /// Changes to the other engine where that one suits the game better.
    fn look(&mut self) {
        let known = self.engine().known();
        self.look_at = known + known / 2;
        match &self.worker {
            Worker::Dense(_) => {
                let nimbers = self.nimbers();
                let sparse =
                    nimbers.and_then(|nimbers| Sparse::if_sparse(&self.game, self.terms, &nimbers));
                if let Some(sparse) = sparse {
                    self.worker = Worker::Sparse(Box::new(sparse));
                }
            }
            Worker::Sparse(sparse) => {
                if !sparse.is_sparse() {
                    self.return_to_dense();
                }
            }
        }
    }

    fn return_to_dense(&mut self) {
        let short = self.nimbers().and_then(|nimbers| {
            let short = nimbers.iter().map(|&nimber| u16::try_from(nimber).ok());
            short.collect::<Option<Vec<u16>>>()
        });
        if let Some(short) = short
            && let Ok(dense) = Dense::after(&self.game, self.terms.memory, short.iter().copied())
        {
            self.worker = Worker::Dense(Box::new(dense));
        }
    }
}

impl Engine for Splits {
    fn method(&self) -> EngineKind {
        self.engine().method()
    }

    fn known(&self) -> u64 {
        self.engine().known()
    }

    fn step(&mut self, to: u64) -> Result<(), Stop> {
        match &mut self.worker {
            Worker::Dense(dense) => dense.step(to.min(self.look_at))?,
            Worker::Sparse(sparse) => {
                if let Err(stop) = sparse.step(to) {
                    let Stop::Nimber { .. } = stop else {
                        return Err(stop);
                    };
                    self.return_to_dense();
                    if self.method() == EngineKind::Sparse {
                        return Err(stop);
                    }
                    self.look_at = u64::MAX;
                }
            }
        }
        if self.known() >= self.look_at && self.known() < to {
            self.look();
        }
        Ok(())
    }

    fn read(&self, from: u64, out: &mut [u32]) -> bool {
        self.engine().read(from, out)
    }

    fn add_to_statistics(&self, from: u64, to: u64, statistics: &mut Statistics) {
        self.engine().add_to_statistics(from, to, statistics);
    }

    fn proof(&self) -> Option<Proof> {
        self.engine().proof()
    }

    fn save(&self) -> Option<Vec<u8>> {
        self.engine().save()
    }

    fn bytes(&self) -> u64 {
        self.engine().bytes()
    }

    fn rares(&self) -> Option<&[u64]> {
        self.engine().rares()
    }
}
