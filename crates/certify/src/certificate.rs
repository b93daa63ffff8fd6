//! Plays every move of every position once, and compares.

use std::fmt;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use zug_game::{Game, Step};
use zug_values::{Outcome, Plies, Value};

use crate::flaw::Flaw;

/// What was checked and found true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// Positions checked.
    pub positions: u64,
    /// Moves played in them.
    pub moves: u64,
    /// Positions that the mover wins.
    pub wins: u64,
    /// Positions that the mover loses.
    pub losses: u64,
    /// The others.
    pub draws: u64,
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} positions and {} moves checked: {} wins, {} losses, {} draws",
            self.positions, self.moves, self.wins, self.losses, self.draws
        )
    }
}

/// Checks a claim about the positions listed.
///
/// A position listed twice counts once. A value that `claim` gives to a position
/// that is not listed is not believed.
///
/// # Errors
///
/// The first [`Flaw`] found. Which one, if there are several, is not promised.
pub fn certify<G: Game>(
    game: &G,
    roots: &[G::Position],
    positions: impl IntoIterator<Item = G::Position>,
    claim: impl Fn(&G::Position) -> Option<Value>,
) -> Result<Certificate, Flaw<G::Position>> {
    let listed: HashSet<G::Position, FxBuildHasher> = positions.into_iter().collect();
    let believed =
        |position: &G::Position| listed.contains(position).then(|| claim(position)).flatten();
    certify_table(game, roots, listed.iter().copied(), believed)
}

/// Checks a table, holding nothing: `positions` must list exactly the positions
/// to which `claim` gives a value, each once.
///
/// If `claim` gives a value to a position that is not listed, that value is
/// believed unchecked: use [`certify`] where the two do not read the same table.
///
/// # Errors
///
/// The first [`Flaw`] in the order of the positions.
pub fn certify_table<G: Game>(
    game: &G,
    roots: &[G::Position],
    positions: impl IntoIterator<Item = G::Position>,
    claim: impl Fn(&G::Position) -> Option<Value>,
) -> Result<Certificate, Flaw<G::Position>> {
    if let Some(&root) = roots.iter().find(|&root| claim(root).is_none()) {
        return Err(Flaw::RootMissing { root });
    }
    let mut certificate = Certificate::default();
    let mut steps = Vec::new();
    for position in positions {
        let claimed = claim(&position).ok_or(Flaw::NoValue { position })?;
        steps.clear();
        check(game, position, claimed, &mut steps, &claim)?;
        certificate.positions += 1;
        certificate.moves += steps.len() as u64;
        match claimed.outcome() {
            Outcome::Win => certificate.wins += 1,
            Outcome::Loss => certificate.losses += 1,
            Outcome::Draw => certificate.draws += 1,
        }
    }
    Ok(certificate)
}

/// Checks one position; leaves its moves in `steps`.
fn check<G: Game>(
    game: &G,
    position: G::Position,
    claimed: Value,
    steps: &mut Vec<Step<G::Position>>,
    claim: &impl Fn(&G::Position) -> Option<Value>,
) -> Result<(), Flaw<G::Position>> {
    let result = game
        .expand(&position, steps)
        .map_err(|fault| Flaw::Fault { position, fault })?;
    let mut best: Option<Value> = None;
    for step in steps.iter() {
        let successor = step.position;
        let value = claim(&successor).ok_or(Flaw::Open {
            position,
            successor,
        })?;
        if value.remoteness() == Some(Plies(u32::MAX)) {
            return Err(Flaw::TooRemote {
                position: successor,
                claimed: value,
            });
        }
        best = best.max(Some(value.before(step.turn)));
    }
    let over = result.or_else(|| best.is_none().then(|| game.stuck()));
    if let Some(outcome) = over {
        let actual = Value::finished(outcome);
        return if claimed == actual {
            Ok(())
        } else {
            Err(Flaw::Finished {
                position,
                claimed,
                actual,
            })
        };
    }
    match best {
        Some(best) if best > claimed => Err(Flaw::BetterMove {
            position,
            claimed,
            best,
        }),
        Some(best) if best < claimed => Err(Flaw::NoSuchMove {
            position,
            claimed,
            best,
        }),
        _ => Ok(()),
    }
}
