//! The rules of a game on one heap as linear conditions.

use zug_game::linear::{LinearCondition, LinearGame, LinearMove, LinearSum};
use zug_values::Outcome;

use crate::{Breaking, HeapGame, Leaving, Parts, Splitting};

/// The variable that is the heap; the sizes of the heaps that a move leaves are the choices behind it.
const HEAP: usize = 0;

/// The most heaps that a move may leave.
const MOST_LEFT: u32 = 4;

/// The largest number of counters that a condition speaks of.
const LARGEST: u64 = 1 << 20;

/// How many counters a move takes.
#[derive(Clone, Copy)]
enum Taken {
    Exactly(u64),
    /// This number, or a multiple of the second number more.
    From(u64, u32),
}

impl HeapGame {
    /// Returns the rules as linear conditions on one variable, `heap`; `None` where they are not linear: the moves are
    /// listed, a bound is a root, a move may leave more than four heaps, or a number is above 2^20. An empty heap stands for
    /// none.
    #[must_use]
    pub fn linear(&self) -> Option<LinearGame> {
        let moves = match self {
            Self::Breaking(breaking) => breaking.linear(),
            Self::Subtraction(takes) => {
                let takes = takes.as_slice().iter();
                takes
                    .map(|take| leaving_one(Taken::Exactly(*take)))
                    .collect()
            }
            Self::AllBut(forbidden) => {
                let mut step = leaving_one(Taken::From(1, 1))?;
                for take in forbidden.as_slice() {
                    let taken = taken(1).plus(-1, &number(*take)?)?;
                    step.condition = step.condition.and(LinearCondition::zero(taken).negated());
                }
                Some(vec![step])
            }
            Self::Splitting(splitting) => splitting.linear(),
            Self::Leaving(leaving) => leaving.linear(),
            Self::Listed(_) => None,
        };
        Some(LinearGame {
            variables: vec!["heap".to_owned()],
            parameters: 0,
            domain: LinearCondition::Known(true),
            start: Vec::new(),
            won: LinearCondition::Known(false),
            lost: LinearCondition::Known(false),
            stuck: Outcome::Loss,
            moves: moves?,
            nim_heap: None,
        })
    }
}

impl Breaking {
    fn linear(&self) -> Option<Vec<LinearMove>> {
        let first = self.digits().iter().zip(0..);
        let first = first.map(|(digit, take)| (*digit, Taken::Exactly(take)));
        let behind = self.digits().len() as u64..;
        let period = self.tail().len() as u32;
        let tail = self.tail().iter().zip(behind);
        let tail = tail.map(|(digit, take)| (*digit, Taken::From(take, period)));
        let mut moves = Vec::new();
        for (digit, taken) in first.chain(tail) {
            // To leave nothing, or one heap, is to leave one that may be empty.
            match digit & 3 {
                0 => {}
                1 => moves.push(leaving_none(taken)?),
                2 => moves.push(leaving(1, taken, Parts::Any)?),
                _ => moves.push(leaving_one(taken)?),
            }
            for count in (2..=3).filter(|count| digit >> count & 1 == 1) {
                moves.push(leaving(count, taken, Parts::Any)?);
            }
        }
        Some(moves)
    }
}

impl Splitting {
    fn linear(&self) -> Option<Vec<LinearMove>> {
        let most = self.most().filter(|most| *most <= MOST_LEFT)?;
        let counts = self.fewest()..=most;
        counts
            .map(|count| leaving(count, Taken::Exactly(0), self.parts()))
            .collect()
    }
}

impl Leaving {
    fn linear(&self) -> Option<Vec<LinearMove>> {
        let left = LinearSum::variable(HEAP + 1);
        let below = taken(1).plus(-1, &LinearSum::number(1))?;
        let mut condition = LinearCondition::at_least_zero(below);
        for (bound, sign) in [(&self.lo, 1), (&self.hi, -1)] {
            let (times, over, plus) = bound.as_share()?;
            // over * (left - plus) - times * heap, which is not below 0 if left is not below the bound.
            let mut above = LinearSum::number(0).plus(over, &left)?;
            above = above.plus(-times, &LinearSum::variable(HEAP))?;
            above = above.plus(-over, &LinearSum::number(plus))?;
            let above = LinearSum::number(0).plus(sign, &above)?;
            condition = condition.and(LinearCondition::at_least_zero(above));
        }
        Some(vec![step(1, condition, vec![left])])
    }
}

