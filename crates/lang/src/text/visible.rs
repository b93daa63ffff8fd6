//! Makes characters visible that would steer a terminal instead of being shown by it.
//!
//! A terminal obeys some characters: it moves its cursor, changes its colours or its
//! title, or writes from right to left. XML and Graphviz reject others. Rules that a
//! stranger wrote may hold all of them.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character steers a terminal, or may not stand in a document.
///
/// Such are the control characters (C0, DEL, C1), line and paragraph separators, the
/// signs that turn the direction of writing, and the last two code points of the basic
/// plane, which are no characters. None is above `U+FFFF`.
pub fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{061c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{fffe}'
                | '\u{ffff}'
        )
}

/// Whether bytes are ASCII and hold nothing unprintable but ends of lines and tabs, as nearly all that is written does.
pub fn is_plain(bytes: &[u8]) -> bool {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    bytes.iter().all(is_plain)
}

/// Returns the text with each unprintable character written as JSON writes it
/// (`\u001b`), except that ends of lines and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    let steers = |c: char| !matches!(c, '\n' | '\t') && is_unprintable(c);
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut visible = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if steers(character) {
            let _ = write!(visible, "\\u{:04x}", u32::from(character));
        } else {
            visible.push(character);
        }
    }
    Cow::Owned(visible)
}

/// Returns the text with some unprintable characters replaced, each by a sign of the
/// same number of bytes, so that a [`Span`](super::span::Span) means the same place in
/// both texts. Replaced are the characters that `annotate-snippets` would print as they
/// are.
pub fn visible_in_place(source: &str) -> Cow<'_, str> {
    // `annotate-snippets` makes characters of one byte visible by itself.
    let steers = |c: char| !c.is_ascii() && is_unprintable(c);
    if !source.contains(steers) {
        return Cow::Borrowed(source);
    }
    let shown = source.chars().map(|character| match character.len_utf8() {
        2 if steers(character) => '\u{b7}',
        3 if steers(character) => char::REPLACEMENT_CHARACTER,
        _ => character,
    });
    Cow::Owned(shown.collect())
}
