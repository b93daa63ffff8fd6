//! Writes the file of one stream, block by block.
//!
//! Cost: compression, some hundred megabytes a second on each thread that packs, and 40 bytes of memory a block for the
//! directory, which is written last.

use std::io::{self, Write};
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;
use zstd::bulk::Compressor;
use zug_game::U256;
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
    /// As quick as may be, for a stream that several processes may write at once.
    Unit,
    /// As `Unit`, and not flushed to the disk: what is lost in a power cut is made again.
    Part,
    /// As small as may be, for a proof that is handed on.
    Proof,
    /// As quick as may be, for a file that need not outlive the process: it is not flushed to the
    /// disk.
    Scratch,
}

impl Effort {
    fn level(self) -> i32 {
        match self {
            // Levels above take much longer and save a few percent.
            Self::Table => 9,
            Self::Proof => 19,
            Self::Solver | Self::Unit | Self::Part | Self::Scratch => 1,
        }
    }
}

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
    packer: Option<Packer>,
    effort: Effort,
}

/// Compresses blocks.
pub(crate) struct Packer {
    compressor: Compressor<'static>,
    compressed: Vec<u8>,
}

impl Packer {
    /// The bytes that a packer takes at most.
    pub(crate) const fn bytes(effort: Effort) -> u64 {
        match effort {
            Effort::Table => 2 << 20,
            Effort::Proof => 8 << 20,
            Effort::Solver | Effort::Unit | Effort::Part | Effort::Scratch => 512 << 10,
        }
    }

    pub(crate) fn new(effort: Effort) -> io::Result<Self> {
        let mut compressor = Compressor::new(effort.level())?;
        // The directory has a checksum, and the decoder knows what size to expect.
        compressor.include_checksum(false)?;
        compressor.include_dictid(false)?;
        Ok(Self {
            compressor,
            compressed: Vec::new(),
        })
    }

    /// Puts the compressed bytes in the place of the bytes.
    pub(crate) fn pack(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        self.compress(bytes)?;
        std::mem::swap(bytes, &mut self.compressed);
        Ok(())
    }

    /// The compressed bytes.
    pub(crate) fn compress(&mut self, bytes: &[u8]) -> io::Result<&[u8]> {
        self.compressed.clear();
        self.compressed
            .reserve(zstd::zstd_safe::compress_bound(bytes.len()));
        self.compressor
            .compress_to_buffer(bytes, &mut self.compressed)?;
        Ok(&self.compressed)
    }
}

impl std::fmt::Debug for Packer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Packer").finish_non_exhaustive()
    }
}

impl StreamWriter {
    pub(crate) fn create(
        folder: &Path,
        stream: Stream,
        stamp: Stamp,
        effort: Effort,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let name = stream.file_name();
        let file = match effort {
            Effort::Unit | Effort::Part => PartialFile::create_among_others(folder, &name)?,
            _ => PartialFile::create(folder, &name)?,
        };
        let path = file.path().to_owned();
        let out = BlockWriter::new(file, stream, stamp, budget.open());
        let out = out.map_err(|why| Error::system("write", &path, why))?;
        let mut writer = Self {
            out,
            packer: None,
            effort,
        };
        if effort == Effort::Table {
            // A table is not refused when half of it is written.
            writer.make_packer()?;
        }
        Ok(writer)
    }

    /// Makes the packer, if there is none.
    fn make_packer(&mut self) -> Result<(), Error> {
        if self.packer.is_none() {
            let charged = self.out.charge.grow(Packer::bytes(self.effort));
            charged.map_err(Error::refused)?;
            let packer = Packer::new(self.effort);
            let path = self.out.out.path();
            self.packer = Some(packer.map_err(|why| Error::system("write", path, why))?);
        }
        Ok(())
    }

    /// Adds a block of `count` entries. `first` is the first key of the block of keys that
    /// has the same number.
    pub(crate) fn write(&mut self, first: U256, count: usize, bytes: &[u8]) -> Result<(), Error> {
        self.make_packer()?;
        self.out.room().map_err(Error::refused)?;
        let Self { out, packer, .. } = self;
        let packer = packer.as_mut().expect("the packer was made above");
        let packed = packer.compress(bytes);
        let written = packed.and_then(|packed| out.write(first, count, packed));
        written.map_err(|why| Error::system("write", out.out.path(), why))
    }

    /// Adds a block that was compressed before.
    pub(crate) fn write_packed(
        &mut self,
        first: U256,
        count: usize,
        packed: &[u8],
    ) -> Result<(), Error> {
        self.out.room().map_err(Error::refused)?;
        let written = self.out.write(first, count, packed);
        written.map_err(|why| Error::system("write", self.out.out.path(), why))
    }

    /// Writes what the file ends with, and gives it its name.
    pub(crate) fn finish(self, note: u64) -> Result<Written, Error> {
        let path = self.out.out.path().to_owned();
        let finished = self.out.finish(note);
        let (file, written) = finished.map_err(|why| Error::system("write", &path, why))?;
        match self.effort {
            Effort::Table | Effort::Solver | Effort::Unit | Effort::Proof => file.finish()?,
            Effort::Part | Effort::Scratch => file.finish_unsynced()?,
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
    directory: Vec<BlockEntry>,
    /// What the directory takes.
    charge: Charge,
    header: [u8; HEADER_BYTES],
    place: u64,
    entries: u64,
}

impl<W: Write> BlockWriter<W> {
    fn new(mut out: W, stream: Stream, stamp: Stamp, charge: Charge) -> io::Result<Self> {
        let header = frame::header(stream, stamp);
        out.write_all(&header)?;
        Ok(Self {
            out,
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

    fn write(&mut self, first: U256, count: usize, compressed: &[u8]) -> io::Result<()> {
        debug_assert!(count > 0 && count <= frame::MOST_ENTRIES);
        self.out.write_all(compressed)?;
        let length = compressed.len();
        self.directory.push(BlockEntry {
            first,
            offset: self.place,
            length: length as u32,
            count: count as u32,
            checksum: frame::checksum(compressed),
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
    use crate::stream_reader::{MOST_CODED, MOST_CODED_EACH};

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
        let mut writer = BlockWriter::new(out, stream, Stamp(7), charge)?;
        for block in 0..3_u32 {
            writer.room().unwrap();
            writer.write(U256::from(block), 1, &[block as u8; 5])?;
        }
        Ok(writer.finish(0)?.1)
    }

    #[test]
    fn a_packer_takes_no_more_than_is_charged() {
        // The largest blocks that the writers make.
        let largest = MOST_CODED + MOST_CODED_EACH * 2048;
        for effort in [
            Effort::Table,
            Effort::Proof,
            Effort::Solver,
            Effort::Scratch,
        ] {
            let mut packer = Packer::new(effort).unwrap();
            let mut random = 1_u32;
            let mut bytes = vec![0; largest];
            for byte in &mut bytes {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *byte = (random >> 29) as u8;
            }
            packer.pack(&mut bytes).unwrap();
            let context = packer.compressor.context_mut().sizeof();
            let all = context + packer.compressed.capacity() + bytes.capacity();
            assert!(all as u64 <= Packer::bytes(effort), "{effort:?}: {all}");
        }
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
