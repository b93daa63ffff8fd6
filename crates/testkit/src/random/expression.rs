//! Random expressions of a given kind.

use super::cast::{Holds, Kind, Type};
use super::writer::Writer;

impl Writer {
    /// Writes an expression that gives a value of this kind.
    pub(super) fn expr(&mut self, kind: &Kind, depth: u32) -> String {
        let depth = depth.min(self.deepest);
        if depth == 0 {
            return match self.named(kind) {
                Some(name) if self.chance(75) => name,
                _ => self.literal(kind),
            };
        }
        let d = depth - 1;
        match self.below(16) {
            0 | 1 => self.named(kind).unwrap_or_else(|| self.literal(kind)),
            2 => format!(
                "({} if {} else {})",
                self.expr(kind, d),
                self.truth(d),
                self.expr(kind, d)
            ),
            3 => {
                let (a, b) = (self.expr(kind, d), self.expr(kind, d));
                format!("[{a}, {b}][{}]", self.place(2))
            }
            4 => self.of_map(kind, d),
            5 | 6 => self.element(kind).unwrap_or_else(|| self.expr(kind, d)),
            7 => self.called(kind, d).unwrap_or_else(|| self.expr(kind, d)),
            8 => {
                let tuples = [
                    Kind::Tuple(vec![kind.clone(), Kind::Number]),
                    Kind::Tuple(vec![Kind::Number, kind.clone()]),
                ];
                let at = self.below(2) as usize;
                format!("{}[{at}]", self.expr(&tuples[at], d))
            }
            _ => self.of_kind(kind, d),
        }
    }

    /// Writes an expression of a form that gives only this kind of value.
    fn of_kind(&mut self, kind: &Kind, d: u32) -> String {
        match kind {
            Kind::Number => self.arithmetic(d),
            Kind::Truth => self.condition(d),
            Kind::Player => self.one_of(&["me", "other", "A", "B"]),
            Kind::Colour => self.one_of(&["red", "green", "blue"]),
            Kind::MaybePlayer | Kind::MaybeColour if self.chance(25) => "none".to_owned(),
            Kind::MaybePlayer => self.expr(&Kind::Player, d),
            Kind::MaybeColour => self.expr(&Kind::Colour, d),
            Kind::Tuple(parts) => {
                if kind.is_ordered() && self.chance(50) {
                    if self.chance(30) {
                        return self.extreme(kind, d);
                    }
                    return self.vector(kind, d);
                }
                let parts: Vec<String> = parts.iter().map(|part| self.expr(part, d)).collect();
                format!("({})", parts.join(", "))
            }
            Kind::List(_) | Kind::Set(_) if self.chance(20) => self.row(kind, d),
            Kind::List(_) if self.chance(20) => {
                let places = match self.below(2) {
                    0 => format!("{}..{}", self.below(2), self.place(3)),
                    _ => format!("{}..{}", self.place(2), self.place(3)),
                };
                format!("{}[{places}]", self.expr(kind, d))
            }
            Kind::List(of) => match self.below(5) {
                0 => format!("[{}, {}]", self.expr(of, d), self.expr(of, d)),
                1 => format!("({} + {})", self.expr(kind, d), self.expr(kind, d)),
                2 => format!("([] + [{}])", self.expr(of, d)),
                _ => format!("[{}]", self.comprehension(of, d + 1, true)),
            },
            Kind::Set(of) if self.chance(20) => self.closure(of, d),
            Kind::Set(of) => match self.below(6) {
                4 | 5 => {
                    let sign = self.pick(&["|", "&", "-"]);
                    format!("({} {sign} {})", self.expr(kind, d), self.expr(kind, d))
                }
                0 => format!("{{{}, {}}}", self.expr(of, d), self.expr(of, d)),
                1 if **of == Kind::Number => {
                    format!("({}..{})", self.place(2), self.place(4))
                }
                _ => format!("{{{}}}", self.comprehension(of, d + 1, false)),
            },
            Kind::Map(key, value) if self.chance(35) => self.map_for(key, value, d),
            Kind::Map(key, value) => {
                let entries: Vec<String> = keys(key)
                    .iter()
                    .map(|key| format!("{key}: {}", self.expr(value, d)))
                    .collect();
                format!("{{{}}}", entries.join(", "))
            }
        }
    }

