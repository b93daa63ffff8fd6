//! What can be proved of a position while the caller waits.
//!
//! **Problem.** Who wins in a large game may take a search longer than a person waits for a move
//! or an explanation.
//!
//! **Method.** Two kinds of questions take turns. Who wins at all? Once that is proved nothing
//! better can be had. And what does each move attain within 1, 2, 3, … plies? That tells wins and
//! losses which are near, long before the first question is answered. In each round every question
//! may take twice the work of the round before (`pace`), and goes on where it was stopped as far
//! as the table of the search remembers. The caller ends it, by a clock for instance; what is
//! proved by then is the answer, and nothing else is claimed (`known`).
//!
//! In a game that ends with scores the first question is followed by what the score is, which is
//! narrowed from both sides, and the second is not asked: who plays for the largest score does not
//! hurry.
//!
//! Some rules have both draws and a winner of endless play. Then each question is asked of two games in turns: of the
//! game itself, and of the one in which each draw is won by the player who loses endless play. What is proved of both
//! together says who wins (`solution/read`).
//!
//! **Cost.** At most a few times the work of the question that decides. When not to use it: where
//! the answer must be exact, [`Problem::search`](crate::Problem::search) takes as long as it needs.

mod known;
mod pace;
mod playouts;
mod searcher;
mod together;
pub(crate) mod way;

use zug_solve::search::Aim;
use zug_values::{Outcome, Plies, Turn, Value};

use crate::error::Error;
use crate::problem::Position;

pub use known::Known;
use playouts::Results;
use searcher::Told;
pub use searcher::{LegalMove, Searcher};
pub(crate) use together::Positions;

/// What an assessment is for, which says when it is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// A best move is to be played: it is complete once one move is proved best.
    BestMove,
    /// Who wins by each move is to be told.
    AllMoves,
}

/// What is proved of a position and of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assessment {
    /// What is proved for the player to move.
    pub known: Known,
    /// The moves, the best first as far as is known. Those of which the same is proved are in the
    /// order of how well random play behind them ends, which proves nothing.
    pub moves: Vec<KnownMove>,
    /// Whether all was found that the purpose asks for.
    pub complete: bool,
    /// The number of positions that were searched for it.
    pub nodes: u64,
    /// Whether no position can come again in play, so that every draw ends: it is a tie.
    pub ends: bool,
}

/// A move, and what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownMove {
    /// The move.
    pub legal: LegalMove,
    /// What is proved for the player who makes it.
    pub known: Known,
}

/// The ticks of the first round's questions: some ten thousand positions each.
const FIRST_TICKS: u64 = 4;

/// Of the work of a round, the share that goes to who wins at all, and not to wins and losses
/// within a number of plies: this many parts to one.
const OUTCOME_SHARE: u64 = 3;

