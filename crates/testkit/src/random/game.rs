//! A whole random game: rules with all constructs, a game with symmetries, or a sum of parts.

use super::cast::Cast;
use super::numbers::Random;
use super::symmetric;
use super::writer::Writer;

/// Returns the rules of the game with the number `seed`.
pub(super) fn game(seed: u64) -> String {
    let mut random = Random(seed);
    let players = random.chance(70);
    match random.below(20) {
        0 | 1 => symmetric::game(&mut random, players),
        2 | 3 => sum(random, players),
        _ => {
            let cast = Cast::new(&mut random, players);
            Writer::new(random, cast, "random", false).whole_game()
        }
    }
}

/// Writes a sum of parts, or a sum of sums.
fn sum(mut random: Random, players: bool) -> String {
    let cast = Cast::new(&mut random, players);
    let inner = random.chance(20);
    let misere = if random.chance(30) { "misere\n" } else { "" };
    let impartial = if !players && random.chance(30) {
        "impartial\n"
    } else {
        ""
    };
    let [arguments, clauses] = *random.pick(&[
        ["(k)", "for k in 1..2"],
        [
            "(k, f)",
            "for k in [2, 2] for f in {false, true} if f or k > 2",
        ],
        ["(a - b)", "for a, b in [(3, 1), (2, 1)] if a > b"],
        ["", "for _ in {1, 2}"],
    ]);
    let mut rules = Writer::new(random, cast, "part", true).whole_game();
    let part = if inner {
        rules += "\ngame inner(k = 2, f = true)\nsum part(k, f) for i in 1..1 if k > i - 1\n";
        "inner"
    } else {
        "part"
    };
    rules + &format!("\ngame random\n{impartial}{misere}sum {part}{arguments} {clauses}\n")
}
