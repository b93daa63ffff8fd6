//! Certificates that were changed are refused.

use zug_certify::pattern::{Obligation, PatternClaim, PatternDigits, PatternFlaw, certify_pattern};
use zug_discover::{End, Limits, find};
use zug_game::linear::{LinearCondition, LinearGame, LinearSum};
use zug_job::Job;
use zug_lang::{Rules, Settings};
use zug_testkit::all_or;
use zug_values::Play;

use crate::claim;
use crate::nimbers::of_heaps;

/// A game of the catalogue, or one on heaps beside a heap of Nim, with a claim that is true.
fn proved(name: &str, settings: &Settings) -> (LinearGame, PatternClaim) {
    let game = match zug_catalogue::find(name) {
        Some(entry) => {
            let rules = Rules::read(entry.source).unwrap();
            rules.linear(settings, &Job::default()).unwrap()
        }
        None => of_heaps(name),
    };
    let found = find(&game, Limits::for_game(&game), &Job::default()).unwrap();
    let End::Proved(pattern) = found.end else {
        panic!("{name}: {:?}", found.end);
    };
    let claim = claim(&pattern);
    certify_pattern(&game, &claim, &Job::default()).unwrap();
    (game, claim)
}

/// Whether two claims differ in a small position that the rules and the first claim allow.
fn differ(game: &LinearGame, claim: &PatternClaim, changed: &PatternClaim) -> bool {
    let most: u64 = match claim.reads.len() {
        1 => 200,
        2 => 60,
        _ => 24,
    };
    let mut numbers = vec![0; claim.reads.len()];
    loop {
        let mut values = vec![1 << 20; game.variables.len()];
        for (variable, number) in claim.reads.iter().zip(&numbers) {
            values[*variable] = *number as i64;
        }
        let is_allowed =
            game.domain.holds(&values) && claim.invariants.iter().all(|one| one.holds(&values));
        if is_allowed && claim.accepts(&numbers) != changed.accepts(&numbers) {
            return true;
        }
        let Some(place) = numbers.iter().position(|number| *number < most) else {
            return false;
        };
        numbers[place] += 1;
        numbers[..place].fill(0);
    }
}

/// Numbers that look as if they were random (Knuth's linear congruence).
fn random(state: &mut u64, below: usize) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize % below
}

#[test]
fn thousands_of_changed_automata_are_refused() {
    let mut refused = 0;
    let mut state = 1;
    let games = [
        ("subtraction", Settings::default(), 2500),
        ("subtraction", Settings::default().play(Play::Misere), 1500),
        ("bachet", Settings::default(), 1500),
        ("nim", Settings::default().play(Play::Misere), 60),
        ("wythoff", Settings::default(), 60),
        ("{1,3,4}", Settings::default(), 100),
        ("4.(3)", Settings::default(), 10),
    ];
    for (name, settings, tries) in games {
        let (game, claim) = proved(name, &settings);
        for _ in 0..all_or(tries / 5, tries) {
            let mut changed = claim.clone();
            let states = changed.automaton.next.len();
            for _ in 0..=random(&mut state, 3) {
                let row = random(&mut state, states);
                let letters = changed.automaton.next[row].len();
                match random(&mut state, letters + 1) {
                    0 => changed.automaton.accepting[row] = !changed.automaton.accepting[row],
                    letter => {
                        changed.automaton.next[row][letter - 1] = random(&mut state, states) as u32;
                    }
                }
            }
            let checked = certify_pattern(&game, &changed, &Job::default());
            if differ(&game, &claim, &changed) {
                refused += 1;
                assert!(checked.is_err(), "{name}: {changed:?}");
            }
        }
    }
    assert!(refused > all_or(800, 4000), "{refused}");
}

