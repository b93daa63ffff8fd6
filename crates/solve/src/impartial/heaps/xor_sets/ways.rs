//! The xors of all ways to leave so many counters in so many heaps.

use super::set::{Set, Union};

/// What a last level of [`Ways`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Top {
    /// The ways with exactly so many heaps.
    Exactly,
    /// Those with so many or more.
    AtLeast,
}

/// Which ways count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sizes {
    Any,
    NotAllEqual,
}

/// For each number of heaps j from 2 on, and each number of counters m, the set of
/// xors of the ways to leave m counters in j heaps (in j or more, with
/// [`Top::AtLeast`]).
///
/// The smallest of j heaps is at most m / j, and the others are m less that in
/// j - 1 heaps. Where not all heaps may be equal, the others may be so if the
/// first is another size; those few are put in one by one.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    most: u64,
    top: Top,
    sizes: Sizes,
    /// `levels[j - 1][m - j]`; the first is used only for ways with one heap or
    /// more, for else it would hold single nimbers.
    levels: Vec<Vec<Set>>,
    /// Sets of the last level are dropped when they are older than this.
    kept: u64,
    union: Union,
    bytes: u64,
}

impl Ways {
    /// No counters so far. Sets of the last level are kept for the last `kept`
    /// numbers of counters.
    pub(super) fn new(most: u64, top: Top, sizes: Sizes, kept: u64) -> Self {
        Self {
            most,
            top,
            sizes,
            levels: vec![Vec::new()],
            kept,
            union: Union::default(),
            bytes: 0,
        }
    }

    /// The set for m counters in j heaps, at least 2; none if it is empty.
    pub(super) fn get(&self, heaps: u64, counters: u64) -> Option<&Set> {
        let place = counters.checked_sub(heaps)?;
        self.levels.get(heaps as usize - 1)?.get(place as usize)
    }

    /// Bytes that the next number of counters takes more, at most.
    pub(super) fn bytes_of_next(&self, counters: u64, words: usize) -> u64 {
        let sets = self.most.min(counters) + 1;
        let lists: usize = self.levels.iter().map(Vec::len).sum();
        // The lists of sets may double, the old ones beside the new ones.
        let lists = (lists + sets as usize) * 3 * size_of::<Set>();
        sets * 8 * words as u64 + (64 * 8 * words + lists) as u64
    }

    /// Works out all sets for m counters from the nimbers of the heaps below m, m
    /// being the next number. The nimbers are below 64 times so many words.
    pub(super) fn push(&mut self, nimbers: &[u32], words: usize) {
        let counters = nimbers.len() as u64;
        for heaps in 2..=self.most.min(counters) {
            let set = self.level(heaps, counters, nimbers, words);
            self.bytes += set.bytes();
            if self.levels.len() < heaps as usize {
                self.levels.push(Vec::new());
            }
            let level = &mut self.levels[heaps as usize - 1];
            level.push(set);
            if heaps == self.most
                && let Some(old) = (level.len() as u64).checked_sub(self.kept + 2)
            {
                let old = &mut level[old as usize];
                let before = old.bytes();
                *old = Set::default();
                self.bytes -= before - old.bytes();
            }
        }
    }

    /// After the nimber of m is known: the ways with one heap or more.
    pub(super) fn push_single(&mut self, counters: u64, nimber: u32, words: usize) {
        if self.top == Top::Exactly || counters == 0 {
            return;
        }
        let mut set = match self.get(2, counters) {
            Some(set) => set.clone(),
            None => Set::default(),
        };
        set.widen(words);
        // All of one heap are equal.
        if self.sizes == Sizes::Any {
            set.insert(nimber);
        }
        self.bytes += set.bytes();
        self.levels[0].push(set);
    }

