//! Cells of a grid that are written as the squares of chess: letters for the column, and the number of
//! the row from 1. The columns are a to z, then aa, ab and so on.

/// Returns the square in this column and row, both from 0; `None` if one of the two is below 0.
pub fn written(column: i64, row: i64) -> Option<String> {
    let letters = file(column)?;
    (row >= 0).then(|| format!("{letters}{}", row + 1))
}

/// Returns the letters of a column, from 0; `None` if it is below 0.
pub fn file(column: i64) -> Option<String> {
    let mut left = u64::try_from(column).ok()? + 1;
    let mut letters = Vec::new();
    while left > 0 {
        left -= 1;
        letters.push(b'a' + (left % 26) as u8);
        left /= 26;
    }
    letters.reverse();
    String::from_utf8(letters).ok()
}

/// Returns the column and the row, both from 0, of a square; `None` if the text names none.
pub fn read_square(text: &str) -> Option<(i64, i64)> {
    let digits = text.find(|letter: char| !letter.is_ascii_alphabetic())?;
    let (letters, row) = text.split_at(digits);
    let is_number = row.bytes().all(|digit| digit.is_ascii_digit());
    let row: i64 = row.parse().ok().filter(|&row| is_number && row > 0)?;
    let column = letters.bytes().try_fold(0_i64, |column, letter| {
        let digit = i64::from(letter.to_ascii_lowercase() - b'a') + 1;
        column.checked_mul(26)?.checked_add(digit)
    })?;
    (column > 0).then(|| (column - 1, row - 1))
}
