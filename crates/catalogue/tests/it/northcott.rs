//! Northcott's game as Nim on the gaps, against its rules. The game can go round
//! in a circle: the rules are solved by fixpoint iteration.

use std::collections::HashMap;

use proptest::prelude::*;
use zug_catalogue::northcott::{Northcott, Row, Slide};
use zug_game::Player;
use zug_values::{Outcome, Play};

use crate::positions::{Answer, answers};

/// Columns and rows of the boards that are solved, of all positions.
const BOARDS: [(u32, usize); 8] = [
    (2, 4),
    (3, 4),
    (4, 3),
    (5, 2),
    (6, 2),
    (7, 2),
    (5, 1),
    (10, 1),
];

const PLAYERS: [(Player, &str); 2] = [(Player::First, "Black"), (Player::Second, "White")];

/// All ways to place the pieces of so many rows.
fn placements(columns: u32, rows: usize) -> Vec<Vec<Row>> {
    let mut all = vec![vec![]];
    for _ in 0..rows {
        let longer = all.iter().flat_map(|placed: &Vec<Row>| {
            (1..=columns)
                .flat_map(move |black| (1..=columns).map(move |white| Row { black, white }))
                .filter(|row| row.black != row.white)
                .map(|row| [placed.as_slice(), &[row]].concat())
        });
        all = longer.collect();
    }
    all
}

/// As the rules print it: `1.at[Black]=4 1.at[White]=5 turn=Black`.
fn text(rows: &[Row], turn: &str) -> String {
    let placed = rows
        .iter()
        .enumerate()
        .map(|(index, Row { black, white })| {
            let part = if rows.len() == 1 {
                String::new()
            } else {
                format!("{}.", index + 1)
            };
            format!("{part}at[Black]={black} {part}at[White]={white} ")
        });
    placed.collect::<String>() + "turn=" + turn
}

/// Every position of a board, for each player to move, with the rules' answer.
fn all_positions(columns: u32, rows: usize) -> Vec<(Northcott, Player, Answer)> {
    let placed = placements(columns, rows);
    let mut positions = Vec::new();
    for rows in &placed {
        for (player, turn) in PLAYERS {
            let game = Northcott::new(columns, rows.clone()).unwrap();
            positions.push((game, player, text(rows, turn)));
        }
    }
    let roots: Vec<String> = positions.iter().map(|(.., text)| text.clone()).collect();
    let pairs: Vec<String> = placed[0].iter().map(|_| "(1, 2)".to_owned()).collect();
    let parameters = [
        ("columns", columns.to_string()),
        ("rows", format!("[{}]", pairs.join(", "))),
    ];
    let answers = answers("northcott", &parameters, Play::Normal, &roots);
    assert_eq!(answers.len(), roots.len(), "the roots are all there is");
    let together = positions.into_iter().zip(answers);
    together
        .map(|((game, player, text), answer)| {
            assert_eq!(answer.position, text);
            (game, player, answer)
        })
        .collect()
}

fn name(game: &Northcott, Slide { row, to }: Slide) -> String {
    if game.rows().len() == 1 {
        to.to_string()
    } else {
        format!("{}: {to}", row + 1)
    }
}

/// All legal slides of a player.
fn slides(game: &Northcott, columns: u32, player: Player) -> Vec<Slide> {
    let all = (0..game.rows().len()).flat_map(|row| (1..=columns).map(move |to| Slide { row, to }));
    all.filter(|&slide| game.after(player, slide).is_ok())
        .collect()
}

/// What the gap of a row is after a slide, less what it was.
fn growth(game: &Northcott, player: Player, slide: Slide) -> i64 {
    let gap = |game: &Northcott| i64::from(game.gaps().piles()[slide.row]);
    gap(&game.after(player, slide).unwrap()) - gap(game)
}

#[test]
fn the_xor_of_the_gaps_decides_and_there_are_no_draws() {
    for (columns, rows) in BOARDS {
        for (game, player, answer) in all_positions(columns, rows) {
            assert_ne!(answer.outcome, Outcome::Draw);
            assert_eq!(game.outcome(), answer.outcome, "{answer:?}");
            assert_eq!(game.gaps().nimber(), game.nim_sum());
            assert!(!game.why(player).is_empty());
        }
    }
}

