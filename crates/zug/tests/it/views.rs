//! Positions counted in a view are what counting images one by one gives: all positions are found
//! and solved by plain iteration over the rules as they are written, and the images are those
//! that the plain evaluator makes of the declarations.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use zug::{
    Error, Method, Outcome, PlayerSwap, Plies, Problem, Request, Scope, Solution, SolveOptions,
    Value, View, Wins,
};
use zug_game::{Game, Notation, Player, U256};
use zug_lang::{Instance, PlainOrbits, Reference, Rules};
use zug_testkit::oracle;
use zug_testkit::{all_or, todays};

use crate::stored::Disk;

/// Games with more positions are left out.
const MOST: usize = 2500;

/// Parameters that make a game small enough, or another game of it.
const OTHERS: [(&str, &[(&str, &str)]); 14] = [
    ("breakthrough", &[("width", "3")]),
    ("calendar", &[("start", "(2001, 8, 25)")]),
    ("chopsticks", &[("rollover", "true")]),
    ("clobber", &[("width", "3"), ("height", "3")]),
    (
        "connect-four",
        &[("width", "3"), ("height", "3"), ("k", "3")],
    ),
    ("domineering", &[("width", "3"), ("height", "3")]),
    ("dots-and-boxes", &[("height", "1")]),
    ("kalah", &[("pits", "2"), ("seeds", "2")]),
    ("kqk", &[("n", "3")]),
    ("krk", &[("n", "3")]),
    ("mu-torere", &[("free_centre", "true")]),
    ("quixo", &[("n", "2")]),
    ("sim", &[("n", "4")]),
    ("three-mens-morris", &[("men", "2")]),
];

/// What is counted of one view, by hand.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counted {
    positions: u64,
    outcomes: BTreeMap<char, u64>,
    finished: u64,
    moves: u64,
    longest_win: Option<Plies>,
    longest_loss: Option<Plies>,
    ties: u64,
    longest_tie: Option<Plies>,
}

fn letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::Win => 'W',
        Outcome::Loss => 'L',
        Outcome::Draw => 'D',
    }
}

/// The plies of each tie: the number of rounds after which it is known that moves which keep the
/// draw lead from it to a finished drawn position.
fn ties(game: &Reference<'_>, values: &HashMap<U256, Value>) -> HashMap<U256, u32> {
    let is_drawn = |position: &U256| values[position] == Value::Draw;
    let drawn: Vec<U256> = values.keys().copied().filter(is_drawn).collect();
    let successors = |position: &U256| {
        let mut steps = Vec::new();
        let over = game.expand(position, &mut steps).unwrap();
        let drawn = steps.into_iter().map(|step| step.position).filter(is_drawn);
        (over.is_some(), drawn.collect::<Vec<U256>>())
    };
    let moves: Vec<(U256, (bool, Vec<U256>))> = drawn
        .iter()
        .map(|position| (*position, successors(position)))
        .collect();
    let mut plies = HashMap::new();
    for round in 0.. {
        let is_known = |(position, (over, steps)): &&(U256, (bool, Vec<U256>))| {
            let leads_on = steps.iter().any(|position| plies.contains_key(position));
            !plies.contains_key(position) && if round == 0 { *over } else { leads_on }
        };
        let known = moves.iter().filter(is_known);
        let known: Vec<U256> = known.map(|(position, _)| *position).collect();
        if round > 0 && known.is_empty() {
            break;
        }
        plies.extend(known.into_iter().map(|position| (position, round)));
    }
    plies
}

