//! Faults planted in each thing that an answer stands on; the certificate finds every
//! one. Each test first certifies what is right, so that the fault is what is found.

use std::num::NonZeroUsize;
use std::sync::Arc;

use zug::testing::{Planted, PlantedValues, small_game};
use zug::{
    Certificate, Error, Extent, Job, Method, Problem, Request, Scope, SolveOptions, Value, Why,
};
use zug_game::{
    Expanded, Fault, Game, Orbits, PerfectIndex, Players, Retractable, Step, Symmetric,
};
use zug_lang::{Instance, RulesGame, Settings};
use zug_program::{Faulted, Interpreter, Runner};
use zug_solve::impartial::{Nimbers, nimbers};
use zug_solve::positions::Graph;
use zug_solve::strong::{self, Positions};
use zug_values::Outcome;

mod dense;
mod folded;
mod scores;
mod theorem;

fn catalogue(name: &str) -> Problem {
    Problem::new(&Request::catalogue(name).unwrap()).unwrap()
}

fn rules(source: &str) -> Problem {
    Problem::new(&Request::rules(source, "rules")).unwrap()
}

fn instance(source: &str) -> Instance {
    let rules = zug_lang::Rules::read(source).unwrap();
    rules.instance(&Settings::default()).unwrap()
}

fn root(problem: &Problem) -> u64 {
    u64::try_from(problem.root().to_bits()).unwrap()
}

/// The values of the positions of a game, and their nimbers if they are defined.
fn values(
    game: &(impl Game<Position = u64> + Sync),
    root: u64,
) -> (strong::Solution<u64>, Option<Nimbers>) {
    let job = Job::default();
    let graph = Graph::explore(game, [root], &job).unwrap();
    let nimbers = nimbers(&graph, &job).ok();
    (graph.solve(Method::Auto, &job).unwrap(), nimbers)
}

/// The solution of `game` with the values of `explored`.
fn told_of(
    game: &RulesGame<u64>,
    explored: &(impl Game<Position = u64> + Sync),
    root: u64,
) -> Planted {
    let (values, nimbers) = values(explored, root);
    told(game, values, nimbers, root)
}

fn told(
    game: &RulesGame<u64>,
    values: strong::Solution<u64>,
    nimbers: Option<Nimbers>,
    root: u64,
) -> Planted {
    Planted::new(game.clone(), PlantedValues::InMemory(values, nimbers), root)
}

/// The values of the positions of a problem, and their nimbers if they are defined, without any
/// fault.
fn honest_values(problem: &Problem) -> (strong::Solution<u64>, Option<Nimbers>) {
    values(&Orbits::new(&small_game(problem)), root(problem))
}

/// The first position kept of which something is true, with its value.
fn find(problem: &Problem, is_wanted: impl Fn(u64, Value) -> bool) -> Option<(u64, Value)> {
    let (values, _) = honest_values(problem);
    values
        .iter()
        .find(|(position, value)| is_wanted(*position, *value))
}

/// The solution of a problem, without any fault.
fn honest(problem: &Problem) -> Planted {
    let (values, nimbers) = honest_values(problem);
    told(&small_game(problem), values, nimbers, root(problem))
}

fn verify(solved: &Planted) -> Result<Certificate, Error> {
    solved.verify(Scope::Reachable, Extent::All, &SolveOptions::default())
}

fn verify_against(solved: &Planted, rules: &Instance) -> Result<Certificate, Error> {
    solved.verify_against(rules, Extent::All)
}

/// The flaw that is found.
#[track_caller]
fn flaw(verified: Result<Certificate, Error>) -> String {
    match verified {
        Err(Error::Flaw(flaw)) => flaw.to_string(),
        other => panic!("no flaw: {other:?}"),
    }
}

#[track_caller]
fn assert_found(verified: Result<Certificate, Error>, words: &str) {
    let flaw = flaw(verified);
    assert!(flaw.contains(words), "{flaw}");
}

/// A fault in what a game says of a position. What the fault leaves out is true.
trait Lie {
    /// Changes the moves of the position, and its outcome if the game is over there.
    fn moves(&self, _steps: &mut Vec<Step<u64>>, _outcome: &mut Option<Outcome>) {}

