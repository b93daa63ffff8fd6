//! The xors of all ways to leave some counters in some heaps.

use super::set::{Set, Union};

/// What the last level of [`Ways`] holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Top {
    /// The ways with exactly the largest number of heaps.
    Exactly,
    /// The ways with that number of heaps or more.
    AtLeast,
}

/// Which sizes the heaps of a way may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sizes {
    Any,
    NotAllEqual,
}

/// For each number of heaps j from 2 on, and each number of counters m, the set of
/// xors of the ways to leave m counters in j heaps (in j or more, with
/// [`Top::AtLeast`]).
///
/// The smallest of j heaps is at most m / j, and the other j - 1 heaps have the
/// remaining counters. Where not all heaps may be equal, the other heaps may all be
/// equal if the first has another size; these few ways are put in one by one.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    most: u64,
    top: Top,
    sizes: Sizes,
    /// `levels[j - 1][m - j]`. The level for one heap is used only for the ways with
    /// one heap or more; otherwise its sets would be single nimbers.
    levels: Vec<Vec<Set>>,
    /// Only about the last `kept` sets of the last level are kept.
    kept: u64,
    union: Union,
    bytes: u64,
}

impl Ways {
    /// No number of counters is worked out yet. The last level keeps its sets for the
    /// last `kept` numbers of counters.
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

    /// The set for `counters` counters in `heaps` heaps, at least 2; `None` if there is
    /// no such way.
    pub(super) fn get(&self, heaps: u64, counters: u64) -> Option<&Set> {
        let place = counters.checked_sub(heaps)?;
        self.levels.get(heaps as usize - 1)?.get(place as usize)
    }

    /// The most bytes that the next number of counters adds.
    pub(super) fn bytes_of_next(&self, counters: u64, words: usize) -> u64 {
        let sets = self.most.min(counters) + 1;
        let lists: usize = self.levels.iter().map(Vec::len).sum();
        // While the lists of sets double, the old blocks are held too.
        let lists = (lists + sets as usize) * 3 * size_of::<Set>();
        sets * 8 * words as u64 + (64 * 8 * words + lists) as u64
    }

    /// Works out all sets for the next number of counters, m, from the nimbers of the
    /// heaps below m. These nimbers are below 64 times `words`.
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

    /// Adds the ways with one heap or more, once the nimber of the heap of `counters`
    /// is known.
    pub(super) fn push_single(&mut self, counters: u64, nimber: u32, words: usize) {
        if self.top == Top::Exactly || counters == 0 {
            return;
        }
        let mut set = match self.get(2, counters) {
            Some(set) => set.clone(),
            None => Set::default(),
        };
        set.widen(words);
        // The heaps of a way with one heap are all equal.
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
/// The sizes of heaps are put in one after the other, each at most once. Once the
/// nimber of a size is known, its effect on all m is worked out. When the horizon is
/// reached it is doubled, and all sizes are put in again.
#[derive(Clone, Debug)]
pub(super) struct Distinct {
    most: u64,
    top: Top,
    /// `classes[j][m]` is the set for m counters in j heaps. With [`Top::AtLeast`] the
    /// last class also covers more heaps.
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

    /// The set for `counters` counters in `heaps` heaps, by the sizes put in so far.
    pub(super) fn get(&self, heaps: u64, counters: u64) -> Option<&Set> {
        self.classes.get(heaps as usize)?.get(counters as usize)
    }

    /// The most heaps of different sizes that the horizon allows, at most `most`.
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

    /// The bytes that are held when the horizon reaches `counters`.
    pub(super) fn bytes_to(&self, counters: u64, words: usize) -> u64 {
        let horizon = self.horizon_for(counters);
        let sets = (self.classes_to(horizon) + 1) * (horizon + 1);
        sets * (size_of::<Set>() + 8 * words) as u64
    }

    /// Moves the horizon to at least `counters`.
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

    /// Puts in the next size, a heap of `size` with its nimber.
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
