//! Tables on disk, as a person uses them.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use zug::{Budget, Job, Outcome, Value};
use zug_solve::table::{Counts, Entry, Table, Take, Unreadable};
use zug_tablebase::{StoredTable, U256, Writer};

/// What `zug` prints, says and ends with.
fn zug(arguments: &[&str], table: Option<&Path>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command.args(arguments).stdin(Stdio::null());
    if let Some(folder) = table {
        command.arg("--table").arg(folder);
    }
    command.output().unwrap()
}

/// The answer, without the lines that tell how it was found.
fn answer(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines().filter(|line| {
        let how = ["by ", "and by ", "Found by ", "all counted from"];
        !how.iter().any(|how| line.starts_with(how))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What is said on stderr, and the exit code.
fn refusal(output: &Output) -> (String, i32) {
    assert!(output.stdout.is_empty(), "{output:?}");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    (message, output.status.code().unwrap())
}

/// The folder of a table, as the arguments of a command have it.
fn named(folder: &Path) -> &str {
    folder.to_str().unwrap()
}

#[test]
fn every_command_answers_from_a_table_as_without_one() {
    let all = tempfile::tempdir().unwrap();
    let commands: [&[&str]; 10] = [
        &["solve", "tic-tac-toe"],
        &["solve", "dodgem", "--set", "n=3", "--all"],
        &[
            "solve",
            "nim",
            "--set",
            "piles=[2, 3]",
            "--method",
            "positions",
        ],
        &[
            "solve",
            "nim",
            "--set",
            "piles=[2, 3]",
            "--play",
            "misere",
            "--method",
            "positions",
        ],
        &["solve", "mu-torere"],
        &[
            "solve",
            "subtraction",
            "--set",
            "take={1,3,4}",
            "--method",
            "positions",
        ],
        &["explain", "tic-tac-toe"],
        &["tree", "tic-tac-toe", "--depth", "1"],
        &["tree", "subtraction", "--set", "n=5"],
        &["play", "subtraction", "--set", "n=5", "--as", "none"],
    ];
    for (number, command) in commands.into_iter().enumerate() {
        let folder = all.path().join(number.to_string());
        let without = answer(&zug(command, None));
        assert_eq!(answer(&zug(command, Some(&folder))), without, "{command:?}");
        let written = fs::read(folder.join("manifest.json")).unwrap();
        assert_eq!(answer(&zug(command, Some(&folder))), without, "{command:?}");
        assert_eq!(fs::read(folder.join("manifest.json")).unwrap(), written);
        let verified = answer(&zug(&["table", "verify", named(&folder)], None));
        assert!(verified.contains("\nverified: "), "{verified}");
    }
}

#[test]
fn a_table_answers_about_later_positions() {
    let folder = tempfile::tempdir().unwrap();
    let solve = ["solve", "tic-tac-toe"];
    let fork = "board=X../.O./..X turn=O";
    answer(&zug(&solve, Some(folder.path())));
    let from = [&solve[..], &["--from", fork]].concat();
    let told = zug(&from, Some(folder.path()));
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(
        text.contains("\nall counted from board=.../.../... turn=X\n"),
        "{text}"
    );
    let best = |text: &str| text.split("\n\n").take(3).collect::<String>();
    assert_eq!(best(&text), best(&answer(&zug(&from, None))));
    let queried = answer(&zug(&["table", "query", named(folder.path()), fork], None));
    assert!(
        best(&text).starts_with(&queried.replace("\n\n", "")),
        "{queried}"
    );
    // Play does not come from the later position to the start.
    let later = tempfile::tempdir().unwrap();
    answer(&zug(&from, Some(later.path())));
    let (message, code) = refusal(&zug(&solve, Some(later.path())));
    assert!(message.contains("was not solved"), "{message}");
    assert_eq!(code, 1);
}

#[test]
fn a_table_of_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let solve = [
        "solve",
        "subtraction",
        "--set",
        "n=9",
        "--method",
        "positions",
    ];
    answer(&zug(&solve, Some(folder.path())));
    let others: [(&[&str], &str); 4] = [
        (&["solve", "nim"], "is of subtraction, and not of nim"),
        (&["solve", "subtraction", "--set", "n=8"], "n=8"),
        (
            &["solve", "subtraction", "--set", "n=9", "--play", "misere"],
            "misere",
        ),
        (
            &["solve", "subtraction", "--set", "n=9", "--all"],
            "the scope all",
        ),
    ];
    for (other, what) in others {
        let (message, code) = refusal(&zug(other, Some(folder.path())));
        assert!(message.contains(what), "{message}");
        assert!(
            message.ends_with("help: name another folder\n"),
            "{message}"
        );
        assert_eq!(code, 2);
    }
    let theorem = [&solve[..5], &["theorem"]].concat();
    let (message, _) = refusal(&zug(&theorem, Some(folder.path())));
    assert!(
        message.contains("--method theorem solves none"),
        "{message}"
    );
}

#[test]
fn a_folder_without_a_table_is_told_as_such() {
    let folder = tempfile::tempdir().unwrap();
    for what in ["info", "query", "verify"] {
        let (message, code) = refusal(&zug(&["table", what, named(folder.path())], None));
        assert!(message.contains("holds no finished table"), "{message}");
        assert!(message.contains("--table FOLDER"), "{message}");
        assert_eq!(code, 2);
    }
    fs::write(folder.path().join("letter.txt"), "precious").unwrap();
    let (message, code) = refusal(&zug(&["solve", "nim"], Some(folder.path())));
    assert!(message.contains("letter.txt"), "{message}");
    assert_eq!(code, 2);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn two_runs_on_one_folder_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let lock = File::create(folder.path().join("lock")).unwrap();
    lock.lock().unwrap();
    let (message, code) = refusal(&zug(&["solve", "nim"], Some(folder.path())));
    assert!(
        message.contains("another run of this program writes into"),
        "{message}"
    );
    assert_eq!(code, 1);
    drop(lock);
    answer(&zug(&["solve", "nim"], Some(folder.path())));
    // Who reads needs no lock.
    let lock = File::create(folder.path().join("lock")).unwrap();
    lock.lock().unwrap();
    answer(&zug(&["solve", "nim"], Some(folder.path())));
}

#[test]
fn a_damaged_table_is_refused_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    answer(&zug(&["solve", "tic-tac-toe"], Some(folder.path())));
    let path = folder.path().join("00000-00000.outcomes");
    let mut bytes = fs::read(&path).unwrap();
    // In the first block, behind a header of 40 bytes.
    bytes[60] ^= 1;
    fs::write(&path, bytes).unwrap();
    let table = named(folder.path());
    let commands: [&[&str]; 6] = [
        &["solve", "tic-tac-toe", "--table", table],
        &["explain", "tic-tac-toe", "--table", table],
        &["tree", "tic-tac-toe", "--depth", "1", "--table", table],
        &["table", "query", table],
        &["table", "verify", table],
        &["solve", "tic-tac-toe", "--table", table, "--json"],
    ];
    for command in commands {
        let (message, code) = refusal(&zug(command, None));
        assert!(
            message.contains("00000-00000.outcomes is damaged: block 0"),
            "{command:?}: {message}"
        );
        assert_eq!(code, 1, "{command:?}");
    }
    bytes_flipped_in_the_manifest(folder.path());
}

fn bytes_flipped_in_the_manifest(folder: &Path) {
    let path = folder.join("manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"wins\": ", "\"wins\": 1", 1)).unwrap();
    let (message, code) = refusal(&zug(&["table", "info", named(folder)], None));
    assert!(message.contains("manifest.json is damaged"), "{message}");
    assert_eq!(code, 1);
}

