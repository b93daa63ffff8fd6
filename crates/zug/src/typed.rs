//! Moves as people type them: `1 1` and `(1,1)` are the move `1,1`, `K1,2` is the move `Kb3`, and the
//! beginning of a move is the move where no other begins like that.

use zug_lang::read_square;

/// Which of some moves a text means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    /// The move with this number.
    One(usize),
    /// Each of the moves with these numbers.
    Several(Vec<usize>),
    /// No move.
    None,
}

/// Which of the moves with these names a text means. Capitals do not matter, nor do the spaces, commas,
/// colons and brackets between words.
///
/// ```
/// use zug::{Meant, meant};
///
/// let names = ["0,0", "0,1", "pass"];
/// assert_eq!(meant("(0 1)", &names), Meant::One(1));
/// assert_eq!(meant("p", &names), Meant::One(2));
/// assert_eq!(meant("0", &names), Meant::Several(vec![0, 1]));
/// assert_eq!(meant("2,2", &names), Meant::None);
/// ```
pub fn meant(text: &str, names: &[impl AsRef<str>]) -> Meant {
    let folded = text.to_lowercase();
    let same = |name: &&str| name.to_lowercase() == folded;
    if let Some(place) = names.iter().position(|name| same(&name.as_ref())) {
        return Meant::One(place);
    }
    let asked = words(&folded);
    let known: Vec<Vec<String>> = names
        .iter()
        .map(|name| words(&name.as_ref().to_lowercase()))
        .collect();
    let places = |holds: &dyn Fn(&[String]) -> bool| -> Vec<usize> {
        (0..known.len()).filter(|&at| holds(&known[at])).collect()
    };
    let mut found = places(&|name| name == asked);
    if found.len() != 1 {
        let in_numbers = names.iter().map(|name| in_numbers(name.as_ref()));
        let in_numbers: Vec<Option<Vec<String>>> = in_numbers.collect();
        let is_it = |at: &usize| in_numbers[*at].as_ref() == Some(&asked);
        found = (0..names.len()).filter(is_it).collect();
    }
    if found.len() != 1 {
        found = places(&|name| begins(&asked, name));
    }
    match found[..] {
        [] => Meant::None,
        [only] => Meant::One(only),
        _ => Meant::Several(found),
    }
}

/// The words of a move with the column and the row of each square as numbers from 0: `k1`, `2` of `Kb3`;
/// `None` if no square is in it.
pub fn in_numbers(name: &str) -> Option<Vec<String>> {
    let mut text = String::new();
    let mut has_squares = false;
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_letter = |letter: char| letter.is_ascii_lowercase();
        let letters = rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len());
        let behind = &rest[letters..];
        let digits = behind.find(|digit: char| !digit.is_ascii_digit());
        let (piece, after) = rest.split_at(letters + digits.unwrap_or(behind.len()));
        if let Some((column, row)) = read_square(piece).filter(|_| letters > 0) {
            has_squares = true;
            text.extend([column.to_string(), ",".to_owned(), row.to_string()]);
            rest = after;
        } else if letters > 0 {
            text.push_str(&rest[..letters]);
            rest = behind;
        } else {
            text.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    has_squares.then(|| words(&text.to_lowercase()))
}

/// The words, numbers and other signs of a move, without the spaces, commas, colons and
/// brackets between them.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    for sign in text.chars() {
        let goes_on = sign.is_alphanumeric();
        match words.last_mut() {
            Some(word) if goes_on && is_open => word.push(sign),
            _ if sign.is_whitespace() || ",;:()[]".contains(sign) => {}
            _ => words.push(sign.into()),
        }
        is_open = goes_on;
    }
    words
}

/// Whether `begun` are the first words of the move `whole`; its last word may be cut.
fn begins(begun: &[String], whole: &[String]) -> bool {
    let Some((last, before)) = begun.split_last() else {
        return false;
    };
    whole.starts_with(before)
        && whole
            .get(before.len())
            .is_some_and(|word| word.starts_with(last.as_str()))
}

