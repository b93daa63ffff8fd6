//! Compares engines for the heaps of take-and-break games with the definition.
//!
//! An engine works out all heaps up to some number, and the last heaps are timed apart.
//! The definition works out the same last heaps, given the nimbers of all smaller ones:
//! by itself it would take an hour to get there. The nimbers of both must be the same,
//! and the nimbers of all heaps must have the digest that was recorded when the engine
//! was written.

mod scalar;

use std::num::NonZeroUsize;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use zug_heaps::HeapGame;
use zug_sequences::Job;
use zug_sequences::engine::{Engine, dense::Dense};
use zug_sequences::{Sequence, SequenceOptions, Stop};
use zug_values::{Mex, Nimber};

use self::scalar::Scalar;
use super::judge::Digest;

/// A game, an engine, and the number of heaps it works out.
struct Row {
    code: &'static str,
    engine: fn(&HeapGame) -> Result<Box<dyn Engine>, Stop>,
    heaps: u64,
    /// The number of the last heaps that the definition works out.
    slice: u64,
    /// The digest of the nimbers of all heaps, four little-endian bytes each.
    digest: u64,
}

/// The most bytes that an engine may hold.
const MEMORY: u64 = 1 << 33;

const ROWS: [Row; 2] = [
    Row {
        code: "0.007",
        engine: dense,
        heaps: 100_000,
        slice: 200,
        digest: 0x6dc1_aa80_6772_6247,
    },
    Row {
        code: "0.007",
        engine: dense,
        heaps: 1_000_000,
        slice: 100,
        digest: 0x029a_fd3a_2ea2_dc81,
    },
];

fn dense(game: &HeapGame) -> Result<Box<dyn Engine>, Stop> {
    Ok(Box::new(Dense::new(game, MEMORY)?))
}

/// A game with few rare heaps, and how far each engine goes.
struct Sparse {
    code: &'static str,
    /// The number of heaps that the sparse engine works out, and the scalar one.
    heaps: [u64; 2],
    /// The first of the few heaps that the definition works out.
    definition: u64,
}

/// The number of pieces that are timed apart.
const PIECES: u64 = 48;

const SPARSE: [Sparse; 4] = [
    Sparse {
        code: "0.106",
        heaps: [100_000_000, 2_000_000],
        definition: 1_000_000,
    },
    Sparse {
        code: "0.16",
        heaps: [100_000_000, 2_000_000],
        definition: 1_000_000,
    },
    Sparse {
        code: "0.56",
        heaps: [100_000_000, 2_000_000],
        definition: 1_000_000,
    },
    Sparse {
        code: "grundy",
        heaps: [10_000_000, 200_000],
        definition: 1_000_000,
    },
];

/// Compares the sparse engine, with one thread and with two, with an engine without
/// vectors, on games with few rare heaps.
///
/// Each engine is timed over [`PIECES`] pieces of the second half of its heaps; the
/// median counts. The engines take turns, so that other work of the machine affects all
/// alike; the fastest tenth is nearest to an idle machine. The nimbers must be the same
/// as far as all engines go.
fn sparse(row: &Sparse) -> Result<()> {
    let game: HeapGame = row.code.parse()?;
    let [far, near] = row.heaps;
    let mut scalar = Scalar::new(&game)?;
    scalar.extend(near / 2);
    let mut engines = Vec::new();
    for threads in [1, 2] {
        let threads = NonZeroUsize::new(threads).context("no threads")?;
        let job = Job::default().with_threads(threads);
        let mut engine = Sequence::new(&game, SequenceOptions::default(), &job)?;
        while engine.known() < far / 2 {
            engine.step(far / 2)?;
        }
        engines.push(engine);
    }
    let mut times = [const { Vec::new() }; 3];
    for piece in 1..=PIECES {
        let border = |heaps| heaps / 2 + heaps / 2 * piece / PIECES;
        for (engine, times) in engines.iter_mut().zip(&mut times) {
            let (begin, from) = (Instant::now(), engine.known());
            while engine.known() < border(far) {
                engine.step(border(far))?;
            }
            let heaps = engine.known() - from;
            if heaps > 0 {
                times.push(begin.elapsed().as_secs_f64() / heaps as f64);
            }
        }
        let (begin, from) = (Instant::now(), scalar.nimbers.len());
        scalar.extend(border(near));
        let heaps = scalar.nimbers.len() - from;
        times[2].push(begin.elapsed().as_secs_f64() / heaps as f64);
    }
    for times in &mut times {
        times.sort_by(f64::total_cmp);
    }
    let at_rank = |rank: usize| times.each_ref().map(|times| times[times.len() * rank / 10]);
    let [one, two, by_scalar] = at_rank(5);
    let [idle_one, idle_two, _] = at_rank(1);
    for engine in &engines {
        let mut nimbers = vec![0; near as usize];
        ensure!(engine.read(0, &mut nimbers), "all heaps are kept");
        let differ = (0..near as usize).find(|&heap| nimbers[heap] != scalar.nimbers[heap]);
        ensure!(differ.is_none(), "{}: heap {differ:?} differs", row.code);
    }
    let mut nimbers = vec![0; row.definition as usize + 20];
    ensure!(engines[0].read(0, &mut nimbers), "all heaps are kept");
    let by_definition = definition(&game, &nimbers, row.definition)?;
    println!(
        "| {} | {} | {far} | {:.1} | {:.1} | {:.2} | {:.2} | {:.0} | {:.1} | {:.0} |",
        row.code,
        scalar.rares.len(),
        one * 1e9,
        two * 1e9,
        one / two,
        idle_one / idle_two,
        by_scalar * 1e9,
        by_scalar / one,
        by_definition / one,
    );
    Ok(())
}