/// The number as a sum, if it is not too large.
fn number(number: u64) -> Option<LinearSum> {
    let fits = number <= LARGEST;
    fits.then_some(LinearSum::number(number as i64))
}

/// The number of counters that are taken where this number of heaps is left, which are the choices.
fn taken(heaps: usize) -> LinearSum {
    let left = (1..=heaps).map(|choice| (HEAP + choice, -1));
    LinearSum {
        terms: std::iter::once((HEAP, 1)).chain(left).collect(),
        constant: 0,
    }
}

/// The condition that a number is what may be taken.
fn is_taken(sum: &LinearSum, taken: Taken) -> Option<LinearCondition> {
    match taken {
        Taken::Exactly(take) => Some(LinearCondition::zero(sum.plus(-1, &number(take)?)?)),
        Taken::From(least, period) => {
            let above = sum.plus(-1, &number(least)?)?;
            let steps = match period {
                1 => LinearCondition::Known(true),
                _ => LinearCondition::MultipleOf(period, above.clone()),
            };
            Some(LinearCondition::at_least_zero(above).and(steps))
        }
    }
}

fn step(choices: usize, condition: LinearCondition, heaps: Vec<LinearSum>) -> LinearMove {
    let mut heaps = heaps.into_iter().map(|heap| vec![(HEAP, heap)]);
    LinearMove {
        name: "heap".to_owned(),
        choices,
        condition,
        after: heaps.next().unwrap_or_default(),
        beside: heaps.collect(),
        text: Vec::new(),
    }
}

/// The move that takes a whole heap.
fn leaving_none(of: Taken) -> Option<LinearMove> {
    let condition = is_taken(&taken(0), of)?;
    Some(step(0, condition, vec![LinearSum::number(0)]))
}

/// The move that takes counters and leaves the others in a heap, if there are any.
fn leaving_one(of: Taken) -> Option<LinearMove> {
    if let Taken::Exactly(take) = of {
        let rest = LinearSum::variable(HEAP).plus(-1, &number(take)?)?;
        let condition = LinearCondition::at_least_zero(rest.clone());
        return Some(step(0, condition, vec![rest]));
    }
    let condition = is_taken(&taken(1), of)?;
    Some(step(1, condition, vec![LinearSum::variable(HEAP + 1)]))
}

/// The move that takes counters and leaves the others in this number of heaps, none of which is empty.
fn leaving(count: u32, of: Taken, parts: Parts) -> Option<LinearMove> {
    let count = count as usize;
    let mut heaps: Vec<LinearSum> = (1..=count)
        .map(|of| LinearSum::variable(HEAP + of))
        .collect();
    let (mut choices, mut condition) = (count, LinearCondition::Known(true));
    match of {
        // The size of the last heap follows from the other sizes, so that it is no choice.
        Taken::Exactly(take) => {
            choices -= 1;
            heaps[choices] = taken(choices).plus(-1, &number(take)?)?;
        }
        Taken::From(..) => condition = is_taken(&taken(count), of)?,
    }
    let least = match parts {
        Parts::Distinct => 1,
        Parts::Any | Parts::NotAllEqual => 0,
    };
    let at_least = |sum: &LinearSum, least: i64| {
        let above = sum.plus(-1, &LinearSum::number(least))?;
        Some(LinearCondition::at_least_zero(above))
    };
    // Choices are tried one after the other, so that each needs a bound by those before it.
    for known in 1..choices {
        condition = condition.and(at_least(&taken(known), 0)?);
    }
    condition = condition.and(at_least(&heaps[0], 1)?);
    for two in heaps.windows(2) {
        condition = condition.and(at_least(&two[1].plus(-1, &two[0])?, least)?);
    }
    if parts == Parts::NotAllEqual {
        let differ = heaps[count - 1].plus(-1, &heaps[0])?;
        condition = condition.and(LinearCondition::zero(differ).negated());
    }
    Some(step(choices, condition, heaps))
}
