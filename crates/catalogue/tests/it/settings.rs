//! Parameters that make no sense are refused with a reason.

use zug_catalogue::{entries, find};
use zug_lang::{Error, Rules, Settings};

const NONSENSE: [(&str, &[(&str, &str)]); 38] = [
    (
        "bachet",
        &[("n", "0"), ("take", "{2, 3}"), ("take", "{0, 1}")],
    ),
    (
        "calendar",
        &[
            ("start", "(1900, 2, 29)"),
            ("start", "(2001, 11, 5)"),
            ("goal", "(2001, 13, 1)"),
        ],
    ),
    (
        "breakthrough",
        &[("width", "0"), ("rows", "0"), ("height", "2")],
    ),
    ("cake-party", &[("cakes", "[]"), ("cakes", "[1, -1]")]),
    ("chopsticks", &[("fingers", "1")]),
    ("clobber", &[("width", "0"), ("height", "0")]),
    (
        "connect-four",
        &[("width", "0"), ("height", "0"), ("k", "0")],
    ),
    ("dawsons-kayles", &[("n", "0")]),
    ("dodgem", &[("n", "1")]),
    ("domineering", &[("width", "0"), ("height", "-1")]),
    ("dots-and-boxes", &[("width", "0"), ("height", "0")]),
    (
        "forbidden-take-away",
        &[("piles", "[]"), ("piles", "[-1]"), ("forbidden", "{0, 1}")],
    ),
    ("furlo-rublo", &[("piles", "[]"), ("piles", "[-1]")]),
    ("hexapawn", &[("width", "0"), ("height", "2")]),
    ("kalah", &[("pits", "0"), ("seeds", "0")]),
    ("kayles", &[("n", "0")]),
    (
        "knight",
        &[("n", "0"), ("start", "(8, 0)"), ("start", "(0, -1)")],
    ),
    (
        "knights",
        &[("n", "0"), ("at", "[]"), ("at", "[(0, 0), (8, 0)]")],
    ),
    ("kpk", &[("n", "4")]),
    ("kqk", &[("n", "2")]),
    ("krk", &[("n", "2")]),
    (
        "misere-tic-tac-toe",
        &[("width", "0"), ("height", "0"), ("k", "0")],
    ),
    (
        "morris",
        &[
            ("rings", "0"),
            ("rings", "4"),
            ("men", "2"),
            ("men", "5"),
            ("fly", "-1"),
        ],
    ),
    ("nim", &[("piles", "[]"), ("piles", "[1, -1]")]),
    (
        "northcott",
        &[
            ("columns", "1"),
            ("rows", "[]"),
            ("rows", "[(3, 3)]"),
            ("rows", "[(1, 7)]"),
        ],
    ),
    (
        "number-game",
        &[
            ("p", "9"),
            ("p", "0"),
            ("e", "1"),
            ("e", "11"),
            ("n0", "11"),
            ("rounds", "0"),
            ("goals", "{11}"),
        ],
    ),
    (
        "numbers",
        &[
            ("cards", "0"),
            ("m", "1"),
            ("first", "[1, 2]"),
            ("second", "[1, 1, 1, 1, 1, 1, 1, 5]"),
        ],
    ),
    ("powers", &[("n", "0")]),
    ("quixo", &[("n", "1"), ("n", "6")]),
    ("reversi", &[("n", "0"), ("n", "5")]),
    ("roxor", &[("piles", "[1]"), ("piles", "[1, -1]")]),
    ("sim", &[("n", "2"), ("n", "10")]),
    (
        "stone-game-strategist",
        &[("piles", "[]"), ("piles", "[-1, 2]"), ("piles", "[3, 2]")],
    ),
    (
        "subtraction",
        &[("n", "-1"), ("take", "{0, 1}"), ("take", "[]")],
    ),
    ("three-mens-morris", &[("men", "0"), ("men", "5")]),
    (
        "tic-tac-toe",
        &[("width", "0"), ("height", "0"), ("k", "0")],
    ),
    ("vasya-chess", &[("n", "1")]),
    ("wythoff", &[("first", "-1"), ("second", "-1")]),
];

#[test]
fn nonsense_is_refused_by_what_the_rules_require() {
    for (name, settings) in NONSENSE {
        let rules = Rules::read(find(name).unwrap().source).unwrap();
        for (parameter, value) in settings {
            let settings = Settings::default().set(*parameter, value);
            match rules.instance(&settings) {
                Err(Error::Rules(fault)) => assert_eq!(
                    fault.message, "the parameters are not what these rules require",
                    "{name} {parameter}={value}"
                ),
                other => panic!("{name} {parameter}={value}: {other:?}"),
            }
        }
    }
}

#[test]
fn every_number_among_the_parameters_has_a_nonsense() {
    for entry in entries() {
        let rules = Rules::read(entry.source).unwrap();
        for (parameter, default) in rules.parameters() {
            if default.parse::<i64>().is_err() {
                continue;
            }
            let listed = NONSENSE.iter().any(|(name, settings)| {
                *name == entry.name && settings.iter().any(|(known, _)| *known == parameter)
            });
            assert!(listed, "{} {parameter}", entry.name);
        }
    }
}
