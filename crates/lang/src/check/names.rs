//! The names of a whole game, each of which is defined once.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::ty::PLAYER;
use crate::syntax::ast::{BUILTINS, GameDecl, Name, REDEFINABLE, TypeKind};
use crate::text::diagnostic::{Diagnostic, Result, nearest};
use crate::text::span::Span;

/// What a name of the whole game stands for. Parameters, lets, state variables and
/// types are numbered, each sort by itself, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The parameter with this number.
    Parameter(usize),
    /// The `let` with this number, which has no arguments.
    Let(usize),
    /// The `let` with this number, which has arguments.
    Function(usize),
    /// The type with this number.
    Type(usize),
    /// The state variable with this number.
    State(usize),
    /// One of the two players.
    Player,
    /// A value of the enumeration that is the type with this number.
    Value(usize),
}

impl Meaning {
    /// Returns what a message calls it.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Self::Parameter(_) => "a parameter of the game",
            Self::Let(_) => "a `let`",
            Self::Function(_) => "a function",
            Self::Type(_) => "a type",
            Self::State(_) => "a state variable",
            Self::Player => "a player",
            Self::Value(_) => "a value of an enumeration",
        }
    }
}

/// The names of the whole game.
#[derive(Debug)]
pub(super) struct Names<'a> {
    /// The game.
    pub(super) game: &'a GameDecl,
    pub(super) known: HashMap<Arc<str>, (Meaning, Span)>,
}

impl<'a> Names<'a> {
    /// Collects the names of a game; refuses a name that is defined twice.
    pub(super) fn collect(game: &'a GameDecl) -> Result<Self> {
        let mut all: Vec<(&Name, Meaning)> = Vec::new();
        all.extend(numbered(&game.parameters).map(|(i, p)| (&p.name, Meaning::Parameter(i))));
        all.extend(numbered(&game.lets).map(|(i, decl)| {
            let meaning = match decl.arguments {
                Some(_) => Meaning::Function(i),
                None => Meaning::Let(i),
            };
            (&decl.name, meaning)
        }));
        all.extend(numbered(&game.state).map(|(i, s)| (&s.name, Meaning::State(i))));
        for (i, decl) in numbered(&game.types) {
            all.push((&decl.name, Meaning::Type(i)));
            if let TypeKind::Enum(values) = &decl.ty.kind {
                all.extend(values.iter().map(|value| (value, Meaning::Value(i))));
            }
        }
        if let Some((players, _)) = &game.players {
            all.extend(players.iter().map(|player| (player, Meaning::Player)));
        }
        all.sort_by_key(|(name, _)| name.span.start);
        let mut known: HashMap<Arc<str>, (Meaning, Span)> = HashMap::new();
        for (name, meaning) in all {
            not_reserved(name)?;
            if let Some((before, first)) = known.insert(name.text.clone(), (meaning, name.span)) {
                return Err(Diagnostic::new(
                    format!("`{}` is defined twice", name.text),
                    name.span,
                    meaning.describe(),
                )
                .related(first, format!("already {}", before.describe()))
                .help("give one of them another name"));
            }
        }
        Ok(Self { game, known })
    }

    /// Returns what a name of the whole game stands for and where it is defined, or
    /// `None` for an unknown name.
    pub(super) fn get(&self, name: &str) -> Option<(Meaning, Span)> {
        self.known.get(name).copied()
    }
}

fn numbered<T>(items: &[T]) -> impl Iterator<Item = (usize, &T)> {
    items.iter().enumerate()
}

pub(super) fn not_reserved(name: &Name) -> Result<()> {
    let is_builtin = BUILTINS.contains(&&*name.text) && !REDEFINABLE.contains(&&*name.text);
    if is_builtin || &*name.text == PLAYER {
        return Err(Diagnostic::new(
            format!("`{}` is a word of the language", name.text),
            name.span,
            "cannot be given another meaning",
        )
        .help(format!("choose another name, such as `{}_`", name.text)));
    }
    Ok(())
}

/// Returns the fault of an unknown name, with this advice, or else with the nearest name in
/// `known`. `what` is what a message calls such names.
pub(super) fn unknown<'n>(
    what: &str,
    name: &str,
    span: Span,
    advice: Option<&str>,
    known: impl Iterator<Item = &'n str>,
) -> Box<Diagnostic> {
    let known: HashSet<&str> = known.collect();
    let fault = Diagnostic::new(
        format!("there is no {what} `{name}`"),
        span,
        "not defined anywhere",
    );
    if let Some(advice) = advice {
        return fault.help(advice);
    }
    match nearest(name, known.iter().copied()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None if known.is_empty() || known.len() > 8 => fault,
        None => {
            let mut known: Vec<_> = known.into_iter().map(|k| format!("`{k}`")).collect();
            known.sort_unstable();
            fault.help(format!("known here: {}", known.join(", ")))
        }
    }
}
