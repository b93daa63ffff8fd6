//! The values of boards from which play can go round.

use rustc_hash::FxHashMap;
use zug_game::{Boards, InParts, Player};
use zug_job::{Job, Phase, Progress, Stopped};
use zug_partizan::{AnyValue, Arena, Follower, Graph};

use super::boards::WholeBoards;
use super::no_value::NoValue;

/// The values of boards, whatever play leads back to: all boards that play can reach, whoever moves when, are one
/// graph ([`Arena::values_of_graph`]). First is Left.
///
/// Cost: an entry for each board that is reached and for each turn, and what the values take.
///
/// # Errors
///
/// The rules break, or end the game otherwise than by a player without a move; more than `most` boards are reached;
/// the value of a board is not known, or too large; the memory does not suffice, or the caller cancelled.
pub fn values_around<G: Boards>(
    game: &G,
    boards: &[G::Board],
    most: usize,
    arena: &mut Arena,
    job: &Job,
) -> Result<Vec<AnyValue>, NoValue> {
    let mut charge = job.budget.open();
    let mut turns_of = WholeBoards(game);
    let mut numbers: FxHashMap<G::Board, usize> = FxHashMap::default();
    let mut reached = Vec::new();
    let mut number = |board: G::Board, reached: &mut Vec<G::Board>| {
        let next = reached.len();
        *numbers.entry(board).or_insert_with(|| {
            reached.push(board);
            next
        })
    };
    let asked: Vec<usize> = boards
        .iter()
        .map(|board| number(*board, &mut reached))
        .collect();
    let mut graph = Graph::new();
    let mut turns = Vec::new();
    while let Some(&board) = reached.get(graph.len()) {
        let progress = Progress::at(Phase::Solving, graph.len() as u64);
        job.go_on(|| progress)?;
        if reached.len() > most {
            return Err(NoValue::TooManyAround(most));
        }
        let mut options = [Vec::new(), Vec::new()];
        let mut count = 0;
        for (options, player) in options.iter_mut().zip([Player::First, Player::Second]) {
            turns.clear();
            turns_of.options(&board, player, &mut turns)?;
            let behind = turns.drain(..).flatten();
            let behind = behind.map(|board| Follower::Position(number(board, &mut reached)));
            options.extend(behind);
            count += options.len();
        }
        // A hash table and a vector have up to twice the room that they need.
        let entry = size_of::<(G::Board, usize)>() + size_of::<G::Board>();
        let entry = entry + size_of::<[Vec<Follower>; 2]>() + count * size_of::<Follower>();
        let refused = |refusal| Stopped::out_of_memory(refusal, progress);
        charge.grow(2 * entry as u64).map_err(refused)?;
        graph.push(options);
    }
    let values = arena.values_of_graph(&graph)?;
    Ok(asked.into_iter().map(|number| values[number]).collect())
}
