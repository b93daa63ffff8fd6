//! The orbits of declared symmetries as they are written.

use zug_game::{Game, Symmetric, U256};
use zug_lang::PlainOrbits;

use crate::small;

/// Asserts for the first positions that play reaches that their orbits are those of
/// the group that solving uses.
fn orbits_agree(source: &str) {
    let game = small::narrow(source);
    let mut met = vec![game.start()];
    let mut at = 0;
    while at < met.len().min(200) {
        let mut steps = Vec::new();
        game.expand(&met[at], &mut steps).unwrap();
        at += 1;
        met.extend(steps.into_iter().map(|step| step.position));
    }
    for kept in [None, Some(met[0]), Some(met[1]), Some(met[met.len() - 1])] {
        let orbits = PlainOrbits::new(game.instance(), &[], kept.map(U256::from)).unwrap();
        let game = match kept {
            Some(kept) => game.fixing(kept),
            None => game.with_declared_symmetry(),
        };
        for position in &met {
            let images = (0..game.order()).map(|element| game.image(position, element));
            let mut images: Vec<U256> = images.map(U256::from).collect();
            images.sort_unstable();
            images.dedup();
            assert_eq!(orbits.of((*position).into()), images, "{source}");
        }
    }
}

#[test]
fn orbits_are_those_of_the_closed_group() {
    for symmetries in [
        "symmetry cells: all",
        "symmetry cells: flips",
        "symmetry cells: all, corners: all",
        "symmetry cells: (x, y) -> (2 - x, y), corners: (x, y) -> (1 - x, y)",
        "symmetry cells: (x, y) -> (y, 2 - x)",
        "symmetry swap",
        "symmetry swap cells: (x, y) -> (2 - x, y)",
        "symmetry swap\nsymmetry cells: all",
    ] {
        orbits_agree(&format!(
            "game marks\nplayers A, B\ntype cells = grid(3, 3)\ntype corners = grid(2, 2)\n\
             board[cells]: player? = none\nnear[corners]: bool = false\n\
             at: (cells, player?) = ((1, 1), none)\nhand[player]: bag(2) of player = \
             {{A: [A, B], B: [A, B]}}\n{symmetries}\n\
             move mark(c in cells) if board[c] == none:\n    board[c] = me\n\
             move near_(c in corners) if not near[c]:\n    near[c] = true\n"
        ));
    }
}
