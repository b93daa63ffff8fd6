//! What small parts of a position are worth, by playing them to the end.
//!
//! **Problem.** A count of the moves that are left is rough. In Domineering, and in games like it,
//! a position soon falls into parts: no move of one part takes a move of another part away. Most
//! parts have few moves, and come again in many positions.
//!
//! **Theorem.** A position is worth *at least* the number x to a player who wins it, moving second,
//! beside a game that is worth x to the opponent, such as x moves of the opponent's that nothing
//! takes away. What parts are worth at least adds up. Let all parts together be worth at least x to
//! a player. If x is 0 or more, the player wins, moving second. If x is more than 0, or if some move
//! makes it 0 or more, the player wins, moving first.
//!
//! What a part is worth follows from what each move in it leads to. Let a number *fit* if no move
//! of First's leads to a part that is worth at least as much to First, and no move of Second's to
//! one that is worth at least the negative of it to Second.
//!
//! - If a number fits, the part is equal to the simplest one that does.
//! - If none fits, the part is no number. Nobody moves in a number where another move is left, so
//!   that such a part is worth at least x to First if no move of Second's leads to one that is worth
//!   at least -x to Second, and the other way round.
//!
//! Both are in J. H. Conway, *On Numbers and Games* (1976).
//!
//! **Why there are two.** The search has bounds of parts of its own (`zug_solve::shrinking`). This
//! shares no line with them.
//!
//! **Cost.** A part whose shape is not known costs one look at each set of its moves that play can
//! come to, at most 2ⁿ for n moves. What is known takes 4 MiB at most, or a sixteenth of the memory
//! that is left.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use zug_game::Player;
use zug_job::{Budget, Charge};
use zug_values::Outcome;

/// A part with more moves is not played.
pub(super) const MOST_MOVES: usize = 12;

/// One is so many units. What a part with at most twelve moves is worth is a whole number of units,
/// if it is a number.
const UNITS: i32 = 1 << 16;

/// No part is worth so many units.
const FAR: i32 = 1 << 30;

/// The most bytes for what is known of shapes.
const MOST_BYTES: u64 = 4 << 20;

/// What a position is worth to a player at least. The order goes by what is worth more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Least {
    /// A number of units.
    number: i32,
    /// 0 if it is worth this number, and -1 if it is worth each number below and not this one. Of
    /// several parts side by side these are added up.
    short: i32,
}

impl Least {
    /// As much as this number of moves that nothing takes away.
    pub(super) fn moves(moves: i32) -> Self {
        Self::number(moves * UNITS)
    }

    fn number(number: i32) -> Self {
        Self { number, short: 0 }
    }

    fn and(self, other: Self) -> Self {
        Self {
            number: self.number + other.number,
            short: self.short + other.short,
        }
    }

    fn without(self, part: Self) -> Self {
        Self {
            number: self.number - part.number,
            short: self.short - part.short,
        }
    }

    /// The least number of units that a part is not worth.
    fn above(self) -> i32 {
        self.number + self.short + 1
    }

    /// What a part that is no number is worth to a player, if its opponent's best move there leads
    /// to this.
    fn kept_from_opponent(self) -> Self {
        Self {
            number: -self.number,
            short: -1 - self.short,
        }
    }

    /// Whether a player to whom all parts together are worth this wins, moving second.
    fn wins_second(self) -> bool {
        self >= Self::number(0)
    }
}

/// What a part is worth to First and to Second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// As it is.
    pub(super) now: [Least; 2],
    /// Behind the best move of that player; `None` if there is no move.
    pub(super) moved: [Option<Least>; 2],
}

impl Worth {
    /// What a part is worth of which is known what the best moves of the players lead to.
    fn behind(moved: [Option<Least>; 2]) -> Self {
        let [least, below] = moved.map(|best| best.map_or(-FAR, Least::above));
        let now = match (simplest(least, -below), moved) {
            (Some(number), _) => [number, -number].map(Least::number),
            (None, [Some(first), Some(second)]) => [second, first].map(Least::kept_from_opponent),
            (None, _) => unreachable!("where a player has no move, a number is far enough"),
        };
        Self { now, moved }
    }
}

