//! Plays every move of every position that an entry of a claim stands for.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use zug_game::{Fault, Game, Step};
use zug_job::{Charge, Job, Phase, Progress, Refusal, Stopped};
use zug_values::{Mex, Outcome, Plies, Turn, Value};

use crate::certificate::{Certificate, judge_value};
use crate::claim::Claim;
use crate::flaw::{Flaw, NotCertified};
use crate::terms::{Judged, Listed, Terms};

/// The number of entries that a thread takes at a time.
const CHUNK: usize = 64;

/// An upper bound on the bytes that a check holds beside the claim, for a claim with this
/// number of entries, each of which stands for at most `most_positions` positions.
fn bytes_held(entries: usize, most_positions: usize, has_nimbers: bool) -> u64 {
    let reached = (entries as u64).saturating_mul(most_positions as u64) / 8;
    // For each entry, the number of moves that lead to it, and its number in the list of
    // entries that no move leads to.
    let in_degrees = if has_nimbers { 8 * entries as u64 } else { 0 };
    reached + in_degrees + 4096
}

/// Checks a claim about all positions that its entries stand for.
///
/// A judge says what the rules are. It plays the positions that the terms ask for, all or
/// a sample; each thread has a judge of its own, which `judge` makes. `quick` plays all
/// positions, and must agree with the judge wherever both play. The watch of the job is told
/// the number of positions and of moves checked so far, on the thread of the caller.
///
/// # Errors
///
/// The first [`Flaw`] in the order of the entries; or the check was cancelled, or the budget
/// or the machine refused the memory that it takes.
///
/// # Examples
///
/// `Coins` is the game of the example in the documentation of this crate: three coins,
/// of which one or two are taken.
///
/// ```
/// use zug_certify::{Claim, Listed, Terms, certify_entries};
/// use zug_job::Job;
/// use zug_values::{Nimber, Plies, Value};
/// # use zug_game::{Fault, Game, Players, Step};
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
///
/// /// Entry `e` stands for `3 - e` coins.
/// struct Table([(Value, Nimber); 4]);
///
/// impl Claim for Table {
///     type Position = u32;
///
///     fn entries(&self) -> usize {
///         4
///     }
///     fn most_positions(&self) -> usize {
///         1
///     }
///     fn positions(&self, entry: usize, out: &mut Vec<u32>) {
///         *out = vec![3 - entry as u32];
///     }
///     fn entry_of(&self, coins: &u32) -> Option<usize> {
///         3_usize.checked_sub(*coins as usize)
///     }
///     fn value(&self, entry: usize) -> Value {
///         self.0[entry].0
///     }
///     fn has_nimbers(&self) -> bool {
///         true
///     }
///     fn nimber(&self, entry: usize) -> Option<Nimber> {
///         Some(self.0[entry].1)
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
) -> Result<Certificate, NotCertified<J::Position>>
where
    J: Game,
    Q: Game<Position = J::Position> + Sync,
    C: Claim<Position = J::Position> + Sync,
{
    let check = Check::new(judge, quick, claim, terms, job)?;
    for &root in terms.roots {
        if check.find(&root, &mut Vec::new()).is_none() {
            return Err(Flaw::RootMissing { root }.into());
        }
    }
    let certificate = check.all_entries()?;
    if terms.listed == Listed::Reachable {
        check.all_are_reached()?;
    }
    if certificate.nimbers > 0 && check.turns_back.load(Ordering::Relaxed) {
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
    /// All memory that the check takes.
    charge: Charge,
    /// A bit for each position of each entry (see `bit`): whether a move from an earlier
    /// entry leads to the position.
    reached: Vec<AtomicU64>,
    /// Whether a move leads to an earlier entry, or from an entry to itself.
    turns_back: AtomicBool,
    /// The positions that all threads together have checked.
    positions: AtomicU64,
    /// The moves that all threads together have checked.
    moves: AtomicU64,
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
            mex: Mex::default(),
            certificate: Certificate::OF_NOTHING,
        }
    }
}