impl Searcher<'_> {
    /// Proves what it can of a position until all is proved that the purpose asks for, the caller
    /// cancels, or the memory does not suffice for more.
    ///
    /// # Errors
    ///
    /// The rules break; the position is of another game.
    pub fn assess(&mut self, position: &Position, purpose: Purpose) -> Result<Assessment, Error> {
        self.assess_in_rounds(position, purpose, u32::MAX)
    }

    /// As [`Searcher::assess`], in at most this number of rounds, each of which takes twice the
    /// work of the one before. The first takes some ten thousand positions for each move.
    ///
    /// # Errors
    ///
    /// Those of [`Searcher::assess`].
    pub fn assess_in_rounds(
        &mut self,
        position: &Position,
        purpose: Purpose,
        rounds: u32,
    ) -> Result<Assessment, Error> {
        let nodes = self.nodes();
        if let Some(known) = self.known_if_finished(position)? {
            return Ok(Assessment {
                known,
                moves: Vec::new(),
                complete: true,
                nodes: 0,
                ends: true,
            });
        }
        let mut work = Work::begin(self, *position, purpose)?;
        let drawn = self.drawn.as_mut();
        let drawn = drawn.map(|search| Work::begin(search, *position, purpose));
        let mut drawn = drawn.transpose()?;
        let complete = self.work(&mut work, drawn.as_mut(), rounds)?;
        // A move that ends the game drawn leads to another position in the other game.
        let by_draws = |name: &str| {
            let mut moves = drawn.iter().flat_map(|drawn| &drawn.moves);
            let of = moves.find(|of| of.legal.name == name);
            of.map_or(Known::NOTHING, |of| of.known)
        };
        let moves = work.moves.into_iter().zip(work.results);
        let mut moves: Vec<_> = moves
            .map(|(KnownMove { legal, known }, results)| {
                let by_draws = by_draws(&legal.name);
                let known = self.read(position, known, by_draws);
                // Whoever holds a draw against endless play comes to its end.
                let draws = known.outcome() == Some(Outcome::Draw);
                let draws = draws.then(|| by_draws.rank());
                (KnownMove { legal, known }, draws, results)
            })
            .collect();
        // The order among equals is that in which the search tries them: the sort is stable.
        moves.sort_by(|(one, one_draws, one_ends), (two, two_draws, two_ends)| {
            let one = (one.known.rank(), one_draws, one_ends.mean());
            (two.known.rank(), two_draws, two_ends.mean()).cmp(&one)
        });
        let by_draws = drawn.map_or(Known::NOTHING, |drawn| drawn.known);
        Ok(Assessment {
            known: self.read(position, work.known, by_draws),
            moves: moves.into_iter().map(|(of, ..)| of).collect(),
            complete,
            nodes: self.nodes() - nodes,
            ends: self.ends,
        })
    }

    /// Works round by round on a position, and besides in the game in which draws are won, where that
    /// may tell more. Returns whether all was found.
    fn work(
        &mut self,
        work: &mut Work,
        mut drawn: Option<&mut Work>,
        rounds: u32,
    ) -> Result<bool, Error> {
        let mut ticks = FIRST_TICKS;
        for _ in 0..rounds {
            let mut next = work.round(self, ticks)?;
            if let (Some(drawn), Some(search)) = (&mut drawn, &mut self.drawn)
                && work.may_be_drawn()
                && drawn.round(search, ticks)? == Next::GoOn
            {
                next = Next::GoOn;
            }
            if next == Next::Stop {
                break;
            }
            ticks = ticks.saturating_mul(2);
        }
        let tells_draws = match (drawn, &self.drawn) {
            (Some(drawn), Some(search)) => !work.may_be_drawn() || drawn.is_complete(search),
            _ => true,
        };
        Ok(tells_draws && work.is_complete(self))
    }

    /// A line of play from a position, in which each move is proved to keep what the position is
    /// worth: the score or the number of plies where that is proved, else who wins. It goes as far
    /// as that is found soon, and has at most this number of plies. Returns the moves, and whether
    /// the game is over behind them.
    ///
    /// # Errors
    ///
    /// Those of [`Searcher::assess`].
    pub fn line(
        &mut self,
        position: &Position,
        known: Known,
        most: usize,
    ) -> Result<(Vec<String>, bool), Error> {
        let mut at = *position;
        // Where moves gain points, who wins from a position on says nothing of who has won before.
        let mut keeps = match Kept::of(known) {
            Some(Kept::Value(_) | Kept::Outcome(_)) if self.moves_gain() => None,
            kept => kept,
        };
        let mut line = Vec::new();
        loop {
            if self.finished(&at)?.is_some() {
                return Ok((line, true));
            }
            let Some(kept) = keeps.filter(|_| line.len() < most) else {
                return Ok((line, false));
            };
            let Some(made) = self.move_that_keeps(&at, kept, TICKS_OF_LINE)? else {
                return Ok((line, false));
            };
            at = made.position;
            keeps = Some(kept.behind(made.gain, made.turn));
            line.push(made.name);
        }
    }

    /// The first of the promising moves that keeps what a position is worth; `None` if that is not
    /// found in questions of at most this number of ticks.
    fn move_that_keeps(
        &mut self,
        position: &Position,
        kept: Kept,
        ticks: u64,
    ) -> Result<Option<LegalMove>, Error> {
        let mut moves = self.moves(position)?;
        let order = self.promising(position)?;
        let wins = self.problem().mover_wins_endless(position);
        let by_draws = wins.and_then(|wins| kept.aim_by_draws(wins));
        let (search, aim, asked) = match (&mut self.drawn, by_draws) {
            (Some(drawn), Some(aim)) => {
                let asked = drawn.moves(position)?;
                (&mut **drawn, Some(aim), asked)
            }
            _ => (self, kept.aim(), moves.clone()),
        };
        for place in order {
            let keeps = match aim {
                Some(aim) => search.attains_by(&asked[place], aim, ticks)?,
                None => Told::Answer(true),
            };
            match keeps {
                Told::Answer(true) => return Ok(Some(moves.swap_remove(place))),
                Told::Answer(false) | Told::NotYet => {}
                Told::Cancelled | Told::NoRoom => break,
            }
        }
        Ok(None)
    }
}

