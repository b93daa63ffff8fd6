//! The moves to lost positions that are read off digits are those found by trying all moves.

use std::collections::BTreeSet;

use zug_discover::{End, Limits, find, replies};
use zug_job::Job;
use zug_lang::{Rules, Settings};
use zug_values::Play;

#[test]
fn moves_to_lost_positions_are_those_that_trying_finds() {
    let games = [
        ("mark-by-three", Play::Normal, 40),
        ("subtraction", Play::Misere, 40),
        ("fibonacci-nim", Play::Normal, 12),
        ("wythoff", Play::Normal, 9),
        ("nim", Play::Misere, 4),
        ("cake-party", Play::Normal, 4),
    ];
    for (name, play, most) in games {
        let rules = Rules::read(zug_catalogue::find(name).unwrap().source).unwrap();
        let settings = Settings::default().play(play);
        let game = rules.linear(&settings, &Job::default()).unwrap();
        let found = find(&game, Limits::default(), &Job::default()).unwrap();
        let End::Proved(pattern) = found.end else {
            panic!("{name}: {:?}", found.end);
        };
        let lost = &pattern.automaton;
        let is_lost = |position: &[i64]| {
            let tracks = lost.tracks().iter();
            let numbers = tracks.map(|track| position[usize::from(*track)] as u64);
            lost.accepts(&numbers.collect::<Vec<_>>())
        };
        let mut position = vec![0; game.variables.len()];
        let (mut compared, mut replied) = (0, 0);
        loop {
            let conditions = pattern.invariants.iter().chain([&game.domain]);
            if conditions.into_iter().all(|one| one.holds(&position)) {
                let tried = game.successors(&position).unwrap().into_iter();
                let tried: BTreeSet<Vec<i64>> = tried.filter(|next| is_lost(next)).collect();
                let read = replies(
                    &game,
                    lost,
                    &position,
                    100,
                    Limits::default(),
                    &Job::default(),
                );
                let read: BTreeSet<Vec<i64>> = read
                    .unwrap()
                    .iter()
                    .map(|reply| reply.after(&game))
                    .collect();
                assert_eq!(read, tried, "{name}: {position:?}");
                compared += 1;
                replied += read.len();
            }
            let Some(next) = position.iter().position(|value| *value < most) else {
                break;
            };
            position[next] += 1;
            position[..next].fill(0);
        }
        assert!(
            compared > 100 && replied > 20,
            "{name}: {compared} {replied}"
        );
    }
}

#[test]
fn at_most_about_as_many_moves_are_named_as_are_asked_for() {
    // A position is lost if the first heap is empty. A move that empties it takes any number of the other.
    let rules = "game sums(n = 9)\nimpartial\na: 0..n = n\nb: 0..n = n\n\
                 move take(k in 1..n, l in 0..n) if k <= a and l <= b:\n    a -= k\n    b -= l\n";
    let rules = Rules::read(rules).unwrap();
    let game = rules.linear(&Settings::default(), &Job::default()).unwrap();
    let found = find(&game, Limits::default(), &Job::default()).unwrap();
    let End::Proved(pattern) = found.end else {
        panic!("{:?}", found.end);
    };
    let large = 10i64.pow(15);
    let position = [large; 3];
    let lost = &pattern.automaton;
    let some = replies(
        &game,
        lost,
        &position,
        5,
        Limits::default(),
        &Job::default(),
    )
    .unwrap();
    assert!(some.len() > 5);
    for reply in &some {
        assert_eq!(
            reply.after(&game)[1],
            0,
            "the first heap is empty: {reply:?}"
        );
    }
}
