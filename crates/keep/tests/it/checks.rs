//! A check in parts passes what is right, whatever became of its files, and finds every planted fault.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use zug::{Request, SolveOptions};
use zug_keep::checks::{Check, Part, VerifiedShards};
use zug_keep::cluster::{self, Task, Work};
use zug_keep::{Error, table};
use zug_solve::strong::tiers::store::{Block, Kind, Store, Stream};
use zug_solve::strong::tiers::streams::{self, Cells};
use zug_solve::table::Counts;
use zug_tablebase::{Checks, Cluster, Manifest, TierStore};
use zug_testkit::all_or;
use zug_testkit::random::Random;
use zug_testkit::summing;

/// The positions of a shard with a cell in each column of the table: its values, and its nimbers or scores if it has any.
type Shard = Vec<(u64, Vec<u32>)>;

/// The shards of a table by their tiers and numbers.
type Shards = BTreeMap<(u32, u32), Shard>;

pub(crate) fn request(name: &str, parameters: &[(&str, &str)]) -> Request {
    let mut request = Request::catalogue(name).unwrap();
    let parameters = parameters.iter().copied();
    request.settings.parameters = parameters
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    request
}

/// Solves a game by units of work.
pub(crate) fn solve(request: &Request, folder: &Path, shard_positions: u64) {
    let options = SolveOptions::default();
    cluster::begin(request, &options, folder, shard_positions).unwrap();
    while let Work::Begun(begun) = Work::open(folder, &options).unwrap() {
        let tasks: Vec<Task> = begun.state(&options).unwrap().tasks();
        begun.make(&tasks, &options).unwrap();
    }
}

pub(crate) fn verified(folder: &Path) -> Result<VerifiedShards, Error> {
    let options = SolveOptions::default();
    Check::open(folder, &options)?.verified(&options)
}

/// All shards of a table.
fn shards_of(folder: &Path) -> Shards {
    let manifest = Manifest::read(folder).unwrap();
    let columns = columns_of(&manifest);
    let checks = Checks::new(folder, manifest);
    let store = checks.table(&SolveOptions::default().job().budget);
    let names = checks.shards().into_iter();
    let names = names.flat_map(|(tier, count)| (0..count).map(move |shard| (tier, shard)));
    names
        .map(|name| (name, read(&store, &columns, name)))
        .collect()
}

/// The kinds of the streams of cells of a table.
fn columns_of(manifest: &Manifest) -> Vec<Kind> {
    [Kind::Values]
        .into_iter()
        .chain(manifest.besides())
        .collect()
}

fn read(store: &TierStore, columns: &[Kind], (tier, shard): (u32, u32)) -> Shard {
    let of = |kind| {
        store
            .open(Stream::new(tier, kind).of_shard(shard))
            .unwrap()
            .unwrap()
    };
    let (mut keys, mut bytes) = (Vec::new(), Vec::new());
    let of_keys = of(Kind::Keys);
    for block in 0..of_keys.blocks().len() {
        streams::read_keys(&of_keys, block, &mut bytes, &mut keys).unwrap();
    }
    let mut entries: Shard = keys.into_iter().map(|key| (key, Vec::new())).collect();
    for &kind in columns {
        let (cells_of, of_column) = (Cells::of(kind, 0).unwrap(), of(kind));
        let mut cells = Vec::new();
        for block in 0..of_keys.blocks().len() {
            cells_of
                .read(&of_column, block, &mut bytes, &mut cells)
                .unwrap();
        }
        for ((_, row), cell) in entries.iter_mut().zip(cells) {
            row.push(cell);
        }
    }
    entries
}

/// Writes a table of these shards, with right checksums, that is of the game of another table. Shards that have no
/// entries here are those of the other table.
fn write(shards: &BTreeMap<(u32, u32), Option<&Shard>>, of: &Path, folder: &Path) {
    let (manifest, job) = (Manifest::read(of).unwrap(), SolveOptions::default().job());
    let cluster = Cluster::begin(folder, &manifest.of, 1).unwrap();
    let store = cluster.store(&job.budget);
    let mut bytes = Vec::new();
    let columns = columns_of(&manifest);
    for (&(tier, shard), entries) in shards {
        let Some(entries) = entries else {
            let begin = format!("{tier:05}-{shard:05}.");
            for file in fs::read_dir(of).unwrap() {
                let name = file.unwrap().file_name();
                if name.to_str().unwrap().starts_with(&begin) {
                    fs::hard_link(of.join(&name), folder.join(&name)).unwrap();
                }
            }
            continue;
        };
        let create = |kind| {
            store
                .create(Stream::new(tier, kind).of_shard(shard))
                .unwrap()
        };
        // One stream is written at a time.
        let mut keys = create(Kind::Keys);
        for entries in entries.chunks(7) {
            let of_block: Vec<u64> = entries.iter().map(|(key, _)| *key).collect();
            let block = streams::write_keys(&of_block, &mut bytes);
            keys.write(block, &bytes).unwrap();
        }
        keys.finish(0).unwrap();
        for (column, &kind) in columns.iter().enumerate() {
            let mut of_column = create(kind);
            for entries in entries.chunks(7) {
                let (first, count) = (entries[0].0.into(), entries.len() as u32);
                let cells = entries
                    .iter()
                    .flat_map(|(_, row)| row[column].to_le_bytes());
                let cells: Vec<u8> = cells.collect();
                of_column.write(Block { first, count }, &cells).unwrap();
            }
            of_column.finish(0).unwrap();
        }
    }
    let kinds = [&[Kind::Keys], &columns[..]].concat();
    let counts = Counts::from(manifest.kept);
    let positions = Counts::from(manifest.positions.unwrap());
    cluster
        .finish(shards.keys().copied(), &kinds, (counts, positions), &job)
        .unwrap();
}

