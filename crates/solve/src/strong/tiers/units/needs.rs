//! Which units can be done now.
//!
//! In the end the values of all shards are wanted. A unit whose stream is absent needs the streams
//! that it reads; what is absent of these needs units in its turn. A unit is *ready* if all is there
//! that it reads. So nothing is noted of what was done: the streams say it, and a stream that
//! somebody deletes is made again.
//!
//! Cost: a few look-ups for each shard.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::super::store::{Kind, Stream};
use super::unit::{Order, Unit};

/// What is there, and what is to be done.
#[derive(Debug)]
pub struct Needs {
    order: Order,
    /// The kinds of the streams of a shard: its positions first, then what is worked out.
    kinds: Vec<Kind>,
    there: HashSet<Stream>,
    /// The number of shards of each tier that was split; of tiers of numbers, which are not split, 1.
    shards: BTreeMap<u32, u32>,
    ready: BTreeSet<Unit>,
    /// The streams that units read which are to be done. Where a unit reads all runs into its tier,
    /// all runs of the tiers before it are among them.
    read: HashSet<Stream>,
}

/// How far the units of one kind are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// The number of units that are done.
    pub done: u64,
    /// The number of units that there are, as far as the tiers are split.
    pub known: u64,
}

impl Needs {
    /// What is to be done where these streams are there and the tiers that were split have these numbers of shards. In
    /// the end each shard has streams of these `kinds`: its positions first, then what is worked out.
    #[must_use]
    pub fn new(
        order: impl Into<Order>,
        kinds: Vec<Kind>,
        there: HashSet<Stream>,
        mut shards: BTreeMap<u32, u32>,
    ) -> Self {
        let order = order.into();
        if !order.has_shards() {
            shards = order.tiers().map(|tier| (tier, 1)).collect();
        }
        let mut needs = Self {
            order,
            kinds,
            there,
            shards,
            ready: BTreeSet::new(),
            read: HashSet::new(),
        };
        needs.find();
        needs
    }

    /// The units that can be done now, those of earlier stages first.
    pub fn ready(&self) -> impl Iterator<Item = Unit> {
        self.ready.iter().copied()
    }

    /// Whether the unit can be done now.
    #[must_use]
    pub fn is_ready(&self, unit: Unit) -> bool {
        self.ready.contains(&unit)
    }

    /// Whether what the unit writes is there.
    #[must_use]
    pub fn is_done(&self, unit: Unit) -> bool {
        let written = self.has(self.order.writes(unit));
        match unit {
            Unit::Values(tier, shard) => {
                let of = |kind: &Kind| Stream::new(tier, *kind).of_shard(shard);
                written && self.kinds.iter().skip(1).all(|kind| self.has(of(kind)))
            }
            _ => written,
        }
    }

    /// Whether there is such a unit, as far as the tiers are split.
    #[must_use]
    pub fn is_known(&self, unit: Unit) -> bool {
        let tier = unit.tier();
        let (tiers, has_shards) = (self.order.tiers(), self.order.has_shards());
        if !tiers.contains(&tier) {
            return false;
        }
        match unit {
            Unit::Split(_) => has_shards,
            Unit::Answer(tier, _) if tier == tiers.start || !has_shards => false,
            Unit::Expand(_, shard)
            | Unit::Keys(_, shard)
            | Unit::Answer(_, shard)
            | Unit::Values(_, shard) => self.shards_of(tier).contains(&shard),
        }
    }

    /// Whether the values of all positions are there.
    #[must_use]
    pub fn all_done(&self) -> bool {
        self.ready.is_empty()
    }

    /// Whether all positions are found.
    #[must_use]
    pub fn all_found(&self) -> bool {
        let is_split = |tier| !self.order.has_shards() || self.has(Stream::split(tier));
        self.order.tiers().all(|tier| {
            let mut shards = self.shards_of(tier);
            is_split(tier) && shards.all(|shard| self.is_done(Unit::Keys(tier, shard)))
        })
    }

    /// The streams that are there and of which no unit has need that is still to be done. Those of
    /// the finished table are not among them.
    pub fn unneeded(&self) -> impl Iterator<Item = Stream> {
        let there = self.there.iter().copied();
        there.filter(|stream| {
            matches!(stream.kind, Kind::Run | Kind::Answers) && !self.read.contains(stream)
        })
    }

    /// How far the units are whose names begin with this word.
    #[must_use]
    pub fn stage(&self, word: &str) -> Stage {
        let mut stage = Stage::default();
        for tier in self.order.tiers() {
            let mut units = vec![Unit::Split(tier)];
            for shard in self.shards_of(tier) {
                units.extend([
                    Unit::Expand(tier, shard),
                    Unit::Keys(tier, shard),
                    Unit::Answer(tier, shard),
                    Unit::Values(tier, shard),
                ]);
            }
            for unit in units {
                if unit.word() == word && self.is_known(unit) {
                    stage.known += 1;
                    stage.done += u64::from(self.is_done(unit));
                }
            }
        }
        stage
    }

