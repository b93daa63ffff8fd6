//! Take one, two or three coins; whoever cannot has lost. Impartial, and with nothing
//! but what every game has.

use zug_game::{Fault, Game, Players, Step};

#[derive(Debug)]
pub(crate) struct Coins(pub(crate) u32);

impl Game for Coins {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.0
    }

    fn players(&self) -> Players<Self> {
        Players::Impartial
    }

    fn moves(&self, coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
        out.extend(1..=*coins.min(&3));
        Ok(())
    }

    fn play(&self, coins: &u32, take: &u32) -> Result<Step<u32>, Fault> {
        Ok(Step::passing(coins - take))
    }

    fn move_name(&self, _: &u32, take: &u32) -> String {
        format!("take {take}")
    }
}