    /// Writes a map with an entry for each of its keys by a comprehension.
    fn map_for(&mut self, key: &Kind, value: &Kind, d: u32) -> String {
        let outer = (self.names.clone(), self.known);
        let name = self.fresh();
        self.names.push((name.clone(), key.clone()));
        if !self.position {
            self.known = self.names.len();
        }
        let value = self.expr(value, d);
        (self.names, self.known) = outer;
        format!(
            "{{{name}: {value} for {name} in [{}]}}",
            keys(key).join(", ")
        )
    }

    /// Writes a letter of a text that is known before the game starts, or the letter of one
    /// of several texts.
    fn letter(&mut self) -> String {
        match self.below(4) {
            0 => format!("\"abca\"[{}]", self.place(4)),
            1 => format!(
                "[\"ab\", \"cab\", \"b\"][{}][{}]",
                self.place(3),
                self.place(2)
            ),
            2 => format!("[\"a\", \"b\"][{}]", self.place(2)),
            _ => format!("(\"a\" if {} else \"b\")", self.truth(0)),
        }
    }

    /// Writes a condition that asks a text.
    fn of_text(&mut self) -> String {
        let sign = self.pick(&["==", "!="]);
        match self.below(8) {
            0 | 1 => format!("({} {sign} {})", self.letter(), self.letter()),
            2 => format!("({} in \"bcd\")", self.letter()),
            3 => format!("(\"ab\" in [\"ab\", \"cab\", \"b\"][{}])", self.place(3)),
            4 => {
                let texts = "[\"ab\", \"b\", \"ab\"]";
                format!(
                    "({texts}[{}] {sign} {texts}[{}])",
                    self.place(3),
                    self.place(3)
                )
            }
            5 => format!("({} {sign} \"ab\" + \"c\")", self.letter()),
            6 => {
                let letter = self.fresh();
                let of = self.letter();
                format!("any({letter} {sign} {of} for {letter} in \"ab\")")
            }
            _ => {
                let (lo, hi) = (self.below(3), self.below(4));
                format!("(\"abcd\"[{lo}..{hi}] {sign} \"bc\")")
            }
        }
    }

    /// Writes a set that grows by steps, whose elements are known.
    fn closure(&mut self, of: &Kind, d: u32) -> String {
        let domain = match of {
            Kind::Number => self.pick(&["small", "0..3", "[2, 0, 1]"]),
            Kind::Colour => "colour",
            Kind::Player if self.cast.players => "player",
            of if *of == Kind::pair() => "cells",
            _ => {
                // Few values of other kinds are at hand: a step leads to any of them.
                let (start, step) = (self.literal(of), self.literal(&of.clone().set()));
                let name = self.fresh();
                return format!("closure({{{start}}}, {name} -> {step})");
            }
        };
        let outer = (self.names.clone(), self.known);
        let some = |this: &mut Self| {
            let (bound, name) = (this.names.len(), this.fresh());
            this.names.push((name.clone(), of.clone()));
            if !this.position {
                this.known = this.names.len();
            }
            let condition = this.truth(d);
            this.names.truncate(bound);
            match this.below(3) {
                0 => format!("[{name} for {name} in {domain} if {condition}]"),
                _ => format!("{{{name} for {name} in {domain} if {condition}}}"),
            }
        };
        let start = match self.below(3) {
            0 => format!("{{{}}}", self.literal(of)),
            _ => some(self),
        };
        let pattern = if *of == Kind::pair() && self.chance(50) {
            let (a, b) = (self.fresh(), self.fresh());
            self.names.push((a.clone(), Kind::Number));
            self.names.push((b.clone(), Kind::Number));
            format!("({a}, {b})")
        } else {
            let name = self.fresh();
            self.names.push((name.clone(), of.clone()));
            name
        };
        if !self.position {
            self.known = self.names.len();
        }
        let step = some(self);
        (self.names, self.known) = outer;
        format!("closure({start}, {pattern} -> {step})")
    }

