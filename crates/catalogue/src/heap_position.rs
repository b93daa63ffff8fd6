//! Heaps that are taken from and broken: Kayles, Dawson's Kayles and similar games.
//!
//! The problem: some heaps, and the rules of a heap as a code such as 0.77 or in
//! another form of [`HeapGame`]. A move changes one heap, and whoever cannot move
//! loses. Who wins, and by which moves? A row of pins is such a heap: knocking pins
//! down leaves a row on each side.
//!
//! The theorem: the heaps are a sum, so the nimber is the xor of their nimbers (R.
//! Sprague 1935, P. M. Grundy 1939); and the nimbers of many codes are periodic (R. K.
//! Guy and C. A. B. Smith, 1956). Where a period is proved, any heap is answered;
//! otherwise the nimbers are worked out up to the largest heap.
//!
//! Cost: that of [`Sequence`] up to the largest heap, or up to the proof of a period; 4
//! bytes a heap. To find all winning moves takes a look at each option. For a heap
//! beyond the table, only options that leave a small heap are looked at: a pair of
//! large heaps has the nimber of the pair in which the smaller heap is a period smaller
//! and the other a period larger.
//!
//! When not to use it: a heap above [`LONGEST_TABLE`] is refused if no period is proved
//! up to there. Nimbers do not answer misère play.
//!
//! ```
//! use zug_catalogue::heap_position::{HeapPosition, Split};
//! use zug_heaps::HeapGame;
//! use zug_values::Nimber;
//!
//! let kayles = HeapGame::Breaking("0.77".parse()?);
//! let rows = HeapPosition::new(kayles, vec![7, 3])?;
//! assert_eq!(rows.nimber(), Nimber(1));
//! let winning = rows.winning_moves();
//! assert!(winning.all && winning.moves.contains(&Split { heap: 1, leave: vec![2] }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use zug_heaps::HeapGame;
use zug_sequences::{Budget, Job};
use zug_sequences::{Proof, Sequence, SequenceOptions, Stop};
use zug_values::{NimSum, Nimber, Outcome};

/// Where no period is proved, heaps are worked out up to this one.
pub const LONGEST_TABLE: u64 = 5000;

/// Why some heaps have no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeapPositionError {
    /// No period is proved, and the heap is too large for a table.
    #[error("a heap of {heap} is too large: no period is proved up to {known}")]
    TooFar {
        /// The heap.
        heap: u64,
        /// The largest heap that was worked out.
        known: u64,
    },
    /// The engine stopped before it reached the heap.
    #[error(transparent)]
    Stop(#[from] Stop),
}

/// A move: one heap becomes some others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Split {
    /// The heap's place in the list, from 0.
    pub heap: usize,
    /// The sizes of the heaps that are left, in increasing order; none is 0.
    pub leave: Vec<u64>,
}

/// The moves that win.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Winning {
    /// Winning moves, in order; if any move wins, there is at least one here.
    pub moves: Vec<Split>,
    /// Whether `moves` has all winning moves.
    pub all: bool,
}

/// A position: some heaps, and the rules of a heap.
#[derive(Clone, Debug)]
pub struct HeapPosition {
    game: HeapGame,
    table: Arc<Table>,
    heaps: Vec<u64>,
}

/// The most bytes that the table of the first nimbers may take.
const MOST_BYTES: u64 = 8 << 30;

/// The first nimbers, and the period that tells the others, if one is proved.
#[derive(Debug)]
pub(crate) struct Table {
    nimbers: Vec<u32>,
    proof: Option<Proof>,
}

impl Table {
    /// The table that reaches this heap, itself or by a period; it has heaps up to `longest`.
    pub(crate) fn reaching(
        game: &HeapGame,
        heap: u64,
        longest: u64,
    ) -> Result<Self, HeapPositionError> {
        let job = Job::default().with_budget(Budget::of_bytes(MOST_BYTES));
        let mut sequence = Sequence::new(game, SequenceOptions::default(), &job)?;
        let end = heap.min(longest) + 1;
        while sequence.known() < end && sequence.nimber(heap).is_none() {
            sequence.step(end)?;
        }
        // A step may end without looking for a period.
        sequence.prove();
        let known = sequence.known();
        let mut nimbers = vec![0; known as usize];
        if sequence.nimber(heap).is_none() || !sequence.read(0, &mut nimbers) {
            let known = known.saturating_sub(1);
            return Err(HeapPositionError::TooFar { heap, known });
        }
        let proof = sequence.proof();
        Ok(Self { nimbers, proof })
    }

