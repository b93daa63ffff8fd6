//! Games whose moves leave other games: the nimbers of all that can be left, each worked out once.

use std::hash::Hash;

use zug_job::Job;
use zug_lang::{LeftGames, LeftPosition, WholeGames};
use zug_solve::left_games::{Left as LeftOf, LeftGamesError, LeftNimbers};
use zug_values::{NimSum, Nimber, Outcome};

use crate::error::Error;
use crate::left_games::{COMPARED, LeftNimbersOf, error_of, games_of, plain_moves};
use crate::options::SolveOptions;
use crate::request::Request;

use super::asked::Asked;
use super::{Applied, ClaimedMove, Found, Named, split};

/// What the theorem is called.
pub(super) const NAME: &str = "the nimbers of the games that moves leave, added up";

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
        found.map_err(|error| error_of(error, &games, &request))?
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
        let heap = games.known_heap().ok().flatten();
        why.extend(heap.map(|heap| {
            format!("the moves are those of {heap}, compared heap by heap up to {COMPARED}")
        }));
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
