//! The file of a proof: positions with bounds of their scores, in one file that stands alone.
//!
//! The form of the file is that of [`listed`](crate::listed), with the magic `zugproof`; the numbers
//! of a position are its lower and its upper bound. The positions ascend through the whole file.
//! A file may hold two proofs, one behind the other, which show together what one alone does not.
//! Nearly all bounds of a proof are equal and take next to no room. The checksums say that the
//! file is as it was written. Whether the proof is right is for `zug-certify` to say.

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use zug_game::U256;
use zug_job::{Budget, Charge, Job, Phase, Progress};
use zug_values::{Bounds, Score};

use crate::error::{Error, Fault};
use crate::identity::Identity;
use crate::listed::{Coder, Decoder, Form, List, Opened, Row};
use crate::manifest::PROGRAM;
use crate::stream_writer::Effort;

static FORM: Form = Form {
    magic: *b"zugproof",
    version: VERSION,
    block: BLOCK,
    effort: Effort::Proof,
    none: Error::NoProof,
    other_version: |path, found| Error::ProofVersion {
        path,
        found,
        read: VERSION,
    },
};

/// The version of the file format. A program reads only the versions that it knows.
const VERSION: u32 = 2;

/// The number of entries of a block.
const BLOCK: usize = 1 << 13;

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
    /// The score of the player to move, if the proof shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
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
            score: None,
            entries,
        }
    }

    /// The same head of a proof that shows a score too.
    #[must_use]
    pub fn with_score(self, score: Option<i64>) -> Self {
        Self { score, ..self }
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
    entries: impl Iterator<Item = (U256, Bounds)>,
    job: &Job,
) -> Result<u64, NotWritten> {
    let mut written = FORM.write_head(out, head)?;
    let stopped =
        |refusal| zug_job::Stopped::out_of_memory(refusal, Progress::at(Phase::Storing, 0));
    let _charge = job.budget.charge(CODER_BYTES).map_err(stopped)?;
    let mut coder = Coder::new(&FORM)?;
    let mut rows: Vec<Row<2>> = Vec::with_capacity(BLOCK);
    let mut done = 0;
    for (position, bounds) in entries {
        let bounds = [bounds.lower, bounds.upper].map(|bound| bound.to_bits() as u32);
        rows.push((position, bounds));
        if rows.len() == BLOCK {
            written += coder.block(out, &rows)?;
            rows.clear();
            done += BLOCK as u64;
            job.tell(&Progress {
                frontier: head.entries.saturating_sub(done),
                whole: Some(head.entries),
                bytes: job.budget.used(),
                ..Progress::at(Phase::Storing, done)
            })?;
        }
    }
    done += rows.len() as u64;
    written += coder.block(out, &rows)?;
    assert_eq!(done, head.entries, "a head tells the number of entries");
    let end = FORM.end();
    out.write_all(&end)?;
    out.flush()?;
    Ok(written + end.len() as u64)
}

/// The bytes that it takes at most to write or to read a proof.
const CODER_BYTES: u64 = FORM_BYTES + (BLOCK * size_of::<Row<2>>()) as u64;
const FORM_BYTES: u64 = Form::coder_bytes::<2>(BLOCK, Effort::Proof);

/// A proof on disk, whose head was read and compared with its checksum.
pub struct ProofFile {
    opened: Opened<ProofHead>,
    charge: Charge,
}

impl ProofFile {
    /// Opens a proof and reads its head.
    ///
    /// # Errors
    ///
    /// The system refuses; the file is no proof, or is damaged; memory is refused.
    pub fn open(path: &Path, budget: &Budget) -> Result<Self, Error> {
        let charge = budget.charge(CODER_BYTES).map_err(Error::refused)?;
        Ok(Self {
            opened: FORM.open(path)?,
            charge,
        })
    }

    /// What the proof is of, and what it shows.
    #[must_use]
    pub fn head(&self) -> &ProofHead {
        &self.opened.head
    }

    /// The size of the whole file.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.opened.list.bytes()
    }

    /// Reads all entries, block by block, in ascending order of their positions. Returns the proof that
    /// comes behind this one in the file, if there is one.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is damaged; the caller cancelled; or the error of `take`.
    pub fn each_block<E: From<Error>>(
        self,
        job: &Job,
        mut take: impl FnMut(&[(U256, Bounds)]) -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        let Opened { head, mut list } = self.opened;
        let mut decoder = Decoder::new(&list)?;
        let (mut done, mut last) = (0, None);
        let mut entries = Vec::new();
        while let Some(rows) = decoder.block(&mut list)? {
            entries.clear();
            for &(position, bounds) in rows {
                entries.push((position, bounds_of(bounds, &list)?));
            }
            let first = entries.first().map(|(position, _)| *position);
            if first <= last {
                return Err(list.damaged(Fault::Form).into());
            }
            last = entries.last().map(|(position, _)| *position);
            done += entries.len() as u64;
            if done > head.entries {
                return Err(list.damaged(Fault::Size).into());
            }
            take(&entries)?;
            let reached = Progress {
                frontier: head.entries - done,
                whole: Some(head.entries),
                bytes: job.budget.used(),
                ..Progress::at(Phase::Discovering, done)
            };
            job.tell(&reached).map_err(Error::from)?;
        }
        if done != head.entries {
            return Err(list.damaged(Fault::Size).into());
        }
        let another = list.another()?;
        Ok(another.map(|opened| Self {
            opened,
            charge: self.charge,
        }))
    }
}

