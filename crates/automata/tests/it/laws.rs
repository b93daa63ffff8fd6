//! Sets of small tuples, by plain evaluation.

use proptest::prelude::*;
use zug_automata::{Automaton, Bounds, Digits, Linear, Relation};
use zug_job::Job;

use crate::SYSTEMS;

#[derive(Clone, Debug)]
enum Formula {
    Atom(Vec<i64>, i64, Relation),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Not(Box<Formula>),
}

impl Formula {
    fn holds(&self, numbers: &[u64]) -> bool {
        match self {
            Self::Atom(coefficients, constant, relation) => {
                let terms = coefficients.iter().zip(numbers);
                let sum: i64 = terms.map(|(c, n)| c * *n as i64).sum::<i64>() + constant;
                match relation {
                    Relation::Zero => sum == 0,
                    Relation::AtLeastZero => sum >= 0,
                    Relation::MultipleOf(modulus) => sum % i64::from(*modulus) == 0,
                }
            }
            Self::And(a, b) => a.holds(numbers) && b.holds(numbers),
            Self::Or(a, b) => a.holds(numbers) || b.holds(numbers),
            Self::Not(a) => !a.holds(numbers),
        }
    }

    fn automaton(&self, digits: Digits, bounds: &Bounds<'_>) -> Automaton {
        let of = |formula: &Self| formula.automaton(digits, bounds);
        match self {
            Self::Atom(coefficients, constant, relation) => {
                let terms = (0u16..).zip(coefficients.iter().copied());
                let sum = Linear::new(terms, *constant);
                Automaton::linear(digits, &sum, *relation, bounds).unwrap()
            }
            Self::And(a, b) => of(a).and(&of(b), bounds).unwrap(),
            Self::Or(a, b) => of(a).or(&of(b), bounds).unwrap(),
            Self::Not(a) => of(a).complement(bounds).unwrap(),
        }
    }
}

fn formula() -> impl Strategy<Value = Formula> {
    let relation = prop_oneof![
        Just(Relation::Zero),
        Just(Relation::AtLeastZero),
        (1u32..4).prop_map(Relation::MultipleOf),
    ];
    let atom = (prop::collection::vec(-3i64..4, 3), -6i64..7, relation)
        .prop_map(|(terms, constant, relation)| Formula::Atom(terms, constant, relation));
    atom.prop_recursive(2, 3, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone()
                .prop_map(|(a, b)| Formula::And(a.into(), b.into())),
            two.prop_map(|(a, b)| Formula::Or(a.into(), b.into())),
            inner.prop_map(|a| Formula::Not(a.into())),
        ]
    })
}

/// The automaton over all three tracks.
fn on_three(formula: &Formula, digits: Digits, bounds: &Bounds<'_>) -> Automaton {
    let all = Automaton::all(digits, &[0, 1, 2], bounds).unwrap();
    all.and(&formula.automaton(digits, bounds), bounds).unwrap()
}

proptest! {
    #[test]
    fn a_set_has_the_tuples_for_which_its_formula_is_true(formula in formula()) {
        let job = Job::default();
        let bounds = Bounds::new(&job, 1_000_000);
        for digits in SYSTEMS {
            let automaton = on_three(&formula, digits, &bounds);
            prop_assert!(automaton.rows().next().unwrap()[0] == 0, "zeros in front");
            for x in 0..14 {
                for y in 0..9 {
                    for z in 0..9 {
                        let numbers = [x, y, z];
                        prop_assert_eq!(automaton.accepts(&numbers), formula.holds(&numbers));
                    }
                }
            }
        }
    }

    #[test]
    fn a_projection_has_what_some_number_completes(formula in formula()) {
        let job = Job::default();
        let bounds = Bounds::new(&job, 1_000_000);
        // A number that completes a small tuple may be large: it is asked for a small one.
        let small = Formula::Atom(vec![0, 0, -1], 40, Relation::AtLeastZero);
        let formula = Formula::And(formula.into(), small.into());
        for digits in SYSTEMS {
            let projected = on_three(&formula, digits, &bounds).exists(2, &bounds).unwrap();
            for x in 0..9 {
                for y in 0..9 {
                    let known = (0..=40).any(|z| formula.holds(&[x, y, z]));
                    prop_assert_eq!(projected.accepts(&[x, y]), known);
                }
            }
        }
    }

    #[test]
    fn the_least_tuple_is_in_the_set(formula in formula()) {
        let job = Job::default();
        let bounds = Bounds::new(&job, 1_000_000);
        let automaton = on_three(&formula, Digits::FIBONACCI, &bounds);
        match automaton.least() {
            Some(numbers) => prop_assert!(formula.holds(&numbers)),
            None => prop_assert!(automaton.is_empty()),
        }
    }

    #[test]
    fn numbers_are_read_as_they_are_written(number in any::<u64>()) {
        for digits in SYSTEMS {
            prop_assert_eq!(digits.read(&digits.write(number)), Some(number));
        }
    }
}

