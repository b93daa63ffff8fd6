//! Connect Four with bit masks: a board of the mover's discs and one of all discs, each
//! column with one bit more than its cells (John Tromp's layout). A line of four shows
//! in four boards shifted over each other.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use zug_game::Step;
use zug_lang::Word;
use zug_values::Outcome;

use super::board::unpack;
use super::connect_four::ConnectFour;
use super::rival::{Rival, Tuned};

/// The game on a board of this size, with keys of type `B`.
#[derive(Debug)]
pub(crate) struct Masks<B, const WIDTH: usize, const HEIGHT: usize>(PhantomData<B>);

/// A key made of the mover's discs and all discs.
pub(crate) trait Boards: Copy + Eq + Ord + Hash + Debug + Send + Sync {
    fn join(mine: u64, all: u64) -> Self;
    fn split(self) -> [u64; 2];
}

impl Boards for u64 {
    fn join(mine: u64, all: u64) -> Self {
        mine | all << 32
    }

    fn split(self) -> [u64; 2] {
        [self & 0xffff_ffff, self >> 32]
    }
}

impl Boards for u128 {
    fn join(mine: u64, all: u64) -> Self {
        Self::from(mine) | Self::from(all) << 64
    }

    fn split(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
}

impl<B, const WIDTH: usize, const HEIGHT: usize> Masks<B, WIDTH, HEIGHT> {
    /// The lowest cell of each column.
    const BOTTOM: u64 = {
        let mut bottom = 0;
        let mut x = 0;
        while x < WIDTH {
            bottom |= 1 << (x * (HEIGHT + 1));
            x += 1;
        }
        bottom
    };
    /// All cells, without the additional bits.
    const CELLS: u64 = Self::BOTTOM * ((1 << HEIGHT) - 1);

    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }

    fn has_line(discs: u64) -> bool {
        let four = |step: usize| {
            let two = discs & discs >> step;
            two & two >> (2 * step)
        };
        four(1) | four(HEIGHT) | four(HEIGHT + 1) | four(HEIGHT + 2) != 0
    }
}

impl<B: Boards, const WIDTH: usize, const HEIGHT: usize> Rival for Masks<B, WIDTH, HEIGHT> {
    type Key = B;

    fn start(&self) -> B {
        B::join(0, 0)
    }

    fn expand(&self, key: B, out: &mut Vec<Step<B>>) -> Option<Outcome> {
        let [mine, all] = key.split();
        let other = mine ^ all;
        if Self::has_line(other) {
            return Some(Outcome::Loss);
        }
        // The addition carries up each column to its lowest empty cell.
        let mut drops = (all + Self::BOTTOM) & Self::CELLS;
        if drops == 0 {
            return Some(Outcome::Draw);
        }
        while drops != 0 {
            let drop = drops & drops.wrapping_neg();
            out.push(Step::passing(B::join(other, all | drop)));
            drops ^= drop;
        }
        None
    }
}

impl<K: Word, B: Boards, const WIDTH: usize, const HEIGHT: usize>
    Tuned<ConnectFour<K, WIDTH, HEIGHT>> for Masks<B, WIDTH, HEIGHT>
{
    fn key(&self, plain: K) -> B {
        let (board, mover) = unpack::<K, WIDTH, HEIGHT>(plain);
        let (mut mine, mut all) = (0, 0);
        for (x, column) in board.iter().enumerate() {
            for (y, &cell) in column.iter().enumerate() {
                let bit = 1 << (x * (HEIGHT + 1) + y);
                mine |= if cell == mover { bit } else { 0 };
                all |= if cell == 0 { 0 } else { bit };
            }
        }
        B::join(mine, all)
    }
}
