//! The text in a node of a picture: the label of the rules, with boards row by row.

/// A minimax value; `?` where it is not known.
pub(super) fn number(minimax: Option<i64>) -> String {
    minimax.map_or_else(|| "?".to_owned(), |minimax| minimax.to_string())
}

/// A line of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Words.
    Words(String),
    /// A row of a board, one character for each cell.
    Row(String),
}

impl Line {
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Words(text) | Self::Row(text) => text,
        }
    }
}

/// The most characters in a line of words; longer words stand alone.
const WORDS_WIDTH: usize = 18;

/// The lines of a label. `X../.O./... turn=O` has three rows and a line of
/// words.
pub(super) fn lines(label: &str) -> Vec<Line> {
    let words: Vec<&str> = label.split_whitespace().collect();
    let boards = words.iter().filter(|word| board(word).is_some()).count();
    let mut lines = Vec::new();
    for word in words {
        if let Some((name, rows)) = board(word) {
            // A name is shown only if there are several boards.
            if let (Some(name), true) = (name, boards > 1) {
                lines.push(Line::Words(name.to_owned()));
            }
            lines.extend(rows.map(|row| Line::Row(row.to_owned())));
            continue;
        }
        match lines.last_mut() {
            Some(Line::Words(line)) if line.len() + 1 + word.len() <= WORDS_WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(Line::Words(word.to_owned())),
        }
    }
    if lines.is_empty() {
        lines.push(Line::Words(String::new()));
    }
    lines
}

/// Whether a label holds a board.
pub(super) fn has_board(label: &str) -> bool {
    label.split_whitespace().any(|word| board(word).is_some())
}

/// The name and the rows of a board; `None` for any other word.
fn board(word: &str) -> Option<(Option<&str>, impl Iterator<Item = &str>)> {
    let (name, cells) = match word.split_once('=') {
        Some((name, cells)) => (Some(name), cells),
        None => (None, word),
    };
    let mut widths = cells.split('/').map(str::len);
    let first = widths.next()?;
    let is_board = cells.contains('/') && first > 0 && widths.all(|width| width == first);
    is_board.then(|| (name, cells.split('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(label: &str) -> Vec<String> {
        lines(label)
            .iter()
            .map(|line| line.text().to_owned())
            .collect()
    }

    #[test]
    fn a_board_stands_row_by_row() {
        assert_eq!(texts("X../.O./..X"), ["X..", ".O.", "..X"]);
        assert_eq!(texts("board=X./.O turn=X"), ["X.", ".O", "turn=X"]);
        assert_eq!(texts("a=X./.O b=12/34"), ["a", "X.", ".O", "b", "12", "34"]);
    }

    #[test]
    fn words_share_lines_until_they_are_full() {
        assert_eq!(texts("n=3 moves=2 turn=X"), ["n=3 moves=2 turn=X"]);
        assert_eq!(
            texts("heap=123456 moves=22 turn=X"),
            ["heap=123456", "moves=22 turn=X"]
        );
        assert_eq!(texts("7"), ["7"]);
    }

    #[test]
    fn rows_of_different_widths_are_no_board() {
        assert_eq!(texts("1/2 1/234"), ["1", "2", "1/234"]);
        assert!(!has_board("1/234 //"));
    }
}