    /// Changes the moves that lead to the position.
    fn unmoves(&self, _before: &mut Vec<Step<u64>>) {}
}

/// A lie about the moves of a position.
struct Moves<L>(L);

impl<L: Fn(&mut Vec<Step<u64>>, &mut Option<Outcome>)> Lie for Moves<L> {
    fn moves(&self, steps: &mut Vec<Step<u64>>, outcome: &mut Option<Outcome>) {
        (self.0)(steps, outcome);
    }
}

/// A lie about the moves that lead to a position.
struct Unmoves(fn(&mut Vec<Step<u64>>));

impl Lie for Unmoves {
    fn unmoves(&self, before: &mut Vec<Step<u64>>) {
        (self.0)(before);
    }
}

/// A game that lies about the position `at`, and about no other.
struct Lying<'g, G, L> {
    game: &'g G,
    at: u64,
    lie: L,
}

impl<G: Game<Position = u64>, L: Lie> Game for Lying<'_, G, L> {
    type Position = u64;
    type Move = G::Move;

    fn start(&self) -> u64 {
        self.game.start()
    }

    fn players(&self) -> Players<Self> {
        let below = self.game.players();
        below.told_by(|lying, position| lying.game.mover(position))
    }

    fn stuck(&self) -> Outcome {
        self.game.stuck()
    }

    fn moves(&self, position: &u64, out: &mut Vec<G::Move>) -> Result<(), Fault> {
        self.game.moves(position, out)
    }

    fn play(&self, position: &u64, choice: &G::Move) -> Result<Step<u64>, Fault> {
        self.game.play(position, choice)
    }

    fn move_name(&self, position: &u64, choice: &G::Move) -> String {
        self.game.move_name(position, choice)
    }

    fn expand(&self, position: &u64, out: &mut Vec<Step<u64>>) -> Result<Option<Outcome>, Fault> {
        let mut steps = Vec::new();
        let mut outcome = self.game.expand(position, &mut steps)?;
        if *position == self.at {
            self.lie.moves(&mut steps, &mut outcome);
        }
        out.append(&mut steps);
        Ok(outcome)
    }
}

impl<G: Retractable<Position = u64>, L: Lie> Retractable for Lying<'_, G, L> {
    fn predecessors(&self, position: &u64, out: &mut Vec<Step<u64>>) -> Result<(), Fault> {
        let mut before = Vec::new();
        self.game.predecessors(position, &mut before)?;
        if *position == self.at {
            self.lie.unmoves(&mut before);
        }
        out.append(&mut before);
        Ok(())
    }
}

// The solver.

#[test]
fn a_wrong_outcome_by_the_solver_is_found() {
    let problem = catalogue("tic-tac-toe");
    let solved = honest(&problem);
    let certificate = verify(&solved).unwrap();
    assert_eq!((certificate.positions, certificate.moves), (5478, 16167));
    assert!(certificate.is_all_judged());
    let game = small_game(&problem);
    let orbits = Orbits::new(&game);
    let lost =
        |position, _| game.expand(&position, &mut Vec::new()).unwrap() == Some(Outcome::Loss);
    let (at, _) = find(&problem, lost).unwrap();
    let lying = Lying {
        game: &orbits,
        at,
        lie: Moves(|_: &mut Vec<_>, outcome: &mut _| *outcome = Some(Outcome::Draw)),
    };
    assert_found(
        verify(&told_of(&game, &lying, root(&problem))),
        "is finished: it is a loss",
    );
}

