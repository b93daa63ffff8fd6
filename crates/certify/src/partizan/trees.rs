//! Games as trees of options, made of what names stand for.
//!
//! A tree is a node with a number; equal nodes have equal numbers, and options are made when they
//! are asked for. Nothing is removed or compared here. The names stand for these games (Conway, *On
//! Numbers and Games*, 1976; *Winning Ways*, chapter 8; Siegel, *Combinatorial Game Theory*, 2013,
//! section II.4):
//!
//! - `0 = {|}`, `n = {n - 1|}` and `-n = {|1 - n}` for n > 0,
//!   `m/2^e = {(m - 1)/2^e|(m + 1)/2^e}`;
//! - `*k = {*0, …, *(k - 1)|*0, …, *(k - 1)}`;
//! - `n·up + *k = {0|(n - 1)·up + *(k xor 1)}` for n ≥ 1, but `up + * = {0, *|0}`;
//! - `^<n> = {0|v[n - 1]*}` and `^<n>* = {0, *|v[n - 1]}` for n ≥ 2;
//! - `^[n] + *k = {^[n - 1] + *k|*(k xor 1)}` for n ≥ 2, but `^[n]* = {0, ^[n - 1]*|0}`;
//! - the negatives of these, and a number beside them: it is added to each option, since no move in
//!   a number is better than one beside it.

use std::fmt::Write as _;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Options;
use super::played::NotPlayed;

/// A tree among [`Trees`], by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tree(u32);

/// A number m/2^e; m is odd, or e is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Number {
    numerator: i128,
    exponent: u32,
}

/// A number with an infinitesimal beside it that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Beside {
    /// Ups, or downs if there are less than 0.
    Ups(i64),
    /// `^<n>`, or its negative if n is less than 0.
    Uptimal(i64),
    /// `^[n]`, or its negative if n is less than 0.
    UptimalSum(i64),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    /// A number, an infinitesimal, and a nimber.
    Named(Number, Beside, u64),
    /// Options, in the order of their numbers.
    Braces([Vec<Tree>; 2]),
    Negative(Tree),
    /// At least two parts, none of which is 0 or a sum.
    Sum(Vec<Tree>),
}

/// Games as trees.
#[derive(Clone, Debug, Default)]
pub struct Trees {
    nodes: Vec<Node>,
    numbers: HashMap<Node, Tree, FxBuildHasher>,
    /// The number of options and parts in all nodes.
    listed: usize,
}

impl Number {
    /// Zero.
    pub const ZERO: Self = Self {
        numerator: 0,
        exponent: 0,
    };

    /// The number m/2^e.
    #[must_use]
    pub fn new(mut numerator: i128, mut exponent: u32) -> Self {
        while exponent > 0 && numerator % 2 == 0 {
            (numerator, exponent) = (numerator / 2, exponent - 1);
        }
        Self {
            numerator,
            exponent,
        }
    }

    /// Whether the number is greater than 0.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.numerator > 0
    }

    /// The negative.
    #[must_use]
    pub fn negative(self) -> Self {
        Self {
            numerator: -self.numerator,
            ..self
        }
    }

    /// The sum.
    ///
    /// # Errors
    ///
    /// It does not fit.
    pub fn plus(self, other: Self) -> Result<Self, NotPlayed> {
        let exponent = self.exponent.max(other.exponent);
        let scaled = |number: Self| {
            let factor = 1_i128.checked_shl(exponent - number.exponent)?;
            number.numerator.checked_mul(factor)
        };
        let sum = scaled(self).zip(scaled(other));
        let sum = sum.and_then(|(one, two)| one.checked_add(two));
        sum.map(|sum| Self::new(sum, exponent))
            .ok_or(NotPlayed::TooLarge("a number"))
    }
}

impl Beside {
    const NOTHING: Self = Self::Ups(0);

    fn negative(self) -> Self {
        match self {
            Self::Ups(n) => Self::Ups(-n),
            Self::Uptimal(n) => Self::Uptimal(-n),
            Self::UptimalSum(n) => Self::UptimalSum(-n),
        }
    }
}

impl Trees {
    fn node(&mut self, node: Node) -> Tree {
        if let Some(&known) = self.numbers.get(&node) {
            return known;
        }
        self.listed += match &node {
            Node::Braces([left, right]) => left.len() + right.len(),
            Node::Sum(parts) => parts.len(),
            _ => 0,
        };
        let tree = Tree(self.nodes.len() as u32);
        self.nodes.push(node.clone());
        self.numbers.insert(node, tree);
        tree
    }

