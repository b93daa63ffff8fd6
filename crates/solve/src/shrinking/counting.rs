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
//! the player makes them all. Of further ones, chosen such that no move of the opponent takes two
//! of them, the player makes half, as one is made for each one that is taken away: rounded up if
//! the player moves first, else down. The most moves that the opponent can make is at most the
//! number of groups into which these moves fall, where of each group only one move can be made.
//! A move of the player may *cut* groups: it takes all moves of a group away, each of which would
//! have taken it away, so that none of them was made before. The player makes those moves first
//! that cut most. Sets and groups are chosen greedily; the counts hold for any choice.
//!
//! D. Breuker, J. Uiterwijk and H. J. van den Herik (*Solving 8 × 8 Domineering*, 2000) and
//! N. Bullock (*Domineering: solving large combinatorial search spaces*, 2002) count squares of
//! Domineering to the same end; here nothing is asked but which moves take which away.
//!
//! **Cost.** About a microsecond where each player has some 40 moves.
//!
//! **When not to use it.** Where a move can give moves, or the player who has none left does not
//! lose.

use zug_values::Outcome;

use super::MoveSet;

/// Counts the moves that are left to both players.
#[derive(Clone, Debug)]
pub struct MoveCount<const WORDS: usize> {
    /// For each move, the moves of the same player that are not to be made together with it,
    /// itself among them: one takes the other away, or is taken away.
    apart: Vec<MoveSet<WORDS>>,
    /// For each move, the moves of the same player that can be made neither before it nor after
    /// it.
    excluded: Vec<MoveSet<WORDS>>,
    /// For each move, the moves of the opponent that take it away.
    foes: Vec<MoveSet<WORDS>>,
    /// For each move, the moves of the opponent that it takes away.
    prey: Vec<MoveSet<WORDS>>,
    /// The moves of either player.
    of: [MoveSet<WORDS>; 2],
}

/// What a count of the moves that are left tells the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counted {
    /// Who wins, if the count tells it.
    pub outcome: Option<Outcome>,
    /// How much better the counts of the player to move are than those of the opponent.
    pub margin: i32,
}

/// The moves of one player in groups of which only one move each can be made.
struct Groups<const WORDS: usize> {
    /// For each of the moves, the number of its group.
    of: [[u8; 64]; WORDS],
    /// The number of moves of each group.
    sizes: [[u8; 64]; WORDS],
    count: usize,
}

impl<const WORDS: usize> Groups<WORDS> {
    fn add(&mut self, number: usize) {
        let group = self.count;
        self.of[number / 64][number % 64] = group as u8;
        self.sizes[group / 64][group % 64] += 1;
    }
}

/// What a player surely gets.
struct Sure {
    /// Moves that nobody takes away.
    safe: i32,
    /// The number of moves of which the opponent takes one for each one that is made.
    shared: i32,
    /// The groups of the opponent that they take away, if this player makes the first of them, and
    /// if the opponent takes the first of them away.
    cut: [i32; 2],
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
        let own = |number: usize| of[usize::from(number >= of_first)];
        let others = |number: usize| of[usize::from(number < of_first)];
        let both = || takes.iter().zip(&taken_by).enumerate();
        let apart = both().map(|(number, (takes, by))| takes.or(*by).and(own(number)));
        let excluded = both().map(|(number, (takes, by))| takes.and(*by).and(own(number)));
        let foes = both().map(|(number, (_, by))| by.and(others(number)));
        let prey = both().map(|(number, (takes, _))| takes.and(others(number)));
        Some(Self {
            apart: apart.collect(),
            excluded: excluded.collect(),
            foes: foes.collect(),
            prey: prey.collect(),
            of,
        })
    }

    /// What the count tells the player to move where these moves are left.
    #[must_use]
    pub fn count(&self, left: MoveSet<WORDS>, first_moves: bool) -> Counted {
        let [first, second] = self.of.map(|of| of.and(left));
        let (mover, opponent) = if first_moves {
            (first, second)
        } else {
            (second, first)
        };
        let groups = [mover, opponent].map(|own| self.groups(own));
        let own = self.sure(mover, opponent, &groups[1]);
        let others = self.sure(opponent, mover, &groups[0]);
        let most = groups.map(|groups| groups.count as i32);
        let lead = own.safe + (own.shared + 1) / 2 - (most[1] - own.cut[0]);
        let lag = others.safe + others.shared / 2 - (most[0] - others.cut[1]);
        let outcome = if lead > 0 {
            Some(Outcome::Win)
        } else if lag >= 0 {
            Some(Outcome::Loss)
        } else {
            None
        };
        Counted {
            outcome,
            margin: lead - lag,
        }
    }

    /// What the player who has the moves `own` surely gets.
    #[inline]
    fn sure(&self, own: MoveSet<WORDS>, others: MoveSet<WORDS>, groups: &Groups<WORDS>) -> Sure {
        let attacked = others.iter().map(|foe| self.prey[foe]);
        let attacked = attacked.fold(MoveSet::default(), MoveSet::or);
        let (mut left, mut unharmed) = (own, own.without(attacked));
        let (mut safe, mut shared) = (0, 0);
        while let Some(number) = unharmed.first() {
            safe += 1;
            left = left.without(self.apart[number]);
            unharmed = unharmed.without(self.apart[number]);
        }
        // The groups that are left, by the number of their moves that are left.
        let mut sizes = groups.sizes;
        let mut by_cut = [0; MOST_CUT + 1];
        while let Some(number) = left.first() {
            shared += 1;
            left = left.without(self.apart[number]);
            let mut cut = 0;
            for foe in self.foes[number].and(others) {
                left = left.without(self.prey[foe]);
            }
            // A group that this move and each of its moves exclude was not used, if this move is
            // made.
            let met = self.foes[number].and(self.prey[number]).and(others);
            let mut met_sizes = [[0_u8; 64]; WORDS];
            for foe in met {
                let group = usize::from(groups.of[foe / 64][foe % 64]);
                let met = &mut met_sizes[group / 64][group % 64];
                *met += 1;
                let size = &mut sizes[group / 64][group % 64];
                if *met == *size {
                    // It is taken away once.
                    *size = u8::MAX;
                    cut += 1;
                }
            }
            by_cut[cut.min(MOST_CUT)] += 1;
        }
        // The player makes the move that takes most groups away, then the opponent takes the next
        // best one away, and so on.
        let (mut cut, mut before) = ([0; 2], 0);
        for (groups, moves) in by_cut.into_iter().enumerate().rev() {
            for _ in 0..moves {
                cut[before % 2] += groups as i32;
                before += 1;
            }
        }
        Sure { safe, shared, cut }
    }

    /// The moves of a player in groups; no two moves of one group can both be made.
    #[inline]
    fn groups(&self, own: MoveSet<WORDS>) -> Groups<WORDS> {
        let mut groups = Groups {
            of: [[0; 64]; WORDS],
            sizes: [[0; 64]; WORDS],
            count: 0,
        };
        let mut left = own;
        while let Some(number) = left.first() {
            left.remove(number);
            groups.add(number);
            let mut group = self.excluded[number].and(left);
            while let Some(other) = group.first() {
                left.remove(other);
                group.remove(other);
                groups.add(other);
                group = group.and(self.excluded[other]);
            }
            groups.count += 1;
        }
        groups
    }
}

/// A move that takes more groups away counts as one that takes so many.
const MOST_CUT: usize = 7;
