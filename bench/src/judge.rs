//! The largest inputs of every contest problem, each answered by the release binary in
//! a process of its own, as in a contest.
//!
//! Inputs are made here, and are always the same. Every answer is compared with the
//! digest of an answer that a second program gave: position by position for The Number
//! Game, the heap games, dates, the nimbers of Furlo and Rublo and A Game With Numbers;
//! where there are too many positions, by the theorem, implemented once more.

use std::env;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use wait4::Wait4;

/// A problem with a large input and its answer.
struct Row {
    problem: &'static str,
    what: &'static str,
    input: fn(&mut Random) -> String,
    /// The number of lines of the answer, and the digest of its bytes.
    answer: (usize, u64),
}

const ROWS: [Row; 16] = [
    Row {
        problem: "number-game",
        what: "20,000 games of 6 rounds, p = 47",
        input: number_game,
        answer: (20_000, 0xd619_84c7_32d0_ebb5),
    },
    Row {
        problem: "subtraction",
        what: "1000 games, heaps to 10^6, ten numbers to 1000",
        input: subtraction,
        answer: (1000, 0xfa22_a7f9_b7db_fe46),
    },
    Row {
        problem: "bachet",
        what: "100 games, heaps near 10^6, ten numbers to 10^6",
        input: bachet,
        answer: (100, 0x2037_fc0e_05b1_e7fe),
    },
    Row {
        problem: "calendar",
        what: "10^6 dates",
        input: calendar,
        answer: (1_000_000, 0xd20f_8379_18d3_5fa1),
    },
    Row {
        problem: "vasya-chess",
        what: "n = 10^9",
        input: |_| "1000000000\n".to_owned(),
        answer: (2, 0x8981_bcf8_163b_a535),
    },
    Row {
        problem: "forbidden-take-away",
        what: "10^6 piles to 10^6",
        input: forbidden_take_away,
        answer: (2, 0x4e70_cdd6_9f67_3048),
    },
    Row {
        problem: "furlo-rublo",
        what: "77,777 piles near 7.8 * 10^11",
        input: furlo_rublo,
        answer: (1, 0xf298_1318_c675_a0af),
    },
    Row {
        problem: "powers",
        what: "n = 10^9",
        input: |_| "1000000000\n".to_owned(),
        answer: (1, 0xb951_a118_5762_8383),
    },
    Row {
        problem: "numbers",
        what: "100,000 positions",
        input: numbers,
        answer: (100_000, 0x6f8f_db75_72bd_62af),
    },
    Row {
        problem: "trees",
        what: "100 trees of 249 nodes",
        input: trees,
        answer: (100, 0xf620_cf94_9ee0_cb5f),
    },
    Row {
        problem: "northcott",
        what: "100 boards of 1000 rows",
        input: northcott,
        answer: (100, 0xad42_6a51_8723_5f01),
    },
    Row {
        problem: "knights",
        what: "1000 knights on 100 by 100, 10 times in each of 4 modes",
        input: knights,
        answer: (40, 0x2ed7_7349_b2e0_fa0a),
    },
    Row {
        problem: "long-long-nim",
        what: "20 sets of numbers to 22, heaps to 10^9",
        input: long_long_nim,
        answer: (20, 0xa42b_f376_f3f4_b3e6),
    },
    Row {
        problem: "cake-party",
        what: "1000 parties of 50 cakes",
        input: cake_party,
        answer: (1000, 0x794c_203d_371d_a54e),
    },
    Row {
        problem: "stone-game-strategist",
        what: "1000 rows of 50 piles",
        input: stone_game_strategist,
        answer: (1000, 0xd21b_0183_c7ba_9095),
    },
    Row {
        problem: "roxor",
        what: "1000 rows of 15 piles",
        input: roxor,
        answer: (1000, 0xcfff_a2a7_9ad1_ff5c),
    },
];

/// Runs every row and prints a table; then an error says which answers are wrong.
pub(crate) fn run() -> Result<()> {
    println!("| problem | input | bytes | seconds | peak MiB |");
    println!("|---|---|---|---|---|");
    let mut wrong = Vec::new();
    for row in ROWS {
        let input = (row.input)(&mut Random(1));
        let run = match judged(row.problem, &input) {
            Ok(run) => run,
            Err(error) => {
                wrong.push(error.to_string());
                continue;
            }
        };
        let (lines, digest) = (run.answer.lines().count(), digest(run.answer.as_bytes()));
        if (lines, digest) != row.answer {
            let problem = row.problem;
            wrong.push(format!("{problem}: {lines} lines, digest {digest:#018x}"));
        }
        println!(
            "| {} | {} | {} | {:.3} | {:.1} |",
            row.problem,
            row.what,
            input.len(),
            run.time.as_secs_f64(),
            run.peak_bytes as f64 / f64::from(1 << 20),
        );
    }
    ensure!(wrong.is_empty(), "wrong answers: {}", wrong.join("; "));
    Ok(())
}

