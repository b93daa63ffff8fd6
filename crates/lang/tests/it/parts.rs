//! Sums that are taken apart, and the options of either player on a board.

use std::collections::{BTreeSet, HashSet};

use zug_catalogue::{entries, find};
use zug_game::{Boards, Game, Player, Step, U256};
use zug_lang::{AnyGame, Instance, Reference, Rules, RulesGame, Settings, Word};
use zug_testkit::all_or;

/// Returns the first positions that play reaches.
fn reached(game: &Reference<'_>, most: usize) -> Vec<U256> {
    let mut found = vec![game.start()];
    let mut seen: HashSet<U256> = found.iter().copied().collect();
    let mut next = 0;
    while next < found.len() && found.len() < most {
        let moves = game.successors(found[next], usize::MAX).unwrap().unwrap();
        let fresh = moves.into_iter().map(|(_, after)| after);
        found.extend(fresh.filter(|after| seen.insert(*after)));
        next += 1;
    }
    found
}

#[test]
fn moves_of_a_sum_are_those_of_its_parts_alone() {
    for (name, (parameter, value)) in [
        ("nim", ("piles", "[2, 3, 1]")),
        ("northcott", ("rows", "[(4, 6), (1, 3)]")),
        ("knights", ("at", "[(3, 4), (2, 2)]")),
        ("forbidden-take-away", ("piles", "[6, 5]")),
    ] {
        let rules = Rules::read(find(name).unwrap().source).unwrap();
        let settings = Settings::default().set(parameter, value);
        let whole = rules.instance(&settings).unwrap();
        let alone = rules.parts(&settings).unwrap();
        assert_eq!(alone.len(), whole.part_count());
        let game = Reference::new(&whole);
        for (part, own) in alone.iter().enumerate() {
            assert_eq!(whole.project(whole.start(), part, own), own.start());
        }
        for position in reached(&game, 300) {
            let moves = game.successors(position, usize::MAX).unwrap().unwrap();
            let mut expected = Vec::new();
            for (part, own) in alone.iter().enumerate() {
                let here = whole.project(position, part, own);
                let own_moves = Reference::new(own).successors(here, usize::MAX).unwrap();
                let named = own_moves.unwrap().into_iter();
                expected.extend(named.map(|(name, after)| (part, name, after)));
            }
            let mut found = Vec::new();
            for (name, after) in moves {
                let (part, own_name) = name.split_once(": ").unwrap();
                let part = part.parse::<usize>().unwrap() - 1;
                let there = whole.project(after, part, &alone[part]);
                found.push((part, own_name.to_owned(), there));
            }
            assert_eq!(found, expected, "{name}");
        }
    }
}

#[test]
fn more_moves_than_asked_for_are_not_listed() {
    let rules = Rules::read(find("nim").unwrap().source).unwrap();
    let instance = rules.instance(&Settings::default()).unwrap();
    let game = Reference::new(&instance);
    assert_eq!(game.successors(game.start(), 11).unwrap(), None);
    let all = game.successors(game.start(), 12).unwrap().unwrap();
    assert_eq!(all.len(), 12);
}

fn options_are_those_of_the_plain_evaluator<W: Word>(game: &RulesGame<W>, instance: &Instance) {
    let plain = Reference::new(instance);
    let widen = |steps: Vec<Step<W>>| -> Vec<Step<U256>> {
        let widened = steps.into_iter().map(|step| Step {
            position: step.position.widen(),
            turn: step.turn,
        });
        widened.collect()
    };
    for position in reached(&plain, 200) {
        let here = W::narrow(position);
        let board = game.board(&here);
        assert_eq!(board.widen(), plain.board(&position));
        assert_eq!(game.board(&board), board);
        let mut both = Vec::new();
        for player in [Player::First, Player::Second] {
            let (mut options, mut expected) = (Vec::new(), Vec::new());
            let outcome = game.options(&board, player, &mut options);
            let wanted = plain.options(&board.widen(), player, &mut expected);
            // With the other player to move a board may be out of the rules' range:
            // then both must fault.
            assert_eq!(outcome.clone().ok(), wanted.ok());
            let Ok(outcome) = outcome else { continue };
            let options = widen(options);
            assert_eq!(options, expected);
            if player == game.mover(&here) {
                let mut successors = Vec::new();
                assert_eq!(game.expand(&here, &mut successors).unwrap(), outcome);
                for step in &mut successors {
                    step.position = game.board(&step.position);
                }
                assert_eq!(widen(successors), options);
            }
            both.push((outcome, options));
        }
        if game.is_impartial() {
            assert_eq!(both[0], both[1]);
        }
    }
}

#[test]
fn a_board_has_the_options_of_either_player() {
    let mut widths = BTreeSet::new();
    // Every third game, counted so that one of more than 64 bits is played, and neither chess nor
    // antichess, which take long.
    let (first, step) = all_or((5, 3), (0, 1));
    for entry in entries().iter().skip(first).step_by(step) {
        let rules = Rules::read(entry.source).unwrap();
        let instance = rules.instance(&Settings::default()).unwrap();
        match rules
            .instance(&Settings::default())
            .unwrap()
            .game()
            .unwrap()
        {
            AnyGame::Narrow(game) => options_are_those_of_the_plain_evaluator(&game, &instance),
            AnyGame::Wide(game) => options_are_those_of_the_plain_evaluator(&game, &instance),
            AnyGame::Widest(game) => options_are_those_of_the_plain_evaluator(&game, &instance),
        }
        widths.insert(instance.bits() > 64);
    }
    assert_eq!(widths.len(), 2, "both widths are met");
}
