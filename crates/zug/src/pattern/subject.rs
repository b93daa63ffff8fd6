//! What a pattern is about: rules, or a game on heaps.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use zug_certify::pattern::{PatternClaim, PatternDigits};
use zug_game::linear::LinearGame;
use zug_heaps::HeapGame;
use zug_job::Job;
use zug_lang::{LinearFlaw, Reference, Rules};
use zug_values::Play;

use super::error::PatternError;
use crate::error::Error;
use crate::report::cited::game_hash;
use crate::request::Request;

/// What a pattern is about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PatternSubject {
    /// Rules with the parameters that are set, and the convention of play.
    Rules(Request),
    /// One heap of a game on heaps.
    Heaps(HeapGame),
}

/// What a pattern says of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AboutWord")]
pub enum PatternAbout {
    /// Which are lost.
    Lost,
    /// What their nimbers are: the last number that is read is the nimber of the others.
    Nimbers,
}

impl PatternAbout {
    /// What the lost positions of a game say: those beside a heap of Nim are nimbers.
    pub(super) fn of(game: &LinearGame) -> Self {
        match game.nim_heap {
            Some(_) => Self::Nimbers,
            None => Self::Lost,
        }
    }

    /// Says what a pattern says: by the words that were proved to say the same, or by its automaton.
    pub(super) fn clause(
        self,
        words: Option<&str>,
        claim: &PatternClaim,
        names: &[&str],
    ) -> String {
        let by_automaton = || {
            let states = claim.automaton.next.len();
            let digits = told_digits(claim.digits);
            let names = names.join(", ");
            format!("an automaton with {states} states accepts the {digits} digits of {names}")
        };
        match (self, words) {
            (Self::Lost, words) => {
                let when = words.map_or_else(by_automaton, str::to_owned);
                format!("the player to move loses exactly when {when}")
            }
            (Self::Nimbers, Some(words)) => words.to_owned(),
            (Self::Nimbers, None) => {
                format!("the nimber is the number with which {}", by_automaton())
            }
        }
    }
}

/// The digits in words: `base 2`, `Fibonacci`, `recurrent 2`.
pub(super) fn told_digits(digits: PatternDigits) -> String {
    match digits {
        PatternDigits::Base(base) => format!("base {base}"),
        PatternDigits::Recurrent(1) => "Fibonacci".to_owned(),
        PatternDigits::Recurrent(factor) => format!("recurrent {factor}"),
    }
}

/// What a pattern is about, once it is read.
pub(super) struct Conditions {
    pub(super) origin: Origin,
    pub(super) name: String,
    pub(super) play: Play,
    /// The rules as linear conditions.
    plain: LinearGame,
}

/// What linear conditions were read from.
pub(super) enum Origin {
    /// The rules of a request.
    Rules(Request, Rules),
    /// The definition of a game on heaps.
    Heaps(HeapGame),
}

impl PatternSubject {
    /// The text that says what the game is.
    fn text(&self) -> String {
        match self {
            Self::Rules(request) => request.source.clone(),
            Self::Heaps(game) => game.to_string(),
        }
    }

    /// The hash of the text of the rules, or of the notation of a game on heaps.
    #[must_use]
    pub fn hash(&self) -> String {
        game_hash(&self.text(), &[])
    }

    /// The parameters that are set, with their values.
    #[must_use]
    pub fn parameters(&self) -> &[(String, String)] {
        match self {
            Self::Rules(request) => &request.settings.parameters,
            Self::Heaps(_) => &[],
        }
    }

    /// Reads what the pattern is about: its rules become linear conditions.
    ///
    /// # Errors
    ///
    /// The rules or settings are at fault, the rules are not linear, or the job was stopped.
    pub(super) fn read(&self, job: &Job) -> Result<Conditions, Error> {
        let (origin, name, play, plain) = match self {
            Self::Rules(request) => {
                if request.position.is_some() {
                    return Err(PatternError::OfPosition.into());
                }
                let rules = request.read()?;
                let game = rules.linear(&request.settings, job);
                let game = game.map_err(|error| request.setting_error(error))?;
                let play = rules.play(&request.settings);
                let name = rules.name().to_owned();
                (Origin::Rules(request.clone(), rules), name, play, game)
            }
            Self::Heaps(game) => {
                let name = game.to_string();
                let Some(plain) = game.linear() else {
                    return Err(PatternError::HeapsNotLinear { game: name }.into());
                };
                (Origin::Heaps(game.clone()), name, Play::Normal, plain)
            }
        };
        Ok(Conditions {
            origin,
            name,
            play,
            plain,
        })
    }
}

