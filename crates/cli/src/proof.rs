//! Proofs of searches in files: written by `zug solve --proof`, read by `zug certify`.
//!
//! As with tables, this is where the library that searches, which does no I/O, meets the one that
//! reads and writes files, which knows no games.

use std::fs::File;
use std::io::{BufWriter, ErrorKind};
use std::path::Path;

use anyhow::Result;
use zug::report::{CertifyReport, Head, ProofReport};
use zug::{
    Outcome, Plies, Problem, ProofCheck, ProofClaim, Proved, Request, Searched, SolveOptions, Worth,
};
use zug_tablebase::{Error, Identity, NotWritten, ProofFile, ProofHead, write_proof};

use crate::{stored, whole_file};

/// Why a proof cannot be had from a file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProofError {
    /// The file cannot be read, or is damaged.
    #[error(transparent)]
    File(#[from] Error),
    /// The head of the file says what its rules do not.
    #[error(
        "{path} is not a proof that this program can read: it is of {found}, and its rules give {wanted}"
    )]
    Head {
        path: String,
        found: String,
        wanted: String,
    },
    /// The head of the file tells what no proof shows together.
    #[error("{path} is wrong: no proof shows {claim}")]
    Claim { path: String, claim: String },
    /// The file cannot be written.
    #[error("the proof cannot be written to {path}: {why}")]
    Unwritten { path: String, why: std::io::Error },
}

impl ProofError {
    /// Whether the person named a file that is none, or no proof.
    pub(crate) fn is_misuse(&self) -> bool {
        match self {
            Self::File(Error::NoProof(_)) => true,
            Self::File(Error::System { source, .. }) => source.kind() == ErrorKind::NotFound,
            _ => false,
        }
    }

    /// Whether the proof was not written because the disk is full, or the person's quota of it.
    pub(crate) fn is_full_disk(&self) -> bool {
        let Self::Unwritten { why, .. } = self else {
            return false;
        };
        matches!(
            why.kind(),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded
        )
    }
}

/// Why the entries of a proof were not read.
enum Unread {
    File(Error),
    Entry(zug::Error),
}

impl From<Error> for Unread {
    fn from(error: Error) -> Self {
        Self::File(error)
    }
}

/// Refuses a file that cannot be written, before the work.
pub(crate) fn refuse_if_hopeless(path: &Path) -> Result<()> {
    let found = whole_file::folder_of(path);
    let found = found.and_then(|_| whole_file::refuse_named_pipe(path));
    Ok(found.map_err(|why| unwritten(path, why))?)
}

fn unwritten(path: &Path, why: std::io::Error) -> ProofError {
    ProofError::Unwritten {
        path: path.display().to_string(),
        why,
    }
}

/// Writes the proof of what a search found. Returns what the report says of it; `None` if
/// there is none.
pub(crate) fn write(
    path: &Path,
    request: &Request,
    problem: &Problem,
    searched: &Searched,
    options: &SolveOptions,
) -> Result<Option<ProofReport>> {
    let Some(proof) = &searched.proof else {
        return Ok(None);
    };
    let count = proof.len() as u64;
    let of = identity(request, problem, options)?;
    let claim = searched.claim();
    let (outcome, remoteness) = (claim.outcome().to_string(), claim.remoteness());
    let remoteness = remoteness.map(|Plies(plies)| plies);
    let head = ProofHead::new(of, outcome, remoteness, count).with_score(claim.score());
    let mut bytes = 0;
    let written = whole_file::write_by(path, |file: &mut File| {
        let mut out = BufWriter::new(file);
        bytes = write_proof(&mut out, &head, proof.entries(), &options.job())?;
        Ok::<(), NotWritten>(())
    });
    match written {
        Ok(()) => Ok(Some(ProofReport {
            entries: count,
            bytes,
        })),
        Err(NotWritten::System(why)) => Err(unwritten(path, why).into()),
        Err(NotWritten::Stopped(stopped)) => Err(zug::Error::Solve(stopped.into()).into()),
        Err(other) => Err(other.into()),
    }
}

/// This program, which checks.
const PROGRAM: &str = concat!("zug ", env!("CARGO_PKG_VERSION"));

/// A proof that was checked.
pub(crate) struct Certified {
    pub(crate) problem: Problem,
    /// What is proved of the position that the problem asks about.
    pub(crate) claim: ProofClaim,
    proved: Proved,
    bytes: u64,
    rules_hash: String,
    in_catalogue: bool,
}

impl Certified {
    /// What the position is worth by the rules. The proof itself knows endless play as a draw.
    pub(crate) fn worth(&self) -> Worth {
        let Self { problem, claim, .. } = self;
        let proved = match claim {
            ProofClaim::Worth(worth) => worth.clone(),
            ProofClaim::Score(score) => Outcome::of_score(*score).into(),
        };
        problem.read(&problem.root(), proved)
    }

    /// All that the command tells. Nothing in it stands on the head of the file alone: the claim was
    /// proved, and the rules with their parameters and the position are those that were played.
    pub(crate) fn report(&self, seconds: f64) -> CertifyReport {
        let Self { problem, claim, .. } = self;
        let worth = self.worth();
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
pub(crate) fn certify(path: &Path, options: &SolveOptions) -> Result<Certified> {
    let job = options.job();
    let file = ProofFile::open(path, &job.budget).map_err(ProofError::from)?;
    let (head, bytes) = (file.head().clone(), file.bytes());
    let of = &head.of;
    let mut request = Request::rules(&of.rules, path.display().to_string()).at(&of.position);
    request.settings.parameters.clone_from(&of.parameters);
    let request = request.with_play(Some(stored::play(of)));
    let problem = Problem::prepare(&request, options)?;
    let wanted = identity(&request, &problem, options)?;
    if let Some((found, wanted)) = of.difference(&wanted) {
        let path = path.display().to_string();
        return Err(ProofError::Head {
            path,
            found,
            wanted,
        }
        .into());
    }
    let claim = claim(&head).ok_or_else(|| ProofError::Claim {
        path: path.display().to_string(),
        claim: told(&head),
    })?;
    let mut check = ProofCheck::new(&problem, head.entries, options)?;
    let read = file.each_block(&job, |entries| {
        for &(position, bounds) in entries {
            check.add(position, bounds).map_err(Unread::Entry)?;
        }
        Ok(())
    });
    read.map_err(|why| match why {
        Unread::File(error) => anyhow::Error::from(ProofError::File(error)),
        Unread::Entry(error) => error.into(),
    })?;
    let proved = check.run(&claim)?;
    let known = zug_catalogue::entries().iter();
    let in_catalogue = known
        .map(|entry| entry.source)
        .any(|source| source == of.rules);
    Ok(Certified {
        problem,
        claim,
        proved,
        bytes,
        rules_hash: of.rules_hash(),
        in_catalogue,
    })
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

/// What a proof about the position of a problem is of.
pub(crate) fn identity(
    request: &Request,
    problem: &Problem,
    options: &SolveOptions,
) -> Result<Identity> {
    Ok(Identity {
        game: problem.name().to_owned(),
        rules: request.source.clone(),
        parameters: problem.parameters(),
        play: problem.play().to_string(),
        position: problem.print(&problem.root()),
        scope: "proof".to_owned(),
        symmetries: problem.search_plan(options).symmetries as u64,
        landmarks: problem.landmarks_in_words(None)?,
    })
}
