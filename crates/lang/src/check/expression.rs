//! The types of expressions.
//!
//! A function has no type of its own: its body is checked once for each combination of
//! argument types that it is called with.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::names::Meaning;
use super::operators::{
    arithmetic, builtin, compare, count_of_arguments, fold, is_in, not_a_condition, unfit, wrong,
};
use super::text::{subject, text};
use super::ty::{PLAYER, Type};
use super::typing::{LARGEST_TYPE, Locals, Typing};
use crate::syntax::ast::{
    BinaryOp, Clause, Closure, Collection, CompareOp, Expr, ExprKind, Name, Pattern, UnaryOp,
};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::span::Span;

/// The most expressions that are checked. An expression in a function counts once for
/// each combination of argument types of the function.
const MOST_WORK: usize = 2_000_000;

/// The most combinations of a function and its argument types that are checked.
const MOST_CALLS: usize = 5_000;

impl Typing<'_> {
    /// Checks the lets that are values.
    pub(super) fn check_lets(&mut self) -> Result<()> {
        for (i, decl) in self.names.game.lets.iter().enumerate() {
            if decl.arguments.is_none() {
                self.let_type(i)?;
            }
        }
        Ok(())
    }

    /// Checks the functions that nobody has called, as far as that can be done without
    /// knowing the types of their arguments.
    pub(super) fn check_uncalled(&mut self) -> Result<()> {
        let called: HashSet<usize> = self.calls.keys().map(|(function, _)| *function).collect();
        for (i, decl) in self.names.game.lets.iter().enumerate() {
            if let (Some(arguments), false) = (&decl.arguments, called.contains(&i)) {
                self.apply(i, vec![Type::Any; arguments.len()])?;
            }
        }
        Ok(())
    }

    fn let_type(&mut self, i: usize) -> Result<Type> {
        if let Some(known) = &self.lets[i] {
            return Ok(known.clone());
        }
        let ty = self.expression(&self.names.game.lets[i].body, &mut Locals::default())?;
        self.lets[i] = Some(ty.clone());
        Ok(ty)
    }

    /// Returns the type of the value of function `i` for arguments of these types.
    fn apply(&mut self, i: usize, arguments: Vec<Type>) -> Result<Type> {
        let key = (i, arguments);
        if let Some(known) = self.calls.get(&key) {
            return Ok(known.clone());
        }
        let decl = &self.names.game.lets[i];
        let mut locals = Locals::default();
        locals.open();
        for (pattern, ty) in decl.arguments.iter().flatten().zip(&key.1) {
            Self::bind(pattern, ty, pattern.span(), &mut locals)?;
        }
        let ty = self.expression(&decl.body, &mut locals)?;
        self.calls.insert(key, ty.clone());
        Ok(ty)
    }

    /// Returns the type of an expression.
    pub(super) fn expression(&mut self, expression: &Expr, locals: &mut Locals) -> Result<Type> {
        self.work += 1;
        if self.work > MOST_WORK || self.calls.len() > MOST_CALLS {
            return Err(Diagnostic::new(
                "these rules take too long to check",
                expression.span,
                "gave up here",
            )
            .help("call functions with fewer different kinds of arguments"));
        }
        let ty = self.inside(expression, locals)?;
        if ty.size() > LARGEST_TYPE {
            return Err(Diagnostic::new(
                "this value has too many parts",
                expression.span,
                format!("more than {LARGEST_TYPE} parts in parts"),
            )
            .help("use a list for many values of one kind"));
        }
        Ok(ty)
    }

    fn inside(&mut self, expression: &Expr, locals: &mut Locals) -> Result<Type> {
        let span = expression.span;
        Ok(match &expression.kind {
            ExprKind::Int(_) => Type::Int,
            ExprKind::Bool(_) | ExprKind::Stuck => Type::Bool,
            ExprKind::None => Type::None,
            ExprKind::Me | ExprKind::Other => Type::player(),
            ExprKind::Text(_) => Type::Text,
            ExprKind::Name(name) => self.name(name, span, locals)?,
            ExprKind::Tuple(parts) => {
                let parts: Result<Vec<Type>> = parts
                    .iter()
                    .map(|part| self.expression(part, locals))
                    .collect();
                Type::Tuple(parts?.into())
            }
            ExprKind::List(parts) => self.alike(parts, "list", locals)?.list(),
            ExprKind::Set(parts) => self.alike(parts, "set", locals)?.set(),
            ExprKind::Map(entries) => self.map(entries, locals)?,
            ExprKind::Comprehension {
                collection,
                element,
                clauses,
            } => {
                locals.open();
                self.clauses(clauses, locals)?;
                let element = self.expression(element, locals)?;
                locals.close();
                match collection {
                    Collection::List => element.list(),
                    Collection::Set => element.set(),
                }
            }
            ExprKind::MapComprehension(of) => {
                locals.open();
                self.clauses(&of.clauses, locals)?;
                let key = self.expression(&of.key, locals)?;
                let value = self.expression(&of.value, locals)?;
                locals.close();
                key.map_to(value)
            }
            ExprKind::Range(low, high) => {
                self.number(low, "`..` goes from a number to a number", locals)?;
                self.number(high, "`..` goes from a number to a number", locals)?;
                Type::Int.set()
            }
            ExprKind::Index(base, index) => {
                let base_type = self.expression(base, locals)?;
                self.index(&subject(base), base.span, &base_type, index, locals)?
            }
            ExprKind::Call {
                function,
                arguments,
            } => self.call(function, arguments, span, locals)?,
            ExprKind::Fold {
                op,
                element,
                clauses,
            } => {
                locals.open();
                self.clauses(clauses, locals)?;
                let ty = self.expression(element, locals)?;
                locals.close();
                fold(*op, &ty, element)?
            }
            ExprKind::Closure(closure) => self.closure(closure, locals)?,
            ExprKind::Unary(UnaryOp::Not, operand) => {
                self.condition(operand, "`not` turns a condition round", locals)?;
                Type::Bool
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                let ty = self.expression(operand, locals)?;
                if !ty.is_number() && ty.vector().is_none() {
                    return Err(wrong(operand, &ty, "`-` is written before a number"));
                }
                ty
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, span, locals)?,
            ExprKind::Compare(first, rest) => {
                self.comparison(first, rest, span, locals)?;
                Type::Bool
            }
            ExprKind::Conditional {
                then,
                condition,
                otherwise,
            } => self.choice(then, condition, otherwise, locals)?,
        })
    }

    /// Returns the type of a set that grows by steps.
    fn closure(&mut self, closure: &Closure, locals: &mut Locals) -> Result<Type> {
        let mut element = self.members(&closure.start, locals)?;
        loop {
            locals.open();
            Self::bind(&closure.pattern, &element, closure.start.span, locals)?;
            let next = self.members(&closure.step, locals)?;
            locals.close();
            let Some(both) = element.unify(&next) else {
                return Err(Diagnostic::new(
                    "the steps of a closure lead to elements of the same kind",
                    closure.step.span,
                    format!("steps to {}", next.plural()),
                )
                .related(
                    closure.start.span,
                    format!("starts from {}", element.plural()),
                ));
            };
            if both == element {
                return Ok(element.set());
            }
            // A step may lead to elements that the start has not, such as `none`: steps are
            // made from these too.
            element = both;
        }
    }

    /// Returns the type of the elements of a set or list.
    fn members(&mut self, of: &Expr, locals: &mut Locals) -> Result<Type> {
        match self.expression(of, locals)? {
            Type::Set(element) | Type::List(element) => Ok((*element).clone()),
            Type::Any => Ok(Type::Any),
            ty => Err(unfit(of, &ty, "a closure is made of sets or lists")
                .help("write a set, `{…}`: of the start, and of the steps from an element")),
        }
    }

    fn comparison(
        &mut self,
        first: &Expr,
        rest: &[(CompareOp, Expr)],
        span: Span,
        locals: &mut Locals,
    ) -> Result<()> {
        if let (Some((op, _)), true) = (rest.iter().find(|(op, _)| is_in(*op)), rest.len() > 1) {
            return Err(Diagnostic::new(
                format!("`{}` does not stand in a chain of comparisons", op.symbol()),
                span,
                "what is compared with what?",
            )
            .help("join the comparisons by `and`, or use brackets"));
        }
        let mut left = first;
        let mut left_type = self.expression(left, locals)?;
        for (op, right) in rest {
            let right_type = self.expression(right, locals)?;
            compare(*op, (left, &left_type), (right, &right_type))?;
            (left, left_type) = (right, right_type);
        }
        Ok(())
    }

    fn choice(
        &mut self,
        then: &Expr,
        condition: &Expr,
        otherwise: &Expr,
        locals: &mut Locals,
    ) -> Result<Type> {
        self.condition(condition, "`if` needs a condition", locals)?;
        let a = self.expression(then, locals)?;
        let b = self.expression(otherwise, locals)?;
        a.unify(&b).ok_or_else(|| {
            Diagnostic::new(
                format!("the two values of this choice differ: {a}, else {b}"),
                otherwise.span,
                b.to_string(),
            )
            .related(then.span, a.to_string())
            .help("give both the same kind of value")
        })
    }

    fn name(&mut self, name: &Arc<str>, span: Span, locals: &Locals) -> Result<Type> {
        if let Some(local) = locals.get(name) {
            return Ok(local.clone());
        }
        if &**name == PLAYER {
            return Ok(Type::player().set());
        }
        match self.names.get(name) {
            Some((Meaning::Parameter(i), _)) => self.parameter(i),
            Some((Meaning::Let(i), _)) => self.let_type(i),
            Some((Meaning::State(i), _)) => self.state_type(i),
            Some((Meaning::Player, _)) => Ok(Type::player()),
            Some((Meaning::Value(i), _)) => {
                Ok(Type::Enum(self.names.game.types[i].name.text.clone()))
            }
            Some((Meaning::Type(i), _)) => {
                let declared = self.declared(i)?;
                if declared.bag {
                    return Err(Diagnostic::new(
                        format!("`{name}` is a type of bags, whose values are not listed"),
                        span,
                        "as a value, a type is the set of its values",
                    )
                    .help("use the type of what is in the bag"));
                }
                Ok(declared.value.set())
            }
            Some((Meaning::Function(_), _)) | None => Err(Diagnostic::new(
                format!("`{name}` is not a value"),
                span,
                "expected a value",
            )),
        }
    }

    /// Returns the one type that all elements of a collection fit; `of` is what a
    /// message calls the collection.
    fn alike(&mut self, parts: &[Expr], of: &str, locals: &mut Locals) -> Result<Type> {
        let mut common = Type::Any;
        for part in parts {
            let ty = self.expression(part, locals)?;
            common = common.unify(&ty).ok_or_else(|| {
                Diagnostic::new(
                    format!("the elements of a {of} are of one kind"),
                    part.span,
                    format!("{ty} among {}", common.plural()),
                )
                .related(parts[0].span, "the first element")
                .help("what belongs together but differs makes a tuple: `(a, b)`")
            })?;
        }
        Ok(common)
    }

    fn map(&mut self, entries: &[(Expr, Expr)], locals: &mut Locals) -> Result<Type> {
        let (mut keys, mut values) = (Type::Any, Type::Any);
        let mut seen: HashMap<String, Span> = HashMap::new();
        for (key, value) in entries {
            let ty = self.expression(key, locals)?;
            keys = keys.unify(&ty).ok_or_else(|| {
                Diagnostic::new(
                    "the keys of a map are of one kind",
                    key.span,
                    format!("{ty} among {}", keys.plural()),
                )
                .related(entries[0].0.span, "the first key")
            })?;
            let ty = self.expression(value, locals)?;
            values = values.unify(&ty).ok_or_else(|| {
                Diagnostic::new(
                    "the values of a map are of one kind",
                    value.span,
                    format!("{ty} among {}", values.plural()),
                )
                .related(entries[0].1.span, "the first value")
            })?;
            if let Some(first) = seen.insert(text(key), key.span) {
                return Err(Diagnostic::new(
                    format!("{} appears twice in this map", subject(key)),
                    key.span,
                    "a second value for it",
                )
                .related(first, "the first")
                .help("remove one of them"));
            }
        }
        Ok(keys.map_to(values))
    }

    /// Checks clauses and declares their names in the innermost block.
    pub(super) fn clauses(&mut self, clauses: &[Clause], locals: &mut Locals) -> Result<()> {
        for clause in clauses {
            let element = self.domain(&clause.domain, locals)?;
            Self::bind(&clause.pattern, &element, clause.domain.span, locals)?;
            if let Some(condition) = &clause.condition {
                self.condition(condition, "`if` needs a condition", locals)?;
            }
        }
        Ok(())
    }

    /// Returns the type of the elements that `in` runs through.
    pub(super) fn domain(&mut self, domain: &Expr, locals: &mut Locals) -> Result<Type> {
        let ty = self.expression(domain, locals)?;
        ty.element().ok_or_else(|| {
            let fault = Diagnostic::new(
                format!(
                    "{} is {ty}, but `in` runs through a set, a list or a map",
                    subject(domain)
                ),
                domain.span,
                ty.to_string(),
            );
            match ty {
                Type::Int if matches!(domain.kind, ExprKind::Binary(BinaryOp::Subtract, ..)) => {
                    fault.help("the numbers from 1 to 3 are `1..3`")
                }
                Type::Int => fault.help(format!(
                    "for the numbers up to it write `1..{}`",
                    text(domain)
                )),
                _ => fault
                    .help("write a range `1..n`, a set `{…}`, a list `[…]` or the name of a type"),
            }
        })
    }

    /// Declares the names of a pattern that takes apart a value of type `ty`. `origin`
    /// is the place of what the value comes from.
    pub(super) fn bind(
        pattern: &Pattern,
        ty: &Type,
        origin: Span,
        locals: &mut Locals,
    ) -> Result<()> {
        match pattern {
            Pattern::Name(name) => locals.declare(&name.text, ty.clone()),
            Pattern::Tuple(parts, span) => {
                let components = match ty {
                    Type::Tuple(components) if components.len() == parts.len() => {
                        components.to_vec()
                    }
                    Type::Any => vec![Type::Any; parts.len()],
                    _ => {
                        let fault = Diagnostic::new(
                            format!("{} names for {ty}", parts.len()),
                            *span,
                            format!(
                                "expected {}",
                                match ty {
                                    Type::Tuple(components) =>
                                        format!("{} names", components.len()),
                                    _ => "one name".to_owned(),
                                }
                            ),
                        )
                        .related(origin, format!("runs through {}", ty.plural()));
                        return Err(fault.help(
                            "give one name for the whole value, or a name for each component",
                        ));
                    }
                };
                for (part, component) in parts.iter().zip(&components) {
                    Self::bind(part, component, origin, locals)?;
                }
            }
        }
        Ok(())
    }

    /// Checks that an expression is true or false; `why` says in a message that it must
    /// be.
    pub(super) fn condition(
        &mut self,
        expression: &Expr,
        why: &str,
        locals: &mut Locals,
    ) -> Result<()> {
        match self.expression(expression, locals)? {
            Type::Bool | Type::Any => Ok(()),
            ty => Err(not_a_condition(expression, &ty, why)),
        }
    }

    /// Checks that an expression is a number; `why` says in a message that it must be.
    pub(super) fn number(
        &mut self,
        expression: &Expr,
        why: &str,
        locals: &mut Locals,
    ) -> Result<()> {
        let ty = self.expression(expression, locals)?;
        if ty.is_number() {
            Ok(())
        } else {
            Err(wrong(expression, &ty, why))
        }
    }

    /// Returns the type of `base[index]`, where `name` is what a message calls the base
    /// and `place` is where the base stands.
    pub(super) fn index(
        &mut self,
        name: &str,
        place: Span,
        base: &Type,
        index: &Expr,
        locals: &mut Locals,
    ) -> Result<Type> {
        let ty = self.expression(index, locals)?;
        match base {
            Type::Any => Ok(Type::Any),
            Type::Map(key, value) if ty.unify(key).is_some() => Ok((**value).clone()),
            Type::Map(key, _) => Err(wrong_key(name, key, &ty, index.span)),
            Type::List(_) | Type::Text if is_set_of_numbers(&ty) => Ok(base.clone()),
            Type::Text if ty.is_number() => Ok(Type::Text),
            Type::Text => Err(Diagnostic::new(
                format!(
                    "{name} is a text, indexed by numbers from 0, not by {}",
                    ty.plural()
                ),
                index.span,
                format!("{ty}, expected a number"),
            )),
            Type::List(element) => {
                if !ty.is_number() {
                    return Err(Diagnostic::new(
                        format!(
                            "{name} is a list, indexed by numbers from 0, not by {}",
                            ty.plural()
                        ),
                        index.span,
                        format!("{ty}, expected a number"),
                    ));
                }
                Ok((**element).clone())
            }
            Type::Tuple(parts) => component(name, parts, index),
            Type::Set(_) => Err(Diagnostic::new(
                format!("{name} is a set: its elements have no order and no numbers"),
                place,
                base.to_string(),
            )
            .help("use a list `[…]`, or ask `x in …`")),
            _ => Err(Diagnostic::new(
                format!("{name} is {base} and has no elements"),
                place,
                base.to_string(),
            )
            .help("only arrays, maps, lists, tuples and texts have elements")),
        }
    }

    fn call(
        &mut self,
        function: &Name,
        arguments: &[Expr],
        span: Span,
        locals: &mut Locals,
    ) -> Result<Type> {
        let mut types = Vec::new();
        for argument in arguments {
            types.push(self.expression(argument, locals)?);
        }
        let Some((Meaning::Function(i), place)) = self.names.get(&function.text) else {
            return builtin(function, arguments, &types, span);
        };
        let wanted = self.names.game.lets[i]
            .arguments
            .as_ref()
            .map_or(0, Vec::len);
        if wanted != arguments.len() {
            let names = self.names.game.lets[i].arguments.iter().flatten();
            let names: Vec<String> = names.map(super::text::pattern).collect();
            return Err(count_of_arguments(function, wanted, arguments.len(), span)
                .related(place, "defined here")
                .help(format!("write `{}({})`", function.text, names.join(", "))));
        }
        let given: Vec<String> = types.iter().map(Type::to_string).collect();
        self.apply(i, types).map_err(|fault| match fault.related {
            None => fault.related(span, format!("called here with {}", given.join(" and "))),
            Some(_) => fault,
        })
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        span: Span,
        locals: &mut Locals,
    ) -> Result<Type> {
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let why = format!("`{}` joins conditions", op.symbol());
            self.condition(left, &why, locals)?;
            self.condition(right, &why, locals)?;
            return Ok(Type::Bool);
        }
        let a = self.expression(left, locals)?;
        let b = self.expression(right, locals)?;
        if let Some(ty) = arithmetic(op, &a, &b) {
            return Ok(ty);
        }
        let why = match op {
            BinaryOp::Add => "`+` adds numbers or tuples of numbers, or joins lists",
            BinaryOp::Subtract => "`-` subtracts numbers, tuples of numbers or sets",
            BinaryOp::Union => "`|` joins sets",
            BinaryOp::Intersection => "`&` is what two sets share",
            BinaryOp::Multiply => "`*` multiplies numbers, or a number and a tuple",
            BinaryOp::Divide => "`//` divides numbers",
            BinaryOp::Modulo => "`%` is the rest of a division of numbers",
            _ => "`**` raises a number to a number",
        };
        for (operand, ty) in [(left, &a), (right, &b)] {
            if arithmetic(op, ty, &Type::Any).is_none() && arithmetic(op, &Type::Any, ty).is_none()
            {
                let fault = wrong(operand, ty, why);
                return Err(match op {
                    BinaryOp::Union => fault.help("one condition or the other: write `or`"),
                    BinaryOp::Intersection => fault.help("both conditions: write `and`"),
                    _ => fault,
                });
            }
        }
        Err(Diagnostic::new(
            format!("{a} `{}` {b} has no meaning", op.symbol()),
            span,
            format!("{}: {a}; {}: {b}", subject(left), subject(right)),
        )
        .help(match op {
            BinaryOp::Add if a.vector().is_some() && b.vector().is_some() => {
                "tuples are added component by component: give both the same length"
            }
            BinaryOp::Add => "`+` adds two numbers or two tuples of numbers, or joins two lists",
            BinaryOp::Subtract => {
                "`-` subtracts numbers, tuples of the same length, or sets of one kind"
            }
            BinaryOp::Union | BinaryOp::Intersection => "both are sets of one kind",
            _ => "`*` multiplies two numbers, or a number and a tuple of numbers",
        }))
    }
}

