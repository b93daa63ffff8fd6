//! Whether one game is at most another one, where play that never ends is a win for Left.
//!
//! **Theorem** (A. N. Siegel, *Combinatorial Game Theory*, 2013, chapter VI): G⁺ ≤ H⁺ exactly if Left, moving second
//! in H - G, survives: she always has a move, and if play never ends, infinitely many moves are made in H.
//!
//! So it is a game on the graph of all pairs, with a condition on infinite play (J. R. Büchi, 1962). It is solved by
//! two nested fixed points: the least one is where Left can force a win, or a move in H to a place of a set; the set
//! begins with all places, and becomes what was found until it stays.
//!
//! Cost: for each pair that play leads to, and each player to move, an entry and its moves; as many rounds as the set
//! becomes smaller, mostly two or three.

use rustc_hash::FxHashMap;
use zug_job::Charge;

use super::value::Stopper;
use crate::arena::Arena;
use crate::error::{PartizanError, Result};
use crate::form::Side;

/// A position that is compared: a stopper that is known, or a position of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Node {
    Known(Stopper),
    Open(usize),
}

/// A graph of positions, each with the options of Left and of Right.
pub(super) type Draft = Vec<[Vec<Node>; 2]>;

/// Play in H - G.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    g: Node,
    h: Node,
    mover: Side,
}

/// A move of a place.
#[derive(Clone, Copy)]
struct Edge {
    to: usize,
    /// Whether it is made in H.
    in_h: bool,
}

/// The largest number of places that one question may lead to.
const MOST: usize = 1 << 22;

/// Comparisons of positions of one graph with one another and with stoppers.
pub(super) struct Contest {
    /// Whether Left survives, where a position of the graph takes part.
    known: FxHashMap<Place, bool>,
    charge: Charge,
}

/// The places that a question leads to.
#[derive(Default)]
struct Reached {
    places: Vec<Place>,
    numbers: FxHashMap<Place, usize>,
    /// The moves of each place; none where the answer is known.
    moves: Vec<Vec<Edge>>,
    answers: Vec<Option<bool>>,
}

impl Contest {
    /// Nothing is known at first.
    pub(super) fn new(arena: &Arena) -> Self {
        Self {
            known: FxHashMap::default(),
            charge: arena.open_charge(),
        }
    }

    /// Whether G⁺ ≤ H⁺.
    pub(super) fn is_at_most(
        &mut self,
        g: Node,
        h: Node,
        draft: &Draft,
        arena: &mut Arena,
    ) -> Result<bool> {
        let mover = Side::Right;
        let asked = Place { g, h, mover };
        if let Some(answer) = self.at_once(asked, arena)? {
            return Ok(answer);
        }
        let reached = self.reached(asked, draft, arena)?;
        let survives = reached.survives();
        let bytes = 2 * reached.places.len() * size_of::<(Place, bool)>();
        self.grow(bytes, arena)?;
        for (place, survives) in reached.places.iter().zip(&survives) {
            if let Place {
                g: Node::Known(g),
                h: Node::Known(h),
                mover,
            } = *place
            {
                let room = arena.loops.keep_survived((g, h, mover), *survives);
                arena.granted(room)?;
            } else {
                self.known.insert(*place, *survives);
            }
        }
        Ok(survives[0])
    }

    /// Whether G⁺ = H⁺.
    pub(super) fn is_equal(
        &mut self,
        g: Node,
        h: Node,
        draft: &Draft,
        arena: &mut Arena,
    ) -> Result<bool> {
        Ok(self.is_at_most(g, h, draft, arena)? && self.is_at_most(h, g, draft, arena)?)
    }

    fn grow(&mut self, bytes: usize, arena: &Arena) -> Result<()> {
        let room = self.charge.grow(bytes as u64);
        arena.granted(room)
    }

    fn at_once(&self, place: Place, arena: &mut Arena) -> Result<Option<bool>> {
        let Place { g, h, mover } = place;
        if g == h && mover == Side::Right {
            // Left answers each move by the same one in the other game.
            return Ok(Some(true));
        }
        Ok(match (g, h) {
            (Node::Known(Stopper::Short(g)), Node::Known(Stopper::Short(h))) => Some(match mover {
                Side::Right => arena.is_at_most(g, h)?,
                Side::Left => !arena.is_at_most(h, g)?,
            }),
            (Node::Known(g), Node::Known(h)) => arena.loops.survived.get(&(g, h, mover)),
            _ => self.known.get(&place).copied(),
        })
    }

