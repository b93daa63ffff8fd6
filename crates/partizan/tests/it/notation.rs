//! What is printed reads back, names are the shortest, and faults of a text have their place.

use zug_partizan::{
    Answer, Arena, NamedValue, Names, NoNames, OutcomeClass, RefusedName, Relation, Style,
};

use crate::oracle::{self, Random};
use crate::small::born_by;

#[test]
fn each_value_born_by_day_3_reads_back() {
    let mut arena = Arena::default();
    for value in born_by(&mut arena, 3) {
        for style in [Style::Short, Style::Braces] {
            let text = arena.write(value, style).unwrap();
            assert_eq!(arena.parse(&text), Ok(value), "{text}");
        }
    }
}

#[test]
fn random_values_read_back_in_another_arena_with_the_same_text() {
    let mut arena = Arena::default();
    let mut other = Arena::default();
    let mut values = born_by(&mut arena, 3);
    let mut random = Random(11);
    for _ in 0..3000 {
        let (left, right) = (random.some(&values, 3), random.some(&values, 3));
        let value = arena.from_options(&left, &right).unwrap();
        let text = arena.text(value).unwrap();
        assert_eq!(arena.parse(&text), Ok(value), "{text}");
        let copy = other.parse(&text).unwrap();
        assert_eq!(other.text(copy).unwrap(), text);
        values.push(value);
    }
}

#[test]
fn values_have_their_names() {
    let mut arena = Arena::default();
    for name in [
        "0",
        "-3",
        "5/8",
        "-11/16",
        "*",
        "*7",
        "^",
        "^^",
        "^3",
        "v",
        "vv*",
        "v4*2",
        "1*",
        "-1*2",
        "1^",
        "3/4^*",
        "5v*2",
        "-11/16^*",
        "Tiny(2)",
        "Miny(1/2)",
        "2Tiny(2)",
        "-1Miny(5)",
        "+-1",
        "+-3/2",
        "+-(1*)",
        "+-{2|1}",
        "+-{1,{2|0}}",
        "{2||1|*}",
        "{2|1||*|-1}",
        "{1||1/2|0}",
        "{0|*2,{0|*,*2}}",
        "{Tiny(1)||Tiny(1)|-2Tiny(1)}",
        "^<2>",
        "^<3>",
        "^<7>",
        "v<4>",
        "1^<2>",
        "^[2]",
        "^[5]",
        "^[2]*",
        "v[3]",
        "1v[2]*",
        "-1/2^[4]*",
        "{1|1,{1|-4}}",
        "{2|2,+-2}",
    ] {
        let value = arena.parse(name).unwrap();
        assert_eq!(arena.text(value).unwrap(), name);
    }
}

#[test]
fn names_mean_what_they_say() {
    let mut arena = Arena::default();
    for (one, other) in [
        ("{0|*}", "^"),
        ("{0|^*}", "^^"),
        ("{0|v*}", "^<2>"),
        ("^[2]", "^ + ^<2>"),
        ("^[3]*", "^<1> + ^<2> + ^<3> + *"),
        ("2*3", "2 + *3"),
        ("-1^", "-1 + ^"),
        ("0 - 1^", "-(1^)"),
        ("1+-1", "0"),
        ("1++-1", "{2|0}"),
        ("-^*", "v*"),
        ("3.{1|0}", "{1|0}+{1|0}+{1|0}"),
        ("-2.^", "vv"),
        ("2.-1", "-2"),
        ("{|}", "0"),
        ("{ 1 | }", "2"),
        ("{{{4|1}|0}|}", "{4|1||0|||}"),
        ("±1", "+-1"),
        ("--1", "1"),
        ("cool({4|0}, 1)", "{3|1}"),
        ("heat(*, 1)", "+-1"),
        ("overheat(*, 1, 1) + norton(2, ^)", "+-1 + ^^"),
        ("mean({4|1}) + temperature({4|1})", "5/2 + 3/2"),
        ("reduced({4|1} + ^)", "{4|1}"),
        ("ordinal(*, *)", "*2"),
        ("subordinate(*2, *)", "*"),
        ("conway(*, *)", "*"),
        ("conway(3/2, 1/2)", "3/4"),
        ("Tiny(1) + Miny(1)", "0"),
        ("Tiny(+-1)", "{0||0|+-1}"),
        ("vvv", "v3"),
    ] {
        let values = [one, other].map(|text| arena.parse(text));
        assert_eq!(values[0], values[1], "{one}");
        assert!(values[0].is_ok(), "{one}");
    }
}

