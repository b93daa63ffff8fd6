//! Finds the constructs that a rules file uses, by a walk over its syntax tree.
//!
//! The walk matches every form of the tree, so that it does not compile where a new
//! form of the tree has no name yet.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Construct;
use crate::syntax::ast::{
    ArrayIndex, AssignOp, BinaryOp, Clause, Collection, CompareOp, Expr, ExprKind, File, FoldOp,
    GameDecl, MoveDecl, MoveParameter, Name, Pattern, ResultDecl, StateDecl, Stmt, SymmetryDecl,
    SymmetryMap, Target, TemplatePart, TypeExpr, TypeKind, UnaryOp, Verdict,
};

/// Returns the constructs that a rules file uses.
pub(crate) fn constructs(file: &File) -> BTreeSet<Construct> {
    let mut found = BTreeSet::new();
    for (place, game) in file.games.iter().enumerate() {
        let mut walk = Walk {
            game,
            locals: Vec::new(),
            in_body: false,
            in_loop: false,
            results: 0,
            found: &mut found,
        };
        walk.game(&file.games[..place]);
    }
    found
}

/// The form of a state variable.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    One,
    Array,
    Bag,
    ArrayOfBags,
}

struct Walk<'a> {
    game: &'a GameDecl,
    locals: Vec<Arc<str>>,
    in_body: bool,
    in_loop: bool,
    /// The number of results met so far in the body of the present move.
    results: usize,
    found: &'a mut BTreeSet<Construct>,
}

use Construct as C;

impl<'a> Walk<'a> {
    fn add(&mut self, construct: Construct) {
        self.found.insert(construct);
    }

    fn add_if(&mut self, holds: bool, construct: Construct) {
        if holds {
            self.add(construct);
        }
    }

    fn game(&mut self, before: &[GameDecl]) {
        // Every field is named, so that a new field cannot be forgotten.
        let GameDecl {
            name: _,
            parameters,
            impartial,
            misere,
            players,
            requires,
            types,
            lets,
            state,
            moves,
            results,
            symmetries,
            shows,
            sum,
        } = self.game;
        for parameter in parameters {
            self.add(C::Parameter);
            self.add_if(parameter.ty.is_some(), C::TypedParameter);
            self.bounds(parameter.ty.as_ref());
            self.expr(&parameter.default);
        }
        self.add_if(impartial.is_some(), C::Impartial);
        self.add_if(misere.is_some(), C::Misere);
        self.add_if(players.is_some(), C::Players);
        for condition in requires {
            self.add(C::Require);
            self.expr(condition);
        }
        for decl in types {
            self.add(C::NamedType);
            self.bounds(Some(&decl.ty));
        }
        for decl in lets {
            self.add(match &decl.arguments {
                Some(_) => C::Function,
                None => C::Constant,
            });
            let arguments = decl.arguments.iter().flatten();
            self.locals = arguments.map(|name| name.text.clone()).collect();
            self.expr(&decl.body);
            self.locals.clear();
        }
        for decl in state {
            self.state(decl);
        }
        for decl in moves {
            self.move_of(decl);
        }
        for decl in results {
            self.result(decl);
        }
        for decl in symmetries {
            self.symmetry(decl);
        }
        self.add_if(!shows.is_empty(), C::Show);
        if let Some(sum) = sum {
            self.add(C::Sum);
            self.add_if(!sum.arguments.is_empty(), C::SumArgument);
            let part = before.iter().find(|part| part.name.text == sum.part.text);
            if let Some(part) = part {
                self.add_if(part.sum.is_some(), C::SumOfSums);
                self.add_if(part.players.is_some(), C::SumOfPlayers);
                self.add_if(part.impartial.is_some(), C::SumOfImpartial);
            }
            self.clauses(&sum.clauses);
            sum.arguments
                .iter()
                .for_each(|argument| self.expr(argument));
            self.locals.clear();
        }
    }

    // Types.

    /// Walks the expressions in a type: the bounds of a range, the sides of a grid, the
    /// size of a bag.
    fn bounds(&mut self, ty: Option<&TypeExpr>) {
        match ty.map(|ty| &ty.kind) {
            Some(TypeKind::Range(a, b) | TypeKind::Grid(a, b)) => {
                self.expr(a);
                self.expr(b);
            }
            Some(TypeKind::Bag(size, of)) => {
                self.expr(size);
                self.bounds(Some(of));
            }
            Some(TypeKind::Optional(inner)) => self.bounds(Some(inner)),
            Some(TypeKind::Tuple(parts)) => parts.iter().for_each(|part| self.bounds(Some(part))),
            Some(TypeKind::Bool | TypeKind::Player | TypeKind::Named(_) | TypeKind::Enum(_))
            | None => {}
        }
    }

