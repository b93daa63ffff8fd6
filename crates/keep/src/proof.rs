//! Proofs of searches in files.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use zug::report::{CertifyReport, Head, ProofReport};
use zug::{
    Outcome, Plies, Problem, Proof, ProofCheck, ProofClaim, ProofOfDraws, Proved, Request,
    Searched, SolveOptions, Worth,
};
use zug_tablebase::{Error as FileError, Identity, NotWritten, ProofFile, ProofHead, write_proof};

use crate::error::{Error, Result};
use crate::{identity, whole_file};

/// What a proof is of, as its head says it.
const SCOPE: &str = "proof";

/// Why the entries of a proof were not read.
enum Unread {
    File(FileError),
    Entry(zug::Error),
}

impl From<FileError> for Unread {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

/// Refuses a file that cannot be written, before the work.
///
/// # Errors
///
/// The file could not be written in any case.
pub fn refuse_if_hopeless(path: &Path) -> Result<()> {
    let found = whole_file::folder_of(path);
    let found = found.and_then(|_| whole_file::refuse_named_pipe(path));
    found.map_err(|why| Error::of_proof(path, why))
}

/// Writes the proof of what a search found. Returns what the report says of it; `None` if
/// there is none.
///
/// # Errors
///
/// The file cannot be written; the work is stopped.
pub fn write(
    path: &Path,
    request: &Request,
    problem: &Problem,
    searched: &Searched,
    options: &SolveOptions,
) -> Result<Option<ProofReport>> {
    let Some(proof) = &searched.proof else {
        return Ok(None);
    };
    let of = identity::of_search(request, problem, options, SCOPE)?;
    let mut proofs = vec![(head(of, &searched.claim(), proof), proof)];
    if let Some((drawn, of_draws)) = problem.draws_won().zip(searched.proof_of_draws.as_ref()) {
        let of = identity::of_search(request, drawn, options, SCOPE)?;
        let ProofOfDraws { claim, proof } = of_draws;
        proofs.push((head(of, claim, proof), proof));
    }
    let mut bytes = 0;
    let written = whole_file::write_by(path, |file: &mut File| {
        let mut out = BufWriter::new(file);
        for (head, proof) in &proofs {
            bytes += write_proof(&mut out, head, proof.entries(), &options.job())?;
        }
        Ok::<(), NotWritten>(())
    });
    match written {
        Ok(()) => Ok(Some(ProofReport {
            entries: proofs.iter().map(|(head, _)| head.entries).sum(),
            bytes,
        })),
        Err(NotWritten::System(why)) => Err(Error::of_proof(path, why)),
        Err(NotWritten::Stopped(stopped)) => Err(zug::Error::Solve(stopped.into()).into()),
        Err(other) => Err(Error::of_proof(path, std::io::Error::other(other))),
    }
}

/// The head of a proof.
fn head(of: Identity, claim: &ProofClaim, proof: &Proof) -> ProofHead {
    let (outcome, remoteness) = (claim.outcome().to_string(), claim.remoteness());
    let remoteness = remoteness.map(|Plies(plies)| plies);
    ProofHead::new(of, outcome, remoteness, proof.len() as u64).with_score(claim.score())
}

/// This program, which checks.
const PROGRAM: &str = concat!("zug ", env!("CARGO_PKG_VERSION"));

/// A proof that was checked.
#[derive(Debug)]
pub struct Certified {
    /// The problem that asks about the position.
    pub problem: Problem,
    /// What is proved of the position, where endless play is a draw.
    pub claim: ProofClaim,
    /// What the position is worth by the rules, which may name a winner of endless play.
    pub worth: Worth,
    proved: Proved,
    bytes: u64,
    rules_hash: String,
    in_catalogue: bool,
}

impl Certified {
    /// The report. Nothing in it stands on the head of the file alone: the claim was
    /// proved, and the rules with their parameters and the position are those that were played.
    pub fn report(&self, seconds: f64) -> CertifyReport {
        let Self {
            problem,
            claim,
            worth,
            ..
        } = self;
        CertifyReport {
            head: Head::of_problem(problem),
            position: problem.print(&problem.root()),
            outcome: worth.outcome().into(),
            remoteness: worth.remoteness().map(|Plies(plies)| plies),
            endless: worth.is_endless(),
            score: claim.score(),
            entries: self.proved.entries,
            positions: self.proved.positions,
            moves: self.proved.moves,
            by_the_rules_as_written: self.proved.judged,
            by_count_of_moves: self.proved.counted,
            bytes: self.bytes,
            seconds,
            program: PROGRAM.to_owned(),
            rules_hash: self.rules_hash.clone(),
            in_catalogue: self.in_catalogue,
        }
    }
}

/// Reads a proof and checks it.
///
/// # Errors
///
/// There is no proof, it is damaged, or it does not show what it says.
pub fn certify(path: &Path, options: &SolveOptions) -> Result<Certified> {
    let job = options.job();
    let file = ProofFile::open(path, &job.budget).map_err(Error::Proof)?;
    let (head, bytes) = (file.head().clone(), file.bytes());
    let of = &head.of;
    let request = identity::request(of, path.display().to_string());
    let problem = Problem::prepare(&request, options)?;
    let (claim, mut proved, another) = checked(file, path, &request, &problem, options)?;
    // A draw in the first proof says that neither player forces a win. Where the rules name a winner of endless play, a
    // second proof says whether the other player forces a draw.
    let is_over = problem.legal_moves(&problem.root())?.is_empty();
    let is_open = claim.outcome() == Outcome::Draw && !is_over;
    let of_draws = match (problem.draws_won().filter(|_| is_open), another) {
        (None, None) => None,
        (Some(drawn), Some(file)) => match checked(file, path, &request, drawn, options)? {
            (claim, of_draws, None) => Some((claim, of_draws)),
            (_, _, Some(_)) => {
                return Err(Error::of_parts(path, "two proofs suffice, and it has more"));
            }
        },
        (Some(_), None) => {
            return Err(Error::of_parts(
                path,
                "the proof is missing that tells a draw from play that never ends",
            ));
        }
        (None, Some(_)) => {
            return Err(Error::of_parts(path, "one proof suffices, and it has more"));
        }
    };
    let found = match &claim {
        ProofClaim::Worth(worth) => worth.clone(),
        ProofClaim::Score(score) => Outcome::of_score(*score).into(),
    };
    let drawn = of_draws.map(|(claim, of_draws)| {
        proved.add(&of_draws);
        claim.outcome()
    });
    let worth = if is_over {
        found
    } else {
        problem.read(&problem.root(), found, drawn)
    };
    let known = zug_catalogue::entries().iter();
    let in_catalogue = known
        .map(|entry| entry.source)
        .any(|source| source == of.rules);
    Ok(Certified {
        problem,
        claim,
        worth,
        proved,
        bytes,
        rules_hash: of.rules_hash(),
        in_catalogue,
    })
}

/// Checks a proof of a file that is of this problem. Returns what it shows, and what comes behind it in the file.
fn checked(
    file: ProofFile,
    path: &Path,
    request: &Request,
    problem: &Problem,
    options: &SolveOptions,
) -> Result<(ProofClaim, Proved, Option<ProofFile>)> {
    let (head, job) = (file.head().clone(), options.job());
    let wanted = identity::of_search(request, problem, options, SCOPE)?;
    if let Some((found, wanted)) = head.of.difference(&wanted) {
        let path = path.display().to_string();
        return Err(Error::ProofHead {
            path,
            found,
            wanted,
        });
    }
    let claim = claim(&head).ok_or_else(|| Error::ProofClaim {
        path: path.display().to_string(),
        claim: told(&head),
    })?;
    let mut check = ProofCheck::new(problem, head.entries, options)?;
    let read = file.each_block(&job, |entries| {
        for &(position, bounds) in entries {
            check.add(position, bounds).map_err(Unread::Entry)?;
        }
        Ok(())
    });
    let another = read.map_err(|why| match why {
        Unread::File(error) => Error::Proof(error),
        Unread::Entry(error) => error.into(),
    })?;
    let proved = check.run(&claim)?;
    Ok((claim, proved, another))
}

/// What the head of a proof claims; `None` if no proof shows all of it.
fn claim(head: &ProofHead) -> Option<ProofClaim> {
    let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Loss];
    let outcome = outcomes
        .into_iter()
        .find(|outcome| outcome.to_string() == head.outcome)?;
    ProofClaim::of(outcome, head.remoteness.map(Plies), head.score)
}

/// The claim of a head, in words.
fn told(head: &ProofHead) -> String {
    let remoteness = head.remoteness.map(|plies| format!(" in {plies} moves"));
    let score = head.score.map(|score| format!(" with the score {score}"));
    let more = [remoteness, score].into_iter().flatten();
    format!("the outcome {:?}", head.outcome) + &more.collect::<String>()
}
