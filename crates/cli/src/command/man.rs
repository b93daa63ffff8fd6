//! `zug man`: manual pages.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_mangen::Man;

use crate::arguments::{Arguments, ManArguments};
use crate::output;

pub(crate) fn run(arguments: &ManArguments) -> Result<()> {
    let mut command = Arguments::command();
    // So that each page names its command as it is typed, `zug solve`.
    command.build();
    if let Some(folder) = &arguments.to {
        return write_all(&command, folder);
    }
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    output::answers().write_all(&page)?;
    Ok(())
}

/// Writes a page for the program and one for each of its commands into the folder.
fn write_all(command: &clap::Command, folder: &Path) -> Result<()> {
    let mut waiting = vec![command];
    while let Some(command) = waiting.pop() {
        waiting.extend(command.get_subcommands().filter(|c| c.get_name() != "help"));
        let name = command.get_display_name().unwrap_or(command.get_name());
        let mut page = Vec::new();
        Man::new(command.clone()).render(&mut page)?;
        let path = folder.join(format!("{name}.1"));
        fs::write(&path, page).with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}
