//! What the headers of the games state as known is checked by a test, or names who found it.

use std::collections::HashMap;
use std::path::Path;

use zug_catalogue::entries;
use zug_testkit::rows::data;

/// Games of which a known result is checked by a test beside the rows of `games.toml`: the file in
/// this folder and the test.
const TESTED: [(&str, &str, &str); 13] = [
    (
        "cake-party",
        "cake_party.rs",
        "an_even_number_of_largest_cakes_loses",
    ),
    (
        "calendar",
        "whole.rs",
        "the_calendar_game_has_a_closed_form",
    ),
    (
        "edge-geography",
        "edge_geography.rs",
        "in_bipartite_graphs_who_starts_in_an_even_kernel_loses",
    ),
    (
        "furlo-rublo",
        "heaps.rs",
        "furlo_and_rublo_changes_at_the_known_borders_and_nowhere_else",
    ),
    (
        "kpk",
        "whole.rs",
        "king_and_pawn_win_where_tables_say_so_within_28_moves",
    ),
    (
        "kqk",
        "whole.rs",
        "king_and_queen_mate_within_10_moves_from_every_placement",
    ),
    (
        "krk",
        "whole.rs",
        "king_and_rook_mate_within_16_moves_from_every_placement",
    ),
    (
        "l-game",
        "headers.rs",
        "the_pieces_of_the_l_game_lie_in_18368_ways",
    ),
    (
        "numbers",
        "whole.rs",
        "of_the_pairs_of_hands_in_a_game_with_numbers_one_in_five_is_drawn",
    ),
    (
        "powers",
        "heaps.rs",
        "powers_are_what_the_rules_say_on_all_small_instances",
    ),
    (
        "shiritori",
        "shiritori.rs",
        "a_word_begins_with_the_last_letter_of_the_word_before",
    ),
    (
        "stone-game-strategist",
        "stone_game_strategist.rs",
        "every_second_step_decides",
    ),
    (
        "vasya-chess",
        "vasya_chess.rs",
        "small_boards_are_worth_what_the_rules_say",
    ),
];

/// Programs and lists that published what is cited from them without a year.
const SOURCES: [&str; 4] = ["Gamesman", "OEIS A", "(Zug)", "two programs"];

/// Numbers of at least this many digits are counts, which must be found where they are checked.
const COUNT: usize = 3;

/// The sentences of a text. A full stop after a capital is that of a name.
fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut begin = 0;
    for (at, _) in text.match_indices(". ") {
        let before = text[..at].chars().next_back();
        let after = text[at + 2..].chars().next();
        let is_name = before.is_some_and(char::is_uppercase);
        let goes_on = before == Some('.') || after.is_some_and(char::is_lowercase);
        if !is_name && !goes_on {
            sentences.push(&text[begin..=at]);
            begin = at + 2;
        }
    }
    sentences.push(&text[begin..]);
    sentences
}

/// The numbers in a text, with `_` between their digits or not.
fn numbers(text: &str) -> Vec<String> {
    let digit = |c: char| c.is_ascii_digit() || c == '_';
    let numbers = text
        .split(|c| !digit(c))
        .map(|number| number.replace('_', ""));
    numbers.filter(|number| !number.is_empty()).collect()
}

/// Whether a sentence names who found it: a year after a name, or one of [`SOURCES`].
fn names_a_source(sentence: &str) -> bool {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let year = words.windows(2).any(|pair| {
        let year = pair[1].trim_matches(|c: char| !c.is_ascii_digit());
        let is_year = year.len() == 4 && (year.starts_with('1') || year.starts_with("20"));
        is_year && pair[0].ends_with(',') && pair[0].chars().any(char::is_alphabetic)
    });
    year || SOURCES.iter().any(|source| sentence.contains(source))
}

/// The text of a test of this folder.
fn test(file: &str, name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it")
        .join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let head = format!("#[test]\nfn {name}() {{");
    let (_, rest) = text
        .split_once(&head)
        .unwrap_or_else(|| panic!("{file} has no test {name}"));
    rest.split_once("\n}\n").unwrap().0.to_owned()
}

