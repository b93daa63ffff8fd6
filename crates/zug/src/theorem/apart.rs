//! A board that falls apart: nimbers of parts in which no move touches another part.
//!
//! Where moves only ever become fewer, a position is the set of its moves, and moves that
//! nothing ties together are a sum of games (see [`zug_solve::shrinking`]). Where moves give moves, the parts are those
//! that no move to come can join ([`zug_analyse::Parts`](zug_lang::Parts)). The nimber of one
//! position is found by asking for the nimbers of parts, where a table would need every
//! position: Cram on a board of 6 by 6 cells has some ten thousand million.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use zug_game::{Boards, InParts, Player, U256};
use zug_job::Job;
use zug_lang::{AnyGame, Instance, RulesGame, Shrinking, Word};
use zug_solve::impartial::NimberSearch;
use zug_solve::shrinking::{ShrinkingGame, ShrinkingParts};
use zug_values::{NimSum, Nimber, Outcome};

use crate::error::Error;
use crate::few::{MANY_GUARDS, positions_up_to};
use crate::method::AnswerBy;
use crate::options::SolveOptions;

use super::asked::Asked;
use super::facts::Facts;
use super::{Applied, Found, PlacedNumber, Reader};

/// Who found the way in which nimbers of parts are asked for, and when.
pub(super) const SOURCE: &str =
    "R. Sprague, 1935; P. M. Grundy, 1939; J. Lemoine and S. Viennot, 2012";

/// The name of the theorem.
pub(super) const NAME: &str = "the nimbers of parts that no move ties together, added up";

/// A game whose positions fall into parts, ready to be searched from a position.
pub(super) struct Prepared {
    board: BoardOf,
    root: U256,
}

/// Gives the board to whoever has a job for its search.
type BoardOf = Box<dyn FnOnce(&Job) -> Box<dyn Board> + Send + Sync>;

/// The game and the position asked about, if parts are found in the game and it is
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
    let board = match game {
        AnyGame::Narrow(game) => board_of(game, instance, *root, options),
        AnyGame::Wide(game) => board_of(game, instance, *root, options),
        AnyGame::Widest(game) => board_of(game, instance, *root, options),
    };
    Ok(board.map(|board| Prepared { board, root: *root }))
}

/// The number of questions about parts of a board on which moves give moves, if no theorem was asked for: a
/// few seconds.
const FEW_QUESTIONS: u64 = 1 << 17;

/// The most positions that are rather solved all, on a board on which moves give moves. To find whether there are more
/// takes some tenths of a second.
const FEW: usize = 100_000;

/// The board of a game in which parts are found.
fn board_of<W: Word>(
    game: RulesGame<W>,
    instance: &Instance,
    root: U256,
    options: &SolveOptions,
) -> Option<BoardOf> {
    if let Some(moves) = game.shrinking() {
        let takes = moves.takes().iter();
        let takes = takes.map(|taken| taken.iter().copied().collect()).collect();
        let parts = ShrinkingParts::impartial(ShrinkingGame::new(takes)?);
        let places = moves.tests().map(|(mask, _)| instance.places(mask));
        let places = places.collect();
        return Some(Box::new(|job| {
            Box::new(Fewer {
                places,
                moves,
                search: NimberSearch::new(parts, job),
            })
        }));
    }
    let parts = game.separation()?;
    // All positions are better solved where they are not many, and a board that stays one part for long is better
    // searched in other ways.
    let most = match options.answer_by {
        AnswerBy::Theorem => u64::MAX,
        _ if positions_up_to(FEW, MANY_GUARDS, &game, W::narrow(root), &options.cancel)
            .is_some() =>
        {
            return None;
        }
        _ => FEW_QUESTIONS,
    };
    Some(Box::new(move |job| {
        let search = NimberSearch::new(parts, job).with_keys_kept();
        let search = search.with_most_questions(most);
        Box::new(Separated { game, search })
    }))
}

/// A board that falls into parts. Its search goes on knowing what it found for one position when it is asked for
/// another.
trait Board: Send + Sync {
    /// The parts of a position; `None` if a nimber cannot be told.
    fn parts(&mut self, position: U256) -> Result<Option<Vec<Part>>, Error>;
}

/// A board on which moves only become fewer.
struct Fewer {
    moves: Shrinking,
    /// The places of the board that each move asks for.
    places: Vec<Vec<String>>,
    search: NimberSearch<ShrinkingParts>,
}

impl Board for Fewer {
    fn parts(&mut self, position: U256) -> Result<Option<Vec<Part>>, Error> {
        let left = self.moves.left(position).collect();
        let parts = self.search.game().parts(left);
        let parts = parts.into_iter().map(|part| {
            let nimber = self.search.nimber(vec![part])?;
            let mut places: Vec<String> = Vec::new();
            for place in part.iter().flat_map(|number| &self.places[number]) {
                if !places.contains(place) {
                    places.push(place.clone());
                }
            }
            Ok(nimber.map(|nimber| Part {
                moves: part.len(),
                nimber,
                places,
            }))
        });
        parts.collect()
    }
}

/// A board on which moves give moves.
struct Separated<W: Word> {
    game: RulesGame<W>,
    search: NimberSearch<zug_lang::Parts<W>>,
}

impl<W: Word> Board for Separated<W> {
    fn parts(&mut self, position: U256) -> Result<Option<Vec<Part>>, Error> {
        let board = self.game.board(&W::narrow(position));
        let mut parts = self.search.game().of_board(board);
        parts.sort_by_key(|part| self.search.game().size(part));
        let parts = parts.into_iter().map(|part| {
            let mut turns = Vec::new();
            let Ok(()): Result<(), Infallible> =
                self.search.game().options(&part, Player::First, &mut turns);
            let nimber = self.search.nimber(vec![part])?;
            Ok(nimber.map(|nimber| Part {
                moves: turns.len(),
                nimber,
                places: self.game.instance().places(part.varying().widen()),
            }))
        });
        parts.collect()
    }
}

/// What a search of parts says of the position asked about; `None` if the memory allowed does
/// not suffice for it, or if play is too long for it or goes round.
///
/// # Errors
///
/// The caller cancelled.
pub(super) fn of(prepared: Prepared, options: &SolveOptions) -> Result<Option<Found>, Error> {
    let Prepared { board, root } = prepared;
    let mut board = board(&options.job());
    let here = match board.parts(root) {
        Ok(Some(here)) => Parts(here),
        Ok(None) => return Ok(None),
        Err(Error::Solve(error)) if error.is_too_large() => return Ok(None),
        Err(error) => return Err(error),
    };
    let board = Arc::new(Mutex::new(board));
    let read: Reader = Box::new(move |facts: &Facts<'_>| {
        let (_, position) = facts.place?;
        let mut board = board.lock().unwrap_or_else(PoisonError::into_inner);
        let parts = board.parts(position).ok()??;
        Some(Box::new(Parts(parts)))
    });
    Ok(Some(Found {
        name: NAME.to_owned(),
        source: SOURCE,
        read,
        here: Box::new(here),
    }))
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
