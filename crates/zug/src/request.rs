//! What is asked: a game, its parameters, a position, and which positions to solve.

use std::fmt;

use zug_game::{Game as _, Notation as _, Player};
use zug_lang::{Diagnostic, Instance, Reference, Rules, Settings, Texts};
use zug_values::Play;

use crate::error::Error;
use crate::fen::{self, Fen, FenError};
use crate::typed;

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
    /// A game of the catalogue, with its own parameters, from the start. Titles and other names of the
    /// game are understood, and `misere nim` is Nim under the misère convention.
    ///
    /// ```
    /// use zug::{Play, Request};
    ///
    /// assert_eq!(Request::catalogue("Noughts and Crosses")?.origin, "tic-tac-toe");
    /// assert_eq!(Request::catalogue("misère Nim")?.settings.play, Some(Play::Misere));
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// There is no game of this name.
    pub fn catalogue(name: &str) -> Result<Self, Error> {
        let of = |entry: &zug_catalogue::Entry| Self::rules(entry.source, entry.name);
        if let Some(entry) = zug_catalogue::find(name) {
            return Ok(of(entry));
        }
        let folded = name.to_lowercase().replace('è', "e");
        let rest = folded.strip_prefix("misere").map(zug_catalogue::find);
        if let Some(Some(entry)) = rest {
            return Ok(of(entry).with_play(Some(Play::Misere)));
        }
        Err(Error::UnknownGame {
            name: name.to_owned(),
            nearest: zug_catalogue::nearest(name).map(str::to_owned),
        })
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

    /// The request with this player to move in the position that is asked about. Where both players have the
    /// same moves it stays as it is.
    ///
    /// # Errors
    ///
    /// The rules or the parameters are at fault.
    pub(crate) fn with_mover(mut self, mover: Player) -> Result<Self, Error> {
        let rules = self.read()?;
        let Some([first, second]) = rules.players() else {
            return Ok(self);
        };
        let written = match self.position.take() {
            Some(written) => written,
            None => self.instance(&rules)?.start_text(),
        };
        let mut words: Vec<&str> = written.split_whitespace().collect();
        words.retain(|word| !word.starts_with("turn="));
        // Nobody moves where the game is over.
        let turn = match mover {
            _ if words.iter().any(|word| word.starts_with("over=")) => String::new(),
            Player::First => format!(" turn={first}"),
            Player::Second => format!(" turn={second}"),
        };
        self.position = Some(words.join(" ") + &turn);
        Ok(self)
    }

    /// The request with a parameter set: `.set("n", "5")`.
    #[must_use]
    pub fn set(mut self, parameter: impl Into<String>, value: impl Into<String>) -> Self {
        self.settings
            .parameters
            .push((parameter.into(), value.into()));
        self
    }

    /// The request about a position that a person wrote: in the notation of the rules, or for chess in
    /// FEN.
    ///
    /// ```
    /// use zug::Request;
    ///
    /// let ending = Request::catalogue("kqk")?.at_written("8/8/8/4k3/8/8/4Q3/4K3 b - - 0 1")?;
    /// assert!(ending.position.is_some_and(|position| position.ends_with("turn=Black")));
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The rules are at fault, or they have no position with the board of the FEN.
    pub fn at_written(mut self, written: &str) -> Result<Self, Error> {
        if !fen::is_fen(written) {
            return Ok(self.at(written));
        }
        let rules = self.read()?;
        let placed = Fen::read(written).and_then(|fen| fen.placed(&rules, &self.settings));
        (self.settings, self.position) = placed.map_err(|error| match error {
            FenError::Rules(error) => self.setting_error(error),
            error => Error::Fen(error),
        })?;
        Ok(self)
    }

    /// The request about what a person wrote behind the name of the game: a position, or else the value
    /// of the first parameter of the rules that can have it. Where several parameters are numbers, none of
    /// these is meant: `connect-four 4433` is no board of that width.
    ///
    /// ```
    /// use zug::Request;
    ///
    /// let nim = Request::catalogue("nim")?.about("3,5,6")?;
    /// assert_eq!(nim.settings.parameters, [("piles".to_owned(), "3,5,6".to_owned())]);
    /// let board = Request::catalogue("tic-tac-toe")?.about("X../.O./..X")?;
    /// assert_eq!(board.position.as_deref(), Some("X../.O./..X"));
    /// assert!(Request::catalogue("connect-four")?.about("4433").is_err());
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The rules or the parameters are at fault, or the text is neither a position nor a value.
    pub fn about(self, written: &str) -> Result<Self, Error> {
        if written.contains('=') || fen::is_fen(written) {
            return self.at_written(written);
        }
        let rules = self.read()?;
        let instance = self.instance(&rules)?;
        let game = Reference::new(&instance);
        if game.parse(written).is_ok() {
            return Ok(self.at(written));
        }
        let in_brackets = written
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        let written = in_brackets.unwrap_or(written);
        let set = &self.settings.parameters;
        let parameters = rules.parameters().into_iter().map(|(name, _)| name);
        let parameters: Vec<String> = parameters
            .filter(|name| set.iter().all(|(known, _)| known != name))
            .collect();
        let numbers = parameters.iter().filter(|name| rules.is_number(name));
        let is_alone = numbers.count() == 1;
        // A sum is no value that people write: `3+5+6` are three heaps.
        let is_value = !written.contains('+');
        let meant = |name: &&String| is_value && (is_alone || !rules.is_number(name));
        for parameter in parameters.iter().filter(meant) {
            let valued = self.clone().set(parameter, written);
            if rules.values(&valued.settings).is_ok() {
                return Ok(valued);
            }
        }
        if parameters.is_empty() {
            return Ok(self.at(written));
        }
        Err(Error::NeitherPositionNorValue {
            text: written.to_owned(),
            start: instance.start_text(),
            parameters: parameters.join(", "),
        })
    }

    /// The request about the words that a person wrote behind the name of the game: settings such as
    /// `n=5`, and the rest as [`Request::about`] reads it.
    ///
    /// ```
    /// use zug::Request;
    ///
    /// let nine = Request::catalogue("subtraction")?.about_words("n=9 take={1,2}")?;
    /// assert_eq!(nine.settings.parameters.len(), 2);
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`Request::about`].
    pub fn about_words(mut self, text: &str) -> Result<Self, Error> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let (settings, rest) = self.settings_among(&words);
        self.settings.parameters.extend(settings);
        self.about_rest(&rest)
    }

    /// The request about words of which none is a setting.
    ///
    /// # Errors
    ///
    /// Those of [`Request::about`].
    pub fn about_rest(self, words: &[String]) -> Result<Self, Error> {
        if words.is_empty() {
            return Ok(self);
        }
        // `nim 3 5 6` is a list, `board=X../.O./..X turn=O` a position, and so is a FEN.
        let is_position = words.iter().any(|word| word.contains(['=', '/']));
        let between = if is_position { " " } else { "," };
        self.about(&words.join(between))
    }

    /// The settings among some words, and the other words: `n=5` sets the parameter `n`, and `3x4` the
    /// first two parameters, if these are numbers.
    #[must_use]
    pub fn settings_among(&self, words: &[String]) -> (Vec<(String, String)>, Vec<String>) {
        let (mut settings, mut rest) = (Vec::new(), Vec::new());
        // A message about a fault of the rules comes when they are read for an answer.
        let Ok(read) = Rules::read(&self.source) else {
            return (settings, words.to_vec());
        };
        let names = read.parameters().into_iter().map(|(name, _)| name);
        let names: Vec<String> = names.collect();
        for word in words {
            if let Some((name, value)) = word.split_once('=')
                && names.iter().any(|known| known == name)
                && !read.is_variable(name)
            {
                settings.push((name.to_owned(), value.to_owned()));
            } else if let [across, down, ..] = &names[..]
                && let Some((width, height)) = word.split_once('x')
                && read.is_number(across)
                && read.is_number(down)
                && [width, height]
                    .iter()
                    .all(|number| number.parse::<u32>().is_ok())
            {
                settings.push((across.clone(), width.to_owned()));
                settings.push((down.clone(), height.to_owned()));
            } else {
                rest.push(word.clone());
            }
        }
        (settings, rest)
    }

    /// The request about the position after some moves from the one that was asked about so far. They
    /// are separated by commas, semicolons or spaces; single letters and digits need no separator.
    ///
    /// ```
    /// use zug::Request;
    ///
    /// let request = Request::catalogue("tic-tac-toe")?.after("1,1, 0,0")?;
    /// assert_eq!(request.position.as_deref(), Some("board=.../.X./O.. turn=X"));
    /// assert!(Request::catalogue("tic-tac-toe")?.after("1,1, 1,1").is_err());
    /// # Ok::<(), zug::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A move is not legal, or the rules, the parameters or the position are at fault.
    pub fn after(self, moves: &str) -> Result<Self, Error> {
        let rules = self.read()?;
        let instance = self.instance(&rules)?;
        let game = Reference::new(&instance);
        let start = match &self.position {
            Some(text) => game.parse(text)?,
            None => game.start(),
        };
        let position = typed::play(moves, start, |position| {
            let legal = game.successors(position, usize::MAX)?.unwrap_or_default();
            Ok::<_, Error>(legal.into_iter().unzip())
        })?;
        Ok(self.at(game.print(&position)))
    }

    /// The rules, which know by what name a person calls them.
    pub(crate) fn read(&self) -> Result<Rules, Error> {
        match Rules::read(&self.source) {
            Ok(rules) => Ok(rules.of_origin(&self.origin)),
            Err(fault) => Err(self.at_fault(fault)),
        }
    }

    /// The rules with these settings.
    pub(crate) fn instance(&self, rules: &Rules) -> Result<Instance, Error> {
        let instance = rules.instance(&self.settings);
        instance.map_err(|error| self.setting_error(error))
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
