//! The certificate of a solution.
//!
//! The judge is the plain evaluator: it walks the rules as they are written, and
//! shares nothing with what was solved. It plays every position that the solution
//! stands for, images under symmetries included, where a sample of them tells that this is
//! affordable beside the work of solving ([`Extent::affordable_steps`]). Where it is not, the
//! interpreter plays all positions, and the evaluator a pseudo-random sample of them,
//! the root and the first entries of the table included. Machine code is never asked for a move.
//!
//! What a full certificate proves, if the evaluator and `zug_certify` are right:
//!
//! - each position that the solution stands for is a state, and is looked up, the way
//!   that every answer is, in the one entry that stands for it: no orbit is listed
//!   twice, and none is mistaken for another, whatever made the look-up;
//! - the images that an entry stands for are its orbit under the declared symmetries,
//!   worked out from the declarations ([`PlainOrbits`]) and not from the tables; over an index, which
//!   may be folded with some symmetries alone, they are some of that orbit;
//! - every move leads to such a position; every position but the root is reached from
//!   the root (or, where every state was asked for, they are all states);
//! - so the counts are right: they are compared with those of the certificate;
//! - every value is true, remoteness included, by the theorem in the documentation of
//!   `zug_certify`; every nimber is the mex of those of the options, every score is the best that a move attains, and
//!   play ends; where it can go round, every loopy nimber is what those of the options make it (`zug_certify::loopy`).
//!
//! A position that is listed but not reached is thus a flaw, though its value would
//! be true. What is not proved: that the declared symmetries are symmetries of the
//! rules. No value stands on that; the counts are of orbits under what is declared,
//! and that each image is reached is checked move by move.
//!
//! With a sample the same is proved of the interpreter's game, and that the game is
//! that of the rules in the positions of the sample.
//!
//! A table that takes long to tell where a position is, as one on a disk, is copied first
//! ([`Copied`]): the moves are looked up in the copy, and the table itself is asked once about each
//! entry, whether it tells what the copy has.
//!
//! Cost: of the order of ten times that of solving, for which the steps of the evaluator are bounded
//! ([`Extent::Affordable`]); some twenty times where positions have many moves and images. A bit to three for each position and, where there are nimbers or scores, at most
//! 12 bytes for each entry; the copy, where there is room for it.

use std::sync::atomic::{AtomicU64, Ordering};

use zug_certify::loopy::certify_loopy;
use zug_certify::{
    Chunks, Claim, Flaw, Judged, Listed, NotCertified, Sample, Terms, Told, on_threads,
};
use zug_game::Game;
use zug_job::{Job, Phase, Progress, Stopped};
use zug_lang::Word;
use zug_solve::Error as SolveError;
use zug_solve::table::{Table, Unreadable};

use super::besides::Beside;
use super::copied::Copied;
use super::definition::{Defined, Definition, Images};
use super::stored::Stored;
use super::{Certificate, Counts, Solved};
use crate::error::Error;
use crate::flaw::{SolutionFlaw, WrittenPosition};
use crate::options::SolveOptions;
use crate::request::Scope;
use crate::subject::Subject;

/// How many positions of a solution are checked by the rules as they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extent {
    /// All where that is estimated to take at most [`Extent::affordable_steps`] steps of the
    /// evaluator; else as many as that allows, but at most [`Extent::SAMPLE`].
    #[default]
    Affordable,
    /// All, however long it takes.
    All,
    /// About this many, chosen at random.
    Sample(u64),
}

impl Extent {
    /// Steps of the evaluator that are affordable in any game: a third of a second.
    const LEAST_STEPS: u64 = 10_000_000;

    /// Steps of the evaluator that are affordable for each entry of the table: about twice the time
    /// in which machine code finds the position of an entry and its value.
    const STEPS_AN_ENTRY: u64 = 40;

    /// The number of steps of the evaluator that are affordable for a table of so many entries.
    #[must_use]
    pub fn affordable_steps(entries: u64) -> u64 {
        Self::LEAST_STEPS.saturating_add(entries.saturating_mul(Self::STEPS_AN_ENTRY))
    }

    /// The number of positions in a sample, if the caller names none.
    pub const SAMPLE: u64 = 100_000;

    /// The seed of random samples. It is fixed, so that a solution always has one sample.
    pub const SEED: u64 = 0x5a75_6721;
}

/// The work on all positions is estimated by that on this number of positions.
const ESTIMATED_ON: u64 = 256;

