//! The form of a file: header, blocks, directory, footer.
//!
//! | part | bytes | holds |
//! |---|---|---|
//! | header | 40 | magic, version, kind of stream, tier, shard, stamp of the table |
//! | blocks | any | the blocks, compressed, without gaps |
//! | directory | 56 a block | first key, place, length, number of entries, checksum |
//! | footer | 56 | numbers of entries and blocks, place of the directory, note, checksum, magic |
//!
//! Numbers are little-endian. The checksum of a block (XXH3, 64 bits) stands in the directory,
//! and the checksum of header, directory and footer in the footer, so that every byte of a file
//! is under a checksum. The *seal* of a file is the checksum in its footer; the manifest keeps
//! the seal of each file, so that no file can take the place of another.
//!
//! Why one checksum and no code that mends: a table is worked out anew from its rules, and a
//! disk has its own codes.

use std::path::Path;

use xxhash_rust::xxh3::Xxh3;
use zug_game::U256;

use crate::error::{Error, Fault, Place};

/// The version of the form of files and manifests. It grows with every change after which
/// older programs would misread a file.
pub(crate) const VERSION: u32 = 2;

/// The version that the manifest of a table with scores has, so that programs which know no scores
/// refuse the table by its version. The files themselves have the form of [`VERSION`].
pub(crate) const VERSION_WITH_SCORES: u32 = 3;

/// The version that the manifest of a table with a score beyond 16 bits has, so that programs which
/// know no such scores refuse the table by its version. The files themselves have the form of
/// [`VERSION`].
pub(crate) const VERSION_WITH_LARGE_SCORES: u32 = 4;

/// The version that the manifest of a table has which is of a game whose moves gain points, or has a
/// score beyond 32 bits, so that programs which know no such tables refuse it by its version. The files
/// themselves have the form of [`VERSION`].
pub(crate) const VERSION_WITH_GAINS: u32 = 5;

/// The version that the manifest of a table with loopy nimbers has, so that programs which know none refuse it by its
/// version. The files themselves have the form of [`VERSION`].
pub(crate) const VERSION_WITH_INFINITIES: u32 = 6;

/// The version that the manifest of a table in tiers with nimbers or scores has, so that programs which know none refuse
/// it by its version. The files themselves have the form of [`VERSION`].
pub(crate) const VERSION_WITH_CELLS_BESIDES: u32 = 7;

/// All versions of manifests, the newest last.
pub(crate) const VERSIONS: [u32; 6] = [
    VERSION,
    VERSION_WITH_SCORES,
    VERSION_WITH_LARGE_SCORES,
    VERSION_WITH_GAINS,
    VERSION_WITH_INFINITIES,
    VERSION_WITH_CELLS_BESIDES,
];

const MAGIC: [u8; 8] = *b"zugtable";
const END_MAGIC: [u8; 8] = *b"elbatguz";

pub(crate) const HEADER_BYTES: usize = 40;
pub(crate) const ENTRY_BYTES: usize = 56;
pub(crate) const FOOTER_BYTES: usize = 56;

/// The largest number of entries of a block.
pub(crate) const MOST_ENTRIES: usize = 1 << 16;

