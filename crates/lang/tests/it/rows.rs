//! Lists, sets and maps of known collections, from which the position chooses: the
//! specialised game plays as the plain evaluator does, in every state.

use zug_game::{Game, PerfectIndex};
use zug_lang::{AnyGame, Reference, Rules, RulesGame, Settings, Word};

fn as_the_evaluator_plays<W: Word>(game: &RulesGame<W>, what: &str) -> usize {
    let reference = Reference::new(game.instance());
    let mut faults = 0;
    for rank in 0..game.size() {
        let position = game.unrank(rank).expect("a rank below the size");
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let found = game.expand(&position, &mut ours);
        let wanted = reference.expand(&position.widen(), &mut theirs);
        faults += usize::from(wanted.is_err());
        assert_eq!(found.ok(), wanted.ok(), "{what} in state {rank}");
        let ours: Vec<_> = ours
            .iter()
            .map(|step| (step.position.widen(), step.turn))
            .collect();
        let theirs: Vec<_> = theirs
            .iter()
            .map(|step| (step.position, step.turn))
            .collect();
        assert_eq!(ours, theirs, "{what} in state {rank}");
    }
    faults
}

/// Returns the number of states in which the rules fault.
fn faults_of(rules: &str) -> usize {
    let rules_read = Rules::read(rules).unwrap_or_else(|fault| panic!("{fault}\n{rules}"));
    let instance = rules_read.instance(&Settings::default()).expect(rules);
    let AnyGame::Narrow(game) = instance.game().unwrap_or_else(|f| panic!("{f}\n{rules}")) else {
        panic!("64 bits suffice");
    };
    as_the_evaluator_plays(&game, rules)
}

/// Tables of collections: lists with repeated elements, sets, maps with gaps, maps
/// whose keys are names or pairs. Beside each table stands the key that it is asked
/// for.
const TABLES: [(&str, &str); 8] = [
    ("[[1, 2, 1], [], [0, 3], [4, 4, 4, 0], [2]]", "at"),
    ("[{1, 2}, {0}, {0, 3}, {4, 0, 1}, {2, 3}]", "at"),
    ("{0: [3, 1], 1: [4], 2: [0, 0], 3: [2], 4: [1, 2, 3]}", "at"),
    ("{0: {1}, 1: {4, 2}, 2: {0}, 3: {3, 2}, 4: {1, 2, 3}}", "at"),
    // Some keys have no collection.
    ("[{1, 2}, {0}, {0, 3}]", "at"),
    ("{1: [4, 1], 3: [0, 2, 0]}", "at"),
    ("{red: {1, 2}, green: {0}, blue: {3, 1}}", "hue"),
    (
        "{(0, red): [1], (1, red): [2, 3], (2, red): [0], (2, blue): [4, 0]}",
        "(at % 3, hue)",
    ),
];

const BODIES: [&str; 11] = [
    "move go(to in 0..4) if to in out[KEY]:\n    at = to\n",
    "move go(to in 0..4) if not to in out[KEY] and x < 4:\n    at = to\n    x += 1\n",
    "move go(to in 0..4) if any(t == to for t in out[KEY]):\n    at = to\n",
    "move go if len(out[KEY]) > x:\n    x += 1\n",
    "move go(to in 0..4) if x in out[KEY]:\n    at = to\n",
    "move go if all(t > 0 for t in out[KEY]):\n    x = sum(t for t in out[KEY] if t < 3) % 5\n",
    "move go if x < 4:\n    x = (x + 1 + count(t != x for t in out[KEY])) % 5\n    at = 4 - x if x in out[KEY] else x\n",
    "move go if x < 4:\n    let near = out[KEY]\n    at = x\n    x += 1 if at in near else 0\n",
    "move go if x < 4 and out[KEY] != [1, 2, 1]:\n    x += 1\n",
    "move go(to in 0..4) if out[KEY] == out[to] or out[x] == out[KEY]:\n    at = to\n",
    "move go(to in 0..4) if x > 0 and to in (out[KEY] if x > 2 else [0, 4]):\n    at = to\n    x -= 1\n",
];

