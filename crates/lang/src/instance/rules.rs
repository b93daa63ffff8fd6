//! Rules as they were read, and the games that they make with settings.

use std::str::FromStr;
use std::sync::Arc;

use zug_job::{Job, Why};
use zug_values::Play;

use super::left_games::LeftGames;
use super::setting::{self, Texts};
use super::sum::collect;
use super::{Error, Instance, SettingFlaw, parameters};
use crate::check::{GameTypes, Type, check};
use crate::domain::part::Part;
use crate::domain::value::Value;
use crate::evaluate::NoValue;
use crate::syntax::ast::{BinaryOp, CompareOp, Expr, ExprKind, File, GameDecl, TypeKind};
use crate::syntax::parser::parse;
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;

/// A parameter with its value and the type of its values.
pub(crate) type TypedValue<'t> = (Arc<str>, Value, &'t Type);

/// Rules that are well formed; their parameters are still open.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) source: Arc<str>,
    pub(super) origin: Option<Arc<str>>,
    pub(crate) file: Arc<File>,
    types: Vec<GameTypes>,
}

/// What the caller decides about a game before it starts.
///
/// ```
/// use zug_lang::Settings;
/// use zug_values::Play;
///
/// let settings = Settings::default().set("n", 21).set("take", "{1, 3, 4}").play(Play::Misere);
/// assert_eq!(settings.parameters[0], ("n".to_owned(), "21".to_owned()));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The names of parameters with their values, written as in the rules: `("take",
    /// "{1, 3, 4}")`. A text may also be the letters as they stand: `("word", "0110")`.
    pub parameters: Vec<(String, String)>,
    /// The convention of play; `None` for that of the rules.
    pub play: Option<Play>,
    /// How many neighbours in an array share bits wherever that saves some, though a position may
    /// have room for them apart; `None` if they share bits only where it has not. For tests, which
    /// compare small games in both forms.
    #[doc(hidden)]
    pub sharing: Option<usize>,
}

impl Settings {
    /// Sets a parameter to a value, which is written as in the rules.
    #[must_use]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "numbers and texts are written at the call, and would need a `&`"
    )]
    pub fn set(mut self, parameter: impl Into<String>, value: impl ToString) -> Self {
        self.parameters.push((parameter.into(), value.to_string()));
        self
    }

    /// Sets the convention of play.
    #[must_use]
    pub fn play(mut self, play: Play) -> Self {
        self.play = Some(play);
        self
    }
}

/// Settings of the parameters with these names to these values.
impl<N: ToString, V: ToString> FromIterator<(N, V)> for Settings {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(parameters: I) -> Self {
        let written = |(name, value): (N, V)| (name.to_string(), value.to_string());
        Self {
            parameters: parameters.into_iter().map(written).collect(),
            play: None,
            sharing: None,
        }
    }
}

/// As [`Rules::read`].
impl FromStr for Rules {
    type Err = Box<Diagnostic>;

    fn from_str(source: &str) -> Result<Self, Self::Err> {
        Self::read(source)
    }
}

impl Rules {
    /// Parses and checks a rules file.
    ///
    /// ```
    /// use zug_lang::Rules;
    ///
    /// let source = "game count_down\nimpartial\nheap: 0..9 = 9\nmove take:\n    haep -= 1\n";
    /// let fault = Rules::read(source).unwrap_err();
    /// assert_eq!(fault.help.as_deref(), Some("did you mean `heap`?"));
    /// let drawn = fault.render(source, "count_down.zug", false);
    /// assert!(drawn.contains("haep -= 1"));
    /// ```
    ///
    /// # Errors
    ///
    /// The first fault that was found, with its place and how to mend it.
    pub fn read(source: &str) -> Result<Self, Box<Diagnostic>> {
        let file = parse(source)?;
        let types = check(&file)?;
        Ok(Self {
            source: Arc::from(source),
            origin: None,
            file: Arc::new(file),
            types,
        })
    }

    /// Returns the rules with the name by which a person calls their text, such as that of a file: a
    /// fault in the middle of a game says it.
    #[must_use]
    pub fn of_origin(self, origin: &str) -> Self {
        Self {
            origin: Some(Arc::from(origin)),
            ..self
        }
    }

    /// Returns the name of the game, which is the last game in the file.
    pub fn name(&self) -> &str {
        &self.main().name.text
    }

