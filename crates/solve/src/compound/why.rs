//! Why an answer is right, in words, with the numbers of its parts put in.

use zug_values::{LoopyNimber, LoopySum, NimSum, Nimber, Outcome, Play, Plies, Value};

use super::answer::Answer;
use super::kind::Compound;
use super::part::Part;
use super::theorem::CompoundTheorem;
use super::turns::FoundBy;

/// The most items that a list names; behind these, a longer list tells its length.
const MOST_NAMED: usize = 8;

impl Answer {
    /// Why the answer is right, in a few short lines. Parts are counted from 1.
    #[must_use]
    pub fn why(&self) -> Vec<String> {
        let Some(theorem) = self.theorem() else {
            return vec![
                "no theorem holds for these parts: all positions of their compound were solved"
                    .to_owned(),
            ];
        };
        let mut lines = match theorem {
            CompoundTheorem::NoTurn if self.live().next().is_none() => {
                vec!["no part can be moved any more".to_owned()]
            }
            CompoundTheorem::NoTurn => {
                vec!["there is one part, and not all parts may be moved".to_owned()]
            }
            CompoundTheorem::OnePart => self.one_part(),
            CompoundTheorem::NimSum => self.nim_sum(),
            CompoundTheorem::LoopyNimSum => self.loopy_nim_sum(),
            CompoundTheorem::MisereNim => self.misere_nim(),
            CompoundTheorem::AllLost => self.all_lost("each played alone"),
            CompoundTheorem::AllLostButTheLast => {
                self.all_lost("each played alone, in normal play")
            }
            CompoundTheorem::EqualNimbers => self.equal_nimbers(),
            CompoundTheorem::LeastRemoteness => self.least_remoteness(),
        };
        if let Some(line) = self.reduced() {
            lines.insert(0, line);
        }
        lines
    }

    /// Which simpler kind of compound `NotAll` comes to; `None` if there is none.
    fn reduced(&self) -> Option<String> {
        let question = &self.turns().question;
        let (all, live) = (question.parts().len(), self.live().count());
        if question.compound() != Compound::NotAll
            || self.theorem() == Some(CompoundTheorem::NoTurn)
        {
            None
        } else if live < all {
            let over = all - live;
            Some(format!(
                "{over} of {all} parts cannot be moved any more: in the others anything may be moved"
            ))
        } else if all == 2 {
            Some("of two parts, one is moved".to_owned())
        } else {
            None
        }
    }

    /// The parts that the theorem looks at, each with its number.
    fn live(&self) -> impl Iterator<Item = (usize, &Part)> {
        let live = match &self.turns().found_by {
            FoundBy::Theorem(applicable) => &applicable.parts[..],
            FoundBy::Product(..) => &[],
        };
        let parts = self.turns().question.parts();
        live.iter().map(|&index| (index, &parts[index]))
    }

    fn value(&self, part: &Part) -> Value {
        let question = &self.turns().question;
        part.value(question.mover(), question.convention())
    }

    fn nimbers(&self) -> Vec<Nimber> {
        self.live()
            .filter_map(|(_, part)| part.nimber().ok())
            .collect()
    }

    fn one_part(&self) -> Vec<String> {
        self.live()
            .map(|(index, part)| {
                let value = self.value(part);
                format!("only part {} can still be moved: a {value}", index + 1)
            })
            .collect()
    }

    fn nim_sum(&self) -> Vec<String> {
        let nimbers = self.nimbers();
        let sum = NimSum(&nimbers);
        if sum.total().is_zero() {
            return vec![format!(
                "{sum}: whatever is moved in one part, an answer can make it 0 again"
            )];
        }
        let mut lines = vec![format!("{sum}: the mover can make it 0")];
        lines.extend(self.first_move());
        lines
    }

    fn loopy_nim_sum(&self) -> Vec<String> {
        let live = self.live();
        let values: Vec<LoopyNimber> = live
            .filter_map(|(_, part)| part.loopy_nimber().ok())
            .collect();
        let mut lines = vec![LoopySum(&values).why()];
        lines.extend(self.first_move());
        lines
    }

