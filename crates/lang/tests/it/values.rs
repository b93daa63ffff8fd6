//! Values and arithmetic.

use proptest::prelude::*;
use zug_game::Game;
use zug_lang::testing::{deep_copy, steps_of_gcd, weight};
use zug_lang::{Reference, Rules, Settings, Value};

#[test]
fn a_value_that_shares_its_parts_weighs_as_much_as_one_that_does_not() {
    let mut shared = Value::Int(1);
    for _ in 0..10 {
        shared = Value::List([shared.clone(), shared].into());
    }
    assert_eq!(shared, deep_copy(&shared));
    assert_eq!(weight(&shared), weight(&deep_copy(&shared)));
    assert!(weight(&shared) > 1 << 10);
    for _ in 0..100 {
        shared = Value::List([shared.clone(), shared].into());
    }
    assert_eq!(weight(&shared), u64::MAX);
}

/// Returns the numbers that a list of expressions has; or the message that they have none.
fn numbers(list: &str) -> Result<Vec<i64>, String> {
    let rules = Rules::read(
        "game g(x = [0])\nimpartial\nheap: 0..1 = 0\nmove m if heap > 0:\n    heap -= 1\n",
    );
    let values = rules.unwrap().values(&Settings::default().set("x", list));
    let values = values.map_err(|error| error.to_string())?;
    let Value::List(items) = &values[0].1 else {
        panic!("a list");
    };
    let number = |item: &Value| match item {
        Value::Int(number) => *number,
        other => panic!("{other} is no number"),
    };
    Ok(items.iter().map(number).collect())
}

#[test]
fn every_value_is_at_its_index() {
    let rules = "game g\nimpartial\ntype t = (-1..2, 0..2, 5..5)\n\
                 a[t]: 0..99 = {(i, j, k): 10 * (i + 1) + j for (i, j, k) in t}\n\
                 move m(p in t) if a[p] != 10 * (p[0] + 1) + p[1]:\n    a[p] = 0\n";
    let instance = Rules::read(rules).unwrap();
    let instance = instance.instance(&Settings::default()).unwrap();
    let start = instance.start();
    let expected: Vec<i64> = (0..4)
        .flat_map(|i| (0..3).map(move |j| 10 * i + j))
        .collect();
    assert_eq!(instance.numbers(start, 0, "a"), Some(expected));
    // Each element is read where it was written.
    let mut moves = Vec::new();
    let reference = Reference::new(&instance);
    reference.moves(&start, &mut moves).unwrap();
    assert_eq!(moves, []);
}

#[test]
fn a_power_with_a_modulus_never_grows_large() {
    assert_eq!(numbers("[46 ** 46 % 47, 7 ** 0 % 11]"), Ok(vec![1, 1]));
    assert!(numbers("[46 ** 46]").is_err());
    assert_eq!(numbers("[(-1) ** 1000001]"), Ok(vec![-1]));
}

#[test]
fn euclid_takes_no_more_steps_than_lame_says() {
    for smaller in 0..300 {
        let divisors = numbers(&format!("[gcd({smaller}, b) for b in {smaller}..599]"));
        for (larger, divisor) in (smaller..600).zip(divisors.unwrap()) {
            let (mut a, mut b, mut steps) = (smaller, larger, 0);
            while a != 0 {
                (a, b) = (b % a, a);
                steps += 1;
            }
            assert_eq!(divisor, b);
            assert!(steps <= steps_of_gcd(smaller), "{smaller} {larger}");
        }
    }
    assert_eq!(steps_of_gcd(i64::MAX), 92);
}

proptest! {
    #[test]
    fn division_rounds_down_and_the_rest_has_the_sign_of_the_divisor(
        a in -100i64..100, b in -20i64..20
    ) {
        prop_assume!(b != 0);
        let [quotient, rest] = numbers(&format!("[({a}) // ({b}), ({a}) % ({b})]")).unwrap()[..] else {
            panic!("two numbers");
        };
        prop_assert_eq!(quotient * b + rest, a);
        prop_assert!(rest == 0 || (rest < 0) == (b < 0));
        prop_assert!(rest.abs() < b.abs());
    }

    #[test]
    fn a_power_with_a_modulus_is_the_rest_of_the_power(a in -9i64..9, b in 0u32..12, m in 1i64..50) {
        let rest = numbers(&format!("[({a}) ** {b} % {m}]"));
        prop_assert_eq!(rest, Ok(vec![a.pow(b).rem_euclid(m)]));
    }
}
