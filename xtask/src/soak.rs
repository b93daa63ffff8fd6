//! `cargo xtask soak`: many clients use a server for a long time, and some of them mean it harm.
//!
//! First a few people click through all games, one click after the other; then many clients do so
//! at the same time, a tenth of whom send rules that ask for more than any machine has. The server
//! must live, never answer with a status of 500 or above, and answer each honest question; whoever
//! is told that there is too much to do asks again. What the server and its worker hold is read
//! from the system ten times a second, and the most of it is told.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use fastrand::Rng;
use serde_json::{Value, json};

const USAGE: &str = "\
cargo xtask soak [--clicks N] [--seconds N] [--clients N] [--memory SIZE] [--binary FILE]
  --clicks N     clicks on all games, one after the other (10000)
  --seconds N    how long many clients ask at the same time (600)
  --clients N    their number, a tenth of whom send hostile rules (200)
  --memory SIZE  the memory of the server (256MiB)
  --binary FILE  another zug than the one that the tests build
";

/// What is asked of the chore.
struct Options {
    clicks: u64,
    time: Duration,
    clients: usize,
    memory: String,
    binary: Option<PathBuf>,
}

/// The people who click one after the other.
const PEOPLE: usize = 3;

/// No answer takes longer than this.
const PATIENCE: Duration = Duration::from_secs(300);

/// A person looks at what a job is worth for this time, and goes on.
const GLANCE: Duration = Duration::from_millis(300);

/// Clicks through all games, then lets many clients ask at the same time; an error if the server
/// ends or does not answer.
pub(crate) fn soak(arguments: Vec<String>) -> Result<()> {
    let options = options(arguments)?;
    let binary = match &options.binary {
        Some(path) => path.canonicalize().context("there is no such binary")?,
        None => crate::binary_of_the_tests()?,
    };
    let server = Arc::new(Server::start(&binary, &options.memory)?);
    let ends = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| server.watch(&ends));
        let clicked = phase("clicks", &server, || {
            let left = AtomicU64::new(options.clicks);
            let is_over = || {
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                    left.checked_sub(1)
                })
                .is_err()
            };
            people(&server, PEOPLE, 0, is_over)
        });
        let asked = clicked.and_then(|()| {
            phase("clients", &server, || {
                let begun = Instant::now();
                let hostile = options.clients / 10;
                people(&server, options.clients, hostile, || {
                    begun.elapsed() > options.time
                })
            })
        });
        ends.store(true, Ordering::Relaxed);
        asked
    })
}

fn options(arguments: Vec<String>) -> Result<Options> {
    let mut options = Options {
        clicks: 10_000,
        time: Duration::from_secs(600),
        clients: 200,
        memory: "256MiB".to_owned(),
        binary: None,
    };
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().context(USAGE);
        match &*argument {
            "--clicks" => options.clicks = value()?.parse()?,
            "--seconds" => options.time = Duration::from_secs(value()?.parse()?),
            "--clients" => options.clients = value()?.parse()?,
            "--memory" => options.memory = value()?,
            "--binary" => options.binary = Some(value()?.into()),
            _ => bail!("{USAGE}"),
        }
    }
    Ok(options)
}

/// Runs a phase, and tells what was answered and held.
fn phase(name: &str, server: &Server, run: impl FnOnce() -> Result<()>) -> Result<()> {
    let begun = Instant::now();
    let done = run();
    let told = server.told.lock().unwrap_or_else(PoisonError::into_inner);
    println!("{name}: {:.0} s", begun.elapsed().as_secs_f64());
    for (what, number) in &*told {
        println!("  {number:>8}  {what}");
    }
    let mib = |bytes: u64| bytes >> 20;
    println!(
        "  {:>8}  MiB at the peak, {} MiB at the peak without the worker; {} processes so far",
        mib(server.peak.load(Ordering::Relaxed)),
        mib(server.own_peak.load(Ordering::Relaxed)),
        server.processes.lock().map_or(0, |seen| seen.len()),
    );
    done
}

/// Lets people ask until it is over, the first `hostile` of them with hostile rules.
fn people(
    server: &Arc<Server>,
    people: usize,
    hostile: usize,
    is_over: impl Fn() -> bool + Sync,
) -> Result<()> {
    let games = server.games()?;
    thread::scope(|scope| {
        let asking: Vec<_> = (0..people)
            .map(|person| {
                let (games, is_over) = (&games, &is_over);
                scope.spawn(move || {
                    let mut rng = Rng::with_seed(person as u64);
                    // Everybody begins with another game.
                    let mut next = person * games.len() / people;
                    while !is_over() {
                        if person < hostile {
                            server.harm(&mut rng)?;
                        } else {
                            server.play(&games[next % games.len()], &mut rng, is_over)?;
                            next += 1;
                        }
                    }
                    anyhow::Ok(())
                })
            })
            .collect();
        for person in asking {
            match person.join() {
                Ok(done) => done?,
                Err(_) => bail!("a client panicked"),
            }
        }
        Ok(())
    })
}