/// Plants a fault, and says what it is; `None` where this one cannot be planted here.
fn plant(shards: &mut Shards, random: &mut Random) -> Option<String> {
    let names: Vec<(u32, u32)> = shards.keys().copied().collect();
    let name = names[random.place(names.len())];
    let rows: Vec<Vec<u32>> = shards
        .values()
        .flatten()
        .map(|(_, row)| row.clone())
        .collect();
    let column = random.place(rows[0].len());
    let shard = shards.get_mut(&name).unwrap();
    if shard.is_empty() {
        return None;
    }
    let at = random.place(shard.len());
    match random.place(4) {
        0 => {
            let cell = rows[random.place(rows.len())][column];
            let before = std::mem::replace(&mut shard[at].1[column], cell);
            (cell != before).then(|| format!("{name:?}, {column}: cell {before} becomes {cell}"))
        }
        1 => {
            let (key, _) = shard.remove(at);
            Some(format!("{name:?}: {key:#x} is missing"))
        }
        2 => {
            // One bit other than that of a position: at times a position of the same tier.
            let key = shard[at].0 ^ 1 << random.place(40);
            let place = shard.binary_search_by_key(&key, |entry| entry.0).err()?;
            let row = rows[random.place(rows.len())].clone();
            shard.insert(place, (key, row));
            Some(format!("{name:?}: {key:#x} is too many"))
        }
        _ => {
            let others = names
                .iter()
                .filter(|other| other.0 == name.0 && **other != name);
            let others: Vec<_> = others.collect();
            let other = **others.get(random.place(others.len().max(1)))?;
            let one = shards.remove(&name).unwrap();
            let two = shards.insert(other, one).unwrap();
            shards.insert(name, two);
            Some(format!("{name:?} and {other:?} are swapped"))
        }
    }
}

/// Plants this number of faults in tables of a game, one at a time; the check finds each. Returns what the tables have besides
/// values.
fn planted_faults_are_found(
    request: &Request,
    shard_positions: u64,
    faults: usize,
) -> Option<Kind> {
    let seed = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap();
    let seed = seed.as_nanos() as u64;
    println!("seed {seed}");
    let mut random = Random(seed);
    let folder = tempfile::tempdir().unwrap();
    let right = folder.path().join("right");
    solve(request, &right, shard_positions);
    let shards = shards_of(&right);
    assert!(shards.len() > 12);
    // What is written again without a fault is right.
    let again = folder.path().join("again");
    let all = shards.iter().map(|(name, shard)| (*name, Some(shard)));
    write(&all.collect(), &right, &again);
    assert_eq!(verified(&again).unwrap().shards, shards.len() as u64);
    let (mut planted, options) = (0, SolveOptions::default());
    while planted < faults {
        let mut wrong_shards = shards.clone();
        let Some(fault) = plant(&mut wrong_shards, &mut random) else {
            continue;
        };
        planted += 1;
        let changed = wrong_shards.iter().map(|(name, shard)| {
            let is_changed = shards[name] != *shard;
            (*name, is_changed.then_some(shard))
        });
        let wrong = folder.path().join("wrong");
        write(&changed.collect(), &right, &wrong);
        // The interpreter finds all faults: few positions are enough for the evaluator, which is slow.
        let check = Check::open(&wrong, &options).map(|check| check.with_sample(100));
        match check.and_then(|check| check.verified(&options)) {
            Err(Error::Zug(zug::Error::Flaw(_))) => {}
            other => panic!("seed {seed}, {fault}: {other:?}"),
        }
        fs::remove_dir_all(&wrong).unwrap();
    }
    Manifest::read(&right).unwrap().besides()
}

#[test]
fn faults_planted_in_connect_four_are_found() {
    let board = [("width", "3"), ("height", "3"), ("k", "3")];
    planted_faults_are_found(&request("connect-four", &board), 40, all_or(30, 100));
}

#[test]
fn faults_planted_in_hex_are_found() {
    planted_faults_are_found(&request("hex", &[("size", "3")]), 60, all_or(8, 40));
}

#[test]
fn faults_planted_in_a_game_whose_moves_climb_several_levels_are_found() {
    let besides =
        planted_faults_are_found(&request("subtraction", &[("n", "20")]), 1, all_or(20, 60));
    assert_eq!(besides, Some(Kind::Nimbers));
}