    fn one_of(&mut self, words: &[&str]) -> String {
        let known = if self.mover {
            words
        } else {
            &words[words.len() / 2..]
        };
        let words = if words[0] == "me" { known } else { words };
        self.pick(words).to_owned()
    }

    /// Writes the numbers to which arcs lead from one that the position tells, as far as a
    /// condition lets them. There are 20 arcs, so that they are found by their components.
    fn along_arcs(&mut self, is_list: bool, d: u32) -> String {
        let key = self.place(4);
        let outer = (self.names.clone(), self.known);
        let [from, to] = [self.fresh(), self.fresh()];
        for name in [&from, &to] {
            self.names.push((name.clone(), Kind::Number));
        }
        if !self.position {
            self.known = self.names.len();
        }
        let condition = self.truth(d);
        (self.names, self.known) = outer;
        let [open, close] = if is_list { ["[", "]"] } else { ["{", "}"] };
        format!("{open}{to} for ({from}, {to}) in arcs if {from} == {key} and ({condition}){close}")
    }

    /// Writes a collection that the position chooses from known collections.
    pub(super) fn row(&mut self, kind: &Kind, d: u32) -> String {
        if *kind.element() == Kind::Number && self.chance(40) {
            return self.along_arcs(matches!(kind, Kind::List(_)), d);
        }
        self.whole_row(kind, d)
    }

    /// Writes a collection that the position chooses from known collections of
    /// different lengths; mostly every key has one.
    fn whole_row(&mut self, kind: &Kind, d: u32) -> String {
        let mut rows = Vec::new();
        for _ in 0..3 {
            let literals: Vec<String> = (0..self.below(4))
                .map(|_| self.literal(kind.element()))
                .collect();
            let literals = literals.join(", ");
            rows.push(if matches!(kind, Kind::List(_)) {
                format!("[{literals}]")
            } else if literals.is_empty() {
                // Braces without elements would be neither a set nor a map.
                format!(
                    "{{{0} for i in [] if {0} == {0}}}",
                    self.literal(kind.element())
                )
            } else {
                format!("{{{literals}}}")
            });
        }
        let [a, b, c] = [&rows[0], &rows[1], &rows[2]];
        match self.below(3) {
            0 => format!("[{a}, {b}, {c}][{}]", self.place(3)),
            1 => format!("{{1: {a}, 0: {b}, 3: {c}}}[{}]", self.place(2)),
            _ => {
                let key = self.expr(&Kind::Colour, d);
                format!("{{red: {a}, green: {b}, blue: {c}}}[{key}]")
            }
        }
    }

    /// Writes an entry of a map that is written out.
    fn of_map(&mut self, kind: &Kind, d: u32) -> String {
        let mut keys = vec![Kind::Number, Kind::Truth, Kind::Colour, Kind::MaybeColour];
        if self.cast.players {
            keys.extend([Kind::Player, Kind::MaybePlayer]);
        }
        let key = self.pick(&keys);
        let map = key.clone().map_to(kind.clone());
        let at = match key {
            Kind::Number => self.place(3),
            _ => self.expr(&key, d),
        };
        let map = if self.chance(80) {
            self.of_kind(&map, d)
        } else {
            self.expr(&map, d)
        };
        format!("{map}[{at}]")
    }

