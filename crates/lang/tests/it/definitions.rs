//! Definitions and parameters as they are checked.

use std::fmt::Write;

use zug_lang::Rules;

/// Returns the text of a game with these declarations.
fn game(declarations: &str) -> String {
    format!(
        "game g(n = 3)\nplayers A, B\nx: 0..n = 0\nmove go if x < n:\n    x += 1\n{declarations}"
    )
}

fn message(declarations: &str) -> String {
    Rules::read(&game(declarations)).unwrap_err().message
}

#[test]
fn definitions_stand_in_any_order() {
    Rules::read(&game(
        "let a = f(b)\nlet b = c\nlet f(y) = y + n\ntype t = 0..a\nlet c = 1\n",
    ))
    .unwrap();
}

#[test]
fn parameters_have_the_types_of_their_defaults() {
    for (default, words) in [
        ("{1}", "a set of numbers"),
        ("2", "a number"),
        ("[(1, 2)]", "a list of pairs of numbers"),
    ] {
        let rules =
            format!("game g(a = {default})\nplayers A, B\nlet p = a == A\nx: 0..1 = 0\nmove m\n");
        assert_eq!(
            Rules::read(&rules).unwrap_err().message,
            format!("`a` is {words}, but `A` is a player: they are never equal")
        );
    }
    let rules = "game g(b: 0..3 = 2)\nplayers A, B\nlet p = b == A\nx: 0..1 = 0\nmove m\n";
    assert_eq!(
        Rules::read(rules).unwrap_err().message,
        "`b` is a number, but `A` is a player: they are never equal"
    );
}

#[test]
fn a_function_takes_arguments_of_different_kinds() {
    Rules::read(&game(
        "let same(a, b) = a == b\nlet p = same(1, 2) or same(A, B)\n",
    ))
    .unwrap();
    assert_eq!(
        message("let same(a, b) = a == b\nlet p = same(1, A)\n"),
        "`a` is a number, but `b` is a player: they are never equal"
    );
}

#[test]
fn a_function_that_nobody_calls_is_checked() {
    assert_eq!(message("let f(a) = a + y\n"), "there is nothing called `y`");
    assert_eq!(
        message("let f(a) = a + true\n"),
        "`true` is true or false, but `+` adds numbers or tuples of numbers, or joins lists"
    );
}

#[test]
fn what_a_function_looks_at_counts_where_it_is_called() {
    assert_eq!(
        message("let f(a) = a + x\nlet g(a) = f(a)\ntype t = 0..g(1)\n"),
        "a type cannot depend on the position"
    );
    assert_eq!(
        message("move h(b = x) if b > 0:\n    repeat b while x > 0:\n        x -= 1\n"),
        "the bound of `repeat` cannot depend on the position"
    );
}

#[test]
fn calls_that_double_are_checked_in_time() {
    let mut doubling = String::from("let f0(a) = 1\n");
    for i in 0..60 {
        writeln!(
            doubling,
            "let f{}(a) = f{i}([a]) + f{i}({{a}}) + f{i}(a)",
            i + 1
        )
        .unwrap();
    }
    assert_eq!(
        message(&format!("{doubling}let all_of_it = f60(1)\n")),
        "these rules take too long to check"
    );
    let mut doubling = String::from("let f0(a) = 1\n");
    for i in 0..60 {
        writeln!(doubling, "let f{}(a) = f{i}((a, a))", i + 1).unwrap();
    }
    assert_eq!(
        message(&format!("{doubling}let all_of_it = f60(1)\n")),
        "this value has too many parts"
    );
}

#[test]
fn a_tower_of_definitions_is_refused() {
    let mut tower = String::from("let f0 = 1\n");
    for i in 0..20_000 {
        writeln!(tower, "let f{} = f{i} + 1", i + 1).unwrap();
    }
    assert!(message(&tower).ends_with("is nested too deeply"));
}

#[test]
fn a_circle_of_many_definitions_is_found() {
    let mut ring = String::new();
    for i in 0..20_000 {
        writeln!(ring, "let f{i} = f{}", (i + 1) % 20_000).unwrap();
    }
    assert_eq!(message(&ring), "a circle of 20000 definitions");
}

#[test]
fn a_part_of_a_sum_may_be_a_sum() {
    Rules::read("game pile\nimpartial\nx: 0..1 = 1\nmove m if x > 0:\n    x = 0\ngame two\nsum pile for i in 1..2\ngame four\nsum two for i in 1..2\n").unwrap();
}
