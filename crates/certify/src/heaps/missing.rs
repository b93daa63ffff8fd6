//! Which nimbers no heap has so far, where all numbers may be taken but a few.

use zug_heaps::HeapGame;

use super::flaw::HeapFlaw;

/// Returns the largest number that may not be taken, 0 if there is none; or `None` if the
/// game is not one in which all numbers may be taken but a few.
pub(super) fn largest_forbidden(game: &HeapGame) -> Option<u64> {
    match game {
        HeapGame::AllBut(forbidden) => Some(forbidden.largest().unwrap_or(0)),
        HeapGame::Breaking(code) if code.tail() == [3] => {
            let digits = code.digits();
            let is_plain = digits.iter().all(|digit| [0, 3].contains(digit));
            // The first digit is 0 and speaks of no take, so that it forbids nothing.
            let forbidden = digits.iter().skip(1).rposition(|&digit| digit == 0);
            is_plain.then(|| forbidden.map_or(0, |place| place as u64 + 1))
        }
        _ => None,
    }
}

/// Checks that the missing nimbers repeat: that no heap here has a given nimber exactly if
/// the nimber is at least the saltus, and none but the last `period` heaps here have the
/// nimber less the saltus.
///
/// # Errors
///
/// [`HeapFlaw::Unsettled`].
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
    // No heap has a larger nimber. With the saltus added, a nimber may be larger than these
    // only where the saltus is so large that a smaller nimber already differs.
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
