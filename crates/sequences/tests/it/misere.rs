//! Misère quotients against plain recursion, and against what is known.

use zug_heaps::{Breaking, HeapGame, Parts, Splitting};
use zug_sequences::misere::certificate::{self, Flaw};
use zug_sequences::misere::{
    Element, Limits, MisereError, Monoid, Quotient, Quotients, Recursion, period,
};
use zug_sequences::{Budget, Job, Stopped};
use zug_values::{Outcome, Play};

fn code(text: &str) -> HeapGame {
    HeapGame::Breaking(text.parse::<Breaking>().unwrap())
}

fn limits(elements: usize) -> Limits {
    Limits::default()
        .with_elements(elements)
        .with_steps(3_000_000)
}

/// The quotient to this heap, or as far as it goes.
fn quotients(game: &HeapGame, heaps: u64) -> Quotients {
    let mut quotients = Quotients::new(game, limits(200), &Job::default());
    match quotients.reach(heaps) {
        Ok(()) | Err(MisereError::Elements { .. } | MisereError::Steps { .. }) => {}
        Err(other) => panic!("{game:?}: {other}"),
    }
    quotients
}

/// All multisets of at most so many heaps from 1 to this one.
fn positions(heaps: u64, count: usize) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
    let mut next = 0;
    while next < all.len() {
        let position = all[next].clone();
        next += 1;
        if position.len() < count {
            for heap in position.last().copied().unwrap_or(1)..=heaps {
                let mut longer = position.clone();
                longer.push(heap);
                all.push(longer);
            }
        }
    }
    all
}

/// The outcome by the definition, without a memory: the oracle of the oracle.
fn plain(game: &HeapGame, heaps: &[u64], play: Play) -> Outcome {
    let (mut moved, mut won) = (false, false);
    for (place, &heap) in heaps.iter().enumerate() {
        game.options(heap, &mut |left| {
            moved = true;
            let mut rest = heaps.to_vec();
            rest.remove(place);
            rest.extend(left);
            won |= plain(game, &rest, play) == Outcome::Loss;
        });
    }
    match (moved, won) {
        (false, _) => play.stuck(),
        (true, true) => Outcome::Win,
        (true, false) => Outcome::Loss,
    }
}

/// Checks a quotient against the recursion on all positions of so many heaps, and
/// by the certificate.
fn is_right(game: &HeapGame, quotient: &Quotient, count: usize) {
    let mut recursion = Recursion::new(game, Play::Misere, Limits::default(), &Job::default());
    for position in positions(quotient.heaps(), count) {
        let expected = recursion.outcome(&position).unwrap();
        let found = quotient.outcome(&position);
        assert_eq!(found, Some(expected), "{game:?} {position:?}");
    }
    let claim = certificate::check(
        game,
        quotient.monoid(),
        quotient.phi(),
        Limits::default(),
        &Job::default(),
    );
    assert_eq!(claim, Ok(Ok(())), "{game:?}");
}

#[test]
fn recursion_is_the_definition() {
    let mut games: Vec<HeapGame> = ["0.77", "0.137", "4.7", "0.07"].map(code).to_vec();
    games.push(HeapGame::subtraction([1, 3]).unwrap());
    games.push(HeapGame::all_but([2]).unwrap());
    games.push(HeapGame::Splitting(Splitting::GRUNDY));
    for game in games {
        for play in [Play::Normal, Play::Misere] {
            let mut recursion = Recursion::new(&game, play, Limits::default(), &Job::default());
            for position in positions(5, 5) {
                if position.iter().sum::<u64>() > 5 {
                    continue; // without a memory every play is played out
                }
                let found = recursion.outcome(&position).unwrap();
                assert_eq!(
                    found,
                    plain(&game, &position, play),
                    "{game:?} {position:?}"
                );
            }
        }
    }
}

#[test]
fn heaps_may_come_in_any_order_and_be_empty() {
    let kayles = code("0.77");
    let mut recursion = Recursion::new(&kayles, Play::Misere, Limits::default(), &Job::default());
    let known = recursion.outcome(&[1, 2, 5]).unwrap();
    let positions = recursion.positions();
    assert_eq!(recursion.outcome(&[5, 0, 1, 2]), Ok(known));
    assert_eq!(recursion.positions(), positions);
    let quotients = quotients(&kayles, 5);
    assert_eq!(quotients.quotient().outcome(&[5, 0, 1, 2]), Some(known));
    assert_eq!(quotients.quotient().outcome(&[6]), None);
    assert_eq!(quotients.quotient().outcome(&[u64::MAX]), None);
}

