//! In which order moves are tried.
//!
//! Where one good move ends the work on a position, the order of the moves decides how much
//! work there is. Nothing here knows the game: moves that ended the work elsewhere come first
//! (J. Schaeffer, *The history heuristic*, 1989), then what the position behind the move tells:
//! how many moves would win at once if the mover could move again (threats; moves count that
//! play may still make legal), how many moves each player has (mobility), and who is ahead in the
//! numbers that the rules compare at the end (standing). Which of these are asked for, `trials`
//! tell. Where the mover moves again, the opponent has no moves that could count against it. Near
//! the end of the game, where little work can be saved, only the past of the moves counts.

/// What is asked of the positions behind the moves to put these in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each hint is asked for or not, whatever the others are"
)]
pub struct Hints {
    /// About how many moves would win at once if the mover moved again, now or when play has
    /// made them legal.
    pub threats: bool,
    /// The number of moves of the opponent, and of the mover if it moved again.
    pub mobility: bool,
    /// Whether the opponent has a move behind the mover's that wins at once. Such moves of the
    /// mover are not searched.
    pub ahead: bool,
    /// By how much the mover is ahead behind the move, in the numbers that the rules compare at
    /// the end.
    pub standing: bool,
}

/// The most that the past of a move can change what the move counts.
const MOST_HISTORY: i32 = 1 << 12;
/// What one threat counts.
const THREAT: i32 = 1 << 12;
/// What one move less of the opponent's counts. Where it and a move of the mover's counted an eighth
/// of this, so that the past of a move decided, 1.5 to 5 times as many positions were searched of
/// Clobber on 5 by 5 cells, Amazons on 4 by 4 and Othello on 6 by 6, and about as many of Domineering
/// and Hexapawn.
const REPLY: i32 = 1 << 11;
/// What one move more of the mover's counts, if it moved again. Of Clobber on 5 by 4, 4 by 5, 6 by 3
/// and 3 by 7 cells 2.35, 1.45, 0.95 and 1.27 times as many positions were searched where it counted
/// half as much, and 2.73, 1.33, 1.17 and 2.88 times as many where it counted twice as much.
const OWN_MOVE: i32 = 1 << 10;
/// What one unit counts by which the mover is ahead.
const STANDING: i32 = 1 << 12;
/// The most units by which a mover is ahead, or behind, that count.
const MOST_STANDING: i64 = 1 << 14;
/// What one unit of what a theorem promises counts. Where it counted four times as much, a search
/// took 1.26 times as many positions of Domineering on eight boards from 6 by 6 to 9 by 6 cells
/// together, and where it counted nothing, 1.5 times as many.
const PROMISE: i32 = 1 << 7;
/// What the move counts that attained an aim in this position before.
pub(crate) const KNOWN_MOVE: i32 = 1 << 28;

/// How good moves were, by their places in the rules.
#[derive(Clone, Debug)]
pub(crate) struct History {
    counts: Vec<i32>,
    /// What moves counted before anything was learnt of them.
    first: Vec<i32>,
}

impl History {
    pub(crate) fn new(places: usize) -> Self {
        Self {
            counts: vec![0; places],
            first: vec![0; places],
        }
    }

    /// Forgets what was learnt, and begins with these counts.
    pub(crate) fn begin(&mut self, first: &[i32]) {
        self.first.copy_from_slice(first);
        self.counts.copy_from_slice(first);
    }

    /// What the past of a move counts.
    #[inline]
    pub(crate) fn of(&self, place: u32) -> i32 {
        self.counts[place as usize]
    }

    /// A move attained its aim where `tried` moves before it had not.
    pub(crate) fn learn(&mut self, good: u32, tried: impl Iterator<Item = u32>, work: u8) {
        let weight = 1 << work.min(10);
        for place in tried {
            self.add(place, -weight);
        }
        self.add(good, weight);
    }

    /// Adds less the further the sum is from what it was at first, so that it never goes further
    /// than [`MOST_HISTORY`] from there.
    fn add(&mut self, place: u32, weight: i32) {
        let sum = &mut self.counts[place as usize];
        let first = self.first[place as usize];
        *sum += weight - (*sum - first) * weight.abs() / MOST_HISTORY;
    }
}

/// A player who has more moves, or more threats, than this gets the weight of this number of them.
const MOST_MOVES: u32 = 1 << 10;

/// The number of moves, or of threats, by which a weight is multiplied: at most [`MOST_MOVES`].
#[inline]
fn counting(moves: u32) -> i32 {
    moves.min(MOST_MOVES) as i32
}

/// What is added to the weight of a move for the number of moves by which its mover, if it moved
/// again, would win at once.
#[inline]
pub(crate) fn of_threats(threats: u32) -> i32 {
    counting(threats) * THREAT
}

/// What is added to the weight of a move for the number of moves that its mover would have, if it
/// moved again.
#[inline]
pub(crate) fn of_own_moves(moves: u32) -> i32 {
    counting(moves) * OWN_MOVE
}

/// What is added to the weight of a move for the number of moves that the opponent has then: less the
/// more there are.
#[inline]
pub(crate) fn of_replies(replies: u32) -> i32 {
    -counting(replies) * REPLY
}

/// What is added to the weight of a move for what a theorem promises its mover.
#[inline]
pub(crate) fn of_promise(promise: i32) -> i32 {
    promise * PROMISE
}

/// What is added to the weight of a move for the number by which its mover is ahead then.
#[inline]
pub(crate) fn of_standing(ahead: i64) -> i32 {
    ahead.clamp(-MOST_STANDING, MOST_STANDING) as i32 * STANDING
}
