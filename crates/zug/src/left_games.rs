//! Games that the moves of rules leave, with their moves and nimbers.

use std::cell::RefCell;
use std::collections::BTreeSet;

use zug_heaps::HeapGame;
use zug_job::Job;
use zug_lang::{LeftGames, LeftPosition, Rules};
use zug_solve::left_games::{LONGEST_PLAY, Left as LeftOf, LeftGamesError, LeftNimbers};
use zug_values::{Nimber, Play};

use crate::error::Error;
use crate::heap_moves;
use crate::request::Request;

/// Moves of heaps are compared with those of other games up to this heap.
pub(crate) const COMPARED: u64 = 100;

/// The most games of a circle that an error names.
const MOST_NAMED: usize = 8;

/// The games that the moves of some rules leave; `None` if they leave none.
pub(crate) fn games_of(
    rules: &Rules,
    request: &Request,
    play: Play,
    job: &Job,
) -> Result<Option<LeftGames>, Error> {
    if !rules.leaves_games() {
        return Ok(None);
    }
    if play == Play::Misere {
        return Err(Error::LeftGamesMisere);
    }
    let games = rules.left_games(&request.settings, job);
    games.map_err(|error| request.setting_error(error))
}

/// Games that moves leave, with the nimbers that were asked for.
#[derive(Debug)]
pub(crate) struct LeftNimbersOf {
    games: LeftGames,
    request: Request,
    job: Job,
    known: RefCell<LeftNimbers<LeftPosition>>,
}

impl LeftNimbersOf {
    /// The games of a request; `None` if its moves leave no other games.
    pub(crate) fn request(request: &Request, job: &Job) -> Result<Option<Self>, Error> {
        let rules = request.read()?;
        let games = games_of(&rules, request, rules.play(&request.settings), job)?;
        Ok(games.map(|games| Self::of(games, request, job)))
    }

    /// The games that the moves of a request leave.
    pub(crate) fn of(games: LeftGames, request: &Request, job: &Job) -> Self {
        Self {
            games,
            request: request.clone(),
            known: RefCell::new(LeftNimbers::new(job)),
            job: job.clone(),
        }
    }

    pub(crate) fn start(&self) -> &LeftPosition {
        self.games.start()
    }

    /// A game as a person writes it.
    pub(crate) fn text(&self, position: &LeftPosition) -> String {
        self.games.text(position)
    }

    /// The moves by their names, each with the games that it leaves.
    pub(crate) fn moves(
        &self,
        position: &LeftPosition,
    ) -> Result<Vec<(String, Vec<LeftPosition>)>, Error> {
        let moves = self.games.named_moves(position);
        moves.map_err(|error| self.request.setting_error(error))
    }

    /// The parameters with their values.
    pub(crate) fn parameters(&self) -> Result<Vec<(String, String)>, Error> {
        let rules = self.request.read()?;
        let values = rules.values_while(&self.request.settings, &self.job);
        let values = values.map_err(|error| self.request.setting_error(error))?;
        let told = values
            .into_iter()
            .map(|(name, value)| (name, value.written()));
        Ok(told.collect())
    }

    /// The heaps that each move of a heap of this size leaves, without empty ones, in increasing order, if the
    /// size of a heap is the one parameter of the game and moves leave nothing but heaps; `None` of other rules.
    pub(crate) fn heaps_left(&self, heap: u64) -> Result<Option<BTreeSet<Vec<u64>>>, Error> {
        let number = i64::try_from(heap).ok();
        let Some(position) = number.and_then(|number| self.games.with_number(number)) else {
            return Ok(None);
        };
        let mut left = BTreeSet::new();
        for (_, games) in self.moves(&position)? {
            let sizes = games
                .iter()
                .map(|of| u64::try_from(self.games.number(of)?).ok());
            let Some(mut sizes) = sizes.collect::<Option<Vec<u64>>>() else {
                return Ok(None);
            };
            sizes.retain(|&size| size > 0);
            sizes.sort_unstable();
            // A heap that grows is none of a game on heaps, and an empty one has no move.
            if sizes.iter().sum::<u64>() > heap || heap == 0 {
                return Ok(None);
            }
            left.insert(sizes);
        }
        Ok(Some(left))
    }

    /// The game on one heap that has these moves for the heaps up to [`COMPARED`], if the size of a heap is the
    /// one parameter of the game.
    pub(crate) fn known_heap(&self) -> Result<Option<HeapGame>, Error> {
        let mut options = Vec::new();
        for heap in 0..=COMPARED {
            self.job.check()?;
            let Some(left) = self.heaps_left(heap)? else {
                return Ok(None);
            };
            options.push(left);
        }
        Ok(heap_moves::known(&options))
    }

    pub(crate) fn nimber(&self, position: &LeftPosition) -> Result<Nimber, Error> {
        let mut known = self.known.borrow_mut();
        let nimber = known.nimber(position, plain_moves(&self.games), &self.job);
        nimber.map_err(|error| error_of(error, &self.games, &self.request))
    }
}

/// The moves of a game as the plain evaluator works them out.
pub(crate) fn plain_moves(
    games: &LeftGames,
) -> impl Fn(&LeftPosition, &mut LeftOf<LeftPosition>) -> Result<(), zug_lang::Error> {
    |position, left| {
        let found = games.moves(position)?;
        for of in found {
            left.add(of);
        }
        Ok(())
    }
}

/// The error of a caller for what the nimbers could not be worked out.
pub(crate) fn error_of(
    error: LeftGamesError<LeftPosition, zug_lang::Error>,
    games: &LeftGames,
    request: &Request,
) -> Error {
    match error {
        LeftGamesError::Rules { error, from } => request.setting_error(match from.as_deref() {
            Some([from, left]) => games.of_move(error, from, left),
            None => error,
        }),
        LeftGamesError::TooLong(game) => Error::LeftGamesTooLong {
            game: games.text(&game),
            most: LONGEST_PLAY,
        },
        LeftGamesError::Stopped(stopped) => Error::Solve(stopped.into()),
        LeftGamesError::Cycle(circle) => Error::LeftGamesCycle {
            circle: written(games, &circle),
        },
    }
}

/// The games of a circle, as a person writes them.
fn written(games: &LeftGames, circle: &[LeftPosition]) -> String {
    let shown = circle.iter().take(MOST_NAMED);
    let mut texts: Vec<String> = shown.map(|one| games.text(one)).collect();
    if circle.len() > MOST_NAMED {
        texts.push("…".to_owned());
    }
    texts.join(", ")
}