#[test]
fn nim_is_tame() {
    let nim = HeapGame::all_but([]).unwrap();
    let mut quotients = Quotients::new(&nim, limits(100), &Job::default());
    let orders: Vec<usize> = (1..=16)
        .map(|heap| {
            quotients.reach(heap).unwrap();
            quotients.quotient().order()
        })
        .collect();
    // T_k has 2^k + 2 elements from k = 2 on.
    let expected = [2, 6, 6, 10, 10, 10, 10, 18, 18, 18, 18, 18, 18, 18, 18, 34];
    assert_eq!(orders, expected);
    assert_eq!(quotients.quotient().monoid().tame(), Some(5));
    assert_eq!(quotients.period(), None);
}

#[test]
fn a_game_without_moves_has_one_element() {
    let quotients = quotients(&HeapGame::subtraction([]).unwrap(), 9);
    assert_eq!(quotients.quotient().order(), 1);
    assert_eq!(quotients.quotient().monoid().tame(), Some(0));
    assert_eq!(quotients.quotient().outcome(&[3, 9]), Some(Outcome::Win));
}

/// Plambeck and Siegel 2008; for Kayles also W. L. Sibert and J. H. Conway 1992.
#[test]
fn quotients_have_the_orders_that_are_known() {
    for (text, order, preperiod, period, generators) in [
        ("0.75", 8, 8, 2, 3),
        ("0.53", 16, 21, 9, 5),
        ("0.123", 20, 5, 5, 5),
        ("0.77", 40, 71, 12, 7),
    ] {
        let mut quotients = Quotients::new(&code(text), Limits::default(), &Job::default());
        while quotients.period().is_none() {
            quotients.step().unwrap();
        }
        let found = quotients.period().unwrap();
        assert_eq!(
            (found.preperiod, found.period),
            (preperiod, period),
            "{text}"
        );
        let quotient = quotients.quotient();
        assert_eq!(quotient.order(), order, "{text}");
        assert_eq!(quotient.generators().len(), generators, "{text}");
        assert_eq!(quotient.monoid().tame(), None, "{text}");
        assert_eq!(quotient.heaps(), found.checked_to, "{text}");
    }
}

#[test]
fn kayles_grows_where_plambeck_and_siegel_say() {
    let mut quotients = Quotients::new(&code("0.77"), Limits::default(), &Job::default());
    quotients.reach(27).unwrap();
    assert_eq!(quotients.quotient().generators(), [1, 2, 5, 9, 12, 25, 27]);
    assert_eq!(quotients.orders()[27], 40);
    assert_eq!(quotients.orders()[26], 32);
}

#[test]
fn what_is_proved_to_repeat_does() {
    for text in ["0.75", "0.53", "0.123", "0.3333", "0.12", "0.33"] {
        let game = code(text);
        let mut quotients = Quotients::new(&game, Limits::default(), &Job::default());
        while quotients.period().is_none() {
            quotients.step().unwrap();
        }
        let proved = quotients.period().unwrap();
        let known = quotients.quotient().clone();
        quotients.reach(3 * proved.checked_to).unwrap();
        let later = quotients.quotient();
        assert_eq!(known.monoid(), later.monoid(), "{text}");
        for (heap, &element) in (0u64..).zip(later.phi()) {
            let small = proved.reduce(heap) as usize;
            assert_eq!(known.phi()[small], element, "{text} {heap}");
        }
        assert_eq!(quotients.period(), Some(proved), "{text}");
    }
}

#[test]
fn a_period_is_not_claimed_too_early() {
    let mut quotients = Quotients::new(&code("0.75"), Limits::default(), &Job::default());
    quotients.reach(21).unwrap();
    assert_eq!(quotients.period(), None);
    assert_eq!(period::seen(quotients.quotient().phi()), Some((8, 2)));
    quotients.step().unwrap();
    assert!(quotients.period().is_some());
    // A game in which any number may be taken has no such theorem.
    let nim = HeapGame::all_but([]).unwrap();
    assert_eq!(period::proved(&nim, &[Element(0); 50]), None);
}

#[test]
fn all_octal_games_of_two_digits_agree_with_recursion() {
    let mut grown = 0;
    for first in 0..8 {
        for second in 0..8 {
            let game = code(&format!("0.{first}{second}"));
            let quotients = quotients(&game, 9);
            grown += usize::from(quotients.quotient().monoid().tame().is_none());
            is_right(&game, quotients.quotient(), 4);
        }
    }
    assert!(grown > 10, "{grown} are wild");
}