#[test]
fn other_rules_other_ranks_and_malformed_tables_are_refused() {
    let (game, claim) = proved("subtraction", &Settings::default());
    let refusal = |game: &LinearGame, claim: &PatternClaim| {
        certify_pattern(game, claim, &Job::default()).unwrap_err()
    };
    let obligation = |game: &LinearGame, claim: &PatternClaim| match refusal(game, claim) {
        PatternFlaw::Refuted { obligation, .. } => obligation,
        other => panic!("{other}"),
    };
    // One more move, one less, and the other convention.
    let rules = Rules::read(zug_catalogue::find("subtraction").unwrap().source).unwrap();
    for (settings, expected) in [
        (
            Settings::default().set("take", "{1, 2, 3, 4}"),
            Obligation::Lost,
        ),
        (Settings::default().set("take", "{1, 3}"), Obligation::Won),
        (Settings::default().play(Play::Misere), Obligation::Stuck),
    ] {
        let other = rules.linear(&settings, &Job::default()).unwrap();
        assert_eq!(obligation(&other, &claim), expected);
    }
    let mut ranked = claim.clone();
    ranked.rank = LinearSum::number(5);
    assert_eq!(obligation(&game, &ranked), Obligation::Rank);
    ranked.rank.terms = vec![(1, -1)];
    assert!(matches!(
        refusal(&game, &ranked),
        PatternFlaw::Malformed { .. }
    ));
    // What is not true at the start, and what moves break.
    let mut assumed = claim.clone();
    let at_least = |number: i64| {
        let terms = vec![(1, 1)];
        LinearCondition::AtLeastZero(LinearSum {
            terms,
            constant: -number,
        })
    };
    assumed.invariants = vec![at_least(4)];
    assert_eq!(obligation(&game, &assumed), Obligation::Begin);
    let equal = LinearSum::variable(0)
        .plus(-1, &LinearSum::variable(1))
        .unwrap();
    assumed.invariants = vec![LinearCondition::Zero(equal)];
    assert_eq!(obligation(&game, &assumed), Obligation::Stay);
    let mut forms = Vec::new();
    for form in 0..5 {
        let mut malformed = claim.clone();
        match form {
            0 => malformed.automaton.next[2][1] = 99,
            1 => _ = malformed.automaton.next[2].pop(),
            2 => _ = malformed.automaton.accepting.pop(),
            3 => malformed.reads = vec![7],
            _ => malformed.digits = PatternDigits::Base(0),
        }
        forms.push(refusal(&game, &malformed).to_string());
    }
    assert!(
        forms
            .iter()
            .all(|form| form.starts_with("the certificate is not well formed")),
        "{forms:?}"
    );
}

#[test]
fn a_heap_of_nim_that_is_none_is_refused() {
    let (game, claim) = proved("4.(3)", &Settings::default());
    let heap = game.nim_heap.unwrap();
    let refusal = |game: &LinearGame, claim: &PatternClaim| {
        certify_pattern(game, claim, &Job::default()).unwrap_err()
    };
    let mut others = vec![game.clone(); 6];
    // The heap may keep its size, a move may change it, a part may come with one, and it must be known.
    let nim = others[0].moves.last_mut().unwrap();
    nim.condition = LinearCondition::Known(true);
    others[1].moves[0].after.push((heap, LinearSum::number(0)));
    let split = others[2]
        .moves
        .iter_mut()
        .find(|step| !step.beside.is_empty());
    split.unwrap().beside[0][1].1 = LinearSum::variable(heap);
    others[3].nim_heap = None;
    others[4].domain = LinearCondition::zero(LinearSum::variable(heap));
    others[5].moves.pop();
    for other in &others {
        let refused = refusal(other, &claim);
        assert!(
            matches!(refused, PatternFlaw::Malformed { .. }),
            "{refused}"
        );
    }
    let mut ranked = claim.clone();
    ranked.rank = LinearSum::variable(heap);
    let mut in_threes = claim.clone();
    in_threes.digits = PatternDigits::Base(3);
    for row in &mut in_threes.automaton.next {
        row.resize(9, 0);
    }
    for claim in [ranked, in_threes] {
        let refused = refusal(&game, &claim);
        assert!(
            matches!(refused, PatternFlaw::Malformed { .. }),
            "{refused}"
        );
    }
}
