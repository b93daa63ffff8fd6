//! Whether a position is shown to be as claimed, by the list, by its outcome, by one move or by a
//! count of moves.

use zug_game::{Fault, Game, Step, Symmetric};
use zug_values::{Bounds, Outcome, Score, Wanted};

use super::check::{CountedOutcome, Proved};
use super::flaw::ProofFlaw;
use super::list::ProofList;

/// Tells the rank of a position.
pub(super) type Rank<'r, P> = dyn Fn(&P) -> u32 + Sync + 'r;

/// Tells the score of a position in which the game is over with an outcome.
pub(super) type End<'e, P> = dyn Fn(&P, Outcome) -> Result<Score, ProofFlaw<P>> + 'e;

/// What each position is shown by. Threads share it.
pub(super) struct Shown<'c, G: Game> {
    pub(super) game: &'c G,
    pub(super) list: &'c ProofList<G::Position>,
    /// The rank of a position, for claims of progress that tell no plies.
    pub(super) rank: Option<&'c Rank<'c, G::Position>>,
    /// Who wins by a count of moves.
    pub(super) counted: Option<&'c CountedOutcome<'c, G::Position>>,
    /// Whether entries stand for several images.
    pub(super) folds: bool,
}

/// What a claim may stand on: entries of progress without plies must have a higher rank than this.
#[derive(Clone, Copy, Debug)]
pub(super) enum Above {
    /// Nothing stands on itself here: the position is no entry.
    Any,
    /// The rank of the entry that is checked; `None` where ranks are not known.
    Rank(Option<u32>),
}

impl<G: Symmetric> Shown<'_, G> {
    /// The rank that entries must be above on which an entry for this position stands.
    pub(super) fn above(&self, position: &G::Position) -> Above {
        Above::Rank(self.rank.map(|rank| rank(position)))
    }

    /// Whether the list shows that a position is as wanted.
    #[inline]
    pub(super) fn is_listed(&self, position: &G::Position, wanted: Wanted, above: Above) -> bool {
        let bounds = if self.folds {
            self.list.bounds(&self.game.canonical(position))
        } else {
            self.list.bounds(position)
        };
        bounds.show(wanted) && (!needs_rank(bounds, wanted) || self.is_above(position, above))
    }

    fn is_above(&self, position: &G::Position, above: Above) -> bool {
        match (above, self.rank) {
            (Above::Any, _) => true,
            (Above::Rank(Some(entry)), Some(rank)) => rank(position) > entry,
            (Above::Rank(_), _) => false,
        }
    }

    /// Whether a count of moves shows that a position where the game goes on is as wanted.
    fn is_counted(&self, position: &G::Position, wanted: Wanted, proved: &mut Proved) -> bool {
        let outcome = self.counted.and_then(|counted| counted(position));
        let shows = outcome.is_some_and(|outcome| Bounds::of_any_length(outcome).show(wanted));
        proved.counted += u64::from(shows);
        shows
    }

    /// Whether a position is shown to be as wanted. `end` tells the score of a position where
    /// the game is over with this outcome, and `steps` is a buffer. Adds the moves that were
    /// played, and what was told by a count, to what was `proved`.
    pub(super) fn is_shown(
        &self,
        position: &G::Position,
        wanted: Wanted,
        above: Above,
        end: &End<'_, G::Position>,
        steps: &mut Vec<Step<G::Position>>,
        proved: &mut Proved,
    ) -> Result<bool, ProofFlaw<G::Position>> {
        if self.is_listed(position, wanted, above) {
            return Ok(true);
        }
        if let Some(outcome) = expand(self.game, position, steps)? {
            return Ok(Bounds::exactly(end(position, outcome)?).show(wanted));
        }
        proved.moves += steps.len() as u64;
        if Bounds::GOES_ON.show(wanted) {
            return Ok(true);
        }
        let Wanted::Attains(aim) = wanted else {
            return Ok(self.is_counted(position, wanted, proved));
        };
        for step in &*steps {
            if self.is_listed(&step.position, aim.wanted(step.turn), above) {
                return Ok(true);
            }
        }
        // A look at the list costs least, so that all moves are looked up first. Then the moves that
        // are left are counted, and only then is each move played to see whether the game is over.
        if self.is_counted(position, wanted, proved) {
            return Ok(true);
        }
        let mut beyond = Vec::new();
        for step in &*steps {
            let wanted = aim.wanted(step.turn);
            let shown = match expand(self.game, &step.position, &mut beyond)? {
                Some(outcome) => Bounds::exactly(end(&step.position, outcome)?).show(wanted),
                None => {
                    Bounds::GOES_ON.show(wanted) || self.is_counted(&step.position, wanted, proved)
                }
            };
            if shown {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether the part of the bounds that shows what is wanted is a claim of progress without a
/// number of plies.
fn needs_rank(bounds: Bounds, wanted: Wanted) -> bool {
    match wanted {
        Wanted::Attains(aim) => {
            aim >= Score::WIN && bounds.lower >= Score::WIN && bounds.lower.is_of_any_length()
        }
        Wanted::Misses(aim) => {
            let missed = bounds.upper.above();
            aim <= Score::DRAW && missed <= Score::DRAW && missed.is_of_any_length()
        }
    }
}

/// Returns the outcome of a position in which the game is over; else `None`, with the moves
/// in `steps`.
pub(super) fn expand<G: Game>(
    game: &G,
    position: &G::Position,
    steps: &mut Vec<Step<G::Position>>,
) -> Result<Option<Outcome>, ProofFlaw<G::Position>> {
    expanded(game, position, steps).map_err(|fault| ProofFlaw::Fault {
        position: *position,
        fault,
    })
}

fn expanded<G: Game>(
    game: &G,
    position: &G::Position,
    steps: &mut Vec<Step<G::Position>>,
) -> Result<Option<Outcome>, Fault> {
    steps.clear();
    let over = game.expand(position, steps)?;
    Ok(over.or_else(|| steps.is_empty().then(|| game.stuck())))
}
