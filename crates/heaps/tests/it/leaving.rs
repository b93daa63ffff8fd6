//! Interval moves, against the definition in whole numbers without a division.

use zug_heaps::{Bound, HeapGame, Leaving};

fn options(game: &HeapGame, n: u64) -> Vec<u64> {
    let mut options = Vec::new();
    game.options(n, &mut |heaps| {
        assert!(heaps.len() <= 1);
        options.push(heaps.first().copied().unwrap_or(0));
    });
    options
}

/// Whether y is at least, and at most, the bound of n.
type Sides = (bool, bool);

/// How a bound is defined: y - plus against times * n / over, or against a root.
fn share(times: i128, over: i128, plus: i128) -> impl Fn(i128, i128) -> Sides {
    move |y, n| {
        let (left, right) = ((y - plus) * over, times * n);
        (left >= right, left <= right)
    }
}

fn root(degree: u32, plus: i128) -> impl Fn(i128, i128) -> Sides {
    move |y, n| {
        let root = y - plus;
        // The power of what is negative is below every n, whatever the degree.
        let power = if root < 0 { -1 } else { root.pow(degree) };
        (power >= n, power <= n)
    }
}

type Definition = Box<dyn Fn(i128, i128) -> Sides>;

fn bounds() -> Vec<(Bound, Definition)> {
    let mut bounds: Vec<(Bound, Definition)> = Vec::new();
    for plus in [-5, -3, -1, 0, 1, 4] {
        for (times, over) in [(0, 1), (1, 1), (1, 2), (1, 4), (2, 3), (4, 6), (3, 2)] {
            let bound = Bound::share(times, over, plus).unwrap();
            bounds.push((
                bound,
                Box::new(share(times.into(), over.into(), plus.into())),
            ));
        }
        for degree in [1, 2, 3, 4, 10] {
            let bound = Bound::root(degree, plus).unwrap();
            bounds.push((bound, Box::new(root(degree, plus.into()))));
        }
    }
    bounds
}

#[test]
fn options_are_the_smaller_sizes_between_the_bounds() {
    let bounds = bounds();
    for (lo, at_least) in &bounds {
        for (hi, at_most) in &bounds {
            let leaving = Leaving { lo: *lo, hi: *hi };
            let game = HeapGame::Leaving(leaving);
            for n in 0..40_u64 {
                let expected: Vec<u64> = (0..n)
                    .filter(|&y| {
                        let (y, n) = (i128::from(y), i128::from(n));
                        at_least(y, n).0 && at_most(y, n).1
                    })
                    .collect();
                assert_eq!(options(&game, n), expected, "{leaving}, heap {n}");
                if let Some(most) = game.most_taken() {
                    assert!(expected.iter().all(|left| n - left <= most), "{leaving}");
                }
            }
        }
    }
}

/// The heaps below 6000 that have a move, by the definitions of the bounds.
mod brute {
    use super::{Bound, Definition, bounds};

    pub(crate) const HEAPS: usize = 6000;

    /// Of every bound, the least and the largest size that it allows, heap by heap.
    pub(crate) fn sides() -> Vec<(Bound, Vec<i128>, Vec<i128>)> {
        let sides = |(bound, definition): (Bound, Definition)| {
            // Neither ever falls.
            let (mut least, mut most) = (-10, -10);
            let (mut all_least, mut all_most) = (Vec::new(), Vec::new());
            for n in 0..HEAPS as i128 {
                while !definition(least, n).0 {
                    least += 1;
                }
                while definition(most + 1, n).1 {
                    most += 1;
                }
                all_least.push(least);
                all_most.push(most);
            }
            (bound, all_least, all_most)
        };
        bounds().into_iter().map(sides).collect()
    }

    pub(crate) fn has_move(least: &[i128], most: &[i128], n: usize) -> bool {
        least[n].max(0) <= most[n].min(n as i128 - 1)
    }
}

