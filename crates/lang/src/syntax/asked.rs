//! What can be asked of a game as it is written, before its parameters are known.

use super::ast::{Expr, ExprKind, GameDecl, Repeat, ResultDecl, ShowDecl, Stmt, Verdict};
use crate::text::span::Span;

impl GameDecl {
    /// Whether a `show` draws nothing, but says how one value looks in all pictures.
    pub(crate) fn is_of_a_piece(&self, shown: &ShowDecl) -> bool {
        shown.look.is_some()
            && match &shown.what.kind {
                ExprKind::Name(name) => self.state.iter().all(|state| state.name.text != *name),
                ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Text(_) => true,
                _ => false,
            }
    }

    /// Whether the game ends with scores.
    pub(crate) fn has_scores(&self) -> bool {
        let mut verdicts = self.results.iter().map(|result| &result.verdict);
        verdicts.any(|verdict| matches!(verdict, Verdict::Score(_)))
    }

    /// Whether the game has a parameter, a definition or a variable with this name.
    pub(crate) fn names(&self, text: &str) -> bool {
        let parameters = self.parameters.iter().map(|decl| &decl.name);
        let types = self.types.iter().map(|decl| &decl.name);
        let lets = self.lets.iter().map(|decl| &decl.name);
        let state = self.state.iter().map(|decl| &decl.name);
        let mut names = parameters.chain(types).chain(lets).chain(state);
        names.any(|name| &*name.text == text)
    }

    /// The place of a statement `gain` in the body of a move; `None` if there is none. Then the moves
    /// of the game gain points.
    pub(crate) fn gain(&self) -> Option<Span> {
        self.find_in_bodies(&mut |statement| match statement {
            Stmt::Gain { span, .. } => Some(*span),
            _ => None,
        })
    }

    /// Adds the result `score 0 if stuck` to a game whose moves gain points, unless its rules say
    /// what happens without a move: then nothing is added to what the moves gained.
    pub(crate) fn end_by_gains(&mut self) {
        let Some(span) = self.gain().filter(|_| !self.decides_stuck()) else {
            return;
        };
        let of = |kind| Expr { kind, span };
        self.results.push(ResultDecl {
            verdict: Verdict::Score(of(ExprKind::Int(0))),
            condition: Some(of(ExprKind::Stuck)),
            span,
        });
    }

    /// The place of the first `becomes`, if a move of the game leaves other games.
    pub(crate) fn becomes(&self) -> Option<Span> {
        let mut moves = self.moves.iter();
        moves.find_map(|decl| Some(decl.becomes.as_ref()?.span))
    }

    /// What `find` finds in the first statement of the bodies of moves in which it finds something;
    /// a statement is asked before the statements of its block.
    pub(crate) fn find_in_bodies<T>(&self, find: &mut dyn FnMut(&Stmt) -> Option<T>) -> Option<T> {
        let mut moves = self.moves.iter();
        moves.find_map(|decl| find_within(&decl.body, find))
    }

    /// Whether some result of the rules, beside the moves or in the body of one, is such as `holds` asks for.
    pub(crate) fn any_result(&self, holds: impl Fn(&ResultDecl) -> bool) -> bool {
        let in_bodies = &mut |statement: &Stmt| match statement {
            Stmt::Result(result) if holds(result) => Some(()),
            _ => None,
        };
        self.results.iter().any(&holds) || self.find_in_bodies(in_bodies).is_some()
    }

    /// Whether one of the results has the condition `stuck`: then the rules themselves
    /// say how the game ends for a player without a legal move.
    pub(crate) fn decides_stuck(&self) -> bool {
        let conditions = self.results.iter().filter_map(|r| r.condition.as_ref());
        conditions
            .into_iter()
            .any(|condition| matches!(condition.kind, ExprKind::Stuck))
    }
}

/// What `find` finds in the first statement of a block in which it finds something; a statement is asked
/// before the statements of its block.
pub(crate) fn find_within<T>(body: &[Stmt], find: &mut dyn FnMut(&Stmt) -> Option<T>) -> Option<T> {
    body.iter().find_map(|statement| {
        if let Some(found) = find(statement) {
            return Some(found);
        }
        match statement {
            Stmt::If { arms, otherwise } => {
                let mut blocks = arms.iter().map(|(_, body)| body).chain([otherwise]);
                blocks.find_map(|body| find_within(body, find))
            }
            Stmt::For { body, .. } | Stmt::Repeat(Repeat { body, .. }) => find_within(body, find),
            _ => None,
        }
    })
}
