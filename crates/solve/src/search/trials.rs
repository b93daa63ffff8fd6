//! Which hints a search of this game should have.
//!
//! Apart from the hint who is ahead, no hints are best for every game: in Connect Four threats
//! halve the work, in Domineering they only cost time, and the numbers of moves save as much there. So short trials tell.
//!
//! **Method.** Random playouts from the position asked about lead to ends of the game. From each of
//! them the trial goes back to a position that takes some thousand nodes to search, and searches it
//! once with each choice of hints. The choice that costs least in all is taken. A search ends where
//! it costs twice as much as the cheapest one of that position so far, and a choice that costs half
//! as much again as the cheapest one after two playouts is not tried again, but for the usual one,
//! which is left for a choice of half the cost alone. The cost is
//! the number of nodes, raised to the power of 3/2, times a price, which depends on what the hints
//! ask. The power is there because what saves nodes in a trial saves more in a longer search,
//! which has more plies. Prices are rough times that were measured once, so that the choice is
//! the same in each run. Proof numbers search the same positions, which shows what they promise
//! (`engine`).
//!
//! **Cost.** Some ten thousand nodes, so that it is worth it for long searches only.

use std::sync::atomic::AtomicBool;

use zug_game::{Searchable, WinsFound};
use zug_job::{Job, Phase, Progress};
use zug_values::Score;

use crate::error::Error;
use crate::positions::probe::LONGEST;
use crate::random::SplitMix;

use super::SearchOptions;
use super::engine::Promise;
use super::order::Hints;
use super::proof_number::{NumberWalk, SharedNumbers};
use super::table::Table;
use super::walk::{Ended, NODES_BETWEEN_CHECKS, Walk};
use super::walker::{Told, Walker};

/// Trials are worth their time in searches that are this many times as long as those in which walks
/// begin again.
pub(crate) const WORTH: u64 = 16;
/// The number of playouts.
const PLAYOUTS: usize = 4;
/// A position that takes as many nodes as this is hard enough for a trial.
const HARD: u64 = 2000;
/// A position whose search takes fewer nodes than this is too easy to show which hints are better.
const EASY: u64 = 50;
/// A trial ends after this number of nodes.
const MOST: u64 = 3 * NODES_BETWEEN_CHECKS;
/// The bytes of a trial's table.
const TABLE_BYTES: u64 = 1 << 16;

impl Hints {
    /// What a search has before it knows better.
    pub(crate) fn usual<G: Searchable>(game: &G) -> Self {
        let quick = game.finds_wins_at_once() != WinsFound::BySuccessors;
        Self {
            threats: quick,
            mobility: !quick,
            ahead: quick,
            standing: game.has_standing(),
        }
    }

    /// All choices for a game. Who is ahead is asked wherever the game can say it: that saved nodes in all
    /// searches in which it was measured, and trials, which are near the end of play, said otherwise
    /// of Kalah.
    fn all<G: Searchable>(game: &G) -> impl Iterator<Item = Self> {
        let standing = game.has_standing();
        (0..8_u8).map(move |bits| Self {
            threats: bits & 1 != 0,
            mobility: bits & 2 != 0,
            ahead: bits & 4 != 0,
            standing,
        })
    }

    /// About what a node costs, where it costs 10 without hints.
    fn price<G: Searchable>(self, game: &G) -> u64 {
        let [ahead, threats] = match game.finds_wins_at_once() {
            WinsFound::BySuccessors => [18, 13],
            WinsFound::All | WinsFound::Some => [5, 3],
        };
        let asked = [
            (self.ahead, ahead),
            (self.threats, threats),
            (self.mobility, 4),
            (self.standing, 1),
        ];
        let asked = asked.iter().filter(|(is_asked, _)| *is_asked);
        10 + asked.map(|(_, price)| price).sum::<u64>()
    }
}

/// What trials tell.
pub(super) struct Chosen {
    /// The hints that cost least; the usual ones where trials tell nothing.
    pub(super) hints: Hints,
    /// What proof numbers promise.
    pub(super) proof_numbers: Promise,
}

