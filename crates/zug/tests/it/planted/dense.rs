//! Faults planted in what a solution over an index stands on.

use std::sync::Arc;

use zug::Job;
use zug::testing::{Planted, PlantedValues, small_game};
use zug_game::{DenseIndex, Game, Orbits, Symmetric};
use zug_lang::MaterialIndex;
use zug_solve::strong::{Ranked, Roots, solve_dense};

use super::{assert_found, catalogue, root, verify};

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

    fn symmetries(&self) -> u32 {
        DenseIndex::<u64>::symmetries(&self.index)
    }

    fn orbit_sizes(&self, numbers: &[u64], sizes: &mut Vec<u32>) {
        DenseIndex::<u64>::orbit_sizes(&self.index, numbers, sizes);
    }
}

/// A game of the catalogue solved over an index that is wrong, with the symmetries that it is folded
/// with, and the number of these.
fn solved_by(name: &str, wrong: fn(u64) -> u64) -> (Planted, usize) {
    let problem = catalogue(name);
    let game = small_game(&problem);
    let root = root(&problem);
    let index = game.material_index(game.start(), 1 << 20).unwrap();
    let game = match index.folded_with() {
        [] => game.without_symmetry(),
        places => game.with_some_symmetries(places),
    };
    let index = Arc::new(Confused { index, wrong });
    let back = game.retraction().unwrap();
    let orbits = Orbits::new(&back);
    let erased: Arc<dyn DenseIndex<u64>> = index.clone();
    let at = [root];
    let job = Job::default();
    let dense = solve_dense(
        &Ranked::new(&orbits, &*index),
        erased,
        &Roots::At(&at),
        &job,
    );
    let order = game.order();
    let values = PlantedValues::Dense(dense.unwrap());
    (Planted::new(game, values, root), order)
}

/// Dodgem solved over an index that is wrong.
fn dodgem_by(wrong: fn(u64) -> u64) -> Planted {
    solved_by("dodgem", wrong).0
}

#[test]
fn a_right_index_is_right() {
    let certificate = verify(&dodgem_by(|number| number)).unwrap();
    assert_eq!(certificate.positions, 1963);
}

/// Three men's morris has 8 symmetries, with which its index is folded.
#[test]
fn a_folded_index_that_is_wrong_is_found() {
    let (right, order) = solved_by("three-mens-morris", |number| number);
    assert_eq!(order, 8);
    verify(&right).unwrap();
    let (wrong, _) = solved_by("three-mens-morris", |number| number & !1);
    verify(&wrong).unwrap_err();
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
