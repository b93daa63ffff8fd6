//! Banned phrases: phrases that comments do not use, listed in a table of the glossary.
//!
//! The phrases are searched for in the comments and the documentation of Rust sources, as whole
//! words in any case. A phrase may continue on the next line of a comment. Code between backticks
//! and blocks of code are passed over.

use anyhow::{Result, ensure};
use proc_macro2::{TokenStream, TokenTree};

/// The heading in `GLOSSARY.md` of the table of phrases.
const HEADING: &str = "### Phrases that comments do not use";

/// The banned phrases, each as a list of words in lower case.
pub(super) struct Banned(Vec<Vec<String>>);

impl Banned {
    /// Reads the table in the text of the glossary. The first cell of each row has phrases,
    /// separated by commas.
    pub(super) fn read(glossary: &str) -> Result<Self> {
        let lines = glossary.lines().skip_while(|line| *line != HEADING).skip(1);
        let lines = lines.skip_while(|line| !line.starts_with('|'));
        // The first two rows are the head of the table and the line below it.
        let rows = lines.take_while(|line| line.starts_with('|')).skip(2);
        let cells = rows.filter_map(|row| row.split('|').nth(1));
        let phrases = cells.flat_map(|cell| cell.split(','));
        let words = |phrase: &str| phrase.split_whitespace().map(str::to_lowercase).collect();
        let phrases: Vec<Vec<String>> = phrases.map(words).collect();
        ensure!(
            !phrases.is_empty() && phrases.iter().all(|phrase| !phrase.is_empty()),
            "GLOSSARY.md has no table of phrases under `{HEADING}`"
        );
        Ok(Self(phrases))
    }
}

/// A banned phrase in a file.
pub(super) struct Found {
    pub(super) line: usize,
    pub(super) phrase: String,
}

/// Returns the banned phrases in the comments of a source. `tokens` are the tokens of `text`.
pub(super) fn find(text: &str, tokens: TokenStream, banned: &Banned) -> Vec<Found> {
    let mut bytes = text.as_bytes().to_vec();
    blank_literals(tokens, &mut bytes);
    let words = words(&String::from_utf8_lossy(&bytes));
    let mut found = Vec::new();
    for (at, first) in words.iter().enumerate() {
        for phrase in &banned.0 {
            let here = words[at..].iter().map(|word| &word.text);
            if first.text == phrase[0] && here.take(phrase.len()).eq(phrase) {
                found.push(Found {
                    line: first.line,
                    phrase: phrase.join(" "),
                });
            }
        }
    }
    found
}

/// Overwrites each literal that contains `//` or `/*` with spaces, so that these marks are found in
/// comments alone.
fn blank_literals(tokens: TokenStream, bytes: &mut [u8]) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => blank_literals(group.stream(), bytes),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if !text.contains("//") && !text.contains("/*") {
                    continue;
                }
                let literal = &mut bytes[literal.span().byte_range()];
                // The text of documentation is a literal too, and its place is that of the comment.
                if literal.starts_with(b"//") || literal.starts_with(b"/*") {
                    continue;
                }
                for byte in literal.iter_mut().filter(|byte| **byte != b'\n') {
                    *byte = b' ';
                }
            }
            _ => {}
        }
    }
}

/// Returns the comment in each line, or an empty text for a line without a comment. The literals
/// that contain `//` or `/*` are blank already. The first `*/` ends a block comment.
fn comments(text: &str) -> impl Iterator<Item = &str> {
    let mut is_block = false;
    text.lines().map(move |line| {
        let begins = [line.find("//"), line.find("/*")];
        let begin = if is_block {
            Some(0)
        } else {
            begins.into_iter().flatten().min()
        };
        let comment = begin.map_or("", |begin| line[begin..].trim());
        is_block = (is_block || comment.starts_with("/*")) && !comment.contains("*/");
        comment
    })
}

/// A word in lower case, or an empty text where a phrase must end: at a mark of punctuation, at
/// code and at the end of a comment.
struct Word {
    line: usize,
    text: String,
}

/// The words of all comments of a source, whose literals with `//` or `/*` are blank.
fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut is_code = false;
    let mut is_block = false;
    for (line, text) in (1..).zip(comments(text)) {
        let prose = text.trim_start_matches(['/', '!', '*']).trim_start();
        if prose.starts_with("```") {
            is_block = !is_block;
        }
        // A blank line ends a paragraph, and a line without a comment ends the comment.
        if prose.is_empty() || prose.starts_with("```") {
            is_code = false;
            is_block &= !text.is_empty();
            words.push(Word {
                line,
                text: String::new(),
            });
            continue;
        }
        let mut is_inside = false;
        for letter in prose.chars().filter(|_| !is_block) {
            if letter == '`' {
                is_code = !is_code;
            }
            let is_letter = !is_code && (letter.is_alphanumeric() || letter == '\'');
            if is_letter && is_inside {
                if let Some(word) = words.last_mut() {
                    word.text.extend(letter.to_lowercase());
                }
            } else if !letter.is_whitespace() {
                let text = letter.to_lowercase().filter(|_| is_letter).collect();
                words.push(Word { line, text });
            }
            is_inside = is_letter;
        }
    }
    words
}
