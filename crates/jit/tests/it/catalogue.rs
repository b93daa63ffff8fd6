//! Machine code says what the interpreter says, on the games of the catalogue: on
//! every position of small games, and on the first ones of large games.

use zug_testkit::{all_or, todays};

use crate::beside::{compare, compare_sharing};

/// Parameters that make a game small, or wide.
const OTHERS: [(&str, &[(&str, &str)]); 7] = [
    (
        "connect-four",
        &[("width", "3"), ("height", "3"), ("k", "3")],
    ),
    ("connect-four", &[("width", "5"), ("height", "4")]),
    ("kalah", &[("pits", "2"), ("seeds", "2")]),
    ("kqk", &[("n", "4")]),
    ("krk", &[("n", "4")]),
    ("kayles", &[("n", "8")]),
    ("vasya-chess", &[("n", "3")]),
];

/// The positions of chess that are compared, each of which takes a fifth of a second. The lines of
/// chess are counted elsewhere.
const MOST_OF_CHESS: usize = 20;

/// The number of positions that are compared, where `most` are of another game.
fn of_game(name: &str, most: usize) -> usize {
    if ["antichess", "atomic-chess", "chess"].contains(&name) {
        most.min(MOST_OF_CHESS)
    } else {
        most
    }
}

/// Games in which machine code finds some wins at once, with the numbers of positions in which it
/// does and in which there is a win.
const SOME_WINS: [(&str, u64, u64); 7] = [
    ("achi", 1801, 3109),
    ("breakthrough", 5497, 6592),
    ("havannah", 0, 1642),
    ("hexapawn", 252, 276),
    ("three-mens-morris", 1215, 2523),
    ("treblecross", 1024, 1024),
    ("wild-tic-tac-toe", 4990, 4990),
];

/// The same numbers in the first part of each game.
const SOME_WINS_OF_PART: [(&str, u64, u64); 7] = [
    ("achi", 0, 571),
    ("breakthrough", 523, 523),
    ("havannah", 0, 1642),
    ("hexapawn", 252, 276),
    ("three-mens-morris", 0, 571),
    ("treblecross", 1006, 1006),
    ("wild-tic-tac-toe", 599, 599),
];

/// A mirror of a board whose side is no power of two changes coordinates by more than single bits.
const NOT_IMAGED: [&str; 6] = [
    "dobutsu-shogi",
    "kbbk",
    "kbnk",
    "onitama",
    "quoridor",
    "vasya-chess",
];

