//! What `zug sequence --verify` checks, and that it catches a lie.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;
use zug_heaps::HeapGame;
use zug_sequences::Job;
use zug_sequences::{EngineKind, Saved, Sequence, SequenceOptions, Statistics};

use crate::signals;

fn output(arguments: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_zug"))
        .arg("sequence")
        .args(arguments)
        .arg("--verify")
        .current_dir(folder)
        .output()
        .unwrap()
}

fn report(code: &str, terms: &str) -> serde_json::Value {
    let folder = TempDir::new().unwrap();
    let output = output(
        &[code, "--terms", terms, "--no-values", "--json"],
        folder.path(),
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn true_claims_pass() {
    for (code, terms, all, theorem) in [
        ("0.77", "10^9", true, "Guy-Smith"),
        ("{1,3,4}", "1000", true, "repeated window"),
        ("{1,2,4,7,11,17}", "10^6", true, "repeated window"),
        ("0.16", "10^6", false, "Guy-Smith"),
        ("0.127", "10^6", false, "Guy-Smith"),
    ] {
        let report = report(code, terms);
        let verified = &report["verified"];
        assert_eq!(
            verified["all_below"] == verified["heaps"],
            all,
            "{verified}"
        );
        assert_eq!(verified["sampled"] == 200, !all, "{verified}");
        assert_eq!(verified["period"]["theorem"], theorem, "{verified}");
        assert!(
            verified["period"]["checked_to"].as_u64() <= report["proof"]["checked_to"].as_u64()
        );
    }
}

#[test]
fn arithmetic_periods_of_all_but_a_few_pass() {
    for code in ["all but {1}", "all but {2,3,5}", "all but {1,4,6}"] {
        let verified = &report(code, "2000")["verified"];
        assert_eq!(verified["all_below"], verified["heaps"], "{code}");
        let theorem = "repeated window and the nimbers missing before it";
        assert_eq!(verified["period"]["theorem"], theorem, "{code} {verified}");
    }
}

#[test]
fn a_saved_lie_is_caught() {
    let folder = TempDir::new().unwrap();
    let game: HeapGame = "0.007".parse().unwrap();
    let options = SequenceOptions::default().with_method(EngineKind::Dense);
    let mut sequence = Sequence::new(&game, options, &Job::default()).unwrap();
    while sequence.known() < 300 {
        sequence.step(300).unwrap();
    }
    let mut nimbers = vec![0; 300];
    assert!(sequence.read(0, &mut nimbers));
    let truth = sequence.save().unwrap();
    let arguments = ["0.007", "--terms", "300", "--save", "state"];
    let path = folder.path().join("state");
    fs::write(&path, truth.to_bytes()).unwrap();
    let told = output(&arguments, folder.path());
    assert_eq!(told.status.code(), Some(0), "{told:?}");
    for heap in [100, 299] {
        let mut lie = nimbers.clone();
        lie[heap] ^= 1;
        let mut statistics = Statistics::default();
        for (heap, &nimber) in (0..).zip(&lie) {
            statistics.add(heap, nimber);
        }
        let short = lie.iter().flat_map(|&nimber| (nimber as u16).to_le_bytes());
        let saved = Saved {
            statistics,
            engine: short.collect(),
            ..truth.clone()
        };
        fs::write(&path, saved.to_bytes()).unwrap();
        let told = output(&arguments, folder.path());
        assert_eq!(told.status.code(), Some(1), "{told:?}");
        assert!(told.stdout.is_empty());
        let message = String::from_utf8(told.stderr).unwrap();
        let begin = format!(
            "error: state: this saved sequence is wrong: heap {heap} cannot have the nimber {}",
            lie[heap]
        );
        assert!(message.starts_with(&begin), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn a_check_is_stopped_by_ctrl_c() {
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let folder = TempDir::new().unwrap();
    // The heaps take no time, and the check seconds.
    let arguments = "sequence 0.16 --terms 10^6 --no-values --verify --save state";
    let mut sequence = Command::new(env!("CARGO_BIN_EXE_zug"));
    sequence
        .args(arguments.split(' '))
        .current_dir(folder.path());
    let child = signals::hearing(&sequence)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Whoever writes the state listens for Ctrl-C.
    let (state, begin) = (folder.path().join("state"), Instant::now());
    while !state.exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it hangs");
        sleep(Duration::from_millis(2));
    }
    sleep(Duration::from_millis(300));
    signals::send("-INT", &child);
    let output = signals::ended(child);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("note: stopped: "), "{message}");
}
