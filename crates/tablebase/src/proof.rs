//! The file of a proof: positions with bounds of their scores, in one file that stands alone.
//!
//! | part | bytes | holds |
//! |---|---|---|
//! | magic | 8 | `zugproof` |
//! | version | 4 | the version of the form |
//! | length | 4 | the number of bytes of the head |
//! | head | any | what the proof is of and what it shows, as JSON |
//! | checksum | 8 | of all bytes before it |
//! | blocks | any | each: number of entries (4), length (4), first position (16), checksum (8), bytes |
//! | end | 8 | `foorpguz` |
//!
//! Numbers are little-endian. The bytes of a block are compressed (zstd). They are the steps
//! between positions, as a block of keys of a table has them, and then the lower and the upper
//! bounds as numbers, as a block of remotenesses has them. Nearly all bounds of a proof are
//! equal and take next to no room. The checksum of a block (XXH3, 64 bits) is made of its first
//! 24 bytes and of its bytes, so that every byte of a file is under a checksum or compared with
//! what it must be. That says that the file is as it was written. Whether the proof is right is
//! for `zug-certify` to say.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};
use zstd::bulk::Decompressor;
use zug_job::{Budget, Charge, Job, Phase, Progress};
use zug_values::{Bounds, Score};

use crate::codec::{Malformed, keys, numbers};
use crate::error::{Error, Fault, Place};
use crate::identity::Identity;
use crate::manifest::PROGRAM;
use crate::stream_writer::{Effort, Packer};

const MAGIC: [u8; 8] = *b"zugproof";
const END_MAGIC: [u8; 8] = *b"foorpguz";

/// The version of the form of the file.
const VERSION: u32 = 1;

/// The number of entries of a block.
const BLOCK: usize = 1 << 13;

/// The largest number of bytes of a head that is read. Rules are at most 16 MiB long.
const MOST_HEAD: usize = 64 << 20;

/// The bytes of a block before those that are compressed.
const BLOCK_HEAD: usize = 32;

/// What a proof is of, and what it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofHead {
    /// The program that wrote the proof, with its version.
    pub program: String,
    /// The game and the position. Its scope is `proof`.
    pub of: Identity,
    /// What the player to move gets: `win`, `draw` or `loss`.
    pub outcome: String,
    /// The number of plies until the game ends, if the proof shows it.
    pub remoteness: Option<u32>,
    /// The number of entries.
    pub entries: u64,
}

impl ProofHead {
    /// What a proof by this program is of, and what it shows.
    #[must_use]
    pub fn new(of: Identity, outcome: String, remoteness: Option<u32>, entries: u64) -> Self {
        Self {
            program: PROGRAM.to_owned(),
            of,
            outcome,
            remoteness,
            entries,
        }
    }
}