impl Conditions {
    /// The game whose lost positions the pattern has to accept: the game itself or, for nimbers, the game beside a
    /// heap of Nim.
    ///
    /// # Errors
    ///
    /// Positions of the game have no nimbers.
    pub(super) fn about(&self, about: PatternAbout) -> Result<LinearGame, PatternError> {
        match about {
            PatternAbout::Lost => Ok(self.plain.clone()),
            PatternAbout::Nimbers => self.plain.beside_nim().ok_or(PatternError::NoNimbers),
        }
    }

    /// Compares the linear conditions with the rules in play, for small values of the open parameters or on
    /// small heaps; returns the number of positions compared.
    ///
    /// # Errors
    ///
    /// They differ somewhere, or the job was stopped.
    pub(super) fn judge(&self, job: &Job) -> Result<usize, Error> {
        match &self.origin {
            Origin::Rules(request, rules) => self.judge_rules(request, rules, job),
            Origin::Heaps(game) => Ok(self.judge_heaps(game)?),
        }
    }

    fn judge_rules(&self, request: &Request, rules: &Rules, job: &Job) -> Result<usize, Error> {
        /// About the number of positions that are compared, and the most of one game.
        const ENOUGH: usize = 3000;
        const MOST: u128 = 3000;
        let open = &self.plain.variables[..self.plain.parameters];
        let at = |request: &Request| -> Result<usize, Error> {
            // Where the rules refuse the parameters there is no position.
            let Ok(instance) = rules.instance_while(&request.settings, job) else {
                return Ok(0);
            };
            let agrees = Reference::new(&instance).agrees_with(&self.plain, MOST);
            Ok(agrees.map_err(PatternError::from)?)
        };
        let mut compared = at(request)?;
        for largest in 0..if open.is_empty() { 0 } else { 32 } {
            let mut values = vec![0i64; open.len()];
            loop {
                if values.iter().max().is_none_or(|most| *most == largest) {
                    job.check().map_err(Error::from)?;
                    compared += at(&with_open(request, open, &values))?;
                }
                let Some(place) = values.iter().position(|value| *value < largest) else {
                    break;
                };
                values[place] += 1;
                values[..place].fill(0);
                if compared > 4 * ENOUGH {
                    return Ok(compared);
                }
            }
            if compared >= ENOUGH {
                break;
            }
        }
        Ok(compared)
    }

    fn judge_heaps(&self, game: &HeapGame) -> Result<usize, PatternError> {
        /// The largest heap that is compared.
        const LARGEST: u64 = 64;
        for heap in 0..=LARGEST {
            let mut plain = BTreeSet::new();
            game.options(heap, &mut |left| {
                plain.insert(left.to_vec());
            });
            let differ = LinearFlaw {
                position: format!("heap={heap}"),
            };
            let options = self
                .plain
                .options(&[heap as i64])
                .map_err(|_| differ.clone())?;
            let linear = options.into_iter().map(|left| {
                let left = left.concat().into_iter().filter(|size| *size != 0);
                let mut left: Vec<u64> = left.map(i64::unsigned_abs).collect();
                left.sort_unstable();
                left
            });
            if linear.collect::<BTreeSet<_>>() != plain {
                return Err(differ.into());
            }
        }
        Ok(LARGEST as usize + 1)
    }
}

/// The request with these values of the open parameters.
fn with_open(request: &Request, open: &[String], values: &[i64]) -> Request {
    let mut request = request.clone();
    let mut lists: Vec<(String, Vec<String>)> = Vec::new();
    for (name, value) in open.iter().zip(values) {
        let list = name.split_once('[').map_or(&**name, |(list, _)| list);
        match lists.last_mut() {
            Some((known, all)) if known == list => all.push(value.to_string()),
            _ => lists.push((list.to_owned(), vec![value.to_string()])),
        }
    }
    for (name, all) in lists {
        let is_list = open.contains(&format!("{name}[0]"));
        let text = all.join(", ");
        request = request.set(name, if is_list { format!("[{text}]") } else { text });
    }
    request
}
