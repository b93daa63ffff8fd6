//! Machine code as a [`Runner`]: it answers what it was compiled for, and asks the
//! interpreter beside it for all else.
//!
//! This is the one place where machine code hands over to the interpreter: where it was not
//! compiled for a question, or where a check failed. The interpreter is asked the same
//! question, and says which check failed.

use std::slice;
use std::sync::Arc;

use zug_game::{Expanded, Seen, Step, WinsFound};
use zug_job::{Job, Why};
use zug_program::{Faulted, Interpreter, Runner, Unmoves};
use zug_values::Outcome;

use crate::back::Back;
use crate::call::{Code, Machine, Reached};
use crate::gains::Gains;
use crate::search::{GaveUp, Search, wins_by_successors};
use crate::spare::with_steps;

/// Machine code of a program, with the program's interpreter.
#[derive(Clone, Debug)]
pub struct Compiled<W> {
    interpreter: Interpreter<W>,
    code: Arc<Code<W>>,
    /// Goes back, if the un-moves were compiled.
    back: Option<Arc<Back<W>>>,
    /// Answers what a search asks, if that was compiled.
    search: Option<Arc<Search<W>>>,
    /// The code for what moves gain, if that was compiled.
    gains: Option<Arc<Gains<W>>>,
}

/// The number of positions whose notes are read together.
const NOTES: usize = 8;

impl<W: Machine> Compiled<W> {
    pub(crate) fn new(interpreter: Interpreter<W>, code: Code<W>, gains: Option<Gains<W>>) -> Self {
        Self {
            interpreter,
            code: Arc::new(code),
            back: None,
            search: None,
            gains: gains.map(Arc::new),
        }
    }

    /// Whether there is code for what moves gain.
    #[must_use]
    pub fn has_gains(&self) -> bool {
        self.gains.is_some()
    }

    /// The machine code without the interpreter.
    #[must_use]
    pub fn code(&self) -> &Code<W> {
        &self.code
    }

    /// The machine code of the un-moves without the interpreter; `None` if they were not
    /// compiled.
    #[must_use]
    pub fn unmoves(&self) -> Option<&Code<W>> {
        Some(self.back.as_ref()?.unmoves())
    }

    /// The same runner with the un-moves of the program. They are compiled too, unless they
    /// are too large or memory is short.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or its memory was used up.
    pub fn turned_round(&self, unmoves: Arc<Unmoves>, job: &Job) -> Result<Self, Why> {
        let back = Back::new(&unmoves, self.interpreter.stuck(), job)?;
        Ok(Self {
            interpreter: self.interpreter.turned_round(unmoves, job)?,
            code: self.code.clone(),
            back: back.map(Arc::new),
            search: self.search.clone(),
            gains: self.gains.clone(),
        })
    }
}

impl<W: Machine> Compiled<W> {
    /// The same runner with code for what a search asks; `None` if it has that already, if the
    /// program is too large or if memory is short.
    ///
    /// # Errors
    ///
    /// The job was cancelled, or its memory was used up.
    pub fn searching(&self, job: &Job) -> Result<Option<Self>, Why> {
        if self.search.is_some() {
            return Ok(None);
        }
        let search = Search::new(&self.interpreter, job)?;
        Ok(search.map(|search| Self {
            search: Some(Arc::new(search)),
            ..self.clone()
        }))
    }

    /// Whether there is code that counts moves that would win at once if they were loosened
    /// ([`Residual::loosened`](zug_program::Residual::loosened)).
    #[must_use]
    pub fn counts_threats(&self) -> bool {
        let search = self.search.as_deref();
        search.is_some_and(Search::counts_threats)
    }
}

impl<W: Machine> Runner<W> for Compiled<W> {
    fn interpreter(&self) -> &Interpreter<W> {
        &self.interpreter
    }