#[test]
fn each_number_has_one_form_and_forms_are_in_order() {
    for digits in SYSTEMS {
        let forms: Vec<Vec<u8>> = (0..3000).map(|n| digits.write(n)).collect();
        let key = |form: &Vec<u8>| (form.len(), form.clone());
        assert!(forms.windows(2).all(|two| key(&two[0]) < key(&two[1])));
    }
}

#[test]
fn an_automaton_and_its_projection_are_the_smallest() {
    let job = Job::default();
    let bounds = Bounds::new(&job, 1000);
    let residues = |modulus| {
        let sum = Linear::new([(0, 1)], 0);
        Automaton::linear(
            Digits::base(2),
            &sum,
            Relation::MultipleOf(modulus),
            &bounds,
        )
        .unwrap()
    };
    assert_eq!(residues(7).states(), 7);
    assert_eq!(residues(4).states(), 3);
}

#[test]
fn a_tuple_is_the_only_member_of_its_set() {
    let job = Job::default();
    let bounds = Bounds::new(&job, 10_000);
    let large = 1 << 60;
    for digits in SYSTEMS {
        for (a, b) in [
            (0, 0),
            (5, 0),
            (0, 7),
            (12, 13),
            (1, large),
            (large - 1, large),
        ] {
            let set = Automaton::only(digits, &[(3, b), (1, a)], &bounds).unwrap();
            assert_eq!(set.tracks(), [1, 3]);
            assert_eq!(set.members(3), [[a, b]], "{digits:?}");
            assert!(set.accepts(&[a, b]) && !set.accepts(&[a + 1, b]) && !set.accepts(&[b + 1, a]));
        }
        let nothing = Automaton::only(digits, &[], &bounds).unwrap();
        assert_eq!(nothing.members(3), [[0; 0]]);
    }
}

#[test]
fn the_members_of_a_finite_set_are_all_its_tuples() {
    let job = Job::default();
    let bounds = Bounds::new(&job, 10_000);
    for digits in SYSTEMS {
        let sum = Linear::new([(0, -1), (1, -2)], 30);
        let set = Automaton::linear(digits, &sum, Relation::AtLeastZero, &bounds).unwrap();
        let pairs = (0..=30u64).flat_map(|a| (0..=15).map(move |b| vec![a, b]));
        let expected: Vec<Vec<u64>> = pairs.filter(|two| two[0] + 2 * two[1] <= 30).collect();
        let mut members = set.members(1000);
        members.sort();
        assert_eq!(members, expected, "{digits:?}");
        let some = set.members(10);
        assert!(some.len() > 10 && some.iter().all(|two| expected.contains(two)));
        let all = Automaton::all(digits, &[0], &bounds).unwrap();
        let first: Vec<Vec<u64>> = (0..10).map(|n| vec![n]).collect();
        assert_eq!(all.members(10)[..10], first, "{digits:?}");
        assert_eq!(
            set.and(&set.complement(&bounds).unwrap(), &bounds)
                .unwrap()
                .members(10)
                .len(),
            0
        );
    }
}
