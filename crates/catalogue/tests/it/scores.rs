//! The scores of games that end with scores against plain recursions that know no rules file.

use std::collections::HashMap;

use zug_catalogue::find;
use zug_game::Game;
use zug_lang::{AnyGame, Rules, Settings};
use zug_testkit::oracle::score;

/// The score of the start by the rules of the catalogue with these parameters.
fn by_rules(name: &str, parameters: &[(&str, String)]) -> i64 {
    let settings = parameters.iter().cloned().collect::<HashMap<_, _>>();
    let settings: Settings = settings.iter().collect();
    let rules = Rules::read(find(name).unwrap().source).unwrap();
    match rules.instance(&settings).unwrap().game().unwrap() {
        AnyGame::Narrow(game) => score(&game, game.start(), &mut HashMap::new()),
        AnyGame::Wide(game) => score(&game, game.start(), &mut HashMap::new()),
        AnyGame::Widest(game) => score(&game, game.start(), &mut HashMap::new()),
    }
}

/// By how much the mover's coins of this row are worth more than the opponent's.
fn margin_of_coins(row: &[i64]) -> i64 {
    match row {
        [] => 0,
        [only] => *only,
        [first, rest @ ..] => {
            let (last, others) = row.split_last().unwrap();
            i64::max(
                first - margin_of_coins(rest),
                last - margin_of_coins(others),
            )
        }
    }
}

#[test]
fn coins_in_a_row_are_worth_what_plain_recursion_says() {
    for row in [
        &[10, 80, 90, 30][..],
        &[10, 100, 10],
        &[0, 0],
        &[4, 2, 9, 7, 1, 5],
        &[1, 3, 1, 3, 1, 3, 1],
        &[7, 1, 1, 9, 2, 8, 3, 3],
    ] {
        let found = by_rules("coins-in-a-row", &[("row", format!("{row:?}"))]);
        assert_eq!(found, margin_of_coins(row), "{row:?}");
        // Winkler: the first player can have all odd places, or all even ones.
        assert!(row.len() % 2 == 1 || found >= 0, "{row:?}");
    }
}

/// By how many boxes the mover of an empty board gets more than the opponent: worked backwards
/// over all sets of lines, with the boxes still to be made (D. Wilson).
fn margin_of_boxes(width: usize, height: usize) -> i64 {
    let across = |x: usize, y: usize| 1_usize << (x * (height + 1) + y);
    let upright = |x: usize, y: usize| 1 << (width * (height + 1) + x * height + y);
    let boxes: Vec<usize> = (0..width)
        .flat_map(|x| (0..height).map(move |y| (x, y)))
        .map(|(x, y)| across(x, y) | across(x, y + 1) | upright(x, y) | upright(x + 1, y))
        .collect();
    let lines = width * (height + 1) + (width + 1) * height;
    let mut margins = vec![0; 1 << lines];
    for drawn in (0..margins.len() - 1).rev() {
        let free = (0..lines).filter(|line| drawn >> line & 1 == 0);
        let by_line = free.map(|line| {
            let then = drawn | 1 << line;
            let is_made = |of: &&usize| *of >> line & 1 == 1 && then & **of == **of;
            match boxes.iter().filter(is_made).count() {
                0 => -margins[then],
                made => made as i64 + margins[then],
            }
        });
        margins[drawn] = by_line.max().unwrap();
    }
    margins[0]
}

#[test]
fn boxes_are_shared_as_working_backwards_says() {
    for (width, height) in [(1, 1), (1, 2), (1, 3), (4, 1), (2, 2)] {
        let parameters = [("width", width.to_string()), ("height", height.to_string())];
        let found = by_rules("dots-and-boxes-by-margin", &parameters);
        assert_eq!(found, margin_of_boxes(width, height), "{width} by {height}");
    }
}

/// The pits of a player and the store behind them, as this player sows.
type Side = Vec<i64>;

