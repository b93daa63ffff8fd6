//! The moves of one position, as far as they must be searched.
//!
//! A move that ends the game, or behind which the opponent wins at once, is known without a
//! search; so is one whose successor the table knows. All others get a weight, by which they are
//! tried.

use zug_game::{Fault, Searchable, Seen, Step, WinsFound};
use zug_values::{MOST_POINTS, Outcome, Score, Turn, Wanted};

use crate::error::Error;

use super::order::{self, Hints, History, KNOWN_MOVE};
use super::table::{Key, NO_MOVE, Table};
use super::table_use::TableUse;
use super::theorem::NodeTheorem;

/// A move that has to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<P> {
    pub(crate) position: P,
    pub(crate) key: Key,
    pub(crate) wanted: Wanted,
    /// The place of the move in the rules.
    pub(crate) place: u32,
    /// The place of the move in the list of the position's moves.
    pub(crate) number: u16,
    /// The number of points that the move gains. It fits, as the aim behind the move is one of points.
    gain: i16,
    /// The number of moves behind the move, at least 1, where mobility was asked for; else 1.
    pub(crate) replies: u32,
    /// Which of a position's moves is tried first: the one of the highest rank.
    rank: i64,
}

/// The rank of a move of this weight, which has this place in the list of the position's moves. The
/// order among moves of equal weight is that of the rules.
#[inline]
fn rank(weight: i32, number: u16) -> i64 {
    i64::from(weight) << u16::BITS | i64::from(u16::MAX - number)
}

impl<P> Child<P> {
    /// The score of the move for the player who makes it, from that of the position behind it.
    #[inline]
    pub(crate) fn before(&self, behind: Score) -> Score {
        let turn = match self.wanted {
            Wanted::Attains(_) => Turn::Kept,
            Wanted::Misses(_) => Turn::Passes,
        };
        behind.before_with(self.gain.into(), turn)
    }
}

/// Brings the most promising of some moves to the front. Those that are put off come behind
/// all others.
///
/// Most positions are done after one or two of their moves: to sort all would be dearer.
#[inline]
pub(crate) fn bring_forward<P>(moves: &mut [Child<P>], is_put_off: impl Fn(&Child<P>) -> bool) {
    let (mut best, mut highest) = (0, i64::MIN);
    for (at, child) in moves.iter().enumerate() {
        let rank = child.rank - if is_put_off(child) { PUT_OFF } else { 0 };
        if rank > highest {
            (best, highest) = (at, rank);
        }
    }
    if best > 0 {
        moves.swap(0, best);
    }
}

/// What is taken from the rank of a move that is put off. No two ranks differ by as much.
const PUT_OFF: i64 = 1 << (i32::BITS + u16::BITS + 1);

/// What is known of an aim once the moves were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Looked {
    /// The move with this number attains it; the position is worth so much at least.
    Attains(u16, Score),
    /// The game is over here, or no move is left that could attain the aim; the position is worth
    /// so much at most and, where that attains the aim, at least.
    Settled(Score),
    /// Moves must be searched, which are the last of the list. Those that need not be searched are
    /// worth so much at most, less than the aim.
    Moves(Score),
}

/// Buffers for one position's moves, which are used again for the next.
#[derive(Debug)]
pub(crate) struct Looker<P> {
    /// Moves that win at once may be missing among those that are found.
    misses_wins: bool,
    /// Scores are asked for, so that a move which wins at once need not be the best: another one
    /// may win by more.
    tells_scores: bool,
    /// How often the table knows positions for which few others are searched.
    table_use: TableUse,
    steps: Vec<Step<P>>,
    /// What each of the moves in `steps` gains; empty where no move of the game gains points.
    gains: Vec<i64>,
    /// The keys of the positions in `steps`.
    keys: Vec<Key>,
    places: Vec<u32>,
    /// What the game sees of each position in `steps`. The list is empty where the game was not asked,
    /// or sees none of them.
    seen: Vec<Seen>,
    /// The moves of which nothing has told yet that they need not be searched.
    left: Vec<Remaining>,
    asked: Vec<P>,
    outcomes: Vec<Option<Outcome>>,
    counts: Vec<u32>,
}

/// A move of which nothing has told yet that it need not be searched.
#[derive(Clone, Copy, Debug)]
struct Remaining {
    /// The place of the move in the list of the position's moves.
    number: u16,
    /// The number of moves that can be made behind the move, or 0 where they were not counted.
    replies: u32,
    /// How promising the move is, as far as it was asked.
    weight: i32,
}