/// Why a proof is not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotWritten {
    /// The system refused.
    #[error(transparent)]
    System(#[from] io::Error),
    /// The caller cancelled, or memory was refused.
    #[error("{0}")]
    Stopped(#[from] zug_job::Stopped),
}

/// Writes a proof, whose positions must ascend. Returns the number of bytes.
///
/// # Errors
///
/// The system refuses; the caller cancels, or memory is refused.
///
/// # Panics
///
/// The positions do not ascend, or there are not as many as the head says.
pub fn write_proof(
    out: &mut impl Write,
    head: &ProofHead,
    entries: impl Iterator<Item = (u128, Bounds)>,
    job: &Job,
) -> Result<u64, NotWritten> {
    let json = serde_json::to_vec(head).map_err(io::Error::from)?;
    let mut bytes = Vec::with_capacity(json.len() + 24);
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((json.len() as u32).to_le_bytes());
    bytes.extend(json);
    bytes.extend(xxh3_64(&bytes).to_le_bytes());
    out.write_all(&bytes)?;
    let mut written = bytes.len() as u64;
    let stopped =
        |refusal| zug_job::Stopped::out_of_memory(refusal, Progress::at(Phase::Storing, 0));
    let _charge = job.budget.charge(Coder::BYTES).map_err(stopped)?;
    let mut coder = Coder::new()?;
    let mut done = 0;
    for (position, bounds) in entries {
        coder.positions.push(position);
        coder.lower.push(bounds.lower.to_bits() as u32);
        coder.upper.push(bounds.upper.to_bits() as u32);
        if coder.positions.len() == BLOCK {
            written += coder.block(out)?;
            done += BLOCK as u64;
            job.tell(&Progress {
                frontier: head.entries.saturating_sub(done),
                whole: Some(head.entries),
                bytes: job.budget.used(),
                ..Progress::at(Phase::Storing, done)
            })?;
        }
    }
    done += coder.positions.len() as u64;
    written += coder.block(out)?;
    assert_eq!(done, head.entries, "a head tells the number of entries");
    out.write_all(&END_MAGIC)?;
    out.flush()?;
    Ok(written + END_MAGIC.len() as u64)
}

/// Makes blocks.
struct Coder {
    positions: Vec<u128>,
    lower: Vec<u32>,
    upper: Vec<u32>,
    bytes: Vec<u8>,
    packer: Packer,
}

impl Coder {
    /// The bytes that a coder takes at most.
    const BYTES: u64 = Packer::bytes(Effort::Proof) + 2 * most_bytes(BLOCK) as u64;

    fn new() -> io::Result<Self> {
        Ok(Self {
            positions: Vec::with_capacity(BLOCK),
            lower: Vec::with_capacity(BLOCK),
            upper: Vec::with_capacity(BLOCK),
            bytes: Vec::with_capacity(most_bytes(BLOCK)),
            packer: Packer::new(Effort::Proof)?,
        })
    }

    /// Writes what was gathered, and returns the number of bytes.
    fn block(&mut self, out: &mut impl Write) -> io::Result<u64> {
        let Some(&first) = self.positions.first() else {
            return Ok(0);
        };
        self.bytes.clear();
        keys::encode(&self.positions, &mut self.bytes);
        numbers::encode(&self.lower, &mut self.bytes);
        numbers::encode(&self.upper, &mut self.bytes);
        let packed = self.packer.compress(&self.bytes)?;
        let mut head = [0; BLOCK_HEAD];
        head[..4].copy_from_slice(&(self.positions.len() as u32).to_le_bytes());
        head[4..8].copy_from_slice(&(packed.len() as u32).to_le_bytes());
        head[8..24].copy_from_slice(&first.to_le_bytes());
        let sum = checksum(&head, packed);
        head[24..].copy_from_slice(&sum.to_le_bytes());
        out.write_all(&head)?;
        out.write_all(packed)?;
        let written = (BLOCK_HEAD + packed.len()) as u64;
        self.positions.clear();
        self.lower.clear();
        self.upper.clear();
        Ok(written)
    }
}

/// The largest number of bytes of a block of this number of entries before it is compressed.
const fn most_bytes(count: usize) -> usize {
    keys::most_bytes(count) + 2 * numbers::most_bytes(count)
}

/// The checksum of a block: of what it says of itself, and of its bytes.
fn checksum(head: &[u8; BLOCK_HEAD], packed: &[u8]) -> u64 {
    let mut hash = Xxh3::new();
    hash.update(&head[..24]);
    hash.update(packed);
    hash.digest()
}

/// A proof on disk, whose head was read and compared with its checksum.
pub struct ProofFile {
    path: PathBuf,
    file: BufReader<File>,
    head: ProofHead,
    bytes: u64,
    _charge: Charge,
}

impl ProofFile {
    /// Opens a proof and reads its head.
    ///
    /// # Errors
    ///
    /// The system refuses; the file is no proof, or is damaged; memory is refused.
    pub fn open(path: &Path, budget: &Budget) -> Result<Self, Error> {
        let fault = |why: io::Error| Error::system("open", path, why);
        let file = File::open(path).map_err(fault)?;
        let bytes = file.metadata().map_err(fault)?.len();
        let charge = budget.charge(Coder::BYTES).map_err(Error::refused)?;
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut begin = [0; 16];
        let (magic, rest) = begin.split_at_mut(MAGIC.len());
        if bytes >= magic.len() as u64 {
            read(&mut file, path, Place::Header, magic)?;
        }
        if magic != MAGIC {
            return Err(Error::NoProof(path.to_owned()));
        }
        read(&mut file, path, Place::Header, rest)?;
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| begin[at + n]));
        let found = number(8);
        if found != VERSION {
            return Err(Error::ProofVersion {
                path: path.to_owned(),
                found,
                read: VERSION,
            });
        }
        let length = number(12) as usize;
        if length > MOST_HEAD || length as u64 > bytes {
            return Err(Error::damaged(path, Place::Header, Fault::Size));
        }
        let mut text = begin.to_vec();
        text.resize(begin.len() + length, 0);
        read(&mut file, path, Place::Header, &mut text[begin.len()..])?;
        let mut sum = [0; 8];
        read(&mut file, path, Place::Header, &mut sum)?;
        if xxh3_64(&text) != u64::from_le_bytes(sum) {
            return Err(Error::damaged(path, Place::Header, Fault::Checksum));
        }
        let head = serde_json::from_slice(&text[begin.len()..]);
        let head = head.map_err(|_| Error::damaged(path, Place::Header, Fault::Form))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            head,
            bytes,
            _charge: charge,
        })
    }

    /// What the proof is of, and what it shows.
    #[must_use]
    pub fn head(&self) -> &ProofHead {
        &self.head
    }

    /// The size of the file.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Reads all entries, block by block, in ascending order of their positions.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is damaged; the caller cancelled; or the error of `take`.
    pub fn each_block<E: From<Error>>(
        mut self,
        job: &Job,
        mut take: impl FnMut(&[(u128, Bounds)]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut decoder = Decoder::new().map_err(|why| Error::system("read", &self.path, why))?;
        let (mut done, mut last) = (0, None);
        for number in 0.. {
            if done == self.head.entries {
                break;
            }
            let at = Place::Block(number);
            let damaged = |fault| Error::damaged(&self.path, at, fault);
            let entries = decoder.block(&mut self.file, &self.path, at)?;
            let first = entries.first().map(|(position, _)| *position);
            if first <= last {
                return Err(damaged(Fault::Form).into());
            }
            last = entries.last().map(|(position, _)| *position);
            done += entries.len() as u64;
            if done > self.head.entries {
                return Err(damaged(Fault::Size).into());
            }
            take(entries)?;
            let reached = Progress {
                frontier: self.head.entries - done,
                whole: Some(self.head.entries),
                bytes: job.budget.used(),
                ..Progress::at(Phase::Discovering, done)
            };
            job.tell(&reached).map_err(Error::from)?;
        }
        let mut end = [0; 8];
        read(&mut self.file, &self.path, Place::Footer, &mut end)?;
        let more = self.file.read(&mut [0]);
        if end != END_MAGIC || more.map_err(|why| Error::system("read", &self.path, why))? > 0 {
            return Err(Error::damaged(&self.path, Place::Footer, Fault::Form).into());
        }
        Ok(())
    }
}

