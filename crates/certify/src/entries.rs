//! Plays every move of every position that an entry of a claim stands for.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use zug_game::Scored;
use zug_game::{Fault, Game, Step};
use zug_job::{Job, Phase, Progress, Refusal, Stopped};
use zug_values::{Mex, Outcome, Plies};

use crate::certificate::Certificate;
use crate::chunks::{Chunks, on_threads};
use crate::claim::{Beside, Claim, Told};
use crate::flaw::{Flaw, NotCertified};
use crate::judge::Ruled;
use crate::terms::{Judged, Listed, Terms};

mod ends;
mod reach;
mod tier;

use reach::Reached;
pub use tier::{Left, TierCheck};

/// The number of entry numbers that a thread takes at a time.
const CHUNK: u64 = 64;

/// What a check of the claim `C` returns.
type Checked<T, C> = Result<T, NotCertified<<C as Claim>::Position, <C as Claim>::Unreadable>>;

/// Checks a claim about all positions that its entries stand for.
///
/// A judge says what the rules are. It plays the positions that the terms ask for, all or
/// a sample; each thread has a judge of its own, which `judge` makes. `quick` plays all
/// positions, and must agree with the judge wherever both play. The watch of the job is told
/// the number of positions and of moves checked so far, on the thread of the caller.
///
/// # Errors
///
/// The first [`Flaw`] in the order of the entries; or the claim cannot be read; or the check
/// was cancelled, or the budget or the machine refused the memory that it takes.
///
/// # Examples
///
/// `Coins` is the game of the example in the documentation of this crate: three coins,
/// of which one or two are taken.
///
/// ```
/// use std::convert::Infallible;
///
/// use zug_certify::{Beside, Claim, Listed, Terms, Told, certify_entries};
/// use zug_job::Job;
/// use zug_values::{Nimber, Plies, Value};
/// # use zug_game::{Fault, Game, Players, Step};
/// # struct Coins;
/// # impl zug_game::Scored for Coins {}
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
///
/// /// Entry `e` stands for `3 - e` coins.
/// struct Table([(Value, Nimber); 4]);
///
/// impl Claim for Table {
///     type Position = u32;
///     type Unreadable = Infallible;
///
///     fn numbers(&self) -> u64 {
///         4
///     }
///     fn most_positions(&self) -> u64 {
///         1
///     }
///     fn entry(&self, number: u64, positions: &mut Vec<u32>) -> Result<Option<Told>, Infallible> {
///         *positions = vec![3 - number as u32];
///         let (value, nimber) = self.0[number as usize];
///         Ok(Some(Told { value, beside: Some(Beside::Nimber(nimber)), is_over: None }))
///     }
///     fn number_of(&self, coins: &u32) -> Result<Option<u64>, Infallible> {
///         Ok(3_u64.checked_sub(u64::from(*coins)))
///     }
///     fn has_besides(&self) -> bool {
///         true
///     }
/// }
///
/// let table = Table([
///     (Value::Loss(Plies(2)), Nimber(0)),
///     (Value::Win(Plies(1)), Nimber(2)),
///     (Value::Win(Plies(1)), Nimber(1)),
///     (Value::Loss(Plies(0)), Nimber(0)),
/// ]);
/// let terms = Terms::new(&[3], Listed::Reachable);
/// let certificate = certify_entries(&|| Coins, &Coins, &table, &terms, &Job::default())?;
/// assert_eq!((certificate.positions, certificate.nimbers), (4, 4));
/// # Ok::<(), zug_certify::NotCertified<u32>>(())
/// ```
pub fn certify_entries<J, Q, C>(
    judge: &(dyn Fn() -> J + Sync),
    quick: &Q,
    claim: &C,
    terms: &Terms<'_, J::Position>,
    job: &Job,
) -> Result<Certificate, NotCertified<J::Position, C::Unreadable>>
where
    J: Scored,
    Q: Scored<Position = J::Position> + Sync,
    C: Claim<Position = J::Position> + Sync,
{
    let check = Check::new(judge, quick, claim, terms, job)?;
    check.roots_are_there()?;
    // What the last two questions may take is kept free, so that a check which cannot end
    // is refused before the work.
    let in_case = job.budget.charge(check.bytes_in_case());
    let in_case = in_case.map_err(|refusal| out_of_memory(refusal, claim.numbers()))?;
    let certificate = check.all_entries()?;
    drop(in_case);
    if terms.listed == Listed::Reachable {
        check.all_are_reached()?;
    }
    if check.is_beside.load(Ordering::Relaxed) && check.turns_back.load(Ordering::Relaxed) {
        check.play_ends()?;
    }
    Ok(certificate)
}

