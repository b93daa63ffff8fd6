//! `zug solve GAME -o FILE`: the position that is asked about as a picture.

use std::io;
use std::path::Path;

use anyhow::{Result, bail};
use zug::{Problem, Request};
use zug_draw::board::Board;

use crate::arguments::SolveArguments;
use crate::destination::DestinationArguments;
use crate::question;

/// The form of the picture of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PictureFormat {
    Svg,
    Png,
    Text,
}

/// The formats of a picture, by the endings of files.
const ENDINGS: [(&str, PictureFormat); 3] = [
    ("svg", PictureFormat::Svg),
    ("png", PictureFormat::Png),
    ("txt", PictureFormat::Text),
];

/// Draws the position, if a file for it is named: before the work, which may take long.
pub(super) fn draw(request: &Request, arguments: &SolveArguments) -> Result<()> {
    let Some(file) = &arguments.output else {
        return Ok(());
    };
    if file == Path::new("-") {
        bail!("the answer goes to standard output, and the picture to a file: -o board.svg");
    }
    let to = DestinationArguments {
        output: Some(file.clone()),
    };
    let format = to.of_ending(&ENDINGS)?;
    to.refuse_if_hopeless()?;
    let problem = Problem::prepare(request, &question::options(&arguments.solver))?;
    let root = problem.root();
    let bytes = match format {
        PictureFormat::Svg => Board::new(&problem, &root).svg().map(String::into_bytes),
        PictureFormat::Png => Board::new(&problem, &root).png(),
        PictureFormat::Text => {
            let mut text = problem.print(&root);
            text.push('\n');
            text.push_str(&problem.picture(&root).unwrap_or_default());
            Ok(text.into_bytes())
        }
    };
    to.write_bytes(&bytes.map_err(|error| io::Error::other(error.to_string()))?)
}
