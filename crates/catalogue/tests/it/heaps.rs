//! The theorems of the heap games against their rules, solved by plain means, on
//! all small instances; and against plain tables on many larger ones.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use zug_catalogue::forbidden_take_away::{ForbiddenTakeAway, Take};
use zug_catalogue::furlo_rublo::{self, FurloRublo, Leave};
use zug_catalogue::powers::{Powers, nimber_of_exponents};
use zug_catalogue::subtraction::Subtraction;
use zug_values::{Nimber, Outcome, Play};

use crate::positions::{Answer, answers};

/// What the rules say of the start with these parameters.
fn truth(name: &str, parameters: &[(&str, String)], play: Play) -> Answer {
    answers(name, parameters, play, &[]).swap_remove(0)
}

/// A set as the rules language writes it.
fn set(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("{{{}}}", numbers.join(", "))
}

/// The names of increasing moves.
fn names(moves: impl IntoIterator<Item = u64>) -> BTreeSet<String> {
    let moves: Vec<u64> = moves.into_iter().collect();
    assert!(moves.is_sorted_by(|a, b| a < b), "{moves:?}");
    moves.iter().map(ToString::to_string).collect()
}

/// Holds the heaps that a reason calls lost against what is known of each.
fn check_answers(game: &Subtraction, n: u64, lines: &[String]) {
    for line in lines.iter().filter(|line| line.ends_with("a lost heap")) {
        let numbers = line
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|word| word.parse().ok());
        // Take, from, left; and perhaps the answer and what it leaves.
        let numbers: Vec<u64> = numbers.collect();
        assert_eq!(numbers[1], n, "{line}");
        assert_eq!(numbers[0] + numbers[2], n, "{line}");
        if let [_, _, left, answer, lost] = numbers[..] {
            assert_eq!(answer + lost, left, "{line}");
        }
        let lost = numbers[numbers.len() - 1];
        assert_eq!(game.outcome(lost).unwrap(), Outcome::Loss, "{line}");
    }
}

#[test]
fn subtraction_is_what_its_rules_say_on_all_small_instances() {
    let mut instances = 0;
    for chosen in 1..32u64 {
        let take: Vec<u64> = (1..=5).filter(|s| chosen >> (s - 1) & 1 == 1).collect();
        for n in 0..=12 {
            for play in [Play::Normal, Play::Misere] {
                let parameters = [("n", n.to_string()), ("take", set(&take))];
                let truth = truth("subtraction", &parameters, play);
                let game = Subtraction::new(take.iter().copied(), play).unwrap();
                let what = format!("{take:?} {n} {play:?}");
                assert_eq!(game.outcome(n).unwrap(), truth.outcome, "{what}");
                let winning = names(game.winning_moves(n).unwrap());
                assert_eq!(winning, truth.winning, "{what}");
                if let Some(nimber) = game.nimber(n) {
                    assert_eq!(Some(nimber.unwrap()), truth.nimber, "{what}");
                }
                let heap = game.heap(n).unwrap();
                assert_eq!(heap.outcome(), truth.outcome, "{what}");
                assert_eq!(
                    names(heap.winning_moves().iter().copied()),
                    truth.winning,
                    "{what}"
                );
                assert_eq!(heap.nimber(), game.nimber(n), "{what}");
                let lines = heap.why();
                assert!((1..=4).contains(&lines.len()), "{what}: {lines:?}");
                check_answers(&game, n, &lines);
                instances += 1;
            }
        }
    }
    assert_eq!(instances, 31 * 13 * 2);
}

#[test]
fn bachets_game_is_subtraction_on_all_small_instances() {
    let mut instances = 0;
    for chosen in 0..16u64 {
        let mut take = vec![1];
        take.extend((2..=5).filter(|s| chosen >> (s - 2) & 1 == 1));
        for n in 1..=14 {
            let parameters = [("n", n.to_string()), ("take", set(&take))];
            let truth = truth("bachet", &parameters, Play::Normal);
            let game = Subtraction::new(take.iter().copied(), Play::Normal);
            let game = game.unwrap();
            assert_eq!(game.outcome(n).unwrap(), truth.outcome, "{take:?} {n}");
            let winning = names(game.winning_moves(n).unwrap());
            assert_eq!(winning, truth.winning, "{take:?} {n}");
            instances += 1;
        }
    }
    assert_eq!(instances, 16 * 14);
}

/// Of each heap up to n whether it is lost, one by one.
fn lost_heaps(take: &[u64], n: u64, play: Play) -> Vec<bool> {
    let mut lost: Vec<bool> = Vec::new();
    for heap in 0..=n {
        let mut fits = take.iter().filter(|&&take| take <= heap).peekable();
        let is_stuck = fits.peek().is_none();
        let is_won = fits.any(|take| lost[(heap - take) as usize]);
        lost.push(match play {
            Play::Misere if is_stuck => false,
            _ => !is_won,
        });
    }
    lost
}

