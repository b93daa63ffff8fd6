//! Games whose moves leave at most two heaps: all splits, until rare nimbers show.
//!
//! The first heaps are worked out by all their splits ([`super::dense`]), many at a
//! time. Now and then it is asked whether the nimbers fall into two classes of
//! which one is rare ([`super::sparse`]). If so, the rest takes a few steps a heap;
//! and back, should that turn out to have been an accident of small heaps.

use zug_heaps::HeapGame;

use super::dense::Dense;
use super::engine::Terms;
use super::sparse::Sparse;
use super::{Engine, Method, Proof, Statistics, Stop};

/// Classes are first looked for when so many heaps are known, and then each time
/// that there are half as many again.
const FIRST_LOOK: u64 = 1 << 11;

/// The engine that is at work now.
enum Worker {
    Dense(Box<Dense>),
    Sparse(Box<Sparse>),
}

/// Both engines, one after the other.
pub(super) struct Splits {
    game: HeapGame,
    terms: Terms,
    worker: Worker,
    look_at: u64,
}

impl Splits {
    /// Knows no heap yet.
    pub(super) fn new(game: &HeapGame, terms: Terms) -> Result<Self, Stop> {
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

    /// Goes on from a saved engine; nothing if these are other bytes.
    pub(super) fn restore(
        game: &HeapGame,
        terms: Terms,
        method: Method,
        bytes: &[u8],
    ) -> Option<Self> {
        let worker = match method {
            Method::Dense => {
                let dense = Dense::load(game, terms.memory, bytes).ok()?;
                Worker::Dense(Box::new(dense))
            }
            Method::Sparse => Worker::Sparse(Box::new(Sparse::restore(game, terms, bytes)?)),
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

    /// The nimbers of all heaps, if they are kept and fit beside what there is.
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

    /// Changes the engine where the other one suits better.
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
    fn method(&self) -> Method {
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
                    if self.method() == Method::Sparse {
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

    fn count(&self, from: u64, to: u64, statistics: &mut Statistics) {
        self.engine().count(from, to, statistics);
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
