//! Values of whole boards, of any rules that end.

use rustc_hash::{FxHashMap, FxHashSet};
use zug_game::{Boards, Player, Step};
use zug_job::{Charge, Job, Phase, Progress};
use zug_partizan::{Arena, Form, Side};
use zug_values::{Outcome, Turn};

use super::no_value::NoValue;

/// The values of the boards of one game.
pub struct BoardValues<'g, G: Boards> {
    game: &'g G,
    known: FxHashMap<G::Board, Form>,
    charge: Charge,
    job: Job,
}

/// A board whose options are being worked out.
struct Open<B> {
    board: B,
    options: [Vec<B>; 2],
    /// The option of each side that is looked at next.
    next: [usize; 2],
}

impl<'g, G: Boards> BoardValues<'g, G> {
    /// Nothing is known at first.
    #[must_use]
    pub fn new(game: &'g G, job: &Job) -> Self {
        Self {
            game,
            known: FxHashMap::default(),
            charge: job.budget.open(),
            job: job.clone(),
        }
    }

    /// The number of boards whose values are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no value is known yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The value of a board.
    ///
    /// # Errors
    ///
    /// The rules break, or end the game otherwise than by a player without a move; play can go round in a
    /// circle; a value is too large; the memory does not suffice, or the caller cancelled.
    pub fn value(&mut self, board: G::Board, arena: &mut Arena) -> Result<Form, NoValue> {
        if let Some(&known) = self.known.get(&board) {
            return Ok(known);
        }
        let mut stack = vec![self.open(board)?];
        let mut on_stack = FxHashSet::from_iter([board]);
        while let Some(top) = stack.last_mut() {
            if let Some(option) = Self::unknown(&self.known, top) {
                if !on_stack.insert(option) {
                    return Err(NoValue::Cyclic);
                }
                let open = self.open(option)?;
                stack.push(open);
                continue;
            }
            let done = stack.pop().expect("the top of the stack was looked at");
            on_stack.remove(&done.board);
            let [left, right] = done.options.map(|boards| {
                let values = boards.iter().map(|board| self.known[board]);
                values.collect::<Vec<Form>>()
            });
            let value = arena.from_options(&left, &right)?;
            self.known.insert(done.board, value);
        }
        Ok(self.known[&board])
    }

    /// The boards that play can reach from a board, whoever moves when, with their values: those behind fewer
    /// turns first.
    ///
    /// # Errors
    ///
    /// As [`BoardValues::value`].
    pub fn reached(
        &mut self,
        board: G::Board,
        arena: &mut Arena,
    ) -> Result<Vec<(G::Board, Form)>, NoValue> {
        let value = self.value(board, arena)?;
        let reached = Progress::at(Phase::Solving, self.known.len() as u64);
        // The value of each board that is reached is known now.
        let bytes = self.known.len() * 3 * size_of::<(G::Board, Form)>();
        let refused = |refusal| zug_job::Stopped::out_of_memory(refusal, reached);
        self.charge.grow(bytes as u64).map_err(refused)?;
        let mut found = vec![(board, value)];
        let mut seen = FxHashSet::from_iter([board]);
        let mut next = 0;
        while let Some(&(board, _)) = found.get(next) {
            self.job.go_on(|| reached)?;
            next += 1;
            for side in [Side::Left, Side::Right] {
                for option in self.options(board, side)? {
                    if seen.insert(option) {
                        found.push((option, self.known[&option]));
                    }
                }
            }
        }
        Ok(found)
    }

    /// The next option of a board whose value is not known; `None` if all are known.
    fn unknown(known: &FxHashMap<G::Board, Form>, open: &mut Open<G::Board>) -> Option<G::Board> {
        for side in 0..2 {
            while let Some(&board) = open.options[side].get(open.next[side]) {
                if !known.contains_key(&board) {
                    return Some(board);
                }
                open.next[side] += 1;
            }
        }
        None
    }

    fn open(&mut self, board: G::Board) -> Result<Open<G::Board>, NoValue> {
        let reached = Progress::at(Phase::Solving, self.known.len() as u64);
        self.job.go_on(|| reached)?;
        let options = [Side::Left, Side::Right].map(|side| self.options(board, side));
        let [left, right] = options;
        let options = [left?, right?];
        let held = options[0].len() + options[1].len();
        let bytes = held * size_of::<G::Board>() + 2 * size_of::<(G::Board, Form)>();
        let refused = |refusal| zug_job::Stopped::out_of_memory(refusal, reached);
        self.charge.grow(bytes as u64).map_err(refused)?;
        Ok(Open {
            board,
            options,
            next: [0, 0],
        })
    }

    /// The boards that a player's turn can lead to, each once. A move that keeps the turn goes on until
    /// the turn passes.
    fn options(&self, board: G::Board, side: Side) -> Result<Vec<G::Board>, NoValue> {
        let (mut found, mut steps) = (Vec::new(), Vec::new());
        let mut after = FxHashSet::default();
        let (mut open, mut seen) = (vec![board], FxHashSet::from_iter([board]));
        while let Some(board) = open.pop() {
            steps.clear();
            match self.game.options(&board, player(side), &mut steps)? {
                None => {}
                // A player who is stuck in the middle of a turn has no whole turn.
                Some(Outcome::Loss) => continue,
                Some(_) => return Err(NoValue::Result),
            }
            for Step { position, turn } in steps.drain(..) {
                match turn {
                    Turn::Passes if after.insert(position) => found.push(position),
                    Turn::Kept if seen.insert(position) => open.push(position),
                    Turn::Passes | Turn::Kept => {}
                }
            }
        }
        Ok(found)
    }
}

impl<G: Boards> std::fmt::Debug for BoardValues<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BoardValues")
            .field("known", &self.known.len())
            .finish_non_exhaustive()
    }
}

/// The player of a game who is this player of partizan theory.
fn player(side: Side) -> Player {
    match side {
        Side::Left => Player::First,
        Side::Right => Player::Second,
    }
}
