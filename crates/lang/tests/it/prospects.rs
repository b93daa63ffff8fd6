//! How play can still end, as a search is told, against all ends that play can reach.

use std::collections::HashMap;

use zug_game::{Game, Notation, Player, Searchable};
use zug_job::Job;
use zug_lang::{AnyGame, Rules, RulesGame, Settings, Word};
use zug_testkit::summing;
use zug_values::{Outcome, Turn};

/// Games whose rules compare sums of fields at the end, with parameters that keep them small.
const COMPARING: [(&str, &[(&str, &str)]); 8] = [
    ("awari", &[]),
    ("awari", &[("pits", "2"), ("seeds", "2")]),
    ("dots-and-boxes", &[("width", "3"), ("height", "1")]),
    ("kalah", &[("pits", "2"), ("seeds", "2")]),
    ("kalah", &[("pits", "3"), ("seeds", "1")]),
    ("kalah", &[("pits", "2"), ("seeds", "3")]),
    ("kalah-by-margin", &[("pits", "2"), ("seeds", "3")]),
    ("kalah-by-margin", &[("pits", "3"), ("seeds", "1")]),
];

/// What is known of a position: its successors, and the worst and the best end for First that play
/// can reach.
#[derive(Debug, Default)]
struct Reach {
    successors: Vec<usize>,
    worst: Option<i64>,
    best: Option<i64>,
}

/// Compares with all ends, from each position that play reaches. Returns the number of
/// positions in which play goes on and only one end is possible, as far as the game tells.
fn check<W: Word>(name: &str, game: &RulesGame<W>) -> usize {
    let (mut numbers, mut positions) = (HashMap::new(), vec![game.start()]);
    numbers.insert(game.start(), 0);
    let sign = |position: &W| match game.mover(position) {
        Player::First => 1,
        Player::Second => -1,
    };
    let mut all: Vec<Reach> = Vec::new();
    while let Some(position) = positions.get(all.len()).copied() {
        let mut steps = Vec::new();
        let ended = game.expand(&position, &mut steps).unwrap();
        let end = ended.map(|outcome| {
            let of_mover = match outcome {
                _ if game.tells_scores() => game.score_of_end(position).unwrap(),
                Outcome::Win => 1,
                Outcome::Draw => 0,
                Outcome::Loss => -1,
            };
            sign(&position) * of_mover
        });
        let successors = steps.iter().map(|step| {
            assert!(matches!(step.turn, Turn::Passes | Turn::Kept));
            *numbers.entry(step.position).or_insert_with(|| {
                positions.push(step.position);
                positions.len() - 1
            })
        });
        all.push(Reach {
            successors: successors.collect(),
            worst: end,
            best: end,
        });
    }
    // Play can go round in some of the games: what is known spreads until nothing is new.
    let mut is_new = true;
    while is_new {
        is_new = false;
        for number in (0..all.len()).rev() {
            for at in 0..all[number].successors.len() {
                let behind = &all[all[number].successors[at]];
                let (worst, best) = (behind.worst, behind.best);
                let of = &mut all[number];
                // Nothing is less than anything.
                let worst = of.worst.into_iter().chain(worst).min();
                let best = of.best.max(best);
                is_new |= (worst, best) != (of.worst, of.best);
                (of.worst, of.best) = (worst, best);
            }
        }
    }
    let mut decided = 0;
    for (position, reach) in positions.iter().zip(&all) {
        let (least, most) = game.prospects(position);
        if let (Some(worst), Some(best)) = (reach.worst, reach.best) {
            let of_mover = [worst, best].map(|end| sign(position) * end);
            for end in of_mover {
                assert!(
                    (least..=most).contains(&end),
                    "{name}: {} ends with {end}, which is not from {least} to {most}",
                    game.print(position)
                );
            }
        }
        decided += usize::from(least == most && !reach.successors.is_empty());
    }
    decided
}

fn prepared<W: Word>(game: RulesGame<W>) -> RulesGame<W> {
    let game = game.with_search(&Job::default()).unwrap();
    game.with_scores_told()
}

/// Parameters with their values.
type Given = &'static [(&'static str, &'static str)];

/// Rules of the same kind that the catalogue does not have.
const SUMMING: [(&str, &str, Given); 3] = [
    (
        "summed coins",
        summing::COINS,
        &[("row", "[7, 1, 0, 9, 2, 8]")],
    ),
    ("summed boxes", summing::BOXES, &[("height", "1")]),
    ("summed boxes", summing::BOXES, &[]),
];

#[test]
fn no_end_lies_beyond_what_is_seen_of_it_before() {
    let of_catalogue = COMPARING.map(|(name, settings)| {
        let entry = zug_catalogue::entries().iter().find(|of| of.name == name);
        (name, entry.unwrap().source, settings)
    });
    for (name, source, settings) in of_catalogue.into_iter().chain(SUMMING) {
        let rules = Rules::read(source).unwrap();
        let settings: Settings = settings.iter().copied().collect();
        let game = rules.instance(&settings).unwrap().game().unwrap();
        let (has_prospects, decided) = match game {
            AnyGame::Narrow(game) => {
                let game = prepared(game);
                (game.has_prospects(), check(name, &game))
            }
            AnyGame::Wide(game) => {
                let game = prepared(game);
                (game.has_prospects(), check(name, &game))
            }
            AnyGame::Widest(game) => {
                let game = prepared(game);
                (game.has_prospects(), check(name, &game))
            }
        };
        assert!(has_prospects, "{name}");
        if name == "kalah" {
            assert!(
                decided > 0,
                "{name}: nothing is ever decided before the end"
            );
        }
    }
}
