//! Positions that stand for others with the players swapped: what is found and solved of them
//! is what is found and solved of all positions one by one.

use std::collections::{HashMap, HashSet};

use zug_game::{Game, Notation, Orbits, Player, Symmetric};
use zug_lang::{AnyGame, Rules, RulesGame, Settings, Word};
use zug_solve::Job;
use zug_solve::positions::Movers;
use zug_solve::strong::{self, Method, Positions, Solution};
use zug_testkit::{all_or, random};
use zug_values::Value;

use crate::small;

/// Games with fewer positions than this within reach are solved.
const SOLVED: usize = 30_000;

/// Compares the game with the swap and without any symmetry, from a position. Returns the
/// number of positions, that of positions kept and the order of the group; `None` if the game
/// is too large, its rules break within reach, or there is no swap.
fn solved_alike<W: Word>(game: &RulesGame<W>, root: W) -> Option<(usize, usize, usize)> {
    let swapping = game.fixing_with_swap(root)?;
    let keeping = game.fixing(root);
    assert_eq!(swapping.order(), 2 * keeping.order());
    let plain = plain(&game.without_symmetry(), root)?;
    let job = Job::default();
    let (orbits, kept) = (Orbits::new(&swapping), swapping.canonical(&root));
    let roots = [(kept, game.mover(&root))];
    let mut found = None;
    for method in [Method::Auto, Method::Replaying, Method::Retrograde] {
        let positions = Positions::explore(&orbits, [kept], method, &job).unwrap();
        let movers = positions.movers(&orbits, roots, &job).unwrap();
        let solution = positions.solve_replaying(&orbits, method, &job).unwrap();
        compare(&swapping, &keeping, &plain, &solution, &movers);
        found = Some((plain.len(), solution.len(), swapping.order()));
    }
    if let Ok(back) = swapping.retraction() {
        let (orbits, method) = (Orbits::new(&back), Method::Retracting);
        let positions = Positions::explore(&orbits, [kept], method, &job).unwrap();
        let movers = positions.movers(&orbits, roots, &job).unwrap();
        let solution = positions.solve(&orbits, method, &job).unwrap();
        compare(&swapping, &keeping, &plain, &solution, &movers);
    }
    found
}

/// The value of every position within reach, by the solver without symmetries.
fn plain<W: Word>(game: &RulesGame<W>, root: W) -> Option<HashMap<W, Value>> {
    let mut seen = HashSet::from([root]);
    let mut waiting = vec![root];
    let mut steps = Vec::new();
    while let Some(position) = waiting.pop() {
        steps.clear();
        game.expand(&position, &mut steps).ok()?;
        for step in &steps {
            if seen.insert(step.position) {
                waiting.push(step.position);
            }
        }
        if seen.len() > SOLVED {
            return None;
        }
    }
    let solution = strong::solve(game, [root], &Job::default()).unwrap();
    Some(solution.iter().collect())
}

fn compare<W: Word>(
    swapping: &RulesGame<W>,
    keeping: &RulesGame<W>,
    plain: &HashMap<W, Value>,
    solution: &Solution<W>,
    movers: &Movers,
) {
    for (position, value) in plain {
        let text = || swapping.print(position);
        let kept = swapping.canonical(position);
        assert_eq!(swapping.mover(&kept), Player::First, "{}", text());
        assert_eq!(keeping.canonical(&kept), kept, "{}", text());
        assert_eq!(swapping.orbit(position), 2 * keeping.orbit(position));
        let id = solution.id(&kept).unwrap_or_else(|| panic!("{}", text()));
        assert_eq!(solution.value_of(id), *value, "{}", text());
        // Of all images exactly those are reached that play reaches.
        for element in 0..swapping.order() {
            let image = swapping.image(position, element);
            assert_eq!(swapping.canonical(&image), kept, "{}", text());
            let is_reached = movers.has(id, swapping.mover(&image));
            assert_eq!(is_reached, plain.contains_key(&image), "{}", text());
        }
    }
    let (mut positions, mut moves) = (0, 0);
    for (index, (kept, _)) in solution.iter().enumerate() {
        let id = solution.id(&kept).unwrap();
        assert_eq!(id.index(), index);
        assert!(movers.count(id) > 0);
        positions += keeping.orbit(&kept) as u64 * movers.count(id);
        let mut steps = Vec::new();
        keeping.expand(&kept, &mut steps).unwrap();
        moves += steps.len() as u64 * movers.count(id);
    }
    assert_eq!(positions, plain.len() as u64);
    assert_eq!(movers.moves(), moves);
}

/// Compares from the start and from some positions within reach of it.
fn from_several<W: Word>(game: &RulesGame<W>) -> Option<(usize, usize, usize)> {
    let found = solved_alike(game, game.start());
    let mut position = game.start();
    for ply in 0..6 {
        let mut steps = Vec::new();
        if game.expand(&position, &mut steps).is_err() || steps.is_empty() {
            break;
        }
        position = steps[ply * 7 % steps.len()].position;
        if ply == 0 || ply == 5 {
            solved_alike(game, position);
        }
    }
    found
}

#[test]
fn the_catalogue_is_solved_alike_with_players_swapped() {
    let mut halved = Vec::new();
    let (mut compared, mut all) = (0, Vec::new());
    for (name, game) in small::games_of_today(3) {
        all.push(name);
        let found = match &game {
            AnyGame::Narrow(game) => from_several(game),
            AnyGame::Wide(game) => from_several(game),
            AnyGame::Widest(game) => from_several(game),
        };
        let Some((positions, kept, order)) = found else {
            continue;
        };
        compared += 1;
        if kept * order < positions + positions / 2 {
            halved.push(name);
        }
    }
    assert!(compared >= all_or(1, 8), "{compared}");
    for name in ["chopsticks", "dodgem", "mu-torere", "pong-hau-ki"] {
        let is_asked = all.contains(&name);
        assert_eq!(halved.contains(&name), is_asked, "{name}: {halved:?}");
    }
}

#[test]
fn random_games_are_solved_alike_with_players_swapped() {
    let (mut compared, mut swapped) = (0, 0);
    for seed in 0..all_or(150, 400) {
        let source = random::symmetric_game(seed);
        let Ok(rules) = Rules::read(&source) else {
            continue;
        };
        let Ok(instance) = rules.instance(&Settings::default()) else {
            continue;
        };
        // The symmetry that rules declare may be none; then the game is refused.
        let found = match instance.game() {
            Ok(AnyGame::Narrow(game)) => from_several(&game),
            Ok(AnyGame::Wide(game)) => from_several(&game),
            Ok(AnyGame::Widest(game)) => from_several(&game),
            Err(_) => continue,
        };
        if let Some((positions, kept, _)) = found {
            compared += 1;
            swapped += usize::from(kept < positions);
        }
    }
    assert!(compared >= all_or(15, 40), "{compared}");
    assert!(swapped >= all_or(7, 20), "{swapped}");
}