/// Counts the classes in which there are positions of play: `class` names the class of a position.
fn by_hand(
    game: &Reference<'_>,
    values: &HashMap<U256, Value>,
    class: impl Fn(U256) -> U256,
) -> Counted {
    let ties = ties(game, values);
    let (mut counted, mut seen) = (Counted::default(), HashMap::new());
    for (position, value) in values {
        let class = class(*position);
        if let Some(known) = seen.insert(class, *value) {
            assert_eq!(known, *value, "images have one value");
            continue;
        }
        let mut steps = Vec::new();
        let over = game.expand(position, &mut steps).unwrap();
        counted.positions += 1;
        *counted.outcomes.entry(letter(value.outcome())).or_default() += 1;
        counted.finished += u64::from(over.is_some());
        counted.moves += steps.len() as u64;
        match value {
            Value::Win(plies) => counted.longest_win = counted.longest_win.max(Some(*plies)),
            Value::Loss(plies) => counted.longest_loss = counted.longest_loss.max(Some(*plies)),
            Value::Draw | Value::EndlessWin | Value::EndlessLoss => {}
        }
        if let Some(plies) = ties.get(position) {
            counted.ties += 1;
            counted.longest_tie = counted.longest_tie.max(Some(Plies(*plies)));
        }
    }
    counted
}

/// What the façade counts.
fn by_facade(problem: &Problem, view: View, options: &SolveOptions) -> Result<Counted, Error> {
    let counts = problem.solve(options)?.count(view, options)?;
    let outcomes = [
        ('W', counts.wins),
        ('L', counts.losses),
        ('D', counts.draws),
    ];
    assert_eq!(counts.endless() + counts.ties, counts.draws);
    Ok(Counted {
        positions: counts.positions,
        outcomes: outcomes
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .collect(),
        finished: counts.finished,
        moves: counts.moves,
        longest_win: counts.longest_win,
        longest_loss: counts.longest_loss,
        ties: counts.ties,
        longest_tie: counts.longest_tie,
    })
}

/// The rules with the first of the declared symmetries that swap the players, and no other.
fn with_first_swap(source: &str) -> Option<String> {
    let is_swap = |line: &&str| line.starts_with("symmetry swap");
    let swap = source.lines().find(is_swap)?;
    let others = source.lines().filter(|line| !line.starts_with("symmetry"));
    Some(others.chain([swap]).flat_map(|line| [line, "\n"]).collect())
}

fn instance(source: &str, settings: &[(&str, &str)]) -> Instance {
    let rules = Rules::read(source).unwrap();
    rules.instance(&settings.iter().copied().collect()).unwrap()
}

/// Whether play from the start of the game reaches at most [`MOST`] positions.
fn is_small(game: &Reference<'_>) -> bool {
    let mut seen = BTreeSet::from([game.start()]);
    let (mut waiting, mut steps) = (vec![game.start()], Vec::new());
    while let Some(position) = waiting.pop() {
        steps.clear();
        game.expand(&position, &mut steps).unwrap();
        for step in &steps {
            if seen.insert(step.position) {
                waiting.push(step.position);
            }
        }
        if seen.len() > MOST {
            return false;
        }
    }
    true
}

/// Compares what is told of single drawn positions with what is known of all of them.
fn ties_are_told(
    name: &str,
    game: &Reference<'_>,
    values: &HashMap<U256, Value>,
    problem: &Problem,
) {
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    let plies = ties(game, values);
    let mut kept = solution.ties(usize::MAX);
    let mut drawn = 0;
    for (bits, value) in values {
        let text = game.print(bits);
        let position = problem.parse(&text).unwrap();
        let is_drawn = *value == Value::Draw;
        let expected = is_drawn.then(|| plies.contains_key(bits));
        assert_eq!(kept.is_tie(&position).unwrap(), expected, "{name} {text}");
        drawn += usize::from(is_drawn);
        if drawn % 20 == 1 {
            // Nothing is known from other questions.
            let told = solution.ties(usize::MAX).is_tie(&position).unwrap();
            assert_eq!(told, expected, "{name} {text}");
            // Whatever is told after a few looks is true.
            let told = solution.ties(3).is_tie(&position).unwrap();
            assert!(told.is_none() || told == expected, "{name} {text}");
        }
    }
}