    /// The nimber of a heap that the table reaches.
    pub(crate) fn nimber(&self, heap: u64) -> Option<Nimber> {
        let (heap, more) = match &self.proof {
            Some(proof) if heap >= self.nimbers.len() as u64 => proof.repetition.reduce(heap),
            _ => (heap, 0),
        };
        let nimber = u64::from(*self.nimbers.get(usize::try_from(heap).ok()?)?);
        u32::try_from(nimber.checked_add(more)?).ok().map(Nimber)
    }
}

impl HeapPosition {
    /// The position of these heaps; their order is kept, and they may be 0.
    ///
    /// # Errors
    ///
    /// A heap is too large, or the engine stopped.
    pub fn new(game: HeapGame, heaps: Vec<u64>) -> Result<Self, HeapPositionError> {
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let table = Table::reaching(&game, largest, LONGEST_TABLE)?;
        // The nimber of a far heap in an arithmetic period may not fit.
        if table.nimber(largest).is_none() {
            let known = table.nimbers.len() as u64 - 1;
            return Err(HeapPositionError::TooFar {
                heap: largest,
                known,
            });
        }
        let table = Arc::new(table);
        Ok(Self { game, table, heaps })
    }

    /// The heaps.
    pub fn heaps(&self) -> &[u64] {
        &self.heaps
    }

    /// The nimber of each heap.
    pub fn nimbers(&self) -> impl ExactSizeIterator<Item = Nimber> {
        self.heaps.iter().map(|&heap| self.worth(heap))
    }

    fn worth(&self, heap: u64) -> Nimber {
        let known = self.table.nimber(heap);
        known.expect("the table reaches the largest heap")
    }

    /// The nimber of all heaps together.
    pub fn nimber(&self) -> Nimber {
        self.nimbers().sum()
    }

    /// The mover's outcome.
    pub fn outcome(&self) -> Outcome {
        self.nimber().outcome()
    }

    /// The moves that win.
    pub fn winning_moves(&self) -> Winning {
        self.winning_moves_beside(Nimber::ZERO)
    }

    /// The moves that win in a sum whose other parts have the nimber `rest`.
    pub fn winning_moves_beside(&self, rest: Nimber) -> Winning {
        let total = self.nimber() + rest;
        let mut winning = Winning {
            moves: Vec::new(),
            all: true,
        };
        if total.is_zero() {
            return winning;
        }
        for (place, &heap) in self.heaps.iter().enumerate() {
            let wanted = self.worth(heap) + total;
            let before = winning.moves.len();
            let mut note = |leave: &[u64]| {
                let left: Nimber = leave.iter().map(|&left| self.worth(left)).sum();
                if left == wanted {
                    winning.moves.push(Split {
                        heap: place,
                        leave: leave.to_vec(),
                    });
                }
            };
            if heap <= LONGEST_TABLE {
                self.game.options(heap, &mut note);
            } else {
                winning.all &= self.small_options(heap, &mut note);
            }
            winning.moves[before..].sort_unstable();
        }
        winning.moves.dedup();
        winning
    }

    /// Visits, for a heap beyond the table, the options that leave one heap, or two
    /// heaps of which the smaller one lies before the end of the first period. These
    /// have every nimber that any option has. Returns whether they are all options.
    fn small_options(&self, heap: u64, visit: &mut dyn FnMut(&[u64])) -> bool {
        let (HeapGame::Breaking(code), Some(proof)) = (&self.game, &self.table.proof) else {
            return false;
        };
        let repetition = proof.repetition;
        let small = repetition.preperiod() + repetition.period();
        for take in 0..=code.most_taken().unwrap_or(0).min(heap) {
            let (digit, rest) = (code.digit(take), heap - take);
            if digit & 1 == 1 && rest == 0 {
                visit(&[]);
            }
            if digit & 2 == 2 && rest > 0 {
                visit(&[rest]);
            }
            if digit & 4 == 4 {
                for one in 1..small.min(rest / 2 + 1) {
                    visit(&[one, rest - one]);
                }
            }
        }
        false
    }

