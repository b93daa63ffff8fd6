//! What a row has in a column.

use zug::ColumnValues;

/// A value of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field<'c> {
    Text(&'c str),
    Number(i64),
    None,
}

impl<'c> Field<'c> {
    /// The value of a row in a column. Truth values are the numbers 0 and 1.
    pub(crate) fn at(values: &'c ColumnValues, row: usize) -> Self {
        match values {
            ColumnValues::Numbers {
                width,
                bytes,
                defined,
            } => match defined {
                Some(defined) if defined[row] == 0 => Self::None,
                _ => Self::Number(number(bytes, *width, row)),
            },
            ColumnValues::Truths(bytes) => Self::Number(bytes[row].into()),
            ColumnValues::Names {
                names,
                width,
                bytes,
            } => Self::Text(&names[number(bytes, *width, row) as usize]),
            ColumnValues::Texts(texts) => Self::Text(&texts[row]),
        }
    }
}

/// The number of rows of a column.
pub(crate) fn rows(values: &ColumnValues) -> usize {
    match values {
        ColumnValues::Numbers { width, bytes, .. } | ColumnValues::Names { width, bytes, .. } => {
            bytes.len() / width
        }
        ColumnValues::Truths(bytes) => bytes.len(),
        ColumnValues::Texts(texts) => texts.len(),
    }
}

/// The numbers of a column, 0 where a row has none; the places of names; no numbers for texts.
#[cfg(feature = "parquet")]
pub(crate) fn numbers(values: &ColumnValues) -> Vec<i64> {
    match values {
        ColumnValues::Truths(bytes) => bytes.iter().map(|byte| (*byte).into()).collect(),
        ColumnValues::Numbers { width, bytes, .. } | ColumnValues::Names { width, bytes, .. } => {
            match width {
                1 => bytes.iter().map(|byte| byte.cast_signed().into()).collect(),
                _ => (0..bytes.len() / width)
                    .map(|place| number(bytes, *width, place))
                    .collect(),
            }
        }
        ColumnValues::Texts(_) => Vec::new(),
    }
}

/// The number with a sign at a place, each of which is this wide; its low byte comes first.
fn number(bytes: &[u8], width: usize, place: usize) -> i64 {
    let bytes = &bytes[place * width..][..width];
    let is_negative = bytes[width - 1] >= 0x80;
    let mut whole = if is_negative { [0xff; 8] } else { [0; 8] };
    whole[..width].copy_from_slice(bytes);
    i64::from_le_bytes(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_sign() {
        assert_eq!(number(&[1, 0xfe], 1, 1), -2);
        assert_eq!(number(&[1, 0, 0xff, 0x7f], 2, 1), 0x7fff);
        assert_eq!(number(&i64::MIN.to_le_bytes(), 8, 0), i64::MIN);
    }
}
