//! Values are checked by play; wrong claims are found.

use zug::{
    Calculated, Calculator, Compound, Error, Expression, OutcomeClass, Play, Request, Shelf,
    SolveOptions, Stopped, Sum, SumWorth, VerifiedValue,
};
use zug_testkit::{all_or, todays};

use crate::partizan_rows::{Row, rows};

fn rules(game: &str) -> Result<Request, Error> {
    Request::catalogue(game)
}

fn sum(text: &str) -> (Sum, SumWorth) {
    let expression = Expression::read(text).unwrap();
    let how = (Compound::One, Some(Play::Normal));
    let options = SolveOptions::default();
    let sum = Shelf::default().read(&expression, Request::catalogue, how, &options);
    let sum = sum.unwrap();
    let worth = sum.solve(0, &options).unwrap();
    (sum, worth)
}

fn verified(text: &str) -> Result<VerifiedValue, Error> {
    let (sum, worth) = sum(text);
    sum.verify(&worth, &SolveOptions::default())
}

/// The check of an expression of values, whose answer `tell` changes before.
fn calculated(
    text: &str,
    tell: impl FnOnce(&mut Calculated),
    options: &SolveOptions,
) -> Result<VerifiedValue, Error> {
    let mut calculator = Calculator::new(&rules, options)?;
    let mut told = calculator.read(text).unwrap();
    tell(&mut told);
    calculator.verify(text, &told)
}

#[test]
fn known_answers_are_checked_by_play() {
    let (mut literals, mut boards) = (0, 0);
    let mut last = String::new();
    for row in todays(6, rows()) {
        // The plain evaluator plays.
        let most = match row.game {
            "clobber" => 12,
            "col" | "snort" => 9,
            "toads-and-frogs" => 11,
            _ => 16,
        };
        let Row { text, expected, .. } = row;
        if row.size > most || text == last {
            continue;
        }
        if row.game == "value" {
            let found = calculated(&text, |_| (), &SolveOptions::default());
            assert!(found.unwrap().forms > 0, "{text}");
            literals += 1;
        } else {
            let (sum, mut worth) = sum(&text);
            let found = sum.verify(&worth, &SolveOptions::default());
            let found = found.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(found.games == 1 && found.forms > 0, "{text}: {found}");
            boards += 1;
            // What is known from elsewhere, in the place of what was found.
            if row.about == "value"
                && let Some(partizan) = &mut worth.partizan
            {
                partizan.value = expected.to_owned();
                worth.parts[0].value = Some(expected.to_owned());
                sum.verify(&worth, &SolveOptions::default()).unwrap();
            }
        }
        last = text;
    }
    let [least_literals, least_boards] = all_or([2, 8], [30, 90]);
    assert!(
        literals >= least_literals && boards >= least_boards,
        "{literals} {boards}"
    );
}

#[test]
fn small_games_and_their_sums_are_checked_by_play() {
    for text in [
        "domineering(3, 3)",
        "domineering(4, 3) + domineering(2, 2) + 2*nim(3)",
        "clobber(3, 2) + snort(3, 1)",
        "col(3, 2) + col(2, 2)",
        "toads-and-frogs(2, 2, 2) + kayles(4)",
        "hackenbush",
        "nogo(3, 2)",
        "0.77(5, 3) + {1,3,4}(9) + wythoff(2, 3)",
        "dodgem",
        "3 + 5 + 6",
    ] {
        match verified(text) {
            Ok(found) => assert!(found.pairs > 0 && found.games > 0, "{text}: {found}"),
            // Play in Dodgem goes round.
            Err(error) => assert!(text == "dodgem", "{text}: {error}"),
        }
    }
    for text in [
        "domineering(2, 2) - {1|0}",
        "toads_and_frogs(2, 1, 2) - snort(2, 1) + ^",
        "3.(domineering(2, 2)) + *2",
        "^[3]*2 - ^<2>* + Tiny({1|0}) + 2Miny(1/2)",
        "+-{2,3*|1} + +-{^,v} + +-(1*)",
        "domineering(2, 2) ? 0",
        "amazons(2, 3) - 0",
        "^ <= *",
        "{2|-1} + {1|0} != 1",
        "snort(2, 1) || 0",
    ] {
        let found = calculated(text, |_| (), &SolveOptions::default());
        assert!(found.unwrap().pairs > 0, "{text}");
    }
}

