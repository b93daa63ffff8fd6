//! Finds the faults of a rules file that do not depend on the values of its parameters:
//! unknown names, wrong types, names used where they may not be, declarations that are
//! missing or contradict each other.
//!
//! The first fault is reported. First the declarations that a game has are checked,
//! then its names, then the types of its values. Cost: one walk over the syntax tree
//! for the names and one for the types, in which the body of a function is walked once
//! for each combination of argument types. The walks follow definitions, so that the
//! depth of definitions is bounded. Nothing here runs the game.

mod structure;
mod endless;
mod becomes;
mod scope;
mod names;
mod mentions;
mod definitions;
mod unused;
mod resolve;
mod ty;
mod typing;
mod declared;
mod expression;
mod operators;
mod declarations;
mod text;

use std::sync::Arc;

pub(crate) use ty::Type;

use crate::syntax::ast::File;
use crate::text::diagnostic::{Diagnostic, Result};

/// What the checker found out about a game.
#[derive(Clone, Debug)]
pub(crate) struct GameTypes {
    /// The parameters in the order of the header, each with the type of its values.
    pub(crate) parameters: Vec<(Arc<str>, Type)>,
    /// What looks like a mistake and is none for certain.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Checks every game of a file; returns what was found out about each, in the order of
/// the file.
pub(crate) fn check(file: &File) -> Result<Vec<GameTypes>> {
    let mut checked: Vec<(Arc<str>, GameTypes)> = Vec::new();
    for (place, game) in file.games.iter().enumerate() {
        structure::check(file, place)?;
        let names = names::Names::collect(game)?;
        let warnings = names.resolve()?;
        let mut typing = typing::Typing::new(&names);
        let parameters = declarations::check(&mut typing, &checked)?;
        let types = GameTypes {
            parameters,
            warnings,
        };
        checked.push((game.name.text.clone(), types));
    }
    Ok(checked.into_iter().map(|(_, types)| types).collect())
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::syntax::parser::parse;

    fn checked(source: &str) -> Result<Vec<GameTypes>> {
        check(&parse(source).expect("this parses"))
    }

    /// Returns the text of a game with these declarations.
    fn game(declarations: &str) -> String {
        format!(
            "game g(n = 3)\nplayers A, B\nx: 0..n = 0\nmove go if x < n:\n    x += 1\n{declarations}"
        )
    }

    fn message(declarations: &str) -> String {
        checked(&game(declarations)).unwrap_err().message
    }

    #[test]
    fn definitions_stand_in_any_order() {
        checked(&game(
            "let a = f(b)\nlet b = c\nlet f(y) = y + n\ntype t = 0..a\nlet c = 1\n",
        ))
        .unwrap();
    }

    #[test]
    fn parameters_have_the_types_of_their_defaults() {
        let types =
            checked("game g(a = {1}, b: 0..3 = 2, c = [(1, 2)])\nimpartial\nx: 0..1 = 0\nmove m\n")
                .unwrap();
        let words: Vec<String> = types[0]
            .parameters
            .iter()
            .map(|(_, ty)| ty.to_string())
            .collect();
        assert_eq!(
            words,
            ["a set of numbers", "a number", "a list of pairs of numbers"]
        );
    }

    #[test]
    fn a_function_takes_arguments_of_different_kinds() {
        checked(&game(
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
        checked("game pile\nimpartial\nx: 0..1 = 1\nmove m if x > 0:\n    x = 0\ngame two\nsum pile for i in 1..2\ngame four\nsum two for i in 1..2\n").unwrap();
    }
}
