//! Answers that are known: each row of `testdata/partizan.tsv` whose game is here.

use std::collections::HashMap;

use zug_partizan::{Answer, Arena, Dyadic, Form, NoNames, Part, Side};

use crate::boards::{self, Board};
use crate::small::born_by;

/// The value of a position, if its game is here and the board is small enough.
fn value(arena: &mut Arena, game: &str, position: &str) -> Option<Form> {
    if game == "value" {
        return Some(arena.parse(position).unwrap());
    }
    let board = Board::of_row(game, position)?;
    Some(boards::value(arena, &board))
}

#[test]
fn known_answers() {
    let rows = include_str!("../../../../testdata/partizan.tsv");
    let mut tested = 0;
    let mut last = ("", "");
    let mut arena = Arena::default();
    let mut found = None;
    for row in rows.lines().filter(|row| !row.starts_with('#')).skip(1) {
        let fields: Vec<_> = row.split('\t').collect();
        let [game, position, expected, _source] = fields[..] else {
            panic!("not four fields: {row}");
        };
        let (game, about) = game.split_once(": ").unwrap_or((game, "value"));
        // Rows about one position come one after the other.
        if last != (game, position) {
            last = (game, position);
            arena = Arena::default();
            found = value(&mut arena, game, position);
        }
        let Some(value) = found else {
            continue;
        };
        match about {
            "value" => {
                let known = arena.parse(expected).unwrap();
                assert_eq!(arena.text(value), arena.text(known), "{row}");
                assert_eq!(value, known, "{row}");
            }
            "mean and temperature" => {
                let (mean, temperature) = (
                    arena.mean(value).unwrap(),
                    arena.temperature(value).unwrap(),
                );
                assert_eq!(format!("{mean} {temperature}"), expected, "{row}");
            }
            "atomic weight" => {
                let weight = arena.atomic_weight(value).unwrap();
                assert_eq!(arena.parse(expected), Ok(weight), "{row}");
            }
            "outcome class" => {
                let letter = arena.outcome_class(value).unwrap().letter().to_string();
                assert_eq!(letter, expected, "{row}");
            }
            _ => panic!("unknown column: {row}"),
        }
        tested += 1;
    }
    assert!(tested > 240, "{tested}");
}

#[test]
fn facts_of_all_games_born_by_day_3() {
    let mut arena = Arena::default();
    let mut count = |form: &str, day| {
        let values = born_by(&mut arena, day);
        let holds = |&&value: &&Form| {
            let text = arena.text(value).unwrap();
            arena.read(&form.replace('G', &format!("({text})")), &mut NoNames)
                == Ok(Answer::Truth(true))
        };
        values.iter().filter(holds).count()
    };
    assert_eq!(
        [0, 1, 2, 3].map(|day| count("is_all_small(G)", day)),
        [1, 2, 7, 67]
    );
    assert_eq!(
        [0, 1, 2, 3].map(|day| count("is_number(G)", day)),
        [1, 3, 7, 15]
    );
    assert_eq!(count("is_infinitesimal(G)", 3), 292);
    assert_eq!(
        ["G > 0", "G < 0", "G || 0", "G = 0"].map(|form| count(form, 3)),
        [217, 217, 1039, 1]
    );
}

#[test]
fn every_maximal_chain_of_games_born_by_a_day_has_the_known_length() {
    for (day, length) in [(1, 3), (2, 9), (3, 45)] {
        let mut arena = Arena::default();
        let values = born_by(&mut arena, day);
        let count = values.len();
        let below: Vec<Vec<bool>> = values
            .iter()
            .map(|&one| {
                let is_below =
                    |&other: &Form| other != one && arena.is_at_most(other, one).unwrap();
                values.iter().map(is_below).collect()
            })
            .collect();
        // In the order of the number of values below, each comes behind those below it.
        let mut order: Vec<_> = (0..count).collect();
        order.sort_by_key(|&n| below[n].iter().filter(|&&is| is).count());
        let mut lengths = vec![(1, 1); count];
        for &n in &order {
            let lower: Vec<_> = (0..count).filter(|&m| below[n][m]).collect();
            // Only from the values directly below does a maximal chain come.
            let covered = lower
                .iter()
                .filter(|&&m| !lower.iter().any(|&k| below[k][m]));
            let of: Vec<(usize, usize)> = covered.map(|&m| lengths[m]).collect();
            if !of.is_empty() {
                let shortest = of.iter().map(|of| of.0).min().unwrap();
                let longest = of.iter().map(|of| of.1).max().unwrap();
                lengths[n] = (shortest + 1, longest + 1);
            }
        }
        let top: Vec<_> = (0..count)
            .filter(|&n| !below.iter().any(|of| of[n]))
            .collect();
        assert_eq!(top.len(), 1);
        assert_eq!(lengths[top[0]], (length, length));
    }
}

#[test]
fn hereditarily_transitive_games_born_by_a_day_are_as_many_as_is_known() {
    // Each option of an option of one player is an option of that player too, everywhere.
    let mut arena = Arena::default();
    let mut counts = Vec::new();
    for day in 0..=3 {
        let values = born_by(&mut arena, day);
        counts.push(
            values
                .iter()
                .filter(|&&value| is_transitive(&mut arena, value))
                .count(),
        );
    }
    assert_eq!(counts, [1, 4, 18, 176]);
}

