//! Names of moves in the parts of a sum: `2: 4` is the move 4 in part 2.

/// The name of a move in a part of a sum, as the rules write it; without the part where
/// the game has only one.
pub(crate) fn in_part(parts: usize, part: usize, name: impl std::fmt::Display) -> String {
    match parts {
        1 => name.to_string(),
        _ => format!("{}: {name}", part + 1),
    }
}

/// What the name of a move in a sum means: `1: 2 is the move 2 in part 1`; `None`
/// for a name that does not begin with the number of a part.
pub fn move_of_part(name: &str) -> Option<String> {
    let (part, inner) = name.split_once(": ")?;
    part.parse::<usize>().ok()?;
    Some(format!("{name} is the move {inner} in part {part}"))
}
