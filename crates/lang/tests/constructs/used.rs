//! Finds the constructs that a rules file uses, by a walk over its syntax tree.
//!
//! The walk matches every form of the tree, so that it does not compile where a new
//! form of the tree has no name yet.

pub(crate) mod expression;
mod type_expression;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Construct;
use crate::syntax::ast::{
    AssignOp, Expr, ExprKind, File, GameDecl, MoveDecl, MoveParameter, Pattern, ResultDecl, Stmt,
    SymmetryDecl, SymmetryMap, Target, TemplatePart, TypeKind, Verdict,
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
            gains: 0,
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
    /// The number of gains met so far in the body of the present move.
    gains: usize,
    found: &'a mut BTreeSet<Construct>,
}

use Construct as C;

impl Walk<'_> {
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
            laws,
            results,
            endless,
            symmetries,
            shows,
            sum,
        } = self.game;
        for parameter in parameters {
            self.add(C::Parameter);
            self.add_if(parameter.ty.is_some(), C::TypedParameter);
            let form = parameter.ty.as_ref().map(|ty| &ty.kind);
            self.add_if(matches!(form, Some(TypeKind::List(_))), C::ListParameter);
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
        for law in laws {
            self.add(C::Law);
            self.expr(law);
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
            for argument in decl.arguments.iter().flatten() {
                self.add_if(matches!(argument, Pattern::Tuple(..)), C::FunctionOfTuple);
                self.pattern(argument);
            }
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
        if let Some(endless) = endless {
            self.add(match endless.verdict {
                Verdict::Draw => C::EndlessDraw,
                _ => C::EndlessWin,
            });
        }
        for decl in symmetries {
            self.symmetry(decl);
        }
        for shown in shows {
            self.add(match (&shown.what.kind, shown.look) {
                _ if self.game.is_of_a_piece(shown) => C::Piece,
                (_, Some(_)) => C::ShowAs,
                (ExprKind::Name(_), None) => C::Show,
                _ => C::Drawing,
            });
            self.expr(&shown.what);
        }
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

    // Moves, results, symmetries.

    fn move_of(&mut self, decl: &MoveDecl) {
        let MoveDecl {
            name: _,
            parameters,
            guard,
            leaving,
            notation,
            body,
            becomes,
        } = decl;
        self.add_if(parameters.is_empty(), C::PlainMove);
        for parameter in parameters {
            match parameter {
                MoveParameter::Chosen { pattern, domain } => {
                    self.add(C::Chosen);
                    self.add_if(asks_mover(domain), C::ChosenByMover);
                    let of_row = matches!(domain.kind, ExprKind::Index(..));
                    self.add_if(of_row, C::ChosenFromRow);
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
        if let Some(leaving) = leaving {
            self.add(C::Leaving);
            self.expr(leaving);
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
        self.add_if(body.is_empty() && becomes.is_none(), C::Pass);
        if let Some(becomes) = becomes {
            self.add(if becomes.parts.is_empty() {
                C::BecomesNothing
            } else {
                C::Becomes
            });
            let arguments = becomes.parts.iter().flat_map(|part| &part.arguments);
            arguments.for_each(|argument| self.expr(argument));
        }
        (self.in_body, self.results, self.gains) = (true, 0, 0);
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
            (Verdict::Score(_), _) => C::Score,
        });
        if let Verdict::Score(value) = &decl.verdict {
            self.expr(value);
        }
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
        match (&decl.swap, decl.moved.len()) {
            (Some(_), 0) => self.add(C::SymmetrySwap),
            (Some(_), _) => self.add(C::SymmetrySwapMap),
            (None, _) => {}
        }
        if decl.moved.len() > 1 {
            self.add(C::SymmetryOfSeveral);
        }
        for (_, map) in &decl.moved {
            match map {
                SymmetryMap::All(_) => self.add(C::SymmetryAll),
                SymmetryMap::Flips(_) => self.add(C::SymmetryFlips),
                SymmetryMap::Map(pattern, value) => {
                    self.add(match pattern {
                        Pattern::Name(_) => C::SymmetryMap,
                        Pattern::Tuple(..) => C::SymmetryTupleMap,
                    });
                    self.pattern(pattern);
                    self.expr(value);
                    self.locals.clear();
                }
            }
        }
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
            Stmt::Together { targets, values } => {
                self.add(C::Together);
                for (target, value) in targets.iter().zip(values) {
                    self.assign(target, AssignOp::Set, value);
                }
            }
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
            Stmt::Repeat(repeat) => {
                self.add(C::Repeat);
                self.expr(&repeat.bound);
                self.expr(&repeat.condition);
                let outer = std::mem::replace(&mut self.in_loop, true);
                self.block(&repeat.body);
                self.in_loop = outer;
            }
            Stmt::Assert(condition) => {
                self.add(C::Assert);
                self.expr(condition);
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
            Stmt::Gain { value, .. } => {
                self.add(C::Gain);
                self.add_if(self.in_loop, C::GainInLoop);
                self.gains += 1;
                self.add_if(self.gains > 1, C::SeveralGains);
                self.expr(value);
            }
            Stmt::Result(decl) => self.result(decl),
        }
    }

    fn assign(&mut self, target: &Target, op: AssignOp, value: &Expr) {
        let form = self.form(&target.name.text);
        let [set, add, subtract] = match form {
            Some(Form::Array | Form::ArrayOfBags) if target.indices.is_empty() => [C::SetArray; 3],
            Some(Form::Bag) if target.indices.is_empty() => [C::SetWholeBag; 3],
            Some(Form::ArrayOfBags) if target.indices.len() == 1 => [C::SetWholeBag; 3],
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
