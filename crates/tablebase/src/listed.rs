//! A file of positions with a few numbers each, which stands alone: a proof, or what a search
//! knows.
//!
//! | part | bytes | holds |
//! |---|---|---|
//! | magic | 8 | what kind of file it is |
//! | version | 4 | the version of the form |
//! | length | 4 | the number of bytes of the head |
//! | head | any | what the file is of, as JSON |
//! | checksum | 8 | of all bytes before it |
//! | blocks | any | each: number of entries (4), length (4), first position (32), checksum (8), bytes |
//! | end | 8 | the magic turned round |
//!
//! A file of proofs may go on with another list of the same form, which begins with the magic again.
//!
//! Numbers are little-endian. The bytes of a block are compressed (zstd). They are the steps
//! between positions, as a block of keys of a table has them, and then the numbers, one kind
//! after the other, as a block of remotenesses has them. The checksum of a block (XXH3, 64 bits)
//! is made of its first 40 bytes and of its bytes, so that every byte of a file is under a
//! checksum or compared with what it must be.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};
use zstd::bulk::Decompressor;
use zug_game::U256;

use crate::codec::{Malformed, keys, numbers};
use crate::durable::open_plain;
use crate::error::{Error, Fault, Place};
use crate::stream_writer::{Effort, Packer};

/// The bytes of a block before those that are compressed.
const BLOCK_HEAD: usize = 48;

/// The largest number of bytes of a head that is read. Rules are at most 16 MiB long.
const MOST_HEAD: usize = 64 << 20;

/// What files of one kind have in common.
pub(crate) struct Form {
    pub(crate) magic: [u8; 8],
    pub(crate) version: u32,
    /// The largest number of entries of a block.
    pub(crate) block: usize,
    pub(crate) effort: Effort,
    /// The error for a file of another kind.
    pub(crate) none: fn(PathBuf) -> Error,
    /// The error for a file of another version, which is told.
    pub(crate) other_version: fn(PathBuf, u32) -> Error,
}

impl Form {
    /// What a file ends with.
    pub(crate) fn end(&self) -> [u8; 8] {
        let mut end = self.magic;
        end.reverse();
        end
    }

    /// Writes what a file begins with. Returns the number of bytes.
    pub(crate) fn write_head(
        &self,
        out: &mut impl Write,
        head: &impl Serialize,
    ) -> io::Result<u64> {
        let json = serde_json::to_vec(head)?;
        let mut bytes = Vec::with_capacity(json.len() + 24);
        bytes.extend(self.magic);
        bytes.extend(self.version.to_le_bytes());
        bytes.extend((json.len() as u32).to_le_bytes());
        bytes.extend(json);
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        out.write_all(&bytes)?;
        Ok(bytes.len() as u64)
    }

    /// Opens a file and reads its head.
    pub(crate) fn open<T: DeserializeOwned>(
        &'static self,
        path: &Path,
    ) -> Result<Opened<T>, Error> {
        let fault = |why: io::Error| Error::system("open", path, why);
        let file = open_plain(path).map_err(fault)?;
        let bytes = file.metadata().map_err(fault)?.len();
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut magic = [0; 8];
        if bytes >= magic.len() as u64 {
            read(&mut file, path, Place::Header, &mut magic)?;
        }
        if magic != self.magic {
            return Err((self.none)(path.to_owned()));
        }
        let mut list = List {
            form: self,
            path: path.to_owned(),
            file,
            bytes,
            next: 0,
        };
        let head = list.head()?;
        Ok(Opened { head, list })
    }

    /// The bytes that a [`Coder`] or a [`Decoder`] of blocks of this size takes at most.
    pub(crate) const fn coder_bytes<const N: usize>(block: usize, effort: Effort) -> u64 {
        Packer::bytes(effort) + 3 * most_bytes::<N>(block) as u64
    }
}

/// The largest number of bytes of a block before it is compressed, of `N` numbers a position.
const fn most_bytes<const N: usize>(block: usize) -> usize {
    keys::most_bytes(block) + N * numbers::most_bytes(block)
}

/// A position with its numbers.
pub(crate) type Row<const N: usize> = (U256, [u32; N]);

/// Makes blocks.
pub(crate) struct Coder<const N: usize> {
    positions: Vec<U256>,
    columns: [Vec<u32>; N],
    bytes: Vec<u8>,
    packer: Packer,
}

