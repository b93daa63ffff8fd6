//! Laws of values, on random ones.

use proptest::prelude::*;
use zug_partizan::{Arena, Dyadic, Form, Side, Temper};

/// How to make a random value.
#[derive(Clone, Debug)]
enum Recipe {
    Plain(i64, u32, i16, u16),
    Braces(Vec<Recipe>, Vec<Recipe>),
}

fn plains() -> impl Strategy<Value = Recipe> {
    prop_oneof![
        (-3..=3_i64, 0..=2_u32).prop_map(|(m, e)| Recipe::Plain(m, e, 0, 0)),
        (-1..=1_i64, 0..=1_u32, -3..=3_i16, 0..=3_u16)
            .prop_map(|(m, e, ups, nimber)| Recipe::Plain(m, e, ups, nimber)),
    ]
}

fn recipes() -> impl Strategy<Value = Recipe> {
    plains().prop_recursive(3, 12, 2, |inner| {
        let options = prop::collection::vec(inner, 1..=2);
        (options.clone(), options).prop_map(|(left, right)| Recipe::Braces(left, right))
    })
}

/// Recipes of all-small values.
fn small_recipes() -> impl Strategy<Value = Recipe> {
    let plain = (-2..=2_i16, 0..=3_u16).prop_map(|(ups, nimber)| Recipe::Plain(0, 0, ups, nimber));
    plain.prop_recursive(3, 12, 2, |inner| {
        let options = prop::collection::vec(inner, 1..=2);
        (options.clone(), options).prop_map(|(left, right)| Recipe::Braces(left, right))
    })
}

fn make(arena: &mut Arena, recipe: &Recipe) -> Form {
    match recipe {
        Recipe::Plain(m, e, ups, nimber) => {
            let number = Dyadic::new(*m, *e).unwrap();
            let (ups, nimber) = (*ups, *nimber);
            arena
                .plain(zug_partizan::Plain {
                    number,
                    ups,
                    nimber,
                })
                .unwrap()
        }
        Recipe::Braces(left, right) => {
            let left: Vec<_> = left.iter().map(|option| make(arena, option)).collect();
            let right: Vec<_> = right.iter().map(|option| make(arena, option)).collect();
            arena.from_options(&left, &right).unwrap()
        }
    }
}

fn dyadic(m: i64, e: u32) -> Dyadic {
    Dyadic::new(m, e).unwrap()
}

