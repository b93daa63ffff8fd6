//! The moves of one position, as far as they must be searched.
//!
//! A move that ends the game, or behind which the opponent wins at once, is known without a
//! search; so is one whose successor the table knows. All others are put in the order in which
//! they are tried.

use zug_game::{Searchable, Step};
use zug_values::{Outcome, Plies, Score, Turn, Value, Wanted};

use crate::error::Error;

use super::order::{self, Hints, History, KNOWN_MOVE};
use super::table::{Key, NO_MOVE, Table};

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
    weight: i32,
}

/// What is known of an aim once the moves were looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Looked {
    /// The move with this number attains it.
    Attains(u16),
    /// The game is over here, or no move is left that could attain it.
    Settled(bool),
    /// This number of moves must be searched; they are the last of the list.
    Moves(usize),
}

/// Buffers for one position's moves, which are used again for the next.
#[derive(Debug)]
pub(crate) struct Looker<P> {
    steps: Vec<Step<P>>,
    /// The keys of the positions in `steps`.
    keys: Vec<Key>,
    places: Vec<u32>,
    /// The places in `steps` of the moves that are asked about now.
    left: Vec<u16>,
    asked: Vec<P>,
    outcomes: Vec<Option<Outcome>>,
    counts: Vec<u32>,
    threats: Vec<u32>,
    own: Vec<u32>,
    opposing: Vec<u32>,
}

impl<P> Default for Looker<P> {
    fn default() -> Self {
        Self {
            steps: Vec::new(),
            keys: Vec::new(),
            places: Vec::new(),
            left: Vec::new(),
            asked: Vec::new(),
            outcomes: Vec::new(),
            counts: Vec::new(),
            threats: Vec::new(),
            own: Vec::new(),
            opposing: Vec::new(),
        }
    }
}

/// What is asked of a position's moves.
pub(crate) struct Question<'a, P> {
    pub(crate) position: P,
    pub(crate) aim: Score,
    /// The number of the move that attained an aim here before.
    pub(crate) best: u16,
    pub(crate) hints: Hints,
    /// Whether positions that are images of each other are told apart no more.
    pub(crate) folds: bool,
    pub(crate) table: &'a Table,
    pub(crate) history: &'a History,
}

impl<P: Copy> Looker<P> {
    /// Looks at the moves of a position, and appends those that must be searched, the most
    /// promising first.
    pub(crate) fn look<G: Searchable<Position = P>>(
        &mut self,
        game: &G,
        question: &Question<'_, P>,
        children: &mut Vec<Child<P>>,
    ) -> Result<Looked, Error> {
        self.steps.clear();
        self.places.clear();
        let ended = game.expand_placed(&question.position, &mut self.steps, &mut self.places)?;
        if let Some(outcome) = ended {
            let attains = Score::of(Value::finished(outcome)) >= Some(question.aim);
            return Ok(Looked::Settled(attains));
        }
        if question.folds {
            game.fold(&mut self.steps);
        }
        self.fetch_keys(game, question.table);
        if let Some(number) = self.drop_ended(game, question.aim)? {
            return Ok(Looked::Attains(number));
        }
        if question.hints.ahead
            && let Some(number) = self.drop_won_at_once(game, question.aim)?
        {
            return Ok(Looked::Attains(number));
        }
        // Where the game is not over, a win takes a ply at least; where besides no move wins at
        // once, it takes two: the opponent may have to end the game and lose.
        let wins = Score::win_within(if question.hints.ahead { 2 } else { 1 });
        self.ask_hints(game, question.hints)?;
        let first = children.len();
        for (at, &number) in self.left.iter().enumerate() {
            let step = &self.steps[usize::from(number)];
            let key = self.keys[usize::from(number)];
            let wanted = question.aim.wanted(step.turn);
            let (lower, upper) = match question.table.get(key) {
                Some(known) => (known.lower.max(LASTS), known.upper.min(wins)),
                None => (LASTS, wins),
            };
            match wanted.holds(lower, upper) {
                Some(true) => {
                    children.truncate(first);
                    return Ok(Looked::Attains(number.min(NO_MOVE)));
                }
                Some(false) => continue,
                None => {}
            }
            let place = self.places[usize::from(number)];
            let weight = if number == question.best {
                KNOWN_MOVE
            } else {
                self.weight(at) + question.history.of(place)
            };
            children.push(Child {
                position: step.position,
                key,
                wanted,
                place,
                number,
                weight,
            });
        }
        let found = &mut children[first..];
        if found.is_empty() {
            return Ok(Looked::Settled(false));
        }
        // The order among equals is that of the rules: the sort is stable.
        found.sort_by_key(|child| -child.weight);
        Ok(Looked::Moves(found.len()))
    }

