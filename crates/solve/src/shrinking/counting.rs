//! Who can make a move when the other one cannot any more: a count of the moves that are left.
//!
//! **Problem.** In Domineering and in other partizan games a move takes moves of either player
//! away and gives none, and whoever has none left loses. Long before the end it is often plain who
//! wins: Left has six places of her own that Right cannot spoil, and Right can move four times at
//! the most. A search that must play all that to its end looks at a multiple of positions.
//!
//! **Theorem.** Let a player surely make `a` more moves, whatever the other one does, and let the
//! other one make at most `b`. If the former moves first, and `a > b`, the former wins; if the
//! latter moves first, and `a >= b`, the former wins too. For the one whose moves are used up first
//! loses, and moves alternate.
//!
//! **How moves are counted.** A set of moves of one player none of which takes another one away
//! can be made in any order. Those of them that no move of the opponent takes away are *safe*:
//! the player makes them all. The most moves that the opponent can make is at most the number of
//! groups into which these moves fall, where of each group only one move can be made.
//!
//! Of the other moves *areas* are chosen. An area is a move with its *followers*, the moves that
//! are safe once it is made, since it takes away all that could take them away. Areas are chosen
//! such that no move of one takes a move of another one away, and no move of the opponent takes
//! moves of two of them. An area gains its moves, and the groups that it *cuts*: of whose moves
//! each would have taken a move of the area away, and is taken away by one, so that none of them
//! was made before. The player takes the area that gains most, then the opponent spoils the next
//! best one, and so on, as one area is spoiled for each one that is taken: the player gets every
//! second one, the first one among them if the player moves first.
//!
//! Sets, groups and areas are chosen greedily; the counts hold for any choice. An area is the more
//! promising the more it gains, and the fewer other moves cannot be counted beside it.
//!
//! D. Breuker, J. Uiterwijk and H. J. van den Herik (*Solving 8 × 8 Domineering*, 2000) and
//! N. Bullock (*Domineering: solving large combinatorial search spaces*, 2002) count squares of
//! Domineering to the same end; of the latter are the safe moves, the squares that a player can
//! protect by a move, and the moves of the opponent that go with them. Here nothing is asked but
//! which moves take which away.
//!
//! **Cost.** About two microseconds where each player has some 40 moves.
//!
//! **When not to use it.** Where a move can give moves, or the player who has none left does not
//! lose.

use std::ops::Range;

use zug_values::Outcome;

use super::MoveSet;

/// Counts the moves that are left to both players.
#[derive(Clone, Debug)]
pub struct MoveCount<const WORDS: usize> {
    moves: Vec<Move<WORDS>>,
    /// The moves that some move may make safe, those of each move in a row.
    followers: Vec<Follower<WORDS>>,
    /// The moves of either player.
    of: [MoveSet<WORDS>; 2],
}

/// What is asked of a move. The sets stand side by side, as they are asked together.
#[derive(Clone, Debug)]
struct Move<const WORDS: usize> {
    /// The moves of the same player that are not to be made together with it, itself among them:
    /// one takes the other away, or is taken away.
    apart: MoveSet<WORDS>,
    /// The moves of the same player that can be made neither before it nor after it.
    excluded: MoveSet<WORDS>,
    /// The moves of the opponent that take it away.
    foes: MoveSet<WORDS>,
    /// The moves of the opponent that it takes away.
    prey: MoveSet<WORDS>,
    /// The moves of the same player that are not counted beside it: those that are apart from it,
    /// and those that a foe of it takes away too.
    near: MoveSet<WORDS>,
    /// Where the moves that it may make safe stand.
    followers: Range<usize>,
}

/// A move that another move of the same player may make safe.
#[derive(Clone, Copy, Debug)]
struct Follower<const WORDS: usize> {
    number: usize,
    /// The moves of the opponent that take it away and are not taken away by the other move: it is
    /// safe after the other move where none of them is left.
    other_foes: MoveSet<WORDS>,
}

/// What a count of the moves that are left tells the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counted {
    /// Who wins, if the count tells it.
    pub outcome: Option<Outcome>,
    /// How much better the counts of the player to move are than those of the opponent, where they
    /// do not tell who wins.
    pub margin: i32,
    /// By how many moves more than the opponent the player to move surely makes, moving first.
    lead: i32,
    /// By how many moves more than the player to move the opponent surely makes, moving second.
    lag: i32,
}

impl Counted {
    /// What the two counts tell: whoever surely makes more moves wins, and so does the player who
    /// moves second and surely makes as many.
    fn of(lead: i32, lag: i32) -> Self {
        let outcome = if lead > 0 {
            Some(Outcome::Win)
        } else if lag >= 0 {
            Some(Outcome::Loss)
        } else {
            None
        };
        Self {
            outcome,
            margin: lead - lag,
            lead,
            lag,
        }
    }

