//! Which game on heaps has these moves.

use std::collections::BTreeSet;

use zug_heaps::{Breaking, HeapGame};

/// The game on one heap whose moves are exactly these, if it is a set of numbers, a code or a game that is known
/// by name. For each heap from 0 on, `options` has what each move leaves: heaps that are not empty, in increasing
/// order.
pub(crate) fn known(options: &[BTreeSet<Vec<u64>>]) -> Option<HeapGame> {
    let moves_exactly_so = |game: &HeapGame| {
        (0..).zip(options).all(|(heap, left)| {
            let mut named = BTreeSet::new();
            game.options(heap, &mut |sizes| {
                named.insert(sizes.to_vec());
            });
            named == *left
        })
    };
    let known = zug_heaps::known().iter();
    let known = known.filter_map(|known| known.notation.parse().ok());
    let takes = takes_of(options).into_iter();
    takes
        .chain(code(options))
        .chain(known)
        .find(moves_exactly_so)
}

/// The game in which a move takes a number of a set, if no move leaves two heaps.
fn takes_of(options: &[BTreeSet<Vec<u64>>]) -> Option<HeapGame> {
    let lists = options.iter().map(|left| {
        let sizes = left.iter().map(|sizes| match sizes[..] {
            [] => Some(0),
            [size] => u32::try_from(size).ok(),
            _ => None,
        });
        sizes.collect::<Option<Vec<u32>>>()
    });
    set_of_takes(&lists.collect::<Option<Vec<_>>>()?)
}

/// The code of the game: its digits are read off the moves of the largest heap, and off all heaps that a move
/// takes whole. No digit stands behind half of the largest heap, so that at least as many heaps confirm it.
fn code(options: &[BTreeSet<Vec<u64>>]) -> Option<HeapGame> {
    let mut digits = vec![0_u8; options.len() / 2];
    for (heap, left) in (0_u64..).zip(options) {
        for sizes in left {
            let is_digit = sizes.is_empty() || heap + 1 == options.len() as u64;
            let taken = heap - sizes.iter().sum::<u64>();
            if is_digit {
                *digits.get_mut(usize::try_from(taken).ok()?)? |=
                    1_u8.checked_shl(u32::try_from(sizes.len()).ok()?)?;
            }
        }
    }
    Some(HeapGame::Breaking(Breaking::new(digits, Vec::new()).ok()?))
}

/// The game in which a move takes a number of a set, or any number but those of a set, if the
/// options of all these heaps are those of one. The numbers of the set are at most half of the largest
/// heap, so that at least as many heaps confirm them.
pub(crate) fn set_of_takes(options: &[Vec<u32>]) -> Option<HeapGame> {
    let largest = options.len() as u64 - 1;
    let taken = |heap: usize| {
        options[heap]
            .iter()
            .map(move |&left| heap as u64 - u64::from(left))
    };
    let takes: Vec<u64> = taken(options.len() - 1).collect();
    let most = takes.iter().max().copied().unwrap_or(0);
    let forbidden = (1..=largest).filter(|take| !takes.contains(take));
    let candidate = if most <= largest / 2 {
        HeapGame::subtraction(takes).ok()
    } else {
        let forbidden: Vec<u64> = forbidden.collect();
        let few = forbidden.iter().all(|&take| take <= largest / 2);
        few.then(|| HeapGame::all_but(forbidden).ok()).flatten()
    }?;
    let is_it = (0..=largest).zip(options).all(|(heap, known)| {
        let mut named = Vec::new();
        candidate.options(heap, &mut |left| {
            named.extend(left.first().copied().or(Some(0)));
        });
        let mut known: Vec<u64> = known.iter().map(|&left| left.into()).collect();
        known.sort_unstable();
        known.dedup();
        named.sort_unstable();
        named == known
    });
    is_it.then_some(candidate)
}