/// The number of entries that a thread takes at a time.
const CHUNK: u64 = 256;

/// The error of a check that the caller cancelled.
fn cancelled(reached: Progress) -> Error {
    Error::Solve(Stopped::cancelled(reached).into())
}

impl<G: Defined> Solved<G> {
    /// Checks the solution against the definition of its own game.
    pub(super) fn verify(
        &self,
        scope: Scope,
        extent: Extent,
        options: &SolveOptions,
    ) -> Result<Certificate, Error> {
        let job = judging(options);
        let judge = || self.game.definition(&job);
        let mut certificate = self.verify_by(&judge, scope, extent, options)?;
        let (rules, job) = (judge(), self.stored.job(options));
        certificate.nimbers += if certificate.is_all_judged() {
            self.loopy_nimbers_checked(&rules, &rules, scope, &job)?
        } else {
            // In a large table the interpreter plays all positions, and the judge a sample: so here too.
            let quick = self.game.without_machine_code();
            self.loopy_nimbers_checked(&quick, &rules, scope, &job)?
        };
        if let Some(drawn) = &self.drawn {
            drawn.verify(scope, extent, options)?;
        }
        Ok(certificate)
    }

    /// Checks the loopy nimbers of all positions that play reaches, if the solution has any. Returns the number of
    /// positions. `played` has the moves, and `rules` write positions.
    fn loopy_nimbers_checked(
        &self,
        played: &impl Game<Position = G::Position>,
        rules: &G::Definition,
        scope: Scope,
        job: &Job,
    ) -> Result<u64, Error> {
        let has_others =
            self.nimber(self.root)?.is_some() || self.loopy_nimber(self.root)?.is_none();
        if has_others || scope == Scope::Everywhere {
            return Ok(0);
        }
        let told = |position: &G::Position| self.loopy_nimber(*position);
        let checked = certify_loopy(played, self.root, told, job);
        checked.map_err(|error| not_certified(rules, error, job))
    }

    /// Checks the solution against the definition that `judge` gives to each thread.
    pub(super) fn verify_by<D: Definition<Position = G::Position>>(
        &self,
        judge: &(dyn Fn() -> D + Sync),
        scope: Scope,
        extent: Extent,
        options: &SolveOptions,
    ) -> Result<Certificate, Error> {
        let job = self.stored.job(options);
        let table = self.stored.table();
        let beside = self.beside()?;
        let claim = Entries {
            game: &self.game,
            table,
            copied: match &self.stored {
                Stored::InMemory(_) | Stored::Folded(_) | Stored::Dense(_) => None,
                Stored::InTiers(_) | Stored::Elsewhere(_) => Copied::new(
                    table,
                    &|position| told_beside(table, beside, position),
                    &job.budget,
                )?,
            },
            beside,
            is_over_index: matches!(self.stored, Stored::Dense(_)),
        };
        let rules = judge();
        let kept = match scope {
            Scope::Reachable => Some(self.root),
            Scope::Everywhere => None,
        };
        claim.entries_are_orbits(judge, (kept, table.places()), &job)?;
        let counts = self.found_counts()?;
        let judged = claim.judged(&rules, counts.positions, extent)?;
        // By the interpreter, so that machine code is not taken on trust.
        let quick = self.game.without_machine_code();
        let roots = [self.root];
        let listed = match scope {
            Scope::Reachable => Listed::Reachable,
            Scope::Everywhere => Listed::Closed,
        };
        let terms = Terms::new(&roots, listed).with_judged(judged);
        let (watch, all) = (options.watch.clone(), counts.positions);
        let job = job.with_watch(move |reached: &Progress| {
            watch.progress(&Progress {
                frontier: all.saturating_sub(reached.positions),
                whole: Some(all),
                ..*reached
            });
        });
        let certified = zug_certify::certify_entries(judge, &quick, &claim, &terms, &job);
        let certificate = certified.map_err(|error| not_certified(&rules, error, &job))?;
        self.counts_are_right(&counts, &certificate, scope)?;
        Ok(certificate)
    }