    /// Makes the keys of the positions behind the moves. What the table knows of them comes
    /// from memory while other things are asked.
    fn fetch_keys<G: Searchable<Position = P>>(&mut self, game: &G, table: &Table) {
        self.keys.clear();
        for step in &self.steps {
            let key = table.key(game.pack(&step.position));
            table.prefetch(key);
            self.keys.push(key);
        }
    }

    /// Keeps the moves behind which the game goes on. Returns one that attains the aim.
    fn drop_ended<G: Searchable<Position = P>>(
        &mut self,
        game: &G,
        aim: Score,
    ) -> Result<Option<u16>, Error> {
        self.asked.clear();
        self.asked
            .extend(self.steps.iter().map(|step| step.position));
        self.outcomes.clear();
        self.outcomes.resize(self.asked.len(), None);
        game.outcomes(&self.asked, &mut self.outcomes)?;
        self.left.clear();
        for (number, (step, outcome)) in self.steps.iter().zip(&self.outcomes).enumerate() {
            let number = u16::try_from(number).expect("a position has at most 65,535 moves");
            match outcome {
                None => self.left.push(number),
                Some(outcome) if attains(Value::finished(*outcome), step.turn, aim) => {
                    return Ok(Some(number));
                }
                Some(_) => {}
            }
        }
        Ok(None)
    }

    /// Keeps the moves behind which nobody wins at once. Returns one that attains the aim.
    fn drop_won_at_once<G: Searchable<Position = P>>(
        &mut self,
        game: &G,
        aim: Score,
    ) -> Result<Option<u16>, Error> {
        self.ask_of_left();
        self.counts.clear();
        self.counts.resize(self.asked.len(), 0);
        game.winning_moves(&self.asked, &mut self.counts)?;
        let mut kept = 0;
        for at in 0..self.left.len() {
            let number = self.left[at];
            if self.counts[at] == 0 {
                self.left[kept] = number;
                kept += 1;
                continue;
            }
            let turn = self.steps[usize::from(number)].turn;
            if attains(Value::Win(Plies(1)), turn, aim) {
                return Ok(Some(number));
            }
        }
        self.left.truncate(kept);
        Ok(None)
    }

    /// Asks what puts the moves that are left in order.
    fn ask_hints<G: Searchable<Position = P>>(
        &mut self,
        game: &G,
        hints: Hints,
    ) -> Result<(), Error> {
        for counts in [&mut self.threats, &mut self.own, &mut self.opposing] {
            counts.clear();
        }
        if self.left.len() < 2 || hints == Hints::default() {
            return Ok(());
        }
        self.ask_of_left();
        let moves = self.asked.len();
        if hints.mobility {
            self.opposing.resize(moves, 0);
            game.move_counts(&self.asked, &mut self.opposing)?;
        }
        for (position, &number) in self.asked.iter_mut().zip(&self.left) {
            if self.steps[usize::from(number)].turn == Turn::Passes {
                *position = game.turned(position).unwrap_or(*position);
            }
        }
        // A turned position may be none that the rules allow. Where they break, it tells
        // nothing.
        if hints.threats {
            self.threats.resize(moves, 0);
            if game.threats(&self.asked, &mut self.threats).is_err() {
                self.threats.clear();
            }
        }
        if hints.mobility {
            self.own.resize(moves, 0);
            if game.move_counts(&self.asked, &mut self.own).is_err() {
                self.own.clear();
            }
        }
        Ok(())
    }

    /// Puts the positions behind the moves that are left into the list of those asked about.
    fn ask_of_left(&mut self) {
        self.asked.clear();
        let steps = &self.steps;
        let behind = |number: &u16| steps[usize::from(*number)].position;
        self.asked.extend(self.left.iter().map(behind));
    }

    fn weight(&self, at: usize) -> i32 {
        let of = |counts: &[u32]| counts.get(at).copied().unwrap_or(0);
        order::weight(of(&self.threats), of(&self.own), of(&self.opposing))
    }
}

/// Where the game is not over, a loss takes a ply at least.
const LASTS: Score = Score::lasts(1);

/// Whether a move to a position of this value attains an aim.
fn attains(behind: Value, turn: Turn, aim: Score) -> bool {
    Score::of(behind.before(turn)) >= Some(aim)
}
