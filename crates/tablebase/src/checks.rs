//! What the parts of a check of a table keep until the check is done, in a folder inside that of the table.
//!
//! A part is done when its file is there, as a unit of work is ([`Cluster`](crate::Cluster)). The files have a stamp that
//! depends on the seals of all files of the table, so that no check goes on with what it found in another table.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;
use zug_job::Budget;
use zug_solve::strong::tiers::store;

use crate::cluster::streams_in;
use crate::error::Error;
use crate::frame::{Kind, Stamp};
use crate::manifest::{self, Manifest};
use crate::tier_store::TierStore;

/// The name of the folder inside that of a table.
const FOLDER: &str = "checks";

/// The check of a table in shards.
#[derive(Clone, Debug)]
pub struct Checks {
    table: PathBuf,
    folder: PathBuf,
    manifest: Manifest,
}

impl Checks {
    /// The check of the table in a folder, which has this manifest.
    #[must_use]
    pub fn new(table: &Path, manifest: Manifest) -> Self {
        Self {
            table: table.to_owned(),
            folder: table.join(FOLDER),
            manifest,
        }
    }

    /// The folder of the table.
    #[must_use]
    pub fn table_folder(&self) -> &Path {
        &self.table
    }

    /// The manifest of the table.
    #[must_use]
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The number of shards of each tier that has some.
    #[must_use]
    pub fn shards(&self) -> BTreeMap<u32, u32> {
        let mut shards = BTreeMap::new();
        for file in &self.manifest.files {
            let kind = file.stream.kind;
            if matches!(
                kind,
                Kind::Packed | Kind::Cells | Kind::Numbers | Kind::Slots
            ) {
                let known: &mut u32 = shards.entry(file.stream.tier).or_default();
                *known = (*known).max(file.stream.shard + 1);
            }
        }
        shards
    }

    /// The table, shard by shard.
    #[must_use]
    pub fn table(&self, budget: &Budget) -> TierStore {
        TierStore::of_shards(&self.table, &self.manifest, budget)
    }

    /// The store of what the parts of the check write. Makes its folder.
    ///
    /// # Errors
    ///
    /// The system refuses.
    pub fn store(&self, budget: &Budget) -> Result<TierStore, Error> {
        let made = fs::create_dir_all(&self.folder);
        made.map_err(|why| Error::system("make", &self.folder, why))?;
        Ok(TierStore::of_checks(&self.folder, self.stamp(), budget))
    }

    /// The streams that the parts of the check have written.
    ///
    /// # Errors
    ///
    /// The system refuses.
    pub fn streams(&self) -> Result<Vec<store::Stream>, Error> {
        if !self.folder.exists() {
            return Ok(Vec::new());
        }
        let streams = streams_in(&self.folder)?.into_iter();
        Ok(streams.map(|file| file.stream).collect())
    }

    /// Whether a file is one that the parts of the check have written.
    #[must_use]
    pub fn has_written(&self, path: &Path) -> bool {
        path.starts_with(&self.folder)
    }

    /// Removes all that the parts of the check have written.
    ///
    /// # Errors
    ///
    /// The system refuses.
    pub fn remove(&self) -> Result<(), Error> {
        match fs::remove_dir_all(&self.folder) {
            Err(why) if why.kind() != std::io::ErrorKind::NotFound => {
                Err(Error::system("remove", &self.folder, why))
            }
            _ => Ok(()),
        }
    }

    fn stamp(&self) -> Stamp {
        let mut hash = Xxh3::new();
        hash.update(&self.manifest.of.stamp().0.to_le_bytes());
        hash.update(manifest::PROGRAM.as_bytes());
        for file in &self.manifest.files {
            hash.update(file.stream.file_name().as_bytes());
            hash.update(&file.seal.to_le_bytes());
        }
        Stamp(hash.digest128())
    }
}
