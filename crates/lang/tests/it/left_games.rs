//! Left games by numbers alone (`WholeGames`), against the plain evaluator.

use std::collections::BTreeSet;

use zug_job::Job;
use zug_lang::{LeftGames, LeftPosition, Rules, Settings, WholeGames};
use zug_testkit::all_or;
use zug_testkit::random::Random;

/// A random expression over the names of a game, a number or a condition.
fn number(random: &mut Random, names: &[&str], depth: u32) -> String {
    let leaf = depth == 0 || random.place(3) == 0;
    if leaf {
        return match random.place(3) {
            0 => random.place(4).to_string(),
            _ => names[random.place(names.len())].to_owned(),
        };
    }
    let a = number(random, names, depth - 1);
    let b = number(random, names, depth - 1);
    match random.place(9) {
        0 | 1 => format!("({a} + {b})"),
        2 | 3 => format!("({a} - {b})"),
        4 => format!("({a} * {b})"),
        5 => format!("({a} // {b})"),
        6 => format!("({a} % {b})"),
        7 => format!("-{a}"),
        _ => format!("({a} if {} else {b})", condition(random, names, depth - 1)),
    }
}

fn condition(random: &mut Random, names: &[&str], depth: u32) -> String {
    let a = number(random, names, depth.saturating_sub(1));
    let b = number(random, names, depth.saturating_sub(1));
    let c = number(random, names, depth.saturating_sub(1));
    match random.place(8) {
        0 => format!("{a} < {b}"),
        1 => format!("{a} <= {b} < {c}"),
        2 => format!("{a} == {b}"),
        3 => format!("{a} != {b}"),
        4 => format!("{a} >= {b} > {c}"),
        5 if depth > 0 => format!("not ({})", condition(random, names, depth - 1)),
        6 if depth > 0 => format!(
            "({}) and ({})",
            condition(random, names, depth - 1),
            condition(random, names, depth - 1)
        ),
        7 if depth > 0 => format!(
            "({}) or ({})",
            condition(random, names, depth - 1),
            condition(random, names, depth - 1)
        ),
        _ => format!("{a} > {b}"),
    }
}

/// A random game with two numbers, in which most moves leave smaller ones.
fn game(random: &mut Random) -> String {
    let names = ["n", "m", "i", "j", "half"];
    let guard = condition(random, &names, 2);
    let (first, second) = (number(random, &names, 2), number(random, &names, 2));
    let bound = number(random, &["n", "m"], 1);
    format!(
        "game a(n = 4, m = 3)\nimpartial\nrequire n >= -2\nlet half = n // 2\n\
         move go(i in 0..{bound}, j = m - i) if {guard}:\n    becomes a({first}, {second}) + a(n - 1, j)\n\
         move stop if m > 0:\n    becomes nothing\n"
    )
}

/// The moves of a position by numbers, each as texts of the games that it leaves.
fn by_numbers(whole: &WholeGames, position: &LeftPosition) -> Option<Vec<Vec<String>>> {
    let (mut left, mut ends) = (Vec::new(), Vec::new());
    let position = WholeGames::position(position)?;
    whole.moves(&position, &mut left, &mut ends).ok()?;
    let mut begin = 0;
    let moves = ends.into_iter().map(|end| {
        let games = left[begin..end].iter().map(|game| format!("{game:?}"));
        begin = end;
        games.collect()
    });
    Some(moves.collect())
}

/// The moves of a position by the plain evaluator. The error is `true` if it gave up because they take too long to work
/// out, and `false` if the rules break.
fn plain(games: &LeftGames, position: &LeftPosition) -> Result<Vec<Vec<LeftPosition>>, bool> {
    let moves = games.moves(position);
    moves.map_err(|error| error.to_string().contains("take too long to work out"))
}

#[test]
fn numbers_alone_say_what_the_plain_evaluator_says() {
    let mut random = Random(11);
    let (mut compared, mut beyond, mut moves) = (0, 0, 0);
    for _ in 0..all_or(400, 20_000) {
        let source = game(&mut random);
        let Ok(rules) = Rules::read(&source) else {
            continue;
        };
        let games = rules.left_games(&Settings::default(), &Job::default());
        let Ok(Some(games)) = games else { continue };
        let whole =
            WholeGames::of(&games).unwrap_or_else(|| panic!("numbers suffice for\n{source}"));
        let mut open = vec![games.start().clone()];
        let mut seen = BTreeSet::new();
        while let Some(position) = open.pop() {
            if seen.len() > 20 || !seen.insert(games.text(&position)) {
                continue;
            }
            let expected = plain(&games, &position);
            let found = by_numbers(&whole, &position);
            match (&expected, &found) {
                (Ok(expected), Some(found)) => {
                    let as_numbers = expected.iter().map(|left| {
                        let whole = left.iter().map(|one| WholeGames::position(one).unwrap());
                        whole.map(|one| format!("{one:?}")).collect::<Vec<_>>()
                    });
                    let as_numbers: Vec<Vec<String>> = as_numbers.collect();
                    assert_eq!(&as_numbers, found, "{}\n{source}", games.text(&position));
                    compared += 1;
                    moves += expected.len();
                }
                // Numbers work out also what the rules would not look at.
                (_, None) => beyond += 1,
                // Numbers have no limit of steps.
                (Err(true), Some(_)) => {}
                (Err(false), Some(_)) => {
                    panic!("the rules break, at {}\n{source}", games.text(&position))
                }
            }
            open.extend(expected.into_iter().flatten().flatten());
        }
    }
    println!("{compared} positions with {moves} moves compared, {beyond} beyond numbers");
    assert!(compared > 1000 && moves > compared && beyond > 0);
}

#[test]
fn rules_that_need_more_than_numbers_are_left_to_the_plain_evaluator() {
    for source in [
        "game a(n = {1})\nimpartial\nmove go(i in n):\n    becomes nothing\n",
        "game a(n: 0..9 = 3)\nimpartial\nmove go:\n    becomes nothing\n",
        "game a(n = 3)\nimpartial\nmove go(i in {1, n}):\n    becomes nothing\n",
        "game a(n = 3)\nimpartial\nmove go if n in {1, 2}:\n    becomes nothing\n",
        "game a(n = 3)\nimpartial\nmove go:\n    becomes a(max(n, 2))\n",
        "game a(n = 3, m = 2)\nimpartial\nmove go:\n    becomes a(n - 1)\n",
    ] {
        let rules = Rules::read(source).unwrap();
        let games = rules.left_games(&Settings::default(), &Job::default());
        assert!(
            WholeGames::of(&games.unwrap().unwrap()).is_none(),
            "{source}"
        );
    }
}

#[test]
fn a_move_has_its_full_name_where_its_notation_is_that_of_another() {
    let moves = "move b \"c\":\n    becomes nothing\nmove take \"b\":\n    becomes nothing\n";
    let rules = Rules::read(&format!("game a(n = 1)\nimpartial\n{moves}")).unwrap();
    let games = rules.left_games(&Settings::default(), &Job::default());
    let games = games.unwrap().unwrap();
    let named = games.named_moves(games.start()).unwrap();
    let names: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["c", "take"]);
}
