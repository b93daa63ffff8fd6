//! A sequence as bytes, to go on from another day.
//!
//! The format, all numbers little-endian:
//!
//! | bytes | |
//! |---|---|
//! | 8 | `ZUGHEAPS` |
//! | 4 | the version, 1 |
//! | 4 | the length of the head |
//! | … | the head: code, method, heaps known and statistics, in the format of postcard |
//! | 8 | the length of what the engine gave |
//! | … | what the engine gave; its own business |
//! | 4 | CRC-32 of all before |
//!
//! Nothing is read from other versions. A file that lost or changed a byte is
//! refused by its lengths or its checksum; what passes is trusted.
//!
//! ```
//! use zug_heaps::{Breaking, HeapGame};
//! use zug_solve::Job;
//! use zug_solve::impartial::heaps::{Saved, Sequence, SequenceOptions};
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

use super::{Method, Statistics, Stop};

const MAGIC: [u8; 8] = *b"ZUGHEAPS";
const VERSION: u32 = 1;

/// All that a sequence needs to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The game's code.
    pub game: String,
    /// The engine that worked it out.
    pub method: Method,
    /// The heaps `0..known` are worked out.
    pub known: u64,
    /// Of them.
    pub statistics: Statistics,
    /// What the engine gave.
    pub engine: Vec<u8>,
}

/// Why bytes are no saved sequence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// They do not begin like one.
    #[error("this is no saved sequence")]
    Foreign,
    /// Another version of the format.
    #[error("this sequence was saved in version {found} of the format; {VERSION} can be read")]
    Version {
        /// Its version.
        found: u32,
    },
    /// Cut short, or changed.
    #[error("this saved sequence is damaged: {what}")]
    Damaged {
        /// What shows it.
        what: Damage,
    },
    /// A method that is not known here.
    #[error("this sequence was saved by the method `{name}`, which is not known here")]
    Method {
        /// Its name.
        name: String,
    },
}

/// What shows that a saved sequence is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// It ends too early, or goes on after its end.
    #[error("its length is not as told")]
    Length,
    /// A byte has changed.
    #[error("its checksum differs")]
    Checksum,
    /// The head makes no sense.
    #[error("its head cannot be read")]
    Head,
}

/// Why a sequence cannot go on from what was saved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// It is of another game.
    #[error("the saved sequence is that of {saved}, not of {asked}")]
    OtherGame {
        /// The code of the game saved.
        saved: String,
        /// The code of the game asked about.
        asked: String,
    },
    /// It was worked out by another method than is asked for.
    #[error("the saved sequence was worked out by the {saved} method, not by the {asked} one")]
    OtherMethod {
        /// The method that was at work.
        saved: Method,
        /// The method asked for.
        asked: Method,
    },
    /// The engine does not understand what it once gave.
    #[error("the {method} method cannot read what was saved of it")]
    Unreadable {
        /// The method.
        method: Method,
    },
    /// The engine itself cannot be had.
    #[error(transparent)]
    Stop(#[from] Stop),
}

/// What stands in the head.
#[derive(Serialize, Deserialize)]
struct Head {
    game: String,
    // By name: a number would change its meaning when methods are added.
    method: String,
    known: u64,
    statistics: Statistics,
}

impl Saved {
    /// What comes before [`Self::engine`] and after it in the saved bytes: to be
    /// written with it between them, for it may be large, and is not copied.
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

    /// The saved sequence that these bytes are.
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
        let Some(method) = Method::ALL
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

/// The first bytes, taken off.
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
            method: Method::Naive,
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
