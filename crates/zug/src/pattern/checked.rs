//! Patterns that answer: those kept with the catalogue, and those whose certificate was checked.

use std::sync::{Arc, OnceLock};

use zug_automata::{Automaton, Bounds, Digits, Track};
use zug_certify::pattern::{PatternClaim, PatternDigits};
use zug_discover::{Limits, Reply, replies, sentence};
use zug_game::linear::{LinearCondition, LinearGame};
use zug_job::Job;
use zug_lang::{Rules, Value};
use zug_values::{Nimber, Play};

use super::error::PatternError;
use super::file::{PatternFile, certify_pattern_file};
use super::subject::{Origin, PatternAbout, PatternSubject, told_digits};
use crate::error::Error;
use crate::report::cited::game_hash;
use crate::request::Request;

/// A pattern of lost positions or of nimbers that is true, and with which questions of any size are answered.
///
/// ```
/// use zug::{CheckedPattern, Job, Outcome, PatternFile, Reply, Request, SolveOptions, answer, discover};
///
/// let halves = Request::rules("\
/// game halves(n = 20)
/// impartial
/// heap: 0..n = n
/// move half if heap >= 2:
///     heap = heap // 2
/// move quarter if heap >= 4:
///     heap = heap // 4
/// ", "halves");
/// let found = discover(&halves, &Job::default())?;
/// let certificate = PatternFile::of(&found).expect("the pattern is proved").write();
///
/// let pattern = CheckedPattern::certified(&certificate, "halves.json", &Job::default())?;
/// let options = SolveOptions::default().with_pattern(Some(pattern));
/// let reply = answer(&halves.set("n", "1000000000000000000"), &options)?;
/// let Reply::Theorem(theorem) = reply else { panic!("the positions are too many") };
/// assert_eq!(theorem.outcome(), Outcome::Win);
/// # Ok::<(), zug::Error>(())
/// ```
#[derive(Debug)]
pub struct CheckedPattern {
    /// The text of the rules.
    source: String,
    play: Play,
    /// The parameters with their values; those of open parameters do not matter.
    parameters: Vec<(String, Value)>,
    game: LinearGame,
    claim: PatternClaim,
    lost: Automaton,
    is_kept: bool,
    words: OnceLock<Option<String>>,
}

/// The most moves to lost positions that are named.
const MOST_REPLIES: usize = 100;

impl CheckedPattern {
    /// Checks a certificate; its pattern may then answer.
    ///
    /// # Errors
    ///
    /// As for [`certify_pattern_file`].
    pub fn certified(text: &str, origin: &str, job: &Job) -> Result<Arc<Self>, Error> {
        let found = certify_pattern_file(text, origin, job)?;
        Self::of(&PatternFile::read(text)?, &found.subject, false, job).map(Arc::new)
    }

    /// The patterns that the catalogue keeps of these rules under this convention of play, of lost positions or of
    /// nimbers.
    pub(crate) fn kept(
        request: &Request,
        play: Play,
        about: PatternAbout,
        job: &Job,
    ) -> Result<Vec<Self>, Error> {
        let mut found = Vec::new();
        for kept in zug_catalogue::KEPT_PATTERNS {
            let entry = zug_catalogue::find(kept.game);
            if entry.is_none_or(|entry| entry.source != request.source) {
                continue;
            }
            let file = PatternFile::read(kept.certificate)?;
            if file.about() != about {
                continue;
            }
            let pattern = Self::of(&file, &file.subject(kept.game)?, true, job)?;
            if pattern.play == play {
                found.push(pattern);
            }
        }
        Ok(found)
    }

    fn of(
        file: &PatternFile,
        subject: &PatternSubject,
        is_kept: bool,
        job: &Job,
    ) -> Result<Self, Error> {
        let conditions = subject.read(job)?;
        let game = conditions.about(file.about())?;
        let Origin::Rules(request, rules) = conditions.origin else {
            let name = conditions.name;
            let about = format!("`{name}`, a game on heaps, which is answered without a pattern");
            return Err(PatternError::OtherQuestion { about }.into());
        };
        let claim = file.claim(&game)?;
        let parameters = rules.values_while(&request.settings, job);
        Ok(Self {
            play: conditions.play,
            parameters: parameters.map_err(|error| request.setting_error(error))?,
            lost: automaton(&claim, job).map_err(PatternError::from)?,
            source: request.source,
            game,
            claim,
            is_kept,
            words: OnceLock::new(),
        })
    }

    /// What the pattern says of positions.
    #[must_use]
    pub fn about(&self) -> PatternAbout {
        PatternAbout::of(&self.game)
    }