impl Remaining {
    #[inline]
    fn new(number: u16, replies: u32) -> Self {
        Self {
            number,
            replies,
            weight: 0,
        }
    }

    /// The place of the move in the list of the position's moves.
    #[inline]
    fn at(&self) -> usize {
        usize::from(self.number)
    }
}

impl<P> Looker<P> {
    /// Empty buffers for the positions of a game.
    pub(crate) fn new<G: Searchable<Position = P>>(game: &G) -> Self {
        Self {
            table_use: TableUse::new(),
            misses_wins: game.finds_wins_at_once() == WinsFound::Some,
            tells_scores: game.tells_scores(),
            steps: Vec::new(),
            gains: Vec::new(),
            keys: Vec::new(),
            places: Vec::new(),
            seen: Vec::new(),
            left: Vec::new(),
            asked: Vec::new(),
            outcomes: Vec::new(),
            counts: Vec::new(),
        }
    }
}

/// What is asked of a position's moves.
pub(crate) struct Question<'a, P> {
    pub(crate) position: P,
    /// The game goes on here and no move wins at once, as was found before the position was entered.
    pub(crate) is_quiet: bool,
    pub(crate) aim: Score,
    /// The number of the move that attained an aim here before.
    pub(crate) best: u16,
    pub(crate) hints: Hints,
    /// Whether positions that are images of each other are told apart no more.
    pub(crate) folds: bool,
    /// Whether small searches may take over the positions behind the moves, unless the table is of use
    /// there.
    pub(crate) leads_to_small: bool,
    pub(crate) table: &'a Table,
    /// How good moves were elsewhere; `None` where the moves need no order. Then of what puts moves
    /// in order the replies alone are counted.
    pub(crate) history: Option<&'a History>,
    /// What tells of the positions behind the moves who wins, if it is to be asked.
    pub(crate) theorem: Option<&'a dyn NodeTheorem<P>>,
}

impl<P: Copy> Looker<P> {
    /// Whether all moves that are left lead to quiet positions, where these hints are asked for: the
    /// game goes on there, and no move wins at once.
    #[inline]
    pub(crate) fn leaves_quiet(&self, hints: Hints) -> bool {
        hints.ahead && !self.tells_scores && !self.misses_wins
    }

    /// Whether the table hardly ever knows positions for which few others are searched.
    #[inline]
    pub(crate) fn finds_table_of_little_use(&self) -> bool {
        self.table_use.is_little()
    }

    /// Looks at the moves of a position, and appends those that must be searched, in the order of
    /// the rules.
    pub(crate) fn look<G: Searchable<Position = P>>(
        &mut self,
        game: &G,
        question: &Question<'_, P>,
        children: &mut Vec<Child<P>>,
    ) -> Result<Looked, Error> {
        self.steps.clear();
        self.places.clear();
        self.seen.clear();
        let (position, steps, places) = (&question.position, &mut self.steps, &mut self.places);
        if question.is_quiet {
            game.expand_quiet(position, steps, places, &mut self.seen)?;
        } else if let Some(outcome) = game.expand_placed(position, steps, places)? {
            let score = of_end(game, position, outcome)?;
            return Ok(Looked::Settled(score));
        }
        self.gains.clear();
        if game.moves_gain() {
            game.append_gains(position, &mut self.gains)?;
        }
        if question.folds {
            game.fold(&mut self.steps);
        }
        let mut dropped = Dropped {
            aim: question.aim,
            most: Score::LEAST,
            attains: None,
        };
        let hints = Hints {
            ahead: question.hints.ahead && !self.tells_scores,
            ..question.hints
        };
        // Where mobility is asked in any case, the number of moves tells that the game goes on.
        let is_counted = hints.mobility && !hints.ahead && self.steps.len() > 1;
        let are_seen = !self.seen.is_empty() && !self.seen.contains(&Seen::Nothing);
        if are_seen {
            self.drop_seen(&mut dropped);
            self.fetch_keys_of_left(game, question.table);
        } else {
            self.fetch_keys(game, question.table);
            if hints.ahead {
                self.drop_won_at_once(game, &mut dropped)?;
            } else {
                self.drop_ended(game, is_counted, &mut dropped)?;
            }
        }
        // Where the game is not over, a win takes a ply at least; where besides no move wins at
        // once, it takes two: the opponent may have to end the game and lose.
        let are_quiet = self.leaves_quiet(question.hints);
        let wins = Score::win_within(if are_quiet { 2 } else { 1 });
        if dropped.attains.is_none() {
            let asked = self.left.len();
            self.drop_known(question.table, wins, &mut dropped);
            // An aim that asks for plies drops moves of which the table tells nothing, too: they cannot
            // attain it in time. So only other aims show how often the table tells something.
            if question.leads_to_small && question.aim.is_of_any_length() {
                self.table_use.learn(asked, asked - self.left.len());
            }
        }
        // It tells nothing of plies.
        if let Some(theorem) = question.theorem
            && question.aim.is_of_any_length()
            && dropped.attains.is_none()
        {
            self.drop_decided(theorem, &mut dropped);
        }
        if let Some((number, score)) = dropped.attains {
            return Ok(Looked::Attains(number, score));
        }
        if self.left.is_empty() {
            return Ok(Looked::Settled(dropped.most));
        }
        self.ask_hints(game, hints, is_counted, question.history.is_some())?;
        children.reserve(self.left.len());
        for left in &self.left {
            let (step, place) = (&self.steps[left.at()], self.places[left.at()]);
            let gain = gain_at(&self.gains, left.at());
            let wanted = question.aim.wanted_with(gain, step.turn);
            let wanted = wanted.ok_or(Error::MORE_POINTS)?;
            let weight = match question.history {
                None => 0,
                Some(_) if left.number == question.best => KNOWN_MOVE,
                Some(history) => left.weight + history.of(place),
            };
            children.push(Child {
                position: step.position,
                key: self.keys[left.at()],
                wanted,
                place,
                number: left.number,
                gain: gain as i16,
                replies: left.replies.max(1),
                rank: rank(weight, left.number),
            });
        }
        Ok(Looked::Moves(dropped.most))
    }

