//! Files with right checksums that lie: proofs, tables and states of sequences in which one thing
//! was changed, written by the program's own writers. Each is refused, or all that the program
//! prints of it is true.
//!
//! A checksum says that a file is as it was written. It says nothing of who wrote it.

mod proof;
mod sequence;
mod table;

/// Random numbers that are the same in every run: those of a generator of D. H. Lehmer's kind.
struct Random(u64);

impl Random {
    /// A number below this one, which is more than 0.
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    /// One of these.
    fn of<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }

    /// A number that is near to this one, or far away from it, and another one.
    fn other_number(&mut self, number: i64) -> i64 {
        match self.below(6) {
            0 | 1 => number + 1,
            2 | 3 => number - 1,
            4 => number + 4_000_000_000,
            _ => number.wrapping_add(self.below(1 << 16) as i64 + 1),
        }
    }

    /// The text with one of its numbers changed a little; or with a digit behind it.
    fn other_text(&mut self, text: &str) -> String {
        let digits: Vec<usize> = (0..text.len())
            .filter(|at| text.as_bytes()[*at].is_ascii_digit())
            .collect();
        if digits.is_empty() {
            return format!("{text}1");
        }
        let at = *self.of(&digits);
        let digit = text.as_bytes()[at] - b'0';
        let other = if self.below(2) == 0 {
            digit + 1
        } else {
            digit + 9
        } % 10;
        format!("{}{other}{}", &text[..at], &text[at + 1..])
    }
}
