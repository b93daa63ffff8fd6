//! A column of texts in front of another one.

/// The most characters of a column. A longer text pushes what stands behind it to the
/// right.
const WIDEST: usize = 60;

/// The width of a column with these texts, in characters: that of the longest text, at
/// most [`WIDEST`].
pub(crate) fn width<'a>(texts: impl IntoIterator<Item = &'a str>) -> usize {
    let widths = texts.into_iter().map(|text| text.chars().count());
    widths.filter(|&width| width <= WIDEST).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::width;

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
