//! Deep games, small budgets, cancelled work, values too large: results or errors, never a crash.

use std::error::Error;

use zug_job::{Budget, Job, Stopped};
use zug_partizan::{Arena, Dyadic, Form, PartizanError, Side};

/// A canonical form of the given height in which each follower is an option of the next.
fn chain(arena: &mut Arena, height: usize) -> Form {
    let one = arena.integer(1).unwrap();
    let mut form = arena.nimber(1).unwrap();
    for _ in 0..height {
        form = arena.from_options(&[one], &[form]).unwrap();
    }
    form
}

#[test]
fn a_hundred_thousand_levels_overflow_no_stack() {
    let mut arena = Arena::default();
    let deep = chain(&mut arena, 100_000);
    assert!(arena.birthday(deep).unwrap() >= 100_000);
    let negative = arena.negate(deep).unwrap();
    assert!(!arena.is_at_most(deep, negative).unwrap());
    let star = arena.nimber(1).unwrap();
    let sum = arena.add(deep, star).unwrap();
    assert_eq!(arena.add(sum, star).unwrap(), deep);
    let mean = arena.mean(deep).unwrap();
    assert!(mean >= Dyadic::ZERO && mean <= Dyadic::integer(1));
    let cooled = arena.cool(deep, Dyadic::integer(1)).unwrap();
    assert_eq!(arena.stop(cooled, Side::Left), mean);
    let error = arena.text(deep).unwrap_err();
    assert_eq!(error, PartizanError::TooLarge("the text"));
}

#[test]
fn many_ups_compare_with_games_without_a_deep_recursion() {
    let mut arena = Arena::default();
    let ups = arena.ups(30_000).unwrap();
    let tiny = arena.parse("Tiny(1)").unwrap();
    let sum = arena.add(tiny, ups).unwrap();
    assert!(arena.is_at_most(ups, sum).unwrap());
    assert!(!arena.is_at_most(sum, ups).unwrap());
    assert!(arena.ups(i16::MIN).is_err());
    assert!(arena.multiple(ups, 2).is_err());
    assert!(arena.add(ups, ups).is_err());
}

#[test]
fn what_is_too_large_is_refused() {
    let mut arena = Arena::default();
    assert!(arena.integer(i64::MIN).is_err());
    let large = arena.integer(i64::MAX).unwrap();
    assert!(arena.add(large, large).is_err());
    assert!(arena.multiple(large, i64::MIN).is_err());
    assert!(arena.from_options(&[large], &[]).is_err());
    let half = arena.number(Dyadic::new(1, 62).unwrap()).unwrap();
    assert!(arena.from_options(&[Form::ZERO], &[half]).is_err());
    let nimber = arena.nimber(u16::MAX).unwrap();
    assert_eq!(
        arena.options(nimber, Side::Left).unwrap().len(),
        usize::from(u16::MAX)
    );
}

#[test]
fn the_thermograph_of_a_fine_fraction_takes_no_longer_than_its_digits() {
    let mut arena = Arena::default();
    // A third, to this many binary digits: every second halving goes to the other side.
    for exponent in [2, 16, 40, 60] {
        let number = Dyadic::new((1_i64 << exponent) / 3, exponent).unwrap();
        let form = arena.number(number).unwrap();
        let thermograph = arena.thermograph(form).unwrap();
        assert_eq!(thermograph.mean(), number);
        assert_eq!(thermograph.temperature(), number.unit().negated());
    }
}

#[test]
fn a_small_budget_is_never_exceeded() {
    let job = Job::default().with_budget(Budget::of_bytes(100_000));
    let mut arena = Arena::new(&job).unwrap();
    let one = arena.integer(1).unwrap();
    let mut form = arena.nimber(1).unwrap();
    let error = loop {
        match arena.from_options(&[one], &[form]) {
            Ok(next) => form = next,
            Err(error) => break error,
        }
    };
    let stopped = Stopped::behind(&error as &(dyn Error + 'static)).unwrap();
    assert!(stopped.refusal().is_some() && stopped.reached.positions > 500);
    assert!(job.budget.peak() <= 100_000);
    // The arena goes on with what it has.
    assert!(arena.is_at_least(form, Form::ZERO).unwrap());
    assert!(!arena.is_at_most(form, one).unwrap());
    drop(arena);
    assert_eq!(job.budget.used(), 0);
}

#[test]
fn cancelled_work_stops() {
    let job = Job::default();
    let mut arena = Arena::new(&job).unwrap();
    job.cancel.cancel();
    let one = arena.integer(1).unwrap();
    let mut form = arena.nimber(1).unwrap();
    let error = loop {
        match arena.from_options(&[one], &[form]) {
            Ok(next) => form = next,
            Err(error) => break error,
        }
    };
    assert!(
        Stopped::behind(&error as &(dyn Error + 'static))
            .unwrap()
            .is_cancelled()
    );
    job.cancel.reset();
    assert!(arena.from_options(&[one], &[form]).is_ok());
}

#[test]
fn comparisons_of_large_games_end() {
    // Sums of hot games whose stops decide little: thousands of followers each.
    let mut arena = Arena::default();
    let sum = |arena: &mut Arena, last: &str| {
        let parts = [
            "{3||2|0}",
            "{5|2||1}",
            "{4||1|-1}",
            "{2|1||0|-2}",
            "{1||0|-3}",
            last,
        ];
        let parts = parts.map(|part| arena.parse(part).unwrap());
        arena.sum(parts).unwrap()
    };
    let one = sum(&mut arena, "{1*||^|-1}");
    let other = sum(&mut arena, "{1||^*|-1}");
    let difference = arena.subtract(one, other).unwrap();
    let relation = arena.compare(difference, Form::ZERO).unwrap();
    assert_eq!(arena.compare(one, other).unwrap(), relation);
    assert!(arena.forms() > 500);
}

#[test]
fn an_arena_can_be_sent_to_another_thread() {
    fn travels<T: Send>(value: T) -> T {
        value
    }
    let mut arena = travels(Arena::default());
    assert_eq!(arena.ups(0), Ok(Form::ZERO));
}