/// The first argument of this program if it is to run [`measure`].
pub(crate) const MEASURE: &str = "measure";

/// The cost of a run, and what it printed.
struct Run {
    answer: String,
    time: Duration,
    peak_bytes: u64,
}

/// Runs `zug judge` with this input.
///
/// The peak memory of a process includes that of the process that started it, so a
/// small process of our own starts `zug`.
fn judged(problem: &str, input: &str) -> Result<Run> {
    let mut child = Command::new(env::current_exe()?)
        .args([MEASURE, problem])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().context("stdin is a pipe")?;
    let output = thread::scope(|scope| {
        // If a judge stops before the end, its message says why.
        scope.spawn(move || stdin.write_all(input.as_bytes()).ok());
        child.wait_with_output()
    })?;
    let report = String::from_utf8(output.stderr)?;
    let first = report.lines().next().unwrap_or_default();
    ensure!(output.status.success(), "{problem}: {first}");
    let cost = first.split_once(' ');
    let (nanoseconds, peak_bytes) = cost.with_context(|| format!("{problem}: {first}"))?;
    Ok(Run {
        answer: String::from_utf8(output.stdout)?,
        time: Duration::from_nanos(nanoseconds.parse()?),
        peak_bytes: peak_bytes.parse()?,
    })
}

/// Runs `zug judge` with the input and output of this process; writes nanoseconds and
/// peak bytes to stderr.
pub(crate) fn measure(problem: &str) -> Result<()> {
    let zug = env::current_exe()?.with_file_name(format!("zug{}", env::consts::EXE_SUFFIX));
    let begin = Instant::now();
    let mut child = Command::new(&zug)
        .args(["judge", problem])
        .spawn()
        .with_context(|| format!("{} is built by `cargo xtask bench`", zug.display()))?;
    let end = child.wait4()?;
    let time = begin.elapsed();
    ensure!(end.status.success(), "{}", end.status);
    eprintln!("{} {}", time.as_nanos(), end.rusage.maxrss);
    Ok(())
}

fn digest(bytes: &[u8]) -> u64 {
    let mut digest = Digest::default();
    digest.add(bytes);
    digest.0
}

/// FNV-1a, 64 bits, of the bytes added so far.
pub(crate) struct Digest(pub(crate) u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): always the same numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `least` to `most`, both included.
    pub(crate) fn number(&mut self, least: u64, most: u64) -> u64 {
        least + self.next() % (most - least + 1)
    }

    /// A list of `count` such numbers.
    fn numbers(&mut self, count: usize, least: u64, most: u64) -> Vec<u64> {
        (0..count).map(|_| self.number(least, most)).collect()
    }
}

/// The numbers as text, with a space before each.
fn spaced(numbers: &[u64]) -> String {
    let words = numbers.iter().map(|number| format!(" {number}"));
    words.collect()
}

/// A text with the number of cases, then each case on a line.
fn counted(count: usize, mut case: impl FnMut() -> String) -> String {
    let mut text = format!("{count}\n");
    for _ in 0..count {
        text += &case();
        text.push('\n');
    }
    text
}

fn number_game(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..20_000 {
        let (start, e) = (random.number(0, 46), random.number(2, 46));
        let count = random.number(0, 10);
        let goals = random.numbers(count as usize, 0, 46);
        writeln!(text, "{start} 6 {e} 47 {count}{}", spaced(&goals)).expect("a string grows");
    }
    text + "-1\n"
}

fn subtraction(random: &mut Random) -> String {
    counted(1000, || {
        let mode = ["normal", "misere"][random.number(0, 1) as usize];
        let n = random.number(0, 1_000_000);
        let mut set = random.numbers(10, 1, 1000);
        set.sort_unstable();
        set.dedup();
        format!("{mode} {n} {}{}", set.len(), spaced(&set))
    })
}

fn bachet(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..100 {
        let n = random.number(999_000, 1_000_000);
        let set = random.numbers(9, 1000, 1_000_000);
        writeln!(text, "{n} 10 1{}", spaced(&set)).expect("a string grows");
    }
    text
}

