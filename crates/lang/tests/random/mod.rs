//! Random rules that are valid: typed expressions over a fixed cast of
//! variables, so that nearly all of them pass the checks.

use std::fmt::Write;

/// Random numbers by `SplitMix64` (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}

/// The kinds of the names bound by `let`, `for`, clauses and moves.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Number,
    Pair,
    Player,
    /// A list of numbers.
    List,
}

struct Writer {
    random: Random,
    names: Vec<(String, Kind)>,
    fresh: u32,
    /// How deep expressions nest at most: most games are small, so that many can be
    /// played, and what is wrong in one is soon found.
    deepest: u32,
    /// How many values a place of `d` has: with two a position may fit into a word.
    values: u64,
}

/// The rules of the game with this number.
pub(crate) fn game(seed: u64) -> String {
    let mut random = Random(seed);
    let deepest = [1, 1, 1, 1, 1, 1, 1, 2, 2, 3][random.below(10) as usize];
    let values = 2 + random.below(2);
    let mut writer = Writer {
        random,
        names: Vec::new(),
        fresh: 0,
        deepest,
        values,
    };
    writer.game()
}

impl Writer {
    fn below(&mut self, end: u64) -> u64 {
        self.random.below(end)
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn game(&mut self) -> String {
        let mut out = String::from("game random\nplayers A, B\n");
        if self.chance(20) {
            out += "misere\n";
        }
        out += "type cells = grid(2, 2)\ntype spots = (0..1, player?)\n";
        // What stands before shifts the fields, in one word or in two.
        let pad = match self.values {
            2 => self.below(5),
            _ => [1, 10, 20, 30, 40, 50][self.below(6) as usize],
        };
        let _ = writeln!(out, "pad: 0..{} = 0", (1u64 << pad) - 1);
        out += "x: -2..5 = 1\ny: 0..3 = 0\none: 3..3 = 3\nf: bool = false\n";
        out += "o: player? = none\np: player = B\nat: cells = (0, 1)\n";
        out += "a[0..2]: -1..3 = {0: 1, 1: 0, 2: 2}\n";
        out += "b[cells]: player? = none\n";
        out += "c[player]: (0..2, 0..2) = {A: (0, 1), B: (1, 2)}\n";
        out += "h[player]: bag(2) of 0..2 = {A: [0, 1], B: [1, 1]}\n";
        out += "s: bag(2) of player = [A, B]\n";
        let _ = writeln!(out, "d[spots]: 0..{} = 1", self.values - 1);
        // Definitions see their arguments and the position.
        self.names = vec![("u".into(), Kind::Number), ("v".into(), Kind::Pair)];
        let body = self.number(2);
        let _ = writeln!(out, "let fn(u, v) = {body}");
        let body = self.truth(2);
        let _ = writeln!(out, "let is(u, v) = {body}");
        self.names.clear();
        let wide = u64::from(self.deepest);
        for number in 0..=self.below(wide) {
            self.one_move(number, &mut out);
        }
        if self.chance(60) {
            self.going_on(&mut out);
        }
        for _ in 0..self.below(wide + 1) {
            let verdict = self.verdict();
            let mut condition = self.seldom();
            if self.chance(40) {
                condition = ["stuck and ", "not stuck and ", "stuck or ", ""]
                    [self.below(4) as usize]
                    .to_owned()
                    + &format!("({condition})");
            }
            let _ = writeln!(out, "{verdict} if {condition}");
        }
        if self.chance(40) {
            let _ = writeln!(out, "symmetry {}", self.symmetry());
        }
        out
    }

    /// A move that leads to many positions.
    fn going_on(&mut self, out: &mut String) {
        out.push_str("move on(i in 0..1) if y < 3:\n    y += 1\n");
        for _ in 0..=self.below(3) {
            let line = [
                "x = (x + 2 * i + y) % 6",
                "a[y % 3] = (a[i] + y) % 4",
                "b[(i, y % 2)] = me",
                "at = (at[1], i)",
                "c[me] = (i, y % 3)",
                "o = b[at]",
                "p = other",
                "d[(i, o)] = i",
                "h[me][0] = 2 - h[me][1] - h[me][2]",
                "again",
            ][self.below(10) as usize];
            let _ = writeln!(out, "    {line}");
        }
    }

    /// A symmetry of the cast, though seldom of the rules.
    fn symmetry(&mut self) -> &'static str {
        [
            "cells: all",
            "cells: flips",
            "cells: (i, j) -> (1 - i, j)",
            "cells: (i, j) -> (j, 1 - i)",
            "spots: (i, who) -> (1 - i, who)",
            "swap",
            "swap cells: (i, j) -> (j, i)",
        ][self.below(7) as usize]
    }