#[test]
fn other_games_agree_with_recursion() {
    let mut games: Vec<HeapGame> = [
        "4.7",
        "4.3",
        "0.137",
        "0.007",
        "0.356",
        "0.152",
        "0.3F",
        "0.8",
        "8.7",
        "0.6",
        "0.123",
        "0.1234567",
    ]
    .map(code)
    .to_vec();
    for takes in [vec![1, 2], vec![2, 3, 7], vec![1, 4], vec![3]] {
        games.push(HeapGame::subtraction(takes).unwrap());
    }
    for forbidden in [vec![], vec![1], vec![2], vec![1, 3, 4]] {
        games.push(HeapGame::all_but(forbidden).unwrap());
    }
    for parts in [Parts::Any, Parts::Distinct, Parts::NotAllEqual] {
        for most in [Some(2), Some(3), None] {
            games.push(HeapGame::Splitting(Splitting::new(2, most, parts).unwrap()));
        }
    }
    for game in games {
        is_right(&game, quotients(&game, 8).quotient(), 4);
    }
}

#[test]
fn many_heaps_agree_with_recursion() {
    for text in ["0.77", "0.123", "4.7", "0.15"] {
        let game = code(text);
        let quotients = quotients(&game, 5);
        assert_eq!(quotients.quotient().heaps(), 5);
        is_right(&game, quotients.quotient(), 8);
    }
}

#[test]
fn large_heaps_agree_with_recursion() {
    // Heaps at which these quotients have grown, nearly or all the way.
    for (text, heaps) in [("0.77", 25), ("0.53", 24), ("0.123", 24)] {
        let game = code(text);
        let mut quotients = Quotients::new(&game, Limits::default(), &Job::default());
        quotients.reach(heaps).unwrap();
        is_right(&game, quotients.quotient(), 2);
    }
}

#[test]
fn a_changed_claim_is_refused() {
    let (mut refused, mut renamed) = (0, 0);
    for text in ["0.77", "0.53", "0.123", "0.75"] {
        let game = code(text);
        let mut quotients = Quotients::new(&game, Limits::default(), &Job::default());
        quotients.reach(15).unwrap();
        let quotient = quotients.quotient();
        let monoid = quotient.monoid();
        let check = |monoid: &Monoid, phi: &[Element]| {
            certificate::check(&game, monoid, phi, Limits::default(), &Job::default()).unwrap()
        };
        // Another element for any heap. (Of a reduced monoid only one is right.)
        for heap in 0..=15 {
            for element in monoid.elements() {
                let mut phi = quotient.phi().to_vec();
                phi[heap] = element;
                if element == quotient.phi()[heap] {
                    assert_eq!(check(monoid, &phi), Ok(()));
                } else if check(monoid, &phi).is_ok() {
                    // An automorphism: the same outcomes under another name.
                    renamed += 1;
                    for position in positions(15, 3) {
                        let worth = position.iter().fold(monoid.identity(), |worth, &heap| {
                            monoid.product(worth, phi[heap as usize])
                        });
                        let lost = quotient.outcome(&position) == Some(Outcome::Loss);
                        assert_eq!(monoid.is_lost(worth), lost, "{text} {heap}");
                    }
                } else {
                    refused += 1;
                }
            }
        }
        // Another outcome for any element.
        let steps: Vec<Vec<u32>> = monoid
            .elements()
            .map(|x| {
                monoid
                    .generators()
                    .iter()
                    .map(|&g| monoid.product(x, g).0)
                    .collect()
            })
            .collect();
        for changed in monoid.elements() {
            let lost: Vec<u32> = monoid
                .elements()
                .filter(|&x| monoid.is_lost(x) != (x == changed))
                .map(|x| x.0)
                .collect();
            let other = Monoid::new(&steps, &lost).unwrap();
            assert!(check(&other, quotient.phi()).is_err(), "{text} {changed:?}");
        }
    }
    assert!(
        refused > 50 * renamed,
        "{refused} refused, {renamed} renamed"
    );
}

