//! `zug completions SHELL`.

use anyhow::Result;
use clap::CommandFactory;

use crate::arguments::{Arguments, CompletionsArguments};

pub(crate) fn run(arguments: &CompletionsArguments) -> Result<()> {
    let mut command = Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "zug", &mut std::io::stdout());
    Ok(())
}
