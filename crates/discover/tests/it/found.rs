//! What is found for games of the catalogue and for rules written here. Each pattern that the finder proves
//! is checked by the code that finds nothing.

use zug_certify::pattern::certify_pattern;
use zug_discover::{End, Limits, find};
use zug_game::linear::LinearGame;
use zug_job::Job;
use zug_lang::{Rules, Settings};
use zug_values::Play;

use crate::claim;

fn linear(source: &str, settings: &Settings) -> LinearGame {
    let rules = Rules::read(source).unwrap();
    rules.linear(settings, &Job::default()).unwrap()
}

fn catalogue(name: &str) -> &'static str {
    zug_catalogue::find(name).unwrap().source
}

/// What is found, in a line: the number of states with the digits, and the words.
fn told(game: &LinearGame) -> String {
    let found = find(game, Limits::default(), &Job::default()).unwrap();
    let (pattern, end) = match found.end {
        End::Proved(pattern) => (pattern, "proved"),
        End::Agrees(pattern, _) => (pattern, "agrees"),
        End::Refuted(pattern, _) => (pattern, "refuted"),
        End::None(_) => return "none".to_owned(),
    };
    let checked = certify_pattern(game, &claim(&pattern), &Job::default());
    assert_eq!(checked.is_ok(), end == "proved", "{checked:?}");
    let words = pattern.words.unwrap_or_default();
    let digits = pattern.automaton.digits();
    let system = if digits.is_recurrent() {
        "recurrent"
    } else {
        "base"
    };
    let (states, factor) = (pattern.automaton.states(), digits.factor());
    format!("{end} {states} {system} {factor} {words}")
        .trim()
        .to_owned()
}

#[test]
fn probe() {
    let mark = |q: &str| {
        format!(
            "\
game mark(n = 20)
impartial
heap: 0..n = n
move one if heap >= 1:
    heap -= 1
{q}"
        )
    };
    let half = "move half if heap >= 1:\n    heap = heap // 2\n";
    let three =
        "move two if heap >= 2:\n    heap -= 2\nmove third if heap >= 1:\n    heap = heap // 3\n";
    let amh = "\
game half(n = 20)
impartial
heap: 0..n = n
move take(k in 1..n) if 2 * k <= heap:
    heap -= k
";
    let chomp = "\
game chomp_rows(first = 5, second = 3)
impartial
require second <= first
a: 0..first = first
b: 0..second = second
move bite_first(k in 0..first) if k < a:
    a = k
    b = min(b, k)
move bite_second(k in 0..second) if k < b:
    b = k
";
    let ends = "\
game ends(first = 5, second = 7)
impartial
a: 0..first = first
b: 0..second = second
win other if a + b <= 2
move from_first(k in 1..first) if k <= a:
    a -= k
move from_second(k in 1..second) if k <= b:
    b -= k
move from_both(k in 1..min(first, second)) if k <= a and k <= b:
    a -= k
    b -= k
";
    let moore = "\
game moore(a = 3, b = 4, c = 5)
impartial
x: 0..a = a
y: 0..b = b
z: 0..c = c
move xy(k in 0..a, l in 0..b) if k <= x and l <= y and k + l > 0:
    x -= k
    y -= l
move xz(k in 0..a, l in 0..c) if k <= x and l <= z and k + l > 0:
    x -= k
    z -= l
move yz(k in 0..b, l in 0..c) if k <= y and l <= z and k + l > 0:
    y -= k
    z -= l
";
    let by_two = "\
game by_two(first = 5, second = 7)
impartial
a: 0..first = first
b: 0..second = second
move from_first(k in 1..first) if k <= a:
    a -= k
move from_second(k in 1..second) if k <= b:
    b -= k
move from_both(k in 1..first, l in 1..second) if k <= a and l <= b and k - l <= 1 and l - k <= 1:
    a -= k
    b -= l
";
    let square = "\
game odd(n = 20)
impartial
heap: 0..n = n
move take(k in 1..n) if k <= heap and (k % 3 == 1 or k % 3 == 2):
    heap -= k
";
    let s = Settings::default;
    for (name, source, settings) in [
        ("mark", &*mark(half), s()),
        ("mark3", &*mark(three), s()),
        ("half", amh, s()),
        ("chomp", chomp, s()),
        ("ends", ends, s()),
        ("by_two", by_two, s()),
        ("odd", square, s()),
        ("moore", moore, s()),
        ("wythoff", catalogue("wythoff"), s()),
        (
            "wythoff misere",
            catalogue("wythoff"),
            s().play(Play::Misere),
        ),
        ("fibonacci-nim", catalogue("fibonacci-nim"), s()),
        ("forbidden-take-away", catalogue("forbidden-take-away"), s()),
        ("nim-with-a-pass", catalogue("nim-with-a-pass"), s()),
        ("roxor", catalogue("roxor"), s()),
        ("edge-geography", catalogue("edge-geography"), s()),
        ("half misere", amh, s().play(Play::Misere)),
    ] {
        let begin = std::time::Instant::now();
        let told = match Rules::read(source)
            .unwrap()
            .linear(&settings, &Job::default())
        {
            Ok(g) => told(&g),
            Err(e) => e.to_string(),
        };
        println!("{name}: {told} {:?}", begin.elapsed());
    }
}
