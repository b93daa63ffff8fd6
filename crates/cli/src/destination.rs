//! Where an answer goes: to standard output, or to a file that is written whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum, ValueHint};
use zug_keep::whole_file;

use crate::output::{self, Visible};

/// The file that an answer is written to.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct DestinationArguments {
    /// Writes the answer to this file; the ending of its name says the format, unless --format does
    ///
    /// The file is written whole or not at all. `-` is standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

/// Why a file cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{path} cannot be written: {why}")]
pub(crate) struct Unwritable {
    path: String,
    #[source]
    why: io::Error,
}

impl DestinationArguments {
    /// The file, if the answer does not go to standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| *path != Path::new("-"))
    }

    /// The format: the one that was asked for, else the one of the file's ending, else `usual`.
    ///
    /// # Errors
    ///
    /// The ending says no format, or another one than was asked for.
    pub(crate) fn format<F: ValueEnum + PartialEq + Copy>(
        &self,
        asked: Option<F>,
        endings: &[(&str, F)],
        usual: F,
    ) -> Result<F> {
        let (Some(file), Some(asked)) = (self.file(), asked) else {
            return match asked {
                None if self.file().is_some() => self.of_ending(endings),
                asked => Ok(asked.unwrap_or(usual)),
            };
        };
        let ending = ending(file);
        let mut meant = endings.iter().filter(|(known, _)| *known == ending);
        if meant.clone().next().is_some() && meant.all(|(_, of)| *of != asked) {
            let asked = asked.to_possible_value();
            bail!(
                "--format {} is not what the ending of {} says: leave one of the two out",
                asked.as_ref().map_or("", |value| value.get_name()),
                file.display()
            );
        }
        Ok(asked)
    }

    /// The format that the ending of the file says.
    ///
    /// # Errors
    ///
    /// It says none.
    pub(crate) fn of_ending<F: Copy>(&self, endings: &[(&str, F)]) -> Result<F> {
        let file = self.file().unwrap_or(Path::new("-"));
        let ending = ending(file);
        if let Some((_, format)) = endings.iter().find(|(known, _)| *known == ending) {
            return Ok(*format);
        }
        let mut known: Vec<String> = endings
            .iter()
            .map(|(known, _)| format!(".{known}"))
            .collect();
        known.sort();
        known.dedup();
        bail!(
            "the ending of {} names no format that can be written here: {}",
            file.display(),
            known.join(", ")
        )
    }

    /// Refuses a file that could not be written in any case, before the work.
    ///
    /// # Errors
    ///
    /// There is no such folder, or the file is a pipe.
    pub(crate) fn refuse_if_hopeless(&self) -> Result<(), Unwritable> {
        let Some(file) = self.file() else {
            return Ok(());
        };
        let found = whole_file::folder_of(file);
        let found = found.and_then(|_| whole_file::refuse_named_pipe(file));
        found.map_err(|why| unwritable(file, why))
    }

    /// Writes an answer.
    ///
    /// # Errors
    ///
    /// It cannot be written; the work fails.
    pub(crate) fn write(&self, work: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        let Some(file) = self.file() else {
            let mut out = output::long_answers();
            work(&mut out)?;
            return Ok(out.flush()?);
        };
        let written = whole_file::write_by(file, |to| {
            let mut out = Visible::new(BufWriter::new(to));
            work(&mut out)?;
            anyhow::Ok(out.flush()?)
        });
        written.map_err(|error| of_file(file, error))
    }

    /// Writes an answer that is no text.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(crate) fn write_bytes(&self, bytes: &[u8]) -> Result<()> {
        if let Some(file) = self.file() {
            let written = whole_file::write(file, &[bytes]);
            return Ok(written.map_err(|why| unwritable(file, why))?);
        }
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        Ok(out.flush()?)
    }
}

/// What the name of a file ends with, behind the last dot, in small letters.
fn ending(file: &Path) -> String {
    let ending = file.extension().unwrap_or_default();
    ending.to_string_lossy().to_lowercase()
}

pub(crate) fn unwritable(file: &Path, why: io::Error) -> Unwritable {
    Unwritable {
        path: file.display().to_string(),
        why,
    }
}

/// Adds the name of the file to an error of the system.
fn of_file(file: &Path, error: anyhow::Error) -> anyhow::Error {
    match error.downcast::<io::Error>() {
        Ok(why) => unwritable(file, why).into(),
        Err(other) => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::TreeFormat;

    const ENDINGS: [(&str, TreeFormat); 2] = [("svg", TreeFormat::Svg), ("gv", TreeFormat::Dot)];

    fn format(file: &str, asked: Option<TreeFormat>) -> Result<TreeFormat, String> {
        let to = DestinationArguments {
            output: Some(file.into()),
        };
        let format = to.format(asked, &ENDINGS, TreeFormat::Text);
        format.map_err(|error| error.to_string())
    }

    #[test]
    fn the_ending_says_the_format_and_contradicts_no_other() {
        assert_eq!(format("a.SVG", None), Ok(TreeFormat::Svg));
        assert_eq!(format("a.gv", Some(TreeFormat::Dot)), Ok(TreeFormat::Dot));
        assert_eq!(format("a.dat", Some(TreeFormat::Dot)), Ok(TreeFormat::Dot));
        assert_eq!(format("-", None), Ok(TreeFormat::Text));
        let refused = format("a.svg", Some(TreeFormat::Dot)).unwrap_err();
        assert!(refused.contains("leave one of the two out"), "{refused}");
        let refused = format("tree", None).unwrap_err();
        assert!(refused.contains("here: .gv, .svg"), "{refused}");
    }

    #[test]
    fn what_fails_on_the_way_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tree.svg");
        let to = DestinationArguments {
            output: Some(file.clone()),
        };
        let failed = to.write(|out| {
            writeln!(out, "half")?;
            bail!("no more")
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        to.write(|out| Ok(writeln!(out, "whole")?)).unwrap();
        assert_eq!(std::fs::read_to_string(file).unwrap(), "whole\n");
    }
}