/// By how many seeds the mover ends with more than the opponent.
fn margin_of_seeds(me: &Side, other: &Side, known: &mut HashMap<(Side, Side), i64>) -> i64 {
    let pits = me.len() - 1;
    if me[..pits].iter().all(|&seeds| seeds == 0) {
        return me[pits] - other.iter().sum::<i64>();
    }
    if let Some(&margin) = known.get(&(me.clone(), other.clone())) {
        return margin;
    }
    let mut best = i64::MIN;
    for pit in (0..pits).filter(|&pit| me[pit] > 0) {
        // The opponent's store is left out.
        let mut ring: Vec<i64> = me.iter().chain(&other[..pits]).copied().collect();
        let in_hand = std::mem::take(&mut ring[pit]);
        let mut at = pit;
        for _ in 0..in_hand {
            at = (at + 1) % ring.len();
            ring[at] += 1;
        }
        if at < pits && ring[at] == 1 && ring[2 * pits - at] > 0 {
            ring[pits] += 1 + std::mem::take(&mut ring[2 * pits - at]);
            ring[at] = 0;
        }
        let mine = ring[..=pits].to_vec();
        let others = [&ring[pits + 1..], &other[pits..]].concat();
        let margin = if at == pits {
            margin_of_seeds(&mine, &others, known)
        } else {
            -margin_of_seeds(&others, &mine, known)
        };
        best = best.max(margin);
    }
    known.insert((me.clone(), other.clone()), best);
    best
}

#[test]
fn seeds_of_kalah_are_shared_as_plain_recursion_says() {
    for (pits, seeds) in [(1, 1), (1, 4), (2, 1), (2, 3), (3, 1), (3, 2), (4, 1)] {
        let parameters = [("pits", pits.to_string()), ("seeds", seeds.to_string())];
        let found = by_rules("kalah-by-margin", &parameters);
        let mut side = vec![seeds; pits];
        side.push(0);
        let known = margin_of_seeds(&side, &side, &mut HashMap::new());
        assert_eq!(found, known, "{pits} pits of {seeds}");
    }
}

/// What lies on each cell: 1 for a disc of the mover, −1 for the opponent's, 0 for none.
type Discs = Vec<i64>;

/// The board after the mover places a disc, as the opponent sees it; `None` if that encloses no
/// disc.
fn placed(board: &Discs, side: i64, cell: i64) -> Option<Discs> {
    let at = |x: i64, y: i64| (x + y * side) as usize;
    let (x, y) = (cell % side, cell / side);
    if board[at(x, y)] != 0 {
        return None;
    }
    let mut after = board.clone();
    for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
        let line = (1..side).map(|k| (x + k * dx, y + k * dy));
        let line: Vec<usize> = line
            .take_while(|(x, y)| (0..side).contains(x) && (0..side).contains(y))
            .map(|(x, y)| at(x, y))
            .collect();
        let enclosed = line.iter().take_while(|&&cell| board[cell] == -1).count();
        if line.get(enclosed).is_some_and(|&cell| board[cell] == 1) {
            line[..enclosed].iter().for_each(|&cell| after[cell] = 1);
        }
    }
    if after == *board {
        return None;
    }
    after[at(x, y)] = 1;
    Some(after.iter().map(|disc| -disc).collect())
}

/// By how many discs the mover ends with more than the opponent.
fn margin_of_discs(board: &Discs, side: i64, known: &mut HashMap<Discs, i64>) -> i64 {
    if let Some(&margin) = known.get(board) {
        return margin;
    }
    let mut placings = (0..side * side).filter_map(|cell| placed(board, side, cell));
    let margin = if let Some(first) = placings.next() {
        let all = std::iter::once(first).chain(placings);
        all.map(|after| -margin_of_discs(&after, side, known))
            .max()
            .unwrap()
    } else {
        let passed: Discs = board.iter().map(|disc| -disc).collect();
        let can_place = (0..side * side).any(|cell| placed(&passed, side, cell).is_some());
        if can_place {
            -margin_of_discs(&passed, side, known)
        } else {
            board.iter().sum()
        }
    };
    known.insert(board.clone(), margin);
    margin
}

#[test]
fn discs_of_reversi_are_shared_as_plain_recursion_says() {
    for side in [2, 4] {
        let (low, high) = (side / 2 - 1, side / 2);
        let mut board = vec![0; (side * side) as usize];
        for (x, y, disc) in [
            (low, low, -1),
            (high, high, -1),
            (low, high, 1),
            (high, low, 1),
        ] {
            board[(x + y * side) as usize] = disc;
        }
        let found = by_rules("reversi-by-margin", &[("n", side.to_string())]);
        let known = margin_of_discs(&board, side, &mut HashMap::new());
        assert_eq!(found, known, "{side} by {side}");
    }
}
