//! A folder in which units of work are done, by any number of processes on any number of machines.
//!
//! A sealed file (`cluster.json`) says what the work is of. The files of streams are those of a
//! table, and of the units besides ([`Kind::is_of_table`]). Nobody notes who does what: a unit is
//! done when its file is there. So only the beginning and the end take the lock of the folder.
//!
//! In the end a manifest makes a table of the files of all shards. They are not joined into one file
//! for each tier: whoever opens the table joins their directories, and to copy all keys and values
//! would take as long as reading them twice, on one machine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use zug_job::{Budget, Job, Phase, Progress};
use zug_solve::strong::tiers::store;
use zug_solve::table::Counts;

use crate::durable;
use crate::error::Error;
use crate::frame::{Stream, VERSION};
use crate::identity::Identity;
use crate::manifest::{self, FileEntry, Manifest, Told};
use crate::sealed;
use crate::stream_reader::StreamReader;
use crate::tier_store::{TierStore, stream};
use crate::write::Writer;

/// The file of a complete stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamFile {
    /// The stream.
    pub stream: store::Stream,
    /// The size of the file.
    pub bytes: u64,
    /// When the file was written; `None` where the system does not say.
    pub written: Option<SystemTime>,
}

/// Units of work that were begun in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    folder: PathBuf,
    begun: Begun,
}

/// What the file says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Begun {
    version: u32,
    program: String,
    of: Identity,
    shard_positions: u64,
}

impl Cluster {
    /// Begins units in a folder, which is made if it is not there. Where the same units were begun
    /// before, the work goes on.
    ///
    /// # Errors
    ///
    /// The system refuses; the folder holds other files, a table, tiers of a run, or units of
    /// something else or with other shards; another process begins or ends work there now.
    pub fn begin(folder: &Path, of: &Identity, shard_positions: u64) -> Result<Self, Error> {
        match Self::read(folder) {
            // The lock would remove what units are writing there now.
            Ok(begun) => return begun.must_be(of, shard_positions),
            Err(Error::NoUnits(_)) => {}
            Err(error) => return Err(error),
        }
        let _writer = Writer::take(folder, of)?;
        if let Ok(begun) = Self::read(folder) {
            return begun.must_be(of, shard_positions);
        }
        if let Some(file) = durable::names(folder)?.into_iter().next() {
            return Err(Error::Occupied {
                path: folder.to_owned(),
                file,
            });
        }
        let begun = Begun {
            version: VERSION,
            program: manifest::PROGRAM.to_owned(),
            of: of.clone(),
            shard_positions,
        };
        sealed::write(folder, manifest::CLUSTER, &begun)?;
        Ok(Self {
            folder: folder.to_owned(),
            begun,
        })
    }

    /// The units, if they are of this and have shards of this size.
    fn must_be(self, of: &Identity, shard_positions: u64) -> Result<Self, Error> {
        self.of().must_be(&self.folder, of)?;
        if self.shard_positions() == shard_positions {
            return Ok(self);
        }
        Err(Error::OtherShards {
            found: self.shard_positions(),
            path: self.folder,
            wanted: shard_positions,
        })
    }

    /// The units that were begun in a folder.
    ///
    /// # Errors
    ///
    /// None were begun there, or all are done and the folder has a table; the file that says it
    /// cannot be read; another version of the program began them.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let begun: Begun =
            sealed::read(folder, manifest::CLUSTER).map_err(|error| match error {
                Error::Absent(folder) => Error::NoUnits(folder),
                error => error,
            })?;
        if begun.program != manifest::PROGRAM {
            return Err(Error::OtherProgram {
                path: folder.to_owned(),
                found: begun.program,
                here: manifest::PROGRAM,
            });
        }
        Ok(Self {
            folder: folder.to_owned(),
            begun,
        })
    }

    /// What the work is of.
    #[must_use]
    pub fn of(&self) -> &Identity {
        &self.begun.of
    }

    /// About the largest number of positions of a shard.
    #[must_use]
    pub fn shard_positions(&self) -> u64 {
        self.begun.shard_positions
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The store of the units.
    #[must_use]
    pub fn store(&self, budget: &Budget) -> TierStore {
        TierStore::of_units(&self.folder, self.of(), budget)
    }

    /// The files of the streams that are complete in the folder.
    ///
    /// # Errors
    ///
    /// The system refuses.
    pub fn streams(&self) -> Result<Vec<StreamFile>, Error> {
        streams_in(&self.folder)
    }

    /// Makes a table of these shards, which must all have streams of these kinds: positions first, then values, then
    /// nimbers or scores. A stream of nimbers or scores without blocks says that they are not defined of some position of
    /// the shard: then the table has none at all. Files that the table does not have are removed. `kept` are the counts of
    /// the positions, `positions` those of the positions as the rules define them.
    ///
    /// # Errors
    ///
    /// The system refuses; a file is damaged; another process begins or ends work there now; the
    /// caller cancelled.
    pub fn finish(
        &self,
        shards: impl IntoIterator<Item = (u32, u32)>,
        kinds: &[store::Kind],
        (kept, positions): (Counts, Counts),
        job: &Job,
    ) -> Result<Manifest, Error> {
        let writer = Writer::take(&self.folder, self.of())?;
        let stamp = self.of().stamp();
        let (mut files, mut left_out) = (BTreeMap::new(), BTreeSet::new());
        for (tier, shard) in shards {
            let mut blocks = None;
            for kind in kinds {
                job.tell(&Progress::at(Phase::Storing, files.len() as u64))?;
                let of = stream(store::Stream::new(tier, *kind).of_shard(shard));
                let reader = StreamReader::open(&self.folder, of, stamp, &job.budget)?;
                let here = reader.blocks().len();
                if here < *blocks.get_or_insert(here) {
                    left_out.insert(of.kind);
                }
                files.insert(of, FileEntry::of(of, &reader));
            }
        }
        let is_left_out = |file: &FileEntry| left_out.contains(&file.stream.kind);
        let (left_out, files): (Vec<_>, Vec<_>) = files.into_values().partition(is_left_out);
        let told = Told {
            scores: self.store(&job.budget).score_range(&files)?,
            gains: kinds.contains(&store::Kind::Attained),
            ..Told::default()
        };
        let manifest = writer.finish(kept, Some(positions), told, files)?;
        for file in left_out {
            durable::remove_if_there(&self.folder.join(file.stream.file_name()))?;
        }
        Ok(manifest)
    }
}

/// The files of the streams of tiers and of units that are complete in a folder.
pub(crate) fn streams_in(folder: &Path) -> Result<Vec<StreamFile>, Error> {
    let kinds = [
        store::Kind::Keys,
        store::Kind::Values,
        store::Kind::Nimbers,
        store::Kind::Scores,
        store::Kind::Attained,
        store::Kind::Numbers,
        store::Kind::Slots,
        store::Kind::Split,
        store::Kind::Run,
        store::Kind::Answers,
        store::Kind::Tally,
    ];
    let mut streams = Vec::new();
    for name in durable::names(folder)? {
        let Some(Stream { tier, shard, kind }) = Stream::of_file(&name) else {
            continue;
        };
        let of_kind = kinds.map(|kind| store::Stream::new(tier, kind).of_shard(shard));
        let named = of_kind.into_iter().find(|of| stream(*of).kind == kind);
        // Another process may remove a file meanwhile.
        if let (Some(stream), Ok(file)) = (named, folder.join(&name).metadata()) {
            streams.push(StreamFile {
                stream,
                bytes: file.len(),
                written: file.modified().ok(),
            });
        }
    }
    Ok(streams)
}
