//! Which positions of a tree are the same: those that a symmetry of the rules maps to one another, and
//! those of a sum whose parts stand in another order.
//!
//! A symmetry is used only if it was proved from the rules and keeps the position asked about. Two parts
//! of a sum with the same rules and the same parameters may change places. Where the parameters differ,
//! as those of piles that began with 3 and with 5 stones, two parts are the same if they look the same
//! and their moves lead to parts that are the same, to the end of play: that is worked out here, for
//! impartial parts that end, as long as they have few positions.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use zug_game::{Symmetric as _, U256};
use zug_job::Job;
use zug_lang::Word;
use zug_values::Outcome;

use crate::error::Error;
use crate::problem::{Position, Problem};
use crate::request::Request;
use crate::subject::{AnyGame, for_each_game};

/// The largest number of positions of the parts that are compared.
const MOST_OF_PARTS: usize = 20_000;

/// Says which positions of a problem are the same.
#[derive(Debug)]
pub struct Merging {
    /// The parts of a sum; empty for any other game.
    parts: Vec<PartKind>,
    /// The different parts as games of their own.
    kinds: Vec<Problem>,
    classes: RefCell<Classes>,
}

/// The place among the different parts of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PartKind(usize);

/// What stands for all positions that are the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Same {
    /// The packed position that the symmetries choose.
    Position(U256),
    /// The classes of the parts, in order.
    Parts(Vec<usize>),
}

/// What makes two parts the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Class {
    /// The same position of the same game with the same parameters.
    Exact(PartKind, U256),
    /// The same game, however its parameters differ: it looks like this, ends like this, and its moves
    /// lead to these classes.
    Alike {
        game: String,
        looks: String,
        end: Option<Outcome>,
        moves: BTreeMap<usize, usize>,
    },
}

/// The classes of positions of parts that were looked at.
#[derive(Debug, Default)]
struct Classes {
    numbers: HashMap<Class, usize>,
    known: HashMap<(PartKind, U256), usize>,
}

impl Merging {
    /// Which positions of a problem, which the request poses, are the same.
    ///
    /// # Errors
    ///
    /// The rules of the parts of a sum are at fault.
    pub fn of(request: &Request, problem: &Problem) -> Result<Self, Error> {
        let mut merging = Self {
            parts: Vec::new(),
            kinds: Vec::new(),
            classes: RefCell::default(),
        };
        if !problem.names_parts() {
            return Ok(merging);
        }
        let rules = request.read()?;
        let setting = |error| request.setting_error(error);
        let mut places = HashMap::new();
        for part in rules.parts(&request.settings).map_err(setting)? {
            let key = (part.name().to_owned(), part.parameters());
            let kinds = &mut merging.kinds;
            let next = PartKind(kinds.len());
            let kind = *places.entry(key).or_insert(next);
            if kind == next {
                kinds.push(Problem::of_instance(part, &Job::default()).map_err(setting)?);
            }
            merging.parts.push(kind);
        }
        Ok(merging)
    }

    /// What stands for all positions that are the same as this one.
    ///
    /// # Errors
    ///
    /// The rules break in a part.
    #[doc(hidden)]
    pub fn same(&self, problem: &Problem, position: &Position) -> Result<Same, Error> {
        let bits = problem.bits(position);
        let (Some(whole), false) = (problem.instance(), self.parts.is_empty()) else {
            let canonical = for_each_game!(problem.symmetric(), AnyGame, game => {
                game.canonical(&Word::narrow(bits)).widen()
            });
            return Ok(Same::Position(canonical));
        };
        let parts = self.parts.iter().enumerate().map(|(number, &kind)| {
            let alone = self.kinds[kind.0].instance();
            let own = alone.map_or(bits, |alone| whole.project(bits, number, alone));
            self.class(kind, own)
        });
        let mut parts = parts.collect::<Result<Vec<usize>, Error>>()?;
        parts.sort_unstable();
        Ok(Same::Parts(parts))
    }

    /// The class of a position of a part.
    fn class(&self, kind: PartKind, root: U256) -> Result<usize, Error> {
        let mut classes = self.classes.borrow_mut();
        if !self.kinds[kind.0].may_have_nimbers() {
            return Ok(classes.number(kind, root, Class::Exact(kind, root)));
        }
        // A position is on the way down until all its moves have a class.
        let mut way = vec![root];
        // The positions on the way whose moves are on it too.
        let mut entered = HashSet::new();
        while let Some(&here) = way.last() {
            if classes.known.contains_key(&(kind, here)) {
                way.pop();
                continue;
            }
            let problem = &self.kinds[kind.0];
            let position = problem.position(here);
            let moves = problem.legal_moves(&position)?;
            let after = moves.iter().map(|legal| problem.bits(&legal.position));
            let open: Vec<U256> = after
                .clone()
                .filter(|after| !classes.known.contains_key(&(kind, *after)))
                .collect();
            // Where play goes round, or goes on too long, a position is the same as itself only.
            let is_round = open.iter().any(|after| entered.contains(after));
            if is_round || classes.known.len() + way.len() + open.len() > MOST_OF_PARTS {
                classes.number(kind, here, Class::Exact(kind, here));
                way.pop();
                continue;
            }
            if !open.is_empty() {
                entered.insert(here);
                way.extend(open);
                continue;
            }
            let mut numbers = BTreeMap::new();
            for after in after {
                *numbers.entry(classes.known[&(kind, after)]).or_default() += 1;
            }
            let class = Class::Alike {
                game: problem.name().to_owned(),
                looks: problem.print(&position),
                end: problem.finished(&position)?,
                moves: numbers,
            };
            classes.number(kind, here, class);
            way.pop();
        }
        Ok(classes.known[&(kind, root)])
    }
}

impl Classes {
    /// Notes the class of a position, and returns its number.
    fn number(&mut self, kind: PartKind, position: U256, class: Class) -> usize {
        let next = self.numbers.len();
        let number = *self.numbers.entry(class).or_insert(next);
        self.known.insert((kind, position), number);
        number
    }
}
