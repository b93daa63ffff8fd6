//! The nimbers of the options, and the least that is missing.

use zug::{AnswerBy, Nimber, OptionNimbers, Request, SolveOptions};

fn told(nimbers: &[u32]) -> String {
    OptionNimbers::of(nimbers.iter().copied().map(Nimber)).to_string()
}

#[test]
fn a_long_run_of_nimbers_is_told_by_its_ends() {
    assert_eq!(
        told(&[0, 1, 2, 3, 4, 5, 7]),
        "options have nimbers 0 to 5, 7; the least number that is missing is 6"
    );
    assert_eq!(
        told(&[1, 1]),
        "options have nimber 1; the least number that is missing is 0"
    );
    assert_eq!(
        told(&[]),
        "there is no option; the least number that is missing is 0"
    );
    let far: Vec<u32> = (0..40).map(|k| 2 * k).collect();
    assert!(told(&far).contains("22, …; the least number that is missing is 1"));
}

#[test]
fn the_mex_of_the_options_is_the_nimber_whoever_answers() {
    for (game, set) in [
        ("nim", [("piles", "[3, 5, 6]")]),
        ("nim", [("piles", "[70, 60]")]),
        ("kayles", [("n", "9")]),
        ("dawsons-kayles", [("n", "8")]),
        ("grundy", [("n", "9")]),
        ("subtraction", [("n", "17")]),
        ("furlo-rublo", [("piles", "[20, 7]")]),
        ("forbidden-take-away", [("piles", "[9, 4]")]),
        ("cram", [("width", "3")]),
    ] {
        let mut request = Request::catalogue(game).unwrap();
        for (parameter, value) in set {
            request = request.set(parameter, value);
        }
        for by in [AnswerBy::Any, AnswerBy::Positions] {
            let options = SolveOptions::default().with_answer_by(by);
            let reply = zug::answer(&request, &options).unwrap();
            let nimber = reply.worth().unwrap().nimber().unwrap();
            let told = OptionNimbers::of_reply(&reply).unwrap().unwrap();
            assert_eq!(told.mex(), nimber, "{game} {set:?} {by:?}");
        }
    }
}
