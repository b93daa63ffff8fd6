//! The table of all measures, each beside its recorded value.

use std::collections::BTreeMap;

use super::record::{Record, sum};

/// Prints all measures. `phrases` has the number of times that each banned phrase is in comments.
pub(super) fn print(now: &Record, before: &Record, phrases: &BTreeMap<&str, usize>) {
    println!("{:<48}{:>10}{:>10}", "", "now", "recorded");
    crates("lines of source", &now.lines, &before.lines);
    crates("public items", &now.public_items, &before.public_items);
    bytes(
        "bytes of target/release/zug",
        now.program_bytes,
        before.program_bytes,
    );
    bytes(
        "bytes of ARCHITECTURE.md",
        Some(now.map_bytes),
        Some(before.map_bytes),
    );
    row("banned phrases", sum(&now.phrases), sum(&before.phrases));
    for (phrase, number) in phrases {
        println!("  {phrase:<46}{number:>10}");
    }
    for (what, now, before) in now.lists(before) {
        row(what, now.len(), before.len());
        for name in now {
            println!("  {name}");
        }
    }
    for (what, now, before) in now.circle_lists(before) {
        row(what, now.len(), before.len());
        for circle in now {
            println!("  {}", circle.join(" – "));
        }
    }
    let by_hand = &before.by_hand;
    for (what, seconds) in [
        ("seconds of a cold first build", by_hand.cold_build_seconds),
        ("seconds of the tests", by_hand.test_seconds),
    ] {
        let seconds = seconds.map_or("-".to_owned(), |seconds| seconds.to_string());
        println!("{what:<48}{:>10}{seconds:>10} {}", "", by_hand.measured);
    }
}

fn row(what: &str, now: usize, before: usize) {
    println!("{what:<48}{now:>10}{before:>10}");
}

/// Prints a measure that each crate has, and the sum of all crates.
fn crates(what: &str, now: &BTreeMap<String, usize>, before: &BTreeMap<String, usize>) {
    row(what, sum(now), sum(before));
    for (name, number) in now {
        let before = before.get(name).copied().unwrap_or(0);
        row(&format!("  {name}"), *number, before);
    }
}

/// Prints a size, with a dash where it is not known.
fn bytes(what: &str, now: Option<u64>, before: Option<u64>) {
    let [now, before] =
        [now, before].map(|bytes| bytes.map_or("-".to_owned(), |bytes| bytes.to_string()));
    println!("{what:<48}{now:>10}{before:>10}");
}