#[test]
fn a_wrong_remoteness_by_the_solver_is_found() {
    let problem = catalogue("dodgem");
    verify(&honest(&problem)).unwrap();
    let game = small_game(&problem);
    let orbits = Orbits::new(&game);
    let (solved, _) = honest_values(&problem);
    // Of two winning moves the solver overlooks the faster one.
    let two_ways = solved.iter().find_map(|(position, value)| {
        let mut steps = Vec::new();
        game.expand(&position, &mut steps).unwrap();
        let mut values: Vec<_> = steps
            .iter()
            .map(|step| {
                let value = solved.value(&game.canonical(&step.position));
                value.unwrap().before(step.turn)
            })
            .collect();
        let fastest = values.iter().position(|other| *other == value)?;
        values.retain(|other| *other != value && other.outcome() == Outcome::Win);
        let alone = steps.iter().filter(|step| **step == steps[fastest]).count() == 1;
        (alone && value.outcome() == Outcome::Win && !values.is_empty())
            .then_some((position, fastest))
    });
    let (at, fastest) = two_ways.unwrap();
    let lying = Lying {
        game: &orbits,
        at,
        lie: Moves(|steps: &mut Vec<_>, _: &mut _| {
            steps.remove(fastest);
        }),
    };
    flaw(verify(&told_of(&game, &lying, root(&problem))));
}

#[test]
fn a_position_that_the_solver_leaves_out_is_found() {
    let problem = catalogue("tic-tac-toe");
    let game = small_game(&problem);
    let orbits = Orbits::new(&game);
    let root = root(&problem);
    let lying = Lying {
        game: &orbits,
        at: root,
        lie: Moves(|steps: &mut Vec<_>, _: &mut _| steps.truncate(1)),
    };
    assert_found(
        verify(&told_of(&game, &lying, root)),
        "which the claim leaves out",
    );
}

#[test]
fn a_position_that_play_does_not_reach_is_found() {
    let problem =
        rules("game heap\nimpartial\nheap: 0..9 = 8\nmove take if heap > 1:\n    heap -= 2\n");
    verify(&honest(&problem)).unwrap();
    let game = small_game(&problem);
    let odd = strong::solve(&game, [root(&problem), 9], &Job::default()).unwrap();
    assert_found(
        verify(&told(&game, odd, None, root(&problem))),
        "but play does not reach it",
    );
}

// The specialiser: the program is that of other rules than those that are written.

#[test]
fn a_write_to_a_bag_that_ignores_the_kind_is_found() {
    let bag = |gains: &str, loses: &str| {
        format!(
            "game t\nimpartial\nb: bag(2) of 0..4 = [1, 1]\n\
             move tap(i in 0..4, j in 0..4) if b[i] > 0 and i < j:\n    \
             b[{gains}] += 1\n    b[{loses}] -= 1\n"
        )
    };
    let written = instance(&bag("j", "i"));
    // The write goes to the first kind, whatever the index says: nothing changes.
    let program = honest(&rules(&bag("0", "0")));
    let certificate = verify(&program).unwrap();
    assert_eq!((certificate.positions, certificate.draws), (1, 1));
    assert_found(
        verify_against(&program, &written),
        "the rules as written lead from b=",
    );
}

#[test]
fn a_guard_that_is_specialised_wrongly_is_found() {
    let race = |guard: &str| {
        format!(
            "game race\nplayers A, B\nheap: 0..30 = 30\n\
             move take(k in {{1, 3, 4}}) if k <= heap{guard}:\n    heap -= k\n"
        )
    };
    let program = honest(&rules(&race(" and (heap != 7 or me == A)")));
    verify(&program).unwrap();
    assert_found(
        verify_against(&program, &instance(&race(""))),
        "the rules as written lead from heap=7 turn=B elsewhere",
    );
}

#[test]
fn a_sample_finds_a_fault_of_the_specialiser_that_is_not_rare() {
    let marks = |guard: &str| {
        format!(
            "game marks\nplayers A, B\ntype cells = 0..7\nboard[cells]: player? = none\n\
             move mark(c in cells) if board[c] == none{guard}:\n    board[c] = me\n"
        )
    };
    let written = instance(&marks(""));
    let sampled = |solved: &Planted| solved.verify_against(&written, Extent::Sample(400));
    let certificate = sampled(&honest(&rules(&marks("")))).unwrap();
    assert!(
        (200..800).contains(&certificate.judged),
        "{certificate}: about 400 were asked for"
    );
    assert!(certificate.positions > 2000);
    assert!(!certificate.is_all_judged());
    let program = honest(&rules(&marks(" and (c < 7 or board[0] == none)")));
    assert_found(sampled(&program), "the rules as written lead from");
}