#[test]
fn questions_have_answers() {
    let mut arena = Arena::default();
    let mut ask = |text: &str| arena.read(text, &mut NoNames).unwrap();
    assert_eq!(ask("^ ? *"), Answer::Relation(Relation::Confused));
    assert_eq!(ask("^^ ? *"), Answer::Relation(Relation::Greater));
    assert_eq!(ask("{1|-1} + {1|-1} = 0"), Answer::Truth(true));
    assert_eq!(ask("Tiny(1) < ^<5>"), Answer::Truth(true));
    assert_eq!(ask("^<3> > 0"), Answer::Truth(true));
    assert_eq!(ask("^ || *"), Answer::Truth(true));
    assert_eq!(ask("^ >= 1"), Answer::Truth(false));
    assert_eq!(ask("* != *2"), Answer::Truth(true));
    assert_eq!(ask("outcome(*)"), Answer::Outcome(OutcomeClass::Next));
    assert_eq!(ask("birthday(^)"), Answer::Count(2));
    assert_eq!(ask("braces(^)"), Answer::Text("{0|{0|0}}".to_owned()));
    assert_eq!(ask("mean(+-1) = 0"), Answer::Truth(true));
    assert_eq!(
        ask("latex({1||^*|-3/2Tiny(2)})"),
        Answer::Text(
            r"\left\{1\,\middle|\!\middle|\,{\uparrow}{\ast}\,\middle|\,-\frac{3}{2}{+_{2}}\right\}"
                .to_owned()
        )
    );
}

/// Texts, the first and the last byte that is at fault, and what the message says.
const FAULTS: &[(&str, usize, usize, &str)] = &[
    ("", 0, 0, "expected a value"),
    ("1 +", 3, 3, "expected a value"),
    (
        "1/3",
        0,
        3,
        "a number of a short game has a power of two as its denominator",
    ),
    ("{1|2", 4, 4, "expected `,`, `|` or `}`"),
    (
        "{1|2|3}",
        4,
        5,
        "two rows of 1 bars in the same braces: write one of them longer, or use braces",
    ),
    ("{1}", 2, 3, "expected a bar: braces hold {left|right}"),
    ("1 2", 2, 3, "expected an operator, or the end"),
    (
        "+-1*",
        3,
        4,
        "expected an operator: write +-(1*) or +-1 + *",
    ),
    (
        "1.5",
        2,
        3,
        "expected a value to copy: write 3/2 for 1.5, and 3.(2) for 3 copies of 2",
    ),
    ("1 + kayles(3)", 4, 10, "unknown name `kayles`"),
    (
        "2 + cool(1)",
        4,
        11,
        "`cool` takes two arguments: cool(G, t)",
    ),
    (
        "cool(1, *)",
        0,
        10,
        "cool needs a number as its temperature",
    ),
    (
        "1 + outcome(1)",
        4,
        14,
        "`outcome` does not give a value that could be used here",
    ),
    ("99999999999999999999", 0, 20, "this number is too large"),
    ("^99999", 1, 6, "this number is too large"),
    (
        "^20000 + ^20000",
        7,
        15,
        "the number of ups of this value is larger than Zug can hold",
    ),
    (
        "atomic_weight(1)",
        0,
        16,
        "an atomic weight needs an all-small game, or another infinitesimal that some number of ups exceeds",
    ),
    (
        "norton(1, *)",
        0,
        12,
        "Norton's product needs a positive game as its second factor",
    ),
    (
        "^^3",
        2,
        3,
        "expected an operator: write ^3 or ^^^ for three ups",
    ),
    ("é", 0, 2, "expected a value"),
    ("f(", 0, 1, "unknown name `f`"),
    ("^<0>", 0, 4, "^<n> needs a number n of at least 1"),
];

