//! Tables on disk, as a person uses them.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use zug::{Budget, Job, Outcome, Value};
use zug_solve::table::{Counts, Entry, Table, Take, Unreadable};
use zug_tablebase::{StoredTable, U256, Writer};
use zug_testkit::summing;

mod killed;
mod scores;

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
fn a_table_counts_play_that_never_ends_as_won() {
    let folder = tempfile::tempdir().unwrap();
    let solved = answer(&zug(
        &["solve", "cops-and-robbers", "--set", "cops=1"],
        Some(folder.path()),
    ));
    let told = answer(&zug(&["table", "info", named(folder.path())], None));
    for line in ["211 positions", "won by play that never ends"] {
        let line = solved.lines().find(|of| of.contains(line)).unwrap();
        let counts = line.split(';').next().unwrap();
        assert!(told.contains(counts), "{counts} in {told}");
    }
}

#[test]
fn rules_with_draws_and_a_winner_of_endless_play_are_kept_by_halves() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (rules, table, proof) = (path("chase.zug"), path("solved"), path("chase.proof"));
    std::fs::write(&rules, CHASE).unwrap();
    let [rules, proof] = [named(&rules), named(&proof)];
    let solved = answer(&zug(&["solve", rules], Some(&table)));
    assert!(
        solved.contains("66 positions: 16 wins, 5 losses, 45 draws"),
        "{solved}"
    );
    let info = answer(&zug(&["table", "info", named(&table)], None));
    let second =
        "and a second table, which tells draws from play that never ends:\n584 B in 3 files";
    assert!(info.contains(second), "{info}");
    let verified = answer(&zug(&["table", "verify", named(&table)], None));
    assert!(
        verified.starts_with("read: 132 positions in 6 blocks of 6 files"),
        "{verified}"
    );
    let (refused, code) = refusal(&zug(&["solve", rules], Some(&table.join("draws"))));
    assert_eq!(code, 2);
    assert!(
        refused.contains("of the game in which its draws are won"),
        "{refused}"
    );
    let solved = answer(&zug(&["solve", rules, "--proof", proof], None));
    let certified = answer(&zug(&["certify", proof], None));
    for text in [solved, certified] {
        assert!(
            text.contains("Cat to move: a draw.") && text.contains("12 entries"),
            "{text}"
        );
    }
}

/// The mouse runs round a circle and saves half a point in a trap that the cat cannot enter from one side.
const CHASE: &str = "\
game chase
players Cat, Mouse
at[player]: 0..5 = {Cat: 0, Mouse: 2}
trap: 0..5 = 4
move stay
move left(to = (at[me] + 5) % 6):
    at[me] = to
move right(to = (at[me] + 1) % 6) if to != trap or me == Mouse:
    at[me] = to
win Cat if at[Cat] == at[Mouse]
draw if at[Mouse] == trap
win Mouse if endless
";

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

/// A table that tells something else of one position than another table.
struct Lying {
    table: StoredTable,
    of: U256,
    lie: Lie,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Lie {
    /// The position is a draw.
    Draw,
    /// The score of the position, which is no draw, is further from 0 by 1.
    LargerScore,
}

impl Lying {
    fn value(&self, position: &U256, value: Value) -> Value {
        if self.lie == Lie::Draw && *position == self.of {
            Value::Draw
        } else {
            value
        }
    }
}

impl Table for Lying {
    type Position = U256;

    fn find(&self, position: &U256) -> Result<Option<Value>, Unreadable> {
        let found = self.table.find(position)?;
        Ok(found.map(|value| self.value(position, value)))
    }

    fn score(&self, position: &U256) -> Result<Option<i64>, Unreadable> {
        let score = self.table.score(position)?;
        let is_larger = self.lie == Lie::LargerScore && *position == self.of;
        Ok(score.map(|score| score + if is_larger { score.signum() } else { 0 }))
    }

    fn has_scores(&self) -> bool {
        self.table.has_scores()
    }

    fn place(&self, position: &U256) -> Result<Option<u64>, Unreadable> {
        self.table.place(position)
    }

    fn entry(&self, place: u64) -> Result<Option<Entry<U256>>, Unreadable> {
        self.table.entry(place)
    }

    fn len(&self) -> u64 {
        self.table.len()
    }

    fn held_bytes(&self) -> u64 {
        0
    }

    fn each_block(&self, take: &mut Take<'_, U256>) -> Result<(), Unreadable> {
        self.table.each_block(&mut |block| {
            let told = |entry: &Entry<U256>| match *entry.position() {
                position if self.lie == Lie::Draw && position == self.of => {
                    Entry::new(position, Value::Draw)
                }
                _ => *entry,
            };
            take(&block.iter().map(told).collect::<Vec<_>>())
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
    let lie = Lying {
        table: stored,
        of: wrong,
        lie: Lie::Draw,
    };
    let written = writer.write(&lie, counts, &job);
    written.unwrap();
    // Its checksums are right, and its values are not.
    let (message, code) = refusal(&zug(&["table", "verify", named(lying.path())], None));
    assert!(
        message.contains("the solution does not verify"),
        "{message}"
    );
    assert_eq!(code, 1);
}

#[test]
fn a_score_that_is_not_true_is_found_by_the_rules() {
    let true_table = tempfile::tempdir().unwrap();
    let folder = true_table.path();
    let rules = tempfile::tempdir().unwrap();
    let rules = rules.path().join("kalah.zug");
    fs::write(&rules, summing::KALAH).unwrap();
    let game = ["solve", named(&rules), "--set", "pits=2"];
    answer(&zug(&game, Some(folder)));
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
        let lie = Lying {
            table: stored,
            of: wrong,
            lie: Lie::LargerScore,
        };
        let written = writer.write(&lie, counts, &Job::default());
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
    assert!(lines[0].starts_with("position,\"board[0,0]\",\"board[0,1]\","));
    assert!(lines[0].ends_with(",\"board[2,2]\",turn,orbit,outcome,remoteness,finished"));
    assert_eq!(lines.len(), 766);
    let none = ",none".repeat(9);
    let start = format!("board=.../.../... turn=X{none},X,1,draw,,0");
    assert!(lines.contains(&start), "{}", lines[1]);
    let orbits = lines[1..]
        .iter()
        .map(|line| line.split(',').nth(11).unwrap());
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
fn parquet_is_written_to_a_file_alone() {
    let all = tempfile::tempdir().unwrap();
    let (table, file) = (all.path().join("table"), all.path().join("table.parquet"));
    answer(&zug(&["solve", "tic-tac-toe"], Some(&table)));
    let arguments = ["table", "export", named(&table), "--format", "parquet"];
    let (message, code) = refusal(&zug(&arguments, None));
    assert!(message.contains("--output"), "{message}");
    assert_eq!(code, 2);
    let to = [&arguments[..], &["-o", named(&file)]].concat();
    assert!(zug(&to, None).status.success());
    assert!(fs::read(file).unwrap().starts_with(b"PAR1"));
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