    /// Refuses a pattern that helps with no part of a sum.
    ///
    /// # Errors
    ///
    /// It is about no part, or knows no nimbers.
    pub(crate) fn must_help(&self, is_about_part: bool) -> Result<(), PatternError> {
        match self.about() {
            PatternAbout::Lost => Err(PatternError::NoNimbersForSum),
            PatternAbout::Nimbers if is_about_part => Ok(()),
            PatternAbout::Nimbers => Err(PatternError::OtherQuestion {
                about: "other rules than those of the parts".to_owned(),
            }),
        }
    }

    /// Whether the pattern is about these rules, whatever their parameters.
    pub(crate) fn is_of(&self, request: &Request) -> bool {
        self.source == request.source
    }

    /// Whether the catalogue keeps the pattern.
    pub(crate) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Compares the rules and the convention of play with those that are asked about.
    ///
    /// # Errors
    ///
    /// They differ.
    pub(crate) fn must_be_of(&self, rules: &Rules, play: Play) -> Result<(), PatternError> {
        let hash = |source: &str| game_hash(source, &[]);
        if self.source != rules.source() {
            return Err(PatternError::OtherRules {
                game: rules.name().to_owned(),
                found: hash(&self.source),
                wanted: hash(rules.source()),
            });
        }
        if self.play != play {
            return Err(PatternError::OtherQuestion {
                about: format!("{} play", self.play),
            });
        }
        Ok(())
    }

    /// The values of the open parameters, among these.
    ///
    /// # Errors
    ///
    /// A parameter that the pattern does not leave open has another value, or an open one is below 0.
    pub(crate) fn open_values(&self, asked: &[(String, Value)]) -> Result<Vec<i64>, PatternError> {
        let open = &self.game.variables[..self.game.parameters];
        let mut values: Vec<i64> = Vec::new();
        for (name, value) in asked {
            let own = self.parameters.iter().find(|(known, _)| known == name);
            let own = own.map(|(_, own)| own);
            let numbers: Option<Vec<i64>> = if open.contains(name) {
                value.number().map(|number| vec![number])
            } else if open.contains(&format!("{name}[0]")) {
                let length = own.and_then(Value::items).map(<[Value]>::len);
                let items = value.items().filter(|items| Some(items.len()) == length);
                items.and_then(|items| items.iter().map(Value::number).collect())
            } else {
                (own == Some(value)).then(Vec::new)
            };
            let Some(numbers) = numbers else {
                let about = match own.and_then(Value::items) {
                    Some(items) if open.contains(&format!("{name}[0]")) => {
                        format!("{} numbers in `{name}`", items.len())
                    }
                    _ => format!("{name}={}", own.map_or_else(String::new, Value::written)),
                };
                return Err(PatternError::OtherQuestion { about });
            };
            values.extend(numbers);
        }
        if values.len() != open.len() || values.iter().any(|value| *value < 0) {
            let about = "numbers from 0 on".to_owned();
            return Err(PatternError::OtherQuestion { about });
        }
        Ok(values)
    }

    /// The values of all variables where those of the parameters are known, and those of the position;
    /// `None` for the position stands for the start. `None` if the pattern does not speak of it: the
    /// rules end the game there, play does not lead there, or a number is too large.
    pub(crate) fn values(
        &self,
        parameters: &[i64],
        position: Option<Vec<i64>>,
    ) -> Option<Vec<i64>> {
        let Self { game, claim, .. } = self;
        let most = game.largest();
        let fits = |values: &[i64]| values.iter().all(|value| (0..=most).contains(value));
        if !fits(parameters) {
            return None;
        }
        let start = || {
            let case = game.start.iter().find(|(case, _)| case.holds(parameters))?;
            let numbers = case.1.iter().map(|sum| sum.value(parameters));
            Some(numbers.collect::<Vec<i64>>())
        };
        let mut position = position.or_else(start)?;
        if game.nim_heap.is_some() {
            // Beside no heap of Nim, wherever the position is from.
            position.truncate(game.variables.len() - parameters.len() - 1);
            position.push(0);
        }
        let values = [parameters, &position].concat();
        let is_spoken_of = values.len() == game.variables.len()
            && fits(&values)
            && game.domain.holds(&values)
            && claim.invariants.iter().all(|one| one.holds(&values))
            && game.ended(&values).is_none();
        is_spoken_of.then_some(values)
    }