proptest! {
    #[test]
    fn values_are_a_partially_ordered_group(a in recipes(), b in recipes(), c in recipes()) {
        let mut arena = Arena::default();
        let [a, b, c] = [a, b, c].map(|recipe| make(&mut arena, &recipe));
        let ab = arena.add(a, b).unwrap();
        prop_assert_eq!(ab, arena.add(b, a).unwrap());
        let bc = arena.add(b, c).unwrap();
        prop_assert_eq!(arena.add(ab, c).unwrap(), arena.add(a, bc).unwrap());
        prop_assert_eq!(arena.subtract(a, a).unwrap(), Form::ZERO);
        prop_assert_eq!(arena.subtract(ab, b).unwrap(), a);
        let negative = arena.negate(a).unwrap();
        prop_assert_eq!(arena.negate(negative).unwrap(), a);
        // a ≤ b exactly if a + c ≤ b + c, and exactly if a - b ≤ 0.
        let ac = arena.add(a, c).unwrap();
        let is_at_most = arena.is_at_most(a, b).unwrap();
        prop_assert_eq!(arena.is_at_most(ac, bc).unwrap(), is_at_most);
        let difference = arena.subtract(a, b).unwrap();
        prop_assert_eq!(arena.is_at_most(difference, Form::ZERO).unwrap(), is_at_most);
        let thrice = arena.multiple(a, 3).unwrap();
        prop_assert_eq!(arena.sum([a, a, a]).unwrap(), thrice);
        prop_assert_eq!(arena.multiple(negative, -3).unwrap(), thrice);
    }

    #[test]
    fn a_canonical_form_is_that_of_its_options(a in recipes()) {
        let mut arena = Arena::default();
        let a = make(&mut arena, &a);
        let [left, right] = Side::BOTH.map(|side| arena.options(a, side).unwrap());
        prop_assert_eq!(arena.from_options(&left, &right).unwrap(), a);
        // The same value in another arena, whose forms have other numbers.
        let mut other = Arena::default();
        for k in 0..40 {
            other.ups(k).unwrap();
        }
        let b = copy(&mut arena, &mut other, a);
        prop_assert_eq!(arena.birthday(a).unwrap(), other.birthday(b).unwrap());
        prop_assert_eq!(arena.stop_count(a).unwrap(), other.stop_count(b).unwrap());
    }

    #[test]
    fn stops_of_sums_lie_between_sums_of_stops(a in recipes(), b in recipes()) {
        let mut arena = Arena::default();
        let [a, b] = [a, b].map(|recipe| make(&mut arena, &recipe));
        let sum = arena.add(a, b).unwrap();
        let plus = |x: Dyadic, y: Dyadic| x.plus(y).unwrap();
        let [left, right] = Side::BOTH.map(|side| {
            move |arena: &Arena, form| arena.stop(form, side)
        });
        prop_assert!(left(&arena, sum) <= plus(left(&arena, a), left(&arena, b)));
        prop_assert!(left(&arena, sum) >= plus(left(&arena, a), right(&arena, b)));
        prop_assert!(right(&arena, sum) >= plus(right(&arena, a), right(&arena, b)));
        prop_assert!(right(&arena, sum) <= plus(left(&arena, a), right(&arena, b)));
    }

    #[test]
    fn means_add_up_and_temperatures_do_not_rise(a in recipes(), b in recipes()) {
        let mut arena = Arena::default();
        let [a, b] = [a, b].map(|recipe| make(&mut arena, &recipe));
        let sum = arena.add(a, b).unwrap();
        let mean = arena.mean(a).unwrap().plus(arena.mean(b).unwrap()).unwrap();
        prop_assert_eq!(arena.mean(sum).unwrap(), mean);
        let hotter = arena.temperature(a).unwrap().max(arena.temperature(b).unwrap());
        prop_assert!(arena.temperature(sum).unwrap() <= hotter);
    }

    #[test]
    fn the_stops_of_many_copies_stay_near_the_mean(a in recipes(), copies in 1..=6_i64) {
        let mut arena = Arena::default();
        let a = make(&mut arena, &a);
        let many = arena.multiple(a, copies).unwrap();
        let mean = arena.mean(a).unwrap().times(Dyadic::integer(copies)).unwrap();
        let temperature = arena.temperature(a).unwrap().max(Dyadic::ZERO);
        let [left, right] = Side::BOTH.map(|side| arena.stop(many, side));
        prop_assert!(right <= mean && mean <= left);
        prop_assert!(left <= mean.plus(temperature).unwrap());
        prop_assert!(right >= mean.minus(temperature).unwrap());
    }

    #[test]
    fn twice_a_value_by_the_product_of_conway_is_its_sum_with_itself(a in small_recipes()) {
        let mut arena = Arena::default();
        let a = make(&mut arena, &a);
        let two = arena.integer(2).unwrap();
        let sum = arena.add(a, a).unwrap();
        prop_assert_eq!(arena.conway_product(two, a).unwrap(), sum);
        prop_assert_eq!(arena.conway_product(a, two).unwrap(), sum);
    }

    #[test]
    fn the_walls_of_a_thermograph_are_the_stops_of_cooled_values(a in recipes(), t in 0..=12_i64) {
        let mut arena = Arena::default();
        let a = make(&mut arena, &a);
        let t = dyadic(t, 2);
        let thermograph = arena.thermograph(a).unwrap();
        let cooled = arena.cool(a, t).unwrap();
        for side in Side::BOTH {
            prop_assert_eq!(thermograph.wall(side).at(t).unwrap(), arena.stop(cooled, side));
        }
        // Corners are corners: the slope changes at each, from one of -1, 0 and 1 to another.
        for side in Side::BOTH {
            let corners = thermograph.wall(side).corners();
            prop_assert_eq!(corners[0].temperature, dyadic(-1, 0));
            let mut slopes = Vec::new();
            for pair in corners.windows(2) {
                let rise = pair[1].temperature.minus(pair[0].temperature).unwrap();
                let run = pair[1].value.minus(pair[0].value).unwrap();
                prop_assert!(run.is_zero() || run == rise || run == rise.negated());
                slopes.push(pair[1].value.cmp(&pair[0].value));
            }
            prop_assert!(slopes.windows(2).all(|pair| pair[0] != pair[1]));
            prop_assert!(slopes.last().is_none_or(|slope| slope.is_ne()));
            prop_assert!(corners.last().unwrap().temperature <= thermograph.temperature());
        }
    }

    #[test]
    fn a_number_moves_a_thermograph_and_nothing_else(a in recipes(), m in -5..=5_i64, e in 0..=3_u32) {
        let mut arena = Arena::default();
        let a = make(&mut arena, &a);
        prop_assume!(arena.as_number(a).is_none());
        let number = dyadic(m, e);
        let moved = arena.add_number(a, number).unwrap();
        let (one, two) = (arena.thermograph(a).unwrap(), arena.thermograph(moved).unwrap());
        prop_assert_eq!(one.temperature(), two.temperature());
        // Below 0 a number has a thermograph of its own.
        for quarters in 0..16 {
            let t = dyadic(quarters, 2);
            for side in Side::BOTH {
                let at = one.wall(side).at(t).unwrap().plus(number).unwrap();
                prop_assert_eq!(two.wall(side).at(t).unwrap(), at);
            }
        }
    }

    #[test]
    fn cooling_is_additive(a in recipes(), b in recipes(), t in 0..=8_i64) {
        let mut arena = Arena::default();
        let [a, b] = [a, b].map(|recipe| make(&mut arena, &recipe));
        let t = dyadic(t, 2);
        let sum = arena.add(a, b).unwrap();
        let (one, two) = (arena.cool(a, t).unwrap(), arena.cool(b, t).unwrap());
        prop_assert_eq!(arena.cool(sum, t).unwrap(), arena.add(one, two).unwrap());
    }

    #[test]
    fn cooling_twice_is_cooling_by_the_sum(a in recipes(), s in 0..=4_i64, t in 0..=4_i64) {
        let mut arena = Arena::default();
        let a = make(&mut arena, &a);
        let once = arena.cool(a, dyadic(s, 2)).unwrap();
        let twice = arena.cool(once, dyadic(t, 2)).unwrap();
        prop_assert_eq!(arena.cool(a, dyadic(s + t, 2)).unwrap(), twice);
    }

    #[test]
    fn a_frozen_value_is_its_mean_and_an_infinitesimal(a in recipes()) {
        let mut arena = Arena::default();
        let a = make(&mut arena, &a);
        let (frozen, mean) = (arena.freeze(a).unwrap(), arena.mean(a).unwrap());
        prop_assert!(arena.is_numberish(frozen));
        prop_assert_eq!(arena.stop(frozen, Side::Left), mean);
    }

    #[test]
    fn norton_products_are_additive_and_keep_the_order(a in recipes(), b in recipes(), n in 0..4_usize) {
        let mut arena = Arena::default();
        let [a, b] = [a, b].map(|recipe| make(&mut arena, &recipe));
        let units = [arena.ups(1).unwrap(), arena.integer(1).unwrap(),
            arena.number(dyadic(1, 1)).unwrap(), arena.uptimal(2).unwrap()];
        let unit = units[n];
        let sum = arena.add(a, b).unwrap();
        let [of_a, of_b, of_sum] = [a, b, sum].map(|g| arena.norton_product(g, unit).unwrap());
        prop_assert_eq!(arena.add(of_a, of_b).unwrap(), of_sum);
        prop_assert_eq!(arena.compare(a, b).unwrap(), arena.compare(of_a, of_b).unwrap());
    }

    #[test]
    fn reduced_values_are_close_and_unique(a in recipes(), b in small_recipes()) {
        let mut arena = Arena::default();
        let [a, b] = [a, b].map(|recipe| make(&mut arena, &recipe));
        let reduced = arena.reduced(a).unwrap();
        let difference = arena.subtract(a, reduced).unwrap();
        prop_assert!(arena.is_infinitesimal(difference));
        prop_assert_eq!(arena.reduced(reduced).unwrap(), reduced);
        prop_assert!(arena.birthday(reduced).unwrap() <= arena.birthday(a).unwrap());
        let near = arena.add(a, b).unwrap();
        prop_assert_eq!(arena.reduced(near).unwrap(), reduced);
        let tiny = arena.integer(1).unwrap();
        let tiny = arena.tiny(tiny).unwrap();
        let near = arena.add(a, tiny).unwrap();
        prop_assert_eq!(arena.reduced(near).unwrap(), reduced);
    }

    #[test]
    fn atomic_weights_add_up(a in small_recipes(), b in small_recipes()) {
        let mut arena = Arena::default();
        let [a, b] = [a, b].map(|recipe| make(&mut arena, &recipe));
        let sum = arena.add(a, b).unwrap();
        let [of_a, of_b, of_sum] = [a, b, sum].map(|form| arena.atomic_weight(form).unwrap());
        prop_assert_eq!(arena.add(of_a, of_b).unwrap(), of_sum);
        // The two-ahead rule, and its theorem: between the weights' multiples of up, give or take
        // 2.
        let two = arena.integer(2).unwrap();
        if arena.is_at_most(two, of_a).unwrap() {
            prop_assert!(arena.is_at_most(Form::ZERO, a).unwrap() && a != Form::ZERO);
        }
        let up = arena.ups(1).unwrap();
        let multiple = arena.norton_product(of_a, up).unwrap();
        let rest = arena.subtract(a, multiple).unwrap();
        let (two_ups, two_downs) = (arena.ups(3).unwrap(), arena.ups(-3).unwrap());
        prop_assert!(arena.is_at_most(rest, two_ups).unwrap());
        prop_assert!(arena.is_at_most(two_downs, rest).unwrap());
    }

    #[test]
    fn the_stops_of_heated_numbers_are_the_numbers(m in -9..=9_i64, e in 0..=3_u32) {
        let mut arena = Arena::default();
        let number = arena.number(dyadic(m, e)).unwrap();
        let one = arena.integer(1).unwrap();
        prop_assert_eq!(arena.heat(number, one).unwrap(), number);
        prop_assert_eq!(arena.cool(number, dyadic(1, 0)).unwrap(), number);
    }

    #[test]
    fn cooling_undoes_heating(a in small_recipes(), t in 1..=8_i64) {
        let mut arena = Arena::default();
        let a = make(&mut arena, &a);
        let t = dyadic(t, 2);
        let by = arena.number(t).unwrap();
        let heated = arena.heat(a, by).unwrap();
        prop_assert_eq!(arena.cool(heated, t).unwrap(), a);
    }

    #[test]
    fn conway_products_of_numbers_are_products(m in -9..=9_i64, n in -9..=9_i64, e in 0..=3_u32) {
        let mut arena = Arena::default();
        let (x, y) = (dyadic(m, e), dyadic(n, 2));
        let [g, h] = [x, y].map(|number| arena.number(number).unwrap());
        let product = arena.conway_product(g, h).unwrap();
        prop_assert_eq!(arena.as_number(product), Some(x.times(y).unwrap()));
    }
}

