//! Partizan values of positions: against known answers, and sums of boards against their product.

use std::collections::BTreeSet;

use zug::{
    AnswerBy, Calculated, Calculator, CancelToken, Compound, Error, Expression, Method, Outcome,
    OutcomeClass, PartMove, PartizanWorth, Play, Player, Problem, Request, Shelf, SolveOptions,
    Stopped, SumWorth,
};

use zug_testkit::{all_or, todays};

use crate::partizan_rows::{Row, rows};

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
    let mut boards = 0;
    for row in todays(3, rows()) {
        // What takes long where nothing is optimised, and what does not fit into 256 bits.
        let most = match row.game {
            "clobber" | "domineering" => 28,
            "col" | "snort" => 12,
            "cutcake" | "maundy cake" => 80,
            _ => 100,
        };
        let is_value = row.game != "value" && row.about == "value";
        if !is_value || row.size > most {
            continue;
        }
        let Row { text, expected, .. } = row;
        assert!(
            holds(&format!("({text}) ? ({expected})")),
            "{text} is {}",
            value(&text).value
        );
        boards += 1;
    }
    assert!(boards >= all_or(20, 100), "{boards}");
}

#[test]
fn games_stand_in_expressions_as_they_stand_in_sums() {
    for (games, known) in [
        ("0.77(5,7)", "*6"),
        ("{1,3,4}(9)", "0"),
        ("{1,3,4}(6) - {0|*}", "*2 + v"),
        ("{ {1,3,4}(6) | 0.137(3) }", "{*2|*2}"),
        ("king(3,2)", "*"),
        ("split(2)(5) - 0.77(1)", "*"),
        ("toads-and-frogs(3,2,3)-nim(1)", "+-(1/8*)"),
        ("-toads-and-frogs(3,2,3)", "+-1/8"),
        ("dawsons-kayles(4)-kayles(1)", "*2 - *1"),
        ("2*toads-and-frogs(6,3,2)", "8"),
        ("3 * 0.77(2) - 1", "-1*2"),
        ("2*3", "2 + *3"),
        ("domineering(2,2) at 'full=#./#.' - 1", "0"),
        (
            "{domineering(2,2) at full=#./#.|domineering(2, 2)at\"full=#./..\"}",
            "{1|*}",
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
        ("nim(1) at 'x=1", 10..11, "these quotes are not closed"),
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
fn a_search_finds_who_wins_as_the_values_do() {
    // Large parts among them are played; Amazons has turns of two moves.
    let parts = [
        "domineering(4, 3)",
        "domineering(4, 4)",
        "clobber(4, 3)",
        "col(3, 3)",
        "snort(3, 3)",
        "amazons(2, 2)",
        "0.77(5)",
        "nim(3)",
    ];
    let options = SolveOptions::default();
    let (mut won, mut lost) = (0, 0);
    for (place, one) in parts.iter().enumerate() {
        for other in &parts[place..] {
            for mover in [Player::First, Player::Second] {
                let text = format!("{one} + {other}");
                let expression = Expression::read(&text).unwrap();
                let how = (Compound::One, Some(Play::Normal));
                let sum =
                    Shelf::to_move(mover).read(&expression, Request::catalogue, how, &options);
                let sum = sum.unwrap();
                let values = sum.solve(MOST, &options).unwrap();
                let found = sum.winner(MOST, &options).unwrap();
                assert_eq!(found.outcome(), values.outcome(), "{text}, {mover}");
                assert!(found.partizan.is_none());
                if found.outcome() != Some(Outcome::Win) {
                    assert!(found.turns.is_empty(), "{text}, {mover}");
                    lost += 1;
                    continue;
                }
                won += 1;
                // In Amazons a turn is two moves, and is not listed.
                assert!(!found.turns.is_empty() || found.more_turns, "{text}");
                if !values.more_turns {
                    assert!(turns(&found).is_subset(&turns(&values)), "{text}, {mover}");
                }
            }
        }
    }
    assert!(won > 40 && lost > 10, "{won} {lost}");
}

#[test]
fn values_that_do_not_fit_into_the_memory_leave_the_question_who_wins() {
    let small = SolveOptions::default().with_memory(16 << 20);
    let found = worth("domineering(6, 6)", &small).unwrap();
    assert_eq!(found.outcome(), Some(Outcome::Win));
    assert!(found.partizan.is_none());
    assert!(found.why[0].starts_with("a search"), "{:?}", found.why);
}

#[test]
fn a_search_refuses_play_that_has_no_values() {
    let options = SolveOptions::default();
    let refused = |text: &str, play| {
        let expression = Expression::read(text).unwrap();
        let how = (Compound::One, Some(play));
        let sum = Shelf::default().read(&expression, Request::catalogue, how, &options);
        sum.unwrap().winner(MOST, &options).unwrap_err().to_string()
    };
    let misere = refused("domineering(2, 2) + clobber(2, 2)", Play::Misere);
    assert!(misere.contains("misère"), "{misere}");
    let ended = refused("tic_tac_toe", Play::Normal);
    assert!(ended.contains("without a move"), "{ended}");
    let small = options.clone().with_memory(4 << 20);
    let expression = Expression::read("clobber(5, 5)").unwrap();
    let how = (Compound::One, Some(Play::Normal));
    let sum = Shelf::default().read(&expression, Request::catalogue, how, &small);
    let refused = sum.unwrap().winner(MOST, &small).unwrap_err();
    assert!(
        zug::Stopped::behind(&refused).is_some_and(|stopped| stopped.refusal().is_some()),
        "{refused}"
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
        ("tic-tac-toe", "end the game otherwise"),
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

/// The answer of a worksheet to its last line.
fn worksheet<'l>(
    lines: impl IntoIterator<Item = &'l str>,
    options: &SolveOptions,
) -> Result<Calculated, zug::ReadError> {
    let rules = |game: &str| Request::catalogue(game);
    let mut calculator = Calculator::new(&rules, options).unwrap();
    let mut last = Ok(Calculated::Text(String::new()));
    for line in lines {
        last = calculator.line(line);
    }
    last
}

fn value_of(calculated: Result<Calculated, zug::ReadError>) -> String {
    match calculated {
        Ok(Calculated::Value(worth)) => worth.value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_worksheet_knows_its_names_and_the_last_value() {
    let options = SolveOptions::default();
    let value = |lines: &[&str]| value_of(worksheet(lines.iter().copied(), &options));
    assert_eq!(value(&["let a = {3|1}", "a - 1"]), "{2|0}");
    assert_eq!(value(&["{3|1}", "ans + _"]), "4");
    assert_eq!(value(&["let a = 1", "let a = a + 1", "2*a-a"]), "2");
    // A question has no value, and leaves the last one as it is.
    assert_eq!(value(&["*2", "^ ? *", "ans"]), "*2");
    // The longest name wins.
    assert_eq!(
        value(&["let toads = 2", "toads-and-frogs(3,2,3) + toads-1"]),
        "{9/8|7/8}"
    );
    for (line, span, message) in [
        ("let cool = 2", 4..8, "`cool` is a function"),
        ("let nim = 2", 4..7, "`nim` is a game"),
        ("let v2 = 2", 4..6, "`v2` is a value"),
        ("let ans = 2", 4..7, "`ans` is the last value"),
        ("let  2 = 2", 5..6, "expected a name"),
        ("let x + 2", 6..6, "expected `=`"),
        ("let x = {1|", 11..11, "expected a value"),
        ("let x = 1 ? 2", 7..13, "expected a value behind `let`"),
        ("ans", 0..3, "unknown name"),
    ] {
        let error = worksheet([line], &options).unwrap_err();
        assert!(error.to_string().starts_with(message), "{line}: {error}");
        assert_eq!(error.span, span, "{line}");
    }
}

#[test]
fn a_worksheet_goes_on_when_its_memory_is_full() {
    let options = SolveOptions::default().with_memory(1 << 20);
    let rules = |game: &str| Request::catalogue(game);
    let mut calculator = Calculator::new(&rules, &options).unwrap();
    calculator.line("let a = {5|{3|1},2}").unwrap();
    // A sum of many hot games that no memory would hold.
    let terms: Vec<String> = (1..40)
        .map(|n| format!("{{{}|{}||{n}}}", n * n, n + 1))
        .collect();
    let error = calculator.line(&terms.join("+")).unwrap_err();
    assert!(error.to_string().contains("memory"), "{error}");
    assert_eq!(
        value_of(calculator.line("a - {2|0}")),
        value_of(calculator.line("{5|{3|1},2} - {2|0}"))
    );
    // Many small sums together take more than there is, and each is worked out.
    for n in 0..3000 {
        let sum = format!("{{{n}|{n}*,{n}v||-{n}|-1{n}}} - {{{n}/2|0}}");
        assert!(calculator.line(&sum).is_ok(), "{sum}");
    }
    assert_eq!(value_of(calculator.line("a")), "{5|2,{3|1}}");
}

#[test]
fn the_moves_that_win_a_sum_leave_the_opponent_no_win() {
    // Left wins only by the cooler part.
    let told = value("{3|1} + {-1|-2||-3}");
    let terms: Vec<_> = told
        .terms
        .iter()
        .map(|term| (term.is_hottest, &*term.temperature))
        .collect();
    assert_eq!(terms, [(true, "1"), (false, "3/4")]);
    assert_eq!(told.terms[0].winning, [vec![], vec!["1".to_owned()]]);
    assert_eq!(told.terms[1].winning, [vec!["{-1|-2}".to_owned()], vec![]]);
    let pieces = [
        "{3|1}",
        "{-1|-2||-3}",
        "^",
        "*2",
        "-{2|0}",
        "domineering(2,3)",
        "1/2",
        "{1|*}",
        "2.{1|0}",
    ];
    for one in pieces {
        for two in pieces {
            for three in pieces {
                let texts = [one, two, three];
                let told = value(&texts.join(" + "));
                let wins = [
                    matches!(told.class, OutcomeClass::Left | OutcomeClass::Next),
                    matches!(told.class, OutcomeClass::Right | OutcomeClass::Next),
                ];
                for (side, wins) in wins.into_iter().enumerate() {
                    let has_moves = |term: &zug::TermWorth| !term.winning[side].is_empty();
                    let any = told.terms.iter().any(has_moves);
                    assert_eq!(any, wins, "{texts:?} {side}");
                }
                for (place, term) in told.terms.iter().enumerate() {
                    for (side, moves) in term.winning.iter().enumerate() {
                        for after in moves {
                            let mut left = texts;
                            left[place] = after;
                            let class = value(&left.join(" + ")).class;
                            // The opponent begins now, and must not win.
                            let lost = match side {
                                0 => matches!(class, OutcomeClass::Left | OutcomeClass::Previous),
                                _ => matches!(class, OutcomeClass::Right | OutcomeClass::Previous),
                            };
                            assert!(lost, "{texts:?}: {left:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_sum_with_right_to_move_is_the_negative_sum_with_left_to_move() {
    let options = SolveOptions::default();
    let solved = |text: &str, mover: Player, method: Method| {
        let expression = Expression::read(text).unwrap();
        let how = (Compound::One, Some(Play::Normal));
        let options = options.clone().with_method(method);
        let sum = Shelf::to_move(mover).read(&expression, Request::catalogue, how, &options);
        sum.unwrap().solve(MOST, &options).unwrap()
    };
    // A board of Domineering turned round is its negative.
    for (text, turned) in [
        ("domineering(2,3) + nim(1)", "domineering(3,2) + nim(1)"),
        (
            "domineering(4,4) + domineering(4,3)",
            "domineering(4,4) + domineering(3,4)",
        ),
        (
            "domineering(4,4) + domineering(3,5) + 2*nim(2)",
            "domineering(4,4) + domineering(5,3) + 2*nim(2)",
        ),
        (
            "domineering(2,2) at full=#./..",
            "domineering(2,2) at full=#./..",
        ),
    ] {
        for method in [Method::Auto, Method::Backward] {
            if method == Method::Backward && text.contains("4,4") {
                continue; // the product is too large
            }
            let left = solved(text, Player::First, method);
            let right = solved(turned, Player::Second, method);
            assert_eq!(left.outcome(), right.outcome(), "{text}");
            assert_eq!(left.turns.len(), right.turns.len(), "{text}");
        }
    }
    let left = solved(
        "domineering(3,5) + domineering(2,2)",
        Player::First,
        Method::Auto,
    );
    let right = solved(
        "domineering(3,5) + domineering(2,2)",
        Player::Second,
        Method::Auto,
    );
    assert_ne!(left.turns, right.turns);
}

#[test]
fn latex_has_plain_macros_and_balanced_braces() {
    let latex = |text: &str| value(text).latex(&SolveOptions::default().job()).unwrap();
    assert_eq!(latex("-5/8"), r"-\frac{5}{8}");
    assert_eq!(
        latex("{2||1|*}"),
        r"\left\{2\,\middle|\!\middle|\,1\,\middle|\,{\ast}\right\}"
    );
    assert_eq!(
        latex("+-{1,{2|0}}"),
        r"{\pm}\left\{1,\left\{2\,\middle|\,0\right\}\right\}"
    );
    assert_eq!(latex("1 + Tiny(2)"), "1{+_{2}}");
    for text in ["{3|Miny(2)||^<3>|-1*2}", "v5 + 1/2", "{+-{2|1}|-4}"] {
        let latex = latex(text);
        let count = |part: &str| latex.matches(part).count();
        assert_eq!(count(r"\left"), count(r"\right"), "{latex}");
        assert_eq!(count("{"), count("}"), "{latex}");
    }
}

#[test]
fn bad_input_is_refused_with_its_place_and_in_bounded_memory() {
    let options = SolveOptions::default().with_memory(1 << 20);
    let digits = "7".repeat(1_000_000);
    for (text, from, message) in [
        ("{1|2".to_owned(), 4, "expected `,`, `|` or `}`"),
        ("{1|2}}".to_owned(), 5, "expected an operator"),
        ("{1|2|3}".to_owned(), 4, "two rows of 1 bars"),
        (digits.clone(), 0, "this number is too large"),
        (format!("*{digits}"), 1, "this number is too large"),
        (format!("1/{digits}"), 2, "this number is too large"),
        (
            "{".repeat(100_000),
            501,
            "brackets are nested deeper than 500",
        ),
        (
            "-".repeat(100_000),
            501,
            "brackets are nested deeper than 500",
        ),
        (
            format!("nim{}", "(".repeat(100_000)),
            3,
            "this bracket is not closed",
        ),
        ("1/////2".to_owned(), 2, "expected a denominator"),
        ("{1|2} at 'x'".to_owned(), 6, "expected an operator"),
        (
            "60000.{5|{3|{2|1}}} + {7|{3|{2|1},^}}".to_owned(),
            0,
            "out of memory",
        ),
    ] {
        let shown: String = text.chars().take(30).collect();
        let error = worksheet([&*text], &options).unwrap_err();
        let told = error.to_string();
        assert!(told.contains(message), "{shown}: {told}");
        assert_eq!(error.span.start, from, "{shown}: {told}");
    }
}

#[test]
fn an_answer_from_all_positions_tells_the_value_where_it_is_cheap() {
    let options = SolveOptions::default();
    let told = |request: &Request| {
        let reply = zug::answer(request, &options).unwrap();
        reply.partizan_value(&options).unwrap()
    };
    for game in ["domineering", "hackenbush", "toads-and-frogs", "snort"] {
        let request = Request::catalogue(game).unwrap();
        assert_eq!(told(&request), Some(value(game).value), "{game}");
    }
    // Other ends, play in circles, one set of moves for both, and too many positions.
    for game in ["tic-tac-toe", "dodgem", "kayles", "fission"] {
        assert_eq!(told(&Request::catalogue(game).unwrap()), None, "{game}");
    }
    let misere = Request::catalogue("misere domineering").unwrap();
    assert_eq!(told(&misere), None);
}

#[test]
fn a_position_is_valued_with_its_moves_where_its_solved_positions_tell_the_value() {
    let options = SolveOptions::default();
    let mut valued = 0;
    for game in [
        "domineering",
        "hackenbush",
        "toads-and-frogs",
        "snort",
        "clobber",
        "tic-tac-toe",
        "dodgem",
        "kayles",
        "fission",
        "misere domineering",
    ] {
        let request = Request::catalogue(game).unwrap();
        let problem = Problem::new(&request).unwrap();
        let found = problem.partizan_value(&options).unwrap();
        let reply = zug::answer(&request, &options).unwrap();
        let told = reply.partizan_value(&options).unwrap();
        let value = found.as_ref().map(|found| found.worth.value.clone());
        assert!(told.is_none() || value == told, "{game}");
        let Some(found) = found else { continue };
        valued += 1;
        let legal = problem.legal_moves(&problem.root()).unwrap();
        assert_eq!(legal.len(), found.moves.len(), "{game}");
        for (legal, valued) in legal.iter().zip(&found.moves) {
            assert_eq!(legal.name, valued.name);
            let behind = problem.clone().at(legal.position);
            let alone = behind.partizan_value(&options).unwrap().unwrap();
            assert_eq!(alone.worth.value, valued.value, "{game}");
        }
    }
    assert!(valued >= 4, "{valued}");
    // A larger board is valued once little of it is left.
    let large = Request::catalogue("domineering").unwrap();
    let large = large.set("width", "6").set("height", "6");
    let large = Problem::new(&large).unwrap();
    assert_eq!(large.partizan_value(&options).unwrap(), None);
    let late = "full=..####/..####/######/######/######/...### turn=Right";
    let late = large.clone().at(large.parse(late).unwrap());
    let worth = late.partizan_value(&options).unwrap().unwrap().worth;
    // A square of four cells is a switch; three cells in a row are one free move of Right.
    assert_eq!((&*worth.value, &*worth.temperature), ("{0|-2}", "1"));
}

#[test]
fn the_value_of_a_position_is_given_up_when_the_caller_cancels() {
    let token = CancelToken::default();
    token.cancel();
    let options = SolveOptions::default().with_cancel(token);
    let problem = Problem::new(&Request::catalogue("hackenbush").unwrap()).unwrap();
    let error = problem.partizan_value(&options).unwrap_err();
    assert!(
        Stopped::behind(&error).is_some_and(Stopped::is_cancelled),
        "{error}"
    );
}

#[test]
fn an_explanation_names_the_values_of_the_options() {
    let request = Request::catalogue("hackenbush").unwrap();
    let reply = zug::answer(&request, &SolveOptions::default()).unwrap();
    let lines = zug::explain(&reply).unwrap();
    let told = "Value -11/8*: Left can move to -2*, -3/2*, -19/8*, -11/8; Right can move to ";
    assert!(lines[1].starts_with(told), "{lines:?}");
}

#[test]
fn values_answer_where_a_move_keeps_the_turn() {
    let options = SolveOptions::default();
    // A queen walks and then shoots, by two moves.
    for (text, value) in [("amazons(2, 2)", "0"), ("2*amazons(2, 3)", "0")] {
        let worth = worth(text, &options).unwrap();
        assert_eq!(worth.outcome(), Some(Outcome::Loss), "{text}");
        assert_eq!(worth.partizan.unwrap().value, value, "{text}");
    }
}
