//! Which moves take which away, as the plain evaluator finds it and as the residual program does.

use std::collections::{HashSet, VecDeque};

use zug_game::{Game, Symmetric, U256};
use zug_lang::{AnyGame, Instance, Reference, Rules, Settings};

/// Rules of two players on four by three cells; `{moves}` stands for the last lines.
const BOARD: &str = "\
game board
players Left, Right
type cells = grid(4, 3)
full[cells]: bool = false
let along = {Left: (0, 1), Right: (1, 0)}
";

fn instance(moves: &str) -> Instance {
    let rules = Rules::read(&format!("{BOARD}{moves}")).unwrap();
    rules.instance(&Settings::default()).unwrap()
}

const DOMINOES: &str = "\
move place(a in cells, b = a + along[me]) if b in cells and not full[a] and not full[b]:
    full[a] = true
    full[b] = true
";

#[test]
fn both_find_the_same() {
    let instance = instance(DOMINOES);
    let plain = Reference::new(&instance).shrinking().unwrap();
    let AnyGame::Narrow(game) = instance.game().unwrap() else {
        panic!("it has 13 bits");
    };
    let residual = game.shrinking().unwrap();
    assert!(plain.tests().eq(residual.tests()));
    assert_eq!(plain.takes(), residual.takes());
    assert_eq!(plain.of_first(), residual.of_first());
    assert_eq!((plain.of_first(), plain.takes().len()), (8, 17));
}

/// In every position of play the moves that are left to the player to move are as many as are
/// legal, and each move leaves what it does not take away.
#[test]
fn what_is_found_holds_in_every_position() {
    let instance = instance(DOMINOES);
    let rules = Reference::new(&instance);
    let plain = rules.shrinking().unwrap();
    let mut seen = HashSet::from([rules.start()]);
    let mut queue = VecDeque::from([rules.start()]);
    while let Some(position) = queue.pop_front() {
        let left: Vec<usize> = plain.left(position).collect();
        let first_moves = rules.mover(&position) == zug_game::Player::First;
        let own = left
            .iter()
            .filter(|number| (**number < plain.of_first()) == first_moves);
        let own: Vec<usize> = own.copied().collect();
        let mut steps = Vec::new();
        rules.expand(&position, &mut steps).unwrap();
        assert_eq!(own.len(), steps.len());
        let mut after: Vec<Vec<usize>> = own
            .iter()
            .map(|of| {
                let taken = &plain.takes()[*of];
                left.iter()
                    .copied()
                    .filter(|other| !taken.contains(other))
                    .collect()
            })
            .collect();
        let mut found: Vec<Vec<usize>> = steps
            .iter()
            .map(|step| plain.left(step.position).collect())
            .collect();
        after.sort();
        found.sort();
        assert_eq!(after, found);
        queue.extend(
            steps
                .iter()
                .map(|step| step.position)
                .filter(|to| seen.insert(*to)),
        );
    }
    assert!(seen.len() > 100, "{}", seen.len());
}

/// The moves that are left in an image of a position are the images of those left in the position.
#[test]
fn symmetries_map_moves_to_moves() {
    let mirrored = "symmetry cells: (x, y) -> (3 - x, y)\nsymmetry cells: (x, y) -> (x, 2 - y)\n";
    let instance = instance(&format!("{DOMINOES}{mirrored}"));
    let plain = Reference::new(&instance).shrinking().unwrap();
    let AnyGame::Narrow(game) = instance.game().unwrap() else {
        panic!("it has 13 bits");
    };
    assert_eq!(game.order(), 4);
    for element in 0..4 {
        let map = |position: U256| game.image(&position.as_u64(), element).into();
        let to = plain.images(map, false).unwrap();
        let mut seen = HashSet::from([game.start()]);
        let mut queue = VecDeque::from([game.start()]);
        while let Some(position) = queue.pop_front() {
            let image = game.image(&position, element);
            let left: HashSet<usize> = plain.left(position.into()).map(|of| to[of]).collect();
            assert_eq!(left, plain.left(image.into()).collect());
            let mut steps = Vec::new();
            game.expand(&position, &mut steps).unwrap();
            let new = steps.iter().map(|step| step.position);
            queue.extend(new.filter(|to| seen.insert(*to)));
        }
        // With the roles changed each flat domino would be an upright one.
        assert!(plain.images(map, true).is_none());
    }
}

#[test]
fn images_of_moves_are_not_told_where_moves_cannot_be_told_apart() {
    let images = |rules: &str| {
        let instance = instance(rules);
        let plain = Reference::new(&instance).shrinking().unwrap();
        plain.images(|position| position, false)
    };
    let fill = "if not full[a]:\n    full[a] = true\n";
    assert!(images(&format!("move fill(a in cells) {fill}")).is_some());
    // Two moves that do the same.
    let twins = format!("move fill(a in cells) {fill}move mark(a in cells) {fill}");
    assert!(images(&twins).is_none());
    // There is no position in which both moves are left.
    let either = "tall: bool = false\nmove raise(a in {(0, 0)}) if not tall and not full[a]:\n    full[a] = true\nmove lower(a in {(0, 0)}) if tall and not full[a]:\n    full[a] = true\n";
    assert!(images(either).is_none());
}

#[test]
fn nothing_is_found_where_moves_are_of_another_kind() {
    for moves in [
        // It gives moves back.
        "move lift(a in cells) if full[a]:\n    full[a] = false\nmove fill(a in cells) if not full[a]:\n    full[a] = true\n",
        // It is legal in two ways.
        "move fill(a in cells, b = a + along[me]) if b in cells and not full[a] and (full[b] or not full[b]):\n    full[a] = true\n",
        // It stays.
        "move wait(a in cells) if not full[a]:\n    full[a] = false\n",
        // It keeps the turn.
        "move fill(a in cells) if not full[a]:\n    full[a] = true\n    again\n",
        // The game ends otherwise.
        "move fill(a in cells) if not full[a]:\n    full[a] = true\nwin other if full[0, 0]\n",
        // Which cells the player can choose depends on the position.
        "move fill(a in {c for c in cells if not full[c]}):\n    full[a] = true\n",
    ] {
        let instance = instance(moves);
        assert!(Reference::new(&instance).shrinking().is_none(), "{moves}");
    }
}
