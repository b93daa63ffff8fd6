//! All games born by day 3, and many of day 4, against the oracle.

use std::collections::HashSet;
use std::rc::Rc;

use zug_partizan::{Arena, Dyadic, Form, Side};

use crate::oracle::{self, Random, Tree};

/// The trees of all canonical forms born by a day up to 2, by the definition.
fn trees_born_by(day: u32) -> Vec<Rc<Tree>> {
    let mut trees = vec![oracle::tree(&[], &[])];
    for _ in 0..day {
        let subsets: Vec<Vec<_>> = (0..1_u32 << trees.len())
            .map(|set| {
                let chosen = (0..trees.len()).filter(|n| set >> n & 1 == 1);
                chosen.map(|n| trees[n].clone()).collect()
            })
            .collect();
        let mut next: Vec<Rc<Tree>> = Vec::new();
        for left in &subsets {
            for right in &subsets {
                let canonical = oracle::canonical(&oracle::tree(left, right));
                if !next.iter().any(|known| oracle::is_same(known, &canonical)) {
                    next.push(canonical);
                }
            }
        }
        trees = next;
    }
    trees
}

/// All values born by a day, by the arena.
pub(crate) fn born_by(arena: &mut Arena, day: u32) -> Vec<Form> {
    arena.born_by(day).unwrap()
}

#[test]
fn as_many_values_are_born_by_each_day_as_is_known() {
    for (day, count) in [(0, 1), (1, 4), (2, 22), (3, 1474)] {
        assert_eq!(born_by(&mut Arena::default(), day).len(), count);
    }
}

#[test]
fn values_born_by_day_2_are_those_of_the_oracle_whatever_their_options() {
    let mut arena = Arena::default();
    let trees = trees_born_by(1);
    let mut values = HashSet::new();
    for left in 0..16_u32 {
        for right in 0..16_u32 {
            let chosen = |set: u32| {
                let chosen = (0..4).filter(|n| set >> n & 1 == 1);
                chosen.map(|n| trees[n].clone()).collect::<Vec<_>>()
            };
            let tree = oracle::tree(&chosen(left), &chosen(right));
            let form = oracle::form(&mut arena, &tree);
            let canonical = oracle::of_form(&mut arena, form);
            assert!(oracle::is_same(&canonical, &oracle::canonical(&tree)));
            values.insert(form);
        }
    }
    assert_eq!(values.len(), 22);
}

#[test]
fn values_born_by_day_3_compare_as_the_oracle_says() {
    let mut arena = Arena::default();
    let values = born_by(&mut arena, 3);
    let trees: Vec<_> = values
        .iter()
        .map(|&v| oracle::of_form(&mut arena, v))
        .collect();
    for (one, tree) in values.iter().zip(&trees) {
        assert!(oracle::is_same(tree, &oracle::canonical(tree)));
        for (other, other_tree) in values.iter().zip(&trees) {
            let found = arena.is_at_most(*one, *other).unwrap();
            assert_eq!(found, oracle::is_at_most(tree, other_tree));
        }
    }
}

#[test]
fn random_values_of_day_4_are_those_of_the_oracle() {
    let mut arena = Arena::default();
    let values = born_by(&mut arena, 3);
    let trees: Vec<_> = values
        .iter()
        .map(|&v| oracle::of_form(&mut arena, v))
        .collect();
    let mut random = Random(4);
    let mut former: Option<(Form, Rc<Tree>)> = None;
    for _ in 0..4000 {
        let tree = oracle::tree(&random.some(&trees, 3), &random.some(&trees, 3));
        let form = oracle::form(&mut arena, &tree);
        let canonical = oracle::of_form(&mut arena, form);
        assert!(oracle::is_same(&canonical, &oracle::canonical(&tree)));
        let negative = arena.negate(form).unwrap();
        assert_eq!(oracle::form(&mut arena, &oracle::negative(&tree)), negative);
        if let Some((other, other_tree)) = former {
            let found = arena.is_at_most(form, other).unwrap();
            assert_eq!(found, oracle::is_at_most(&canonical, &other_tree));
        }
        former = Some((form, canonical));
    }
}