/// The error in the earliest chunk so far, with the number of the chunk.
type First<P> = Mutex<Option<(usize, NotCertified<P>)>>;

impl<'c, 't, J, Q, C> Check<'c, 't, J, Q, C>
where
    J: Game,
    Q: Game<Position = J::Position> + Sync,
    C: Claim<Position = J::Position> + Sync,
{
    fn new(
        judge: &'c (dyn Fn() -> J + Sync),
        quick: &'c Q,
        claim: &'c C,
        terms: &'c Terms<'t, J::Position>,
        job: &'c Job,
    ) -> Result<Self, NotCertified<J::Position>> {
        let entries = claim.entries();
        let needed = bytes_held(entries, claim.most_positions(), claim.has_nimbers());
        let refused = |refusal| out_of_memory(refusal, entries);
        let charge = job.budget.charge(needed).map_err(refused)?;
        let places = entries * claim.most_positions();
        let words = match terms.listed {
            Listed::Reachable => places.div_ceil(64),
            Listed::Closed => 0,
        };
        let mut reached = room(words, &charge).map_err(refused)?;
        reached.resize_with(words, AtomicU64::default);
        Ok(Self {
            judge,
            quick,
            claim,
            terms,
            job,
            charge,
            reached,
            turns_back: AtomicBool::new(false),
            positions: AtomicU64::new(0),
            moves: AtomicU64::new(0),
        })
    }

    fn all_entries(&self) -> Result<Certificate, NotCertified<J::Position>> {
        let chunks = self.claim.entries().div_ceil(CHUNK);
        let (next, first_failed) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let failed: First<J::Position> = Mutex::new(None);
        let work = |tell: &dyn Fn()| {
            let mut desk = Desk::new((self.judge)());
            loop {
                let chunk = next.fetch_add(1, Ordering::Relaxed);
                // The chunks before a flaw are still checked, as they may have an earlier flaw.
                if chunk >= chunks.min(first_failed.load(Ordering::Relaxed)) {
                    return desk.certificate;
                }
                if let Err(error) = self.chunk(chunk, &mut desk) {
                    first_failed.fetch_min(chunk, Ordering::Relaxed);
                    let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                    if failed.as_ref().is_none_or(|(known, _)| chunk < *known) {
                        *failed = Some((chunk, error));
                    }
                    return desk.certificate;
                }
                tell();
            }
        };
        let mut certificate = Certificate::OF_NOTHING;
        thread::scope(|scope| {
            let others = self.job.threads.get().min(chunks).saturating_sub(1);
            let mut started = Vec::new();
            for _ in 0..others {
                // Where the machine refuses a thread, the others do its work.
                match self.job.threads.start(scope, || work(&|| ())) {
                    Ok(thread) => started.push(thread),
                    Err(_) => break,
                }
            }
            certificate.add(&work(&|| self.job.watch.progress(&self.progress())));
            for thread in started {
                match thread.join() {
                    Ok(part) => certificate.add(&part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, error)) => Err(error),
            None => Ok(certificate),
        }
    }

    fn chunk(&self, chunk: usize, desk: &mut Desk<J>) -> Result<(), NotCertified<J::Position>> {
        let first = chunk * CHUNK;
        let before = desk.certificate;
        for entry in first..(first + CHUNK).min(self.claim.entries()) {
            let mut listed = std::mem::take(&mut desk.listed);
            self.claim.positions(entry, &mut listed);
            for (place, &position) in listed.iter().enumerate() {
                self.go_on()?;
                self.position(entry, place, position, desk)?;
            }
            desk.listed = listed;
            desk.certificate.entries += 1;
        }
        let now = desk.certificate;
        let (positions, moves) = (now.positions - before.positions, now.moves - before.moves);
        self.positions.fetch_add(positions, Ordering::Relaxed);
        self.moves.fetch_add(moves, Ordering::Relaxed);
        Ok(())
    }

    fn go_on(&self) -> Result<(), NotCertified<J::Position>> {
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

    /// Checks one position of an entry.
    fn position(
        &self,
        entry: usize,
        place: usize,
        position: J::Position,
        desk: &mut Desk<J>,
    ) -> Result<(), Flaw<J::Position>> {
        if self.claim.entry_of(&position) != Some(entry) {
            return Err(Flaw::LookedUpElsewhere { position });
        }
        let over = self.play(entry, place, position, desk)?;
        let claimed = self.claim.value(entry);
        let nimber = self.claim.nimber(entry);
        let mut best: Option<Value> = None;
        for step in &desk.steps {
            let successor = step.position;
            let (there, its_place) = self.find(&successor, &mut desk.others).ok_or(Flaw::Open {
                position,
                successor,
            })?;
            if there > entry {
                self.reach(there, its_place);
            } else if !self.turns_back.load(Ordering::Relaxed) {
                // It is written only while it is not set, as each write makes the reads of
                // other threads wait.
                self.turns_back.store(true, Ordering::Relaxed);
            }
            let value = self.claim.value(there);
            if value.remoteness() == Some(Plies(u32::MAX)) {
                return Err(Flaw::TooRemote {
                    position: successor,
                    claimed: value,
                });
            }
            best = best.max(Some(value.before(step.turn)));
            if nimber.is_some() {
                let its_nimber = self.claim.nimber(there);
                match its_nimber.filter(|_| step.turn == Turn::Passes) {
                    Some(nimber) => desk.mex.insert(nimber),
                    None => return Err(Flaw::NoNimber { position }),
                }
            }
        }
        judge_value(position, claimed, over, best)?;
        if let Some(claimed) = nimber {
            if over.is_some_and(|outcome| outcome != Outcome::Loss) {
                return Err(Flaw::NoNimber { position });
            }
            let actual = desk.mex.take();
            if actual != claimed {
                return Err(Flaw::Nimber {
                    position,
                    claimed,
                    actual,
                });
            }
            desk.certificate.nimbers += 1;
        }
        let moves = desk.steps.len() as u64;
        desk.certificate.moves += moves;
        if place == 0 {
            desk.certificate.entry_moves += moves;
        }
        desk.certificate.count(claimed);
        Ok(())
    }

    /// Plays a position by `quick`, and by the judge if the terms ask for it. Returns the
    /// outcome if the game is over; else leaves the moves in `desk.steps`.
    fn play(
        &self,
        entry: usize,
        place: usize,
        position: J::Position,
        desk: &mut Desk<J>,
    ) -> Result<Option<Outcome>, Flaw<J::Position>> {
        let broken = |fault| Flaw::Fault { position, fault };
        let over = expand(self.quick, &position, &mut desk.steps);
        let is_judged = match self.terms.judged {
            Judged::All => true,
            Judged::Sample(sample) => sample.takes(entry, place, matches!(over, Ok(Some(_)))),
        };
        if !is_judged {
            return over.map_err(broken);
        }
        let ruled = expand(&desk.judge, &position, &mut desk.judged).map_err(broken)?;
        if over != Ok(ruled) || desk.steps != desk.judged {
            return Err(Flaw::PlayedOtherwise { position });
        }
        desk.certificate.judged += 1;
        Ok(ruled)
    }

    /// The entry that stands for a position, and the place of the position in it.
    fn find(
        &self,
        position: &J::Position,
        others: &mut Vec<J::Position>,
    ) -> Option<(usize, usize)> {
        let entry = self.claim.entry_of(position)?;
        self.claim.positions(entry, others);
        let place = others.iter().position(|other| other == position)?;
        Some((entry, place))
    }

    /// The bit of a position in `reached`: the index of its word, and the bit in the word.
    fn bit(&self, entry: usize, place: usize) -> (usize, u64) {
        let bit = entry * self.claim.most_positions() + place;
        (bit / 64, 1 << (bit % 64))
    }

    fn reach(&self, entry: usize, place: usize) {
        let (word, bit) = self.bit(entry, place);
        if let Some(word) = self.reached.get(word) {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Checks that each position is a root or is reached from an earlier entry.
    fn all_are_reached(&self) -> Result<(), NotCertified<J::Position>> {
        let mut listed = Vec::new();
        for entry in 0..self.claim.entries() {
            if entry.is_multiple_of(CHUNK) {
                self.go_on()?;
            }
            self.claim.positions(entry, &mut listed);
            for (place, &position) in listed.iter().enumerate() {
                let (word, bit) = self.bit(entry, place);
                let is_reached = self.reached[word].load(Ordering::Relaxed) & bit != 0;
                if !is_reached && !self.terms.roots.contains(&position) {
                    return Err(Flaw::Unreached { position }.into());
                }
            }
        }
        Ok(())
    }

    /// Checks that play cannot go round in a circle. Entries to which no move leads are taken
    /// away, with their moves, as long as there are any; entries that are left are on a circle
    /// or behind one (A. B. Kahn, 1962).
    fn play_ends(&self) -> Result<(), NotCertified<J::Position>> {
        let entries = self.claim.entries();
        let refused = |refusal| out_of_memory(refusal, entries);
        let mut moves_into: Vec<u32> = room(entries, &self.charge).map_err(refused)?;
        moves_into.resize(entries, 0);
        for entry in 0..entries {
            self.each_move(entry, |there| moves_into[there] += 1)?;
        }
        let mut free: Vec<u32> = room(entries, &self.charge).map_err(refused)?;
        free.extend((0..entries as u32).filter(|entry| moves_into[*entry as usize] == 0));
        while let Some(entry) = free.pop() {
            self.each_move(entry as usize, |there| {
                moves_into[there] -= 1;
                if moves_into[there] == 0 {
                    free.push(there as u32);
                }
            })?;
        }
        let Some(entry) = moves_into.iter().position(|moves| *moves > 0) else {
            return Ok(());
        };
        let mut listed = Vec::new();
        self.claim.positions(entry, &mut listed);
        Err(Flaw::Circle {
            position: listed[0],
        }
        .into())
    }

    /// Calls `visit` with the entry that a move leads to, for each move out of an entry.
    fn each_move(
        &self,
        entry: usize,
        mut visit: impl FnMut(usize),
    ) -> Result<(), NotCertified<J::Position>> {
        self.go_on()?;
        let (mut listed, mut steps) = (Vec::new(), Vec::new());
        self.claim.positions(entry, &mut listed);
        for position in listed {
            let broken = |fault| Flaw::Fault { position, fault };
            expand(self.quick, &position, &mut steps).map_err(broken)?;
            for step in &steps {
                if let Some(there) = self.claim.entry_of(&step.position) {
                    visit(there);
                }
            }
        }
        Ok(())
    }
}

/// An empty vector with room for this many items, whose bytes were charged before.
fn room<T>(items: usize, charge: &Charge) -> Result<Vec<T>, Refusal> {
    let mut room = Vec::new();
    let taken = charge.budget().attempt(|| room.try_reserve_exact(items));
    taken.map_err(|_| charge.refused_by_machine((items * size_of::<T>()) as u64))?;
    Ok(room)
}

/// The budget or the machine refused memory to the check of this number of entries.
fn out_of_memory(refusal: Refusal, entries: usize) -> Stopped {
    Stopped::out_of_memory(refusal, Progress::at(Phase::Verifying, entries as u64))
}

/// Returns the outcome of a position in which the game is over; else `None`, with the moves
/// in `steps`.
fn expand<G: Game>(
    game: &G,
    position: &G::Position,
    steps: &mut Vec<Step<G::Position>>,
) -> Result<Option<Outcome>, Fault> {
    steps.clear();
    let result = game.expand(position, steps)?;
    Ok(result.or_else(|| steps.is_empty().then(|| game.stuck())))
}