/// What a line of play keeps.
#[derive(Clone, Copy, Debug)]
enum Kept {
    Score(i64),
    /// Who wins, and the number of plies.
    Value(Value),
    /// Who wins, where the number of plies is not known.
    Outcome(Outcome),
}

impl Kept {
    fn of(known: Known) -> Option<Self> {
        let score = known.score().map(Self::Score);
        let value = || known.value().map(Self::Value);
        score.or_else(value).or(known.outcome().map(Self::Outcome))
    }

    /// The aim that the player to move attains by the moves that keep this; `None` if every move keeps
    /// it.
    fn aim(self) -> Option<Aim> {
        match self {
            Self::Score(score) => Some(Aim::Scores(score)),
            Self::Value(Value::Win(plies)) => Some(Aim::WinWithin(plies)),
            Self::Value(Value::Loss(plies)) => Some(Aim::Last(plies)),
            Self::Outcome(Outcome::Win) => Some(Aim::Win),
            // The search knows a position that is won because play never ends as a draw.
            Self::Value(Value::Draw | Value::EndlessWin | Value::EndlessLoss)
            | Self::Outcome(Outcome::Draw) => Some(Aim::Draw),
            Self::Outcome(Outcome::Loss) => None,
        }
    }

    /// The aim that keeps this in the game in which draws are won by the player who loses endless play;
    /// `None` if the real game says what keeps it. `wins` says whether the player to move is the winner
    /// of endless play.
    fn aim_by_draws(self, wins: bool) -> Option<Aim> {
        match (self, wins) {
            (Self::Value(Value::EndlessWin) | Self::Outcome(Outcome::Win), true) => Some(Aim::Draw),
            (Self::Value(Value::Draw) | Self::Outcome(Outcome::Draw), false) => Some(Aim::Win),
            _ => None,
        }
    }

    /// What the rest of the line keeps after a move that kept this, seen by the player who moves next.
    fn behind(self, gain: i64, turn: Turn) -> Self {
        let passes = turn == Turn::Passes;
        let of = |outcome: Outcome| if passes { outcome.flipped() } else { outcome };
        match self {
            Self::Score(score) => {
                let left = score - gain;
                Self::Score(if passes { -left } else { left })
            }
            Self::Outcome(outcome) => Self::Outcome(of(outcome)),
            Self::Value(value) => {
                let left = value
                    .remoteness()
                    .map(|plies| Plies(plies.0.saturating_sub(1)));
                let after = left.and_then(|left| Value::after(of(value.outcome()), left));
                // Without a number of plies a value is the same on both sides of a move.
                Self::Value(after.unwrap_or(value.before(turn)))
            }
        }
    }
}

/// Whether a move is known to attain a score.
fn attains(of: &KnownMove, score: i64) -> bool {
    of.known.tells(Aim::Scores(score)) == Some(true)
}

/// The ticks of a question whether a move belongs to a line.
const TICKS_OF_LINE: u64 = 64;

/// An assessment that is being made.
struct Work {
    position: Position,
    purpose: Purpose,
    known: Known,
    moves: Vec<KnownMove>,
    /// How random play behind the moves ended.
    results: Vec<Results>,
    seed: u64,
    /// The number of plies within which wins and losses are looked for now.
    plies: u32,
    /// No position can come again in play.
    ends: bool,
}

/// Whether the work goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    GoOn,
    /// The caller cancelled, or the memory does not suffice for any question.
    Stop,
}

