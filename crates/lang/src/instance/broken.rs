//! Rules that break in the middle of a game: where, in which position, and by which move.

use zug_game::{Fault, Scene};

use super::Instance;
use crate::domain::value::Value;
use crate::evaluate::{Evaluator, NoValue};
use crate::syntax::ast::{MoveDecl, MoveParameter};
use crate::text::span::Span;

impl Instance {
    /// Returns a fault in the middle of a game, with its place in the rules, its position, and the
    /// move that was tried.
    #[cold]
    pub(crate) fn fault(&self, message: &str, span: Span, values: &[i64]) -> Fault {
        let (line, column) = self.line_and_column(span);
        let position = self.print(values);
        let text = format!(
            "{message} (line {line}, column {column} of the rules, in the position {position})"
        );
        Fault::new(text).with_scene(Scene {
            what: message.to_owned(),
            rules: self.source.clone(),
            origin: self.origin.clone(),
            place: span.start..span.end,
            position,
            picture: self.picture(values),
            tried: self.tried(span, values),
        })
    }

    /// Returns the line and column of a place in the rules, both counted from 1.
    fn line_and_column(&self, span: Span) -> (usize, usize) {
        let before = self.source.get(..span.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        (line, column)
    }

    /// Returns the name of the first move that breaks the rules at this place. A residual program does
    /// not say by which of the choices of a move it came to a fault, so the moves are tried as they are
    /// written. `None` if no move breaks them there: then it is a condition for the end of the game.
    fn tried(&self, span: Span, values: &[i64]) -> Option<String> {
        for (number, part) in self.parts.iter().enumerate() {
            for (place, decl) in part.decl().moves.iter().enumerate() {
                let mut evaluator = Evaluator::at(part, &self.state, values);
                let mut chosen = Vec::new();
                let tried =
                    evaluator.choices(&decl.parameters, &mut chosen, &mut |this, chosen| {
                        let allowed = match &decl.guard {
                            Some(guard) => this.bool(guard)?,
                            None => true,
                        };
                        if allowed && this.leaves(decl)? {
                            let mut played = Evaluator::at(part, &self.state, values);
                            played.choose(decl, chosen)?;
                            played.play(decl)?;
                        }
                        Ok(())
                    });
                // Rules that break here at another place end the walk: no choice behind is tried.
                if let Err(NoValue::Fault(fault)) = tried
                    && touches(fault.span, span)
                {
                    return Some(self.tried_text(number, place, decl, &chosen, values));
                }
            }
        }
        None
    }

    /// Returns a move that was tried as a person writes it; without its choices if not all choices were
    /// made.
    fn tried_text(
        &self,
        part: usize,
        place: usize,
        decl: &MoveDecl,
        chosen: &[Value],
        values: &[i64],
    ) -> String {
        let is_choice =
            |parameter: &&MoveParameter| matches!(parameter, MoveParameter::Chosen { .. });
        let choices = decl.parameters.iter().filter(is_choice).count();
        if chosen.len() == choices {
            return self.move_text(part, place, chosen, values);
        }
        decl.name.text.to_string()
    }
}

/// Whether one of two places in the rules is in the other.
fn touches(one: Span, other: Span) -> bool {
    let holds = |outer: Span, inner: Span| outer.start <= inner.start && inner.end <= outer.end;
    holds(one, other) || holds(other, one)
}
