//! Parameters that make no sense are refused with a reason.

use zug_catalogue::{entries, find};
use zug_lang::{Error, Rules, Settings};

const NONSENSE: [(&str, &[(&str, &str)]); 131] = [
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
    ("wild-tic-tac-toe", &[("n", "0"), ("k", "0")]),
    ("capture-go", &[("width", "0"), ("height", "0")]),
    ("chess", &[("file", "9"), ("start", r#"["rnbqkbnr"]"#)]),
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
        "dots-and-boxes-by-margin",
        &[("width", "0"), ("height", "0")],
    ),
    (
        "forbidden-take-away",
        &[("piles", "[]"), ("piles", "[-1]"), ("forbidden", "{0, 1}")],
    ),
    ("furlo-rublo", &[("piles", "[]"), ("piles", "[-1]")]),
    ("game-of-y", &[("side", "0"), ("side", "9")]),
    ("hex", &[("size", "0")]),
    ("hexapawn", &[("width", "0"), ("height", "2")]),
    ("kalah", &[("pits", "0"), ("seeds", "0")]),
    ("kalah-by-margin", &[("pits", "0"), ("seeds", "0")]),
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
    ("reversi-by-margin", &[("n", "0"), ("n", "5")]),
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
    ("wythoff-by-two", &[("first", "-1"), ("second", "-1")]),
    (
        "wythoff-with-ends",
        &[("first", "-1"), ("second", "-1"), ("ends", "{1, 2}")],
    ),
    ("at-most-half", &[("n", "-1")]),
    (
        "chomp-rows",
        &[("upper", "8"), ("upper", "-1"), ("lower", "4")],
    ),
    ("mark", &[("n", "-1")]),
    ("mark-by-three", &[("n", "-1")]),
    ("moore", &[("heaps", "[]"), ("heaps", "[1, -1]")]),
    ("achi", &[("men", "0"), ("men", "5")]),
    ("amazons", &[("width", "0"), ("height", "1")]),
    ("awari", &[("pits", "0"), ("seeds", "0")]),
    (
        "cat-and-mouse",
        &[
            ("nodes", "5"),
            ("mouse", "2"),
            ("cat", "0"),
            ("hole", "1"),
            ("edges", "[(0, 6)]"),
        ],
    ),
    (
        "cops-and-robbers",
        &[("cops", "0"), ("edges", "[]"), ("edges", "[(0, 1)]")],
    ),
    ("divisors", &[("n", "0")]),
    ("joust", &[("width", "1"), ("height", "1")]),
    ("nim-with-a-pass", &[("piles", "[]"), ("piles", "[-1]")]),
    ("nogo", &[("width", "0"), ("height", "0")]),
    (
        "permutation",
        &[
            ("start", "15"),
            ("start", "-1"),
            ("a", "[1, 3]"),
            ("a", "[]"),
        ],
    ),
    ("quoridor", &[("n", "2"), ("n", "1"), ("walls", "-1")]),
    ("checkers", &[("n", "2"), ("rows", "0"), ("rows", "2")]),
    (
        "chocolate",
        &[("width", "2"), ("height", "1"), ("poisoned", "(6, 0)")],
    ),
    ("chomp", &[("width", "0"), ("height", "0")]),
    ("coins-in-a-circle", &[("n", "0")]),
    ("coins-in-a-row", &[("row", "[]"), ("row", "[1, -1]")]),
    ("col", &[("width", "0"), ("height", "0")]),
    ("cram", &[("width", "0"), ("height", "0")]),
    ("critical-mass", &[("width", "1"), ("height", "1")]),
    ("euclid", &[("first", "0"), ("second", "0")]),
    ("fibonacci-nim", &[("n", "1")]),
    ("fox-and-geese", &[("n", "2"), ("n", "5")]),
    (
        "geography",
        &[("nodes", "5"), ("start", "6"), ("arcs", "[(0, 6)]")],
    ),
    (
        "edge-geography",
        &[
            ("nodes", "4"),
            ("start", "5"),
            ("edges", "[(0, 5)]"),
            ("edges", "[(0, 1), (1, 0)]"),
        ],
    ),
    ("oware", &[("pits", "0"), ("seeds", "0")]),
    ("grundy", &[("n", "0")]),
    (
        "kaooa",
        &[("crows", "9"), ("captures", "0"), ("captures", "7")],
    ),
    ("konane", &[("n", "2"), ("n", "5")]),
    ("nimble", &[("squares", "5"), ("coins", "[]")]),
    ("node-kayles", &[("nodes", "0"), ("edges", "[(0, 9)]")]),
    ("notakto", &[("n", "0")]),
    ("number-scrabble", &[("goal", "5")]),
    ("order-and-chaos", &[("n", "2"), ("k", "0"), ("k", "4")]),
    ("silver-dollar", &[("squares", "11"), ("coins", "{12}")]),
    ("snort", &[("width", "0"), ("height", "0")]),
    ("subtract-a-square", &[("n", "-1")]),
    ("tac-tix", &[("n", "0")]),
    (
        "toads-and-frogs",
        &[("toads", "0"), ("gap", "0"), ("frogs", "0")],
    ),
    ("treblecross", &[("n", "2")]),
    ("turning-turtles", &[("n", "5"), ("standing", "{7}")]),
    ("dawsons-chess", &[("width", "0")]),
    ("laskers-nim", &[("n", "0")]),
    ("mock-turtles", &[("n", "5"), ("standing", "{7}")]),
    (
        "asalto",
        &[("wing", "-1"), ("wing", "3"), ("tail", "3"), ("head", "0")],
    ),
    ("chung-toi", &[("men", "0"), ("men", "5")]),
    ("go", &[("width", "0"), ("height", "0"), ("komi", "-1")]),
    (
        "gobblet-gobblers",
        &[("sizes", "0"), ("sizes", "4"), ("each", "0"), ("each", "4")],
    ),
    (
        "green-hackenbush",
        &[
            ("edges", "[]"),
            ("edges", "[(0, -1)]"),
            ("edges", "[(1, 2)]"),
        ],
    ),
    ("havannah", &[("side", "1"), ("side", "5")]),
    ("kbbk", &[("n", "3")]),
    ("kbnk", &[("n", "3")]),
    ("kqkr", &[("n", "3")]),
    ("lines-of-action", &[("n", "2")]),
    (
        "pentago",
        &[("across", "0"), ("down", "0"), ("size", "0"), ("k", "0")],
    ),
    ("shiritori", &[("words", "[]"), ("words", "[\"ox\", \"\"]")]),
    (
        "superko-go",
        &[
            ("width", "5"),
            ("height", "0"),
            ("height", "2"),
            ("komi", "-1"),
        ],
    ),
    ("teeko", &[("size", "2")]),
    ("hex-with-pie", &[("size", "1")]),
    ("chinese-checkers", &[("size", "3"), ("side", "0")]),
    ("antichess", &[("file", "9"), ("start", "[]")]),
    ("russian-draughts", &[("start", "[]")]),
    (
        "atomic-chess",
        &[("start", "[]"), ("start", "[\"K..\", \"...\", \"...\"]")],
    ),
    (
        "brandubh",
        &[("start", "[]"), ("start", "[\"...\", \"...\", \"..k\"]")],
    ),
    (
        "dobutsu-shogi",
        &[
            ("start", "[]"),
            ("start", "[\"...\", \"...\", \"...\", \"x..\"]"),
        ],
    ),
    (
        "onitama",
        &[
            ("start", "[\"m.\", \"..\", \"M.\"]"),
            ("cards", "[\"ox\", \"ox\", \"boar\", \"crane\", \"eel\"]"),
        ],
    ),
    ("ultimate-tic-tac-toe", &[("size", "1"), ("size", "4")]),
    ("cutcake", &[("width", "0"), ("height", "0")]),
    ("eatcake", &[("width", "0"), ("height", "0")]),
    ("maundy-cake", &[("width", "0"), ("height", "0")]),
    (
        "fission",
        &[("width", "0"), ("height", "0"), ("stones", "{(9, 9)}")],
    ),
    ("elephants-and-rhinos", &[("row", "\"EX\"")]),
    ("push", &[("row", "\"\"")]),
    ("shove", &[("row", "\"X\"")]),
    ("toppling-dominoes", &[("row", "\"x\"")]),
    ("hackenbush", &[("colours", "\"b\""), ("edges", "[]")]),
    (
        "partizan-euclid",
        &[("pairs", "[(3, 3)]"), ("pairs", "[(3, 0)]")],
    ),
    (
        "partizan-subtraction",
        &[("n", "-1"), ("left", "{0}"), ("right", "{0, 1}")],
    ),
    (
        "tigers-and-goats",
        &[
            ("n", "4"),
            ("tigers", "0"),
            ("tigers", "5"),
            ("goats", "8"),
            ("captures", "0"),
            ("captures", "6"),
        ],
    ),
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