impl Work {
    /// The work on a position that is not over.
    fn begin(
        search: &mut Searcher<'_>,
        position: Position,
        purpose: Purpose,
    ) -> Result<Self, Error> {
        let legal = search.moves(&position)?;
        let order = search.promising(&position)?.into_iter();
        Ok(Self {
            position,
            purpose,
            known: Known::NOTHING,
            moves: order
                .map(|at| KnownMove {
                    legal: legal[at].clone(),
                    known: Known::NOTHING,
                })
                .collect(),
            results: vec![Results::default(); legal.len()],
            seed: 1,
            plies: 1,
            ends: search.ends,
        })
    }

    /// Works for a round. Returns whether another round may find more.
    fn round(&mut self, search: &mut Searcher<'_>, ticks: u64) -> Result<Next, Error> {
        let stops = self.is_complete(search)
            || self.look_ahead(search, ticks)? == Next::Stop
            || self.is_complete(search)
            || self.play_out(search, ticks)? == Next::Stop
            || self.who_wins(search, OUTCOME_SHARE * ticks)? == Next::Stop
            || self.find_scores(search, OUTCOME_SHARE * ticks)? == Next::Stop
            || self.is_complete(search)
            || search.asks_for_plies_alone && self.plies > MOST_PLIES;
        Ok(if stops { Next::Stop } else { Next::GoOn })
    }

    /// Whether the position, or a move whose outcome is asked for, is not proved to be won by an end of
    /// the game.
    fn may_be_drawn(&self) -> bool {
        let is_open = |known: Known| matches!(known.outcome(), None | Some(Outcome::Draw));
        let mut moves = self.moves.iter();
        is_open(self.known)
            || self.purpose == Purpose::AllMoves && moves.any(|of| is_open(of.known))
    }

    /// Whether all is known that the purpose asks for.
    fn is_complete(&self, search: &Searcher<'_>) -> bool {
        if search.tells_scores() {
            let score = self.known.score();
            return score.is_some_and(|score| match self.purpose {
                Purpose::AllMoves => self.moves.iter().all(|of| of.known.score().is_some()),
                Purpose::BestMove => self.moves.iter().any(|of| attains(of, score)),
            });
        }
        let Some(outcome) = self.known.outcome() else {
            return false;
        };
        let keeps = |of: &KnownMove| of.known.at_least() == outcome;
        match self.purpose {
            Purpose::AllMoves => self.moves.iter().all(|of| of.known.outcome().is_some()),
            // Where play can go round, a winner has to come nearer to the end.
            Purpose::BestMove if outcome == Outcome::Win && !self.ends => {
                self.known.within().is_some()
            }
            Purpose::BestMove => self.moves.iter().any(keeps),
        }
    }

    /// Asks who wins: of the position, and then of its moves.
    fn who_wins(&mut self, search: &mut Searcher<'_>, ticks: u64) -> Result<Next, Error> {
        for aim in [Aim::Win, Aim::Draw] {
            if search.asks_for_plies_alone || self.known.tells(aim).is_some() {
                continue;
            }
            match search.attains(&self.position, aim, ticks)? {
                Told::Answer(attains) => self.known = self.known.with(aim, attains),
                Told::NotYet => {}
                Told::NoRoom => search.asks_for_plies_alone = true,
                Told::Cancelled => return Ok(Next::Stop),
            }
        }
        if self.known.outcome().is_none() && self.purpose == Purpose::BestMove {
            return Ok(Next::GoOn);
        }
        for place in 0..self.moves.len() {
            for aim in [Aim::Win, Aim::Draw] {
                if self.is_complete(search) || search.asks_for_plies_alone {
                    return Ok(Next::GoOn);
                }
                // What the position is known not to attain, no move attains.
                if self.known.tells(aim) == Some(false) {
                    self.learn(place, aim, false);
                }
                if self.moves[place].known.tells(aim).is_some() {
                    continue;
                }
                match search.attains_by(&self.moves[place].legal, aim, ticks)? {
                    Told::Answer(attains) => self.learn(place, aim, attains),
                    Told::NotYet => {}
                    Told::NoRoom => search.asks_for_plies_alone = true,
                    Told::Cancelled => return Ok(Next::Stop),
                }
            }
        }
        Ok(Next::GoOn)
    }

