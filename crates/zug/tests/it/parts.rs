//! Values by the parts that a board falls into, against values of whole boards.

use std::collections::HashSet;
use std::fmt::Write;

use zug_catalogue::find;
use zug_game::{Boards, Game, InParts, Player};
use zug_job::Job;
use zug_lang::{AnyGame, Parts, Rules, RulesGame, Settings, Word};
use zug_partizan::Arena;
use zug_solve::partizan::{NoValue, PartizanValues, WholeBoards};
use zug_testkit::random::{Asked, Random};

/// What was compared of a game.
#[derive(Debug, Default)]
struct Compared {
    /// The boards that either player's moves lead to.
    boards: usize,
    /// The boards of more than one part.
    split: usize,
    /// The different parts.
    parts: usize,
}

/// Compares the values of all boards that the moves of the two players lead to, in any order, both ways;
/// `None` if the game does not tell its parts.
fn compare<W: Word>(game: &RulesGame<W>) -> Option<Compared> {
    let parts: Parts<W> = game.separation()?;
    let start = game.board(&game.start());
    let (mut boards, mut seen) = (vec![start], HashSet::from([start]));
    let mut next = 0;
    while let Some(&board) = boards.get(next) {
        next += 1;
        for player in [Player::First, Player::Second] {
            let mut after = Vec::new();
            WholeBoards(game)
                .options(&board, player, &mut after)
                .unwrap();
            boards.extend(
                after
                    .into_iter()
                    .flatten()
                    .filter(|board| seen.insert(*board)),
            );
        }
    }
    let mut arena = Arena::default();
    let mut compared = Compared::default();
    let mut by_parts = PartizanValues::new(parts.clone(), &Job::default());
    let mut whole = PartizanValues::new(WholeBoards(game), &Job::default());
    for board in boards {
        let of_board = parts.of_board(board);
        compared.boards += 1;
        compared.split += usize::from(of_board.len() > 1);
        match (
            by_parts.value(of_board, &mut arena),
            whole.value(vec![board], &mut arena),
        ) {
            (Ok(by_parts), Ok(whole)) => assert_eq!(
                arena.text(by_parts).unwrap(),
                arena.text(whole).unwrap(),
                "{board:?}"
            ),
            (Err(NoValue::Cyclic), Err(NoValue::Cyclic)) => return Some(compared),
            (by_parts, whole) => panic!("{board:?}: {by_parts:?}, {whole:?}"),
        }
    }
    compared.parts = by_parts.len();
    Some(compared)
}

fn of_text(text: &str, settings: &Settings) -> Option<Compared> {
    let rules = Rules::read(text).unwrap_or_else(|error| panic!("{text}\n{error:?}"));
    match rules.instance(settings).unwrap().game().unwrap() {
        AnyGame::Narrow(game) => compare(&game),
        AnyGame::Wide(game) => compare(&game),
        AnyGame::Widest(game) => compare(&game),
    }
}

#[test]
fn boards_of_the_catalogue_are_worth_the_sum_of_their_parts() {
    for (name, settings) in [
        ("clobber", "width=3 height=3"),
        ("clobber", "width=5 height=2"),
        ("clobber", "width=8 height=1"),
        ("amazons", "width=2 height=3"),
        ("amazons", "width=3 height=3"),
        ("amazons", "width=1 height=7"),
        ("domineering", "width=3 height=3"),
        ("col", "width=3 height=3"),
        ("snort", "width=3 height=2"),
        ("toads-and-frogs", "toads=2 frogs=2 gap=2"),
        ("toads-and-frogs", "toads=3 frogs=2 gap=3"),
    ] {
        let settings = settings.split(' ').map(|one| one.split_once('=').unwrap());
        let settings: Settings = settings.collect();
        let compared = of_text(find(name).unwrap().source, &settings);
        let compared = compared.unwrap_or_else(|| panic!("{name} tells its parts"));
        assert!(compared.split > 0, "{name}: {compared:?}");
        // Boards that are moved or turned, or that fall into parts met before, need no part of their own.
        assert!(compared.parts < compared.boards, "{name}: {compared:?}");
    }
}

/// A field of five contents has none that one bit tells from all others.
#[test]
fn a_content_that_no_bit_tells_is_no_test() {
    let heap = "game heap\nimpartial\nheap: 0..4 = 4\nmove take if heap != 0:\n    heap = 0\n";
    assert!(of_text(heap, &Settings::default()).is_none());
}

/// Rules with few fields, in which moves ask for some and write some, and some moves keep the turn.
fn random_rules(random: &mut Random) -> String {
    let fields = 4 + random.place(4);
    let mut text = String::from("game random\nplayers Left, Right\n");
    for field in 0..fields {
        writeln!(text, "f{field}: 0..2 = {}", random.place(3)).unwrap();
    }
    for number in 0..5 + random.place(9) {
        let player = ["Left", "Right"][random.place(2)];
        let first = random.place(fields);
        let second = (first + 1 + random.place(2)) % fields;
        let from = 1 + random.place(2);
        write!(
            text,
            "move m{number}() if me == {player} and f{first} == {from}"
        )
        .unwrap();
        if second != first && random.place(3) > 0 {
            write!(text, " and f{second} == {}", random.place(3)).unwrap();
        }
        writeln!(text, ":").unwrap();
        // Mostly fields only become smaller, so that play ends.
        let to = if random.place(60) == 0 {
            2
        } else {
            random.place(from)
        };
        writeln!(text, "    f{first} = {to}").unwrap();
        if random.place(3) == 0 {
            writeln!(text, "    f{second} = 0").unwrap();
        }
        if random.place(6) == 0 {
            writeln!(text, "    again").unwrap();
        }
    }
    text
}

#[test]
fn random_boards_are_worth_the_sum_of_their_parts() {
    let asked = Asked::or_else(zug_testkit::all_or(400, 10_000), u64::MAX);
    let (mut told, mut split) = (0, 0);
    for seed in asked.first..asked.first + asked.games {
        let text = random_rules(&mut Random(seed));
        if let Some(compared) = of_text(&text, &Settings::default()) {
            told += 1;
            split += usize::from(compared.split > 0);
        }
    }
    println!("{told} games told their parts, {split} fell apart");
    assert!(told > 300 && split > 50, "{told} games, {split} fell apart");
}
