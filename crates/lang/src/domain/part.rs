//! One game of a sum, before positions have a layout: its names, parameters, types and
//! constants.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;
use zug_game::Player;

use crate::domain::picked::Tuples;
use crate::domain::ty::{Shape, Ty};
use crate::domain::value::Value;
use crate::syntax::ast::{File, GameDecl, LetDecl};
use zug_job::Job;

/// One game of a sum, or the whole game if it is no sum, with all that is known of it
/// before it starts.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) file: Arc<File>,
    pub(crate) game: usize,
    pub(crate) parameters: FxHashMap<Arc<str>, Value>,
    /// The two players in their order; `None` in an impartial game.
    players: Option<[Value; 2]>,
    /// The players, and the values of enumerations.
    symbols: FxHashMap<Arc<str>, Value>,
    /// Each `let` without arguments, with what is known of it once it was evaluated
    /// before the game.
    constants: FxHashMap<Arc<str>, OnceLock<Constant>>,
    /// The number of each `let` among the declarations.
    definitions: FxHashMap<Arc<str>, usize>,
    types: FxHashMap<Arc<str>, OnceLock<Ty>>,
    /// For each type, the set of its values, once some expression has gone through
    /// them.
    sets: FxHashMap<Arc<str>, OnceLock<Value>>,
    tuples: TuplesFound,
    /// The number of each state variable in [`State::variables`](super::state::State).
    /// It is `usize::MAX` until the variable was added there.
    pub(crate) variables: FxHashMap<Arc<str>, usize>,
    /// Asked whether work that comes before the game goes on.
    pub(crate) job: Job,
}

/// By the name of a known collection and the number of a component, its tuples, once some
/// expression has asked for them by that component.
#[derive(Debug, Default)]
struct TuplesFound(Mutex<FxHashMap<ByComponent, Option<Arc<Tuples>>>>);

/// The name of a collection and the number of a component.
type ByComponent = (Arc<str>, usize);

/// A copy of a part finds its tuples for itself.
impl Clone for TuplesFound {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// What is known of a `let` without arguments before the game starts.
#[derive(Clone, Debug)]
enum Constant {
    /// It has this value in every position.
    Known(Value),
    /// Its value depends on the position or the mover.
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
            tuples: TuplesFound::default(),
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
        // They are known by name before they have a number: so a fault can say that one
        // is used too early, and not that it does not exist.
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

    /// Returns a deep copy of the part, as [`Value::deep_copy`] makes it of values. The
    /// copy has its own job.
    pub(crate) fn deep_copy(&self, job: &Job) -> Self {
        fn each<T>(map: &FxHashMap<Arc<str>, T>, copy: impl Fn(&T) -> T) -> FxHashMap<Arc<str>, T> {
            let entries = map.iter();
            entries.map(|(name, of)| (name.clone(), copy(of))).collect()
        }
        fn once<T>(cell: &OnceLock<T>, copy: impl Fn(&T) -> T) -> OnceLock<T> {
            cell.get()
                .map_or_else(OnceLock::new, |known| OnceLock::from(copy(known)))
        }
        let constant = |constant: &Constant| match constant {
            Constant::Known(value) => Constant::Known(value.deep_copy()),
            Constant::NeedsPosition => Constant::NeedsPosition,
        };
        Self {
            parameters: each(&self.parameters, Value::deep_copy),
            players: self
                .players
                .as_ref()
                .map(|two| two.each_ref().map(Value::deep_copy)),
            symbols: each(&self.symbols, Value::deep_copy),
            constants: each(&self.constants, |cell| once(cell, constant)),
            types: each(&self.types, |cell| once(cell, Ty::deep_copy)),
            sets: each(&self.sets, |cell| once(cell, Value::deep_copy)),
            job: job.clone(),
            ..self.clone()
        }
    }

    pub(crate) fn decl(&self) -> &GameDecl {
        &self.file.games[self.game]
    }

    /// Returns the value of a parameter, a symbol or a constant, if that value is known
    /// already.
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
            // Two threads may find the value at the same time; either may store it.
            let _ = cell.set(Constant::Known(value.clone()));
        }
    }

    /// Notes that a `let` without arguments has no value before the game starts.
    pub(crate) fn keep_that_it_needs_a_position(&self, name: &str) {
        if let Some(cell) = self.constants.get(name) {
            let _ = cell.set(Constant::NeedsPosition);
        }
    }

    /// Whether it was noted that a `let` without arguments has no value before the game
    /// starts.
    pub(crate) fn needs_a_position(&self, name: &str) -> bool {
        let constant = self.constants.get(name).and_then(OnceLock::get);
        matches!(constant, Some(Constant::NeedsPosition))
    }

    /// Returns the `let` called `name`.
    pub(crate) fn definition(&self, name: &str) -> Option<&LetDecl> {
        Some(&self.decl().lets[*self.definitions.get(name)?])
    }

    /// Returns the set of all values of the type called `name`. It is made once.
    pub(crate) fn set_of(&self, name: &str, ty: &Ty) -> Value {
        let make = || Value::Set(ty.values().into());
        match self.sets.get(name) {
            Some(set) => set.get_or_init(make).clone(),
            None => make(),
        }
    }

    /// Whether the set of all values of the type called `name` was made already.
    pub(crate) fn has_set_of(&self, name: &str) -> bool {
        self.sets.get(name).is_some_and(|set| set.get().is_some())
    }

    /// Returns the tuples of the parameter or constant `name` by a component, if its value is
    /// known already and is a collection of such tuples that is not small.
    pub(crate) fn tuples_by(&self, name: &Arc<str>, component: usize) -> Option<Arc<Tuples>> {
        let mut found = self.tuples.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tuples) = found.get(&(name.clone(), component)) {
            return tuples.clone();
        }
        // Where there is no room for them, the collection is walked through.
        let all = self.known(name)?;
        self.job.budget.admits(all.weight()).ok()?;
        let tuples = Tuples::by(component, &all).map(Arc::new);
        found.insert((name.clone(), component), tuples.clone());
        tuples
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

    /// Returns the value that stands for a player; `None` in an impartial game.
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