    /// Asks for the score of the position, and then for those of its moves, in a game that ends
    /// with scores.
    fn find_scores(&mut self, search: &mut Searcher<'_>, ticks: u64) -> Result<Next, Error> {
        if !search.tells_scores() {
            return Ok(Next::GoOn);
        }
        match search.find_score(&self.position, &mut self.known, 0, ticks)? {
            Told::Answer(_) => {}
            Told::NotYet => return Ok(Next::GoOn),
            Told::NoRoom | Told::Cancelled => return Ok(Next::Stop),
        }
        let best = self.known.score().unwrap_or_default();
        for place in 0..self.moves.len() {
            if self.is_complete(search) {
                break;
            }
            let legal = &self.moves[place].legal;
            let told = match self.purpose {
                Purpose::BestMove => {
                    let told = search.attains_by(legal, Aim::Scores(best), ticks)?;
                    if let Told::Answer(attains) = told {
                        self.learn(place, Aim::Scores(best), attains);
                    }
                    told
                }
                Purpose::AllMoves => {
                    // What is known of a move is known of the position behind it.
                    let (gain, turn) = (legal.gain, legal.turn);
                    let mut behind = self.moves[place].known.behind_with(gain, turn);
                    let guess = match turn {
                        Turn::Passes => gain - best,
                        Turn::Kept => best - gain,
                    };
                    let told = search.find_score(&legal.position, &mut behind, guess, ticks)?;
                    self.moves[place].known = behind.before_with(gain, turn);
                    told
                }
            };
            if matches!(told, Told::NoRoom | Told::Cancelled) {
                return Ok(Next::Stop);
            }
        }
        Ok(Next::GoOn)
    }

    /// Asks of each move whether it wins or loses within a number of plies, which rises as long as
    /// the ticks last.
    fn look_ahead(&mut self, search: &mut Searcher<'_>, ticks: u64) -> Result<Next, Error> {
        if search.tells_scores() {
            return Ok(Next::GoOn);
        }
        let mut left = ticks;
        while self.plies <= MOST_PLIES {
            let plies = Plies(self.plies);
            let mut is_asked = false;
            for place in 0..self.moves.len() {
                for aim in [Aim::WinWithin(plies), Aim::Last(plies.next())] {
                    if self.moves[place].known.tells(aim).is_some() {
                        continue;
                    }
                    is_asked = true;
                    match search.attains_by(&self.moves[place].legal, aim, left)? {
                        Told::Answer(attains) => self.learn(place, aim, attains),
                        Told::NotYet => return Ok(Next::GoOn),
                        Told::NoRoom | Told::Cancelled => return Ok(Next::Stop),
                    }
                    left = search.left().max(1);
                }
                if self.is_complete(search) {
                    return Ok(Next::GoOn);
                }
            }
            if !is_asked && self.moves.iter().all(|of| of.known.value().is_some()) {
                return Ok(Next::GoOn);
            }
            self.plies += 1;
        }
        Ok(Next::GoOn)
    }

    /// Plays at random behind the moves of which nothing is proved.
    fn play_out(&mut self, search: &mut Searcher<'_>, ticks: u64) -> Result<Next, Error> {
        let share = (ticks * POSITIONS_OF_TICK).div_ceil(self.moves.len() as u64);
        let positions = share.min(MOST_POSITIONS) as u32;
        for (of, results) in self.moves.iter().zip(&mut self.results) {
            let is_open = of.known.outcome().is_none();
            if is_open && !search.play_out(&of.legal, positions, &mut self.seed, results)? {
                return Ok(Next::Stop);
            }
        }
        Ok(Next::GoOn)
    }

    /// Notes what was told of a move, and what follows for the position.
    fn learn(&mut self, place: usize, aim: Aim, attains: bool) {
        let known = &mut self.moves[place].known;
        *known = known.with(aim, attains);
        let moves = self.moves.iter().map(|of| of.known);
        self.known = self.known.and(Known::of_moves(moves));
    }
}

/// The number of positions of random play for each tick of a round.
const POSITIONS_OF_TICK: u64 = 512;

/// The most positions of random play behind one move in one round: a caller is not kept waiting.
const MOST_POSITIONS: u64 = 1 << 14;

/// Within more plies nothing is looked for.
const MOST_PLIES: u32 = 4000;
