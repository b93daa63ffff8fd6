//! The manifest of a table: what it is of, what it counts, and which files it has.
//!
//! It is the last file that a run writes, so a folder with a manifest has a whole table. Before
//! it there may be another file that says what the unfinished work is of, so that no run goes
//! on with the files of another problem.

use std::path::Path;

use serde::{Deserialize, Serialize};
use zug_solve::strong::tiers::store;
use zug_solve::table::Counts;
use zug_values::Plies;

use crate::error::{Error, Fault, Place};
use crate::frame::{
    Kind, Stream, VERSION, VERSION_WITH_CELLS_BESIDES, VERSION_WITH_GAINS, VERSION_WITH_INFINITIES,
    VERSION_WITH_LARGE_SCORES, VERSION_WITH_SCORES,
};
use crate::identity::Identity;
use crate::infinities::Infinities;
use crate::sealed;
use crate::stream_reader::StreamReader;
use crate::stream_writer::Written;

/// The name of the file.
pub(crate) const NAME: &str = "manifest.json";

/// The name of the file that says what unfinished work is of.
pub(crate) const UNFINISHED: &str = "unfinished.json";

/// The name of the file that says what units of work are of.
pub(crate) const CLUSTER: &str = "cluster.json";

/// This program, as the files name it.
pub(crate) const PROGRAM: &str = concat!("zug ", env!("CARGO_PKG_VERSION"));

/// What a finished table says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the form of the table.
    pub version: u32,
    /// The program that wrote the table, with its version.
    pub program: String,
    /// What the table is of.
    pub of: Identity,
    /// The number of positions of each kind that the table has, one for each orbit of the
    /// symmetries in use.
    pub kept: Totals,
    /// The number of positions of each kind as the rules define them, each orbit counted with
    /// its size; absent where nobody told it.
    pub positions: Option<Totals>,
    /// The least and the largest score of a position that the table has; absent where it has no
    /// scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<ScoreRange>,
    /// Whether moves of the game gain points: then a score is what the player to move can still get,
    /// and the remoteness of a draw is kept too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub gains: bool,
    /// The different sets K of the loopy nimbers ∞(K) that positions have, where play can go round in a circle; absent
    /// where the table has no loopy nimbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub infinities: Option<Infinities>,
    /// The files, in order.
    pub files: Vec<FileEntry>,
}

/// A file of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// What the file holds.
    #[serde(flatten)]
    pub stream: Stream,
    /// The size of the file.
    pub bytes: u64,
    /// The number of entries.
    pub entries: u64,
    /// The checksum of the file's header, directory and footer.
    #[serde(with = "hexadecimal")]
    pub seal: u64,
}

impl FileEntry {
    /// The entry of a file that is there.
    pub(crate) fn of(stream: Stream, file: &StreamReader) -> Self {
        Self {
            stream,
            bytes: file.bytes(),
            entries: file.footer().entries,
            seal: file.footer().seal,
        }
    }

    pub(crate) fn new(stream: Stream, written: Written) -> Self {
        Self {
            stream,
            bytes: written.bytes,
            entries: written.entries,
            seal: written.seal,
        }
    }
}

/// The least and the largest of the scores that a table keeps, each for the player to move in its
/// position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoreRange {
    /// The least score.
    pub least: i64,
    /// The largest score.
    pub largest: i64,
}

impl ScoreRange {
    /// The least range that has all scores of `range` and `score`; `range` is `None` before the
    /// first score.
    pub(crate) fn with(range: Option<Self>, score: i64) -> Self {
        let Self { least, largest } = range.unwrap_or(Self {
            least: score,
            largest: score,
        });
        Self {
            least: least.min(score),
            largest: largest.max(score),
        }
    }
}

/// Numbers of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// The positions in which the rules end the game, or that have no move.
    pub finished: u64,
    /// The positions that the mover wins.
    pub wins: u64,
    /// The positions that the mover loses.
    pub losses: u64,
    /// The positions that neither player can win.
    pub draws: u64,
    /// The remoteness of the longest win.
    pub longest_win: Option<u32>,
    /// The remoteness of the longest loss.
    pub longest_loss: Option<u32>,
}

impl Totals {
    /// The number of all positions; `None` if it exceeds 64 bits.
    #[must_use]
    pub fn positions(&self) -> Option<u64> {
        self.wins.checked_add(self.losses)?.checked_add(self.draws)
    }
}

impl From<Counts> for Totals {
    fn from(counts: Counts) -> Self {
        Self {
            finished: counts.finished(),
            wins: counts.wins(),
            losses: counts.losses(),
            draws: counts.draws(),
            longest_win: counts.longest_win().map(|plies| plies.0),
            longest_loss: counts.longest_loss().map(|plies| plies.0),
        }
    }
}

impl From<Totals> for Counts {
    fn from(totals: Totals) -> Self {
        Self::default()
            .with_finished(totals.finished)
            .with_wins(totals.wins, totals.longest_win.map(Plies))
            .with_losses(totals.losses, totals.longest_loss.map(Plies))
            .with_draws(totals.draws)
    }
}