/// A check at work.
struct Check<'c, 't, J: Game, Q, C> {
    judge: &'c (dyn Fn() -> J + Sync),
    quick: &'c Q,
    claim: &'c C,
    terms: &'c Terms<'t, J::Position>,
    job: &'c Job,
    /// The entries with a smaller number than this one are played. Behind them are those of other tiers, if there are
    /// any.
    end: u64,
    /// The positions that a move from an entry with a smaller number leads to. It has room
    /// for none where nobody asks which positions are reached.
    reached: Reached,
    /// Whether a move leads to an entry with a smaller number, or from an entry to itself.
    turns_back: AtomicBool,
    /// Whether an entry has a nimber or a score.
    is_beside: AtomicBool,
    /// The positions that all threads together have checked.
    positions: AtomicU64,
    /// The moves that all threads together have checked.
    moves: AtomicU64,
}

/// An entry of the claim in which a position was found.
struct Found {
    /// The number of the entry.
    number: u64,
    /// The place of the position among those that the entry stands for.
    place: u64,
    told: Told,
}

/// The judge of a thread, and buffers for the position that is checked.
struct Desk<J: Game> {
    judge: J,
    /// The positions of the entry that is checked.
    listed: Vec<J::Position>,
    /// The positions of an entry that a move leads to.
    others: Vec<J::Position>,
    /// The steps from the position by each of its moves, as the quick game plays them.
    steps: Vec<Step<J::Position>>,
    /// The steps from the position by each of its moves, as the judge plays them.
    judged: Vec<Step<J::Position>>,
    /// The entries in which the positions of an entry are looked up.
    numbers: Vec<Option<u64>>,
    /// What is claimed of the positions behind the steps.
    after: Vec<Told>,
    /// What the quick game says of the scores of the position.
    ruled: Ruled,
    /// What the judge says of these scores.
    judged_scores: Ruled,
    /// The nimbers of the options.
    mex: Mex,
    /// What this thread has checked.
    certificate: Certificate,
}

impl<J: Game> Desk<J> {
    fn new(judge: J) -> Self {
        Self {
            judge,
            listed: Vec::new(),
            others: Vec::new(),
            steps: Vec::new(),
            judged: Vec::new(),
            numbers: Vec::new(),
            after: Vec::new(),
            ruled: Ruled::default(),
            judged_scores: Ruled::default(),
            mex: Mex::default(),
            certificate: Certificate::OF_NOTHING,
        }
    }
}

