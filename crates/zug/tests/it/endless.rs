//! Where a player wins if play never ends, every way to solve gives the values of the dumbest correct
//! solver, which plays by the plain evaluator.

use std::collections::HashMap;
use std::ops::ControlFlow;

use zug::{
    Engine, Error, KnownMove, Method, MovesAsked, Outcome, Plies, Position, Problem, Proof,
    ProofCheck, ProofClaim, Purpose, Request, Scope, Searcher, SolveOptions, Tree, TreeLimits,
    Turn, Value,
};
use zug_game::{Game, Player, U256};
use zug_lang::{Reference, Rules, Settings};
use zug_testkit::{all_or, endless};

fn request(rules: &str) -> Request {
    Request::rules(rules, "g.zug")
}

/// The values of the positions that play reaches, by the plain evaluator.
fn oracle(rules: &str) -> HashMap<U256, Value> {
    let instance = rules
        .parse::<Rules>()
        .unwrap()
        .instance(&Settings::default())
        .unwrap();
    let reference = Reference::new(&instance);
    let winner = instance.endless().unwrap();
    endless::values(&reference, &[reference.start()], winner)
}

fn by(method: Method) -> SolveOptions {
    SolveOptions::default()
        .with_method(method)
        .with_memory(64 << 20)
}

#[test]
fn every_method_gives_the_values_of_the_plain_solver() {
    let (mut endless, mut draws, mut games_with_draws) = (0, 0, 0);
    for seed in 0..all_or(150, 10_000) {
        let rules = endless::rules(seed);
        let expected = oracle(&rules);
        let problem = Problem::new(&request(&rules)).unwrap();
        for method in [
            Method::Auto,
            Method::Retrograde,
            Method::Retracting,
            Method::Replaying,
            Method::Dense,
        ] {
            let solution = problem.solve(&by(method)).unwrap();
            let mut positions = 0;
            solution
                .each_value(&mut |position, value| {
                    let right = expected.get(&position.to_bits());
                    assert_eq!(Some(&value), right, "seed {seed}, {method:?}\n{rules}");
                    let found = solution.value(&position).unwrap();
                    assert_eq!(found, Some(value), "seed {seed}, {method:?}\n{rules}");
                    if value == Value::Draw && method == Method::Auto {
                        let line = solution.line(&position, 1000).unwrap();
                        assert!(line.complete, "seed {seed}: the draw never ends\n{rules}");
                    }
                    positions += 1;
                    ControlFlow::Continue(())
                })
                .unwrap();
            assert_eq!(positions, expected.len(), "seed {seed}, {method:?}");
            let counts = solution.counts().unwrap();
            let of = |wanted: Outcome| {
                let values = expected.values();
                values.filter(|value| value.outcome() == wanted).count() as u64
            };
            assert_eq!(
                [counts.wins, counts.losses, counts.draws],
                [Outcome::Win, Outcome::Loss, Outcome::Draw].map(of),
                "seed {seed}, {method:?}\n{rules}"
            );
            let never = expected.values().filter(|value| value.is_endless()).count();
            assert_eq!(counts.endless, never as u64);
            solution.verify().unwrap();
        }
        endless += expected.values().filter(|value| value.is_endless()).count();
        let drawn = expected
            .values()
            .filter(|value| **value == Value::Draw)
            .count();
        draws += drawn;
        games_with_draws += usize::from(drawn > 0);
    }
    // The test is worth something.
    assert!(
        endless > 100 && draws > 50 && games_with_draws > 15,
        "{endless} {draws} {games_with_draws}"
    );
}

#[test]
fn the_search_and_its_proofs_give_the_values_of_the_plain_solver() {
    let (mut proved, mut beside_draws) = (0, 0);
    for seed in 0..all_or(60, 2_000) {
        let rules = endless::rules(seed);
        let expected = oracle(&rules);
        let problem = Problem::new(&request(&rules)).unwrap();
        let options = by(Method::Auto).with_remoteness(true).with_proof(true);
        for (position, value) in &positions(&problem) {
            assert_eq!(Some(value), expected.get(&position.to_bits()));
            let problem = problem.clone().at(*position);
            let found = problem.search(&options).unwrap();
            assert_eq!(
                found.worth.value(),
                Some(*value),
                "seed {seed}, {}\n{rules}",
                problem.print(&problem.root())
            );
            for of in &found.moves {
                let after = expected[&of.position.to_bits()];
                let turn_passes = problem.mover(&of.position) != problem.mover(&problem.root());
                let outcome = if turn_passes {
                    after.outcome().flipped()
                } else {
                    after.outcome()
                };
                assert_eq!(of.outcome, outcome, "seed {seed}\n{rules}");
            }
            assert!(!found.more_moves);
            let claim = found.claim();
            check_proof(&problem, found.proof.as_ref().unwrap(), &claim, &options);
            proved += 1;
            let drawn = found.proof_of_draws.map(|of_draws| {
                let drawn = problem.draws_won().unwrap();
                check_proof(drawn, &of_draws.proof, &of_draws.claim, &options);
                beside_draws += 1;
                of_draws.claim.outcome()
            });
            if let ProofClaim::Worth(worth) = &claim
                && !problem.legal_moves(&problem.root()).unwrap().is_empty()
            {
                let read = problem.read(&problem.root(), worth.clone(), drawn);
                assert_eq!(read.value(), Some(*value));
            }
        }
    }
    assert!(proved > 80 && beside_draws > 40, "{proved} {beside_draws}");
}

