//! Games whose moves leave other games: the nimbers of all that can be left, each worked out once.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::hash::Hash;

use zug_job::Job;
use zug_lang::{LeftGames, LeftPosition, Rules, WholeGames};
use zug_solve::left_games::{LONGEST_PLAY, Left as LeftOf, LeftGamesError, LeftNimbers};
use zug_values::{NimSum, Nimber, Outcome, Play};

use crate::error::Error;
use crate::heaps::told_as_heaps;
use crate::options::SolveOptions;
use crate::request::Request;

use super::asked::Asked;
use super::{Applied, ClaimedMove, Found, Named, split};

/// What the theorem is called.
pub(super) const NAME: &str = "the nimbers of the games that moves leave, added up";

/// The most games of a circle that an error names.
const MOST_NAMED: usize = 8;

/// A game, with the nimbers of all that its moves leave.
#[derive(Debug)]
struct Left {
    game: String,
    nimber: Nimber,
    /// Each move with the games that it leaves, as a person writes them, and their nimbers.
    moves: Vec<(String, Vec<String>, Vec<Nimber>)>,
    /// The number of games whose nimbers were worked out.
    known: usize,
    games: LeftGames,
    request: Request,
    job: Job,
}

/// The games that moves leave, and the request that asks about them.
pub(super) type Prepared = Box<(LeftGames, Request)>;

/// The games that moves leave, if the moves of the rules leave other games.
pub(super) fn applies(
    asked: &Asked,
    request: &Request,
    options: &SolveOptions,
) -> Result<Option<Prepared>, Error> {
    let games = games_of(&asked.rules, request, asked.play, &options.job())?;
    Ok(games.map(|games| Box::new((games, request.clone()))))
}

