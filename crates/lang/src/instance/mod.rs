//! Rules with their parameters known: types have sizes, constants have values,
//! the game has a start and a layout.

mod notation;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::check::{GameTypes, check};
use crate::domain::part::Part;
use crate::domain::state::{State, label};
use crate::domain::ty::{Shape, Ty};
use crate::domain::value::Value;
use crate::evaluate::{Evaluator, Stop, fault};
use crate::syntax::ast::{Expr, File, GameDecl, StateDecl, Stmt, SumDecl};
use crate::syntax::constructs::{Construct, constructs};
use crate::syntax::parser::{parse, parse_setting};
use crate::text::diagnostic::{Diagnostic, nearest};
use crate::text::span::Span;
use zug_program::layout::number;
use zug_program::{Interruption, Patience};
use zug_values::Play;

/// Rules that are well formed, before their parameters are chosen.
#[derive(Clone, Debug)]
pub struct Rules {
    source: Arc<str>,
    file: Arc<File>,
    types: Vec<GameTypes>,
}

/// What the caller decides about a game before it starts.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Values for parameters, written as in the rules: `("take", "{1, 3, 4}")`.
    pub parameters: Vec<(String, String)>,
    /// Who wins when a player is stuck, if not as the rules say.
    pub play: Option<Play>,
}

/// Why rules do not make a game.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The rules are at fault.
    #[error(transparent)]
    Rules(#[from] Box<Diagnostic>),
    /// A parameter was set that the game does not have.
    #[error("the game `{game}` has no parameter `{name}`; {advice}")]
    UnknownParameter {
        /// The game.
        game: String,
        /// What was to be set.
        name: String,
        /// What there is to set.
        advice: String,
    },
    /// A parameter cannot have this value.
    #[error("the parameter `{name}` cannot be `{text}`: {reason}")]
    BadSetting {
        /// The parameter.
        name: String,
        /// The value as it was given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The caller wanted no more of it.
    #[error(transparent)]
    Interrupted(#[from] Interruption),
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Interrupted(why) => Self::Interrupted(why),
            other => Self::Rules(other.diagnostic()),
        }
    }
}

impl Error {
    /// The fault in the rules, where nobody interrupts.
    pub(crate) fn uninterrupted(self) -> Box<Diagnostic> {
        match self {
            Self::Rules(fault) => fault,
            other => Diagnostic::new(other.to_string(), Span::default(), ""),
        }
    }
}

impl Rules {
    /// Parses and checks a rules file.
    ///
    /// # Errors
    ///
    /// The first fault found, with its place and how to mend it.
    pub fn read(source: &str) -> Result<Self, Box<Diagnostic>> {
        let file = parse(source)?;
        let types = check(&file)?;
        Ok(Self {
            source: Arc::from(source),
            file: Arc::new(file),
            types,
        })
    }

    /// The name of the game: the last one in the file.
    pub fn name(&self) -> &str {
        &self.main().name.text
    }

    /// The rules as they were read.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The constructs of the language that the file uses.
    pub fn constructs(&self) -> BTreeSet<Construct> {
        constructs(&self.file)
    }

    /// The names of the parameters, with their defaults as they are written.
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

    /// The names of the two players; `None` for an impartial game.
    pub fn players(&self) -> Option<[String; 2]> {
        let mut game = self.main();
        while let Some(sum) = &game.sum {
            let named = |part: &&GameDecl| part.name.text == sum.part.text;
            game = self.file.games.iter().find(named)?;
        }
        let (names, _) = game.players.as_ref()?;
        Some(names.each_ref().map(|name| name.text.to_string()))
    }

    /// Each part of a sum as a game of its own, from its start; a game that is
    /// no sum is its only part. The whole need not fit into a position.
    ///
    /// # Errors
    ///
    /// As [`Rules::instance`].
    pub fn components(&self, settings: &Settings) -> Result<Vec<Instance>, Error> {
        self.components_while(settings, &Patience::endless())
    }

