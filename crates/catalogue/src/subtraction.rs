//! Subtraction games and Bachet's game: a heap, and a set of numbers that may be taken.
//!
//! The problem: who wins a heap of n, by which moves, and how many heaps up to n are
//! lost? "Whoever takes the last stone wins" and "whoever cannot move loses" are the
//! same rule as long as 1 may be taken. (C.-G. Bachet, 1612, takes 1 to 10 from 100;
//! any set, problem 10404 of the Valladolid archive; *Winning Ways*, chapter 4.)
//!
//! The theorem: the outcomes are periodic from some heap on (S. W. Golomb, 1966),
//! because the outcome of a heap depends only on the `s_max` heaps before it. A heap of
//! misère play has the outcome under normal play of a heap that is smaller by the least
//! move. Method and proofs are those of [`zug_sequences::subtraction`]: this
//! file answers what a person asks of it.
//!
//! Cost: with all moves below 64, a few preperiods and periods, whatever n is.
//! Otherwise n / 64 steps of one operation for each large move, or less where a period
//! shows. Both time and bytes are bounded, and the caller may set the bounds. To ask
//! several things about one heap, take a [`Heap`], which walks once.
//!
//! When not to use it: for several heaps add the nimbers up; for several heaps under
//! misère play solve the rules.
//!
//! ```
//! use zug_catalogue::subtraction::Subtraction;
//! use zug_values::{Outcome, Play};
//!
//! let game = Subtraction::new([1, 3, 8], Play::Normal)?;
//! assert_eq!(game.outcome(22)?, Outcome::Loss);
//! let heap = game.heap(23)?;
//! assert_eq!(heap.outcome(), Outcome::Win);
//! assert_eq!(heap.winning_moves(), [1, 8]);
//! assert_eq!(heap.why()[0], "taking 1 from 23 leaves 22: a lost heap");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use zug_sequences::Job;
use zug_sequences::subtraction as engine;
use zug_values::{Nimber, Outcome, Play};

pub use engine::{SubtractionError, TooFar};

/// The most steps that are spent on a period that is only to be told.
const STEPS_TO_TELL: u64 = 1 << 14;

/// The most answers of the opponent that are told.
const ANSWERS_TO_TELL: usize = 2;

/// The game in which certain numbers may be taken from a heap, under normal or misère
/// play.
#[derive(Clone, Debug)]
pub struct Subtraction {
    game: engine::Subtraction,
    play: Play,
}

impl Subtraction {
    /// The game in which the numbers `moves` may be taken. They may come in any order
    /// and repeat.
    ///
    /// # Errors
    ///
    /// A move takes nothing.
    pub fn new(take: impl IntoIterator<Item = u64>, play: Play) -> Result<Self, SubtractionError> {
        let game = engine::Subtraction::new(take)?;
        Ok(Self { game, play })
    }

    /// The game with `looks` looks for each answer: see
    /// [`engine::Subtraction::with_looks`].
    #[must_use]
    pub fn with_looks(self, looks: u64) -> Self {
        let game = self.game.with_looks(looks);
        Self { game, ..self }
    }

    /// The game in which each answer may take the bytes that are left now of the job's
    /// budget, and ends within some milliseconds when the job is cancelled.
    #[must_use]
    pub fn within(self, job: &Job) -> Self {
        let game = self.game.within(job);
        Self { game, ..self }
    }

    /// Outcome, winning moves and reasons of a heap of n, by one walk.
    pub fn heap(&self, n: u64) -> Result<Heap, TooFar> {
        let fits = self.game.moves().iter().copied().filter(|&take| take <= n);
        let told: Vec<u64> = fits.take(ANSWERS_TO_TELL).collect();
        // The heaps that the told moves leave, the smallest first; then n.
        let left = told.iter().rev().map(|take| n - take);
        let heaps: Vec<u64> = left.chain([n]).collect();
        let mut winning = self.game.winning_moves_of(&heaps, self.play)?;
        let winning_moves = winning.pop().unwrap_or_default();
        let answers = winning.iter().rev().map(|moves| moves.first().copied());
        Ok(Heap {
            n,
            outcome: self.game.outcome_by(n, self.play, &winning_moves),
            winning_moves,
            answers: told.into_iter().zip(answers).collect(),
            game: self.clone(),
        })
    }