/// Compares how many positions each player wins with the count by hand, however the positions are
/// solved, and in a table that was stored.
fn wins_are_of_players(
    name: &str,
    game: &Reference<'_>,
    values: &HashMap<U256, Value>,
    request: &Request,
) {
    let mut by_hand = Wins::default();
    for (position, value) in values {
        by_hand.add(game.mover(position), value.outcome(), 1);
    }
    let by_hand = (!game.is_impartial()).then_some(by_hand);
    let problem = Problem::new(request).unwrap();
    let methods = [
        Method::Auto,
        Method::Backward,
        Method::Retrograde,
        Method::Retracting,
        Method::Replaying,
        Method::Dense,
        Method::Tiers,
    ];
    let never = methods.map(|method| (method, PlayerSwap::Never));
    for (method, player_swap) in never
        .into_iter()
        .chain([(Method::Auto, PlayerSwap::Always)])
    {
        let options = SolveOptions::default()
            .with_method(method)
            .with_player_swap(player_swap);
        let Ok(solution) = problem.solve(&options) else {
            assert_ne!(method, Method::Auto, "{name}");
            continue;
        };
        let counts = solution.counts().unwrap();
        assert_eq!(counts.players, by_hand, "{name} {method:?} {player_swap:?}");
        if method == Method::Auto {
            let stored = Solution::of_table(&problem, Disk::of(&solution));
            assert_eq!(stored.counts().unwrap().players, by_hand, "{name}");
        }
    }
}

/// Compares a game in all views; `None` if it is too large, or if a declared symmetry is not used.
fn compare(name: &str, settings: &[(&str, &str)]) -> Option<bool> {
    let source = zug_catalogue::find(name).unwrap().source;
    let rules = instance(source, settings);
    let game = Reference::new(&rules);
    if !is_small(&game) {
        return None;
    }
    let solved = oracle::solve(&game, [game.start()]);
    let values: HashMap<U256, Value> = solved.positions.into_iter().zip(solved.values).collect();
    let mut request = Request::catalogue(name).unwrap();
    for (parameter, value) in settings {
        request = request.set(*parameter, *value);
    }
    let problem = Problem::new(&request).unwrap();
    if !problem.symmetries_left_out().is_empty() {
        // By hand all declared symmetries are used, and here those that are proved.
        assert_eq!(name, "critical-mass");
        return None;
    }
    if problem.has_gains() {
        // The oracle knows no gains, by which such a game is won: `gains` compares it.
        return None;
    }
    let options = SolveOptions::default();

    let each = by_hand(&game, &values, |position| position);
    assert_eq!(
        by_facade(&problem, View::Turn, &options).unwrap(),
        each,
        "{name}"
    );

    ties_are_told(name, &game, &values, &problem);
    wins_are_of_players(name, &game, &values, &request);

    let orbits = PlainOrbits::new(&rules, &[], None).unwrap();
    let least = |position| orbits.of(position).into_iter().min().unwrap();
    let up_to_symmetry = by_hand(&game, &values, least);
    for player_swap in [PlayerSwap::Never, PlayerSwap::Always] {
        let options = options.clone().with_player_swap(player_swap);
        let found = by_facade(&problem, View::Orbits, &options).unwrap();
        assert_eq!(found, up_to_symmetry, "{name}");
    }

    let Some(swapping) = with_first_swap(source) else {
        let refused = by_facade(&problem, View::Mover, &options);
        assert!(matches!(refused, Err(Error::NoSwapDeclared)), "{name}");
        return Some(false);
    };
    let swapping = instance(&swapping, settings);
    let swaps = PlainOrbits::new(&swapping, &[], None).unwrap();
    let seen_by_mover = by_hand(&game, &values, |position| {
        let both = swaps.of(position);
        assert_eq!(both.len(), 2, "{name}: a swap is its own inverse");
        let is_first = |position: &U256| game.mover(position) == Player::First;
        both.into_iter().find(is_first).unwrap()
    });
    for player_swap in [PlayerSwap::Never, PlayerSwap::Always] {
        let options = options.clone().with_player_swap(player_swap);
        let found = by_facade(&problem, View::Mover, &options).unwrap();
        assert_eq!(found, seen_by_mover, "{name}");
    }
    Some(true)
}

