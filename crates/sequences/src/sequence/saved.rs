//! A sequence as bytes, from which work can go on another day.
//!
//! The format, all numbers little-endian:
//!
//! | bytes | |
//! |---|---|
//! | 8 | `ZUGHEAPS` |
//! | 4 | the version, 1 |
//! | 4 | the length of the head |
//! | … | the head: code, method, heaps known and statistics, in the format of postcard |
//! | 8 | the length of the engine's bytes |
//! | … | the engine's bytes, in a format of its own |
//! | 4 | CRC-32 of all bytes before |
//!
//! No other version can be read. A file that lost or changed a byte is refused because
//! of its lengths or its checksum. The nimbers of a file that passes are believed here: whether they
//! are right is for `zug-certify` to say. What is saved beside them is compared with them.
//!
//! ```
//! use zug_heaps::{Breaking, HeapGame};
//! use zug_sequences::{Job, Saved, Sequence, SequenceOptions};
//!
//! let kayles = HeapGame::Breaking("0.77".parse()?);
//! let (options, job) = (SequenceOptions::default(), Job::default());
//! let mut sequence = Sequence::new(&kayles, options, &job)?;
//! while sequence.known() < 50 {
//!     sequence.step(50)?;
//! }
//! let bytes = sequence.save().ok_or("this engine can be saved")?.to_bytes();
//!
//! let saved = Saved::from_bytes(bytes)?;
//! let sequence = Sequence::resume(&kayles, options, saved, &job)?;
//! assert_eq!(sequence.known(), 50);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde::{Deserialize, Serialize};

use crate::{EngineKind, Statistics, Stop};

const MAGIC: [u8; 8] = *b"ZUGHEAPS";
const VERSION: u32 = 1;

/// All that a sequence needs to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The notation of the game.
    pub game: String,
    /// The method of the engine that worked it out.
    pub method: EngineKind,
    /// The heaps `0..known` are worked out.
    pub known: u64,
    /// Statistics of these heaps.
    pub statistics: Statistics,
    /// The bytes that the engine saved.
    pub engine: Vec<u8>,
}

/// Why bytes are not a saved sequence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// The bytes do not begin as a saved sequence does.
    #[error("this is no saved sequence")]
    Foreign,
    /// The bytes are of another version of the format.
    #[error("this sequence was saved in version {found} of the format; {VERSION} can be read")]
    Version {
        /// The version found.
        found: u32,
    },
    /// The bytes were cut short, or changed.
    #[error("this saved sequence is damaged: {what}")]
    Damaged {
        /// What shows the damage.
        what: Damage,
    },
    /// The sequence was saved by a method that this program does not know.
    #[error("this sequence was saved by the method `{name}`, which is not known here")]
    Method {
        /// The name of the method.
        name: String,
    },
}

/// What shows that a saved sequence is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The bytes end too early, or go on after the end.
    #[error("its length is not as told")]
    Length,
    /// A byte has changed: the checksum does not fit.
    #[error("its checksum differs")]
    Checksum,
    /// The head cannot be decoded.
    #[error("its head cannot be read")]
    Head,
}

/// Why a saved sequence cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The saved sequence is of another game.
    #[error("the saved sequence is that of {saved}, not of {asked}")]
    OtherGame {
        /// The notation of the saved game.
        saved: String,
        /// The notation of the game asked about.
        asked: String,
    },
    /// The saved sequence was worked out by another method than the caller asks for.
    #[error("the saved sequence was worked out by the {saved} method, not by the {asked} one")]
    OtherMethod {
        /// The method that worked it out.
        saved: EngineKind,
        /// The method asked for.
        asked: EngineKind,
    },
    /// The engine cannot read the bytes that were saved for it.
    #[error("the {method} method cannot read what was saved of it")]
    Unreadable {
        /// The method of the engine.
        method: EngineKind,
    },
    /// The statistics are not those of the nimbers that were saved with them.
    #[error("the saved statistics are not those of the saved nimbers")]
    Statistics,
    /// The engine cannot be built, or cannot go on.
    #[error(transparent)]
    Stop(#[from] Stop),
}

/// What the head of the format holds.
#[derive(Serialize, Deserialize)]
struct Head {
    game: String,
    // By name and not by number: numbers would change their meaning when methods are
    // added.
    method: String,
    known: u64,
    statistics: Statistics,
}