/// Whether a game has an option at least as good as each option of an option, both of one player,
/// in each follower.
fn is_transitive(arena: &mut Arena, value: Form) -> bool {
    for side in Side::BOTH {
        let options = arena.options(value, side).unwrap();
        for &option in &options {
            if !is_transitive(arena, option) {
                return false;
            }
            for second in arena.options(option, side).unwrap() {
                let is_better = |&own: &Form| match side {
                    Side::Left => arena.is_at_most(second, own).unwrap(),
                    Side::Right => arena.is_at_most(own, second).unwrap(),
                };
                if !options.iter().any(is_better) {
                    return false;
                }
            }
        }
    }
    true
}

#[test]
fn exercises_have_their_answers() {
    let mut arena = Arena::default();
    let switches = arena.parse("{5|-1} + {3|1} + {2|0}").unwrap();
    assert_eq!(arena.stop(switches, Side::Left).to_string(), "8");
    assert_eq!(arena.mean(switches).unwrap().to_string(), "5");
    assert_eq!(arena.temperature(switches).unwrap().to_string(), "3");
    let [hot, cold] = ["{3|1}", "{-1|-2||-3}"].map(|text| arena.parse(text).unwrap());
    assert_eq!(arena.temperature(hot).unwrap().to_string(), "1");
    assert_eq!(arena.temperature(cold).unwrap().to_string(), "3/4");
    // Left, moving first in the sum, wins by the colder part alone.
    let negative = arena.negate(cold).unwrap();
    let winning = arena.winning_moves(hot, negative, Side::Left).unwrap();
    assert!(!winning.is_empty() && winning.iter().all(|made| made.part == Part::Second));
    let mut weigh = |text: &str| {
        let value = arena.parse(text).unwrap();
        let weight = arena.atomic_weight(value).unwrap();
        arena.text(weight).unwrap()
    };
    assert_eq!(weigh("^^* - Tiny(1)"), "2");
    assert_eq!(weigh("^<2>"), "0");
    assert_eq!(weigh("{^^*|^}"), "2");
}

#[test]
fn toppling_dominoes_keep_the_laws_of_fink_nowakowski_siegel_and_wolfe() {
    let mut arena = Arena::default();
    let mut rows = vec![String::new()];
    let mut of_numbers: HashMap<Form, Vec<String>> = HashMap::new();
    for _ in 0..=7 {
        for row in &rows {
            let board = Board::of_row("toppling dominoes", row).unwrap();
            let value = boards::value(&mut arena, &board);
            if arena.as_number(value).is_some() {
                of_numbers.entry(value).or_default().push(row.clone());
            }
            if arena.is_infinitesimal(value) {
                let weight = arena.atomic_weight(value).unwrap();
                let integer = arena.as_number(weight).and_then(Dyadic::as_integer);
                assert!(integer.is_some_and(|weight| weight.abs() <= 1), "{row}");
            }
        }
        let longer = |row: &String| ["l", "r", "e"].map(|domino| format!("{row}{domino}"));
        rows = rows.iter().flat_map(longer).collect();
    }
    assert!(of_numbers.len() > 20);
    for of_number in of_numbers.values() {
        let [row] = &of_number[..] else {
            panic!("several positions are worth one number: {of_number:?}");
        };
        assert!(row.chars().eq(row.chars().rev()), "{row}");
    }
}

#[test]
fn a_partizan_subtraction_game_is_worth_downs() {
    // Left takes 1, Right takes 1 or 2: n - 1 downs, and a star if n is odd.
    for counters in 2..=9 {
        let row = format!("Left takes {{1}}, Right takes {{1,2}}, {counters} counters");
        let board = Board::of_row("partizan subtraction", &row).unwrap();
        let mut arena = Arena::default();
        let value = boards::value(&mut arena, &board);
        let plain = arena.as_plain(value).unwrap();
        let expected = (Dyadic::ZERO, 1 - counters, (counters % 2) as u16);
        assert_eq!((plain.number, plain.ups, plain.nimber), expected);
    }
}

#[test]
fn strings_of_hackenbush_keep_the_rule_of_berlekamp() {
    let mut arena = Arena::default();
    let mut strings = vec!["l".to_owned()];
    for _ in 0..9 {
        for string in &strings {
            let board = Board::of_row("hackenbush string", string).unwrap();
            let value = boards::value(&mut arena, &board);
            // Each edge of the first colour counts 1 until the colour changes; then each edge
            // counts half of the edge before, for its colour.
            let (mut number, mut unit) = (Dyadic::ZERO, Dyadic::integer(1));
            let has_changed = |at: usize| string[..=at].contains('r');
            for (at, edge) in string.char_indices() {
                if has_changed(at) {
                    unit = unit.halved().unwrap();
                }
                let step = if edge == 'l' { unit } else { unit.negated() };
                number = number.plus(step).unwrap();
            }
            assert_eq!(arena.as_number(value), Some(number), "{string}");
        }
        let longer = |string: &String| ["l", "r"].map(|edge| format!("{string}{edge}"));
        strings = strings.iter().flat_map(longer).collect();
    }
}
