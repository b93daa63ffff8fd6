//! Broken texts made of whole ones: bytes, tokens and lines are removed,
//! repeated, exchanged and replaced. The same seed makes the same texts.

use fastrand::Rng;

/// Bytes that are put into a text: control characters, pieces of UTF-8 and signs.
const BYTES: &[u8] =
    b"\0\x01\x1b\x7f\xff\xc3\xe2\x80\t\r\n ()[]{}<>=!+-*/%^|&.,:;'\"\\_0129azAZ#@$~`?";

/// Tokens that are hard for a language of numbers, names and brackets.
const TOKENS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "63",
    "64",
    "65",
    "127",
    "128",
    "129",
    "255",
    "256",
    "65535",
    "65536",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551616",
    "1000000000000000000000000000000",
    "10^30",
    "2^63",
    "1e9",
    "0.5",
    "NaN",
    "inf",
    "true",
    "false",
    "none",
    "me",
    "you",
    "..",
    "..=",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "//",
    "and",
    "or",
    "not",
    "if",
    "then",
    "else",
    "for",
    "in",
    "let",
    "move",
    "game",
    "win",
    "loss",
    "draw",
    "stuck",
    "normal",
    "misere",
    "impartial",
    "players",
    "type",
    "bag(2)",
    "of",
    "set",
    "optional",
    "parameter",
    "def",
    "symmetry",
    "notation",
    "show",
    "sum",
    "count",
    "all",
    "any",
    "min",
    "max",
    "abs",
    "xor",
    "\u{1b}[31m",
    "é",
    "🎲",
    "\u{202e}",
    "\u{0}",
    "|",
];

/// A text with one to four faults.
pub(super) fn mutated(text: &[u8], random: &mut Rng) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..random.usize(1..=4) {
        text = match random.u8(0..10) {
            0 | 1 => with_other_bytes(text, random),
            2..=5 => with_other_pieces(&text, tokens, random),
            6..=8 => with_other_pieces(&text, lines, random),
            _ => cut(text, random),
        };
    }
    text
}

/// The bytes with one fault, for files with a checksum: the end cut off, or one byte
/// changed, added or removed.
pub(super) fn damaged(bytes: &[u8], random: &mut Rng) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    if damaged.is_empty() {
        return vec![random.u8(..)];
    }
    let at = random.usize(..damaged.len());
    match random.u8(0..6) {
        0 => damaged.truncate(at),
        1 => damaged.push(random.u8(..)),
        2 => drop(damaged.remove(at)),
        3 => damaged.insert(at, random.u8(..)),
        4 => damaged[at] ^= 1 << random.u8(0..8),
        _ => damaged[at] = damaged[at].wrapping_add(random.u8(1..)),
    }
    damaged
}

fn with_other_bytes(mut text: Vec<u8>, random: &mut Rng) -> Vec<u8> {
    let byte = BYTES[random.usize(..BYTES.len())];
    if text.is_empty() {
        return vec![byte];
    }
    let at = random.usize(..text.len());
    match random.u8(0..4) {
        0 => text[at] = byte,
        1 => text.insert(at, byte),
        2 => drop(text.remove(at)),
        _ => text[at] ^= 1 << random.u8(0..8),
    }
    text
}

fn cut(mut text: Vec<u8>, random: &mut Rng) -> Vec<u8> {
    let at = random.usize(..=text.len());
    if random.bool() {
        text.truncate(at);
        text
    } else {
        text.split_off(at)
    }
}

/// The text with pieces removed, repeated, exchanged, moved, or replaced.
fn with_other_pieces(text: &[u8], pieces: fn(&[u8]) -> Vec<&[u8]>, random: &mut Rng) -> Vec<u8> {
    let mut pieces = pieces(text);
    if pieces.is_empty() {
        return text.to_vec();
    }
    let at = random.usize(..pieces.len());
    let other = random.usize(..pieces.len());
    match random.u8(0..7) {
        0 => drop(pieces.remove(at)),
        1 => pieces.insert(at, pieces[other]),
        2 => pieces.swap(at, other),
        3 => pieces[at] = pieces[other],
        4 => {
            let repeated = pieces[at];
            let times = random.usize(1..60);
            pieces.splice(at..at, std::iter::repeat_n(repeated, times));
        }
        _ => pieces[at] = TOKENS[random.usize(..TOKENS.len())].as_bytes(),
    }
    pieces.concat()
}

/// The words, blanks and single other characters of the text, which joined together are
/// the text.
fn tokens(text: &[u8]) -> Vec<&[u8]> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.chunk_by(|&a, &b| is_word(a) && is_word(b) || a == b' ' && b == b' ')
        .collect()
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"game t\nimpartial\nn: 0..9 = 3\n";

    #[test]
    fn one_seed_makes_one_text() {
        for seed in 0..100 {
            let made = [(); 2].map(|()| mutated(TEXT, &mut Rng::with_seed(seed)));
            assert_eq!(made[0], made[1]);
        }
    }

    #[test]
    fn most_mutations_change_the_text() {
        let same = (0..1000).filter(|&seed| mutated(TEXT, &mut Rng::with_seed(seed)) == TEXT);
        assert!(same.count() < 100);
    }

    #[test]
    fn damage_always_changes_something() {
        for seed in 0..1000 {
            let mut random = Rng::with_seed(seed);
            // A text of equal bytes may lose one and become shorter, but never stays
            // the same.
            assert_ne!(
                damaged(b"ZUGSTATE\0\x01aab", &mut random),
                b"ZUGSTATE\0\x01aab"
            );
        }
    }

    #[test]
    fn pieces_are_the_text() {
        assert_eq!(tokens(TEXT).concat(), TEXT);
        assert_eq!(lines(TEXT).concat(), TEXT);
        assert_eq!(
            tokens(b"a1 := x"),
            [&b"a1"[..], b" ", b":", b"=", b" ", b"x"]
        );
    }
}
