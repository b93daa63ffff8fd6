//! The certificate of a pattern as a text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use zug_certify::pattern::{PatternAutomaton, PatternClaim, PatternDigits, certify_pattern};
use zug_game::linear::{LinearCondition, LinearGame, LinearSum};
use zug_job::Job;
use zug_values::Play;

use super::discovery::{Discovery, PatternStatus};
use super::error::PatternError;
use super::subject::{PatternAbout, PatternSubject, told_digits};
use crate::error::Error;
use crate::request::Request;

/// The form of the text, with its version.
const FORM: &str = "zug pattern 1";

/// What a certificate of a pattern has to say, as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternFile {
    /// The form of the text.
    pub form: String,
    /// The name of the game in the catalogue; that of its rules, if the text has these; the notation of a game
    /// on heaps.
    pub game: String,
    /// Whether the game is one on heaps.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub heaps: bool,
    /// The text of the rules, where they are not of the catalogue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The hash of the text of the rules, or of the notation.
    pub rules_hash: String,
    /// The parameters that are set.
    pub set: Vec<[String; 2]>,
    /// Who wins when a player is stuck: `normal` or `misere`.
    pub play: String,
    /// `base 2`, `Fibonacci` or `recurrent 2`.
    pub digits: String,
    /// The name of the number that is the nimber; absent where the pattern is one of lost positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nimber: Option<String>,
    /// The names of the variables that the automaton reads, in order.
    pub reads: Vec<String>,
    /// The sum that falls with each move, by the names of its variables.
    pub rank: BTreeMap<String, i64>,
    /// Sums that are never below 0, by the names of their variables; `1` names the constant.
    pub invariants: Vec<BTreeMap<String, i64>>,
    /// For each state the next state for each letter.
    pub next: Vec<Vec<u32>>,
    /// The states that accept.
    pub accepting: Vec<u32>,
}

/// The name of the constant in a sum.
const CONSTANT: &str = "1";

impl PatternFile {
    /// Returns the certificate of a pattern that was proved; `None` if none was.
    #[must_use]
    pub fn of(found: &Discovery) -> Option<Self> {
        let (claim, _) = found.claim.as_ref().zip(found.certificate.as_ref())?;
        let own_rules = match &found.subject {
            PatternSubject::Heaps(_) => None,
            PatternSubject::Rules(request) => {
                let known = zug_catalogue::find(&request.origin);
                match known.filter(|entry| entry.source == request.source) {
                    Some(_) => None,
                    None => Some(request.source.clone()),
                }
            }
        };
        let game = match &found.subject {
            PatternSubject::Rules(request) if own_rules.is_none() => request.origin.clone(),
            _ => found.name.clone(),
        };
        let nimber = found
            .game
            .nim_heap
            .map(|heap| found.game.variables[heap].clone());
        let sum = |sum: &LinearSum| {
            let terms = sum
                .terms
                .iter()
                .map(|(variable, c)| (found.game.variables[*variable].clone(), *c));
            let constant = (sum.constant != 0).then(|| (CONSTANT.to_owned(), sum.constant));
            terms.chain(constant).collect::<BTreeMap<_, _>>()
        };
        let invariants = claim.invariants.iter().map(|condition| match condition {
            LinearCondition::AtLeastZero(of) => Some(sum(of)),
            _ => None,
        });
        let accepting = claim.automaton.accepting.iter().zip(0..);
        Some(Self {
            form: FORM.to_owned(),
            game,
            heaps: matches!(found.subject, PatternSubject::Heaps(_)),
            rules: own_rules,
            rules_hash: found.subject.hash(),
            nimber,
            set: found
                .subject
                .parameters()
                .iter()
                .cloned()
                .map(|(name, value)| [name, value])
                .collect(),
            play: play_word(found.play).to_owned(),
            digits: told_digits(claim.digits),
            reads: found.reads().into_iter().map(str::to_owned).collect(),
            rank: sum(&claim.rank),
            invariants: invariants.collect::<Option<_>>()?,
            next: claim.automaton.next.clone(),
            accepting: accepting
                .filter(|(accepts, _)| **accepts)
                .map(|(_, state)| state)
                .collect(),
        })
    }

    /// Reads a certificate.
    ///
    /// # Errors
    ///
    /// The text is no certificate that this version reads.
    pub fn read(text: &str) -> Result<Self, PatternError> {
        let unreadable = |why: String| PatternError::Unreadable { why };
        let file: Self =
            serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
        if file.form != FORM {
            return Err(unreadable(format!(
                "its form is `{}`, and not `{FORM}`",
                file.form
            )));
        }
        Ok(file)
    }

    /// Writes the certificate, each field on a line.
    #[must_use]
    pub fn write(&self) -> String {
        let value = serde_json::to_value(self).unwrap_or_default();
        let mut text = String::new();
        for (name, value) in value.as_object().into_iter().flatten() {
            let begin = if text.is_empty() { "{" } else { ",\n " };
            let _ = write!(text, "{begin}\"{name}\": {value}");
        }
        text + "}\n"
    }

