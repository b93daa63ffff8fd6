//! What `zug sequence` does with files, signals and very many terms.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use zug_heaps::HeapGame;
use zug_sequences::Saved;
use zug_sequences::engine::naive;

use crate::signals;

/// A game in which no period is known: work on it goes on for long.
const LONG: &str = "0.007";

fn zug(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zug"));
    command
        .arg("sequence")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn output(arguments: &[&str], folder: &Path) -> Output {
    zug(arguments, folder).output().unwrap()
}

/// What is printed where all is well.
fn answer(arguments: &[&str], folder: &Path) -> String {
    let output = output(arguments, folder);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn nimbers(code: &str, terms: u64) -> Vec<u64> {
    let game = HeapGame::Breaking(code.parse().unwrap());
    let nimbers = naive::nimbers(&game, terms);
    nimbers.into_iter().map(u64::from).collect()
}

/// The state of a file, which must be whole.
fn state(path: &Path) -> Option<Saved> {
    let bytes = fs::read(path).ok()?;
    Some(Saved::from_bytes(bytes).unwrap())
}

fn wait_for(child: &mut Child, ready: impl Fn() -> bool) {
    let begin = Instant::now();
    while !ready() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
        assert!(begin.elapsed() < Duration::from_secs(60), "it hangs");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_killed_process_leaves_a_whole_state_and_the_same_answer() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("state");
    let arguments = |terms| {
        [
            LONG,
            "--terms",
            terms,
            "--method",
            "naive",
            "--save",
            "state",
            "--save-every",
            "0",
        ]
    };
    let known = || state(&path).map_or(0, |saved| saved.known);
    for milliseconds in [0, 1, 2, 3, 5, 8, 13, 21, 34] {
        let before = known();
        let mut child = zug(&arguments("10^9"), folder.path()).spawn().unwrap();
        if milliseconds > 0 {
            wait_for(&mut child, || known() > before);
        }
        thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap(); // SIGKILL, where there are signals
        child.wait().unwrap();
        assert!(known() >= before);
    }
    let terms = (known() + 500).to_string();
    let resumed = answer(&arguments(&terms), folder.path());
    assert_eq!(known().to_string(), terms);
    let whole = answer(
        &[LONG, "--terms", &terms, "--method", "naive"],
        folder.path(),
    );
    assert_eq!(resumed, whole);
}

#[cfg(unix)]
#[test]
fn what_was_worked_out_is_told_when_it_is_stopped() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("state");
    let arguments = [
        LONG,
        "--terms",
        "10^9",
        "--method",
        "naive",
        "--json",
        "--save",
        "state",
        "--save-every",
        "0",
    ];
    let mut child = signals::hearing(&zug(&arguments, folder.path()));
    let mut child = child
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(&mut child, || {
        state(&path).is_some_and(|saved| saved.known > 500)
    });
    signals::send("-INT", &child);
    let output = signals::ended(child);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.starts_with("note: stopped: heaps 0 to "),
        "{message}"
    );

    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let told = report["terms"].as_u64().unwrap();
    assert!(told > 500);
    assert_eq!(state(&path).unwrap().known, told);
    let values: Vec<u64> = serde_json::from_value(report["values"].clone()).unwrap();
    assert_eq!(values, nimbers(LONG, told));
}

#[test]
fn a_file_that_is_no_state_of_this_game_is_left_as_it_is() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("state");
    answer(&["0.77", "--terms", "20", "--save", "state"], folder.path());
    let whole = fs::read(&path).unwrap();
    let mut changed = whole.clone();
    *changed.last_mut().unwrap() ^= 1;
    let cases: [(&[u8], &str); 4] = [
        (
            &whole,
            "state: the saved sequence is that of 0.77, not of 0.07\n",
        ),
        (b"game nim()\n", "state: this is no saved sequence\n"),
        (
            &changed,
            "state: this saved sequence is damaged: its checksum differs\n",
        ),
        (
            &whole[..30],
            "state: this saved sequence is damaged: its length is not as told\n",
        ),
    ];
    for (bytes, told) in cases {
        fs::write(&path, bytes).unwrap();
        let output = output(&["0.07", "--terms", "30", "--save", "state"], folder.path());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty());
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(told), "{message}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn a_state_that_is_there_is_gone_on_from() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("state");
    for terms in ["0", "20", "20", "10", "300"] {
        let alone = answer(&["0.77", "--terms", terms], folder.path());
        let saving = ["0.77", "--terms", terms, "--save", "state"];
        let known = state(&path).map_or(0, |saved| saved.known);
        let told = answer(&saving, folder.path());
        assert!(state(&path).unwrap().known >= known);
        if known <= terms.parse().unwrap() {
            assert_eq!(told, alone);
        } else {
            // More is known than is asked about.
            assert_eq!(told.lines().next(), alone.lines().next());
        }
    }
    // No temporary file is left behind.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn terms_are_never_all_held() {
    let folder = TempDir::new().unwrap();
    for form in ["text", "json", "csv", "bfile"] {
        let arguments = ["0.77", "--terms", "10^18", "--format", form];
        let mut child = zug(&arguments, folder.path()).spawn().unwrap();
        let mut bytes = vec![0; 1 << 20];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut bytes).unwrap();
        drop(stdout);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{form}");
    }
}

