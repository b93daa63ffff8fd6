//! A game that goes by positions, seen through the numbers of an index.

use zug_game::{
    DenseIndex, Expanded, Fault, NumberedGame, Predecessors, Retractable, Step, Successors,
};

/// The moves of a game by the numbers of an index: a position is made of each number, and a
/// number of each position that a move leads to.
///
/// Cost: a number becomes a position once for each question, and each successor or
/// predecessor becomes a number.
#[derive(Debug)]
pub struct Ranked<'a, G, I: ?Sized> {
    game: &'a G,
    index: &'a I,
}

/// The largest number of positions that the game is asked about at once.
const TOGETHER: usize = 256;

impl<'a, G, I: ?Sized> Ranked<'a, G, I> {
    /// The moves of `game` by the numbers of `index`.
    pub fn new(game: &'a G, index: &'a I) -> Self {
        Self { game, index }
    }
}

impl<G, I> Ranked<'_, G, I>
where
    G: Retractable,
    I: DenseIndex<G::Position> + ?Sized,
{
    /// Puts the number of the position of each step into `numbers`, which has no others then.
    fn number(
        &self,
        steps: &[Step<G::Position>],
        reached: &mut Vec<G::Position>,
        numbers: &mut Vec<u64>,
    ) {
        reached.clear();
        numbers.clear();
        reached.extend(steps.iter().map(|step| step.position));
        self.index.numbers(reached, numbers);
    }
}

impl<G, I> NumberedGame for Ranked<'_, G, I>
where
    G: Retractable + Sync,
    I: DenseIndex<G::Position> + ?Sized,
{
    fn size(&self) -> u64 {
        self.index.size()
    }

    fn expand(
        &self,
        numbers: &[u64],
        ends: &mut Vec<Expanded>,
        after: &mut dyn Successors,
    ) -> Result<(), Fault> {
        let mut positions = Vec::with_capacity(numbers.len());
        self.index.positions(numbers, &mut positions);
        let mut steps: Vec<Step<G::Position>> = Vec::with_capacity(16 * TOGETHER);
        let (mut reached, mut numbers_after) = (Vec::new(), Vec::new());
        let mut done = 0;
        while done < positions.len() {
            steps.clear();
            let end = positions.len().min(done + TOGETHER);
            let mut of_block = [Expanded::GoesOn(0); TOGETHER];
            let of_block = &mut of_block[..end - done];
            let expanded = self
                .game
                .expand_block(&positions[done..end], &mut steps, of_block)?;
            ends.extend_from_slice(&of_block[..expanded]);
            self.number(&steps, &mut reached, &mut numbers_after);
            after.numbers(&numbers_after);
            done += expanded;
        }
        Ok(())
    }

    fn predecessors_in(
        &self,
        _: usize,
        numbers: &[u64],
        before: &mut Predecessors,
    ) -> Result<(), Fault> {
        let mut positions = Vec::with_capacity(numbers.len());
        self.index.positions(numbers, &mut positions);
        let mut steps = Vec::with_capacity(16 * numbers.len());
        let mut counts = vec![0; positions.len()];
        self.game
            .predecessors_block(&positions, &mut steps, &mut counts)?;
        let (mut reached, mut numbers) = (Vec::new(), Vec::new());
        self.number(&steps, &mut reached, &mut numbers);
        for (step, number) in steps.iter().zip(numbers) {
            if number != u64::MAX {
                before.by(step.turn).push(number);
            }
        }
        Ok(())
    }
}
