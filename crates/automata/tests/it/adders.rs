//! Addition is proved from the order of the forms alone: x + 0 = x and x + (y + 1) = (x + y) + 1.

use zug_automata::{Automaton, Bounds, Digits, Linear, Relation, Track};
use zug_job::Job;

use crate::SYSTEMS;

/// The pairs of forms of which the first comes before the second: at the first place where they
/// differ it has the smaller digit. This knows nothing of weights.
fn before(digits: Digits, first: Track, second: Track, bounds: &Bounds<'_>) -> Automaton {
    let count = digits.count();
    let letters = count * count;
    let mut next = vec![0; 3 * letters];
    for one in 0..count {
        for other in 0..count {
            let (low, high) = if first < second {
                (one, other)
            } else {
                (other, one)
            };
            let letter = low + count * high;
            next[letter] = match one.cmp(&other) {
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Greater => 2,
            };
            next[letters + letter] = 1;
            next[2 * letters + letter] = 2;
        }
    }
    let tracks = vec![first.min(second), first.max(second)];
    Automaton::from_table(digits, tracks, next, vec![false, true, false], bounds).unwrap()
}

/// The pairs of forms of which the second is the next after the first.
fn successor(digits: Digits, first: Track, second: Track, bounds: &Bounds<'_>) -> Automaton {
    let between = before(digits, first, 99, bounds)
        .and(&before(digits, 99, second, bounds), bounds)
        .unwrap()
        .exists(99, bounds)
        .unwrap();
    let ordered = before(digits, first, second, bounds);
    ordered.minus(&between, bounds).unwrap()
}

#[test]
fn adders_prove_themselves() {
    let job = Job::default();
    let bounds = Bounds::new(&job, 10_000);
    for digits in SYSTEMS {
        let adder = |x, y, z| {
            let sum = Linear::new([(x, 1), (y, 1), (z, -1)], 0);
            Automaton::linear(digits, &sum, Relation::Zero, &bounds).unwrap()
        };
        // x + 0 = x, where 0 is the form of zeros.
        let zero = Automaton::linear(digits, &Linear::new([(1, 1)], 0), Relation::Zero, &bounds);
        let plus_zero = adder(0, 1, 2).and(&zero.unwrap(), &bounds).unwrap();
        let pairs = plus_zero.exists(1, &bounds).unwrap();
        let same = before(digits, 0, 2, &bounds)
            .or(&before(digits, 2, 0, &bounds), &bounds)
            .unwrap()
            .complement(&bounds)
            .unwrap();
        assert_eq!(pairs.difference(&same, &bounds), Ok(None), "{digits:?}");
        // Tracks: x is 0, y is 1, y + 1 is 2, x + (y + 1) is 3, x + y is 4.
        let left = adder(0, 2, 3).and(&successor(digits, 1, 2, &bounds), &bounds);
        let left = left.unwrap().exists(2, &bounds).unwrap();
        let right = adder(0, 1, 4).and(&successor(digits, 4, 3, &bounds), &bounds);
        let right = right.unwrap().exists(4, &bounds).unwrap();
        assert_eq!(left.difference(&right, &bounds), Ok(None), "{digits:?}");
    }
}

#[test]
fn an_adder_with_one_wrong_step_is_found_out() {
    let job = Job::default();
    let bounds = Bounds::new(&job, 10_000);
    let digits = Digits::FIBONACCI;
    let sum = Linear::new([(0, 1), (1, 1), (3, -1)], 0);
    let adder = Automaton::linear(digits, &sum, Relation::Zero, &bounds).unwrap();
    let table: Vec<u32> = adder.rows().flatten().copied().collect();
    let mut wrong = 0;
    for place in 0..table.len() {
        let mut table = table.clone();
        table[place] = (table[place] + 1) % adder.states() as u32;
        let tracks = adder.tracks().to_vec();
        let accepting = adder.accepting().to_vec();
        let forged = Automaton::from_table(digits, tracks, table, accepting, &bounds).unwrap();
        if forged.difference(&adder, &bounds) == Ok(None) || forged.rows().next().unwrap()[0] != 0 {
            continue;
        }
        wrong += 1;
        let left = forged.renamed(&[0, 2, 3], &bounds).unwrap();
        let left = left
            .and(&successor(digits, 1, 2, &bounds), &bounds)
            .unwrap();
        let left = left.exists(2, &bounds).unwrap();
        let right = forged.renamed(&[0, 1, 4], &bounds).unwrap();
        let right = right
            .and(&successor(digits, 4, 3, &bounds), &bounds)
            .unwrap();
        let right = right.exists(4, &bounds).unwrap();
        let zero = Automaton::linear(digits, &Linear::new([(1, 1)], 0), Relation::Zero, &bounds);
        let at_zero = |adder: &Automaton| {
            let at = adder.and(zero.as_ref().unwrap(), &bounds).unwrap();
            at.exists(1, &bounds).unwrap()
        };
        let is_right = left.difference(&right, &bounds) == Ok(None)
            && at_zero(&forged).difference(&at_zero(&adder), &bounds) == Ok(None);
        assert!(!is_right, "place {place}");
    }
    assert!(wrong > 20, "{wrong}");
}
