//! Boards of two players' pieces, as arrays and as keys.

use zug_lang::Word;

/// The cells column by column: 0 if empty, otherwise the player, 1 or 2.
pub(super) type Board<const WIDTH: usize, const HEIGHT: usize> = [[u8; HEIGHT]; WIDTH];

/// The board of a key, and the player to move. A key has two bits for each cell, then
/// the player to move.
#[inline]
pub(super) fn unpack<K: Word, const WIDTH: usize, const HEIGHT: usize>(
    mut key: K,
) -> (Board<WIDTH, HEIGHT>, u8) {
    let mut board = [[0; HEIGHT]; WIDTH];
    for cell in board.as_flattened_mut() {
        *cell = (key.low() & 3) as u8;
        key = key >> 2;
    }
    (board, key.low() as u8 + 1)
}

#[inline]
pub(super) fn pack<K: Word, const WIDTH: usize, const HEIGHT: usize>(
    board: &Board<WIDTH, HEIGHT>,
    mover: u8,
) -> K {
    let mut key = word::<K>(mover - 1);
    for &cell in board.as_flattened().iter().rev() {
        key = key << 2 | word(cell);
    }
    key
}

/// The opponent of a player; a player is the number that marks their cells, 1 or 2.
#[inline]
pub(super) fn opponent(player: u8) -> u8 {
    3 - player
}

/// A small number as a word.
#[inline]
pub(super) fn word<K: Word>(small: u8) -> K {
    K::of_low(u64::from(small))
}

/// Whether the player has `K` cells in a row, a column or a diagonal.
#[inline]
pub(super) fn has_line<const K: usize, const WIDTH: usize, const HEIGHT: usize>(
    board: &Board<WIDTH, HEIGHT>,
    player: u8,
) -> bool {
    for x in 0..WIDTH {
        for y in 0..HEIGHT {
            if board[x][y] != player {
                continue;
            }
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let cell = |i: usize| (x + i * dx, y.wrapping_add_signed(i as isize * dy));
                let (end_x, end_y) = cell(K - 1);
                if end_x < WIDTH
                    && end_y < HEIGHT
                    && (1..K).all(|i| {
                        let (x, y) = cell(i);
                        board[x][y] == player
                    })
                {
                    return true;
                }
            }
        }
    }
    false
}
