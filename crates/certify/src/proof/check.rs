//! Plays every position that an entry of a proof stands for.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use zug_game::Scored;
use zug_game::{Fault, Game, Step, Symmetric};
use zug_job::{Job, Phase, Progress};
use zug_values::{Bounds, Outcome, Score, Wanted};

use super::flaw::ProofFlaw;
use super::list::ProofList;
use super::question::{Proved, Question};
use super::shown::{Above, Shown, expand, gain_at, gains_by};
use crate::flaw::NotProved;
use crate::terms::Judged;

/// The number of entries that a thread takes at a time.
const CHUNK: usize = 64;

/// Checks that a list of entries proves what a question asks for.
///
/// `game` plays every position. A judge says what the rules are, and plays the entries that
/// the question asks for; each thread has a judge of its own, which `judge` makes. The watch
/// of the job is told the number of entries checked so far, on the thread of the caller.
///
/// # Errors
///
/// The first [`ProofFlaw`] in the order of the entries; or the check was cancelled.
///
/// # Examples
///
/// `Coins` is the game of the example in the documentation of this crate: three coins,
/// of which one or two are taken. Whoever is to move there loses: each of the two moves leads to a
/// position with a move that wins at once, so that one entry proves it.
///
/// ```
/// use zug_certify::proof::{ProofList, Question, certify_proof};
/// use zug_certify::Judged;
/// use zug_job::Job;
/// use zug_values::{Bounds, Plies, Score, Value, Wanted};
/// # use zug_game::{Fault, Game, Players, Step, Symmetric};
/// # struct Coins;
/// # impl Game for Coins {
/// #     type Position = u32;
/// #     type Move = u32;
/// #     fn start(&self) -> u32 {
/// #         3
/// #     }
/// #     fn players(&self) -> Players<Self> {
/// #         Players::Impartial
/// #     }
/// #     fn moves(&self, coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
/// #         out.extend(1..=*coins.min(&2));
/// #         Ok(())
/// #     }
/// #     fn play(&self, coins: &u32, take: &u32) -> Result<Step<u32>, Fault> {
/// #         Ok(Step::passing(coins - take))
/// #     }
/// #     fn move_name(&self, _: &u32, take: &u32) -> String {
/// #         format!("take {take}")
/// #     }
/// # }
/// # impl zug_game::Scored for Coins {}
/// # impl Symmetric for Coins {
/// #     fn order(&self) -> usize {
/// #         1
/// #     }
/// #     fn image(&self, coins: &u32, _: usize) -> u32 {
/// #         *coins
/// #     }
/// #     fn canonical(&self, coins: &u32) -> u32 {
/// #         *coins
/// #     }
/// # }
///
/// let job = Job::default();
/// let claims = [Wanted::Misses(Score::DRAW)];
/// let question = Question {
///     root: 3,
///     claims: &claims,
///     rank: None,
///     is_position: &|_, coins| *coins <= 3,
///     judged: Judged::All,
///     scores: false,
///     gains: false,
///     counted: None,
/// };
/// let mut list = ProofList::with_room(1, &job.budget).unwrap();
/// let lost_in_two = Score::of(Value::Loss(Plies(2))).unwrap();
/// let at_most = Bounds { upper: lost_in_two, ..Bounds::UNKNOWN };
/// list.push(3, at_most).unwrap();
/// let proved = certify_proof(&|| Coins, &Coins, &list, &question, &job)?;
/// assert_eq!((proved.entries, proved.moves), (1, 5));
///
/// let nothing = ProofList::with_room(0, &job.budget).unwrap();
/// assert!(certify_proof(&|| Coins, &Coins, &nothing, &question, &job).is_err());
/// # Ok::<(), zug_certify::NotProved<u32>>(())
/// ```
pub fn certify_proof<J, G>(
    judge: &(dyn Fn() -> J + Sync),
    game: &G,
    list: &ProofList<G::Position>,
    question: &Question<'_, G::Position, J>,
    job: &Job,
) -> Result<Proved, NotProved<G::Position>>
where
    J: Scored<Position = G::Position>,
    G: Symmetric + Scored + Sync,
{
    let check = Check {
        judge,
        shown: Shown {
            game,
            list,
            rank: question.rank,
            counted: question.counted,
            gains: question.gains,
            folds: game.order() > 1,
        },
        question,
        job,
        done: AtomicU64::new(0),
    };
    let mut proved = check.all_entries()?;
    check.root(&mut proved)?;
    Ok(proved)
}

