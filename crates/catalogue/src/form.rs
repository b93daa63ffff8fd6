//! How a position of a game is written in an expression: `nim(3, 5)`,
//! `knight(3, 4)`, `northcott(black=[4, 1], white=[5, 3])`.
//!
//! Arguments are the parameters of the rules, in their order or by name, unless
//! a game has a shorter way to write what one thinks of as its position.

/// How the arguments of a game become its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Each argument is a parameter, in the order of the rules.
    Parameters,
    /// All arguments together are the list that this parameter takes.
    List(&'static str),
    /// All arguments together are the tuple that this parameter takes.
    Tuple(&'static str),
    /// Lists given by these names, one element of each for a row, are the list
    /// of rows that this parameter takes.
    Rows(&'static str, &'static [&'static str]),
}

/// The form of a game of the catalogue; a name that it does not have is as any
/// other rules.
///
/// ```
/// use zug_catalogue::form::{Form, of};
///
/// assert_eq!(of("nim"), Form::List("piles"));
/// assert_eq!(of("kayles"), Form::Parameters);
/// ```
pub fn of(game: &str) -> Form {
    match game {
        "cake-party" => Form::List("cakes"),
        "forbidden-take-away" | "furlo-rublo" | "nim" | "roxor" | "stone-game-strategist" => {
            Form::List("piles")
        }
        "calendar" | "knight" => Form::Tuple("start"),
        "knights" => Form::List("at"),
        "northcott" => Form::Rows("rows", &["black", "white"]),
        _ => Form::Parameters,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entries;
    use zug_lang::Rules;

    #[test]
    fn every_form_names_a_parameter_of_its_game() {
        for entry in entries() {
            let (Form::List(name) | Form::Tuple(name) | Form::Rows(name, _)) = of(entry.name)
            else {
                continue;
            };
            let rules = Rules::read(entry.source).unwrap();
            let known = rules
                .parameters()
                .into_iter()
                .any(|(known, _)| known == name);
            assert!(known, "{}: {name}", entry.name);
        }
    }
}
