//! A line of text, made without allocating.

/// The bytes of the longest line.
const LONGEST: usize = 256;

/// A line under construction; what does not fit is cut.
pub(crate) struct Line {
    text: [u8; LONGEST],
    length: usize,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            text: [0; LONGEST],
            length: 0,
        }
    }
}

impl Line {
    /// The text so far.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.text[..self.length]
    }

    /// Adds a text.
    pub(crate) fn text(&mut self, text: &str) {
        for &byte in text.as_bytes() {
            self.byte(byte);
        }
    }

    /// Adds a number of bytes in the largest unit that it reaches, with one decimal:
    /// `1.5 MiB`.
    pub(crate) fn bytes(&mut self, bytes: u64) {
        const UNITS: [&str; 7] = [" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"];
        let unit = bytes.max(1).ilog2() / 10;
        let size = 1u64 << (10 * unit);
        self.number(bytes / size);
        if unit > 0 {
            self.text(".");
            let rest = u128::from(bytes % size);
            self.number((rest * 10 / u128::from(size)) as u64);
        }
        self.text(UNITS[unit as usize]);
    }

    fn number(&mut self, number: u64) {
        if number >= 10 {
            self.number(number / 10);
        }
        self.byte(b'0' + (number % 10) as u8);
    }

    fn byte(&mut self, byte: u8) {
        if let Some(place) = self.text.get_mut(self.length) {
            *place = byte;
            self.length += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(bytes: u64) -> String {
        let mut line = Line::default();
        line.bytes(bytes);
        String::from_utf8(line.as_bytes().to_vec()).unwrap()
    }

    #[test]
    fn bytes_are_told_in_the_largest_unit_that_they_reach() {
        for (bytes, told) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KiB"),
            (1536, "1.5 KiB"),
            (2047, "1.9 KiB"),
            (4_198_080, "4.0 MiB"),
            (8 << 30, "8.0 GiB"),
            (u64::MAX, "15.9 EiB"),
        ] {
            assert_eq!(line(bytes), told);
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_cut() {
        let mut line = Line::default();
        line.text(&"long ".repeat(100));
        assert_eq!(line.as_bytes().len(), LONGEST);
    }
}
