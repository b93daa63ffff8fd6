//! Partizan values of positions: against known answers, and sums of boards against their product.

use std::collections::BTreeSet;

use zug::{
    AnswerBy, Calculated, Calculator, Compound, Error, Expression, Method, Outcome, OutcomeClass,
    PartMove, PartizanWorth, Play, Request, Shelf, SolveOptions, SumWorth,
};

const MOST: usize = 10_000;

fn worth(text: &str, options: &SolveOptions) -> Result<SumWorth, Error> {
    let expression = Expression::read(text)?;
    let how = (Compound::One, Some(Play::Normal));
    let sum = Shelf::default().read(&expression, Request::catalogue, how, options)?;
    sum.solve(MOST, options)
}

fn value(text: &str) -> Box<PartizanWorth> {
    let rules = |game: &str| Request::catalogue(game);
    let mut calculator = Calculator::new(&rules, &SolveOptions::default()).unwrap();
    match calculator.read(text) {
        Ok(Calculated::Value(value)) => value,
        other => panic!("{text}: {other:?}"),
    }
}

/// Whether an expression says yes.
fn holds(text: &str) -> bool {
    let rules = |game: &str| Request::catalogue(game);
    let mut calculator = Calculator::new(&rules, &SolveOptions::default()).unwrap();
    calculator.read(text).unwrap() == Calculated::Text("=".to_owned())
}

#[test]
fn boards_have_their_published_values() {
    for (position, known) in [
        ("domineering(6, 1)", "-3"),
        ("domineering(1, 6)", "3"),
        ("domineering(2, 2)", "+-1"),
        ("domineering(2, 6)", "{1|-1Tiny(2)}"),
        ("domineering(3, 6)", "{7/2|1}"),
        ("domineering(2, 7)", "{1/2|-3/2}"),
        ("domineering(8, 1)", "-4"),
        ("clobber(2, 2)", "*"),
        ("col(2, 2)", "0"),
        ("col(3, 3)", "0"),
        ("snort(7, 1)", "+-{1,{4|3||*|-1*},{4|3||+-1,{1*|*}}}"),
        ("snort(3, 2)", "+-{4||1|0}"),
        ("snort(3, 3)", "+-{3|2}"),
        ("toads_and_frogs(6, 2, 2)", "{7/2|0}"),
        ("toads_and_frogs(6, 2, 3)", "{3*|v}"),
        ("toads_and_frogs(6, 3, 2)", "4*"),
        ("toads_and_frogs(4, 4, 3)", "1*"),
    ] {
        assert!(
            holds(&format!("{position} ? {known}")),
            "{position} is {}",
            value(position).value
        );
    }
}

#[test]
fn games_stand_in_expressions_as_they_stand_in_sums() {
    for (games, known) in [
        ("0.77(5,7)", "*6"),
        ("{1,3,4}(9)", "0"),
        ("{1,3,4}(6) - {0|*}", "*2 + v"),
        ("{ {1,3,4}(6) | 0.137(3) }", "{*2|*2}"),
        ("king(3,2)", "*"),
        ("split(2)(5) - 0.77(1)", "0"),
        ("toads-and-frogs(3,2,3)-nim(1)", "+-(1/8*)"),
        ("-toads-and-frogs(3,2,3)", "+-1/8"),
        ("dawsons-kayles(4)-kayles(2)", "*0 - *2"),
        ("2*toads-and-frogs(6,3,2)", "8"),
        ("3 * 0.77(2) - 1", "-1*2"),
        ("2*3", "2 + *3"),
        ("domineering(2,2) at 'full=#./#.' - 1", "0"),
        (
            "{domineering(2,2) at full=#./#.|domineering(2, 2)at\"full=#./..\"}",
            "{1|1}",
        ),
    ] {
        assert!(holds(&format!("{games} ? {known}")), "{games}");
    }
}

#[test]
fn faults_of_games_in_expressions_have_their_places() {
    let rules = |game: &str| Request::catalogue(game);
    let mut calculator = Calculator::new(&rules, &SolveOptions::default()).unwrap();
    for (text, span, message) in [
        (
            "1 - kales(7)",
            4..9,
            "unknown name `kales`; did you mean `kayles`?",
        ),
        ("1 - zzyzx-(7)", 4..9, "unknown name `zzyzx`"),
        ("{nim(3|0}", 4..5, "this bracket is not closed"),
        (
            "1 - 0.77(5, x)",
            12..13,
            "expected the size of a heap, found `x`",
        ),
        ("1 - kayles(7, 8)", 14..15, "`kayles` has only 1 parameter"),
        ("nim(1) at 'x=1", 13..14, "these quotes are not closed"),
        ("tic-tac-toe - 1", 0..11, "tic-tac-toe: "),
    ] {
        let error = calculator.read(text).unwrap_err();
        assert!(error.to_string().starts_with(message), "{text}: {error}");
        assert_eq!(error.span, span, "{text}: {error}");
    }
}

#[test]
fn what_is_told_of_a_value_is_what_the_theory_says() {
    let told = value("{2|-1} + ^");
    assert_eq!(told.class, OutcomeClass::Next);
    assert_eq!((&*told.left_stop, &*told.right_stop), ("2", "-1"));
    assert_eq!((&*told.mean, &*told.temperature), ("1/2", "3/2"));
    assert_eq!(told.reduced, "{2|-1}");
    assert_eq!(told.atomic_weight, None);
    assert_eq!(value("^^ + *").atomic_weight.as_deref(), Some("2"));
    let walls = &told.thermograph;
    assert_eq!(walls[0].last(), Some(&["1/2".to_owned(), "3/2".to_owned()]));
}