    /// As [`Rules::components`], for as long as the caller has patience.
    ///
    /// # Errors
    ///
    /// As [`Rules::components`], or the caller interrupted it.
    pub fn components_while(
        &self,
        settings: &Settings,
        patience: &Patience,
    ) -> Result<Vec<Instance>, Error> {
        let mut parts = Vec::new();
        let main = self.main_part(settings, patience)?;
        collect(main, &self.types, &mut parts)?;
        let play = self.play(settings);
        let alone = parts.into_iter().map(|part| {
            let mut instance = Instance::bare(&self.source, &part, play);
            instance.build(vec![part])?;
            Ok(instance)
        });
        alone.collect()
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

    /// Every parameter with its value under these settings, in the order of
    /// the rules. What the rules require of them holds; whether a position fits
    /// into a word is not asked.
    ///
    /// # Errors
    ///
    /// A setting that does not fit.
    pub fn values(&self, settings: &Settings) -> Result<Vec<(String, Value)>, Error> {
        self.values_while(settings, &Patience::endless())
    }

    /// As [`Rules::values`], for as long as the caller has patience.
    ///
    /// # Errors
    ///
    /// As [`Rules::values`], or the caller interrupted it.
    pub fn values_while(
        &self,
        settings: &Settings,
        patience: &Patience,
    ) -> Result<Vec<(String, Value)>, Error> {
        Ok(self.main_part(settings, patience)?.parameter_values())
    }

    /// Who wins when stuck, under these settings.
    pub fn play(&self, settings: &Settings) -> Play {
        settings.play.unwrap_or(match self.main().misere {
            Some(_) => Play::Misere,
            None => Play::Normal,
        })
    }

    /// Whether the game is declared as a sum of parts, be it of one.
    pub fn is_sum(&self) -> bool {
        self.main().sum.is_some()
    }

    /// Whether the rules themselves say how the game ends for a player who is
    /// stuck. Then normal and misère play are the same.
    pub fn decides_stuck(&self) -> bool {
        let mut game = self.main();
        while let Some(sum) = &game.sum {
            let part = |known: &&GameDecl| known.name.text == sum.part.text;
            let Some(part) = self.file.games.iter().find(part) else {
                return false;
            };
            game = part;
        }
        game.decides_stuck()
    }

    /// The game of the last declaration, with its parameters known.
    fn main_part(&self, settings: &Settings, patience: &Patience) -> Result<Part, Error> {
        let game = self.file.games.len() - 1;
        let mut part = Part::new(&self.file, game, patience);
        for (place, (name, text)) in settings.parameters.iter().enumerate() {
            if settings.parameters[..place]
                .iter()
                .any(|(before, _)| before == name)
            {
                return Err(Error::BadSetting {
                    name: name.clone(),
                    text: text.clone(),
                    reason: "it is set twice".to_owned(),
                });
            }
            let known = |parameter: &&crate::syntax::ast::Parameter| *parameter.name.text == **name;
            if !self.main().parameters.iter().any(|p| known(&p)) {
                let names: Vec<&str> = self
                    .main()
                    .parameters
                    .iter()
                    .map(|p| &*p.name.text)
                    .collect();
                let advice = match nearest(name, names.iter().copied()) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None if names.is_empty() => "it has none".to_owned(),
                    None => format!("it has {}", names.join(", ")),
                };
                return Err(Error::UnknownParameter {
                    game: self.name().to_owned(),
                    name: name.clone(),
                    advice,
                });
            }
            let bad = |reason: String| Error::BadSetting {
                name: name.clone(),
                text: text.clone(),
                reason,
            };
            let value = parse_setting(text)
                .map_err(|fault| bad(fault.message.clone()))
                .and_then(|expr| {
                    Evaluator::new(&part)
                        .eval(&expr)
                        .map_err(|stop| match stop {
                            Stop::Interrupted(why) => Error::Interrupted(why),
                            stop => bad(stop.diagnostic().message.clone()),
                        })
                })?;
            part.parameters.insert(Arc::from(name.as_str()), value);
        }
        let given: Vec<&str> = settings
            .parameters
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        part.fill_parameters(self.main_types(), &given)?;
        part.require()?;
        Ok(part)
    }

    /// The game with these settings.
    ///
    /// # Errors
    ///
    /// A setting that does not fit, or a fault in the rules that only shows
    /// when the parameters are known: an empty range, a first value out of its
    /// range, a position of more than 128 bits.
    pub fn instance(&self, settings: &Settings) -> Result<Instance, Error> {
        self.instance_while(settings, &Patience::endless())
    }