/// Whether the type is that of sets of numbers, which pick elements of a list or text.
fn is_set_of_numbers(ty: &Type) -> bool {
    matches!(ty, Type::Set(element) if element.is_number())
}

/// Returns the type of a component of a tuple, which is indexed by a plain number.
fn component(name: &str, parts: &[Type], index: &Expr) -> Result<Type> {
    let ExprKind::Int(number) = index.kind else {
        return Err(Diagnostic::new(
            format!(
                "the components of a tuple are taken by a plain number, as in `{}[0]`",
                name.trim_matches('`')
            ),
            index.span,
            "not a plain number",
        )
        .help("to choose by a computed number use a list `[a, b]`"));
    };
    let part = usize::try_from(number).ok().and_then(|i| parts.get(i));
    part.cloned().ok_or_else(|| {
        Diagnostic::new(
            format!("{name} has {} components", parts.len()),
            index.span,
            "there is no such component",
        )
        .help(format!(
            "they are counted from 0 to {}",
            parts.len().saturating_sub(1)
        ))
    })
}

/// Returns the fault of an index whose type is not that of the keys of an array or map.
fn wrong_key(name: &str, key: &Type, found: &Type, span: Span) -> Box<Diagnostic> {
    let fault = Diagnostic::new(
        format!(
            "{name} is indexed by {}, not by {}",
            key.plural(),
            found.plural()
        ),
        span,
        format!("{found}, expected {key}"),
    );
    match (key, key.vector()) {
        (_, Some(2)) => fault.help("write a cell, or both coordinates: `[x, y]`"),
        (Type::Enum(name), _) if &**name == PLAYER => {
            fault.help("write `me`, `other` or a player's name")
        }
        _ => fault,
    }
}