    /// The outcome of a heap of n.
    pub fn outcome(&self, n: u64) -> Result<Outcome, TooFar> {
        self.game.outcome(n, self.play)
    }

    /// The numbers that a winning move takes from a heap of n, increasing.
    pub fn winning_moves(&self, n: u64) -> Result<Vec<u64>, TooFar> {
        self.game.winning_moves(n, self.play)
    }

    /// The number of lost heaps among those of 1 to n.
    pub fn lost_from_1_to(&self, n: u64) -> Result<u64, TooFar> {
        self.game.lost_from_1_to(n, self.play)
    }

    /// The nimber of a heap of n, which is defined under normal play only. This takes
    /// another walk, of one step a heap and with 4 to 8 bytes for each heap up to the
    /// largest move: up to 64 times the steps and bytes of an outcome.
    pub fn nimber(&self, n: u64) -> Option<Result<Nimber, TooFar>> {
        (self.play == Play::Normal).then(|| self.game.nimber(n))
    }

    /// The reasons why a heap of n is won or lost, in one to four lines.
    pub fn why(&self, n: u64) -> Result<Vec<String>, TooFar> {
        Ok(self.heap(n)?.why())
    }

    fn stuck(&self) -> &'static str {
        match self.play {
            Play::Normal => "whoever cannot move loses",
            Play::Misere => "whoever cannot move wins",
        }
    }

    /// Names a smaller heap with the outcome of n, if a short period shows one.
    fn repetition(&self, n: u64) -> Option<String> {
        let least = match self.play {
            Play::Normal => 0,
            Play::Misere => *self.game.moves().first()?,
        };
        let engine::Period { preperiod, period } = self.game.outcome_period(STEPS_TO_TELL)?;
        // Misère play of n is normal play of n - least.
        let first = preperiod + least;
        let small = first + n.checked_sub(first)? % period;
        (small < n).then(|| {
            format!(
                "from {first} on the lost heaps repeat after {period}: {n} is as good as {small}"
            )
        })
    }
}

/// What one walk finds out about a heap.
#[derive(Clone, Debug)]
pub struct Heap {
    game: Subtraction,
    n: u64,
    outcome: Outcome,
    winning_moves: Vec<u64>,
    /// The least moves, each with the opponent's least winning answer, if there is one.
    answers: Vec<(u64, Option<u64>)>,
}

impl Heap {
    /// The number of stones of the heap.
    pub fn size(&self) -> u64 {
        self.n
    }

    /// The outcome of the heap.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// The numbers that a winning move takes from the heap, increasing.
    pub fn winning_moves(&self) -> &[u64] {
        &self.winning_moves
    }

    /// The nimber of the heap, which is defined under normal play only. If the heap is
    /// won, this takes another walk, as [`Subtraction::nimber`] does.
    pub fn nimber(&self) -> Option<Result<Nimber, TooFar>> {
        if self.outcome == Outcome::Loss && self.game.play == Play::Normal {
            return Some(Ok(Nimber::ZERO));
        }
        self.game.nimber(self.n)
    }

