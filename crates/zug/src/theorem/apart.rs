//! A board that falls apart: nimbers of parts in which no move touches another part.
//!
//! Where moves only ever become fewer, a position is the set of its moves, and moves that
//! nothing ties together are a sum of games (see [`zug_solve::shrinking`]). The nimber of one
//! position is found by asking for the nimbers of parts, where a table would need every
//! position: Cram on a board of 6 by 6 cells has some ten thousand million.

use std::sync::{Arc, Mutex, PoisonError};

use zug_game::U256;
use zug_lang::{AnyGame, Shrinking};
use zug_solve::shrinking::{MoveSet, NimberSearch, ShrinkingGame};
use zug_values::{NimSum, Nimber, Outcome};

use crate::error::Error;
use crate::options::{AnswerBy, SolveOptions};

use super::asked::Asked;
use super::facts::Facts;
use super::{Applied, Found, PlacedNumber, Reader};

/// Who found the way in which nimbers of parts are asked for, and when.
pub(super) const SOURCE: &str =
    "R. Sprague, 1935; P. M. Grundy, 1939; J. Lemoine and S. Viennot, 2012";

/// The name of the theorem.
pub(super) const NAME: &str = "the nimbers of parts that no move ties together, added up";

/// A game whose moves only become fewer, ready to be searched from a position.
pub(super) struct Prepared {
    moves: Arc<Shrinking>,
    places: Arc<Vec<Vec<String>>>,
    game: ShrinkingGame,
    root: U256,
}

/// The game and the position asked about, if the game's moves only ever become fewer and it is
/// played so that nimbers tell who wins.
///
/// # Errors
///
/// The caller cancelled.
pub(super) fn applies(asked: &Asked, options: &SolveOptions) -> Result<Option<Prepared>, Error> {
    let Some((instance, root)) = &asked.sized else {
        return Ok(None);
    };
    if asked.facts().is_misere() || asked.parts != 1 || !instance.may_have_nimbers() {
        return Ok(None);
    }
    // A table of all positions tells more, and is soon there where they are few.
    if options.answer_by != AnswerBy::Theorem && asked.has_few_positions() {
        return Ok(None);
    }
    let job = options.job();
    let game = match instance.clone().with_job(&job).game_while(&job) {
        Ok(game) => game,
        Err(zug_lang::Error::Interrupted(why)) => return Err(why.into()),
        Err(zug_lang::Error::NoRoom { .. }) => return Err(Error::PreparationTooLarge),
        // The code that solves positions reports what is wrong with the rules.
        Err(_) => return Ok(None),
    };
    let moves = match game {
        AnyGame::Narrow(game) => game.shrinking(),
        AnyGame::Wide(game) => game.shrinking(),
        AnyGame::Widest(game) => game.shrinking(),
    };
    Ok(moves.and_then(|moves| {
        let takes = moves.takes().iter();
        let takes = takes.map(|taken| taken.iter().copied().collect()).collect();
        let game = ShrinkingGame::new(takes)?;
        let asks = moves.tests();
        let places = asks.map(|(mask, _)| instance.places(mask)).collect();
        Some(Prepared {
            places: Arc::new(places),
            moves: Arc::new(moves),
            game,
            root: *root,
        })
    }))
}

/// What a search of parts says of the position asked about; `None` if the memory allowed does
/// not suffice for it.
///
/// # Errors
///
/// The caller cancelled.
pub(super) fn of(prepared: Prepared, options: &SolveOptions) -> Result<Option<Found>, Error> {
    let Prepared {
        moves,
        places,
        game,
        root,
    } = prepared;
    let search = Search {
        nimbers: Arc::new(Mutex::new(NimberSearch::new(game, &options.job()))),
        places,
    };
    let position: MoveSet = moves.left(root).collect();
    let here = match search.parts(position) {
        Ok(here) => here,
        Err(Error::Solve(error)) if error.is_too_large() => return Ok(None),
        Err(error) => return Err(error),
    };
    let read: Reader = Box::new(move |facts: &Facts<'_>| {
        let (_, position) = facts.place?;
        let parts = search.parts(moves.left(position).collect()).ok()?;
        Some(Box::new(parts))
    });
    Ok(Some(Found {
        name: NAME.to_owned(),
        source: SOURCE,
        read,
        here: Box::new(here),
    }))
}

/// A search that goes on knowing what it found for one position when it is asked for another.
#[derive(Clone)]
struct Search {
    nimbers: Arc<Mutex<NimberSearch>>,
    /// The places of the board that each move asks for.
    places: Arc<Vec<Vec<String>>>,
}

impl Search {
    fn parts(&self, position: MoveSet) -> Result<Parts, Error> {
        let mut search = self.nimbers.lock().unwrap_or_else(PoisonError::into_inner);
        let parts = search.game().parts(position);
        let here = parts.into_iter().map(|part| {
            let nimber = search.nimber(part)?;
            let mut places: Vec<String> = Vec::new();
            for place in part.iter().flat_map(|number| &self.places[number]) {
                if !places.contains(place) {
                    places.push(place.clone());
                }
            }
            Ok(Part {
                moves: part.len(),
                nimber,
                places,
            })
        });
        Ok(Parts(here.collect::<Result<_, Error>>()?))
    }
}

/// A part of a position.
#[derive(Debug)]
struct Part {
    /// The number of moves in it.
    moves: usize,
    nimber: Nimber,
    /// The places of the board that these moves ask for.
    places: Vec<String>,
}

/// The parts of one position, the smallest first.
#[derive(Debug)]
struct Parts(Vec<Part>);

impl Parts {
    fn sum(&self) -> Nimber {
        self.0.iter().map(|part| part.nimber).sum()
    }
}

impl Applied for Parts {
    fn outcome(&self) -> Outcome {
        self.sum().outcome()
    }

    fn nimber(&self) -> Option<Nimber> {
        Some(self.sum())
    }

    fn why(&self) -> Vec<String> {
        let end = if self.sum().is_zero() {
            "every move leaves another nimber, and an answer makes it 0 again"
        } else {
            "not 0, and a move that makes it 0 wins"
        };
        let told = match &self.0[..] {
            [] => "there is no move left".to_owned(),
            [Part { moves, nimber, .. }] => {
                format!("the {moves} moves left are one part, and its nimber is {nimber}: {end}")
            }
            parts => {
                let nimbers: Vec<Nimber> = parts.iter().map(|part| part.nimber).collect();
                format!(
                    "the moves left fall into {} parts, and no move takes one of another part \\
                     away; the nimbers of the parts: {}: {end}",
                    parts.len(),
                    NimSum(&nimbers)
                )
            }
        };
        vec![told]
    }

    fn is_nim_sum(&self) -> bool {
        true
    }

    fn placed(&self) -> Vec<PlacedNumber> {
        let parts = self.0.iter();
        parts
            .map(|part| PlacedNumber::at(part.nimber.0, &part.places))
            .collect()
    }
}
