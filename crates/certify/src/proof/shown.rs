//! Whether a position is shown to be as claimed, by the list, by its outcome, by one move or by a
//! count of moves.

use zug_game::Scored;
use zug_game::{Fault, Game, Step, Symmetric};
use zug_values::{Bounds, Outcome, Score, Wanted};

use super::flaw::ProofFlaw;
use super::list::ProofList;
use super::question::{CountedOutcome, Proved, Rank};

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
    /// Whether moves of the game gain points.
    pub(super) gains: bool,
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

impl<G: Symmetric + Scored> Shown<'_, G> {
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
        // Where moves gain points, play in a circle may attain any score: no claim may stand on itself.
        let needs_rank = self.gains || needs_rank(bounds, wanted);
        bounds.show(wanted) && (!needs_rank || self.is_above(position, above))
    }

    /// What the moves of a position gain where the game goes on; empty where no moves gain points.
    pub(super) fn gains_of(
        &self,
        position: &G::Position,
    ) -> Result<Vec<i64>, ProofFlaw<G::Position>> {
        if self.gains {
            gains_by(self.game, position)
        } else {
            Ok(Vec::new())
        }
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
        let gains = self.gains_of(position)?;
        // What must hold behind each move, as far as points can tell it.
        let wanted_by = |number: usize, step: &Step<G::Position>| {
            aim.wanted_with(gain_at(&gains, number), step.turn)
        };
        for (number, step) in steps.iter().enumerate() {
            let wanted = wanted_by(number, step);
            if wanted.is_some_and(|wanted| self.is_listed(&step.position, wanted, above)) {
                return Ok(true);
            }
        }
        // A look at the list costs least, so that all moves are looked up first. Then the moves that
        // are left are counted, and only then is each move played to see whether the game is over.
        if self.is_counted(position, wanted, proved) {
            return Ok(true);
        }
        let mut beyond = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            let Some(wanted) = wanted_by(number, step) else {
                continue;
            };
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

/// What each move of a position gains by the rules of this game, in the order of the moves.
pub(super) fn gains_by<G: Scored>(
    game: &G,
    position: &G::Position,
) -> Result<Vec<i64>, ProofFlaw<G::Position>> {
    let mut gains = Vec::new();
    let done = game.append_gains(position, &mut gains);
    done.map_err(|fault| ProofFlaw::Fault {
        position: *position,
        fault,
    })?;
    Ok(gains)
}

/// What the move with a number gains, where these are the gains of all moves or no move gains points.
#[inline]
pub(super) fn gain_at(gains: &[i64], number: usize) -> i64 {
    gains.get(number).copied().unwrap_or(0)
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
