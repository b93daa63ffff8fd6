//! True nimbers and periods are certified; if they are changed in one place they are not.

use proptest::prelude::*;
use zug_certify::heaps::{
    Checked, Effort, Ground, HeapFlaw, NimberCheck, RepetitionClaim, certify_repetition,
};
use zug_heaps::{Breaking, HeapGame, Splitting};
use zug_sequences::Job;
use zug_sequences::engine::dense::Dense;
use zug_sequences::engine::{Engine, naive};
use zug_sequences::{Sequence, SequenceOptions};
use zug_testkit::heap_rows;

fn code(text: &str) -> HeapGame {
    HeapGame::Breaking(text.parse().unwrap())
}

fn games() -> Vec<HeapGame> {
    let endless = Breaking::new(vec![4, 3], vec![3]).unwrap();
    vec![
        code("0.77"),
        code("0.007"),
        code("4.0407"),
        code("0.1023"),
        code("0.8"),
        code("0.3F"),
        HeapGame::Breaking(endless),
        HeapGame::subtraction([2, 5, 7]).unwrap(),
        HeapGame::all_but([1, 3]).unwrap(),
        HeapGame::Splitting(Splitting::GRUNDY),
    ]
}

/// All 1,024 codes 0.abc and 4.abc.
fn short_codes() -> impl Iterator<Item = HeapGame> {
    (0..1024).map(|number: u32| {
        let digit = |place: u32| (number >> (3 * place) & 7) as u8;
        let first = if number < 512 { 0 } else { 4 };
        let digits = vec![first, digit(2), digit(1), digit(0)];
        HeapGame::Breaking(Breaking::new(digits, Vec::new()).unwrap())
    })
}

fn nimbers(game: &HeapGame, terms: usize) -> Vec<u32> {
    let mut dense = Dense::new(game, 1 << 30).unwrap();
    while dense.known() < terms as u64 {
        dense.step(terms as u64).unwrap();
    }
    let mut nimbers = vec![0; terms];
    assert!(dense.read(0, &mut nimbers));
    nimbers
}

/// Checks the nimbers of the heaps from 0 on that the effort asks for; returns how many these are.
fn certify_nimbers(game: &HeapGame, nimbers: &[u32], effort: &Effort) -> Result<u64, HeapFlaw> {
    let mut check = NimberCheck::new(game, nimbers)?;
    let mut checked = 0;
    for heap in effort.heaps(0, nimbers.len() as u64) {
        check.heap(heap)?;
        checked += 1;
    }
    Ok(checked)
}

/// The heap that a flaw of [`certify_nimbers`] names.
fn heap_of(flaw: HeapFlaw) -> u64 {
    match flaw {
        HeapFlaw::TooLarge { heap, .. }
        | HeapFlaw::Left { heap, .. }
        | HeapFlaw::NotLeft { heap, .. } => heap,
        other => panic!("{other}"),
    }
}

#[test]
fn true_nimbers_are_certified() {
    for game in games() {
        let nimbers = naive::nimbers(&game, 120);
        let checked = certify_nimbers(&game, &nimbers, &Effort::WHOLE).unwrap();
        assert_eq!(checked, 120, "{game:?}");
    }
    for game in short_codes() {
        let nimbers = naive::nimbers(&game, 60);
        certify_nimbers(&game, &nimbers, &Effort::WHOLE).unwrap();
    }
}

#[test]
fn no_single_wrong_nimber_passes() {
    for game in games() {
        let truth = naive::nimbers(&game, 40);
        for heap in 0..truth.len() {
            for wrong in (0..25).chain([1 << 20, u32::MAX]) {
                if wrong != truth[heap] {
                    let mut claim = truth.clone();
                    claim[heap] = wrong;
                    let flaw = certify_nimbers(&game, &claim, &Effort::WHOLE).unwrap_err();
                    assert_eq!(heap_of(flaw), heap as u64, "{game:?} {flaw}");
                }
            }
        }
    }
}

