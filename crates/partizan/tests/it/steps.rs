//! The steps that are shown lead to the canonical form; the moves that are shown win.

use zug_partizan::{Arena, Form, NoNames, Relation, Side, Step};

use crate::oracle::Random;
use crate::small::born_by;

/// The options that are left after these steps.
fn after(steps: &[Step], options: &[Form], of: Side) -> Vec<Form> {
    let mut options = options.to_vec();
    for step in steps {
        let (side, option, more) = match step {
            Step::Dominated { side, option, .. } => (side, option, &Vec::new()),
            Step::Reversible {
                side,
                option,
                replaced_by,
                ..
            } => (side, option, replaced_by),
            Step::Number { .. } => panic!("not a number"),
        };
        if *side == of {
            let place = options.iter().position(|own| own == option).unwrap();
            options.remove(place);
            options.extend(more);
        }
    }
    options.sort_unstable();
    options
}

#[test]
fn the_steps_lead_to_the_canonical_form() {
    let mut arena = Arena::default();
    let values = born_by(&mut arena, 3);
    let mut random = Random(21);
    for _ in 0..4000 {
        let (left, right) = (random.some(&values, 3), random.some(&values, 3));
        let value = arena.from_options(&left, &right).unwrap();
        let steps = arena.steps(&left, &right).unwrap();
        if let [
            Step::Number {
                number,
                above,
                below,
            },
        ] = &steps[..]
        {
            assert_eq!(arena.as_number(value), Some(*number));
            assert!(above.is_none_or(|end| end.at <= *number));
            assert!(below.is_none_or(|end| end.at >= *number));
            continue;
        }
        for (side, options) in [(Side::Left, &left), (Side::Right, &right)] {
            let mut canonical = arena.options(value, side).unwrap();
            canonical.sort_unstable();
            assert_eq!(after(&steps, options, side), canonical);
        }
    }
}

#[test]
fn the_exercises_show_their_steps() {
    let mut arena = Arena::default();
    let [up, star, down] = ["^", "*", "v"].map(|text| arena.parse(text).unwrap());
    let [left, right] = arena.read_options("{^|v}", &mut NoNames).unwrap();
    let bypass = |side, option| Step::Reversible {
        side,
        option,
        through: star,
        replaced_by: vec![Form::ZERO],
    };
    let steps = arena.steps(&left, &right).unwrap();
    assert_eq!(steps, [bypass(Side::Left, up), bypass(Side::Right, down)]);
    let [left, right] = arena.read_options("{3,2||1|0}", &mut NoNames).unwrap();
    let [two, three] = [2, 3].map(|n| arena.integer(n).unwrap());
    let side = Side::Left;
    let dominated = Step::Dominated {
        side,
        option: two,
        by: three,
    };
    assert_eq!(arena.steps(&left, &right).unwrap(), [dominated]);
    assert!(arena.read_options("3", &mut NoNames).is_err());
    assert!(arena.read_options("{3|2} + 1", &mut NoNames).is_err());
}

#[test]
fn winning_moves_say_how_values_compare() {
    let mut arena = Arena::default();
    let values = born_by(&mut arena, 2);
    for &a in &values {
        for &b in &values {
            let [left, right] = Side::BOTH.map(|side| arena.winning_moves(a, b, side).unwrap());
            let relation = match (left.is_empty(), right.is_empty()) {
                (true, true) => Relation::Equal,
                (true, false) => Relation::Less,
                (false, true) => Relation::Greater,
                (false, false) => Relation::Confused,
            };
            assert_eq!(arena.compare(a, b).unwrap(), relation);
            // In a - a every move has an answer: the same move in the other part.
            for side in Side::BOTH {
                for made in arena.difference_moves(a, a, side).unwrap() {
                    let (one, two) = made.applied(a, a);
                    let answers = arena.winning_moves(one, two, side.other()).unwrap();
                    assert!(
                        answers
                            .iter()
                            .any(|answer| answer.part != made.part && answer.to == made.to)
                    );
                }
            }
        }
    }
}

#[test]
fn expansions_in_uptimals_are_found() {
    let mut arena = Arena::default();
    let uptimals: Vec<_> = (1..=4).map(|n| arena.uptimal(n).unwrap()).collect();
    let mut random = Random(3);
    for _ in 0..60 {
        let mut coefficients: Vec<_> = (0..4).map(|_| random.below(5) as i64 - 2).collect();
        let nimber = random.below(4) as u16;
        let mut sum = arena.nimber(nimber).unwrap();
        for (&uptimal, &coefficient) in uptimals.iter().zip(&coefficients) {
            let part = arena.multiple(uptimal, coefficient).unwrap();
            sum = arena.add(sum, part).unwrap();
        }
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        let expansion = arena.uptimal_expansion(sum).unwrap().unwrap();
        assert_eq!(
            (expansion.coefficients, expansion.nimber),
            (coefficients, nimber)
        );
    }
    for other in ["Tiny(1)", "+-1", "{^|v*}", "{0,*2|0}"] {
        let value = arena.parse(other).unwrap();
        let plain = arena.as_plain(value).is_some();
        assert_eq!(
            arena.uptimal_expansion(value).unwrap().is_some(),
            plain,
            "{other}"
        );
    }
}
