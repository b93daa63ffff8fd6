//! The names of units.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::super::store::{Kind, Stream};

/// The levels of a game that are tiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    /// The level of the root.
    pub first: u32,
    /// The number behind the last level.
    pub end: u32,
    /// The largest number of levels that one move climbs, at least 1.
    pub climb: u32,
}

impl Levels {
    /// The tiers whose moves can lead into a tier.
    #[must_use]
    pub fn before(self, tier: u32) -> Range<u32> {
        tier.saturating_sub(self.climb).max(self.first)..tier
    }

    /// The tiers that moves out of a tier can lead to.
    #[must_use]
    pub fn behind(self, tier: u32) -> Range<u32> {
        let next = tier.saturating_add(1);
        next..next.saturating_add(self.climb).min(self.end).max(next)
    }
}

/// How the tiers of a game hang together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Tiers of sorted positions. Each is cut into shards.
    Sorted(Levels),
    /// Tiers of numbers. Each is one shard.
    Numbered(Exits),
}

/// Which tiers of numbers lead to which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exits {
    /// For each tier, the tiers whose moves can lead into it.
    before: Vec<Vec<u32>>,
    /// For each tier, the tiers that moves out of it can lead to.
    behind: Vec<Vec<u32>>,
}

impl Exits {
    /// Tiers with these exits.
    #[must_use]
    pub fn new(behind: Vec<Vec<u32>>) -> Self {
        let mut before = vec![Vec::new(); behind.len()];
        for (tier, exits) in (0..).zip(&behind) {
            for exit in exits {
                before[*exit as usize].push(tier);
            }
        }
        Self { before, behind }
    }
}

impl Order {
    /// The numbers of the tiers.
    #[must_use]
    pub fn tiers(&self) -> Range<u32> {
        match self {
            Self::Sorted(levels) => levels.first..levels.end,
            Self::Numbered(exits) => 0..exits.behind.len() as u32,
        }
    }

    /// The tiers whose moves can lead into a tier.
    #[must_use]
    pub fn before(&self, tier: u32) -> Vec<u32> {
        match self {
            Self::Sorted(levels) => levels.before(tier).collect(),
            Self::Numbered(exits) => exits.before[tier as usize].clone(),
        }
    }

    /// The tiers that moves out of a tier can lead to.
    #[must_use]
    pub fn behind(&self, tier: u32) -> Vec<u32> {
        match self {
            Self::Sorted(levels) => levels.behind(tier).collect(),
            Self::Numbered(exits) => exits.behind[tier as usize].clone(),
        }
    }

    /// Whether tiers are cut into shards.
    #[must_use]
    pub fn has_shards(&self) -> bool {
        matches!(self, Self::Sorted(_))
    }

    /// The kinds of the streams that have the positions and the values of a tier.
    #[must_use]
    pub fn kinds(&self) -> [Kind; 2] {
        match self {
            Self::Sorted(_) => [Kind::Keys, Kind::Values],
            Self::Numbered(_) => [Kind::Numbers, Kind::Slots],
        }
    }

    /// The stream that a unit writes last.
    #[must_use]
    pub fn writes(&self, unit: Unit) -> Stream {
        match (self, unit) {
            (Self::Numbered(_), Unit::Keys(tier, _)) => Stream::numbers(tier),
            _ => unit.writes(),
        }
    }
}

impl From<Levels> for Order {
    fn from(levels: Levels) -> Self {
        Self::Sorted(levels)
    }
}

/// A unit of work, of a tier or of a shard of a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Finds where the moves out of a shard lead.
    Expand(u32, u32),
    /// Cuts a tier into shards.
    Split(u32),
    /// Writes the keys of a shard.
    Keys(u32, u32),
    /// Gives the runs into a shard the values of their positions.
    Answer(u32, u32),
    /// Gives the positions of a shard their values.
    Values(u32, u32),
}

impl Unit {
    /// The tier that the unit works on.
    #[must_use]
    pub fn tier(self) -> u32 {
        match self {
            Self::Split(tier)
            | Self::Expand(tier, _)
            | Self::Keys(tier, _)
            | Self::Answer(tier, _)
            | Self::Values(tier, _) => tier,
        }
    }

    /// The stream that the unit writes last where tiers are sorted.
    #[must_use]
    pub fn writes(self) -> Stream {
        let (kind, shard) = match self {
            Self::Split(_) => (Kind::Split, 0),
            Self::Expand(_, shard) => (Kind::Run, shard),
            Self::Keys(_, shard) => (Kind::Keys, shard),
            Self::Answer(_, shard) => (Kind::Answers, shard),
            Self::Values(_, shard) => (Kind::Tally, shard),
        };
        Stream::new(self.tier(), kind).of_shard(shard)
    }

    /// What the unit does, in one word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Expand(..) => "expand",
            Self::Split(_) => "split",
            Self::Keys(..) => "keys",
            Self::Answer(..) => "answer",
            Self::Values(..) => "values",
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:05}", self.word(), self.tier())?;
        match self {
            Self::Split(_) => Ok(()),
            Self::Expand(_, shard)
            | Self::Keys(_, shard)
            | Self::Answer(_, shard)
            | Self::Values(_, shard) => write!(f, "-{shard:05}"),
        }
    }
}

/// A text is the name of no unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is the name of no unit: units are called split-00012 or expand-00012-00003")]
pub struct NoUnit(pub String);

impl FromStr for Unit {
    type Err = NoUnit;

    fn from_str(text: &str) -> Result<Self, NoUnit> {
        let number = |part: &str| {
            let digits = part.len() >= 5 && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<u32>().ok().filter(|_| digits)
        };
        let mut parts = text.split('-');
        let word = parts.next().unwrap_or_default();
        let numbers: Option<Vec<u32>> = parts.map(number).collect();
        let unit = match (word, numbers.as_deref()) {
            ("split", Some(&[tier])) => Self::Split(tier),
            ("expand", Some(&[tier, shard])) => Self::Expand(tier, shard),
            ("keys", Some(&[tier, shard])) => Self::Keys(tier, shard),
            ("answer", Some(&[tier, shard])) => Self::Answer(tier, shard),
            ("values", Some(&[tier, shard])) => Self::Values(tier, shard),
            _ => return Err(NoUnit(text.to_owned())),
        };
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_read_back_from_its_name() {
        for unit in [
            Unit::Split(0),
            Unit::Expand(12, 3),
            Unit::Keys(123_456, 0),
            Unit::Answer(1, u32::MAX),
            Unit::Values(7, 99_999),
        ] {
            assert_eq!(unit.to_string().parse(), Ok(unit));
        }
        for text in [
            "",
            "split",
            "split-12",
            "split-00012-00001",
            "keys-00012",
            "keys-00012-+0001",
            "keys-00012-99999999999",
            "spit-00001",
        ] {
            assert_eq!(text.parse::<Unit>(), Err(NoUnit(text.to_owned())));
        }
    }
}