    /// What the table may have besides values.
    fn beside(&self) -> Result<Option<Beside>, Unreadable> {
        if self.stored.table().has_scores() {
            let gains = self.game.moves_gain();
            return Ok(Some(if gains { Beside::Gains } else { Beside::Scores }));
        }
        let may_have_nimbers = match &self.stored {
            Stored::InMemory(memory) => memory.nimbers.is_some(),
            Stored::Folded(_) | Stored::Dense(_) => false,
            Stored::InTiers(_) => self.nimber(self.root)?.is_some(),
            Stored::Elsewhere(_) => self.game.may_have_nimbers(),
        };
        Ok(may_have_nimbers.then_some(Beside::Nimbers))
    }

    /// The counts told are those of the positions checked.
    pub(super) fn counts_are_right(
        &self,
        told: &Counts,
        certificate: &Certificate,
        scope: Scope,
    ) -> Result<(), Error> {
        let (kept, entries, moves) = match &self.stored {
            // A position kept has an entry for each player who may be to move.
            Stored::Folded(folded) => {
                let movers = &folded.movers;
                (folded.reached(), movers.positions(), Some(movers.moves()))
            }
            _ => (told.canonical, told.canonical, told.moves),
        };
        let numbers = [
            ("positions", told.positions, certificate.positions),
            ("positions kept", told.canonical, kept),
            ("entries", entries, certificate.entries),
            (
                "moves",
                moves.unwrap_or(certificate.entry_moves),
                certificate.entry_moves,
            ),
            ("wins", told.wins, certificate.wins),
            ("losses", told.losses, certificate.losses),
            ("draws", told.draws, certificate.draws),
            (
                "positions in which the game is over",
                told.finished,
                certificate.finished,
            ),
        ];
        for (what, told, found) in numbers {
            if told != found {
                return Err(SolutionFlaw::Count { what, told, found }.into());
            }
        }
        if (told.longest_win, told.longest_loss)
            != (certificate.longest_win, certificate.longest_loss)
        {
            return Err(SolutionFlaw::Longest.into());
        }
        if scope == Scope::Everywhere
            && let Some(states) = self.game.states()
            && u128::from(certificate.positions) != states
        {
            let solved = certificate.positions;
            return Err(SolutionFlaw::States { solved, states }.into());
        }
        Ok(())
    }
}

/// The job of the judges: it takes what memory it needs, until the caller cancels it.
pub(super) fn judging(options: &SolveOptions) -> Job {
    Job::default().with_cancel(options.cancel.clone())
}

/// Why a solution was not certified, with its positions as the rules write them.
pub(crate) fn not_certified<D: Definition>(
    rules: &D,
    error: NotCertified<D::Position, Unreadable>,
    job: &Job,
) -> Error {
    match error {
        // What is cancelled in the middle of a position looks like broken rules.
        NotCertified::Flaw(Flaw::Fault { .. }) if job.cancel.is_cancelled() => {
            cancelled(Progress::at(Phase::Verifying, 0))
        }
        NotCertified::Flaw(flaw) => written(rules, flaw).into(),
        NotCertified::Stopped(stopped) => SolveError::from(stopped).into(),
        NotCertified::Unreadable(why) => why.into(),
    }
}

/// The flaw with its positions as the rules write them.
fn written<D: Definition>(rules: &D, flaw: Flaw<D::Position>) -> SolutionFlaw {
    let flaw = flaw.map(|position| WrittenPosition(rules.text(position)));
    SolutionFlaw::Position(Box::new(flaw))
}

/// A table as a claim. An entry stands for the images of the position kept.
pub(crate) struct Entries<'s, G: Subject> {
    game: &'s G,
    table: &'s (dyn Table<Position = G::Position> + Send + Sync),
    /// The entries of the table, where it takes long to tell where a position is.
    copied: Option<Copied<G::Position>>,
    /// What the table may have besides values.
    beside: Option<Beside>,
    is_over_index: bool,
}

/// What a table says of a position besides its value.
fn told_beside<P: Copy>(
    table: &(dyn Table<Position = P> + Send + Sync),
    beside: Option<Beside>,
    position: &P,
) -> Result<Option<zug_certify::Beside>, Unreadable> {
    let lacking = || Unreadable::new(NoScore);
    Ok(match beside {
        None => None,
        Some(Beside::Nimbers) => table.nimber(position)?.map(zug_certify::Beside::Nimber),
        Some(Beside::Scores) => {
            let score = table.score(position)?.ok_or_else(lacking)?;
            Some(zug_certify::Beside::Score(score))
        }
        Some(Beside::Gains) => {
            let attained = table.score(position)?.zip(table.plies(position)?);
            let (score, plies) = attained.ok_or_else(lacking)?;
            Some(zug_certify::Beside::Attained(score, plies))
        }
    })
}