/// Checks that a proof shows a claim.
fn check_proof(problem: &Problem, proof: &Proof, claim: &ProofClaim, options: &SolveOptions) {
    let mut check = ProofCheck::new(problem, proof.len() as u64, options).unwrap();
    for (position, bounds) in proof.entries() {
        check.add(position, bounds).unwrap();
    }
    check.run(claim).unwrap();
}

/// The positions that play reaches, with their values.
fn positions(problem: &Problem) -> Vec<(Position, Value)> {
    let solution = problem.solve(&by(Method::Retrograde)).unwrap();
    let mut positions = Vec::new();
    solution
        .each_value(&mut |position, value| {
            positions.push((position, value));
            ControlFlow::Continue(())
        })
        .unwrap();
    positions
}

/// Whether the rules have a `draw` beside a winner of endless play.
fn has_draws(rules: &str) -> bool {
    let rules = rules.parse::<Rules>().unwrap();
    let instance = rules.instance(&Settings::default()).unwrap();
    instance.has_draws_beside_endless()
}

/// The value of a move for the player who makes it.
fn by_move(problem: &Problem, of: &Position, after: Value) -> Value {
    let passes = problem.mover(of) != problem.mover(&problem.root());
    after.before(if passes { Turn::Passes } else { Turn::Kept })
}

#[test]
fn a_search_tells_draws_from_endless_play_however_few_moves_are_asked_for() {
    let (mut draws, mut endless) = (0, 0);
    for seed in 0..all_or(80, 2_000) {
        let rules = endless::rules(seed);
        if !has_draws(&rules) {
            continue;
        }
        let problem = Problem::new(&request(&rules)).unwrap();
        let positions = positions(&problem);
        let expected: HashMap<_, _> = positions.iter().copied().collect();
        for &(position, value) in &positions {
            let problem = problem.clone().at(position);
            for moves in [MovesAsked::All, MovesAsked::Auto, MovesAsked::One] {
                for engine in [None, Some(Engine::ProofNumbers)] {
                    let options = by(Method::Auto).with_moves(moves).with_engine(engine);
                    let found = problem.search(&options).unwrap();
                    let what = format!("seed {seed}, {moves:?}\n{rules}\n{found:?}");
                    assert_eq!(found.worth.outcome(), value.outcome(), "{what}");
                    assert_eq!(found.worth.is_endless(), value.is_endless(), "{what}");
                    let goes_on = !problem.legal_moves(&position).unwrap().is_empty();
                    assert_eq!(goes_on, !found.moves.is_empty(), "{what}");
                    for of in &found.moves {
                        let right = by_move(&problem, &of.position, expected[&of.position]);
                        assert_eq!(of.outcome, right.outcome(), "{what}");
                        assert_eq!(of.is_endless, right.is_endless(), "{what}");
                    }
                    if let Some(best) = found.moves.first() {
                        assert_eq!(best.outcome, value.outcome(), "{what}");
                    }
                }
            }
            draws += usize::from(value == Value::Draw);
            endless += usize::from(value.is_endless());
        }
    }
    assert!(draws > 50 && endless > 50, "{draws} {endless}");
}