/// The value of another arena, in this one.
fn copy(from: &mut Arena, to: &mut Arena, form: Form) -> Form {
    let [left, right] = Side::BOTH.map(|side| {
        let options = from.options(form, side).unwrap();
        options
            .into_iter()
            .rev()
            .map(|option| copy(from, to, option))
            .collect::<Vec<_>>()
    });
    to.from_options(&left, &right).unwrap()
}

#[test]
fn tempers_are_those_of_the_definition() {
    let mut arena = Arena::default();
    let star = arena.nimber(1).unwrap();
    let one = arena.integer(1).unwrap();
    let switch = arena.switch(one).unwrap();
    let up = arena.ups(1).unwrap();
    assert_eq!(arena.temper(one).unwrap(), Some(Temper::Even));
    assert_eq!(arena.temper(star).unwrap(), Some(Temper::Odd));
    assert_eq!(arena.temper(switch).unwrap(), Some(Temper::Odd));
    assert_eq!(arena.temper(up).unwrap(), None);
    let both = arena.add(star, switch).unwrap();
    assert_eq!(arena.temper(both).unwrap(), Some(Temper::Even));
}

#[test]
fn ordinal_sums_are_colon_sums_of_hackenbush() {
    let mut arena = Arena::default();
    let [one, minus, star] =
        [arena.integer(1), arena.integer(-1), arena.nimber(1)].map(|f| f.unwrap());
    // 1 : 1 = 2, 1 : -1 = 1/2, * : * = *2, * : 1 = up + *.
    let two = arena.integer(2).unwrap();
    assert_eq!(arena.ordinal_sum(one, one).unwrap(), two);
    let half = arena.number(dyadic(1, 1)).unwrap();
    assert_eq!(arena.ordinal_sum(one, minus).unwrap(), half);
    let star2 = arena.nimber(2).unwrap();
    assert_eq!(arena.ordinal_sum(star, star).unwrap(), star2);
    let up_star = arena
        .plain(zug_partizan::Plain {
            number: Dyadic::ZERO,
            ups: 1,
            nimber: 1,
        })
        .unwrap();
    assert_eq!(arena.ordinal_sum(star, one).unwrap(), up_star);
}

#[test]
fn subordinates_undo_ordinal_sums() {
    let mut arena = Arena::default();
    let values = arena.born_by(2).unwrap();
    let mut found = 0;
    for &base in &values {
        for &rest in &values {
            let sum = arena.ordinal_sum(base, rest).unwrap();
            if let Some(subordinate) = arena.subordinate(sum, base).unwrap() {
                assert_eq!(arena.ordinal_sum(base, subordinate).unwrap(), sum);
                found += 1;
            }
        }
    }
    assert!(found > 300, "{found}");
    let [one, half] = ["1", "1/2"].map(|text| arena.parse(text).unwrap());
    let minus = arena.negate(one).unwrap();
    assert_eq!(arena.subordinate(half, one).unwrap(), Some(minus));
    assert_eq!(arena.subordinate(minus, one).unwrap(), None);
}