fn rules_of(table: &str, key: &str, body: &str) -> String {
    format!(
        "game rows\nimpartial\ntype hues = {{red, green, blue}}\nlet out = {table}\n\n\
         at: 0..4 = 0\nx: 0..4 = 0\nhue: hues = red\n\n{}",
        body.replace("KEY", key)
    )
}

#[test]
fn rows_chosen_by_the_position_are_those_of_the_evaluator() {
    let (mut played, mut faulted) = (0, 0);
    for (table, key) in TABLES {
        for body in BODIES {
            // The rules cannot choose between a set and a list.
            if body.contains("[0, 4]") && !table.contains('[') {
                continue;
            }
            let rules = rules_of(table, key, body);
            if Rules::read(&rules).is_err() {
                continue;
            }
            played += 1;
            faulted += usize::from(faults_of(&rules) > 0);
        }
    }
    assert!(played > 55, "{played} games");
    assert!(
        (5..played).contains(&faulted),
        "{faulted} of {played} games fault"
    );
}

#[test]
fn the_elements_of_a_row_have_places() {
    for table in [
        "[[1, 2, 1], [], [0, 3], [4, 4, 4, 0], [2]]",
        "{0: [3, 1], 1: [4], 2: [0, 0], 3: [2], 4: [1, 2, 3]}",
        "[[1, 2], [0, 0], [3, 4]]",
    ] {
        let body = "move go(i in 0..3) if i < len(out[KEY]):\n    at = out[KEY][i]\n";
        let faults = faults_of(&rules_of(table, "at", body));
        assert_eq!(faults > 0, table == "[[1, 2], [0, 0], [3, 4]]");
        let body = "move go if x < 4:\n    x += 1\n    at = out[KEY][1]\n";
        assert!(faults_of(&rules_of(table, "at", body)) > 0);
    }
}

#[test]
fn a_number_is_found_in_a_large_set() {
    let squares = "{i * i % 61 for i in 0..30}";
    for asked in ["x + k", "x - 2 * k", "x", "3 * x - 40", "x * k"] {
        for set in [
            squares,
            "[5, 5, 1, 9, 40, 12, 18, 22, 31, 7, 3]",
            "{900 * i for i in 0..20}",
        ] {
            let rules = format!(
                "game s\nimpartial\nlet some = {set}\n\nx: 0..60 = 60\n\n\
                 move go(k in 1..4) if x >= k and {asked} in some:\n    x -= k\n\
                 move back(k in 1..3) if x + k <= 60 and not {asked} in some:\n    x += k\n"
            );
            assert_eq!(faults_of(&rules), 0);
        }
    }
}

#[test]
fn a_value_that_most_rows_hold_is_found_in_them() {
    let rows: Vec<String> = (0..40)
        .map(|row| match row % 5 {
            0 => "{1}".to_owned(),
            rest => format!("{{0, {rest}, {row}}}"),
        })
        .collect();
    for key in ["at", "39 - at", "at - 1"] {
        let rules = format!(
            "game hub\nimpartial\nlet out = [{}]\n\nat: 0..39 = 0\n\n\
             move go(to in 0..39) if to in out[{key}]:\n    at = to\n",
            rows.join(", ")
        );
        assert_eq!(faults_of(&rules) > 0, key == "at - 1");
    }
}

#[test]
fn neighbours_are_found_as_the_evaluator_finds_them() {
    let mut faulted = 0;
    for seed in 0..20 {
        for rules in zug_testkit::graphs::rules(seed) {
            faulted += usize::from(faults_of(&rules) > 0);
        }
    }
    assert!((20..200).contains(&faulted), "{faulted} games fault");
}

#[test]
fn texts_that_the_position_chooses_are_compared() {
    let conditions = [
        "words[at] == words[x]",
        "words[at] != \"ab\" and words[x] != \"\"",
        "\"ab\" == words[x] or words[at] == \"no\"",
        "words[at] == words[4 - at] or words[x][0..1] == words[at][0..1]",
        "words[at + 2] == words[x]",
        "[words[at], words[x]] == [\"ab\", \"b\"]",
        "words[at] in {\"ab\", \"cab\"}",
    ];
    for condition in conditions {
        let rules = format!(
            "game texts(words = [\"ab\", \"b\", \"\", \"ab\", \"cab\"])\nimpartial\n\n\
             at: 0..4 = 0\nx: 0..4 = 0\n\n\
             move go(to in 0..4) if {condition}:\n    at = to\n    x = (x + 1) % 5\n"
        );
        let faults = faults_of(&rules);
        let may_fault = condition.contains("0..1") || condition.contains("+ 2");
        assert_eq!(faults > 0, may_fault, "{condition}");
    }
}