    /// The player to move surely makes so many moves more. Nothing else was counted.
    fn won(lead: i32) -> Self {
        Self {
            outcome: Some(Outcome::Win),
            margin: lead,
            lead,
            lag: -lead,
        }
    }

    /// Whether one of the counts lacks this number of moves at most to tell who wins.
    pub(super) fn is_near(self, moves: i32) -> bool {
        self.lead.max(self.lag) >= -moves
    }
}

/// The moves of one player in groups of which only one move each can be made.
struct Groups<const WORDS: usize> {
    /// For each of the moves, the moves of its group.
    with: [[MoveSet<WORDS>; 64]; WORDS],
    count: i32,
}

impl<const WORDS: usize> Groups<WORDS> {
    /// The number of groups all moves of which are among these.
    #[inline]
    fn within(&self, moves: MoveSet<WORDS>) -> usize {
        let (mut left, mut count) = (moves, 0);
        while let Some(number) = left.first() {
            let group = self.with[number / 64][number % 64];
            count += usize::from(group.without(moves).is_empty());
            left = left.without(group);
        }
        count
    }
}

/// A move and the moves that are safe once it is made, its followers.
struct Area<const WORDS: usize> {
    /// The number of followers.
    followers: usize,
    /// The moves of the same player that are apart from one of the moves, these among them.
    near: MoveSet<WORDS>,
    /// The moves of the opponent that take one of the moves away.
    foes: MoveSet<WORDS>,
    /// The foes that one of the moves takes away in turn: none of them was made before if the
    /// player gets the area.
    met: MoveSet<WORDS>,
}

impl<const WORDS: usize> MoveCount<WORDS> {
    /// The game in which each move takes these moves away, itself among them. The first `of_first`
    /// of them are those of First, the others those of Second. `None` if there are more moves than
    /// a set has room for, if one of those taken away is no number of a move, or if a move does
    /// not take itself away.
    #[must_use]
    pub fn new(takes: &[MoveSet<WORDS>], of_first: usize) -> Option<Self> {
        let count = takes.len();
        if count > MoveSet::<WORDS>::MOST {
            return None;
        }
        let all_takes = takes;
        let all: MoveSet<WORDS> = (0..count).collect();
        let first: MoveSet<WORDS> = (0..of_first.min(count)).collect();
        let of = [first, all.without(first)];
        let mut taken_by = vec![MoveSet::default(); count];
        for (number, taken) in takes.iter().enumerate() {
            if !taken.has(number) || !taken.without(all).is_empty() {
                return None;
            }
            taken
                .iter()
                .for_each(|other| taken_by[other].insert(number));
        }
        let mut followers = Vec::new();
        let mut moves = Vec::with_capacity(count);
        for (number, (takes, by)) in takes.iter().zip(&taken_by).enumerate() {
            let [own, others] = if number < of_first {
                of
            } else {
                [of[1], of[0]]
            };
            let (apart, foes, prey) = (takes.or(*by).and(own), by.and(others), takes.and(others));
            // The moves of the same player that these moves of the opponent take away.
            let hit_by = |foes: MoveSet<WORDS>| {
                let hit = foes.iter().map(|foe| all_takes[foe].and(own));
                hit.fold(MoveSet::default(), MoveSet::or)
            };
            let start = followers.len();
            for follower in hit_by(prey).without(apart) {
                let other_foes = taken_by[follower].and(others).without(prey);
                followers.push(Follower {
                    number: follower,
                    other_foes,
                });
            }
            moves.push(Move {
                apart,
                excluded: takes.and(*by).and(own),
                foes,
                prey,
                near: hit_by(foes).or(apart),
                followers: start..followers.len(),
            });
        }
        Some(Self {
            moves,
            followers,
            of,
        })
    }

    /// What the count tells the player to move where these moves are left.
    #[must_use]
    pub fn count(&self, left: MoveSet<WORDS>, first_moves: bool) -> Counted {
        let [mover, opponent] = self.of_players(left, first_moves);
        let [lead, _] = self.more(mover, opponent);
        if lead > 0 {
            return Counted::won(lead);
        }
        let [_, lag] = self.more(opponent, mover);
        Counted::of(lead, lag)
    }

    /// The moves of the player to move among those that are left, and the moves of the opponent.
    #[inline]
    pub(super) fn of_players(
        &self,
        left: MoveSet<WORDS>,
        first_moves: bool,
    ) -> [MoveSet<WORDS>; 2] {
        let [first, second] = self.of.map(|of| of.and(left));
        if first_moves {
            [first, second]
        } else {
            [second, first]
        }
    }

