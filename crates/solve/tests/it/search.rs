//! The search of one position against the oracle.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use zug_game::{Game, Packed};
use zug_solve::search::{
    Aim, Engine, Hints, Keeper, KnownPosition, Leaves, Search, SearchOptions, TakeKnown,
};
use zug_solve::{Budget, CancelToken, Error, Job};
use zug_testkit::games::graph_game::{GraphGame, Node, acyclic_games, any_games};
use zug_testkit::graph_oracle;
use zug_values::{Outcome, Plies, Score, Turn, Value};

/// Tables of one bucket and of many, each way to put moves in order, each engine.
fn options(ends: bool) -> impl Iterator<Item = SearchOptions> {
    let hints = |threats, mobility, ahead| {
        Some(Hints {
            threats,
            mobility,
            ahead,
            standing: threats,
        })
    };
    let tables = [64, 1 << 12];
    let hints = [
        None,
        hints(false, false, false),
        hints(true, false, true),
        hints(false, true, false),
        hints(true, true, true),
    ];
    let engines = [None, Some(Engine::ProofNumbers)];
    let options = move |table_bytes| {
        engines.into_iter().flat_map(move |engine| {
            hints.map(|hints| SearchOptions {
                table_bytes,
                hints,
                engine,
                ends,
                alone: 0,
                // A search that folds images at every ply must say the same.
                proves: hints.is_none() && engine.is_none(),
            })
        })
    };
    tables.into_iter().flat_map(options)
}

/// The aims for which threads search positions apart, before these are asked about.
const AIMS: [Aim; 4] = [
    Aim::Draw,
    Aim::Win,
    Aim::WinWithin(Plies(3)),
    Aim::Last(Plies(4)),
];

/// Asks each position, with what was learnt from those before; threads have searched some of them
/// apart.
fn compare(game: &GraphGame, options: SearchOptions, threads: usize) {
    let threads = NonZeroUsize::new(threads).unwrap();
    let job = Job::default().with_threads(threads);
    let mut search = Search::new(game, options, &job).unwrap();
    let apart = game.positions().step_by(2);
    let questions = apart.flat_map(|position| AIMS.map(|aim| (position, aim)));
    let questions: Vec<_> = questions.collect();
    search.search_apart(&questions).unwrap();
    for position in game.positions() {
        let value = graph_oracle::values(game, &[position])[&position];
        assert_eq!(
            search.outcome(&position).unwrap(),
            value.outcome(),
            "{position}"
        );
        assert_eq!(search.value(&position).unwrap(), value, "{position}");
    }
}

proptest! {
    #[test]
    fn where_play_ends_a_search_finds_every_value(game in acyclic_games(14)) {
        for ends in [true, false] {
            for options in options(ends) {
                compare(&game, options, 1);
            }
        }
    }

    #[test]
    fn where_play_goes_round_a_search_finds_every_value(game in any_games(14)) {
        for options in options(false) {
            compare(&game, options, 1);
        }
    }
}

proptest! {
    // It takes longer to start threads than to search so few positions.
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn threads_find_every_value(ending in acyclic_games(14), any in any_games(14)) {
        for options in options(true) {
            compare(&ending, options, 3);
        }
        for options in options(false) {
            compare(&any, options, 2);
        }
    }
}

/// Threads meet in the same positions here, and in small tables.
#[test]
fn proof_numbers_on_threads_find_every_outcome_of_larger_games() {
    let mut runner = TestRunner::deterministic();
    let (ending, any) = (acyclic_games(3000), any_games(3000));
    for round in 0..16 {
        let game = match round % 2 {
            0 => ending.new_tree(&mut runner).unwrap().current(),
            _ => any.new_tree(&mut runner).unwrap().current(),
        };
        let values = graph_oracle::values(&game, &game.positions().collect::<Vec<_>>());
        for (threads, table_bytes) in [(2, 1 << 10), (4, 1 << 16)] {
            let job = Job::default().with_threads(NonZeroUsize::new(threads).unwrap());
            let options = SearchOptions {
                table_bytes,
                engine: Some(Engine::ProofNumbers),
                alone: 0,
                ..SearchOptions::default()
            };
            let mut search = Search::new(&game, options, &job).unwrap();
            for position in game.positions().step_by(game.nodes.len().div_ceil(50)) {
                let outcome = values[&position].outcome();
                assert_eq!(search.outcome(&position).unwrap(), outcome, "{position}");
            }
        }
    }
}