impl<const N: usize> Coder<N> {
    pub(crate) fn new(form: &Form) -> io::Result<Self> {
        Ok(Self {
            positions: Vec::with_capacity(form.block),
            columns: std::array::from_fn(|_| Vec::with_capacity(form.block)),
            bytes: Vec::with_capacity(most_bytes::<N>(form.block)),
            packer: Packer::new(form.effort)?,
        })
    }

    /// Writes a block of rows, whose positions ascend. Returns the number of bytes.
    pub(crate) fn block(&mut self, out: &mut impl Write, rows: &[Row<N>]) -> io::Result<u64> {
        let Some(&(first, _)) = rows.first() else {
            return Ok(0);
        };
        self.positions.clear();
        self.positions
            .extend(rows.iter().map(|(position, _)| position));
        self.bytes.clear();
        keys::encode(&self.positions, &mut self.bytes);
        for (number, column) in self.columns.iter_mut().enumerate() {
            column.clear();
            column.extend(rows.iter().map(|(_, numbers)| numbers[number]));
            numbers::encode(column, &mut self.bytes);
        }
        let packed = self.packer.compress(&self.bytes)?;
        let mut head = [0; BLOCK_HEAD];
        head[..4].copy_from_slice(&(rows.len() as u32).to_le_bytes());
        head[4..8].copy_from_slice(&(packed.len() as u32).to_le_bytes());
        head[8..40].copy_from_slice(&first.to_le_bytes());
        let sum = checksum(&head, packed);
        head[40..].copy_from_slice(&sum.to_le_bytes());
        out.write_all(&head)?;
        out.write_all(packed)?;
        Ok((BLOCK_HEAD + packed.len()) as u64)
    }
}

/// The checksum of a block: of what it says of itself, and of its bytes.
fn checksum(head: &[u8; BLOCK_HEAD], packed: &[u8]) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&head[..40]);
    hash.update(packed);
    hash.digest()
}

/// A file whose head was read and compared with its checksum.
pub(crate) struct Opened<T> {
    pub(crate) head: T,
    pub(crate) list: List,
}

/// The rest of a file.
pub(crate) struct List {
    form: &'static Form,
    path: PathBuf,
    file: BufReader<File>,
    /// The size of the whole file.
    bytes: u64,
    /// The number of the next block.
    next: u64,
}

impl List {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The size of the whole file.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The error that the block read last is damaged.
    pub(crate) fn damaged(&self, fault: Fault) -> Error {
        let block = Place::Block(self.next.saturating_sub(1));
        Error::damaged(&self.path, block, fault)
    }

    /// Reads a head behind its magic.
    fn head<T: DeserializeOwned>(&mut self) -> Result<T, Error> {
        let (file, path) = (&mut self.file, &self.path);
        let mut begin = self.form.magic.to_vec();
        begin.resize(16, 0);
        read(file, path, Place::Header, &mut begin[8..])?;
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| begin[at + n]));
        let found = number(8);
        if found != self.form.version {
            return Err((self.form.other_version)(path.clone(), found));
        }
        let length = number(12) as usize;
        if length > MOST_HEAD || length as u64 > self.bytes {
            return Err(Error::damaged(path, Place::Header, Fault::Size));
        }
        let (mut text, begin) = (begin, 16);
        text.resize(begin + length, 0);
        read(file, path, Place::Header, &mut text[begin..])?;
        let mut sum = [0; 8];
        read(file, path, Place::Header, &mut sum)?;
        if xxh3_64(&text) != u64::from_le_bytes(sum) {
            return Err(Error::damaged(path, Place::Header, Fault::Checksum));
        }
        let head = serde_json::from_slice(&text[begin..]);
        head.map_err(|_| Error::damaged(path, Place::Header, Fault::Form))
    }

    /// Whether something comes behind what a list ends with.
    fn goes_on(&mut self) -> Result<bool, Error> {
        let more = self.file.fill_buf();
        let more = more.map_err(|why| Error::system("read", &self.path, why))?;
        Ok(!more.is_empty())
    }

    /// Sees to it that nothing comes behind what the file ends with.
    pub(crate) fn finish(mut self) -> Result<(), Error> {
        if self.goes_on()? {
            return Err(Error::damaged(&self.path, Place::Footer, Fault::Form));
        }
        Ok(())
    }

    /// What comes behind the end of a list, if anything does: another list of the same form, with a head.
    pub(crate) fn another<T: DeserializeOwned>(mut self) -> Result<Option<Opened<T>>, Error> {
        if !self.goes_on()? {
            return Ok(None);
        }
        let mut magic = [0; 8];
        read(&mut self.file, &self.path, Place::Footer, &mut magic)?;
        if magic != self.form.magic {
            return Err(Error::damaged(&self.path, Place::Footer, Fault::Form));
        }
        let head = self.head()?;
        Ok(Some(Opened { head, list: self }))
    }
}