#[test]
fn all_forms_tell_the_same_values() {
    let folder = TempDir::new().unwrap();
    let (from, terms) = (60_usize, 200_usize);
    let expected = &nimbers("0.77", 260)[from..];
    let (from, terms) = (from.to_string(), terms.to_string());
    let told = |form| {
        let arguments = ["0.77", "--from", &from, "--terms", &terms, "--format", form];
        answer(&arguments, folder.path())
    };
    let text = told("text");
    let values = text.lines().next().unwrap().split(", ");
    let values: Vec<u64> = values.map(|value| value.parse().unwrap()).collect();
    assert_eq!(values, expected);

    let report: serde_json::Value = serde_json::from_str(&told("json")).unwrap();
    let values: Vec<u64> = serde_json::from_value(report["values"].clone()).unwrap();
    assert_eq!(values, expected);

    let rows: Vec<(u64, u64)> = (60..).zip(expected.iter().copied()).collect();
    let pair = |line: &str, between| {
        let (heap, nimber) = line.split_once(between).unwrap();
        (heap.parse().unwrap(), nimber.parse().unwrap())
    };
    let csv = told("csv");
    let told_rows: Vec<(u64, u64)> = csv.lines().skip(1).map(|line| pair(line, ',')).collect();
    assert_eq!(told_rows, rows);
    let bfile = told("bfile");
    let lines = bfile.lines().filter(|line| !line.starts_with('#'));
    let told_rows: Vec<(u64, u64)> = lines.map(|line| pair(line, ' ')).collect();
    assert_eq!(told_rows, rows);
}

#[test]
fn a_plot_has_a_dot_for_every_heap_and_shades_the_period() {
    let folder = TempDir::new().unwrap();
    let circles = |code: &str, terms: &str, from: &str| {
        let arguments = [
            code,
            "--terms",
            terms,
            "--from",
            from,
            "--no-values",
            "--plot",
            "plot.svg",
        ];
        answer(&arguments, folder.path());
        let svg = fs::read_to_string(folder.path().join("plot.svg")).unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let named = |name: &str| {
            let nodes = document.descendants();
            nodes
                .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
                .count()
        };
        (named("circle"), named("rect"), svg)
    };
    // The paper, the heaps of the period, and its first round.
    let (dots, rectangles, svg) = circles("0.77", "300", "0");
    assert_eq!((dots, rectangles), (300, 3));
    assert!(svg.contains("0.77: nimbers of heaps 0 to 299"));
    assert!(svg.contains("period 12 from heap 71 on, proved by Guy-Smith"));
    let (dots, rectangles, _) = circles("0.77", "300", "10^18");
    assert_eq!((dots, rectangles), (300, 2));
    let (dots, rectangles, svg) = circles("0.007", "50", "0");
    assert_eq!((dots, rectangles), (50, 1));
    assert!(svg.contains("no period is proved by heaps 0 to 999"));
    assert_eq!(circles("0.77", "0", "0").0, 0);
    // A raster stays small: beside the paper and the shades it is a path for each strength.
    let (dots, rectangles, svg) = circles("0.77", "10^6", "0");
    assert_eq!((dots, rectangles), (0, 3));
    let paths = svg.matches("<path ").count();
    assert!((1..=4).contains(&paths) && svg.len() < 20_000, "{paths}");
    assert!(svg.len() > 5_000, "{}", svg.len());
}

#[test]
fn a_plot_may_be_made_of_pixels() {
    let folder = TempDir::new().unwrap();
    for terms in ["0", "1", "100", "10^5"] {
        answer(
            &[
                "0.77",
                "--terms",
                terms,
                "--no-values",
                "--plot",
                "plot.PNG",
            ],
            folder.path(),
        );
        let file = fs::File::open(folder.path().join("plot.PNG")).unwrap();
        let mut reader = png::Decoder::new(std::io::BufReader::new(file))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (2400, 1360));
        let marks = pixels
            .chunks(3)
            .filter(|pixel| pixel == &[0x14, 0x50, 0x8c])
            .count();
        assert_eq!(marks > 0, terms != "0", "{terms}");
    }
}

/// Half a state, or half a picture in the place of a whole one, is worse than none.
#[cfg(unix)]
#[test]
fn a_file_that_may_not_grow_is_an_error_and_leaves_no_half() {
    let folder = TempDir::new().unwrap();
    for file in ["--save=state", "--plot=plot.svg"] {
        let mut limited = Command::new("sh");
        // Blocks of 512 bytes.
        limited.args(["-c", "ulimit -f 8; exec \"$@\"", "sh"]);
        limited.arg(env!("CARGO_BIN_EXE_zug"));
        limited.args([
            "sequence",
            "grundy",
            "--terms",
            "20000",
            "--no-values",
            file,
        ]);
        let ended = limited.current_dir(&folder).output().unwrap();
        let message = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(2), "{file}: {message}");
        assert!(message.contains("cannot"), "{file}: {message}");
        // A first state, of few heaps, had room.
        let is_whole = state(&folder.path().join("state")).is_some();
        let files = fs::read_dir(&folder).unwrap().count();
        assert_eq!(files, usize::from(is_whole), "{file}");
    }
}
