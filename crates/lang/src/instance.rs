//! Rules with their parameters known: types have sizes, constants have values,
//! the game has a start and a layout.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::ast::{Expr, File, GameDecl, StateDecl, Stmt, SumDecl};
use crate::check::{GameTypes, Type, check};
use crate::diagnostic::{Diagnostic, nearest};
use crate::evaluate::{Evaluator, Stop, fault};
use crate::layout::{Layout, label};
use crate::parser::{parse, parse_expression};
use crate::span::Span;
use crate::ty::{Shape, Ty};
use crate::value::Value;

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

/// Who wins when a player has no move and no result says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
    Misere,
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

    fn main_types(&self) -> &GameTypes {
        self.types.last().expect("a file has at least one game")
    }

    fn main(&self) -> &GameDecl {
        self.file
            .games
            .last()
            .expect("a file has at least one game")
    }

    /// The game with these settings.
    ///
    /// # Errors
    ///
    /// A setting that does not fit, or a fault in the rules that only shows
    /// when the parameters are known: an empty range, a first value out of its
    /// range, a position of more than 128 bits.
    pub fn instance(&self, settings: &Settings) -> Result<Instance, Error> {
        let game = self.file.games.len() - 1;
        let mut part = Part::new(&self.file, game);
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
            let known = |parameter: &&crate::ast::Parameter| *parameter.name.text == **name;
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
            let value = parse_expression(text)
                .map_err(|fault| bad(fault.message.clone()))
                .and_then(|expr| {
                    Evaluator::new(&part)
                        .eval(&expr)
                        .map_err(|stop| bad(stop.diagnostic().message.clone()))
                })?;
            part.parameters.insert(Arc::from(name.as_str()), value);
        }
        let given: Vec<&str> = settings
            .parameters
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        part.fill_parameters(self.main_types(), &given)?;
        let mut instance = Instance {
            source: self.source.clone(),
            file: self.file.clone(),
            game,
            shown: Vec::new(),
            parameters: part.parameter_values(),
            parts: Vec::new(),
            layout: Layout::default(),
            start: Vec::new(),
            misere: self.main().misere.is_some(),
        };
        if let Some(play) = settings.play {
            instance.misere = play == Play::Misere;
        }
        let mut parts = Vec::new();
        part.require()?;
        collect(part, &self.types, &mut parts)?;
        instance.build(parts)?;
        Ok(instance)
    }
}

/// Replaces a sum by its parts, and theirs, until none is a sum.
fn collect(part: Part, types: &[GameTypes], parts: &mut Vec<Part>) -> Result<(), Box<Diagnostic>> {
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
        ));
    };
    let mut arguments = Vec::new();
    let mut evaluator = Evaluator::new(&part);
    evaluator
        .each(&sum.clauses, &mut |this| {
            let values = sum.arguments.iter().map(|argument| this.eval(argument));
            arguments.push(values.collect::<Result<Vec<Value>, Stop>>()?);
            if arguments.len() > MOST_PARTS {
                return Err(fault(format!("more than {MOST_PARTS} parts"), sum.span));
            }
            Ok(true)
        })
        .map_err(Stop::diagnostic)?;
    if parts.len() + arguments.len() > MOST_PARTS {
        return Err(Diagnostic::new(
            "this sum has too many parts",
            sum.span,
            format!("more than {MOST_PARTS}"),
        ));
    }
    if arguments.is_empty() {
        return Err(
            Diagnostic::new("this sum has no parts", sum.span, "nothing to add up")
                .help("give it at least one part"),
        );
    }
    for values in arguments {
        let mut child = Part::new(&file, game);
        let names = file.games[game]
            .parameters
            .iter()
            .map(|p| p.name.text.clone());
        child.parameters = names.zip(values).collect();
        child
            .fill_parameters(&types[game], &[])
            .map_err(|error| match error {
                Error::Rules(fault) => fault,
                other => Diagnostic::new(other.to_string(), sum.span, "in this sum"),
            })?;
        child.require().map_err(|fault| from_sum(fault, sum))?;
        collect(child, types, parts)?;
    }
    Ok(())
}

/// A sum of more parts than this has no room in a position.
const MOST_PARTS: usize = 128;

fn from_sum(fault: Box<Diagnostic>, sum: &SumDecl) -> Box<Diagnostic> {
    fault.related(sum.span, "for a part of this sum")
}

