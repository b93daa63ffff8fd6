//! How far a game goes that stands within an expression of values, as in `{toads-and-frogs(3,2,3)|0} - a`.
//!
//! There a minus, a bar or a comma may stand behind a game without a space, and braces hold options as well as
//! the numbers that a game on heaps takes. These rules tell them apart:
//!
//! - A hyphen belongs to a name if the longest known name at this place has it. Any other one is a minus.
//! - Braces with numbers alone, and heaps in brackets behind them, are a game on heaps; so is a code such as
//!   `0.77` with its heaps.
//! - A path begins with `./`, `../` or `/`, or ends in `.zug`.
//! - A position behind `at` stands in quotes, or goes on to the next `+`, comma, bar, bracket that closes or
//!   minus between spaces.
//!
//! Each rule looks at as many characters as the game has, and at a fixed number besides, so that long expressions
//! are read in linear time.

use zug_heaps::{HeapGame, PairGame};
use zug_values::Variant;

/// The largest number of bytes in which the name of a game is looked for.
const LONGEST_NAME: usize = 40;

/// The largest number of hyphens that such a name has.
const MOST_HYPHENS: usize = 5;

/// The largest number of bytes in which a notation of games on heaps in words is looked for.
const LONGEST_NOTATION: usize = 80;

/// The largest number of bytes of the path of a rules file.
const LONGEST_PATH: usize = 1000;

/// Where a game ends that a text begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The game goes on to this byte.
    To(usize),
    /// The bracket at this byte is not closed.
    NotClosed(usize),
}

/// Whether a word is the name of a game of the catalogue, or of a [`Variant`] of the game in the brackets behind it.
pub(crate) fn is_known(word: &str) -> bool {
    Variant::of_word(word).is_some() || zug_catalogue::find(word).is_some()
}

/// How far the game goes that a text begins with; `None` if it begins with no game. `is_known` says of a
/// word whether it is the name of a game.
pub fn of_game(text: &str, is_known: &dyn Fn(&str) -> bool) -> Option<Extent> {
    let name = name(text, is_known)?;
    let mut end = name;
    let behind = text[name..].trim_start();
    if behind.starts_with('(') {
        let open = text.len() - behind.len();
        let Some(length) = brackets(behind) else {
            return Some(Extent::NotClosed(open));
        };
        end = open + length;
    }
    Some(Extent::To(end + position(&text[end..])))
}

/// The number of bytes of the name or the notation.
fn name(text: &str, is_known: &dyn Fn(&str) -> bool) -> Option<usize> {
    match text.chars().next()? {
        '{' => set(text),
        '0'..='9' => code(text),
        '.' => path(text).or_else(|| code(text)),
        '/' => path(text),
        letter if letter.is_ascii_alphabetic() || letter == '_' => path(text)
            .or_else(|| in_words(text))
            .or_else(|| longest_known(text, is_known)),
        _ => None,
    }
}

/// A set of numbers, with heaps behind it.
fn set(text: &str) -> Option<usize> {
    let inner = |letter: char| letter.is_ascii_digit() || ",. ".contains(letter);
    let close = 1 + text[1..].find(|letter| !inner(letter))?;
    let behind = text[close..].strip_prefix('}')?;
    let is_heaps = behind.trim_start().starts_with('(');
    is_heaps.then_some(close + 1)
}

/// A code, with heaps behind it.
fn code(text: &str) -> Option<usize> {
    let digits = |from: usize| {
        let end = text[from..].find(|letter: char| !letter.is_ascii_hexdigit());
        end.map_or(text.len(), |end| from + end)
    };
    let point = digits(0);
    if !text[point..].starts_with('.') {
        return None;
    }
    let mut end = digits(point + 1);
    // Digits in brackets that more brackets follow repeat for ever.
    if text[end..].starts_with('(') {
        let close = digits(end + 1);
        if text[close..].starts_with(")(") {
            end = close + 1;
        }
    }
    let is_code = text[end..].starts_with('(') && text[..end].parse::<HeapGame>().is_ok();
    is_code.then_some(end)
}