    /// As [`Rules::instance`], for as long as the caller has patience.
    ///
    /// # Errors
    ///
    /// As [`Rules::instance`], or the caller interrupted it.
    pub fn instance_while(
        &self,
        settings: &Settings,
        patience: &Patience,
    ) -> Result<Instance, Error> {
        let part = self.main_part(settings, patience)?;
        let mut instance = Instance::bare(&self.source, &part, self.play(settings));
        let mut parts = Vec::new();
        collect(part, &self.types, &mut parts)?;
        instance.build(parts)?;
        Ok(instance)
    }
}

/// Replaces a sum by its parts, and theirs, until none is a sum.
fn collect(part: Part, types: &[GameTypes], parts: &mut Vec<Part>) -> Result<(), Error> {
    let file = part.file.clone();
    let Some(sum) = &file.games[part.game].sum else {
        parts.push(part);
        return Ok(());
    };
    let Some(game) = file.games[..part.game]
        .iter()
        .position(|g| g.name.text == sum.part.text)
    else {
        return Err(Diagnostic::new(
            format!("there is no game `{}` before this one", sum.part.text),
            sum.part.span,
            "not found",
        )
        .into());
    };
    let mut arguments = Vec::new();
    let mut evaluator = Evaluator::new(&part);
    evaluator.each(&sum.clauses, &mut |this| {
        let values = sum.arguments.iter().map(|argument| this.eval(argument));
        arguments.push(values.collect::<Result<Vec<Value>, Stop>>()?);
        if arguments.len() > MOST_PARTS {
            return Err(fault(format!("more than {MOST_PARTS} parts"), sum.span));
        }
        Ok(true)
    })?;
    if parts.len() + arguments.len() > MOST_PARTS {
        return Err(Diagnostic::new(
            "this sum has too many parts",
            sum.span,
            format!("more than {MOST_PARTS}"),
        )
        .into());
    }
    if arguments.is_empty() {
        return Err(
            Diagnostic::new("this sum has no parts", sum.span, "nothing to add up")
                .help("give it at least one part")
                .into(),
        );
    }
    for values in arguments {
        let mut child = Part::new(&file, game, &part.patience);
        let names = file.games[game]
            .parameters
            .iter()
            .map(|p| p.name.text.clone());
        child.parameters = names.zip(values).collect();
        child
            .fill_parameters(&types[game], &[])
            .map_err(|error| match error {
                Error::Rules(_) | Error::Interrupted(_) => error,
                other => Diagnostic::new(other.to_string(), sum.span, "in this sum").into(),
            })?;
        child.require().map_err(|error| match error {
            Error::Rules(fault) => from_sum(fault, sum).into(),
            other => other,
        })?;
        collect(child, types, parts)?;
    }
    Ok(())
}

/// A sum of more parts than this has no room in a position.
const MOST_PARTS: usize = 128;

fn from_sum(fault: Box<Diagnostic>, sum: &SumDecl) -> Box<Diagnostic> {
    fault.related(sum.span, "for a part of this sum")
}

/// A game with its parameters known.
#[derive(Debug)]
pub struct Instance {
    pub(crate) source: Arc<str>,
    file: Arc<File>,
    game: usize,
    parameters: Vec<(String, Value)>,
    /// One, or the parts of a sum.
    pub(crate) parts: Vec<Part>,
    pub(crate) state: State,
    /// The values of all fields at the start.
    pub(crate) start: Vec<i64>,
    /// Variables with a picture, as places in the layout.
    pub(crate) shown: Vec<usize>,
    pub(crate) play: Play,
}

impl Instance {
    /// The game of a part, before anything is sized.
    fn bare(source: &Arc<str>, part: &Part, play: Play) -> Self {
        Self {
            source: source.clone(),
            file: part.file.clone(),
            game: part.game,
            shown: Vec::new(),
            parameters: part.parameter_values(),
            parts: Vec::new(),
            state: State::default(),
            start: Vec::new(),
            play,
        }
    }

