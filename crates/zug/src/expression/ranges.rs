//! A game of an expression with ranges as arguments: `domineering(3..5, 2..6)` is fifteen boards.

use super::{ExpressionError, ExpressionFault, Named};

/// The largest number of boards that ranges stand for.
const MOST_BOARDS: u64 = 10_000;

impl Named {
    /// Whether the game has arguments or a position, and so is one board or a range of boards.
    pub(crate) fn has_arguments(&self) -> bool {
        !self.arguments.is_empty() || self.position.is_some()
    }

    /// The boards that the arguments stand for, each with one number in the place of each range. The last
    /// range changes fastest.
    ///
    /// # Errors
    ///
    /// A range ends before it begins, or there are too many boards.
    pub(crate) fn boards(&self) -> Result<Vec<Self>, ExpressionError> {
        let mut boards = vec![self.clone()];
        for (place, argument) in self.arguments.iter().enumerate() {
            let Some((first, last)) = range(&argument.value) else {
                continue;
            };
            let fault = |fault| ExpressionError {
                column: argument.column,
                fault,
            };
            if last < first {
                return Err(fault(ExpressionFault::EmptyRange));
            }
            let count = last.abs_diff(first).saturating_add(1);
            if count.saturating_mul(boards.len() as u64) > MOST_BOARDS {
                let most = MOST_BOARDS;
                return Err(fault(ExpressionFault::TooManyBoards { most }));
            }
            let with = |board: &Self| {
                (first..=last)
                    .map(|number| {
                        let mut board = board.clone();
                        board.arguments[place].value = number.to_string();
                        board
                    })
                    .collect::<Vec<_>>()
            };
            boards = boards.iter().flat_map(with).collect();
        }
        for board in &mut boards {
            board.text = board.written();
        }
        Ok(boards)
    }

    /// The game with its arguments and position, as an expression has them.
    fn written(&self) -> String {
        let arguments = self.arguments.iter().map(|argument| match &argument.name {
            Some(name) => format!("{name}={}", argument.value),
            None => argument.value.clone(),
        });
        let arguments = arguments.collect::<Vec<String>>().join(", ");
        let position = self.position.iter();
        let position = position.map(|position| format!(" at {position}"));
        let brackets = if arguments.is_empty() {
            ["", ""]
        } else {
            ["(", ")"]
        };
        let [opens, closes] = brackets;
        let game = &self.game;
        format!(
            "{game}{opens}{arguments}{closes}{}",
            position.collect::<String>()
        )
    }
}

/// The first and the last number of a range such as `3..5`.
fn range(text: &str) -> Option<(i64, i64)> {
    let (first, last) = text.split_once("..")?;
    Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
}
