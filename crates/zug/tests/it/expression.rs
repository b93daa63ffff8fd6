//! Expressions, and what their games ask.

use zug::{Error, Expression, Named, Request};

fn settings(text: &str) -> Result<Vec<Vec<(String, String)>>, Error> {
    let expression = Expression::read(text)?;
    let of = |named: &Named| {
        let request = named.request(Request::catalogue(&named.game)?)?;
        Ok(request.settings.parameters)
    };
    expression.parts.iter().map(of).collect()
}

fn set(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    pairs.iter().map(own).collect()
}

#[test]
fn arguments_are_the_position_as_one_thinks_of_it() {
    let sum = "nim(3)+ kayles ( 7 ) + knight(3,4) + northcott(black=[4,1], white=[5, 3]) \
               + subtraction(9, take={1,2}) + 2*tic-tac-toe + nim([1, 2], )";
    let of = |text| settings(text).unwrap();
    assert_eq!(
        of(&sum.replace(", )", ")")),
        [
            set(&[("piles", "[3]")]),
            set(&[("n", "7")]),
            set(&[("start", "(3, 4)")]),
            set(&[("rows", "[(4, 5), (1, 3)]")]),
            set(&[("take", "{1,2}"), ("n", "9")]),
            set(&[]),
            set(&[]),
            set(&[("piles", "[1, 2]")]),
        ]
    );
}

#[test]
fn a_position_stands_behind_at() {
    let expression = Expression::read("subtraction(9) at heap=2 + attic + 2*nim(3) at  x=1 y=2");
    let parts = expression.unwrap().parts;
    let told: Vec<_> = parts
        .iter()
        .map(|part| {
            let game = if part.game == "nim" {
                "nim"
            } else {
                "subtraction"
            };
            let request = part.request(Request::catalogue(game).unwrap());
            (part.text.as_str(), request.unwrap().position)
        })
        .collect();
    let at = |position: &str| Some(position.to_owned());
    let nim = ("nim(3) at x=1 y=2", at("x=1 y=2"));
    let first = ("subtraction(9) at heap=2", at("heap=2"));
    assert_eq!(told, [first, ("attic", None), nim.clone(), nim]);
}

#[test]
fn a_text_may_have_commas_and_brackets() {
    let expression = Expression::read("g(s=\"a,)b\", t=0110) + g(\"(\")").unwrap();
    let rules =
        "game g(s = \"\", t = \"\")\nimpartial\nx: 0..1 = 0\nmove m if x == 0:\n    x = 1\n";
    let settings = |part: &Named| {
        let request = part.request(Request::rules(rules, "g.zug"));
        request.unwrap().settings.parameters
    };
    let [both, first] = &expression.parts[..] else {
        panic!("there are two games");
    };
    assert_eq!(settings(both), set(&[("s", "\"a,)b\""), ("t", "0110")]));
    assert_eq!(settings(first), set(&[("s", "\"(\"")]));
}

#[test]
fn a_fault_is_told_with_its_column() {
    let message = |text: &str| settings(text).unwrap_err().to_string();
    for (text, column, part) in [
        ("", 1, "expected a game"),
        ("nim(3) +", 9, "expected a game"),
        ("nim(3) kayles(2)", 8, "expected `+` or the end, found `k`"),
        ("nim(3", 4, "this bracket is not closed"),
        ("nim(3) at + nim(2)", 11, "expected a position"),
        ("nim(,3)", 5, "expected a value"),
        ("nim(piles=)", 5, "expected a value"),
        ("0*nim(3)", 1, "from 1 to 10000 times"),
        ("kayles(7, 8)", 11, "`kayles` has only 1 parameter"),
        (
            "northcott(black=[4, 1], white=[5])",
            11,
            "one of each for a row",
        ),
        ("northcott(black=[4, 1])", 11, "is missing `white`"),
        ("northcott(black=4, white=5)", 11, "expected a list"),
    ] {
        let told = message(text);
        let place = format!("column {column} of the expression: ");
        assert!(
            told.starts_with(&place) && told.contains(part),
            "{text}: {told}"
        );
    }
    assert!(matches!(
        settings("nimm(3)"),
        Err(Error::UnknownGame { .. })
    ));
}
