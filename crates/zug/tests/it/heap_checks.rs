//! Lies about the nimbers of a game on heaps.

use zug::Job;
use zug::heaps::NotChecked;
use zug::testing::{check_nimbers, check_period};
use zug_certify::heaps::{Ground, HeapFlaw};
use zug_heaps::HeapGame;
use zug_sequences::engine::naive;
use zug_sequences::{PeriodTheorem, Proof, Repetition};

fn game(text: &str) -> HeapGame {
    text.parse().unwrap()
}

fn no_more(_: &mut Vec<u32>, _: u64) -> bool {
    false
}

fn proof(preperiod: u64, period: u64, theorem: PeriodTheorem) -> Proof {
    Proof {
        repetition: Repetition::new(preperiod, period, 0),
        theorem,
        checked_to: 0,
    }
}

#[test]
fn as_much_is_checked_as_is_affordable() {
    for (text, work, all_below, sampled) in [
        ("0.77", 1e9, 400, 0),
        // n splits of n, 4 other moves, and 10 for the heap: n² / 2 + 14 n.
        ("0.77", 6200.0, 98, 15),
        ("0.77", 0.0, 0, 0),
        ("split(2..)", 1e6, 17, 0),
    ] {
        let (game, job) = (game(text), Job::default());
        let terms = if text == "split(2..)" { 40 } else { 400 };
        let nimbers = naive::nimbers(&game, terms);
        let verified = check_nimbers(&game, &nimbers, work, &job).unwrap();
        assert_eq!(
            (verified.all_below, verified.sampled),
            (all_below, sampled),
            "{text} {work}"
        );
        assert_eq!(verified.reason, None);
    }
}

#[test]
fn a_check_can_be_stopped() {
    let (game, job) = (game("0.77"), Job::default());
    job.cancel.cancel();
    let nimbers = naive::nimbers(&game, 20);
    let verified = check_nimbers(&game, &nimbers, 1e9, &job).unwrap();
    assert!(verified.is_stopped());
    assert_eq!((verified.all_below, verified.sampled), (0, 0));
}

#[test]
fn a_lie_is_caught() {
    let (game, job) = (game("0.77"), Job::default());
    let truth = naive::nimbers(&game, 200);
    for heap in [0, 1, 70, 199] {
        let mut lie = truth.clone();
        lie[heap] += 1;
        let flaw = check_nimbers(&game, &lie, 1e9, &job).unwrap_err();
        let message = flaw.to_string();
        let begin = format!("heap {heap} cannot have");
        assert!(message.starts_with(&begin), "{message}");
    }
    for (preperiod, period) in [(70, 12), (72, 12), (71, 24), (71, 13), (20, 6)] {
        let lie = proof(preperiod, period, PeriodTheorem::GuySmith);
        let flaw = check_period(&game, &mut truth.clone(), &lie, &mut no_more);
        let is_caught = match flaw {
            Err(_) => true,
            Ok(checked) => matches!(checked, Err(NotChecked::Insufficient(_))),
        };
        assert!(is_caught, "{lie:?}");
    }
}

#[test]
fn what_a_theorem_asks_for_is_worked_out() {
    let game = game("0.77");
    let truth = naive::nimbers(&game, 300);
    let mut nimbers = truth[..100].to_vec();
    let claim = proof(71, 12, PeriodTheorem::RepeatedState);
    let checked = check_period(&game, &mut nimbers, &claim, &mut |nimbers, needed| {
        *nimbers = truth[..needed as usize].to_vec();
        true
    });
    let checked = checked.unwrap().unwrap();
    assert_eq!(
        (checked.checked_to(), checked.ground),
        (155, Ground::RepeatedState)
    );
    assert_eq!(nimbers.len(), 156);
    // If no more heaps can be worked out, the period is not checked, and that is
    // not a flaw.
    let none = check_period(&game, &mut truth[..100].to_vec(), &claim, &mut no_more);
    let (known, needed) = (100, 169);
    let reason = NotChecked::Insufficient(HeapFlaw::TooFew { known, needed });
    assert_eq!(none, Ok(Err(reason)));
}