/// Runs every row and prints a table.
pub(crate) fn run() -> Result<()> {
    println!(
        "| code | rare heaps | heaps | ns/heap | ns/heap, 2 threads | ratio | of the fastest tenth | scalar ns/heap | ratio | ratio to the definition at 10^6 |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    SPARSE.iter().try_for_each(sparse)?;
    println!();
    println!(
        "| code | engine | heaps | seconds | bytes/heap | µs/heap at the end | by definition | ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    ROWS.iter().try_for_each(compare)
}

fn compare(row: &Row) -> Result<()> {
    let game = HeapGame::Breaking(row.code.parse()?);
    let mut engine = (row.engine)(&game)?;
    let first = row.heaps - row.slice;
    let seconds = advance(&mut *engine, first)?;
    let of_slice = advance(&mut *engine, row.heaps)?;
    let by_engine = of_slice / row.slice as f64;

    let mut nimbers = vec![0; row.heaps as usize];
    ensure!(engine.read(0, &mut nimbers), "all heaps are kept");
    let by_definition = definition(&game, &nimbers, first)?;
    let mut digest = Digest::default();
    for nimber in &nimbers {
        digest.add(&nimber.to_le_bytes());
    }
    ensure!(
        digest.0 == row.digest,
        "{}: digest {:#018x} of {} heaps",
        row.code,
        digest.0,
        row.heaps
    );
    println!(
        "| {} | {} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} |",
        row.code,
        engine.method(),
        row.heaps,
        seconds + of_slice,
        engine.bytes() as f64 / row.heaps as f64,
        by_engine * 1e6,
        by_definition * 1e6,
        by_definition / by_engine,
    );
    Ok(())
}

/// Seconds that a heap takes by definition, on average over the heaps from `from` on;
/// their nimbers must be those in `nimbers`.
fn definition(game: &HeapGame, nimbers: &[u32], from: u64) -> Result<f64> {
    let begin = Instant::now();
    let mut mex = Mex::default();
    let heaps = nimbers.len() as u64 - from;
    for (heap, &found) in (from..).zip(&nimbers[from as usize..]) {
        game.options(heap, &mut |heaps| {
            let nimbers = heaps.iter().map(|&heap| Nimber(nimbers[heap as usize]));
            mex.insert(nimbers.sum());
        });
        let by_definition = mex.take();
        ensure!(
            by_definition == Nimber(found),
            "{game}: heap {heap} has the nimber {by_definition}, not {found}"
        );
    }
    Ok(begin.elapsed().as_secs_f64() / heaps as f64)
}

/// Seconds until the heaps `0..to` are known.
fn advance(engine: &mut dyn Engine, to: u64) -> Result<f64> {
    let begin = Instant::now();
    while engine.known() < to {
        engine.step(to)?;
    }
    Ok(begin.elapsed().as_secs_f64())
}