#[test]
fn no_single_wrong_nimber_of_a_code_of_three_digits_passes() {
    for game in short_codes() {
        let truth = naive::nimbers(&game, 20);
        for heap in 0..truth.len() {
            let mut claim = truth.clone();
            claim[heap] = (truth[heap] + 1) % 3;
            let flaw = certify_nimbers(&game, &claim, &Effort::WHOLE).unwrap_err();
            assert_eq!(heap_of(flaw), heap as u64, "{game:?} {flaw}");
        }
    }
}

#[test]
fn a_flaw_says_what_is_wrong() {
    let kayles = code("0.77");
    let flaw = |claim: &[u32]| certify_nimbers(&kayles, claim, &Effort::WHOLE).unwrap_err();
    let (heap, nimber) = (3, 2);
    assert_eq!(flaw(&[0, 1, 2, 2]), HeapFlaw::Left { heap, nimber });
    let (nimber, missing) = (4, 3);
    assert_eq!(
        flaw(&[0, 1, 2, 4]),
        HeapFlaw::NotLeft {
            heap,
            nimber,
            missing
        }
    );
    let nimber = 7;
    assert_eq!(flaw(&[0, 1, 2, 7]), HeapFlaw::TooLarge { heap, nimber });
}

#[test]
fn a_sample_is_said_to_be_one() {
    let game = code("0.007");
    let mut claim = nimbers(&game, 1000);
    let effort = |sampled, seed| Effort::all_below(100).with_sample(sampled, seed);
    assert_eq!(certify_nimbers(&game, &claim, &effort(50, 1)), Ok(150));
    // A sample with room for all heaps takes them all.
    assert_eq!(certify_nimbers(&game, &claim, &effort(900, 1)), Ok(1000));
    assert_eq!(certify_nimbers(&game, &claim, &effort(5000, 1)), Ok(1000));
    // The last heap alone is wrong, and some samples look at it.
    claim[999] ^= 1;
    let found =
        (0..100).filter(|&seed| certify_nimbers(&game, &claim, &effort(450, seed)).is_err());
    let found = found.count();
    assert!((20..80).contains(&found), "{found}");
    assert!(certify_nimbers(&game, &claim, &effort(900, 1)).is_err());
    assert_eq!(certify_nimbers(&game, &[], &effort(7, 1)), Ok(0));
}

fn claim(preperiod: u64, period: u64, ground: Ground) -> RepetitionClaim {
    RepetitionClaim {
        preperiod,
        period,
        saltus: 0,
        ground,
    }
}

/// Checks that a true claim passes with the heaps that it needs and not with fewer, and that
/// claims close to it do not pass.
fn check_claim(game: &HeapGame, nimbers: &[u32], truth: &RepetitionClaim) {
    let check = |known: usize, claim: &RepetitionClaim| {
        certify_repetition(game, &nimbers[..known], claim, &Effort::WHOLE)
    };
    let all = nimbers.len();
    let reached = check(all, truth).unwrap_or_else(|flaw| panic!("{game:?} {truth:?}: {flaw}"));
    let needed = reached.heaps_needed;
    assert!(needed <= all as u64);
    assert!(reached.witnesses.is_none_or(Checked::is_whole));
    let (known, period) = (needed - 1, truth.period);
    if truth.ground == Ground::RepeatedState {
        // With fewer heaps, the last rare heap may be another one.
        assert!(check(truth.preperiod as usize, truth).is_err());
    } else {
        assert_eq!(
            check(known as usize, truth),
            Err(HeapFlaw::TooFew { known, needed })
        );
    }
    let unsuited = HeapFlaw::NoTheorem {
        ground: truth.ground,
    };
    assert_eq!(
        check(
            all,
            &RepetitionClaim {
                saltus: 1,
                ..*truth
            }
        ),
        Err(unsuited)
    );
    let none = check(
        all,
        &RepetitionClaim {
            period: 0,
            ..*truth
        },
    );
    assert_eq!(none, Err(HeapFlaw::NoPeriod));
    for wrong in (1..3 * period).filter(|&wrong| wrong != period) {
        let wrong = RepetitionClaim {
            period: wrong,
            ..*truth
        };
        assert!(check(all, &wrong).is_err(), "{game:?} {wrong:?}");
    }
    for shift in [1, 2, 7, period] {
        let late = RepetitionClaim {
            preperiod: truth.preperiod + shift,
            ..*truth
        };
        assert!(check(all, &late).is_err(), "{game:?} {late:?}");
        if let Some(preperiod) = truth.preperiod.checked_sub(shift) {
            let early = RepetitionClaim {
                preperiod,
                ..*truth
            };
            let flaw = check(all, &early).unwrap_err();
            assert!(
                matches!(flaw, HeapFlaw::Broken { .. } | HeapFlaw::TooFew { .. }),
                "{flaw}"
            );
        }
    }
    let huge = RepetitionClaim {
        preperiod: u64::MAX,
        period: u64::MAX,
        ..*truth
    };
    assert!(matches!(check(all, &huge), Err(HeapFlaw::TooFew { .. })));
}

