//! Declared symmetries are proved from the rules, or nothing uses them.

use zug_lang::{AnyGame, Rules, Settings};

/// What is said of the declared symmetries of a game that are not used.
fn left_out(game: &AnyGame) -> Vec<String> {
    let notes = match game {
        AnyGame::Narrow(game) => game.symmetries_left_out(),
        AnyGame::Wide(game) => game.symmetries_left_out(),
        AnyGame::Widest(game) => game.symmetries_left_out(),
    };
    notes.into_iter().map(|note| note.label).collect()
}

#[test]
fn every_symmetry_of_the_catalogue_is_proved() {
    let mut declaring = 0;
    let mut unproved = Vec::new();
    for entry in zug_catalogue::entries() {
        let rules = Rules::read(entry.source).unwrap();
        if !entry.source.contains("\nsymmetry ") {
            continue;
        }
        let began = std::time::Instant::now();
        let instance = rules.instance(&Settings::default()).unwrap();
        let game = instance.game().unwrap();
        declaring += 1;
        let notes = left_out(&game);
        println!("{} {:?} {notes:?}", entry.name, began.elapsed());
        if !notes.is_empty() {
            unproved.push((entry.name, notes));
        }
    }
    assert!(declaring > 50, "{declaring}");
    assert!(unproved.is_empty(), "{unproved:#?}");
}