    /// The nimber of the position; `None` where the pattern says which positions are lost and no more, or the nimber takes
    /// too long to find.
    pub(crate) fn nimber(&self, values: &[i64], job: &Job) -> Option<u64> {
        let heap = self.game.nim_heap? as Track;
        let limits = Limits::default();
        let bounds = Bounds::new(job, limits.proof_states).with_letters(limits.proof_letters);
        let known = self.lost.tracks().iter().filter(|track| **track != heap);
        let known: Vec<(Track, u64)> = known
            .map(|track| (*track, values[usize::from(*track)].unsigned_abs()))
            .collect();
        let here = Automaton::only(self.lost.digits(), &known, &bounds).ok()?;
        let mut here = here.and(&self.lost, &bounds).ok()?;
        for (track, _) in known {
            here = here.exists(track, &bounds).ok()?;
        }
        here.least()?.first().copied()
    }

    /// The values with a heap of Nim of this size; `None` where the pattern says nothing of nimbers.
    pub(crate) fn beside(&self, values: &[i64], size: Nimber) -> Option<Vec<i64>> {
        let mut values = values.to_vec();
        values[self.game.nim_heap?] = i64::from(size.0);
        Some(values)
    }

    /// Whether the player to move loses.
    pub(crate) fn is_lost(&self, values: &[i64]) -> bool {
        let tracks = self.lost.tracks().iter();
        let numbers: Vec<u64> = tracks
            .map(|track| values[usize::from(*track)].unsigned_abs())
            .collect();
        self.lost.accepts(&numbers)
    }

    /// The moves to lost positions, and whether they are all; `None` if they take too long to find.
    pub(crate) fn replies(&self, values: &[i64], job: &Job) -> Option<(Vec<Reply>, bool)> {
        let found = replies(
            &self.game,
            &self.lost,
            values,
            MOST_REPLIES,
            Limits::default(),
            job,
        );
        let mut found = found.ok()?;
        let are_all = found.len() <= MOST_REPLIES;
        found.truncate(MOST_REPLIES);
        Some((found, are_all))
    }

    /// The text of a move.
    pub(crate) fn written(&self, reply: &Reply) -> Option<String> {
        self.game.moves[reply.step].written(&reply.known)
    }

    /// The position after a move, as far as the pattern reads it.
    pub(crate) fn after(&self, reply: &Reply) -> String {
        self.named(&reply.after(&self.game))
    }

    /// The numbers that the pattern reads, with their names.
    pub(crate) fn named(&self, values: &[i64]) -> String {
        let named = self
            .claim
            .reads
            .iter()
            .map(|read| format!("{}={}", self.game.variables[*read], values[*read]));
        named.collect::<Vec<_>>().join(" ")
    }

    /// The numbers that the pattern reads, with their digits.
    pub(crate) fn in_digits(&self, values: &[i64]) -> String {
        let digits = self.lost.digits();
        let written = self.claim.reads.iter().map(|read| {
            let number = values[*read];
            let own = digits.write(number.unsigned_abs());
            let own: String = own.iter().map(|digit| char::from(b'0' + digit)).collect();
            let own = if own.is_empty() { "0" } else { &own };
            format!("{} is {number}, {own}", self.game.variables[*read])
        });
        let written = written.collect::<Vec<_>>().join("; ");
        format!("{written} in {} digits", told_digits(self.claim.digits))
    }

    /// The number of states of the automaton.
    pub(crate) fn states(&self) -> usize {
        self.claim.automaton.next.len()
    }

    /// The digits in words.
    pub(crate) fn digits(&self) -> String {
        told_digits(self.claim.digits)
    }

    /// Says what the pattern says, as a clause. The words are compared with the automaton, and are as true.
    pub(crate) fn clause(&self, job: &Job) -> String {
        let found = self.words.get_or_init(|| {
            let conditions = self.claim.invariants.iter().cloned();
            let allowed = conditions.fold(self.game.domain.clone(), LinearCondition::and);
            sentence(&self.game, &allowed, &self.lost, Limits::default(), job).ok()?
        });
        let read = self.claim.reads.iter();
        let names: Vec<&str> = read.map(|read| &*self.game.variables[*read]).collect();
        self.about().clause(found.as_deref(), &self.claim, &names)
    }
}

/// The automaton of a claim; its tracks are the variables that it reads.
fn automaton(claim: &PatternClaim, job: &Job) -> Result<Automaton, zug_discover::Error> {
    let bounds = Bounds::new(job, Limits::default().proof_states);
    let digits = match claim.digits {
        PatternDigits::Base(base) => Digits::base(base),
        PatternDigits::Recurrent(factor) => Digits::recurrent(factor),
    };
    let tracks: Vec<Track> = (0..claim.reads.len() as Track).collect();
    let names: Vec<Track> = claim.reads.iter().map(|read| *read as Track).collect();
    let (next, accepting) = (
        claim.automaton.next.concat(),
        claim.automaton.accepting.clone(),
    );
    let table = Automaton::from_table(digits, tracks, next, accepting, &bounds)?;
    Ok(table.renamed(&names, &bounds)?)
}