    /// Makes the keys of the positions behind the moves. What the table knows of them comes
    /// from memory while other things are asked.
    fn fetch_keys<G: Searchable<Position = P>>(&mut self, game: &G, table: &Table) {
        self.keys.clear();
        let behind = self.steps.iter().map(|step| fetched(game, table, step));
        self.keys.extend(behind);
    }

    /// Does what [`Looker::fetch_keys`] does, but only for the moves in `left`.
    fn fetch_keys_of_left<G: Searchable<Position = P>>(&mut self, game: &G, table: &Table) {
        self.keys.clear();
        self.keys.resize(self.steps.len(), Key::default());
        for left in &self.left {
            self.keys[left.at()] = fetched(game, table, &self.steps[left.at()]);
        }
    }

    /// Keeps the moves behind which the game goes on. If `is_counted`, the number of moves behind
    /// each of them is noted.
    fn drop_ended<G: Searchable<Position = P>>(
        &mut self,
        game: &G,
        is_counted: bool,
        dropped: &mut Dropped,
    ) -> Result<(), Error> {
        self.ask_of_all();
        self.counts.clear();
        if is_counted {
            self.counts.resize(self.asked.len(), 0);
            game.move_counts(&self.asked, &mut self.counts)?;
            // Only where there is no move the game may be over.
            let mut number = 0;
            self.asked.retain(|_| {
                number += 1;
                self.counts[number - 1] == 0
            });
        }
        self.outcomes.clear();
        self.outcomes.resize(self.asked.len(), None);
        if !self.asked.is_empty() {
            game.outcomes(&self.asked, &mut self.outcomes)?;
        }
        let mut outcomes = self.outcomes.iter();
        self.left.clear();
        for (number, step) in self.steps.iter().enumerate() {
            let replies = self.counts.get(number).copied().unwrap_or(0);
            let outcome = match replies {
                0 => *outcomes.next().expect("it was asked"),
                _ => None,
            };
            let number = u16::try_from(number).expect("a position has at most 65,535 moves");
            match outcome {
                None => self.left.push(Remaining::new(number, replies)),
                Some(outcome) => {
                    let score = of_end(game, &step.position, outcome)?;
                    let gain = gain_at(&self.gains, number.into());
                    dropped.add(number, score.before_with(gain, step.turn));
                }
            }
        }
        Ok(())
    }

    /// Keeps the moves behind which the game goes on and nobody wins at once.
    fn drop_won_at_once<G: Searchable<Position = P>>(
        &mut self,
        game: &G,
        dropped: &mut Dropped,
    ) -> Result<(), Error> {
        self.ask_of_all();
        self.outcomes.clear();
        self.outcomes.resize(self.asked.len(), None);
        self.counts.clear();
        self.counts.resize(self.asked.len(), 0);
        game.ends_and_wins(&self.asked, &mut self.outcomes, &mut self.counts)?;
        self.left.clear();
        let told = self.outcomes.iter().zip(&self.counts);
        for (number, (step, (outcome, wins))) in self.steps.iter().zip(told).enumerate() {
            let number = u16::try_from(number).expect("a position has at most 65,535 moves");
            let score = match outcome {
                Some(outcome) => of_end(game, &step.position, *outcome)?,
                None if *wins > 0 => Score::win_within(1),
                None => {
                    self.left.push(Remaining::new(number, 0));
                    continue;
                }
            };
            dropped.add(number, score.before(step.turn));
        }
        Ok(())
    }