    /// Returns the text of the rules.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns what looks like a mistake in the rules and is none for certain, game by game: a
    /// parameter, a type or a `let` that nothing uses.
    ///
    /// ```
    /// use zug_lang::Rules;
    ///
    /// let source = "game g(n = 3, m = 2)\nimpartial\nx: 0..n = n\nmove take if x > 0:\n    x -= 1\n";
    /// let warnings = Rules::read(source)?.warnings();
    /// assert_eq!(warnings[0].message, "the parameter `m` is not used");
    /// assert!(warnings[0].render_warning(source, "g.zug", false).starts_with("warning: "));
    /// # Ok::<(), Box<zug_lang::Diagnostic>>(())
    /// ```
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let games = self.types.iter();
        games.flat_map(|game| game.warnings.clone()).collect()
    }

    /// Returns the names of the parameters, with their defaults as the rules write
    /// them.
    pub fn parameters(&self) -> Vec<(String, String)> {
        self.main()
            .parameters
            .iter()
            .map(|parameter| {
                let Span { start, end } = parameter.default.span;
                let default = self.source.get(start..end).unwrap_or_default();
                (parameter.name.text.to_string(), default.to_owned())
            })
            .collect()
    }

    /// Returns which words are texts where the value of the parameter with this name stands in a
    /// file. A parameter that the game does not have has no texts.
    pub fn texts(&self, parameter: &str) -> Texts {
        Texts::of(setting::type_of(&self.main_types().parameters, parameter))
    }

    /// Whether the parameter with this name is a number.
    pub fn is_number(&self, parameter: &str) -> bool {
        setting::type_of(&self.main_types().parameters, parameter) == Some(&Type::Int)
    }

    /// Returns whether positions have a variable with this name.
    pub fn is_variable(&self, name: &str) -> bool {
        self.main()
            .state
            .iter()
            .any(|decl| &*decl.name.text == name)
    }

    /// Returns for each parameter, in the order of the rules, the least and the greatest number
    /// that it can be, as far as the rules say so without other parameters: by the range that they
    /// declare, or by a `require` that compares it with a number.
    ///
    /// ```
    /// use zug_lang::Rules;
    ///
    /// let rules = Rules::read("\
    /// game count_down(n = 5, k = 2)
    /// impartial
    /// require 1 <= k < n <= 9
    /// heap: 0..n = n
    /// move take if heap >= k:
    ///     heap -= k
    /// ")?;
    /// assert_eq!(rules.bounds(), [(Some(2), Some(9)), (Some(1), Some(8))]);
    /// # Ok::<(), Box<zug_lang::Diagnostic>>(())
    /// ```
    pub fn bounds(&self) -> Vec<(Option<i64>, Option<i64>)> {
        let parameters = self.main().parameters.iter();
        let bounds = parameters.map(|parameter| {
            let mut bounds = Bounds::default();
            if let Some(TypeKind::Range(lo, hi)) = parameter.ty.as_ref().map(|ty| &ty.kind) {
                bounds.at_least(number(lo));
                bounds.at_most(number(hi));
            }
            for required in &self.main().requires {
                bounds.learn(&parameter.name.text, required);
            }
            (bounds.least, bounds.most)
        });
        bounds.collect()
    }

    /// Returns the names of the two players; `None` for an impartial game.
    pub fn players(&self) -> Option<[String; 2]> {
        let mut game = self.main();
        while let Some(sum) = &game.sum {
            game = &self.file.games[self.file.place_of(&sum.part)?];
        }
        let (names, _) = game.players.as_ref()?;
        Some(names.each_ref().map(|name| name.text.to_string()))
    }

    /// Returns each part of a sum as a game of its own; a game that is no sum is its
    /// only part. The whole game need not fit into a packed position.
    ///
    /// # Errors
    ///
    /// As for [`Rules::instance`].
    pub fn parts(&self, settings: &Settings) -> Result<Vec<Instance>, Error> {
        self.parts_while(settings, &Job::default())
    }

    /// As [`Rules::parts`], until `job` is cancelled or its memory is used up.
    ///
    /// # Errors
    ///
    /// As for [`Rules::parts`], or the job was interrupted.
    pub fn parts_while(&self, settings: &Settings, job: &Job) -> Result<Vec<Instance>, Error> {
        let mut parts = Vec::new();
        let main = self.main_part(settings, job)?;
        collect(main, &self.types, &mut parts)?;
        let alone = parts.into_iter().map(|part| {
            let mut instance = Instance::bare(self, &part, settings);
            instance.build(vec![part])?;
            Ok(instance)
        });
        alone.collect()
    }

    /// The games that moves leave, if the moves of the game leave other games; else `None`.
    ///
    /// ```
    /// use zug_lang::{Rules, Settings};
    /// use zug_job::Job;
    ///
    /// let rules = Rules::read("\
    /// game row(n = 5)
    /// impartial
    /// move cut(i in 1..n-1):
    ///     becomes row(i) + row(n - i)
    /// ")?;
    /// let games = rules.left_games(&Settings::default(), &Job::default())?;
    /// let games = games.expect("moves leave rows");
    /// let moves = games.moves(games.start())?;
    /// assert_eq!(moves.len(), 4);
    /// assert_eq!(games.text(&moves[0][1]), "row(4)");
    /// # Ok::<(), zug_lang::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A setting that does not fit, or the job was interrupted.
    pub fn left_games(&self, settings: &Settings, job: &Job) -> Result<Option<LeftGames>, Error> {
        if self.main().becomes().is_none() {
            return Ok(None);
        }
        let part = self.main_part(settings, job)?;
        Ok(Some(LeftGames::of(&part, &self.types)))
    }

    /// Whether the moves of the game leave other games, so that it has no positions but the values of its
    /// parameters.
    pub fn leaves_games(&self) -> bool {
        self.main().becomes().is_some()
    }

    fn main_types(&self) -> &GameTypes {
        self.types.last().expect("a file has at least one game")
    }

    fn main(&self) -> &GameDecl {
        self.file
            .games
            .last()
            .expect("a file has at least one game")
    }

    /// Returns every parameter with its value under these settings, in the order of the
    /// rules. What the rules require of the values is checked. Whether a position fits
    /// into a word is not.
    ///
    /// # Errors
    ///
    /// A setting that does not fit.
    pub fn values(&self, settings: &Settings) -> Result<Vec<(String, Value)>, Error> {
        self.values_while(settings, &Job::default())
    }

    /// As [`Rules::values`], until `job` is cancelled or its memory is used up.
    ///
    /// # Errors
    ///
    /// As for [`Rules::values`], or the job was interrupted.
    pub fn values_while(
        &self,
        settings: &Settings,
        job: &Job,
    ) -> Result<Vec<(String, Value)>, Error> {
        Ok(self.main_part(settings, job)?.parameter_values())
    }

    /// Returns the convention of play under these settings: whether a stuck player
    /// loses or wins.
    pub fn play(&self, settings: &Settings) -> Play {
        settings.play.unwrap_or(match self.main().misere {
            Some(_) => Play::Misere,
            None => Play::Normal,
        })
    }

    /// Whether the game is declared as a sum, even if of one part.
    pub fn is_sum(&self) -> bool {
        self.main().sum.is_some()
    }

    /// Whether the rules themselves say how the game ends for a stuck player. Then
    /// normal and misère play are the same.
    pub fn decides_stuck(&self) -> bool {
        let mut game = self.main();
        while let Some(sum) = &game.sum {
            let Some(part) = self.file.place_of(&sum.part) else {
                return false;
            };
            game = &self.file.games[part];
        }
        game.decides_stuck()
    }

    /// Returns the file, and the parameters of its last game with their values and types, in the
    /// order of the header.
    pub(crate) fn main_values(
        &self,
        settings: &Settings,
        job: &Job,
    ) -> Result<(&File, Vec<TypedValue<'_>>), Error> {
        let part = self.main_part(settings, job)?;
        let types = self.main_types().parameters.iter();
        let values = types.map(|(name, ty)| (name.clone(), part.parameters[name].clone(), ty));
        Ok((&self.file, values.collect()))
    }

    /// Returns the last game of the file, with its parameters known.
    fn main_part(&self, settings: &Settings, job: &Job) -> Result<Part, Error> {
        let game = self.file.games.len() - 1;
        let mut part = Part::new(&self.file, game, job);
        for (place, (name, text)) in settings.parameters.iter().enumerate() {
            if settings.parameters[..place]
                .iter()
                .any(|(before, _)| before == name)
            {
                return Err(Error::BadSetting {
                    name: name.clone(),
                    text: text.clone(),
                    flaw: SettingFlaw::Twice,
                });
            }
            let parameters = self.main().parameters.iter();
            let known: Vec<String> = parameters.map(|p| p.name.text.to_string()).collect();
            if !known.contains(name) {
                return Err(Error::UnknownParameter {
                    game: self.name().to_owned(),
                    name: name.clone(),
                    known,
                });
            }
            let unreadable = |fault: Box<Diagnostic>| Error::BadSetting {
                name: name.clone(),
                text: text.clone(),
                flaw: SettingFlaw::Unreadable(fault),
            };
            let ty = setting::type_of(&self.main_types().parameters, name);
            let value = setting::value(&part, ty.unwrap_or(&Type::Any), text);
            let value = value.map_err(|why| match why {
                // The place is in the text of the setting, and not in the rules.
                NoValue::NoRoom(_, refusal) => Error::Interrupted(Why::OutOfMemory(refusal)),
                NoValue::Interrupted(why) => Error::Interrupted(why),
                other => unreadable(other.diagnostic()),
            })?;
            part.parameters.insert(Arc::from(name.as_str()), value);
        }
        let given: Vec<&str> = settings
            .parameters
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        parameters::fill(&mut part, self.main_types(), &given)?;
        parameters::require(&part)?;
        Ok(part)
    }

    /// Returns the game that the rules make with these settings.
    ///
    /// # Errors
    ///
    /// A setting that does not fit, or a fault in the rules that shows only when the
    /// parameters are known: an empty range, a first value out of its range, a position
    /// of more than 256 bits.
    pub fn instance(&self, settings: &Settings) -> Result<Instance, Error> {
        self.instance_while(settings, &Job::default())
    }

    /// As [`Rules::instance`], until `job` is cancelled or its memory is used up.
    ///
    /// # Errors
    ///
    /// As for [`Rules::instance`], or the job was interrupted.
    pub fn instance_while(&self, settings: &Settings, job: &Job) -> Result<Instance, Error> {
        if let Some(becomes) = self.main().becomes() {
            return Err(Diagnostic::new(
                "this game has no positions: its moves leave other games",
                becomes,
                "the games that are left are added up",
            )
            .help(
                "it is answered by nimbers, with its parameters as the position: --set n=7; what needs \
                 positions, misère play and other compounds than a sum have no answer",
            )
            .into());
        }
        let part = self.main_part(settings, job)?;
        let mut instance = Instance::bare(self, &part, settings);
        let mut parts = Vec::new();
        collect(part, &self.types, &mut parts)?;
        instance.build(parts)?;
        Ok(instance)
    }
}

