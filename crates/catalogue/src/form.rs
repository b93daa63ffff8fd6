//! How a position of a game is written in an expression: `nim(3, 5)`,
//! `knight(3, 4)`, `northcott(black=[4, 1], white=[5, 3])`.
//!
//! Arguments are the parameters of the rules, in their order or by name, unless there
//! is a shorter way to write what a person thinks of as the position.

/// How the arguments of a game become its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Each argument is the value of a parameter, in the order of the rules.
    Parameters,
    /// All arguments together are the list that is the value of this parameter.
    List(&'static str),
    /// All arguments together are the tuple that is the value of this parameter.
    Tuple(&'static str),
    /// The arguments are lists with these names. One element of each list makes a row,
    /// and the list of rows is the value of this parameter.
    Rows(&'static str, &'static [&'static str]),
}

/// The form of a game of the catalogue; [`Form::Parameters`] for any other name.
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