/// The search that is wrong: it takes a position that comes again for a draw, and keeps what
/// it finds by that in a table.
fn naive(
    game: &GraphGame,
    position: u16,
    path: &mut Vec<u16>,
    table: &mut HashMap<u16, Outcome>,
) -> Outcome {
    if let Some(outcome) = table.get(&position) {
        return *outcome;
    }
    if path.contains(&position) {
        return Outcome::Draw;
    }
    let mut steps = Vec::new();
    let ended = game.expand(&position, &mut steps).unwrap();
    path.push(position);
    let behind = steps.iter().map(|step| {
        let outcome = naive(game, step.position, path, table);
        Value::finished(outcome).before(step.turn).outcome()
    });
    let best = behind.max_by_key(|outcome| Value::finished(*outcome));
    path.pop();
    let outcome = ended
        .or(best)
        .expect("a position without a move is finished");
    table.insert(position, outcome);
    outcome
}

/// The search by proof numbers that is wrong: where a question comes back it takes the attacker
/// to fail, and keeps what it finds by that. Returns whether the player to move attains the aim: a
/// win, or else a draw.
fn naive_attains(
    game: &GraphGame,
    question: (u16, bool),
    path: &mut Vec<(u16, bool)>,
    table: &mut HashMap<(u16, bool), bool>,
) -> bool {
    let (position, a_win) = question;
    if let Some(attains) = table.get(&question) {
        return *attains;
    }
    if path.contains(&question) {
        return !a_win;
    }
    let mut steps = Vec::new();
    let ended = game.expand(&position, &mut steps).unwrap();
    path.push(question);
    let attains = match ended {
        Some(outcome) => outcome == Outcome::Win || outcome == Outcome::Draw && !a_win,
        None => steps.iter().any(|step| {
            let mut behind = |a_win| naive_attains(game, (step.position, a_win), path, table);
            match step.turn {
                Turn::Kept => behind(a_win),
                Turn::Passes => !behind(!a_win),
            }
        }),
    };
    path.pop();
    table.insert(question, attains);
    attains
}

/// The tests above would see failures of the attacker that hold on one way alone and are kept.
#[test]
fn failures_that_depend_on_the_way_and_are_kept_would_be_found_out() {
    let mut runner = TestRunner::deterministic();
    let games = any_games(14);
    let is_wrong = |game: &GraphGame| {
        let mut table = HashMap::new();
        game.positions().any(|position| {
            let outcome = graph_oracle::values(game, &[position])[&position].outcome();
            let mut told =
                |a_win| naive_attains(game, (position, a_win), &mut Vec::new(), &mut table);
            told(true) != (outcome == Outcome::Win) || told(false) == (outcome == Outcome::Loss)
        })
    };
    let tried = (0..1024).map(|_| games.new_tree(&mut runner).unwrap().current());
    let wrong = tried.filter(is_wrong).count();
    assert!(wrong >= 10, "{wrong} of 1024 games");
}

/// The tests above would see results that hold on one way alone and are kept for all ways.
#[test]
fn a_table_of_results_that_depend_on_the_way_would_be_found_out() {
    let mut runner = TestRunner::deterministic();
    let games = any_games(14);
    let is_wrong = |game: &GraphGame| {
        let mut table = HashMap::new();
        game.positions().any(|position| {
            let told = naive(game, position, &mut Vec::new(), &mut table);
            told != graph_oracle::values(game, &[position])[&position].outcome()
        })
    };
    let tried = (0..256).map(|_| games.new_tree(&mut runner).unwrap().current());
    let wrong = tried.filter(is_wrong).count();
    assert!(wrong >= 10, "{wrong} of 256 games");
}

#[test]
fn a_search_can_be_stopped_and_keeps_to_its_memory() {
    stopped_and_short_of_memory(Engine::NullWindows, 20_000, 1 << 12);
    // This engine comes back to each position of a long way many times.
    stopped_and_short_of_memory(Engine::ProofNumbers, 2000, 1 << 18);
}

