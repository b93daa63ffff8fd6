//! Reads the file of one stream, a block at a time.
//!
//! Files are read at a place (`pread`), and not mapped into memory: a map needs `unsafe` code,
//! and a file that somebody cuts off under a map ends the process by a signal, where a read is
//! an error that names the file. A read of a block that the system holds in its cache costs
//! about a microsecond, less than decompressing it.
//!
//! Memory: 40 bytes a block, charged when the file is opened.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;
use zstd::bulk::Decompressor;
use zug_job::{Budget, Charge};

use crate::codec::{keys, numbers, outcomes, scores};
use crate::durable::open_plain;
use crate::error::{Error, Fault, Place};
use crate::frame::{
    self, BlockEntry, ENTRY_BYTES, FOOTER_BYTES, Footer, HEADER_BYTES, Kind, MOST_ENTRIES, Stamp,
    Stream,
};
use crate::positioned::read_exact_at;

/// The number of bytes of a directory that are read at once.
const CHUNK: usize = ENTRY_BYTES * 1024;

/// What decompressing takes besides the bytes themselves; kept from block to block.
pub(crate) struct Scratch {
    decompressor: Decompressor<'static>,
    compressed: Vec<u8>,
    /// The bytes of the block that was read last.
    pub(crate) bytes: Vec<u8>,
}

impl Scratch {
    /// The bytes of memory that a scratch takes, about.
    pub(crate) const BYTES: u64 = 512 << 10;

    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            decompressor: Decompressor::new()?,
            compressed: Vec::new(),
            bytes: Vec::new(),
        })
    }
}

impl std::fmt::Debug for Scratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scratch").finish_non_exhaustive()
    }
}

/// The file of a stream.
#[derive(Debug)]
pub(crate) struct StreamReader {
    file: File,
    path: PathBuf,
    kind: Kind,
    blocks: Vec<BlockEntry>,
    footer: Footer,
    bytes: u64,
    charge: Charge,
}

impl StreamReader {
    /// Opens the file of a stream and checks all of it but its blocks.
    pub(crate) fn open(
        folder: &Path,
        stream: Stream,
        stamp: Stamp,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let path = folder.join(stream.file_name());
        let file = open_plain(&path).map_err(|why| Error::system("open", &path, why))?;
        let metadata = file.metadata();
        let bytes = metadata
            .map_err(|why| Error::system("read", &path, why))?
            .len();
        let mut header = [0; HEADER_BYTES];
        if bytes < (HEADER_BYTES + FOOTER_BYTES) as u64 {
            return Err(Error::damaged(&path, Place::File, Fault::Size));
        }
        read(&file, &path, Place::Header, &mut header, 0)?;
        frame::check_header(&path, &header, stream, stamp)?;
        let mut footer = [0; FOOTER_BYTES];
        let footer_place = bytes - FOOTER_BYTES as u64;
        read(&file, &path, Place::Footer, &mut footer, footer_place)?;
        let footer = Footer::from_bytes(&path, &footer)?;
        let directory_bytes = footer_place.checked_sub(footer.directory);
        let fitting = footer.blocks.checked_mul(ENTRY_BYTES as u64);
        if directory_bytes.is_none() || directory_bytes != fitting {
            return Err(Error::damaged(&path, Place::Footer, Fault::Form));
        }
        let mut reader = Self {
            file,
            path,
            kind: stream.kind,
            blocks: Vec::new(),
            footer,
            bytes,
            charge: budget.open(),
        };
        reader.read_directory(&header)?;
        reader.check_directory()?;
        Ok(reader)
    }

    fn read_directory(&mut self, header: &[u8]) -> Result<(), Error> {
        let count = self.footer.blocks as usize;
        let taken = self.charge.make_room(&mut self.blocks, count);
        taken.map_err(Error::refused)?;
        let mut hash = Xxh3::new();
        hash.update(header);
        let mut chunk = vec![0; CHUNK];
        let mut place = self.footer.directory;
        while self.blocks.len() < count {
            let entries = (count - self.blocks.len()).min(CHUNK / ENTRY_BYTES);
            let chunk = &mut chunk[..entries * ENTRY_BYTES];
            read(&self.file, &self.path, Place::Directory, chunk, place)?;
            hash.update(chunk);
            place += chunk.len() as u64;
            let read = chunk.chunks_exact(ENTRY_BYTES);
            self.blocks.extend(read.map(BlockEntry::from_bytes));
        }
        if self.footer.sealed(hash).seal != self.footer.seal {
            return Err(Error::damaged(
                &self.path,
                Place::Directory,
                Fault::Checksum,
            ));
        }
        Ok(())
    }

