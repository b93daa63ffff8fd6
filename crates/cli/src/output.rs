//! Standard output: the one way by which answers leave.
//!
//! Whatever an answer quotes, nothing reaches a terminal that steers it: each
//! unprintable character is written as JSON writes it, `\u001b`. So JSON stays
//! JSON, and a drawing well formed.

use std::io::{self, BufWriter, StdoutLock, Write};

use zug::{is_plain, visible};

/// Standard output for an answer.
pub(crate) fn answers() -> Visible<StdoutLock<'static>> {
    Visible::new(io::stdout().lock())
}

/// Standard output for a long answer, written in large pieces; flushed by the
/// caller, who is told then what could not be written.
pub(crate) fn long_answers() -> Visible<BufWriter<StdoutLock<'static>>> {
    Visible::new(BufWriter::with_capacity(1 << 16, io::stdout().lock()))
}

/// A writer of text in which unprintable characters are written out.
pub(crate) struct Visible<W> {
    inner: W,
    /// The beginning of a character whose last bytes are still to come.
    begun: Vec<u8>,
}

impl<W: Write> Visible<W> {
    pub(crate) fn new(inner: W) -> Self {
        Self {
            inner,
            begun: Vec::new(),
        }
    }

    /// Writes text that holds something other than printable ASCII.
    fn write_text(&mut self, bytes: &[u8]) -> io::Result<()> {
        let joined = [std::mem::take(&mut self.begun).as_slice(), bytes].concat();
        let mut rest = joined.as_slice();
        while !rest.is_empty() {
            let (text, after) = match std::str::from_utf8(rest) {
                Ok(text) => (text, &rest[rest.len()..]),
                Err(error) => {
                    let (text, after) = rest.split_at(error.valid_up_to());
                    let text = std::str::from_utf8(text).expect("it is valid up to here");
                    (text, after)
                }
            };
            self.inner.write_all(visible(text).as_bytes())?;
            rest = match std::str::from_utf8(after).map_err(|error| error.error_len()) {
                Err(Some(wrong)) => {
                    write!(self.inner, "{}", char::REPLACEMENT_CHARACTER)?;
                    &after[wrong..]
                }
                Err(None) => {
                    self.begun = after.to_vec();
                    &[]
                }
                Ok(_) => after,
            };
        }
        Ok(())
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.begun.is_empty() && is_plain(bytes) {
            self.inner.write_all(bytes)?;
        } else {
            self.write_text(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written of these pieces.
    fn written(pieces: &[&[u8]]) -> String {
        let mut out = Vec::new();
        let mut visible = Visible::new(&mut out);
        for piece in pieces {
            visible.write_all(piece).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_steers_a_terminal_does_not_leave() {
        assert_eq!(
            written(&["a\u{1b}[2Jb\tc\r\n\u{202e}é●\u{85}".as_bytes()]),
            "a\\u001b[2Jb\tc\\u000d\n\\u202eé●\\u0085"
        );
    }

    #[test]
    fn a_character_may_come_in_pieces() {
        let text = "x●\u{9b}\u{1f600}y";
        for at in 0..text.len() {
            let (before, after) = text.as_bytes().split_at(at);
            assert_eq!(written(&[before, after]), "x●\\u009b\u{1f600}y", "{at}");
        }
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(written(&bytes), "x●\\u009b\u{1f600}y");
    }

    #[test]
    fn what_is_no_text_is_replaced() {
        assert_eq!(written(&[b"a\xffb", b"\xe2\x28"]), "a\u{fffd}b\u{fffd}(");
    }

    #[test]
    fn json_stays_the_same_value() {
        let value = serde_json::json!({"a\u{9b}": "\u{1b}\u{7f}\u{2028}\u{202e}x"});
        let text = written(&[value.to_string().as_bytes()]);
        assert!(text.is_ascii(), "{text}");
        assert_eq!(text.parse::<serde_json::Value>().unwrap(), value);
    }
}
