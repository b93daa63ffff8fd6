//! The file in which a search keeps what it knows: positions with bounds of their scores, the
//! best move and the work that each took.
//!
//! The form of the file is that of [`listed`](crate::listed), with the magic `zugsearc`; the
//! numbers of a position are its lower and its upper bound, one more than the place of its best
//! move (0 where none is known), and the logarithm of the work. Positions come in the order of the
//! search's table, which mixes them; within a block they are sorted. So a table of any size is
//! written in one pass, with the memory of one block.
//!
//! The checksums say that the file is as it was written; nothing says that what was written is
//! true. Whoever wants that asks for a proof.

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use zug_job::{Budget, Charge, Refusal};
use zug_solve::search::KnownPosition;
use zug_values::{Bounds, Score};

use crate::error::{Error, Fault};
use crate::identity::Identity;
use crate::listed::{Coder, Decoder, Form, Opened, Row};
use crate::manifest::PROGRAM;
use crate::stream_writer::Effort;

static FORM: Form = Form {
    magic: *b"zugsearc",
    version: VERSION,
    block: BLOCK,
    effort: Effort::Solver,
    none: Error::NoSearch,
    other_version: |path, found| Error::SearchVersion {
        path,
        found,
        read: VERSION,
    },
};

/// The version of the file format. A program reads only the versions that it knows.
const VERSION: u32 = 2;

/// The number of entries of a block. The more there are, the fewer bits tell the step from one
/// position to the next.
const BLOCK: usize = 1 << 16;

/// The bytes that it takes at most to write or to read a file.
const CODER_BYTES: u64 =
    Form::coder_bytes::<4>(BLOCK, Effort::Solver) + (BLOCK * size_of::<Row<4>>()) as u64;

/// What a search is of, and how far it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchHead {
    /// The program that wrote the file, with its version.
    pub program: String,
    /// The game, and the position that was asked about first. Its scope is `search`.
    pub of: Identity,
    /// The number of positions that were searched, by all runs together.
    pub searched: u64,
}

impl SearchHead {
    /// What a search by this program is of, and how far it is.
    #[must_use]
    pub fn new(of: Identity, searched: u64) -> Self {
        Self {
            program: PROGRAM.to_owned(),
            of,
            searched,
        }
    }
}

/// How much was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The number of positions.
    pub positions: u64,
    /// The number of bytes.
    pub bytes: u64,
}

/// Memory that writing a file takes.
#[derive(Debug)]
pub struct Room {
    _charge: Charge,
}

impl Room {
    /// Charges the memory, before it is needed.
    ///
    /// # Errors
    ///
    /// The budget refuses.
    pub fn new(budget: &Budget) -> Result<Self, Refusal> {
        Ok(Self {
            _charge: budget.charge(CODER_BYTES)?,
        })
    }
}

/// Writes what a search knows.
///
/// # Errors
///
/// The system refuses.
///
/// # Panics
///
/// A position comes twice.
pub fn write_search(
    out: &mut impl Write,
    head: &SearchHead,
    known: &mut dyn Iterator<Item = KnownPosition>,
    _room: &Room,
) -> io::Result<Written> {
    let mut written = Written {
        positions: 0,
        bytes: FORM.write_head(out, head)?,
    };
    let mut coder = Coder::new(&FORM)?;
    let mut rows: Vec<Row<4>> = Vec::with_capacity(BLOCK);
    loop {
        rows.clear();
        for known in (&mut *known).take(BLOCK) {
            rows.push(row(known));
        }
        rows.sort_unstable_by_key(|(position, _)| *position);
        if rows.is_empty() {
            break;
        }
        written.positions += rows.len() as u64;
        written.bytes += coder.block(out, &rows)?;
    }
    let end = FORM.end();
    out.write_all(&end)?;
    out.flush()?;
    written.bytes += end.len() as u64;
    Ok(written)
}

fn row(known: KnownPosition) -> Row<4> {
    let bounds = known.bounds;
    let [lower, upper] = [bounds.lower, bounds.upper].map(|bound| bound.to_bits() as u32);
    let best = known.best.map_or(0, |best| u32::from(best) + 1);
    (known.position, [lower, upper, best, known.work.into()])
}