/// A server as a user starts it.
struct Server {
    child: Mutex<Child>,
    address: String,
    /// How often what was answered.
    told: Mutex<BTreeMap<String, u64>>,
    /// The most bytes that the server and its worker held together.
    peak: AtomicU64,
    /// The most bytes that the server held without its worker.
    own_peak: AtomicU64,
    /// All processes that there were.
    processes: Mutex<Vec<u32>>,
}

impl Server {
    fn start(binary: &PathBuf, memory: &str) -> Result<Self> {
        let mut command = Command::new(binary);
        command.args(["serve", "--port", "0", "--memory", memory, "--threads", "2"]);
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        let out = child.stdout.take().context("the output is a pipe")?;
        BufReader::new(out).read_line(&mut line)?;
        let address = line.trim().strip_prefix("http://");
        let address = address.and_then(|address| address.strip_suffix('/'));
        Ok(Self {
            address: address.context("the server tells no address")?.to_owned(),
            child: Mutex::new(child),
            told: Mutex::default(),
            peak: AtomicU64::new(0),
            own_peak: AtomicU64::new(0),
            processes: Mutex::default(),
        })
    }

    /// Reads what the processes hold, until it is over.
    fn watch(&self, ends: &AtomicBool) {
        while !ends.load(Ordering::Relaxed) {
            let own = self.child.lock().map_or(0, |child| child.id());
            let all: Vec<u32> = std::iter::once(own).chain(children(own)).collect();
            let held = all.iter().map(|id| resident(*id)).sum();
            self.peak.fetch_max(held, Ordering::Relaxed);
            self.own_peak.fetch_max(resident(own), Ordering::Relaxed);
            if let Ok(mut seen) = self.processes.lock() {
                seen.extend(all);
                seen.sort_unstable();
                seen.dedup();
            }
            thread::sleep(Duration::from_millis(100));
        }
    }

    fn games(&self) -> Result<Vec<String>> {
        let (status, told) = self.send("GET", "games", "")?;
        ensure!(status == 200, "the games: {status}");
        let kinds = told["kinds"].as_array().context("kinds")?.iter();
        let games = kinds.flat_map(|kind| kind["games"].as_array().into_iter().flatten());
        let names = games.filter_map(|game| Some(game["name"].as_str()?.to_owned()));
        Ok(names.collect())
    }

    /// Plays some moves of a game, and looks at what each is worth.
    fn play(&self, game: &str, rng: &mut Rng, is_over: &(impl Fn() -> bool + Sync)) -> Result<()> {
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..rng.usize(1..5) {
            let at = json!({"game": game, "moves": moves});
            let told = self.ask("position", &at)?;
            let values = json!({"game": game, "moves": moves, "seconds": 1});
            self.glance("values", &values)?;
            match rng.u8(0..12) {
                0 => self.glance("explain", &at)?,
                1 => self.glance("tree", &at)?,
                2 => self.glance("graph", &at)?,
                _ => {}
            }
            let legal = told["moves"].as_array().context("moves")?;
            if legal.is_empty() || is_over() {
                break;
            }
            let next = &legal[rng.usize(..legal.len())]["move"];
            moves.push(next.as_str().context("a move")?.to_owned());
        }
        Ok(())
    }

    /// Sends hostile rules.
    fn harm(&self, rng: &mut Rng) -> Result<()> {
        let path = ["check", "position", "values", "explain", "tree"][rng.usize(..5)];
        let rules = hostile(rng);
        let (status, told) = self.send("POST", path, &json!({"rules": rules}).to_string())?;
        self.count(&format!("hostile: {status}"));
        ensure!(status < 500, "{path} {rules}: {status} {told}");
        if let (202, Some(id)) = (status, told["id"].as_str()) {
            thread::sleep(Duration::from_millis(rng.u64(0..2000)));
            self.send("DELETE", &format!("jobs/{id}"), "")?;
        }
        Ok(())
    }

    /// Asks an honest question, again where there is too much to do.
    fn ask(&self, path: &str, asked: &Value) -> Result<Value> {
        let begun = Instant::now();
        loop {
            let (status, told) = self.send("POST", path, &asked.to_string())?;
            self.count(&format!("{path}: {status}"));
            match status {
                200 | 202 => return Ok(told),
                429 if begun.elapsed() < PATIENCE => thread::sleep(Duration::from_secs(1)),
                // What does not suit a game is no fault: a graph of a game that is too large.
                422 if path != "position" => {
                    let kind = told["type"].as_str().unwrap_or_default();
                    self.count(&format!("{path}: 422 {kind}"));
                    return Ok(told);
                }
                _ => bail!("{path} {asked}: {status} {told}"),
            }
        }
    }

