//! Writes the file of one stream, block by block.
//!
//! Cost: compression, some hundred megabytes a second, and 40 bytes of memory a block for the
//! directory, which is written last.

use std::io::{self, Write};
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;
use zstd::bulk::Compressor;
use zug_job::{Budget, Charge};

use crate::durable::PartialFile;
use crate::error::Error;
use crate::frame::{self, BlockEntry, Footer, HEADER_BYTES, Stamp, Stream};

/// How hard the compressor tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// What is worth its time in a table that is written once and kept.
    Table,
    /// As quick as may be, for a solver that waits.
    Solver,
    /// The same, for a file that need not outlive the process: it is not brought to the disk.
    Scratch,
}

impl Effort {
    fn level(self) -> i32 {
        match self {
            // Levels above take much longer and save a few percent.
            Self::Table => 9,
            Self::Solver | Self::Scratch => 1,
        }
    }
}

/// The bytes that a compressor takes at this level, about.
const COMPRESSOR_BYTES: u64 = 4 << 20;

/// What the manifest says of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) bytes: u64,
    pub(crate) entries: u64,
    pub(crate) seal: u64,
}

/// Writes a stream into a file of a folder. A writer that is dropped before it is finished
/// leaves no file.
pub(crate) struct StreamWriter {
    out: BlockWriter<PartialFile>,
    effort: Effort,
}

impl StreamWriter {
    pub(crate) fn create(
        folder: &Path,
        stream: Stream,
        stamp: Stamp,
        effort: Effort,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let file = PartialFile::create(folder, &stream.file_name())?;
        let path = file.path().to_owned();
        let charge = budget.charge(COMPRESSOR_BYTES).map_err(Error::refused)?;
        let out = BlockWriter::new(file, stream, stamp, effort, charge);
        let out = out.map_err(|why| Error::system("write", &path, why))?;
        Ok(Self { out, effort })
    }

    /// Adds a block of `count` entries. `first` is the first key of the block of keys that
    /// has the same number.
    pub(crate) fn write(&mut self, first: u128, count: usize, bytes: &[u8]) -> Result<(), Error> {
        self.out.room().map_err(Error::refused)?;
        let written = self.out.write(first, count, bytes);
        written.map_err(|why| Error::system("write", self.out.out.path(), why))
    }

    /// Writes what the file ends with, and gives it its name.
    pub(crate) fn finish(self, note: u64) -> Result<Written, Error> {
        let path = self.out.out.path().to_owned();
        let finished = self.out.finish(note);
        let (file, written) = finished.map_err(|why| Error::system("write", &path, why))?;
        match self.effort {
            Effort::Table | Effort::Solver => file.finish()?,
            Effort::Scratch => file.finish_unsynced()?,
        }
        Ok(written)
    }
}

impl std::fmt::Debug for StreamWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StreamWriter")
            .field("file", &self.out.out.path())
            .finish_non_exhaustive()
    }
}

/// Writes a stream into anything that takes bytes.
struct BlockWriter<W> {
    out: W,
    compressor: Compressor<'static>,
    compressed: Vec<u8>,
    directory: Vec<BlockEntry>,
    /// What the directory takes.
    charge: Charge,
    header: [u8; HEADER_BYTES],
    place: u64,
    entries: u64,
}

impl<W: Write> BlockWriter<W> {
    fn new(
        mut out: W,
        stream: Stream,
        stamp: Stamp,
        effort: Effort,
        charge: Charge,
    ) -> io::Result<Self> {
        let mut compressor = Compressor::new(effort.level())?;
        // The directory has a checksum, and the decoder knows what size to expect.
        compressor.include_checksum(false)?;
        compressor.include_dictid(false)?;
        let header = frame::header(stream, stamp);
        out.write_all(&header)?;
        Ok(Self {
            out,
            compressor,
            compressed: Vec::new(),
            directory: Vec::new(),
            charge,
            header,
            place: HEADER_BYTES as u64,
            entries: 0,
        })
    }

    /// Makes room in the directory for one block.
    fn room(&mut self) -> Result<(), zug_job::Refusal> {
        self.charge.make_room(&mut self.directory, 1)
    }

    fn write(&mut self, first: u128, count: usize, bytes: &[u8]) -> io::Result<()> {
        debug_assert!(count > 0 && count <= frame::MOST_ENTRIES);
        self.compressed.clear();
        self.compressed
            .reserve(zstd::zstd_safe::compress_bound(bytes.len()));
        self.compressor
            .compress_to_buffer(bytes, &mut self.compressed)?;
        self.out.write_all(&self.compressed)?;
        let length = self.compressed.len();
        self.directory.push(BlockEntry {
            first,
            offset: self.place,
            length: length as u32,
            count: count as u32,
            checksum: frame::checksum(&self.compressed),
        });
        self.place += length as u64;
        self.entries += count as u64;
        Ok(())
    }

    fn finish(mut self, note: u64) -> io::Result<(W, Written)> {
        let mut hash = Xxh3::new();
        hash.update(&self.header);
        for entry in &self.directory {
            let bytes = entry.to_bytes();
            hash.update(&bytes);
            self.out.write_all(&bytes)?;
        }
        let footer = Footer {
            entries: self.entries,
            blocks: self.directory.len() as u64,
            directory: self.place,
            note,
            seal: 0,
        };
        let footer = footer.sealed(hash);
        let bytes = footer.to_bytes();
        self.out.write_all(&bytes)?;
        let directory = (self.directory.len() * frame::ENTRY_BYTES) as u64;
        let written = Written {
            bytes: self.place + directory + bytes.len() as u64,
            entries: self.entries,
            seal: footer.seal,
        };
        Ok((self.out, written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Kind;

    /// Takes some bytes, and then says that the disk is full.
    struct Full {
        left: usize,
    }

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.left == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let taken = bytes.len().min(self.left);
            self.left -= taken;
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn write_into(out: impl Write) -> io::Result<Written> {
        let stream = Stream {
            tier: 0,
            shard: 0,
            kind: Kind::Keys,
        };
        let charge = Budget::unlimited().open();
        let mut writer = BlockWriter::new(out, stream, Stamp(7), Effort::Table, charge)?;
        for block in 0..3 {
            writer.room().unwrap();
            writer.write(block, 1, &[block as u8; 5])?;
        }
        Ok(writer.finish(0)?.1)
    }

    #[test]
    fn a_full_disk_is_an_error_at_every_byte() {
        let all = write_into(Full { left: usize::MAX }).unwrap().bytes;
        for left in 0..all as usize {
            let error = write_into(Full { left }).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
        write_into(Full { left: all as usize }).unwrap();
    }
}