/// A table that says of one position that it is a draw.
struct Lying(StoredTable, U256);

impl Table for Lying {
    type Position = U256;

    fn find(&self, position: &U256) -> Result<Option<Value>, Unreadable> {
        let found = self.0.find(position)?;
        Ok(found.map(|value| {
            if *position == self.1 {
                Value::Draw
            } else {
                value
            }
        }))
    }

    fn place(&self, position: &U256) -> Result<Option<u64>, Unreadable> {
        self.0.place(position)
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
        self.0.entry(place)
    }

    fn len(&self) -> u64 {
        self.0.len()
    }

    fn held_bytes(&self) -> u64 {
        0
    }

    fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
        self.0.each_block(&mut |block| {
            let lie = |entry: &Entry<U256>| match *entry.position() {
                position if position == self.1 => Entry::new(position, Value::Draw),
                _ => *entry,
            };
            take(&block.iter().map(lie).collect::<Vec<_>>())
        })
    }
}

#[test]
fn a_value_that_is_not_true_is_found_by_the_rules() {
    let (true_table, lying) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    answer(&zug(&["solve", "mu-torere"], Some(true_table.path())));
    let stored = StoredTable::open(true_table.path(), &Budget::unlimited()).unwrap();
    let manifest = stored.manifest().clone();
    let mut entries = (0..).map(|place| stored.entry(place).unwrap().unwrap());
    let won = entries.find(|entry| entry.value().outcome() == Outcome::Win);
    let wrong = *won.unwrap().position();
    let (job, counts) = (Job::default(), manifest.positions.map(Counts::from));
    let writer = Writer::new(lying.path(), &manifest.of).unwrap();
    let written = writer.write(&Lying(stored, wrong), counts, &job);
    written.unwrap();
    // Its checksums are right, and its values are not.
    let (message, code) = refusal(&zug(&["table", "verify", named(lying.path())], None));
    assert!(
        message.contains("the solution does not verify"),
        "{message}"
    );
    assert_eq!(code, 1);
}

