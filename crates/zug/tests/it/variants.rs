//! The impartial, the dicotic and the twisted variant of rules.

use std::collections::HashMap;

use zug::{Calculated, Calculator, Request, SolveOptions, Variant};
use zug_game::{Boards, Game, Player};
use zug_lang::{Reference, Rules};
use zug_partizan::{Arena, Form};

fn value(text: &str) -> String {
    let rules = |game: &str| Request::catalogue(game);
    let mut calculator = Calculator::new(&rules, &SolveOptions::default()).unwrap();
    match calculator.read(text).unwrap() {
        Calculated::Value(worth) => worth.value,
        other => panic!("{text} is {other:?}"),
    }
}

#[test]
fn variants_have_the_values_that_follow_from_their_meaning() {
    // Cram is the impartial variant of Domineering.
    for (size, nimber) in [("2, 2", "0"), ("3, 3", "0"), ("3, 2", "*"), ("4, 3", "*")] {
        assert_eq!(
            value(&format!("impartial(domineering({size}))")),
            nimber,
            "{size}"
        );
        assert_eq!(
            value(&format!("impartial(domineering({size})) - cram({size})")),
            "0"
        );
    }
    // A row of four cells is two moves of one player, who has no move once the sides have changed; by the move
    // in the middle nothing is left.
    let row = value("twisted(domineering(4, 1))");
    assert_eq!(
        value("twisted(domineering(1, 4))"),
        value(&format!("-({row})"))
    );
    assert!(["1", "-1"].contains(&&*row), "{row}");
    // Of a row alone only one player has moves, so that nobody moves.
    assert_eq!(value("dicotic(domineering(4, 1))"), "0");
    // Each player has one move here, to a board on which the other player cannot move.
    assert_eq!(
        value("dicotic(domineering(2, 2)) + impartial(nim(3))"),
        "*2"
    );
    assert_eq!(value("dicotic(clobber(3, 2)) - clobber(3, 2)"), "0");
}

/// The value of a board in a variant by the definition, from the rules as they are written.
fn by_definition(
    game: &Reference<'_>,
    variant: Variant,
    at: (zug_game::U256, bool),
    arena: &mut Arena,
    known: &mut HashMap<(zug_game::U256, bool), Form>,
) -> Form {
    if let Some(known) = known.get(&at) {
        return *known;
    }
    let moves = |player: Player| {
        let mut steps = Vec::new();
        Boards::options(game, &at.0, player, &mut steps).unwrap();
        steps
            .into_iter()
            .map(|step| step.position)
            .collect::<Vec<_>>()
    };
    let (first, second) = (moves(Player::First), moves(Player::Second));
    let both = || first.iter().chain(&second).copied().collect::<Vec<_>>();
    let (left, right) = match variant {
        Variant::Impartial => (both(), both()),
        Variant::Dicotic if first.is_empty() || second.is_empty() => (Vec::new(), Vec::new()),
        Variant::Twisted if at.1 => (second, first),
        Variant::Dicotic | Variant::Twisted => (first, second),
    };
    let next = variant == Variant::Twisted && !at.1;
    let [left, right] = [left, right].map(|boards| {
        let values = boards.into_iter();
        let values = values.map(|board| by_definition(game, variant, (board, next), arena, known));
        values.collect::<Vec<Form>>()
    });
    let form = arena.from_options(&left, &right).unwrap();
    known.insert(at, form);
    form
}

#[test]
fn variants_of_small_boards_have_the_values_of_the_definition() {
    for game in [
        "domineering(3, 3)",
        "domineering(4, 2)",
        "clobber(3, 2)",
        "col(3, 2)",
        "toads-and-frogs(2, 2, 2)",
    ] {
        let (name, numbers) = game.trim_end_matches(')').split_once('(').unwrap();
        let rules: Rules = zug_catalogue::find(name).unwrap().source.parse().unwrap();
        let names = rules
            .parameters()
            .into_iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>();
        let settings = names
            .into_iter()
            .zip(numbers.split(", ").map(str::to_owned))
            .collect();
        let instance = rules.instance(&settings).unwrap();
        let reference = Reference::new(&instance);
        let start = reference.board(&reference.start());
        for variant in Variant::ALL {
            let mut arena = Arena::default();
            let expected = by_definition(
                &reference,
                variant,
                (start, false),
                &mut arena,
                &mut HashMap::new(),
            );
            let text = format!("{variant}({game})");
            assert_eq!(value(&text), arena.text(expected).unwrap(), "{text}");
        }
    }
}

#[test]
fn a_variant_is_one_of_a_game_by_its_rules() {
    let rules = |game: &str| Request::catalogue(game);
    let mut calculator = Calculator::new(&rules, &SolveOptions::default()).unwrap();
    for text in [
        "twisted(nim(1) + nim(2))",
        "impartial(0.77(5))",
        "dicotic(tic-tac-toe)",
        "twisted(domineering",
    ] {
        let refused = calculator.read(text).unwrap_err();
        assert!(!refused.to_string().is_empty(), "{text}");
    }
}