/// A table with scores has none of some position.
#[derive(Debug, thiserror::Error)]
#[error("the table has scores, but not of every position")]
struct NoScore;

impl<'s, G: Subject> Entries<'s, G> {
    /// A table over an index, which is held in memory. The game has the symmetries with which the index is folded.
    pub(crate) fn over_index(
        game: &'s G,
        table: &'s (dyn Table<Position = G::Position> + Send + Sync),
    ) -> Self {
        Self {
            game,
            table,
            copied: None,
            beside: None,
            is_over_index: true,
        }
    }

    /// Each entry stands for the orbit of a state under the declared symmetries that
    /// are used: those that keep the position `kept`, if one is given. Where no symmetries are
    /// used each entry stands for itself; over an index, where some are, for a part of the orbit. The entries at the
    /// first `places` places are looked at.
    pub(crate) fn entries_are_orbits<D: Definition<Position = G::Position>>(
        &self,
        judge: &(dyn Fn() -> D + Sync),
        (kept, places): (Option<G::Position>, u64),
        job: &Job,
    ) -> Result<(), Error> {
        let count = places.div_ceil(CHUNK);
        let (chunks, checked) = (Chunks::new(count), AtomicU64::new(0));
        let reached = || {
            let checked = checked.load(Ordering::Relaxed);
            Progress {
                frontier: places.saturating_sub(checked),
                whole: Some(places),
                ..Progress::at(Phase::Verifying, checked)
            }
        };
        let work = |tell: &dyn Fn()| {
            let rules = judge();
            let orbits = match self.game.order() {
                1 => Ok(None),
                _ => rules.orbits(kept).map(Some),
            };
            let orbits = match orbits {
                Ok(orbits) => orbits,
                Err(why) => return chunks.fail(0, SolutionFlaw::Symmetries(why).into()),
            };
            let (mut listed, mut orbit) = (Vec::new(), Vec::new());
            while let Some(chunk) = chunks.take() {
                let end = places.min((chunk + 1) * CHUNK);
                let right = (chunk * CHUNK..end).try_for_each(|place| {
                    if job.cancel.is_cancelled() {
                        return Err(cancelled(reached()));
                    }
                    if self.entry(place, &mut listed)?.is_none() {
                        return Ok(());
                    }
                    self.is_orbit(place, &listed, &rules, orbits.as_ref(), &mut orbit)
                });
                if let Err(error) = right {
                    return chunks.fail(chunk, error);
                }
                checked.fetch_add(end - chunk * CHUNK, Ordering::Relaxed);
                tell();
            }
        };
        on_threads(
            job.threads,
            count,
            &|| job.watch.progress(&reached()),
            &work,
        );
        chunks.finished()
    }

    /// Checks that the positions `listed` of an entry are states, and images of the one at its
    /// place; `orbit` is a buffer.
    fn is_orbit(
        &self,
        place: u64,
        listed: &[G::Position],
        rules: &impl Definition<Position = G::Position>,
        orbits: Option<&Images<'_, G::Position>>,
        orbit: &mut Vec<G::Position>,
    ) -> Result<(), Error> {
        for position in listed {
            if !rules.is_state(*position) {
                let number = position.widen();
                return Err(SolutionFlaw::NoState { number }.into());
            }
        }
        let (Some(orbits), Some((position, _))) = (orbits, self.told(place)?) else {
            return Ok(());
        };
        orbits(position, orbit);
        let are_images = if self.is_over_index {
            let mut listed = listed.iter();
            listed.all(|position| orbit.binary_search(position).is_ok())
        } else {
            listed == orbit
        };
        if !are_images {
            let position = rules.text(position);
            return Err(SolutionFlaw::Orbit { position }.into());
        }
        Ok(())
    }

    /// The position kept at a place, and what the table or its copy says of it.
    fn told(&self, place: u64) -> Result<Option<(G::Position, Told)>, Unreadable> {
        if let Some(copied) = &self.copied {
            return Ok(copied.entry(place));
        }
        let Some(entry) = self.table.entry(place)? else {
            return Ok(None);
        };
        let position = *entry.position();
        let told = Told {
            value: entry.value(),
            beside: told_beside(self.table, self.beside, &position)?,
            is_over: Some(entry.finished().is_some()),
        };
        Ok(Some((position, told)))
    }

