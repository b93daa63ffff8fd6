//! Machine code for what a search of one position asks.
//!
//! A search asks the successors of one position with the numbers of their moves, and of many
//! positions only whether the game is over, how many moves there are, or how many of them win
//! at once. The code for it is made where a search asks for it: it takes as long to make as
//! the code that solves a game.
//!
//! A function that stops at the first legal move, or that makes no successors, would not see a
//! check fail that stands in what it leaves out. So these functions are made only where no
//! move can fail, which the intervals of the residual program tell; for other programs the
//! positions are expanded.

use zug_game::{Expanded, Seen, Step, WinsFound};
use zug_job::{Job, Why};
use zug_program::{Faulted, Interpreter, Runner, wins_at_once};
use zug_values::Outcome;

use crate::Error;
use crate::build::build_search;
use crate::call::{Code, Machine, NO_NOTES, NOTES, Notes, ended};
use crate::spare::with_steps;

/// What a search asks, as machine code.
#[derive(Debug)]
pub(crate) struct Search<W> {
    code: Code<W>,
    wins_found: WinsFound,
}

/// The most positions that are expanded at once to find moves that win, and the most successors
/// whose outcomes are asked at once.
const TOGETHER: usize = 64;

/// Where one must ask in another way: there is no code for it, or a check failed in the
/// position at this place.
pub(crate) struct GaveUp(pub(crate) usize);

impl<W: Machine> Search<W> {
    /// The machine code; `None` if the program is too large or memory is short.
    ///
    /// # Errors
    ///
    /// The caller interrupted it.
    pub(crate) fn new(program: &Interpreter<W>, job: &Job) -> Result<Option<Self>, Why> {
        let residual = program.residual();
        let mut moves = residual.ground_moves();
        let no_move_fails = !moves.any(|(_, ground)| ground.may_fault(residual));
        let mut charge = job.budget.open();
        let may_loosen = no_move_fails && charge.grow(residual.bytes() as u64).is_ok();
        let loosened = may_loosen.then(|| residual.loosened()).flatten();
        let stuck = program.stuck();
        match build_search(residual, loosened.as_ref(), stuck, no_move_fails, job) {
            Ok((code, wins_found)) => Ok(Some(Self { code, wins_found })),
            Err(Error::Interrupted(why)) => Err(why),
            Err(_) => Ok(None),
        }
    }

    /// Appends the successors of a position, with the numbers of their moves. `None` where a
    /// check failed; then nothing is appended.
    #[inline]
    pub(crate) fn expand_placed(
        &self,
        position: W,
        out: &mut Vec<Step<W>>,
        places: &mut Vec<u32>,
    ) -> Option<Expanded> {
        self.code.expand_placed(position, out, places)
    }

    /// As [`Search::expand_placed`], of a quiet position; appends what is seen of each successor too.
    /// Returns false, and appends nothing, where no such code was made.
    #[inline]
    pub(crate) fn expand_quiet(
        &self,
        position: W,
        out: &mut Vec<Step<W>>,
        places: &mut Vec<u32>,
        seen: &mut Vec<Seen>,
    ) -> bool {
        self.code.expand_quiet(position, out, places, seen)
    }

    /// Writes the outcome of each position.
    pub(crate) fn outcomes(
        &self,
        positions: &[W],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), GaveUp> {
        self.by_notes(positions, Code::outcome_notes, |at, note| {
            outcomes[at] = ended(note);
        })
    }

    /// Writes the number of moves of each position.
    pub(crate) fn move_counts(&self, positions: &[W], counts: &mut [u32]) -> Result<(), GaveUp> {
        self.by_notes(positions, Code::count_notes, |at, note| {
            counts[at] = number(note);
        })
    }

    /// Has a function of the machine code make a note of each position. Calls `told` with the place
    /// of each position among the others, and its note.
    #[inline]
    fn by_notes(
        &self,
        positions: &[W],
        note: for<'n> fn(&Code<W>, &[W], &'n mut Notes) -> &'n [i64],
        mut told: impl FnMut(usize, i64),
    ) -> Result<(), GaveUp> {
        let mut room = NO_NOTES;
        let mut before = 0;
        for some in positions.chunks(NOTES) {
            let notes = note(&self.code, some, &mut room);
            for (at, note) in notes.iter().enumerate() {
                told(before + at, *note);
            }
            before += notes.len();
            if notes.len() < some.len() {
                return Err(GaveUp(before));
            }
        }
        Ok(())
    }
}