/// The games that the moves of some rules leave; `None` if they leave none.
fn games_of(
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

/// Works out the nimbers.
///
/// # Errors
///
/// The rules break for some game that is left, play goes round in a circle, the memory does not suffice, or
/// the caller cancelled.
pub(super) fn of(prepared: Prepared, options: &SolveOptions) -> Result<Found, Error> {
    let (games, request) = *prepared;
    let job = options.job();
    let setting = |error| request.setting_error(error);
    let start = games.start();
    let named = games.named_moves(start).map_err(setting)?;
    // Numbers alone are quick; the plain evaluator is asked where they do not suffice, and for every fault.
    let (own, of_moves, known) = if let Some(found) = by_numbers(&games, &named, &job)? {
        found
    } else {
        let of_moves: Vec<_> = named.iter().map(|(_, left)| left.clone()).collect();
        let found = all(start, &of_moves, plain_moves(&games), &job);
        found.map_err(|error| told(error, &games, &request))?
    };
    let moves = named
        .into_iter()
        .zip(of_moves)
        .map(|((name, left), nimbers)| {
            let texts = left.iter().map(|one| games.text(one)).collect();
            (name, texts, nimbers)
        });
    let here = Left {
        game: games.text(start),
        nimber: own,
        moves: moves.collect(),
        known,
        games,
        request,
        job,
    };
    Ok(Found {
        name: NAME.to_owned(),
        source: split::SOURCE,
        read: Box::new(|_| None),
        here: Box::new(here),
    })
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
    fn of(games: LeftGames, request: &Request, job: &Job) -> Self {
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

    pub(crate) fn nimber(&self, position: &LeftPosition) -> Result<Nimber, Error> {
        let mut known = self.known.borrow_mut();
        let nimber = known.nimber(position, plain_moves(&self.games), &self.job);
        nimber.map_err(|error| told(error, &self.games, &self.request))
    }
}

/// The moves of a game as the plain evaluator works them out.
fn plain_moves(
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
fn told(
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

/// The nimber of a position, those of the games that each of its moves leaves, and the number of games
/// whose nimbers were worked out.
type Nimbers = (Nimber, Vec<Vec<Nimber>>, usize);

/// The nimbers of a position and of the games that each of its moves leaves.
fn all<P: Clone + Eq + Hash, E>(
    start: &P,
    of_moves: &[Vec<P>],
    moves: impl Fn(&P, &mut LeftOf<P>) -> Result<(), E>,
    job: &Job,
) -> Result<Nimbers, LeftGamesError<P, E>> {
    let mut nimbers = LeftNimbers::new(job);
    let own = nimbers.nimber(start, &moves, job)?;
    let mut found = Vec::with_capacity(of_moves.len());
    for left in of_moves {
        let of_move = left.iter().map(|game| nimbers.nimber(game, &moves, job));
        found.push(of_move.collect::<Result<_, _>>()?);
    }
    Ok((own, found, nimbers.len()))
}

/// As [`all`], by numbers alone; `None` if they do not suffice.
fn by_numbers(
    games: &LeftGames,
    named: &[(String, Vec<LeftPosition>)],
    job: &Job,
) -> Result<Option<Nimbers>, Error> {
    let Some(whole) = WholeGames::of(games) else {
        return Ok(None);
    };
    let of_moves = named.iter().map(|(_, left)| {
        let positions = left.iter().map(WholeGames::position);
        positions.collect::<Option<Vec<_>>>()
    });
    let Some(of_moves) = of_moves.collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let moves =
        |position: &_, left: &mut LeftOf<_>| whole.moves(position, &mut left.games, &mut left.ends);
    match all(&whole.start(), &of_moves, moves, job) {
        Ok(found) => Ok(Some(found)),
        Err(LeftGamesError::Stopped(stopped)) => Err(Error::Solve(stopped.into())),
        Err(
            LeftGamesError::Rules { .. } | LeftGamesError::Cycle(_) | LeftGamesError::TooLong(_),
        ) => Ok(None),
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

impl Applied for Left {
    fn outcome(&self) -> Outcome {
        self.nimber.outcome()
    }

    fn nimber(&self) -> Option<Nimber> {
        Some(self.nimber)
    }

    fn winning_moves_beside(&self, rest: Nimber) -> Option<Named> {
        let wins = |(name, _, nimbers): &(String, Vec<String>, Vec<Nimber>)| {
            (NimSum(nimbers).total() == rest).then(|| name.clone())
        };
        Some(Named::all(self.moves.iter().filter_map(wins)))
    }

    fn own_moves(&self) -> Option<Vec<ClaimedMove>> {
        let moves = self.moves.iter().map(|(name, left, nimbers)| {
            ClaimedMove::leaving(
                name.clone(),
                Some(sum(left)),
                NimSum(nimbers).total().into(),
            )
        });
        Some(moves.collect())
    }

    fn why(&self) -> Vec<String> {
        let Self {
            game,
            nimber,
            known,
            ..
        } = self;
        let mut why = Vec::new();
        let winning = self
            .moves
            .iter()
            .find(|(_, _, nimbers)| NimSum(nimbers).total().is_zero());
        match winning {
            Some((name, left, nimbers)) if nimbers.len() > 1 => why.push(format!(
                "the move {name} leaves {}, with the nimbers {}",
                sum(left),
                NimSum(nimbers)
            )),
            Some((name, left, _)) => why.push(format!(
                "the move {name} leaves {}, which the next player loses",
                sum(left)
            )),
            None => why.push(format!(
                "no move of {game} leaves games whose nimbers have the xor 0"
            )),
        }
        why.push(format!(
            "the nimber of {game} is {nimber}, worked out from {known} games that play can leave"
        ));
        let games = LeftNimbersOf::of(self.games.clone(), &self.request, &self.job);
        why.extend(told_as_heaps(&games, &self.job));
        why
    }
}

/// The games that a move leaves, as a person writes them.
fn sum(left: &[String]) -> String {
    if left.is_empty() {
        "nothing".to_owned()
    } else {
        left.join(" + ")
    }
}