#[test]
fn an_assessment_reads_both_games() {
    let (mut draws, mut endless) = (0, 0);
    for seed in 0..all_or(80, 2_000) {
        let rules = endless::rules(seed);
        let problem = Problem::new(&request(&rules)).unwrap();
        let positions = positions(&problem);
        let expected: HashMap<_, _> = positions.iter().copied().collect();
        let assess = |search: &mut Searcher<'_>| {
            for &(position, value) in &positions {
                let problem = problem.clone().at(position);
                assert_eq!(search.outcome(&position)?, value.outcome(), "{rules}");
                for purpose in [Purpose::AllMoves, Purpose::BestMove] {
                    let assessed = search.assess(&position, purpose)?;
                    let what = format!("seed {seed}\n{rules}\n{assessed:?}");
                    assert!(assessed.complete, "{what}");
                    let known = assessed.known;
                    assert_eq!(known.outcome(), Some(value.outcome()), "{what}");
                    assert_eq!(
                        known.value().is_some_and(Value::is_endless),
                        value.is_endless()
                    );
                    for KnownMove { legal, known, .. } in &assessed.moves {
                        let right = by_move(&problem, &legal.position, expected[&legal.position]);
                        let is_told = known.outcome() == Some(right.outcome());
                        assert!(is_told || purpose == Purpose::BestMove, "{what}");
                        assert!(
                            Value::finished(known.at_least()) <= Value::finished(right.outcome()),
                            "{what}"
                        );
                        assert!(
                            Value::finished(known.at_most()) >= Value::finished(right.outcome()),
                            "{what}"
                        );
                    }
                    // Each move of a line keeps the value.
                    let (names, _) = search.line(&position, known, 8)?;
                    let mut at = position;
                    for name in names {
                        let after = search.moves(&at)?.into_iter().find(|of| of.name == name);
                        let after = after.unwrap();
                        let kept = expected[&after.position].before(after.turn);
                        let before = expected[&at];
                        assert_eq!(kept.outcome(), before.outcome(), "{name}, {what}");
                        assert_eq!(kept.is_endless(), before.is_endless(), "{name}, {what}");
                        at = after.position;
                    }
                }
                draws += usize::from(value == Value::Draw);
                endless += usize::from(value.is_endless());
                if value != Value::Draw {
                    continue;
                }
                // Play by best moves ends the game drawn.
                let (mut at, mut moves) = (position, 0);
                while search.finished(&at)?.is_none() {
                    let assessed = search.assess(&at, Purpose::BestMove)?;
                    at = assessed.moves[0].legal.position;
                    assert_eq!(expected[&at], Value::Draw, "seed {seed}\n{rules}");
                    moves += 1;
                    assert!(moves < 100, "seed {seed}: the draw never ends\n{rules}");
                }
            }
            Ok::<(), Error>(())
        };
        problem.with_search(&by(Method::Auto), assess).unwrap();
    }
    assert!(draws > 50 && endless > 50, "{draws} {endless}");
}

#[test]
fn a_tree_by_search_reads_both_games() {
    let minimax = |tree: Tree| {
        let branches = tree.root.branches.iter();
        let branches: Vec<_> = branches.map(|branch| branch.node.minimax).collect();
        (tree.root.minimax, branches)
    };
    for seed in 0..all_or(80, 2_000) {
        let rules = endless::rules(seed);
        let problem = Problem::new(&request(&rules)).unwrap();
        let limits = TreeLimits::default().with_depth(Some(2));
        let solution = problem.solve(&by(Method::Auto)).unwrap();
        let of_positions = Tree::new(&problem, &solution, &limits).unwrap();
        let searched =
            problem.with_search(&by(Method::Auto), |search| Tree::searched(search, &limits));
        assert_eq!(
            minimax(of_positions),
            minimax(searched.unwrap()),
            "seed {seed}\n{rules}"
        );
    }
}

/// Two nodes that play can go between for ever, and an end that is drawn, or won by who moves there.
const ROUND: &str = "\
game round
players Hunter, Hare
at: 0..2 = 0
move run(to in 0..2) if at != to and to != 2:
    at = to
move stop if me == Hunter:
    at = 2
";

fn value_of(results: &str) -> Value {
    let problem = Problem::new(&request(&format!("{ROUND}{results}"))).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    solution.value(&problem.root()).unwrap().unwrap()
}

#[test]
fn the_winner_of_endless_play_is_named_by_the_rules() {
    assert_eq!(value_of("win Hare if at == 2\n"), Value::Draw);
    assert_eq!(
        value_of("win Hare if at == 2\ndraw if endless\n"),
        Value::Draw
    );
    assert_eq!(
        value_of("win Hare if at == 2\nwin Hunter if endless\n"),
        Value::EndlessWin
    );
    assert_eq!(
        value_of("win Hare if at == 2\nwin Hare if endless\n"),
        Value::EndlessLoss
    );
    // A win with a number of plies is kept, whoever wins endless play.
    for endless in ["", "win Hunter if endless\n", "win Hare if endless\n"] {
        let results = format!("win Hunter if at == 2\n{endless}");
        assert_eq!(value_of(&results), Value::Win(Plies(1)));
    }
    // The hunter can end the game drawn, and does so only where endless play is worse.
    assert_eq!(
        value_of("draw if at == 2\nwin Hunter if endless\n"),
        Value::EndlessWin
    );
    assert_eq!(
        value_of("draw if at == 2\nwin Hare if endless\n"),
        Value::Draw
    );
}

