//! The strong solver against the oracle, and on games whose counts are known.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread::ThreadId;

use proptest::prelude::*;
use zug_game::{Fault, Game, Orbits, Players, Retractable, Step, Symmetric};
use zug_solve::positions::Graph;
use zug_solve::strong::{Acyclic, Method, Options, Positions, Route, Solution, solve, solve_with};
use zug_solve::{Budget, Error, Job, Stopped};
use zug_testkit::games::graph_game::{GraphGame, Node, acyclic_games, any_games};
use zug_testkit::games::subtraction::Subtraction;
use zug_testkit::games::tic_tac_toe::TicTacToe;
use zug_testkit::graph_oracle;
use zug_values::{Outcome, Plies, Turn, Value};

fn by<G: Game + Sync>(
    method: Method,
    game: &G,
    roots: impl IntoIterator<Item = G::Position>,
    job: &Job,
) -> Result<Solution<G::Position>, Error> {
    solve_with(game, roots, Options::default().with_method(method), job)
}

fn on(threads: usize) -> Job {
    Job::default().with_threads(NonZeroUsize::new(threads).expect("a thread"))
}

fn agrees_with_oracle<G: Game>(game: &G, roots: &[G::Position], solution: &Solution<G::Position>) {
    let expected = graph_oracle::values(game, roots);
    assert_eq!(solution.len(), expected.len());
    for (position, value) in expected {
        assert_eq!(solution.value(&position), Some(value), "{position:?}");
    }
}

/// Solves by a game that can take moves back.
fn solve_back<G: Retractable + Sync>(
    game: &G,
    roots: &[G::Position],
    method: Method,
    job: &Job,
) -> Result<Solution<G::Position>, Error> {
    Positions::explore(game, roots.iter().copied(), method, job)?.solve(game, method, job)
}

#[test]
fn tic_tac_toe_has_5478_positions_and_is_a_draw() {
    let game = TicTacToe::square(3, 3);
    let solution = solve(&game, [game.start()], &Job::default()).unwrap();
    let counts = solution.counts();
    assert_eq!(counts.positions(), 5478);
    assert_eq!(counts.finished(), 958);
    assert_eq!(
        (counts.wins(), counts.losses(), counts.draws()),
        (2836, 1574, 1068)
    );
    assert_eq!(counts.longest_win(), Some(Plies(5)));
    assert_eq!(counts.longest_loss(), Some(Plies(4)));
    assert_eq!(counts.max_remoteness(), Some(Plies(5)));
    assert_eq!(solution.edges(), 16167);
    assert_eq!(solution.value(&game.start()), Some(Value::Draw));
    assert_eq!(solution.route(), Route::DiscoveryOrder);
    assert_eq!(solution.acyclic(), Acyclic::Yes);
    // Two crosses and no nought: play cannot reach this position.
    assert_eq!(solution.value(&0b11), None);
    agrees_with_oracle(&game, &[0], &solution);
}

#[test]
fn the_orbits_of_tic_tac_toe_add_up_to_all_of_it() {
    let game = TicTacToe::square(3, 3);
    let orbits = Orbits::new(&game);
    let canonical = solve(&orbits, [orbits.start()], &Job::default()).unwrap();
    assert_eq!(canonical.len(), 765);
    let whole = solve(&game, [game.start()], &Job::default()).unwrap();
    let counts = canonical.counts_by(|board| game.orbit(board) as u64);
    assert_eq!(counts, whole.counts());
    for (board, value) in whole.iter() {
        assert_eq!(canonical.value(&game.canonical(&board)), Some(value));
    }
}

#[test]
fn subtraction_of_1_3_4_has_period_7() {
    let game = Subtraction {
        coins: 11,
        take: vec![1, 3, 4],
    };
    let solution = solve(&game, [11], &Job::default()).unwrap();
    let outcomes: String = (0..=11)
        .map(|coins| match solution.value(&coins).unwrap().outcome() {
            Outcome::Win => 'W',
            Outcome::Loss => 'L',
            Outcome::Draw => 'D',
        })
        .collect();
    assert_eq!(outcomes, "LWLWWWWLWLWW");
    // 7 is found as 11 - 4, before 8 and 10, which have a move to 7.
    assert_eq!(solution.route(), Route::TopologicalOrder);
    assert_eq!(solution.acyclic(), Acyclic::Yes);
    agrees_with_oracle(&game, &[11], &solution);
}

