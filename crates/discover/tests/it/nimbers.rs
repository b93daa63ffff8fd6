//! Nimbers as a pattern: the positions that are lost beside a heap of Nim of one size.

use zug_certify::pattern::certify_pattern;
use zug_discover::{End, Limits, find};
use zug_game::linear::LinearGame;
use zug_heaps::HeapGame;
use zug_job::Job;
use zug_lang::{Rules, Settings};
use zug_values::Play;

use crate::claim;

pub(crate) fn of_heaps(notation: &str) -> LinearGame {
    let game: HeapGame = notation.parse().unwrap();
    game.linear().unwrap().beside_nim().unwrap()
}

fn of_rules(source: &str) -> Option<LinearGame> {
    let rules = Rules::read(source).unwrap();
    let game = rules.linear(&Settings::default(), &Job::default());
    game.unwrap().beside_nim()
}

/// The nimbers of heaps, by the definitions of the game and of nimbers.
fn plain(game: &HeapGame, largest: u64) -> Vec<u64> {
    let mut nimbers: Vec<u64> = Vec::new();
    for heap in 0..=largest {
        let mut reached = Vec::new();
        game.options(heap, &mut |left| {
            let left = left.iter().map(|size| nimbers[*size as usize]);
            reached.push(left.fold(0, |sum, nimber| sum ^ nimber));
        });
        let mut least = 0..=reached.len() as u64;
        nimbers.push(least.find(|nimber| !reached.contains(nimber)).unwrap());
    }
    nimbers
}

/// What is found, with the number of states and the words; all that is found is checked.
fn told(game: &LinearGame) -> String {
    let found = find(game, Limits::for_game(game), &Job::default()).unwrap();
    let End::Proved(pattern) = found.end else {
        return "none".to_owned();
    };
    certify_pattern(game, &claim(&pattern), &Job::default()).unwrap();
    let words = pattern.words.unwrap_or_default();
    format!("{} {words}", pattern.automaton.states())
}

#[test]
fn nimbers_of_heaps_are_those_of_the_literature() {
    let found = [
        // E. Lasker, Brettspiele der Völker, 1931.
        (
            "4.(3)",
            "12 nimber = heap - 1, heap, heap and heap + 1, where heap mod 4 is 0 to 3; but 0 at 0",
        ),
        // R. K. Guy and C. A. B. Smith, The G-values of various games, 1956.
        (
            "0.77",
            "49 nimber = 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2 and 7, where heap mod 12 is 0 to 11; but 0 at 0, 3 at 3, \
             3 at 6, 4 at 9, 6 at 11, 7 at 15, 3 at 18, 4 at 21, 6 at 22, 5 at 28, 6 at 34, 3 at 39, 4 at 57 and 6 at \
             70",
        ),
        (
            "{1,3,4}",
            "13 nimber = 0, 1, 0, 1, 2, 3 and 2, where heap mod 7 is 0 to 6",
        ),
        ("nim", "2 heap = nimber"),
    ];
    for (notation, expected) in found {
        assert_eq!(told(&of_heaps(notation)), expected, "{notation}");
    }
}

#[test]
fn what_is_claimed_of_heaps_is_true_of_the_smallest() {
    for notation in ["4.(3)", "0.77", "0.137", "4.7", "0.4(1)", "0.(3)"] {
        let heaps: HeapGame = notation.parse().unwrap();
        let game = of_heaps(notation);
        let found = find(&game, Limits::for_game(&game), &Job::default()).unwrap();
        let End::Proved(pattern) = found.end else {
            panic!("{notation}: {:?}", found.end);
        };
        let claim = claim(&pattern);
        for (heap, nimber) in plain(&heaps, 300).into_iter().enumerate() {
            for other in 0..=nimber + 3 {
                let accepts = claim.accepts(&[heap as u64, other]);
                assert_eq!(accepts, other == nimber, "{notation}: {heap} {other}");
            }
        }
    }
}

#[test]
fn rules_have_nimbers_where_whoever_moves_last_wins() {
    let nim = zug_catalogue::find("nim").unwrap().source;
    assert_eq!(
        told(&of_rules(nim).unwrap()),
        "2 the xor of 1.stones, 2.stones, 3.stones and nimber is 0"
    );
    let misere = Settings::default().play(Play::Misere);
    let misere = Rules::read(nim).unwrap().linear(&misere, &Job::default());
    assert!(misere.unwrap().beside_nim().is_none());
    // A position in which the rules end the game, lost, is worth 0.
    let rules = |end: &str| {
        format!(
            "game g(n = 9)\nimpartial\nheap: 0..n = n\n{end}\n\
             move take(k in 1..2) if k <= heap:\n    heap -= k\n"
        )
    };
    assert_eq!(
        told(&of_rules(&rules("win other if heap <= 2")).unwrap()),
        "9 nimber = 1, 2 and 0, where heap mod 3 is 0 to 2; but 0 at 0 and 0 at 1"
    );
    assert!(of_rules(&rules("win me if heap == 2")).is_none());
}

#[test]
fn nimbers_without_a_small_pattern_are_not_claimed() {
    // Whether the nimbers of Grundy's game and of Officers are periodic in the end is not known.
    for notation in ["grundy", "0.6"] {
        assert_eq!(told(&of_heaps(notation)), "none", "{notation}");
    }
}
