//! Texts that must not be too long: in a column in front of another one, in a title, in a message.

/// The most characters of a column. A longer text pushes what stands behind it to the
/// right.
const WIDEST: usize = 60;

/// The width of a column with these texts, in characters: that of the longest text, at
/// most 60.
pub fn width<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    let widths = texts.into_iter().map(|text| text.chars().count());
    widths.filter(|&width| width <= WIDEST).max().unwrap_or(0)
}

/// The text; if it has more than `most` characters, its middle is left out.
pub fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let half = most / 2;
    let first: String = text.chars().take(half).collect();
    let last: String = text.chars().skip(count - half).collect();
    format!("{first} … {last}")
}

#[cfg(test)]
mod tests {
    use super::{shortened, width};

    #[test]
    fn of_a_long_text_the_middle_is_left_out() {
        assert_eq!(shortened("nim(3)", 6), "nim(3)");
        assert_eq!(shortened("nim(1, 2, 3)", 6), "nim …  3)");
    }

    #[test]
    fn a_column_is_as_wide_as_its_longest_text() {
        assert_eq!(width(["1", "1-2", "é"]), 3);
        assert_eq!(width([]), 0);
    }

    #[test]
    fn a_text_of_megabytes_does_not_widen_a_column() {
        assert_eq!(width(["1-2", &"x".repeat(1_000_000)]), 3);
    }
}