    /// By how many moves more than the opponent the player who has the moves `own` surely makes:
    /// if that player moves first, and if the opponent does.
    pub(super) fn more(&self, own: MoveSet<WORDS>, others: MoveSet<WORDS>) -> [i32; 2] {
        let attacked = others.iter().map(|foe| self.moves[foe].prey);
        let attacked = attacked.fold(MoveSet::default(), MoveSet::or);
        let (mut left, mut unharmed) = (own, own.without(attacked));
        let mut safe = 0;
        while let Some(number) = unharmed.first() {
            let apart = self.moves[number].apart;
            safe += 1;
            left = left.without(apart);
            unharmed = unharmed.without(apart);
        }
        let groups = self.groups(others);
        let mut by_promise = [MoveSet::<WORDS>::default(); MOST_PROMISE + 1];
        for number in left {
            by_promise[self.promise(number, left, others, &groups)].insert(number);
        }
        let mut by_gain = [0; MOST_GAIN + 1];
        let mut uncut = others;
        for promising in by_promise.into_iter().rev() {
            while let Some(number) = promising.and(left).first() {
                let area = self.area(number, left, others);
                left = left.without(area.near);
                for foe in area.foes {
                    left = left.without(self.moves[foe].prey);
                }
                // Each group is cut once.
                let cut = groups.within(area.met.and(uncut));
                uncut = uncut.without(area.met);
                by_gain[(1 + area.followers + cut).min(MOST_GAIN)] += 1;
            }
        }
        // The player takes the area that gains most, then the opponent spoils the next best one,
        // and so on.
        let (mut gains, mut before) = ([safe - groups.count; 2], 0);
        for (gain, areas) in by_gain.into_iter().enumerate().rev() {
            for _ in 0..areas {
                gains[before % 2] += gain as i32;
                before += 1;
            }
        }
        gains
    }

    /// The moves that a move may make safe.
    #[inline]
    fn followers(&self, of: &Move<WORDS>) -> &[Follower<WORDS>] {
        &self.followers[of.followers.clone()]
    }

    /// How promising it is to count the area of a move.
    #[inline]
    fn promise(
        &self,
        number: usize,
        left: MoveSet<WORDS>,
        others: MoveSet<WORDS>,
        groups: &Groups<WORDS>,
    ) -> usize {
        let of = &self.moves[number];
        let followers = self.followers(of).iter();
        let followers = followers.filter(|follower| follower.is_safe(left, others));
        let gain = followers.count() + groups.within(of.foes.and(of.prey).and(others));
        let near = of.near.and(left).len();
        (2 * gain + MOST_PROMISE / 2)
            .saturating_sub(near)
            .min(MOST_PROMISE)
    }

    /// The area of a move.
    #[inline]
    fn area(&self, number: usize, left: MoveSet<WORDS>, others: MoveSet<WORDS>) -> Area<WORDS> {
        let of = &self.moves[number];
        let foes = of.foes.and(others);
        let mut area = Area {
            followers: 0,
            near: of.apart,
            foes,
            met: foes.and(of.prey),
        };
        for follower in self.followers(of) {
            if follower.is_safe(left.without(area.near), others) {
                let of = &self.moves[follower.number];
                let foes = of.foes.and(others);
                area.followers += 1;
                area.near = area.near.or(of.apart);
                area.foes = area.foes.or(foes);
                area.met = area.met.or(foes.and(of.prey));
            }
        }
        area
    }

    /// The moves of a player in groups; no two moves of one group can both be made.
    #[inline]
    fn groups(&self, own: MoveSet<WORDS>) -> Groups<WORDS> {
        let mut groups = Groups {
            with: [[MoveSet::default(); 64]; WORDS],
            count: 0,
        };
        let mut left = own;
        while !left.is_empty() {
            let (mut group, mut fitting) = (MoveSet::default(), left);
            while let Some(number) = fitting.first() {
                group.insert(number);
                fitting.remove(number);
                fitting = fitting.and(self.moves[number].excluded);
            }
            for number in group {
                groups.with[number / 64][number % 64] = group;
            }
            left = left.without(group);
            groups.count += 1;
        }
        groups
    }
}

impl<const WORDS: usize> Follower<WORDS> {
    /// Whether it is left, and safe once the other move is made.
    #[inline]
    fn is_safe(&self, left: MoveSet<WORDS>, others: MoveSet<WORDS>) -> bool {
        self.other_foes.and(others).is_empty() && left.has(self.number)
    }
}

/// Areas that promise more than this are taken in the order of their moves.
const MOST_PROMISE: usize = 31;

/// An area that gains more counts as one that gains so much.
const MOST_GAIN: usize = 15;