    /// All places that play leads to, as far as their answers are not known.
    fn reached(&mut self, asked: Place, draft: &Draft, arena: &mut Arena) -> Result<Reached> {
        let mut reached = Reached::default();
        reached.number(asked, None);
        let mut next = 0;
        while let Some(&place) = reached.places.get(next) {
            let mut edges = Vec::new();
            if reached.answers[next].is_none() {
                let Place { g, h, mover } = place;
                let opponent = mover.other();
                for h in options(h, mover, draft, arena)? {
                    let mover = opponent;
                    edges.push((Place { g, h, mover }, true));
                }
                for g in options(g, opponent, draft, arena)? {
                    let mover = opponent;
                    edges.push((Place { g, h, mover }, false));
                }
            }
            let mut moves = Vec::with_capacity(edges.len());
            for (to, in_h) in edges {
                let to = if let Some(&number) = reached.numbers.get(&to) {
                    number
                } else {
                    let answer = self.at_once(to, arena)?;
                    reached.number(to, answer)
                };
                moves.push(Edge { to, in_h });
            }
            let entry = 2 * size_of::<(Place, usize)>() + size_of::<Vec<Edge>>();
            self.grow(entry + size_of_val(&*moves), arena)?;
            reached.moves.push(moves);
            if reached.places.len() > MOST {
                return Err(PartizanError::TooLarge("the comparison"));
            }
            arena.step()?;
            next += 1;
        }
        Ok(reached)
    }
}

impl Reached {
    /// Adds a place, whose answer may be known.
    fn number(&mut self, place: Place, answer: Option<bool>) -> usize {
        let number = self.places.len();
        self.places.push(place);
        self.numbers.insert(place, number);
        self.answers.push(answer);
        number
    }

    /// Whether Left survives at each place.
    fn survives(&self) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.places.len()];
        for (from, moves) in self.moves.iter().enumerate() {
            for edge in moves {
                before[edge.to].push((from, edge.in_h));
            }
        }
        let may = self.answers.iter().map(|answer| answer.unwrap_or(true));
        let mut may: Vec<bool> = may.collect();
        loop {
            let forced = self.forced(&may, &before);
            if forced == may {
                return may;
            }
            may = forced;
        }
    }

    /// Where Left can force a win, or a move in H to one of these places.
    fn forced(&self, to: &[bool], before: &[Vec<(usize, bool)>]) -> Vec<bool> {
        let mut forced = vec![false; self.places.len()];
        // The moves of each place that are not known to be good for Left.
        let mut doubtful: Vec<usize> = self.moves.iter().map(Vec::len).collect();
        let mut open = Vec::new();
        for (number, place) in self.places.iter().enumerate() {
            let moves = &self.moves[number];
            let good = moves.iter().filter(|edge| edge.in_h && to[edge.to]).count();
            doubtful[number] -= good;
            forced[number] = match (self.answers[number], place.mover) {
                (Some(answer), _) => answer,
                (None, Side::Left) => good > 0,
                (None, Side::Right) => doubtful[number] == 0,
            };
            if forced[number] {
                open.push(number);
            }
        }
        while let Some(number) = open.pop() {
            for &(from, in_h) in &before[number] {
                if forced[from] || in_h && to[number] {
                    continue; // it is known, or the move was counted before
                }
                doubtful[from] -= 1;
                if self.places[from].mover == Side::Left || doubtful[from] == 0 {
                    forced[from] = true;
                    open.push(from);
                }
            }
        }
        forced
    }
}

impl Arena {
    /// The options of the canonical form of a stopper, those of one player.
    pub(super) fn stopper_options(&mut self, of: Stopper, side: Side) -> Result<Vec<Stopper>> {
        match of {
            Stopper::Short(form) => {
                let options = self.options(form, side)?.into_iter();
                Ok(options.map(Stopper::Short).collect())
            }
            Stopper::Loop(id) => Ok(self.loops.options(id)[side as usize].clone()),
        }
    }
}

/// The options of a position.
pub(super) fn options(of: Node, side: Side, draft: &Draft, arena: &mut Arena) -> Result<Vec<Node>> {
    match of {
        Node::Open(number) => Ok(draft[number][side as usize].clone()),
        Node::Known(stopper) => {
            let options = arena.stopper_options(stopper, side)?.into_iter();
            Ok(options.map(Node::Known).collect())
        }
    }
}
