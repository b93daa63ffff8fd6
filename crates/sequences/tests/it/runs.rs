//! The engine that goes from run to run equals the mex over all options, however
//! its steps are cut.

use proptest::prelude::*;
use zug_sequences::engine::Engine;
use zug_sequences::engine::runs::Intervals;
use zug_sequences::intervals::Walk;
use zug_sequences::{Statistics, Stop};
use zug_values::{Mex, Nimber};

/// From n to anything from n a / c - d to n b / c - e, within reason.
#[derive(Clone, Copy, Debug)]
struct Slopes {
    a: u64,
    b: u64,
    c: u64,
    least: u64,
}

impl Slopes {
    fn lo(self, n: u64) -> u64 {
        n * self.a / self.c
    }

    fn hi(self, n: u64) -> u64 {
        (n * self.b / self.c).saturating_sub(1).max(self.lo(n))
    }
}

fn slopes() -> impl Strategy<Value = Slopes> {
    (0..9_u64, 0..9_u64, 0..3_u64, 1..20_u64)
        .prop_map(|(x, y, z, least)| {
            let (a, b) = (x.min(y), x.max(y));
            // `hi` is below n from the first heap on.
            let c = b.max(1) + z;
            let slopes = Slopes { a, b, c, least };
            let fits = |n: &u64| slopes.lo(*n) < *n && slopes.hi(*n) < *n;
            let least = (least..1000).find(fits).unwrap_or(least);
            Slopes { least, ..slopes }
        })
        .prop_filter("each heap has smaller options", |slopes| {
            (slopes.least..1000).all(|n| slopes.hi(n) < n)
        })
}

fn naive(slopes: Slopes, size: u64) -> Vec<u32> {
    let mut nimbers: Vec<u32> = Vec::new();
    let mut mex = Mex::default();
    for n in 0..size {
        if n >= slopes.least {
            for y in slopes.lo(n)..=slopes.hi(n) {
                mex.insert(Nimber(nimbers[y as usize]));
            }
        }
        nimbers.push(mex.take().0);
    }
    nimbers
}

proptest! {
    #[test]
    fn runs_are_what_the_mex_says_however_steps_are_cut(
        slopes in slopes(),
        ends in prop::collection::vec((1..400_u64, 1..9_usize), 1..6)
    ) {
        let known = naive(slopes, 400);
        let mut walk = Walk::new(slopes.least, move |n| slopes.lo(n), move |n| slopes.hi(n));
        for (last, looks) in ends {
            let before = walk.reached();
            walk.step(last, looks).unwrap();
            prop_assert!(walk.reached() >= before);
            for size in 0..400 {
                let told = walk.nimber(size);
                prop_assert_eq!(told.is_some(), walk.reached().is_some_and(|last| size <= last));
                prop_assert!(told.is_none_or(|told| told.0 == known[size as usize]));
            }
        }
    }

    #[test]
    fn the_engine_is_what_the_mex_says(slopes in slopes(), cut in 1..300_u64) {
        let known = naive(slopes, 300);
        let (lo, hi) = (move |n| slopes.lo(n), move |n| slopes.hi(n));
        let mut engine = Intervals::new(slopes.least, lo, hi, 1 << 30);
        let mut statistics = Statistics::default();
        for to in [cut, 300] {
            while engine.known() < to {
                let before = engine.known();
                engine.step(to).unwrap();
                prop_assert!(engine.known() > before);
                engine.add_to_statistics(before, engine.known(), &mut statistics);
            }
            let mut read = vec![0; to as usize];
            prop_assert!(engine.read(0, &mut read));
            prop_assert_eq!(&read, &known[..to as usize]);
            prop_assert!(!engine.read(1, &mut read) || to == 0);
        }
        let mut counted = Statistics::default();
        for (heap, &nimber) in (0..).zip(&known) {
            counted.add(heap, nimber);
        }
        prop_assert_eq!(statistics, counted);
    }
}

#[test]
fn a_far_heap_takes_few_steps() {
    let mut engine = Intervals::new(2, |n| n.div_ceil(3), |n| n / 2, 1 << 20);
    let far = u64::MAX - 1;
    let mut steps = 0;
    while engine.known() <= far {
        engine.step(far + 1).unwrap();
        steps += 1;
    }
    assert!(steps < 10, "{steps}");
    let mut one = [0];
    assert!(engine.read(far, &mut one));
    // 2 · 3^k and so on: the mex of an interval that is looked up by hand.
    let (lo, hi) = (far.div_ceil(3), far / 2);
    let runs = engine.as_slice();
    let met = runs.iter().enumerate().filter(|(place, run)| {
        let end = runs.get(place + 1).map_or(u64::MAX, |next| next.first);
        run.first <= hi && end > lo
    });
    let mut mex = Mex::default();
    met.for_each(|(_, run)| mex.insert(run.nimber));
    assert_eq!(one[0], mex.take().0);
}

#[test]
fn memory_is_refused_and_what_is_no_interval_too() {
    // Nim has runs of length 1.
    let mut nim = Intervals::new(1, |_| 0, |n| n - 1, 100_000);
    let stop = loop {
        if let Err(stop) = nim.step(1 << 40) {
            break stop;
        }
    };
    let Stop::Memory { stopped, .. } = stop else {
        panic!("{stop}");
    };
    assert_eq!(stopped.refusal().unwrap().budget, 100_000);
    assert!(nim.bytes() <= 100_000 && nim.known() > 1000);
    let mut one = [0];
    assert!(nim.read(nim.known() - 1, &mut one));
    assert_eq!(u64::from(one[0]), nim.known() - 1);

    let mut wrong = Intervals::new(1, |n| n / 2, |n| n, 1 << 20);
    assert!(matches!(wrong.step(10), Err(Stop::Unsuited { .. })));
}

#[test]
fn nimbers_beyond_those_counted_one_by_one_are_counted_together() {
    // Nim: the nimber of a heap is its size.
    let counted = u64::from(Statistics::COUNTED);
    let mut engine = Intervals::new(1, |_| 0, |n| n - 1, 1 << 30);
    while engine.known() < counted + 10 {
        engine.step(counted + 10).unwrap();
    }
    let mut statistics = Statistics::default();
    engine.add_to_statistics(0, counted + 10, &mut statistics);
    assert_eq!((statistics.heaps, statistics.uncounted), (counted + 10, 10));
    assert_eq!(statistics.counts, vec![1; counted as usize]);
    assert_eq!(
        statistics.largest,
        Some((Statistics::COUNTED + 9, counted + 9))
    );
}