#[test]
fn each_view_counts_what_images_one_by_one_give() {
    let (mut compared, mut swapped) = (0, 0);
    let defaults = zug_catalogue::entries()
        .iter()
        .map(|entry| (entry.name, &[][..]));
    for (name, settings) in todays(6, OTHERS.into_iter().chain(defaults)) {
        if let Some(has_swap) = compare(name, settings) {
            compared += 1;
            swapped += usize::from(has_swap);
        }
    }
    assert!(compared >= all_or(5, 30), "{compared}");
    assert!(swapped >= all_or(1, 10), "{swapped}");
}

#[test]
fn however_positions_are_solved_the_views_are_the_same() {
    for (name, methods) in [
        (
            "dodgem",
            vec![Method::Dense, Method::Replaying, Method::Retracting],
        ),
        ("hexapawn", vec![Method::Tiers, Method::Dense]),
        ("tic-tac-toe", vec![Method::Tiers, Method::Retrograde]),
    ] {
        let problem = Problem::new(&Request::catalogue(name).unwrap()).unwrap();
        for view in [View::Turn, View::Mover, View::Orbits] {
            let options = SolveOptions::default();
            let Ok(expected) = by_facade(&problem, view, &options) else {
                continue;
            };
            for &method in &methods {
                let options = options.clone().with_method(method);
                let found = by_facade(&problem, view, &options).unwrap();
                assert_eq!(found, expected, "{name} {method:?}");
            }
        }
    }
}

#[test]
fn every_state_is_counted_in_each_view() {
    for name in ["dodgem", "chopsticks", "pong-hau-ki"] {
        let request = Request::catalogue(name)
            .unwrap()
            .with_scope(Scope::Everywhere);
        let problem = Problem::new(&request).unwrap();
        let options = SolveOptions::default();
        let solution = problem.solve(&options).unwrap();
        let count = |view| solution.count(view, &options).unwrap().positions;
        let counts = solution.counts().unwrap();
        assert_eq!(count(View::Turn), counts.positions, "{name}");
        assert_eq!(count(View::Mover), counts.positions / 2, "{name}");
        assert_eq!(count(View::Orbits), counts.canonical, "{name}");
        // With the players swapped each state is one that the other player wins.
        let wins = counts.players.unwrap();
        let (first, second) = (wins.of(Player::First), wins.of(Player::Second));
        assert_eq!(
            (first, first + second),
            (second, counts.wins + counts.losses)
        );
        let dense = options.clone().with_method(Method::Dense);
        if let Ok(solution) = problem.solve(&dense) {
            assert_eq!(solution.counts().unwrap().players, counts.players, "{name}");
        }
    }
}

/// On the squares 0 to 2 the draw is kept by going to and fro; on the squares 3 and 4 it can be
/// ended too.
#[test]
fn ties_are_told_from_draws_without_end() {
    let rules = "\
game gate
players A, B
at: 0..5 = 2
move left if at in {1, 2, 4}:
    at -= 1
move right if at in {0, 1, 3, 4}:
    at += 1
draw if at == 5
";
    let count = |from: &str| {
        let request = Request::rules(rules, "gate.zug").at(from);
        let problem = Problem::new(&request).unwrap();
        let options = SolveOptions::default();
        let counts = problem.solve(&options).unwrap().count(View::Turn, &options);
        counts.unwrap()
    };
    let closed = count("at=2");
    assert_eq!((closed.draws, closed.ties, closed.endless()), (3, 0, 3));
    assert_eq!((closed.longest_tie, closed.finished), (None, 0));
    let open = count("at=3");
    assert_eq!((open.draws, open.ties, open.endless()), (3, 3, 0));
    assert_eq!((open.longest_tie, open.finished), (Some(Plies(2)), 1));
}
