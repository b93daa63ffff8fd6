//! Who wins, by a count of the moves that are left: the count of the checker of proofs, beside the
//! one of the search.
//!
//! **Problem.** In Domineering and in other games of two players a move takes moves away and gives
//! none, and whoever has none left loses. A search of such a game stops where a count tells who
//! wins, long before the end. Whoever checks the proof must see that without playing on.
//!
//! **Theorem.** Let a player surely make `a` more moves, whatever the other one does, and let the
//! other one make at most `b`. The former wins if it moves first and `a > b`, or moves second and
//! `a >= b`: moves alternate, and the one whose moves are used up first loses.
//!
//! **How moves are counted.**
//!
//! - *At most.* The moves of the other player are put into groups, of any two moves in a group
//!   each taking the other one away. Of a group at most one move is ever made.
//! - *Safe moves.* Moves of the player that no move of the other one takes away, and none of
//!   which takes another one away, are all made some time.
//! - *Areas.* An area is a move with its followers: moves which nothing can take away once that
//!   move is made. No move of one area takes one of another area or a safe move away, and no move
//!   of the other player takes moves of two areas away. So the other player spoils one area with
//!   a move, at most, and the player who takes areas in turn with that gets every second one of
//!   them, the largest ones first. Groups all of whose moves both take a move of the area away
//!   and are taken away by one are lost for the other player when the player gets the area: had
//!   one of these moves been made, the area would be spoilt.
//!
//! Safe moves, groups and areas are chosen greedily. Any choice is right; a better one tells more.
//! D. Breuker, J. Uiterwijk and H. J. van den Herik (*Solving 8 × 8 Domineering*, 2000) and
//! N. Bullock (*Domineering: solving large combinatorial search spaces*, 2002) count the squares of
//! Domineering to the same end.
//!
//! **Parts.** Where the count nearly tells who wins, the position is taken apart. Parts with few
//! moves are played to the end ([`parts`]), and the others are counted together: a player who surely
//! makes n moves more than the other one there, moving second, has n moves in hand.
//!
//! **Symmetries.** Which moves are chosen depends on their numbers, so that the count may tell who
//! wins one position and not who wins its mirror image. A symmetry maps moves to moves that take the
//! images away; this is checked once. All images of a position are worth the same then, and the
//! least one is counted for all of them.
//!
//! **Why there are two.** The search has a count that is written for speed
//! (`zug_solve::shrinking`). This one shares no line with it.
//!
//! **Cost.** About the square of the number of moves that are left, and the images of all of them.

use std::cmp::Reverse;

use zug_game::{Player, U256};
use zug_job::Budget;
use zug_values::Outcome;

use super::parts::{self, Least, Shape, Shapes, Worth};

/// A set of moves: the bit with the number of a move is set if the move is in it.
type Set = U256;

/// Where both players lack more moves than this, parts are not played.
const NEAR: i32 = 2;

/// Which moves take which away, in a game of two players whose moves only ever take moves away.
#[derive(Debug)]
pub struct MovesTaken {
    moves: Vec<Move>,
    /// The moves of First and of Second.
    of: [Set; 2],
    /// For each symmetry the move that each move becomes, and whether the players change roles.
    symmetries: Vec<(Vec<usize>, bool)>,
    shapes: Shapes,
}

#[derive(Clone, Debug, Default)]
struct Move {
    /// The moves that this one takes away, itself among them.
    takes: Set,
    /// The moves of the same player that this one takes away, itself among them, or that take this
    /// one away.
    apart: Set,
    /// The other moves of the same player that can be made neither before nor after this one.
    excluded: Set,
    /// The moves of the opponent that take this one away.
    foes: Set,
    /// The moves of the opponent that this one takes away.
    prey: Set,
    /// The moves of the same player that cannot be in another area than this one: those that are
    /// apart from it, and those that one of its foes takes away too.
    near: Set,
    /// The moves of the same player that one of its prey takes away, and that are not apart from
    /// it.
    shielded: Vec<usize>,
}

/// An area: a move of a player, and its followers, the moves of the same player that nothing can
/// take away once it is made.
struct Area {
    /// The number of moves of the area.
    moves: i32,
    /// The moves of the same player that are apart from a move of the area.
    apart: Set,
    /// The moves of the opponent that take a move of the area away.
    foes: Set,
    /// Those of the foes that a move of the area takes away in turn.
    met: Set,
}