    /// A number.
    pub fn number(&mut self, number: Number) -> Tree {
        self.named(number, Beside::NOTHING, 0)
    }

    /// The tree of the sum of a number, an infinitesimal with a name, and a nimber.
    pub fn named(&mut self, number: Number, beside: Beside, nimber: u64) -> Tree {
        let beside = match beside {
            // All three have the same first member.
            Beside::Uptimal(n) | Beside::UptimalSum(n) if n.abs() <= 1 => Beside::Ups(n),
            beside => beside,
        };
        self.node(Node::Named(number, beside, nimber))
    }

    /// The game with these options.
    pub fn braces(&mut self, mut options: [Vec<Tree>; 2]) -> Tree {
        for list in &mut options {
            list.sort_unstable();
            list.dedup();
        }
        if options.iter().all(Vec::is_empty) {
            return self.number(Number::ZERO);
        }
        self.node(Node::Braces(options))
    }

    /// The negative of a game: the players change places.
    pub fn negative(&mut self, of: Tree) -> Tree {
        match self.nodes[of.0 as usize].clone() {
            Node::Named(number, beside, nimber) => {
                self.named(number.negative(), beside.negative(), nimber)
            }
            Node::Negative(of) => of,
            Node::Sum(parts) => {
                let parts = parts.into_iter().map(|part| self.negative(part));
                let parts = parts.collect();
                self.sum(parts)
            }
            Node::Braces(_) => self.node(Node::Negative(of)),
        }
    }

    /// Games side by side.
    pub fn sum(&mut self, parts: Vec<Tree>) -> Tree {
        let zero = self.number(Number::ZERO);
        let mut all = Vec::with_capacity(parts.len());
        for part in parts {
            match &self.nodes[part.0 as usize] {
                Node::Sum(parts) => all.extend_from_slice(parts),
                _ if part == zero => {}
                _ => all.push(part),
            }
        }
        all.sort_unstable();
        match all[..] {
            [] => zero,
            [only] => only,
            _ => self.node(Node::Sum(all)),
        }
    }

    /// The number that a tree is by its name, if it is one.
    #[must_use]
    pub fn as_number(&self, tree: Tree) -> Option<Number> {
        match self.nodes[tree.0 as usize] {
            Node::Named(number, Beside::NOTHING, 0) => Some(number),
            _ => None,
        }
    }

    /// A tree as text, cut off where it becomes long.
    #[must_use]
    pub fn text(&self, tree: Tree) -> String {
        let mut text = String::new();
        self.write(tree, &mut text);
        text
    }

    fn write(&self, tree: Tree, text: &mut String) {
        if text.len() > LONGEST_TEXT {
            if !text.ends_with('…') {
                text.push('…');
            }
            return;
        }
        let list = |trees: &[Tree], between: &str, text: &mut String| {
            for (place, &tree) in trees.iter().enumerate() {
                text.push_str(if place == 0 { "" } else { between });
                self.write(tree, text);
            }
        };
        match &self.nodes[tree.0 as usize] {
            Node::Named(number, beside, nimber) => text.push_str(&named(*number, *beside, *nimber)),
            Node::Braces([left, right]) => {
                text.push('{');
                list(left, ",", text);
                text.push('|');
                list(right, ",", text);
                text.push('}');
            }
            Node::Negative(of) => {
                text.push_str("-(");
                self.write(*of, text);
                text.push(')');
            }
            Node::Sum(parts) => list(parts, " + ", text),
        }
    }

