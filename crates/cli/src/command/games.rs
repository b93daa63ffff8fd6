//! `zug games`: the catalogue.

use std::io::{self, Write};

use anyhow::Result;
use zug::{Error, Request};

use crate::arguments::GamesArguments;

pub(crate) fn run(arguments: &GamesArguments) -> Result<()> {
    let mut out = io::stdout().lock();
    match &arguments.name {
        None => {
            let width = zug_catalogue::entries()
                .iter()
                .map(|entry| entry.name.len())
                .max()
                .unwrap_or(0);
            for entry in zug_catalogue::entries() {
                writeln!(out, "{:width$}  {}", entry.name, entry.header().title)?;
            }
        }
        Some(name) => {
            let Some(entry) = zug_catalogue::find(name) else {
                // The same error as everywhere, with the nearest name.
                return Err(Request::catalogue(name)
                    .err()
                    .unwrap_or(Error::UnknownGame {
                        name: name.clone(),
                        nearest: None,
                    })
                    .into());
            };
            out.write_all(entry.source.as_bytes())?;
        }
    }
    Ok(())
}
