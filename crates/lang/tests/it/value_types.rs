//! The types of values.

use std::sync::Arc;

use proptest::prelude::*;
use zug_lang::Rules;
use zug_lang::testing::Type;

fn types() -> impl Strategy<Value = Type> {
    let name = prop_oneof![Just("player"), Just("colour")].prop_map(Arc::from);
    let leaf = prop_oneof![
        Just(Type::Any),
        Just(Type::Int),
        Just(Type::Bool),
        Just(Type::None),
        name.clone().prop_map(Type::Enum),
        name.prop_map(Type::Optional),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..3).prop_map(|p| Type::Tuple(p.into())),
            inner
                .clone()
                .prop_map(|element| Type::List(Arc::new(element))),
            inner
                .clone()
                .prop_map(|element| Type::Set(Arc::new(element))),
            (inner.clone(), inner)
                .prop_map(|(key, value)| Type::Map(Arc::new(key), Arc::new(value))),
        ]
    })
}

proptest! {
    #[test]
    fn unification_does_not_mind_the_order(a in types(), b in types()) {
        prop_assert_eq!(a.unify(&b), b.unify(&a));
    }

    #[test]
    fn every_type_is_the_union_of_itself(a in types()) {
        prop_assert_eq!(a.unify(&a), Some(a.clone()));
        prop_assert!(a.fits(&a));
    }

    #[test]
    fn both_types_fit_their_union(a in types(), b in types()) {
        if let Some(union) = a.unify(&b) {
            prop_assert!(a.fits(&union) && b.fits(&union));
        }
    }
}

#[test]
fn types_are_called_by_words() {
    for (value, words) in [
        ("{(1, 2)}", "a set of pairs of numbers"),
        ("{A: [1], B: [2]}", "a map from players to lists of numbers"),
    ] {
        let rules = format!("game g\nplayers A, B\nlet p = {value} == 1\nx: 0..1 = 0\nmove m\n");
        assert_eq!(
            Rules::read(&rules).unwrap_err().message,
            format!("`{value}` is {words}, but `1` is a number: they are never equal")
        );
    }
}