    /// Returns the form of a type; the name of a type is replaced by what it was
    /// declared for.
    fn meaning<'t>(&self, ty: &'t TypeExpr) -> &'t TypeKind
    where
        'a: 't,
    {
        let mut kind = &ty.kind;
        while let TypeKind::Named(name) = kind {
            let mut types = self.game.types.iter();
            match types.find(|decl| decl.name.text == *name) {
                Some(decl) => kind = &decl.ty.kind,
                None => break,
            }
        }
        kind
    }

    fn state(&mut self, decl: &'a StateDecl) {
        self.bounds(Some(&decl.ty));
        let StateDecl {
            index, ty, first, ..
        } = decl;
        match self.meaning(ty) {
            TypeKind::Range(low, high) => {
                self.add(C::Range);
                let negative = matches!(low.kind, ExprKind::Int(low) if low < 0)
                    || matches!(low.kind, ExprKind::Unary(UnaryOp::Negate, _));
                self.add_if(negative, C::NegativeRange);
                let same = match (&low.kind, &high.kind) {
                    (ExprKind::Int(low), ExprKind::Int(high)) => low == high,
                    _ => false,
                };
                self.add_if(same, C::EmptyField);
            }
            TypeKind::Bool => self.add(C::Bool),
            TypeKind::Player => self.add(C::Player),
            TypeKind::Enum(_) => self.add(C::Enumeration),
            TypeKind::Optional(inner) => self.add(match self.meaning(inner) {
                TypeKind::Player => C::OptionalPlayer,
                _ => C::OptionalEnumeration,
            }),
            TypeKind::Grid(..) => self.add(C::Grid),
            TypeKind::Tuple(parts) => {
                self.add(C::Tuple);
                let nested = parts
                    .iter()
                    .any(|part| matches!(self.meaning(part), TypeKind::Tuple(_)));
                self.add_if(nested, C::NestedTuple);
            }
            TypeKind::Bag(_, of) => {
                self.add(match index {
                    Some(_) => C::ArrayOfBags,
                    None => C::Bag,
                });
                let of = self.meaning(of);
                let of = match of {
                    TypeKind::Range(..) => C::BagOfRange,
                    TypeKind::Bool => C::BagOfBool,
                    TypeKind::Player => C::BagOfPlayer,
                    TypeKind::Optional(inner) => match self.meaning(inner) {
                        TypeKind::Player => C::BagOfOptionalPlayer,
                        _ => C::BagOfOptionalEnumeration,
                    },
                    TypeKind::Enum(_) => C::BagOfEnumeration,
                    TypeKind::Grid(..) => C::BagOfGrid,
                    TypeKind::Tuple(_) => C::BagOfTuple,
                    // The rules were checked: no bag is in a bag, and every name of a type
                    // is declared.
                    TypeKind::Bag(..) | TypeKind::Named(_) => C::Bag,
                };
                self.add(of);
            }
            // The rules were checked: every name of a type is declared.
            TypeKind::Named(_) => {}
        }
        if let Some(index) = index {
            self.array(index, first);
        }
        self.expr(first);
        self.locals.clear();
    }

    fn array(&mut self, index: &'a ArrayIndex, first: &Expr) {
        self.bounds(Some(&index.ty));
        match self.meaning(&index.ty) {
            TypeKind::Range(..) => self.add(C::IndexedByRange),
            TypeKind::Bool => self.add(C::IndexedByBool),
            TypeKind::Player => self.add(C::IndexedByPlayer),
            TypeKind::Optional(inner) => self.add(match self.meaning(inner) {
                TypeKind::Player => C::IndexedByOptionalPlayer,
                _ => C::IndexedByOptionalEnumeration,
            }),
            TypeKind::Enum(_) => self.add(C::IndexedByEnumeration),
            TypeKind::Grid(..) => self.add(C::IndexedByGrid),
            TypeKind::Tuple(_) => self.add(C::IndexedByTuple),
            // The rules were checked: no bag is an index, and every name of a type is
            // declared.
            TypeKind::Bag(..) | TypeKind::Named(_) => {}
        }
        match &index.pattern {
            Some(pattern) => {
                self.add(match pattern {
                    Pattern::Name(_) => C::FirstByName,
                    Pattern::Tuple(..) => C::FirstByTuple,
                });
                self.pattern(pattern);
            }
            None => self.add(match &first.kind {
                ExprKind::List(_) => C::FirstList,
                ExprKind::Map(_) => C::FirstMap,
                _ => C::FirstValue,
            }),
        }
    }

    // Moves, results, symmetries.

    fn move_of(&mut self, decl: &MoveDecl) {
        let MoveDecl {
            name: _,
            parameters,
            guard,
            notation,
            body,
        } = decl;
        self.add_if(parameters.is_empty(), C::PlainMove);
        for parameter in parameters {
            match parameter {
                MoveParameter::Chosen { pattern, domain } => {
                    self.add(C::Chosen);
                    self.add_if(asks_mover(domain), C::ChosenByMover);
                    self.domain(domain);
                    self.pattern(pattern);
                }
                MoveParameter::Derived { name, value } => {
                    self.add(C::Derived);
                    self.expr(value);
                    self.locals.push(name.text.clone());
                }
            }
        }
        match guard {
            Some(guard) => {
                self.add(C::Guard);
                self.expr(guard);
            }
            None => self.add(C::NoGuard),
        }
        for part in notation.iter().flat_map(|template| &template.parts) {
            self.add(C::Notation);
            match part {
                TemplatePart::Text(_) => {}
                TemplatePart::Value(value) => {
                    self.add(C::NotationValue);
                    self.expr(value);
                }
            }
        }
        self.add_if(body.is_empty(), C::Pass);
        (self.in_body, self.results) = (true, 0);
        self.block(body);
        self.in_body = false;
        self.locals.clear();
    }

    fn result(&mut self, decl: &ResultDecl) {
        self.add(match (&decl.verdict, self.in_body) {
            (Verdict::Me, false) => C::WinMe,
            (Verdict::Other, false) => C::WinOther,
            (Verdict::Player(_), false) => C::WinPlayer,
            (Verdict::Draw, false) => C::Draw,
            (Verdict::Me, true) => C::BodyWinMe,
            (Verdict::Other, true) => C::BodyWinOther,
            (Verdict::Player(_), true) => C::BodyWinPlayer,
            (Verdict::Draw, true) => C::BodyDraw,
        });
        if self.in_body {
            self.add(match &decl.condition {
                Some(_) => C::BodyResultIf,
                None => C::BodyResultAlways,
            });
            self.results += 1;
            self.add_if(self.results > 1, C::SeveralResults);
            self.add_if(self.in_loop, C::ResultInLoop);
        }
        decl.condition
            .iter()
            .for_each(|condition| self.expr(condition));
    }

    fn symmetry(&mut self, decl: &SymmetryDecl) {
        match (&decl.swap, &decl.cells) {
            (Some(_), Some(_)) => self.add(C::SymmetrySwapMap),
            (Some(_), None) => self.add(C::SymmetrySwap),
            (None, _) => {}
        }
        match &decl.cells {
            Some((_, SymmetryMap::All(_))) => self.add(C::SymmetryAll),
            Some((_, SymmetryMap::Flips(_))) => self.add(C::SymmetryFlips),
            Some((_, SymmetryMap::Map(pattern, value))) => {
                self.add(match pattern {
                    Pattern::Name(_) => C::SymmetryMap,
                    Pattern::Tuple(..) => C::SymmetryTupleMap,
                });
                self.pattern(pattern);
                self.expr(value);
                self.locals.clear();
            }
            None => {}
        }
    }

    // Patterns and clauses.

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Name(name) => {
                self.add(match &*name.text {
                    "_" => C::PatternAnything,
                    _ => C::PatternName,
                });
                self.locals.push(name.text.clone());
            }
            Pattern::Tuple(parts, _) => {
                self.add(C::PatternTuple);
                let nested = parts.iter().any(|part| matches!(part, Pattern::Tuple(..)));
                self.add_if(nested, C::PatternNested);
                for part in parts {
                    self.pattern(part);
                }
            }
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        self.add_if(clauses.len() > 1, C::SeveralClauses);
        for clause in clauses {
            self.domain(&clause.domain);
            self.pattern(&clause.pattern);
            if let Some(condition) = &clause.condition {
                self.add(C::ClauseIf);
                self.expr(condition);
            }
        }
    }

    /// Walks the collection that a clause or a choice goes through.
    fn domain(&mut self, domain: &Expr) {
        let construct = match &domain.kind {
            ExprKind::List(_)
            | ExprKind::Comprehension {
                collection: Collection::List,
                ..
            } => C::InList,
            ExprKind::Set(_)
            | ExprKind::Comprehension {
                collection: Collection::Set,
                ..
            } => C::InSet,
            ExprKind::Range(..) => C::InRange,
            ExprKind::Map(_) => C::InMap,
            ExprKind::Name(name) if self.is_type(name) => C::InType,
            ExprKind::Name(name) if self.form(name).is_some() => C::InVariable,
            _ => C::InOther,
        };
        self.add(construct);
        self.expr(domain);
    }

    fn is_local(&self, name: &str) -> bool {
        self.locals.iter().any(|local| **local == *name)
    }

    fn is_type(&self, name: &str) -> bool {
        let mut types = self.game.types.iter();
        !self.is_local(name) && (name == "player" || types.any(|decl| *decl.name.text == *name))
    }

    /// Returns the form of the variable `name`, or `None` if the name is not that of a
    /// variable.
    fn form(&self, name: &str) -> Option<Form> {
        if self.is_local(name) {
            return None;
        }
        let mut state = self.game.state.iter();
        let decl = state.find(|decl| *decl.name.text == *name)?;
        let bag = matches!(self.meaning(&decl.ty), TypeKind::Bag(..));
        Some(match (decl.index.is_some(), bag) {
            (false, false) => Form::One,
            (true, false) => Form::Array,
            (false, true) => Form::Bag,
            (true, true) => Form::ArrayOfBags,
        })
    }

    // Statements.

    fn block(&mut self, body: &[Stmt]) {
        let bound = self.locals.len();
        for statement in body {
            self.statement(statement);
        }
        self.locals.truncate(bound);
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Assign { target, op, value } => self.assign(target, *op, value),
            Stmt::If { arms, otherwise } => {
                self.add(C::If);
                self.add_if(arms.len() > 1, C::Elif);
                for (condition, body) in arms {
                    self.expr(condition);
                    self.block(body);
                }
                self.add_if(!otherwise.is_empty(), C::Else);
                self.block(otherwise);
            }
            Stmt::For { clauses, body } => {
                self.add(C::For);
                let bound = self.locals.len();
                self.clauses(clauses);
                let outer = std::mem::replace(&mut self.in_loop, true);
                self.block(body);
                self.in_loop = outer;
                self.locals.truncate(bound);
            }
            Stmt::Let { name, value } => {
                self.add(C::Let);
                self.expr(value);
                self.locals.push(name.text.clone());
            }
            Stmt::Again => {
                self.add(C::Again);
                self.add_if(self.in_loop, C::AgainInLoop);
            }
            Stmt::Result(decl) => self.result(decl),
        }
    }

    fn assign(&mut self, target: &Target, op: AssignOp, value: &Expr) {
        let [set, add, subtract] = match self.form(&target.name.text) {
            Some(Form::Array) => [C::SetElement, C::AddElement, C::SubtractElement],
            Some(Form::Bag) => [C::SetBag, C::AddBag, C::SubtractBag],
            Some(Form::ArrayOfBags) => [C::SetBagOfArray, C::AddBagOfArray, C::SubtractBagOfArray],
            // The rules were checked: what is assigned to is a variable.
            Some(Form::One) | None => [C::SetVariable, C::AddVariable, C::SubtractVariable],
        };
        self.add(match op {
            AssignOp::Set => set,
            AssignOp::Add => add,
            AssignOp::Subtract => subtract,
        });
        target.indices.iter().for_each(|index| self.expr(index));
        self.expr(value);
    }

    // Expressions.

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) => self.add(C::Int),
            ExprKind::Bool(true) => self.add(C::True),
            ExprKind::Bool(false) => self.add(C::False),
            ExprKind::None => self.add(C::None),
            ExprKind::Me => self.add(C::Me),
            ExprKind::Other => self.add(C::Other),
            ExprKind::Stuck => self.add(C::Stuck),
            ExprKind::Text(_) => self.add(C::Text),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Tuple(parts) => self.parts(C::TupleOf, parts),
            ExprKind::List(parts) if parts.is_empty() => self.add(C::EmptyList),
            ExprKind::List(parts) => self.parts(C::ListOf, parts),
            ExprKind::Set(parts) => self.parts(C::SetOf, parts),
            ExprKind::Map(entries) => {
                self.add(C::MapOf);
                for (key, value) in entries {
                    self.expr(key);
                    self.expr(value);
                }
            }
            ExprKind::Comprehension {
                collection,
                element,
                clauses,
            } => {
                let construct = match collection {
                    Collection::List => C::ListFor,
                    Collection::Set => C::SetFor,
                };
                self.comprehension(construct, element, clauses);
            }
            ExprKind::Range(low, high) => self.both(C::RangeOf, low, high),
            ExprKind::Index(base, index) => self.index(base, index),
            ExprKind::Call {
                function,
                arguments,
            } => {
                let is_own = self
                    .game
                    .lets
                    .iter()
                    .any(|decl| decl.name.text == function.text);
                let construct = if is_own {
                    C::Call
                } else {
                    builtin(&function.text, arguments.len()).unwrap_or(C::Call)
                };
                self.parts(construct, arguments);
            }
            ExprKind::Fold {
                op,
                element,
                clauses,
            } => {
                let construct = match op {
                    FoldOp::Any => C::Any,
                    FoldOp::All => C::All,
                    FoldOp::Count => C::Count,
                    FoldOp::Sum => C::SumFor,
                    FoldOp::Min => C::Min,
                    FoldOp::Max => C::Max,
                };
                self.comprehension(construct, element, clauses);
            }
            ExprKind::Unary(op, operand) => {
                self.add(match op {
                    UnaryOp::Not => C::Not,
                    UnaryOp::Negate if is_tuple(operand) => C::NegateTuple,
                    UnaryOp::Negate => C::Negate,
                });
                self.expr(operand);
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Compare(first, rest) => self.comparison(first, rest),
            ExprKind::Conditional {
                then,
                condition,
                otherwise,
            } => {
                self.expr(then);
                self.both(C::Conditional, condition, otherwise);
            }
        }
    }

    fn parts(&mut self, construct: Construct, parts: &[Expr]) {
        self.add(construct);
        for part in parts {
            self.expr(part);
        }
    }

    fn both(&mut self, construct: Construct, a: &Expr, b: &Expr) {
        self.add(construct);
        self.expr(a);
        self.expr(b);
    }

    fn comprehension(&mut self, construct: Construct, element: &Expr, clauses: &[Clause]) {
        self.add(construct);
        let bound = self.locals.len();
        self.clauses(clauses);
        self.expr(element);
        self.locals.truncate(bound);
    }

    fn name(&mut self, name: &str) {
        let game = self.game;
        let mut parameters = game.parameters.iter().map(|one| &one.name);
        let mut lets = game.lets.iter().map(|one| &one.name);
        let mut players = game.players.iter().flat_map(|(both, _)| both);
        let is = |one: &Name| *one.text == *name;
        let construct = if self.is_local(name) {
            C::LocalName
        } else if name == "player" {
            C::PlayerType
        } else if self.is_type(name) {
            C::TypeName
        } else if parameters.any(is) {
            C::ParameterName
        } else if lets.any(is) {
            C::ConstantName
        } else if players.any(is) {
            C::PlayerName
        } else {
            match self.form(name) {
                Some(Form::One) => C::VariableName,
                Some(Form::Array | Form::ArrayOfBags) => C::ArrayName,
                Some(Form::Bag) => C::BagName,
                None => C::EnumerationValue,
            }
        };
        self.add(construct);
    }

    fn index(&mut self, base: &Expr, index: &Expr) {
        let form = |expr: &Expr| match &expr.kind {
            ExprKind::Name(name) => self.form(name),
            _ => None,
        };
        let construct = match (form(base), &base.kind) {
            (Some(Form::Array | Form::ArrayOfBags), _) => C::IndexArray,
            (Some(Form::Bag), _) => C::IndexBag,
            (_, ExprKind::Index(inner, _)) if form(inner) == Some(Form::ArrayOfBags) => {
                C::IndexBagOfArray
            }
            _ => C::Index,
        };
        self.add_if(matches!(index.kind, ExprKind::Tuple(_)), C::IndexPair);
        // The name of an array that is indexed does not count as a name that stands
        // alone.
        self.add(construct);
        if form_of_name(base).is_none_or(|name| self.form(name).is_none()) {
            self.expr(base);
        }
        self.expr(index);
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr) {
        let tuples = is_tuple(a) || is_tuple(b);
        let construct = match op {
            BinaryOp::Or => C::Or,
            BinaryOp::And => C::And,
            BinaryOp::Add if is_list(a) || is_list(b) => C::AddLists,
            BinaryOp::Add if tuples => C::AddTuples,
            BinaryOp::Add => C::Add,
            BinaryOp::Subtract if tuples => C::SubtractTuples,
            BinaryOp::Subtract => C::Subtract,
            BinaryOp::Multiply if tuples => C::MultiplyTuple,
            BinaryOp::Multiply => C::Multiply,
            BinaryOp::Divide => C::Divide,
            BinaryOp::Modulo if matches!(a.kind, ExprKind::Binary(BinaryOp::Power, ..)) => {
                C::PowerModulo
            }
            BinaryOp::Modulo => C::Modulo,
            BinaryOp::Power => C::Power,
        };
        self.both(construct, a, b);
    }

    fn comparison(&mut self, first: &Expr, rest: &[(CompareOp, Expr)]) {
        self.add_if(rest.len() > 1, C::Chain);
        self.expr(first);
        let mut left = first;
        for (op, right) in rest {
            let tuples = is_tuple(left) || is_tuple(right);
            let range = matches!(right.kind, ExprKind::Range(..));
            let (construct, of_tuples) = match op {
                CompareOp::Equal => (C::Equal, Some(C::EqualTuples)),
                CompareOp::NotEqual => (C::NotEqual, Some(C::EqualTuples)),
                CompareOp::Less => (C::Less, Some(C::CompareTuples)),
                CompareOp::LessEqual => (C::LessEqual, Some(C::CompareTuples)),
                CompareOp::Greater => (C::Greater, Some(C::CompareTuples)),
                CompareOp::GreaterEqual => (C::GreaterEqual, Some(C::CompareTuples)),
                CompareOp::In if range => (C::InWrittenRange, None),
                CompareOp::In => (C::In, None),
                CompareOp::NotIn if range => (C::NotInWrittenRange, None),
                CompareOp::NotIn => (C::NotIn, None),
            };
            self.add(construct);
            if let (Some(construct), true) = (of_tuples, tuples) {
                self.add(construct);
            }
            self.expr(right);
            left = right;
        }
    }
}