#[test]
fn known_periods_are_certified_and_others_are_not() {
    let mut windows = 0;
    for row in heap_rows::periods().period {
        let code = row.breaking();
        let most = code.most_taken().unwrap();
        let bound = 2 * row.preperiod + 2 * row.period + most;
        if bound > 3000 {
            continue;
        }
        let as_code = HeapGame::Breaking(code);
        // These are enough for claims with a somewhat larger preperiod or period.
        let nimbers = nimbers(&as_code, 6 * bound as usize + 20);
        let enough = &nimbers[..];
        check_claim(
            &as_code,
            enough,
            &claim(row.preperiod, row.period, Ground::GuySmith),
        );
        let game = row.game();
        let window = claim(row.preperiod, row.period, Ground::Window);
        if matches!(game, HeapGame::Subtraction(_)) {
            check_claim(&game, enough, &window);
            check_claim(&as_code, enough, &window);
            windows += 1;
        } else if row.breaking().digits().iter().any(|&digit| digit >= 4) {
            let flaw = certify_repetition(&game, enough, &window, &Effort::WHOLE);
            let ground = Ground::Window;
            assert_eq!(flaw, Err(HeapFlaw::NoTheorem { ground }));
        } else {
            check_claim(&game, enough, &window);
        }
    }
    assert!(windows > 70, "{windows}");
}

#[test]
fn a_repeated_state_needs_fewer_heaps() {
    // The last rare heaps are 70, 197, 357 and 511.
    for (text, preperiod, period, needed) in [
        ("0.77", 71, 12, 71 + 12 + 70 + 2 + 1),
        ("0.177", 497, 20, 497 + 20 + 197 + 3 + 1),
        ("0.156", 3479, 349, 3479 + 349 + 357 + 3 + 1),
        ("0.644", 3256, 442, 3256 + 442 + 511 + 3 + 1),
    ] {
        let game = code(text);
        let nimbers = nimbers(&game, needed);
        let check = |known: usize, ground| {
            let claim = claim(preperiod, period, ground);
            certify_repetition(&game, &nimbers[..known], &claim, &Effort::WHOLE)
        };
        let reached = check(needed, Ground::RepeatedState).unwrap();
        assert_eq!(reached.heaps_needed, needed as u64, "{text}");
        let witnesses = reached.witnesses.unwrap();
        assert_eq!((witnesses.heaps, witnesses.of), (period, period), "{text}");
        for flaw in [
            check(needed - 1, Ground::RepeatedState).unwrap_err(),
            check(needed, Ground::GuySmith).unwrap_err(),
        ] {
            assert!(matches!(flaw, HeapFlaw::TooFew { .. }), "{text} {flaw}");
        }
    }
}

#[test]
fn a_repeated_state_may_need_the_parity_of_heaps() {
    // Where heaps do not count, there is no last rare heap.
    let (game, known) = (code("0.127"), 74_000);
    let mut sequence = Sequence::new(&game, SequenceOptions::default(), &Job::default()).unwrap();
    while sequence.known() < known {
        sequence.step(known).unwrap();
    }
    let mut nimbers = vec![0; known as usize];
    assert!(sequence.read(0, &mut nimbers));
    let truth = claim(46578, 4, Ground::RepeatedState);
    let reached = certify_repetition(&game, &nimbers, &truth, &Effort::WHOLE).unwrap();
    assert_eq!(reached.heaps_needed, 46578 + 4 + 27106 + 3 + 1);
    assert!(reached.witnesses.is_some_and(Checked::is_whole));
}