    /// The place in which the table looks a kept position up. Where there is a copy, the table must
    /// tell what the copy has there.
    fn place(&self, kept: &G::Position) -> Result<Option<u64>, Unreadable> {
        let Some(copied) = &self.copied else {
            return self.table.place(kept);
        };
        let place = copied.place(kept);
        let Some((_, told)) = place.and_then(|place| copied.entry(place)) else {
            return Ok(None);
        };
        let is_told = self.table.find(kept)? == Some(told.value)
            && told_beside(self.table, self.beside, kept)? == told.beside;
        Ok(place.filter(|_| is_told))
    }

    /// The images of a position under the symmetries in use, in rising order and each once.
    fn images(&self, position: &G::Position, out: &mut Vec<G::Position>) {
        let images = (0..self.game.order()).map(|element| self.game.image(position, element));
        out.clear();
        out.extend(images);
        out.sort_unstable();
        out.dedup();
    }

    /// Which of the `positions` positions that the table stands for the evaluator plays.
    fn judged(
        &self,
        rules: &impl Definition<Position = G::Position>,
        positions: u64,
        extent: Extent,
    ) -> Result<Judged, Error> {
        let size = match extent {
            Extent::All => return Ok(Judged::All),
            Extent::Sample(size) => size,
            Extent::Affordable => {
                let steps = Extent::affordable_steps(self.table.len());
                let affordable = steps / self.steps_a_position(rules)?;
                if positions <= affordable {
                    return Ok(Judged::All);
                }
                affordable.min(Extent::SAMPLE)
            }
        };
        let counts = self.table.counts()?;
        // The entries that are finished stand for about as many positions as others.
        let finished = u128::from(counts.finished()) * u128::from(positions);
        let finished = (finished / u128::from(counts.positions().max(1))) as u64;
        Ok(Judged::Sample(Sample::of(
            size,
            positions,
            finished,
            Extent::SEED,
        )))
    }

    /// About the number of the evaluator's steps that a position takes, 1 or more.
    fn steps_a_position(
        &self,
        rules: &impl Definition<Position = G::Position>,
    ) -> Result<u64, Error> {
        let places = self.table.places();
        let each = places.div_ceil(ESTIMATED_ON).max(1) as usize;
        let (mut looked_at, mut steps) = (0, 0);
        for place in (0..places).step_by(each) {
            // A few positions tell of rules that take long.
            if steps > Extent::LEAST_STEPS / 4 {
                break;
            }
            if let Some(entry) = self.table.entry(place)? {
                looked_at += 1;
                // Where the rules break the check will say so.
                steps += rules.work(*entry.position());
            }
        }
        Ok((steps / u64::max(looked_at, 1)).max(1))
    }
}

impl<G: Subject> Claim for Entries<'_, G> {
    type Position = G::Position;
    type Unreadable = Unreadable;

    fn numbers(&self) -> u64 {
        self.table.places()
    }

    fn most_positions(&self) -> u64 {
        self.game.order() as u64
    }

    fn entry(
        &self,
        number: u64,
        positions: &mut Vec<G::Position>,
    ) -> Result<Option<Told>, Unreadable> {
        positions.clear();
        let Some((position, told)) = self.told(number)? else {
            return Ok(None);
        };
        self.images(&position, positions);
        Ok(Some(told))
    }

    fn number_of(&self, position: &G::Position) -> Result<Option<u64>, Unreadable> {
        // As every answer looks a position up, by machine code where there is some.
        self.place(&self.game.canonical(position))
    }

    fn numbers_of(
        &self,
        positions: &[G::Position],
        numbers: &mut Vec<Option<u64>>,
    ) -> Result<(), Unreadable> {
        numbers.clear();
        // Nearly all images have one kept position, and the table is asked about it once.
        let mut before = None;
        for position in positions {
            let kept = self.game.canonical(position);
            let number = match before {
                Some((asked, number)) if asked == kept => number,
                _ => self.place(&kept)?,
            };
            before = Some((kept, number));
            numbers.push(number);
        }
        Ok(())
    }

    fn entry_with(&self, position: &G::Position) -> Result<Option<u64>, Unreadable> {
        let kept = self.game.canonical(position);
        match &self.copied {
            Some(copied) => Ok(copied.place(&kept)),
            None => self.table.place(&kept),
        }
    }

    fn has_besides(&self) -> bool {
        self.beside.is_some()
    }
}