impl Saved {
    /// The bytes before [`Self::engine`] and those after it. The caller writes `engine`
    /// between them; it may be large, so it is not copied here.
    pub fn around(&self) -> [Vec<u8>; 2] {
        let head = Head {
            game: self.game.clone(),
            method: self.method.name().to_owned(),
            known: self.known,
            statistics: self.statistics.clone(),
        };
        let head = postcard::to_allocvec(&head)
            .expect("text, numbers and lists of them can always be written");
        let mut first = Vec::with_capacity(MAGIC.len() + 16 + head.len());
        first.extend(MAGIC);
        first.extend(VERSION.to_le_bytes());
        first.extend((head.len() as u32).to_le_bytes());
        first.extend(head);
        first.extend((self.engine.len() as u64).to_le_bytes());
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&first);
        checksum.update(&self.engine);
        [first, checksum.finalize().to_le_bytes().to_vec()]
    }

    /// The saved sequence as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let [mut bytes, last] = self.around();
        bytes.extend(&self.engine);
        bytes.extend(last);
        bytes
    }

    /// Reads a saved sequence from its bytes.
    pub fn from_bytes(mut bytes: Vec<u8>) -> Result<Self, SavedError> {
        const SHORT: SavedError = SavedError::Damaged {
            what: Damage::Length,
        };
        let mut rest = bytes.strip_prefix(&MAGIC).ok_or(SavedError::Foreign)?;
        let found = u32::from_le_bytes(*taken(&mut rest).ok_or(SHORT)?);
        if found != VERSION {
            return Err(SavedError::Version { found });
        }
        let length = u32::from_le_bytes(*taken(&mut rest).ok_or(SHORT)?);
        let (head, mut rest) = rest.split_at_checked(length as usize).ok_or(SHORT)?;
        let length = u64::from_le_bytes(*taken(&mut rest).ok_or(SHORT)?);
        let (engine, checksum) = usize::try_from(length)
            .ok()
            .and_then(|length| rest.split_at_checked(length))
            .ok_or(SHORT)?;
        let checksum = checksum.try_into().map_err(|_| SHORT)?;
        let (begin, end) = (bytes.len() - 4 - engine.len(), bytes.len() - 4);
        if crc32fast::hash(&bytes[..end]) != u32::from_le_bytes(checksum) {
            return Err(SavedError::Damaged {
                what: Damage::Checksum,
            });
        }
        let head: Head =
            postcard::from_bytes(head).map_err(|_| SavedError::Damaged { what: Damage::Head })?;
        let Some(method) = EngineKind::ALL
            .into_iter()
            .find(|method| method.name() == head.method)
        else {
            return Err(SavedError::Method { name: head.method });
        };
        bytes.truncate(end);
        bytes.drain(..begin);
        Ok(Self {
            game: head.game,
            method,
            known: head.known,
            statistics: head.statistics,
            engine: bytes,
        })
    }
}

/// Takes the first `N` bytes off `rest`.
fn taken<'a, const N: usize>(rest: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (first, others) = rest.split_first_chunk()?;
    *rest = others;
    Some(first)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    fn saved() -> Saved {
        let mut statistics = Statistics::default();
        statistics.add(0, 0);
        statistics.add(1, 1);
        Saved {
            game: "0.77".to_owned(),
            method: EngineKind::Naive,
            known: 2,
            statistics,
            engine: vec![2, 0, 1],
        }
    }

    #[test]
    fn bytes_come_back_as_what_was_saved() {
        assert_eq!(Saved::from_bytes(saved().to_bytes()), Ok(saved()));
    }

    #[test]
    fn every_changed_bit_is_seen() {
        let bytes = saved().to_bytes();
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(Saved::from_bytes(changed).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn every_other_length_is_seen() {
        let bytes = saved().to_bytes();
        for length in 0..bytes.len() {
            assert!(Saved::from_bytes(bytes[..length].to_vec()).is_err());
        }
        let longer = [&bytes[..], &[0]].concat();
        let length = SavedError::Damaged {
            what: Damage::Length,
        };
        assert_eq!(Saved::from_bytes(longer), Err(length));
    }

    #[test]
    fn what_is_wrong_with_bytes_is_told() {
        let other = Saved::from_bytes(b"game nim(1)".to_vec());
        assert_eq!(other, Err(SavedError::Foreign));
        let mut newer = saved().to_bytes();
        newer[8] = 2;
        assert_eq!(
            Saved::from_bytes(newer),
            Err(SavedError::Version { found: 2 })
        );
    }
}
