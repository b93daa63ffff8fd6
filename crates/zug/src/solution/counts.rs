//! How many positions were solved, and who wins them.
//!
//! A table of the mover's outcomes says how many positions the mover wins. Who that is stands in the
//! position, so that the wins of each player are counted where positions are at hand: by the
//! solver where it has them all at once (level by level, over an index), else in the pass that
//! counts orbits. A table that was solved before and knows its counts needs no such pass; it is
//! made all the same if the table is small.

use std::ops::ControlFlow;

use zug_game::Player;
use zug_solve::table::{self, Entry, Mover, Table, Unreadable, Wins};
use zug_values::Plies;

use super::Solved;
use super::stored::Stored;
use crate::subject::Subject;

/// The number of positions of each kind. The outcomes are the mover's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// All positions, without regard to symmetry.
    pub positions: u64,
    /// The positions kept: one for each orbit of the symmetries used
    /// ([`TablePlan::symmetries_used`](crate::TablePlan::symmetries_used)).
    pub canonical: u64,
    /// The number of moves out of the positions kept; `None` for a table that does not
    /// keep it. A table in memory keeps it.
    pub moves: Option<u64>,
    /// The positions that the mover wins.
    pub wins: u64,
    /// The positions that the mover loses.
    pub losses: u64,
    /// The positions that neither player wins.
    pub draws: u64,
    /// The positions that each player wins, whoever is to move there; `None` where both players
    /// have the same moves, and where it would take a long pass over a table to count them.
    pub players: Option<Wins>,
    /// The positions that somebody wins because play never ends; they are among the wins and the
    /// losses.
    pub endless: u64,
    /// The positions in which the game is over.
    pub finished: u64,
    /// The longest win; `None` if there is no win, or none but endless ones.
    pub longest_win: Option<Plies>,
    /// The longest loss; `None` if there is no loss.
    pub longest_loss: Option<Plies>,
}

impl Counts {
    /// The counts of a table that keeps `canonical` positions, from its counts in which each
    /// position counts with the size of its orbit.
    #[must_use]
    pub fn of_orbits(counts: &table::Counts, canonical: u64, moves: Option<u64>) -> Self {
        Self {
            players: None,
            endless: counts.endless(),
            positions: counts.positions(),
            canonical,
            moves,
            wins: counts.wins(),
            losses: counts.losses(),
            draws: counts.draws(),
            finished: counts.finished(),
            longest_win: counts.longest_win(),
            longest_loss: counts.longest_loss(),
        }
    }

    /// The largest remoteness; `None` if all positions are draws.
    pub fn max_remoteness(&self) -> Option<Plies> {
        self.longest_win.max(self.longest_loss)
    }
}

/// The largest number of positions of a table that are passed over only to find out who wins
/// them: a second or two.
const FEW: u64 = 20_000_000;

impl<G: Subject> Solved<G> {
    /// The counts of the table, each orbit counted with its size.
    pub(super) fn orbit_counts(&self) -> Result<table::Counts, Unreadable> {
        match self.stored.orbit_counts() {
            Some(counts) => Ok(counts),
            None => Ok(self.counted()?.0),
        }
    }

    /// The counts of the table, each orbit counted with its size; and who wins, if positions say
    /// whose turn it is.
    fn counted(&self) -> Result<(table::Counts, Option<Wins>), Unreadable> {
        if let Stored::Folded(folded) = &self.stored {
            let (counts, wins) = folded.orbit_counts()?;
            return Ok((counts, Some(wins)));
        }
        if self.game.order() == 1 && table::mover(&self.game).is_none() {
            return Ok((self.stored.table().counts()?, None));
        }
        let (mut counts, mut players) = (table::Counts::default(), PlayerCount::of(self));
        let (mut positions, mut orbits) = (Vec::new(), Vec::new());
        self.stored.table().each_block(&mut |block| {
            positions.clear();
            positions.extend(block.iter().map(|entry| *entry.position()));
            self.game.orbits(&positions, &mut orbits);
            for (entry, &orbit) in block.iter().zip(&orbits) {
                counts.add(entry, orbit as u64);
                players.add(entry, orbit as u64);
            }
            ControlFlow::Continue(())
        })?;
        Ok((counts, players.told()))
    }

    /// The counts, with who wins where play never ends.
    pub(super) fn counts(&self) -> Result<Counts, Unreadable> {
        let found = self.found_counts()?;
        if self.game.endless().is_none() || found.draws == 0 {
            return Ok(found);
        }
        let (mut counts, mut players) = (table::Counts::default(), PlayerCount::of(self));
        self.each_read(&mut |entry| {
            let orbit = self.game.orbit(entry.position()) as u64;
            counts.add(entry, orbit);
            players.add(entry, orbit);
            ControlFlow::Continue(())
        })?;
        Ok(Counts {
            players: players.told(),
            ..Counts::of_orbits(&counts, found.canonical, found.moves)
        })
    }

    /// The counts of what the solver found.
    pub(super) fn found_counts(&self) -> Result<Counts, Unreadable> {
        let moves = match &self.stored {
            Stored::InMemory(memory) => Some(memory.values.edges()),
            Stored::Folded(folded) => Some(folded.memory.values.edges()),
            Stored::Dense(dense) => Some(dense.edges()),
            Stored::InTiers(tiers) => Some(tiers.moves),
            Stored::Elsewhere(_) => None,
        };
        let canonical = match &self.stored {
            Stored::Folded(folded) => folded.memory.len(),
            stored => stored.table().len(),
        };
        let table = self.stored.table();
        let (counts, players) = match (self.stored.orbit_counts(), table.wins()) {
            (Some(counts), Some(wins)) => (counts, Some(wins)),
            (Some(counts), None) if table.len() > FEW => (counts, None),
            (Some(counts), None) if table::mover(&self.game).is_none() => (counts, None),
            (Some(counts), None) => (counts, self.counted()?.1),
            (None, _) => self.counted()?,
        };
        Ok(Counts {
            players,
            ..Counts::of_orbits(&counts, canonical, moves)
        })
    }
}

/// Counts who wins positions of a game.
pub(super) struct PlayerCount<'s, G: Subject> {
    game: &'s G,
    /// What says who is to move; `None` where positions do not say it.
    mover: Option<Mover<G>>,
    /// Whether a symmetry of the game swaps the players: so it is where all states are solved, and
    /// never where each symmetry keeps the position asked about.
    swaps: bool,
    wins: Wins,
}

impl<'s, G: Subject> PlayerCount<'s, G> {
    /// Nothing is counted yet.
    pub(super) fn of(solved: &'s Solved<G>) -> Self {
        let game = &solved.game;
        let mover = |element| game.mover(&game.image(&solved.root, element));
        Self {
            game,
            mover: table::mover(game),
            swaps: (1..game.order()).any(|element| mover(element) != mover(0)),
            wins: Wins::default(),
        }
    }

    /// Counts a position that stands for `orbit` positions.
    pub(super) fn add(&mut self, entry: &Entry<G::Position>, orbit: u64) {
        let outcome = entry.value().outcome();
        match self.mover {
            None => {}
            // Half of the positions of the orbit have the other player to move.
            Some(_) if self.swaps => {
                self.wins.add(Player::First, outcome, orbit / 2);
                self.wins.add(Player::Second, outcome, orbit / 2);
            }
            Some(mover) => {
                let mover = mover(self.game, entry.position());
                self.wins.add(mover, outcome, orbit);
            }
        }
    }

    /// Who wins; `None` where positions do not say whose turn it is.
    pub(super) fn told(&self) -> Option<Wins> {
        self.mover.map(|_| self.wins)
    }
}
