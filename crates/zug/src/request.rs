//! What is asked: a game, its parameters, a position, and which positions to solve.

use std::fmt;

use zug_lang::{Diagnostic, Rules, Settings, Texts};
use zug_values::Play;

use crate::error::Error;

/// A question about a game, before the rules are read.
///
/// ```
/// use zug::{Problem, Request};
///
/// let request = Request::catalogue("nim")?.set("piles", "[3, 5]").at("1.stones=2 2.stones=5");
/// assert_eq!(Problem::new(&request)?.parameters()[0].1, "[3, 5]");
/// # Ok::<(), zug::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// The text of the rules.
    pub source: String,
    /// The name of the rules in messages.
    pub origin: String,
    /// Parameters and convention.
    pub settings: Settings,
    /// The position asked about, as text; the start if absent.
    pub position: Option<String>,
    /// Which positions to solve.
    pub scope: Scope,
}

/// Which positions are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// Those that play can reach from the position asked about.
    #[default]
    Reachable,
    /// Every state that the variables can express.
    Everywhere,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reachable => "all positions from the one asked about, by discovery",
            Self::Everywhere => "all states of the perfect index",
        })
    }
}

impl Request {
    /// A game of the catalogue, with its own parameters, from the start.
    ///
    /// # Errors
    ///
    /// There is no game of this name.
    pub fn catalogue(name: &str) -> Result<Self, Error> {
        let entry = zug_catalogue::find(name).ok_or_else(|| Error::UnknownGame {
            name: name.to_owned(),
            nearest: zug_catalogue::nearest(name).map(str::to_owned),
        })?;
        Ok(Self::rules(entry.source, name))
    }

    /// The game of a rules text.
    pub fn rules(source: impl Into<String>, origin: impl Into<String>) -> Self {
        Self {
            source: source.into(),
            origin: origin.into(),
            settings: Settings::default(),
            position: None,
            scope: Scope::Reachable,
        }
    }

    /// The request with a parameter set: `.set("n", "5")`.
    #[must_use]
    pub fn set(mut self, parameter: impl Into<String>, value: impl Into<String>) -> Self {
        self.settings
            .parameters
            .push((parameter.into(), value.into()));
        self
    }

    /// Which words are texts where the value of this parameter stands in a file. None is known to
    /// be one if the rules have a fault, which is told when they are read.
    #[must_use]
    pub fn texts(&self, parameter: &str) -> Texts {
        let rules = Rules::read(&self.source);
        rules.map_or(Texts::Columns(Vec::new()), |rules| rules.texts(parameter))
    }

    /// The error for a fault in these rules.
    pub(crate) fn at_fault(&self, diagnostic: Box<Diagnostic>) -> Error {
        Error::Rules {
            diagnostic,
            source_text: self.source.clone(),
            origin: self.origin.clone(),
        }
    }

    /// The error for settings that do not fit.
    pub(crate) fn setting_error(&self, error: zug_lang::Error) -> Error {
        match error {
            zug_lang::Error::Rules(diagnostic) => self.at_fault(diagnostic),
            zug_lang::Error::NoRoom { place, .. } => Error::NoRoomForRules {
                diagnostic: place,
                source_text: self.source.clone(),
                origin: self.origin.clone(),
            },
            zug_lang::Error::Interrupted(why) => why.into(),
            other => Error::Setting(other),
        }
    }

    /// The request with these positions to be solved.
    #[must_use]
    pub fn with_scope(self, scope: Scope) -> Self {
        Self { scope, ..self }
    }

    /// The request under a convention of play; `None` for that of the rules.
    #[must_use]
    pub fn with_play(mut self, play: Option<Play>) -> Self {
        self.settings.play = play;
        self
    }

    /// The request about the position that this text names.
    #[must_use]
    pub fn at(mut self, position: impl Into<String>) -> Self {
        self.position = Some(position.into());
        self
    }
}
