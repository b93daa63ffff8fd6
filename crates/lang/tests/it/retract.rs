//! Taking moves back is the inverse of making them: between any two positions there are
//! as many ways back as there are moves.

use std::collections::{HashMap, HashSet};

use zug_game::{Game, Notation, Orbits, PerfectIndex, Retractable, Step, Symmetric};
use zug_lang::{AnyGame, Retraction, RulesGame, Word};
use zug_solve::Job;
use zug_solve::strong::{Method, Positions};
use zug_testkit::all_or;
use zug_testkit::oracle;
use zug_values::Turn;

use crate::small;

/// The most states of a game that is checked in all its states.
const ALL_STATES: u128 = 60_000;

/// The number of positions that are checked of a larger game, the first that play
/// reaches. A game that has fewer positions within reach is solved too.
const WITHIN_REACH: usize = 20_000;

/// The number of such positions in this run: a tenth, unless the run plays all that it can.
fn most_within_reach() -> usize {
    all_or(WITHIN_REACH / 10, WITHIN_REACH)
}

/// The number of states whose neighbours are checked where a run plays all that it can; else a fifth.
const SPREAD: u128 = 3_000;

/// The number of moves between two positions, by the position before, the position
/// after, and whether the turn is kept.
type Moves<W> = HashMap<(W, W, bool), u32>;

fn add<W: Word>(moves: &mut Moves<W>, from: W, to: W, turn: Turn) {
    *moves.entry((from, to, turn == Turn::Kept)).or_default() += 1;
}

/// Compares moves and ways back between these positions. Moves to other positions, and
/// moves of a position that faults, do not count.
fn the_law_holds<G>(game: &G, positions: &[G::Position], name: impl Fn(&G::Position) -> String)
where
    G: Retractable,
    G::Position: Word,
{
    let all: HashSet<G::Position> = positions.iter().copied().collect();
    let mut faulty = HashSet::new();
    let (mut forward, mut back) = (Moves::new(), Moves::new());
    let mut steps: Vec<Step<G::Position>> = Vec::new();
    for &position in positions {
        steps.clear();
        if game.expand(&position, &mut steps).is_err() {
            faulty.insert(position);
            continue;
        }
        for step in &steps {
            if all.contains(&step.position) {
                add(&mut forward, position, step.position, step.turn);
            }
        }
    }
    for &position in positions {
        steps.clear();
        game.predecessors(&position, &mut steps).unwrap();
        for step in &steps {
            if all.contains(&step.position) && !faulty.contains(&step.position) {
                add(&mut back, step.position, position, step.turn);
            }
        }
    }
    for (way, count) in &forward {
        let found = back.get(way).copied().unwrap_or_default();
        let (from, to, _) = way;
        assert_eq!(found, *count, "{} to {}", name(from), name(to));
    }
    assert!(!forward.is_empty());
    assert_eq!(forward.len(), back.len());
}

/// Checks states that are spread over all states: a move of such a state can be taken
/// back, and what its predecessors lead to is the state, in both cases as often.
fn near<W: Word>(game: &Retraction<W>, rules: &RulesGame<W>, name: impl Fn(&W) -> String) {
    let mut steps = Vec::new();
    let states = (0..all_or(SPREAD / 5, SPREAD)).map(|n: u128| {
        let spread = n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        rules.unrank((spread >> 1) % rules.size()).unwrap()
    });
    let count = |steps: &[Step<W>], position: W, turn: Turn| {
        let same = |step: &&Step<W>| step.position == position && step.turn == turn;
        steps.iter().filter(same).count()
    };
    for state in states {
        steps.clear();
        if game.expand(&state, &mut steps).is_ok() {
            for step in &steps {
                let mut before = Vec::new();
                game.predecessors(&step.position, &mut before).unwrap();
                let found = count(&before, state, step.turn);
                assert_eq!(
                    found,
                    count(&steps, step.position, step.turn),
                    "{}",
                    name(&state)
                );
            }
        }
        steps.clear();
        game.predecessors(&state, &mut steps).unwrap();
        for step in &steps {
            let mut after = Vec::new();
            if game.expand(&step.position, &mut after).is_ok() {
                let found = count(&after, state, step.turn);
                assert_eq!(
                    found,
                    count(&steps, step.position, step.turn),
                    "{}",
                    name(&state)
                );
            }
        }
    }
}

/// Solves the game without keeping its moves; every position must have the value that
/// the oracle says.
fn solved_alike<W: Word>(retraction: &Retraction<W>, game: &RulesGame<W>) {
    if within_reach(game).len() >= most_within_reach() {
        return;
    }
    let (method, job) = (Method::Retracting, Job::default());
    let expected = oracle::solve(game, [game.start()]);
    let solve = |positions: Positions<W>| positions.solve(retraction, method, &job).unwrap();
    let solution = solve(Positions::explore(retraction, [game.start()], method, &job).unwrap());
    assert_eq!(solution.len(), expected.positions.len());
    assert_eq!(solution.edges(), expected.moves as u64);
    // Once more with the symmetries that leave the start as it is.
    let fixing = game.fixing(game.start()).retraction().unwrap();
    let orbits = Orbits::new(&fixing);
    let canonical = Positions::explore(&orbits, [orbits.start()], method, &job).unwrap();
    let canonical = canonical.solve(&orbits, method, &job).unwrap();
    for (position, value) in expected.positions.iter().zip(&expected.values) {
        assert_eq!(solution.value(position), Some(*value));
        let image = fixing.canonical(position);
        assert_eq!(canonical.value(&image), Some(*value));
    }
}