#[test]
fn from_the_first_heap_with_moves_on_all_have_moves() {
    let sides = brute::sides();
    let (mut told, mut untold) = (0, 0);
    for (lo, least, _) in &sides {
        for (hi, _, most) in &sides {
            let leaving = Leaving { lo: *lo, hi: *hi };
            let has_move = |n: &usize| brute::has_move(least, most, *n);
            let first = (0..brute::HEAPS).find(has_move);
            // They stop where a heap has none though a smaller one has.
            let last_without = (0..brute::HEAPS).rev().find(|n| !has_move(n));
            let stop = first.is_some_and(|first| last_without > Some(first));
            let found = leaving.first_with_moves();
            if let Some(found) = found {
                told += 1;
                assert_eq!(first, Some(found as usize), "{leaving}");
                assert!(!stop, "{leaving}");
                for n in [1 << 16, 999_999_999_989, u64::MAX >> 1, u64::MAX] {
                    assert!(leaving.sizes(n).is_some(), "{leaving}, heap {n}");
                }
            } else {
                untold += 1;
            }
            // Nothing is missed where sizes are plenty, and the same kind of bound
            // on both sides says that they stay so.
            let plenty =
                (1..brute::HEAPS).all(|n| n < 100 || least[n].max(0) + 3 <= most[n].min(n as i128));
            let same = lo.ceil(1 << 50) <= hi.floor(1 << 50);
            if plenty && same && !stop {
                assert!(found.is_some(), "{leaving}");
            }
        }
    }
    assert!(told > 1000 && untold > 1000, "{told} told, {untold} not");
}

#[test]
fn where_moves_stop_beyond_what_is_looked_at_no_first_heap_is_told() {
    let share = |over| Bound::share(1, over, 0).unwrap();
    let root = |degree| Bound::root(degree, 0).unwrap();
    for (lo, hi, with, without) in [
        (share(100), root(2), 10_000, 10_001),
        (share(1000), root(2), 1_000_000, 1_000_001),
        (root(2), Bound::constant(80), 6_400, 6_401),
        (share(2), Bound::constant(5000), 10_000, 10_001),
    ] {
        let leaving = Leaving { lo, hi };
        assert!(leaving.sizes(with).is_some(), "{leaving}");
        assert_eq!(leaving.sizes(without), None, "{leaving}");
        assert_eq!(leaving.first_with_moves(), None, "{leaving}");
    }
}

#[test]
fn games_in_use_have_a_first_heap_with_moves() {
    for (game, first) in [
        ("leave n^(1/4)..n^(1/2)", 4),
        ("leave n/4..n-1", 2),
        ("leave n/4..n/2", 2),
        ("leave n/3..n/2", 2),
        ("leave 0..n-3", 3),
        ("leave 5..n/2", 10),
        ("leave n/2..2n/3", 2),
    ] {
        let Ok(HeapGame::Leaving(leaving)) = game.parse() else {
            panic!("{game}");
        };
        assert_eq!(leaving.first_with_moves(), Some(first), "{game}");
        assert!(leaving.sizes(first).is_some() && leaving.sizes(first - 1).is_none());
    }
}

#[test]
fn bounds_never_fall() {
    for (bound, _) in bounds() {
        for n in 0..2000 {
            assert!(bound.floor(n) <= bound.floor(n + 1), "{bound}, {n}");
            assert!(bound.ceil(n) <= bound.ceil(n + 1), "{bound}, {n}");
        }
    }
}

#[test]
fn roots_are_exact_at_their_borders() {
    for degree in 2..=64 {
        let bound = Bound::root(degree, 0).unwrap();
        for root in [
            1_u64,
            2,
            3,
            9,
            255,
            256,
            46_341,
            65_535,
            65_536,
            u32::MAX.into(),
        ] {
            let Some(power) = root.checked_pow(degree) else {
                continue;
            };
            let root = i128::from(root);
            assert_eq!((bound.floor(power), bound.ceil(power)), (root, root));
            assert_eq!(
                (bound.floor(power - 1), bound.ceil(power - 1)),
                (root - 1, if power == 1 { 0 } else { root })
            );
            assert_eq!(
                (bound.floor(power + 1), bound.ceil(power + 1)),
                (root, root + 1)
            );
        }
    }
    assert_eq!(
        Bound::root(2, 0).unwrap().floor(u64::MAX),
        i128::from(u32::MAX)
    );
    assert_eq!(Bound::root(65, 0), None);
    assert_eq!(Bound::root(0, 0), None);
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    let largest = Bound::share(u32::MAX, 1, i64::MAX).unwrap();
    let least = Bound::share(1, u32::MAX, i64::MIN).unwrap();
    let exact = i128::from(u32::MAX) * i128::from(u64::MAX) + i128::from(i64::MAX);
    assert_eq!(largest.floor(u64::MAX), exact);
    let all = Leaving {
        lo: least,
        hi: largest,
    };
    assert_eq!(all.sizes(u64::MAX), Some(0..=u64::MAX - 1));
    let none = Leaving {
        lo: largest,
        hi: least,
    };
    assert_eq!(none.sizes(u64::MAX), None);
    assert_eq!(Bound::share(1, 0, 0), None);
}
