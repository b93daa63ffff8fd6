//! Nimbers as lost positions: a position has the nimber g exactly if it is lost beside a heap of Nim of size g
//! (Sprague 1935; Grundy 1939).

use zug_values::Outcome;

use super::{LinearCondition, LinearGame, LinearMove, LinearSum, LinearText};

impl LinearGame {
    /// Returns the sum of the game with a heap of Nim, which is one more variable, and in which one more
    /// move takes any number of counters from that heap. `None` where positions have no nimbers: the rules let a
    /// player win otherwise than by moving last.
    ///
    /// A position in which the rules end the game, lost for the player to move, has no moves, and so is
    /// worth 0.
    #[must_use]
    pub fn beside_nim(&self) -> Option<Self> {
        let is_normal = self.stuck == Outcome::Loss && self.won == LinearCondition::Known(false);
        if !is_normal || self.nim_heap.is_some() {
            return None;
        }
        let heap = self.variables.len();
        let mut name = "nimber".to_owned();
        while self.variables.contains(&name) {
            name.push('_');
        }
        let mut game = self.clone();
        game.variables.push(name.clone());
        game.nim_heap = Some(heap);
        for (_, start) in &mut game.start {
            start.push(LinearSum::number(0));
        }
        let ended = std::mem::replace(&mut game.lost, LinearCondition::Known(false));
        for step in &mut game.moves {
            step.make_room(heap)?;
            let goes_on = ended.clone().negated();
            step.condition = step.condition.clone().and(goes_on);
            for left in &mut step.beside {
                left.push((heap, LinearSum::number(0)));
            }
        }
        game.moves.push(LinearMove::of_nim(name, heap));
        Some(game)
    }

    /// Whether a move is one in the heap of Nim.
    #[must_use]
    pub fn is_of_nim(&self, step: &LinearMove) -> bool {
        let mut changed = step.after.iter();
        self.nim_heap
            .is_some_and(|heap| changed.any(|(variable, _)| *variable == heap))
    }
}

impl LinearMove {
    /// The move in a heap of Nim that is the last variable: it leaves any smaller number.
    #[must_use]
    pub fn of_nim(name: String, heap: usize) -> Self {
        let choice = heap + 1;
        let falls = LinearSum {
            terms: vec![(heap, 1), (choice, -1)],
            constant: -1,
        };
        Self {
            name,
            choices: 1,
            condition: LinearCondition::at_least_zero(falls),
            after: vec![(heap, LinearSum::variable(choice))],
            beside: Vec::new(),
            text: Vec::new(),
        }
    }

    /// Renames the choices, so that the variable before them is a new one. `None` if a number does not fit.
    fn make_room(&mut self, first: usize) -> Option<()> {
        let choices = first..first + self.choices;
        let by: Vec<(usize, LinearSum)> = choices
            .map(|choice| (choice, LinearSum::variable(choice + 1)))
            .collect();
        self.condition = self.condition.replaced(&by)?;
        let left = std::iter::once(&mut self.after).chain(&mut self.beside);
        for (_, sum) in left.flatten() {
            *sum = sum.replaced(&by)?;
        }
        for piece in &mut self.text {
            if let LinearText::Number(sum) = piece {
                *sum = sum.replaced(&by)?;
            }
        }
        Some(())
    }
}