/// What the blocks of a file hold.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The positions, packed into numbers that ascend strictly.
    Keys,
    /// The outcomes of these positions.
    Outcomes,
    /// Their remotenesses.
    Remoteness,
    /// Their nimbers.
    Nimbers,
    /// Their scores, in a game that ends with scores.
    Scores,
    /// The positions in the code of the solver that found them, tier by tier.
    Packed,
    /// Outcomes and remotenesses in the code of that solver.
    Cells,
    /// Nimbers in the code of that solver.
    NimberCells,
    /// Scores in the code of that solver.
    ScoreCells,
    /// Scores with numbers of plies, in the code of that solver, of a game whose moves gain points.
    AttainedCells,
    /// The numbers of the positions in an index of the solver, tier by tier.
    Numbers,
    /// Outcomes and remotenesses of these numbers.
    Slots,
    /// Of a checkpoint: positions in the order in which the solver found them.
    Found,
    /// Of a checkpoint: the numbers of moves of these positions.
    Degrees,
    /// Of a checkpoint: their moves.
    Moves,
    /// Of a checkpoint: what is known of all positions between two levels.
    Levels,
    /// Of a unit of work: where the shards of a tier begin, and which runs reach each shard.
    Split,
    /// Of a unit of work: the positions that moves out of a shard lead to.
    Run,
    /// Of a unit of work: values of the positions of runs.
    Answers,
    /// Of a unit of work: the counts of the positions of a shard.
    Tally,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 20] = [
        Self::Keys,
        Self::Outcomes,
        Self::Remoteness,
        Self::Nimbers,
        Self::Scores,
        Self::Packed,
        Self::Cells,
        Self::NimberCells,
        Self::ScoreCells,
        Self::AttainedCells,
        Self::Numbers,
        Self::Slots,
        Self::Found,
        Self::Degrees,
        Self::Moves,
        Self::Levels,
        Self::Split,
        Self::Run,
        Self::Answers,
        Self::Tally,
    ];

    /// Whether a file of this kind is a part of a checkpoint, and of no table.
    #[must_use]
    pub fn is_of_checkpoint(self) -> bool {
        matches!(
            self,
            Self::Found | Self::Degrees | Self::Moves | Self::Levels
        )
    }

    /// Whether a file of this kind is a part of a table, and not only of the work on it.
    #[must_use]
    pub fn is_of_table(self) -> bool {
        match self {
            Self::Found
            | Self::Degrees
            | Self::Moves
            | Self::Levels
            | Self::Split
            | Self::Run
            | Self::Answers
            | Self::Tally => false,
            Self::Keys
            | Self::Outcomes
            | Self::Remoteness
            | Self::Nimbers
            | Self::Scores
            | Self::Packed
            | Self::Cells
            | Self::NimberCells
            | Self::ScoreCells
            | Self::AttainedCells
            | Self::Numbers
            | Self::Slots => true,
        }
    }

    /// The word that the names of files end with.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::Outcomes => "outcomes",
            Self::Remoteness => "remoteness",
            Self::Nimbers => "nimbers",
            Self::Scores => "scores",
            Self::Packed => "packed",
            Self::Cells => "cells",
            Self::NimberCells => "nimber-cells",
            Self::ScoreCells => "score-cells",
            Self::AttainedCells => "attained-cells",
            Self::Numbers => "numbers",
            Self::Slots => "slots",
            Self::Found => "found",
            Self::Degrees => "degrees",
            Self::Moves => "moves",
            Self::Levels => "levels",
            Self::Split => "split",
            Self::Run => "run",
            Self::Answers => "answers",
            Self::Tally => "tally",
        }
    }

    fn code(self) -> u8 {
        match self {
            Self::Keys => 0,
            Self::Outcomes => 1,
            Self::Remoteness => 2,
            Self::Nimbers => 3,
            Self::Packed => 4,
            Self::Cells => 5,
            Self::Numbers => 6,
            Self::Slots => 7,
            Self::Found => 8,
            Self::Degrees => 9,
            Self::Moves => 10,
            Self::Levels => 11,
            Self::Scores => 12,
            Self::Split => 13,
            Self::Run => 14,
            Self::Answers => 15,
            Self::Tally => 16,
            Self::NimberCells => 17,
            Self::ScoreCells => 18,
            Self::AttainedCells => 19,
        }
    }
}

/// Which stream of a table a file holds. Its order is that of the files in a manifest.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Stream {
    /// The tier of the positions; 0 in a table that knows no tiers.
    pub tier: u32,
    /// The part of the tier. The keys of a shard are all less than those of the next one.
    pub shard: u32,
    /// What is stored of the positions.
    pub kind: Kind,
}

impl Stream {
    /// The name of the file.
    #[must_use]
    pub fn file_name(&self) -> String {
        let Self { tier, shard, kind } = self;
        format!("{tier:05}-{shard:05}.{}", kind.word())
    }

    /// The stream whose file can have this name; `None` if it is the name of no stream.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        let (numbers, kind) = name.split_once('.')?;
        let (tier, shard) = numbers.split_once('-')?;
        let number = |text: &str| {
            let digits = text.len() >= 5 && text.bytes().all(|c| c.is_ascii_digit());
            text.parse().ok().filter(|_| digits)
        };
        Some(Self {
            tier: number(tier)?,
            shard: number(shard)?,
            kind: Kind::ALL.into_iter().find(|known| known.word() == kind)?,
        })
    }

    /// The stream of another kind, of the same positions.
    #[must_use]
    pub fn with_kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }
}

/// Tells the files of one table from those of another: a hash of all that the table is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp(pub(crate) u128);