#[test]
fn rare_heaps_without_end_are_no_repeated_state() {
    // Dawson's Kayles repeats, but whatever the weights, rare heaps go on.
    let game = code("0.07");
    let nimbers = nimbers(&game, 2000);
    let state = claim(53, 34, Ground::RepeatedState);
    let flaw = certify_repetition(&game, &nimbers, &state, &Effort::WHOLE).unwrap_err();
    let HeapFlaw::TooFew { known, needed } = flaw else {
        panic!("{flaw}");
    };
    assert!(known == 2000 && needed > 2000);
}

#[test]
fn witnesses_may_be_sampled_and_are_said_to_be() {
    let game = code("0.156");
    let nimbers = nimbers(&game, 4200);
    let state = claim(3479, 349, Ground::RepeatedState);
    let effort = Effort::all_below(10).with_sample(20, 3);
    let reached = certify_repetition(&game, &nimbers, &state, &effort).unwrap();
    let witnesses = reached.witnesses.unwrap();
    assert_eq!((witnesses.heaps, witnesses.of), (30, 349));
    assert!(!witnesses.is_whole());
}

#[test]
fn a_value_without_a_witness_is_found() {
    // The period is made up. No move from its last heap leaves all smaller values.
    let game = code("0.3");
    let nimbers = [0, 1, 2, 1, 2];
    let state = claim(1, 2, Ground::RepeatedState);
    let flaw = certify_repetition(&game, &nimbers, &state, &Effort::WHOLE).unwrap_err();
    assert!(matches!(flaw, HeapFlaw::NoWitness { .. }), "{flaw}");
}

/// The nimbers of a game in which all numbers may be taken but these.
fn all_but(forbidden: &[u64]) -> (HeapGame, Vec<u32>) {
    let game = HeapGame::all_but(forbidden.iter().copied()).unwrap();
    let nimbers = naive::nimbers(&game, 400);
    (game, nimbers)
}

#[test]
fn arithmetic_periods_of_all_but_a_few_are_certified() {
    // All numbers but 1 may be taken: 0, 0, 1, 1, 2, 2… The code 0.0(3) has these rules too.
    let (game, nimbers) = all_but(&[1]);
    let truth = RepetitionClaim {
        preperiod: 0,
        period: 2,
        saltus: 1,
        ground: Ground::MissingNimbers,
    };
    let check = |game: &HeapGame, known: usize, claim: &RepetitionClaim| {
        certify_repetition(game, &nimbers[..known], claim, &Effort::WHOLE)
    };
    assert_eq!(check(&game, 3, &truth).unwrap().heaps_needed, 3);
    let as_code = HeapGame::Breaking(Breaking::new(vec![0, 0], vec![3]).unwrap());
    assert_eq!(check(&as_code, 3, &truth).unwrap().heaps_needed, 3);
    let flaw = HeapFlaw::TooFew {
        known: 2,
        needed: 3,
    };
    assert_eq!(check(&game, 2, &truth), Err(flaw));
    let (period, saltus) = (4, 2);
    let double = RepetitionClaim {
        period,
        saltus,
        ..truth
    };
    let flaw = HeapFlaw::ShorterPeriod { period: 2 };
    assert_eq!(check(&game, 40, &double), Err(flaw));
    let late = RepetitionClaim {
        preperiod: 1,
        ..truth
    };
    let flaw = HeapFlaw::EarlierStart { heap: 0 };
    assert_eq!(check(&game, 40, &late), Err(flaw));
    for saltus in [0, 2, u64::MAX] {
        let wrong = RepetitionClaim { saltus, ..truth };
        assert!(check(&game, 40, &wrong).is_err());
    }
    let other = check(&code("0.77"), 40, &truth);
    let ground = Ground::MissingNimbers;
    assert_eq!(other, Err(HeapFlaw::NoTheorem { ground }));
    // Nim itself, in which no number is forbidden.
    let nim = RepetitionClaim { period: 1, ..truth };
    let nimbers: Vec<u32> = (0..9).collect();
    let game = HeapGame::all_but([]).unwrap();
    let reached = certify_repetition(&game, &nimbers, &nim, &Effort::WHOLE).unwrap();
    assert_eq!(reached.heaps_needed, 1);
}