#[test]
fn slices_of_what_the_position_chooses_are_compared() {
    // A slice of one letter, of several, of none; of lists too; asked again, and in a function.
    let conditions = [
        "head(words[to]) == words[at][1..3]",
        "words[at][1..2] == \"bc\" or words[x][0..1] == words[at][2..3]",
        "words[at][2..2] == \"d\" and words[at][2..2] == words[at][2]",
        "words[at][1..0] == \"\"",
        "\"bc\" in words[at][0..2]",
        "words[at][0..2][1..2] == \"bc\"",
        "len(words[at + x][0..2]) == 3",
        "short[at][0..1] == \"ab\" or x == 0",
        "x > 0 and short[at][{0, 2}] == \"ac\"",
        "short[at][5..6] == \"ab\"",
        "lists[at][0..1] == [1, 2] or 3 in lists[x][1..2]",
        "sum(n for n in lists[at][1..2]) > x and lists[at][1..1] == [2]",
        "lists[at][0..1][1] == 2",
    ];
    for condition in conditions {
        let rules = format!(
            "game texts(words = [\"abcd\", \"bcda\", \"cdab\"], short = [\"abc\", \"\", \"b\"])\n\
             impartial\n\nlet lists = [[1, 2, 3], [3, 1, 2], [2, 2, 3]]\n\
             let head(w) = w[0..2]\n\nat: 0..2 = 0\nx: 0..2 = 0\n\n\
             move go(to in 0..2) if {condition}:\n    at = to\n    x = (x + 1) % 3\n"
        );
        let faults = faults_of(&rules);
        let may_fault = condition.contains("short") || condition.contains("at + x");
        assert_eq!(faults > 0, may_fault, "{condition}");
    }
}

#[test]
fn letters_whose_places_the_position_chooses_are_refused_with_their_place() {
    for condition in ["words[at][x..2] == \"ab\"", "\"abc\"[0..x] == \"ab\""] {
        let rules = format!(
            "game texts(words = [\"abcd\", \"bcda\"])\nimpartial\n\nat: 0..1 = 0\n\
             x: 0..2 = 0\n\nmove go(to in 0..1) if {condition}:\n    at = to\n"
        );
        let instance = Rules::read(&rules).unwrap().instance(&Settings::default());
        let fault = instance.unwrap().game().unwrap_err().to_string();
        assert!(fault.contains("which letters these are"), "{fault}");
    }
}

#[test]
fn whether_a_row_is_there_is_asked_before_its_elements() {
    // The row needs what its function is given, though the function does not use it, and no row
    // has the element that is asked for.
    for asked in [
        "3 in row",
        "len(row) > 5",
        "any(d > 5 for d in row)",
        "row == row",
        "row <= {7}",
    ] {
        for (rows, faults) in [("[{1, 2}, {2}]", 2), ("[{1, 2} - {1, 2}, {1} - {1}]", 2)] {
            let rules = format!(
                "game met\nimpartial\nlet first(a, b) = a\n\nx: 0..2 = 2\nat: 0..1 = 0\n\n\
                 let row = {rows}[first(at, 1 // x)]\n\n\
                 move go(y in 0..1) if {asked} or x > 0:\n    x -= 1 if x > 0 else 0\n    at = y\n"
            );
            assert_eq!(faults_of(&rules), faults, "{rules}");
        }
    }
}

#[test]
fn the_rest_by_minus_one_is_zero_even_of_the_least_number() {
    let rules = "game least\nimpartial\nlet least = -9223372036854775807 - 1\n\
                 require least % -1 == 0\n\nx: 0..2 = 2\ny: 0..2 = 0\n\n\
                 move go(to in 0..2) if x > 0 and (least + 2 - x) % (y - 1) == 0:\n    \
                 y = to\n    x -= 1\n";
    // Where y is 1 the divisor is 0.
    assert_eq!(faults_of(rules), 2);
}