impl<'c, 't, J, Q, C> Check<'c, 't, J, Q, C>
where
    J: Scored,
    Q: Scored<Position = J::Position> + Sync,
    C: Claim<Position = J::Position> + Sync,
{
    fn new(
        judge: &'c (dyn Fn() -> J + Sync),
        quick: &'c Q,
        claim: &'c C,
        terms: &'c Terms<'t, J::Position>,
        job: &'c Job,
    ) -> Checked<Self, C> {
        let reached = match terms.listed {
            Listed::Reachable => Reached::new(claim, job)?,
            Listed::Closed => Reached::without_room(job),
        };
        Ok(Self {
            judge,
            quick,
            claim,
            terms,
            job,
            end: claim.numbers(),
            reached,
            turns_back: AtomicBool::new(false),
            is_beside: AtomicBool::new(false),
            positions: AtomicU64::new(0),
            moves: AtomicU64::new(0),
        })
    }

    /// An upper bound on the bytes that are taken after all entries were checked, beside
    /// what is held by then.
    fn bytes_in_case(&self) -> u64 {
        let to_follow = 2 * self.reached.bytes();
        let to_see_the_end = if self.claim.has_besides() {
            self.claim.numbers().saturating_mul(12)
        } else {
            0
        };
        to_follow.max(to_see_the_end)
    }

    fn roots_are_there(&self) -> Checked<(), C> {
        for &root in self.terms.roots {
            if self.find(&root, &mut Vec::new())?.is_none() {
                return Err(Flaw::RootMissing { root }.into());
            }
        }
        Ok(())
    }

    fn all_entries(&self) -> Checked<Certificate, C> {
        let count = self.end.div_ceil(CHUNK);
        let chunks = Chunks::new(count);
        let work = |tell: &dyn Fn()| {
            let mut desk = Desk::new((self.judge)());
            while let Some(chunk) = chunks.take() {
                if let Err(error) = self.chunk(chunk, &mut desk) {
                    chunks.fail(chunk, error);
                    break;
                }
                tell();
            }
            desk.certificate
        };
        let tell = || self.job.watch.progress(&self.progress());
        let parts = on_threads(self.job.threads, count, &tell, &work);
        chunks.finished()?;
        let mut certificate = Certificate::OF_NOTHING;
        for part in &parts {
            certificate.add(part);
        }
        Ok(certificate)
    }

    fn chunk(&self, chunk: u64, desk: &mut Desk<J>) -> Checked<(), C> {
        let first = chunk * CHUNK;
        let before = desk.certificate;
        for number in first..(first + CHUNK).min(self.end) {
            let mut listed = std::mem::take(&mut desk.listed);
            if let Some(told) = self.entry(number, &mut listed)? {
                self.look_up(number, &listed, &mut desk.numbers)?;
                for (place, &position) in (0..).zip(&listed) {
                    self.go_on()?;
                    let found = Found {
                        number,
                        place,
                        told,
                    };
                    self.position(&found, position, desk)?;
                }
                desk.certificate.entries += 1;
            }
            desk.listed = listed;
        }
        let now = desk.certificate;
        let (positions, moves) = (now.positions - before.positions, now.moves - before.moves);
        self.positions.fetch_add(positions, Ordering::Relaxed);
        self.moves.fetch_add(moves, Ordering::Relaxed);
        Ok(())
    }

    fn go_on(&self) -> Checked<(), C> {
        Ok(self.job.go_on(|| self.progress())?)
    }

    /// How far all threads together are.
    fn progress(&self) -> Progress {
        Progress {
            edges: self.moves.load(Ordering::Relaxed),
            bytes: self.job.budget.used(),
            ..Progress::at(Phase::Verifying, self.positions.load(Ordering::Relaxed))
        }
    }

    /// Checks that each position of an entry is looked up in this entry; `numbers` is a buffer.
    fn look_up(
        &self,
        number: u64,
        listed: &[J::Position],
        numbers: &mut Vec<Option<u64>>,
    ) -> Checked<(), C> {
        let looked_up = self.claim.numbers_of(listed, numbers);
        looked_up.map_err(NotCertified::Unreadable)?;
        for (place, &position) in listed.iter().enumerate() {
            if numbers.get(place) != Some(&Some(number)) {
                return Err(Flaw::LookedUpElsewhere { position }.into());
            }
        }
        Ok(())
    }

    /// Checks one position of an entry.
    fn position(&self, entry: &Found, position: J::Position, desk: &mut Desk<J>) -> Checked<(), C> {
        let over = self.play(entry, position, desk)?;
        desk.after.clear();
        for step in &desk.steps {
            let successor = step.position;
            let after = self.find(&successor, &mut desk.others)?.ok_or(Flaw::Open {
                position,
                successor,
            })?;
            if after.number > entry.number {
                self.reached.mark(after.number, after.place);
            } else if !self.turns_back.load(Ordering::Relaxed) {
                // It is written only while it is not set, as each write makes the reads of
                // other threads wait.
                self.turns_back.store(true, Ordering::Relaxed);
            }
            if after.told.value.remoteness() == Some(Plies(u32::MAX)) {
                let (position, claimed) = (successor, after.told.value);
                return Err(Flaw::TooRemote { position, claimed }.into());
            }
            desk.after.push(after.told);
        }
        let behind = (&desk.steps[..], &desk.after[..]);
        let by = (&desk.ruled, &mut desk.mex);
        entry.told.judge(position, over, behind, by)?;
        if let Some(beside) = entry.told.beside {
            if !self.is_beside.load(Ordering::Relaxed) {
                self.is_beside.store(true, Ordering::Relaxed);
            }
            desk.certificate.nimbers += u64::from(matches!(beside, Beside::Nimber(_)));
        }
        let moves = desk.steps.len() as u64;
        desk.certificate.moves += moves;
        if entry.place == 0 {
            desk.certificate.entry_moves += moves;
        }
        desk.certificate.count(entry.told.value, over);
        Ok(())
    }

    /// Plays a position by `quick`, and by the judge if the terms ask for it. Returns the
    /// outcome if the game is over; else leaves the moves in `desk.steps`.
    fn play(
        &self,
        entry: &Found,
        position: J::Position,
        desk: &mut Desk<J>,
    ) -> Result<Option<Outcome>, Flaw<J::Position>> {
        let broken = |fault| Flaw::Fault { position, fault };
        let over = expand(self.quick, &position, &mut desk.steps);
        let is_judged = match self.terms.judged {
            Judged::All => true,
            Judged::Sample(sample) => {
                let is_over = matches!(over, Ok(Some(_)));
                sample.takes(entry.number, entry.place, is_over)
                    || self.terms.roots.contains(&position)
            }
        };
        let moves = desk.steps.len();
        if entry.told.has_score() && over.is_ok() {
            let asked = desk.ruled.ask(self.quick, &position, moves);
            asked.map_err(broken)?;
        }
        if !is_judged {
            return over.map_err(broken);
        }
        let ruled = expand(&desk.judge, &position, &mut desk.judged).map_err(broken)?;
        if entry.told.has_score() {
            let asked = desk.judged_scores.ask(&desk.judge, &position, moves);
            asked.map_err(broken)?;
        }
        let are_alike = over == Ok(ruled) && desk.steps == desk.judged;
        if !are_alike || (entry.told.has_score() && desk.ruled != desk.judged_scores) {
            return Err(Flaw::PlayedOtherwise { position });
        }
        desk.certificate.judged += 1;
        Ok(ruled)
    }

    /// The entry that stands for a position; `others` is a buffer.
    fn find(
        &self,
        position: &J::Position,
        others: &mut Vec<J::Position>,
    ) -> Checked<Option<Found>, C> {
        let number = self.claim.entry_with(position);
        let Some(number) = number.map_err(NotCertified::Unreadable)? else {
            return Ok(None);
        };
        let told = self.entry(number, others)?;
        let place = others.iter().position(|other| other == position);
        Ok(told.zip(place).map(|(told, place)| Found {
            number,
            place: place as u64,
            told,
        }))
    }

    /// The positions of an entry, and what it says of them.
    fn entry(&self, number: u64, positions: &mut Vec<J::Position>) -> Checked<Option<Told>, C> {
        let told = self.claim.entry(number, positions);
        told.map_err(NotCertified::Unreadable)
    }
}

/// The budget or the machine refused memory to the check of this number of entries.
fn out_of_memory(refusal: Refusal, entries: u64) -> Stopped {
    Stopped::out_of_memory(refusal, Progress::at(Phase::Verifying, entries))
}

/// Returns the outcome of a position in which the game is over; else `None`, with the moves
/// in `steps`.
pub(crate) fn expand<G: Game>(
    game: &G,
    position: &G::Position,
    steps: &mut Vec<Step<G::Position>>,
) -> Result<Option<Outcome>, Fault> {
    steps.clear();
    let result = game.expand(position, steps)?;
    Ok(result.or_else(|| steps.is_empty().then(|| game.stuck())))
}