/// A table that tells of one position, which is no draw, a score whose size is larger by 1.
struct Overstating(StoredTable, U256);

impl Table for Overstating {
    type Position = U256;

    fn find(&self, position: &U256) -> Result<Option<Value>, Unreadable> {
        self.0.find(position)
    }

    fn score(&self, position: &U256) -> Result<Option<i64>, Unreadable> {
        let score = self.0.score(position)?;
        let is_wrong = *position == self.1;
        Ok(score.map(|score| score + if is_wrong { score.signum() } else { 0 }))
    }

    fn has_scores(&self) -> bool {
        self.0.has_scores()
    }

    fn place(&self, position: &U256) -> Result<Option<u64>, Unreadable> {
        self.0.place(position)
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
        self.0.entry(place)
    }

    fn len(&self) -> u64 {
        self.0.len()
    }

    fn held_bytes(&self) -> u64 {
        0
    }

    fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
        self.0.each_block(take)
    }
}

#[test]
fn a_score_that_is_not_true_is_found_by_the_rules() {
    let true_table = tempfile::tempdir().unwrap();
    let game = ["solve", "kalah-by-margin", "--set", "pits=2"];
    let folder = true_table.path();
    answer(&zug(
        &[&game[..], &["--set", "seeds=2"]].concat(),
        Some(folder),
    ));
    let open = || StoredTable::open(folder, &Budget::unlimited()).unwrap();
    let entries = (0..open().len()).map(|place| open().entry(place).unwrap().unwrap());
    for (outcome, finished) in [
        (Outcome::Win, false),
        (Outcome::Loss, false),
        (Outcome::Win, true),
    ] {
        let mut entries = entries.clone();
        let is_such = |entry: &Entry<U256>| {
            entry.value().outcome() == outcome && entry.finished().is_some() == finished
        };
        let wrong = *entries.find(is_such).unwrap().position();
        let (stored, lying) = (open(), tempfile::tempdir().unwrap());
        let manifest = stored.manifest().clone();
        let counts = manifest.positions.map(Counts::from);
        let writer = Writer::new(lying.path(), &manifest.of).unwrap();
        let written = writer.write(&Overstating(stored, wrong), counts, &Job::default());
        written.unwrap();
        let verify = |folder: &Path| zug(&["table", "verify", named(folder)], None);
        let (message, code) = refusal(&verify(lying.path()));
        assert!(
            message.contains("the solution does not verify") && message.contains("score"),
            "{message}"
        );
        assert_eq!(code, 1);
        let verified = answer(&verify(folder));
        assert!(
            verified.trim_end().ends_with(", and their scores"),
            "{verified}"
        );
    }
}

