//! Games on two heaps: tables and theorems equal the definition, on all small
//! positions of many games.

use std::num::NonZeroU64;

use proptest::prelude::*;
use zug_heaps::{Both, One, PairGame, Taking};
use zug_sequences::pairs::{self, Lost, PairNimbers, PairsError, Reason, Wythoff, euclid, naive};
use zug_sequences::{Budget, Job};
use zug_values::{Nimber, Outcome, Play};

const PLAYS: [Play; 2] = [Play::Normal, Play::Misere];

/// Games of every kind.
const GAMES: [&str; 25] = [
    "one any both {k:2k}",
    "one any both any both {k:2k}",
    "one {1} both {k, 2k:3k, 2}",
    "both {k:2k} both within 3",
    "nim",
    "wythoff",
    "wythoff(2)",
    "wythoff(3)",
    "wythoff(7)",
    "wythoff(1000)",
    "king",
    "knight",
    "euclid",
    "one {1, 2, 3} both {1}",
    "one {2, 3}",
    "one {1, 4} both any",
    "one {3} both within 2",
    "both any",
    "both within 3",
    "one any both {1}",
    "one any both {2, 3}",
    "one any both {1:2}",
    "one any both {1:2, 3:5, 4}",
    "one {2, 7} both {1:3, 2}",
    "both {2:5, 3}",
];

fn game(text: &str) -> PairGame {
    text.parse().unwrap()
}

fn nimbers(game: &PairGame, size: u64) -> PairNimbers {
    PairNimbers::new(game, size, &Job::default()).unwrap()
}

fn lost(game: &PairGame, play: Play, size: u64) -> Lost {
    Lost::new(game, play, size, &Job::default()).unwrap()
}

/// Compares all tables with the definition, for heaps below `size`.
fn check(game: &PairGame, size: usize) {
    let known = naive::nimbers(game, size);
    let fast = nimbers(game, size as u64);
    for play in PLAYS {
        let known_outcomes = naive::outcomes(game, play, size);
        let lost = lost(game, play, size as u64);
        let mut listed = Vec::new();
        for a in 0..size {
            for b in 0..size {
                let what = format!("{game} {play}: ({a}, {b})");
                let (x, y) = (a as u64, b as u64);
                assert_eq!(fast.get(x, y), Some(Nimber(known[a][b])), "{what}");
                let is_lost = known_outcomes[a][b] == Outcome::Loss;
                assert_eq!(lost.is_lost(x, y), Some(is_lost), "{what}");
                if is_lost && a <= b {
                    listed.push((x, y));
                }
            }
        }
        assert_eq!(lost.iter().collect::<Vec<_>>(), listed, "{game} {play}");
        assert_eq!(lost.is_lost(0, size as u64), None);
    }
    assert_eq!(fast.get(size as u64, 0), None);
}

#[test]
fn tables_are_what_the_definition_says() {
    for text in GAMES {
        check(&game(text), 40);
    }
}

