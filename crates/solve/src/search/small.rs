//! Small searches: near the end of play few positions are searched for one.
//!
//! Most positions of a search lie there. To ask the table about all moves of such a position, and to
//! put them in order, can take longer than to search them. So where the table hardly ever knows
//! positions of that kind, a small search takes them over: it tries the moves in the order of the
//! rules down to the ends of play, and of all that it finds only the answer goes into the table.
//!
//! **Measured.** Random positions of Othello on 6 by 6 cells, with 8 to 14 empty ones, take 0.7 to
//! 0.8 of the time, with 1.2 to 1.35 times the positions. Where the table often knows positions, as
//! in Connect Four, Domineering or Cram, up to four times as many positions would be searched: there
//! the table is asked.

use zug_game::{Searchable, Step};
use zug_values::Score;

use crate::error::Error;

use super::node::{LASTS, gain_at, of_end};

/// A search is small where fewer positions than this are usually searched for one. From 6 to 16 the
/// time hardly differs.
pub(super) const SMALL: u64 = 8;

/// A small search that would take more positions than this is given up.
const MOST_POSITIONS: u64 = 8 * SMALL;

/// What a position is worth at most where the game goes on: a win takes a ply at least.
const WINS: Score = Score::win_within(1);

/// Searches positions without a table, and without putting their moves in order.
#[derive(Debug)]
pub(super) struct SmallSearch<P> {
    /// The moves of all positions on the way from the one that was asked about.
    steps: Vec<Step<P>>,
    /// What each of these moves gains; empty where no move of the game gains points.
    gains: Vec<i64>,
    /// The number of positions that may still be searched.
    left: u64,
}

/// What a small search found.
pub(super) struct Found {
    /// What the position is worth: if that attains the aim, so much at least, and otherwise at most.
    /// `None` where the search was given up.
    pub(super) score: Option<Score>,
    /// The number of positions that were searched.
    pub(super) positions: u64,
}

impl<P: Copy> SmallSearch<P> {
    pub(super) fn new() -> Self {
        Self {
            steps: Vec::new(),
            gains: Vec::new(),
            left: 0,
        }
    }

    /// Asks whether a position attains an aim. What is found follows from ends of play alone, so that
    /// it is true however play came to the position. Where play goes round and round, the search is
    /// given up.
    pub(super) fn search<G: Searchable<Position = P>>(
        &mut self,
        game: &G,
        position: &P,
        aim: Score,
    ) -> Result<Found, Error> {
        self.steps.clear();
        self.gains.clear();
        self.left = MOST_POSITIONS;
        let score = self.worth(game, position, aim)?;
        let positions = MOST_POSITIONS - self.left;
        Ok(Found { score, positions })
    }

    /// What a position is worth, as [`Found::score`] tells it. The calls lie as deep in each other as
    /// positions may be searched, at most.
    fn worth<G: Searchable<Position = P>>(
        &mut self,
        game: &G,
        position: &P,
        aim: Score,
    ) -> Result<Option<Score>, Error> {
        let first = self.steps.len();
        if let Some(outcome) = game.expand(position, &mut self.steps)? {
            return of_end(game, position, outcome).map(Some);
        }
        if game.moves_gain() {
            game.append_gains(position, &mut self.gains)?;
        }
        let told = if LASTS >= aim {
            Some(LASTS)
        } else if WINS < aim {
            Some(WINS)
        } else if self.left == 0 {
            None
        } else {
            self.left -= 1;
            self.best_of_moves(game, first, aim)?
        };
        self.steps.truncate(first);
        self.gains.truncate(first);
        Ok(told)
    }

