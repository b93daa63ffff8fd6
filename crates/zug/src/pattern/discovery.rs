//! A pattern that was found, and how it is checked.

use schemars::JsonSchema;
use serde::Serialize;
use zug_automata::{Automaton, Digits};
use zug_certify::pattern::{
    PatternAutomaton, PatternCertificate, PatternClaim, PatternDigits, PatternFlaw, certify_pattern,
};
use zug_discover::{End, Limits, Pattern};
use zug_game::linear::{LinearGame, Named};
use zug_job::Job;
use zug_values::Play;

use super::error::PatternError;
use super::subject::{Conditions, PatternAbout, PatternSubject, told_digits};
use super::walnut::{self, WalnutFile};
use crate::error::Error;
use crate::request::Request;

/// How the search for a pattern ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "StatusWord")]
pub enum PatternStatus {
    /// It is proved for all sizes, and checked.
    Proved,
    /// It agrees with all positions that were solved, and is not proved.
    Agrees,
    /// It agrees with all positions that were solved, and is false elsewhere.
    Refuted,
    /// None was found.
    None,
}

/// What was found about the lost positions of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Discovery {
    /// What the pattern is about.
    pub subject: PatternSubject,
    /// The name of the game in its rules, or its notation.
    pub name: String,
    /// Who wins when a player is stuck.
    pub play: Play,
    /// The game whose lost positions the pattern says: that of the rules, or beside a heap of Nim.
    pub game: LinearGame,
    /// How the search ended.
    pub status: PatternStatus,
    /// The pattern that the end is about.
    pub claim: Option<PatternClaim>,
    /// What the pattern says, in words that were proved to say the same.
    pub words: Option<String>,
    /// The largest number up to which the pattern was compared with solved positions.
    pub compared: u64,
    /// Why it is not proved, or false, or why none was found.
    pub reason: Option<String>,
    /// The number of positions that were solved.
    pub positions: usize,
    /// The systems of digits that were tried.
    pub tried: Vec<String>,
    /// What the certificate shows; `None` where the pattern is not proved.
    pub certificate: Option<PatternCertificate>,
    /// The number of small positions in which the linear conditions were compared with the rules in
    /// play.
    pub judged: usize,
}

impl Discovery {
    /// The files by which Walnut proves the pattern, or refutes it: the automaton, and the commands.
    ///
    /// ```
    /// use zug::{Job, Request, discover};
    ///
    /// let found = discover(&Request::catalogue("mark")?, &Job::default())?;
    /// let files = found.walnut_files()?;
    /// assert_eq!(files[0].name, "mark_lost.txt");
    /// assert!(files[0].text.starts_with("msd_2\n\n0 1\n0 -> 0\n1 -> 1\n"));
    /// assert!(files[1].text.contains("eval mark_a_move_to_lost "));
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// No pattern was found, or the rules have too large numbers.
    pub fn walnut_files(&self) -> Result<[WalnutFile; 2], PatternError> {
        let claim = self.claim.as_ref().ok_or(PatternError::NoPattern)?;
        walnut::files(&self.name, self.play, &self.game, claim)
    }
}

/// Looks for a pattern of the lost positions, for all values of the parameters that the request does not
/// set.
///
/// ```
/// use zug::{Job, PatternStatus, Request, discover};
///
/// let found = discover(&Request::catalogue("subtraction")?, &Job::default())?;
/// assert_eq!(found.status, PatternStatus::Proved);
/// assert_eq!(found.words.as_deref(), Some("heap mod 7 is 0 or 2"));
/// # Ok::<(), zug::Error>(())
/// ```
///
/// # Errors
///
/// The rules or settings are at fault, the rules are not linear, or the job was stopped.
pub fn discover(request: &Request, job: &Job) -> Result<Discovery, Error> {
    discover_about(
        &PatternSubject::Rules(request.clone()),
        PatternAbout::Lost,
        job,
    )
}