/// The simplest number from `least` to `most` units: of the whole numbers the one nearest to 0, and
/// else the one with the least denominator.
fn simplest(least: i32, most: i32) -> Option<i32> {
    if least > most {
        return None;
    }
    if least <= 0 && most >= 0 {
        return Some(0);
    }
    let (sign, near, far) = if least > 0 {
        (1, least, most)
    } else {
        (-1, -most, -least)
    };
    let steps = (0..=UNITS.ilog2()).rev().map(|zeros| 1 << zeros);
    let mut rounded = steps.map(|step| (near + step - 1) / step * step);
    rounded
        .find(|number| *number <= far)
        .map(|number| sign * number)
}

/// Who wins with these parts side by side, as far as what they are worth tells it.
pub(super) fn outcome(parts: &[Worth], mover: Player) -> Option<Outcome> {
    let all = |player: usize| {
        let worth = parts.iter().map(|part| part.now[player]);
        worth.fold(Least::number(0), Least::and)
    };
    let (own, opponent) = match mover {
        Player::First => (0, 1),
        Player::Second => (1, 0),
    };
    let now = all(own);
    let mut behind_moves = parts.iter().filter_map(|part| {
        let moved = part.moved[own]?;
        Some(now.without(part.now[own]).and(moved))
    });
    if now.number > 0 || behind_moves.any(Least::wins_second) {
        Some(Outcome::Win)
    } else {
        all(opponent).wins_second().then_some(Outcome::Loss)
    }
}

/// How the moves of a part take each other away. Parts of the same shape are worth the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    /// The moves of First.
    pub(super) of_first: u16,
    /// For each move the moves that it takes away, itself among them; 0 behind the last one.
    pub(super) takes: [u16; MOST_MOVES],
}

/// The shapes of which is known what they are worth.
#[derive(Debug)]
pub(super) struct Shapes {
    known: Mutex<FxHashMap<Shape, Worth>>,
    /// `known` is emptied when it has so many entries.
    most_known: usize,
    _charge: Option<Charge>,
}

impl Shapes {
    pub(super) fn new(budget: &Budget) -> Self {
        /// An entry of a map, the byte that the map has besides, and the places that it leaves
        /// free while it grows.
        const ENTRY: u64 = (size_of::<(Shape, Worth)>() as u64 + 1) * 24 / 7;
        let bytes = (budget.left() / 16).min(MOST_BYTES);
        let charge = budget.charge(bytes).ok();
        let most_known = charge.as_ref().map_or(0, |_| (bytes / ENTRY) as usize);
        Self {
            known: Mutex::default(),
            most_known,
            _charge: charge,
        }
    }

    /// What the parts of a shape are worth.
    pub(super) fn worth(&self, shape: &Shape) -> Worth {
        // Each entry is true by itself, wherever a thread ended.
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(worth) = known().get(shape) {
            return *worth;
        }
        let moves = shape.takes.iter().fold(0, |all, taken| all | taken);
        let worth = shape.worth(moves, &mut vec![None; usize::from(moves) + 1]);
        let mut known = known();
        if known.len() >= self.most_known {
            known.clear();
        }
        if self.most_known > 0 {
            known.insert(*shape, worth);
        }
        worth
    }
}

impl Shape {
    /// What a part with this shape is worth where these moves are left. `known` has a place for
    /// each set of moves.
    fn worth(&self, left: u16, known: &mut [Option<Worth>]) -> Worth {
        if let Some(worth) = known[usize::from(left)] {
            return worth;
        }
        let mut moved = [None; 2];
        for (number, taken) in self.takes.iter().enumerate() {
            if left >> number & 1 == 1 {
                let player = usize::from(self.of_first >> number & 1 == 0);
                let behind = self.worth(left & !taken, known);
                moved[player] = moved[player].max(Some(behind.now[player]));
            }
        }
        let worth = Worth::behind(moved);
        known[usize::from(left)] = Some(worth);
        worth
    }
}
