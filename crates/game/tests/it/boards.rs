//! The options of either player.

use zug_game::{Boards, Game, Player, Step};

use crate::ring::Ring;

#[test]
fn the_movers_options_are_the_successors() {
    for state in Ring::states() {
        let (mut options, mut steps) = (Vec::new(), Vec::new());
        let board = Ring.board(&state);
        let of_options = Ring.options(&board, Ring.mover(&state), &mut options);
        let of_steps = Ring.expand(&state, &mut steps);
        assert_eq!(of_options, of_steps);
        let boards = steps.iter().map(|step| Step {
            position: Ring.board(&step.position),
            turn: step.turn,
        });
        assert_eq!(options, boards.collect::<Vec<_>>());
    }
}

#[test]
fn the_other_player_has_options_of_their_own() {
    let mut marks = [None; 5];
    marks[0] = Some(Player::First);
    let options = |player| {
        let mut out = Vec::new();
        assert_eq!(Ring.options(&marks, player, &mut out), Ok(None));
        out.len()
    };
    // First may not mark a cell beside the mark.
    assert_eq!(options(Player::First), 2);
    assert_eq!(options(Player::Second), 4);
}