/// The winning moves, each by its part and its name.
fn turns(worth: &SumWorth) -> BTreeSet<(usize, String)> {
    let turns = worth.turns.iter();
    turns
        .map(|turn| match &turn[..] {
            [PartMove { part, name, .. }] => (*part, name.clone()),
            _ => panic!("a turn moves in one part"),
        })
        .collect()
}

#[test]
fn sums_by_values_are_won_as_their_product_is() {
    let parts = [
        "domineering(2, 2)",
        "domineering(3, 2)",
        "domineering(2, 3)",
        "domineering(3, 3)",
        "clobber(2, 2)",
        "clobber(3, 2)",
        "clobber(4, 1)",
        "col(2, 2)",
        "col(3, 1)",
        "snort(2, 2)",
        "snort(4, 1)",
        "toads_and_frogs(2, 1, 2)",
        "toads_and_frogs(2, 2, 1)",
        "nim(2)",
        "kayles(3)",
    ];
    let by_product = SolveOptions::default()
        .with_method(Method::Backward)
        .with_answer_by(AnswerBy::Any);
    let by_values = SolveOptions::default();
    let (mut compared, mut won) = (0, 0);
    for (place, one) in parts.iter().enumerate() {
        for other in &parts[place..] {
            let text = format!("{one} + {other}");
            let product = worth(&text, &by_product).unwrap();
            let values = worth(&text, &by_values).unwrap();
            assert_eq!(product.outcome(), values.outcome(), "{text}");
            let Some(partizan) = &values.partizan else {
                // Two impartial games: their nimbers answer.
                assert!(values.nimber().is_some(), "{text}");
                continue;
            };
            let wins = matches!(partizan.class, OutcomeClass::Left | OutcomeClass::Next);
            assert_eq!(values.outcome() == Some(Outcome::Win), wins, "{text}");
            compared += 1;
            won += usize::from(wins);
            if !product.more_turns && !values.more_turns {
                assert_eq!(turns(&product), turns(&values), "{text}");
            }
        }
    }
    assert!(
        compared > 90 && won > 20 && won < compared,
        "{compared} {won}"
    );
}

#[test]
fn large_sums_need_no_product() {
    // The positions of all parts together are more than any memory holds; their values are added one by one.
    for (text, class) in [
        ("domineering(4, 4) + domineering(4, 3)", OutcomeClass::Right),
        ("3*domineering(4, 4) + nim(5)", OutcomeClass::Next),
        (
            "domineering(4, 4) + domineering(4, 4)",
            OutcomeClass::Previous,
        ),
    ] {
        let found = worth(text, &SolveOptions::default()).unwrap();
        let partizan = found.partizan.as_ref().expect("its parts have values");
        assert_eq!(partizan.class, class, "{text}");
        if class == OutcomeClass::Next {
            assert!(!found.turns.is_empty(), "{text}");
        }
    }
}

#[test]
fn a_winning_move_leaves_what_the_opponent_loses() {
    let text = "domineering(3, 3) + snort(3, 2) + nim(2)";
    let found = worth(text, &SolveOptions::default()).unwrap();
    let parts: Vec<&str> = text.split(" + ").collect();
    assert!(!found.turns.is_empty());
    for turn in &found.turns {
        let PartMove { part, position, .. } = &turn[0];
        let after = position.as_ref().expect("small boards can be written");
        // The board behind the move, with Right to move: Left must win as the second player.
        let others = parts.iter().enumerate().filter(|(place, _)| place != part);
        let others: Vec<&str> = others.map(|(_, text)| *text).collect();
        let game = parts[*part].split('(').next().unwrap();
        let moved = if game == "nim" {
            format!("nim({})", after.trim_start_matches("stones="))
        } else {
            format!(
                "{} at {}",
                parts[*part],
                after
                    .replace(" turn=Right", " turn=Left")
                    .replace(" turn=R", " turn=L")
            )
        };
        let whole = format!("{moved} + {}", others.join(" + "));
        let left = worth(&whole, &SolveOptions::default()).unwrap();
        let class = left.partizan.expect("its parts have values").class;
        assert!(
            matches!(class, OutcomeClass::Left | OutcomeClass::Previous),
            "{whole} is {class:?}"
        );
    }
}

#[test]
fn games_without_values_are_answered_as_before_or_refused_with_a_reason() {
    let rules = |game: &str| Request::catalogue(game);
    let mut calculator = Calculator::new(&rules, &SolveOptions::default()).unwrap();
    for (text, message) in [
        ("tic-tac-toe", "unknown name"),
        ("mu_torere + ^", "mu_torere"),
        ("nobody(3) + ^", "unknown name `nobody`"),
        ("{1|2", "expected"),
        ("1/3", "a power of two"),
        ("domineering(4, 4, 4, 4) - 1", "has only"),
    ] {
        let error = calculator.read(text).unwrap_err();
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
    let nested = "{".repeat(100_000);
    assert!(calculator.read(&nested).is_err());
    let long = "9".repeat(1_000_000);
    assert!(calculator.read(&long).is_err());
    // The memory is bounded.
    let little = SolveOptions::default().with_memory(1 << 20);
    let mut small = Calculator::new(&rules, &little).unwrap();
    assert!(small.read("domineering(5, 5) + domineering(6, 4)").is_err());
}
