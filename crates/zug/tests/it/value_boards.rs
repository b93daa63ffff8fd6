//! Tables of values, positions by their values, and the least position with a value.

use zug::{
    Calculated, Calculator, Compound, Error, Expression, Play, Request, Shelf, SolveOptions,
    find_value, positions_by_value, values_of_boards,
};

fn rules(game: &str) -> Result<Request, Error> {
    Request::catalogue(game)
}

/// The value of a board at a position, by a sum of one part.
fn value(text: &str) -> String {
    let options = SolveOptions::default();
    let expression = Expression::read(text).unwrap();
    let how = (Compound::One, Some(Play::Normal));
    let sum = Shelf::default().read(&expression, Request::catalogue, how, &options);
    let worth = sum.unwrap().solve(0, &options).unwrap();
    let nimber = worth.nimber().map(|nimber| match nimber.0 {
        0 => "0".to_owned(),
        1 => "*".to_owned(),
        many => format!("*{many}"),
    });
    let value = worth.partizan.map(|partizan| partizan.value);
    value.or(nimber).unwrap()
}

#[test]
fn a_table_has_the_value_of_each_board() {
    let options = SolveOptions::default();
    let rows = values_of_boards("domineering(1..3, 2..4)", &rules, &options).unwrap();
    assert_eq!(rows.len(), 9);
    for row in &rows {
        assert_eq!(row.worth.value, value(&row.text), "{}", row.text);
        let [(width, x), (height, y)] = &row.parameters[..] else {
            panic!("two parameters");
        };
        assert_eq!((&**width, &**height), ("width", "height"));
        assert_eq!(row.text, format!("domineering({x}, {y})"));
    }
    let named = "toads-and-frogs(toads=1..2, gap=1, frogs=2)";
    let rows = values_of_boards(named, &rules, &options).unwrap();
    assert_eq!(rows[1].text, "toads-and-frogs(toads=2, gap=1, frogs=2)");
    assert_eq!(rows[1].worth.value, "*");
    for (text, message) in [
        ("domineering(3..1, 2)", "ends before it begins"),
        ("domineering(1..100000, 2)", "more than 10000 boards"),
        (
            "domineering(1..9223372036854775807, 2)",
            "more than 10000 boards",
        ),
        ("domineering(2, 2) + nim(3)", "a single game"),
        ("0.77(1..3)", "size of a heap"),
        ("0.77(3)", "heaps have nimbers"),
        ("tic-tac-toe", "the rules end the game otherwise"),
        ("nobody(1..2)", "nobody"),
        ("", "expected a game"),
    ] {
        let error = values_of_boards(text, &rules, &options).unwrap_err();
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
    let little = SolveOptions::default().with_memory(1 << 20);
    assert!(values_of_boards("clobber(5, 5)", &rules, &little).is_err());
}

#[test]
fn positions_are_counted_by_their_values() {
    let options = SolveOptions::default();
    for board in [
        "domineering(3, 3)",
        "clobber(3, 2)",
        "col(2, 2)",
        "kayles(5)",
    ] {
        let counts = positions_by_value(board, &rules, &options).unwrap();
        assert!(counts.len() > 1, "{board}");
        assert!(counts.is_sorted_by(|one, other| one.count >= other.count));
        for count in &counts {
            let at = format!("{board} at {}", count.first);
            assert_eq!(value(&at), count.value, "{at}");
        }
    }
    // By hand: the board, one domino upright in either column or flat in either row, and no room.
    let counts = positions_by_value("domineering(2, 2)", &rules, &options).unwrap();
    let told: Vec<(&str, u64)> = counts.iter().map(|of| (&*of.value, of.count)).collect();
    assert_eq!(told, [("1", 2), ("-1", 2), ("+-1", 1), ("0", 1)]);
}

#[test]
fn the_least_position_with_a_value_is_found() {
    let options = SolveOptions::default();
    for (wanted, game, board) in [
        (
            "1/2",
            "domineering",
            Some("domineering(width=2, height=3) at"),
        ),
        ("^", "clobber", Some("clobber(width=2, height=2) at")),
        ("*2", "kayles", Some("kayles(n=2) at")),
        (
            "+-1",
            "domineering(2, 2)",
            Some("domineering(width=2, height=2) at full=../.."),
        ),
        ("7", "domineering(2, 2)", None),
        ("1/2", "clobber(3, 2)", None),
    ] {
        let search = find_value(wanted, game, &rules, &options).unwrap();
        assert!(search.positions > 0 && search.boards > 0);
        let Some(board) = board else {
            assert_eq!(search.found, None, "{wanted} {game}");
            continue;
        };
        let found = search.found.unwrap();
        assert!(found.starts_with(board), "{found}");
        assert_eq!(value(&found), wanted, "{found}");
    }
    // A board of 2 by 2 has no position that is worth 1/2.
    let counts = positions_by_value("domineering(2, 2)", &rules, &options).unwrap();
    assert!(counts.iter().all(|of| of.value != "1/2"));
    let large = find_value("1", "konane", &rules, &options).unwrap();
    assert!(large.found.is_none() && large.too_large > 0);
    let error = find_value("{1|", "domineering", &rules, &options).unwrap_err();
    assert!(error.to_string().contains("is no value"), "{error}");
    let cancelled = SolveOptions::default();
    cancelled.job().cancel.cancel();
    assert!(find_value("17", "domineering", &rules, &cancelled).is_err());
    // The value may be written in any way.
    let mut calculator = Calculator::new(&rules, &options).unwrap();
    let Ok(Calculated::Value(half)) = calculator.read("{0|1}") else {
        panic!("it is a value");
    };
    let search = find_value("{0|1}", "domineering", &rules, &options).unwrap();
    assert_eq!(search.value, half.value);
}
