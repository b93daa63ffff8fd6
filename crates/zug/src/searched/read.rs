//! Who wins where play never ends, read from what a search found: the theorem of `solution/read`.
//!
//! The search knows endless play as a draw. Where the rules have no draws, each draw that it finds is
//! won by the winner of endless play. Where they have draws, the position is searched a second time by
//! the rules in which each draw is won by the other player: a draw of the first search is a draw if
//! that player wins in the second, and is else won by the winner of endless play.
//!
//! **Cost.** The second search, one after the other, and only if the first found a draw.

use std::cmp::Reverse;

use zug_job::Job;
use zug_values::{Outcome, Value};

use super::{Beside, ProofOfDraws, Searched, SearchedMove};
use crate::assess::{Known, LegalMove};
use crate::error::{Error, KnownSoFar};
use crate::plan::SearchPlan;
use crate::problem::Problem;

impl Problem {
    /// Searches as a plan says, and reads who wins where play never ends: the player to move if `wins`
    /// is true, else the opponent.
    pub(super) fn search_and_read(
        &self,
        wins: bool,
        plan: &SearchPlan,
        beside: Beside<'_>,
        job: &Job,
    ) -> Result<Searched, Error> {
        let turns = beside.turns;
        let found = self.search_unread(plan, beside, job);
        let Some(drawn) = self.draws_won() else {
            let found = found.map_err(|error| told(error, |known| known.read(Some(wins))))?;
            return Ok(found.read(wins));
        };
        let unread = |known: Known| known.read_beside(Known::NOTHING, wins);
        let found = found.map_err(|error| told(error, unread))?;
        let legal = self.legal_moves(&self.root())?;
        let has_draws = found.worth.outcome() == Outcome::Draw
            || found.moves.iter().any(|of| of.outcome == Outcome::Draw);
        if legal.is_empty() || !has_draws {
            return Ok(found);
        }
        let beside = Beside {
            turns,
            ..Beside::default()
        };
        match drawn.search_unread(plan, beside, job) {
            Ok(drawn) => Ok(found.read_beside(drawn, wins, &legal)),
            Err(Error::SearchStopped { stopped, known }) => Err(Error::SearchStopped {
                stopped,
                known: Box::new(found.known_beside(&known, wins)),
            }),
            Err(error) => Err(error),
        }
    }
}

/// The error of a search, in which `read` reads what a stopped search had proved by then.
fn told(error: Error, read: impl Fn(Known) -> Known) -> Error {
    match error {
        Error::SearchStopped { stopped, known } => {
            let moves = known.moves.into_iter();
            Error::SearchStopped {
                stopped,
                known: Box::new(KnownSoFar {
                    position: read(known.position),
                    moves: moves.map(|(name, known)| (name, read(known))).collect(),
                }),
            }
        }
        error => error,
    }
}

impl Searched {
    /// What was found by rules without draws, where endless play is won: by the player to move if
    /// `wins` is true.
    fn read(self, wins: bool) -> Self {
        let moves = self.moves.into_iter();
        Self {
            worth: self.worth.read(wins),
            moves: moves.map(|of| of.read(wins)).collect(),
            ..self
        }
    }