// Symmetries.

#[test]
fn symmetries_that_the_rules_do_not_declare_are_found() {
    let marks = |symmetry: &str| {
        format!(
            "game marks\nplayers A, B\ntype cells = grid(2, 2)\nboard[cells]: player? = none\n\
             symmetry cells: {symmetry}\n\
             move mark(c in cells) if board[c] == none:\n    board[c] = me\n"
        )
    };
    let tables = honest(&rules(&marks("all")));
    verify(&tables).unwrap();
    assert_found(
        verify_against(&tables, &instance(&marks("flips"))),
        "stands for other positions than its images",
    );
}

#[test]
fn a_declared_symmetry_that_fails_far_from_the_start_is_not_used() {
    // What is tried when the rules are read ends before the marks are made.
    let problem = rules(
        "game late\nimpartial\ntype cells = 0..1\nfar: 0..5000 = 0\non[cells]: bool = false\n\
         symmetry cells: c -> 1 - c\n\
         move step if far < 5000:\n    far += 1\n\
         move mark(c in cells) if far == 4999 and not on[0] and not on[1]:\n    on[c] = true\n\
         win me if on[0]\n",
    );
    assert_eq!(problem.declared_symmetries(), 1);
    verify(&honest(&problem)).unwrap();
}

// Machine code.

/// What is wrong with the machine code.
#[derive(Clone, Copy, Debug)]
enum WrongCode {
    /// The last move of this position is missing.
    Successors(u64),
    /// The second position is given as the least image of the first one.
    Canonical(u64, u64),
    /// The stabiliser of this position is given as the identity alone.
    Stabiliser(u64),
    /// The position of the second rank is given as that of the first rank.
    Unrank(u128, u128),
}

/// The interpreter in the place of machine code, with a fault.
#[derive(Debug)]
struct Liar {
    game: RulesGame<u64>,
    wrong: WrongCode,
}

impl Runner<u64> for Liar {
    fn interpreter(&self) -> &Interpreter<u64> {
        self.game.interpreter()
    }

    fn expand(
        &self,
        positions: &[u64],
        out: &mut Vec<Step<u64>>,
        ends: &mut [Expanded],
    ) -> Result<usize, Faulted<u64>> {
        let first = out.len();
        let done = self.game.expand_block(&positions[..1], out, ends).unwrap();
        match self.wrong {
            WrongCode::Successors(at) if at == positions[0] && out.len() > first => {
                out.pop();
                ends[0] = Expanded::GoesOn(u32::try_from(out.len() - first).unwrap());
            }
            _ => {}
        }
        Ok(done)
    }

    fn canonical(&self, steps: &mut [Step<u64>]) {
        for step in steps {
            step.position = match self.wrong {
                WrongCode::Canonical(at, other) if at == step.position => other,
                _ => self.game.canonical(&step.position),
            };
        }
    }

    fn stabilisers(&self, positions: &[u64], orders: &mut [u64]) {
        self.interpreter().stabilisers(positions, orders);
        for (position, order) in positions.iter().zip(orders) {
            match self.wrong {
                WrongCode::Stabiliser(at) if at == *position => *order = 1,
                _ => {}
            }
        }
    }

    fn rank(&self, positions: &[u64], ranks: &mut [u128]) {
        self.interpreter().rank(positions, ranks);
    }

    fn unrank(&self, ranks: &[u128], positions: &mut [u64]) {
        for (rank, position) in ranks.iter().zip(positions) {
            let rank = match self.wrong {
                WrongCode::Unrank(at, other) if at == *rank => other,
                _ => *rank,
            };
            *position = self.game.unrank(rank).unwrap();
        }
    }

    fn predecessors(&self, _: &[u64], _: &mut Vec<Step<u64>>, _: &mut [usize]) {
        unreachable!("no moves are taken back here");
    }

