//! Treblecross against its rules, solved by plain means, in every position of short strips.

use std::collections::BTreeSet;

use zug_catalogue::treblecross::{LONGEST_RUN, Treblecross, TreblecrossError};
use zug_values::{Outcome, Play};

use crate::positions::answers;

/// The cells of the crosses in a position as it is printed.
fn crosses(position: &str) -> Vec<u64> {
    let board = position.split_whitespace().next().unwrap();
    let (_, board) = board.split_once('=').unwrap();
    let cells = (1..).zip(board.chars());
    let crossed = cells.filter(|(_, sign)| !".0".contains(*sign));
    crossed.map(|(cell, _)| cell).collect()
}

#[test]
fn treblecross_is_what_its_rules_say_in_every_position_to_twelve_cells() {
    for n in 3..=12_u64 {
        let mut compared = 0;
        for answer in answers("treblecross", &[("n", n.to_string())], Play::Normal, &[]) {
            let crosses = crosses(&answer.position);
            let game = match Treblecross::new(n, crosses.clone()) {
                Ok(game) => game,
                Err(TreblecrossError::Over) => {
                    assert!(crosses.windows(3).any(|three| three[2] == three[0] + 2));
                    assert_eq!(answer.outcome, Outcome::Loss);
                    continue;
                }
                Err(error) => panic!("{}: {error}", answer.position),
            };
            assert_eq!(game.outcome(), answer.outcome, "{}", answer.position);
            let winning = game.winning_moves();
            assert!(winning.all);
            let named: BTreeSet<String> = winning.cells.iter().map(u64::to_string).collect();
            assert_eq!(named, answer.winning, "{}", answer.position);
            assert!(!game.why().is_empty());
            compared += 1;
        }
        assert!(compared >= 1 << (n / 2), "{n}");
    }
}

#[test]
fn odd_strips_of_any_length_are_won_from_the_middle() {
    for n in (3..100).step_by(2) {
        let winning = Treblecross::new(n, []).unwrap().winning_moves();
        assert!(winning.cells.contains(&n.div_ceil(2)), "{n}");
    }
    let far = Treblecross::new(1_000_000_000_000_000_001, []).unwrap();
    assert_eq!(far.outcome(), Outcome::Win);
    assert_eq!(far.winning_moves().cells, [500_000_000_000_000_001]);
    assert_eq!(far.why().len(), 2);
    let error = Treblecross::new(LONGEST_RUN + 2, []).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a run of 40002 free cells is too long: at most 40000"
    );
}

/// The nimbers of runs of free cells by the cells that a cross leaves free, without heaps.
fn runs_of_free_cells(most: usize) -> Vec<u32> {
    let mut nimbers = vec![0_u32];
    for length in 1..=most {
        let options = (1..=length).map(|cell| {
            let (left, right) = (cell.saturating_sub(3), (length - cell).saturating_sub(2));
            nimbers[left] ^ nimbers[right]
        });
        let options: Vec<u32> = options.collect();
        nimbers.push(
            (0..=options.len() as u32)
                .find(|mex| !options.contains(mex))
                .unwrap(),
        );
    }
    nimbers
}

#[test]
fn strips_of_five_hundred_cells_go_by_the_runs_that_a_cross_leaves() {
    let nimbers = runs_of_free_cells(500);
    for n in 3..=500_u64 {
        let strip = Treblecross::new(n, []).unwrap();
        let [(_, nimber)] = strip.runs()[..] else {
            panic!("an empty strip is one run");
        };
        assert_eq!(nimber.0, nimbers[n as usize], "{n}");
        let is_lost = strip.outcome() == Outcome::Loss;
        assert_eq!(is_lost, nimber.is_zero());
        assert!(!is_lost || n % 2 == 0, "{n}");
        for cell in strip.winning_moves().cells {
            let (left, right) = ((cell - 1).saturating_sub(2), (n - cell).saturating_sub(2));
            assert_eq!(
                nimbers[left as usize], nimbers[right as usize],
                "{n}: {cell}"
            );
        }
    }
}