/// Reads blocks.
pub(crate) struct Decoder<const N: usize> {
    decompressor: Decompressor<'static>,
    packed: Vec<u8>,
    bytes: Vec<u8>,
    positions: Vec<U256>,
    rows: Vec<Row<N>>,
}

impl<const N: usize> Decoder<N> {
    pub(crate) fn new(list: &List) -> Result<Self, Error> {
        let decompressor = Decompressor::new();
        Ok(Self {
            decompressor: decompressor.map_err(|why| Error::system("read", &list.path, why))?,
            packed: Vec::new(),
            bytes: Vec::with_capacity(most_bytes::<N>(list.form.block)),
            positions: Vec::new(),
            rows: Vec::new(),
        })
    }

    /// The rows of the next block, in ascending order of their positions; `None` behind the
    /// last one, where the list has ended.
    pub(crate) fn block(&mut self, list: &mut List) -> Result<Option<&[Row<N>]>, Error> {
        let at = Place::Block(list.next);
        let mut head = [0; BLOCK_HEAD];
        let (begin, rest) = head.split_at_mut(8);
        read(&mut list.file, &list.path, at, begin)?;
        // No block has as many entries as the end would tell.
        if begin == list.form.end() {
            return Ok(None);
        }
        list.next += 1;
        let damaged = |fault| Error::damaged(&list.path, at, fault);
        read(&mut list.file, &list.path, at, rest)?;
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| head[at + n])) as usize;
        let (count, length) = (number(0), number(4));
        if count == 0
            || count > list.form.block
            || length > zstd::zstd_safe::compress_bound(most_bytes::<N>(list.form.block))
        {
            return Err(damaged(Fault::Form));
        }
        self.packed.resize(length, 0);
        read(&mut list.file, &list.path, at, &mut self.packed)?;
        let (first, sum) = head[8..].split_at(32);
        if sum != checksum(&head, &self.packed).to_le_bytes() {
            return Err(damaged(Fault::Checksum));
        }
        self.bytes.clear();
        let unpacked = self
            .decompressor
            .decompress_to_buffer(&self.packed, &mut self.bytes);
        unpacked.map_err(|_| damaged(Fault::Form))?;
        let first = U256::from_le_bytes(first.try_into().expect("a first position has 32 bytes"));
        self.decode(first, count)
            .map_err(|Malformed| damaged(Fault::Form))?;
        Ok(Some(&self.rows))
    }

    fn decode(&mut self, first: U256, count: usize) -> Result<(), Malformed> {
        self.positions.clear();
        let read = keys::decode_some(first, count, &self.bytes, &mut self.positions)?;
        let columns = numbers::split::<N>(&self.bytes[read..], count)?;
        self.rows.clear();
        let rows = self.positions.iter().enumerate();
        self.rows.extend(rows.map(|(place, position)| {
            let numbers = columns.map(|column| numbers::get(column, count, place));
            (*position, numbers)
        }));
        Ok(())
    }
}

/// Fills a buffer.
fn read(file: &mut impl Read, path: &Path, at: Place, buffer: &mut [u8]) -> Result<(), Error> {
    file.read_exact(buffer).map_err(|why| match why.kind() {
        io::ErrorKind::UnexpectedEof => Error::damaged(path, at, Fault::Size),
        _ => Error::system("read", path, why),
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fs;
    use std::path::Path;

    /// A file of these bytes is refused wherever a bit is changed, and when bytes are missing or
    /// one is added.
    pub(crate) fn assert_damage_is_found(bytes: &[u8], is_refused: impl Fn(&Path) -> bool) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for bit in (0..8 * bytes.len()).step_by(3) {
            let mut changed = bytes.to_vec();
            changed[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, changed).unwrap();
            assert!(is_refused(&path), "bit {bit}");
        }
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            assert!(is_refused(&path), "{length} bytes");
        }
        fs::write(&path, [bytes, &[0]].concat()).unwrap();
        assert!(is_refused(&path));
    }
}