/// What checks the known results of each game: its rows of `games.toml` and its tests, as text.
fn checks() -> HashMap<String, String> {
    let data = data();
    let mut checks: HashMap<String, String> = HashMap::new();
    let mut add =
        |game: &str, text: String| checks.entry(game.to_owned()).or_default().push_str(&text);
    for row in &data.game {
        add(&row.game, format!("{row:?}\n"));
    }
    for row in &data.series {
        add(&row.game, format!("{row:?}\n"));
    }
    for row in &data.fact {
        add(&row.game, format!("{row:?}\n"));
    }
    for (game, file, name) in TESTED {
        add(game, test(file, name));
    }
    checks
}

/// Those sentences under `Known:` that name no source and that no test checks: there are to be none.
fn unsupported<'t>(known: &'t str, check: Option<&String>) -> Vec<&'t str> {
    let checked = check.map(|text| numbers(text)).unwrap_or_default();
    let sentences = sentences(known).into_iter();
    sentences
        .filter(|sentence| !names_a_source(sentence))
        .filter(|sentence| {
            let counts = numbers(sentence);
            let mut counts = counts.iter().filter(|number| number.len() >= COUNT);
            check.is_none() || !counts.all(|count| checked.contains(count))
        })
        .collect()
}

#[test]
fn what_is_known_of_a_game_is_tested_or_names_its_source() {
    let checks = checks();
    let mut wrong = Vec::new();
    for entry in entries() {
        let known = entry.header().known;
        for sentence in unsupported(&known, checks.get(entry.name)) {
            wrong.push(format!("{}: {sentence}", entry.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_result_without_source_or_test_is_found() {
    let checked = "GameRow { positions: 5478 }".to_owned();
    let both = "A draw, 5478 positions. 6 by 6: the fox wins (J. K. Haugland, 2006).";
    assert_eq!(unsupported(both, Some(&checked)), [""; 0]);
    assert_eq!(unsupported(both, None), ["A draw, 5478 positions."]);
    let planted = "A draw. 5479 positions.";
    assert_eq!(unsupported(planted, Some(&checked)), ["5479 positions."]);
}

/// Two L of four cells and two counters, which are alike, on sixteen cells.
#[test]
fn the_pieces_of_the_l_game_lie_in_18368_ways() {
    let turn = |cells: [(i32, i32); 4]| cells.map(|(x, y)| (3 - y, x));
    let flip = |cells: [(i32, i32); 4]| cells.map(|(x, y)| (3 - x, y));
    let bits = |cells: &[(i32, i32)]| cells.iter().map(|(x, y)| 1_u32 << (4 * y + x)).sum::<u32>();
    let mut shapes = std::collections::BTreeSet::new();
    for x in 0..3 {
        for y in 0..2 {
            let mut cells = [(x, y), (x, y + 1), (x, y + 2), (x + 1, y)];
            for _ in 0..4 {
                cells = turn(cells);
                shapes.insert(bits(&cells));
                shapes.insert(bits(&flip(cells)));
            }
        }
    }
    assert_eq!(shapes.len(), 48);
    let moved = |set: u32, by: &dyn Fn((i32, i32)) -> (i32, i32)| {
        let cells = (0..16).filter(|cell| set >> cell & 1 == 1);
        let cells: Vec<(i32, i32)> = cells.map(|cell| by((cell % 4, cell / 4))).collect();
        bits(&cells)
    };
    let mut ways = 0;
    let mut orbits = std::collections::BTreeSet::new();
    for &one in &shapes {
        for &other in shapes.iter().filter(|&&other| other & one == 0) {
            let free: Vec<u32> = (0..16)
                .filter(|cell| (one | other) >> cell & 1 == 0)
                .collect();
            for (place, a) in free.iter().enumerate() {
                for b in &free[place + 1..] {
                    ways += 1;
                    let mut parts = [one, other, 1 << a | 1 << b];
                    let mut least = parts;
                    for image in 0..8 {
                        parts = parts.map(|set| moved(set, &|(x, y)| (3 - y, x)));
                        if image == 3 {
                            parts = parts.map(|set| moved(set, &|(x, y)| (3 - x, y)));
                        }
                        least = least.min(parts);
                    }
                    orbits.insert(least);
                }
            }
        }
    }
    assert_eq!((ways, orbits.len()), (18_368, 2296));
}