#[test]
fn the_catalogue_runs_as_interpreted() {
    // Every position of a smaller game is compared.
    let most = all_or(800, 4_000);
    let (mut not_imaged, mut not_ranked) = (Vec::new(), Vec::new());
    let (mut symmetric, mut wins_found, mut threats_found) = (0, Vec::new(), Vec::new());
    let (mut some_wins, mut quiet_seen, mut interpreted) = (Vec::new(), Vec::new(), Vec::new());
    let games: Vec<_> = todays(5, zug_catalogue::entries()).collect();
    for entry in &games {
        let others = OTHERS.iter().filter(|(name, _)| *name == entry.name);
        let settings = others.map(|(_, settings)| *settings);
        for settings in settings.chain([&[][..]]) {
            let met = match compare(entry.source, settings, of_game(entry.name, most)) {
                Ok(met) => met,
                Err(why) => {
                    interpreted.push((entry.name, why));
                    continue;
                }
            };
            assert!(met.positions >= 10, "{}: {met:?}", entry.name);
            assert_eq!((met.faults, met.left), (0, 0), "{}", entry.name);
            symmetric += usize::from(met.imaged > 0);
            if met.wins_found > 0 && settings.is_empty() {
                wins_found.push(entry.name);
            }
            if let Some([found, all]) = met.some_wins
                && settings.is_empty()
            {
                some_wins.push((entry.name, found, all));
            }
            let [seen, asked] = met.quiet_seen;
            if seen > 0 && settings.is_empty() {
                assert!(2 * seen > asked, "{}: {seen} of {asked}", entry.name);
                quiet_seen.push(entry.name);
            }
            // A complete pattern is rare, so that nearly everywhere the code tells them.
            if met.threats_found > met.positions * 9 / 10 && settings.is_empty() {
                threats_found.push(entry.name);
            }
            if met.not_imaged > 0 {
                not_imaged.push(entry.name);
            }
            if met.ranked < met.positions {
                not_ranked.push(entry.name);
            }
        }
    }
    assert!(symmetric >= all_or(1, 20), "{symmetric}");
    // What can be taken on all squares in turn, and what could be taken after that, is one large condition.
    let deep = "its machine code would take too much of the stack".to_owned();
    let of_today = |names: &[&'static str]| {
        let names = names.iter().copied();
        let known = names.filter(|name| games.iter().any(|entry| entry.name == *name));
        known.collect::<Vec<_>>()
    };
    let too_deep = of_today(&["russian-draughts"]).into_iter();
    let too_deep: Vec<_> = too_deep.map(|name| (name, deep.clone())).collect();
    assert_eq!(interpreted, too_deep);
    assert_eq!(not_imaged, of_today(&NOT_IMAGED));
    let by_patterns = [
        "connect-four",
        "misere-tic-tac-toe",
        "number-scrabble",
        "sim",
        "tic-tac-toe",
    ];
    assert_eq!(wins_found, of_today(&by_patterns));
    // Elsewhere marks of either player complete the same patterns.
    let quiet = ["connect-four", "number-scrabble", "tic-tac-toe"];
    assert_eq!(quiet_seen, of_today(&quiet));
    // Here an opponent without a move has lost too, and such wins are not found; nor are those of
    // men who go where they like. Where both players complete the same patterns, all are found.
    let mut expected = all_or(SOME_WINS_OF_PART, SOME_WINS).to_vec();
    expected.retain(|(name, ..)| !of_today(&[name]).is_empty());
    assert_eq!(some_wins, expected);
    // Elsewhere a move asks nothing of cells that it does not write.
    assert_eq!(threats_found, of_today(&["connect-four"]));
    let of_more_than_63_bits = ["antichess", "chess", "connect-four"];
    assert_eq!(not_ranked, of_today(&of_more_than_63_bits));
}

/// Boards whose cells share bits, as 288 bits are too many.
const TWELVE_BY_TWELVE: [&str; 4] = ["breakthrough", "clobber", "connect-four", "snort"];

#[test]
fn boards_of_144_cells_run_as_interpreted() {
    for name in TWELVE_BY_TWELVE {
        let entry = zug_catalogue::find(name).expect(name);
        let settings = [("width", "12"), ("height", "12")];
        let met = compare(entry.source, &settings, 60).expect(name);
        assert_eq!((met.positions, met.faults, met.left), (60, 0, 0), "{name}");
    }
}

#[test]
fn the_catalogue_runs_as_interpreted_where_fields_share_bits() {
    let (mut sharing, mut too_large) = (0, Vec::new());
    let mut games = 0;
    for entry in todays(7, zug_catalogue::entries()) {
        let others = OTHERS.iter().filter(|(name, _)| *name == entry.name);
        let settings = others.map(|(_, settings)| *settings);
        for settings in settings.chain([&[][..]]) {
            // Every other game has two fields in the same bits, and the games between have three. A
            // game none of whose fields can do so is tried with the other number.
            games += 1;
            let most = of_game(entry.name, all_or(100, 1000));
            let mut ways = [2 + games % 2, 3 - games % 2]
                .into_iter()
                .map(|together| compare_sharing(entry.source, settings, together, most));
            match ways.find(|compared| !matches!(compared, Ok(None))) {
                Some(Ok(Some(met))) => {
                    assert!(met.positions >= 10, "{}: {met:?}", entry.name);
                    assert_eq!((met.faults, met.left), (0, 0), "{}", entry.name);
                    sharing += 1;
                }
                Some(Err(_)) => too_large.push(entry.name),
                _ => {}
            }
        }
    }
    println!("{sharing} share bits, {too_large:?} are too large");
    assert!(sharing >= all_or(3, 50), "{sharing}");
    assert!(too_large.len() <= 10, "{too_large:?}");
}