/// A change of the claims about a sum.
type Plant = fn(&mut SumWorth);

#[test]
fn a_value_that_is_planted_wrong_is_found() {
    let (sum, right) = sum("domineering(3, 3) + clobber(3, 2) + nim(2)");
    let options = SolveOptions::default();
    sum.verify(&right, &options).unwrap();
    let of_whole = |told: &mut SumWorth, value: &str| {
        value.clone_into(&mut told.partizan.as_mut().unwrap().value);
    };
    let plants: [(Plant, &str); 4] = [
        (
            |told| told.parts[0].value = Some("1".to_owned()),
            "domineering(3, 3)",
        ),
        (
            |told| told.parts[1].value = Some("^".to_owned()),
            "clobber(3, 2)",
        ),
        (
            |told| {
                let worth = zug::Nimber(3);
                told.parts[2].worth = Some(worth.into());
            },
            "nim(2)",
        ),
        (
            |told| told.parts[2].value = Some("{0,*|0,*,1}".to_owned()),
            "dominated by",
        ),
    ];
    for (plant, place) in plants {
        let mut told = right.clone();
        plant(&mut told);
        let error = sum.verify(&told, &options).unwrap_err();
        assert!(
            matches!(error, Error::WrongValue { .. }) && error.to_string().contains(place),
            "{error}"
        );
    }
    let value = right.partizan.as_ref().unwrap().value.clone();
    for (wrong, flaw) in [
        ("0".to_owned(), "if"),
        (format!("{{{value}|{value}}}"), "wins the difference"),
        ("+-1".to_owned(), "wins the difference"),
    ] {
        let mut told = right.clone();
        of_whole(&mut told, &wrong);
        let error = sum.verify(&told, &options).unwrap_err();
        assert!(error.to_string().contains(flaw), "{error}");
    }
    // Of a literal: another value, and a form that is not canonical.
    for (text, wrong) in [("^ + ^", "^3"), ("^ + ^", "{0,v|^*}"), ("{^|v}", "{^|v}")] {
        let plant = |told: &mut Calculated| {
            let Calculated::Value(worth) = told else {
                panic!("it is a value");
            };
            wrong.clone_into(&mut worth.value);
        };
        let error = calculated(text, plant, &options).unwrap_err();
        assert!(matches!(error, Error::WrongValue { .. }), "{error}");
    }
    for (text, wrong) in [
        ("^ ? *", "<"),
        ("^ || *", "no"),
        ("1 >= 1", "no"),
        ("1 != 1", "yes"),
    ] {
        let plant = |told: &mut Calculated| *told = Calculated::Text(wrong.to_owned());
        let error = calculated(text, plant, &options).unwrap_err();
        assert!(matches!(error, Error::WrongValue { .. }), "{text}: {error}");
    }
}

#[test]
fn what_cannot_be_played_is_refused_with_a_reason() {
    let options = SolveOptions::default();
    for (text, why) in [
        ("cool({3|1}, 1)", "cool(…)"),
        ("domineering(2, 2) + reduced(^)", "reduced(…)"),
        ("outcome(^)", "outcome(…)"),
    ] {
        let error = calculated(text, |_| (), &options).unwrap_err();
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
    let error = verified("tic-tac-toe").unwrap_err();
    assert!(error.to_string().contains("no value"), "{error}");
    let misere = Expression::read("nim(2)").unwrap();
    let how = (Compound::One, Some(Play::Misere));
    let sum = Shelf::default().read(&misere, Request::catalogue, how, &options);
    let sum = sum.unwrap();
    let worth = sum.solve(0, &options).unwrap();
    let error = sum.verify(&worth, &options).unwrap_err();
    assert!(error.to_string().contains("normal play"), "{error}");
    // The memory is bounded, however large a number is.
    let little = SolveOptions::default().with_memory(1 << 24);
    let error = calculated("1000000000 - *5", |_| (), &little).unwrap_err();
    let refusal = Stopped::behind(&error).and_then(Stopped::refusal);
    assert!(refusal.is_some(), "{error}");
    let job = options.clone();
    job.job().cancel.cancel();
    let (sum, worth) = self::sum("domineering(3, 3)");
    assert_eq!(worth.partizan.as_ref().unwrap().class, OutcomeClass::Next);
    let error = sum.verify(&worth, &job).unwrap_err();
    assert!(
        Stopped::behind(&error).is_some_and(Stopped::is_cancelled),
        "{error}"
    );
}