/// The lines of a table that is exported as CSV.
fn exported(folder: &Path) -> Vec<String> {
    let arguments = ["table", "export", named(folder), "--format", "csv"];
    let text = answer(&zug(&arguments, None));
    text.lines().map(str::to_owned).collect()
}

#[test]
fn an_exported_table_has_a_line_for_each_position_that_is_kept() {
    let all = tempfile::tempdir().unwrap();
    let coins = all.path().join("coins");
    let solve = [
        "solve",
        "subtraction",
        "--set",
        "n=3",
        "--method",
        "positions",
    ];
    answer(&zug(&solve, Some(&coins)));
    assert_eq!(
        exported(&coins),
        [
            "position,heap,orbit,outcome,remoteness,finished,nimber",
            "heap=0,0,1,loss,0,1,0",
            "heap=1,1,1,win,1,0,1",
            "heap=2,2,1,loss,2,0,0",
            "heap=3,3,1,win,1,0,1",
        ]
    );
    let board = all.path().join("board");
    answer(&zug(&["solve", "tic-tac-toe"], Some(&board)));
    let lines = exported(&board);
    assert_eq!(
        lines[0],
        "position,board,turn,orbit,outcome,remoteness,finished"
    );
    assert_eq!(lines.len(), 766);
    assert!(lines.contains(&"board=.../.../... turn=X,.../.../...,X,1,draw,,0".to_owned()));
    let orbits = lines[1..]
        .iter()
        .map(|line| line.split(',').nth(3).unwrap());
    let orbits = orbits.map(|orbit| orbit.parse::<u64>().unwrap());
    assert_eq!(orbits.sum::<u64>(), 5478);
    // A file is the same as what is printed.
    let file = all.path().join("board.csv");
    let arguments = [
        "table",
        "export",
        named(&board),
        "--format",
        "csv",
        "-o",
        named(&file),
    ];
    assert!(zug(&arguments, None).stdout.is_empty());
    let written = fs::read_to_string(file).unwrap();
    assert_eq!(written.lines().collect::<Vec<_>>(), lines);
}