    /// The number of tiers.
    #[must_use]
    pub fn tiers(&self) -> u32 {
        self.order.tiers().len() as u32
    }

    /// The shards of all tiers that were split.
    pub fn shards(&self) -> impl Iterator<Item = (u32, u32)> {
        self.order
            .tiers()
            .flat_map(|tier| self.shards_of(tier).map(move |shard| (tier, shard)))
    }

    fn has(&self, stream: Stream) -> bool {
        self.there.contains(&stream)
    }

    fn shards_of(&self, tier: u32) -> std::ops::Range<u32> {
        0..self.shards.get(&tier).copied().unwrap_or(0)
    }

    /// Goes from what is wanted in the end to what is ready.
    fn find(&mut self) {
        let mut open: Vec<Unit> = Vec::new();
        for tier in self.order.tiers().rev() {
            open.extend(self.order.has_shards().then_some(Unit::Split(tier)));
            for shard in self.shards_of(tier) {
                open.extend([Unit::Keys(tier, shard), Unit::Values(tier, shard)]);
            }
        }
        let mut seen = HashSet::new();
        // Of the tiers whose runs, or whose answers, were looked at: whether all are there.
        let mut tiers: HashMap<Group, bool> = HashMap::new();
        while let Some(unit) = open.pop() {
            if self.is_done(unit) || !seen.insert(unit) {
                continue;
            }
            let mut is_ready = true;
            for group in self.inputs(unit) {
                if let Some(are_there) = tiers.get(&group) {
                    is_ready &= are_there;
                    continue;
                }
                let lacks = self.lacks(&group);
                is_ready &= lacks.is_empty();
                match group {
                    Group::One(of) => {
                        self.read.insert(self.order.writes(of));
                    }
                    Group::Runs(tier) => self.read_all(tier, Kind::Run),
                    Group::AnswersOf(tier) => self.read_all(tier, Kind::Answers),
                }
                if !matches!(group, Group::One(_)) {
                    tiers.insert(group, lacks.is_empty());
                }
                open.extend(lacks);
            }
            if is_ready {
                self.ready.insert(unit);
            }
        }
    }

    fn read_all(&mut self, tier: u32, kind: Kind) {
        for shard in self.shards_of(tier) {
            self.read.insert(Stream::new(tier, kind).of_shard(shard));
        }
    }

    /// What a unit reads.
    fn inputs(&self, unit: Unit) -> Vec<Group> {
        let has_shards = self.order.has_shards();
        let runs_into = |tier| self.order.before(tier).into_iter().map(Group::Runs);
        let own = |units: &[Unit]| units.iter().copied().map(Group::One).collect::<Vec<_>>();
        match unit {
            Unit::Expand(tier, shard) => own(&[Unit::Keys(tier, shard)]),
            Unit::Split(tier) => runs_into(tier).collect(),
            Unit::Keys(tier, _) => {
                let split = has_shards.then_some(Group::One(Unit::Split(tier)));
                split.into_iter().chain(runs_into(tier)).collect()
            }
            Unit::Answer(tier, shard) => {
                let mut read = own(&[
                    Unit::Split(tier),
                    Unit::Keys(tier, shard),
                    Unit::Values(tier, shard),
                ]);
                read.extend(runs_into(tier));
                read
            }
            Unit::Values(tier, shard) => {
                let (keys, expand) = (Unit::Keys(tier, shard), Unit::Expand(tier, shard));
                let behind = self.order.behind(tier).into_iter();
                if has_shards {
                    let mut read = own(&[keys, expand]);
                    read.extend(behind.map(Group::AnswersOf));
                    return read;
                }
                let mut read = own(&[keys]);
                read.extend(behind.map(|exit| Group::One(Unit::Values(exit, 0))));
                read
            }
        }
    }

    /// The units that must be done before all of a group are there.
    fn lacks(&self, group: &Group) -> Vec<Unit> {
        let of_tier = |tier, unit: fn(u32, u32) -> Unit| {
            if self.order.has_shards() && !self.has(Stream::split(tier)) {
                return vec![Unit::Split(tier)];
            }
            let units = self.shards_of(tier).map(|shard| unit(tier, shard));
            units.filter(|unit| !self.is_done(*unit)).collect()
        };
        match *group {
            Group::One(unit) if self.is_done(unit) => Vec::new(),
            Group::One(unit) => vec![unit],
            Group::Runs(tier) => of_tier(tier, Unit::Expand),
            Group::AnswersOf(tier) => of_tier(tier, Unit::Answer),
        }
    }
}

/// Streams that a unit reads, by the units that write them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Group {
    /// What one unit writes.
    One(Unit),
    /// All runs of a tier.
    Runs(u32),
    /// All answers of a tier.
    AnswersOf(u32),
}