proptest! {
    #[test]
    fn large_heaps_are_what_a_plain_table_says(
        take in prop_oneof![Just(10), Just(40), Just(200), Just(4000_u64)]
            .prop_flat_map(|largest| prop::collection::vec(1..=largest, 1..=10)),
        n in 3000..6000_u64
    ) {
        for play in [Play::Normal, Play::Misere] {
            let lost = lost_heaps(&take, n, play);
            let game = Subtraction::new(take.iter().copied(), play).unwrap();
            for heap in (0..100).chain(n - 100..=n) {
                let is_lost = game.outcome(heap).unwrap() == Outcome::Loss;
                prop_assert_eq!(is_lost, lost[heap as usize], "{} {:?}", heap, play);
            }
            for n in n - 3..=n {
                let heap = game.heap(n).unwrap();
                assert_eq!(heap.outcome(), game.outcome(n).unwrap());
                assert_eq!(heap.winning_moves(), game.winning_moves(n).unwrap());
                check_answers(&game, n, &heap.why());
            }
            let known = lost[1..].iter().filter(|&&is_lost| is_lost).count();
            prop_assert_eq!(game.lost_from_1_to(n).unwrap(), known as u64, "{:?}", play);
        }
    }
}

#[test]
fn forbidden_take_away_is_what_its_rules_say_on_all_small_instances() {
    let mut instances = 0;
    for chosen in 1..32u64 {
        let forbidden: Vec<u64> = (1..=5).filter(|s| chosen >> (s - 1) & 1 == 1).collect();
        for n in 0..=12u32 {
            let piles = [vec![n], vec![n / 2, n - n / 2]];
            for piles in piles {
                let parameters = [
                    ("piles", format!("{piles:?}")),
                    ("forbidden", set(&forbidden)),
                ];
                let truth = truth("forbidden-take-away", &parameters, Play::Normal);
                let numbers = forbidden.iter().map(|&number| number as u32);
                let game = ForbiddenTakeAway::new(numbers, piles.clone()).unwrap();
                let what = format!("{forbidden:?} {piles:?}");
                assert_eq!(Some(game.nimber()), truth.nimber, "{what}");
                assert_eq!(game.outcome(), truth.outcome, "{what}");
                assert_eq!(game.winning_moves().len(), truth.winning.len(), "{what}");
                for Take { pile, take } in game.winning_moves() {
                    assert!(!forbidden.contains(&u64::from(take)), "{what}");
                    let mut left = piles.clone();
                    left[pile] -= take;
                    let numbers = forbidden.iter().map(|&number| number as u32);
                    let anew = ForbiddenTakeAway::new(numbers, left.clone()).unwrap();
                    assert_eq!(anew.outcome(), Outcome::Loss, "{what}");
                    // The table of the position before says the same.
                    let left = game.with_piles(left).unwrap();
                    assert!(left.nimbers().eq(anew.nimbers()), "{what}");
                }
                assert!((1..=4).contains(&game.why().len()));
                instances += 1;
            }
        }
    }
    assert_eq!(instances, 31 * 13 * 2);
}

#[test]
fn furlo_and_rublo_is_what_its_rules_say_on_all_small_instances() {
    for n in 0..=130u64 {
        let truth = truth("furlo-rublo", &[("piles", format!("[{n}]"))], Play::Normal);
        let game = FurloRublo::new(vec![n]);
        assert_eq!(Some(game.nimber()), truth.nimber, "{n}");
        assert_eq!(Some(furlo_rublo::nimber_of(n)), truth.nimber, "{n}");
        assert_eq!(game.outcome(), truth.outcome, "{n}");
        let winning = game.winning_moves();
        assert_eq!(winning.is_empty(), truth.winning.is_empty(), "{n}");
    }
    for a in [3, 4, 16, 17, 81, 82] {
        for b in 0..=20 {
            let parameters = [("piles", format!("[{a}, {b}]"))];
            let truth = truth("furlo-rublo", &parameters, Play::Normal);
            let game = FurloRublo::new(vec![a, b]);
            assert_eq!(Some(game.nimber()), truth.nimber, "{a} {b}");
            assert_eq!(game.outcome(), truth.outcome, "{a} {b}");
            let winning = game.winning_moves();
            assert_eq!(winning.is_empty(), truth.winning.is_empty(), "{a} {b}");
            for Leave { pile, coins } in winning {
                let mut left = vec![a, b];
                let before = left[pile];
                assert!(coins < before && coins.pow(2) <= before && before <= coins.pow(4));
                left[pile] = coins;
                assert!(FurloRublo::new(left).nimber().is_zero(), "{a} {b}");
            }
            assert!((1..=4).contains(&game.why().len()));
        }
    }
}

/// The nimber of each pile up to 60,000 by plain mex over its options.
static FURLO: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut nimbers: Vec<u32> = Vec::new();
    for x in 0..=60_000 {
        let nimber = furlo_mex(x, &nimbers);
        nimbers.push(nimber);
    }
    nimbers
});

/// The nimber of a pile from those of its options.
fn furlo_mex(x: u64, nimbers: &[u32]) -> u32 {
    let mut seen = [false; 9];
    for y in (0..x).take_while(|y| y * y <= x) {
        if u128::from(y).pow(4) >= u128::from(x) {
            seen[nimbers[y as usize] as usize] = true;
        }
    }
    seen.iter().position(|&seen| !seen).unwrap() as u32
}