impl MovesTaken {
    /// The game in which each move takes these moves away, itself among them. The first `of_first`
    /// moves are those of First. What is known of parts is charged to the budget, as far as it has
    /// room. `None` if there are more than 256 moves, if a number is not one of a move, or if a move
    /// does not take itself away.
    #[must_use]
    pub fn new(takes: &[Vec<usize>], of_first: usize, budget: &Budget) -> Option<Self> {
        let count = takes.len();
        let is_sound = |(number, taken): (usize, &Vec<usize>)| {
            taken.contains(&number) && taken.iter().all(|other| *other < count)
        };
        if count > Set::BITS as usize || !takes.iter().enumerate().all(is_sound) {
            return None;
        }
        let of_first = of_first.min(count);
        let of = [set(0..of_first), set(of_first..count)];
        let taken: Vec<Set> = takes
            .iter()
            .map(|taken| set(taken.iter().copied()))
            .collect();
        let takers = |number| set((0..count).filter(|taker| has(taken[*taker], number)));
        let taken_by: Vec<Set> = (0..count).map(takers).collect();
        let moves = (0..count).map(|number| {
            let player = usize::from(number >= of_first);
            let (own, others) = (of[player], of[1 - player]);
            let (takes, by) = (taken[number], taken_by[number]);
            // The moves of the player that these moves of the opponent take away.
            let hit_by =
                |foes: Set| numbers(foes).fold(Set::ZERO, |hit, foe| hit | taken[foe] & own);
            let apart = (takes | by) & own;
            Move {
                takes,
                apart,
                excluded: takes & by & own & !one(number),
                foes: by & others,
                prey: takes & others,
                near: hit_by(by & others) | apart,
                shielded: numbers(hit_by(takes & others) & !apart).collect(),
            }
        });
        Some(Self {
            moves: moves.collect(),
            of,
            symmetries: Vec::new(),
            shapes: Shapes::new(budget),
        })
    }

    /// With symmetries of the game: for each of them the move that each move becomes, and whether
    /// the players change roles. Images of a position are told the same then, if the symmetries and
    /// the identity are a group. `None` if one of them is no symmetry.
    #[must_use]
    pub fn with_symmetries(mut self, symmetries: Vec<(Vec<usize>, bool)>) -> Option<Self> {
        let all = self.moves.len();
        let is_symmetry = |(to, swaps): &(Vec<usize>, bool)| {
            if to.len() != all || to.iter().any(|number| *number >= all) {
                return false;
            }
            let [first, second] = self.of.map(|of| becomes(to, of));
            let of = if *swaps {
                [second, first]
            } else {
                [first, second]
            };
            let keeps_taken =
                |(of, number): (&Move, &usize)| becomes(to, of.takes) == self.moves[*number].takes;
            of == self.of && self.moves.iter().zip(to).all(keeps_taken)
        };
        if !symmetries.iter().all(is_symmetry) {
            return None;
        }
        self.symmetries = symmetries;
        Some(self)
    }

    /// Who wins where these moves are left, for the player to move, as far as the count tells.
    #[must_use]
    pub fn outcome(&self, left: impl IntoIterator<Item = usize>, mover: Player) -> Option<Outcome> {
        let here = (set(left), mover);
        let images = self.symmetries.iter().map(|(to, swaps)| {
            let mover = if *swaps { mover.opponent() } else { mover };
            (becomes(to, here.0), mover)
        });
        let (left, mover) = images.fold(here, Ord::min);
        let [own, others] = self.of_players(left, mover);
        let [moving_first, _] = self.surplus(own, others);
        if moving_first > 0 {
            return Some(Outcome::Win);
        }
        let [_, moving_second] = self.surplus(others, own);
        if moving_second >= 0 {
            return Some(Outcome::Loss);
        }
        if moving_first.max(moving_second) < -NEAR {
            return None;
        }
        let (mut parts, rest) = self.parts(left);
        if parts.is_empty() {
            return None;
        }
        parts.push(self.worth(rest));
        parts::outcome(&parts, mover)
    }

    /// The moves of the player to move, and those of the opponent.
    fn of_players(&self, left: Set, mover: Player) -> [Set; 2] {
        let [first, second] = self.of.map(|of| of & left);
        match mover {
            Player::First => [first, second],
            Player::Second => [second, first],
        }
    }

    /// What the parts with few moves are worth, and the moves of all others.
    fn parts(&self, left: Set) -> (Vec<Worth>, Set) {
        let (mut played, mut large, mut rest) = (Vec::new(), Set::ZERO, left);
        while let Some(number) = numbers(rest).next() {
            let (mut part, mut edge) = (Set::ZERO, one(number));
            while let Some(number) = numbers(edge).next() {
                let of = &self.moves[number];
                part |= one(number);
                edge = (edge | (of.apart | of.foes | of.prey) & rest) & !part;
            }
            rest &= !part;
            if part.count_ones() as usize <= parts::MOST_MOVES {
                played.push(self.shapes.worth(&self.shape(part)));
            } else {
                large |= part;
            }
        }
        (played, large)
    }

    /// How the moves of a small part take each other away.
    fn shape(&self, part: Set) -> Shape {
        let mut shape = Shape::default();
        for (place, number) in numbers(part).enumerate() {
            let takes = self.moves[number].takes;
            shape.of_first |= u16::from(has(self.of[0], number)) << place;
            for (at, other) in numbers(part).enumerate() {
                shape.takes[place] |= u16::from(has(takes, other)) << at;
            }
        }
        shape
    }

    /// What moves are worth to the players that are counted and not played.
    fn worth(&self, left: Set) -> Worth {
        let [first, second] = [Player::First, Player::Second].map(|player| {
            let [own, others] = self.of_players(left, player);
            let [moving_first, moving_second] = self.surplus(own, others);
            // The first of the moves is made.
            let moved = (own != Set::ZERO).then(|| Least::moves(moving_first - 1));
            (Least::moves(moving_second), moved)
        });
        Worth {
            now: [first.0, second.0],
            moved: [first.1, second.1],
        }
    }

