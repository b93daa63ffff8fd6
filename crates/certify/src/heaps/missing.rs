//! Which nimbers no heap has so far, where all numbers may be taken but a few.

use zug_heaps::HeapGame;

use super::flaw::HeapFlaw;

/// The largest number that may not be taken, 0 if there is none; nothing if other
/// games are meant than those in which all numbers may be taken but a few.
pub(super) fn largest_forbidden(game: &HeapGame) -> Option<u64> {
    match game {
        HeapGame::AllBut(forbidden) => Some(forbidden.largest().unwrap_or(0)),
        HeapGame::Breaking(code) if code.tail() == [3] => {
            let digits = code.digits();
            let is_plain = digits.iter().all(|digit| [0, 3].contains(digit));
            // d_0 is 0, and forbids nothing.
            let forbidden = digits.iter().skip(1).rposition(|&digit| digit == 0);
            is_plain.then(|| forbidden.map_or(0, |place| place as u64 + 1))
        }
        _ => None,
    }
}

/// Whether the nimbers that these heaps do not have are those that a period of heaps
/// fewer do not have, with the saltus added.
pub(super) fn repeat(nimbers: &[u32], period: usize, saltus: u64) -> Result<(), HeapFlaw> {
    let largest = nimbers.iter().max().map_or(0, |&nimber| nimber as usize);
    let had = |nimbers: &[u32]| {
        let mut had = vec![false; largest + 1];
        for &nimber in nimbers {
            had[nimber as usize] = true;
        }
        had
    };
    let (later, before) = (had(nimbers), had(&nimbers[..nimbers.len() - period]));
    let is_in = |had: &[bool], nimber: u64| {
        usize::try_from(nimber).is_ok_and(|nimber| had.get(nimber) == Some(&true))
    };
    // Beyond these, neither has any: not even the larger ones with the saltus added,
    // unless that is so large that the first is missing before.
    let differs = (0..=2 * later.len() as u64).find(|&nimber| {
        let expected = nimber
            .checked_sub(saltus)
            .is_none_or(|less| is_in(&before, less));
        is_in(&later, nimber) != expected
    });
    match differs {
        None => Ok(()),
        Some(nimber) => Err(HeapFlaw::Unsettled { nimber }),
    }
}
