//! `cargo xtask soak`: many clients use a server for a long time, and some of them mean it harm.
//!
//! First a few people click through all games, one click after the other; then many clients do so
//! at the same time, a tenth of whom send rules that ask for more than any machine has; a tenth of
//! all others send the text of a game in the place of its name. A click is
//! one request that a person makes on the page: a game is opened, a move is made, values, an
//! explanation, a tree or a graph are asked for. Asking again where there is too much to do, and
//! looking at a job, are no clicks of their own.
//!
//! The server must live, never answer with a status of 500 or above, and answer each honest click.
//! What the server and its worker hold is read from the system ten times a second, and the most of
//! it is told.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use fastrand::Rng;
use serde_json::{Value, json};

const USAGE: &str = "\
cargo xtask soak [--clicks N] [--seconds N] [--clients N] [--memory SIZE] [--binary FILE]
  --clicks N     clicks on all games, by three people at the same time (10000)
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

/// No click waits longer than this for its answer.
const PATIENCE: Duration = Duration::from_secs(300);

/// Most people look at a job for this time, and go on.
const GLANCE: Duration = Duration::from_millis(300);

/// Between two questions about a job that is followed for longer.
const SELDOM: Duration = Duration::from_secs(1);

/// One job in this number is followed to its end.
const FOLLOWED: u8 = 8;