/// Searches a long row of positions, at the end of which play goes to and fro.
fn stopped_and_short_of_memory(engine: Engine, last: u16, table_bytes: u64) {
    let onward = |at: u16| Node::Moves(vec![(at + 1, Turn::Passes), (at + 2, Turn::Passes)]);
    let mut nodes: Vec<Node> = (0..last).map(onward).collect();
    nodes.extend([1, 0].map(|other| Node::Moves(vec![(last + other, Turn::Passes)])));
    let game = GraphGame { nodes };
    let searched = |job: &Job| {
        let options = SearchOptions {
            table_bytes,
            engine: Some(engine),
            ..SearchOptions::default()
        };
        Search::new(&game, options, job).and_then(|mut search| search.outcome(&0))
    };
    assert_eq!(searched(&Job::default()), Ok(Outcome::Draw));
    let stopped = |told| match told {
        Err(Error::Stopped(stopped)) => stopped,
        other => panic!("{other:?}"),
    };
    let cancel = CancelToken::default();
    cancel.cancel();
    assert!(stopped(searched(&Job::default().with_cancel(cancel))).is_cancelled());
    for bytes in [1 << 10, 1 << 13, 1 << 16, 1 << 20] {
        let little = Job::default().with_budget(Budget::of_bytes(bytes));
        assert!(stopped(searched(&little)).refusal().is_some());
        assert!(little.budget.peak() <= bytes);
    }
}

/// A win in three plies beside much play that goes round.
#[test]
fn a_win_within_few_plies_is_found_where_closed_sets_do_not_fit() {
    const WAYS: u16 = 64;
    let to = |all: std::ops::Range<u16>| Node::Moves(all.map(|to| (to, Turn::Passes)).collect());
    let only = |at: u16| to(at..at + 1);
    let [left, right] = [6, 6 + WAYS];
    let end = right + WAYS;
    let game = |root: Node| {
        let mut nodes = vec![root, only(2), only(3), Node::Finished(Outcome::Loss)];
        // From 4 to 5, and from there back at once, or by one of many ways that branch again.
        nodes.push(only(5));
        let mut ways: Vec<(u16, Turn)> = (left..right).map(|to| (to, Turn::Passes)).collect();
        ways.insert(0, (4, Turn::Passes));
        nodes.push(Node::Moves(ways));
        nodes.extend((right..end).map(only));
        nodes.extend((0..WAYS).map(|way| to(end + way * WAYS..end + (way + 1) * WAYS)));
        nodes.extend((0..WAYS * WAYS).map(|_| only(4)));
        GraphGame { nodes }
    };
    let job = Job::default().with_budget(Budget::of_bytes(1 << 18));
    let options = SearchOptions {
        table_bytes: 1 << 12,
        hints: Some(Hints::default()),
        engine: Some(Engine::NullWindows),
        ..SearchOptions::default()
    };
    let draw = game(only(4));
    let mut search = Search::new(&draw, options, &job).unwrap();
    let told = search.outcome(&0);
    assert!(matches!(told, Err(Error::Stopped(stopped)) if stopped.refusal().is_some()));
    // What closed sets looked at counts after they are gone: all else comes to 4502 positions.
    assert!(search.nodes() > 6000, "{}", search.nodes());
    // Searches look at the first move first, and closed sets at the last one.
    let moves = [4, 1, 4].map(|to| (to, Turn::Passes));
    let won = game(Node::Moves(moves.to_vec()));
    let mut search = Search::new(&won, options, &job).unwrap();
    assert_eq!(search.outcome(&0), Ok(Outcome::Win));
    assert!(!search.went_round());
    assert_eq!(search.value(&0), Ok(Value::Win(Plies(3))));
}

