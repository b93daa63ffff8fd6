//! Rules read as linear conditions do what the plain evaluator says, on all small positions.

use zug_game::linear::LinearGame;
use zug_job::Job;
use zug_lang::{Reference, Rules, Settings};
use zug_testkit::all_or;
use zug_values::Play;

/// Compares a game with the plain evaluator for all values up to `most` of its open parameters; returns
/// the number of states compared.
fn agree(rules: &Rules, game: &LinearGame, settings: &Settings, most: i64) -> usize {
    let names: Vec<(String, usize)> = rules
        .parameters()
        .into_iter()
        .filter_map(|(name, _)| {
            let of = |open: &&String| **open == name || open.starts_with(&format!("{name}["));
            let open = game.variables[..game.parameters].iter().filter(of).count();
            (open > 0).then_some((name, open))
        })
        .collect();
    let mut values = vec![0; game.parameters];
    let mut compared = 0;
    loop {
        let mut settings = settings.clone();
        let mut rest = values.iter();
        for (name, count) in &names {
            let own: Vec<String> = rest
                .by_ref()
                .take(*count)
                .map(ToString::to_string)
                .collect();
            let is_list = game.variables.contains(&format!("{name}[0]"));
            let text = own.join(", ");
            settings = settings.set(name, if is_list { format!("[{text}]") } else { text });
        }
        // Where the rules refuse the parameters there is no position.
        if let Ok(instance) = rules.instance(&settings) {
            compared += Reference::new(&instance).agrees_with(game, 2_000).unwrap();
        }
        let Some(next) = (0..values.len()).rev().find(|i| values[*i] < most) else {
            return compared;
        };
        values[next] += 1;
        values[next + 1..].fill(0);
    }
}

/// The games of the catalogue that are read, with the number of their open parameters.
#[test]
fn games_of_the_catalogue_are_what_the_plain_evaluator_plays() {
    let mut accepted = Vec::new();
    for known in zug_catalogue::entries() {
        let rules = Rules::read(known.source).unwrap();
        for play in [Play::Normal, Play::Misere] {
            let settings = Settings::default().play(play);
            let Ok(game) = rules.linear(&settings, &Job::default()) else {
                continue;
            };
            let most = match game.parameters {
                0 | 1 => all_or(20, 32),
                2 => all_or(7, 32),
                3 => all_or(3, 8),
                _ => all_or(1, 3),
            };
            let compared = agree(&rules, &game, &settings, most);
            if play == Play::Normal {
                accepted.push(format!("{} {} {compared}", known.name, game.parameters));
            }
        }
    }
    insta::assert_snapshot!(accepted.join("\n"));
}

/// Numbers that look as if they were random (Knuth's linear congruence).
struct Random(u64);

