//! What a declaration mentions. Every name is looked up, also in functions that nobody
//! calls.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::names::{Meaning, Names, not_reserved, unknown};
use super::scope::Scope;
use super::ty::PLAYER;
use crate::syntax::ast::{
    BUILTINS, BinaryOp, CLOSURE, Clause, Expr, ExprKind, Name, Pattern, ResultDecl, Stmt, SumDecl,
    Target, TypeExpr, TypeKind, Verdict,
};
use crate::text::diagnostic::{Diagnostic, Result, nearest};
use crate::text::foreign::{self, TURN_PASSES};
use crate::text::span::Span;

/// The greatest height of an expression together with the definitions that it uses.
/// Walks over the syntax tree are recursive, and follow definitions.
pub(super) const TALLEST: usize = 250;

/// Something that an expression mentions and whose meaning depends on more than the
/// expression's own text.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    /// What is mentioned.
    pub(super) sort: Sort,
    /// Where it is mentioned.
    pub(super) span: Span,
    /// How deep in its expression the mention stands.
    pub(super) depth: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Sort {
    /// A parameter, type or `let`, by its number among the
    /// [`Definitions`](super::definitions::Definitions).
    Definition(usize),
    /// A state variable.
    State(Arc<str>),
    /// `me` or `other`.
    Mover(&'static str),
    /// A name in the body of a move, or a derived parameter of a move that depends on the position,
    /// and the place of its definition.
    Derived(Arc<str>, Span),
}

/// Looks up the names of one declaration.
pub(super) struct Walker<'n, 'a> {
    names: &'n Names<'a>,
    /// The local names. For a name in the body of a move, and for a derived parameter of a move
    /// that depends on the position, the place of its definition.
    pub(super) locals: Scope<Option<Span>>,
    /// The mentions so far, in the order of the text.
    pub(super) mentions: Vec<Mention>,
    /// What the bounds of `repeat` mention.
    pub(super) bounds: Vec<Mention>,
    /// The numbers of all definitions that were mentioned.
    pub(super) definitions: BTreeSet<usize>,
    /// The names that a `let` in a body gives a value.
    pub(super) lets: Vec<Name>,
    /// The places of those of these names, and of derived parameters, that were read.
    pub(super) read: HashSet<Span>,
    depth: usize,
    /// The height of the tallest expression met so far.
    pub(super) deepest: usize,
    /// Whether `stuck` may be used here.
    pub(super) stuck: bool,
}

impl<'n, 'a> Walker<'n, 'a> {
    pub(super) fn new(names: &'n Names<'a>) -> Self {
        Self {
            names,
            locals: Scope::default(),
            mentions: Vec::new(),
            bounds: Vec::new(),
            definitions: BTreeSet::new(),
            lets: Vec::new(),
            read: HashSet::new(),
            depth: 0,
            deepest: 0,
            stuck: false,
        }
    }

    fn mention(&mut self, sort: Sort, span: Span) {
        match sort {
            Sort::Definition(used) => {
                self.definitions.insert(used);
            }
            Sort::Derived(_, place) => {
                self.read.insert(place);
            }
            Sort::State(_) | Sort::Mover(_) => {}
        }
        self.mentions.push(Mention {
            sort,
            span,
            depth: self.depth,
        });
    }

    pub(super) fn bind(&mut self, pattern: &Pattern) -> Result<()> {
        match pattern {
            Pattern::Name(name) => self.bind_name(name, None),
            Pattern::Tuple(parts, _) => parts.iter().try_for_each(|part| self.bind(part)),
        }
    }

    pub(super) fn bind_name(&mut self, name: &Name, derived: Option<Span>) -> Result<()> {
        not_reserved(name)?;
        if &*name.text != "_" && self.locals.in_this_block(&name.text).is_some() {
            return Err(Diagnostic::new(
                format!("`{}` appears twice among these names", name.text),
                name.span,
                "named before",
            )
            .help("give one of them another name"));
        }
        self.locals.declare(&name.text, derived);
        Ok(())
    }

    pub(super) fn ty(&mut self, ty: &TypeExpr) -> Result<()> {
        match &ty.kind {
            TypeKind::Range(low, high) => {
                self.expression(low)?;
                self.expression(high)
            }
            TypeKind::Grid(width, height, _) => {
                self.expression(width)?;
                self.expression(height)
            }
            TypeKind::Bool | TypeKind::Enum(_) => Ok(()),
            TypeKind::Player => self.not_impartial(PLAYER, ty.span),
            TypeKind::Named(name) => match self.names.get(name) {
                Some((Meaning::Type(i), _)) => {
                    let definition = self.names.game.parameters.len() + i;
                    self.mention(Sort::Definition(definition), ty.span);
                    Ok(())
                }
                Some((meaning, place)) => Err(Diagnostic::new(
                    format!("`{name}` is not a type"),
                    ty.span,
                    meaning.describe(),
                )
                .related(place, "defined here")
                .help("a type is `0..n`, `bool`, `player`, `player?`, `grid(w, h)`, `bag(k) of …`, `(…, …)` or the name of a type")),
                None => {
                    let types = self.names.game.types.iter().map(|decl| &*decl.name.text);
                    let words = ["bool", "player"];
                    Err(unknown("type", name, ty.span, foreign::ty(name), types.chain(words)))
                }
            },
            TypeKind::Optional(inner) | TypeKind::List(inner) => self.ty(inner),
            TypeKind::Bag(size, of) => {
                self.expression(size)?;
                self.ty(of)
            }
            TypeKind::Tuple(parts) => parts.iter().try_for_each(|part| self.ty(part)),
        }
    }

    fn not_impartial(&self, word: &str, span: Span) -> Result<()> {
        let Some(impartial) = self.names.game.impartial else {
            return Ok(());
        };
        Err(Diagnostic::new(
            format!("`{word}` has no meaning in an impartial game"),
            span,
            "here the rules differ for the two players",
        )
        .related(impartial, "both players have the same moves")
        .help("write `players A, B` instead of `impartial` if they do not"))
    }

    pub(super) fn expressions(&mut self, list: &[Expr]) -> Result<()> {
        list.iter().try_for_each(|one| self.expression(one))
    }

    pub(super) fn expression(&mut self, expression: &Expr) -> Result<()> {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        if self.depth > TALLEST {
            return Err(Diagnostic::new(
                "this is nested too deeply",
                expression.span,
                format!("more than {TALLEST} levels"),
            )
            .help("give a part of it a name with `let`"));
        }
        self.inside(expression)?;
        self.depth -= 1;
        Ok(())
    }

    fn inside(&mut self, expression: &Expr) -> Result<()> {
        let span = expression.span;
        match &expression.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::None | ExprKind::Text(_) => Ok(()),
            ExprKind::Me => self.mover("me", span),
            ExprKind::Other => self.mover("other", span),
            ExprKind::Stuck if self.stuck => Ok(()),
            ExprKind::Stuck => Err(Diagnostic::new(
                "`stuck` can be used only in the results of positions",
                span,
                "cannot be asked here",
            )
            .help("write it at the left edge: `win me if stuck`, `draw if stuck`")),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Tuple(parts) | ExprKind::List(parts) | ExprKind::Set(parts) => {
                self.expressions(parts)
            }
            ExprKind::Map(entries) => entries.iter().try_for_each(|(key, value)| {
                self.expression(key)?;
                self.expression(value)
            }),
            ExprKind::Comprehension {
                element, clauses, ..
            }
            | ExprKind::Fold {
                element, clauses, ..
            } => {
                self.locals.open();
                self.clauses(clauses)?;
                self.expression(element)?;
                self.locals.close();
                Ok(())
            }
            ExprKind::MapComprehension(of) => {
                self.locals.open();
                self.clauses(&of.clauses)?;
                self.expression(&of.key)?;
                self.expression(&of.value)?;
                self.locals.close();
                Ok(())
            }
            ExprKind::Closure(closure) => {
                self.expression(&closure.start)?;
                self.locals.open();
                self.bind(&closure.pattern)?;
                self.expression(&closure.step)?;
                self.locals.close();
                Ok(())
            }
            ExprKind::Binary(BinaryOp::Divide, a, b) => {
                self.expression(a)?;
                self.divisor(b)
            }
            ExprKind::Range(a, b) | ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => {
                self.expression(a)?;
                self.expression(b)
            }
            ExprKind::Call {
                function,
                arguments,
            } => {
                self.function(function)?;
                self.expressions(arguments)
            }
            ExprKind::Unary(_, operand) => self.expression(operand),
            ExprKind::Compare(first, rest) => {
                self.expression(first)?;
                rest.iter().try_for_each(|(_, one)| self.expression(one))
            }
            ExprKind::Conditional {
                then,
                condition,
                otherwise,
            } => {
                self.expression(then)?;
                self.expression(condition)?;
                self.expression(otherwise)
            }
        }
    }

    fn divisor(&mut self, divisor: &Expr) -> Result<()> {
        match &divisor.kind {
            // Perhaps a comment of one word, as other languages write it.
            ExprKind::Name(name) if self.is_unknown(name) => Err(self
                .unknown_name(name, divisor.span)
                .help("`//` divides; a comment begins with `#`")),
            _ => self.expression(divisor),
        }
    }

    fn mover(&mut self, word: &'static str, span: Span) -> Result<()> {
        self.not_impartial(word, span)?;
        self.mention(Sort::Mover(word), span);
        Ok(())
    }

    fn name(&mut self, name: &Arc<str>, span: Span) -> Result<()> {
        if let Some(derived) = self.locals.get(name).copied() {
            if let Some(place) = derived {
                self.mention(Sort::Derived(name.clone(), place), span);
            }
            return Ok(());
        }
        if &**name == PLAYER {
            return self.not_impartial(name, span);
        }
        let game = self.names.game;
        match self.names.get(name) {
            Some((Meaning::Parameter(i), _)) => self.mention(Sort::Definition(i), span),
            Some((Meaning::Type(i) | Meaning::Value(i), _)) => {
                self.mention(Sort::Definition(game.parameters.len() + i), span);
            }
            Some((Meaning::Let(i), _)) => {
                let definition = game.parameters.len() + game.types.len() + i;
                self.mention(Sort::Definition(definition), span);
            }
            Some((Meaning::State(_), _)) => self.mention(Sort::State(name.clone()), span),
            Some((Meaning::Player, _)) => {}
            Some((Meaning::Function(i), place)) => {
                let arguments = game.lets[i].arguments.iter().flatten();
                let arguments: Vec<String> = arguments.map(super::text::pattern).collect();
                return Err(Diagnostic::new(
                    format!("`{name}` is a function and needs its arguments here"),
                    span,
                    "a function",
                )
                .related(place, "defined here")
                .help(format!("call it: `{name}({})`", arguments.join(", "))));
            }
            None if BUILTINS.contains(&&**name) => {
                return Err(Diagnostic::new(
                    format!("`{name}` is a function and needs its arguments here"),
                    span,
                    "a function",
                )
                .help(format!("call it: `{name}(…)`")));
            }
            None => {
                return Err(self.unknown_name(name, span).help(format!(
                    "define it: a parameter of the game, `let {name} = …`, or a state variable \
                     `{name}: 0..9 = 0`; or give it values, `for {name} in …`"
                )));
            }
        }
        Ok(())
    }

    fn is_unknown(&self, name: &str) -> bool {
        name != PLAYER && self.locals.get(name).is_none() && self.names.get(name).is_none()
    }

    /// Returns the fault of an unknown name, with advice if the name is like another one.
    fn unknown_name(&self, name: &str, span: Span) -> Box<Diagnostic> {
        let names = self.names.known.keys().map(|known| &**known);
        let names = self.locals.names().chain(names);
        let words = ["true", "false", "none", "me", "other", "player"];
        let fault = Diagnostic::new(
            format!("there is nothing called `{name}`"),
            span,
            "not defined anywhere",
        );
        match (nearest(name, names), foreign::value(name)) {
            (Some(near), _) => fault.help(format!("did you mean `{near}`?")),
            (None, Some(advice)) => fault.help(advice),
            (None, None) => match nearest(name, words) {
                Some(near) => fault.help(format!("did you mean `{near}`?")),
                None => fault,
            },
        }
    }

    fn function(&mut self, function: &Name) -> Result<()> {
        let name = &function.text;
        let not_a_function = |what: String| {
            Diagnostic::new(format!("`{name}` is not a function"), function.span, what).help(
                format!("for an element write `{name}[…]`; to multiply write `*`"),
            )
        };
        if self.locals.get(name).is_some() {
            return Err(not_a_function("a local name".to_owned()));
        }
        match self.names.get(name) {
            Some((Meaning::Function(i), _)) => {
                let game = self.names.game;
                let definition = game.parameters.len() + game.types.len() + i;
                self.mention(Sort::Definition(definition), function.span);
                Ok(())
            }
            Some((meaning, place)) => {
                Err(not_a_function(meaning.describe().to_owned()).related(place, "defined here"))
            }
            None if &**name == CLOSURE => Err(Diagnostic::new(
                "`closure` needs a start and a step",
                function.span,
                "called without a step",
            )
            .help("write `closure({a}, c -> {d for d in near[c] if …})`")),
            None if BUILTINS.contains(&&**name) => Ok(()),
            None => {
                let lets = self.names.game.lets.iter();
                let functions = lets
                    .filter(|decl| decl.arguments.is_some())
                    .map(|decl| &*decl.name.text);
                let known = functions.chain(BUILTINS);
                let advice = foreign::function(name);
                let fault = unknown("function", name, function.span, advice, known);
                Err(fault.help(format!("define it at the left edge: `let {name}(x) = …`")))
            }
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) -> Result<()> {
        for clause in clauses {
            self.expression(&clause.domain)?;
            self.bind(&clause.pattern)?;
            if let Some(condition) = &clause.condition {
                self.expression(condition)?;
            }
        }
        Ok(())
    }

    pub(super) fn sum(&mut self, sum: &SumDecl) -> Result<()> {
        self.locals.open();
        self.clauses(&sum.clauses)?;
        self.expressions(&sum.arguments)?;
        self.locals.close();
        Ok(())
    }

    pub(super) fn block(&mut self, body: &[Stmt]) -> Result<()> {
        self.locals.open();
        for statement in body {
            self.statement(statement)?;
        }
        self.locals.close();
        Ok(())
    }

    fn statement(&mut self, statement: &Stmt) -> Result<()> {
        match statement {
            Stmt::Assign { target, value, .. } => {
                self.target(target)?;
                self.expressions(&target.indices)?;
                self.expression(value)
            }
            Stmt::Together { targets, values } => {
                for target in targets {
                    self.target(target)?;
                    self.expressions(&target.indices)?;
                }
                self.expressions(values)
            }
            Stmt::If { arms, otherwise } => {
                for (condition, body) in arms {
                    self.expression(condition)?;
                    self.block(body)?;
                }
                self.block(otherwise)
            }
            Stmt::For { clauses, body } => {
                self.locals.open();
                self.clauses(clauses)?;
                self.block(body)?;
                self.locals.close();
                Ok(())
            }
            Stmt::Repeat(repeat) => {
                let before = self.mentions.len();
                self.expression(&repeat.bound)?;
                self.bounds.extend_from_slice(&self.mentions[before..]);
                self.expression(&repeat.condition)?;
                self.block(&repeat.body)
            }
            Stmt::Assert(condition) => self.expression(condition),
            Stmt::Let { name, value } => {
                self.expression(value)?;
                self.lets.push(name.clone());
                self.bind_name(name, Some(name.span))
            }
            Stmt::Again => Ok(()),
            Stmt::Gain { value, .. } => self.expression(value),
            Stmt::Result(result) => self.result(result),
        }
    }

    /// Checks that the target of an assignment is a state variable: nothing else
    /// changes.
    fn target(&self, target: &Target) -> Result<()> {
        let name = &target.name;
        let fixed = |what: &str| {
            Diagnostic::new(
                format!("`{}` cannot be changed", name.text),
                name.span,
                what,
            )
            .help(format!(
                "only state variables change; declare one: `{}: 0..9 = 0`, say",
                name.text
            ))
        };
        if self.locals.get(&name.text).is_some() {
            return Err(fixed("a local name"));
        }
        match self.names.get(&name.text) {
            Some((Meaning::State(_), _)) => Ok(()),
            Some((meaning, place)) => Err(fixed(meaning.describe()).related(place, "defined here")),
            None => {
                let variables = self.names.game.state.iter().map(|s| &*s.name.text);
                let advice = match nearest(&name.text, variables.clone()) {
                    Some(_) => None,
                    None if foreign::is_mover(&name.text) => Some(TURN_PASSES),
                    None => Some(
                        "what changes is declared at the left edge; a value gets a name by \
                         `let y = …`",
                    ),
                };
                let what = "state variable";
                Err(unknown(what, &name.text, name.span, advice, variables))
            }
        }
    }

    pub(super) fn result(&mut self, result: &ResultDecl) -> Result<()> {
        if let Verdict::Player(name) = &result.verdict {
            self.not_impartial(&name.text, name.span)?;
            match self.names.get(&name.text) {
                Some((Meaning::Player, _)) => {}
                Some((meaning, place)) => {
                    return Err(Diagnostic::new(
                        format!("`{}` is not a player", name.text),
                        name.span,
                        meaning.describe(),
                    )
                    .related(place, "defined here")
                    .help("write `win me`, `win other`, or `win` and a player's name"));
                }
                None => {
                    let players = self.names.game.players.iter();
                    let players = players.flat_map(|(both, _)| both).map(|p| &*p.text);
                    let known = players.chain(["me", "other"]);
                    return Err(unknown("player", &name.text, name.span, None, known));
                }
            }
        }
        if let Verdict::Score(value) = &result.verdict {
            self.expression(value)?;
        }
        match &result.condition {
            Some(condition) => self.expression(condition),
            None => Ok(()),
        }
    }
}
