//! The files of source in the repository, with the measures of each file.

use std::fs;
use std::path::Path;
use std::thread;

use anyhow::{Context, Result, anyhow};
use proc_macro2::TokenStream;

use super::functions::{self, Function};
use super::outline::Outline;
use super::phrases::{self, Banned, Found};
use super::public;

/// The folders that are searched for sources.
const FOLDERS: [&str; 7] = [
    "crates", "bench", "xtask", "fuzz", "book", "testdata", "page",
];

/// The names of folders with generated files, which are passed over.
const MADE: [&str; 3] = ["target", "node_modules", "dist"];

/// A file of source with its measures.
pub(super) struct Source {
    /// The path from the root of the repository, with `/`.
    pub(super) path: String,
    pub(super) lines: usize,
    pub(super) functions: Vec<Function>,
    pub(super) public_items: usize,
    pub(super) phrases: Vec<Found>,
    pub(super) outline: Outline,
}

impl Source {
    /// Measures the text of a file.
    pub(super) fn new(path: String, text: &str, banned: &Banned) -> Result<Self> {
        let mut source = Self {
            path,
            lines: text.matches('\n').count(),
            functions: Vec::new(),
            public_items: 0,
            phrases: Vec::new(),
            outline: Outline::default(),
        };
        if extension(&source.path) == Some("rs") {
            let tokens: TokenStream = text
                .parse()
                .map_err(|error| anyhow!("{}: {error}", source.path))?;
            source.phrases = phrases::find(text, tokens.clone(), banned);
            let file: syn::File =
                syn::parse2(tokens).with_context(|| format!("cannot parse {}", source.path))?;
            source.functions = functions::functions(&file);
            source.public_items = public::count(&file);
            source.outline = Outline::new(&file);
            // The positions of tokens are kept for the whole thread until they are given up.
            proc_macro2::extra::invalidate_current_thread_spans();
        }
        Ok(source)
    }

    /// The name that the file is counted under: the folder of its crate, or the first folder of
    /// its path.
    pub(super) fn room(&self) -> &str {
        let depth = if self.path.starts_with("crates/") {
            2
        } else {
            1
        };
        let end = self.path.match_indices('/').nth(depth - 1);
        end.map_or(&self.path, |(end, _)| &self.path[..end])
    }
}

/// Measures all sources below the root, on all processors. The result is sorted by path.
pub(super) fn sources(root: &Path, banned: &Banned) -> Result<Vec<Source>> {
    let mut paths = Vec::new();
    for folder in FOLDERS {
        list(root, folder, &mut paths)?;
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let measure = |first: usize| -> Result<Vec<Source>> {
        let own = paths.iter().skip(first).step_by(threads);
        own.map(|path| {
            let text = fs::read_to_string(root.join(path));
            let text = text.with_context(|| format!("cannot read {path}"))?;
            Source::new(path.clone(), &text, banned)
        })
        .collect()
    };
    let mut sources = Vec::new();
    thread::scope(|scope| -> Result<()> {
        let started: Vec<_> = (0..threads)
            .map(|first| scope.spawn(move || measure(first)))
            .collect();
        for thread in started {
            sources.extend(thread.join().map_err(|_| anyhow!("a thread panicked"))??);
        }
        Ok(())
    })?;
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(sources)
}

/// Appends the paths of all sources in a folder, and in the folders in it.
fn list(root: &Path, folder: &str, paths: &mut Vec<String>) -> Result<()> {
    let entries = fs::read_dir(root.join(folder));
    for entry in entries.with_context(|| format!("cannot read {folder}"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        if entry.file_type()?.is_dir() {
            if !name.starts_with('.') && !MADE.contains(&name.as_str()) {
                list(root, &path, paths)?;
            }
        } else if [".rs", ".ts", ".tsx"].iter().any(|end| name.ends_with(end)) {
            paths.push(path);
        }
    }
    Ok(())
}

/// The extension of a path, without the dot.
fn extension(path: &str) -> Option<&str> {
    path.rsplit_once('.').map(|(_, extension)| extension)
}