    fn with_unmoves(
        &self,
        unmoves: Arc<zug_program::Unmoves>,
        job: &Job,
    ) -> Result<Arc<dyn Runner<u64>>, Why> {
        self.interpreter().with_unmoves(unmoves, job)
    }
}

fn with_liar(problem: &Problem, wrong: WrongCode) -> RulesGame<u64> {
    let game = small_game(problem);
    let liar = Liar {
        game: game.clone(),
        wrong,
    };
    game.run_by(Arc::new(liar))
}

/// A position of tic-tac-toe after two moves, and its least image.
fn after_two_moves(problem: &Problem) -> (u64, u64) {
    let position = problem.parse("board=.../.X./..O turn=X").unwrap().to_bits();
    let position = u64::try_from(position).unwrap();
    (position, small_game(problem).canonical(&position))
}

#[test]
fn a_move_that_machine_code_leaves_out_is_found() {
    let problem = catalogue("tic-tac-toe");
    let (_, at) = after_two_moves(&problem);
    let game = with_liar(&problem, WrongCode::Successors(at));
    flaw(verify(&told_of(&game, &Orbits::new(&game), root(&problem))));
}

#[test]
fn an_orbit_that_machine_code_mistakes_is_found() {
    let problem = catalogue("tic-tac-toe");
    let (at, canonical) = after_two_moves(&problem);
    assert_ne!(at, canonical);
    // Another orbit takes its place, while it is solved and when it is looked up.
    let other = problem.parse("board=.../.X./.O. turn=X").unwrap().to_bits();
    let other = small_game(&problem).canonical(&u64::try_from(other).unwrap());
    assert_ne!(other, canonical);
    for (at, other) in [(at, other), (at, at), (canonical, at), (canonical, other)] {
        let game = with_liar(&problem, WrongCode::Canonical(at, other));
        flaw(verify(&told_of(&game, &Orbits::new(&game), root(&problem))));
        // The game was solved without the fault, which shows in answers alone.
        let right = small_game(&problem);
        flaw(verify(&told_of(
            &game,
            &Orbits::new(&right),
            root(&problem),
        )));
    }
}

#[test]
fn an_orbit_whose_size_machine_code_mistakes_is_found() {
    let problem = catalogue("tic-tac-toe");
    // The empty board is its own image under all eight symmetries.
    let game = with_liar(&problem, WrongCode::Stabiliser(root(&problem)));
    let solved = told_of(&game, &Orbits::new(&game), root(&problem));
    assert_found(
        verify(&solved),
        "5485 positions are told, but there are 5478",
    );
}

#[test]
fn a_state_that_machine_code_ranks_twice_is_found() {
    let problem = rules(
        "game heaps\nimpartial\na: 0..9 = 3\nb: 0..7 = 2\n\
         move one if a > 0:\n    a -= 1\nmove two if b > 1:\n    b -= 2\n",
    );
    let everywhere = |game: &RulesGame<u64>| {
        let states = (0..game.size()).filter_map(|rank| game.unrank(rank));
        let table = strong::solve(game, states, &Job::default()).unwrap();
        let solved = told(game, table, None, root(&problem));
        solved.verify(Scope::Everywhere, Extent::All, &SolveOptions::default())
    };
    assert_eq!(everywhere(&small_game(&problem)).unwrap().positions, 80);
    // No move leads to the last state: it is missed.
    let lying = with_liar(&problem, WrongCode::Unrank(79, 5));
    assert_found(
        everywhere(&lying),
        "79 states were solved, but there are 80",
    );
}

// Un-moves.

