//! Proofs of what a search found, and their check.
//!
//! A [`Proof`] is a list of packed positions with bounds of their scores. A [`ProofCheck`] is
//! given such a list, one entry after the other, and then checks all of it with the
//! interpreter alone: it neither searches nor believes anything that is listed. What is
//! checked and why it proves the claim is told in `zug_certify::proof`.

mod claim;
mod count;

use std::fmt;

use zug_certify::proof::{ProofFlaw, ProofList, Question, Unlisted, certify_proof};
use zug_certify::{Judged, NotProved, Sample};
use zug_game::U256;
use zug_job::{Job, Phase, Progress, Refusal, Stopped};
use zug_lang::Word;
use zug_solve::Error as SolveError;
use zug_solve::search::Proof as SearchProof;
use zug_values::{Bounds, Wanted};

use crate::error::{Error, GainsLack};
use crate::flaw::WrittenPosition;
use crate::options::SolveOptions;
use crate::problem::Problem;
use crate::solution::{Defined, Definition, Extent};
use crate::subject::{AnyGame, for_each_game};

pub use claim::ProofClaim;
pub(crate) use count::CountByRules;
pub use zug_certify::proof::Proved;

/// What proves the answer of a search: packed positions in ascending order, with bounds
/// of what each is worth to the player to move there.
#[derive(Debug)]
pub struct Proof(Box<dyn Listed>);

/// A list of positions with bounds, whatever the width of the positions.
trait Listed: fmt::Debug + Send + Sync {
    /// The entries in the order of the list, their positions in 256 bits.
    fn widened(&self) -> Box<dyn ExactSizeIterator<Item = (U256, Bounds)> + '_>;
}

impl<P: Word> Listed for SearchProof<P> {
    fn widened(&self) -> Box<dyn ExactSizeIterator<Item = (U256, Bounds)> + '_> {
        let entries = self.entries().iter();
        Box::new(entries.map(|(position, bounds)| (position.widen(), *bounds)))
    }
}

impl Proof {
    pub(crate) fn new<P: Word>(proof: SearchProof<P>) -> Self {
        Self(Box::new(proof))
    }

    /// The number of entries.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "an empty proof is a proof")]
    pub fn len(&self) -> usize {
        self.0.widened().len()
    }

    /// The entries in ascending order of the packed positions.
    pub fn entries(&self) -> Box<dyn Iterator<Item = (U256, Bounds)> + '_> {
        self.0.widened()
    }
}

/// About the number of entries that the plain evaluator plays too. It takes some ten
/// microseconds for each of their positions.
const JUDGED: u64 = 10_000;

/// A proof that is to be checked.
///
/// ```
/// use zug::{ProofCheck, ProofClaim, Problem, Request, SolveOptions};
///
/// let request = Request::catalogue("connect-four")?;
/// let problem = Problem::new(&request.set("width", "4").set("height", "4"))?;
/// let options = SolveOptions::default().with_proof(true);
/// let searched = problem.search(&options)?;
/// let proof = searched.proof.expect("it was asked for");
///
/// let mut check = ProofCheck::new(&problem, proof.len() as u64, &options)?;
/// for (position, bounds) in proof.entries() {
///     check.add(position, bounds)?;
/// }
/// let proved = check.run(&ProofClaim::Worth(searched.worth))?;
/// assert_eq!(proved.entries, proof.len() as u64);
/// # Ok::<(), zug::Error>(())
/// ```
pub struct ProofCheck<'p> {
    problem: &'p Problem,
    list: Box<dyn Checkable + 'p>,
    options: SolveOptions,
    job: Job,
}

/// A list that is to be checked, in positions of whatever width.
trait Checkable: Send + Sync {
    /// Adds an entry, as [`ProofCheck::add`].
    fn add(&mut self, position: U256, bounds: Bounds) -> Result<(), Error>;

    /// Checks that the list proves the claims.
    fn certify(
        &self,
        check: &ProofCheck<'_>,
        claims: &[Wanted],
        of_scores: bool,
    ) -> Result<Proved, Error>;
}

/// A list of positions of a game.
struct ListOf<'p, G: Defined> {
    game: &'p G,
    list: ProofList<G::Position>,
}

impl<G: Defined> Checkable for ListOf<'_, G> {
    fn add(&mut self, position: U256, bounds: Bounds) -> Result<(), Error> {
        let narrow = G::Position::narrow(position);
        if narrow.widen() != position {
            let position = WrittenPosition(format!("{position:#x}"));
            return Err(Error::Unproved(Box::new(ProofFlaw::NoPosition {
                position,
            })));
        }
        let added = self.list.push(narrow, bounds);
        added.map_err(|why| match why {
            Unlisted::Refused(refusal) => SolveError::from(out_of_memory(refusal, 0)).into(),
            _ => Error::ProofList(why),
        })
    }

    fn certify(
        &self,
        check: &ProofCheck<'_>,
        claims: &[Wanted],
        of_scores: bool,
    ) -> Result<Proved, Error> {
        check.certify(self.game, &self.list, claims, of_scores)
    }
}