    /// The reasons for the outcome, in a few lines.
    pub fn why(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let nimbers: Vec<Nimber> = self.nimbers().collect();
        if let [nimber] = nimbers[..] {
            lines.push(format!("a heap of {} is worth {nimber}", self.heaps[0]));
        } else {
            lines.push(format!(
                "the heaps are worth their nimbers, added up: {}",
                NimSum(&nimbers)
            ));
        }
        let winning = self.winning_moves();
        lines.push(match winning.moves.first() {
            Some(Split { heap, leave }) => {
                let leave = leave.iter().map(ToString::to_string);
                let leave: Vec<String> = leave.collect();
                let left = match &leave[..] {
                    [] => "nothing".to_owned(),
                    [one] => one.clone(),
                    several => several.join(" and "),
                };
                format!("leaving {left} of the {} makes it 0", self.heaps[*heap])
            }
            None if self.nimber().is_zero() => "0 is lost: every move makes it another".to_owned(),
            None => "it is not 0, so some move makes it 0".to_owned(),
        });
        let largest = self.heaps.iter().copied().max().unwrap_or(0);
        if let Some(proof) = &self.table.proof
            && largest >= self.table.nimbers.len() as u64
        {
            let (preperiod, period) = (proof.repetition.preperiod(), proof.repetition.period());
            let (small, _) = proof.repetition.reduce(largest);
            lines.push(format!(
                "from {preperiod} on the nimbers repeat after {period} ({}): \
                 {largest} is as good as {small}",
                proof.theorem
            ));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_sequences::{PeriodTheorem, Repetition};

    fn kayles() -> HeapGame {
        HeapGame::Breaking("0.77".parse().unwrap())
    }

    /// Rows of pins, whose nimbers are known up to 200, and beyond by the period that
    /// Guy and Smith proved.
    fn by_the_period(heaps: Vec<u64>) -> HeapPosition {
        let mut table = Table::reaching(&kayles(), 200, LONGEST_TABLE).unwrap();
        table.proof = Some(Proof {
            repetition: Repetition::new(71, 12, 0),
            theorem: PeriodTheorem::GuySmith,
            checked_to: 168,
        });
        HeapPosition {
            game: kayles(),
            table: Arc::new(table),
            heaps,
        }
    }

    #[test]
    fn a_period_answers_beyond_the_table() {
        let whole = HeapPosition::new(kayles(), vec![2000]).unwrap();
        let far = by_the_period(vec![2000]);
        for heap in 0..=2000 {
            assert_eq!(far.worth(heap), whole.worth(heap), "{heap}");
        }
    }

    #[test]
    fn a_far_heap_has_a_winning_move_beside_all_that_it_can_reach() {
        let near = HeapPosition::new(kayles(), vec![LONGEST_TABLE]).unwrap();
        let far = by_the_period(vec![1_000_000_000_000 / 12 * 12 + LONGEST_TABLE % 12]);
        // The heap of 5000 with the same remainder has the same nimber.
        assert_eq!(far.nimber(), near.nimber());
        for rest in 0..16 {
            let rest = Nimber(rest);
            let (near, far_moves) = (
                near.winning_moves_beside(rest),
                far.winning_moves_beside(rest),
            );
            assert_eq!(near.moves.is_empty(), far_moves.moves.is_empty(), "{rest}");
            for Split { leave, .. } in far_moves.moves {
                let taken = far.heaps[0] - leave.iter().sum::<u64>();
                assert!((1..=2).contains(&taken));
                let left: Nimber = leave.iter().map(|&left| far.worth(left)).sum();
                assert_eq!(left, rest);
            }
        }
        assert!(far.why()[2].starts_with("from 71 on the nimbers repeat after 12 (Guy-Smith): "));
    }

    #[test]
    fn a_billion_pins_are_answered_by_the_period_that_is_proved() {
        for (code, preperiod, period) in [("0.77", 71, 12), ("0.07", 53, 34)] {
            let game = HeapGame::Breaking(code.parse().unwrap());
            let near = HeapPosition::new(game.clone(), (0..1000).collect()).unwrap();
            let start = 1_000_000_000 / period * period;
            let heaps: Vec<u64> = (start + preperiod..start + 1000).collect();
            let far = HeapPosition::new(game, heaps).unwrap();
            let near: Vec<Nimber> = near.nimbers().skip(preperiod as usize).collect();
            assert!(far.nimbers().eq(near), "{code}");
        }
        let row = HeapPosition::new(kayles(), vec![1_000_000_000]).unwrap();
        assert_eq!(row.nimber(), Nimber(1));
        let winning = row.winning_moves();
        assert!(!winning.all);
        // Two pins, one of them next to the end of the row: 1 and 999999997 are left.
        let leave = vec![1, 999_999_997];
        assert!(winning.moves.contains(&Split { heap: 0, leave }));
    }

    #[test]
    fn what_no_period_reaches_is_refused() {
        let all_of_nim = HeapGame::Splitting(zug_heaps::Splitting::GRUNDY);
        let error = HeapPosition::new(all_of_nim, vec![3, LONGEST_TABLE + 1]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a heap of 5001 is too large: no period is proved up to 5000"
        );
    }
}
