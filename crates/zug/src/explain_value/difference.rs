//! How two values compare, shown by the play of their difference.

use zug_partizan::{DifferenceMove, Form, Part, PartizanError, Side};

use crate::report::{
    ComparisonReport, DifferenceMoveReport, DifferencePart, FirstMoverReport, SideWord,
};

use super::explainer::Explainer;

/// The largest number of moves that are listed for a player.
const MOST_TOLD: usize = 6;

impl Explainer<'_> {
    pub(super) fn comparison(
        &mut self,
        [a, b]: [Form; 2],
    ) -> Result<ComparisonReport, PartizanError> {
        Ok(ComparisonReport {
            first: self.text(a)?,
            second: self.text(b)?,
            relation: self.arena.compare(a, b)?.sign().to_owned(),
            left: self.first_mover([a, b], Side::Left)?,
            right: self.first_mover([a, b], Side::Right)?,
        })
    }

    fn first_mover(
        &mut self,
        [a, b]: [Form; 2],
        side: Side,
    ) -> Result<FirstMoverReport, PartizanError> {
        let winning = self.arena.winning_moves(a, b, side)?;
        let wins = !winning.is_empty();
        let moves = if wins {
            winning
        } else {
            self.arena.difference_moves(a, b, side)?
        };
        let mut told = Vec::with_capacity(moves.len());
        for made in moves {
            let mut report = self.made([a, b], made)?;
            if !wins {
                let (a, b) = made.applied(a, b);
                let answers = self.arena.winning_moves(a, b, side.other())?;
                let answer = answers.first().map(|&answer| self.made([a, b], answer));
                report.answer = answer.transpose()?.map(Box::new);
            }
            told.push(report);
        }
        Ok(FirstMoverReport { wins, moves: told })
    }

    fn made(
        &mut self,
        [a, b]: [Form; 2],
        made: DifferenceMove,
    ) -> Result<DifferenceMoveReport, PartizanError> {
        let (a, b) = made.applied(a, b);
        let [a, b] = [self.text(a)?, self.text(b)?];
        let (part, to) = match made.part {
            Part::First => (DifferencePart::A, a.clone()),
            Part::Second => (DifferencePart::B, b.clone()),
        };
        Ok(DifferenceMoveReport {
            part,
            to,
            leaves: difference(&a, &b),
            answer: None,
        })
    }
}

/// A - B as a text.
fn difference(a: &str, b: &str) -> String {
    if b.starts_with(['-', '+']) {
        format!("{a} - ({b})")
    } else {
        format!("{a} - {b}")
    }
}

/// The comparison in lines.
pub(super) fn lines(comparison: &ComparisonReport) -> Vec<String> {
    let ComparisonReport {
        first,
        second,
        relation,
        ..
    } = comparison;
    let whole = difference(first, second);
    let meaning = match relation.as_str() {
        "<" => "Right wins the difference, whoever begins",
        ">" => "Left wins the difference, whoever begins",
        "=" => "whoever moves second wins the difference",
        _ => "whoever moves first wins the difference",
    };
    let mut lines = vec![format!("{first} {relation} {second}: {meaning} {whole}.")];
    for (side, of) in [
        (SideWord::Left, &comparison.left),
        (SideWord::Right, &comparison.right),
    ] {
        let name = side.name();
        let shown = of.moves.iter().take(MOST_TOLD);
        if of.wins {
            let moves: Vec<&str> = shown.map(|made| &*made.leaves).collect();
            let moves = moves.join(", or to ");
            lines.push(format!("{name}, moving first, wins by a move to {moves}."));
        } else if of.moves.is_empty() {
            lines.push(format!("{name}, moving first, has no move and loses."));
        } else {
            lines.push(format!("{name}, moving first, loses:"));
            let other = side.other().name();
            lines.extend(shown.filter_map(|made| {
                let answer = made.answer.as_ref()?;
                let (made, answer) = (&made.leaves, &answer.leaves);
                Some(format!(
                    "  {other} answers a move to {made} by one to {answer}."
                ))
            }));
        }
        let hidden = of.moves.len().saturating_sub(MOST_TOLD);
        if hidden > 0 {
            lines.push(format!("  … and {hidden} more"));
        }
    }
    lines
}