#[test]
fn a_position_on_a_cycle_that_neither_player_can_win_is_a_draw() {
    // 0 and 1 lead to each other. From 1 the mover can also lose by moving to 2, where the
    // opponent has won.
    let game = GraphGame {
        nodes: vec![
            Node::Moves(vec![(1, Turn::Passes)]),
            Node::Moves(vec![(0, Turn::Passes), (2, Turn::Passes)]),
            Node::Finished(Outcome::Win),
            Node::Moves(vec![(0, Turn::Passes), (4, Turn::Kept)]),
            Node::Finished(Outcome::Win),
        ],
    };
    let solution = solve(&game, [0, 3], &Job::default()).unwrap();
    assert_eq!(solution.route(), Route::Retrograde);
    assert_eq!(solution.acyclic(), Acyclic::No);
    assert_eq!(solution.value(&0), Some(Value::Draw));
    assert_eq!(solution.value(&1), Some(Value::Draw));
    assert_eq!(solution.value(&3), Some(Value::Win(Plies(1))));
    assert_eq!(
        by(Method::Backward, &game, [0], &Job::default()).unwrap_err(),
        Error::Cyclic { positions: 3 }
    );
}

#[test]
fn a_solution_tells_its_route_and_whether_play_ends() {
    let game = TicTacToe::square(3, 3);
    let forced = by(Method::Retrograde, &game, [0], &Job::default()).unwrap();
    assert_eq!(forced.route(), Route::Retrograde);
    assert_eq!(forced.acyclic(), Acyclic::Yes);
    let heap = Subtraction {
        coins: 20,
        take: vec![1, 3],
    };
    let forced = by(Method::Retrograde, &heap, [20], &Job::default()).unwrap();
    assert_eq!(forced.acyclic(), Acyclic::NotLookedAt);
}

#[test]
fn no_root_is_no_position() {
    let game = TicTacToe::square(3, 3);
    for method in [Method::Auto, Method::Backward, Method::Retrograde] {
        let solution = by(method, &game, [], &Job::default()).unwrap();
        assert!(solution.is_empty());
        assert_eq!(solution.counts().max_remoteness(), None);
    }
}

#[test]
fn a_chain_of_70000_positions_is_as_remote_as_it_is_long() {
    let game = Subtraction {
        coins: 70_000,
        take: vec![1],
    };
    let all = || 0..=70_000;
    for (solution, route) in [
        (
            solve(&game, [70_000], &Job::default()),
            Route::DiscoveryOrder,
        ),
        (
            solve(&game, all(), &Job::default()),
            Route::TopologicalOrder,
        ),
        (
            by(Method::Retrograde, &game, all(), &Job::default()),
            Route::Retrograde,
        ),
    ] {
        let solution = solution.unwrap();
        assert_eq!(solution.route(), route);
        for coins in all() {
            let plies = Plies(coins);
            let value = if coins % 2 == 0 {
                Value::Loss(plies)
            } else {
                Value::Win(plies)
            };
            assert_eq!(solution.value(&coins), Some(value));
        }
        assert_eq!(solution.counts().max_remoteness(), Some(Plies(70_000)));
    }
}

#[test]
fn numbers_of_positions_do_not_depend_on_the_threads() {
    let game = TicTacToe::square(4, 4);
    // Two crosses and two noughts are on the board.
    let roots = [1 << 0 | 1 << 10 | 1 << (32 + 5) | 1 << (32 + 3)];
    let one = Graph::explore(&game, roots, &on(1)).unwrap();
    for threads in [2, 3, 8] {
        let many = Graph::explore(&game, roots, &on(threads)).unwrap();
        assert_eq!((many.len(), many.edges()), (one.len(), one.edges()));
        let solution = many.solve(Method::Auto, &Job::default()).unwrap();
        for (position, _) in solution.iter() {
            assert_eq!(solution.id(&position), one.id(&position));
        }
    }
}