#[cfg(feature = "parquet")]
#[test]
fn an_exported_table_is_the_same_as_parquet() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    let all = tempfile::tempdir().unwrap();
    let (table, file) = (all.path().join("table"), all.path().join("table.parquet"));
    answer(&zug(&["solve", "tic-tac-toe"], Some(&table)));
    let arguments = ["table", "export", named(&table), "--format", "parquet"];
    let (message, code) = refusal(&zug(&arguments, None));
    assert!(message.contains("--output"), "{message}");
    assert_eq!(code, 2);
    let to = [&arguments[..], &["-o", named(&file)]].concat();
    assert!(zug(&to, None).status.success());
    let reader = SerializedFileReader::new(File::open(&file).unwrap()).unwrap();
    let field = |(_, field): (&String, &Field)| match field {
        Field::Null => String::new(),
        Field::Long(number) => number.to_string(),
        Field::Str(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    let rows = reader.get_row_iter(None).unwrap();
    let lines = rows.map(|row| {
        let row = row.unwrap();
        row.get_column_iter()
            .map(field)
            .collect::<Vec<_>>()
            .join(",")
    });
    assert_eq!(lines.collect::<Vec<_>>(), exported(&table)[1..]);
    let schema = reader.metadata().file_metadata().schema();
    let names = schema.get_fields().iter().map(|field| field.name());
    assert_eq!(names.collect::<Vec<_>>().join(","), exported(&table)[0]);
}

/// Runs `zug` with these arguments and kills it after this time, if it is not done by then.
fn kill_after(time: Duration, arguments: &[&str]) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(time);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Tells how many runs left a part of a table when they were killed. It is told and not
/// asserted: on a very fast or a very slow machine all runs may be done, or not yet begun.
fn tell_killed(unfinished: u32, runs: u32) {
    println!("{unfinished} of {runs} runs were killed in the middle");
}

/// Whether a killed run left a part of a table. One that is killed at the very end leaves a
/// whole table, and the file that speaks of an unfinished one beside it.
fn is_unfinished(folder: &Path) -> bool {
    folder.join("unfinished.json").exists() && !folder.join("manifest.json").exists()
}

#[test]
fn a_run_that_is_killed_goes_on_from_its_last_tier() {
    let all = tempfile::tempdir().unwrap();
    let game = [
        "connect-four",
        "--set",
        "width=4",
        "--set",
        "height=4",
        "--method",
    ];
    let by = |method: &'static str| [&["solve"], &game[..], &[method]].concat();
    let told = answer(&zug(&by("retrograde"), None));
    let mut went_on = 0;
    for run in 0..8 {
        let folder = all.path().join(run.to_string());
        for killed in 0..3 {
            let arguments = [&by("tiers")[..], &["--table", named(&folder)]].concat();
            kill_after(Duration::from_millis(7 * run + 11 * killed), &arguments);
            if is_unfinished(&folder) {
                let info = ["table", "info", named(&folder)];
                let (message, code) = refusal(&zug(&info, None));
                assert!(message.contains("holds no finished table"), "{message}");
                assert_eq!(code, 2);
                went_on += 1;
            }
        }
        assert_eq!(answer(&zug(&by("tiers"), Some(&folder))), told);
        assert!(folder.join("manifest.json").exists());
        assert_eq!(answer(&zug(&by("tiers"), Some(&folder))), told);
        answer(&zug(&["table", "verify", named(&folder)], None));
    }
    tell_killed(went_on, 24);
    let folder = all.path().join("0");
    assert_eq!(exported(&folder).len(), 80_542);
}

#[test]
fn a_run_by_hash_that_is_killed_goes_on_from_its_last_checkpoint() {
    let all = tempfile::tempdir().unwrap();
    let by = |method| ["solve", "dodgem", "--set", "n=3", "--method", method];
    let told = answer(&zug(&by("dense"), None));
    let every = ["--checkpoint-every", "0"];
    let mut went_on = 0;
    for run in 0..6 {
        let folder = all.path().join(run.to_string());
        let method = ["retrograde", "retracting", "replaying"][run as usize % 3];
        let arguments = [&by(method)[..], &every, &["--table", named(&folder)]].concat();
        for killed in 0..3 {
            kill_after(Duration::from_millis(9 * run + 13 * killed), &arguments);
            went_on += u32::from(is_unfinished(&folder));
        }
        assert_eq!(answer(&zug(&arguments, None)), told, "{method}");
        let names = fs::read_dir(&folder).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        let kinds = ["keys", "outcomes", "remoteness"];
        let mut whole = kinds.map(|kind| format!("00000-00000.{kind}")).to_vec();
        whole.extend(["lock".to_owned(), "manifest.json".to_owned()]);
        assert_eq!(names, whole);
        answer(&zug(&["table", "verify", named(&folder)], None));
    }
    tell_killed(went_on, 18);
}

#[test]
fn a_damaged_checkpoint_is_refused_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table");
    let solve = ["solve", "dodgem", "--set", "n=3", "--method", "retracting"];
    let arguments = [
        &solve[..],
        &["--checkpoint-every", "0", "--table", named(&table)],
    ]
    .concat();
    let found = table.join("00000-00000.found");
    for time in (0..).map(|more| Duration::from_millis(40 + 10 * (more % 60))) {
        kill_after(time, &arguments);
        if is_unfinished(&table) && found.exists() {
            break;
        }
        fs::remove_dir_all(&table).unwrap_or_default();
    }
    let mut bytes = fs::read(&found).unwrap();
    bytes[50] ^= 1;
    fs::write(&found, bytes).unwrap();
    let (message, code) = refusal(&zug(&arguments, None));
    assert!(message.contains("00000-00000.found"), "{message}");
    assert!(message.contains("is damaged"), "{message}");
    assert_eq!(code, 1);
}