    /// Whether the blocks stand side by side, hold what the footer says, and begin with keys
    /// that ascend where they are of one tier.
    fn check_directory(&self) -> Result<(), Error> {
        let mut place = HEADER_BYTES as u64;
        let mut entries = 0_u64;
        let mut before = None;
        for block in &self.blocks {
            let count = block.count as usize;
            let is_well_formed = block.offset == place
                && (1..=MOST_ENTRIES).contains(&count)
                && (block.length as usize) <= self.most_bytes(count) + MOST_OVERHEAD
                // A run has the keys of several tiers, one after the other.
                && (self.kind == Kind::Run || before.is_none_or(|before| before < block.first));
            if !is_well_formed {
                return Err(Error::damaged(&self.path, Place::Directory, Fault::Form));
            }
            place += u64::from(block.length);
            entries += u64::from(block.count);
            before = Some(block.first);
        }
        if place != self.footer.directory || entries != self.footer.entries {
            return Err(Error::damaged(&self.path, Place::Directory, Fault::Form));
        }
        Ok(())
    }

    /// The largest number of bytes of a block before it was compressed.
    fn most_bytes(&self, count: usize) -> usize {
        match self.kind {
            Kind::Keys => keys::most_bytes(count),
            Kind::Outcomes => outcomes::bytes_of(count),
            Kind::Remoteness | Kind::Nimbers => numbers::most_bytes(count),
            Kind::Scores => scores::most_bytes(count),
            Kind::Packed
            | Kind::Cells
            | Kind::NimberCells
            | Kind::ScoreCells
            | Kind::AttainedCells
            | Kind::Numbers
            | Kind::Slots
            | Kind::Found
            | Kind::Degrees
            | Kind::Moves
            | Kind::Levels
            | Kind::Split
            | Kind::Run
            | Kind::Answers
            | Kind::Tally => MOST_CODED + MOST_CODED_EACH * count,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn blocks(&self) -> &[BlockEntry] {
        &self.blocks
    }

    pub(crate) fn footer(&self) -> &Footer {
        &self.footer
    }

    /// The size of the file.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of bytes of memory that the reader holds.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.charge.bytes()
    }

    /// Puts the bytes of a block into the scratch, once they are checked.
    pub(crate) fn read_block(&self, block: usize, scratch: &mut Scratch) -> Result<(), Error> {
        let entry = self.blocks[block];
        let at = Place::Block(block as u64);
        let damaged = |fault| Error::damaged(&self.path, at, fault);
        scratch.compressed.resize(entry.length as usize, 0);
        read(
            &self.file,
            &self.path,
            at,
            &mut scratch.compressed,
            entry.offset,
        )?;
        if frame::checksum(&scratch.compressed) != entry.checksum {
            return Err(damaged(Fault::Checksum));
        }
        let count = entry.count as usize;
        scratch.bytes.clear();
        scratch.bytes.reserve(self.most_bytes(count));
        let decompressed = scratch
            .decompressor
            .decompress_to_buffer(&scratch.compressed, &mut scratch.bytes);
        decompressed.map_err(|_| damaged(Fault::Form))?;
        let is_well_formed = match self.kind {
            Kind::Outcomes => outcomes::check(count, &scratch.bytes).is_ok(),
            Kind::Remoteness | Kind::Nimbers => numbers::check(count, &scratch.bytes).is_ok(),
            Kind::Scores => scores::check(count, &scratch.bytes).is_ok(),
            // The others are checked by whoever decodes them.
            _ => scratch.bytes.len() <= self.most_bytes(count),
        };
        if is_well_formed {
            Ok(())
        } else {
            Err(damaged(Fault::Form))
        }
    }

    /// The error for a block whose bytes are none that this program writes.
    pub(crate) fn malformed(&self, block: usize) -> Error {
        Error::damaged(&self.path, Place::Block(block as u64), Fault::Form)
    }
}

/// The largest number of bytes that a solver's code takes of a block, and of each position in
/// it.
pub(crate) const MOST_CODED: usize = 256;
pub(crate) const MOST_CODED_EACH: usize = 33;

/// The largest number of bytes that compression adds to a block.
const MOST_OVERHEAD: usize = 1 << 12;

/// Fills a buffer from a place of the file on.
fn read(file: &File, path: &Path, at: Place, buffer: &mut [u8], place: u64) -> Result<(), Error> {
    read_exact_at(file, buffer, place).map_err(|why| {
        if why.kind() == io::ErrorKind::UnexpectedEof {
            Error::damaged(path, at, Fault::Size)
        } else {
            Error::system("read", path, why)
        }
    })
}
