//! The smallest solver of one position, written against what every solver gets: a game, a
//! position and a job. It gives a worth, and in small games says of every position what the
//! table of all positions says. It stands here as an example of what one writes to add a
//! way to answer.

use std::collections::HashMap;
use std::hash::Hash;

use zug::{
    Budget, CancelToken, Job, Phase, Problem, Progress, Request, SolveError, SolveOptions, Stopped,
    Value, Worth,
};
use zug_game::{Game, Step};
use zug_lang::{AnyGame, Rules, RulesGame, Word};

use crate::values::values;

/// What a position is worth, by depth-first search: the best of what the moves lead to
/// (negamax), each position looked at once. For games in which play cannot go round in a
/// circle.
///
/// The values found are kept and charged to the budget of the job. Play goes as deep as
/// the call stack, so this is for short games.
///
/// # Errors
///
/// The rules break in a position; the caller cancelled; the budget does not suffice.
fn search<G>(game: &G, position: &G::Position, job: &Job) -> Result<Worth, SolveError>
where
    G: Game<Position: Copy + Eq + Hash>,
{
    let mut search = Search {
        game,
        job,
        known: HashMap::new(),
        held: job.budget.open(),
    };
    search.value(position).map(Worth::from)
}

struct Search<'a, G: Game> {
    game: &'a G,
    job: &'a Job,
    known: HashMap<G::Position, Value>,
    held: zug_job::Charge,
}

impl<G> Search<'_, G>
where
    G: Game<Position: Copy + Eq + Hash>,
{
    fn value(&mut self, position: &G::Position) -> Result<Value, SolveError> {
        if let Some(value) = self.known.get(position) {
            return Ok(*value);
        }
        let reached = Progress::at(Phase::Solving, self.known.len() as u64);
        self.job.go_on(|| reached)?;
        let mut steps: Vec<Step<G::Position>> = Vec::new();
        let ended = self.game.expand(position, &mut steps)?;
        let mut best = ended.map(Value::finished);
        for step in &steps {
            // What a position is worth to the player who moves there is worth the
            // opposite to the player who moved, unless that player moves again.
            let value = self.value(&step.position)?.before(step.turn);
            best = best.max(Some(value));
        }
        let best = best.expect("a position without a move is finished");
        let entry = size_of::<(G::Position, Value)>() as u64;
        let refused = |refusal| Stopped::out_of_memory(refusal, reached);
        self.held.grow(entry).map_err(refused)?;
        self.known.insert(*position, best);
        Ok(best)
    }
}

/// Compares the search of each position with the table of all positions; returns the
/// number of positions.
fn compare<W: Word>(game: &RulesGame<W>, request: &Request) -> usize {
    let problem = Problem::new(request).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let positions = values(&solution);
    for (position, value) in &positions {
        let place = || problem.print(position);
        let packed = W::narrow(position.to_bits());
        let found = search(game, &packed, &Job::default()).unwrap();
        assert_eq!(found.value(), Some(*value), "{}", place());
        let told = solution.worth(position).unwrap().unwrap();
        // The table may tell a nimber as well, and must not contradict.
        assert_eq!(told.clone().and(&found), Ok(told), "{}", place());
    }
    positions.len()
}

fn game(request: &Request) -> AnyGame {
    let rules = Rules::read(&request.source).unwrap();
    let instance = rules.instance(&request.settings).unwrap();
    instance.game().unwrap()
}

#[test]
fn a_search_of_one_position_says_what_the_table_says() {
    let acyclic = [
        ("subtraction", &[("n", "21")][..], 22),
        ("nim", &[("piles", "[1, 2, 3]")], 24),
        ("kayles", &[("n", "7")], 0),
        ("hexapawn", &[], 0),
        ("tic-tac-toe", &[("width", "3"), ("height", "2")], 0),
    ];
    for (name, settings, count) in acyclic {
        let mut request = Request::catalogue(name).unwrap();
        for (parameter, value) in settings {
            request = request.set(*parameter, *value);
        }
        let compared = match game(&request) {
            AnyGame::Narrow(game) => compare(&game, &request),
            AnyGame::Wide(game) => compare(&game, &request),
            AnyGame::Widest(game) => compare(&game, &request),
        };
        assert!(
            compared > 5 && (count == 0 || compared == count),
            "{name}: {compared}"
        );
    }
}

#[test]
fn a_search_can_be_stopped() {
    let request = Request::catalogue("tic-tac-toe").unwrap();
    let AnyGame::Narrow(game) = game(&request) else {
        panic!("a position of nine cells takes at most 64 bits");
    };
    let cancel = CancelToken::default();
    cancel.cancel();
    let cancelled = search(&game, &game.start(), &Job::default().with_cancel(cancel));
    let stopped = |result: &Result<Worth, SolveError>| match result {
        Err(SolveError::Stopped(stopped)) => *stopped,
        other => panic!("{other:?}"),
    };
    assert!(stopped(&cancelled).is_cancelled());
    let little = Job::default().with_budget(Budget::of_bytes(1000));
    let refused = search(&game, &game.start(), &little);
    assert!(stopped(&refused).refusal().is_some());
    assert!(stopped(&refused).reached.positions > 10);
}