/// The flaw of a claim that needs more points behind a move than a proof can have.
fn beyond<P: fmt::Debug>(position: P) -> ProofFlaw<P> {
    let fault = Fault::new("a move gains more points than a proof can tell");
    ProofFlaw::Fault { position, fault }
}

/// A check at work.
struct Check<'c, 'q, J, G: Game> {
    judge: &'c (dyn Fn() -> J + Sync),
    shown: Shown<'c, G>,
    question: &'c Question<'q, G::Position, J>,
    job: &'c Job,
    /// The number of entries that all threads together have checked.
    done: AtomicU64,
}

/// The judge of a thread, and buffers for the position that is checked.
struct Desk<J: Game> {
    judge: J,
    images: Vec<J::Position>,
    /// The moves of the position.
    steps: Vec<Step<J::Position>>,
    /// The moves of a position that one of these moves leads to.
    behind: Vec<Step<J::Position>>,
    judged: Vec<Step<J::Position>>,
    proved: Proved,
}

impl<J: Game> Desk<J> {
    fn new(judge: J) -> Self {
        Self {
            judge,
            images: Vec::new(),
            steps: Vec::new(),
            behind: Vec::new(),
            judged: Vec::new(),
            proved: Proved::default(),
        }
    }
}

/// The error in the earliest chunk so far, with the number of the chunk.
type First<P> = Mutex<Option<(u64, NotProved<P>)>>;

