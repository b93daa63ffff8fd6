//! Parameters with which a game that is too large would fit.

use zug_lang::{Rules, Value};
use zug_solve::positions::MAX_WITH_MOVES;

use crate::plan::table::Moves;
use crate::request::Request;

/// The largest number of times that the rules are sized with smaller parameters.
const MOST_TRIES: usize = 64;

/// A smaller game of the same rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Smaller {
    /// The parameters that differ from what was asked, with their values.
    pub parameters: Vec<(String, String)>,
    /// The number of states that its variables can express. Play reaches only
    /// some of them.
    pub states: u128,
}

/// Makes a game smaller, by the same rules, until its positions would fit into `memory`
/// bytes even if play could reach every state.
///
/// Only whole numbers are made smaller, and of those only the ones that make the
/// game smaller; each time the largest of them. `None` if that does not lead to
/// a game that fits, if the game that was asked about should fit, or if a position was given,
/// which belongs to one size.
pub fn smaller(request: &Request, memory: u64) -> Option<Smaller> {
    if request.position.is_some() {
        return None;
    }
    let rules = Rules::read(&request.source).ok()?;
    let asked = rules.values(&request.settings).ok()?;
    let mut numbers: Vec<(String, i64)> = asked
        .iter()
        .filter_map(|(name, value)| Some((name.clone(), value.number()?)))
        .collect();
    let mut now = size(&rules, request, &asked, &numbers)?;
    let mut tries = 0;
    while now.bytes.is_none_or(|bytes| bytes > memory) {
        // The largest parameter first; of equal parameters the first that makes the game
        // smaller.
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_by_key(|&n| std::cmp::Reverse(numbers[n].1));
        (numbers, now) = order.into_iter().find_map(|n| {
            tries += 1;
            let mut fewer = numbers.clone();
            fewer[n].1 -= 1;
            let size = size(&rules, request, &asked, &fewer)?;
            (fewer[n].1 > 0 && size.states < now.states).then_some((fewer, size))
        })?;
        if tries > MOST_TRIES {
            return None;
        }
    }
    let is_asked = |name: &str, number: i64| {
        let same = |(n, v): &(String, Value)| n == name && v.number() == Some(number);
        asked.iter().any(same)
    };
    let changed = numbers.into_iter().filter(|(name, n)| !is_asked(name, *n));
    let parameters: Vec<_> = changed.map(|(name, n)| (name, n.to_string())).collect();
    // Where the game that was asked about should fit already, there is nothing to advise.
    (!parameters.is_empty()).then_some(Smaller {
        parameters,
        states: now.states,
    })
}

/// How large a game is.
struct Size {
    states: u128,
    /// The number of bytes for all states, and half as many again; `None` if the states
    /// are more than can be numbered.
    bytes: Option<u64>,
}

/// The size of the game with these parameters; `None` if the rules do not allow them.
fn size(
    rules: &Rules,
    request: &Request,
    asked: &[(String, Value)],
    numbers: &[(String, i64)],
) -> Option<Size> {
    let mut settings = request.settings.clone();
    for (name, number) in numbers {
        let differs = |(n, v): &(String, Value)| n == name && v.number() != Some(*number);
        if asked.iter().any(differs) {
            settings.parameters.retain(|(known, _)| known != name);
            settings.parameters.push((name.clone(), number.to_string()));
        }
    }
    // The rules are sized and not prepared, because preparing could take long.
    let instance = rules.instance(&settings).ok()?;
    let states = instance.size()?;
    let key_bytes = if instance.bits() <= u64::BITS { 8 } else { 16 };
    let positions = u64::try_from(states).ok();
    let positions = positions.filter(|n| *n <= MAX_WITH_MOVES as u64);
    let bytes = positions.map(|n| Moves::TakenBack.floor(n, key_bytes));
    Some(Size {
        states,
        bytes: bytes.map(|bytes| bytes.saturating_add(bytes / 2)),
    })
}
