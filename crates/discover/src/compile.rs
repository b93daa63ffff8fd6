//! Linear conditions as automata. A track is the number of a variable.

use zug_automata::{Automaton, Bounds, Digits, Error, Linear, Relation, Track};
use zug_game::linear::{LinearCondition, LinearMove, LinearSum};

/// Makes automata that read these digits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compiler<'b> {
    pub(crate) digits: Digits,
    pub(crate) bounds: &'b Bounds<'b>,
}

impl Compiler<'_> {
    /// Returns the set of the numbers for which a condition is true; it reads the variables that
    /// occur in the condition.
    pub(crate) fn condition(&self, condition: &LinearCondition) -> Result<Automaton, Error> {
        let linear = |sum: &LinearSum, relation| {
            let terms = sum
                .terms
                .iter()
                .map(|(variable, c)| (*variable as Track, *c));
            let sum = Linear::new(terms, sum.constant);
            Automaton::linear(self.digits, &sum, relation, self.bounds)
        };
        match condition {
            LinearCondition::Known(true) => self.all(),
            LinearCondition::Known(false) => self.all()?.complement(self.bounds),
            LinearCondition::Zero(sum) => linear(sum, Relation::Zero),
            LinearCondition::AtLeastZero(sum) => linear(sum, Relation::AtLeastZero),
            LinearCondition::MultipleOf(modulus, sum) => {
                linear(sum, Relation::MultipleOf(*modulus))
            }
            LinearCondition::Not(inner) => self.condition(inner)?.complement(self.bounds),
            LinearCondition::All(all) => all.iter().try_fold(self.all()?, |sum, one| {
                sum.and(&self.condition(one)?, self.bounds)
            }),
            LinearCondition::Any(any) => {
                let none = self.condition(&LinearCondition::Known(false))?;
                any.iter()
                    .try_fold(none, |sum, one| sum.or(&self.condition(one)?, self.bounds))
            }
        }
    }

    /// Returns the set that says nothing.
    pub(crate) fn all(&self) -> Result<Automaton, Error> {
        Automaton::all(self.digits, &[], self.bounds)
    }

    /// Returns the relation of a move between the variables before it and those that it changes, whatever the
    /// choices are. The variables of the position after it are in the tracks that `after` gives them for 0, those of
    /// the positions that it leaves beside in those for 1, 2, …
    pub(crate) fn step(
        &self,
        step: &LinearMove,
        variables: usize,
        after: impl Fn(usize, usize) -> Track,
    ) -> Result<Automaton, Error> {
        let mut relation = self.condition(&step.condition)?;
        for (place, left) in step.left().enumerate() {
            for (variable, sum) in left {
                let terms = sum
                    .terms
                    .iter()
                    .map(|(variable, c)| (*variable as Track, *c));
                let terms = terms.chain([(after(place, *variable), -1)]);
                let sum = Linear::new(terms, sum.constant);
                let value = Automaton::linear(self.digits, &sum, Relation::Zero, self.bounds)?;
                relation = relation.and(&value, self.bounds)?;
            }
        }
        for choice in variables..variables + step.choices {
            relation = relation.exists(choice as Track, self.bounds)?;
        }
        Ok(relation)
    }

    /// Returns the tuples in which an even number of numbers has a 1 at each place, so that their xor is 0. The
    /// digits must be binary.
    pub(crate) fn xor(&self, tracks: &[Track]) -> Result<Automaton, Error> {
        let letters = 1usize << tracks.len();
        let odd = (0..letters).map(|letter: usize| letter.count_ones() % 2);
        let next: Vec<u32> = odd.chain(std::iter::repeat_n(1, letters)).collect();
        let accepting = vec![true, false];
        Automaton::from_table(self.digits, tracks.to_vec(), next, accepting, self.bounds)
    }
}
