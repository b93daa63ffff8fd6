//! How the parameters, types and lets of a game use each other.
//!
//! What a definition reads (the state, the player to move) counts as read by all
//! definitions that use it. So a type is refused if its bound calls a function that
//! reads the board. Definitions may stand in any order but not in a circle: that keeps
//! every game finite.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::mentions::{Mention, Sort, TALLEST, Walker};
use super::names::Names;
use crate::syntax::ast::{Name, Parameter};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::span::Span;

/// A part of the rules that is fixed before the game starts, and what it may read
/// nevertheless.
#[derive(Clone, Copy, Debug)]
pub(super) struct Early {
    /// What a message calls this part of the rules.
    pub(super) what: &'static str,
    /// Whether it may read who moves.
    pub(super) mover: bool,
}

/// What a definition reads, directly or through the definitions that it uses, and
/// where.
#[derive(Clone, Debug, Default)]
pub(super) struct Effect {
    pub(super) state: Option<(Arc<str>, Span)>,
    mover: Option<(&'static str, Span)>,
    /// The number of the last parameter in the header that it needs.
    parameter: Option<usize>,
}

/// The definitions of a game, that is its parameters, types and lets in this order,
/// with what each of them reads.
pub(super) struct Definitions {
    effects: Vec<Effect>,
    /// The number of parameters, which are the first definitions.
    parameters: usize,
    /// For each definition the definitions that it mentions.
    pub(super) mentioned: Vec<BTreeSet<usize>>,
}

/// The definitions of a game as they are written: for each its name, what it mentions,
/// and the height of its expression.
#[derive(Default)]
struct Written<'a> {
    titles: Vec<&'a Name>,
    mentions: Vec<Vec<Mention>>,
    heights: Vec<usize>,
}

impl Definitions {
    /// Looks up the names in all definitions, and finds what each definition reads.
    pub(super) fn of(names: &Names<'_>) -> Result<Self> {
        let game = names.game;
        let mut written = Written::of(names)?;
        let mut uses = Self {
            effects: vec![Effect::default(); written.titles.len()],
            parameters: game.parameters.len(),
            mentioned: written.mentioned(),
        };
        for one in written.in_order()? {
            uses.effects[one] = uses.effect(&written.mentions[one]);
            written.add_height_of_uses(one)?;
        }
        let early = game.parameters.iter().map(|_| "a parameter");
        let early = early.chain(game.types.iter().map(|_| "a type"));
        for (what, mentions) in early.zip(&written.mentions) {
            let early = Early { what, mover: false };
            uses.check(mentions, early)?;
        }
        for (i, parameter) in game.parameters.iter().enumerate() {
            uses.check_order(i, &parameter.name, &game.parameters, &written.mentions[i])?;
        }
        Ok(uses)
    }

    /// Checks that a parameter needs no parameter to its right: parameters get their
    /// values in the order of the header.
    fn check_order(
        &self,
        i: usize,
        name: &Name,
        parameters: &[Parameter],
        mentions: &[Mention],
    ) -> Result<()> {
        for mention in mentions {
            let effect = self.effect(std::slice::from_ref(mention));
            let Some(later) = effect.parameter.filter(|&used| used > i) else {
                continue;
            };
            let later = &parameters[later].name;
            return Err(Diagnostic::new(
                format!(
                    "`{}` needs `{}`, which comes after it",
                    name.text, later.text
                ),
                mention.span,
                format!("`{}` has no value yet", later.text),
            )
            .related(later.span, "defined here")
            .help(format!(
                "parameters get their values from left to right: put `{}` before `{}`",
                later.text, name.text
            )));
        }
        Ok(())
    }

    /// Returns what an expression with these mentions reads.
    pub(super) fn effect(&self, mentions: &[Mention]) -> Effect {
        let mut effect = Effect::default();
        for mention in mentions {
            let (state, mover) = match &mention.sort {
                Sort::Definition(used) => {
                    let effects = &self.effects[*used];
                    let own = Some(*used).filter(|&used| used < self.parameters);
                    effect.parameter = effect.parameter.max(own).max(effects.parameter);
                    (effects.state.clone(), effects.mover)
                }
                Sort::State(name) | Sort::Derived(name, _) => {
                    (Some((name.clone(), mention.span)), None)
                }
                Sort::Mover(word) => (None, Some((*word, mention.span))),
            };
            effect.state = effect.state.or(state);
            effect.mover = effect.mover.or(mover);
        }
        effect
    }

    /// Checks that nothing is mentioned that is not known before the game starts.
    pub(super) fn check(&self, mentions: &[Mention], early: Early) -> Result<()> {
        for mention in mentions {
            let effect = self.effect(std::slice::from_ref(mention));
            if let Some((name, place)) = effect.state {
                return Err(too_early(mention, &name, place, early));
            }
            let Some((word, place)) = effect.mover.filter(|_| !early.mover) else {
                continue;
            };
            let fault = Diagnostic::new(
                format!("{} cannot depend on who moves", early.what),
                mention.span,
                if place == mention.span {
                    format!("`{word}` is not known before the game starts")
                } else {
                    format!("looks at `{word}`, not known before the game starts")
                },
            )
            .help("name a player, or give a value for each player: `{A: …, B: …}`");
            return Err(if place == mention.span {
                fault
            } else {
                fault.related(place, "used here")
            });
        }
        Ok(())
    }
}