    /// By how many moves more than the other player one surely makes, moving first and moving
    /// second. `own` are the moves left to that player.
    fn surplus(&self, own: Set, others: Set) -> [i32; 2] {
        let groups = self.groups(others);
        let threatened = numbers(others).fold(Set::ZERO, |all, foe| all | self.moves[foe].prey);
        let mut free = own;
        let mut safe = 0;
        for number in numbers(own & !threatened) {
            if has(free, number) {
                safe += 1;
                free &= !self.moves[number].apart;
            }
        }
        let mut order: Vec<usize> = numbers(free).collect();
        order.sort_by_cached_key(|number| Reverse(self.promise(*number, free, others, &groups)));
        let mut gains = Vec::new();
        let mut uncut = others;
        for number in order {
            if !has(free, number) {
                continue;
            }
            let area = self.area(number, free, others);
            free &= !area.apart;
            for foe in numbers(area.foes) {
                free &= !self.moves[foe].prey;
            }
            // A group that one area has cut is no gain of another.
            gains.push(area.moves + within(&groups, area.met & uncut));
            uncut &= !area.met;
        }
        gains.sort_unstable_by_key(|gain| Reverse(*gain));
        let sure = safe - groups.len() as i32;
        [0, 1].map(|first| sure + gains.iter().skip(first).step_by(2).sum::<i32>())
    }

    /// The moves of a player in groups, of each of which only one move can be made.
    fn groups(&self, own: Set) -> Vec<Set> {
        let (mut groups, mut left) = (Vec::new(), own);
        while let Some(number) = numbers(left).next() {
            let (mut group, mut fitting) = (one(number), left & self.moves[number].excluded);
            while let Some(number) = numbers(fitting).next() {
                group |= one(number);
                fitting &= self.moves[number].excluded;
            }
            left &= !group;
            groups.push(group);
        }
        groups
    }

    /// How promising it is to count the area of a move: what it may gain, and how little it keeps
    /// from being counted beside it.
    fn promise(&self, number: usize, free: Set, others: Set, groups: &[Set]) -> i32 {
        let of = &self.moves[number];
        let followers = of.shielded.iter().filter(|follower| {
            has(free, **follower) && self.is_safe_after(**follower, number, others)
        });
        let cut = within(groups, of.foes & of.prey);
        let near = (of.near & free).count_ones() as i32;
        2 * (followers.count() as i32 + cut) - near
    }

    /// The area of a move, among the moves of the player that are still free to be counted.
    fn area(&self, number: usize, free: Set, others: Set) -> Area {
        let of = &self.moves[number];
        let mut area = Area {
            moves: 1,
            apart: of.apart,
            foes: of.foes & others,
            met: of.foes & of.prey & others,
        };
        for &follower in &of.shielded {
            let fits = has(free & !area.apart, follower);
            if fits && self.is_safe_after(follower, number, others) {
                let of = &self.moves[follower];
                area.moves += 1;
                area.apart |= of.apart;
                area.foes |= of.foes & others;
                area.met |= of.foes & of.prey & others;
            }
        }
        area
    }

    /// Whether nothing can take a move away once another one is made.
    fn is_safe_after(&self, follower: usize, made: usize, others: Set) -> bool {
        self.moves[follower].foes & others & !self.moves[made].prey == Set::ZERO
    }
}

/// The number of groups all moves of which are among these.
fn within(groups: &[Set], moves: Set) -> i32 {
    let cut = groups.iter().filter(|group| **group & !moves == Set::ZERO);
    cut.count() as i32
}

/// What moves become under a symmetry.
fn becomes(to: &[usize], moves: Set) -> Set {
    set(numbers(moves).map(|number| to[number]))
}

fn set(numbers: impl IntoIterator<Item = usize>) -> Set {
    numbers
        .into_iter()
        .fold(Set::ZERO, |set, number| set | one(number))
}

#[inline]
fn one(number: usize) -> Set {
    let bit = 1 << (number % 128);
    if number < 128 {
        Set::from_words(0, bit)
    } else {
        Set::from_words(bit, 0)
    }
}

#[inline]
fn has(set: Set, number: usize) -> bool {
    let (high, low) = set.into_words();
    let word = if number < 128 { low } else { high };
    word >> (number % 128) & 1 == 1
}

/// The moves of a set, in rising order.
#[inline]
fn numbers(set: Set) -> impl Iterator<Item = usize> {
    let (high, low) = set.into_words();
    let mut words = [
        low as u64,
        (low >> 64) as u64,
        high as u64,
        (high >> 64) as u64,
    ];
    let mut place = 0;
    std::iter::from_fn(move || {
        while words[place] == 0 {
            place += 1;
            if place == words.len() {
                place = 0;
                return None;
            }
        }
        let number = 64 * place + words[place].trailing_zeros() as usize;
        words[place] &= words[place] - 1;
        Some(number)
    })
}
