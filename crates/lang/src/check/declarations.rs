//! Checks the types in the declarations that use expressions: moves, results,
//! symmetries, sums.

use std::sync::Arc;

use super::GameTypes;
use super::declared::holds;
use super::names::Meaning;
use super::operators::{arithmetic, unfit};
use super::text::subject;
use super::ty::Type;
use super::typing::{Locals, Typing};
use crate::syntax::ast::{
    AssignOp, BinaryOp, Expr, ExprKind, GameDecl, MoveDecl, MoveParameter, Name, ResultDecl,
    ShowDecl, Stmt, SumDecl, SymmetryDecl, SymmetryMap, Target, TemplatePart, Verdict,
};
use crate::text::diagnostic::{Diagnostic, Result};
use crate::text::span::Span;

/// Finds the types of all values of a game, and returns those of its parameters. `before` are the
/// games that stand above it in the file.
pub(super) fn check(
    typing: &mut Typing<'_>,
    before: &[(Arc<str>, GameTypes)],
) -> Result<Vec<(Arc<str>, Type)>> {
    let game = typing.names.game;
    let mut parameters = Vec::new();
    for (i, parameter) in game.parameters.iter().enumerate() {
        parameters.push((parameter.name.text.clone(), typing.parameter(i)?));
    }
    for i in 0..game.types.len() {
        typing.declared(i)?;
    }
    for (i, decl) in game.state.iter().enumerate() {
        typing.state_type(i)?;
        typing.check_first(decl)?;
    }
    for condition in &game.requires {
        typing.condition(
            condition,
            "`require` needs a condition",
            &mut Locals::default(),
        )?;
    }
    typing.check_lets()?;
    for decl in &game.moves {
        typing.check_move(decl, before, &parameters)?;
    }
    for law in &game.laws {
        typing.condition(law, "`assert` needs a condition", &mut Locals::default())?;
    }
    for result in &game.results {
        typing.check_result(result, &mut Locals::default())?;
    }
    for symmetry in &game.symmetries {
        typing.check_symmetry(symmetry)?;
    }
    for (place, shown) in game.shows.iter().enumerate() {
        if game.is_of_a_piece(shown) {
            typing.check_piece(&shown.what, &game.shows[..place])?;
        } else {
            typing.check_shown(game, shown)?;
        }
    }
    if let Some(sum) = &game.sum {
        typing.check_sum(sum, before)?;
    }
    typing.check_uncalled()?;
    Ok(parameters)
}