    fn build(&mut self, mut parts: Vec<Part>) -> Result<(), Error> {
        let several = parts.len() > 1;
        let file = self.file.clone();
        for (number, part) in parts.iter_mut().enumerate() {
            let number = several.then_some(number);
            for decl in &file.games[part.game].state {
                self.add_variable(part, number, decl)?;
            }
            for shown in &file.games[part.game].shows {
                self.shown.extend(part.variables.get(&shown.text));
            }
        }
        let mut layout = std::mem::take(&mut self.state.layout);
        if parts.iter().any(|part| part.decl().impartial.is_none()) {
            layout.add_turn().map_err(|_| self.too_large())?;
            self.start.push(1);
        }
        if parts
            .iter()
            .any(|part| part.decl().moves.iter().any(|m| has_result(&m.body)))
        {
            layout.add_over().map_err(|_| self.too_large())?;
            self.start.push(0);
        }
        self.state.layout = layout;
        self.parts = parts;
        // Faults in constants are found now, not in the middle of a game.
        for part in &self.parts {
            for decl in part
                .decl()
                .lets
                .iter()
                .filter(|decl| decl.arguments.is_none())
            {
                let name = Expr {
                    kind: crate::syntax::ast::ExprKind::Name(decl.name.text.clone()),
                    span: decl.name.span,
                };
                match Evaluator::new(part).eval(&name) {
                    Ok(_) | Err(Stop::NeedsPosition(_)) => {}
                    Err(stop) => return Err(stop.into()),
                }
            }
        }
        for part in &mut self.parts {
            // What is asked from now on is short.
            part.patience = Patience::endless();
        }
        Ok(())
    }

    fn add_variable(
        &mut self,
        part: &mut Part,
        number: Option<usize>,
        decl: &StateDecl,
    ) -> Result<(), Error> {
        let sizes = || -> Result<(Option<Ty>, Ty), Stop> {
            let index = match &decl.index {
                Some(index) => Some(Evaluator::new(part).ty(&index.ty)?),
                None => None,
            };
            Ok((index, Evaluator::new(part).ty(&decl.ty)?))
        };
        let (index, ty) = sizes()?;
        if let (Some(index), Some(written)) = (&index, &decl.index)
            && (matches!(index.shape, Shape::Bag { .. }) || index.count() > 4096)
        {
            return Err(Diagnostic::new(
                "this array is too large",
                written.ty.span,
                format!("{} places", index.count()),
            )
            .help("an array has at most 4096 places")
            .into());
        }
        let name = label(number, &decl.name.text);
        let variable = self
            .state
            .add_variable(name, index.clone(), ty.clone())
            .map_err(|_| {
                Diagnostic::new(
                    "a position of this game does not fit into 128 bits",
                    decl.name.span,
                    "the state is too large from here on",
                )
                .help("make the board or the ranges smaller; a cell with 3 values takes 2 bits")
            })?;
        part.variables.insert(decl.name.text.clone(), variable);
        let first = part.first_values(decl, index.as_ref(), &ty)?;
        self.start.extend(first);
        Ok(())
    }

    fn too_large(&self) -> Box<Diagnostic> {
        Diagnostic::new(
            "a position of this game does not fit into 128 bits",
            self.file.games[self.game].name.span,
            "there is no room for whose turn it is",
        )
        .help("make the board or the ranges smaller")
    }

    /// The same game with its values in memory of their own, to be evaluated as long as
    /// `patience` lasts. Threads that evaluate rules at the same time are quicker with
    /// one each: they do not wait for one another's reference counts.
    #[must_use]
    pub fn apart(&self, patience: &Patience) -> Self {
        Self {
            source: self.source.clone(),
            file: self.file.clone(),
            game: self.game,
            parameters: self.parameters.clone(),
            parts: self.parts.iter().map(|part| part.apart(patience)).collect(),
            state: self.state.apart(),
            start: self.start.clone(),
            shown: self.shown.clone(),
            play: self.play,
        }
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.file.games[self.game].name.text
    }

    /// The parameters with their values, in the order of the rules.
    pub fn parameters(&self) -> Vec<(String, String)> {
        self.parameters
            .iter()
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect()
    }

    /// Whether positions do not say whose turn it is.
    pub fn is_impartial(&self) -> bool {
        self.state.layout.turn.is_none()
    }

    /// The position in which the game begins.
    pub fn start(&self) -> u128 {
        self.state.layout.pack(&self.start)
    }

    /// The names of the two players; `None` for an impartial game.
    pub fn players(&self) -> Option<[String; 2]> {
        let (names, _) = self.parts.first()?.decl().players.as_ref()?;
        Some(names.each_ref().map(|name| name.text.to_string()))
    }