impl<W: Machine> Search<W> {
    /// How moves that win at once are found.
    pub(crate) fn finds_wins_at_once(&self) -> WinsFound {
        self.wins_found
    }

    /// Writes the number of moves of each position that win at once, if there is code that
    /// needs no successors for it. Returns whether there is.
    pub(crate) fn winning_moves(&self, positions: &[W], wins: &mut [u32]) -> Result<bool, GaveUp> {
        if self.wins_found == WinsFound::BySuccessors {
            return Ok(false);
        }
        self.by_notes(positions, Code::win_notes, |at, note| {
            wins[at] = number(note);
        })?;
        Ok(true)
    }

    /// Writes the outcome of each position and the number of its moves that win at once, where
    /// there is code for the latter.
    pub(crate) fn ends_and_wins(
        &self,
        positions: &[W],
        outcomes: &mut [Option<Outcome>],
        wins: &mut [u32],
    ) -> Result<(), GaveUp> {
        self.by_notes(positions, Code::win_notes, |at, note| {
            (outcomes[at], wins[at]) = (ended(note), number(note));
        })
    }
}

impl<W: Machine> Search<W> {
    /// Whether there is code for [`Search::threats`].
    pub(crate) fn counts_threats(&self) -> bool {
        self.code.counts_threats()
    }

    /// Writes the number of moves of each position that would win at once if the moves were
    /// loosened.
    pub(crate) fn threats(&self, positions: &[W], threats: &mut [u32]) -> Result<(), GaveUp> {
        self.by_notes(positions, Code::threat_notes, |at, note| {
            threats[at] = number(note);
        })
    }
}

/// The number of moves that a note of the machine code stands for: 0 where the note says that the
/// game is over.
#[inline]
fn number(note: i64) -> u32 {
    note.max(0) as u32
}

/// Writes the number of moves that win at once of some positions, the first ones, by making
/// their successors, of which a position has at most `most`. Returns the number of positions that
/// are done. The positions are expanded by `runner`, which knows the outcomes of positions.
pub(crate) fn wins_by_successors<W: Machine>(
    runner: &impl Runner<W>,
    most: usize,
    positions: &[W],
    wins: &mut [u32],
) -> Result<usize, Faulted<W>> {
    let mut ends = [Expanded::GoesOn(0); TOGETHER];
    let some = &positions[..positions.len().min(TOGETHER)];
    with_steps(|steps| {
        steps.reserve(some.len() * most.min(USUAL) + most);
        let done = runner.expand(some, steps, &mut ends)?;
        let mut left = &steps[..];
        for (end, wins) in ends[..done].iter().zip(wins) {
            *wins = 0;
            if let Expanded::GoesOn(count) = *end {
                let (own, others) = left.split_at(count as usize);
                for some in own.chunks(TOGETHER) {
                    *wins += wins_among(runner, some)?;
                }
                left = others;
            }
        }
        Ok(done)
    })
}

/// The number of moves that win at once, by their successors, at most [`TOGETHER`] of them.
fn wins_among<W: Machine>(runner: &impl Runner<W>, steps: &[Step<W>]) -> Result<u32, Faulted<W>> {
    let mut positions = [W::default(); TOGETHER];
    let positions = &mut positions[..steps.len()];
    for (position, step) in positions.iter_mut().zip(steps) {
        *position = step.position;
    }
    let mut outcomes = [None; TOGETHER];
    let outcomes = &mut outcomes[..steps.len()];
    runner.outcomes(positions, outcomes)?;
    let told = steps.iter().zip(outcomes);
    let won = told.filter(|(step, outcome)| wins_at_once(**outcome, step.turn));
    Ok(won.count() as u32)
}

/// About as many successors as there is room for at first for each position.
const USUAL: usize = 24;