    /// What the certificate is about.
    ///
    /// # Errors
    ///
    /// There is no such game, or the rules of that name are others.
    pub(super) fn subject(&self, origin: &str) -> Result<PatternSubject, Error> {
        let subject = if self.heaps {
            let game = self.game.parse();
            PatternSubject::Heaps(game.map_err(|_| unknown("game on heaps", &self.game))?)
        } else {
            PatternSubject::Rules(self.request(origin)?)
        };
        let wanted = subject.hash();
        if wanted != self.rules_hash {
            return Err(PatternError::OtherRules {
                game: self.game.clone(),
                found: self.rules_hash.clone(),
                wanted,
            }
            .into());
        }
        Ok(subject)
    }

    fn request(&self, origin: &str) -> Result<Request, Error> {
        let mut request = match &self.rules {
            Some(rules) => Request::rules(rules.clone(), origin),
            None => Request::catalogue(&self.game)?,
        };
        for [name, value] in &self.set {
            request = request.set(name.clone(), value.clone());
        }
        let plays = [Play::Normal, Play::Misere];
        let play = plays.into_iter().find(|play| play_word(*play) == self.play);
        let play = play.ok_or_else(|| unknown("play", &self.play))?;
        Ok(request.with_play(Some(play)))
    }

    /// What the certificate says of positions.
    pub(super) fn about(&self) -> PatternAbout {
        match self.nimber {
            Some(_) => PatternAbout::Nimbers,
            None => PatternAbout::Lost,
        }
    }

    /// The claim about these linear conditions.
    ///
    /// # Errors
    ///
    /// A name is not known, or a number is too large.
    pub(super) fn claim(&self, game: &LinearGame) -> Result<PatternClaim, PatternError> {
        let variable = |name: &String| {
            let found = game.variables.iter().position(|known| known == name);
            found.ok_or_else(|| unknown("variable", name))
        };
        let sum = |sum: &BTreeMap<String, i64>| {
            let mut found = LinearSum::number(sum.get(CONSTANT).copied().unwrap_or(0));
            for (name, coefficient) in sum.iter().filter(|(name, _)| *name != CONSTANT) {
                let term = LinearSum::variable(variable(name)?);
                let more = found.plus(*coefficient, &term);
                found = more.ok_or_else(|| unknown("number", &coefficient.to_string()))?;
            }
            Ok::<_, PatternError>(found)
        };
        let words = self.digits.rsplit_once(' ');
        let number = words.and_then(|(_, number)| number.parse::<u8>().ok());
        let digits = match (&*self.digits, words, number) {
            ("Fibonacci", ..) => Some(PatternDigits::Recurrent(1)),
            (_, Some(("base", _)), Some(base)) => Some(PatternDigits::Base(base)),
            (_, Some(("recurrent", _)), Some(factor)) => Some(PatternDigits::Recurrent(factor)),
            _ => None,
        };
        let nimber = game.nim_heap.map(|heap| &game.variables[heap]);
        if let Some(other) = self.nimber.as_ref().filter(|name| Some(*name) != nimber) {
            return Err(unknown("nimber", other));
        }
        let states = self.next.len();
        if let Some(state) = self
            .accepting
            .iter()
            .find(|state| **state as usize >= states)
        {
            return Err(unknown("state", &state.to_string()));
        }
        let invariants = self
            .invariants
            .iter()
            .map(|one| Ok(LinearCondition::AtLeastZero(sum(one)?)));
        Ok(PatternClaim {
            digits: digits.ok_or_else(|| unknown("system of digits", &self.digits))?,
            reads: self.reads.iter().map(variable).collect::<Result<_, _>>()?,
            automaton: PatternAutomaton {
                next: self.next.clone(),
                accepting: (0..states as u32)
                    .map(|state| self.accepting.contains(&state))
                    .collect(),
            },
            rank: sum(&self.rank)?,
            invariants: invariants.collect::<Result<_, PatternError>>()?,
        })
    }
}

/// Checks a pattern that a file claims.
///
/// # Errors
///
/// The file is not a pattern, it is of other rules, or what it claims is not true.
pub fn certify_pattern_file(text: &str, origin: &str, job: &Job) -> Result<Discovery, Error> {
    let file = PatternFile::read(text)?;
    let subject = file.subject(origin)?;
    let conditions = subject.read(job)?;
    let game = conditions.about(file.about())?;
    let claim = file.claim(&game)?;
    let mut discovery = Discovery {
        name: conditions.name.clone(),
        play: conditions.play,
        status: PatternStatus::Proved,
        claim: Some(claim),
        words: None,
        compared: 0,
        reason: None,
        positions: 0,
        tried: Vec::new(),
        certificate: None,
        judged: 0,
        game,
        subject,
    };
    discovery.judged = conditions.judge(job)?;
    if discovery.judged == 0 {
        return Err(PatternError::Unjudged.into());
    }
    let checked = certify_pattern(&discovery.game, discovery.claimed(), job);
    discovery.certificate = Some(checked.map_err(PatternError::from)?);
    Ok(discovery)
}

fn play_word(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misere",
    }
}

fn unknown(what: &str, name: &str) -> PatternError {
    let why = format!("there is no {what} `{name}`");
    PatternError::Unreadable { why }
}