#[test]
fn faults_planted_in_nimbers_are_found() {
    let board = [("width", "3"), ("height", "4")];
    let besides = planted_faults_are_found(&request("cram", &board), 20, all_or(20, 60));
    assert_eq!(besides, Some(Kind::Nimbers));
}

#[test]
fn faults_planted_in_scores_are_found() {
    let boxes = Request::rules(summing::BOXES, "boxes.zug").set("height", "1");
    let besides = planted_faults_are_found(&boxes, 20, all_or(15, 60));
    assert_eq!(besides, Some(Kind::Scores));
    let boxes = [("width", "3"), ("height", "1")];
    let boxes = request("dots-and-boxes-by-margin", &boxes);
    let besides = planted_faults_are_found(&boxes, 30, all_or(15, 60));
    assert_eq!(besides, Some(Kind::Attained));
}

/// Makes all parts of a check in a random order, and deletes or damages files of its folder in between: 60 at most,
/// those before included. Counts these files and the parts that were made.
pub(crate) fn make_with_harm(
    check: &Check,
    checks: &Path,
    random: &mut Random,
    (harmed, done): (&mut usize, &mut usize),
) {
    let options = SolveOptions::default();
    loop {
        let parts: Vec<Part> = check.parts().unwrap();
        if parts.is_empty() {
            break;
        }
        // What it reads may have been deleted or damaged.
        let part = parts[random.place(parts.len())];
        *done += usize::from(check.make(&[part], &options).is_ok());
        let files = fs::read_dir(checks).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        if *harmed < 60 && !files.is_empty() && random.place(2) == 0 {
            *harmed += 1;
            let file = &files[random.place(files.len())];
            if *harmed % 2 == 0 {
                fs::remove_file(file).unwrap();
            } else {
                let mut bytes = fs::read(file).unwrap();
                let at = bytes.len() - 20;
                bytes[at] ^= 1;
                fs::write(file, bytes).unwrap();
            }
        }
    }
}

#[test]
fn a_check_goes_on_after_files_were_deleted_or_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("table");
    let request = request(
        "connect-four",
        &[("width", "3"), ("height", "3"), ("k", "3")],
    );
    solve(&request, &folder, 40);
    let options = SolveOptions::default();
    let alone = table::verified(&folder, zug::Extent::All, &options).unwrap();
    let expected = alone.certificate;
    assert_eq!(verified(&folder).unwrap().certificate, expected);
    let check = Check::open(&folder, &options).unwrap();
    let checks = folder.join("checks");
    let (mut harmed, mut done) = (0, 0);
    make_with_harm(&check, &checks, &mut Random(5), (&mut harmed, &mut done));
    assert!(harmed == 60 && done > 100, "{harmed} {done}");
    let verified = check.verified(&options).unwrap();
    assert_eq!(verified.certificate, expected);
    assert!(!checks.exists());
    // A part before its time, and one that is not there.
    let make = |part: &str| check.make(&[part.parse().unwrap()], &options).unwrap_err();
    assert!(matches!(make("judge-00000-00000"), Error::PartNotReady(_)));
    assert!(matches!(make("play-00000-00009"), Error::NoSuchPart { .. }));
}

#[test]
fn a_table_with_nimbers_and_scores_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [right, wrong] = ["right", "wrong"].map(|name| folder.path().join(name));
    solve(&request("subtraction", &[("n", "9")]), &right, 100);
    let (manifest, job) = (
        Manifest::read(&right).unwrap(),
        SolveOptions::default().job(),
    );
    let cluster = Cluster::begin(&wrong, &manifest.of, 100).unwrap();
    let store = cluster.store(&job.budget);
    let shards = shards_of(&right);
    for (&(tier, shard), entries) in &shards {
        let create = |kind| {
            store
                .create(Stream::new(tier, kind).of_shard(shard))
                .unwrap()
        };
        let keys: Vec<u64> = entries.iter().map(|(key, _)| *key).collect();
        let mut bytes = Vec::new();
        let block = streams::write_keys(&keys, &mut bytes);
        for kind in [Kind::Keys, Kind::Values, Kind::Nimbers, Kind::Scores] {
            let mut writer = create(kind);
            let cells =
                |(_, row): &(u64, Vec<u32>)| row[usize::from(kind != Kind::Values)].to_le_bytes();
            let cells: Vec<u8> = entries.iter().flat_map(cells).collect();
            let written = if kind == Kind::Keys { &bytes } else { &cells };
            writer.write(block, written).unwrap();
            writer.finish(0).unwrap();
        }
    }
    let kinds = [Kind::Keys, Kind::Values, Kind::Nimbers, Kind::Scores];
    let counts = Counts::from(manifest.kept);
    let finished = cluster.finish(shards.keys().copied(), &kinds, (counts, counts), &job);
    finished.unwrap();
    assert!(Manifest::read(&wrong).is_err());
    let files = fs::read_dir(&wrong).unwrap();
    let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    let has = |kind: &str| {
        files
            .iter()
            .any(|file| file.extension().is_some_and(|of| of == kind))
    };
    assert!(has("nimber-cells") && has("score-cells"));
}
