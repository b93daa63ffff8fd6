//! One game of a sum, before it has a layout: names, parameters, first values.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use zug_game::Player;

use crate::check::{GameTypes, Type};
use crate::domain::ty::{Shape, Ty};
use crate::domain::value::Value;
use crate::evaluate::{Evaluator, Stop, fault};
use crate::instance::Error;
use crate::syntax::ast::{File, GameDecl, LetDecl, StateDecl};
use crate::text::diagnostic::Diagnostic;
use crate::text::span::Span;
use zug_program::Patience;

/// One game of a sum (or the game itself), with all that is known of it before
/// it starts.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) file: Arc<File>,
    pub(crate) game: usize,
    pub(crate) parameters: FxHashMap<Arc<str>, Value>,
    /// The two players in their order.
    players: Option<[Value; 2]>,
    /// Players and values of enumerations.
    symbols: FxHashMap<Arc<str>, Value>,
    /// Each `let` without arguments, once it was evaluated before the game.
    constants: FxHashMap<Arc<str>, OnceLock<Constant>>,
    /// Each `let`, as a place among the declarations.
    definitions: FxHashMap<Arc<str>, usize>,
    types: FxHashMap<Arc<str>, OnceLock<Ty>>,
    /// All values of each type that was gone through.
    sets: FxHashMap<Arc<str>, OnceLock<Value>>,
    /// State variables, as places in the layout.
    pub(crate) variables: FxHashMap<Arc<str>, usize>,
    /// Whether what is worked out before the game starts goes on.
    pub(crate) patience: Patience,
}

/// What is known of a `let` without arguments before the game starts.
#[derive(Clone, Debug)]
enum Constant {
    /// Its value, in every position.
    Known(Value),
    /// It has one value in each position.
    NeedsPosition,
}

impl Part {
    pub(crate) fn new(file: &Arc<File>, game: usize, patience: &Patience) -> Self {
        let decl = &file.games[game];
        let mut part = Self {
            file: file.clone(),
            game,
            parameters: FxHashMap::default(),
            players: None,
            symbols: FxHashMap::default(),
            constants: FxHashMap::default(),
            definitions: FxHashMap::default(),
            types: FxHashMap::default(),
            sets: FxHashMap::default(),
            variables: FxHashMap::default(),
            patience: patience.clone(),
        };
        if let Some((names, _)) = &decl.players {
            let variants: Arc<[Arc<str>]> = names.iter().map(|name| name.text.clone()).collect();
            part.add_symbols(&variants);
            let [first, second] = names.each_ref().map(|name| name.text.clone());
            part.players = Some([Value::Symbol(1, first), Value::Symbol(2, second)]);
            let name: Arc<str> = Arc::from("player");
            let ty = Ty {
                name: Some(name.clone()),
                shape: Shape::Enum {
                    variants,
                    optional: false,
                    players: true,
                },
            };
            part.sets.insert(name.clone(), OnceLock::new());
            part.types.insert(name, OnceLock::from(ty));
        }
        for ty in &decl.types {
            if let crate::syntax::ast::TypeKind::Enum(names) = &ty.ty.kind {
                part.add_symbols(
                    &names
                        .iter()
                        .map(|name| name.text.clone())
                        .collect::<Vec<_>>(),
                );
            }
            part.types.insert(ty.name.text.clone(), OnceLock::new());
            part.sets.insert(ty.name.text.clone(), OnceLock::new());
        }
        for (place, decl) in decl.lets.iter().enumerate() {
            part.definitions
                .entry(decl.name.text.clone())
                .or_insert(place);
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

    /// The same part with its values in memory of its own, as [`Value::apart`], and
    /// with other patience.
    pub(crate) fn apart(&self, patience: &Patience) -> Self {
        fn each<T>(
            map: &FxHashMap<Arc<str>, T>,
            apart: impl Fn(&T) -> T,
        ) -> FxHashMap<Arc<str>, T> {
            let entries = map.iter();
            entries
                .map(|(name, of)| (name.clone(), apart(of)))
                .collect()
        }
        fn once<T>(cell: &OnceLock<T>, apart: impl Fn(&T) -> T) -> OnceLock<T> {
            cell.get()
                .map_or_else(OnceLock::new, |known| OnceLock::from(apart(known)))
        }
        let constant = |constant: &Constant| match constant {
            Constant::Known(value) => Constant::Known(value.apart()),
            Constant::NeedsPosition => Constant::NeedsPosition,
        };
        Self {
            parameters: each(&self.parameters, Value::apart),
            players: self
                .players
                .as_ref()
                .map(|two| two.each_ref().map(Value::apart)),
            symbols: each(&self.symbols, Value::apart),
            constants: each(&self.constants, |cell| once(cell, constant)),
            types: each(&self.types, |cell| once(cell, Ty::apart)),
            sets: each(&self.sets, |cell| once(cell, Value::apart)),
            patience: patience.clone(),
            ..self.clone()
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
            .or_else(|| match self.constants.get(name)?.get()? {
                Constant::Known(value) => Some(value),
                Constant::NeedsPosition => None,
            })
            .cloned()
    }

    pub(crate) fn keep(&self, name: &str, value: &Value) {
        if let Some(cell) = self.constants.get(name) {
            // Two threads may find the same value at once; either will do.
            let _ = cell.set(Constant::Known(value.clone()));
        }
    }

    /// Keeps that a `let` without arguments has no value before the game starts.
    pub(crate) fn keep_that_it_needs_a_position(&self, name: &str) {
        if let Some(cell) = self.constants.get(name) {
            let _ = cell.set(Constant::NeedsPosition);
        }
    }

    /// Whether a `let` without arguments is known to have no value before the game
    /// starts.
    pub(crate) fn needs_a_position(&self, name: &str) -> bool {
        let constant = self.constants.get(name).and_then(OnceLock::get);
        matches!(constant, Some(Constant::NeedsPosition))
    }

    /// The `let` of this name.
    pub(crate) fn definition(&self, name: &str) -> Option<&LetDecl> {
        Some(&self.decl().lets[*self.definitions.get(name)?])
    }

    /// All values of a type, made once.
    pub(crate) fn set_of(&self, name: &str, ty: &Ty) -> Value {
        let make = || Value::Set(ty.values().into());
        match self.sets.get(name) {
            Some(set) => set.get_or_init(make).clone(),
            None => make(),
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
    pub(crate) fn player(&self, player: Player) -> Option<Value> {
        let [first, second] = self.players.as_ref()?;
        Some(match player {
            Player::First => first.clone(),
            Player::Second => second.clone(),
        })
    }

    pub(crate) fn parameter_values(&self) -> Vec<(String, Value)> {
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
    pub(crate) fn fill_parameters(
        &mut self,
        types: &GameTypes,
        given: &[&str],
    ) -> Result<(), Error> {
        let file = self.file.clone();
        for (parameter, (_, kind)) in file.games[self.game]
            .parameters
            .iter()
            .zip(&types.parameters)
        {
            let name = &parameter.name.text;
            let set = self.parameters.remove(name);
            let default = Evaluator::new(self).eval(&parameter.default)?;
            let ty = match &parameter.ty {
                Some(expr) => Some(Evaluator::new(self).ty(expr)?),
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
    pub(crate) fn require(&self) -> Result<(), Error> {
        for condition in &self.decl().requires {
            let holds = Evaluator::new(self).bool(condition)?;
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
                .help(format!("the parameters are {}", values.join(", ")))
                .into());
            }
        }
        Ok(())
    }

    /// The values of a variable's fields at the start.
    pub(crate) fn first_values(
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
