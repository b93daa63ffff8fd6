//! One game of a sum, before it has a layout: names, parameters, first values.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use zug_game::Player;

use crate::domain::ty::{Shape, Ty};
use crate::domain::value::Value;
use crate::syntax::ast::{File, GameDecl, LetDecl};
use zug_job::Job;

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
    /// Tells whether the work before the first position goes on.
    pub(crate) job: Job,
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
    pub(crate) fn new(file: &Arc<File>, game: usize, job: &Job) -> Self {
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
            job: job.clone(),
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
    /// with another job.
    pub(crate) fn apart(&self, job: &Job) -> Self {
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
            job: job.clone(),
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
}