impl Random {
    fn below(&mut self, below: u64) -> u64 {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u64) as usize]
    }

    /// A number made of variables, the parameter, the choice and constants.
    fn number(&mut self, depth: u64) -> String {
        if depth == 0 || self.below(3) == 0 {
            let small = self.below(5).to_string();
            return self.one_of(&["a", "b", "n", "k", &small]).to_owned();
        }
        let (x, y) = (self.number(depth - 1), self.number(depth - 1));
        let small = self.below(3) + 1;
        match self.below(9) {
            0 | 1 => format!("({x} + {y})"),
            2 | 3 => format!("({x} - {y})"),
            4 => format!("min({x}, {y})"),
            5 => format!("max({x}, {y})"),
            6 => format!("({x} // {small})"),
            7 => format!("({x} % {small})"),
            _ => format!("{small} * {x}"),
        }
    }

    fn condition(&mut self, depth: u64) -> String {
        let (x, y) = (self.number(1), self.number(1));
        if depth > 0 && self.below(2) == 0 {
            let (p, q) = (self.condition(depth - 1), self.condition(depth - 1));
            let op = self.one_of(&["and", "or"]);
            let not = self.one_of(&["", "not "]);
            return format!("{not}({p} {op} {q})");
        }
        match self.below(6) {
            0 => format!("{x} in {{0, 2, 5}}"),
            1 => format!("{x} in 1..{y}"),
            2 => format!("any({x} == i for i in {{1, 3}})"),
            _ => format!("{x} {} {y}", self.one_of(&["<", "<=", "==", "!=", ">"])),
        }
    }

    /// A game with two numbers, each of whose changes is kept within its range.
    fn game(&mut self) -> String {
        let mut rules = "game g(n = 3)\nimpartial\na: 0..n = n\nb: 0..n + 1 = 0\n".to_owned();
        for step in 0..=self.below(2) {
            let domain = self.one_of(&["1..n", "0..min(a, b)", "{1, 2}", "0..max(a, 2)"]);
            let (guard, x) = (self.condition(1), self.number(2));
            let body = match self.below(3) {
                0 => format!("    a = max(0, min(n, {x}))\n"),
                1 => format!("    b = max(0, min(n + 1, {x}))\n"),
                _ => {
                    let condition = self.condition(0);
                    format!(
                        "    if {condition}:\n        a = max(0, min(n, {x}))\n    else:\n        b = 0\n"
                    )
                }
            };
            rules = format!("{rules}move m{step}(k in {domain}) if {guard}:\n{body}");
        }
        if self.below(3) == 0 {
            let condition = self.one_of(&["a + b == 0", "a == n and b > 1", "b % 2 == 1"]);
            let winner = self.one_of(&["me", "other"]);
            return format!("{rules}win {winner} if {condition}\n");
        }
        rules
    }
}

#[test]
fn random_rules_are_what_the_plain_evaluator_plays() {
    let (mut read, mut compared) = (0, 0);
    let mut random = Random(7);
    for _ in 0..all_or(200, 100_000) {
        let source = random.game();
        let rules = Rules::read(&source).unwrap_or_else(|fault| panic!("{fault}\n{source}"));
        let settings = Settings::default();
        let Ok(game) = rules.linear(&settings, &Job::default()) else {
            continue;
        };
        read += 1;
        for n in 0..4 {
            let instance = rules.instance(&settings.clone().set("n", n)).unwrap();
            let agrees = Reference::new(&instance).agrees_with(&game, 1000);
            compared += agrees.unwrap_or_else(|flaw| panic!("n={n}: {flaw}\n{source}"));
        }
    }
    assert!(
        read > all_or(100, 50_000) && compared > 5000,
        "{read} {compared}"
    );
}

#[test]
fn what_is_not_linear_is_told_with_its_place() {
    let told = |source: &str| {
        let rules = Rules::read(source).unwrap();
        match rules.linear(&Settings::default(), &Job::default()) {
            Err(zug_lang::Error::Rules(fault)) => {
                format!(
                    "{}: {}",
                    fault.label,
                    &source[fault.span.start..fault.span.end]
                )
            }
            other => panic!("{other:?}"),
        }
    };
    let heap = |rest: &str| format!("game g(n = 3, m = 2)\nimpartial\nheap: 0..n = n\n{rest}");
    let product = heap("move take if heap > m * n:\n    heap -= m\n");
    assert_eq!(told(&product), "a product of variables: m * n");
    let quotient = heap("move take if heap > 0:\n    heap = heap // m\n");
    assert_eq!(told(&quotient), "a division by a variable: heap // m");
    let score = heap("move take if heap > m:\n    heap -= 1\nscore heap if heap <= m\n");
    assert_eq!(
        told(&score),
        "a result of this kind: score heap if heap <= m"
    );
    let array = "game g(n = 3)\nimpartial\ntype places = 0..n\ncup[i in places]: 0..1 = 1\n\
                 move take(i in places) if cup[i] == 1:\n    cup[i] = 0\n";
    assert_eq!(told(array), "the size of this array must be known: places");
    let players =
        "game g(n = 3)\nplayers A, B\nheap: 0..n = n\nmove take if heap > 0:\n    heap -= 1\n";
    assert!(told(players).starts_with("two players with moves of their own"));
}
