//! Dyadic numbers, by their birthdays.

use zug_partizan::{Dyadic, End};

/// All numbers born by day `day`, by the definition: each is the first between two neighbours.
fn born_by(day: u32) -> Vec<Dyadic> {
    let mut born = vec![Dyadic::ZERO];
    for _ in 0..day {
        let mut next = vec![born[0].minus(Dyadic::integer(1)).unwrap()];
        for pair in born.windows(2) {
            next.extend([pair[0], pair[0].plus(pair[1]).unwrap().halved().unwrap()]);
        }
        let last = *born.last().unwrap();
        next.extend([last, last.plus(Dyadic::integer(1)).unwrap()]);
        born = next;
    }
    born
}

#[test]
fn the_simplest_number_is_the_one_born_first() {
    let numbers = born_by(4);
    assert_eq!(numbers.len(), 31);
    let ends = |included| {
        let with = move |&at: &Dyadic| Some(End { at, included });
        numbers.iter().map(with).chain([None]).collect::<Vec<_>>()
    };
    for (low, high) in [(false, false), (false, true), (true, false), (true, true)] {
        for lower in ends(low) {
            for upper in ends(high) {
                let inside = |x: &&Dyadic| {
                    lower.is_none_or(|l| l.at < **x || l.included && l.at == **x)
                        && upper.is_none_or(|u| **x < u.at || u.included && u.at == **x)
                };
                let found = Dyadic::simplest(lower, upper).unwrap();
                let first = born_by(6)
                    .into_iter()
                    .filter(|x| inside(&x))
                    .min_by_key(|x| x.birthday());
                assert_eq!(found, first, "{lower:?} {upper:?}");
            }
        }
    }
}

#[test]
fn numbers_are_born_when_they_say() {
    for day in 1..6 {
        let before = born_by(day - 1);
        for number in born_by(day) {
            assert_eq!(number.birthday() < u64::from(day), before.contains(&number));
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let large = Dyadic::integer(i64::MAX);
    assert!(large.plus(Dyadic::integer(1)).is_err());
    assert!(large.plus(Dyadic::new(1, 1).unwrap()).is_err());
    assert!(Dyadic::new(1, 62).unwrap().halved().is_err());
    assert!(Dyadic::new(1, 63).is_err());
    assert_eq!(
        Dyadic::new(1 << 40, 70).unwrap().to_string(),
        "1/1073741824"
    );
    let end = |numerator| {
        let at = Dyadic::new(numerator, 62).unwrap();
        Some(End {
            at,
            included: false,
        })
    };
    assert!(Dyadic::simplest(end(1), end(2)).is_err());
}