#[test]
fn furlo_and_rublo_changes_at_the_known_borders_and_nowhere_else() {
    for (x, &nimber) in FURLO.iter().enumerate() {
        assert_eq!(furlo_rublo::nimber_of(x as u64).0, nimber, "{x}");
    }
    let borders = [
        (4, 0, 1),
        (16, 1, 2),
        (82, 2, 0),
        (6724, 0, 3),
        (50_626, 3, 1),
        (2_562_991_876, 1, 2),
        (2_042_925_103_215_442, 2, 0),
    ];
    for (first, before, after) in borders {
        assert_eq!(furlo_rublo::nimber_of(first - 1).0, before, "{first}");
        assert_eq!(furlo_rublo::nimber_of(first).0, after, "{first}");
    }
    for x in 2_562_991_874..=2_562_991_877 {
        assert_eq!(furlo_rublo::nimber_of(x).0, furlo_mex(x, &FURLO), "{x}");
    }
}

proptest! {
    /// The table reaches the root of each.
    #[test]
    fn large_piles_of_furlo_and_rublo_are_worth_the_mex_of_their_options(x in 60_000..3_u64 << 30) {
        prop_assert_eq!(furlo_rublo::nimber_of(x).0, furlo_mex(x, &FURLO));
    }

    #[test]
    fn the_winning_move_of_a_large_pile_is_one(
        piles in prop::collection::vec(
            (0..1_u64 << 40, 0..40).prop_map(|(coins, shift)| coins >> shift),
            1..=4
        )
    ) {
        let game = FurloRublo::new(piles.clone());
        let winning = game.winning_moves();
        prop_assert_eq!(winning.is_empty(), game.outcome() == Outcome::Loss);
        for Leave { pile, coins } in winning {
            let mut left = piles.clone();
            let before = u128::from(left[pile]);
            let after = u128::from(coins);
            prop_assert!(after < before && after.pow(2) <= before && before <= after.pow(4));
            left[pile] = coins;
            prop_assert!(FurloRublo::new(left).nimber().is_zero());
        }
    }
}

#[test]
fn powers_are_what_the_rules_say_on_all_small_instances() {
    let mut positions = 0;
    for n in 1..=14u64 {
        let answers = answers("powers", &[("n", n.to_string())], Play::Normal, &[]);
        let truth = &answers[0];
        let game = Powers::new(n).unwrap();
        assert_eq!(Some(game.nimber()), truth.nimber, "{n}");
        assert_eq!(game.outcome(), truth.outcome, "{n}");
        assert_eq!(names(game.winning_moves()), truth.winning, "{n}");
        assert_eq!(game.winning_move(), game.winning_moves().next(), "{n}");
        assert!((1..=4).contains(&game.why().len()));
        positions += answers.len();
    }
    assert!(positions > 10_000, "{positions}");
}

#[test]
fn the_nimbers_of_exponents_up_to_30_are_the_known_ones() {
    let known = [
        0, 1, 2, 1, 4, 3, 2, 1, 5, 6, 2, 1, 8, 7, 5, 9, 8, 7, 3, 4, 7, 4, 2, 1, 10, 9, 3, 6, 11,
        12, 14,
    ];
    for (k, nimber) in known.into_iter().enumerate() {
        let all = (1 << (k + 1)) - 2;
        assert_eq!(nimber_of_exponents(all), Ok(Nimber(nimber)), "{k}");
    }
}

/// The game on n found base by base, each with its powers up to n.
fn check_powers(n: u64) {
    /// The nimbers of 1 to k exponents, for all bases up to 2^16.
    static BY_COUNT: LazyLock<Vec<Nimber>> = LazyLock::new(|| {
        (0..=16)
            .map(|k| nimber_of_exponents((2 << k) - 2).unwrap())
            .collect()
    });
    let mut gone = vec![false; n as usize + 1];
    let mut sum = Nimber(1); // the number 1
    for base in 2..=n {
        if gone[base as usize] {
            continue;
        }
        let mut k = 0;
        let mut power = base;
        while power <= n {
            gone[power as usize] = true;
            power *= base;
            k += 1;
        }
        sum += BY_COUNT[k];
    }
    let game = Powers::new(n).unwrap();
    assert_eq!(game.nimber(), sum, "{n}");
    // The least winning move is the first of all that win, and it does win.
    assert_eq!(game.winning_move(), game.winning_moves().next(), "{n}");
    assert_eq!(
        game.winning_move().is_some(),
        game.outcome() == Outcome::Win
    );
    assert!(!game.wins(0) && !game.wins(n + 1));
}

#[test]
fn powers_are_the_sum_over_bases_found_one_by_one() {
    for n in 1..600 {
        check_powers(n);
    }
}

proptest! {
    #[test]
    fn many_powers_are_the_sum_over_bases_found_one_by_one(n in 600..40_600_u64) {
        check_powers(n);
    }
}
