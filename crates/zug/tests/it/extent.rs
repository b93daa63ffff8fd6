//! How far a game reaches within an expression.

use zug::testing::{Extent, of_game};

/// The game that a text begins with.
fn game(text: &str) -> Option<&str> {
    let is_known = |word: &str| zug_catalogue::find(word).is_some() || word == "a";
    match of_game(text, &is_known)? {
        Extent::To(end) => Some(&text[..end]),
        Extent::NotClosed(open) => Some(&text[open..]),
    }
}

#[test]
fn a_hyphen_belongs_to_the_longest_name_that_is_known() {
    assert_eq!(
        game("toads-and-frogs(3,2,3)-a"),
        Some("toads-and-frogs(3,2,3)")
    );
    assert_eq!(game("nim-nim(3)"), Some("nim"));
    assert_eq!(game("nim-with-a-pass - a"), Some("nim-with-a-pass"));
    assert_eq!(game("nim-with-a-glass"), Some("nim"));
    assert_eq!(game("a-kayles(3)"), Some("a"));
    assert_eq!(game("dawsons-chess-2"), Some("dawsons-chess"));
    assert_eq!(game("what-is-this(2)"), None);
    for name in zug_catalogue::entries().iter().map(|entry| entry.name) {
        assert_eq!(game(name), Some(name));
    }
}

#[test]
fn braces_and_codes_are_games_where_heaps_follow() {
    assert_eq!(game("{1,3}(9)|0}"), Some("{1,3}(9)"));
    assert_eq!(game("{1,3}"), None);
    assert_eq!(game("{1|3}(2)"), None);
    assert_eq!(game("{1..5, 9} (3, 4) - 1"), Some("{1..5, 9} (3, 4)"));
    assert_eq!(game("0.77(5,7)-*"), Some("0.77(5,7)"));
    assert_eq!(game("4.(3)(9)"), Some("4.(3)(9)"));
    // Copies of a value.
    assert_eq!(game("4.(3)"), None);
    assert_eq!(game("3.(2)"), None);
    assert_eq!(game("split(2)(9)|a"), Some("split(2)(9)"));
    assert_eq!(game("allbut {1,2}(9) - 1"), Some("allbut {1,2}(9)"));
    assert_eq!(
        game("leave n^(1/4)..n^(1/2)(9) + 1"),
        Some("leave n^(1/4)..n^(1/2)(9)")
    );
}

#[test]
fn a_rules_file_is_a_path() {
    assert_eq!(game("./my-game.zug(n=4)-1"), Some("./my-game.zug(n=4)"));
    assert_eq!(game("../x/y.zug-1"), Some("../x/y.zug"));
    assert_eq!(game("my-game.zug|0}"), Some("my-game.zug"));
    assert_eq!(game("./"), None);
    let long = format!("./{}", "é".repeat(1000));
    assert_eq!(game(&long), Some(&long[..1000]));
}

#[test]
fn a_position_ends_with_its_quotes_or_where_the_expression_goes_on() {
    let full = "domineering(4,4) at 'full=....|+, - x'";
    assert_eq!(game(&format!("{full} - 1")), Some(full));
    assert_eq!(game("a at x=1 y=(2, 3)|0}"), Some("a at x=1 y=(2, 3)"));
    assert_eq!(game("a at w - w - 1"), Some("a at w "));
    assert_eq!(game("a attic"), Some("a"));
    assert_eq!(game("a(2"), Some("(2"));
}
