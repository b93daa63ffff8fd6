//! Who wins a sum where its value is out of reach: a search in which small parts are values.

use zug_game::Player;
use zug_job::Job;
use zug_partizan::{Arena, Form};
use zug_solve::compound::Compound;
use zug_solve::partizan::{NoValue, PlayedPart, SumSearch};
use zug_values::{Outcome, Play};

use crate::error::Error;
use crate::options::SolveOptions;
use crate::partizan::{turns, with_parts};

use super::forms::{is_no_value, nimber};
use super::kind::Kind;
use super::moves::Leaving;
use super::{FoundTurns, Sum, SumWorth};

/// What stands for a position in the search.
#[derive(Clone)]
struct Searched {
    parts: Vec<PlayedPart>,
    /// What a heap is worth; 0 of a board.
    heap: Form,
}

/// A kind of part, with the moves of the player to move, each by its name and the position behind it; `None` where
/// single moves are no turns of that player, or are not known.
struct SearchedKind {
    of: Searched,
    moves: Option<Vec<(String, Option<String>, Searched)>>,
}

impl Sum {
    /// Who wins, and by which moves that the search met, at most `most` of these; no value is worked out but those of
    /// small parts.
    ///
    /// # Errors
    ///
    /// The sum is not disjunctive, or of misère play; play can go round in a circle, or ends otherwise than by a
    /// player without a move; the rules break; the caller cancelled, or the memory does not suffice.
    pub fn winner(&self, most: usize, options: &SolveOptions) -> Result<SumWorth, Error> {
        self.searched(most, &options.job())
    }

    /// As [`Sum::winner`]; `None` if the search cannot play the sum, or if the memory does not suffice.
    pub(super) fn by_search(&self, most: usize, job: &Job) -> Result<Option<SumWorth>, Error> {
        match self.searched(most, job) {
            Err(error) if is_no_value(&error) => Ok(None),
            found => found.map(Some),
        }
    }

    /// What stands for each part of the sum. `instead` has a part that another position stands for.
    fn whole<'a>(
        &self,
        kinds: &'a [SearchedKind],
        instead: Option<(usize, &'a Searched)>,
    ) -> Vec<&'a Searched> {
        let parts = self.parts.iter().enumerate();
        let parts = parts.map(|(part, kind)| match instead {
            Some((moved, behind)) if moved == part => behind,
            _ => &kinds[*kind].of,
        });
        parts.collect()
    }

    fn searched(&self, most: usize, job: &Job) -> Result<SumWorth, Error> {
        if self.compound != Compound::One || self.play != Play::Normal {
            return Err(NoValue::OtherPlay.into());
        }
        let mut arena = Arena::new(job)?;
        let mut search = SumSearch::new(job);
        let mut kinds = Vec::with_capacity(self.kinds.len());
        for kind in &self.kinds {
            kinds.push(searched_kind(
                kind,
                self.mover,
                &mut search,
                &mut arena,
                job,
            )?);
        }
        let (parts, heaps) = added_up(&self.whole(&kinds, None), &mut arena)?;
        let is_won = search.wins(&parts, heaps, self.mover, &mut arena)?;
        let mut found = FoundTurns::default();
        for (part, kind) in self.parts.iter().enumerate().filter(|_| is_won) {
            let mut leaving = Leaving {
                moves: Vec::new(),
                all: kinds[*kind].moves.is_some(),
            };
            // The search met a move that wins. Whether others do was not asked.
            for (name, position, behind) in kinds[*kind].moves.iter().flatten() {
                let behind = self.whole(&kinds, Some((part, behind)));
                let (parts, heaps) = added_up(&behind, &mut arena)?;
                let opponent = self.mover.opponent();
                match search.known_to_win(&parts, heaps, opponent, &mut arena)? {
                    Some(false) => leaving.moves.push((name.clone(), position.clone())),
                    Some(true) => {}
                    None => leaving.all = false,
                }
            }
            found.add(part, &leaving, most);
        }
        let outcome = if is_won { Outcome::Win } else { Outcome::Loss };
        let why = format!(
            "a search of {} sums, in which small parts are values (J. H. Conway, 1976)",
            search.states()
        );
        Ok(SumWorth {
            worth: Some(outcome.into()),
            turns: found.turns,
            more_turns: found.more,
            ..SumWorth::unknown(self.parts_alone_unknown(), vec![why])
        })
    }
}

/// The parts on boards, and what all heaps together are worth.
fn added_up(of: &[&Searched], arena: &mut Arena) -> Result<(Vec<PlayedPart>, Form), NoValue> {
    let (mut parts, mut heaps) = (Vec::new(), Form::ZERO);
    for one in of {
        parts.extend_from_slice(&one.parts);
        heaps = arena.add(heaps, one.heap)?;
    }
    Ok((parts, heaps))
}

/// Adds a kind of part to a search.
fn searched_kind<'k>(
    kind: &'k Kind,
    mover: Player,
    search: &mut SumSearch<'k>,
    arena: &mut Arena,
    job: &Job,
) -> Result<SearchedKind, Error> {
    if let Some(heap) = kind.told_heap(job)? {
        let mut of_heap = |heap| -> Result<Searched, Error> {
            let (parts, heap) = (Vec::new(), nimber(heap, arena)?);
            Ok(Searched { parts, heap })
        };
        let of = of_heap(heap)?;
        let moves = kind.moves_with_nimbers(job)?;
        let moves = moves.map(|moves| {
            let moves = moves.into_iter();
            let behind = moves.map(|(name, position, heap)| Ok((name, position, of_heap(heap)?)));
            behind.collect::<Result<_, Error>>()
        });
        let moves = moves.transpose()?;
        return Ok(SearchedKind { of, moves });
    }
    let problem = kind.problem()?;
    let turns = turns(mover, problem)?;
    let behind = turns.iter().flatten().map(|of| of.position);
    let positions: Vec<_> = std::iter::once(problem.root()).chain(behind).collect();
    let placed = with_parts(problem, &positions, search)?;
    let heap = Form::ZERO;
    let mut placed = placed.into_iter().map(|parts| Searched { parts, heap });
    let of = placed.next().expect("the position asked about comes first");
    let named = |of: crate::assess::LegalMove| (of.name, Some(problem.print(&of.position)));
    let moves = turns.map(|turns| {
        let moves = turns.into_iter().map(named).zip(placed);
        moves
            .map(|((name, position), behind)| (name, position, behind))
            .collect()
    });
    Ok(SearchedKind { of, moves })
}
