//! Take one of some numbers of coins from a heap; who cannot, loses.

use zug_game::{Fault, Game, Players, Step};

pub struct Subtraction {
    pub coins: u32,
    pub take: Vec<u32>,
}

impl Game for Subtraction {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.coins
    }

    fn players(&self) -> Players<Self> {
        Players::Impartial
    }

    fn moves(&self, coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
        out.extend(self.take.iter().filter(|&take| take <= coins));
        Ok(())
    }

    fn play(&self, coins: &u32, take: &u32) -> Result<Step<u32>, Fault> {
        Ok(Step::passing(coins - take))
    }

    fn move_name(&self, _: &u32, take: &u32) -> String {
        format!("take {take}")
    }
}