    /// Keeps the moves that lead to quiet positions, where all other moves are seen to lead to
    /// positions that the next player to move wins at once.
    fn drop_seen(&mut self, dropped: &mut Dropped) {
        let mut kept = 0;
        self.left.clear();
        self.left.resize(self.seen.len(), Remaining::new(0, 0));
        // A processor foresees badly which moves are kept, so that the loop counts and does not jump.
        for (seen, number) in self.seen.iter().zip(0..) {
            self.left[kept] = Remaining::new(number, 0);
            kept += usize::from(*seen == Seen::Quiet);
        }
        self.left.truncate(kept);
        if kept == self.seen.len() {
            return;
        }
        for ((seen, step), number) in self.seen.iter().zip(&self.steps).zip(0..) {
            if *seen == Seen::WinAtOnce {
                dropped.add(number, Score::win_within(1).before(step.turn));
            }
        }
    }

    /// Keeps the moves behind which the table does not tell whether they attain the aim, where the
    /// positions there are worth `wins` at most.
    fn drop_known(&mut self, table: &Table, wins: Score, dropped: &mut Dropped) {
        let (steps, keys, gains, aim) = (&self.steps, &self.keys, &self.gains, dropped.aim);
        // The same for all moves of which the table knows nothing, and those are most.
        let [unknown_kept, unknown_passed] =
            [Turn::Kept, Turn::Passes].map(|turn| decided(aim, (0, turn), LASTS, wins));
        dropped.take(&mut self.left, |left| {
            let turn = steps[left.at()].turn;
            match table.get(keys[left.at()]) {
                Some(known) => {
                    let (lower, upper) = (known.lower.max(LASTS), known.upper.min(wins));
                    decided(aim, (gain_at(gains, left.at()), turn), lower, upper)
                }
                None => match turn {
                    Turn::Kept => unknown_kept,
                    Turn::Passes => unknown_passed,
                },
            }
        });
    }

    /// Keeps the moves behind which a theorem does not tell who wins, and notes how promising
    /// they are.
    fn drop_decided(&mut self, theorem: &dyn NodeTheorem<P>, dropped: &mut Dropped) {
        let steps = &self.steps;
        dropped.take(&mut self.left, |left| {
            let step = &steps[left.at()];
            let told = theorem.tell(&step.position);
            left.weight = order::of_promise(match step.turn {
                Turn::Kept => told.promise,
                Turn::Passes => -told.promise,
            });
            let score = told.outcome.map(Score::of_any_length);
            score.map(|score| score.before(step.turn))
        });
    }

    /// Asks what puts the moves that are left in order, or where they need no order (`is_ordered`)
    /// counts the replies alone; if `is_counted`, the number of moves behind each of them is known.
    fn ask_hints<G: Searchable<Position = P>>(
        &mut self,
        game: &G,
        hints: Hints,
        is_counted: bool,
        is_ordered: bool,
    ) -> Result<(), Error> {
        if is_ordered && hints.standing {
            for left in &mut self.left {
                let step = &self.steps[left.at()];
                let ahead = game.standing(&step.position);
                left.weight += order::of_standing(match step.turn {
                    Turn::Kept => ahead,
                    Turn::Passes => -ahead,
                });
            }
        }
        if self.left.len() < 2 || !(hints.threats || hints.mobility) {
            self.left.iter_mut().for_each(|left| left.replies = 0);
            return Ok(());
        }
        self.ask_of_left();
        let moves = self.asked.len();
        if hints.mobility && !is_counted {
            self.counts.clear();
            self.counts.resize(moves, 0);
            game.move_counts(&self.asked, &mut self.counts)?;
            for (left, replies) in self.left.iter_mut().zip(&self.counts) {
                left.replies = *replies;
            }
        }
        if !is_ordered {
            return Ok(());
        }
        for (position, left) in self.asked.iter_mut().zip(&mut self.left) {
            // Where the mover moves again, the opponent has no moves that could count.
            if self.steps[left.at()].turn == Turn::Passes {
                left.weight += order::of_replies(left.replies);
                *position = game.turned(position).unwrap_or(*position);
            }
        }
        if hints.threats {
            self.weigh(G::threats, game, order::of_threats);
        }
        if hints.mobility {
            self.weigh(G::move_counts, game, order::of_own_moves);
        }
        Ok(())
    }