fn calendar(random: &mut Random) -> String {
    counted(1_000_000, || {
        let year = random.number(1900, 2001);
        let month = random.number(1, if year == 2001 { 10 } else { 12 });
        // Every month has the days 1 to 28.
        let day = random.number(1, 28);
        format!("{year} {month} {day}")
    })
}

fn forbidden_take_away(random: &mut Random) -> String {
    let forbidden = random.numbers(3, 1, 1000);
    let piles = random.numbers(1_000_000, 0, 1_000_000);
    let [forbidden, piles] = [forbidden, piles].map(|numbers| spaced(&numbers));
    format!("{}\n1000000\n{}\n", forbidden.trim(), piles.trim())
}

fn furlo_rublo(random: &mut Random) -> String {
    let piles = random.numbers(77_777, 777_000_000_000, 777_777_777_777);
    format!("77777\n{}\n", spaced(&piles).trim())
}

fn numbers(random: &mut Random) -> String {
    counted(100_000, || {
        let first = random.number(0, 1);
        let mut hand = |most_zeros| {
            let zeros = random.number(0, most_zeros) as usize;
            let mut hand = random.numbers(8 - zeros, 1, 4);
            hand.resize(8, 0);
            spaced(&hand).trim().to_owned()
        };
        // The second hand has a card that is not 0, so not both have won already.
        format!("{first}\n{}\n{}", hand(7), hand(8))
    })
}

fn trees(random: &mut Random) -> String {
    counted(100, || {
        // Leaves are split until there are enough nodes; now and then the newest leaf
        // is split, so that some trees are deep.
        let depth = random.number(0, 9);
        let mut nodes: Vec<Option<[usize; 2]>> = vec![None];
        let mut leaves = vec![0];
        while nodes.len() < 249 {
            let newest = leaves.len() - 1;
            let place = if random.number(0, 9) < depth {
                newest
            } else {
                random.number(0, newest as u64) as usize
            };
            let leaf = leaves.swap_remove(place);
            let children = [nodes.len(), nodes.len() + 1];
            nodes[leaf] = Some(children);
            nodes.extend([None; 2]);
            leaves.extend(children);
        }
        let mut text = String::from("\n249");
        for node in nodes {
            match node {
                Some([left, right]) => write!(text, "\n-1 {left} {right}"),
                None => write!(text, "\n{}", random.number(0, 1000)),
            }
            .expect("a string grows");
        }
        text
    })
}

fn northcott(random: &mut Random) -> String {
    let mut text = String::new();
    for board in 0..100 {
        text += "1000 100\n";
        let mut xor = 0;
        for row in 1..=1000 {
            let black = random.number(1, 100);
            let other = random.number(1, 99);
            let mut columns = (black, other + u64::from(other >= black));
            // By chance the xor is hardly ever 0, so on some boards the last row makes
            // it 0.
            if row == 1000 && board % 2 == 0 && xor <= 98 {
                columns = (1, xor + 2);
            }
            xor ^= columns.0.abs_diff(columns.1) - 1;
            writeln!(text, "{} {}", columns.0, columns.1).expect("a string grows");
        }
        text.push('\n');
    }
    text
}

fn knights(random: &mut Random) -> String {
    let mut case = 0;
    counted(40, || {
        let mode = ["one", "some", "notall", "all"][case % 4];
        case += 1;
        let places = random.numbers(2000, 0, 99);
        format!("{mode} 100 1000{}", spaced(&places))
    })
}

fn long_long_nim(random: &mut Random) -> String {
    counted(20, || {
        let count = random.number(1, 10);
        let mut set = random.numbers(count as usize, 1, 22);
        set.push(22);
        set.sort_unstable();
        set.dedup();
        format!("1000000000 {}{}", set.len(), spaced(&set))
    })
}

fn cake_party(random: &mut Random) -> String {
    counted(1000, || {
        let most = random.number(1, 2_000_000_000);
        let mut cakes = random.numbers(50, 0, most);
        // A few cakes are the largest, so that their parity matters.
        let largest = random.number(0, 5) as usize;
        let place = random.number(0, 44) as usize;
        cakes[place..place + largest].fill(most);
        let next = random.number(0, 5) as usize;
        cakes[..next.min(place)].fill(random.number(0, most));
        format!("50{}", spaced(&cakes))
    })
}

fn stone_game_strategist(random: &mut Random) -> String {
    counted(1000, || {
        let mut piles = random.numbers(50, 0, 1000);
        piles.sort_unstable();
        format!("50{}", spaced(&piles))
    })
}

fn roxor(random: &mut Random) -> String {
    counted(1000, || {
        let most = random.number(1, 1000);
        format!("15{}", spaced(&random.numbers(15, 0, most)))
    })
}
