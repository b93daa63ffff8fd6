//! Faults planted in what a solution over an index stands on.

use std::sync::Arc;

use zug_game::{DenseIndex, Game};
use zug_job::Job;
use zug_lang::{MaterialIndex, RulesGame};
use zug_solve::strong::{Ranked, Roots, solve_dense};

use super::{assert_found, catalogue, game, root, verify};
use crate::solution::Solved;
use crate::solution::stored::Stored;

/// An index that gives some positions the number of another.
#[derive(Debug)]
struct Confused {
    index: MaterialIndex,
    wrong: fn(u64) -> u64,
}

impl DenseIndex<u64> for Confused {
    fn size(&self) -> u64 {
        DenseIndex::<u64>::size(&self.index)
    }

    fn number(&self, position: &u64) -> Option<u64> {
        self.index.number(position).map(self.wrong)
    }

    fn positions(&self, numbers: &[u64], out: &mut Vec<u64>) {
        self.index.positions(numbers, out);
    }

    fn bytes(&self) -> u64 {
        DenseIndex::<u64>::bytes(&self.index)
    }
}

/// Dodgem solved over an index that is wrong.
fn dodgem_by(wrong: fn(u64) -> u64) -> Solved<RulesGame<u64>> {
    let problem = catalogue("dodgem");
    let game = game(&problem).without_symmetry();
    let root = root(&problem);
    let index = game.material_index(game.start(), 1 << 20).unwrap();
    let index = Arc::new(Confused { index, wrong });
    let back = game.retraction().unwrap();
    let erased: Arc<dyn DenseIndex<u64>> = index.clone();
    let at = [root];
    let job = Job::default();
    let dense = solve_dense(&Ranked::new(&back, &*index), erased, &Roots::At(&at), &job);
    Solved {
        stored: Stored::Dense(dense.unwrap()),
        game,
        root,
    }
}

#[test]
fn a_right_index_is_right() {
    let certificate = verify(&dodgem_by(|number| number)).unwrap();
    assert_eq!(certificate.positions, 1963);
}

#[test]
fn numbers_that_are_mistaken_for_each_other_are_found() {
    // The numbers of a few positions change places.
    let swapped = |number: u64| match number {
        500..502 => number + 2,
        502..504 => number - 2,
        _ => number,
    };
    verify(&dodgem_by(swapped)).unwrap_err();
}

#[test]
fn two_positions_with_one_number_are_found() {
    assert_found(verify(&dodgem_by(|number| number & !1)), "");
}