    /// Adds to the weight of each move that is left what a count of the position asked about
    /// weighs. A position whose turn was changed may be none that the rules allow. Where they
    /// break, it tells nothing.
    fn weigh<G: Searchable<Position = P>>(
        &mut self,
        count: impl Fn(&G, &[P], &mut [u32]) -> Result<(), Fault>,
        game: &G,
        weight: impl Fn(u32) -> i32,
    ) {
        self.counts.clear();
        self.counts.resize(self.asked.len(), 0);
        if count(game, &self.asked, &mut self.counts).is_ok() {
            for (left, count) in self.left.iter_mut().zip(&self.counts) {
                left.weight += weight(*count);
            }
        }
    }

    /// Makes the positions behind all moves those that the game is asked about next (`asked`).
    fn ask_of_all(&mut self) {
        self.asked.clear();
        let behind = self.steps.iter().map(|step| step.position);
        self.asked.extend(behind);
    }

    /// Makes the positions behind the moves that are left those that the game is asked about next.
    fn ask_of_left(&mut self) {
        self.asked.clear();
        let steps = &self.steps;
        let behind = |left: &Remaining| steps[left.at()].position;
        self.asked.extend(self.left.iter().map(behind));
    }
}

/// The key of the position that a step leads to. What the table knows of it comes from memory
/// meanwhile.
#[inline]
fn fetched<G: Searchable>(game: &G, table: &Table, step: &Step<G::Position>) -> Key {
    let key = table.key(game.pack(&step.position));
    table.prefetch(key);
    key
}

/// The score of a position in which the game is over with this outcome.
#[inline]
pub(super) fn of_end<G: Searchable>(
    game: &G,
    position: &G::Position,
    outcome: Outcome,
) -> Result<Score, Error> {
    if !game.tells_scores() {
        return Ok(Score::finished(outcome));
    }
    let Some(score) = game.score_of_end(position)? else {
        return Err(Fault::new("the game ends with scores, and tells none here").into());
    };
    let largest = MOST_POINTS;
    Score::of_points(score).ok_or(Error::Score { score, largest })
}

/// Where the game is not over, a loss takes a ply at least.
pub(super) const LASTS: Score = Score::lasts(1);

/// What the move at a place gains, where these are the gains of all moves or none gains points.
#[inline]
pub(super) fn gain_at(gains: &[i64], place: usize) -> i64 {
    gains.get(place).copied().unwrap_or(0)
}

/// What a move is worth to the player who makes it, where the bounds of the position behind it tell
/// whether it attains the aim: so much at least if it does, and at most if not. `None` where they do
/// not tell it. The move gains this number of points, and then it is the turn of this player.
#[inline]
fn decided(aim: Score, (gain, turn): (i64, Turn), lower: Score, upper: Score) -> Option<Score> {
    let wanted = aim.wanted_with(gain, turn)?;
    let attains = wanted.holds(lower, upper)?;
    // One of the two bounds of the position is enough to tell it.
    let decides = if wanted.is(true) == attains {
        lower
    } else {
        upper
    };
    Some(decides.before_with(gain, turn))
}

/// The moves that need not be searched.
struct Dropped {
    aim: Score,
    /// What they are worth at most, as far as they do not attain the aim.
    most: Score,
    /// The number of the first one that attains the aim, and what it is worth at least.
    attains: Option<(u16, Score)>,
}

impl Dropped {
    /// Takes the moves out of `left` of which `score` tells a score: if it attains the aim, they
    /// are worth so much at least, and otherwise at most. Once a move attains the aim, nothing is
    /// asked about the others.
    #[inline]
    fn take(
        &mut self,
        left: &mut Vec<Remaining>,
        mut score: impl FnMut(&mut Remaining) -> Option<Score>,
    ) {
        let mut kept = 0;
        for at in 0..left.len() {
            let told = match self.attains {
                None => score(&mut left[at]),
                Some(_) => None,
            };
            if let Some(score) = told {
                self.add(left[at].number, score);
            } else {
                left[kept] = left[at];
                kept += 1;
            }
        }
        left.truncate(kept);
    }

    /// A move need not be searched: if this score attains the aim, it is worth so much at least,
    /// and otherwise at most.
    #[inline]
    fn add(&mut self, number: u16, score: Score) {
        if score < self.aim {
            self.most = self.most.max(score);
        } else if self.attains.is_none() {
            self.attains = Some((number.min(NO_MOVE), score));
        }
    }
}