/// One game of a sum (or the game itself), with all that is known of it before
/// it starts.
#[derive(Debug)]
pub(crate) struct Part {
    file: Arc<File>,
    game: usize,
    pub(crate) parameters: HashMap<Arc<str>, Value>,
    /// Players and values of enumerations.
    symbols: HashMap<Arc<str>, Value>,
    constants: HashMap<Arc<str>, OnceLock<Value>>,
    types: HashMap<Arc<str>, OnceLock<Ty>>,
    /// State variables, as places in the layout.
    pub(crate) variables: HashMap<Arc<str>, usize>,
}

impl Part {
    fn new(file: &Arc<File>, game: usize) -> Self {
        let decl = &file.games[game];
        let mut part = Self {
            file: file.clone(),
            game,
            parameters: HashMap::new(),
            symbols: HashMap::new(),
            constants: HashMap::new(),
            types: HashMap::new(),
            variables: HashMap::new(),
        };
        if let Some((names, _)) = &decl.players {
            let variants: Arc<[Arc<str>]> = names.iter().map(|name| name.text.clone()).collect();
            part.add_symbols(&variants);
            let name: Arc<str> = Arc::from("player");
            let ty = Ty {
                name: Some(name.clone()),
                shape: Shape::Enum {
                    variants,
                    optional: false,
                    players: true,
                },
            };
            part.types.insert(name, OnceLock::from(ty));
        }
        for ty in &decl.types {
            if let crate::ast::TypeKind::Enum(names) = &ty.ty.kind {
                part.add_symbols(
                    &names
                        .iter()
                        .map(|name| name.text.clone())
                        .collect::<Vec<_>>(),
                );
            }
            part.types.insert(ty.name.text.clone(), OnceLock::new());
        }
        for decl in decl.lets.iter().filter(|decl| decl.arguments.is_none()) {
            part.constants
                .insert(decl.name.text.clone(), OnceLock::new());
        }
        // Known by name before they have a place, so that what is asked too
        // early is told from what does not exist.
        for decl in &decl.state {
            part.variables.insert(decl.name.text.clone(), usize::MAX);
        }
        part
    }

    fn add_symbols(&mut self, names: &[Arc<str>]) {
        for (place, name) in names.iter().enumerate() {
            let symbol = Value::Symbol(place as u32 + 1, name.clone());
            self.symbols.insert(name.clone(), symbol);
        }
    }

    pub(crate) fn decl(&self) -> &GameDecl {
        &self.file.games[self.game]
    }

    /// A parameter, symbol or constant that is known already.
    pub(crate) fn known(&self, name: &str) -> Option<Value> {
        self.parameters
            .get(name)
            .or_else(|| self.symbols.get(name))
            .or_else(|| self.constants.get(name)?.get())
            .cloned()
    }

    pub(crate) fn keep(&self, name: &str, value: &Value) {
        if let Some(cell) = self.constants.get(name) {
            // Two threads may find the same value at once; either will do.
            let _ = cell.set(value.clone());
        }
    }

    pub(crate) fn has_type(&self, name: &str) -> bool {
        self.types.contains_key(name)
    }

    pub(crate) fn kept_type(&self, name: &str) -> Option<Ty> {
        self.types.get(name)?.get().cloned()
    }

    pub(crate) fn keep_type(&self, name: &str, ty: &Ty) {
        if let Some(cell) = self.types.get(name) {
            let _ = cell.set(ty.clone());
        }
    }

    pub(crate) fn player_type(&self) -> Option<Ty> {
        self.kept_type("player")
    }

    /// The player at this place, 1 or 2.
    pub(crate) fn player(&self, place: u32) -> Option<Value> {
        let (names, _) = self.decl().players.as_ref()?;
        let name = names.get(place as usize - 1)?;
        Some(Value::Symbol(place, name.text.clone()))
    }

    fn parameter_values(&self) -> Vec<(String, Value)> {
        self.decl()
            .parameters
            .iter()
            .filter_map(|parameter| {
                let value = self.parameters.get(&parameter.name.text)?;
                Some((parameter.name.text.to_string(), value.clone()))
            })
            .collect()
    }