#[test]
fn scratch_leaves_nothing_and_the_next_run_clears_up_behind_a_killed_one() {
    let place = tempfile::tempdir().unwrap();
    let left = || fs::read_dir(place.path()).unwrap().count();
    let game = [
        "solve",
        "connect-four",
        "--set",
        "width=4",
        "--set",
        "height=4",
        "--method",
        "tiers",
    ];
    let scratch = ["--scratch", named(place.path())];
    let arguments = [&game[..], &scratch].concat();
    let told = answer(&zug(&game, None));
    assert_eq!(answer(&zug(&arguments, None)), told);
    assert_eq!(left(), 0);
    for run in 0..4 {
        kill_after(Duration::from_millis(9 * run), &arguments);
    }
    assert_eq!(answer(&zug(&arguments, None)), told);
    // Whoever is killed before its folder is locked leaves an empty one.
    let names = fs::read_dir(place.path()).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> = names.filter(|name| !name.starts_with("zug-new-")).collect();
    assert!(names.is_empty(), "{names:?}");
    let unused = zug(&[&["solve", "tic-tac-toe"][..], &scratch].concat(), None);
    let note = String::from_utf8_lossy(&unused.stderr).into_owned();
    assert!(note.contains("--scratch is not used"), "{note}");
    answer(&unused);
    let (message, code) = refusal(&zug(
        &[&game[..], &["--scratch", "/dev/null/x"]].concat(),
        None,
    ));
    assert!(message.contains("cannot create"), "{message}");
    assert_eq!(code, 1);
}

#[test]
fn a_run_over_an_index_that_is_killed_goes_on_from_its_last_tier() {
    let all = tempfile::tempdir().unwrap();
    let by = |method| ["solve", "dodgem", "--set", "n=4", "--method", method];
    let told = answer(&zug(&by("retrograde"), None));
    let mut went_on = 0;
    for run in 0..6 {
        let folder = all.path().join(run.to_string());
        for killed in 0..3 {
            let arguments = [&by("dense")[..], &["--table", named(&folder)]].concat();
            let time = Duration::from_millis(100 + 60 * run + 45 * killed);
            kill_after(time, &arguments);
            went_on += u32::from(is_unfinished(&folder));
        }
        assert_eq!(answer(&zug(&by("dense"), Some(&folder))), told);
        assert!(folder.join("manifest.json").exists());
        assert_eq!(answer(&zug(&by("dense"), Some(&folder))), told);
    }
    tell_killed(went_on, 18);
    let folder = all.path().join("0");
    answer(&zug(&["table", "verify", named(&folder)], None));
    let info = answer(&zug(&["table", "info", named(&folder)], None));
    assert!(
        info.contains("numbers ") && info.contains("slots "),
        "{info}"
    );
    // In tiers over an index the table has all positions, and those of another method are others.
    let (message, code) = refusal(&zug(&["solve", "dodgem"], Some(&folder)));
    assert!(message.contains("n=4"), "{message}");
    assert_eq!(code, 2);
}

/// Runs `zug` with these arguments, and asks it to stop after this time, if it is not done by
/// then. Returns what it said on stderr, and the exit code.
fn interrupt_after(time: Duration, arguments: &[&str]) -> (String, i32) {
    let child = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(time);
    // It may be done by now, and then there is nobody to be asked.
    let _ = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (told, output.status.code().unwrap())
}