#[test]
fn the_winning_advances_are_the_winning_moves_that_shrink_a_gap() {
    for (columns, rows) in BOARDS {
        for (game, player, answer) in all_positions(columns, rows) {
            let advances = game.winning_advances(player);
            let winning: Vec<Slide> = slides(&game, columns, player)
                .into_iter()
                .filter(|&slide| answer.winning.contains(&name(&game, slide)))
                .collect();
            assert_eq!(winning.len(), answer.winning.len(), "{answer:?}");
            let shrinking: Vec<Slide> = winning
                .into_iter()
                .filter(|&slide| growth(&game, player, slide) < 0)
                .collect();
            assert_eq!(advances, shrinking, "{answer:?}");
        }
    }
}

#[test]
fn retreating_in_northcott_changes_nothing() {
    for (columns, rows) in BOARDS {
        for (game, player, answer) in all_positions(columns, rows) {
            if answer.outcome == Outcome::Win {
                continue;
            }
            for slide in slides(&game, columns, player) {
                let reply = game.answer(player, slide).unwrap();
                let reply = reply.expect("every move of the loser has an answer");
                let after = game.after(player, slide).unwrap();
                let settled = after.after(player.opponent(), reply).unwrap();
                assert_eq!(settled.outcome(), Outcome::Loss, "{answer:?} {slide:?}");
                assert!(growth(&after, player.opponent(), reply) < 0);
                if growth(&game, player, slide) > 0 {
                    assert_eq!(settled.gaps(), game.gaps(), "a retreat is followed");
                }
            }
        }
    }
}

#[test]
fn advances_that_win_end_the_game() {
    // The loser may do anything; the winner follows the theorem. However the
    // loser plays, it is over before the winner has run out of columns.
    fn longest(
        game: &Northcott,
        columns: u32,
        loser: Player,
        known: &mut HashMap<String, u32>,
    ) -> u32 {
        let key = format!("{:?}", game.rows());
        if let Some(&plies) = known.get(&key) {
            return plies;
        }
        let replies = slides(game, columns, loser).into_iter().map(|slide| {
            let reply = game.answer(loser, slide).unwrap().unwrap();
            let after = game.after(loser, slide).unwrap();
            let settled = after.after(loser.opponent(), reply).unwrap();
            2 + longest(&settled, columns, loser, known)
        });
        let plies = replies.max().unwrap_or(0);
        known.insert(key, plies);
        plies
    }
    for (columns, rows) in BOARDS {
        for (loser, _) in PLAYERS {
            let mut known = HashMap::new();
            let lost = placements(columns, rows)
                .into_iter()
                .map(|rows| Northcott::new(columns, rows).unwrap())
                .filter(|game| game.outcome() == Outcome::Loss);
            let most = lost.map(|game| longest(&game, columns, loser, &mut known));
            assert!(most.max().unwrap() <= 2 * (columns - 2) * rows as u32);
        }
    }
}

proptest! {
    /// What must hold of all boards if it holds of the small ones.
    #[test]
    fn a_large_board_is_won_by_the_advances_that_hand_over_a_lost_one(
        cells in prop::collection::vec((1..=60_u32, 1..60_u32), 1..10)
    ) {
        let rows = cells.into_iter().map(|(black, other)| Row {
            black,
            white: if other < black { other } else { other + 1 },
        });
        let game = Northcott::new(60, rows.collect::<Vec<Row>>()).unwrap();
        for (player, _) in PLAYERS {
            let winning: Vec<Slide> = slides(&game, 60, player)
                .into_iter()
                .filter(|&slide| game.after(player, slide).unwrap().outcome() == Outcome::Loss)
                .collect();
            prop_assert_eq!(game.outcome() == Outcome::Win, !winning.is_empty());
            let advances: Vec<Slide> = winning
                .into_iter()
                .filter(|&slide| growth(&game, player, slide) < 0)
                .collect();
            prop_assert_eq!(game.winning_advances(player), advances);
        }
    }
}