#[test]
fn several_threads_look_at_the_moves_of_a_large_game() {
    /// Counts how often each thread asks for the result of a position.
    struct Noted(TicTacToe, Mutex<HashMap<ThreadId, u32>>);

    impl Game for Noted {
        type Position = u64;
        type Move = u32;
        fn start(&self) -> u64 {
            self.0.start()
        }
        fn players(&self) -> Players<Self> {
            let below = self.0.players();
            below.told_by(|noted, board| noted.0.mover(board))
        }
        fn moves(&self, board: &u64, out: &mut Vec<u32>) -> Result<(), Fault> {
            self.0.moves(board, out)
        }
        fn play(&self, board: &u64, cell: &u32) -> Result<Step<u64>, Fault> {
            self.0.play(board, cell)
        }
        fn move_name(&self, board: &u64, cell: &u32) -> String {
            self.0.move_name(board, cell)
        }
        fn result(&self, board: &u64) -> Result<Option<Outcome>, Fault> {
            let me = std::thread::current().id();
            *self.1.lock().unwrap().entry(me).or_default() += 1;
            self.0.result(board)
        }
    }

    let root = 1 << 0 | 1 << 10 | 1 << (32 + 5) | 1 << (32 + 3);
    for threads in [1, 3] {
        let game = Noted(TicTacToe::square(4, 4), Mutex::default());
        let solution = solve(&game, [root], &on(threads)).unwrap();
        let asked = game.1.into_inner().unwrap();
        assert!(solution.len() > 100_000);
        // Each position is looked at once, by one of the threads.
        assert_eq!(asked.values().sum::<u32>() as usize, solution.len());
        assert_eq!(asked.len() > 1, threads > 1);
    }
}

#[test]
fn threads_with_little_memory_find_the_positions_of_one_thread() {
    let game = TicTacToe::square(4, 4);
    let roots = [1 << 0 | 1 << 10 | 1 << (32 + 5) | 1 << (32 + 3)];
    let one = Positions::explore(&game, roots, Method::Auto, &on(1)).unwrap();
    let all = one.solve_replaying(&game, Method::Auto, &on(1)).unwrap();
    let mut without_moves = 0;
    for megabytes in 1..24 {
        let job = on(3).with_budget(Budget::of_bytes(megabytes << 20));
        let Ok(many) = Positions::explore(&game, roots, Method::Auto, &job) else {
            continue;
        };
        assert!(job.budget.peak() <= megabytes << 20);
        without_moves += u32::from(many.graph().is_none());
        let Ok(many) = many.solve_replaying(&game, Method::Auto, &job) else {
            continue;
        };
        assert_eq!((many.len(), many.edges()), (all.len(), all.edges()));
        for (position, value) in all.iter() {
            assert_eq!(many.id(&position), all.id(&position));
            assert_eq!(many.value(&position), Some(value));
        }
    }
    assert!(without_moves > 0);
}

/// All that a position of a game of `count` positions can be: over, stuck, or with any set
/// of moves.
fn tiny_nodes(count: u16) -> Vec<Node> {
    let edges: Vec<(u16, Turn)> = (0..count)
        .flat_map(|to| [(to, Turn::Passes), (to, Turn::Kept)])
        .collect();
    let sets = (0..1u32 << edges.len()).map(|set| {
        let chosen = (0..edges.len()).filter(|&n| set >> n & 1 == 1);
        Node::Moves(chosen.map(|n| edges[n]).collect())
    });
    [Outcome::Win, Outcome::Draw]
        .map(Node::Finished)
        .into_iter()
        .chain(sets)
        .collect()
}

