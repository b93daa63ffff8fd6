//! Forged tables.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use zug::{Extent, Method, Request, Scope, SolveOptions};
use zug_keep::solved::Solved as SolvedTable;
use zug_keep::table::verified;
use zug_keep::{Face, Place, Silent, solved};
use zug_solve::table::{Counts, Entry, Table, Take, Unreadable};
use zug_tablebase::{Identity, Manifest, ScoreRange, U256, Writer};
use zug_testkit::all_or;
use zug_values::{Nimber, Outcome, Plies, Value};

use super::Random;

/// The number of forgeries of each table.
const EACH: usize = 60;

/// What a table says of a position.
#[derive(Clone, Copy, PartialEq)]
struct Told {
    entry: Entry<U256>,
    nimber: Option<Nimber>,
    score: Option<i64>,
    plies: Option<Plies>,
}

/// A table in memory, which says whatever a forger likes.
#[derive(Clone, PartialEq)]
struct Lies(BTreeMap<U256, Told>);

impl Lies {
    /// What a table says.
    fn of(table: &dyn Table<Position = U256>) -> Self {
        let mut all = BTreeMap::new();
        let read = table.each_block(&mut |block| {
            for entry in block {
                let position = *entry.position();
                let told = Told {
                    entry: *entry,
                    nimber: table.nimber(&position).unwrap(),
                    score: table.score(&position).unwrap(),
                    plies: table.plies(&position).unwrap(),
                };
                all.insert(position, told);
            }
            ControlFlow::Continue(())
        });
        read.unwrap();
        Self(all)
    }

    /// One thing that is said of a position is changed; or the position is.
    fn change(&mut self, random: &mut Random) {
        let place = random.below(self.0.len());
        let (&position, &told) = self.0.iter().nth(place).unwrap();
        let mut other = told;
        match random.below(10) {
            0 if self.0.len() > 1 => {
                self.0.remove(&position);
                return;
            }
            1 => {
                self.0.remove(&position);
                let position = position ^ (U256::ONE << random.below(24));
                other.entry = told.entry.map(|_| position);
                self.0.insert(position, other);
                return;
            }
            2 if told.nimber.is_some() => other.nimber = told.nimber.map(|Nimber(n)| Nimber(n ^ 1)),
            3 if told.score.is_some_and(|score| score != 0) => {
                other.score = told.score.map(|score| score + score.signum());
            }
            // A draw by play, or one by the end of the game.
            4 if told.entry.value() == Value::Draw => {
                other.entry = match told.entry.finished() {
                    Some(_) => Entry::new(position, Value::Draw),
                    None => Entry::of_finished(position, Outcome::Draw),
                };
            }
            5 if told.plies.is_some() && told.entry.value() == Value::Draw => {
                other.plies = told.plies.map(|plies| Plies(plies.0 + 1));
            }
            _ => {
                let plies = Plies(random.below(6) as u32);
                other.plies = told.plies.map(|_| plies);
                let values = [Value::Win(plies), Value::Loss(plies), Value::Draw];
                other.entry = Entry::new(position, *random.of(&values));
                other.score = told.score.map(|_| match other.entry.value().outcome() {
                    Outcome::Win => 1,
                    Outcome::Draw => 0,
                    Outcome::Loss => -1,
                });
            }
        }
        self.0.insert(position, other);
    }
}

impl Table for Lies {
    type Position = U256;

    fn find(&self, position: &U256) -> Result<Option<Value>, Unreadable> {
        Ok(self.0.get(position).map(|told| told.entry.value()))
    }

    fn nimber(&self, position: &U256) -> Result<Option<Nimber>, Unreadable> {
        Ok(self.0.get(position).and_then(|told| told.nimber))
    }

    fn score(&self, position: &U256) -> Result<Option<i64>, Unreadable> {
        Ok(self.0.get(position).and_then(|told| told.score))
    }

    fn plies(&self, position: &U256) -> Result<Option<Plies>, Unreadable> {
        Ok(self.0.get(position).and_then(|told| told.plies))
    }

    fn has_scores(&self) -> bool {
        self.0.values().all(|told| told.score.is_some())
    }

    fn place(&self, position: &U256) -> Result<Option<u64>, Unreadable> {
        let place = self.0.keys().position(|other| other == position);
        Ok(place.map(|place| place as u64))
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
        Ok(self.0.values().nth(place as usize).map(|told| told.entry))
    }

    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn held_bytes(&self) -> u64 {
        0
    }

    fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
        let all: Vec<Entry<U256>> = self.0.values().map(|told| told.entry).collect();
        let _ = take(&all);
        Ok(())
    }
}

fn options() -> SolveOptions {
    SolveOptions::default().with_memory(64 << 20)
}

/// Writes a table with what an identity and counts say of it, in the place of the one there.
fn write(folder: &Path, of: &Identity, table: &Lies, positions: Option<Counts>) -> bool {
    std::fs::remove_dir_all(folder).unwrap();
    let writer = Writer::new(folder, of).unwrap();
    writer.write(table, positions, &options().job()).is_ok()
}

