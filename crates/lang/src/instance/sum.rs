//! Takes a sum apart into its parts.

use super::{Error, parameters};
use crate::check::GameTypes;
use crate::domain::part::Part;
use crate::domain::value::Value;
use crate::evaluate::{Evaluator, NoValue, fault};
use crate::syntax::ast::SumDecl;
use crate::text::diagnostic::Diagnostic;

/// Appends the parts of a game to `parts`: the game itself if it is no sum, else the
/// parts of each of its parts.
pub(super) fn collect(part: Part, types: &[GameTypes], parts: &mut Vec<Part>) -> Result<(), Error> {
    let file = part.file.clone();
    let Some(sum) = &file.games[part.game].sum else {
        parts.push(part);
        return Ok(());
    };
    let before = file.place_of(&sum.part).filter(|&game| game < part.game);
    let Some(game) = before else {
        return Err(Diagnostic::new(
            format!("there is no game `{}` before this one", sum.part.text),
            sum.part.span,
            "not found",
        )
        .into());
    };
    let arguments = arguments(&part, sum, parts.len())?;
    for values in arguments {
        let mut child = Part::new(&file, game, &part.job);
        let names = file.games[game]
            .parameters
            .iter()
            .map(|p| p.name.text.clone());
        child.parameters = names.zip(values).collect();
        parameters::fill(&mut child, &types[game], &[]).map_err(|error| match error {
            Error::Rules(_) | Error::NoRoom { .. } | Error::Interrupted(_) => error,
            other => Diagnostic::new(other.to_string(), sum.span, "in this sum").into(),
        })?;
        parameters::require(&child).map_err(|error| match error {
            Error::Rules(fault) => from_sum(fault, sum).into(),
            other => other,
        })?;
        collect(child, types, parts)?;
    }
    Ok(())
}

/// Returns the arguments of each part of the sum `part`, where `before` parts are known
/// already.
fn arguments(part: &Part, sum: &SumDecl, before: usize) -> Result<Vec<Vec<Value>>, Error> {
    let mut arguments = Vec::new();
    let mut evaluator = Evaluator::new(part);
    evaluator.each(&sum.clauses, &mut |this| {
        let values = sum.arguments.iter().map(|argument| this.eval(argument));
        arguments.push(values.collect::<Result<Vec<Value>, NoValue>>()?);
        if arguments.len() > MOST_PARTS {
            return Err(fault(format!("more than {MOST_PARTS} parts"), sum.span));
        }
        Ok(true)
    })?;
    if before + arguments.len() > MOST_PARTS {
        return Err(Diagnostic::new(
            "this sum has too many parts",
            sum.span,
            format!("more than {MOST_PARTS}"),
        )
        .into());
    }
    if arguments.is_empty() {
        return Err(
            Diagnostic::new("this sum has no parts", sum.span, "nothing to add up")
                .help("give it at least one part")
                .into(),
        );
    }
    Ok(arguments)
}

/// The most parts that a sum may have. More would not fit into a position.
const MOST_PARTS: usize = 128;

fn from_sum(fault: Box<Diagnostic>, sum: &SumDecl) -> Box<Diagnostic> {
    fault.related(sum.span, "for a part of this sum")
}