    fn misere_nim(&self) -> Vec<String> {
        let heaps = self.nimbers();
        let largest = heaps.iter().max().copied().unwrap_or_default();
        if largest <= Nimber(1) {
            let ones = heaps.len();
            let parity = if ones.is_multiple_of(2) {
                "even"
            } else {
                "odd"
            };
            return vec![format!(
                "{ones} heaps of 1, an {parity} number: they are taken by turns, and who takes the last one loses"
            )];
        }
        let sum = NimSum(&heaps);
        if sum.total().is_zero() {
            return vec![format!(
                "{sum} with a heap above 1: the opponent makes it 0 again, or leaves an odd number of 1s in the end"
            )];
        }
        let mut lines = vec![format!(
            "{sum} with a heap above 1: the mover makes it 0, or leaves an odd number of 1s"
        )];
        lines.extend(self.first_move());
        lines
    }

    /// A winning turn, if it moves in one part alone.
    fn first_move(&self) -> Option<String> {
        let turn = self.turns().list(1).pop()?;
        let [choice] = turn[..] else { return None };
        let part = &self.turns().question.parts()[choice.part];
        let from = part.loopy_nimber().ok()?;
        let to = part.at(choice.to).loopy_nimber().ok()?;
        let name = choice.part + 1;
        Some(format!("a move in part {name} from {from} to {to} does it"))
    }

    fn all_lost(&self, alone: &str) -> Vec<String> {
        let outcomes: Vec<(usize, Outcome)> = self
            .live()
            .map(|(index, part)| {
                let value = part.value(self.turns().question.mover(), Play::Normal);
                (index + 1, value.outcome())
            })
            .collect();
        let of = |wanted| -> Vec<usize> {
            let those = outcomes.iter().filter(|(_, outcome)| *outcome == wanted);
            those.map(|&(name, _)| name).collect()
        };
        let (won, drawn) = (of(Outcome::Win), of(Outcome::Draw));
        let line = if !drawn.is_empty() {
            let drawn = joined(&drawn, ", ");
            format!("{alone}, these parts are draws: {drawn}; neither player can end that")
        } else if won.is_empty() {
            let count = outcomes.len();
            format!(
                "{alone}, all {count} parts are lost: where the mover moves, the opponent answers in the same parts"
            )
        } else {
            let won = joined(&won, ", ");
            format!("{alone}, these parts are won: {won}; the mover moves them to lost positions")
        };
        let mut lines = vec![line];
        if self.theorem() == Some(CompoundTheorem::AllLostButTheLast) && !won.is_empty() {
            lines.push(
                "if that would leave fewer than two parts to move, one part is left instead that \
                 is lost in misere play"
                    .to_owned(),
            );
        }
        lines
    }

    fn equal_nimbers(&self) -> Vec<String> {
        let nimbers = self.nimbers();
        let all = joined(&nimbers, ", ");
        let least = nimbers.iter().min().copied().unwrap_or_default();
        vec![if self.worth().outcome() == Outcome::Loss {
            format!(
                "all nimbers are {least}: a turn makes them different, and they can be made equal again"
            )
        } else {
            format!(
                "the nimbers {all} are not all equal: those above {least} can be moved to {least}"
            )
        }]
    }

    fn least_remoteness(&self) -> Vec<String> {
        let of = self
            .live()
            .map(|(index, part)| (index + 1, self.value(part)));
        let decided = of.filter(|(_, value)| value.remoteness().is_some());
        let Some((name, value)) = decided.min_by_key(|(_, value)| value.remoteness()) else {
            return vec!["every part is a draw: none of them need ever end".to_owned()];
        };
        if value.remoteness() == Some(Plies::ZERO) {
            return vec![format!("part {name} cannot be moved: the mover is stuck")];
        }
        vec![format!(
            "part {name} can be made to end first: a {value}, before the others can matter"
        )]
    }
}

fn joined<T: ToString>(items: &[T], between: &str) -> String {
    let told: Vec<String> = items.iter().take(MOST_NAMED).map(T::to_string).collect();
    let told = told.join(between);
    if items.len() > MOST_NAMED {
        format!("{told}{between}... ({} parts)", items.len())
    } else {
        told
    }
}