    /// The options of a number with something beside it.
    fn options_of_named(
        &mut self,
        number: Number,
        beside: Beside,
        nimber: u64,
    ) -> Result<[Vec<Tree>; 2], NotPlayed> {
        let (n, is_plain) = match beside {
            Beside::Ups(0) if nimber == 0 => return self.options_of_number(number),
            Beside::Ups(0) => {
                let smaller = (0..nimber).map(|k| self.named(number, Beside::NOTHING, k));
                let smaller: Vec<Tree> = smaller.collect();
                return Ok([smaller.clone(), smaller]);
            }
            Beside::Ups(n) => (n, true),
            Beside::Uptimal(n) | Beside::UptimalSum(n) => (n, false),
        };
        let sign = n.signum();
        let mut beside_number = |beside, nimber| self.named(number, beside, nimber);
        let zero = beside_number(Beside::NOTHING, 0);
        // Ups favour Left, downs favour Right: the options of that player, then those of the other player.
        let (own, others) = match (beside, nimber) {
            (Beside::Ups(_), 1) if n == sign => {
                (vec![zero, beside_number(Beside::NOTHING, 1)], vec![zero])
            }
            (Beside::Ups(_), k) => (
                vec![zero],
                vec![beside_number(Beside::Ups(n - sign), k ^ 1)],
            ),
            (Beside::Uptimal(_), k @ 0..=1) => {
                let mut own = vec![zero];
                if k == 1 {
                    own.push(beside_number(Beside::NOTHING, 1));
                }
                (
                    own,
                    vec![beside_number(Beside::UptimalSum(sign - n), k ^ 1)],
                )
            }
            (Beside::UptimalSum(_), 1) => {
                let next = beside_number(Beside::UptimalSum(n - sign), 1);
                (vec![zero, next], vec![zero])
            }
            (Beside::UptimalSum(_), k) => {
                let next = beside_number(Beside::UptimalSum(n - sign), k);
                (vec![next], vec![beside_number(Beside::NOTHING, k ^ 1)])
            }
            (Beside::Uptimal(_), _) => return Err(NotPlayed::TooLarge("a nimber beside ^<n>")),
        };
        debug_assert!(is_plain || n.abs() > 1, "small uptimals are ups");
        Ok(if sign > 0 {
            [own, others]
        } else {
            [others, own]
        })
    }

    fn options_of_number(&mut self, number: Number) -> Result<[Vec<Tree>; 2], NotPlayed> {
        let mut beside = |step: i128| -> Result<Vec<Tree>, NotPlayed> {
            let numerator = number.numerator.checked_add(step);
            let numerator = numerator.ok_or(NotPlayed::TooLarge("a number"))?;
            Ok(vec![self.number(Number::new(numerator, number.exponent))])
        };
        Ok(match (number.exponent, number.numerator) {
            (0, 0) => [vec![], vec![]],
            (0, 1..) => [beside(-1)?, vec![]],
            (0, _) => [vec![], beside(1)?],
            _ => [beside(-1)?, beside(1)?],
        })
    }
}

/// The length at which the text of a tree is cut off.
const LONGEST_TEXT: usize = 200;

fn named(number: Number, beside: Beside, nimber: u64) -> String {
    let mut text = String::new();
    let is_beside = beside != Beside::NOTHING || nimber > 0;
    if number != Number::ZERO || !is_beside {
        text = number.numerator.to_string();
        if number.exponent > 0 {
            _ = write!(text, "/2^{}", number.exponent);
        }
    }
    let sign = |n: i64| if n < 0 { 'v' } else { '^' };
    match beside {
        Beside::Ups(0) => {}
        Beside::Ups(n) => _ = write!(text, "{}{}", sign(n), n.abs()),
        Beside::Uptimal(n) => _ = write!(text, "{}<{}>", sign(n), n.abs()),
        Beside::UptimalSum(n) => _ = write!(text, "{}[{}]", sign(n), n.abs()),
    }
    if nimber > 0 {
        _ = write!(text, "*{nimber}");
    }
    text
}

impl Options for Trees {
    type Position = Tree;
    type Error = NotPlayed;

    fn options(&mut self, tree: &Tree) -> Result<[Vec<Tree>; 2], NotPlayed> {
        match self.nodes[tree.0 as usize].clone() {
            Node::Named(number, beside, nimber) => self.options_of_named(number, beside, nimber),
            Node::Braces(options) => Ok(options),
            Node::Negative(of) => {
                let [left, right] = self.options(&of)?;
                let mut negatives = |list: Vec<Tree>| {
                    let negatives = list.into_iter().map(|option| self.negative(option));
                    negatives.collect()
                };
                Ok([negatives(right), negatives(left)])
            }
            Node::Sum(parts) => {
                let mut options = [vec![], vec![]];
                for (place, part) in parts.iter().enumerate() {
                    if place > 0 && parts[place - 1] == *part {
                        continue;
                    }
                    for (side, list) in self.options(part)?.into_iter().enumerate() {
                        for option in list {
                            let mut after = parts.clone();
                            after[place] = option;
                            options[side].push(self.sum(after));
                        }
                    }
                }
                Ok(options)
            }
        }
    }

    fn held(&self) -> u64 {
        let each = 4 * size_of::<Node>() + 2 * size_of::<Tree>();
        (self.nodes.len() * each + 2 * self.listed * size_of::<Tree>()) as u64
    }
}