#[test]
fn every_game_of_at_most_three_positions_agrees_with_the_oracle() {
    let mut games = 0;
    for count in 1..=3u16 {
        let nodes = tiny_nodes(count);
        for choice in 0..nodes.len().pow(u32::from(count)) {
            let digit = |place: u16| choice / nodes.len().pow(u32::from(place)) % nodes.len();
            // Games that differ in the order of their positions alone are looked at once.
            if (1..count).any(|place| digit(place) < digit(place - 1)) && count == 3 {
                continue;
            }
            let game = GraphGame {
                nodes: (0..count)
                    .map(|place| nodes[digit(place)].clone())
                    .collect(),
            };
            games += 1;
            let roots: Vec<u16> = game.positions().collect();
            for method in [Method::Auto, Method::Retrograde] {
                let solution = by(method, &game, roots.iter().copied(), &Job::default()).unwrap();
                agrees_with_oracle(&game, &roots, &solution);
            }
            let solution = solve_back(&game, &roots, Method::Retracting, &Job::default()).unwrap();
            assert_eq!(solution.route(), Route::Retracting);
            agrees_with_oracle(&game, &roots, &solution);
            let solution = by(
                Method::Replaying,
                &game,
                roots.iter().copied(),
                &Job::default(),
            );
            agrees_with_oracle(&game, &roots, &solution.unwrap());
        }
    }
    assert!(games > 40_000, "{games}");
}

/// Cells with eight moves each, all of them on cycles. The game ends in one cell.
struct Ring;

impl Ring {
    const CELLS: u32 = 40_000;
}

impl Game for Ring {
    type Position = u32;
    type Move = u32;
    fn start(&self) -> u32 {
        1
    }
    fn players(&self) -> Players<Self> {
        Players::Impartial
    }
    fn moves(&self, cell: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
        if *cell != 0 {
            out.extend(1..=8);
        }
        Ok(())
    }
    fn play(&self, cell: &u32, by: &u32) -> Result<Step<u32>, Fault> {
        Ok(Step::passing((cell * 7 + by * by) % Self::CELLS))
    }
    fn move_name(&self, _: &u32, by: &u32) -> String {
        by.to_string()
    }
}

impl Retractable for Ring {
    fn predecessors(&self, cell: &u32, out: &mut Vec<Step<u32>>) -> Result<(), Fault> {
        // 7 has an inverse modulo 40,000: 7 * 17,143 = 3 * 40,000 + 1.
        for by in 1..=8u32 {
            let rest = u64::from(cell + Self::CELLS - by * by) % u64::from(Self::CELLS);
            let before = (rest * 17_143 % u64::from(Self::CELLS)) as u32;
            if before != 0 {
                out.push(Step::passing(before));
            }
        }
        Ok(())
    }
}

#[test]
fn moves_that_do_not_fit_are_taken_back() {
    let whole = solve(&Ring, [1], &Job::default()).unwrap();
    assert_eq!(whole.acyclic(), Acyclic::No);
    agrees_with_oracle(&Ring, &[1], &whole);
    let within = |bytes: u64| Job::default().with_budget(Budget::of_bytes(bytes));
    // By the budget, the moves are let go while positions are found, or before they are
    // turned round, or are kept.
    let mut routes = HashMap::new();
    let (mut least, mut least_kept) = (u64::MAX, u64::MAX);
    for bytes in (1..120).map(|n| n * 50_000) {
        let job = within(bytes);
        let kept = Graph::explore(&Ring, [1], &job);
        if kept
            .and_then(|graph| graph.solve(Method::Auto, &job))
            .is_ok()
        {
            least_kept = least_kept.min(bytes);
        }
        let job = within(bytes);
        let solution = match solve_back(&Ring, &[1], Method::Auto, &job) {
            Ok(solution) => solution,
            Err(error) => {
                assert!(Stopped::behind(&error).is_some(), "{error}");
                continue;
            }
        };
        assert!(job.budget.peak() <= bytes);
        least = least.min(bytes);
        *routes.entry(solution.route()).or_insert(0) += 1;
        assert_eq!(solution.edges(), whole.edges());
        for (position, value) in whole.iter() {
            assert_eq!(solution.value(&position), Some(value));
            assert_eq!(solution.id(&position), whole.id(&position));
        }
    }
    assert!(least * 2 <= least_kept, "{least} {least_kept}");
    assert!(routes[&Route::Retracting] > 5, "{routes:?}");
}