#[cfg(unix)]
#[test]
fn who_stops_the_work_is_told_from_where_the_next_run_goes_on() {
    let all = tempfile::tempdir().unwrap();
    let game = ["solve", "connect-four", "--set", "width=5", "--set"];
    let by = |method| {
        [
            &game[..],
            &["height=4", "--threads", "1", "--method", method],
        ]
        .concat()
    };
    let told = answer(&zug(&by("tiers"), None));
    for method in ["retracting", "tiers"] {
        let folder = all.path().join(method);
        let arguments = [&by(method)[..], &["--table", named(&folder)]].concat();
        // As far as the machine is quick enough for it, the time suffices for some work.
        let (said, code) = interrupt_after(Duration::from_millis(1500), &arguments);
        if code == 130 {
            let begins_anew = said.contains("the next run begins anew");
            let goes_on = said.contains("goes on from");
            let untouched = said.contains("stopped before the work began");
            let told_of = [begins_anew, goes_on, untouched];
            let notes = told_of.iter().filter(|told| **told).count();
            // Nothing need be told where the table is whole, and the answer was being written.
            let is_whole = folder.join("manifest.json").exists();
            assert_eq!(notes, usize::from(!is_whole), "{said}");
            let again = zug(&arguments, None);
            assert_eq!(answer(&again), told, "{method}");
            let said = String::from_utf8_lossy(&again.stderr).into_owned();
            if method == "retracting" {
                assert_eq!(
                    said.contains("goes on from a checkpoint"),
                    goes_on,
                    "{said}"
                );
            }
        } else {
            assert_eq!(code, 0, "{said}");
        }
    }
}

#[test]
fn an_index_that_cannot_fit_is_refused_before_the_work_with_the_numbers() {
    let dense = ["solve", "dodgem", "--set", "n=5", "--method", "dense"];
    // In the least memory not even the materials within reach are counted to their end.
    for memory in ["16MiB", "64MiB"] {
        let arguments = [&dense[..], &["--memory", memory]].concat();
        let (message, code) = refusal(&zug(&arguments, None));
        assert!(
            message.contains("numbers for positions or more"),
            "{message}"
        );
        let allowed = format!("; {}.0 MiB are allowed", &memory[..2]);
        assert!(message.contains(&allowed), "{message}");
        assert!(message.contains("or more --memory"), "{message}");
        assert_eq!(code, 1);
    }
}

/// Rules that end with scores, and whose every state can be solved.
const POINTS: &str = "\
game points(n = 3)
players A, B
left: 0..n = n

move take(k in 1..2) if k <= left:
    left -= k

score 2 if stuck
";

#[test]
fn where_scores_are_not_known_this_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("all");
    let file = folder.path().join("points.zug");
    fs::write(&file, POINTS).unwrap();
    let game = ["solve", named(&file)];
    let text = |output: Output| answer(&output);
    // A table of all states has no scores: they are known of those that play reaches alone.
    let solved = text(zug(&[&game[..], &["--all"]].concat(), Some(&table)));
    assert!(
        solved.contains("score +2 for the player to move"),
        "{solved}"
    );
    for asked in [
        zug(&game, Some(&table)),
        zug(&["table", "query", named(&table)], None),
        zug(&[&game[..], &["--method", "search"]].concat(), Some(&table)),
        zug(
            &[&game[..], &["--method", "search", "--remoteness"]].concat(),
            None,
        ),
    ] {
        let told = text(asked);
        assert!(told.contains("scores are not told: "), "{told}");
        assert!(!told.contains("score +2"), "{told}");
    }
    let searched = text(zug(&[&game[..], &["--method", "search"]].concat(), None));
    assert!(searched.contains("score +2"), "{searched}");
    let note = "scores are not known";
    let play = ["play", named(&file)];
    let played = zug(&play, Some(&table));
    assert!(String::from_utf8_lossy(&played.stderr).contains(note));
    let played = zug(&play, None);
    assert!(!String::from_utf8_lossy(&played.stderr).contains(note));
}

/// The lines of an answer that tell a score or a move, and the sentences that an explanation ends
/// with.
fn of_scores(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|line| {
        let is_move = line.starts_with("  ");
        is_move
            || ["score", "best play", "With best play", "Every move"]
                .iter()
                .any(|begin| line.starts_with(begin))
    });
    lines.collect()
}