    /// What a position is worth of which `steps` has the moves, from place `first` on.
    #[inline]
    fn best_of_moves<G: Searchable<Position = P>>(
        &mut self,
        game: &G,
        first: usize,
        aim: Score,
    ) -> Result<Option<Score>, Error> {
        let mut most = Score::LEAST;
        for at in first..self.steps.len() {
            let step = self.steps[at];
            let gain = gain_at(&self.gains, at);
            let wanted = aim.wanted_with(gain, step.turn).ok_or(Error::MORE_POINTS)?;
            let Some(behind) = self.worth(game, &step.position, wanted.aim())? else {
                return Ok(None);
            };
            most = most.max(behind.before_with(gain, step.turn));
            if most >= aim {
                break;
            }
        }
        Ok(Some(most))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use zug_game::{Fault, Game, Packed, Players, Scored, U256};
    use zug_job::Job;
    use zug_values::{Outcome, Plies, Value};

    use super::super::SearchOptions;
    use super::super::table::Table;
    use super::super::table_use::TableUse;
    use super::super::walk::Walk;
    use super::super::walker::Walker;
    use super::*;

    /// A heap of coins, of which a move takes one, two or three. With an even number of coins the
    /// player who took one or three moves again. A position has the number of coins in its lowest
    /// bits, and above them all moves that led to it, so that no two ways lead to one position.
    struct Coins;

    const BITS: u32 = 5;

    fn coins(position: u64) -> u64 {
        position & ((1 << BITS) - 1)
    }

    impl Game for Coins {
        type Position = u64;
        type Move = u64;

        fn start(&self) -> u64 {
            20
        }

        fn players(&self) -> Players<Self> {
            Players::Impartial
        }

        fn moves(&self, &position: &u64, out: &mut Vec<u64>) -> Result<(), Fault> {
            out.extend(1..=coins(position).min(3));
            Ok(())
        }

        fn play(&self, &position: &u64, &take: &u64) -> Result<Step<u64>, Fault> {
            let way = (position >> BITS) * 4 + take;
            let left = way << BITS | (coins(position) - take);
            let is_kept = coins(position).is_multiple_of(2) && take != 2;
            Ok(if is_kept {
                Step::keeping(left)
            } else {
                Step::passing(left)
            })
        }

        fn move_name(&self, _: &u64, take: &u64) -> String {
            format!("take {take}")
        }
    }

    impl Packed for Coins {
        fn pack(&self, &position: &u64) -> U256 {
            U256::from(position)
        }

        fn unpack(&self, packed: U256) -> u64 {
            packed.as_u64()
        }
    }

    impl Scored for Coins {}

    impl Searchable for Coins {
        fn bits(&self) -> u32 {
            u64::BITS
        }
    }

    /// The value of a heap, by the definition of values. Who finds no coins has lost.
    fn value(position: u64) -> Value {
        let mut steps = Vec::new();
        let ended = Coins.expand(&position, &mut steps).expect("no rule breaks");
        if ended == Some(Outcome::Loss) {
            return Value::Loss(Plies(0));
        }
        let moves = steps
            .iter()
            .map(|step| value(step.position).before(step.turn));
        moves.max().expect("there is a move")
    }

    #[test]
    fn it_tells_the_truth_or_gives_up() {
        let mut search = SmallSearch::new();
        let (mut all, mut given_up) = (0, 0);
        for coins in 0..16 {
            let score = Score::of(value(coins)).expect("it is short enough");
            let within = (0..10).flat_map(|plies| [Score::win_within(plies), Score::lasts(plies)]);
            for aim in within.chain([Score::WIN, Score::DRAW]) {
                let found = search.search(&Coins, &coins, aim).expect("no rule breaks");
                all += 1;
                assert!(found.positions <= MOST_POSITIONS);
                let Some(told) = found.score else {
                    assert_eq!(found.positions, MOST_POSITIONS);
                    given_up += 1;
                    continue;
                };
                assert_eq!(told >= aim, score >= aim, "{coins} coins, {aim:?}");
                let holds = if told >= aim {
                    score >= told
                } else {
                    score <= told
                };
                assert!(holds, "{coins} coins, {aim:?}: {told:?} of {score:?}");
            }
        }
        assert!(given_up > 0 && given_up < all / 2, "{given_up} of {all}");
    }

    #[test]
    fn walks_make_small_searches_whether_or_not_play_is_known_to_end() {
        let job = Job::default();
        for (ends, coins) in [(true, 20), (false, 20), (true, 21), (false, 21)] {
            let options = SearchOptions {
                ends,
                ..SearchOptions::default()
            };
            let searched = [false, true].map(|is_alike| {
                let table = Table::new(Coins.bits(), 1 << 16, false, &job).expect("there is room");
                let mut walk = Walk::new(&Coins, &options, None, &job);
                if is_alike {
                    walk.search_all_alike();
                }
                let mut told = walk.begin(&table, &coins, Score::WIN);
                while let Ok(None) = told {
                    told = walk.go_on(&table, &AtomicBool::new(false));
                }
                let wins = told
                    .expect("no rule breaks")
                    .expect("it was asked to the end");
                (wins, walk.nodes())
            });
            let [(by_small, nodes), (alike, nodes_alike)] = searched;
            let score = Score::of(value(coins)).expect("it is short enough");
            assert_eq!([by_small, alike], [score >= Score::WIN; 2], "{coins} coins");
            assert_ne!(
                nodes, nodes_alike,
                "{coins} coins: no small search was made"
            );
        }
    }

    #[test]
    fn a_table_that_tells_much_is_asked() {
        let mut table_use = TableUse::new();
        assert!(table_use.is_little());
        for _ in 0..1000 {
            table_use.learn(100, 10);
        }
        assert!(!table_use.is_little());
        for _ in 0..1000 {
            table_use.learn(100, 3);
        }
        assert!(table_use.is_little());
    }
}
