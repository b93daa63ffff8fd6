//! Games of which something is noted that took long to find out, after the games themselves are gone.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::limits::NOTED;

/// Games by hashes of their keys, the latest last; the first go when there are too many.
#[derive(Debug, Default)]
pub(crate) struct Noted {
    games: Mutex<VecDeque<u64>>,
    hashes: RandomState,
}

impl Noted {
    /// Whether a game is noted.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.games().contains(&self.hashes.hash_one(key))
    }

    /// Notes a game.
    pub(crate) fn note(&self, key: &str) {
        let hash = self.hashes.hash_one(key);
        let mut games = self.games();
        if games.contains(&hash) {
            return;
        }
        games.push_back(hash);
        if games.len() > NOTED {
            games.pop_front();
        }
    }

    /// Notes nothing of a game any more.
    pub(crate) fn forget(&self, key: &str) {
        let hash = self.hashes.hash_one(key);
        self.games().retain(|game| *game != hash);
    }

    fn games(&self) -> MutexGuard<'_, VecDeque<u64>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