/// The manifest with one field changed.
fn other_manifest(manifest: &Manifest, random: &mut Random) -> Manifest {
    let mut other = manifest.clone();
    let totals = match random.below(2) {
        0 => Some(&mut other.kept),
        _ => other.positions.as_mut(),
    };
    match random.below(9) {
        0 | 1 => {
            if let Some(totals) = totals {
                let field = match random.below(4) {
                    0 => &mut totals.finished,
                    1 => &mut totals.wins,
                    2 => &mut totals.losses,
                    _ => &mut totals.draws,
                };
                *field += 1;
            }
        }
        2 => {
            if let Some(totals) = totals {
                totals.longest_win = Some(totals.longest_win.unwrap_or(0) + 1);
            }
        }
        3 => {
            if let Some(totals) = totals {
                totals.longest_loss = Some(totals.longest_loss.unwrap_or(0) + 1);
            }
        }
        4 => {
            other.scores = other
                .scores
                .map(|ScoreRange { least, largest }| ScoreRange {
                    least,
                    largest: largest + 1,
                });
        }
        5 => other.files[0].bytes += 1,
        6 => other.files[0].entries += 1,
        7 => other.files[0].seal ^= 1,
        _ => other.version += 1,
    }
    other
}

/// The names of parameters with their values.
type Settings = &'static [(&'static str, &'static str)];

/// A game with its parameters, and the positions that are solved.
type Solved = (&'static str, Settings, Scope);

/// An impartial game with nimbers, a draw with symmetries, play that goes round, gains, scores; in the
/// positions that play can reach, and in all positions.
const TABLES: [Solved; 7] = [
    ("kayles", &[("n", "6")], Scope::Reachable),
    ("tic-tac-toe", &[], Scope::Reachable),
    ("pong-hau-ki", &[], Scope::Reachable),
    ("pong-hau-ki", &[], Scope::Everywhere),
    (
        "coins-in-a-row",
        &[("row", "[7, 1, 1, 9]")],
        Scope::Reachable,
    ),
    ("coins-in-a-row", &[("row", "[7, 1, 1]")], Scope::Everywhere),
    (
        "kalah-by-margin",
        &[("pits", "2"), ("seeds", "1")],
        Scope::Reachable,
    ),
];

fn request(game: &str, settings: &[(&str, &str)], scope: Scope) -> Request {
    let request = Request::catalogue(game).unwrap().with_scope(scope);
    let set = |request: Request, (name, value): &(&str, &str)| request.set(*name, *value);
    settings.iter().fold(request, set)
}

/// Solves the positions of a request and writes the table.
fn written(request: &Request, options: &SolveOptions, folder: &Path) -> SolvedTable {
    let face: Arc<dyn Face> = Arc::new(Silent);
    let place = Place::new(folder, Duration::MAX, &face);
    solved::solved(request, options, place).unwrap()
}

#[test]
fn a_forged_table_is_refused_or_says_what_is_true() {
    let place = tempfile::tempdir().unwrap();
    let mut random = Random(7);
    let (mut refused, mut passed) = (0, 0);
    for (number, (game, settings, scope)) in TABLES.into_iter().enumerate() {
        let folder = place.path().join(number.to_string());
        let request = request(game, settings, scope);
        let solution = written(&request, &options(), &folder).solution;
        let is_verified = || verified(&folder, Extent::All, &options()).is_ok();
        assert!(is_verified(), "{game}");
        let (honest, counts) = (
            Manifest::read(&folder).unwrap(),
            solution.packed().counts_of_orbits().unwrap(),
        );
        let truth = Lies::of(&solution.packed());
        for forgery in 0..all_or(EACH / 4, EACH) {
            let mut table = truth.clone();
            if forgery % 3 > 0 {
                table.change(&mut random);
                if table == truth {
                    continue;
                }
                if !write(&folder, &honest.of, &table, Some(counts)) {
                    // The writer sees at once that a score contradicts who wins.
                    refused += 1;
                    continue;
                }
                assert!(!is_verified(), "{game}: {forgery}");
                refused += 1;
                continue;
            }
            assert!(write(&folder, &honest.of, &truth, Some(counts)));
            let written = Manifest::read(&folder).unwrap();
            let other = other_manifest(&written, &mut random);
            if other == written {
                passed += 1;
                continue;
            }
            other.write(&folder).unwrap();
            assert!(!is_verified(), "{game}: {other:?}");
            refused += 1;
        }
        assert!(write(&folder, &honest.of, &truth, Some(counts)) && is_verified());
    }
    println!("{refused} refused, {passed} unchanged");
    assert!(refused > all_or(50, 200), "{refused} and {passed}");
}

#[test]
fn a_forged_manifest_of_tiers_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let mut random = Random(9);
    let games: [(&str, Method, Settings); 4] = [
        (
            "connect-four",
            Method::Tiers,
            &[("width", "3"), ("height", "3")],
        ),
        ("cram", Method::Tiers, &[]),
        ("kalah-by-margin", Method::Tiers, &[("pits", "2")]),
        ("tic-tac-toe", Method::Dense, &[]),
    ];
    for (game, method, settings) in games {
        let folder = place.path().join(game);
        let options = options().with_method(method);
        let request = request(game, settings, Scope::Reachable);
        written(&request, &options, &folder);
        let is_verified = || verified(&folder, Extent::All, &options).is_ok();
        assert!(is_verified(), "{game}");
        let honest = Manifest::read(&folder).unwrap();
        for _ in 0..60 {
            let other = other_manifest(&honest, &mut random);
            if other != honest {
                other.write(&folder).unwrap();
                assert!(!is_verified(), "{game}: {other:?}");
            }
        }
        honest.write(&folder).unwrap();
        assert!(is_verified(), "{game}");
    }
}