    fn expand(
        &self,
        positions: &[W],
        out: &mut Vec<Step<W>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Faulted<W>> {
        let Reached { done, faulted } = self.code.expand(positions, out, ends);
        if done > 0 || !faulted {
            return Ok(done);
        }
        self.interpreter.expand(&positions[..1], out, ends)
    }

    fn canonical(&self, steps: &mut [Step<W>]) {
        if !self.code.canonical(steps) {
            self.interpreter.canonical(steps);
        }
    }

    fn stabilisers(&self, positions: &[W], orders: &mut [u64]) {
        if !self.code.stabilisers(positions, orders) {
            self.interpreter.stabilisers(positions, orders);
        }
    }

    fn rank(&self, positions: &[W], ranks: &mut [u128]) {
        assert_eq!(positions.len(), ranks.len(), "each position has a rank");
        for (positions, ranks) in positions.chunks(NOTES).zip(ranks.chunks_mut(NOTES)) {
            let mut notes = [0; NOTES];
            let notes = &mut notes[..positions.len()];
            let is_ranked = self.code.rank(positions, notes) && notes.iter().all(|note| *note >= 0);
            if is_ranked {
                for (rank, note) in ranks.iter_mut().zip(notes) {
                    *rank = *note as u128;
                }
            } else {
                self.interpreter.rank(positions, ranks);
            }
        }
    }

    fn unrank(&self, ranks: &[u128], positions: &mut [W]) {
        assert_eq!(ranks.len(), positions.len(), "each rank has a position");
        for (ranks, positions) in ranks.chunks(NOTES).zip(positions.chunks_mut(NOTES)) {
            let mut words = [0; NOTES];
            let words = &mut words[..ranks.len()];
            let mut fit = true;
            for (word, rank) in words.iter_mut().zip(ranks) {
                *word = *rank as u64;
                fit &= u128::from(*word) == *rank;
            }
            if !(fit && self.code.unrank(words, positions)) {
                self.interpreter.unrank(ranks, positions);
            }
        }
    }

    fn predecessors(&self, positions: &[W], out: &mut Vec<Step<W>>, counts: &mut [usize]) {
        assert_eq!(positions.len(), counts.len(), "each position has a count");
        let mut done = 0;
        while done < positions.len() {
            let (left, counts) = (&positions[done..], &mut counts[done..]);
            let by_code = self
                .back
                .as_ref()
                .map_or(0, |back| back.predecessors(&self.code, left, out, counts));
            if by_code == 0 {
                self.interpreter
                    .predecessors(&left[..1], out, &mut counts[..1]);
            }
            done += by_code.max(1);
        }
    }

    fn with_unmoves(&self, unmoves: Arc<Unmoves>, job: &Job) -> Result<Arc<dyn Runner<W>>, Why> {
        Ok(Arc::new(self.turned_round(unmoves, job)?))
    }

    fn with_search(&self, job: &Job) -> Result<Option<Arc<dyn Runner<W>>>, Why> {
        let searching = self.searching(job)?;
        Ok(searching.map(|runner| Arc::new(runner) as Arc<dyn Runner<W>>))
    }

    fn expand_placed(
        &self,
        position: W,
        out: &mut Vec<Step<W>>,
        places: &mut Vec<u32>,
    ) -> Result<Option<Outcome>, Faulted<W>> {
        let search = self.search.as_deref();
        match search.and_then(|search| search.expand_placed(position, out, places)) {
            Some(Expanded::Over(outcome)) => Ok(Some(outcome)),
            Some(Expanded::GoesOn(_)) => Ok(None),
            None => self.interpreter.expand_placed(position, out, places),
        }
    }

    fn gains(&self, position: W, out: &mut Vec<i64>) -> Result<(), Faulted<W>> {
        let gains = self.gains.as_deref();
        if gains.is_some_and(|gains| gains.append(position, out)) {
            return Ok(());
        }
        let told = self.interpreter.gains(position, out);
        told.map_err(|site| Faulted { site, position })
    }

    fn expand_quiet(
        &self,
        position: W,
        out: &mut Vec<Step<W>>,
        places: &mut Vec<u32>,
        seen: &mut Vec<Seen>,
    ) -> Result<(), Faulted<W>> {
        let search = self.search.as_deref();
        let is_done = search.is_some_and(|search| search.expand_quiet(position, out, places, seen));
        if !is_done {
            self.expand_placed(position, out, places)?;
        }
        Ok(())
    }

    fn outcomes(
        &self,
        positions: &[W],
        outcomes: &mut [Option<Outcome>],
    ) -> Result<(), Faulted<W>> {
        assert_eq!(
            positions.len(),
            outcomes.len(),
            "each position has an outcome"
        );
        self.each(positions, outcomes, Search::outcomes, |one, out| {
            *out = match self.expanded(one)? {
                Expanded::Over(outcome) => Some(outcome),
                Expanded::GoesOn(_) => None,
            };
            Ok(())
        })
    }

    fn winning_moves(&self, positions: &[W], wins: &mut [u32]) -> Result<(), Faulted<W>> {
        assert_eq!(positions.len(), wins.len(), "each position has a number");
        let mut done = 0;
        while done < positions.len() {
            let (mut left, mut wins) = (&positions[done..], &mut wins[done..]);
            if let Some(search) = self.search.as_deref() {
                match search.winning_moves(left, wins) {
                    Ok(true) => return Ok(()),
                    Ok(false) => {}
                    // The next position alone needs another way.
                    Err(GaveUp(more)) => {
                        done += more;
                        (left, wins) = (&left[more..=more], &mut wins[more..=more]);
                    }
                }
            }
            if let Ok(some) = wins_by_successors(self, self.code.most(), left, wins) {
                done += some;
                continue;
            }
            // A check failed in a position, or in a successor, whose move does not count.
            self.interpreter.winning_moves(&left[..1], &mut wins[..1])?;
            done += 1;
        }
        Ok(())
    }

    fn ends_and_wins(
        &self,
        positions: &[W],
        outcomes: &mut [Option<Outcome>],
        wins: &mut [u32],
    ) -> Result<(), Faulted<W>> {
        let length = outcomes.len();
        assert_eq!(positions.len(), length, "each position has an outcome");
        assert_eq!(positions.len(), wins.len(), "each position has a number");
        let by_code = self.finds_wins_at_once() != WinsFound::BySuccessors;
        let Some(search) = self.search.as_deref().filter(|_| by_code) else {
            self.outcomes(positions, outcomes)?;
            return self.winning_moves(positions, wins);
        };
        let mut done = 0;
        while done < positions.len() {
            let (left, ends) = (&positions[done..], &mut outcomes[done..]);
            match search.ends_and_wins(left, ends, &mut wins[done..]) {
                Ok(()) => return Ok(()),
                Err(GaveUp(more)) => done += more,
            }
            // The next position alone needs another way.
            let one = slice::from_ref(&positions[done]);
            self.outcomes(one, slice::from_mut(&mut outcomes[done]))?;
            self.winning_moves(one, slice::from_mut(&mut wins[done]))?;
            done += 1;
        }
        Ok(())
    }

    fn finds_wins_at_once(&self) -> WinsFound {
        let search = self.search.as_deref();
        search.map_or(WinsFound::BySuccessors, Search::finds_wins_at_once)
    }

    fn threats(&self, positions: &[W], threats: &mut [u32]) -> Result<(), Faulted<W>> {
        assert_eq!(positions.len(), threats.len(), "each position has a number");
        let search = self.search.as_deref();
        match search.filter(|search| search.counts_threats()) {
            None => self.winning_moves(positions, threats),
            Some(_) => self.each(positions, threats, Search::threats, |one, out| {
                self.winning_moves(slice::from_ref(one), slice::from_mut(out))
            }),
        }
    }

    fn move_counts(&self, positions: &[W], counts: &mut [u32]) -> Result<(), Faulted<W>> {
        assert_eq!(positions.len(), counts.len(), "each position has a number");
        self.each(positions, counts, Search::move_counts, |one, out| {
            *out = match self.expanded(one)? {
                Expanded::Over(_) => 0,
                Expanded::GoesOn(count) => count,
            };
            Ok(())
        })
    }
}

impl<W: Machine> Compiled<W> {
    /// Has the code for a search answer for each position, and another way where that gave up.
    #[inline]
    fn each<T>(
        &self,
        positions: &[W],
        told: &mut [T],
        by_code: impl Fn(&Search<W>, &[W], &mut [T]) -> Result<(), GaveUp>,
        mut other: impl FnMut(&W, &mut T) -> Result<(), Faulted<W>>,
    ) -> Result<(), Faulted<W>> {
        let mut done = 0;
        while done < positions.len() {
            if let Some(search) = self.search.as_deref() {
                match by_code(search, &positions[done..], &mut told[done..]) {
                    Ok(()) => return Ok(()),
                    Err(GaveUp(more)) => done += more,
                }
            }
            other(&positions[done], &mut told[done])?;
            done += 1;
        }
        Ok(())
    }

    /// Expands a position, and forgets the successors.
    fn expanded(&self, position: &W) -> Result<Expanded, Faulted<W>> {
        with_steps(|steps| {
            let mut end = [Expanded::GoesOn(0)];
            self.expand(slice::from_ref(position), steps, &mut end)?;
            Ok(end[0])
        })
    }
}