#[test]
fn faults_have_their_place() {
    let mut arena = Arena::default();
    for &(text, start, end, message) in FAULTS {
        let error = arena.read(text, &mut NoNames).unwrap_err();
        assert_eq!(
            (error.span.clone(), error.to_string().as_str()),
            (start..end, message),
            "{text}"
        );
    }
    let deep = "{".repeat(100_000);
    assert!(
        arena
            .parse(&deep)
            .unwrap_err()
            .to_string()
            .contains("deeper than 500")
    );
    let signs = "-".repeat(100_000);
    assert!(
        arena
            .parse(&signs)
            .unwrap_err()
            .to_string()
            .contains("deeper than 500")
    );
}

#[test]
fn the_caller_knows_other_names() {
    struct Nim;
    impl Names for Nim {
        fn value(&mut self, arena: &mut Arena, text: &str) -> Option<NamedValue> {
            let inner = text.strip_prefix("nim(")?.split_once(')')?.0;
            let heap = inner.parse().map_err(|_| RefusedName {
                message: "nim takes a heap".to_owned(),
                within: Some(4..4 + inner.len()),
            });
            Some(NamedValue {
                bytes: 5 + inner.len(),
                value: heap.map(|heap| arena.nimber(heap).unwrap().into()),
            })
        }
    }
    let mut arena = Arena::default();
    let star = arena.nimber(1).unwrap();
    assert_eq!(
        arena.read_value("cool(nim(3) + 2.nim(1) + nim(2), 0)", &mut Nim),
        Ok(star)
    );
    // Copies of a name, and a nimber beside a number.
    assert_eq!(
        arena.read_value("3*nim(1) - 2 * nim(2) -nim(0)", &mut Nim),
        Ok(star)
    );
    let beside = arena.parse("2 + *3").unwrap();
    assert_eq!(arena.read_value("2*3", &mut Nim), Ok(beside));
    let error = arena.read_value("1 + nim(xyz)", &mut Nim).unwrap_err();
    assert_eq!(
        (error.span.clone(), error.to_string().as_str()),
        (8..11, "nim takes a heap")
    );
}

#[test]
fn any_text_is_read_or_refused() {
    let mut arena = Arena::default();
    let mut random = Random(5);
    let pieces = [
        "{", "}", "|", "||", ",", "+", "-", "+-", "*", "^", "v", "1", "2", "/", ".", "(", ")", "<",
        ">", "[", "]", "Tiny(", "cool(", " ", "0", "é",
    ];
    for _ in 0..20_000 {
        let text: String = random.some(&pieces, 8).concat();
        if let Ok(Answer::Value(value)) = arena.read(&text, &mut NoNames) {
            let written = arena.text(value).unwrap();
            assert_eq!(arena.parse(&written), Ok(value));
        }
    }
}

#[test]
fn the_braces_of_a_value_are_its_tree() {
    let mut arena = Arena::default();
    let values = born_by(&mut arena, 2);
    let texts: Vec<_> = values
        .iter()
        .map(|&v| arena.write(v, Style::Braces).unwrap())
        .collect();
    for (value, text) in values.into_iter().zip(texts) {
        let mut other = Arena::default();
        let read = other.parse(&text).unwrap();
        let (one, two) = (
            oracle::of_form(&mut arena, value),
            oracle::of_form(&mut other, read),
        );
        assert!(oracle::is_same(&one, &two));
    }
}