/// Returns the construct that a call of a built-in function is, or `None` if `name` is
/// that of no such function.
fn builtin(name: &str, arguments: usize) -> Option<Construct> {
    let Some(op) = FoldOp::named(name) else {
        return match name {
            "len" => Some(C::Len),
            "abs" => Some(C::Abs),
            _ => None,
        };
    };
    Some(match op {
        FoldOp::Any => C::AnyOf,
        FoldOp::All => C::AllOf,
        FoldOp::Count => C::CountOf,
        FoldOp::Sum => C::SumOf,
        FoldOp::Min if arguments > 1 => C::MinOfSeveral,
        FoldOp::Min => C::MinOf,
        FoldOp::Max if arguments > 1 => C::MaxOfSeveral,
        FoldOp::Max => C::MaxOf,
    })
}

/// Whether the set of choices of a move may differ between the two movers.
fn asks_mover(domain: &Expr) -> bool {
    match &domain.kind {
        ExprKind::Me | ExprKind::Other => true,
        ExprKind::Index(base, index) => asks_mover(base) || asks_mover(index),
        ExprKind::Conditional {
            then,
            condition,
            otherwise,
        } => asks_mover(then) || asks_mover(condition) || asks_mover(otherwise),
        ExprKind::Compare(first, rest) => {
            asks_mover(first) || rest.iter().any(|(_, right)| asks_mover(right))
        }
        _ => false,
    }
}

fn form_of_name(expr: &Expr) -> Option<&Arc<str>> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}

fn is_tuple(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Tuple(_))
}

fn is_list(expr: &Expr) -> bool {
    let ExprKind::Comprehension { collection, .. } = &expr.kind else {
        return matches!(expr.kind, ExprKind::List(_));
    };
    *collection == Collection::List
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::ast::BUILTINS;
    use crate::syntax::parser::parse;

    #[test]
    fn every_function_of_the_language_is_a_construct() {
        for name in BUILTINS {
            assert!(builtin(name, 1).is_some(), "{name}");
        }
    }

    #[test]
    fn a_write_to_a_bag_is_told_from_one_to_an_array() {
        let file = parse(
            "game g\nimpartial\nb: bag(1) of 0..1 = [0]\na[0..1]: 0..1 = 0\n\
             move m(i in 0..1):\n    b[i] += 1\n    a[i] = 1\n",
        )
        .expect("these are rules");
        let found = constructs(&file);
        assert!(found.contains(&C::AddBag) && found.contains(&C::SetElement));
        assert!(!found.contains(&C::SetBag) && !found.contains(&C::AddElement));
        assert!(found.contains(&C::BagOfRange) && found.contains(&C::InRange));
    }
}
