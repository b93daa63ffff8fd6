//! A Game With Numbers against its rules, and against what is known of it.

use zug_catalogue::find;
use zug_catalogue::numbers::{Hands, Numbers, SolvedNumbers, contest};
use zug_game::{Game, Notation};
use zug_lang::{AnyGame, Rules, Settings};
use zug_testkit::oracle;
use zug_values::{Outcome, Plies, Value};

/// The cards of a histogram.
fn cards(histogram: &[u32]) -> Vec<u32> {
    let counts = histogram.iter().enumerate();
    counts
        .flat_map(|(card, &count)| (0..count).map(move |_| card as u32))
        .collect()
}

fn rules(cards: u32, modulus: u32) -> AnyGame {
    let ones = format!("{:?}", vec![1; cards as usize]);
    let settings = Settings::default()
        .set("cards", cards)
        .set("m", modulus)
        .set("first", &ones)
        .set("second", &ones);
    let rules = Rules::read(find("numbers").unwrap().source).unwrap();
    rules.instance(&settings).unwrap().game().unwrap()
}

/// The position as the rules write it, A to move.
fn written(game: &Numbers, hands: Hands) -> String {
    let hand = |hand| {
        let cards = cards(game.histogram(hand));
        let cards: Vec<String> = cards.iter().map(u32::to_string).collect();
        cards.join(";")
    };
    let (mover, other) = (hand(hands.mover), hand(hands.other));
    format!("hand[A]=[{mover}] hand[B]=[{other}] turn=A")
}

#[test]
fn every_pair_of_small_hands_is_worth_what_the_rules_say() {
    let mut positions = 0;
    for (cards, modulus) in (1..=3).flat_map(|cards| (2..=5).map(move |m| (cards, m))) {
        let AnyGame::Narrow(rules) = rules(cards, modulus) else {
            panic!("the game is small");
        };
        let solved = Numbers::new(cards, modulus).unwrap().solve();
        let game = solved.game();
        let roots: Vec<u64> = game
            .positions()
            .map(|hands| rules.parse(&written(game, hands)).unwrap())
            .collect();
        let by_rules = oracle::solve(&rules, roots.iter().copied());
        // The roots come first, and in their order.
        assert!(by_rules.positions.starts_with(&roots));
        for (hands, value) in game.positions().zip(by_rules.values) {
            assert_eq!(solved.value(hands), value, "{}", written(game, hands));
            positions += 1;
        }
    }
    // C(cards + m - 1, cards) hands each.
    let hands = [2, 3, 4, 5, 3, 6, 10, 15, 4, 10, 20, 35_u32];
    assert_eq!(
        positions,
        hands.iter().map(|hands| hands * hands).sum::<u32>()
    );
}

#[test]
fn every_move_is_worth_what_the_rules_say() {
    let AnyGame::Narrow(rules) = rules(3, 4) else {
        panic!("the game is small");
    };
    let solved = Numbers::new(3, 4).unwrap().solve();
    let game = solved.game();
    for hands in game.positions() {
        let root = rules.parse(&written(game, hands)).unwrap();
        let mut expected = Vec::new();
        if rules.result(&root).unwrap().is_none() {
            let mut moves = Vec::new();
            rules.moves(&root, &mut moves).unwrap();
            for choice in moves {
                let name = rules.move_name(&root, &choice);
                let step = rules.play(&root, &choice).unwrap();
                let value = oracle::solve(&rules, [step.position]).values[0];
                expected.push((name, value.before(step.turn)));
            }
        }
        let moves = solved.moves(hands);
        assert!(moves.is_sorted_by(|a, b| a.1 >= b.1));
        let winning = moves.iter().filter(|(_, v)| v.outcome() == Outcome::Win);
        let winning: Vec<_> = winning.map(|(addition, _)| *addition).collect();
        assert_eq!(solved.winning_moves(hands), winning);
        let mut found: Vec<_> = moves.iter().map(|(a, v)| (a.to_string(), *v)).collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(found, expected, "{}", written(game, hands));
    }
}

#[test]
fn the_counts_of_the_contest_are_as_known() {
    let solved = contest();
    let game = solved.game();
    assert_eq!(game.positions().count(), 495 * 495);
    let is_open = |hands: &Hands| !game.is_zero(hands.mover) && !game.is_zero(hands.other);
    let open: Vec<Hands> = game.positions().filter(is_open).collect();
    let count = |outcome| {
        let hands = open.iter();
        hands
            .filter(|&&hands| solved.value(hands).outcome() == outcome)
            .count()
    };
    let counts = [Outcome::Win, Outcome::Loss, Outcome::Draw].map(count);
    assert_eq!(open.len(), 494 * 494);
    assert_eq!(counts, [120_871, 74_111, 49_054]);
}

/// The value of a position is one ply from that of its best move, everywhere.
/// With the finished positions right this leaves no other solution with
/// remoteness.
#[test]
fn values_are_those_of_the_best_moves() {
    let solved = contest();
    for hands in solved.game().positions() {
        let value = solved.value(hands);
        match solved.moves(hands).first() {
            Some(&(_, best)) => assert_eq!(value, best),
            None => assert_eq!(value.remoteness(), Some(Plies::ZERO)),
        }
    }
}

/// Plays the fastest win against the longest defence.
fn plies_to_the_end(solved: &SolvedNumbers, mut hands: Hands) -> u32 {
    for plies in 0.. {
        let Some(&(addition, _)) = solved.moves(hands).first() else {
            return plies;
        };
        hands = solved.game().play(&hands, &addition).unwrap().position;
    }
    unreachable!("play ends")
}

#[test]
fn the_winner_does_finish() {
    let solved = contest();
    for hands in solved.game().positions().step_by(97) {
        if let Some(Plies(plies)) = solved.value(hands).remoteness() {
            assert_eq!(plies_to_the_end(solved, hands), plies);
        }
    }
}

#[test]
fn hands_in_any_order_are_one_hand() {
    let game = contest().game();
    let hand = game.hand(&[4, 0, 1, 3, 2, 1, 1, 0]).unwrap();
    assert_eq!(game.hand(&[0, 0, 1, 1, 1, 2, 3, 4]), Ok(hand));
    assert_eq!(game.histogram(hand), [2, 3, 1, 1, 1]);
    let start = contest().value(game.start());
    assert_eq!(start, Value::Draw);
}
