//! The options of a heap, each of them once, within the limits.

use zug_heaps::HeapGame;

use super::limits::{Meter, MisereError};

/// What one move in a heap leaves: the sizes of the heaps, in increasing order.
pub(super) type Left = Box<[u64]>;

/// The options of a heap of n, each of them once.
pub(super) fn options(
    game: &HeapGame,
    n: u64,
    meter: &mut Meter,
) -> Result<Vec<Left>, MisereError> {
    let most = most(game, n, meter)?;
    meter.work(most)?;
    let mut found: Vec<Left> = Vec::new();
    game.options(n, &mut |left| found.push(left.into()));
    found.sort_unstable();
    found.dedup();
    meter.take(bytes(&found))?;
    Ok(found)
}

/// The bytes that the options take, as [`options`] counts them.
pub(super) fn bytes(options: &[Left]) -> usize {
    options
        .iter()
        .map(|left| size_of::<Left>() + size_of_val(&**left))
        .sum()
}

/// An upper bound of the number of options of a heap. It is needed because
/// [`HeapGame::options`] cannot be stopped halfway, and a heap may be split in more
/// ways than there is time for.
fn most(game: &HeapGame, n: u64, meter: &mut Meter) -> Result<u64, MisereError> {
    match game {
        HeapGame::Breaking(code) => {
            // A digit that allows j heaps allows no more ways than there are sums of at
            // most j numbers.
            let most_taken = code.most_taken().unwrap_or(n).min(n);
            meter.work(most_taken)?;
            let widest = (0..=most_taken)
                .map(|take| u8::BITS - code.digit(take).leading_zeros())
                .max()
                .unwrap_or(0);
            let parts = widest.saturating_sub(1).max(1);
            let ways = partitions_into(n, parts, meter)?;
            Ok(ways.saturating_mul(most_taken + 1))
        }
        HeapGame::Splitting(splitting) => {
            let parts = splitting.most().map_or(n, |most| u64::from(most).min(n));
            let parts = u32::try_from(parts).map_err(|_| MisereError::Heap { heap: n })?;
            partitions_into(n, parts, meter)
        }
        HeapGame::Subtraction(_)
        | HeapGame::AllBut(_)
        | HeapGame::Leaving(_)
        | HeapGame::Listed(_) => Ok(n),
    }
}

/// The number of ways to write n as a sum of at most `parts` numbers, at least 1, and
/// `u64::MAX` if it is larger. It does not decrease as n grows.
fn partitions_into(n: u64, parts: u32, meter: &mut Meter) -> Result<u64, MisereError> {
    let length = usize::try_from(n)
        .ok()
        .filter(|&n| n < 1 << 24)
        .ok_or(MisereError::Heap { heap: n })?;
    meter.work(n.saturating_mul(u64::from(parts)))?;
    // Counts the partitions into numbers of at most `parts`: there are as many as into
    // at most `parts` numbers.
    meter.take(8 * (length + 1))?;
    let mut ways = vec![0u64; length + 1];
    ways[0] = 1;
    for size in 1..=(parts as usize).min(length) {
        for sum in size..=length {
            ways[sum] = ways[sum].saturating_add(ways[sum - size]);
        }
    }
    meter.give_back(8 * (length + 1));
    Ok(ways[length])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misere::Limits;
    use zug_heaps::{Breaking, Parts, Splitting};
    use zug_job::Job;

    #[test]
    fn a_heap_has_no_more_options_than_are_counted_before() {
        let mut meter = Meter::new(Limits::default(), &Job::default());
        let codes = ["0.77", "4.7", "0.F", "8.44", "0.0137", "C.F"];
        let mut games: Vec<HeapGame> = codes
            .iter()
            .map(|code| HeapGame::Breaking(code.parse::<Breaking>().unwrap()))
            .collect();
        games.push(HeapGame::Splitting(Splitting::GRUNDY));
        games.push(HeapGame::Splitting(
            Splitting::new(2, None, Parts::Distinct).unwrap(),
        ));
        games.push(HeapGame::all_but([2, 3]).unwrap());
        for game in games {
            for n in 0..20 {
                let mut count = 0;
                game.options(n, &mut |_| count += 1);
                let most = most(&game, n, &mut meter).unwrap();
                assert!(count <= most, "{game:?} {n}: {count} > {most}");
            }
        }
    }

    #[test]
    fn a_heap_with_too_many_options_is_refused_before_they_are_listed() {
        let game = HeapGame::Splitting(Splitting::new(2, None, Parts::Distinct).unwrap());
        let mut meter = Meter::new(Limits::default(), &Job::default());
        let limit = Limits::default().steps;
        let refused = options(&game, 400, &mut meter).unwrap_err();
        assert_eq!(refused, MisereError::Steps { limit });
    }
}