    /// How many parts are played side by side (1 unless a sum).
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// The numbers of a variable in a position: one for a scalar, all elements
    /// of an array in order, the counts of a bag. Players and other names count
    /// from 1, `none` and `false` are 0. `part` counts from 0.
    pub fn numbers(&self, position: u128, part: usize, variable: &str) -> Option<Vec<i64>> {
        let place = *self.parts.get(part)?.variables.get(variable)?;
        let fields = self.state.variables.get(place)?.fields();
        Some(
            fields
                .map(|field| self.state.layout.get(position, field))
                .collect(),
        )
    }

    /// Whether the rules have ended the game in this position by a move.
    pub fn is_over(&self, position: u128) -> bool {
        let over = self.state.layout.over;
        over.is_some_and(|over| number::outcome(self.state.layout.get(position, over)).is_some())
    }

    /// Who wins when a player is stuck.
    pub fn play(&self) -> Play {
        self.play
    }

    /// Whether the rules themselves say how the game ends for a player who is
    /// stuck. Then normal and misère play are the same.
    pub fn decides_stuck(&self) -> bool {
        self.parts.iter().all(|part| part.decl().decides_stuck())
    }

    /// Whether a game of these rules ends only when a player is stuck.
    pub fn ends_only_when_stuck(&self) -> bool {
        let parts = &mut self.parts.iter();
        self.state.layout.over.is_none() && parts.all(|part| part.decl().results.is_empty())
    }

    /// What a position of a sum is in its part `part` (from 0), as a position
    /// of `alone`, which must be that part by itself ([`Rules::components`]).
    pub fn project(&self, position: u128, part: usize, alone: &Self) -> u128 {
        let own = &self.parts[part];
        let mut here = Vec::with_capacity(alone.start.len());
        for decl in &own.decl().state {
            let variable = &self.state.variables[own.variables[&decl.name.text]];
            here.extend(
                variable
                    .fields()
                    .map(|field| self.state.layout.get(position, field)),
            );
        }
        let shared = |field: Option<usize>, missing| match field {
            Some(field) => self.state.layout.get(position, field),
            None => missing,
        };
        // An impartial part has no turn even where the sum has one.
        here.extend(
            alone
                .state
                .layout
                .turn
                .map(|_| shared(self.state.layout.turn, 1)),
        );
        here.extend(
            alone
                .state
                .layout
                .over
                .map(|_| shared(self.state.layout.over, 0)),
        );
        alone.state.layout.pack(&here)
    }

    /// How many states the variables can express: the size of the perfect
    /// index. Play reaches only some of them.
    pub fn size(&self) -> u128 {
        self.state.layout.size
    }

    /// Bits of a packed position.
    pub fn bits(&self) -> u32 {
        self.state.layout.bits
    }

    /// Line and column of a place in the rules, from 1.
    pub(crate) fn line_and_column(&self, span: Span) -> (usize, usize) {
        let before = self.source.get(..span.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        (line, column)
    }
}

fn has_result(body: &[Stmt]) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::Result(_) => true,
        Stmt::If { arms, otherwise } => {
            arms.iter().any(|(_, block)| has_result(block)) || has_result(otherwise)
        }
        Stmt::For { body, .. } => has_result(body),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a parameter that was `default` and is set to `text`.
    fn set(default: &str, text: &str) -> String {
        let source = format!(
            "game g(x = {default})\nimpartial\nheap: 0..9 = 9\n\
             move take if heap > 0:\n    heap -= 1\n"
        );
        let settings = Settings {
            parameters: vec![("x".to_owned(), text.to_owned())],
            ..Settings::default()
        };
        let instance = Rules::read(&source).unwrap().instance(&settings).unwrap();
        let [(_, value)] = &instance.parameters()[..] else {
            panic!("there is one parameter");
        };
        value.clone()
    }

    #[test]
    fn a_caret_in_a_setting_is_a_power_but_not_within_a_text() {
        assert_eq!(set("0", "10^6"), "1000000");
        assert_eq!(set("[1]", "[2^3, 10**2]"), "[8, 100]");
        assert_eq!(set("\"c\"", "\"a^b\""), "a^b");
    }
}