#[test]
fn an_unmove_that_is_forgotten_or_told_twice_is_found() {
    let problem = catalogue("dodgem");
    let game = small_game(&problem);
    let retraction = game.retraction().unwrap();
    let orbits = Orbits::new(&retraction);
    let (method, job) = (Method::Retracting, Job::default());
    let by = |at: u64, lie: fn(&mut Vec<Step<u64>>)| {
        let lying = Lying {
            game: &orbits,
            at,
            lie: Unmoves(lie),
        };
        let explored = Positions::explore(&lying, [root(&problem)], method, &job).unwrap();
        let table = explored.solve(&lying, method, &job).unwrap();
        verify(&told(&game, table, None, root(&problem)))
    };
    by(u64::MAX, |_| ()).unwrap();
    // A lost position with two predecessors at least: the fault forgets all but one.
    let lost = find(&problem, |position, value| {
        let mut before = Vec::new();
        orbits.predecessors(&position, &mut before).unwrap();
        before.dedup();
        before.len() > 1 && value.outcome() == Outcome::Loss
    });
    let (lost, _) = lost.unwrap();
    flaw(by(lost, |before| before.truncate(1)));
    // The predecessors of a won position, told twice: each move to it is counted twice, so
    // that a predecessor is found to be lost too early.
    let found = find(&problem, |won, value| {
        value.outcome() == Outcome::Win && by(won, |before| before.extend_from_within(..)).is_err()
    });
    assert!(found.is_some());
}

// Nimbers.

#[test]
fn a_wrong_nimber_is_found() {
    let problem = rules(
        "game take\nimpartial\nheap: 0..20 = 20\n\
         move take(k in {1, 3, 4}) if k <= heap:\n    heap -= k\n",
    );
    let solved = honest(&problem);
    let certificate = verify(&solved).unwrap();
    assert_eq!(certificate.nimbers, 21);
    let game = small_game(&problem);
    let at = u64::try_from(problem.parse("heap=5").unwrap().to_bits()).unwrap();
    // A move is overlooked where the nimbers are worked out, and nowhere else.
    let lying = Lying {
        game: &game,
        at,
        lie: Moves(|steps: &mut Vec<_>, _: &mut _| {
            steps.pop();
        }),
    };
    let (_, wrong) = values(&lying, root(&problem));
    let (right, _) = honest_values(&problem);
    let mixed = told(&game, right, wrong, root(&problem));
    assert_found(verify(&mixed), "is claimed to be worth a heap of");
}

#[test]
fn nimbers_of_a_game_that_goes_round_in_a_circle_are_found() {
    let source = |may_return: &str| {
        format!(
            "game round\nimpartial\nat: 0..3 = 0\n\
             move on(to in 0..3) if to == at + 1 or (at == 2 and to == 1{may_return}):\n    \
             at = to\n"
        )
    };
    // 0 to 1 to 2 to 3: the nimbers 1, 0, 1, 0. With a move from 2 back to 1 each is
    // still the mex of those of the options, but a player may go round for ever.
    let forward = rules(&source(" and at == 3"));
    assert_eq!(verify(&honest(&forward)).unwrap().nimbers, 4);
    let problem = rules(&source(""));
    let (round, none) = honest_values(&problem);
    assert!(none.is_none());
    let (_, nimbers) = honest_values(&forward);
    let claimed = told(&small_game(&problem), round, nimbers, root(&problem));
    assert_found(verify(&claimed), "but play can go round in a circle to it");
}

// What a certificate heeds.

#[test]
fn a_check_that_is_cancelled_says_so() {
    let solved = honest(&catalogue("tic-tac-toe"));
    let options = SolveOptions::default();
    options.cancel.cancel();
    let verified = solved.verify(Scope::Reachable, Extent::All, &options);
    let error = verified.unwrap_err();
    let stopped = zug::Stopped::behind(&error).unwrap();
    assert!(stopped.is_cancelled());
}

#[test]
fn several_threads_find_the_first_flaw() {
    let problem = catalogue("tic-tac-toe");
    let (at, _) = after_two_moves(&problem);
    let right = small_game(&problem);
    let wrong = told_of(
        &with_liar(&problem, WrongCode::Canonical(at, root(&problem))),
        &Orbits::new(&right),
        root(&problem),
    );
    let by = |threads: usize| {
        let threads = NonZeroUsize::new(threads).unwrap();
        let options = SolveOptions::default().with_threads(threads);
        let verified = honest(&problem).verify(Scope::Reachable, Extent::All, &options);
        (
            verified.unwrap(),
            flaw(wrong.verify(Scope::Reachable, Extent::All, &options)),
        )
    };
    assert_eq!(by(1), by(4));
}