/// Clicks through all games, then lets many clients ask at the same time; an error if the server
/// ends, fails or does not answer.
pub(crate) fn soak(arguments: Vec<String>) -> Result<()> {
    let options = options(arguments)?;
    let binary = match &options.binary {
        Some(path) => path.canonicalize().context("there is no such binary")?,
        None => crate::binary_of_the_tests()?,
    };
    let server = Server::start(&binary, &options.memory)?;
    let ends = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| server.watch(&ends));
        let clicks = Course::Clicks(AtomicU64::new(options.clicks));
        let clicked = phase("clicks", &server, PEOPLE, 0, &clicks);
        let asked = clicked.and_then(|()| {
            let time = Course::Until(Instant::now() + options.time);
            let hostile = options.clients / 10;
            phase("clients", &server, options.clients, hostile, &time)
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

/// How long people go on.
enum Course {
    /// For this number of clicks in all.
    Clicks(AtomicU64),
    /// Until this moment.
    Until(Instant),
}

impl Course {
    /// Whether there is another click, which is counted.
    fn another(&self) -> bool {
        match self {
            Self::Clicks(left) => {
                let fewer = |left: u64| left.checked_sub(1);
                let before = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer);
                before.is_ok()
            }
            Self::Until(end) => Instant::now() < *end,
        }
    }

    fn is_over(&self) -> bool {
        match self {
            Self::Clicks(left) => left.load(Ordering::Relaxed) == 0,
            Self::Until(end) => Instant::now() >= *end,
        }
    }
}

/// Runs a phase: people ask until it is over, the first `hostile` of them with hostile rules. Tells
/// what was answered and held; an error if the server did not do what it must.
fn phase(
    name: &str,
    server: &Server,
    people: usize,
    hostile: usize,
    course: &Course,
) -> Result<()> {
    *server.tally() = Tally::default();
    let begun = Instant::now();
    let games = server.games()?;
    thread::scope(|scope| {
        for person in 0..people {
            let games = &games;
            scope.spawn(move || {
                let mut rng = Rng::with_seed(person as u64);
                // Everybody begins with another game.
                let mut next = person * games.len() / people;
                while !course.is_over() && server.lives() {
                    if person < hostile {
                        server.harm(&mut rng);
                    } else {
                        let game = &games[next % games.len()];
                        // The first phase is one of the catalogue alone.
                        let brings = hostile > 0 && person % 10 == 0;
                        server.play(game, brings, &mut rng, course);
                        next += 1;
                    }
                }
            });
        }
    });
    let tally = server.tally();
    println!("{name}: {:.0} s", begun.elapsed().as_secs_f64());
    tally.print(games.len());
    server.print_memory();
    ensure!(server.lives(), "the server ended");
    ensure!(tally.failures.is_empty(), "a click was not answered");
    Ok(())
}

/// A game of the catalogue.
struct Game {
    name: String,
    /// The text of its rules.
    rules: String,
}

/// What was asked and answered in a phase.
#[derive(Default)]
struct Tally {
    requests: u64,
    clicks: u64,
    games: BTreeSet<String>,
    /// How often what was answered.
    answers: BTreeMap<String, u64>,
    /// The honest clicks that were not answered, and the answers with a status of 500 or above.
    failures: Vec<String>,
    /// The longest time that an honest request waited for its answer.
    slowest_request: (Duration, String),
    /// The longest time from a click to its answer, asking again and following a job included.
    slowest_click: (Duration, String),
    /// For each honest click the longest time for which its job was seen to run, in seconds.
    work: BTreeMap<String, f64>,
}

/// How many clicks are printed of those whose jobs ran longest.
const LONGEST: usize = 5;

impl Tally {
    fn print(&self, games: usize) {
        let Self {
            requests, clicks, ..
        } = self;
        println!(
            "  {requests} requests; {clicks} clicks on {} of {games} games",
            self.games.len()
        );
        for (what, number) in &self.answers {
            println!("  {number:>8}  {what}");
        }
        for (what, (time, of)) in [
            ("request", &self.slowest_request),
            ("click", &self.slowest_click),
        ] {
            println!("  slowest honest {what}: {:.1} s, {of}", time.as_secs_f64());
        }
        let mut longest: Vec<_> = self.work.iter().collect();
        longest.sort_by(|one, other| other.1.total_cmp(one.1));
        for (click, seconds) in longest.into_iter().take(LONGEST) {
            println!("  a job that ran for {seconds:.1} s: {click}");
        }
        println!("  {} failures", self.failures.len());
        for failure in self.failures.iter().take(10) {
            println!("    {}", failure.chars().take(400).collect::<String>());
        }
    }
}

/// A server as a user starts it.
struct Server {
    child: Mutex<Child>,
    address: String,
    tally: Mutex<Tally>,
    /// The most bytes that the server and its worker held together.
    peak: AtomicU64,
    /// The most bytes that the server held without its worker, and that a worker held.
    peaks: [AtomicU64; 2],
    /// All workers that there were.
    workers: Mutex<BTreeSet<u32>>,
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
            tally: Mutex::default(),
            peak: AtomicU64::new(0),
            peaks: Default::default(),
            workers: Mutex::default(),
        })
    }

    /// Reads what the processes hold, until it is over.
    fn watch(&self, ends: &AtomicBool) {
        while !ends.load(Ordering::Relaxed) {
            let own = lock(&self.child).id();
            let workers = children(own);
            let [of_own, of_workers] =
                [resident(own), workers.iter().map(|id| resident(*id)).sum()];
            self.peak.fetch_max(of_own + of_workers, Ordering::Relaxed);
            self.peaks[0].fetch_max(of_own, Ordering::Relaxed);
            self.peaks[1].fetch_max(of_workers, Ordering::Relaxed);
            lock(&self.workers).extend(workers);
            thread::sleep(Duration::from_millis(100));
        }
    }

    fn print_memory(&self) {
        let mib = |bytes: &AtomicU64| bytes.load(Ordering::Relaxed) as f64 / f64::from(1 << 20);
        println!(
            "  at most {:.1} MiB resident: {:.1} MiB of the front, {:.1} MiB of the worker; \
             the worker was started {} times so far",
            mib(&self.peak),
            mib(&self.peaks[0]),
            mib(&self.peaks[1]),
            lock(&self.workers).len()
        );
    }

    fn lives(&self) -> bool {
        matches!(lock(&self.child).try_wait(), Ok(None))
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        lock(&self.tally)
    }

    fn games(&self) -> Result<Vec<Game>> {
        let (status, told) = self.send("GET", "games", "")?;
        ensure!(status == 200, "the games: {status}");
        let kinds = told["kinds"].as_array().context("kinds")?.iter();
        let games = kinds.flat_map(|kind| kind["games"].as_array().into_iter().flatten());
        let games = games.map(|game| {
            let name = game["name"].as_str().context("a name")?.to_owned();
            let (_, told) = self.send("GET", &format!("games/{name}"), "")?;
            let rules = told["text"].as_str().context("rules")?.to_owned();
            Ok(Game { name, rules })
        });
        games.collect()
    }

    /// Plays some moves of a game, and looks at what each is worth.
    /// Where the person `brings` the rules along, they are sent as a text.
    fn play(&self, game: &Game, brings: bool, rng: &mut Rng, course: &Course) {
        let mut moves: Vec<String> = Vec::new();
        let (which, what) = if brings {
            ("rules", &game.rules)
        } else {
            ("game", &game.name)
        };
        for _ in 0..rng.usize(1..5) {
            let at = json!({which: what, "moves": moves});
            let values = json!({which: what, "moves": moves, "seconds": 1});
            let more = [("explain", &at), ("tree", &at), ("graph", &at)];
            let clicks = [Some(("position", &at)), Some(("values", &values))];
            let mut legal = Vec::new();
            for (path, asked) in clicks
                .into_iter()
                .chain([more.get(rng.usize(..12)).copied()])
                .flatten()
            {
                if !course.another() {
                    return;
                }
                self.tally().games.insert(game.name.clone());
                let told = self.click(path, asked, rng);
                if path == "position" {
                    legal = told["moves"].as_array().cloned().unwrap_or_default();
                }
            }
            let Some(next) = rng.choice(&legal) else {
                return;
            };
            moves.push(next["move"].as_str().unwrap_or_default().to_owned());
        }
    }

    /// Makes an honest click, and counts how it was answered.
    fn click(&self, path: &str, asked: &Value, rng: &mut Rng) -> Value {
        let begun = Instant::now();
        let told = self.answer(path, asked, rng, begun);
        let mut tally = self.tally();
        tally.clicks += 1;
        let asked = shown(asked);
        let click = (begun.elapsed(), format!("{path} {asked}"));
        if click.0 > tally.slowest_click.0 {
            tally.slowest_click = click;
        }
        told.unwrap_or_else(|error| {
            tally.failures.push(format!("{path} {asked}: {error}"));
            Value::Null
        })
    }

    /// Asks an honest question until it is answered. Most jobs are given back after a glance.
    fn answer(&self, path: &str, asked: &Value, rng: &mut Rng, begun: Instant) -> Result<Value> {
        loop {
            let (status, told) = self.ask("POST", path, &asked.to_string())?;
            let kind = told["type"].as_str().unwrap_or_default();
            match status {
                200 => return Ok(told),
                202 => {
                    let follows = rng.u8(..FOLLOWED) == 0;
                    let id = told["id"].as_str().context("the name of a job")?;
                    match self.glance(path, id, follows, begun)? {
                        Some(told) => {
                            let seconds = told["seconds"].as_f64().unwrap_or_default();
                            let mut tally = self.tally();
                            let longest = tally.work.entry(format!("{path} {}", shown(asked)));
                            let longest = longest.or_default();
                            *longest = longest.max(seconds);
                            return Ok(told);
                        }
                        // The work was lost, and is asked for again.
                        None => ensure!(begun.elapsed() < PATIENCE, "it was lost too often"),
                    }
                }
                429 => {
                    ensure!(
                        begun.elapsed() < PATIENCE,
                        "there was too much to do for too long"
                    );
                    thread::sleep(Duration::from_secs(1));
                }
                // What does not suit a game is no fault: a graph of a game that is too large. Rules
                // that a person brings along may take too long where many others wait.
                422 if path != "position" || asked["rules"].is_string() => {
                    self.count(&format!("{path}: 422 {kind}"));
                    return Ok(told);
                }
                _ => bail!("{status} {told}"),
            }
        }
    }

    /// Looks at a job for a moment, or to its end, and gives it back. Returns how it ended, or how
    /// far it was, and `None` if it was lost.
    fn glance(&self, path: &str, id: &str, follows: bool, begun: Instant) -> Result<Option<Value>> {
        let job_path = format!("jobs/{id}");
        let looked = Instant::now();
        let mut told = Value::Null;
        while follows || looked.elapsed() < GLANCE {
            ensure!(begun.elapsed() < PATIENCE, "the job took too long: {told}");
            let status;
            (status, told) = self.ask("GET", &job_path, "")?;
            match status {
                200 => {}
                410 => return Ok(None),
                _ => bail!("the job: {status} {told}"),
            }
            if !["waiting", "running"].contains(&told["status"].as_str().unwrap_or_default()) {
                let status = told["status"].as_str().unwrap_or_default();
                let kind = told["error"]["type"].as_str().unwrap_or_default();
                self.count(&format!("{path}: a job ended: {status} {kind}"));
                return Ok(Some(told));
            }
            // The server reports to the page how a job goes on; here it is asked, more seldom.
            let is_new = looked.elapsed() < GLANCE;
            thread::sleep(if is_new { GLANCE / 3 } else { SELDOM });
        }
        self.ask("DELETE", &job_path, "")?;
        Ok(Some(told))
    }

    /// Sends an honest request, and counts the status of its answer.
    fn ask(&self, method: &str, path: &str, body: &str) -> Result<(u16, Value)> {
        let begun = Instant::now();
        let (status, told) = self.send(method, path, body)?;
        let of = path.split('/').next().unwrap_or(path);
        self.count(&format!("{of}: {method} {status}"));
        let request = (begun.elapsed(), format!("{method} {path} {}", tail(body)));
        let mut tally = self.tally();
        if request.0 > tally.slowest_request.0 {
            tally.slowest_request = request;
        }
        Ok((status, told))
    }

    /// Sends hostile rules.
    fn harm(&self, rng: &mut Rng) {
        let path = ["check", "position", "values", "explain", "tree"][rng.usize(..5)];
        let rules = hostile(rng);
        let done = self.send("POST", path, &json!({"rules": rules}).to_string());
        let Ok((status, told)) = done else {
            // A server that has heard enough may close the connection.
            self.count("hostile: no answer");
            return;
        };
        self.count(&format!("hostile {path}: {status}"));
        if status == 429 {
            thread::sleep(Duration::from_millis(rng.u64(0..500)));
        }
        if let (202, Some(id)) = (status, told["id"].as_str()) {
            thread::sleep(Duration::from_millis(rng.u64(0..2000)));
            let _ = self.send("DELETE", &format!("jobs/{id}"), "");
        }
    }

    fn count(&self, what: &str) {
        *self.tally().answers.entry(what.to_owned()).or_default() += 1;
    }

    /// Sends a request, and reads the status and the answer.
    fn send(&self, method: &str, path: &str, body: &str) -> Result<(u16, Value)> {
        self.tally().requests += 1;
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
        let (head, answer) = text.split_once("\r\n\r\n").context("no answer")?;
        let status: u16 = head.split(' ').nth(1).context("no status")?.parse()?;
        if status >= 500 {
            let failure = format!("{method} {path} {}: {status} {answer}", tail(body));
            self.tally().failures.push(failure);
        }
        Ok((status, serde_json::from_str(answer).unwrap_or_default()))
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

/// A question in short: the last characters of its JSON, which name the game or the moves.
fn shown(asked: &Value) -> String {
    tail(&asked.to_string()).to_owned()
}

/// The last characters of a text.
fn tail(text: &str) -> &str {
    let begin = text.len().saturating_sub(150);
    let begin = (begin..=text.len()).find(|at| text.is_char_boundary(*at));
    &text[begin.unwrap_or(0)..]
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
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