/// Returns the first positions that play reaches. A position that faults leads nowhere.
fn within_reach<W: Word>(game: &RulesGame<W>) -> Vec<W> {
    let mut found = vec![game.start()];
    let mut seen = HashSet::from([game.start()]);
    let mut steps = Vec::new();
    let mut next = 0;
    let most = most_within_reach();
    while next < found.len() && found.len() < most {
        steps.clear();
        if game.expand(&found[next], &mut steps).is_ok() {
            let new = steps.iter().map(|step| step.position);
            found.extend(new.filter(|position| seen.insert(*position)));
        }
        next += 1;
    }
    found
}

/// Returns whether the moves of the game can be taken back.
fn check<W: Word>(game: &RulesGame<W>) -> bool {
    let Ok(retraction) = game.retraction() else {
        return false;
    };
    let states = game.size();
    let positions = if states <= all_or(ALL_STATES / 5, ALL_STATES) {
        let all = (0..states).map(|rank| game.unrank(rank).unwrap());
        all.collect()
    } else {
        within_reach(game)
    };
    the_law_holds(&retraction, &positions, |position| game.print(position));
    // Once more for orbits, with all declared symmetries.
    let orbits = Orbits::new(&retraction);
    let mut canonical: Vec<W> = positions.iter().map(|p| game.canonical(p)).collect();
    canonical.sort_unstable();
    canonical.dedup();
    if game.order() > 1 {
        the_law_holds(&orbits, &canonical, |position| game.print(position));
    }
    solved_alike(&retraction, game);
    near(&retraction, game, |position| game.print(position));
    true
}

/// Games with moves that can have come about in too many ways: a position does not tell
/// which stones were captured, blown up or flew apart, which squares of a bar of chocolate were
/// bitten off, or where the piece stood that covers four squares now.
const NOT_BACK: [&str; 7] = [
    "atomic-chess",
    "capture-go",
    "chomp",
    "critical-mass",
    "go",
    "l-game",
    "russian-draughts",
];

/// In nearly every small game of the catalogue all moves can be taken back.
#[test]
fn moves_taken_back_are_the_moves_turned_round() {
    let mut not_back = Vec::new();
    let mut expected = Vec::new();
    for (name, game) in small::games_of_today(4) {
        expected.extend(NOT_BACK.into_iter().filter(|known| *known == name));
        let is_back = match &game {
            AnyGame::Narrow(game) => check(game),
            AnyGame::Wide(game) => check(game),
            AnyGame::Widest(game) => check(game),
        };
        if !is_back {
            not_back.push(name);
        }
    }
    assert_eq!(not_back, expected);
}

/// Everything that the body of a move can do: exchange fields, write where the position
/// says, keep the turn, give a result in the middle, branch, fault.
#[test]
fn whatever_a_body_does_is_taken_back() {
    let game = small::narrow(
        "\
game odd
players A, B
type places = 0..3

x: 0..4 = 0
y: 0..4 = 1
at: places = 0
cell[places]: 0..2 = 1
hand[player]: bag(2) of 0..2 = [0, 1]

move swap if x != y:
    let t = x
    x = y
    y = t
    again

move turn(k in 1..2):
    at = (at + k) % 4
    cell[at] = k

move mix if x > 0:
    x -= 1
    y = y + 1 - x
    win me if y == 3

move slide if cell[at] > 0:
    let here = at
    cell[at] -= 1
    x = 4 - x
    at = 3 - at
    if cell[at] == here:
        again
        y = 2
    win me if x == cell[here]
    draw if y == 0

move shift(a in 0..2) if hand[me][a] > 0:
    hand[me][a] -= 1
    hand[me][(a + x) % 3] += 1
    if x > y:
        cell[x % 4] = cell[y % 4]

win other if x == 4 and y == 4
",
    );
    let retraction = game.retraction().unwrap();
    near(&retraction, &game, |position| game.print(position));
    let reach = within_reach(&game);
    the_law_holds(&retraction, &reach, |position| game.print(position));
}

/// The position after a fall does not tell from where: a table that begins at 3 lists the places.
#[test]
fn a_number_that_a_table_alone_lists_is_taken_back() {
    let game = small::narrow(
        "\
game fall
players A, B
let holes = [i % 7 == 3 for i in 0..97]

x: 3..100 = 3
lives: 0..3 = 3

move step if x < 100:
    x += 1

move fall if holes[x-3] and lives > 0:
    x = 5
    lives -= 1

win other if lives == 0
",
    );
    assert!(check(&game));
}

#[test]
fn a_move_that_forgets_too_much_is_not_taken_back() {
    let game = small::narrow(
        "\
game forgetful
impartial
type places = 0..5

cell[places]: 0..9 = 9

move take(i in places) if cell[i] > 0:
    cell[i] -= 1

move wipe if cell[0] > 0:
    for i in places:
        cell[i] = 0
",
    );
    let refused = game.retraction().unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the move wipe: it can have gone more ways than are worth trying"
    );
}