/// A row of positions is too long for the first turns of both engines, so that each has several.
#[test]
fn where_no_engine_is_forced_both_search_in_turns_and_find_the_outcome() {
    const LAST: u16 = 6000;
    let onward = |at: u16| Node::Moves(vec![(at + 1, Turn::Passes), (at + 2, Turn::Passes)]);
    for [one, two] in [
        [Outcome::Loss, Outcome::Win],
        [Outcome::Win, Outcome::Draw],
        [Outcome::Draw, Outcome::Loss],
    ] {
        let mut nodes: Vec<Node> = (0..LAST).map(onward).collect();
        nodes.extend([Node::Finished(one), Node::Finished(two)]);
        let game = GraphGame { nodes };
        let outcome = graph_oracle::values(&game, &[0])[&0].outcome();
        for threads in [1, 2] {
            let job = Job::default().with_threads(NonZeroUsize::new(threads).unwrap());
            let searched = |engine| {
                let options = SearchOptions {
                    engine,
                    alone: 0,
                    ..SearchOptions::default()
                };
                let mut search = Search::new(&game, options, &job).unwrap();
                assert_eq!(search.outcome(&0).unwrap(), outcome);
                search.nodes()
            };
            let alone = searched(Some(Engine::NullWindows));
            let in_turns = searched(None);
            assert!(threads > 1 || in_turns != alone, "{alone}");
            // Nothing but the number of positions decides whose turn it is.
            assert!(threads > 1 || in_turns == searched(None));
        }
    }
}

/// Keeps what a search knows in memory, at every opportunity.
#[derive(Default)]
struct Shelf {
    known: Mutex<Vec<KnownPosition>>,
    written: AtomicU64,
}

impl Keeper for Shelf {
    fn read(&self, take: &mut TakeKnown<'_>) -> Result<(), Error> {
        let known = self.known.lock().unwrap().clone();
        known.into_iter().try_for_each(take)
    }

    fn least_work(&self) -> u8 {
        0
    }

    fn is_due(&self, _: u64) -> bool {
        true
    }

    fn keep(&self, _: u64, known: &mut dyn Iterator<Item = KnownPosition>) {
        *self.known.lock().unwrap() = known.collect();
        self.written.fetch_add(1, Ordering::Relaxed);
    }
}

proptest! {
    #[test]
    fn what_a_search_keeps_is_true_and_a_later_one_finds_every_value_with_it(
        game in any_games(14),
        ending in acyclic_games(14),
    ) {
        for game in [&game, &ending] {
            let shelf = Shelf::default();
            for options in options(false) {
                for root in game.positions() {
                    let job = Job::default();
                    let mut search = Search::new(game, options, &job).unwrap();
                    search.keep(&shelf).unwrap();
                    let value = graph_oracle::values(game, &[root])[&root];
                    assert_eq!(search.value(&root).unwrap(), value);
                    search.keep_now();
                }
                for known in &*shelf.known.lock().unwrap() {
                    let position = game.unpack(known.position);
                    let value = graph_oracle::values(game, &[position])[&position];
                    let score = Score::of(value).unwrap();
                    assert!(known.bounds.lower <= score && score <= known.bounds.upper);
                }
            }
        }
    }
}

/// Knows the values of some positions, from the oracle.
struct Solved {
    values: HashMap<u16, Value>,
}

impl Leaves<u16> for Solved {
    fn level(&self, position: &u16) -> Option<u32> {
        Solved::is_told(*position).then_some(u32::from(*position))
    }

    fn value(&self, position: &u16) -> Result<Option<Value>, Error> {
        assert!(Solved::is_told(*position), "it is certain not to be known");
        Ok(self.values.get(position).copied())
    }
}

impl Solved {
    fn is_told(position: u16) -> bool {
        position % 4 != 1
    }

    fn of(game: &GraphGame) -> Self {
        let told = game.positions().filter(|position| position % 3 == 0);
        let value = |position| (position, graph_oracle::values(game, &[position])[&position]);
        Self {
            values: told.map(value).collect(),
        }
    }
}

proptest! {
    #[test]
    fn with_leaves_a_search_finds_every_value(
        ending in acyclic_games(14),
        any in any_games(14),
        threads in 1..3_usize,
    ) {
        for game in [&ending, &any] {
            let leaves = Solved::of(game);
            for options in options(false) {
                let threads = NonZeroUsize::new(threads).unwrap();
                let job = Job::default().with_threads(threads);
                for root in game.positions() {
                    let mut search = Search::new(game, options, &job).unwrap();
                    search.take_leaves(&leaves);
                    let value = graph_oracle::values(game, &[root])[&root];
                    assert_eq!(search.outcome(&root).unwrap(), value.outcome());
                    assert_eq!(search.value(&root).unwrap(), value);
                }
            }
        }
    }
}
