//! JSON files under a checksum: the manifest of a table, and what unfinished work is of.
//!
//! The first field of such a file is a checksum of all its bytes, taken with zeros in the place
//! of the checksum: people and other programs read the file as any JSON.

use std::io::{self, Read, Write};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::durable::{PartialFile, open_plain};
use crate::error::{Error, Fault, Place};
use crate::frame::VERSIONS;

/// What a file begins with; the digits of the checksum follow.
const BEGIN: &str = "{\n  \"checksum\": \"";
const DIGITS: usize = 16;

/// The largest number of bytes of a file that is read.
const MOST_BYTES: u64 = 256 << 20;

/// The contents of a file of the folder.
///
/// # Errors
///
/// There is no such file ([`Error::Absent`]), it cannot be read, or it is damaged or of another
/// version.
pub(crate) fn read<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<T, Error> {
    let path = folder.join(name);
    let damaged = |fault| Error::damaged(&path, Place::File, fault);
    let fault = |why: io::Error| match why.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Error::Absent(folder.to_owned()),
        _ => Error::system("read", &path, why),
    };
    let mut file = open_plain(&path).map_err(fault)?;
    if file.metadata().map_err(fault)?.len() > MOST_BYTES {
        return Err(damaged(Fault::Size));
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(fault)?;
    // The version first: another version may have another checksum.
    let known = VERSIONS.map(u64::from);
    let version: Option<Version> = serde_json::from_slice(&text).ok();
    if let Some(Version { version: found }) = version
        && !known.contains(&found)
    {
        let read = VERSIONS[VERSIONS.len() - 1].into();
        return Err(Error::Version { path, found, read });
    }
    let (written, checked) = checksum(&text).ok_or_else(|| damaged(Fault::Form))?;
    if written != format!("{checked:0DIGITS$x}").as_bytes() {
        return Err(damaged(Fault::Checksum));
    }
    let sealed: Sealed<T> = serde_json::from_slice(&text).map_err(|_| damaged(Fault::Form))?;
    Ok(sealed.contents)
}

/// Writes a file of the folder.
pub(crate) fn write(folder: &Path, name: &str, contents: &impl Serialize) -> Result<(), Error> {
    let sealed = Sealed {
        checksum: "0".repeat(DIGITS),
        contents,
    };
    let path = folder.join(name);
    let fault = |why: io::Error| Error::system("write", &path, why);
    let text = serde_json::to_string_pretty(&sealed);
    let mut text = text.map_err(|why| fault(why.into()))?.into_bytes();
    text.push(b'\n');
    let (_, checked) = checksum(&text).expect("a sealed file begins with its checksum");
    let digits = format!("{checked:0DIGITS$x}");
    text[BEGIN.len()..BEGIN.len() + DIGITS].copy_from_slice(digits.as_bytes());
    let mut file = PartialFile::create(folder, name)?;
    file.write_all(&text).map_err(fault)?;
    file.finish()
}

/// Contents with their checksum.
#[derive(Serialize, Deserialize)]
struct Sealed<T> {
    checksum: String,
    #[serde(flatten)]
    contents: T,
}

/// The version alone, of a file of any version.
#[derive(Deserialize)]
struct Version {
    version: u64,
}

/// The checksum that stands in a file, and the one that its bytes have; `None` if the text
/// does not begin as a sealed file does.
fn checksum(text: &[u8]) -> Option<(Vec<u8>, u64)> {
    let rest = text.strip_prefix(BEGIN.as_bytes())?;
    let (written, _) = rest.split_at_checked(DIGITS)?;
    let mut zeroed = text.to_vec();
    zeroed[BEGIN.len()..BEGIN.len() + DIGITS].fill(b'0');
    Some((written.to_vec(), xxh3_64(&zeroed)))
}
