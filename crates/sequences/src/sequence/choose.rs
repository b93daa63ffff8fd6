//! Which engine suits a game.

use zug_heaps::HeapGame;

use super::saved::ResumeError;
use crate::engine::dense::Dense;
use crate::engine::histogram::Histogram;
use crate::engine::naive::Naive;
use crate::engine::runs;
use crate::engine::sparse::Sparse;
use crate::engine::splits::Splits;
use crate::engine::window::Window;
use crate::engine::xor_sets::XorSets;
use crate::engine::{Engine, EngineKind, Stop, Terms};

/// The heaps by which the sparse engine chooses its digits, where the caller asks for
/// that engine.
const FIRST_HEAPS: u64 = 1 << 12;

/// The engine that the caller asked for, or the one that suits the game best.
pub(super) fn engine(
    game: &HeapGame,
    method: Option<EngineKind>,
    terms: Terms,
) -> Result<Box<dyn Engine>, Stop> {
    let memory = terms.memory;
    let Some(method) = method else {
        return Ok(suited(game, terms));
    };
    let unsuited = Stop::Unsuited { method };
    Ok(match method {
        EngineKind::Naive => Box::new(Naive::within(game.clone(), memory)),
        EngineKind::Window => match game {
            HeapGame::Subtraction(moves) => Box::new(Window::new(moves, memory)),
            _ => return Err(unsuited),
        },
        EngineKind::Histogram => Box::new(Histogram::of(game, memory).ok_or(unsuited)?),
        EngineKind::Dense => Box::new(Dense::new(game, memory)?),
        EngineKind::Sparse => {
            let mut first = Dense::new(game, memory).map_err(|_| unsuited)?;
            while first.known() < FIRST_HEAPS {
                first.step(FIRST_HEAPS)?;
            }
            let mut nimbers = vec![0; first.known() as usize];
            let is_kept = first.read(0, &mut nimbers);
            debug_assert!(is_kept, "the dense engine keeps every heap");
            Box::new(Sparse::on(game, terms, &nimbers)?)
        }
        EngineKind::XorSets => Box::new(XorSets::new(game, memory)?),
        EngineKind::Runs => runs::engine(game, memory).ok_or(unsuited)?,
    })
}

/// The engine that suits a game best.
fn suited(game: &HeapGame, terms: Terms) -> Box<dyn Engine> {
    let memory = terms.memory;
    if let HeapGame::Subtraction(moves) = game {
        return Box::new(Window::new(moves, memory));
    }
    if let Some(histogram) = Histogram::of(game, memory) {
        return Box::new(histogram);
    }
    if let Ok(splits) = Splits::new(game, terms) {
        return Box::new(splits);
    }
    if let Ok(sets) = XorSets::new(game, memory) {
        return Box::new(sets);
    }
    match runs::engine(game, memory) {
        Some(runs) => runs,
        None => Box::new(Naive::within(game.clone(), memory)),
    }
}

/// The engine of this method, restored from the bytes that it saved.
pub(super) fn restore(
    game: &HeapGame,
    terms: Terms,
    method: EngineKind,
    bytes: &[u8],
) -> Result<Box<dyn Engine>, ResumeError> {
    let memory = terms.memory;
    let restored: Option<Box<dyn Engine>> = match (method, game) {
        (EngineKind::Naive, _) => {
            Naive::restore(game.clone(), memory, bytes).map(|naive| Box::new(naive) as _)
        }
        (EngineKind::Window, HeapGame::Subtraction(moves)) => {
            Window::restore(moves, memory, bytes).map(|window| Box::new(window) as _)
        }
        (EngineKind::Dense | EngineKind::Sparse, _) => {
            Splits::restore(game, terms, method, bytes).map(|splits| Box::new(splits) as _)
        }
        _ => return Err(ResumeError::Stop(Stop::Unsuited { method })),
    };
    restored.ok_or(ResumeError::Unreadable { method })
}