    /// Picks a name in scope that gives a value of this kind.
    fn named(&mut self, kind: &Kind) -> Option<String> {
        let end = if self.position {
            self.names.len()
        } else {
            self.known
        };
        let mut found: Vec<String> = self.names[..end.min(self.names.len())]
            .iter()
            .filter(|(_, of)| of == kind)
            .map(|(name, _)| name.clone())
            .collect();
        if self.position {
            let same = self.cast.used().iter().filter(|one| one.kind() == *kind);
            found.extend(same.map(|one| one.name.clone()));
        }
        match kind {
            Kind::Set(of) if **of == Kind::pair() => found.push("cells".to_owned()),
            Kind::Set(of) if **of == Kind::Number => found.push("small".to_owned()),
            Kind::Set(of) if **of == Kind::Colour => found.push("colour".to_owned()),
            Kind::Set(of) if **of == Kind::Player && self.cast.players => {
                found.push("player".to_owned());
            }
            _ => {}
        }
        (!found.is_empty()).then(|| self.pick(&found))
    }

    /// Writes a value that is known before the game starts.
    pub(super) fn literal(&mut self, kind: &Kind) -> String {
        match kind {
            Kind::Number => (self.below(5) as i64 - 1).to_string(),
            Kind::Truth => self.pick(&["true", "false"]).to_owned(),
            Kind::Player => self.pick(&["A", "B"]).to_owned(),
            Kind::MaybePlayer => self.pick(&["none", "A", "B"]).to_owned(),
            Kind::Colour => self.pick(&["red", "green", "blue"]).to_owned(),
            Kind::MaybeColour => self.pick(&["none", "red", "green"]).to_owned(),
            Kind::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.literal(part)).collect();
                format!("({})", parts.join(", "))
            }
            Kind::List(of) | Kind::Set(of) => {
                let literals: Vec<String> = (0..=self.below(3)).map(|_| self.literal(of)).collect();
                let literals = literals.join(", ");
                match kind {
                    Kind::List(_) => format!("[{literals}]"),
                    _ => format!("{{{literals}}}"),
                }
            }
            Kind::Map(key, value) => {
                let entries: Vec<String> = keys(key)
                    .iter()
                    .map(|key| format!("{key}: {}", self.literal(value)))
                    .collect();
                format!("{{{}}}", entries.join(", "))
            }
        }
    }

    /// Writes a value that is mostly of this type.
    pub(super) fn inside(&mut self, ty: &Type, depth: u32) -> String {
        let depth = depth.min(self.deepest);
        match ty {
            Type::Named(_, ty) => self.inside(ty, depth),
            _ if self.chance(5) => self.expr(&ty.kind(), depth),
            Type::Range(lo, hi) => {
                let number = self.number(depth);
                match lo {
                    0 => format!("({number}) % {}", hi + 1),
                    _ => format!("(({number}) % {} + {lo})", hi - lo + 1),
                }
            }
            Type::Grid(width, height) => {
                let (i, j) = (self.number(self.within()), self.number(self.within()));
                format!("(({i}) % {width}, ({j}) % {height})")
            }
            Type::Tuple(parts) => {
                let within = self.within();
                let parts: Vec<String> =
                    parts.iter().map(|part| self.inside(part, within)).collect();
                format!("({})", parts.join(", "))
            }
            _ => self.expr(&ty.kind(), depth),
        }
    }

    /// Returns the greatest depth of an expression inside the brackets of an index.
    fn within(&self) -> u32 {
        (self.deepest - 1).min(1)
    }

    /// Writes a number that is mostly at least 0 and below `end`.
    pub(super) fn place(&mut self, end: u64) -> String {
        if self.chance(6) {
            return self.number(1);
        }
        format!("({}) % {end}", self.number(self.within()))
    }

    /// Writes an element of an array or a count of a bag that gives a value of this
    /// kind.
    fn element(&mut self, kind: &Kind) -> Option<String> {
        if !self.position {
            return None;
        }
        let mut found = Vec::new();
        for variable in self.cast.used() {
            let element = variable.element();
            let bag = match &variable.holds {
                Holds::Bag(_, of) => Some(of.clone()),
                Holds::One(_) => None,
            };
            if variable.index.is_some() && element == *kind {
                found.push((variable.clone(), None));
            } else if *kind == Kind::Number && bag.is_some() {
                found.push((variable.clone(), bag));
            }
        }
        if found.is_empty() {
            return None;
        }
        let (variable, bag) = self.pick(&found);
        let mut text = variable.name;
        for place in [variable.index, bag].into_iter().flatten() {
            let place = self.inside(&place, 1);
            // An index that is a tuple may be written without its brackets.
            let bare = place.starts_with('(') && place.contains(", ") && self.chance(20);
            let inner = place
                .strip_prefix('(')
                .and_then(|rest| rest.strip_suffix(')'));
            match inner {
                Some(inner) if bare && balanced(inner) => text = format!("{text}[{inner}]"),
                _ => text = format!("{text}[{place}]"),
            }
        }
        Some(text)
    }

    /// Writes a call of a function of the game.
    fn called(&mut self, kind: &Kind, d: u32) -> Option<String> {
        if !self.position {
            return None;
        }
        let found: Vec<_> = self
            .functions
            .iter()
            .filter(|(_, _, of)| of == kind)
            .collect();
        if found.is_empty() {
            return None;
        }
        let at = self.below(found.len() as u64) as usize;
        let (name, kinds, _) = self
            .functions
            .iter()
            .filter(|(_, _, of)| of == kind)
            .nth(at)
            .cloned()?;
        let arguments: Vec<String> = kinds.iter().map(|kind| self.expr(kind, d)).collect();
        Some(format!("{name}({})", arguments.join(", ")))
    }

    /// Writes the element and the clauses of a comprehension.
    fn comprehension(&mut self, kind: &Kind, depth: u32, ordered: bool) -> String {
        let outer = (self.names.clone(), self.known);
        let depth = depth.min(self.deepest);
        let clauses = self.clauses(depth, ordered);
        if !self.position {
            // Nothing here depends on the position.
            self.known = self.names.len();
        }
        let element = self.expr(kind, depth.saturating_sub(1));
        (self.names, self.known) = outer;
        format!("{element} {clauses}")
    }

    pub(super) fn truth(&mut self, depth: u32) -> String {
        self.expr(&Kind::Truth, depth)
    }

    pub(super) fn number(&mut self, depth: u32) -> String {
        self.expr(&Kind::Number, depth)
    }

    fn condition(&mut self, d: u32) -> String {
        let number = Kind::Number;
        match self.below(26) {
            23 | 24 => self.of_text(),
            25 => {
                let kind = self.any_plain_kind();
                let (a, b, c) = (
                    self.expr(&kind, d),
                    self.expr(&kind, d),
                    self.literal(&kind),
                );
                let sign = self.pick(&["==", "!="]);
                match self.below(4) {
                    0 => format!("([{a}, {b}] {sign} [{c}])"),
                    _ => format!("([{a}, {c}] {sign} [{b}, {c}])"),
                }
            }
            0 | 1 => format!("({} and {})", self.truth(d), self.truth(d)),
            2 => format!("({} or {})", self.truth(d), self.truth(d)),
            3 => format!("(not {})", self.truth(d)),
            4 => format!("({} in cells)", self.expr(&Kind::pair(), d)),
            5 => {
                let kind = self.any_plain_kind();
                let sign = self.pick(&["==", "!="]);
                format!("({} {sign} {})", self.expr(&kind, d), self.expr(&kind, d))
            }
            6 => {
                let kind = self.pick(&[number, Kind::pair()]);
                let sign = self.pick(&["<", "<=", ">", ">="]);
                format!("({} {sign} {})", self.expr(&kind, d), self.expr(&kind, d))
            }
            7 => format!(
                "({} <= {} < {})",
                self.number(d),
                self.number(d),
                self.number(d)
            ),
            8 | 9 => {
                let kind = self.any_plain_kind();
                let among =
                    [Kind::list, Kind::set, Kind::set][self.below(3) as usize](kind.clone());
                let sign = self.pick(&["in", "not in"]);
                format!("({} {sign} {})", self.expr(&kind, d), self.expr(&among, d))
            }
            10 => {
                let sign = self.pick(&["in", "not in"]);
                format!(
                    "({} {sign} {}..{})",
                    self.number(d),
                    self.number(d),
                    self.number(d)
                )
            }
            // In sorted order it may stop before a fault.
            11 | 12 => format!("any({})", self.comprehension(&Kind::Truth, d + 1, true)),
            13 | 14 => format!("all({})", self.comprehension(&Kind::Truth, d + 1, true)),
            // The language does not promise which element of a set that depends on the
            // position decides first, so no element may fault.
            15 => {
                let name = self.pick(&["any", "all"]);
                let (a, b, c) = (self.number(d), self.number(d), self.number(0));
                let element = self.fresh();
                format!("{name}({element} > {c} for {element} in {{{a}, {b}}})")
            }
            16 => {
                let name = self.pick(&["any", "all"]);
                let among = self.pick(&[Kind::Truth.list(), Kind::Truth.set()]);
                format!("{name}({})", self.expr(&among, d))
            }
            22 => {
                let set = self.any_plain_kind().set();
                let sign = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
                format!("({} {sign} {})", self.expr(&set, d), self.expr(&set, d))
            }
            17 => {
                let key = self.pick(&[Kind::Number, Kind::Colour]);
                let map = key.clone().map_to(Kind::Number);
                format!("({} in {})", self.expr(&key, d), self.expr(&map, d))
            }
            18 => {
                let pair = Kind::pair();
                format!(
                    "({} < {} == {})",
                    self.expr(&pair, d),
                    self.expr(&pair, d),
                    self.expr(&pair, d)
                )
            }
            19 => {
                let maybe = if self.cast.players && self.chance(60) {
                    Kind::MaybePlayer
                } else {
                    Kind::MaybeColour
                };
                format!("({} != none)", self.expr(&maybe, d))
            }
            _ => format!("({} >= {})", self.number(d), self.number(d)),
        }
    }

    /// Picks a kind whose values can be compared.
    fn any_plain_kind(&mut self) -> Kind {
        loop {
            let kind = self.any_kind();
            if !matches!(kind, Kind::List(_) | Kind::Set(_) | Kind::Map(..)) {
                return kind;
            }
        }
    }

    /// Writes a number that is seldom 0.
    fn divisor(&mut self) -> String {
        match self.below(12) {
            0 => self.number(0),
            1..=3 => format!("(abs({}) + 1)", self.number(0)),
            4 => format!("(2 * {} - 1)", self.number(0)),
            _ => self.pick(&["2", "3", "-2", "-3"]).to_owned(),
        }
    }

    fn arithmetic(&mut self, d: u32) -> String {
        let number = Kind::Number;
        match self.below(29) {
            26 => format!("len([\"ab\", \"cab\", \"\"][{}])", self.place(3)),
            27 => format!("{{\"a\": 1, \"b\": 2, \"ab\": 3}}[{}]", self.letter()),
            28 => format!("{}[{}]", self.whole_row(&number.list(), d), self.place(2)),
            0 | 1 => format!("({} + {})", self.number(d), self.number(d)),
            2 => format!("({} - {})", self.number(d), self.number(d)),
            3 => format!("{} * {}", self.number(0), self.number(0)),
            4 => format!("({} // {})", self.number(d), self.divisor()),
            5 => format!("({} % {})", self.number(d), self.divisor()),
            6 => format!("(-{})", self.number(d)),
            7 | 8 => {
                let name = self.pick(&["sum", "min", "max"]);
                format!("{name}({})", self.comprehension(&number, d + 1, false))
            }
            9 => format!("count({})", self.comprehension(&Kind::Truth, d + 1, false)),
            10 => format!("min({}, {})", self.number(d), self.number(d)),
            11 => format!(
                "max({}, {}, {})",
                self.number(d),
                self.number(0),
                self.number(0)
            ),
            12 => {
                let name = self.pick(&["sum", "min", "max", "len"]);
                let among = self.pick(&[number.clone().list(), number.set()]);
                format!("{name}({})", self.expr(&among, d))
            }
            13 => {
                let among = self.pick(&[Kind::Truth.list(), Kind::Truth.set()]);
                format!("count({})", self.expr(&among, d))
            }
            14 => {
                let kind = self.any_kind();
                let among = self.pick(&[kind.clone().list(), kind.clone().set()]);
                format!("len({})", self.expr(&among, d))
            }
            15 => {
                let map = Kind::Number.map_to(Kind::Number);
                format!("len({})", self.expr(&map, d))
            }
            16 => match self.pick(&["abs", "gcd", "isqrt"]) {
                "gcd" => format!("gcd({}, {})", self.number(d), self.number(d)),
                "isqrt" => format!("isqrt(max({}, 0))", self.number(d)),
                _ => format!("abs({})", self.number(d)),
            },
            17 => format!("({} ** {})", self.below(3), self.number(0)),
            18 => format!("({} ** {})", self.number(0), self.below(3)),
            19 => format!("(3 ** {} % 5)", self.number(0)),
            20 => format!("({} ** 2 % {})", self.number(0), self.divisor()),
            21 => format!("{}[{}]", self.expr(&number.list(), d), self.place(2)),
            22 => {
                let map = Kind::Number.map_to(Kind::Number);
                format!("{}[{}]", self.expr(&map, d), self.place(3))
            }
            23 => format!("{}[{}]", self.expr(&Kind::pair(), d), self.below(2)),
            _ => self.element(&number).unwrap_or_else(|| self.number(d)),
        }
    }

    /// Writes the least or the largest of some tuples of numbers.
    fn extreme(&mut self, kind: &Kind, d: u32) -> String {
        let name = self.pick(&["min", "max"]);
        match self.below(3) {
            0 => format!("{name}({}, {})", self.expr(kind, d), self.expr(kind, d)),
            1 => format!("{name}({})", self.comprehension(kind, d + 1, false)),
            _ => {
                let among = self.pick(&[kind.clone().list(), kind.clone().set()]);
                format!("{name}({})", self.expr(&among, d))
            }
        }
    }

    /// Writes a sum, difference or multiple of tuples of numbers.
    fn vector(&mut self, kind: &Kind, d: u32) -> String {
        match self.below(5) {
            0 => format!("({} + {})", self.expr(kind, d), self.expr(kind, d)),
            1 => format!("({} - {})", self.expr(kind, d), self.expr(kind, d)),
            2 => format!("{} * {}", self.number(0), self.expr(kind, 0)),
            3 => format!("{} * {}", self.expr(kind, 0), self.number(0)),
            _ => format!("(-{})", self.expr(kind, d)),
        }
    }
}

/// Returns the keys of a map of this kind, which are always the same.
fn keys(kind: &Kind) -> Vec<String> {
    let words: &[&str] = match kind {
        Kind::Number => &["0", "1", "2"],
        Kind::Truth => &["false", "true"],
        Kind::Player => &["A", "B"],
        Kind::MaybePlayer => &["none", "A", "B"],
        Kind::Colour => &["red", "green", "blue"],
        Kind::MaybeColour => &["none", "red", "green", "blue"],
        _ => &[],
    };
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Whether every bracket that the text closes was opened in it.
fn balanced(text: &str) -> bool {
    let mut open = 0;
    for letter in text.chars() {
        open += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if open < 0 {
            return false;
        }
    }
    true
}
