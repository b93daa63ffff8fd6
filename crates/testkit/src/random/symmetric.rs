//! Random games with symmetries: what a move can do to one value of a type it can do to
//! each. A fault can be planted, so that a declared symmetry is false somewhere.

use std::fmt::Write;

use super::numbers::Random;

/// Types, each with the symmetries that the moves below have.
const BOARDS: [(&str, &[&str]); 5] = [
    (
        "grid(2, 2)",
        &["all", "flips", "(i, j) -> (j, i)", "(x, y) -> (1 - y, x)"],
    ),
    ("grid(3, 1)", &["all", "flips", "(x, y) -> (2 - x, y)"]),
    (
        "0..2",
        &["i -> 2 - i", "i -> (i + 1) % 3", "i -> [0, 2, 1][i]"],
    ),
    (
        "{red, green, blue}",
        &[
            "c -> {red: green, green: blue, blue: red}[c]",
            "c -> (red if c == green else green if c == red else c)",
        ],
    ),
    (
        "(bool, 0..1)",
        &["(b, i) -> (not b, i)", "(b, i) -> (i == 1, 1 if b else 0)"],
    ),
];

/// What a move can do to the values `c` and `d` of the type `t`.
const CHANGES: [&str; 8] = [
    "if a[c] < 2:\n        a[c] += 1",
    "if b[c] > 0:\n        b[c] -= 1\n        b[d] += 1",
    "at = d",
    "a[d] = a[c]",
    "a[at] = (a[at] + 1) % 3",
    "if c != d and at == c:\n        again",
    "for e in t if e != c:\n        a[e] = 2 - a[e]",
    "b[c] = b[c]",
];

/// What a move can do besides in a game with players.
const OF_PLAYERS: [&str; 5] = [
    "o[c] = me",
    "o[d] = o[c]",
    "n[me] = (n[me] + 1) % 4",
    "if n[other] > n[me]:\n        n[other] -= 1",
    "win me if n[me] == 3",
];

/// What a move can do besides where moves gain points. The last one gains more at one value than at
/// others, so that symmetries which move that value are false.
const GAINS: [&str; 6] = [
    "gain 2",
    "gain a[c] - b[d]",
    "if a[d] == 2:\n        gain 5 - a[c]",
    "for e in t if a[e] > 0:\n        gain a[e]",
    "gain count(a[e] == 1 for e in t)",
    "if c == at:\n        gain 1\n    if a[FIRST] == 1:\n        gain 3",
];

const GUARDS: [&str; 6] = [
    "a[c] == 0",
    "a[c] + a[d] < 3",
    "b[c] > 0",
    "at != c",
    "c != d",
    "count(a[e] == 1 for e in t) < 2",
];

/// Where the declared symmetries of a game are false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FalseIn {
    /// Nowhere.
    Nothing,
    /// Many positions.
    Many,
    /// Few positions, which play can reach.
    Few,
    /// Positions that play from the start does not reach.
    Unreached,
    /// Products alone: each declaration by itself holds wherever play from the start comes.
    Products,
}

impl FalseIn {
    pub const ALL: [Self; 5] = [
        Self::Nothing,
        Self::Many,
        Self::Few,
        Self::Unreached,
        Self::Products,
    ];

    /// The lines of a game with players on [`THREE`] that make its symmetries false.
    fn lines(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Many => "win me if a[0] == 1\n",
            Self::Few => "win me if a[0] == 2 and a[1] == 1 and a[2] == 0 and n[me] > 0\n",
            Self::Unreached => "off: bool = false\nwin me if off and a[0] > 0\n",
            // Both maps hold where the mark is 1. The second takes it to 2, and the first, of
            // those images, to 0.
            Self::Products => "mark: t = 1\nwin me if mark == 0 and a[0] > 0\n",
        }
    }
}

/// A type with three values, and two symmetries of it. The first leaves the value 1, with which games
/// begin, as it is; the second does not.
const THREE: (&str, [&str; 2]) = ("0..2", ["i -> 2 - i", "i -> [0, 2, 1][i]"]);

/// A game of two players on three places that declares two maps, which are false where `false_in`
/// says and may be false nowhere else.
pub(super) fn planted(random: &mut Random, false_in: FalseIn) -> String {
    let (board, maps) = THREE;
    let mut out = before_symmetries(random, true, board, false);
    out += false_in.lines();
    for map in maps {
        let _ = writeln!(out, "symmetry t: {map}");
    }
    out
}

pub(super) fn game(random: &mut Random, players: bool) -> String {
    let (board, maps) = *random.pick(&BOARDS);
    let gains = random.chance(30);
    let mut out = before_symmetries(random, players, board, gains);
    for _ in 0..=random.below(2) {
        let map = random.pick(maps);
        let _ = match (players, random.below(3)) {
            (true, 0) => writeln!(out, "symmetry swap"),
            (true, 1) if !matches!(*map, "all" | "flips") => {
                writeln!(out, "symmetry swap t: {map}")
            }
            _ => writeln!(out, "symmetry t: {map}"),
        };
    }
    out
}

/// All of a game but the symmetries that it declares. `gains` says whether its moves gain points.
fn before_symmetries(random: &mut Random, players: bool, board: &str, gains: bool) -> String {
    let first = match board {
        "grid(2, 2)" | "grid(3, 1)" => "(0, 0)",
        "0..2" => "1",
        "{red, green, blue}" => "green",
        _ => "(false, 1)",
    };
    let mut out = String::from("game random\n");
    out += if players {
        "players A, B\n"
    } else {
        "impartial\n"
    };
    if !gains && random.chance(20) {
        out += "misere\n";
    }
    let pad = [0, 3, 30, 60][random.below(4) as usize];
    let _ = write!(
        out,
        "type t = {board}\npad: 0..{} = 0\na[t]: 0..2 = 0\nb: bag(2) of t = [{first}, {first}]\n\
         at: t = {first}\n",
        (1_u64 << pad) - 1
    );
    let mut changes = CHANGES.to_vec();
    let mut guards = GUARDS.to_vec();
    if players {
        out += "o[t]: player? = none\nn[player]: 0..3 = 0\n";
        changes.extend(OF_PLAYERS);
        if gains {
            changes.pop();
            changes.push("gain n[me] - n[other]");
        }
        guards.extend(["o[c] != other", "n[me] < 3"]);
    }
    let one_sided = GAINS[GAINS.len() - 1].replace("FIRST", first);
    if gains {
        changes.extend(&GAINS[..GAINS.len() - 1]);
        if random.chance(10) {
            changes.push(&one_sided);
        }
    }
    for number in 0..=random.below(2) {
        let _ = writeln!(
            out,
            "move m{number}(c in t, d in t) if {}:",
            random.pick(&guards)
        );
        for _ in 0..=random.below(3) {
            let _ = writeln!(out, "    {}", random.pick(&changes));
        }
    }
    for condition in [
        "all(a[c] > 0 for c in t)",
        "stuck and b[at] == 2",
        "a[at] == 2",
    ] {
        if random.chance(30) {
            let verdict = random.pick(if gains {
                &["score 3", "score a[at]", "score 0"]
            } else {
                &["win me", "win other", "draw"]
            });
            let _ = writeln!(out, "{verdict} if {condition}");
        }
    }
    out
}
