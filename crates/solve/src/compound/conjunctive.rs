//! A move in every part, until somebody is stuck in one: the conjunctive compound.
//!
//! C. A. B. Smith, *Graphs and composite games* (1966), after H. Steinhaus (1925);
//! *Winning Ways*, ch. 9. The part that ends first decides. So a player wants to
//! win soon where he wins and to lose late where he loses: that is remoteness,
//! and **the part of the least remoteness decides**, with drawn parts as if
//! infinitely remote. The compound has that outcome and that very remoteness. In
//! normal play the mover thus wins exactly if the least remoteness is odd; in
//! misère play, with misère remotenesses, if it is even. With drawn parts alone
//! it is a draw.
//!
//! Why: call r the least remoteness; won and lost parts of remoteness r have
//! different parities, so all parts of remoteness r agree. If r = 0, the mover is
//! stuck there and it is over. Let the mover win, r > 0. Moving each won part to
//! its shortest win makes a part lost in r - 1, and no part less remote: a lost
//! part of remoteness s > r has an option of remoteness s - 1, a drawn one has a
//! drawn option. Quicker it cannot go, for a part won in s has no option that is
//! lost in fewer than s - 1. Let the mover lose in r: then whatever is moved to,
//! the part of remoteness r becomes won for the opponent in r - 1 or fewer, and no
//! part becomes lost for him sooner, as that would have made it won for the mover
//! in fewer than r. Moving every part to its best keeps all at r - 1 or more. With
//! drawn parts alone, nobody can make one of them lost for the opponent, and each
//! can keep them drawn for ever.
//!
//! Nothing here asks for the same moves for both players, nor that play should
//! end: in each part the players move by turns, so each is played as if alone.
//! Cost: one look at each part, in which both conventions and all kinds are alike.
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
use super::turn_set::{Family, Live, Pick};

/// What the compound is worth, from what each part is worth alone: the least
/// remote part decides. Without any part nobody is ever stuck: a draw.
pub fn value(parts: impl IntoIterator<Item = Value>) -> Value {
    parts
        .into_iter()
        .filter(|part| part.remoteness().is_some())
        .min_by_key(|part| part.remoteness())
        .unwrap_or(Value::Draw)
}

/// The winning turns: those after which the least remote part is lost for the
/// opponent.
pub(crate) fn turns<'a>(
    live: &'a [Live<'a>],
    convention: Play,
) -> impl Iterator<Item = Family> + 'a {
    // Grouped by q, the least remoteness after the turn, of which some part must
    // be. Parts that are lost for the opponent may be as remote or more so; parts
    // that are won must be more remote.
    let worth = move |option: &Part, mover: Player| option.value(mover, convention);
    let least: BTreeSet<Plies> = live
        .iter()
        .flat_map(|of| of.options().map(|to| worth(&to, of.mover.opponent())))
        .filter_map(|value| match value {
            Value::Loss(plies) => Some(plies),
            _ => None,
        })
        .collect();
    least.into_iter().map(move |q| Family {
        marks: 1,
        steps: live
            .iter()
            .map(|of| {
                let picks = of.options().filter_map(|to| {
                    let mark = match worth(&to, of.mover.opponent()) {
                        Value::Loss(plies) if plies >= q => plies == q,
                        Value::Win(plies) if plies > q => false,
                        Value::Draw => false,
                        Value::Loss(_) | Value::Win(_) => return None,
                    };
                    Some(Pick::to(&to, mark))
                });
                (of.index, picks.collect())
            })
            .collect(),
    })
}