    /// Asks an honest question, looks at the job for a moment if it is one, and gives it back.
    fn glance(&self, path: &str, asked: &Value) -> Result<()> {
        let told = self.ask(path, asked)?;
        let Some(id) = told["id"].as_str().filter(|_| told["state"] == "job") else {
            return Ok(());
        };
        let begun = Instant::now();
        while begun.elapsed() < GLANCE {
            let (status, job) = self.send("GET", &format!("jobs/{id}"), "")?;
            self.count(&format!("a job: {status}"));
            if !["waiting", "running"].contains(&job["status"].as_str().unwrap_or_default()) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(100));
        }
        let (status, _) = self.send("DELETE", &format!("jobs/{id}"), "")?;
        self.count(&format!("a job given back: {status}"));
        Ok(())
    }

    fn count(&self, what: &str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        *told.entry(what.to_owned()).or_default() += 1;
    }

    /// Sends a request, and reads the status and the answer.
    fn send(&self, method: &str, path: &str, body: &str) -> Result<(u16, Value)> {
        let begun = Instant::now();
        let mut stream = TcpStream::connect(&self.address).context("the server is gone")?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let head = format!(
            "{method} /api/v1/{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        let (head, body) = text.split_once("\r\n\r\n").context("no answer")?;
        let status = head.split(' ').nth(1).context("no status")?.parse()?;
        let seconds = begun.elapsed().as_secs();
        if seconds >= 10 {
            self.count(&format!(
                "{path} took longer than 10 s",
                path = path.split('/').next().unwrap_or(path)
            ));
        }
        Ok((status, serde_json::from_str(body).unwrap_or_default()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Ok(child) = self.child.get_mut() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The processes that a process has started.
fn children(id: u32) -> Vec<u32> {
    // Each thread has children of its own.
    let threads = fs::read_dir(format!("/proc/{id}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let told = threads.map(|thread| fs::read_to_string(thread.path().join("children")));
    let told: Vec<String> = told.filter_map(Result::ok).collect();
    let children = told.iter().flat_map(|told| told.split_whitespace());
    children.filter_map(|id| id.parse().ok()).collect()
}

/// The bytes of a process that are in memory; 0 if there is no such process.
fn resident(id: u32) -> u64 {
    const PAGE: u64 = 4096;
    let told = fs::read_to_string(format!("/proc/{id}/statm")).unwrap_or_default();
    let pages = told.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.unwrap_or(0_u64) * PAGE
}

/// Rules that ask for more than any machine has, or for much of it.
fn hostile(rng: &mut Rng) -> String {
    let game = |lines: &str, guard: &str, body: &str| {
        format!("game g\nplayers A, B\nx: 0..5 = 0\n{lines}\nmove a if {guard}:\n    {body}\n")
    };
    let constant = |what: &str| {
        game(
            &format!("let k = {what}\nrequire len(k) >= 0"),
            "x < 5",
            "x += 1",
        )
    };
    match rng.u8(0..16) {
        0 => constant("closure({[1]}, k -> {k + k})"),
        1 => constant("closure({\"ab\"}, k -> {k + k})"),
        2 => constant("[i for i in 1..1000 for j in 1..1000 for k in 1..1000]"),
        3 => constant("{(i, j, k) for i in 1..1000 for j in 1..1000 for k in 1..1000}"),
        4 => constant("{i: {j: [i for k in 1..1000] for j in 1..1000} for i in 1..1000}"),
        5 => constant("[{(a, b) for a in 1..700 for b in 1..700} for c in 1..100]"),
        6 => constant("[sum(a * b * c for a in 0..1000 for b in 0..1000 for c in 0..1000)]"),
        7 => game(
            "let f(l) = [i for i in l for j in l]",
            "len(f(f(f(f([x, 1, 2, 3]))))) > 0",
            "x += 1",
        ),
        8 => game(
            "",
            "len([i for i in x..1000 for j in 1..1000 for k in 1..1000]) > 0",
            "x += 1",
        ),
        9 => game(
            "y[a in grid(40, 40)]: 0..1 = 0",
            "sum(y[a] for a in grid(40, 40)) > x",
            "x += 1",
        ),
        10 => format!(
            "game g\nplayers A, B\nx: 0..999999 = 0\n\nmove a(i in 0..999, j in 0..999) if x + i * j < 999999:\n    x += i * j + {}\n",
            rng.u32(1..1000)
        ),
        11 => format!(
            "game g\nimpartial\nheap: 0..99 = 99\n\nmove m(k in 1..99) if k <= heap \"{{k + 0 * heap * sum(a * b for a in 1..3000 for b in 1..{})}}\":\n    heap -= k\n",
            rng.u32(1000..3000)
        ),
        12 => {
            let lists: Vec<String> = (0..2000)
                .map(|n| format!("let l{n} = [i + {n} for i in 1..3000]"))
                .collect();
            game(&lists.join("\n"), "x < 5", "x += 1")
        }
        13 => {
            let pairs: Vec<String> = (1..200)
                .map(|n| format!("let p{n} = [p{}, p{}]", n - 1, n - 1))
                .collect();
            game(
                &format!("let p0 = [1]\n{}", pairs.join("\n")),
                "x < 5",
                "x += 1",
            )
        }
        14 => format!(
            "game g\nplayers A, B\na[i in 0..30]: 0..7 = {}\n\nmove m(i in 0..30, k in 1..7) if a[i] >= k:\n    a[i] -= k\n",
            rng.u32(0..8)
        ),
        _ => "[".repeat(rng.usize(1..200_000)),
    }
}