fn known(&(position, numbers): &Row<4>) -> Option<KnownPosition> {
    let [lower, upper, best, work] = numbers;
    let bounds = Bounds {
        lower: Score::checked_from_bits(lower.into())?,
        upper: Score::checked_from_bits(upper.into())?,
    };
    Some(KnownPosition {
        position,
        bounds: (bounds.lower <= bounds.upper).then_some(bounds)?,
        best: match best.checked_sub(1) {
            None => None,
            Some(best) => Some(u16::try_from(best).ok()?),
        },
        work: u8::try_from(work).ok()?,
    })
}

/// A file of a search, whose head was read and compared with its checksum.
pub struct SearchFile {
    opened: Opened<SearchHead>,
    _room: Room,
}

impl SearchFile {
    /// Opens a file and reads its head.
    ///
    /// # Errors
    ///
    /// The system refuses; the file is of another kind, or is damaged; memory is refused.
    pub fn open(path: &Path, budget: &Budget) -> Result<Self, Error> {
        let room = Room::new(budget).map_err(Error::refused)?;
        Ok(Self {
            opened: FORM.open(path)?,
            _room: room,
        })
    }

    /// What the search is of, and how far it was.
    #[must_use]
    pub fn head(&self) -> &SearchHead {
        &self.opened.head
    }

    /// Reads what the search knew, one position after the other. Returns the number of positions.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is damaged; or the error of `take`.
    pub fn each<E: From<Error>>(
        self,
        mut take: impl FnMut(KnownPosition) -> Result<(), E>,
    ) -> Result<u64, E> {
        let mut list = self.opened.list;
        let mut decoder = Decoder::new(&list)?;
        let mut positions = 0;
        while let Some(rows) = decoder.block(&mut list)? {
            for row in rows {
                let known = known(row).ok_or_else(|| list.damaged(Fault::Form))?;
                take(known)?;
            }
            positions += rows.len() as u64;
        }
        list.finish()?;
        Ok(positions)
    }
}

impl std::fmt::Debug for SearchFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchFile")
            .field("path", &self.opened.list.path())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use zug_game::U256;

    use super::*;
    use crate::listed::tests::assert_damage_is_found;

    fn head() -> SearchHead {
        let of = Identity {
            game: "a game".into(),
            rules: "rules".into(),
            parameters: vec![("n".into(), "5".into())],
            play: "normal".into(),
            position: "here".into(),
            scope: "search".into(),
            symmetries: 2,
            draws_won: false,
            landmarks: vec!["7".into()],
        };
        SearchHead::new(of, 12)
    }

    /// Positions in an order that looks random.
    fn some(count: u128) -> Vec<KnownPosition> {
        let known = |n: u128| KnownPosition {
            position: U256::new(n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
                << (n % 3 * 64),
            bounds: Bounds {
                lower: Score::LEAST,
                upper: Score::win_within(n as u32 % 50),
            },
            best: (!n.is_multiple_of(3)).then_some(n as u16 % 9),
            work: n as u8 % 64,
        };
        (0..count).map(known).collect()
    }

    fn written(known: &[KnownPosition]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let room = Room::new(&Budget::unlimited()).unwrap();
        let mut all = known.iter().copied();
        let written = write_search(&mut bytes, &head(), &mut all, &room).unwrap();
        let positions = known.len() as u64;
        let length = bytes.len() as u64;
        assert_eq!((written.positions, written.bytes), (positions, length));
        bytes
    }

    fn read_all(path: &Path) -> Result<Vec<KnownPosition>, Error> {
        let file = SearchFile::open(path, &Budget::unlimited())?;
        assert_eq!(*file.head(), head());
        let mut all = Vec::new();
        file.each(|known| {
            all.push(known);
            Ok::<(), Error>(())
        })?;
        all.sort_unstable_by_key(|known| known.position);
        Ok(all)
    }

    #[test]
    fn what_a_search_knows_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("search");
        for count in [0, 1, BLOCK as u128, BLOCK as u128 + 1] {
            let mut known = some(count);
            fs::write(&path, written(&known)).unwrap();
            known.sort_unstable_by_key(|known| known.position);
            assert_eq!(read_all(&path).unwrap(), known);
        }
    }

    #[test]
    fn changed_bits_and_missing_bytes_are_found() {
        assert_damage_is_found(&written(&some(40)), |path| read_all(path).is_err());
    }
}