#[test]
fn sums_of_values_born_by_day_2_are_those_of_the_oracle() {
    let mut arena = Arena::default();
    let values = born_by(&mut arena, 2);
    for &one in &values {
        for &other in &values {
            let sum = arena.add(one, other).unwrap();
            let trees = [one, other].map(|form| oracle::of_form(&mut arena, form));
            let tree = oracle::sum(&trees[0], &trees[1]);
            assert_eq!(oracle::form(&mut arena, &tree), sum);
            let canonical = oracle::of_form(&mut arena, sum);
            assert!(oracle::is_same(&canonical, &oracle::canonical(&tree)));
        }
    }
}

#[test]
fn sums_with_values_born_by_day_3_are_those_of_their_options() {
    let mut arena = Arena::default();
    let values = born_by(&mut arena, 3);
    let small = born_by(&mut arena, 2);
    for &one in values.iter().step_by(7) {
        for &other in &small {
            let sum = arena.add(one, other).unwrap();
            let mut of = |side| {
                let mut sums = Vec::new();
                for (moved, rest) in [(one, other), (other, one)] {
                    for option in arena.options(moved, side).unwrap() {
                        sums.push(arena.add(option, rest).unwrap());
                    }
                }
                sums
            };
            let (left, right) = (of(Side::Left), of(Side::Right));
            assert_eq!(arena.from_options(&left, &right).unwrap(), sum);
        }
    }
}

/// Both walls at the temperatures 0, 1/64, 2/64 and so on, in sixty-fourths, by the definition: what each
/// player gets who moves first and pays the price, until the walls meet.
fn plain_walls(arena: &mut Arena, form: Form) -> [Vec<i64>; 2] {
    const DEGREES: usize = 4 * 64;
    if let Some(number) = arena.as_number(form) {
        let at = number.numerator() * (64 >> number.exponent());
        return [vec![at; DEGREES], vec![at; DEGREES]];
    }
    let [lefts, rights] = Side::BOTH.map(|side| {
        let options = arena.options(form, side).unwrap();
        let walls = options.into_iter().map(|option| plain_walls(arena, option));
        walls.collect::<Vec<_>>()
    });
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut mast = None;
    for price in 0..DEGREES {
        let best_left = lefts.iter().map(|walls| walls[1][price]).max().unwrap() - price as i64;
        let best_right = rights.iter().map(|walls| walls[0][price]).min().unwrap() + price as i64;
        if best_left <= best_right && mast.is_none() {
            assert_eq!(
                best_left, best_right,
                "the walls meet between two temperatures"
            );
            mast = Some(best_left);
        }
        left.push(mast.unwrap_or(best_left));
        right.push(mast.unwrap_or(best_right));
    }
    [left, right]
}

#[test]
fn thermographs_of_values_born_by_day_3_are_those_of_the_definition() {
    let mut arena = Arena::default();
    for value in born_by(&mut arena, 3) {
        let walls = plain_walls(&mut arena, value);
        let thermograph = arena.thermograph(value).unwrap();
        for (side, wall) in Side::BOTH.into_iter().zip(&walls) {
            for (price, &at) in wall.iter().enumerate() {
                let [price, at] = [price as i64, at].map(|n| Dyadic::new(n, 6).unwrap());
                assert_eq!(thermograph.wall(side).at(price).unwrap(), at);
            }
        }
        if arena.as_number(value).is_none() {
            let same = walls[0]
                .iter()
                .zip(&walls[1])
                .position(|(left, right)| left == right);
            let foot = Dyadic::new(same.unwrap() as i64, 6).unwrap();
            assert_eq!(thermograph.temperature(), foot);
        }
    }
}