impl std::fmt::Debug for ProofFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProofFile")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// Reads blocks.
struct Decoder {
    decompressor: Decompressor<'static>,
    packed: Vec<u8>,
    bytes: Vec<u8>,
    positions: Vec<u128>,
    entries: Vec<(u128, Bounds)>,
}

impl Decoder {
    fn new() -> io::Result<Self> {
        Ok(Self {
            decompressor: Decompressor::new()?,
            packed: Vec::new(),
            bytes: Vec::with_capacity(most_bytes(BLOCK)),
            positions: Vec::new(),
            entries: Vec::new(),
        })
    }

    /// The entries of the next block.
    fn block(
        &mut self,
        file: &mut impl Read,
        path: &Path,
        at: Place,
    ) -> Result<&[(u128, Bounds)], Error> {
        let damaged = |fault| Error::damaged(path, at, fault);
        let mut head = [0; BLOCK_HEAD];
        read(file, path, at, &mut head)?;
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| head[at + n])) as usize;
        let (count, length) = (number(0), number(4));
        if count == 0
            || count > BLOCK
            || length > zstd::zstd_safe::compress_bound(most_bytes(BLOCK))
        {
            return Err(damaged(Fault::Form));
        }
        self.packed.resize(length, 0);
        read(file, path, at, &mut self.packed)?;
        let (first, sum) = head[8..].split_at(16);
        if sum != checksum(&head, &self.packed).to_le_bytes() {
            return Err(damaged(Fault::Checksum));
        }
        self.bytes.clear();
        let unpacked = self
            .decompressor
            .decompress_to_buffer(&self.packed, &mut self.bytes);
        unpacked.map_err(|_| damaged(Fault::Form))?;
        let first = u128::from_le_bytes(first.try_into().expect("a first position has 16 bytes"));
        self.decode(first, count)
            .map_err(|Malformed| damaged(Fault::Form))?;
        Ok(&self.entries)
    }

    fn decode(&mut self, first: u128, count: usize) -> Result<(), Malformed> {
        self.positions.clear();
        let read = keys::decode_some(first, count, &self.bytes, &mut self.positions)?;
        let (lower, upper) = numbers::split(&self.bytes[read..], count)?;
        let score = |bytes: &[u8], place| {
            Score::checked_from_bits(numbers::get(bytes, count, place).into()).ok_or(Malformed)
        };
        self.entries.clear();
        for (place, &position) in self.positions.iter().enumerate() {
            let bounds = Bounds {
                lower: score(lower, place)?,
                upper: score(upper, place)?,
            };
            self.entries.push((position, bounds));
        }
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
mod tests {
    use std::fs;

    use super::*;

    fn head(entries: u64) -> ProofHead {
        let of = Identity {
            game: "a game".into(),
            rules: "rules".into(),
            parameters: vec![("n".into(), "5".into())],
            play: "normal".into(),
            position: "here".into(),
            scope: "proof".into(),
            symmetries: 2,
            landmarks: vec!["7".into()],
        };
        ProofHead::new(of, "win".into(), Some(3), entries)
    }

    fn entries(count: u128) -> Vec<(u128, Bounds)> {
        let entry = |n: u128| {
            let bounds = match n % 3 {
                0 => Bounds::UNKNOWN,
                1 => Bounds::exactly(Score::win_within(n as u32 % 50)),
                _ => Bounds::GOES_ON,
            };
            (n * n * 0x1234_5678_9abc + n, bounds)
        };
        (0..count).map(entry).collect()
    }

    fn written(entries: &[(u128, Bounds)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let head = head(entries.len() as u64);
        let job = Job::default();
        let length = write_proof(&mut bytes, &head, entries.iter().copied(), &job).unwrap();
        assert_eq!(length, bytes.len() as u64);
        bytes
    }

    fn read_all(path: &Path) -> Result<(ProofHead, Vec<(u128, Bounds)>), Error> {
        let file = ProofFile::open(path, &Budget::unlimited())?;
        let head = file.head().clone();
        let mut entries = Vec::new();
        file.each_block(&Job::default(), |block| {
            entries.extend_from_slice(block);
            Ok::<(), Error>(())
        })?;
        Ok((head, entries))
    }

    #[test]
    fn a_proof_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proof");
        for count in [
            0,
            1,
            2,
            BLOCK as u128,
            BLOCK as u128 + 1,
            3 * BLOCK as u128 - 1,
        ] {
            let entries = entries(count);
            fs::write(&path, written(&entries)).unwrap();
            assert_eq!(read_all(&path).unwrap(), (head(count as u64), entries));
        }
    }

    #[test]
    fn changed_bits_and_missing_bytes_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proof");
        let bytes = written(&entries(40));
        for bit in (0..8 * bytes.len()).step_by(3) {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, changed).unwrap();
            assert!(read_all(&path).is_err(), "bit {bit}");
        }
        for length in 0..bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            assert!(read_all(&path).is_err(), "{length} bytes");
        }
        fs::write(&path, [&bytes[..], &[0]].concat()).unwrap();
        assert!(read_all(&path).is_err());
    }

    #[test]
    fn what_no_writer_writes_is_damaged_though_its_checksums_are_right() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proof");
        // Blocks in another order, and one twice.
        let whole = entries(2 * BLOCK as u128);
        let (one, two) = whole.split_at(BLOCK);
        let head_of_all = written(&whole);
        let block = |entries| {
            let mut out = Vec::new();
            let mut coder = Coder::new().unwrap();
            for (position, bounds) in entries {
                let (position, bounds): (u128, Bounds) = (position, bounds);
                coder.positions.push(position);
                coder.lower.push(bounds.lower.to_bits() as u32);
                coder.upper.push(bounds.upper.to_bits() as u32);
            }
            coder.block(&mut out).unwrap();
            out
        };
        let (one, two) = (block(one.to_vec()), block(two.to_vec()));
        let begin = head_of_all.len() - one.len() - two.len() - END_MAGIC.len();
        let begin = &head_of_all[..begin];
        let file = |blocks: &[&[u8]]| [begin, &blocks.concat(), &END_MAGIC].concat();
        fs::write(&path, file(&[&one, &two])).unwrap();
        read_all(&path).unwrap();
        for blocks in [
            &[&two[..], &one][..],
            &[&one, &one],
            &[&one],
            &[&one, &two, &two],
        ] {
            fs::write(&path, file(blocks)).unwrap();
            assert!(read_all(&path).is_err());
        }
    }

    #[test]
    fn a_writer_stops_and_keeps_to_its_memory() {
        let job = Job::default().with_budget(Budget::of_bytes(1 << 10));
        let refused = write_proof(&mut Vec::new(), &head(0), std::iter::empty(), &job);
        assert!(matches!(refused, Err(NotWritten::Stopped(_))));
        let job = Job::default();
        job.cancel.cancel();
        let many = entries(2 * BLOCK as u128);
        let head = head(many.len() as u64);
        let stopped = write_proof(&mut Vec::new(), &head, many.into_iter(), &job);
        assert!(matches!(stopped, Err(NotWritten::Stopped(why)) if why.is_cancelled()));
    }
}