/// The hints that cost least in trials, and what proof numbers promise by them.
pub(super) fn choose<G: Searchable>(
    game: &G,
    root: &G::Position,
    ends: bool,
    job: &Job,
) -> Result<Chosen, Error> {
    let usual = Hints::usual(game);
    let mut engines = Engines::new();
    let mut trials = Trials {
        game,
        ends,
        job,
        random: SplitMix(0x7a75_675f_7472_6961),
    };
    let mut choices: Vec<_> = Hints::all(game).map(|hints| (hints, 0)).collect();
    // What is likely to be cheap comes first, and limits what the others may cost.
    let first = choices.iter().position(|(hints, _)| *hints == usual);
    choices[..=first.expect("the usual hints are among all")].rotate_right(1);
    let mut tried = 0;
    for _ in 0..PLAYOUTS {
        let Some((position, by_usual)) = trials.hard_position(root, usual)? else {
            continue;
        };
        let most = by_usual * MUCH_WORSE;
        let numbers = trials.nodes_by_numbers(&position, most)?;
        engines.learn(by_usual, numbers.unwrap_or(most));
        let mut least = u64::MAX;
        for (hints, so_far) in &mut choices {
            let price = hints.price(game);
            let most = nodes_for(least.saturating_mul(2) / price).min(MOST);
            let Some(nodes) = trials.nodes(&position, *hints, most)? else {
                return Ok(Chosen {
                    hints: usual,
                    proof_numbers: Promise::Open,
                });
            };
            let cost = cost_of(nodes) * price;
            least = least.min(cost);
            *so_far += cost;
        }
        tried += 1;
        cheapest_first(&mut choices);
        if tried >= 2 {
            let (_, cheapest) = choices[0];
            choices.retain(|(hints, cost)| *hints == usual || *cost <= cheapest + cheapest / 2);
        }
    }
    // Trials are few: what seems to be somewhat cheaper than usual may be many times as dear.
    let is_usual = |(hints, _): &&(Hints, u64)| *hints == usual;
    let (_, of_usual) = choices.iter().find(is_usual).expect("it is never dropped");
    let (cheapest, cost) = choices[0];
    let hints = if *of_usual <= cost * 2 {
        usual
    } else {
        cheapest
    };
    Ok(Chosen {
        hints,
        proof_numbers: engines.promise(),
    })
}

/// Sorts hints by what searches with them cost.
fn cheapest_first(choices: &mut [(Hints, u64)]) {
    choices.sort_by_key(|(_, cost)| *cost);
}

/// A trial of proof numbers ends after this number of times as many nodes as null windows needed.
const MUCH_WORSE: u64 = 4;

/// The nodes that the two engines needed for the same positions, multiplied over all of these, so
/// that a hard position counts no more than others. One position counts [`MUCH_WORSE`] times for
/// or against an engine at most.
struct Engines {
    windows: u128,
    numbers: u128,
}

impl Engines {
    fn new() -> Self {
        Self {
            windows: 1,
            numbers: 1,
        }
    }

    fn learn(&mut self, windows: u64, numbers: u64) {
        let least = (windows / MUCH_WORSE).max(1);
        self.windows *= u128::from(windows.max(1));
        self.numbers *= u128::from(numbers.max(least));
    }

    /// What proof numbers promise: nothing where they needed 1.25 times as many nodes in each of
    /// [`PLAYOUTS`] positions, by the geometric mean. Measured, with the ratio in the whole search
    /// in brackets: Kalah with 4 pits and 4 seeds 0.7 (1.5), 5 and 3 0.7 (0.3), 6 and 3 0.8 (0.4),
    /// Hex 4 by 4 0.3 (0.2), Breakthrough 0.3 (2.0), Connect Four 1.3 and 1.6 (6), Clobber 1.7 (1.2),
    /// Domineering 2.7 (1.7), dots and boxes 3.4 (5). So trials tell where proof numbers are worse,
    /// and little of where they are better.
    fn promise(&self) -> Promise {
        let power = |base: u128| base.pow(PLAYOUTS as u32);
        if self.numbers * power(4) > self.windows * power(5) {
            Promise::None
        } else {
            Promise::Open
        }
    }
}

/// What a search of this number of nodes costs, at the price of 1.
fn cost_of(nodes: u64) -> u64 {
    nodes * nodes.isqrt()
}

/// The number of nodes that cost about so much, at the price of 1.
fn nodes_for(cost: u64) -> u64 {
    let root = (cost as f64).cbrt();
    (root * root) as u64
}