    /// What was found by rules with draws, from a second search of the position, by which each draw is
    /// won by the player who loses endless play. The position has these moves.
    fn read_beside(self, drawn: Self, wins: bool, legal: &[LegalMove]) -> Self {
        let is_draw = |by_draws: Outcome| by_draws == Value::Draw.read(!wins).outcome();
        let root_draws = self.worth.outcome() == Outcome::Draw;
        let claim = drawn.claim();
        let worth = if root_draws && !is_draw(drawn.worth.outcome()) {
            self.worth.read(wins)
        } else {
            self.worth
        };
        // Whether the player to move gets the better one of what a draw may be. If not, each draw of the
        // first search is as good as the position; if so, each best move of the second one is.
        let is_better = wins != (worth.outcome() == Outcome::Draw);
        let as_root = |of: SearchedMove| match worth.outcome() {
            Outcome::Draw => of,
            Outcome::Win | Outcome::Loss => of.read(wins),
        };
        let mut moves: Vec<(SearchedMove, Option<Value>)> = Vec::new();
        for of in self.moves {
            let by_draws = drawn.moves.iter().find(|other| other.name == of.name);
            match (of.outcome, by_draws) {
                (Outcome::Win | Outcome::Loss, _) => moves.push((of, None)),
                (Outcome::Draw, Some(by_draws)) if is_draw(by_draws.outcome) => {
                    moves.push((of, by_draws.value()));
                }
                (Outcome::Draw, Some(_)) => moves.push((of.read(wins), None)),
                (Outcome::Draw, None) if root_draws && !is_better => {
                    moves.push((as_root(of), None));
                }
                // It is not known whether this move draws.
                (Outcome::Draw, None) => {}
            }
        }
        for by_draws in drawn.moves {
            let is_best = by_draws.outcome == drawn.worth.outcome();
            let legal = legal.iter().find(|legal| legal.name == by_draws.name);
            let is_told = moves.iter().any(|(of, _)| of.name == by_draws.name);
            if let Some(legal) = legal.filter(|_| root_draws && is_better && is_best && !is_told) {
                let order = by_draws.value();
                let of = SearchedMove {
                    position: legal.position,
                    outcome: Outcome::Draw,
                    remoteness: None,
                    ..by_draws
                };
                moves.push((as_root(of), order));
            }
        }
        moves.sort_by_key(|(of, by_draws)| (place(of), Reverse(*by_draws)));
        let proof_of_draws = drawn.proof.filter(|_| root_draws);
        let proof_of_draws = proof_of_draws.map(|proof| ProofOfDraws { claim, proof });
        Self {
            worth,
            more_moves: moves.len() < legal.len(),
            moves: moves.into_iter().map(|(of, _)| of).collect(),
            proof: self.proof,
            proof_of_draws,
            nodes: self.nodes + drawn.nodes,
            leaves: self.leaves + drawn.leaves,
            went_round: self.went_round || drawn.went_round,
            peak_bytes: self.peak_bytes.max(drawn.peak_bytes),
            ..drawn
        }
    }

    /// Who wins, as far as it is known when the second search is stopped. `drawn` is what that one had proved by
    /// then.
    fn known_beside(&self, drawn: &KnownSoFar, wins: bool) -> KnownSoFar {
        let moves = self.moves.iter().map(|of| {
            let by_draws = drawn.moves.iter().find(|(name, _)| *name == of.name);
            let by_draws = by_draws.map_or(Known::NOTHING, |(_, known)| *known);
            let known = known(of.value(), of.outcome);
            (of.name.clone(), known.read_beside(by_draws, wins))
        });
        let position = known(self.worth.value(), self.worth.outcome());
        KnownSoFar {
            position: position.read_beside(drawn.position, wins),
            moves: moves.collect(),
        }
    }
}

/// The outcome of a position or a move, and perhaps its value.
fn known(value: Option<Value>, outcome: Outcome) -> Known {
    value.map_or_else(|| Known::of_outcome(outcome), Known::of_value)
}

impl SearchedMove {
    /// The move where endless play is won, by the player who makes it if `wins` is true.
    fn read(self, wins: bool) -> Self {
        match self.outcome {
            Outcome::Draw => Self {
                outcome: Value::Draw.read(wins).outcome(),
                is_endless: true,
                ..self
            },
            Outcome::Win | Outcome::Loss => self,
        }
    }
}

/// The place of a move among those of a position, the best first.
fn place(of: &SearchedMove) -> u8 {
    match (of.outcome, of.is_endless) {
        (Outcome::Win, false) => 0,
        (Outcome::Win, true) => 1,
        (Outcome::Draw, _) => 2,
        (Outcome::Loss, true) => 3,
        (Outcome::Loss, false) => 4,
    }
}