    fn level(&mut self, heaps: u64, counters: u64, nimbers: &[u32], words: usize) -> Set {
        let least = counters / heaps;
        let mut set = if heaps == 2 && self.top == Top::Exactly {
            let mut pairs = Set::with_words(words);
            if self.sizes == Sizes::Any {
                for first in 1..=least {
                    let second = nimbers[(counters - first) as usize];
                    pairs.insert(nimbers[first as usize] ^ second);
                }
            }
            pairs
        } else {
            self.union.start(words);
            for first in 1..=least {
                let rest = &self.levels[heaps as usize - 2];
                let rest = &rest[(counters - first - (heaps - 1)) as usize];
                self.union.add(rest, nimbers[first as usize]);
            }
            self.union.finish()
        };
        if self.sizes == Sizes::NotAllEqual {
            let most = match self.top {
                Top::Exactly => heaps,
                Top::AtLeast => counters,
            };
            for others in heaps - 1..most {
                for size in 1..=(counters - 1) / others {
                    let first = counters - others * size;
                    if first != size {
                        let others = if others % 2 == 1 {
                            nimbers[size as usize]
                        } else {
                            0
                        };
                        set.insert(nimbers[first as usize] ^ others);
                    }
                }
            }
        }
        set
    }

    pub(super) fn bytes(&self) -> u64 {
        let lists: usize = self
            .levels
            .iter()
            .map(|level| level.capacity() - level.len())
            .sum();
        self.bytes + self.union.bytes() + (lists * size_of::<Set>()) as u64
    }
}

/// For each number of heaps j and each number of counters m up to a horizon, the
/// set of xors of the ways to leave m counters in j heaps of different sizes.
///
/// Heaps are put in one size after the other, each at most once. What a size does
/// to all m is done when its nimber is known; when the horizon is reached it is
/// doubled, and all is done again.
#[derive(Clone, Debug)]
pub(super) struct Distinct {
    most: u64,
    top: Top,
    /// `classes[j][m]`. With [`Top::AtLeast`] the last class is for more heaps
    /// too.
    classes: Vec<Vec<Set>>,
    horizon: u64,
}

impl Distinct {
    pub(super) fn new(most: u64, top: Top) -> Self {
        Self {
            most,
            top,
            classes: Vec::new(),
            horizon: 0,
        }
    }

    /// The set for m counters in j heaps; the sizes put in so far are used.
    pub(super) fn get(&self, heaps: u64, counters: u64) -> Option<&Set> {
        self.classes.get(heaps as usize)?.get(counters as usize)
    }

    /// Heaps of different sizes that there can be.
    fn classes_to(&self, horizon: u64) -> u64 {
        let most = (1..).take_while(|&heaps| heaps * (heaps + 1) / 2 <= horizon);
        self.most.min(most.count() as u64)
    }

    fn horizon_for(&self, counters: u64) -> u64 {
        if counters <= self.horizon {
            self.horizon
        } else {
            (2 * self.horizon).max(counters).max(15)
        }
    }

    /// Bytes that are held when so many counters are within the horizon.
    pub(super) fn bytes_to(&self, counters: u64, words: usize) -> u64 {
        let horizon = self.horizon_for(counters);
        let sets = (self.classes_to(horizon) + 1) * (horizon + 1);
        sets * (size_of::<Set>() + 8 * words) as u64
    }

    /// Puts the horizon to so many counters or further.
    pub(super) fn reach(&mut self, counters: u64, nimbers: &[u32], words: usize) {
        let horizon = self.horizon_for(counters);
        if horizon == self.horizon {
            return;
        }
        self.horizon = horizon;
        self.classes =
            vec![vec![Set::default(); horizon as usize + 1]; self.classes_to(horizon) as usize + 1];
        self.classes[0][0] = Set::with_words(1);
        self.classes[0][0].insert(0);
        for size in 1..nimbers.len() as u64 {
            self.put(size, nimbers[size as usize], words);
        }
    }

    /// Puts in heaps of this size, the next one.
    pub(super) fn put(&mut self, size: u64, nimber: u32, words: usize) {
        let top = self.classes.len() - 1;
        for counters in (size..=self.horizon).rev() {
            let rest = (counters - size) as usize;
            for heaps in (1..=top).rev() {
                let (fewer, this) = self.classes.split_at_mut(heaps);
                let this = &mut this[0];
                let and_more = heaps as u64 == self.most && self.top == Top::AtLeast;
                let (before, from) = this.split_at_mut(counters as usize);
                let set = &mut from[0];
                let from_fewer = &fewer[heaps - 1][rest];
                if !from_fewer.is_empty() {
                    set.widen(words);
                    set.union_xored(from_fewer, nimber);
                }
                if and_more && !before[rest].is_empty() {
                    set.widen(words);
                    set.union_xored(&before[rest], nimber);
                }
            }
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.classes.iter().flatten().map(Set::bytes).sum()
    }
}