fn too_early(mention: &Mention, name: &str, place: Span, early: Early) -> Box<Diagnostic> {
    let label = match &mention.sort {
        Sort::Derived(name, _) => format!("`{name}` follows from the position"),
        Sort::State(name) => format!("`{name}` changes during the game"),
        _ => format!("looks at `{name}`, which changes during the game"),
    };
    let fault = Diagnostic::new(
        format!("{} cannot depend on the position", early.what),
        mention.span,
        label,
    )
    .help(
        "it is fixed before the game starts: use parameters and lets that do not look at the state",
    );
    match &mention.sort {
        Sort::Derived(_, definition) => fault.related(*definition, "defined here"),
        Sort::Definition(_) => fault.related(place, "used here"),
        _ => fault,
    }
}

impl<'a> Written<'a> {
    fn of(names: &Names<'a>) -> Result<Self> {
        let game = names.game;
        let mut written = Self::default();
        for parameter in &game.parameters {
            let mut walker = Walker::new(names);
            if let Some(ty) = &parameter.ty {
                walker.ty(ty)?;
            }
            walker.expression(&parameter.default)?;
            written.add(&parameter.name, walker);
        }
        for decl in &game.types {
            let mut walker = Walker::new(names);
            walker.ty(&decl.ty)?;
            written.add(&decl.name, walker);
        }
        for decl in &game.lets {
            let mut walker = Walker::new(names);
            walker.locals.open();
            for argument in decl.arguments.iter().flatten() {
                walker.bind(argument)?;
            }
            walker.expression(&decl.body)?;
            written.add(&decl.name, walker);
        }
        Ok(written)
    }

    fn add(&mut self, title: &'a Name, walker: Walker<'_, '_>) {
        self.titles.push(title);
        self.heights.push(walker.deepest);
        self.mentions.push(walker.mentions);
    }

    /// Returns for each definition the definitions that it mentions.
    fn mentioned(&self) -> Vec<BTreeSet<usize>> {
        let used = |mention: &Mention| match mention.sort {
            Sort::Definition(used) => Some(used),
            _ => None,
        };
        let mentions = self.mentions.iter();
        mentions
            .map(|mentions| mentions.iter().filter_map(used).collect())
            .collect()
    }

    /// Adds to the height of a definition the heights of the definitions that it uses,
    /// which are final already.
    fn add_height_of_uses(&mut self, one: usize) -> Result<()> {
        for mention in &self.mentions[one] {
            if let Sort::Definition(used) = mention.sort {
                self.heights[one] = self.heights[one].max(mention.depth + self.heights[used]);
            }
        }
        if self.heights[one] <= TALLEST {
            return Ok(());
        }
        Err(Diagnostic::new(
            format!("`{}` is nested too deeply", self.titles[one].text),
            self.titles[one].span,
            format!("with the definitions it uses, more than {TALLEST} levels"),
        )
        .help("use fewer definitions that stand on one another"))
    }

    /// Returns the numbers of the definitions in an order in which each comes after the
    /// definitions that it uses, or the fault that there is no such order.
    fn in_order(&self) -> Result<Vec<usize>> {
        let (titles, mentions) = (&self.titles, &self.mentions);
        let used = |one: usize| {
            mentions[one].iter().filter_map(|m| match m.sort {
                Sort::Definition(used) => Some((used, m.span)),
                _ => None,
            })
        };
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); titles.len()];
        let mut waits: Vec<usize> = vec![0; titles.len()];
        for (one, waits) in waits.iter_mut().enumerate() {
            for (used, _) in used(one) {
                users[used].push(one);
                *waits += 1;
            }
        }
        let mut order: Vec<usize> = (0..titles.len()).filter(|&one| waits[one] == 0).collect();
        let mut next = 0;
        while next < order.len() {
            for &user in &users[order[next]] {
                waits[user] -= 1;
                if waits[user] == 0 {
                    order.push(user);
                }
            }
            next += 1;
        }
        let Some(stuck) = (0..titles.len()).find(|&one| waits[one] > 0) else {
            return Ok(order);
        };
        // Every definition that still waits uses one that still waits: going from user to
        // used must lead round a circle.
        let mut path = vec![stuck];
        let mut spans = Vec::new();
        let mut seen = HashMap::from([(stuck, 0)]);
        loop {
            let last = path[path.len() - 1];
            let Some((used, span)) = used(last).find(|(used, _)| waits[*used] > 0) else {
                return Ok(order);
            };
            spans.push(span);
            if let Some(&start) = seen.get(&used) {
                return Err(circle(titles, &path[start..], &spans[start..]));
            }
            seen.insert(used, path.len());
            path.push(used);
        }
    }
}

fn circle(titles: &[&Name], path: &[usize], spans: &[Span]) -> Box<Diagnostic> {
    let name = |one: usize| &titles[one].text;
    let help = "definitions cannot go in a circle; that keeps every game finite";
    if let [one] = path {
        return Diagnostic::new(
            format!("`{}` is defined by itself", name(*one)),
            spans[0],
            "used in its own definition",
        )
        .help(help);
    }
    let last = path.len() - 1;
    let way: Vec<_> = path
        .iter()
        .chain(&path[..1])
        .map(|&one| format!("`{}`", name(one)))
        .collect();
    Diagnostic::new(
        if way.len() <= 8 {
            format!("a circle of definitions: {}", way.join(" needs "))
        } else {
            format!("a circle of {} definitions", path.len())
        },
        spans[last],
        format!("`{}` needs `{}` here", name(path[last]), name(path[0])),
    )
    .related(
        spans[0],
        format!("and `{}` needs `{}` here", name(path[0]), name(path[1])),
    )
    .help(help)
}