/// Takes the first move off a list of moves that are separated by commas, semicolons or spaces, and returns
/// its number among the moves with these names. A move may have commas itself: then the longest
/// beginning of the list that is a move is taken. Where all moves are single letters or digits, no
/// commas need to stand between them. If the list begins with no move, the text is returned that stands
/// in the place of one: it has as many commas as a move has.
pub fn take_first<'l>(list: &mut &'l str, names: &[String]) -> Result<usize, &'l str> {
    let whole = list.trim_start_matches(is_between);
    // A semicolon ends a move in any case.
    let last = whole.find(';').unwrap_or(whole.len());
    let ends = whole.match_indices(is_between).map(|(end, _)| end);
    let ends = ends.chain([whole.len()]).filter(|end| *end <= last);
    let ends: Vec<usize> = ends.collect();
    let known: Vec<Vec<String>> = names
        .iter()
        .map(|name| words(&name.to_lowercase()))
        .collect();
    let others: Vec<Option<Vec<String>>> = names.iter().map(|name| in_numbers(name)).collect();
    let every = known.iter().chain(others.iter().flatten());
    let longest = every.map(Vec::len).max().unwrap_or_default();
    let mut found = None;
    for &end in &ends {
        let asked = words(&whole[..end].to_lowercase());
        if asked.len() > longest {
            break;
        }
        let place = known.iter().position(|name| *name == asked);
        let in_numbers = || others.iter().position(|name| name.as_ref() == Some(&asked));
        let place = place.or_else(in_numbers);
        found = place.map(|place| (place, end)).or(found);
    }
    if let Some((place, end)) = found {
        *list = &whole[end..];
        return Ok(place);
    }
    let first = &whole[..ends[0]];
    if let Meant::One(place) = meant(first.trim(), names) {
        *list = &whole[first.len()..];
        return Ok(place);
    }
    let mut signs = whole.chars();
    let is_of_signs = !names.is_empty() && names.iter().all(|name| name.chars().count() == 1);
    if let Some(sign) = signs.next()
        && is_of_signs
        && let Some(place) = names.iter().position(|name| name.starts_with(sign))
    {
        *list = signs.as_str();
        return Ok(place);
    }
    if let Some(sign) = whole.chars().next()
        && is_of_signs
    {
        return Err(&whole[..sign.len_utf8()]);
    }
    let commas = names
        .first()
        .map_or(0, |name| name.matches(is_between).count());
    Err(whole[..ends[commas.min(ends.len() - 1)]].trim())
}

/// A move of a list that is not legal in its position.
#[derive(Clone, Debug)]
pub(crate) struct NotLegal {
    /// The number of the move in the list, from 1.
    pub(crate) number: usize,
    /// The move as it was written.
    pub(crate) text: String,
    /// The names of the moves that are legal there.
    pub(crate) legal: Vec<String>,
}

/// Plays a list of moves from a position, and returns the position after them. `legal` gives the names of
/// the moves of a position, and the positions after these moves.
pub(crate) fn play<P: Copy, E: From<NotLegal>>(
    moves: &str,
    start: P,
    mut legal: impl FnMut(P) -> Result<(Vec<String>, Vec<P>), E>,
) -> Result<P, E> {
    let (mut position, mut left, mut number) = (start, moves, 0);
    while !has_ended(left) {
        number += 1;
        let (names, positions) = legal(position)?;
        match take_first(&mut left, &names) {
            Ok(place) => position = positions[place],
            Err(text) => {
                let text = text.to_owned();
                return Err(NotLegal {
                    number,
                    text,
                    legal: names,
                }
                .into());
            }
        }
    }
    Ok(position)
}

/// Whether a list of moves has ended.
pub fn has_ended(list: &str) -> bool {
    list.trim_start_matches(is_between).is_empty()
}

/// Whether this stands between the moves of a list.
fn is_between(sign: char) -> bool {
    sign.is_whitespace() || sign == ',' || sign == ';'
}