/// Solves a game in as little memory as it can be solved in, and returns that number of bytes
/// with the route that was taken.
fn least<G: Game + Sync>(game: &G, method: Method) -> (u64, Route) {
    let root = game.start();
    let whole = solve(game, [root], &Job::default()).unwrap();
    for bytes in (1..).map(|n| n * 20_000) {
        let job = Job::default().with_budget(Budget::of_bytes(bytes));
        match by(method, game, [root], &job) {
            Ok(solution) => {
                assert!(job.budget.peak() <= bytes);
                assert_eq!(solution.edges(), whole.edges());
                for (position, value) in whole.iter() {
                    assert_eq!(solution.value(&position), Some(value));
                    assert_eq!(solution.id(&position), whole.id(&position));
                }
                return (bytes, solution.route());
            }
            Err(error) => assert!(Stopped::behind(&error).is_some(), "{error}"),
        }
    }
    unreachable!("with enough memory every game is solved")
}

/// A walk over the numbers to 20,000, in steps of 1 to 16.
struct Rising;

impl Game for Rising {
    type Position = u32;
    type Move = u32;
    fn start(&self) -> u32 {
        0
    }
    fn players(&self) -> Players<Self> {
        Players::Impartial
    }
    fn moves(&self, at: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
        out.extend((1..=16).filter(|by| at + by <= 20_000));
        Ok(())
    }
    fn play(&self, at: &u32, by: &u32) -> Result<Step<u32>, Fault> {
        Ok(Step::passing(at + by))
    }
    fn move_name(&self, _: &u32, by: &u32) -> String {
        by.to_string()
    }
}

#[test]
fn moves_that_do_not_fit_are_played_again() {
    let (bytes, route) = least(&Ring, Method::Auto);
    assert_eq!(route, Route::ReplayedByLevels);
    // 40,000 positions of 4 bytes with their table, value and number of moves; and buffers.
    assert!(bytes < 40_000 * 18 + (1 << 18), "{bytes}");
    let (bytes, route) = least(&Rising, Method::Auto);
    assert_eq!(route, Route::ReplayedBackward);
    let (kept, _) = least(&Rising, Method::Backward);
    assert!(bytes * 2 < kept, "{bytes} {kept}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_method_agrees_with_the_oracle(game in any_games(40)) {
        let acyclic = game.is_acyclic();
        for roots in [vec![0], game.positions().collect()] {
            for (method, threads) in [(Method::Auto, 1), (Method::Retrograde, 1), (Method::Auto, 3)] {
                let job = on(threads);
                let solution = by(method, &game, roots.iter().copied(), &job).unwrap();
                agrees_with_oracle(&game, &roots, &solution);
                let without_moves = solve_back(&game, &roots, Method::Retracting, &job).unwrap();
                prop_assert_eq!(without_moves.edges(), solution.edges());
                agrees_with_oracle(&game, &roots, &without_moves);
                let again = by(Method::Replaying, &game, roots.iter().copied(), &job).unwrap();
                prop_assert_eq!(again.edges(), solution.edges());
                agrees_with_oracle(&game, &roots, &again);
                if roots.len() == game.nodes.len() && method == Method::Auto {
                    prop_assert_eq!(solution.acyclic() == Acyclic::Yes, acyclic);
                }
            }
        }
    }

    #[test]
    fn backward_induction_agrees_with_the_oracle(game in acyclic_games(40)) {
        prop_assert!(game.is_acyclic());
        for roots in [vec![0], game.positions().collect()] {
            let solution = by(Method::Backward, &game, roots.iter().copied(), &Job::default()).unwrap();
            prop_assert!(solution.route() != Route::Retrograde);
            agrees_with_oracle(&game, &roots, &solution);
        }
    }
}