/// Looks for a pattern of the lost positions, or of the nimbers.
///
/// The pattern of the nimbers of {1, 3, 4} and of Lasker's Nim, 4.(3), in which a move takes counters or splits a heap:
///
/// ```
/// use zug::{Job, PatternAbout, PatternStatus, PatternSubject, discover_about};
///
/// for notation in ["{1,3,4}", "4.(3)"] {
///     let heaps = PatternSubject::Heaps(notation.parse().expect("a game on heaps"));
///     let found = discover_about(&heaps, PatternAbout::Nimbers, &Job::default())?;
///     assert_eq!(found.status, PatternStatus::Proved);
/// }
/// # Ok::<(), zug::Error>(())
/// ```
///
/// # Errors
///
/// As for [`discover`]; or positions of the game have no nimbers.
pub fn discover_about(
    subject: &PatternSubject,
    about: PatternAbout,
    job: &Job,
) -> Result<Discovery, Error> {
    let conditions = subject.read(job)?;
    let game = conditions.about(about)?;
    let limits = Limits::for_game(&game);
    let found = zug_discover::find(&game, limits, job).map_err(PatternError::from)?;
    let mut discovery = Discovery {
        subject: subject.clone(),
        name: conditions.name.clone(),
        play: conditions.play,
        status: PatternStatus::None,
        claim: None,
        words: None,
        compared: 0,
        reason: None,
        positions: found.positions,
        tried: found
            .tried
            .iter()
            .map(|digits| told_digits(claimed_digits(*digits)))
            .collect(),
        certificate: None,
        judged: 0,
        game,
    };
    let (pattern, status, reason) = match found.end {
        End::Proved(pattern) => (pattern, PatternStatus::Proved, None),
        End::Agrees(pattern, error) => (pattern, PatternStatus::Agrees, Some(error.to_string())),
        End::Refuted(pattern, refuted) => {
            let reason = format!("{}: {}", refuted.what, told_values(&refuted.values));
            (pattern, PatternStatus::Refuted, Some(reason))
        }
        End::None(reason) => {
            discovery.reason = reason.map(|reason| reason.to_string());
            return Ok(discovery);
        }
    };
    discovery.claim = Some(claim(&pattern));
    discovery.words = pattern.words;
    discovery.compared = pattern.compared;
    (discovery.status, discovery.reason) = (status, reason);
    if status == PatternStatus::Proved {
        discovery.check(&conditions, job)?;
    }
    Ok(discovery)
}

impl Discovery {
    /// What the pattern says of positions.
    #[must_use]
    pub fn about(&self) -> PatternAbout {
        PatternAbout::of(&self.game)
    }

    /// What the pattern says, as a clause; `None` if there is no pattern.
    #[must_use]
    pub fn clause(&self) -> Option<String> {
        let claim = self.claim.as_ref()?;
        let words = self.words.as_deref();
        Some(self.about().clause(words, claim, &self.reads()))
    }

    pub(super) fn claimed(&self) -> &PatternClaim {
        self.claim
            .as_ref()
            .expect("a pattern is checked if there is one")
    }

    /// Has the pattern checked; without that it only agrees.
    fn check(&mut self, conditions: &Conditions, job: &Job) -> Result<(), Error> {
        self.judged = conditions.judge(job)?;
        if self.judged == 0 {
            self.status = PatternStatus::Agrees;
            self.reason = Some(PatternError::Unjudged.to_string());
            return Ok(());
        }
        match certify_pattern(&self.game, self.claimed(), job) {
            Ok(certificate) => self.certificate = Some(certificate),
            Err(PatternFlaw::Stopped(stopped)) => return Err(PatternError::from(stopped).into()),
            Err(flaw) => {
                self.status = PatternStatus::Agrees;
                self.reason = Some(flaw.to_string());
                self.words = None;
            }
        }
        Ok(())
    }