#[test]
fn work_by_units_is_refused_where_two_games_are_solved() {
    let rules = format!("{ROUND}draw if at == 2\nwin Hare if endless\n");
    let problem = Problem::new(&request(&rules)).unwrap();
    let refused = problem.units(&SolveOptions::default()).unwrap_err();
    assert!(matches!(refused, Error::DrawsBesideEndless { .. }));
}

#[test]
fn all_states_may_be_solved() {
    let rules = format!("{ROUND}win Hare if at == 2\nwin Hare if endless\n");
    let problem = Problem::new(&request(&rules).with_scope(Scope::Everywhere)).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let counts = solution.counts().unwrap();
    assert_eq!((counts.draws, counts.endless), (0, 4));
    assert_eq!(counts.players.unwrap().of(Player::Second), counts.positions);
    solution.verify().unwrap();
}

/// The edges of a graph with `n` nodes from 1 to n.
type Edges = Vec<(usize, usize)>;

fn cycle(n: usize) -> Edges {
    (1..=n).map(|v| (v, v % n + 1)).collect()
}

fn path(n: usize) -> Edges {
    (1..n).map(|v| (v, v + 1)).collect()
}

/// The Cartesian product of two graphs: a copy of the first one for each node of the second, in which
/// each node is joined to itself in the copies of the neighbours.
fn product(first: &Edges, second: &Edges) -> Edges {
    let nodes = |edges: &Edges| edges.iter().map(|&(a, b)| a.max(b)).max().unwrap();
    let (n, m) = (nodes(first), nodes(second));
    let at = |v: usize, copy: usize| (copy - 1) * n + v;
    let within = |&(a, b): &(usize, usize)| (1..=m).map(move |copy| (at(a, copy), at(b, copy)));
    let across = |&(a, b): &(usize, usize)| (1..=n).map(move |v| (at(v, a), at(v, b)));
    let across = second.iter().flat_map(across);
    first.iter().flat_map(within).chain(across).collect()
}

fn complete(n: usize) -> Edges {
    (1..=n)
        .flat_map(|a| (a + 1..=n).map(move |b| (a, b)))
        .collect()
}

/// The generalised Petersen graph: a ring of `n` nodes, each joined to one of `n` others, of which
/// each is joined to the one `k` places on.
fn petersen(n: usize, k: usize) -> Edges {
    let spokes = (1..=n).map(|v| (v, v + n));
    let inner = (0..n).map(|v| (v + n + 1, (v + k) % n + n + 1));
    cycle(n).into_iter().chain(spokes).chain(inner).collect()
}

/// A ring of `n` nodes with a chord from each one. Its length is that of the node in `lengths`, which
/// are taken again and again, and is added to the number of the node.
fn chords(n: usize, lengths: &[usize]) -> Edges {
    let lengths = lengths.iter().cycle();
    let chords = (0..n)
        .zip(lengths)
        .map(|(v, length)| (v + 1, (v + length) % n + 1));
    cycle(n).into_iter().chain(chords).collect()
}

/// The least number of cops that catch the robber.
fn cop_number(edges: &Edges) -> usize {
    let catch = |cops: &usize| {
        let request = Request::catalogue("cops-and-robbers").unwrap();
        let request = request
            .set("edges", format!("{edges:?}"))
            .set("cops", cops.to_string());
        let problem = Problem::new(&request).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let value = solution.value(&problem.root()).unwrap().unwrap();
        assert_eq!(value.is_endless(), value.outcome() == Outcome::Loss);
        value.outcome() == Outcome::Win
    };
    (1..=3).find(catch).unwrap()
}

/// R. Nowakowski and P. Winkler (1983) and A. Quilliot (1978) for one cop, who catches the robber just
/// where nodes can be taken away one by one, each with all its neighbours among those of another one.
#[test]
fn one_cop_suffices_where_that_is_known() {
    let tree = vec![(1, 2), (1, 3), (2, 4), (2, 5), (3, 6), (6, 7), (6, 8)];
    let wheel = [cycle(5), (1..=5).map(|v| (v, 6)).collect()].concat();
    // A chordal graph.
    let sun = [cycle(6), vec![(1, 3), (3, 5), (1, 5)]].concat();
    for edges in [path(2), path(5), tree, cycle(3), complete(5), wheel, sun] {
        assert_eq!(cop_number(&edges), 1, "{edges:?}");
    }
}

