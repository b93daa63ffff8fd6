//! The file in which a sequence is drawn, SVG or PNG.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use zug::heaps::SequenceFacts;
use zug_draw::plot::{self, MOST_HEAPS};
use zug_keep::whole_file;
use zug_sequences::Sequence;

use super::{FileFault, SequenceError};

/// The file in which a sequence is drawn, and its format.
pub(crate) struct Plot {
    path: PathBuf,
    format: Format,
}

#[derive(Clone, Copy)]
enum Format {
    Svg,
    Png,
}

impl Plot {
    /// A plot in a file with one of the known endings; an error for any other ending,
    /// and for too many heaps.
    pub(crate) fn new(path: &Path, heaps: &Range<u64>) -> Result<Self, SequenceError> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let format = match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Format::Svg,
            Some("png") => Format::Png,
            _ => {
                return Err(SequenceError::PlotName {
                    path: path.to_owned(),
                });
            }
        };
        if heaps.end - heaps.start > MOST_HEAPS {
            return Err(SequenceError::PlotTooLarge { most: MOST_HEAPS });
        }
        // The user should learn of a missing folder before the work.
        if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
            fs::metadata(folder).map_err(|source| unwritten(path, source))?;
        }
        Ok(Self {
            path: path.to_owned(),
            format,
        })
    }

    /// Writes the picture. Invariant: the sequence can tell these heaps.
    pub(crate) fn draw(
        &self,
        sequence: &Sequence,
        facts: &SequenceFacts,
    ) -> Result<(), SequenceError> {
        let picture = plot::Plot::new(sequence, facts);
        let bytes = match self.format {
            Format::Svg => picture.svg().map(String::into_bytes),
            Format::Png => picture.png(),
        };
        let bytes = bytes.map_err(|source| SequenceError::Draw {
            path: self.path.clone(),
            source: Box::new(source),
        })?;
        whole_file::write(&self.path, &[&bytes]).map_err(|source| unwritten(&self.path, source))
    }
}

fn unwritten(path: &Path, source: io::Error) -> SequenceError {
    SequenceError::File {
        path: path.to_owned(),
        fault: FileFault::Written,
        source,
    }
}
