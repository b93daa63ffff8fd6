//! Many positions of one game, such as those of a tree, assessed together.
//!
//! All positions get a little work, then twice as much, and so on: those that are soon decided help
//! the others, by what the table of the search keeps and by what follows from move to move.

use std::collections::HashMap;

use zug_solve::search::Aim;

use crate::error::Error;
use crate::problem::Position;

use super::searcher::Told;
use super::{Known, KnownMove, LegalMove, Searcher};

/// Positions with their moves, and what is known of them.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    /// In the order in which they were found.
    nodes: Vec<Node>,
    places: HashMap<Position, usize>,
    /// The search tells scores.
    tells_scores: bool,
    /// The positions in the game in which draws are won by the player who loses endless play; `None` if
    /// nobody wins endless play, or if the rules have no draws.
    drawn: Option<Box<Self>>,
}

#[derive(Debug)]
struct Node {
    position: Position,
    /// Whether the player to move wins where play never ends; `None` if that is a draw.
    mover_wins_endless: Option<bool>,
    known: Known,
    moves: Vec<LegalMove>,
}

impl Positions {
    /// No positions, for this search.
    pub(crate) fn of(search: &Searcher<'_>) -> Self {
        Self {
            tells_scores: search.tells_scores(),
            drawn: search.drawn.as_ref().map(|_| Box::default()),
            ..Self::default()
        }
    }

    pub(crate) fn tells_scores(&self) -> bool {
        self.tells_scores
    }

    pub(crate) fn contains(&self, position: &Position) -> bool {
        self.places.contains_key(position)
    }

    /// Adds a position with its moves, if it is not there.
    pub(crate) fn add(&mut self, search: &Searcher<'_>, position: &Position) -> Result<(), Error> {
        if self.contains(position) {
            return Ok(());
        }
        let known = search.known_if_finished(position)?;
        let moves = search.moves(position)?;
        if let (Some(beside), Some(drawn)) = (&mut self.drawn, &search.drawn)
            && !moves.is_empty()
        {
            beside.add(drawn, position)?;
            // The real game does not have the positions in which a move ends a game that it draws.
            for legal in drawn.moves(position)? {
                if drawn.finished(&legal.position)?.is_some() {
                    beside.add(drawn, &legal.position)?;
                }
            }
        }
        self.places.insert(*position, self.nodes.len());
        self.nodes.push(Node {
            position: *position,
            mover_wins_endless: search.problem().mover_wins_endless(position),
            known: known.unwrap_or(Known::NOTHING),
            moves,
        });
        Ok(())
    }

    /// What is known of a position.
    pub(crate) fn known(&self, position: &Position) -> Known {
        let place = self.places.get(position);
        place.map_or(Known::NOTHING, |&place| self.nodes[place].known)
    }

    /// What is known of a position and of its moves, in the order of the rules.
    pub(crate) fn look(&self, position: &Position) -> (Known, Vec<KnownMove>) {
        let Some(&place) = self.places.get(position) else {
            return (Known::NOTHING, Vec::new());
        };
        let node = &self.nodes[place];
        if node.moves.is_empty() {
            return (node.known, Vec::new());
        }
        let beside = self.drawn.as_ref().and_then(|drawn| {
            let place = drawn.places.get(position);
            place.map(|&place| (drawn, &drawn.nodes[place]))
        });
        let read = |known: Known, by_draws: Option<Known>| match (node.mover_wins_endless, by_draws)
        {
            (Some(wins), Some(by_draws)) => known.read_beside(by_draws, wins),
            (wins, _) => known.read(wins),
        };
        let moves = node.moves.iter().enumerate().map(|(number, legal)| {
            let by_draws = beside.map(|(drawn, node)| drawn.behind(&node.moves[number]));
            KnownMove {
                legal: legal.clone(),
                known: read(self.behind(legal), by_draws),
            }
        });
        let moves = moves.collect();
        (read(node.known, beside.map(|(_, node)| node.known)), moves)
    }

    /// What is known of a move by the position that it leads to.
    fn behind(&self, legal: &LegalMove) -> Known {
        let place = self.places.get(&legal.position);
        let known = place.map_or(Known::NOTHING, |&place| self.nodes[place].known);
        known.before_with(legal.gain, legal.turn)
    }

    /// Notes of each position what follows from its moves. Those found last come first, since most
    /// of them lie behind the others.
    fn follow(&mut self) {
        for place in (0..self.nodes.len()).rev() {
            let node = &self.nodes[place];
            if !node.moves.is_empty() {
                let moves = node.moves.iter().map(|legal| self.behind(legal));
                let known = node.known.and(Known::of_moves(moves));
                self.nodes[place].known = known;
            }
        }
    }

    /// Whether the score of each position is known, or who wins there where scores are not told.
    fn are_decided(&self) -> bool {
        self.nodes.iter().all(|node| {
            if self.tells_scores {
                node.known.score().is_some()
            } else {
                node.known.outcome().is_some()
            }
        })
    }
}

impl Searcher<'_> {
    /// Proves what it can of all these positions, until who wins is known of each, or its score if
    /// the search tells scores; or until the caller cancels, or the memory does not suffice for
    /// more.
    ///
    /// # Errors
    ///
    /// The rules break.
    pub(crate) fn assess_together(&mut self, positions: &mut Positions) -> Result<(), Error> {
        self.prove_together(positions)?;
        match (&mut self.drawn, &mut positions.drawn) {
            (Some(drawn), Some(positions)) => drawn.prove_together(positions),
            _ => Ok(()),
        }
    }

    /// Proves who wins these positions where endless play is a draw.
    fn prove_together(&mut self, positions: &mut Positions) -> Result<(), Error> {
        let mut ticks = 1_u64;
        loop {
            positions.follow();
            if positions.are_decided() {
                return Ok(());
            }
            for place in 0..positions.nodes.len() {
                if positions.tells_scores {
                    let Node {
                        position,
                        mut known,
                        ..
                    } = positions.nodes[place];
                    if known.score().is_some() {
                        continue;
                    }
                    let told = self.find_score(&position, &mut known, 0, ticks)?;
                    positions.nodes[place].known = known;
                    if matches!(told, Told::NoRoom | Told::Cancelled) {
                        positions.follow();
                        return Ok(());
                    }
                    continue;
                }
                for aim in [Aim::Win, Aim::Draw] {
                    let Node {
                        position, known, ..
                    } = positions.nodes[place];
                    if known.tells(aim).is_some() {
                        continue;
                    }
                    match self.attains(&position, aim, ticks)? {
                        Told::Answer(attains) => {
                            positions.nodes[place].known = known.with(aim, attains);
                        }
                        Told::NotYet => {}
                        Told::NoRoom | Told::Cancelled => {
                            positions.follow();
                            return Ok(());
                        }
                    }
                }
            }
            ticks = ticks.saturating_mul(2);
        }
    }
}
