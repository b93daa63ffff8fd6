//! Random statements of bodies of moves.

use std::fmt::Write;

use super::cast::{Holds, Kind, Type, Variable};
use super::writer::Writer;

impl Writer {
    pub(super) fn statement(&mut self, indent: usize, depth: u32, out: &mut String) {
        let pad = "    ".repeat(indent);
        let bound = self.names.len();
        match self.below(if depth == 0 { 8 } else { 14 }) {
            0 => {
                let (name, kind) = (self.fresh(), self.any_kind());
                let value = self.expr(&kind, 2);
                let _ = writeln!(out, "{pad}let {name} = {value}");
                self.names.push((name, kind));
            }
            1 if self.chance(40) => {
                let _ = writeln!(out, "{pad}again");
            }
            2 | 3 if self.may_gain() => {
                let number = self.number(2);
                let _ = writeln!(out, "{pad}gain {number}");
            }
            2 if self.chance(50) && self.may_end() => {
                let verdict = self.verdict();
                let condition = match self.below(4) {
                    0 => String::new(),
                    _ => format!(" if {}", self.seldom()),
                };
                let _ = writeln!(out, "{pad}{verdict}{condition}");
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
            12 => {
                // Mostly the loop ends before its bound, as what the block does ends it, or as it
                // seldom begins.
                let bound = self.pick(&["0", "1", "2", "3", "k", "9"]);
                let condition = match self.below(4) {
                    0 => self.truth(1),
                    _ => self.seldom(),
                };
                let bound = if bound == "k" {
                    self.place(3)
                } else {
                    bound.to_owned()
                };
                let _ = writeln!(out, "{pad}repeat {bound} while {condition}:");
                self.block(indent + 1, depth - 1, out);
                if self.chance(70) {
                    let _ = writeln!(out, "{pad}    y = 0");
                }
            }
            13 if self.chance(40) => {
                let condition = self.seldom();
                let _ = writeln!(out, "{pad}assert not ({condition})");
            }
            _ => self.assignment(indent, out),
        }
    }

    fn block(&mut self, indent: usize, depth: u32, out: &mut String) {
        let bound = self.names.len();
        for _ in 0..=self.below(2) {
            self.statement(indent, depth, out);
        }
        self.names.truncate(bound);
    }

    /// Writes a change of a variable. Mostly the value stays within the type, so that
    /// play goes on.
    pub(super) fn assignment(&mut self, indent: usize, out: &mut String) {
        let pad = "    ".repeat(indent);
        let variable = self.pick(self.cast.used().to_vec().as_slice());
        if self.chance(12) {
            self.together(&pad, out);
            return;
        }
        if matches!(variable.kind(), Kind::Map(..)) && self.chance(15) {
            self.whole(&variable, &pad, out);
            return;
        }
        let target = match &variable.index {
            Some(index) => format!("{}[{}]", variable.name, self.inside(index, 1)),
            None => variable.name.clone(),
        };
        match &variable.holds {
            Holds::One(ty) => {
                let (ty, kind) = (ty.clone(), ty.kind());
                if !kind.is_ordered() || self.chance(70) {
                    let value = if self.chance(94) {
                        self.inside(&ty, 2)
                    } else {
                        self.expr(&kind, 1)
                    };
                    let _ = writeln!(out, "{pad}{target} = {value}");
                    return;
                }
                let sign = self.pick(&["+=", "-="]);
                let value = self.expr(&kind, 1);
                self.unless_out(&variable, &ty, &target, sign, &value, &pad, out);
            }
            Holds::Bag(_, of) => {
                let of = of.clone();
                self.exchange(&target, &of, &pad, out);
            }
        }
    }

    /// Writes a change of two variables, or of two elements, at once. Mostly they exchange their
    /// values where these are of one kind.
    fn together(&mut self, pad: &str, out: &mut String) {
        let used = self.cast.used().to_vec();
        let (one, other) = (self.pick(&used), self.pick(&used));
        if one.kind() == other.kind() && self.chance(40) {
            let (one, other) = (one.name, other.name);
            let _ = writeln!(out, "{pad}{one}, {other} = {other}, {one}");
            return;
        }
        let other = match &one.index {
            Some(_) => one.clone(),
            None => other,
        };
        let is_exchange = one.name == other.name && self.chance(60);
        let (one, new_one) = self.one_target(&one);
        let (other, new_other) = self.one_target(&other);
        let (new_one, new_other) = if is_exchange {
            (other.clone(), one.clone())
        } else {
            (new_one, new_other)
        };
        let _ = writeln!(out, "{pad}{one}, {other} = {new_one}, {new_other}");
    }

    /// Returns a variable, or an element of it, and a new value. A bag keeps what it holds.
    fn one_target(&mut self, variable: &Variable) -> (String, String) {
        let target = match &variable.index {
            Some(index) => format!("{}[{}]", variable.name, self.inside(index, 1)),
            None => variable.name.clone(),
        };
        let new = match &variable.holds {
            Holds::One(ty) => self.inside(ty, 1),
            Holds::Bag(..) => target.clone(),
        };
        (target, new)
    }

    /// Writes a change of a whole array or bag.
    fn whole(&mut self, variable: &Variable, pad: &str, out: &mut String) {
        let name = &variable.name;
        let key = self.fresh();
        let (target, map) = match (&variable.index, &variable.holds) {
            (Some(index), Holds::Bag(..)) if self.chance(50) => {
                let (one, two) = (self.inside(index, 1), self.inside(index, 1));
                (format!("{name}[{one}]"), format!("{name}[{two}]"))
            }
            (_, Holds::Bag(..)) => (
                name.clone(),
                format!("{{{key}: {name}[{key}] for {key} in {name}}}"),
            ),
            (_, Holds::One(ty)) => {
                let value = match self.below(3) {
                    0 => format!("{name}[{key}]"),
                    1 => self.inside(ty, 1),
                    _ => {
                        let condition = self.truth(1);
                        let other = self.inside(ty, 1);
                        format!("{name}[{key}] if {condition} else {other}")
                    }
                };
                // Seldom some elements have no value.
                let most = if self.chance(10) {
                    format!(" if {}", self.truth(1))
                } else {
                    String::new()
                };
                (
                    name.clone(),
                    format!("{{{key}: {value} for {key} in {name}{most}}}"),
                )
            }
        };
        let _ = writeln!(out, "{pad}{target} = {map}");
    }

    /// Writes `target += value` or `target -= value`, mostly only where the result is
    /// in the range.
    #[allow(clippy::too_many_arguments)] // one statement has this many parts
    fn unless_out(
        &mut self,
        variable: &Variable,
        ty: &Type,
        target: &str,
        sign: &str,
        value: &str,
        pad: &str,
        out: &mut String,
    ) {
        let plain = sign.trim_end_matches('=');
        match (ty, variable.index.is_none() && self.chance(85)) {
            (Type::Range(lo, hi), true) => {
                let _ = writeln!(
                    out,
                    "{pad}if {target} {plain} ({value}) in {lo}..{hi}:\n{pad}    {target} {sign} {value}"
                );
            }
            (Type::Grid(..) | Type::Named("cells", _), true) => {
                let _ = writeln!(
                    out,
                    "{pad}if ({target} {plain} ({value})) in {{(i, j) for i in 0..1 for j in 0..0}}:\n\
                     {pad}    {target} {sign} {value}"
                );
            }
            _ if self.chance(40) => {
                let _ = writeln!(out, "{pad}{target} {sign} {value}");
            }
            _ => {
                let _ = writeln!(out, "{pad}{target} = {}", self.inside(ty, 1));
            }
        }
    }

    /// Writes statements that take one thing out of a bag and put another in.
    fn exchange(&mut self, bag: &str, of: &Type, pad: &str, out: &mut String) {
        let (from, to) = (self.fresh(), self.fresh());
        let (there, here) = (self.inside(of, 1), self.inside(of, 1));
        let _ = match self.below(12) {
            // The names of the two kinds are bound, so that they do not change between
            // the statements.
            0..=5 => writeln!(
                out,
                "{pad}let {from} = {there}\n{pad}let {to} = {here}\n\
                 {pad}if {bag}[{from}] > 0:\n\
                 {pad}    {bag}[{from}] -= 1\n{pad}    {bag}[{to}] += 1"
            ),
            6..=8 => writeln!(
                out,
                "{pad}for {from} in [{there}]:\n\
                 {pad}    let {to} = {bag}[{from}]\n\
                 {pad}    {bag}[{from}] = {bag}[{here}]\n\
                 {pad}    {bag}[{here}] = {to}"
            ),
            9 => writeln!(
                out,
                "{pad}{bag}[{there}] += 1\n{pad}if {bag}[{here}] > 0:\n{pad}    {bag}[{here}] -= 1"
            ),
            10 => writeln!(
                out,
                "{pad}if {bag}[{there}] > 0:\n{pad}    {bag}[{here}] += {bag}[{there}]\n\
                 {pad}    {bag}[{there}] = 0"
            ),
            _ => writeln!(out, "{pad}{bag}[{here}] -= 0\n{pad}{bag}[{there}] += 0"),
        };
    }

    /// Writes clauses, and brings their names into scope. `ordered` says that the order
    /// of the elements matters: then it must be known.
    pub(super) fn clauses(&mut self, depth: u32, ordered: bool) -> String {
        let mut text = String::new();
        for _ in 0..=u64::from(self.chance(25)) {
            let name = self.fresh();
            let depth = depth.saturating_sub(1);
            let (pattern, domain, bound) = self.domain(&name, depth, ordered);
            let _ = write!(
                text,
                "{}for {pattern} in {domain}",
                if text.is_empty() { "" } else { " " }
            );
            self.names.extend(bound);
            if self.chance(40) {
                let condition = self.truth(depth);
                let _ = write!(text, " if ({condition})");
            }
        }
        text
    }

    /// Returns a pattern, the collection that it runs through, and the names of the
    /// pattern with their kinds.
    fn domain(
        &mut self,
        name: &str,
        depth: u32,
        ordered: bool,
    ) -> (String, String, Vec<(String, Kind)>) {
        let second = format!("{name}b");
        let one = |domain: String, kind| {
            let name = name.to_owned();
            (name.clone(), domain, vec![(name, kind)])
        };
        let both = |domain: String, a, b| {
            let bound = vec![(name.to_owned(), a), (second.clone(), b)];
            (format!("{name}, {second}"), domain, bound)
        };
        match self.below(if ordered { 13 } else { 16 }) {
            0 => one("cells".to_owned(), Kind::pair()),
            1 => both("spots".to_owned(), Kind::Number, Kind::MaybeColour),
            2 => one(format!("0..{}", self.place(4)), Kind::Number),
            3 => one(self.expr(&Kind::Number.list(), depth), Kind::Number),
            4 => {
                let pair = Kind::pair();
                let (i, j) = (self.expr(&pair, depth), self.expr(&pair, depth));
                if self.chance(50) {
                    one(format!("[{i}, {j}]"), pair)
                } else {
                    both(format!("[{i}, {j}]"), Kind::Number, Kind::Number)
                }
            }
            5 => one("-1..1".to_owned(), Kind::Number),
            6 => {
                let domain = format!("{}..{}", self.place(2), self.place(3));
                one(domain, Kind::Number)
            }
            7 if self.cast.players => one("player".to_owned(), Kind::Player),
            7 | 8 => one("colour".to_owned(), Kind::Colour),
            9 => {
                // A map is run through by its keys.
                let maps: Vec<Variable> = self.cast.used().to_vec();
                let maps: Vec<&Variable> = maps
                    .iter()
                    .filter(|variable| matches!(variable.kind(), Kind::Map(..)))
                    .collect();
                match (self.position, maps.is_empty()) {
                    (true, false) => {
                        let map = self.pick(&maps);
                        let Kind::Map(key, _) = map.kind() else {
                            unreachable!("only maps are left");
                        };
                        one(map.name.clone(), *key)
                    }
                    _ => one("{1: true, 0: false}".to_owned(), Kind::Number),
                }
            }
            10 => {
                let kind = self.any_kind();
                one(self.expr(&kind.clone().list(), depth), kind)
            }
            11 => {
                let nested = format!("(_, ({name}, {second}))");
                let value = self.expr(&Kind::pair(), depth);
                let bound = vec![
                    (name.to_owned(), Kind::Number),
                    (second.clone(), Kind::Number),
                ];
                (nested, format!("[(true, {value})]"), bound)
            }
            12 => one("[[0, 1], [2]]".to_owned(), Kind::Number.list()),
            13 => {
                let (a, b) = (self.number(depth), self.number(depth));
                one(format!("{{{a}, 1, {b}}}"), Kind::Number)
            }
            14 => {
                let pair = Kind::pair();
                let (a, b) = (self.expr(&pair, depth), self.expr(&pair, depth));
                one(format!("{{{a}, {b}}}"), pair)
            }
            _ => {
                let kind = self.any_kind();
                one(self.expr(&kind.clone().set(), depth), kind)
            }
        }
    }
}