/// The path of a rules file.
fn path(text: &str) -> Option<usize> {
    let ends = |letter: char| letter.is_whitespace() || "(){}[]+*,=|?<>'\"".contains(letter);
    let mut letters = text.char_indices().take(LONGEST_PATH + 1);
    let end = letters.find(|(place, letter)| ends(*letter) || *place >= LONGEST_PATH);
    let word = &text[..end.map_or(text.len(), |(place, _)| place)];
    let is_path = ["./", "../", "/"]
        .iter()
        .any(|begin| word.starts_with(begin));
    let goes_on = |letter: char| letter.is_alphanumeric() || "._/".contains(letter);
    let file = word.find(".zug").map(|point| point + ".zug".len());
    match file {
        Some(end) if !word[end..].starts_with(goes_on) => Some(end),
        _ => (is_path && word.contains(|letter| !"./".contains(letter))).then_some(word.len()),
    }
}

/// A notation of games on heaps that begins with a word, such as `split(2)`, with heaps behind it.
fn in_words(text: &str) -> Option<usize> {
    let word = text
        .split(|letter: char| !letter.is_ascii_alphabetic())
        .next()?;
    let words = ["sub", "allbut", "all", "split", "leave"];
    if !words.iter().any(|known| known.eq_ignore_ascii_case(word)) {
        return None;
    }
    let brackets = text.bytes().take(LONGEST_NOTATION).enumerate();
    let mut opening = brackets.filter(|(_, byte)| *byte == b'(');
    opening.find_map(|(open, _)| {
        let notation = text[..open].trim_end();
        notation.parse::<HeapGame>().ok().map(|_| notation.len())
    })
}

/// The longest word with hyphens that is a known name.
pub(crate) fn longest_known(text: &str, is_known: &dyn Fn(&str) -> bool) -> Option<usize> {
    let mut hyphens = 0;
    let goes_on = |byte: &u8| {
        hyphens += usize::from(*byte == b'-');
        hyphens <= MOST_HYPHENS && (byte.is_ascii_alphanumeric() || b"_-".contains(byte))
    };
    let bytes = text.bytes().take(LONGEST_NAME);
    let mut end = bytes.take_while(goes_on).count();
    loop {
        let word = text[..end].trim_end_matches('-');
        let is_pairs = || word.parse::<PairGame>().is_ok();
        if is_known(word) || zug_heaps::find(word).is_some() || is_pairs() {
            return Some(word.len());
        }
        end = word.rfind('-')?;
    }
}

/// The number of bytes from the bracket that a text begins with to the one that closes it.
fn brackets(text: &str) -> Option<usize> {
    let (mut open, mut quote) = (0_usize, false);
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quote = !quote,
            _ if quote => {}
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(place + 1);
        }
    }
    None
}

/// The number of bytes of `at` with the position behind it; 0 if there is none.
fn position(text: &str) -> usize {
    let Some(behind) = text.trim_start().strip_prefix("at") else {
        return 0;
    };
    let position = behind.trim_start();
    let begin = text.len() - position.len();
    if let Some(quote @ ('\'' | '"')) = position.chars().next() {
        let end = position[1..]
            .find(quote)
            .map_or(position.len(), |end| end + 2);
        return begin + end;
    }
    if position.len() == behind.len() {
        return 0; // a word that begins with these letters
    }
    let mut depth = 0_usize;
    for (place, byte) in position.bytes().enumerate() {
        let is_minus = || {
            byte == b'-'
                && position[..place].ends_with(' ')
                && position[place + 1..].starts_with(' ')
        };
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth > 0 => depth -= 1,
            b'+' | b',' | b'|' | b')' | b']' | b'}' if depth == 0 => return begin + place,
            _ if depth == 0 && is_minus() => return begin + place,
            _ => {}
        }
    }
    text.len()
}
