//! The words of the command line for a pattern that answers.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use clap::{Args, ValueHint};
use zug::{AnswerBy, CheckedPattern, SolveOptions};

/// The largest certificate that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// The pattern that answers.
#[derive(Debug, Args)]
pub(crate) struct PatternArguments {
    /// Answers by the pattern of lost positions or of nimbers in this file, at any size
    ///
    /// `zug discover GAME --certificate FILE` writes such a file. It is checked first, and must be of the
    /// same rules. A sum takes nimbers: those of --nimbers. Where the catalogue keeps a pattern of its game, that answers without this option
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) pattern: Option<PathBuf>,
}

impl PatternArguments {
    /// Fails if `--pattern` was given, where nothing that is asked could use it. `why` ends the message.
    pub(crate) fn refuse(&self, why: &str) -> Result<()> {
        match self.pattern {
            Some(_) => bail!("--pattern answers for parts of a sum of impartial games, and {why}"),
            None => Ok(()),
        }
    }

    /// The options with the pattern of the file, whose certificate is checked.
    pub(crate) fn with(&self, options: SolveOptions) -> Result<SolveOptions> {
        let Some(path) = &self.pattern else {
            return Ok(options);
        };
        if !matches!(options.answer_by, AnswerBy::Any | AnswerBy::Theorem) {
            bail!("--pattern answers as a theorem does: leave out --method");
        }
        let origin = path.display().to_string();
        // An error of input and output alone would be taken for one of the answer.
        let unreadable = |error| anyhow!("cannot read {origin}: {error}");
        let mut text = String::new();
        let file = File::open(path).map_err(unreadable)?;
        let read = file.take(LARGEST + 1).read_to_string(&mut text);
        if read.map_err(unreadable)? as u64 > LARGEST {
            bail!("{origin} is too large for the certificate of a pattern");
        }
        let pattern = CheckedPattern::certified(&text, &origin, &options.job())?;
        Ok(options.with_pattern(Some(pattern)))
    }
}
