//! Tables on disk: bytes a position, and look-ups a second.
//!
//! `cargo xtask bench tables` solves Connect Four 5 wide 4 high and writes its table;
//! `cargo xtask bench tables FOLDER` measures a table that is there. Look-ups are of random
//! positions of the table, each as likely as any other: no two near each other, which is the
//! worst for a cache. They are *warm* where the cache holds all blocks decoded, and *decoding*
//! where it holds next to none and the system has the files in its memory. Each answer is
//! compared with what a pass over the table says.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use zug::{Budget, Job, Problem, Request, SolveOptions};
use zug_solve::table::{Entry, Table};
use zug_tablebase::{Identity, Kind, StoredTable, U256, Writer};

/// The number of positions that are looked up.
const ASKED: usize = 200_000;

pub(super) fn run(folder: Option<&str>) -> Result<()> {
    if let Some(folder) = folder {
        return measure(Path::new(folder));
    }
    let made = tempfile::tempdir()?;
    write(made.path())?;
    measure(made.path())
}

/// Writes the table of a game whose counts are known.
fn write(folder: &Path) -> Result<()> {
    let request = Request::catalogue("connect-four")?
        .set("width", "5")
        .set("height", "4");
    let problem = Problem::new(&request)?;
    let solution = problem.solve(&SolveOptions::default())?;
    ensure!(solution.counts()?.positions == 3_945_711, "wrong counts");
    let of = Identity {
        game: problem.name().to_owned(),
        rules: request.source,
        parameters: problem.parameters(),
        play: problem.play().to_string(),
        position: problem.print(&problem.root()),
        scope: "reachable".to_owned(),
        symmetries: problem.symmetries_used() as u64,
        draws_won: false,
        landmarks: Vec::new(),
    };
    let counts = solution.packed().counts_of_orbits()?;
    let begin = Instant::now();
    let writer = Writer::new(folder, &of)?;
    writer.write(&solution.packed(), Some(counts), &Job::default())?;
    let seconds = begin.elapsed().as_secs_f64();
    println!("written in {seconds:.2} s");
    Ok(())
}

fn measure(folder: &Path) -> Result<()> {
    let table = StoredTable::open(folder, &Budget::unlimited())?;
    let manifest = table.manifest();
    let kept = table.len();
    println!("{}, {kept} positions kept", manifest.of.game);
    for kind in [Kind::Keys, Kind::Outcomes, Kind::Remoteness, Kind::Nimbers] {
        let files = manifest
            .files
            .iter()
            .filter(|file| file.stream.kind == kind);
        let bytes: u64 = files.map(|file| file.bytes).sum();
        println!(
            "{}: {:.3} bytes a position",
            kind.word(),
            bytes as f64 / kept as f64
        );
    }
    let begin = Instant::now();
    table.check(&Job::default())?;
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "read and checked in {seconds:.2} s, {:.0} positions/s",
        kept as f64 / seconds
    );

    let asked = sample(&table)?;
    let least = Budget::of_bytes(LEAST);
    let decoding = StoredTable::open(folder, &least)?;
    println!("decoding: {:.0} look-ups/s", rate(&decoding, &asked)?);
    rate(&table, &asked)?;
    println!("warm: {:.0} look-ups/s", rate(&table, &asked)?);
    Ok(())
}

/// A budget in which a cache of blocks is as small as it can be.
const LEAST: u64 = 64 << 20;

/// Random entries of the table, in random order.
fn sample(table: &StoredTable) -> Result<Vec<Entry<U256>>> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut sample = Vec::with_capacity(ASKED);
    let mut seen = 0;
    table.each_block(&mut |block| {
        for entry in block {
            seen += 1;
            if sample.len() < ASKED {
                sample.push(*entry);
            } else if let Some(place) = sample.get_mut(random.usize(..seen)) {
                *place = *entry;
            }
        }
        ControlFlow::Continue(())
    })?;
    random.shuffle(&mut sample);
    Ok(sample)
}

/// The number of these positions that are looked up in a second, on one thread.
fn rate(table: &StoredTable, asked: &[Entry<U256>]) -> Result<f64> {
    let begin = Instant::now();
    for entry in asked {
        let found = table
            .find(entry.position())?
            .context("a position is missing")?;
        ensure!(found == entry.value(), "a wrong value");
    }
    Ok(asked.len() as f64 / begin.elapsed().as_secs_f64())
}
