//! A move in every part, until somebody is stuck in one: the conjunctive compound.
//!
//! C. A. B. Smith, *Graphs and composite games* (1966), after H. Steinhaus (1925);
//! *Winning Ways*, ch. 9. The part that ends first decides. So the players want to win
//! soon in the parts that they win and to lose late in those that they lose: that is
//! what remoteness measures, and **the part of the least remoteness decides**, where a
//! drawn part counts as infinitely remote. The compound has the outcome and the
//! remoteness of that part. In
//! normal play the mover thus wins exactly if the least remoteness is odd; in
//! misère play, with misère remotenesses, if it is even. With drawn parts alone
//! it is a draw.
//!
//! Why: call r the least remoteness; won and lost parts of remoteness r have
//! different parities, so all parts of remoteness r agree. If r = 0, the mover is
//! stuck there and the game is over. Let the mover win, r > 0. Moving each won part to
//! its shortest win makes a part lost in r - 1, and no part less remote: a lost
//! part of remoteness s > r has an option of remoteness s - 1, a drawn one has a
//! drawn option. There is no quicker win, for a part won in s has no option that is
//! lost in fewer than s - 1. Let the mover lose in r: then whatever is moved to,
//! the part of remoteness r becomes won for the opponent in r - 1 or fewer, and no
//! part becomes lost for the opponent sooner, as such a part would have been won for the
//! mover in fewer than r. Moving every part to its best option keeps the remoteness of
//! all parts at r - 1 or more. With
//! drawn parts alone, nobody can make a part lost for the opponent, and each player can
//! keep all parts drawn for ever.
//!
//! The parts may be partizan, and play in them may go on for ever: in each part the
//! players move by turns, so that each part is played as if it were alone. The rule holds
//! under both conventions. Cost: one look at each part.
//!
//! ```
//! use zug_solve::compound::conjunctive;
//! use zug_values::{Play, Plies, Value};
//!
//! let parts = [Value::Win(Plies(5)), Value::Loss(Plies(4)), Value::Draw];
//! assert_eq!(conjunctive::value(parts), Value::Loss(Plies(4)));
//! ```

use std::collections::BTreeSet;

use zug_game::Player;
use zug_values::{Play, Plies, Value};

use super::part::Part;
use super::turn_set::{NumberedPart, Pick, TurnSet};

/// The value of the compound from the values of its parts, each played alone: that of the
/// least remote part. Without any part it is a draw, as nobody is ever stuck.
pub fn value(parts: impl IntoIterator<Item = Value>) -> Value {
    parts
        .into_iter()
        .filter(|part| part.remoteness().is_some())
        .min_by_key(|part| part.remoteness())
        .unwrap_or(Value::Draw)
}

/// The winning turns: after each, the least remote part is lost for the opponent.
pub(crate) fn turns<'a>(
    parts: &'a [NumberedPart<'a>],
    convention: Play,
) -> impl Iterator<Item = TurnSet> + 'a {
    // There is a set of turns for each q, the least remoteness after the turn. At least
    // one part is lost for the opponent in q. Other parts that are lost for the opponent
    // have remoteness q or more; parts that the opponent wins have more than q.
    let worth = move |option: &Part, mover: Player| option.value(mover, convention);
    let least: BTreeSet<Plies> = parts
        .iter()
        .flat_map(|of| of.options().map(|to| worth(&to, of.mover.opponent())))
        .filter_map(|value| match value {
            Value::Loss(plies) => Some(plies),
            _ => None,
        })
        .collect();
    least.into_iter().map(move |q| TurnSet {
        marks: 1,
        lists: parts
            .iter()
            .map(|of| {
                let picks = of.options().filter_map(|to| {
                    let mark = match worth(&to, of.mover.opponent()) {
                        Value::Loss(plies) if plies >= q => plies == q,
                        Value::Win(plies) if plies > q => false,
                        Value::Draw | Value::EndlessWin | Value::EndlessLoss => false,
                        Value::Loss(_) | Value::Win(_) => return None,
                    };
                    Some(Pick::to(&to, mark))
                });
                (of.index, picks.collect())
            })
            .collect(),
    })
}