/// M. Aigner and M. Fromme (1984): a graph without cycles of three or four edges needs at least as many
/// cops as its least degree, and a planar one at most three. M. Maamoun and H. Meyniel (1987) for
/// products of trees, S. Neufeld and R. Nowakowski (1998) for those of cycles and of complete graphs.
/// J. Turcotte and S. Yvon (2021): on at most 18 nodes three cops suffice.
#[test]
fn graphs_need_as_many_cops_as_is_known() {
    // No node has all its neighbours among those of another one, and two nodes are joined to all others.
    let bipartite = chords(6, &[3]);
    let octahedron = chords(6, &[2]);
    let cube = petersen(4, 1);
    for edges in [cycle(4), cycle(7), bipartite, octahedron, cube] {
        assert_eq!(cop_number(&edges), 2, "{edges:?}");
    }
    let grids = [(3, 3), (4, 2)].map(|(w, h)| product(&path(w), &path(h)));
    let rooks = product(&cycle(3), &cycle(3));
    for edges in grids.into_iter().chain([rooks]) {
        assert_eq!(cop_number(&edges), 2, "{edges:?}");
    }
    let torus = product(&cycle(4), &cycle(4));
    let heawood = chords(14, &[5, 14 - 5]);
    let moebius_kantor = petersen(8, 3);
    let pappus = chords(18, &[5, 7, 18 - 7, 7, 18 - 7, 18 - 5]);
    let dodecahedron = petersen(10, 2);
    for edges in [
        petersen(5, 2),
        torus,
        heawood,
        moebius_kantor,
        pappus,
        dodecahedron,
    ] {
        assert_eq!(cop_number(&edges), 3, "{edges:?}");
    }
}

/// The samples of problem 1728 of `LeetCode`: whether the mouse wins. In play that never ends the cat
/// wins.
#[test]
fn cat_and_mouse_ii_has_its_sample_answers() {
    let rules = "\
game cat_and_mouse_ii(maze = [\"####F\", \"#C...\", \"M....\"], cat_jump = 1, mouse_jump = 2)
players Mouse, Cat
let height = len(maze)
let width  = len(maze[0])
type cells = grid(width, height)
let mark(c)  = maze[height - 1 - c[1]][c[0]]
let place(m) = min(c for c in cells if mark(c) == m)
let reach    = {Mouse: mouse_jump, Cat: cat_jump}
let food     = place(\"F\")
at[player]: cells = {Mouse: place(\"M\"), Cat: place(\"C\")}
move stay
move jump(d in [(1, 0), (-1, 0), (0, 1), (0, -1)], k in 1..max(cat_jump, mouse_jump), to = at[me] + k*d) if k <= reach[me] and all(at[me] + i*d in cells and
        mark(at[me] + i*d) != \"#\" for i in 1..k) \"{to}\":
    at[me] = to
win Cat   if at[Cat] == at[Mouse] or at[Cat] == food
win Mouse if at[Mouse] == food
win Cat   if endless
";
    // In the last maze, which is no sample, nobody comes to the food or to the other one.
    for (maze, cat, mouse, mouse_wins, never_ends) in [
        (&["####F", "#C...", "M...."][..], 1, 2, true, false),
        (&["M.C...F"], 1, 4, true, false),
        (&["M.C...F"], 1, 3, false, false),
        (&["C...#", "...#F", "....#", "M...."], 2, 5, false, true),
        (
            &[".M...", "..#..", "#..#.", "C#.#.", "...#F"],
            3,
            1,
            true,
            false,
        ),
        (&["M.#C.#F"], 1, 1, false, true),
    ] {
        let maze = format!("{maze:?}");
        let request = request(rules)
            .set("maze", maze.clone())
            .set("cat_jump", cat.to_string())
            .set("mouse_jump", mouse.to_string());
        let problem = Problem::new(&request).unwrap();
        let solution = problem.solve(&SolveOptions::default()).unwrap();
        let value = solution.value(&problem.root()).unwrap().unwrap();
        assert_eq!(value.outcome() == Outcome::Win, mouse_wins, "{maze}");
        assert_eq!(value.is_endless(), never_ends, "{maze}");
        let found = problem.search(&SolveOptions::default()).unwrap();
        assert_eq!(found.worth.outcome(), value.outcome(), "{maze}");
    }
}
