//! The text of rules as it is read.

use zug_game::Game;
use zug_lang::testing::{Construct, builtins};
use zug_lang::{Reference, Rules, Settings};

/// The rules of a game with these declarations.
fn game(declarations: &str) -> String {
    format!("game g\nimpartial\n{declarations}x: 0..1 = 0\nmove m if x == 0:\n    x = 1\n")
}

#[test]
fn a_name_and_a_text_have_at_most_a_thousand_bytes() {
    for quote in ["", "\""] {
        let read = |length| {
            let quoted = format!("{quote}{}{quote}", "x".repeat(length));
            let define = |value: &str| format!("let a = {value}\n");
            let declarations = match quote {
                "" => format!("let {quoted} = 1\n{}", define(&quoted)),
                _ => define(&quoted),
            };
            Rules::read(&game(&declarations))
        };
        assert!(read(1000).is_ok());
        let refused = read(1001).unwrap_err();
        assert!(
            refused.message.ends_with("is too long"),
            "{}",
            refused.message
        );
    }
}

#[test]
fn a_caret_means_nothing_in_rules_but_within_a_text() {
    let refused = Rules::read(&game("let a = 10^6\n")).unwrap_err();
    assert_eq!(refused.message, "a character that means nothing here");
    let rules = game("").replace("game g", "game g(t = \"a^b\")");
    let instance = Rules::read(&rules).unwrap();
    let instance = instance.instance(&Settings::default()).unwrap();
    let text = ("t".to_owned(), "\"a^b\"".to_owned());
    assert_eq!(instance.parameters(), [text]);
}

#[test]
fn a_line_goes_on_after_an_operator() {
    let rules = Rules::read(
        "game g\nimpartial\nlet a = 1 +\n    2\nx: 0..1 = 0\nmove m if x == 0 and\n      a == 3:\n    x = 1\n",
    );
    let instance = rules.unwrap().instance(&Settings::default()).unwrap();
    let mut moves = Vec::new();
    let reference = Reference::new(&instance);
    reference.moves(&reference.start(), &mut moves).unwrap();
    assert_eq!(moves.len(), 1);
}

#[test]
fn a_list_behind_score_or_assert_is_no_index() {
    let rules = Rules::read(
        "game g\nplayers A, B\nx: 0..2 = 0\nscore[player]: 0..2 = 0\n\
         score [1, 0, -1][x] if stuck\nassert [true, [true][0]][x]\nassert[0..1]: bool = true\n\
         move m if x == 0:\n    assert [true, true][x]\n    assert[x] = false\n    \
         score[me], score[other] = 1, 2\n",
    )
    .unwrap();
    for variable in ["x", "score", "assert"] {
        assert!(rules.is_variable(variable), "{variable}");
    }
    let instance = rules.instance(&Settings::default()).unwrap();
    assert!(instance.has_scores());
    assert!(rules.constructs().contains(&Construct::Law));
}

#[test]
fn line_ends_and_byte_order_marks_of_other_systems_are_read() {
    let source = game("");
    assert!(Rules::read(&format!("\u{feff}{}", source.replace('\n', "\r\n"))).is_ok());
}

#[test]
fn a_write_to_a_bag_is_told_from_one_to_an_array() {
    let rules = Rules::read(
        "game g\nimpartial\nb: bag(1) of 0..1 = [0]\na[0..1]: 0..1 = 0\n\
         move m(i in 0..1):\n    b[i] += 1\n    a[i] = 1\n",
    );
    let found = rules.unwrap().constructs();
    for construct in [
        Construct::AddBag,
        Construct::SetElement,
        Construct::BagOfRange,
        Construct::InRange,
    ] {
        assert!(found.contains(&construct), "{construct:?}");
    }
    assert!(!found.contains(&Construct::SetBag) && !found.contains(&Construct::AddElement));
}

#[test]
fn every_function_of_the_language_is_a_construct() {
    for (name, construct) in builtins() {
        assert!(construct.is_some(), "{name}");
    }
}
