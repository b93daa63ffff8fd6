//! `zug completions SHELL`.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;

use crate::arguments::{Arguments, CompletionsArguments};
use crate::output;

pub(crate) fn run(arguments: &CompletionsArguments) -> Result<()> {
    let mut command = Arguments::command();
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "zug", &mut script);
    output::answers().write_all(&script)?;
    Ok(())
}