    /// The lost positions with the least sum of numbers, as far as the pattern reads them, or the positions with the
    /// least sum, each with its nimber behind; at most `most`.
    #[must_use]
    pub fn first_members(&self, most: usize) -> Vec<Vec<u64>> {
        /// The most tuples that are looked at.
        const MOST_TRIED: usize = 100_000;
        let Some(claim) = &self.claim else {
            return Vec::new();
        };
        let has_nimber = self.about() == PatternAbout::Nimbers;
        let count = claim.reads.len() - usize::from(has_nimber);
        let (mut found, mut tried) = (Vec::new(), 0);
        for sum in 0..10_000 {
            let mut tuples = Vec::new();
            tuples_of(sum, count, &mut Vec::new(), &mut tuples);
            for tuple in tuples {
                // A nimber is seldom larger than the numbers.
                let nimbers = 0..if has_nimber { 4 * sum + 16 } else { 1 };
                tried += nimbers.end as usize;
                let mut members = nimbers.map(|nimber| {
                    let nimber = has_nimber.then_some(nimber);
                    tuple.iter().copied().chain(nimber).collect::<Vec<u64>>()
                });
                found.extend(
                    members.find(|member| self.is_allowed(member) && claim.accepts(member)),
                );
            }
            if found.len() >= most || tried > MOST_TRIED || count == 0 {
                break;
            }
        }
        found.truncate(most);
        found
    }

    /// Whether the rules and the invariants allow a position with these numbers; parameters that are not read are
    /// large.
    fn is_allowed(&self, numbers: &[u64]) -> bool {
        let mut values = vec![1 << 20; self.game.variables.len()];
        let claim = self.claimed();
        for (variable, number) in claim.reads.iter().zip(numbers) {
            values[*variable] = *number as i64;
        }
        self.game.domain.holds(&values) && claim.invariants.iter().all(|one| one.holds(&values))
    }

    /// The names of the variables that the pattern reads.
    #[must_use]
    pub fn reads(&self) -> Vec<&str> {
        let claim = self.claim.iter();
        let reads = claim.flat_map(|claim| &claim.reads);
        reads
            .map(|variable| &*self.game.variables[*variable])
            .collect()
    }

    /// The invariants in words.
    #[must_use]
    pub fn invariants(&self) -> Vec<String> {
        let conditions = self.claim.iter().flat_map(|claim| &claim.invariants);
        let names = &self.game.variables;
        conditions
            .map(|condition| Named { condition, names }.to_string())
            .collect()
    }

    /// The rank in words.
    #[must_use]
    pub fn rank(&self) -> String {
        let names = &self.game.variables;
        let terms = self.claim.iter().flat_map(|claim| &claim.rank.terms);
        let terms = terms.map(|(variable, coefficient)| match coefficient {
            1 => names[*variable].clone(),
            _ => format!("{coefficient} {}", names[*variable]),
        });
        terms.collect::<Vec<_>>().join(" + ")
    }

    /// The digits in words.
    #[must_use]
    pub fn digits(&self) -> String {
        self.claim
            .as_ref()
            .map_or_else(String::new, |claim| told_digits(claim.digits))
    }
}

/// Appends the tuples of numbers with this sum.
fn tuples_of(sum: u64, count: usize, known: &mut Vec<u64>, out: &mut Vec<Vec<u64>>) {
    if count <= 1 {
        let last = (count == 1).then_some(sum);
        out.push(known.iter().copied().chain(last).collect());
        return;
    }
    for number in 0..=sum {
        known.push(number);
        tuples_of(sum - number, count - 1, known, out);
        known.pop();
    }
}

fn claimed_digits(digits: Digits) -> PatternDigits {
    if digits.is_recurrent() {
        return PatternDigits::Recurrent(digits.factor());
    }
    PatternDigits::Base(digits.factor())
}

fn told_values(values: &[(String, u64)]) -> String {
    let values = values.iter().map(|(name, value)| format!("{name}={value}"));
    values.collect::<Vec<_>>().join(" ")
}

fn claim(pattern: &Pattern) -> PatternClaim {
    let automaton: &Automaton = &pattern.automaton;
    PatternClaim {
        digits: claimed_digits(automaton.digits()),
        reads: automaton
            .tracks()
            .iter()
            .map(|track| usize::from(*track))
            .collect(),
        automaton: PatternAutomaton {
            next: automaton.rows().map(<[u32]>::to_vec).collect(),
            accepting: automaton.accepting().to_vec(),
        },
        rank: pattern.rank.clone(),
        invariants: pattern.invariants.clone(),
    }
}