#[test]
fn a_table_of_a_game_that_ends_with_scores_tells_what_is_told_without_it() {
    let games: [&[&str]; 3] = [
        &["coins-in-a-row"],
        &["kalah-by-margin", "--set", "pits=2", "--set", "seeds=2"],
        &[
            "dots-and-boxes-by-margin",
            "--set",
            "width=2",
            "--set",
            "height=1",
        ],
    ];
    let folder = tempfile::tempdir().unwrap();
    for (place, game) in games.into_iter().enumerate() {
        let table = folder.path().join(place.to_string());
        let asked = |command: &str, more: &[&str], table: Option<&Path>| {
            answer(&zug(&[&[command], game, more].concat(), table))
        };
        let without = asked("solve", &[], None);
        assert!(without.contains("\nscore "), "{without}");
        let written = asked("solve", &[], Some(&table));
        let read = asked("solve", &[], Some(&table));
        for told in [written, read] {
            assert_eq!(of_scores(&told), of_scores(&without));
        }
        let query = answer(&zug(&["table", "query", named(&table)], None));
        let wanted: Vec<&str> = of_scores(&without);
        let wanted = wanted.iter().filter(|line| !line.starts_with("best play"));
        assert_eq!(of_scores(&query), wanted.copied().collect::<Vec<_>>());
        let tree = ["--depth", "2"];
        assert_eq!(
            asked("tree", &tree, Some(&table)),
            asked("tree", &tree, None)
        );
        let explained = asked("explain", &["--method", "positions"], None);
        let by_table = asked("explain", &["--method", "positions"], Some(&table));
        assert!(explained.contains("\nWith best play the score is"));
        assert_eq!(of_scores(&by_table), of_scores(&explained));
        let played = zug(&[&["play"], game].concat(), Some(&table));
        let notes = String::from_utf8_lossy(&played.stderr).into_owned();
        assert!(!notes.contains("scores are not known"), "{notes}");

        let json = |arguments: &[&str], table: Option<&Path>| -> serde_json::Value {
            let all = [arguments, &["--json"]].concat();
            serde_json::from_str(&answer(&zug(&all, table))).unwrap()
        };
        let solved = json(&[&["solve"], game].concat(), None);
        let query = json(&["table", "query", named(&table)], None);
        assert_eq!(query["score"], solved["score"]);
        assert_eq!(query["moves"], solved["moves"]);
        let info = json(&["table", "info", named(&table)], None);
        let range = ["least", "largest"].map(|end| info["scores"][end].as_i64().unwrap());
        assert_eq!(info["form"], 3);
        let info = answer(&zug(&["table", "info", named(&table)], None));
        assert!(
            info.contains("scores from -") && info.contains(", scores "),
            "{info}"
        );

        // The least and the largest score of the export are those of the table.
        let csv = answer(&zug(
            &["table", "export", named(&table), "--format", "csv"],
            None,
        ));
        let mut lines = csv.lines();
        assert!(lines.next().unwrap().ends_with(",finished,score"));
        let scores = lines.map(|line| line.rsplit(',').next().unwrap().parse().unwrap());
        let scores: Vec<i64> = scores.collect();
        assert_eq!(scores.iter().copied().min(), Some(range[0]));
        assert_eq!(scores.iter().copied().max(), Some(range[1]));
    }
}

#[test]
fn scores_that_do_not_fit_are_left_out_of_the_table_and_this_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let game = ["dots-and-boxes-by-margin", "--memory", "24MiB", "--set"];
    let solve = |table: &Path, settings: &[&str]| {
        let solved = zug(&[&["solve"], &game[..], settings].concat(), Some(table));
        let info = answer(&zug(&["table", "info", named(table)], None));
        let notes = String::from_utf8_lossy(&solved.stderr).into_owned();
        (answer(&solved), notes, info)
    };
    // Not all states would fit, so that tiers could be taken; all positions and moves do fit.
    let small = folder.path().join("small");
    let (told, notes, info) = solve(&small, &["width=3", "--set", "height=2"]);
    assert!(
        told.contains("\nscore ") && info.contains(", scores "),
        "{info}"
    );
    assert!(!notes.contains("the table gets no scores"), "{notes}");
    let large = folder.path().join("large");
    let (told, notes, info) = solve(&large, &["width=4", "--set", "height=2"]);
    assert!(told.contains("scores are not told"), "{told}");
    assert!(notes.contains("the table gets no scores"), "{notes}");
    assert!(
        info.contains("(packed ") && !info.contains("scores"),
        "{info}"
    );
}