impl Typing<'_> {
    /// Checks that what is shown is a variable, a map from numbers or pairs of numbers to single
    /// values, or a list of lines.
    fn check_shown(&mut self, game: &GameDecl, decl: &ShowDecl) -> Result<()> {
        let shown = &decl.what;
        let without_pieces = |label: &str| {
            Diagnostic::new("there are no pieces in this picture", shown.span, label).help(
                "`as` follows an array, a map from cells to single values, or a piece such as \
                 the name of a player",
            )
        };
        if let ExprKind::Name(name) = &shown.kind {
            let variable = game.state.iter().find(|state| state.name.text == *name);
            return match variable {
                Some(variable) if decl.look.is_some() && variable.index.is_none() => {
                    Err(without_pieces("one value, which is written in letters"))
                }
                _ => Ok(()),
            };
        }
        let ty = self.expression(shown, &mut Locals::default())?;
        let is_single = |ty: &Type| !matches!(ty, Type::List(_) | Type::Set(_) | Type::Map(..));
        let can_be_drawn = match &ty {
            Type::Any => true,
            Type::Map(key, value) => {
                let is_place = matches!(**key, Type::Any | Type::Int) || key.vector() == Some(2);
                is_place && is_single(value)
            }
            Type::List(line) => match &**line {
                Type::Any | Type::Text => true,
                Type::List(part) => is_single(part),
                _ => false,
            },
            _ => false,
        };
        if can_be_drawn && decl.look.is_some() && matches!(ty, Type::List(_)) {
            return Err(without_pieces("lines of text, which are drawn as they are"));
        }
        if can_be_drawn {
            return Ok(());
        }
        Err(Diagnostic::new(
            format!("{} is {ty}, which is not drawn", subject(shown)),
            shown.span,
            ty.to_string(),
        )
        .help(
            "show a variable, a map from cells to single values, or a list of texts, line by line",
        ))
    }

    /// Checks that the value whose look is said is a single one, and that no `show` before says
    /// how it looks.
    fn check_piece(&mut self, piece: &Expr, before: &[ShowDecl]) -> Result<()> {
        let same = |other: &&ShowDecl| match (&piece.kind, &other.what.kind) {
            (ExprKind::Name(one), ExprKind::Name(other))
            | (ExprKind::Text(one), ExprKind::Text(other)) => one == other,
            (ExprKind::Int(one), ExprKind::Int(other)) => one == other,
            (ExprKind::Bool(one), ExprKind::Bool(other)) => one == other,
            _ => false,
        };
        if let Some(first) = before.iter().find(same) {
            return Err(Diagnostic::new(
                "this piece looks two ways",
                piece.span,
                "said a second time",
            )
            .related(first.what.span, "first here")
            .help("remove one of the lines"));
        }
        let ty = self.expression(piece, &mut Locals::default())?;
        if matches!(ty, Type::List(_) | Type::Set(_) | Type::Map(..)) {
            return Err(Diagnostic::new(
                format!("{} is {ty}, and not a piece", subject(piece)),
                piece.span,
                ty.to_string(),
            )
            .help("show one value: a player, a value of an enumeration, a number or a text"));
        }
        Ok(())
    }

    /// Checks a move. `before` are the games above this one, and `own` the parameters of this one.
    fn check_move(
        &mut self,
        decl: &MoveDecl,
        before: &[(Arc<str>, GameTypes)],
        own: &[(Arc<str>, Type)],
    ) -> Result<()> {
        let mut locals = Locals::default();
        locals.open();
        for parameter in &decl.parameters {
            match parameter {
                MoveParameter::Chosen { pattern, domain } => {
                    let element = self.domain(domain, &mut locals)?;
                    Self::bind(pattern, &element, domain.span, &mut locals)?;
                }
                MoveParameter::Derived { name, value } => {
                    let ty = self.expression(value, &mut locals)?;
                    locals.declare(&name.text, ty);
                }
            }
        }
        if let Some(guard) = &decl.guard {
            self.condition(guard, "`if` needs a condition", &mut locals)?;
        }
        if let Some(leaving) = &decl.leaving {
            self.condition(leaving, "`leaving` needs a condition", &mut locals)?;
        }
        for part in decl.notation.iter().flat_map(|notation| &notation.parts) {
            let TemplatePart::Value(value) = part else {
                continue;
            };
            let ty = self.expression(value, &mut locals)?;
            if matches!(ty, Type::List(_) | Type::Set(_) | Type::Map(..)) {
                return Err(unfit(
                    value,
                    &ty,
                    "the notation of a move is made of single values",
                )
                .help("write what was chosen: a parameter of the move"));
            }
        }
        for part in decl.becomes.iter().flat_map(|becomes| &becomes.parts) {
            let name = &part.game.text;
            let other = before.iter().find(|(known, _)| known == name);
            let wanted = match other {
                Some((_, types)) => &types.parameters,
                None => own,
            };
            self.check_arguments(&part.game, &part.arguments, wanted, &mut locals)?;
        }
        self.block(&decl.body, &mut locals)
    }

    fn block(&mut self, body: &[Stmt], locals: &mut Locals) -> Result<()> {
        locals.open();
        for statement in body {
            self.statement(statement, locals)?;
        }
        locals.close();
        Ok(())
    }

    fn statement(&mut self, statement: &Stmt, locals: &mut Locals) -> Result<()> {
        match statement {
            Stmt::Assign { target, op, value } => self.assign(target, *op, value, locals),
            Stmt::Together { targets, values } => {
                let mut pairs = targets.iter().zip(values);
                pairs.try_for_each(|(target, value)| {
                    self.assign(target, AssignOp::Set, value, locals)
                })
            }
            Stmt::If { arms, otherwise } => {
                for (condition, body) in arms {
                    self.condition(condition, "`if` needs a condition", locals)?;
                    self.block(body, locals)?;
                }
                self.block(otherwise, locals)
            }
            Stmt::For { clauses, body } => {
                locals.open();
                self.clauses(clauses, locals)?;
                self.block(body, locals)?;
                locals.close();
                Ok(())
            }
            Stmt::Repeat(repeat) => {
                self.number(&repeat.bound, "`repeat` needs a number", locals)?;
                self.condition(&repeat.condition, "`while` needs a condition", locals)?;
                self.block(&repeat.body, locals)
            }
            Stmt::Assert(condition) => {
                self.condition(condition, "`assert` needs a condition", locals)
            }
            Stmt::Let { name, value } => {
                let ty = self.expression(value, locals)?;
                locals.declare(&name.text, ty);
                Ok(())
            }
            Stmt::Again => Ok(()),
            Stmt::Gain { value, .. } => self.number(value, "a gain is a number", locals),
            Stmt::Result(result) => self.check_result(result, locals),
        }
    }

    fn assign(
        &mut self,
        target: &Target,
        op: AssignOp,
        value: &Expr,
        locals: &mut Locals,
    ) -> Result<()> {
        let Some((Meaning::State(i), _)) = self.names.get(&target.name.text) else {
            return Err(Diagnostic::new(
                format!("`{}` cannot be changed", target.name.text),
                target.name.span,
                "not a state variable",
            ));
        };
        let (element, ty) = self.assigned(target, i, locals)?;
        let found = self.expression(value, locals)?;
        if let Type::Map(..) = ty
            && (op != AssignOp::Set || !matches!(found, Type::Map(..) | Type::Any))
        {
            return Err(self.no_map(target, i, &element, &ty));
        }
        let fits = match op {
            AssignOp::Set => found.fits(&ty),
            AssignOp::Add => arithmetic(BinaryOp::Add, &ty, &found).is_some(),
            AssignOp::Subtract => arithmetic(BinaryOp::Subtract, &ty, &found).is_some(),
        };
        if fits {
            return Ok(());
        }
        let declared = self.names.game.state[i].ty.span;
        Err(no_assignment(
            &element,
            &ty,
            op,
            &found,
            [target.span, value.span, declared],
        ))
    }

    /// Returns what a message calls the target of an assignment, and the type of the
    /// values that it can hold. `i` is the number of the target's state variable.
    fn assigned(
        &mut self,
        target: &Target,
        i: usize,
        locals: &mut Locals,
    ) -> Result<(String, Type)> {
        let name = format!("`{}`", target.name.text);
        let mut ty = self.state_type(i)?;
        let mut element = name;
        for index in &target.indices {
            if let Type::Tuple(_) = ty {
                return Err(Diagnostic::new(
                    "one component of a tuple cannot be changed alone",
                    target.span,
                    format!("{element} is {ty}"),
                )
                .help(format!(
                    "give the whole tuple: `{} = (…, …)`",
                    element.trim_matches('`')
                )));
            }
            ty = self.index(&element, target.span, &ty, index, locals)?;
            let short = super::text::text(index);
            let short = short
                .strip_prefix('(')
                .and_then(|inner| inner.strip_suffix(')'))
                .unwrap_or(&short);
            element = format!("`{}[{short}]`", element.trim_matches('`'));
        }
        Ok((element, ty))
    }

    /// What is wrong with the change of a whole array or bag to what is no map.
    fn no_map(&self, target: &Target, i: usize, element: &str, ty: &Type) -> Box<Diagnostic> {
        let decl = &self.names.game.state[i];
        let is_bag = decl.index.is_none() || !target.indices.is_empty();
        let what = if is_bag { "bag" } else { "array" };
        let keys = match ty {
            Type::Map(key, _) => key.plural(),
            _ => "indices".to_owned(),
        };
        let name = element.trim_matches('`');
        Diagnostic::new(
            format!("a whole {what} takes a map: {element}"),
            target.span,
            format!("holds a value for each of the {keys}"),
        )
        .related(decl.name.span, "declared here")
        .help(format!(
            "change one element, `{name}[…] = …`, or give a value for each, `{name} = {{k: … for k \
             in {name}}}`"
        ))
    }

    fn check_result(&mut self, result: &ResultDecl, locals: &mut Locals) -> Result<()> {
        if let Verdict::Score(value) = &result.verdict {
            self.number(value, "a score is a number", locals)?;
        }
        match &result.condition {
            Some(condition) => self.condition(condition, "a result needs a condition", locals),
            None => Ok(()),
        }
    }

    fn check_symmetry(&mut self, symmetry: &SymmetryDecl) -> Result<()> {
        for (place, (name, map)) in symmetry.moved.iter().enumerate() {
            let before = &symmetry.moved[..place];
            if let Some((first, _)) = before.iter().find(|(other, _)| other.text == name.text) {
                return Err(Diagnostic::new(
                    format!("this symmetry says twice how `{}` moves", name.text),
                    name.span,
                    "a second time",
                )
                .related(first.span, "the first time")
                .help("a second symmetry has a line of its own"));
            }
            self.check_moved(name, map)?;
        }
        Ok(())
    }

    /// Checks how a symmetry moves the values of one type.
    fn check_moved(&mut self, name: &Name, map: &SymmetryMap) -> Result<()> {
        let declared = self.declared_named(&name.text, name.span)?;
        if declared.bag {
            return Err(Diagnostic::new(
                format!(
                    "`{}` is a type of bags; a symmetry moves single values",
                    name.text
                ),
                name.span,
                "a bag",
            )
            .help("name the type of what is in the bag"));
        }
        match map {
            SymmetryMap::All(span) | SymmetryMap::Flips(span) => {
                if declared.grid {
                    return Ok(());
                }
                Err(Diagnostic::new(
                    format!(
                        "`{}` is not a grid, which alone has rotations and reflections",
                        name.text
                    ),
                    *span,
                    "needs a grid",
                )
                .help("say where each value goes: `symmetry name: x -> …`"))
            }
            SymmetryMap::Map(pattern, value) => {
                let mut locals = Locals::default();
                locals.open();
                Self::bind(pattern, &declared.value, name.span, &mut locals)?;
                let found = self.expression(value, &mut locals)?;
                if found.fits(&declared.value) {
                    return Ok(());
                }
                Err(Diagnostic::new(
                    format!("this symmetry turns {} into {found}", declared.value),
                    value.span,
                    format!("{found}, expected {}", declared.value),
                )
                .related(name.span, format!("moves {}", declared.value.plural()))
                .help("a symmetry takes each value of the type to a value of the same type"))
            }
        }
    }

    fn check_sum(&mut self, sum: &SumDecl, before: &[(Arc<str>, GameTypes)]) -> Result<()> {
        let mut locals = Locals::default();
        locals.open();
        self.clauses(&sum.clauses, &mut locals)?;
        let part = before.iter().find(|(name, _)| *name == sum.part.text);
        let wanted = part.map_or(&[][..], |(_, types)| &types.parameters);
        self.check_arguments(&sum.part, &sum.arguments, wanted, &mut locals)
    }

    /// Checks the values that a game gives the parameters of a part.
    fn check_arguments(
        &mut self,
        part: &Name,
        arguments: &[Expr],
        wanted: &[(Arc<str>, Type)],
        locals: &mut Locals,
    ) -> Result<()> {
        for (i, argument) in arguments.iter().enumerate() {
            let found = self.expression(argument, locals)?;
            let Some((name, ty)) = wanted.get(i) else {
                return Err(Diagnostic::new(
                    format!(
                        "`{}` has {} parameter{}, not {}",
                        part.text,
                        wanted.len(),
                        if wanted.len() == 1 { "" } else { "s" },
                        arguments.len()
                    ),
                    argument.span,
                    "one too many",
                )
                .help("give them in the order of the part's first line; those left out keep their defaults"));
            };
            if !found.fits(ty) {
                return Err(Diagnostic::new(
                    format!(
                        "the parameter `{name}` of `{}` is {ty}, not {found}",
                        part.text
                    ),
                    argument.span,
                    format!("{found}, expected {ty}"),
                )
                .help(match found {
                    Type::Tuple(_) => "give each component a name: `for a, b in …`",
                    _ => "the part's first line shows by its defaults what it takes",
                }));
            }
        }
        Ok(())
    }
}

