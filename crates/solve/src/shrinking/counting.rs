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

use super::move_set::MoveSet;

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
    /// The other moves of the same player that can be made neither before it nor after it.
    excluded: MoveSet<WORDS>,
    /// The moves of the opponent that take it away.
    foes: MoveSet<WORDS>,
    /// The moves of the opponent that it takes away.
    prey: MoveSet<WORDS>,
    /// The moves of the opponent that take it away and that it takes away.
    mutual: MoveSet<WORDS>,
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
    /// Each group, as the set of its moves: only the first `count` sets stand for groups.
    sets: [[MoveSet<WORDS>; 64]; WORDS],
    /// For each of the moves, the place of its group.
    place_of: [[u8; 64]; WORDS],
    count: usize,
    /// How many groups each move of the other player cuts: it takes all moves of the group away,
    /// and each of these takes it away.
    cuts: Tally<WORDS>,
}

impl<const WORDS: usize> Groups<WORDS> {
    /// The number of groups all moves of which are among these.
    #[inline]
    fn within(&self, moves: MoveSet<WORDS>) -> usize {
        let (mut left, mut count) = (moves, 0);
        while let Some(number) = left.first() {
            let place = usize::from(self.place_of[number / 64][number % 64]);
            let group = self.sets[place / 64][place % 64];
            count += usize::from(group.without(moves).is_empty());
            left = left.without(group);
        }
        count
    }
}

/// For each move of a player a number of at most 15. The numbers stand in binary, one set for each
/// digit, so that one is added to those of many moves at once.
#[derive(Clone, Copy, Default)]
struct Tally<const WORDS: usize>([MoveSet<WORDS>; 4]);

impl<const WORDS: usize> Tally<WORDS> {
    /// Adds one to the numbers of these moves.
    #[inline]
    fn add(&mut self, moves: MoveSet<WORDS>) {
        let mut carry = moves;
        for digit in &mut self.0 {
            let carried = digit.and(carry);
            *digit = digit.or(carry).without(carried);
            carry = carried;
        }
        // What is 15 stays so.
        for digit in &mut self.0 {
            *digit = digit.or(carry);
        }
    }

    /// The number of a move.
    #[inline]
    fn of(&self, number: usize) -> usize {
        let digits = self.0.iter().enumerate();
        digits
            .map(|(at, digit)| usize::from(digit.has(number)) << at)
            .sum()
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
                excluded: takes.and(*by).and(own).without(MoveSet::of(number)),
                foes,
                prey,
                mutual: foes.and(prey),
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
        let mut by_gain = [0; MOST_GAIN + 1];
        let mut uncut = others;
        for promising in self.by_promise(left, others, groups.cuts).into_iter().rev() {
            while let Some(number) = promising.and(left).first() {
                let area = self.area(number, left, others);
                let prey = area.foes.iter().map(|foe| self.moves[foe].prey);
                left = prey.fold(left.without(area.near), MoveSet::without);
                // Each group is cut once.
                let cut = groups.within(area.met.and(uncut));
                uncut = uncut.without(area.met);
                by_gain[(1 + area.followers + cut).min(MOST_GAIN)] += 1;
            }
        }
        // The player takes the area that gains most, then the opponent spoils the next best one,
        // and so on.
        let (mut gains, mut before) = ([safe - groups.count as i32; 2], 0);
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

    /// The moves by how promising it is to count their areas, where each cuts so many groups of the
    /// opponent's.
    #[inline]
    fn by_promise(
        &self,
        left: MoveSet<WORDS>,
        others: MoveSet<WORDS>,
        cuts: Tally<WORDS>,
    ) -> [MoveSet<WORDS>; MOST_PROMISE + 1] {
        let mut gains = cuts;
        left.iter().for_each(|number| {
            let of = &self.moves[number];
            // Those which take away all that could take it away.
            let makers = of.foes.and(others).iter().map(|foe| self.moves[foe].foes);
            gains.add(makers.fold(left.without(of.apart), MoveSet::and));
        });
        let mut by_promise = [MoveSet::default(); MOST_PROMISE + 1];
        left.iter().for_each(|number| {
            let near = self.moves[number].near.and(left).len();
            let promise = (2 * gains.of(number) + MOST_PROMISE / 2).saturating_sub(near);
            by_promise[promise.min(MOST_PROMISE)].insert(number);
        });
        by_promise
    }

    /// The area of a move.
    #[inline]
    fn area(&self, number: usize, left: MoveSet<WORDS>, others: MoveSet<WORDS>) -> Area<WORDS> {
        let of = &self.moves[number];
        let mut area = Area {
            followers: 0,
            near: of.apart,
            foes: of.foes.and(others),
            met: of.mutual.and(others),
        };
        for follower in self.followers(of) {
            if follower.is_safe(left.without(area.near), others) {
                let of = &self.moves[follower.number];
                area.followers += 1;
                area.near = area.near.or(of.apart);
                area.foes = area.foes.or(of.foes.and(others));
                area.met = area.met.or(of.mutual.and(others));
            }
        }
        area
    }

    /// The moves of a player in groups; no two moves of one group can both be made.
    #[inline]
    fn groups(&self, own: MoveSet<WORDS>) -> Groups<WORDS> {
        let mut groups = Groups {
            sets: [[MoveSet::default(); 64]; WORDS],
            place_of: [[0; 64]; WORDS],
            count: 0,
            cuts: Tally::default(),
        };
        let mut left = own;
        while let Some(number) = left.first() {
            let (mut group, mut fitting) = (MoveSet::default(), left);
            let mut cut_by = self.moves[number].mutual;
            while let Some(number) = fitting.first() {
                let of = &self.moves[number];
                group.insert(number);
                groups.place_of[number / 64][number % 64] = groups.count as u8;
                cut_by = cut_by.and(of.mutual);
                fitting = fitting.and(of.excluded);
            }
            groups.sets[groups.count / 64][groups.count % 64] = group;
            groups.cuts.add(cut_by);
            groups.count += 1;
            left = left.without(group);
        }
        groups
    }
}

impl<const WORDS: usize> Follower<WORDS> {
    /// Whether it is left, and safe once the other move is made.
    #[inline]
    fn is_safe(&self, left: MoveSet<WORDS>, others: MoveSet<WORDS>) -> bool {
        left.has(self.number) && self.other_foes.and(others).is_empty()
    }
}

/// Areas that promise more than this are taken in the order of their moves.
const MOST_PROMISE: usize = 31;

/// An area that gains more counts as one that gains so much.
const MOST_GAIN: usize = 15;