#[test]
fn a_claim_with_a_fault_is_told_what_it_is() {
    let game = HeapGame::subtraction([1]).unwrap();
    let check = |monoid: &Monoid, phi: &[u32]| {
        let phi: Vec<Element> = phi.iter().copied().map(Element).collect();
        certificate::check(&game, monoid, &phi, Limits::default(), &Job::default()).unwrap()
    };
    let right = Monoid::new(&[vec![1], vec![0]], &[1]).unwrap();
    assert_eq!(check(&right, &[0, 1, 0]), Ok(()));
    assert_eq!(check(&right, &[1, 1]), Err(Flaw::Nothing));
    assert_eq!(check(&right, &[0, 2]), Err(Flaw::NoElement { heap: 1 }));
    let beside = Element(1);
    assert_eq!(
        check(&right, &[0, 0]),
        Err(Flaw::LostToLost { heap: 1, beside })
    );
    // A monoid in which nobody ever loses.
    let kind = Monoid::new(&[vec![1], vec![0]], &[]).unwrap();
    assert_eq!(
        check(&kind, &[0, 1]),
        Err(Flaw::NoWinningMove { heaps: vec![1] })
    );
    let large = Monoid::new(&[vec![1], vec![2], vec![3], vec![0]], &[1, 3]).unwrap();
    assert_eq!(check(&large, &[0, 1, 2]), Err(Flaw::NotReduced));
    let idle = HeapGame::subtraction([2]).unwrap();
    let phi = [0, 1].map(Element);
    assert_eq!(
        certificate::check(&idle, &right, &phi, Limits::default(), &Job::default()),
        Ok(Err(Flaw::Idle { heap: 1 }))
    );
    assert_eq!(
        certificate::check(
            &game,
            &large,
            &[Element(0)],
            Limits::default(),
            &Job::default()
        ),
        Ok(Err(Flaw::Superfluous {
            element: Element(1)
        }))
    );
}

#[test]
fn relations_rewrite_every_product_to_its_word() {
    for text in ["0.77", "0.123", "0.15"] {
        let quotients = quotients(&code(text), 20);
        let quotient = quotients.quotient();
        let (monoid, presentation) = (quotient.monoid(), quotient.presentation());
        for x in monoid.elements() {
            let word = presentation.word(x).unwrap();
            for (place, &generator) in monoid.generators().iter().enumerate() {
                let mut exponents = word.exponents().to_vec();
                exponents[place] += 1;
                // Rewrite until no left side is a part.
                while let Some((left, right)) = presentation.relations().iter().find(|(left, _)| {
                    let pairs = left.exponents().iter().zip(&exponents);
                    pairs.into_iter().all(|(part, whole)| part <= whole)
                }) {
                    for (at, exponent) in exponents.iter_mut().enumerate() {
                        *exponent = *exponent - left.exponents()[at] + right.exponents()[at];
                    }
                }
                let product = presentation.word(monoid.product(x, generator)).unwrap();
                assert_eq!(exponents, product.exponents(), "{text}");
            }
        }
    }
}

#[test]
fn a_table_that_is_no_monoid_is_refused() {
    assert!(Monoid::new(&[], &[]).is_err());
    assert!(Monoid::new(&[vec![2]], &[]).is_err());
    assert!(Monoid::new(&[vec![0], vec![0]], &[]).is_err());
    assert!(Monoid::new(&[vec![0]], &[1]).is_err());
    assert!(Monoid::new(&[vec![0], vec![]], &[]).is_err());
    let unordered = [vec![1, 2], vec![1, 1], vec![2, 2]];
    assert!(Monoid::new(&unordered, &[]).is_err());
}

#[test]
fn when_the_elements_are_too_many_a_bound_is_left() {
    let mut quotients = Quotients::new(&code("0.77"), limits(20), &Job::default());
    assert_eq!(
        quotients.reach(30),
        Err(MisereError::Elements { limit: 20 })
    );
    assert_eq!(quotients.quotient().heaps(), 11);
    assert_eq!(quotients.quotient().order(), 18);
    let bound = quotients.at_least().unwrap();
    assert_eq!(bound.heap, 12);
    assert!((18..=24).contains(&bound.elements), "{bound:?}");
}

#[test]
fn what_stops_can_go_on() {
    let job = Job::default();
    let mut quotients = Quotients::new(&code("0.77"), Limits::default(), &job);
    job.cancel.cancel();
    let Err(MisereError::Stopped(stopped)) = quotients.reach(12) else {
        panic!("it was cancelled");
    };
    assert!(stopped.is_cancelled());
    job.cancel.reset();
    assert_eq!(quotients.reach(12), Ok(()));
    assert_eq!(quotients.quotient().order(), 24);
}

#[test]
fn memory_is_refused() {
    let small = || Job::default().with_budget(Budget::of_bytes(5_000));
    let is_refused =
        |stop: &MisereError| Stopped::behind(stop).is_some_and(|why| why.refusal().is_some());
    let mut quotients = Quotients::new(&code("0.77"), Limits::default(), &small());
    assert!(quotients.reach(30).is_err_and(|stop| is_refused(&stop)));
    let mut recursion = Recursion::new(&code("0.77"), Play::Misere, Limits::default(), &small());
    let refused = recursion.outcome(&[30, 30]);
    assert!(refused.is_err_and(|stop| is_refused(&stop)));
}