impl Manifest {
    /// The manifest of the table in a folder.
    ///
    /// # Errors
    ///
    /// There is none, it cannot be read, or it is damaged or of another version.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let manifest: Self = sealed::read(folder, NAME)?;
        // A solver that goes by tiers finds one thing besides values, and a check looks at one.
        let besides = manifest.besides();
        let is_one = kinds_besides(&manifest.files).all(|kind| Some(kind) == besides);
        if is_one && manifest.version == manifest.told().version(&manifest.files) {
            Ok(manifest)
        } else {
            let path = folder.join(NAME);
            Err(Error::damaged(&path, Place::File, Fault::Form))
        }
    }

    /// What the manifest says about scores and loopy nimbers.
    fn told(&self) -> Told {
        Told {
            scores: self.scores,
            gains: self.gains,
            infinities: self.infinities.clone(),
        }
    }

    /// Refuses a table that is of something else than `of`.
    ///
    /// # Errors
    ///
    /// It is; the error tells the first thing that differs.
    pub fn must_be_of(&self, folder: &Path, of: &Identity) -> Result<(), Error> {
        self.of.must_be(folder, of)
    }

    /// Whether the table is in tiers, in the code of the solver that solved it: then a
    /// [`TierStore`](crate::TierStore) opens it.
    #[must_use]
    pub fn is_in_tiers(&self) -> bool {
        self.is_by_number()
            || self
                .files
                .iter()
                .any(|file| file.stream.kind == Kind::Packed)
    }

    /// Whether the table is in tiers of numbers of an index, which the solver has that solved it.
    #[must_use]
    pub fn is_by_number(&self) -> bool {
        self.files
            .iter()
            .any(|file| file.stream.kind == Kind::Numbers)
    }

    /// The kind of the streams of nimbers or scores of a table that is in tiers; `None` if it has none.
    #[must_use]
    pub fn besides(&self) -> Option<store::Kind> {
        kinds_besides(&self.files).next()
    }

    /// The size of the files together, without the manifest.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// Writes the manifest into its folder, in the place of the one that may be there.
    ///
    /// # Errors
    ///
    /// The system refuses.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        sealed::write(folder, NAME, self)
    }
}

/// The kinds of the streams among these files that have nimbers or scores in the code of a solver.
fn kinds_besides(files: &[FileEntry]) -> impl Iterator<Item = store::Kind> {
    files.iter().filter_map(|file| match file.stream.kind {
        Kind::NimberCells => Some(store::Kind::Nimbers),
        Kind::ScoreCells => Some(store::Kind::Scores),
        Kind::AttainedCells => Some(store::Kind::Attained),
        _ => None,
    })
}

/// What a manifest says about scores and loopy nimbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    /// The least and the largest score; `None` where the table has no scores.
    pub(crate) scores: Option<ScoreRange>,
    /// Whether moves of the game gain points.
    pub(crate) gains: bool,
    /// The sets of its loopy nimbers; `None` where the table has no loopy nimbers.
    pub(crate) infinities: Option<Infinities>,
}

impl Told {
    /// The version of the form of a table whose manifest says this, and that has these files.
    pub(crate) fn version(&self, files: &[FileEntry]) -> u32 {
        if kinds_besides(files).next().is_some() {
            return VERSION_WITH_CELLS_BESIDES;
        }
        if self.infinities.is_some() {
            return VERSION_WITH_INFINITIES;
        }
        let Some(ScoreRange { least, largest }) = self.scores else {
            return if self.gains {
                VERSION_WITH_GAINS
            } else {
                VERSION
            };
        };
        let size = least.unsigned_abs().max(largest.unsigned_abs());
        match size {
            _ if self.gains => VERSION_WITH_GAINS,
            0..=0x7fff => VERSION_WITH_SCORES,
            0x8000..=0x7fff_ffff => VERSION_WITH_LARGE_SCORES,
            _ => VERSION_WITH_GAINS,
        }
    }
}

/// What a folder without a manifest says of the work that was begun there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unfinished {
    version: u32,
    program: String,
    /// What the table will be of.
    pub(crate) of: Identity,
}

impl Unfinished {
    /// What is unfinished in a folder; `None` if nothing is.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, Error> {
        match sealed::read(folder, UNFINISHED) {
            Ok(unfinished) => Ok(Some(unfinished)),
            Err(Error::Absent(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Says in a folder that the work on this table is begun.
    pub(crate) fn write(of: &Identity, folder: &Path) -> Result<(), Error> {
        let unfinished = Self {
            version: VERSION,
            program: PROGRAM.to_owned(),
            of: of.clone(),
        };
        sealed::write(folder, UNFINISHED, &unfinished)
    }
}

/// Checksums as hexadecimal digits: JSON readers keep 53 bits of a number.
mod hexadecimal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
    pub(super) fn serialize<S: Serializer>(number: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{number:016x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        let digits = String::deserialize(from)?;
        u64::from_str_radix(&digits, 16).map_err(D::Error::custom)
    }
}