    /// What mostly does not hold at first, so that play goes on.
    fn seldom(&mut self) -> String {
        let condition = self.truth(2);
        match ["f and ", "y == 3 and ", "x > 3 and ", "o == A and ", ""][self.below(5) as usize] {
            "" => condition,
            first => format!("{first}({condition})"),
        }
    }

    fn verdict(&mut self) -> &'static str {
        ["win me", "win other", "win A", "win B", "draw"][self.below(5) as usize]
    }

    fn name(&mut self) -> String {
        self.fresh += 1;
        format!("n{}", self.fresh)
    }

    fn one_move(&mut self, number: u64, out: &mut String) {
        let mut parameters = Vec::new();
        for _ in 0..self.below(u64::from(self.deepest) + 1).min(2) {
            let name = self.name();
            let (text, kind) = match self.below(6) {
                0 => (format!("{name} in cells"), Kind::Pair),
                1 => (format!("{name} in player"), Kind::Player),
                2 => {
                    let value = self.pair(2);
                    (format!("{name} = {value}"), Kind::Pair)
                }
                3 => {
                    let value = self.number(2);
                    (format!("{name} = {value}"), Kind::Number)
                }
                4 => {
                    let value = self.list(2);
                    (format!("{name} = {value}"), Kind::List)
                }
                _ => (format!("{name} in -1..2"), Kind::Number),
            };
            parameters.push(text);
            self.names.push((name, kind));
        }
        let _ = write!(out, "move m{number}");
        if !parameters.is_empty() {
            let _ = write!(out, "({})", parameters.join(", "));
        }
        if self.chance(80) {
            let guard = self.truth(3);
            let _ = write!(out, " if {guard}");
        }
        out.push_str(":\n");
        for _ in 0..=self.below(4) {
            self.statement(1, self.deepest.min(2), out);
        }
        self.names.clear();
    }

    fn statement(&mut self, indent: usize, depth: u32, out: &mut String) {
        let pad = "    ".repeat(indent);
        let bound = self.names.len();
        match self.below(if depth == 0 { 8 } else { 12 }) {
            0 => {
                let name = self.name();
                let (value, kind) = match self.below(4) {
                    0 => (self.pair(2), Kind::Pair),
                    1 => (self.player(1), Kind::Player),
                    2 => (self.list(2), Kind::List),
                    _ => (self.number(2), Kind::Number),
                };
                let _ = writeln!(out, "{pad}let {name} = {value}");
                self.names.push((name, kind));
            }
            1 if self.chance(40) => {
                let _ = writeln!(out, "{pad}again");
            }
            2 if self.chance(60) => {
                let verdict = self.verdict();
                let condition = self.seldom();
                let _ = writeln!(out, "{pad}{verdict} if {condition}");
            }
            8 | 9 => {
                let condition = self.truth(2);
                let _ = writeln!(out, "{pad}if {condition}:");
                self.block(indent + 1, depth - 1, out);
                if self.chance(30) {
                    let condition = self.truth(1);
                    let _ = writeln!(out, "{pad}elif {condition}:");
                    self.block(indent + 1, depth - 1, out);
                }
                if self.chance(50) {
                    let _ = writeln!(out, "{pad}else:");
                    self.block(indent + 1, depth - 1, out);
                }
            }
            10 | 11 => {
                let clauses = self.clauses(2, true);
                let _ = writeln!(out, "{pad}{clauses}:");
                self.block(indent + 1, depth - 1, out);
                self.names.truncate(bound);
            }
            _ => {
                let assignment = self.assignment();
                let _ = writeln!(out, "{pad}{assignment}");
            }
        }
    }

    fn block(&mut self, indent: usize, depth: u32, out: &mut String) {
        let bound = self.names.len();
        for _ in 0..=self.below(2) {
            self.statement(indent, depth, out);
        }
        self.names.truncate(bound);
    }

    fn assignment(&mut self) -> String {
        // Most stay in their range, so that play goes on.
        match self.below(14) {
            0 => format!("x = ({}) % 6", self.number(2)),
            1 => format!("y = abs({}) % 4", self.number(2)),
            2 => format!("f = {}", self.truth(2)),
            3 => format!("o = {}", self.owner(2)),
            4 => format!("p = {}", self.player(2)),
            5 => format!("at = {}", self.in_cells(2)),
            6 | 7 => format!("a[{}] = ({}) % 4", self.place(3), self.number(2)),
            8 => format!("b[{}] = {}", self.in_cells(1), self.owner(1)),
            9 => {
                let (i, j) = (self.number(1), self.number(1));
                format!("c[{}] = (({i}) % 3, ({j}) % 3)", self.player(1))
            }
            10 => format!(
                "c[{}] = {}",
                self.player(1),
                ["(c[me][1], c[other][0])", "c[p]", "(c[p][1], c[p][0])"][self.below(3) as usize]
            ),
            11 => {
                let (who, from, to) = (self.player(1), self.place(3), self.place(3));
                format!("h[{who}][{from}] = 2 - h[{who}][{to}] - h[{who}][({from} + 1) % 3]")
            }
            12 => format!(
                "d[(({}) % 2, {})] = ({}) % {}",
                self.number(1),
                self.owner(1),
                self.number(1),
                self.values
            ),
            _ => match self.below(12) {
                4.. => "f = not f".to_owned(),
                0 => format!("x += {}", self.number(1)),
                1 => format!("at -= {}", self.pair(1)),
                2 => format!("a[{}] -= {}", self.place(3), self.number(1)),
                _ => format!("c[{}] += {}", self.player(1), self.pair(1)),
            },
        }
    }

    /// A number, seldom 0.
    fn divisor(&mut self) -> String {
        match self.below(12) {
            0 => self.number(0),
            1..=3 => format!("(abs({}) + 1)", self.number(0)),
            4 => "(2 * x - 1)".to_owned(),
            _ => ["2", "3", "-2", "one"][self.below(4) as usize].to_owned(),
        }
    }

    /// How deep what stands in brackets of a place nests at most.
    fn within(&self) -> u32 {
        (self.deepest - 1).min(1)
    }

    /// A number, mostly from 0 and below `end`.
    fn place(&mut self, end: u64) -> String {
        if self.chance(6) {
            return self.number(1);
        }
        format!("({}) % {end}", self.number(self.within()))
    }

    /// A pair, mostly of the cells.
    fn in_cells(&mut self, depth: u32) -> String {
        if self.chance(6) {
            return self.pair(depth);
        }
        let (i, j) = (self.number(self.within()), self.number(self.within()));
        format!("(({i}) % 2, ({j}) % 2)")
    }

    fn known(&mut self, kind: Kind) -> Option<String> {
        let found: Vec<String> = self
            .names
            .iter()
            .filter(|(_, of)| *of == kind)
            .map(|(name, _)| name.clone())
            .collect();
        (!found.is_empty()).then(|| found[self.below(found.len() as u64) as usize].clone())
    }

    fn clauses(&mut self, depth: u32, ordered: bool) -> String {
        let mut text = String::new();
        for _ in 0..=u64::from(self.chance(25)) {
            let name = self.name();
            let depth = depth.saturating_sub(1);
            let (domain, kind) = match self.below(if ordered { 7 } else { 9 }) {
                0 => ("cells".to_owned(), Kind::Pair),
                1 => ("player".to_owned(), Kind::Player),
                2 => (format!("0..{}", self.place(4)), Kind::Number),
                3 => (self.list(depth), Kind::Number),
                4 => {
                    let (i, j) = (self.pair(depth), self.pair(depth));
                    (format!("[{i}, {j}]"), Kind::Pair)
                }
                5 => ("-1..1".to_owned(), Kind::Number),
                6 => (
                    format!("{}..{}", self.place(2), self.place(3)),
                    Kind::Number,
                ),
                7 => (
                    format!("{{{}, 1, {}}}", self.number(depth), self.number(depth)),
                    Kind::Number,
                ),
                _ => (
                    format!("{{{}, {}}}", self.pair(depth), self.pair(depth)),
                    Kind::Pair,
                ),
            };
            let _ = write!(
                text,
                "{}for {name} in {domain}",
                if text.is_empty() { "" } else { " " }
            );
            self.names.push((name, kind));
            if self.chance(40) {
                let condition = self.truth(depth);
                let _ = write!(text, " if ({condition})");
            }
        }
        text
    }

    fn fold(
        &mut self,
        depth: u32,
        element: impl FnOnce(&mut Self, u32) -> String,
        ordered: bool,
    ) -> String {
        let bound = self.names.len();
        let clauses = self.clauses(depth, ordered);
        let element = element(self, depth - 1);
        self.names.truncate(bound);
        format!("{element} {clauses}")
    }

    fn truth(&mut self, depth: u32) -> String {
        let depth = depth.min(self.deepest);
        if depth == 0 {
            return match self.below(5) {
                0 => "f".to_owned(),
                1 => format!("{} < {}", self.number(0), self.number(0)),
                2 => format!("{} == {}", self.number(0), self.number(0)),
                3 => format!("{} == {}", self.owner(0), self.owner(0)),
                _ => "x >= 0".to_owned(),
            };
        }
        let d = depth - 1;
        match self.below(17) {
            0 | 1 => format!("({} and {})", self.truth(d), self.truth(d)),
            2 => format!("({} or {})", self.truth(d), self.truth(d)),
            3 => format!("(not {})", self.truth(d)),
            4 => format!("({} in cells)", self.pair(d)),
            5 => format!(
                "({} in cells and b[{}] == none)",
                self.pair(d),
                self.pair(d)
            ),
            6 => format!("({} == {})", self.pair(d), self.pair(d)),
            7 => format!(
                "({} <= {} < {})",
                self.number(d),
                self.number(d),
                self.number(d)
            ),
            8 => format!(
                "({} in {{{}, {}, 1}})",
                self.number(d),
                self.number(d),
                self.number(d)
            ),
            9 => format!("({} not in {})", self.number(d), self.list(d)),
            // In sorted order it may stop before a fault, which is not promised
            // for sets of what the position holds.
            10 => format!("any({})", self.fold(depth, Self::truth, true)),
            11 => format!("all({})", self.fold(depth, Self::truth, true)),
            12 => format!("({} != {})", self.owner(d), self.owner(d)),
            13 => format!("({} < {} == {})", self.pair(d), self.pair(d), self.pair(d)),
            14 => format!(
                "({} in {{{}, {}}})",
                self.owner(d),
                self.owner(d),
                self.owner(d)
            ),
            15 => format!(
                "({} if {} else {})",
                self.truth(d),
                self.truth(d),
                self.truth(d)
            ),
            _ => format!("({} >= {})", self.number(d), self.number(d)),
        }
    }

    fn number(&mut self, depth: u32) -> String {
        let depth = depth.min(self.deepest);
        if depth == 0 {
            if let (Some(name), true) = (self.known(Kind::Number), self.chance(50)) {
                return name;
            }
            return match self.below(9) {
                0 | 1 => "x".to_owned(),
                2 => "y".to_owned(),
                3 => "one".to_owned(),
                4 => "at[0]".to_owned(),
                5 => "a[1]".to_owned(),
                6 => "c[me][1]".to_owned(),
                7 => "s[A]".to_owned(),
                _ => (self.below(5) as i64 - 1).to_string(),
            };
        }
        let d = depth - 1;
        match self.below(24) {
            0 | 1 => format!("({} + {})", self.number(d), self.number(d)),
            2 => format!("({} - {})", self.number(d), self.number(d)),
            3 => format!("{} * {}", self.number(0), self.number(0)),
            4 => format!("({} // {})", self.number(d), self.divisor()),
            5 => format!("({} % {})", self.number(d), self.divisor()),
            6 | 7 => format!("a[{}]", self.place(3)),
            8 => format!("c[{}][{}]", self.player(d), self.below(2)),
            9 => format!("h[{}][{}]", self.player(d), self.place(3)),
            10 => format!("s[{}]", self.player(d)),
            11 => format!("d[({}, {})]", self.place(2), self.owner(d)),
            12 => format!(
                "({} if {} else {})",
                self.number(d),
                self.truth(d),
                self.number(d)
            ),
            13 => format!("sum({})", self.fold(depth, Self::number, false)),
            14 => format!("count({})", self.fold(depth, Self::truth, false)),
            15 => format!("min({})", self.fold(depth, Self::number, false)),
            16 => format!("max({}, {})", self.number(d), self.number(d)),
            17 => format!("len({{{}}})", self.fold(depth, Self::number, false)),
            18 => format!("{}[{}]", self.list(d), self.place(2)),
            19 => format!(
                "{{0: {}, 1: {}, 2: {}}}[{}]",
                self.number(d),
                self.number(d),
                self.number(d),
                self.place(3)
            ),
            20 => format!("{}[{}]", self.pair(d), self.below(2)),
            21 => format!("abs({})", self.number(d)),
            22 => format!("({} ** {})", self.below(3), self.number(0)),
            _ => format!(
                "[(1, 2), {}][{}][{}]",
                self.pair(d),
                self.place(2),
                self.below(2)
            ),
        }
    }

    fn pair(&mut self, depth: u32) -> String {
        let depth = depth.min(self.deepest);
        if let (Some(name), true) = (self.known(Kind::Pair), self.chance(40)) {
            return name;
        }
        if depth == 0 {
            return ["at", "(1, 0)", "c[me]", "(x, y)"][self.below(4) as usize].to_owned();
        }
        let d = depth - 1;
        match self.below(9) {
            0 => format!("({} + {})", self.pair(d), self.pair(d)),
            1 => format!("({} - {})", self.pair(d), self.pair(d)),
            2 => "(at[1], at[0])".to_owned(),
            3 => format!("c[{}]", self.player(d)),
            4 => format!(
                "({} if {} else {})",
                self.pair(d),
                self.truth(d),
                self.pair(d)
            ),
            5 => format!("[{}, {}][{}]", self.pair(d), self.pair(d), self.place(2)),
            6 => format!("{} * {}", self.number(0), self.pair(0)),
            _ => format!("({}, {})", self.number(d), self.number(d)),
        }
    }

    fn player(&mut self, depth: u32) -> String {
        let depth = depth.min(self.deepest);
        if let (Some(name), true) = (self.known(Kind::Player), self.chance(40)) {
            return name;
        }
        if depth == 0 {
            return ["me", "other", "A", "B", "p"][self.below(5) as usize].to_owned();
        }
        let d = depth - 1;
        match self.below(5) {
            0 => format!(
                "({} if {} else {})",
                self.player(d),
                self.truth(d),
                self.player(d)
            ),
            1 => format!(
                "{{A: {}, B: {}}}[{}]",
                self.player(d),
                self.player(d),
                self.player(d)
            ),
            2 => format!(
                "[{}, {}][{}]",
                self.player(d),
                self.player(d),
                self.place(2)
            ),
            _ => self.player(0),
        }
    }

    fn owner(&mut self, depth: u32) -> String {
        let depth = depth.min(self.deepest);
        match self.below(4) {
            0 => "o".to_owned(),
            1 => "none".to_owned(),
            2 => format!("b[{}]", self.in_cells(depth.min(1))),
            _ => self.player(depth),
        }
    }

    fn list(&mut self, depth: u32) -> String {
        let depth = depth.min(self.deepest);
        if let (Some(name), true) = (self.known(Kind::List), self.chance(40)) {
            return name;
        }
        if depth == 0 {
            return ["[1, 2, 0]", "[x, y]", "[a[0], 1, a[2]]"][self.below(3) as usize].to_owned();
        }
        let d = depth - 1;
        match self.below(5) {
            0 => format!("[{}, {}]", self.number(d), self.number(d)),
            1 => format!("({} + {})", self.list(d), self.list(d)),
            2 => format!(
                "({} if {} else {})",
                self.list(d),
                self.truth(d),
                self.list(d)
            ),
            _ => format!("[{}]", self.fold(depth, Self::number, true)),
        }
    }
}