/// The numbers that a parameter can be, as far as that is known.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    least: Option<i64>,
    most: Option<i64>,
}

impl Bounds {
    fn at_least(&mut self, bound: Option<i64>) {
        self.least = self.least.max(bound);
    }

    fn at_most(&mut self, bound: Option<i64>) {
        self.most = match (self.most, bound) {
            (Some(most), Some(bound)) => Some(most.min(bound)),
            (most, bound) => most.or(bound),
        };
    }

    /// Learns what a condition says of the parameter `name`: comparisons in a row, all of which
    /// ascend or all of which descend, bound what stands between numbers.
    fn learn(&mut self, name: &str, condition: &Expr) {
        let (first, others) = match &condition.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                self.learn(name, left);
                self.learn(name, right);
                return;
            }
            ExprKind::Compare(first, others) => (&**first, others),
            _ => return,
        };
        let ascending = |op: &CompareOp| matches!(op, CompareOp::Less | CompareOp::LessEqual);
        let descending =
            |op: &CompareOp| matches!(op, CompareOp::Greater | CompareOp::GreaterEqual);
        let strict = |op: CompareOp| i64::from(matches!(op, CompareOp::Less | CompareOp::Greater));
        let mut row: Vec<(i64, &Expr)> = vec![(0, first)];
        row.extend(others.iter().map(|(op, expr)| (strict(*op), expr)));
        if others.iter().all(|(op, _)| descending(op)) {
            // The row descends; turned round it ascends.
            let steps = row.iter().skip(1).rev().map(|(step, _)| *step);
            let exprs = row.iter().rev().map(|(_, expr)| *expr);
            row = std::iter::once(0).chain(steps).zip(exprs).collect();
        } else if !others.iter().all(|(op, _)| ascending(op)) {
            return;
        }
        let mut least: Option<i64> = None;
        for (step, expr) in &row {
            least = least.and_then(|least| least.checked_add(*step));
            least = least.max(number(expr));
            if is_name(expr, name) {
                self.at_least(least);
            }
        }
        let mut most: Option<i64> = None;
        for (place, (_, expr)) in row.iter().enumerate().rev() {
            if let Some(known) = number(expr) {
                most = Some(most.map_or(known, |most| most.min(known)));
            }
            if is_name(expr, name) {
                self.at_most(most);
            }
            most = most.and_then(|most| most.checked_sub(row[place].0));
        }
    }
}

/// Returns the number that an expression is, if it is one.
fn number(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Int(value) => Some(*value),
        _ => None,
    }
}

fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(known) if **known == *name)
}
