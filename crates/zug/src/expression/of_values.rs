//! Whether a text is an expression of partizan values, or one of games alone.

use zug_partizan::{FUNCTIONS, is_loopy};
use zug_values::Variant;

use super::fault::{ExpressionError, ExpressionFault};
use super::{Expression, Named};

/// Whether a text is an expression of partizan values ([`Calculator`](crate::Calculator)), and not of games
/// alone ([`Expression`]).
///
/// ```
/// use zug::is_of_values;
///
/// assert!(is_of_values("{2|-1} + ^ - *2"));
/// assert!(!is_of_values("nim(3) + kayles(7)"));
/// ```
#[must_use]
pub fn is_of_values(text: &str) -> bool {
    let Ok(expression) = Expression::read(text) else {
        return true;
    };
    let is_value = |part: &Named| {
        let name = part.game.as_str();
        let is_function =
            FUNCTIONS.iter().any(|known| known.name == name) || Variant::of_word(name).is_some();
        // `-3/2` is no name of a game, and no path.
        let is_number = name.starts_with(|first: char| first == '-' || first.is_ascii_digit())
            && name
                .trim_start_matches('-')
                .bytes()
                .all(|byte| byte == b'/' || byte.is_ascii_digit());
        let is_named =
            name.starts_with('^') || name.bytes().all(|byte| byte == b'v') || is_loopy(name);
        // `a{0|a}` is no name of a game.
        let has_bar = name.contains('|');
        (is_function || is_number || is_named || has_bar || ["Tiny", "Miny"].contains(&name))
            && zug_catalogue::find(name).is_none()
    };
    expression.parts.iter().any(is_value)
}

/// Whether a text that is no expression of games was surely meant as one of values.
#[must_use]
pub fn is_surely_of_values(text: &str) -> bool {
    let is_function = |name: &str| text.contains(&format!("{name}("));
    // A name of a game may have hyphens: the end of `nim-with-a-pass` is not the value `pass`.
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    let mut words = text.split(|letter: char| !is_of_name(letter));
    text.contains(['|', '^', '?', '<', '>', '&'])
        || text.contains(" = ")
        || words.any(is_loopy)
        || text.starts_with('{') && !text.contains("}(")
        || FUNCTIONS.iter().any(|known| is_function(known.name))
        || Variant::ALL
            .iter()
            .any(|variant| is_function(variant.word()))
}

/// Whether a text that is no expression of games, by this fault, may have been meant as one of values: it is
/// surely one, or games end in it where a sign stands that values alone have, such as a minus.
#[must_use]
pub fn may_be_of_values(text: &str, fault: &ExpressionError) -> bool {
    is_surely_of_values(text)
        || matches!(fault.fault, ExpressionFault::ExpectedPlus { found } if !found.is_alphanumeric())
}