#[test]
fn whatever_is_certified_of_all_but_a_few_holds_on() {
    let (mut certified, mut unsettled) = (0, 0);
    for set in 0..128u64 {
        let forbidden: Vec<u64> = (1..=7).filter(|take| set >> (take - 1) & 1 == 1).collect();
        let (game, nimbers) = all_but(&forbidden);
        for known in [2, 3, 5, 8, 12, 17, 23, 30, 40, 60, 100, 150] {
            let prefix = &nimbers[..known];
            for period in 1..known {
                let ends = prefix[known - 1].checked_sub(prefix[known - 1 - period]);
                let Some(saltus) = ends else { continue };
                let mut pairs = prefix.iter().zip(&prefix[period..]);
                let last = pairs.rposition(|(&n, &later)| later != n + saltus);
                let preperiod = last.map_or(0, |heap| heap as u64 + 1);
                let claim = RepetitionClaim {
                    preperiod,
                    period: period as u64,
                    saltus: saltus.into(),
                    ground: Ground::MissingNimbers,
                };
                match certify_repetition(&game, prefix, &claim, &Effort::WHOLE) {
                    Ok(_) => {
                        certified += 1;
                        let pairs = nimbers.iter().zip(&nimbers[period..]);
                        for (&n, &later) in pairs.skip(preperiod as usize) {
                            assert_eq!(later, n + saltus, "{game:?} {known} {claim:?}");
                        }
                    }
                    Err(HeapFlaw::Unsettled { .. }) => unsettled += 1,
                    Err(_) => {}
                }
            }
        }
    }
    assert!(certified > 300 && unsettled > 0, "{certified} {unsettled}");
}

/// For each period, the least preperiod with which the prefix repeats.
fn apparent(prefix: &[u32]) -> impl Iterator<Item = (u64, u64)> {
    (1..prefix.len()).map(|period| {
        let mut pairs = prefix.iter().zip(&prefix[period..]);
        let last = pairs.rposition(|(a, b)| a != b);
        (last.map_or(0, |heap| heap as u64 + 1), period as u64)
    })
}

#[test]
fn whatever_is_certified_of_a_short_prefix_holds_on() {
    let grounds = [Ground::GuySmith, Ground::RepeatedState, Ground::Window];
    let mut certified = [0; 3];
    let sets = (1..64).map(|set: u64| {
        HeapGame::subtraction((1..=6).filter(|take| set >> (take - 1) & 1 == 1)).unwrap()
    });
    for game in short_codes().chain(sets) {
        let nimbers = naive::nimbers(&game, 220);
        for known in [3, 5, 8, 12, 17, 23, 30, 40, 60, 80] {
            let prefix = &nimbers[..known];
            for (preperiod, period) in apparent(prefix) {
                for (place, &ground) in grounds.iter().enumerate() {
                    let claim = claim(preperiod, period, ground);
                    if certify_repetition(&game, prefix, &claim, &Effort::WHOLE).is_ok() {
                        certified[place] += 1;
                        let (start, period) = (preperiod as usize, period as usize);
                        assert_eq!(
                            nimbers[start..220 - period],
                            nimbers[start + period..],
                            "{game:?} {known} {claim:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(certified.iter().all(|&count| count > 300), "{certified:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn one_wrong_nimber_beyond_the_preperiod_breaks_a_period(
        heap in 71usize..400,
        wrong in 0u32..12,
    ) {
        let game = code("0.77");
        let mut claimed = nimbers(&game, 400);
        prop_assume!(claimed[heap] != wrong);
        claimed[heap] = wrong;
        let truth = claim(71, 12, Ground::GuySmith);
        let flaw = certify_repetition(&game, &claimed, &truth, &Effort::WHOLE).unwrap_err();
        prop_assert!(matches!(flaw, HeapFlaw::Broken { .. }), "{}", flaw);
    }
}