    /// Gives every parameter its value: the one that is set, brought into the
    /// form of the default, or the default.
    fn fill_parameters(&mut self, types: &GameTypes, given: &[&str]) -> Result<(), Error> {
        let file = self.file.clone();
        for (parameter, (_, kind)) in file.games[self.game]
            .parameters
            .iter()
            .zip(&types.parameters)
        {
            let name = &parameter.name.text;
            let set = self.parameters.remove(name);
            let default = Evaluator::new(self)
                .eval(&parameter.default)
                .map_err(Stop::diagnostic)?;
            let ty = match &parameter.ty {
                Some(expr) => Some(Evaluator::new(self).ty(expr).map_err(Stop::diagnostic)?),
                None => None,
            };
            let is_given = given.contains(&&**name);
            let value = match set {
                None => default,
                Some(value) => match self.conform(kind, value.clone()) {
                    Some(value) => value,
                    None => {
                        return Err(Error::BadSetting {
                            name: name.to_string(),
                            text: value.to_string(),
                            reason: format!("it must be {kind}, such as `{default}`"),
                        });
                    }
                },
            };
            if let Some(ty) = ty.filter(|ty| !ty.contains(&value)) {
                let reason = format!("it must be in {}", ty.describe());
                return Err(if is_given {
                    Error::BadSetting {
                        name: name.to_string(),
                        text: value.to_string(),
                        reason,
                    }
                } else {
                    Diagnostic::new(
                        format!("the parameter `{name}` cannot be {value}: {reason}"),
                        parameter.default.span,
                        "out of its range",
                    )
                    .into()
                });
            }
            self.parameters.insert(name.clone(), value);
        }
        Ok(())
    }

    /// The value as one of a type: one number for a set or list of them, a list
    /// for a set, a set for a list. `None` if it cannot be.
    fn conform(&self, ty: &Type, value: Value) -> Option<Value> {
        let all = |ty: &Type, items: &[Value]| -> Option<Vec<Value>> {
            items
                .iter()
                .map(|item| self.conform(ty, item.clone()))
                .collect()
        };
        match (ty, value) {
            (Type::Set(ty), Value::Set(items) | Value::List(items)) => {
                Some(Value::set(all(ty, &items)?))
            }
            (Type::List(ty), Value::List(items) | Value::Set(items)) => {
                Some(Value::List(all(ty, &items)?.into()))
            }
            (Type::Set(ty), one) => Some(Value::set(all(ty, &[one])?)),
            (Type::List(ty), one) => Some(Value::List(all(ty, &[one])?.into())),
            (Type::Tuple(types), Value::Tuple(items)) if types.len() == items.len() => {
                let items = types.iter().zip(items.iter());
                let items: Option<Vec<Value>> = items
                    .map(|(ty, item)| self.conform(ty, item.clone()))
                    .collect();
                Some(Value::Tuple(items?.into()))
            }
            (Type::Map(keys, values), Value::Map(entries)) => {
                let entries: Option<Vec<(Value, Value)>> = entries
                    .iter()
                    .map(|(key, value)| {
                        let key = self.conform(keys, key.clone())?;
                        Some((key, self.conform(values, value.clone())?))
                    })
                    .collect();
                Some(Value::Map(entries?.into()))
            }
            (Type::Enum(name) | Type::Optional(name), value @ Value::Symbol(..)) => {
                let ty = Evaluator::new(self)
                    .named_type(name, Span::default())
                    .ok()?;
                ty.contains(&value).then_some(value)
            }
            (Type::Optional(_) | Type::None, Value::None) => Some(Value::None),
            (Type::Any, value)
            | (Type::Int, value @ Value::Int(_))
            | (Type::Bool, value @ Value::Bool(_))
            | (Type::Text, value @ Value::Text(_)) => Some(value),
            _ => None,
        }
    }

    /// Asks what the rules require of the parameters.
    fn require(&self) -> Result<(), Box<Diagnostic>> {
        for condition in &self.decl().requires {
            let holds = Evaluator::new(self)
                .bool(condition)
                .map_err(Stop::diagnostic)?;
            if !holds {
                let values: Vec<String> = self
                    .parameter_values()
                    .into_iter()
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                return Err(Diagnostic::new(
                    "the parameters are not what these rules require",
                    condition.span,
                    "this does not hold",
                )
                .help(format!("the parameters are {}", values.join(", "))));
            }
        }
        Ok(())
    }