/// The bytes of a header.
pub(crate) fn header(stream: Stream, stamp: Stamp) -> [u8; HEADER_BYTES] {
    let mut bytes = [0; HEADER_BYTES];
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
    bytes[12] = stream.kind.code();
    bytes[16..20].copy_from_slice(&stream.tier.to_le_bytes());
    bytes[20..24].copy_from_slice(&stream.shard.to_le_bytes());
    bytes[24..40].copy_from_slice(&stamp.0.to_le_bytes());
    bytes
}

/// Whether a header is that of this stream of this table.
pub(crate) fn check_header(
    path: &Path,
    bytes: &[u8; HEADER_BYTES],
    stream: Stream,
    stamp: Stamp,
) -> Result<(), Error> {
    if bytes[..8] != MAGIC {
        return Err(Error::damaged(path, Place::Header, Fault::Form));
    }
    let found = u32_at(bytes, 8);
    if found != VERSION {
        return Err(Error::Version {
            path: path.to_owned(),
            found: found.into(),
            read: VERSION.into(),
        });
    }
    if *bytes != header(stream, stamp) {
        return Err(Error::damaged(path, Place::Header, Fault::Stranger));
    }
    Ok(())
}

/// A block in the directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockEntry {
    /// The first key, of a block of keys; of other blocks the first key of the block of keys
    /// with the same number.
    pub(crate) first: U256,
    pub(crate) offset: u64,
    pub(crate) length: u32,
    pub(crate) count: u32,
    pub(crate) checksum: u64,
}

impl BlockEntry {
    pub(crate) fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..32].copy_from_slice(&self.first.to_le_bytes());
        bytes[32..40].copy_from_slice(&self.offset.to_le_bytes());
        bytes[40..44].copy_from_slice(&self.length.to_le_bytes());
        bytes[44..48].copy_from_slice(&self.count.to_le_bytes());
        bytes[48..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    /// The entry in the first 56 of these bytes.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let first = bytes[..32].try_into();
        Self {
            first: U256::from_le_bytes(first.expect("a slice of 32 bytes has 32 bytes")),
            offset: u64_at(bytes, 32),
            length: u32_at(bytes, 40),
            count: u32_at(bytes, 44),
            checksum: u64_at(bytes, 48),
        }
    }
}

/// The footer of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Footer {
    pub(crate) entries: u64,
    pub(crate) blocks: u64,
    /// The place of the directory.
    pub(crate) directory: u64,
    /// A number that whoever wrote the file keeps with it.
    pub(crate) note: u64,
    /// The checksum of header, directory and the fields above.
    pub(crate) seal: u64,
}

impl Footer {
    /// The fields that the seal is made of.
    fn sealed_bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        let fields = [self.entries, self.blocks, self.directory, self.note];
        for (place, field) in bytes.chunks_exact_mut(8).zip(fields) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        bytes
    }

    /// The footer with the seal for a hash of header and directory.
    pub(crate) fn sealed(self, mut hash: Xxh3) -> Self {
        hash.update(&self.sealed_bytes());
        let seal = hash.digest();
        Self { seal, ..self }
    }

    pub(crate) fn to_bytes(self) -> [u8; FOOTER_BYTES] {
        let mut bytes = [0; FOOTER_BYTES];
        bytes[..32].copy_from_slice(&self.sealed_bytes());
        bytes[32..40].copy_from_slice(&self.seal.to_le_bytes());
        // Eight bytes for later, which are 0 now and are checked to be so.
        bytes[48..].copy_from_slice(&END_MAGIC);
        bytes
    }

    pub(crate) fn from_bytes(path: &Path, bytes: &[u8; FOOTER_BYTES]) -> Result<Self, Error> {
        let footer = Self {
            entries: u64_at(bytes, 0),
            blocks: u64_at(bytes, 8),
            directory: u64_at(bytes, 16),
            note: u64_at(bytes, 24),
            seal: u64_at(bytes, 32),
        };
        if footer.to_bytes() != *bytes {
            return Err(Error::damaged(path, Place::Footer, Fault::Form));
        }
        Ok(footer)
    }
}

/// The checksum of a block.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

fn u32_at(bytes: &[u8], place: usize) -> u32 {
    let field = bytes[place..place + 4].try_into();
    u32::from_le_bytes(field.expect("a slice of four bytes has four bytes"))
}

fn u64_at(bytes: &[u8], place: usize) -> u64 {
    let field = bytes[place..place + 8].try_into();
    u64::from_le_bytes(field.expect("a slice of eight bytes has eight bytes"))
}