/// Returns the fault of an assignment whose value does not fit its target. The last
/// argument holds the places of the target, of the value and of the declared type.
fn no_assignment(
    element: &str,
    ty: &Type,
    op: AssignOp,
    found: &Type,
    [target, value, declared]: [Span; 3],
) -> Box<Diagnostic> {
    let sign = match op {
        AssignOp::Set => {
            let fault = Diagnostic::new(
                holds(element, found, ty),
                value,
                format!("{found}, expected {ty}"),
            )
            .related(declared, "its type");
            return match (ty, found) {
                (Type::Enum(of), Type::None | Type::Optional(_)) => {
                    fault.help(format!("to allow `none` give it the type `{of}?`"))
                }
                (Type::Enum(_) | Type::Optional(_), Type::Set(of)) if **of == Type::player() => {
                    fault.help("did you mean `me`?")
                }
                (Type::Enum(_) | Type::Optional(_), Type::Text) => {
                    fault.help("write the name without quotation marks")
                }
                (_, Type::None) => {
                    fault.help("keep a `bool` beside it that says whether it counts")
                }
                _ => fault,
            };
        }
        AssignOp::Add => "+=",
        AssignOp::Subtract => "-=",
    };
    if ty.is_number() || ty.vector().is_some() {
        Diagnostic::new(
            format!("{element} is {ty}, but {found} follows `{sign}`"),
            value,
            format!("{found}, expected {ty}"),
        )
    } else {
        Diagnostic::new(
            format!("{element} is {ty}, but `{sign}` changes numbers"),
            target,
            ty.to_string(),
        )
        .help("give it a new value with `=`")
    }
}