impl<J, G> Check<'_, '_, J, G>
where
    J: Scored<Position = G::Position>,
    G: Symmetric + Scored + Sync,
{
    fn all_entries(&self) -> Result<Proved, NotProved<G::Position>> {
        let chunks = self.shown.list.len().div_ceil(CHUNK) as u64;
        let (next, first_failed) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
        let failed: First<G::Position> = Mutex::new(None);
        let work = |tell: &dyn Fn()| {
            let mut desk = Desk::new((self.judge)());
            loop {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                // The chunks before a flaw are still checked, as they may have an earlier flaw.
                if chunk >= chunks.min(first_failed.load(Ordering::Relaxed)) {
                    return desk.proved;
                }
                if let Err(error) = self.chunk(chunk as usize, &mut desk) {
                    first_failed.fetch_min(chunk, Ordering::Relaxed);
                    let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                    if failed.as_ref().is_none_or(|(known, _)| chunk < *known) {
                        *failed = Some((chunk, error));
                    }
                    return desk.proved;
                }
                tell();
            }
        };
        let mut proved = Proved::default();
        thread::scope(|scope| {
            let most = usize::try_from(chunks).unwrap_or(usize::MAX);
            let others = self.job.threads.get().min(most).saturating_sub(1);
            let mut started = Vec::new();
            for _ in 0..others {
                // Where the machine refuses a thread, the others do its work.
                match self.job.threads.start(scope, || work(&|| ())) {
                    Ok(thread) => started.push(thread),
                    Err(_) => break,
                }
            }
            proved.add(&work(&|| self.job.watch.progress(&self.progress())));
            for thread in started {
                match thread.join() {
                    Ok(part) => proved.add(&part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, error)) => Err(error),
            None => Ok(proved),
        }
    }

    fn chunk(&self, chunk: usize, desk: &mut Desk<J>) -> Result<(), NotProved<G::Position>> {
        let first = chunk * CHUNK;
        let end = (first + CHUNK).min(self.shown.list.len());
        for number in first..end {
            self.job.go_on(|| self.progress())?;
            self.entry(number, desk)?;
        }
        self.done.fetch_add((end - first) as u64, Ordering::Relaxed);
        Ok(())
    }

    /// How far all threads together are.
    fn progress(&self) -> Progress {
        let (done, whole) = (
            self.done.load(Ordering::Relaxed),
            self.shown.list.len() as u64,
        );
        Progress {
            frontier: whole.saturating_sub(done),
            whole: Some(whole),
            bytes: self.job.budget.used(),
            ..Progress::at(Phase::Verifying, done)
        }
    }

    /// Checks one entry, with all positions that it stands for.
    fn entry(&self, number: usize, desk: &mut Desk<J>) -> Result<(), ProofFlaw<G::Position>> {
        let (position, bounds) = self.shown.list.entry(number);
        if bounds == Bounds::UNKNOWN {
            return Err(ProofFlaw::ClaimsNothing { position });
        }
        if bounds.lower > bounds.upper {
            return Err(ProofFlaw::Contradiction { position });
        }
        if !(self.question.is_position)(&desk.judge, &position) {
            return Err(ProofFlaw::NoPosition { position });
        }
        let mut images = std::mem::take(&mut desk.images);
        images.clear();
        images.push(position);
        let game = self.shown.game;
        if self.shown.folds {
            if game.canonical(&position) != position {
                return Err(ProofFlaw::NotCanonical { position });
            }
            for element in 1..game.order() {
                let image = game.image(&position, element);
                if !images.contains(&image) {
                    images.push(image);
                }
            }
        }
        for (place, image) in images.iter().enumerate() {
            self.position(image, bounds, (number, place), desk)?;
        }
        desk.images = images;
        desk.proved.entries += 1;
        Ok(())
    }

    /// Checks what an entry claims of one of the positions that it stands for.
    fn position(
        &self,
        position: &G::Position,
        bounds: Bounds,
        at: (usize, usize),
        desk: &mut Desk<J>,
    ) -> Result<(), ProofFlaw<G::Position>> {
        let mut steps = std::mem::take(&mut desk.steps);
        let over = expand(self.shown.game, position, &mut steps)?;
        let is_judged = match self.question.judged {
            Judged::All => true,
            Judged::Sample(sample) => sample.takes(at.0 as u64, at.1 as u64, over.is_some()),
        };
        if is_judged {
            let ruled = expand(&desk.judge, position, &mut desk.judged)?;
            if over != ruled || steps != desk.judged {
                return Err(ProofFlaw::PlayedOtherwise {
                    position: *position,
                });
            }
            desk.proved.judged += 1;
        }
        let gains = self.gains(position, over.is_none(), is_judged.then_some(&desk.judge))?;
        desk.proved.positions += 1;
        desk.proved.moves += steps.len() as u64;
        let lower = (bounds.lower > Score::LEAST).then_some(Wanted::Attains(bounds.lower));
        let upper = (bounds.upper < Score::GREATEST).then(|| Wanted::Misses(bounds.upper.above()));
        for claim in lower.into_iter().chain(upper) {
            match over {
                Some(outcome) => {
                    let score = self.end(is_judged.then_some(&desk.judge), position, outcome)?;
                    if !Bounds::exactly(score).show(claim) {
                        return Err(self.over(*position, claim, outcome, score));
                    }
                }
                None => self.claim(position, claim, (&steps, &gains), is_judged, desk)?,
            }
        }
        desk.steps = steps;
        Ok(())
    }

    /// What the moves of a position gain where the game goes on; empty where no moves gain points. A
    /// judge who is given has to say so too.
    fn gains(
        &self,
        position: &G::Position,
        goes_on: bool,
        judge: Option<&J>,
    ) -> Result<Vec<i64>, ProofFlaw<G::Position>> {
        if !self.question.gains || !goes_on {
            return Ok(Vec::new());
        }
        let played = self.shown.gains_of(position)?;
        if let Some(judge) = judge
            && gains_by(judge, position)? != played
        {
            let position = *position;
            return Err(ProofFlaw::PlayedOtherwise { position });
        }
        Ok(played)
    }

    /// Returns the score of a position in which the game is over with this outcome. A judge who
    /// is given has to say so too.
    fn end(
        &self,
        judge: Option<&J>,
        position: &G::Position,
        outcome: Outcome,
    ) -> Result<Score, ProofFlaw<G::Position>> {
        if !self.question.scores {
            return Ok(Score::finished(outcome));
        }
        let position = *position;
        let broken = |fault| ProofFlaw::Fault { position, fault };
        let played = self.shown.game.score_of_end(&position).map_err(broken)?;
        if let Some(judge) = judge
            && judge.score_of_end(&position).map_err(broken)? != played
        {
            return Err(ProofFlaw::ScoredOtherwise { position });
        }
        let score = played.and_then(Score::of_points).ok_or_else(|| {
            Fault::new("the game ends with no score, or with one that is larger than a proof tells")
        });
        score.map_err(broken)
    }

    /// The flaw of a claim about a position in which the game is over.
    fn over(
        &self,
        position: G::Position,
        claim: Wanted,
        outcome: Outcome,
        score: Score,
    ) -> ProofFlaw<G::Position> {
        match score.points().filter(|_| self.question.scores) {
            Some(score) => ProofFlaw::OverWithScore {
                position,
                claim,
                score,
            },
            None => ProofFlaw::Over {
                position,
                claim,
                outcome,
            },
        }
    }

    /// Checks a claim about a position with these moves and what each of the moves gains.
    fn claim(
        &self,
        position: &G::Position,
        claim: Wanted,
        (steps, gains): (&[Step<G::Position>], &[i64]),
        is_judged: bool,
        desk: &mut Desk<J>,
    ) -> Result<(), ProofFlaw<G::Position>> {
        let above = self.shown.above(position);
        let judge = is_judged.then_some(&desk.judge);
        let end = |position: &G::Position, outcome| self.end(judge, position, outcome);
        let (behind, proved) = (&mut desk.behind, &mut desk.proved);
        let mut is_shown = |step: &Step<G::Position>, wanted| {
            self.shown
                .is_shown(&step.position, wanted, above, &end, behind, proved)
        };
        match claim {
            Wanted::Attains(aim) => {
                for (number, step) in steps.iter().enumerate() {
                    let wanted = aim.wanted_with(gain_at(gains, number), step.turn);
                    if let Some(wanted) = wanted
                        && is_shown(step, wanted)?
                    {
                        return Ok(());
                    }
                }
                let position = *position;
                Err(ProofFlaw::NoMove { position, claim })
            }
            Wanted::Misses(aim) => {
                for (number, step) in steps.iter().enumerate() {
                    let wanted = aim.wanted_with(gain_at(gains, number), step.turn);
                    let needed = wanted.ok_or_else(|| beyond(*position))?.negated();
                    if !is_shown(step, needed)? {
                        return Err(ProofFlaw::Open {
                            position: *position,
                            claim,
                            successor: step.position,
                            needed,
                        });
                    }
                }
                Ok(())
            }
        }
    }

    /// Checks that what is asked of the root is shown.
    fn root(&self, proved: &mut Proved) -> Result<(), ProofFlaw<G::Position>> {
        let position = self.question.root;
        let judge = (self.judge)();
        let end = |position: &G::Position, outcome| self.end(Some(&judge), position, outcome);
        let mut steps = Vec::new();
        for &claim in self.question.claims {
            let shown = &self.shown;
            if !shown.is_shown(&position, claim, Above::Any, &end, &mut steps, proved)? {
                return Err(ProofFlaw::Unproved { position, claim });
            }
        }
        Ok(())
    }
}
