//! Connect Four in straightforward code: the board is an array.

use std::marker::PhantomData;

use zug_game::Step;
use zug_lang::Word;
use zug_values::Outcome;

use super::board::{Board, has_line, opponent, pack, unpack, word};
use super::rival::{InPlace, Rival};

/// The game on a board of this size, with keys of type `K`.
#[derive(Debug)]
pub(crate) struct ConnectFour<K, const WIDTH: usize, const HEIGHT: usize>(PhantomData<K>);

impl<K: Word, const WIDTH: usize, const HEIGHT: usize> ConnectFour<K, WIDTH, HEIGHT> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }

    /// `next` returns the key after the mover has put a disc into the cell.
    #[inline]
    fn expand(
        key: K,
        out: &mut Vec<Step<K>>,
        next: impl Fn(&mut Board<WIDTH, HEIGHT>, u8, (usize, usize)) -> K,
    ) -> Option<Outcome> {
        let (mut board, mover) = unpack(key);
        if has_line::<4, WIDTH, HEIGHT>(&board, opponent(mover)) {
            return Some(Outcome::Loss);
        }
        let before = out.len();
        for x in 0..WIDTH {
            if let Some(y) = board[x].iter().position(|&cell| cell == 0) {
                out.push(Step::passing(next(&mut board, mover, (x, y))));
            }
        }
        (out.len() == before).then_some(Outcome::Draw)
    }
}

impl<K: Word, const WIDTH: usize, const HEIGHT: usize> Rival for ConnectFour<K, WIDTH, HEIGHT> {
    type Key = K;

    fn start(&self) -> K {
        pack(&[[0; HEIGHT]; WIDTH], 1)
    }

    fn expand(&self, key: K, out: &mut Vec<Step<K>>) -> Option<Outcome> {
        Self::expand(key, out, |board, mover, (x, y)| {
            board[x][y] = mover;
            let next = pack(board, opponent(mover));
            board[x][y] = 0;
            next
        })
    }
}

impl<K: Word, const WIDTH: usize, const HEIGHT: usize> Rival
    for InPlace<ConnectFour<K, WIDTH, HEIGHT>>
{
    type Key = K;

    fn start(&self) -> K {
        self.0.start()
    }

    fn expand(&self, key: K, out: &mut Vec<Step<K>>) -> Option<Outcome> {
        let turn = 2 * (WIDTH * HEIGHT) as u32;
        let cells = key & !(word::<K>(1) << turn);
        ConnectFour::<K, WIDTH, HEIGHT>::expand(key, out, |_, mover, (x, y)| {
            let cell = 2 * (x * HEIGHT + y) as u32;
            cells | word::<K>(mover) << cell | word::<K>(2 - mover) << turn
        })
    }
}