    /// The reasons why the heap is won or lost, in one to four lines.
    pub fn why(&self) -> Vec<String> {
        let Self { game, n, .. } = self;
        let mut lines = Vec::new();
        if self.answers.is_empty() {
            lines.push(format!("nothing can be taken from {n}: {}", game.stuck()));
        } else if let Some(take) = self.winning_moves.first() {
            let left = n - take;
            lines.push(format!("taking {take} from {n} leaves {left}: a lost heap"));
        } else {
            for &(take, answer) in &self.answers {
                let left = n - take;
                lines.push(match answer {
                    Some(answer) => {
                        let lost = left - answer;
                        format!(
                            "taking {take} from {n} leaves {left}: \
                             taking {answer} from that leaves {lost}, a lost heap"
                        )
                    }
                    // A won heap without a winning move has no move at all.
                    None => format!(
                        "taking {take} from {n} leaves {left}, \
                         from which nothing can be taken: {}",
                        game.stuck()
                    ),
                });
            }
            let moves = game.game.moves().iter().filter(|&take| take <= n);
            match moves.count() - self.answers.len() {
                0 => {}
                1 => lines.push("the other move is answered like these".to_owned()),
                others => {
                    lines.push(format!("the {others} other moves are answered like these"));
                }
            }
        }
        lines.extend(game.repetition(*n));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zug_sequences::Budget;

    fn why(take: &[u64], play: Play, n: u64) -> Vec<String> {
        let game = Subtraction::new(take.iter().copied(), play).unwrap();
        game.why(n).unwrap()
    }

    #[test]
    fn a_win_is_explained_by_its_move() {
        assert_eq!(
            why(&[1, 3, 4], Play::Normal, 20),
            [
                "taking 4 from 20 leaves 16: a lost heap",
                "from 0 on the lost heaps repeat after 7: 20 is as good as 6",
            ]
        );
    }

    #[test]
    fn a_loss_is_explained_by_the_answers() {
        assert_eq!(
            why(&[1, 3, 4], Play::Normal, 21),
            [
                "taking 1 from 21 leaves 20: taking 4 from that leaves 16, a lost heap",
                "taking 3 from 21 leaves 18: taking 4 from that leaves 14, a lost heap",
                "the other move is answered like these",
                "from 0 on the lost heaps repeat after 7: 21 is as good as 0",
            ]
        );
    }

    #[test]
    fn the_end_is_explained_by_the_rule() {
        assert_eq!(
            why(&[2], Play::Normal, 1),
            ["nothing can be taken from 1: whoever cannot move loses"]
        );
        assert_eq!(
            why(&[2], Play::Misere, 1),
            ["nothing can be taken from 1: whoever cannot move wins"]
        );
        assert_eq!(
            why(&[2], Play::Misere, 3),
            ["taking 2 from 3 leaves 1, from which nothing can be taken: whoever cannot move wins"]
        );
        assert_eq!(
            why(&[], Play::Normal, 3),
            [
                "nothing can be taken from 3: whoever cannot move loses",
                "from 0 on the lost heaps repeat after 1: 3 is as good as 0"
            ]
        );
    }

    #[test]
    fn nimbers_belong_to_normal_play() {
        let misere = Subtraction::new([1, 3, 4], Play::Misere).unwrap();
        assert_eq!(misere.nimber(5), None);
        let normal = Subtraction::new([1, 3, 4], Play::Normal).unwrap();
        assert_eq!(normal.nimber(5), Some(Ok(Nimber(3))));
    }

    #[test]
    fn a_heap_takes_no_more_than_it_is_allowed() {
        // No period is near, and the moves are about as large as the heap.
        let take: Vec<u64> = (0..12).map(|k| 2_000_000_000 + 77_777_777 * k).collect();
        let game = Subtraction::new(take, Play::Normal).unwrap();
        let few = Job::default().with_budget(Budget::of_bytes(1 << 20));
        let error = game.within(&few).heap(3_000_000_000);
        assert_eq!(
            error.unwrap_err().to_string(),
            "a heap of 3000000000 is too far: it takes 536870912 bytes, and 1048576 are allowed"
        );
        let hurried = Subtraction::new([1, 100, 12_345], Play::Misere).unwrap();
        let hurried = hurried.with_looks(3000);
        assert_eq!(
            hurried.heap(3_000_000_000).unwrap_err().to_string(),
            "a heap of 3000000000 is too far: no period was found \
             within 3000 looks at a move"
        );
        assert!(hurried.heap(63_000).is_ok());
    }

    #[test]
    fn the_largest_heap_counts() {
        let count = |take: &[u64], play| {
            let game = Subtraction::new(take.iter().copied(), play).unwrap();
            game.lost_from_1_to(u64::MAX).unwrap()
        };
        // Without any move, all heaps are lost under normal play, and none under misère
        // play.
        assert_eq!(count(&[], Play::Normal), u64::MAX);
        assert_eq!(count(&[], Play::Misere), 0);
        // The lost heaps are the even ones under normal play, the odd ones under misère
        // play; and 2^64 - 1 is odd.
        assert_eq!(count(&[1], Play::Normal), u64::MAX / 2);
        assert_eq!(count(&[1], Play::Misere), u64::MAX / 2 + 1);
        assert_eq!(count(&[1, 65], Play::Misere), u64::MAX / 2 + 1);
    }
}