impl<'p> ProofCheck<'p> {
    /// A check of a proof about the position that a problem asks about, with room for this
    /// number of entries.
    ///
    /// # Errors
    ///
    /// The memory allowed does not suffice.
    pub fn new(problem: &'p Problem, entries: u64, options: &SolveOptions) -> Result<Self, Error> {
        let job = options.job();
        let room = usize::try_from(entries).unwrap_or(usize::MAX >> 8);
        let refused = |refusal: Refusal| SolveError::from(out_of_memory(refusal, 0));
        let list = for_each_game!(&problem.game, AnyGame, game => {
            let list = ProofList::with_room(room, &job.budget).map_err(refused)?;
            Box::new(ListOf { game, list }) as Box<dyn Checkable + 'p>
        });
        Ok(Self {
            problem,
            list,
            options: options.clone(),
            job,
        })
    }

    /// Adds an entry: a packed position, and bounds of what it is worth to the player to move.
    ///
    /// # Errors
    ///
    /// The number is too large for a position, the position was added before, or there are
    /// more entries than were announced.
    pub fn add(&mut self, position: U256, bounds: Bounds) -> Result<(), Error> {
        self.list.add(position, bounds)
    }

    /// Checks that the list proves the claim, whole: what holds of the position is then all that the
    /// claim tells. The plain evaluator plays about as many entries as `verify` of a solution would,
    /// and the interpreter all.
    ///
    /// # Errors
    ///
    /// The proof is wrong; the claim is a score, and the game ends with none; the number of moves or
    /// the score is larger than a proof can tell; the caller cancelled.
    pub fn run(self, claim: &ProofClaim) -> Result<Proved, Error> {
        match claim {
            ProofClaim::Worth(worth) => {
                let limit = zug_values::MOST_PLIES;
                let claims = Wanted::of(worth).ok_or(SolveError::TooLong { limit })?;
                // Where moves gain points, who wins is a claim about the score.
                let gains = self.problem.has_gains();
                if gains && worth.remoteness().is_some() {
                    return Err(Error::Gains(GainsLack::Remoteness));
                }
                self.list.certify(&self, &claims, gains)
            }
            ProofClaim::Score(_) if !self.problem.has_scores() => Err(Error::NoScores),
            &ProofClaim::Score(score) => {
                let largest = zug_values::MOST_POINTS;
                let claims = Wanted::of_points(score);
                let claims = claims.ok_or(SolveError::Score { score, largest })?;
                self.list.certify(&self, &claims, true)
            }
        }
    }

    fn certify<G: Defined>(
        &self,
        game: &G,
        list: &ProofList<G::Position>,
        claims: &[Wanted],
        of_scores: bool,
    ) -> Result<Proved, Error> {
        let judging = Job::default().with_cancel(self.options.cancel.clone());
        let judge = || game.definition(&judging);
        let rank = game.level(&self.job);
        let entries = list.len() as u64;
        let sample = Sample::of(JUDGED, entries, entries, Extent::SEED);
        // By the interpreter, so that machine code is not taken on trust; with all
        // symmetries that are declared, as a search uses them.
        let game = game.without_machine_code().with_symmetries(None);
        let count = if of_scores {
            None
        } else {
            CountByRules::new(&game, &judge(), &self.job.budget)
        };
        let counted = |position: &G::Position| count.as_ref()?.outcome(position);
        let question = Question {
            root: Word::narrow(self.problem.root().to_bits()),
            claims,
            rank: rank.as_deref(),
            is_position: &|rules: &G::Definition, position| rules.is_state(*position),
            judged: Judged::Sample(sample),
            scores: of_scores,
            gains: game.moves_gain(),
            counted: count.is_some().then_some(&counted),
        };
        let certified = certify_proof(&judge, &game, list, &question, &self.job);
        certified.map_err(|error| match error {
            // What is cancelled in the middle of a position looks like broken rules.
            NotProved::Flaw(ProofFlaw::Fault { .. }) if self.job.cancel.is_cancelled() => {
                SolveError::from(Stopped::cancelled(Progress::at(Phase::Verifying, 0))).into()
            }
            NotProved::Flaw(flaw) => {
                let rules = judge();
                let flaw = flaw.map(|position| WrittenPosition(rules.text(position)));
                Error::Unproved(Box::new(flaw))
            }
            NotProved::Stopped(stopped) => SolveError::from(stopped).into(),
        })
    }
}

impl fmt::Debug for ProofCheck<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProofCheck")
            .field("problem", &self.problem)
            .finish_non_exhaustive()
    }
}

fn out_of_memory(refusal: Refusal, entries: u64) -> Stopped {
    Stopped::out_of_memory(refusal, Progress::at(Phase::Verifying, entries))
}