fn takings() -> impl Strategy<Value = PairGame> {
    let one = prop_oneof![
        1 => Just(One::Any),
        4 => prop::collection::vec(1..12_u64, 0..5).prop_map(One::Of)
    ];
    let pairs = |size| prop::collection::vec((1..9_u64, 1..9_u64), 0..size);
    let within = prop_oneof![
        3 => Just(None),
        2 => (1..6_u64).prop_map(NonZeroU64::new)
    ];
    let both = (within, pairs(4), pairs(3)).prop_map(|(within, pairs, ratios)| Both {
        within,
        pairs,
        ratios,
    });
    (one, both).prop_filter_map("a game has a move", |(one, both)| {
        Taking::new(one, both).ok().map(PairGame::Taking)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn tables_of_any_game_are_what_the_definition_says(game in takings(), size in 1..45_usize) {
        check(&game, size);
    }
}

#[test]
fn larger_tables_cross_the_words_of_their_sets() {
    for text in [
        "wythoff",
        "wythoff(2)",
        "one {1, 64, 65} both {63, 2:64}",
        "one any both {3}",
    ] {
        check(&game(text), 140);
    }
}

#[test]
fn one_position_is_answered_as_the_definition_says() {
    const SIZE: usize = 14;
    for text in GAMES {
        let game = game(text);
        let known = naive::nimbers(&game, SIZE);
        for play in PLAYS {
            let outcomes = naive::outcomes(&game, play, SIZE);
            for a in 0..SIZE {
                for b in 0..SIZE {
                    let what = format!("{game} {play}: ({a}, {b})");
                    let (x, y) = (a as u64, b as u64);
                    let found = pairs::at(&game, play, x, y, &Job::default()).unwrap();
                    assert_eq!(found.worth.outcome(), outcomes[a][b], "{what}");
                    let nimber = (play == Play::Normal).then(|| Nimber(known[a][b]));
                    assert_eq!(found.worth.nimber(), nimber, "{what}");
                    let mut winning = Vec::new();
                    game.options(x, y, &mut |x, y| {
                        if outcomes[x as usize][y as usize] == Outcome::Loss {
                            winning.push((x, y));
                        }
                    });
                    winning.sort_unstable();
                    winning.dedup();
                    assert_eq!(found.winning, winning, "{what}");
                }
            }
        }
    }
}

#[test]
fn wythoffs_theorem_is_what_the_definition_says() {
    const SIZE: usize = 60;
    for within in (1..=8).chain([100]) {
        let within = NonZeroU64::new(within).unwrap();
        for play in PLAYS {
            let outcomes = naive::outcomes(&PairGame::wythoff(within), play, SIZE);
            let theorem = Wythoff::new(within, play);
            let mut partners = vec![None; SIZE];
            for (a, row) in outcomes.iter().enumerate() {
                for (b, &known) in row.iter().enumerate() {
                    let outcome = theorem.outcome(a as u64, b as u64).unwrap();
                    assert_eq!(outcome, known, "{within} {play}: ({a}, {b})");
                    if outcome == Outcome::Loss {
                        partners[a] = Some(b as u64);
                    }
                }
            }
            for (heap, partner) in partners.into_iter().enumerate() {
                let told = theorem.partner(heap as u64);
                let told = told.filter(|&told| told < SIZE as u64);
                assert_eq!(told, partner, "{within} {play}: {heap}");
            }
        }
    }
}

#[test]
fn the_pairs_of_wythoff_are_those_of_the_mex() {
    for t in [1, 2, 3, 10] {
        for play in PLAYS {
            let theorem = Wythoff::new(NonZeroU64::new(t).unwrap(), play);
            let mut seen = vec![false; 1_000_000];
            let mut small = 0;
            for n in 0..20_000_u64 {
                while seen[small] {
                    small += 1;
                }
                let pair = match (play, t, n) {
                    (Play::Normal, ..) => (small as u64, small as u64 + t * n),
                    (Play::Misere, 1, 0) => (0, 1),
                    (Play::Misere, 1, 1) => (2, 2),
                    (Play::Misere, 1, _) => (small as u64, small as u64 + n),
                    (Play::Misere, ..) => (small as u64, small as u64 + t * n + 1),
                };
                seen[pair.0 as usize] = true;
                seen[pair.1 as usize] = true;
                assert_eq!(theorem.lost(n), Some(pair), "{t} {play} {n}");
            }
        }
    }
}

/// R. Zeckendorf's theorem gives another way to the pairs of Wythoff: shift the
/// Fibonacci digits. (Fibonacci word: `b` is the shift of `a`.)
#[test]
fn far_pairs_of_wythoff_are_neighbours_in_fibonacci_digits() {
    let theorem = Wythoff::new(NonZeroU64::MIN, Play::Normal);
    let mut fibonacci = vec![1_u64, 2];
    while fibonacci.len() < 88 {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    let shifted = |mut heap: u64| {
        let mut sum = 0;
        for place in (0..87).rev() {
            if fibonacci[place] <= heap {
                heap -= fibonacci[place];
                sum += fibonacci[place + 1];
            }
        }
        sum
    };
    for n in (1..200).chain((1..60).map(|k| 1_000_000_000_000_000_000 / k + k)) {
        let (small, large) = theorem.lost(n).unwrap();
        assert_eq!(large - small, n);
        assert_eq!(large, shifted(small), "{n}");
        assert_eq!(theorem.partner(small), Some(large));
        assert_eq!(theorem.partner(large), Some(small));
        assert_eq!(theorem.outcome(large, small), Some(Outcome::Loss));
        assert_eq!(theorem.outcome(large, small + 1), Some(Outcome::Win));
    }
}

#[test]
fn far_winning_options_are_options_and_lost() {
    for t in [1, 2, 5, 1 << 40, Wythoff::LARGEST] {
        for play in PLAYS {
            let theorem = Wythoff::new(NonZeroU64::new(t).unwrap(), play);
            for k in 1..60_u64 {
                let a = 1_000_000_000_000_000_000 / k;
                let b = 700_000_000_000_000_000 / (60 - k) + k;
                let winning = theorem.winning_options(a, b).unwrap();
                let won = theorem.outcome(a, b) == Some(Outcome::Win);
                assert_eq!(won, !winning.is_empty(), "{t} {play}: ({a}, {b})");
                for (x, y) in winning {
                    assert_eq!(theorem.outcome(x, y), Some(Outcome::Loss));
                    let (k, l) = (a.checked_sub(x).unwrap(), b.checked_sub(y).unwrap());
                    assert!(k + l > 0 && (k == 0 || l == 0 || k.abs_diff(l) < t));
                }
            }
        }
    }
}

#[test]
fn the_first_pairs_of_wythoff_are_a000201_and_a001950() {
    // OEIS A000201 and A001950, from n = 1.
    let small = [
        1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19, 21, 22, 24, 25, 27, 29, 30, 32,
    ];
    let large = [
        2, 5, 7, 10, 13, 15, 18, 20, 23, 26, 28, 31, 34, 36, 39, 41, 44, 47, 49, 52,
    ];
    let theorem = Wythoff::new(NonZeroU64::MIN, Play::Normal);
    for (n, pair) in (1..).zip(small.into_iter().zip(large)) {
        assert_eq!(theorem.lost(n), Some(pair));
    }
}

#[test]
fn the_theorem_ends_at_its_largest_heap() {
    for t in [1, 2, 1000, Wythoff::LARGEST, u64::MAX] {
        for play in PLAYS {
            let theorem = Wythoff::new(NonZeroU64::new(t).unwrap(), play);
            for heap in [Wythoff::LARGEST, Wythoff::LARGEST - 1] {
                assert!(theorem.outcome(heap, heap / 2).is_some());
                assert!(theorem.winning_options(heap, heap / 2).is_some());
                if let Some(partner) = theorem.partner(heap) {
                    assert_eq!(theorem.partner(partner), Some(heap));
                }
            }
            assert_eq!(theorem.outcome(1, Wythoff::LARGEST + 1), None);
            assert_eq!(theorem.lost(u64::MAX), None);
        }
    }
}

#[test]
fn euclids_theorem_is_what_the_definition_says() {
    const SIZE: usize = 150;
    for play in PLAYS {
        let outcomes = naive::outcomes(&PairGame::Euclid, play, SIZE);
        for (a, row) in outcomes.iter().enumerate() {
            for (b, &known) in row.iter().enumerate() {
                let outcome = euclid::outcome(a as u64, b as u64, play);
                assert_eq!(outcome, known, "{play}: ({a}, {b})");
            }
        }
        // Any heaps that fit are answered.
        for b in [u64::MAX, u64::MAX - 1, u64::MAX / 2] {
            let won = euclid::outcome(u64::MAX - 1, b, play) == Outcome::Win;
            let winning = euclid::winning_options(u64::MAX - 1, b, play);
            assert_eq!(won, !winning.is_empty());
        }
    }
}

#[test]
fn the_first_nimbers_of_wythoff_are_a004481() {
    // OEIS A004481, by antidiagonals; and U. Blass, A. S. Fraenkel 1990, table 1.
    let rows = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        [1, 2, 0, 4, 5, 3, 7, 8, 6, 10],
        [2, 0, 1, 5, 3, 4, 8, 6, 7, 11],
        [3, 4, 5, 6, 2, 0, 1, 9, 10, 12],
    ];
    let table = nimbers(&game("wythoff"), 10);
    for (a, row) in rows.iter().enumerate() {
        for (b, &nimber) in row.iter().enumerate() {
            assert_eq!(table.get(a as u64, b as u64), Some(Nimber(nimber)));
        }
    }
}

#[test]
fn nim_on_two_heaps_is_xor() {
    let table = nimbers(&game("nim"), 300);
    for a in 0..300 {
        for b in 0..300 {
            assert_eq!(table.get(a, b), Some(Nimber((a ^ b) as u32)));
        }
    }
}

#[test]
fn a_king_counts_which_heap_is_odd() {
    let table = nimbers(&game("king"), 100);
    for b in 0..100_u64 {
        for a in 0..=b {
            let known = match (a % 2, b % 2) {
                (0, 0) => 0,
                (0, 1) => 1,
                (1, 1) => 2,
                _ => 3,
            };
            assert_eq!(table.get(a, b), Some(Nimber(known)));
        }
    }
}

#[test]
fn memory_is_refused_before_it_is_taken() {
    for text in GAMES {
        let game = game(text);
        for size in [10_000, 1 << 40, u64::MAX] {
            let budget = Budget::of_bytes(10_000);
            let job = Job::default().with_budget(budget.clone());
            let refused = PairNimbers::new(&game, size, &job);
            assert!(
                matches!(refused, Err(PairsError::TooLarge { .. })),
                "{text} {size}"
            );
            assert!(budget.peak() <= 10_000);
            if game != PairGame::Euclid {
                let refused = Lost::new(&game, Play::Normal, size, &job);
                assert!(
                    matches!(refused, Err(PairsError::TooLarge { .. })),
                    "{text} {size}"
                );
            }
            assert!(budget.peak() <= 10_000);
            assert_eq!(budget.used(), 0);
        }
    }
}

#[test]
fn a_table_that_fits_but_for_its_sets_is_refused() {
    let game = game("wythoff");
    let within =
        |budget: &Budget| PairNimbers::new(&game, 300, &Job::default().with_budget(budget.clone()));
    let whole = Budget::unlimited();
    let table = within(&whole).unwrap();
    assert_eq!(table.bytes(), 300 * 301);
    let needed = whole.peak();
    assert!(needed > table.bytes());
    for bytes in [300 * 301, needed - 1] {
        let budget = Budget::of_bytes(bytes);
        let refused = within(&budget);
        assert!(matches!(
            refused,
            Err(PairsError::TooLarge { largest: 299, .. })
        ));
        assert_eq!(budget.used(), 0);
    }
    assert!(within(&Budget::of_bytes(needed)).is_ok());
}

#[test]
fn who_asks_to_stop_is_heard() {
    let job = Job::default();
    job.cancel.cancel();
    for text in ["wythoff", "king", "euclid", "one any both {1}"] {
        let game = game(text);
        let stopped = PairNimbers::new(&game, 50, &job);
        assert!(
            matches!(stopped, Err(PairsError::Stopped(why)) if why.is_cancelled()),
            "{text}"
        );
        if game != PairGame::Euclid {
            let stopped = Lost::new(&game, Play::Normal, 50, &job);
            assert!(
                matches!(stopped, Err(PairsError::Stopped(why)) if why.is_cancelled()),
                "{text}"
            );
        }
    }
}

#[test]
fn far_heaps_are_answered_where_there_is_a_theorem() {
    let job = Job::default().with_budget(Budget::of_bytes(1 << 20));
    let far = |text: &str, a, b| pairs::at(&game(text), Play::Normal, a, b, &job);
    // The whole parts of 10^18 φ and of 10^18 φ².
    let (a, b) = (1_618_033_988_749_894_848, 2_618_033_988_749_894_848);
    let wythoff = far("wythoff", a, b).unwrap();
    assert_eq!(
        (wythoff.reason, wythoff.worth.outcome()),
        (Reason::Wythoff, Outcome::Loss)
    );
    let nim = far("nim", u64::MAX, 5).unwrap();
    assert_eq!((nim.reason, nim.winning), (Reason::Nim, vec![(5, 5)]));
    assert_eq!(far("euclid", u64::MAX, 1).unwrap().reason, Reason::Euclid);
    let error = far("wythoff", u64::MAX, 5).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a heap of 18446744073709551615 is too large: the largest is 4611686018427387903"
    );
    assert!(matches!(
        far("king", a, b),
        Err(PairsError::TooLarge { .. })
    ));
    assert!(matches!(
        far("king", u64::MAX, b),
        Err(PairsError::Heap { .. })
    ));
}
