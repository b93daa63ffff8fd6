//! What is found for games of the catalogue and for rules written here.

use std::time::Instant;

use zug_automata::Digits;
use zug_certify::pattern::{
    PatternAutomaton, PatternClaim, PatternDigits, PatternFlaw, certify_pattern,
};
use zug_discover::{End, Finding, Limits, Pattern, find};
use zug_game::linear::LinearGame;
use zug_job::Job;
use zug_lang::{Rules, Settings};

fn game(name: &str, settings: &Settings) -> LinearGame {
    let known = zug_catalogue::find(name).unwrap();
    let rules = Rules::read(known.source).unwrap();
    rules.linear(settings, &Job::default()).unwrap()
}

pub(crate) fn claim(pattern: &Pattern) -> PatternClaim {
    let automaton = &pattern.automaton;
    let digits = automaton.digits();
    PatternClaim {
        digits: match digits.is_recurrent() {
            true => PatternDigits::Recurrent(digits.factor()),
            false => PatternDigits::Base(digits.factor()),
        },
        reads: automaton
            .tracks()
            .iter()
            .map(|track| usize::from(*track))
            .collect(),
        automaton: PatternAutomaton {
            next: automaton.rows().map(<[u32]>::to_vec).collect(),
            accepting: automaton.accepting().to_vec(),
        },
        rank: pattern.rank.clone(),
        invariants: pattern.invariants.clone(),
    }
}

#[test]
fn probe() {
    use zug_values::Play::Misere;
    let s = Settings::default;
    for (name, settings) in [
        ("subtraction", s()),
        ("subtraction", s().set("take", "{2,5,6}")),
        ("subtraction", s().play(Misere)),
        ("bachet", s()),
        ("nim", s().set("piles", "[3,4]")),
        ("nim", s()),
        ("nim", s().play(Misere)),
        ("cake-party", s()),
        ("stone-game-strategist", s()),
        ("forbidden-take-away", s()),
        ("wythoff", s()),
        ("fibonacci-nim", s()),
        ("nim-with-a-pass", s()),
        ("roxor", s()),
        ("edge-geography", s()),
    ] {
        let rules = Rules::read(zug_catalogue::find(name).unwrap().source).unwrap();
        // `nim` with its piles open.
        let settings = settings;
        let game = if settings.parameters.iter().any(|(n, _)| n == "piles") {
            let source = zug_catalogue::find(name)
                .unwrap()
                .source
                .replace("[3, 4, 5]", "[3, 4]");
            Rules::read(&source)
                .unwrap()
                .linear(&Settings::default(), &Job::default())
                .unwrap()
        } else {
            rules.linear(&settings, &Job::default()).unwrap()
        };
        let begin = Instant::now();
        let found = find(&game, Limits::default(), &Job::default()).unwrap();
        let took = begin.elapsed();
        match &found.end {
            End::Proved(pattern) => {
                let begin = Instant::now();
                let certificate = certify_pattern(&game, &claim(pattern), &Job::default());
                println!(
                    "{name} {:?} {} states in {:?}, {} positions, {took:?}: {:?} inv {} | {:?} {:?}",
                    settings.play,
                    pattern.automaton.states(),
                    pattern.automaton.digits(),
                    found.positions,
                    pattern.words,
                    pattern.invariants.len(),
                    certificate.map(|c| (c.nodes, c.steps)),
                    begin.elapsed()
                );
            }
            End::Agrees(p, e) => println!("{name} agrees {} {e} {took:?}", p.automaton.states()),
            End::Refuted(p, r) => {
                println!("{name} refuted {} {r:?} {took:?}", p.automaton.states())
            }
            End::None(why) => println!("{name} none {why:?} {} {took:?}", found.positions),
        }
    }
}
