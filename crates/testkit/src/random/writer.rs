//! Writes the declarations of a random game.

use std::fmt::Write;

use super::cast::{Cast, Kind};
use super::numbers::Random;

/// How rules may end the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// With no results: the game is a part of a sum.
    Part,
    Results,
    Scores,
    /// With what the moves gained, and maybe with scores besides.
    Gains,
}

pub(super) struct Writer {
    random: Random,
    pub(super) cast: Cast,
    name: &'static str,
    ending: Ending,
    /// The names of values in scope, with their kinds.
    pub(super) names: Vec<(String, Kind)>,
    /// The number of names, at the beginning of `names`, whose values are known before
    /// the game starts.
    pub(super) known: usize,
    /// The functions, with the kinds of their arguments and of their value.
    pub(super) functions: Vec<(String, Vec<Kind>, Kind)>,
    fresh: u32,
    /// The greatest depth of expressions. Most games are small, so that many can be
    /// played and a fault in one is soon understood.
    pub(super) deepest: u32,
    /// Whether `me` and `other` may be written here.
    pub(super) mover: bool,
    /// Whether variables may be written here.
    pub(super) position: bool,
}

impl Writer {
    pub(super) fn new(mut random: Random, cast: Cast, name: &'static str, is_part: bool) -> Self {
        let deepest = [1, 1, 1, 1, 1, 1, 1, 2, 2, 3][random.below(10) as usize];
        let ending = match is_part {
            true => Ending::Part,
            false if random.chance(15) => Ending::Scores,
            false if random.chance(12) => Ending::Gains,
            false => Ending::Results,
        };
        Self {
            ending,
            random,
            cast,
            name,
            names: Vec::new(),
            known: 0,
            functions: Vec::new(),
            fresh: 0,
            deepest,
            mover: false,
            position: false,
        }
    }

    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.random.below(end)
    }

    pub(super) fn chance(&mut self, percent: u64) -> bool {
        self.random.chance(percent)
    }

    pub(super) fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        self.random.pick(among).clone()
    }

    pub(super) fn fresh(&mut self) -> String {
        self.fresh += 1;
        format!("n{}", self.fresh)
    }

    /// Picks a kind of value, mostly a simple one.
    pub(super) fn any_kind(&mut self) -> Kind {
        let mut simple = vec![
            Kind::Number,
            Kind::Number,
            Kind::Truth,
            Kind::pair(),
            Kind::Colour,
            Kind::MaybeColour,
            Kind::Tuple(vec![Kind::Number, Kind::Truth, Kind::MaybeColour]),
        ];
        if self.cast.players {
            simple.extend([Kind::Player, Kind::Player, Kind::MaybePlayer]);
        }
        let kind = self.pick(&simple);
        match self.below(12) {
            0 | 1 => kind.list(),
            2 => kind.set(),
            3 => Kind::Number.map_to(kind),
            4 => Kind::Colour.map_to(kind),
            5 => kind.list().list(),
            6 if self.chance(50) => kind.set().list(),
            6 => Kind::Tuple(vec![kind, Kind::pair()]),
            _ => kind,
        }
    }

    pub(super) fn whole_game(mut self) -> String {
        let mut out = self.header();
        self.definitions(&mut out);
        self.position = true;
        self.mover = self.cast.players;
        let wide = u64::from(self.deepest);
        for number in 0..=self.below(wide + 1) {
            self.one_move(number, &mut out);
        }
        if self.chance(75) {
            self.going_on(&mut out);
        }
        if self.ending != Ending::Part {
            self.results(&mut out);
        }
        if self.chance(8) {
            let symmetry = self.symmetry();
            let _ = writeln!(out, "symmetry {symmetry}");
        }
        if self.ending == Ending::Results && self.chance(15) {
            // Where a player wins by it, a swap of the players is an error.
            let may_win = self.cast.players && !out.contains("symmetry swap");
            let forms = ["draw", "win A", "win B"];
            let form = forms[self.below(if may_win { 3 } else { 1 }) as usize];
            let _ = writeln!(out, "{form} if endless");
        }
        if self.chance(15) {
            let shown = self.pick(self.cast.used().to_vec().as_slice());
            let look = self.pick(&["", " as letter", " as disc red"]);
            let look = shown.index.map_or("", |_| look);
            let _ = writeln!(out, "show {}{look}", shown.name);
        }
        if self.chance(10) {
            let piece = self.pick(&["1", "true", "\"a\""]);
            let _ = writeln!(out, "show {piece} as disc blue");
        }
        if self.chance(10) {
            let (name, number) = (self.fresh(), self.number(2));
            let _ = writeln!(out, "show {{{name}: {number} for {name} in 1..3}}");
        }
        out
    }

    /// Writes the name and the parameters, the players, types and variables.
    fn header(&mut self) -> String {
        let mut parameters = Vec::new();
        let mut require = String::new();
        if self.ending == Ending::Part || self.chance(50) {
            parameters = vec!["k: 1..3 = 2".to_owned(), "f = true".to_owned()];
            self.names.push(("k".into(), Kind::Number));
            self.names.push(("f".into(), Kind::Truth));
            if self.chance(30) {
                let name = self.fresh();
                let default = self.pick(&["[]", "[2]", "[0, 3, 3]"]);
                parameters.push(format!("{name}: list of 0..3 = {default}"));
                self.names.push((name, Kind::Number.list()));
            }
            for _ in 0..self.below(3) {
                let (name, kind) = (self.fresh(), self.any_kind());
                let value = self.literal(&kind);
                if !value.contains("none") {
                    parameters.push(format!("{name} = {value}"));
                    self.names.push((name, kind));
                }
            }
            self.known = self.names.len();
            if self.chance(40) {
                let condition = self.truth(1);
                require = format!("require k >= 1 and (f or not f or {condition})\n");
            }
        }
        let parameters = match parameters.len() {
            0 => String::new(),
            _ => format!("({})", parameters.join(", ")),
        };
        let mut out = format!("game {}{parameters}\n", self.name);
        out += if self.cast.players {
            "players A, B\n"
        } else {
            "impartial\n"
        };
        out += &require;
        if self.ending == Ending::Results && self.chance(20) {
            out += "misere\n";
        }
        out += "let words = [\"low\", \"high\"]\n";
        out += "let arcs = [(n % 4, n * n % 5 - 1) for n in 0..19]\n";
        for (name, ty) in &self.cast.types {
            let _ = writeln!(out, "type {name} = {ty}");
        }
        for variable in &self.cast.variables {
            let _ = writeln!(out, "{}", variable.declaration());
        }
        out
    }

    /// Writes constants, definitions that depend on the position, and functions.
    fn definitions(&mut self, out: &mut String) {
        for _ in 0..self.below(3) {
            let (name, kind) = (self.fresh(), self.any_kind());
            let value = self.expr(&kind, 1);
            let _ = writeln!(out, "let {name} = {value}");
            self.names.push((name, kind));
        }
        self.known = self.names.len();
        self.position = true;
        self.mover = self.cast.players;
        for _ in 0..self.below(3) {
            let name = self.fresh();
            let kind = self.any_kind();
            let arguments: Vec<(String, Kind)> = (0..self.below(3))
                .map(|_| (self.fresh(), self.any_kind()))
                .collect();
            let local = self.names.len();
            let (mut words, mut kinds) = (Vec::new(), Vec::new());
            for (word, kind) in arguments {
                kinds.push(kind.clone());
                match kind {
                    Kind::Tuple(parts) if self.chance(50) => {
                        let names: Vec<String> = parts.iter().map(|_| self.fresh()).collect();
                        words.push(format!("({})", names.join(", ")));
                        self.names.extend(names.into_iter().zip(parts));
                    }
                    kind => {
                        words.push(word.clone());
                        self.names.push((word, kind));
                    }
                }
            }
            let body = self.expr(&kind, 2);
            self.names.truncate(local);
            if words.is_empty() {
                let _ = writeln!(out, "let {name} = {body}");
                self.names.push((name, kind));
            } else {
                let _ = writeln!(out, "let {name}({}) = {body}", words.join(", "));
                self.functions.push((name, kinds, kind));
            }
        }
        self.position = false;
        self.mover = false;
    }

    fn one_move(&mut self, number: u64, out: &mut String) {
        let outer = (self.names.clone(), self.known);
        let mut parameters = Vec::new();
        let mut shown = Vec::new();
        for _ in 0..self.below(u64::from(self.deepest) + 1).min(2) {
            if self.chance(40) {
                let (name, kind) = (self.fresh(), self.any_kind());
                let value = self.expr(&kind, 2);
                parameters.push(format!("{name} = {value}"));
                self.names.push((name, kind));
                continue;
            }
            let (pattern, domain, bound) = self.chosen();
            parameters.push(format!("{pattern} in {domain}"));
            shown.extend(bound.iter().map(|(name, _)| name.clone()));
            // Names whose values are known stand before the others.
            let at = self.known;
            self.known += bound.len();
            self.names.splice(at..at, bound);
        }
        let _ = write!(out, "move m{number}");
        if !parameters.is_empty() {
            let _ = write!(out, "({})", parameters.join(", "));
        }
        if self.chance(80) {
            let guard = self.truth(3);
            let _ = write!(out, " if {guard}");
        }
        if self.chance(12) {
            let left = self.truth(2);
            let _ = write!(out, " leaving {left}");
        }
        if self.chance(20) {
            let shown: Vec<String> = shown.iter().map(|name| format!("{{{name}}}")).collect();
            let more = self.expr(&Kind::Number, 0);
            let word = self.pick(&["", " {words[y % 2]}"]);
            let shown = shown.join(";");
            let _ = write!(out, " \"m{number} {shown} {{{more}}}{word}\"");
        }
        if self.chance(96) {
            out.push_str(":\n");
            for _ in 0..=self.below(4) {
                self.statement(1, self.deepest.min(2), out);
            }
        } else {
            out.push('\n');
        }
        (self.names, self.known) = outer;
    }

    /// Returns a pattern, the set that it is chosen from, and the names of the pattern
    /// with their kinds.
    fn chosen(&mut self) -> (String, String, Vec<(String, Kind)>) {
        let name = self.fresh();
        let one = |name: String, domain: &str, kind| {
            (name.clone(), domain.to_owned(), vec![(name, kind)])
        };
        let both = |a: String, b: String, kind: Kind, domain: &str| {
            let bound = vec![(a.clone(), Kind::Number), (b.clone(), kind)];
            (format!("({a}, {b})"), domain.to_owned(), bound)
        };
        if self.chance(20) {
            let of = self.pick(&[Kind::Number, Kind::Colour]);
            let domain = match self.below(3) {
                0 if of == Kind::Number => format!("{}..{}", self.place(2), self.place(4)),
                0 | 1 => {
                    let domain = if of == Kind::Number {
                        "small"
                    } else {
                        "colour"
                    };
                    let condition = self.truth(1);
                    format!("{{{name} for {name} in {domain} if {condition}}}")
                }
                _ => {
                    // A list with an element twice would make two moves of one name.
                    if of == Kind::Number && self.chance(50) {
                        format!("[[2, 0], [1], [0, 3, 1]][{}]", self.place(3))
                    } else {
                        self.row(&of.clone().set(), 1)
                    }
                }
            };
            return one(name, &domain, of);
        }
        match self.below(if self.cast.players { 14 } else { 11 }) {
            0 => one(name, "cells", Kind::pair()),
            1 => both(name, self.fresh(), Kind::Number, "cells"),
            2 => both(name, self.fresh(), Kind::MaybeColour, "spots"),
            3 => one(name, "small", Kind::Number),
            4 => one(name, "colour", Kind::Colour),
            5 => one(name, "[2, 0, 1]", Kind::Number),
            6 => one(
                name,
                "{(1, true), (0, false)}",
                Kind::Tuple(vec![Kind::Number, Kind::Truth]),
            ),
            7 => one(name, "{k * k for k in -1..2}", Kind::Number),
            8 => {
                let domain = self.pick(&["0..1", "1..1", "2..0"]);
                (String::from("_"), domain.to_owned(), Vec::new())
            }
            9 => one(name, "[true, false]", Kind::Truth),
            10 => one(name, "-1..2", Kind::Number),
            11 => one(name, "player", Kind::Player),
            12 => one(name, "{A: 0..1, B: {3, 1}}[me]", Kind::Number),
            _ => one(name, "([me] if me == A else [A, me])", Kind::Player),
        }
    }

    /// Writes a move that leads to many positions.
    fn going_on(&mut self, out: &mut String) {
        out.push_str("move on(i in 0..1) if y < 3:\n    y += 1\n");
        let outer = self.names.len();
        self.names.push(("i".into(), Kind::Number));
        let deepest = std::mem::replace(&mut self.deepest, 1);
        for _ in 0..=self.below(3) {
            if self.chance(8) {
                out.push_str("    again\n");
            } else if self.may_gain() && self.chance(50) {
                let number = self.number(1);
                let _ = writeln!(out, "    gain {number}");
            } else {
                self.assignment(1, out);
            }
        }
        self.deepest = deepest;
        self.names.truncate(outer);
    }

    fn results(&mut self, out: &mut String) {
        if self.chance(12) {
            let condition = self.seldom();
            let _ = writeln!(out, "assert not ({condition})");
        }
        let fewest = u64::from(self.ending == Ending::Scores);
        for _ in 0..fewest.max(self.below(u64::from(self.deepest) + 2)) {
            let verdict = if matches!(self.ending, Ending::Scores | Ending::Gains) {
                format!("score {}", self.number(2))
            } else {
                self.verdict().to_owned()
            };
            let mut condition = self.seldom();
            if self.chance(40) {
                let stuck = self.pick(&["stuck and ", "not stuck and ", "stuck or ", ""]);
                condition = format!("{stuck}({condition})");
            }
            let _ = writeln!(out, "{verdict} if {condition}");
        }
    }

    /// Whether a body may end the game.
    pub(super) fn may_end(&self) -> bool {
        self.ending == Ending::Results
    }

    /// Whether a body may gain points.
    pub(super) fn may_gain(&self) -> bool {
        self.ending == Ending::Gains
    }

    /// Writes a symmetry of the cast, which is seldom one of the rules.
    fn symmetry(&mut self) -> String {
        let mut forms = vec![
            "cells: all",
            "cells: flips",
            "cells: (i, j) -> (1 - i, j)",
            "spots: (i, c) -> (1 - i, c)",
            "cells: (i, j) -> (1 - i, j), spots: (i, c) -> (1 - i, c)",
            "colour: c -> {red: green, green: red, blue: blue}[c]",
        ];
        if self.cast.players {
            forms.extend(["swap", "swap cells: (i, j) -> (1 - i, j)"]);
        }
        self.pick(&forms).to_owned()
    }

    /// Writes a condition that mostly does not hold at first, so that play goes on.
    pub(super) fn seldom(&mut self) -> String {
        let condition = self.truth(2);
        match self.pick(&["y == 3 and ", "y > 1 and ", "y == 2 and ", ""]) {
            "" => condition,
            first => format!("{first}({condition})"),
        }
    }

    pub(super) fn verdict(&mut self) -> &'static str {
        let end = if self.cast.players { 5 } else { 3 };
        ["win me", "win other", "draw", "win A", "win B"][self.below(end) as usize]
    }
}