struct Trials<'a, G> {
    game: &'a G,
    /// No position can come again in play.
    ends: bool,
    job: &'a Job,
    random: SplitMix,
}

impl<G: Searchable> Trials<'_, G> {
    /// The last position but few of a random playout, which takes some thousand nodes, and this
    /// number of nodes.
    fn hard_position(
        &mut self,
        root: &G::Position,
        hints: Hints,
    ) -> Result<Option<(G::Position, u64)>, Error> {
        let mut hard = None;
        for position in self.playout(root)?.iter().rev() {
            match self.nodes(position, hints, MOST)? {
                Some(nodes) if nodes < MOST => {
                    if nodes >= EASY {
                        hard = Some((*position, nodes));
                    }
                    if nodes >= HARD {
                        break;
                    }
                }
                _ => break,
            }
        }
        Ok(hard)
    }

    /// The positions of a random playout up to the end of the game. None where it does not end soon.
    fn playout(&mut self, root: &G::Position) -> Result<Vec<G::Position>, Error> {
        let (mut way, mut steps) = (vec![*root], Vec::new());
        while way.len() < LONGEST {
            self.job.go_on(|| Progress::at(Phase::Searching, 0))?;
            steps.clear();
            let position = way.last().expect("the way has a root");
            if self.game.expand(position, &mut steps)?.is_some() {
                return Ok(way);
            }
            way.push(steps[self.random.below(steps.len())].position);
        }
        Ok(Vec::new())
    }

    /// The number of nodes that a search of the outcome takes, or `most`. `None` where it cannot be
    /// told.
    fn nodes(&self, position: &G::Position, hints: Hints, most: u64) -> Result<Option<u64>, Error> {
        let Ok(table) = Table::new(self.game.bits(), TABLE_BYTES, false, self.job) else {
            return Ok(None);
        };
        let options = SearchOptions {
            hints: Some(hints),
            ends: self.ends,
            ..SearchOptions::default()
        };
        let mut walk = Walk::new(self.game, &options, None, self.job);
        walk.search_all_alike();
        self.nodes_of(walk, &table, position, most, |walk, left| {
            let more = NODES_BETWEEN_CHECKS.min(left);
            walk.go_on_for(&table, more, &AtomicBool::new(false))
        })
    }

    /// As [`Trials::nodes`], by proof numbers with the usual hints.
    fn nodes_by_numbers(&self, position: &G::Position, most: u64) -> Result<Option<u64>, Error> {
        let Ok(table) = Table::new(self.game.bits(), TABLE_BYTES, false, self.job) else {
            return Ok(None);
        };
        let options = SearchOptions {
            table_bytes: TABLE_BYTES,
            ends: self.ends,
            ..SearchOptions::default()
        };
        let shared = SharedNumbers::new(self.game, &options, 1, self.job)?;
        let walk = NumberWalk::new(self.game, &options, &shared, self.job);
        self.nodes_of(walk, &table, position, most, |walk, _| {
            walk.go_on(&table, &AtomicBool::new(false))
        })
    }

    /// The number of nodes in which a walk finds out whether the mover wins and, if not, whether it
    /// draws at least; or `most`. `None` where play comes back to a position, so that a trial says
    /// nothing. `go_on` continues the walk for at most the given number of nodes, or as many as the
    /// walk takes at a time.
    fn nodes_of<W: Walker<G::Position>>(
        &self,
        mut walk: W,
        table: &Table,
        position: &G::Position,
        most: u64,
        go_on: impl Fn(&mut W, u64) -> Told,
    ) -> Result<Option<u64>, Error> {
        let mut attains = |aim| -> Told {
            let mut told = walk.begin(table, position, aim)?;
            while told.is_none() && walk.nodes() < most {
                self.job.go_on(|| walk.reached()).map_err(Error::from)?;
                let left = most - walk.nodes();
                told = go_on(&mut walk, left)?;
            }
            Ok(told)
        };
        for aim in [Score::WIN, Score::DRAW] {
            match attains(aim) {
                Ok(Some(true)) => break,
                Ok(Some(false)) => {}
                Ok(None) => return Ok(Some(most)),
                Err(Ended::ComesBack) => return Ok(None),
                Err(Ended::Error(error)) => return Err(error),
            }
        }
        Ok(Some(walk.nodes().min(most)))
    }
}