    /// The values of a variable's fields at the start.
    fn first_values(
        &self,
        decl: &StateDecl,
        index: Option<&Ty>,
        ty: &Ty,
    ) -> Result<Vec<i64>, Stop> {
        let span = decl.first.span;
        let mut scalars = Vec::new();
        let Some(index_ty) = index else {
            let value = Evaluator::new(self).eval(&decl.first)?;
            first_value(&value, ty, None, span, &mut scalars)?;
            return Ok(scalars);
        };
        let pattern = decl.index.as_ref().and_then(|index| index.pattern.as_ref());
        if let Some(pattern) = pattern {
            for key in index_ty.values() {
                let mut evaluator = Evaluator::new(self);
                evaluator.bind(pattern, key.clone())?;
                let value = evaluator.eval(&decl.first)?;
                first_value(&value, ty, Some(&key), span, &mut scalars)?;
            }
            return Ok(scalars);
        }
        let first = Evaluator::new(self).eval(&decl.first)?;
        let keys = index_ty.values();
        for (place, key) in keys.iter().enumerate() {
            let value = match &first {
                Value::Map(entries) => {
                    let entry = entries.iter().find(|(k, _)| k == key);
                    let Some((_, value)) = entry else {
                        return Err(fault(format!("there is no first value for {key}"), span));
                    };
                    if entries.len() > keys.len() {
                        return Err(fault(
                            "there are more first values than places".to_owned(),
                            span,
                        ));
                    }
                    value
                }
                Value::List(items) if !ty.contains(&first) => {
                    if items.len() != keys.len() {
                        return Err(fault(
                            format!("{} first values for {} places", items.len(), keys.len()),
                            span,
                        ));
                    }
                    &items[place]
                }
                one => one,
            };
            first_value(value, ty, Some(key), span, &mut scalars)?;
        }
        Ok(scalars)
    }
}

fn first_value(
    value: &Value,
    ty: &Ty,
    key: Option<&Value>,
    span: Span,
    out: &mut Vec<i64>,
) -> Result<(), Stop> {
    if ty.contains(value) && ty.encode(value, out).is_some() {
        return Ok(());
    }
    let of = key
        .map(|key| format!(" of place {key}"))
        .unwrap_or_default();
    let fault = Diagnostic::new(
        format!("the first value{of} is not in {}", ty.describe()),
        span,
        format!("the value is {value}"),
    );
    Err(Stop::Fault(match ty.shape {
        Shape::Bag { size, .. } => fault.help(format!("list the {size} things in the bag")),
        _ => fault.help("make the range wider, or choose another first value"),
    }))
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
    pub(crate) layout: Layout,
    /// The values of all fields at the start.
    pub(crate) start: Vec<i64>,
    /// Variables with a picture, as places in the layout.
    pub(crate) shown: Vec<usize>,
    pub(crate) misere: bool,
}

impl Instance {
    fn build(&mut self, mut parts: Vec<Part>) -> Result<(), Box<Diagnostic>> {
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
        let mut layout = std::mem::take(&mut self.layout);
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
        self.layout = layout;
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
                    kind: crate::ast::ExprKind::Name(decl.name.text.clone()),
                    span: decl.name.span,
                };
                match Evaluator::new(part).eval(&name) {
                    Ok(_) | Err(Stop::NeedsPosition(_)) => {}
                    Err(stop) => return Err(stop.diagnostic()),
                }
            }
        }
        Ok(())
    }

    fn add_variable(
        &mut self,
        part: &mut Part,
        number: Option<usize>,
        decl: &StateDecl,
    ) -> Result<(), Box<Diagnostic>> {
        let sizes = || -> Result<(Option<Ty>, Ty), Stop> {
            let index = match &decl.index {
                Some(index) => Some(Evaluator::new(part).ty(&index.ty)?),
                None => None,
            };
            Ok((index, Evaluator::new(part).ty(&decl.ty)?))
        };
        let (index, ty) = sizes().map_err(Stop::diagnostic)?;
        if let (Some(index), Some(written)) = (&index, &decl.index)
            && (matches!(index.shape, Shape::Bag { .. }) || index.count() > 4096)
        {
            return Err(Diagnostic::new(
                "this array is too large",
                written.ty.span,
                format!("{} places", index.count()),
            )
            .help("an array has at most 4096 places"));
        }
        let name = label(number, &decl.name.text);
        let variable = self
            .layout
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
        let first = part
            .first_values(decl, index.as_ref(), &ty)
            .map_err(Stop::diagnostic)?;
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
        self.layout.turn.is_none()
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

    /// How many states the variables can express: the size of the perfect
    /// index. Play reaches only some of them.
    pub fn size(&self) -> u128 {
        self.layout.size
    }

    /// Bits of a packed position.
    pub fn bits(&self) -> u32 {
        self.layout.bits
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
