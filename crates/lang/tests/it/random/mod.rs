//! Random rules that are valid: expressions with types, over a random cast of
//! variables, so that most of them pass the checks. Together they use the whole
//! language.

mod asked;
mod cast;
mod writer;
mod statement;
mod expression;
mod symmetric;
mod shrink;

pub(crate) use asked::Asked;
pub(crate) use shrink::shrink;
pub(crate) use symmetric::FalseIn;

use cast::Cast;
use writer::Writer;

/// Random numbers by `SplitMix64` (Steele, Lea and Flood, 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// Picks one of these; there must be at least one.
    fn pick<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.place(among.len())]
    }

    /// Returns a number below `count`, or 0 if `count` is 0.
    pub(crate) fn place(&mut self, count: usize) -> usize {
        self.below(count.max(1) as u64) as usize
    }
}

/// Returns the rules of a game with players and symmetries, by its number.
pub(crate) fn symmetric_game(seed: u64) -> String {
    symmetric::game(&mut Random(seed), true)
}

/// Returns the rules of a game with players whose declared symmetries are false there.
pub(crate) fn falsely_symmetric_game(seed: u64, false_in: FalseIn) -> String {
    symmetric::planted(&mut Random(seed), false_in)
}

/// Returns the rules of the game with the number `seed`.
fn game(seed: u64) -> String {
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