fn bounds_of(bounds: [u32; 2], list: &List) -> Result<Bounds, Error> {
    let score = |bits: u32| {
        let score = Score::checked_from_bits(bits.into());
        score.ok_or_else(|| list.damaged(Fault::Form))
    };
    let [lower, upper] = bounds;
    Ok(Bounds {
        lower: score(lower)?,
        upper: score(upper)?,
    })
}

impl std::fmt::Debug for ProofFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProofFile")
            .field("path", &self.opened.list.path())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::listed::tests::assert_damage_is_found;

    fn head(entries: u64) -> ProofHead {
        let of = Identity {
            game: "a game".into(),
            rules: "rules".into(),
            parameters: vec![("n".into(), "5".into())],
            play: "normal".into(),
            position: "here".into(),
            scope: "proof".into(),
            symmetries: 2,
            draws_won: false,
            landmarks: vec!["7".into()],
        };
        ProofHead::new(of, "win".into(), Some(3), entries)
    }

    fn entries(count: u128) -> Vec<(U256, Bounds)> {
        let entry = |n: u128| {
            let bounds = match n % 3 {
                0 => Bounds::UNKNOWN,
                1 => Bounds::exactly(Score::win_within(n as u32 % 50)),
                _ => Bounds::GOES_ON,
            };
            (
                U256::new(n * n * 0x1234_5678_9abc + n) << (n % 2 * 100),
                bounds,
            )
        };
        let mut entries: Vec<_> = (0..count).map(entry).collect();
        entries.sort_by_key(|(position, _)| *position);
        entries
    }

    fn written(entries: &[(U256, Bounds)]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let head = head(entries.len() as u64);
        let job = Job::default();
        let length = write_proof(&mut bytes, &head, entries.iter().copied(), &job).unwrap();
        assert_eq!(length, bytes.len() as u64);
        bytes
    }

    fn read(file: ProofFile) -> Result<(Contents, Option<ProofFile>), Error> {
        let head = file.head().clone();
        let mut entries = Vec::new();
        let another = file.each_block(&Job::default(), |block| {
            entries.extend_from_slice(block);
            Ok::<(), Error>(())
        })?;
        Ok(((head, entries), another))
    }

    type Contents = (ProofHead, Vec<(U256, Bounds)>);

    fn read_all(path: &Path) -> Result<Contents, Error> {
        Ok(read(ProofFile::open(path, &Budget::unlimited())?)?.0)
    }

    #[test]
    fn a_file_may_hold_two_proofs() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proof");
        let (one, other) = (entries(BLOCK as u128 + 3), entries(7));
        let bytes = [written(&one), written(&other)].concat();
        fs::write(&path, &bytes).unwrap();
        let file = ProofFile::open(&path, &Budget::unlimited()).unwrap();
        assert_eq!(file.bytes(), bytes.len() as u64);
        let (first, another) = read(file).unwrap();
        let (second, none) = read(another.unwrap()).unwrap();
        assert_eq!((first.1, second.1), (one, other));
        assert!(none.is_none());
        assert_damage_is_found(
            &[written(&entries(2)), written(&entries(3))].concat(),
            |path| {
                let two = || {
                    let another = read(ProofFile::open(path, &Budget::unlimited())?)?.1;
                    let last = another.map(read).transpose()?;
                    Ok::<_, Error>(last.is_some_and(|(_, none)| none.is_none()))
                };
                !two().unwrap_or(false)
            },
        );
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
    fn a_head_tells_a_score_where_there_is_one() {
        let without = serde_json::to_string(&head(2)).unwrap();
        assert!(!without.contains("score"), "{without}");
        assert_eq!(
            serde_json::from_str::<ProofHead>(&without).unwrap(),
            head(2)
        );
        let with = head(2).with_score(Some(-7));
        let text = serde_json::to_string(&with).unwrap();
        assert_eq!(serde_json::from_str::<ProofHead>(&text).unwrap(), with);
    }

    #[test]
    fn changed_bits_and_missing_bytes_are_found() {
        assert_damage_is_found(&written(&entries(40)), |path| read_all(path).is_err());
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
            let row = |(position, bounds): (U256, Bounds)| {
                let bounds = [bounds.lower, bounds.upper].map(|bound| bound.to_bits() as u32);
                (position, bounds)
            };
            let entries: Vec<(U256, Bounds)> = entries;
            let rows: Vec<Row<2>> = entries.into_iter().map(row).collect();
            Coder::new(&FORM).unwrap().block(&mut out, &rows).unwrap();
            out
        };
        // A block that begins with the last position of the one before.
        let overlapping = block(whole[BLOCK - 1..2 * BLOCK - 1].to_vec());
        let (one, two) = (block(one.to_vec()), block(two.to_vec()));
        let begin = head_of_all.len() - one.len() - two.len() - FORM.end().len();
        let begin = &head_of_all[..begin];
        let file = |blocks: &[&[u8]]| [begin, &blocks.concat(), &FORM.end()].concat();
        fs::write(&path, file(&[&one, &two])).unwrap();
        read_all(&path).unwrap();
        for blocks in [
            &[&two[..], &one][..],
            &[&one, &one],
            &[&one, &overlapping],
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
